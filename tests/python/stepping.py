"""Short games for the tests of the vector environment, and what so many steps return."""

import numpy as np

MODES = ("next_step", "same_step", "disabled")
SHORT = {
    "alquerque": "alquerque",
    "amazes": "amazes(turns=2)",
    "blockdrop": "blockdrop(turns=40)",
    "ontherun": "ontherun",
    "snakecore": "snakecore(rounds=12)",
}


def trace(envs, steps, reset=True):
    """Everything that so many steps of random legal actions return."""
    seen = [envs.reset()] if reset else []
    return seen + [envs.step(envs.sample()) for _ in range(steps)]


def equal(one, other):
    """Whether two nested results are the same to the last byte."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(equal(one[key], other[key]) for key in one)
    if isinstance(one, (tuple, list)):
        return len(one) == len(other) and all(map(equal, one, other))
    return one.dtype == other.dtype and np.array_equal(one, other)
