"""The tests' tasks for the library: these functions run them in the native library and in libgames.wasm in a separate
runtime; the functions of tasks.js do the same in a browser."""

from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[3]
SEED = 5


def digest(numbers):
    """A few digits for many numbers."""
    values = np.asarray(numbers, np.int64).ravel()
    return f"{len(values)}:{int((np.arange(1, len(values) + 1) * values % 2**32).sum()) % 2**32}"


def of_text(text):
    return digest(np.frombuffer(text.encode("utf-32-le"), np.uint32))


def glance(state):
    """The facts compared in every state."""
    return [f"{state.key:x}", str(state.player), state.result, digest(state.scores), str(state.in_move).lower(),
            digest(state.legal_actions)]


def look(state, spaces):
    """All facts about a state and about its successors."""
    game, players = state.game, range(state.game.players)
    legal = state.legal_actions
    rows = [*glance(state), str(state), of_text(state.prompt), of_text(state.input_help), of_text(state.draw()),
            digest([round(outcome * 2**20) for outcome in state.outcome]), digest(state.points)]
    for player in players:
        rows += [of_text(text) for text in (state.message(player), state.news(player), state.board_for(player))]
        rows += [of_text(state.draw(player, legal=True)), f"{state.information_key(player):x}"]
        rows += [digest(state.observation(player, space)) for space in spaces]
        rows += [f"{state.resample(player, SEED).key:x}"]
    rows += [f"{state.reseed(SEED).key:x}", f"{state.rollout(SEED)[0].key:x}"]
    rows += [f"{state.symmetry(symmetry).key:x}" for symmetry in range(game.num_symmetries)]
    rows += [f"{state.apply(action).key:x}" for action in legal[:3]]
    rows += [str(state.explain(action)) for action in range(0, game.num_actions, 1 + game.num_actions // 5)]
    return rows


class Rng:
    """PCG32, as lg_rng_seed(seed, 0) begins it."""

    def __init__(self, seed):
        z = seed + 0x9E3779B97F4A7C15 & 2**64 - 1
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & 2**64 - 1
        z = (z ^ z >> 27) * 0x94D049BB133111EB & 2**64 - 1
        self.state = 0
        self.next()
        self.state = self.state + (z ^ z >> 31) & 2**64 - 1
        self.next()

    def next(self):
        old = self.state
        self.state = old * 6364136223846793005 + 1 & 2**64 - 1
        mixed, turn = (old >> 18 ^ old) >> 27 & 2**32 - 1, old >> 59
        return (mixed >> turn | mixed << (-turn & 31)) & 2**32 - 1

    def below(self, bound):
        product = self.next() * bound
        if product & 2**32 - 1 < bound:
            while product & 2**32 - 1 < (2**32 - bound) % bound:
                product = self.next() * bound
        return product >> 32
