"""The vector environment: the batch through Python's buffers, Gymnasium's conventions, and nothing that surprises."""

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
from gymnasium.vector import AutoresetMode, VectorEnv

MODES = ("next_step", "same_step", "disabled")
SHORT = {
    "alquerque": "alquerque",
    "amazes": "amazes(turns=2)",
    "blockdrop": "blockdrop(turns=40)",
    "ontherun": "ontherun",
    "snakecore": "snakecore(rounds=12)",
}


@pytest.fixture
def short(game):
    """A configuration of every game whose games end soon."""
    return SHORT[game.name]


def trace(envs, steps, reset=True):
    """Everything that so many steps of random legal actions return."""
    seen = [envs.reset()] if reset else []
    return seen + [envs.step(envs.sample()) for _ in range(steps)]


def equal(one, other):
    """Whether two nested results are the same to the last byte."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(equal(one[key], other[key]) for key in one)
    if isinstance(one, (tuple, list)):
        return len(one) == len(other) and all(map(equal, one, other))
    return one.dtype == other.dtype and np.array_equal(one, other)


# ---- the batch is so many single games ----


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("mode", MODES)
def test_self_play_equals_single_games(short, mode, threads):
    """Action by action, for all modes and numbers of threads: observation, mask, rewards, player, end."""
    game, count = lg.make(short), 5
    envs = lg.vector.make(short, count, opponents=None, autoreset=mode, seed=40, threads=threads)
    observations, infos = envs.reset()
    states, over, episodes = [game.new(seed=40 + i) for i in range(count)], [False] * count, 0
    while episodes < 2 * count:
        for slot, state in enumerate(states):
            if not over[slot]:
                assert infos["player"][slot] == state.player
                assert np.array_equal(observations[slot], state.observation())
                assert np.array_equal(infos["action_mask"][slot], state.action_mask)
        actions = envs.sample()
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        begun = np.zeros(count, np.bool_)
        for slot, state in enumerate(states):
            if over[slot]:  # next-step: the action was ignored, a new game has begun
                assert (rewards[slot], terminated[slot]) == (0, False) and not infos["rewards"][slot].any()
                states[slot], over[slot] = envs.state(slot), False
                continue
            after = state.apply(int(actions[slot]))
            assert infos["rewards"][slot].tolist() == np.float32(after.outcome).tolist()
            assert rewards[slot] == np.float32(after.outcome[state.player]) * after.is_over
            assert (terminated[slot], truncated[slot]) == (after.is_over, False)
            states[slot] = after
            if not after.is_over:
                continue
            episodes += 1
            if mode == "same_step":
                assert infos["_final_obs"][slot]
                assert np.array_equal(infos["final_obs"][slot], after.observation(state.player))
                states[slot] = envs.state(slot)
            elif mode == "next_step":
                over[slot] = True
                assert infos["action_mask"][slot].all()
            else:
                begun[slot] = True
                assert not infos["action_mask"][slot].any()
        if begun.any():
            observations, infos = envs.reset(options={"reset_mask": begun})
            for slot in np.flatnonzero(begun):
                states[slot] = envs.state(slot)
        assert [bytes(envs.state(slot)) for slot in range(count)] == list(map(bytes, states))


def test_a_learner_sees_only_its_own_turns(short):
    """With opponents: after every step its own seat is to move, and the rewards are its own."""
    envs = lg.vector.make(short, 16, opponents="greedy", seat="random", autoreset="same_step", seed=1)
    _, infos = envs.reset()
    seats, episodes = infos["player"], 0
    assert len(set(seats)) == envs.game.players
    while episodes < 16:
        _, rewards, terminated, _, infos = envs.step(envs.sample())
        assert np.array_equal(rewards, infos["rewards"][np.arange(16), seats])
        assert np.array_equal(infos["player"][~terminated], seats[~terminated])
        seats = infos["player"]
        episodes += terminated.sum()


def test_seats_by_slot(game):
    """As many games with each seat, in every episode, also of each variant and where a slot gets another state."""
    envs = lg.vector.make(game, 4 * game.players, seat="slot", opponents="random", autoreset="same_step", seed=2)
    expected = np.arange(envs.num_envs) % game.players
    envs.reset()
    for _ in range(60):
        assert np.array_equal(envs.seats[:, 0], expected)
        _, _, _, _, infos = envs.step(envs.sample())
        assert np.array_equal(infos["player"], expected)
    envs.set_state(1, game.new(5))
    assert np.array_equal(envs.seats[:, 0], expected)


def test_every_variant_has_every_seat_by_slot():
    maps = [lg.make("ontherun", cities=cities, room=40) for cities in (30, 40)]
    envs = lg.vector.make(maps[0], 8, variants=maps[1:], seat="slot", opponents="random")
    envs.reset()
    found = {(envs.slot(i).variant, int(envs.seats[i, 0])) for i in range(8)}
    assert found == {(0, 0), (0, 1), (1, 0), (1, 1)}


def test_slots_of_variants_are_states_of_theirs():
    """Each is of its own map: looked at, set, drawn, and explained."""
    maps = [lg.make("ontherun", cities=cities, map=cities, room=64) for cities in (40, 50, 60)]
    envs = lg.vector.make(maps[0], 6, variants=maps[1:], opponents=None, seed=0, truth=True, render_mode="ansi")
    _, infos = envs.reset()
    for _ in range(12):
        _, _, _, _, infos = envs.step(envs.sample())
    for slot in range(6):
        state = envs.state(slot)
        assert state.game == maps[slot % 3] and bytes(state) == envs.states[slot].tobytes()
        assert state.legal_actions == tuple(np.flatnonzero(infos["action_mask"][slot]))
    assert [board == envs.state(slot).board for slot, board in enumerate(envs.render())] == [True] * 6
    start = maps[2].new(1)
    envs.set_state(5, start)
    assert envs.state(5) == start
    with pytest.raises(TypeError):
        envs.set_state(4, start)
    actions = envs.sample()
    actions[1] = np.flatnonzero(envs.action_mask[1] == 0)[0]
    with pytest.raises(lg.IllegalMove, match="^game 1, action "):
        envs.step(actions)


def test_variants_are_games_of_the_same_length():
    """Searches of a longer one would need more memory than the batch has."""
    for opponents in (None, "mcts(simulations=2,cutoff=2)"):
        with pytest.raises(ValueError, match=r"^variants\[0\]: expected a game like the first, where the largest number of decisions is "):
            lg.vector.make("amazes(turns=1)", 2, variants=["amazes(turns=150)"], opponents=opponents, seat=1)


def test_nothing_is_drawn_before_a_reset(short):
    envs = lg.vector.make(short, 2)
    with pytest.raises(ValueError, match="reset"):
        envs.sample()


def test_copies_are_aligned(short):
    envs = lg.vector.make(short, 3, opponents="random", seed=1)
    envs.reset()
    for twin in (pickle.loads(pickle.dumps(envs)), copy.deepcopy(envs)):
        assert all(array.ctypes.data % 64 == 0 for array in twin._buffers.values())


def test_damaged_pickle(game):
    """No bit of the states can be another one, since the library trusts them."""
    envs = lg.vector.make(game, 2, opponents=None, seed=1)
    envs.reset()
    for place in range(0, envs.num_envs * game.state_size, 1 + game.state_size // 10):
        kept = copy.deepcopy(envs.__getstate__())
        kept["_buffers"]["states"].reshape(-1)[place] ^= 1
        with pytest.raises(lg.StateError, match="^expected the states of the saved slots, not others"):
            lg.vector.VectorEnv.__new__(lg.vector.VectorEnv).__setstate__(kept)


def test_fixed_seats(game):
    for seat in range(game.players):
        envs = lg.vector.make(game, 4, seat=seat, seed=2)
        _, infos = envs.reset()
        assert (infos["player"] == seat).all() and (envs.seats[:, 0] == seat).all()
        assert (envs.seats == (np.arange(game.players) + seat) % game.players).all()


def test_opponents_sit_where_they_were_put():
    """From the learner's left on: a greedy opponent plays as State.choose can play, a random one hardly ever does."""
    envs = lg.vector.make("snakecore(players=3)", 64, opponents=("greedy", "random"), seat=1, rewards="scores", seed=3)
    envs.reset()
    total = np.zeros(3)
    for _ in range(200):
        total += envs.step(envs.sample())[4]["rewards"].sum(0)
    assert total[2] > 5 * max(total[0], total[1], 1)


