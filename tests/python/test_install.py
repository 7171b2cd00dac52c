"""Imports in a clone, and the install commands in errors: in environments of several kinds."""

import functools
import http.server
import importlib.util
import re
import shlex
import shutil
import subprocess
import sys
import threading
import tomllib
import zipfile
from importlib import metadata
from pathlib import Path

import libgames as lg
import pytest
from libgames import _install

ROOT = Path(__file__).parents[2]
PACKAGE = Path(lg.__file__).parent


def run(*command, **options):
    options = {"capture_output": True, "text": True, "timeout": 120} | options
    return subprocess.run(list(map(str, command)), **options)


# ---- in a clone ----


@pytest.fixture
def clone(tmp_path):
    """The part of a clone that is in Python's way, in a folder of its name."""
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


def test_the_installed_package_is_imported_there(folder):
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
    """The error of a Python with only the standard library and PYTHONPATH."""
    done = run(sys.executable, "-S", "-c", program, cwd=folder, **options)
    assert done.returncode == 1 and not done.stdout, done
    return done.stderr.splitlines()[-1]


@pytest.mark.parametrize("name", ["libgames", "it's mine/libgames"])
def test_without_it_the_error_names_the_extra(clone, folder, name):
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
def test_the_finder_of_an_editable_installation_is_used(folder, elsewhere, place):
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


# ---- errors ----

EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
BACKEND = """
import shutil
from pathlib import Path
def build_wheel(folder, settings=None, metadata=None):
    wheel = next(Path(__file__).parent.glob("*.whl"))
    shutil.copy(wheel, folder)
    return wheel.name
build_editable = build_wheel
"""
PROJECT = """
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """A wheel with only the tested files, and the package's metadata."""
    installed = metadata.distribution("libgames")
    path = tmp_path_factory.mktemp("wheel") / f"libgames-{lg.__version__}-py3-none-any.whl"
    own = f"libgames-{lg.__version__}.dist-info"
    with zipfile.ZipFile(path, "w") as file:
        for name in ("_install.py", "_words.py", "py.typed"):
            file.write(PACKAGE / name, f"libgames/{name}")
        file.writestr("libgames/__init__.py", "")
        file.writestr(f"{own}/METADATA", installed.read_text("METADATA"))
        file.writestr(f"{own}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        names = [*file.namelist(), f"{own}/RECORD"]
        file.writestr(f"{own}/RECORD", "".join(f"{name},,\n" for name in names))
    return path


@pytest.fixture
def place(tmp_path):
    """A folder whose name needs quotes in a shell."""
    place = tmp_path / "it's one [1]"
    place.mkdir()
    return place


@pytest.fixture
def python(place):
    """The interpreter of an environment with the tests' pip."""
    done = run(sys.executable, "-m", "venv", "--without-pip", place / "environment")
    assert done.returncode == 0, done
    (site,) = place.glob("environment/lib/python3*/site-packages")
    (site / "pip").symlink_to(Path(importlib.util.find_spec("pip").origin).parent)
    return place / "environment/bin/python"


def advice(python, extra="rl"):
    program = f"from libgames._install import install_command; print(install_command({extra!r}), end='')"
    done = run(python, "-c", program)
    assert done.returncode == 0, done
    return done.stdout


def pip(python, *words):
    done = run(python, "-m", "pip", "install", "--no-deps", "--no-index", *words)
    assert done.returncode == 0, done


def project(folder, wheel):
    folder.mkdir()
    (folder / "pyproject.toml").write_text(PROJECT)
    (folder / "backend.py").write_text(BACKEND)
    shutil.copy(wheel, folder)
    return folder


def repository(folder, wheel):
    """The address of a project in a folder of a repository, and its commit."""
    folder.mkdir()
    project(folder / "inside", wheel)
    git = ["git", "-C", folder, "-c", "user.name=I", "-c", "user.email=i@example.org"]
    for words in (["init"], ["add", "."], ["commit", "-m", "one"]):
        assert run(*git, *words).returncode == 0
    return f"git+{folder.as_uri()}", run(*git, "rev-parse", "HEAD").stdout.strip()


@pytest.fixture
def served(wheel):
    """The address of the wheel on a server."""
    serve = functools.partial(http.server.SimpleHTTPRequestHandler, directory=wheel.parent)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/{wheel.name}"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("kind", ["clone", "editable", "wheel", "index", "repository", "address"])
def test_it_is_installed_again_as_it_was(kind, python, place, wheel, request):
    if kind in ("clone", "editable"):
        clone = project(place / "clone", wheel)
        how = ["--no-build-isolation", "--editable"] if kind == "editable" else []
        words, again = [*how, clone], [*how, f"{clone}[rl]"]
    elif kind == "wheel":
        file = Path(shutil.copy(wheel, place))
        words, again = [file], [f"{file}[rl]"]
    elif kind == "index":
        words, again = ["--find-links", wheel.parent, "libgames"], ["libgames[rl]"]
    elif kind == "repository":
        address, commit = repository(place / "repository", wheel)
        words = [f"libgames @ {address}#subdirectory=inside"]
        written = address.replace("%27", "'").replace("%5B1%5D", "[1]")
        again = [f"libgames[rl] @ {written}@{commit}#subdirectory=inside"]
    else:
        address = request.getfixturevalue("served")
        words, again = [f"libgames @ {address}"], [f"libgames[rl] @ {address}"]
    pip(python, *words)
    command = advice(python)
    assert command == shlex.join([f"{python}", "-m", "pip", "install", *again])
    done = run("sh", "-c", f"{command} --no-deps --no-index")
    assert done.returncode == 0, done
    assert advice(python) == command


@pytest.mark.parametrize("kind", ["clone", "wheel", "repository"])
def test_a_source_that_is_gone_is_not_named(kind, python, place, wheel):
    if kind == "repository":
        words, gone = [f"{repository(place / 'gone', wheel)[0]}#subdirectory=inside"], place / "gone"
    elif kind == "clone":
        words, gone = [project(place / "clone", wheel)], place / "clone/pyproject.toml"
    else:
        words = [gone] = [Path(shutil.copy(wheel, place))]
    pip(python, *words)
    gone.rename(place / "moved")
    needed = [*EXTRAS["viz"], *[line for line in EXTRAS["rl"] if not line.startswith("libgames")]]
    assert advice(python) == shlex.join([f"{python}", "-m", "pip", "install", *needed])
    assert advice(python, "gpu") == shlex.join([f"{python}", "-m", "pip", "install", *EXTRAS["gpu"]])


def test_requirements_of_extras_are_read_correctly():
    """In every extra: none has a condition, which this reading would leave out."""
    installed = metadata.distribution("libgames")

    def of(extra):
        for line in EXTRAS[extra]:
            own = re.fullmatch(r"libgames\[(.*)\]", line)
            yield from [part for name in own[1].split(",") for part in of(name)] if own else [line]

    for extra in EXTRAS:
        assert list(_install._requirements(installed, extra)) == list(of(extra)), extra


def test_without_a_record_there_is_a_place_to_fill_in(tmp_path):
    shutil.copytree(PACKAGE, tmp_path / "libgames", ignore=shutil.ignore_patterns("*.so", "*.html", "__pycache__"))
    (tmp_path / "libgames/__init__.py").write_text("")
    program = "import libgames._install as it; print(it.install_command('rl'), end='')"
    done = run(sys.executable, "-S", "-c", program, cwd=tmp_path)
    assert done.stdout == f"pip --python {sys.executable} install '/path/to/a/clone/of/libgames[rl]'", done


@pytest.mark.parametrize("editable", [False, True])
def test_a_package_without_its_board_is_built_again(editable, python, place, wheel):
    folder = project(place / "a clone", wheel)
    pip(python, "--no-build-isolation", *["--editable"][:editable], folder)
    program = "from libgames._install import rebuild_command; print(rebuild_command(), end='')"
    first, *rest = run(python, "-c", program).stdout.split(" && ")
    begin = f"{shlex.quote(str(python))} -m pip install"
    again = f"--force-reinstall --no-deps {'--no-build-isolation --editable ' * editable}{shlex.quote(str(folder))}"
    assert [first, *rest] == ([f"{begin} ziglang"] if editable else []) + [f"{begin} {again}"]


def test_no_such_extra():
    with pytest.raises(ValueError, match="extra: expected one of .*, not 'trian'; did you mean 'train'?"):
        lg.install_command("trian")


def test_programs_that_install(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "executable", "/my env/bin/python")
    assert _install.pip("a>=1") == "'/my env/bin/python' -m pip install 'a>=1'"
    monkeypatch.setitem(sys.modules, "pip", None)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert _install.pip("a") == "pip --python '/my env/bin/python' install a"
    (tmp_path / "uv").touch(0o755)
    assert _install.pip("a") == "uv pip install --python '/my env/bin/python' a"
    monkeypatch.setattr(sys, "executable", None)
    assert _install.pip("a") == "uv pip install --python python3 a"


@pytest.mark.parametrize("name, library, extra", [("gpu_rollouts", "cuda", "gpu"), ("train_rllib", "ray", "rllib")])
def test_an_example_without_its_libraries_names_the_extra(name, library, extra):
    program = f"import runpy, sys; sys.modules[{library!r}] = None; runpy.run_path(sys.argv[1])"
    done = run(sys.executable, "-c", program, ROOT / f"examples/python/{name}.py")
    assert done.returncode == 1 and done.stderr.endswith(f": `{lg.install_command(extra)}` installs it\n"), done


def test_nothing_imports_it_before_its_first_use():
    program = "import sys, libgames.pictures, libgames.gymnasium; assert 'libgames._install' not in sys.modules"
    assert run(sys.executable, "-c", program).returncode == 0
