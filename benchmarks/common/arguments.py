"""Numbers on command lines, with errors that say what was expected."""

import argparse
import math
from collections.abc import Callable


def whole(least: int, most: int) -> Callable[[str], int]:
    """For integers in least ... most, with or without underscores between digits."""

    def number(text: str) -> int:
        digits = text.replace("_", "")
        if not digits.isdecimal() or not least <= int(digits) <= most:
            raise argparse.ArgumentTypeError(f"expected an integer in {least} ... {most}, not {text!r}")
        return int(digits)

    return number


def time_in(unit: str) -> Callable[[str], float]:
    """For numbers above 0 of such units of time."""

    def number(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not 0 < value < math.inf:
            raise argparse.ArgumentTypeError(f"expected a number of {unit} above 0, not {text!r}")
        return value

    return number
