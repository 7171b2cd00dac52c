"""Games and states with the methods of OpenSpiel's Python API, so that code written for it runs.

    from libgames.openspiel import load_game

    game = load_game("snakecore(players=4)", seed=1)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    print(state.returns())

OpenSpiel is not needed, except for results made of pyspiel's constants, such as those of get_type(). If chance only
draws one of a few equally likely starts, like the deal in Kuhn poker, the first state is a chance node, unless there is
a seed. With chance_nodes=True each draw in play is one, too. Otherwise chance is inside the states: a clone has the
same random events as its original. State.resample_from_infostate draws them anew, with everything else that a player
does not know. Algorithms that traverse all states then get an error, from Game.new_initial_states().
"""

from __future__ import annotations

import collections
import contextlib
import functools
import hashlib
import json
import math
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex, cast

import numpy as np

from . import game as core
from ._errors import parse_error
from ._words import integer, number, one_of, shown, yes_or_no
from .game import State as Position

if TYPE_CHECKING:
    import numpy.typing as npt

TERMINAL = -4  #: as pyspiel.PlayerId.TERMINAL
CHANCE = -1  #: as pyspiel.PlayerId.CHANCE
INVALID_ACTION = -1  #: as pyspiel.INVALID_ACTION


_MOST_OUTCOMES = 256  # of a chance node in games of which all states can be listed
_DRAWS = 200  # for each of them


class PlayerAction(NamedTuple):
    """One entry of State.full_history()."""

    player: int
    action: int


class _Draw(NamedTuple):
    """A chance node in play: the action in the position before, the results of its first draws, the possible results of
    the next one."""

    action: int
    drawn: tuple[int, ...]
    outcomes: list[tuple[int, float]]


def load_game(
    name: str,
    parameters: dict[str, int | str] | None = None,
    *,
    observation: str | None = None,
    rewards: str = "outcome",
    seed: int | None = None,
    chance_nodes: bool = False,
) -> Game:
    """A game by name or configuration string, like pyspiel.load_game; the keywords are those of Game."""
    if not isinstance(parameters, Mapping | None):
        raise TypeError(f"parameters: expected a dict, not {shown(parameters)}")
    made = core.make(name, **(parameters or {}))
    return Game(made, observation=observation, rewards=rewards, seed=seed, chance_nodes=chance_nodes)


