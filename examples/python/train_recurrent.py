"""The value of memory with hidden information: detectives of On the Run with a GRU, and the same without memory.

    python train_recurrent.py --memory gru --steps 500_000 --out runs/gru
    python train_recurrent.py --memory none --steps 500_000 --out runs/none

PPO against a bot as the fugitive. --observation chooses how much of the inference is given: `cities` shows where the
fugitive can be, `cities_observed` where it was last seen and how it has travelled since, and `told` (default) only the
detectives' message in this turn; the rest must be remembered. Without memory the GRU gets zeros in place of its last
state, so both networks consist of the same parts. Needs the extra: pip install '.[train]' in a clone.
"""

import argparse
import csv
import math
import time
from pathlib import Path

import libgames as lg
import numpy as np
import torch
from torch import nn

HIDDEN = 128
ROLLOUT = 64  # decisions of every game between two updates, and how far back the gradient goes
EPOCHS = 4
MINIBATCHES = 4  # each of some games with their whole rollouts
LEARNING_RATE = 1e-3
DISCOUNT = 0.99
TRACE = 0.95  # the lambda of generalised advantage estimation
CLIP = 0.2
ENTROPY = 0.01
# Planes of `cities_observed` (docs/games/ontherun.md): where the fugitive was last known to be, the turn, its types
# since then.
LAST_KNOWN, TURN, TYPES = 1, 15, slice(18, 22)
WORDS = {"cities": "cities+scaled", "cities_observed": "cities_observed+scaled", "told": "cities_observed+scaled"}
COLUMNS = ("steps", "games", "outcome", "entropy", "value_loss", "seconds")


def told(observations: np.ndarray) -> np.ndarray:
    """`cities_observed+scaled` without the record: the fugitive's city in turn 1, when its start has just been told,
    and in the turns in which it is announced; and no types but the one to be answered."""
    heard = observations.copy()
    turn = np.rint(50 * observations[:, TURN, 0]).astype(int)
    heard[:, LAST_KNOWN] *= ((turn == 1) | (turn % 5 == 0))[:, None]
    heard[:, TYPES] = 0
    return heard


class Detectives(nn.Module):
    """Policy and value from an observation and, with memory, from earlier ones of the same game."""

    def __init__(self, shape: tuple[int, ...], actions: int, memory: bool):
        super().__init__()
        self.memory = memory
        self.body = nn.Sequential(nn.Linear(math.prod(shape), HIDDEN), nn.Tanh())
        self.cell = nn.GRUCell(HIDDEN, HIDDEN)
        self.policy, self.value = nn.Linear(2 * HIDDEN, actions), nn.Linear(2 * HIDDEN, 1)
        nn.init.normal_(self.policy.weight, std=0.01)

    def forward(self, observations, masks, first, state):
        """Some steps [steps, games, ...] from the state before them; `first` marks where games begin, and memory ends.
        (distributions over the legal actions, values, the state after them)"""
        seen, inner = self.body(observations.flatten(2)), []
        keep = (~first).float()[..., None] if self.memory else torch.zeros(*first.shape, 1)
        for now, kept in zip(seen, keep, strict=True):
            state = self.cell(now, state * kept)
            inner.append(state)
        both = torch.cat([seen, torch.stack(inner)], -1)
        logits = self.policy(both).masked_fill(~masks, -1e9)
        choice = torch.distributions.Categorical(logits=logits, validate_args=False)
        return choice, self.value(both).squeeze(-1), state


