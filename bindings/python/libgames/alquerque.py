"""Functions of Alquerque: whole-turn moves, perft, the other side's view, the board in rows, the tables of endings."""

from __future__ import annotations

import contextlib
import functools
import math
import os
import re
import struct
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal, NamedTuple, Self, SupportsIndex

import numpy as np
import numpy.typing as npt

from . import _native
from ._files import KeptFile, write_file
from ._types import memory
from ._words import integer, yes_or_no
from .game import Game, State, checked

# Deeper trees are split in Python, so that Ctrl-C works between the parts.
_PERFT_PART = 5
# Columns and rows of a step, for the directions 0 ... 7.
_STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


def _bytes(state: State) -> bytes:
    return bytes(checked(state, "alquerque"))


def legal_moves(state: State) -> Iterator[str]:
    """The legal whole turns, one after the other: each distinct path once. In the middle of a chain: its rest."""
    moves = bytearray(_native.LG_ALQUERQUE_MOVES_SIZE)
    _native.lg_alquerque_moves_begin(_bytes(state), moves)
    return _texts(moves)


def _texts(moves: bytearray) -> Iterator[str]:
    """The moves left in an enumeration."""
    while True:
        more, move = _native.lg_alquerque_moves_next(moves)
        if not more:
            return
        yield _native.lg_alquerque_move_print(move)


def count_moves(state: State) -> int:
    """The number of legal whole turns, without listing them."""
    return _native.lg_alquerque_count(_bytes(state))


def perft(state: State, depth: SupportsIndex, bulk: bool = True) -> int:
    """Leaves of the game tree after `depth` whole turns (0 ... 200).

    bulk: the last turn is counted without being played, the usual way.
    """
    data = _bytes(state)
    turns, counts = integer("depth", depth, 0, _native.LG_ALQUERQUE_PLY_LIMIT), yes_or_no("bulk", bulk)
    if turns > _PERFT_PART:
        return sum(perft(state.apply(move), turns - 1, counts) for move in legal_moves(state))
    return _native.lg_alquerque_perft(data, turns, counts)


def swap(state: State) -> State:
    """The same position seen from the other side: colours swapped, board turned by 180 degrees."""
    swapped = _native.lg_alquerque_swap(_bytes(state))
    return state.game.from_bytes(swapped)


def rows(state: State) -> list[str]:
    """The board, row 7 first: `w` and `b` are pieces, `.` an empty point."""
    white, black = map(int, checked(state, "alquerque").fields["pieces"])

    def point(number: int) -> str:
        return "w" if white >> number & 1 else "b" if black >> number & 1 else "."

    return ["".join(point(8 * row + column) for column in range(7)) for row in range(6, -1, -1)]


def last_moves(state: State) -> tuple[str, str]:
    """The last move of White and of Black as the contest writes it, "" for none; for a player in the middle of a chain,
    its jumps so far."""
    white, black = map(_move, checked(state, "alquerque").fields["last"])
    return white, black


def _move(move: np.void) -> str:
    start, jumps = int(move["from"]), int(move["jumps"])
    if start == _native.LG_ALQUERQUE_NO_POINT:
        return ""
    path = int(move["path"]) | int(move["path_high"]) << 63
    row, column = divmod(start, 8)
    points = [(column, row)]
    for number in range(max(1, jumps)):
        right, up = _STEPS[path >> 3 * number & 7]
        column, row = column + right * (1 + (jumps > 0)), row + up * (1 + (jumps > 0))
        points.append((column, row))
    return ("*" if jumps else "-").join(f"{'abcdefg'[column]}{row + 1}" for column, row in points)


# ---- endings ----

_KEPT_EVERY = 5.0  # seconds
_AT_COUNTS = struct.calcsize("PP") + 8 * 17  # in lg_alquerque_endings
_POINTS = tuple(8 * row + column for row in range(6, -1, -1) for column in range(7))  # row 7 first


class Ending(NamedTuple):
    """The value of an ending for the side to move.

    :value: "won", "drawn" or "lost"; None if it depends on the ply limit: the win would be at ply 200.
    :plies: whole turns to the end with best play, even beyond the ply limit; None if neither side can win.
    :best: a move that keeps both.
    """

    value: Literal["won", "drawn", "lost"] | None
    plies: int | None
    best: str

    def __str__(self) -> str:
        if self.plies is None:
            return "drawn: neither side can win"
        win = f"{'won' if self.plies % 2 else 'lost'} in {self.plies} {'ply' if self.plies == 1 else 'plies'}"
        return {"drawn": f"drawn: it would be {win}, after the ply limit",
                None: f"{win}, which is ply {_native.LG_ALQUERQUE_PLY_LIMIT}: if by a capture"}.get(self.value, win)


