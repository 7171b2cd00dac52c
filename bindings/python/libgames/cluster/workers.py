"""The work with a network in a training: games with a search (AlphaZero) or without (PPO), which self_play() sends to
the learner, and games that measure its strength.

A network is a function network(weights, observations, masks) -> (values, chances): for each row the value of the
position for the player to move (-1 ... 1), and the weight of each action, at least 0. Its module has to be on the
nodes; in each round the workers get `weights`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import libgames as lg

from ..game import made
from .nodes import Cluster
from .sums import tally

Network = Callable[
    [Any, npt.NDArray[Any], npt.NDArray[np.bool_]], tuple[npt.NDArray[np.floating[Any]], npt.NDArray[np.floating[Any]]]
]

_AT_ONCE = 128  # games of an evaluation
_CERTAIN = 1.96  # standard errors of a 95% interval


class Positions(NamedTuple):
    """The result of SearchedGames, a row for each decision: the observation of the player to move, the legal actions,
    the search's policy, and the outcome for that player."""

    observations: npt.NDArray[Any]
    masks: npt.NDArray[np.bool_]
    policies: npt.NDArray[np.float32]
    outcomes: npt.NDArray[np.float32]


class Decisions(NamedTuple):
    """The result of DrawnGames, a row for each decision: the observation of the player to move, the legal actions, its
    action and the logarithm of that action's probability, the network's value, and the advantage over it. Value and
    advantage together are the target of the value."""

    observations: npt.NDArray[Any]
    masks: npt.NDArray[np.bool_]
    actions: npt.NDArray[np.int32]
    logs: npt.NDArray[np.float32]
    values: npt.NDArray[np.float32]
    advantages: npt.NDArray[np.float32]


@dataclass(frozen=True)
class SearchedGames:
    """`play` of self_play() for AlphaZero: whole games, one network call for the leaves of all of them.

    :games: the number of games, played side by side.
    :simulations: for each decision.
    :drawn: the number of decisions of a game that are drawn from the search's policy; later ones are its best.
    :options: the options of lg.BatchSearch, such as {"exploration": 1.5}; without `policy` it is "puct", whose default
        `noise` here is 0.25.
    """

    game: str | lg.Game
    network: Network
    games: int = 32
    simulations: int = 64
    drawn: int = 2**31
    options: Mapping[str, Any] = field(default_factory=dict)

    def __call__(self, weights: Any, seed: int) -> Positions:
        game, rng = made(self.game), np.random.default_rng(seed)
        options = {"policy": "puct", "noise": 0.25, **self.options}
        searches = lg.BatchSearch(game, self.games, self.simulations, **options)
        observation = self.options.get("observation")
        states = [game.new(seed * self.games + number) for number in range(self.games)]
        rows: list[tuple[Any, Any, Any]] = []
        movers: list[tuple[int, int]] = []  # of each row: the game and the player
        for decision in itertools.count():
            going = [number for number, state in enumerate(states) if not state.is_over]
            if not going:
                break
            _search(searches, self.network, weights, states, rng.integers(2**63, size=self.games, dtype=np.uint64))
            policies = searches.policy
            chosen = _draw(policies[going], rng) if decision < self.drawn else searches.best()[going]
            for number, action in zip(going, chosen, strict=True):
                state, player = states[number], states[number].player
                assert player is not None
                rows.append((state.observation(player, observation), state.action_mask, policies[number]))
                movers.append((number, player))
                states[number] = state.apply(int(action))
        outcomes = [states[number].outcome[player] for number, player in movers]
        columns = [np.stack(column) for column in zip(*rows, strict=True)]
        return Positions(columns[0], columns[1].astype(bool), columns[2], np.array(outcomes, np.float32))


