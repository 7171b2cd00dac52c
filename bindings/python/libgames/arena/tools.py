"""Commands beside playing: conversions, counts and speeds, setups."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import libgames as lg
from libgames import alquerque, amazes, ontherun, snakecore
from libgames.game import State
from rich import box
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from . import convert as conversions
from . import replays
from .contests import CONTESTS
from .replays import Replay

_FILE = click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path)


def _console() -> Console:
    return Console(highlight=False)


def _read(path: Path) -> str:
    """A file's text, `-` being the standard input."""
    data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    return data.decode("utf-8", errors="backslashreplace")


def _write(text: str, path: Path | None) -> None:
    if path is None:
        click.echo(text, nl=False)
    else:
        path.write_text(text, encoding="utf-8")


def _failing(what: str, work: Callable[[], Any]) -> Any:
    """What `work` returns; an error of the library ends the command with one line."""
    try:
        return work()
    except (lg.Error, ValueError) as error:
        raise click.ClickException(f"{what}: {error}") from error


_out = click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file.")
_seed = click.option("--seed", type=click.IntRange(0, 2**63), default=1, show_default=True)


# ---- replays ----


@click.command()
@click.argument("file", type=_FILE)
@click.option("--to", type=click.Choice(["replay", "moves", "blockdrop"]), required=True, help="What to make of it.")
@click.option("--game", default="alquerque", show_default=True, help="Whose moves they are, for a list of moves.")
@click.option("--setup", type=_FILE, help="Where a list of moves begins; default the start of the game with --seed.")
@_seed
@_out
def convert(file: Path, to: str, game: str, setup: Path | None, seed: int, out: Path | None) -> None:
    """Convert replays from and to other formats.

    These are the list of moves of any game, and the JSON of the published Block drop engine. What FILE is shows in its
    beginning: a replay, JSON, or else moves, one a line.
    """
    replay = _failing(str(file), lambda: _any_replay(_read(file), game, seed, setup))
    if to == "moves":
        text = conversions.to_moves(replay)
    elif to == "blockdrop":
        text = _failing(str(file), lambda: conversions.to_blockdrop(replay))
    else:
        text = replays.text_of(replay.table, replay.events, replay.state)
    _write(text, out)


def _any_replay(text: str, game: str, seed: int, setup: Path | None) -> Replay:
    if text.startswith("libgames-replay"):
        return replays.read(text.encode().splitlines(keepends=True))
    if text.lstrip().startswith("{"):
        turns = lg.make(game).parameters["turns"] if game.startswith("blockdrop") else 1000
        return conversions.from_blockdrop(text, int(turns))
    contest = CONTESTS[lg.make(game).name]
    return conversions.from_moves(contest.setup(game, seed, None if setup is None else _read(setup)), text)


# ---- counts and speeds ----


@click.command()
@click.argument("game", default="alquerque")
@click.option("--depth", type=click.IntRange(1), default=5, show_default=True)
@click.option("--position", help="Count from this position, default the start.")
@_seed
def perft(game: str, depth: int, position: str | None, seed: int) -> None:
    """Count the leaves of the game tree.

    Its moves are whole turns in Alquerque, decisions elsewhere.
    """
    made = _failing(game, lambda: lg.make(game))
    state = made.new(seed) if position is None else _failing("--position", lambda: made.parse(position))
    count = alquerque.perft if made.name == "alquerque" else _count_decisions
    table = RichTable(box=box.SIMPLE_HEAD)
    for column in ("depth", "leaves", "seconds", "leaves / s"):
        table.add_column(column, justify="right")
    for level in range(1, depth + 1):
        begin = time.perf_counter()
        leaves = count(state, level)
        seconds = time.perf_counter() - begin
        table.add_row(str(level), f"{leaves:,}", f"{seconds:.3f}", f"{leaves / seconds:,.0f}")
    _console().print(table)


def _count_decisions(state: State, depth: int) -> int:
    actions = state.legal_actions
    return len(actions) if depth == 1 else sum(_count_decisions(state.apply(action), depth - 1) for action in actions)


@click.command()
@click.argument("games", nargs=-1)
@click.option(
    "--seconds", type=click.FloatRange(0, min_open=True), default=1.0, show_default=True, help="For each game."
)
def bench(games: tuple[str, ...], seconds: float) -> None:
    """Measure random games inside the C library.

    One thread; all games, or those that are named.
    """
    table = RichTable(box=box.SIMPLE_HEAD)
    table.add_column("game")
    for column in ("games", "decisions", "games / s", "decisions / s"):
        table.add_column(column, justify="right")
    for name in games or lg.games():
        game = _failing(name, lambda name=name: lg.make(name))  # type: ignore[misc]
        played = decisions = 0
        begin = time.perf_counter()
        while (taken := time.perf_counter() - begin) < seconds or played == 0:
            _, lengths = game.rollouts(50, seed=played)
            played += 50
            decisions += int(lengths.sum())
        row = (played, decisions, played / taken, decisions / taken)
        table.add_row(game.config, *(f"{number:,.0f}" for number in row))
    _console().print(table)


# ---- setups ----


@click.group()
def maze() -> None:
    """Mazes for Amazes: generate, check, print."""


@maze.command("generate")
@_seed
@_out
def generate_maze(seed: int, out: Path | None) -> None:
    """Make a maze like the contest's, with starts, as a maze file."""
    _write(amazes.maze(lg.make("amazes").new(seed)), out)


