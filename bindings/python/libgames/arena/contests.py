"""How each contest talks to its programs: what a program reads, how many lines it answers, what they mean, how long it
may take, what happens to an offender. All of it rests on the C library's protocol layer; nothing here knows processes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import libgames as lg
from libgames import amazes, ontherun, snakecore
from libgames.game import State


@dataclass(frozen=True)
class TimeRules:
    """Seconds that a program has; None is no limit. Time counts only while the referee waits for it."""

    first: float | None = None  # for its first line, where the contest has a rule of its own for that
    answer: float | None = None  # for each answer
    total: float | None = None  # for all its answers in a game


@dataclass(frozen=True)
class Answer:
    """What a program's lines mean: the move as replays write it, the position after it, and what was odd about it."""

    move: str
    after: State
    remark: str | None = None


class Contest:
    """What the five have in common; each overrides what its contest does differently."""

    name: str
    time = TimeRules()
    hidden = False  # whether players don't see each other's moves
    opening: str | None = None  # what every program is told before the game and answers with a line; None: nothing

    def seats(self, state: State) -> tuple[str, ...]:
        """What the players are called."""
        return tuple(f"player {seat}" for seat in range(state.game.players))

    def time_rules(self, state: State) -> TimeRules:
        return self.time

    def check_opening(self, line: str) -> str | None:
        """The name that a program gives itself in its opening line, if it does. Raises ParseError."""
        raise NotImplementedError(f"{self.name} has no opening")

    def message(self, state: State, seat: int) -> str:
        """What the program in this seat reads now, with line ends; often nothing."""
        raise NotImplementedError

    def lines(self, state: State) -> int:
        """How many lines the program to move answers."""
        return 1

    def answer(self, state: State, text: str) -> Answer:
        """Plays a program's answer. Raises ParseError and IllegalMove for an offence."""
        return Answer("/".join(text.splitlines()), state.apply(text))

    def result(self, state: State) -> str:
        """In a few words, how the game ended."""
        raise NotImplementedError

    def files(self, state: State) -> Mapping[str, str]:
        """Files that the contest puts into a program's folder: name and text."""
        return {}

    def setup(self, configuration: str, seed: int, text: str | None = None) -> State:
        """The start of a game: from a seed, or as `text` (a file's contents) describes it. Raises ParseError."""
        game = lg.make(configuration)
        return game.new(seed) if text is None else self.check_setup(game.parse(text.strip()))

    def check_setup(self, state: State) -> State:
        """The same state, if a program can be asked in it: ValueError in the middle of a turn or after the end."""
        if state.is_over:
            raise ValueError("the game is over in this position")
        if self.in_turn(state):
            raise ValueError("this position is in the middle of a turn")
        return state

    def in_turn(self, state: State) -> bool:
        """Whether the player to move has made some decisions of its turn already."""
        return False

    def complete(self, before: State, actions: Sequence[int], after: State) -> bool:
        """Whether these decisions, which led from `before` to `after`, are a whole turn."""
        return True

    def turn_text(self, before: State, actions: Sequence[int], after: State) -> str:
        """A whole turn as a program writes it."""
        return before.game.action_text(actions[0])

    def decide(self, state: State, choose: Callable[[State], int]) -> str:
        """A whole turn of a player that chooses one action after the other, as a program would write it."""
        after = state
        actions: list[int] = []
        while not actions or not self.complete(state, actions, after):
            actions.append(choose(after))
            after = after.apply(actions[-1])
        return self.turn_text(state, actions, after)


class Alquerque(Contest):
    name = "alquerque"
    time = TimeRules(total=30)

    def seats(self, state: State) -> tuple[str, ...]:
        return ("White", "Black")

    def message(self, state: State, seat: int) -> str:
        return state.message(seat)

    def result(self, state: State) -> str:
        return state.result

    def in_turn(self, state: State) -> bool:
        return state.in_move

    def complete(self, before: State, actions: Sequence[int], after: State) -> bool:
        return after.player != before.player

    def turn_text(self, before: State, actions: Sequence[int], after: State) -> str:
        return before.game.move_text(before, actions, after)


