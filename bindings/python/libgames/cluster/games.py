"""Games of the arena on a cluster: the same referee and clocks, one game a core."""

from __future__ import annotations

import functools
import io
import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ..arena import matches
from ..arena.matches import Conditions, Pairing, Played
from ..arena.players import entrant, function_of, named, names_function
from ..arena.programs import Limits, check_limits, split_command
from ..arena.referee import Referee, Report
from ..arena.replays import Writer
from .executors import Executor, Lacking
from .running import Run, Task

_SHELLS = {126, 127}  # exit statuses of commands that could not be started, including `env` and the dynamic linker


@dataclass(frozen=True)
class Recipe:
    """The arguments of `arena.conditions`, from which every node makes the same conditions."""

    game: str
    players: tuple[str, ...]
    setup: str | None = field(default=None, repr=False)
    time: tuple[tuple[str, float | None], ...] = ()
    limits: Limits = Limits()
    seed: int = 1
    fill: bool = True

    def conditions(self) -> Conditions:
        return matches.conditions(
            self.game,
            self.players,
            setup=self.setup,
            time=dict(self.time),
            limits=self.limits,
            seed=self.seed,
            fill=self.fill,
        )


@dataclass(frozen=True)
class Recorded:
    """A game that was played, and its replay."""

    played: Played
    replay: str


def play_all(
    executor: Executor,
    games: Iterable[tuple[Recipe, Pairing]],
    stop: Callable[[], bool] = lambda: False,
) -> Run:
    """Plays games on the nodes; iterate for those that have ended, whose values are Recorded.

    A node that lacks a program or its interpreter plays no more of them; when none is left, ClusterError lists what
    each lacks. This never counts as an offence of the program.
    """
    return Run(executor, _play, (Task(None, game) for game in games), stop=stop)


_conditions = functools.lru_cache(64)(Recipe.conditions)


def _play(common: None, game: tuple[Recipe, Pairing]) -> Recorded:
    recipe, pairing = game
    for player in recipe.players:
        if missing := lacking(player):
            raise Lacking(missing)
    try:
        check_limits(recipe.limits)
    except ValueError as error:  # another node may allow more
        raise Lacking(str(error)) from error
    conditions = _conditions(recipe)
    table, text = conditions.table(pairing), io.StringIO()
    writer = Writer(text, table)
    report = matches.run_alone(Referee(table, conditions.players(pairing), writer.event).play())
    if problem := _of_the_node(report):
        raise Lacking(problem)
    writer.end(report)
    return Recorded(Played(pairing, report), text.getvalue())


def _of_the_node(report: Report) -> str | None:
    """An offence of a program that could not run at all."""
    for foul in report.fouls:
        status = re.search(r"ended with exit status (\d+)$", foul.text)
        has_run = report.clocks[foul.seat].answers > 0
        if foul.kind == "not started" or (status and int(status[1]) in _SHELLS and not has_run):
            last = foul.stderr.strip().rpartition("\n")[2]
            return f"{report.table.labels[foul.seat]} {foul.text}" + (f": {last}" if last else "")
    return None


# ---- requirements of programs ----


def program(player: str) -> list[str] | None:
    """The command line of a player that is a program."""
    text = named(player)[1]
    if names_function(text):
        return None
    try:
        return None if entrant(text).player is not None else split_command(text)
    except ValueError:  # no bot, and nothing that this machine could start
        return split_command(text)


def lacking(player: str) -> str | None:
    """The part that this machine lacks to run a player: the function, the program, or the interpreter in its first
    line."""
    if names_function(text := named(player)[1]):
        try:
            function_of(text)
        except ValueError as error:
            return str(error)
    command = program(player)
    if command is None:
        return None
    path = shutil.which(command[0])
    if path is None:
        there = "it may not be run" if os.path.exists(command[0]) else "there is none"
        return f"{command[0]}: {there}"
    for word in _interpreter(Path(path)):
        if shutil.which(word) is None:
            return f"{command[0]} needs {word}, and there is none"
    return None


def _interpreter(path: Path) -> Iterator[str]:
    """The commands in the first line of a script: the interpreter, and the one that `env` looks for."""
    with path.open("rb") as file:
        first = file.readline(256)
    if not first.startswith(b"#!"):
        return
    words = os.fsdecode(first[2:]).split()
    yield from words[:1]
    if words and os.path.basename(words[0]) == "env":
        yield from [word for word in words[1:] if not word.startswith("-") and "=" not in word][:1]


def has_programs(players: Iterable[str]) -> bool:
    """Whether one of these players is a program or a function, for which the nodes need its folder."""
    return any(names_function(named(player)[1]) or program(player) is not None for player in players)
