from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import VectorEnv

from .game import Game, State

class GameEnv(gymnasium.Env[npt.NDArray[Any], int]):
    game: Game
    metadata: dict[str, Any]
    render_mode: str | None
    def __init__(
        self, game: str | Game, *, illegal: str = "warn", render_mode: str | None = None, **options: Any
    ) -> None: ...
    @property
    def state(self) -> State: ...
    def action_masks(self) -> npt.NDArray[np.bool_]: ...
    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[Any], dict[str, Any]]: ...
    def step(self, action: int) -> tuple[npt.NDArray[Any], float, bool, bool, dict[str, Any]]: ...
    def render(self) -> str | npt.NDArray[np.uint8] | None: ...  # type: ignore[override]
    def close(self) -> None: ...
    def __setstate__(self, kept: dict[str, Any]) -> None: ...

def make_vector(num_envs: int, game: str | Game, **options: Any) -> VectorEnv[Any, Any, Any]: ...
