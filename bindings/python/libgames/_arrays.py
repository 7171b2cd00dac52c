"""What is given as arrays, lists or words, checked and brought into the form that the C library reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from . import _native
from ._words import listed
from .game import Game, State

if TYPE_CHECKING:
    import numpy.typing as npt

    States: TypeAlias = npt.NDArray[np.void] | Sequence[State]


def state_rows(game: Game, states: States) -> npt.NDArray[np.uint8]:
    """States as an array of bytes of their own, a row each."""
    if not isinstance(states, np.ndarray):
        states = np.frombuffer(b"".join(map(game._bytes_of, listed("states", states))), game.state_dtype)
    if states.dtype != game.state_dtype or states.ndim != 1:
        raise TypeError("states: expected a one-dimensional array of game.state_dtype, or states")
    rows = np.empty(len(states) * game.state_size // 8, np.uint64)
    rows.view(game.state_dtype)[:] = states
    return rows.view(np.uint8).reshape(len(states), game.state_size)


def sample_legal(buffers: Mapping[str, npt.NDArray[Any]], seed: int) -> npt.NDArray[np.int32]:
    """A legal action for each game of a batch with these buffers, 0 where an episode has ended without one. Raises
    ValueError for a mask that was written to."""
    mask, ended = buffers["mask"], buffers["terminated"] | buffers["truncated"]
    games, choices = mask.shape
    actions = np.empty(games, np.int32)
    _native.sample(mask, ended, games, choices, seed, actions)
    return actions


def copy_numbers(name: str, given: npt.NDArray[Any], to: npt.NDArray[np.int32]) -> None:
    """What no int32 can say becomes -1, which is no number of anything."""
    if given.dtype.kind not in "iu":
        raise TypeError(f"{name}: expected integers, not {given.dtype}")
    np.copyto(to, given, casting="unsafe")
    if given.dtype.itemsize >= 4 and given.dtype != to.dtype:
        wrong = to != given
        if wrong.any():
            to[wrong] = -1


def numbers(name: str, given: npt.ArrayLike) -> npt.NDArray[np.int32]:
    """A row of numbers."""
    array = np.asarray(given)
    if array.ndim != 1:
        raise ValueError(f"{name}: expected one number for each, not an array of shape {array.shape}")
    if array.dtype == np.int32:
        return np.ascontiguousarray(array)
    found = np.empty(array.shape, np.int32)
    if array.size:  # NumPy takes an empty list for one of floats
        copy_numbers(name, array, found)
    return found
