"""The package is typed throughout, and a type checker accepts it."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import libgames
import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "bindings/python/libgames"
STUB = ast.parse((PACKAGE / "_native.pyi").read_text(encoding="utf-8")).body

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
drawn: np.ndarray[tuple[int, ...], np.dtype[np.uint64]] = envs.resample([0, 1], parents=[3, 3], seed=7).information_key
key: int = state.resample(np.int64(0), seed=7).reseed(8).information_key(1)
result = lg.Search(game, 100, seed=np.int64(1), policy="gumbel", considered=4)(state)
visits: np.ndarray[tuple[int, ...], np.dtype[np.int64]] = result.visits + lg.BatchSearch(game, 1).visits[0]
learned: np.ndarray[tuple[int, ...], np.dtype[np.float32]] = lg.SelfPlay(game, 8, evaluator=b"").run(10).policies
deep: float = lg.AlphaBeta("alquerque", depth=3)(state).value + result.statistics.mean_depth
loaded: lg.GameType = lg.load("game.so")
path: str | None = loaded.path
name: str = game.observation_spaces[0].name + game.type.parameters[0].meaning
try:
    game.parse("x")
except lg.ParseError as error:
    column: int = error.column
"""

BAD_HEAD = 'import libgames as lg\n\ngame = lg.make("alquerque")\nstate = game.new()\n'

BAD = [
    "state.apply(1.5)",
    "state.apply(None)",
    'lg.Search(game, policy="best")',
    "lg.BatchSearch(game, 2).receive()",
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


def run(*arguments):
    """Status and output of a module of mypy."""
    done = subprocess.run([sys.executable, "-m", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """Mypy's report on the package, by the settings of pyproject.toml, and of two modules that use it. In one run, since
    the types of other packages take most of the time; mypy's cache of these is kept for the next run."""
    folder = tmp_path_factory.mktemp("typing")
    (folder / "good_use.py").write_text(GOOD, encoding="utf-8")
    (folder / "bad_use.py").write_text(BAD_HEAD + "\n".join(BAD) + "\n", encoding="utf-8")
    settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for old, new in [
        ('packages = ["libgames"]', 'packages = ["libgames"]\nmodules = ["good_use", "bad_use"]'),
        ('"$MYPY_CONFIG_FILE_DIR/bindings/python"', f'"{ROOT / "bindings/python"}:{folder}"'),
    ]:
        assert settings.count(old) == 1
        settings = settings.replace(old, new)
    (folder / "pyproject.toml").write_text(settings, encoding="utf-8")
    _, output = run("mypy", "--config-file", folder / "pyproject.toml", "--cache-dir", ROOT / "build-auto/mypy")
    lines = output.splitlines()
    assert re.fullmatch(r"Found \d+ errors in \d+ files? \(checked \d+ source files\)", lines.pop()), output
    return lines


def of(file, lines):
    return [line for line in lines if file in line.partition(": ")[0]]


def test_the_package_is_typed(found):
    assert found == of("bad_use.py", found) + of("good_use.py", found)


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_the_package_is_typed_on_other_systems(platform):
    status, output = run("mypy", "--platform", platform, "--cache-dir", ROOT / f"build-auto/mypy-{platform}")
    assert status == 0, output


def test_correct_use_is_accepted(found):
    assert of("good_use.py", found) == []


def test_wrong_use_is_refused(found):
    first = len(BAD_HEAD.splitlines()) + 1
    errors = [line for line in of("bad_use.py", found) if ": error:" in line]
    flagged = {int(line.rpartition("bad_use.py:")[2].split(":")[0]) for line in errors}
    assert flagged == set(range(first, first + len(BAD))), found


def test_the_stub_lists_the_native_module(tmp_path):
    """No more and no less: the build wraps exactly the names of the stub."""
    alone = "[mypy]\n[mypy-gymnasium.*,libgames.*]\nfollow_imports = skip\n"
    (tmp_path / "mypy.ini").write_text(alone, encoding="utf-8")
    status, output = run("mypy.stubtest", "libgames._native", "--mypy-config-file", tmp_path / "mypy.ini")
    assert status == 0, output


def test_the_stub_has_the_arguments_of_the_native_module():
    """The number of arguments of each function."""
    wrong = []
    for function in STUB:
        if isinstance(function, ast.FunctionDef):
            expected = len(function.args.posonlyargs)
            with pytest.raises(TypeError) as refused:
                getattr(libgames._native, function.name)(*(() if expected else (None,)))
            found = re.search(r"(?:expected|takes)(?: exactly)? (\w+) arguments?", str(refused.value))
            if found is None or found[1] != {0: "no", 1: "one"}.get(expected, str(expected)):
                wrong.append(f"{function.name}: {expected} in the stub, but {refused.value}")
    assert not wrong, "\n".join(wrong)


def test_the_stub_lists_only_used_functions():
    """Every wrapped function is used."""
    functions = {one.name for one in STUB if isinstance(one, ast.FunctionDef)}
    constants = {one.target.id for one in STUB if isinstance(one, ast.AnnAssign) and one.value is None}
    types = {one.name for one in STUB if isinstance(one, ast.ClassDef)}
    face = "\n".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    assert set(re.findall(r"\b_native(?:\.| import )(\w+)", face)) - types == functions | constants
