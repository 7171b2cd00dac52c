"""Plays games of Block drop among four players that attack any player in line and flee from falling blocks.

    python play_blockdrop.py [games [seed]]

Same seed, same games, on every machine.
"""

import argparse
import random
from collections import Counter

import libgames as lg

STEPS = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}


def is_in_line(place: tuple[int, int], other: tuple[int, int], facing: str) -> bool:
    """Whether an attack from `place` would make the block of `other` drop."""
    rows, columns = other[0] // 3 - place[0] // 3, other[1] // 3 - place[1] // 3
    down, right = STEPS[facing]
    return rows * down + columns * right > 0 and rows * right == columns * down == 0


def steps_off(place: tuple[int, int], facing: str, blocks: list[list[int]]) -> int:
    """How many steps this way lead to a stable block; many when there is none."""
    row, column = place
    down, right = STEPS[facing]
    for steps in range(1, 4):
        row, column = row + down, column + right
        if not (0 <= row < 18 and 0 <= column < 18) or blocks[row // 3][column // 3] < 0:
            break
        if blocks[row // 3][column // 3] == 0:
            return steps
    return 99


def choose(state: lg.State, rng: random.Random) -> str:
    """The action of the player to move, as the contest writes it."""
    legal = list(state.legal_moves)
    blocks, players = lg.blockdrop.blocks(state), lg.blockdrop.players(state)
    row, column, facing, _ = players[state.player]
    others = [other[:2] for number, other in enumerate(players) if number != state.player and other[0] >= 0]
    directions = [way for way in STEPS if way in legal]
    if directions and blocks[row // 3][column // 3] > 0:
        return min(directions, key=lambda way: steps_off((row, column), way, blocks))
    targets = [way for way in STEPS if any(is_in_line((row, column), other, way) for other in others)]
    if "A" in legal and facing in targets:
        return "A"
    return rng.choice([way for way in directions if way in targets] or directions or legal)


def play(game: lg.Game, seed: int) -> tuple[lg.State, int]:
    """One game: its last state, and how many decisions it took."""
    rng = random.Random(seed)
    state = game.new(seed)
    moves = 0
    while not state.is_over:
        state = state.apply(choose(state, rng))
        moves += 1
    return state, moves


def main(games: int, seed: int) -> None:
    game = lg.make("blockdrop")
    winners: Counter = Counter()
    turns = 0
    for number in range(games):
        last, played = play(game, seed + number)
        winners[lg.blockdrop.winner(last)] += 1
        turns += played
    print("The last game:", last.board, sep="\n")
    wins = ", ".join(f"player {player} won {winners[player]}" for player in range(4))
    print(f"{games} games: {wins}, {winners[None]} draws; {turns / games:.1f} decisions a game")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="?", type=int, default=200, help="number of games (default 200)")
    parser.add_argument("seed", nargs="?", type=int, default=1, help="seed of the first game (default 1)")
    options = parser.parse_args()
    if options.games < 1:
        parser.error(f"games: expected at least 1, not {options.games}")
    try:
        main(options.games, options.seed)
    except ValueError as error:  # a seed that no game can have
        parser.error(str(error))
