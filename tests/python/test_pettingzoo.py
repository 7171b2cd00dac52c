"""The AEC environments of all games: PettingZoo's own tests, and more."""

import contextlib
import copy
import io
import pickle
import warnings

import libgames as lg
import libgames.pettingzoo
import numpy as np
import pettingzoo
import pytest
from libgames.pictures import rgb_array
from pettingzoo.test import api_test, render_test, seed_test


@pytest.fixture
def environment(game):
    """An environment module in PettingZoo's sense."""
    return getattr(lg.pettingzoo, f"{game.name}_v0")


def play(env, random, actions=2**31):
    """Random legal actions; everything that `last` returned, as one list."""
    seen = []
    for agent in env.agent_iter(actions):
        observation, reward, terminated, truncated, info = env.last()
        mask = observation["action_mask"]
        over = terminated or truncated
        action = None if over else int(random.choice(np.flatnonzero(mask)))
        seen.append((agent, observation["observation"].tobytes(), mask.tobytes(), reward, terminated, action))
        env.step(action)
    return seen


def test_api(environment):
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        for about_dictionaries in ("Observation is not a NumPy", "Observation space for each agent probably should"):
            warnings.filterwarnings("ignore", message=about_dictionaries)
        warnings.filterwarnings("ignore", message="Observation numpy array is all zeros")  # On the Run before it begins
        api_test(environment.env(), num_cycles=200)


def test_seeds(environment):
    seed_test(environment.env, num_cycles=100)


def test_rendering(environment, capsys):
    env = environment.env(render_mode="ansi")
    env.reset(seed=3)
    assert env.render() == env.position.board
    env = environment.env(render_mode="rgb_array")
    env.reset(seed=3)
    assert np.array_equal(env.render(), rgb_array(env.position))
    render_test(environment.env)
    assert "move" in capsys.readouterr().out  # the mode "human" prints
    with pytest.raises(ValueError, match="render_mode"):
        environment.env(render_mode="hologram")


def test_plays_the_game(environment, game):
    """Each observation, mask, reward and agent agrees with the states."""
    env, random = environment.env(), np.random.default_rng(5)
    env.reset(seed=11)
    state = game.new(seed=11)
    while not state.is_over:
        player = env.possible_agents.index(env.agent_selection)
        observation, reward, terminated, truncated, _ = env.last()
        assert (player, reward, terminated, truncated) == (state.player, 0, False, False)
        assert np.array_equal(observation["observation"], state.observation())
        assert np.array_equal(observation["action_mask"], state.action_mask)
        for agent in env.possible_agents:
            if agent != env.agent_selection:
                assert not env.observe(agent)["action_mask"].any()
        assert env.observation_space(env.agent_selection).contains(observation)
        action = random.choice(state.legal_actions)
        state = state.apply(action)
        env.step(action)
        assert env.position == state
    assert [env.rewards[agent] for agent in env.agents] == list(state.outcome)
    assert all(env.terminations.values()) and np.array_equal(env.state(), np.frombuffer(bytes(state), np.uint8))
    for _ in env.agent_iter():
        env.step(None)
    assert not env.agents
    with pytest.raises(lg.GameOver):
        env.step(None)


def test_final_rewards_reach_every_agent(environment):
    env = environment.env()
    env.reset(seed=1)
    seen = play(env, np.random.default_rng(1))
    last = {agent: reward for agent, _, _, reward, terminated, _ in seen if terminated}
    assert last == dict(zip(env.possible_agents, env.position.outcome, strict=True))


def test_score_rewards_add_up(environment):
    env = environment.env(rewards="scores")
    env.reset(seed=2)
    before = env.position.scores
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent, _, _, reward, _, _ in play(env, np.random.default_rng(2)):
        total[agent] += reward
    assert list(total.values()) == [now - then for then, now in zip(before, env.position.scores, strict=True)]
    with pytest.raises(ValueError, match="rewards"):
        environment.env(rewards="praise")


def test_seeds_decide_the_game(environment):
    env, games = environment.env(), []
    for seed in (1, 1, 2):
        env.reset(seed=seed)
        games.append([bytes(env.position)])
        for _ in range(2):  # the next games follow from the seed
            env.reset()
            games[-1].append(bytes(env.position))
    assert games[0] == games[1]
    if env.game.name not in ("alquerque", "ontherun"):  # their starts are always the same
        assert games[0][0] != games[2][0] and games[0][1] != games[2][1] and len(set(games[0])) == 3


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_in_mid_game_continue_identically(environment, again):
    env = environment.env(render_mode="ansi")
    env.reset(seed=4)
    play(env, np.random.default_rng(4), actions=25)
    twin = again(env)
    assert twin.position == env.position and twin.render() == env.render()
    before = env.position
    ahead = play(twin, np.random.default_rng(6))
    assert env.position == before, "a copy shares nothing that changes"
    assert ahead == play(env, np.random.default_rng(6))
    twin.reset()
    env.reset()
    assert twin.position == env.position


def test_starts_from_a_given_state(environment, middle, last):
    env = environment.env()
    env.reset(options={"state": middle})
    assert env.position == middle and env.agent_selection == f"player_{middle.player}"
    env.reset(options={"state": last})
    assert all(env.terminations.values())
    for wrong in ({"state": "no state"}, 5, ["state"]):
        with pytest.raises(TypeError, match="options"):
            env.reset(options=wrong)
    with pytest.raises(ValueError, match="seed: expected an integer in 0"):
        env.reset(seed=-1)


