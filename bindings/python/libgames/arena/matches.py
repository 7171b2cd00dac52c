"""Many games: seating, simultaneous play, and results."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import itertools
import os
import re
import sys
from collections.abc import Awaitable, Callable, Container, Coroutine, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeVar, overload

import libgames as lg
from libgames._files import alone_in, write_file
from libgames._words import integer, number, one_of, shown, yes_or_no
from libgames.game import State

from . import contests
from .contests import TimeRules
from .players import Entrant, Player, Who, entrant
from .programs import Limits, check_limits, guard
from .rating import Rating, rate
from .referee import Event, Referee, Report, Table
from .replays import Recorder, ReplayError, header, load

_Result = TypeVar("_Result")


@dataclass(frozen=True)
class Pairing:
    """A game to be played: its number from 1, the seed of its setup, and the entrant in each seat."""

    number: int
    seed: int
    seats: tuple[int, ...]  # indices of entrants


@dataclass(frozen=True)
class Played:
    """A game that was played."""

    pairing: Pairing
    report: Report
    problem: OSError | None = None  # why its replay could not be written
    file: int | None = None  # the number of its replay, if it was in the folder already


def rotations(entrants: Sequence[int], seats: int) -> list[tuple[int, ...]]:
    """All ways to seat them in cyclic order; if there are more seats than entrants, each takes several."""
    count = len(entrants)
    if count == 0 or seats % count:
        fitting = " or ".join(str(number) for number in range(1, seats + 1) if seats % number == 0)
        raise ValueError(f"this game has {seats} seats: expected {fitting} players, not {count}")
    return [tuple(entrants[(seat + turn) % count] for seat in range(seats)) for turn in range(count)]


class Pairings(Sequence[Pairing]):
    """The games of a match or of a tournament, made on demand: there may be millions. They come setup by setup, so that
    an interrupted match is a smaller match of all entrants."""

    def __init__(self, groups: Sequence[Sequence[int]], seats: int, games: int, seed: int):
        """At least `games` games of each group, each setup played from all seats before the next one is made."""
        integer("games", games, 1, 2**31 - 1)
        self._orders = [rotations(group, seats) for group in groups]
        self._seed = seed
        self._setups = -(-games // len(self._orders[0]))

    def __len__(self) -> int:
        return len(self._orders) * self._setups * len(self._orders[0])

    @overload
    def __getitem__(self, index: int) -> Pairing: ...
    @overload
    def __getitem__(self, index: slice) -> list[Pairing]: ...
    def __getitem__(self, index: int | slice) -> Pairing | list[Pairing]:
        if isinstance(index, slice):
            return [self[one] for one in range(*index.indices(len(self)))]
        if not 0 <= index < len(self):
            raise IndexError(f"expected a game in 0 ... {len(self) - 1}, not {index}")
        rest, order = divmod(index, len(self._orders[0]))
        setup, group = divmod(rest, len(self._orders))
        return Pairing(index + 1, (self._seed + setup) % 2**64, self._orders[group][order])


    def find(self, seed: int, seats: tuple[int, ...]) -> Pairing | None:
        """The game on this setup with these entrants in these seats; None if there is none."""
        setup = (seed - self._seed) % 2**64
        for group, orders in enumerate(self._orders):
            if seats in orders and setup < self._setups:
                return self[(setup * len(self._orders) + group) * len(orders) + orders.index(seats)]
        return None


def match(entrants: int, seats: int, games: int, seed: int) -> Pairings:
    """At least `games` games of all entrants."""
    return Pairings([range(entrants)], seats, games, seed)


def round_robin(entrants: int, seats: int, games: int, seed: int) -> Pairings:
    """The same for every group that fits the seats: in a game of two, every pair."""
    size = max(number for number in range(1, seats + 1) if seats % number == 0 and number <= entrants)
    return Pairings(list(itertools.combinations(range(entrants), size)), seats, games, seed)


# ---- playing ----


@dataclass(frozen=True)
class Conditions:
    """The conditions shared by all games of a match."""

    entrants: Sequence[Entrant]
    setup: Callable[[int], State] = field(repr=False)  # the start of a game, from a seed
    time: Mapping[str, float | None] = field(default_factory=dict)  # fields of TimeRules that differ from the contest's
    replays: Path | None = None  # the folder where replays are kept
    seats: int = 2

    def match(self, games: int, seed: int = 1) -> Pairings:
        """At least `games` games of all entrants."""
        return match(len(self.entrants), self.seats, games, seed)

    def round_robin(self, games: int, seed: int = 1) -> Pairings:
        """At least `games` games of every group that fits the seats."""
        return round_robin(len(self.entrants), self.seats, games, seed)

    def table(self, pairing: Pairing) -> Table:
        start = self.setup(pairing.seed)
        time: TimeRules = replace(contests.time_rules(start.game), **self.time)
        return Table(start, tuple(self.entrants[who].label for who in pairing.seats), pairing.seed, time)

    def players(self, pairing: Pairing) -> list[Player]:
        """New players for one game; the random numbers of bots depend only on the setup and the seats."""
        labels = "/".join(self.entrants[who].label for who in pairing.seats)
        seeds = (f"{pairing.seed}/{labels}/{seat}" for seat in range(len(pairing.seats)))
        return [self.entrants[who].make(seed) for who, seed in zip(pairing.seats, seeds, strict=True)]


def conditions(
    game: str | lg.Game,
    players: Sequence[Who],
    *,
    setup: str | None = None,
    time: Mapping[str, float | None] = {},
    limits: Limits = Limits(),
    replays: Path | None = None,
    make_human: Callable[[str], Player] | None = None,
    seed: int = 1,
    fill: bool = True,
    apart: bool = True,
    setup_name: str = "setup",
) -> Conditions:
    """The conditions of games between these players: strings as on the command line, bots, or your functions
    (libgames.Policy).

    `setup` is the text of a file to begin with, `time` the fields of TimeRules that differ from the contest's. A
    parameter `players` of the game is the number of players given, unless the configuration sets it. With `fill` the
    players must fit the seats. With `apart` equal names get numbers, so that tables distinguish them. Raises ValueError
    for any error; a first setup is made with `seed` to find out. `setup_name` is the name of the setup in errors.
    """
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise TypeError(f"players: expected a list of players, not {shown(players)}")
    if setup is not None and not isinstance(setup, str):
        raise TypeError(f"setup: expected the text of a setup, not {shown(setup)}")
    if not isinstance(time, Mapping):
        raise TypeError(f"time: expected a dict of seconds, not {shown(time)}")
    for name, limit in time.items():
        one_of("time", name, [rule.name for rule in fields(TimeRules)])
        if limit is not None and number(f"time[{name!r}]", limit, 0, contests.LONGEST) == 0:
            raise ValueError(f"time[{name!r}]: expected seconds above 0, or None")
    check_limits(limits)
    game = _with_players(_configuration(game), len(players))
    entrants = [entrant(player, limits, make_human) for player in players]
    if yes_or_no("apart", apart):
        entrants = _apart(entrants)
    configured = _first_setup(game, seed, setup, setup_name).game
    seats = configured.players
    for player in (one.player for one in entrants if one.player is not None):
        for seat in range(seats):
            player.in_seat(configured, seat)
    for policy in (one.policy for one in entrants if one.policy is not None):
        policy.fits(configured)
    if yes_or_no("fill", fill):
        rotations(range(len(entrants)), seats)
    return Conditions(entrants, lambda number: contests.setup(game, number, setup), time, replays, seats)


def _apart(entrants: Sequence[Entrant]) -> list[Entrant]:
    """The entrants, of whom no two have the same name: the second `greedy` is `greedy (2)`."""
    taken, found = {one.label for one in entrants}, list[Entrant]()
    for one in entrants:
        label, number = one.label, 1
        while label in {other.label for other in found} or (number > 1 and label in taken):
            number += 1
            label = f"{one.label} ({number})"
        found.append(replace(one, label=label))
    return found


def _configuration(game: str | lg.Game) -> str:
    if isinstance(game, str):
        return game
    if not isinstance(game, lg.Game):
        raise TypeError(f"game: expected a configuration or a libgames.Game, not {shown(game)}")
    if game.shared is not None:
        raise ValueError("game: expected one without its own map; give the map's text as `setup`")
    return game.config


def _first_setup(game: str, seed: int, text: str | None, name: str) -> State:
    """The start of the first game. An error shows whether it is in the text."""
    start = contests.setup(game, seed)
    if text is None:
        return start
    try:
        return contests.setup(game, seed, text)
    except ValueError as error:
        error.args = (f"{name}: {error}",)
        raise


def _with_players(configuration: str, count: int) -> str:
    """The configuration, with its parameter `players` set to this number if that is possible and it is not set."""
    name = configuration.split("(")[0]
    parameters = lg.game_type(name).parameters if name in lg.games() else ()
    fitting = [one for one in parameters if one.name == "players" and one.minimum <= count <= one.maximum]
    if not fitting or "players=" in configuration:
        return configuration
    lg.make(configuration)  # errors refer to the given text
    return configuration[:-1] + f",players={count})" if configuration.endswith(")") else f"{name}(players={count})"


async def play_one(
    conditions: Conditions,
    pairing: Pairing,
    watch: Callable[[Event], Any] = lambda event: None,
    replay: Recorder | None = None,
    begin: Callable[[Table, list[Player]], Any] = lambda table, players: None,
) -> Played:
    """One game; `replay` records it as it is played. `begin` gets the table."""
    table, players = conditions.table(pairing), conditions.players(pairing)
    begin(table, players)
    if replay is None:
        return Played(pairing, await Referee(table, players, watch).play())

    def note(event: Event) -> None:
        replay.event(event)
        watch(event)

    replay.begin(table)
    try:
        report = await Referee(table, players, note).play()
        replay.end(report)
    finally:
        replay.close()
    return Played(pairing, report, replay.problem)


async def play_all(
    conditions: Conditions,
    pairings: Iterable[Pairing],
    jobs: int,
    done: Callable[[Played], Any],
    kept: Container[int] = (),
    play: Callable[[Conditions, Pairing, Recorder | None], Awaitable[Played]] | None = None,
) -> None:
    """All games but those whose numbers are `kept` (with the numbers of their files), `jobs` at a time; `done` is
    called with each as it ends. After a cancellation no program is left. `play` plays a game in place of play_one."""
    integer("jobs", jobs, 1, 2**31 - 1)
    lacking = (pairing for pairing in pairings if pairing.number not in kept)
    first = list(itertools.islice(lacking, jobs))  # no more tasks than games
    waiting = itertools.chain(first, lacking)
    folder, files = conditions.replays, None
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        files = Files(folder)

    async def work() -> None:
        for pairing in waiting:
            replay = None if files is None else Recorder(files.of(pairing))
            one = play_one(conditions, pairing, replay=replay) if play is None else play(conditions, pairing, replay)
            done(await one)

    with contextlib.nullcontext() if folder is None else keeping(folder, pairings, kept), guard.staying():
        async with asyncio.TaskGroup() as group:
            for _ in first:
                group.create_task(work())


@contextlib.contextmanager
def keeping(folder: Path, pairings: Iterable[Pairing], kept: Container[int]) -> Iterator[None]:
    """Reserves a folder of replays. Raises OSError if another process uses it, or has used it since `kept` was read:
    the
    replays of these games would be lost."""
    read = set(kept.values()) if isinstance(kept, Mapping) else kept
    with alone_in(folder):
        new = {number for number in _numbers(folder) if number not in read}
        if new and isinstance(pairings, Sequence):
            lost = next((pairing.number for pairing in pairings if pairing.number in new), None)
            if lost is not None:
                raise OSError(errno.EEXIST, f"another match has kept {_file(lost)} there", str(folder))
        yield


if sys.platform == "win32":
    _EventLoop = asyncio.ProactorEventLoop  # the only one there that starts programs
else:
    _EventLoop = asyncio.SelectorEventLoop


class Loop(_EventLoop):
    """An event loop. One that could not be made, such as for lack of descriptors, raises OSError and is gone; asyncio's
    own reports the error again when it is discarded."""

    _made = False

    def __init__(self) -> None:
        super().__init__()
        self._made = True

    def __del__(self) -> None:
        if self._made:
            super().__del__()


def run_alone(work: Coroutine[Any, Any, _Result]) -> _Result:
    """Runs to the end in a separate event loop."""
    try:
        with asyncio.Runner(loop_factory=Loop) as runner:
            runner.get_loop()  # errors of the system come before any work
            return runner.run(work)
    finally:
        work.close()


def run_through(work: Coroutine[Any, Any, _Result]) -> _Result:
    """Runs to the end, in a separate thread if an event loop runs already, as in a notebook."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return run_alone(work)
    tasks: list[asyncio.Task[Any]] = []

    async def known() -> _Result:
        task = asyncio.current_task()
        assert task is not None
        tasks.append(task)
        return await work

    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(run_alone, known())
        try:
            return future.result()
        finally:
            for task in [] if future.done() else tasks:  # Ctrl-C
                task.get_loop().call_soon_threadsafe(task.cancel)


