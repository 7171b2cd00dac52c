"""What the Gymnasium and PettingZoo environments share: spaces, rewards, pictures. Needs gymnasium."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from .game import Game, State

RENDER_MODES = ["human", "ansi", "rgb_array"]
REWARDS = ("outcome", "scores")


def observation_space(game: Game, name: str | None = None) -> spaces.Box:
    """The space of one observation, the first of the game's or the one with this name."""
    _, space = game._space(name)
    return spaces.Box(space.low, space.high, space.shape, space.dtype)


def check_rewards(rewards: str) -> str:
    if rewards not in REWARDS:
        raise ValueError(f"rewards: expected one of {', '.join(REWARDS)}, not {rewards!r}")
    return rewards


def check_render_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode: expected None or one of {', '.join(RENDER_MODES)}, not {mode!r}")
    return mode


def gains(rewards: str, before: State, after: State) -> tuple[float, ...]:
    """The reward of each player for one action: the outcome when the game ends with it, or what the scores rose by."""
    if rewards == "outcome":
        return after.outcome
    return tuple(float(now - then) for then, now in zip(before.scores, after.scores, strict=True))


def render(state: State, mode: str | None) -> str | np.ndarray | None:
    """The position in a render mode; everything is shown, also what players do not know."""
    if mode == "rgb_array":
        from .pictures import rgb_array  # needs libgames[viz]

        return rgb_array(state)
    if mode == "human":
        print(state.board, flush=True)
    return state.board if mode == "ansi" else None
