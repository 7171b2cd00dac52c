"""Replays one game of On the Run."""

import libgames as lg

from .compare import members, rejected, replay_parts, same, same_end

OFFENDERS = {"detectives": lg.ontherun.DETECTIVES, "fugitive": lg.ontherun.FUGITIVE}


def replay(line):
    replay_parts(line, _setup, _turn, _result)


def _setup(setup):
    members("setup", setup, "map")
    return lg.ontherun.on_map(setup["map"]).new()


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
    """The detectives' message about the fugitive's move; None if it was arrested."""
    if state.result == "ran into detective":
        return None
    lines = state.message(lg.ontherun.DETECTIVES).splitlines()
    return next((line for line in reversed(lines) if line[0] in "CTP"), None)


def _result(state, result):
    if result.get("reason") == "illegal":
        members("result", result, "reason", "by", "move", "score")
        if result["move"] is not None:
            state = rejected(state, result["move"])
        same("result: by", OFFENDERS[result["by"]], _loser(state))
    else:
        members("result", result, "reason", "score")
    same_end(state, result)


def _loser(state):
    return state.scores.index(0)