@maze.command("check")
@click.argument("file", type=_FILE)
def check_maze(file: Path) -> None:
    """Say whether a maze file keeps the rules."""
    walls, has_starts = _failing(str(file), lambda: amazes.check_maze(_read(file)))
    click.echo(f"{file}: a valid maze with {walls} interior walls, {'with' if has_starts else 'without'} starts")


@maze.command("print")
@click.argument("file", type=_FILE)
def print_maze(file: Path) -> None:
    """Show a maze and its figures."""
    text = _read(file)
    walls, has_starts = _failing(str(file), lambda: amazes.check_maze(text))
    lines = [line.removesuffix("\r") for line in text.splitlines()]
    rows = lines[2:] if has_starts else lines
    if has_starts:
        for name, line in zip(lg.make("amazes").seats, lines, strict=False):
            row, column, facing = line.split()
            rows = _marked(rows, int(row), int(column), name[0])
            click.echo(f"{name} begins in row {row}, column {column}, facing {facing}")
    click.echo("\n".join(rows))
    exits = Counter(_around(rows, row, column).count(" ") for row in range(1, 51, 2) for column in range(1, 51, 2))
    ends = Counter(4 - _around(rows, row, column).count(" ") for row in range(2, 50, 2) for column in range(2, 50, 2))
    click.echo(f"interior walls: {walls}")
    click.echo("squares with 1, 2, 3, 4 exits: " + ", ".join(str(exits[number]) for number in range(1, 5)))
    click.echo("corners touching 1, 2, 3, 4 walls: " + ", ".join(str(ends[number]) for number in range(1, 5)))


def _around(rows: list[str], row: int, column: int) -> str:
    return rows[row - 1][column] + rows[row][column + 1] + rows[row + 1][column] + rows[row][column - 1]


def _marked(rows: list[str], row: int, column: int, letter: str) -> list[str]:
    line = rows[2 * row - 1]
    return [*rows[: 2 * row - 1], line[: 2 * column - 1] + letter + line[2 * column :], *rows[2 * row :]]


@click.group("map")
def city_map() -> None:
    """Maps for On the Run: generate, check, print."""


@city_map.command("generate")
@click.option("--cities", type=click.IntRange(5, 200), default=200, show_default=True)
@_seed
@_out
def generate_map(cities: int, seed: int, out: Path | None) -> None:
    """Make a map that keeps all promises of the contest's page, as a connect.txt."""
    _write(str(lg.make("ontherun", cities=cities, map=seed % 2**31).shared_text), out)


@city_map.command("check")
@click.argument("file", type=_FILE)
def check_map(file: Path) -> None:
    """Say whether a connect.txt can be read and keeps the promises of the contest's page."""
    broken = ontherun.broken_promises(_failing(str(file), lambda: ontherun.on_map(_read(file))))
    if broken:
        raise click.ClickException(f"{file}: not promised by this map: " + "; ".join(broken))
    click.echo(f"{file}: a map that keeps all promises")


@city_map.command("print")
@click.argument("file", type=_FILE)
def print_map(file: Path) -> None:
    """Show which cities a map joins, and its figures."""
    game = _failing(str(file), lambda: ontherun.on_map(_read(file)))
    cities, connections = int(game.parameters["cities"]), ontherun.connections(game)
    joined: dict[tuple[int, str], list[int]] = {}
    for kind, one, other in connections:
        joined.setdefault((one, kind), []).append(other)
        joined.setdefault((other, kind), []).append(one)
    table = RichTable(box=box.SIMPLE_HEAD)
    for column in ("city", "by car", "by train", "by plane"):
        table.add_column(column)
    for city in range(1, cities + 1):
        table.add_row(str(city), *(" ".join(map(str, sorted(joined.get((city, kind), [])))) for kind in "CTP"))
    _console().print(table)
    counts = Counter(kind for kind, _, _ in connections)
    click.echo(f"{cities} cities; connections by car {counts['C']}, train {counts['T']}, plane {counts['P']}")


@click.group()
def field() -> None:
    """Fields for SnakeCore: generate, check, print."""


@field.command("generate")
@click.argument("game", default="snakecore")
@_seed
@_out
def generate_field(game: str, seed: int, out: Path | None) -> None:
    """Make a field, as a position; GAME has its numbers: "snakecore(size=24,players=4)"."""
    _write(f"{_failing(game, lambda: CONTESTS['snakecore'].setup(game, seed))}\n", out)


def _read_field(file: Path) -> State:
    state: State = _failing(str(file), lambda: CONTESTS["snakecore"].setup("snakecore", 1, _read(file)))
    return state


@field.command("check")
@click.argument("file", type=_FILE)
def check_field(file: Path) -> None:
    """Say whether a position or a getAction request is one that can be played."""
    state = _read_field(file)
    cells = Counter("".join(snakecore.field(state)))
    blocks = f"{cells['b']} ordinary and {cells['e']} energy blocks"
    click.echo(f"{file}: {state.game.players} players, {cells['W']} walls, {cells['R']} reactors, {blocks}")


@field.command("print")
@click.argument("file", type=_FILE)
def print_field(file: Path) -> None:
    """Show a position or a getAction request."""
    _console().print(Text(_read_field(file).board))


COMMANDS: tuple[click.Command, ...] = (convert, perft, bench, maze, city_map, field)
