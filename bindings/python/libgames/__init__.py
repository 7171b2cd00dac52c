"""Exact, pure engines of programming-contest games.

    import libgames as lg

    game = lg.make("alquerque")
    state = game.new(seed=7)
    while not state.is_over:
        state = state.apply(state.legal_actions[0])
    print(state.board, state.scores)

States are immutable; `apply` returns a new one. Every game has the same interface; what only one game
has is in its own module (`libgames.alquerque`).
"""

import importlib
from typing import TYPE_CHECKING

from . import alquerque, amazes, blockdrop, ontherun, snakecore
from . import game as _game
from ._native import Error, GameOver, IllegalMove, ParseError, StateError
from ._native import version as _version
from .game import (
    Checked,
    Clock,
    Finding,
    Game,
    GameType,
    Parameter,
    Space,
    State,
    game_type,
    games,
    get_include,
    load,
    make,
    players,
)
from .search import AlphaBeta, Search, Searches

__version__ = _version()


def _draw_svg(state: State) -> str:
    """Loads the pictures, which need the extra `viz`, when the first one is wanted."""
    from . import pictures

    return pictures.svg(state)


_game.draw_svg = _draw_svg


if TYPE_CHECKING:
    from . import vector
else:

    def __getattr__(name):
        """`vector` is loaded when it is first used: Gymnasium, where it is installed, takes a moment to import."""
        if name == "vector":
            return importlib.import_module("libgames.vector")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "AlphaBeta",
    "Checked",
    "Clock",
    "Error",
    "Finding",
    "Game",
    "GameOver",
    "GameType",
    "IllegalMove",
    "Parameter",
    "ParseError",
    "Search",
    "Searches",
    "Space",
    "State",
    "StateError",
    "alquerque",
    "amazes",
    "blockdrop",
    "game_type",
    "games",
    "get_include",
    "load",
    "make",
    "ontherun",
    "players",
    "snakecore",
    "vector",
]
