"""A game that was loaded from a file: played, refereed, written down and shown like the library's own."""

import asyncio
import csv
import io
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import libgames as lg
import pytest
from click.testing import CliRunner
from libgames import arena
from libgames.arena import contests, matches, replays
from libgames.arena.cli import main
from libgames.arena.players import Entrant
from libgames.arena.referee import Foul, Move
from libgames.arena.replays import ReplayError
from table import Scripted, crashed, late, play, random_players

SOURCE = Path(__file__).with_name("piles.c")

# The default protocol: a program reads the position in a line, and answers an action.
PROGRAM = """
import sys
for line in sys.stdin:
    piles = [int(pile) for pile in line.split(",")[0].split()]
    pile = max(range(len(piles)), key=piles.__getitem__)
    print(f"{pile + 1}/{piles[pile]}", flush=True)
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """The game in a file, loaded: a loaded file stays loaded, so all tests share it."""
    path = tmp_path_factory.mktemp("piles") / "piles.so"
    subprocess.run(["cc", "-shared", "-fPIC", f"-I{lg.get_include()}", SOURCE, "-o", path], check=True)
    lg.load(path)
    return path


@pytest.fixture(autouse=True)
def folder(library, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("piles.so").symlink_to(library)
    Path("program.py").write_text(PROGRAM)
    return tmp_path


def command(*arguments, status=0, load=True):
    """The output of a new process that knows only the library's own games and those that it loads."""
    loads = ["--load", "./piles.so"] if load else []
    words = [sys.executable, "-m", "libgames", *map(str, arguments), *loads]
    done = subprocess.run(words, capture_output=True, text=True, env={**os.environ, "COLUMNS": "200"})
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout + done.stderr


def run(*arguments, status=0, **fields):
    """The same in this process, which has loaded the game."""
    result = CliRunner().invoke(main, [str(argument) for argument in arguments], prog_name="libgames", **fields)
    assert result.exit_code == status and isinstance(result.exception, SystemExit | None), result.output
    return result.output


# ---- the command ----


def test_a_game_that_does_not_end(folder):
    """The referee ends it, with the reason."""
    source = SOURCE.read_text().replace("next.piles[action / MOST] -= action % MOST + 1;", "")
    Path("endless.c").write_text(source.replace('"piles", .title', '"endless", .title').replace('"Piles",', '"Endless",'))
    subprocess.run(["cc", "-shared", "-fPIC", f"-I{lg.get_include()}", "endless.c", "-o", "endless.so"], check=True)
    words = ("match", "endless", "a=random", "b=random", "--games", 1, "--load", "./endless.so")
    output = command(*words, status=1, load=False)
    assert "endless does not end after 15 decisions: its author should run `libgames check`" in output


