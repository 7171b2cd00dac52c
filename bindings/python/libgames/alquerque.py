"""What only Alquerque has: whole-turn moves, perft, results, the board as text."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import SupportsIndex

from . import _native
from .game import State

# A game's turns: the deepest tree there is.
_PLY_LIMIT = 200
# Deeper trees are split in Python, so that Ctrl-C is heard between the parts.
_PERFT_PART = 5


def _check(state: State) -> None:
    if not isinstance(state, State) or state.game.name != "alquerque":
        raise TypeError(f"state: expected a state of alquerque, not {state!r}")


def _bytes(state: State) -> bytes:
    _check(state)
    return bytes(state)


def legal_moves(state: State) -> Iterator[str]:
    """The legal whole turns, one after the other: each distinct path once. In the middle of a chain: its rest."""
    moves = _native.alquerque_moves(_bytes(state))
    return iter(lambda: _native.alquerque_moves_next(moves), None)


def count_moves(state: State) -> int:
    """How many legal whole turns there are, without listing them."""
    return _native.alquerque_count(_bytes(state))


def perft(state: State, depth: SupportsIndex, bulk: bool = True) -> int:
    """Leaves of the game tree after `depth` whole turns (0 ... 200).

    bulk: the last turn is counted without being played, the usual way.
    """
    data = _bytes(state)
    turns = operator.index(depth)
    if not 0 <= turns <= _PLY_LIMIT:
        raise ValueError(f"depth: expected an integer in 0 ... {_PLY_LIMIT}, not {depth!r}")
    if turns > _PERFT_PART:
        return sum(perft(state.apply(move), turns - 1, bulk) for move in legal_moves(state))
    return _native.alquerque_perft(data, turns, bulk)


def result(state: State) -> str:
    """"ongoing", "illegal" (somebody forfeited), "no pieces", "ply limit" or "no moves"."""
    return _native.alquerque_result(_bytes(state))


def message(state: State, player: SupportsIndex) -> str:
    """What the program of `player` (0 White, 1 Black) reads now, with its line end; empty when it reads nothing."""
    return _native.alquerque_message(_bytes(state), player)


def swap(state: State) -> State:
    """The same position seen from the other side: colours swapped, board turned by 180 degrees."""
    swapped = _native.alquerque_swap(_bytes(state))
    return state.game.from_bytes(swapped)


def draw(state: State, player: int | None = None) -> str:
    """The board with its coordinates and lines; w and b are pieces, + is an empty point. Both players know it all."""
    _check(state)
    board, side = str(state).split()[:2]
    rows = [_expand(row) for row in board.split("/")]
    lines = []
    for number, row in zip(range(7, 0, -1), rows, strict=True):
        lines.append(f"{number} " + "-".join(row))
        if number > 1:
            lines.append("  |" + "|".join("\\/"[(number + column + 1) % 2] for column in range(6)) + "|")
    lines.append("  " + " ".join("abcdefg"))
    mover = {"w": "White", "b": "Black"}[side]
    over = f"over: {result(state)}, {state.scores[0]}-{state.scores[1]}"
    lines.append(over if state.is_over else f"{mover} to move")
    return "\n".join(lines)


def _expand(row: str) -> str:
    return "".join("+" * int(c) if c.isdigit() else c for c in row)
