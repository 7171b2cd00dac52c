"""The phases of `script/test`. Each is a function that returns an iterable of checks; a Failure raised in one counts as
one failed check."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
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
import rooms
import web
from checks import Check, from_tap
from tools import INSTRUMENTED, SANITIZERS, everything, meson_build, patience, run, sanitized

TESTS = "tests/test_libgames"
TAP = {"CK_TAP_LOG_FILE_NAME": "-", "CK_VERBOSITY": "silent"}


def c_tests(program: Path, *suite: str, **environment: str):
    """A program of C tests; with `suite`, the suites whose names contain it."""
    status, output = run(program, *suite, env={**TAP, **environment}, timeout=patience())
    return from_tap(output, status)


def release():
    yield from c_tests(everything("c_tests") / TESTS)
    parts = [f"-D{part}=false" for part in ("nets", "pictures", "search", "check", "batches")]
    folder = meson_build("rules", "--werror", "-Dtests=true", "-Doptimization=0", "-Ddefault_library=static", *parts,
                         targets=("test_rules",))
    for check in c_tests(folder / "tests/test_rules"):
        yield Check(f"the rules alone: {check.name}", check.passed, check.detail)


def sanitize():
    """One process for all tests: a process for each takes half as long again."""
    return c_tests(sanitized() / TESTS, **SANITIZERS, CK_FORK="no")


def threads():
    """Batches and searches of many trees, all that has threads, under the thread sanitizer."""
    folder = meson_build("threads", "-Dtests=true", *INSTRUMENTED, "-Dc_args=-g1", "-Db_sanitize=thread",
                         targets=("test_threads", "connect_four"))
    return c_tests(folder / "tests/test_threads", TSAN_OPTIONS="halt_on_error=1", CK_FORK="no")


# Only those of clang's checks of integers that find mistakes: unsigned numbers overflow on purpose, in hashes and
# random numbers.
CONVERSIONS = ["-Ddefault_library=static", "-Db_lundef=false", "-Dc_link_args=-fsanitize=implicit-conversion",
               "-Dc_args=-fsanitize=implicit-conversion,integer-divide-by-zero -fno-sanitize-recover=all"]


def plain():
    """Without optimisation the same games and searches come out, and no conversion of an integer loses a part of it."""
    folder = meson_build("plain", "--werror", "-Dtests=true", "-Dbuildtype=debug", *CONVERSIONS, compiler="clang")
    yield from c_tests(folder / TESTS)


def valgrind():
    """The suites that end within seconds also under valgrind, in one process each."""
    folder = everything("c_tests")
    for suite in ("base", "protocol"):
        status, output = run("valgrind", "--quiet", "--error-exitcode=99", "--leak-check=full",
                             folder / TESTS, suite, env={**TAP, "CK_FORK": "no"})
        yield Check(f"suites named {suite} under valgrind", status == 0, output)


@dataclass(frozen=True)
class Phase:
    title: str
    run: Callable[[], Iterable[Check]]
    needs: str = ""  # words of script/setup.sh for Debian's packages; `build` or `test` for Python's
    rare: bool = False  # runs with --all or by its name alone


# The longest come first, since several run in parallel; those that wait for the same build don't.
PHASES = {
    "python": Phase("Python tests", partial(package.tests_in, "python"), "headers gcc test"),
    "arena": Phase("The arena, its command and its pages", partial(package.tests_in, "arena"), "headers gcc browser test"),
    "sanitize": Phase("C tests under ASan and UBSan (clang)", sanitize, "check clang"),
    "train": Phase("Programs and tests with PyTorch", examples.training, "headers test", rare=True),
    "ray": Phase("Work on a Ray cluster of several nodes", cluster.ray, "headers test", rare=True),
    "ray-oldest": Phase("The lowest version of Ray that is allowed", cluster.oldest, "headers test", rare=True),
    "c": Phase("C tests, release build (gcc)", release, "check"),
    "threads": Phase("Batches and searches of many trees under TSan (gcc)", threads, "check"),
    "web": Phase("The module for pages and the board, in a runtime and in a browser", web.web, "headers browser typescript test"),
    "plain": Phase("C tests without optimisation, with clang's checks of conversions", plain, "check clang", rare=True),
    "release": Phase("The files of script/release, made twice, each in an empty environment", releasing.release,
                     "headers check arm64 systems wine test", rare=True),
    "machines": Phase("C tests for other processors under QEMU, and with musl", machines.machines, "check machines", rare=True),
    "windows": Phase("The wheel for Windows in CPython for Windows, under Wine", machines.windows, "headers mingw test wine", rare=True),
    "tools": Phase("The scripts, the ladder, and this runner", partial(package.tests_in, "tools"), "headers gcc clang test"),
    "bots": Phase("Example contest programs against each other", examples.bots, "headers check clang test"),
    "examples": Phase("Examples and benchmarks", examples.examples, "headers check java test"),
    "site": Phase("Documentation site", examples.site, "headers doxygen test"),
    "demo": Phase("script/demo in a new clone, in a file and in terminals", demo.demo, "headers"),
    "fuzz": Phase("Fuzz targets", fuzzing.fuzz, "check clang"),
    "notebooks": Phase("Notebooks", notebooks.notebooks, "headers test"),
    "java": Phase("The jar and programs in Java, with the virtual machine's checks of native calls", java.java,
                  "headers check clang java test"),
    "python-sanitize": Phase("Python tests under ASan and UBSan (clang)", package.python_sanitized, "headers check clang test"),
    "subproject": Phase("Subproject of Meson and of CMake", library.subproject, "c cmake"),
    "pages": Phase("Code on the pages", examples.pages, "headers check clang test"),
    "cluster": Phase("Work in pieces, on this machine", cluster.cluster, "headers test"),
    "valgrind": Phase("C tests under valgrind", valgrind, "check valgrind"),
    "wheel": Phase("Wheel in empty environments", package.wheel, "headers test"),
    "newest": Phase("All C files with the newest clang, from ziglang", library.newest, "check build"),
    "headers": Phase("Public headers alone, C17 and C++17, gcc and clang", library.headers, "gcc clang"),
    "lua": Phase("The shared interface in Lua", lua.lua, "check lua build"),
    "install": Phase("Installed library, for pkg-config and CMake", library.installation, "check clang cmake"),
    "rooms": Phase("Imports and includes between the rooms", rooms.rooms),
    "analyzer": Phase("All C files with gcc's analyzer", library.analyzer, "check", rare=True),
    "rules": Phase("The games' rules as C++, for compilers of GPUs", library.rules, "gcc clang"),
}


def phases() -> dict[str, Phase]:
    """All phases by name, with one for every other Python of this machine among the long ones; of these only the phase
    of the newest runs every day."""
    found = [(f"python-{name.split()[0]}", name, path) for name, path in package.other_interpreters().items()]
    others = {phase: Phase(f"Tests of the package with CPython {name}", partial(package.tests_with, name, path),
                           "headers test", rare=phase != found[-1][0]) for phase, name, path in found}
    names = list(PHASES)
    return {name: {**PHASES, **others}[name] for name in [*names[:3], *others, *names[3:]]}
