"""Lets every bot play every other one from every seat, and writes a page with their strength.

Each game that ends is a line of FOLDER/results.jsonl and a replay below FOLDER/replays. A second run with the same
folder plays the missing games, for instance after Ctrl-C, with more --games or with one more player. Then the page and
its plot are written, from all results in the folder for these games and players. A changed library is not
noticed, except for the version of a game's rules, the bot that `strong` stands for, and the networks of bots: use a new
folder.

Where FOLDER/results.jsonl has been packed with gzip, new results join the packed file when the run ends.
"""

import itertools
import json
import math
import os
import re
import shlex
import statistics
import sys
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

import click
import libgames as lg
from libgames import cluster
from libgames.arena import matches, outputs
from libgames.arena.players import function_of, names_function
from libgames.arena.rating import Rating, interval, rate
from libgames.arena.tools import JOBS
from common import Lines
from nets import NETS

FOLDER = "build-ladder"
PLAYERS = ("random", "greedy", "mcts(simulations=100)", "mcts(simulations=1000)", "strong(simulations=100)",
           "strong(simulations=1000)", "strong(simulations=10000)")  # fmt: skip
LEARNED = ("net", *(f"mcts(evaluator=net,policy=puct,exploration=30,simulations={count})" for count in (100, 400, 1600)))


# ---- tasks ----


class Task(NamedTuple):
    """One game. The same task is always the same game; its chance comes from the seed."""

    game: str
    rules: int
    seats: tuple[str, ...]  # the player in each seat
    plays: tuple[str, ...]  # the bots that they stand for, each with the checksum of its network
    seed: int

    def replay(self) -> Path:
        """The path of its replay in the folder of the ladder."""
        lone = self.seats[0] if len(self.seats) == 2 else next(who for who in self.seats if self.seats.count(who) == 1)
        other = next(who for who in self.seats if who != lone)
        names = [re.sub(r"\W+", "_", name).strip("_") for name in (self.game, lone, other)]
        return Path("replays", names[0], f"{names[1]}-{self.seats.index(lone)}-{names[2]}", f"{self.seed:05}.replay")


@dataclass(frozen=True)
class Result:
    """The result of a game; the numbers have an entry for each seat."""

    task: Task
    outcome: tuple[float, ...]
    scores: tuple[int, ...]
    moves: tuple[int, ...]
    seconds: tuple[float, ...]
    fouls: int
    result: str

    def line(self) -> str:
        facts = asdict(self)
        return json.dumps(self.task._asdict() | {name: facts[name] for name in facts if name != "task"}) + "\n"


_TEXT, _WHOLE, _NUMBER = {str}, {int}, {int, float}
_OF_GAME = {"game": _TEXT, "rules": _WHOLE, "seed": _WHOLE, "fouls": _WHOLE, "result": _TEXT}
_OF_SEATS = {"seats": _TEXT, "plays": _TEXT, "outcome": _NUMBER, "scores": _WHOLE, "moves": _WHOLE, "seconds": _NUMBER}


def _are(kinds: set[type], values: Sequence[Any]) -> bool:
    """Whether these are strings, or finite numbers of at most 64 bits."""
    if not {type(value) for value in values} <= kinds:
        return False
    return kinds == _TEXT or all(-(2**64) < value < 2**64 for value in values)


def result_of(line: str) -> Result:
    """Reads a line. Raises ValueError."""
    try:
        facts = json.loads(line)
    except (ValueError, RecursionError):
        facts = None
    if not isinstance(facts, dict) or facts.keys() != _OF_GAME.keys() | _OF_SEATS.keys():
        raise ValueError(f"expected a result as JSON, with {', '.join([*_OF_GAME, *_OF_SEATS])}")
    for name, kinds in _OF_GAME.items():
        if not _are(kinds, [facts[name]]):
            raise ValueError(f"{name}: expected {'a text' if kinds == _TEXT else 'an integer of at most 64 bits'}")
    for name, kinds in _OF_SEATS.items():
        values = facts[name]
        if not isinstance(values, list) or len(values) != len(facts["seats"]) or not _are(kinds, values):
            what = "texts" if kinds == _TEXT else "integers" if kinds == _WHOLE else "numbers"
            raise ValueError(f"{name}: expected {what}, one for each seat")
        facts[name] = tuple(values)
    if not all(-1 <= value <= 1 for value in facts["outcome"]):
        raise ValueError("outcome: expected numbers in -1 ... 1")
    return Result(Task(*(facts.pop(name) for name in Task._fields)), **facts)


