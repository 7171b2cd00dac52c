#!/bin/sh
# The policy that OpenSpiel's MCTSBot returns from step_with_policy is 1 for the action played, not the shares of
# visits: a network trained on it as AlphaZero does is trained on the choice alone. The visits are in
# mcts_search(state).children. Seen with open-spiel 2.0.2 from the Python index, CPython 3.11.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-compile open-spiel==2.0.2
"$folder/venv/bin/python" - <<'P'
import sys

import pyspiel

game = pyspiel.load_game("tic_tac_toe")
state = game.new_initial_state()


def bot():
    evaluator = pyspiel.RandomRolloutEvaluator(1, 42)
    return pyspiel.MCTSBot(game, evaluator, 1.4, 200, 1000, True, 42, False)  # 200 simulations, seed 42


policy, action = bot().step_with_policy(state)
visits = {child.action: child.explore_count for child in bot().mcts_search(state).children}
print(f"step_with_policy: {policy}; visits of the same search: {dict(sorted(visits.items()))}")
if policy != [(action, 1.0)] or sum(count > 1 for count in visits.values()) < 9:
    sys.exit("this has changed")
P
