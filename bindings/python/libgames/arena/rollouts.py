"""The command `libgames rollouts`: statistics of any number of random games."""

from __future__ import annotations

import json as json_format
from pathlib import Path
from typing import Any

import click
import libgames as lg
from rich import box
from rich.table import Table

from . import outputs, tools
from .report import say
from .tools import JOBS, SEED, loading


@click.command()
@loading
@click.argument("game")
@click.argument("count", type=click.IntRange(1, 2**62))
@click.option("--seed", type=SEED, default=0, show_default=True, help="Seed of the first game.")
@click.option("--jobs", type=JOBS, help="Threads on this machine; default: one for each processor.")
@click.option("--cluster", metavar="ADDRESS",
              help="Play on all cores of this Ray cluster instead; `auto` finds a running one.")
@click.option("--resume", type=outputs.OutputFile(), metavar="FILE",
              help="Keep the counts in this file, and continue from those in it.")
@click.option("--json", type=outputs.OutputFile(), help="Write the statistics to this file.")
def rollouts(
    game: str, count: int, seed: int, jobs: int | None, cluster: str | None, resume: Path | None, json: Path | None
) -> None:
    """Play random games and count their results and lengths.

    COUNT games, each from a different seed: the numbers do not depend on where they are played. After Ctrl-C, the same
    command with --resume continues.
    """
    from .. import cluster as clusters

    try:
        made = lg.make(game)
        with clusters.connect(cluster, jobs=jobs) as nodes:
            found = clusters.rollouts(made, count, seed, cluster=nodes, resume=resume)
    except ValueError as error:
        raise tools.usage_error(error) from error
    except (ImportError, clusters.ClusterError) as error:
        raise click.ClickException(str(error)) from error
    except KeyboardInterrupt:
        say(outputs.console(), "interrupted" + ("" if resume is None else f"; the counts are in {resume}"))
        raise SystemExit(130) from None
    problem: OSError | None = None
    try:
        if json is not None:
            outputs.write(json, json_format.dumps(_facts(made, found, seed), indent=1) + "\n")
    except OSError as error:
        problem = error
    _show(made, found)
    if problem is not None:
        raise click.ClickException(outputs.reason(problem))


def _facts(game: lg.Game, found: Any, seed: int) -> dict[str, Any]:
    return {
        "library": lg.__version__,
        "game": game.config,
        "seed": seed,
        "games": found.games,
        "decisions": found.decisions,
        "lengths": list(found.lengths.items()),
        "outcomes": [list(seat.items()) for seat in found.outcomes],
    }


def _show(game: lg.Game, found: Any) -> None:
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("seat")
    for column in ("above 0", "0", "below 0", "mean outcome"):
        table.add_column(column, justify="right")
    for seat, (name, values) in enumerate(zip(game.seats, found.outcomes, strict=True)):
        parts = [sum(games for value, games in values.items() if (value > 0) - (value < 0) == sign) for sign in (1, 0, -1)]
        table.add_row(name, *(f"{part:,}" for part in parts), f"{found.mean_outcome(seat):+.6f}")
    console = outputs.console()
    console.print(table)
    mean = found.decisions / found.games
    say(
        console,
        f"{found.games:,} games of {game.config}, {found.decisions:,} decisions: "
        f"{min(found.lengths):,} … {max(found.lengths):,} a game, on average {mean:,.3f}",
    )
