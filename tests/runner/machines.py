"""Other machines: the C tests on other processors under QEMU, with another C library, and on Windows under Wine; the wheel
for Windows in CPython for Windows, also under Wine."""

import re
import shlex
import shutil
from pathlib import Path

from checks import Check, Failure, from_tap
from package import NO_COMPARISONS, NO_LEAKS, pytest, wheel_contents
from tools import BUILD, ROOT, empty_folder, everything, meson_build, must, patience, run

TAP = {"CK_TAP_LOG_FILE_NAME": "-", "CK_VERBOSITY": "silent"}

# Suites that compare with recorded data: all suites would take an hour on each of the machines under QEMU.
SUITES = ["golden", "vectors", "base", "protocol", "fields", "states", "observations", "boards", "batch_slots",
          "batch_expand", "search_evaluate"]

WINE = {"WINEDEBUG": "-all", "WINEPREFIX": str(BUILD / "wine")}

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
    environment |= {**WINE, "CK_FORK": "no"} if machine == "windows" else {}
    return run(*shlex.split(runner.replace(",", " ")), *command, env=environment, timeout=patience())


def tests_on(machine: str, folder: Path, suites: list[str]):
    for suite in suites:
        status, output = on(machine, program_in(folder, "tests/test_libgames"), suite, **TAP)
        for check in from_tap(output.replace("\r\n", "\n"), status):
            yield Check(f"{machine}: {check.name}", check.passed, check.detail)


def with_the_dll(folder: Path):
    """A program that loads the library from its own folder, compared with the same program on this machine."""
    here = everything() / "examples/c/any_game"
    for game in ("alquerque", "ontherun"):
        there = program_in(folder, "examples/c/any_game")
        status, output = on("windows", there, game, "7", WINEPATH=str(folder / "libgames"))
        same = status == 0 and output.replace("\r\n", "\n").endswith(must(here, game, "7"))
        yield Check(f"windows: any_game {game} 7 with the DLL", same, output)


# ---- the wheel for Windows ----

# NumPy 2 asks Windows' C library for a function that Wine 8 lacks.
NUMPY = """
numpy==1.26.4 --hash=sha256:08beddf13648eb95f8d867350f6a018a4be2e5ad54c8d8caed89ebca558b2818
"""
ON_WINDOWS = """
click==8.5.1 --hash=sha256:8bb5376d2006950386f8c6427613334a2acadc5f559cb80e638d00b4df957e37
cloudpickle==3.1.3 --hash=sha256:1654f4f18e416447210a63c5c25a135d65a292156aa5fa519dfa4baf7726dddb
colorama==0.4.6 --hash=sha256:4f1d9991f5acc0ca119f9d443620b77f9d6b33703e51011c16baf57afb285fc6
contourpy==1.3.3 --hash=sha256:8153b8bfc11e1e4d75bcb0bff1db232f9e10b274e0929de9d608027e0d34ff8b
cycler==0.12.1 --hash=sha256:85cef7cff222d8644161529808465972e51340599459b8ac3ccbac5a854e0d30
farama-notifications==0.0.6 --hash=sha256:f84839188efa1ce5bb361c2a84881b2dc2c0d0d7fb661ff00421820170930935
fonttools==4.68.0 --hash=sha256:fedc183bdbc3fdbfbdca26e0e04566d089cbb404712509a4e824608e9304cc77
gymnasium==1.4.0 --hash=sha256:1cb947c59e7c72d8eabb2c2274c00cd20948e69f8452a9ef4092223be24fdf0e
hypothesis==6.170.17 --hash=sha256:3353a34a5f77be65aa2def29ed6229190b0b18209111eb2544d19416e5bcfb22
iniconfig==2.3.1 --hash=sha256:9121e2c1fdb355232495be3194c8dfe87ccc2d5dee45947b78e68f499790d7a7
kiwisolver==1.5.1 --hash=sha256:06a6917674de9e0fe3f66f5430787f59a9f2ddb64af9b714eaec547e29ef5c19
markdown-it-py==4.3.0 --hash=sha256:7aa1511a46c39138de78d9eba92ce47e63124d8003fc98b3a351909e04239efa
matplotlib==3.11.2 --hash=sha256:c5c1c68ee401fc98271263410f0e5ce88285abacf7627132914e8adf3d70ff43
mdurl==0.1.2 --hash=sha256:84008a41e51615a49fc9966191ff91509e3c40b939176e643fd50a5c2196b8f8
packaging==26.4 --hash=sha256:81383611a09c1bc0b08b76e0fd5829d7c6824c65b27a6aee339da133f4233ea2
pettingzoo==1.27.0 --hash=sha256:075a6ab7c32d32d9a674f1af395010198bf09c172341aa38fa5415461601ac61
pillow==13.0.0 --hash=sha256:ff3fe9eb621fbb9db4c4be33ab946f6bac5f98ab50ca8d3260503653656c961b
pluggy==1.7.0 --hash=sha256:7dd7b0d8832ba3cb632c306926ded123429211b83641b35dc5c41ad2d34f9bec
pygments==2.21.0 --hash=sha256:2363c69b61c4a97c838da3b130dcd6468f4848992b21a82f2a63ec34377137d9
pyparsing==3.3.3 --hash=sha256:ece8c00a69cf01b45d0b1dedabb469c90d8caf996d4fda40f147627a122849a4
pytest==9.2.0 --hash=sha256:07acdcf88ec174f907dc01af70bf52d49b014bbab03faeeade31c96b18c2e588
python-dateutil==4.0.0 --hash=sha256:a5e246f79eb80475e691bf93862cead98decd8a498cf53ba0516fcdc0f50dc1c
resvg-py==0.5.0 --hash=sha256:1f6b8956c4143dbfe107bcd35799d0dfd778a40a8cd537893c0bf489898a6c3c
rich==15.0.0 --hash=sha256:33bd4ef74232fb73fe9279a257718407f169c09b78a87ad3d296f548e27de0bb
sortedcontainers==2.4.0 --hash=sha256:a163dcaede0f1c021485e957a39245190e74249897e2ae4b2aa38595db237ee0
typing-extensions==4.16.0 --hash=sha256:481caa481374e813c1b176ada14e97f1f67a4539ce9cfeb3f350d78d6370c2e8
"""

