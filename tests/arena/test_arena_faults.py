"""The arena when system calls fail: the match ends with its finished games, and no program is blamed."""

import contextlib
import errno
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from helpers import amount
from click.testing import CliRunner
from libgames import arena
from libgames.arena import players
from libgames.arena.cli import main

FAST = "amazes(turns=2)"
WALKER = ["#!/bin/sh", "while read line; do", "  case $line in Quit) exit;; [0-9]*) echo T;; esac", "done", ""]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    program("walker", *WALKER)
    before = len(os.listdir("/proc/self/fd"))
    yield tmp_path
    assert len(os.listdir("/proc/self/fd")) <= before
    assert left_over(tmp_path) == []


def forker(again, bare):
    """A program that leaves a process running `again`: in another session, with a new parent, `bare` of environment."""
    again = again.replace("TIME", str(time.time() + 60))
    program("forker", FORKER.format(python=sys.executable, bare=bare, again=again))


def program(name, *lines):
    Path(name).write_text("\n".join(lines))
    Path(name).chmod(0o755)


def left_over(folder, seconds=5):
    """Processes that still run in this folder after this time, except for zombies."""
    until, found = time.monotonic() + seconds, ["any"]
    while found and time.monotonic() < until:
        found = []
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                if os.readlink(entry / "cwd") == str(folder) and entry.name != str(os.getpid()):
                    found.append((entry / "cmdline").read_bytes())
            except OSError:
                continue
        time.sleep(0.01)
    return found


def match(*options, game=FAST, bots=("a=./walker", "b=./walker"), status=1):
    """The output of the command, and the games that it has written."""
    Path("all.json").unlink(missing_ok=True)
    arguments = ["match", game, *bots, "--json", "all.json", *map(str, options)]
    result = CliRunner().invoke(main, arguments, prog_name="libgames")
    assert result.exit_code == status and "Traceback" not in result.output, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.output, json.loads(Path("all.json").read_text())["games"]


def failing(work, number, after):
    """The function, whose calls from `after` on fail as in the system."""
    calls = []

    def fail(*arguments, **named):
        calls.append(arguments)
        if len(calls) > after:
            raise OSError(number, os.strerror(number)) if number else RuntimeError("can't start new thread")
        return work(*arguments, **named)

    return fail


# ---- shortages of the referee ----


@pytest.mark.parametrize("number", [errno.EMFILE, errno.EAGAIN, errno.ENOMEM, errno.ENOSPC])
def test_shortages_are_nobodys_offence(number, monkeypatch):
    monkeypatch.setattr(subprocess, "_fork_exec", failing(subprocess._fork_exec, number, 7))
    output, games = match("--games", 20)
    assert "interrupted after 3 of 20 games" in output and "OFFENCE" not in output
    assert output.endswith(f"Error: {os.strerror(number)}: ./walker could not be started\n")
    assert len(games) == 3 and all(game["offences"] == [] for game in games)


def test_too_few_descriptors():
    command = f'{sys.executable} -m libgames match "{FAST}" ./walker ./walker --games 200 --jobs 12'
    done = subprocess.run(["bash", "-c", f"ulimit -n 48; exec {command}"], capture_output=True, text=True)
    assert done.returncode == 1 and "OFFENCE" not in done.stdout and "Traceback" not in done.stderr, done.stderr
    assert "Too many open files" in done.stderr and "interrupted after" in done.stdout


FEW = """
import resource, sys
from libgames.arena.cli import main

sys.argv = ["libgames", "match", "{game}", "random", "./walker", "--games", "2"]
main.commands["match"].make_context("match", sys.argv[2:])  # all that is imported late
least = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
for most in range(3, 12):
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, least))
    try:
        main()
    except SystemExit as end:
        assert end.code == 1, end.code
"""


def test_hardly_any_descriptors():
    """One line names the missing resource, without asyncio's additions."""
    done = subprocess.run([sys.executable, "-c", FEW.format(game=FAST)], capture_output=True, text=True)
    lines = done.stderr.splitlines()
    assert done.returncode == 0 and len(lines) == 9, done.stderr
    assert all(line.startswith("Error: ") and line.count("Too many open files") == 1 for line in lines), lines


# From Python 3.12 on no thread waits for a program.
WITH_THREADS = [("mcts(simulations=2)", "random"), ("a=./walker", "random")][: 2 if sys.version_info < (3, 12) else 1]


