"""What the Python tests share."""

from random import Random

import libgames as lg
import pytest


@pytest.fixture(params=lg.games())
def game(request):
    """Every registered game in its initial configuration."""
    return lg.make(request.param)


@pytest.fixture
def states(game):
    """Every state of one game of random actions, the first and the last included."""
    random, states = Random(2008), [game.new(seed=7)]
    while not states[-1].is_over:
        states.append(states[-1].apply(random.choice(states[-1].legal_actions)))
    return states


@pytest.fixture
def middle(states):
    """A state in the middle of a game."""
    return states[len(states) // 2]


@pytest.fixture
def last(states):
    """The last state of a game."""
    return states[-1]
