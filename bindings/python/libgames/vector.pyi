from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, SupportsIndex

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as _VectorEnv

from .game import Game, State

_Autoreset = Literal["next_step", "same_step", "disabled"] | AutoresetMode
_Observations = npt.NDArray[Any]
_Infos = dict[str, Any]

class Slot(NamedTuple):
    seed: int
    episode: int
    steps: int
    player: int
    shift: int
    ended: int

class Expansion(NamedTuple):
    states: npt.NDArray[np.void]
    status: npt.NDArray[np.int32]
    player: npt.NDArray[np.int32]
    observation: npt.NDArray[Any]
    action_mask: npt.NDArray[np.int8]
    scores: npt.NDArray[np.int32]
    outcome: npt.NDArray[np.float32]

def make(
    game: str | Game,
    num_envs: SupportsIndex = 1,
    *,
    opponents: str | Sequence[str] | None = "random",
    seat: int | Literal["random"] = "random",
    observation: str | None = None,
    rewards: Literal["outcome", "scores"] = "outcome",
    autoreset: _Autoreset = "next_step",
    max_episode_steps: int | None = None,
    seed: int | None = None,
    threads: SupportsIndex = 1,
    copy: bool = True,
    debug: bool = False,
    illegal: Literal["raise", "warn", "mark"] = "raise",
    render_mode: Literal["human", "ansi", "rgb_array"] | None = None,
    **parameters: int | str,
) -> VectorEnv: ...

class VectorEnv(_VectorEnv[_Observations, npt.NDArray[Any], npt.NDArray[Any]]):
    game: Game
    num_envs: int
    copy: bool
    debug: bool
    illegal: str
    same_step: bool
    closed: bool
    single_observation_space: spaces.Box
    single_action_space: spaces.Discrete
    action_space: spaces.MultiDiscrete
    observation_space: spaces.Box
    def __init__(
        self,
        game: Game,
        num_envs: SupportsIndex = 1,
        *,
        opponents: str | Sequence[str] | None = "random",
        seat: int | Literal["random"] = "random",
        observation: str | None = None,
        rewards: Literal["outcome", "scores"] = "outcome",
        autoreset: _Autoreset = "next_step",
        max_episode_steps: int | None = None,
        seed: int | None = None,
        threads: SupportsIndex = 1,
        copy: bool = True,
        debug: bool = False,
        illegal: Literal["raise", "warn", "mark"] = "raise",
        render_mode: Literal["human", "ansi", "rgb_array"] | None = None,
    ) -> None: ...
    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_Observations, _Infos]: ...
    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[_Observations, npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], _Infos]: ...
    def render(self) -> tuple[Any, ...] | None: ...
    def close(self, **_: Any) -> None: ...
    @property
    def actions(self) -> npt.NDArray[np.int32]: ...
    @property
    def states(self) -> npt.NDArray[np.void]: ...
    @property
    def action_mask(self) -> npt.NDArray[np.int8]: ...
    @property
    def status(self) -> npt.NDArray[np.int32]: ...
    def sample(self) -> npt.NDArray[np.int32]: ...
    def state(self, slot: SupportsIndex) -> State: ...
    def look(self, slot: SupportsIndex) -> Slot: ...
    def save(self, slot: SupportsIndex) -> bytes: ...
    def load(self, slot: SupportsIndex, saved: bytes) -> None: ...
    def clone(self, source: SupportsIndex, target: SupportsIndex) -> None: ...
    def branch(self, source: SupportsIndex, target: SupportsIndex, seed: SupportsIndex) -> None: ...
    def start(self, slot: SupportsIndex, state: State, seed: SupportsIndex = 0) -> None: ...
    def current(self) -> tuple[_Observations, _Infos]: ...
    def expand(
        self,
        actions: npt.ArrayLike,
        parents: npt.ArrayLike | None = None,
        states: npt.NDArray[np.void] | Sequence[State] | None = None,
    ) -> Expansion: ...
    def __copy__(self) -> VectorEnv: ...
    def __getstate__(self) -> dict[str, Any]: ...
    def __setstate__(self, kept: dict[str, Any]) -> None: ...
