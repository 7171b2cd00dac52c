"""The results of a search at its root, in numbers, as a table, and as a picture with the visits of its actions, on the board
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

from ._errors import GameOver, IllegalMove
from ._words import counted
from .game import State


def best_move_of(state: State, best: int | None, pv: Sequence[int]) -> str | None:
    """The whole move that the best decisions make, as `apply` reads it."""
    return None if best is None else state.completed(pv or (best,))


def moves_of(state: State, best: int | None, pv: Sequence[int]) -> tuple[str, ...]:
    """The whole moves of a principal variation, of which the first is best_move_of."""
    return () if best is None else (state.completed(pv or (best,)), *state.moves_of(pv)[1:])


def best_line(state: State, best: int | None, pv: Sequence[int]) -> list[str]:
    """The best move in a line; empty when the game is over."""
    if best is None:
        return []
    move = state.completed(pv or (best,))
    whole = move in state.moves_of(pv or (best,))[:1]
    how = "" if whole else " (the search ended within it: completed by `greedy`)"
    return [f"best move: {move.replace(chr(10), '/')}{how}"]


class Statistics(NamedTuple):
    """The statistics of a search since its root was set.

    `nodes` is how much of the memory is in use, `dropped` how much was replaced by others. `depth` is the depth of the
    deepest simulation. `proven`: the values are the result with best play. `full`: memory was lacking at some time;
    `refused`: how often since begin(). `values`: the mean of all simulations for each player; the outcome when the game
    is over. `bytes`: the memory of the search.
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
    refused: int = 0


