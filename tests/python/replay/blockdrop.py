"""Replays one game of Block drop."""

import libgames as lg

from .compare import members, same


def replay(line):
    members("line", line, "game", "id", "setup", "turns", "result")
    setup = line["setup"]
    members("setup", setup, "rules", "players", "turn_limit")
    state = lg.blockdrop.start(setup["players"], setup["rules"], setup["turn_limit"])
    for number, turn in enumerate(line["turns"], 1):
        what = f"turn {number}"
        members(what, turn, "action", "blocks", "players")
        state = lg.blockdrop.play(state, turn["action"])
        same(f"{what}: blocks", lg.blockdrop.blocks(state), turn["blocks"])
        same(f"{what}: players", [list(player) for player in lg.blockdrop.players(state)], turn["players"])
    _result(state, line["result"])


def _result(state, result):
    members("result", result, "winner", "turns", "over")
    same("result: winner", lg.blockdrop.winner(state), result["winner"])
    same("result: over", state.is_over, result["over"])
    same("result: turns", int(state.fields["turn"]), result["turns"])
