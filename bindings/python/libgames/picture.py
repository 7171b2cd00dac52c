"""Small pictures of positions, drawn with NumPy alone: what `rgb_array` rendering returns."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from . import alquerque, amazes, blockdrop, ontherun, snakecore
from .game import State

_TILE = 24
_PAPER = (240, 236, 226)
_INK = (70, 66, 60)
_PLAYERS = (
    (208, 62, 50), (48, 106, 190), (58, 150, 74), (226, 168, 40),
    (140, 84, 170), (60, 170, 180), (150, 100, 60), (110, 110, 110),
)  # fmt: skip


def rgb_array(state: State) -> np.ndarray:
    """The position as a picture, uint8 [height, width, 3]. Everything is shown, also what players do not know."""
    return _DRAW[state.game.name](state)


def _canvas(rows: int, columns: int, colour=_PAPER) -> np.ndarray:
    return np.full((rows * _TILE, columns * _TILE, 3), colour, np.uint8)


def _square(image: np.ndarray, row: int, column: int, colour, inset: int = 1) -> None:
    top, left = row * _TILE, column * _TILE
    image[top + inset : top + _TILE - inset, left + inset : left + _TILE - inset] = colour


def _disc(image: np.ndarray, y: float, x: float, radius: float, colour) -> None:
    rows, columns = np.ogrid[: image.shape[0], : image.shape[1]]
    image[(rows + 0.5 - y) ** 2 + (columns + 0.5 - x) ** 2 <= radius**2] = colour


def _piece(image: np.ndarray, row: int, column: int, colour) -> None:
    y, x = (row + 0.5) * _TILE, (column + 0.5) * _TILE
    _disc(image, y, x, 0.42 * _TILE, _INK)
    _disc(image, y, x, 0.36 * _TILE, colour)


def _line(image: np.ndarray, start: tuple[float, float], end: tuple[float, float], colour=_INK) -> None:
    """A line from start to end, both (y, x) in pixels."""
    steps = int(max(abs(end[0] - start[0]), abs(end[1] - start[1]))) + 1
    ys, xs = (np.linspace(start[axis], end[axis], steps).astype(int) for axis in (0, 1))
    image[ys, xs] = colour


def _draw_alquerque(state: State) -> np.ndarray:
    image = _canvas(7, 7)
    rows = [line[2::2] for line in alquerque.draw(state).splitlines()[:13:2]]
    for row in range(7):
        for column in range(7):
            centre = ((row + 0.5) * _TILE, (column + 0.5) * _TILE)
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                to = (row + down, column + right)
                if max(to) < 7 and min(to) >= 0 and (down * right == 0 or (row + column) % 2 == 0):
                    _line(image, centre, ((to[0] + 0.5) * _TILE, (to[1] + 0.5) * _TILE))
    for row, points in enumerate(rows):
        for column, point in enumerate(points):
            if point != "+":
                _piece(image, row, column, (250, 250, 250) if point == "w" else (30, 30, 30))
    return image


def _draw_amazes(state: State) -> np.ndarray:
    colours = {" ": _PAPER, ".": (244, 196, 188), ":": (186, 206, 240), "*": (206, 186, 226)}
    colours |= {"r": _PLAYERS[0], "b": _PLAYERS[1]}
    rows = amazes.draw(state).splitlines()[:51]
    tiles = np.array([[colours.get(letter, _INK) for letter in row] for row in rows], np.uint8)
    return tiles.repeat(8, axis=0).repeat(8, axis=1)


def _draw_blockdrop(state: State) -> np.ndarray:
    image = _canvas(18, 18, _INK)
    timers = blockdrop.blocks(state)
    for row in range(18):
        for column in range(18):
            timer = timers[row // 3][column // 3]
            if timer >= 0:
                _square(image, row, column, (236, 180, 120) if timer else _PAPER)
    for player, (row, column, facing, _) in enumerate(blockdrop.players(state)):
        if row >= 0:
            _piece(image, row, column, _PLAYERS[player])
            down, right = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}[facing]
            y, x = (row + 0.5 + 0.3 * down) * _TILE, (column + 0.5 + 0.3 * right) * _TILE
            _disc(image, y, x, 0.1 * _TILE, _INK)
    return image


def _draw_ontherun(state: State) -> np.ndarray:
    """Grey cities; yellow where the fugitive may be; red where it is; blue detectives."""
    image = np.full((720, 1020, 3), _PAPER, np.uint8)
    count = state.game.parameters["cities"]
    places = ontherun.places(state.game) or [(25 + 50 * (i % 20), 35 + 70 * (i // 20)) for i in range(count)]
    hunt = ontherun.hunt(state)
    colours = dict.fromkeys(range(1, count + 1), (170, 170, 170))
    colours |= dict.fromkeys(hunt.possible, _PLAYERS[3]) | {hunt.fugitive: _PLAYERS[0]}
    colours |= dict.fromkeys(hunt.detectives, _PLAYERS[1])
    for city, (x, y) in enumerate(places, start=1):
        window = image[max(0, y) : y + 20, max(0, x) : x + 20]
        _disc(window, 10, 10, 9, _INK)
        _disc(window, 10, 10, 7, colours[city])
    return image


def _draw_snakecore(state: State) -> np.ndarray:
    field = snakecore.field(state)
    image = _canvas(len(field), len(field))
    for row, cells in enumerate(field):
        for column, cell in enumerate(cells):
            if cell in "WR":
                _square(image, row, column, _INK if cell == "W" else (120, 220, 200), inset=0)
            elif cell in "be":
                _square(image, row, column, (150, 140, 120) if cell == "b" else _PLAYERS[3], inset=6)
    for player, python in enumerate(snakecore.pythons(state)):
        (x, y), *body = python.cells
        for (column, row), block in zip(body, python.blocks, strict=True):
            _square(image, row, column, _PLAYERS[player])
            if block == "e":
                _square(image, row, column, _PLAYERS[3], inset=7)
        _piece(image, y, x, _PLAYERS[player])
    return image


_DRAW: dict[str, Callable[[State], np.ndarray]] = {
    "alquerque": _draw_alquerque,
    "amazes": _draw_amazes,
    "blockdrop": _draw_blockdrop,
    "ontherun": _draw_ontherun,
    "snakecore": _draw_snakecore,
}
