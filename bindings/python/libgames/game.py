"""Games and their states: the uniform interface of the C library as Python objects."""

from __future__ import annotations

import contextlib
import functools
import importlib
import importlib.util
import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, SupportsIndex, cast

import numpy as np

from . import _native
from ._configurations import configuration, explained, values_of
from ._errors import BrokenGame, GameOver, IllegalMove, ParseError, StateError
from ._bots import Bot, configured
from ._policies import Policy, as_policy
from ._types import (
    FORMS, TYPES, Checked, Clock, Configured, Finding, Tables, View, dtype_of, handle_of, load, memory, space_of,
)  # fmt: skip
from ._words import expected_one_of, integer, listed, number_in_c, shown, time_limit, yes_or_no

if TYPE_CHECKING:
    from types import ModuleType

    import numpy.typing as npt

_SIGNALS = (math.inf, None)  # everything that ends a rollout early
_NO_NAME = "the name of a game"


class Game(Configured):
    """A configured game: makes states. Equal configurations are equal games."""

    __slots__ = {
        "_dtype": None,
        "_handle": None,
        "_views": None,
        "clock": "The time that the contest gives a program, a Clock.",
        "config": "The whole configuration as text, which make() takes.",
        "draws": "The most draws of chance that can follow an action, as far as the game lists its draws.",
        "endings": "The tables of endings that its searches and searching bots look up; None without any.",
        "longest": "No game has more decisions than this.",
        "name": "The game's name in configurations.",
        "num_actions": "The size of the action space: actions are 0 ... num_actions - 1.",
        "num_outcomes": "The outcomes of a draw are 0 ... num_outcomes - 1; 0 where nothing is drawn or listed.",
        "num_symmetries": "The number of symmetries. Symmetry 0 is the identity.",
        "observation_spaces": "The encodings of a player's knowledge, a tuple of Space. The first is the default.",
        "opening": "The text that every program reads before the game and answers with one line. None where there is none.",
        "parameters": "The value of each parameter, by name.",
        "players": "The number of players.",
        "seats": "The names of the players' seats, a tuple.",
        "shared": "The given text of the object that all states share. None where it follows from the configuration.",
        "shared_file": "The name of the file in which the contest hands out the shared object, or None.",
        "state_size": "The bytes of a state.",
        "type": "The facts that hold for all configurations of this game, a GameType.",
    }

    def __init__(self, config: str, shared: str | None = None, endings: Tables | None = None) -> None:
        """`shared` is the text of the object that all states share, in games with such an object: On the Run's
        connect.txt. `endings` are tables that searches and searching bots look up; they exist for Alquerque. They
        change no rule, and a game with them equals the same game without."""
        if endings is not None and not isinstance(endings, Tables):
            raise TypeError(f"endings: expected tables such as libgames.alquerque.endings(), not {shown(endings)}")
        self.shared, self.endings = shared, endings
        self._dtype: np.dtype[np.void] | None = None
        self._views: dict[str | None, View] = {}  # by the name of the observation
        try:
            self._handle = handle_of(config, shared)
        except ParseError as error:
            if error.expected.startswith(_NO_NAME):
                error.expected = _NO_NAME  # C continues with those of the library
            if isinstance(config, str):
                kinds = {name: kind.parameters for name, kind in TYPES.items()}
                error.args = (explained(error, config, "game", kinds, shared is None) or str(error),)
            raise
        handle = self._handle
        if endings is not None:
            endings._inform(handle)
        facts, clock = _native.lg_game_type_get(handle), _native.lg_game_clock_get(handle)
        self.name = _native.lg_game_type_name_get(facts)
        self.type = TYPES[self.name]
        self.config = _native.lg_game_print(handle)
        self.parameters = values_of(self.type.parameters, _native.lg_game_params_get(handle))
        self.players = _native.lg_game_players_get(handle)
        self.num_actions = _native.lg_game_actions_get(handle)
        self.num_symmetries = _native.lg_game_symmetries_get(handle)
        self.draws = _native.lg_game_draws_get(handle)
        self.num_outcomes = _native.lg_game_outcomes_get(handle)
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
        """The state with these bytes (`bytes(state)`). Raises StateError when they are not a state, with the first wrong
        field and the reason.

        >>> record = make("alquerque").new().fields.copy()
        >>> record["ply"] = 201
        >>> make("alquerque").from_bytes(record.tobytes())
        Traceback (most recent call last):
        libgames.StateError: not a state of alquerque: ply: expected 0 ... 200
        """
        data = bytes(memoryview(data))
        if (problem := _native.lg_game_state_problem(self._handle, data)) is not None:
            raise StateError(f"not a state of {self.name}: {problem}")
        return state_of(self, data)

    def action_text(self, action: SupportsIndex) -> str:
        """An action as a string. Raises ValueError when it is outside the action space."""
        return _native.lg_game_action_print(self._handle, action)

    def parse_action(self, text: str | bytes) -> int:
        """The action with this name. Raises ParseError, which points to state.apply for a whole move."""
        try:
            return _native.lg_game_action_parse(self._handle, text)
        except ParseError as error:
            if _is_move(self, text):
                error.args = (f"{error}; {shown(text)} is a whole move, which state.apply reads",)
            raise

    def move_text(self, before: State, actions: Sequence[int], after: State) -> str:
        """A whole contest move as a program writes it, which `state.apply` reads: `actions` led from `before` to `after`.

        In the middle of a move it is the rest of it."""
        made = self._actions("actions", actions)
        return _native.lg_game_move_print(self._handle, self._bytes_of(before), made, self._bytes_of(after))

    def taken_for(self, answer: str) -> str | None:
        """The move that a program's answer counts as, where the contest does not refuse unreadable answers."""
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
        """The object that all states share, as text: On the Run's connect.txt. None where they share nothing."""
        return None if self.shared_file is None else _native.lg_game_shared_print(self._handle)

    @property
    def shared_bytes(self) -> bytes | None:
        """The object that all states share, as the bytes of its C struct: On the Run's lg_ontherun_map
        (libgames/ontherun.h). None where they share nothing."""
        return _native.lg_game_shared_get(self._handle)

    def symmetry_action(self, symmetry: SupportsIndex, action: SupportsIndex) -> int:
        """The action to which symmetry 0 ... num_symmetries - 1 maps an action."""
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
        _native.lg_rollouts(self._handle, seed, count, outcomes, lengths, _SIGNALS)
        return outcomes, lengths

    def check(self, playthroughs: int = 10, decisions: int = 10_000, seed: int = 0) -> Checked:
        """Tries every contract of the game in random playthroughs, for authors of games: at most this number of games,
        from `seed` on, with at most this number of decisions together. Ctrl-C ends it between two games."""
        most = integer("playthroughs", playthroughs, 1, 2**31 - 1)
        left = integer("decisions", decisions, 1, 2**63 - 1)
        first = integer("seed", seed, 0, 2**64 - 1)
        walked = [0, 0, 0]
        config = {**_native.lg_check_default(), "playthroughs": 1}
        for number in range(most):
            config |= {"decisions": left, "seed": (first + number) % 2**64}
            while (report := self._check(config))["text_size"] > config["text_size"]:
                config["text_size"] = report["text_size"] + 1
            walked = [before + report[name] for before, name in zip(walked, Checked._fields[1:], strict=True)]
            left -= report["decisions"]
            if report["finding.contract"] is not None or left <= 0:
                break
        found = [report[f"finding.{name}"] for name in Finding._fields]
        return Checked(None if found[0] is None else Finding(*found), *walked)

    def _check(self, config: dict[str, Any]) -> dict[str, Any]:
        return _native.lg_game_check(self._handle, config, memory(_native.lg_check_size(self._handle, config)))

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
            self._dtype = dtype_of(fields, -1, self.state_size)
        return self._dtype

    def _actions(self, name: str, actions: Iterable[SupportsIndex]) -> npt.NDArray[np.int32]:
        """Actions as an array for C. Raises TypeError and ValueError for anything else."""
        most = self.num_actions - 1
        return np.array([integer(name, action, 0, most) for action in listed(name, actions)], np.int32)

    def _draws(self, drawn: Iterable[SupportsIndex]) -> npt.NDArray[np.int32]:
        """The outcomes of draws as an array for C, which reports any where the game draws nothing."""
        most = self.num_outcomes - 1 if self.num_outcomes else 2**31 - 1
        return np.array([integer("drawn", outcome, 0, most) for outcome in listed("drawn", drawn)], np.int32)

    def _bytes_of(self, state: State) -> bytes:
        """The bytes of a state of this game; TypeError for anything else."""
        if not isinstance(state, State) or state.game != self:
            raise TypeError(f"state: expected a state of {self!r}, not {shown(state)}")
        return bytes(state)

    def view(self, observation: str | None = None) -> View:
        """How a choice of `observation` shows the game, the same for states and all environments: words joined by "+".

        At most one is the name of an encoding in observation_spaces, default the first. "canonical": turned so that
        it looks the same from every seat, actions and masks too. "scaled": float32 in -1 ... 1. "one_hot": the same, with
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

    def symmetry_actions(self, symmetry: SupportsIndex) -> npt.NDArray[np.int32]:
        """The action that each action becomes under a symmetry, int32 [num_actions]."""
        actions = range(self.num_actions)
        return np.array([self.symmetry_action(symmetry, action) for action in actions], np.int32)

    def parts(self, observation: str | None = None) -> tuple[tuple[int, int, int], ...]:
        """The meaning of an encoding's elements, in C order: (count, categories, size) of adjacent elements. Each is a
        category, 0 ... categories-1, or with 0 categories a number, whose value `size` becomes 1 when it is scaled."""
        return tuple(_native.lg_game_parts(self._handle, self.view(observation).encoding))

    def __repr__(self) -> str:
        if self.endings is not None:
            return f"libgames.Game({self.config!r}, endings={self.endings!r})"
        if self.shared is None:
            return f"libgames.make({self.config!r})"
        return f"libgames.Game({self.config!r}, {shown(self.shared)})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.config, self.shared) == (other.config, other.shared)

    def __hash__(self) -> int:
        return hash(self.config)

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[str, str | None, str | None, Tables | None]]:
        return _remake, (self.config, self.shared, self.type.path, self.endings)


def make(name: str, **parameters: int | str) -> Game:
    """A configured game, by name and parameters or by a whole configuration string.

    >>> make("alquerque")
    libgames.make('alquerque')

    Raises ParseError for an unknown name, parameter or value, TypeError for a value that is no integer or string.
    """
    if not isinstance(name, str):
        raise TypeError(f"name: expected the name of a game, a str, not {shown(name)}")
    return Game(configuration(name, parameters))


def made(game: str | Game) -> Game:
    """The game, which may be given by its configuration."""
    return game if isinstance(game, Game) else make(game)


def _remake(config: str, shared: str | None, path: str | None, endings: Tables | None = None) -> Game:
    """For pickles: the game again, its file loaded first where it has one."""
    if path is not None:
        load(path)
    return Game(config, shared, endings)


# ---- states ----

_NO_MEMORY = np.empty(8, np.uint8)  # for players that need none
_THEMES = {
    "auto": _native.LG_THEME_AUTO,
    "light": _native.LG_THEME_LIGHT,
    "dark": _native.LG_THEME_DARK,
    "contrast": _native.LG_THEME_CONTRAST,
}


def _in_c(written: type[State]) -> type[State]:
    """The class whose most frequent methods are in C (bindings/python/state.h), and the others as they are written."""
    kind: type[State] = _native.state_type(written, np.empty, np.dtype(np.uint8))
    for name, value in vars(written).items():
        if name not in vars(kind) or name == "__doc__":
            setattr(kind, name, value)
    return kind


@_in_c
class State:
    """A position of a game: immutable, hashable, comparable, picklable. Made by `Game.new` and `Game.parse`."""

    __slots__ = ()

    # Methods that raise NotImplementedError are in C, as are the frequent cases of apply() and observation(), and the
    # methods that make, hash and compare states.
    if TYPE_CHECKING:

        @property
        def game(self) -> Game: ...

        @classmethod
        def _of(cls, game: Game, data: bytes, /) -> State: ...

        def _chosen(self, simple: int, player: bytes, seed: SupportsIndex, /) -> int: ...

        def _observed(
            self, view: View, player: SupportsIndex | None, out: npt.NDArray[Any] | None = None, /
        ) -> npt.NDArray[Any]: ...

        def __bytes__(self) -> bytes: ...

    def apply(self, action: SupportsIndex | str) -> State:
        """The state after an action (an integer), or after a whole contest move (a string such as "a1*c1*c3").

        Raises IllegalMove (saying why), GameOver, ParseError, ValueError (outside the action space), TypeError.
        """
        game = self.game
        if isinstance(action, str):
            try:
                return state_of(game, _native.lg_game_play(game._handle, self, action))
            except ParseError as error:
                if _is_action(game, action):
                    error.args = (f"{error}; {shown(action)} is an action, which game.parse_action reads",)
                raise
        try:
            return state_of(game, _native.lg_game_apply(game._handle, self, action))
        except IllegalMove as error:
            error.args = (self.explain(action),)
            raise

    @property
    def player(self) -> int | None:
        """The player to move, None when the game is over."""
        raise NotImplementedError

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        raise NotImplementedError

    @property
    def legal_actions(self) -> tuple[int, ...]:
        """All legal actions in ascending order; empty exactly when the game is over."""
        raise NotImplementedError

    @property
    def action_mask(self) -> npt.NDArray[np.uint8]:
        """uint8 [num_actions]: 1 for legal actions; all 0 when the game is over."""
        raise NotImplementedError

    @property
    def legal_moves(self) -> Moves:
        """An iterator over the legal whole moves in the contest's notation."""
        own: Callable[[State], Iterator[str]] = getattr(room(self.game), "legal_moves", _legal_moves)
        return Moves(lambda: own(self))

    def decision_text(self, action: SupportsIndex) -> str:
        """A legal action in the words of the game, as a complete phrase: "detective 2: 59-82 by plane".

        >>> make("alquerque").new().decision_text(make("alquerque").parse_action("c3NE"))
        'c3-d4'
        """
        return _native.lg_game_decision_print(self.game._handle, self, action)

    def line_text(self, actions: Iterable[SupportsIndex]) -> str:
        """A line of play, such as a search's `pv`, as whole moves, each after the name of its seat where there are
        several: "White e4-d4, Black d6-d5".

        Lines of one move are joined by `/`, and " ..." marks an unfinished move at the end. With hidden information the
        line ends after the first move: the others depend on facts that the player to move does not know. With chance in
        play it ends before an action that is not legal. Raises IllegalMove, GameOver for the first
        action, ValueError, TypeError.
        """
        made, room = self.game._actions("actions", actions), memory(_native.lg_game_line_size(self.game._handle))
        try:
            return _native.lg_game_line_print(self.game._handle, self, made, room)
        except IllegalMove as error:
            error.args = (self.explain(made[0]),)
            raise

    def moves_of(self, actions: Iterable[SupportsIndex]) -> tuple[str, ...]:
        """The whole moves of a line of play, each as `apply` reads it. The line ends as in `line_text`, without an
        unfinished move."""
        moves: list[str] = []
        begun = after = self
        done: list[int] = []
        for action in self.game._actions("actions", actions).tolist():
            try:
                after = after.apply(action)
            except (IllegalMove, GameOver):
                if after is self:
                    raise
                break
            done.append(action)
            if after.in_move:
                continue
            moves.append(self.game.move_text(begun, done, after))
            if self.game.type.information == "hidden":
                break
            begun, done = after, []
        return tuple(moves)

    def completed(self, actions: Iterable[SupportsIndex]) -> str:
        """The whole move that begins with these actions, at least one, as `apply` reads it. The bot "greedy" makes the
        missing decisions, and those that chance has made illegal, from the knowledge of the player to move. Raises as
        `apply`."""
        after, done = self, list[int]()
        for action in self.game._actions("actions", actions).tolist():
            try:
                after = after.apply(action)
            except IllegalMove:
                if not done:
                    raise
                break
            done.append(action)
            if not after.in_move:
                break
        while after.in_move:
            if len(done) > self.game.longest:
                raise BrokenGame(f"{self.game.name}: a move of {len(done)} decisions does not end")
            done.append(after.choose("greedy"))
            after = after.apply(done[-1])
        return self.game.move_text(self, done, after)

    @property
    def in_move(self) -> bool:
        """Whether the player to move has already made some of the decisions of its contest move."""
        raise NotImplementedError

    @property
    def fields(self) -> np.void:
        """The fields of the state, as in the C struct of the game's header: a structured scalar of game.state_dtype.

        >>> int(make("blockdrop").new().fields["turn"])
        0
        """
        record: np.void = np.frombuffer(self.__bytes__(), self.game._dtype or self.game.state_dtype)[0]
        return record

    @property
    def result(self) -> str:
        """How the game stands or has ended, in a few words."""
        return _native.lg_game_result(self.game._handle, self)

    def message(self, player: int) -> str:
        """The message that the contest's program of `player` reads now, with its line ends; often empty."""
        return _native.lg_game_message(self.game._handle, self, player)

    @property
    def answer_lines(self) -> int:
        """The number of lines in an answer of the contest's program of the player to move."""
        return _native.lg_game_answer_lines(self.game._handle, self)

    @property
    def input_help(self) -> str:
        """For people: the input that the player to move may type, where a list of legal moves is no help; otherwise
        empty."""
        return _native.lg_game_input_help(self.game._handle, self)

    @property
    def prompt(self) -> str:
        """For people: the decision that the player to move has to make, in a few words; often empty."""
        return _native.lg_game_prompt(self.game._handle, self)

    def news(self, player: int) -> str:
        """For people: the news of the others' actions for `player` at its turn, where it does not see their moves."""
        return _native.lg_game_news(self.game._handle, self, player)

    def typed(self, line: str) -> tuple[tuple[int, ...], State]:
        """Reads a person's input, which need not be as strict as a program's answer: the actions, and the state after
        them.

        A line may be a whole move or the first decisions of one, and the rest may come in the next line: the state is
        `in_move` then.

        >>> make("alquerque").new().typed("C3 d4")[1].message(1)
        'c3-d4\\n'

        Raises ParseError, IllegalMove (saying why), GameOver.
        """
        if not isinstance(line, str):
            raise TypeError(f"line: expected a str, not {shown(line)}")
        text, at, actions, state = line.encode(errors="replace"), 0, [], self
        while True:
            at, action = _native.lg_game_typed(self.game._handle, state, text, at)
            actions.append(action)
            state = state.apply(action)
            if at == len(text):
                break
            if not state.in_move:
                rest = text[at:].decode(errors="replace")
                raise IllegalMove(f"the move is complete before {rest!r}")
        if state.in_move:
            with contextlib.suppress(ParseError):
                at, action = _native.lg_game_typed(self.game._handle, state, text, at)
                actions.append(action)
                state = state.apply(action)
        return tuple(actions), state

    @property
    def scores(self) -> tuple[int, ...]:
        """The contest's score of each player so far."""
        raise NotImplementedError

    @property
    def points(self) -> tuple[int, ...]:
        """The points behind the scores, before the limits that a contest may set for the final score."""
        raise NotImplementedError

    @property
    def outcome(self) -> tuple[float, ...]:
        """The result of each player in -1 ... 1; all 0 until the game is over."""
        raise NotImplementedError

    @property
    def board(self) -> str:
        """The position as lines of text, including everything that players do not know."""
        return self.board_for()

    def board_for(self, viewer: int | None = None, colour: bool = False) -> str:
        """The position as lines of text, as far as `viewer` may know it; None knows everything. With `colour`, in the
        colours of a terminal (ANSI escape sequences)."""
        return _native.lg_game_board(self.game._handle, self, self._viewer(viewer), yes_or_no("colour", colour))

    def draw(
        self, viewer: int | None = None, *, before: State | None = None, last: Sequence[SupportsIndex] = (),
        legal: bool = False, heat: npt.ArrayLike | None = None, theme: str = "auto", size: int = 0,
    ) -> str:
        """The position as a picture, an SVG document, as far as `viewer` may know it; None knows everything.

        `before`: an earlier state, from which changes are marked; `last`: the actions that made them.
        `legal`: with the legal actions, as elements with `data-action`. `heat`: a weight for each action, such as a
        search's visits. `theme`: "auto" (dark where the reader prefers that), "light", "dark" or "contrast".
        `size`: the width in pixels, 16 ... 16384; 0 is the picture's own.

        >>> make("alquerque").new().draw(legal=True).count("data-action")
        8
        """
        if before is not None and (not isinstance(before, State) or before.game != self.game):
            raise ValueError(f"before: expected a state of {self.game.config}, not {shown(before)}")
        weights = None if heat is None else _weights(self.game, heat)
        number = number_in_c("theme", theme, _THEMES)
        if not isinstance(size, int | np.integer) or size != 0:
            integer("size", size, _native.LG_LEAST_PICTURE, _native.LG_LARGEST_PICTURE, "0")
        actions = self.game._actions("last", last)
        options = {
            "before": None if before is None else bytes(before), "last_count": len(actions), "last": actions,
            "heat": weights, "legal": yes_or_no("legal", legal), "theme": number, "size": size,
        }  # fmt: skip
        return _native.lg_game_draw(self.game._handle, self, self._viewer(viewer), options)

    def _viewer(self, viewer: int | None) -> int:
        """The number for C: -1 for a viewer who knows everything."""
        return -1 if viewer is None else integer("viewer", viewer, 0, self.game.players - 1, "None")

    @property
    def key(self) -> int:
        """A 64-bit key of the state's bytes (XXH64)."""
        raise NotImplementedError

    def observation(
        self, player: SupportsIndex | None = None, name: str | None = None, out: npt.NDArray[Any] | None = None
    ) -> npt.NDArray[Any]:
        """The knowledge of `player` (default: the player to move, or 0 when the game is over) as an array.

        `name` chooses one of game.observation_spaces, default the first, and its form, as in Game.view. `out` is filled
        and returned if given: it must have the dtype and the number of elements of the space.
        """
        return self._observed(self.game.view(name), player, out)

    def canonical(self, player: SupportsIndex) -> int:
        """The symmetry that turns the position for a player, so that it looks the same from every seat. 0 in games
        without such symmetries."""
        return _native.lg_game_canonical(self.game._handle, self, player)

    def potential(self, player: SupportsIndex) -> float:
        """An estimate of the position's worth to a player before the end; shaped rewards are its changes."""
        return _native.lg_game_potential(self.game._handle, self, player) / _native.LG_POTENTIAL_ONE

    def explain(self, action: SupportsIndex) -> str | None:
        """Why an action is not legal here; None when it is."""
        return _native.lg_game_explain(self.game._handle, self, action)

    def choose(
        self,
        bot: str | Bot | Policy | Callable[..., int | str] = "greedy",
        seed: SupportsIndex = 0,
        *,
        seconds: float | None = None,
    ) -> int:
        """The action that a bot chooses, from the knowledge of the player to move alone.

        `bot` is a Bot or its configuration, such as "strong(simulations=200)". The same knowledge, seed and
        bot give the same action (for "random" and "greedy": the same state); one seed is enough for a whole game. The
        GIL is released during a search, and Ctrl-C ends it. With `seconds` the clock ends it as well; then the action is
        not reproducible. Raises GameOver, ParseError, ValueError (it can't play this game).

        `bot` may also be your own function or Policy: then the action is its answer, if that is a legal action or a move
        of one action, and `seconds` must be None.
        """
        if not isinstance(bot, str | Bot) and (policy := as_policy("bot", bot)) is not None:
            return self._answered(policy, integer("seed", seed, 0, 2**64 - 1), seconds)
        given = configured(cast("str | Bot", bot))
        try:
            return self._thought(given, seed, time_limit("seconds", seconds), None)
        except GameOver:
            raise
        except ValueError:
            given.in_seat(self.game, 0)
            raise

    def _answered(self, policy: Policy, seed: int, seconds: float | None) -> int:
        """The action that a function chooses."""
        if seconds is not None:
            raise ValueError(f"seconds: expected None with a function, which no clock ends, not {shown(seconds)}")
        if self.is_over:
            raise GameOver("the game is over")
        policy.fits(self.game)
        return policy.actions([self], seed)[0]

    def _thought(self, bot: Bot, seed: SupportsIndex, seconds: float, stop: bytearray | None) -> int:
        """The choice of a bot. `stop`: another thread sets its first byte to end the search; then signals are ignored."""
        handle = self.game._handle
        if bot._simple is not None:
            return self._chosen(bot._simple, bot._data, seed)
        rng = _native.lg_bot_rng(handle, bot._data, self, seed)
        size = _native.lg_bot_size(handle, bot._data)
        work = memory(size, "the bot: ") if size else _NO_MEMORY
        return _native.lg_bot_choose(handle, bot._data, self, rng, work, (seconds, stop))

    def resample(self, player: SupportsIndex, seed: SupportsIndex = 0) -> State:
        """A state that `player` can't distinguish from this one: all facts unknown to it, and future chance, are drawn anew.

        Its observations, messages, masks and information_key are the same. With perfect information and no chance in
        play it is this state. The draws depend only on the player's knowledge and on the seed.
        """
        rng = _native.lg_rng_seed(seed, _native.LG_BATCH_SAMPLING_STREAM)
        return state_of(self.game, _native.lg_game_resample(self.game._handle, self, player, rng))

    def reseed(self, seed: SupportsIndex = 0) -> State:
        """The same state with other future chance. In a game without chance in play it is this state."""
        rng = _native.lg_rng_seed(seed, _native.LG_BATCH_SAMPLING_STREAM)
        return state_of(self.game, _native.lg_game_reseed(self.game._handle, self, rng))

    def chance_outcomes(self, action: SupportsIndex, drawn: Iterable[SupportsIndex] = ()) -> list[tuple[int, float]]:
        """The possible outcomes of the next draw of chance after an action, given the outcomes `drawn` of the first draws:
        pairs of an outcome and its probability. Empty when nothing more is drawn, and for an illegal action.

        An outcome is a number whose meaning is on the game's page: in SnakeCore a cell on which a block comes back.
        Raises ValueError for impossible outcomes, and for a game that does not list its draws.

        >>> make("alquerque").new().chance_outcomes(0)
        []
        """
        return _native.lg_game_chance(self.game._handle, self, action, self.game._draws(drawn))

    def apply_drawn(self, action: SupportsIndex, drawn: Iterable[SupportsIndex] = ()) -> State:
        """The state after an action and the outcomes `drawn` of all its draws. With the outcomes that apply() draws it is
        the state that apply() returns. Raises as apply() and chance_outcomes()."""
        given = self.game._draws(drawn)
        try:
            return state_of(self.game, _native.lg_game_apply_drawn(self.game._handle, self, action, given))
        except IllegalMove as error:
            error.args = (self.explain(action),)
            raise

    def information_key(self, player: SupportsIndex) -> int:
        """A 64-bit key of the knowledge of `player`, as far as it still matters: equal for states that it can't
        distinguish."""
        return _native.lg_game_information_key(self.game._handle, self, player)

    def forfeit(self, player: SupportsIndex) -> State:
        """The state after this player's program has broken the contest's rules. Raises GameOver, ValueError."""
        return state_of(self.game, _native.lg_game_forfeit(self.game._handle, self, player))

    def symmetry(self, symmetry: SupportsIndex) -> State:
        """The state that symmetry 0 ... game.num_symmetries - 1 maps this one to."""
        return state_of(self.game, _native.lg_game_symmetry_state(self.game._handle, symmetry, self))

    def _left(self, player: int, games: int, seed: int) -> tuple[float, float]:
        """Means of `games` random games from here: moves of `player`, and decisions of all."""
        rng = _native.lg_rng_seed(seed, _native.LG_ROLLOUT_STREAM)
        _, moves, decisions = _native.lg_rollout_left(self.game._handle, self, player, games, rng)
        return moves, decisions

    def rollout(self, seed: SupportsIndex = 0, limit: SupportsIndex = 2**63 - 1) -> tuple[State, int]:
        """Uniformly random legal actions to the end, or `limit` of them: (last state, actions played)."""
        most, rng = integer("limit", limit, 0, 2**63 - 1), _native.lg_rng_seed(seed, 0)
        data, played = _native.lg_rollout(self.game._handle, self, most, rng, _SIGNALS)
        return state_of(self.game, data), played

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("states are immutable: apply() returns a new one")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("states are immutable: apply() returns a new one")

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """For notebooks: the picture and the board."""
        return {"text/plain": self.board, "image/svg+xml": self.draw()}

    def __str__(self) -> str:
        return _native.lg_game_state_print(self.game._handle, self)

    def __repr__(self) -> str:
        return f"{self.game!r}.parse({str(self)!r})"

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self

    def __reduce__(self) -> tuple[Callable[[Game, bytes], State], tuple[Game, bytes]]:
        return type(self.game).from_bytes, (self.game, bytes(self))


