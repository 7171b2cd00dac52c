"""Trains Connect Four by examples/training/alphazero.py and draws its strength.

    python benchmarks/alphazero.py --opening 8 --minutes 10 20 30 45 60 75

After each of these minutes it plays against mcts, by the network alone and with a search, and a solver
(benchmarks/solve_connect_four.c) finds which of its decisions were perfect. All results are in --work, where an
interrupted run continues; the plot is drawn from them. Needs a C compiler and the extra: "libgames[train]".

    python benchmarks/alphazero.py --curve runs/alquerque --plot docs/alphazero-alquerque.png

draws the points in the evaluations of a run of alphazero.py instead, for any game.
"""

import argparse
import json
import math
import shlex
import subprocess
import sys
from pathlib import Path

import libgames as lg
import matplotlib
from common import time_in, whole

matplotlib.use("agg")
from matplotlib import pyplot  # noqa: E402

ROOT = Path(__file__).resolve().parents[1]
OPPONENT = "mcts(simulations=1000)"


def evaluations(run: Path, options: argparse.Namespace) -> list[dict]:
    """The lines of strength.jsonl that judge these decisions, in games against this opponent. Raises OSError,
    ValueError."""
    file = run / "strength.jsonl"
    try:
        rows = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
        return [row for row in rows if row.get("solved", {}).get("after") == options.solve_after and OPPONENT in row["against"]]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ValueError(f"{file}: expected a line of JSON for each evaluation ({error!r})") from error


def train(options: argparse.Namespace) -> list[dict]:
    """All evaluations; missing ones are made now. Raises OSError, ValueError, CalledProcessError."""
    options.work.mkdir(parents=True, exist_ok=True)
    game, solver, run = (options.work / name for name in ("connect_four.so", "solve_connect_four", options.game))
    shared = ["-shared", "-fPIC", "-I", lg.get_include(), ROOT / "examples/games/connect_four.c", "-o", game]
    for words in (shared, [ROOT / "benchmarks/solve_connect_four.c", "-o", solver]):
        subprocess.run(["cc", "-O3", *map(str, words)], check=True)
    command = [sys.executable, ROOT / "examples/training/alphazero.py", options.game, "--load", game, "--out", run]
    command += ["--evaluator", "torch", "--opening", options.opening]
    evaluate = ["--evaluate", options.evaluate, "--against", OPPONENT, "--solver", solver.resolve()]
    evaluate += ["--solve", options.solve, "--solve-after", options.solve_after]
    for minutes in options.minutes:
        for play in options.play:
            if any(row["play"] == play and row["minutes"] >= minutes for row in evaluations(run, options)):
                continue
            words = ["--resume"] if (run / "checkpoint.pt").exists() else []
            words += ["--minutes", minutes, "--play", play, *evaluate]
            subprocess.run(list(map(str, [*command, *words])), check=True)
    return evaluations(run, options)


def plot(rows: list[dict], path: Path) -> None:
    """Perfect decisions, and points against the opponent, against CPU time."""
    pyplot.style.use("libgames.pictures.plots")
    figure, axes = pyplot.subplots(1, 2, figsize=(9, 4.8))
    lowest = 99.0
    for play in sorted({row["play"] for row in rows}):
        mine = sorted((row for row in rows if row["play"] == play), key=lambda row: row["round"])
        minutes = [row["processor_minutes"] for row in mine]
        label = f"{play} simulations a decision" if play else "the network alone"
        solved = [row["solved"] for row in mine]
        perfect = [100 * one["perfect"] / (one["decisions"] or math.nan) for one in solved]
        line = axes[0].plot(minutes, perfect, "o-", label=label)
        risky = [100 * one["perfect_of_risky"] / (one["risky"] or math.nan) for one in solved]
        axes[0].plot(minutes, risky, "o:", color=line[0].get_color(), label=f"{label}, where something can go wrong")
        lowest = min([lowest, *(share for share in perfect + risky if not math.isnan(share))])
        results = [row["against"][OPPONENT] for row in mine]
        points = [100 * (won + drawn / 2) / (won + drawn + lost) for won, drawn, lost in results]
        axes[1].plot(minutes, points, "o-", color=line[0].get_color(), label=label)
    axes[0].set(title="Perfect decisions, %", ylim=(10 * math.floor(lowest / 10), 100.5))
    axes[1].set(title=f"Points against {OPPONENT}, %", ylim=(0, 101))
    for one in axes:
        one.set(xlabel="minutes of one processor", xlim=(0, None))
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=2)
    figure.savefig(path, dpi=100)
    pyplot.close(figure)


