"""The map with its three kinds of connection, the detectives, and where the fugitive is or can be."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import drawsvg
import numpy as np

from .. import ontherun
from .._words import from_extra
from ..game import Game, State
from .paint import INK, MARK, PAPER, PLAYERS, board, number, path, text

COLOURS = (PLAYERS[1], PLAYERS[0])
_WIDTH, _HEIGHT, _MARGIN, _LEGEND = 1000, 700, 26, 34
_APART = 24  # between two cities, so that their labels can be read
# By the fastest kind between two cities: a train goes by car as well, a plane by both.
_STYLES = {
    "C": {"stroke": "#a39c8c", "stroke_width": 1.4},
    "T": {"stroke": PLAYERS[1], "stroke_width": 2.6, "stroke_dasharray": "9 4"},
    "P": {"stroke": PLAYERS[0], "stroke_width": 3.4, "stroke_dasharray": "1.5 6"},
}
_KINDS = {"C": "car", "T": "train and car", "P": "plane, train and car"}


def draw(state: State, player: int | None) -> drawsvg.Drawing:
    now = ontherun.hunt(state)
    places, radius, roads = _map(state.game)
    drawing = board(_WIDTH + 2 * _MARGIN, _HEIGHT + 2 * _MARGIN + _LEGEND, _caption(state, now))
    group = drawsvg.Group(transform=f"translate({_MARGIN} {_MARGIN})")
    for city in now.possible:
        group.append(drawsvg.Circle(*places[city - 1], radius * 1.75, fill=MARK, fill_opacity=0.45))
    for kind, way in roads.items():
        group.append(path(way, **_STYLES[kind]))
    shown = now.fugitive if player != ontherun.DETECTIVES or now.possible == [now.fugitive] or state.is_over else 0
    for city, (x, y) in enumerate(places, start=1):
        _city(group, city, x, y, radius, city in now.detectives, city == shown)
    _legend(group)
    drawing.append(group)
    return drawing


def way(state: State, action: int) -> list[tuple[float, float]]:
    """The city where it leads."""
    x, y = _map(state.game)[0][int(state.game.action_text(action).split()[-1]) - 1]
    return [(x + _MARGIN, y + _MARGIN)]


def _caption(state: State, now: ontherun.Hunt) -> str:
    if state.is_over:
        return f"over in turn {now.turn}: {state.result}, {state.scores[0]}–{state.scores[1]}"
    return f"turn {now.turn} of 50, to do: {now.phase}; possible cities: {len(now.possible)}"


def _city(group: drawsvg.Group, city: int, x: float, y: float, radius: float, detective: bool, fugitive: bool) -> None:
    fill, words = (COLOURS[0], PAPER) if detective else (COLOURS[1], PAPER) if fugitive else (PAPER, INK)
    style = {"fill": fill, "stroke": INK, "stroke_width": 1.2}
    if detective:
        side = radius * 2.4
        group.append(drawsvg.Rectangle(number(x - side / 2), number(y - side / 2), side, side, rx=3, **style))
    elif fugitive:
        reach = radius * 1.7
        group.append(drawsvg.Lines(x, y - reach, x + reach, y, x, y + reach, x - reach, y, close=True, **style))
    else:
        group.append(drawsvg.Circle(x, y, radius, **style))
    weight = {"font_weight": "bold"} if detective or fugitive else {}
    if city:
        group.append(text(str(city), radius * (1.02 if city < 100 else 0.86), x, y, fill=words, **weight))


def _legend(group: drawsvg.Group) -> None:
    y, x = _HEIGHT + _MARGIN + 12, 8
    for kind, words in _KINDS.items():
        group.append(path(f"M{x} {y}h46", **_STYLES[kind]))
        group.append(text(words, 12, x + 58 + 3.4 * len(words), y))
        x += 90 + 7 * len(words)
    for words, mark in (("detective", (True, False)), ("fugitive", (False, True))):
        _city(group, 0, x, y, 8, *mark)
        group.append(text(words, 12, x + 48, y))
        x += 112
    group.append(drawsvg.Circle(x, y, 11, fill=MARK, fill_opacity=0.45))
    group.append(text("it can be here", 12, x + 64, y))


@lru_cache(maxsize=16)
def _map(game: Game) -> tuple[Sequence[tuple[float, float]], float, dict[str, str]]:
    """Places of the cities, the radius at which no two touch, and the connections by their fastest kind."""
    fastest: dict[tuple[int, int], str] = {}
    for kind, start, end in ontherun.connections(game):
        fastest[start, end] = max(fastest.get((start, end), "C"), kind, key="CTP".find)
    places: Sequence[tuple[float, float]] = ontherun.places(game) or _layout(int(game.parameters["cities"]), list(fastest))
    nearest = min(math.dist(a, b) for i, a in enumerate(places) for b in places[:i])
    roads = {kind: "" for kind in _STYLES}
    for (start, end), kind in fastest.items():
        (x1, y1), (x2, y2) = places[start - 1], places[end - 1]
        roads[kind] += f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"
    return places, max(3.0, min(15.0, 0.42 * nearest)), roads


def _layout(cities: int, roads: list[tuple[int, int]]) -> list[tuple[float, float]]:
    """Places for a map that was read from its text, where connections pull and all cities push."""
    with from_extra("libgames.pictures", "viz"):
        import networkx

    graph = networkx.Graph()
    graph.add_nodes_from(range(1, cities + 1))
    graph.add_edges_from(roads)
    found = networkx.spring_layout(graph, seed=1, iterations=200)
    places = np.array([found[city] for city in range(1, cities + 1)])
    for _ in range(100):
        places -= places.min(axis=0)
        places *= (_WIDTH, _HEIGHT) / places.max(axis=0)
        apart = places[:, None] - places
        distance = np.maximum(np.hypot(*apart.T).T, 1e-9)
        np.fill_diagonal(distance, _APART)
        push = np.maximum(_APART - distance, 0) / distance / 2
        if not push.any():
            break
        places += (push[:, :, None] * apart).sum(axis=1)
    return [(float(x), float(y)) for x, y in places]
