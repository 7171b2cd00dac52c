"""Masked PPO in PyTorch for any game, against a bot or by self-play: to be read and changed.

    python train_ppo.py snakecore --opponents greedy --steps 1_000_000
    python train_ppo.py alquerque --opponents self --observation canonical+scaled

examples/training/ppo.py is the same loop with settings for each game, more networks, a teacher, checkpoints,
evaluations and plots. Needs the extra: pip install '.[train]' in a clone.
"""

import argparse
import math

import libgames as lg
import numpy as np
import torch
from torch import nn

HIDDEN = 128  # width of both layers
ROLLOUT = 32  # decisions of every game between two updates
EPOCHS = 2
TRACE = 0.95  # the lambda of generalised advantage estimation
CLIP = 0.2


class Network(nn.Module):
    """Policy and value of an observation."""

    @property
    def device(self) -> torch.device:
        return next(self.parameters()).device

    def take(self, observations: np.ndarray) -> torch.Tensor:
        """The observations that it uses, on its device."""
        return torch.from_numpy(observations).to(self.device).float()

    def legal(self, masks: np.ndarray) -> torch.Tensor:
        """The masks, on its device."""
        return torch.from_numpy(masks).to(self.device).bool()


def choice_of(logits: torch.Tensor, masks: torch.Tensor) -> torch.distributions.Categorical:
    """A distribution over the legal actions."""
    return torch.distributions.Categorical(logits=logits.masked_fill(~masks, -1e9), validate_args=False)


class Layers(Network):
    """Two layers on the numbers of an observation of any shape."""

    def __init__(self, game: lg.Game, shape: tuple[int, ...]):
        super().__init__()
        layers = nn.Linear(math.prod(shape), HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, HIDDEN), nn.Tanh()
        self.body = nn.Sequential(nn.Flatten(), *layers)
        self.policy, self.value = nn.Linear(HIDDEN, game.num_actions), nn.Linear(HIDDEN, 1)
        nn.init.normal_(self.policy.weight, std=0.01)

    def forward(self, observations: torch.Tensor, masks: torch.Tensor):
        """(a distribution over the legal actions, the value)"""
        hidden = self.body(observations)
        return choice_of(self.policy(hidden), masks), self.value(hidden).squeeze(-1)


def seat_advantages(rewards, values, seats, over, last, discount):
    """Generalised advantage estimation for games of several players: the gain of each decision over its value, for the
    seat that made it.

    Arrays begin with [steps, games]; `rewards` and `last`, the values after the last step, end with [players]. A
    decision is followed by the rewards and the value of the same seat's next one, not of the next player's.
    """
    advantages, games = np.zeros_like(values), np.arange(values.shape[1])
    following = last.astype(values.dtype)  # of each seat: the value of its next decision,
    later, due = np.zeros_like(following), np.zeros_like(following)  # its advantage, the rewards up to it
    for t in reversed(range(len(values))):
        for later_on in (following, later, due):
            later_on[over[t]] = 0  # nothing follows the end of an episode
        due += rewards[t]
        mine = games, seats[t]
        surprise = due[mine] + discount * following[mine] - values[t]
        advantages[t] = surprise + discount * TRACE * later[mine]
        following[mine], later[mine], due[mine] = values[t], advantages[t], 0
    return advantages


