#!/bin/sh
# OpenSpiel's MCTSBot accepts games with hidden information and searches the true state: it plays with the opponent's card
# in view, and two states with the same information state get different actions. As an opponent or a yardstick in poker
# it is no player of the game but one that cheats; the state to search has to be sampled by resample_from_infostate.
# Seen with open-spiel 2.0.2 from the Python index, CPython 3.11.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-compile open-spiel==2.0.2
"$folder/venv/bin/python" - <<'P'
import sys

import pyspiel

game = pyspiel.load_game("kuhn_poker")


def after(*actions):
    state = game.new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


def answer(state):
    evaluator = pyspiel.RandomRolloutEvaluator(1, 42)
    return state.action_to_string(pyspiel.MCTSBot(game, evaluator, 1.4, 1000, 1000, True, 42, False).step(state))


# Player 0 has the jack or the king and bets (1); player 1, who has the queen, is to call ("Bet") or to fold ("Pass").
states = after(0, 1, 1), after(2, 1, 1)
known = [state.information_state_string() for state in states]
answers = [answer(state) for state in states]
print(f"player 1 knows {known[0]} and {known[1]}; against the jack the answer is {answers[0]}, against the king {answers[1]}")
if known[0] != known[1] or answers != ["Bet", "Pass"]:
    sys.exit("this has changed")
P
