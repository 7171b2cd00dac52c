"""A contest program as a process that gets lines and answers lines under a clock, and leaves no trace at the end.

Whatever the program does, this side stays bounded: lines have a maximum length, output beyond the expected answer is
not read, only the last bytes of its standard error are kept, and its whole process group is killed.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import secrets
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from libgames._system import ESCAPE, FAULTS, LEAVE, Group, after_fork, most
from libgames._words import decoded, integer, number, shown

from . import guard as others
from .guard import MARK, is_abandoned, kill_marked, limit, processes, referee
from .stopwatch import Stopwatch

LINE_LIMIT = 65_536  # bytes of a line, its end included
STDERR_LIMIT = 8_192  # bytes kept of a program's standard error: the last ones
MOST_CPU = 10**9  # the largest limit in seconds of CPU time
MOST_MEMORY = 2**40  # and MiB of address space
_MOST_PATIENCE = 10**6  # seconds that a program may be given to end
_LAST_WORDS = 0.2  # seconds between the closing of a pipe and the end of the process that explains it
_DEATH = 5.0  # seconds that a killed process may take to be gone
_START = 60.0  # seconds that a process may take to start: asyncio can wait forever for one that has failed meanwhile
_GUARD = os.path.join(os.path.dirname(__file__), "guard.py")


@dataclass(frozen=True)
class Limits:
    """The limits of a process; None is no limit. `leave` and `terminate` are seconds: how long a program may take to
    end by itself after its last message, and after SIGTERM."""

    cpu: int | None = None  # seconds of CPU time
    memory: int | None = None  # MiB of address space
    leave: float = 0.5
    terminate: float = 0.2


def check_limits(limits: Limits) -> None:
    """Raises ValueError for limits that can't be set, such as more than this process may use itself; TypeError."""
    if not isinstance(limits, Limits):
        raise TypeError(f"limits: expected Limits, not {shown(limits)}")
    for name, seconds in (("leave", limits.leave), ("terminate", limits.terminate)):
        number(name, seconds, 0, _MOST_PATIENCE)
    for name, value, largest, unit in (("cpu", limits.cpu, MOST_CPU, 1), ("memory", limits.memory, MOST_MEMORY, 2**20)):
        if value is None:
            continue
        integer(name, value, 1, largest)
        hard = most(name)
        if hard is not None and value * unit > hard:
            own = f"this process has a limit of {hard // unit} itself"
            raise ValueError(f"{name}: {own}, so expected no more, not {value}")


class Offence(Exception):
    """A program broke the contest's rules: `kind` in a word or two, and the text describes it."""

    def __init__(self, kind: str, text: str):
        super().__init__(text)
        self.kind = kind


