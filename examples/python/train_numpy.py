"""Learns Block drop against three random opponents, with NumPy alone: a policy gradient with a learned baseline.

    python train_numpy.py [--seconds 120] [--updates N] [--seed S] [--threads T]

Among four random players each wins about one game in five, the rest are draws. After two minutes on two cores this
player wins nine in ten: it learns to step off blocks that count down, not to walk onto them, and to attack along rows
with a player.
"""

import argparse
import time

import libgames as lg
import numpy as np

GAMES = 128  # played in parallel
STEPS = 32  # decisions of each game between two updates
HIDDEN = 64
DISCOUNT = 0.97  # of rewards: they come at the end, on which early decisions had little influence
TRACE = 0.95  # the lambda of generalised advantage estimation
LEARNING_RATE = 5e-3
ENTROPY = 0.01  # the weight of the entropy


# ---- the player's features ----


def features(observations: np.ndarray) -> np.ndarray:
    """The "compact" observations as the player sees them: float32 [games, features], all between 0 and 1.

    The 5 x 5 blocks around its block (dropped or outside; how soon they drop), its square in its block, its facing,
    whether it is stunned, in which directions an attack would go towards a player, and the number alive.
    """
    games = np.arange(len(observations))
    around = np.full((len(games), 10, 10), -1, np.int16)  # two blocks of nothing on every side
    around[:, 2:8, 2:8] = observations[:, :36].reshape(-1, 6, 6)
    players = observations[:, 36:52].reshape(-1, 4, 4).astype(int)  # row, column, facing, stun; its own come first
    row, column, facing, stun = players[:, 0].T
    block = np.maximum(row, 0) // 3, np.maximum(column, 0) // 3
    window = np.arange(5)
    near = around[games[:, None, None], block[0][:, None, None] + window[:, None], block[1][:, None, None] + window]
    near = near.reshape(-1, 25)
    lined_up = in_line(players, block)
    parts = [
        near < 0,
        np.where(near > 0, 1 / np.maximum(near, 1), 0),
        np.eye(3)[row % 3],
        np.eye(3)[column % 3],
        np.eye(4)[facing],
        stun[:, None] > 0,
        lined_up,
        lined_up[games, facing][:, None],
        (players[:, 1:, 0] >= 0).mean(axis=1, keepdims=True),
    ]
    return np.concatenate(parts, axis=1).astype(np.float32)


