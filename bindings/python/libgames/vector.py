"""Thousands of games in parallel: a vector environment like Gymnasium's over the library's batch engine.

    envs = lg.vector.make("snakecore", num_envs=4096, seed=0, threads=2)
    observations, infos = envs.reset()
    for _ in range(100):
        actions = envs.sample()  # random legal ones; infos["action_mask"] marks the legal actions
        observations, rewards, terminated, truncated, infos = envs.step(actions)

Works with NumPy alone; with Gymnasium installed, VectorEnv is a gymnasium.vector.VectorEnv with its spaces.
"""

from __future__ import annotations

import contextlib
import copy as copying
import itertools
import math
import secrets
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from inspect import getfullargspec
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, SupportsIndex, cast

import numpy as np

from . import _native
from ._arrays import (
    aligned,
    as_numbers,
    bool_mask,
    check_apart,
    copy_numbers,
    given_array,
    mask_bytes,
    sample_legal,
    state_bytes,
)
from ._errors import BrokenGame, GameOver, IllegalMove, StateError
from ._exclusive import Use, exclusive
from ._many import Expansion, Observations, ManyStates, Samples, Transformed, checked_bot
from ._patience import Parts, attended
from ._bots import Bot, takes_long
from ._policies import Policy, _turned_back, as_policy
from ._types import check_keywords, memory
from ._words import expected_one_of, integer, known_options, listed, number, number_in_c, one_of, shown, yes_or_no
from .game import Game, State, made
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

    _Base = _VectorEnv[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any]]
else:
    _Base = _VectorEnv if _WITH_GYMNASIUM else object

_Opponent = str | Bot | Policy | Callable[[State], int | str]
_Opponents = _Opponent | Sequence[_Opponent] | None
_AUTORESET = {
    "next_step": _native.LG_AUTORESET_NEXT_STEP,
    "same_step": _native.LG_AUTORESET_SAME_STEP,
    "disabled": _native.LG_AUTORESET_DISABLED,
}
_REWARDS = {
    "outcome": _native.LG_BATCH_OUTCOME,
    "scores": _native.LG_BATCH_SCORE,
    "shaped": _native.LG_BATCH_SHAPED,
}
_MASKS = {"bytes": _native.LG_BATCH_BYTES, "bits": _native.LG_BATCH_BITS}
_SEATING = {"random": _native.LG_BATCH_SEATS_RANDOM, "slot": _native.LG_BATCH_SEATS_BY_SLOT}
_VARY = {"slot": _native.LG_BATCH_BY_SLOT, "episode": _native.LG_BATCH_BY_EPISODE}


class Slot(NamedTuple):
    """The batch's record of a slot: `seed` of its episode, episodes before it, steps in it, the seat to move (the last
    one to move, when the game is over), the seat of the first of the players, the status of the episode (0 ongoing, 1
    terminated, 2 truncated), and its variant."""

    seed: int
    episode: int
    steps: int
    player: int
    rotation: int
    ended: int
    variant: int