# Files, and single tests of other files, that are left out on Windows, by the reason.
NOT_ON_WINDOWS = {
    "the pages, which are the same everywhere": ["python/docs"],
    "what is not installed: build tools, a type checker, OpenSpiel, a browser": [
        "python/install", "python/openspiel", "python/typing", "arena/serve"],
    "a C compiler for games that are loaded": [
        "python/loaded", "arena/arena_loaded", "arena/arena_check", "arena/arena_analyse::test_a_loaded_game"],
    "signals and terminals of POSIX": [
        "python/interrupts", "arena/arena_humans", "arena/arena_pauses",
        "arena/arena_analyse::test_ctrl_c_shows_the_results_so_far",
        "arena/arena_analyse::test_after_ctrl_c_the_same_command_continues",
        "arena/arena_command::test_a_signal_keeps_the_finished_games",
        "arena/arena_players::test_signals_end_the_command",
        "arena/arena_words::test_any_words",
        "arena/arena_results::test_a_burst_of_signals_leaves_all_files",
        "arena/arena_results::test_a_signal_while_results_are_written_waits",
        "arena/arena_results::test_a_terminal_that_goes_away_loses_nothing",
        "arena/arena_results::test_in_a_loop_that_runs_already",
        "arena/arena_results::test_ignored_signals_stay_ignored",
        "arena/outputs::test_ctrl_c_keeps_the_finished_part",
        "arena/outputs::test_long_commands_show_how_far_they_are"],
    "/proc, and calls of Linux": [
        "python/vector_resources", "arena/arena_faults", "arena/arena_system_calls",
        "python/search::test_memory_of_many_is_taken_as_they_grow"],
    "players that are scripts of a shell; ARENA above has programs for Windows": [
        "arena/arena_programs",
        "arena/arena_command::test_a_match_reports_the_offences_of_a_program",
        "arena/arena_command::test_limits_above_those_of_this_process",
        "arena/arena_command::test_limits_from_the_command_line",
        "arena/arena_command::test_many_offences_are_counted",
        "arena/arena_command::test_pipes",
        "arena/arena_command::test_output_of_programs_cannot_control_the_terminal",
        "arena/arena_results::test_a_link_that_a_program_has_planted_is_not_followed",
        "arena/arena_results::test_a_killed_match_continues",
        "arena/arena_results::test_a_replay_that_fails_costs_that_replay",
        "arena/arena_results::test_closed_outputs_lose_nothing",
        "arena/arena_results::test_a_continued_match_includes_earlier_offences",
        "arena/arena_results::test_two_matches_do_not_share_a_folder"],
    "files that only POSIX has: /dev, pipes with names, symbolic links for all users, rights, names of any bytes": [
        "arena/arena_command::test_files_without_an_end",
        "arena/arena_command::test_games_that_are_not_utf_8",
        "arena/arena_command::test_two_outputs_in_one_file",
        "arena/arena_command::test_input_files_are_not_replaced",
        "arena/arena_results::test_a_damaged_replay_is_named_and_kept",
        "arena/arena_results::test_a_pipe_without_a_reader",
        "arena/arena_results::test_from_python_a_full_disk_is_a_warning",
        "arena/arena_results::test_names_that_are_not_utf_8",
        "arena/outputs::test_a_count_is_not_lost_when_its_file_fails",
        "arena/outputs::test_a_disk_that_is_full",
        "arena/outputs::test_a_file_is_replaced_at_the_end_or_not_at_all",
        "arena/outputs::test_a_folder_is_made_with_all_that_lead_to_it",
        "arena/outputs::test_arguments_command_no_terminal",
        "arena/outputs::test_devices_are_written_to_and_not_replaced",
        "arena/outputs::test_results_are_not_lost_when_one_file_fails",
        "arena/outputs::test_files_are_written_when_the_table_has_no_reader",
        "arena/outputs::test_protected_files_are_neither_written_nor_replaced",
        "arena/outputs::test_what_replays_hold_commands_no_terminal"],
}  # fmt: skip
# The same reasons: in the Python tests, names that stand in several files.
NEITHER = "not heaps and not sample_goes_on and not loaded and not ctrl_c and not can_not_be_started and not games_without_one " \
    "and not observation_refuses_wrong_buffers"


