"""Running programs and building with Meson, for the phases. Phases run at the same time, in threads."""

import os
import platform
import re
import shutil
import subprocess
import sysconfig
from collections import defaultdict
from functools import cache
from pathlib import Path
from threading import Event, Lock

from checks import Failure

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build-auto"
CORES = len(os.sched_getaffinity(0))
at_once = 1  # the number of parallel phases

# How a build gets sanitizers, and how its programs run. Only the library and what C tests play on are optimised, a little:
# with more, compiling takes longer than the tests gain. Of the debugging information, reports need only the lines.
INSTRUMENTED = ["-Doptimization=0", "-Ddefault_library=static", "-Ddebug=false"]
SANITIZED = [*INSTRUMENTED, "-Db_sanitize=address,undefined", "-Dc_args=-fno-sanitize-recover=all -g1"]
# Valgrind looks for leaks: a search at the end of each process would take longer than many of the processes. A small
# quarantine keeps processes small.
SANITIZERS = {"ASAN_OPTIONS": "detect_stack_use_after_return=1:detect_leaks=0:quarantine_size_mb=8",
              "UBSAN_OPTIONS": "print_stacktrace=1"}

# The variables of `script/test --all`, unless the environment sets them: longer comparisons and longer fuzzing.
LONG = {"LIBGAMES_TESTS_TIMES": "20", "LIBGAMES_FUZZ_SECONDS": "1200"}

# The phases use all cores already; additional threads of NumPy and PyTorch only wait for each other.
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}

# For programs that end within seconds: the virtual machine's full compiler and garbage collector, in additional
# threads, take longer than they gain.
SHORT = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]
JAVA = ["java", *SHORT]

# A lock for each thing that several phases make and then use: a build folder, the package in .venv.
making = defaultdict(Lock)
made = defaultdict(set)  # the builds of this run, by folder: how each was set up, and its targets unless it has all

_interrupted = Event()


def interrupt() -> None:
    """From now on no program is started: the phases that run come to an end."""
    _interrupted.set()


def run(*command, timeout=600, cwd=ROOT, env=None) -> tuple[int, str]:
    """Runs a program to its end and returns exit status and output (stdout and stderr together). A program that is
    killed by a signal or exceeds `timeout` seconds has a status that is not 0."""
    if _interrupted.is_set():
        raise Failure("interrupted")
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


# The arguments that make a program required for builds print its version.
VERSIONS = {"javac": ["javac", "-version"], "swig": ["swig", "-version"], "zig": ["python", "-m", "ziglang", "version"]}


@cache
def version(program: str) -> str:
    """The path and version of this program; "" if it is not installed."""
    status, output = run(*VERSIONS.get(program, [program, "--version"]))
    return f"{shutil.which(program)} {output}" if status == 0 else ""


def meson_build(name: str, *options: str, compiler="gcc", targets=(), uses=()) -> Path:
    """Builds libgames, or only these targets, in build-auto/`name` with these options and returns that folder. A build is
    continued as long as its compiler, its options and the programs that it `uses` are the same, and made once in a run."""
    folder = BUILD / name
    setup = ["meson", "setup", folder, ROOT, *options]
    stamp = folder / "options.stamp"
    with making[name]:
        if made[name].intersection([(compiler, *setup), (compiler, *setup, targets)]):
            return folder
        key = "\n".join([" ".join(map(str, setup)), *map(version, (*compiler.split(), "meson", *uses))])
        if not (stamp.exists() and stamp.read_text() == key and (folder / "build.ninja").exists()):
            empty_folder(folder)
            made[name].clear()
            must(*setup, cwd=folder, env={"CC": compiler})  # zig's archiver leaves a file where Meson looks at it
            stamp.write_text(key)
        output = must("meson", "compile", "-C", folder, *targets, timeout=1200)
        if "--werror" in options and re.search(r"warning: .*\[-W", output):  # ccache has the object of a build without it
            stamp.unlink()
            raise Failure(output)
        made[name].add((compiler, *setup, targets) if targets else (compiler, *setup))
    return folder


def cached_gcc() -> str:
    """Gcc, through ccache if installed, and then by Meson's name for it, so that the library is compiled once for the
    package and for C."""
    same = version("cc").split()[2:] == version("gcc").split()[2:]  # after path and name
    return "ccache cc" if shutil.which("ccache") and same else "gcc"


PREFIX = BUILD / "prefix"
TESTED = ["--werror", "-Dtests=true", "-Djava=auto"]


def everything(*targets: str) -> Path:
    """The build of all C programs and, where there is a JDK, of the jar, which several phases use, or only of these targets;
    warnings are errors."""
    return meson_build("release", *TESTED, "-Dexamples=true", "-Dbenchmarks=true", f"-Dprefix={PREFIX}", "-Dlibdir=lib",
                       compiler=cached_gcc(), targets=targets, uses=("javac", "swig"))


def sanitized(*targets: str) -> Path:
    """The tests, the fuzz targets, the jar and the Python module, where its tools are, with another compiler, under ASan and
    UBSan. The runtime is for Python and Java to load, so their modules may lack its names."""
    headers = Path(sysconfig.get_path("include"), "Python.h").exists() and shutil.which("swig") is not None
    python = ["-Dpython=true", "-Dpython.platlibdir=/site", "-Dpython.purelibdir=/site"] if headers else []
    return meson_build("sanitize", *TESTED, "-Dfuzz=true", *python, "-Db_lundef=false", *SANITIZED, compiler="clang",
                       targets=targets, uses=("javac", "swig", "python"))


def sanitizers_in_programs() -> dict[str, str]:
    """The environment in which a program loads the sanitizers first, for modules that need them."""
    runtime = must("clang", f"-print-file-name=libclang_rt.asan-{platform.machine()}.so").strip()
    return {**SANITIZERS, "LD_PRELOAD": runtime}
