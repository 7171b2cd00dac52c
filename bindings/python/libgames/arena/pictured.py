"""A replay as pictures, for the board: of a game that a page can't play, since its rules are in a file here."""

from __future__ import annotations

import json
from typing import Any

from ..game import State
from .referee import Foul, Move, Named, TakenBack, result_of
from .replays import Replay

_MOST = 2**28  # characters of pictures in a page
_THEMES = ("light", "dark", "contrast")


def pictured(replay: Replay) -> str:
    """Everything that the board shows of this game, as JSON. Raises ValueError for one that is too long."""
    table, game = replay.table, replay.table.start.game
    steps: list[dict[str, Any]] = []
    states, names = [table.start], {}
    for event in replay.events:
        if isinstance(event, Named):
            names[event.seat] = event.name
        elif isinstance(event, TakenBack):
            del steps[-event.moves :], states[-event.moves :]
        else:
            steps.append(_step(event))
            states.append(event.after)
    styles = [_style(table.start.draw(theme=theme)) for theme in _THEMES]
    pictures = [_position(state, before, styles[0]) for state, before in zip(states, [None, *states], strict=False)]
    if sum(len(text) for picture in pictures for text in picture["pictures"]) > _MOST:
        raise ValueError(f"the pictures of {len(steps)} moves are too much for one page")
    return json.dumps(
        {
            "name": game.name,
            "config": game.config,
            "title": game.type.title,
            "information": game.type.information,
            "help": game.type.help,
            "seats": list(game.seats),
            "labels": list(table.labels),
            "names": sorted(names.items()),
            "seed": None if table.seed is None else str(table.seed),
            "time": {"first": table.time.first, "answer": table.time.answer, "total": table.time.total},
            "library": replay.library,
            "result": result_of(replay.state, replay.loser),
            "steps": steps,
            "styles": dict(zip(_THEMES, styles, strict=True)),
            "states": pictures,
        }
    )


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


def _position(state: State, before: State | None, style: str) -> dict[str, Any]:
    """A picture for who knows everything, and where players don't know all, one for each of them; without the style."""
    seats = range(state.game.players)
    viewers = [None, *seats] if state.game.type.information == "hidden" else [None]
    return {
        "player": state.player,
        "scores": list(state.scores),
        "points": list(state.points),
        "outcome": list(state.outcome),
        "news": [state.news(seat) for seat in seats] if len(viewers) > 1 else [],
        "pictures": [state.draw(viewer, before=before, theme="light").replace(style, "", 1) for viewer in viewers],
    }