class Program:
    """One run of a program, for one game."""

    def __init__(self, command: Sequence[str], limits: Limits = Limits(), folder: Path | None = None):
        """`folder` is where it runs, default the current one. Nothing is started before `start`."""
        self.command = list(command)
        self.limits = limits
        self.folder = folder
        self._mark = secrets.token_hex(16)
        self._older: set[int] = set()  # processes that ran before this one
        self._holds_guard = False
        self._group = Group(limits.cpu, limits.memory)
        self._pipes = _Pipes()
        self._transport: asyncio.SubprocessTransport | None = None
        self._problem: Offence | None = None

    async def start(self) -> None:
        """Starts the process. If the program can't be started, the first `ask` raises the Offence. Raises OSError if
        this side lacks a resource or fails."""
        self._older = processes()
        self._mark = f"{referee()}.{self._mark}"
        guard.hold()
        self._holds_guard = True
        try:
            with _family.starting(), shortage_of_threads(), guard.limiting():
                async with Stopwatch(_START):
                    self._transport, _ = await asyncio.get_running_loop().subprocess_exec(
                        lambda: self._pipes,
                        *self._group.command(self.command, self.folder),
                        stdin=asyncio.subprocess.PIPE,
                        stdout=asyncio.subprocess.PIPE,
                        stderr=asyncio.subprocess.PIPE,
                        cwd=self.folder,
                        env={**os.environ, MARK: self._mark},
                        **self._group.options(),
                    )
                self._group.begin(self._transport.get_extra_info("subprocess"))
                _family.programs.add(self._transport.get_pid())
        except (OSError, ValueError) as error:
            if isinstance(error, OSError) and error.errno not in FAULTS:
                number = error.errno or errno.ETIMEDOUT
                reason = error.strerror or os.strerror(number)
                raise OSError(number, f"{reason}: {self.command[0]} could not be started") from error
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            self._problem = Offence("not started", f"could not be started: {decoded(self.command[0])}: {reason}")

    async def ask(
        self,
        message: str,
        lines: int = 1,
        seconds: float | None = None,
        is_passed: Callable[[str], bool] | None = None,
    ) -> tuple[str, float]:
        """Sends `message`, waits for `lines` lines: their text with its line ends, bytes that are no UTF-8 as Python
        keeps them in names of files (surrogateescape), and the seconds that it took. An answer that `is_passed` is
        passed over, and the next one waited for.

        Raises TimeoutError when they don't come in `seconds` in which this process runs, Offence when the program ends,
        a line is too long, or a pipe is closed, and the OSError with which a pipe failed on this side.
        """
        if self._problem is not None:
            raise self._problem
        async with Stopwatch(seconds) as watch:
            await self._send(message)
            answer = await self._read_lines(lines)
            while is_passed is not None and is_passed(answer):
                await asyncio.sleep(0)  # clocks are checked, and other tasks run, however fast the lines come
                answer = await self._read_lines(lines)
        taken = watch.taken(until=self._pipes.arrived)
        if seconds is not None and taken > seconds:
            raise TimeoutError
        return answer, taken

    async def tell(self, message: str) -> None:
        """Sends a message that needs no answer. A program that doesn't read it is not waited for."""
        if self._transport is not None and message and not self._pipes.deaf:
            self._stdin().write(message.encode())

    async def stop(self, at_once: bool = False) -> None:
        """Lets the program end by itself, then ends it, and with it everything that it has started.

        A task that is cancelled while it waits for this is cancelled afterwards: signals come in bursts, and a second
        one must not leave a process behind.
        """
        await _to_its_end(self._stop(at_once))

    async def _stop(self, at_once: bool) -> None:
        try:
            if self._transport is not None:
                await self._end(self._transport, at_once)
        finally:
            try:
                await _until_none(lambda: kill_marked(lambda mark: mark == self._mark, self._older))
                await _family.clear()
            finally:
                if self._holds_guard:
                    self._holds_guard = False
                    guard.release()

    async def _end(self, transport: asyncio.SubprocessTransport, at_once: bool) -> None:
        try:
            self._stdin().close()
            if not at_once and not await self._ended(self.limits.leave):
                if LEAVE is not None:
                    self._group.signal(LEAVE)
                await self._ended(self.limits.terminate)
        finally:
            self._group.kill()
            try:
                await self._ended(_DEATH)
            finally:
                transport.close()
                _family.programs.discard(transport.get_pid())

    @property
    def stderr(self) -> str:
        """The end of its standard error, and the number of bytes before that."""
        kept = bytes(self._pipes.errors).decode(errors="backslashreplace")
        lost = self._pipes.errors_written - len(self._pipes.errors)
        return f"[{lost} bytes left out]\n{kept}" if lost else kept

    # ---- inside ----

    def _stdin(self) -> asyncio.WriteTransport:
        assert self._transport is not None
        pipe = self._transport.get_pipe_transport(0)
        assert isinstance(pipe, asyncio.WriteTransport)
        return pipe

    async def _send(self, message: str) -> None:
        """Waits until the program has read most of the earlier messages: a backlog must not grow."""
        await self._pipes.writable.wait()
        self._check_pipes()
        if message and not self._pipes.deaf:
            self._stdin().write(message.encode())
        elif message and not await self._ended(_LAST_WORDS):
            raise Offence("input closed", "closed its standard input")

    async def _read_lines(self, count: int) -> str:
        lines = b"".join([await self._read_line() for _ in range(count)])
        return lines.replace(os.linesep.encode(), b"\n").decode(errors="surrogateescape")

    async def _read_line(self) -> bytes:
        pipes = self._pipes
        while (line := pipes.take_line()) is None:
            if pipes.too_long():
                raise Offence("line too long", f"wrote a line of more than {LINE_LIMIT} bytes")
            self._check_pipes()
            if pipes.closed:
                raise Offence(*await self._why_closed())
            pipes.news.clear()
            await pipes.news.wait()
        self._resume()
        return line

    def _check_pipes(self) -> None:
        failed = self._pipes.failed
        if failed is not None:
            raise OSError(failed.errno, f"{failed.strerror}: the pipes of {self.command[0]} failed") from failed

    def _resume(self) -> None:
        assert self._transport is not None
        pipe = self._transport.get_pipe_transport(1)
        if self._pipes.paused and len(self._pipes.output) <= LINE_LIMIT and isinstance(pipe, asyncio.ReadTransport):
            self._pipes.paused = False
            pipe.resume_reading()

    async def _why_closed(self) -> tuple[str, str]:
        assert self._transport is not None
        if await self._ended(_LAST_WORDS):
            await _within(_LAST_WORDS, self._pipes.silent)
        status = self._transport.get_returncode()
        if status is None:
            return "output closed", "closed its standard output"
        if status >= 0:
            return "ended", f"ended with exit status {status}"
        name = {int(number): number.name for number in signal.Signals}.get(-status, f"signal {-status}")
        return "ended", f"was ended by {name}" + (" (its CPU time is used up)" if name == "SIGXCPU" else "")

    async def _ended(self, seconds: float) -> bool:
        return await _within(seconds, self._pipes.exited)


