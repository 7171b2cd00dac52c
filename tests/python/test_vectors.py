"""The conformance vectors, replayed through Python, one test for each game."""

import copy
import functools
import json
import os
import shutil
import subprocess
import sys

import libgames as lg
import pytest
import replay
from replay import Mismatch


@pytest.mark.parametrize("vector", replay.read(replay.folder()), ids=lambda vector: vector.name)
def test_replay(vector):
    replay.replay(vector)


def test_every_game_has_vectors_and_a_replayer():
    played = {vector.game for vector in default_vectors()}
    assert played == set(replay.REPLAYERS) == {name for name in lg.games() if lg.game_type(name).path is None}


# ---- a damaged line is noticed ----

# Changes to a line, which must be valid before.
DAMAGES = {
    "a legal move is left out": lambda line: line["turns"][3]["legal"].pop(),
    "a legal move stands twice": lambda line: line["turns"][3]["legal"].insert(0, line["turns"][3]["legal"][0]),
    "a legal move too many": lambda line: line["turns"][3]["legal"].append("g7-g6"),
    "legal moves in another order": lambda line: line["turns"][3]["legal"].reverse(),
    "another legal move is played": lambda line: line["turns"][3].update(move="b4-c4"),
    "an illegal move is played": lambda line: line["turns"][3].update(move="g7-g6"),
    "junk is played": lambda line: line["turns"][3].update(move="g5f4"),
    "a blank after the move": lambda line: line["turns"][3].update(move="g5-f4 "),
    "a turn is left out": lambda line: line["turns"].pop(3),
    "two turns are exchanged": lambda line: line["turns"].insert(3, line["turns"].pop(4)),
    "a turn too many": lambda line: line["turns"].append(line["turns"][-1]),
    "the last turn is left out": lambda line: line["turns"].pop(),
    "a piece too few after a turn": lambda line: line["turns"][3]["board"].__setitem__(0, "bbbbbb."),
    "a row too few after a turn": lambda line: line["turns"][3]["board"].pop(),
    "a piece of the setup changes sides": lambda line: line["setup"]["board"].__setitem__(0, "bbbbbbw"),
    "a row of the setup is too short": lambda line: line["setup"]["board"].__setitem__(0, "bbbbbb"),
    "the other side begins": lambda line: line["setup"].update(to_move="black"),
    "no player begins": lambda line: line["setup"].update(to_move="white and black"),
    "the ply is later": lambda line: line["setup"].update(ply=150),
    "the ply is no integer": lambda line: line["setup"].update(ply="0"),
    "the ply is false": lambda line: line["setup"].update(ply=False),
    "a previous move that forbids one": lambda line: line["setup"]["previous"].update(white="d4-e4"),
    "a previous move that is junk": lambda line: line["setup"]["previous"].update(white="d4-f4"),
    "the winner is the other": lambda line: line["result"].update(score=[0, 12]),
    "the score is missing": lambda line: line["result"].update(score=None),
    "the score is of three": lambda line: line["result"]["score"].append(0),
    "the reason is another": lambda line: line["result"].update(reason="no moves"),
    "the reason is unknown": lambda line: line["result"].update(reason="bored"),
    "the game continues": lambda line: line["result"].update(reason="ongoing", score=None),
    "the game ended by an offence": lambda line: line["result"].update(reason="illegal", move="a1-a2"),
    "a statement that is never compared": lambda line: line["turns"][3].update(remark="a mistake"),
    "a setup without ply": lambda line: line["setup"].pop("ply"),
    "a line without result": lambda line: line.pop("result"),
}


# The same for a game of block drop whose first attack is in turn 5.
BLOCKDROP_DAMAGES = {
    "another step": lambda line: line["turns"][3].update(action="R"),
    "an attack is junk": lambda line: line["turns"][5].update(action="AA"),
    "an action of another kind": lambda line: line["turns"][3].update(action=0),
    "a timer is later": lambda line: line["turns"][5]["blocks"][5].__setitem__(3, 4),
    "a timer of the other rule set": lambda line: line["turns"][8]["blocks"][5].__setitem__(3, -19),
    "a block too few": lambda line: line["turns"][5]["blocks"][5].pop(),
    "a row of blocks too few": lambda line: line["turns"][5]["blocks"].pop(),
    "a player elsewhere": lambda line: line["turns"][3]["players"][3].__setitem__(0, 14),
    "a player faces elsewhere": lambda line: line["turns"][3]["players"][3].__setitem__(2, "D"),
    "a stun too long": lambda line: line["turns"][5]["players"][1].__setitem__(3, 3),
    "a stun that is false": lambda line: line["turns"][5]["players"][2].__setitem__(3, False),
    "a player too few": lambda line: line["turns"][3]["players"].pop(),
    "a turn is left out": lambda line: line["turns"].pop(3),
    "two turns are exchanged": lambda line: line["turns"].insert(3, line["turns"].pop(4)),
    "a turn too many": lambda line: line["turns"].append(line["turns"][-1]),
    "the last turn is left out": lambda line: line["turns"].pop(),
    "the other rule set": lambda line: line["setup"].update(rules="engine"),
    "an unknown rule set": lambda line: line["setup"].update(rules="book"),
    "a limit reached before": lambda line: line["setup"].update(turn_limit=30),
    "a limit that is none": lambda line: line["setup"].update(turn_limit=0),
    "players too near at the start": lambda line: line["setup"]["players"].__setitem__(0, [16, 10, "U"]),
    "another start": lambda line: line["setup"]["players"].__setitem__(0, [10, 12, "U"]),
    "three players at the start": lambda line: line["setup"]["players"].pop(),
    "the winner is another": lambda line: line["result"].update(winner=0),
    "no winner": lambda line: line["result"].update(winner=None),
    "the winner is true": lambda line: line["result"].update(winner=True),
    "a turn more in the result": lambda line: line["result"].update(turns=32),
    "the game continues": lambda line: line["result"].update(over=False),
    "a statement that is never compared": lambda line: line["turns"][3].update(remark="a mistake"),
    "a line without result": lambda line: line.pop("result"),
}
DAMAGED = [("alquerque-2008-000-from-start-random", damage) for damage in DAMAGES.items()]
DAMAGED += [("blockdrop-2015-002-page-reckless", damage) for damage in BLOCKDROP_DAMAGES.items()]


