"""Replays one game of Alquerque."""

import re

import libgames as lg

from .compare import members, rejected, replay_parts, same, same_end

SIDES = ("white", "black")


def replay(line):
    replay_parts(line, _setup, _turn, _result)


def position(setup):
    """A setup as the text that the library parses."""
    rows = [re.sub(r"\.+", lambda dots: str(len(dots[0])), row) for row in setup["board"]]
    last = [setup["previous"][side] or "-" for side in SIDES]
    return " ".join(["/".join(rows), setup["to_move"][0], str(setup["ply"]), *last, "-"])


def _setup(setup):
    members("setup", setup, "board", "to_move", "ply", "previous")
    members("previous", setup["previous"], *SIDES)
    state = lg.make("alquerque").parse(position(setup))
    same("setup: board", lg.alquerque.rows(state), setup["board"])
    same("setup: to_move", SIDES[state.fields["to_move"]], setup["to_move"])
    same("setup: ply", int(state.fields["ply"]), setup["ply"])
    for name, last in zip(SIDES, lg.alquerque.last_moves(state), strict=True):
        same(f"setup: previous move of {name}", last or None, setup["previous"][name])
    return state


def _turn(what, state, turn):
    members(what, turn, "legal", "move", "board")
    same(f"{what}: legal", sorted(state.legal_moves), turn["legal"])
    same(f"{what}: number of legal moves", lg.alquerque.count_moves(state), len(turn["legal"]))
    after = state.apply(turn["move"])
    same(f"{what}: board", lg.alquerque.rows(after), turn["board"])
    return after


def _result(state, result):
    if result.get("reason") == "illegal":
        members("result", result, "reason", "score", "move")
        state = rejected(state, result["move"])
    else:
        members("result", result, "reason", "score")
    same_end(state, result)