class EndingCounts(NamedTuple):
    """Counts for one material: positions in which the last steps forbid nothing, for the side to move.

    :longest_win: plies of the longest win; 0 if nothing is won.
    :longest_loss: the same for a loss.
    :longest: a position with the longest win, White to move; None if nothing is won.
    """

    won: int
    drawn: int
    lost: int
    longest_win: int
    longest_loss: int
    longest: str | None


class EndingScore(NamedTuple):
    """The result of Endings.measure; `share` computes shares with intervals.

    :decisions: one in each of the positions, in all of which at least one move is a mistake.
    :kept: decisions that kept the value of the position, even if a win takes longer.
    :games: won positions, played to the end against perfect defence.
    :won: games that were won before the ply limit.
    """

    decisions: int
    kept: int
    games: int
    won: int

    @staticmethod
    def share(some: int, of_all: int) -> tuple[float, float, float]:
        """A share, 0 ... 1, and its 95% interval by Wilson; (nan, 0, 1) of none."""
        if of_all == 0:
            return math.nan, 0.0, 1.0
        share, square = some / of_all, 1.96**2 / of_all
        middle, half = share + square / 2, math.sqrt(share * (1 - share) * square + square * square / 4)
        return share, max(0.0, (middle - half) / (1 + square)), min(1.0, (middle + half) / (1 + square))


class EndingProgress(NamedTuple):
    """The progress in making tables: `done` positions of `total` for endings of `ply` plies."""

    size: int
    memory: int
    done: int
    total: int
    ply: int
    finished: bool


def _progress(record: bytes) -> EndingProgress:
    size, needed, done, total, ply, finished = struct.unpack_from("=4Qi?", record)
    return EndingProgress(size, needed, done, total, ply, finished)


class _Kept:
    """A file with unfinished tables. Their checksum, which is not used before the end, covers this file. It is written
    from time to time, and whenever the work is interrupted."""

    def __init__(self, path: str | os.PathLike[str], work: npt.NDArray[np.uint8]):
        self._file, self._work, self._due = KeptFile(path), work, time.monotonic() + _KEPT_EVERY

    def __enter__(self) -> Self:
        self._file.__enter__()
        try:
            if self._file.path.exists():
                with self._file.path.open("rb") as stream:
                    whole = stream.readinto(self._work.data) == len(self._work) and not stream.read(1)
                told = self._swap(0)
                if not whole or told != zlib.crc32(self._work.data):
                    raise ValueError(f"{self._file.path}: expected unfinished tables of this number of pieces; without it "
                                     "they are made from the beginning")
        except BaseException:
            self._file.__exit__()
            raise
        return self

    def _swap(self, number: int) -> int:
        before = int(self._work[56:64].view(np.uint64)[0])
        self._work[56:64].view(np.uint64)[0] = number
        return before

    def keep(self) -> None:
        if (begin := time.monotonic()) >= self._due:
            self._write()
            self._due = time.monotonic() + max(_KEPT_EVERY, 20 * (time.monotonic() - begin))

    def _write(self) -> None:
        self._swap(zlib.crc32(self._work.data))
        self._file.write(self._work.data)
        self._swap(0)

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        try:
            if kind is not None:
                self._write()
            else:
                self._file.path.unlink(missing_ok=True)
        finally:
            self._file.__exit__()