@pytest.mark.parametrize("bots", WITH_THREADS)
def test_too_few_threads(bots, monkeypatch):
    start = failing(threading.Thread.start, None, 3)
    monkeypatch.setattr(threading.Thread, "start", lambda thread: start(thread))
    output, games = match("--games", 20, bots=bots)
    assert "the system has no more threads" in output.splitlines()[-1] and "OFFENCE" not in output
    assert 1 <= len(games) < 20 and all(game["offences"] == [] for game in games)


@pytest.mark.parametrize("name", ["write_text", "symlink_to"])
def test_a_full_disk_for_the_folders_of_programs(name, monkeypatch):
    monkeypatch.setenv("TMPDIR", "/dev/shm")
    monkeypatch.setattr(players.tempfile, "tempdir", None)
    shared = Path("/dev/shm")
    before = {path for path in shared.iterdir() if path.is_dir()}  # other tests have semaphores there
    monkeypatch.setattr(players.Path, name, failing(getattr(Path, name), errno.ENOSPC, 5))
    program("ender", "#!/bin/sh", "exit 1", "")
    result = CliRunner().invoke(main, ["match", "ontherun(cities=20)", "./ender", "random", "--games", "20"])
    assert result.exit_code == 1 and "No space left on device" in result.output.splitlines()[-1]
    assert "interrupted after" in result.output
    assert {path for path in shared.iterdir() if path.is_dir()} <= before


def test_memory_that_is_used_up(monkeypatch):
    def no_memory(game, seed, text=None):
        if seed == 3:
            raise MemoryError
        return setup(game, seed)

    setup = arena.contests.setup
    monkeypatch.setattr(arena.contests, "setup", no_memory)
    output, games = match("--games", 20, bots=("random", "random"))
    assert output.endswith("Error: Cannot allocate memory\n") and len(games) == 4


def test_one_game_without_memory():
    """If a search needs more memory than the process may have."""
    command = f"ulimit -v 2097152; {sys.executable} -m libgames play alquerque 'mcts(nodes=2147483647)' greedy --quiet"
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, "Error: Cannot allocate memory\n")


def test_faults_of_a_program_are_still_its_offences():
    program("broken", "#!/no/such/interpreter", "")
    output, games = match("--games", 2, bots=("./broken", "./walker"), status=0)
    assert output.count("could not be started: ./broken: No such file or directory") == 2 and len(games) == 2


def test_jumps_of_the_clock_change_nothing(monkeypatch):
    monkeypatch.setattr(time, "time", lambda: random.uniform(0, 2e9))
    _, games = match("--games", 4, "--answer", 5, status=0)
    assert all(game["offences"] == [] and max(game["seconds"]) < 5 for game in games)


# ---- processes left by programs ----

FORKER = """#!{python}
import os, sys, time
if not os.fork():
    os.setsid()
    for number in range(3):
        os.close(number)
    if {bare}:
        os.execve(sys.executable, [sys.executable, "-c", {again!r}], {{}})
    exec({again!r})
time.sleep(0.1)
"""
AGAIN = """import os, time
while time.time() < TIME:  # if nothing ends it
    if os.fork(): os._exit(0)
    time.sleep(0.002)
"""
SLEEP = "import time; time.sleep(100)"


@pytest.mark.parametrize("again", [AGAIN, SLEEP], ids=["forks on and on", "sleeps"])
def test_programs_that_hide_do_not_outlive_the_match(again, folder):
    forker(again, bare=True)
    options = ["alquerque", "./forker", "random", "--games", "2", "--jobs", "2"]
    command = [sys.executable, "-m", "libgames", "match", *options]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.count("OFFENCE") == 2, done.stderr
    assert left_over(folder) == []


def test_from_python_forks_end_with_their_program(folder):
    forker(AGAIN, bare=False)
    assert arena.play("alquerque", ["./forker", "random"]).fouls[0].kind == "ended"
    assert left_over(folder) == []


def test_other_children_are_left_alone():
    lines = [
        "import subprocess; from libgames.arena import programs, match; programs.adopt()",
        "other = subprocess.Popen(['sleep', '100'])",
        f"match('{FAST}', ['./walker', './walker'], games=2)",
        "print(other.poll()); other.kill(); other.wait()",
    ]
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True)
    assert done.stdout == "None\n", done.stderr