def _file(number: int) -> str:
    """The name of a replay in its folder."""
    return f"{number:05}.replay"


def _numbers(folder: Path) -> list[int]:
    """Of the replays in a folder."""
    return sorted(int(name[:-7]) for name in os.listdir(folder) if is_replay(name))


def is_replay(name: str) -> bool:
    """Whether a match may give a replay this name in its folder."""
    return re.fullmatch(r"[0-9]{5,10}\.replay", name) is not None and _file(int(name[:-7])) == name


class Files:
    """The files for replays of new games in a folder with others: a file is numbered like its game, unless an earlier
    run, with other or fewer entrants, has used that number for another game."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._taken = set(_numbers(folder))

    def of(self, pairing: Pairing) -> Path:
        number = pairing.number
        if number in self._taken:
            number = max(*self._taken, _OTHERS) + 1
        self._taken.add(number)
        return self._folder / _file(number)


_OTHERS = 2**31  # from this number on: above the numbers of all games


def with_replay(files: Files, game: Played, text: str) -> Played:
    """A game played elsewhere, whose replay this writes; an error of the system loses only the replay."""
    try:
        write_file(files.of(game.pairing), text)
    except OSError as error:
        return replace(game, problem=error)
    return game


def kept(conditions: Conditions, pairings: Pairings, resume: bool) -> Iterator[Played]:
    """The games whose replays are in the folder already: with the same setup and the same players in the same seats,
    under any numbers. Raises ValueError for a replay from another match, and without `resume` for any replay:
    none may be lost."""
    folder = conditions.replays
    if folder is None or not folder.is_dir():
        return
    numbers = _numbers(folder)
    if numbers and not resume:
        held = f"{folder} contains replays already, such as {_file(numbers[0])}"
        raise ValueError(f"{held}: resume that match, or keep these in another folder")
    for number in numbers:
        game = _read(folder / _file(number), number, conditions, pairings)
        if game is not None:
            yield game


def _read(file: Path, number: int, conditions: Conditions, pairings: Pairings) -> Played | None:
    """A played game, from its replay; None for one of a match with more games."""
    if not file.is_file():
        raise ValueError(f"{file}: expected a replay, which is a file")
    try:
        replay = load(file)
    except ReplayError as error:
        raise ValueError(f"{file}: {error}") from error
    labels = {one.label: who for who, one in enumerate(conditions.entrants)}
    seed, seats = replay.table.seed, tuple(labels.get(label, -1) for label in replay.table.labels)
    pairing = None if seed is None else pairings.find(seed, seats)
    like = pairing or pairings[(number - 1) % len(pairings)]
    if pairing is None and seed is not None and like.seed < seed < like.seed + 2**31 and pairings.find(like.seed, seats):
        like = replace(like, seed=seed, seats=seats)
    for found, expected in itertools.zip_longest(header(replay.table), header(conditions.table(like))):
        if found != expected:
            other = f"{file}: it is from another match"
            raise ValueError(f"{other}: expected the line {shown(expected)}, not {shown(found)}")
    return None if pairing is None else Played(pairing, replay.report(), file=number)


# ---- results ----


@dataclass
class Seat:
    """An entrant's results in one seat, as in its Line."""

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    score: float = 0.0


