"""A contest program for Block drop, on its own: leaves blocks that will drop, attacks any player in its line, and
otherwise wanders over blocks that are safe.

"engine" as its argument makes it read the messages of the published engine, column before row.
"""

import random
import sys

STEPS = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}


class Position:
    """The content of a message."""

    def __init__(self, lines, column_first):
        self.me = int(lines[0])
        self.timers = [list(map(int, line.split())) for line in lines[2:8]]
        self.places, self.facings = [], []
        for line in lines[8:12]:
            row, column, facing, _ = line.split()
            if column_first:
                row, column = column, row
            self.places.append((int(row), int(column)))
            self.facings.append(facing)

    def timer(self, place):
        return self.timers[place[0] // 3][place[1] // 3]

    def after(self, letter):
        """Where a step would lead, or None when it would be cancelled."""
        row, column = (one + other for one, other in zip(self.places[self.me], STEPS[letter]))
        if not (0 <= row < 18 and 0 <= column < 18) or self.timer((row, column)) < 0:
            return None
        others = [place for player, place in enumerate(self.places) if player != self.me and place[0] >= 0]
        near = any(abs(row - place[0]) + abs(column - place[1]) <= 3 for place in others)
        return None if near else (row, column)

    def has_target(self):
        """Whether a player is on a stable block that an attack would make drop."""
        row, column = (number // 3 for number in self.places[self.me])
        down, right = STEPS[self.facings[self.me]]
        for player, place in enumerate(self.places):
            away = (place[0] // 3 - row, place[1] // 3 - column)
            blocks = away[0] * down + away[1] * right
            if player != self.me and place[0] >= 0 and blocks > 0 and away == (blocks * down, blocks * right):
                return self.timer(place) == 0
        return False

    def distance_to_safety(self, place):
        """Squares to the nearest block without a timer, roughly."""
        safe = [(row, column) for row in range(18) for column in range(18) if self.timer((row, column)) == 0]
        return min((abs(place[0] - row) + abs(place[1] - column) for row, column in safe), default=99)


def choose(position, rng):
    here = position.places[position.me]
    steps = {letter: place for letter in STEPS if (place := position.after(letter)) is not None}
    if position.timer(here) == 0 and position.has_target():
        return "A"
    if position.timer(here) != 0 and steps:
        return min(
            steps, key=lambda letter: (position.distance_to_safety(steps[letter]), -position.timer(steps[letter]))
        )
    safe = [letter for letter, place in steps.items() if position.timer(place) == 0]
    return rng.choice(safe) if safe else "N"


def main(rules="page"):
    rng = random.Random(2015)
    print("READY", flush=True)
    lines = []
    for line in map(str.strip, sys.stdin):
        if line != "EOD":
            lines.append(line)
            continue
        print(choose(Position(lines, rules == "engine"), rng), flush=True)
        lines = []


if __name__ == "__main__":
    main(*sys.argv[1:])
