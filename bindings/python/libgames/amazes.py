"""Functions of Amazes: positions of the contest turn by turn, players' knowledge, ways, mazes as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple, NoReturn, SupportsIndex

import numpy as np

from . import _native
from ._errors import IllegalMove, parse_error, saying
from ._words import integer
from .game import Game, State, checked, make, state_of

RED, BLUE = _native.LG_AMAZES_RED, _native.LG_AMAZES_BLUE  #: the players


class Place(NamedTuple):
    """The place of a player: row and column 1 ... 25 from the top left, facing one of N E S W."""

    row: int
    column: int
    facing: str


class Counts(NamedTuple):
    """The numbers of a player's discoveries, each square and edge counted once."""

    squares: int
    walls: int
    openings: int
    dead_ends: int


_BITSETS = ("squares", "walls", "openings", "dead_ends")


class Position:
    """A position of the contest, also one in which the player to move has not looked yet. Immutable.

    The states of the uniform interface (`lg.make("amazes")`) look immediately and skip the jury's turns; this class
    shows each part of a turn separately: begin_turn, then play (or forfeit and jury).
    """

    __slots__ = ("_data",)

    _data: bytes

    def __init__(self, text: str | bytes, turns: SupportsIndex = 150) -> None:
        """The start in a maze file whose first two lines are Red's start and Blue's. Raises ParseError, ValueError."""
        walls, starts, has_starts = _native.lg_amazes_maze_parse(text)
        if not has_starts:
            raise parse_error(1, 1, "Red's and Blue's start before the maze")
        limit = integer("turns", turns, 1, _native.LG_AMAZES_TURNS)
        object.__setattr__(self, "_data", _native.lg_amazes_start(walls, starts, limit))

    def _after(self, data: bytes) -> Position:
        after = object.__new__(Position)
        object.__setattr__(after, "_data", data)
        return after

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("positions are immutable: play() returns a new one")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("positions are immutable: play() returns a new one")

    def __eq__(self, other: object) -> bool:
        return self._data == other._data if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._data)

    @property
    def fields(self) -> np.void:
        """The fields, as State.fields."""
        record: np.void = np.frombuffer(self._data, _game().state_dtype)[0]
        return record

    @property
    def player(self) -> int | None:
        """RED or BLUE, None when the game is over."""
        return state_of(_game(), self._data).player

    @property
    def looked(self) -> bool:
        """Whether the player to move has looked in this turn."""
        return bool(self.fields["looked"])

    @property
    def places(self) -> tuple[Place, Place]:
        """The places of Red and Blue."""
        return _places(self.fields)

    @property
    def points(self) -> tuple[int, int]:
        """Points of Red and Blue, not clipped."""
        return _native.lg_amazes_points(self._data)

    @property
    def scores(self) -> tuple[int, int]:
        """The contest's scores if the game stopped here: clipped, offences counted."""
        return _native.lg_amazes_scores(self._data)

    @property
    def first(self) -> tuple[int, int]:
        """Squares that each player discovered first."""
        red, blue = self.fields["first"].tolist()
        return red, blue

    @property
    def offenders(self) -> tuple[int, ...]:
        """The players for whom the jury plays."""
        return tuple(player for player in (RED, BLUE) if self.fields["offenders"] >> player & 1)

    @property
    def result(self) -> str:
        """"ongoing", "turns" or "sudden death"."""
        return _native.lg_game_result(_game()._handle, self._data)

    def sight(self, player: SupportsIndex) -> list[str]:
        """The current view of a player: ahead, right, behind, left, squared distance."""
        own = _player(player)
        maze, places = self.fields["maze"], self.fields["place"]
        sight = _native.lg_amazes_see(maze.tobytes(), places[own].tobytes(), places[1 - own].tobytes())
        return _native.lg_amazes_sight_print(sight).splitlines()

    def message(self, player: SupportsIndex) -> str:
        """The next message for its program, line ends included."""
        return _native.lg_game_message(_game()._handle, self._data, player)

    def counts(self, player: int) -> Counts:
        """The numbers of a player's discoveries."""
        return _counts(self.fields, player)

    def known(self, player: SupportsIndex) -> list[str]:
        """A player's discoveries in the form of a maze file; `?` is unknown, `x` a dead-end square."""
        return _known(self.fields, player)

    def begin_turn(self) -> Position:
        """After the look of the player to move, inference included. Raises IllegalMove, GameOver."""
        with saying(IllegalMove, "the player to move has looked already"):
            return self._after(_native.lg_amazes_begin_turn(self._data))

    def play(self, move: str | bytes) -> Position:
        """After the whole turn that the player to move writes as F T L R. Raises ParseError, IllegalMove, GameOver."""
        return self._after(_native.lg_amazes_play(self._data, move))

    def jury(self) -> Position:
        """After the jury's turn for an offender. Raises IllegalMove, GameOver."""
        with saying(IllegalMove, "the jury does not play for the player to move"):
            return self._after(_native.lg_amazes_jury(self._data))

    def forfeit(self, player: SupportsIndex) -> Position:
        """The same with a player for whom the jury plays from now on. Raises ValueError, GameOver."""
        return self._after(_native.lg_amazes_forfeit(self._data, _player(player)))

    def state(self) -> State:
        """The state of the uniform interface: jury's turns played, the next player has looked."""
        game = make("amazes", turns=int(self.fields["turn_limit"]))
        return game.from_bytes(_native.lg_amazes_advance(self._data))


