"""Replays the report of a contest's game, its moves in order, and shows where it breaks the rules.

A line contains a move, or several separated by blanks if moves contain none. If a move has several lines, as the
detectives' in On the Run, write / between them.

    python read_report.py [game] < report

Without a report: the beginning of a game of CodeCup 2008, which ends with the move that lost it.
"""

import argparse
import itertools
import sys
from collections.abc import Iterator

import libgames as lg

LOST_BY_AN_ILLEGAL_MOVE = "c3-d4 e5*c3 b2*d4 b4*b2 a1*c3 a5-b4 a3*a5 a6*a4 c3*a5"


def can_play(state: lg.State, move: str) -> bool:
    try:
        state.apply(move.replace("/", "\n"))
    except (lg.IllegalMove, lg.ParseError, lg.GameOver):
        return False
    return True


def split(state: lg.State, line: str) -> list[str]:
    """The moves of a line that are played from this state on."""
    words = line.split()
    several = len(words) > 1 and not can_play(state, line) and can_play(state, words[0])
    return words if several else [line]


def replay(game: lg.Game, lines: Iterator[str]) -> None:
    state, number = game.new(), 0
    for line in lines:
        for move in split(state, line):
            number += 1
            try:
                state = state.apply(move.replace("/", "\n"))
            except (lg.IllegalMove, lg.ParseError, lg.GameOver) as error:
                print(state.board)
                print(f"move {number}, {move}: {type(error).__name__}: {error}")
                legal = (move.replace("\n", "/") for move in itertools.islice(state.legal_moves, 40))
                print("legal here:", ", ".join(legal) or "nothing")
                sys.exit(1)
    print(state.board)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="alquerque", help="configuration (default alquerque)")
    options = parser.parse_args()
    report = LOST_BY_AN_ILLEGAL_MOVE if sys.stdin.isatty() else sys.stdin.read() or LOST_BY_AN_ILLEGAL_MOVE
    try:
        game = lg.make(options.game)
    except lg.ParseError as error:
        parser.error(str(error))
    replay(game, filter(None, map(str.strip, report.splitlines())))
