"""Ctrl-C soon ends every long call, and leaves the documented state."""

import os
import signal
import threading
import time

import libgames as lg
import numpy as np
import pytest
from helpers import NIM, compiled


SOON = 0.05  # seconds


class Interrupted(Exception):
    """Raised by the handler of the signal."""


@pytest.fixture(autouse=True)
def soon():
    def leave(number, frame):
        raise Interrupted

    before = signal.signal(signal.SIGALRM, leave)
    signal.setitimer(signal.ITIMER_REAL, SOON)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def interrupted(call):
    """The call would take minutes; it ends soon after the signal."""
    begin = time.process_time()
    with pytest.raises(Interrupted):
        call()
    assert time.process_time() - begin < 1.5


@pytest.mark.parametrize("name", ["alquerque", "snakecore", "ontherun"])
def test_rollouts(name):
    interrupted(lambda: lg.make(name).rollouts(10**7))


def test_inside_one_rollout(tmp_path):
    """For a game that is slow and never ends."""
    signal.setitimer(signal.ITIMER_REAL, 0)
    slow = "for (volatile int i = 0; i < 20000; i++) {}\n    if (next.stones == 1) return memcpy(after, &next, sizeof next), LG_OK;"
    source = NIM.replace('.name = "nim"', '.name = "slow"').replace('.id = "Nim"', '.id = "Slow"')
    source = source.replace("if (next.stones == 0) return LG_E_OVER;", slow).replace("game->params[0];", "INT64_MAX;", 1)
    lg.load(compiled(tmp_path, "slow", source))
    state = lg.make("slow").new()
    search, searches = lg.Search(state.game, simulations=9), lg.BatchSearch(state.game, 2, simulations=50)
    search.begin(state)
    searches.begin([state, state])
    calls = (state.rollout, lambda: state.game.rollouts(1), lambda: state.choose("mcts(simulations=9)"), search.run,
             searches.run)
    for call in calls:
        signal.setitimer(signal.ITIMER_REAL, SOON)
        interrupted(call)


@pytest.mark.parametrize("threads", [1, 2])
def test_self_play(threads):
    """The games under way continue as without the interruption."""
    signal.setitimer(signal.ITIMER_REAL, 0)
    how = {"positions": 9, "drawn": 0, "cutoff": 30, "seed": 5}
    whole = lg.SelfPlay("alquerque", 2, 800, **how).run()
    play = lg.SelfPlay("alquerque", 2, 800, threads=threads, **how)
    for _ in range(2):
        signal.setitimer(signal.ITIMER_REAL, SOON)
        interrupted(play.run)
        assert len(play.positions) == 0 and play.next == 0
    assert (play.run().policies == whole.policies).all() and play.next == 2


def test_perft():
    state = lg.make("alquerque").new()
    interrupted(lambda: lg.alquerque.perft(state, 14))


def test_checks():
    interrupted(lambda: lg.make("alquerque").check(10**6, 10**12))


@pytest.mark.parametrize("threads", [1, 2])
def test_steps(threads):
    """The games that were reached are stepped, the others are unchanged."""
    signal.setitimer(signal.ITIMER_REAL, 0)
    games = 400
    envs = lg.vector.make("alquerque", games, opponents="mcts(simulations=10000)", seat=0, threads=threads)
    envs.reset()
    signal.setitimer(signal.ITIMER_REAL, SOON)

    def step():
        while True:
            envs.step(envs.sample())

    interrupted(step)
    steps = {envs.slot(slot).steps for slot in range(games)}
    assert max(steps) - min(steps) <= 1
    signal.setitimer(signal.ITIMER_REAL, SOON)
    interrupted(lambda: [envs.reset() for _ in range(10**6)])
    assert envs.sample().shape == (games,)


