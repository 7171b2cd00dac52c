"""Parts of messages: given values, known values, and probable corrections."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, SupportsFloat, SupportsIndex, TypeVar

_Item = TypeVar("_Item")

_MOST = 60  # characters of a refused value


def counted(number: int, what: str, form: str = "") -> str:
    """A number of things, written in this form: `1 move`, `2 moves`, with "," `2,000 moves`."""
    return f"{number:{form}} {what}{'' if number == 1 else 's'}"


def shown(given: object) -> str:
    """A given value, as written in Python, but never long."""
    if isinstance(given, int) and given.bit_length() > 200:  # Python refuses to print numbers of thousands of digits
        return f"an integer of about {int(given.bit_length() * 0.30103) + 1} digits"
    try:
        text = repr(given)
    except ValueError:
        return f"a {type(given).__name__} with a number of thousands of digits"
    except Exception:
        return f"a {type(given).__name__} that can't be printed"
    return text if len(text) <= _MOST else f"{text[: _MOST - 3]}... ({len(text)} characters)"


def brief(text: str) -> str:
    """A string, shortened if it is long."""
    return text if len(text) <= _MOST else shown(text)


def decoded(text: str) -> str:
    """A string from the command line or a file's name: bytes that are not UTF-8 become `\\xff`."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def nearest(given: object, known: Iterable[str]) -> str | None:
    """The name that was probably meant, if one resembles the given one."""
    names = list(known)
    if not isinstance(given, str) or len(given) > _MOST:
        return None
    import difflib  # takes a moment, and is needed only for errors

    plain = {_plain(name): name for name in reversed(names)}
    close = difflib.get_close_matches(_plain(given), plain, n=1)
    return plain[close[0]] if close else None


def _plain(name: str) -> str:
    return "".join(character for character in name.lower() if character.isalnum())


def did_you_mean(given: object, known: Iterable[str]) -> str:
    """The end of a message: a question, or nothing."""
    name = nearest(given, known)
    return "" if name is None else f"; did you mean {name!r}?"


def expected_one_of(what: str, given: object, known: Iterable[str]) -> str:
    """The message for an unknown name; in the known ones, words after a name explain it."""
    entries = list(known)
    end = did_you_mean(given, [entry.partition(" ")[0] for entry in entries])
    return f"{what}: expected one of {', '.join(entries)}, not {shown(given)}{end}"


def one_of(what: str, value: Any, values: Sequence[Any]) -> Any:
    """The value of an option, if it is one of these. Raises ValueError."""
    try:
        hash(value)  # an unhashable value, such as an array of one word, is never one of them, even if it equals one
        known = value in values
    except Exception:  # an array, or another object that can't be compared with them
        known = False
    if not known:
        words = [word for word in values if isinstance(word, str)]
        known_values = ", ".join(map(repr, values))
        raise ValueError(f"{what}: expected one of {known_values}, not {shown(value)}{did_you_mean(value, words)}")
    return value


def yes_or_no(what: str, value: Any) -> bool:
    """The value of an option that is True or False. Raises ValueError."""
    return bool(one_of(what, value, (True, False)))


def number_in_c(what: str, value: Any, numbers: Mapping[str, int]) -> int:
    """The C number of one of these words. Raises ValueError."""
    return numbers[one_of(what, value, tuple(numbers))]


def integer(what: str, value: SupportsIndex, low: int, high: int, instead: str = "") -> int:
    """The integer, if it is one and in this range; `instead` names other valid values. Raises TypeError,
    ValueError."""
    other = instead and f"{instead} or "
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{what}: expected {other}an integer, not {shown(value)}") from None
    if not low <= number <= high:
        raise ValueError(f"{what}: expected {other}an integer in {low} ... {high}, not {shown(number)}")
    return number


def number(what: str, value: SupportsFloat, low: float, high: float) -> float:
    """The number, if it is one and in this range. Raises TypeError, ValueError."""
    message = f"{what}: expected a number in {low:g} ... {high:g}, not {shown(value)}"
    if not isinstance(value, SupportsFloat):
        raise TypeError(message)
    try:
        given = float(value)
    except OverflowError:
        raise ValueError(message) from None
    except (TypeError, ValueError):  # an array
        raise TypeError(message) from None
    if not low <= given <= high:
        raise ValueError(message)
    return given


def time_limit(what: str, seconds: float | None) -> float:
    """The number of seconds; infinity without a limit. Raises ValueError."""
    if seconds is None:
        return math.inf
    try:
        number = float(seconds) if isinstance(seconds, SupportsFloat | SupportsIndex) else math.nan
    except OverflowError:
        number = math.inf
    except (TypeError, ValueError):  # an array
        number = math.nan
    if not number > 0:
        raise ValueError(f"{what}: expected None or a number above 0, not {shown(seconds)}")
    return number


def called(what: str, given: object) -> None:
    """Raises TypeError for anything but a function."""
    if not callable(given):
        raise TypeError(f"{what}: expected a function, not {shown(given)}")


def listed(what: str, given: Iterable[_Item]) -> list[_Item]:
    """The given sequence. Raises TypeError for anything else."""
    if not isinstance(given, Iterable) or isinstance(given, str | bytes):
        raise TypeError(f"{what}: expected a sequence, not {shown(given)}")
    return list(given)


def known_options(given: Mapping[str, Any] | None, known: Sequence[str]) -> Mapping[str, Any]:
    """The options of an environment's reset(). Raises TypeError, also for an unknown option."""
    if given is not None and not isinstance(given, Mapping):
        raise TypeError(f"options: expected None or a dict, of {' and '.join(known)}, not {shown(given)}")
    for name in given or ():
        if name not in known:
            raise TypeError(expected_one_of("options", name, known))
    return given or {}
