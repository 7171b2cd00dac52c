"""Calls of the system that fail, one at a time, anywhere in a match (faults.c): the match ends with its finished games
or continues, the reason is reported, and no program is blamed."""

import errno
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import amount

SHIM = Path(__file__).with_name("faults.c")
WALKER = "#!/bin/sh\nwhile read line; do case $line in Quit) exit;; [0-9]*) echo T;; esac; done\n"
GAMES = 2
MATCH = ["match", "amazes(turns=2)", "a=./walker", "b=./walker", "--games", str(GAMES)]
WRITES = ["--json", "all.json", "--csv", "table.csv", "--save", "replays"]

# The errors of each on a system that lacks resources, is broken, or interrupts. Calls that can't fail for an open,
# sound descriptor (fstat, epoll of existing pipes) are left out.
FAILURES = {
    "open64": ["EMFILE", "ENFILE", "ENOMEM", "EIO", "EINTR"],
    "read": ["EIO", "EINTR"],
    "write": ["ENOSPC", "EIO", "EDQUOT", "EINTR"],
    "fsync": ["EIO", "ENOSPC", "EINTR"],
    "rename": ["EIO", "ENOSPC"],
    "unlink": ["EIO"],
    "mkdir": ["ENOSPC", "EIO"],
    "stat64": ["EIO", "ENOMEM"],
    "opendir": ["EMFILE", "EIO"],
    "readdir64": ["EIO"],
    "pipe2": ["EMFILE", "ENFILE"],
    "fork": ["EAGAIN", "ENOMEM"],
    "socketpair": ["EMFILE", "ENOMEM"],
    "epoll_create1": ["EMFILE", "ENOMEM"],
    "epoll_wait": ["EINTR"],
    "waitpid": ["EINTR"],
}

# Plays each match in a copy of one process, since importing takes longer than playing. Makes Python's subprocess fork so that
# a library can see it: the caller of vfork returns twice.
PLAYED = """
import ctypes, os, signal, subprocess, sys
subprocess._USE_VFORK = False
from libgames.arena import cli
for line in sys.stdin:
    if (child := os.fork()) == 0:
        break
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
else:
    sys.exit()
signal.alarm(120)
folder, function, after, number = line.rstrip().split("|")
os.chdir(folder)
for place, file in enumerate((os.devnull, folder + ".out", folder + ".err")):
    os.dup2(os.open(file, os.O_RDWR | os.O_CREAT), place)
faults = ctypes.CDLL(None)
faults.faults_arm(name := function.encode(), int(after), int(number))
try:
    cli.main(sys.argv[1:], prog_name="libgames")
finally:
    faults.faults_arm(b"", 0, 0)
    if function == "none":
        for other in os.environ["COUNTED"].split():
            print(other, ctypes.c_int.in_dll(faults, "faults_calls_" + other).value, file=sys.stderr)
"""


@pytest.fixture(scope="module")
def player(tmp_path_factory):
    """The process that is copied."""
    library = tmp_path_factory.mktemp("faults") / "faults.so"
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-fno-builtin", "-w", SHIM, "-o", library], check=True)
    environment = {**os.environ, "LD_PRELOAD": str(library), "COUNTED": " ".join(FAILURES), "NO_COLOR": "1"}
    command = [sys.executable, "-c", PLAYED, *MATCH, *WRITES]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "bufsize": 1}
    with subprocess.Popen(command, env=environment, **pipes) as process:
        yield process
        process.stdin.close()


@pytest.fixture
def play(player, tmp_path):
    """Plays the match in a separate folder, a function failing; returns the folder, and the outcome."""
    count = 0

    def played(function, after=0, number=0):
        nonlocal count
        folder = tmp_path / str(count)
        count += 1
        folder.mkdir()
        (folder / "walker").write_text(WALKER)
        (folder / "walker").chmod(0o755)
        print(folder, function, after, number, sep="|", file=player.stdin)
        status = int(player.stdout.readline())
        said = (folder.with_suffix(suffix).read_text() for suffix in (".out", ".err"))
        return folder, subprocess.CompletedProcess(function, status, *said)

    return played


@pytest.fixture(scope="module")
def calls():
    """The number of calls of each function in the match; found once."""
    return {}


@pytest.mark.parametrize("function", FAILURES)
def test_a_call_that_fails(function, play, calls):
    if not calls:
        folder, done = play("none")
        calls.update((name, int(number)) for name, number in re.findall(r"^(\w+) (\d+)$", done.stderr, re.M))
        assert done.returncode == 0 and len(json.loads((folder / "all.json").read_text())["games"]) == GAMES
    assert calls[function] > 0
    names = FAILURES[function]
    places = min(calls[function] * len(names), amount(max(2, len(names))))  # spread over the calls, the first among them
    for place in range(places):
        after, name = calls[function] * place // places, names[place % len(names)]
        folder, done = play(function, after, getattr(errno, name))
        check(folder, done, f"{function} {after}: {name}\n{done.stdout}\n{done.stderr}")


def check(folder, done, what):
    said = done.stdout + done.stderr
    assert done.returncode in (0, 1, 2) and not re.search("Traceback|Warning|OFFENCE", said), what
    file = folder / "all.json"
    games = json.loads(file.read_text())["games"] if file.exists() else []
    assert all(game["offences"] == [] for game in games), what
    if done.returncode == 0:
        assert len(games) == GAMES, what
    else:
        assert re.search(r"^Error: .*[a-z]", done.stderr, re.M), what
        assert len(games) == GAMES or not games or "interrupted" in said, what
    assert not list(folder.glob(".libgames-*")) or done.returncode, what
