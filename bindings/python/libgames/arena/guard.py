"""Ends the programs of a referee that was killed before it could end them: a separate process (Linux).

It runs as a script, without the package and slow imports. It kills processes with the referee's mark in their
environment, or with its limit, which processes with an emptied environment keep. If the guard itself was killed, the
next referee ends the processes with the mark.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator

if sys.platform == "linux":
    import resource

MARK = "LIBGAMES_PROGRAM"  # in the environment of programs and their children: the names of the referee and of the program
_QUIET = 0.5  # seconds without a process found before the guard ends: a process that is just starting shows no mark yet
_PAUSE = 0.05  # seconds between two looks
_LONGEST = 60.0  # seconds of looking in all


def referee() -> str:
    """The name of this process, unique until the machine restarts."""
    stat = _stat(os.getpid())
    return f"{_space()}.{os.getpid()}.{stat[_BEGUN] if stat else 0}"


def _space() -> int:
    """The namespace of process numbers: in another one, such as a container's, they mean other processes."""
    try:
        return os.stat("/proc/self/ns/pid").st_ino
    except OSError:
        return 0


# ---- other processes (Linux; elsewhere there seem to be none) ----


def processes() -> set[int]:
    """The numbers of all."""
    return {int(name) for name in os.listdir("/proc") if name.isdigit()} if sys.platform == "linux" else set()


def children() -> list[int]:
    """Of this process. Raises OSError if the system does not reveal it."""
    found: list[int] = []
    for task in os.listdir("/proc/self/task"):
        with open(f"/proc/self/task/{task}/children", "rb", buffering=0) as file:
            found += map(int, file.read().split())
    return found


def adopt(adopts: bool) -> bool:
    """From now on orphans of this process's children become its children, or no longer; returns whether that was
    possible. Raises AttributeError where the system does not know that."""
    return bool(ctypes.CDLL(None).prctl(_SUBREAPER, int(adopts), 0, 0, 0) == 0)


def is_apart(number: int) -> bool:
    """Whether that process belongs to another session than this one."""
    return sys.platform == "linux" and os.getsid(number) != os.getsid(0)


def bury(number: int) -> bool:
    """Whether this child is dead; it leaves no trace then."""
    return sys.platform == "linux" and os.waitpid(number, os.WNOHANG)[0] != 0


_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER
_STATE, _BEGUN = 0, 19  # in the result of _stat


def _stat(number: int) -> list[str] | None:
    """The fields of /proc for a process, after its name."""
    with contextlib.suppress(OSError), open(f"/proc/{number}/stat", "rb", buffering=0) as file:
        return file.read().rpartition(b")")[2].decode().split()
    return None


def _marked(older: set[int]) -> Iterator[tuple[int, str]]:
    """The processes with a mark, and the mark, except those that are `older`."""
    for number in sorted(processes() - older, reverse=True):  # processes that fork constantly have high numbers
        with contextlib.suppress(OSError), open(f"/proc/{number}/environ", "rb", buffering=0) as file:
            for entry in file.readall().split(b"\0"):
                if entry.startswith(MARK.encode() + b"="):
                    yield number, entry.decode(errors="replace").partition("=")[2]
                    break


def kill_marked(is_wanted: Callable[[str], bool], older: set[int]) -> bool:
    """Kills the processes with such a mark that are not `older`; whether there was any."""
    found = False
    for number, mark in _marked(older):
        if is_wanted(mark):
            found = True
            with contextlib.suppress(OSError):
                kill(number)
    return found


def kill(number: int) -> None:
    if sys.platform == "linux":
        os.kill(number, signal.SIGKILL)


def limit(number: int) -> int | None:
    """The limit that a referee with this process number sets for its programs: on message queues, which they hardly
    ever use, slightly below the limit they inherit. None if the system lacks this limit."""
    if sys.platform == "linux":
        most = resource.getrlimit(resource.RLIMIT_MSGQUEUE)[1]
        most = 2**31 if most == resource.RLIM_INFINITY else most
        return most - 1 - number % (most // 2) if most >= 2**17 else None
    return None


def exchange_limit(own: int) -> int:
    """Sets this limit of this process; returns the old one."""
    if sys.platform == "linux":
        before, most = resource.getrlimit(resource.RLIMIT_MSGQUEUE)
        resource.setrlimit(resource.RLIMIT_MSGQUEUE, (own, most))
        return before
    return own


def _kill_limited(wanted: int | None, begun: int) -> bool:
    """Kills the processes with this limit that are no older than `begun`; whether there was any."""
    found = False
    if wanted is None:
        return found
    for number in processes() - {os.getpid()}:
        with contextlib.suppress(OSError), open(f"/proc/{number}/limits", "rb", buffering=0) as file:
            soft = file.readall().partition(b"Max msgqueue size")[2].split()[:1]
            stat = _stat(number) if soft == [b"%d" % wanted] else None
            if stat is not None and stat[_STATE] not in "ZX" and int(stat[_BEGUN]) >= begun:
                found = True
                kill(number)
    return found


def is_abandoned(mark: str) -> bool:
    """Whether the referee of this mark has ended. One that can't be checked here counts as running."""
    space, number, begun = (*mark.split("."), "", "")[:3]
    if space != str(_space()) or not number.isdecimal() or not begun.isdecimal():
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except OSError:  # of another user
        return False
    stat = _stat(int(number))
    return stat is not None and (stat[_STATE] in "ZX" or stat[_BEGUN] != begun)


# ---- the guard ----


def _wait(number: int) -> None:
    """Until the referee of this number is gone, or the pipe from it is closed."""
    if sys.platform == "linux":
        poll = select.poll()
        poll.register(0, select.POLLIN)
        with contextlib.suppress(OSError, AttributeError):  # the pipe alone, which copies of the referee may hold open
            poll.register(os.pidfd_open(number), select.POLLIN)
        if os.getppid() == number:
            poll.poll()


def main() -> None:
    name = sys.argv[1]
    number, began = map(int, name.split(".")[1:])
    _wait(number)
    begun = quiet = time.monotonic()
    while (now := time.monotonic()) - quiet < _QUIET and now - begun < _LONGEST:
        marked = kill_marked(lambda mark: mark.startswith(name + "."), set())
        if _kill_limited(limit(number), began) or marked:
            quiet = now
        time.sleep(_PAUSE)


if __name__ == "__main__":
    main()
