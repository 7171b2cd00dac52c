"""Draws each game: one position half-way through a game of greedy players, and the beginning of the game in motion.

    python draw_games.py [folder [game ...]]

Writes GAME.png and GAME.gif into the folder (default: here), of all games unless some are named. The pictures in
docs/pictures were made with it.
"""

import sys
from pathlib import Path

import libgames as lg
from libgames import pictures

FRAMES = 24
# The first frame, moves from one frame to the next, seconds for a frame, and the size of the animation.
MOTION = {
    "alquerque": (0, 1, 0.7, 0.75),
    "amazes": (0, 4, 0.5, 0.75),
    "blockdrop": (0, 1, 0.5, 0.75),
    "ontherun": (0, 1, 0.8, 0.75),
    "snakecore": (160, 4, 0.4, 0.75),
}


def positions(game: lg.Game) -> list[lg.State]:
    """All positions of a game of greedy players."""
    states = [game.new(seed=3)]
    while not states[-1].is_over:
        states.append(states[-1].apply(states[-1].choose("greedy", seed=len(states))))
    return states


def main(folder: str = ".", *names: str) -> None:
    if unknown := set(names) - set(MOTION):
        sys.exit(f"expected games of {', '.join(MOTION)}, not {', '.join(sorted(unknown))}")
    if not Path(folder).is_dir():
        sys.exit(f"expected a folder that exists, not {folder}")
    for name in names or MOTION:
        game = lg.make(name, players=4) if name == "snakecore" else lg.make(name)
        states = positions(game)
        path = Path(folder, f"{name}.png")
        path.write_bytes(pictures.png(states[len(states) // 2]))
        first, step, seconds, zoom = MOTION[name]
        between_moves = [state for state in states if not state.in_move]
        frames = between_moves[first :: step][:FRAMES]
        pictures.gif(path.with_suffix(".gif"), frames, seconds=seconds, zoom=zoom)
        print(f"{path}: {game.type.title}, {len(frames)} positions in {path.with_suffix('.gif').name}")


if __name__ == "__main__":
    main(*sys.argv[1:])
