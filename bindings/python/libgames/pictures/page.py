"""A game as one interactive page: a single HTML file that needs no network."""

from __future__ import annotations

import base64
import gzip
import html
import importlib.resources
import json
from collections.abc import Callable, Iterable, Sequence

from ..game import State
from . import has_secrets, svg
from . import players as known_players


def replay_page(states: Iterable[State], moves: Sequence[str] | None = None, title: str | None = None,
                players: Sequence[str] | None = None, track: Callable[[list[State]], Iterable[State]] = iter) -> str:
    """The HTML of a page that plays these states, the first one being the start.

    `moves`: what led to each state but the first, default the number of the move. `players`: their names.
    The states are drawn here, once for each viewer; the page only shows them. That takes a while in long games: `track`
    may show how far it is, such as tqdm.
    """
    shown = list(states)
    if not shown:
        raise ValueError("states: expected at least one")
    known = known_players(shown[0])
    game = shown[0].game
    if any(not isinstance(state, State) or state.game != game for state in shown):
        raise ValueError("states: expected states of one game")
    if moves is None:
        moves = [str(number) for number in range(1, len(shown))]
    if len(moves) != len(shown) - 1:
        raise ValueError(f"moves: expected {len(shown) - 1}, one between every two states, not {len(moves)}")
    names = list(players) if players is not None else [name for name, _ in known]
    if len(names) != game.players:
        raise ValueError(f"players: expected {game.players} names, not {len(names)}")
    lines: dict[str, int] = {}
    data = {
        "views": ["Everything", *(f"What {name} knows" for name in names)][: len(_viewers(shown[0]))],
        "frames": [[_numbers(picture, lines) for picture in _frame(before, state)]
                   for before, state in zip([None, *shown], track(shown), strict=False)],
        "lines": list(lines),
        "moves": ["start", *moves],
        "movers": [state.player for state in shown],
        "scores": [state.scores for state in shown],
        "players": names,
        "colours": [colour for _, colour in known],
    }
    packed = base64.b64encode(gzip.compress(json.dumps(data).encode(), mtime=0)).decode()
    template = importlib.resources.files(__package__).joinpath("page.html").read_text(encoding="utf-8")
    heading = html.escape(title if title is not None else game.type.title)
    return template.replace("{{title}}", heading).replace("{{game}}", html.escape(game.config)).replace("{{data}}", packed)


def _viewers(state: State) -> list[int | None]:
    """Who looks, in the order of the page's menu; None sees everything."""
    return [None, *range(state.game.players)] if has_secrets(state) else [None]


def _frame(before: State | None, state: State) -> list[str]:
    """The picture for each view of the page."""
    return [svg(state, player, before=before) for player in _viewers(state)]


def _numbers(picture: str, lines: dict[str, int]) -> list[int]:
    """A picture as numbers of its lines: most of them stand in many pictures of a game."""
    return [lines.setdefault(line, len(lines)) for line in picture.splitlines()]
