"""The adapter for Stable-Baselines3, compared with its own vector environments and under its own learners; and the
example, which plays every game and learns."""

import importlib.util
import math
import re
import subprocess
import sys
import warnings
from pathlib import Path

import libgames as lg
import numpy as np
import pytest
import torch
from conftest import load_example
from libgames.sb3 import GamesVecEnv, make_vec_env
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.distributions import MaskableCategorical
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3 import PPO
from stable_baselines3.common.evaluation import evaluate_policy
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecEnv, VecFrameStack, VecMonitor, VecNormalize
from torch.distributions import Categorical, kl_divergence
from torch.nn import functional


@pytest.fixture(params=lg.games())
def name(request):
    return request.param


def test_plays_like_the_vector_environment(name):
    """The same observations, rewards, ends and masks, and SB3's facts about the end of an episode."""
    envs = make_vec_env(name, 5, seed=3, max_episode_steps=30)
    twin = lg.vector.make(name, 5, seed=3, max_episode_steps=30, autoreset="same_step")
    assert isinstance(envs, VecEnv)
    assert np.array_equal(envs.reset(), twin.reset()[0])
    lengths, returns, ended = np.zeros(5, int), np.zeros(5), 0
    for _ in range(100):
        masks = envs.action_masks()
        assert masks.dtype == np.bool_ and np.array_equal(masks, twin.action_mask == 1)
        assert np.array_equal(get_action_masks(envs), masks)
        actions = twin.sample()
        observations, rewards, dones, infos = envs.step(actions)
        expected = twin.step(actions)
        assert np.array_equal(observations, expected[0]) and np.array_equal(rewards, expected[1])
        assert np.array_equal(dones, expected[2] | expected[3])
        lengths += 1
        returns += rewards
        for slot in range(5):
            if not dones[slot]:
                assert infos[slot] == {}
                continue
            ended += 1
            assert np.array_equal(infos[slot]["terminal_observation"], expected[4]["final_obs"][slot])
            assert infos[slot]["TimeLimit.truncated"] == expected[3][slot]
            assert infos[slot]["episode"]["l"] == lengths[slot] and infos[slot]["episode"]["r"] == returns[slot]
            lengths[slot] = returns[slot] = 0
    assert ended >= 5


def test_an_episode_that_was_over_before_it_began_shows_the_position_itself():
    envs = make_vec_env("blockdrop", 6, turns=1, seed=0)
    envs.reset()
    observations, _, dones, infos = envs.step(envs.envs.sample())
    assert dones.any() and all(infos[slot]["terminal_observation"].any() for slot in np.flatnonzero(dones))


def test_maskable_ppo_learns_on_every_game(name):
    envs = make_vec_env(name, 4, opponents="greedy", seed=1, observation=smallest(name))
    assert is_masking_supported(envs)
    model = MaskablePPO("MlpPolicy", envs, n_steps=16, batch_size=32, n_epochs=1, device="cpu", seed=1)
    model.learn(128)
    observations = envs.reset()
    actions, _ = model.predict(observations, action_masks=envs.action_masks())
    assert envs.action_masks()[np.arange(4), actions].all()


def smallest(name):
    return min(lg.make(name).observation_spaces, key=lambda space: np.prod(space.shape)).name


def test_learners_without_masks_and_wrappers():
    """SnakeCore takes every action, so plain PPO plays it too; SB3's wrappers go around as usual."""
    envs = make_vec_env("snakecore", 4, observation="window", seed=1, max_episode_steps=8)
    wrapped = VecNormalize(VecFrameStack(VecMonitor(envs), n_stack=2))
    model = PPO("MlpPolicy", wrapped, n_steps=16, batch_size=32, n_epochs=1, device="cpu", seed=1)
    model.learn(256)
    assert model.ep_info_buffer and all(info["l"] <= 8 for info in model.ep_info_buffer)


