"""The command `libgames`, as people use it."""

import csv
import json
import os
import re
import signal
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import libgames as lg
import pytest
from click.testing import CliRunner
from libgames import _files
from libgames.arena import replays
from libgames.arena.cli import main
from helpers import PAGE_MAP

VECTORS = Path(__file__).parents[1] / "vectors"


def run(*arguments, status=0):
    """The command's text on both outputs; its exit status must be this one."""
    result = CliRunner().invoke(main, [str(argument) for argument in arguments], prog_name="libgames")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    assert result.exit_code == status, result.output
    return result.output


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def bot(folder):
    """A program that plays one move of Alquerque as White and then repeats it."""
    path = folder / "mybot"
    path.write_text("#!/bin/sh\nread line\necho c3-d4\nread line\necho thinking >&2\necho c3-d4\nread line\n")
    path.chmod(0o755)
    return "./mybot"


# ---- help and mistakes ----


@pytest.mark.parametrize(
    "command", [[sys.executable, "-m", "libgames"], [str(Path(sysconfig.get_path("scripts"), "libgames"))]]
)
def test_both_ways_to_start_it(command):
    done = subprocess.run([*command, "--version"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, f"libgames, version {lg.__version__}\n")


def test_without_its_libraries_the_error_names_the_extra():
    program = "import sys; sys.modules['rich'] = None; from libgames.__main__ import main; main()"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr == f"The command libgames needs rich, which `{lg.install_command('arena')}` installs\n"


def test_help_names_everything():
    text = run("--help")
    for name in main.commands:
        assert re.search(rf"^  {name} +\S", text, re.MULTILINE), name
        assert "..." not in re.search(rf"^  {name} .*", text, re.MULTILINE)[0]
        assert "Usage: libgames " + name in run(name, "--help")
    for word in ("human", "random, greedy", '"./mybot -x 3"', "snakecore(size=24,players=4)"):
        assert word in run("match", "--help")


@pytest.mark.parametrize(
    "arguments, message",
    [
        (
            ["play", "chess", "random", "random"],
            "Error: game: expected one of alquerque, amazes, blockdrop, ontherun, snakecore, not 'chess'. A game from a "
            "separate file must be loaded first: --load FILE\n",
        ),
        (["play", "snakecore(size=7)", "random"], "expected"),
        (["play", "alquerque"], "Missing argument 'PLAYER...'"),
        (["play", "alquerque", "random", "random", "random"], "this game has 2 seats: expected 1 or 2 players, not 3"),
        (["match", "blockdrop", "random", "random", "random"], "this game has 4 seats: expected 1 or 2 or 4 players"),
        (
            ["match", "alquerque", "random", "gredy"],
            "'gredy' is neither a player (human, random, greedy, mcts, alphabeta, strong, expert, net) nor a program",
        ),
        (["match", "alquerque", "random", "./no/such"], "'./no/such' is neither a player"),
        (["match", "alquerque", "random", "human"], "a person can take part in `libgames play` only"),
        (["match", "alquerque", "random", "'quoted"], "\"'quoted\": No closing quotation"),
        (["match", "snakecore()", "random", "random"], "parameter of snakecore: expected one of size"),
        (["match", "snakecore(", "random", "random"], "parameter of snakecore: expected one of size"),
        (["match", "alquerque", "random", "random", "--answer", "fast"], "expected a number of seconds or `none`"),
        (["match", "alquerque", "random", "random", "--total", "0"], "expected a number of seconds or `none`"),
        (["match", "alquerque", "random", "random", "--jobs", "0"], "1<=x<=1024"),
        *((["match", "alquerque", "random", "random", option, "99999999999"], "99999999999 is not in the range 1<=x<=")
          for option in ("--games", "--jobs")),
        *((["tournament", "alquerque", "random", "greedy", option, "99999999999"], "is not in the range 1<=x<=")
          for option in ("--games", "--jobs")),
        *((["serve", "alquerque", "random", "random", option, "99999999999"], "is not in the range 1<=x<=")
          for option in ("--games", "--jobs")),
        (["match", "alquerque", "random", "random", "--cpu", "99999999999"], "is not in the range 1<=x<=1000000000"),
        (["match", "alquerque", "random", "random", "--memory", "9" * 20], "is not in the range 1<=x<=1099511627776"),
        (["rollouts", "alquerque", "10", "--jobs", "99999999999"], "99999999999 is not in the range 1<=x<=1024"),
        (["check", "alquerque", "--decisions", "99999999999999999999"], "is not in the range 1<=x<="),
        (["check", "alquerque", "--playthroughs", "99999999999999999999"], "is not in the range 1<=x<="),
        (["match", "alquerque", "random", "random", "--answer", "inf"], "expected a number of seconds or `none`"),
        (["match", "alquerque", "random", "random", "--total", "9" * 400], "at most 1000000000, not '9999"),
        (["match", "alquerque", "random", "random", "--first", "1000000001"], "at most 1000000000, not '1000000001'"),
        (["match", "alquerque", "random", f"mcts(seconds={'9' * 400})"], "above 0, at most 1000000000, not '99"),
        (["bench", "--seconds", "nan"], "a number of seconds such as 0.5, above 0, at most 1000000000, not 'nan'"),
        (["bench", "--seconds", "1e400"], "a number of seconds such as 0.5, above 0, at most 1000000000, not '1e400'"),
        (["bench", "--seconds", "0"], "a number of seconds such as 0.5, above 0, at most 1000000000, not '0'"),
        (["match", "amazes(actions=walk)", "random", "random"], "expected actions=steps"),
        (["show", "missing.replay"], "does not exist"),
        (["unknown"], "No such command 'unknown'"),
    ],
)
def test_mistakes_end_with_one_clear_line(arguments, message):
    output = run(*arguments, status=2)
    assert message in output and "Traceback" not in output


def test_games():
    output = run("games")
    for name in lg.games():
        assert name in output
    for word in ("White", "Fugitive", "30 s a game", "15 s for the first line, 1 s an answer", "random: any legal", "strong: "):
        assert word in output, word


# ---- play and show ----


@pytest.mark.parametrize("name", lg.games())
def test_a_game_and_its_replay(name):
    output = run("play", name, "greedy", "random", "--save", "game.replay", "--seed", 5)
    replay = replays.load("game.replay")
    assert replay.state.is_over and replay.table.seed == 5
    assert replay.moves[-1].text in output and replay.state.board in output
    shown = run("show", "game.replay")
    assert replay.state.board in shown and replay.moves[3].text in shown
    assert replay.table.start.board in run("show", "game.replay", "--move", 0)
    assert replay.moves[4].after.board in run("show", "game.replay", "--move", 5)
    quiet = run("play", name, "greedy", "random", "--quiet", "--seed", 5)
    assert quiet.startswith(replay.state.board) and len(quiet) < len(output)


def test_the_same_seed_plays_the_same_game():
    games = [run("play", "snakecore", "random", "random", "greedy", "--quiet", "--seed", seed) for seed in (1, 1, 2)]
    boards = [re.sub(r"[\d.]+ s", "", text) for text in games]
    assert boards[0] == boards[1] != boards[2]
    assert "player 2 (greedy)" in boards[0]


def test_show_names_the_damaged_line():
    run("play", "alquerque", "random", "random", "--save", "game.replay")
    text = Path("game.replay").read_text()
    Path("cut.replay").write_text(text[: text.index("move 8 ") + 12])
    output = run("show", "cut.replay", status=1)
    assert "Error: cut.replay: line 17: the replay is cut off in the middle of this line" in output
    assert "   7  White  " in output and "   8  " not in output
    Path("junk.replay").write_text("junk\n")
    output = run("show", "junk.replay", status=1)
    assert output == "Error: junk.replay: line 1: expected the line `libgames-replay` of a replay, not 'junk'\n"


@pytest.mark.parametrize(
    "game, setup",
    [
        ("alquerque", "7/7/7/7/7/1b5/w6 w 10 - - -\n"),
        ("amazes", (VECTORS / "mazes/maze01.txt").read_text()),
        ("ontherun", "8\nC 1-2\nC 1-5\nC 2-5\nC 3-4\nC 3-6\nC 4-7\nC 5-8\nC 6-7\nC 6-8\nT 1-8\nT 2-3\nEND\n"),
        ("snakecore", lg.snakecore.request(lg.make("snakecore", size=8, players=2, walls=0).new(1))),
    ],
)
def test_setups_from_files(game, setup):
    Path("setup.txt").write_text(setup)
    run("play", game, "random", "random", "--setup", "setup.txt", "--save", "game.replay")
    start = replays.load("game.replay").table.start
    if game == "alquerque":
        assert str(start) == setup.strip() and "move 1 0" in Path("game.replay").read_text()
    elif game == "amazes":
        assert lg.amazes.maze(start).split("\n", 2)[2] == setup
    elif game == "ontherun":
        assert start.game.shared_text.split() == setup.split()
    else:
        assert lg.snakecore.request(start) == setup


@pytest.mark.parametrize(
    "setup, message",
    [
        ("junk", "expected"),
        ("7/7/7/7/7/1b5/8 w 10 - - -", "expected"),
        ("7/7/7/7/7/7/w6 b 10 - - -", "the game is over in this position"),
        ("w6/7/7/b2b3/7/2b4/7 w 10 - - a1*c3", "expected|middle of a turn"),
    ],
)
def test_setups_that_can_not_be_played(setup, message):
    Path("setup.txt").write_text(setup)
    assert re.search(message, run("play", "alquerque", "random", "random", "--setup", "setup.txt", status=2))


# ---- matches ----


def test_a_match_reports_the_offences_of_a_program(bot):
    output = run("match", "alquerque", f"bot={bot}", "greedy", "--games", 2, "--save", "replays", "--json", "a.json")
    assert re.search(r"^  greedy +2 +2 +0 +0 +24 .* 0 +0\.\d{3} s", output, re.MULTILINE), output
    assert re.search(r"^  bot +2 +0 +0 +2 +0 .* 2 +0\.\d{3} s", output, re.MULTILINE)
    assert (
        "game 1 (setup 1), move 3: OFFENCE of White (bot): answered 'c3-d4': the piece belongs to the other" in output
    )
    assert "game 2 (setup 1), move 2: OFFENCE of Black (bot): answered 'c3-d4': " in output
    assert "      | its standard error ends with:\n      | thinking\n" in output
    assert "      the game: White (bot) 0, Black (greedy) 12; decided by an offence, 2 moves\n" in output
    facts = json.loads(Path("a.json").read_text())
    assert [game["scores"] for game in facts["games"]] == [[0, 12], [12, 0]]
    assert facts["games"][0]["offences"][0]["move"] == 3 and facts["games"][0]["players"] == ["bot", "greedy"]
    names = sorted(path.name for path in Path("replays").iterdir())
    assert names == ["00001.replay", "00002.replay"]
    assert "thinking" in replays.load("replays/00001.replay").events[-1].stderr


def test_output_of_programs_cannot_control_the_terminal(folder):
    path = folder / "rude"
    path.write_text("#!/bin/sh\nprintf '\\033[2Jgone\\007' >&2\nexit 1\n")
    path.chmod(0o755)
    output = run("play", "alquerque", "./rude", "random")
    assert "      |  [2Jgone" in output and "\033" not in output and "\007" not in output


def test_many_offences_are_counted(bot):
    output = run("match", "alquerque", bot, "greedy", "--games", 30, "--jobs", 4)
    assert output.count("OFFENCE") == 20 and "and 10 more offences; --json writes all" in output


def test_limits_from_the_command_line(folder):
    slow = folder / "slow"
    slow.write_text("#!/bin/sh\nread line\nsleep 60\n")
    slow.chmod(0o755)
    for options, text in (
        (["--total", 0.2], "used up its 0.2 s for the whole game"),
        (["--answer", 0.2, "--total", "none"], "did not answer within 0.2 s"),
        (["--first", 0.2, "--answer", 9], "did not answer within 0.2 s"),
    ):
        output = run("play", "alquerque", "./slow", "random", "--save", "slow.replay", *options)
        assert f"OFFENCE of White (./slow): {text}" in output
    assert "time first=0.2 answer=9 total=30" in Path("slow.replay").read_text()


@pytest.mark.parametrize(
    "own, limit, message",
    [
        ("-v 4194304", "--memory 5000", "memory: this process has a limit of 4096 itself, so expected no more, "),
        ("-t 600", "--cpu 601", "cpu: this process has a limit of 600 itself, so expected no more, "),
        ("-v 4194304", "--memory 4096 --cpu 600", None),
    ],
)
def test_limits_above_those_of_this_process(bot, own, limit, message):
    """The system would not set them, and the program would run without limits."""
    command = f"ulimit {own}; {sys.executable} -m libgames match alquerque {bot} greedy --games 2 {limit} --csv a.csv"
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    if message is None:
        assert done.returncode == 0 and "wrote" not in done.stderr and Path("a.csv").exists(), done.stderr
    else:
        assert done.returncode == 2 and f"Error: {message}not {limit.split()[1]}\n" in done.stderr


def test_a_tournament_writes_tables():
    output = run(
        "tournament",
        "alquerque",
        "a=greedy",
        "b=random",
        "c=random",
        "--games",
        4,
        "--csv",
        "t.csv",
        "--json",
        "t.json",
    )
    with open("t.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    facts = json.loads(Path("t.json").read_text())
    assert [row["player"] for row in rows] == [row["player"] for row in facts["table"]]
    assert rows[0]["player"] == "a" and rows[0]["games"] == "8" and len(facts["games"]) == 12
    assert float(rows[0]["elo"]) > float(rows[1]["elo"]) and float(rows[0]["elo_error"]) > 0
    lines = [line.split()[0] for line in output.splitlines() if re.match(r"  [abc] ", line)]
    names = [row["player"] for row in rows]
    assert lines == names + [name for name in names for _ in ("White", "Black")]
    for row, entry in zip(rows, facts["table"], strict=True):
        assert [seat["seat"] for seat in entry["seats"]] == ["White", "Black"]
        for seat in entry["seats"]:
            assert [float(row[f"{what} as {seat['seat']}"]) for what in ("games", "won", "drawn", "lost", "points")] == [
                seat[what] for what in ("games", "won", "drawn", "lost", "points")]
        for what in ("games", "won", "drawn", "lost", "points"):
            assert sum(seat[what] for seat in entry["seats"]) == entry[what]
    won = [sum(game["seed"] > 0 and game["players"][seat] == "a" and game["scores"][seat] > game["scores"][1 - seat]
               for game in facts["games"]) for seat in (0, 1)]  # fmt: skip
    assert [seat["won"] for seat in facts["table"][0]["seats"]] == won


# ---- interrupted ----


@pytest.mark.parametrize("name, command", [("SIGINT", "tournament"), ("SIGTERM", "match"), ("SIGHUP", "match")])
def test_a_signal_keeps_the_finished_games(folder, name, command):
    slow = folder / "slow"
    slow.write_text(
        "#!/bin/sh\ntrap '' TERM INT HUP\nwhile read line; do\n  case $line in [0-9]*) sleep 0.1; echo T;; esac\ndone\n"
    )
    slow.chmod(0o755)
    arguments = [
        command,
        "amazes(turns=2)",
        "a=./slow",
        "b=./slow",
        "--games",
        "1000",
        "--jobs",
        "2",
        "--save",
        "kept",
        "--json",
        "t.json",
        "--csv",
        "t.csv",
    ]
    process = subprocess.Popen(
        [sys.executable, "-m", "libgames", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    until = time.monotonic() + 30
    while finished(folder / "kept") < 3 and time.monotonic() < until:
        time.sleep(0.05)
    os.killpg(process.pid, signal.Signals[name])
    output, _ = process.communicate(timeout=20)
    assert process.returncode == 130, output
    count = int(re.search(r"interrupted after (\d+) of 1000 games", output)[1])
    assert 3 <= count < 100 and "Traceback" not in output
    assert len(json.loads(Path("t.json").read_text())["games"]) == count == finished(folder / "kept")
    assert re.search(rf"^  a +{count} ", output, re.MULTILINE)
    running = subprocess.run(["pgrep", "-f", str(folder / "slow")], capture_output=True, text=True).stdout
    assert running == ""


def finished(folder):
    """The number of complete replays."""
    return sum("\nend " in path.read_text() for path in folder.glob("*.replay"))


@pytest.mark.parametrize(
    "command",
    [["match", "alquerque", "random", "random", "--games", "4"], ["rollouts", "alquerque", "1"],
     ["check", "alquerque", "--playthroughs", "2"], ["analyse", "alquerque", "--simulations", "5"],
     ["perft", "--depth", "1"], ["maze", "generate"]],
)  # fmt: skip
def test_seeds_are_those_of_games(command):
    """Up to 2**64 - 1, after which comes 0."""
    run(*command, "--seed", 2**64 - 1)
    assert f"{2**64} is not in the range 0<=x<={2**64 - 1}" in " ".join(run(*command, "--seed", 2**64, status=2).split())


def test_two_outputs_in_one_file(tmp_path):
    kept = tmp_path / "kept"
    match = ["match", "alquerque", "random", "random", "--games", 2]
    message = run(*match, "--csv", kept, "--json", kept, status=2)
    assert "'--json': expected another file than that of --csv" in message
    rollouts = ["rollouts", "alquerque", 5]
    message = run(*rollouts, "--resume", kept, "--json", kept, status=2)
    assert "expected another file than that of --resume" in message
    assert not kept.exists()
    run(*match, "--csv", os.devnull, "--json", os.devnull)
    folder, link = tmp_path / "replays", tmp_path / "link"
    folder.mkdir()
    link.symlink_to(folder)
    for option, path in (("--csv", folder / "00001.replay"), ("--json", link / "100000.replay")):
        message = run(*match, "--save", folder, option, path, status=2)
        assert f"{option}: expected another file than the replays of --save" in message
    assert not any(folder.iterdir())
    run(*match, "--save", folder, "--csv", folder / "1.replay", "--json", folder / "000001.replay")
    assert len(list(folder.iterdir())) == 4
    run("play", "amazes(turns=1)", "random", "random", "--quiet", "--save", kept)
    before = kept.read_bytes()
    assert "'REPLAY': expected another file than that of --html" in run("show", kept, "--html", kept, status=2)
    assert kept.read_bytes() == before


def test_input_files_are_not_replaced(tmp_path):
    """Under any name."""
    setup, game, link, other = (tmp_path / name for name in ("maze", "game", "link", "other"))
    run("maze", "generate", "--out", setup)
    run("play", "amazes(turns=1)", "random", "random", "--quiet", "--setup", setup, "--save", game)
    link.symlink_to(game)
    os.link(game, other)
    before = setup.read_bytes(), game.read_bytes()
    for name in (game, link, other):
        message = run("convert", game, "--to", "moves", "--out", name, status=2)
        assert "'FILE': expected another file than that of --out" in message
    run("convert", game, "--to", "moves", "--out", tmp_path / "moves")
    again = ["convert", tmp_path / "moves", "--game", "amazes", "--to", "replay", "--setup", setup, "--out", setup]
    assert "'--out': expected another file than that of --setup" in run(*again, status=2)
    play = ["amazes", "random", "random", "--setup", setup]
    for command in (["play", *play, "--save"], ["match", *play, "--csv"], ["tournament", *play, "--json"]):
        assert f"{command[-1]}': expected another file than that of --setup" in run(*command, setup, status=2)
    assert (setup.read_bytes(), game.read_bytes()) == before
    done = subprocess.run(
        [sys.executable, "-m", "libgames", "convert", "-", "--to", "moves", "--out", game],
        stdin=game.open(), capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 2 and "than that of --out" in done.stderr and game.read_bytes() == before[1]
    run("maze", "check", setup)


def test_pipes(tmp_path):
    """A replay is read once, and outputs may be pipes."""
    run("play", "amazes(turns=1)", "random", "random", "--quiet", "--save", tmp_path / "game")
    run("show", tmp_path / "game", "--html", tmp_path / "page")
    command = [sys.executable, "-m", "libgames"]
    script = '"$@" show <(cat game) --html same >&2 && "$@" maze generate --out /dev/stdout | cat'
    done = subprocess.run(["bash", "-c", script, "bash", *command], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "same").read_bytes() == (tmp_path / "page").read_bytes()
    assert done.stdout == run("maze", "generate")


def test_a_terminal_of_unknown_width(monkeypatch):
    monkeypatch.setenv("COLUMNS", "0")
    assert "random" in run("tournament", "alquerque", "random", "greedy", "--games", 2)
    assert "principal variation: " in run("analyse", "alquerque", "--simulations", 10)
    assert "help" in CliRunner().invoke(main, ["play", "alquerque", "human", "random"], input="help\n").output


@pytest.mark.parametrize("command", [["perft"], ["maze", "generate"], ["map", "generate"], ["field", "generate"]])
def test_games_that_are_not_utf_8(command):
    output = run(*command, os.fsdecode(b"alq\xff"), status=2)
    assert "Error: " in output and "lone surrogates" in output


# ---- conversions ----


@pytest.mark.parametrize("name", lg.games())
def test_moves_there_and_back(name):
    run("play", name, "random", "random", "--save", "game.replay", "--seed", 4)
    replay = replays.load("game.replay")
    run("convert", "game.replay", "--to", "moves", "--out", "moves.txt")
    assert Path("moves.txt").read_text().splitlines() == [move.text for move in replay.moves]
    run(
        "convert",
        "moves.txt",
        "--to",
        "replay",
        "--game",
        replay.table.start.game.config,
        "--seed",
        4,
        "--out",
        "b.replay",
    )
    again = replays.load("b.replay")
    assert again.state == replay.state and [move.text for move in again.moves] == [move.text for move in replay.moves]


def test_the_published_engine_of_block_drop_and_back():
    run("play", "blockdrop(rules=engine,turns=200)", *["greedy"] * 4, "--save", "game.replay")
    run("convert", "game.replay", "--to", "blockdrop", "--out", "game.json")
    facts = json.loads(Path("game.json").read_text())
    replay = replays.load("game.replay")
    assert facts["winner"] == (-1 if max(replay.state.scores) == 0 else replay.state.scores.index(1))
    run("convert", "game.json", "--to", "replay", "--game", "blockdrop(turns=200)", "--out", "again.replay")
    again = replays.load("again.replay")
    assert again.state == replay.state and [move.text for move in again.moves] == [move.text for move in replay.moves]
    Path("saved.json").write_bytes(_from_people(Path("game.json").read_text()))
    assert run("convert", "saved.json", "--to", "blockdrop", "--game", "blockdrop(turns=200)") == Path("game.json").read_text()


def test_a_list_of_moves_of_alquerque_in_one_line():
    Path("report.txt").write_text("c3-d4 e5*c3 b2*d4\n\nb4*b2\n")
    output = run("convert", "report.txt", "--to", "replay")
    assert [line.split()[-1] for line in output.splitlines() if line.startswith("move")] == [
        "c3-d4",
        "e5*c3",
        "b2*d4",
        "b4*b2",
    ]
    assert output.endswith('end 0 0 "ongoing"\n')


@pytest.mark.parametrize(
    "game, text, moves",
    [
        ("alquerque", '\ufeff[Event "x"]\n\n1. c3-d4 e5*c3 2. b2xd4 b4:b2 *\n', "c3-d4 e5*c3 b2*d4 b4*b2"),
        ("alquerque", "1.c3–d4 {of\ntwo} e5×c3\n2... ; no\nB2 d4! # x\n\n 12-0\n\n", "c3-d4 e5*c3 b2*d4"),
        ("alquerque", "\n1) c3d4\r\n1... e5 c3 2) b2 x d4\r\n", "c3-d4 e5*c3 b2*d4"),
        ("blockdrop", "1. U r\nattack N # nothing\n", "U R A N"),
        ("snakecore(size=8,walls=0,reactors=1,ordinary=4,energy=4)", "; two\nU left N\nA", "U L N A"),
        ("amazes", "1. FF\n{both\n} t", "FF T"),
        ("ontherun", "\ufeff1. 6 5 2 1\n2. 3\n3. C 4 # by car\n3... 7/8/3/5\n4. plane 1\n", "6/5/2/1 3 C+4 7/8/3/5 P+1"),
    ],
)
def test_lists_of_moves_as_people_write_them(game, text, moves):
    Path("moves").write_bytes(text.encode())
    Path("connect.txt").write_bytes(b"\xef\xbb\xbf# a map\r\n" + PAGE_MAP.encode() + b"\n\n")
    setup = ["--setup", "connect.txt"] if game == "ontherun" else []
    output = run("convert", "moves", "--to", "moves", "--game", game, *setup)
    assert output.splitlines() == [move.replace("+", " ") for move in moves.split()]


@pytest.mark.parametrize(
    "game, text, message",
    [
        ("alquerque", "1. c3-d4\n# x\n\n2. e5-e4\n", "line 4: e5-e4: a capture is possible"),
        ("alquerque", "c3-d4 12-0\ne5*c3", "line 1: 12-0: line 1, column 1: expected"),
        ("alquerque", "c3-d4 [x]", "line 1: [x]: line 1, column 1"),
        ("alquerque", "c3-d4 {x", "line 1: {x: line 1, column 1"),
        ("alquerque", "a1", "line 1: a1: line 1, column 3"),
        ("blockdrop", "U R up? AA", "line 1: AA: expected a move, not what counts as N"),
    ],
)
def test_lists_with_words_that_are_no_moves(game, text, message):
    Path("moves").write_text(text)
    assert message in run("convert", "moves", "--to", "moves", "--game", game, status=1)


def test_a_long_line_of_moves():
    """Takes no longer than the same number of lines."""
    moves = [letter for letter in "ULDRN" * 2000]
    Path("moves").write_text(" ".join(moves))
    game = "snakecore(size=8,players=1,walls=0,reactors=1,ordinary=4,energy=4,rounds=10000)"
    assert run("convert", "moves", "--to", "moves", "--game", game).split() == moves


def _from_people(text):
    return b"\xef\xbb\xbf# from a person\n\n" + text.encode() + b"\n\n# that was it\n \n"


@pytest.mark.parametrize("kind", ["maze", "map", "field"])
def test_setups_as_people_save_them(kind):
    plain = run(kind, "generate", "--seed", 3)
    Path("plain").write_text(plain)
    Path("file").write_bytes(_from_people(plain))
    for command in ("check", "print"):
        assert run(kind, command, "file").replace("file:", "plain:") == run(kind, command, "plain")
    Path("file").write_bytes(_from_people(plain.replace("+", "?", 1) if kind == "maze" else "x" + plain))
    assert "line 5, column 1: " in run(kind, "check", "file", status=1) or kind != "maze"
    assert "line 3, column 1: " in run(kind, "check", "file", status=1) or kind == "maze"


def test_positions_and_requests_as_people_save_them():
    start = lg.make("snakecore(size=8,players=2,walls=4,reactors=1,ordinary=6,energy=4)").new(1)
    for text in (str(start), lg.snakecore.request(start)):
        Path("file").write_bytes(_from_people(text))
        assert "2 players, 4 walls" in run("field", "check", "file")
        run("play", "snakecore", "random", "random", "--setup", "file", "--quiet")
    position = str(lg.make("alquerque").new())
    Path("file").write_bytes(_from_people(position))
    run("play", "alquerque", "random", "random", "--setup", "file", "--quiet")
    assert run("convert", "file", "--to", "moves", "--setup", "file", status=1).startswith("Error: file: line 3: ")
    Path("file").write_bytes(_from_people(position.replace("w", "x", 1)))
    output = run("play", "alquerque", "random", "random", "--setup", "file", "--quiet", status=2)
    assert "line 3, column 29: " in output


@pytest.mark.parametrize(
    "text, options, message",
    [
        (
            "c3-d4 e5*c3\na1-a2\n",
            ["--to", "replay"],
            "line 2: a1-a2: a capture is possible, and capturing is compulsory",
        ),
        ("{}", ["--to", "replay"], "line 1, column"),
        ("c3-d4\n", ["--to", "blockdrop"], "expected a replay of blockdrop(rules=engine)"),
        ("libgames-replay 1\n", ["--to", "moves"], "line 2: the replay is cut off here"),
    ],
)
def test_conversions_that_fail(text, options, message):
    Path("file").write_text(text)
    output = run("convert", "file", *options, status=1)
    assert output.startswith("Error: file: ") and message in output and output.count("\n") == 1


@pytest.mark.parametrize(
    "text, options, message",
    [
        ("libgames-replay 1\n", ["--game", "alquerque"], "expected a list of moves with --game, not a replay"),
        ("libgames-replay 1\n", ["--setup", "file", "--seed", 1], "a list of moves with --setup and --seed, not a replay"),
        ("{}", ["--seed", 1], "expected a list of moves with --seed, not JSON"),
        ("{}", ["--game", "amazes"], "expected a list of moves with --game, not JSON"),
        ("{}", ["--game", "blockdrop", "--setup", "file"], "expected a list of moves with --setup, not JSON"),
    ],
)
def test_options_that_only_a_list_of_moves_has(text, options, message):
    Path("file").write_text(text)
    assert message in " ".join(run("convert", "file", "--to", "moves", *options, status=2).split())


# ---- counts, speeds, setups ----


def test_a_move_of_megabytes_is_shortened():
    Path("moves").write_text("c3-d4\n" + "x" * 10_000_000)
    output = run("convert", "moves", "--to", "replay", status=1)
    assert output.startswith("Error: moves: line 2: 'xxx") and "... (10000002 characters): line 1, column 1" in output
    assert len(output) < 300


@pytest.mark.parametrize("message, arguments", [
    ("line 1: the replay is cut off in the middle of this line", ("show", "/dev/zero")),
    ("expected at most 1 MiB", ("convert", "/dev/zero", "--to", "moves")),
    ("expected at most 1 MiB", ("match", "alquerque", "random", "random", "--setup", "/dev/zero")),
    ("expected at most 1 MiB", ("rollouts", "blockdrop", 10, "--resume", "/dev/zero")),
    ("expected at most 1 MiB", ("maze", "check", "/dev/zero")),
    ("line 1: the replay is cut off in the middle of this line", ("analyse", "--replay", "/dev/zero")),
])  # fmt: skip
def test_files_without_an_end(message, arguments, monkeypatch):
    for module in (_files, replays):
        monkeypatch.setattr(module, "LONGEST", 2**20)
    assert f"/dev/zero: {message}" in run(*arguments, status=1)


def test_perft():
    output = run("perft", "--depth", 6)
    assert [line.split()[1] for line in output.splitlines()[3:] if line.strip()] == ["4", "6", "8", "20", "101", "382"]
    assert re.search(r"^ +1 +4 ", run("perft", "--position", "7/7/7/7/7/1b5/w6 w 10 - - -", "--depth", 1)) is None
    output = run("perft", "blockdrop", "--depth", 3, "--seed", 2)
    state = lg.make("blockdrop").new(2)
    expected = sum(
        len(state.apply(a).apply(b).legal_actions) for a in state.legal_actions for b in state.apply(a).legal_actions
    )
    assert output.split()[-3] == f"{expected:,}"


def test_bench():
    output = run("bench", "--seconds", 0.01)
    assert all(re.search(rf"^  {name} +[\d,]+ +[\d,]+ +[\d,]+ +[\d,]+", output, re.MULTILINE) for name in lg.games())
    assert "snakecore(size=8" in run("bench", "snakecore(size=8)", "--seconds", 0.01)


def test_mazes():
    run("maze", "generate", "--seed", 3, "--out", "maze.txt")
    assert (
        Path("maze.txt").read_text() == lg.amazes.maze(lg.make("amazes").new(3)) == run("maze", "generate", "--seed", 3)
    )
    assert re.fullmatch(
        r"maze.txt: a valid maze with 52\d interior walls, with starts\n", run("maze", "check", "maze.txt")
    )
    assert run("maze", "check", VECTORS / "mazes/maze01.txt").endswith(
        "a valid maze with 524 interior walls, without starts\n"
    )
    output = run("maze", "print", "maze.txt")
    exits = list(map(int, re.search(r"exits: (.*)", output)[1].split(", ")))
    walls = list(map(int, re.search(r"walls: (\d+, .*)", output)[1].split(", ")))
    assert sum(exits) == 625 and sum(walls) == 576
    interior = int(re.search(r"interior walls: (\d+)", output)[1])
    assert sum((index + 1) * count for index, count in enumerate(exits)) == 2 * (2 * 24 * 25 - interior)
    assert "Red begins in row" in output
    Path("maze.txt").write_text(Path("maze.txt").read_text().replace("+-", "+ ", 1))
    assert "Error: maze.txt: line 3, column 2: expected" in run("maze", "check", "maze.txt", status=1)


def test_maps():
    run("map", "generate", "--seed", 3, "--cities", 30, "--out", "connect.txt")
    assert run("map", "check", "connect.txt") == "connect.txt: a map that keeps all promises\n"
    output = run("map", "print", "connect.txt")
    cars = Path("connect.txt").read_text().count("C ")
    assert f"30 cities; connections by car {cars}, train" in output
    Path("connect.txt").write_text("5\nC 1-2\nC 2-3\nC 3-4\nC 4-5\nEND\n")
    assert "not promised by this map: " in run("map", "check", "connect.txt", status=1)
    Path("connect.txt").write_text("5\nC 1-2\nC 2-6\nEND\n")
    assert "line 3, column 5: expected" in run("map", "check", "connect.txt", status=1)


def test_fields():
    run(
        "field", "generate", "snakecore(size=10,players=3,walls=5,reactors=1,ordinary=7,energy=2)", "--out", "field.txt"
    )
    assert run("field", "check", "field.txt") == (
        "field.txt: 3 players, 5 walls, 1 reactor, 7 ordinary and 2 energy blocks\n"
    )
    state = lg.snakecore.parse(Path("field.txt").read_text().strip())
    assert run("field", "print", "field.txt") == state.board + "\n"
    Path("field.txt").write_text(lg.snakecore.request(state))
    assert "3 players, 5 walls" in run("field", "check", "field.txt")
    Path("field.txt").write_text("8 8/8")
    assert "Error: field.txt: line 1, column" in run("field", "check", "field.txt", status=1)


def test_piped_tables_split_no_name(monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
    name = "x" * 150
    output = run("match", "amazes(turns=1)", f"{name}=random", "random", "random", "--games", 2, status=2)
    assert "expected 1 or 2 players" in output
    output = run("match", "amazes(turns=1)", f"{name}=random", "random", "--games", 2)
    assert sum(line.strip().startswith(f"{name} ") for line in output.splitlines()) == 3
