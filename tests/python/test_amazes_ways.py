"""The observation "directions" of Amazes, computed once more from the player's map and look."""

from collections import deque
from random import Random

import libgames as lg
import numpy as np
import pytest
from libgames import amazes

STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # up, right, down, left: rows and columns
BANDS = [1, 2, 4, 8, 16, 32]  # a band ends at this many steps, the last one at any number


class Map:
    """The observations `planes` and `look`."""

    def __init__(self, state):
        planes, look = state.observation(name="planes"), state.observation(name="look").astype(int)
        self.discovered = planes[0] > 0
        self.walls, self.openings = planes[2:6] > 0, planes[6:10] > 0
        self.here = tuple(int(part) for part in np.argwhere(planes[10])[0])
        self.lost, self.written = False, int(look[99])
        self.walk = look[100 : 100 + self.written] - 1
        start, place = (str(state).split()[3 + 2 * what + state.player] for what in (0, 1))
        self.facing = ("NESW".index(place[-1]) - "NESW".index(start[-1])) % 4
        rows, columns = np.flatnonzero(self.discovered.any(1)), np.flatnonzero(self.discovered.any(0))
        self.foes = [
            (int(row), int(column))
            for row, column in np.argwhere(near(self.here, int(look[96])))
            if rows[-1] - 24 <= row <= rows[0] + 24 and columns[-1] - 24 <= column <= columns[0] + 24
        ]
        self.numbers = [len(self.foes), int(self.discovered.sum()), int(look[98]), self.written]
        for step in self.walk:
            self.facing = (self.facing + int(step)) % 4
            self.lost = self.lost or not self.openings[(self.facing, *self.here)]
            if not self.lost:
                self.here = beyond(self.here, self.facing)

    def is_discovered(self, cell):
        return all(0 <= part < 49 for part in cell) and bool(self.discovered[cell])

    def worth(self, cell):
        return 0 if self.is_discovered(cell) else 1 + sum(self.is_discovered(beyond(cell, side)) for side in range(4))

    def behind(self, cell, side):
        known = self.openings[(side, *cell)] or self.walls[(side, *cell)]
        return 0 if known else self.worth(beyond(cell, side))

    def shown(self, cell):
        total = 0
        for side in range(4):
            at = cell
            while self.openings[(side, *at)]:
                at = beyond(at, side)
                total += sum(self.behind(at, (side + turn) % 4) for turn in (1, 3))
            total += 2 * self.behind(at, side)
        return total

    def side(self, side):
        """The thirteen numbers for a side of the square where the walk leads; the third is still the number of steps,
        and two more depend on all sides."""
        numbers = [int(self.openings[(side, *self.here)]), int(self.walls[(side, *self.here)]), *[0] * 11]
        if numbers[1]:
            return numbers
        if not numbers[0]:
            numbers[6] = self.behind(self.here, side)
            return numbers
        first = beyond(self.here, side)
        steps, queue = {self.here: 0, first: 1}, deque([first])
        while queue:
            cell = queue.popleft()
            if steps[cell] > 256 - self.written:
                break
            if cell in self.foes and not numbers[2]:
                numbers[2] = steps[cell]
            shown = self.shown(cell)
            numbers[4] = max(numbers[4], 100 * shown // (7 + self.written + steps[cell]))
            band = 6 + sum(steps[cell] > last for last in BANDS)
            numbers[band] = max(numbers[band], shown)
            for way in range(4):
                to = beyond(cell, way)
                if self.openings[(way, *cell)] and to not in steps:
                    steps[to] = steps[cell] + 1
                    queue.append(to)
        return numbers

    def ways(self):
        if self.lost:
            return [0] * 56 + [1, *self.numbers]
        sides, shown = [self.side((self.facing + step) % 4) for step in range(4)], self.shown(self.here)
        merit = 100 * shown // (7 + self.written)
        most, nearest = max(side[4] for side in sides), min((side[2] for side in sides if side[2]), default=0)
        for side in sides:
            side[2:4] = side[2] and 256 // side[2], int(side[2] == nearest > 0)
            side[5] = int(side[4] == most > 0 and (not self.written or most >= merit))
        here = [shown, merit, int(self.written > 0 and merit >= most and merit > 0), int(self.here in self.foes), 0]
        return [*sum(sides, []), *here, *self.numbers]


def beyond(cell, side):
    return cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]


def near(here, distance):
    """The cells at a squared distance, in 49 x 49, including cells that can't be in the maze."""
    rows, columns = np.indices((49, 49))
    return ((rows - here[0]) ** 2 + (columns - here[1]) ** 2 == distance) & (distance > 0)


@pytest.mark.parametrize("who", ["random", "greedy", "expert(simulations=1)"])
def test_they_follow_from_the_map(who):
    game, random, lost, whole = lg.make("amazes", turns=60), Random(5), 0, 0
    for seed in range(4):
        state = game.new(seed)
        while not state.is_over:
            if random.random() < 0.15:
                map_ = Map(state)
                seen = state.observation(name="directions")
                assert seen.tolist() == map_.ways(), (seed, str(state))
                assert not state.observation(1 - state.player, "directions").any()
                lost, whole = lost + map_.lost, max(whole, map_.numbers[1])
            state = state.apply(state.choose(who, seed=random.randrange(10**6)))
    assert lost > 20 or who != "random"
    assert whole > 150 or who == "random"


def test_a_position():
    """Beginning in the middle of a corridor of 25 squares, of which both ends are seen."""
    edge, corridor = "+-" * 25 + "+", "|" + " " * 49 + "|"
    maze = "\n".join([edge, corridor, *["+ " + "+-" * 24 + "+", corridor] * 24, edge])
    ways = amazes.start(f"13 13 E\n25 25 E\n{maze}\n").observation(name="directions").tolist()
    # Ahead the corridor has been seen to its end, with walls on both sides; behind, too, but for an opening on each
    # side of its end. From the square behind one of these, after 13 steps, a look can show the square beside that, two
    # of whose neighbours are known, and the next one with one, both straight ahead; beyond the other opening the same
    # two, but the former beside the look: 2 * 3 + 2 * 2 + 3 + 2 * 2. Since 25 columns are known there are no others.
    assert ways[:13] == [1, 0, *[0] * 11]
    assert ways[13:26] == ways[39:52] == [0, 1, *[0] * 11]
    assert ways[26:39] == [1, 0, 0, 0, 1700 // 20, 1, 0, 0, 0, 0, 17, 0, 0]
    assert ways[52:] == [0, 0, 0, 0, 0, 4, 27, 150, 0]