def test_score_rewards_add_up():
    envs = lg.vector.make("snakecore(rounds=30)", 8, opponents="greedy", rewards="scores", autoreset="disabled", seed=4)
    envs.reset()
    total, terminated = np.zeros((8, 2)), np.zeros(8, np.bool_)
    while not terminated.all():
        _, _, terminated, _, infos = envs.step(envs.sample())
        total += infos["rewards"]
    assert total.tolist() == [list(envs.state(slot).scores) for slot in range(8)] and total.any()


def test_masks_and_observations_lie_in_their_spaces(short):
    envs = lg.vector.make(short, 8, seed=5)
    assert isinstance(envs, VectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    observations, _ = envs.reset()
    for _ in range(30):
        assert envs.observation_space.contains(observations)
        assert envs.action_space.contains(actions := envs.action_space.sample())
        assert all(envs.single_action_space.contains(action) for action in actions)
        observations = envs.step(actions)[0]


# ---- ends of episodes ----


def at_the_end(mode, **options):
    """An environment of one short game, one step before its end, and the last action."""
    envs = lg.vector.make("blockdrop(turns=8)", 1, opponents=None, autoreset=mode, seed=6, **options)
    observations, _ = envs.reset()
    while envs.slot(0).steps < 7:
        observations = envs.step(envs.sample())[0]
    return envs, observations


def test_next_step():
    envs, _ = at_the_end("next_step")
    last, _, terminated, _, infos = envs.step([5])
    assert terminated[0] and envs.state(0).is_over and infos["action_mask"].all() and "final_obs" not in infos
    assert np.array_equal(last[0], envs.state(0).observation(3))
    first, rewards, terminated, _, infos = envs.step([0])
    assert rewards[0] == 0 and not terminated[0] and envs.slot(0)[1:3] == (1, 0)
    assert np.array_equal(first[0], envs.state(0).observation(0)) and str(envs.state(0)).startswith("page 0/8")


def test_same_step():
    envs, before = at_the_end("same_step")
    first, _, terminated, _, infos = envs.step([5])
    assert terminated[0] and envs.slot(0)[1:3] == (1, 0) and str(envs.state(0)).startswith("page 0/8")
    assert np.array_equal(first[0], envs.state(0).observation(0))
    assert infos["_final_obs"].tolist() == infos["_final_info"].tolist() == [True]
    assert infos["final_obs"].dtype == first.dtype and infos["final_obs"].shape == first.shape
    assert not np.array_equal(infos["final_obs"], first) and not np.array_equal(infos["final_obs"], before)
    assert infos["final_info"]["player"][0] == 3 and not infos["final_info"]["action_mask"].any()
    assert "final_obs" not in envs.step([5])[4]


def test_disabled():
    envs, _ = at_the_end("disabled")
    last, _, terminated, _, infos = envs.step([5])
    assert terminated[0] and not infos["action_mask"].any()
    with pytest.raises(lg.GameOver, match="reset"):
        envs.step([5])
    assert envs.state(0).is_over and np.array_equal(envs.current()[0], last)
    envs.reset(options={"reset_mask": np.array([True])})
    assert envs.slot(0)[1:3] == (1, 0) and not envs.step([5])[2][0]


@pytest.mark.parametrize("mode", MODES)
def test_episodes_are_truncated(mode):
    envs = lg.vector.make("alquerque", 3, autoreset=mode, max_episode_steps=7, seed=7)
    envs.reset()
    for _ in range(6):
        _, _, terminated, truncated, _ = envs.step(envs.sample())
        assert not terminated.any() and not truncated.any()
    _, rewards, terminated, truncated, infos = envs.step(envs.sample())
    assert truncated.all() and not terminated.any() and not rewards.any()
    final = infos["final_info"] if mode == "same_step" else infos
    assert final["action_mask"].any(axis=1).all(), "the game itself goes on"
    if mode != "disabled":
        assert not envs.step(envs.sample())[3].any()


@pytest.mark.parametrize("name", ["next_step", "NEXT_STEP", "NextStep", AutoresetMode.NEXT_STEP])
def test_names_of_modes(name):
    assert lg.vector.make("alquerque", 1, autoreset=name).metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP


# ---- seeds ----


def test_seeds(game):
    """Slot i of seed s is game.new(s + i); other seeds, other games, also with the same start."""

    def played(seed):
        envs = lg.vector.make(game, 4, seed=seed, opponents="random")
        envs.reset()
        return [envs.step(np.argmax(envs.action_mask, axis=1))[0].tobytes() for _ in range(20)]

    assert played(8) == played(8) != played(9)
    envs = lg.vector.make(game, 3, opponents=None)
    envs.reset(seed=8)
    assert [envs.state(slot) for slot in range(3)] == [game.new(seed=8 + slot) for slot in range(3)]
    envs.reset(seed=[5, 2**64 - 1, 3])
    assert [envs.state(slot) for slot in range(3)] == [game.new(seed=seed) for seed in (5, 2**64 - 1, 3)]
    envs.reset(seed=2**64 - 1)
    assert envs.state(1) == game.new(seed=0)


def test_games_in_a_row_differ_and_come_again():
    def starts(seed):
        envs = lg.vector.make("snakecore", 4, seed=seed, opponents=None)
        envs.reset()
        return [bytes(envs.state(slot)) for _ in range(5) for slot in range(4) if envs.reset()]

    assert starts(1) == starts(1)
    assert len({*starts(1), *starts(100)}) == 40


def test_some_seeds_may_be_left_out():
    envs = lg.vector.make("snakecore", 3, seed=10, opponents=None)
    game = envs.game
    envs.reset(seed=[None, 77, None])
    assert [envs.state(slot) for slot in range(3)] == [game.new(seed=seed) for seed in (10, 77, 12)]
    after = lg.vector.make("snakecore", 3, seed=10, opponents=None)
    after.reset()
    after.reset()
    envs.reset(seed=[None, 78, None])
    assert envs.state(0) == after.state(0) and envs.state(1) == game.new(seed=78)


def test_unseeded_environments_differ():
    starts = []
    for _ in range(3):
        envs = lg.vector.make("snakecore", 1)
        envs.reset()
        starts.append(bytes(envs.state(0)))
    assert len(set(starts)) == 3


def test_partial_reset_leaves_the_others_alone(short):
    envs = lg.vector.make(short, 4, seed=11)
    trace(envs, 3)
    before = [envs.save(slot) for slot in range(4)]
    envs.reset(seed=3, options={"reset_mask": np.array([False, True, False, True])})
    assert [envs.save(slot) == before[slot] for slot in range(4)] == [True, False, True, False]
    assert envs.slot(3).seed == 6


# ---- wrong actions ----


def test_wrong_actions_mark_just_their_games():
    envs = lg.vector.make("alquerque", 5, seed=12, illegal="mark")
    twin = lg.vector.make("alquerque", 5, seed=12)
    envs.reset()
    twin.reset()
    actions = envs.sample()
    before = [envs.save(slot) for slot in range(5)]
    seen, _ = envs.current()
    wrong = actions.astype(np.int64)
    wrong[1], wrong[2], wrong[4] = np.flatnonzero(envs.action_mask[1] == 0)[0], 392, 2**32 + int(actions[4])
    observations, rewards, terminated, _, infos = envs.step(wrong)
    twin.step(actions)
    assert infos["status"].tolist() == [0, 2, 1, 0, 1] == envs.status.tolist()
    for slot in range(5):
        assert envs.save(slot) == (before[slot] if slot in (1, 2, 4) else twin.save(slot))
    assert np.array_equal(observations[[1, 2, 4]], seen[[1, 2, 4]])
    assert not rewards[[1, 2, 4]].any() and not terminated.any()
    assert "status" not in envs.step(envs.sample())[4]


@pytest.mark.parametrize(("action", "error"), [(0, lg.IllegalMove), (-1, ValueError), (392, ValueError), (2**31, ValueError)])
def test_wrong_actions_raise(action, error):
    envs = lg.vector.make("alquerque", 3, seed=13)
    envs.reset()
    assert not envs.action_mask[1, 0]
    actions = envs.sample().astype(np.int64)
    actions[1] = action
    with pytest.raises(error, match=r"game 1, action .*\(1 games") as raised:
        envs.step(actions)
    assert raised.value.slots.tolist() == [1]
    assert [envs.slot(slot).steps for slot in range(3)] == [1, 0, 1]
    warned = lg.vector.make("alquerque", 3, seed=13, illegal="warn")
    warned.reset()
    with pytest.warns(UserWarning, match="game 1"):
        warned.step(actions)


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        ([0, 0], ValueError),
        ([[0], [0], [0]], ValueError),
        (0, ValueError),
        ([0.0, 0.0, 0.0], TypeError),
        (["0", "0", "0"], TypeError),
        ([True, True, True], TypeError),
        (None, ValueError),
        ([None] * 3, TypeError),
        (np.zeros(3, np.complex64), TypeError),
        (np.zeros((3, 1), np.int32), ValueError),
    ],
)
def test_wrong_arrays_of_actions_raise_before_anything_happens(actions, error):
    envs = lg.vector.make("snakecore", 3, seed=14)
    envs.reset()
    before = [envs.save(slot) for slot in range(3)]
    with pytest.raises(error, match="actions"):
        envs.step(actions)
    assert [envs.save(slot) for slot in range(3)] == before


