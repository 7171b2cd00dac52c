"""Draws a position of each game, half-way through a game of greedy players.

    python draw_games.py [folder]

Writes GAME.png into the folder (default: here). docs/pictures was made with it.
"""

import sys
from pathlib import Path

import libgames as lg
from libgames import pictures


def half_way(game: lg.Game) -> lg.State:
    states = [game.new(seed=3)]
    while not states[-1].is_over:
        states.append(states[-1].apply(states[-1].choose("greedy", seed=len(states))))
    return states[len(states) // 2]


def main(folder: str = ".") -> None:
    for name in lg.games():
        game = lg.make(name, players=4) if name == "snakecore" else lg.make(name)
        path = Path(folder, f"{name}.png")
        path.write_bytes(pictures.png(half_way(game)))
        print(f"{path}: {game.type.title}")


if __name__ == "__main__":
    main(*sys.argv[1:])
