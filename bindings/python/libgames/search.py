"""Tree search on every game, in C: Monte Carlo tree search for one state or for thousands in one call.

    search = lg.Search("alquerque", simulations=1000, seed=1)
    result = search(state)
    print(result)                 # a line for each action: visits, value, prior, whether it is proven
    state = state.apply(result.best)

The GIL is released while a search runs, and Ctrl-C ends it; the results so far are kept. If two threads use a search at
the same time, one of them raises RuntimeError.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypedDict, Unpack

import numpy as np
import numpy.typing as npt  # not for type checkers alone: so the documentation resolves the annotations

from . import _native
from ._arrays import as_numbers, bool_mask, numbers, real_numbers, state_rows
from ._errors import BrokenGame, StateError
from ._exclusive import Unique, Use, exclusive
from ._patience import Parts
from ._bots import _SIMPLE, Bot
from ._results import Node as Node
from ._results import Result as Result
from ._results import Statistics as Statistics
from ._types import memory, sparse_memory
from ._words import counted, integer, listed, number_in_c, one_of, shown, time_limit, yes_or_no
from .game import _SIGNALS, Game, State, made

if TYPE_CHECKING:
    from ._arrays import States

_POLICIES = {"uct": _native.LG_SEARCH_UCT, "puct": _native.LG_SEARCH_PUCT, "gumbel": _native.LG_SEARCH_GUMBEL}
_FULL = {
    "keep": _native.LG_SEARCH_FULL_KEEP,
    "drop": _native.LG_SEARCH_FULL_DROP,
    "stop": _native.LG_SEARCH_FULL_STOP,
}
_EVALUATORS = {"rollouts": 0, "net": 1}
_LONG_GAME = 16384  # decisions; in longer games a first part contains fewer simulations
_ARRAYS = ("states", "observation", "mask", "player", "search")
_REPORT = ("games", "decisions", "simulations", "resigned", "played_on", "mistaken")
_LEVELS, _WIDTH = 3, 3  # of the part of a tree that a result keeps
_LINE = 1024  # actions: the longest principal variation of a result
_NO_ROOM = "the memory of the search was full, so its tree stopped growing: more nodes, or full='drop', help"
_TOO_MANY = "expected a search that this machine can address: fewer nodes"


class Options(TypedDict, total=False):
    """The options of all searches; docs/tree-search.md contains the table with ranges and defaults.

    :policy: "uct", "puct" (with priors) or "gumbel" (plans its whole budget; for few simulations).
    :nodes: memory of a tree in nodes; default 16 a simulation, at least 1024, at most 2**22.
    :full: when it is full, "keep" the tree as it is, "drop" the least visited nodes, or "stop".
    :depth: levels of the tree below the root; 0: the largest number that a game can reach, at most 1024.
    :solver: whether proven results are kept.
    :exploration: c of UCT and PUCT.
    :evaluator: how a leaf is valued: by "rollouts"; by "net", the game's network, with priors for "puct" and "gumbel";
        or by a network as bytes, as script/net writes them.
    :rollout: the bot that plays from a leaf to the end, "random" or "greedy".
    :cutoff: the number of decisions of a rollout after which the game's evaluation takes the place of the result; None:
        no cutoff.
    :samples: the number of sampled states that are kept and used in rotation, with hidden information or chance in
        play; 0: each simulation samples its own; None: the number that the game prefers.
    :greedy_prior: the share of the priors that goes to the action which greedy would choose.
    :opponent_model: the share of the other players' decisions in the tree that greedy makes instead of the policy.
    :noise: the share of Dirichlet noise in PUCT's priors at the root.
    :noise_alpha: its parameter.
    :considered: the number of actions that Gumbel tries at the root.
    :visit_scale: with value_scale, the weight of values against priors in Gumbel.
    :value_scale: see visit_scale.
    """

    policy: Literal["uct", "puct", "gumbel"]
    nodes: int
    full: Literal["keep", "drop", "stop"]
    depth: int
    solver: bool
    exploration: float
    evaluator: Literal["rollouts", "net"] | bytes
    rollout: str
    cutoff: int | None
    samples: int | None
    greedy_prior: float
    opponent_model: float
    noise: float
    noise_alpha: float
    considered: int
    visit_scale: float
    value_scale: float


def _settings(options: Options, **more: object) -> dict[str, Any]:
    """The options as numbers, under their names in the C library."""
    for name in options:
        if name not in Options.__annotations__:
            raise TypeError(f"{name}: expected an option of the search ({', '.join(Options.__annotations__)})")
    settings: dict[str, Any] = {**options, **more}
    evaluator = settings.pop("evaluator", "rollouts")
    settings |= _evaluator(evaluator)
    _refuse_function("rollout", settings.get("rollout"))
    for name, words in (("policy", _POLICIES), ("full", _FULL), ("rollout", _SIMPLE)):
        if name in settings:
            settings[name] = number_in_c(name, settings[name], words)
    if "solver" in settings:
        settings["solver"] = yes_or_no("solver", settings["solver"])
    for name in ("cutoff", "samples"):
        if settings.get(name, 0) is None:
            settings[name] = -1
    for name, value in settings.items():
        if value is None:
            raise TypeError(f"{name}: expected a number, not None")
    return {**_native.lg_search_default(settings["simulations"]), **settings}


def _refuse_function(name: str, value: object) -> None:
    if callable(value):
        raise TypeError(f"{name}: expected a name, not a function: searches call none, but a function can value "
                        "the leaves that BatchSearch.collect() returns")  # fmt: skip


def _evaluator(evaluator: object) -> dict[str, Any]:
    _refuse_function("evaluator", evaluator)
    if isinstance(evaluator, bytes):
        return {"net": 1, "weights": evaluator, "weights_size": len(evaluator)}
    return {"net": number_in_c("evaluator", evaluator, _EVALUATORS)}


def _check_network(game: Game, settings: dict[str, Any]) -> None:
    """Raises ValueError for a network that can't be the evaluator of this game."""
    if "weights" in settings:
        plain = {name: value for name, value in settings.items() if name not in ("net", "weights", "weights_size")}
        if not _native.lg_search_size(game._handle, settings) and _native.lg_search_size(game._handle, plain):
            raise ValueError(f"evaluator: expected the bytes of a network that was made for {game.config}")
    elif settings["net"]:
        Bot("mcts(evaluator=net)").in_seat(game, 0)


