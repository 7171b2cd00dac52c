"""Results in a file, a line of JSON each, that are never lost."""

import fcntl
import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

T = TypeVar("T")
START = '{"'  # of every line


class Lines(Generic[T]):
    """The results of a file, which one program at a time may write. Each is written as soon as it is added."""

    def __init__(self, path: Path, read: Callable[[str], T], writer: str):
        """`read` makes a result of a line, or raises ValueError. Raises OSError, and ValueError for a file that is no such
        list, which stays as it is, and while another `writer` has it. A last line that was broken off is dropped."""
        self.file = path.open("a+b", buffering=0)
        try:
            self.results = self._read(path, read, writer)
        except BaseException:
            self.file.close()
            raise

    def _read(self, path: Path, read: Callable[[str], T], writer: str) -> list[T]:
        if not stat.S_ISREG(os.fstat(self.file.fileno()).st_mode):
            raise ValueError(f"{path}: expected a file, not a device or pipe")
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ValueError(f"{path}: another {writer} is writing to it") from None
        self.file.seek(0)
        data = self.file.read()
        lines = data.decode("utf-8", "replace").split("\n")
        is_torn = not _is_json(lines[-1]) and (lines[-1].startswith(START) or START.startswith(lines[-1]))
        if is_torn:
            lines.pop()
        results = []
        for number, line in enumerate(lines, 1):
            try:
                results.append(read(line))
            except ValueError as error:
                raise ValueError(f"{path}, line {number}: {error}") from error
        if is_torn:
            self.file.truncate(data.rfind(b"\n") + 1)
        elif data:
            self.file.write(b"\n")
        return results

    def add(self, line: str) -> None:
        """A line with its end. Raises OSError."""
        data = line.encode()
        while data:
            data = data[self.file.write(data) :]

    def close(self) -> None:
        self.file.close()


def _is_json(line: str) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True
