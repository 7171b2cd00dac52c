"""The arena and the rest: its messages, the arguments that it refuses, and the pages about it."""

import os
import re
import sys
from pathlib import Path

import libgames as lg
import numpy as np
import pytest
from libgames import arena
from libgames.arena import cli, contests

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize(
    "call, error, message",
    [
        (lambda: arena.play("chess", ["random", "random"]), lg.ParseError, "^game: expected one of"),
        (lambda: arena.play("alquerque", ["greedy", "gredy"]), ValueError, r"'gredy' is neither .*mean 'greedy'\?$"),
        (lambda: arena.match("alquerque", "random"), TypeError, "^players: expected a list of players, not 'random'$"),
        (lambda: arena.match("alquerque", ["random"] * 2, resume=True), ValueError, "^resume: expected a folder of replays as well$"),
        (lambda: arena.match("alquerque", ["random"], games=0), ValueError, "^games: expected an integer in 1"),
        (lambda: arena.match("alquerque", ["random"], jobs=0), ValueError, "^jobs: expected an integer in 1"),
        (
            lambda: arena.play("alquerque", ["random"], time={"anser": 1}),
            ValueError,
            r"^time: expected one of 'first', 'answer', 'total', not 'anser'; did you mean 'answer'\?$",
        ),
        (
            lambda: arena.play("alquerque", ["random"], setup="junk"),
            lg.ParseError,
            "^setup: line 1, column 1: expected 'w', 'b'",
        ),
    ],
)
def test_wrong_calls(call, error, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(error) as raised:
        call()
    assert re.search(message, str(raised.value)), str(raised.value)
    assert type(raised.value) is error


@pytest.mark.parametrize("wrong", [1, None, -1.5, [b"x"], ["x"], {"a": 1}, np.zeros(2), object()])
def test_arguments_of_the_arena(wrong):
    """A number is not taken for an open file, which would be closed."""
    if wrong is not None:
        with pytest.raises(TypeError, match="^setup: expected the text of a setup, not "):
            arena.conditions("alquerque", ["random", "random"], setup=wrong)
    with pytest.raises(TypeError, match="^path: expected the name of a file, not "):
        arena.load(wrong)
    with pytest.raises(TypeError, match="^lines: expected bytes, not "):
        arena.read([wrong])
    with pytest.raises(TypeError, match="^limits: expected Limits, not "):
        arena.conditions("alquerque", ["random", "random"], limits=wrong)
    if not isinstance(wrong, dict):
        with pytest.raises(TypeError, match="^time: expected a dict of seconds, not "):
            arena.conditions("alquerque", ["random", "random"], time=wrong)
    if not isinstance(wrong, int):
        with pytest.raises(ValueError, match="^fill: expected one of True, False, not "):
            arena.conditions("alquerque", ["random", "random"], fill=wrong)
        with pytest.raises(ValueError, match="^resume: expected one of True, False, not "):
            arena.match("alquerque", ["random", "random"], resume=wrong)
        for name in ("leave", "terminate"):
            with pytest.raises((TypeError, ValueError), match=f"^{name}: expected a number in 0 ... 1e\\+06, not "):
                arena.conditions("alquerque", ["random", "random"], limits=arena.Limits(**{name: wrong}))
    os.fstat(1)


def test_what_things_say_of_themselves(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    report = arena.play("alquerque", ["a=greedy", "b=random"], seed=5, replay="game.replay")
    scores = "a {}, b {}".format(*report.scores)
    assert repr(report) == f"<Report of alquerque: {scores}; {report.result}; {report.moves} moves, 0 offences>"
    replay = arena.load("game.replay")
    assert repr(replay) == f"<Replay of alquerque: a, b; {report.moves} moves; {report.result}>"
    assert len(repr(replay.events[0])) < 150 and "parse" not in repr(replay.events[0])


def test_in_the_arena():
    others = {"alquerque": 1, "blockdrop(turns=30)": 3}
    for game, count in others.items():
        lines = arena.match(game, ["net", *["random"] * count], games=2, seed=1)
        again = arena.match(game, ["net", *["random"] * count], games=2, seed=1, jobs=2)
        assert [line.score for line in lines] == [line.score for line in again]
        assert all(line.fouls == 0 for line in lines)


def test_a_request_in_a_file(tmp_path):
    """Any byte that means nothing is an empty cell, lines may end with CR LF, and a CR alone ends none."""
    request = lg.make("snakecore(size=8,players=1,walls=0,reactors=0)").new(3).message(0)
    plain = contests.setup("snakecore", 0, request)
    file = tmp_path / "request"
    for data in (request.encode(), request.replace("\n", "\r\n").encode(), request.encode().replace(b".", b"\xcf")):
        file.write_bytes(data)
        assert contests.setup("snakecore", 0, cli._text_of(file)) == plain
    file.write_bytes(request.replace("\n", "\r").encode())
    with pytest.raises(lg.ParseError):
        contests.setup("snakecore", 0, cli._text_of(file))


def test_every_command_is_in_the_table():
    rows = (DOCS / "arena.md").read_text().split("## Commands")[1].split("\n\n")[1].splitlines()[2:]
    named = [name for row in rows for name in re.findall("`([a-z]+)", row.split(" | ")[0])]
    assert sorted(named) == sorted(cli.main.commands)


def test_bot_to_paste(tmp_path, monkeypatch):
    """The bot on the first page for contest programmers plays whole games without an offence."""
    (bot,) = re.findall("^```py\n(.*?)^```$", (DOCS / "start.md").read_text(), re.DOTALL | re.MULTILINE)
    assert len(bot.splitlines()) <= 12
    (tmp_path / "mybot.py").write_text(bot)
    monkeypatch.chdir(tmp_path)
    lines = arena.match("alquerque", [f"mybot={sys.executable} mybot.py", "random"], games=4, seed=3)
    assert [(line.label, line.games, line.fouls) for line in lines] == [("mybot", 4, 0), ("random", 4, 0)]
