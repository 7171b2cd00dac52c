"""Operations of a batch on many states, its own or given ones."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex, cast

import numpy as np

from . import _native
from ._arrays import aligned, check_apart, given_array, numbers, real_numbers, state_bytes, state_rows
from ._errors import StateError
from ._exclusive import Use, exclusive
from ._patience import Parts, attended
from ._bots import Bot, configured, takes_long
from ._policies import Policy, as_policy
from ._types import memory
from ._words import integer, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy.typing as npt

    from ._arrays import States
    from ._types import View
    from .game import Game, State

_Bot = str | Bot


class Samples(NamedTuple):
    """The result of VectorEnv.resample, a row for each sample. Rows with a status other than 0 contain zeros, or with
    `out` are unchanged. `information_key` is the key of the player's knowledge, the same for the state and its
    sample."""

    states: npt.NDArray[np.void]
    status: npt.NDArray[np.int32]
    information_key: npt.NDArray[np.uint64]


class Expansion(NamedTuple):
    """The result of VectorEnv.expand, a row for each pair of a state and an action. Rows with a status other than 0
    contain zeros, or with `out` are unchanged. `player` is -1 when the game is over; `observation` is for the player to
    move."""

    states: npt.NDArray[np.void]
    status: npt.NDArray[np.int32]
    player: npt.NDArray[np.int32]
    observation: npt.NDArray[Any]
    action_mask: npt.NDArray[Any]
    scores: npt.NDArray[np.int32]
    outcome: npt.NDArray[np.float32]


class Observations(NamedTuple):
    """The result of VectorEnv.observe, a row for each look. Rows with a status other than 0 contain zeros. The mask is
    all 0 for a player who is not to move."""

    observation: npt.NDArray[Any]
    action_mask: npt.NDArray[Any]
    status: npt.NDArray[np.int32]


class Transformed(NamedTuple):
    """The result of VectorEnv.transform, a row for each item; None for arrays that were not given. Rows with a status
    other than 0 contain zeros."""

    states: npt.NDArray[np.void]
    actions: npt.NDArray[np.int32] | None
    policies: npt.NDArray[np.float32] | None
    status: npt.NDArray[np.int32]


class ManyStates:
    """The methods over many states; the members that they need of the vector environment are declared here."""

    game: Game
    variants: tuple[Game, ...]
    num_envs: int
    view: View
    full_state: bool
    _batch: Any
    _begun: bool
    _config: dict[str, Any]
    _paces: dict[str, Parts]
    _bits: bool
    _buffers: dict[str, npt.NDArray[Any]]
    _use: Use
    _learners: npt.NDArray[np.bool_]

    @exclusive
    def expand(
        self,
        actions: npt.ArrayLike,
        parents: npt.ArrayLike | None = None,
        states: States | None = None,
        *,
        variants: npt.ArrayLike | None = None,
        out: Expansion | None = None,
    ) -> Expansion:
        """Plays actions[k] on state parents[k] (default: k) of `states`, for every k, without touching the games.

        states: an array of game.state_dtype, or a list of states; default: the games' states. Of an array, only rows in
        `parents` are read, and a contiguous one is not copied first. variants: the variant of each state, default 0.
        out: an Expansion with as many rows to be filled and returned. Ctrl-C ends a long call; then some rows of `out`
        are filled, and nothing more has changed. For batched search.
        """
        chosen, space = numbers("actions", actions), self.view.space
        rows, begun = self._given(states, parents, variants)
        over = self._over(len(chosen), rows, begun, variants, "expand")
        count, game = len(chosen), self.game
        row, dtype = self._mask_row()
        arrays = self._filled(
            out,
            rows,
            Expansion,
            {
                "states": ((count, game.state_size), np.uint8),
                "status": ((count,), np.int32),
                "player": ((count,), np.int32),
                "observation": ((count, *space.shape), space.dtype),
                "action_mask": ((count, row), dtype),
                "scores": ((count, game.players), np.int32),
                "outcome": ((count, game.players), np.float32),
            },
        )
        if out is not None:
            self._check_rows(over)
        over["actions"] = chosen
        over["after"], over["status"], over["player"], over["observation"], over["mask"] = arrays[:5]
        over["scores"], over["outcome"] = arrays[5:]
        failed = self._work(_native.lg_batch_expand, over)
        self._check_states(failed, arrays[1], begun)
        return Expansion(arrays[0].view(game.state_dtype)[:, 0], *arrays[1:]) if out is None else out

    @exclusive
    def resample(
        self,
        players: npt.ArrayLike | None = None,
        parents: npt.ArrayLike | None = None,
        states: States | None = None,
        seed: SupportsIndex = 0,
        *,
        variants: npt.ArrayLike | None = None,
        out: Samples | None = None,
    ) -> Samples:
        """For every k a state that players[k] (default: the player to move) can't distinguish from state parents[k]
        (default: k) of `states`, chosen with seed + k; see State.resample. Otherwise as expand. For searches that do
        not use hidden information."""
        viewers = None if players is None else numbers("players", players)
        rows, begun = self._given(states, parents, variants)
        count, game = self._count(viewers, begun, rows), self.game
        over = self._over(count, rows, begun, variants)
        self._check_viewers("players", viewers, rows, begun)
        arrays = self._filled(
            out,
            rows,
            Samples,
            {
                "states": ((count, game.state_size), np.uint8),
                "status": ((count,), np.int32),
                "information_key": ((count,), np.uint64),
            },
        )
        if out is not None:
            self._check_rows(over)
        after, status, keys = arrays
        over.update(seed=integer("seed", seed, 0, 2**64 - 1), players=viewers, after=after, status=status, keys=keys)
        failed = self._work(_native.lg_batch_resample, over)
        self._check_states(failed, arrays[1], begun)
        return Samples(arrays[0].view(game.state_dtype)[:, 0], *arrays[1:]) if out is None else out

    @exclusive
    def observe(
        self,
        seats: npt.ArrayLike | SupportsIndex | None = None,
        states: States | None = None,
        parents: npt.ArrayLike | None = None,
        *,
        variants: npt.ArrayLike | None = None,
    ) -> Observations:
        """Observations for any players, to move or not: for every k the observation of seats[k] (default: the player to
        move; one number for all) in state parents[k] (default: k) of `states` (default: the games), in the form of
        `observation` and `mask`. Otherwise as expand. For values of all seats."""
        alone = seats is not None and np.ndim(cast("Any", seats)) == 0
        viewers = None if seats is None or alone else numbers("seats", cast("npt.ArrayLike", seats))
        rows, begun = self._given(states, parents, variants)
        count, space = self._count(viewers, begun, rows), self.view.space
        if alone:
            viewers = np.full(count, integer("seats", cast("Any", seats), 0, self.game.players - 1), np.int32)
        row, dtype = self._mask_row()
        over = self._over(count, rows, begun, variants)
        self._check_viewers("seats", viewers, rows, begun)
        looks = Observations(aligned((count, *space.shape), space.dtype), aligned((count, row), dtype), np.zeros(count, np.int32))
        over.update(players=viewers, observation=looks.observation, mask=looks.action_mask, status=looks.status)
        failed = self._work(_native.lg_batch_observe, over)
        self._check_states(failed, looks.status, begun)
        return looks

    @exclusive
    def choose(
        self,
        bot: _Bot | Policy | Callable[..., int | str],
        states: States | None = None,
        parents: npt.ArrayLike | None = None,
        seed: SupportsIndex = 0,
        *,
        variants: npt.ArrayLike | None = None,
    ) -> npt.NDArray[np.int32]:
        """A bot's choice for the player to move in state parents[k] (default: k) of `states` (default: the games), with
        seed + k; -1 where the game is over or there is no such state. Actions are numbered as for `observation`.

        `bot` may also be your own function or Policy, which answers for one state after the other, or with many=True or
        an observation for all in one call. Each answer must be one action, or a move of one."""
        rows, begun = self._given(states, parents, variants)
        count = self._count(None, begun, rows)
        if not isinstance(bot, str | Bot) and (policy := as_policy("bot", bot)) is not None:
            return self._answers(policy, integer("seed", seed, 0, 2**64 - 1), count, rows, begun, variants)
        config = checked_bot(self.game, cast("_Bot", bot), "")
        actions, status = np.full(count, -1, np.int32), np.zeros(count, np.int32)
        over = self._over(count, rows, begun, variants)
        chooser = _native.lg_bot_configure(self.game._handle, config)
        over.update(seed=seed, actions=actions, status=status)
        room = memory(_native.lg_batch_choose_size(self._batch, chooser))

        def choose(batch: _native.BatchHandle, arrays: dict[str, Any]) -> int:
            return _native.lg_batch_choose(batch, chooser, arrays, room)

        failed = self._work(choose, over, player=config)
        self._check_states(failed, status, begun)
        return actions

    def _answers(
        self, policy: Policy, seed: int, count: int, rows: npt.NDArray[np.uint8] | None,
        parents: npt.NDArray[np.int32] | None, variants: npt.ArrayLike | None,
    ) -> npt.NDArray[np.int32]:
        """A function's choices in these states."""
        policy.fits(self.game)
        over = self._over(count, rows, parents, variants, "bot" if policy.full_state else None)
        kept, kinds, games = self._buffers["states"] if rows is None else rows, over["variants"], (self.game, *self.variants)
        actions = np.full(count, -1, np.int32)
        asked: dict[int, State] = {}
        for item, at in enumerate(range(count) if parents is None else parents.tolist()):
            if 0 <= at < len(kept):
                of_slot = kinds is None and rows is None
                kind = _native.lg_batch_get(self._batch, at)["variant"] if of_slot else 0 if kinds is None else int(kinds[at])
                if not 0 <= kind < len(games):
                    raise StateError(f"variants: expected integers in 0 ... {len(self.variants)}, not {kind} in row {at}")
                state = games[kind].from_bytes(kept[at].data)
                if not state.is_over:
                    asked[item] = state
        if asked:
            found = policy.actions(list(asked.values()), [(seed + item) % 2**64 for item in asked])
            actions[list(asked)] = [self._as_shown(state, [action])[0] for state, action in zip(asked.values(), found, strict=True)]
        return actions

    def _as_shown(self, state: State, actions: Sequence[int]) -> list[int]:
        """Actions that follow each other, as the view numbers them."""
        shown_as = []
        for action in actions:
            turned = self.view.canonical and state.player is not None
            shown_as.append(int(state.game.symmetry_actions(state.canonical(state.player or 0))[action]) if turned else action)
            state = state.apply(action)
        return shown_as

    @exclusive
    def transform(
        self,
        symmetries: npt.ArrayLike | SupportsIndex,
        states: States | None = None,
        parents: npt.ArrayLike | None = None,
        *,
        actions: npt.ArrayLike | None = None,
        policies: npt.ArrayLike | None = None,
        variants: npt.ArrayLike | None = None,
    ) -> Transformed:
        """State parents[k] (default: k) of `states` (default: the games) under the game's symmetry symmetries[k] (or
        one for all), together with the action actions[k] and the row policies[k] (float32 [k, num_actions]). Actions
        have the game's numbers. observe(states=...) then shows the states. Otherwise as expand. For more training
        data."""
        alone = np.ndim(cast("Any", symmetries)) == 0
        chosen = None if alone else numbers("symmetries", cast("npt.ArrayLike", symmetries))
        rows, begun = self._given(states, parents, variants)
        count, game = self._count(chosen, begun, rows), self.game
        if chosen is None:
            one = integer("symmetries", cast("Any", symmetries), 0, game.num_symmetries - 1)
            chosen = np.full(count, one, np.int32)
        played = None if actions is None else numbers("actions", actions)
        shares = None if policies is None else np.require(real_numbers("policies", policies), np.float32, ["C", "A"])
        if played is not None and played.shape != (count,):
            raise ValueError(f"actions: expected {count}, not {len(played)}")
        if shares is not None and shares.shape != (count, game.num_actions):
            raise ValueError(f"policies: expected an array of shape {(count, game.num_actions)}, not {shares.shape}")
        over = self._over(count, rows, begun, variants, "turn")
        after = aligned((count, game.state_size), np.uint8)
        mapped = None if played is None else np.zeros_like(played)
        transformed = None if shares is None else np.zeros_like(shares)
        status = np.zeros(count, np.int32)
        over.update(symmetries=chosen, after=after, actions=played, images=mapped)
        over.update(policies=shares, transformed=transformed, status=status)
        failed = self._work(_native.lg_batch_transform, over)
        self._check_states(failed, status, begun)
        return Transformed(after.view(game.state_dtype)[:, 0], mapped, transformed, status)

    # ---- inside ----

    def _work(self, work: Callable[..., int], over: dict[str, Any], player: str | None = None) -> int:
        """The number of failed items of a call over many states, made in parts if it takes long: Ctrl-C ends it between
        two of them, and while a bot thinks."""
        count, done, failed = over["count"], 0, 0
        attend = player is not None and takes_long(player)
        if player is not None:
            parts = Parts(self._config["threads"], least=self._config["threads"])
        else:
            parts = self._paces.setdefault(work.__name__, Parts(_FIRST))
        while True:
            size = parts.begin()
            end = min(count, done + size)
            part = over if end - done == count else _items(over, done, end)
            call = functools.partial(work, self._batch, part)
            failed += attended(call, self._interrupt, lambda: None) if attend else call()
            parts.end(end - done)
            done = end
            if done == count:
                return failed

    def _interrupt(self, interrupt: bool) -> None:
        _native.lg_batch_interrupt(self._batch, interrupt)

    def _mask_row(self) -> tuple[int, npt.DTypeLike]:
        actions = self.game.num_actions
        return ((actions + 7) // 8, np.uint8) if self._bits else (actions, np.int8)

    def _check_truth(self, name: str) -> None:
        if not self.full_state and self.game.type.information == "hidden":
            raise ValueError(
                f"{name}: the games' states contain facts that players do not know; make the environment with "
                "full_state=True to use them, or take those of resample()"
            )

    def _check_viewers(
        self,
        name: str,
        viewers: npt.NDArray[np.int32] | None,
        rows: npt.NDArray[np.uint8] | None,
        parents: npt.NDArray[np.int32] | None,
    ) -> None:
        """The games' states seen by a player who is not a learner need the truth as well."""
        if viewers is None or rows is not None or self.full_state or self.game.type.information != "hidden":
            return
        games = np.arange(len(viewers)) if parents is None else parents
        knows = np.zeros((self.num_envs, self.game.players), np.bool_)
        np.put_along_axis(knows, self._buffers["seats"], np.broadcast_to(self._learners, knows.shape), axis=1)
        there = (games >= 0) & (games < len(knows)) & (viewers >= 0) & (viewers < knows.shape[1])  # C refuses others
        wrong = np.flatnonzero(there)[~knows[games[there], viewers[there]]]
        if wrong.size:
            raise ValueError(
                f"{name}: expected learners' seats, not {viewers[wrong[0]]} in game {games[wrong[0]]}, who knows what "
                "learners do not know; make the environment with full_state=True to see that"
            )

    def _given(
        self, states: States | None, parents: npt.ArrayLike | None, variants: npt.ArrayLike | None
    ) -> tuple[npt.NDArray[np.uint8] | None, npt.NDArray[np.int32] | None]:
        return (
            None if states is None else state_rows(self.game, states, self._games_of(variants)),
            None if parents is None else numbers("parents", parents),
        )

    def _games_of(self, variants: npt.ArrayLike | None) -> list[Game]:
        """The games of these variants; nothing for invalid variants, which C refuses."""
        games = (self.game, *self.variants)
        kinds = [] if variants is None else numbers("variants", variants).tolist()
        return [games[kind] for kind in kinds] if all(0 <= kind < len(games) for kind in kinds) else []

    def _count(self, *given: npt.NDArray[Any] | None) -> int:
        """The number of items of a call."""
        return next((len(one) for one in given if one is not None), self.num_envs)

    def _over(
        self,
        count: int,
        rows: npt.NDArray[np.uint8] | None,
        parents: npt.NDArray[np.int32] | None,
        variants: npt.ArrayLike | None,
        needs_truth: str | None = None,
    ) -> dict[str, Any]:
        """The members that all functions over many states begin with."""
        if rows is None:
            self._check_begun()
            if variants is not None:
                raise ValueError("variants: expected None without states, since the games know theirs")
            if needs_truth is not None:
                self._check_truth(needs_truth)
        kinds = None if variants is None else numbers("variants", variants)
        for name, given, wanted in (("parents", parents, count), ("variants", kinds, 0 if rows is None else len(rows))):
            if given is not None and len(given) != wanted:
                raise ValueError(f"{name}: expected {wanted}, not {len(given)}")
        height, most = 0 if rows is None else len(rows), _native.LG_BATCH_MAX_GAMES
        for name, size in (("count", count), ("states", height)):
            if size > most:
                raise ValueError(f"{name}: expected an integer in 0 ... {most}, not {size}")
        return {
            "count": count,
            "state_count": height,
            "check": rows is not None,
            "states": rows,
            "variants": kinds,
            "parents": parents,
        }

    def _filled(
        self, out: Any, rows: npt.NDArray[np.uint8] | None, kind: type[tuple[Any, ...]],
        wanted: dict[str, tuple[tuple[int, ...], npt.DTypeLike]],
    ) -> list[npt.NDArray[Any]]:
        """New arrays, or those of `out`, which must not overlap each other, the rows or the games."""
        if out is None:
            return [aligned(*one) for one in wanted.values()]
        if not isinstance(out, kind):
            raise TypeError(f"out: expected {kind.__name__}, not {shown(out)}")
        arrays = []
        for name, (shape, dtype) in wanted.items():
            array = getattr(out, name)
            array = state_bytes(f"out.{name}", self.game, array) if name == "states" else array
            arrays.append(given_array(f"out.{name}", array, shape, dtype))
        given = dict(zip(wanted, arrays, strict=True))
        check_apart("out", given)
        for name, array in given.items():
            if any(np.may_share_memory(array, one) for one in (rows, *self._buffers.values()) if one is not None):
                raise ValueError(f"out.{name}: expected an array apart from the states and from those of the environment")
        return arrays

    def _check_states(
        self, failed: int, status: npt.NDArray[np.int32], parents: npt.NDArray[np.int32] | None
    ) -> None:
        if failed and (wrong := np.flatnonzero(status == _native.LG_E_STATE)).size:
            row = wrong[0] if parents is None else parents[wrong[0]]
            hint = ", or not of the variant in `variants`" if self.variants else ""
            raise StateError(f"states: row {row} is not a state of this game{hint}; game.from_bytes gives the reason")

    def _check_rows(self, over: dict[str, Any]) -> None:
        """Raises StateError before anything is written to the given arrays."""
        if over["check"]:
            status = np.zeros(over["count"], np.int32)
            failed = self._work(_native.lg_batch_observe, {**over, "status": status})
            self._check_states(failed, status, over["parents"])
            over["check"] = False

    def _check_begun(self) -> None:
        if not self._begun:
            raise ValueError("reset() first")


_FIRST = 1024  # items of a part while the time of one is unknown
_WHOLE = ("count", "state_count", "check", "states", "variants", "seed", "parents")  # no arrays of items


def _items(over: dict[str, Any], first: int, end: int) -> dict[str, Any]:
    """The arguments of a call over many states for the items from `first` on."""
    parents = np.arange(first, end, dtype=np.int32) if over["parents"] is None else over["parents"][first:end]
    part = {name: value if value is None or name in _WHOLE else value[first:end] for name, value in over.items()}
    if "seed" in over:
        part["seed"] = (integer("seed", over["seed"], 0, 2**64 - 1) + first) % 2**64
    return {**part, "count": end - first, "parents": parents}


def checked_bot(game: Game, bot: str | Bot, name: str = "opponents") -> str:
    """The configuration of a bot that can play the game."""
    try:
        checked = configured(bot)
        for seat in range(game.players):
            checked.in_seat(game, seat)
    except (TypeError, ValueError) as error:
        error.args = (f"{name}: {error}" if name else str(error),)
        raise
    return checked.config