async def _to_its_end(work: Coroutine[Any, Any, None]) -> None:
    """Awaits all of it, however often this task is cancelled in the meantime; the cancellation follows."""
    task = asyncio.create_task(work)
    cancelled = None
    while not task.done():
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled
    task.result()


async def _within(seconds: float, event: asyncio.Event) -> bool:
    """Waits for an event; whether it came in time."""
    try:
        async with Stopwatch(seconds):
            await event.wait()
    except TimeoutError:
        return False
    return True


class _Pipes(asyncio.SubprocessProtocol):
    """Output of the process that was not read yet."""

    def __init__(self) -> None:
        self.output = bytearray()
        self.searched = 0  # bytes of `output` without a line end
        self.errors = bytearray()
        self.errors_written = 0
        self.arrived = 0.0  # when the last output came
        self.closed = False  # there will be no more output
        self.deaf = False  # its standard input is closed on the other side
        self.failed: OSError | None = None  # the error of a pipe on this side
        self.paused = False
        self.news = asyncio.Event()
        self.writable = asyncio.Event()
        self.writable.set()
        self.exited = asyncio.Event()
        self.silent = asyncio.Event()  # nothing more will come from its standard error

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.SubprocessTransport)
        self.transport = transport

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == 2:
            self.errors_written += len(data)
            self.errors += data[-STDERR_LIMIT:]
            del self.errors[:-STDERR_LIMIT]
            return
        self.output += data
        self.arrived = time.perf_counter()
        self.news.set()
        pipe = self.transport.get_pipe_transport(1)
        if len(self.output) > LINE_LIMIT and not self.paused and isinstance(pipe, asyncio.ReadTransport):
            self.paused = True
            pipe.pause_reading()

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if isinstance(exc, OSError) and not isinstance(exc, BrokenPipeError | ConnectionResetError):
            self.failed = exc
        if fd == 0:
            self.deaf = True
            self.writable.set()
        if fd == 1:
            self.closed = True
            self.news.set()
        if fd == 2:
            self.silent.set()

    def process_exited(self) -> None:
        self.exited.set()

    def pause_writing(self) -> None:
        self.writable.clear()

    def resume_writing(self) -> None:
        self.writable.set()

    def take_line(self) -> bytes | None:
        """The next line with its end; at the end of the output also one that has no end."""
        end = self.output.find(b"\n", self.searched) + 1
        if end == 0 and self.closed:
            end = len(self.output)
        if end == 0 or end > LINE_LIMIT:
            self.searched = len(self.output)
            return None
        line = bytes(self.output[:end])
        del self.output[:end]
        self.searched = 0
        return line

    def too_long(self) -> bool:
        return len(self.output) >= LINE_LIMIT


# ---- remains of programs ----


async def _until_none(kill: Callable[[], bool]) -> None:
    """Kills until nothing is found twice: killed processes may have forked meanwhile, and one that is just becoming
    another program shows no environment. Other tasks run between attempts."""
    end, found_none = time.monotonic() + _DEATH, 0
    while time.monotonic() < end and found_none < 2:
        with contextlib.suppress(OSError):  # too few descriptors until those of the program are closed
            found_none = 0 if kill() else found_none + 1
        await asyncio.sleep(0.001 if found_none == 1 else 0)