# ---- searches ----


class _Trees(Unique):
    """The common part of one search and of many: a set of trees in C."""

    def __init__(
        self, game: str | Game, count: SupportsIndex, threads: SupportsIndex, observation: str | None,
        settings: dict[str, Any], buffers: dict[str, npt.NDArray[Any]],
    ) -> None:
        game = made(game)
        count = integer("count", count, 1, _native.LG_BATCH_SEARCH_MAX)
        workers = integer("threads", threads, 1, _native.LG_MAX_THREADS)
        leaves = {"capacity": count * settings["leaves"], "encoding": game.view(observation).encoding, **buffers}
        _check_network(game, settings)
        try:
            size = _native.lg_batch_search_size(game._handle, settings, count, workers)
            room = (memory if count == 1 else sparse_memory)(size, impossible=_TOO_MANY)
        except MemoryError as error:
            size = _native.lg_search_size(game._handle, settings)
            error.args = (f"nodes: no memory for {count} x {size} bytes",)
            raise
        self._handle = _native.lg_batch_search_create(game._handle, settings, count, workers, leaves, room)
        self.game, self.count, self._use = game, count, Use("search")
        self._weights = settings.get("weights")  # C has no copy
        self._may_warn = settings.get("full", _native.LG_SEARCH_FULL_KEEP) == _native.LG_SEARCH_FULL_KEEP

    def _tree(self, index: SupportsIndex) -> _native.SearchHandle:
        return _native.lg_batch_search_at(self._handle, integer("index", index, 0, self.count - 1))

    def _state(self, index: SupportsIndex) -> State:
        return self.game.from_bytes(_native.lg_search_state(self._tree(index)))

    def _begin(self, rows: bytes | npt.NDArray[np.uint8], seeds: npt.NDArray[np.uint64] | None,
               which: npt.NDArray[np.bool_] | None) -> None:
        statuses = np.zeros(self.count, np.int32)
        try:
            _native.lg_batch_search_begin(self._handle, rows, seeds, which, statuses)
        except StateError as error:
            error.args = (_wrong_state(statuses),)
            raise

    def _run(self, seconds: float | None) -> bool:
        """Whether all are done."""
        first = min(64 // self.count, _LONG_GAME // self.game.longest)
        parts = Parts(max(1, first), time_limit("seconds", seconds))
        while True:
            going = _native.lg_batch_search_run(self._handle, parts.begin())
            if parts.end() or going == 0:
                return going == 0

    def _advance(self, given: npt.ArrayLike, rows: bytes | npt.NDArray[np.uint8] | None,
                 which: npt.NDArray[np.bool_] | None) -> None:
        actions = numbers("actions", given)
        statuses = np.zeros(self.count, np.int32)
        try:
            _native.lg_batch_search_advance(self._handle, actions, rows, which, statuses)
        except StateError as error:
            error.args = (_wrong_state(statuses),)
            raise
        except ValueError as error:
            for row in np.flatnonzero(statuses)[:1]:
                action = f"action {shown(int(as_numbers(given)[row]))}"
                where = action if self.count == 1 else f"search {row}, {action}"
                error.args = (f"{where}: {self._state(row).explain(actions[row])}",)
            raise

    def _set_simulations(self, simulations: SupportsIndex) -> None:
        most = _native.LG_SEARCH_MAX_SIMULATIONS
        _native.lg_batch_search_set_simulations(self._handle, integer("simulations", simulations, 0, most))

    @exclusive
    def _root(self, name: str, dtype: type, *shape: int) -> npt.NDArray[Any]:
        found: npt.NDArray[Any] = np.empty((self.count, self.game.num_actions, *shape), dtype)
        _native.lg_batch_search_root(self._handle, {name: found})
        return found

    @exclusive
    def _best(self) -> npt.NDArray[np.int32]:
        found = np.empty(self.count, np.int32)
        _native.lg_batch_search_best(self._handle, found)
        return found

    def _children(
        self, tree: _native.SearchHandle, line: Sequence[int], most: SupportsIndex, levels: int
    ) -> tuple[Node, ...]:
        players = self.game.players
        return tuple(
            Node(
                child["action"], child["visits"], child["values"][:players], child["prior"], child["proven"] != 0,
                self._children(tree, (*line, child["action"]), most, levels - 1) if levels > 1 else (),
            )
            for child in _native.lg_search_children(tree, np.array(line, np.int32), most)
        )

    @exclusive
    def _result(self, index: int) -> Result:
        state, tree = self._state(index), self._tree(index)
        players, actions = self.game.players, self.game.num_actions
        best = int(self._best()[index])
        root: dict[str, npt.NDArray[Any]] = {
            "visits": np.empty(actions, np.int64),
            "values": np.empty((actions, players), np.float32),
            "priors": np.empty(actions, np.float32),
            "policy": np.empty(actions, np.float32),
            "proven": np.empty(actions, np.bool_),
        }
        found, line = _native.lg_search_statistics_of(tree), np.empty(_LINE, np.int32)
        _native.lg_search_root(tree, root)
        if found["refused"] and self._may_warn:
            self._may_warn = False
            warnings.warn(_NO_ROOM, stacklevel=4)
        levels, values = found.pop("levels"), found.pop("values")[:players]
        found["mean_depth"] = levels / max(1, found["simulations"])
        return Result(
            state=state,
            best=None if best < 0 else best,
            pv=tuple(line[: _native.lg_search_line(tree, line)].tolist()),
            statistics=Statistics(**found, values=values),
            tree=self._children(tree, (), _WIDTH, _LEVELS),
            **root,
        )


class Search(_Trees):
    """Monte Carlo tree search from one state.

    `simulations` (0 ... 2**31 - 1) is the budget of each root; Options lists the rest. The same game, state, seed and
    options give the same result on every machine. With hidden information every simulation samples everything that the
    player to move does not know, so the result depends only on that player's knowledge; future chance is sampled in the
    same way.

    :threads: the number of trees of the same root that grow at the same time, each with its share of the budget and the
        memory; the result combines them, and the same number gives the same result. Gumbel plans its whole budget in
        one tree, so it uses one.
    """

    def __init__(
        self, game: str | Game, simulations: int = 1000, *, seed: SupportsIndex = 0, threads: SupportsIndex = 1,
        **options: Unpack[Options],
    ) -> None:
        workers = integer("threads", threads, 1, _native.LG_MAX_THREADS)
        settings = _settings(options, simulations=simulations, seed=seed, leaves=0, threads=workers)
        super().__init__(game, 1, 1, None, settings, {})

    @exclusive
    def __call__(self, state: State, *, seed: SupportsIndex | None = None, seconds: float | None = None) -> Result:
        """Searches from a state, in an empty tree."""
        time_limit("seconds", seconds)
        self.begin(state, seed)
        return self.run(seconds)

    @exclusive
    def begin(self, state: State, seed: SupportsIndex | None = None) -> None:
        """Begins an empty tree with this root. Without `seed` it uses the search's seed again."""
        seeds = None if seed is None else _seeds("seed", seed, 1)
        self._begin(self.game._bytes_of(state), seeds, None)

    @exclusive
    def run(self, seconds: float | None = None) -> Result:
        """Searches until the budget is used up or the root is proven, or for about `seconds` seconds; may be called
        again. Results of a run that the clock has ended are not reproducible."""
        self._run(seconds)
        return self.result

    @property
    def result(self) -> Result:
        """The result so far, also after Ctrl-C has ended a run."""
        return self._result(0)

    @property
    @exclusive
    def state(self) -> State:
        """The root."""
        return self._state(0)

    @exclusive
    def advance(self, action: SupportsIndex, state: State | None = None) -> None:
        """Moves the root by one action: the subtree below it stays, and the budget begins again.

        `state` is the actual state, where chance or hidden information decides; default root.apply(action). With hidden
        information the tree stays only when the same player is to move again. Raises IllegalMove, GameOver.
        """
        rows = None if state is None else self.game._bytes_of(state)
        number = integer("action", action, 0, self.game.num_actions - 1)
        self._advance([number], rows, None)

    @exclusive
    def children(self, line: Sequence[int] = (), most: SupportsIndex = 2**31 - 1) -> tuple[Node, ...]:
        """The children of the node after the actions of `line`: at most `most`, the most visited first."""
        tree = self._tree(0)
        _native.lg_search_state(tree)  # there must be one
        return self._children(tree, self.game._actions("line", line).tolist(), most, 1)

    @exclusive
    def set_simulations(self, simulations: SupportsIndex) -> None:
        """Sets the budget from now on."""
        self._set_simulations(simulations)

    def __repr__(self) -> str:
        return f"libgames.Search({self.game.config!r})"


class Leaves:
    """Positions that wait for a value, a row each: views of arrays that the next collect() overwrites. Arrays not named
    in `arrays` are None."""

    __slots__ = ("mask", "observation", "player", "priors", "search", "states", "values")

    states: npt.NDArray[np.void] | None  # [rows] of game.state_dtype
    observation: npt.NDArray[Any]  # what `player` may know
    mask: npt.NDArray[np.bool_]  # [rows, actions]
    player: npt.NDArray[np.int32]  # to move
    search: npt.NDArray[np.int32]  # index of the search
    values: npt.NDArray[np.float32]  # [rows, players]: may be filled in place and given to receive()
    priors: npt.NDArray[np.float32]  # [rows, actions]: also

    def __init__(self, arrays: dict[str, npt.NDArray[Any]], rows: int) -> None:
        for name in self.__slots__:
            setattr(self, name, arrays[name][:rows] if name in arrays else None)

    def __len__(self) -> int:
        return len(self.player)


class BatchSearch(_Trees):
    """Many searches of one game, each with its own tree; their leaves are valued by one call of a network, or by
    rollouts on threads.

        searches = lg.BatchSearch("alquerque", 1024, simulations=200, policy="puct")
        searches.begin([game.new(seed) for seed in range(1024)])
        while leaves := searches.collect():
            searches.receive(*network(leaves.observation, leaves.mask))
        actions, targets = searches.best(), searches.policy

    :count: the number of searches, 1 ... 65536; search i has the seed `seed` + i.
    :leaves: the most rows of one tree in collect(), 0 (rollouts only) ... 4096. With one, a search has the same results
        as alone; with more, each counts as `virtual_loss` (0 ... 1000) lost visits until its value arrives.
    :threads: the number of threads; the results do not depend on it.
    :observation: one of game.observation_spaces, default the first.
    :arrays: the arrays of Leaves that are filled, among "states", "observation", "mask", "player", "search".
    :options: see Options.
    """

    def __init__(
        self,
        game: str | Game,
        count: SupportsIndex,
        simulations: int = 1000,
        *,
        seed: SupportsIndex = 0,
        leaves: SupportsIndex = 1,
        virtual_loss: int = 1,
        threads: SupportsIndex = 1,
        observation: str | None = None,
        arrays: Sequence[str] = ("observation", "mask", "player", "search"),
        **options: Unpack[Options],
    ) -> None:
        game = made(game)
        settings = _settings(options, simulations=simulations, seed=seed, leaves=leaves, virtual_loss=virtual_loss)
        names = [one_of("arrays", name, _ARRAYS) for name in listed("arrays", arrays)]
        view = game.view(observation)
        if view.form or view.canonical or view.as_dict:
            raise ValueError(
                f"observation: expected the name of an encoding, {', '.join(one.name for one in game.observation_spaces)}, "
                f"not {observation!r}"
            )
        space = view.space
        of_one = integer("leaves", leaves, 0, _native.LG_SEARCH_MAX_LEAVES)
        rows = integer("count", count, 1, _native.LG_BATCH_SEARCH_MAX) * of_one
        actions = game.num_actions
        size = game.state_size
        shapes: dict[str, tuple[tuple[int, ...], Any]] = {
            "states": ((rows, size), np.uint8),
            "observation": ((rows, *space.shape), space.dtype),
            "mask": ((rows, actions), np.bool_),
            "player": ((rows,), np.int32),
            "search": ((rows,), np.int32),
            "values": ((rows, game.players), np.float32),
            "priors": ((rows, actions), np.float32),
        }
        wanted = {*names, "player", "values", "priors"}
        buffers = {name: np.zeros(*shape) for name, shape in shapes.items() if name in wanted}
        super().__init__(game, count, threads, observation, settings, buffers)
        self._leaves_of_one = of_one
        if "states" in buffers:
            buffers["states"] = buffers["states"].view(game.state_dtype)[:, 0]
        self._buffers = buffers
        self._leaves = Leaves(buffers, 0)

    def __len__(self) -> int:
        return self.count

    @exclusive
    def begin(self, states: States, seeds: SupportsIndex | Sequence[int] | npt.NDArray[np.uint64] | None = None,
              which: npt.NDArray[np.bool_] | None = None) -> None:
        """Begins empty trees with these roots, a state for each search.

        :seeds: search i uses seeds + i, or seeds[i]; None: its own seed again.
        :which: bool [count]: only these begin, whatever the states of the others are.
        """
        rows = state_rows(self.game, states)
        if len(rows) != self.count:
            raise ValueError(f"states: expected {self.count}, one for each search, not {len(rows)}")
        given = None if seeds is None else _seeds("seeds", seeds, self.count)
        self._begin(rows, given, _chosen(which))
        self._leaves = Leaves(self._buffers, 0)

    @exclusive
    def run(self, seconds: float | None = None) -> bool:
        """Searches with rollouts until all are done, or for about `seconds` seconds. Returns whether all are done."""
        return self._run(seconds)

    @exclusive
    def collect(self) -> Leaves:
        """Runs simulations in every tree until its leaves wait for a value. No rows: all searches are done."""
        if self._leaves_of_one == 0:
            most = _native.LG_SEARCH_MAX_LEAVES
            raise ValueError(f"leaves: expected an integer in 1 ... {most} for collect(), not 0, which is for run()")
        self._leaves = Leaves(self._buffers, _native.lg_batch_search_collect(self._handle))
        return self._leaves

    @exclusive
    def receive(self, values: npt.ArrayLike, priors: npt.ArrayLike | None = None) -> None:
        """Takes the values of the leaves of the last collect().

        :values: [rows, players] in -1 ... 1; with two players also [rows]: for the player to move, and the negative for
            the other.
        :priors: [rows, actions], at least 0; only priors of legal actions count. None: all are equally likely.

        A value outside this range counts as the nearest value inside, and NaN as 0.
        """
        leaves = self._leaves
        given = real_numbers("values", values)
        shares = leaves.priors if priors is None else real_numbers("priors", priors)
        if given.ndim == 1 and self.game.players == 2 and len(given) == len(leaves):
            mine = given.astype(np.float32)  # before the negation, which unsigned numbers do not have
            given = np.where(leaves.player[:, None] == (0, 1), mine[:, None], -mine[:, None])
        pairs = (("values", given, leaves.values), ("priors", shares, leaves.priors))
        for name, one, wanted in pairs:
            if one.shape != wanted.shape:
                raise ValueError(f"{name}: expected an array of shape {wanted.shape}, not {one.shape}")
        for _, one, wanted in pairs:
            if one is not wanted:
                np.copyto(wanted, one, casting="unsafe")
        _native.lg_batch_search_receive(self._handle, priors is not None)
        self._leaves = Leaves(self._buffers, 0)

    @exclusive
    def advance(self, actions: npt.ArrayLike, states: States | None = None,
                which: npt.NDArray[np.bool_] | None = None) -> None:
        """Moves every root by one action; see Search.advance. Either all advance, or (with an error) none.

        :which: bool [count]: only these advance, whatever the actions of the others are.
        """
        rows = None if states is None else state_rows(self.game, states)
        self._advance(actions, rows, _chosen(which))
        self._leaves = Leaves(self._buffers, 0)

    def best(self) -> npt.NDArray[np.int32]:
        """The action to play in each root; -1 where the game is over."""
        return self._best()

    @property
    def visits(self) -> npt.NDArray[np.int64]:
        """How often each of the root's actions was searched, [count, actions]."""
        return self._root("visits", np.int64)

    @property
    def values(self) -> npt.NDArray[np.float32]:
        """Mean values of the root's actions, [count, actions, players]."""
        return self._root("values", np.float32, self.game.players)

    @property
    def priors(self) -> npt.NDArray[np.float32]:
        """The priors of the root's actions, [count, actions]; a row adds up to 1, or is 0 without children."""
        return self._root("priors", np.float32)

    @property
    def policy(self) -> npt.NDArray[np.float32]:
        """The policy that a learner should play, [count, actions]; a row adds up to 1, or is 0 where the game is over
        or nothing was simulated."""
        return self._root("policy", np.float32)

    @property
    def proven(self) -> npt.NDArray[np.bool_]:
        """Whether an action's value is the result with best play, [count, actions]."""
        return self._root("proven", np.bool_)

    @property
    @exclusive
    def root_values(self) -> npt.NDArray[np.float32]:
        """The mean of all simulations of each root, [count, players]; the outcome where the game is over."""
        found = np.empty((self.count, self.game.players), np.float32)
        _native.lg_batch_search_means(self._handle, None, found)
        return found

    @property
    @exclusive
    def simulations(self) -> npt.NDArray[np.int64]:
        """The number of simulations of each root, [count]."""
        found = np.empty(self.count, np.int64)
        _native.lg_batch_search_means(self._handle, found, None)
        return found

    @exclusive
    def set_simulations(self, simulations: SupportsIndex) -> None:
        """Sets the budget of every root from now on."""
        self._set_simulations(simulations)

    @exclusive
    def state(self, index: SupportsIndex) -> State:
        """The root of one search."""
        return self._state(index)

    def __getitem__(self, index: SupportsIndex) -> Result:
        """The result of one search, with its tree."""
        number = integer("index", index, -(2**63), 2**63 - 1)
        if not 0 <= number < self.count:
            raise IndexError(f"expected a search in 0 ... {self.count - 1}, not {number}")
        return self._result(number)

    def __iter__(self) -> Iterator[Result]:
        return map(self._result, range(self.count))

    def __repr__(self) -> str:
        return f"libgames.BatchSearch({self.game.config!r}, {self.count})"


# ---- self-play ----


class Positions:
    """Positions of finished games, a row each; rows of one game are adjacent. The arrays are filled by C, and valid
    until the next call of their self-play."""

    __slots__ = ("actions", "decision", "decisions", "games", "mistaken", "numbers", "outcomes", "played_on", "player",
                 "policies", "resigned", "simulations", "states", "values")  # fmt: skip

    states: npt.NDArray[np.void]  # [rows] of game.state_dtype, before the decision
    player: npt.NDArray[np.int32]  # to move
    actions: npt.NDArray[np.int32]  # the actions played
    policies: npt.NDArray[np.float32]  # [rows, actions]: targets; 1 for the best action where that was proven
    values: npt.NDArray[np.float32]  # [rows, players]: the mean of the search's simulations
    outcomes: npt.NDArray[np.float32]  # [rows, players]: the result of the game
    numbers: npt.NDArray[np.int64]  # of the games
    decision: npt.NDArray[np.int32]  # of the game, from 0, including the opening
    games: int
    decisions: int  # of these games, without openings
    simulations: int  # in these games
    resigned: int  # games that ended by resignation
    played_on: int  # games that would have ended so, but were played on
    mistaken: int  # of the latter, games that the player did not lose

    def __init__(self, arrays: dict[str, npt.NDArray[Any]], report: dict[str, Any]) -> None:
        for name in self.__slots__:
            setattr(self, name, arrays[name][: report["positions"]] if name in arrays else report[name])

    def __len__(self) -> int:
        return len(self.player)

    def __repr__(self) -> str:
        return f"<{counted(len(self), 'position')} of {counted(self.games, 'game')}>"


class SelfPlay(Unique):
    """Whole games of a search against itself, played by C on all cores, as positions to learn from.

        play = lg.SelfPlay("alquerque", 64, simulations=100, policy="gumbel", evaluator=network, threads=2)
        while True:
            learn(play.run())
            play.use(exported())  # the new network

    Each game is determined by its number, the options and the seed alone. Games are played in groups, which are handed
    out whole and in order, so short games do not come first; docs/training.md explains more.

    :games: of a group, 1 ... 65536.
    :simulations: for each decision, at least 1.
    :threads: the number of threads; the results do not depend on it.
    :opening: a game begins with 0 ... opening random decisions, each number equally likely.
    :drawn: the number of decisions after these that are drawn from the search's policy; later ones are its best.
    :temperature: of these draws, 0.05 ... 100: below 1 likely actions are drawn even more often.
    :positions: the most positions kept of a game, 1 ... 65536; of longer games this number, chosen at random.
    :resign: a player whose mean value is less resigns, -1 ... 1; -1: never. For games of two players.
    :played_on: the share of games without resignation, which show how often it is wrong.
    :first: number of the first game, 0 ... 2**53: with `next` of another self-play this one continues it.
    :rows: of the arrays, at least the number of positions kept of a game. None: enough for a whole group.
    :options: see Options.
    """

    def __init__(
        self,
        game: str | Game,
        games: int = 64,
        simulations: int = 100,
        *,
        threads: int = 1,
        opening: int = 0,
        drawn: int = 12,
        temperature: float = 1.0,
        positions: int = 512,
        resign: float = -1.0,
        played_on: float = 0.1,
        first: int = 0,
        seed: SupportsIndex = 0,
        rows: SupportsIndex | None = None,
        **options: Unpack[Options],
    ) -> None:
        self.game = game = made(game)
        given = {
            "games": games, "threads": threads, "opening": opening, "drawn": drawn, "temperature": temperature,
            "positions": positions, "resign": resign, "played_on": played_on, "first": first, "seed": seed,
        }  # fmt: skip
        for name, value in given.items():
            if value is None:
                raise TypeError(f"{name}: expected a number, not None")
        self._config = {**_native.lg_self_play_default(1), **given}
        self._settings = _settings(options, simulations=integer("simulations", simulations, 1, 2**31 - 1), seed=0, leaves=0)
        self._use = Use("self-play")
        self._room()  # raises the errors that name an option
        kept = min(positions, game.longest)
        capacity = min(kept * games, 2**31 - 1) if rows is None else integer("rows", rows, kept, 2**31 - 1)
        shapes: dict[str, tuple[tuple[int, ...], Any]] = {
            "states": ((game.state_size,), np.uint8),
            "player": ((), np.int32),
            "actions": ((), np.int32),
            "policies": ((game.num_actions,), np.float32),
            "values": ((game.players,), np.float32),
            "outcomes": ((game.players,), np.float32),
            "numbers": ((), np.int64),
            "decision": ((), np.int32),
        }
        try:
            self._buffers = {name: np.zeros((capacity, *shape), kind) for name, (shape, kind) in shapes.items()}
        except (MemoryError, ValueError):
            raise MemoryError(f"rows: no memory for {capacity} positions; fewer games or rows help") from None
        self._arrays = {**self._buffers, "states": self._buffers["states"].view(game.state_dtype)[:, 0]}
        self._capacity = capacity
        self._start()

    def _room(self) -> int:
        """Bytes that C needs. Raises ValueError if a configuration is not possible."""
        game, config = self.game, self._config
        size = _native.lg_self_play_size(game._handle, self._settings, config)
        _check_network(game, self._settings)
        if not size and game.players != 2 and config["resign"] > -1:
            raise ValueError(f"resign: expected -1, since {game.name} has {counted(game.players, 'player')}, not two")
        if not size:
            raise ValueError(_TOO_MANY)
        return size

    def _start(self) -> None:
        room = memory(self._room(), "games: ")
        rows = {"capacity": self._capacity, **self._buffers}
        self._handle = _native.lg_self_play_create(self.game._handle, self._settings, self._config, rows, room)
        self._report = {"next": self._config["first"], "positions": 0, **dict.fromkeys(_REPORT, 0)}

    @exclusive
    def run(self, least: SupportsIndex = 1) -> Positions:
        """Plays groups to their ends until there are at least `least` positions, or the arrays have no room for the
        next game. Raises BrokenGame for a game that violates its contract; the next call skips it.

        Ctrl-C ends it. The next call continues the games under way; `positions` contains those already handed out.
        """
        number = integer("least", least, 1, self._capacity)
        self._report |= {"positions": 0, **dict.fromkeys(_REPORT, 0)}
        try:
            _native.lg_self_play_run(self._handle, number, _SIGNALS, self._report)
        except BrokenGame as error:
            error.args = (f"game {self._report['next']}: {error}",)
            self._report["next"] += 1
            raise
        return self.positions

    @property
    @exclusive
    def positions(self) -> Positions:
        """The positions that the last call of run() has handed out."""
        return Positions(self._arrays, self._report)

    @property
    @exclusive
    def next(self) -> int:
        """Number of the first game that was not handed out yet."""
        number: int = self._report["next"]
        return number

    @exclusive
    def use(self, evaluator: Literal["rollouts", "net"] | bytes) -> None:
        """Another evaluator, from the next game to be handed out: games under way start again, and `positions` is empty
        until the next run()."""
        before = self._settings, self._config
        plain = {name: value for name, value in before[0].items() if not name.startswith("weights")}
        self._settings = plain | _evaluator(evaluator)
        self._config = before[1] | {"first": self._report["next"]}
        try:
            self._start()
        except BaseException:
            self._settings, self._config = before
            raise

    def __repr__(self) -> str:
        return f"libgames.SelfPlay({self.game.config!r}, {self._config['games']})"


def _seeds(name: str, seeds: Any, count: int) -> npt.NDArray[np.uint64]:
    """The seeds of `count` searches, from one seed or from one for each."""
    if isinstance(seeds, (str, bytes, bytearray)):
        raise TypeError(f"{name}: expected an integer, or one for each search, not {shown(seeds)}")
    if not isinstance(seeds, (Sequence, np.ndarray)) or np.ndim(seeds) == 0:
        first = integer(name, seeds, 0, 2**64 - 1)
        return np.uint64(first) + np.arange(count, dtype=np.uint64)
    if len(seeds) != count:
        raise ValueError(f"{name}: expected {count}, not {len(seeds)}")
    return np.array([integer(name, seed, 0, 2**64 - 1) for seed in seeds], np.uint64)


def _wrong_state(statuses: npt.NDArray[np.int32]) -> str:
    return f"states: row {np.flatnonzero(statuses)[0]} is not a state of this game"


def _chosen(which: object) -> npt.NDArray[np.bool_] | None:
    return None if which is None else bool_mask("which", which)