@functools.cache
def default_vectors():
    return replay.read(replay.DEFAULT_FOLDER)


def default_vector(id):
    """A copy of one game of the default folder."""
    (vector,) = (vector for vector in default_vectors() if vector.line["id"] == id)
    return copy.deepcopy(vector)


@pytest.mark.parametrize("id, damage", DAMAGED, ids=lambda value: value if isinstance(value, str) else value[0])
def test_damage(id, damage):
    vector, damaged = default_vector(id), default_vector(id)
    damage[1](damaged.line)
    assert json.dumps(damaged.line) != json.dumps(vector.line)
    replay.replay(vector)
    with pytest.raises(Mismatch):
        replay.replay(damaged)


@pytest.mark.parametrize(
    "result",
    [
        {"reason": "illegal", "move": "c3-d4", "score": [0, 12]},  # a legal move
        {"reason": "illegal", "move": "d6-c5", "score": [12, 0]},  # the offender wins
        {"reason": "illegal", "score": [0, 12]},
        {"reason": "ongoing", "score": None, "move": "d6-c5"},
        {"reason": "ongoing", "score": [0, 0]},
        {"reason": "no moves", "score": [0, 12]},
    ],
)
def test_damaged_result(result):
    vector = default_vector("alquerque-2008-040-illegal-empty-start")
    vector.line["turns"].clear()
    vector.line["result"] = {"reason": "illegal", "move": "d6-c5", "score": [0, 12]}
    replay.replay(vector)
    vector.line["result"] = result
    with pytest.raises(Mismatch):
        replay.replay(vector)


# ---- a folder that is not one of vectors is an error ----


def write(folder, name, *lines):
    (folder / name).write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def test_missing_folder(tmp_path):
    with pytest.raises(Mismatch, match="no such folder"):
        replay.read(tmp_path / "missing")


def test_empty_folder(tmp_path):
    with pytest.raises(Mismatch, match="no games"):
        replay.read(tmp_path)
    write(tmp_path, f"{lg.games()[0]}.jsonl")
    with pytest.raises(Mismatch, match="no games"):
        replay.read(tmp_path)


@pytest.mark.parametrize("game", ["chess", "", None, "Chess", "blockdrop"])
def test_unknown_game_in_a_line(tmp_path, game):
    line = dict(default_vector("alquerque-2008-032-over-in-setup").line, game=game)
    write(tmp_path, "alquerque.jsonl", line)
    with pytest.raises(Mismatch, match="unknown game"):
        replay.read(tmp_path)


def test_unknown_game_in_a_file_name(tmp_path):
    write(tmp_path, "chess.jsonl", {"game": "chess", "id": "chess-1"})
    with pytest.raises(Mismatch, match="the name does not begin with that of a game"):
        replay.read(tmp_path)


@pytest.mark.parametrize(
    "text",
    ["{", "[]", "null", "", '{"game": "alquerque"}', '{"game": "alquerque", "id": 1}'],
    ids=["brace", "list", "null", "empty", "no id", "id is a number"],
)
def test_line_that_is_no_game(tmp_path, text):
    (tmp_path / "alquerque.jsonl").write_text(text + "\n", encoding="utf-8")
    with pytest.raises(Mismatch, match="alquerque.jsonl:1: "):
        replay.read(tmp_path)


# ---- the run itself fails, not only the function ----


def run(folder):
    """The exit status of the run that a user starts on a folder of vectors of one game."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "vectors and alquerque", __file__]
    environment = dict(os.environ, LIBGAMES_VECTORS=str(folder))
    return subprocess.run(command, env=environment, capture_output=True, timeout=120).returncode


def test_run_on_a_copy(tmp_path):
    shutil.copy(replay.DEFAULT_FOLDER / "alquerque.jsonl.gz", tmp_path)
    assert run(tmp_path) == pytest.ExitCode.OK


def test_run_on_a_damaged_copy(tmp_path):
    lines = [copy.deepcopy(vector.line) for vector in default_vectors() if vector.game == "alquerque"]
    lines[-1]["turns"][-1]["board"].reverse()
    write(tmp_path, "alquerque.jsonl", *lines)
    assert run(tmp_path) == pytest.ExitCode.TESTS_FAILED


def test_run_on_a_missing_folder(tmp_path):
    assert run(tmp_path / "missing") not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