def left_out_on_windows() -> list[str]:
    """The options of pytest that leave them out. A name that doesn't exist is an error, since it would leave out
    nothing."""
    options = []
    for name in (name for names in NOT_ON_WINDOWS.values() for name in names):
        file, _, test = name.partition("::")
        path = f"tests/{file.replace('/', '/test_')}.py"
        if f"def {test}(" not in (ROOT / path).read_text(encoding="utf-8") and test:
            raise Failure(f"{path} contains no {test}")
        options.append(f"--deselect={path}::{test}" if test else f"--ignore={path}")
    return options


# Parts of the arena that must work on Windows: bots, Python's players, programs as processes in jobs, a game from a
# DLL, the board's server, pixels.
ARENA = """\
import sys
import urllib.request
import libgames as lg
from libgames import arena, pictures
from libgames.arena.serve import server

library, program = sys.argv[1:]

def first(state):
    return state.legal_actions[0]

[best, worst] = arena.match("alquerque", ["greedy", "random"], games=2)
assert (best.label, best.games, best.wins, best.fouls, worst.losses) == ("greedy", 2, 2, 0, 2), (best, worst)
table = arena.tournament("alquerque", ["greedy", first, "random"], games=2)
assert {line.label for line in table} == {"greedy", "first", "random"} and all(line.games == 4 for line in table), table
assert not any(line.fouls for line in table), table
own = [sys.executable, "-I", program]
report = arena.play("alquerque", [" ".join(f"'{word}'" for word in own), "random"], seed=1)
assert report.finished and not report.fouls, report
report = arena.play("alquerque", [f"'{sys.executable}' -c 'while True: pass'", "random"], seed=1, time={"total": 1})
assert [foul.kind for foul in report.fouls] == ["time-out"], report
lg.load(library)
[one, two] = arena.match("piles", ["random", "random"], games=2)
assert one.games == two.games == 2 and not one.fouls, (one, two)
state = lg.make("alquerque").new(1)
assert pictures.svg(state).startswith("<svg ")
assert pictures.png(state).startswith(b"\\x89PNG")
with server(0).running() as address, urllib.request.urlopen(address) as page:
    assert page.status == 200 and b"<!doctype html>" in page.read(100).lower()
print("played")
"""


