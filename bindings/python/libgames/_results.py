"""What a search says of its root: in numbers, as a table, and as a picture: where the visits of the root went, on the board
and as bars, and the tree's first levels."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

import numpy as np
import numpy.typing as npt  # not for type checkers alone: so the documentation resolves the annotations

from .game import Game, State


def in_words(game: Game, actions: Iterable[int]) -> str:
    return " ".join(map(game.action_text, actions))


class Statistics(NamedTuple):
    """What a search has done since its root was set.

    `nodes` are taken of the memory, `dropped` were given up for others. `depth` is the deepest simulation. `proven`:
    the values are the result with best play. `full`: there was no room for something. `values`: the mean of all
    simulations for each player; the outcome when the game is over. `bytes`: the memory of the search.
    """

    simulations: int
    nodes: int
    dropped: int
    mean_depth: float
    depth: int
    bytes: int
    proven: bool
    full: bool
    values: tuple[float, ...]


class Node(NamedTuple):
    """An action in the tree: how often it was tried, its mean value for each player, its prior, whether the value is
    proven, and what comes after it as far as a result keeps it."""

    action: int
    visits: int
    values: tuple[float, ...]
    prior: float
    proven: bool
    children: tuple[Node, ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class Result:
    """What a search says of its root. Arrays go by action and are 0 for actions that are not legal.

    :state: the root.
    :best: the action to play; None when the game is over.
    :visits: [actions], how often each was searched.
    :values: [actions, players], means in -1 ... 1.
    :priors: [actions], how good each seemed beforehand; they add up to 1.
    :policy: [actions], what a learner should play; adds up to 1, or 0 without a simulation.
    :proven: [actions], whether the value is the result with best play.
    :pv: the principal variation, as actions.
    :tree: the most visited actions, each with those after it, three levels deep.
    """

    state: State
    best: int | None
    visits: npt.NDArray[np.int64]
    values: npt.NDArray[np.float32]
    priors: npt.NDArray[np.float32]
    policy: npt.NDArray[np.float32]
    proven: npt.NDArray[np.bool_]
    pv: tuple[int, ...]
    statistics: Statistics
    tree: tuple[Node, ...]

    @property
    def actions(self) -> list[int]:
        """The legal actions: the best one first, then by visits, and by priors."""
        return sorted(
            self.state.legal_actions,
            key=lambda action: (action != self.best, -self.visits[action], -self.priors[action], action),
        )

    @property
    def pv_text(self) -> str:
        """The principal variation in words."""
        return in_words(self.state.game, self.pv)

    def __str__(self) -> str:
        """The table of actions, the principal variation and the statistics."""
        rows = [(*self.columns(), ""), *map(self.row, self.actions)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(map(str.rjust, row, widths)).rstrip() for row in rows]
        return "\n".join([*lines, *self.summary()])

    def columns(self) -> tuple[str, ...]:
        """What the words of a row are, but for the last."""
        return ("action", "visits", *self.state.game.seats, "prior")

    def row(self, action: int) -> tuple[str, ...]:
        """What is known of an action, in words."""
        tried = self.visits[action] > 0
        values = (f"{value:+.3f}" if tried else "" for value in self.values[action])
        name, proven = self.state.game.action_text(action), "proven" if self.proven[action] else ""
        return (name, f"{self.visits[action]:,}", *values, f"{self.priors[action]:.3f}", proven)

    def summary(self) -> list[str]:
        """The principal variation and the statistics in lines of text."""
        found = self.statistics
        values = ", ".join(
            f"{seat} {value:+.3f}" for seat, value in zip(self.state.game.seats, found.values, strict=True)
        )
        lines = [f"value: {values}{' (proven)' if found.proven else ''}"]
        if self.pv:
            lines.append(f"principal variation: {self.pv_text}")
        depth = f"mean depth {found.mean_depth:.1f}, deepest {found.depth}"
        full = ", memory full" if found.full else ""
        return [*lines, f"{found.simulations:,} simulations, {found.nodes:,} nodes, {depth}{full}"]

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """For notebooks: the table, and the picture."""
        return {"text/plain": str(self), "image/svg+xml": picture(self)}


for _kind in (Statistics, Node, Result):
    _kind.__module__ = "libgames.search"

# ---- the picture ----

_BARS, _ROW, _MARGIN = 330, 24, 16
_MOST = 16  # actions with a bar
_WIDTHS = (3, 2, 2)  # children of a node that are drawn, by level
_COLUMN, _BOX = 190, 150


def picture(result: Result) -> str:
    """A search as SVG. The board is shown as the player to move knows it, with the visits as heat."""
    state = result.state
    place = state.draw(state.player if state.game.type.information == "hidden" else None, heat=result.visits)
    root, head, rest = _parts(place)
    width, height = (int(number) for number in re.findall(r"\b(?:width|height)='(\d+)'", root))
    shown = result.actions[:_MOST]
    leaves = sum(map(_leaves, _trimmed(result.tree)))
    below = max(height, _ROW * (len(shown) + 3) + 2 * _MARGIN)
    wide = max(width + _BARS, 2 * _MARGIN + _COLUMN * len(_WIDTHS))
    high = below + (_ROW * (leaves + 1) + _MARGIN if leaves else 0)
    size = f"viewBox='0 0 {wide} {high}' width='{wide}' height='{high}'"
    lines = [
        re.sub(r"viewBox='[^']*' width='\d+' height='\d+'", size, root),
        f"<title>{escape(_caption(result))}</title>",
        head,
        f"<rect class='paper' width='{wide}' height='{high}' rx='8'/>",
        f"<g>{rest}</g>",
        *_bars(result, shown, width),
        *(_tree(result, below + _ROW) if leaves else ()),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _parts(picture: str) -> tuple[str, str, str]:
    """The root's tag, the style, and what the picture shows."""
    before, style, after = picture.partition("<style>")
    rules, end, elements = after.partition("</style>")
    return before.partition("<title>")[0].strip(), style + rules + end, elements.removesuffix("</svg>\n")


