"""Gymnasium's ids: its own checks, and one environment compared with a batch of them under Gymnasium's own
autoreset."""

import copy
import pickle
import warnings
from pathlib import Path

import gymnasium
import libgames as lg
import libgames.gymnasium
import libgames.pettingzoo
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import NormalizeObservation, NormalizeReward, RecordEpisodeStatistics

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
    """Gymnasium's checker, which takes actions whether they are legal or not; its warnings are errors here, ours
    not."""
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
    """env.action_space.sample(), as in every tutorial, gives no warning about illegal actions."""
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
    with pytest.warns(UserWarning, match=f"{before.explain(wrong)}; choose from the mask"):
        _, reward, terminated, _, info = env.step(wrong)
    assert (reward, terminated) == (0, False) and env.unwrapped.state == before and info["status"] == 2
    losing = gymnasium.make("libgames/Alquerque-v0", illegal="lose")
    losing.reset(seed=3)
    _, reward, terminated, truncated, info = losing.step(wrong)
    assert (reward, terminated, truncated, info["status"]) == (-1, True, False, 2)
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
def test_copies_in_mid_game_continue_identically(identifier, again):
    env = gymnasium.make(identifier, opponents="random").unwrapped
    env.reset(seed=6)
    for _ in range(15):
        if env.step(env.action_space.sample())[2]:
            env.reset()
    twin = again(env)
    for _ in range(30):
        action = twin.action_space.sample()
        assert action == env.action_space.sample(), "the copy's space uses the copy's mask"
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
    maps = [lg.make("ontherun", cities=30, max_cities=30, map=number) for number in (1, 2)]
    env = libgames.gymnasium.GameEnv(maps[0], variants=maps[1:], vary="episode")
    env.reset(seed=1)
    before = env.state
    with pytest.raises(ValueError, match="expected an environment without variants"):
        env.reset(options={"state": maps[0].new()})
    assert env.state == before


# ---- options, names and wrappers ----


def test_options_that_there_are_not():
    """In every adapter, as for unknown keywords; the given dicts are unchanged."""
    single, envs = libgames.gymnasium.GameEnv("alquerque"), lg.vector.make("alquerque", 2)
    aec = lg.pettingzoo.alquerque_v0.env()
    for env in (single, envs, aec):
        env.reset(seed=1)
        given = {"sate": lg.make("alquerque").new()}
        with pytest.raises(TypeError, match="options: expected one of .*state.*; did you mean 'state'"):
            env.reset(options=given)
        assert list(given) == ["sate"]
    with pytest.raises(TypeError, match="reset_mask"):
        single.reset(options={"reset_mask": np.ones(1, np.bool_)})
    with pytest.raises(TypeError, match="options: expected None or a dict, of reset_mask and state, not"):
        envs.reset(options=[("state", None)])


def test_a_reset_with_a_wrong_seed_changes_nothing():
    env = libgames.gymnasium.GameEnv("snakecore")
    env.reset(seed=4)
    state, before = env.np_random.bit_generator.state, env.state
    for wrong in (-1, 2**64, 0.5, [3]):
        with pytest.raises((TypeError, ValueError), match="seed"):
            env.reset(seed=wrong)
    assert env.np_random.bit_generator.state == state and env.state == before


def test_vector_resets_from_states(game, middle):
    """All games begin from one state, or each from its own, as with set_state; the other games begin as usual."""
    envs, plain = (lg.vector.make(game, 4, seed=5, opponents=None) for _ in range(2))
    given = {"state": middle}
    infos = envs.reset(seed=9, options=given)[1]
    assert [envs.state(slot) for slot in range(4)] == [middle] * 4 and given == {"state": middle}
    assert infos["player"].tolist() == [middle.player] * 4 and envs.slot(2).seed == 11
    plain.reset(seed=9)
    mask, states = np.array([True, True, False, True]), [None, middle, middle, None]
    envs.reset(seed=20, options={"reset_mask": mask, "state": states})
    plain.reset(seed=20, options={"reset_mask": mask})
    assert states == [None, middle, middle, None] and mask.tolist() == [True, True, False, True]
    assert [envs.state(slot) for slot in (0, 3)] == [plain.state(slot) for slot in (0, 3)]
    assert envs.state(1) == envs.state(2) == middle and envs.slot(2).seed == 11
    for wrong, error in (([middle], ValueError), (5, TypeError), ([1] * 4, TypeError), (middle.rollout(1)[0], ValueError)):
        saved = [envs.save(slot) for slot in range(4)]
        with pytest.raises(error, match=r"options\['state'\]: expected"):
            envs.reset(options={"state": wrong})
        assert [envs.save(slot) for slot in range(4)] == saved


@pytest.mark.parametrize("begun", [True, False])
def test_a_state_after_the_last_decision_of_a_learner(begun):
    """The opponent ends the game before: nothing has changed."""
    game = lg.make("alquerque")
    states = [game.new()]
    while not states[-1].is_over:
        states.append(states[-1].apply(states[-1].legal_actions[0]))
    last = next(state for state in reversed(states) if not state.is_over)
    envs, twin = (lg.vector.make(game, 3, seed=5, opponents="greedy", seat=1 - last.player) for _ in range(2))
    if begun:
        envs.reset()
        twin.reset()
    with pytest.raises(lg.GameOver):
        envs.reset(options={"state": [None, None, last]})
    if not begun:
        with pytest.raises(ValueError, match="reset"):
            envs.current()
    assert all(np.array_equal(envs._buffers[name], twin._buffers[name]) for name in envs._buffers)
    assert np.array_equal(envs.reset()[0], twin.reset()[0])
    assert [envs.slot(slot) for slot in range(3)] == [twin.slot(slot) for slot in range(3)]


