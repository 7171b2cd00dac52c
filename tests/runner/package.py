"""The Python package: its tests, and the wheel in empty environments of every interpreter on the machine."""

import json
import os
import platform
import re
import sys
import tomllib
import zipfile
from pathlib import Path

import tools
from checks import Check, Failure, from_junit
from tools import BUILD, CORES, ROOT, empty_folder, making, must, patience, run, sanitized, sanitizers_in_programs

ASK = """\
import json, platform, sys, sysconfig
print(json.dumps([platform.python_implementation(), sys.version_info[:2], platform.python_version(), sys.base_prefix,
                  bool(sysconfig.get_config_var("Py_GIL_DISABLED"))]))"""


def install_package():
    """Builds the package and installs it into .venv, when its sources have changed, as script/demo does."""
    with making["package"]:
        must("bash", "-c", 'set -eu; . script/setup.sh; set_up_package test', timeout=1200)


def pytest(name: str, *arguments, program="pytest", **environment: str):
    """The checks of a run of pytest, whose report is `name`.xml."""
    report = BUILD / f"{name}.xml"
    report.unlink(missing_ok=True)
    status, output = run(program, *arguments, "-q", "--color=no", "-p", "no:cacheprovider", f"--junitxml={report}",
                         env=environment, timeout=patience())
    if not report.exists():
        raise Failure(f"pytest wrote no report\n{output}\nexit status {status}")
    return from_junit(report.read_text(), status, output)


def workers() -> list[object]:
    """One process for each core if no other phase runs. While other phases keep the cores busy, a single process takes
    less time, since it imports everything and sets up the fixtures of a session only once."""
    return ["--numprocesses", CORES, "--dist=loadfile"] if tools.at_once == 1 else []


def tests_in(folder: str):
    """The tests of tests/`folder`."""
    install_package()
    return pytest(f"pytest-{folder}", f"tests/{folder}", *workers())


NO_LEAKS = "not does_not_grow and not are_left_behind and not memory_growth"  # long, and once is enough
NO_COMPARISONS = "not they_follow_from and not the_outlook"  # with computations in Python that take nearly all of the time


def python_sanitized():
    """The tests of all games' Python rooms, bad arguments included, on a module under ASan and UBSan. The memory that a
    process needs is not what it is without them."""
    install_package()
    folder, destination = sanitized(), empty_folder(BUILD / "python-sanitize-installed")
    must("meson", "install", "-C", folder, "--no-rebuild", "--tags=runtime,python-runtime", "--destdir", destination)
    environment = {**sanitizers_in_programs(), "PYTHONPATH": str(destination / "site"), "PYTHONMALLOC": "malloc"}
    module = Path(must("python", "-c", "import libgames._native as it; print(it.__file__)", env=environment).strip())
    instrumented = destination in module.parents and "__asan_init" in must("nm", "--dynamic", module)
    yield Check("the tests use a module under ASan and UBSan", instrumented, str(module))
    games = must("python", "-c", "import libgames; print(*libgames.games())").split()
    files = [path for name in ["game", *games] for path in ROOT.glob(f"tests/python/test_{name}*.py")]
    yield from pytest("pytest-sanitize", *files, "-k", f"{NO_LEAKS} and {NO_COMPARISONS} and not a_kill", **environment)


def environment_with(name: str, extras: str, *words: object) -> Path:
    """The programs of a separate environment in build-auto/`name`, for large extras: with the wheel, pytest and
    whatever these words make pip install."""
    install_package()
    folder, wheel = BUILD / name, next((BUILD / "package").glob("*.whl"))
    if not (folder / "bin/python").exists():
        must("python", "-m", "venv", folder)
    pip = [folder / "bin/python", "-m", "pip", "install", "--quiet", "--no-compile"]
    must(*pip, *words, f"{wheel}[{extras}]", "pytest>=8", timeout=1800)
    must(*pip, "--force-reinstall", "--no-deps", wheel)
    return folder / "bin"


FIRST = (Path("/usr/bin"), Path("/usr/local/bin"))


def places() -> list[Path]:
    """The folders where Pythons are: the distribution's, those of PATH, and pyenv's, which has only shims on PATH."""
    path = [Path(text) for text in os.environ.get("PATH", "").split(os.pathsep) if text]
    pyenvs = [Path.home() / ".pyenv", *(folder.parent for folder in path if folder.name == "shims")]
    versions = [folder for pyenv in pyenvs for folder in sorted(pyenv.glob("versions/*/bin"))]
    return [*FIRST, Path(sys.base_prefix, "bin"), *path, *versions]


def interpreters() -> dict[str, Path]:
    """Every CPython from 3.11 on of this machine; builds without GIL have another ABI than the wheel's."""
    found = {}
    for path in [path for place in places() for path in sorted(place.glob("python3*"))]:
        if not re.fullmatch(r"python3(\.\d+)?", path.name):
            continue
        status, output = run(path, "-c", ASK)
        if status != 0:
            continue
        implementation, version, full, prefix, without_gil = json.loads(output)
        if implementation == "CPython" and version >= [3, 11] and not without_gil:
            found.setdefault(f"{full} in {prefix}", path)
    return found


def other_interpreters() -> dict[str, Path]:
    """One of each version, 3.11 and so on, oldest first, the distribution's before others; but for the one of .venv."""
    mine = f"{platform.python_version()} in {sys.base_prefix}"
    found = {}
    for name, path in interpreters().items():
        found.setdefault(name.split(".")[1], (name, path))
    return {name: path for _, (name, path) in sorted(found.items(), key=lambda item: int(item[0])) if name != mine}


