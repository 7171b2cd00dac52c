"""Who may sit at a table: bots, functions, programs, people (humans.py). A Player plays one game; an Entrant takes part
in many, and makes a new Player for each."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import math
import operator
import os
import random
import re
import shutil
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import libgames as lg
from libgames import _system
from libgames._bots import _AT_ONCE
from libgames._policies import Policy, as_policy
from libgames._words import decoded, did_you_mean, shown
from libgames.game import State

from . import contests
from .programs import Limits, Offence, Program, shortage_of_threads, split_command
from .stopwatch import Stopwatch


@dataclass(frozen=True)
class Turn:
    """A request to a player for its turn."""

    state: State
    seat: int
    message: str  # the message for a program; "" where it reads nothing
    lines: int  # how many lines it answers
    seconds: float | None  # how long a program may take
    left: float | None = None  # and for all answers to come
    can_undo: bool = False  # whether all players at the table can take moves back
    is_passed: Callable[[str], bool] | None = None  # whether the contest passes over an answer and waits for the next


class Player:
    """Plays one game in one seat."""

    is_program = False  # gets messages, time and penalties like a program in the contest
    is_timed = False  # timed like a program, though it is none
    can_undo = False  # remembers nothing that taking back a move would invalidate
    stderr = ""

    async def start(self, state: State, seat: int) -> None:
        """Called before anything else."""

    async def answer(self, turn: Turn) -> tuple[str, float]:
        """A whole turn as a program writes it, and the seconds that it took. Raises Offence, Undo, Quit."""
        raise NotImplementedError

    async def tell(self, message: str) -> None:
        """The last message of a game."""

    async def stop(self, at_once: bool) -> None:
        """After the game; also when the game was broken off."""


class Undo(Exception):
    """A person takes back the last own turn, and all later ones."""


class Quit(Exception):
    """A person leaves; the game is not finished."""


class BotPlayer(Player):
    """A bot. One that searches does so in a separate thread, so that the event loop is not blocked."""

    can_undo = True

    def __init__(self, player: lg.Bot, seed: int, seconds: float | None = None, is_timed: bool = False):
        """`seconds`: how long it thinks for a move. `is_timed`: it uses the contest's clock, where there is one."""
        self.player = player
        self.is_timed = is_timed
        self._seed = seed
        self._seconds = seconds
        self._thread = ThreadPoolExecutor(1, "player")
        self._stop = bytearray(1)  # ends the thread
        self._total: float | None = None  # its time for all moves at the first turn

    async def answer(self, turn: Turn) -> tuple[str, float]:
        begin = time.perf_counter()
        if self.player.name in _AT_ONCE:
            text = contests.decide(turn.state, lambda state: state.choose(self.player, self._seed))
            seconds = time.perf_counter() - begin
            await asyncio.sleep(0)  # other tasks run between two turns
            return text, seconds
        with shortage_of_threads():
            work = asyncio.get_running_loop().run_in_executor(self._thread, self._move, turn, begin)
        async with Stopwatch() as watch:
            try:
                text = await asyncio.shield(work)
            except asyncio.CancelledError:
                self._stop[0] = 1
                await asyncio.wait([work])
                raise
        seconds = watch.taken()
        if turn.seconds is not None and seconds > turn.seconds:
            raise TimeoutError
        return text, seconds

    async def stop(self, at_once: bool) -> None:
        self._stop[0] = 1
        self._thread.shutdown()

    def _move(self, turn: Turn, begin: float) -> str:
        timing = self._timing(turn, begin)
        return contests.decide(turn.state, lambda state: self._choose(state, timing))

    def _timing(self, turn: Turn, begin: float) -> Timing | None:
        """The time of the move; None: the player's configuration sets its effort."""
        if self._seconds is None and turn.seconds is None:
            return None
        moves, decisions = turn.state._left(turn.seat, _GAMES, self._seed)
        each = decisions / max(moves, 1.0)
        if self._seconds is not None:
            return Timing(begin + self._seconds, each)
        if self._total is None:
            self._total = turn.left
        return Timing(begin + time_for_move(turn.seconds or 0.0, turn.left, self._total or 0.0, moves), each)

    def _choose(self, state: State, timing: Timing | None) -> int:
        if self._stop[0]:
            return state.legal_actions[0]
        if timing is None:
            return self._think(state, self.player, math.inf)
        seconds = timing.next()
        if seconds < _SHORTEST:
            return state.choose(self._in_haste(state), self._seed)
        return self._think(state, with_time(self.player, seconds), seconds)

    def _in_haste(self, state: State) -> str:
        """The bot that chooses when no time is left; an expert stays one."""
        assert state.player is not None
        thinks = self.player.in_seat(state.game, state.player).name == "expert"
        return f"expert(simulations={_HASTE})" if thinks else "greedy"

    def _think(self, state: State, player: lg.Bot, seconds: float) -> int:
        return state._thought(player, self._seed, seconds, self._stop)


