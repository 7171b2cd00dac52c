"""Long work in parts, between which Python looks at signals: Ctrl-C ends it there."""

from __future__ import annotations

import math
import time

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
