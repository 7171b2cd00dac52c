"""One game at a table: gets the players' moves, keeps their clocks, punishes offences as the contest does, and records
all events."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from libgames import IllegalMove, ParseError
from libgames._words import counted, decoded
from libgames.game import State

from . import contests
from .contests import TimeRules
from .players import Player, Quit, Turn, Undo
from .programs import Offence


@dataclass(frozen=True)
class Named:
    """A program gave its name."""

    seat: int
    name: str


@dataclass(frozen=True)
class Move:
    """A whole turn; `number` counts the turns of the game from 1."""

    number: int
    seat: int
    seconds: float
    text: str
    after: State = field(repr=False)
    remark: str | None = None


@dataclass(frozen=True)
class Foul:
    """An offence in place of the game's `number`th turn (0: before the game), the contest's penalty, and the end
    of the program's standard error. `lost`: the game has no forfeit, so the offence has ended it, and `after` is the
    unchanged position."""

    number: int
    seat: int
    seconds: float
    kind: str
    text: str
    after: State = field(repr=False)
    stderr: str = ""
    lost: bool = False


@dataclass(frozen=True)
class TakenBack:
    """The last `moves` turns were taken back."""

    moves: int
    after: State = field(repr=False)


Event = Named | Move | Foul | TakenBack


def forfeited(state: State, seat: int) -> tuple[State, bool]:
    """The contest's penalty for an offence of this seat: the position after it, and whether the game ends there because
    it has no forfeit."""
    if state.is_over:
        return state, False
    try:
        return state.forfeit(seat), False
    except ValueError:  # the seat is valid, so the game has no forfeit
        return state, True


def result_of(state: State, loser: int | None) -> str:
    """The state or the end of a game in a few words; `loser` has lost it by an offence that no position can show."""
    return state.result if loser is None else ILLEGAL


ILLEGAL = "illegal"  # the words of games whose positions show that an offence has decided them


@dataclass(frozen=True)
class Table:
    """The facts fixed before a game."""

    start: State
    labels: tuple[str, ...]
    seed: int | None = None
    time: TimeRules = TimeRules()

    @property
    def seats(self) -> tuple[str, ...]:
        return self.start.game.seats


@dataclass
class Clock:
    """The time of one program."""

    rules: TimeRules
    total: float = 0.0
    slowest: float = 0.0
    answers: int = 0
    has_opened: bool = False  # the line with a separate limit is not required

    def limit(self) -> float | None:
        """Seconds for the next answer."""
        is_first = self.answers == 0 and not self.has_opened and self.rules.first is not None
        one = self.rules.first if is_first else self.rules.answer
        return min((limit for limit in (one, self.left()) if limit is not None), default=None)

    def left(self) -> float | None:
        return None if self.rules.total is None else max(0.0, self.rules.total - self.total)

    def charge(self, seconds: float) -> None:
        seconds = round(seconds, 6)  # as in replays
        self.answers += 1
        self.total += seconds
        self.slowest = max(self.slowest, seconds)

    def late(self) -> Offence:
        """The message when the limit has passed."""
        limit = self.limit()
        if limit is not None and limit == self.left():
            return Offence("time-out", f"used up its {self.rules.total:g} s for the whole game")
        return Offence("time-out", f"did not answer within {limit:g} s")


@dataclass(repr=False)
class Report:
    """The report of a game. `finished` is False for a game that a person left."""

    table: Table
    state: State
    clocks: list[Clock]
    moves: int = 0
    finished: bool = False
    loser: int | None = None  # the seat that has lost by an offence, where the position can't show that
    fouls: list[Foul] = field(default_factory=list)
    remarks: list[Move] = field(default_factory=list)  # moves that were odd, but no offence
    names: dict[int, str] = field(default_factory=dict)  # programs' own names, by seat

    @property
    def result(self) -> str:
        return result_of(self.state, self.loser)

    @property
    def scores(self) -> tuple[int, ...]:
        return self.state.scores

    @property
    def outcome(self) -> tuple[float, ...]:
        """The result of each seat in -1 ... 1. A loser by offence gets -1, and the others share 1."""
        seats = range(self.state.game.players)
        if self.loser is None:
            return self.state.outcome
        return tuple(-1.0 if seat == self.loser else 1 / (len(seats) - 1) for seat in seats)

    def __repr__(self) -> str:
        who = ", ".join(f"{label} {score}" for label, score in zip(self.table.labels, self.scores, strict=True))
        ended = self.result if self.finished else "not finished"
        counts = f"{counted(self.moves, 'move')}, {counted(len(self.fouls), 'offence')}"
        return f"<Report of {self.table.start.game.config}: {who}; {ended}; {counts}>"


class Referee:
    """Conducts one game."""

    def __init__(self, table: Table, players: Sequence[Player], watch: Callable[[Event], Any] = lambda event: None):
        """`watch` is called with every event as it happens."""
        if not len(players) == len(table.labels) == table.start.game.players:
            raise ValueError(f"expected {table.start.game.players} players, not {len(players)}")
        self.players = list(players)
        self.state = table.start
        self.report = Report(table, table.start, [Clock(table.time) for _ in players])
        self._watch = watch
        self._history: list[State] = []  # the positions before the moves so far
        self._leaving: dict[int, asyncio.Task[None]] = {}  # offenders' seats, and how their programs are being stopped

    async def play(self) -> Report:
        """Plays the game to its end. In every case, no program is left running."""
        at_once = True
        try:
            await self._open()
            try:
                while not self._is_over:
                    contests.check_length(self.state.game, self.report.moves)
                    await self._turn()
                self.report.finished = True
            except Quit:
                pass
            for seat in range(len(self.players)):
                await self._last_words(seat)
            at_once = False
        finally:
            stops = [player.stop(at_once) for seat, player in enumerate(self.players) if seat not in self._leaving]
            for ended in await asyncio.gather(*stops, *self._leaving.values(), return_exceptions=True):
                if isinstance(ended, BaseException):
                    raise ended
        return self.report

    async def _open(self) -> None:
        """Starts the programs, and reads their first line if the contest requires one."""
        for seat, player in enumerate(self.players):
            await player.start(self.state, seat)
        opening, asked = self.state.game.opening, []
        for seat, player in enumerate(self.players):
            if opening is not None and player.is_program:
                asked.append(seat)
            self.report.clocks[seat].has_opened = opening is not None and not player.is_program
        # All in parallel, so that each gets the same time, even if several are slow.
        first = (self._ask(seat, opening or "", 1, is_passed=self._is_passed) for seat in asked)
        heard = await asyncio.gather(*first, return_exceptions=True)
        for seat, line in zip(asked, heard, strict=True):
            if not self._is_over:
                await self._hear(seat, line)

    def _is_passed(self, line: str) -> bool:
        """Whether the contest ignores a first line and waits for the next."""
        try:
            self.state.game.opening_name(line.encode(errors="surrogateescape"))
        except ParseError as error:
            return error.line > 1
        return False

    async def _hear(self, seat: int, line: str | BaseException) -> None:
        """A program's first line, or why there is none."""
        try:
            if isinstance(line, BaseException):
                raise line
            name = self.state.game.opening_name(line.encode(errors="surrogateescape"))
        except Offence as offence:
            await self._punish(0, seat, offence)
        except ParseError as error:
            await self._punish(0, seat, Offence("wrong opening", f"did not begin as it must: {error}"))
        else:
            if name:
                self.report.names[seat] = name
                self._watch(Named(seat, name))

    @property
    def _is_over(self) -> bool:
        return self.state.is_over or self.report.loser is not None

    async def _ask(
        self,
        seat: int,
        message: str,
        lines: int,
        can_undo: bool = False,
        is_passed: Callable[[str], bool] | None = None,
    ) -> str:
        player, clock = self.players[seat], self.report.clocks[seat]
        is_timed = player.is_program or player.is_timed
        limit, left = (clock.limit(), clock.left()) if is_timed else (None, None)
        try:
            turn = Turn(self.state, seat, message, lines, limit, left, can_undo, is_passed)
            text, seconds = await player.answer(turn)
        except TimeoutError:
            late = clock.late()
            clock.charge(limit or 0.0)
            raise late from None
        clock.charge(seconds)
        return text

    async def _turn(self) -> None:
        seat = self.state.player
        assert seat is not None
        clock = self.report.clocks[seat]
        before = clock.total
        text = ""
        try:
            message, lines = self.state.message(seat), self.state.answer_lines
            text = decoded(await self._ask(seat, message, lines, self._can_undo(seat)))
            answer = contests.answer(self.state, text)
        except Undo:
            self._take_back(seat)
        except Offence as offence:
            await self._punish(self.report.moves + 1, seat, offence, clock.total - before)
        except (ParseError, IllegalMove) as error:
            illegal = Offence("illegal move", f"answered {_shown(text)}: {error}")
            await self._punish(self.report.moves + 1, seat, illegal, clock.total - before)
        else:
            self._history.append(self.state)
            self.state = self.report.state = answer.after
            self.report.moves += 1
            move = Move(self.report.moves, seat, clock.total - before, answer.move, answer.after, answer.remark)
            if answer.remark:
                self.report.remarks.append(move)
            self._watch(move)

    async def _punish(self, number: int, seat: int, offence: Offence, seconds: float = 0.0) -> None:
        """The contest's penalty for an offender; its program gets its last message and is stopped."""
        self._history.append(self.state)
        self.state, lost = forfeited(self.state, seat)
        self.report.state = self.state
        self.report.loser = seat if lost else None
        await self._last_words(seat)
        player = self.players[seat]
        self._leaving[seat] = asyncio.create_task(player.stop(at_once=False))
        foul = Foul(number, seat, seconds, offence.kind, str(offence), self.state, player.stderr, lost)
        self.report.fouls.append(foul)
        self._watch(foul)

    async def _last_words(self, seat: int) -> None:
        if self.players[seat].is_program and seat not in self._leaving and self.state.player != seat:
            await self.players[seat].tell(self.state.message(seat))

    def _can_undo(self, seat: int) -> bool:
        if self._leaving:  # a stopped program can't play again
            return False
        return all(player.can_undo for player in self.players) and any(past.player == seat for past in self._history)

    def _take_back(self, seat: int) -> None:
        """Goes back to the last position in which this player was to move."""
        moves = 0
        while moves == 0 or self.state.player != seat:
            self.state = self._history.pop()
            moves += 1
        self.report.state = self.state
        self.report.moves -= moves
        self._watch(TakenBack(moves, self.state))


def _shown(text: str) -> str:
    """An answer for a report: on one line, and not too long."""
    text = text.rstrip("\r\n").replace("\n", "/")
    return ascii(text if len(text) <= 60 else text[:57] + "...")