class VectorEnv(ManyStates, _Base):
    """Many games stepped together. Pickles and copies, also in mid-game, continue identically. While one thread is in a
    method, others get a RuntimeError.

    The game is given by name or configuration, with `parameters` as for libgames.make; afterwards `game` is the Game.

    :param opponents: the players of the other seats: a Bot or its configuration such as "strong(simulations=50)", or
        your own function or Policy, which `reset` and `step` call for all games that wait for it. One player for all
        seats, or one for each, starting with the seat after the learner's; "learner" for a seat that you also play; you
        then see only the turns of learners. None: you make every decision.
    :param seat: the learner's seat; "random" for a random one in each episode; "slot" for an even distribution: game i
        always has seat (i // (1 + len(variants))) % players. Ignored without opponents.
    :param observation: one of game.observation_spaces (default: the first) and its form: words joined by "+", such as
        "window+one_hot", "canonical" or "planes+scaled+dict"; see Game.view.
    :param mask: "bytes", int8 with one for each action, or "bits", uint8 [num_envs, (num_actions + 7) // 8] for
        numpy.unpackbits(mask, axis=1, count=num_actions, bitorder="little").
    :param rewards: "outcome" (-1 ... 1 at the end of the game, 0 before), "scores" (the increase of the contest's
        score) or "shaped" (the outcome, plus the increase of State.potential).
    :param discount: your discount, 0 ... 1, with shaped rewards: the factor of a potential one decision later.
    :param autoreset: "next_step", "same_step" or "disabled", or Gymnasium's AutoresetMode.
    :param max_episode_steps: episodes are truncated after this many steps; None: never.
    :param seed: of the first game; game i has seed + i. None takes a random one.
    :param threads: number of threads that share the work; the results do not depend on it.
    :param variants: further games for episodes, such as other maps; their actions, states and observations must have
        the same sizes.
    :param vary: "slot": game i always plays variant i % (1 + len(variants)); "episode": each episode draws one.
    :param full_state: whether `states`, expand and transform without given states, and final_states may be used in
        games with hidden information, although they contain facts that the learner does not know.
    :param buffers: your arrays to be used in place of new ones, by name: states, actions, observation, mask, rewards,
        reward, player, terminated, truncated, status, seats, variant, and with a same-step reset final_observation,
        final_mask, final_player, final_states, final_variant. NumPy's, or tensors that share their memory with NumPy.
        Use copy=False with them.
    :param copy: whether results are copies. False returns the arrays that the next step overwrites.
    :param debug: results are fresh arrays, which the next step fills with junk, to expose code that still uses them.
    :param illegal: the effect of an illegal action. Its game does not change, the others are stepped, and then: "raise"
        an IllegalMove, GameOver or ValueError, "warn", or only "mark" it in infos["status"]. "lose" marks it and ends
        the episode as terminated: -1 for the learner that chose it, and 1 shared by all others, in addition to the
        rewards still due.
    :param render_mode: "ansi", "rgb_array" or "human", for render().

    infos contain, with a row for each game: action_mask (int8, 1 for legal), player (the seat to move) and rewards (of
    all seats). Where episodes end with a same-step reset, also final_obs (dense), final_info and final_states.
    """

    num_envs: int  #: the number of games
    same_step: bool  #: whether the autoreset mode is "same_step"
    closed = True  #: whether the threads have ended
    autoreset_mode: Any  #: the mode: Gymnasium's AutoresetMode, or its name without Gymnasium
    single_observation_space: spaces.Space[Any]  #: of one game; with Gymnasium only
    single_action_space: spaces.Discrete  #: of one game; with Gymnasium only
    action_space: _gym.LegalMultiDiscrete  #: sample() chooses among the legal actions; with Gymnasium only

    def __init__(
        self,
        game: str | Game,
        num_envs: SupportsIndex = 1,
        *,
        opponents: _Opponents = "random",
        seat: int | Literal["random", "slot"] = "random",
        observation: str | None = None,
        mask: Literal["bytes", "bits"] = "bytes",
        rewards: Literal["outcome", "scores", "shaped"] = "outcome",
        discount: float = 1.0,
        autoreset: Literal["next_step", "same_step", "disabled"] | AutoresetMode = "next_step",
        max_episode_steps: int | None = None,
        seed: int | None = None,
        threads: SupportsIndex = 1,
        variants: Sequence[str | Game] = (),
        vary: Literal["slot", "episode"] = "slot",
        full_state: bool = False,
        buffers: Mapping[str, Any] | None = None,
        copy: bool = True,
        debug: bool = False,
        illegal: Literal["raise", "warn", "mark", "lose"] = "raise",
        render_mode: Literal["human", "ansi", "rgb_array"] | None = None,
        **parameters: int | str,
    ) -> None:
        game = _configured(game, parameters)
        self.game = game
        self.num_envs = integer("num_envs", num_envs, 1, _native.LG_BATCH_MAX_GAMES)
        self.copy, self.debug = yes_or_no("copy", copy), yes_or_no("debug", debug)
        self.illegal = one_of("illegal", illegal, ("raise", "warn", "mark", "lose"))
        self.render_mode = one_of("render_mode", render_mode, (None, "human", "ansi", "rgb_array"))
        mode = one_of("autoreset", _autoreset_name(autoreset), tuple(_AUTORESET))
        self.view = game.view(observation)
        beside = listed("variants", variants)
        if len(beside) >= _native.LG_BATCH_MAX_VARIANTS:
            most = _native.LG_BATCH_MAX_VARIANTS - 1
            raise ValueError(f"variants: expected at most {most} in addition to the first game, not {len(beside)}")
        self.variants = tuple(made(one) for one in beside)
        self.full_state = yes_or_no("full_state", full_state)
        self._bits = number_in_c("mask", mask, _MASKS) == _native.LG_BATCH_BITS
        reward, discount = number_in_c("rewards", rewards, _REWARDS), number("discount", discount, 0, 1)
        if reward != _native.LG_BATCH_SHAPED and discount != 1:
            raise ValueError("discount: expected 1 without rewards='shaped'")
        limit = max_episode_steps
        step_limit = 0 if limit is None else integer("max_episode_steps", limit, 1, 2**31 - 1, "None")
        variant_choice = number_in_c("vary", vary, _VARY)
        self._samples = secrets.randbits(63) if seed is None else integer("seed", seed, 0, 2**64 - 1)
        usual = _native.lg_batch_default(self.num_envs)
        self._config: dict[str, Any] = {
            **usual,
            "threads": integer("threads", threads, 1, _native.LG_MAX_THREADS),
            "autoreset": _AUTORESET[mode],
            "reward": reward,
            "observation": self.view.encoding,
            "form": self.view.form,
            "canonical": self.view.canonical,
            "masks": _MASKS[mask],
            "discount": discount,
            "illegal": _native.LG_BATCH_LOSES if self.illegal == "lose" else _native.LG_BATCH_REFUSED,
            "step_limit": step_limit,
            "variants": 1 + len(self.variants),
            "variant_choice": variant_choice,
            **_seats(game, opponents, seat, usual["player"]),
            "seed": self._samples,
        }
        told = {
            "opponents": opponents,
            "seat": seat,
            "observation": observation,
            "mask": mask,
            "rewards": rewards,
            "discount": discount,
            "autoreset": mode,
            "max_episode_steps": max_episode_steps,
            "threads": threads,
            "variants": tuple(beside),
            "vary": vary,
            "full_state": full_state,
            "illegal": illegal,
            "render_mode": render_mode,
        }
        others = _each_seat(opponents, game)
        self._policies: dict[int, Policy] = {}
        for entry, one in enumerate(others, 1):
            same = next((self._policies[seat] for seat in self._policies if others[seat - 1] is one), None)
            if (policy := same or as_policy("opponents", one)) is not None:
                policy.fits(game)
                self._policies[entry] = policy
        self._learners = np.array([True, *(one == "learner" for one in others)] if opponents is not None else [True])
        self._is_short = self.num_envs <= _FEW and all(one in ("random", "learner") for one in others)
        self._thinks = any(takes_long(one) for one in others if isinstance(one, str | Bot) and one != "learner")
        plain = getfullargspec(VectorEnv).kwonlydefaults or {}
        self._told = {name: value for name, value in told.items() if value != plain[name]}
        self.metadata = {"autoreset_mode": mode, "render_modes": ["human", "ansi", "rgb_array"], "render_fps": 2}
        self.autoreset_mode = mode
        self.same_step = mode == "same_step"
        self._begun = False
        self._use = Use("batch")
        self._handed: list[npt.NDArray[Any]] = []
        self._allocate({} if buffers is None else buffers)
        self._open()
        if _WITH_GYMNASIUM:
            self._add_gymnasium()

    def _add_gymnasium(self) -> None:
        """Further requirements of Gymnasium."""
        actions = self.game.num_actions
        self.metadata["autoreset_mode"] = self.autoreset_mode = AutoresetMode[self.autoreset_mode.upper()]
        self.single_observation_space = (
            _gym.dictionary(self.view, actions) if self.view.as_dict else _gym.box(self.view.space)
        )
        self.single_action_space = spaces.Discrete(actions)
        self.action_space = _gym.LegalMultiDiscrete(self._buffers, actions, self._use)

    def _allocate(self, given: Mapping[str, Any]) -> None:
        n, game, space = self.num_envs, self.game, self.view.space
        row, dtype = self._mask_row()
        wanted: dict[str, tuple[tuple[int, ...], npt.DTypeLike]] = {
            "states": ((n, game.state_size), np.uint8),
            "actions": ((n,), np.int32),
            "observation": ((n, *space.shape), space.dtype),
            "mask": ((n, row), dtype),
            "rewards": ((n, game.players), np.float32),
            "reward": ((n,), np.float32),
            "player": ((n,), np.int32),
            "terminated": ((n,), np.bool_),
            "truncated": ((n,), np.bool_),
            "status": ((n,), np.int32),
            "seats": ((n, game.players), np.int32),
            "variant": ((n,), np.int32),
        }
        finals = {"final_" + name: wanted[name] for name in ("observation", "mask", "player", "states", "variant")}
        if self.same_step:
            wanted |= finals
        if not isinstance(given, Mapping):
            raise TypeError(f"buffers: expected a dict of arrays, not {shown(given)}")
        mine = dict(given)
        for name in given:
            if name in ("states", "final_states"):
                mine[name] = state_bytes(f"buffers[{name!r}]", game, given[name])
            if name in finals and not self.same_step:
                raise ValueError(f"buffers: expected {name} only with autoreset='same_step'")
            if name not in wanted:
                raise ValueError(expected_one_of("buffers", name, list(wanted)))
        self._buffers: dict[str, npt.NDArray[Any]] = {
            name: given_array(f"buffers[{name!r}]", mine[name], *kind) if name in mine else aligned(*kind)
            for name, kind in wanted.items()
        }
        check_apart("buffers", {name: self._buffers[name] for name in given})

    def _open(self) -> None:
        handle, config = self.game._handle, self._config
        self._batch = _native.lg_batch_create(handle, config, self._buffers, memory(_native.lg_batch_size(handle, config)))
        for variant, game in enumerate(self.variants):
            try:
                _native.lg_batch_add(self._batch, 1 + variant, game._handle)
            except ValueError as error:
                error.args = (f"variants[{variant}]: {_unlike(game, self.game)}",)
                raise
        self.closed = False
        self._everyone = np.ones(self.num_envs, np.bool_)
        self._paces: dict[str, Parts] = {}

    # ---- Gymnasium's interface ----

    @cached_property
    def observation_space(self) -> spaces.Space[Any]:  # type: ignore[override]
        """The space of all games; made when it is first used, since its bounds are as large as a batch of
        observations."""
        return batch_space(self.single_observation_space, self.num_envs)

    @exclusive
    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """New episodes in all games, or in the games of options["reset_mask"] (bool [num_envs]).

        seed: game i gets seed + i; or one seed (or None) for each. Without a seed, games use their own next ones.
        options["state"]: the state from which they begin, or a list with a state or None for each game.
        Returns (observations, infos).
        """
        told = known_options(options, ("reset_mask", "state"))
        which = told.get("reset_mask")
        if which is not None:
            which = self._checked_mask(which)
            if not self._begun:
                raise ValueError("options: expected a reset of all games before one of some")
        starts, begins = self._starts(told.get("state"), which), self._seeds(seed, which)
        failed = 0
        with self._undone() if starts or self._policies else contextlib.nullcontext():
            for part, seeds in begins:
                failed += self._go_over(_native.lg_batch_reset, part, seeds)[0]
                self._begun = True
            for slot, state in starts.items():
                self._set_state(slot, state, self.slot(slot).seed)
            if self._policies:
                failed += self._ask()[0]
        if failed:
            self._complain(None)
        self._poison()
        return self._observed()

    @exclusive
    def step(
        self, actions: npt.ArrayLike, which: npt.NDArray[np.bool_] | None = None
    ) -> tuple[Any, npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]:
        """One action in every game: (observations, rewards, terminated, truncated, infos).

        rewards are for the seat in infos["player"], which with several learners is not the seat that has acted (when an
        episode has ended with a same-step reset: the seat in final_info); the opponents' turns are included.
        infos["rewards"] contains the rewards of all seats.

        which: bool [num_envs], the games to step; the rows of the others do not change, with rewards of 0 and, with a
        same-step reset, not ended unless the episode was over before; their actions are ignored. Ctrl-C ends a long
        step between two games, or while a bot thinks: some games are then stepped, see slot(i).steps, and the others
        are unchanged.
        """
        buffers = self._buffers
        mine = buffers["actions"]
        given = mine if actions is mine else as_numbers(actions)
        if given.shape != mine.shape:
            raise ValueError(f"actions: expected an array of shape {mine.shape}, not {given.shape}")
        if which is not None:
            which = self._checked_mask(which, "which")
        if self.closed:
            raise ValueError("the batch is closed")
        self._check_begun()
        if given is not mine:  # only now, when all is checked except their values, and before they are written
            copy_numbers("actions", given, mine)
        if which is not None:
            for name in ("reward", "rewards", "status"):
                buffers[name][~which] = 0
            if self.same_step:  # a game without legal actions was over when it began, and stays so until it is stepped
                begun = ~which & buffers["mask"].any(axis=1)
                buffers["terminated"][begun] = buffers["truncated"][begun] = False
        if self._policies:
            with self._undone():
                failed, ended = self._step_and_ask(which)
        else:
            failed, ended, _ = self._go_over(_native.lg_batch_step, which)
        if failed:
            self._complain(given)
        if self._handed:
            self._poison()
        observations, infos = self._observed()
        if ended and self.same_step:
            self._add_final(infos, which)
        if failed:
            infos["status"], infos["_status"] = buffers["status"].copy(), self._everyone
        return (
            observations,
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
        """Ends the threads. Only the arrays can be used afterwards."""
        with self._use:
            if not self.closed:
                _native.lg_batch_destroy(self._batch)
            self.closed = True

    # ---- additions to Gymnasium ----

    @property
    @exclusive
    def actions(self) -> npt.NDArray[np.int32]:
        """The array that step reads: fill it and call step(envs.actions) to save a copy."""
        return self._buffers["actions"]

    @property
    @exclusive
    def states(self) -> npt.NDArray[np.void]:
        """The games themselves, in place, as a structured array [num_envs] with the fields of game.state_dtype.
        Read-only. They contain facts that players do not know: in games with hidden information only with
        full_state=True."""
        self._check_truth("states")
        view = self._buffers["states"].view(self.game.state_dtype)[:, 0]
        view.flags.writeable = False
        return view

    @property
    @exclusive
    def action_mask(self) -> npt.NDArray[Any]:
        """The legal actions now, int8 [num_envs, num_actions] (or bits, see `mask`), in place. Read-only."""
        return self._buffers["mask"]

    @property
    @exclusive
    def seats(self) -> npt.NDArray[np.int32]:
        """The seats in the current episodes, int32 [num_envs, players], in place: the seats of the learner and of the
        players in `opponents`, in that order. Read-only; with a same-step reset, to be read before the step that ends
        an episode."""
        return self._buffers["seats"]

    @property
    @exclusive
    def variant(self) -> npt.NDArray[np.int32]:
        """The variants of the current episodes, int32 [num_envs], in place: 0 is `game`, i + 1 variants[i]. Read-only;
        infos["final_info"] contains the variants of ended episodes."""
        return self._buffers["variant"]

    @property
    @exclusive
    def status(self) -> npt.NDArray[np.int32]:
        """The status of each game in the last step: 0, or the number of an error (see illegal="mark" and "lose")."""
        return self._buffers["status"].copy()

    @exclusive
    def sample(self) -> npt.NDArray[np.int32]:
        """A legal action for each game, all equally likely; 0 where there is none. Raises ValueError if action_mask,
        which is read-only, was written to."""
        self._check_begun()
        seed = (self._samples + 1) % 2**64
        actions = sample_legal(self._buffers, self.game.num_actions, seed)
        self._samples = seed
        return actions

    @exclusive
    def state(self, slot: SupportsIndex) -> State:
        """The game in a slot as an independent state."""
        self._check_begun()
        index = self._slot_index(slot)
        return self._game_of(index).from_bytes(self._buffers["states"][index].data)

    def _game_of(self, slot: int) -> Game:
        """The variant of the episode in a slot."""
        return (self.game, *self.variants)[_native.lg_batch_get(self._batch, slot)["variant"]]

    @exclusive
    def slot(self, slot: SupportsIndex) -> Slot:
        """The batch's record of a slot, apart from its state."""
        return Slot(**_native.lg_batch_get(self._batch, self._slot_index(slot)))

    @exclusive
    def save(self, slot: SupportsIndex) -> bytes:
        """A whole slot, for load()."""
        return _native.lg_batch_save(self._batch, self._slot_index(slot))

    @exclusive
    def load(self, slot: SupportsIndex, saved: bytes) -> None:
        """Puts a saved slot into this or another environment of the same game and settings. Raises StateError."""
        self._check_begun()
        index = self._slot_index(slot)
        try:
            _native.lg_batch_load(self._batch, index, saved)
        except StateError as error:
            size, wanted = memoryview(saved).nbytes, len(_native.lg_batch_save(self._batch, index))
            if size != wanted:
                error.args = (f"saved: expected the {wanted} bytes of a saved slot, not {size}",)
            raise

    @exclusive
    def clone(self, source: SupportsIndex, target: SupportsIndex) -> None:
        """Makes one slot an exact copy of another: the same actions give the same future, but only up to the end of the
        episode where seats or variants go by slot."""
        _native.lg_batch_clone(self._batch, self._slot_index(source, "source"), self._slot_index(target, "target"))

    @exclusive
    def branch(self, source: SupportsIndex, target: SupportsIndex, seed: SupportsIndex) -> None:
        """The same, but opponents' choices and later episodes in the target come from `seed`."""
        one, other = self._slot_index(source, "source"), self._slot_index(target, "target")
        _native.lg_batch_branch(self._batch, one, other, seed)

    @exclusive
    def set_state(self, slot: SupportsIndex, state: State, seed: SupportsIndex = 0) -> None:
        """Begins an episode in a slot from a state. Raises GameOver if nothing is left to play."""
        with self._undone() if self._policies else contextlib.nullcontext():
            self._set_state(slot, state, seed)
            if self._policies:
                self._ask()

    def _set_state(self, slot: SupportsIndex, state: State, seed: SupportsIndex) -> None:
        index = self._slot_index(slot)
        _native.lg_batch_set(self._batch, index, self._game_of(index)._bytes_of(state), seed)

    @exclusive
    def current(self) -> tuple[Any, dict[str, Any]]:
        """(observations, infos) as they are now: after load, clone, branch, set_state, and an error in step."""
        self._check_begun()
        self._poison()
        return self._observed()

    # ---- opponents that are functions ----

    def _step_and_ask(self, which: npt.NDArray[np.bool_] | None) -> tuple[int, int]:
        """(failed, ended) of a step, including the answers of opponents that are functions."""
        failed, ended, _ = self._go_over(_native.lg_batch_step, which)
        more = self._ask()
        return failed + more[0], ended + more[1]

    def _ask(self) -> tuple[int, int]:
        """Lets opponents that are functions answer until no game waits for one: (failed, ended)."""
        buffers, failed, ended, rounds = self._buffers, 0, 0, 0
        given = buffers["actions"].copy()
        rest: dict[int, list[int]] = {}  # the further actions of whole moves, by slot
        try:
            while waiting := self._waiting():
                if rounds >= self.game.longest:
                    raise BrokenGame(f"{self.game.name} does not end after {rounds} decisions of opponents")
                which = np.zeros(self.num_envs, np.bool_)
                for policy in dict.fromkeys(self._policies.values()):  # which may have several seats
                    own = [slots for entry, slots in waiting.items() if self._policies[entry] is policy]
                    fresh = sorted(slot for slots in own for slot in slots.tolist() if not rest.get(slot))
                    if fresh:
                        self._answer(policy, np.array(fresh, np.intp), rest)
                for slot in np.concatenate(list(waiting.values())).tolist():
                    which[slot] = True
                    buffers["actions"][slot] = rest[slot].pop(0)
                report = self._go_over(_native.lg_batch_step, which)
                failed, ended, rounds = failed + report[0], ended + report[1], rounds + 1
        finally:
            buffers["actions"][...] = given
        return failed, ended

    def _waiting(self) -> dict[int, npt.NDArray[np.intp]]:
        """The slots that wait for each entry of the opponents."""
        buffers = self._buffers
        entries = np.argmax(buffers["seats"] == buffers["player"][:, None], axis=1)
        found = {entry: np.flatnonzero(entries == entry) for entry in self._policies}
        return {entry: slots for entry, slots in found.items() if slots.size}

    def _answer(self, policy: Policy, slots: npt.NDArray[np.intp], rest: dict[int, list[int]]) -> None:
        """Adds a function's answers in these slots, as the view numbers actions, to `rest`."""
        if policy.observation is not None and self._shows(policy):
            masks = mask_bytes(self._buffers["mask"][slots], self.game.num_actions).astype(np.bool_)
            actions = policy._counted(policy._call(self._buffers["observation"][slots], masks), len(slots))
            if all(isinstance(action, (int, np.integer)) and not isinstance(action, bool) for action in actions):
                chosen = np.array(actions)  # of objects if one is very large
                inside = chosen.dtype.kind in "iu" and ((chosen >= 0) & (chosen < self.game.num_actions)).all()
                if inside and masks[np.arange(len(masks)), chosen].all():
                    rest.update({slot: [action] for slot, action in zip(slots.tolist(), chosen.tolist(), strict=True)})
                    return
            states = [self.state(slot) for slot in slots.tolist()]
            turned = policy._rows(states)[2]
            answers = [policy._read(state, _turned_back(names, action))
                       for state, names, action in zip(states, turned, actions, strict=True)]  # fmt: skip
        else:
            states = [self.state(slot) for slot in slots.tolist()]
            answers = policy.answers(states, self._config["seed"])
        for slot, state, moves in zip(slots.tolist(), states, answers, strict=True):
            rest[slot] = self._as_shown(state, moves)

    def _shows(self, policy: Policy) -> bool:
        """Whether the rows are the observations for this policy."""
        view = self.game.view(policy.observation or None)
        return view._replace(as_dict=False) == self.view._replace(as_dict=False)

    # ---- inside ----

    def _go_over(
        self, work: Callable[..., tuple[int, int, int]], which: npt.NDArray[np.bool_] | None, *more: Any
    ) -> tuple[int, int, int]:
        """(failed, ended, begun) of a reset or step: in parts if it takes long."""
        games, threads = self.num_envs, self._config["threads"]
        if self._is_short:
            return work(self._batch, which, *more)
        parts = self._paces.setdefault(work.__name__, Parts(threads, least=threads))
        order = None if which is None else _far_apart(games)[which[_far_apart(games)]]
        count = games if order is None else len(order)
        done = failed = ended = begun = 0
        while done < count:
            part, chosen = parts.begin(), which
            if done or part < count:
                order = _far_apart(games) if order is None else order
                chosen = np.zeros(games, np.bool_)
                chosen[order[done : done + part]] = True
            report = self._attended(work, chosen, more, min(part, count - done))
            parts.end(count - done)
            failed, ended, begun = failed + report[0], ended + report[1], begun + report[2]
            done += part
        return failed, ended, begun

    def _attended(
        self,
        work: Callable[..., tuple[int, int, int]],
        chosen: npt.NDArray[np.bool_] | None,
        more: tuple[Any, ...],
        count: int,
    ) -> tuple[int, int, int]:
        """A part of a reset or step of `count` games. If bots may think for long about each, Ctrl-C ends that, and
        these games are unchanged."""
        if not self._thinks or count > _MOST_THOUGHT * self._config["threads"]:
            return work(self._batch, chosen, *more)
        slots = range(self.num_envs) if chosen is None else np.flatnonzero(chosen).tolist()
        kept = [(slot, _native.lg_batch_save(self._batch, slot)) for slot in slots] if self._begun else []

        def undo() -> None:
            for slot, saved in kept:
                _native.lg_batch_load(self._batch, slot, saved)

        return attended(lambda: work(self._batch, chosen, *more), self._interrupt, undo)

    def _slot_index(self, slot: SupportsIndex, name: str = "slot") -> int:
        return integer(name, slot, 0, self.num_envs - 1)

    def _checked_mask(self, mask: object, name: str = "reset_mask") -> npt.NDArray[np.bool_]:
        chosen = bool_mask(name, mask)
        if chosen.shape != (self.num_envs,) or not chosen.any():
            raise ValueError(f"{name}: expected shape ({self.num_envs},) and at least one True")
        return chosen.copy()  # it may be one of the arrays that are written to

    def _starts(self, given: State | Sequence[State | None] | None, which: npt.NDArray[np.bool_] | None) -> dict[int, State]:
        """The states from which the chosen games begin, by slot."""
        alone = given is None or isinstance(given, State)
        each = [given] * self.num_envs if alone else listed("options['state']", cast("Sequence[State | None]", given))
        if len(each) != self.num_envs:
            raise ValueError(f"options['state']: expected a state, or {self.num_envs}, not {len(each)}")
        starts = {slot: cast("State", one) for slot, one in enumerate(each) if one is not None}
        for state in starts.values():
            if not isinstance(state, State) or state.game != self.game:
                raise TypeError(f"options['state']: expected a state of {self.game!r}, not {shown(state)}")
            if state.is_over:
                raise ValueError("options['state']: expected a game that is not over")
        if starts and self.variants:
            raise ValueError("options['state']: expected an environment without variants drawn by each episode")
        return starts if which is None else {slot: state for slot, state in starts.items() if which[slot]}

    @contextlib.contextmanager
    def _undone(self) -> Iterator[None]:
        """An error undoes its effects: opponents may end a game before a learner's first decision."""
        slots = [self.save(slot) for slot in range(self.num_envs)] if self._begun else None
        rows = {name: array.copy() for name, array in self._buffers.items()}
        try:
            yield
        except BaseException:
            self._begun = slots is not None
            if slots is None:
                _native.lg_batch_destroy(self._batch)
                self._open()
            for slot, saved in enumerate(slots or ()):
                _native.lg_batch_load(self._batch, slot, saved)
            for name, array in rows.items():
                self._buffers[name][...] = array
            raise

    def _seeds(
        self, seed: int | Sequence[int | None] | None, which: npt.NDArray[np.bool_] | None
    ) -> list[tuple[npt.NDArray[np.bool_] | None, npt.NDArray[np.uint64] | None]]:
        """Pairs of slots (None for all) and their seeds (None: their own next ones) to reset one after the other."""
        if seed is None:
            return [(which, None)]
        if isinstance(seed, (str, bytes, bytearray)):
            raise TypeError(f"seed: expected None, an integer, or one of them for each game, not {shown(seed)}")
        if not isinstance(seed, (Sequence, np.ndarray)) or np.ndim(cast("npt.ArrayLike", seed)) == 0:
            first = integer("seed", cast(SupportsIndex, seed), 0, 2**64 - 1)
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
        """An array of results as returned."""
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

    def _observed(self) -> tuple[Any, dict[str, Any]]:
        """(observations, infos)"""
        infos = self._infos()
        return self._shown("observation", infos["action_mask"]), infos

    def _shown(self, name: str, mask: npt.NDArray[Any]) -> Any:
        """Observations in the configured form."""
        seen = self._out(self._buffers[name])
        if not self.view.as_dict:
            return seen
        return {"observation": seen, "action_mask": mask_bytes(mask, self.game.num_actions)}

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

    def _add_final(self, infos: dict[str, Any], which: npt.NDArray[np.bool_] | None) -> None:
        buffers = self._buffers
        ended = buffers["terminated"] | buffers["truncated"]
        ended &= buffers["final_player"] >= 0  # except a game that was over when it began
        if which is not None:
            ended &= which
        mask = self._out(buffers["final_mask"])
        infos["final_obs"] = self._shown("final_observation", mask)
        if self.full_state or self.game.type.information != "hidden":
            final = self._out(buffers["final_states"])
            infos["final_states"], infos["_final_states"] = final.view(self.game.state_dtype)[:, 0], ended
        infos["final_info"] = {
            "action_mask": mask,
            "_action_mask": ended,
            "player": self._out(buffers["final_player"]),
            "_player": ended,
            "variant": self._out(buffers["final_variant"]),
            "_variant": ended,
        }
        infos["_final_obs"] = infos["_final_info"] = ended

    def _complain(self, given: npt.NDArray[Any] | None) -> None:
        """Raises or warns of the first game that failed in a step with these actions, or in a reset."""
        if self.illegal in ("mark", "lose"):
            return
        status = self._buffers["status"]
        slots = np.flatnonzero(status)
        slot, action = int(slots[0]), int(self._buffers["actions"][slots[0]])
        kinds = {_native.LG_E_OVER: GameOver, _native.LG_E_ILLEGAL: IllegalMove, _native.LG_E_BROKEN: BrokenGame}
        kind: type[Exception] = kinds.get(int(status[slot]), ValueError)
        if given is None or kind is BrokenGame:
            error: Any = BrokenGame(f"game {slot} breaks its own rules: its author should run `libgames check`")
        else:
            reason = "the episode is over: reset it" if kind is GameOver else self._explain(slot, action)
            count = "1 game has" if len(slots) == 1 else f"{len(slots)} games have"
            others = f" ({count} such an action; the others were stepped)" if self.num_envs > 1 else ""
            error = kind(f"game {slot}, action {shown(int(given[slot]))}: {reason}{others}")
        if self.illegal == "raise":
            error.slots = slots
            raise error
        warnings.warn(f"{error}; choose from the mask, or end such games by illegal='lose'", stacklevel=4)

    def _explain(self, slot: int, action: int) -> str | None:
        """Why an action, as the view numbers it, is not legal."""
        state = self.state(slot)
        if self.view.canonical and 0 <= action < self.game.num_actions and state.player is not None:
            action = int(np.argmax(state.game.symmetry_actions(state.canonical(state.player)) == action))
        return state.explain(action)

    def __copy__(self) -> VectorEnv:
        return copying.deepcopy(self)

    @exclusive
    def __getstate__(self) -> dict[str, Any]:
        if self.closed:
            raise ValueError("a closed environment can't be copied")
        left_out = ("_batch", "_handed", "_everyone", "_paces", "observation_space")
        kept = {name: value for name, value in self.__dict__.items() if name not in left_out}
        kept["_slots"] = [self.save(slot) for slot in range(self.num_envs)] if self._begun else None
        return kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        slots = kept.pop("_slots")
        self.__dict__.update(kept)
        self._handed = []
        rows = self._buffers
        self._buffers = {name: aligned(array.shape, array.dtype) for name, array in rows.items()}
        self._open()
        if _WITH_GYMNASIUM and "action_space" in kept:
            self.action_space.rebind(self._buffers, self._use)
        elif _WITH_GYMNASIUM:  # it was not where this was saved
            self._add_gymnasium()
        if slots is not None:
            for slot, saved in enumerate(slots):
                _native.lg_batch_load(self._batch, slot, saved)
        if slots is not None and not np.array_equal(rows["states"], self._buffers["states"]):
            raise StateError("expected the states of the saved slots, not others: the pickle is damaged")
        for name, array in rows.items():
            if name != "states":  # the states of the slots were checked
                self._buffers[name][...] = array

    def __repr__(self) -> str:
        told = "".join(f", {name}={value!r}" for name, value in self._told.items())
        return f"libgames.vector.make({self.game.config!r}, num_envs={self.num_envs}{told})"


make = VectorEnv

_FEW = 1024  # games of which a step is short without searches
_MOST_THOUGHT = 16  # games of a part for each thread, where each may take long


def _far_apart(games: int) -> npt.NDArray[np.int64]:
    """All slots in an order in which neighbours are far apart, so that every part contains slots of all threads."""
    stride = next(step for step in itertools.count(games * 5 // 8 + 1) if math.gcd(step, games) == 1)
    return np.arange(games) * stride % games


def _unlike(game: Game, first: Game) -> str:
    """The reason why a game can't be a variant of the first."""

    def facts(one: Game) -> dict[str, Any]:
        return {
            "the number of actions": one.num_actions,
            "the number of players": one.players,
            "the size of a state": one.state_size,
            "the number of symmetries": one.num_symmetries,
            "the largest number of decisions": one.longest,
            "the list of observations": [(space.name, *space.shape) for space in one.observation_spaces],
            "the kind": one.name,
        }

    own, wanted = facts(game), facts(first)
    what = next((fact for fact in wanted if own[fact] != wanted[fact]), None)
    if what is None:
        return "expected a game for which the opponents need no more memory than for the first"
    return f"expected a game like the first, where {what} is {wanted[what]}, not {own[what]}"


def _configured(game: str | Game, parameters: dict[str, int | str]) -> Game:
    """The game to play. Names that are neither an option nor one of its parameters are refused."""
    configured = made(game)
    if not parameters:
        return configured
    check_keywords(configured.type, parameters, getfullargspec(VectorEnv).kwonlyargs)
    if isinstance(game, Game):
        raise ValueError("parameters: expected none with a configured game")
    return make_game(game, **parameters)


def _autoreset_name(mode: Any) -> Any:
    """Also for gymnasium's AutoresetMode.SAME_STEP and its value "SameStep"."""
    name = getattr(mode, "name", mode)
    if not isinstance(name, str):
        return name
    return {"NextStep": "next_step", "SameStep": "same_step", "Disabled": "disabled"}.get(name, name.lower())


def _each_seat(opponents: _Opponents, game: Game) -> list[Any]:
    """The opponents, one for each seat but the learner's."""
    if isinstance(opponents, str | Bot | Policy) or callable(opponents):
        return [opponents] * (game.players - 1)
    return list(opponents or ())


def _seats(
    game: Game, opponents: _Opponents, seat: int | Literal["random", "slot"], learners: bytes
) -> dict[str, bytes | int]:
    """The seating in the form of the batch: the learner's seat, then the opponents from there on. `learners` are
    LG_MAX_PLAYERS of them."""
    count = game.players
    own, seating = 0, _native.LG_BATCH_SEATS_FIXED
    if isinstance(seat, str) and seat in _SEATING:
        seating = _SEATING[seat]
    else:
        own = integer("seat", cast(SupportsIndex, seat), 0, count - 1, "'random', 'slot'")
    if opponents is None:
        return {"player": learners, "seating": _native.LG_BATCH_SEATS_FIXED, "rotation": 0}
    is_player = isinstance(opponents, (str, Bot, Policy)) or callable(opponents)
    if not is_player and (not isinstance(opponents, Sequence) or isinstance(opponents, bytes)):
        raise TypeError(f"opponents: expected a player, or one for each other seat, not {shown(opponents)}")
    others = _each_seat(opponents, game)
    if len(others) != count - 1:
        raise ValueError(f"opponents: expected {count - 1}, not {len(others)}")
    learner = learners[: len(learners) // _native.LG_MAX_PLAYERS]
    asked = np.frombuffer(learner, np.int32).copy()
    asked[0] = _native.LG_BATCH_ASKED
    players = learner
    for one in others:
        if isinstance(one, str) and one == "learner":
            players += learner
        elif as_policy("opponents", one) is not None:
            players += asked.tobytes()
        else:
            players += _native.lg_bot_configure(game._handle, checked_bot(game, cast("str | Bot", one)))
    return {"player": players + learners[len(players) :], "seating": seating, "rotation": own}
