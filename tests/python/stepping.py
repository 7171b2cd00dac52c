"""Short games for tests, and the results of a number of steps of the vector environment."""

import numpy as np

MODES = ("next_step", "same_step", "disabled")
SHORT = {
    "alquerque": "alquerque",
    "amazes": "amazes(turns=2)",
    "blockdrop": "blockdrop(turns=40)",
    "ontherun": "ontherun",
    "snakecore": "snakecore(rounds=12)",
}
# Short games of every contest, each with its own chance if it has any.
CONTESTS = {
    "alquerque": "alquerque",
    "amazes": "amazes(turns=4)",
    "blockdrop": "blockdrop(turns=250)",
    "ontherun": "ontherun(cities=20)",
    "snakecore": "snakecore(size=8,players=3,walls=4,reactors=1,ordinary=6,energy=4,rounds=20)",
}


def trace(envs, steps, reset=True):
    """Everything that this number of steps of random legal actions returns."""
    seen = [envs.reset()] if reset else []
    return seen + [envs.step(envs.sample()) for _ in range(steps)]


def equal(one, other):
    """Whether two nested results are the same to the last byte."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(equal(one[key], other[key]) for key in one)
    if isinstance(one, (tuple, list)):
        return len(one) == len(other) and all(map(equal, one, other))
    return one.dtype == other.dtype and np.array_equal(one, other)
