"""Replays: a game as lines of text, one event a line, written as the game is played. docs/arena.md describes the
format.

Reading plays every move again and compares the position after it with the one in the replay.
"""

from __future__ import annotations

import contextlib
import json
import operator
import os
import re
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, SupportsIndex

import libgames as lg
from libgames._files import LONGEST, MARK, GrowingFile, check_file, is_written_in_place, naming, target, write_file
from libgames._words import counted, integer, shown
from libgames.game import Game, State

from . import contests
from .contests import TimeRules
from .referee import Clock, Event, Foul, Move, Named, Report, Table, TakenBack, forfeited, result_of

FORMAT = 1
_MAGIC = "libgames-replay"


class ReplayError(lg.Error, ValueError):
    """A replay that is damaged, cut off, or differs from the library's game; `line` counts from 1.

    `replay` is the part before that line; None if not even the start position could be read.
    """

    def __init__(self, line: int, text: str):
        super().__init__(f"line {line}: {text}")
        self.line = line
        self.replay: Replay | None = None


@dataclass(repr=False)
class Replay:
    """A game read from a replay: its start, its events, and its last position."""

    table: Table
    library: str
    events: list[Event] = field(default_factory=list)
    state: State = field(init=False)

    def __post_init__(self) -> None:
        self.state = self.table.start

    def __repr__(self) -> str:
        game, players = self.table.start.game.config, ", ".join(self.table.labels)
        return f"<Replay of {game}: {players}; {counted(len(self.moves), 'move')}; {result_of(self.state, self.loser)}>"

    @property
    def loser(self) -> int | None:
        """The seat that has lost by an offence, where the position can't show that."""
        return loser(self.events)

    @property
    def moves(self) -> list[Move]:
        """The moves that count: those that were not taken back."""
        kept: list[Move] = []
        for event in self.events:
            if isinstance(event, Move):
                kept.append(event)
            elif isinstance(event, TakenBack):
                del kept[-event.moves :]
        return kept


    def report(self) -> Report:
        """The report of the game. Its times are those in the replay: of moves and offences."""
        clocks = [Clock(self.table.time) for _ in self.table.labels]
        report = Report(self.table, self.state, clocks, len(self.moves), loser=self.loser)
        report.finished = self.state.is_over or self.loser is not None
        for event in self.events:
            if isinstance(event, Named):
                report.names[event.seat] = event.name
            elif isinstance(event, Foul):
                report.fouls.append(event)
            elif isinstance(event, Move) and event.remark:
                report.remarks.append(event)
            if isinstance(event, Move) or (isinstance(event, Foul) and event.seconds):
                clocks[event.seat].charge(event.seconds)
        return report


def check(state: State) -> str:
    """The checksum of a position in a replay: CRC-32 of its text, 8 hexadecimal digits."""
    return f"{zlib.crc32(str(state).encode()):08x}"


def loser(events: Iterable[Event]) -> int | None:
    """The seat whose offence has ended a game without a forfeit; None otherwise."""
    return next((event.seat for event in events if isinstance(event, Foul) and event.lost), None)


# ---- writing ----


def _quoted(text: str) -> str:
    """A move or a position unchanged; as a JSON string where that would be ambiguous, or not one line of ASCII."""
    return text if re.fullmatch(r"[!#-~]([ !#-~]*[!#-~])?", text) else json.dumps(text)


def header(table: Table) -> list[str]:
    """The lines before the first event."""
    game = table.start.game
    lines = [f"{_MAGIC} {FORMAT}", f"library {lg.__version__}", f"game {game.config}", f"rules {game.type.version}"]
    if table.seed is not None:
        lines.append(f"seed {table.seed}")
    lines += [f"seat {seat} {json.dumps(label)}" for seat, label in enumerate(table.labels)]
    limits = (("first", table.time.first), ("answer", table.time.answer), ("total", table.time.total))
    lines.append("time " + " ".join(f"{name}={_seconds(value)}" for name, value in limits))
    if game.shared is not None:
        lines.append(f"shared {json.dumps(game.shared)}")
    return [*lines, f"start {_quoted(str(table.start))}"]


