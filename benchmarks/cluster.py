"""Measures work on a Ray cluster on this machine: its overhead, and its start-up time.

Times are CPU times of all processes together (this one, Ray's, the workers), so other work on the machine changes
little. `useful` is the part that the workers spent inside the library. Writes cluster.md and cluster.png.
"""

import os
import platform
import time
from collections.abc import Collection, Iterator
from pathlib import Path

import click
import libgames as lg
from libgames import cluster
from libgames.cluster.executors import Timed

GAME = "alquerque"
LENGTHS = (0.01, 0.03, 0.1, 0.3, 1.0)  # seconds of a chunk
CORES = (1, 2)
IMAGINED = (100, 10_000)  # cores, in nodes of a hundred


def processes() -> dict[int, tuple[int, float]]:
    """For every process its parent, and its CPU seconds and those of its finished children."""
    found, tick = {}, os.sysconf("SC_CLK_TCK")
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                words = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it has just ended
            found[int(entry.name)] = int(words[1]), sum(map(int, words[11:15])) / tick
    return found


def family() -> dict[int, float]:
    """The CPU seconds of this process and of each process that it has started and that still runs."""
    every, found = processes(), {os.getpid()}
    while more := {number for number, (parent, _) in every.items() if parent in found} - found:
        found |= more
    return {number: every[number][1] for number in found if number in every}


def spent(before: dict[int, float]) -> float:
    """The CPU seconds of all of them since then, without processes that have ended meanwhile: Ray does not collect the
    times of idle workers that it ends."""
    return sum(seconds - before.get(number, 0) for number, seconds in family().items())


def play(game: lg.Game, chunk: tuple[int, int]) -> int:
    """Plays a chunk of games; returns the number of their decisions."""
    return int(game.rollouts(chunk[1], chunk[0])[1].sum())


def nothing(common: None, item: int) -> None:
    """A task without work."""


def run(nodes: cluster.Executor, games: int, chunks: int) -> tuple[float, float, float]:
    """Plays chunks of equal numbers of games: useful seconds, all CPU seconds, and wall-clock seconds."""
    before, begin, useful = family(), time.perf_counter(), 0.0
    common = nodes.share(lg.make(GAME))
    tasks = (cluster.Task(common, (number * games, games)) for number in range(chunks))
    for done in cluster.Run(nodes, play, tasks):
        useful += done.seconds
    return useful, spent(before), time.perf_counter() - begin


def rate() -> float:
    """Games per CPU second in this process."""
    game, played, begin = lg.make(GAME), 0, time.thread_time()
    while time.thread_time() - begin < 1:
        game.rollouts(500, played)
        played += 500
    return played / (time.thread_time() - begin)


def idle(seconds: float) -> float:
    """The CPU seconds that Ray's processes take in a second of wall-clock time without work."""
    before, begin = family(), time.perf_counter()
    time.sleep(seconds)
    return spent(before) / (time.perf_counter() - begin)


def overheads(nodes: cluster.Executor, games: float, seconds: float, resting: float) -> Iterator[tuple[float, float, float]]:
    """The length of a chunk, and the overhead as shares of the useful part: all of it, and without the time that Ray
    takes at rest, which depends on how busy the machine is."""
    for length in LENGTHS:
        useful, every, clock = run(nodes, max(1, int(games * length)), max(2, round(seconds / length)))
        yield length, every / useful - 1, (every - resting * clock) / useful - 1


def results_a_second(nodes: cluster.Executor, count: int) -> tuple[float, float]:
    """Tasks without work per CPU second of this process, and of all processes."""
    before, begin = family(), time.process_time()
    for _ in cluster.Run(nodes, nothing, (cluster.Task(None, number) for number in range(count))):
        pass
    return count / (time.process_time() - begin), count / spent(before)


