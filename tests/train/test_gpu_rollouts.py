"""The example of rollouts on a GPU: the rules of every game compile for one, and games there are the games here."""

import re
import sys

import libgames as lg
import pytest
import torch
from conftest import load_example

GAMES = [*lg.games(), "amazes(turns=20)", "blockdrop(rules=engine,turns=100)", "ontherun(cities=30,room=40,map=5)",
         "snakecore(size=9,players=3)"]  # fmt: skip


@pytest.fixture(scope="module")
def example():
    return load_example("gpu_rollouts")


def run(example, monkeypatch, *words):
    monkeypatch.setattr(sys, "argv", ["gpu_rollouts.py", *words])
    example.main()


@pytest.mark.parametrize("game", GAMES)
def test_it_compiles(example, monkeypatch, capsys, game):
    run(example, monkeypatch, game, "--compile-only")
    size = re.search(r": ([\d,]+) bytes, compiled in", capsys.readouterr().out)[1]
    assert int(size.replace(",", "")) > 10_000


@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")
@pytest.mark.parametrize("game", GAMES)
def test_games_are_the_same(example, monkeypatch, capsys, game):
    run(example, monkeypatch, game, "--games", "2000", "--check", "2000", "--seed", "7")
    assert "2,000 games, the first 2,000 of them equal to Game.rollouts" in capsys.readouterr().out


@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")
def test_other_games_are_not(example, monkeypatch):
    """The comparison finds one game among others that is not that of the seed."""
    play = example.play

    def one_wrong(game, program, games, seed):
        outcomes, lengths, seconds = play(game, program, games, seed)
        lengths[games // 2] += 1
        return outcomes, lengths, seconds

    monkeypatch.setattr(example, "play", one_wrong)
    with pytest.raises(SystemExit, match="lengths differ from those of Game.rollouts"):
        run(example, monkeypatch, "blockdrop", "--games", "100", "--check", "100")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["amazes(actions=walk)"], r"Amazes with actions=steps, not 'amazes\(actions=walk\)'"),
        (["alquerk"], "did you mean 'alquerque'"),
        (["alquerque", "--games", "10"], "expected 1 <= --check <= --games, not 1000 and 10"),
        (["alquerque", "--check", "0"], "expected 1 <= --check <= --games, not 0 and 65536"),
    ],
)
def test_wrong_words(example, monkeypatch, capsys, words, message):
    with pytest.raises(SystemExit):
        run(example, monkeypatch, *words)
    assert re.search(message, capsys.readouterr().err)