class Node(NamedTuple):
    """An action in the tree: the number of its visits, its mean value for each player, its prior, whether the value is
    proven, and the actions after it, as far as a result keeps them."""

    action: int
    visits: int
    values: tuple[float, ...]
    prior: float
    proven: bool
    children: tuple[Node, ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class Result:
    """The result of a search at its root. Arrays have an element for each action, 0 for actions that are not legal.

    :state: the root.
    :best: the action to play, the first decision of best_move; None when the game is over.
    :visits: [actions], how often each was searched.
    :values: [actions, players], means in -1 ... 1.
    :priors: [actions], the probability of each that the search began with; they add up to 1.
    :policy: [actions], the improved probabilities, a learner's target; they add up to 1, or 0 without a simulation.
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
    def best_move(self) -> str | None:
        """The whole move that the best decisions make, which `state.apply` reads; None when the game is over. Where the
        tree ends in the middle of it, the player "greedy" decides the rest."""
        return best_move_of(self.state, self.best, self.pv)

    @property
    def pv_moves(self) -> tuple[str, ...]:
        """The principal variation in whole moves, of which the first is best_move and each can be applied after those
        before it. With hidden information only that one: the others depend on facts that the player does not know."""
        return moves_of(self.state, self.best, self.pv)

    @property
    def pv_text(self) -> str:
        """The principal variation in words: whole moves and their players, as in State.line_text."""
        return self.state.line_text(self.pv)

    def __str__(self) -> str:
        """The table of actions, the best move, the principal variation and the statistics."""
        rows = [(*self.columns(), ""), *map(self.row, self.actions)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(map(str.rjust, row, widths)).rstrip() for row in rows]
        return "\n".join([*lines, *self.summary()])

    def columns(self) -> tuple[str, ...]:
        """The headings of a row, except for the last."""
        return ("action", "visits", *self.state.game.seats, "prior")

    def row(self, action: int) -> tuple[str, ...]:
        """The row of an action, in words."""
        tried = self.visits[action] > 0
        values = (f"{value:+.3f}" if tried else "" for value in self.values[action])
        name, proven = self.state.decision_text(action), "proven" if self.proven[action] else ""
        return (name, f"{self.visits[action]:,}", *values, f"{self.priors[action]:.3f}", proven)

    def summary(self) -> list[str]:
        """The best move, the principal variation and the statistics, line by line."""
        found = self.statistics
        values = ", ".join(
            f"{seat} {value:+.3f}" for seat, value in zip(self.state.game.seats, found.values, strict=True)
        )
        lines = best_line(self.state, self.best, self.pv)
        lines.append(f"value: {values}{' (proven)' if found.proven else ''}")
        if self.pv:
            lines.append(f"principal variation: {self.pv_text}")
        depth = f"mean depth {found.mean_depth:.1f}, deepest {found.depth}"
        full = ", memory full" if found.full else ""
        return [*lines, f"{counted(found.simulations, 'simulation', ',')}, {counted(found.nodes, 'node', ',')}, {depth}{full}"]

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """For notebooks: the table, and the picture."""
        return {"text/plain": str(self), "image/svg+xml": picture(self)}


for _kind in (Statistics, Node, Result):
    _kind.__module__ = "libgames.search"

# ---- the picture ----

_BARS, _ROW, _MARGIN = 330, 24, 16
_MOST = 16  # actions with a bar
_WIDTHS = (3, 2, 2)  # children of a node that are drawn, by level
_GAP, _BOX = 40, 150
_LONGEST = 36  # letters of an action's name in a picture
_WORLDS = 8  # states in which a path through the tree is tried


def picture(result: Result) -> str:
    """A search as SVG. The board is shown as the player to move knows it, with the visits as heat."""
    state = result.state
    place = state.draw(state.player if state.game.type.information == "hidden" else None, heat=result.visits)
    root, head, rest = _parts(place)
    width, height = (int(number) for number in re.findall(r"\b(?:width|height)='(\d+)'", root))
    shown = result.actions[:_MOST]
    below = max(height, _ROW * (len(shown) + 3) + 2 * _MARGIN)
    names = [_short(state.decision_text(action)) for action in shown]
    bars = _BARS + _more(names, 7)
    tree = _trimmed(result.tree)
    called = _called(state, tree)
    box = _BOX + _more(called.values(), 9)
    wide = max(width + bars, 2 * _MARGIN + (box + _GAP) * len(_WIDTHS))
    leaves = sum(map(_leaves, tree))
    high = below + (_ROW * (leaves + 1) + _MARGIN if leaves else 0)
    size = f"viewBox='0 0 {wide} {high}' width='{wide}' height='{high}'"
    lines = [
        re.sub(r"viewBox='[^']*' width='\d+' height='\d+'", size, root),
        f"<title>{escape(_caption(result))}</title>",
        head,
        f"<rect class='paper' width='{wide}' height='{high}' rx='8'/>",
        f"<g>{rest}</g>",
        *_bars(result, dict(zip(shown, names, strict=True)), width, bars),
        *(_tree(result, tree, called, below + _ROW, box) if leaves else ()),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _parts(picture: str) -> tuple[str, str, str]:
    """The root's tag, the style, and the elements."""
    before, style, after = picture.partition("<style>")
    rules, end, elements = after.partition("</style>")
    return before.partition("<title>")[0].strip(), style + rules + end, elements.removesuffix("</svg>\n")


def _caption(result: Result) -> str:
    if result.best is None:
        return f"over: {result.state.result}"
    found = result.statistics
    proven = ", proven" if found.proven else ""
    return f"{counted(found.simulations, 'simulation', ',')}{proven}; best: {_short(result.state.decision_text(result.best))}"


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"


def _more(names: Iterable[str], usual: int) -> int:
    """Pixels that the longest name needs beyond the room for a usual one."""
    return 7 * max(0, max(map(len, names), default=0) - usual)


def _text(words: str, size: int, x: float, y: float, kind: str = "label") -> str:
    return f"<text class='{kind}' x='{_number(x)}' y='{_number(y + 0.36 * size)}' font-size='{size}'>{escape(words)}</text>"


def _number(value: float) -> str:
    """A number without a fraction of 0."""
    return f"{value:.1f}".removesuffix(".0")


def _bars(result: Result, names: dict[int, str], left: float, wide: int) -> list[str]:
    player, further = result.state.player or 0, wide - _BARS
    most, middle, top = max(1, int(result.visits.max())), left + 60 + further, _MARGIN + 30
    lines = [_text(_caption(result), 14, left + wide / 2, _MARGIN + 6, "strong")]
    first, value, prior = left + 28 + further / 2, middle + 165, middle + 225
    for x, words in ((first, "action"), (middle + 60, "visits"), (value, "value"), (prior, "prior")):
        lines.append(_text(words, 12, x, top + 6, "strong"))
    for row, (action, name) in enumerate(names.items(), start=1):
        y, best = top + _ROW * row + 6, "strong" if action == result.best else "label"
        length = _number(max(1, 120 * int(result.visits[action]) / most))
        lines.append(f"<rect class='heat' fill-opacity='.35' x='{middle}' y='{y - 8}' width='{length}' height='16' rx='2'/>")
        lines.append(_text(name, 12, first, y, best))
        lines.append(_text(f"{result.visits[action]:,}", 11, middle + 60, y))
        if result.visits[action]:
            proven = " !" if result.proven[action] else ""
            lines.append(_text(f"{result.values[action, player]:+.2f}{proven}", 12, value, y))
        lines.append(_text(f"{result.priors[action]:.2f}", 12, prior, y))
    rest = len(result.actions) - len(names)
    if rest:
        lines.append(_text(f"and {rest} more actions", 12, left + wide / 2, top + _ROW * (len(names) + 1) + 6))
    return lines


# ---- the tree ----


def _trimmed(nodes: Sequence[Node], level: int = 0) -> list[Node]:
    if level == len(_WIDTHS):
        return []
    kept = sorted(nodes, key=operator.attrgetter("visits"), reverse=True)[: _WIDTHS[level]]
    return [node._replace(children=tuple(_trimmed(node.children, level + 1))) for node in kept if node.visits]


def _leaves(node: Node) -> int:
    return max(1, sum(map(_leaves, node.children)))


def _called(root: State, nodes: Iterable[Node], path: tuple[int, ...] = ()) -> dict[tuple[int, ...], str]:
    """The names of actions in the tree, by the actions that lead to them and their own."""
    names = {}
    for node in nodes:
        line = (*path, node.action)
        names[line] = _short(_name(root, path, node.action))
        names |= _called(root, node.children, line)
    return names


def _name(root: State, path: tuple[int, ...], action: int) -> str:
    """An action in words, if the path can be played in one of several states that the player to move can't distinguish
    from the root."""
    for seed in range(_WORLDS):
        state = root.resample(root.player or 0, seed)
        try:
            for one in path:
                state = state.apply(one)
        except (IllegalMove, GameOver):
            continue
        if state.explain(action) is None:
            return state.decision_text(action)
    return root.game.action_text(action)


def _tree(
    result: Result, nodes: Iterable[Node], called: dict[tuple[int, ...], str], top: float, box: int
) -> list[str]:
    column, most = box + _GAP, max(1, int(result.visits.max()))
    lines = [_text("the tree's first levels: action, visits, value", 12, _MARGIN + 145, top - 6, "strong")]
    row = 0

    def draw(node: Node, line: tuple[int, ...]) -> float:
        """Draws a node in the middle of its children; returns where it is."""
        nonlocal row
        x, places = _MARGIN + column * (len(line) - 1), []
        if node.children:
            places = [draw(child, (*line, child.action)) for child in node.children]
        else:
            row += 1
        y = sum(places) / len(places) if places else top + _ROW * (row - 0.5) + 6
        for child, there in zip(node.children, places, strict=True):
            start, end = _number(y), _number(there)
            bend = f"M{x + box} {start}C{x + box + 20} {start} {x + column - 20} {end} {x + column} {end}"
            width = _number(1 + 6 * child.visits / most)
            lines.append(f"<path class='line edge' stroke-opacity='.4' stroke-width='{width}' d='{bend}'/>")
        lines.append(f"<rect class='seat' x='{x}' y='{_number(y - 10)}' width='{box}' height='20' rx='4'/>")
        lines.append(_text(f"{called[line]} · {_facts(node, result.state.player or 0)}", 11, x + box / 2, y))
        return y

    for node in nodes:
        draw(node, (node.action,))
    return lines


def _facts(node: Node, player: int) -> str:
    """Visits and value, the latter for this player, who is to move at the root."""
    return f"{node.visits:,} · {node.values[player]:+.2f}{' !' if node.proven else ''}"
