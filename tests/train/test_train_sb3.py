"""The example for Stable-Baselines3: it plays every game, and learns."""

import importlib.util
import re

import libgames as lg
import numpy as np
import pytest
import torch
from conftest import load_example


@pytest.fixture(scope="module")
def example():
    torch.set_num_threads(1)
    return load_example("train_sb3")


def options(example, *words):
    return example.parse_arguments([*map(str, words), "--seed", "1", "--threads", "1"])


@pytest.mark.parametrize("game", lg.games())
def test_a_rollout_of_every_game(example, game):
    """Only legal actions: the games would raise."""
    smallest = min(lg.make(game).observation_spaces, key=lambda space: np.prod(space.shape)).name
    chosen = options(example, game, "--observation", smallest, "--rewards", "outcome", "--envs", 4, "--steps", 256)
    model = example.make_model(chosen).learn(chosen.steps)
    assert model.num_timesteps == 256


def test_it_learns(example):
    """Alquerque against random players: from about half of the games to most of them. The standard error is 0.02."""
    chosen = options(example, "alquerque", "--steps", 40_960)
    model = example.make_model(chosen)
    before = example.evaluate(model, chosen, 500)
    model.learn(chosen.steps)
    assert 0.35 < before < 0.6 and example.evaluate(model, chosen, 500) > 0.75


def test_without_tensorboard(example, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    what = f"expected TensorBoard, which `{lg.install_command('train')}` installs"
    with pytest.raises(SystemExit, match=re.escape(what)):
        options(example, "--tensorboard", "folder")
