"""Calls that must not run concurrently on one object, in any threads."""

from __future__ import annotations

import functools
import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Concatenate, NoReturn, ParamSpec, Protocol, TypeVar

    class _Used(Protocol):
        _use: Use

    _Self = TypeVar("_Self", bound=_Used)
    _Given = ParamSpec("_Given")
    _Result = TypeVar("_Result")


class Use:
    """Entered by a call that needs exclusive use of its object. Another thread that enters meanwhile gets a
    RuntimeError."""

    __slots__ = ("_lock", "_what")

    def __init__(self, what: str) -> None:
        self._what = what
        self._lock = threading.RLock()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise RuntimeError(f"the {self._what} is in use by another thread")

    def __exit__(self, *error: object) -> None:
        self._lock.release()

    def __reduce__(self) -> tuple[Callable[[str], Use], tuple[str]]:
        return Use, (self._what,)


class Unique:
    """Owns memory of the C library exclusively: a copy would be the same object under two locks."""

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"a {type(self).__name__} can't be copied or pickled: make another one")


def exclusive(
    method: Callable[Concatenate[_Self, _Given], _Result],
) -> Callable[Concatenate[_Self, _Given], _Result]:
    """A method that runs alone: no other such method of its object runs meanwhile."""

    @functools.wraps(method)
    def alone(self: Any, /, *args: _Given.args, **named: _Given.kwargs) -> _Result:
        with self._use:
            return method(self, *args, **named)

    return alone
