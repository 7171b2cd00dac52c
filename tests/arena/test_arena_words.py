"""The arena and the rest: its messages, the arguments that it refuses, and the pages about it. The command line with any
words: it always ends with a status and a message, never with a traceback."""

import contextlib
import os
import re
import signal
import sys
from pathlib import Path

import click
import libgames as lg
import numpy as np
import pytest
from click.testing import CliRunner
from helpers import amount
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
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
    """A number is not taken for an open file, since that would be closed."""
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


def test_representations(tmp_path, monkeypatch):
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
    """Any byte without a meaning is an empty cell, lines may end with CR LF, and a CR alone ends no line."""
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


# ---- any words ----

GAMES = ["alquerque", "amazes(turns=1)", "blockdrop(turns=2)", "ontherun(cities=9)", "snakecore(size=8,rounds=1)",
         "connect_four", "alquerque(", "amazes(turns=0)", ""]
PLAYERS = ["random", "greedy", "mcts(simulations=2)", "a=random", "human", "./program", "mcts(simulations=", "=", "strong"]
NUMBERS = ["0", "1", "2", "-1", "1.5", "0x10", "nan", "inf", "9" * 30, "1e400", ""]
FILES = ["game.replay", "junk", ".", "none", "/dev/null", "/dev/full", "new", "folder/none"]
TEXTS = st.text(st.characters(blacklist_characters="/", blacklist_categories=()), max_size=12)
WORDS = st.one_of(*map(st.sampled_from, (GAMES, PLAYERS, NUMBERS, FILES)), TEXTS)

# A page is served until it is ended, and a cluster takes long to start.
COMMANDS = {name: command for name, command in cli.main.commands.items() if name != "serve"}
OPTIONS = {name: [word for param in command.params if isinstance(param, click.Option) and param.name != "cluster"
                  for word in (*param.opts, *param.secondary_opts)] for name, command in COMMANDS.items()}
GROUPS = {name: sorted(command.commands) for name, command in COMMANDS.items() if isinstance(command, click.Group)}


@st.composite
def command_lines(draw):
    name = draw(st.sampled_from(sorted(COMMANDS)))
    first = [draw(st.sampled_from(GROUPS[name]))] if name in GROUPS else [draw(st.sampled_from(GAMES))]
    likely = {"rollouts": ["1", "2"], "show": FILES[:1], "convert": FILES[:1]}.get(name, PLAYERS[:4])
    second = draw(st.lists(st.sampled_from(likely), max_size=2))
    option = st.sampled_from([*OPTIONS[name], "--help", "--nothing"])
    value = st.one_of(st.sampled_from(NUMBERS[1:3]), WORDS)
    rest = st.one_of(st.tuples(option, value), st.tuples(option, value), st.tuples(option), st.tuples(WORDS))
    return [name, *first, *second, *(word for words in draw(st.lists(rest, max_size=3)) for word in words)]


@contextlib.contextmanager
def impatience(seconds):
    """Ctrl-C after this time, and again if nothing handled it."""
    before = signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
    signal.setitimer(signal.ITIMER_REAL, seconds, 2)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("words")
    (made / "junk").write_bytes(b"\xff\0\n{}\n" * 9)
    (made / "program").write_text("#!/bin/sh\nexit 1\n")
    (made / "program").chmod(0o755)
    with contextlib.chdir(made):
        arguments = ["play", "amazes(turns=1)", "random", "random", "--quiet", "--save", "game.replay"]
        assert CliRunner().invoke(cli.main, arguments).exit_code == 0
        yield made


@settings(max_examples=amount(60), suppress_health_check=[HealthCheck.too_slow])
@given(words=command_lines(), typed=TEXTS)
def test_any_words(folder, words, typed):
    with impatience(0.5):
        result = CliRunner().invoke(cli.main, words, input=f"{typed}\n", prog_name="libgames")
    assert isinstance(result.exception, SystemExit | None), (words, result.exception)
    assert result.exit_code in (0, 1, 2, 130), (words, result.output)
    assert "Traceback" not in result.output, (words, result.output)
    if result.exit_code == 2:
        assert "Error: " in result.output, (words, result.output)
