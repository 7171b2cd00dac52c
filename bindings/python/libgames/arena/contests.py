"""The conduct of contests, for the referee and the players: setups, time, the meaning of answers. All of it comes from
the games' own data; nothing here knows a game, or processes.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import libgames as lg
from libgames._errors import written
from libgames._words import shown
from libgames.game import Game, State, room

LONGEST = 10**9  # seconds of any limit: thirty years
_BLANKS = "".join(map(chr, range(0x21)))


@dataclass(frozen=True)
class TimeRules:
    """Seconds that a program has; None is no limit. Time counts only while the referee waits for it."""

    first: float | None = None  # for its first line, if the contest has a separate limit
    answer: float | None = None  # for each answer
    total: float | None = None  # for all its answers in a game


def seconds(text: str, form: str = r"[0-9]+(\.[0-9]+)?") -> float:
    """The number of seconds in a text of this form. Raises ValueError."""
    number = float(text) if re.fullmatch(form, text, re.ASCII) else math.nan
    if not 0 < number <= LONGEST:
        raise ValueError(f"expected a number of seconds such as 0.5, above 0, at most {LONGEST}, not {shown(text)}")
    return number


@dataclass(frozen=True)
class Answer:
    """A program's answer: the move as replays write it, the position after it, and a remark on its form."""

    move: str
    after: State
    remark: str | None = None


def setup(configuration: str, seed: int, text: str | None = None) -> State:
    """The start of a game: from a seed, or as `text` (a file's contents) describes it. Raises ParseError, ValueError.

    A game's module may have a function `setup` for texts other than positions, and for seeds with a wider meaning.
    """
    game = lg.make(configuration)
    own = getattr(room(game), "setup", None)

    def read(text: str | None) -> State:
        if own is not None:
            found: State = own(configuration, seed, text)
            return found
        return game.new(seed) if text is None else game.parse(text.strip())

    state = read(None) if text is None else written(text, read)
    if text is not None and state.is_over:
        raise ValueError("the game is over in this position")
    if text is not None and state.in_move:
        raise ValueError("this position is in the middle of a turn")
    return state


def time_rules(game: Game) -> TimeRules:
    """The contest's own."""
    return TimeRules(*game.clock)


def is_hidden(game: Game) -> bool:
    """Whether players don't see each other's moves."""
    return game.type.information == "hidden"


def files(game: Game) -> Mapping[str, str]:
    """Files that the contest puts into a program's folder: name and text."""
    text = game.shared_text
    return {} if game.shared_file is None or text is None else {game.shared_file: text}


def answer(state: State, text: str) -> Answer:
    """Plays a program's answer, a whole move. Raises ParseError and IllegalMove for an offence."""
    taken = state.game.taken_for(text)
    if taken is None:
        return Answer(one_line(state, text), state.apply(text))
    word = re.split("[\0-\x20]+", text.lstrip(_BLANKS), maxsplit=1)[0]
    remark = None if word == taken else f"answered {text[:40]!r}, which counts as {taken}"
    return Answer(taken, state.apply(taken), remark)


def one_line(state: State, text: str) -> str:
    """An answer as replays write it: several lines have `/` between them."""
    return "/".join(text.splitlines()) if state.answer_lines > 1 else text.removesuffix("\n").removesuffix("\r")


def answer_of(state: State, move: str) -> str:
    """The answer that a replay's line stands for."""
    return move.replace("/", "\n") if state.answer_lines > 1 else move


def check_length(game: Game, count: int) -> None:
    """Raises BrokenGame if an unfinished game has had more moves or decisions than the longest game."""
    if count >= game.longest:
        raise lg.BrokenGame(f"{game.name} does not end after {count} decisions: its author should run `libgames check`")


def decide(state: State, choose: Callable[[State], int]) -> str:
    """A whole move of a player that chooses one action after the other, as a program would write it."""
    actions = [choose(state)]
    after = state.apply(actions[0])
    while after.in_move:
        check_length(state.game, len(actions))
        actions.append(choose(after))
        after = after.apply(actions[-1])
    return state.game.move_text(state, actions, after)