def test_seeds():
    def start(seed):
        envs = make_vec_env("snakecore", 2)
        envs.seed(seed)
        return envs.reset().tobytes()

    assert start(5) == start(5) != start(6)
    envs = make_vec_env("snakecore", 2)
    for wrong in (-5, 2**64 - 1, "x"):
        with pytest.raises((ValueError, TypeError), match="seed: expected an integer"):
            envs.seed(wrong)
    envs.reset()  # as without the options
    assert start(5) == lg.vector.make("snakecore", 2).reset(seed=5)[0].tobytes()


def test_an_illegal_action_leaves_the_counts_of_the_others_right():
    envs, plain = (make_vec_env("alquerque", 3, seed=1) for _ in range(2))
    for one in (envs, plain):
        one.reset()
    legal = envs.action_masks().argmax(1)
    with pytest.raises(ValueError, match="the others were stepped"):
        envs.step(np.where(np.arange(3) == 0, 10**6, legal))
    plain.step(legal)
    assert envs._lengths.tolist() == [0, 1, 1] and envs._returns[1:].tolist() == plain._returns[1:].tolist()


def test_an_illegal_action_loses():
    """An episode like others, for SB3's monitors and evaluation."""
    envs = make_vec_env("alquerque", 2, seed=1, illegal="lose")
    envs.reset()
    _, rewards, dones, infos = envs.step(np.array([envs.action_masks().argmax(1)[0], 10**6]))
    assert rewards[1] == -1 and dones.tolist() == [False, True]
    assert (infos[1]["episode"]["r"], infos[1]["episode"]["l"]) == (-1, 1) and not infos[1]["TimeLimit.truncated"]
    model = PPO("MlpPolicy", envs, n_steps=16, batch_size=16, n_epochs=1, device="cpu").learn(32)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # such as that there is no monitor
        mean, _ = evaluate_policy(model, envs, n_eval_episodes=6)
    assert mean == -1  # two legal actions in a row are rare without a mask


def test_the_rest_of_the_interface():
    envs = make_vec_env("blockdrop", 3, seed=1, render_mode="ansi")
    envs.reset()
    assert envs.get_attr("render_mode") == ["ansi"] * 3 and envs.get_attr("num_envs", indices=[0, 2]) == [3, 3]
    assert envs.env_method("state", indices=1) == [envs.envs.state(1)]
    assert envs.env_is_wrapped(object) == [False] * 3 and envs.env_is_wrapped(Monitor) == [True] * 3
    with pytest.raises(NotImplementedError):
        envs.set_attr("x", 1)
    with pytest.raises(AttributeError):
        envs.get_attr("no_such_name")
    with pytest.raises(ValueError, match="same_step"):
        GamesVecEnv(lg.vector.make("blockdrop", 1))
    with pytest.raises(ValueError, match="expected copy=True"):
        make_vec_env("blockdrop", 1, copy=False)
    envs.close()


def test_indices_are_looked_at_first():
    envs = make_vec_env("blockdrop", 3, seed=1, opponents=None)
    envs.reset()
    state, before = envs.envs.game.new(), [envs.envs.save(slot) for slot in range(3)]
    for wrong in ([0, 3], [0, -4], [0, "x"], [0, 0.5]):
        with pytest.raises((TypeError, ValueError), match="indices: expected an integer"):
            envs.env_method("set_state", state, indices=wrong)
    assert [envs.envs.save(slot) for slot in range(3)] == before
    envs.env_method("set_state", state, indices=[-1])
    assert envs.envs.state(2) == state and [envs.envs.save(slot) for slot in range(2)] == before[:2]


def test_options():
    """They begin the next reset, and that alone; others are refused."""
    envs = make_vec_env("snakecore", 3, seed=1, opponents=None)
    start = envs.envs.game.new(77)
    given = {"state": start}
    envs.set_options(given)
    assert given == {"state": start}
    envs.reset()
    assert [envs.envs.state(slot) for slot in range(3)] == [start] * 3
    envs.set_options([{}, {"state": start}, {}])
    envs.reset()
    assert [envs.envs.state(slot) == start for slot in range(3)] == [False, True, False]
    envs.reset()
    assert start not in [envs.envs.state(slot) for slot in range(3)]
    envs.set_options(given)
    for wrong in ({"sate": start}, {"reset_mask": np.ones(3, np.bool_)}, [given], [given, {}, {"x": 1}], {"state": 5},
                  {"state": start.rollout(1)[0]}, 5, "state", [None, 5, None]):
        with pytest.raises((TypeError, ValueError), match="options"):
            envs.set_options(wrong)
    envs.reset()
    assert [envs.envs.state(slot) for slot in range(3)] == [start] * 3, "the refused call has changed nothing"


