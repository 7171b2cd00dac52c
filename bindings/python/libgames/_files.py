"""Files that are written as a whole: the old contents stay until all new contents are written."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Self

from . import _system
from ._words import shown


def check_file(path: str | os.PathLike[str]) -> None:
    """Raises the OSError that writing this file would raise, as far as that can be known before."""
    file = target(path)
    if file.is_dir():
        raise IsADirectoryError(errno.EISDIR, "it is a folder", str(path))
    if file.exists() and not os.access(file, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    if not is_written_in_place(file):
        _beside(file, path, b"").unlink()


def check_folder(path: str | os.PathLike[str]) -> None:
    """Raises the OSError that making this folder, or writing a file in it, would raise, as far as that can be known
    before. Nothing is made."""
    folder = Path(path)
    if folder.exists() and not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, "it is not a folder", str(path))
    while not _is_there(folder):
        folder = folder.parent
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path))
    _beside(folder / "any", path, b"").unlink()


def _is_there(path: Path) -> bool:
    """Whether there is anything of this name, also a link that leads nowhere."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


_BUSY = "another run writes this file"
LONGEST = 2**28  # most bytes of a file that is read as a whole: far more than any needs, and less than memory


MARK = b"\xef\xbb\xbf"  # the byte order mark with which some editors begin a file in UTF-8


def read_whole(stream: IO[bytes], path: str | os.PathLike[str]) -> bytes:
    """The whole content of a file, without a byte order mark. Raises OSError for a file without an end, such as
    /dev/zero."""
    data = stream.read(LONGEST + 1)
    if len(data) > LONGEST:
        raise OSError(errno.EFBIG, f"expected at most {LONGEST // 2**20} MiB", str(path))
    return data.removeprefix(MARK)


def read_file(path: str | os.PathLike[str]) -> bytes:
    """The same for the name of a file."""
    with open(path, "rb") as stream:
        return read_whole(stream, path)


def write_file(path: str | os.PathLike[str], data: str | bytes | memoryview) -> None:
    """Writes a file, text as UTF-8. A file that is there is replaced at the end, or not at all. Raises OSError."""
    data = data.encode() if isinstance(data, str) else data
    check_file(path)
    file = target(path)
    if is_written_in_place(file):
        with naming(path), os.fdopen(_open_in_place(file), "wb") as stream:
            stream.write(data)
        return
    _put(_beside(file, path, data), file)


def _put(new: Path, file: Path) -> None:
    """Replaces a file by a new one, which keeps its rights."""
    try:
        if file.exists():
            new.chmod(stat.S_IMODE(file.stat().st_mode))
        _system.replace(new, file)
    except OSError:
        new.unlink()
        raise


class KeptFile:
    """A file in which a run keeps its progress, written as a whole again and again. While this is open, no other run
    can open it; a kill ends that. Raises OSError."""

    def __init__(self, path: str | os.PathLike[str]):
        if not isinstance(path, str | os.PathLike):
            raise TypeError(f"resume: expected the name of a file, not {shown(path)}")
        self.path = Path(path)
        check_file(path)
        self._file = target(path)
        self._lock: int | None = None  # of the file as it is, if it is there; or of the file that claims it

    def __enter__(self) -> Self:
        if not _system.OPEN_FILES_MOVE:
            self._lock = _system.claim(self._file.with_name(self._file.name + ".lock"))
            if self._lock is None:
                raise self._busy()
        while self._lock is None and self._file.is_file():
            number = os.open(self._file, os.O_RDONLY)
            if not _system.lock(number):
                os.close(number)
                raise self._busy()
            if self._is(number):
                self._lock = number
            else:  # it was replaced in the meantime
                os.close(number)
        return self

    def __exit__(self, *error: object) -> None:
        if self._lock is not None:
            os.close(self._lock)
        self._lock = None

    def write(self, data: str | bytes | memoryview) -> None:
        if is_written_in_place(self._file):
            write_file(self.path, data)
            return
        new = _beside(self._file, self.path, data.encode() if isinstance(data, str) else data)
        if not _system.OPEN_FILES_MOVE:
            _put(new, self._file)
            return
        number = os.open(new, os.O_RDONLY)
        _system.lock(number)
        try:
            if self._lock is None:
                self._begin(new)
            else:
                _put(new, self._file)
        except OSError:
            os.close(number)
            raise
        self.__exit__()
        self._lock = number

    def _begin(self, new: Path) -> None:
        """The first file, where there was none: another run may create it at the same time."""
        try:
            os.link(new, self._file)
        except FileExistsError:
            new.unlink()
            raise self._busy() from None
        except OSError:  # a file system without links
            _put(new, self._file)
        else:
            new.unlink()

    def _is(self, number: int) -> bool:
        """Whether the file still is this one."""
        try:
            return os.path.samestat(os.fstat(number), os.stat(self._file))
        except OSError:
            return False

    def _busy(self) -> OSError:
        return OSError(errno.EBUSY, _BUSY, str(self.path))


