"""Plays every game of libgames in several ways, and shows one final board of each game and a table.

    python demo.py [seconds] about this long for each row of the table, default 0.7

Every game is played twice over: decision by decision from Python, by the players of play_*.py, and at random by
calls of `Game.rollouts`, which stays inside the C library for many games at a time.
"""

import argparse
import time
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

import libgames as lg
import play_alquerque
import play_amazes
import play_blockdrop
import play_ontherun
import play_snakecore
from libgames.arena.outputs import coloured
from rich import box
from rich.console import Console, Group
from rich.panel import Panel
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

ROLLOUTS = 100  # games in one call: they take a fraction of a second in every game
SHOWN = 9  # the seed of the games whose last positions are shown
WIDE = 113  # columns in which two boards fit side by side


class Show(NamedTuple):
    """How a game is played and shown."""

    players: str
    play: Callable  # (game, seed): last state, moves, and optional lines about its course
    sides: tuple[str, ...]


SHOWS = {
    "alquerque": Show("at random", play_alquerque.play, ("White", "Black")),
    "amazes": Show("explorers", play_amazes.play, ("Red", "Blue")),
    "blockdrop": Show("attackers", play_blockdrop.play, ("#0", "#1", "#2", "#3")),
    "ontherun": Show("a hunt", play_ontherun.play, ("detectives", "fugitive")),
    "snakecore": Show("eaters", play_snakecore.play, ("#0", "#1")),
}


class Row(NamedTuple):
    """A row of the table."""

    game: lg.Game
    players: str
    games: int
    moves: int
    results: Counter  # of outcomes
    seconds: float


# ---- playing ----


def one_game(game: lg.Game, seed: int) -> tuple[Counter, int]:
    state, moves, *_ = SHOWS[game.name].play(game, seed)
    return Counter([state.outcome]), moves


def many_games(game: lg.Game, seed: int) -> tuple[Counter, int]:
    outcomes, lengths = game.rollouts(ROLLOUTS, seed=seed * ROLLOUTS)
    return Counter(map(tuple, outcomes.tolist())), int(lengths.sum())


def fill(game: lg.Game, players: str, play_some: Callable, seconds: float, progress: Progress) -> Row:
    """Plays until the time is over, with a progress bar."""
    task = progress.add_task(f"{game.name}: {players}", total=seconds)
    results: Counter = Counter()
    moves = calls = 0
    begin = time.perf_counter()
    while (elapsed := time.perf_counter() - begin) < seconds or calls == 0:
        more_results, more_moves = play_some(game, calls)
        results += more_results
        moves += more_moves
        calls += 1
        progress.update(task, completed=elapsed)
    progress.update(task, completed=seconds)
    return Row(game, players, results.total(), moves, results, elapsed)


# ---- showing ----


def describe(results: Counter, sides: tuple[str, ...]) -> str:
    """The percentages of games in which each side alone had the best outcome, and in which several shared it, without
    zeros."""
    alone = dict.fromkeys((*sides, "ties"), 0)
    for outcome, count in results.items():
        best = max(outcome)
        alone[sides[outcome.index(best)] if outcome.count(best) == 1 else "ties"] += count
    shares = {side: round(100 * count / results.total()) for side, count in alone.items()}
    return " ".join(f"{side} {share}" for side, share in shares.items() if share)


def final_board(game: lg.Game) -> Panel:
    """The course of one game, if its players report it, and its last position in colours."""
    show = SHOWS[game.name]
    last, moves, *story = show.play(game, SHOWN)
    lines = [Text(line) for line in sum(story, [])]
    return Panel.fit(Group(*lines, coloured(last)), title=f"{game.type.title}: the end after {moves} moves")


def arranged(panels: dict[str, Panel], width: int) -> Group | Table:
    """The boards one below the other, or in two columns where there is room."""
    if width < WIDE:
        return Group(*panels.values())
    columns = Table.grid(padding=(0, 1))
    columns.add_row(Group(panels["alquerque"], panels["blockdrop"]), panels["amazes"])
    columns.add_row(panels["snakecore"], panels["ontherun"])
    return columns


def table_of(rows: list[Row]) -> Table:
    table = Table(title="Games played", box=box.SIMPLE_HEAD, padding=0, collapse_padding=True,
                  caption="results: share of games in which each side did best alone, %")
    for column in ("game", "players", "results, %"):
        table.add_column(column)
    for column in ("games", "moves", "games/s"):
        table.add_column(column, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(row.game.name, row.players, describe(row.results, SHOWS[row.game.name].sides), f"{row.games:,}",
                      f"{row.moves:,}", f"{row.games / row.seconds:,.0f}")
    return table


def main(seconds: float) -> None:
    console = Console()
    games = [lg.make(name) for name in lg.games()]
    rows = []
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console) as progress:
        for game in games:
            rows.append(fill(game, SHOWS[game.name].players, one_game, seconds, progress))
            rows.append(fill(game, "random in C", many_games, seconds, progress))
    console.print(arranged({game.name: final_board(game) for game in games}, console.width))
    console.print(table_of(rows))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seconds", type=float, nargs="?", default=0.7,
                        help="time for each row of the table (default 0.7)")
    main(parser.parse_args().seconds)
