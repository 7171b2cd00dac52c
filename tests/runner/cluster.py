"""Work in pieces: on this machine alone, and with the extras `ray` and `rllib`: the tests on a Ray cluster of several nodes,
and the programs that use one."""

import tomllib

from checks import Check
from examples import run_entries
from package import environment_with, install_package, pytest, workers
from tools import ROOT, run


def cluster():
    install_package()
    return pytest("pytest-cluster", "tests/cluster", "--ignore=tests/cluster/ray", *workers())


def ray():
    """With a pinned version, so that the same one is tested everywhere."""
    programs = environment_with("ray", "rllib", "--constraint", ROOT / "tests/cluster/ray/constraints.txt")
    yield from pytest("pytest-ray", "tests/cluster/ray", program=programs / "pytest")
    yield from run_entries("ray", programs / "python")


def oldest():
    """With the lowest versions that the extra allows."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    lowest = [line.replace(">=", "==") for line in extras["ray"] if not line.startswith("libgames")]
    python = environment_with("ray-oldest", "ray", "matplotlib>=3.9", *lowest) / "python"
    status, output = run(python, "-m", "libgames", "rollouts", "alquerque", 20000, "--cluster", "local")
    passed = status == 0 and "20,000 games" in output
    yield Check(f"libgames rollouts --cluster local with {' '.join(lowest)}", passed, output)
