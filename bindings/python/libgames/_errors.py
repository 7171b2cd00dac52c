"""The library's errors in the words of what was called."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ._native import ParseError


def parse_error(line: int, column: int, expected: str) -> ParseError:
    """The error for a text that breaks its grammar there."""
    error = ParseError(f"line {line}, column {column}: expected {expected}")
    error.line, error.column, error.expected = line, column, expected
    return error


@contextmanager
def saying_more(kind: type[ValueError], message: str) -> Iterator[None]:
    """What is done in it raises errors of this class with this message, in which the error's own takes the place of {}."""
    try:
        yield
    except kind as error:
        error.args = (message.format(error),)
        raise


@contextmanager
def saying(kind: type[ValueError], message: str) -> Iterator[None]:
    """What is done in it raises errors of exactly this class with this message."""
    try:
        yield
    except kind as error:
        if type(error) is kind:
            error.args = (message,)
        raise
