"""Arrays, lists and words from callers, checked and converted for the C library."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from . import _native
from ._words import listed, shown
from .game import Game, State

if TYPE_CHECKING:
    import numpy.typing as npt

    States: TypeAlias = npt.NDArray[np.void] | Sequence[State]


def state_rows(game: Game, states: States, games: Sequence[Game] = ()) -> npt.NDArray[np.uint8]:
    """States as an array of bytes, a row each: the same memory if possible. `games` are the games of the single states,
    if they are not all of `game`."""
    if not isinstance(states, np.ndarray):
        given = listed("states", states)
        owners = games if len(games) == len(given) else [game] * len(given)
        data = b"".join(owner._bytes_of(state) for owner, state in zip(owners, given, strict=True))
        states = np.frombuffer(data, game.state_dtype)
    if states.dtype != game.state_dtype or states.ndim != 1:
        raise TypeError("states: expected a one-dimensional array of game.state_dtype, or states")
    if states.flags.c_contiguous and states.ctypes.data % 8 == 0:
        return states.view(np.uint8).reshape(len(states), game.state_size)
    rows = np.empty(len(states) * game.state_size // 8, np.uint64)
    rows.view(game.state_dtype)[:] = states
    return rows.view(np.uint8).reshape(len(states), game.state_size)


ALIGNMENT = 64  #: bytes: the size of cache lines, and the alignment that other libraries require to share memory


def state_bytes(name: str, game: Game, array: object) -> object:
    """The given states, as rows of bytes if they are an array. Raises ValueError."""
    if not isinstance(array, np.ndarray) or array.dtype != game.state_dtype:
        return array
    if not array.flags.c_contiguous:
        raise ValueError(f"{name}: expected a C-contiguous array")
    return array.view(np.uint8).reshape(-1, game.state_size)


def aligned(shape: tuple[int, ...], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """Zeros whose first byte is at a multiple of ALIGNMENT."""
    kind = np.dtype(dtype)
    size = math.prod(shape) * kind.itemsize
    memory = np.zeros(size + ALIGNMENT, np.uint8)
    start = -memory.ctypes.data % ALIGNMENT
    return memory[start : start + size].view(kind).reshape(shape)


def mask_bytes(mask: npt.NDArray[Any], actions: int) -> npt.NDArray[np.int8]:
    """A mask with a byte for each action, from one that may contain bits (uint8)."""
    if mask.dtype != np.uint8:
        return mask.view(np.int8)
    return np.unpackbits(mask, axis=-1, count=actions, bitorder="little").view(np.int8)


def given_array(name: str, given: object, shape: tuple[int, ...], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """A given array to write into, without a copy; a tensor counts as the array with which it shares memory. Raises
    TypeError or ValueError."""
    kind = np.dtype(dtype)
    if not isinstance(given, np.ndarray):
        if isinstance(given, (list, tuple)) or not hasattr(given, "__array__"):
            raise TypeError(f"{name}: expected {_wanted(shape, kind)}, not {shown(given)}")
        owner = given
        try:
            given = np.asarray(owner)
            shared = np.may_share_memory(given, np.asarray(owner))
        except Exception as error:  # of a tensor on a GPU, for example
            raise TypeError(f"{name}: expected {_wanted(shape, kind)}, not {shown(owner)}: {error}") from error
        if given.size and not shared:
            raise TypeError(f"{name}: expected {_wanted(shape, kind)}, not {shown(owner)}, which hands out copies")
    if given.dtype != kind and not (given.dtype in _BYTES and kind in _BYTES):
        raise TypeError(f"{name}: expected {_wanted(shape, kind)}, not of {given.dtype}")
    flags = given.flags
    if given.shape != shape or not flags.c_contiguous or not flags.writeable:
        seen = "a read-only one" if not flags.writeable else f"one of shape {list(given.shape)}"
        seen = seen if flags.c_contiguous else "one in another order, or a part of one"
        raise ValueError(f"{name}: expected {_wanted(shape, kind)}, not {seen}")
    if given.ctypes.data % 8:
        raise ValueError(f"{name}: expected an array that begins at a multiple of 8 bytes, best of {ALIGNMENT}")
    return given.view(kind)


def check_apart(what: str, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
    """Raises ValueError if two of these C-contiguous arrays to be written share memory."""
    for (name, one), (other, another) in itertools.combinations(arrays.items(), 2):
        if np.may_share_memory(one, another):
            raise ValueError(f"{what}: expected arrays apart from each other, unlike {name} and {other}")


_BYTES = (np.dtype(np.int8), np.dtype(np.uint8), np.dtype(np.bool_))


def _wanted(shape: tuple[int, ...], kind: np.dtype[Any]) -> str:
    return f"a writable, C-contiguous array of {kind} {list(shape)}"


def sample_legal(buffers: Mapping[str, npt.NDArray[Any]], choices: int, seed: int) -> npt.NDArray[np.int32]:
    """A legal action for each game of a batch with these buffers, 0 where an episode has ended without one. Raises
    ValueError for a mask that was written to."""
    ended = buffers["terminated"] | buffers["truncated"]
    mask, games = mask_bytes(buffers["mask"], choices), len(ended)
    actions = np.zeros(games, np.int32)
    try:
        _native.lg_mask_sample(games, choices, mask, ended, seed, actions)
    except ValueError as error:
        row = np.flatnonzero(actions < 0)[0]
        error.args = (f"action_mask: expected 0 and 1, and a legal action, in row {row}: it was written to, or there was no reset()",)
        raise
    return actions


def real_numbers(name: str, given: npt.ArrayLike) -> npt.NDArray[Any]:
    array = np.asarray(given)
    if array.dtype.kind not in "fiub":
        raise TypeError(f"{name}: expected numbers, not {array.dtype}")
    return array


def bool_mask(name: str, given: object) -> npt.NDArray[np.bool_]:
    if not isinstance(given, np.ndarray) or given.dtype != np.bool_:
        raise TypeError(f"{name}: expected a NumPy array of bool, not {shown(given)}")
    return np.asarray(given, order="C")


def as_numbers(given: npt.ArrayLike) -> npt.NDArray[Any]:
    """The given numbers as an array: of integers also where NumPy would make floats, since some exceed 64 bits."""
    array = np.asarray(given)
    if not isinstance(given, (list, tuple)) or array.dtype.kind != "f":
        return array
    exact = np.array(given, object)
    return exact if _are_integers(exact) else array


def _are_integers(array: npt.NDArray[Any]) -> bool:
    return array.size > 0 and all(type(one) is int for one in array.flat)


def copy_numbers(name: str, given: npt.NDArray[Any], to: npt.NDArray[np.int32]) -> None:
    """Values outside int32 become -1, which is never a valid number."""
    if given.dtype.kind == "O" and _are_integers(given):
        given = np.clip(given, -(2**63), 2**63 - 1).astype(np.int64)
    if given.dtype.kind not in "iu":
        raise TypeError(f"{name}: expected integers, not {given.dtype}")
    np.copyto(to, given, casting="unsafe")
    if given.dtype.itemsize >= 4 and given.dtype != to.dtype:
        wrong = to != given
        if wrong.any():
            to[wrong] = -1


def numbers(name: str, given: npt.ArrayLike) -> npt.NDArray[np.int32]:
    """A row of numbers."""
    array = as_numbers(given)
    if array.ndim != 1:
        raise ValueError(f"{name}: expected one number for each, not an array of shape {array.shape}")
    if array.dtype == np.int32:
        return np.require(array, np.int32, ["C", "A"])
    found = np.empty(array.shape, np.int32)
    if array.size:  # NumPy takes an empty list for one of floats
        copy_numbers(name, array, found)
    return found
