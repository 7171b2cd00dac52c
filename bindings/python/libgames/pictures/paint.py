"""What all pictures share: colours, sizes of text, the frame around a board."""

from __future__ import annotations

import math
from typing import Any

import drawsvg

INK = "#22303c"
PAPER = "#fbfaf5"
PALE = "#e9e5da"
FAINT = "#b9b3a5"
MARK = "#e69f00"
# Colours that people who do not tell all colours apart can tell apart (Okabe and Ito, 2008).
PLAYERS = ("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#7a5195", "#5b6770")
FONT = "DejaVu Sans, Verdana, sans-serif"
CAPTION = 30  # height of the line below the board


def board(width: float, height: float, caption: str) -> drawsvg.Drawing:
    """An empty sheet of this size in pixels, with a caption below it."""
    drawing = drawsvg.Drawing(width, height + CAPTION)
    drawing.append(drawsvg.Rectangle(0, 0, width, height + CAPTION, fill=PAPER, rx=6))
    size = min(15.0, 1.75 * (width - 16) / max(1, len(caption)))
    drawing.append(text(caption, size, width / 2, height + CAPTION / 2 - 4))
    drawing.append_title(caption)
    return drawing


def text(words: str, size: float, x: float, y: float, fill: str = INK, **style: Any) -> drawsvg.Text:
    """Words around the middle (x, y)."""
    # The baseline is moved by hand: not everything that draws SVG knows dominant-baseline.
    return drawsvg.Text(words, round(size, 1), x, y + 0.36 * size, fill=fill, text_anchor="middle", font_family=FONT,
                        **style)


def arrow(x: float, y: float, radius: float, degrees: float, **style: Any) -> drawsvg.Lines:
    """A triangle around (x, y) that points up, turned clockwise."""
    turn = math.radians(degrees)
    corners = []
    for dx, dy in ((0, -1), (0.8, 0.75), (0, 0.4), (-0.8, 0.75)):
        corners += [round(x + radius * (dx * math.cos(turn) - dy * math.sin(turn)), 1),
                    round(y + radius * (dx * math.sin(turn) + dy * math.cos(turn)), 1)]
    return drawsvg.Lines(*corners, close=True, **style)


def path(d: str, **style: Any) -> drawsvg.Path:
    return drawsvg.Path(d=d, **{"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round", **style})


def number(value: float) -> str:
    """Without a fraction that says nothing: pictures are many and large."""
    return f"{value:.1f}".removesuffix(".0")