def test_actions_of_any_integer_type():
    results = []
    for kind in (np.int8, np.uint8, np.int16, np.int32, np.int64, np.uint64, list, "strided", "in place"):
        envs = lg.vector.make("snakecore", 4, seed=15)
        envs.reset()
        actions = np.array([0, 1, 2, 3])
        if kind == "in place":
            envs.actions[:] = actions
            actions = envs.actions
        elif kind == "strided":
            actions = np.repeat(actions, 2)[::2]
        else:
            actions = actions.tolist() if kind is list else actions.astype(kind)
        results.append(envs.step(actions))
    assert all(equal(results[0], result) for result in results)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"num_envs": 0}, ValueError),
        ({"num_envs": -1}, ValueError),
        ({"num_envs": 2**25}, ValueError),
        ({"num_envs": 2.0}, TypeError),
        ({"threads": 0}, ValueError),
        ({"threads": 65}, ValueError),
        ({"autoreset": "sometimes"}, ValueError),
        ({"rewards": "praise"}, ValueError),
        ({"observation": "x-rays"}, ValueError),
        ({"opponents": "grandmaster"}, ValueError),
        ({"opponents": ["random"] * 3}, ValueError),
        ({"opponents": 5}, TypeError),
        ({"seat": 2}, ValueError),
        ({"seat": -1}, ValueError),
        ({"seat": "left"}, TypeError),
        ({"seed": -1}, ValueError),
        ({"seed": 2**64}, ValueError),
        ({"seed": 1.5}, TypeError),
        ({"max_episode_steps": -1}, ValueError),
        ({"illegal": "ignore"}, ValueError),
        ({"render_mode": "hologram"}, ValueError),
        ({"no_such_parameter": 1}, TypeError),
    ],
)
def test_wrong_settings(options, error):
    with pytest.raises(error) as raised:
        lg.vector.make("snakecore", **options)
    assert str(raised.value)


