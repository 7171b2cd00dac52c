"""The RLlib example: observations, rewards and masks of each agent, and its learning."""

import importlib.util
import re
import sys
from pathlib import Path

import libgames as lg
import numpy as np
import pytest
import ray
import torch
from ray.rllib.env.env_context import EnvContext

EXAMPLE = Path(__file__).resolve().parents[3] / "examples/python/train_rllib.py"
HUNT = "ontherun(cities=30,max_cities=30)"


@pytest.fixture(scope="module")
def example():
    spec = importlib.util.spec_from_file_location("train_rllib", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    sys.modules["train_rllib"] = module
    spec.loader.exec_module(module)
    torch.set_num_threads(1)
    return module


def match(example, game, observation, rewards="outcome"):
    return example.Match({"game": game, "observation": observation, "rewards": rewards, "seed": 1})


@pytest.mark.parametrize("game", [HUNT, "snakecore(players=3)", "blockdrop", "alquerque", "amazes"])
def test_a_game_of_agents(example, game):
    """The agent to move gets an observation, with the mask of its legal actions; at the end all get one, and an agent's
    rewards add up to its outcome."""
    env = match(example, game, lg.make(game).observation_spaces[0].name)
    rng, asked = np.random.default_rng(1), set()
    for _ in range(2):
        seen, infos = env.reset()
        returns, over = dict.fromkeys(env.agents, 0.0), False
        while not over:
            (agent,) = seen
            player = env.agents.index(agent)
            assert player == env.state.player and env.observation_spaces[agent].contains(seen[agent])
            assert np.flatnonzero(seen[agent]["action_mask"]).tolist() == list(env.state.legal_actions)
            asked.add(agent)
            action = rng.choice(np.flatnonzero(seen[agent]["action_mask"]))
            seen, rewards, terminated, truncated, infos = env.step({agent: int(action)})
            over = terminated["__all__"]
            assert not any(truncated.values()) and all(ended == over for ended in terminated.values())
            for name, reward in rewards.items():
                returns[name] += reward
        assert set(seen) == set(env.agents) and not any(entry["action_mask"].any() for entry in seen.values())
        assert list(returns.values()) == pytest.approx(list(env.state.outcome), abs=1e-6)
    assert asked == set(env.agents)


def test_no_agent_sees_hidden_information(example):
    """All states that the agent can't distinguish look the same to it."""
    env = match(example, HUNT, "cities+scaled")
    rng, hidden = np.random.default_rng(1), 0
    seen, _ = env.reset()
    for _ in range(60):
        (agent,) = seen
        truth = env.state
        other = truth.resample(truth.player, int(rng.integers(2**63)))
        hidden += other != truth
        env.state = other
        assert np.array_equal(env.look(truth.player)["observation"], seen[agent]["observation"])
        env.state = truth
        seen, _, terminated, _, _ = env.step({agent: int(rng.choice(truth.legal_actions))})
        if terminated["__all__"]:
            seen, _ = env.reset()
    assert hidden > 10


def test_seeds(example):
    """The same seed and worker is the same game; the seed of another worker's game is another game."""
    config = {"game": "snakecore", "observation": "window", "rewards": "scores", "seed": 1}

    def start(worker, seed):
        env = example.Match(EnvContext(config, worker_index=worker))
        env.reset(seed=seed)
        first = str(env.state)
        env.reset()
        return first, str(env.state)

    assert start(1, 5) == start(1, 5)
    games = {text for worker in range(3) for seed in range(3) for text in start(worker, seed)}
    assert len(games) == 18


def test_the_example_contains_the_code_of_the_page():
    page = (EXAMPLE.parents[2] / "docs/frameworks.md").read_text(encoding="utf-8")
    section = page[page.index("\n## RLlib") :]
    parts = re.findall(r"^```py\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)
    assert len(parts) == 2 and all(part in EXAMPLE.read_text(encoding="utf-8") for part in parts)


def test_it_learns(example, capsys):
    """Detectives do better against the greedy fugitive than at random, by several standard errors of 0.04. An illegal
    action would be an error."""
    options = example.parse_arguments(["--iterations", "16", "--batch", "2000", "--evaluate", "400"])
    ray.init(include_dashboard=False, log_to_driver=False, logging_level="ERROR", ignore_reinit_error=True)
    algorithm = example.configure(options).build_algo()
    before = example.report("before", algorithm, options)
    for _ in range(options.iterations):
        returns = algorithm.train()["env_runners"]["agent_episode_returns_mean"]
        assert returns["Detectives"] == pytest.approx(-returns["Fugitive"])
    after = example.report("after", algorithm, options)
    algorithm.stop()
    assert after[0] > before[0] + 0.25
    assert "after: mean outcome of 400 games against greedy: Detectives" in capsys.readouterr().out


def test_without_tensorboard(example, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch.utils.tensorboard", None)
    what = f"expected TensorBoard, which `{lg.install_command('rllib')}` installs"
    with pytest.raises(SystemExit, match=re.escape(what)):
        example.open_board("folder")
