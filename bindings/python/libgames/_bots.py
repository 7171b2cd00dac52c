"""Bots: configured like games."""

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


class BotType(NamedTuple):
    """A bot before it is configured."""

    name: str  #: as in configurations
    meaning: str  #: one line
    parameters: tuple[Parameter, ...]  #: of its configurations


def _bot_type(kind: int) -> BotType:
    facts = _native.lg_bot_type_at(kind)
    parameters = range(_native.lg_bot_type_param_count_get(facts))
    return BotType(
        _native.lg_bot_type_name_get(facts),
        _native.lg_bot_type_meaning_get(facts),
        tuple(parameter(_native.lg_bot_type_param(facts, number)) for number in parameters),
    )


_TYPES = {one.name: one for one in map(_bot_type, range(_native.lg_bot_type_count()))}
_KINDS = {kind.name: kind.parameters for kind in _TYPES.values()}

#: Bots for rollouts in searches.
_SIMPLE = {"random": _native.LG_BOT_RANDOM, "greedy": _native.LG_BOT_GREEDY}

#: Bots that choose without thinking.
_AT_ONCE = (*_SIMPLE, "net")


def bots() -> tuple[str, ...]:
    """The names of the bots: see Bot."""
    return tuple(_TYPES)


def bot_type(name: str) -> BotType:
    """The description of a bot, and its parameters. Raises ValueError if there is none of this name."""
    if not isinstance(name, str) or name not in _TYPES:
        raise ValueError(expected_one_of("bot", name, _TYPES))
    return _TYPES[name]


class Bot:
    """A configured bot, by name and parameters or by a whole configuration string.

    >>> Bot("mcts", simulations=200, rollout="greedy")
    libgames.Bot('mcts(simulations=200,rollout=greedy)')

    "random" takes any legal action and "greedy" the one with the best immediate result; "mcts" and "alphabeta" search,
    "expert" thinks by a method specific to the game, and "strong" is the best bot for a game with a given effort. "net"
    is a small trained network. Wherever a bot is expected, its configuration string is accepted as well. Bots with
    equal configurations are equal. Raises ParseError for an unknown name, parameter or value.
    """

    __slots__ = {
        "_data": None,
        "_simple": None,
        "config": "The shortest configuration as text, which Bot() takes.",
        "name": "The bot's name in configurations.",
        "parameters": "The value of each parameter, by name.",
    }

    _data: bytes
    _simple: int | None  # its number, if it plays rollouts
    config: str
    name: str
    parameters: Mapping[str, int | str]

    def __init__(self, config: str, **parameters: int | str) -> None:
        if not isinstance(config, str):
            raise TypeError(expected_one_of("bot", config, _TYPES))
        text = configuration(config, parameters)
        try:
            data = _native.bot_configure(text)
        except ParseError as error:
            error.args = (explained(error, text, "bot", _KINDS),)
            raise
        kind, *values = memoryview(data).cast("i")
        name = tuple(_TYPES)[kind]
        object.__setattr__(self, "_data", data)
        object.__setattr__(self, "_simple", kind if name in _SIMPLE else None)
        object.__setattr__(self, "config", _native.lg_bot_print(data))
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "parameters", values_of(_KINDS[name], values))

    def in_seat(self, game: Configured, seat: SupportsIndex) -> Bot:
        """The bot that plays in this seat of the game: for "strong" the bot that it stands for there, otherwise this
        one. Raises ValueError if it can't play the game."""
        if not isinstance(game, Configured):
            raise TypeError(f"game: expected a Game, not {shown(game)}")
        try:
            integer("seat", seat, 0, game.players - 1)
            with saying_more(ValueError, f"it plays only {{}}, and so not {game.config}"):
                _native.lg_bot_configure(game._handle, self.config)
            return Bot(_native.lg_bot_print(_native.lg_bot_in_seat(game._handle, seat, self._data)))
        except ValueError as error:
            error.args = (f"{self.config}: {error}",)
            raise

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("bots are immutable")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("bots are immutable")

    def __str__(self) -> str:
        return self.config

    def __repr__(self) -> str:
        return f"libgames.Bot({self.config!r})"

    def __eq__(self, other: object) -> bool:
        return self.config == other.config if isinstance(other, Bot) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.config)

    def __reduce__(self) -> tuple[type[Bot], tuple[str]]:
        return Bot, (self.config,)


def takes_long(bot: str | Bot) -> bool:
    """Whether a choice may take too long to wait for after Ctrl-C; most take milliseconds."""
    given = configured(bot)
    if given.name in _AT_ONCE:
        return False
    effort, most = ("depth", 3) if given.name == "alphabeta" else ("simulations", 1000)
    return int(given.parameters[effort]) > most


def configured(bot: str | Bot) -> Bot:
    """The bot, which may be given as a string."""
    if isinstance(bot, Bot):
        return bot
    return _remembered(bot) if isinstance(bot, str) else Bot(bot)


@functools.lru_cache
def _remembered(config: str) -> Bot:
    """The same strings are given again and again."""
    return Bot(config)
