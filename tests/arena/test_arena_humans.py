"""A person who plays: prompts and messages, typed input, and leaving the game."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import libgames as lg
import pytest
from click.testing import CliRunner
from libgames.arena import replays
from libgames.arena.cli import main
from helpers import NIM, compiled

COMMAND = [sys.executable, "-m", "libgames", "play"]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ---- lines from a file ----


def human(lines, *arguments, status=130):
    """The command's output for these typed lines, followed by nothing more."""
    text = "".join(line + "\n" for line in lines)
    runner = CliRunner(env={"COLUMNS": "200"})
    result = runner.invoke(main, ["play", *map(str, arguments)], input=text, prog_name="libgames")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    assert result.exit_code == status, result.output
    return result.output


def test_a_person_is_offered_moves_and_told_of_mistakes():
    output = human(["", "c3-d5", "c3-c4", "a4-a5", "b7", "c3-d4", "quit"], "alquerque", "human", "random")
    assert "You are White. Type help for the rules" in output
    assert "Legal: d3-d4, c3-d4, e4-d4, e3-d4" in output
    assert "Goal: take all of the other side's pieces" in output and "undo    to take back your last turn" in output
    assert "c3-d5: not understood: expected a point one or two away in a straight line after c3-" in output
    assert "c3-c4: not possible: no line, no empty point" in output
    assert "a4-a5: not possible: the player to move has no piece there" in output
    assert "b7: not understood: expected a point, a1 to g7 after b7" in output
    assert "   1  White  c3-d4" in output and "not finished; 2 moves played" in output


@pytest.mark.parametrize("line", ["c3-d4", "C3-D4", "c3 d4", "c3d4", " c3 , d4 ", "C3NE"])
def test_a_move_as_people_type_it(line):
    output = human([line, "quit"], "alquerque", "human", "random")
    assert "   1  White  c3-d4\n" in output and "not understood" not in output


def test_a_person_takes_back():
    output = human(["undo", "c3-d4", "undo", "e3-d4", "quit"], "alquerque", "human", "random", "--save", "game.replay")
    assert "Nothing can be taken back: it is your first turn" in output and "2 moves taken back" in output
    assert [move.text for move in replays.load("game.replay").moves][0] == "e3-d4"


def test_a_chain_is_typed_jump_by_jump():
    Path("setup.txt").write_text("7/7/7/3b3/7/1b5/w6 w 10 - - -")
    output = human(["a1c3", "moves", "undo", "a1 c3", "c4", "e5"], "alquerque", "human", "random", "--setup",
                   "setup.txt", status=0)
    assert "White: the piece on c3 captures on, to> " in output and "Legal: c3NE\n" in output
    assert "c4: not possible: capturing is compulsory" in output
    assert "   1  White  a1*c3*e5\n" in output
    assert "You have won!\nWhite (human) 12, Black (random) 0; no pieces, 1 move\n" in output


def test_nothing_is_taken_back_after_an_offence(folder):
    """The loser by an offence was stopped, and can't play again."""
    output = human(["n", "undo", "quit"], "blockdrop", "human", "strong", "greedy", "greedy",
                   "--answer", "0.000001")
    assert "OFFENCE" in output and "Nothing can be taken back" in output and "moves taken back" not in output


def test_moves_taken_back_are_not_converted():
    human(["n", "u", "undo", "r", "quit"], "blockdrop(rules=engine)", "human", "random", "random", "random", "--save", "game.replay")
    moves = CliRunner().invoke(main, ["convert", "game.replay", "--to", "moves"]).output
    CliRunner().invoke(main, ["convert", "game.replay", "--to", "blockdrop", "--out", "game.json"])
    assert CliRunner().invoke(main, ["convert", "game.json", "--to", "moves"]).output == moves != ""


def test_nothing_is_taken_back_from_a_program(folder):
    program = folder / "black"
    program.write_text("#!/bin/sh\nread line\necho e5*c3\nread line\n")
    program.chmod(0o755)
    assert "or a program plays" in human(["c3-d4", "undo", "quit"], "alquerque", "human", "./black")


def test_a_program_with_human_among_its_arguments_is_no_person(folder):
    (folder / "bot").write_text("#!/bin/sh\nexit\n")
    (folder / "bot").chmod(0o755)
    output = human([], "alquerque", "./bot --opponent=human", "greedy", "--quiet", status=0)
    assert "decided by an offence" in output
    assert "You have" not in output


def test_a_person_is_told_of_a_loss():
    Path("setup.txt").write_text("7/7/3b3/7/3w3/7/7 w 10 - - -")
    output = human(["d3-d4"], "alquerque", "human", "random", "--setup", "setup.txt", status=0)
    assert "You have lost.\n" in output


