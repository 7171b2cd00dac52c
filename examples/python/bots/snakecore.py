"""A contest program for SnakeCore, on its own: eats until its python is long enough, then carries it to a reactor."""

import sys
from collections import deque

STEPS = {"U": (0, -1), "L": (-1, 0), "D": (0, 1), "R": (1, 0)}
LONG_ENOUGH = 4  # blocks


def read_request():
    """The rows of the field, and the pythons, each a list of cells from head to tail; the own one comes first."""
    size = int(input())
    rows = [input() for _ in range(size)]
    pythons = []
    for _ in range("".join(rows).count("p")):
        _, length, *numbers = map(int, input().split())
        pythons.append(list(zip(numbers[0::2], numbers[1::2])))
        assert len(pythons[-1]) == length
    return rows, pythons


def way(rows, pythons, wanted):
    """The first step of a shortest way over empty cells to a cell that is `wanted`; None when there is none."""
    bodies = {cell for python in pythons for cell in python}
    queue = deque([(pythons[0][0], None)])
    seen = {pythons[0][0]}
    while queue:
        (x, y), first = queue.popleft()
        for letter, (dx, dy) in STEPS.items():
            cell = x + dx, y + dy
            if cell in seen or cell in bodies or not (0 <= cell[0] < len(rows) and 0 <= cell[1] < len(rows)):
                continue
            seen.add(cell)
            what = rows[cell[1]][cell[0]]
            if what in wanted:
                return first or letter
            if what not in "WRbep":
                queue.append((cell, first or letter))
    return None


def choose(rows, pythons):
    home = way(rows, pythons, "R") if len(pythons[0]) > LONG_ENOUGH else None
    food = way(rows, pythons, "be")
    return home or food or way(rows, pythons, ".") or "N"


def main():
    for line in iter(sys.stdin.readline, ""):
        if line.strip() == "getName":
            print("libgames in Python", flush=True)
        else:
            print(choose(*read_request()), flush=True)


if __name__ == "__main__":
    main()
