"""The floor from above: blocks with their timers, holes, the players with where they look."""

from __future__ import annotations

import drawsvg

from .. import blockdrop
from ..game import State
from .paint import INK, PAPER, PLAYERS, arrow, board, text

COLOURS = PLAYERS
_CELL, _MARGIN = 24, 14
_BLOCK = 3 * _CELL
_SIZE = 18 * _CELL + 2 * _MARGIN
_DEGREES = {"U": 0, "R": 90, "D": 180, "L": 270}
_STEPS = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}


def draw(state: State, player: int | None) -> drawsvg.Drawing:
    drawing = board(_SIZE, _SIZE, _caption(state))
    drawing.append(drawsvg.Rectangle(_MARGIN - 4, _MARGIN - 4, 18 * _CELL + 8, 18 * _CELL + 8, fill=INK, rx=4))
    everybody = blockdrop.players(state)
    for row, timers in enumerate(blockdrop.blocks(state)):
        for column, timer in enumerate(timers):
            _block(drawing, _MARGIN + _BLOCK * column, _MARGIN + _BLOCK * row, timer)
    for number, place in enumerate(everybody):
        if place[0] >= 0:
            _player(drawing, number, *place)
    return drawing


def way(state: State, action: int) -> list[tuple[float, float]]:
    """From the player to the next cell."""
    row, column, _, _ = blockdrop.players(state)[state.player or 0]
    down, right = _STEPS.get(state.game.action_text(action), (0, 0))
    ends = [(row, column), (row + down, column + right)][: 1 + abs(down) + abs(right)]
    return [(_MARGIN + _CELL * (column + 0.5), _MARGIN + _CELL * (row + 0.5)) for row, column in ends]


def _caption(state: State) -> str:
    alive = [number for number, place in enumerate(blockdrop.players(state)) if place[0] >= 0]
    standing = f"on the floor: {' '.join(map(str, alive)) or 'nobody'}"
    if state.is_over:
        return f"over: {state.result}, {standing}"
    turns = f"turn {state.fields['turn']} of {state.fields['turn_limit']}"
    return f"{turns}, player {state.player} to move, {standing}"


def _block(drawing: drawsvg.Drawing, x: int, y: int, timer: int) -> None:
    if timer < 0:
        drawing.append(text(str(-timer), 20, x + _BLOCK / 2, y + _BLOCK / 2, fill="#8d9aa5"))
        return
    fill, line = ("#f6c26b", "#a96a00") if timer else ("#dfe7ea", "#a9b8bf")
    drawing.append(drawsvg.Rectangle(x + 1, y + 1, _BLOCK - 2, _BLOCK - 2, fill=fill, rx=4))
    grid = "".join(f"M{x + step} {y + 3}V{y + _BLOCK - 3}M{x + 3} {y + step}H{x + _BLOCK - 3}" for step in (_CELL, 48))
    drawing.append(drawsvg.Path(d=grid, stroke=line, stroke_opacity=0.45, stroke_width=1, fill="none"))
    if timer:
        drawing.append(text(str(timer), 38, x + _BLOCK / 2, y + _BLOCK / 2, fill=line, font_weight="bold"))


def _player(drawing: drawsvg.Drawing, number: int, row: int, column: int, facing: str, stun: int) -> None:
    x, y = _MARGIN + _CELL * (column + 0.5), _MARGIN + _CELL * (row + 0.5)
    if stun:
        drawing.append(drawsvg.Circle(x, y, 16, fill=PAPER, fill_opacity=0.8, stroke=INK, stroke_width=2,
                                      stroke_dasharray="4 3"))
    drawing.append(arrow(x, y, 15, _DEGREES[facing], fill=PLAYERS[number], stroke=INK, stroke_width=1.4))
    drawing.append(text(str(number), 10, x, y, fill="#ffffff", font_weight="bold", stroke=INK, stroke_width=0.4))
    if stun:
        drawing.append(text(f"z{stun}", 10, x + 14, y - 12, font_weight="bold"))