class GrowingFile:
    """A file of ASCII text that is written bit by bit. Until `finish` its name ends with `.part`. Existing files of
    these two names are replaced, not written to, and no link is followed. But a file that another run is writing stays,
    and is an error here. An OSError names `path`."""

    def __init__(self, path: Path, in_place: bool = False):
        """With `in_place`, for a device or a pipe, `path` itself is written to."""
        self._path = path
        self._part = path if in_place else path.with_name(path.name + ".part")
        with naming(path):
            if in_place:
                number = _open_in_place(path)
            else:
                number = self._begun()
            self.stream: IO[str] = open(number, "w", encoding="ascii", newline="\n")

    def _begun(self) -> int:
        """The new file, locked as long as it is open. An older unfinished one is removed, unless it is locked."""
        if _system.OPEN_FILES_MOVE:
            with _opened(self._part) as old:
                if old is not None and not _system.lock(old):
                    raise OSError(errno.EBUSY, _BUSY, str(self._path))
                self._part.unlink(missing_ok=True)
        else:
            try:
                self._part.unlink(missing_ok=True)
            except PermissionError:
                raise OSError(errno.EBUSY, _BUSY, str(self._path)) from None
        number = os.open(self._part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        if _system.lock(number) and os.fstat(number).st_nlink > 0:  # otherwise another process took it for an old one
            return number
        os.close(number)
        raise OSError(errno.EBUSY, _BUSY, str(self._path))

    def finish(self) -> None:
        with naming(self._path):
            self.stream.flush()
            if not _system.OPEN_FILES_MOVE:
                self.stream.close()
            if self._part != self._path:
                _system.replace(self._part, self._path)
            self.stream.close()

    def drop(self) -> None:
        if not _system.OPEN_FILES_MOVE:
            with contextlib.suppress(OSError):
                self.stream.close()
        try:
            if self._part != self._path:
                self._part.unlink(missing_ok=True)
        finally:
            with contextlib.suppress(OSError):
                self.stream.close()


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[int | None]:
    """An existing file, opened to lock it; None if that is impossible, as for a link."""
    try:
        number = _system.open_alone(path)
    except OSError:
        yield None
        return
    try:
        yield number
    finally:
        os.close(number)


@contextlib.contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """While files are added to a folder: raises OSError if another process does the same."""
    with naming(folder):
        lock = os.open(folder, os.O_RDONLY) if _system.OPEN_FILES_MOVE else _system.claim(folder / ".libgames-lock")
    try:
        if lock is None or not _system.lock(lock):
            raise OSError(errno.EBUSY, "another match keeps its replays there", str(folder))
        yield
    finally:
        if lock is not None:
            os.close(lock)


@contextlib.contextmanager
def naming(path: str | os.PathLike[str]) -> Iterator[None]:
    """Errors of the system name this file, including errors of writing, which Python leaves without a name."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None


def target(path: str | os.PathLike[str]) -> Path:
    """The file itself if the path is a link to one; a pipe has only the name of its link."""
    return Path(path) if stat.S_ISFIFO(_mode(path)) else Path(os.path.realpath(path))


def _mode(path: str | os.PathLike[str]) -> int:
    """0 where there is nothing."""
    try:
        return os.stat(path).st_mode
    except OSError:
        return 0


def is_written_in_place(file: Path) -> bool:
    """Whether it can't be replaced: a device, a pipe, or a file in a folder that takes no new ones."""
    return file.exists() and not (file.is_file() and os.access(file.parent, os.W_OK))


def _open_in_place(file: Path) -> int:
    """Opens a file for writing; a pipe without a reader is an error, since waiting for one could take for ever."""
    try:
        return _system.open_to_write(file, os.O_TRUNC if file.is_file() else 0)
    except OSError as error:
        if error.errno == errno.ENXIO and file.is_fifo():
            raise OSError(errno.ENXIO, "this pipe has no reader", str(file)) from None
        raise


def _beside(file: Path, path: str | os.PathLike[str], data: bytes | memoryview) -> Path:
    """A new file with this data in the folder of another one. Errors name the path that the caller knows."""
    new = file.with_name(f".libgames-{secrets.token_hex(8)}")
    try:
        with new.open("xb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
    except BaseException as error:
        with contextlib.suppress(OSError):
            new.unlink()
        if not isinstance(error, OSError):
            raise
        reason = error.strerror if file.parent.is_dir() else "there is no such folder"
        raise OSError(error.errno, reason, str(path)) from None
    return new