class _Guard:
    """A referee's handle of its guard (Linux), which lives as long as the handle."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._holders = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._starting = 0
        self._own_limit = 0

    @property
    def number(self) -> int | None:
        """Of the guard's process."""
        return None if self._process is None else self._process.pid

    def hold(self) -> None:
        """Makes programs that this process starts end with it from now on. Raises the OSError of a missing resource."""
        with self._lock:
            if self._process is not None and self._process.poll() is not None:  # it was killed
                self._end()
            if self._process is None and sys.executable and sys.platform == "linux":
                kill_marked(is_abandoned, set())
                self._start()
            self._holders += 1

    def release(self) -> None:
        with self._lock:
            self._holders -= 1
            if self._holders == 0:
                self._end()

    @contextlib.contextmanager
    def staying(self) -> Iterator[None]:
        """Once it is there it stays until the block ends, from one program to the next."""
        with self._lock:
            self._holders += 1
        try:
            yield
        finally:
            self.release()

    @contextlib.contextmanager
    def limiting(self) -> Iterator[None]:
        """Processes started in the block get the limit by which the guard knows them."""
        own = limit(os.getpid())
        if own is None:
            yield
            return
        with self._lock:
            self._starting += 1
            if self._starting == 1:
                self._own_limit = others.exchange_limit(own)
        try:
            yield
        finally:
            with self._lock:
                self._starting -= 1
                if self._starting == 0:
                    others.exchange_limit(self._own_limit)

    def _start(self) -> None:
        environment = {name: value for name, value in os.environ.items() if name != MARK}
        try:
            with self.limiting():  # its own, so that the guard of an outer referee does not end it
                self._process = subprocess.Popen(
                    [sys.executable, "-I", "-S", _GUARD, referee()],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    cwd="/",
                    env=environment,
                    start_new_session=True,
                )
        except OSError as error:
            raise OSError(error.errno, f"{error.strerror}: {sys.executable} could not be started") from error

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._close()

    def _close(self) -> None:
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            self._process = None

    def forget(self) -> None:
        """In a copy of this process, which is not the referee of its programs."""
        if self._process is not None:
            self._process.returncode = 0  # no child of this process, so not to be waited for
        self._close()
        self._lock, self._holders, self._starting = threading.RLock(), 0, 0


class _Family:
    """The children of this process: programs, and orphans of ended programs, where these are adopted."""

    def __init__(self) -> None:
        self.programs: set[int] = set()
        self._starting = 0
        self._adopts = False

    def adopt(self, adopts: bool = True) -> None:
        """From now on orphans of programs become children of this process, however they hide (Linux). When no program
        runs, they are killed, as is any other child with another session. Or ends this."""
        with contextlib.suppress(OSError, AttributeError):
            others.children()
            self._adopts = others.adopt(adopts) and adopts

    @contextlib.contextmanager
    def starting(self) -> Iterator[None]:
        """While a child may be there that is not in `programs` yet."""
        self._starting += 1
        try:
            yield
        finally:
            self._starting -= 1

    async def clear(self) -> None:
        if self._adopts:
            await _until_none(lambda: not self._starting and self._clear())

    def _clear(self) -> bool:
        """Reaps the dead adopted children, and if no program runs, kills the others. Returns whether any are left to
        kill. Children in this process's own session are not adopted ones."""
        left = False
        for number in others.children():
            with contextlib.suppress(OSError):  # it is dead and reaped
                if number not in self.programs and number != guard.number and others.is_apart(number):
                    if not self.programs:
                        others.kill(number)
                    left |= not others.bury(number)
        return left and not self.programs


guard = _Guard()  # held by each program from its start to its end
after_fork(guard.forget)
_family = _Family()
adopt = _family.adopt


@contextlib.contextmanager
def shortage_of_threads() -> Iterator[None]:
    """Turns the error that the system has no more threads into an OSError."""
    try:
        yield
    except RuntimeError as error:
        if "start new thread" in str(error):
            raise OSError(errno.EAGAIN, "the system has no more threads") from error
        raise


def split_command(text: str) -> list[str]:
    """The words of a command line. Raises ValueError for quotes that are not closed."""
    words = shlex.shlex(text, posix=True)
    words.whitespace_split, words.commenters, words.escape = True, "", ESCAPE
    return list(words)
