"""Boards in the colours of a terminal."""

import io

import libgames as lg
from libgames.arena.outputs import coloured
from rich.console import Console


def printed(text, terminal):
    file = io.StringIO()
    console = Console(file=file, force_terminal=terminal, color_system="standard" if terminal else None, width=200)
    console.print(text)
    return file.getvalue()


def test_colours_change_no_letter(states):
    for state in states[:: max(1, len(states) // 10)]:
        for player in (None, *range(state.game.players)):
            assert coloured(state, player).plain == state.board_for(player)
            assert printed(coloured(state, player), False) == state.board_for(player) + "\n"


def test_boards_have_colours_in_a_terminal(middle):
    assert ("\x1b[" in printed(coloured(middle), True)) == (middle.game.name != "ontherun")


def test_what_stands_below_the_board_is_plain():
    lines = coloured(lg.make("snakecore").new()).split("\n")
    assert all(line.spans for line in lines[2:22]) and not any(line.spans for line in lines[:2] + lines[22:])