class Game:
    """A configured game. Its first initial state is that of `seed`, the next one that of `seed` + 1, and so on."""

    def __init__(
        self, game: core.Game, *, observation: str | None = None, rewards: str = "outcome", seed: int | None = None,
        chance_nodes: bool = False,
    ) -> None:
        """`observation` names one of game.observation_spaces (default: the first). `rewards`: "outcome" (-1 ... 1 at
        the end) or "scores" (the contest's scores, as they rise). `seed`: None is 0, or a chance node where there are
        few starts. `chance_nodes`: whether each draw in play is a chance node, in a game with chance in play that
        reveals its draws; with a seed all games then begin at its start."""
        if not isinstance(game, core.Game):
            raise TypeError(f"game: expected a game of libgames, not {shown(game)}; load_game takes its name")
        self.game = game
        self.rewards = one_of("rewards", rewards, ("outcome", "scores"))
        self.seed = 0 if seed is None else integer("seed", seed, 0, 2**64 - 1)
        self.chance_nodes = yes_or_no("chance_nodes", chance_nodes) and game.type.chance == "play"
        if self.chance_nodes:
            try:
                game.new().chance_outcomes(0)
            except ValueError:
                raise ValueError(f"chance_nodes: {game.config} does not reveal its draws") from None
        self._seeded = seed is not None
        is_fixed = self._seeded and self.chance_nodes and game.type.information == "perfect"
        self._start = game.new(self.seed) if is_fixed else None
        self._twin: Any = None
        self.view = game.view(observation)
        if self.view.canonical or self.view.as_dict:
            raise ValueError("observation: expected no 'canonical' or 'dict', which OpenSpiel does not support")
        self.space = self.view.space

    def new_initial_state(self, text: str | None = None) -> State:
        """The start of the next game, or the position of a text."""
        if text is not None:
            return State(self, self.game.parse(text))
        if self.starts:
            return State(self, None if self.is_dealt else self.starts[0])
        state = State(self, self.game.new(self.seed))
        self.seed += 1
        return state

    def new_initial_states(self) -> list[State]:
        """The single first state, for algorithms that traverse all states. Raises ValueError if there is more chance
        than nodes can show."""
        facts, outcomes = self.game.type, self.game.num_outcomes
        if self.is_listable:
            return [self.new_initial_state()]
        if facts.chance == "play" and not self.chance_nodes:
            reason = "with chance in play, which is inside the states unless chance_nodes=True"
        elif facts.chance == "play" and outcomes > _MOST_OUTCOMES:
            reason = f"whose draws come out in {outcomes} ways, more than {_MOST_OUTCOMES}"
        elif self._seeded:
            reason = "made with a seed, which leaves out the other starts"
        else:
            reason = f"whose starts are more than {_MOST_OUTCOMES}, or not equally likely"
            if self.chance_nodes and facts.information == "perfect":
                reason += "; seed= chooses one"
        raise ValueError(
            f"new_initial_states: expected a game of which all states can be listed, not {self.game.config}, {reason}; "
            "algorithms that sample, such as MCTS, take new_initial_state()"
        )

    @property
    def is_listable(self) -> bool:
        """Whether all chance is in chance nodes with few outcomes, so that all states can be listed."""
        few = not self.chance_nodes or self.game.num_outcomes <= _MOST_OUTCOMES
        return self.game.type.chance == "none" or (few and bool(self.starts))

    @property
    def starts(self) -> tuple[Position, ...]:
        """The starts, all equally likely, where they are few: the outcomes of the chance node at the beginning, if
        there are several. Otherwise empty. With chance nodes in play a seed leaves one, if the players know all of
        it."""
        if self._start is not None:
            return (self._start,)
        is_told = self.game.type.chance == "start" or self.chance_nodes
        return () if self._seeded or not is_told else _starts_of(self.game)

    @property
    def is_dealt(self) -> bool:
        """Whether games begin with a chance node."""
        return len(self.starts) > 1

    def deserialize_state(self, text: str) -> State:
        """The state that State.serialize() wrote, its history included. Raises ParseError for any other text,
        IllegalMove and GameOver for a history that can't be played."""
        if not isinstance(text, str):
            raise TypeError(f"text: expected a result of State.serialize(), not {shown(text)}")
        actions, scores, start = [*text.split("\n", 2), "", ""][:3]
        since = _numbers(scores, 2)
        if len(since) != self.game.players:
            raise parse_error(2, 1, f"{self.game.players} scores")
        dealt = not start and self.is_dealt
        state = State(self, None if dealt else self.game.parse(start), tuple(since))
        for action in _numbers(actions, 1):
            state.apply_action(action)
        return state

    def to_pyspiel(self) -> Any:
        """A pyspiel.Game that plays this one, for OpenSpiel's C++ code. Functions that take one accept this game
        directly. Raises ValueError where new_initial_states does."""
        if not self.is_listable:
            self.new_initial_states()  # raises with the reason
        return self._made_twin()

    def _made_twin(self) -> Any:
        if self._twin is None:
            self._twin = _twins()[0](self)
        return self._twin

    def _pybind11_conduit_v1_(self, *asked: Any) -> Any:
        """Called by pybind11 for the object behind one of another class."""
        return self.to_pyspiel()._pybind11_conduit_v1_(*asked)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_twin": None}

    def get_type(self) -> Any:
        """A pyspiel.GameType. Needs the package open_spiel."""
        kind = _pyspiel("get_type").GameType
        facts = self.game.type
        zero_sum = self.game.players == 2 and self.rewards == "outcome"
        return kind(
            short_name=facts.name,
            long_name=facts.title,
            dynamics=kind.Dynamics.SEQUENTIAL,
            chance_mode=kind.ChanceMode.DETERMINISTIC
            if facts.chance == "none"
            else kind.ChanceMode.EXPLICIT_STOCHASTIC
            if self.starts or self.chance_nodes
            else kind.ChanceMode.SAMPLED_STOCHASTIC,
            information=kind.Information.PERFECT_INFORMATION
            if facts.information == "perfect"
            else kind.Information.IMPERFECT_INFORMATION,
            utility=kind.Utility.ZERO_SUM if zero_sum else kind.Utility.GENERAL_SUM,
            reward_model=kind.RewardModel.TERMINAL if self.rewards == "outcome" else kind.RewardModel.REWARDS,
            max_num_players=self.game.players,
            min_num_players=self.game.players,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
        )

    def num_players(self) -> int:
        return self.game.players

    def num_distinct_actions(self) -> int:
        return self.game.num_actions

    def max_game_length(self) -> int:
        """The largest number of actions in a game."""
        return self.game.longest

    def max_chance_outcomes(self) -> int:
        """The largest number of outcomes of a chance node."""
        return max(len(self.starts) if self.is_dealt else 0, self.game.num_outcomes if self.chance_nodes else 0)

    def max_chance_nodes_in_history(self) -> int:
        """The largest number of decisions in a game."""
        return self.is_dealt + (self.game.longest * self.game.draws if self.chance_nodes else 0)

    def max_history_length(self) -> int:
        """Actions of players and of chance."""
        return self.max_game_length() + self.max_chance_nodes_in_history()

    def max_move_number(self) -> int:
        return self.max_history_length()

    def policy_tensor_shape(self) -> list[int]:
        return [self.game.num_actions]

    def min_utility(self) -> float:
        return -1.0 if self.rewards == "outcome" else -float("inf")

    def max_utility(self) -> float:
        return 1.0 if self.rewards == "outcome" else float("inf")

    def utility_sum(self) -> float | None:
        return 0.0 if self.game.players == 2 and self.rewards == "outcome" else None

    def observation_tensor_shape(self) -> list[int]:
        return list(self.space.shape)

    def observation_tensor_size(self) -> int:
        size = 1
        for length in self.space.shape:
            size *= length
        return size

    def observation_tensor_layout(self) -> Any:
        """pyspiel.TensorLayout.CHW: the array in C order. Needs the package open_spiel."""
        return _pyspiel("observation_tensor_layout").TensorLayout.CHW

    def make_observer(self, *types_and_parameters: Any) -> Observer:
        """An Observer of the game's `observation`; OpenSpiel's arguments, the kind of observation and parameters, must
        be None and empty."""
        if any(given is not None and given != {} for given in types_and_parameters):
            raise ValueError(f"make_observer: expected no kind and no parameters, not {shown(types_and_parameters)}")
        return Observer(self)

    make_py_observer = make_observer

    def serialize(self) -> str:
        """The configuration, which load_game takes."""
        return self.game.config

    def to_string(self) -> str:
        return str(self)

    def get_parameters(self) -> dict[str, int | str]:
        return dict(self.game.parameters)

    def action_to_string(self, player: int, action: SupportsIndex) -> str:
        return self.game.action_text(action)

    def __str__(self) -> str:
        return self.game.config

    def __repr__(self) -> str:
        return f"libgames.openspiel.load_game({self.game.config!r})"


