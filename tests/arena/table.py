"""Games for the tests of the arena: players with prescribed answers."""

import asyncio

import libgames as lg
from libgames.arena import contests
from libgames.arena.players import Player, Quit, Undo, entrant
from libgames.arena.programs import Offence
from libgames.arena.referee import Referee, Table
from stepping import CONTESTS as SHORT


class Scripted(Player):
    """A simulated program: records all messages and answers from a list, then leaves. An item that is no string is
    raised."""

    is_program = True

    def __init__(self, *answers):
        self.answers = list(answers)
        self.heard = []

    async def answer(self, turn):
        self.heard.append(turn.message)
        if not self.answers:
            raise Quit
        answer = self.answers.pop(0)
        if not isinstance(answer, str):
            raise answer
        return answer, 0.25

    async def tell(self, message):
        if message:
            self.heard.append(message)


def random_players(count):
    return [entrant("random").make(str(seat)) for seat in range(count)]


def start_of(name, seed=3):
    return contests.setup(SHORT[name], seed)


def play(start, players, watch=lambda event: None, **fields):
    """The report of one game."""
    labels = tuple(f"label {seat}" for seat in range(start.game.players))
    return asyncio.run(Referee(Table(start, labels, **fields), players, watch).play())


def late():
    return TimeoutError()


def crashed():
    return Offence("ended", "ended with exit status 1")


__all__ = ["SHORT", "Offence", "Scripted", "Undo", "crashed", "late", "lg", "play", "random_players", "start_of"]
