"""The observation "directions" of SnakeCore, computed once more from the planes."""

from collections import deque
from random import Random

import libgames as lg
import numpy as np
import pytest

ALONG = ((-1, 0), (0, -1), (1, 0), (0, 1))  # U L D R: rows and columns


class Field:
    """The planes of one player."""

    def __init__(self, state, viewer):
        planes = state.observation(viewer, "planes").astype(int)
        self.size = planes.shape[1]
        self.wall, self.reactor, ordinary, energy = planes[:4]
        in_body = planes[5] + planes[8]
        self.free_energy = energy - energy * in_body
        self.free = ordinary - ordinary * in_body + self.free_energy
        self.owner, self.order, self.shield, self.out = planes[10:14]
        self.head = tuple(np.argwhere(planes[4])[0].tolist())
        self.heads = planes[7]
        self.own_body, self.own_tail, self.other_body, self.other_tail = planes[5], planes[6], planes[8], planes[9]
        self.energy = energy
        prey = self.other_body * (1 - self.other_tail) * (self.shield == 0)
        goes_on = (self.own_tail > 0) | (self.wall + self.reactor + self.owner == 0)
        met = (self.free, self.free_energy, self.reactor, prey, self.heads)
        self.met, self.goes_on = np.stack(met, 2).tolist(), goes_on.tolist()

    def beside(self, cell):
        for down, right in ALONG:
            yield cell[0] + down, cell[1] + right

    def inside(self, cell):
        return all(0 <= part < self.size for part in cell)

    def direction(self, number):
        first = list(self.beside(self.head))[number]
        found = {"block": 0, "energy": 0, "reactor": 0, "prey": 0, "rival": 0}
        near = far = room = 0
        steps, queue = {self.head: 0}, deque()
        if self.inside(first):
            steps[first] = 1
            queue.append(first)
        while queue:
            cell = down, right = queue.popleft()
            met = dict(zip(found, self.met[down][right], strict=True))
            found |= {name: 255 // steps[cell] for name in found if met[name] and not found[name]}
            if not self.goes_on[down][right]:
                continue
            near += met["block"] and steps[cell] <= 4
            far += met["block"] and steps[cell] <= 8
            room += steps[cell] <= 8
            for to in self.beside(cell):
                if self.inside(to) and to not in steps:
                    steps[to] = steps[cell] + 1
                    queue.append(to)
        points = 0
        length = int(self.own_body.sum())
        if found["reactor"] == 255:
            points = length * (length + 1) // 2
        elif found["prey"] == 255:
            body = self.other_body * (self.owner == self.owner[first])
            points = int((body * (self.order >= self.order[first])).sum())
        open_ = self.inside(first) and self.goes_on[first[0]][first[1]]
        return [open_, points, *found.values(), near, far, room]

    def danger(self):
        own = self.own_body * (1 - self.own_tail)
        if not own.any() or self.shield[self.head]:
            return [0, 0]
        heads = [cell for cell in np.argwhere(self.heads).tolist() if not self.out[tuple(cell)]]
        cells = [(abs(at[0] - head[0]) + abs(at[1] - head[1]), -self.order[tuple(at)]) for at in np.argwhere(own) for head in heads]
        length = self.own_body.sum()
        nearest = min((distance for distance, _ in cells), default=0)
        return [nearest, max((length + 1 + order for distance, order in cells if distance == nearest), default=0)]

    def longest(self):
        others = sorted({int(number) for number in self.owner[self.heads > 0]})
        bodies = [self.other_body * (self.owner == number) for number in others]
        if not bodies:
            return [0, 0, 0]
        longest = max(bodies, key=lambda body: body.sum())
        head = self.heads * (self.owner == others[[body is longest for body in bodies].index(True)])
        return [longest.sum(), (longest * self.energy).sum(), (head * self.shield).sum()]


@pytest.mark.parametrize("text", ["snakecore", "snakecore(size=9,players=2,walls=6,rounds=150)", "snakecore(players=1,rounds=60)"])
def test_they_follow_from_the_planes(text):
    game, random = lg.make(text), Random(2)
    seen = np.zeros(51, bool)
    for seed in range(3):
        state = game.new(seed)
        while not state.is_over:
            if random.random() < 0.2:
                for viewer in range(game.players):
                    field, ways = Field(state, viewer), state.observation(viewer, "directions")
                    directions = [number for way in range(4) for number in field.direction(way)]
                    expected = [*directions, *field.danger(), *field.longest()]
                    assert np.minimum(expected, 255).tolist() == ways[:45].tolist(), (seed, str(state), viewer)
                    window = state.observation(viewer, "window")
                    assert ways[45:].tolist() == window[-1, :6].tolist()
                    seen |= ways > 0
            state = state.apply(state.choose("greedy" if random.random() < 0.8 else "random", seed=random.randrange(999)))
    assert seen.all() or game.players == 1


def test_of_several_others_the_longest_counts():
    state = lg.make("snakecore(players=4)").new(1)
    random = Random(1)
    while not state.is_over:
        state = state.apply(state.choose("greedy", seed=random.randrange(999)))
        lengths = [int((state.observation(0, "planes")[10] == number).sum()) - 1 for number in (2, 3, 4)]
        assert state.observation(0, "directions")[42] == max(lengths)


def test_symmetries():
    """Directions change places as actions do; everything else stays."""
    state = lg.make("snakecore").new(5)
    for number in range(90):
        state = state.apply(state.choose("greedy", seed=number))
    ways = state.observation(0, "directions")
    for symmetry in range(8):
        turned = state.symmetry(symmetry).observation(0, "directions")
        assert turned[40:].tolist() == ways[40:].tolist()
        for way in range(4):
            to = state.game.symmetry_action(symmetry, way)
            assert turned[10 * to : 10 * to + 10].tolist() == ways[10 * way : 10 * way + 10].tolist()
