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


def minutes(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"expected a number of minutes above 0, not {text!r}")
    return number
