"""The common part of the replayers: reading a line, and comparing its statements with the library."""

import json

import libgames as lg


class Mismatch(Exception):
    """A line contradicts the library, or violates the format."""


def same(what, library, stated):
    """Both equal, and of the same kind, inside as well: true is not 1."""
    if type(library) is not type(stated) or json.dumps(library) != json.dumps(stated):
        raise Mismatch(f"{what}: the vector states {stated!r}, the library gives {library!r}")


def members(what, found, *names):
    """`found` must be an object with exactly these members: everything that a line states is read."""
    if not isinstance(found, dict) or set(found) != set(names):
        raise Mismatch(f"{what}: expected an object with {', '.join(names)}, not {found!r:.200}")


def replay_parts(line, setup, turn, result):
    """Replays a line: setup, turns and result, with a function for each of them that compares the line's statements.
    The first two give the state, or the like of it, that they lead to."""
    members("line", line, "game", "id", "setup", "turns", "result")
    state = setup(line["setup"])
    for number, stated in enumerate(line["turns"], 1):
        state = turn(f"turn {number}", state, stated)
    result(state, line["result"])


def rejected(state, move):
    """The state after the offence of a move that is not one, or not a legal one."""
    try:
        state.apply(move)
    except (lg.IllegalMove, lg.ParseError):
        return state.forfeit(state.player)
    raise Mismatch(f"result: the vector states that {move!r} is illegal, the library plays it")


def same_end(state, result):
    """Reason and score of a result; an unfinished game has no score."""
    same("result: reason", state.result, result["reason"])
    same("result: over", state.is_over, state.result != "ongoing")
    same("result: score", list(state.scores) if state.is_over else None, result["score"])
