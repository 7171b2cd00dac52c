"""The pages agree with the games' own data, and the code on them works when pasted."""

import re
from pathlib import Path

import libgames as lg
import pytest

DOCS = Path(__file__).parents[2] / "docs"
CHANCE = {"none": "none", "start": "in the start only", "play": "in the start and in play"}
INFORMATION = {"perfect": "perfect", "hidden": "hidden: the players know different things"}
GAMES = [name for name in lg.games() if lg.game_type(name).path is None]


@pytest.fixture(params=GAMES)
def name(request):
    return request.param


def page_of(name):
    return (DOCS / f"games/{name}.md").read_text()


def values_of(parameter):
    if parameter.words:
        return ", ".join(f"`{word}`" for word in parameter.words), f"`{parameter.default}`"
    return f"{parameter.minimum} … {parameter.maximum}", str(parameter.default)


def time_of(clock):
    limits = ((clock.first, "the first line"), (clock.answer, "each answer"), (clock.total, "the whole game"))
    return ", ".join(f"{seconds:g} s for {what}" for seconds, what in limits if seconds is not None)


def players_of(game):
    for parameter in game.type.parameters:
        if parameter.name == "players":
            return f"{parameter.minimum} … {parameter.maximum}, by default {parameter.default}"
    numbered = [f"player {seat}" for seat in range(game.players)]
    return str(game.players) if list(game.seats) == numbered else f"{game.players}: {', '.join(game.seats)}"


def facts(name):
    """The box of facts, row by row."""
    game = lg.make(name)
    kind = game.type
    spaces = [f"`{space.name}`: {space.dtype} {list(space.shape)}, {space.low} … {space.high}"
              for space in game.observation_spaces]
    rows = {
        "make": f'`lg.make("{name}")`',
        "players": players_of(game),
        "information": INFORMATION[kind.information],
        "chance": CHANCE[kind.chance],
        "actions": str(game.num_actions),
        "observations": "; ".join(spaces).replace("-", "−"),
        "symmetries": str(game.num_symmetries) if game.num_symmetries > 1 else "the identity only",
        "length": f"at most {game.longest} decisions",
        "time for a program": time_of(game.clock),
        "bytes of a state": str(game.state_size),
        "Gymnasium": f'`import gymnasium, libgames.gymnasium`; `gymnasium.make("libgames/{kind.id}-v0")`',
        "PettingZoo": f"`from libgames.pettingzoo import {name}_v0`; `{name}_v0.env()`",
        "version": str(kind.version),
    }
    return "\n".join(["| | |", "|---|---|", *(f"| {what} | {value} |" for what, value in rows.items())])


def test_box_of_facts(name):
    assert facts(name) in page_of(name), f"expected on the page:\n{facts(name)}"


def test_parameters(name):
    parameters, page = lg.game_type(name).parameters, page_of(name)
    for row in (("parameter", "values", "default"), *((f"`{one.name}`", *values_of(one)) for one in parameters)):
        line = f"| {' | '.join(row)} |"
        assert (line in page) == bool(parameters), f"expected on the page: {line}"
    assert ("It has no parameters." in page) == (not parameters)


def test_version_in_the_history(name):
    history = page_of(name).split("## Version history")[1]
    assert re.findall(r"^\| (\d+) \|", history, re.MULTILINE)[-1] == str(lg.game_type(name).version)


def test_pages_have_the_sections_of_the_template(name):
    def sections(text):
        return re.findall("^## (.*)$", re.sub("^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE), re.MULTILINE)

    page, rules = (DOCS / "games/_template.md").read_text().split("\n# Title of the game: rules")
    assert sections(page_of(name)) == sections(page)
    assert sections(page_of(f"{name}-rules")) == sections(rules)


def test_moving_picture(name):
    assert f"](../pictures/{name}.gif)" in page_of(name).split("## ")[0]
    assert (DOCS / f"pictures/{name}.gif").read_bytes().startswith(b"GIF89a")


def test_moving_pictures_are_small():
    """The README shows all of them."""
    assert sum((DOCS / f"pictures/{name}.gif").stat().st_size for name in GAMES) < 1_000_000


def test_every_header_is_in_the_reference():
    pages = "".join(page.read_text() for page in (DOCS / "reference").glob("*.md"))
    headers = {path.name for path in (DOCS.parent / "libgames/include/libgames").glob("*.h")}
    shown = set(re.findall(r"```{doxygenfile} (\S+)", pages))
    assert shown == headers - {"libgames.h", "registry.h"}  # which declare nothing themselves
