"""Replays one game of On the Run."""

import libgames as lg

from .compare import Mismatch, members, same

OFFENDERS = {"detectives": lg.ontherun.DETECTIVES, "fugitive": lg.ontherun.FUGITIVE}


def replay(line):
    members("line", line, "game", "id", "setup", "turns", "result")
    members("setup", line["setup"], "map")
    state = lg.ontherun.on_map(line["setup"]["map"]).new()
    for number, turn in enumerate(line["turns"], 1):
        state = _turn(f"turn {number}", state, turn)
    _result(state, line["result"])


def _turn(what, state, turn):
    start = lg.ontherun.hunt(state).turn == 0
    who = "fugitive" if state.player == lg.ontherun.FUGITIVE else "detectives"
    members(what, turn, who, *([] if start else ["legal", "possible"]), *(["told"] if "told" in turn else []))
    if not start:
        same(f"{what}: legal", _legal(state), turn["legal"])
    after = state.apply("\n".join(map(str, turn[who])) if who == "detectives" else str(turn[who]))
    if not start:
        possible = None if after.result == "ran into detective" else lg.ontherun.hunt(after).possible
        same(f"{what}: possible", possible, turn["possible"])
    if who == "fugitive" and not start:
        same(f"{what}: told", _told(after), turn["told"])
    return after


def _legal(state):
    if state.player == lg.ontherun.FUGITIVE:
        return sorted(state.legal_moves)
    return lg.ontherun.count_joint_moves(state)


def _told(state):
    """The line that the detectives get to read of the fugitive's move; None when it was arrested."""
    if state.result == "ran into detective":
        return None
    lines = state.message(lg.ontherun.DETECTIVES).splitlines()
    return next((line for line in reversed(lines) if line[0] in "CTP"), None)


def _result(state, result):
    if result.get("reason") == "illegal":
        members("result", result, "reason", "by", "move", "score")
        if result["move"] is not None:
            state = _rejected(state, result)
        same("result: by", OFFENDERS[result["by"]], _loser(state))
    else:
        members("result", result, "reason", "score")
    same("result: reason", state.result, result["reason"])
    same("result: over", state.is_over, state.result != "ongoing")
    same("result: score", list(state.scores) if state.is_over else None, result["score"])


def _loser(state):
    return state.scores.index(0)


def _rejected(state, result):
    """The state after the offence of a move that is not one, or not a legal one."""
    try:
        state.apply(result["move"])
    except (lg.IllegalMove, lg.ParseError):
        return state.forfeit(state.player)
    raise Mismatch(f"result: the vector states that {result['move']!r} is illegal, the library plays it")