def _seconds(value: float | None) -> str:
    """A limit, so that reading gives the same number; `-` for none."""
    if value is None:
        return "-"
    short = f"{value:g}"
    return short if float(short) == value else repr(float(value)).removesuffix(".0")


def line_of(event: Event) -> str:
    """One event as a line."""
    if isinstance(event, Named):
        return f"name {event.seat} {json.dumps(event.name)}"
    if isinstance(event, TakenBack):
        return f"undo {event.moves} {check(event.after)}"
    first = f"{event.number} {event.seat} {event.seconds:.6f} {check(event.after)}"
    if isinstance(event, Foul):
        return f"foul {first} " + " ".join(map(json.dumps, (event.kind, event.text, event.stderr)))
    remark = "" if event.remark is None else f" {json.dumps(event.remark)}"
    return f"move {first} {_quoted(event.text)}{remark}"


def last_line(state: State, loser: int | None = None) -> str:
    """The end of a game, finished or not."""
    return f"end {' '.join(map(str, state.scores))} {json.dumps(result_of(state, loser))}"


class Writer:
    """Writes a replay while its game is played: every line is in the file before the next move is requested."""

    def __init__(self, file: IO[str], table: Table):
        self._file = file
        self._write(*header(table))

    def event(self, event: Event) -> None:
        self._write(line_of(event))

    def end(self, report: Report) -> None:
        self._write(last_line(report.state, report.loser))

    def _write(self, *lines: str) -> None:
        self._file.write("".join(line + "\n" for line in lines))
        self._file.flush()


class Recorder:
    """Keeps the replay of a game in a file, whose name ends with `.part` until it is whole.

    An error of the system loses the replay, not the game: it is in `problem`. An existing file is replaced, and no link
    is followed. `keep`: an interrupted game leaves the part that was played.
    """

    def __init__(self, path: Path, keep: bool = False, in_place: bool = False):
        """`in_place`: the file is a device or a pipe, which is written directly."""
        self.problem: OSError | None = None
        self._path = path
        self._keep = keep
        self._in_place = in_place
        self._file: GrowingFile | None = None
        self._writer: Writer | None = None

    def begin(self, table: Table) -> None:
        with self._costing_the_replay():
            self._file = GrowingFile(self._path, self._in_place)
            self._writer = Writer(self._file.stream, table)

    def event(self, event: Event) -> None:
        with self._costing_the_replay():
            if self._writer is not None:
                self._writer.event(event)

    def end(self, report: Report) -> None:
        with self._costing_the_replay():
            if self._writer is not None:
                self._writer.end(report)
                self._finish()

    def close(self) -> None:
        """After the game, or after an interruption."""
        with self._costing_the_replay():
            if self._keep:
                self._finish()
            else:
                self._drop()

    def _finish(self) -> None:
        if self._file is not None:
            self._file.finish()
        self._file = self._writer = None

    def _drop(self) -> None:
        if self._file is not None:
            self._file.drop()
        self._file = self._writer = None

    @contextlib.contextmanager
    def _costing_the_replay(self) -> Iterator[None]:
        try:
            with naming(self._path):
                yield
        except OSError as error:
            self.problem = error
            with contextlib.suppress(OSError):
                self._drop()


def recorder(path: str | Path) -> Recorder:
    """A Recorder for a file that the user chose: links are followed, a device is written directly, and an interrupted
    game leaves the part that was played. Raises the OSError of a file that can't be written."""
    check_file(path)
    file = target(path)
    return Recorder(file, keep=True, in_place=is_written_in_place(file))


def text_of(table: Table, events: Sequence[Event], state: State) -> str:
    """A whole replay."""
    return "\n".join([*header(table), *map(line_of, events), last_line(state, loser(events)), ""])


