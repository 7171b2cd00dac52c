"""Observations of On the Run, compared with a record of the game that is kept here from the moves alone."""

from functools import cached_property
from random import Random

import libgames as lg
import numpy as np
import pytest
from libgames import ontherun

TYPES = " CTP"
DETECTIVES, FUGITIVE = ontherun.DETECTIVES, ontherun.FUGITIVE
THEIR_START, ITS_START, ITS_MOVE, THEIR_MOVE = range(4)


class Record:
    """The course of a game by the rules, given move by move."""

    def __init__(self, game):
        self.near = {kind: {} for kind in TYPES[1:]}
        for kind, a, b in ontherun.connections(game):
            self.near[kind].setdefault(a, set()).add(b)
            self.near[kind].setdefault(b, set()).add(a)
        self.turn, self.phase, self.result = 0, THEIR_START, 0
        self.fugitive = self.known = self.answered = 0
        self.detectives, self.choices = [0] * 4, []
        self.types, self.past, self.possible = [], [], set()
        cities = range(1, 1 + max(city for near in self.near.values() for city in near))
        self.roads = {city: [self.near[kind].get(city, set()) for kind in TYPES[1:]] for city in cities}
        self.game = game

    @cached_property
    def far(self):
        """From city to city, in moves."""
        steps = {a: {b: ontherun.distance(self.game, a, b) for b in self.roads} for a in self.roads}
        return {a: {b: 255 if far is None else far for b, far in row.items()} for a, row in steps.items()}

    def play(self, action):
        """As in its text: a type and a city; the type counts for the fugitive's travels alone."""
        kind, city = action.split()
        if self.phase == ITS_MOVE:
            self.travel(kind, int(city))
        elif self.phase == ITS_START:
            self.hide(int(city))
        else:
            self.send(int(city))

    def send(self, city):
        self.choices.append(city)
        if len(self.choices) < 4:
            return
        if self.phase == THEIR_START:
            self.detectives, self.choices, self.phase = self.choices, [], ITS_START
            return
        if self.types:
            self.past.append(self.detectives)
        self.detectives, self.choices, self.answered = self.choices, [], 0
        self.possible -= set(self.detectives)
        if self.fugitive in self.detectives:
            self.result = 3
        elif self.turn == 50:
            self.result = 4
        else:
            self.turn, self.phase = self.turn + 1, ITS_MOVE

    def hide(self, city):
        self.fugitive = self.known = city
        self.possible, self.turn, self.phase = {self.known}, 1, ITS_MOVE

    def travel(self, kind, city):
        self.fugitive = city
        if city in self.detectives:  # the game ends before any message
            self.result, self.possible = 2, set()
            return
        self.answered, self.phase = TYPES.index(kind), THEIR_MOVE
        reached = {to for start in self.possible for to in self.near[kind].get(start, ())}
        self.possible = reached - set(self.detectives)
        self.types.append(self.answered)
        if self.turn % 5 == 0:
            self.known, self.types, self.past, self.possible = city, [], [], {city}

    def choices_for(self, viewer):
        return self.choices if viewer == DETECTIVES else []

    def planes(self, viewer):
        planes = np.zeros((18, 200), np.uint8)
        planes[0, [city - 1 for city in self.possible]] = 1
        marks = [self.known, self.fugitive if viewer == FUGITIVE else 0, *self.detectives, *self.choices_for(viewer)]
        for plane, city in enumerate(marks, start=1):
            planes[plane, city - 1 : city] = 1
        for plane, value in enumerate([self.turn, self.phase, self.answered, *self.types], start=11):
            planes[plane] = value
        return planes

    def compact(self, viewer):
        def padded(values, size):
            return [*values, *[0] * (size - len(values))]

        head = [viewer, self.turn, self.phase, self.result, self.answered, self.known]
        hidden = [self.fugitive if viewer == FUGITIVE else 0]
        cities = [*self.detectives, *padded(self.choices_for(viewer), 4)]
        past = padded([city for cities in self.past for city in cities], 16)
        bits = np.packbits([city in self.possible for city in range(1, 201)], bitorder="little")
        return np.array([*head, *hidden, *cities, *padded(self.types, 4), *past, *bits], np.uint8)

    def destinations(self, state, viewer, room):
        roads, far = self.roads, self.far
        around = {city: set.union(*each) for city, each in roads.items()}
        reach = set().union(*(around[city] for city in self.detectives if city))
        going = not self.result and (self.phase in (THEIR_START, THEIR_MOVE)) == (viewer == DETECTIVES)
        sends = going and viewer == DETECTIVES
        sent = len(self.choices) if sends else 0
        stands = self.detectives[sent] if sends else self.fugitive if going and self.phase == ITS_MOVE else 0
        others = [*self.choices, *self.detectives[sent + 1 :]] if sends else self.detectives
        others = [city for city in others if city]
        suspects = self.possible or set(around)

        def moves(guards, city):
            """The distance of the nearest guard, which is a move ahead of the fugitive when no detective is to move."""
            least = min((far[guard][city] for guard in guards), default=255)
            return least if sends or least == 0 else least - 1

        def territory(starts, guards):
            guarded = {city: moves(guards, city) for city in around}
            return sum(far[start][city] < guarded[city] for start in starts for city in around)

        def after(kind):
            return set().union(*(roads[city][kind] for city in self.possible)) - set(self.detectives)

        planes = np.zeros((30, room), np.uint8)
        routes = ontherun.routes(state)
        most = max([1, *routes.values()])
        for city in around:
            left = 0 if sends else territory([city], others)
            if sends and (not stands or city in around[stands]):
                total = territory(suspects, [*others, city])
                left = (2 * total + len(suspects)) // (2 * len(suspects))
            planes[:, city - 1] = [
                1, city in self.possible, -(-routes.get(city, 0) * 255 // most),
                viewer == FUGITIVE and city == self.fugitive, city in self.detectives,
                city in self.choices_for(viewer), *(stands and city in roads[stands][kind] for kind in range(3)),
                far[stands][city] if stands else 0, moves(others, city),
                min((far[suspect][city] for suspect in self.possible), default=255),
                *(sum(far[suspect][city] <= most for suspect in self.possible) for most in (1, 2)),
                *map(len, roads[city]), len(around[city] - reach), left, len(self.possible),
                *(len(after(kind)) for kind in range(3)), *(len(after(kind) & reach) for kind in range(3)),
                self.turn, self.turn % 5, self.phase, sent,
            ]  # fmt: skip
        return planes


APART = "\n".join(["12", *(f"C {city}-{city + 1}" for city in range(1, 12) if city != 6), "T 1-6", "P 7-12", "END", ""])


@pytest.mark.parametrize("text", ["ontherun(cities=12,map=2007,max_cities=15)", "ontherun(cities=40,map=5)", APART])
def test_the_outlook(text):
    game, random, turns = ontherun.on_map(text) if text == APART else lg.make(text), Random(3), set()
    room = game.num_actions // 3
    for seed in range(4):
        state, record = game.new(), Record(game)
        while True:
            if random.random() < 0.3 or state.is_over:
                for viewer in (DETECTIVES, FUGITIVE):
                    seen = state.observation(viewer, "destinations")
                    assert np.array_equal(seen, record.destinations(state, viewer, room)), (seed, str(state), viewer)
                turns.add(record.turn)
            if state.is_over:
                break
            who = "greedy" if state.player == FUGITIVE else "random"
            record.play(game.action_text(action := state.choose(who, seed=random.randrange(99))))
            state = state.apply(action)
    assert len(turns) > 5 or text == APART


@pytest.mark.parametrize("text", ["ontherun(cities=9,map=2007)", "ontherun(cities=40,map=5)", "ontherun"])
def test_they_follow_from_the_moves(text):
    game, random, results, longest = lg.make(text), Random(7), set(), 0
    for seed in range(12):
        state, record = game.new(), Record(game)
        while True:
            for viewer in (DETECTIVES, FUGITIVE):
                what = f"game {seed}, {state}, viewer {viewer}"
                assert np.array_equal(state.observation(viewer, "planes"), record.planes(viewer)), what
                assert np.array_equal(state.observation(viewer, "compact"), record.compact(viewer)), what
            if state.is_over:
                break
            careful = [action for action in state.legal_actions if not state.apply(action).is_over]
            action = random.choice(careful or state.legal_actions) if seed % 3 else random.choice(state.legal_actions)
            record.play(game.action_text(action))
            state = state.apply(action)
        results.add(record.result)
        longest = max(longest, record.turn)
    assert longest > 5 and results > {3}


def test_an_offence():
    state = lg.make("ontherun(cities=9,map=2007)").new()
    assert state.forfeit(DETECTIVES).observation(FUGITIVE, "compact")[3] == 1
