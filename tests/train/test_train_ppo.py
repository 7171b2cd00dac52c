"""The PPO example: it runs on every game, resumes to the last digit, and learns."""

import csv
import importlib.util
import sys
from argparse import Namespace
from pathlib import Path

import libgames as lg
import numpy as np
import pytest
import torch

EXAMPLE = Path(__file__).resolve().parents[2] / "examples/python/train_ppo.py"


def curve(folder):
    """The lines of the learning curve without the time that they took."""
    with (folder / "curve.csv").open(newline="") as file:
        return [{name: value for name, value in row.items() if name != "seconds"} for row in csv.DictReader(file)]


@pytest.fixture(scope="module")
def example():
    spec = importlib.util.spec_from_file_location("train_ppo", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    sys.modules["train_ppo"] = module
    spec.loader.exec_module(module)
    return module


def options(example, game, **changed):
    observation = example.smallest_observation(game)
    settings = {"game": game, "envs": 16, "seed": 1, "threads": 1, "opponents": "random", "observation": observation}
    return Namespace(**{**settings, **changed})


@pytest.mark.parametrize("game", lg.games())
def test_one_update_on_every_game(example, game):
    torch.set_num_threads(1)
    trainer = example.Trainer(options(example, game, opponents="greedy"))
    row = trainer.train_once()
    assert set(row) == set(example.COLUMNS) and row["steps"] == 16 * example.ROLLOUT
    assert np.isfinite([row["entropy"], row["value_loss"]]).all() and row["entropy"] > 0


def test_only_legal_actions_have_a_chance(example):
    trainer = example.Trainer(options(example, "alquerque"))
    masks = torch.from_numpy(trainer.masks).bool()
    choice, _ = trainer.player(torch.from_numpy(trainer.observations).float(), masks)
    assert (choice.probs[~masks] == 0).all() and torch.allclose(choice.probs.sum(1), torch.ones(16))


def test_resuming_changes_nothing(example, tmp_path, monkeypatch):
    def run(*arguments):
        game = ("blockdrop", "--envs", "32", "--threads", "1")
        monkeypatch.setattr(sys, "argv", ["train_ppo.py", *game, *map(str, arguments)])
        example.main()

    whole, halves = tmp_path / "whole", tmp_path / "halves"
    run("--steps", 4 * 2048, "--out", whole)
    run("--steps", 2 * 2048, "--out", halves)
    with (halves / "curve.csv").open("a") as file:
        file.write("3,lines,written,after,the,checkpoint,,,\n")
    run("--steps", 4 * 2048, "--out", halves, "--resume")
    assert curve(whole) == curve(halves) and len(curve(whole)) == 4
    for name in ("curve.csv", "curve.png", "checkpoint.pt"):
        assert (halves / name).stat().st_size > 0


def test_it_learns(example):
    """Alquerque against random players, 14 updates: the mean outcome rises by several of its standard errors, 0.1."""
    torch.set_num_threads(1)
    trainer = example.Trainer(options(example, "alquerque", envs=32))
    outcomes = [trainer.train_once()["outcome"] for _ in range(14)]
    assert np.mean(outcomes[-3:]) > np.mean(outcomes[:3]) + 0.3
