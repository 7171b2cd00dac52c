"""What needs the extra `train`: the adapter for Stable-Baselines3, and the examples that use PyTorch."""

from pathlib import Path

from examples import run_entries
from package import install_package, pytest
from tools import BUILD, ROOT, must


def environment() -> Path:
    """The programs of an environment of its own, since the extra is large. Its versions of PyTorch and what stands on it
    are pinned, so that the same ones are tested everywhere."""
    install_package()
    folder, wheel = BUILD / "train", next((BUILD / "package").glob("*.whl"))
    if not (folder / "bin/python").exists():
        must("python", "-m", "venv", folder)
    pip = [folder / "bin/python", "-m", "pip", "install", "--quiet", "--no-compile"]
    must(*pip, "--constraint", ROOT / "tests/train/constraints.txt", f"{wheel}[notebooks,train]", "pytest>=8", "mypy>=1.14", timeout=1800)
    must(*pip, "--force-reinstall", "--no-deps", wheel)
    return folder / "bin"


def training():
    programs = environment()
    yield from pytest("pytest-train", "tests/train", program=programs / "pytest")
    yield from run_entries("train", programs / "python")
