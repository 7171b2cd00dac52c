"""The picture of a game that has none of its own, being loaded from a file: its board in letters of equal width."""

from __future__ import annotations

import drawsvg

from ..game import State
from .paint import INK, PLAYERS, board

COLOURS = 2 * PLAYERS  # no game has more than 16 players
_SIZE, _ADVANCE, _LINE, _MARGIN = 15, 9.1, 19, 14
_LONGEST = 120  # letters of a line; longer ones are broken


def draw(state: State, player: int | None) -> drawsvg.Drawing:
    lines = [
        line[at : at + _LONGEST]
        for line in state.draw(player).splitlines()
        for at in range(0, max(1, len(line)), _LONGEST)
    ]
    width = max(240.0, _ADVANCE * max(map(len, lines), default=0) + 2 * _MARGIN)
    drawing = board(round(width), _LINE * len(lines) + 2 * _MARGIN, _caption(state))
    for row, line in enumerate(lines):
        drawing.append(
            drawsvg.Text(
                line, _SIZE, _MARGIN, _MARGIN + _LINE * row + _SIZE, fill=INK, xml__space="preserve",
                font_family="DejaVu Sans Mono, monospace",
            )
        )
    return drawing


def _caption(state: State) -> str:
    return state.result if state.player is None else f"{state.game.seats[state.player]} to move"
