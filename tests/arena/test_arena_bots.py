"""The example programs in Python, which need nothing but Python: whole games without an offence, in every seat."""

import asyncio
import shlex
import sys
from pathlib import Path

import libgames as lg
import pytest
from libgames.arena import contests, matches
from libgames.arena.matches import Conditions
from libgames.arena.players import entrant
from table import SHORT

# A busy machine must not make a test fail.
PATIENT = {"first": 60, "answer": 60, "total": 600}
BOTS = Path(__file__).parents[2] / "examples/python/bots"


@pytest.mark.parametrize("name", lg.games())
def test_a_program_plays_greedy(name):
    bot = entrant(shlex.join([sys.executable, "-I", str(BOTS / f"{name}.py")]))
    seats = contests.setup(SHORT[name], 1).game.players
    others = [entrant("greedy")] * (seats - 1)
    conditions = Conditions([bot, *others], lambda seed: contests.setup(SHORT[name], seed), PATIENT)
    played = []
    asyncio.run(matches.play_all(conditions, matches.match(seats, seats, seats, 1), 2, played.append))
    assert len(played) == seats
    assert [foul for game in played for foul in game.report.fouls] == []
    assert all(game.report.finished for game in played)


def test_every_game_has_one():
    assert sorted(path.stem for path in BOTS.iterdir() if path.suffix == ".py") == [
        name for name in lg.games() if lg.game_type(name).path is None
    ]
    assert not any("libgames" in path.read_text().replace('"libgames in Python"', "") for path in BOTS.glob("*.py"))
