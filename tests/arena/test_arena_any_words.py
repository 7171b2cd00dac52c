"""The command line with any words: whatever comes, it ends with a status and a message, never with a traceback."""

import contextlib
import signal

import click
import pytest
from helpers import amount
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from libgames.arena.cli import main

GAMES = ["alquerque", "amazes(turns=1)", "blockdrop(turns=2)", "ontherun(cities=9)", "snakecore(size=8,rounds=1)",
         "connect_four", "alquerque(", "amazes(turns=0)", ""]
PLAYERS = ["random", "greedy", "mcts(simulations=2)", "a=random", "human", "./program", "mcts(simulations=", "=", "strong"]
NUMBERS = ["0", "1", "2", "-1", "1.5", "0x10", "nan", "inf", "9" * 30, "1e400", ""]
FILES = ["game.replay", "junk", ".", "none", "/dev/null", "/dev/full", "new", "folder/none"]
TEXTS = st.text(st.characters(blacklist_characters="/", blacklist_categories=()), max_size=12)
WORDS = st.one_of(*map(st.sampled_from, (GAMES, PLAYERS, NUMBERS, FILES)), TEXTS)

# A page is served until it is ended, and a cluster takes long to start.
COMMANDS = {name: command for name, command in main.commands.items() if name != "serve"}
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
        assert CliRunner().invoke(main, arguments).exit_code == 0
        yield made


@settings(max_examples=amount(60), suppress_health_check=[HealthCheck.too_slow])
@given(words=command_lines(), typed=TEXTS)
def test_any_words(folder, words, typed):
    with impatience(0.5):
        result = CliRunner().invoke(main, words, input=f"{typed}\n", prog_name="libgames")
    assert isinstance(result.exception, SystemExit | None), (words, result.exception)
    assert result.exit_code in (0, 1, 2, 130), (words, result.output)
    assert "Traceback" not in result.output, (words, result.output)
    if result.exit_code == 2:
        assert "Error: " in result.output, (words, result.output)