@pytest.mark.parametrize("opponent", ["mcts(simulations=1000000000)", "alphabeta(depth=200)",
                                      "strong(simulations=1000000000)"])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_player_that_thinks_for_long(opponent, threads):
    """Steps, resets and choices of few games end, and the games are as before."""
    signal.setitimer(signal.ITIMER_REAL, 0)
    envs = lg.vector.make("alquerque", 3, opponents=opponent, seat=0, threads=threads, seed=1)
    envs.reset()
    actions, seen = envs.sample(), [envs.state(slot) for slot in range(3)]
    before = [envs.save(slot) for slot in range(3)]
    for call in (lambda: envs.step(actions), lambda: envs.step(actions, np.array([False, True, False])),
                 lambda: envs.choose(opponent)):
        signal.setitimer(signal.ITIMER_REAL, SOON)
        interrupted(call)
        assert [envs.save(slot) for slot in range(3)] == before
        assert [envs.state(slot) for slot in range(3)] == seen
    first = lg.vector.make("alquerque", 3, opponents=opponent, seat=1, threads=threads, seed=1)
    signal.setitimer(signal.ITIMER_REAL, SOON)
    interrupted(first.reset)
    with pytest.raises(ValueError, match="^reset"):
        first.current()


def test_samplers():
    signal.setitimer(signal.ITIMER_REAL, 0)
    envs = lg.vector.make("ontherun", 4096)
    envs.reset()
    signal.setitimer(signal.ITIMER_REAL, SOON)
    interrupted(lambda: [envs.resample(seed=seed) for seed in range(10**6)])
    assert envs.sample().shape == (4096,)


def test_the_first_reset():
    """It begins again afterwards, with the same episodes as without the interruption."""
    signal.setitimer(signal.ITIMER_REAL, 0)
    games = 4_000
    envs = lg.vector.make("amazes", games, seed=5)
    signal.setitimer(signal.ITIMER_REAL, SOON)
    interrupted(envs.reset)
    for call in (envs.sample, envs.current, lambda: envs.reset(options={"reset_mask": np.arange(games) < 5})):
        with pytest.raises(ValueError, match=r"^reset\(\) first$|reset of all games before"):
            call()
    envs.reset()
    for slot in (0, 7, games // 2, games - 1):
        assert envs.slot(slot).seed == 5 + slot and envs.slot(slot).episode == 0


MANY = {
    "expand": lambda envs: envs.expand(np.zeros(MOST, int), np.zeros(MOST, int)),
    "resample": lambda envs: envs.resample(parents=np.zeros(MOST, int), players=np.zeros(MOST, int)),
    "observe": lambda envs: envs.observe(np.zeros(MOST, int), parents=np.zeros(MOST, int)),
    "transform": lambda envs: envs.transform(np.zeros(MOST, int), parents=np.zeros(MOST, int)),
    "choose": lambda envs: envs.choose("mcts(simulations=1000)"),
}
MOST = 2**18


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", MANY)
def test_many_states(name, threads):
    signal.setitimer(signal.ITIMER_REAL, 0)
    envs = lg.vector.make("amazes", 500, full_state=True, opponents=None, threads=threads)
    envs.reset()
    before = envs.states.copy()
    signal.setitimer(signal.ITIMER_REAL, SOON)
    interrupted(lambda: MANY[name](envs))
    assert (envs.states == before).all() and envs.sample().shape == (500,)


def test_batch_search():
    search = lg.Search("alquerque", 2**30)
    search.begin(search.game.new())
    interrupted(search.run)
    assert search.result.statistics.simulations > 0


def test_two_simultaneous_signals():
    """One of their errors is raised, and the step is as if it had not been, or has been done."""
    signal.setitimer(signal.ITIMER_REAL, 0)

    def leave(number, frame):
        raise Interrupted

    def both():
        time.sleep(0.1)
        for number in kinds:
            os.kill(os.getpid(), number)

    kinds = (signal.SIGTERM, signal.SIGINT)
    before = [signal.signal(number, leave) for number in kinds]
    try:
        envs = lg.vector.make("alquerque", 2, opponents="mcts(simulations=1000000000)", seat=0, seed=0)
        envs.reset()
        actions, kept = envs.sample(), [envs.save(slot) for slot in range(2)]
        for _ in range(10):
            sender = threading.Thread(target=both)
            sender.start()
            try:
                interrupted(lambda: envs.step(actions))
            except Interrupted:  # the other signal's error, after the step
                pass
            sender.join()
            assert [envs.save(slot) for slot in range(2)] == kept
    finally:
        for number, handler in zip(kinds, before, strict=True):
            signal.signal(number, handler)
