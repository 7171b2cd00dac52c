"""What only Block drop has: single turns, messages, results, the published engine's replays, the board as text."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from typing import SupportsIndex

from . import _native
from .game import State, make

_SIDE = 18
_FACINGS = ("U", "R", "D", "L")
_LETTERS = "URDLAN"


def _check(state: State) -> None:
    if not isinstance(state, State) or state.game.name != "blockdrop":
        raise TypeError(f"state: expected a state of blockdrop, not {state!r}")


def _bytes(state: State) -> bytes:
    _check(state)
    return bytes(state)


def _place(place: tuple[int, int, str]) -> tuple[int, int, int]:
    row, column, facing = place
    row, column = operator.index(row), operator.index(column)
    if not (0 <= row < _SIDE and 0 <= column < _SIDE and facing in _FACINGS):
        raise ValueError(f"players: expected row and column in 0 ... 17 and one of U R D L, not {place!r}")
    return row, column, _FACINGS.index(facing)


def start(players: Sequence[tuple[int, int, str]], rules: str = "page", turns: int = 1000) -> State:
    """A game's start at given places: (row, column, facing) of each of the four players, facing one of U R D L.

    Raises ValueError when a game can't start there: not four players, or two of them 3 or less apart; ParseError for
    an unknown rule set or turn limit.
    """
    game = make("blockdrop", rules=rules, turns=turns)
    places = bytes(number for place in players for number in _place(place))
    engine, limit = game.parameters["rules"] == "engine", int(game.parameters["turns"])
    return game.from_bytes(_native.blockdrop_begin(engine, limit, places))


def turn(state: State, answer: str) -> State:
    """One turn of the contest, as its referee plays it: `answer` is what the program wrote, junk is N.

    Unlike State.apply this stops at every turn, also those of players who have fallen. Raises GameOver.
    """
    after = _native.blockdrop_answer(_bytes(state), answer)
    return state.game.from_bytes(after)


def message(state: State, player: SupportsIndex) -> str:
    """What the program of `player` reads now: the text up to `EOD`, empty when it is not asked."""
    return _native.blockdrop_message(_bytes(state), player)


def word(answer: str | bytes) -> str:
    """The letter of the action that a program's answer means: N for junk."""
    return _LETTERS[_native.blockdrop_word(answer)]


def check_ready(line: str | bytes) -> None:
    """Raises ParseError unless a program's first line is READY."""
    _native.blockdrop_ready(line)


def result(state: State) -> str:
    """"ongoing", "won", "nobody left" or "turn limit"."""
    return _native.blockdrop_result(_bytes(state))


def winner(state: State) -> int | None:
    """The player who has won; None while the game is going on, and after a draw."""
    number = _native.blockdrop_winner(_bytes(state))
    return None if number < 0 else number


def blocks(state: State) -> list[list[int]]:
    """The timers of the blocks, 6 rows of 6: 0 stable, k > 0 drops in k turns, -k is back in k turns."""
    _check(state)
    return [[int(timer) for timer in row.split(",")] for row in str(state).split()[2].split("/")]


def players(state: State) -> list[tuple[int, int, str, int]]:
    """(row, column, facing, stun) of each player; row and column are -1 when it has fallen."""
    _check(state)
    fields = (player.split(",") for player in str(state).split()[3:7])
    return [(int(row), int(column), facing, int(stun)) for row, column, facing, stun in fields]


def to_replay(start: State, letters: str) -> str:
    """The published engine's JSON replay of a game that begins at `start`, one letter of U R D L A N a turn.

    Raises ValueError when `start` is no start under the rule set `engine`, GameOver for letters after the end.
    """
    if not isinstance(letters, str):
        raise TypeError(f"letters: expected str, not {type(letters)}")
    if not set(letters) <= set(_LETTERS):
        raise ValueError(f"letters: expected only {' '.join(_LETTERS)}")
    actions = bytes(map(_LETTERS.index, letters))
    return _native.blockdrop_replay_print(_bytes(start), actions)


def from_replay(text: str, turns: int = 1000) -> tuple[State, str]:
    """(start, letters) of such a replay, the letters as they were carried out. Raises ParseError."""
    data, actions = _native.blockdrop_replay_parse(text, turns)
    game = make("blockdrop", rules="engine", turns=turns)
    return game.from_bytes(data), "".join(_LETTERS[action] for action in actions)


def legal_moves(state: State) -> Iterator[str]:
    """The letters of the legal actions."""
    _check(state)
    return (_LETTERS[action] for action in state.legal_actions)


def draw(state: State, player: int | None = None) -> str:
    """The floor: `.` a free square, `~` of a block that will drop, blank where it has dropped, 0-3 the players;
    beside it the timers and the players. Everybody knows it all."""
    timers, everybody = blocks(state), players(state)
    floor = [[_floor(timers[row // 3][column // 3]) for column in range(18)] for row in range(18)]
    for number, (row, column, _, _) in enumerate(everybody):
        if row >= 0:
            floor[row][column] = str(number)
    lines = ["+" + "-" * 23 + "+"]
    for row, squares in enumerate(floor):
        if row and row % 3 == 0:
            lines.append("|" + " " * 23 + "|")
        text = " ".join("".join(squares[column : column + 3]) for column in range(0, 18, 3))
        aside = "   " + " ".join(f"{timer:3d}" for timer in timers[row // 3]) if row % 3 == 1 else ""
        lines.append(f"|{text}|{aside}")
    lines.append("+" + "-" * 23 + "+")
    for number, (row, column, facing, stun) in enumerate(everybody):
        place = "fallen" if row < 0 else f"row {row}, column {column}, facing {facing}, stun {stun}"
        lines.append(f"player {number}: {place}")
    lines.append(f"over: {_ending(state)}" if state.is_over else f"player {state.player} to move")
    return "\n".join(lines)


def _ending(state: State) -> str:
    return result(state) if winner(state) is None else f"{result(state)} by player {winner(state)}"


def _floor(timer: int) -> str:
    return " " if timer < 0 else "~" if timer > 0 else "."
