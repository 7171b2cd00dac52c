"""Plays hunts of On the Run: the fugitive keeps away from the detectives, who know only the contest's messages.

    python play_ontherun.py [games [seed]]

Shows how the last hunt went. Same seed, same hunts, on every machine.
"""

import argparse
import random
from collections import Counter

import libgames as lg

CITIES = 200
ANNOUNCED = 5  # turns between two announcements
OUT_OF_REACH = 2  # moves
VEHICLES = {"C": "car", "T": "train", "P": "plane"}


def flee(state: lg.State, rng: random.Random) -> int:
    """The fugitive's action: out of the detectives' reach, by plane before train before car."""
    game, detectives = state.game, lg.ontherun.hunt(state).detectives

    def safety(action: int) -> tuple[int, int, float]:
        kind, city = divmod(action, CITIES)
        nearest = min(lg.ontherun.distance(game, detective, city + 1) for detective in detectives)
        return min(nearest, OUT_OF_REACH), kind, rng.random()

    return max(state.legal_actions, key=safety)


def chase(state: lg.State, rng: random.Random) -> int:
    """One detective's action: a step towards a city where the fugitive can be."""
    possible = lg.ontherun.hunt(state).possible
    if not possible:
        return rng.choice(state.legal_actions)  # the start: no player is placed yet
    target = rng.choice(possible)
    return min(state.legal_actions, key=lambda action: lg.ontherun.distance(state.game, action % CITIES + 1, target))


def choose(state: lg.State, rng: random.Random) -> int:
    """The action of the player to move."""
    return flee(state, rng) if state.player == lg.ontherun.FUGITIVE else chase(state, rng)


def described(turn: int, move: str, after: lg.State) -> str:
    """The detectives' news of the fugitive's move, and their conclusions: one line of a report."""
    vehicle, city = move.split()
    line = f"turn {turn:2d}: by {VEHICLES[vehicle]}"
    if after.is_over:
        return f"{line} into the arms of a detective in city {city}"
    if turn % ANNOUNCED == 0:
        return f"{line}, seen in city {city}"
    count = len(lg.ontherun.hunt(after).possible)
    return f"{line}, to one of {count} cities" if count > 1 else f"{line}, to city {city} for sure"


def play(game: lg.Game, seed: int) -> tuple[lg.State, int, list[str]]:
    """One hunt: its last state, how many decisions it took, and how it went."""
    rng = random.Random(seed)
    state = game.new(seed)
    report: list[str] = []
    moves = 0
    while not state.is_over:
        action, hunt = choose(state, rng), lg.ontherun.hunt(state)
        state = state.apply(action)
        moves += 1
        if hunt.phase == "move fugitive":
            report.append(described(hunt.turn, game.action_text(action), state))
    return state, moves, report


def main(games: int, seed: int) -> None:
    results: Counter = Counter()
    for number in range(games):
        game = lg.make("ontherun", map=seed + number)
        last, _, report = play(game, seed + number)
        results[last.result] += 1
    print("The last hunt:", *report, last.board, sep="\n")
    caught = games - results["escaped"]
    print(f"{games} hunts: the fugitive was caught in {caught}, escaped in {results['escaped']}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="?", type=int, default=50, help="number of games (default 50)")
    parser.add_argument("seed", nargs="?", type=int, default=1, help="seed of the first game (default 1)")
    options = parser.parse_args()
    if options.games < 1:
        parser.error(f"games: expected at least 1, not {options.games}")
    try:
        main(options.games, options.seed)
    except ValueError as error:  # a seed that no game can have
        parser.error(str(error))
