"""The C tests on other machines: other processors under QEMU, another C library, and Windows under Wine."""

import re
import shlex
from pathlib import Path

from checks import Check, from_tap
from tools import BUILD, everything, meson_build, must, patience, run

TAP = {"CK_TAP_LOG_FILE_NAME": "-", "CK_VERBOSITY": "silent"}

# Those that compare with what is written down: all suites would take an hour on each of the machines under QEMU.
SUITES = ["golden", "vectors", "base", "protocol", "fields", "states", "observations", "boards", "batch_slots",
          "batch_expand", "search_evaluate"]

# Debian's architectures, and what readelf calls their programs: a big-endian one, one with words of 32 bits, and that
# of the second wheel.
FOREIGN = {"s390x": "IBM S/390", "armhf": "ARM", "arm64": "AArch64"}


def machines():
    for machine, processor in FOREIGN.items():
        folder = prepare(machine, f"set_up_foreign {machine} check libcjson-dev", "-Ddefault_library=static")
        yield is_for(folder, machine, "readelf --file-header", rf"Machine: .*{processor}$")
        yield from tests_on(machine, folder, SUITES)
    folder = prepare("musl", "set_up_from_source musl -DCMAKE_EXE_LINKER_FLAGS=-static", "-Ddefault_library=static")
    yield is_for(folder, "musl", "readelf --file-header", r"Machine: .*X86-64$")
    yield from tests_on("musl", folder, SUITES)
    folder = prepare("windows", "set_up_from_source windows -DCMAKE_SYSTEM_NAME=Windows", "-Dexamples=true")
    yield is_for(folder, "windows", "x86_64-w64-mingw32-objdump -f", r"file format pei-x86-64$")
    yield from tests_on("windows", folder, [""])
    yield from with_the_dll(folder)


def prepare(machine: str, preparation: str, *options: str) -> Path:
    """The build for that machine."""
    must("bash", "-c", f"set -eu; . script/setup.sh; {preparation}", timeout=1800)
    return meson_build(machine, f"--cross-file={BUILD / f'machine-{machine}/cross.ini'}", "-Dtests=true", *options)


def program_in(folder: Path, name: str) -> Path:
    return next(path for path in (folder / name, folder / f"{name}.exe") if path.exists())


def is_for(folder: Path, machine: str, show: str, expected: str) -> Check:
    header = must(*show.split(), program_in(folder, "tests/test_libgames"))
    found = re.search(expected, header, re.MULTILINE)
    return Check(f"the tests are a program for {machine}", found is not None, header)


def on(machine: str, *command, **environment: str) -> tuple[int, str]:
    """Runs a program of that machine."""
    runner = re.search(r"exe_wrapper = \[(.*)\]", (BUILD / f"machine-{machine}/cross.ini").read_text())[1]
    wine = {"WINEDEBUG": "-all", "WINEPREFIX": str(BUILD / "machine-windows/wine"), "CK_FORK": "no"}
    environment |= wine if machine == "windows" else {}
    return run(*shlex.split(runner.replace(",", " ")), *command, env=environment, timeout=patience())


def tests_on(machine: str, folder: Path, suites: list[str]):
    for suite in suites:
        status, output = on(machine, program_in(folder, "tests/test_libgames"), suite, **TAP)
        for check in from_tap(output.replace("\r\n", "\n"), status):
            yield Check(f"{machine}: {check.name}", check.passed, check.detail)


def with_the_dll(folder: Path):
    """A program that has the library beside it, against the same program here."""
    here = everything() / "examples/c/any_game"
    for game in ("alquerque", "ontherun"):
        there = program_in(folder, "examples/c/any_game")
        status, output = on("windows", there, game, "7", WINEPATH=str(folder / "libgames"))
        same = status == 0 and output.replace("\r\n", "\n").endswith(must(here, game, "7"))
        yield Check(f"windows: any_game {game} 7 with the DLL", same, output)