@pytest.mark.parametrize(
    "name, answer, refused, why",
    [
        ("blockdrop", "nothing", "X", "not understood: expected U, R, D or L (a step), A (an attack) or N (nothing)"),
        ("snakecore", "n", "a", "not possible: the body holds no energy block"),
        ("amazes", "t", "FX", "not understood: expected F, R, T or L, or N, E, S or W after F"),
        ("ontherun", "1,2 3/4", "0", "not understood: expected a city, 1 to 200"),
    ],
)
def test_a_wrong_move_can_be_corrected(name, answer, refused, why):
    output = human([refused, answer, "board", "quit"], name, "human", "random", "--save", "game.replay")
    assert f"{refused}: {why}" in " ".join(output.split())
    own = [move.text for move in replays.load("game.replay").moves if move.seat == 0]
    assert own[0] == {"amazes": "T", "ontherun": "1/2/3/4"}.get(name, "N") and len(own) == 1


def test_detectives_are_sent_one_by_one_and_do_not_see_the_fugitive():
    lines = ["1 2", "2", "3", "undo", "1", "2", "3", "4", "moves", "map 7", "map none", "map", "quit"]
    output = human(lines, "ontherun(cities=20)", "human", "random", "--seed", 5)
    for number in (1, 2, 3, 4):
        assert f"Detectives: detective {number}, the city to begin in> " in output
    assert "2: not possible: two detectives may not end in the same city" in output
    assert re.search(r"^The fugitive began in \d+\nThe fugitive went by (car|train|plane)$", output, re.MULTILINE)
    assert re.search(r"^detective 1 in 1: (car|train|plane)( \d+)+", output, re.MULTILINE)
    assert re.search(r"^(Detectives: .*> )?[CTP] \d+-\d+", output, re.MULTILINE)
    assert "no line of connect.txt contains none" in output
    assert lg.make("ontherun(cities=20,map=5)").shared_text.replace("\n", ", ").strip(", ") in " ".join(output.split())
    assert "fugitive:   hidden" in output and not re.search(r"^ +\d+  Fugitive", output, re.MULTILINE)
    assert not re.search(r"fugitive: +\d", output)


def test_the_opponent_of_amazes_is_not_shown():
    output = human(["n", "quit"], "amazes", "human", "greedy", "--seed", 3)
    assert re.search(r"^The other player is about \d+ squares away", output, re.MULTILINE)
    assert "Blue: turn" not in output and "squares discovered" in output
    assert not re.search(r"Blue: .* squares discovered|^ +\d+  (Red|Blue)", output, re.MULTILINE)


def test_an_offence_shows_nothing_that_is_hidden(folder):
    program = folder / "blue"
    program.write_text("#!/bin/sh\nread line\necho SECRET >&2\necho FFSECRET\nread line\n")
    program.chmod(0o755)
    output = human(["t", "quit"], "amazes", "human", "./blue")
    assert "move 2: OFFENCE of Blue: illegal move\n" in output and "SECRET" not in output


def test_two_people_do_not_see_each_others_views():
    output = human(["", "1 2 3 4", "", "5", "quit"], "ontherun(cities=20)", "human", "human")
    assert output.count("It is the turn of Detectives. Press Enter when no other player is looking> ") == 1
    assert "It is the turn of Fugitive. Press Enter" in output


def test_a_game_without_texts_can_be_played(folder):
    compiled(folder, "sticks", NIM.replace('"nim"', '"sticks"').replace('"Nim"', '"Sticks"'))
    output = human(["x", "2", "help", "quit"], "sticks", "human", "greedy", "--load", "./sticks.so")
    assert "x: not understood: expected the number of an action, counted from 1" in output and "   1  player 0  2\n" in output


@pytest.mark.parametrize("name", lg.games())
def test_moves_and_help_in_every_game(name):
    output = human(["moves", "?", "quit"], name, "human", "random")
    assert lg.game_type(name).title in output and "Goal: " in output and output.count("> ") >= 3
    assert lg.make(name).new(1).prompt in output


# ---- at a terminal ----


class Terminal:
    """The command at a separate pseudo-terminal."""

    def __init__(self, *arguments, **environment):
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            os.environ.update({"TERM": "xterm-256color", "COLUMNS": "100", "LINES": "50", **environment})
            os.execv(COMMAND[0], [*COMMAND, *arguments])
        self.output = ""
        self.status = None

    def read(self, seconds=30.0, until=None):
        """Its output, up to a line that ends with `until`, or to its end."""
        end = time.monotonic() + seconds
        start = len(self.output)
        while time.monotonic() < end:
            if select.select([self.master], [], [], 0.1)[0]:
                try:
                    data = os.read(self.master, 65536)
                except OSError:  # raised by Linux when the other end is closed
                    return self.output[start:]
                self.output += data.decode(errors="replace").replace("\r\n", "\n")
            elif until is not None and self.output[start:].endswith(until):
                return self.output[start:]
        raise AssertionError(f"it neither ends nor shows {until!r}: {self.output[start:]}")

    def type(self, text):
        """Waits for a prompt, and answers."""
        self.read(until="> ")
        os.write(self.master, text if isinstance(text, bytes) else text.encode() + b"\n")

    def wait(self, seconds=20.0):
        """Its exit status: a negative one is a signal."""
        end = time.monotonic() + seconds
        while self.status is None and time.monotonic() < end:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
            else:
                time.sleep(0.02)
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        assert self.status is not None, self.output
        return self.status