def draw_curve(run: Path, path: Path) -> int:
    """Points against each opponent with 95% intervals, by CPU time; returns the number of evaluations. Raises OSError,
    ValueError."""
    file, lines = run / "strength.jsonl", {}
    try:
        for row in map(json.loads, file.read_text().splitlines()):
            for opponent, (won, drawn, lost) in row["against"].items():
                games = won + drawn + lost
                points = (won + drawn / 2) / games
                spread = ((won * (1 - points) ** 2 + drawn * (0.5 - points) ** 2 + lost * points**2) / games) ** 0.5
                half = 196 * max(spread, 0.5 / games**0.5) / games**0.5  # all alike would have no interval
                label = f"{row['play']} simulations" if row["play"] else "no search"
                label += f" against {opponent}"
                lines.setdefault(label, []).append((row["processor_minutes"], 100 * points, half))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, ZeroDivisionError) as error:
        raise ValueError(f"{file}: expected a line of JSON for each evaluation ({error!r})") from error
    pyplot.style.use("libgames.pictures.plots")
    figure, axes = pyplot.subplots(figsize=(6.4, 4))
    for label, found in lines.items():
        minutes, points, half = zip(*sorted(found), strict=True)
        axes.errorbar(minutes, points, half, fmt="o-", capsize=3, label=label)
    axes.axhline(50, color="grey", linewidth=0.8)
    axes.set(title="Points, %", xlabel="minutes of one processor, learning included", xlim=(0, None), ylim=(0, 101))
    axes.legend(loc="lower right")
    figure.savefig(path, dpi=100)
    pyplot.close(figure)
    return sum(map(len, lines.values()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="connect_four")
    parser.add_argument("--opening", type=whole(0, 2**31 - 1), default=8, metavar="DECISIONS",
                        help="at random before each game, at most (default 8)")  # fmt: skip
    parser.add_argument("--minutes", nargs="+", type=time_in("minutes"), default=[10, 20, 30, 45, 60, 75])
    parser.add_argument("--play", nargs="+", type=whole(0, 2**31 - 1), default=[0, 100, 400],
                        help="simulations; 0: only the network")  # fmt: skip
    parser.add_argument("--evaluate", type=whole(1, 2**20), default=200, help="games of each evaluation (default 200)")
    parser.add_argument("--solve", type=whole(1, 2**31 - 1), default=1000, help="decisions solved in each evaluation (default 1000)")
    parser.add_argument("--solve-after", type=whole(0, 2**31 - 1), default=10,
                        help="decisions of a game (default 10)")  # fmt: skip
    parser.add_argument("--plot", type=Path, default=ROOT / "docs/alphazero.png", help="(default docs/alphazero.png)")
    parser.add_argument("--work", type=Path, default=ROOT / "runs/alphazero", help="(default runs/alphazero)")
    parser.add_argument("--curve", type=Path, metavar="RUN", help="draw the evaluations of this folder; train nothing")
    options = parser.parse_args()
    try:
        if options.curve:
            print(f"{options.plot}: {draw_curve(options.curve, options.plot)} evaluations")
            return
        rows = train(options)
    except subprocess.CalledProcessError as error:
        sys.exit(f"error: exit status {error.returncode}, with the message above, of {shlex.join(error.cmd)}")
    except (OSError, ValueError) as error:
        sys.exit(f"error: {error}")
    plot(rows, options.plot)
    print(f"{options.plot}: {len(rows)} evaluations")


if __name__ == "__main__":
    main()