class Record:
    """A game played from Python and kept as a replay for `libgames show`.

        record = arena.Record(lg.make("alquerque").new(), ["me", "you"])
        record.play("c3-d4")
        record.play(record.state.choose("greedy"))
        record.save("game.replay")
    """

    def __init__(self, start: State, players: Sequence[str] | None = None, seed: int | None = None):
        """`players`: their names, in the order of the seats; None: the names of the seats. `seed`: the seed of the
        start, if known."""
        if not isinstance(start, State):
            raise TypeError(f"start: expected a state, not {shown(start)}")
        names = tuple(start.game.seats if players is None else players)
        if len(names) != start.game.players or not all(isinstance(name, str) for name in names):
            raise ValueError(f"players: expected {start.game.players} names, not {shown(players)}")
        self.table = Table(start, names, None if seed is None else integer("seed", seed, 0, 2**64 - 1))
        self.state = start
        self.events: list[Event] = []
        self._begun = start
        self._decisions: list[int] = []

    def play(self, action: SupportsIndex | str, remark: str | None = None) -> State:
        """Plays an action, or a whole move as a string; returns the state after it, which becomes `state`. Decisions
        of one move become one line of the replay. Raises as `State.apply`."""
        after = self.state.apply(action)
        text = action if isinstance(action, str) else None
        if text is not None and self._decisions and not self._leads(text, after):  # the rest of a move
            self._decisions += self.state.typed(text)[0]
            text = None
        elif not isinstance(action, str):
            self._decisions.append(operator.index(action))
        self.state = after
        if not after.in_move:
            if text is None:
                text = self._begun.game.move_text(self._begun, self._decisions, after)
            line = contests.one_line(self._begun, text)
            self.events.append(Move(len(self.events) + 1, self._begun.player or 0, 0.0, line, after, remark))
            self._begun, self._decisions = after, []
        return after

    def _leads(self, text: str, after: State) -> bool:
        """Whether this text is the whole move from where it began."""
        try:
            return self._begun.apply(text) == after
        except ValueError:
            return False

    @property
    def text(self) -> str:
        """The replay up to the last whole move."""
        return text_of(self.table, self.events, self._begun)

    def save(self, path: str | Path) -> None:
        """Writes the replay; an existing file is replaced. Raises OSError."""
        write_file(path, self.text)


# ---- reading ----


def load(path: str | Path, lines: list[bytes] | None = None) -> Replay:
    """The replay in a file; `lines` gets its lines, as far as they were read. Raises ReplayError, OSError."""
    if not isinstance(path, str | bytes | os.PathLike):  # open() takes numbers, and closes their files
        raise TypeError(f"path: expected the name of a file, not {shown(path)}")
    with open(path, "rb") as file:
        found = iter(lambda: file.readline(LONGEST), b"")  # no line is that long, but /dev/zero
        return read(found if lines is None else _noting(found, lines))


def _noting(found: Iterable[bytes], lines: list[bytes]) -> Iterator[bytes]:
    for line in found:
        lines.append(line)
        yield line


def read(lines: Iterable[bytes]) -> Replay:
    """The replay in these lines, each with its LF, as a file opened in binary mode gives them. Raises ReplayError."""
    reader = _Reader()
    try:
        for number, line in enumerate(lines, start=1):
            reader.number = number
            reader.line(line)
        reader.number += 1
        if not reader.ended:
            raise reader.error(f"the replay is cut off here: expected {reader.expected()}")
    except ReplayError as error:
        error.replay = reader.replay
        raise
    assert reader.replay is not None
    return reader.replay


_WORD = r"([\w.()=,-]+)"
_NUMBER = r"(0|[1-9][0-9]{0,19})"
_EVENT = rf"{_NUMBER} {_NUMBER} ([0-9]{{1,15}}\.[0-9]{{1,15}}) ([0-9a-f]{{8}})"
_JSON = r'"(?:[^"\\]|\\.)*"'
_TEXT = f"({_JSON})"


