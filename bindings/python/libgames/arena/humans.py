"""A person at a terminal."""

from __future__ import annotations

import itertools
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import libgames as lg
from libgames.game import State
from rich.console import Console

from . import contests
from .boards import coloured
from .players import Player, Quit, Turn, Undo

_SHOWN = 40  # legal moves that are listed without being asked for
_HELP = """Type a move as the contest's programs write it; or
  moves   to see all legal moves
  board   to see the position again
  undo    to take back your last turn
  quit    to leave the game"""


class Human(Player):
    """Sees the position as far as it may, is offered the legal moves, and hears why a move can't be played."""

    can_undo = True

    def __init__(self, console: Console, read: Callable[[str], str] = input):
        """`read` is called with a prompt and returns a line, as input() does."""
        self._console = console
        self._read = read

    async def answer(self, turn: Turn) -> tuple[str, float]:
        begin = time.perf_counter()
        self._show_board(turn)
        self._show_moves(turn.state, _SHOWN)
        while True:
            line = self._ask(turn)
            text = answer_of(turn.state, line)
            if line in ("", "help", "?"):
                self._say(_HELP)
            elif line == "moves":
                self._show_moves(turn.state, None)
            elif line == "board":
                self._show_board(turn)
            elif line == "undo" and turn.can_undo:
                raise Undo
            elif line == "undo":
                self._say("Nothing can be taken back: it is your first turn, or a program plays, which would not know.")
            elif problem := mistake(turn.state, text):
                self._say(f"{line}: {problem}")
            else:
                return text, time.perf_counter() - begin

    def _ask(self, turn: Turn) -> str:
        name = turn.state.game.seats[turn.seat]
        try:
            with _interruptible():
                line = self._read(f"{name}> ").strip()
        except (EOFError, KeyboardInterrupt):
            raise Quit from None
        if line == "quit":
            raise Quit
        return line

    def _show_board(self, turn: Turn) -> None:
        self._console.print(coloured(turn.state, turn.seat))
        if contests.is_hidden(turn.state.game) and turn.message:
            self._say("You are told:")
            self._say(turn.message.rstrip("\n"))

    def _show_moves(self, state: State, most: int | None) -> None:
        lines = list(itertools.islice(offered(state), most))
        more = " ... (type `moves` for all)" if len(lines) == most else ""
        self._say("Legal: " + ", ".join(lines) + more)

    def _say(self, text: str) -> None:
        self._console.print(text, markup=False)


@contextmanager
def _interruptible() -> Iterator[None]:
    """Lets Ctrl-C end a wait for input at once; under asyncio it would wait for the next turn of the loop."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def answer_of(state: State, line: str) -> str:
    """What was typed, in as many lines as a program would write: blanks or `/` stand between them."""
    if state.answer_lines == 1:
        return line
    return "\n".join(part.strip() for part in line.split("/")) if "/" in line else "\n".join(line.split())


def mistake(state: State, text: str) -> str | None:
    """Why this can't be played; None when it can. Also refused is what a contest takes and does nothing about."""
    try:
        answer = contests.answer(state, text)
    except (lg.ParseError, lg.IllegalMove) as error:
        return str(error)
    return answer.remark or _idle(state, answer)


def _idle(state: State, answer: contests.Answer) -> str | None:
    """Why the rules turn this move, where it is one action, into nothing; None where they don't."""
    try:
        action = state.game.parse_action(answer.move)
        return state.explain(action) if state.apply(action) == answer.after else None
    except (lg.ParseError, lg.IllegalMove):
        return None


def offered(state: State) -> Iterator[str]:
    """What the player to move may type: the game's own words for it, or else the legal moves."""
    return iter(state.hint.splitlines()) if state.hint else state.legal_moves