@cache
def _game() -> Game:
    """For texts of any position: positions before a look are not states, but have the same layout."""
    return make("amazes")


def _bytes(state: State) -> bytes:
    return bytes(checked(state, "amazes"))


def _places(fields: np.void) -> tuple[Place, Place]:
    red, blue = (Place(row + 1, column + 1, "NESW"[facing]) for row, column, facing, _ in fields["place"].tolist())
    return red, blue


def _player(player: SupportsIndex) -> int:
    return integer("player", player, RED, BLUE)


def _known(fields: np.void, player: SupportsIndex) -> list[str]:
    return _native.lg_amazes_known_print(fields["known"][_player(player)].tobytes()).splitlines()


def _counts(fields: np.void, player: SupportsIndex) -> Counts:
    known = fields["known"][_player(player)]
    return Counts(*(int.from_bytes(known[name].tobytes(), "little").bit_count() for name in _BITSETS))


def maze(state: State) -> str:
    """The maze with the players' starts, as a maze file."""
    fields = checked(state, "amazes").fields
    return _native.lg_amazes_maze_print(fields["maze"].tobytes(), fields["start"].tobytes())


def check_maze(text: str | bytes) -> tuple[int, bool]:
    """(interior walls, whether starts come first) of a maze file. Raises ParseError if it is not valid."""
    walls, _, has_starts = _native.lg_amazes_maze_parse(text)
    return _native.lg_amazes_edge_count(walls) - 4 * _native.LG_AMAZES_SIDE, has_starts


def start(text: str | bytes, turns: SupportsIndex = 150, seed: SupportsIndex = 0) -> State:
    """The start of a game in a maze file; if it has no starts, they are random. Raises ParseError, ValueError."""
    walls, starts, has_starts = _native.lg_amazes_maze_parse(text)
    if not has_starts:
        starts = _native.lg_amazes_starts_generate(_native.lg_rng_seed(seed, 0), walls)
    return Position(_native.lg_amazes_maze_print(walls, starts), turns).state()


def setup(configuration: str, seed: int, text: str | None) -> State:
    """The start of a contest's game: from a seed, in a maze file, or in a position. Raises ParseError, ValueError."""
    game = make(configuration)
    if game.parameters["actions"] != "steps":
        raise ValueError("expected actions=steps: programs write steps")
    if text is None:
        return game.new(seed)
    return start(text, int(game.parameters["turns"]), seed) if "\n" in text.strip() else game.parse(text.strip())


