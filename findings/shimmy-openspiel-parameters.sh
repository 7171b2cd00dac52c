#!/bin/sh
# Shimmy's OpenSpielCompatibilityV0 forgets the parameters of the game object that it is given: reset() loads a game of
# the same name with its default parameters. Where the spaces are read before the first reset they even have the right
# sizes. With game_name= and config= instead of env= the parameters stay.
# Seen with Shimmy 2.0.1, PettingZoo 1.27.0 and open-spiel 2.0.2 from the Python index, CPython 3.11.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-compile shimmy==2.0.1 pettingzoo==1.27.0 open-spiel==2.0.2
"$folder/venv/bin/python" - <<'P'
import sys

import pyspiel
from shimmy.openspiel_compatibility import OpenSpielCompatibilityV0

small = {"rows": 6, "columns": 6}
ways = {"env=": OpenSpielCompatibilityV0(env=pyspiel.load_game("breakthrough", small)),
        "game_name=, config=": OpenSpielCompatibilityV0(game_name="breakthrough", config=small)}
shapes = {}
for way, env in ways.items():
    before = env.observation_space("player_0").shape
    env.reset(seed=1)
    shapes[way] = before, env.observation_space("player_0").shape, str(env.game_state).count("\n")
    print(f"{way}: observations {before}, after reset {shapes[way][1]}, {shapes[way][2] - 1} rows on the board")
small, large = ((3, 6, 6), (3, 6, 6), 7), ((3, 6, 6), (3, 8, 8), 9)
if shapes != {"env=": large, "game_name=, config=": small}:
    sys.exit("this has changed")
P
