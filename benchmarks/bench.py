"""The speed of single states from Python, compared with yardsticks measured in the same run.

    python bench.py [seconds [game ...]]

As bench.c: each row for this many seconds (default 1) in each of five rounds, after one round to warm up; the best
round counts. Of these games (default all). Seconds are CPU time, so that other work on the machine counts less.
"""

import random
import sys
import time

import libgames as lg

ROUNDS = 5


class Walk:
    """States and legal actions of random games, in order, for rows that do one thing on many positions."""

    def __init__(self, game: lg.Game, count: int = 2000):
        rng = random.Random(1)
        self.game = game
        self.pairs = []
        self.searches: dict[int, lg.BatchSearch] = {}
        state = game.new(0)
        while len(self.pairs) < count:
            if state.is_over:
                state = game.new(len(self.pairs))
            action = rng.choice(state.legal_actions)
            self.pairs.append((state, action))
            state = state.apply(action)


def nothing(walk: Walk) -> int:
    for _state, _action in walk.pairs:
        pass
    return len(walk.pairs)


def method_call(walk: Walk) -> int:
    for state, _action in walk.pairs:
        state.__copy__()
    return len(walk.pairs)


def step(walk: Walk) -> int:
    for state, action in walk.pairs:
        state.apply(action)
    return len(walk.pairs)


def legal(walk: Walk) -> int:
    for state, _action in walk.pairs:
        state.legal_actions  # noqa: B018
    return len(walk.pairs)


def mask(walk: Walk) -> int:
    for state, _action in walk.pairs:
        state.action_mask  # noqa: B018
    return len(walk.pairs)


def observe(walk: Walk) -> int:
    for state, _action in walk.pairs:
        state.observation()
    return len(walk.pairs)


def play(walk: Walk) -> int:
    rng = random.Random(2)
    decisions = 0
    for seed in range(20):
        state = walk.game.new(seed)
        while actions := state.legal_actions:
            state = state.apply(rng.choice(actions))
            decisions += 1
    return decisions


def rollouts(walk: Walk) -> int:
    _outcomes, lengths = walk.game.rollouts(100, seed=3)
    return int(lengths.sum())


TREES, FEW, MANY = 1024, 10, 100
FAST = ("look", "compact", "window")  # the encodings that take least time, as in batch.c


def leaves_outside(walk: Walk, simulations: int) -> int:
    """Whole searches, each leaf with its mask and the fastest observation; the network answers 0."""
    if simulations not in walk.searches:
        names = [space.name for space in walk.game.observation_spaces]
        fastest = next((name for name in FAST if name in names), names[0])
        walk.searches[simulations] = lg.BatchSearch(walk.game, TREES, simulations, policy="puct", observation=fastest)
    searches = walk.searches[simulations]
    searches.begin([state for state, _action in walk.pairs[:TREES]])
    count = 0
    while leaves := searches.collect():
        searches.receive(leaves.values)
        count += len(leaves)
    return count


def few_leaves(walk: Walk) -> int:
    return leaves_outside(walk, FEW)


def many_leaves(walk: Walk) -> int:
    return leaves_outside(walk, MANY)


ROWS = {
    "yardstick: the loop around each row": nothing,
    "yardstick: a method that does nothing": method_call,
    "state.apply(action)": step,
    "state.legal_actions": legal,
    "state.action_mask": mask,
    "state.observation()": observe,
    "random play: legal_actions, random.choice, apply": play,
    "game.rollouts(100)": rollouts,
    f"lg.BatchSearch, {TREES} trees of {FEW} simulations: leaves": few_leaves,
    f"lg.BatchSearch, {TREES} trees of {MANY} simulations: leaves": many_leaves,
}


def best_rate(work, walk: Walk, seconds: float) -> float:
    best = 0.0
    work(walk)
    for _ in range(ROUNDS):
        units = 0
        begin = time.process_time()
        while (elapsed := time.process_time() - begin) < seconds or units == 0:
            units += work(walk)
        best = max(best, units / elapsed)
    return best


def main(seconds: str = "1", *games: str) -> None:
    print(f"libgames {lg.__version__}, Python {sys.version.split()[0]}, one thread, "
          f"best of {ROUNDS} rounds of {float(seconds):g} s\n")
    print(f"| {'what':<60} | {'per second':<12} | {'ns each':>9} |\n|{'-' * 62}|{'-' * 14}|{'-' * 10}:|")
    for name in games or lg.games():
        walk = Walk(lg.make(name))
        for what, work in ROWS.items():
            rate = best_rate(work, walk, float(seconds))
            print(f"| {name + ': ' + what:<60} | {rate * 1e-6:>10.3f} M | {1e9 / rate:>9.1f} |", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
