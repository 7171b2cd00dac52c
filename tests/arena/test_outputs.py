"""The output of commands, and errors about output that fails: before the work begins if possible, and without
losing finished work."""

import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import libgames as lg
import pytest
from click.testing import CliRunner
from libgames import _files, arena, cluster
from libgames.arena.cli import main
from libgames.arena.outputs import coloured
from rich.console import Console


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ---- files ----


def test_a_file_is_replaced_at_the_end_or_not_at_all(folder, monkeypatch):
    file = folder / "file"
    file.write_text("old")
    file.chmod(0o640)
    (folder / "link").symlink_to("file")
    _files.write_file("link", "new")
    assert file.read_text() == "new" and file.stat().st_mode & 0o777 == 0o640 and (folder / "link").is_symlink()
    monkeypatch.setattr(os, "fsync", lambda number: os.write(os.open("/dev/full", os.O_WRONLY), b"x"))
    with pytest.raises(OSError, match=r"No space left on device: 'link'"):
        _files.write_file("link", "newer")
    assert file.read_text() == "new" and sorted(os.listdir()) == ["file", "link"]


def test_protected_files_are_neither_written_nor_replaced(folder, monkeypatch):
    Path("file").write_text("old")
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path).name != "file" and access(path, mode))
    with pytest.raises(PermissionError, match="'file'"):
        _files.write_file("file", "new")
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != folder and access(path, mode))
    _files.write_file("file", "new")  # only its folder is
    assert Path("file").read_text() == "new"


def test_devices_are_written_to_and_not_replaced():
    _files.write_file("/dev/null", b"gone")
    assert not Path("/dev/null").is_file()
    with pytest.raises(OSError, match="No space left on device: '/dev/full'"):
        _files.write_file("/dev/full", b"more")


def test_what_another_run_writes_is_not_replaced(folder):
    """Neither a run that continues nor one that ends meanwhile gets the other's text; a killed one leaves nothing."""
    (folder / "game.part").write_text("left")
    one = _files.GrowingFile(folder / "game")
    one.stream.write("one")
    with pytest.raises(OSError, match="another run writes this file: '.*game'"):
        _files.GrowingFile(folder / "game")
    one.finish()
    assert (folder / "game").read_text() == "one" and os.listdir() == ["game"]
    other = _files.GrowingFile(folder / "game")
    other.drop()
    assert (folder / "game").read_text() == "one" and os.listdir() == ["game"]


# ---- the command ----


def run(*arguments, status):
    result = CliRunner().invoke(main, list(map(str, arguments)), prog_name="libgames")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    assert result.exit_code == status and "Traceback" not in result.output, result.output
    return result.output


def last_line(*arguments, status=2):
    return run(*arguments, status=status).splitlines()[-1]


TWO = ["alquerque", "random", "random"]
OUTPUTS = [
    ["play", *TWO, "--save"],
    ["match", *TWO, "--csv"],
    ["match", *TWO, "--json"],
    ["tournament", *TWO, "--csv"],
    ["show", "game.replay", "--html"],
    ["convert", "game.replay", "--to", "moves", "--out"],
    ["maze", "generate", "--out"],
]


@pytest.mark.parametrize("command", OUTPUTS, ids=" ".join)
@pytest.mark.parametrize(
    "path, reason",
    [("no/file", "there is no such folder"), ("junk/file", "there is no such folder"), (".", "it is a folder")],
)
def test_outputs_are_looked_at_before_the_work_begins(command, path, reason, monkeypatch):
    run("play", *TWO, "--save", "game.replay", "--quiet", status=0)
    Path("junk").write_text("junk")
    for work in ("play_one", "play_all"):
        monkeypatch.setattr(arena.matches, work, lambda *arguments: pytest.fail("the work has begun"))
    assert last_line(*command, path).endswith(f": {Path(path)} can't be written: {reason}")
    assert sorted(os.listdir()) == ["game.replay", "junk"]


@pytest.mark.parametrize("command", OUTPUTS, ids=" ".join)
def test_a_disk_that_is_full(command):
    run("play", *TWO, "--save", "game.replay", "--quiet", status=0)
    assert last_line(*command, "/dev/full", status=1) == "Error: /dev/full: No space left on device"


