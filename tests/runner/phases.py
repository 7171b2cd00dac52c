"""The phases of `script/test`. Each is a function that returns an iterable of checks; a Failure raised in one counts as
one failed check."""

from pathlib import Path

import demo
import examples
import fuzzing
import library
import notebooks
import package
import training
from checks import Check, from_tap
from tools import SANITIZED, SANITIZERS, everything, meson_build, run

TAP = {"CK_TAP_LOG_FILE_NAME": "-", "CK_VERBOSITY": "silent", "CK_DEFAULT_TIMEOUT": "300"}


def c_tests(folder: Path, *suite: str, **environment: str):
    """The C tests of a build; with `suite`, the ones whose names contain it."""
    status, output = run(folder / "tests/test_libgames", *suite, env={**TAP, **environment}, timeout=1200)
    return from_tap(output, status)


def release():
    return c_tests(everything())


def sanitize():
    return c_tests(meson_build("sanitize", "-Dtests=true", *SANITIZED), **SANITIZERS)


def threads():
    """Batches, the only part that has threads, under the thread sanitizer."""
    folder = meson_build("threads", "-Dtests=true", "-Dbuildtype=debugoptimized", "-Db_sanitize=thread",
                         "-Ddefault_library=static")
    return c_tests(folder, "batch", TSAN_OPTIONS="halt_on_error=1")


def clang():
    """Another compiler, and no optimisation: the same games must come out of it."""
    everything("clang", compiler="clang")
    yield Check("clang compiles everything without a warning", True)
    folder = meson_build("clang-O0", "-Dtests=true", "-Dbuildtype=debug", compiler="clang")
    for suite in ("golden", "vectors"):
        yield from c_tests(folder, suite)


def valgrind():
    """The suites that end within seconds also under valgrind, in one process each."""
    folder = everything()
    for suite in ("base", "protocol"):
        status, output = run("valgrind", "--quiet", "--error-exitcode=99", "--leak-check=full",
                             folder / "tests/test_libgames", suite, env={**TAP, "CK_FORK": "no"})
        yield Check(f"suites named {suite} under valgrind", status == 0, output)


# The longest come first, since several run at once.
PHASES = {
    "sanitize": ("C tests under ASan and UBSan (gcc)", sanitize),
    "c": ("C tests, release build (gcc)", release),
    "python": ("Python tests", package.python_tests),
    "python-sanitize": ("Python tests under ASan and UBSan (gcc)", package.python_sanitized),
    "train": ("What needs PyTorch", training.training),
    "clang": ("C library and programs with clang; the same games at -O0", clang),
    "threads": ("Batches under TSan (gcc)", threads),
    "wheel": ("Wheel in empty environments", package.wheel),
    "notebooks": ("Notebooks", notebooks.notebooks),
    "examples": ("Examples and benchmarks", examples.examples),
    "demo": ("script/demo, in a file and in terminals", demo.demo),
    "bots": ("Example contest programs against each other", examples.bots),
    "pages": ("Code on the pages", examples.pages),
    "site": ("Documentation site", examples.site),
    "install": ("Installed library, pkg-config", library.installation),
    "subproject": ("Meson subproject", library.subproject),
    "headers": ("Public headers alone, C17 and C++17, gcc and clang", library.headers),
    "valgrind": ("C tests under valgrind", valgrind),
    "fuzz": ("Fuzz targets", fuzzing.fuzz),
}
