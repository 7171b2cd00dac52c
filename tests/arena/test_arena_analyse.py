"""The command `libgames analyse`."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import libgames as lg
import pytest
from click.testing import CliRunner
from libgames.arena.cli import main
from helpers import compiled

WON = "7/7/7/3b3/3w3/7/7 w 0 - - -"


def run(*arguments, status=0):
    result = CliRunner().invoke(main, ["analyse", *map(str, arguments)], prog_name="libgames")
    assert result.exit_code == status, result.output
    return result.output


def test_a_table():
    lines = run("alquerque", "--position", WON, "--simulations", 100).splitlines()
    assert "d3*d5" in next(line for line in lines if "proven" in line).split()
    assert "value: White +1.000, Black -1.000 (proven)" in lines and "principal variation: White d3*d5" in lines
    assert any(line.startswith("7 +-+-+") for line in lines)  # the board


@pytest.mark.parametrize("game", lg.games())
def test_every_game(game):
    """The same as from lg.Search; the table lists at most 20 actions."""
    expected = lg.Search(game, 80, seed=3, policy="gumbel")(lg.make(game).new(3))
    facts = json.loads(run(game, "--simulations", 80, "--seed", 3, "--policy", "gumbel", "--json"))
    assert facts["best"] == expected.state.game.action_text(expected.best) == facts["actions"][0]["action"]
    assert facts["best_move"] == facts["pv_moves"][0] and facts["line"] == expected.pv_text
    assert expected.state.apply(facts["best_move"]) == expected.state.apply(expected.best_move)
    assert [row["number"] for row in facts["actions"]] == expected.actions
    assert [row["visits"] for row in facts["actions"]] == [expected.visits[action] for action in expected.actions]
    assert facts["statistics"]["simulations"] == 80 and facts["position"] == str(expected.state)
    table = run(game, "--simulations", 80, "--seed", 3, "--policy", "gumbel")
    assert ("more actions; --json prints all" in table) == (len(expected.actions) > 20)
    assert f"{expected.state.decision_text(expected.best)} " in table and "80 simulations" in table


def test_alphabeta():
    state = lg.make("alquerque").new(1)
    expected = lg.AlphaBeta("alquerque", depth=4)(state)
    facts = json.loads(run("alquerque", "--alphabeta", "--depth", 4, "--json"))
    assert (facts["value"], facts["nodes"], facts["depth"]) == (expected.value, expected.nodes, 4)
    assert str(expected) in run("alquerque", "--alphabeta", "--depth", 4)
    assert json.loads(run("alquerque", "--alphabeta", "--seconds", 0.1, "--json"))["depth"] > 2


def test_positions_of_a_replay(tmp_path):
    file = tmp_path / "game.replay"
    played = CliRunner().invoke(main, ["play", "alquerque", "random", "greedy", "--save", str(file), "--quiet"])
    assert played.exit_code == 0
    start = json.loads(run("--replay", file, "--move", 0, "--simulations", 1, "--json"))
    later = json.loads(run("--replay", file, "--move", 3, "--simulations", 1, "--json"))
    assert start["position"] == str(lg.make("alquerque").new(1)) and later["player"] == 1 != start["player"]
    assert "the game is over in this position" in run("--replay", file, status=1)
    assert "the number of moves of the replay, not 9999" in run("--replay", file, "--move", 9999, status=2)
    file.write_text("libgames-replay 1\nnonsense\n")
    assert "game.replay: " in run("--replay", file, status=1)


def test_a_loaded_game(tmp_path):
    command = ["--load", str(compiled(tmp_path)), "analyse", "nim", "--simulations", "50"]
    done = subprocess.run([sys.executable, "-m", "libgames", *command], capture_output=True, text=True)
    assert done.returncode == 0 and "principal variation" in done.stdout, done.stderr


@pytest.mark.parametrize(
    "arguments, message",
    [
        ([], "expected a GAME or a --replay"),
        (["chess"], "game: expected one of alquerque, "),
        (["alquerque", "--position", "x"], "--position: line 1, column 1"),
        (["alquerque", "--move", 1], "--move requires --replay"),
        (["alquerque", "--depth", 4], "--depth requires --alphabeta"),
        (["alquerque", "--alphabeta", "--simulations", 10_000], "--alphabeta excludes --simulations"),
        (["alquerque", "--alphabeta", "--cutoff", 4, "--rollout", "greedy"], "excludes --cutoff and --rollout"),
        (["alquerque", "--alphabeta", "--policy", "puct"], "--alphabeta excludes --policy"),
        (["alquerque", "--alphabeta", "--depth", 0], "0 is not in the range 1<=x<=255"),
        (["alquerque", "--simulations", 0], "0 is not in the range 1<=x<=2147483647"),
        (["amazes", "--alphabeta"], "expected two players, no hidden information"),
        (["alquerque", "--simulations", -1], "-1 is not in the range"),
        (["alquerque", "--seconds", "nan"], "a number of seconds such as 0.5, above 0"),
        (["alquerque", "--alphabeta", "--seconds", "inf"], "a number of seconds such as 0.5, above 0"),
        (["alquerque", "--alphabeta", "--seconds", "1e10"], "at most 1000000000, not '1e10'"),
        (["alquerque", "--cutoff", 99999999999], "99999999999 is not in the range"),
        (["alquerque", "--policy", "best"], "'best' is not one of"),
    ],
)
def test_mistakes(arguments, message):
    assert message in run(*arguments, status=2).replace("\n", " ")


def processor_seconds(process):
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize(
    "options, words", [(["--simulations", "2000000000"], "simulations,"), (["--alphabeta", "--depth", "255"], "best move: ")]
)
def test_ctrl_c_shows_the_results_so_far(options, words):
    command = [sys.executable, "-m", "libgames", "analyse", "alquerque", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while process.poll() is None and processor_seconds(process.pid) < 1:  # the start takes less
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        out, problem = process.communicate(timeout=20)
    assert process.returncode == 130 and words in out and out.endswith("interrupted\n"), problem


# ---- endings ----


def make_endings(*arguments, status=0):
    result = CliRunner().invoke(main, ["endings", "alquerque", *map(str, arguments)], prog_name="libgames")
    assert result.exit_code == status, result.output
    return result.output


def test_endings_are_made_once_and_shown(tmp_path):
    folder = tmp_path / "new"
    lines = make_endings("--out", folder).splitlines()
    assert lines[0].startswith("117,649 positions; at most 1,11") and lines[0].endswith("alquerque-3.endings")
    assert any(line.split() == ["2", "against", "1", "55,204", "52", "16", "29", "68"] for line in lines)
    file = folder / "alquerque-3.endings"
    before = file.stat().st_mtime_ns
    facts = json.loads(make_endings("--out", folder, "--json"))
    assert file.stat().st_mtime_ns == before and facts["bytes"] == file.stat().st_size
    assert [row["won"] for row in facts["materials"]] == [552, 1600, 55204]
    found = json.loads(run("alquerque", "--position", WON, "--simulations", 10, "--endings", file, "--json"))
    assert found["ending"] == {"value": "won", "plies": 1, "best": "d3*d5", "moves": ["d3*d5"]}
    longest = facts["materials"][2]["longest"]
    assert "the tables: White wins in 29 plies; best: b1-c1" in run(
        "alquerque", "--position", longest, "--simulations", 10, "--endings", file)
    assert "the tables" not in run("alquerque", "--simulations", 10, "--endings", file)
    assert "the tables: White wins in 29 plies; best: b1-c1" in run("alquerque", "--position", longest, "--alphabeta")
    found = json.loads(run("alquerque", "--position", longest, "--alphabeta", "--depth", 1, "--json"))
    assert found["proven"] and found["end"] == 29 and found["ending"]["moves"] == ["b1-c1"]
    found = json.loads(run("alquerque", "--position", longest, "--simulations", 5, "--json"))
    assert found["statistics"]["proven"] and found["best_move"] == "b1-c1"
    assert "ending" not in json.loads(run("alquerque", "--simulations", 5, "--json"))


def test_players_are_measured_by_endings(tmp_path, monkeypatch):
    words = "--pieces", 2, "--out", tmp_path, "--measure", "random", "--measure", "mcts(simulations=5)"
    facts = json.loads(make_endings(*words, "--positions", 30, "--json"))
    assert [(row["player"], row["pieces"], row["decisions"]) for row in facts["players"]] == [
        ("random", 2, 30), ("mcts(simulations=5)", 2, 30)]
    assert all(row["won"] <= row["games"] < 30 and 5 < row["kept"] < 30 for row in facts["players"])
    assert json.loads(make_endings(*words, "--positions", 30, "--json", "--threads", 1)) == facts
    kept = facts["players"][0]["kept"]
    assert any(f"{kept / 30:.1%} (" in line and "random" in line for line in make_endings(*words, "--positions", 30).splitlines())
    assert "did you mean 'greedy'" in make_endings("--out", tmp_path, "--measure", "gredy", status=2)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    Path("measured_bots.py").write_text("""