def public(kind):
    return {name for name in [*dir(kind), *kind.__annotations__] if not name.startswith("_")}


def test_names_of_gymnasium():
    """Additions in the next release must be examined."""
    own = {"action_space", "close", "closed", "metadata", "num_envs", "observation_space", "render", "render_mode", "reset",
           "single_action_space", "single_observation_space", "step"}
    inherited = {"close_extras", "np_random", "np_random_seed", "spec", "unwrapped"}
    assert public(gymnasium.vector.VectorEnv) == own | inherited
    envs = lg.vector.make("alquerque", 2)
    assert all(name in {**vars(lg.vector.VectorEnv), **vars(envs)} for name in own)
    assert all(hasattr(envs, name) for name in inherited) and envs.unwrapped is envs
    singles = {"action_space", "close", "metadata", "observation_space", "render", "render_mode", "reset", "step"}
    rest = {"get_wrapper_attr", "has_wrapper_attr", "np_random", "np_random_seed", "set_wrapper_attr", "spec", "unwrapped"}
    assert public(gymnasium.Env) == singles | rest
    env = libgames.gymnasium.GameEnv("alquerque")
    assert all(name in {**vars(libgames.gymnasium.GameEnv), **vars(env)} for name in singles)


#: The rows of the table in docs/environments.md that are tested here.
ROWS = {}


def row(*cells):
    def add(test):
        ROWS[cells] = test
        return test

    return add


def ended(mode, gamma):
    """NormalizeReward just after a game whose last reward is not 0, and that reward."""
    envs = lg.vector.make("amazes(turns=2)", 1, seed=6, autoreset=mode)
    wrapped, rewards = NormalizeReward(envs, gamma=gamma), 0.0
    wrapped.reset()
    while not rewards:
        _, _, over, _, infos = wrapped.step(envs.sample())
        player = infos["final_info"]["player"][0] if over[0] and mode == "same_step" else infos["player"][0]
        rewards = infos["rewards"][0, player] if over[0] else 0.0
    return wrapped, envs, rewards


@row("`NormalizeReward` (vector)", "`next_step`")
def test_normalized_rewards_count_on():
    wrapped, envs, last = ended("next_step", 0.5)
    for _ in range(2):
        _, _, over, _, infos = wrapped.step(envs.sample())
    assert not over[0] and not infos["rewards"].any()
    assert wrapped.accumulated_reward[0] == pytest.approx(last / 2) != 0


@row("`NormalizeReward` (vector)", "`same_step`")
def test_normalized_rewards_begin_again():
    wrapped, envs, last = ended("same_step", 0.5)
    assert last and wrapped.accumulated_reward[0] == 0


def started(wrapper, envs):
    wrapped = wrapper(envs)
    wrapped.reset(seed=1)
    for _ in range(3):
        infos = wrapped.step(np.full(2, 5))[4]
        assert "status" not in infos
    return wrapped


def one_of_two():
    return {"reset_mask": np.array([True, False])}


def disabled(kind):
    if kind == "batch":
        return lg.vector.make("blockdrop", 2, autoreset="disabled", rewards="scores")
    return SyncVectorEnv([lambda: gymnasium.make(IDS["blockdrop"])] * 2, autoreset_mode=AutoresetMode.DISABLED)


@row("`NormalizeReward` (vector)", "`disabled`, a reset of some games")
def test_normalized_rewards_of_unfinished_games():
    wrapped = started(NormalizeReward, disabled("batch"))
    wrapped.accumulated_reward[:] = 3
    wrapped.reset(options=one_of_two())
    assert wrapped.accumulated_reward.tolist() == [0, 0]


@row("`NormalizeObservation` (vector)", "`same_step`, `disabled`")
def test_normalized_observations():
    for mode in ("same_step", "disabled"):
        with pytest.raises(ValueError, match="autoreset_mode"):
            NormalizeObservation(lg.vector.make("blockdrop", 2, autoreset=mode)).reset()
    assert started(NormalizeObservation, lg.vector.make("blockdrop", 2)).obs_rms.count > 6


@row("`RecordEpisodeStatistics` (vector)", "`disabled`, a reset of some games")
def test_recorded_statistics():
    wrapped, given = started(RecordEpisodeStatistics, disabled("batch")), one_of_two()
    assert wrapped.episode_lengths.tolist() == [3, 3]
    wrapped.reset(options=given)
    assert wrapped.episode_lengths.tolist() == [0, 3] and given == {}


@row("`RecordEpisodeStatistics` (vector) around `SyncVectorEnv`", "`disabled`, a reset of some games")
def test_recorded_statistics_of_single_environments():
    wrapped = started(RecordEpisodeStatistics, disabled("single"))
    wrapped.reset(options=one_of_two())
    assert wrapped.episode_lengths.tolist() == [0, 0]


@row("`Discrete.sample(mask)`", "the mask of a finished game, all 0")
def test_samples_of_nothing():
    space = libgames.gymnasium.GameEnv("alquerque").action_space
    assert {int(space.sample(np.zeros(392, np.int8))) for _ in range(20)} == {0}


def test_every_row_of_the_table_is_a_test():
    root = Path(__file__).resolve().parents[2]
    page = (root / "docs/environments.md").read_text(encoding="utf-8")
    lines = page.split("### Wrappers and losses of other libraries")[1].split("\n## ")[0].splitlines()
    rows = [tuple(cell.strip() for cell in line.split("|")[1:3]) for line in lines if line.startswith("| ")][1:]
    elsewhere = (root / "tests/train/test_sb3.py").read_text(encoding="utf-8")
    assert len(rows) == len(set(rows)) > 12
    for cells in rows:
        assert cells in ROWS or f'@row("{cells[0]}", "{cells[1]}")' in elsewhere, cells
    assert set(ROWS) <= set(rows)
