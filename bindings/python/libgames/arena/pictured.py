"""A game as pictures, for the board: one that a page can't play, since its rules are in a file on this machine."""

from __future__ import annotations

import json
from typing import Any

from ..game import State
from .referee import Event, Foul, Move, Named, Table, TakenBack
from .replays import Replay

_MOST = 2**28  # characters of pictures in a page
_THEMES = ("light", "dark", "contrast")


def pictured(replay: Replay) -> str:
    """Everything that the board shows of this game, as JSON. Raises ValueError for one that is too long."""
    drawn = Pictures(replay.table, replay.library)
    entries = [drawn.begin(), *map(drawn.after, replay.events), drawn.end()]
    text = json.dumps(entries)
    if len(text) > _MOST:
        raise ValueError(f"the pictures of {len(replay.moves)} moves are too much for one page")
    return text


class Pictures:
    """The board's data of a game, sent step by step while it is played: `begin`, `after` every event, and `end`."""

    def __init__(self, table: Table, library: str):
        self._table = table
        self._library = library
        self._states = [table.start]
        self._styles = {theme: _style(table.start.draw(theme=theme)) for theme in _THEMES}

    def begin(self) -> dict[str, Any]:
        table, game = self._table, self._table.start.game
        return {
            "name": game.name,
            "config": game.config,
            "title": game.type.title,
            "information": game.type.information,
            "help": game.type.help,
            "seats": list(game.seats),
            "labels": list(table.labels),
            "seed": None if table.seed is None else str(table.seed),
            "time": {"first": table.time.first, "answer": table.time.answer, "total": table.time.total},
            "library": self._library,
            "styles": self._styles,
            "state": self._position(table.start, None),
        }

    def after(self, event: Event) -> dict[str, Any]:
        if isinstance(event, Named):
            return {"named": [event.seat, event.name]}
        if isinstance(event, TakenBack):
            del self._states[-event.moves :]
            return {"back": event.moves}
        before = self._states[-1]
        self._states.append(event.after)
        return {"step": _step(event), "state": self._position(event.after, before)}

    def end(self) -> dict[str, Any]:
        return {"over": True}

    def _position(self, state: State, before: State | None) -> dict[str, Any]:
        """A picture for a viewer who knows everything and, with hidden information, one for each player; without the
        style."""
        seats = range(state.game.players)
        viewers = [None, *seats] if state.game.type.information == "hidden" else [None]
        style = self._styles["light"]
        return {
            "player": state.player,
            "scores": list(state.scores),
            "points": list(state.points),
            "outcome": list(state.outcome),
            "result": state.result,
            "news": [state.news(seat) for seat in seats] if len(viewers) > 1 else [],
            "pictures": [state.draw(viewer, before=before, theme="light").replace(style, "", 1) for viewer in viewers],
        }


def _step(event: Move | Foul) -> dict[str, Any]:
    step: dict[str, Any] = {"seat": event.seat, "number": event.number, "seconds": event.seconds, "actions": None}
    if isinstance(event, Move):
        return {**step, "text": event.text, "remark": event.remark}
    foul = {"kind": event.kind, "text": event.text, "stderr": event.stderr, "lost": event.lost}
    return {**step, "foul": foul}


def _style(picture: str) -> str:
    """The same in all pictures of a game in one theme."""
    begin, end = picture.find("<style>"), picture.find("</style>")
    return picture[begin : end + len("</style>")] if 0 <= begin < end else ""
