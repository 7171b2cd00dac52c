"""The clock of an answer. It stands still while this process does."""

from __future__ import annotations

import asyncio
import time
from types import TracebackType
from typing import Self

_LOOK = 0.05  # seconds between two readings of the clock
_GAP = 0.25  # a longer gap between them means that this process was stopped


class Stopwatch:
    """Around a wait, with a limit in seconds; past that it is ended by TimeoutError.

    A process can't know that it was stopped, for instance by Ctrl-Z, only that it did not read the clock for a while.
    Such a gap does not count: the answer may have come in it, when nothing could receive it.
    """

    def __init__(self, limit: float | None = None) -> None:
        self._limit = limit
        self._timeout = asyncio.timeout(None)
        self._timer: asyncio.TimerHandle | None = None
        self._begin = self._seen = 0.0
        self._gaps: list[tuple[float, float]] = []  # when each began, and how long it was

    async def __aenter__(self) -> Self:
        await self._timeout.__aenter__()
        self._begin = self._seen = time.perf_counter()
        self._look()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()
        await self._timeout.__aexit__(kind, error, traceback)

    def taken(self, until: float | None = None) -> float:
        """The seconds that count, up to now or to this value of time.perf_counter."""
        now = time.perf_counter()
        if now - self._seen >= _GAP:
            self._gaps.append((self._seen, now - self._seen))
        self._seen = now
        end = now if until is None else until
        return max(0.0, end - self._begin - sum(min(length, end - begin) for begin, length in self._gaps if begin < end))

    def _look(self) -> None:
        taken, loop = self.taken(), asyncio.get_running_loop()
        if self._limit is not None and taken >= self._limit:
            self._timeout.reschedule(loop.time())
        else:
            wait = _LOOK if self._limit is None else min(_LOOK, self._limit - taken)
            self._timer = loop.call_later(wait, self._look)