class Learner:
    """Plays in a vector environment that was reset, in same-step mode and with `full_state`, and learns from it.
    `options` contains discount, entropy, minibatch and rate."""

    def __init__(self, envs: lg.vector.VectorEnv, player: Network, options: argparse.Namespace):
        self.envs, self.player, self.options = envs, player, options
        self.observations, infos = envs.current()
        self.masks, self.seats = infos["action_mask"], infos["player"]
        self.optimiser = torch.optim.Adam(player.parameters(), lr=options.rate, eps=1e-5, fused=True)
        self.update = 0

    def rewarded(self, rewards: np.ndarray) -> np.ndarray:
        return rewards

    def beside(self, turn: int) -> dict[str, np.ndarray]:
        """Further arrays to keep of a turn."""
        return {}

    def other_loss(self, choice: torch.distributions.Categorical, part: dict) -> torch.Tensor | float:
        return 0.0

    @property
    def steps(self) -> int:
        return self.update * ROLLOUT * self.envs.num_envs

    def play(self) -> dict:
        """ROLLOUT decisions of every game: arrays [ROLLOUT, games, ...], and the results of games that ended."""
        kept, outcomes = [], []
        for turn in range(self.update * ROLLOUT, (self.update + 1) * ROLLOUT):
            observations, masks = self.player.take(self.observations), self.player.legal(self.masks)
            with torch.no_grad():
                choice, value = self.player(observations, masks)
                action = choice.sample()
            seats, beside = self.seats, self.beside(turn)
            self.observations, _, terminated, truncated, infos = self.envs.step(action.cpu().numpy())
            self.masks, self.seats = infos["action_mask"], infos["player"]
            over = terminated | truncated
            ended = infos.get("_final_states", np.zeros_like(over))  # not where a game was over before its first decision
            for game in np.flatnonzero(ended):  # for the seat that decided last
                state = self.envs.game.from_bytes(infos["final_states"][game].tobytes())
                outcomes.append(state.outcome[seats[game]])
            row = {"observations": observations, "masks": masks, "actions": action, "chances": choice.log_prob(action)}
            row |= {"values": value, "rewards": self.rewarded(infos["rewards"]), "seats": seats, "over": over, "ended": ended}
            kept.append({name: torch.as_tensor(entry, device=self.player.device) for name, entry in (row | beside).items()})
        played = {name: torch.stack([row[name] for row in kept]) for name in kept[0]}
        return played | {"outcomes": np.array(outcomes)}

    def advantages(self, rollout: dict) -> torch.Tensor:
        players, games = self.envs.game.players, self.envs.num_envs
        seats, parents = np.tile(np.arange(players), games), np.repeat(np.arange(games), players)
        seen, masks, _ = self.envs.observe(seats, parents=parents)
        with torch.no_grad():
            _, last = self.player(self.player.take(seen), self.player.legal(masks))
        last = last.cpu().numpy().reshape(games, players)
        parts = (rollout[name].cpu().numpy() for name in ("rewards", "values", "seats", "over"))
        advantages = seat_advantages(*parts, last, self.options.discount)
        return torch.from_numpy(advantages).to(self.player.device)

    def learn(self, rollout: dict) -> tuple[float, float]:
        """PPO's clipped updates on one rollout: (mean entropy, mean value loss). Raises ValueError if it diverges."""
        data = {"advantages": self.advantages(rollout)}
        data["returns"] = data["advantages"] + rollout["values"]
        data |= {name: rollout[name] for name in rollout if name != "outcomes"}
        data = {name: entries.flatten(0, 1) for name, entries in data.items()}
        found = []
        for _ in range(EPOCHS):
            for part in torch.randperm(len(data["actions"])).to(self.player.device).split(self.options.minibatch):
                found.append(self.improve({name: entries[part] for name, entries in data.items()}))
        return tuple(np.mean(found, axis=0).tolist())

    def improve(self, part: dict) -> tuple[float, float]:
        """One step of the optimiser on one minibatch: (entropy, value loss)."""
        choice, value = self.player(part["observations"], part["masks"])
        spread = part["advantages"].std(correction=min(1, len(part["advantages"]) - 1))  # 0 for a single decision
        advantages = (part["advantages"] - part["advantages"].mean()) / (spread + 1e-8)
        ratio = (choice.log_prob(part["actions"]) - part["chances"]).exp()
        policy_loss = -torch.min(ratio * advantages, ratio.clamp(1 - CLIP, 1 + CLIP) * advantages).mean()
        value_loss = 0.5 * (value - part["returns"]).pow(2).mean()
        entropy = choice.entropy().mean()
        loss = policy_loss + value_loss - self.options.entropy * entropy + self.other_loss(choice, part)
        self.optimiser.zero_grad()
        loss.backward()
        norm = nn.utils.clip_grad_norm_(self.player.parameters(), 0.5)
        if not norm.isfinite():
            raise ValueError(f"the training has diverged after {self.steps} decisions: its gradient is {norm.item()}")
        self.optimiser.step()
        return entropy.item(), value_loss.item()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", help=f"{', '.join(lg.games())}, or a configuration such as 'snakecore(size=16)'")
    parser.add_argument("--opponents", default="greedy", help="a bot, or self (default greedy)")
    parser.add_argument("--observation", default="one_hot", help="the encoding and its form (default one_hot)")
    parser.add_argument("--steps", type=int, default=1_000_000, help="decisions of the learner (default 1,000,000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.set_defaults(envs=64, discount=0.99, entropy=0.003, minibatch=256, rate=1e-3)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    how = {"rewards": "shaped", "discount": options.discount, "autoreset": "same_step", "full_state": True}
    how |= {"opponents": None if options.opponents == "self" else options.opponents, "observation": options.observation}
    envs = lg.vector.make(options.game, options.envs, seed=options.seed, **how)
    envs.reset()
    learner = Learner(envs, Layers(envs.game, envs.current()[0].shape[1:]), options)
    outcomes = []
    while learner.steps < options.steps:
        rollout = learner.play()
        outcomes.extend(rollout["outcomes"])
        entropy, value_loss = learner.learn(rollout)
        learner.update += 1
        if learner.update % 50 == 0 and outcomes:
            outcome = np.mean(outcomes)
            outcomes.clear()
            print(f"steps {learner.steps}  outcome {outcome:.3f}  entropy {entropy:.3f}  value loss {value_loss:.4f}")


if __name__ == "__main__":
    main()
