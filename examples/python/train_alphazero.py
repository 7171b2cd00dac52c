"""AlphaZero's loop in PyTorch for any game of two players with perfect information: to be read and changed.

    python train_alphazero.py alquerque --opening 24 --rounds 100
    python train_alphazero.py connect_four --load ./connect_four.so

Many games are played in parallel. Each has a search tree in C, and one call of the network values a leaf of every tree
(lg.BatchSearch). examples/training/alphazero.py adds checkpoints, evaluations, a learning curve, and a small network
with which C plays alone (lg.SelfPlay). Needs the extra: pip install '.[train]' in a clone.
"""

import argparse
import math

import libgames as lg
import numpy as np
import torch
from torch import nn

DECISIONS = 16  # of every game in a round, before the network learns and all trees start again
BATCH = 256
LEARNING_RATE = 2e-3  # falls with the square root of the rounds
DECAY = 1e-4
OUTCOME = 0.5  # share of the game's outcome in a value; the rest is the search's value


class Block(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.first, self.second = (nn.Conv2d(width, width, 3, padding=1) for _ in range(2))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(x + self.second(torch.relu(self.first(x))))


class Network(nn.Module):
    """Logits of all actions and a value in -1 ... 1: convolutions over planes, or layers over numbers in a row."""

    def __init__(self, game: lg.Game, width: int, blocks: int):
        super().__init__()
        if len(shape := game.view("one_hot").space.shape) == 3:
            planes, rows, columns = shape
            body = [nn.Conv2d(planes, width, 3, padding=1), nn.ReLU(), *(Block(width) for _ in range(blocks))]
            heads, size = [nn.Conv2d(width, 8, 1), nn.ReLU(), nn.Flatten()], 8 * rows * columns
        else:
            body, size = [nn.Flatten(), nn.Linear(math.prod(shape), 8 * width), nn.ReLU()], 8 * width
            heads = [nn.Linear(size, size), nn.ReLU()]
        self.body = nn.Sequential(*body, *heads)
        self.policy = nn.Linear(size, game.num_actions)
        self.value = nn.Sequential(nn.Linear(size, 64), nn.ReLU(), nn.Linear(64, 1), nn.Tanh())
        self.to(memory_format=torch.channels_last)  # 1.5 times as fast on a CPU

    def forward(self, observations: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        if observations.dim() == 4:
            observations = observations.contiguous(memory_format=torch.channels_last)
        hidden = self.body(observations)
        return self.policy(hidden).masked_fill(~masks, -1e9), self.value(hidden).squeeze(-1)


class Memory:
    """The last positions of finished games in arrays of fixed size: states, target policies and target values."""

    def __init__(self, game: lg.Game, capacity: int):
        self.states = np.zeros(capacity, game.state_dtype)
        self.policies = np.zeros((capacity, game.num_actions), np.float16)
        self.values = np.zeros(capacity, np.float32)
        self.count = 0  # of all that were ever added

    def __len__(self) -> int:
        return min(self.count, len(self.values))

    def add(self, state: np.void, policy: np.ndarray, value: float) -> None:
        row = self.count % len(self.values)
        self.states[row], self.policies[row], self.values[row] = state, policy, value
        self.count += 1


class Learner:
    """Plays games against itself and learns from them; main() lists all `options`."""

    def __init__(self, game: lg.Game, options: argparse.Namespace):
        if game.players != 2 or game.type.information != "perfect":
            kind = f"{game.players} players, {game.type.information} information"
            raise ValueError(f"game: expected two players with perfect information, not {game.config!r} ({kind})")
        torch.manual_seed(options.seed)
        self.game, self.options, self.random = game, options, np.random.default_rng(options.seed)
        self.network = Network(game, options.width, options.blocks).to(options.device)
        self.optimiser = torch.optim.AdamW(self.network.parameters(), LEARNING_RATE, weight_decay=DECAY)
        self.memory, self.round, self.games = Memory(game, options.memory), 0, 0
        self.states = self.new_games(options.games, self.random)
        self.played = [[] for _ in range(options.games)]  # of each game: state, policy, player, the search's value
        self.bind()

    def bind(self) -> None:
        """Makes the objects in C. No game is played in the environment: it encodes, transforms and expands states.
        Values weigh less than by default in the search, since a beginner's values are unreliable."""
        threads, how = self.options.threads, {"observation": "one_hot", "autoreset": "disabled"}
        self.view = lg.vector.make(self.game, 1, opponents=None, threads=threads, **how)
        how = {"policy": "gumbel", "value_scale": 0.2, "threads": threads, "arrays": ("states",)}
        self.searches = lg.BatchSearch(self.game, self.options.games, self.options.simulations, **how)

    def new_games(self, count: int, random: np.random.Generator) -> np.ndarray:
        """With up to --opening random decisions, so that either player may be ahead."""
        seeds = random.integers(2**63, size=(2, count)).tolist()
        lengths = random.integers(self.options.opening + 1, size=count).tolist()
        begun = [self.game.new(seed) for seed in seeds[0]]
        moved = [state.rollout(seed, length)[0] for state, seed, length in zip(begun, seeds[1], lengths)]
        return self.rows([one if later.is_over else later for one, later in zip(begun, moved)])

    def rows(self, states: list[lg.State]) -> np.ndarray:
        return np.frombuffer(b"".join(map(bytes, states)), self.game.state_dtype).copy()

    def tensor(self, array: np.ndarray) -> torch.Tensor:
        return torch.from_numpy(array).to(self.options.device)

    def ask(self, seen: tuple) -> tuple[torch.Tensor, torch.Tensor]:
        """The network's logits and values."""
        return self.network(self.tensor(seen.observation), self.tensor(seen.action_mask).bool())

    @torch.inference_mode()
    def judge(self, seen: tuple) -> tuple[np.ndarray, np.ndarray]:
        """Values and priors, for searches."""
        logits, values = self.ask(seen)
        return values.cpu().numpy(), logits.softmax(1).cpu().numpy()

    def think(self, searches: lg.BatchSearch) -> None:
        """Searches to their ends: one call of the network for a leaf of every tree."""
        while leaves := searches.collect():
            searches.receive(*self.judge(self.view.observe(states=leaves.states)))

    def play(self) -> list[int]:
        """Plays DECISIONS of every game; a new one begins where one ends. Returns the lengths of ended games."""
        games, lengths = self.options.games, []
        self.searches.begin(self.states, seeds=self.random.integers(2**63, size=games, dtype=np.uint64))
        for _ in range(DECISIONS):
            self.think(self.searches)
            policies, means = self.searches.policy, self.searches.root_values
            actions, asked = self.searches.best(), self.view.observe(states=self.states)
            for i, row in enumerate(self.states):
                player = self.game.from_bytes(row.tobytes()).player
                if len(self.played[i]) < self.options.drawn:
                    shares = policies[i] * asked.action_mask[i]
                    actions[i] = self.random.choice(self.game.num_actions, p=shares / shares.sum())
                self.played[i].append((row.copy(), policies[i].astype(np.float16), player, means[i, player]))
            children = self.view.expand(actions, states=self.states)
            over, self.states = children.player < 0, children.states
            self.searches.advance(actions, states=self.states, which=~over)
            for i in np.flatnonzero(over):
                lengths.append(len(self.played[i]))
                for state, policy, player, mean in self.played[i]:
                    self.memory.add(state, policy, OUTCOME * children.outcome[i, player] + (1 - OUTCOME) * mean)
                self.played[i] = []
            self.states[over] = self.new_games(int(over.sum()), self.random)
            self.searches.begin(self.states, self.random.integers(2**63, size=games, dtype=np.uint64), which=over)
        self.games, self.fresh = self.games + len(lengths), DECISIONS * games
        return lengths

    def learn(self) -> tuple[float, float]:
        """Takes enough steps to use each position --reuse times. Returns the mean losses of policy and value."""
        losses = [self.step() for _ in range(math.ceil(self.fresh * self.options.reuse / BATCH))]
        return tuple(np.mean(losses, axis=0).tolist())

    def step(self) -> tuple[float, float]:
        self.optimiser.param_groups[0]["lr"] = LEARNING_RATE / math.sqrt(1 + self.round / 20)
        memory, most = self.memory, self.game.num_symmetries
        rows, symmetries = (self.random.integers(each, size=BATCH) for each in (len(memory), most))
        policies = memory.policies[rows].astype(np.float32)
        turned = self.view.transform(symmetries, memory.states[rows], policies=policies)
        logits, values = self.ask(self.view.observe(states=turned.states))
        policy_loss = -(self.tensor(turned.policies) * logits.log_softmax(1)).sum(1).mean()
        value_loss = nn.functional.mse_loss(values, self.tensor(memory.values[rows]))
        self.optimiser.zero_grad()
        (policy_loss + value_loss).backward()
        norm = nn.utils.clip_grad_norm_(self.network.parameters(), 2.0)
        if not norm.isfinite():
            raise ValueError(f"the training has diverged in round {self.round}: its gradient is {norm.item()}")
        self.optimiser.step()
        return policy_loss.item(), value_loss.item()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", help="a name, or a configuration such as 'connect_four(columns=6)'")
    parser.add_argument("--load", metavar="FILE", help="a game from a file, see docs/your-own-game.md")
    parser.add_argument("--opening", type=int, default=0, metavar="DECISIONS", help="at random before each game")
    parser.add_argument("--rounds", type=int, default=100, help="of training (default 100)")
    parser.add_argument("--device", default="cpu", help="where the network is, such as cuda (default cpu)")
    parser.add_argument("--seed", type=int, default=1)
    parser.set_defaults(games=128, simulations=32, drawn=12, memory=100_000, reuse=4, width=32, blocks=3, threads=1)
    options = parser.parse_args()
    if options.load:
        lg.load(options.load)
    learner = Learner(lg.make(options.game), options)
    for learner.round in range(options.rounds):  # in later ones it learns more slowly
        learner.play()
        policy, value = learner.learn() if len(learner.memory) else (math.nan, math.nan)
        print(f"{learner.round + 1} rounds, {learner.games} games: policy loss {policy:.3f}, value loss {value:.3f}")


if __name__ == "__main__":
    main()