@pytest.mark.parametrize("observation", [None, "canonical"])
@pytest.mark.parametrize("action", [1.5, None, "x"])
def test_actions_that_are_no_integers(environment, observation, action):
    env = environment.env(observation=observation)
    env.reset(seed=1)
    before = env.position
    with pytest.raises(TypeError, match="action: expected an integer, not"):
        env.step(action)
    assert env.position == before


def test_illegal_actions_raise_and_change_nothing(environment, game):
    env = environment.env()
    env.reset(seed=8)
    env.step(env.position.legal_actions[0])
    before, agent = env.position, env.agent_selection
    illegal = np.flatnonzero(before.action_mask == 0)[:5]
    if game.name == "snakecore":  # takes every action; those outside the mask do nothing
        illegal = []
    for action in (*illegal, -1, game.num_actions, None, 0.5):
        with pytest.raises((ValueError, TypeError)):
            env.step(action)
        assert env.position is before and env.agent_selection == agent
    for action in (-1, game.num_actions, 2**40):
        with pytest.raises(ValueError, match=rf"^action: expected an integer in 0 \.\.\. {game.num_actions - 1}, not {action}$"):
            env.step(action)


def test_parameters():
    env = lg.pettingzoo.snakecore_v0.env(size=12, players=3, observation="window", rewards="scores")
    assert env.game == lg.make("snakecore(size=12,players=3)")
    assert env.max_num_agents == 3
    space = env.observation_space("player_2")["observation"]
    assert space.shape == dict((space.name, space.shape) for space in env.game.observation_spaces)["window"]
    with pytest.raises(TypeError, match="^rewardz: .*; did you mean 'rewards'"):
        lg.pettingzoo.snakecore_v0.env(rewardz="scores")
    for before in (env.render, env.last, lambda: env.observe("player_0")):
        with pytest.raises(RuntimeError, match=r"^reset\(\) first"):
            before()
    env.reset(seed=1)
    for ask in (env.observe, env.action_space, env.observation_space):
        with pytest.raises(ValueError, match="agent: expected one of 'player_0', 'player_1', 'player_2', not 'player_3'"):
            ask("player_3")


def test_registry(environment):
    env = pettingzoo.make("aec", f"libgames/{environment.name}_v0", rewards="scores")
    env.reset(seed=1)
    assert env.position == lg.make(environment.name).new(seed=1)


def test_all_games_are_there():
    names = {name.removesuffix("_v0") for name in dir(lg.pettingzoo) if name.endswith("_v0")}
    assert names == set(lg.games())
    with pytest.raises(AttributeError):
        lg.pettingzoo.chess_v0  # noqa: B018


@pytest.mark.parametrize("illegal", ["warn", "mark"])
def test_illegal_actions_that_do_not_raise(illegal):
    """Nothing changes, the same agent is still to move without a reward, and infos give the reason."""
    env = lg.pettingzoo.alquerque_v0.env(illegal=illegal, rewards="shaped")
    env.reset(seed=1)
    for action in (0, 10**6, -1):
        before, agent = env.position, env.agent_selection
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            env.step(action)
        assert len(seen) == (illegal == "warn") and env.position is before and env.agent_selection == agent
        assert env.infos[agent]["illegal"] and not any(env.rewards.values()) and env.last()[1] == 0
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert env.position is not before and not any(env.infos.values())
    with pytest.raises(ValueError, match="illegal: expected one of 'raise', 'warn', 'mark'"):
        lg.pettingzoo.alquerque_v0.env(illegal="forgive")


def test_forms_and_shaped_rewards(game):
    """Canonical observations with their masks and actions; shaped rewards add up to the outcome and the potentials."""
    env = lg.pettingzoo.GameEnv(game, observation="canonical+one_hot", rewards="shaped")
    env.reset(seed=2)
    start, total, rng = env.position, np.zeros(game.players), np.random.default_rng(1)
    for _ in range(60):
        if env.position.is_over:
            break
        state, agent = env.position, env.agent_selection
        seen, turned = env.observe(agent), game.symmetry_actions(env.position.canonical(env.position.player))
        assert env.observation_space(agent).contains(seen)
        assert np.array_equal(seen["observation"], state.observation(state.player, "canonical+one_hot"))
        assert np.array_equal(seen["action_mask"][turned], state.action_mask)
        action = rng.choice(np.flatnonzero(seen["action_mask"]))
        env.step(int(action))
        assert env.position == state.apply(int(np.flatnonzero(turned == action)[0]))
        total += list(env.rewards.values())
    last = env.position
    expected = [last.outcome[seat] + last.potential(seat) - start.potential(seat) for seat in range(game.players)]
    assert np.allclose(total, expected, atol=1e-5)


def test_a_game_by_its_name():
    assert lg.pettingzoo.GameEnv("alquerque").game == lg.make("alquerque")


def test_names_of_pettingzoo():
    """Additions in the next release must be examined."""
    base = pettingzoo.AECEnv
    names = {name for name in [*dir(base), *base.__annotations__] if not name.startswith("_")}
    own = {"action_space", "action_spaces", "agent_selection", "agents", "close", "infos", "metadata", "observation_space",
           "observation_spaces", "observe", "possible_agents", "render", "reset", "rewards", "state", "step", "terminations",
           "truncations"}
    inherited = {"agent_iter", "last", "max_num_agents", "num_agents", "unwrapped"}
    assert names == own | inherited
    env = lg.pettingzoo.alquerque_v0.env()
    env.reset()
    assert all(name in {**vars(lg.pettingzoo.GameEnv), **vars(env)} for name in own)
    assert (env.num_agents, env.max_num_agents, env.unwrapped) == (2, 2, env)
