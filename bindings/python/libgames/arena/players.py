"""Who may sit at a table: built-in players, programs, people (humans.py). A Player plays one game; an Entrant, who
takes part in many, makes a new one for each."""

from __future__ import annotations

import asyncio
import os
import random
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import libgames as lg
from libgames._words import did_you_mean, shown
from libgames.game import State

from . import contests
from .programs import Limits, Program, split_command


@dataclass(frozen=True)
class Turn:
    """What a player is asked."""

    state: State
    seat: int
    message: str  # what a program reads now; "" where it reads nothing
    lines: int  # how many lines it answers
    seconds: float | None  # how long a program may take
    can_undo: bool = False  # whether everybody at the table can go back


class Player:
    """Plays one game in one seat."""

    is_program = False  # told, timed, and punished as the contest does with programs
    can_undo = False  # keeps nothing in mind that a move taken back would make wrong
    stderr = ""

    async def start(self, state: State, seat: int) -> None:
        """Before anything else."""

    async def answer(self, turn: Turn) -> tuple[str, float]:
        """A whole turn as a program writes it, and the seconds that it took. Raises Offence, Undo, Quit."""
        raise NotImplementedError

    async def tell(self, message: str) -> None:
        """The last message of a game."""

    async def stop(self, at_once: bool) -> None:
        """After the game; also when the game was broken off."""


class Undo(Exception):
    """A person takes back the last turn of its own, and what came after it."""


class Quit(Exception):
    """A person leaves; the game is not finished."""


class BuiltIn(Player):
    """A player of the library."""

    can_undo = True

    def __init__(self, choose: Callable[[State], int]):
        self._choose = choose

    async def answer(self, turn: Turn) -> tuple[str, float]:
        begin = time.perf_counter()
        text = contests.decide(turn.state, self._choose)
        seconds = time.perf_counter() - begin
        await asyncio.sleep(0)  # others are to be heard between two turns
        return text, seconds


class ProgramPlayer(Player):
    """A contest program. Where the contest gives programs files, it runs in a folder of its own that has them, and
    links to everything in the current folder beside them."""

    is_program = True

    def __init__(self, command: list[str], limits: Limits):
        self._command = command
        self._limits = limits
        self._folder: Path | None = None
        self.program = Program(command, limits)

    async def start(self, state: State, seat: int) -> None:
        if files := contests.files(state.game):
            self._folder = folder_with(files)
            self.program = Program(self._command, self._limits, self._folder)
        await self.program.start()

    async def answer(self, turn: Turn) -> tuple[str, float]:
        return await self.program.ask(turn.message, turn.lines, turn.seconds)

    async def tell(self, message: str) -> None:
        await self.program.tell(message)

    async def stop(self, at_once: bool) -> None:
        try:
            await self.program.stop(at_once)
        finally:
            if self._folder is not None:
                shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def stderr(self) -> str:  # type: ignore[override]
        return self.program.stderr


def folder_with(files: Mapping[str, str]) -> Path:
    """A new temporary folder with these files, and links to all else that the current folder has."""
    folder = Path(tempfile.mkdtemp(prefix="libgames-"))
    for name, text in files.items():
        (folder / name).write_text(text)
    for entry in os.scandir():
        if entry.name not in files:
            (folder / entry.name).symlink_to(os.path.abspath(entry.path))
    return folder


# ---- entrants ----


@dataclass(frozen=True)
class Entrant:
    """Somebody who takes part under a name."""

    label: str
    make: Callable[[str], Player] = field(repr=False)  # the argument seeds the chance of a built-in player


def _built_in(name: str) -> Callable[[str], Player]:
    def make(seed: str) -> Player:
        number = random.Random(seed).getrandbits(64)
        return BuiltIn(lambda state: state.choose(name, number))

    return make


BUILT_IN: Mapping[str, Callable[[str], Player]] = {name: _built_in(name) for name in lg.players()}


def entrant(text: str, limits: Limits = Limits(), make_human: Callable[[str], Player] | None = None) -> Entrant:
    """Reads PLAYER: `human`, the name of a built-in player, or a program's command line; `name=` may come before it.

    Raises ValueError when there is no such player or program.
    """
    named = re.match(r"([A-Za-z][\w.-]*)=(.+)", text, re.DOTALL)
    label, text = (named[1], named[2]) if named else (text, text)
    if text == "human":
        if make_human is None:
            raise ValueError("human: a person can take part in `libgames play` only")
        return Entrant(label, make_human)
    if text in BUILT_IN:
        return Entrant(label, BUILT_IN[text])
    command = split_command(text)
    if not command or (shutil.which(command[0]) is None and not os.path.exists(command[0])):
        known = ", ".join(["human", *BUILT_IN])
        end = did_you_mean(text, ["human", *BUILT_IN])
        raise ValueError(f"{shown(text)} is neither a player ({known}) nor a program that can be found{end}")
    return Entrant(label, lambda seed: ProgramPlayer(command, limits))
