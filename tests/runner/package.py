"""The Python package: its tests, and the wheel in empty environments of every interpreter on the machine."""

import json
import shutil
import sys
import tomllib
import zipfile
from pathlib import Path

from checks import Check, Failure, from_junit
from tools import BUILD, ROOT, SANITIZED, SANITIZERS, empty_folder, making, meson_build, must, run

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
                         env=environment, timeout=1200)
    if not report.exists():
        raise Failure(f"pytest wrote no report\n{output}\nexit status {status}")
    return from_junit(report.read_text(), status, output)


def python_tests():
    install_package()
    return pytest("pytest", "tests/python")


def python_sanitized():
    """The tests of all games' Python rooms, bad arguments included, on a module under ASan and UBSan. The memory that a
    process needs is not what it is without them."""
    install_package()
    folder = meson_build("python-sanitize", "-Dpython=true", *SANITIZED, "-Dpython.platlibdir=/site",
                         "-Dpython.purelibdir=/site")
    destination = empty_folder(BUILD / "python-sanitize-installed")
    must("meson", "install", "-C", folder, "--tags=runtime,python-runtime", "--destdir", destination)
    runtimes = [must("gcc", f"-print-file-name=lib{name}.so").strip() for name in ("asan", "ubsan")]
    environment = {**SANITIZERS, "LD_PRELOAD": " ".join(runtimes), "PYTHONPATH": str(destination / "site"),
                   "PYTHONMALLOC": "malloc"}
    module = Path(must("python", "-c", "import libgames._native as it; print(it.__file__)", env=environment).strip())
    instrumented = destination in module.parents and "__asan_init" in must("nm", "--dynamic", module)
    yield Check("the tests use a module under ASan and UBSan", instrumented, str(module))
    games = must("python", "-c", "import libgames; print(*libgames.games())").split()
    files = [path for name in ["game", *games] for path in ROOT.glob(f"tests/python/test_{name}*.py")]
    yield from pytest("pytest-sanitize", *files, "-k", "not does_not_grow", **environment)


def interpreters() -> dict[str, Path]:
    """Every CPython from 3.11 on of this machine; builds without GIL have another ABI than the wheel's."""
    places = [Path(sys.base_prefix, "bin"), *map(Path, ("/usr/bin", "/usr/local/bin")),
              *sorted(Path.home().glob(".pyenv/versions/*/bin"))]
    found = {}
    for path in [path for place in places for path in sorted(place.glob("python3*"))] + [shutil.which("python3")]:
        if path is None or "-" in Path(path).name or Path(path).suffix == ".py":
            continue
        status, output = run(path, "-c", ASK)
        if status != 0:
            continue
        implementation, version, full, prefix, without_gil = json.loads(output)
        if implementation == "CPython" and version >= [3, 11] and not without_gil:
            found.setdefault(f"{full} in {prefix}", Path(path))
    return found


def wheel_contents(wheel: Path):
    names = zipfile.ZipFile(wheel).namelist()
    yield Check("the wheel is for the stable ABI of CPython 3.11", "-cp311-abi3-" in wheel.name, wheel.name)
    strangers = [name for name in names if not name.startswith(("libgames/", "libgames-"))]
    yield Check("the wheel has libgames/ and nothing else", not strangers, str(strangers))
    typed = {"libgames/py.typed", "libgames/_native.pyi"} <= set(names)
    yield Check("the wheel says that it is typed, and types its native module", typed, str(names))


def command_with_oldest_libraries(python: Path):
    """The command in an environment that has the wheel and the lowest versions that its extra allows."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    oldest = [requirement.replace(">=", "==") for requirement in extras["arena"]]
    must("pip", "--python", python, "install", "--quiet", *oldest)
    status, output = run(python, "-I", "-m", "libgames", "match", "alquerque", "greedy", "random", "--games", 2)
    yield Check(f"the command libgames with {' '.join(oldest)}", status == 0 and "greedy" in output, output)


def wheel():
    """The wheel as `pip install .` builds it, with the build requirements that pyproject.toml names."""
    install_package()
    folder = empty_folder(BUILD / "wheel")
    must("python", "-m", "build", "--wheel", "--outdir", folder, ROOT, timeout=1200)
    wheels = list(folder.glob("*.whl"))
    if len(wheels) != 1:
        raise Failure(f"one wheel expected: {wheels}")
    yield from wheel_contents(wheels[0])
    version = must(ROOT / "script/version").strip()
    for name, interpreter in interpreters().items():
        environment = empty_folder(BUILD / "empty-environment")
        must(interpreter, "-m", "venv", "--without-pip", environment)
        python = environment / "bin/python"
        must("pip", "--python", python, "install", "--quiet", wheels[0])
        status, output = run(python, "-I", ROOT / "tests/wheel_smoke.py", version, cwd=environment)
        yield Check(f"the wheel in an empty environment of CPython {name}", status == 0, output)
    yield from command_with_oldest_libraries(python)
