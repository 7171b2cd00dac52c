"""Commands other than playing: conversions, counts and speeds, setups."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

import click
import libgames as lg
from click.core import ParameterSource
from libgames._files import read_file, read_whole
from libgames._words import shown
from libgames.game import State, room
from rich import box
from rich.table import Table as RichTable

from . import contests, outputs, replays
from . import convert as conversions
from .outputs import harmless
from .replays import Replay

COUNT = click.IntRange(1, 2**31 - 1)  # of games
JOBS = click.IntRange(1, 1024)  # at the same time
SEED = click.IntRange(0, 2**64 - 1)
_FILE = outputs.InputFile(allow_dash=True)


def _read(path: Path) -> str:
    """A file's text, `-` being the standard input."""
    data = read_whole(sys.stdin.buffer, "-") if str(path) == "-" else read_file(path)
    return data.decode("utf-8", errors="backslashreplace")


def given(*names: str) -> str:
    """The options given on this command's line, `--one and --other`."""
    ctx, default = click.get_current_context(), ParameterSource.DEFAULT
    return " and ".join(f"--{name}" for name in names if ctx.get_parameter_source(name) is not default)


def _failing(what: str, work: Callable[[], Any]) -> Any:
    """The result of `work`; an error of the library ends the command with one line."""
    try:
        return work()
    except (lg.Error, ValueError) as error:
        raise click.ClickException(f"{what}: {error}") from error


def usage_error(error: Exception) -> click.UsageError:
    """The same as an error of the arguments; an unknown game may be in a file."""
    unknown = str(error).startswith("game: expected one of ") and "did you mean" not in str(error)
    return click.UsageError(f"{error}. A game from a separate file must be loaded first: --load FILE" if unknown else str(error))


def game_of(text: str) -> lg.Game:
    """The game of an argument."""
    try:
        return lg.make(text)
    except ValueError as error:
        raise usage_error(error) from error


def _load(ctx: click.Context, parameter: click.Parameter, files: tuple[str, ...]) -> None:
    for file in files:
        try:
            lg.load(file)
        except ValueError as error:
            raise click.BadParameter(str(error)) from error