@dataclass(frozen=True)
class DrawnGames:
    """`play` of self_play() for PPO: whole games of a batch, all seats drawn from the network's chances.

    Advantages are by generalised advantage estimation from the outcome at the end, over each seat's own decisions: the
    reward of the next seat to move would be another player's.

    :games: the number of games, stepped together.
    :discount: for each decision of the same seat between one and the end.
    :trace: the lambda of the estimation.
    :options: the options of lg.vector.make except max_episode_steps, rewards, autoreset and mask, such as
        {"observation": "compact"}.
    """

    game: str | lg.Game
    network: Network
    games: int = 32
    discount: float = 1.0
    trace: float = 0.95
    options: Mapping[str, Any] = field(default_factory=dict)

    def __call__(self, weights: Any, seed: int) -> Decisions:
        for name in ("max_episode_steps", "rewards", "autoreset", "mask"):
            if name in self.options:
                raise ValueError(f"options: expected none for {name}: games go to their ends, and rewards are the outcome")
        rng, every = np.random.default_rng(seed), np.arange(self.games)
        envs = lg.vector.VectorEnv(self.game, self.games, opponents=None, seed=seed * self.games, **self.options)
        observations, infos = envs.reset()
        going, outcomes = np.ones(self.games, bool), np.zeros((self.games, envs.game.players), np.float32)
        rows, asked = [], []
        while going.any():
            masks, seats = infos["action_mask"] == 1, infos["player"]
            values, chances = self.network(weights, observations, masks)
            chances = _normal(chances, masks)
            actions = _draw(chances, rng)
            logs = np.log(np.maximum(chances[every, actions], 1e-30))
            rows.append([column[going] for column in (observations, masks, actions, logs, values)])
            asked.append((seats, going, np.asarray(values, np.float32)))
            observations, _, terminated, _, infos = envs.step(actions)
            outcomes[going & terminated] = infos["rewards"][going & terminated]
            going = going & ~terminated  # a game that begins afterwards does not count
        envs.close()
        observed, masks, actions, logs, values = (np.concatenate(column) for column in zip(*rows, strict=True))
        single = np.float32
        return Decisions(observed, masks, actions.astype(np.int32), logs.astype(single), values.astype(single),
                         self._advantages(asked, outcomes))  # fmt: skip

    def _advantages(
        self, asked: list[tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any]]], outcomes: npt.NDArray[Any]
    ) -> npt.NDArray[np.float32]:
        """Backwards over each seat's own decisions."""
        every, after, later, found = np.arange(len(outcomes)), outcomes.copy(), np.zeros_like(outcomes), []
        for seats, going, values in reversed(asked):
            at = every[going], seats[going]
            later[at] += after[at] - values[going]
            found.append(later[at])
            later[at] *= self.discount * self.trace
            after[at] = self.discount * values[going]
        return np.concatenate(found[::-1])


# ---- how strong ----


class Strength(NamedTuple):
    """Of a network against others: games won, drawn and lost, and the mean outcome, -1 ... 1, with half of its 95%
    interval."""

    won: int
    drawn: int
    lost: int
    mean: float
    margin: float


def evaluate(
    game: str | lg.Game,
    network: Network,
    weights: Any,
    against: Any = "random",
    *,
    count: int = 1000,
    simulations: int = 0,
    opening: int = 8,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    cluster: Cluster = None,
) -> Strength:
    """The results of `count` games of a network that plays its best actions, alternating between the seats.

    Games differ by their first `opening` decisions, which are random; every opening is played in each seat. Between
    players without chance the same opening is the same game, but counts again: take as many decisions as make most
    openings different.

    :against: the player of the other seats: a bot such as "mcts(simulations=100)", an lg.Policy, or other weights. A
        plain function counts as weights, which may be callable.
    :simulations: of a search that the network guides, for it and for those other weights; 0: the network alone.
    :options: of lg.BatchSearch, such as {"observation": "planes"}; without `policy` it is "puct".

    The result does not depend on the number of workers, except for a network's rounding in larger and smaller calls.
    """
    work = _Contest(game, network, weights, against, simulations, opening, seed, {} if options is None else options)
    found: Any = tally(work, count, cluster=cluster)
    won, drawn, lost = (int(number) for number in found["results"])
    mean = int(found["sum"]) / _FRACTION / count
    # With one more game won and one more lost: otherwise there would be no interval where all games end alike.
    square, middle = (int(found["squares"]) / _FRACTION + 2) / (count + 2), mean * count / (count + 2)
    margin = _CERTAIN * math.sqrt((square - middle**2) / (count + 2))
    return Strength(won, drawn, lost, mean, margin)


