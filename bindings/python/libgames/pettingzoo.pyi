from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv

from .game import Game, State

class GameEnv(AECEnv[str, Any, Any]):
    game: Game
    position: State | None
    render_mode: str | None
    state_space: spaces.Box
    def __init__(
        self,
        game: Game,
        *,
        observation: str | None = None,
        rewards: str = "outcome",
        render_mode: str | None = None,
    ) -> None: ...
    def observation_space(self, agent: str) -> spaces.Dict: ...
    def action_space(self, agent: str) -> spaces.Discrete: ...
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None: ...
    def step(self, action: int | None) -> None: ...
    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]: ...
    def state(self) -> npt.NDArray[np.uint8]: ...
    def render(self) -> str | npt.NDArray[np.uint8] | None: ...
    def close(self) -> None: ...

class Environment:
    name: str
    def __init__(self, name: str) -> None: ...
    def env(
        self,
        *,
        observation: str | None = None,
        rewards: str = "outcome",
        render_mode: str | None = None,
        **parameters: int | str,
    ) -> GameEnv: ...
    def raw_env(
        self,
        *,
        observation: str | None = None,
        rewards: str = "outcome",
        render_mode: str | None = None,
        **parameters: int | str,
    ) -> GameEnv: ...

alquerque_v0: Environment
amazes_v0: Environment
blockdrop_v0: Environment
ontherun_v0: Environment
snakecore_v0: Environment
