"""The library's errors, and their C statuses."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from ._words import shown

_Read = TypeVar("_Read")


class Error(Exception):
    """Base of the library's own errors."""


class IllegalMove(Error, ValueError):
    """The rules do not allow this move or action here."""


class GameOver(Error, ValueError):
    """The game is over: nothing can be played."""


class ParseError(Error, ValueError):
    """A text does not follow its grammar; attributes line, column, expected."""

    line: int
    column: int
    expected: str


class StateError(Error, ValueError):
    """These bytes are not a state of this game; the message names the first wrong field and the reason."""


class BrokenGame(Error, RuntimeError):
    """A game breaks its own rules, such as by refusing a legal action: its author should run `libgames check`."""


for _kind in (Error, IllegalMove, GameOver, ParseError, StateError, BrokenGame):
    _kind.__module__ = "libgames"

# Expectations of functions, or of all whose names begin so, for statuses with less information.
_ALL_SEARCHES = "which: expected all searches while leaves wait for their values"
_FIRST = "expected a reset of the whole batch before anything else"
_EXPECTED = (
    ("lg_batch_search_create", "ARGUMENT", "threads: the system has no more"),
    ("lg_batch_search_begin", "ARGUMENT", _ALL_SEARCHES),
    ("lg_batch_search_advance", "ARGUMENT", _ALL_SEARCHES),
    ("lg_batch_search_receive", "ARGUMENT", "expected leaves that were collected, and their values"),
    *((name, "ARGUMENT", "expected searches that have begun, and no leaves that wait for their values")
      for name in ("lg_search", "lg_batch_search")),
    ("lg_self_play_create", "ARGUMENT", "threads: the system has no more"),
    ("lg_batch_create", "ARGUMENT", "threads: the system has no more"),
    ("lg_batch_reset", "ARGUMENT", _FIRST),
    ("lg_batch_step", "ARGUMENT", _FIRST),
    ("lg_batch_load", "STATE", "saved: expected the bytes of a slot of a batch of the same game and settings"),
    ("lg_batch_", "ARGUMENT",
     "expected a reset of the whole batch before, slots in it, and arrays that fit together"),
    ("lg_game_chance", "ARGUMENT", "drawn: expected possible results of the first draws"),
    ("lg_game_chance", "UNSUPPORTED", "expected a game that reveals its draws"),
    ("lg_game_apply_drawn", "ARGUMENT", "drawn: expected possible results of all draws, from chance_outcomes()"),
    ("lg_game_apply_drawn", "UNSUPPORTED", "expected a game that reveals its draws"),
    ("lg_bot_size", "UNSUPPORTED", "the bot: it needs more memory than this machine can address"),
)  # fmt: skip


def of(function: str, status: int, text: str | None, words: str, line: int, column: int) -> Exception:
    """The error for the status of a function: called by the native module, with the status's general `words` and the
    function's own message `text`."""
    from . import _native

    def known(name: str) -> str | None:
        return next((said for begin, kind, said in _EXPECTED if kind == name and function.startswith(begin)), None)

    if status == _native.LG_E_PARSE:
        return parse_error(line, column, text) if text is not None else parse_error(1, 1, _whole(function))
    if status == _native.LG_E_SPACE:
        return MemoryError(text or words)
    names = {_native.LG_E_STATE: "STATE", _native.LG_E_ARGUMENT: "ARGUMENT", _native.LG_E_UNSUPPORTED: "UNSUPPORTED"}
    kinds: dict[int, type[Exception]] = {
        _native.LG_E_ILLEGAL: IllegalMove, _native.LG_E_OVER: GameOver, _native.LG_E_STATE: StateError,
        _native.LG_E_BROKEN: BrokenGame,
    }  # fmt: skip
    return kinds.get(status, ValueError)(text or known(names.get(status, "")) or words)


def _caused(error: Exception, reason: Exception) -> Exception:
    """The error with the original one as its cause; Python's message adds nothing."""
    error.__cause__ = None if isinstance(reason, TypeError) else reason
    return error


def no_integer(name: str, given: Any, low: int, high: int) -> Exception:
    """The error for values that are not integers in this range; like the next five, called by the native module."""
    try:
        operator.index(given)
    except Exception as reason:
        return _caused(TypeError(f"{name}: expected an integer, not {shown(given)}"), reason)
    return ValueError(f"{name}: expected an integer in {low} ... {_LARGE.get(high, high)}, not {shown(given)}")


