"""Many positions, searched anywhere, with results in their order."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from typing import Any, TypeVar

import libgames as lg

from .._words import called, shown
from .nodes import Cluster, using
from .running import Run, Stop, Task, meter
from .sums import Pace

Found = TypeVar("Found")


def tree_search(state: lg.State, options: Mapping[str, Any]) -> lg.search.Result:
    """The result of a lg.Search with these options for a position."""
    return lg.Search(state.game, **options)(state)


def analyse(
    positions: Iterable[lg.State],
    search: Callable[[lg.State], Found] | Mapping[str, Any],
    *,
    cluster: Cluster = None,
) -> Iterator[Found]:
    """The results of search(position) for each position, in their order.

    `search` is a function, or the arguments of lg.Search, such as {"simulations": 1000, "seed": 7}; then the results are
    its. Positions are taken as they are needed, and results wait only for those before them, so there may be any
    number of both. A function must give the same for the same position; so does a search that no clock ends.
    """
    if not isinstance(positions, Iterable):
        raise TypeError(f"positions: expected states, not {shown(positions)}")
    if not isinstance(search, Mapping):
        called("search", search)
    return _analysed(positions, search, cluster)


def _analysed(
    positions: Iterable[lg.State], search: Callable[[lg.State], Found] | Mapping[str, Any], cluster: Cluster
) -> Iterator[Found]:
    total = len(positions) if isinstance(positions, Sized) else None
    with using(cluster) as executor, Stop() as stop:
        pace, common = Pace(), executor.share(search)
        left, waiting = total or 2**62, iter(positions)

        def tasks() -> Iterator[Task]:
            nonlocal left
            while chunk := list(itertools.islice(waiting, min(pace.size(left), 64 * pace.cores))):
                left -= len(chunk)
                yield Task(common, chunk)

        run = Run(executor, _search_all, tasks(), ordered=True, stop=lambda: stop.asked)
        with meter("positions", run, total) as advance:
            for chunk, found, seconds in run:
                pace.cores = max(1, run.cores)
                pace.note(len(chunk), seconds)
                advance(len(chunk))
                with stop.away():
                    yield from found
    if stop.asked:
        raise KeyboardInterrupt


def _search_all(search: Callable[[lg.State], Found] | Mapping[str, Any], chunk: list[lg.State]) -> list[Any]:
    if isinstance(search, Mapping):
        return [tree_search(state, search) for state in chunk]
    return [search(state) for state in chunk]
