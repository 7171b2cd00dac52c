"""Thousands of games at once: a vector environment after Gymnasium's pattern over the library's batch engine.

    envs = lg.vector.make("snakecore", num_envs=4096, seed=0, threads=2)
    observations, infos = envs.reset()
    for _ in range(100):
        actions = envs.sample()  # random legal ones; infos["action_mask"] says which are legal
        observations, rewards, terminated, truncated, infos = envs.step(actions)

Works with NumPy alone; with Gymnasium installed, VectorEnv is a gymnasium.vector.VectorEnv with its spaces.
"""

from __future__ import annotations

import copy as copying
import secrets
import warnings
from collections.abc import Sequence
from functools import cached_property
from inspect import getfullargspec
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, SupportsIndex, cast

import numpy as np

from . import _native
from ._arrays import copy_numbers, numbers, sample_legal, state_rows
from ._exclusive import Use, exclusive
from ._players import Player, configured
from ._words import integer, one_of, shown
from .game import Game, Space, State, check_keywords
from .game import make as make_game

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector import VectorEnv as _VectorEnv
    from gymnasium.vector.utils import batch_space

    from . import _gym

    _WITH_GYMNASIUM = True
except ImportError:
    _WITH_GYMNASIUM = False

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._arrays import States

    _Base = _VectorEnv[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any]]
else:
    _Base = _VectorEnv if _WITH_GYMNASIUM else object

_Opponents = str | Player | Sequence[str | Player] | None
_AUTORESET = ("next_step", "same_step", "disabled")
_REWARDS = ("outcome", "scores")


class Slot(NamedTuple):
    """What the batch knows of a slot: `seed` of its episode, episodes before it, steps in it, the seat that is to move
    (the one asked last, when the game is over), the seat of the first of the players, and how the episode stands:
    0 going on, 1 terminated, 2 truncated."""

    seed: int
    episode: int
    steps: int
    player: int
    rotation: int
    ended: int


class Samples(NamedTuple):
    """What VectorEnv.resample returns, a row for each sample. Rows with a status other than 0 hold zeros. `information`
    is the key of what the player knows, the same for the state and its sample."""

    states: npt.NDArray[np.void]
    status: npt.NDArray[np.int32]
    information: npt.NDArray[np.uint64]


class Expansion(NamedTuple):
    """What VectorEnv.expand returns, a row for each pair of a state and an action. Rows with a status other than 0 hold
    zeros. `player` is -1 when the game is over; `observation` is what the player to move may know."""

    states: npt.NDArray[np.void]
    status: npt.NDArray[np.int32]
    player: npt.NDArray[np.int32]
    observation: npt.NDArray[Any]
    action_mask: npt.NDArray[np.int8]
    scores: npt.NDArray[np.int32]
    outcome: npt.NDArray[np.float32]


