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

# Makes Python's subprocess fork so that a library can see it: the caller of vfork returns twice.
PLAYED = """
import ctypes, os, subprocess, sys
subprocess._USE_VFORK = False
from libgames.arena import cli
faults, (function, after, number, *arguments) = ctypes.CDLL(None), sys.argv[1:]
name = function.encode()
faults.faults_arm(name, int(after), int(number))
try:
    cli.main(arguments, prog_name="libgames")
finally:
    faults.faults_arm(b"", 0, 0)
    if function == "none":
        for other in os.environ["COUNTED"].split():
            print(other, ctypes.c_int.in_dll(faults, "faults_calls_" + other).value, file=sys.stderr)
"""


@pytest.fixture(scope="module")
def shim(tmp_path_factory):
    library = tmp_path_factory.mktemp("faults") / "faults.so"
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-fno-builtin", "-w", SHIM, "-o", library], check=True)
    return library


@pytest.fixture
def play(shim, tmp_path):
    """Plays the match in a separate folder, a function failing; returns the folder, and the outcome."""
    count = 0

    def played(function, after=0, number=0):
        nonlocal count
        folder = tmp_path / str(count)
        count += 1
        folder.mkdir()
        (folder / "walker").write_text(WALKER)
        (folder / "walker").chmod(0o755)
        environment = {**os.environ, "LD_PRELOAD": str(shim), "COUNTED": " ".join(FAILURES), "NO_COLOR": "1"}
        command = [sys.executable, "-c", PLAYED, function, str(after), str(number), *MATCH, *WRITES]
        return folder, subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120)

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