class Amazes(Contest):
    name = "amazes"
    hidden = True
    time = TimeRules(total=30)
    _END = 4

    def seats(self, state: State) -> tuple[str, ...]:
        return state.game.seats

    def message(self, state: State, seat: int) -> str:
        return state.message(seat)

    def result(self, state: State) -> str:
        return state.result

    def setup(self, configuration: str, seed: int, text: str | None = None) -> State:
        game = lg.make(configuration)
        if game.parameters["actions"] != "steps":
            raise ValueError("expected actions=steps: what programs write are steps")
        if text is None or "\n" not in text.strip():
            return super().setup(configuration, seed, text)
        return amazes.start(text, int(game.parameters["turns"]), seed)

    def in_turn(self, state: State) -> bool:
        return state.in_move

    def complete(self, before: State, actions: Sequence[int], after: State) -> bool:
        return actions[-1] == self._END

    def turn_text(self, before: State, actions: Sequence[int], after: State) -> str:
        return "".join(before.game.action_text(action) for action in actions[:-1])


class BlockDrop(Contest):
    name = "blockdrop"
    opening = ""  # the program speaks first
    _WHITE_SPACE = "".join(map(chr, range(0x21)))

    def time_rules(self, state: State) -> TimeRules:
        return TimeRules(first=1, answer=0.1 if state.game.parameters["rules"] == "engine" else 1)

    def check_opening(self, line: str) -> str | None:
        return lg.make("blockdrop").opening_name(line) or None

    def message(self, state: State, seat: int) -> str:
        return state.message(seat)

    def answer(self, state: State, text: str) -> Answer:
        letter = str(state.game.taken_for(text))
        word = re.split("[\0-\x20]+", text.lstrip(self._WHITE_SPACE), maxsplit=1)[0]
        remark = None if word == letter else f"answered {text[:40]!r}, which counts as N"
        return Answer(letter, state.apply(letter), remark)

    def result(self, state: State) -> str:
        return state.result


class OnTheRun(Contest):
    name = "ontherun"
    hidden = True
    time = TimeRules(total=5)

    def seats(self, state: State) -> tuple[str, ...]:
        return ("Detectives", "Fugitive")

    def message(self, state: State, seat: int) -> str:
        return state.message(seat)

    def lines(self, state: State) -> int:
        return 4 if state.player == ontherun.DETECTIVES else 1

    def result(self, state: State) -> str:
        return state.result

    def files(self, state: State) -> Mapping[str, str]:
        return {"connect.txt": str(state.game.shared_text)}

    def setup(self, configuration: str, seed: int, text: str | None = None) -> State:
        """All chance is in the map: where the configuration names none, the seed does."""
        game = lg.make(configuration)
        if text is not None and "\n" in text.strip():
            return ontherun.on_map(text).new()
        if "map=" not in configuration:
            configuration = lg.make("ontherun", cities=game.parameters["cities"], map=seed % 2**31).config
        return super().setup(configuration, seed, text)

    def in_turn(self, state: State) -> bool:
        return state.in_move

    def complete(self, before: State, actions: Sequence[int], after: State) -> bool:
        return len(actions) == self.lines(before)

    def turn_text(self, before: State, actions: Sequence[int], after: State) -> str:
        return before.game.move_text(before, actions, after)


class SnakeCore(Contest):
    name = "snakecore"
    time = TimeRules(first=15, answer=1, total=120)
    opening = "getName\n"

    def check_opening(self, line: str) -> str | None:
        return lg.make("snakecore").opening_name(line)

    def message(self, state: State, seat: int) -> str:
        return state.message(seat)

    def result(self, state: State) -> str:
        return state.result

    def setup(self, configuration: str, seed: int, text: str | None = None) -> State:
        if text is None:
            return super().setup(configuration, seed)
        if text.startswith("getAction"):
            return snakecore.read_request(text, rounds=int(lg.make(configuration).parameters["rounds"]), seed=seed)
        return self.check_setup(snakecore.parse(text.strip()))


CONTESTS: Mapping[str, Contest] = {
    contest.name: contest for contest in (Alquerque(), Amazes(), BlockDrop(), OnTheRun(), SnakeCore())
}


def contest_of(state: State) -> Contest:
    return CONTESTS[state.game.name]