def no_number(name: str, given: Any, low: float, high: float) -> Exception:
    try:
        float(given)
    except OverflowError:
        pass  # a number, of more than 308 digits
    except Exception as reason:
        return _caused(TypeError(f"{name}: expected a number, not {shown(given)}"), reason)
    return ValueError(f"{name}: expected a number in {low:g} ... {high:g}, not {shown(given)}")


def no_members(given: list[Any]) -> Exception:
    return ValueError(f"expected only the names of members, not all of {', '.join(map(str, given))}")


def no_text(given: Any) -> Exception:
    if isinstance(given, str):
        return ValueError(f"text: expected no lone surrogates, not {shown(given)}")
    return TypeError(f"text: expected str or bytes, not {shown(given)}")


def no_state(name: str, given: Any, size: int, game: str) -> Exception:
    if not isinstance(given, bytes):
        return TypeError(f"{name}: expected bytes, not {shown(given)}")
    return StateError(f"expected {size} bytes of a state of {game}, not {len(given)}")


def no_buffer(name: str | None, given: Any, writable: bool, formats: str | None, size: int, count: int) -> Exception:
    """The error for a buffer without this number of elements of this kind and size, or for no buffer; None: any
    kind."""
    start = "" if name is None else f"{name}: "
    try:
        view = memoryview(given)
    except Exception:
        view = None
    if view is None or not view.c_contiguous or (writable and view.readonly):
        kind = "writable, " if writable else ""
        return TypeError(f"{start}expected a {kind}C-contiguous buffer, such as a NumPy array")
    if formats is not None and not (len(view.format) == 1 and view.format in formats and view.itemsize == size):
        return TypeError(
            f"{start}expected elements of buffer format '{formats[0]}' ({size} bytes), not '{view.format}'"
        )
    return ValueError(f"{start}expected a buffer of {count} elements, not {view.nbytes // view.itemsize}")


_LARGE = {2**64 - 1: "2**64 - 1"}


def _whole(function: str) -> str:
    """The kind of text that a function reads, for errors of a game without an expectation."""
    kinds = (("state_parse", "a position"), ("action", "an action"), ("opening", "an answer"))
    return next((words for name, words in kinds if name in function), "a move")


def parse_error(line: int, column: int, expected: str) -> ParseError:
    """The error for a text that breaks its grammar there."""
    error = ParseError(f"line {line}, column {column}: expected {expected}")
    error.line, error.column, error.expected = line, column, expected
    return error


def written(text: str, read: Callable[[str], _Read]) -> _Read:
    """The result of reading a file's text. If it can't be read directly, additions by people are removed: a byte order
    mark, and at both ends empty lines and lines that begin with `#`. A ParseError gives the line in the whole text."""
    try:
        return read(text)
    except ParseError:
        lines = text.removeprefix("\ufeff").split("\n")
        kept = [number for number, line in enumerate(lines) if line.strip() and not line.startswith("#")] or [0]
        plain = "\n".join(lines[kept[0] : kept[-1] + 1])
        if plain in (text, text.removesuffix("\n")):
            raise
    try:
        return read(plain)
    except ParseError as error:
        raise parse_error(error.line + kept[0], error.column, error.expected) from None


@contextmanager
def saying_more(kind: type[ValueError], message: str) -> Iterator[None]:
    """Its body raises errors of this class with this message, with the original message in place of {}."""
    try:
        yield
    except kind as error:
        error.args = (message.format(error),)
        raise


@contextmanager
def saying(kind: type[ValueError], message: str) -> Iterator[None]:
    """Its body raises errors of exactly this class with this message."""
    try:
        yield
    except kind as error:
        if type(error) is kind:
            error.args = (message,)
        raise


@contextmanager
def from_extra(module: str, extra: str) -> Iterator[None]:
    """Around the import of an extra's libraries: if one is missing, the error names the package to install."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or str(error)).partition(".")[0]
        from ._install import install_command

        message = f"{module}: expected {missing}, which `{install_command(extra)}` installs"
        raise ModuleNotFoundError(message, name=error.name) from error
