"""The vector environment: the memory of its arrays, and copies of it or of its slots."""

import copy
import pickle

import libgames as lg
import numpy as np
import pytest
from stepping import MODES, equal, trace

# ---- memory of arrays ----


def arrays_in(result):
    for value in result.values() if isinstance(result, dict) else result:
        if isinstance(value, np.ndarray):
            yield value
        else:
            yield from arrays_in(value)


def test_results_are_copies_by_default(short):
    envs = lg.vector.make(short, 4, seed=17, autoreset="same_step")
    kept = [envs.reset()]
    frozen = copy.deepcopy(kept)
    for _ in range(60):
        kept.append(envs.step(envs.sample()))
        frozen.append(copy.deepcopy(kept[-1]))
    assert all(map(equal, kept, frozen))
    for result in kept[:3]:
        for name, array in enumerate(arrays_in(result)):
            assert not any(np.shares_memory(array, mine) for mine in envs._buffers.values()), name


def test_zero_copy_hands_out_the_same_arrays():
    envs, twin = (lg.vector.make("snakecore", 4, seed=18, copy=own) for own in (False, True))
    first = envs.reset()
    twin.reset()
    for _ in range(20):
        result, expected = envs.step(twin.sample()), twin.step(twin.actions)
        twin.actions[:] = 0
        envs.sample()
        assert result[0] is first[0] and result[4]["action_mask"] is first[1]["action_mask"]
        assert result[0].shape == expected[0].shape


def test_zero_copy_and_copies_agree(short):
    results = []
    for options in ({}, {"copy": False}, {"debug": True}, {"threads": 2}):
        envs = lg.vector.make(short, 6, seed=19, autoreset="same_step", **options)
        envs.reset()
        results.append([copy.deepcopy(envs.step(envs.sample())) for _ in range(40)])
    assert all(equal(results[0], result) for result in results[1:])


def test_debug_poisons_earlier_arrays():
    envs = lg.vector.make("snakecore", 4, seed=20, debug=True)
    stale, infos = envs.reset()
    kept = stale.copy()
    _, rewards, terminated, _, later = envs.step(envs.sample())
    assert (stale == 0xDD).all() and not np.array_equal(stale, kept)
    assert (infos["action_mask"] == np.int8(-35)).all() and infos["_action_mask"].all()
    envs.step(envs.sample())
    assert (np.abs(rewards) > 1e9).all() and terminated.all() and (later["player"] < 0).all()


def test_wrong_buffers_raise(game):
    """The flat module refuses arrays of another size, type or layout, read-only ones, and names that it does not
    know."""
    n, size = 4, game.state_size
    space = game.observation_spaces[0]
    good = {
        "states": np.zeros((n, size), np.uint8),
        "actions": np.zeros(n, np.int32),
        "observation": np.zeros((n, *space.shape), space.dtype),
        "mask": np.zeros((n, game.num_actions), np.uint8),
        "rewards": np.zeros((n, game.players), np.float32),
        "terminated": np.zeros(n, np.bool_),
    }

    def create(**changed):
        buffers, config = {**good, **changed}, lg._native.lg_batch_default(n)
        memory = np.empty(lg._native.lg_batch_size(game._handle, config), np.uint8)
        return lg._native.lg_batch_create(game._handle, config, buffers, memory)

    assert create()
    read_only = np.zeros((n, size), np.uint8)
    read_only.flags.writeable = False
    wrong = {
        "states": (np.zeros((n, size + 1), np.uint8), np.zeros((n, size), np.int16), read_only, None, [0]),
        "actions": (np.zeros(n, np.int64), np.zeros(n, np.float32), np.zeros(n + 1, np.int32), None),
        "observation": (np.zeros(3, space.dtype), np.zeros((n, *space.shape), np.float64), good["observation"].T[::-1]),
        "mask": (np.zeros((n, game.num_actions), np.int32), np.zeros((n, game.num_actions - 1), np.uint8), b"x"),
        "rewards": (np.zeros((n, game.players)), np.zeros(n - 1, np.float32), bytes(4 * n * game.players)),
        "terminated": (np.zeros(n, np.int32), np.zeros(2 * n, np.bool_)[::2]),
        "no_such_array": (np.zeros(n),),
    }
    for name, arrays in wrong.items():
        for array in arrays:
            with pytest.raises((TypeError, ValueError), match=name):
                create(**{name: array})