def test_names():
    """Additional names of the next release must be examined."""
    own = {"action_masks", "close", "env_is_wrapped", "env_method", "get_attr", "get_images", "reset", "seed", "set_attr",
           "set_options", "step_async", "step_wait"}
    inherited = {"getattr_depth_check", "has_attr", "render", "step", "unwrapped"}
    assert {name for name in dir(VecEnv) if not name.startswith("_")} == own - {"action_masks"} | inherited
    assert all(name in vars(GamesVecEnv) for name in own)
    envs = make_vec_env("blockdrop", 2)
    assert envs.has_attr("game") and not envs.has_attr("no_such_name") and envs.unwrapped is envs
    assert envs.getattr_depth_check("game", already_found=False) is None


# ---- rows of the table in docs/environments.md ----


def row(wrapper, case):
    """Marks the test of a row; tests/python/test_gymnasium.py checks that each row has one."""
    return lambda test: test


def policies(hidden):
    new = torch.tensor([[0.5, 1.0, hidden]], requires_grad=True)
    return new, torch.tensor([[0.2, 0.1, hidden]])


def divergence(new, old):
    return kl_divergence(Categorical(logits=new), Categorical(logits=old)).sum()


def divergence_of_logarithms(new, old):
    logarithms = (functional.log_softmax(policy, -1) for policy in (old, new))
    return functional.kl_div(*logarithms, reduction="sum", log_target=True)


def entropy_of_targets(new, old):
    return functional.cross_entropy(new, torch.tensor([[0.5, 0.5, 0.0]]))


def value_and_gradients(loss, hidden):
    new, old = policies(hidden)
    value = loss(new, old)
    return value.item(), torch.autograd.grad(value, new)[0][0].tolist()


def expected(loss):
    """As if there were only the two legal actions."""
    new, old = torch.tensor([[0.5, 1.0]], requires_grad=True), torch.tensor([[0.2, 0.1]])
    value = functional.cross_entropy(new, torch.tensor([[0.5, 0.5]])) if loss is entropy_of_targets else loss(new, old)
    return value.item(), [*torch.autograd.grad(value, new)[0][0].tolist(), 0.0]


@row("`torch.distributions.kl_divergence`", "policies masked with -inf")
def test_divergence():
    value, gradients = value_and_gradients(divergence, -math.inf)
    assert value == pytest.approx(expected(divergence)[0]) and np.isnan(gradients).all()


@row("`torch.nn.functional.kl_div`", "policies masked with -inf")
def test_divergence_of_logarithms():
    value, gradients = value_and_gradients(divergence_of_logarithms, -math.inf)
    assert math.isnan(value) and np.isnan(gradients).all()


@row("`torch.nn.functional.cross_entropy`", "logits masked with -inf, targets that are probabilities")
def test_cross_entropy():
    value, gradients = value_and_gradients(entropy_of_targets, -math.inf)
    assert math.isnan(value) and gradients == pytest.approx(expected(entropy_of_targets)[1])


@row("these three", "logits masked with -1e8")
def test_large_negative_logits():
    for loss in (divergence, divergence_of_logarithms, entropy_of_targets):
        value, gradients = value_and_gradients(loss, -1e8)
        right = expected(loss)
        assert value == pytest.approx(right[0], abs=1e-6) and gradients == pytest.approx(right[1], abs=1e-6)


@row("`torch.multinomial`", "more draws than legal actions")
def test_draws():
    assert set(torch.multinomial(torch.tensor([1.0, 0.0, 0.0]), 2).tolist()) - {0}


