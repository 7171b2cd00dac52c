"""Trains players for any game with the loop of examples/python/train_ppo.py: with settings for each game, more networks, a
teacher, checkpoints, evaluations and plots.

    python ppo.py snakecore --opponents greedy --steps 1_000_000 --out runs/snakecore
    python ppo.py alquerque --opponents self --out runs/self
    python ppo.py "blockdrop(turns=300)" --observation relative+one_hot+canonical --rewards shaped

SETTINGS contains defaults of observations and rewards for each game. The folder gets curve.csv (a line for each
update), curve.png and checkpoint.pt; `--resume` continues from there as if it had never stopped, without a GPU to the
last digit. `--evaluate 1000` then plays 1,000 games against each of --against. Needs the extra: pip install '.[train]'
in a clone.
"""

import argparse
import csv
import fcntl
import io
import itertools
import json
import math
import os
import pickle
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import libgames as lg
import matplotlib
import numpy as np
import torch
from torch import nn

matplotlib.use("agg")
from matplotlib import pyplot  # noqa: E402

sys.path += [str(Path(__file__).parent), str(Path(__file__).resolve().parents[1] / "python")]
import runs  # noqa: E402
import train_ppo  # noqa: E402
from runs import amount, integer, replace  # noqa: E402
from train_ppo import HIDDEN, ROLLOUT, choice_of  # noqa: E402

SAVED = 15.0  # seconds between checkpoints, at most, and an update more
SEEDS = 2**32  # for the games of each training, so that no two have one in common; the second half is for evaluations
APART = 200  # at most this many random decisions before the learner's first: games that begin together end together


class Settings(NamedTuple):
    """The settings that have to be found for each game."""

    observation: str = "one_hot"
    rewards: str = "outcome"
    scale: float = 1.0  # the factor of rewards, which makes returns about 1
    minibatch: int = 256  # decisions for a step of the optimiser: fewer teach more, but mislead where luck decides much
    network: str = "layers"
    discount: float = 0.99
    rate: float = 1e-3  # of learning, at first; it falls to a tenth
    most: float = math.inf  # of a reward, after the multiplication
    entropy: float = 0.003  # its weight in the loss
    self_entropy: float = 0.003  # in self-play, where positions soon repeat
    envs: int = 64  # parallel games
    settled: int = 31_250  # decisions of every game until the learning rate has fallen
    teacher: str = ""  # a bot whose choices are a second target at first,
    taught: int = 8_000  # for this number of decisions of every game, while its weight in the loss falls from 1 to 0,
    asked: int = 1  # in one of this number of games each time
    small: str = ""  # the observation for a network of layers or columns, if it differs from the first one


SETTINGS = {
    "alquerque": Settings("canonical+scaled", "shaped", 10.0, 128, most=1.0),
    "amazes": Settings(
        "directions+scaled",
        "shaped",
        4.0,
        512,
        discount=0.9998,
        settled=60_000,
        teacher="strong(simulations=1000)",
        taught=24_000,
        asked=8,
    ),
    "amazes(actions=walk)": Settings(
        "planes", "shaped", 4.0, 128, "maze", 0.98, 5e-3, settled=4500, teacher="strong(simulations=100)", taught=6000
    ),
    "blockdrop": Settings(
        "relative+one_hot+canonical",
        "shaped",
        minibatch=512,
        discount=0.998,
        entropy=0.01,
        self_entropy=0.1,
        envs=256,
        teacher="strong(simulations=100)",
        asked=4,
    ),
    "ontherun": Settings(
        "cities+scaled",
        "shaped",
        minibatch=128,
        network="graph",
        rate=8e-3,
        settled=8000,
        teacher="strong(simulations=30)",
        taught=1200,
        small="destinations+scaled",
    ),
    "snakecore": Settings(
        "window+one_hot+canonical", "shaped", 2.0, 512, "window", 0.995, envs=128, small="directions+scaled+canonical"
    ),
}
COLUMNS = ("update", "steps", "games", "outcome", "win_rate", "length", "entropy", "value_loss", "seconds")


