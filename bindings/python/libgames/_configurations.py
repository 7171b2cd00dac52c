"""Names with parameters, name(key=value,key=value), of games and of bots: the known ones, and errors."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from . import _native
from ._errors import ParseError, parse_error
from ._words import did_you_mean, expected_one_of, shown


class Parameter(NamedTuple):
    """One parameter of a configuration: an integer in minimum ... maximum, or one of `words`."""

    name: str  #: as in configurations
    minimum: int  #: for words the first index, 0
    maximum: int  #: included; for words the last index
    default: int | str  #: the value if the configuration leaves it out
    words: tuple[str, ...]  #: empty for an integer
    meaning: str  #: one line


def parameter(one: _native.ParameterFacts) -> Parameter:
    """A parameter as C describes it."""
    words: tuple[str, ...] = ()
    while (word := _native.lg_param_word(one, len(words))) is not None:
        words += (word,)
    initial = _native.lg_param_initial_get(one)
    return Parameter(
        _native.lg_param_name_get(one), _native.lg_param_minimum_get(one), _native.lg_param_maximum_get(one),
        words[initial] if words else initial, words, _native.lg_param_meaning_get(one),
    )  # fmt: skip


def values_of(parameters: tuple[Parameter, ...], numbers: Sequence[int]) -> Mapping[str, int | str]:
    """The value of each parameter, by name; a word for its number. There may be more numbers."""
    pairs = zip(parameters, numbers, strict=False)
    return MappingProxyType({one.name: one.words[value] if one.words else value for one, value in pairs})


def configuration(name: str, parameters: Mapping[str, int | str]) -> str:
    """The text of a name with these parameters."""
    if not parameters:
        return name
    if "(" in name:
        raise ValueError("expected parameters either in the configuration string or as keywords, not both")
    text = name + "("
    for key, value in parameters.items():
        if not key.isidentifier():
            raise _refused(name, len(text) + 1, "the name of a parameter", key)
        written = _written(key, value)
        if any(character in "(),=" for character in written):
            raise _refused(key, len(text) + len(key) + 2, "one value", written)
        text += f"{key}={written},"
    return text[:-1] + ")"


def _refused(name: str, column: int, expected: str, given: str) -> ParseError:
    error = parse_error(1, column, expected)
    error.args = (f"{name}: expected {expected}, not {shown(given)}",)
    return error


def _written(name: str, value: int | str) -> str:
    """A value in a configuration; numbers outside every range in the form for messages."""
    if isinstance(value, str):
        return value
    try:
        return shown(operator.index(value))
    except TypeError:
        raise TypeError(f"{name}: expected an integer or a str, not {shown(value)}") from None


def explained(
    error: ParseError, config: str, what: str, kinds: Mapping[str, tuple[Parameter, ...]], alone: bool = True
) -> str | None:
    """An error in a configuration that shows the given value, the known ones and a probable correction. `what` is
    configured, "game" or "bot"; `kinds` are the names with their parameters. None if the error may be in another text,
    because the configuration is part of one."""
    if error.expected.startswith(f"the name of a {what}"):
        return expected_one_of(what, config.partition("(")[0], kinds)
    name = max((name for name in kinds if config.startswith(name)), key=len)
    parameters = kinds[name]
    given = config[error.column - 1 :]
    unknown = error.expected == f"the name of a parameter of this {what}"
    if unknown and not parameters:
        return f"{name}: expected {name!r} without parameters, since it has none, not {shown(config)}"
    if unknown:
        return expected_one_of(f"parameter of {name}", given.partition("=")[0], map(parameter_text, parameters))
    for parameter in parameters:
        if error.expected == parameter.meaning:
            given = given.partition(",")[0].removesuffix(")")
            value = shown(given) if parameter.words else shown(given)[1:-1] or "nothing"
            return f"{parameter.name}: expected {parameter.meaning}, not {value}{did_you_mean(given, parameter.words)}"
    where = "" if error.column == len(name) + 1 else f", column {error.column}"
    return f"{shown(config)}{where}: expected {error.expected}" if alone else None


def parameter_text(parameter: Parameter) -> str:
    """The name of a parameter, and in brackets its values."""
    return f"{parameter.name} ({' or '.join(parameter.words) or f'{parameter.minimum} ... {parameter.maximum}'})"
