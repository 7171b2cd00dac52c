"""Learns Block drop by playing against itself, on one machine or on many.

    python self_play.py [--cluster ADDRESS] [--rounds 150] [--resume FILE] [--seed S]

The player is the one of train_numpy.py. In each round workers play games in which one policy takes all four seats, and
send them; the learner improves the policy and sends its weights. Ctrl-C ends it, and with --resume FILE the same
command continues.
"""

import argparse
import os
from pathlib import Path

import libgames as lg
import numpy as np
from libgames import cluster
from train_numpy import Player, choose, features, gradients, win_rate

GAMES = 8  # that a worker plays in parallel
CHUNKS = 4  # such lots of games in a round
DISCOUNT = 0.97  # for each decision of the same seat between this one and the end


def play(weights: list[np.ndarray], seed: int) -> list[np.ndarray]:
    """Games to their ends: [features, masks, actions, returns], with a row for each decision of any seat."""
    rng, player = np.random.default_rng(seed), Player.__new__(Player)
    player.weights = weights
    envs = lg.vector.make("blockdrop", GAMES, opponents=None, observation="compact", seed=seed * GAMES)
    observations, infos = envs.reset()
    going, outcomes, rows = np.ones(GAMES, bool), np.zeros((GAMES, 4), np.float32), []
    while going.any():
        seen, masks, seats = features(observations), infos["action_mask"] == 1, infos["player"]
        actions = choose(player.look(seen, masks)[1], rng)
        rows.append((seen, masks, actions, seats, going))
        observations, _, terminated, _, infos = envs.step(actions)
        outcomes[going & terminated] = infos["rewards"][going & terminated]
        going = going & ~terminated  # a game that begins afterwards does not count
    returns = returns_of([row[3:] for row in rows], outcomes)
    counts = np.stack([row[4] for row in rows])
    columns = [np.stack(column) for column in zip(*(row[:3] for row in rows), strict=True)]
    return [column[counts] for column in (*columns, returns)]


def returns_of(asked: list[tuple[np.ndarray, np.ndarray]], outcomes: np.ndarray) -> np.ndarray:
    """The return of each decision: the outcome of the seat that made it, discounted by its later decisions. The reward
    of the next seat to move would be another player's."""
    games, later, returns = np.arange(GAMES), np.zeros((GAMES, 4)), []
    for seats, going in reversed(asked):
        returns.append(outcomes[games, seats] * DISCOUNT ** later[games, seats])
        later[games, seats] += going
    return np.stack(returns[::-1]).astype(np.float32)


def learn(player: Player, games: list[list[np.ndarray]]) -> Player:
    """One step along the policy gradient, with all games of a round."""
    seen, masks, actions, returns = (np.concatenate(column) for column in zip(*games, strict=True))
    hidden, chances, values = player.look(seen, masks)
    advantages = returns - values
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    player.improve(gradients(player, seen, hidden, chances, values, actions, advantages, returns))
    return player


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cluster", help="the address of a Ray cluster; without it, the processors of this machine")
    parser.add_argument("--rounds", type=int, default=150, help="rounds of games and learning (default 150)")
    parser.add_argument("--resume", help="a file for checkpoints")
    parser.add_argument("--seed", type=int, default=1, help="seed of all random numbers (default 1)")
    options = parser.parse_args()
    if options.rounds < 1 or not 0 <= options.seed < 2**63:
        parser.error(f"expected at least 1 round and a seed in 0 ... 2**63 - 1, not {options.rounds} and {options.seed}")
    rng = np.random.default_rng(options.seed)
    envs = lg.vector.make("blockdrop", 1, opponents=None, observation="compact", seed=0)
    player = Player(features(envs.reset()[0]).shape[1], envs.game.num_actions, rng)
    print(f"before: {win_rate(player, games=500):.1%} of 500 games won against random players", flush=True)
    if options.cluster:
        nodes = cluster.connect(options.cluster, folder=Path(__file__).parent)  # with train_numpy.py
    else:
        nodes = cluster.Local(os.cpu_count(), processes=True)
    with nodes:
        player = cluster.self_play(
            play,
            learn,
            player,
            weights=lambda player: [weight.copy() for weight in player.weights],
            rounds=options.rounds,
            chunks=CHUNKS,
            seed=options.seed,
            cluster=nodes,
            resume=options.resume,
        )
    print(f"after: {win_rate(player, games=500):.1%} of 500 games won against random players")


if __name__ == "__main__":
    main()