class Moves:
    """The legal moves of a state, one after the other; printing them uses none up."""

    __slots__ = ("_all", "_left")

    def __init__(self, all_moves: Callable[[], Iterator[str]]) -> None:
        self._all = all_moves
        self._left = all_moves()

    def __next__(self) -> str:
        return next(self._left)

    def __iter__(self) -> Iterator[str]:
        return self._left

    def __repr__(self) -> str:
        first = list(itertools.islice(self._all(), _MOVES_SHOWN + 1))
        shown_moves = ", ".join(map(repr, first[:_MOVES_SHOWN])) + ", ..." * (len(first) > _MOVES_SHOWN)
        return f"<legal moves: {shown_moves or 'none'}>"


_MOVES_SHOWN = 20


def _is_action(game: Game, text: str) -> bool:
    """Whether a string is an action in the notation of game.action_text."""
    try:
        _native.lg_game_action_parse(game._handle, text)
    except ValueError:
        return False
    return True


def _is_move(game: Game, text: str | bytes) -> bool:
    """Whether a string looks like a move as programs or people write it, legal or not."""
    line, state = text if isinstance(text, str) else text.decode(errors="replace"), game.new()
    for read in (state.apply, state.typed):
        try:
            read(line)
        except ValueError as error:
            if isinstance(error, ParseError) or not isinstance(error, IllegalMove | GameOver):
                continue
        return True
    return False


