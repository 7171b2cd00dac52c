"""Masked PPO with TorchRL, for any game: its GymWrapper around the vector environment, its collector and its loss.

    python train_torchrl.py alquerque --steps 100_000
    python train_torchrl.py snakecore --observation window+one_hot --rewards scores --opponents greedy --steps 1_000_000

GymWrapper takes observations and masks from the spaces, so they are requested as a dictionary (`+dict`). TorchRL resets
the games that have ended, as it prefers: `autoreset="disabled"`. Before and after, games against the same opponents are
played to their ends. Needs the extra: pip install '.[train]' in a clone.
"""

import argparse
import math
import time

import libgames as lg
import numpy as np
import torch
from tensordict import TensorDict
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import Compose, DTypeCastTransform, GymWrapper, InitTracker, RewardSum, TransformedEnv
from torchrl.envs.utils import ExplorationType, set_exploration_type
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

HIDDEN = 128  # width of both layers
ROLLOUT = 64  # decisions of every game between two updates
EPOCHS = 4
MINIBATCHES = 8
LEARNING_RATE = 5e-4
DISCOUNT = 0.99
TRACE = 0.95  # the lambda of generalised advantage estimation
ENTROPY = 0.01


class Layers(nn.Module):
    """Two layers on the numbers of an observation of any shape and type."""

    def __init__(self, shape: tuple[int, ...], outputs: int):
        super().__init__()
        self.axes = len(shape)
        inner = [nn.Linear(math.prod(shape), HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, HIDDEN), nn.Tanh()]
        self.layers = nn.Sequential(*inner, nn.Linear(HIDDEN, outputs))

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        return self.layers(observations.flatten(-self.axes).float())


def make_games(options: argparse.Namespace, count: int, **changed) -> lg.vector.VectorEnv:
    usual = {"rewards": options.rewards, "seed": options.seed, "threads": options.threads}
    if options.rewards == "shaped":
        usual["discount"] = DISCOUNT
    return lg.vector.make(
        options.game,
        count,
        opponents=options.opponents,
        observation=options.observation + "+dict",  # {"observation", "action_mask"}: where GymWrapper finds the mask
        autoreset="disabled",
        **(usual | changed),
    )


def make_environment(options: argparse.Namespace) -> TransformedEnv:
    games = GymWrapper(make_games(options, options.envs), categorical_action_encoding=True)
    as_bool = DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"])
    return TransformedEnv(games, Compose(as_bool, InitTracker(), RewardSum()))


