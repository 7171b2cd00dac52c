"""The board with its lines, the pieces, and the last move."""

from __future__ import annotations

import re

import drawsvg

from .. import alquerque
from ..game import State
from .paint import INK, MARK, PALE, board, path, text

COLOURS = ("#c8b98f", "#6b7a86")
_CELL, _MARGIN = 64, 46
_SIZE = 6 * _CELL + 2 * _MARGIN


def draw(state: State, player: int | None) -> drawsvg.Drawing:
    drawing = board(_SIZE, _SIZE, _caption(state))
    drawing.append(drawsvg.Rectangle(_MARGIN - 24, _MARGIN - 24, 6 * _CELL + 48, 6 * _CELL + 48, fill=PALE, rx=10))
    drawing.append(path(_lines(), stroke=INK, stroke_width=1.6))
    _label(drawing)
    _mark_last_move(drawing, state)
    for row, pieces in enumerate(alquerque.rows(state)):
        for column, piece in enumerate(pieces):
            if piece != ".":
                _piece(drawing, *_place(column, row), piece)
    return drawing


def way(state: State, action: int) -> list[tuple[int, int]]:
    """From the point where a piece stands to where it goes: the next point, or the one behind a piece."""
    name = state.game.action_text(action)
    column, row = "abcdefg".index(name[0]), 7 - int(name[1])
    right, down = ("E" in name) - ("W" in name), ("S" in name) - ("N" in name)
    steps = 1 if alquerque.rows(state)[row + down][column + right] == "." else 2
    return [_place(column, row), _place(column + steps * right, row + steps * down)]


def _caption(state: State) -> str:
    if state.player is None:
        return f"over: {state.result}, {state.scores[0]}–{state.scores[1]}"
    return f"{state.game.seats[state.player]} to move, ply {state.fields['ply']}"


def _place(column: int, row: int) -> tuple[int, int]:
    return _MARGIN + _CELL * column, _MARGIN + _CELL * row


def _lines() -> str:
    ends = [((0, i), (6, i)) for i in range(7)] + [((i, 0), (i, 6)) for i in range(7)]
    for i in (0, 2, 4):  # the diagonals from the left edge and from the lower or upper one
        ends += [((0, i), (6 - i, 6)), ((i, 0), (6, 6 - i)), ((0, 6 - i), (6 - i, 0)), ((i, 6), (6, i))]
    places = ((_place(*start), _place(*end)) for start, end in ends)
    return "".join(f"M{x1} {y1}L{x2} {y2}" for (x1, y1), (x2, y2) in places)


def _label(drawing: drawsvg.Drawing) -> None:
    for i in range(7):
        x, y = _place(i, i)
        drawing.append(text("abcdefg"[i], 13, x, _SIZE - 10))
        drawing.append(text(str(7 - i), 13, 11, y))


def _mark_last_move(drawing: drawsvg.Drawing, state: State) -> None:
    mover = int(state.fields["to_move"])
    move = alquerque.last_moves(state)[mover if state.in_move else 1 - mover]
    points = [_place("abcdefg".index(point[0]), 7 - int(point[1])) for point in re.split("[-*]", move) if point]
    if points:
        way = "M" + "L".join(f"{x} {y}" for x, y in points)
        drawing.append(path(way, stroke=MARK, stroke_width=9, stroke_opacity=0.65))
        drawing.append(drawsvg.Circle(*points[0], 11, fill=PALE, stroke=MARK, stroke_width=4))
        drawing.append(drawsvg.Circle(*points[-1], 26, fill=MARK, fill_opacity=0.65))


def _piece(drawing: drawsvg.Drawing, x: int, y: int, piece: str) -> None:
    fill, rim = ("#ffffff", INK) if piece == "w" else (INK, "#0c1319")
    drawing.append(drawsvg.Circle(x, y, 21, fill=fill, stroke=rim, stroke_width=2.5))
    drawing.append(drawsvg.Circle(x, y, 13, fill="none", stroke="#8d9aa5", stroke_width=1.2))