class _Reader:
    """Takes line after line. The header's lines have a fixed order; after `start` come events."""

    def __init__(self) -> None:
        self.number = 0
        self.ended = False
        self.replay: Replay | None = None
        self._library = ""
        self._config = ""
        self._rules = 0
        self._seed: int | None = None
        self._labels: list[str] = []
        self._time = TimeRules()
        self._shared: str | None = None
        self._history: list[State] = []
        self._moves = 0
        self._loser: int | None = None
        self._steps: Iterator[tuple[str, str, Callable[..., None]]] = iter(self._header())
        self._step: tuple[str, str, Callable[..., None]] | None = next(self._steps)

    def error(self, text: str) -> ReplayError:
        return ReplayError(self.number, text)

    def expected(self) -> str:
        return f"the line `{self._step[0]}`" if self._step is not None else "a move, or the line `end`"

    def line(self, data: bytes) -> None:
        if not isinstance(data, bytes):
            raise TypeError(f"lines: expected bytes, not {shown(data)}")
        if self.number == 1:
            data = data.removeprefix(MARK)
        if data.startswith(b"#") or (self.ended and not data.strip()):
            return  # from a person
        if not data.endswith(b"\n"):
            raise self.error("the replay is cut off in the middle of this line")
        text = data[:-1].removesuffix(b"\r").decode("ascii", errors="backslashreplace")
        if self.ended:
            raise self.error("expected nothing after the line `end`")
        if self._step is None:
            self._event(text)
        else:
            self._head(text)

    # ---- the header ----

    def _header(self) -> list[tuple[str, str, Callable[..., None]]]:
        """Name, form, and handler; a name in brackets is optional, `seat` comes several times."""
        seconds = r"(-|[0-9]{1,20}(?:\.[0-9]{1,20})?(?:e[-+][0-9]{1,3})?)"
        return [
            (_MAGIC, rf"{_MAGIC} {_NUMBER}", self._set_format),
            ("library", rf"library {_WORD}", lambda text: setattr(self, "_library", text)),
            ("game", rf"game {_WORD}", self._set_game),
            ("rules", rf"rules {_NUMBER}", lambda text: setattr(self, "_rules", int(text))),
            ("[seed]", rf"seed {_NUMBER}", lambda text: setattr(self, "_seed", int(text))),
            ("seat", rf"seat {_NUMBER} {_TEXT}", self._add_seat),
            ("time", rf"time first={seconds} answer={seconds} total={seconds}", self._set_time),
            ("[shared]", rf"shared {_TEXT}", lambda text: setattr(self, "_shared", self._string(text))),
            ("start", "start (.+)", self._start),
        ]

    def _head(self, text: str) -> None:
        while self._step is not None:
            name, form, use = self._step
            found = re.fullmatch(form, text)
            if found:
                use(*found.groups())
                if name != "seat":
                    self._step = next(self._steps, None)
                return
            if not (name.startswith("[") or (name == "seat" and self._labels)):
                raise self.error(f"expected {self.expected()} of a replay, not {_shown(text)}")
            self._step = next(self._steps, None)

    def _set_format(self, text: str) -> None:
        if int(text) != FORMAT:
            raise self.error(f"this library reads format {FORMAT} of replays, not {text}")

    def _set_game(self, text: str) -> None:
        try:
            self._config = lg.make(text).config
        except lg.Error as error:
            if text.split("(")[0] in lg.games():
                raise self.error(str(error)) from error
            hint = "A game from a separate file must be loaded first: --load FILE"
            raise self.error(f"{error}{'' if str(error).endswith('?') else '.'} {hint}") from error

    def _add_seat(self, seat: str, label: str) -> None:
        if int(seat) != len(self._labels):
            raise self.error(f"expected seat {len(self._labels)}")
        self._labels.append(self._string(label))

    def _set_time(self, *values: str) -> None:
        most = sys.float_info.max
        self._time = TimeRules(*(None if value == "-" else self._seconds(value, most) for value in values))

    def _start(self, text: str) -> None:
        try:
            game = Game(self._config, self._shared)
            start = game.parse(self._unquoted(text))
        except (lg.Error, ValueError) as error:
            raise self.error(f"the game or its start can't be read: {error}") from error
        if len(self._labels) != game.players:
            raise self.error(f"expected {game.players} seats before this line, not {len(self._labels)}")
        self.replay = Replay(Table(start, tuple(self._labels), self._seed, self._time), self._library)

    # ---- events ----

    def _event(self, text: str) -> None:
        forms: tuple[tuple[str, Callable[..., Event | None]], ...] = (
            (rf"move {_EVENT} ([^\"]+?|{_JSON})(?: {_TEXT})?", self._move),
            (rf"foul {_EVENT} {_TEXT} {_TEXT} {_TEXT}", self._foul),
            (rf"undo {_NUMBER} ([0-9a-f]{{8}})", self._undo),
            (rf"name {_NUMBER} {_TEXT}", self._name),
            (rf"end ((?:-?[0-9]{{1,19}} )+){_TEXT}", self._end),
        )
        assert self.replay is not None
        for form, use in forms:
            if found := re.fullmatch(form, text):
                event = use(self.replay.state, *found.groups())
                if event is not None:
                    self.replay.events.append(event)
                return
        raise self.error(f"expected a move, foul, undo, name or end, not {_shown(text)}")

    def _move(
        self, state: State, number: str, seat: str, seconds: str, checked: str, text: str, remark: str | None
    ) -> Event:
        if state.is_over or self._loser is not None:
            raise self.error("a move after the end of the game")
        self._same("number of the move", int(number), self._moves + 1)
        self._same("seat that moves", int(seat), state.player)
        text = self._unquoted(text)
        try:
            after = contests.answer(state, contests.answer_of(state, text)).after
        except (lg.Error, ValueError) as error:
            raise self.error(f"move {number}, {text}: the library does not allow it: {error}") from error
        self._moves += 1
        self._history.append(state)
        self._after(after, checked, f"after move {number}, {text}")
        remark = None if remark is None else self._string(remark)
        return Move(int(number), int(seat), self._seconds(seconds), text, after, remark)

    def _foul(self, state: State, number: str, seat: str, seconds: str, checked: str, *texts: str) -> Event:
        kind, text, stderr = map(self._string, texts)
        after, lost = forfeited(state, self._seat(state, seat))
        if self._loser is not None:
            raise self.error("an offence after the end of the game")
        self._loser = int(seat) if lost else None
        self._history.append(state)
        self._after(after, checked, f"after the offence of seat {seat}")
        return Foul(int(number), int(seat), self._seconds(seconds), kind, text, after, stderr, lost)

    def _undo(self, state: State, moves: str, checked: str) -> Event:
        if self._loser is not None:
            raise self.error("moves taken back after the end of the game")
        if not 0 < int(moves) <= len(self._history):
            raise self.error(f"expected 1 ... {len(self._history)} moves to take back, not {moves}")
        for _ in range(int(moves)):
            before = self._history.pop()
        self._moves -= int(moves)
        self._after(before, checked, f"after taking back {counted(int(moves), 'move')}")
        return TakenBack(int(moves), before)

    def _name(self, state: State, seat: str, name: str) -> Event:
        return Named(self._seat(state, seat), self._string(name))

    def _seat(self, state: State, text: str) -> int:
        if int(text) >= state.game.players:
            raise self.error(f"there is no seat {text}")
        return int(text)

    def _end(self, state: State, scores: str, ended: str) -> None:
        self._same("scores", [int(score) for score in scores.split()], list(state.scores))
        self._same("result", self._string(ended), result_of(state, self._loser))
        self.ended = True

    def _after(self, after: State, checked: str, when: str) -> None:
        """The game continues from `after`, if the replay has the same position."""
        assert self.replay is not None
        version = after.game.type.version
        same = version == self._rules
        hint = "" if same else f"; it was made with version {self._rules} of the rules, this is {version}"
        self._same(f"check of the position {when}", checked, check(after), hint)
        self.replay.state = after

    def _same(self, what: str, told: Any, true: Any, hint: str = "") -> None:
        if told != true:
            raise self.error(f"the first difference: {what} is {told} in the replay, {true} by the library{hint}")

    def _seconds(self, text: str, most: float = contests.LONGEST) -> float:
        seconds = float(text)
        if seconds > most:
            raise self.error(f"expected at most {most} seconds, not {text}")
        return seconds

    def _unquoted(self, text: str) -> str:
        return self._string(text) if text.startswith('"') else text

    def _string(self, text: str) -> str:
        try:
            decoded = str(json.loads(text))
            decoded.encode()  # halves of surrogate pairs can't be
            return decoded
        except ValueError as error:
            raise self.error(f"expected a JSON string, not {_shown(text)}") from error


def _shown(text: str) -> str:
    return ascii(text if len(text) <= 60 else text[:57] + "...")
