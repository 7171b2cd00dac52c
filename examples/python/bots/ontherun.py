"""A contest program for On the Run, on its own, both roles. The map is in connect.txt in the current folder.

Detectives keep the set of cities where the fugitive can be, and each moves towards it as a whole. The fugitive
goes where the nearest detective is farthest.
"""

import sys
from collections import deque


class Map:
    def __init__(self, path):
        with open(path) as file:
            lines = file.read().split("END")[0].splitlines()
        self.cities = range(1, int(lines[0]) + 1)
        self.joined = {city: {"C": set(), "T": set(), "P": set()} for city in self.cities}
        for line in filter(None, lines[1:]):
            one, other = map(int, line[2:].split("-"))
            self.joined[one][line[0]].add(other)
            self.joined[other][line[0]].add(one)
        self.neighbours = {city: set().union(*ways.values()) for city, ways in self.joined.items()}
        self.distances = {city: self._distances(city) for city in self.cities}

    def _distances(self, start):
        found, queue = {start: 0}, deque([start])
        while queue:
            city = queue.popleft()
            for other in self.neighbours[city] - found.keys():
                found[other] = found[city] + 1
                queue.append(other)
        return found

    def distance(self, one, other):
        return self.distances[one].get(other, 999)


def read_line():
    """The next line; the program ends with `Quit` and with its input."""
    line = sys.stdin.readline().strip()
    if line in ("Quit", ""):
        sys.exit()
    return line


def write(*lines):
    print("\n".join(map(str, lines)), flush=True)


def joint_move(world, places, possible):
    """A city for each detective, all different: the first that fits, each one's best cities first."""

    def worth(city):
        return sum(world.distance(city, other) for other in possible)

    wishes = [sorted(world.neighbours[place], key=worth) for place in places]

    def complete(chosen):
        if len(chosen) == len(places):
            return chosen
        for city in wishes[len(chosen)]:
            if city not in chosen and (found := complete([*chosen, city])):
                return found
        return None

    return complete([])


def detect(world):
    places = sorted(world.cities, key=lambda city: -len(world.neighbours[city]))[:4]
    write(*places)
    possible = {int(read_line())}
    for turn in range(1, 51):
        kind, *city = read_line().split()
        possible = set().union(*(world.joined[here][kind] for here in possible)) - set(places)
        if city:
            possible = {int(city[0])}
        places = joint_move(world, places, possible)
        write(*places)
        possible -= set(places)


def flee(world):
    def safety(city):
        return min(world.distance(place, city) for place in places)

    places = [int(read_line()) for _ in range(4)]
    here = max(world.cities, key=safety)
    write(here)
    for turn in range(1, 51):
        ways = [(kind, city) for kind, cities in world.joined[here].items() for city in cities]
        kind, here = max(ways, key=lambda way: (safety(way[1]), len(world.neighbours[way[1]])))
        write(f"{kind} {here}")
        if turn < 50:
            places = [int(read_line()) for _ in range(4)]
        if here in places:
            break
    if turn < 50:
        read_line()  # `Quit` after the arrest


if __name__ == "__main__":
    world = Map("connect.txt")
    {"Detectives": detect, "Fugitive": flee}[read_line()](world)
