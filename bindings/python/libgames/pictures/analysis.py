"""The picture of a search: where the visits of its root went, on the board and as bars, and the tree's first levels.

A game's module in here may have a function `way(state, action)`: the points in its picture of the state that an action
leads through, a single one for an action without a way. Games without it have the bars alone.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING

import drawsvg

from . import _drawing, _module, has_secrets
from .paint import FAINT, INK, MARK, PALE, board, number, path, text

if TYPE_CHECKING:
    from ..search import Node, Result

_BARS, _ROW, _MARGIN = 330, 24, 16
_MOST = 16  # actions with a bar
_WIDTHS = (3, 2, 2)  # children of a node that are drawn, by level
_COLUMN, _BOX = 190, 150


def svg(result: Result) -> str:
    """A search as SVG. The board is shown as the player to move knows it."""
    state = result.state
    place = _drawing(state, state.player if has_secrets(state) else None)
    shown = result.actions[:_MOST]
    leaves = sum(map(_leaves, _trimmed(result.tree)))
    below = max(place.height, _ROW * (len(shown) + 2) + _MARGIN)
    width = max(place.width + _BARS, 2 * _MARGIN + _COLUMN * len(_WIDTHS))
    drawing = board(width, below + (_ROW * (leaves + 1) + _MARGIN if leaves else 0), _caption(result))
    group = drawsvg.Group()
    for element in place.elements:
        group.append(element)
    drawing.append(group)
    _mark_ways(drawing, result)
    _draw_bars(drawing, result, shown, place.width)
    if leaves:
        _draw_tree(drawing, result, below + _ROW)
    return str(drawing.as_svg())


def _caption(result: Result) -> str:
    if result.best is None:
        return f"over: {result.state.result}"
    found = result.statistics
    proven = ", proven" if found.proven else ""
    return f"{found.simulations:,} simulations{proven}; best: {result.state.game.action_text(result.best)}"


def _shares(result: Result) -> list[float]:
    """Of the visits, by action; the largest is 1."""
    most = max(1, int(result.visits.max()))
    return [float(visits) / most for visits in result.visits]


def _mark_ways(drawing: drawsvg.Drawing, result: Result) -> None:
    """The more visits, the wider and the stronger."""
    way = getattr(_module(result.state), "way", None)
    if way is None:
        return
    shares = _shares(result)
    for action in sorted(result.actions, key=lambda action: (action == result.best, shares[action])):
        points: Sequence[tuple[float, float]] = way(result.state, action)
        if not points or not shares[action]:
            continue
        colour = INK if action == result.best else MARK
        style = {"stroke": colour, "stroke_opacity": round(0.25 + 0.6 * shares[action], 2)}
        (x, y), width = points[-1], round(2 + 6 * shares[action], 1)
        if len(points) == 1:
            drawing.append(drawsvg.Circle(number(x), number(y), 14, fill="none", stroke_width=width, **style))
            continue
        line = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
        drawing.append(path(line, stroke_width=width, **style))
        drawing.append(drawsvg.Circle(number(x), number(y), width + 1, fill=style["stroke"],
                                      fill_opacity=style["stroke_opacity"]))


def _draw_bars(drawing: drawsvg.Drawing, result: Result, shown: Sequence[int], left: float) -> None:
    game, player, shares = result.state.game, result.state.player or 0, _shares(result)
    middle = left + 60
    for x, words in ((left + 28, "action"), (middle + 60, "visits"), (left + 225, "value"), (left + 285, "prior")):
        drawing.append(text(words, 12, x, _MARGIN + 6, fill=INK, font_weight="bold"))
    for row, action in enumerate(shown, start=1):
        y = _MARGIN + _ROW * row + 6
        best = action == result.best
        drawing.append(drawsvg.Rectangle(middle, y - 8, number(max(1, 120 * shares[action])), 16, rx=2,
                                         fill=MARK if best else FAINT))
        drawing.append(text(game.action_text(action), 12, left + 28, y, font_weight="bold" if best else "normal"))
        drawing.append(text(f"{result.visits[action]:,}", 11, middle + 60, y))
        if result.visits[action]:
            proven = " !" if result.proven[action] else ""
            drawing.append(text(f"{result.values[action, player]:+.2f}{proven}", 12, left + 225, y))
        drawing.append(text(f"{result.priors[action]:.2f}", 12, left + 285, y))
    rest = len(result.actions) - len(shown)
    if rest:
        drawing.append(text(f"and {rest} more actions", 12, left + _BARS / 2, _MARGIN + _ROW * (len(shown) + 1) + 6))


# ---- the tree ----


def _trimmed(nodes: Sequence[Node], level: int = 0) -> list[Node]:
    if level == len(_WIDTHS):
        return []
    kept = sorted(nodes, key=operator.attrgetter("visits"), reverse=True)[: _WIDTHS[level]]
    return [node._replace(children=tuple(_trimmed(node.children, level + 1))) for node in kept if node.visits]


def _leaves(node: Node) -> int:
    return max(1, sum(map(_leaves, node.children)))


def _draw_tree(drawing: drawsvg.Drawing, result: Result, top: float) -> None:
    most = max(1, int(result.visits.max()))
    heading = "the tree's first levels: action, visits, value"
    drawing.append(text(heading, 12, _MARGIN + 145, top - 6, font_weight="bold"))
    row = 0

    def draw(node: Node, level: int) -> float:
        """Draws a node in the middle of its children; returns where it is."""
        nonlocal row
        x, lines = _MARGIN + _COLUMN * level, []
        if node.children:
            lines = [draw(child, level + 1) for child in node.children]
        else:
            row += 1
        y = sum(lines) / len(lines) if lines else top + _ROW * (row - 0.5) + 6
        for child, there in zip(node.children, lines, strict=True):
            bend = f"M{x + _BOX} {number(y)}C{x + _BOX + 20} {number(y)} {x + _COLUMN - 20} {number(there)}"
            drawing.append(path(f"{bend} {x + _COLUMN} {number(there)}", stroke=FAINT,
                                stroke_width=round(1 + 6 * child.visits / most, 1)))
        drawing.append(drawsvg.Rectangle(x, number(y - 10), _BOX, 20, rx=4, fill=PALE, stroke=INK, stroke_width=0.8))
        drawing.append(text(_words(result, node), 11, x + _BOX / 2, y))
        return y

    for node in _trimmed(result.tree):
        draw(node, 0)


def _words(result: Result, node: Node) -> str:
    """The value is that of the player to move at the root."""
    proven = " !" if node.proven else ""
    value = node.values[result.state.player or 0]
    return f"{result.state.game.action_text(node.action)} · {node.visits:,} · {value:+.2f}{proven}"