@pytest.mark.parametrize("path, reason", [("junk", "it is not a folder"), ("junk/sub", "Not a directory")])
def test_a_folder_of_replays_is_looked_at_first(path, reason):
    Path("junk").write_text("junk")
    assert last_line("match", *TWO, "--save", path).endswith(f": {Path(path)} can't be written: {reason}")


@pytest.mark.parametrize(
    "words", [["nosuch", "random", "greedy"], [*TWO, "--games", "0"], [*TWO, "--total", "0"], [*TWO, "no such player"]]
)
@pytest.mark.parametrize("command", ["match", "tournament", "serve"])
def test_a_command_that_is_refused_makes_no_folder(command, words):
    run(command, *words, "--save", "new/a/b", status=2)
    assert os.listdir() == []


def test_a_folder_is_made_with_all_that_lead_to_it():
    run("match", *TWO, "--games", 2, "--save", "new/a/b", status=0)
    assert sorted(os.listdir("new/a/b")) == ["00001.replay", "00002.replay"]
    Path("astray").symlink_to("nowhere")
    assert last_line("match", *TWO, "--save", "astray/kept").endswith(": astray/kept can't be written: Not a directory")


def test_results_are_not_lost_when_one_file_fails():
    output = run("match", *TWO, "--games", 2, "--csv", "/dev/full", "--json", "all.json", status=1)
    assert re.search("^  random +2 ", output, re.MULTILINE) and output.endswith("No space left on device\n")
    assert '"games"' in Path("all.json").read_text()


def test_a_count_is_not_lost_when_its_file_fails():
    output = run("rollouts", "alquerque", 50, "--json", "/dev/full", status=1)
    assert "50 games of alquerque" in output and output.endswith("Error: /dev/full: No space left on device\n")


def test_results_are_not_lost_when_replays_fail(monkeypatch):
    def full(writer, report):
        if report.table.seed == 3:
            raise OSError(28, "No space left on device")
        end(writer, report)

    end = arena.Writer.end
    monkeypatch.setattr(arena.Writer, "end", full)
    output = run("match", *TWO, "--games", 40, "--save", "kept", "--json", "all.json", status=1)
    assert "interrupted" not in output
    lost = f"{Path('kept/00005.replay')}: No space left on device; and 1 more replay could not be written"
    assert output.endswith(f"Error: {lost}\n")
    assert Path("all.json").read_text().count('"number"') == 40
    assert len(list(Path("kept").iterdir())) == 38


def libgames(arguments, env=None, **options):
    command = [sys.executable, "-m", "libgames", *arguments]
    buffered = {**(env or os.environ), "PYTHONUNBUFFERED": ""}  # so that unwritten output is still there at the end
    return subprocess.run(command, stderr=subprocess.PIPE, text=True, env=buffered, **options)


def test_files_are_written_when_the_table_has_no_reader():
    reader, writer = os.pipe()
    os.close(reader)
    done = libgames(["match", *TWO, "--games", "2", "--csv", "a.csv"], stdout=writer)
    os.close(writer)
    assert done.stderr == "" and Path("a.csv").read_text().count("\n") == 3
    with open("/dev/full", "w") as full:
        done = libgames(["match", *TWO, "--games", "2", "--csv", "b.csv"], stdout=full)
        others = [libgames(arguments, stdout=full) for arguments in (["games"], ["--help"], ["maze", "generate"])]
    assert {(one.returncode, one.stderr) for one in (done, *others)} == {(1, "Error: No space left on device\n")}
    assert Path("b.csv").read_text().count("\n") == 3


def test_a_path_is_no_markup(monkeypatch):
    def interrupted(*arguments, **options):
        raise KeyboardInterrupt

    run("play", *TWO, "--save", "game.replay", "--quiet", status=0)
    Path("a[").mkdir()
    output = run("show", "game.replay", "--html", "a[/b].html", status=0)
    assert output.splitlines()[-1].startswith(f"{Path('a[/b].html')}: a page")
    monkeypatch.setattr(cluster, "rollouts", interrupted)
    words = ["rollouts", "alquerque", 50, "--resume", "a[/b].json"]
    assert run(*words, status=130) == f"interrupted; the counts are in {Path('a[/b].json')}\n"


