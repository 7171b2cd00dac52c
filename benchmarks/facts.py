"""Plays many games of each bot in all seats, and prints statistics of play: legal actions, lengths, results.

Each finished part of the games is a line of FOLDER/facts.jsonl. A second run with the same folder plays the missing
games, for instance after Ctrl-C or with more games. The games are numbered from 1, and the same number is the same game
everywhere. A changed library is not noticed: use a new folder.
"""

import json
import math
import operator
import os
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import click
import libgames as lg
from common import Lines
from libgames.arena import outputs
from libgames.arena.tools import JOBS

ROOT = Path(__file__).parents[1]
HEADING = "## Statistics of play"
BOTS = (("random", 10_000_000), ("greedy", 100_000), ("strong(simulations=100)", 2_000))
PART = {"random": 100_000, "greedy": 10_000}  # games of a part; of other bots 100
NUMBERS = {"decisions", "turns", "scores", "legal", "wins"}

Sums = dict[str, Any]  # the output of benchmarks/facts.c


def part_of(line: str) -> Sums:
    """Reads a line of the file. Raises ValueError."""
    part = json.loads(line)
    if not isinstance(part, dict) or part.keys() != NUMBERS | {"game", "bot", "first", "games"}:
        raise ValueError("expected a part as JSON, as this program writes it")
    for name, value in part.items():
        if name in ("game", "bot"):
            sound = isinstance(value, str)
        elif name in ("first", "games"):
            sound = isinstance(value, int)
        else:
            rows = value if name == "scores" and isinstance(value, list) else [value]
            sound = all(isinstance(row, list) and all(isinstance(number, int) for number in row) and
                        (name == "wins" or len(row) == 4) for row in rows)  # fmt: skip
        if not sound:
            raise ValueError(f"{name}: expected a line of this program, not {value!r}")
    return part


def merged(parts: list[Sums]) -> Sums:
    """The sums over all games of several parts."""

    def both(one: list[int], other: list[int]) -> list[int]:
        return [one[0] + other[0], one[1] + other[1], min(one[2], other[2]), max(one[3], other[3])]

    total = dict(parts[0])
    for part in parts[1:]:
        total["games"] += part["games"]
        for name in ("decisions", "turns"):
            total[name] = both(total[name], part[name])
        total["scores"] = list(map(both, total["scores"], part["scores"]))
        most = max(total["legal"][3], part["legal"][3])
        total["legal"] = [*map(operator.add, total["legal"][:3], part["legal"][:3]), most]
        total["wins"] = list(map(operator.add, total["wins"], part["wins"]))
    return total


# ---- output ----


def shown(value: float, half: float) -> str:
    """A number and half of its 95% interval, with two digits."""
    if half == 0:
        return f"{value:,.10g}"
    digits = max(0, 1 - math.floor(math.log10(half)))
    return f"{value:,.{digits}f} ± {half:,.{digits}f}".replace("-", "−")


def mean(games: int, sums: list[int]) -> str:
    """The mean of a number in each game, with its interval."""
    spread = max(0, games * sums[1] - sums[0] ** 2)
    return shown(sums[0] / games, 1.96 * math.sqrt(spread / max(1, games - 1)) / games)


def ratio(games: int, legal: list[int], decisions: list[int]) -> str:
    """Legal actions a decision. The decisions of a game depend on each other, so the interval is based on the
    differences between games."""
    above, below, products = legal[0], decisions[0], legal[2]
    squares = legal[1] * below**2 - 2 * above * below * products + above**2 * decisions[1]
    return shown(above / below, 1.96 * math.sqrt(max(0, squares) * games / max(1, games - 1)) / below**2)


def share(games: int, count: int) -> str:
    """A share of the games in percent with Wilson's 95% interval, whose width determines the number of digits."""
    z = 1.96**2
    middle, half = count + z / 2, 1.96 * math.sqrt(count * (games - count) / games + z / 4)
    low, high = (100 * min(1.0, max(0.0, edge / (games + z))) for edge in (middle - half, middle + half))
    digits = min(6, max(0, 1 - math.floor(math.log10((high - low) / 2))))
    return f"{100 * count / games:.{digits}f}% ({low:.{digits}f}–{high:.{digits}f})".replace(" ", "\u00a0")


def extremes(sums: list[int]) -> str:
    return f"{sums[2]:,} … {sums[3]:,}"


def table(game: lg.Game, found: list[Sums]) -> list[str]:
    """A column for each bot."""
    rows = [["games", *(f"{one['games']:,}" for one in found)]]

    def row(name: str, cell: Any) -> None:
        rows.append([name, *(cell(one["games"], one) for one in found)])

    row("legal actions, mean", lambda games, one: ratio(games, one["legal"], one["decisions"]))
    row("legal actions, most", lambda games, one: f"{one['legal'][3]:,}")
    for name in ("decisions", "turns"):
        row(f"{name} of a game, mean", lambda games, one, name=name: mean(games, one[name]))
        row(f"{name}, shortest … longest", lambda games, one, name=name: extremes(one[name]))
    row("drawn", lambda games, one: share(games, one["wins"][-1]))
    for seat, name in enumerate(game.seats):
        row(f"won by {name}", lambda games, one, seat=seat: share(games, one["wins"][seat]))
    for seat, name in enumerate(game.seats):
        row(f"points of {name}", lambda games, one, seat=seat: mean(games, one["scores"][seat]))
    head = ["", *(f"`{one['bot']}`" for one in found)]
    return ["| " + " | ".join(line) + " |" for line in (head, ["---", *["---:"] * len(found)], *rows)]


