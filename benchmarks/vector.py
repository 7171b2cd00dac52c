"""The decisions a second of batches from Python, compared with the C batch and other libraries.

    python vector.py [--seconds 0.1] [--rounds 9] [--threads 2] [--c PROGRAM] [--java JAR] [--out FOLDER]
                     [--games NAME ...]

Agent steps: every decision of a player; steps that only begin a new episode are not counted. Timed is
envs.step with everything that it does: the action, new games, observation, mask, rewards, flags, the results as NumPy
arrays. Choosing the actions (random legal ones) is not. Every player is a learner, except in a second table, which compares
opponents that are bots with opponents that are functions. Each number is the best of --rounds of --seconds after one
round to warm up.

--c names bench_batch of a build with -Dbenchmarks=true, --java libgames.jar of one with -Djava=enabled, for Bench.java:
the same work in C and Java, measured right before. --out writes vector.md and vector.png there.
"""

import argparse
import math
import os
import platform
import random
import re
import subprocess
import sys
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import libgames as lg
import numpy as np
from common import time_in

ROUNDS = 9
SIZES = (1, 64, 1024, 16384)
THREADS = (1, 2)
MOST_MEMORY = 600 << 20  # bytes of observations; larger batches are left out, as in bench_batch


def best_rate(work, seconds: float) -> float:
    """`work()` returns (units, seconds) of a part; units a second in the best round."""
    best = 0.0
    for number in range(ROUNDS + 1):
        units = elapsed = 0.0
        while elapsed < seconds or units == 0:
            more, took = work()
            units, elapsed = units + more, elapsed + took
        if number > 0:
            best = max(best, units / elapsed)
    return best


# ---- libgames ----


def batch_rate(game: str, observation: str, size: int, threads: int, copy: bool, seconds: float) -> float | None:
    space = next(space for space in lg.make(game).observation_spaces if space.name == observation)
    if size * np.prod(space.shape) * space.dtype.itemsize > MOST_MEMORY:
        return None
    envs = lg.vector.make(
        game, size, opponents=None, observation=observation, seed=1, threads=threads, copy=copy
    )
    envs.reset()
    over = np.zeros(size, np.bool_)

    def work():
        nonlocal over
        envs.actions[:] = envs.sample()
        counted, begin = size - int(over.sum()), time.perf_counter()
        _, _, terminated, truncated, _ = envs.step(envs.actions)
        took = time.perf_counter() - begin
        over = terminated | truncated
        return counted, took

    rate = best_rate(work, seconds)
    envs.close()
    return rate


def single_rate(game: str, observation: str, seconds: float) -> float:
    """One state after the other: apply, mask, observation."""
    rng, made, seed = random.Random(1), lg.make(game), 0
    state = made.new(seed)

    def work():
        nonlocal state, seed
        if state.is_over:
            seed += 1
            state = made.new(seed)
        action = rng.choice(state.legal_actions)
        begin = time.perf_counter()
        state = state.apply(action)
        state.action_mask  # noqa: B018
        state.observation(name=observation)
        return 1, time.perf_counter() - begin

    return best_rate(work, seconds)


def printed_rates(command: list[str | Path], game: str, seconds: float) -> dict[str, list[float | None]]:
    """The numbers that bench_batch or Bench.java prints for each encoding: of a single state, then for one thread, then
    for two."""
    if not command:
        return {}
    output = subprocess.run([*command, str(seconds), game], capture_output=True, text=True, check=True).stdout
    rates = {}
    for line in output.splitlines():
        if found := re.match(rf'\| {re.escape(game)}, "(\w+)" \(\d+ bytes\) +\|', line):
            cells = [cell.strip() for cell in line.split("|")[2:-1]]
            rates[found[1]] = [float(cell) * 1e6 if cell else None for cell in cells]
    return rates


# ---- opponents ----


def any_action(state: lg.State) -> int:
    return random.choice(state.legal_actions)


