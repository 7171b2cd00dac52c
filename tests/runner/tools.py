"""Running programs and building with Meson, for the phases. Phases run at the same time, in threads."""

import os
import platform
import shutil
import subprocess
from collections import defaultdict
from pathlib import Path
from threading import Lock

from checks import Failure

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build-auto"
CORES = len(os.sched_getaffinity(0))

# How a build gets sanitizers, and how its programs run. Only the library and the C tests are optimised, a little: with
# more, compiling takes longer than the tests gain.
INSTRUMENTED = ["-Ddebug=true", "-Doptimization=0", "-Ddefault_library=static"]
SANITIZED = [*INSTRUMENTED, "-Db_sanitize=address,undefined", "-Dc_args=-fno-sanitize-recover=all"]
# Leaks are valgrind's part: the search for them at the end of each process takes longer than many of them. A small
# quarantine keeps processes small.
SANITIZERS = {"ASAN_OPTIONS": "detect_stack_use_after_return=1:detect_leaks=0:quarantine_size_mb=8",
              "UBSAN_OPTIONS": "print_stacktrace=1"}

# What `script/test --all` sets, unless the environment does: longer comparisons, longer fuzzing, and patience.
LONG = {"LIBGAMES_TESTS_TIMES": "20", "LIBGAMES_FUZZ_SECONDS": "1200", "CK_TIMEOUT_MULTIPLIER": "20"}

# The phases use all cores already; threads of NumPy and PyTorch beside them only wait for each other.
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}

# One for each thing that several phases make and then use: a build folder, the package in .venv.
making = defaultdict(Lock)


def run(*command, timeout=600, cwd=ROOT, env=None) -> tuple[int, str]:
    """Runs a program to its end and returns exit status and output (stdout and stderr together). A program that is
    killed by a signal or exceeds `timeout` seconds has a status that is not 0."""
    command = [str(word) for word in command]
    environment = {**os.environ, **(env or {})}
    try:
        done = subprocess.run(command, cwd=cwd, env=environment, timeout=timeout, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    except subprocess.TimeoutExpired as late:
        return 124, (late.output or b"").decode(errors="replace") + f"\nnot finished after {timeout} s\n"
    except OSError as error:
        return 127, f"{error}\n"
    return done.returncode, done.stdout.decode(errors="replace")


def must(*command, **options) -> str:
    """Like run, but anything other than exit status 0 is a Failure. Returns the output."""
    status, output = run(*command, **options)
    if status != 0:
        raise Failure(f"$ {' '.join(map(str, command))}\n{output}\nexit status {status}")
    return output


def patience() -> int:
    """Seconds that a suite may take: more with LIBGAMES_TESTS_TIMES, which makes the long tests longer."""
    text = os.environ.get("LIBGAMES_TESTS_TIMES", "")
    return 1200 * (int(text) if text.isascii() and text.isdigit() and int(text) > 0 else 1)


def empty_folder(path: Path) -> Path:
    """The folder at `path`, new and empty."""
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir(parents=True)
    return path


def meson_build(name: str, *options: str, compiler="gcc", targets=()) -> Path:
    """Builds libgames, or only these targets, in build-auto/`name` with these options and returns that folder. Builds
    are kept and continued as long as the options are the same."""
    folder = BUILD / name
    setup = ["meson", "setup", folder, ROOT, *options]
    stamp = folder / "options.stamp"
    key = " ".join(map(str, [compiler, *setup]))
    with making[name]:
        if not (stamp.exists() and stamp.read_text() == key and (folder / "build.ninja").exists()):
            empty_folder(folder)
            must(*setup, env={"CC": compiler})
            stamp.write_text(key)
        must("meson", "compile", "-C", folder, *targets, timeout=1200)
    return folder


PREFIX = BUILD / "prefix"


def everything(name="release", *options: str, compiler="gcc") -> Path:
    """The build of all C programs and of the jar, which several phases use; warnings are errors."""
    return meson_build(name, "--werror", "-Dtests=true", "-Dexamples=true", "-Dbenchmarks=true", "-Djava=enabled",
                       f"-Dprefix={PREFIX}", "-Dlibdir=lib", *options, compiler=compiler)


def sanitized() -> Path:
    """The build of all C programs, the Python module and the jar with another compiler, under ASan and UBSan. The
    runtime is for Python and Java to load, so their modules may lack its names."""
    return meson_build("sanitize", "--werror", "-Dtests=true", "-Dexamples=true", "-Dbenchmarks=true", "-Dpython=true",
                       "-Djava=enabled",
                       "-Dpython.platlibdir=/site", "-Dpython.purelibdir=/site", "-Db_lundef=false", *SANITIZED,
                       compiler="clang")


def sanitizers_in_programs() -> dict[str, str]:
    """The environment in which a program loads the sanitizers first, for modules that need them."""
    runtime = must("clang", f"-print-file-name=libclang_rt.asan-{platform.machine()}.so").strip()
    return {**SANITIZERS, "LD_PRELOAD": runtime}