@row("`MaskableCategorical` of sb3-contrib", "a mask of zeros")
def test_a_mask_of_zeros():
    choice = MaskableCategorical(logits=torch.tensor([[1.0, 2.0, 3.0]]), masks=np.zeros((1, 3), np.bool_))
    assert choice.probs[0].tolist() == pytest.approx([1 / 3] * 3)
    assert choice.entropy().item() == 0 and choice.log_prob(torch.tensor([1])).item() == 0


@row("`VecNormalize` of Stable-Baselines3", "`libgames.sb3`")
def test_normalized_sums():
    envs = VecNormalize(make_vec_env("amazes(turns=2)", 3, seed=1), gamma=0.5)
    envs.reset()
    ends = 0
    for _ in range(200):
        _, _, dones, _ = envs.step(envs.venv.envs.sample())
        assert not envs.returns[dones].any()
        ends += (envs.get_original_reward()[dones] != 0).sum()
    assert ends > 0


def test_code_on_the_page():
    """What docs/frameworks.md shows in blocks of `py` before RLlib, which need more than the other pages."""
    page = (Path(__file__).resolve().parents[2] / "docs/frameworks.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```py\n(.*?)^```$", page[: page.index("\n## RLlib")], re.DOTALL | re.MULTILINE)
    assert len(blocks) == 2
    for block in blocks:
        exec(block, {})


def test_stubs_match(tmp_path):
    (tmp_path / "mypy.ini").write_text("[mypy]\nignore_missing_imports = True\nfollow_imports = skip\n")
    (tmp_path / "allowed.txt").write_text("libgames.sb3.GamesVecEnv  # its metaclass, since its base is not looked into\n")
    command = [sys.executable, "-m", "mypy.stubtest", "libgames.sb3", "--mypy-config-file", "mypy.ini"]
    command += ["--allowlist", "allowed.txt"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_trained_model_plays_in_the_arena(tmp_path, monkeypatch):
    """The lines of the page: a model that was saved meets `strong`."""
    monkeypatch.chdir(tmp_path)
    envs = make_vec_env("alquerque", 4, observation="canonical", seed=1)
    MaskablePPO("MlpPolicy", envs, n_steps=16, batch_size=32, n_epochs=1, seed=1).learn(64).save("alquerque.zip")
    page = (Path(__file__).parents[2] / "docs/arena.md").read_text()
    code = re.search(r"```py\n(model = MaskablePPO.*?)```", page, re.DOTALL)[1]
    names = {"MaskablePPO": MaskablePPO, "lg": lg}
    exec(code, names)
    line, strong = lg.arena.match("alquerque", names["players"], games=2)
    assert (line.label, line.games, line.fouls, strong.wins + strong.draws) == ("trained", 2, 0, 2)


# ---- the example ----


@pytest.fixture(scope="module")
def example():
    torch.set_num_threads(1)
    return load_example("train_sb3")


def options(example, *words):
    return example.parse_arguments([*map(str, words), "--seed", "1", "--threads", "1"])


@pytest.mark.parametrize("game", lg.games())
def test_the_example_on_every_game(example, game):
    """Only legal actions: the games would raise."""
    smallest = min(lg.make(game).observation_spaces, key=lambda space: np.prod(space.shape)).name
    chosen = options(example, game, "--observation", smallest, "--rewards", "outcome", "--envs", 4, "--steps", 256)
    model = example.make_model(chosen).learn(chosen.steps)
    assert model.num_timesteps == 256


def test_the_example_learns(example):
    """Alquerque against random players: from about half of the games to most of them. The standard error is 0.02."""
    chosen = options(example, "alquerque", "--steps", 40_960)
    model = example.make_model(chosen)
    before = example.evaluate(model, chosen, 500)
    model.learn(chosen.steps)
    assert 0.35 < before < 0.6 and example.evaluate(model, chosen, 500) > 0.75


def test_the_example_without_tensorboard(example, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    what = f"expected TensorBoard, which `{lg.install_command('train')}` installs"
    with pytest.raises(SystemExit, match=re.escape(what)):
        options(example, "--tensorboard", "folder")