_GAMES = 16  # random games from which the length of a game is estimated
_SHORTEST = 0.005  # in fewer seconds than this nothing is searched
_HASTE = 16  # simulations of an expert in less time than that
_RATE = 500_000  # more simulations a second than any search makes


class Timing:
    """The time of a move, for all its decisions."""

    def __init__(self, end: float, decisions: float):
        """`decisions`: approximately, of a move."""
        self._end = end
        self._least = 1.0 if decisions == 1.0 else 1.25
        self._decisions = decisions

    def next(self) -> float:
        """Seconds for the next decision: its share of the time left, and never all of it if others may follow."""
        share = max(self._least, self._decisions)
        self._decisions -= 1
        return (self._end - time.perf_counter()) / share


def time_for_move(seconds: float, left: float | None, total: float, moves: float) -> float:
    """How long to think for a move that must be made within `seconds`, with `left` of `total` for this move and the
    others, of which about `moves` will come. Since the machine may be busy for a while, a part of each limit is kept
    back."""
    by_answer = seconds - max(0.4 * seconds, min(0.15, 0.6 * seconds))
    if left is None:
        return by_answer
    reserve = min(0.1 * total, 0.25 + 0.05 * total)
    return max(0.0, min(by_answer, (left - reserve) / (moves + 1)))


def with_time(player: lg.Bot, seconds: float) -> lg.Bot:
    """The player with an effort that takes longer than these seconds, unless its configuration sets one."""
    effort = lg.bot_type(player.name).parameters[0]
    if player.parameters[effort.name] != effort.default:
        return player
    most = effort.maximum if effort.name == "depth" else min(effort.maximum, max(1000, int(_RATE * seconds)))
    return lg.Bot(player.name, **{**player.parameters, effort.name: most})


class PolicyPlayer(Player):
    """A user-defined function. It is called in a separate thread, so that the event loop is not blocked; its errors and
    wrong answers are offences."""

    can_undo = True

    def __init__(self, policy: Policy, seed: int, alone: threading.Lock):
        """`alone` is held while the function is called, which need not be safe in several threads."""
        self.policy = policy
        self._seed = seed
        self._alone = alone
        self._thread = ThreadPoolExecutor(1, "policy")

    async def answer(self, turn: Turn) -> tuple[str, float]:
        with shortage_of_threads():
            work = asyncio.get_running_loop().run_in_executor(self._thread, self._move, turn.state)
        async with Stopwatch() as watch:
            try:
                text = await asyncio.shield(work)
            except asyncio.CancelledError:
                await asyncio.wait([work])
                raise
        return text, watch.taken()

    async def stop(self, at_once: bool) -> None:
        self._thread.shutdown()

    def _move(self, state: State) -> str:
        actions: list[int] = []
        after = state
        while not actions or after.in_move:
            contests.check_length(state.game, len(actions))
            for action in self._choose(after):
                actions.append(action)
                after = after.apply(action)
        return state.game.move_text(state, actions, after)

    def _choose(self, state: State) -> tuple[int, ...]:
        try:
            with self._alone:
                return self.policy.answers([state], self._seed)[0]
        except (MemoryError, lg.BrokenGame):
            raise
        except Exception as error:
            if getattr(error, "__notes__", None):  # the function has raised it
                self.stderr = "".join(traceback.format_exception(error))
                raise Offence("exception", f"raised {type(error).__name__}: {error}") from error
            kind = "illegal move" if isinstance(error, lg.IllegalMove | lg.ParseError) else "wrong answer"
            raise Offence(kind, str(error).removeprefix(f"player {self.policy.name}: ")) from error


