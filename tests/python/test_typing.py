"""The package is typed throughout, and a type checker believes it."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# Other packages' types are not looked into: that would take a minute.
CONFIG = """
[mypy]
[mypy-gymnasium.*]
follow_imports = skip
follow_imports_for_stubs = True
ignore_missing_imports = True
"""

GOOD = """
from collections.abc import Iterator

import libgames as lg
import numpy as np
from libgames import alquerque

game: lg.Game = lg.make("alquerque")
state: lg.State = game.new(seed=np.int64(7))
number: int | None = state.player
actions: tuple[int, ...] = state.legal_actions
moves: Iterator[str] = state.legal_moves
after: lg.State = state.apply(actions[0]).apply("c3-d4")
mask: np.ndarray[tuple[int, ...], np.dtype[np.uint8]] = state.action_mask
end, played = state.rollout(seed=1)
outcomes, lengths = game.rollouts(10)
total: float = float(outcomes.sum()) + int(lengths.sum()) + alquerque.perft(end, 2) + played
bytes_: bytes = bytes(state)
envs: lg.vector.VectorEnv = lg.vector.make("snakecore", num_envs=8, seed=0, opponents="greedy", size=24)
first, infos = envs.reset(seed=[1, None, 3, 4, 5, 6, 7, 8])
choice: np.ndarray[tuple[int, ...], np.dtype[np.int32]] = envs.sample()
seen, rewards, terminated, truncated, infos = envs.step(choice)
ahead: np.ndarray[tuple[int, ...], np.dtype[np.float32]] = envs.expand([0, 1], parents=[3, 3]).outcome
drawn: np.ndarray[tuple[int, ...], np.dtype[np.uint64]] = envs.resample([0, 1], parents=[3, 3], seed=7).information
key: int = state.resample(np.int64(0), seed=7).reseed(8).information(1)
result = lg.Search(game, 100, seed=np.int64(1), policy="gumbel", considered=4)(state)
visits: np.ndarray[tuple[int, ...], np.dtype[np.int64]] = result.visits + lg.Searches(game, 1).visits[0]
deep: float = lg.AlphaBeta("alquerque", depth=3)(state).value + result.statistics.mean_depth
loaded: lg.GameType = lg.load("game.so")
path: str | None = loaded.path
name: str = game.observation_spaces[0].name + game.type.parameters[0].meaning
try:
    game.parse("x")
except lg.ParseError as error:
    column: int = error.column
"""

BAD = [
    "state.apply(1.5)",
    "state.apply(None)",
    'lg.Search(game, policy="best")',
    "lg.Searches(game, 2).receive()",
    "state.player = 1",
    "state.resample()",
    "state.game = game",
    "state.no_such_name",
    "game.new(seed='7')",
    "game.from_bytes('text')",
    "game.rollouts(1.5)",
    "state.observation(out=[0])",
    "game.new().player + 1",
    "lg.make(7)",
    "lg.no_such_name",
    "lg.alquerque.perft(game, 2)",
    "lg.vector.make('alquerque', rewards='praise')",
    "lg.vector.make('alquerque', 2, 3)",
    "lg.vector.make('alquerque').state('0')",
]


def run(folder, module, *arguments):
    """Status and output of a module of mypy; its cache is shared by the tests."""
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("typing")
    (folder / "mypy.ini").write_text(CONFIG, encoding="utf-8")
    return folder


def test_the_package_is_typed(folder):
    """With the settings of pyproject.toml, which name the package."""
    status, output = run(ROOT, "mypy", "--strict", "--cache-dir", folder / "package")
    assert status == 0 and "no issues found" in output, output


def test_the_stub_names_what_the_native_module_has(folder):
    """But for constants of the headers that the package does not use."""
    (folder / "constants").write_text(r"libgames\._native\.LG_\w+", encoding="utf-8")
    settings = ["--mypy-config-file", "mypy.ini", "--allowlist", "constants"]
    status, output = run(folder, "mypy.stubtest", "libgames._native", *settings)
    assert status == 0, output


def test_correct_use_is_accepted(folder):
    (folder / "good.py").write_text(GOOD, encoding="utf-8")
    status, output = run(folder, "mypy", "--strict", "good.py")
    assert status == 0, output


def test_wrong_use_is_refused(folder):
    head = 'import libgames as lg\n\ngame = lg.make("alquerque")\nstate = game.new()\n'
    (folder / "bad.py").write_text(head + "\n".join(BAD) + "\n", encoding="utf-8")
    status, output = run(folder, "mypy", "--strict", "bad.py")
    assert status == 1, output
    first = len(head.splitlines()) + 1
    flagged = {int(line.split(":")[1]) for line in output.splitlines() if ": error:" in line}
    assert flagged == set(range(first, first + len(BAD))), output
