"""Long work in parts, between which Python handles signals: Ctrl-C ends it there."""

from __future__ import annotations

import _thread
import math
import threading
import time
from collections.abc import Callable
from typing import TypeVar

_Result = TypeVar("_Result")

_GLANCE = 0.02  # seconds of a part, and between two checks for signals


class Parts:
    """The size of parts, from the time of the parts before: least ... most, `first` at first. `seconds` is the limit
    for all parts together."""

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
        """After a part of this size, or of `done` if less was left: whether the time is up."""
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
    """The result of work(), in a separate thread if this one handles signals. An error of a signal's handler, such as
    KeyboardInterrupt, interrupts the work until it ends; its effects are then undone. Of several such errors the first
    is raised."""
    if threading.current_thread() is not threading.main_thread():
        return work()
    results: list[_Result] = []
    errors: list[BaseException] = []
    begun = broken_off = ended = False
    waiting = _thread.allocate_lock()  # not an Event: a second signal may interrupt its work after the first
    waiting.acquire()

    def run() -> None:
        nonlocal begun, ended
        begun = True
        try:
            if not broken_off:
                results.append(work())
                if broken_off:
                    undo()
        except BaseException as error:
            errors.append(error)
        ended = True
        waiting.release()

    def wait() -> None:
        while begun and not ended:
            waiting.acquire(timeout=_GLANCE)  # the system may deliver both of two signals to another thread

    try:
        _thread.start_new_thread(run, ())
        begun = True
        wait()
    except BaseException as first:
        broken_off = True
        while True:  # until it is done, even if handlers of further signals raise errors
            try:
                hurry(True)
                wait()
                hurry(False)
                break
            except BaseException:
                continue
        if begun or type(first) is not RuntimeError:
            raise
        return work()  # the system has no more threads
    if errors:
        raise errors[0]
    return results[0]