class Endings:
    """Tables of all positions with few pieces: the winner, and the number of plies.

    endings = lg.alquerque.Endings.solve(3)
    print(endings.probe(state))

    game = lg.Game("alquerque", endings=endings)      # whose searches and searching bots look them up
    print(game.parse(text).choose("strong"))

    Any number of threads may use them at the same time.
    """

    MOST_PIECES: Final[int] = _native.LG_ALQUERQUE_ENDING_PIECES

    def __init__(self, tables: npt.NDArray[np.uint8]):
        """Takes the bytes of tables, which are checked. Raises ParseError."""
        self._path: str | None = None
        self._bytes = tables
        self._facts = _native.lg_alquerque_endings_open(tables)

    def _inform(self, handle: _native.GameHandle) -> None:
        """Makes the game's searches and bots look them up from now on."""
        try:
            _native.game_know(handle, self._facts, self._bytes)
        except ValueError:
            raise ValueError("endings: expected a game of alquerque, whose endings they are") from None

    def __reduce__(self) -> tuple[Callable[..., Endings], tuple[str | bytes]]:
        """A copy reads the file again; tables without a file are copied as bytes."""
        return (_again, (self._bytes.tobytes(),)) if self._path is None else (Endings.load, (self._path,))

    def __repr__(self) -> str:
        return f"<libgames.alquerque.Endings of up to {self.pieces} pieces>"

    @classmethod
    def needs(cls, pieces: SupportsIndex) -> EndingProgress:
        """The requirements of tables: their `size` in bytes, the `memory` for making them, and the `total` of
        positions."""
        number = integer("pieces", pieces, 2, cls.MOST_PIECES)
        return _progress(_native.lg_alquerque_endings_solve(number, np.empty(0, np.uint8), 1))

    @classmethod
    def solve(cls, pieces: SupportsIndex, threads: SupportsIndex | None = None,
              progress: Callable[[EndingProgress], object] | None = None,
              resume: str | os.PathLike[str] | None = None) -> Endings:
        """Makes the tables of up to `pieces` pieces of both sides together, 2 ... 5, on `threads` threads, or on all cores.
        Ctrl-C ends it; `progress` is called regularly. The file `resume` keeps the finished part, from which the same
        call continues after an interruption, even a kill; at the end it is deleted. Raises OSError, ValueError."""
        most = _native.LG_MAX_THREADS
        used = min(os.cpu_count() or 1, most) if threads is None else integer("threads", threads, 1, most)
        now = cls.needs(pieces)
        number, work = integer("pieces", pieces, 2, cls.MOST_PIECES), memory(now.memory, "endings: ")
        work[:] = 0
        with contextlib.nullcontext() if resume is None else _Kept(resume, work[: now.size]) as kept:
            while not now.finished:
                now = _progress(_native.lg_alquerque_endings_solve(number, work, used))
                if progress is not None:
                    progress(now)
                if kept is not None:
                    kept.keep()
        return cls(work[: now.size])

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Endings:
        """Tables from a file, which is mapped, not read: processes share it. Raises OSError, ParseError."""
        if os.stat(path).st_size == 0:
            return cls(np.empty(0, np.uint8))
        made = cls(np.memmap(path, np.uint8, "r"))
        made._path = os.path.abspath(os.fsdecode(path))
        return made

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the tables to a file. Raises OSError."""
        write_file(path, self._bytes.data)

    @property
    def pieces(self) -> int:
        """The largest number of pieces of both sides together."""
        return int(struct.unpack_from("=i", self._facts, _AT_COUNTS + 768)[0])

    @property
    def counts(self) -> dict[tuple[int, int], EndingCounts]:
        """Won, drawn and lost positions, by the pieces of the side to move and of the other."""
        return {(mover, other): self._counts(mover, other)
                for mover in range(1, self.pieces) for other in range(1, self.pieces + 1 - mover)}

    def _counts(self, mover: int, other: int) -> EndingCounts:
        numbers = struct.unpack_from("=5Q2i", self._facts, _AT_COUNTS + 48 * (4 * (mover - 1) + other - 1))
        won, drawn, lost, own, theirs, longest_win, longest_loss = numbers
        board = "".join("w" if own >> point & 1 else "b" if theirs >> point & 1 else "1" for point in _POINTS)
        lines = [_squeezed_row(board[at : at + 7]) for at in range(0, 49, 7)]
        longest = "/".join(lines) + " w 0 - - -" if won else None
        return EndingCounts(won, drawn, lost, longest_win, longest_loss, longest)

    def probe(self, state: State) -> Ending | None:
        """The value of a position; None if it has more pieces than the tables. Raises GameOver."""
        record = _native.lg_alquerque_endings_probe(self._facts, self._bytes, _bytes(state))
        number, plies = struct.unpack_from("=2i", record)
        if record[18] == _native.LG_ALQUERQUE_NO_POINT:
            return None
        return Ending((None, "lost", "drawn", "won")[number], None if plies < 0 else plies,
                      _native.lg_alquerque_move_print(record[8:]))

    def sentence(self, state: State) -> str | None:
        """The value of a position in words: "White wins in 17 plies". None as with `probe`."""
        ending = self.probe(state)
        if ending is None or ending.plies is None or ending.value not in ("won", "lost"):
            return None if ending is None else str(ending)
        winner = state.game.seats[(state.player or 0) ^ (ending.value == "lost")]
        return f"{winner} wins in {ending.plies} {'ply' if ending.plies == 1 else 'plies'}"

    def best_moves(self, state: State) -> list[str]:
        """The legal moves that keep the value of a position, and the plies to the end. Raises GameOver, ValueError."""
        ending = self.probe(state)
        if ending is None:
            raise ValueError(f"expected at most {self.pieces} pieces, the limit of the tables")
        left = None if ending.plies is None else ending.plies - 1
        moves = {move: self._plies(state.apply(move)) for move in legal_moves(state)}
        return [move for move, plies in moves.items() if plies == left] or list(moves)  # at ply 200 all tie

    def draw(self, game: Game, pieces: SupportsIndex, rng: np.random.Generator) -> State:
        """A position with `pieces` pieces at ply 0, drawn at random from those in which some move is a mistake: all
        materials and points are equally likely. Raises ValueError."""
        count = integer("pieces", pieces, 2, self.pieces)
        while True:
            points, white = rng.choice(49, count, replace=False), int(rng.integers(1, count))
            board = np.full(49, "1")
            board[points] = ["w"] * white + ["b"] * (count - white)
            lines = [_squeezed_row("".join(board[at : at + 7])) for at in range(0, 49, 7)]
            state = game.parse(f"{'/'.join(lines)} {'wb'[rng.integers(2)]} 0 - - -")
            if not state.is_over and len(set(self._values(state).values())) > 1:
                return state

    def _values(self, state: State) -> dict[str, int]:
        """The value of each move for the side that makes it: 1, 0 or -1."""
        return {move: self._value(state.apply(move)) for move in legal_moves(state)}

    def _value(self, after: State) -> int:
        plies = self._plies(after)
        return 0 if plies is None else 1 if plies % 2 == 0 else -1

    def measure(self, choose: Callable[[list[State]], Sequence[int]], states: Sequence[State]) -> EndingScore:
        """Measures how well endings are played: `choose` is given states and returns an action for each.

        >>> endings = Endings.solve(2)
        >>> states = [endings.draw(make("alquerque"), 2, np.random.default_rng(seed)) for seed in range(3)]
        >>> endings.measure(lambda some: [state.choose("greedy") for state in some], states).decisions
        3
        """
        worth = [max(self._values(state).values()) for state in states]
        after = _turns(choose, states)
        kept = sum(self._value(state) == best for state, best in zip(after, worth, strict=True))
        won = [i for i, best in enumerate(worth) if best == 1]
        while going := [i for i in won if not after[i].is_over]:
            for i in going:
                after[i] = after[i].apply(self._answer(after[i]))
            going = [i for i in going if not after[i].is_over]
            for i, state in zip(going, _turns(choose, [after[i] for i in going]), strict=True):
                after[i] = state
        wins = sum(after[i].outcome[states[i].player or 0] == 1 for i in won)
        return EndingScore(len(states), kept, len(won), wins)

    def _answer(self, state: State) -> str:
        """A best move if the tables contain the state."""
        ending = self.probe(state)
        assert ending is not None
        return ending.best

    def _plies(self, state: State) -> int | None:
        """The plies left, even beyond the ply limit."""
        if state.result in ("no pieces", "no moves"):
            return 0
        if state.is_over:
            return None
        ending = self.probe(state)
        return None if ending is None else ending.plies


def endings(pieces: SupportsIndex = 3) -> Endings:
    """The tables of positions with up to this many pieces, 2 ... 5. The first call makes them, in a second for three
    pieces; the process keeps them. Raises ValueError."""
    return _solved(integer("pieces", pieces, 2, Endings.MOST_PIECES))


@functools.cache
def _solved(pieces: int) -> Endings:
    return Endings.solve(pieces)


def _turns(choose: Callable[[list[State]], Sequence[int]], states: Sequence[State]) -> list[State]:
    """Each state after the turn of its player, which may be several decisions."""
    after, going = list(states), list(range(len(states)))
    while going:
        for i, action in zip(going, choose([after[i] for i in going]), strict=True):
            after[i] = after[i].apply(int(action))
        going = [i for i in going if after[i].player == states[i].player]
    return after


def _again(tables: bytes) -> Endings:
    return Endings(np.frombuffer(tables, np.uint8))


def _squeezed_row(row: str) -> str:
    """A row of a position's text, where a digit counts empty points."""
    return re.sub("1+", lambda empty: str(len(empty[0])), row)
