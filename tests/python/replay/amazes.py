"""Replays one game of Amazes."""

import libgames as lg

from .compare import members, replay_parts, same

COLOURS = ("red", "blue")
TURN = ("player", "look", "distance", "squares", "walls", "openings", "move", *COLOURS, "points", "discovered", "first")


def replay(line):
    replay_parts(line, _setup, _turn, _result)


def _setup(setup):
    members("setup", setup, "maze", *COLOURS, "turn_limit")
    starts = [" ".join(map(str, setup[colour])) for colour in COLOURS]
    return lg.amazes.Position("\n".join([*starts, *setup["maze"], ""]), setup["turn_limit"])


def _turn(what, position, turn):
    members(what, turn, *TURN, *(["known"] if "known" in turn else []))
    player = position.player
    same(f"{what}: player", COLOURS[player], turn["player"])
    same(f"{what}: look and distance", position.sight(player), [*turn["look"], str(turn["distance"])])
    position = position.begin_turn()
    counts = position.counts(player)
    for name in ("squares", "walls", "openings"):
        same(f"{what}: {name}", getattr(counts, name), turn[name])
    if "known" in turn:
        same(f"{what}: known", position.known(player), turn["known"])
    position = _play(position, player, turn["move"])
    _standings(what, position, turn)
    return position


def _play(position, player, move):
    if player not in position.offenders:
        try:
            return position.play(move)
        except lg.ParseError:
            position = position.forfeit(player)
    return position.jury()


def _standings(what, position, turn):
    for colour, place in zip(COLOURS, position.places, strict=True):
        same(f"{what}: {colour}", list(place), turn[colour])
    same(f"{what}: points", list(position.points), turn["points"])
    same(f"{what}: discovered", [position.counts(player).squares for player in (0, 1)], turn["discovered"])
    same(f"{what}: first", list(position.first), turn["first"])


def _result(position, result):
    members("result", result, "reason", "score", "offence")
    same("result: reason", position.result, result["reason"])
    same("result: score", list(position.scores), result["score"])
    same("result: offence", [COLOURS[player] for player in position.offenders], result["offence"])