PLAYED = {
    "alquerque": ["C3 D4", "moves", "quit"],
    "amazes": ["n", "ffr", "left", "quit"],
    "blockdrop": ["right", "A", "jump", "u", "quit"],
    "ontherun": ["17", "18, 19", "20", "map 17", "quit"],
    "snakecore": ["up", "Left", "d", "quit"],
}


@pytest.mark.parametrize("name", lg.games())
def test_some_moves_at_a_terminal(name):
    terminal = Terminal(name, "human", "greedy", "--save", "game.replay")
    for line in PLAYED[name]:
        terminal.type(line)
    terminal.read()
    assert terminal.wait() == 130 and "not finished; " in terminal.output and "Traceback" not in terminal.output
    assert ("\033[" in terminal.output) == (name != "ontherun")
    own = [move.text for move in replays.load("game.replay").moves if move.seat == 0]
    first = {"alquerque": "c3-d4", "amazes": "F", "blockdrop": "R", "ontherun": "17/18/19/20", "snakecore": "U"}
    assert own[0] == first[name]


def test_no_colours_where_they_are_not_wanted():
    terminal = Terminal("alquerque", "human", "greedy", NO_COLOR="1", TERM="dumb")
    terminal.type("quit")
    terminal.read()
    terminal.wait()
    assert "\033" not in terminal.output


@pytest.mark.parametrize("key", [b"\x03", b"\x04"])
def test_keys_that_end_a_game(key):
    terminal = Terminal("alquerque", "human", "greedy")
    terminal.type("c3-d4")
    terminal.type(key)
    terminal.read()
    assert terminal.wait() == 130
    assert "not finished; 2 moves played" in terminal.output and "Traceback" not in terminal.output


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_signals_end_a_wait_for_a_person(number):
    terminal = Terminal("alquerque", "human", "sleep=sleep 1000")
    terminal.read(until="> ")
    os.kill(terminal.pid, number)
    assert terminal.wait(10) == 130
    terminal.read()
    assert "Traceback" not in terminal.output


def test_a_terminal_that_is_closed_ends_the_game():
    terminal = Terminal("alquerque", "human", "greedy")
    terminal.read(until="> ")
    os.close(terminal.master)
    assert terminal.wait(10) > 0


def test_a_terminal_that_is_closed_without_a_signal_ends_the_game():
    master, slave = pty.openpty()  # which controls no process, so that none gets SIGHUP
    process = subprocess.Popen([*COMMAND, "alquerque", "human", "greedy"], stdin=slave, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, start_new_session=True)
    os.close(slave)
    while process.stdout.read(1) != ">":
        pass
    os.close(master)
    output, _ = process.communicate(timeout=20)
    assert process.returncode == 130 and "Traceback" not in output, output


@pytest.mark.parametrize("name", lg.games())
def test_typed_input_cannot_control_the_terminal(name):
    terminal = Terminal(name, "human", "greedy", TERM="dumb")
    terminal.read(until="> ")
    settings = termios.tcgetattr(terminal.master)
    settings[3] &= ~termios.ECHO
    termios.tcsetattr(terminal.master, termios.TCSANOW, settings)
    os.write(terminal.master, b"\033[2Jx\007\xff\n")
    shown = terminal.read(until="> ")
    assert "not understood" in shown and not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", shown)
    os.write(terminal.master, b"quit\n")
    terminal.read()
    terminal.wait()


def test_an_endless_line_ends_the_game_and_eats_no_memory():
    program = (
        "import resource; resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30)); "
        "from libgames.__main__ import main; main()"
    )
    with open("/dev/zero", "rb") as zeros:
        done = subprocess.run([sys.executable, "-c", program, "play", "alquerque", "human", "greedy"], stdin=zeros,
                              capture_output=True, text=True, timeout=60)
    assert done.returncode == 130 and "not finished; 0 moves played" in done.stdout and done.stderr == ""


def test_bytes_that_are_no_text_can_be_corrected():
    text = b"\0\n\xff\xfe\nc3\0-d4\nc3-d4\n"
    done = subprocess.run([*COMMAND, "alquerque", "human", "greedy"], input=text, capture_output=True, timeout=60)
    assert done.returncode == 130 and b"   1  White  c3-d4" in done.stdout and done.stderr == b""
    assert done.stdout.count(b"not understood") == 3 and b"\0" not in done.stdout


def test_the_end_of_the_input_is_a_goodbye():
    done = subprocess.run([*COMMAND, "blockdrop", "human", "random"], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=60)
    assert done.returncode == 130 and "not finished; 0 moves played" in done.stdout and done.stderr == ""
