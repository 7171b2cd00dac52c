"""Built-in players: configured like games."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, NamedTuple, NoReturn, SupportsIndex

from . import _native
from ._configurations import Parameter, configuration, explained, parameter, values_of
from ._errors import ParseError, saying_more
from ._types import Configured
from ._words import expected_one_of, integer, shown

if TYPE_CHECKING:
    from collections.abc import Mapping


class PlayerType(NamedTuple):
    """A built-in player before it is configured."""

    name: str  #: as in configurations
    meaning: str  #: one line
    parameters: tuple[Parameter, ...]  #: of its configurations


def _player_type(kind: int) -> PlayerType:
    facts = _native.lg_player_type_at(kind)
    parameters = range(_native.lg_player_type_param_count_get(facts))
    return PlayerType(
        _native.lg_player_type_name_get(facts),
        _native.lg_player_type_meaning_get(facts),
        tuple(parameter(_native.lg_player_type_param(facts, number)) for number in parameters),
    )


_TYPES = {one.name: one for one in map(_player_type, range(_native.lg_player_type_count()))}
_KINDS = {kind.name: kind.parameters for kind in _TYPES.values()}

#: Those who play rollouts in searches.
_SIMPLE = {"random": _native.LG_PLAYER_RANDOM, "greedy": _native.LG_PLAYER_GREEDY}

#: Those who choose at once, without thinking.
_AT_ONCE = (*_SIMPLE, "net")


def players() -> tuple[str, ...]:
    """The names of the built-in players: see Player."""
    return tuple(_TYPES)


def player_type(name: str) -> PlayerType:
    """What a built-in player is, and its parameters. Raises ValueError when there is none of this name."""
    if not isinstance(name, str) or name not in _TYPES:
        raise ValueError(expected_one_of("player", name, _TYPES))
    return _TYPES[name]


class Player:
    """A configured built-in player, by name and parameters or by a whole configuration string.

    >>> Player("mcts", simulations=200, rollout="greedy")
    libgames.Player('mcts(simulations=200,rollout=greedy)')

    "random" takes any legal action and "greedy" what is worth most at once; "mcts" and "alphabeta" search, "expert"
    thinks in a way of the game's own, and "strong" is what plays best in a game with a given effort. "net" is a small
    network that was trained beforehand. Wherever a player is named, the text alone will do. Equal configurations are
    equal players. Raises ParseError for an unknown name, parameter or value.
    """

    __slots__ = {
        "_data": None,
        "_simple": None,
        "config": "The shortest configuration as text, which Player() takes.",
        "name": "The player's name in configurations.",
        "parameters": "The value of each parameter, by name.",
    }

    _data: bytes
    _simple: int | None  # its number, if it plays rollouts
    config: str
    name: str
    parameters: Mapping[str, int | str]

    def __init__(self, config: str, **parameters: int | str) -> None:
        if not isinstance(config, str):
            raise TypeError(expected_one_of("player", config, _TYPES))
        text = configuration(config, parameters)
        try:
            data = _native.player_configure(text)
        except ParseError as error:
            error.args = (explained(error, text, "player", _KINDS),)
            raise
        kind, *values = memoryview(data).cast("i")
        name = tuple(_TYPES)[kind]
        object.__setattr__(self, "_data", data)
        object.__setattr__(self, "_simple", kind if name in _SIMPLE else None)
        object.__setattr__(self, "config", _native.lg_player_print(data))
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "parameters", values_of(_KINDS[name], values))

    def in_seat(self, game: Configured, seat: SupportsIndex) -> Player:
        """The player that plays in this seat of the game: for "strong" what it stands for there, else this one. Raises
        ValueError when it can't play the game."""
        if not isinstance(game, Configured):
            raise TypeError(f"game: expected a Game, not {shown(game)}")
        try:
            integer("seat", seat, 0, game.players - 1)
            with saying_more(ValueError, f"it plays only {{}}, and so not {game.config}"):
                _native.lg_player_configure(game._handle, self.config)
            return Player(_native.lg_player_print(_native.lg_player_in_seat(game._handle, seat, self._data)))
        except ValueError as error:
            error.args = (f"{self.config}: {error}",)
            raise

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("players are immutable")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("players are immutable")

    def __str__(self) -> str:
        return self.config

    def __repr__(self) -> str:
        return f"libgames.Player({self.config!r})"

    def __eq__(self, other: object) -> bool:
        return self.config == other.config if isinstance(other, Player) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.config)

    def __reduce__(self) -> tuple[type[Player], tuple[str]]:
        return Player, (self.config,)


def takes_long(player: str | Player) -> bool:
    """Whether a choice may take longer than anybody wants to wait for after Ctrl-C; most take milliseconds."""
    given = configured(player)
    if given.name in _AT_ONCE:
        return False
    effort, most = ("depth", 3) if given.name == "alphabeta" else ("simulations", 1000)
    return int(given.parameters[effort]) > most


def configured(player: str | Player) -> Player:
    """The player, which may be given by its text."""
    if isinstance(player, Player):
        return player
    return _remembered(player) if isinstance(player, str) else Player(player)


@functools.lru_cache
def _remembered(config: str) -> Player:
    """A player is asked for again and again by the same text."""
    return Player(config)
