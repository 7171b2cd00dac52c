"""Plays games of Alquerque, both sides choosing among their legal turns at random, and prints the results.

    python play_alquerque.py [games [seed]]

Same seed, same games, on every machine.
"""

import argparse
import random
from collections import Counter

import libgames as lg


def play(game: lg.Game, seed: int) -> tuple[lg.State, int]:
    """One game in the contest's own moves ("c3-d4", "a1*c1*c3"): its last state, and how many turns it took."""
    rng = random.Random(seed)
    state = game.new()
    turns = 0
    while moves := list(state.legal_moves):
        state = state.apply(rng.choice(moves))
        turns += 1
    return state, turns


def main(games: int, seed: int) -> None:
    game = lg.make("alquerque")
    results: Counter = Counter()
    turns = 0
    for number in range(games):
        last, played = play(game, seed + number)
        results[last.scores if 12 in last.scores else "tie"] += 1
        turns += played
    print("The last game:", last.board, sep="\n")
    print(f"{games} games: White won {results[12, 0]}, Black won {results[0, 12]}, {results['tie']} tied; "
          f"{turns / games:.1f} turns a game")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="?", type=int, default=2000, help="number of games (default 2000)")
    parser.add_argument("seed", nargs="?", type=int, default=1, help="seed of the first game (default 1)")
    options = parser.parse_args()
    if options.games < 1:
        parser.error(f"games: expected at least 1, not {options.games}")
    main(options.games, options.seed)
