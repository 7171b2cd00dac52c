"""Gymnasium's ids: its own checks, and one environment beside a batch of them under Gymnasium's own autoreset."""

import copy
import pickle
import warnings

import gymnasium
import libgames as lg
import libgames.gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

IDS = {
    "alquerque": "libgames/Alquerque-v0",
    "amazes": "libgames/Amazes-v0",
    "blockdrop": "libgames/BlockDrop-v0",
    "ontherun": "libgames/OnTheRun-v0",
    "snakecore": "libgames/SnakeCore-v0",
}
SHORT = {"amazes": {"turns": 2}, "blockdrop": {"turns": 60}, "snakecore": {"rounds": 10}}


@pytest.fixture
def identifier(game):
    return IDS[game.name]


@pytest.fixture
def short(game):
    return SHORT.get(game.name, {})


def legal(info, random):
    return int(random.choice(np.flatnonzero(info["action_mask"])))


def test_every_game_is_registered():
    expected = {f"libgames/{lg.game_type(name).id}-v0" for name in lg.games()}
    assert set(IDS.values()) <= expected == {name for name in gymnasium.registry if name.startswith("libgames/")}


def test_check_env(identifier):
    """Gymnasium's checker, which takes actions whether they are legal or not; its warnings are errors here, ours not."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message="game 0, action")
        check_env(gymnasium.make(identifier).unwrapped)


def test_plays_an_episode(identifier, game):
    env, random = gymnasium.make(identifier, opponents="greedy"), np.random.default_rng(1)
    observation, info = env.reset(seed=1)
    over = False
    while not over:
        assert env.observation_space.contains(observation)
        state = env.unwrapped.state
        assert info["player"] == state.player and np.array_equal(info["action_mask"], state.action_mask)
        assert np.array_equal(observation, state.observation())
        assert np.array_equal(env.get_wrapper_attr("action_masks")(), state.action_mask.astype(bool))
        observation, reward, terminated, truncated, info = env.step(legal(info, random))
        over = terminated or truncated
    assert terminated and env.unwrapped.state.is_over
    assert reward == np.float32(env.unwrapped.state.outcome[info["player"]])


def test_random_actions_are_legal(identifier):
    """env.action_space.sample(), as every tutorial has it, without a warning about illegal actions."""
    env = gymnasium.make(identifier)
    env.reset(seed=2)
    env.action_space.seed(2)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for _ in range(50):
            if any(env.step(env.action_space.sample())[2:4]):
                env.reset()


def test_illegal_actions():
    env = gymnasium.make("libgames/Alquerque-v0")
    _, info = env.reset(seed=3)
    before, wrong = env.unwrapped.state, int(np.argmin(info["action_mask"]))
    with pytest.warns(UserWarning, match=before.explain(wrong)):
        _, reward, terminated, _, info = env.step(wrong)
    assert (reward, terminated) == (0, False) and env.unwrapped.state == before and info["status"] == 2
    strict = gymnasium.make("libgames/Alquerque-v0", illegal="raise")
    strict.reset(seed=3)
    with pytest.raises(lg.IllegalMove):
        strict.step(wrong)


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_a_batch_is_gymnasiums_own_vector_of_single_environments(identifier, short, mode):
    """The same seeds and actions give the same results, ends of episodes included."""
    single = SyncVectorEnv([lambda: gymnasium.make(identifier, **short)] * 3, autoreset_mode=mode)
    batch = gymnasium.make_vec(identifier, num_envs=3, autoreset=mode, **short)
    observations = single.reset(seed=5)[0], batch.reset(seed=5)[0]
    ends = 0
    for _ in range(400):
        assert np.array_equal(*observations)
        actions = batch.sample()
        theirs, ours = single.step(actions), batch.step(actions)
        for one, other in zip(theirs[1:4], ours[1:4], strict=True):
            assert np.array_equal(one, other)
        over = ours[2] | ours[3]
        ends += over.sum()
        same_step = mode is AutoresetMode.SAME_STEP
        if same_step and over.any():
            for slot in np.flatnonzero(over):
                assert np.array_equal(theirs[4]["final_obs"][slot], ours[4]["final_obs"][slot])
            assert np.array_equal(theirs[4]["_final_obs"], ours[4]["_final_obs"])
        going = ~over | same_step  # after the end, a batch that ignores the next action allows all of them
        assert np.array_equal(theirs[4]["action_mask"][going], ours[4]["action_mask"][going])
        observations = theirs[0], ours[0]
        if mode is AutoresetMode.DISABLED and over.any():
            resets = ({"reset_mask": over.copy()} for _ in range(2))
            observations = [envs.reset(options=next(resets))[0] for envs in (single, batch)]
    assert ends >= 3


def test_make_vec(identifier):
    envs = gymnasium.make_vec(identifier, num_envs=4, opponents="greedy", max_episode_steps=5)
    assert isinstance(envs.unwrapped, lg.vector.VectorEnv) and envs.num_envs == 4 and envs.spec.id == identifier
    envs.reset(seed=1)
    over = np.zeros(4, np.bool_)
    for _ in range(5):
        _, _, terminated, truncated, _ = envs.step(envs.action_space.sample())
        over |= terminated | truncated
    assert over.all()
    recorded = gymnasium.wrappers.vector.RecordEpisodeStatistics(gymnasium.make_vec(identifier, 2, max_episode_steps=4))
    recorded.reset(seed=1)
    infos = {}
    while "episode" not in infos:
        infos = recorded.step(recorded.action_space.sample())[4]
    assert 1 <= infos["episode"]["l"].max() <= 4


def test_time_limit():
    env = gymnasium.make("libgames/Alquerque-v0", max_episode_steps=3)
    _, info = env.reset(seed=1)
    for _ in range(3):
        _, _, terminated, truncated, info = env.step(env.action_space.sample())
    assert (terminated, truncated) == (False, True)


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_in_mid_game_go_on_identically(identifier, again):
    env = gymnasium.make(identifier, opponents="random").unwrapped
    env.reset(seed=6)
    for _ in range(15):
        if env.step(env.action_space.sample())[2]:
            env.reset()
    twin = again(env)
    for _ in range(30):
        action = twin.action_space.sample()
        assert action == env.action_space.sample(), "the copy's space looks at the copy's mask"
        one, other = twin.step(action), env.step(action)
        assert np.array_equal(one[0], other[0]) and one[1:4] == other[1:4]
        if one[2]:
            assert np.array_equal(twin.reset()[0], env.reset()[0])


def test_starts_from_a_state(identifier, game, middle):
    env = gymnasium.make(identifier, seat=middle.player)
    _, info = env.reset(options={"state": middle})
    assert env.unwrapped.state == middle and info["player"] == middle.player
    for wrong in ({"state": 5}, {"state": b"junk"}, 5, ["state"]):
        with pytest.raises(TypeError, match="options"):
            env.unwrapped.reset(options=wrong)
        assert env.unwrapped.state == middle
    with pytest.raises(ValueError, match=r"options\['state'\]: expected a game that is not over"):
        env.unwrapped.reset(options={"state": middle.rollout(1)[0]})
    assert env.unwrapped.state == middle


def test_rendering(identifier, capsys):
    for mode, kind in (("ansi", str), ("rgb_array", np.ndarray)):
        env = gymnasium.make(identifier, render_mode=mode)
        env.reset(seed=1)
        assert isinstance(env.render(), kind)
    env = gymnasium.make(identifier, render_mode="human")
    env.reset(seed=1)
    env.step(env.action_space.sample())
    assert capsys.readouterr().out.count(env.unwrapped.state.board[-20:]) >= 1


def test_module_in_the_id():
    env = gymnasium.make("libgames.gymnasium:libgames/SnakeCore-v0", size=12, players=4, observation="window")
    assert env.unwrapped.game == lg.make("snakecore(size=12,players=4)")
    assert env.observation_space.shape == dict((s.name, s.shape) for s in env.unwrapped.game.observation_spaces)["window"]


def test_forms(game):
    env = gymnasium.make(f"libgames/{game.type.id}-v0", observation="canonical+scaled+dict", rewards="shaped", seed=1)
    observation, _ = env.reset(seed=1)
    for _ in range(5):
        assert env.observation_space.contains(observation)
        state = env.unwrapped.state
        assert np.array_equal(observation["observation"], state.observation(state.player, "canonical+scaled"))
        assert np.array_equal(observation["action_mask"], env.unwrapped.action_masks())
        observation = env.step(env.action_space.sample())[0]
    with pytest.raises(ValueError, match="mask: expected 'bytes'"):
        gymnasium.make(f"libgames/{game.type.id}-v0", mask="bits")


def test_episodes_from_a_state_differ_like_any_others():
    """The seat and the opponents' choices come from the environment's seeds, not always from the same one."""
    env = libgames.gymnasium.GameEnv("blockdrop", seed=3)
    start = env.game.new(1)
    seats = [env.reset(options={"state": start})[1]["player"] for _ in range(20)]
    assert len(set(seats)) > 1
    first = [env.reset(seed=5, options={"state": start})[1]["player"], *(env.reset()[1]["player"] for _ in range(8))]
    again = [env.reset(seed=5, options={"state": start})[1]["player"], *(env.reset()[1]["player"] for _ in range(8))]
    other = [env.reset(seed=6, options={"state": start})[1]["player"], *(env.reset()[1]["player"] for _ in range(8))]
    assert first == again != other


def test_no_state_where_there_are_variants():
    maps = [lg.make("ontherun", cities=30, room=30, map=number) for number in (1, 2)]
    env = libgames.gymnasium.GameEnv(maps[0], variants=maps[1:], vary="episode")
    env.reset(seed=1)
    before = env.state
    with pytest.raises(ValueError, match="expected an environment without variants"):
        env.reset(options={"state": maps[0].new()})
    assert env.state == before