class Observer:
    """The interface of open_spiel.python.observation: `tensor`, which set_from() fills, and strings."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.knows = False  # whether its strings describe information states
        self.tensor = np.zeros(game.observation_tensor_size(), np.float32)
        self.dict = {game.space.name: self.tensor.reshape(game.space.shape)}

    def set_from(self, state: Any, player: int) -> None:
        ours: State = getattr(state, "state", state)  # behind one of to_pyspiel()
        self.tensor[:] = 0 if ours.is_chance_node() else ours._observe(player).ravel()

    def string_from(self, state: Any, player: int) -> str:
        ours: State = getattr(state, "state", state)
        if ours.is_chance_node():
            return str(ours)
        return ours.information_state_string(player) if self.knows else ours.observation_string(player)


class State:
    """A position with its history; changed in place by apply_action. `position` is the immutable libgames.State: at the
    chance node before the start None, at chance nodes in play the one before the action that draws."""

    __slots__ = ("_before", "_draw", "_history", "_known", "_start_scores", "_twin", "position", "spiel_game")

    position: Position | None

    def __init__(self, game: Game, position: Position | None, start_scores: tuple[int, ...] | None = None) -> None:
        """`start_scores`: the scores from which returns() counts with the rewards "scores"; default: the position's."""
        self.spiel_game = game
        self.position = position
        if start_scores is None:
            start_scores = (0,) * game.num_players() if position is None else position.scores
        self._start_scores = start_scores
        self._draw: _Draw | None = None  # at a chance node in play
        self._before: list[tuple[Position | None, _Draw | None]] = []  # both, before each action of the history
        self._history: list[int] = []
        self._known: dict[int, bytes] = {}  # by player, its past before the history

    # ---- playing ----

    def clone(self) -> State:
        """An independent copy."""
        copy = State(self.spiel_game, self.position, self._start_scores)
        copy._draw = self._draw
        copy._before = self._before.copy()
        copy._history = self._history.copy()
        copy._known = self._known
        return copy

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.clone()

    def __getstate__(self) -> tuple[None, dict[str, Any]]:
        return None, {name: getattr(self, name) for name in self.__slots__ if name != "_twin"}

    def _pybind11_conduit_v1_(self, *asked: Any) -> Any:
        """Called by pybind11 for the object behind one of another class: in games of any kind, for bots in C++."""
        self._twin = _twins()[1](self.spiel_game._made_twin(), self)  # lives until the next call
        return self._twin._pybind11_conduit_v1_(*asked)

    def apply_action(self, action: SupportsIndex) -> None:
        """Raises libgames.IllegalMove (with the reason), libgames.GameOver, ValueError, TypeError; the state is then
        unchanged."""
        after, draw = self.position, None
        if after is None or self._draw is not None:
            chosen = integer("action", action, 0, self.spiel_game.max_chance_outcomes() - 1)
            if chosen not in self.legal_actions():
                raise ValueError(f"action: expected one of chance_outcomes(), not {chosen}")
        else:
            chosen = integer("action", action, 0, self.num_distinct_actions() - 1)
        if after is None:
            after = self.spiel_game.starts[chosen]
            self._start_scores = after.scores
        elif self._draw is not None:
            after, draw = _drawn(after, self._draw.action, (*self._draw.drawn, chosen))
        elif self.spiel_game.chance_nodes:
            after, draw = _drawn(after, chosen, ())
        else:
            after = after.apply(chosen)
        self._before.append((self.position, self._draw))
        self._history.append(chosen)
        self.position, self._draw = after, draw

    apply_action_with_legality_check = apply_action

    def apply_actions(self, actions: list[int]) -> None:
        """For simultaneous nodes, of which there are none: raises ValueError."""
        raise ValueError("apply_actions: no state is a simultaneous node; apply_action() takes the action of one player")

    apply_actions_with_legality_checks = apply_actions

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> State:
        """A state that this player can't distinguish from this one: everything that it does not know, and future
        chance, is drawn with one number 0 ... 1 of the sampler. Its history begins there: the true one would reveal
        hidden facts."""
        chance = number("probability_sampler()", probability_sampler(), 0, 1)
        position = self._seen().resample(player_id, int(chance * 2**53))
        sample = State(self.spiel_game, position, self._start_scores)
        if self.spiel_game.is_listable:
            sample._known = {int(player_id): self._past(player_id)}
        return sample

    def child(self, action: SupportsIndex) -> State:
        """A clone after an action."""
        after = self.clone()
        after.apply_action(action)
        return after

    def undo_action(self, player: int, action: int) -> None:
        """Takes back the last action, which must be this one of this player."""
        same = False
        with contextlib.suppress(Exception):  # an array, or another object that can't be compared
            same = bool(self._history) and tuple(self.full_history()[-1]) == (player, action)
        if not same:
            raise ValueError(f"the last action was not {shown(action)} of player {shown(player)}")
        self._history.pop()
        self.position, self._draw = self._before.pop()

    def legal_actions(self, player: int | None = None) -> list[int]:
        """In ascending order; empty for players not to move."""
        asked = self._player(player)
        if self.position is None or self._draw is not None:
            return [outcome for outcome, _ in self.chance_outcomes()] if asked in (None, CHANCE) else []
        return list(self.position.legal_actions) if asked in (None, self.position.player) else []

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        legal = set(self.legal_actions(player))
        of_chance = self.is_chance_node()
        count = self.spiel_game.max_chance_outcomes() if of_chance else self.num_distinct_actions()
        return [int(action in legal) for action in range(count)]

    # ---- player to move, kind of node ----

    def current_player(self) -> int:
        """The player to move, TERMINAL when the game is over."""
        if self.position is None or self._draw is not None:
            return CHANCE
        player = self.position.player
        return TERMINAL if player is None else player

    def is_terminal(self) -> bool:
        return self.current_player() == TERMINAL

    def is_player_node(self) -> bool:
        return self.current_player() >= 0

    def is_chance_node(self) -> bool:
        return self.position is None or self._draw is not None

    def get_type(self) -> Any:
        """A pyspiel.StateType. Needs the package open_spiel."""
        kinds = _pyspiel("get_type").StateType
        return kinds.CHANCE if self.is_chance_node() else kinds.TERMINAL if self.is_terminal() else kinds.DECISION

    def is_simultaneous_node(self) -> bool:
        return False

    def is_mean_field_node(self) -> bool:
        return False

    def is_initial_state(self) -> bool:
        return not self._history

    def is_initial_non_chance_state(self) -> bool:
        """Whether this is a player's first decision, after any draws of chance."""
        return self.is_player_node() and all(entry.player == CHANCE for entry in self.full_history())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self._draw is not None:
            return self._draw.outcomes.copy()
        if self.position is not None:
            raise ValueError("chance_outcomes: expected a chance node, not another state")
        starts = self.spiel_game.starts
        return [(outcome, 1 / len(starts)) for outcome in range(len(starts))]

    def num_players(self) -> int:
        return self.spiel_game.num_players()

    def num_distinct_actions(self) -> int:
        return self.spiel_game.num_distinct_actions()

    def get_game(self) -> Game:
        return self.spiel_game

    # ---- rewards ----

    def returns(self) -> list[float]:
        """The sum of each player's rewards since the first state."""
        return self._gains(self._start_scores)

    def rewards(self) -> list[float]:
        """Each player's reward for the last action."""
        before = self._before[-1][0] if self._before else self.position
        return self._gains(self._start_scores if before is None else before.scores)

    def player_return(self, player: int) -> float:
        return self.returns()[integer("player", player, 0, self.num_players() - 1)]

    def player_reward(self, player: int) -> float:
        return self.rewards()[integer("player", player, 0, self.num_players() - 1)]

    def _player(self, player: SupportsIndex | None) -> int | None:
        """The given player; None and TERMINAL stand for no player, and so does CHANCE at its node."""
        nobody = (TERMINAL, CHANCE) if self.is_chance_node() else (TERMINAL,)
        if player is None or (isinstance(player, int) and player in nobody):
            return player
        return integer("player", player, 0, self.num_players() - 1)

    def _gains(self, since: tuple[int, ...]) -> list[float]:
        if self.position is None:
            return [0.0] * self.num_players()
        if self.spiel_game.rewards == "outcome":
            return list(self.position.outcome)
        return [float(now - then) for then, now in zip(since, self.position.scores, strict=True)]

    # ---- observations ----

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The current observation of `player` (default: the one to move), flat, in the game's `observation`
        encoding."""
        return self._observe(player).ravel().astype(float).tolist()

    def observation_string(self, player: int | None = None) -> str:
        """The same as a string: the encoding's name and its bytes in hexadecimal."""
        return f"{self.spiel_game.space.name} {self._observe(player).tobytes().hex()}"

    def information_state_string(self, player: int | None = None) -> str:
        """Represents the knowledge of `player` (default: the one to move) that still matters, past observations
        included: the key state.information_key. Equal for states that it can't distinguish; histories that lead to the
        same knowledge share it, so it is not a record of the past. If all states can be listed, it also contains a
        record of the player's knowledge and action at each of its decisions, which tabular algorithms need."""
        if player is None:
            player = max(0, self.current_player())
        key = self._seen().information_key(player)
        past = f" after {self._past(player).hex()}" if self.spiel_game.is_listable else ""
        return f"player {player}: {key:016x}{past}"

    def _past(self, player: int) -> bytes:
        past = self._known.get(player, b"")
        for (position, draw), action in zip(self._before, self._history, strict=True):
            if position is not None and draw is None and position.player == player:
                known = past + position.information_key(player).to_bytes(8, "little") + action.to_bytes(4, "little")
                past = hashlib.blake2b(known, digest_size=8).digest()
        return past

    def _observe(self, player: int | None) -> npt.NDArray[Any]:
        return self._seen()._observed(self.spiel_game.view, player)

    def _seen(self) -> Position:
        if self.position is None or self._draw is not None:
            raise ValueError("expected a state after the chance node, which has no observations")
        return self.position

    # ---- history and text ----

    def history(self) -> list[int]:
        return self._history.copy()

    def full_history(self) -> list[PlayerAction]:
        return [
            PlayerAction(CHANCE if position is None or draw is not None else cast("int", position.player), action)
            for (position, draw), action in zip(self._before, self._history, strict=True)
        ]

    def history_str(self) -> str:
        return ", ".join(map(str, self._history))

    def move_number(self) -> int:
        return len(self._history)

    def action_to_string(self, *player_and_action: SupportsIndex) -> str:
        """action_to_string(action) or action_to_string(player, action)."""
        action = _last("action", player_and_action)
        if self.position is None:
            return str(self.spiel_game.starts[integer("action", action, 0, len(self.spiel_game.starts) - 1)])
        if self._draw is not None:
            return str(integer("action", action, 0, self.spiel_game.max_chance_outcomes() - 1))
        return self.position.game.action_text(action)

    def string_to_action(self, *player_and_text: Any) -> int:
        """string_to_action(text) or string_to_action(player, text)."""
        text = _last("text", player_and_text)
        if self.position is None:
            return self.spiel_game.starts.index(self.spiel_game.game.parse(text))
        if self._draw is not None:
            if text not in (known := {str(outcome): outcome for outcome in self.legal_actions()}):
                raise ValueError(f"text: expected one of chance_outcomes(), not {shown(text)}")
            return known[text]
        return self.position.game.parse_action(text)

    def serialize(self) -> str:
        """Lines with the actions and with the scores from which returns() counts, then the first position, nothing for
        a chance node: for Game.deserialize_state."""
        start = self._before[0][0] if self._before else self.position
        lines = (" ".join(map(str, numbers)) for numbers in (self._history, self._start_scores))
        return "\n".join([*lines, "" if start is None else str(start)])

    def to_dict(self) -> dict[str, Any]:
        """The game, the position (None at the chance node), the player to move, and the history."""
        where = None if self.position is None else str(self.position)
        return {"game": str(self.spiel_game), "position": where, "player": self.current_player(), "history": self.history()}

    def to_json(self) -> str:
        return json.dumps(self.to_dict())

    def to_string(self) -> str:
        return str(self)

    def __str__(self) -> str:
        if self.position is not None and self._draw is not None:
            after = self.position.game.action_text(self._draw.action)
            return f"{self.position.board}\nchance after {' '.join([after, *map(str, self._draw.drawn)])}"
        return "chance" if self.position is None else self.position.board

    def __repr__(self) -> str:
        return f"<libgames.openspiel.State {'chance' if self.position is None else str(self.position)!r}>"