class Network(train_ppo.Network):
    """Adds the methods for evaluations, and normalised inputs."""

    def likeliest(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """The likeliest actions."""
        with torch.no_grad():
            return self(self.take(observations), self.legal(masks))[0].logits.argmax(1).cpu().numpy()

    def learn_scale(self, observations: torch.Tensor) -> None:
        """For networks that find the sizes of their inputs themselves."""


class Layers(Network):
    """Two layers on the numbers of an observation of any shape."""

    def __init__(self, game: lg.Game, shape: tuple[int, ...], columns: int = 1):
        super().__init__()
        # Running mean and variance of every input: rare features, such as a reactor in sight, then count as much as
        # frequent ones, and all numbers are of similar size.
        self.register_buffer("mean", torch.zeros(shape))
        self.register_buffer("variance", torch.ones(shape))
        self.register_buffer("count", torch.tensor(1e-4))
        layers = [nn.Flatten(-len(shape)), nn.Linear(math.prod(shape), HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, HIDDEN), nn.Tanh()]
        self.body = nn.Sequential(*layers)
        self.policy, self.value = nn.Linear(HIDDEN, game.num_actions // columns), nn.Linear(HIDDEN, 1)
        nn.init.normal_(self.policy.weight, std=0.01)

    def learn_scale(self, observations: torch.Tensor) -> None:
        """Takes more observations into the running mean and variance."""
        count = len(observations)
        total = self.count + count
        rows, each = observations.flatten(1), observations.new_full((1, count), 1 / count)  # products are faster than var()
        mean, square = each @ rows, each @ rows.square()
        delta = mean.view_as(self.mean) - self.mean
        spread = (square - mean.square()).clamp(min=0).view_as(self.mean) * count + self.variance * self.count
        self.variance.copy_((spread + delta**2 * self.count * count / total) / total)
        self.mean.add_(delta * count / total)
        self.count.copy_(total)

    def hidden(self, observations: torch.Tensor) -> torch.Tensor:
        return self.body((observations - self.mean) / (self.variance + 0.01).sqrt())

    def forward(self, observations: torch.Tensor, masks: torch.Tensor):
        """(a distribution over the legal actions, the value)"""
        hidden = self.hidden(observations)
        return choice_of(self.policy(hidden), masks), self.value(hidden).squeeze(-1)


class Columns(Layers):
    """The same layers for each column of an observation [features, columns], such as each city of On the Run; a column
    has the actions of its number. Only columns with legal actions are computed, and the value is computed from their
    mean; without legal actions, as for players not to move, from all columns."""

    def __init__(self, game: lg.Game, shape: tuple[int, ...]):
        if len(shape) != 2 or game.num_actions % shape[1]:
            raise ValueError(f"columns: expected an observation [features, columns], with actions for each, not {shape}")
        super().__init__(game, shape[:1], shape[1])

    def learn_scale(self, observations: torch.Tensor) -> None:
        super().learn_scale(observations.transpose(1, 2).flatten(0, 1))

    def forward(self, observations: torch.Tensor, masks: torch.Tensor):
        actions = masks.unflatten(1, (-1, observations.shape[2]))
        looked_at = actions.any(1) | ~masks.any(1, keepdim=True)
        position, column = looked_at.nonzero(as_tuple=True)
        hidden = self.hidden(observations[position, :, column])
        logits = hidden.new_zeros(actions.transpose(1, 2).shape).index_put((position, column), self.policy(hidden))
        means = hidden.new_zeros(len(masks), HIDDEN).index_add(0, position, hidden) / looked_at.sum(1, keepdim=True)
        return choice_of(logits.transpose(1, 2).flatten(1), masks), self.value(means).squeeze(-1)


class Graph(Network):
    """On the Run: in each layer every city receives the features of its neighbours by car, train and plane. Actions are
    computed from single cities, the value from all of them together."""

    def __init__(self, game: lg.Game, shape: tuple[int, ...], width: int = 32, layers: int = 4):
        super().__init__()
        if game.name != "ontherun" or shape[1:] != (game.num_actions // 3,):
            raise ValueError(f"graph: expected On the Run and its observation cities or cities_observed, not {game.config} {shape}")
        ways = torch.from_numpy(lg.ontherun.adjacency(game)).float()
        ways /= ways.sum(2, keepdim=True).clamp(min=1)  # the mean of the neighbours
        self.register_buffer("ways", torch.cat([*ways], 1).to_sparse().coalesce())
        self.layers = nn.ModuleList(nn.Linear(5 * inputs, width) for inputs in (shape[0], *(layers - 1) * [width]))
        self.policy = nn.Linear(width, 3)
        self.value = nn.Sequential(nn.Linear(width, 64), nn.Tanh(), nn.Linear(64, 1))
        nn.init.normal_(self.policy.weight, std=0.01)

    def forward(self, observations: torch.Tensor, masks: torch.Tensor):
        cities = observations.permute(2, 0, 1).contiguous()  # [cities, positions, features]
        for number, layer in enumerate(self.layers):
            # The layer's inputs are a city's features, their means over its neighbours by car, train and plane, and
            # over all cities; multiplying by the weights before taking means gives the same, and takes less time.
            own, *by_kind, everywhere = layer.weight.split(cities.shape[2], 1)
            sent = torch.cat([cities @ weights.t() for weights in by_kind])
            around = torch.sparse.mm(self.ways, sent.flatten(1)).view(*cities.shape[:2], -1)
            learned = torch.relu(cities @ own.t() + around + (cities.mean(0) @ everywhere.t() + layer.bias))
            cities = learned if number == 0 else cities + learned
        logits = self.policy(cities).permute(1, 2, 0).flatten(1)
        return choice_of(logits, masks), self.value(cities.mean(0)).squeeze(-1)


class Maze(Network):
    """Amazes with whole walks as actions: convolutions rate the walk to each square. Their inputs are the part of the
    frame that contains everything the player knows, as large as the maze, and further planes: the length of the walk to
    each square, and the number of unknown edges that a look from there would show."""

    SIDE, FRAME = 25, 49
    PLANES = (*range(11), 15, 17)  # the planes that differ between two turns of a player
    DISCOVERED, WALLS, OPENINGS, PLACE = 0, 2, 6, 10
    TOO_FAR = 50  # steps: longer walks count as equal

    def __init__(self, game: lg.Game, shape: tuple[int, ...], width: int = 16):
        super().__init__()
        if game.name != "amazes" or shape[1:] != (self.FRAME, self.FRAME) or game.num_actions != self.FRAME**2:
            raise ValueError(f"maze: expected amazes(actions=walk) and its observation planes, not {game.config} {shape}")
        inputs, clues = len(self.PLANES) + 5, 4
        self.first = nn.Conv2d(inputs, width, 3, padding=1)
        self.more = nn.ModuleList(nn.Conv2d(width, width, 3, padding=each, dilation=each) for each in (1, 2, 4))
        self.policy = nn.Sequential(nn.Conv2d(width + clues, 16, 1), nn.ReLU(), nn.Conv2d(16, 1, 1))
        self.direct = nn.Conv2d(clues, 1, 1, bias=False)  # learned first: the more to see and the closer, the better
        self.value = nn.Sequential(nn.Linear(width + 2, 64), nn.Tanh(), nn.Linear(64, 1))
        nn.init.normal_(self.policy[-1].weight, std=0.01)
        nn.init.zeros_(self.direct.weight)
        self.to(memory_format=torch.channels_last)

    def part(self, planes: torch.Tensor) -> torch.Tensor:
        """The cells of the frame that it uses, int64 [positions, SIDE, SIDE]: the known part, in the middle."""
        known = torch.maximum(planes[:, self.DISCOVERED], planes[:, self.OPENINGS : self.OPENINGS + 4].amax(1))

        def begin(lines: torch.Tensor) -> torch.Tensor:
            first, last = lines.float().argmax(1), self.FRAME - 1 - lines.flip(1).float().argmax(1)
            begin = ((first + last + 1) // 2 - self.SIDE // 2).clamp(0, self.FRAME - self.SIDE)
            return begin[:, None] + torch.arange(self.SIDE, device=begin.device)

        return self.FRAME * begin(known.amax(2))[:, :, None] + begin(known.amax(1))[:, None]

    def steps(self, place: torch.Tensor, openings: torch.Tensor) -> torch.Tensor:
        """The length of the known walk to each square, at most TOO_FAR, [positions, SIDE, SIDE]."""
        steps = torch.where(place > 0, 0.0, float(self.TOO_FAR))
        here = (steps[:, 1:], steps[:, :, :-1], steps[:, :-1], steps[:, :, 1:])  # the squares that have one above, ...
        there = (steps[:, :-1], steps[:, :, 1:], steps[:, 1:], steps[:, :, :-1])
        up, right, down, left = (1 + self.TOO_FAR * (1 - openings)).unbind(1)
        costs = (up[:, 1:], right[:, :, :-1], down[:, :-1], left[:, :, 1:])
        for _ in range(self.TOO_FAR):
            for mine, other, cost in zip(here, there, costs, strict=True):
                torch.minimum(mine, other + cost, out=mine)
        return steps

    def shown(self, unknown: torch.Tensor, openings: torch.Tensor) -> torch.Tensor:
        """The number of unknown edges on squares that a look from each square shows, as far as is known."""
        shown = unknown.clone()
        for ways, axis, step in zip(openings.unbind(1), (1, 2, 1, 2), (-1, 1, 1, -1), strict=True):
            seen = torch.zeros_like(unknown)
            lines = [each.unbind(axis) for each in (seen, unknown, ways)]
            inner = range(1, self.SIDE) if step < 0 else range(self.SIDE - 2, -1, -1)
            for line in inner:  # from the edge that the look goes to
                lines[0][line].copy_((lines[0][line + step] + lines[1][line + step]) * lines[2][line])
            shown += seen
        return shown

    def take(self, observations: np.ndarray) -> torch.Tensor:
        planes = torch.from_numpy(observations).to(self.device)
        cells = self.part(planes)
        where = cells.flatten(1)[:, None].expand(-1, len(self.PLANES), -1)
        seen = planes[:, self.PLANES].flatten(2).gather(2, where).unflatten(2, (self.SIDE, self.SIDE)).float()
        seen[:, -1] /= 150  # turns left
        openings = seen[:, self.OPENINGS : self.OPENINGS + 4]
        unknown = 4 - seen[:, self.WALLS : self.OPENINGS + 4].sum(1)
        shown, steps = self.shown(unknown, openings), self.steps(seen[:, self.PLACE], openings)
        found = seen[:, self.DISCOVERED].mean((1, 2))[:, None, None].expand_as(steps)
        return torch.cat([seen, torch.stack([found, unknown, shown / 2, steps / 4, (shown > 0).float(), cells.float()], 1)], 1)

    def forward(self, observations: torch.Tensor, masks: torch.Tensor):
        cells = observations[:, -1].flatten(1).long()
        seen = observations[:, :-1].contiguous(memory_format=torch.channels_last)
        squares = torch.relu(self.first(seen))
        for layer in self.more:
            squares = torch.relu(squares + layer(squares))
        opponent, turns, found, _, shown, steps, shows = seen[:, self.PLACE + 1 :].unbind(1)
        clues = torch.stack([opponent, shown, steps, shows], 1)
        merits = self.policy(torch.cat([squares, clues], 1)) + self.direct(clues)
        logits = merits.new_full((len(seen), self.FRAME**2), -1e8).scatter(1, cells, merits.flatten(1))
        known = torch.cat([squares.mean((2, 3)), torch.stack([turns, found], 1).mean((2, 3))], 1)
        return choice_of(logits, masks), self.value(known).squeeze(-1)


class Window(Network):
    """SnakeCore's window: convolutions treat all places alike, while each cell within NEAR of the head has separate
    weights."""

    NEAR = 3

    def __init__(self, game: lg.Game, shape: tuple[int, ...], width: int = 32):
        super().__init__()
        cells, self.kinds, _ = game.parts("window")[0] if game.name == "snakecore" else (0, 0, 0)
        self.side = math.isqrt(cells)
        if cells == 0 or shape != (cells * self.kinds + self.side,):  # the cells, and a row of facts
            raise ValueError(f"window: expected SnakeCore and its observation window+one_hot, not {game.config} {shape}")
        self.cut = slice(self.side // 2 - self.NEAR, self.side // 2 + self.NEAR + 1)
        coarse, coarser = nn.Conv2d(self.kinds, width, 5, stride=2), nn.Conv2d(width, width, 3, stride=2, padding=1)
        self.far = nn.Sequential(coarse, nn.ReLU(), coarser, nn.ReLU(), nn.Flatten())
        left = ((self.side - 3) // 2 + 1) // 2  # of the side, behind both
        seen = (2 * self.NEAR + 1) ** 2 * self.kinds + self.side + left**2 * width
        self.body = nn.Sequential(nn.Linear(seen, HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, HIDDEN), nn.Tanh())
        self.policy, self.value = nn.Linear(HIDDEN, game.num_actions), nn.Linear(HIDDEN, 1)
        nn.init.normal_(self.policy.weight, std=0.01)
        self.to(memory_format=torch.channels_last)

    def forward(self, observations: torch.Tensor, masks: torch.Tensor):
        facts = observations[:, -self.side :]
        planes = observations[:, : -self.side].unflatten(1, (self.kinds, self.side, self.side))
        near = planes[:, :, self.cut, self.cut].flatten(1)
        far = self.far(planes.contiguous(memory_format=torch.channels_last))
        hidden = self.body(torch.cat([facts, near, far], 1))
        return choice_of(self.policy(hidden), masks), self.value(hidden).squeeze(-1)


NETWORKS = {"layers": Layers, "columns": Columns, "graph": Graph, "maze": Maze, "window": Window}


class Trainer(runs.Trainer, train_ppo.Learner):
    """A vector environment, a player, its optimiser, and their progress."""

    PROGRAM = "ppo.py"
    FREE = ("steps", "seconds", "device", "out", "resume", "anew", "evaluate", "against", "tensorboard")

    def __init__(self, options: argparse.Namespace):
        torch.manual_seed(options.seed)
        envs = lg.vector.make(
            options.game,
            num_envs=options.envs,
            seed=options.seed * SEEDS,
            threads=options.threads,
            opponents=None if options.opponents == "self" else options.opponents,
            seat=options.seat,
            observation=options.observation,
            rewards=options.rewards,
            autoreset="same_step",
            full_state=True,  # for the results, which come from the last states; the player sees none of them
            **({"discount": options.discount} if options.rewards == "shaped" else {}),
        )
        envs.reset()
        apart = np.random.default_rng(options.seed).integers(APART + 1, size=options.envs)
        for step in range(apart.max()):
            envs.step(envs.sample(), step < apart)
        shape = envs.current()[0].shape[1:]
        super().__init__(envs, NETWORKS[options.network](envs.game, shape).to(options.device), options)
        self.lengths = np.zeros(options.envs, np.int64)
        self.seconds = 0.0

    def rewarded(self, rewards: np.ndarray) -> np.ndarray:
        return (self.options.scale * rewards).clip(-self.options.most, self.options.most)

    def play(self) -> dict:
        """Adds the lengths of the games that ended."""
        rollout, lengths = super().play(), []
        for over, ended in zip(rollout["over"].cpu().numpy(), rollout["ended"].cpu().numpy(), strict=True):
            self.lengths += 1
            lengths.extend(self.lengths[ended])
            self.lengths[over] = 0
        return rollout | {"lengths": np.array(lengths)}

    def advantages(self, rollout: dict) -> torch.Tensor:
        advantages = super().advantages(rollout)
        self.player.learn_scale(rollout["observations"].flatten(0, 1))
        return advantages

    def learn(self, rollout: dict) -> tuple[float, float]:
        for group in self.optimiser.param_groups:
            group["lr"] = self.options.rate * max(0.1, 1 - self.update * ROLLOUT / self.options.settled)
        return super().learn({name: entries for name, entries in rollout.items() if name != "lengths"})

    @property
    def is_over(self) -> bool:
        return self.steps >= self.options.steps or self.seconds >= self.options.seconds

    @property
    def lesson_weight(self) -> float:
        """Of the teacher's choices in the loss."""
        return max(0.0, 1 - self.update * ROLLOUT / self.options.taught) if self.options.teacher else 0.0

    def lessons(self, turn: int) -> np.ndarray:
        """The teacher's choice in each game, -1 where it makes none."""
        lessons = np.full(self.envs.num_envs, -1)
        asked = np.arange(turn % self.options.asked, len(lessons), self.options.asked)
        if self.lesson_weight > 0:
            lessons[asked] = self.envs.choose(self.options.teacher, parents=asked, seed=turn * len(lessons))
        return lessons

    def beside(self, turn: int) -> dict[str, np.ndarray]:
        return {"lessons": self.lessons(turn)}

    def other_loss(self, choice: torch.distributions.Categorical, part: dict) -> torch.Tensor:
        """The loss of the teacher's choices: their mean negative log probability."""
        taught = part["lessons"] >= 0
        loss = -(taught * choice.log_prob(part["lessons"].clamp(min=0))).sum() / taught.sum().clamp(min=1)
        return self.lesson_weight * loss

    def train_once(self) -> dict:
        """Plays one rollout and learns from it. Returns a line of the learning curve."""
        begin = time.perf_counter()
        rollout = self.play()
        entropy, value_loss = self.learn(rollout)
        self.update += 1
        self.seconds += time.perf_counter() - begin
        outcomes, lengths = rollout["outcomes"], rollout["lengths"]
        return {
            "update": self.update,
            "steps": self.steps,
            "games": len(outcomes),
            "outcome": round(float(outcomes.mean()), 4) if len(outcomes) else "",
            "win_rate": round(float((outcomes > 0).mean()), 4) if len(outcomes) else "",
            "length": round(float(lengths.mean()), 2) if len(lengths) else "",
            "entropy": round(entropy, 4),
            "value_loss": round(value_loss, 5),
            "seconds": round(self.seconds, 1),
        }


def read_curve(path: Path, updates: int) -> list[dict]:
    """The lines of the curve up to an update: later ones than the checkpoint are made again. Raises OSError, and
    ValueError if one of them is missing."""
    try:
        with path.open(newline="", errors="replace") as file:
            rows = list(itertools.islice(csv.DictReader(file), updates))
    except csv.Error as error:
        raise ValueError(f"{path}: {error}") from None
    if [row.get("update") for row in rows] != [str(number) for number in range(1, updates + 1)]:
        raise ValueError(f"{path}: expected a learning curve up to update {updates}")
    for row in rows:
        if set(row) != set(COLUMNS) or not all(is_entry(row[name]) for name in COLUMNS):
            raise ValueError(f"{path}: update {row['update']}: expected a number, or nothing, for each of {', '.join(COLUMNS)}")
    return rows


def is_entry(text: str | None) -> bool:
    try:
        return text == "" or math.isfinite(float(text))
    except (TypeError, ValueError):
        return False


def write_curve(path: Path, curve: list[dict]) -> None:
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS)
    writer.writeheader()
    writer.writerows(curve)
    replace(path, text.getvalue().encode())


def plot(curve: list[dict], title: str, path: Path) -> None:
    """Mean outcome against steps: every update as a dot, and the mean of the last ten updates' games."""
    rows = [row for row in curve if int(row["games"])]
    if not rows:
        return
    steps, outcomes, games = (np.array([float(row[name]) for row in rows]) for name in ("steps", "outcome", "games"))
    window = np.minimum(np.arange(1, len(rows) + 1), 10)
    total, weight = np.cumsum(outcomes * games), np.cumsum(games)
    before = np.arange(len(rows)) - window
    smooth = (total - np.where(before >= 0, total[before], 0)) / (weight - np.where(before >= 0, weight[before], 0))
    figure, axes = pyplot.subplots(figsize=(7, 4), layout="constrained")
    axes.plot(steps, outcomes, ".", color="0.75", markersize=4, label="one update")
    axes.plot(steps, smooth, color="tab:blue", label="last ten updates")
    axes.set(xlabel="decisions", ylabel="mean outcome (-1 ... 1)", ylim=(-1.05, 1.05), title=title)
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right")
    figure.savefig(path, dpi=120)
    pyplot.close(figure)


def rival_in(opponent: str, game: lg.Game, canonical: bool) -> Trainer | None:
    """The player of an opponent that is the folder of a training. Its actions must be numbered like the learner's,
    canonical or not. Raises OSError and ValueError."""
    checkpoint = Path(opponent) / "checkpoint.pt"
    try:
        lg.Bot(opponent).in_seat(game, 0)
        return None
    except ValueError as error:
        if not checkpoint.is_file():
            raise ValueError(f"{error}; and there is no {checkpoint}") from None
    rival, _ = Trainer.read(checkpoint)
    if rival.envs.game != game:
        raise ValueError(f"{checkpoint}: expected a network for {game.config}, not {rival.envs.game.config}")
    if rival.envs.view.canonical != canonical:
        raise ValueError(f"{checkpoint}: expected {'a' if canonical else 'no'} canonical observation")
    return rival


def evaluate(trainer: Trainer, opponent: str, games: int, seed: int) -> dict:
    """Plays games to their ends with the likeliest actions, equally many from each seat, or all from the seat that it
    was trained for. Returns by seat: wins, draws and losses, and mean contest scores, of the player and of the best
    other player."""
    players, seat = trainer.envs.game.players, trainer.options.seat
    many = -(-games // players) * players
    rival = rival_in(opponent, trainer.envs.game, trainer.envs.view.canonical)
    envs = lg.vector.make(
        trainer.envs.game,
        many,
        opponents=None if rival else opponent,
        seat="slot" if seat == "random" else seat,
        seed=seed,
        observation=trainer.options.observation,
        autoreset="disabled",
        threads=trainer.options.threads,
        full_state=True,  # for the scores, and for a rival's observations
    )
    observations, infos = envs.reset()
    seats, going = np.arange(many) % players if seat == "random" else np.full(many, seat), infos["action_mask"].any(axis=1)
    actions = np.zeros(many, np.int64)
    while going.any():
        own = going & (infos["player"] == seats)
        if own.any():
            actions[own] = trainer.player.likeliest(observations[own], infos["action_mask"][own])
        others = np.flatnonzero(going & ~own)
        if len(others) > 0:
            seen, masks, _ = rival.envs.observe(infos["player"][others], envs.states, others)
            actions[others] = rival.player.likeliest(seen, masks)
        observations, _, terminated, _, infos = envs.step(actions, going)
        going &= ~terminated
    ends = np.array([envs.state(i).scores for i in range(many)], float)
    outcomes = np.array([envs.state(i).outcome[seat] for i, seat in enumerate(seats)])
    counts, scores = [], []
    for own in range(players):
        mine = seats == own
        counts.append([int((np.sign(outcomes[mine]) == sign).sum()) for sign in (1, 0, -1)])
        others = np.delete(ends[mine], own, axis=1).max(axis=1) if players > 1 else np.zeros(mine.sum())
        means = [round(float(part.mean()), 2) for part in (ends[mine, own], others)] if mine.any() else [0.0, 0.0]
        scores.append(means)
    envs.close()
    return {"opponent": opponent, "seats": counts, "scores": scores}


def open_board(folder: str | None, steps: int):
    """TensorBoard's writer into a folder, or None; entries after `steps` steps are made again."""
    if folder is None:
        return None
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        command = lg.install_command("train")
        raise SystemExit(f"--tensorboard: expected TensorBoard, which `{command}` installs") from None
    return SummaryWriter(folder, purge_step=steps + 1)


def weight(text: str) -> float:
    return amount(text, most=10)


def seat_of(text: str) -> int | str:
    return text if text == "random" else integer(0)(text)


def usual_settings(game: lg.Game) -> Settings:
    """The settings of the configuration in SETTINGS with the most parameters, all of which the game has too."""
    found = {}
    for config, settings in SETTINGS.items():
        made = lg.make(config)
        named = made.parameters.items() - lg.make(made.name).parameters.items()
        if made.name == game.name and named <= game.parameters.items():
            found[len(named)] = settings
    return found[max(found)] if found else Settings()


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="ppo.py", description="Trains players for any game with masked PPO.")
    parser.add_argument("game", help=f"{', '.join(lg.games())}, or a configuration such as 'snakecore(size=16)'")
    parser.add_argument("--opponents", default="greedy", help="a bot, or self (default greedy)")
    parser.add_argument("--observation", help="the encoding and its form (default: in SETTINGS, by game and network)")
    parser.add_argument("--rewards", choices=("outcome", "scores", "shaped"), help="(default: the game's)")
    parser.add_argument("--steps", type=integer(0, 10**15), default=2_000_000, help="of learning (default 2,000,000)")
    parser.add_argument("--seconds", type=amount, default=math.inf, help="of training, if --steps is not reached before")
    parser.add_argument("--envs", type=integer(1, 2**20), help="parallel games (default: the game's)")
    parser.add_argument("--minibatch", type=integer(1, 2**20), help="decisions for a step of the optimiser (default: the game's)")
    parser.add_argument("--entropy", type=weight, help="its weight in the loss (default: the game's)")
    parser.add_argument("--network", choices=tuple(NETWORKS), help="(default: the game's)")
    parser.add_argument("--teacher", help="a bot to learn from at first, or '' for none (default: the game's)")
    parser.add_argument("--seat", type=seat_of, default="random", help="the learner's, from 0 on, or random (default)")
    runs.add_usual(parser, threads=2, folder="runs/ppo")
    parser.add_argument("--evaluate", type=integer(0, 10**7), default=0, help="games to play afterwards against each of --against")
    rivals = "players, or folders of other runs (default: random greedy)"
    parser.add_argument("--against", nargs="+", default=["random", "greedy"], help=rivals)
    parser.add_argument("--tensorboard", metavar="FOLDER", help="write the curve there for TensorBoard as well")
    return parser


def parse_arguments(words: list[str] | None = None) -> argparse.Namespace:
    parser = make_parser()
    options = parser.parse_args(words)
    try:
        game = lg.make(options.game)
        players = [options.opponents] if options.opponents != "self" else []
        for player in players + ([options.teacher] if options.teacher else []):
            lg.Bot(player).in_seat(game, 0)
    except ValueError as error:
        parser.error(str(error))
    usual = usual_settings(game)
    if options.rewards not in (None, usual.rewards):
        usual = usual._replace(scale=1.0, most=math.inf)
    if options.opponents == "self":
        usual = usual._replace(entropy=usual.self_entropy)
    if options.network in ("layers", "columns") and usual.small:
        usual = usual._replace(observation=usual.small)
    for name, value in usual._asdict().items():
        if getattr(options, name, None) is None:
            setattr(options, name, value)
    try:
        view = game.view(options.observation)
        if view.as_dict:
            parser.error(f"--observation: expected no dict, not {options.observation!r}: masks come by themselves")
        for opponent in options.against if options.evaluate else []:  # rather than after the training
            rival_in(opponent, game, view.canonical)
    except (ValueError, OSError) as error:
        parser.error(str(error))
    return options


def main() -> None:
    options = parse_arguments()
    torch.set_num_threads(options.threads)
    try:
        with runs.Stop() as stop, Trainer.at_work(options) as trainer:
            train(trainer, read_curve(options.out / "curve.csv", trainer.update) if options.resume else [], stop)
    except (ValueError, OSError, MemoryError) as error:
        raise SystemExit(f"error: {error}") from None
    if stop.signal:
        print("saved; --resume continues from here", file=sys.stderr)
        raise SystemExit(128 + stop.signal)


def train(trainer: Trainer, curve: list[dict], stop: runs.Stop) -> None:
    """Trains to the end or to the first signal and writes the results. Raises OSError."""
    options, saved = trainer.options, time.monotonic()
    checkpoint, table = options.out / "checkpoint.pt", options.out / "curve.csv"
    board = open_board(options.tensorboard, trainer.steps)
    for name in () if trainer.is_over else ("curve.png", "strength.json"):  # of the network as it was before
        (options.out / name).unlink(missing_ok=True)
    while not trainer.is_over and not stop.signal:
        row = trainer.train_once()
        curve.append(row)
        for name in COLUMNS[3:-1] if board else ():
            if row[name] != "":
                board.add_scalar(name, row[name], row["steps"])
        shown = row["update"] % 10 == 0 or trainer.is_over
        if shown or stop.signal or time.monotonic() - saved >= SAVED:
            write_curve(table, curve)
            trainer.save(checkpoint)
            saved = time.monotonic()
        if shown:
            plot(curve, f"{options.game} against {options.opponents}", options.out / "curve.png")
            print("  ".join(f"{name} {row[name]}" for name in COLUMNS), flush=True)
    if board:
        board.close()
    if not options.evaluate or stop.signal:
        return
    with stop.breaking():
        strength = [evaluate(trainer, opponent, options.evaluate, options.seed * SEEDS + SEEDS // 2) for opponent in options.against]
        replace(options.out / "strength.json", (json.dumps(strength, indent=1) + "\n").encode())
        for entry in strength:
            print(f"against {entry['opponent']}: wins, draws, losses by seat {entry['seats']}", flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit(130) from None  # the last checkpoint is whole