@dataclass
class Line:
    """One entrant's line of the table. A game is a win for the entrant with the best outcome alone, a draw for those
    who share it."""

    label: str
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    score: float = 0.0  # contest points, all games together; of several seats in a game the average
    fouls: int = 0
    slowest: float = 0.0  # seconds of the slowest answer
    rating: Rating | None = None
    seats: list[Seat] = field(default_factory=list)  # its results in each seat of the game


def standings(labels: Sequence[str], played: Sequence[Played]) -> list[Line]:
    """The table, in the order of the entrants."""
    lines = [Line(label) for label in labels]
    results = []
    for game in played:
        report, seats = game.report, game.pairing.seats
        best = {who: max(report.outcome[seat] for seat, sits in enumerate(seats) if sits == who) for who in seats}
        for who, value in best.items():
            line, own = lines[who], [seat for seat, sits in enumerate(seats) if sits == who]
            others = [other for player, other in best.items() if player != who]
            won, lost = bool(others) and all(value > other for other in others), any(value < other for other in others)
            line.seats += [Seat() for _ in seats[len(line.seats) :]]
            for seat in own:
                there = line.seats[seat]
                there.games, there.wins, there.losses = there.games + 1, there.wins + won, there.losses + lost
                there.draws, there.score = there.games - there.wins - there.losses, there.score + report.scores[seat]
            line.games += 1
            line.wins += won
            line.losses += lost
            line.score += sum(report.scores[seat] for seat in own) / len(own)
            line.fouls += sum(foul.seat in own for foul in report.fouls)
            line.slowest = max(line.slowest, *(report.clocks[seat].slowest for seat in own))
            line.draws = line.games - line.wins - line.losses
        for one, other in itertools.combinations(best, 2):
            results.append((one, other, 0.5 + 0.5 * ((best[one] > best[other]) - (best[one] < best[other]))))
    if len(lines) > 1:
        entrants = len(set(played[0].pairing.seats)) if played else 2
        for line, rating in zip(lines, rate(len(lines), results, 1 / max(1, entrants - 1)), strict=True):
            line.rating = rating
    return lines
