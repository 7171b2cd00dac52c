"""The field: walls, reactors, free blocks, the pythons with their energy blocks and shields."""

from __future__ import annotations

import drawsvg

from .. import snakecore
from ..game import State
from .paint import FAINT, INK, MARK, PALE, PLAYERS, board, number, path, text

COLOURS = PLAYERS
_MARGIN = 12


_STEPS = {"U": (0, -1), "L": (-1, 0), "D": (0, 1), "R": (1, 0)}


def draw(state: State, player: int | None) -> drawsvg.Drawing:
    rows, everybody = snakecore.field(state), snakecore.pythons(state)
    cell, size, width = _sizes(state)
    scores = "–".join(str(python.score) for python in everybody)
    drawing = board(width, size + 2 * _MARGIN, f"{_clock(state)}, scores {scores}")
    board_group = drawsvg.Group(transform=f"translate({(drawing.width - size) / 2:g} {_MARGIN})")
    board_group.append(drawsvg.Rectangle(-3, -3, size + 6, size + 6, fill=PALE, stroke=INK, stroke_width=1.5, rx=3))
    lines = "".join(f"M{i * cell} 0V{size}M0 {i * cell}H{size}" for i in range(1, len(rows)))
    board_group.append(path(lines, stroke=FAINT, stroke_opacity=0.35, stroke_width=0.8))
    for y, row in enumerate(rows):
        for x, thing in enumerate(row):
            if thing in _THINGS:
                _THINGS[thing](board_group, (x + 0.5) * cell, (y + 0.5) * cell, cell)
    for i, python in enumerate(everybody):
        _python(board_group, python, i, cell)
    drawing.append(board_group)
    return drawing


def way(state: State, action: int) -> list[tuple[float, float]]:
    """From the head to the next cell."""
    cell, size, width = _sizes(state)
    x, y = snakecore.pythons(state)[state.player or 0].cells[0]
    right, down = _STEPS.get(state.game.action_text(action), (0, 0))
    ends = [(x, y), (x + right, y + down)][: 1 + abs(right) + abs(down)]
    return [((width - size) / 2 + (x + 0.5) * cell, _MARGIN + (y + 0.5) * cell) for x, y in ends]


def _sizes(state: State) -> tuple[int, int, int]:
    """Of a cell, of the field and of the picture's width, in pixels."""
    cells = len(snakecore.field(state))
    cell = max(10, min(26, 640 // cells))
    return cell, cell * cells, max(300, cell * cells + 2 * _MARGIN)


def _clock(state: State) -> str:
    rounds = f"round {state.fields['round']} of {state.fields['rounds']}"
    return f"{rounds}, " + ("over" if state.is_over else f"python {state.player} to move")


def _wall(group: drawsvg.Group, x: float, y: float, cell: int) -> None:
    group.append(drawsvg.Rectangle(x - cell / 2, y - cell / 2, cell, cell, fill="#59646d"))
    left, right, top = x - cell / 2, x + cell / 2, y - cell / 2
    third = cell / 3
    bricks = f"M{number(left)} {number(top + third)}H{number(right)}M{number(left)} {number(top + 2 * third)}H{number(right)}"
    bricks += f"M{number(x)} {number(top)}v{number(third)}m0 {number(third)}v{number(third)}"
    group.append(path(bricks, stroke="#8d9aa5", stroke_width=0.8))


def _reactor(group: drawsvg.Group, x: float, y: float, cell: int) -> None:
    group.append(drawsvg.Circle(x, y, cell * 0.47, fill="#2f3b45"))
    group.append(drawsvg.Circle(x, y, cell * 0.34, fill="#7bdcb5", stroke="#d8fff0", stroke_width=1.2))
    group.append(text("R", cell * 0.5, x, y, fill="#14513b", font_weight="bold"))


def _ordinary(group: drawsvg.Group, x: float, y: float, cell: int) -> None:
    side = cell * 0.5
    group.append(drawsvg.Rectangle(number(x - side / 2), number(y - side / 2), side, side, fill="#a58a63", rx=2,
                                   stroke="#6d5636", stroke_width=1))


def _energy(group: drawsvg.Group, x: float, y: float, cell: int) -> None:
    group.append(drawsvg.Circle(x, y, cell * 0.36, fill="#fff3b8", stroke=MARK, stroke_width=1.2))
    _bolt(group, x, y, cell * 0.3)


def _bolt(group: drawsvg.Group, x: float, y: float, size: float) -> None:
    corners = ((0.25, -1), (-0.6, 0.15), (-0.05, 0.15), (-0.25, 1), (0.6, -0.2), (0.05, -0.2))
    flat = [float(number(value)) for dx, dy in corners for value in (x + size * dx, y + size * dy)]
    group.append(drawsvg.Lines(*flat, close=True, fill=MARK, stroke="#8a5a00", stroke_width=0.7))


_THINGS = {"W": _wall, "R": _reactor, "b": _ordinary, "e": _energy}


def _python(group: drawsvg.Group, python: snakecore.Python, number_: int, cell: int) -> None:
    colour = PLAYERS[number_]
    middles = [((x + 0.5) * cell, (y + 0.5) * cell) for x, y in python.cells]
    opacity = 0.4 if python.disqualified else 1
    if len(middles) > 1:
        way = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in middles)
        group.append(path(way, stroke=colour, stroke_width=cell * 0.62, stroke_opacity=opacity * 0.85))
    for (x, y), block in zip(middles[1:], python.blocks, strict=True):
        if block == "e":
            _energy(group, x, y, cell)
        else:
            group.append(drawsvg.Circle(x, y, cell * 0.13, fill="#ffffff", fill_opacity=0.7))
    x, y = middles[0]
    if python.protection:
        group.append(drawsvg.Circle(x, y, cell * 0.62, fill="none", stroke="#00b4d8", stroke_width=cell * 0.12))
        group.append(text(str(python.protection), cell * 0.42, x + cell * 0.62, y - cell * 0.62, fill="#00708a",
                          font_weight="bold"))
    group.append(drawsvg.Circle(x, y, cell * 0.44, fill=colour, stroke=INK, stroke_width=1.4, fill_opacity=opacity))
    group.append(text(str(number_), cell * 0.5, x, y, fill="#ffffff", font_weight="bold"))