class Trainer:
    """Games, the detectives, their memory of each game, and the update."""

    def __init__(self, options: argparse.Namespace):
        torch.manual_seed(options.seed)
        self.options = options
        self.envs = self.make_games(options.envs, "same_step", options.seed)
        raw, infos = self.envs.reset()
        self.seen, self.masks = self.look(raw), infos["action_mask"]
        self.player = Detectives(raw.shape[1:], self.masks.shape[1], options.memory == "gru")
        self.optimiser = torch.optim.Adam(self.player.parameters(), lr=LEARNING_RATE, eps=1e-5)
        self.state, self.first = torch.zeros(options.envs, HIDDEN), np.ones(options.envs, bool)
        self.steps, self.seconds = 0, 0.0

    def make_games(self, count: int, autoreset: str, seed: int) -> lg.vector.VectorEnv:
        return lg.vector.make(
            self.options.game,
            count,
            opponents=self.options.opponent,
            seat=0,
            observation=WORDS[self.options.observation],
            autoreset=autoreset,
            seed=seed,
            threads=self.options.threads,
        )

    def look(self, observations: np.ndarray) -> np.ndarray:
        return told(observations) if self.options.observation == "told" else observations

    def ask(self, seen: np.ndarray, masks: np.ndarray, first: np.ndarray, state: torch.Tensor):
        """One decision in every game: (distributions, values, the next state)."""
        inputs = torch.from_numpy(seen), torch.from_numpy(masks).bool(), torch.from_numpy(first)
        with torch.no_grad():
            choice, value, after = self.player(*(array[None] for array in inputs), state)
        return torch.distributions.Categorical(logits=choice.logits[0], validate_args=False), value[0], after

    def play(self) -> dict[str, torch.Tensor]:
        """ROLLOUT decisions of every game, [ROLLOUT, games, ...], and the outcomes of games that ended."""
        rows, outcomes = [], []
        for _ in range(ROLLOUT):
            seen, masks, first = self.seen, self.masks, self.first
            choice, value, self.state = self.ask(seen, masks, first, self.state)
            action = choice.sample()
            raw, rewards, terminated, truncated, infos = self.envs.step(action.numpy())
            self.seen, self.masks, self.first = self.look(raw), infos["action_mask"], terminated | truncated
            outcomes.extend(rewards[self.first])
            row = (seen, masks.astype(bool), first, action, choice.log_prob(action), value, rewards, self.first)
            rows.append([torch.as_tensor(entry) for entry in row])
        names = ("seen", "masks", "first", "actions", "chances", "values", "rewards", "over")
        columns = zip(*rows, strict=True)
        return {name: torch.stack(column) for name, column in zip(names, columns, strict=True)} | {
            "outcomes": np.array(outcomes)
        }

    def advantages(self, rollout: dict) -> torch.Tensor:
        """Generalised advantage estimation: games end by their end alone."""
        _, following, _ = self.ask(self.seen, self.masks, self.first, self.state)
        advantages, later = torch.zeros_like(rollout["values"]), torch.zeros_like(following)
        for t in reversed(range(ROLLOUT)):
            goes_on = (~rollout["over"][t]).float()
            surprise = rollout["rewards"][t] + DISCOUNT * following * goes_on - rollout["values"][t]
            advantages[t] = later = surprise + DISCOUNT * TRACE * goes_on * later
            following = rollout["values"][t]
        return advantages

    def train_once(self) -> dict:
        """Plays one rollout and learns from it. Returns a line of the learning curve."""
        begin, before = time.perf_counter(), self.state
        rollout = self.play()
        rollout["advantages"] = self.advantages(rollout)
        rollout["returns"] = rollout["advantages"] + rollout["values"]
        losses = []
        for _ in range(EPOCHS):
            for part in torch.randperm(self.envs.num_envs).chunk(MINIBATCHES):
                batch = {name: entry[:, part] for name, entry in rollout.items() if name != "outcomes"}
                losses.append(self.improve(batch, before[part]))
        self.steps += ROLLOUT * self.envs.num_envs
        self.seconds += time.perf_counter() - begin
        entropy, value_loss = np.mean(losses, axis=0)
        outcomes = rollout["outcomes"]
        return {
            "steps": self.steps,
            "games": len(outcomes),
            "outcome": round(float(outcomes.mean()), 4) if len(outcomes) else "",
            "entropy": round(float(entropy), 4),
            "value_loss": round(float(value_loss), 5),
            "seconds": round(self.seconds, 1),
        }

    def improve(self, part: dict, state: torch.Tensor) -> tuple[float, float]:
        """One step of the optimiser on the rollouts of some games: (entropy, value loss)."""
        choice, value, _ = self.player(part["seen"], part["masks"], part["first"], state)
        advantages = (part["advantages"] - part["advantages"].mean()) / (part["advantages"].std() + 1e-8)
        ratio = (choice.log_prob(part["actions"]) - part["chances"]).exp()
        policy_loss = -torch.min(ratio * advantages, ratio.clamp(1 - CLIP, 1 + CLIP) * advantages).mean()
        value_loss, entropy = 0.5 * (value - part["returns"]).pow(2).mean(), choice.entropy().mean()
        self.optimiser.zero_grad()
        (policy_loss + value_loss - ENTROPY * entropy).backward()
        nn.utils.clip_grad_norm_(self.player.parameters(), 0.5)
        self.optimiser.step()
        return entropy.item(), value_loss.item()

    def evaluate(self, count: int) -> np.ndarray:
        """The outcomes of `count` games with drawn actions."""
        envs = self.make_games(count, "disabled", 10**9 + self.options.seed)
        raw, infos = envs.reset()
        state, first = torch.zeros(count, HIDDEN), np.ones(count, bool)
        going, outcomes = np.ones(count, bool), np.zeros(count)
        while going.any():
            masks = infos["action_mask"].astype(bool) | ~going[:, None]  # nothing is legal in games that are over
            choice, _, state = self.ask(self.look(raw), masks, first, state)
            raw, rewards, terminated, _, infos = envs.step(choice.sample().numpy(), going)
            outcomes[going & terminated] = rewards[going & terminated]
            going, first = going & ~terminated, np.zeros(count, bool)
        envs.close()
        return outcomes


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
    parser.add_argument("game", nargs="?", default="ontherun(cities=30,max_cities=30)", help="(default 30 cities)")
    parser.add_argument("--memory", choices=("gru", "none"), default="gru", help="(default gru)")
    parser.add_argument("--observation", choices=WORDS, default="told", help="(default told)")
    parser.add_argument("--opponent", default="greedy", help="the fugitive, a bot (default greedy)")
    parser.add_argument("--steps", type=int, default=500_000, help="decisions of the detectives (default 500,000)")
    parser.add_argument("--envs", type=int, default=128, help="parallel games (default 128)")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--evaluate", type=int, default=1000, help="games played before and after (default 1000)")
    parser.add_argument("--out", type=Path, help="folder for curve.csv")
    parser.add_argument("--tensorboard", metavar="FOLDER", help="write the curve there for TensorBoard")
    options = parser.parse_args(words)
    for name, least in (("evaluate", 1), ("threads", 1), ("steps", 0)):
        if getattr(options, name) < least:
            parser.error(f"--{name}: expected at least {least}, not {getattr(options, name)}")
    if lg.make(options.game).name != "ontherun":
        parser.error(f"{options.game}: only On the Run has these observations")
    return options


