"""Functions of Block drop: starts at given places, single turns, the published engine's replays."""

from __future__ import annotations

import operator
from collections.abc import Sequence

import numpy as np

from . import _native
from ._errors import saying
from ._words import integer, listed, shown
from .game import State, checked, make

_FACINGS = ("U", "R", "D", "L")
_LETTERS = "URDLAN"


def _bytes(state: State) -> bytes:
    return bytes(checked(state, "blockdrop"))


def _place(place: tuple[int, int, str]) -> tuple[int, int, int]:
    message = f"players: expected row and column in 0 ... 17 and one of U R D L, not {shown(place)}"
    try:
        row, column, facing = place
        row, column = operator.index(row), operator.index(column)
    except (TypeError, ValueError) as error:
        raise type(error)(message) from None
    inside = 0 <= row < _native.LG_BLOCKDROP_SIDE and 0 <= column < _native.LG_BLOCKDROP_SIDE
    if not (inside and isinstance(facing, str) and facing in _FACINGS):
        raise ValueError(message)
    return row, column, _FACINGS.index(facing)


def start(players: Sequence[tuple[int, int, str]], rules: str = "page", turns: int = 1000) -> State:
    """A game's start at given places: (row, column, facing) of each of the four players, facing one of U R D L.

    Raises ValueError if a game can't start there: not four players, or two of them at a distance of 3 or less;
    ParseError for an unknown rule set or turn limit.
    """
    game = make("blockdrop", rules=rules, turns=turns)
    places = [_place(place) for place in listed("players", players)]
    kind = _native.LG_BLOCKDROP_ENGINE if game.parameters["rules"] == "engine" else _native.LG_BLOCKDROP_PAGE
    message = "players: expected four players, any two of them more than 3 apart"
    if len(places) != game.players:
        raise ValueError(message)
    with saying(ValueError, message):
        data = _native.lg_blockdrop_start(kind, int(game.parameters["turns"]), np.array(places, np.int32))
    return game.from_bytes(data)


def setup(configuration: str, seed: int, text: str | None) -> State:
    """The start of a contest's game: from a seed, or in a position, in which a player that can do nothing is skipped.

    Raises ParseError, ValueError.
    """
    game = make(configuration)
    if text is None:
        return game.new(seed)
    state = game.parse(text.strip())
    fields, player = state.fields, state.player
    is_out = player is not None and (fields["row"][player] < 0 or fields["stopped"] >> player & 1)
    return state.apply("N") if is_out else state


def play(state: State, answer: str | bytes) -> State:
    """One turn of the contest, as its referee plays it: `answer` is the program's line, junk counts as N.

    Unlike State.apply this stops at every turn, even of fallen players. Raises GameOver.
    """
    after = _native.lg_blockdrop_play(_bytes(state), answer)
    return state.game.from_bytes(after)


def winner(state: State) -> int | None:
    """The player who has won; None before the end, and after a draw."""
    scores = checked(state, "blockdrop").scores
    return scores.index(1) if 1 in scores else None


def blocks(state: State) -> list[list[int]]:
    """The timers of the blocks, 6 rows of 6: 0 stable, k > 0 drops in k turns, -k is back in k turns."""
    timers: list[list[int]] = checked(state, "blockdrop").fields["timers"].tolist()
    return timers


def players(state: State) -> list[tuple[int, int, str, int]]:
    """(row, column, facing, stun) of each player; row and column are -1 when it has fallen."""
    fields = checked(state, "blockdrop").fields
    columns = (fields[name].tolist() for name in ("row", "column", "facing", "stun"))
    return [(row, column, _FACINGS[facing], stun) for row, column, facing, stun in zip(*columns, strict=True)]


def to_replay(start: State, letters: str) -> str:
    """The published engine's JSON replay of a game that begins at `start`, one letter of U R D L A N a turn.

    Raises ValueError when `start` is no start under the rule set `engine`, GameOver for letters after the end.
    """
    if not isinstance(letters, str):
        raise TypeError(f"letters: expected str, not {type(letters)}")
    if not set(letters) <= set(_LETTERS):
        raise ValueError(f"letters: expected only {' '.join(_LETTERS)}")
    actions = bytes(map(_LETTERS.index, letters))
    with saying(ValueError, "expected a game's start under the rules `engine` and actions in 0 ... 5"):
        return _native.lg_blockdrop_replay_print(_bytes(start), actions)


def from_replay(text: str, turns: int = 1000) -> tuple[State, str]:
    """(start, letters) of such a replay, the letters as they were carried out. Raises ParseError."""
    limit = integer("turns", turns, 1, _native.LG_BLOCKDROP_MAX_TURN_LIMIT)
    actions = bytearray(limit)
    data, count = _native.lg_blockdrop_replay_parse(text, limit, actions)
    game = make("blockdrop", rules="engine", turns=limit)
    return game.from_bytes(data), "".join(_LETTERS[action] for action in actions[:count])
