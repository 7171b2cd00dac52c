#!/bin/sh
# In Shimmy's OpenSpielCompatibilityV0 the last step of each agent, the one with None, adds the rewards of the end to
# those of the agents that remain: agent_iter and last() give the second agent twice its reward and the third one three
# times its own. The true rewards are in env.game_state.returns(), or in env.rewards right after the step that ends the
# game. Seen with Shimmy 2.0.1, PettingZoo 1.27.0 and open-spiel 2.0.2 from the Python index, CPython 3.11.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-compile shimmy==2.0.1 pettingzoo==1.27.0 open-spiel==2.0.2
"$folder/venv/bin/python" - <<'P'
import sys

import numpy as np
from shimmy.openspiel_compatibility import OpenSpielCompatibilityV0

changed = False
for name, config in ("tic_tac_toe", {}), ("leduc_poker", {"players": 3}):
    env = OpenSpielCompatibilityV0(game_name=name, config=config)
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    gained = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, terminated, truncated, info = env.last()
        gained[agent] += reward
        env.step(None if terminated or truncated else int(rng.choice(np.flatnonzero(info["action_mask"]))))
    returns = env.game_state.returns()
    print(f"{name}: returns {returns}, rewards of last() {list(gained.values())}")
    changed |= not any(returns) or list(gained.values()) != [(i + 1) * value for i, value in enumerate(returns)]
if changed:
    sys.exit("this has changed")
P
