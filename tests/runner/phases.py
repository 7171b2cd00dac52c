"""The phases of `script/test`. Each is a function that returns an iterable of checks; a Failure raised in one counts as
one failed check."""

from functools import partial
from pathlib import Path

import cluster
import demo
import examples
import fuzzing
import java
import library
import lua
import machines
import notebooks
import package
import releasing
import training
import web
from checks import Check, from_tap
from tools import INSTRUMENTED, SANITIZERS, everything, meson_build, patience, run, sanitized

TESTS = "tests/test_libgames"
TAP = {"CK_TAP_LOG_FILE_NAME": "-", "CK_VERBOSITY": "silent", "CK_DEFAULT_TIMEOUT": "300"}


def c_tests(program: Path, *suite: str, **environment: str):
    """A program of C tests; with `suite`, the suites whose names contain it."""
    status, output = run(program, *suite, env={**TAP, **environment}, timeout=patience())
    return from_tap(output, status)


def release():
    return c_tests(everything() / TESTS)


def sanitize():
    """One process for all tests: a process for each takes half as long again."""
    return c_tests(sanitized() / TESTS, **SANITIZERS, CK_FORK="no")


def threads():
    """Batches and searches of many trees, all that has threads, under the thread sanitizer."""
    folder = meson_build("threads", "-Dtests=true", *INSTRUMENTED, "-Db_sanitize=thread",
                         targets=("test_threads", "connect_four"))
    return c_tests(folder / "tests/test_threads", TSAN_OPTIONS="halt_on_error=1", CK_FORK="no")


# Of clang's checks of integers those that find mistakes: unsigned numbers overflow on purpose, in hashes and in chance.
CONVERSIONS = ["-Ddefault_library=static", "-Db_lundef=false", "-Dc_link_args=-fsanitize=implicit-conversion",
               "-Dc_args=-fsanitize=implicit-conversion,integer-divide-by-zero -fno-sanitize-recover=all"]


def plain():
    """Without optimisation the same games and searches come out, and no conversion of an integer loses a part of it."""
    folder = meson_build("plain", "--werror", "-Dtests=true", "-Dbuildtype=debug", *CONVERSIONS, compiler="clang")
    yield from c_tests(folder / TESTS)


def valgrind():
    """The suites that end within seconds also under valgrind, in one process each."""
    folder = everything()
    for suite in ("base", "protocol"):
        status, output = run("valgrind", "--quiet", "--error-exitcode=99", "--leak-check=full",
                             folder / TESTS, suite, env={**TAP, "CK_FORK": "no"})
        yield Check(f"suites named {suite} under valgrind", status == 0, output)


# The longest come first, since several run at once; those that wait for the same build don't.
PHASES = {
    "python": ("Python tests", package.python_tests),
    "sanitize": ("C programs with clang; C tests under ASan and UBSan", sanitize),
    "train": ("What needs PyTorch", training.training),
    "ray": ("Work on a Ray cluster of several nodes", cluster.ray),
    "ray-oldest": ("The lowest version of Ray that is allowed", cluster.oldest),
    "threads": ("Batches and searches of many trees under TSan (gcc)", threads),
    "c": ("C tests, release build (gcc)", release),
    "notebooks": ("Notebooks", notebooks.notebooks),
    "wheel": ("Wheel in empty environments", package.wheel),
    "plain": ("C tests without optimisation, with clang's checks of conversions", plain),
    "python-sanitize": ("Python tests under ASan and UBSan (clang)", package.python_sanitized),
    "web": ("The module for pages, in a runtime of its own and in a browser", web.web),
    "java": ("The jar and programs in Java, with the virtual machine's checks of native calls", java.java),
    "fuzz": ("Fuzz targets", fuzzing.fuzz),
    "examples": ("Examples and benchmarks", examples.examples),
    "site": ("Documentation site", examples.site),
    "valgrind": ("C tests under valgrind", valgrind),
    "lua": ("The shared interface in Lua", lua.lua),
    "release": ("What script/release makes, twice, each file in an empty environment", releasing.release),
    "machines": ("C tests for other processors under QEMU, and with musl", machines.machines),
    "demo": ("script/demo, in a file and in terminals", demo.demo),
    "bots": ("Example contest programs against each other", examples.bots),
    "pages": ("Code on the pages", examples.pages),
    "subproject": ("Meson subproject", library.subproject),
    "install": ("Installed library, pkg-config", library.installation),
    "headers": ("Public headers alone, C17 and C++17, gcc and clang", library.headers),
    "rules": ("The games' rules as C++, for compilers of GPUs", library.rules),
}


# What runs with `--all` or by its name alone. PyTorch takes minutes to install, and nodes of Ray take a minute to start
# and die; a release is made twice; QEMU is slow.
ONLY_WITH_ALL = ["train", "ray", "ray-oldest", "plain", "release", "machines"]


def phases() -> dict:
    """All phases by name, with one for every other Python of this machine among the long ones."""
    others = {f"python-{name.split()[0]}": (f"Tests of the package with CPython {name}",
                                            partial(package.tests_with, name, path))
              for name, path in package.other_interpreters().items()}
    names = list(PHASES)
    return {name: {**PHASES, **others}[name] for name in [*names[:3], *others, *names[3:]]}


def only_with_all(known: dict) -> list[str]:
    """Which of these phases do not run every day; of the other Pythons the newest does."""
    return [*ONLY_WITH_ALL, *[name for name in known if name.startswith("python-3")][:-1]]
