"""The command `libgames check`: its findings in a game from a file, and its exit status."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from helpers import NIM, compiled

BROKEN = {
    "apply": ("next.player = 1 - next.player;", "next.player = 1 - next.player; if (action == 2) return LG_E_ILLEGAL;"),
    "validate": ("now->player < 2 ?", "now->player < 1 ?"),
    "longest": ("game->longest = game->params[0];", "game->longest = 4;"),
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def started(*arguments):
    """A separate process: games stay loaded."""
    words = [sys.executable, "-m", "libgames", "check", *map(str, arguments)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    return subprocess.Popen(words, **pipes, text=True, env={**os.environ, "COLUMNS": "200"})


def check(*arguments, status):
    """The output of the command."""
    process = started(*arguments)
    output, _ = process.communicate(timeout=60)
    assert process.returncode == status, output
    assert "Traceback" not in output
    return output


def test_a_good_game(folder):
    compiled(folder)
    output = check("./nim.so", "nim(stones=3)", "--playthroughs", 7, status=0)
    rows = re.findall(r"^ *(nim\S*) +(\d+) +(\d+) +(\d+) +(\w.*?) *$", output, re.MULTILINE)
    assert [(row[0], row[1], row[4]) for row in rows] == [("nim", "7", "nothing"), ("nim(stones=3)", "7", "nothing")]
    assert int(rows[0][2]) >= 7 * 5 > int(rows[1][2])  # 15 stones last for five decisions, 3 for three at most


@pytest.mark.parametrize("contract", BROKEN)
def test_a_broken_contract(folder, contract):
    good, bad = BROKEN[contract]
    assert NIM.count(good) == 1
    compiled(folder, source=NIM.replace(good, bad))
    output = check("./nim.so", "blockdrop", "--playthroughs", 3, "--seed", 40, status=1)
    assert re.search(rf"^ *nim .* {contract}: .+ \(seed 4[0-2], after \d+ decisions\) *$", output, re.MULTILINE), output
    assert re.search(r"^ *blockdrop .* nothing *$", output, re.MULTILINE)  # the others are still checked


def test_findings_outside_playthroughs_name_no_seed(folder):
    drawn = "{(uint32_t)game->params[0] - (uint32_t)(seed & 1), 0}"
    source = NIM.replace("{(uint32_t)game->params[0], 0}", drawn).replace("(void)seed;", "")
    compiled(folder, source=source)
    output = check("./nim.so", status=1)
    assert "new_game: games begin differently, though there is no chance" in output and "(seed" not in output


def test_arguments_that_are_no_game(folder):
    Path("text.so").write_text("no shared object\n")
    assert re.search(r"text.so: .*it can't be loaded", check("./text.so", status=2))
    assert "./none.so: there is no such file" in check("./none.so", status=2)
    assert "game: expected one of alquerque, amazes, " in check("chess", status=2)
    assert "Missing argument" in check(status=2)


def test_an_interrupt_leaves_the_table(folder):
    compiled(folder)
    with started("./nim.so", "blockdrop", "--playthroughs", 10**9) as process:
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        try:
            output, _ = process.communicate(timeout=30)
        finally:
            process.kill()
    assert process.returncode == 130 and "Traceback" not in output, output
    assert re.search(r"^ *nim +[\d,]+ +[\d,]+ +[\d,]+ +nothing *$", output, re.MULTILINE), output
    assert "blockdrop" not in output and output.rstrip().endswith("interrupted")
