"""What only Alquerque has: whole-turn moves, perft, the other side's view, the board in rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import SupportsIndex

import numpy as np

from . import _native
from ._words import integer, yes_or_no
from .game import State, checked

# Deeper trees are split in Python, so that Ctrl-C is heard between the parts.
_PERFT_PART = 5
# Columns and rows that a step goes, for the directions 0 ... 7.
_STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


def _bytes(state: State) -> bytes:
    return bytes(checked(state, "alquerque"))


def legal_moves(state: State) -> Iterator[str]:
    """The legal whole turns, one after the other: each distinct path once. In the middle of a chain: its rest."""
    moves = bytearray(_native.LG_ALQUERQUE_MOVES_SIZE)
    _native.lg_alquerque_moves_begin(_bytes(state), moves)
    return _texts(moves)


def _texts(moves: bytearray) -> Iterator[str]:
    """Those that are left in an enumeration."""
    while True:
        more, move = _native.lg_alquerque_moves_next(moves)
        if not more:
            return
        yield _native.lg_alquerque_move_print(move)


def count_moves(state: State) -> int:
    """How many legal whole turns there are, without listing them."""
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
    """The last move of White and of Black as the contest writes it, "" for none; of a player in the middle of a chain:
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