def any_actions(observations, masks):
    """Stands for the answer of a network without any cost."""
    return (masks * np.random.random(masks.shape)).argmax(axis=1)


OPPONENTS = {"`random`": "random", "`greedy`": "greedy", "function of a state": any_action,
             "function of observations": lg.Policy(any_actions, observation="")}  # fmt: skip


def opponents_row(game: str, size: int = 1024, steps: int = 10) -> list[str | float]:
    """Microseconds of a learner's step against each of the opponents, measured in rotation, the best of ROUNDS. All
    play the same number of steps, since a step takes longer where more opponents move in it."""
    every = {name: lg.vector.make(game, size, opponents=one, seed=1, copy=False) for name, one in OPPONENTS.items()}
    best = dict.fromkeys(every, math.inf)
    for number in range(ROUNDS + 1):
        for name, envs in every.items():
            if number == 0:
                envs.reset()
            took = 0.0
            for _ in range(steps):
                envs.actions[:] = envs.sample()
                begin = time.perf_counter()
                envs.step(envs.actions)
                took += time.perf_counter() - begin
            if number > 0:
                best[name] = min(best[name], 1e6 * took / (steps * size))
    return [game, *(f"{time:.3g}" for time in best.values()), *(f"{best[name] / best['`random`']:.3g}" for name in list(best)[2:])]


# ---- yardsticks ----


def pettingzoo_connect_four(seconds: float) -> float:
    """Turns of PettingZoo's connect four with its observations and masks."""
    from pettingzoo.classic.connect_four import connect_four

    env, rng = connect_four.env(), random.Random(1)

    def work():
        env.reset()
        turns = took = 0.0
        for _ in env.agent_iter():
            begin = time.perf_counter()
            observation, _, terminated, truncated, _ = env.last()
            took += time.perf_counter() - begin
            over = terminated or truncated
            action = None if over else rng.choice(np.flatnonzero(observation["action_mask"]))
            begin = time.perf_counter()
            env.step(action)
            took += time.perf_counter() - begin
            turns += not over
        return turns, took

    return best_rate(work, seconds)


def openspiel(name: str, tensors: bool, seconds: float) -> float:
    """Decisions of a game of OpenSpiel from Python: the legal actions and the action, or mask, tensor and action."""
    import pyspiel

    game, rng = pyspiel.load_game(name), random.Random(1)

    def work():
        state = game.new_initial_state()
        decisions = took = 0.0
        legal = state.legal_actions()
        while not state.is_terminal():
            action = rng.choice(legal)
            begin = time.perf_counter()
            state.apply_action(action)
            legal = state.legal_actions()
            if tensors and legal:
                state.legal_actions_mask()
                state.observation_tensor()
            took += time.perf_counter() - begin
            decisions += 1
        return decisions, took

    return best_rate(work, seconds)


def sync_vector_env(name: str, seconds: float, size: int = 64) -> float:
    """Gymnasium's SyncVectorEnv of libgames' own single environments, each against random opponents."""
    import gymnasium
    import libgames.gymnasium  # noqa: F401

    envs = gymnasium.vector.SyncVectorEnv([lambda: gymnasium.make(f"libgames/{name}-v0") for _ in range(size)])
    masks, over = envs.reset(seed=1)[1]["action_mask"], np.zeros(size, np.bool_)

    def work():
        nonlocal masks, over
        actions = (masks * np.random.random(masks.shape)).argmax(axis=1)
        counted, begin = size - int(over.sum()), time.perf_counter()
        _, _, terminated, truncated, infos = envs.step(actions)
        took = time.perf_counter() - begin
        masks, over = infos["action_mask"], terminated | truncated
        return counted, took

    return best_rate(work, seconds)


