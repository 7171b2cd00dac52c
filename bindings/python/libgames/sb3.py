"""Stable-Baselines3: a VecEnv over the batch engine, with masks for sb3-contrib's MaskablePPO.

    from libgames.sb3 import make_vec_env
    from sb3_contrib import MaskablePPO

    model = MaskablePPO("MlpPolicy", make_vec_env("alquerque", 64, opponents="greedy"))
    model.learn(1_000_000)
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from . import vector
from ._errors import Error, from_extra
from ._words import integer, listed, shown
from .game import Game

with from_extra(__name__, "train"):
    from stable_baselines3.common.vec_env import VecEnv

    from ._gym import start_of


def make_vec_env(game: str | Game, n_envs: int = 1, *, seed: int | None = None, **options: Any) -> GamesVecEnv:
    """A VecEnv of a game, by name or configuration; `options` are those of libgames.vector.make except `autoreset`."""
    return GamesVecEnv(vector.make(game, n_envs, autoreset="same_step", seed=seed, **options))


class GamesVecEnv(VecEnv):
    """The games of a libgames.vector.VectorEnv whose mode is "same_step".

    infos: at the end of an episode `terminal_observation`, `TimeLimit.truncated` and `episode` (reward r, length l,
    seconds t), as SB3's monitors write them, for `evaluate_policy`.
    """

    def __init__(self, envs: vector.VectorEnv) -> None:
        if not isinstance(envs, vector.VectorEnv):
            raise TypeError(f"envs: expected a libgames.vector.VectorEnv, not {shown(envs)}")
        if not envs.same_step:
            raise ValueError("envs: expected the autoreset mode 'same_step'")
        if not envs.copy:
            raise ValueError("envs: expected copy=True: SB3 keeps observations until after the next step")
        if envs.view.as_dict or envs.action_mask.shape[-1] != envs.game.num_actions:
            raise ValueError("envs: expected observations without 'dict', and masks of bytes, which action_masks() gives")
        self.envs = envs
        super().__init__(envs.num_envs, envs.single_observation_space, envs.single_action_space)
        self._actions = np.zeros(envs.num_envs, np.int64)
        self._returns = np.zeros(envs.num_envs)
        self._lengths = np.zeros(envs.num_envs, np.int64)
        self._begin = time.time()

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Game i begins its next episode with seed + i; None: with a random one."""
        if seed is not None:
            seed = integer("seed", seed, 0, 2**64 - self.num_envs)
        seeds: Sequence[int | None] = super().seed(seed)
        return seeds

    def set_options(self, options: list[dict[str, Any]] | dict[str, Any] | None = None) -> None:
        """The start of the next reset(): {"state": state} for all games, or a list with a dict for each."""
        each = listed("options", options) if isinstance(options, Sequence) else [options] * self.num_envs
        if len(each) != self.num_envs:
            raise ValueError(f"options: expected a dict, or {self.num_envs}, not {len(each)}")
        self.envs._starts([start_of(self.envs.game, one) for one in each], None)
        super().set_options(options)

    def reset(self) -> npt.NDArray[Any]:
        seeds = self._seeds if any(seed is not None for seed in self._seeds) else None
        states = [one.get("state") for one in self._options]
        observations, _ = self.envs.reset(seed=seeds, options={"state": states})
        self._returns[:] = self._lengths[:] = 0
        self.reset_infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        self._reset_seeds()
        self._reset_options()
        return cast("npt.NDArray[Any]", observations)

    def step_async(self, actions: npt.NDArray[Any]) -> None:
        self._actions = actions

    def step_wait(
        self,
    ) -> tuple[npt.NDArray[Any], npt.NDArray[np.float32], npt.NDArray[np.bool_], list[dict[str, Any]]]:
        try:
            observations, rewards, terminated, truncated, infos = self.envs.step(self._actions)
        except (Error, ValueError) as error:
            if hasattr(error, "slots"):  # the other games were stepped
                arrays = self.envs._buffers
                dones = arrays["terminated"] | arrays["truncated"]
                self._count(arrays["reward"], arrays["status"])
                self._returns[dones] = self._lengths[dones] = 0
            raise
        dones = terminated | truncated
        self._count(rewards, np.where(dones, 0, infos.get("status", 0)))
        entries: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        shown = infos.get("_final_obs", np.zeros(self.num_envs, np.bool_))  # not where one was over before it began
        for slot in np.flatnonzero(dones):
            entries[slot] = {
                "terminal_observation": (infos["final_obs"] if shown[slot] else observations)[slot],
                "TimeLimit.truncated": bool(truncated[slot]),
                "episode": {
                    "r": float(self._returns[slot]),
                    "l": int(self._lengths[slot]),
                    "t": round(time.time() - self._begin, 6),
                },
            }
        self._returns[dones] = self._lengths[dones] = 0
        return observations, rewards, dones, entries

    def _count(self, rewards: npt.NDArray[np.float32], status: npt.ArrayLike) -> None:
        self._returns += rewards
        self._lengths += np.equal(status, 0)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """bool [num_envs, num_actions]: the legal actions now."""
        return self.envs.action_mask.astype(np.bool_)

    def close(self) -> None:
        self.envs.close()

    def get_images(self) -> Sequence[npt.NDArray[np.uint8] | None]:
        if self.render_mode != "rgb_array":
            return [None] * self.num_envs
        return list(self.envs.render() or ())

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The same for every game."""
        return [getattr(self.envs if hasattr(self.envs, attr_name) else self, attr_name)] * len(self._numbers(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise NotImplementedError("the games of a batch have no separate attributes")

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """`action_masks` returns a row for each game; a method of the batch that takes a slot is called for each
        slot."""
        if method_name == "action_masks":
            masks = self.action_masks()
            return [masks[slot] for slot in self._numbers(indices)]
        method = getattr(self.envs, method_name)
        return [method(slot, *method_args, **method_kwargs) for slot in self._numbers(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """True for SB3's Monitor, whose infos are provided; False for others."""
        from stable_baselines3.common.monitor import Monitor

        return [wrapper_class is Monitor] * len(self._numbers(indices))

    def __repr__(self) -> str:
        return f"libgames.sb3.GamesVecEnv({self.envs!r})"

    def _numbers(self, indices: Any) -> list[int]:
        most = self.num_envs
        return [integer("indices", slot, -most, most - 1) % most for slot in self._get_indices(indices)]
