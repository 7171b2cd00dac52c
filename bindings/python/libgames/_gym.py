"""Shared by the Gymnasium and PettingZoo environments: spaces, rewards, pictures. Needs gymnasium."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ._arrays import mask_bytes, sample_legal
from ._exclusive import Use
from ._types import Space, View
from ._words import known_options, shown
from .game import Game, State

RENDER_MODES = ["human", "ansi", "rgb_array"]
REWARDS = ("outcome", "scores", "shaped")


def box(space: Space) -> spaces.Box:
    """The space of one observation."""
    return spaces.Box(space.low, space.high, space.shape, space.dtype)


def dictionary(view: View, actions: int) -> spaces.Dict:
    """The space of an observation with its mask."""
    return spaces.Dict({"observation": box(view.space), "action_mask": spaces.Box(0, 1, (actions,), np.int8)})


def start_of(game: Game, options: Mapping[str, Any] | None, ignored: tuple[str, ...] = ()) -> State | None:
    """The start state in the options of reset(), if there is one. Raises TypeError."""
    start = known_options(options, ("state", *ignored)).get("state")
    if start is not None and (not isinstance(start, State) or start.game != game):
        raise TypeError(f"options['state']: expected a state of {game!r}, not {shown(start)}")
    return start


class LegalDiscrete(spaces.Discrete):
    """The actions of a game; sample() without a mask chooses among those that are legal now."""

    def __init__(self, mask: npt.NDArray[np.int8]) -> None:
        """`mask`: int8 [num_actions], the environment's current legal actions."""
        super().__init__(len(mask))
        self.mask = mask

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        return super().sample(self.mask if mask is probability is None else mask, probability)


class LegalMultiDiscrete(spaces.MultiDiscrete):
    """The same for many games."""

    def __init__(self, buffers: Mapping[str, npt.NDArray[Any]], actions: int, use: Use) -> None:
        """`buffers`: of the batch, in exclusive use while `use` is entered."""
        super().__init__(np.full(len(buffers["mask"]), actions))
        self.actions = actions
        self.rebind(buffers, use)

    def rebind(self, buffers: Mapping[str, npt.NDArray[Any]], use: Use) -> None:
        self._buffers, self._use = buffers, use

    @property
    def mask(self) -> npt.NDArray[np.int8]:
        """The legal actions now, int8 [games, actions]."""
        return mask_bytes(self._buffers["mask"], self.actions)

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        with self._use:
            seed = int(self.np_random.integers(2**64, dtype=np.uint64))
            return sample_legal(self._buffers, self.actions, seed).astype(self.dtype)


def gains(rewards: str, before: State, after: State) -> tuple[float, ...]:
    """The reward of each player for one action: the outcome when the game ends with it, the increase of the scores, or
    the outcome and the increase of the potentials."""
    if rewards == "outcome":
        return after.outcome
    if rewards == "shaped":
        return tuple(
            outcome + after.potential(seat) - before.potential(seat) for seat, outcome in enumerate(after.outcome)
        )
    return tuple(float(now - then) for then, now in zip(before.scores, after.scores, strict=True))


def render(state: State, mode: str | None) -> str | npt.NDArray[np.uint8] | None:
    """The position in a render mode; everything is shown, hidden information included."""
    if mode == "rgb_array":
        from .pictures import rgb_array  # needs libgames[viz]

        return rgb_array(state)
    if mode == "human":
        print(state.board, flush=True)
    return state.board if mode == "ansi" else None
