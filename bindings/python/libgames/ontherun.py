"""What only On the Run has: maps, joint moves, where the fugitive can be, messages, the hunt as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, SupportsIndex

from . import _native
from .game import Game, State, make

DETECTIVES, FUGITIVE = 0, 1
_TYPES = "CTP"
_PHASES = ("place detectives", "place fugitive", "move fugitive", "move detectives")


class Hunt(NamedTuple):
    """How a hunt stands. Cities are labels; 0 stands for one that is not chosen yet."""

    turn: int
    phase: str
    fugitive: int
    detectives: list[int]
    possible: list[int]
    result: str


def _game(game: Game) -> Game:
    if not isinstance(game, Game) or game.name != "ontherun":
        raise TypeError(f"game: expected a game of ontherun, not {game!r}")
    return game


def _parts(state: State) -> tuple[_native.GameHandle, bytes]:
    if not isinstance(state, State) or state.game.name != "ontherun":
        raise TypeError(f"state: expected a state of ontherun, not {state!r}")
    return state.game._handle, bytes(state)


def on_map(text: str) -> Game:
    """The game on a map of one's own, given as connect.txt. Raises ParseError with the line."""
    if not isinstance(text, str):
        raise TypeError(f"text: expected a string, not {type(text)}")
    first = text.split("\n", 1)[0].removesuffix("\r")
    cities = int(first) if first.isascii() and first.isdigit() and 5 <= int(first[:4]) <= 200 else 200
    return Game(f"ontherun(cities={cities})", text)


def map_text(game: Game) -> str:
    """The game's map as connect.txt."""
    return _native.ontherun_map_text(_game(game)._handle)


def broken_promises(game: Game) -> list[str]:
    """What the contest's page promises of its maps, and this one does not keep."""
    return _native.ontherun_map_check(_game(game)._handle)


def places(game: Game) -> list[tuple[int, int]] | None:
    """Where to draw the cities 1, 2, ...: x in 0 ... 1000, y in 0 ... 700 downwards. None for a map from text."""
    return _native.ontherun_map_places(_game(game)._handle)


def setup(configuration: str, seed: int, text: str | None) -> State:
    """The start of a contest's game: on the map in a connect.txt, in a position, or new. Raises ParseError.

    All chance is in the map: where the configuration names none, the seed does.
    """
    if text is not None and "\n" in text.strip():
        return on_map(text).new()
    game = make(configuration)
    if "map=" not in configuration:
        game = make(game.name, **{**game.parameters, "map": seed % 2**31})
    return game.new(seed) if text is None else game.parse(text.strip())


SETUP = "map"  # what `libgames map` makes, checks and prints
SETUP_OPTIONS = ("cities",)


def generate_setup(configuration: str, seed: int) -> str:
    """A map that keeps all promises of the contest's page, as a connect.txt."""
    return setup(configuration, seed, None).game.shared_text or ""


def check_setup(text: str) -> str:
    """Raises ParseError for what is no connect.txt, ValueError for one that breaks promises of the contest's page."""
    if broken := broken_promises(on_map(text)):
        raise ValueError("not promised by this map: " + "; ".join(broken))
    return "a map that keeps all promises"


def show_setup(text: str) -> str:
    """Which cities the map in a connect.txt joins, and its figures. Raises ParseError."""
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
    """The fewest moves from city to city by `kind`: C, T, P or any. None when there is no way."""
    if kind not in (*_TYPES, "any"):
        raise ValueError(f"kind: expected C, T, P or any, not {kind!r}")
    number = 3 if kind == "any" else _TYPES.index(kind)
    moves = _native.ontherun_distance(_game(game)._handle, number, start, end)
    return None if moves < 0 else moves


def hunt(state: State) -> Hunt:
    """How the hunt stands, seen by somebody who knows everything."""
    turn, phase, fugitive, detectives, possible, result = _native.ontherun_fields(*_parts(state))
    return Hunt(turn, _PHASES[phase], fugitive, detectives, possible, result)


def message(state: State, player: SupportsIndex) -> str:
    """What the program of `player` (DETECTIVES or FUGITIVE) reads now; empty when it is not its turn."""
    return _native.ontherun_message(*_parts(state), player)


def count_joint_moves(state: State) -> int:
    """How many lists of four cities the detectives may answer now. 0 when it is not their turn."""
    return _native.ontherun_joint_count(*_parts(state))


def joint_moves(state: State) -> Iterator[tuple[int, int, int, int]]:
    """These lists, one after the other."""
    joints = _native.ontherun_joints(*_parts(state))
    return iter(lambda: _native.ontherun_joints_next(joints), None)


def routes(state: State) -> dict[int, int]:
    """For each city where the fugitive can be: by how many routes it can have come there since it was last seen."""
    return _native.ontherun_routes(*_parts(state))


def sample(state: State, seed: SupportsIndex = 0, by_route: bool = False) -> State:
    """A state that agrees with all that the detectives know, the fugitive's city drawn: uniformly over the possible
    cities, or over the routes."""
    drawn = _native.ontherun_sample(*_parts(state), by_route, seed)
    return state.game.from_bytes(drawn)


def legal_moves(state: State) -> Iterator[str]:
    """The legal answers of the contest: a city, a move `T 12`, or the detectives' four lines."""
    if state.player == DETECTIVES:
        return ("\n".join(map(str, cities)) for cities in joint_moves(state))
    start = hunt(state).phase == "place fugitive"
    moves = (divmod(action, 200) for action in state.legal_actions)
    return (str(city + 1) if start else f"{_TYPES[type]} {city + 1}" for type, city in moves)


def draw(state: State, player: int | None = None) -> str:
    """The hunt in a few lines. For the detectives: without the fugitive's city while it is hidden from them."""
    now = hunt(state)
    hidden = player == DETECTIVES and now.fugitive and now.possible != [now.fugitive] and not state.is_over
    lines = [
        f"turn {now.turn} of 50, to do: {now.phase}",
        f"detectives: {' '.join(map(str, now.detectives)) if any(now.detectives) else 'not placed'}",
        f"fugitive:   {'hidden' if hidden else now.fugitive or 'not placed'}",
        f"possible:   {len(now.possible)} cities: {_few(now.possible)}",
    ]
    if state.is_over:
        lines[0] = f"over in turn {now.turn}: {now.result}, {state.scores[0]}-{state.scores[1]}"
    return "\n".join(lines)


def _few(cities: list[int]) -> str:
    shown = " ".join(map(str, cities[:20]))
    return shown + " ..." if len(cities) > 20 else shown