class ProgramPlayer(Player):
    """A contest program. Where the contest gives programs files, it runs in a separate folder with these files and
    links to everything in the current folder."""

    is_program = True

    def __init__(self, command: list[str], limits: Limits):
        self._command = command
        self._limits = limits
        self._folder: Folder | None = None
        self.program = Program(command, limits)

    async def start(self, state: State, seat: int) -> None:
        if files := contests.files(state.game):
            self._folder = Folder(files)
            self.program = Program(self._command, self._limits, self._folder.path)
        await self.program.start()

    async def answer(self, turn: Turn) -> tuple[str, float]:
        return await self.program.ask(turn.message, turn.lines, turn.seconds, turn.is_passed)

    async def tell(self, message: str) -> None:
        await self.program.tell(message)

    async def stop(self, at_once: bool) -> None:
        try:
            await self.program.stop(at_once)
        finally:
            if self._folder is not None:
                self._folder.remove()

    @property
    def stderr(self) -> str:  # type: ignore[override]
        return self.program.stderr


class Folder:
    """A temporary folder with these files, and links to all other entries of the current folder. It is locked until it
    is removed or its process ends; then the next such folder removes it."""

    def __init__(self, files: Mapping[str, str]):
        self._remove_abandoned()
        self.path, self._lock = self._made()
        try:
            for name, text in files.items():
                (self.path / name).write_text(text, newline="\n")
            for entry in os.scandir():
                if entry.name not in files:
                    _system.link(self.path / entry.name, os.path.abspath(entry.path))
        except BaseException:
            self.remove()
            raise

    def remove(self) -> None:
        if _system.OPEN_FILES_MOVE:
            shutil.rmtree(self.path, ignore_errors=True)
        os.close(self._lock)
        if not _system.OPEN_FILES_MOVE:
            shutil.rmtree(self.path, ignore_errors=True)

    @staticmethod
    def _made() -> tuple[Path, int]:
        """A new folder, locked; another one if it was taken for abandoned before it was locked."""
        while True:
            path = Path(tempfile.mkdtemp(prefix=_FOLDERS))
            with contextlib.suppress(FileNotFoundError):
                lock = _locked(path, wait=True)
                if lock is not None and path.is_dir():
                    return path, lock
                if lock is not None:
                    os.close(lock)

    @staticmethod
    def _remove_abandoned() -> None:
        for path in Path(tempfile.gettempdir()).glob(_FOLDERS + "*"):
            with contextlib.suppress(OSError):  # it is another user's, or just removed
                lock = _locked(path)
                if lock is None:
                    continue
                try:
                    if _system.OPEN_FILES_MOVE and _system.is_own(lock):
                        shutil.rmtree(path)
                finally:
                    os.close(lock)
                if not _system.OPEN_FILES_MOVE:
                    shutil.rmtree(path)


def _locked(folder: Path, wait: bool = False) -> int | None:
    """A folder, locked until this is closed, or a file in it that marks the lock; None if another process has locked
    it."""
    if not _system.OPEN_FILES_MOVE:
        return _system.claim(folder / ".lock")
    lock = _system.open_alone(folder, folder=True)
    if _system.lock(lock, wait):
        return lock
    os.close(lock)
    return None


_FOLDERS = "libgames-game-"


# ---- entrants ----

# A player, as Python code names it.
Who = str | lg.Bot | Policy | Callable[[State], int | str]


@dataclass(frozen=True)
class Entrant:
    """A player of a match, with a name."""

    label: str
    make: Callable[[str], Player] = field(repr=False)  # the argument seeds the chance of a bot
    player: lg.Bot | None = None  # which one that is
    policy: Policy | None = None  # a user-defined function


def _built_in(text: str) -> tuple[lg.Bot, Callable[[str], Player]]:
    """A player of the library by its configuration, in which `seconds` may be as well. Raises ValueError."""
    config, seconds = _without_seconds(text)
    player = lg.Bot(config)
    if seconds is not None and player.name in _AT_ONCE:
        raise ValueError(f"{player.name}: it chooses immediately, so expected no seconds")
    is_timed = text == "strong"

    def make(seed: str) -> Player:
        return BotPlayer(player, random.Random(seed).getrandbits(64), seconds, is_timed)

    return player, make