class VectorEnv(_Base):
    """Many games stepped together. Pickles and copies, also in mid-game, go on identically. While one thread is in a
    method, the others get a RuntimeError.

    The game is given by name or configuration, with `parameters` as for libgames.make; afterwards `game` is the Game.

    :param opponents: the built-in players of the other seats, a Player or its text such as "strong(simulations=50)": one
        for all of them, or one for each from the seat after the learner's on; the learner then sees only its own
        turns. None: every decision is the learner's.
    :param seat: the learner's seat, or "random" for a random one in each episode.
    :param observation: one of game.observation_spaces, default the first.
    :param rewards: "outcome" (-1 ... 1 at the end of the game, else 0) or "scores" (by how much the contest's score
        rose).
    :param autoreset: "next_step", "same_step" or "disabled", or Gymnasium's AutoresetMode.
    :param max_episode_steps: episodes are truncated after this many steps.
    :param seed: of the first game; game i has seed + i. None takes a random one.
    :param threads: how many share the work; the results do not depend on it.
    :param copy: whether results are the caller's own. False hands out the arrays that the next step overwrites.
    :param debug: results are fresh arrays, which the next step fills with junk; this shows code that still uses them.
    :param illegal: what an illegal action does. Nothing changes in its game, the others are stepped, and then: "raise"
        an IllegalMove, GameOver or ValueError, "warn", or only "mark" it in infos["status"].
    :param render_mode: "ansi", "rgb_array" or "human", for render().

    infos have, with a row for each game: action_mask (int8, 1 for legal), player (the seat that is to move) and rewards
    (of all seats). Where episodes end with a same-step reset: final_obs (dense) and final_info.
    """

    num_envs: int  #: how many games there are
    same_step: bool  #: whether the autoreset mode is "same_step"
    closed = True  #: whether the threads have ended
    single_observation_space: spaces.Box  #: of one game; with Gymnasium only
    single_action_space: spaces.Discrete  #: of one game; with Gymnasium only
    action_space: _gym.LegalMultiDiscrete  #: sample() chooses among the legal actions; with Gymnasium only

    def __init__(
        self,
        game: str | Game,
        num_envs: SupportsIndex = 1,
        *,
        opponents: _Opponents = "random",
        seat: int | Literal["random"] = "random",
        observation: str | None = None,
        rewards: Literal["outcome", "scores"] = "outcome",
        autoreset: Literal["next_step", "same_step", "disabled"] | AutoresetMode = "next_step",
        max_episode_steps: int | None = None,
        seed: int | None = None,
        threads: SupportsIndex = 1,
        copy: bool = True,
        debug: bool = False,
        illegal: Literal["raise", "warn", "mark"] = "raise",
        render_mode: Literal["human", "ansi", "rgb_array"] | None = None,
        **parameters: int | str,
    ) -> None:
        game = _configured(game, parameters)
        self.game = game
        self.num_envs = integer("num_envs", num_envs, 1, _native.LG_BATCH_MAX_GAMES)
        self.copy, self.debug = bool(copy), bool(debug)
        self.illegal = one_of("illegal", illegal, ("raise", "warn", "mark"))
        self.render_mode = one_of("render_mode", render_mode, (None, "human", "ansi", "rgb_array"))
        mode = one_of("autoreset", _autoreset_name(autoreset), _AUTORESET)
        encoding, space = game._space(observation)
        self._settings = (
            self.num_envs,
            integer("threads", threads, 1, _native.LG_MAX_THREADS),
            _AUTORESET.index(mode),
            _REWARDS.index(one_of("rewards", rewards, _REWARDS)),
            encoding,
            integer("max_episode_steps", max_episode_steps or 0, 0, 2**31 - 1),
            _players(game, opponents, seat),
            opponents is not None and seat == "random",
            secrets.randbits(63) if seed is None else integer("seed", seed, 0, 2**64 - 1),
        )
        told = {
            "opponents": opponents,
            "seat": seat,
            "observation": observation,
            "rewards": rewards,
            "autoreset": mode,
            "max_episode_steps": max_episode_steps,
            "threads": threads,
            "illegal": illegal,
            "render_mode": render_mode,
        }
        usual = getfullargspec(VectorEnv).kwonlydefaults or {}
        self._told = {name: value for name, value in told.items() if value != usual[name]}
        self.metadata = {"autoreset_mode": mode, "render_modes": ["human", "ansi", "rgb_array"], "render_fps": 2}
        if _WITH_GYMNASIUM:
            self.metadata["autoreset_mode"] = AutoresetMode[mode.upper()]
            self.single_observation_space = _gym.observation_space(game, observation)
            self.single_action_space = spaces.Discrete(game.num_actions)
        self.same_step = mode == "same_step"
        self._samples = self._settings[-1]
        self._begun = False
        self._use = Use("batch")
        self._handed: list[npt.NDArray[Any]] = []
        self._allocate(space)
        self._open()
        if _WITH_GYMNASIUM:
            self.action_space = _gym.LegalMultiDiscrete(self._buffers, self._use)

    def _allocate(self, space: Space) -> None:
        n, game = self.num_envs, self.game
        self._buffers: dict[str, npt.NDArray[Any]] = {
            "states": np.zeros(n * game.state_size // 8, np.uint64).view(np.uint8).reshape(n, game.state_size),
            "actions": np.zeros(n, np.int32),
            "observation": np.zeros((n, *space.shape), space.dtype),
            "mask": np.zeros((n, game.num_actions), np.int8),
            "rewards": np.zeros((n, game.players), np.float32),
            "reward": np.zeros(n, np.float32),
            "player": np.zeros(n, np.int32),
            "terminated": np.zeros(n, np.bool_),
            "truncated": np.zeros(n, np.bool_),
            "status": np.zeros(n, np.int32),
        }
        if self.same_step:
            for name in ("observation", "mask", "player"):
                self._buffers["final_" + name] = np.zeros_like(self._buffers[name])

    def _open(self) -> None:
        self._batch = _native.batch_create(self.game._handle, *self._settings, self._buffers)
        self.closed = False
        self._everyone = np.ones(self.num_envs, np.bool_)

    # ---- Gymnasium's interface ----

    @cached_property
    def observation_space(self) -> spaces.Box:  # type: ignore[override]
        """Of all games; made when it is first used, since its bounds are as large as a batch of observations."""
        return cast("spaces.Box", batch_space(self.single_observation_space, self.num_envs))

    @exclusive
    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[Any], dict[str, Any]]:
        """New episodes in all games, or in those of options["reset_mask"] (bool [num_envs]).

        seed: game i gets seed + i; or one seed (or None) for each. Without a seed, games go on with their own next ones.
        Returns (observations, infos).
        """
        if options is not None and not isinstance(options, dict):
            raise TypeError(f"options: expected None or a dict, not {shown(options)}")
        which = (options or {}).get("reset_mask")
        if which is not None:
            which = self._checked_mask(which)
        for part, seeds in self._seeds(seed, which):
            _native.batch_reset(self._batch, part, seeds)
            self._begun = True
        self._poison()
        buffers = self._buffers
        return self._out(buffers["observation"]), self._infos()

    @exclusive
    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[
        npt.NDArray[Any], npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]
    ]:
        """One action in every game: (observations, rewards, terminated, truncated, infos).

        rewards are those of the seat that infos["player"] names (when an episode has ended with a same-step reset: of
        the one that final_info names); the built-in opponents' turns are included. Ctrl-C ends a long step between two
        games: some of them are stepped then, as slot(i).steps tells, and the others are as they were.
        """
        buffers = self._buffers
        if actions is not buffers["actions"]:
            self._take(actions)
        failed, ended, _ = _native.batch_step(self._batch, None)
        if failed and self.illegal != "mark":
            self._complain()
        if self._handed:
            self._poison()
        infos = self._infos()
        if ended and self.same_step:
            self._add_final(infos)
        if failed:
            infos["status"], infos["_status"] = buffers["status"].copy(), self._everyone
        return (
            self._out(buffers["observation"]),
            self._out(buffers["reward"]),
            self._out(buffers["terminated"]),
            self._out(buffers["truncated"]),
            infos,
        )

    @exclusive
    def render(self) -> tuple[Any, ...] | None:
        """A picture of each game in the render mode; "rgb_array" needs the extra `viz`."""
        states = [self.state(slot) for slot in range(self.num_envs)]
        if self.render_mode == "rgb_array":
            from .pictures import rgb_array

            return tuple(map(rgb_array, states))
        boards = tuple(state.board for state in states)
        if self.render_mode == "human":
            print("\n\n".join(boards), flush=True)
        return boards if self.render_mode == "ansi" else None

    def close(self, **_: Any) -> None:
        """Ends the threads. Nothing but the arrays can be used afterwards."""
        with self._use:
            if not self.closed:
                _native.batch_close(self._batch)
            self.closed = True

    # ---- what Gymnasium does not have ----

    @property
    @exclusive
    def actions(self) -> npt.NDArray[np.int32]:
        """The array that step reads: fill it and call step(envs.actions) to save a copy."""
        return self._buffers["actions"]

    @property
    @exclusive
    def states(self) -> npt.NDArray[np.void]:
        """The games themselves, in place, as a structured array [num_envs] with the fields of game.state_dtype.
        Only to look at."""
        view = self._buffers["states"].view(self.game.state_dtype)[:, 0]
        view.flags.writeable = False
        return view

    @property
    @exclusive
    def action_mask(self) -> npt.NDArray[np.int8]:
        """What is legal now, int8 [num_envs, num_actions], in place. Only to look at."""
        return self._buffers["mask"]

    @property
    @exclusive
    def status(self) -> npt.NDArray[np.int32]:
        """How the last step went in each game: 0, or the number of an error (see step with illegal="mark")."""
        return self._buffers["status"].copy()

    @exclusive
    def sample(self) -> npt.NDArray[np.int32]:
        """A legal action for each game, all equally likely; 0 where there is none. Raises ValueError when action_mask,
        which is only to look at, was written to."""
        self._samples = (self._samples + 1) % 2**64
        return sample_legal(self._buffers, self._samples)

    @exclusive
    def state(self, slot: SupportsIndex) -> State:
        """The game in a slot as a state of its own."""
        self._check_begun()
        return self.game.from_bytes(self._buffers["states"][self._slot_index(slot)].data)

    @exclusive
    def slot(self, slot: SupportsIndex) -> Slot:
        """What the batch knows of a slot besides its state."""
        return Slot(*_native.batch_get(self._batch, slot))

    @exclusive
    def save(self, slot: SupportsIndex) -> bytes:
        """Everything of a slot, for load()."""
        return _native.batch_save(self._batch, slot)

    @exclusive
    def load(self, slot: SupportsIndex, saved: bytes) -> None:
        """Puts a saved slot into this or another environment of the same game and settings. Raises StateError."""
        _native.batch_load(self._batch, slot, saved)

    @exclusive
    def clone(self, source: SupportsIndex, target: SupportsIndex) -> None:
        """Makes one slot an exact copy of another: the same actions give the same future."""
        _native.batch_clone(self._batch, source, target)

    @exclusive
    def branch(self, source: SupportsIndex, target: SupportsIndex, seed: SupportsIndex) -> None:
        """The same, but opponents' choices and later episodes in the target come from `seed`."""
        _native.batch_branch(self._batch, source, target, seed)

    @exclusive
    def set_state(self, slot: SupportsIndex, state: State, seed: SupportsIndex = 0) -> None:
        """Begins an episode in a slot from a state. Raises GameOver when there is nothing left to play."""
        _native.batch_set(self._batch, slot, self.game._bytes_of(state), seed)

    @exclusive
    def current(self) -> tuple[npt.NDArray[Any], dict[str, Any]]:
        """(observations, infos) as they are now: after load, clone, branch or start, and after an error in step."""
        self._check_begun()
        self._poison()
        return self._out(self._buffers["observation"]), self._infos()

    @exclusive
    def expand(
        self,
        actions: npt.ArrayLike,
        parents: npt.ArrayLike | None = None,
        states: States | None = None,
    ) -> Expansion:
        """Plays actions[k] on state parents[k] (default: k) of `states`, for every k, without touching the games.

        states: an array of game.state_dtype, or a list of states; default those of the games. For batched search.
        """
        chosen = numbers("actions", actions)
        begun = None if parents is None else numbers("parents", parents)
        if states is None:
            self._check_begun()
        rows = None if states is None else state_rows(self.game, states)
        count, game, space = len(chosen), self.game, self._buffers["observation"]
        after = np.zeros(count * game.state_size // 8, np.uint64).view(np.uint8).reshape(count, game.state_size)
        arrays: dict[str, npt.NDArray[Any]] = {
            "after": after,
            "status": np.zeros(count, np.int32),
            "player": np.zeros(count, np.int32),
            "observation": np.zeros((count, *space.shape[1:]), space.dtype),
            "mask": np.zeros((count, game.num_actions), np.int8),
            "scores": np.zeros((count, game.players), np.int32),
            "outcome": np.zeros((count, game.players), np.float32),
        }
        _native.batch_expand(self._batch, rows, begun, chosen, False, arrays)
        del arrays["after"]
        return Expansion(after.view(game.state_dtype)[:, 0], *arrays.values())

    @exclusive
    def resample(
        self,
        players: npt.ArrayLike | None = None,
        parents: npt.ArrayLike | None = None,
        states: States | None = None,
        seed: SupportsIndex = 0,
    ) -> Samples:
        """For every k a state that players[k] (default: the player to move) can't tell from state parents[k] (default:
        k) of `states`, chosen with seed + k; see State.resample.

        states: an array of game.state_dtype, or a list of states; default those of the games. For honest search.
        """
        chosen = None if parents is None else numbers("parents", parents)
        if states is None:
            self._check_begun()
        rows = None if states is None else state_rows(self.game, states)
        viewers = None if players is None else numbers("players", players)
        first = next((given for given in (viewers, chosen, rows) if given is not None), None)
        count, game = self.num_envs if first is None else len(first), self.game
        after = np.zeros(count * game.state_size // 8, np.uint64).view(np.uint8).reshape(count, game.state_size)
        arrays: dict[str, npt.NDArray[Any]] = {
            "after": after,
            "status": np.zeros(count, np.int32),
            "keys": np.zeros(count, np.uint64),
        }
        if viewers is not None:
            arrays["players"] = viewers
        _native.batch_resample(self._batch, rows, chosen, seed, False, arrays)
        return Samples(after.view(game.state_dtype)[:, 0], arrays["status"], arrays["keys"])

    # ---- inside ----

    def _slot_index(self, slot: SupportsIndex) -> int:
        return integer("slot", slot, 0, self.num_envs - 1)

    def _check_begun(self) -> None:
        if not self._begun:
            raise ValueError("reset() first")

    def _take(self, actions: npt.ArrayLike) -> None:
        """Copies actions into the array that step reads; what no int32 can say becomes -1, which is no action."""
        given = np.asarray(actions)
        mine = self._buffers["actions"]
        if given.shape != mine.shape:
            raise ValueError(f"actions: expected an array of shape {mine.shape}, not {given.shape}")
        copy_numbers("actions", given, mine)

    def _checked_mask(self, mask: object) -> npt.NDArray[np.bool_]:
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise TypeError("reset_mask: expected a NumPy array of bool")
        if mask.shape != (self.num_envs,) or not mask.any():
            raise ValueError(f"reset_mask: expected shape ({self.num_envs},) and at least one True")
        return np.ascontiguousarray(mask)

    def _seeds(
        self, seed: int | Sequence[int | None] | None, which: npt.NDArray[np.bool_] | None
    ) -> list[tuple[npt.NDArray[np.bool_] | None, npt.NDArray[np.uint64] | None]]:
        """Pairs of slots (None for all) and their seeds (None: their own next ones) to reset one after the other."""
        if seed is None:
            return [(which, None)]
        if not isinstance(seed, (Sequence, np.ndarray)):
            first = integer("seed", seed, 0, 2**64 - 1)
            return [(which, np.uint64(first) + np.arange(self.num_envs, dtype=np.uint64))]
        if len(seed) != self.num_envs:
            raise ValueError(f"seed: expected {self.num_envs} seeds, not {len(seed)}")
        given = np.array([one is not None for one in seed])
        seeds = np.array([0 if one is None else integer("seed", one, 0, 2**64 - 1) for one in seed], np.uint64)
        if given.all():
            return [(which, seeds)]
        asked = self._everyone if which is None else which
        if not self._begun:
            return [(None, None), (asked & given, seeds)]
        return [(part, kind) for part, kind in ((asked & given, seeds), (asked & ~given, None)) if part.any()]

    def _out(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """An array of results as the caller gets it."""
        if not self.copy and not self.debug:
            return array
        array = array.copy()
        if self.debug:
            self._handed.append(array)
        return array

    def _poison(self) -> None:
        for array in self._handed:
            array.view(np.uint8)[...] = 1 if array.dtype == np.bool_ else 0xDD
        self._handed.clear()

    def _infos(self) -> dict[str, Any]:
        buffers, everyone = self._buffers, self._everyone
        return {
            "action_mask": self._out(buffers["mask"]),
            "_action_mask": everyone,
            "player": self._out(buffers["player"]),
            "_player": everyone,
            "rewards": self._out(buffers["rewards"]),
            "_rewards": everyone,
        }

    def _add_final(self, infos: dict[str, Any]) -> None:
        buffers = self._buffers
        ended = buffers["terminated"] | buffers["truncated"]
        infos["final_obs"] = self._out(buffers["final_observation"])
        infos["final_info"] = {
            "action_mask": self._out(buffers["final_mask"]),
            "_action_mask": ended,
            "player": self._out(buffers["final_player"]),
            "_player": ended,
        }
        infos["_final_obs"] = infos["_final_info"] = ended

    def _complain(self) -> None:
        status = self._buffers["status"]
        slots = np.flatnonzero(status)
        slot, action = int(slots[0]), int(self._buffers["actions"][slots[0]])
        kinds = {_native.LG_E_OVER: _native.GameOver, _native.LG_E_ILLEGAL: _native.IllegalMove}
        kind = kinds.get(int(status[slot]), ValueError)
        reason = "the episode is over: reset it" if kind is _native.GameOver else self.state(slot).explain(action)
        others = f" ({len(slots)} games have such an action; the others were stepped)" if self.num_envs > 1 else ""
        error: Any = kind(f"game {slot}, action {action}: {reason}{others}")
        if self.illegal == "raise":
            error.slots = slots
            raise error
        warnings.warn(str(error), stacklevel=4)

    def __copy__(self) -> VectorEnv:
        return copying.deepcopy(self)

    @exclusive
    def __getstate__(self) -> dict[str, Any]:
        if self.closed:
            raise ValueError("a closed environment can't be copied")
        left_out = ("_batch", "_handed", "_everyone", "observation_space")
        kept = {name: value for name, value in self.__dict__.items() if name not in left_out}
        kept["_slots"] = [self.save(slot) for slot in range(self.num_envs)] if self._begun else None
        return kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        slots = kept.pop("_slots")
        self.__dict__.update(kept)
        self._handed = []
        rows = {name: array.copy() for name, array in self._buffers.items()}
        self._open()
        if _WITH_GYMNASIUM:
            self.action_space.rebind(self._buffers, self._use)
        if slots is None:
            return
        _native.batch_reset(self._batch, None, None)
        for slot, saved in enumerate(slots):
            _native.batch_load(self._batch, slot, saved)
        for name, array in rows.items():
            self._buffers[name][...] = array

    def __repr__(self) -> str:
        told = "".join(f", {name}={value!r}" for name, value in self._told.items())
        return f"libgames.vector.make({self.game.config!r}, num_envs={self.num_envs}{told})"


make = VectorEnv


def _configured(game: str | Game, parameters: dict[str, int | str]) -> Game:
    """The game to play. Names that are neither an option nor one of its parameters are refused."""
    configured = game if isinstance(game, Game) else make_game(game)
    if not parameters:
        return configured
    check_keywords(configured.type, parameters, getfullargspec(VectorEnv).kwonlyargs)
    if isinstance(game, Game):
        raise ValueError("parameters: expected none beside a game that is configured already")
    return make_game(game, **parameters)


def _autoreset_name(mode: Any) -> Any:
    """Also for gymnasium's AutoresetMode.SAME_STEP and its value "SameStep"."""
    name = getattr(mode, "name", mode)
    if not isinstance(name, str):
        return name
    return {"NextStep": "next_step", "SameStep": "same_step", "Disabled": "disabled"}.get(name, name.lower())


def _players(game: Game, opponents: _Opponents, seat: int | Literal["random"]) -> list[str]:
    """Who sits where, as the batch wants it: the learner's own seat, then the opponents from there on."""
    count = game.players
    if opponents is None:
        return ["learner"] * count
    others = [opponents] * (count - 1) if isinstance(opponents, (str, Player)) else list(opponents)
    if len(others) != count - 1:
        raise ValueError(f"opponents: expected {count - 1}, not {len(others)}")
    own = 0 if seat == "random" else integer("seat", seat, 0, count - 1, "'random'")
    around = ["learner", *(_opponent(game, other) for other in others)]
    return [around[(place - own) % count] for place in range(count)]


def _opponent(game: Game, player: str | Player) -> str:
    """The configuration of an opponent that can play the game."""
    try:
        checked = configured(player)
        for seat in range(game.players):
            checked.in_seat(game, seat)
    except (TypeError, ValueError) as error:
        error.args = (f"opponents: {error}",)
        raise
    return checked.config
