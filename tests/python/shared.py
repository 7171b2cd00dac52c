"""Shared by the tests in Python: of the package, and of the code that builds on it."""

import signal
import threading
import time
from random import Random

import hypothesis
import libgames as lg
import pytest
from helpers import HEAPS, KUHN_POKER, amount, compiled
from stepping import SHORT

# A shell that starts the tests in the background, and nohup, let them and their children ignore these signals.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):  # Windows has none
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# The same examples in every run; the other profile looks for new ones and takes longer.
hypothesis.settings.register_profile("libgames", derandomize=True, max_examples=amount(25), deadline=None, database=None)
hypothesis.settings.register_profile("explore", max_examples=1000, deadline=None, database=None,
                                     suppress_health_check=list(hypothesis.HealthCheck))
hypothesis.settings.load_profile("libgames")


@pytest.fixture(params=lg.games())
def game(request):
    """Every registered game in its initial configuration."""
    return lg.make(request.param)


@pytest.fixture
def short(game):
    """A configuration of every game whose games end soon."""
    return SHORT[game.name]


@pytest.fixture(scope="session")
def heaps(tmp_path_factory):
    """A game that was loaded, with hidden information, chance in play and an object that its states share."""
    lg.load(compiled(tmp_path_factory.mktemp("heaps"), "hidden", HEAPS))
    return lg.make("heaps")


@pytest.fixture(scope="session")
def kuhn(tmp_path_factory):
    """Kuhn poker of the examples, loaded: a small game with hidden information."""
    return lg.load(compiled(tmp_path_factory.mktemp("kuhn"), "kuhn_poker", KUHN_POKER))


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


@pytest.fixture
def ticks_during():
    """A function that counts how often this thread wakes up while another one is inside `call`, which takes half a
    second."""

    def ticks_during(call):
        times, ticks = [], []

        def work():
            times.append(time.perf_counter())
            call()
            times.append(time.perf_counter())

        thread = threading.Thread(target=work)
        thread.start()
        while thread.is_alive():
            time.sleep(0.001)
            ticks.append(time.perf_counter())
        return sum(times[0] < tick < times[1] for tick in ticks)

    return ticks_during