def _drawn(position: Position, action: int, drawn: tuple[int, ...]) -> tuple[Position, _Draw | None]:
    """The position after an action without further draws, or the same one with the next draw."""
    outcomes = position.chance_outcomes(action, drawn)
    if outcomes:
        return position, _Draw(action, drawn, outcomes)
    return position.apply_drawn(action, drawn), None


@functools.lru_cache
def _starts_of(game: core.Game) -> tuple[Position, ...]:
    """All starts, found by drawing 200 times for each; empty if there are too many, or if they are not equally
    likely."""
    drawn: collections.Counter[Position] = collections.Counter()
    seed = 0
    while seed < _DRAWS * max(2, len(drawn)) and len(drawn) <= _MOST_OUTCOMES:
        start = game.new(seed)
        drawn[start.reseed() if game.type.chance == "play" else start] += 1
        seed += 1
    kinds, mean = len(drawn), seed / len(drawn)
    distance = sum((count - mean) ** 2 for count in drawn.values()) / mean  # chi-squared, if all are equally likely
    if kinds > _MOST_OUTCOMES or distance > kinds - 1 + 6 * math.sqrt(2 * (kinds - 1)):
        return ()
    return tuple(sorted(drawn, key=str))


@functools.lru_cache
def _twins() -> tuple[Any, Any]:
    """Classes of games and states that pyspiel accepts."""
    pyspiel = _pyspiel("to_pyspiel")

    class TwinGame(pyspiel.Game):  # type: ignore[misc, name-defined]
        def __init__(self, game: Game) -> None:
            total = game.utility_sum()
            super().__init__(game.get_type(), pyspiel.GameInfo(
                num_distinct_actions=game.num_distinct_actions(), max_chance_outcomes=game.max_chance_outcomes(),
                num_players=game.num_players(), min_utility=game.min_utility(), max_utility=game.max_utility(),
                max_game_length=game.max_game_length(), **({} if total is None else {"utility_sum": total}),
            ), {})  # fmt: skip
            self.game = game

        def new_initial_state(self) -> TwinState:
            return TwinState(self, self.game.new_initial_states()[0])

        def make_py_observer(self, kind: Any = None, parameters: Any = None) -> Any:
            observer = Observer(self.game)
            observer.knows = kind is not None and kind.perfect_recall
            return observer

    class TwinState(pyspiel.State):  # type: ignore[misc, name-defined]
        def __init__(self, game: TwinGame, state: State) -> None:
            super().__init__(game)
            self.state = state
            self.entered: PlayerAction | None = None  # an earlier action, while C++ receives the history
            for entry in state.full_history():
                self.entered = entry
                self.apply_action(entry.action)
            self.entered = None

        def current_player(self) -> int:
            return self.state.current_player() if self.entered is None else self.entered.player

        def _legal_actions(self, player: int) -> list[int]:
            return self.state.legal_actions()

        def chance_outcomes(self) -> list[tuple[int, float]]:
            return self.state.chance_outcomes()

        def _apply_action(self, action: int) -> None:
            if self.entered is None:
                self.state.apply_action(action)

        def _action_to_string(self, player: int, action: int) -> str:
            return self.state.action_to_string(player, action)

        def is_terminal(self) -> bool:
            return self.state.is_terminal()

        def returns(self) -> list[float]:
            return self.state.returns()

        def rewards(self) -> list[float]:
            return self.state.rewards()

        def __str__(self) -> str:
            return str(self.state)

    return TwinGame, TwinState


def _pyspiel(what: str) -> Any:
    try:
        import pyspiel
    except ImportError as error:
        from ._install import pip

        raise ImportError(f"{what}: expected pyspiel, which `{pip('open-spiel')}` installs") from error
    return pyspiel


def _numbers(line: str, number_of_line: int) -> list[int]:
    """The integers of a line. Raises ParseError."""
    found = []
    for word in re.finditer(r"\S+", line):
        if not re.fullmatch(r"-?[0-9]{1,18}", word[0]):
            raise parse_error(number_of_line, 1 + word.start(), "an integer")
        found.append(int(word[0]))
    return found


def _last(what: str, given: tuple[Any, ...]) -> Any:
    """The argument after a player, who may be omitted."""
    if len(given) not in (1, 2):
        raise TypeError(f"expected ({what}) or (player, {what}), not {len(given)} arguments")
    return given[-1]
