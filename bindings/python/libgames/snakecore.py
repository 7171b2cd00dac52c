"""Functions of SnakeCore: single turns with given cells, requests, pythons, positions of any shape."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple, SupportsIndex

import numpy as np

from . import _native
from ._errors import parse_error, saying, written
from ._words import counted, integer, listed, shown
from .game import State, checked, make


class Python(NamedTuple):
    """A python: its score, its protection between turns, its cells (x, y) from the head to the tail, the types of its
    blocks from the first one (`b` ordinary, `e` energy)."""

    score: int
    protection: int
    cells: list[tuple[int, int]]
    blocks: str
    disqualified: bool


def _bytes(state: State) -> bytes:
    return bytes(checked(state, "snakecore"))


def _state(data: bytes) -> State:
    """In the configuration that it needs, which is at the same place in every state."""
    layout = make("snakecore").state_dtype
    head = np.frombuffer(data.ljust(layout.itemsize, b"\0"), layout, 1)[0]
    names = ("size", "players", "ordinary", "energy", "rounds")
    return make("snakecore", walls=0, reactors=0, **{name: int(head[name]) for name in names}).from_bytes(data)


def parse(text: str | bytes) -> State:
    """The state of a position text, in the configuration that the text requires. Raises ParseError."""
    return _state(_native.lg_snakecore_parse(text))


def read_request(
    text: str | bytes, player: SupportsIndex = 0, rounds: SupportsIndex = 200, seed: SupportsIndex = 0
) -> State:
    """The state that a getAction request shows to its program.

    The program's player gets the number `player`. Two values that a request lacks are arguments: the rounds (none of
    them finished) and the seed of the generator; scores are 0. Raises ParseError, ValueError.
    """
    with saying(ValueError, "expected a player's number and 1 ... 10000 rounds"):
        kind, data = _native.lg_snakecore_message_parse(text, player, rounds, seed)
    if kind == _native.LG_SNAKECORE_MESSAGE_NAME:
        raise parse_error(1, 1, "a getAction request")
    return _state(data)


def setup(configuration: str, seed: int, text: str | None) -> State:
    """The start of a contest's game: from a seed, in a getAction request, or in a position of any shape, in which a
    disqualified player is skipped.

    Raises ParseError, ValueError.
    """
    game = make(configuration)
    if text is None:
        return game.new(seed)
    if not isinstance(text, str):
        raise TypeError(f"text: expected a str, not {shown(text)}")
    if text.startswith("getAction"):
        return read_request(text, rounds=int(game.parameters["rounds"]), seed=seed)
    state = parse(text.strip())
    is_out = state.player is not None and state.fields["disqualified"] >> state.player & 1
    return state.apply("N") if is_out else state


SETUP = "field"  #: made, checked and printed by `libgames field`
SETUP_OPTIONS: tuple[str, ...] = ()  #: parameters of it


def generate_setup(configuration: str, seed: int) -> str:
    """A field, as a position."""
    return f"{make(configuration).new(seed)}\n"


def _read_setup(text: str) -> State:
    state = written(text, lambda text: setup("snakecore", 1, text))
    if state.is_over:
        raise ValueError("the game is over in this position")
    return state


def check_setup(text: str) -> str:
    """The content of a position or a getAction request in words. Raises ParseError, ValueError."""
    state = _read_setup(text)
    cells = Counter("".join(field(state)))
    blocks = f"{cells['b']} ordinary and {cells['e']} energy blocks"
    named = counted(state.game.players, "player"), counted(cells["W"], "wall"), counted(cells["R"], "reactor"), blocks
    return ", ".join(named)


def show_setup(text: str) -> str:
    """The board of a position or a getAction request. Raises ParseError, ValueError."""
    return _read_setup(text).board


def request(state: State) -> str:
    """The whole getAction request that the player to move reads. Raises GameOver."""
    return _native.lg_snakecore_request(_bytes(state))


def spawns(state: State, action: SupportsIndex) -> int:
    """The number of blocks that come back when the player to move takes this action."""
    return _native.lg_snakecore_spawns(_bytes(state), action)


def apply_at(state: State, action: SupportsIndex | str, cells: Sequence[tuple[int, int]] = ()) -> State:
    """One turn of the contest: an action (or its letter), and the cells (x, y) where blocks come back, in order.

    Unlike State.apply this stops at every turn, even of disqualified players. Raises ValueError, GameOver.
    """
    data = _bytes(state)
    if isinstance(action, str):
        action = state.game.parse_action(action)
    spawns = bytes(number for cell in listed("cells", cells) for number in _cell(cell))
    expected = "an action in 0 ... 5 and, for each block that comes back, the (x, y) of a cell that is empty then"
    with saying(ValueError, f"expected {expected}"):
        after = _native.lg_snakecore_apply_at(data, action, spawns)
    return state.game.from_bytes(after)


def _cell(cell: tuple[int, int]) -> tuple[int, int]:
    try:
        x, y = cell
    except (TypeError, ValueError) as error:
        raise type(error)(f"cells: expected pairs (x, y), not {shown(cell)}") from None
    most = _native.LG_SNAKECORE_MAX_SIZE - 1
    return integer("x", x, 0, most), integer("y", y, 0, most)


def forfeit(state: State, player: SupportsIndex) -> State:
    """The state in which this python never moves again. Unlike State.forfeit this does not play its turn, if it is to
    move. Raises ValueError, GameOver."""
    with saying(ValueError, "player: expected the number of a player"):
        data = _native.lg_snakecore_forfeit(_bytes(state), player)
    return state.game.from_bytes(data)


def field(state: State) -> list[str]:
    """The rows of the field as in a request."""
    size, cells = int(checked(state, "snakecore").fields["size"]), _native.lg_snakecore_field(_bytes(state)).decode()
    return [cells[start : start + size] for start in range(0, size * size, size)]


def pythons(state: State) -> list[Python]:
    """All pythons in the order of their players."""
    data, fields = _bytes(state), state.fields
    heads = fields["python"]["head"]
    columns = (fields["python"]["score"], fields["python"]["protection"], heads["x"], heads["y"])
    scores, protections, xs, ys = (column.tolist() for column in columns)
    everybody = []
    for player in range(state.game.players):
        _, body, types = _native.lg_snakecore_body(data, player)
        cells = [(xs[player], ys[player]), *zip(body[::2], body[1::2], strict=True)]
        blocks = "".join("be"[type] for type in types)
        out = bool(fields["disqualified"] >> player & 1)
        everybody.append(Python(scores[player], protections[player], cells, blocks, out))
    return everybody