def explicit(text: str) -> str:
    """A player's configuration with its simulations, unless they are the default or it is a function."""
    if names_function(text):
        function_of(text)
        return text
    player = lg.Bot(text)
    if "simulations" not in player.parameters or "simulations=" in player.config:
        return player.config
    rest = player.config.partition("(")[2] or ")"
    first = f"{player.name}(simulations={player.parameters['simulations']}"
    return first + (rest if rest == ")" else f",{rest}")


def stands_for(player: str, game: lg.Game, seat: int) -> str:
    """The bot for this seat, with the checksum of its network, or the function itself. Raises ValueError if it can't
    play the game."""
    if names_function(player):
        function_of(player).fits(game)
        return player
    bot = lg.Bot(player).in_seat(game, seat)
    network = NETS / game.name / "net.bin"
    asks_it = "net" in (bot.name, bot.parameters.get("evaluator"))
    return f"{bot.config} {zlib.crc32(network.read_bytes()):08x}" if asks_it and network.exists() else bot.config


def usual(games: Sequence[str]) -> tuple[str, ...]:
    """The default players: also `net` and searches with it, if all of these games have a network."""
    try:
        for game in games:
            lg.Bot("net").in_seat(lg.make(game), 0)
    except ValueError:
        return PLAYERS
    return (*PLAYERS[:2], *LEARNED, *PLAYERS[2:])


def seatings(one: str, other: str, seats: int) -> list[tuple[str, ...]]:
    """All ways to seat two players: each of them in each seat, and the other one in all other seats."""
    pairs = ((one, other), (other, one))
    every = ((rest,) * seat + (lone,) + (rest,) * (seats - seat - 1) for lone, rest in pairs for seat in range(seats))
    return list(dict.fromkeys(every))