def test_the_dead_are_buried_while_others_play():
    """A process that has ended by itself leaves no entry in the table of processes."""
    program("leaver", "#!/bin/sh", "setsid sh -c 'exit 0' &", "(setsid sh -c 'exit 0' &)", "sleep 0.05", *WALKER[1:])
    lines = [
        "import asyncio, os; from libgames.arena import programs, matches; programs.adopt()",
        f"what = matches.conditions('{FAST}', ['./leaver', './leaver'])",
        "dead = []",
        "def count(game):",
        "    while True:",
        "        try: return dead.append(len(programs.others.children()))",
        "        except FileNotFoundError: pass",  # a thread of this process has just ended: it is read again
        "asyncio.run(matches.play_all(what, what.match(16), 3, count))",
        "print(max(dead) < 12, dead[-1] < 12)",
    ]
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True)
    assert done.stdout == "True True\n", done.stdout + done.stderr


# ---- referees that are killed ----

STAYING = ["trap '' TERM HUP PIPE INT", "while :; do sleep 0.05; done", ""]
STUBBORN = {
    "stays": STAYING,
    "forks": ["./stays <&- &", "exec ./walker", ""],
    "hides": ["setsid ./stays </dev/null >/dev/null 2>&1 &", "exec ./walker", ""],
    "bares": ["sh -c 'exec env -i ./stays' &", "exec env -i ./walker", ""],
}
REFEREES = """
import asyncio, os, random, signal, sys, time
from libgames.arena import matches

chance, children, bots = random.Random(int(sys.argv[1])), [], sys.argv[3:]
what = [matches.conditions("amazes(turns=1)", [bot, "./walker"]) for bot in bots]
for number in range(int(sys.argv[2])):
    own, jobs = what[number % len(what)], 1 + number % 3
    if not (child := os.fork()):
        asyncio.run(matches.play_all(own, own.match(10_000), jobs, lambda played: None))
    children.append(child)
begin = time.monotonic()
for child, moment in zip(children, sorted(chance.uniform(0, len(children) / 10) for _ in children)):
    time.sleep(max(0, begin + moment - time.monotonic()))
    assert os.waitpid(child, os.WNOHANG) == (0, 0)
    os.kill(child, signal.SIGKILL)
"""


def test_programs_do_not_outlive_a_referee_that_is_killed(folder):
    """At any time, with any children, even if they ignore signals."""
    for name, lines in STUBBORN.items():
        program(name, "#!/bin/sh", *lines)
    for seed in range(amount(2)):
        words = [str(seed), "20", "./walker", *(f"./{name}" for name in STUBBORN)]
        subprocess.run([sys.executable, "-c", REFEREES, *words], check=True, timeout=60)
        assert left_over(folder, 2) == [], seed


def test_programs_that_outlive_a_killed_guard_end_with_the_next_match(folder):
    program("stays", "#!/bin/sh", *STAYING)
    command = [sys.executable, "-m", "libgames", "match", FAST, "./stays", "./walker"]
    with contextlib.ExitStack() as ends:
        killed, lives = (subprocess.Popen(command, stdout=subprocess.DEVNULL) for _ in range(2))
        for process in (killed, lives):
            ends.callback(process.wait)
            ends.callback(process.kill)
        abandoned, played = (children(process, 3) for process in (killed, lives))
        for entry in abandoned:
            if b"guard.py" in (entry / "cmdline").read_bytes():
                os.kill(int(entry.name), signal.SIGKILL)
        killed.kill()
        killed.wait()
        match("--games", 2, game="amazes(turns=1)", status=0)
        until = time.monotonic() + 2
        while any(map(runs, abandoned)) and time.monotonic() < until:
            time.sleep(0.01)
        assert not any(map(runs, abandoned)) and all(map(runs, played))


def children(process, count):
    """The folders of /proc of a process's first children."""
    found, until = [], time.monotonic() + 30
    while len(found) < count and time.monotonic() < until:
        found = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        time.sleep(0.01)
    return [Path("/proc", number) for number in found]


def runs(process):
    """Whether this folder of /proc belongs to a process that is not a zombie."""
    with contextlib.suppress(OSError):
        return (process / "stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    return False
