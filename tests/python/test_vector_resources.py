"""The vector environment: rendering, closing, and its use of time, threads and memory."""

import copy
import gc
import itertools
import pickle
import resource
import subprocess
import sys
import threading
import time

import libgames as lg
import numpy as np
import pytest
from libgames import _many


def test_rendering(capsys):
    envs = lg.vector.make("blockdrop", 2, seed=29, render_mode="ansi")
    envs.reset()
    assert envs.render() == (envs.state(0).board, envs.state(1).board)
    envs = lg.vector.make("blockdrop", 2, seed=29, render_mode="rgb_array")
    envs.reset()
    assert [(frame.dtype, frame.ndim) for frame in envs.render()] == [(np.uint8, 3)] * 2
    envs = lg.vector.make("blockdrop", 2, seed=29, render_mode="human")
    envs.reset()
    assert envs.render() is None and envs.state(1).board in capsys.readouterr().out


def test_close():
    envs = lg.vector.make("snakecore", 2, seed=30, threads=2)
    observations, _ = envs.reset()
    envs.close()
    envs.close()
    assert envs.closed and observations.any()
    for call in (lambda: envs.step([0, 0]), envs.reset, lambda: envs.save(0), lambda: copy.deepcopy(envs)):
        with pytest.raises(ValueError, match="closed"):
            call()


def test_the_interpreter_is_free_during_a_step(ticks_during):
    """Another Python thread makes progress while a step runs, and may not touch the same environment."""
    envs = lg.vector.make("amazes", 4096, opponents="strong(simulations=100)", seat=0, observation="look", seed=31)
    envs.reset()
    envs.step(np.full(4096, 1))
    end_of_turn, errors, begun = np.full(4096, 4), [], threading.Event()

    def step():
        begun.set()
        envs.step(end_of_turn)

    def intrude():
        begun.wait()
        time.sleep(0.02)
        try:
            envs.step(end_of_turn)
        except RuntimeError as error:
            errors.append(str(error))

    intruder = threading.Thread(target=intrude)
    intruder.start()
    assert ticks_during(step) > 20
    intruder.join()
    assert errors == ["the batch is in use by another thread"]


@pytest.mark.parametrize("game", ["amazes", "ontherun"])
@pytest.mark.parametrize("own", [True, False])
def test_calls_in_parts_give_the_same(game, own, monkeypatch):
    """For a long call over many states in any parts."""
    envs = lg.vector.make(game, 100, full_state=True, opponents=None, seed=1, variants=[game], observation="canonical")
    envs.reset()
    for _ in range(6):
        envs.step(envs.sample())
    states = None if own else envs.states.copy()
    actions, parents = envs.sample(), np.arange(100)[::-1].copy()
    policies = np.random.default_rng(1).random((100, envs.game.num_actions), np.float32)
    variants = None if own else np.arange(100) % 2
    calls = {
        "expand": lambda **to: envs.expand(actions, states=states, variants=variants, **to),
        "expand others": lambda **to: envs.expand(actions, parents, states=states, variants=variants, **to),
        "resample": lambda **to: envs.resample(None, parents, states, 2**64 - 30, variants=variants, **to),
        "observe": lambda: envs.observe(1, states, variants=variants),
        "choose": lambda: envs.choose("mcts(simulations=5)", states, parents, 2**64 - 30, variants=variants),
        "transform": lambda: envs.transform(0, states, actions=actions, policies=policies, variants=variants),
    }
    wholes = {name: call() for name, call in calls.items()}
    for small in (True, False):
        for name, call in calls.items():
            if small:
                monkeypatch.setattr(_many, "Parts", lambda *first, **limits: Small())
                envs._paces.clear()
            found, whole = call(), wholes[name]
            for one, other in [(found, whole)] if isinstance(whole, np.ndarray) else zip(found, whole, strict=True):
                assert np.array_equal(one, other)
            if name in ("expand", "resample"):
                out = type(whole)(*map(np.zeros_like, whole))
                assert call(out=out) is out and all(map(np.array_equal, out, whole))


class Small:
    """Parts of 7."""

    def begin(self):
        return 7

    def end(self, done):
        assert 0 < done <= 7
        return False


def test_no_memory_growth_over_a_million_steps():
    envs = lg.vector.make("snakecore(rounds=50,size=8,walls=2)", 500, opponents="random", autoreset="same_step",
                          observation="window", seed=32)  # fmt: skip
    envs.reset()

    def play(steps):
        for _ in range(steps):
            envs.step(envs.sample())
        gc.collect()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = play(100)
    assert play(2000) - before < 2048, "a million agent steps: KiB"


def test_many_environments_come_and_go():
    """Threads, arrays and handles are given back."""
    threads = threading.active_count()
    before = None
    for number in range(60):
        envs = lg.vector.make("blockdrop", 512, seed=number, threads=3)
        envs.reset()
        if number % 2:
            envs.close()
        if number == 20:
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with open("/proc/self/status", encoding="ascii") as status:
        native = next(int(line.split()[1]) for line in status if line.startswith("Threads:"))
    del envs
    gc.collect()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 8192
    assert threading.active_count() == threads and native < 60


WITHOUT_GYMNASIUM = """
import sys
import libgames as lg
assert "gymnasium" not in sys.modules and "libgames.vector" not in sys.modules
sys.modules["gymnasium"] = None  # as if it were not installed
envs = lg.vector.make("snakecore", num_envs=64, seed=1, threads=2)
observations, infos = envs.reset()
for _ in range(10):
    observations, rewards, terminated, truncated, infos = envs.step(envs.sample())
assert envs.metadata["autoreset_mode"] == "next_step" and not hasattr(envs, "single_action_space")
import copy, pickle
assert copy.deepcopy(envs).states.tobytes() == envs.states.tobytes()
with open(sys.argv[1], "wb") as file:
    pickle.dump(envs, file)
"""


def test_numpy_is_enough(tmp_path):
    """An environment that was made without Gymnasium continues where it is installed, with its spaces."""
    file = tmp_path / "envs"
    done = subprocess.run([sys.executable, "-c", WITHOUT_GYMNASIUM, file], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    again, envs = pickle.loads(file.read_bytes()), lg.vector.make("snakecore", num_envs=64, seed=1, threads=2)
    envs.reset()
    for _ in range(10):
        envs.step(envs.sample())
    assert again.states.tobytes() == envs.states.tobytes() and again.metadata == envs.metadata
    spaces = ("autoreset_mode", "single_observation_space", "observation_space", "single_action_space", "action_space")
    assert [getattr(again, name) for name in spaces] == [getattr(envs, name) for name in spaces]
    again.step(again.action_space.sample())


def test_more_threads_same_results():
    results = []
    for threads in (1, 2, 5):
        envs = lg.vector.make("ontherun", 97, opponents="greedy", autoreset="same_step", seed=33, threads=threads)
        envs.reset()
        results.append(list(itertools.accumulate((hash(envs.step(envs.sample())[0].tobytes()) for _ in range(60)))))
    assert results[0] == results[1] == results[2]
