"""Replays to and from other formats: the published Block drop engine's JSON, and lists of moves."""

from __future__ import annotations

import libgames as lg
from libgames import blockdrop
from libgames._state import State
from libgames._words import brief

from . import contests
from .referee import Event, Foul, Move, Table, TakenBack
from .replays import Replay, ReplayError


def to_moves(replay: Replay) -> str:
    """The moves, one a line; an answer of several lines has `/` between them."""
    return "".join(move.text + "\n" for move in replay.moves)


def from_moves(start: State, text: str) -> Replay:
    """The game with these moves from `start`, one a line; where a move has no blanks, these may stand between several.

    Raises ReplayError with the line of a move that can't be played.
    """
    replay = _empty(start)
    for number, line in enumerate(text.splitlines(), start=1):
        for move in _moves(replay.state, line.strip()):
            seat = replay.state.player
            if seat is None:
                raise ReplayError(number, f"{brief(move)}: the game is over")
            try:
                answer = contests.answer(replay.state, contests.answer_of(replay.state, move))
            except (lg.ParseError, lg.IllegalMove) as error:
                raise ReplayError(number, f"{brief(move)}: {error}") from error
            _add(replay, seat, answer.move, answer.after)
    return replay


def _moves(state: State, line: str) -> list[str]:
    """The line, or its words where not the line, but the first of them can be played."""
    words = line.split()
    several = len(words) > 1 and not state.is_over and not _can_play(state, line) and _can_play(state, words[0])
    return words if several else [line] if line else []


def _can_play(state: State, move: str) -> bool:
    try:
        contests.answer(state, contests.answer_of(state, move))
    except (lg.ParseError, lg.IllegalMove):
        return False
    return True


def to_blockdrop(replay: Replay) -> str:
    """The published engine's JSON. Raises ValueError for a game of something else, or under other rules."""
    start = replay.table.start
    if start.game.name != "blockdrop" or start.game.parameters["rules"] != "engine":
        raise ValueError("expected a replay of blockdrop(rules=engine)")
    letters = ""
    position = start
    for event in replay.events:
        if isinstance(event, Move | Foul):
            letters += event.text if isinstance(event, Move) else ""
            letters += "N" * (_turn(event.after) - len(letters))  # turns of who had fallen or was stopped
            position = event.after
        elif isinstance(event, TakenBack):
            letters, position = letters[: _turn(event.after)], event.after
    assert position == replay.state
    return blockdrop.to_replay(start, letters) + "\n"


def from_blockdrop(text: str, configuration: str = "blockdrop") -> Replay:
    """The game in the published engine's JSON, which does not name its limit of turns: that of the configuration, if
    it is one of blockdrop. Raises ParseError."""
    game = lg.make(configuration if configuration.startswith("blockdrop") else "blockdrop")
    start, letters = blockdrop.from_replay(text, int(game.parameters["turns"]))
    replay = _empty(start)
    while replay.state.player is not None and _turn(replay.state) < len(letters):
        letter = letters[_turn(replay.state)]
        _add(replay, replay.state.player, letter, replay.state.apply(letter))
    return replay


def _empty(start: State) -> Replay:
    return Replay(Table(start, start.game.seats), lg.__version__)


def _add(replay: Replay, seat: int, text: str, after: State) -> None:
    event: Event = Move(len(replay.events) + 1, seat, 0.0, text, after)
    replay.events.append(event)
    replay.state = after


def _turn(state: State) -> int:
    """The number of the next turn, those of fallen players counted."""
    return int(state.fields["turn"])
