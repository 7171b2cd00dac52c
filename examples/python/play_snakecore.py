"""Plays games of SnakeCore between pythons that take the shortest way to blocks and carry five to a reactor.

    python play_snakecore.py [games [seed]]

Same seed, same games, on every machine.
"""

import argparse
import random
from collections import Counter, deque

import libgames as lg

STEPS = {"U": (0, -1), "L": (-1, 0), "D": (0, 1), "R": (1, 0)}
ENOUGH = 5  # blocks to carry to a reactor: worth 5 * 6 / 2 points


def way_to(kinds: str, field: list[str], start: tuple[int, int], taken: set[tuple[int, int]]) -> str | None:
    """The first step of a shortest way over empty cells to a cell of one of these kinds that is not taken."""
    size = len(field)
    reached = {start}
    queue = deque([(start, "")])
    while queue:
        (x, y), first = queue.popleft()
        for letter, (right, down) in STEPS.items():
            cell = (x + right, y + down)
            if cell in reached or cell in taken or not (0 <= cell[0] < size and 0 <= cell[1] < size):
                continue
            reached.add(cell)
            kind = field[cell[1]][cell[0]]
            if kind in kinds:
                return first or letter
            if kind == ".":
                queue.append((cell, first or letter))
    return None


def choose(state: lg.State, rng: random.Random) -> str:
    """The action of the player to move, as the contest writes it."""
    pythons = lg.snakecore.pythons(state)
    me = pythons[state.player]
    taken = {cell for python in pythons for cell in python.cells}
    kinds = "R" if len(me.blocks) >= ENOUGH else "be"
    step = way_to(kinds, lg.snakecore.field(state), me.cells[0], taken)
    return step or rng.choice(list(state.legal_moves))


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
    game = lg.make("snakecore")
    results: Counter = Counter()
    points = [0, 0]
    for number in range(games):
        last, _ = play(game, seed + number)
        first, second = last.scores
        results[(first > second) - (first < second)] += 1
        points = [points[0] + first, points[1] + second]
    print("The last game:", last.board, sep="\n")
    print(f"{games} games: player 0 won {results[1]}, player 1 won {results[-1]}, {results[0]} tied; "
          f"{points[0] / games:.1f} and {points[1] / games:.1f} points a game")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="?", type=int, default=20, help="number of games (default 20)")
    parser.add_argument("seed", nargs="?", type=int, default=1, help="seed of the first game (default 1)")
    options = parser.parse_args()
    if options.games < 1:
        parser.error(f"games: expected at least 1, not {options.games}")
    try:
        main(options.games, options.seed)
    except ValueError as error:  # a seed that no game can have
        parser.error(str(error))
