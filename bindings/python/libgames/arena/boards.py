"""What a terminal is shown: boards in its colours (where there are none, rich leaves them out), texts from outside."""

from __future__ import annotations

from libgames.game import State
from rich.text import Text


def coloured(state: State, player: int | None = None) -> Text:
    """The position as `player` may know it, like State.board_for."""
    return Text.from_ansi(state.board_for(player, colour=True))


def harmless(text: str) -> str:
    """A text from outside, without anything that would command a terminal."""
    return "".join(character if character.isprintable() else " " for character in text)


def harmless_lines(text: str) -> str:
    """The same for several lines."""
    return "\n".join(map(harmless, text.split("\n")))
