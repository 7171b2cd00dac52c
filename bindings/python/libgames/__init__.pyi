from . import alquerque as alquerque
from . import amazes as amazes
from . import blockdrop as blockdrop
from . import ontherun as ontherun
from . import snakecore as snakecore
from . import vector as vector
from ._native import Error as Error
from ._native import GameOver as GameOver
from ._native import IllegalMove as IllegalMove
from ._native import ParseError as ParseError
from ._native import StateError as StateError
from .game import Game as Game
from .game import GameType as GameType
from .game import Parameter as Parameter
from .game import Space as Space
from .game import State as State
from .game import games as games
from .game import make as make
from .game import players as players

__version__: str

__all__ = [
    "Error",
    "Game",
    "GameOver",
    "GameType",
    "IllegalMove",
    "Parameter",
    "ParseError",
    "Space",
    "State",
    "StateError",
    "alquerque",
    "amazes",
    "blockdrop",
    "games",
    "make",
    "ontherun",
    "players",
    "snakecore",
    "vector",
]