def section(game: lg.Game, found: list[Sums], command: str) -> str:
    """The section of a game's page, up to the next heading."""
    parameters = "with the default parameters" if game.config == game.name else f"in `{game.config}`"
    text = f"""{HEADING}

Each bot has played all seats against itself, {parameters} and the seeds 1, 2, 3, … A turn is a whole
contest move. A game is drawn when no outcome is better than all others. Means and shares are given with 95% intervals,
and extremes as far as they were seen. Written by

```sh
{command}
```
"""
    return "\n".join([text, *table(game, found), "", ""])


def with_section(page: Path, text: str) -> str:
    """The page with the section in place of the one with its heading. Raises ValueError, OSError."""
    old = page.read_text(encoding="utf-8")
    new, count = re.subn(rf"^{HEADING}\n.*?(?=^## )", lambda _: text, old, flags=re.DOTALL | re.MULTILINE)
    if count != 1:
        raise ValueError(f"{page}: expected one section {HEADING!r}, with another one after it")
    return new


# ---- the command ----


def play(program: Path, game: str, bot: str, first: int, games: int) -> Sums:
    """A part of the games. Raises ValueError, OSError."""
    done = subprocess.run([program, game, bot, str(first), str(games)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise ValueError(done.stderr.strip() or f"{program} ended with exit status {done.returncode}")
    return {"game": game, "bot": bot, "first": first, **json.loads(done.stdout)}


def play_all(program: Path, wanted: list[tuple[str, str, int]], lines: Lines[Sums], jobs: int) -> dict[tuple[str, str], Sums]:
    """The sums of all games of (game, bot, count); the file contains some of them already. Raises ValueError,
    OSError."""
    known = {(part["game"], part["bot"], part["first"], part["games"]): part for part in lines.results}
    tasks = []
    for game, bot, count in wanted:
        size = PART.get(bot, 100)
        for first in range(1, count + 1, size):
            tasks.append((game, bot, first, min(size, count + 1 - first)))
    lacking = [task for task in tasks if task not in known]
    with outputs.progress() as progress, ThreadPoolExecutor(jobs) as pool:
        bar = progress.add_task("parts", total=len(lacking))
        running = {pool.submit(play, program, *task): task for task in lacking}
        try:
            for future in as_completed(running):
                known[running[future]] = part = future.result()
                lines.add(json.dumps(part) + "\n")
                progress.update(bar, advance=1)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    parts: dict[tuple[str, str], list[Sums]] = {}
    for task in tasks:
        parts.setdefault(task[:2], []).append(known[task])
    return {which: merged(some) for which, some in parts.items()}


@click.command(help=__doc__, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--game", "games", multiple=True, metavar="GAME", help="A game (may be repeated). [default: all]")
@click.option("--bot", "bots", multiple=True, nargs=2, type=(str, click.IntRange(1, 10**12)), metavar="BOT GAMES",
              help="A bot and its number of games (may be repeated). "
                   f"[default: {', '.join(f'{bot} {games:,}' for bot, games in BOTS)}]")  # fmt: skip
@click.option("--jobs", type=JOBS, default=os.cpu_count() or 1, show_default="all processors",
              help="Processes that play at the same time.")  # fmt: skip
@click.option("--folder", type=outputs.OutputFolder(), default="build-auto/facts", show_default=True,
              help="Folder for the finished parts.")  # fmt: skip
@click.option("--pages", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="FOLDER",
              help="Write each table into the section of the game's page in this folder, instead of printing it.")  # fmt: skip
@click.option("--json", type=outputs.OutputFile(), help="Write all sums to this file.")
@click.option("--program", type=click.Path(dir_okay=False, path_type=Path), show_default=True,
              default=ROOT / "build-auto/bench/benchmarks/facts", help="Compiled from facts.c, which plays the games.")  # fmt: skip
def main(
    games: tuple[str, ...], bots: tuple[tuple[str, int], ...], jobs: int, folder: Path, pages: Path | None,
    json: Path | None, program: Path,
) -> None:  # fmt: skip
    try:
        made = [lg.make(game) for game in games or lg.games()]
        chosen = [(lg.Bot(bot).config, count) for bot, count in bots or BOTS]
        if len({bot for bot, _ in chosen}) < len(chosen) or len({game.config for game in made}) < len(made):
            raise ValueError("expected games and bots that are all different")
        folder.mkdir(parents=True, exist_ok=True)
        lines = Lines(folder / "facts.jsonl", part_of, "program")
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    except OSError as error:
        raise click.ClickException(outputs.reason(error)) from error
    wanted = [(game.config, bot, count) for game in made for bot, count in chosen]
    try:
        for game in made if pages is not None else ():
            with_section(pages / f"{game.name}.md", "")  # before hours of play
        found = play_all(program.absolute(), wanted, lines, jobs)
        for game in made:
            sums = [found[game.config, bot] for bot, _ in chosen]
            if pages is None:
                click.echo("\n".join([game.config, "", *table(game, sums), ""]))
            else:
                page = pages / f"{game.name}.md"
                outputs.write(page, with_section(page, section(game, sums, command_of(game, sums, pages))))
        if json is not None:
            outputs.write(json, json_format(list(found.values())))
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(outputs.reason(error)) from error
    finally:
        lines.close()


def command_of(game: lg.Game, found: list[Sums], pages: Path) -> str:
    """The command that writes this section alone."""
    words = [word for one in found for word in ("--bot", one["bot"], str(one["games"]))]
    usual = [(one["bot"], one["games"]) for one in found] == list(BOTS)
    return shlex.join(["script/facts", "--game", game.config, *([] if usual else words), "--pages", str(pages)])


def json_format(facts: list[Sums]) -> str:
    return json.dumps(facts, indent=1) + "\n"


if __name__ == "__main__":
    sys.exit(main(prog_name="script/facts"))
