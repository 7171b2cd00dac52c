"""Replays the report of a contest's game, its moves in order, and says where it breaks the rules.

    python read_report.py [game] < report

Without a report: the beginning of a game of CodeCup 2008, which ends with the move that lost it.
"""

import argparse
import sys

import libgames as lg

LOST_BY_AN_ILLEGAL_MOVE = "c3-d4 e5*c3 b2*d4 b4*b2 a1*c3 a5-b4 a3*a5 a6*a4 c3*a5"


def replay(game: lg.Game, moves: list[str]) -> None:
    state = game.new()
    for number, move in enumerate(moves, start=1):
        try:
            state = state.apply(move)
        except (lg.IllegalMove, lg.ParseError, lg.GameOver) as error:
            print(state.board)
            print(f"move {number}, {move}: {type(error).__name__}: {error}")
            print("legal here:", ", ".join(state.legal_moves) or "nothing")
            sys.exit(1)
    print(state.board)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="alquerque", help="(default alquerque)")
    options = parser.parse_args()
    report = LOST_BY_AN_ILLEGAL_MOVE if sys.stdin.isatty() else sys.stdin.read() or LOST_BY_AN_ILLEGAL_MOVE
    replay(lg.make(options.game), report.split())
