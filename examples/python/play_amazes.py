"""Plays games of Amazes between two explorers that always walk to the nearest square with something unknown.

    python play_amazes.py [games [seed]]

Same seed, same games, on every machine.
"""

import argparse
import random
from collections import Counter

import libgames as lg

SIDE = 25
TRIED = 8  # of the squares that are nearest as the crow flies


def has_unknown_edge(known: list[str], row: int, column: int) -> bool:
    """Whether a square that the player can reach by a known way has an unknown edge."""
    line, place = 2 * row - 1, 2 * column - 1  # in the form of a maze file
    edges = known[line - 1][place] + known[line + 1][place] + known[line][place - 1] + known[line][place + 1]
    return "?" in edges and " " in edges


def choose(state: lg.State, rng: random.Random) -> str:
    """The walk of the player to move: its characters F T L R."""
    known = lg.amazes.known(state, state.player)
    here = lg.amazes.places(state)[state.player]
    squares = [(row, column) for row in range(1, SIDE + 1) for column in range(1, SIDE + 1)
               if (row, column) != here[:2] and has_unknown_edge(known, row, column)]
    squares.sort(key=lambda square: abs(square[0] - here.row) + abs(square[1] - here.column))
    ways = [lg.amazes.way(state, state.player, *square) for square in squares[:TRIED]]
    return min((way for way in ways if way), key=len, default="T")


def play(game: lg.Game, seed: int) -> tuple[lg.State, int]:
    """One game: its last state, and how many whole turns it took."""
    rng = random.Random(seed)
    state = game.new(seed)
    turns = 0
    while not state.is_over:
        state = state.apply(choose(state, rng))
        turns += 1
    return state, turns


def main(games: int, seed: int) -> None:
    game = lg.make("amazes")
    results: Counter = Counter()
    squares = 0
    for number in range(games):
        last, _ = play(game, seed + number)
        red, blue = last.scores
        results[(red > blue) - (red < blue)] += 1
        squares += sum(lg.amazes.counts(last, player).squares for player in (lg.amazes.RED, lg.amazes.BLUE))
    print("The last game:", last.board, sep="\n")
    print(f"{games} games: Red won {results[1]}, Blue won {results[-1]}, {results[0]} tied; "
          f"{squares / games / 2:.1f} of 625 squares discovered")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="?", type=int, default=10, help="number of games (default 10)")
    parser.add_argument("seed", nargs="?", type=int, default=1, help="seed of the first game (default 1)")
    options = parser.parse_args()
    if options.games < 1:
        parser.error(f"games: expected at least 1, not {options.games}")
    try:
        main(options.games, options.seed)
    except ValueError as error:  # a seed that no game can have
        parser.error(str(error))
