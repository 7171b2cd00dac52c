"""States: the positions of games, as immutable Python objects."""

from __future__ import annotations

import contextlib
import functools
import importlib
import importlib.util
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, SupportsIndex

import numpy as np

from . import _native
from ._errors import GameOver, IllegalMove, ParseError
from ._patience import Parts
from ._players import Player, configured
from ._words import integer, number_in_c, shown, time_limit, yes_or_no

if TYPE_CHECKING:
    from types import ModuleType

    import numpy.typing as npt

    from ._types import View
    from .game import Game

_SHORT = 256  # actions that are played at once
_THEMES = {
    "auto": _native.LG_THEME_AUTO,
    "light": _native.LG_THEME_LIGHT,
    "dark": _native.LG_THEME_DARK,
    "contrast": _native.LG_THEME_CONTRAST,
}


class State:
    """A position of a game: immutable, hashable, comparable, picklable. Made by `Game.new` and `Game.parse`."""

    __slots__ = {"_data": None, "game": "The Game that this is a state of."}

    _data: bytes
    if TYPE_CHECKING:

        @property
        def game(self) -> Game: ...
    else:
        game: Game

    def __init__(self) -> None:
        raise TypeError("states are made by Game.new, Game.parse and Game.from_bytes")

    def apply(self, action: SupportsIndex | str) -> State:
        """The state after an action (an integer), or after a whole contest move (a text such as "a1*c1*c3").

        Raises IllegalMove (saying why), GameOver, ParseError, ValueError (outside the action space), TypeError.
        """
        game = self.game
        after = _new(State)
        _set_game(after, game)
        if isinstance(action, str):
            data = _native.lg_game_play(game._handle, self._data, action)
        else:
            try:
                data = _native.lg_game_apply(game._handle, self._data, action)
            except IllegalMove as error:
                error.args = (self.explain(action),)
                raise
        _set_data(after, data)
        return after

    @property
    def player(self) -> int | None:
        """The player to move, None when the game is over."""
        player = _native.lg_game_player(self.game._handle, self._data)
        return None if player < 0 else player

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return _native.lg_game_player(self.game._handle, self._data) < 0

    @property
    def legal_actions(self) -> tuple[int, ...]:
        """All legal actions in ascending order; empty exactly when the game is over."""
        return _native.lg_game_legal(self.game._handle, self._data)

    @property
    def action_mask(self) -> npt.NDArray[np.uint8]:
        """uint8 [num_actions]: 1 for legal actions; all 0 when the game is over."""
        mask = np.empty(self.game.num_actions, np.uint8)
        _native.lg_game_legal_bytes(self.game._handle, self._data, mask)
        return mask

    @property
    def legal_moves(self) -> Moves:
        """An iterator over the legal whole moves in the contest's notation."""
        own: Callable[[State], Iterator[str]] = getattr(room(self.game), "legal_moves", _legal_moves)
        return Moves(lambda: own(self))

    @property
    def in_move(self) -> bool:
        """Whether the player to move has made some decisions of its contest move already."""
        return _native.lg_game_in_move(self.game._handle, self._data)

    @property
    def fields(self) -> np.void:
        """The fields of the state, as in the C struct of the game's header: a structured scalar of game.state_dtype.

        >>> int(make("blockdrop").new().fields["turn"])
        0
        """
        record: np.void = np.frombuffer(self._data, self.game.state_dtype)[0]
        return record

    @property
    def result(self) -> str:
        """How the game stands or has ended, in a few words."""
        return _native.lg_game_result(self.game._handle, self._data)

    def message(self, player: int) -> str:
        """What the contest's program of `player` reads now, with its line ends; often nothing."""
        return _native.lg_game_message(self.game._handle, self._data, player)

    @property
    def answer_lines(self) -> int:
        """How many lines the contest's program of the player to move answers."""
        return _native.lg_game_answer_lines(self.game._handle, self._data)

    @property
    def hint(self) -> str:
        """For people: what the player to move may type, where a list of legal moves is no help; else nothing."""
        return _native.lg_game_hint(self.game._handle, self._data)

    @property
    def prompt(self) -> str:
        """For people: the decision that the player to move is asked for, in a few words; often nothing."""
        return _native.lg_game_prompt(self.game._handle, self._data)

    def news(self, player: int) -> str:
        """For people: what `player` hears at its turn of what the others did, where it does not see their moves."""
        return _native.lg_game_news(self.game._handle, self._data, player)

    def typed(self, line: str) -> tuple[tuple[int, ...], State]:
        """What a person typed, which need not be as strict as a program's answer: the actions, and the state after them.

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
            at, action = _native.lg_game_typed(self.game._handle, state._data, text, at)
            actions.append(action)
            state = state.apply(action)
            if at == len(text):
                break
            if not state.in_move:
                rest = text[at:].decode(errors="replace")
                raise IllegalMove(f"the move is complete before {rest!r}")
        if state.in_move:
            with contextlib.suppress(ParseError):
                at, action = _native.lg_game_typed(self.game._handle, state._data, text, at)
                actions.append(action)
                state = state.apply(action)
        return tuple(actions), state

    @property
    def scores(self) -> tuple[int, ...]:
        """The contest's score of each player so far."""
        return _native.lg_game_scores(self.game._handle, self._data)

    @property
    def points(self) -> tuple[int, ...]:
        """What the scores are made of, before the limits that a contest may have for the score at the end."""
        return _native.lg_game_points(self.game._handle, self._data)

    @property
    def outcome(self) -> tuple[float, ...]:
        """The result of each player in -1 ... 1; all 0 while the game is going on."""
        return _native.lg_game_outcome(self.game._handle, self._data)

    @property
    def board(self) -> str:
        """The position as lines of text, with everything that players do not know."""
        return self.board_for()

    def board_for(self, viewer: int | None = None, colour: bool = False) -> str:
        """The position as lines of text, as far as `viewer` may know it; None knows everything. With `colour`, in the
        colours of a terminal (ANSI escape sequences)."""
        return _native.lg_game_board(self.game._handle, self._data, self._viewer(viewer), colour)

    def draw(
        self, viewer: int | None = None, *, before: State | None = None, last: Sequence[SupportsIndex] = (),
        legal: bool = False, heat: npt.ArrayLike | None = None, theme: str = "auto", size: int = 0,
    ) -> str:
        """The position as a picture, an SVG document, as far as `viewer` may know it; None knows everything.

        `before`: an earlier state; what has changed since then is marked, and `last` may say by which actions.
        `legal`: the legal actions too, as elements with `data-action`. `heat`: a weight for each action, such as a
        search's visits. `theme`: "auto" (dark where the reader prefers that), "light", "dark" or "contrast".
        `size`: the width in pixels, 16 ... 16384; 0 is the picture's own.

        >>> make("alquerque").new().draw(legal=True).count("data-action")
        8
        """
        if before is not None and (not isinstance(before, State) or before.game != self.game):
            raise ValueError(f"before: expected a state of {self.game.config}, not {shown(before)}")
        weights = None if heat is None else _weights(self.game, heat)
        number = number_in_c("theme", theme, _THEMES)
        if size:
            integer("size", size, _native.LG_LEAST_PICTURE, _native.LG_LARGEST_PICTURE, "0")
        actions = self.game._actions("last", last)
        options = {
            "before": None if before is None else before._data, "last_count": len(actions), "last": actions,
            "heat": weights, "legal": yes_or_no("legal", legal), "theme": number, "size": size,
        }  # fmt: skip
        return _native.lg_game_draw(self.game._handle, self._data, self._viewer(viewer), options)

    def _viewer(self, viewer: int | None) -> int:
        """As C has it: -1 knows everything."""
        return -1 if viewer is None else integer("viewer", viewer, 0, self.game.players - 1, "None")

    @property
    def key(self) -> int:
        """A 64-bit key of the state's bytes (XXH64)."""
        return _native.lg_game_hash(self.game._handle, self._data)

    def observation(
        self, player: SupportsIndex | None = None, name: str | None = None, out: npt.NDArray[Any] | None = None
    ) -> npt.NDArray[Any]:
        """What `player` (default: the player to move, or 0 when the game is over) may know.

        `name` chooses one of game.observation_spaces, default the first, and its form, as in Game.view. `out` is filled
        and returned when given: its dtype and number of elements must be those of the space.
        """
        return self._observed(self.game.view(name), player, out)

    def _observed(
        self, view: View, player: SupportsIndex | None, out: npt.NDArray[Any] | None = None
    ) -> npt.NDArray[Any]:
        if view.as_dict:
            raise ValueError("observation: 'dict' is for environments; a state's mask is action_mask")
        if player is None:
            player = max(0, _native.lg_game_player(self.game._handle, self._data))
        if out is None:
            out = np.empty(view.space.shape, view.space.dtype)
        _native.state_observe(self.game._handle, self._data, player, view.encoding, view.form, view.canonical, out)
        return out

    def canonical(self, player: SupportsIndex) -> int:
        """The symmetry that turns the position for a player, so that it looks the same from every seat. 0 in games
        without such symmetries."""
        return _native.lg_game_canonical(self.game._handle, self._data, player)

    def potential(self, player: SupportsIndex) -> float:
        """What the position is worth to a player on the way to the end; shaped rewards are its change."""
        return _native.lg_game_potential(self.game._handle, self._data, player) / _native.LG_POTENTIAL_ONE

    def explain(self, action: SupportsIndex) -> str | None:
        """Why an action is not legal here; None when it is."""
        return _native.lg_game_explain(self.game._handle, self._data, action)

    def choose(
        self, player: str | Player = "greedy", seed: SupportsIndex = 0, *, seconds: float | None = None
    ) -> int:
        """The action that a built-in player chooses, from nothing but what the player to move may know.

        `player` is a Player or its configuration, such as "strong(simulations=200)". The same knowledge, seed and
        player give the same action (for "random" and "greedy": the same state); one seed will do for a whole game. The
        GIL is released while it searches, and Ctrl-C ends it. With `seconds` the clock ends it, if nothing else does
        before; then the action is not reproducible. Raises GameOver, ParseError, ValueError (it can't play this game).
        """
        given = configured(player)
        try:
            return self._thought(given, seed, time_limit("seconds", seconds), None)
        except GameOver:
            raise
        except ValueError:
            given.in_seat(self.game, 0)
            raise

    def _thought(self, player: Player, seed: SupportsIndex, seconds: float, stop: bytearray | None) -> int:
        """What a player chooses. `stop`: another thread sets its first byte to end the thinking; then signals are not
        looked at."""
        handle = self.game._handle
        rng = _native.lg_player_rng(handle, player._data, self._data, seed)
        if player._simple is not None:
            return _native.lg_game_choose(handle, self._data, player._simple, rng)
        return _native.lg_player_choose(handle, player._data, self._data, rng, (seconds, stop))

    def resample(self, player: SupportsIndex, seed: SupportsIndex = 0) -> State:
        """A state that `player` can't tell from this one: what it does not know, and future chance, is chosen anew.

        All its observations, messages and masks are the same, and so is its information(). With perfect information
        and no chance in play it is this state. What is chosen depends only on what the player knows and on the seed.
        """
        rng = _native.lg_rng_seed(seed, _native.LG_BATCH_SAMPLING_STREAM)
        return state_of(self.game, _native.lg_game_resample(self.game._handle, self._data, player, rng))

    def reseed(self, seed: SupportsIndex = 0) -> State:
        """The same state with other future chance; nothing else changes. This state for a game without chance in play."""
        rng = _native.lg_rng_seed(seed, _native.LG_BATCH_SAMPLING_STREAM)
        return state_of(self.game, _native.lg_game_reseed(self.game._handle, self._data, rng))

    def information(self, player: SupportsIndex) -> int:
        """A 64-bit key of what `player` knows: equal for states that it can't tell apart, as far as it still matters."""
        return _native.lg_game_information(self.game._handle, self._data, player)

    def forfeit(self, player: SupportsIndex) -> State:
        """What the contest does when this player's program breaks the rules. Raises GameOver, ValueError."""
        return state_of(self.game, _native.lg_game_forfeit(self.game._handle, self._data, player))

    def symmetry(self, symmetry: SupportsIndex) -> State:
        """The state that symmetry 0 ... game.num_symmetries - 1 maps this one to."""
        return state_of(self.game, _native.lg_game_symmetry_state(self.game._handle, symmetry, self._data))

    def _left(self, player: int, games: int, seed: int) -> tuple[float, float]:
        """Means of `games` random games from here: moves of `player`, and decisions of all."""
        rng = _native.lg_rng_seed(seed, _native.LG_ROLLOUT_STREAM)
        _, moves, decisions = _native.lg_rollout_left(self.game._handle, self._data, player, games, rng)
        return moves, decisions

    def rollout(self, seed: SupportsIndex = 0, limit: SupportsIndex = 2**63 - 1) -> tuple[State, int]:
        """Uniformly random legal actions to the end, or `limit` of them: (last state, actions played)."""
        most = integer("limit", limit, 0, 2**63 - 1)
        rng, handle = _native.lg_rng_seed(seed, 0), self.game._handle
        data, played = _native.lg_rollout(handle, self._data, min(most, _SHORT), rng)
        if played < _SHORT:
            return state_of(self.game, data), played
        parts = Parts(_SHORT)
        while True:
            part = min(parts.begin(), most - played)
            data, actions = _native.lg_rollout(handle, data, part, rng)
            parts.end()
            played += actions
            if actions < part or played == most:
                return state_of(self.game, data), played

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("states are immutable: apply() returns a new one")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("states are immutable: apply() returns a new one")

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """For notebooks: the picture, and the board as text."""
        return {"text/plain": self.board, "image/svg+xml": self.draw()}

    def __str__(self) -> str:
        return _native.lg_game_state_print(self.game._handle, self._data)

    def __repr__(self) -> str:
        return f"{self.game!r}.parse({str(self)!r})"

    def __bytes__(self) -> bytes:
        return self._data

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self._data == other._data and self.game == other.game

    def __hash__(self) -> int:
        return hash(self._data)

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self

    def __reduce__(self) -> tuple[Callable[[Game, bytes], State], tuple[Game, bytes]]:
        return type(self.game).from_bytes, (self.game, self._data)


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


_new = object.__new__
_set_game: Callable[[State, Game], None] = State.__dict__["game"].__set__
_set_data: Callable[[State, bytes], None] = State.__dict__["_data"].__set__


def state_of(game: Game, data: bytes) -> State:
    state = _new(State)
    _set_game(state, game)
    _set_data(state, data)
    return state


def checked(state: State, name: str) -> State:
    """The state, if it is one of this game; else TypeError."""
    if not isinstance(state, State) or state.game.name != name:
        raise TypeError(f"state: expected a state of {name}, not {shown(state)}")
    return state


def room(game: Game, package: str = "libgames") -> ModuleType | None:
    """The module with what this game alone has; None where there is none, as for a game that was loaded."""
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