YARDSTICKS = {
    "PettingZoo connect four, `last` and `step`": (pettingzoo_connect_four,),
    "OpenSpiel checkers from Python, legal actions": (openspiel, "checkers", False),
    "OpenSpiel checkers from Python, mask and tensor": (openspiel, "checkers", True),
    "OpenSpiel breakthrough from Python, legal actions": (openspiel, "breakthrough", False),
    "OpenSpiel breakthrough from Python, mask and tensor": (openspiel, "breakthrough", True),
    "SyncVectorEnv of 64 libgames/Alquerque-v0": (sync_vector_env, "Alquerque"),
    "SyncVectorEnv of 64 libgames/SnakeCore-v0": (sync_vector_env, "SnakeCore"),
}


def yardsticks(seconds: float) -> dict[str, float | None]:
    """Decisions a second of each; None where its package is not installed."""
    rates = {}
    for name, (measure, *arguments) in YARDSTICKS.items():
        try:
            rates[name] = measure(*arguments, seconds)
        except ImportError:
            rates[name] = None
    return rates


# ---- output ----


def number(rate: float | None) -> str:
    return "" if rate is None else f"{rate * 1e-6:.3f}" if rate >= 1e5 else f"{rate * 1e-6:.4f}"


def machine() -> str:
    """The processor, and the versions of everything that was measured."""
    models = re.findall(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    names = ("numpy", "gymnasium", "pettingzoo", "open-spiel")
    versions = [f"libgames {lg.__version__}", f"Python {platform.python_version()}"]
    for name in names:
        try:
            versions.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            continue
    return f"{len(models)} × {models[0] if models else platform.machine()}; {', '.join(versions)}"


def measure(options: argparse.Namespace):
    """Rows (game, encoding, what, single, one number for each size and number of threads), printed as they come."""
    java = ["java", "-classpath", options.java, Path(__file__).with_name("Bench.java")]
    others = {"C": [options.c] if options.c else [], "Java": java if options.java else []}
    threads = THREADS[: options.threads]
    header = ["game", "encoding", "what", "single", *(f"{size} × {count}" for count in threads for size in SIZES)]
    yield header
    yield ["---"] * 3 + ["---:"] * (len(header) - 3)
    for game in options.games:
        printed = {what: printed_rates(command, game, options.seconds) for what, command in others.items()}
        for space in lg.make(game).observation_spaces:
            for what, rates_of in printed.items():
                if space.name in rates_of:
                    yield [game, space.name, what, *rates_of[space.name][: 1 + len(threads) * len(SIZES)]]
            for what, copy in (("Python, in place", False), ("Python, copies", True)):
                rates = [
                    batch_rate(game, space.name, size, count, copy, options.seconds) for count in threads for size in SIZES
                ]
                yield [game, space.name, what, None if copy else single_rate(game, space.name, options.seconds), *rates]


def line(row) -> str:
    return "| " + " | ".join(cell if isinstance(cell, str) else number(cell) for cell in row) + " |"


def plot(rows, beside: dict[str, float | None], path: Path) -> None:
    """Rates of one thread against the size of the batch, a panel for each game, with the yardsticks as lines."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    games = list(dict.fromkeys(row[0] for row in rows))
    figure, panels = pyplot.subplots(1, len(games), figsize=(4 * len(games), 5.2), sharey=True, layout="constrained")
    styles = {"C": ("o", "-"), "Java": ("^", "-."), "Python, in place": ("s", "--"), "Python, copies": ("x", ":")}
    for panel, game in zip(np.atleast_1d(panels), games, strict=True):
        encodings = list(dict.fromkeys(row[1] for row in rows if row[0] == game))
        for _, encoding, what, _, *rates in (row for row in rows if row[0] == game):
            points = [(size, rate) for size, rate in zip(SIZES, rates, strict=False) if rate]
            marker, style = styles[what]
            colour = f"C{encodings.index(encoding)}"
            panel.plot(*zip(*points, strict=True), marker=marker, linestyle=style, color=colour, label=f"{encoding}, {what}")
        for (_, rate), grey in zip(beside.items(), np.linspace(0.35, 0.7, len(beside)), strict=True):
            if rate:
                panel.axhline(rate, color=str(grey), linewidth=0.8)
        panel.set(xscale="log", yscale="log", xlabel="games in the batch", title=game)
        panel.grid(alpha=0.3)
        panel.legend(fontsize=6, loc="upper center", bbox_to_anchor=(0.5, -0.17), ncols=2)  # below the axes
    low, high = panel.get_ylim()
    line_height = (high / low) ** 0.04  # of the labels, as a factor on the axis, which all panels share
    lowest = low
    for rate, name in sorted((rate, name) for name, rate in beside.items() if rate):
        lowest = max(rate, lowest * line_height)
        panel.text(1.02, lowest, name.replace("`", ""), transform=panel.get_yaxis_transform(), fontsize=6, va="center")
    np.atleast_1d(panels)[0].set_ylabel("decisions a second, one thread")
    figure.savefig(path, dpi=110)


def main() -> None:
    global ROUNDS
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=time_in("seconds"), default=0.1, help="length of a round (default 0.1)")
    parser.add_argument("--rounds", type=int, default=ROUNDS, choices=range(1, 10), metavar="N",
                        help=f"rounds of which the best counts (default {ROUNDS})")  # fmt: skip
    parser.add_argument("--threads", type=int, default=2, choices=(1, 2), help="1: no columns of two threads (default 2)")
    parser.add_argument("--c", type=Path, help="bench_batch, the same measurement in C")
    parser.add_argument("--java", type=Path, help="libgames.jar, the same measurement in Java")
    parser.add_argument("--out", type=Path, help="folder for vector.md and vector.png")
    parser.add_argument("--games", nargs="+", default=list(lg.games()), choices=lg.games(), metavar="NAME")
    options = parser.parse_args()
    ROUNDS = options.rounds
    if options.out is not None:  # rather than after the measurements
        options.out.mkdir(parents=True, exist_ok=True)
    beside = "C and Python" if options.c and not options.java else "C, Java and Python" if options.c else "Python"
    text = [f"{machine()}; best of {ROUNDS} rounds of {options.seconds:g} s; {beside} in turn. Before the first measurement "
            f"{os.getloadavg()[0]:.1f} processes were running or waiting, on average over a minute. Where that is more than 0, "
            f"differences below a tenth mean little{', and a second thread had less than a core to itself' * (options.threads > 1)}.\n"]
    text.append("Millions of decisions a second: `single` are single states, the others batches of games × threads.\n")
    print("\n".join(text))
    rows = []
    for row in measure(options):
        rows.append(row)
        text.append(line(row))
        print(text[-1], flush=True)
    last = ["", "Microseconds of a learner's step in 1,024 games, one thread, with all other seats played by:\n",
            line(["game", *OPPONENTS, *(f"{name} ÷ `random`" for name in list(OPPONENTS)[2:])]),
            line(["---", *["---:"] * (len(OPPONENTS) + 2)])]  # fmt: skip
    last += [line(opponents_row(game)) for game in options.games]
    print("\n".join(last), flush=True)
    text += last
    beside = yardsticks(options.seconds)
    last = ["", "| yardstick, one thread | millions of decisions a second |", "|---|---:|"]
    last += [f"| {name} | {'not installed' if rate is None else number(rate)} |" for name, rate in beside.items()]
    print("\n".join(last))
    if options.out is not None:
        head = "# Batches from Python\n\nWritten by `benchmarks/vector.py`, which `script/bench` runs.\n\n"
        head += "![Decisions a second against the size of the batch](vector.png)\n\n"
        (options.out / "vector.md").write_text(head + "\n".join(text + last) + "\n")
        plot(rows[2:], beside, options.out / "vector.png")


if __name__ == "__main__":
    sys.exit(main())
