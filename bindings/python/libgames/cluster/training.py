"""Self-play for a learner: workers send games, the learner sends weights."""

from __future__ import annotations

import contextlib
import os
import pickle
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from .._files import KeptFile, naming
from .._words import integer, shown
from .executors import Executor
from .nodes import Cluster, using
from .running import Run, Stop, Task, meter

Learner = TypeVar("Learner")
Weights = TypeVar("Weights")
Games = TypeVar("Games")

_SAVED = 10.0  # seconds between two checkpoints


@dataclass
class _Training:
    """All that a checkpoint holds."""

    learner: Any
    weights: list[Any]  # of the rounds to come whose weights are known: the next one and `lag` more
    settings: dict[str, int]
    round: int = 0  # the next one

    def save(self, file: KeptFile) -> None:
        file.write(pickle.dumps(vars(self)))


def _load(path: Path, settings: dict[str, int]) -> _Training:
    """Raises ValueError for a checkpoint of another training."""
    try:
        with naming(path):
            found = _Training(**pickle.loads(path.read_bytes()))
    except (OSError, MemoryError):
        raise
    except Exception as error:  # bytes that are no pickle may raise anything
        raise ValueError(f"{path}: not a checkpoint: {error}") from error
    if found.settings != settings:
        raise ValueError(f"{path}: a checkpoint of another training: {found.settings}, not {settings}")
    count = settings["lag"] + 1
    if not isinstance(found.weights, list) or len(found.weights) != count:
        raise ValueError(f"{path}: not a checkpoint: expected weights for {count} rounds, not {shown(found.weights)}")
    if type(found.round) is not int or found.round < 0:
        raise ValueError(f"{path}: not a checkpoint: expected the number of a round, not {shown(found.round)}")
    return found


def self_play(
    play: Callable[[Weights, int], Games],
    learn: Callable[[Learner, list[Games]], Learner],
    learner: Learner,
    *,
    weights: Callable[[Learner], Weights],
    rounds: int,
    chunks: int = 8,
    lag: int = 1,
    seed: int = 0,
    cluster: Cluster = None,
    resume: str | os.PathLike[str] | None = None,
) -> Learner:
    """The learner after `rounds` rounds of learning.

    In a round, workers make `chunks` times play(weights, seed), each with another seed, and learn(learner, games) gets
    all results, in the order of their seeds. The games of a round are played with the weights of `lag` rounds before
    it, so that workers play while the learner learns; with 0 they wait. If all chance in `play` and `learn` comes from
    their seeds, the result does not depend on the number of workers or on failures.

    weights(learner) is the part that workers need, and must not change when the learner does. `resume` is a file for
    checkpoints of everything: after an interruption, by Ctrl-C or anything else, the same call continues from it. It is
    a pickle: open only your own.
    """
    rounds, lag = integer("rounds", rounds, 1, 2**40), integer("lag", lag, 0, 2**16)
    settings = {
        "chunks": integer("chunks", chunks, 1, 2**40), "lag": lag, "seed": integer("seed", seed, 0, 2**64 - 1),
    }  # fmt: skip
    if settings["seed"] + rounds * settings["chunks"] > 2**64:
        raise ValueError("seed: expected seeds up to 2**64 - 1 for all chunks of all rounds")
    training = _Training(learner, [weights(learner)] * (lag + 1), settings)
    with contextlib.nullcontext() if resume is None else KeptFile(resume) as file:
        if file is not None and file.path.exists():
            training = _load(file.path, settings)
            if training.round > rounds:
                raise ValueError(f"{file.path}: it has {training.round} rounds, more than {rounds}")
        if training.round < rounds:
            with using(cluster) as executor, Stop() as stop:
                _train(executor, play, learn, weights, training, rounds, file, stop)
            if stop.asked:
                raise KeyboardInterrupt
    last: Learner = training.learner
    return last


def _train(
    executor: Executor,
    play: Callable[[Any, int], Any],
    learn: Callable[[Any, list[Any]], Any],
    weights: Callable[[Any], Any],
    training: _Training,
    rounds: int,
    file: KeptFile | None,
    stop: Stop,
) -> None:
    shared = [executor.share((play, one)) for one in training.weights]
    chunks, seed = training.settings["chunks"], training.settings["seed"]

    def tasks() -> Iterator[Task | None]:
        for number in range(training.round, rounds):
            while number >= training.round + len(shared):
                yield None  # its weights are not learned yet
            common = shared[number - training.round]
            yield from (Task(common, seed + number * chunks + chunk) for chunk in range(chunks))

    games, saved, whole = [], time.monotonic(), True
    run = Run(executor, _play, tasks(), ordered=True, stop=lambda: stop.asked)
    try:
        with meter("rounds", run, rounds, training.round) as advance:
            for done in run:
                games.append(done.value)
                if len(games) < chunks:
                    continue
                whole = False
                training.learner = learn(training.learner, games)
                training.weights = [*training.weights[1:], weights(training.learner)]
                shared[:] = [*shared[1:], executor.share((play, training.weights[-1]))]
                training.round += 1
                whole = True
                games = []
                advance(1)
                if file is not None and time.monotonic() - saved > _SAVED:
                    training.save(file)
                    saved = time.monotonic()
    finally:
        if file is not None and whole:  # not where learn() failed, which may have left the learner half changed
            training.save(file)


def _play(common: tuple[Callable[[Any, int], Any], Any], seed: int) -> Any:
    play, weights = common
    return play(weights, seed)
