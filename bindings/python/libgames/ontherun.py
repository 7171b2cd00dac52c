"""Functions of On the Run: maps, joint moves, possible cities of the fugitive."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, SupportsIndex

import numpy as np
import numpy.typing as npt

from . import _native
from ._errors import saying
from ._words import integer, one_of, shown
from .game import Game, State, checked, make

DETECTIVES, FUGITIVE = _native.LG_ONTHERUN_DETECTIVES, _native.LG_ONTHERUN_FUGITIVE  #: the players
_TYPES = "CTP"
_PHASES = ("place detectives", "place fugitive", "move fugitive", "move detectives")


class Hunt(NamedTuple):
    """The position of a hunt. Cities are labels; 0 stands for a city that is not chosen yet. `phase` is the next
    decision:
    "place detectives", "place fugitive", "move fugitive" or "move detectives". `possible`: the fugitive's possible
    cities."""

    turn: int
    phase: str
    fugitive: int
    detectives: list[int]
    possible: list[int]


def _game(game: Game) -> Game:
    if not isinstance(game, Game) or game.name != "ontherun":
        raise TypeError(f"game: expected a game of ontherun, not {shown(game)}")
    return game


def _parts(state: State) -> tuple[_native.GameHandle, bytes]:
    data = bytes(checked(state, "ontherun"))
    return state.game._handle, data


def on_map(text: str, resample: str = "city") -> Game:
    """The game on a given map, a connect.txt; `resample` as in lg.make. Raises ParseError with the line."""
    if not isinstance(text, str):
        raise TypeError(f"text: expected a string, not {type(text)}")
    first = re.match(r"\ufeff?(?:[ \t]*(?:#.*)?\r?\n)*([0-9]{1,3})(?![0-9])", text)
    cities = int(first[1]) if first is not None and 5 <= int(first[1]) <= 200 else 200
    return Game(f"ontherun(cities={cities},resample={resample})", text)


def connections(game: Game) -> list[tuple[str, int, int]]:
    """The map's connections: C, T or P and the two cities, the smaller label first; by type, then city."""
    lines = (_game(game).shared_text or "").splitlines()[1:-1]
    pairs = ((line[0], line[2:].split("-")) for line in lines)
    return [(kind, int(start), int(end)) for kind, (start, end) in pairs]


def edges(game: Game) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The map for graph networks: both directions of every connection as city numbers from 0, int64 [2, connections],
    and its type, 0 car, 1 train, 2 plane."""
    found = [(int(a) - 1, int(b) - 1, _TYPES.index(kind)) for kind, a, b in connections(game)]
    table = np.array(found + [(b, a, kind) for a, b, kind in found], np.int64).reshape(-1, 3).T
    return table[:2].copy(), table[2].copy()


def adjacency(game: Game) -> npt.NDArray[np.uint8]:
    """The map as a tensor, uint8 [3, max_cities, max_cities]: 1 where a car, a train or a plane goes from city to
    city."""
    size = _game(game).num_actions // 3
    matrix = np.zeros((3, size, size), np.uint8)
    (start, end), kinds = edges(game)
    matrix[kinds, start, end] = 1
    return matrix


def broken_promises(game: Game) -> list[str]:
    """The promises of the contest's page that this map does not keep."""
    broken = _native.lg_ontherun_map_check(_game(game)._handle)
    bits = (1 << bit for bit in range(_native.LG_ONTHERUN_ALL_PROMISES.bit_length()))
    return [_native.lg_ontherun_promise_text(promise) for promise in bits if broken & promise]


def places(game: Game) -> list[tuple[int, int]]:
    """Coordinates to draw the cities 1, 2, ...: x in 0 ... 1000, y in 0 ... 700 downwards."""
    handle = _game(game)._handle
    return [_native.lg_ontherun_map_place(handle, city) for city in range(1, _cities(game) + 1)]


def _cities(game: Game) -> int:
    return int(game.parameters["cities"])


def setup(configuration: str, seed: int, text: str | None) -> State:
    """The start of a contest's game: on the map in a connect.txt, in a position, or new. Raises ParseError.

    All chance is in the map: if the configuration does not determine it, the seed does.
    """
    game = make(configuration)
    if text is not None and "\n" in text.strip():
        return on_map(text, str(game.parameters["resample"])).new()
    if "map=" not in configuration:
        game = make(game.name, **{**game.parameters, "map": seed % 2**31})
    return game.new(seed) if text is None else game.parse(text.strip())