import libgames as lg

blind = lg.Policy(lambda observations, masks: masks.argmax(axis=1), observation="nope")

def broken(state):
    return 1 / 0

def same(state):
    return state.choose("random", 1)
""")
    assert "observation: expected one of" in make_endings("--out", tmp_path, "--measure", "measured_bots:blind", status=2)
    raised = make_endings("--pieces", 2, "--out", tmp_path, "--measure", "measured_bots:broken", status=1)
    assert "Error: --measure measured_bots:broken: ZeroDivisionError: division by zero" in raised
    words = "--pieces", 2, "--out", tmp_path, "--measure", "random", "--measure", "measured_bots:same", "--seed", 1
    one, other = json.loads(make_endings(*words, "--positions", 30, "--json"))["players"]
    assert other == {**one, "player": "measured_bots:same"} and one["decisions"] == 30


def test_endings_that_are_no_tables(tmp_path):
    make_endings("--pieces", 2, "--out", tmp_path)
    file = tmp_path / "alquerque-2.endings"
    file.rename(tmp_path / "alquerque-3.endings")
    assert "expected tables of 3 pieces, not 2" in make_endings("--out", tmp_path, status=1)
    file.write_bytes(b"other")
    assert "expected the tables of `libgames endings" in make_endings("--pieces", 2, "--out", tmp_path, status=1)
    assert "expected the tables" in run("alquerque", "--endings", file, status=1)
    assert "--endings requires alquerque" in run("amazes", "--endings", file, status=2)


#: Runs the command, and prints its peak memory at the end.
MEASURED = r"""
import re, sys
from pathlib import Path
from libgames.arena.cli import main
try:
    main(["endings", "alquerque", *sys.argv[1:]])