def test_a_match_between_built_in_players():
    output = command("match", "piles", "a=greedy", "b=random", "--games", 4, "--save", "kept", "--csv", "table.csv")
    assert re.search(r"^  a +4 ", output, re.MULTILINE) and "OFFENCE" not in output
    with open("table.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["games"] for row in rows] == ["4", "4"]
    assert sum(int(row["won"]) for row in rows) == sum(int(row["lost"]) for row in rows) == 4
    replay = replays.load("kept/00003.replay")
    assert replay.state.is_over and replay.table.start.game.name == "piles"


@pytest.mark.parametrize(
    "words",
    [
        ["--load", "./piles.so", "play", "piles", "random", "random"],
        ["play", "--load", "piles.so", "piles", "random", "random"],
        ["tournament", "piles", "random", "random", "--games", "1", "--load", "piles.so", "--load", "./piles.so"],
    ],
)
def test_the_option_may_stand_anywhere(words):
    assert "random" in command(*words, load=False)


@pytest.mark.parametrize("name", ["play", "match", "tournament"])
def test_without_the_file_there_is_no_such_game(name):
    assert "snakecore, not 'piles'" in command(name, "piles", "random", status=2, load=False)


def test_files_that_can_not_be_loaded(folder):
    (folder / "junk.so").write_text("junk")
    for file in ("missing.so", "junk.so"):
        output = run("games", "--load", file, status=2)
        assert "Invalid value for '--load': " in output and file in output


def test_games_lists_it():
    output = command("games")
    assert "piles: Piles\n    seats: player 0, player 1\n    perfect information, no chance\n" in output
    assert "    longest game: 15 decisions\n    a program's time: any\n    piles=3: piles with 1, 3, " in output
    assert output.index("snakecore: ") < output.index("piles: ")


def test_counts_and_speeds():
    assert [line.split()[1] for line in command("perft", "piles", "--depth", 2).splitlines()[3:] if line.strip()] == [
        "9",
        str(sum(len(after.legal_actions) for after in afters(lg.make("piles").new()))),
    ]
    assert re.search(r"^  piles\(piles=2\) +\d+", command("bench", "piles(piles=2)", "--seconds", 0.01), re.MULTILINE)


def afters(state):
    return [state.apply(action) for action in state.legal_actions]


def test_the_players_given_set_the_number_of_seats():
    output = command("play", "piles", "random", "greedy", "random", "--save", "game.replay")
    assert "seat 2, player 2: random" in output
    assert replays.load("game.replay").table.start.game.config == "piles(players=3)"
    assert "expected 1 or 2 or 4 players, not 3" in run("match", "piles(players=4)", *["random"] * 3, status=2)


def test_a_setup_from_a_file():
    Path("setup.txt").write_text("0 1 0, player 1\n")
    assert "   1  player 1  2/1" in run("play", "piles", "random", "random", "--setup", "setup.txt")
    Path("setup.txt").write_text("0 0 0, player 1\n")
    output = run("play", "piles", "random", "random", "--setup", "setup.txt", status=2)
    assert "the game is over in this position" in output


# ---- players ----


def test_a_program_speaks_the_default_protocol():
    program = shlex.join([sys.executable, "-I", "program.py"])
    output = run("play", "piles", program, program, "--save", "game.replay")
    assert [move.text for move in replays.load("game.replay").moves] == ["3/5", "2/3", "1/1"]
    assert "OFFENCE" not in output and "3 moves" in output


def test_input_of_programs():
    one, two = Scripted("3/5", "1/1"), Scripted("2/3\r\n")
    report = play(lg.make("piles").new(), [one, two])
    assert (one.heard, two.heard) == (["1 3 5, player 0\n", "1 0 0, player 0\n"], ["1 3 0, player 1\n"])
    assert report.outcome == (1, -1) and report.scores == (1, 0) and report.result == "over" and report.loser is None


def test_a_person():
    lines = ["", "moves", "9/1", "1/2", "2/3", "quit"]
    output = run("play", "piles", "human", "random", status=130, input="".join(line + "\n" for line in lines))
    assert "1 3 5, player 0\nLegal: 1/1, 2/1, 2/2, 2/3, 3/1, 3/2, 3/3, 3/4, 3/5\n" in output
    assert "player 0> 9/1: not understood: expected a pile" in output
    assert "player 0> 1/2: not possible: the rules do not allow this action here" in output
    assert "   1  player 0  2/3" in output


# ---- offences in a game without forfeit ----


@pytest.mark.parametrize("offence", ["9/1", "1/2", "", late(), crashed()])
def test_an_offence_ends_the_game(offence):
    start = lg.make("piles").new()
    events = []
    one, two = Scripted("3/5", "1/1"), Scripted(offence)
    report = play(start, [one, two], events.append, time=contests.TimeRules(total=9))
    assert [type(event) for event in events] == [Move, Foul] and events[1].lost and events[1].number == 2
    assert (report.finished, report.loser, report.outcome, report.result) == (True, 1, (1, -1), "illegal")
    assert report.scores == (0, 0) and report.state == start.apply("3/5") and report.moves == 1
    assert one.heard == ["1 3 5, player 0\n"] and two.heard == ["1 3 0, player 1\n"]


def test_the_others_share_the_win():
    report = play(lg.make("piles", players=3).new(), [*random_players(1), Scripted(crashed()), *random_players(1)])
    assert (report.loser, report.outcome) == (1, (0.5, -1, 0.5))


def offender():
    return Entrant("offender", lambda seed: Scripted(crashed()))


def test_standings_count_it():
    what = arena.conditions("piles", ["random", "greedy"])
    what = matches.Conditions([what.entrants[0], offender()], what.setup)
    played = []
    asyncio.run(matches.play_all(what, what.match(4), 1, played.append))
    one, two = matches.standings(["random", "offender"], played)
    assert (one.games, one.wins, one.losses, one.fouls) == (4, 4, 0, 0)
    assert (two.games, two.wins, two.losses, two.fouls) == (4, 0, 4, 4) and one.rating.elo > two.rating.elo


@pytest.fixture
def lost():
    """The replay of a game that ended so, as text."""
    events = []
    players = [Scripted("3/5"), Scripted("2/9"), *random_players(1)]
    report = play(lg.make("piles", players=3).new(), players, events.append)
    return replays.text_of(report.table, events, report.state)


def test_its_replay(lost):
    foul, end = lost.splitlines()[-2:]
    text = "answered '2/9': line 1, column 3: expected 1 to 5 stones"
    assert foul.startswith("foul 2 1 0.250000 ") and foul.endswith(f'"illegal move" "{text}" ""')
    assert end == 'end 0 0 0 "illegal"'
    replay = replays.read(io.BytesIO(lost.encode()))
    assert replay.loser == 1 and replay.events[-1].lost and str(replay.state) == "1 3 0, player 1"
    assert replays.text_of(replay.table, replay.events, replay.state) == lost


def test_it_is_shown(lost):
    Path("game.replay").write_text(lost)
    output = command("show", "game.replay")
    assert "move 2: OFFENCE of player 1 (label 1): answered '2/9'" in output
    assert "; this ends the game with a loss\n" in output and "1 3 0, player 1" in output


def test_the_command_reports_the_loss():
    program = f"a={shlex.join([sys.executable, '-c', 'print(7)'])}"
    output = run("match", "piles", program, "b=random", "--games", 2, "--json", "games.json")
    assert "this ends the game with a loss" in output and "decided by an offence, 0 moves" in output
    games = json.loads(Path("games.json").read_text())
    assert [game["result"] for game in games["games"]] == ["illegal"] * 2
    assert [(line["player"], line["won"], line["lost"]) for line in games["table"]] == [("b", 2, 0), ("a", 0, 2)]


def test_nothing_may_follow(lost):
    lines = lost.splitlines(keepends=True)
    for more, message in (
        ("move 2 1 0.1 00000000 2/1\n", "a move after the end of the game"),
        ("undo 1 00000000\n", "moves taken back after the end of the game"),
        (lines[-2], "an offence after the end of the game"),
        ('end 0 0 0 "ongoing"\n', "result is ongoing in the replay, illegal by the library"),
    ):
        with pytest.raises(ReplayError, match=message):
            replays.read(io.BytesIO("".join([*lines[:-1], more]).encode()))


# ---- replays ----


def test_round_trip():
    report = arena.play("piles", ["greedy", "random"], seed=4, replay="game.replay")
    replay = replays.load("game.replay")
    assert replay.state == report.state and len(replay.moves) == report.moves
    text = Path("game.replay").read_text()
    assert replays.text_of(replay.table, replay.events, replay.state) == text
    moves = command("convert", "game.replay", "--to", "moves")
    assert moves.splitlines() == [move.text for move in replay.moves] and "/" in moves
    Path("moves.txt").write_text(" ".join(moves.split()))
    again = command("convert", "moves.txt", "--to", "replay", "--game", "piles")
    assert [line.split()[4:] for line in again.splitlines() if line.startswith("move")] == [
        line.split()[4:] for line in text.splitlines() if line.startswith("move")
    ]


def test_a_replay_of_a_game_that_is_not_loaded():
    arena.play("piles(piles=2)", ["random", "random"], replay="game.replay")
    assert "1 3, player 0" in command("show", "game.replay", "--move", 0)
    output = command("show", "game.replay", status=1, load=False)
    assert output == (
        "Error: game.replay: line 3: game: expected one of alquerque, amazes, blockdrop, ontherun, snakecore, not "
        "'piles'. A game from a separate file must be loaded first: --load FILE\n"
    )


def test_unclear_strings_are_quoted(lost):
    """Moves and positions as JSON strings mean the same; they are written so only where it is needed."""
    quoted = lost.replace(" 3/5\n", ' "3/5"\n').replace("start 1 3 5, player 0\n", 'start "1 3 5, player 0"\n')
    assert quoted.count('"3/5"') == 1 and quoted.count('start "') == 1
    replay = replays.read(io.BytesIO(quoted.encode()))
    assert replays.text_of(replay.table, replay.events, replay.state) == lost
    move = replay.moves[0]
    for text, written in (
        ("a b", "a b"),
        ('a"', '"a\\""'),
        ("a\nb", '"a\\nb"'),
        (" a", '" a"'),
        ("", '""'),
        ("\xe9", '"\\u00e9"'),
    ):
        odd = Move(move.number, move.seat, 0.0, text, move.after, "odd")
        assert replays.line_of(odd).endswith(f' {written} "odd"')