state_of: Callable[[Game, bytes], State] = State._of


def checked(state: State, name: str) -> State:
    """The state, if it belongs to this game; otherwise TypeError."""
    if not isinstance(state, State) or state.game.name != name:
        raise TypeError(f"state: expected a state of {name}, not {shown(state)}")
    return state


def room(game: Game, package: str = "libgames") -> ModuleType | None:
    """The module with the functions of this game alone; None where there is none, as for a loaded game."""
    return _module(f"{package}.{game.name}") if game.type.path is None else None


@functools.cache
def _module(name: str) -> ModuleType | None:
    return importlib.import_module(name) if importlib.util.find_spec(name) is not None else None


def _legal_moves(state: State) -> Iterator[str]:
    """Every whole move once: its decisions, depth first."""
    return _walk(state, [], state)


def _walk(before: State, actions: list[int], after: State) -> Iterator[str]:
    """The whole moves from `before` that begin with `actions`, which led to `after`."""
    for action in after.legal_actions:
        further = after.apply(action)
        if further.in_move:
            yield from _walk(before, [*actions, action], further)
        else:
            yield before.game.move_text(before, [*actions, action], further)


def _weights(game: Game, heat: npt.ArrayLike) -> npt.NDArray[np.uint32]:
    """The heat of each action as integers, of which the largest is at most a million: only their ratios count."""
    expected = f"heat: expected {game.num_actions} finite numbers of at least 0, one for each action"
    try:
        weights = np.asarray(heat)
        if weights.dtype.kind not in "biuf":
            raise TypeError
        weights = weights.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{expected}, not {shown(heat)}") from None
    if weights.shape != (game.num_actions,) or not (np.isfinite(weights) & (weights >= 0)).all():
        raise ValueError(expected)
    most = float(weights.max())
    return np.ceil(weights / most * 1e6 if most else weights).astype(np.uint32)