@pytest.mark.parametrize("game", ["snakecore", "snakecore(size=8)", lg.make("snakecore")], ids=repr)
def test_misspelt_options_are_named_with_those_that_exist(game):
    with pytest.raises(TypeError, match=r"^sead: .*\(opponents, seat, .*render_mode\) .* snakecore: size .*; did you mean 'seed'\?$"):
        lg.vector.make(game, 2, seed=1, sead=0)


def test_parameters_of_the_game_are_keywords_too():
    assert lg.vector.make("snakecore", size=8, num_envs=4).game == lg.make("snakecore", size=8)
    for configured in ("snakecore(players=3)", lg.make("snakecore", players=3)):
        with pytest.raises(ValueError, match="parameters"):
            lg.vector.make(configured, size=8)


def test_wrong_resets():
    envs = lg.vector.make("snakecore", 3, seed=16)
    with pytest.raises(ValueError, match="reset"):
        envs.step([0, 0, 0])
    for call in (lambda: envs.state(0), lambda: envs.save(0), envs.current, lambda: envs.slot(0)):
        with pytest.raises(ValueError, match="reset"):
            call()
    for seed, error in ((-1, ValueError), (2**64, ValueError), ([1, 2], ValueError), (1.5, TypeError), ("7", TypeError)):
        with pytest.raises(error):
            envs.reset(seed=seed)
    for mask, error in (([True] * 3, TypeError), (np.ones(3), TypeError), (np.ones(2, bool), ValueError)):
        with pytest.raises(error, match="reset_mask"):
            envs.reset(options={"reset_mask": mask})
    envs.reset()
    with pytest.raises(ValueError, match="reset_mask"):
        envs.reset(options={"reset_mask": np.zeros(3, bool)})
    for slot, error in ((-1, ValueError), (3, ValueError), (1.5, TypeError)):
        with pytest.raises(error):
            envs.state(slot)
        with pytest.raises(error):
            envs.save(slot)


