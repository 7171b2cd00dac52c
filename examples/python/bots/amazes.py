"""A contest program for Amazes, on its own: walks to the nearest square of which it does not know all four sides.

It keeps its own map: (0, 0) is where it began, and its first facing is upwards. Directions run clockwise from up.
"""

import sys
from collections import deque

STEPS = [(0, 1), (1, 0), (0, -1), (-1, 0)]
TURNS = 150


def beside(square, direction):
    return square[0] + STEPS[direction][0], square[1] + STEPS[direction][1]


class Explorer:
    def __init__(self):
        self.at = (0, 0)
        self.facing = 0
        self.open = {}  # (square, direction): whether it can be passed

    def note(self, square, direction, is_open):
        self.open[square, direction] = is_open
        self.open[beside(square, direction), (direction + 2) % 4] = is_open

    def look(self, corridors):
        """Ahead, right, behind, left."""
        for turn, corridor in enumerate(corridors):
            direction = (self.facing + turn) % 4
            square = self.at
            for sides in corridor[:-1]:
                self.note(square, direction, True)
                square = beside(square, direction)
                self.note(square, (direction + 3) % 4, sides in "LB")
                self.note(square, (direction + 1) % 4, sides in "RB")
            self.note(square, direction, False)

    def way(self):
        """The directions of a shortest way to a square with an unknown side; nothing when there is none."""
        ways = {self.at: []}
        queue = deque([self.at])
        while queue:
            square = queue.popleft()
            if any((square, direction) not in self.open for direction in range(4)):
                return ways[square]
            for direction in range(4):
                following = beside(square, direction)
                if self.open.get((square, direction)) and following not in ways:
                    ways[following] = [*ways[square], direction]
                    queue.append(following)
        return []

    def walk(self):
        """The answer to a look, and the new place. When all is known: one step back, the cheapest move."""
        letters = ""
        for direction in (self.way() or [(self.facing + 2) % 4])[:256]:
            letters += "FRTL"[(direction - self.facing) % 4]
            self.facing = direction
            self.at = beside(self.at, direction)
        return letters


def main():
    explorer = Explorer()
    lines = (line.strip() for line in sys.stdin)
    for _ in range(TURNS):
        first = next(lines, "Quit")
        if first == "Start":
            first = next(lines)
        if first == "Quit":
            return
        explorer.look([first, next(lines), next(lines), next(lines)])
        next(lines)  # the distance to the opponent
        print(explorer.walk(), flush=True)


if __name__ == "__main__":
    main()
