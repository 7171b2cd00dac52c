"""Differences between systems: locks, replaced files, signals, limits, processes. All other modules call this one; only
guard.py, which is about processes of Linux, looks at the system itself."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import mmap
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

if sys.platform == "win32":
    import _winapi
    import msvcrt
else:
    import fcntl
    import resource

# ---- memory ----

# The arguments of mmap.mmap for memory of which a forked process gets its own copy.
OWN_MEMORY = mmap.ACCESS_DEFAULT if sys.platform == "win32" else mmap.ACCESS_COPY

# ---- files ----

# Whether an open file can be replaced, moved and removed. Where it can't, runs claim a file by another one next to it
# (`claim`), elsewhere by a lock on the file itself (`lock`).
OPEN_FILES_MOVE = sys.platform != "win32"

_IN_THE_WAY = 1.0  # seconds that others may keep a file open, such as a scanner, before replacing it fails


def lock(number: int, wait: bool = False) -> bool:
    """Locks an open file or folder until it is closed; False if another process has locked it. Does nothing where open
    files can't be moved."""
    if sys.platform != "win32":
        try:
            fcntl.flock(number, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            return False
        except OSError:
            pass  # a file system without locks
    return True


def claim(path: Path) -> int | None:
    """Where open files can't be moved: an open file of this name, which exists until it is closed or this process ends;
    None if another process holds it. Raises OSError."""
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL
    if sys.platform == "win32":
        flags |= os.O_TEMPORARY | os.O_NOINHERIT
    try:
        return os.open(path, flags, 0o600)
    except FileExistsError:
        return None
    except PermissionError:  # it is there and about to be removed, or the folder takes no files
        if path.exists():
            return None
        raise


def replace(new: Path, file: Path) -> None:
    """Gives a file the name of another one, which it replaces."""
    end = time.monotonic() + (0 if OPEN_FILES_MOVE else _IN_THE_WAY)
    while True:
        try:
            os.replace(new, file)
            return
        except PermissionError:
            if time.monotonic() >= end:
                raise
            time.sleep(0.01)


def open_alone(path: Path, folder: bool = False) -> int:
    """Opens a file or folder to lock it, without following a link or waiting for a pipe's other end."""
    if sys.platform == "win32":
        return os.open(path, os.O_RDONLY)
    return os.open(path, os.O_RDONLY | os.O_NOFOLLOW | (os.O_DIRECTORY if folder else os.O_NONBLOCK))


def open_to_write(path: Path, more: int) -> int:
    """Opens an existing file for writing; a pipe without a reader is an error of ENXIO."""
    if sys.platform == "win32":
        return os.open(path, os.O_WRONLY | os.O_BINARY | more)
    number = os.open(path, os.O_WRONLY | os.O_NONBLOCK | more)
    os.set_blocking(number, True)
    return number


def is_own(number: int) -> bool:
    """Whether an open file or folder belongs to the user of this process."""
    return sys.platform == "win32" or os.fstat(number).st_uid == os.geteuid()


def link(new: Path, old: str) -> None:
    """Makes `new` a link to another file or folder. Windows reserves symbolic links for administrators, but offers
    other kinds; on file systems without links to folders, such as exFAT, `new` is a folder of links."""
    if sys.platform != "win32":
        new.symlink_to(old)
    elif os.path.isdir(old):
        try:
            _winapi.CreateJunction(old, str(new))
        except OSError:
            new.mkdir(exist_ok=True)
            for entry in os.scandir(old):
                link(new / entry.name, entry.path)
    else:
        try:
            os.link(old, new)
        except OSError:  # on another drive
            shutil.copy2(old, new)


# ---- signals ----

# The signals that end a program, and that it may handle to leave nothing half done.
ENDING = tuple(
    signal.Signals[name] for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if name in signal.Signals.__members__
)


@contextlib.contextmanager
def interrupts_wait() -> Iterator[None]:
    """Ctrl-C reaches all processes of a terminal, and the one that has started the others ends them. So a process started
    in this context ignores it from its first instruction on, except on Windows."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# ---- processes ----


def most_open_files() -> int:
    """The number of files and connections that this process may have open."""
    if sys.platform != "win32":
        return resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return 8192  # of its C library; connections are not files there


def most(kind: str) -> int | None:
    """The hard limit of this process, as in `ulimit -H`: seconds of "cpu", bytes of "memory"; None: no limit."""
    if sys.platform != "win32":
        hard = resource.getrlimit({"cpu": resource.RLIMIT_CPU, "memory": resource.RLIMIT_AS}[kind])[1]
        return None if hard == resource.RLIM_INFINITY else hard
    return None


def after_fork(function: Callable[[], object]) -> None:
    """Calls this in each copy of this process."""
    if sys.platform != "win32":
        os.register_at_fork(after_in_child=function)


# The signal that asks a program to end, and that it may handle; None where there is none.
LEAVE = None if sys.platform == "win32" else signal.SIGTERM

ESCAPE = "" if sys.platform == "win32" else "\\"  # in command lines: on Windows it stands between folders

# Why a program can't be started that is its own fault: the file or its interpreter.
FAULTS = {
    getattr(errno, name, errno.ENOENT)
    for name in ("ENOENT", "ENOTDIR", "EISDIR", "ELOOP", "ENAMETOOLONG", "EACCES", "EPERM", "ENOEXEC", "ELIBBAD",
                 "ETXTBSY", "E2BIG", "EINVAL")
}  # fmt: skip


class Group:
    """A process with all processes that it starts, which end together: a process group, on Windows a job."""

    def __init__(self, cpu: int | None, memory: int | None) -> None:
        """For a process limited to `cpu` seconds of CPU time and `memory` MiB of memory."""
        self._limits = cpu, memory
        self._leader = 0
        self._job: int | None = None

    def options(self) -> dict[str, Any]:
        """The options of subprocess.Popen for the process."""
        if sys.platform == "win32":
            return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW | _SUSPENDED}
        return {"start_new_session": True}

    def command(self, command: list[str], folder: Path | None) -> list[str]:
        """The command, through a shell that sets the limits, if there are any. Raises OSError."""
        cpu, memory = self._limits
        if sys.platform == "win32" or (cpu is None and memory is None):
            return command
        path = os.path.join(folder or ".", command[0]) if "/" in command[0] else command[0]
        if shutil.which(path) is None:
            reason = errno.EACCES if "/" in path and os.path.exists(path) else errno.ENOENT
            raise OSError(reason, os.strerror(reason))
        limits = [f"ulimit -t {cpu}"] if cpu else []
        limits += [f"ulimit -v {memory * 1024}"] if memory else []
        return ["/bin/sh", "-c", " && ".join([*limits, 'exec "$@"']), "sh", *command]

    def begin(self, process: subprocess.Popen[bytes]) -> None:
        """Once it is started; on Windows it runs from here on."""
        self._leader = process.pid
        if sys.platform == "win32":
            self._job = _new_job(*self._limits)
            handle = int(process._handle)  # type: ignore[attr-defined]
            try:
                _check(_kernel("AssignProcessToJobObject")(self._job, handle))
                ctypes.WinDLL("ntdll").NtResumeProcess(ctypes.c_void_p(handle))
            except OSError:
                process.kill()
                raise

    def signal(self, number: signal.Signals) -> None:
        """Sends a signal to all processes."""
        if sys.platform != "win32":
            with contextlib.suppress(ProcessLookupError, PermissionError):  # all have ended; the latter is macOS' error
                os.killpg(self._leader, number)

    def kill(self) -> None:
        """Ends all processes immediately."""
        if sys.platform != "win32":
            self.signal(signal.SIGKILL)
        elif self._job is not None:
            _kernel("TerminateJobObject")(self._job, 1)
            _kernel("CloseHandle")(self._job)
            self._job = None


if sys.platform == "win32":
    _SUSPENDED = 4  # CREATE_SUSPENDED: until it is in its job, so that nothing which it starts is outside

    class _Basic(ctypes.Structure):
        _fields_ = [
            ("process_time", ctypes.c_int64),
            ("job_time", ctypes.c_int64),
            ("flags", ctypes.c_uint32),
            ("least_set", ctypes.c_size_t),
            ("most_set", ctypes.c_size_t),
            ("processes", ctypes.c_uint32),
            ("affinity", ctypes.c_size_t),
            ("priority", ctypes.c_uint32),
            ("scheduling", ctypes.c_uint32),
        ]

    class _Extended(ctypes.Structure):
        _fields_ = [
            ("basic", _Basic),
            ("counters", ctypes.c_uint64 * 6),
            ("process_memory", ctypes.c_size_t),
            ("job_memory", ctypes.c_size_t),
            ("peaks", ctypes.c_size_t * 2),
        ]

    _PROCESS_TIME, _PROCESS_MEMORY, _KILL_ON_CLOSE = 0x2, 0x100, 0x2000  # JOB_OBJECT_LIMIT_...
    _EXTENDED = 9  # JobObjectExtendedLimitInformation

    def _kernel(name: str) -> Any:
        function = getattr(ctypes.WinDLL("kernel32", use_last_error=True), name)
        function.restype = ctypes.c_void_p
        function.argtypes = {
            "CreateJobObjectW": [ctypes.c_void_p, ctypes.c_void_p],
            "SetInformationJobObject": [ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p, ctypes.c_uint32],
            "AssignProcessToJobObject": [ctypes.c_void_p, ctypes.c_void_p],
            "TerminateJobObject": [ctypes.c_void_p, ctypes.c_uint32],
            "CloseHandle": [ctypes.c_void_p],
        }[name]
        return function

    def _check(done: int | None) -> int:
        if not done:
            raise ctypes.WinError(ctypes.get_last_error())
        return done

    def _new_job(cpu: int | None, memory: int | None) -> int:
        """A job whose processes end when it is closed, also by the end of this process."""
        job = _check(_kernel("CreateJobObjectW")(None, None))
        limits = _Extended()
        limits.basic.flags = _KILL_ON_CLOSE
        if cpu is not None:
            limits.basic.flags |= _PROCESS_TIME
            limits.basic.process_time = cpu * 10**7
        if memory is not None:
            limits.basic.flags |= _PROCESS_MEMORY
            limits.process_memory = memory * 2**20
        _check(_kernel("SetInformationJobObject")(job, _EXTENDED, ctypes.byref(limits), ctypes.sizeof(limits)))
        return job