_FRACTION = 2**40  # outcomes are summed as integers, so that their order makes no difference


@dataclass(frozen=True)
class _Contest:
    """`work` of tally(): games by number."""

    game: str | lg.Game
    network: Network
    weights: Any
    against: Any
    simulations: int
    opening: int
    seed: int
    options: Mapping[str, Any]

    def __call__(self, first: int, number: int) -> dict[str, Any]:
        results, total, squares = np.zeros(3, np.int64), 0, 0
        for at in range(first, first + number, _AT_ONCE):
            numbers = range(at, min(at + _AT_ONCE, first + number))
            for outcome in self._play(numbers):
                results[1 - int(np.sign(outcome))] += 1
                total += round(outcome * _FRACTION)
                squares += round(outcome**2 * _FRACTION)
        return {"results": results, "sum": total, "squares": squares}

    def _play(self, numbers: range) -> list[float]:
        game = made(self.game)
        seeds = [self.seed + number // game.players for number in numbers]
        states = [game.new(seed).rollout(seed, self.opening)[0] for seed in seeds]
        seats = [number % game.players for number in numbers]
        for decision in itertools.count():
            going = [index for index, state in enumerate(states) if not state.is_over]
            if not going:
                break
            own = [index for index in going if states[index].player == seats[index]]
            others = [index for index in going if states[index].player != seats[index]]
            for asked, weights in ((own, self.weights), (others, self.against)):
                chosen = [((self.seed + numbers[index]) % 2**40 << 20) + decision for index in asked]
                actions = self._choices([states[index] for index in asked], weights, chosen)
                for index, action in zip(asked, actions, strict=True):
                    states[index] = states[index].apply(action)
        return [float(state.outcome[seat]) for state, seat in zip(states, seats, strict=True)]

    def _choices(self, states: list[lg.State], weights: Any, seeds: list[int]) -> list[int]:
        """Of one side: an action for each state."""
        if not states:
            return []
        if isinstance(weights, str | lg.Bot):
            return [state.choose(weights, seed) for state, seed in zip(states, seeds, strict=True)]
        if isinstance(weights, lg.Policy):
            return weights.actions(states, seeds)
        if self.simulations > 0:
            options = {"policy": "puct", **self.options}
            searches = lg.BatchSearch(states[0].game, len(states), self.simulations, **options)
            _search(searches, self.network, weights, states, np.array(seeds, np.uint64))
            best: list[int] = searches.best().tolist()
            return best
        seen = np.stack([state.observation(state.player, self.options.get("observation")) for state in states])
        masks = np.stack([state.action_mask for state in states]) == 1
        likely: list[int] = _normal(self.network(weights, seen, masks)[1], masks).argmax(axis=1).tolist()
        return likely


# ---- parts ----


def _search(
    searches: lg.BatchSearch, network: Network, weights: Any, states: list[lg.State], seeds: npt.NDArray[np.uint64]
) -> None:
    """Searches every state, each with its seed; the network evaluates the leaves of all in one call."""
    searches.begin(states, seeds=seeds)
    players = searches.game.players
    while leaves := searches.collect():
        values, chances = network(weights, leaves.observation, leaves.mask)
        every = np.arange(len(leaves))
        leaves.values[:] = -np.asarray(values, np.float32)[:, None] / max(1, players - 1)
        leaves.values[every, leaves.player] = values
        searches.receive(leaves.values, chances)


def _normal(chances: npt.NDArray[Any], masks: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
    """The priors of legal actions, adding up to 1; equal ones if all are 0."""
    legal = np.where(masks, chances, 0).astype(np.float64)
    sums = legal.sum(axis=1, keepdims=True)
    counts = np.maximum(1, masks.sum(axis=1, keepdims=True))
    normal: npt.NDArray[np.float64] = np.where(sums > 0, legal, masks) / np.where(sums > 0, sums, counts)
    return normal


def _draw(chances: npt.NDArray[Any], rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """An action for each row, drawn with these chances."""
    sums = chances.astype(np.float64).cumsum(axis=1)
    drawn: npt.NDArray[np.int64] = (sums > rng.random((len(sums), 1)) * sums[:, -1:]).argmax(axis=1)
    return drawn