finally:
    print(re.search(r"VmHWM:\s*([0-9]+) kB", Path("/proc/self/status").read_text())[1])
"""


def test_after_ctrl_c_the_same_command_continues(tmp_path):
    """Until then it has taken no more memory than announced."""
    command = [sys.executable, "-c", MEASURED, "--out", tmp_path, "--pieces"]
    little = subprocess.run([*command, "2"], capture_output=True, text=True, check=True).stdout.splitlines()
    process = subprocess.Popen([*command, "4"], stdout=subprocess.PIPE, text=True)
    said = [process.stdout.readline(), little[0]]
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    lines = process.communicate(timeout=60)[0].splitlines()
    assert lines[0] == "interrupted; the same command continues" and process.returncode == 130
    assert sorted(file.name for file in tmp_path.iterdir()) == ["alquerque-2.endings", "alquerque-4.endings.part"]
    most, least = [int(re.search("at most ([0-9,]+) bytes", line)[1].replace(",", "")) for line in said]
    assert 40_000_000 < 1024 * (int(lines[-1]) - int(little[-1])) < most - least + 2_000_000
    (tmp_path / "alquerque-4.endings.part").rename(tmp_path / "alquerque-3.endings.part")
    assert "expected unfinished tables" in make_endings("--out", tmp_path, status=1).replace("\n", " ")
