"""Replays to and from other formats: the published Block drop engine's JSON, and lists of moves."""

from __future__ import annotations

import itertools
import re

import libgames as lg
from libgames import blockdrop
from libgames._errors import written
from libgames._words import brief
from libgames.game import State

from . import contests
from .referee import Event, Foul, Move, Table, TakenBack
from .replays import Replay, ReplayError


def to_moves(replay: Replay) -> str:
    """The moves, one a line; an answer of several lines has `/` between them."""
    return "".join(move.text + "\n" for move in replay.moves)


def from_moves(start: State, text: str) -> Replay:
    """The game with these moves from `start`, one a line or several, as programs write them or as people type them.

    Other text is skipped: the numbers of moves, comments from `#` or `;` to the end of the line or in braces, lines in
    brackets before the first move, and a result after the last. Raises ReplayError with the line of a move that can't
    be played.
    """
    replay = _empty(start)
    lines = without_remarks(text).rstrip().split("\n")
    for number, line in enumerate(lines, start=1):
        line = line.strip()
        if not replay.events and line.startswith("[") and line.endswith("]"):
            continue
        at = 0
        while at < len(line):
            if (found := _first_move(replay.state, line, at)) is None and (ahead := _NUMBER.match(line, at)):
                at = ahead.end()
                found = _first_move(replay.state, line, at)
            rest = line[at:]
            if found is None and (not rest or (number == len(lines) and _RESULT.fullmatch(rest))):
                break
            seat = replay.state.player
            if seat is None:
                raise ReplayError(number, f"{brief(rest)}: the game is over")
            if found is None:
                raise ReplayError(number, f"{brief(rest)}: {_refusal(replay.state, rest)}")
            at, answer = found
            _add(replay, seat, answer.move, answer.after)
            following = _WORD.search(line, at)
            at = len(line) if following is None else following.start()
    return replay


_WORD = re.compile(r"\S+")
_REMARK = re.compile(r"\{[^}]*\}|(?<!\S)[#;].*")
_NUMBER = re.compile(r"[0-9]+(\.+|\))\s*")
_RESULT = re.compile(r"\*|[0-9/]+-[0-9/]+")
_SIGNS = str.maketrans({"\u00d7": "x", **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-")})
_MOST_WORDS = 64  # of a typed move
_MOST = 4096  # characters of a move that has any number of words


def without_remarks(text: str) -> str:
    """A list of moves with blanks in place of the remarks in it; lines stay lines."""
    return _REMARK.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def _first_move(state: State, line: str, at: int) -> tuple[int, contests.Answer] | None:
    """The end of the move that the rest of the line is or begins with, and the move."""
    if state.is_over:
        return None
    ends = [found.end() for found in itertools.islice(_WORD.finditer(line, at), _MOST_WORDS)]
    for end in [len(line), *ends] if len(line) - at <= _MOST else ends:
        if (answer := _exactly(state, line[at:end])) is not None:
            return end, answer
    for end in [] if _NUMBER.match(line, at) else ends:
        if (answer := _as_typed(state, line[at:end].translate(_SIGNS).rstrip("!?"))) is not None:
            return end, answer
    return None


def _refusal(state: State, move: str) -> str:
    """Why this is no move."""
    try:
        contests.answer(state, contests.answer_of(state, move))
    except (lg.ParseError, lg.IllegalMove) as error:
        return str(error)
    return f"expected a move, not what counts as {state.game.taken_for(move)}"


def _exactly(state: State, move: str) -> contests.Answer | None:
    """As a program writes it; unreadable answers that a contest accepts do not count."""
    try:
        answer = contests.answer(state, contests.answer_of(state, move))
    except (lg.ParseError, lg.IllegalMove):
        return None
    return answer if state.game.taken_for(move) in (None, move) else None


def _as_typed(state: State, line: str) -> contests.Answer | None:
    try:
        actions, after = state.typed(line)
    except (lg.ParseError, lg.IllegalMove):
        return None
    if after.in_move:
        return None
    return contests.Answer(contests.one_line(state, state.game.move_text(state, actions, after)), after)


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
            letters += "N" * (_turn(event.after) - len(letters))  # turns of players that had fallen or were stopped
            position = event.after
        elif isinstance(event, TakenBack):
            letters, position = letters[: _turn(event.after)], event.after
    assert position == replay.state
    return blockdrop.to_replay(start, letters) + "\n"


def from_blockdrop(text: str, configuration: str = "blockdrop") -> Replay:
    """The game in the published engine's JSON, which does not contain its turn limit: the configuration's, if it is one
    of blockdrop. Raises ParseError."""
    game = lg.make(configuration if configuration.startswith("blockdrop") else "blockdrop")
    start, letters = written(text, lambda text: blockdrop.from_replay(text, int(game.parameters["turns"])))
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
    """The number of the next turn, counting turns of fallen players."""
    return int(state.fields["turn"])