# ---- whose memory it is ----


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


def test_debug_poisons_what_was_handed_out():
    envs = lg.vector.make("snakecore", 4, seed=20, debug=True)
    stale, infos = envs.reset()
    kept = stale.copy()
    _, rewards, terminated, _, later = envs.step(envs.sample())
    assert (stale == 0xDD).all() and not np.array_equal(stale, kept)
    assert (infos["action_mask"] == np.int8(-35)).all() and infos["_action_mask"].all()
    envs.step(envs.sample())
    assert (np.abs(rewards) > 1e9).all() and terminated.all() and (later["player"] < 0).all()


def test_wrong_buffers_raise(game):
    """The flat module refuses arrays of another size, type or layout, read-only ones, and names that it does not know."""
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
        buffers = {**good, **changed}
        return lg._native.lg_batch_create(game._handle, lg._native.lg_batch_default(n), buffers)

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
    envs = lg.vector.make(game, 5, seed=21, opponents=None, truth=True)
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
def test_copies_in_mid_game_go_on_identically(short, mode, again):
    options = {"opponents": "random", "autoreset": mode, "max_episode_steps": 30, "rewards": "scores", "truth": True}
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


def test_an_environment_that_was_never_reset_can_be_copied():
    envs = lg.vector.make("snakecore", 3, seed=23)
    twin = pickle.loads(pickle.dumps(envs))
    assert equal(envs.reset(), twin.reset())


def test_copies_share_nothing(short):
    envs = lg.vector.make(short, 3, seed=24, truth=True)
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


def test_start_from_a_state(game, middle, last):
    envs = lg.vector.make(game, 2, opponents=None, seed=26)
    envs.reset()
    envs.set_state(1, middle, seed=4)
    observations, infos = envs.current()
    assert envs.state(1) == middle and infos["player"][1] == middle.player
    assert np.array_equal(observations[1], middle.observation())
    with pytest.raises(lg.GameOver):
        envs.set_state(1, last)
    with pytest.raises(TypeError, match="state"):
        envs.set_state(1, lg.make("alquerque" if game.name != "alquerque" else "blockdrop").new())


