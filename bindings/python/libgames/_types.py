"""Games before they are configured, and their list."""

from __future__ import annotations

import mmap
import os
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

import numpy as np

from . import _native
from ._configurations import Parameter, parameter, parameter_text
from ._system import OWN_MEMORY
from ._words import did_you_mean, expected_one_of, shown

if TYPE_CHECKING:
    import numpy.typing as npt


class GameType(NamedTuple):
    """A game before it is configured: the facts shared by all its configurations."""

    name: str  #: as in configurations
    title: str  #: for people
    id: str  #: in the ids of environments: libgames/<id>-v0
    version: int  #: rises when rules, actions or observations change
    information: str  #: "perfect", or "hidden": players do not know everything
    chance: str  #: "none", "start" (the start is random), or "play" (so are results of actions)
    parameters: tuple[Parameter, ...]  #: of its configurations
    path: str | None = None  #: the file that it was loaded from; None for the library's own
    help: str | None = None  #: for people: the goal, the rules and an example of a move


class Finding(NamedTuple):
    """A contract that a game violates, and the place: in the game from `seed`, after `decisions` random decisions."""

    contract: str  #: its name
    text: str  #: the contract and the observation
    seed: int  #: of the game in which it was found
    decisions: int  #: the number of decisions that lead there; -1: none are needed


class Checked(NamedTuple):
    """The result of Game.check."""

    finding: Finding | None  #: the first one; None when every contract held
    playthroughs: int  #: games played
    decisions: int  #: in all of them
    states: int  #: checked


class Clock(NamedTuple):
    """The time limits of a contest program, in seconds; None is no limit."""

    first: float | None  #: for its first line, if the contest has a separate limit
    answer: float | None  #: for each answer
    total: float | None  #: for all its answers in a game


class Space(NamedTuple):
    """The array that an observation fills; every element lies in low ... high."""

    name: str  #: for State.observation and the environments
    dtype: np.dtype[Any]  #: of one element: uint8, int16 or int32; float32 in the forms "scaled" and "one_hot"
    shape: tuple[int, ...]  #: in C order
    low: int  #: the smallest value of any element
    high: int  #: the largest one


class View(NamedTuple):
    """The form in which a learner sees a game, see Game.view."""

    encoding: int  #: the number of one of game.observation_spaces
    form: int  #: 0: plain, 1: scaled, 2: one-hot
    canonical: bool  #: whether observations, masks and actions are transformed for the player
    as_dict: bool  #: whether an environment returns {"observation", "action_mask"}
    space: Space  #: of the array


class Configured:
    """The part of Game that bots need: games refer to bots, so this comes first."""

    __slots__ = ()

    _handle: _native.GameHandle
    config: str
    players: int


FORMS = {"scaled": _native.LG_FORM_SCALED, "one_hot": _native.LG_FORM_ONE_HOT}
_DTYPES: dict[int, np.dtype[Any]] = {
    _native.LG_U8: np.dtype("uint8"),
    _native.LG_I16: np.dtype("int16"),
    _native.LG_I32: np.dtype("int32"),
    _native.LG_F32: np.dtype("float32"),
}
_INFORMATION = {_native.LG_INFORMATION_PERFECT: "perfect", _native.LG_INFORMATION_HIDDEN: "hidden"}
_CHANCE = {_native.LG_CHANCE_NONE: "none", _native.LG_CHANCE_START: "start", _native.LG_CHANCE_PLAY: "play"}


_FIELDS = {
    _native.LG_FIELD_U8: "u1",
    _native.LG_FIELD_I8: "i1",
    _native.LG_FIELD_U16: "u2",
    _native.LG_FIELD_I16: "i2",
    _native.LG_FIELD_U32: "u4",
    _native.LG_FIELD_I32: "i4",
    _native.LG_FIELD_U64: "u8",
}


def dtype_of(fields: Sequence[dict[str, Any]], parent: int, size: int) -> np.dtype[np.void]:
    """The dtype of the struct that is number `parent` of the fields, or of the state (-1)."""
    members = [(number, field) for number, field in enumerate(fields) if field["parent"] == parent]
    formats = [
        (
            dtype_of(fields, number, field["size"])
            if field["type"] == _native.LG_FIELD_STRUCT
            else np.dtype(_FIELDS[field["type"]]),
            field["shape"][: field["dims"]],
        )
        for number, field in members
    ]
    names, offsets = [field["name"] for _, field in members], [field["offset"] for _, field in members]
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": size})


def space_of(entry: dict[str, Any]) -> Space:
    shape = entry["shape"][: entry["dims"]]
    return Space(entry["name"], _DTYPES[entry["dtype"]], shape, entry["low"], entry["high"])


def _game_type(facts: _native.TypeFacts, path: str | None = None) -> GameType:
    parameters = range(_native.lg_game_type_param_count_get(facts))
    return GameType(
        _native.lg_game_type_name_get(facts),
        _native.lg_game_type_title_get(facts),
        _native.lg_game_type_id_get(facts),
        _native.lg_game_type_version_get(facts),
        _INFORMATION[_native.lg_game_type_information_get(facts)],
        _CHANCE[_native.lg_game_type_chance_get(facts)],
        tuple(parameter(_native.lg_game_type_param(facts, number)) for number in parameters),
        path,
        _native.lg_game_type_help_get(facts),
    )


