"""PettingZoo environments (AEC) of all games. Needs the extra `rl`.

    from libgames.pettingzoo import alquerque_v0

    env = alquerque_v0.env()                   # or snakecore_v0.env(size=24, players=4)
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        mask = observation["action_mask"]
        env.step(None if terminated or truncated else env.action_space(agent).sample(mask))

Games that libgames.load has loaded or will load are here too. From PettingZoo 1.27 on, `pettingzoo.make("aec",
"libgames/alquerque_v0")` makes the same environment once this module is imported.
"""

from __future__ import annotations

import copy
import warnings
from inspect import getfullargspec
from typing import TYPE_CHECKING, Any, NoReturn, SupportsIndex, cast

import numpy as np
import numpy.typing as npt

from ._errors import GameOver, IllegalMove, from_extra
from ._types import GameType, check_keywords, for_each_type, game_type, games
from ._words import expected_one_of, integer, one_of
from .game import Game, State, made, make

with from_extra(__name__, "rl"):
    import pettingzoo
    from gymnasium import spaces

    from . import _gym


class GameEnv(pettingzoo.AECEnv[str, Any, Any]):
    """A game as an AEC environment. Agents are `player_0`, `player_1`, ...; all of them end when the game is over.

    An observation is {"observation", "action_mask"}; the mask (int8) is all 0 for agents that are not to move and
    after the end. rewards are by agent, as soon as they are known; last() adds up an agent's rewards since its last
    turn. A game seeded with `reset(seed=s)` is `game.new(seed=s)`; later resets without a seed draw theirs from `s`. An
    illegal action changes nothing; `illegal` chooses its further effect. Copies and pickles, also in mid-game, continue
    identically.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        observation: str | None = None,
        rewards: str = "outcome",
        illegal: str = "raise",
        render_mode: str | None = None,
    ) -> None:
        """`observation`: one of game.observation_spaces (default: the first) and its form, see Game.view. `rewards`:
        "outcome" (-1 ... 1 with the last action, 0 before), "scores" (the increase of each player's contest score) or
        "shaped" (the outcome, plus the increase of State.potential). `illegal`: for an illegal action "raise"
        IllegalMove or ValueError, "warn", or only "mark" it by the reason in infos[agent]["illegal"]."""
        super().__init__()
        game = made(game)
        self.game = game
        self.metadata = {
            "name": f"{game.name}_v0",
            "render_modes": list(_gym.RENDER_MODES),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.render_mode = one_of("render_mode", render_mode, (None, *_gym.RENDER_MODES))
        self.possible_agents = [f"player_{player}" for player in range(game.players)]
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]  # so that last() can report a missing reset()
        self.position: State | None = None
        self._view = game.view(observation)
        self._illegal = one_of("illegal", illegal, ("raise", "warn", "mark"))
        self._rewards = one_of("rewards", rewards, _gym.REWARDS)
        self._seeds = np.random.default_rng()
        seen = _gym.dictionary(self._view, game.num_actions)
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(game.num_actions) for agent in self.possible_agents}
        self.state_space = spaces.Box(0, 255, (game.state_size,), np.uint8)

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[self._known(agent)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. options={"state": state} starts from this state instead."""
        start = _gym.start_of(self.game, options, ignored=("options",))  # which PettingZoo's api_test gives
        if seed is not None:
            self._seeds = np.random.default_rng(integer("seed", seed, 0, 2**64 - 1))
        if start is None:
            start = self.game.new(self._seeds.integers(2**63) if seed is None else seed)
        self.position = start
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, start.is_over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[start.player or 0]
        self._skip_agent_selection = None
        self._show()

    def step(self, action: int | None) -> None:
        if not self.agents:
            raise GameOver("no agent is left, or there was no reset yet: reset() first")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        before = self._started()
        self.infos = {agent: {} for agent in self.agents}
        try:
            self.position = before.apply(self._played(before, cast("int", action)))  # None is for ended agents
        except (IllegalMove, ValueError) as error:
            if self._illegal == "raise":
                raise
            self._refuse(agent, str(error))
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, _gym.gains(self._rewards, before, self.position), strict=True))
        self._accumulate_rewards()
        player = self.position.player
        if player is None:
            self.terminations = dict.fromkeys(self.agents, True)
            player = (self.possible_agents.index(agent) + 1) % self.game.players
        self.agent_selection = self.possible_agents[player]
        self._show()

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        position = self._started()
        player = self.possible_agents.index(self._known(agent))
        mask = np.zeros(self.game.num_actions, np.int8)
        if position.player == player:
            mask[self._turned(position)] = position.action_mask.view(np.int8)
        seen = position._observed(self._view._replace(as_dict=False), player)
        return {"observation": seen, "action_mask": mask}

    def state(self) -> npt.NDArray[np.uint8]:
        """The bytes of the state, including everything that players do not know."""
        return np.frombuffer(bytes(self._started()), np.uint8).copy()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """"ansi": a string; "rgb_array": uint8 [height, width, 3]; "human": printed, also after every step."""
        return _gym.render(self._started(), self.render_mode)

    def __copy__(self) -> GameEnv:
        return copy.deepcopy(self)

    def close(self) -> None:
        """Does nothing: there is nothing to close."""

    def __repr__(self) -> str:
        where = "reset() first" if self.position is None else self.position.result
        return f"<libgames.pettingzoo.GameEnv of {self.game!r}: {where}>"

    def _turned(self, position: State) -> npt.NDArray[np.int32] | slice:
        """The number of each action of the game in the view of the player to move."""
        if not self._view.canonical or position.player is None:
            return slice(None)
        return self.game.symmetry_actions(position.canonical(position.player))

    def _played(self, position: State, action: SupportsIndex) -> int:
        action, turned = integer("action", action, 0, self.game.num_actions - 1), self._turned(position)
        return action if isinstance(turned, slice) else int(np.argmax(turned == action))

    def _refuse(self, agent: str, reason: str) -> None:
        """Nothing has happened, and the same agent is still to move."""
        if self._illegal == "warn":
            warnings.warn(reason, stacklevel=3)
        self.infos[agent]["illegal"] = reason
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards[agent] = 0.0
        self._show()

    def _known(self, agent: str) -> str:
        return cast("str", one_of("agent", agent, self.possible_agents))

    def _started(self) -> State:
        if self.position is None:
            raise RuntimeError("reset() first")
        return self.position

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


