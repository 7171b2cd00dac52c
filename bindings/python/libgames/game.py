"""Games: the uniform interface of the C library as Python objects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from . import _native
from ._configurations import configuration, explained, values_of
from ._errors import ParseError
from ._patience import Parts
from ._state import State, state_of
from ._types import FACTS, FORMS, TYPES, Checked, Clock, Finding, View, load, space_of
from ._words import expected_one_of, integer, listed, shown

if TYPE_CHECKING:
    import numpy.typing as npt

_LONG_GAME = 16384  # actions: each game of this length is a part of its own
_NO_NAME = "the name of a game"


def _handle_of(config: str, shared: str | None) -> _native.GameHandle:
    """The game as C has it, with what its states share."""
    text = config.decode(errors="replace") if isinstance(config, bytes) else config
    facts = FACTS.get(text.partition("(")[0]) if isinstance(text, str) else None
    handle = _native.lg_game_make(config) if facts is None else _native.lg_game_configure(facts, config)
    size = _native.lg_game_shared_size_get(handle)
    if shared is not None and size == 0:
        raise ValueError("expected no shared text: the states of this game share nothing")
    if shared is not None:
        _native.lg_game_prepare_parse(handle, shared)
    elif size > 0:
        _native.lg_game_prepare(handle)
    return handle


_FIELDS = {
    _native.LG_FIELD_U8: "u1",
    _native.LG_FIELD_I8: "i1",
    _native.LG_FIELD_U16: "u2",
    _native.LG_FIELD_I16: "i2",
    _native.LG_FIELD_U32: "u4",
    _native.LG_FIELD_I32: "i4",
    _native.LG_FIELD_U64: "u8",
}


def _dtype(fields: Sequence[dict[str, Any]], parent: int, size: int) -> np.dtype[np.void]:
    """The dtype of the struct that is number `parent` of the fields, or of the state (-1)."""
    members = [(number, field) for number, field in enumerate(fields) if field["parent"] == parent]
    formats = [
        (
            _dtype(fields, number, field["size"])
            if field["type"] == _native.LG_FIELD_STRUCT
            else np.dtype(_FIELDS[field["type"]]),
            field["shape"][: field["dims"]],
        )
        for number, field in members
    ]
    names, offsets = [field["name"] for _, field in members], [field["offset"] for _, field in members]
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": size})


class Game:
    """A configured game: makes states. Equal configurations are equal games."""

    __slots__ = {
        "_dtype": None,
        "_handle": None,
        "_views": None,
        "clock": "The time that the contest gives a program, a Clock.",
        "config": "The whole configuration as text, which make() takes.",
        "longest": "No game has more decisions than this.",
        "name": "The game's name in configurations.",
        "num_actions": "The size of the action space: actions are 0 ... num_actions - 1.",
        "num_symmetries": "How many symmetries the game has. Symmetry 0 is the identity.",
        "observation_spaces": "The ways to encode what a player may know, a tuple of Space. The first is the default.",
        "opening": "What every program reads before the game and answers with one line. None where there is nothing.",
        "parameters": "The value of each parameter, by name.",
        "players": "How many players there are.",
        "seats": "What the players are called, a tuple of names.",
        "shared": "The text that was given for what all states share. None where the configuration makes it.",
        "shared_file": "The name of the file in which the contest hands out what all states share, or None.",
        "state_size": "The bytes of a state.",
        "type": "What is true of all configurations of this game, a GameType.",
    }

    def __init__(self, config: str, shared: str | None = None) -> None:
        """`shared` is the text of what all states share, for a game that has it: On the Run's connect.txt."""
        self.shared = shared
        self._dtype: np.dtype[np.void] | None = None
        self._views: dict[str | None, View] = {}  # by what they were asked for
        try:
            self._handle = _handle_of(config, shared)
        except ParseError as error:
            if error.expected.startswith(_NO_NAME):
                error.expected = _NO_NAME  # C goes on with the library's own
            if isinstance(config, str):
                kinds = {name: kind.parameters for name, kind in TYPES.items()}
                error.args = (explained(error, config, "game", kinds, shared is None) or str(error),)
            raise
        handle = self._handle
        facts, clock = _native.lg_game_type_get(handle), _native.lg_game_clock_get(handle)
        self.name = _native.lg_game_type_name_get(facts)
        self.type = TYPES[self.name]
        self.config = _native.lg_game_print(handle)
        self.parameters = values_of(self.type.parameters, _native.lg_game_params_get(handle))
        self.players = _native.lg_game_players_get(handle)
        self.num_actions = _native.lg_game_actions_get(handle)
        self.num_symmetries = _native.lg_game_symmetries_get(handle)
        self.longest = _native.lg_game_longest_get(handle)
        self.state_size = _native.lg_game_state_size_get(handle)
        encodings = range(_native.lg_game_observations_get(handle))
        self.observation_spaces = tuple(space_of(_native.lg_game_space(handle, number)) for number in encodings)
        self.seats = tuple(_native.lg_game_seat(handle, seat) or f"player {seat}" for seat in range(self.players))
        self.shared_file = _native.lg_game_type_shared_file_get(facts)
        self.opening = _native.lg_game_type_opening_get(facts)
        times = (_native.lg_clock_first_get(clock), _native.lg_clock_answer_get(clock), _native.lg_clock_total_get(clock))
        self.clock = Clock(*(time / 1000 if time else None for time in times))

    def new(self, seed: SupportsIndex = 0) -> State:
        """The start of a game. All chance comes from `seed` (0 ... 2**64 - 1)."""
        return state_of(self, _native.lg_game_new(self._handle, seed))

    def parse(self, text: str | bytes) -> State:
        """The state that a position text describes: `game.parse(str(state)) == state`. Raises ParseError."""
        return state_of(self, _native.lg_game_state_parse(self._handle, text))

    def from_bytes(self, data: bytes | bytearray | memoryview) -> State:
        """The state with these bytes (`bytes(state)`). Raises StateError when they are not one."""
        data = bytes(memoryview(data))
        _native.lg_game_validate(self._handle, data)
        return state_of(self, data)

    def action_text(self, action: SupportsIndex) -> str:
        """An action as text. Raises ValueError when it is outside the action space."""
        return _native.lg_game_action_print(self._handle, action)

    def parse_action(self, text: str | bytes) -> int:
        """The action that a text names. Raises ParseError."""
        return _native.lg_game_action_parse(self._handle, text)

    def move_text(self, before: State, actions: Sequence[int], after: State) -> str:
        """A whole contest move as a program writes it: `actions` led from `before` to `after`."""
        made = self._actions("actions", actions)
        return _native.lg_game_move_print(self._handle, self._bytes_of(before), made, self._bytes_of(after))

    def taken_for(self, answer: str) -> str | None:
        """The move for which a program's answer is taken, where the contest does not refuse what it can't read."""
        return _native.lg_game_taken_for(self._handle, answer)

    def opening_name(self, line: str | bytes) -> str:
        """The name that a program gives itself in its answer to `opening`; often empty. Bytes that are no UTF-8 are
        read as Windows-1251.

        Raises ParseError; where the contest passes over such a line and reads on, the error's line is 2.
        """
        text = line.encode(errors="replace") if isinstance(line, str) else line
        name = text[: _native.lg_game_opening_parse(self._handle, text)]
        try:
            return name.decode()
        except UnicodeDecodeError:  # SnakeCore's contest was Russian, of 2008
            return name.decode("cp1251", errors="replace")

    @property
    def shared_text(self) -> str | None:
        """What all states share, as text: On the Run's connect.txt. None for a game whose states share nothing."""
        return None if self.shared_file is None else _native.lg_game_shared_print(self._handle)

    @property
    def shared_bytes(self) -> bytes | None:
        """What all states share, as the bytes of its C struct: On the Run's lg_ontherun_map (libgames/ontherun.h). None
        for a game whose states share nothing."""
        return _native.lg_game_shared_get(self._handle)

    def symmetry_action(self, symmetry: SupportsIndex, action: SupportsIndex) -> int:
        """Where symmetry 0 ... num_symmetries - 1 maps an action."""
        return _native.lg_game_symmetry_action(self._handle, symmetry, action)

    def rollouts(
        self, count: SupportsIndex, seed: SupportsIndex = 0
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int64]]:
        """`count` games of uniformly random legal actions from new(seed), new(seed + 1), ...

        Returns (outcomes, lengths): float32 [count, players] in -1 ... 1 and int64 [count], the number of actions.
        Runs in C without the GIL; Ctrl-C ends it.
        """
        count = integer("count", count, 0, 2**40)
        outcomes = np.empty((count, self.players), np.float32)
        lengths = np.empty(count, np.int64)
        short = min(max(1, _LONG_GAME // self.longest), 16)  # games that are soon over
        first, parts, done = integer("seed", seed, 0, 2**64 - 1), Parts(short), 0
        while done < count:
            part = min(parts.begin(), count - done)
            rows = slice(done, done + part)
            _native.lg_rollouts(self._handle, (first + done) % 2**64, part, outcomes[rows], lengths[rows])
            parts.end()
            done += part
        return outcomes, lengths

    def check(self, playthroughs: int = 10, decisions: int = 10_000, seed: int = 0) -> Checked:
        """Tries every contract of the game in random playthroughs, for authors of games: at most so many games, from
        `seed` on, of at most so many decisions together. Ctrl-C ends it between two games."""
        most = integer("playthroughs", playthroughs, 1, 2**31 - 1)
        left = integer("decisions", decisions, 1, 2**63 - 1)
        first = integer("seed", seed, 0, 2**64 - 1)
        walked = [0, 0, 0]
        config = {**_native.lg_check_default(), "playthroughs": 1}
        for number in range(most):
            config |= {"decisions": left, "seed": (first + number) % 2**64}
            while (report := _native.lg_game_check(self._handle, config))["text_size"] > config["text_size"]:
                config["text_size"] = report["text_size"] + 1
            walked = [before + report[name] for before, name in zip(walked, Checked._fields[1:], strict=True)]
            left -= report["decisions"]
            if report["finding.contract"] is not None or left <= 0:
                break
        found = [report[f"finding.{name}"] for name in Finding._fields]
        return Checked(None if found[0] is None else Finding(*found), *walked)

    @property
    def state_dtype(self) -> np.dtype[np.void]:
        """The fields of a state's bytes, as in the C struct of the game's header: for NumPy's structured arrays.

        >>> np.frombuffer(bytes(make("blockdrop").new()), make("blockdrop").state_dtype)["turn"]
        array([0], dtype=uint16)
        """
        if self._dtype is None:
            fields: list[dict[str, Any]] = []
            while (field := _native.lg_game_field(self._handle, len(fields))) is not None:
                fields.append(field)
            self._dtype = _dtype(fields, -1, self.state_size)
        return self._dtype

    def _actions(self, name: str, actions: Iterable[SupportsIndex]) -> npt.NDArray[np.int32]:
        """Actions as C takes them. Raises TypeError, ValueError for what is none."""
        most = self.num_actions - 1
        return np.array([integer(name, action, 0, most) for action in listed(name, actions)], np.int32)

    def _bytes_of(self, state: State) -> bytes:
        """Those of a state of this game; TypeError for anything else."""
        if not isinstance(state, State) or state.game != self:
            raise TypeError(f"state: expected a state of {self!r}, not {shown(state)}")
        return state._data

    def view(self, observation: str | None = None) -> View:
        """How a choice of `observation` shows the game, the same for states and all environments: words joined by "+".

        At most one is the name of an encoding in observation_spaces, default the first. "canonical": turned so that
        it looks the same from every seat, actions and masks too. "scaled": float32 in -1 ... 1. "one_hot": likewise, with
        categories as one-hots. "dict": environments hand out {"observation", "action_mask"}.

        >>> import libgames as lg
        >>> lg.make("snakecore").view("window+one_hot").space.shape
        (3485,)
        """
        if (observation is None or isinstance(observation, str)) and (known := self._views.get(observation)):
            return known
        encodings = [space.name for space in self.observation_spaces]
        given = [] if observation is None else observation.split("+") if isinstance(observation, str) else [observation]
        for word in given:
            if not isinstance(word, str) or word not in (*encodings, *FORMS, "canonical", "dict"):
                raise ValueError(expected_one_of("observation", word, [*encodings, "canonical", *FORMS, "dict"]))
        named, forms = ([word for word in given if word in part] for part in (encodings, FORMS))
        if len(set(given)) < len(given) or len(named) > 1 or len(forms) > 1:
            raise ValueError(
                f"observation: expected at most one of {', '.join(encodings)}, and one of {', '.join(FORMS)}, "
                f"not {observation!r}"
            )
        encoding = encodings.index(named[0]) if named else 0
        form = FORMS[forms[0]] if forms else _native.LG_FORM_PLAIN
        entry = _native.lg_game_view_space(self._handle, {"observation": encoding, "form": form})
        view = View(encoding, form, "canonical" in given, "dict" in given, space_of(entry))
        return self._views.setdefault(observation, view)

    def turned(self, symmetry: SupportsIndex) -> npt.NDArray[np.int32]:
        """The action that each action becomes under a symmetry, int32 [num_actions]."""
        actions = range(self.num_actions)
        return np.array([self.symmetry_action(symmetry, action) for action in actions], np.int32)

    def parts(self, observation: str | None = None) -> tuple[tuple[int, int, int], ...]:
        """What the elements of an encoding are, in C order: (count, categories, size) of elements that follow each other;
        either one of so many categories, 0 ... categories-1, or numbers (categories 0), of which `size` becomes 1 when
        they are scaled."""
        return tuple(_native.lg_game_parts(self._handle, self.view(observation).encoding))

    def __repr__(self) -> str:
        if self.shared is None:
            return f"libgames.make({self.config!r})"
        return f"libgames.Game({self.config!r}, {shown(self.shared)})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.config, self.shared) == (other.config, other.shared)

    def __hash__(self) -> int:
        return hash(self.config)

    def __reduce__(self) -> tuple[Callable[[str, str | None, str | None], Game], tuple[str, str | None, str | None]]:
        return _remake, (self.config, self.shared, self.type.path)


def make(name: str, **parameters: int | str) -> Game:
    """A configured game, by name and parameters or by a whole configuration string.

    >>> make("alquerque")
    libgames.make('alquerque')

    Raises ParseError for an unknown name, parameter or value, TypeError for what is neither an integer nor a text.
    """
    if not isinstance(name, str):
        raise TypeError(f"name: expected the name of a game, a str, not {shown(name)}")
    return Game(configuration(name, parameters))


def made(game: str | Game) -> Game:
    """The game, which may be given by its configuration."""
    return game if isinstance(game, Game) else make(game)


def _remake(config: str, shared: str | None, path: str | None) -> Game:
    """For pickles: the game again, its file loaded first where it has one."""
    if path is not None:
        load(path)
    return Game(config, shared)
