"""A person at a terminal."""

from __future__ import annotations

import asyncio
import itertools
import re
import signal
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import libgames as lg
from libgames._system import ENDING
from libgames.game import State
from rich.console import Console

from . import contests
from .outputs import coloured, harmless
from .players import Player, Quit, Turn, Undo

_OFFERED = 40  # legal moves listed automatically
_LISTED = 400  # and at most on request
_LONGEST = 4096  # characters of a line: more was not typed
_COMMANDS = """Type a move, or
    help to see this (also ?)
  moves   to see the legal moves
  board   to see the position and the moves again
  undo    to take back your last turn, or the part of a move that you have typed
  quit    to leave the game (also Ctrl-C or Ctrl-D)"""


def read_line(prompt: str) -> str:
    """A line from the standard input. Raises EOFError at its end, and for a line too long to be typed."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline(_LONGEST + 1)
    if not line or len(line) > _LONGEST:
        raise EOFError
    return line


class Human(Player):
    """Sees the permitted part of the position, is prompted for one decision after the other, and is told why a move
    can't be played. A line may contain several decisions, or a whole move as programs write it."""

    can_undo = True

    def __init__(self, console: Console, read: Callable[[str], str] = read_line, shares: bool = False):
        """`read` is called with a prompt and returns a line, as input() does. `shares`: another person plays at the
        same terminal, so hidden information is wiped between two turns."""
        self._console = console
        self._read = read
        self._shares = shares
        self._greeted = False

    async def answer(self, turn: Turn) -> tuple[str, float]:
        await asyncio.sleep(0.001)  # a signal from before this turn is handled first
        begin = time.perf_counter()
        with _breakable():
            try:
                return self._ask_for_move(turn), time.perf_counter() - begin
            except (EOFError, KeyboardInterrupt):
                self._say("")
                raise Quit from None

    def _ask_for_move(self, turn: Turn) -> str:
        if self._shares and contests.is_hidden(turn.state.game):
            self._hand_over(turn)
        self._show(turn, turn.state)
        if not self._greeted:
            self._say(f"You are {turn.state.game.seats[turn.seat]}. Type help for the rules and commands.")
        self._greeted = True
        actions: tuple[int, ...] = ()
        state = turn.state
        while True:
            line = self._line(state)
            command, _, rest = line.partition(" ")
            if command.lower() == "undo" and actions:
                actions, state = (), turn.state
            elif not self._obey(turn, state, command.lower(), rest.strip()):
                try:
                    taken, state = state.typed(line)
                except (lg.ParseError, lg.IllegalMove) as error:
                    if not actions and _is_answer(turn.state, line):
                        return line
                    self._say(_refusal(line, error))
                    continue
                actions += taken
                if not state.in_move:
                    return turn.state.game.move_text(turn.state, actions, state)

    def _line(self, state: State) -> str:
        seat = state.game.seats[state.player or 0]
        prompt = f"{seat}: {state.prompt}> " if state.prompt else f"{seat}> "
        return self._read(prompt).strip()

    def _obey(self, turn: Turn, state: State, command: str, rest: str) -> bool:
        """Carries out a line that is a command; False for any other line."""
        if command in ("", "help", "?"):
            self._show_help(turn)
        elif command == "moves":
            self._show_moves(state, _LISTED)
        elif command == "board":
            self._show(turn, state)
        elif command == "map" and turn.state.game.shared_file is not None:
            self._show_map(turn.state, rest)
        elif command == "undo" and turn.can_undo:
            raise Undo
        elif command == "undo":
            self._say("Nothing can be taken back: it is your first turn, or a program plays, which can't go back.")
        elif command in ("quit", "exit"):
            raise Quit
        else:
            return False
        return True

    def _hand_over(self, turn: Turn) -> None:
        """Waits until the right person is at the terminal."""
        self._console.clear()
        seat = turn.state.game.seats[turn.seat]
        self._read(f"It is the turn of {seat}. Press Enter when no other player is looking> ")

    def _show(self, turn: Turn, state: State) -> None:
        """The position, the news, and the possible input in `state`, which may be within a move that is being typed."""
        self._say("")
        self._console.print(coloured(turn.state, turn.seat), soft_wrap=True)
        if news := turn.state.news(turn.seat):
            self._say(news)
        self._show_moves(state, _OFFERED)

    def _show_help(self, turn: Turn) -> None:
        game = turn.state.game
        self._say(game.type.title)
        for line in (game.type.help or "").splitlines():
            self._say(textwrap.fill(line, self._console.width, initial_indent="  ", subsequent_indent="    "))
        self._say(_COMMANDS)
        if game.shared_file is not None:
            self._say(f"  map 12  to see the lines of {game.shared_file} that contain 12; map alone shows all")

    def _show_map(self, state: State, word: str) -> None:
        lines = (state.game.shared_text or "").splitlines()
        found = [line for line in lines if not word or re.search(rf"(?<!\w){re.escape(word)}(?!\w)", line)]
        self._say(", ".join(found) if found else f"no line of {state.game.shared_file} contains {harmless(word)}")

    def _show_moves(self, state: State, most: int) -> None:
        if state.input_help:
            self._say(state.input_help)
            return
        lines = list(itertools.islice(_offered(state), most + 1))
        more = "" if len(lines) <= most else " ... (moves shows more)" if most < _LISTED else " ... and more"
        self._say("Legal: " + ", ".join(lines[:most]) + more)

    def _say(self, text: str) -> None:
        self._console.print(text, markup=False)


@contextmanager
def _breakable() -> Iterator[None]:
    """Lets signals end a wait for input immediately; under asyncio they would wait for the next turn of the loop."""

    def leave(number: int, frame: FrameType | None) -> None:
        raise asyncio.CancelledError

    handlers = {number: leave for number in ENDING} | {signal.SIGINT: signal.default_int_handler}
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    except OSError as error:  # the terminal is gone
        raise asyncio.CancelledError from error
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _is_answer(state: State, line: str) -> bool:
    """Whether it is a whole move as programs write it, which a game without `typed` reads as well."""
    try:
        return contests.answer(state, contests.answer_of(state, line)).remark is None
    except (lg.ParseError, lg.IllegalMove):
        return False


def _refusal(line: str, error: lg.ParseError | lg.IllegalMove) -> str:
    """Why a line is not a move, for people: without line and column numbers."""
    if isinstance(error, lg.IllegalMove):
        return f"{harmless(line)}: not possible: {error}"
    read = line.encode(errors="replace")[: error.column - 1].decode(errors="replace").strip()
    where = f" after {harmless(read)}" if read else ""
    return f"{harmless(line)}: not understood: expected {error.expected}{where} (help shows the possible input)"


def _offered(state: State) -> Iterator[str]:
    """The legal moves; within a move, the decisions that can follow."""
    if not state.in_move:
        return iter(state.legal_moves)
    return map(state.game.action_text, state.legal_actions)