def make_networks(env: TransformedEnv) -> tuple[ProbabilisticActor, ValueOperator]:
    """(the policy, which chooses among the legal actions alone; the value)"""
    shape, actions = env.observation_spec["observation"].shape[1:], env.observation_spec["action_mask"].shape[-1]
    logits = Layers(shape, actions)
    nn.init.normal_(logits.layers[-1].weight, std=0.01)
    policy = ProbabilisticActor(
        TensorDictModule(logits, in_keys=["observation"], out_keys=["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    return policy, ValueOperator(Layers(shape, 1), in_keys=["observation"])


class Trainer:
    """A collector, a loss, and the update."""

    def __init__(self, options: argparse.Namespace):
        torch.manual_seed(options.seed)
        self.env = make_environment(options)
        self.policy, value = make_networks(self.env)
        self.frames = ROLLOUT * options.envs
        total = -(-options.steps // self.frames) * self.frames
        self.collector = Collector(self.env, self.policy, frames_per_batch=self.frames, total_frames=total)
        self.advantage = GAE(gamma=DISCOUNT, lmbda=TRACE, value_network=value)
        self.loss = ClipPPOLoss(
            self.policy, value, entropy_coeff=ENTROPY, critic_coeff=0.5, normalize_advantage=True
        )
        self.optimiser = torch.optim.Adam(self.loss.parameters(), lr=LEARNING_RATE, eps=1e-5)
        self.steps, self.seconds = 0, 0.0

    def updates(self):
        """Trains, and yields a line of the learning curve after each rollout."""
        begin = time.perf_counter()
        for batch in self.collector:  # [games, ROLLOUT]
            entropy, value_loss = self.learn(batch)
            self.steps += self.frames
            self.seconds = time.perf_counter() - begin
            returns = batch["next", "episode_reward"][batch["next", "done"]]
            yield {
                "steps": self.steps,
                "games": len(returns),
                "return": round(returns.mean().item(), 4) if len(returns) else "",
                "entropy": round(entropy, 4),
                "value_loss": round(value_loss, 5),
                "seconds": round(self.seconds, 1),
            }

    def learn(self, batch) -> tuple[float, float]:
        """PPO's clipped updates on one rollout: (mean entropy, mean value loss)."""
        with torch.no_grad():
            self.advantage(batch)
        rows, seen = batch.reshape(-1), []
        for _ in range(EPOCHS):
            for part in torch.randperm(len(rows)).chunk(MINIBATCHES):
                terms = self.loss(rows[part])
                self.optimiser.zero_grad()
                (terms["loss_objective"] + terms["loss_critic"] + terms["loss_entropy"]).backward()
                nn.utils.clip_grad_norm_(self.loss.parameters(), 0.5)
                self.optimiser.step()
                seen.append((terms["entropy"].item(), terms["loss_critic"].item()))
        entropy, value_loss = np.mean(seen, axis=0)
        return float(entropy), float(value_loss)


def evaluate(policy: ProbabilisticActor, options: argparse.Namespace, count: int) -> float:
    """The share of games won, as the policy draws its actions."""
    envs = make_games(options, count, rewards="outcome", discount=1.0, seed=10**9 + options.seed)
    seen, _ = envs.reset()
    going, won = np.ones(count, bool), np.zeros(count, bool)
    while going.any():
        seen["action_mask"][~going] = 1  # nothing is legal in games that are over
        asked = TensorDict({name: torch.from_numpy(array) for name, array in seen.items()}, [count])
        asked["action_mask"] = asked["action_mask"].bool()
        with torch.no_grad(), set_exploration_type(ExplorationType.RANDOM):
            actions = policy(asked)["action"].numpy()
        seen, rewards, terminated, _, _ = envs.step(actions, going)
        won |= going & terminated & (rewards > 0)
        going &= ~terminated
    envs.close()
    return float(won.mean())


def open_board(folder: str | None):
    """TensorBoard's writer into a folder, or None."""
    if folder is None:
        return None
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        command = lg.install_command("train")
        raise SystemExit(f"--tensorboard: expected TensorBoard, which `{command}` installs") from None
    return SummaryWriter(folder)


def parse_arguments(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="alquerque", help="a name or configuration (default alquerque)")
    parser.add_argument("--opponents", default="random", help="a bot (default random)")
    parser.add_argument("--observation", default="canonical+scaled", help="(default canonical+scaled)")
    parser.add_argument("--rewards", choices=("outcome", "scores", "shaped"), default="shaped", help="(default shaped)")
    parser.add_argument("--steps", type=int, default=100_000, help="decisions of the learner (default 100,000)")
    parser.add_argument("--envs", type=int, default=64, help="parallel games (default 64)")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--evaluate", type=int, default=500, help="games played before and after (default 500)")
    parser.add_argument("--tensorboard", metavar="FOLDER", help="write the curve there for TensorBoard")
    options = parser.parse_args(words)
    for name, least in (("evaluate", 1), ("threads", 1), ("steps", 0)):
        if getattr(options, name) < least:
            parser.error(f"--{name}: expected at least {least}, not {getattr(options, name)}")
    return options


def main() -> None:
    options = parse_arguments()
    torch.set_num_threads(options.threads)
    board = open_board(options.tensorboard)
    trainer = Trainer(options)
    before = evaluate(trainer.policy, options, options.evaluate)
    print(f"before: {before:.1%} of {options.evaluate} games won against {options.opponents}", flush=True)
    for number, row in enumerate(trainer.updates(), 1):
        if number % 5 == 0:
            print("  ".join(f"{name} {value}" for name, value in row.items()), flush=True)
        if board:
            for name in set(row) - {"steps", "seconds"}:
                if row[name] != "":
                    board.add_scalar(name, row[name], row["steps"])
    if board:
        board.close()
    print(f"{trainer.steps / max(trainer.seconds, 1e-9):,.0f} decisions a second, with learning")
    after = evaluate(trainer.policy, options, options.evaluate)
    print(f"after: {after:.1%} of {options.evaluate} games won against {options.opponents}")


if __name__ == "__main__":
    try:
        main()
    except (ValueError, OSError) as error:  # such as a word that is no game's name
        raise SystemExit(f"error: {error}") from None
