"""Boards in the colours of a terminal; where there are none, rich leaves them out."""

from __future__ import annotations

from libgames.game import State
from rich.text import Text

_NUMBERS = ("green", "yellow", "cyan", "magenta", "blue", "red", "white", "bright_black")
_PYTHONS = "acdfghij"  # the letters of their bodies
_COLOURS = {
    "alquerque": {"w": "bold bright_white", "b": "bold blue", **dict.fromkeys("+-|/\\", "bright_black")},
    "amazes": {
        **{".": "red", ":": "blue", "*": "magenta", "r": "bold reverse red", "b": "bold reverse blue"},
        **dict.fromkeys("^>v<", "bold reverse"),
        **dict.fromkeys("?x", "bright_black"),
    },
    "blockdrop": {
        **{str(player): f"bold {colour}" for player, colour in enumerate(_NUMBERS[:4])},
        **{"~": "red", ".": "bright_black"},
    },
    "snakecore": {
        **{str(player): f"bold {colour}" for player, colour in enumerate(_NUMBERS)},
        **dict(zip(_PYTHONS, _NUMBERS, strict=True)),
        **{letter.upper(): f"bold {colour}" for letter, colour in zip(_PYTHONS, _NUMBERS, strict=True)},
        **{"b": "cyan", "e": "bold cyan", "R": "bold red", ".": "bright_black"},
    },
}
# What else stands on a board. The first line with anything else is no longer the board.
_OTHERS = {"alquerque": " 1234567", "amazes": " +-|", "blockdrop": " +-|0123456789", "snakecore": " #"}
_COLUMNS = {"blockdrop": 25}  # the timers stand beside the board


def coloured(state: State, player: int | None = None) -> Text:
    """The position as `player` may know it, like State.draw."""
    colours, others = _COLOURS.get(state.game.name, {}), _OTHERS.get(state.game.name, "")
    columns = _COLUMNS.get(state.game.name, 1000)
    text, on_board = Text(), bool(colours)
    for line in state.draw(player).splitlines(keepends=True):
        on_board = on_board and set(line.rstrip("\n")) <= {*colours, *others}
        for column, letter in enumerate(line):
            text.append(letter, colours.get(letter) if on_board and column < columns else None)
    return text
