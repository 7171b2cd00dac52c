"""A person at a terminal."""

from __future__ import annotations

import itertools
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import libgames as lg
from libgames import ontherun
from libgames.game import State
from rich.console import Console

from .boards import coloured
from .contests import Contest
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
            text = answer_of(turn.contest, turn.state, line)
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
            elif problem := mistake(turn.contest, turn.state, text):
                self._say(f"{line}: {problem}")
            else:
                return text, time.perf_counter() - begin

    def _ask(self, turn: Turn) -> str:
        name = turn.contest.seats(turn.state)[turn.seat]
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
        if turn.contest.hidden and turn.message:
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


def answer_of(contest: Contest, state: State, line: str) -> str:
    """What was typed, in as many lines as a program would write."""
    return "\n".join(line.replace("/", " ").split()) if contest.lines(state) > 1 else line


def mistake(contest: Contest, state: State, text: str) -> str | None:
    """Why this can't be played; None when it can. Also refused is what a contest takes and does nothing about."""
    try:
        answer = contest.answer(state, text)
        if answer.remark:
            return answer.remark
        if state.game.name in ("blockdrop", "snakecore"):
            return state.explain(state.game.parse_action(answer.move))
    except (lg.ParseError, lg.IllegalMove) as error:
        return str(error)
    return None


def offered(state: State) -> Iterator[str]:
    """The legal moves in words that fit a line each; for detectives the cities that each can go to."""
    if state.game.name == "ontherun" and state.player == ontherun.DETECTIVES:
        hunt = ontherun.hunt(state)
        if hunt.phase == "place detectives":
            return iter(["four different cities"])
        return (f"{city} to {' '.join(map(str, sorted(neighbours(state, city))))}" for city in hunt.detectives)
    if state.game.name == "amazes":
        return iter(["1 to 256 of F (forward) L (left) R (right) T (back), each turns that way and makes a step"])
    return state.legal_moves


def neighbours(state: State, city: int) -> set[int]:
    """The cities that are joined to this one."""
    return {one + other - city for _, one, other in ontherun.connections(state.game) if city in (one, other)}
