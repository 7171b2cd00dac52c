"""What is imported in a clone, with and without an installed package."""

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import libgames as lg
import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = Path(lg.__file__).parent


def run(*command, **options):
    options = {"capture_output": True, "text": True, "timeout": 120} | options
    return subprocess.run(list(map(str, command)), **options)


# ---- in a clone ----


@pytest.fixture
def clone(tmp_path):
    """What of a clone is in Python's way, in a folder of its name."""
    clone = tmp_path / "libgames"
    for name in ("__init__.py", "pyproject.toml", "libgames/__init__.py", "script/demo"):
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, clone / name)
    return clone


@pytest.fixture(params=["clone", "above"])
def folder(clone, request):
    return clone if request.param == "clone" else clone.parent


USE = f"""
import importlib, multiprocessing, pickle, sys, threading
if sys.argv[1] == "threads":
    def first():
        import libgames
        from libgames import arena
        import libgames.search
        moves.append((arena.play("alquerque", ["random", "random"]), libgames.search.Search("alquerque", 1)))
    moves, threads = [], [threading.Thread(target=first) for _ in range(20)]
    [thread.start() for thread in threads], [thread.join() for thread in threads]
    assert len(moves) == 20
import libgames.vector
from libgames import arena
import libgames as lg
assert lg is sys.modules["libgames"] and lg.vector is libgames.vector and lg.arena is arena
assert lg.__spec__.origin == lg.__file__ == arena.__file__.replace("arena/", "") == {str(PACKAGE / "__init__.py")!r}
assert not [finder for finder in sys.meta_path if "Installed" in str(finder)]
state = lg.make("alquerque").new()
assert pickle.loads(pickle.dumps(state)) == state
assert importlib.reload(lg).make("alquerque").players == 2
def count(state):
    return len(state.legal_actions)
if __name__ == "__main__":
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        print(pool.map(count, [state])[0], end="")
"""


def test_the_installed_package_is_imported_there(folder, tmp_path):
    (folder / "use.py").write_text(USE)
    for command in (["use.py", "-"], ["-m", "use", "threads"]):
        done = run(sys.executable, *command, cwd=folder)
        assert (done.returncode, done.stdout, done.stderr) == (0, "4", ""), done
    done = run(sys.executable, "-m", "libgames", "games", cwd=folder)
    assert done.returncode == 0 and "alquerque" in done.stdout, done


def test_pytest_imports_it_there(clone):
    (clone / "tests/python").mkdir(parents=True)
    (clone / "tests/python/test_it.py").write_text(
        f"import libgames as lg\n\n\ndef test_it():\n    assert lg.games() and lg.__path__ == [{str(PACKAGE)!r}]\n"
    )
    for words, place in (([], clone), (["test_it.py"], clone / "tests/python")):
        done = run(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words, cwd=place)
        assert done.returncode == 0 and "1 passed" in done.stdout, done


def without_it(program, folder, **options):
    """The error of a Python that has only the standard library, and what PYTHONPATH leads to."""
    done = run(sys.executable, "-S", "-c", program, cwd=folder, **options)
    assert done.returncode == 1 and not done.stdout, done
    return done.stderr.splitlines()[-1]


@pytest.mark.parametrize("name", ["libgames", "it's mine/libgames"])
def test_without_it_the_error_names_what_has_it(clone, folder, name):
    if name != "libgames":
        (clone.parent / name).parent.mkdir()
        folder = (clone.parent / name).parent if folder != clone else clone.parent / name
        clone = clone.rename(clone.parent / name)
    start = "ModuleNotFoundError: libgames is not installed for "
    start += f"{sys.executable}, and {clone}/libgames has only the C sources"
    python, demo = (shlex.quote(f"{clone}/{name}") for name in (".venv/bin/python", "script/demo"))
    for program in ("import libgames", "import libgames.vector", "from libgames import arena"):
        assert without_it(program, folder) == f"{start}: `{demo}` installs it for `{python}`"
    (clone / ".venv/lib/python3.14/site-packages/libgames").mkdir(parents=True)
    assert without_it("import libgames", folder) == f"{start}: `{python}` has it"
    done = run(sys.executable, "-S", "-m", "libgames", cwd=folder)
    assert done.returncode == 1 and f"`{python}` has it" in done.stderr, done


@pytest.fixture
def elsewhere(tmp_path):
    """Another package of that name."""
    package = tmp_path / "elsewhere/libgames"
    package.mkdir(parents=True)
    (package / "py.typed").touch()
    (package / "__init__.py").write_text("number = 7\n")
    return package


FINDER = """
import importlib.util, sys
class Finder:
    def find_spec(name, path=None, target=None):
        if name == "libgames":
            return importlib.util.spec_from_file_location(name, {!r}, submodule_search_locations=[{!r}])
sys.meta_path.{}
import libgames
assert libgames.number == 7 and Finder in sys.meta_path
"""


@pytest.mark.parametrize("place", ["insert(0, Finder)", "append(Finder)"])
def test_a_finder_of_an_editable_installation_is_asked(folder, elsewhere, place):
    done = run(sys.executable, "-S", "-c", FINDER.format(f"{elsewhere}/__init__.py", str(elsewhere), place), cwd=folder)
    assert done.returncode == 0, done


def test_a_second_clone_is_not_taken_for_it(clone, folder, elsewhere, tmp_path):
    shutil.copytree(clone, tmp_path / "second/libgames")
    other = f"{tmp_path}/second:{tmp_path}/second/libgames"
    assert "is not installed" in without_it("import libgames", folder, env={"PYTHONPATH": other})
    found = {"PYTHONPATH": f"{other}:{elsewhere.parent}"}
    assert run(sys.executable, "-S", "-c", "import libgames; libgames.number", cwd=folder, env=found).returncode == 0


def test_its_own_errors_stay(folder, elsewhere):
    (elsewhere / "__init__.py").write_text("import numpyy\n")
    program = """
import sys
for _ in range(2):
    try:
        import libgames
    except ImportError as error:
        assert error.name == "numpyy"
    assert "libgames" not in sys.modules and not [one for one in sys.meta_path if "Installed" in str(one)]
import libgames
"""
    error = without_it(program, folder, env={"PYTHONPATH": str(elsewhere.parent)})
    assert error == "ModuleNotFoundError: No module named 'numpyy'"
