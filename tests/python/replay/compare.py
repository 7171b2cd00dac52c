"""How replayers compare what a line states with what the library does."""

import json


class Mismatch(Exception):
    """A line states something that the library does otherwise, or is no line of its format."""


def same(what, library, stated):
    """Both equal, and of the same kind, inside as well: true is not 1."""
    if type(library) is not type(stated) or json.dumps(library) != json.dumps(stated):
        raise Mismatch(f"{what}: the vector states {stated!r}, the library has {library!r}")


def members(what, found, *names):
    """`found` is an object with exactly these members: nothing that a line states goes unread."""
    if not isinstance(found, dict) or set(found) != set(names):
        raise Mismatch(f"{what}: expected an object with {', '.join(names)}, not {found!r:.200}")
