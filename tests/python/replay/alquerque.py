"""Replays one game of Alquerque."""

import re

import libgames as lg

from .compare import Mismatch, members, same

SIDES = ("white", "black")


def replay(line):
    members("line", line, "game", "id", "setup", "turns", "result")
    state = _setup(line["setup"])
    for number, turn in enumerate(line["turns"], 1):
        state = _turn(f"turn {number}", state, turn)
    _result(state, line["result"])


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
        state = _rejected(state, result["move"])
    else:
        members("result", result, "reason", "score")
    same("result: reason", state.result, result["reason"])
    same("result: over", state.is_over, state.result != "ongoing")
    same("result: score", list(state.scores) if state.is_over else None, result["score"])


def _rejected(state, move):
    """The state after the offence of a move that is not one, or not a legal one."""
    try:
        state.apply(move)
    except (lg.IllegalMove, lg.ParseError):
        return state.forfeit(state.player)
    raise Mismatch(f"result: the vector states that {move!r} is illegal, the library plays it")
