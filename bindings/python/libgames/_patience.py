"""Long work in parts, between which Python looks at signals: Ctrl-C ends it there."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from typing import TypeVar

_Result = TypeVar("_Result")

_GLANCE = 0.02  # seconds of a part


class Parts:
    """How much to do at once, from the time that the parts before took: least ... most, `first` at first. `seconds` are
    those of all parts together."""

    __slots__ = ("_begun", "_end", "_least", "_most", "_part")

    def __init__(self, first: int, seconds: float = math.inf, least: int = 1, most: int = 2**40) -> None:
        self._part, self._least, self._most = first, least, most
        self._begun = time.monotonic()
        self._end = self._begun + seconds

    def begin(self) -> int:
        """The size of the part that begins now."""
        self._begun = time.monotonic()
        return self._part

    def end(self, done: int | None = None) -> bool:
        """After a part of this size, or of `done` where there was not so much: whether the time is up."""
        now = time.monotonic()
        took = now - self._begun
        part = self._part if done is None else min(done, self._part)
        if took > 2 * _GLANCE:
            part = 1 + int(part * _GLANCE / took)
        elif part < self._part:
            part = self._part
        elif took < _GLANCE / 4:
            part *= 4
        elif took < _GLANCE / 2:
            part *= 2
        self._part = min(max(part, self._least), self._most)
        return now >= self._end


def attended(work: Callable[[], _Result], hurry: Callable[[bool], object], undo: Callable[[], object]) -> _Result:
    """What work() returns, done in a thread of its own where this one hears signals. An error of a signal's handler,
    such as KeyboardInterrupt, hurries the work until it ends; it is undone then."""
    if threading.current_thread() is not threading.main_thread():
        return work()
    results: list[_Result] = []
    errors: list[BaseException] = []
    broken_off, ended = threading.Event(), threading.Event()

    def run() -> None:
        try:
            results.append(work())
            if broken_off.is_set():
                undo()
        except BaseException as error:
            errors.append(error)
        ended.set()

    thread = threading.Thread(target=run, name="libgames")
    try:
        try:
            thread.start()
        except RuntimeError:  # the system has no more
            return work()
        ended.wait()
    except BaseException:
        broken_off.set()
        hurry(True)
        _join(thread)
        hurry(False)
        raise
    thread.join()
    if errors:
        raise errors[0]
    return results[0]


def _join(thread: threading.Thread) -> None:
    """However many signals come."""
    while thread.is_alive():
        try:
            thread.join()
        except BaseException:
            continue