loading = click.option(
    "--load",
    metavar="FILE",
    multiple=True,
    is_eager=True,
    expose_value=False,
    callback=_load,
    help="Load a game from its file first (may be repeated); its code runs, so load only files that you trust.",
)
class Seconds(click.FloatRange):
    """A duration; the range alone would let NaN pass."""

    def __init__(self) -> None:
        super().__init__(0, contests.LONGEST, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            return contests.seconds(str(value), r"\+?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?")
        except ValueError as error:
            self.fail(str(error), param, ctx)


_out = click.option("--out", type=outputs.OutputFile(), help="Write to this file.")
_seed = click.option("--seed", type=SEED, default=1, show_default=True, help="Seed of all random numbers.")


# ---- replays ----


@click.command()
@loading
@click.argument("file", type=_FILE)
@click.option("--to", type=click.Choice(["replay", "moves", "blockdrop"]), required=True, help="Format of the result.")
@click.option("--game", default="alquerque", show_default=True,
              help="Game of a list of moves; for JSON, a configuration of Block drop.")
@click.option("--setup", type=_FILE, help="Start of a list of moves; default: the start of the game with --seed.")
@_seed
@_out
def convert(file: Path, to: str, game: str, setup: Path | None, seed: int, out: Path | None) -> None:
    """Convert replays from and to other formats.

    The formats are lists of moves, for any game, and the JSON of the published Block drop engine. The format of FILE is
    found from its beginning: a replay, JSON, or otherwise moves, as programs write them or as people type them.
    """
    game_of(game)
    replay = _failing(str(file), lambda: _any_replay(_read(file), game, seed, setup))
    if to == "moves":
        text = conversions.to_moves(replay)
    elif to == "blockdrop":
        text = _failing(str(file), lambda: conversions.to_blockdrop(replay))
    else:
        text = replays.text_of(replay.table, replay.events, replay.state)
    outputs.write(out, text)


def _any_replay(text: str, game: str, seed: int, setup: Path | None) -> Replay:
    if re.match(r"(#.*\n)*libgames-replay", text):
        _expect_moves("a replay", "game", "setup", "seed")
        return replays.read(text.encode().splitlines(keepends=True))
    if re.match(r"(\s*#.*\n)*\s*\{", text) and conversions.without_remarks(text).strip()[:1] in ("", "{", "}"):
        _expect_moves("JSON", *([] if game.startswith("blockdrop") else ["game"]), "setup", "seed")
        return conversions.from_blockdrop(text, game)
    if setup is None:
        return conversions.from_moves(contests.setup(game, seed), text)
    return conversions.from_moves(_failing(str(setup), lambda: contests.setup(game, seed, _read(setup))), text)


def _expect_moves(kind: str, *options: str) -> None:
    """FILE is of this kind, which excludes these options."""
    if named := given(*options):
        raise click.UsageError(f"FILE: expected a list of moves with {named}, not {kind}")


# ---- counts and speeds ----


@click.command()
@loading
@click.argument("game", default="alquerque")
@click.option("--depth", type=click.IntRange(1), default=5, show_default=True, help="Greatest depth to count.")
@click.option("--position", help="Count from this position; default: the start.")
@_seed
def perft(game: str, depth: int, position: str | None, seed: int) -> None:
    """Count the leaves of the game tree, depth by depth.

    The default GAME is alquerque. A level of the tree is a decision, or a whole turn in games that count turns, such as
    Alquerque. Ctrl-C ends it with the depths finished so far.
    """
    made = game_of(game)
    state = made.new(seed) if position is None else _failing("--position", lambda: made.parse(position))
    own = getattr(room(made), "perft", None)
    children = [state.apply(move) for move in (state.legal_moves if own else state.legal_actions)]
    table = RichTable(box=box.SIMPLE_HEAD)
    for column in ("depth", "leaves", "seconds", "leaves / s"):
        table.add_column(column, justify="right")
    level = 0
    try:
        with outputs.progress() as progress:
            for level in range(1, depth + 1):
                task = progress.add_task(f"depth {level}", total=len(children))
                begin, leaves = time.perf_counter(), 0
                for child in children:
                    leaves += (own or _count_decisions)(child, level - 1)
                    progress.advance(task)
                seconds = time.perf_counter() - begin
                table.add_row(str(level), f"{leaves:,}", f"{seconds:.3f}", f"{leaves / seconds:,.0f}")
                progress.remove_task(task)
                if leaves == 0:
                    break  # as at every greater depth
    except KeyboardInterrupt:
        _broken_off(table, f"depth {level}")
    outputs.console().print(table)


def _broken_off(table: RichTable, where: str) -> NoReturn:
    """Ctrl-C: shows the finished part."""
    console = outputs.console()
    console.print(table)
    console.print(f"interrupted in {where}")
    raise SystemExit(130)


def _count_decisions(state: State, depth: int) -> int:
    if depth < 2:
        return len(state.legal_actions) if depth else 1
    return sum(_count_decisions(state.apply(action), depth - 1) for action in state.legal_actions)


@click.command()
@loading
@click.argument("games", nargs=-1)
@click.option("--seconds", type=Seconds(), default=1.0, show_default=True, help="Seconds for each game.")
def bench(games: tuple[str, ...], seconds: float) -> None:
    """Measure random games inside the C library.

    One thread; all games, or those named. Ctrl-C ends it with the games finished so far.
    """
    chosen = [game_of(name) for name in games or lg.games()]
    table = RichTable(box=box.SIMPLE_HEAD)
    table.add_column("game")
    for column in ("games", "decisions", "games / s", "decisions / s"):
        table.add_column(column, justify="right")
    game = chosen[0]
    try:
        with outputs.progress() as progress:
            for game in progress.track(chosen, description="games"):
                table.add_row(game.config, *(f"{number:,.0f}" for number in _measured(game, seconds)))
    except KeyboardInterrupt:
        _broken_off(table, game.config)
    outputs.console().print(table)


def _measured(game: lg.Game, seconds: float) -> tuple[float, ...]:
    """Random games and their decisions, and both of them a second."""
    played = decisions = 0
    begin = time.perf_counter()
    while (taken := time.perf_counter() - begin) < seconds or played == 0:
        _, lengths = game.rollouts(50, seed=played)
        played += 50
        decisions += int(lengths.sum())
    return played, decisions, played / taken, decisions / taken


# ---- setups ----


def _setup_group(name: str, own: ModuleType) -> click.Group:
    """The commands for the setups of a game whose module has functions for them."""
    kind: str = own.SETUP
    game_type = lg.game_type(name)

    def generate(game: str, seed: int, out: Path | None, **given: int | None) -> None:
        named = {key: value for key, value in given.items() if value is not None}
        if game_of(game).name != name:
            raise click.UsageError(f"expected {name} for a {kind}, optionally with parameters, not {shown(game)}")
        text = _failing(game, lambda: own.generate_setup(lg.make(game, **named).config if named else game, seed))
        outputs.write(out, text)

    def check(file: Path) -> None:
        click.echo(f"{harmless(str(file))}: {_failing(str(file), lambda: own.check_setup(_read(file)))}")

    def show(file: Path) -> None:
        click.echo(_failing(str(file), lambda: own.show_setup(_read(file))))

    numbers = [parameter for parameter in game_type.parameters if parameter.name in own.SETUP_OPTIONS]
    options = [
        click.Option([f"--{one.name}"], type=click.IntRange(one.minimum, one.maximum), help=one.meaning)
        for one in numbers
    ]
    group = outputs.Group(kind, help=f"{kind.capitalize()}s for {game_type.title}: generate, check, print.")
    arguments: list[click.Parameter] = [click.Argument(["game"], default=name), *options]
    make_one = f"Make a {kind}, as a file to begin with; GAME may have parameters."
    group.add_command(_out(_seed(click.Command("generate", callback=generate, params=arguments, help=make_one))))
    for command, callback, help in (
        ("check", check, f"Check whether the {kind} in a file is valid and keeps the rules."),
        ("print", show, f"Show the {kind} in a file, with statistics."),
    ):
        file = click.Argument(["file"], type=_FILE)
        group.add_command(click.Command(command, callback=callback, params=[file], help=help))
    return group


def _setup_groups() -> list[click.Group]:
    rooms = [(name, room(lg.make(name))) for name in lg.games()]
    return [_setup_group(name, own) for name, own in rooms if own is not None and hasattr(own, "SETUP")]


COMMANDS: tuple[click.Command, ...] = (convert, perft, bench, *_setup_groups())