def in_line(players: np.ndarray, block: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    """[games, 4]: whether a living opponent stands on a block above, right, below, left in the same line of blocks."""
    alive = players[:, 1:, 0] >= 0
    down = players[:, 1:, 0] // 3 - block[0][:, None]
    right = players[:, 1:, 1] // 3 - block[1][:, None]
    directions = [(right == 0) & (down < 0), (down == 0) & (right > 0), (right == 0) & (down > 0), (down == 0) & (right < 0)]
    return np.stack([(alive & direction).any(axis=1) for direction in directions], axis=1)


# ---- the player ----


class Player:
    """Two layers: features -> HIDDEN -> a score for each action, and the value of the position."""

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator):
        self.weights = [
            rng.normal(0, inputs**-0.5, (inputs, HIDDEN)).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            rng.normal(0, 0.01, (HIDDEN, actions + 1)).astype(np.float32),
            np.zeros(actions + 1, np.float32),
        ]
        self.means = [np.zeros_like(weight) for weight in self.weights]
        self.squares = [np.zeros_like(weight) for weight in self.weights]
        self.updates = 0

    def look(self, seen: np.ndarray, masks: np.ndarray):
        """(hidden layer, probability of each action, 0 for illegal ones, value) of each game."""
        first, first_bias, second, second_bias = self.weights
        hidden = np.tanh(seen @ first + first_bias)
        out = hidden @ second + second_bias
        scores = np.where(masks, out[:, :-1], -np.inf)
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        return hidden, chances / chances.sum(axis=1, keepdims=True), out[:, -1]

    def improve(self, gradients: list[np.ndarray]) -> None:
        """One step of Adam."""
        self.updates += 1
        for weight, mean, square, gradient in zip(self.weights, self.means, self.squares, gradients, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            size = np.sqrt(square / (1 - 0.999**self.updates)) + 1e-8
            weight -= LEARNING_RATE * mean / (1 - 0.9**self.updates) / size


def choose(chances: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """An action for each game, drawn with these chances."""
    sums = chances.cumsum(axis=1)
    return (sums > rng.random((len(chances), 1)) * sums[:, -1:]).argmax(axis=1)


# ---- learning ----


class Trainer:
    """Games and the player that learns from them."""

    def __init__(self, seed: int = 1, threads: int = 2):
        self.rng = np.random.default_rng(seed)
        self.envs = environment(GAMES, seed, threads)
        observations, infos = self.envs.reset()
        self.seen, self.masks = features(observations), infos["action_mask"] == 1
        self.player = Player(self.seen.shape[1], self.masks.shape[1], self.rng)

    def play(self) -> tuple[list[np.ndarray], np.ndarray]:
        """STEPS decisions in every game: [features, masks, actions, rewards, over, values], and the outcomes of the
        games that have ended."""
        rows, outcomes = [], []
        for _ in range(STEPS):
            _, chances, values = self.player.look(self.seen, self.masks)
            actions = choose(chances, self.rng)
            observations, rewards, terminated, _, infos = self.envs.step(actions)
            rows.append((self.seen, self.masks, actions, rewards, terminated, values))
            outcomes.append(rewards[terminated])
            self.seen, self.masks = features(observations), infos["action_mask"] == 1
        return [np.stack(column) for column in zip(*rows, strict=True)], np.concatenate(outcomes)

    def advantages(self, rewards, over, values) -> np.ndarray:
        """The gain of each action over the baseline."""
        advantages, later = np.zeros_like(values), 0
        following = self.player.look(self.seen, self.masks)[2]
        for step in reversed(range(STEPS)):
            surprise = rewards[step] + DISCOUNT * following * ~over[step] - values[step]
            later = surprise + DISCOUNT * TRACE * later * ~over[step]
            advantages[step], following = later, values[step]
        return advantages

    def update(self) -> np.ndarray:
        """Plays, then takes one step along the gradient. Returns the outcomes of the games that ended."""
        (seen, masks, actions, rewards, over, values), outcomes = self.play()
        advantages = self.advantages(rewards, over, values)
        returns = (advantages + values).ravel()
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        seen, masks = seen.reshape(-1, seen.shape[-1]), masks.reshape(-1, masks.shape[-1])
        hidden, chances, values = self.player.look(seen, masks)
        self.player.improve(gradients(self.player, seen, hidden, chances, values, actions.ravel(), advantages, returns))
        return outcomes


def gradients(player, seen, hidden, chances, values, actions, advantages, returns) -> list[np.ndarray]:
    """Of the loss: minus advantage times log chance, minus the entropy's share, plus a quarter of the value's squared
    error."""
    count = len(actions)
    by_score = chances * advantages.reshape(-1, 1)
    by_score[np.arange(count), actions] -= advantages.ravel()
    logs = np.log(np.maximum(chances, 1e-9))
    by_score += ENTROPY * chances * (logs - (chances * logs).sum(axis=1, keepdims=True))
    by_value = 0.5 * (values - returns)[:, None]
    by_out = np.concatenate([by_score, by_value], axis=1).astype(np.float32) / count
    by_hidden = by_out @ player.weights[2].T * (1 - hidden**2)
    return [seen.T @ by_hidden, by_hidden.sum(axis=0), hidden.T @ by_out, by_out.sum(axis=0)]


# ---- measuring ----


def environment(games: int, seed: int, threads: int):
    """Block drop for one learner, in a seat drawn for each game, against random players."""
    options = {"observation": "compact", "opponents": "random", "autoreset": "same_step"}
    return lg.vector.make("blockdrop", games, seed=seed, threads=threads, **options)


def win_rate(player: Player, games: int = 1000, seed: int = 10**6, threads: int = 2) -> float:
    """The share of these games that the player wins, each the first one of its place in the batch."""
    rng, envs = np.random.default_rng(seed), environment(games, seed, threads)
    observations, infos = envs.reset()
    outcomes, going = np.zeros(games), np.ones(games, bool)
    while going.any():
        _, chances, _ = player.look(features(observations), infos["action_mask"] == 1)
        observations, rewards, terminated, _, infos = envs.step(choose(chances, rng))
        outcomes[going & terminated] = rewards[going & terminated]
        going &= ~terminated
    return float((outcomes > 0).mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=120, help="time of training (default 120)")
    parser.add_argument("--updates", type=int, help="number of updates instead")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    if options.seed < 0:
        parser.error(f"--seed: expected at least 0, not {options.seed}")
    try:
        trainer = Trainer(options.seed, options.threads)
    except ValueError as error:  # environments refuse it
        parser.error(str(error))
    print(f"before: {win_rate(trainer.player, threads=options.threads):.1%} of 1000 games won", flush=True)
    begin, updates, recent = time.perf_counter(), 0, []
    while updates < options.updates if options.updates is not None else time.perf_counter() - begin < options.seconds:
        recent.append(trainer.update())
        updates += 1
        if updates % 50 == 0:
            won = np.concatenate(recent) > 0
            elapsed = time.perf_counter() - begin
            decisions = updates * GAMES * STEPS
            print(f"{elapsed:5.0f} s  {decisions:>10,} decisions  {won.mean():6.1%} of {len(won)} games won", flush=True)
            recent.clear()
    print(f"after: {win_rate(trainer.player, threads=options.threads):.1%} of 1000 games won")


if __name__ == "__main__":
    main()
