"""User-defined players: functions that choose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ._errors import IllegalMove
from ._words import called, integer, shown, yes_or_no

# Games and states are Any here, since game.py uses this file.

_EXPECTED = "expected a legal action, an integer, or a whole move, a string"


class Policy:
    """A user-defined player: a function that chooses. The arena accepts it as a player, environments as an opponent,
    and `choose` of states and environments as a bot; a plain function of one state stands for Policy(function).

    >>> import libgames as lg
    >>> lg.Policy(lambda state: state.legal_actions[0], name="first").answers([lg.make("blockdrop").new()])
    [(0,)]

    The function is called as function(state) for the player to move, and returns a legal action, or a whole move as a
    string (such as "c3-d4") if state.in_move is False.

    :param name: its name in tables and errors; None: the function's name.
    :param many: the function is called as function(states) with all states that wait for it, and returns a list.
    :param observation: the function is called as function(observations, masks) with an observation in this form and a
        mask (bool) in each row, as environments show them (see Game.view; "" is the game's default), and returns an
        array of actions, numbered as the masks.
    :param full_state: states contain the whole truth. Otherwise everything that the player to move does not know,
        future chance included, is drawn at random in them, as by State.resample.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        *,
        name: str | None = None,
        many: bool = False,
        observation: str | None = None,
        full_state: bool = False,
    ) -> None:
        called("function", function)
        if name is not None and not isinstance(name, str):
            raise TypeError(f"name: expected a str, not {shown(name)}")
        if observation is not None and not isinstance(observation, str):
            raise TypeError(f"observation: expected a str, not {shown(observation)}")
        own = getattr(function, "__name__", type(function).__name__)
        self.function = function
        self.name = name or ("function" if own == "<lambda>" else own)  #: its name in tables and errors
        self.many = yes_or_no("many", many)
        self.observation = observation
        self.full_state = yes_or_no("full_state", full_state)
        if observation is not None and (many or full_state):
            raise ValueError("observation: expected None with many or full_state, which apply to states")

    def fits(self, game: Any) -> None:
        """Raises ValueError if the game has no such observation."""
        if self.observation is not None:
            game.view(self.observation or None)

    def answers(self, states: Sequence[Any], seed: int | Sequence[int] = 0) -> list[tuple[int, ...]]:
        """The function's choice in each state: an action, or all actions of a whole move. `seed` is for the random
        parts of the states that it sees: one for all, or one for each. Raises TypeError, IllegalMove, ParseError and
        ValueError for wrong answers, and any error of the function."""
        found = self._asked(states, seed if isinstance(seed, Sequence) else [seed] * len(states))
        return [self._read(state, answer) for state, answer in zip(states, found, strict=True)]

    def actions(self, states: Sequence[Any], seed: int | Sequence[int] = 0) -> list[int]:
        """The same where each answer must be one action, or a move that is one. Raises ValueError for a longer one."""
        found = []
        for state, (action, *others) in zip(states, self.answers(states, seed), strict=True):
            if others:
                answer = " ".join(map(state.game.action_text, (action, *others)))
                raise ValueError(f"player {self.name}: expected one action, not a move of {1 + len(others)}, {answer}")
            found.append(action)
        return found

    def _asked(self, states: Sequence[Any], seeds: Sequence[int]) -> list[Any]:
        """The function's answers."""
        if self.observation is not None:
            seen, masks, turned = self._rows(states)
            actions = self._counted(self._call(seen, masks), len(states))
            return [_turned_back(names, action) for names, action in zip(turned, actions, strict=True)]
        known = [state if self.full_state else _known(state, seed) for state, seed in zip(states, seeds, strict=True)]
        return self._counted(self._call(known), len(states)) if self.many else list(map(self._call, known))

    def _call(self, *given: Any) -> Any:
        try:
            return self.function(*given)
        except Exception as error:
            error.add_note(f"player {self.name} has raised this error instead of choosing")
            raise

    def _rows(self, states: Sequence[Any]) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], list[Any]]:
        """Observations, masks, and the view's number for each action of the game."""
        views = [state.game.view(self.observation or None)._replace(as_dict=False) for state in states]
        seen = np.stack([state._observed(view, None) for state, view in zip(states, views, strict=True)])
        masks, turned = [], []
        for state, view in zip(states, views, strict=True):
            mask = state.action_mask.astype(np.bool_)
            names = state.game.symmetry_actions(state.canonical(state.player or 0)) if view.canonical else None
            if names is not None:
                mask[names] = mask.copy()
            masks.append(mask)
            turned.append(names)
        return seen, np.stack(masks), turned

    def _counted(self, answers: Any, count: int) -> list[Any]:
        """The answers for this number of states."""
        try:
            found = list(answers)
        except TypeError:
            found = None
        if found is None or isinstance(answers, str | bytes) or len(found) != count:
            wanted = f"expected a list or array of {count}, one for each state"
            raise TypeError(f"player {self.name}: {wanted}, not {shown(answers)}")
        return found

    def _read(self, state: Any, answer: Any) -> tuple[int, ...]:
        """The actions that an answer stands for."""
        who = f"player {self.name}"
        try:
            if not isinstance(answer, str):
                return (_legal(state, answer),)
            if state.in_move:
                raise ValueError(f"expected an action, an integer, in the middle of a move, not {shown(answer)}")
            after = state.apply(answer)
            actions, typed = state.typed(answer)
            if typed != after:
                raise ValueError(f"expected a whole move, not {shown(answer)}")
            return tuple(actions)
        except (TypeError, ValueError) as error:
            error.args = (f"{who}: {error}",)
            raise

    def __repr__(self) -> str:
        return f"<libgames.Policy {self.name}>"


def _legal(state: Any, answer: Any) -> int:
    """The action, if it is a legal one."""
    if isinstance(answer, bool | np.bool_):
        raise TypeError(f"{_EXPECTED}, not {shown(answer)}")
    try:
        action = integer("", answer, 0, state.game.num_actions - 1)
    except TypeError:
        raise TypeError(f"{_EXPECTED}, not {shown(answer)}") from None
    except ValueError:
        raise ValueError(f"{_EXPECTED}; actions are 0 ... {state.game.num_actions - 1}, not {shown(answer)}") from None
    if (reason := state.explain(action)) is not None:
        raise IllegalMove(f"expected a legal action, not {action} ({state.game.action_text(action)}): {reason}")
    return action


def _turned_back(names: Any, answer: Any) -> Any:
    """The game's number of an action in a view; other values are unchanged."""
    if names is None or isinstance(answer, str | bool) or not hasattr(answer, "__index__"):
        return answer
    found = np.flatnonzero(names == answer)
    return int(found[0]) if found.size else answer


def _known(state: Any, seed: int) -> Any:
    """The state as the player to move knows it; the rest does not depend on hidden facts."""
    kind = state.game.type
    if state.player is None or (kind.information == "perfect" and kind.chance != "play"):
        return state
    return state.resample(state.player, (seed + state.information_key(state.player)) % 2**64)


def as_policy(what: str, given: object) -> Policy | None:
    """The policy that this is or stands for; otherwise None. Raises TypeError for a class."""
    if isinstance(given, Policy):
        return given
    if isinstance(given, type):
        raise TypeError(f"{what}: expected a function or an object, not the class {given.__name__}")
    return Policy(given) if callable(given) else None