class Environment:
    """The interface of PettingZoo's modules such as `connect_four_v3`: env() and raw_env()."""

    def __init__(self, name: str) -> None:
        self.name = name

    def env(
        self,
        *,
        observation: str | None = None,
        rewards: str = "outcome",
        illegal: str = "raise",
        render_mode: str | None = None,
        **parameters: int | str,
    ) -> GameEnv:
        """An environment; `parameters` are for `libgames.make`, the others for GameEnv."""
        check_keywords(game_type(self.name), parameters, getfullargspec(Environment.env).kwonlyargs)
        game = make(self.name, **parameters)
        return GameEnv(game, observation=observation, rewards=rewards, illegal=illegal, render_mode=render_mode)

    raw_env = env

    def __repr__(self) -> str:
        return f"libgames.pettingzoo.{self.name}_v0"


def _register(kind: GameType) -> None:
    environment = Environment(kind.name)
    globals()[f"{kind.name}_v0"] = environment
    if hasattr(pettingzoo, "register"):
        pettingzoo.register("aec", f"libgames/{kind.name}_v0", entry_point=environment.env)


for_each_type(_register)

if TYPE_CHECKING:

    def __getattr__(name: str) -> Environment: ...

else:

    def __getattr__(name: str) -> NoReturn:
        known = [f"{game}_v0" for game in games()]
        raise AttributeError(expected_one_of(__name__, name, known))
