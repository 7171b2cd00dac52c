"""The maze and what each player has discovered; or one player's own map, in its own frame."""

from __future__ import annotations

import drawsvg

from .. import amazes
from ..game import State
from .paint import FAINT, INK, PLAYERS, arrow, board, path

COLOURS = PLAYERS
_CELL, _MARGIN = 24, 14
_DEGREES = {"N": 0, "E": 90, "S": 180, "W": 270, "^": 0, ">": 90, "v": 180, "<": 270}
_RED, _BLUE, _BOTH, _NOBODY = PLAYERS[0], PLAYERS[1], INK, "#d5d0c4"
_SQUARES = {_RED: "#f6d9c4", _BLUE: "#c9dff0", _BOTH: "#dcd0e2"}


def draw(state: State, player: int | None) -> drawsvg.Drawing:
    return _whole(state) if player is None else _own_map(state, player)


def _caption(state: State, player: int | None) -> str:
    parts = []
    for number, name in enumerate(state.game.seats):
        squares = f"{amazes.counts(state, number).squares} squares"
        if player is None:
            parts.append(f"{name} {amazes.points(state)[number]} points, {squares}")
        elif player == number:  # who was first, and so the points, it can't know
            parts.append(f"{name} {squares}")
    return " · ".join([*parts, "over" if state.player is None else f"{state.game.seats[state.player]} to move"])


def _whole(state: State) -> drawsvg.Drawing:
    """Undiscovered walls are pale; those that one player has discovered have its colour, those of both are dark."""
    maze = amazes.maze(state).splitlines()[2:]
    red, blue = (amazes.known(state, player) for player in (amazes.RED, amazes.BLUE))
    drawing, group = _sheet(maze, _caption(state, None))
    colour = {(False, False): _NOBODY, (True, False): _RED, (False, True): _BLUE, (True, True): _BOTH}
    walls = {shade: "" for shade in (_NOBODY, _RED, _BLUE, _BOTH)}
    squares = {shade: "" for shade in (_RED, _BLUE, _BOTH)}
    crosses = ""
    for row, line in enumerate(maze):
        for column, thing in enumerate(line):
            shade = colour[red[row][column] != "?", blue[row][column] != "?"]
            if row % 2 and column % 2 and shade != _NOBODY:
                squares[shade] += _square(row, column)
                crosses += _cross(row, column) if "x" in (red[row][column], blue[row][column]) else ""
            elif thing in "-|":
                walls[shade] += _wall(row, column)
    _paint(group, {_SQUARES[shade]: way for shade, way in squares.items()}, crosses, walls)
    for number, place in enumerate(amazes.places(state)):
        _player(group, 2 * place.row - 1, 2 * place.column - 1, _DEGREES[place.facing], number)
    return drawing


def _own_map(state: State, player: int) -> drawsvg.Drawing:
    """Discovered walls are dark; edges that the player does not know are dotted."""
    own = amazes.view(state, player).rstrip("\n").splitlines()
    drawing, group = _sheet(own, _caption(state, player))
    walls, squares, dots, crosses, here = "", "", "", "", None
    for row, line in enumerate(own):
        for column, thing in enumerate(line):
            if row % 2 and column % 2:
                squares += _square(row, column) if thing != "?" else ""
                crosses += _cross(row, column) if thing == "x" else ""
                here = (row, column, _DEGREES[thing]) if thing in "^>v<" else here
            elif row % 2 != column % 2:
                walls += _wall(row, column) if thing in "-|" else ""
                dots += _wall(row, column) if thing == "?" else ""
    group.append(path(dots, stroke=FAINT, stroke_width=1, stroke_dasharray="1 5"))
    _paint(group, {_SQUARES[PLAYERS[player]]: squares}, crosses, {INK: walls})
    if here:
        _player(group, *here, player)
    return drawing


def _sheet(lines: list[str], caption: str) -> tuple[drawsvg.Drawing, drawsvg.Group]:
    """A sheet with room for the caption, and the group in its middle for the maze."""
    width, height = (_CELL * (len(side) // 2) + 2 * _MARGIN for side in (lines[0], lines))
    drawing = board(max(width, 400), height, caption)
    group = drawsvg.Group(transform=f"translate({(drawing.width - width) / 2:g} 0)")
    drawing.append(group)
    return drawing, group


def _square(row: int, column: int) -> str:
    return f"M{_MARGIN + _CELL * (column // 2)} {_MARGIN + _CELL * (row // 2)}h{_CELL}v{_CELL}h-{_CELL}z"


def _cross(row: int, column: int) -> str:
    x, y = _MARGIN + _CELL * (column // 2) + 9, _MARGIN + _CELL * (row // 2) + 9
    return f"M{x} {y}l6 6m0 -6l-6 6"


def _wall(row: int, column: int) -> str:
    x, y = _MARGIN + _CELL * (column // 2), _MARGIN + _CELL * (row // 2)
    return f"M{x} {y}" + (f"v{_CELL}" if row % 2 else f"h{_CELL}")


def _paint(group: drawsvg.Group, squares: dict[str, str], crosses: str, walls: dict[str, str]) -> None:
    for colour, way in squares.items():
        group.append(drawsvg.Path(d=way, fill=colour))
    group.append(path(crosses, stroke=FAINT, stroke_width=1.4))
    for colour, way in walls.items():
        group.append(path(way, stroke=colour, stroke_width=1.5 if colour == _NOBODY else 3))


def _player(group: drawsvg.Group, row: int, column: int, degrees: int, number: int) -> None:
    x, y = (_MARGIN + _CELL * (line // 2 + 0.5) for line in (column, row))
    group.append(arrow(x, y, 10, degrees, fill=PLAYERS[number], stroke=INK, stroke_width=1.4))