def arena_on_windows(python: Path, folder: Path):
    library = folder / "piles.dll"
    must("x86_64-w64-mingw32-gcc-posix", "-O2", "-shared", "-static", f"-I{ROOT / 'libgames/include'}", ROOT / "tests/arena/piles.c",
         "-o", library)
    (folder / "arena.py").write_text(ARENA)
    status, output = run("wine", python, "-I", folder / "arena.py", f"Z:{library}", f"Z:{ROOT}/examples/python/bots/alquerque.py", env=WINE)
    yield Check("bots, Python's players, programs and a loaded game in the arena on Windows", status == 0 and "played" in output, output)


def windows():
    """The wheel in a CPython for Windows, alone with NumPy and then with the requirements of its tests."""
    made, folder = empty_folder(BUILD / "windows-wheel"), empty_folder(BUILD / "windows")
    must("bash", "-c", f"set -eu; . script/setup.sh; set_up_venv; set_up_wheel windows; build_wheel windows . {made}", timeout=3600)
    [wheel] = made.glob("*.whl")
    for check in wheel_contents(wheel):
        yield Check(f"{wheel.name}: {check.name}", check.passed, check.detail)
    python = windows_python(folder)
    version = must(ROOT / "script/version").strip()
    yield from smoke_on_windows(python, wheel, version)
    code = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    for number, block in enumerate(code, 1):
        (folder / "readme.py").write_text(block)
        status, output = run("wine", python, "-I", folder / "readme.py", env=WINE)
        yield Check(f"README's Python {number} on Windows", status == 0, output)
    install_on_windows(python, ON_WINDOWS)
    give_random_bytes(python)
    yield from arena_on_windows(python, folder)
    for tests in ("python", "arena"):
        yield from pytest(f"pytest-windows-{tests}", python, "-m", "pytest", f"tests/{tests}", *left_out_on_windows(),
                          "-k", f"{NO_LEAKS} and {NO_COMPARISONS} and {NEITHER}", program="wine", WINEPATH=str(python.parent), **WINE)


def give_random_bytes(python: Path) -> None:
    """The one function of a library of Windows that Wine 8 lacks and that all programs in Rust need: resvg."""
    source = python.parent / "bcryptprimitives.c"
    source.write_text("#include <windows.h>\n#include <ntsecapi.h>\n__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, "
                      "SIZE_T length) { return RtlGenRandom(data, (ULONG)length); }\n")
    must("x86_64-w64-mingw32-gcc-posix", "-O2", "-shared", "-static", source, "-ladvapi32", "-o", source.with_suffix(".dll"))


def windows_python(folder: Path) -> Path:
    """CPython for Windows in an empty folder, with pip alone. Wine ends processes that ask for the machine's name in
    the newer way."""
    keep = {"pip", "README.txt"}

    def left_out(place: str, names: list[str]) -> list[str]:
        return [name for name in names if name == "_wmi.pyd" or (place.endswith("site-packages") and name.split("-")[0] not in keep)]

    must("bash", "-c", "set -eu; . script/setup.sh; set_up_venv; set_up_windows_python", timeout=600)
    shutil.copytree(BUILD / "windows-python/python", folder / "python", ignore=left_out)
    return folder / "python/python.exe"


def install_on_windows(python: Path, wanted: str) -> None:
    """The packages of these lines from the package index, for this CPython."""
    requirements = python.parent / "wanted"
    requirements.write_text(wanted)
    must("pip", "install", "--quiet", "--no-compile", "--no-deps", "--require-hashes", "--only-binary=:all:", "--platform=win_amd64",
         "--python-version=3.12", "--implementation=cp", "--abi=cp312", "--abi=abi3", "--abi=none", "--upgrade",
         f"--target={python.parent / 'Lib/site-packages'}", "--requirement", requirements, timeout=1200)


def smoke_on_windows(python: Path, wheel: Path, version: str):
    """The wheel as pip for Windows finds it in its folder, with NumPy alone."""
    install_on_windows(python, NUMPY)
    status, output = run("wine", python, "-m", "pip", "install", "--no-index", "--no-compile", f"--find-links={wheel.parent}",
                         f"libgames=={version}", env=WINE, timeout=1200)
    yield Check(f"pip for Windows installs {wheel.name}", status == 0, output)
    status, output = run("wine", python, "-I", ROOT / "tests/wheel_smoke.py", version, env=WINE, timeout=1200)
    yield Check(f"{wheel.name} in an empty CPython for Windows", status == 0, output)