class Imagined:
    """Nodes whose calls return immediately, one after the other, so that all time is spent in the loop."""

    def __init__(self, cores: int) -> None:
        self._nodes = {f"node {number}": 100 for number in range(cores // 100)}
        self._calls = 0

    def nodes(self) -> dict[str, int]:
        return self._nodes

    def name(self, node: str) -> str:
        return node

    def share(self, value: None) -> None:
        return value

    def submit(self, node: str, function: object, common: None, item: int) -> int:
        self._calls += 1
        return self._calls

    def wait(self, tickets: Collection[int], seconds: float) -> list[int]:
        return [next(iter(tickets))]

    def result(self, ticket: int) -> Timed:
        return Timed(None, 0.0)

    def cancel(self, ticket: int) -> None:
        raise AssertionError("nothing is left under way")

    def close(self) -> None:
        pass


def loop(cores: int) -> float:
    """Milliseconds of this process for each result, without Ray."""
    count, begin = 10_000 + 4 * cores, time.process_time()
    done = sum(1 for _ in cluster.Run(Imagined(cores), nothing, (cluster.Task(None, number) for number in range(count))))
    assert done == count
    return 1000 * (time.process_time() - begin) / count


def throughput(games: float, seconds: float) -> Iterator[tuple[int, float, float]]:
    """For a number of cores: games per useful second, and per second of all CPU time without that of Ray at rest; each
    divided by that of one thread."""
    import ray

    size = max(1, int(games))
    for cores in CORES:
        ray.init(num_cpus=cores, log_to_driver=False, logging_level="error", include_dashboard=False)
        with cluster.connect("local") as nodes:
            run(nodes, 10, 2 * cores)  # the workers start
            resting = idle(seconds / 2)
            useful, every, clock = run(nodes, size, max(2 * cores, round(seconds)))
            every -= resting * clock
        ray.shutdown()
        played = size * max(2 * cores, round(seconds))
        yield cores, played / useful / games, played / every / games


def heading(seconds: float) -> str:
    """The page's text before its tables."""
    import ray

    return f"""# Work on a Ray cluster

Written by `benchmarks/cluster.py --seconds {seconds:g}`, with Ray {ray.__version__} and
Python {platform.python_version()} on {os.cpu_count()} processors. CPU times are of all processes together;
`useful` is the part that the workers spent in the library.

![Overhead and throughput](cluster.png)
"""


@click.command(help=__doc__)
@click.option("--seconds", type=click.FloatRange(0, 3600, min_open=True), default=10.0, show_default=True,
              help="Seconds of work for each figure.")  # fmt: skip
@click.option("--out", type=click.Path(path_type=Path), default="build-cluster", show_default=True)
def main(seconds: float, out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    lines: list[str] = []

    def say(*more: str) -> None:
        lines.extend(more)
        click.echo("\n".join(more))

    games = rate()
    before, begin = family(), time.perf_counter()
    with cluster.connect("local") as nodes:
        say("| start | CPU seconds | wall-clock seconds |", "|---|---:|---:|")
        say(f"| Ray has started, and its node was checked | {spent(before):.1f} | {time.perf_counter() - begin:.1f} |")
        run(nodes, 1, 1)
        say(f"| the first result | {spent(before):.1f} | {time.perf_counter() - begin:.1f} |", "")
        run(nodes, 10, 4 * sum(nodes.nodes().values()))
        alone, every = results_a_second(nodes, max(20, int(100 * seconds)))
        say(f"Tasks without work: {alone:,.0f} per CPU second of the driver, {every:,.0f} of all processes.", "")
        resting = idle(seconds)
        say(f"Ray's processes without work: {resting:.3f} CPU seconds per second.", "")
        say("| seconds of a chunk | overhead | without Ray's processes at rest |", "|---:|---:|---:|")
        overhead = []
        for row in overheads(nodes, games, seconds, resting):
            overhead.append(row)
            say(f"| {row[0]:g} | {100 * row[1]:.1f}% | {100 * row[2]:.1f}% |")
    say("", "| cores given to Ray | games a useful second | games a second of all CPU time |", "|---:|---:|---:|")
    scaled = []
    for point in throughput(games, seconds):
        scaled.append(point)
        say(f"| {point[0]} | {point[1]:.2f} | {point[2]:.2f} |")
    say("", "| cores under `Run`, without Ray | milliseconds for each result |", "|---:|---:|")
    for cores in IMAGINED:
        say(f"| {cores:,} | {loop(cores):.2f} |")
    (out / "cluster.md").write_text("\n".join([heading(seconds), *lines]) + "\n")
    draw(overhead, scaled, out / "cluster.png")


def draw(overhead: list[tuple[float, float, float]], scaled: list[tuple[int, float, float]], path: Path) -> None:
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    pyplot.style.use("libgames.pictures.plots")
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.4))
    lengths = [row[0] for row in overhead]
    left.semilogx(lengths, [100 * row[1] for row in overhead], marker="o", label="everything")
    left.semilogx(lengths, [100 * row[2] for row in overhead], marker="o", label="without Ray's own processes at rest")
    left.axhline(5, color="#5b6770", linestyle="--", label="5%")
    left.legend()
    left.set(xlabel="seconds of a chunk", ylabel="overhead, %", title="Overhead")
    cores = [row[0] for row in scaled]
    right.plot(cores, [row[0] * row[1] for row in scaled], marker="o", label="useful time")
    right.plot(cores, [row[0] * row[2] for row in scaled], marker="o", label="all CPU time")
    right.plot(cores, cores, color="#5b6770", linestyle="--", label="as many threads")
    right.set(xlabel="cores", xticks=cores, ylabel="one thread = 1", title="Throughput")
    right.legend()
    figure.savefig(path, metadata={"Software": None})


if __name__ == "__main__":
    main()
