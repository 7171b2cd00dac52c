"""The TorchRL example: the games in its wrapper and collector, and its learning."""

import re
import sys
from pathlib import Path

import libgames as lg
import numpy as np
import pytest
import torch
from conftest import load_example
from torchrl.envs.utils import check_env_specs


@pytest.fixture(scope="module")
def example():
    torch.set_num_threads(1)
    return load_example("train_torchrl")


def options(example, *words):
    return example.parse_arguments([*map(str, words), "--seed", "1", "--threads", "1"])


def test_the_collector_plays_what_the_games_are(example):
    """A twin that is stepped with the collected actions: the same observations, masks, rewards and ends, and new games
    after the ends."""
    chosen = options(example, "snakecore(rounds=8)", "--observation", "window", "--rewards", "scores", "--envs", 4)
    batch = next(iter(example.Trainer(chosen).collector))
    twin = example.make_games(chosen, 4)
    seen, _ = twin.reset()
    # The specs were found out by a reset, which took the games' first seeds; the twin goes where the collector began.
    for _ in range(20):
        if np.array_equal(seen["observation"], batch["observation"][:, 0].numpy()):
            break
        seen, _ = twin.reset()
    ends = 0
    for t in range(example.ROLLOUT):
        row = batch[:, t]
        assert np.array_equal(seen["observation"], row["observation"].numpy())
        assert np.array_equal(seen["action_mask"] == 1, row["action_mask"].numpy())
        assert row["action_mask"][torch.arange(4), row["action"]].all()
        seen, rewards, terminated, truncated, _ = twin.step(row["action"].numpy())
        assert np.array_equal(seen["observation"], row["next", "observation"].numpy())
        assert np.array_equal(rewards, row["next", "reward"][:, 0].numpy())
        assert np.array_equal(terminated, row["next", "terminated"][:, 0].numpy())
        assert np.array_equal(terminated | truncated, row["next", "done"][:, 0].numpy())
        if terminated.any():
            ends += terminated.sum()
            seen, _ = twin.reset(options={"reset_mask": terminated})
    assert ends >= 16


@pytest.mark.parametrize("game", lg.games())
def test_one_update_on_every_game(example, game):
    """Only legal actions: the games would raise."""
    smallest = min(lg.make(game).observation_spaces, key=lambda space: np.prod(space.shape)).name
    chosen = options(example, game, "--observation", smallest, "--rewards", "outcome", "--envs", 4, "--steps", 256)
    (row,) = example.Trainer(chosen).updates()
    assert row["steps"] == 256 and row["entropy"] > 0 and np.isfinite(row["value_loss"])


def test_it_learns(example):
    """Alquerque against random players: from about half of the games to most of them. The standard error is 0.02."""
    chosen = options(example, "alquerque", "--steps", 40_960)
    trainer = example.Trainer(chosen)
    before = example.evaluate(trainer.policy, chosen, 500)
    list(trainer.updates())
    after = example.evaluate(trainer.policy, chosen, 500)
    assert 0.35 < before < 0.6 and after > 0.75


def test_without_tensorboard(example, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch.utils.tensorboard", None)
    what = f"expected TensorBoard, which `{lg.install_command('train')}` installs"
    with pytest.raises(SystemExit, match=re.escape(what)):
        example.open_board("folder")


def test_the_page_shows_an_environment_as_torchrl_wants_it(capsys):
    page = (Path(__file__).resolve().parents[2] / "docs/frameworks.md").read_text()
    (code,) = (block for block in re.findall(r"```py\n(.*?)```", page, re.DOTALL) if "GymWrapper" in block)
    shown = {}
    exec(code, shown)
    assert re.fullmatch(r"tensor\(\d+\) games ended\n", capsys.readouterr().out)
    check_env_specs(shown["env"])
    shown["env"].rollout(30, break_when_any_done=False)  # legal actions without a policy as well, or the games raise
