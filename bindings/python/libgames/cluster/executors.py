"""The places of work: an executor has nodes with a number of cores each, and calls functions there. This one is the
machine itself; nodes.py contains Ray's."""

from __future__ import annotations

import concurrent.futures
import contextlib
import multiprocessing
import os
import pickle
import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import BrokenExecutor, Future
from typing import Any, NamedTuple, Protocol, Self

from .._system import interrupts_wait
from .._words import integer


class ClusterError(RuntimeError):
    """A cluster that can't be used; the text gives the reason."""


class Lost(Exception):
    """The worker or the node ended before the call did; it is to be repeated."""


class Lacking(Exception):
    """A node lacks something that a call needs; another node may provide it."""


class Timed(NamedTuple):
    """The result of a call, and its CPU time."""

    value: Any
    seconds: float


def timed(function: Callable[[Any, Any], Any], common: Any, item: Any) -> Timed:
    """All calls are made through this one."""
    begin = time.thread_time()
    value = function(common, item)
    return Timed(value, time.thread_time() - begin)


def timed_elsewhere(function: Callable[[Any, Any], Any], common: Any, item: Any) -> Timed:
    """The same in another process. An error that pickle can't make again there would look as if the process had died."""
    try:
        return timed(function, common, item)
    except Exception as error:
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:
            raise RuntimeError(f"{type(error).__name__}: {error}") from None
        raise


class Executor(Protocol):
    """The interface for Run. Tickets are calls under way."""

    def nodes(self) -> dict[str, int]:
        """The usable nodes, and the number of simultaneous calls of each. Raises ClusterError."""

    def name(self, node: str) -> str:
        """A node's name for people."""

    def share(self, value: Any) -> Any:
        """A value for `common` of many calls, sent to each node once."""

    def submit(self, node: str, function: Callable[[Any, Any], Any], common: Any, item: Any) -> Any:
        """Begins function(common, item) on a node; returns a ticket."""

    def wait(self, tickets: Collection[Any], seconds: float) -> Collection[Any]:
        """The tickets that have ended. Waits at most this number of seconds, and only while there are none."""

    def result(self, ticket: Any) -> Timed:
        """The result of a call that has ended. Raises Lost, and the function's errors."""

    def cancel(self, ticket: Any) -> None:
        """The result is no longer wanted."""

    def close(self) -> None:
        """Ends everything."""


class Local:
    """This machine, in threads or in processes: without Ray, the same results."""

    def __init__(self, jobs: int | None = None, *, processes: bool = False) -> None:
        """`jobs` simultaneous calls; default: one for each processor. Threads start without cost, and work side by side
        while C
        works; work in Python needs processes, whose functions pickle must be able to name."""
        self.jobs = integer("jobs", (os.cpu_count() or 1) if jobs is None else jobs, 1, 2**16)
        self._processes = processes
        self._timed = timed_elsewhere if processes else timed
        self._pool = self._new_pool()

    def _new_pool(self) -> concurrent.futures.Executor:
        if not self._processes:
            return concurrent.futures.ThreadPoolExecutor(self.jobs, "libgames")
        context = multiprocessing.get_context("spawn")
        return concurrent.futures.ProcessPoolExecutor(self.jobs, context)

    def nodes(self) -> dict[str, int]:
        return {"here": self.jobs}

    def name(self, node: str) -> str:
        return "this machine"

    def share(self, value: Any) -> Any:
        return value

    def submit(self, node: str, function: Callable[[Any, Any], Any], common: Any, item: Any) -> Future[Timed]:
        with interrupts_wait() if self._processes else contextlib.nullcontext():
            try:
                return self._pool.submit(self._timed, function, common, item)
            except BrokenExecutor:  # a process has died, and with it the pool
                self._pool.shutdown(wait=False)
                self._pool = self._new_pool()
                return self._pool.submit(self._timed, function, common, item)

    def wait(self, tickets: Collection[Future[Timed]], seconds: float) -> Collection[Future[Timed]]:
        return concurrent.futures.wait(tickets, seconds, concurrent.futures.FIRST_COMPLETED).done

    def result(self, ticket: Future[Timed]) -> Timed:
        try:
            return ticket.result()
        except BrokenExecutor as error:
            raise Lost("a process that worked has died") from error

    def cancel(self, ticket: Future[Timed]) -> None:
        ticket.cancel()

    def close(self) -> None:
        workers = list((getattr(self._pool, "_processes", None) or {}).values())
        self._pool.shutdown(wait=not workers, cancel_futures=True)
        for worker in workers:
            with contextlib.suppress(ValueError):  # it has ended by itself
                worker.terminate()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
