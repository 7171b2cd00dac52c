"""Results of matches are never lost: files, times of writing, replaced files; and matches are resumed."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from libgames import _system, arena
from libgames._files import alone_in
from libgames.arena import matches
from libgames.arena.cli import main

TWO = ["alquerque", "random", "greedy"]
FAST = "amazes(turns=2)"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments, status=0):
    result = CliRunner().invoke(main, list(map(str, arguments)), prog_name="libgames")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    assert result.exit_code == status and "Traceback" not in result.output, result.output
    return result.output


def started(*arguments, **options):
    return subprocess.Popen([sys.executable, "-m", "libgames", *map(str, arguments)], text=True, **options)


def program(name, *lines):
    made = Path(f"{name}.part")
    made.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    made.chmod(0o755)
    made.replace(name)  # a file of this name may be about to run, and can't be written to then
    return f"./{name}"


def walker(name, *before):
    """A program that plays a whole game of Amazes."""
    return program(name, *before, "while read line; do", "  case $line in [0-9]*) echo T;; esac", "done")


def slow(name="slow"):
    return program(
        name, "trap '' TERM INT HUP", "while read line; do", "  case $line in [0-9]*) sleep 0.1; echo T;; esac", "done"
    )


def facts(path="all.json"):
    return json.loads(Path(path).read_text())


def wait_for(condition):
    until = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.02)


# ---- pairings ----


@pytest.mark.parametrize("entrants, seats, games", [(2, 2, 5), (3, 2, 4), (5, 4, 3), (2, 4, 7)])
def test_pairings_are_a_sequence(entrants, seats, games):
    pairings = matches.round_robin(entrants, seats, games, seed=9)
    every = list(pairings)
    assert len(every) == len(pairings) and [one.number for one in every] == list(range(1, len(every) + 1))
    assert [pairings[index] for index in range(len(every))] == every and pairings[1:3] == every[1:3]
    for index in (-1, len(every)):
        with pytest.raises(IndexError):
            pairings[index]


def test_millions_of_pairings_are_not_made_first():
    begin = time.process_time()
    pairings = matches.match(2, 2, 30_000_000, seed=1)
    assert len(pairings) == 30_000_000 and pairings[29_999_999].seed == 15_000_000
    assert time.process_time() - begin < 0.5


# ---- existing replays ----


def test_replays_of_an_earlier_match_are_never_written_over():
    run("match", *TWO, "--games", 2, "--save", "kept", "--seed", 5)
    before = {path.name: path.read_bytes() for path in Path("kept").iterdir()}
    for command in ("match", "tournament"):
        output = run(command, *TWO, "--games", 4, "--save", "kept", status=2)
        assert "kept contains replays already, such as 00001.replay: resume that match, or keep" in output
    assert {path.name: path.read_bytes() for path in Path("kept").iterdir()} == before
    with pytest.raises(ValueError, match="contains replays already"):
        arena.match(*TWO[:1], TWO[1:], games=2, replays="kept")


def test_two_matches_do_not_share_a_folder():
    """The second one is refused while the first one plays, and the first one loses nothing."""
    process = playing(stdout=subprocess.DEVNULL)
    wait_for(lambda: Path("kept").is_dir() and any(Path("kept").iterdir()))
    lock = os.open("kept", os.O_RDONLY)
    assert not _system.lock(lock)
    with pytest.raises((OSError, ValueError), match="another match keeps its replays there|contains replays already"):
        arena.match("alquerque", ["greedy", "random"], games=2, replays="kept")
    process.terminate()
    process.wait(20)
    assert _system.lock(lock)
    os.close(lock)
    with pytest.raises(OSError, match="another match keeps its replays there"), alone_in(Path("kept")), alone_in(Path("kept")):
        pass


def test_a_match_that_begins_and_ends_meanwhile_loses_nothing(monkeypatch):
    """After the folder is read, before the first game."""
    look = matches.kept

    def kept(*about):
        found = list(look(*about))
        arena.match("alquerque", ["greedy", "random"], games=2, replays="kept", seed=9)
        return iter(found)

    with monkeypatch.context() as patched:
        patched.setattr(matches, "kept", kept)
        output = run("match", *TWO, "--games", 2, "--save", "kept", status=1)
    assert "kept: another match has kept 00001.replay there" in output
    assert arena.load("kept/00001.replay").table.seed == 9
    run("match", "alquerque", "greedy", "random", "--games", 8, "--save", "kept", "--resume", "--seed", 9)
    run("match", "alquerque", "greedy", "random", "--games", 4, "--save", "kept", "--resume", "--seed", 9)
    assert len(list(Path("kept").iterdir())) == 8


def test_a_pipe_without_a_reader():
    os.mkfifo("pipe")
    assert "this pipe has no reader" in run("match", *TWO, "--games", 2, "--csv", "pipe", status=1)
    assert "this pipe has no reader" in run("play", *TWO, "--quiet", "--save", "pipe", status=1)


def test_in_a_loop_that_runs_already():
    """As in a notebook: matches are played in a thread, and Ctrl-C ends them."""

    async def notebook():
        report = arena.play("alquerque", ["greedy", "random"])
        return report.finished, [line.games for line in arena.match("alquerque", ["greedy", "random"], games=2)]

    assert asyncio.run(notebook()) == (True, [2, 2])

    async def interrupted():
        timer = threading.Timer(1.0, os.kill, [os.getpid(), signal.SIGINT])
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        timer.start()
        try:
            arena.match("alquerque", ["mcts(simulations=1000000)", "random"], games=10**6)
        finally:
            signal.signal(signal.SIGINT, before)

    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        asyncio.run(interrupted())
    assert time.monotonic() - begin < 60


def test_a_match_plays_the_games_missing_from_its_folder():
    arguments = ("tournament", "blockdrop(turns=30)", "random", "greedy", "c=random", "--games", 4, "--save", "kept")
    run(*arguments, "--json", "all.json", "--csv", "all.csv")
    whole, table = facts(), [line.split(",")[:9] for line in Path("all.csv").read_text().splitlines()]
    untouched = Path("kept/00002.replay").stat().st_mtime_ns
    for number in (1, 4, 6):
        Path(f"kept/0000{number}.replay").unlink()
    Path("kept/00004.replay.part").write_text("libgames-replay 1\n")  # of a match that was killed
    output = run(*arguments, "--resume", "--json", "all.json", "--csv", "all.csv")
    assert "interrupted" not in output and Path("kept/00002.replay").stat().st_mtime_ns == untouched
    count = len(whole["games"])
    assert sorted(path.name for path in Path("kept").iterdir()) == [f"{n:05}.replay" for n in range(1, count + 1)]
    again = facts()
    for game in (*whole["games"], *again["games"]):
        del game["seconds"]
    assert again["games"] == whole["games"]
    assert [line.split(",")[:9] for line in Path("all.csv").read_text().splitlines()] == table


def test_a_continued_match_includes_earlier_offences():
    bot = program("bot", "read line", "echo c3-d4", "read line", "echo thinking >&2", "echo c3-d4", "read line")
    arguments = ("match", "alquerque", bot, "greedy", "--games", 4, "--save", "kept", "--json", "all.json")
    first = run(*arguments)
    before = facts()["games"]
    again = run(*arguments, "--resume")
    assert facts()["games"] == before and before[0]["offences"] and before[0]["seconds"][0] > 0
    assert first.split("95% interval")[1] == again.split("95% interval")[1] and "thinking" in again


@pytest.mark.parametrize(
    "wrong, message",
    [
        (["alquerque", "random", "greedy", "--seed", 6], "expected the line 'seed 6', not 'seed 5'"),
        (["alquerque", "random", "greedy", "--total", 9], "'time first=- answer=- total=9', not 'time first=- answer="),
        (["alquerque", "b=random", "greedy"], "expected the line 'seat 0 \"b\"', not 'seat 0 \"random\"'"),
        (["amazes", "random", "greedy"], "00001.replay: it is from another match: expected the line 'game am"),
    ],
)
def test_only_the_same_match_continues(wrong, message):
    options = ("--games", 2, "--save", "kept", "--csv", "a.csv")
    run("match", *TWO, *options, "--seed", 5)
    table = Path("a.csv").read_bytes()
    assert message in run("match", *options, "--seed", 5, *wrong, "--resume", status=2)
    assert Path("a.csv").read_bytes() == table


def test_a_damaged_replay_is_named_and_kept():
    run("match", *TWO, "--games", 2, "--save", "kept")
    text = Path("kept/00002.replay").read_text()
    Path("kept/00002.replay").write_text(text[:-20])
    output = run("match", *TWO, "--games", 2, "--save", "kept", "--resume", status=2)
    assert "kept/00002.replay: line" in output and "cut off" in output
    assert Path("kept/00002.replay").read_text() == text[:-20]
    Path("kept/00001.replay").unlink()
    os.mkfifo("kept/00001.replay")  # it is not waited for
    output = run("match", *TWO, "--games", 2, "--save", "kept", "--resume", status=2)
    assert "00001.replay: expected a replay, which is a file" in output
    assert "--resume requires --save" in run("match", *TWO, "--resume", status=2)


def test_a_link_that_a_program_has_planted_is_not_followed():
    Path("precious").write_text("mine")
    links = [f"ln -sf ../precious kept/0000{number}.replay{end}" for number in (2, 3, 4) for end in ("", ".part")]
    bot = walker("planter", *links, "mkfifo kept/00005.replay.part 2>&1")
    run("match", FAST, bot, bot, "--games", 6, "--save", "kept", "--json", "all.json")
    assert Path("precious").read_text() == "mine" and len(facts()["games"]) == 6
    for number in range(2, 7):
        path = Path(f"kept/0000{number}.replay")
        if not path.is_symlink():  # planted again, after it was written
            assert arena.load(path).state.is_over


# ---- one replay that fails ----


def test_a_replay_that_fails_costs_that_replay():
    bot = walker("blocker", "mkdir -p kept/00003.replay/x")
    output = run("match", FAST, bot, bot, "--games", 6, "--save", "kept", "--json", "all.json", status=1)
    assert len(facts()["games"]) == 6 and "interrupted" not in output
    assert output.splitlines()[-1] == "Error: kept/00003.replay: Is a directory"
    assert sorted(path.name for path in Path("kept").iterdir()) == [f"0000{number}.replay" for number in range(1, 7)]


def test_from_python_a_full_disk_is_a_warning(monkeypatch):
    monkeypatch.setattr(arena.Writer, "end", lambda writer, report: os.write(os.open("/dev/full", os.O_WRONLY), b"x"))
    with pytest.warns(RuntimeWarning, match=r"00001.replay.*No space left on device|No space left.*00001.replay"):
        lines = arena.match("alquerque", ["random", "greedy"], games=2, replays="kept")
    assert [line.games for line in lines] == [2, 2] and list(Path("kept").iterdir()) == []
    with pytest.warns(RuntimeWarning, match="No space left"):
        assert arena.play("alquerque", ["random", "greedy"], replay="game.replay").finished
    with pytest.raises(OSError, match="there is no such folder"):
        arena.play("alquerque", ["random", "greedy"], replay="no/game.replay")


# ---- signals ----


def playing(*options, **more):
    bot = slow()
    arguments = ("match", FAST, f"a={bot}", f"b={bot}", "--games", 1000, "--jobs", 2, "--save", "kept")
    return started(*arguments, "--json", "all.json", "--csv", "a.csv", *options, start_new_session=True, **more)


def finished():
    return len(list(Path("kept").glob("*.replay")))


def test_a_burst_of_signals_leaves_all_files():
    process = playing(stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    wait_for(lambda: finished() >= 2)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP) * 40:
        process.send_signal(signal.SIGSTOP)  # nothing happens between the check and the signal
        os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
        if Path("all.json").exists():
            process.send_signal(signal.SIGCONT)
            break  # from now on nothing can be lost
        process.send_signal(number)
        process.send_signal(signal.SIGCONT)
        time.sleep(0.005)
    output, _ = process.communicate(timeout=20)
    assert process.returncode == 130 and "Traceback" not in output, output
    assert len(facts()["games"]) == finished() and Path("a.csv").read_text().count("\n") == 3
    assert not list(Path("kept").glob("*.part"))


def test_a_signal_while_results_are_written_waits(monkeypatch):
    def write(path, text):
        os.kill(os.getpid(), signal.SIGINT)
        os.kill(os.getpid(), signal.SIGTERM)
        wrote(path, text)

    wrote = arena.cli.outputs.write
    monkeypatch.setattr(arena.cli.outputs, "write", write)
    run("match", *TWO, "--games", 2, "--json", "all.json", "--csv", "a.csv")
    assert len(facts()["games"]) == 2 and Path("a.csv").read_text().count("\n") == 3


def test_a_terminal_that_goes_away_loses_nothing():
    leader, follower = os.openpty()
    process = playing(stdin=follower, stdout=follower, stderr=follower, env={**os.environ, "TERM": "xterm"})
    os.close(follower)
    wait_for(lambda: finished() >= 2)
    os.close(leader)
    process.send_signal(signal.SIGHUP)
    assert process.wait(20) != 0
    assert len(facts()["games"]) == finished()


def test_ignored_signals_stay_ignored():
    def ignore():
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    process = playing("--games", 6, stdout=subprocess.PIPE, preexec_fn=ignore)
    wait_for(lambda: finished() >= 1)
    process.send_signal(signal.SIGHUP)
    process.communicate(timeout=20)
    assert process.returncode == 0 and len(facts()["games"]) == 6


def test_a_killed_match_continues():
    process = playing(stdout=subprocess.DEVNULL)
    wait_for(lambda: finished() >= 3)
    process.kill()
    process.wait()
    done = finished()
    process = playing("--resume", "--games", done + 2, stdout=subprocess.DEVNULL)
    assert process.wait(20) == 0
    assert len(facts()["games"]) == finished() == done + 2 + done % 2


# ---- outputs that are closed or limited ----


@pytest.mark.parametrize("closed, status", [(">&-", 1), ("2>&-", 0), ("<&- >&- 2>&-", 1)])
def test_closed_outputs_lose_nothing(closed, status):
    bot = walker("bot")
    command = f'"{sys.executable}" -m libgames match "{FAST}" {bot} {bot} --games 2 --jobs 9 --csv a.csv --save kept'
    done = subprocess.run(["sh", "-c", f"exec {command} {closed}"], capture_output=True, text=True)
    assert done.returncode == status and "Traceback" not in done.stderr, done.stderr
    assert Path("a.csv").read_text().count("\n") == 2 + 1 and finished() == 2
    assert all(arena.load(path).report().finished for path in Path("kept").iterdir())


def test_names_that_are_not_utf_8():
    name = os.fsdecode(b"bot\xff")
    walker(name)
    files = ["--save", "kept", "--csv", "a.csv", "--json", "all.json"]
    arguments = ["match", FAST, f"./{name}", "random", "--games", "2", *files]
    done = subprocess.run([sys.executable, "-m", "libgames", *arguments], capture_output=True)
    assert done.returncode == 0 and done.stderr == b"", done.stderr
    assert r"./bot\xff" in Path("a.csv").read_text() and r"./bot\xff" in {row["player"] for row in facts()["table"]}
    assert arena.load("kept/00001.replay").table.labels[0] == r"./bot\xff"
    assert re.search(rb"^  ./bot\\xff +2 ", done.stdout, re.MULTILINE)
    run("show", "kept/00001.replay")


def test_a_locale_of_ascii_only():
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    environment.pop("PYTHONIOENCODING", None)
    files = ["--save", "kept", "--csv", "é.csv", "--json", "all.json"]
    arguments = ["match", *TWO[:2], "café=greedy", "--games", "2", *files]
    done = subprocess.run([sys.executable, "-m", "libgames", *arguments], capture_output=True, env=environment)
    assert done.returncode == 0 and done.stderr == b"", done.stderr
    assert "café" in Path("é.csv").read_text(encoding="utf-8")
    assert arena.load("kept/00001.replay").table.labels[1] == "café"
