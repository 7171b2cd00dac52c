"""Games and states with the methods of OpenSpiel's Python API, so that code written for it runs.

    from libgames.openspiel import load_game

    game = load_game("snakecore(players=4)", seed=1)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    print(state.returns())

Nothing of OpenSpiel is needed, except for Game.get_type(), whose answer is made of pyspiel's own constants.
Chance is inside the states, which are never chance nodes: the same things happen by chance to a clone as to its original.
State.resample_from_infostate chooses them anew, with everything else that a player does not know.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex, cast

from . import game as core
from ._errors import parse_error
from ._words import integer, number, one_of, shown
from .game import State as Position

if TYPE_CHECKING:
    import numpy.typing as npt

TERMINAL = -4  #: as pyspiel.PlayerId.TERMINAL
INVALID_ACTION = -1  #: as pyspiel.INVALID_ACTION


class PlayerAction(NamedTuple):
    """One entry of State.full_history()."""

    player: int
    action: int


def load_game(
    name: str,
    parameters: dict[str, int | str] | None = None,
    *,
    observation: str | None = None,
    rewards: str = "outcome",
    seed: int = 0,
) -> Game:
    """A game by name or configuration string, like pyspiel.load_game; the keywords are those of Game."""
    if not isinstance(parameters, Mapping | None):
        raise TypeError(f"parameters: expected a dict, not {shown(parameters)}")
    return Game(core.make(name, **(parameters or {})), observation=observation, rewards=rewards, seed=seed)


class Game:
    """A configured game. Its first initial state is that of `seed`, the next one that of `seed` + 1, and so on."""

    def __init__(
        self, game: core.Game, *, observation: str | None = None, rewards: str = "outcome", seed: int = 0
    ) -> None:
        """`observation` names one of game.observation_spaces, default the first. `rewards`: "outcome" (-1 ... 1 at the
        end) or "scores" (the contest's scores, as they rise)."""
        if not isinstance(game, core.Game):
            raise TypeError(f"game: expected a game of libgames, not {shown(game)}; load_game takes its name")
        self.game = game
        self.rewards = one_of("rewards", rewards, ("outcome", "scores"))
        self.seed = integer("seed", seed, 0, 2**64 - 1)
        self.view = game.view(observation)
        if self.view.canonical or self.view.as_dict:
            raise ValueError("observation: expected no 'canonical' or 'dict', which OpenSpiel has no place for")
        self.space = self.view.space

    def new_initial_state(self, text: str | None = None) -> State:
        """The start of the next game, or the position that a text describes."""
        if text is not None:
            return State(self, self.game.parse(text))
        state = State(self, self.game.new(self.seed))
        self.seed += 1
        return state

    def deserialize_state(self, text: str) -> State:
        """The state that State.serialize() wrote, its history included. Raises ParseError for another text, IllegalMove
        and GameOver for a history that can't be played."""
        if not isinstance(text, str):
            raise TypeError(f"text: expected what State.serialize() returns, not {shown(text)}")
        actions, scores, start = [*text.split("\n", 2), "", ""][:3]
        since = _numbers(scores, 2)
        if len(since) != self.game.players:
            raise parse_error(2, 1, f"{self.game.players} scores")
        state = State(self, self.game.parse(start), tuple(since))
        for action in _numbers(actions, 1):
            state.apply_action(action)
        return state

    def get_type(self) -> Any:
        """A pyspiel.GameType. Needs the package open_spiel."""
        try:
            import pyspiel
        except ImportError as error:
            from ._install import pip

            raise ImportError(f"get_type: expected pyspiel, which `{pip('open-spiel')}` installs") from error

        kind = pyspiel.GameType
        facts = self.game.type
        zero_sum = self.game.players == 2 and self.rewards == "outcome"
        return kind(
            short_name=facts.name,
            long_name=facts.title,
            dynamics=kind.Dynamics.SEQUENTIAL,
            chance_mode=kind.ChanceMode.DETERMINISTIC
            if facts.chance == "none"
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
        """No game has more actions."""
        return self.game.longest

    def max_chance_outcomes(self) -> int:
        return 0

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

    def get_parameters(self) -> dict[str, int | str]:
        return dict(self.game.parameters)

    def action_to_string(self, player: int, action: SupportsIndex) -> str:
        return self.game.action_text(action)

    def __str__(self) -> str:
        return self.game.config

    def __repr__(self) -> str:
        return f"libgames.openspiel.load_game({self.game.config!r})"


class State:
    """A position with its history; changed in place by apply_action. `position` is the immutable libgames.State."""

    __slots__ = ("_before", "_history", "_start_scores", "position", "spiel_game")

    def __init__(self, game: Game, position: Position, start_scores: tuple[int, ...] | None = None) -> None:
        """`start_scores`: those from which returns() counts with the rewards "scores", default the position's own."""
        self.spiel_game = game
        self.position = position
        self._start_scores = position.scores if start_scores is None else start_scores
        self._before: list[Position] = []  # the positions in which the actions of the history were taken
        self._history: list[int] = []

    # ---- playing ----

    def clone(self) -> State:
        """An independent copy, which shares nothing that changes."""
        copy = State(self.spiel_game, self.position, self._start_scores)
        copy._before = self._before.copy()
        copy._history = self._history.copy()
        return copy

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.clone()

    def apply_action(self, action: SupportsIndex) -> None:
        """Raises libgames.IllegalMove (saying why), libgames.GameOver, ValueError, TypeError; the state is then as before."""
        chosen = integer("action", action, 0, self.position.game.num_actions - 1)
        after = self.position.apply(chosen)
        self._before.append(self.position)
        self._history.append(chosen)
        self.position = after

    apply_action_with_legality_check = apply_action

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> State:
        """A state that this player can't tell from this one: what it does not know, and chance that is still to come,
        is chosen with one number 0 ... 1 of the sampler. Its history begins there: the true one would give things away.
        """
        chance = number("probability_sampler()", probability_sampler(), 0, 1)
        position = self.position.resample(player_id, int(chance * 2**53))
        return State(self.spiel_game, position, self._start_scores)

    def child(self, action: SupportsIndex) -> State:
        """A clone after an action."""
        after = self.clone()
        after.apply_action(action)
        return after

    def undo_action(self, player: int, action: int) -> None:
        """Takes back the last action, which must be this one of this player."""
        same = False
        with contextlib.suppress(Exception):  # an array, or another object that can't be compared
            same = bool(self._history) and (self._before[-1].player, self._history[-1]) == (player, action)
        if not same:
            raise ValueError(f"the last action was not {shown(action)} of player {shown(player)}")
        self._history.pop()
        self.position = self._before.pop()

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Ascending; empty for players who are not to move."""
        return list(self.position.legal_actions) if self._player(player) in (None, self.position.player) else []

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        if self._player(player) in (None, self.position.player):
            mask: list[int] = self.position.action_mask.tolist()
            return mask
        return [0] * self.position.game.num_actions

    # ---- whose turn, what kind of node ----

    def current_player(self) -> int:
        """The player to move, TERMINAL when the game is over."""
        player = self.position.player
        return TERMINAL if player is None else player

    def is_terminal(self) -> bool:
        return self.position.is_over

    def is_player_node(self) -> bool:
        return not self.position.is_over

    def is_chance_node(self) -> bool:
        return False

    def is_simultaneous_node(self) -> bool:
        return False

    def is_mean_field_node(self) -> bool:
        return False

    def is_initial_state(self) -> bool:
        return not self._history

    def chance_outcomes(self) -> list[tuple[int, float]]:
        raise ValueError("no state is a chance node")

    def num_players(self) -> int:
        return self.position.game.players

    def num_distinct_actions(self) -> int:
        return self.position.game.num_actions

    def get_game(self) -> Game:
        return self.spiel_game

    # ---- rewards ----

    def returns(self) -> list[float]:
        """Everything that each player has gained since the first state."""
        return self._gains(self._start_scores)

    def rewards(self) -> list[float]:
        """What each player has gained with the last action."""
        return self._gains((self._before[-1] if self._before else self.position).scores)

    def player_return(self, player: int) -> float:
        return self.returns()[integer("player", player, 0, self.num_players() - 1)]

    def player_reward(self, player: int) -> float:
        return self.rewards()[integer("player", player, 0, self.num_players() - 1)]

    def _player(self, player: SupportsIndex | None) -> int | None:
        """As it was given; None and TERMINAL are nobody."""
        if player is None or (isinstance(player, int) and player == TERMINAL):
            return player
        return integer("player", player, 0, self.num_players() - 1)

    def _gains(self, since: tuple[int, ...]) -> list[float]:
        if self.spiel_game.rewards == "outcome":
            return list(self.position.outcome)
        return [float(now - then) for then, now in zip(since, self.position.scores, strict=True)]

    # ---- what players see ----

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """What `player` (default: the one to move) sees now, flat, in the game's `observation` encoding."""
        return self._observe(player).ravel().astype(float).tolist()

    def observation_string(self, player: int | None = None) -> str:
        """The same as a text: the encoding's name and its bytes in hexadecimal."""
        return f"{self.spiel_game.space.name} {self._observe(player).tobytes().hex()}"

    def information_state_string(self, player: int | None = None) -> str:
        """Stands for all that `player` (default: the one to move) knows, as far as it still matters, with what it has
        seen before and sees no more: the key State.information. Equal for states that it can't tell apart; pasts that
        leave the same knowledge share it, so it is no record of the past."""
        if player is None:
            player = max(0, self.current_player())
        key = self.position.information(player)
        return f"player {player}: {key:016x}"

    def _observe(self, player: int | None) -> npt.NDArray[Any]:
        return self.position._observed(self.spiel_game.view, player)

    # ---- history and texts ----

    def history(self) -> list[int]:
        return self._history.copy()

    def full_history(self) -> list[PlayerAction]:
        pairs = zip(self._before, self._history, strict=True)
        # Somebody was to move in each of them.
        return [PlayerAction(cast("int", position.player), action) for position, action in pairs]

    def history_str(self) -> str:
        return ", ".join(map(str, self._history))

    def move_number(self) -> int:
        return len(self._history)

    def action_to_string(self, *player_and_action: SupportsIndex) -> str:
        """action_to_string(action) or action_to_string(player, action)."""
        return self.position.game.action_text(_last("action", player_and_action))

    def string_to_action(self, *player_and_text: Any) -> int:
        """string_to_action(text) or string_to_action(player, text)."""
        return self.position.game.parse_action(_last("text", player_and_text))

    def serialize(self) -> str:
        """Lines with the actions and with the scores from which returns() counts, then the first position: for
        Game.deserialize_state."""
        start = self._before[0] if self._before else self.position
        lines = (" ".join(map(str, numbers)) for numbers in (self._history, self._start_scores))
        return "\n".join([*lines, str(start)])

    def to_string(self) -> str:
        return str(self)

    def __str__(self) -> str:
        return self.position.board

    def __repr__(self) -> str:
        return f"<libgames.openspiel.State {str(self.position)!r}>"


def _numbers(line: str, number_of_line: int) -> list[int]:
    """The integers of a line. Raises ParseError."""
    found = []
    for word in re.finditer(r"\S+", line):
        if not re.fullmatch(r"-?[0-9]{1,18}", word[0]):
            raise parse_error(number_of_line, 1 + word.start(), "an integer")
        found.append(int(word[0]))
    return found


def _last(what: str, given: tuple[Any, ...]) -> Any:
    """What comes after a player, who may be left out."""
    if len(given) not in (1, 2):
        raise TypeError(f"expected ({what}) or (player, {what}), not {len(given)} arguments")
    return given[-1]