def _caption(result: Result) -> str:
    if result.best is None:
        return f"over: {result.state.result}"
    found = result.statistics
    proven = ", proven" if found.proven else ""
    return f"{found.simulations:,} simulations{proven}; best: {result.state.game.action_text(result.best)}"


def _text(words: str, size: int, x: float, y: float, kind: str = "label") -> str:
    return f"<text class='{kind}' x='{_number(x)}' y='{_number(y + 0.36 * size)}' font-size='{size}'>{escape(words)}</text>"


def _number(value: float) -> str:
    """Without a fraction that says nothing."""
    return f"{value:.1f}".removesuffix(".0")


def _bars(result: Result, shown: Sequence[int], left: float) -> list[str]:
    game, player = result.state.game, result.state.player or 0
    most, middle, top = max(1, int(result.visits.max())), left + 60, _MARGIN + 30
    lines = [_text(_caption(result), 14, left + _BARS / 2, _MARGIN + 6, "strong")]
    for x, words in ((left + 28, "action"), (middle + 60, "visits"), (left + 225, "value"), (left + 285, "prior")):
        lines.append(_text(words, 12, x, top + 6, "strong"))
    for row, action in enumerate(shown, start=1):
        y, best = top + _ROW * row + 6, "strong" if action == result.best else "label"
        length = _number(max(1, 120 * int(result.visits[action]) / most))
        lines.append(f"<rect class='heat' fill-opacity='.35' x='{middle}' y='{y - 8}' width='{length}' height='16' rx='2'/>")
        lines.append(_text(game.action_text(action), 12, left + 28, y, best))
        lines.append(_text(f"{result.visits[action]:,}", 11, middle + 60, y))
        if result.visits[action]:
            proven = " !" if result.proven[action] else ""
            lines.append(_text(f"{result.values[action, player]:+.2f}{proven}", 12, left + 225, y))
        lines.append(_text(f"{result.priors[action]:.2f}", 12, left + 285, y))
    rest = len(result.actions) - len(shown)
    if rest:
        lines.append(_text(f"and {rest} more actions", 12, left + _BARS / 2, top + _ROW * (len(shown) + 1) + 6))
    return lines


# ---- the tree ----


def _trimmed(nodes: Sequence[Node], level: int = 0) -> list[Node]:
    if level == len(_WIDTHS):
        return []
    kept = sorted(nodes, key=operator.attrgetter("visits"), reverse=True)[: _WIDTHS[level]]
    return [node._replace(children=tuple(_trimmed(node.children, level + 1))) for node in kept if node.visits]


def _leaves(node: Node) -> int:
    return max(1, sum(map(_leaves, node.children)))


def _tree(result: Result, top: float) -> list[str]:
    most = max(1, int(result.visits.max()))
    lines = [_text("the tree's first levels: action, visits, value", 12, _MARGIN + 145, top - 6, "strong")]
    row = 0

    def draw(node: Node, level: int) -> float:
        """Draws a node in the middle of its children; returns where it is."""
        nonlocal row
        x, places = _MARGIN + _COLUMN * level, []
        if node.children:
            places = [draw(child, level + 1) for child in node.children]
        else:
            row += 1
        y = sum(places) / len(places) if places else top + _ROW * (row - 0.5) + 6
        for child, there in zip(node.children, places, strict=True):
            start, end = _number(y), _number(there)
            bend = f"M{x + _BOX} {start}C{x + _BOX + 20} {start} {x + _COLUMN - 20} {end} {x + _COLUMN} {end}"
            width = _number(1 + 6 * child.visits / most)
            lines.append(f"<path class='line edge' stroke-opacity='.4' stroke-width='{width}' d='{bend}'/>")
        lines.append(f"<rect class='seat' x='{x}' y='{_number(y - 10)}' width='{_BOX}' height='20' rx='4'/>")
        lines.append(_text(_words(result, node), 11, x + _BOX / 2, y))
        return y

    for node in _trimmed(result.tree):
        draw(node, 0)
    return lines


def _words(result: Result, node: Node) -> str:
    """The value is that of the player to move at the root."""
    proven = " !" if node.proven else ""
    value = node.values[result.state.player or 0]
    return f"{result.state.game.action_text(node.action)} · {node.visits:,} · {value:+.2f}{proven}"
