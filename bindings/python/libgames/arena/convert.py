"""Replays to and from other formats: the published Block drop engine's JSON, and lists of moves."""

from __future__ import annotations

import libgames as lg
from libgames import blockdrop
from libgames.game import State

from .contests import CONTESTS, contest_of
from .referee import Event, Foul, Move, Table
from .replays import Replay, ReplayError


def to_moves(replay: Replay) -> str:
    """The moves, one a line; an answer of several lines has `/` between them."""
    return "".join(move.text + "\n" for move in replay.moves)


def from_moves(start: State, text: str) -> Replay:
    """The game with these moves from `start`. In Alquerque blanks may stand between moves, too.

    Raises ReplayError with the line of a move that can't be played.
    """
    contest = contest_of(start)
    replay = _empty(start)
    for number, line in enumerate(text.splitlines(), start=1):
        for move in line.split() if contest.name == "alquerque" else filter(None, [line.strip()]):
            seat = replay.state.player
            if seat is None:
                raise ReplayError(number, f"{move}: the game is over")
            try:
                answer = contest.answer(replay.state, move.replace("/", "\n"))
            except (lg.ParseError, lg.IllegalMove) as error:
                raise ReplayError(number, f"{move}: {error}") from error
            _add(replay, seat, answer.move, answer.after)
    return replay


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
    assert position == replay.state
    return blockdrop.to_replay(start, letters) + "\n"


def from_blockdrop(text: str, turns: int = 1000) -> Replay:
    """The game in the published engine's JSON. Raises ParseError."""
    start, letters = blockdrop.from_replay(text, turns)
    replay = _empty(start)
    while replay.state.player is not None and _turn(replay.state) < len(letters):
        letter = letters[_turn(replay.state)]
        _add(replay, replay.state.player, letter, replay.state.apply(letter))
    return replay


def _empty(start: State) -> Replay:
    seats = CONTESTS[start.game.name].seats(start)
    return Replay(Table(start, seats), lg.__version__)


def _add(replay: Replay, seat: int, text: str, after: State) -> None:
    event: Event = Move(len(replay.events) + 1, seat, 0.0, text, after)
    replay.events.append(event)
    replay.state = after


def _turn(state: State) -> int:
    """The number of the next turn, those of fallen players counted."""
    return int(state.fields["turn"])