SETUP = "map"  #: made, checked and printed by `libgames map`
SETUP_OPTIONS = ("cities",)  #: parameters of it


def generate_setup(configuration: str, seed: int) -> str:
    """A map that keeps all promises of the contest's page, as a connect.txt."""
    return setup(configuration, seed, None).game.shared_text or ""


def check_setup(text: str) -> str:
    """Raises ParseError for a text that is not a connect.txt, ValueError for one that breaks promises of the contest's
    page."""
    if broken := broken_promises(on_map(text)):
        raise ValueError("not promised by this map: " + "; ".join(broken))
    return "a map that keeps all promises"


def show_setup(text: str) -> str:
    """The connections of the map in a connect.txt, with statistics. Raises ParseError."""
    first, *connections = (on_map(text).shared_text or "").splitlines()[:-1]
    joined: dict[tuple[int, str], list[int]] = {}
    for line in connections:
        one, other = map(int, line[2:].split("-"))
        joined.setdefault((one, line[0]), []).append(other)
        joined.setdefault((other, line[0]), []).append(one)
    rows = [("city", "by car", "by train", "by plane")]
    for city in range(1, int(first) + 1):
        cars, trains, planes = (" ".join(map(str, sorted(joined.get((city, kind), [])))) for kind in _TYPES)
        rows.append((str(city), cars, trains, planes))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    car, train, plane = (sum(line[0] == kind for line in connections) for kind in _TYPES)
    return "\n".join([*lines, f"{first} cities; connections by car {car}, train {train}, plane {plane}"])


def distance(game: Game, start: SupportsIndex, end: SupportsIndex, kind: str = "any") -> int | None:
    """The fewest moves from city to city by `kind`: C, T, P or any. None if there is no way."""
    one_of("kind", kind, (*_TYPES, "any"))
    number = 3 if kind == "any" else _TYPES.index(kind)
    handle, cities = _game(game)._handle, _cities(game)
    with saying(ValueError, "start, end: expected two cities of the map"):
        one, other = integer("start", start, 1, cities), integer("end", end, 1, cities)
    moves = _native.lg_ontherun_distance(handle, number, one, other)
    return None if moves < 0 else moves


def hunt(state: State) -> Hunt:
    """The position of the hunt, with full knowledge."""
    fields = checked(state, "ontherun").fields
    possible = np.unpackbits(fields["possible"].astype("<u8").view(np.uint8), bitorder="little")
    return Hunt(
        turn=int(fields["turn"]),
        phase=_PHASES[fields["phase"]],
        fugitive=int(fields["fugitive"]),
        detectives=fields["detective"].tolist(),
        possible=np.flatnonzero(possible).tolist(),
    )


def count_joint_moves(state: State) -> int:
    """The number of possible answers of the detectives, lists of four cities. 0 when it is not their turn."""
    return _native.lg_ontherun_joint_count(*_parts(state))


def joint_moves(state: State) -> Iterator[tuple[int, int, int, int]]:
    """These answers, one after the other."""
    joints = bytearray(_native.LG_ONTHERUN_JOINTS_SIZE)
    _native.lg_ontherun_joints_begin(*_parts(state), joints)
    return _lists(joints)


def _lists(joints: bytearray) -> Iterator[tuple[int, int, int, int]]:
    """The answers left in an enumeration."""
    while True:
        more, cities = _native.lg_ontherun_joints_next(joints)
        if not more:
            return
        yield cities


def routes(state: State) -> dict[int, int]:
    """For each city where the fugitive can be, the number of possible routes to it since it was last seen."""
    _, ways = _native.lg_ontherun_routes(*_parts(state))
    return {city: ways[city] for city in hunt(state).possible}


def legal_moves(state: State) -> Iterator[str]:
    """The legal answers of the contest: a city, a move `T 12`, or the detectives' four lines."""
    if checked(state, "ontherun").player == DETECTIVES:
        return ("\n".join(map(str, cities)) for cities in joint_moves(state))
    start = hunt(state).phase == "place fugitive"
    moves = (divmod(action, state.game.num_actions // 3) for action in state.legal_actions)
    return (str(city + 1) if start else f"{_TYPES[type]} {city + 1}" for type, city in moves)