def train(trainer: Trainer, curve: list[dict], board) -> None:
    """Trains to the end; `curve` gets a row for each update."""
    while trainer.steps < trainer.options.steps:
        row = trainer.train_once()
        curve.append(row)
        if len(curve) % 5 == 0:
            print("  ".join(f"{name} {row[name]}" for name in COLUMNS), flush=True)
        if board:
            for name in ("outcome", "entropy", "value_loss"):
                if row[name] != "":
                    board.add_scalar(name, row[name], row["steps"])


def write_curve(folder: Path, curve: list[dict]) -> None:
    with (folder / "curve.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(curve)


def main() -> None:
    options = parse_arguments()
    torch.set_num_threads(options.threads)
    board = open_board(options.tensorboard)
    if options.out:  # rather than after the training
        options.out.mkdir(parents=True, exist_ok=True)
    trainer, curve = Trainer(options), []
    print(f"before: mean outcome {trainer.evaluate(options.evaluate).mean():+.3f}", flush=True)
    try:
        train(trainer, curve, board)
    finally:
        if board:
            board.close()
        if options.out and curve:  # without a new one, keep an earlier one
            write_curve(options.out, curve)
    print(f"{trainer.steps / max(trainer.seconds, 1e-9):,.0f} decisions a second, with learning")
    outcomes = trainer.evaluate(options.evaluate)
    error = outcomes.std() / math.sqrt(len(outcomes))
    print(f"after: mean outcome {outcomes.mean():+.3f}, standard error {error:.3f}")


if __name__ == "__main__":
    try:
        main()
    except (ValueError, OSError) as error:  # such as a word that is no game's name
        raise SystemExit(f"error: {error}") from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None  # the curve so far is written