TYPES: dict[str, GameType] = {}
FACTS: dict[str, _native.TypeFacts] = {}  # as in C
for _number in range(_native.lg_game_type_count()):
    _facts = _native.lg_game_type_at(_number)
    TYPES[_native.lg_game_type_name_get(_facts)] = _game_type(_facts)
    FACTS[_native.lg_game_type_name_get(_facts)] = _facts
_REGISTERS: list[Callable[[GameType], None]] = []


@runtime_checkable
class Tables(Protocol):
    """Tables of endings, such as lg.alquerque.Endings."""

    def _inform(self, handle: _native.GameHandle) -> None: ...


def handle_of(config: str, shared: str | None) -> _native.GameHandle:
    """The game as a C struct, with the object that its states share."""
    text = config.decode(errors="replace") if isinstance(config, bytes) else config
    facts = FACTS.get(text.partition("(")[0]) if isinstance(text, str) else None
    handle = _native.lg_game_make(config) if facts is None else _native.lg_game_configure(facts, config)
    size = _native.lg_game_shared_size_get(handle)
    if shared is not None and size == 0:
        raise ValueError("expected no shared text: the states of this game share nothing")
    if shared is not None:
        _native.lg_game_prepare_parse(handle, shared, memory(size))
    elif size > 0:
        _native.lg_game_prepare(handle, memory(size))
    return handle


def games() -> tuple[str, ...]:
    """The names of all games in alphabetical order, followed by loaded games."""
    return tuple(TYPES)


def game_type(name: str) -> GameType:
    """The facts shared by all configurations of a game. Raises ValueError if there is none of this name."""
    if not isinstance(name, str) or name not in TYPES:
        raise ValueError(expected_one_of("game", name, TYPES))
    return TYPES[name]


def load(path: str | os.PathLike[str]) -> GameType:
    """Loads a game from a shared object; from then on it works like the library's games.

    Its code runs in this process: load only files that you trust. Raises ValueError, with the reason, for a file that
    can't be used, and for a name that is taken. A file is loaded once and stays loaded.
    """
    if not isinstance(path, str | bytes | os.PathLike):
        raise TypeError(f"path: expected the path of a file, not {shown(path)}")
    if not os.fsdecode(path):
        raise ValueError("path: expected the path of a file, not ''")
    file = os.path.abspath(os.fsdecode(path))
    if file.endswith((".c", ".cpp")):
        raise ValueError(f"{file}: expected a shared object, made of this file by a compiler: `cc -O2 -shared -fPIC ...`")
    facts = _native.lg_game_load(os.fsencode(file))
    kind = _game_type(facts, file)
    for known in TYPES.values():
        if (known.name == kind.name or known.id == kind.id) and FACTS[known.name] != facts:
            words = f"there is a game with its name {kind.name}, or its id {kind.id}, already"
            raise ValueError(f"{file}: {words}")
    if kind.name not in TYPES:
        TYPES[kind.name], FACTS[kind.name] = kind, facts
        for register in _REGISTERS:
            register(kind)
    return TYPES[kind.name]


def for_each_type(register: Callable[[GameType], None]) -> None:
    """Calls `register` with every game, now and when one is loaded: for external lists of names."""
    _REGISTERS.append(register)
    for kind in TYPES.values():
        register(kind)


_IMPOSSIBLE = "expected a configuration that is possible for this game"


def memory(size: int, name: str = "", impossible: str = _IMPOSSIBLE) -> npt.NDArray[np.uint8]:
    """Memory for C, of this number of bytes; 0 if it can't work. `name` begins the message if there is no memory.
    Raises MemoryError, ValueError."""
    if size == 0:
        raise ValueError(impossible)
    try:
        return np.empty(size, np.uint8)
    except (MemoryError, ValueError):
        raise MemoryError(f"{name}no memory for {size} bytes") from None


def sparse_memory(size: int, impossible: str = _IMPOSSIBLE) -> npt.NDArray[np.uint8]:
    """memory() for objects that may never use most of it: only pages that C touches are taken. NumPy would ask the
    system for large pages, each of which is taken as soon as C comes to any part of it."""
    if size == 0:
        raise ValueError(impossible)
    try:
        return np.frombuffer(mmap.mmap(-1, size, access=OWN_MEMORY), np.uint8)
    except (OSError, OverflowError, ValueError):
        raise MemoryError(f"no memory for {size} bytes") from None


def get_include() -> str:
    """The folder with the C headers, for compiling a game: cc -shared -I<folder> game.c."""
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), "include")


def check_keywords(kind: GameType, given: Iterable[str], options: Sequence[str]) -> None:
    """Raises TypeError for a keyword that is neither an option of a function nor a parameter of the game."""
    known = [parameter.name for parameter in kind.parameters]
    for name in given:
        if name not in known:
            own = ", ".join(map(parameter_text, kind.parameters)) or "it has none"
            raise TypeError(
                f"{name}: expected an option ({', '.join(options)}) or a parameter of {kind.name}: {own}"
                + did_you_mean(name, [*known, *options])
            )