def test_a_terminal_that_knows_only_ascii(folder):
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    arguments = ["match", *TWO[:2], "café=greedy", "--games", "2", "--csv", "a.csv"]
    done = libgames(arguments, stdout=subprocess.PIPE, env=environment)
    assert done.returncode == 0 and done.stderr == "" and "caf?" in done.stdout
    assert "café" in (folder / "a.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["plya"], "Error: No such command 'plya'; did you mean 'play'?"),
        (["maze", "genrate"], "Error: No such command 'genrate'; did you mean 'generate'?"),
        (["play", "Alquerque", "random", "random"], "Error: game: expected one of GAMES, not 'Alquerque'; did you"),
        (["play", "snakecore(sise=3)", "random"], "Error: parameter of snakecore: expected one of size (8 ... 64), "),
        (["match", "alquerque", "random", "gredy"], "Error: 'gredy' is neither a player (human, random, greedy, mcts, alphabeta, strong, expert, net) nor a "),
        (["play", *TWO, "--setup", "junk"], "Error: junk: line 1, column 1: expected 'w', 'b' or a count of empty"),
        (["play", "chess", "random", "--setup", "junk"], "Error: game: expected one of"),
        (["show", "game.replay", "--move", 999], "expected 0 ... 89, the number of moves of this replay, not 999"),
        (["perft", "chess"], "Error: game: expected one of"),
        (["bench", "amazes", "chess"], "Error: game: expected one of"),
        (["check", "Amazes"], "did you mean 'amazes'?"),
        (["check", "./nofile.so"], "Error: ./nofile.so: there is no such file"),
        (["convert", "junk", "--to", "replay", "--game", "chess"], "Error: game: expected one of"),
        (["maze", "generate", "chess"], "Error: game: expected one of"),
        (["maze", "generate", "snakecore"], "Error: expected amazes for a maze, optionally with parameters, not 'snakec"),
        (["games", "--load", "nofile.so"], "nofile.so: it can't be loaded: "),
    ],
)
def test_wrong_commands(arguments, message):
    run("play", *TWO, "--save", "game.replay", "--quiet", "--seed", 1, status=0)
    moves = len(arena.load("game.replay").moves)
    Path("junk").write_text("junk")
    expected = message.replace("89", str(moves)).replace("GAMES", ", ".join(lg.games()))
    assert expected in last_line(*arguments)


def test_a_setup_that_is_wrong_is_named_also_for_a_list_of_moves():
    Path("junk").write_text("junk")
    Path("moves").write_text("c3-d4\n")
    assert last_line("convert", "moves", "--to", "replay", "--setup", "junk", status=1).startswith("Error: junk: line 1")


def test_perft_ends_where_the_tree_ends():
    output = run("perft", "--position", "7/7/7/7/7/1b5/w6 w 10 - - -", "--depth", 300, status=0)
    assert [line.split()[:2] for line in output.splitlines()[3:] if line.strip()] == [["1", "1"], ["2", "0"]]


@pytest.mark.parametrize(
    "arguments, until, finished",
    [
        (["perft", "--depth", "40"], "depth [7-9]", r"^ +6 +382 .*^interrupted in depth \d+$"),
        (["perft", "snakecore", "--depth", "40"], "depth [2-9]", r"^ +1 +\d .*^interrupted in depth \d+$"),
        (["bench", "amazes", "alquerque", "--seconds", "2"], "1/2", r"^  amazes .*^interrupted in alquerque$"),
    ],
)
def test_ctrl_c_keeps_the_finished_part(arguments, until, finished):
    leader, follower = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "libgames", *arguments],
        stdout=subprocess.PIPE,
        stderr=follower,
        text=True,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
    )
    os.close(follower)
    shown = ""
    while not re.search(until, shown):
        shown += os.read(leader, 100_000).decode(errors="replace")
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=60)
    os.close(leader)
    assert process.returncode == 130
    assert re.search(finished, output, re.MULTILINE | re.DOTALL), output


def test_long_commands_show_how_far_they_are():
    """On a terminal only."""
    leader, follower = os.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "libgames", "perft", "--depth", "9"],
        stdout=subprocess.PIPE,
        stderr=follower,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
    )
    os.close(follower)
    shown = os.read(leader, 100_000).decode(errors="replace")
    os.close(leader)
    assert done.returncode == 0 and re.search(r"depth 9.*\d/\d", shown, re.DOTALL), shown
    assert b"\x1b" not in done.stdout


# ---- text from outside ----

BAD = "\x1b[2J\x07\x9b31m\u202e\u2066\r\x08\u200b"  # commands, and marks that turn the direction of text


