"""What needs the extras `train` and `gpu`: the adapter for Stable-Baselines3, examples with PyTorch or for GPUs."""

from examples import run_entries
from package import environment_with, pytest
from tools import ROOT


def training():
    """With pinned versions of PyTorch and what stands on it, so that the same ones are tested everywhere."""
    words = ["mypy>=1.14", "--constraint", ROOT / "tests/train/constraints.txt"]
    programs = environment_with("train", "gpu,notebooks,train", *words)
    yield from pytest("pytest-train", "tests/train", program=programs / "pytest")
    yield from run_entries("train", programs / "python")