def test_states_in_place(game):
    envs = lg.vector.make(game, 5, seed=21, opponents=None, full_state=True)
    envs.reset()
    states = envs.states
    assert states.shape == (5,) and states.dtype == game.state_dtype and not states.flags.writeable
    before = states.tobytes()
    for _ in range(5):
        envs.step(envs.sample())
    assert states.tobytes() != before, "it is the batch's own memory"
    assert [states[slot].tobytes() for slot in range(5)] == [bytes(envs.state(slot)) for slot in range(5)]


# ---- copies, pickles, slots ----


@pytest.mark.parametrize("again", [copy.deepcopy, copy.copy, lambda envs: pickle.loads(pickle.dumps(envs))])
@pytest.mark.parametrize("mode", MODES[:2])
def test_copies_in_mid_game_continue_identically(short, mode, again):
    options = {"opponents": "random", "autoreset": mode, "max_episode_steps": 30, "rewards": "scores", "full_state": True}
    envs = lg.vector.make(short, 6, seed=22, **options)
    last = trace(envs, 25)[-1]
    twin = again(envs)
    assert equal(twin.current(), (last[0], {**last[4], **envs.current()[1]}))
    assert [twin.slot(slot) for slot in range(6)] == [envs.slot(slot) for slot in range(6)]
    twin.action_space.seed(1)
    envs.action_space.seed(1)
    for _ in range(80):
        actions = twin.action_space.sample()
        assert np.array_equal(actions, envs.action_space.sample())
        ahead = twin.step(actions)
        assert equal(ahead, envs.step(actions))
    assert twin.states.tobytes() == envs.states.tobytes()


def test_a_copy_begins_no_games(monkeypatch):
    """No bot thinks for it."""
    envs = lg.vector.make("alquerque", 4, seed=23, opponents="mcts(simulations=20)")
    envs.reset()
    envs.step(envs.sample())
    monkeypatch.setattr(lg._native, "lg_batch_reset", None)
    twins = [copy.deepcopy(envs), pickle.loads(pickle.dumps(envs))]
    monkeypatch.undo()
    actions = envs.sample()
    after = envs.step(actions)
    assert all(equal(twin.step(actions), after) for twin in twins)
    assert equal(envs.reset(), twins[0].reset())


def test_an_environment_that_was_never_reset_can_be_copied():
    envs = lg.vector.make("snakecore", 3, seed=23)
    twin = pickle.loads(pickle.dumps(envs))
    assert equal(envs.reset(), twin.reset())


def test_copies_share_nothing(short):
    envs = lg.vector.make(short, 3, seed=24, full_state=True)
    trace(envs, 5)
    twin, before = copy.deepcopy(envs), envs.states.tobytes()
    trace(twin, 5, reset=False)
    assert envs.states.tobytes() == before != twin.states.tobytes()


def test_slots(short):
    envs = lg.vector.make(short, 3, seed=25)
    trace(envs, 5)
    saved = envs.save(0)
    envs.clone(0, 1)
    assert envs.save(1) == saved
    envs.branch(0, 2, seed=9)
    assert envs.state(2) == envs.state(0) and envs.save(2) != saved
    for _ in range(5):
        actions = envs.sample()
        actions[1] = actions[0]
        observations = envs.step(actions)[0]
        assert np.array_equal(observations[0], observations[1]) and envs.save(0) == envs.save(1)
    envs.load(1, saved)
    assert envs.save(1) == saved
    other = lg.vector.make(short, 1)
    other.reset()
    other.load(0, saved)
    assert other.save(0) == saved
    for wrong in (b"", saved[:-1], saved + b"\0", b"\xff" * len(saved)):
        with pytest.raises(lg.StateError):
            envs.load(0, wrong)