def _without_seconds(text: str) -> tuple[str, float | None]:
    """A configuration without its parameter `seconds`, and the value of that. Raises ValueError."""
    name, _, rest = text.partition("(")
    words = rest.removesuffix(")").split(",")
    given = [word for word in words if word.startswith("seconds=")]
    if not given:
        return text, None
    if not rest.endswith(")"):
        raise ValueError(f"{shown(text)}: expected ')' at the end")
    if "" in words:
        raise ValueError(f"{shown(text)}: expected a parameter before and after each comma")
    if len(given) > 1:
        raise ValueError(f"{shown(text)}: expected seconds once")
    try:
        seconds = contests.seconds(given[0].removeprefix("seconds="))
    except ValueError as error:
        raise ValueError(f"seconds: {error}") from error
    others = ",".join(word for word in words if word != given[0])
    return f"{name}({others})" if others else name, seconds


def named(text: str) -> tuple[str | None, str]:
    """The name that a PLAYER is given with `name=`, if any, and the rest."""
    found = re.match(r"([A-Za-z][\w.\udc80-\udcff-]*)=(.+)", text, re.DOTALL)
    return (found[1], found[2]) if found else (None, text)


def names_function(text: str) -> bool:
    """Whether a PLAYER has the form of a function's name, `module:function`, and is no program."""
    return re.fullmatch(r"[^\W\d][\w.]*:[^\W\d][\w.]*", text) is not None and not _is_program(text)


def _is_program(word: str) -> bool:
    return shutil.which(word) is not None or os.path.exists(word)


def function_of(text: str) -> Policy:
    """The function or Policy that `module:function` names, in a module of the current folder or of Python's path. Raises
    ValueError."""
    module, _, name = text.partition(":")
    if (here := os.getcwd()) not in sys.path:
        sys.path.append(here)
    try:
        found = operator.attrgetter(name)(importlib.import_module(module))
    except (Exception, SystemExit) as error:  # the import may raise anything
        raise ValueError(f"{shown(text)}: {type(error).__name__}: {error}") from error
    try:
        policy = as_policy(shown(text), found)
    except TypeError as error:
        raise ValueError(str(error)) from error
    if policy is None:
        raise ValueError(f"{shown(text)}: expected a function of a state or a libgames.Policy, not {shown(found)}")
    return policy


def _policy_entrant(policy: Policy, label: str) -> Entrant:
    alone = threading.Lock()

    def make(seed: str) -> Player:
        return PolicyPlayer(policy, random.Random(seed).getrandbits(64), alone)

    return Entrant(label, make, policy=policy)


def entrant(
    given: Who,
    limits: Limits = Limits(),
    make_human: Callable[[str], Player] | None = None,
) -> Entrant:
    """Reads PLAYER: `human`, a bot, `module:function`, or a program's command line; `name=` may come before it. Or a
    user-defined function, which takes part under its own name.

    Raises TypeError for anything else, ValueError when there is no such player, function or program.
    """
    if not isinstance(given, str | lg.Bot):
        policy = as_policy("players", given)
        if policy is None:
            raise TypeError(f"players: expected strings, functions, libgames.Policy or libgames.Bot, not {shown(given)}")
        return _policy_entrant(policy, policy.name)
    name, text = named(str(given))
    label = decoded(text if name is None else name)
    if text == "human":
        if make_human is None:
            raise ValueError("human: a person can take part in `libgames play` only")
        return Entrant(label, make_human)
    if text.partition("(")[0] in lg.bots():
        player, make = _built_in(text)
        return Entrant(label, make, player)
    if names_function(text):
        return _policy_entrant(function_of(text), label)
    try:
        command = split_command(text)
    except ValueError as error:
        raise ValueError(f"{shown(text)}: {error}") from error
    if not command or not _is_program(command[0]):
        known = ["human", *lg.bots()]
        end = did_you_mean(text.partition("(")[0], known)
        raise ValueError(f"{shown(text)} is neither a player ({', '.join(known)}) nor a program that can be found{end}")
    if shutil.which(command[0]) is None and (os.path.isdir(command[0]) or not os.access(command[0], os.X_OK)):
        raise ValueError(f"{shown(text)}: expected a file that may be executed (chmod +x), or the name of its interpreter "
                         "before it")  # fmt: skip
    return Entrant(label, lambda seed: ProgramPlayer(command, limits))
