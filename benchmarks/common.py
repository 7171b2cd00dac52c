"""The common part of several benchmarks: numbers on command lines, with errors that name the expectation, and results
in a file, one line of JSON each, that are never lost."""

import argparse
import fcntl
import gzip
import json
import math
import os
import stat
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

from libgames._files import write_file

T = TypeVar("T")
START = '{"'  # of every line
LARGEST = 1_000_000_000  # bytes of packed results


def whole(least: int, most: int) -> Callable[[str], int]:
    """For integers in least ... most, with or without underscores between digits."""

    def number(text: str) -> int:
        digits = text.replace("_", "")
        if not digits.isdecimal() or not least <= int(digits) <= most:
            raise argparse.ArgumentTypeError(f"expected an integer in {least} ... {most}, not {text!r}")
        return int(digits)

    return number


def time_in(unit: str) -> Callable[[str], float]:
    """For numbers above 0 of these units of time."""

    def number(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not 0 < value < math.inf:
            raise argparse.ArgumentTypeError(f"expected a number of {unit} above 0, not {text!r}")
        return value

    return number


class Lines(Generic[T]):
    """The results of a file, which one program at a time may write. Each is written as soon as it is added. Earlier
    ones may be packed in a file next to it, with its name and `.gz`; if there is one, `pack` adds the others."""

    def __init__(self, path: Path, read: Callable[[str], T], writer: str):
        """`read` makes a result of a line, or raises ValueError. Raises OSError, and ValueError if the file is no such
        list, which it then leaves unchanged, and while another `writer` has locked it. An incomplete last line is
        dropped."""
        packed = path.with_name(path.name + ".gz")
        self.path = packed if packed.is_file() else path  # the file with all results at the end
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
        earlier = self._unpacked() if self.path != path else b""
        self.file.seek(0)
        data = self.file.read()
        lines = data.decode("utf-8", "replace").split("\n")
        is_torn = not _is_json(lines[-1]) and (lines[-1].startswith(START) or START.startswith(lines[-1]))
        if is_torn:
            lines.pop()
        results = _parsed(self.path, earlier.decode("utf-8", "replace").splitlines(), read) + _parsed(path, lines, read)
        if is_torn:
            self.file.truncate(data.rfind(b"\n") + 1)
        elif data:
            self.file.write(b"\n")
        return results

    def _unpacked(self) -> bytes:
        try:
            with gzip.open(self.path) as file:
                data = file.read(LARGEST + 1)
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            raise ValueError(f"{self.path}: expected a file that gzip has packed ({error})") from None
        if len(data) > LARGEST:
            raise ValueError(f"{self.path}: expected at most {LARGEST} bytes when unpacked, not more")
        return data

    def add(self, line: str) -> None:
        """A line with its end. Raises OSError."""
        data = line.encode()
        while data:
            data = data[self.file.write(data) :]

    def pack(self) -> None:
        """Moves the lines of the file to the packed one, if there is one. Raises OSError."""
        self.file.seek(0)
        data = self.file.read()
        if not data or self.path.suffix != ".gz":
            return
        # Each line once: an earlier call may have been broken off between its two steps.
        lines = dict.fromkeys([*self._unpacked().splitlines(), *data.splitlines()])
        write_file(self.path, gzip.compress(b"\n".join(lines) + b"\n", mtime=0))
        self.file.truncate(0)

    def close(self) -> None:
        self.file.close()


def _parsed(path: Path, lines: list[str], read: Callable[[str], T]) -> list[T]:
    results = []
    for number, line in enumerate(lines, 1):
        try:
            results.append(read(line))
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: {error}") from error
    return results


def _is_json(line: str) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True
