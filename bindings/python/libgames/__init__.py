"""Exact, pure engines of programming-contest games.

    import libgames as lg

    game = lg.make("alquerque")
    state = game.new(seed=7)
    while not state.is_over:
        state = state.apply(state.legal_actions[0])
    print(state.board, state.scores)

States are immutable; `apply` returns a new one. Every game has the same interface; functions of a single game are in
its module (`libgames.alquerque`).
"""

import importlib
from typing import TYPE_CHECKING

from . import _native, alquerque, amazes, blockdrop, ontherun, snakecore
from ._configurations import Parameter
from ._errors import BrokenGame, Error, GameOver, IllegalMove, ParseError, StateError
from ._native import lg_version as _version
from ._bots import Bot, BotType, bot_type, bots
from ._policies import Policy
from ._types import Checked, Clock, Finding, GameType, Space, game_type, games, get_include, load
from ._words import did_you_mean
from .game import Game, State, make

__version__ = _version()


if TYPE_CHECKING:
    from . import alphabeta as alphabeta
    from . import arena as arena
    from . import cluster as cluster
    from . import gymnasium as gymnasium
    from . import openspiel as openspiel
    from . import pettingzoo as pettingzoo
    from . import pictures as pictures
    from . import sb3 as sb3
    from . import search as search
    from . import vector as vector
    from ._install import install_command
    from .alphabeta import AlphaBeta
    from .search import BatchSearch, Search, SelfPlay
else:
    # Modules that need further libraries, or time to import them.
    _LATER = (
        "alphabeta", "arena", "cluster", "gymnasium", "openspiel", "pettingzoo", "pictures", "sb3", "search", "vector",
    )  # fmt: skip
    _INSIDE = {
        "AlphaBeta": "alphabeta", "Search": "search", "BatchSearch": "search", "SelfPlay": "search",
        "install_command": "_install",
    }  # fmt: skip

    def __getattr__(name):
        """Modules loaded at their first use. Raises ImportError for a missing library."""
        if name in _LATER:
            return importlib.import_module(f"libgames.{name}")
        if name in _INSIDE:
            return getattr(importlib.import_module(f"libgames.{_INSIDE[name]}"), name)
        # Python itself asks about the names that are there already.
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{did_you_mean(name, {*_LATER, *__all__})}")

    def __dir__():
        return sorted({*globals(), *__all__})


__all__ = [
    "AlphaBeta",
    "BrokenGame",
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
    "Bot",
    "BotType",
    "Policy",
    "Search",
    "BatchSearch",
    "SelfPlay",
    "Space",
    "State",
    "StateError",
    "alquerque",
    "amazes",
    "blockdrop",
    "game_type",
    "games",
    "get_include",
    "install_command",
    "load",
    "make",
    "ontherun",
    "bot_type",
    "bots",
    "snakecore",
    "vector",
]
