"""Gymnasium environments of all games: one learner against opponents. Needs the extra `rl`.

    import gymnasium
    import libgames.gymnasium  # registers the ids

    env = gymnasium.make("libgames/Alquerque-v0", opponents="greedy")
    envs = gymnasium.make_vec("libgames/SnakeCore-v0", num_envs=1024, size=24, players=4)

`gymnasium.make("libgames.gymnasium:libgames/Alquerque-v0")` does both. The vector environments are those of
libgames.vector, with the same keywords. env.action_space.sample() chooses among the legal actions. Games that
libgames.load has loaded or will load have ids too.
"""

from __future__ import annotations

import copy
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from . import vector
from ._errors import from_extra
from ._types import GameType, for_each_type
from ._words import integer
from .game import Game, State

with from_extra(__name__, "rl"):
    import gymnasium
    from gymnasium.vector import VectorEnv

    from . import _gym


class GameEnv(gymnasium.Env[Any, Any]):
    """One game for one learner: the same as a vector environment of one game, without its first axis.

    info contains action_mask (int8), player (the learner's seat) and rewards (of all seats). As Gymnasium requires,
    step takes every action of the space: an illegal one changes nothing, and a warning gives the reason (see
    `illegal`). Copies and pickles, also in mid-game, continue identically.
    """

    metadata = {"render_modes": _gym.RENDER_MODES, "render_fps": 2}
    action_space: _gym.LegalDiscrete

    def __init__(
        self,
        game: str | Game,
        *,
        illegal: Literal["raise", "warn", "mark", "lose"] = "warn",
        render_mode: Literal["human", "ansi", "rgb_array"] | None = None,
        **options: Any,
    ) -> None:
        """`options`: those of libgames.vector.make except num_envs and autoreset, and the game's parameters."""
        for name in {"num_envs", "autoreset"} & options.keys():
            raise TypeError(f"{name}: not an option of a single game; libgames.vector.make() takes it")
        self._envs = vector.make(
            game, 1, autoreset="disabled", illegal=illegal, render_mode=render_mode, **options
        )
        self.game = self._envs.game
        self.render_mode = render_mode
        self.observation_space = self._envs.single_observation_space
        if self._envs.action_mask.dtype != np.int8:
            raise ValueError("mask: expected 'bytes', the only form for Gymnasium's spaces")
        self.action_space = _gym.LegalDiscrete(self._envs.action_mask[0])

    @property
    def state(self) -> State:
        """The position, including everything that players do not know."""
        return self._envs.state(0)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """bool [num_actions], under the name that sb3-contrib uses."""
        mask: npt.NDArray[np.bool_] = self._envs.action_mask[0].astype(np.bool_)
        return mask

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """A new game; options={"state": state} starts it from this state."""
        state = _gym.start_of(self._envs.game, options)
        if seed is not None:
            seed = integer("seed", seed, 0, 2**64 - 1, "None")
        observations, infos = self._envs.reset(seed=seed, options={"state": state})
        super().reset(seed=seed)
        self._show()
        return self._first(observations), self._info(infos)

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        observations, rewards, terminated, truncated, infos = self._envs.step(np.array([action]))
        self._show()
        return self._first(observations), float(rewards[0]), bool(terminated[0]), bool(truncated[0]), self._info(infos)

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """"ansi": a string; "rgb_array": uint8 [height, width, 3]; "human": printed, also after every step."""
        return _gym.render(self.state, self.render_mode)

    def close(self) -> None:
        self._envs.close()

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def __repr__(self) -> str:
        return f"<libgames.gymnasium.GameEnv of {self._envs!r}>"

    @staticmethod
    def _first(observations: Any) -> Any:
        if isinstance(observations, dict):
            return {key: values[0] for key, values in observations.items()}
        return observations[0]

    @staticmethod
    def _info(infos: dict[str, Any]) -> dict[str, Any]:
        info = {key: values[0] for key, values in infos.items() if not key.startswith("_")}
        info["player"] = int(info["player"])
        return info

    def __copy__(self) -> GameEnv:
        return copy.deepcopy(self)

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self.action_space.mask = self._envs.action_mask[0]


def make_vector(num_envs: int, game: str | Game, **options: Any) -> VectorEnv[Any, Any, Any]:
    """Called by gymnasium.make_vec."""
    return vector.make(game, num_envs, **options)


def _register(kind: GameType) -> None:
    gymnasium.register(
        f"libgames/{kind.id}-v0",
        entry_point="libgames.gymnasium:GameEnv",
        vector_entry_point="libgames.gymnasium:make_vector",
        kwargs={"game": kind.name},
    )


for_each_type(_register)