def test_expand(short):
    """Many states x many actions, as State.apply plays them, and the games stay as they are."""
    envs = lg.vector.make(short, 4, opponents=None, seed=27, threads=2, truth=True)
    trace(envs, 6)
    game, before = envs.game, envs.states.tobytes()
    pairs = [(slot, action) for slot in range(4) for action in range(game.num_actions)]
    parents, actions = np.array(pairs).T
    result = envs.expand(actions, parents)
    assert envs.states.tobytes() == before
    for number, (slot, action) in enumerate(pairs[:: max(1, len(pairs) // 200)]):
        number *= max(1, len(pairs) // 200)
        state = envs.state(slot)
        try:
            after = state.apply(action)
        except lg.IllegalMove:
            assert result.status[number] == 2
            continue
        assert result.status[number] == 0 and result.states[number].tobytes() == bytes(after)
        assert result.player[number] == (-1 if after.is_over else after.player)
        assert np.array_equal(result.action_mask[number], after.action_mask)
        assert result.scores[number].tolist() == list(after.scores)
        assert result.outcome[number].tolist() == np.float32(after.outcome).tolist()
        seat = state.player if after.is_over else after.player
        assert np.array_equal(result.observation[number], after.observation(seat))
    slots, chosen = [2, 0], envs.sample()[[2, 0]]
    for states in ([envs.state(slot) for slot in slots], envs.states[slots]):
        given = envs.expand(chosen, states=states)
        assert [row.tobytes() for row in given.states] == [
            bytes(envs.state(slot).apply(int(action))) for slot, action in zip(slots, chosen, strict=True)
        ]
    grandchildren = envs.expand([0] * len(given.states), states=given.states)
    assert len(grandchildren.states) == 2 and envs.states.tobytes() == before
    for wrong in (np.zeros(4, np.uint8), np.zeros((2, game.state_size), np.uint8), ["x"]):
        with pytest.raises((TypeError, ValueError)):
            envs.expand([0], states=wrong)


def test_resample(short):
    """Sample k is what State.resample draws from seed + k, and the games stay as they are, for any number of threads."""
    envs = lg.vector.make(short, 40, opponents=None, seed=41, truth=True)
    trace(envs, 12)
    game, before, players = envs.game, envs.states.tobytes(), np.arange(100) % envs.game.players
    parents = np.arange(100) * 7 % 40
    result, own = envs.resample(players, parents, seed=9), envs.resample(seed=9)
    assert envs.states.tobytes() == before
    assert result.states.dtype == game.state_dtype and result.information.dtype == np.uint64
    for number, (player, parent) in enumerate(zip(players, parents, strict=True)):
        state, sample = envs.state(parent), game.from_bytes(result.states[number].tobytes())
        assert sample == state.resample(player, 9 + number) and result.status[number] == 0
        assert result.information[number] == state.information(player) == sample.information(player)
        for space in game.observation_spaces:
            assert np.array_equal(sample.observation(player, space.name), state.observation(player, space.name))
    for slot in range(40):
        state = envs.state(slot)
        if state.is_over:
            assert own.status[slot] == 3 and not own.information[slot] and not any(own.states[slot].tobytes())
        else:
            assert own.states[slot].tobytes() == bytes(state.resample(state.player, 9 + slot))
            assert own.information[slot] == state.information(state.player)
    for threads in (2, 3):
        twin = lg.vector.make(short, 40, opponents=None, seed=41, threads=threads)
        trace(twin, 12)
        assert equal(twin.resample(players, parents, seed=9), result) and equal(twin.resample(seed=9), own)
    for states in (envs.states[parents], [envs.state(parent) for parent in parents]):
        assert equal(envs.resample(players, states=states, seed=9), result)
    assert equal(envs.resample(seed=10).information, own.information)
    again = envs.resample(players, states=result.states, seed=9)
    assert equal(again, result), "what is drawn follows from what the player knows, not from the true state"


def test_samples_of_finished_games(game, last):
    """Nobody is to move in them: whose knowledge counts must then be said."""
    envs = lg.vector.make(game, 2)
    result = envs.resample(states=[last, game.new()], seed=1)
    assert result.status.tolist() == [3, 0] and not any(result.states[0].tobytes()) and result.information[0] == 0
    said = envs.resample([0, 1], states=[last, last], seed=1)
    assert said.status.tolist() == [0, 0]
    assert [row.tobytes() for row in said.states] == [bytes(last.resample(player, 1 + player)) for player in (0, 1)]


def test_wrong_samples():
    envs = lg.vector.make("ontherun", 4, opponents=None, seed=42, truth=True)
    with pytest.raises(ValueError, match="reset"):
        envs.resample()
    envs.reset()
    before, states = envs.states.tobytes(), [envs.state(0)] * 3
    wrong = envs.resample([0, -1, 2, 2**40, 1], parents=[0, 0, 0, 0, 3])
    assert wrong.status.tolist() == [0, 1, 1, 1, 0] and not wrong.information[1:4].any()
    assert not np.frombuffer(wrong.states[1:4].tobytes(), np.uint8).any()
    assert envs.resample(parents=[0, 4, -1, 2**32]).status.tolist() == [0, 1, 1, 1]
    assert envs.resample(states=states, parents=[2, 3]).status.tolist() == [0, 1]
    assert all(len(rows) == 0 for rows in envs.resample([], states=[]))
    for arguments, error, match in (
        ({"players": [0, 1], "parents": [0]}, ValueError, "parents"),
        ({"players": [[0], [1]]}, ValueError, "players"),
        ({"players": 0}, ValueError, "players"),
        ({"players": [0.0]}, TypeError, "players"),
        ({"players": ["0"]}, TypeError, "players"),
        ({"parents": [None]}, TypeError, "parents"),
        ({"parents": [True]}, TypeError, "parents"),
        ({"states": ["x"]}, TypeError, None),
        ({"states": np.zeros(72, np.uint8)}, TypeError, "states"),
        ({"states": np.full(2 * 9, 2**64 - 1, np.uint64).view(envs.game.state_dtype)}, lg.StateError, "row 0"),
        ({"states": [lg.make("alquerque").new()]}, TypeError, "expected a state of"),
        ({"seed": -1}, ValueError, "seed"),
        ({"seed": 2**64}, ValueError, "seed"),
        ({"seed": 1.5}, TypeError, None),
    ):
        with pytest.raises(error, match=match):
            envs.resample(**arguments)
    assert envs.states.tobytes() == before


def test_states_of_another_game_are_refused():
    """Their bytes can fit all the same, as those of another city do."""
    envs = lg.vector.make("ontherun", 1, seed=0)
    for other in (lg.make("ontherun(map=1)").new(), envs.game.state_size, bytes(envs.game.new())):
        with pytest.raises(TypeError, match="expected a state of"):
            envs.expand([0], states=[other])
        with pytest.raises(TypeError, match="expected a state of"):
            envs.resample([0], states=[other])


@pytest.mark.parametrize("value", [-1, 2, 127, -128])
def test_nothing_is_drawn_from_a_mask_that_was_written_to(value):
    for change in (lambda mask: mask.__setitem__((7, -1), value), lambda mask: mask.__setitem__(7, 0)):
        envs = lg.vector.make("alquerque", 50, seed=0, copy=False)
        _, infos = envs.reset()
        change(infos["action_mask"])
        for sample in (envs.sample, envs.action_space.sample):
            with pytest.raises(ValueError, match="action_mask: expected 0 and 1, and a legal action, in row 7: it was wr"):
                sample()


def test_no_call_runs_beside_a_step():
    """Whatever uses the batch, also in several steps, refuses to while another thread does."""
    envs = lg.vector.make("alquerque", 4, seed=1)
    envs.reset()
    state, saved = envs.state(0), envs.save(0)
    calls = {
        "reset": envs.reset, "step": lambda: envs.step([0] * 4), "render": envs.render, "close": envs.close,
        "sample": envs.sample, "space": envs.action_space.sample, "state": lambda: envs.state(0),
        "slot": lambda: envs.slot(0), "save": lambda: envs.save(0), "load": lambda: envs.load(0, saved),
        "clone": lambda: envs.clone(0, 1), "branch": lambda: envs.branch(0, 1, 5),
        "set_state": lambda: envs.set_state(0, state), "current": envs.current, "expand": lambda: envs.expand([0] * 4),
        "resample": envs.resample, "observe": envs.observe, "choose": lambda: envs.choose("greedy"),
        "turn": lambda: envs.turn(0), "copy": lambda: copy.copy(envs), "pickle": lambda: pickle.dumps(envs),
        **{name: lambda name=name: getattr(envs, name) for name in ("actions", "states", "action_mask", "status", "seats")},
    }  # fmt: skip
    own = [kind for kind in lg.vector.VectorEnv.__mro__ if kind.__module__.startswith("libgames")]
    public = {name for kind in own for name in vars(kind) if not name.startswith("_")}
    known = {"num_envs", "same_step", "closed", "observation_space", "single_observation_space", "single_action_space"}
    assert public - known - {"action_space"} == set(calls) - {"space", "copy", "pickle"}
    told, entered, leave = {}, threading.Event(), threading.Event()

    def hold():
        with envs._use:
            entered.set()
            leave.wait(20)

    holder = threading.Thread(target=hold)
    holder.start()
    entered.wait(20)
    for name, call in calls.items():
        try:
            call()
        except RuntimeError as error:
            told[name] = str(error)
    leave.set()
    holder.join()
    assert told == dict.fromkeys(calls, "the batch is in use by another thread")
    again = pickle.loads(pickle.dumps(envs))
    assert again._use is not envs._use and (again.action_space.sample() >= 0).all()


@pytest.mark.parametrize("threads", [1, 3])
def test_steps_in_parts_are_the_same(threads):
    """Slow steps are made in parts, between which signals are looked at: as if each game were alone."""
    given = {"opponents": "mcts(simulations=600)", "seat": 0}
    envs = lg.vector.make("alquerque", 9, seed=3, threads=threads, **given)
    alone = [lg.vector.make("alquerque", 1, seed=3 + slot, **given) for slot in range(9)]
    seen = [envs.reset(), *(one.reset() for one in alone)]
    for _ in range(2):
        actions = [infos["action_mask"].argmax(1) for _, infos in seen]
        steps = [one.step(chosen) for one, chosen in zip((envs, *alone), actions, strict=True)]
        assert (steps[0][0] == np.concatenate([step[0] for step in steps[1:]])).all()
        seen = [(step[0], step[-1]) for step in steps]
    assert all(envs.slot(slot).steps == 2 for slot in range(9))
    mask = np.arange(9) % 2 == 0
    envs.reset(seed=[50 + slot for slot in range(9)], options={"reset_mask": mask})
    assert [envs.slot(slot).seed for slot in range(9)] == [50 + slot if slot % 2 == 0 else 3 + slot for slot in range(9)]


def test_a_million_samples_reach_every_city():
    """On the Run: the fugitive is drawn from just the cities where it can be, each equally often."""
    game = lg.make("ontherun")
    state = next(state for state in hunts(game) if len(lg.ontherun.hunt(state).possible) > 4 and state.player == 0)
    samples = lg.vector.make(game, 1, threads=2).resample(
        np.zeros(10**6, np.int32), np.zeros(10**6, np.int32), states=[state], seed=2**64 - 5
    )
    assert not samples.status.any() and (samples.information == state.information(0)).all()
    cities, counts = np.unique(samples.states["fugitive"], return_counts=True)
    possible = lg.ontherun.hunt(state).possible
    assert cities.tolist() in (possible, [city - 1 for city in possible])
    assert np.abs(counts * len(cities) / 10**6 - 1).max() < 0.02


def hunts(game):
    """All states of some random hunts."""
    for seed in range(100):
        state = game.new()
        while not state.is_over:
            yield state
            state = state.apply(state.choose("random", seed))


def test_wrong_numbers_for_expand():
    envs = lg.vector.make("snakecore", 2, opponents=None, seed=43)
    envs.reset()
    assert envs.expand([2**32, 0], parents=[0, 2**32]).status.tolist() == [1, 1]
    for actions, error in (([0.0], TypeError), ([[0]], ValueError), (0, ValueError), (["U"], TypeError)):
        with pytest.raises(error, match="actions"):
            envs.expand(actions)


def test_random_actions_are_legal_and_spread():
    envs = lg.vector.make("alquerque", 2000, seed=28, opponents=None)
    envs.reset()
    for _ in range(3):
        actions = envs.sample()
        assert envs.action_mask[np.arange(2000), actions].all()
        envs.step(actions)
    envs.set_state(0, envs.game.new().apply("c3-d4").apply("e5*c3"))
    for slot in range(1, 2000):
        envs.clone(0, slot)
    legal = np.flatnonzero(envs.action_mask[0])
    counts = np.bincount(np.concatenate([envs.sample() for _ in range(10)]), minlength=392)
    assert counts[legal].sum() == 20000 and (np.abs(counts[legal] - 20000 / len(legal)) < 1000).all()
    assert not np.array_equal(envs.sample(), envs.sample()) or len(legal) == 1


# ---- rendering, closing, resources ----


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
    envs = lg.vector.make("amazes", 16384, opponents="greedy", seat=0, observation="look", seed=31)
    envs.reset()
    envs.step(np.full(16384, 1))
    end_of_turn, errors, begun = np.full(16384, 4), [], threading.Event()

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
    """Whatever parts a long call over many states is made in."""
    envs = lg.vector.make(game, 100, truth=True, opponents=None, seed=1, variants=[game], observation="canonical")
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
        "turn": lambda: envs.turn(0, states, actions=actions, policies=policies, variants=variants),
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
import copy
assert copy.deepcopy(envs).states.tobytes() == envs.states.tobytes()
"""


def test_numpy_is_enough():
    done = subprocess.run([sys.executable, "-c", WITHOUT_GYMNASIUM], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def test_more_threads_same_results():
    results = []
    for threads in (1, 2, 5):
        envs = lg.vector.make("ontherun", 97, opponents="greedy", autoreset="same_step", seed=33, threads=threads)
        envs.reset()
        results.append(list(itertools.accumulate((hash(envs.step(envs.sample())[0].tobytes()) for _ in range(60)))))
    assert results[0] == results[1] == results[2]


def test_a_seed_in_an_array_without_dimensions():
    envs = lg.vector.make("alquerque", 3, opponents=None)
    envs.reset(seed=np.array(5))
    assert [envs.slot(slot).seed for slot in range(3)] == [5, 6, 7]