def shown_harmless(output):
    return all(character == "\n" or character.isprintable() for character in output)


def test_what_replays_hold_commands_no_terminal():
    run("play", "alquerque", "random", "random", "--save", "game.replay", "--quiet", status=0)
    lines = Path("game.replay").read_text().splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("move 1 "))
    lines[start - 4] = lines[start - 4].replace('"random"', json.dumps(f"label{BAD}"))
    assert "label" in lines[start - 4] and lines[start - 4].startswith("seat")
    lines[start] += " " + json.dumps(f"remark{BAD}")
    check = lines[start].split()[4]
    foul = [json.dumps(f"{text}{BAD}\n{BAD}") for text in ("kind", "text", "stderr")]
    state = lg.make("alquerque").new()
    texts = [
        "\n".join([*lines[: start + 1], f"name 0 {json.dumps('name' + BAD)}", *lines[start + 1 :], ""]),
        "\n".join([*lines[: start + 1], " ".join(["foul 2 1 0.1", check_after_foul(lines[start]), *foul]), "end", ""]),
        "\n".join([*lines[:start], f"move 1 0 0.1 {check} {json.dumps('a1' + BAD)}", ""]),
        f"libgames-replay 1\nlibrary {BAD}\n",
    ]
    assert state.player == 0
    for number, text in enumerate(texts):
        Path(f"bad{BAD}{number}").write_text(text)
        for command in (["show"], ["convert", "--to", "blockdrop"], ["analyse", "--replay"]):
            result = CliRunner().invoke(main, [*command, f"bad{BAD}{number}"], prog_name="libgames")
            assert shown_harmless(result.output), ascii(result.output)
            assert result.exception is None or isinstance(result.exception, SystemExit), result.output


def check_after_foul(line):
    """Of the position after an offence of Black in its first move."""
    state = lg.make("alquerque").new().apply(line.split()[5]).forfeit(1)
    return arena.replays.check(state)


@pytest.mark.parametrize(
    "arguments",
    [["match", f"alq{BAD}", "a"], ["match", "alquerque", f"{BAD}x", "random"], [f"{BAD}"], ["games", f"--{BAD}"],
     ["maze", "check", f"bad{BAD}"], ["play", *TWO, "--save", f"no{BAD}/x"], ["check", f"./{BAD}"]],
)  # fmt: skip
def test_arguments_command_no_terminal(arguments):
    Path(f"bad{BAD}").write_text(BAD)
    output = CliRunner().invoke(main, arguments, prog_name="libgames").output
    assert output and shown_harmless(output), ascii(output)


@pytest.mark.parametrize("line", ["seat 0", "end", "rules", "move 1 0 0.1", "move 1 0"])
def test_numbers_of_thousands_of_digits_are_damage(line):
    run("play", "alquerque", "random", "random", "--save", "game.replay", "--quiet", status=0)
    lines = Path("game.replay").read_text().splitlines()
    found = next(number for number, text in enumerate(lines) if text.startswith(line.split()[0] + " "))
    words = lines[found].split()
    words[min(len(line.split()), len(words) - 1)] = "9" * 5000
    lines[found] = " ".join(words)
    Path("long.replay").write_text("\n".join([*lines, ""]))
    output = run("show", "long.replay", status=1)
    assert re.search(rf"Error: long.replay: line {found + 1}: expected ", output), output[-300:]


# ---- boards in the colours of a terminal ----


def printed(text, terminal):
    file = io.StringIO()
    console = Console(file=file, force_terminal=terminal, color_system="standard" if terminal else None, width=200)
    console.print(text)
    return file.getvalue()


def test_colours_change_no_letter(states):
    for state in states[:: max(1, len(states) // 10)]:
        for player in (None, *range(state.game.players)):
            assert coloured(state, player).plain == state.board_for(player)
            assert printed(coloured(state, player), False) == state.board_for(player) + "\n"


def test_boards_have_colours_in_a_terminal(middle):
    assert ("\x1b[" in printed(coloured(middle), True)) == (middle.game.name != "ontherun")


def test_lines_below_the_board_are_plain():
    lines = coloured(lg.make("snakecore").new()).split("\n")
    assert all(line.spans for line in lines[2:22]) and not any(line.spans for line in lines[:2] + lines[22:])