def tasks(games: Sequence[str], players: Sequence[str], count: int, seed: int) -> list[Task]:
    """At least `count` games of each pair in each game, so that each setup is played from all seatings. Early games
    cover all pairs, so a ladder that is broken off is a smaller complete one. Raises ValueError."""
    made = [lg.make(game) for game in games]
    for game in made:
        if game.players < 2:
            raise ValueError(f"{game.config}: expected a game with at least 2 seats")
    stands = {(game, who): [stands_for(who, game, seat) for seat in range(game.players)] for game in made for who in players}
    numbered = []
    for game, pair in itertools.product(made, itertools.combinations(players, 2)):
        ways = seatings(*pair, game.players)
        for setup, seats in itertools.product(range(-(-count // len(ways))), ways):
            plays = tuple(stands[game, who][seat] for seat, who in enumerate(seats))
            numbered.append((setup, Task(game.config, game.type.version, seats, plays, seed + setup)))
    return [task for _, task in sorted(numbered, key=lambda one: one[0])]


# ---- playing ----


def game_of(task: Task) -> tuple[cluster.Recipe, matches.Pairing]:
    """The game as the arena knows it."""
    own = zlib.crc32("/".join(task.seats).encode())  # so that equal players differ by chance in each pair
    return cluster.Recipe(task.game, task.seats), matches.Pairing(own, task.seed, tuple(range(len(task.seats))))


def result(task: Task, played: matches.Played) -> Result:
    """The result of a game that was played."""
    report = played.report
    moves, seconds = (tuple(getattr(clock, name) for clock in report.clocks) for name in ("answers", "total"))
    rounded = tuple(round(value, 6) for value in seconds)
    return Result(task, report.outcome, report.scores, moves, rounded, len(report.fouls), report.result)


class Store:
    """The results in a folder, to which one ladder at a time may write."""

    def __init__(self, folder: Path):
        """Raises OSError and ValueError."""
        self._lines = Lines(folder / "results.jsonl", result_of, "ladder")
        self.path = self._lines.path
        self.results = {result.task: result for result in self._lines.results}

    def add(self, result: Result) -> None:
        self._lines.add(result.line())
        self.results[result.task] = result

    def pack(self) -> None:
        """Packs new results, in a folder whose results are packed. Raises OSError."""
        self._lines.pack()

    def close(self) -> None:
        self._lines.close()


def play_all(lacking: Sequence[Task], nodes: cluster.Executor, done: Callable[[Result, str, str], Any]) -> bool:
    """Plays games; `done` is called for each, with its replay and the progress. False when a signal has ended it;
    unfinished games are then lost. Raises the errors of games, and ClusterError."""
    games = {game_of(task): task for task in lacking}
    with cluster.Stop() as stop:
        run = cluster.play_all(nodes, games, lambda: stop.asked)
        for one in run:
            done(result(games[one.item], one.value.played), one.value.replay, run.words("games"))
    return not stop.asked


# ---- evaluation ----


def pairs_of(result: Result) -> Iterator[tuple[int, int, float]]:
    """Pairs of seats of different players, and the share of the first in the point between them."""
    seats, outcome = result.task.seats, result.outcome
    for one, other in itertools.combinations(range(len(seats)), 2):
        if seats[one] != seats[other]:
            yield one, other, 0.5 + 0.5 * ((outcome[one] > outcome[other]) - (outcome[one] < outcome[other]))


def student(freedom: int) -> float:
    """The 97.5% quantile of Student's t: a deviation estimated from few setups is itself uncertain."""
    if freedom <= 4:
        return (12.706, 4.303, 3.182, 2.776)[freedom - 1]
    z = 1.96  # corrected for the degrees of freedom by Cornish and Fisher's series
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


class Setups:
    """A player's share of each game, setup by setup: the games of a setup have the same random start."""

    def __init__(self) -> None:
        self.setups: dict[int, list[float]] = defaultdict(list)

    @property
    def games(self) -> int:
        return sum(map(len, self.setups.values()))


class Points(Setups):
    """A player's points, 0 ... 1 for each game."""

    @property
    def total(self) -> float:
        return math.fsum(itertools.chain.from_iterable(self.setups.values()))

    def __str__(self) -> str:
        if not self.setups:
            return "–"
        low, high = interval(self.setups.values())
        return f"{100 * self.total / self.games:.0f}% ({100 * low:.0f}–{100 * high:.0f})".replace(" ", "\u00a0")


class Lead(Setups):
    """The difference between a player's scores and its opponents'. Where both have played from a seat, the seat's advantage
    cancels out."""

    def each(self) -> list[float]:
        """The means of the setups that were played from all seatings."""
        most = max(map(len, self.setups.values()), default=0)
        return [statistics.fmean(leads) for leads in self.setups.values() if len(leads) == most]

    def __str__(self) -> str:
        each = self.each()
        if len(each) < 2:
            return "–"
        error = student(len(each) - 1) * statistics.stdev(each) / math.sqrt(len(each))
        return f"{statistics.fmean(each):+.2f} ± {error:.2f}".replace("-", "−")


class Standings:
    """The figures of one game on the page."""

    def __init__(self, game: str, players: Sequence[str], results: Sequence[Result]):
        self.game, self.players, self.results = lg.make(game), players, results
        seats = self.game.players
        index = {who: number for number, who in enumerate(players)}
        self.against: dict[tuple[str, str], Points] = defaultdict(Points)  # player, opponent
        self.from_seat: dict[tuple[str, str, int], Points] = defaultdict(Points)  # and the seat of the player
        self.lead: dict[tuple[str, str], Lead] = defaultdict(Lead)
        self.lead_from: dict[tuple[str, str, int], Lead] = defaultdict(Lead)
        self.moves, self.seconds = dict.fromkeys(players, 0), dict.fromkeys(players, 0.0)
        overall, by_seat = [], []
        for result in results:
            sitting, meetings = result.task.seats, list(pairs_of(result))
            for one, other, points in meetings:
                overall.append((index[sitting[one]], index[sitting[other]], points))
                by_seat.append((index[sitting[one]] * seats + one, index[sitting[other]] * seats + other, points))
            self._count(result, meetings)
            for who, moves, taken in zip(sitting, result.moves, result.seconds, strict=True):
                self.moves[who] += moves
                self.seconds[who] += taken
        weight = 1 / (seats - 1)
        self.elo = rate(len(players), overall, weight)
        rated = rate(len(players) * seats, by_seat, weight)
        self.elo_from = [rated[number * seats : (number + 1) * seats] for number in range(len(players))]

    def _count(self, result: Result, meetings: Sequence[tuple[int, int, float]]) -> None:
        """Each game gives one point in all, of which the lone player gets its share of all pairs of seats."""
        sitting, scores, setup = result.task.seats, result.scores, result.task.seed
        views = [(one, other, points) for one, other, points in meetings]
        views += [(other, one, 1 - points) for one, other, points in meetings]
        for who in dict.fromkeys(sitting):
            own = [view for view in views if sitting[view[0]] == who]
            share, opponent = sum(points for _, _, points in own) / len(own), sitting[own[0][1]]
            lead = statistics.fmean(scores[one] - scores[other] for one, other, _ in own)
            self.against[who, opponent].setups[setup].append(share)
            self.lead[who, opponent].setups[setup].append(lead)
            if sitting.count(who) == 1:
                self.from_seat[who, opponent, sitting.index(who)].setups[setup].append(share)
                self.lead_from[who, opponent, sitting.index(who)].setups[setup].append(lead)

    def counts(self) -> str:
        """The number of games of each pair."""
        numbers = [self.against[pair].games for pair in itertools.combinations(self.players, 2)]
        return str(numbers[0]) if len(set(numbers)) == 1 else f"{min(numbers)} … {max(numbers)}"


def effort(player: str) -> tuple[str, int] | None:
    """The player without its simulations, and their number; None for a player without any."""
    simulations = None if names_function(player) else lg.Bot(player).parameters.get("simulations")
    if not isinstance(simulations, int):
        return None
    rest = re.sub(r"(?<=[(,])simulations=\d+,?", "", player).replace("()", "")
    return rest, simulations


def claims(players: Sequence[str]) -> list[tuple[str, str]]:
    """Pairs of which the first should win: more simulations over fewer, and `strong` over `greedy`."""
    known = [(rest, simulations, who) for who in players if (found := effort(who)) for rest, simulations in [found]]
    ordered = sorted(known)
    more = [(after[2], before[2]) for before, after in itertools.pairwise(ordered) if before[0] == after[0]]
    strong = [(who, "greedy") for rest, _, who in ordered if rest == "strong" and "greedy" in players]
    return more + strong


# ---- the page ----

INTRODUCTION = """# Ladder

The strength of the bots, from {total:,} games. Each game is between two of them, and every pair plays from every seat.
Each section gives the number of games of a pair; – marks a pair that has not played. Written by

```sh
{command}
```

The same command with a larger `--games` plays the missing games. The folder keeps the results and a replay of each game;
the repository contains the results alone. A pair that has played more often counts with all its games.

![Elo against simulations]({plot})

How to read it:

- **Seats.** With two seats, both players play each setup from both. With more, one player sits alone against copies of
  the other in all other seats; each of the two is the lone player once in every seat. The lone player's points are the
  share of its opponents that it beats, a tie counting half, so equal players get half of the points. In the tables by
  seat the player is alone there; the column *points* includes its games against a lone opponent.
- **Setups.** The random start of a game differs from setup to setup, and so does the map of On the Run.
- **Points** are the points of the row's player, in percent, with a 95% interval. For the interval all games of a setup
  count as one, since a start may favour a seat, and both players sit there. Two imaginary setups are added, one won from
  all seats and one lost: otherwise there would be no interval where all setups ended alike.
- **Elo** is fitted to these games alone, by the model of Bradley and Terry; ± is half of the 95% interval. 0 is the
  average of the table's players, so only differences within a table mean something. Each player gets one more draw, with
  an average player, so that even one that has won everything has a rating. Elo by seats is a separate fit, which rates
  each player in each seat as a player.
- The intervals of Elo treat all games as independent and a tie as half a win and half a loss, so they are too wide. Every
  interval on this page is for one number: about one in twenty misses.
- **Scores** in the contest are more informative than wins where one seat nearly always wins, as the detectives of On the
  Run do among strong players. The tables show the mean difference (to the mean of the opponents, if there are several);
  ± is half of the 95% interval, for which all games of a setup count as one.
- **Time a move** is wall-clock time, with one game in each process, on a machine that may have been busy.
"""


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    lines = [header, ["---"] + ["---:"] * (len(header) - 1), *rows]
    return ["| " + " | ".join(line) + " |" for line in lines] + [""]


def _elo(rating: Rating) -> str:
    return f"{rating.elo:+.0f} ± {rating.error:.0f}".replace("-", "−")


def _time(standings: Standings, who: str) -> str:
    moves = standings.moves[who]
    return f"{1000 * standings.seconds[who] / moves:.3g} ms" if moves else "–"


def _stands_for(standings: Standings) -> str:
    """The bot that `strong` with a thousand simulations stands for in this game."""
    seats = standings.game.seats
    stands = [lg.Bot("strong").in_seat(standings.game, seat).config for seat in range(len(seats))]
    if len(set(stands)) == 1:
        return f"`{stands[0]}`"
    return ", ".join(f"`{stand}` ({seat})" for stand, seat in zip(stands, seats, strict=True))


def section(standings: Standings) -> list[str]:
    game, players = standings.game, standings.players
    fouls = sum(result.fouls for result in standings.results)
    counts = f"{len(standings.results)} games, {standings.counts()} of each pair; {fouls} offences."
    lines = [f"## {game.config}", "", counts]
    if any(who.startswith("strong") for who in players):
        lines.append(f"`strong` with 1000 simulations is {_stands_for(standings)}.")
    names = [f"`{who}`" for who in players]
    rows = [
        [f"{number} {name}", *("" if who == other else str(standings.against[who, other]) for other in players)]
        for number, (name, who) in enumerate(zip(names, players, strict=True), 1)
    ]
    numbers = [str(number) for number in range(1, len(players) + 1)]
    lines += ["", "Points of the row against the player with the column's number:", "", *table(["", *numbers], rows)]
    rows = [
        [name, _elo(standings.elo[number]), *map(_elo, standings.elo_from[number]), _time(standings, who)]
        for number, (name, who) in enumerate(zip(names, players, strict=True))
    ]
    lines += ["Elo, overall and by seats:", "", *table(["", "overall", *game.seats, "time a move"], rows)]
    asked = claims(players)
    if asked:
        for title, overall, whole, by_seat in (
            ("Effort, and `strong` against `greedy`:", "points", standings.against, standings.from_seat),
            ("Difference between their scores in the contest:", "all", standings.lead, standings.lead_from),
        ):
            rows = [
                [f"`{one}` over `{other}`", str(whole[one, other]),
                 *(str(by_seat[one, other, seat]) for seat in range(game.players))]
                for one, other in asked
            ]  # fmt: skip
            lines += [title, "", *table(["", overall, *game.seats], rows)]
    return lines


def page(every: Sequence[Standings], command: str, plot: str) -> str:
    """The whole page, in Markdown."""
    total = sum(len(standings.results) for standings in every)
    text = INTRODUCTION.format(total=total, command=command, plot=plot)
    return "\n".join([text, *itertools.chain.from_iterable(map(section, every))]).rstrip("\n") + "\n"


def draw(every: Sequence[Standings], path: Path) -> None:
    """Strength against simulations, a panel for each game; players without simulations are lines."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    pyplot.style.use("libgames.pictures.plots")
    columns = min(3, len(every))
    rows = math.ceil(len(every) / columns)
    figure, panels = pyplot.subplots(rows, columns, figsize=(4 * columns, 3.2 * rows), squeeze=False)
    kinds = [found[0] for standings in every for who in standings.players if (found := effort(who))]
    colours = {kind: f"C{number}" for number, kind in enumerate(dict.fromkeys(kinds))}
    for panel, standings in zip(panels.flat, every, strict=False):
        _draw_game(panel, standings, colours)
        panel.set(title=standings.game.config, xlabel="simulations", ylabel="Elo")
    free = panels.flat[len(every) :]
    for panel in free:
        panel.axis("off")
    drawn = (zip(*panel.get_legend_handles_labels(), strict=True) for panel in panels.flat[: len(every)])
    named = {label: handle for handle, label in itertools.chain.from_iterable(drawn)}
    if len(free):
        free[0].legend(named.values(), named.keys(), loc="center")
    else:
        figure.legend(named.values(), named.keys(), loc="outside lower center", ncols=3)
    figure.savefig(path, metadata={"Software": None})
    pyplot.close(figure)


def _draw_game(panel: Any, standings: Standings, colours: dict[str, str]) -> None:
    families: dict[str, list[tuple[int, Rating]]] = defaultdict(list)
    for who, rating in zip(standings.players, standings.elo, strict=True):
        found = effort(who)
        if found is None:
            style = {"random": ":", "greedy": "--"}.get(who, "-.")
            panel.axhline(rating.elo, color="#5b6770", linestyle=style, label=who)
        else:
            families[found[0]].append((found[1], rating))
    for rest, points in families.items():
        points.sort(key=lambda point: point[0])
        x, ratings = zip(*points, strict=True)
        y, errors = [rating.elo for rating in ratings], [rating.error for rating in ratings]
        panel.errorbar(x, y, errors, color=colours[rest], marker="o", capsize=3, label=rest)
    panel.set_xscale("log")


# ---- the command ----


def _write_page(path: Path, games: Sequence[str], players: Sequence[str], store: Store, command: str) -> None:
    """Writes the page from all results in the folder for these games and players, in the order of `games`."""
    every = []
    for game in games:
        known = {task._replace(seed=0) for task in tasks([game], players, 1, 0)}
        results = [store.results[task] for task in sorted(store.results) if task._replace(seed=0) in known]
        playing = {who for result in results for who in result.task.seats}
        if results:
            every.append(Standings(game, [who for who in players if who in playing], results))
    plot = path.with_suffix(".png")
    outputs.write(path, page(every, command, plot.name))
    draw(every, plot)


@click.command(help=__doc__, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--game", "games", multiple=True, metavar="GAME", help="A game (may be repeated). [default: all]")
@click.option("--player", "players", multiple=True, metavar="PLAYER",
              help="A bot, or module:function, which is given a state and returns an action or a move (may be repeated). "
                   f"[default: {', '.join(PLAYERS)}; and {', '.join(LEARNED)} if all of the games have a network]")  # fmt: skip
@click.option("--games", "count", type=click.IntRange(1, 100_000), default=200, show_default=True,
              help="Games of each pair; rounded up, so that each setup is played from all seats.")  # fmt: skip
@click.option("--seed", type=click.IntRange(1, 2**62), default=1, show_default=True, help="Seed of the first setup.")
@click.option("--jobs", type=JOBS, default=os.cpu_count() or 1, show_default="all processors",
              help="Games played at the same time, each in a separate process.")  # fmt: skip
@click.option("--cluster", "address", metavar="ADDRESS",
              help="Play on all cores of this Ray cluster instead; `auto` finds a running one.")  # fmt: skip
@click.option("--folder", type=outputs.OutputFolder(), default=FOLDER, show_default=True,
              help="Folder for results and replays.")  # fmt: skip
@click.option("--page", type=outputs.OutputFile(), metavar="FILE",
              help="Write the page to this file, and its plot to the same folder. [default: FOLDER/ladder.md]")  # fmt: skip
def main(
    games: tuple[str, ...],
    players: tuple[str, ...],
    count: int,
    seed: int,
    jobs: int,
    address: str | None,
    folder: Path,
    page: Path | None,
) -> None:
    path = page or folder / "ladder.md"
    try:
        check_page(path, folder)
        kinds = list(dict.fromkeys(lg.make(game).config for game in games or lg.games()))
        names = [explicit(player) for player in players or usual(kinds)]
        if len(set(names)) != len(names) or len(names) < 2:
            raise ValueError(f"expected at least two players, all different, not {', '.join(names)}")
        wanted = tasks(kinds, names, count, seed)
        folder.mkdir(parents=True, exist_ok=True)
        store = Store(folder)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    except OSError as error:
        raise click.ClickException(outputs.reason(error)) from error
    lacking = [task for task in wanted if task not in store.results]
    try:
        with outputs.progress() as progress:
            bar = progress.add_task("games", total=len(lacking))

            def done(result: Result, replay: str, words: str) -> None:
                file = folder / result.task.replay()
                file.parent.mkdir(parents=True, exist_ok=True)
                outputs.write(file, replay)
                store.add(result)
                progress.update(bar, advance=1, description=words)

            with cluster.connect(address) if address else cluster.Local(jobs, processes=True) as nodes:
                finished = play_all(lacking, nodes, done)
    except (ImportError, cluster.ClusterError) as error:
        raise click.ClickException(f"{error}; run this again to continue") from error
    except OSError as error:
        raise click.ClickException(outputs.reason(error)) from error
    have = sum(task in store.results for task in wanted)
    click.echo(f"{have} of {len(wanted)} games: {store.path}")
    try:
        store.pack()
        if have:
            _write_page(path, kinds, names, store, _command(games, players, count, seed, folder, page))
            click.echo(f"{path}: the page of these games")
    except OSError as error:
        raise click.ClickException(outputs.reason(error)) from error
    finally:
        store.close()
    sys.exit(0 if finished else 130)


def check_page(path: Path, folder: Path) -> None:
    """Raises ValueError for a page that would overwrite its plot or a file of the folder."""
    kept = {(folder / name).resolve() for name in ("results.jsonl", "results.jsonl.gz", "replays")}
    if path.suffix == ".png":
        raise ValueError(f"--page: expected a name with another ending, not {path}, the ending of its plot")
    if not kept.isdisjoint([path.resolve(), *path.resolve().parents]):
        raise ValueError(f"--page: expected another file, not {path}, where the folder keeps results and replays")


def _command(
    games: Sequence[str], players: Sequence[str], count: int, seed: int, folder: Path, page: Path | None
) -> str:
    """The command line again, with all options that determine the results and their place."""
    words = [word for game in games for word in ("--game", game)]
    words += [word for player in players for word in ("--player", player)]
    words += ["--games", str(count), *(["--seed", str(seed)] if seed != 1 else [])]
    words += ["--folder", str(folder)] if str(folder) != FOLDER else []
    words += ["--page", str(page)] if page is not None else []
    return shlex.join(["script/ladder", *words])


if __name__ == "__main__":
    main(prog_name="script/ladder")
