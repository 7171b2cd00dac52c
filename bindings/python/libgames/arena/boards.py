"""Boards in the colours of a terminal; where there are none, rich leaves them out."""

from __future__ import annotations

from libgames.game import State
from rich.text import Text


def coloured(state: State, player: int | None = None) -> Text:
    """The position as `player` may know it, like State.draw."""
    return Text.from_ansi(state.draw(player, colour=True))
