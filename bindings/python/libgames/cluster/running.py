"""Working through many tasks on an executor: bounded, repeated where a worker died, and not held up by slow ones."""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self

from .._errors import from_extra
from .._system import ENDING
from .executors import ClusterError, Executor, Lacking, Lost

_GLANCE = 0.2  # seconds between two checks of nodes and signals
_PATIENCE = 60.0  # seconds without any node
_MOST_LOSSES = 10  # of one task
_LONGEST_REST = 10.0  # seconds for which a node that loses tasks gets no new ones
_SLOW = 2.0  # a task that takes this many times as long as usual is started again, if there is no other work
_SHORTEST_SLOW = 1.0  # but not before this number of seconds
_QUEUE = 2  # tasks of each core, so that none waits for the next


class Task(NamedTuple):
    """One call: function(common, item). Executor.share provides the data common to many tasks."""

    common: Any
    item: Any


class Done(NamedTuple):
    """The result of a task."""

    item: Any
    value: Any
    seconds: float  # of CPU time


@dataclass(eq=False)
class _Entry:
    """A task that is not done; it may be under way more than once."""

    number: int
    task: Task
    losses: int = 0
    nodes: dict[Any, str] = field(default_factory=dict)  # where it is under way, by ticket
    since: float = 0.0


class Run:
    """Works through tasks; iterate for the results, as they come or in order.

    There may be any number of tasks: few of them are under way, and few results wait. A task that is lost with its worker
    or node is repeated, so a function must return the same for the same task. An error of a function ends the run.
    """

    def __init__(
        self,
        executor: Executor,
        function: Callable[[Any, Any], Any],
        tasks: Iterable[Task | None],
        *,
        ordered: bool = False,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        """`tasks` gives None when the next one depends on a result that has not come. `stop` is called regularly and
        returns whether to end early."""
        self.executor = executor
        self.losses = 0  # calls that were lost
        self.lacking: dict[str, str] = {}  # nodes that lack something, with its name
        self.cores = 0
        self.nodes: dict[str, int] = {}
        self._function, self._tasks, self._stop = function, iter(tasks), stop
        self._ordered = ordered
        self._number = 0  # of the next task
        self._first = 0  # the first one that was not handed out
        self._is_exhausted = False
        self._again: deque[_Entry] = deque()
        self._under_way: dict[Any, _Entry] = {}  # by ticket
        self._load: Counter[str] = Counter()  # how much is under way on each node
        self._ready: dict[int, Done] = {}
        self._rests: dict[str, tuple[float, float]] = {}  # nodes that lost tasks: until when, for how long
        self._usual = 0.0  # seconds from the beginning of a task to its end
        self._alone_since = time.monotonic()

    def __iter__(self) -> Iterator[Done]:
        try:
            while not self._stop():
                self._look()
                self._fill()
                if not self._under_way and self._is_exhausted and not self._again:
                    return
                try:
                    self._wait()
                except Exception:
                    yield from self._hand_out()
                    raise
                yield from self._hand_out()
        finally:
            for ticket in self._under_way:
                self.executor.cancel(ticket)
            self._under_way.clear()

    def words(self, what: str) -> str:
        """The progress, the number of nodes, and the failures, for a progress bar."""
        lost = f", {self.losses} lost" if self.losses else ""
        left_out = f", {len(self.lacking)} nodes left out" if self.lacking else ""
        return f"{what}, {len(self.nodes)} nodes, {self.cores} cores{lost}{left_out}"

    # ---- nodes ----

    def _look(self) -> None:
        """Notes which nodes there are."""
        now = time.monotonic()
        known = self.executor.nodes()
        self.nodes = {node: cores for node, cores in known.items() if cores > 0 and node not in self.lacking}
        self.cores = sum(self.nodes.values())
        if self.nodes:
            self._alone_since = now
        elif self.lacking and set(known) <= set(self.lacking):
            raise ClusterError("no node can do it: " + "; ".join(self.lacking.values()))
        elif now - self._alone_since > _PATIENCE:
            raise ClusterError(f"for {_PATIENCE:.0f} s there was no node to work on")

    def _freest(self) -> str | None:
        """The node with the most room in its queue."""
        now = time.monotonic()
        free = {
            node: _QUEUE - self._load[node] / cores
            for node, cores in self.nodes.items()
            if self._load[node] < _QUEUE * cores and self._rests.get(node, (0.0, 0.0))[0] <= now
        }
        return max(free, key=lambda node: free[node], default=None)

    # ---- tasks ----

    def _fill(self) -> None:
        while (node := self._freest()) is not None:
            entry = self._next(node)
            if entry is None:
                return
            if not entry.nodes:
                entry.since = time.monotonic()
            task = entry.task
            ticket = self.executor.submit(node, self._function, task.common, task.item)
            entry.nodes[ticket] = node
            self._load[node] += 1
            self._under_way[ticket] = entry

    def _next(self, node: str) -> _Entry | None:
        """The next task of this node."""
        if self._again:
            return self._again.popleft()
        if not self._is_exhausted and not (self._ordered and self._number >= self._first + 2 * _QUEUE * self.cores):
            try:
                task = next(self._tasks)
            except StopIteration:
                self._is_exhausted = True
            else:
                if task is not None:
                    self._number += 1
                    return _Entry(self._number - 1, task)
        return self._slowest(node)

    def _slowest(self, node: str) -> _Entry | None:
        """A task that takes too long elsewhere, for an idle core."""
        if self._load[node] >= self.nodes[node]:
            return None
        late = time.monotonic() - max(_SLOW * self._usual, _SHORTEST_SLOW)
        others = [
            entry
            for entry in self._under_way.values()
            if entry.since < late and len(entry.nodes) == 1 and node not in entry.nodes.values()
        ]
        return min(others, key=lambda entry: entry.since, default=None)

    def _wait(self) -> None:
        if not self._under_way:
            time.sleep(_GLANCE)
            return
        problem: Exception | None = None
        for ticket in self.executor.wait(list(self._under_way), _GLANCE):
            if ticket in self._under_way:  # not cancelled, since another one of the same task was faster
                try:
                    self._end(ticket, *self._taken_off(ticket))
                except Exception as error:  # after the other results of this round, which are not lost
                    problem = problem or error
        if problem is not None:
            raise problem

    def _taken_off(self, ticket: Any) -> tuple[_Entry, str]:
        entry = self._under_way.pop(ticket)
        node = entry.nodes.pop(ticket)
        self._load[node] -= 1
        return entry, node

    def _end(self, ticket: Any, entry: _Entry, node: str) -> None:
        try:
            value, seconds = self.executor.result(ticket)
        except Lost as error:
            self._lose(entry, node, error)
        except Lacking as error:
            self.lacking[node] = f"{self.executor.name(node)}: {error}"
            if not entry.nodes:
                self._again.appendleft(entry)
        else:
            self._rests.pop(node, None)
            took = time.monotonic() - entry.since
            self._usual = took if self._usual == 0 else 0.9 * self._usual + 0.1 * took
            self._ready[entry.number] = Done(entry.task.item, value, seconds)
            for other in list(entry.nodes):
                self._taken_off(other)
                self.executor.cancel(other)

    def _lose(self, entry: _Entry, node: str, error: Lost) -> None:
        self.losses += 1
        entry.losses += 1
        if entry.losses >= _MOST_LOSSES:
            raise ClusterError(f"a task was lost {entry.losses} times, at last so: {error}") from error
        rest = min(_LONGEST_REST, max(_GLANCE, 2 * self._rests.get(node, (0.0, 0.0))[1]))
        self._rests[node] = time.monotonic() + rest, rest
        if not entry.nodes:
            self._again.appendleft(entry)

    def _hand_out(self) -> Iterator[Done]:
        while self._ready:
            number = self._first if self._ordered else next(iter(self._ready))
            if number not in self._ready:
                return
            self._first += 1
            yield self._ready.pop(number)


class Stop:
    """Notes the signals that end a command, so that nothing is left half done; used as a context. Outside the main
    thread, where Python gets no signals, it does nothing."""

    def __init__(self) -> None:
        self.asked = False
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        self._hear()
        return self

    def __exit__(self, *error: object) -> None:
        self._leave()

    def _hear(self) -> None:
        """Signals that are ignored, as SIGHUP under nohup, still are; so are those whose handler is not Python's."""
        if threading.current_thread() is threading.main_thread():
            known = {number: signal.getsignal(number) for number in ENDING}
            self._before = {number: known[number] for number in known if known[number] not in (signal.SIG_IGN, None)}
            for number in self._before:
                signal.signal(number, self._note)

    def _leave(self) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._before = {}

    @contextlib.contextmanager
    def away(self) -> Iterator[None]:
        """While the caller's code runs, in the middle of a generator: signals go to it."""
        self._leave()
        try:
            yield
        finally:
            self._hear()

    def _note(self, *about: object) -> None:
        self.asked = True


@contextlib.contextmanager
def meter(what: str, run: Run, total: int | None, done: int = 0) -> Iterator[Callable[[int], None]]:
    """A progress bar at a terminal, updated with the amount of work done: with the rate, the time left, the nodes, and
    lost tasks."""
    with from_extra("libgames.cluster", "ray"):
        from ..arena.outputs import progress

    with progress() as bar:
        task = bar.add_task(what, total=total, completed=done)

        def advance(more: int) -> None:
            bar.update(task, advance=more, description=run.words(what))

        yield advance