# What other Pythons leave out: files and tests that need more than the package does (OpenSpiel, pictures, a browser,
# a type checker), and the long ones that start many processes. A new file is in, unless it is named here.
ONLY_ONCE = ["arena_analyse", "arena_check", "arena_command", "arena_faults", "arena_humans", "arena_loaded",
             "arena_programs", "arena_results", "arena_system_calls", "gymnasium", "install", "loaded", "messages", "misuse",
             "openspiel", "outputs", "pettingzoo", "pictures", "serve", "typing"]
WITHOUT_EXTRAS = f"{NO_LEAKS} and {NO_COMPARISONS} and not rendering and not without_a_module_of_its_own and not run_on"
NEEDED = ["pytest>=8", "hypothesis>=6.100", "gymnasium>=1.1"]


def environment_of(name: str, interpreter: Path, wheel: Path) -> Path:
    """An environment of this Python with the wheel and the requirements of its tests; a Failure names missing ones."""
    folder = empty_folder(BUILD / f"python-{name.split()[0]}")
    status, output = run(interpreter, "-m", "venv", "--without-pip", folder)
    if status != 0:
        raise Failure(f"CPython {name} can't make a virtual environment, so no test ran with it. Complete it (Debian: "
                      f"its package python3-venv) or take it away.\n{output}")
    python = folder / "bin/python"
    status, output = run("pip", "--python", python, "install", "--quiet", "--no-compile", "--only-binary=numpy",
                         f"{wheel}[arena]", *NEEDED)
    if status != 0:
        raise Failure(f"CPython {name} can't install the wheel and the requirements of its tests, so no test ran with it. Either "
                      f"the package index can't be reached, or there is no wheel of NumPy for this Python.\n{output}")
    return python


def tests_with(name: str, interpreter: Path):
    """The tests of the package without its extras, with another Python and the wheel that all share."""
    install_package()
    python = environment_of(name, interpreter, next((BUILD / "package").glob("*.whl")))
    status, output = run(python, "-c", ASK)
    yield Check("the environment is of this Python", status == 0 and json.loads(output)[2] == name.split()[0], output)
    left_out = [f"--ignore={path}" for file in ONLY_ONCE for path in ROOT.glob(f"tests/*/test_{file}.py")]
    yield from pytest(f"pytest-{name.split()[0]}", "-m", "pytest", "tests/python", "tests/arena", *left_out, "-k", WITHOUT_EXTRAS,
                      program=python, PATH=f"{python.parent}{os.pathsep}{os.environ['PATH']}")


def wheel_contents(wheel: Path):
    names = zipfile.ZipFile(wheel).namelist()
    yield Check("the wheel is for the stable ABI of CPython 3.11", "-cp311-abi3-" in wheel.name, wheel.name)
    strangers = [name for name in names if not name.startswith(("libgames/", "libgames-"))]
    yield Check("the wheel contains only libgames/", not strangers, str(strangers))
    typed = {"libgames/py.typed", "libgames/_native.pyi"} <= set(names)
    yield Check("the wheel is marked as typed, and types its native module", typed, str(names))
    yield Check("the wheel has the board", "libgames/board.html" in names, str(names))


def refuses_without_gil() -> Check:
    """A free-threaded Python is refused with a message."""
    folder = empty_folder(BUILD / "free-threaded")
    (folder / "sitecustomize.py").write_text("import sysconfig\nsysconfig.get_config_vars()['Py_GIL_DISABLED'] = 1\n")
    (folder / "python").write_text(f'#!/bin/sh\nPYTHONPATH={folder} exec {sys.executable} "$@"\n')
    (folder / "python").chmod(0o755)
    (folder / "native.ini").write_text(f"[binaries]\npython = '{folder / 'python'}'\n")
    command = ["meson", "setup", folder / "build", ROOT, "-Dpython=true", f"--native-file={folder / 'native.ini'}"]
    status, output = run(*command)
    return Check("a free-threaded Python is refused", status != 0 and "needs a Python with a GIL" in output, output)


def advice_works(python: Path):
    """The requirements that the command reports are installed by the command that it names."""
    command = (python, "-I", "-m", "libgames", "games")
    _, output = run(*command)
    named = re.search("`(.*)`", output)
    output += must("sh", "-c", f"{named[1]} --quiet --no-compile") if named else ""
    status, last = run(*command)
    yield Check("the advice of the command libgames works", bool(named) and status == 0, output + last)


def command_with_oldest_libraries(python: Path):
    """The command in an environment that has the wheel and the lowest versions that its extra allows."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    oldest = [requirement.replace(">=", "==") for requirement in extras["arena"]]
    must("pip", "--python", python, "install", "--quiet", "--no-compile", *oldest)
    status, output = run(python, "-I", "-m", "libgames", "match", "alquerque", "greedy", "random", "--games", 2)
    yield Check(f"the command libgames with {' '.join(oldest)}", status == 0 and "greedy" in output, output)


def wheel():
    """The wheel installed in .venv. Whether the build requirements of pyproject.toml are enough for it is tested by
    script/demo in a new clone, and for a release with pip's own isolation."""
    install_package()
    wheels = list((BUILD / "package").glob("*.whl"))
    if len(wheels) != 1:
        raise Failure(f"one wheel expected: {wheels}")
    yield from wheel_contents(wheels[0])
    yield refuses_without_gil()
    version = must(ROOT / "script/version").strip()
    for name, interpreter in interpreters().items():
        environment = empty_folder(BUILD / "empty-environment")
        must(interpreter, "-m", "venv", "--without-pip", environment)
        python = environment / "bin/python"
        must("pip", "--python", python, "install", "--quiet", "--no-compile", wheels[0])
        status, output = run(python, "-I", ROOT / "tests/wheel_smoke.py", version, cwd=environment)
        yield Check(f"the wheel in an empty environment of CPython {name}", status == 0, output)
    yield from advice_works(python)
    yield from command_with_oldest_libraries(python)
