"""The vector environment: the batch through Python's buffers equals the single games, by Gymnasium's conventions."""

import copy
import pickle

import libgames as lg
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, VectorEnv
from stepping import MODES, trace

# ---- the batch equals the single games ----


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
    """Seats are evenly distributed, in every episode, also for each variant and where a slot gets another state."""
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
    maps = [lg.make("ontherun", cities=cities, max_cities=40) for cities in (30, 40)]
    envs = lg.vector.make(maps[0], 8, variants=maps[1:], seat="slot", opponents="random")
    envs.reset()
    found = {(envs.slot(i).variant, int(envs.seats[i, 0])) for i in range(8)}
    assert found == {(0, 0), (0, 1), (1, 0), (1, 1)}


def test_slots_of_variants_are_states_of_the_variant():
    """Each has a different map: viewed, set, drawn, and explained."""
    maps = [lg.make("ontherun", cities=cities, map=cities, max_cities=64) for cities in (40, 50, 60)]
    envs = lg.vector.make(maps[0], 6, variants=maps[1:], opponents=None, seed=0, full_state=True, render_mode="ansi")
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
    assert final["action_mask"].any(axis=1).all(), "the game itself continues"
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


def test_a_seed_in_an_array_without_dimensions():
    envs = lg.vector.make("alquerque", 3, opponents=None)
    envs.reset(seed=np.array(5))
    assert [envs.slot(slot).seed for slot in range(3)] == [5, 6, 7]
