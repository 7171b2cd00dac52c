"""Replays one game of Block drop."""

import libgames as lg

from .compare import members, replay_parts, same


def replay(line):
    replay_parts(line, _setup, _turn, _result)


def _setup(setup):
    members("setup", setup, "rules", "players", "turn_limit")
    return lg.blockdrop.start(setup["players"], setup["rules"], setup["turn_limit"])


def _turn(what, state, turn):
    members(what, turn, "action", "blocks", "players")
    state = lg.blockdrop.play(state, turn["action"])
    same(f"{what}: blocks", lg.blockdrop.blocks(state), turn["blocks"])
    same(f"{what}: players", [list(player) for player in lg.blockdrop.players(state)], turn["players"])
    return state


def _result(state, result):
    members("result", result, "winner", "turns", "over")
    same("result: winner", lg.blockdrop.winner(state), result["winner"])
    same("result: over", state.is_over, result["over"])
    same("result: turns", int(state.fields["turn"]), result["turns"])
