"""Replays one game of SnakeCore."""

import re

import libgames as lg

from .compare import members, replay_parts, same


def replay(line):
    replay_parts(line, _setup, _turn, _result)


def position(setup):
    """A setup as the text that the library parses; the generator, which no vector uses, is at 0."""
    rows = [re.sub(r"\.+", lambda dots: str(len(dots[0])), row) for row in setup["field"]]
    pythons = [_python(python, score) for python, score in zip(setup["pythons"], setup["scores"], strict=True)]
    clock = f"{setup['to_move']} {setup['round']}/{setup['rounds']} {0:016x}:{1:016x}"
    return " ".join([str(len(rows)), "/".join(rows), clock, *pythons])


def _python(python, score):
    (x, y), *_ = cells = python["cells"]
    ways = {(0, -1): "U", (0, 1): "D", (-1, 0): "L", (1, 0): "R"}
    way = "".join(ways[b[0] - a[0], b[1] - a[1]] for a, b in zip(cells, cells[1:], strict=False))
    return f"{score}:{python['protection']}:{x},{y}:{way or '-'}"


def _setup(setup):
    members("setup", setup, "field", "pythons", "scores", "rounds", "round", "to_move")
    state = lg.snakecore.parse(position(setup))
    _pictures("setup", state, setup)
    for name in ("to_move", "round", "rounds"):
        same(f"setup: {name}", int(state.fields[name]), setup[name])
    return state


def _pictures(what, state, stated):
    same(f"{what}: field", lg.snakecore.field(state), stated["field"])
    same(f"{what}: scores", list(state.scores), stated["scores"])
    pythons = lg.snakecore.pythons(state)
    same(f"{what}: number of pythons", len(pythons), len(stated["pythons"]))
    for number, (python, told) in enumerate(zip(pythons, stated["pythons"], strict=True)):
        members(f"{what}: python {number}", told, "protection", "cells")
        same(f"{what}: protection of {number}", python.protection, told["protection"])
        same(f"{what}: cells of {number}", [list(cell) for cell in python.cells], told["cells"])


def _turn(what, state, turn):
    members(what, turn, "player", "request", "action", "spawns", "scores")
    player = int(state.fields["to_move"])
    same(f"{what}: player", player, turn["player"])
    same(f"{what}: request", lg.snakecore.request(state), turn["request"] + "\n")
    try:
        action = state.game.parse_action(turn["action"])
    except lg.ParseError:  # the player is disqualified, and its turn passes
        state, action = lg.snakecore.forfeit(state, player), state.game.parse_action("N")
    same(f"{what}: number of spawns", lg.snakecore.spawns(state, action), len(turn["spawns"]))
    state = lg.snakecore.apply_at(state, action, turn["spawns"])
    same(f"{what}: scores", list(state.scores), turn["scores"])
    return state


def _result(state, result):
    members("result", result, "scores", "winners", "over", "field", "pythons")
    _pictures("result", state, result)
    best = max(state.scores)
    winners = [player for player, score in enumerate(state.scores) if score == best]
    same("result: winners", winners, result["winners"])
    same("result: over", state.is_over, result["over"])
