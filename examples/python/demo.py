"""Plays random games of everything that libgames has, and shows one final board of each game and a table.

    python demo.py [seconds]        about so long for each row of the table

Every game is played twice over: decision by decision from Python, and by one call of `Game.rollouts` for many games,
which stays inside the C library.
"""

import random
import sys
import time
from collections import Counter
from typing import NamedTuple

import libgames as lg
from rich.console import Console
from rich.panel import Panel
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

ROLLOUTS = 250  # games in one call: a fraction of a second for every game


class Row(NamedTuple):
    game: lg.Game
    how: str
    games: int
    moves: int
    results: Counter
    seconds: float


def play(game: lg.Game, seed: int) -> tuple[lg.State, int]:
    """One random game, decision by decision: its last state, and how many decisions it took."""
    rng = random.Random(seed)
    state = game.new(seed)
    moves = 0
    while actions := state.legal_actions:
        state = state.apply(rng.choice(actions))
        moves += 1
    return state, moves


def one_by_one(game: lg.Game, seed: int) -> tuple[Counter, int]:
    state, moves = play(game, seed)
    return Counter([state.outcome]), moves


def many_at_once(game: lg.Game, seed: int) -> tuple[Counter, int]:
    outcomes, lengths = game.rollouts(ROLLOUTS, seed=seed * ROLLOUTS)
    return Counter(tuple(outcome) for outcome in outcomes.tolist()), int(lengths.sum())


def fill(how: str, play_some, game: lg.Game, seconds: float, progress: Progress) -> Row:
    """Plays until the time is over, with a progress bar."""
    task = progress.add_task(f"{game.name}, {how}", total=seconds)
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
    return Row(game, how, results.total(), moves, results, elapsed)


def describe(results: Counter, players: int) -> str:
    """In how many games each player alone had the best outcome; in the rest several shared it."""
    alone = [0] * players
    for outcome, count in results.items():
        best = max(outcome)
        if outcome.count(best) == 1:
            alone[outcome.index(best)] += count
    return "  ".join(f"{count / results.total():.0%}" for count in alone)


def table_of(rows: list[Row]) -> Table:
    table = Table(title="Random games", caption="best: how often each player alone had the best outcome")
    for column in ("game", "played", "best"):
        table.add_column(column)
    for column in ("games", "moves", "games / s"):
        table.add_column(column, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(row.game.name, row.how, describe(row.results, row.game.players), f"{row.games:,}",
                      f"{row.moves:,}", f"{row.games / row.seconds:,.0f}")
    return table


def main(seconds: float = 2.0) -> None:
    console = Console()
    games = [lg.make(name) for name in lg.games()]
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    rows = []
    with Progress(*columns, console=console) as progress:
        for game in games:
            rows.append(fill("from Python", one_by_one, game, seconds, progress))
            rows.append(fill("inside C", many_at_once, game, seconds, progress))
    for game in games:
        last, moves = play(game, 0)
        console.print(Panel.fit(Text(last.board), title=f"{game.type.title}: the end after {moves} moves"))
    console.print(table_of(rows))


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
