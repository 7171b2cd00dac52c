"""Counting over any number of games: in chunks, merged exactly, so that results do not depend on the nodes."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import itertools
import json
import math
import os
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import libgames as lg
import numpy as np
import numpy.typing as npt

from .._files import KeptFile, naming, read_file
from .._words import called, integer, shown
from ..game import made as game_of
from .executors import Executor
from .nodes import Cluster, using
from .running import Run, Stop, Task, meter

Sums = Any  # an integer, an array of integers, or a mapping of names or numbers to sums

SECONDS = 1.0  # approximate CPU time of a chunk
RESULTS = 200  # results that one driver takes in a second: with many cores chunks are longer
_BLOCK = 16_384  # games whose arrays a worker holds at a time
_FIRST = 64  # units in a chunk before it is known how long one takes
_SAVED = 10.0  # seconds between two writings of the file
_MOST = 2**62  # units of a count


# ---- exact sums ----


def normal(value: Sums, where: str = "result") -> Sums:
    """The same as int, int64 arrays and dicts. Raises TypeError for values that can't be added exactly, such as
    floats."""
    if isinstance(value, Mapping):
        return {_key(key, where): normal(part, f"{where}[{key!r}]") for key, part in value.items()}
    if isinstance(value, int | np.integer):
        return int(value)
    if isinstance(value, np.ndarray) and value.dtype.kind in "biu":
        if value.dtype == np.uint64 and value.size and value.max() > np.iinfo(np.int64).max:
            raise OverflowError(f"{where}: a number above 2**63 - 1")
        return value.astype(np.int64) if value.ndim else int(value)
    raise TypeError(
        f"{where}: expected integers, arrays of integers or a mapping of such, which add up to the same in any order, "
        f"not {shown(value)}"
    )


def _key(key: Any, where: str) -> str | int | float:
    if isinstance(key, np.generic):
        key = key.item()
    if not isinstance(key, str | int | float) or key != key:
        raise TypeError(f"{where}: expected names or numbers as keys, not {shown(key)}")
    return key


def add(one: Sums, other: Sums) -> Sums:
    """The sum of two that are normal; entries of only one of two mappings count unchanged. Raises OverflowError, and
    ValueError for sums of different forms."""
    if isinstance(one, dict) and isinstance(other, dict):
        both = dict(one)
        for key, value in other.items():
            both[key] = add(both[key], value) if key in both else value
        return both
    if isinstance(one, int) and isinstance(other, int):
        return one + other
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray) and one.shape == other.shape:
        total = one + other
        if (((one ^ total) & (other ^ total)) < 0).any():
            raise OverflowError("a sum in an array of integers is above 2**63 - 1")
        return total
    raise ValueError(f"results of different forms: {shown(one)} and {shown(other)}")


def _to_json(value: Sums) -> Any:
    if isinstance(value, dict):
        return {"keys": list(value), "values": [_to_json(part) for part in value.values()]}
    return {"array": value.tolist(), "shape": value.shape} if isinstance(value, np.ndarray) else value


def _from_json(value: Any) -> Sums:
    if isinstance(value, dict) and "keys" in value:
        keys = [_key(key, "sums") for key in value["keys"]]
        return dict(zip(keys, map(_from_json, value["values"]), strict=True))
    if isinstance(value, dict):
        numbers = np.array(value["array"]).reshape(value["shape"])
        if numbers.size and numbers.dtype != np.int64:
            raise ValueError(f"sums: expected an array of integers, not {shown(value['array'])}")
        return numbers.astype(np.int64)
    if type(value) is not int:
        raise ValueError(f"sums: expected integers, arrays of integers or a mapping of such, not {shown(value)}")
    return value


# ---- chunks ----


class Pace:
    """How much makes a chunk: about SECONDS of work, more where many cores would drown one driver in results, and less
    towards the end, so that all end together."""

    def __init__(self) -> None:
        self.cores = 1
        self._units, self._seconds = 0.0, 0.0

    def note(self, units: int, seconds: float) -> None:
        """Records the time of this number of units. Older records count less."""
        self._units, self._seconds = 0.9 * self._units + units, 0.9 * self._seconds + seconds

    def size(self, left: int) -> int:
        """The size of the next chunk, of the units left."""
        if self._seconds == 0:
            return min(_FIRST, left)
        whole = max(SECONDS, self.cores / RESULTS) * self._units / self._seconds
        return min(left, max(1, int(min(whole, max(whole / 8, left / (2 * self.cores))))))


@dataclass
class Progress:
    """The counts so far: `ranges` are numbers [first, end), in order and apart from each other."""

    what: dict[str, Any]
    ranges: list[list[int]] = field(default_factory=list)
    sums: Sums = None

    def add(self, first: int, count: int, sums: Sums) -> None:
        self.sums = sums if self.sums is None else add(self.sums, sums)
        merged: list[list[int]] = []
        for one in sorted([*self.ranges, [first, first + count]]):
            if merged and one[0] == merged[-1][1]:
                merged[-1][1] = one[1]
            else:
                merged.append(one)
        self.ranges = merged

    @property
    def done(self) -> int:
        return sum(end - first for first, end in self.ranges)

    def check(self) -> None:
        """Raises ValueError for contents that no count writes."""
        if not isinstance(self.what, dict):
            raise ValueError(f"what: expected names and values, not {shown(self.what)}")
        if not isinstance(self.ranges, list):
            raise ValueError(f"ranges: expected a list, not {shown(self.ranges)}")
        at = 0
        for one in self.ranges:
            if not isinstance(one, list) or len(one) != 2 or not all(type(number) is int for number in one):
                raise ValueError(f"ranges: expected pairs of integers, not {shown(one)}")
            if not at <= one[0] < one[1]:
                after = shown(one) if at == 0 else f"{shown(one)} after {shown(at)}"
                raise ValueError(f"ranges: expected them in order and apart from each other, not {after}")
            at = one[1]
        if (self.sums is None) != (not self.ranges):
            raise ValueError(f"sums: {shown(self.sums)} does not go with ranges {shown(self.ranges)}")

    def lacking(self, count: int) -> Iterator[tuple[int, int]]:
        """The ranges of 0 ... count - 1 that are not counted yet."""
        at = 0
        for first, end in [*self.ranges, [count, count]]:
            if at < first:
                yield at, first
            at = end

    def save(self, file: KeptFile) -> None:
        facts = {"what": self.what, "ranges": self.ranges, "sums": _to_json(self.sums)}
        file.write(json.dumps(facts) + "\n")

    @classmethod
    def load(cls, path: Path, what: dict[str, Any], count: int) -> Progress:
        """From a file, if it is there. Raises ValueError when it counts something else."""
        if not path.exists():
            return cls(what)
        try:
            with naming(path):
                facts = json.loads(read_file(path))
            found = cls(facts["what"], facts["ranges"], None if facts["sums"] is None else _from_json(facts["sums"]))
            found.check()
        except RecursionError:
            raise ValueError(f"{path}: not a file of counted games: it is nested too deeply") from None
        except (ValueError, KeyError, TypeError, OverflowError) as error:
            raise ValueError(f"{path}: not a file of counted games: {error}") from error
        for name in sorted({*what, *found.what}):
            if what.get(name) != found.what.get(name):
                theirs, own = shown(found.what.get(name)), shown(what.get(name))
                raise ValueError(f"{path}: it counts something else: {name} is {theirs} there, {own} here")
        if found.ranges and found.ranges[-1][1] > count:
            last = found.ranges[-1][1]
            raise ValueError(f"{path}: it has counted up to number {last}, so expected at least {last}, not {count}")
        return found


# ---- counting ----


def tally(
    work: Callable[[int, int], Sums],
    count: int,
    *,
    cluster: Cluster = None,
    resume: str | os.PathLike[str] | None = None,
    what: Mapping[str, Any] | None = None,
) -> Sums:
    """The sum of work(first, number) over chunks that make up 0 ... count - 1.

    `work` returns integers, arrays of integers, or mappings of such; all chunks are added, exactly, so the result is
    the same however they are cut, wherever they are counted, and whatever fails on the way. `resume` is a file that
    keeps the sums: after an interruption, by Ctrl-C or anything else, the same call continues from it, and a larger
    count continues a smaller one. `what` describes the work there, so that no other work continues it.
    """
    return _tally(work, count, cluster, resume, what)


def _tally(
    work: Callable[[int, int], Sums],
    count: int,
    cluster: Cluster,
    resume: str | os.PathLike[str] | None,
    what: Mapping[str, Any] | None,
    fits: Callable[[Sums, int], bool] = lambda sums, done: True,
) -> Sums:
    """`fits`: whether the sums of a file are possible for this number of games."""
    count = integer("count", count, 1, _MOST)
    called("work", work)
    try:
        described = {"library": lg.__version__, "work": _name_of(work), **({} if what is None else what)}
        described = json.loads(json.dumps(described, allow_nan=False))  # as a file gives it back
    except (TypeError, ValueError, RecursionError) as error:
        raise TypeError(f"what: expected names with values that JSON can hold, not {shown(what)}: {error}") from error
    with contextlib.nullcontext() if resume is None else KeptFile(resume) as file:
        progress = Progress(described) if file is None else Progress.load(file.path, described, count)
        if progress.done and not fits(progress.sums, progress.done):
            wrong = f"sums: they can't be those of {progress.done} games"
            raise ValueError(f"{resume}: not a file of counted games: {wrong}")
        if progress.done < count:
            if file is not None:
                progress.save(file)  # so that a folder that is full is noticed now
            with using(cluster) as executor, Stop() as stop:
                _count(executor, work, count, progress, file, stop)
            if stop.asked:
                raise KeyboardInterrupt
        return progress.sums


def _name_of(work: Callable[..., Any] | None) -> str | None:
    if isinstance(work, functools.partial):
        return _name_of(work.func)
    return None if work is None else getattr(work, "__qualname__", type(work).__qualname__)


def _count(
    executor: Executor,
    work: Callable[[int, int], Sums],
    count: int,
    progress: Progress,
    file: KeptFile | None,
    stop: Stop,
) -> None:
    pace, common, begun = Pace(), executor.share(work), progress.done

    def tasks() -> Iterator[Task]:
        left = count - begun
        for at, end in progress.lacking(count):
            while at < end:
                pace.cores = max(1, run.cores)
                size = min(end - at, pace.size(left))
                yield Task(common, (at, size))
                at, left = at + size, left - size

    run = Run(executor, _one_chunk, tasks(), stop=lambda: stop.asked)
    saved = time.monotonic()
    try:
        with meter("games", run, count, begun) as advance:
            for (first, size), sums, seconds in run:
                _add(progress, first, size, sums, file.path if file is not None and begun else None)
                pace.note(size, seconds)
                advance(size)
                if file is not None and time.monotonic() - saved > _SAVED:
                    progress.save(file)
                    saved = time.monotonic()
    finally:
        if file is not None:
            progress.save(file)


def _add(progress: Progress, first: int, size: int, sums: Sums, path: Path | None) -> None:
    """`path`: the file with the sums so far."""
    try:
        progress.add(first, size, sums)
    except ValueError as error:
        raise error if path is None else ValueError(f"{path}: its sums are not those of this work: {error}") from error


def _one_chunk(work: Callable[[int, int], Sums], chunk: tuple[int, int]) -> Sums:
    return normal(work(*chunk))


# ---- games of random moves ----

Reduction = Callable[[npt.NDArray[np.float32], npt.NDArray[np.int64]], Mapping[str, Sums]]


@dataclass(frozen=True)
class Statistics:
    """Of many games; all numbers are exact."""

    games: int
    lengths: dict[int, int]  # the number of games of each length in decisions
    outcomes: tuple[dict[float, int], ...]  # for each seat, the number of games with this outcome
    own: dict[str, Sums]  # the sums of the given reduction

    @property
    def decisions(self) -> int:
        """Of all games together."""
        return sum(length * games for length, games in self.lengths.items())

    def mean_outcome(self, seat: int) -> float:
        """-1 ... 1."""
        return math.fsum(value * games for value, games in self.outcomes[seat].items()) / self.games


def rollouts(
    game: str | lg.Game,
    count: int,
    seed: int = 0,
    *,
    reduce: Reduction | None = None,
    cluster: Cluster = None,
    resume: str | os.PathLike[str] | None = None,
) -> Statistics:
    """Statistics of `count` games of uniformly random legal actions from new(seed), new(seed + 1), ..., which are the games
    that Game.rollouts(count, seed) plays.

    `reduce` is a function of the caller: from the outcomes [games, players] and the lengths [games] of some thousand
    games it returns a mapping of names to integers or arrays of integers, which are added up. See `tally` for the rest.
    """
    made = game_of(game)
    count, seed = integer("count", count, 1, _MOST), integer("seed", seed, 0, 2**64 - 1)
    if seed + count > 2**64:
        raise ValueError(f"count: expected at most {2**64 - seed} games from seed {seed}, not {count}")
    if reduce is not None:
        called("reduce", reduce)
    what = {"game": repr(made), "version": made.type.version, "seed": seed, "reduce": _name_of(reduce)}
    if made.shared is not None:  # the name above shows its beginning
        what["shared"] = hashlib.sha256(str(made.shared_text).encode()).hexdigest()
    fits = functools.partial(_are_of, made)
    sums = _tally(functools.partial(_roll, made, seed, reduce), count, cluster, resume, what, fits)
    ordered = [dict(sorted(part.items())) for part in (sums["lengths"], *sums["outcomes"].values())]
    return Statistics(count, ordered[0], tuple(ordered[1:]), sums["own"])


def _roll(game: lg.Game, seed: int, reduce: Reduction | None, first: int, count: int) -> Sums:
    sums = None
    for at in range(first, first + count, _BLOCK):
        outcomes, lengths = game.rollouts(min(_BLOCK, first + count - at), seed + at)
        block = {
            "lengths": _frequencies(lengths),
            "outcomes": {seat: _frequencies(outcomes[:, seat]) for seat in range(game.players)},
            "own": {} if reduce is None else _reduced(reduce(outcomes, lengths)),
        }
        sums = block if sums is None else add(sums, block)
    return sums


def _reduced(result: Sums) -> Sums:
    if not isinstance(result, Mapping):
        raise TypeError(f"reduce: expected a mapping of names to integers, or to arrays of them, not {shown(result)}")
    return normal(result, "reduce")


def _are_of(game: lg.Game, sums: Sums, games: int) -> bool:
    """Whether these are possible sums of `_roll` over this number of games."""
    if not isinstance(sums, dict) or set(sums) != {"lengths", "outcomes", "own"} or not isinstance(sums["own"], dict):
        return False
    lengths, outcomes = sums["lengths"], sums["outcomes"]
    if not isinstance(outcomes, dict) or list(outcomes) != list(range(game.players)):
        return False
    for counts in (lengths, *outcomes.values()):
        if not isinstance(counts, dict) or any(isinstance(key, str) for key in counts):
            return False
        if any(type(number) is not int or number < 1 for number in counts.values()) or sum(counts.values()) != games:
            return False
    values = itertools.chain.from_iterable(outcomes.values())
    return all(-1 <= value <= 1 for value in values) and all(
        type(length) is int and 0 <= length <= game.longest for length in lengths
    )


def _frequencies(values: npt.NDArray[Any]) -> dict[Any, int]:
    found, counts = np.unique(values, return_counts=True)
    return dict(zip(found.tolist(), counts.tolist(), strict=True))