SETUP = "maze"  #: made, checked and printed by `libgames maze`
SETUP_OPTIONS: tuple[str, ...] = ()  #: parameters of it


def generate_setup(configuration: str, seed: int) -> str:
    """A maze like the contest's, with starts, as a maze file."""
    return maze(make(configuration).new(seed))


def check_setup(text: str) -> str:
    """The content of a maze file in words. Raises ParseError if it is invalid."""
    walls, has_starts = check_maze(text)
    return f"a valid maze with {walls} interior walls, {'with' if has_starts else 'without'} starts"


def show_setup(text: str) -> str:
    """The maze of a maze file and its figures. Raises ParseError where it is not valid."""
    walls, has_starts = check_maze(text)
    lines = list(filter(None, (line.partition("#")[0].rstrip() for line in text.removeprefix("\ufeff").splitlines())))
    rows, starts = (lines[2:], lines[:2]) if has_starts else (lines, [])
    words = []
    for name, line in zip(make("amazes").seats, starts, strict=False):
        row, column, facing = line.split()
        rows = _marked(rows, int(row), int(column), name[0])
        words.append(f"{name} begins in row {row}, column {column}, facing {facing}")
    exits = Counter(_around(rows, row, column).count(" ") for row in range(1, 51, 2) for column in range(1, 51, 2))
    ends = Counter(4 - _around(rows, row, column).count(" ") for row in range(2, 50, 2) for column in range(2, 50, 2))
    figures = [
        f"interior walls: {walls}",
        "squares with 1, 2, 3, 4 exits: " + ", ".join(str(exits[number]) for number in range(1, 5)),
        "corners touching 1, 2, 3, 4 walls: " + ", ".join(str(ends[number]) for number in range(1, 5)),
    ]
    return "\n".join([*words, *rows, *figures])


def _around(rows: list[str], row: int, column: int) -> str:
    return rows[row - 1][column] + rows[row][column + 1] + rows[row + 1][column] + rows[row][column - 1]


def _marked(rows: list[str], row: int, column: int, letter: str) -> list[str]:
    line = rows[2 * row - 1]
    return [*rows[: 2 * row - 1], line[: 2 * column - 1] + letter + line[2 * column :], *rows[2 * row :]]


def view(state: State, player: SupportsIndex) -> str:
    """A player's map: its start is the origin, and up is ahead; it reveals nothing that the player can't know."""
    return _native.lg_amazes_view_print(_bytes(state), _player(player))


def known(state: State, player: SupportsIndex) -> list[str]:
    """A player's discoveries in the form of a maze file; `?` is unknown, `x` a dead-end square."""
    return _known(checked(state, "amazes").fields, player)


def counts(state: State, player: int) -> Counts:
    """The numbers of a player's discoveries."""
    return _counts(checked(state, "amazes").fields, player)


def places(state: State) -> tuple[Place, Place]:
    """The places of Red and Blue."""
    return _places(checked(state, "amazes").fields)


def way(state: State, player: SupportsIndex, row: SupportsIndex, column: SupportsIndex) -> str | None:
    """The shortest walk of a player over known openings to a square (1 ... 25 each); None if it knows none."""
    fields, own = checked(state, "amazes").fields, _player(player)
    known, place = fields["known"][own].tobytes(), fields["place"][own].tobytes()
    at = [integer(name, number, 1, 25) - 1 for name, number in (("row", row), ("column", column))]
    steps = bytearray(_native.LG_AMAZES_SIDE**2)
    try:
        count = _native.lg_amazes_way(known, place, at[0], at[1], steps)
    except IllegalMove:
        return None
    return "".join("FRTL"[step] for step in steps[:count])


def legal_moves(state: State) -> Iterator[str]:
    """The moves of one character, F T L R: in all there are 4 + 4**2 + ... + 4**256 moves. After 256 characters of an
    unfinished walk only the empty string is left, which ends it."""
    _bytes(state)
    if state.is_over:
        return iter(())
    return iter("FTLR" if 0 in state.legal_actions or state.game.num_actions > 5 else [""])
