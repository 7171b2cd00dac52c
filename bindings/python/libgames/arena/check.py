"""The command `libgames check`: tests a game against the contracts of its table."""

from __future__ import annotations

import os
from pathlib import Path

import click
import libgames as lg
from libgames._types import Checked, Finding
from libgames.game import Game
from rich import box
from rich.table import Table
from rich.text import Text

from .._words import counted
from . import outputs
from .tools import COUNT, SEED


@click.command()
@click.argument("games", nargs=-1, required=True, metavar="FILE|GAME...")
@click.option("--playthroughs", type=COUNT, default=100, show_default=True, help="Random games of each.")
@click.option(
    "--decisions", type=click.IntRange(1, 2**63 - 1), default=10_000, show_default=True,
    help="Most decisions of a random game.",
)
@click.option("--seed", type=SEED, default=0, show_default=True, help="Seed of the first game.")
def check(games: tuple[str, ...], playthroughs: int, decisions: int, seed: int) -> None:
    """Try every contract of games in random playthroughs.

    FILE is the file of a game, such as ./connect_four.so, whose code runs here; GAME is a configuration, such as
    "connect_four(columns=5)". A broken contract is named together with the seed and the number of decisions that lead
    to it; the exit status is then 1. Ctrl-C ends it with the checks so far.
    """
    console = outputs.console()
    chosen = [_game(name) for name in games]
    table = Table(box=box.SIMPLE_HEAD)
    for column in ("game", "games", "decisions", "states", "found"):
        table.add_column(column, justify="left" if column in ("game", "found") else "right", overflow="fold")
    broken, finished = 0, True
    with outputs.progress() as progress:
        for game in chosen:
            task = progress.add_task(game.config, total=playthroughs)
            walked = Checked(None, 0, 0, 0)
            try:
                for number in range(playthroughs):
                    walked = _sum(walked, game.check(1, decisions, (seed + number) % 2**64))
                    progress.advance(task)
                    if walked.finding is not None:
                        break
            except KeyboardInterrupt:
                finished = False
            found = walked.finding
            broken += found is not None
            words = "nothing" if found is None else f"{found.contract}: {found.text}{_where(found)}"
            table.add_row(Text(game.config), *(f"{count:,}" for count in walked[1:]), Text(words))
            if not finished:
                break
    console.print(table)
    if not finished:
        console.print("interrupted")
        raise SystemExit(130)
    raise SystemExit(1 if broken else 0)


def _where(found: Finding) -> str:
    return "" if found.decisions < 0 else f" (seed {found.seed}, after {counted(found.decisions, 'decision')})"


def _game(name: str) -> Game:
    """The game in a file, with its default parameters, or of a configuration."""
    if os.path.dirname(name) and not Path(name).is_file():  # no configuration has one
        raise click.UsageError(f"{name}: " + ("it is no file" if Path(name).exists() else "there is no such file"))
    try:
        return lg.make(lg.load(name).name) if Path(name).is_file() else lg.make(name)
    except ValueError as error:
        raise click.UsageError(str(error)) from error


def _sum(one: Checked, other: Checked) -> Checked:
    return Checked(other.finding, *(a + b for a, b in zip(one[1:], other[1:], strict=True)))
