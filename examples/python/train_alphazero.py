"""Trains a player by self-play with search, as AlphaZero does, for any game of two players who know everything.

    python train_alphazero.py alquerque --opening 24 --minutes 20 --evaluate 100 --out runs/alquerque
    python train_alphazero.py connect_four --load ./connect_four.so --minutes 20 --out runs/connect_four
    python train_alphazero.py alquerque --opening 24 --minutes 40 --evaluate 100 --out runs/alquerque --resume

Many games are played abreast. Each has a search tree in C, and one call of the network values a leaf of every tree
(lg.Searches). The network learns from what the searches would play and from how the games end; symmetries of the game
show it each position in many ways. The folder gets curve.jsonl (a line for each round), strength.jsonl (a line for each
evaluation) and checkpoint.pt; `--resume` goes on from there, to the last digit as if it had never stopped, on the same
machine with as many threads and no GPU. Needs the extra: pip install '.[train]' in a clone.
"""

import argparse
import fcntl
import io
import itertools
import json
import math
import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import libgames as lg
import numpy as np
import torch
from torch import nn
from tqdm import tqdm

DECISIONS = 16  # of every game in a round, before the network learns and all trees begin anew
BATCH = 256
LEARNING_RATE = 2e-3  # falls with the square root of the rounds
DECAY = 1e-4
OUTCOME = 0.5  # how much of a value is how the game ended; the rest is what the search thought
SAVED = 30.0  # seconds between checkpoints


class Block(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.first, self.second = (nn.Conv2d(width, width, 3, padding=1) for _ in range(2))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(x + self.second(torch.relu(self.first(x))))


class Network(nn.Module):
    """Logits of all actions and a value in -1 ... 1: convolutions over planes, or layers over numbers in a row."""

    def __init__(self, shape: tuple[int, ...], actions: int, width: int, blocks: int):
        super().__init__()
        if len(shape) == 3:
            planes, rows, columns = shape
            body = [nn.Conv2d(planes, width, 3, padding=1), nn.ReLU(), *(Block(width) for _ in range(blocks))]
            heads, size = [nn.Conv2d(width, 8, 1), nn.ReLU(), nn.Flatten()], 8 * rows * columns
        else:
            body, size = [nn.Flatten(), nn.Linear(math.prod(shape), 8 * width), nn.ReLU()], 8 * width
            heads = [nn.Linear(size, size), nn.ReLU()]
        self.body = nn.Sequential(*body, *heads)
        self.policy = nn.Linear(size, actions)
        self.value = nn.Sequential(nn.Linear(size, 64), nn.ReLU(), nn.Linear(64, 1), nn.Tanh())
        self.to(memory_format=torch.channels_last)  # half as fast again on a processor

    def forward(self, observations: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        if observations.dim() == 4:
            observations = observations.contiguous(memory_format=torch.channels_last)
        hidden = self.body(observations)
        return self.policy(hidden).masked_fill(~masks, -1e9), self.value(hidden).squeeze(-1)


class Memory:
    """The last positions of finished games in arrays of fixed size: states, what to play there, what they are worth."""

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


class Trainer:
    """Games, network, memory, and where they stand: all that a checkpoint holds."""

    def __init__(self, options: argparse.Namespace):
        torch.manual_seed(options.seed)
        self.options, self.game = options, game_of(options)
        self.random = np.random.default_rng(options.seed)
        self.clock = dict.fromkeys(("search", "network", "learning", "rest"), 0.0)
        self.round = self.games = self.positions = self.simulations = 0
        self.worked = 0.0  # seconds of processor time, in all threads together
        shape = self.game.view("one_hot").space.shape
        self.network = Network(shape, self.game.num_actions, options.width, options.blocks).to(options.device)
        self.optimiser = torch.optim.AdamW(self.network.parameters(), LEARNING_RATE, weight_decay=DECAY)
        self.memory = Memory(self.game, options.memory)
        self.states = self.new_games(options.games)
        self.played = [[] for _ in range(options.games)]  # of each game: state, policy, player, what the search thought
        self.bind()

    def bind(self) -> None:
        """What is made anew and not kept in a checkpoint."""
        options = self.options
        # Nothing is played in this environment: it shows states to the network, turns them and goes on from them.
        self.view = lg.vector.make(
            self.game, 1, opponents=None, observation="one_hot", threads=options.threads, autoreset="disabled"
        )
        # Gumbel has noise of its own. Its values weigh less than by default, since those of a beginner say little.
        how = {"noise": options.noise} if options.policy == "puct" else {"value_scale": 0.2}
        self.searches = self.trees(options.games, options.simulations, policy=options.policy, **how)

    def __getstate__(self) -> dict:
        return {name: value for name, value in vars(self).items() if name not in ("view", "searches")}

    def trees(self, count: int, simulations: int, **how) -> lg.Searches:
        return lg.Searches(self.game, count, simulations, threads=self.options.threads, arrays=("states",), **how)

    def new_games(self, count: int) -> np.ndarray:
        """With up to --opening random decisions, so that either player may be ahead."""
        seeds = self.random.integers(2**63, size=(2, count)).tolist()
        lengths = self.random.integers(self.options.opening + 1, size=count).tolist()
        begun = [self.game.new(seed) for seed in seeds[0]]
        moved = [state.rollout(seed, length)[0] for state, seed, length in zip(begun, seeds[1], lengths)]
        return rows_of(self.game, [one if later.is_over else later for one, later in zip(begun, moved)])

    @contextmanager
    def timed(self, part: str):
        begin = time.perf_counter()
        yield
        self.clock[part] += time.perf_counter() - begin

    @property
    def seconds(self) -> float:
        return sum(self.clock.values())

    def tensor(self, array: np.ndarray) -> torch.Tensor:
        return torch.from_numpy(array).to(self.options.device)

    def ask(self, seen: tuple) -> tuple[torch.Tensor, torch.Tensor]:
        """The network's logits and values."""
        return self.network(self.tensor(seen.observation), self.tensor(seen.action_mask).bool())

    # ---- playing ----

    def think(self, searches: lg.Searches) -> None:
        """Searches to their ends: one call of the network for a leaf of every tree."""
        while True:
            with self.timed("search"):
                leaves = searches.collect()
                if not leaves:
                    return
                seen = self.view.observe(states=leaves.states)
            with self.timed("network"), torch.inference_mode():
                logits, values = self.ask(seen)
                priors, values = logits.softmax(1).cpu().numpy(), values.cpu().numpy()
            with self.timed("search"):
                searches.receive(values, priors)

    def play(self) -> list[int]:
        """DECISIONS of every game, from where they stand; a new one begins where one ends. The lengths of those."""
        games, lengths = self.options.games, []
        with self.timed("search"):
            self.searches.begin(self.states, seeds=self.random.integers(2**63, size=games, dtype=np.uint64))
        for _ in range(DECISIONS):
            self.think(self.searches)
            with self.timed("search"):
                policies, means = self.searches.policy, self.searches.root_values
                actions, asked = self.searches.best(), self.view.observe(states=self.states)
                self.simulations += int(self.searches.simulations.sum())
            with self.timed("rest"):
                players = self.players(self.states)
                for i, player in enumerate(players):
                    if len(self.played[i]) < self.options.drawn:
                        shares = policies[i] * asked.action_mask[i]
                        actions[i] = self.random.choice(self.game.num_actions, p=shares / shares.sum())
                    row = self.states[i].copy(), policies[i].astype(np.float16), player, means[i, player]
                    self.played[i].append(row)
            with self.timed("search"):
                children = self.view.expand(actions, states=self.states)
                over = children.player < 0
                self.searches.advance(actions, states=children.states, which=~over)
                self.states = children.states
            with self.timed("rest"):
                for i in np.flatnonzero(over):
                    lengths.append(len(self.played[i]))
                    for state, policy, player, mean in self.played[i]:
                        value = OUTCOME * children.outcome[i, player] + (1 - OUTCOME) * mean
                        self.memory.add(state, policy, value)
                    self.played[i] = []
                self.states[over] = self.new_games(int(over.sum()))
                seeds = self.random.integers(2**63, size=games, dtype=np.uint64)
            with self.timed("search"):
                self.searches.begin(self.states, seeds, which=over)
        self.games += len(lengths)
        self.positions += DECISIONS * games
        return lengths

    def state(self, row: np.ndarray) -> lg.State:
        return self.game.from_bytes(row.tobytes())

    def players(self, states: np.ndarray) -> np.ndarray:
        return np.array([-1 if (state := self.state(row)).is_over else state.player for row in states], int)

    # ---- learning ----

    def learn(self) -> tuple[float, float]:
        """So many steps that each position is learned from --reuse times; mean losses of policy and value."""
        memory, losses = self.memory, []
        for group in self.optimiser.param_groups:
            group["lr"] = LEARNING_RATE / math.sqrt(1 + self.round / 20)
        for _ in range(math.ceil(DECISIONS * self.options.games * self.options.reuse / BATCH)):
            rows = self.random.integers(len(memory), size=BATCH)
            symmetries = self.random.integers(self.game.num_symmetries, size=BATCH)
            policies = memory.policies[rows].astype(np.float32)
            turned = self.view.turn(symmetries, memory.states[rows], policies=policies)
            seen = self.view.observe(states=turned.states)
            logits, values = self.ask(seen)
            policy_loss = -(self.tensor(turned.policies) * logits.log_softmax(1)).sum(1).mean()
            value_loss = nn.functional.mse_loss(values, self.tensor(memory.values[rows]))
            self.optimiser.zero_grad()
            (policy_loss + value_loss).backward()
            norm = nn.utils.clip_grad_norm_(self.network.parameters(), 2.0)
            if not norm.isfinite():
                raise ValueError(f"the training has diverged in round {self.round}: its gradient is {norm.item()}")
            self.optimiser.step()
            losses.append((policy_loss.item(), value_loss.item()))
        policy_loss, value_loss = np.mean(losses, axis=0)
        return round(float(policy_loss), 4), round(float(value_loss), 4)

    def train_once(self) -> dict:
        """A round: games, and what is learned from them. A line of the curve."""
        before, thought, worked = dict(self.clock), self.simulations, time.process_time()
        lengths = self.play()
        with self.timed("learning"):
            losses = self.learn() if len(self.memory) else (None, None)
        self.round += 1
        self.worked += time.process_time() - worked
        spent = {part: seconds - before[part] for part, seconds in self.clock.items()}
        return {
            "round": self.round, "games": self.games, "positions": self.positions,
            "length": round(float(np.mean(lengths)), 2) if lengths else None,
            "policy_loss": losses[0], "value_loss": losses[1],
            "simulations": round((self.simulations - thought) / sum(spent.values())),  # a second, learning included
            "search_share": round(spent["search"] / sum(spent.values()), 4), "seconds": round(self.seconds, 1),
            "processor": round(self.worked, 1),
        }  # fmt: skip

    # ---- checkpoints ----

    def save(self, path: Path) -> None:
        """Written beside the old one and then put in its place: a checkpoint is never half a checkpoint."""
        beside, data = path.with_suffix(".new"), io.BytesIO()  # PyTorch itself does not survive a full disk
        torch.save({"trainer": self, "random": torch.get_rng_state()}, data)
        beside.write_bytes(data.getbuffer())
        beside.replace(path)

    @staticmethod
    def load(path: Path, options: argparse.Namespace) -> "Trainer":
        """Only checkpoints of your own: like every pickle, a file from elsewhere could run anything. Raises OSError, and
        ValueError for one of another training."""
        try:
            checkpoint = torch.load(path, map_location=options.device, weights_only=False)
            trainer, chance = checkpoint["trainer"], checkpoint["random"]
            begun = vars(trainer.options)
        except OSError:
            raise
        except Exception as error:  # whatever a damaged pickle raises
            raise ValueError(f"{path}: expected a checkpoint of this program ({error})") from error
        if begun.keys() != vars(options).keys():
            raise ValueError(f"{path}: expected a checkpoint of this program, with its options")
        for name, value in begun.items():
            if name not in FREE and value != getattr(options, name):
                raise ValueError(f"{name}: this training has {value!r}, not {getattr(options, name)!r}")
        torch.set_rng_state(chance.cpu())
        trainer.options = options
        trainer.bind()
        return trainer

    # ---- how strong ----

    def choose(self, states: np.ndarray, seed: int) -> np.ndarray:
        """What it plays in each of these states, by a search of --play simulations; 0: what the network likes best."""
        if self.options.play == 0:
            seen = self.view.observe(states=states)
            with torch.inference_mode():
                return self.ask(seen)[0].argmax(1).cpu().numpy()
        clock, searches = dict(self.clock), self.trees(len(states), self.options.play, policy="puct")
        searches.begin(states, seeds=seed)
        self.think(searches)
        self.clock = clock  # this was no training
        return searches.best()

    def against(self, opponent: str) -> tuple[list[int], list[tuple[lg.State, int]]]:
        """Wins, draws and losses, and its own decisions after the first --solve-after of a game. Games begin with two
        random decisions; each beginning is played from both seats."""
        games, decisions = self.options.evaluate, []
        states = rows_of(self.game, [self.game.new(i // 2).rollout(i // 2, 2)[0] for i in range(games)])
        seats, outcomes, players = np.arange(games) % 2, np.zeros(games), self.players(states)
        for made in itertools.count(2):
            if not (rows := np.flatnonzero(players >= 0)).size:
                break
            own, chosen = players[rows] == seats[rows], np.zeros(len(rows), int)
            if own.any():
                chosen[own] = self.choose(states[rows[own]], seed=made * games)
            if not own.all():
                chosen[~own] = self.view.choose(opponent, states[rows[~own]], seed=made * games)
            if made >= self.options.solve_after:
                decisions += [(self.state(states[row]), int(action)) for row, action in zip(rows[own], chosen[own])]
            after = self.view.expand(chosen, states=states[rows])
            states[rows], players[rows] = after.states, after.player
            outcomes[rows] = after.outcome[np.arange(len(rows)), seats[rows]]
        return [int((outcomes > 0).sum()), int((outcomes == 0).sum()), int((outcomes < 0).sum())], decisions


def rows_of(game: lg.Game, states: list[lg.State]) -> np.ndarray:
    return np.frombuffer(b"".join(map(bytes, states)), game.state_dtype).copy()


def perfection(decisions: list[tuple[lg.State, int]], count: int, command: str) -> dict:
    """Of so many of these decisions, drawn at random: how many are perfect, that is, worth most with best play to the
    end. Of those where not all actions are worth the same, and something can go wrong: likewise."""
    drawn = [decisions[i] for i in np.random.default_rng(1).permutation(len(decisions))[:count]]
    found = {"decisions": len(drawn), "perfect": 0, "risky": 0, "perfect_of_risky": 0}
    for (_, action), worth in zip(drawn, ask(command, [state for state, _ in drawn]), strict=True):
        best, is_risky = worth[action] == max(worth.values()), min(worth.values()) < max(worth.values())
        found["perfect"] += best
        found["risky"] += is_risky
        found["perfect_of_risky"] += best and is_risky
    return found


def ask(command: str, states: list[lg.State]) -> list[dict[int, float]]:
    """What each legal action is worth to the player to move, by a program that reads positions, a line each, and writes
    the worth of every action, a line for each position, with any word for one that is not legal. Raises ValueError."""
    words, text = shlex.split(command), "".join(f"{state}\n" for state in states)
    try:
        answers = subprocess.run(words, input=text, capture_output=True, text=True, check=True).stdout.splitlines()
        rows = zip(states, map(str.split, answers), strict=True)
        return [{action: float(answer[action]) for action in state.legal_actions} for state, answer in rows]
    except (OSError, ValueError, IndexError, subprocess.SubprocessError) as error:
        raise ValueError(f"--solver: expected the worth of every action, a line for each position ({error})") from error


# ---- the command ----


def game_of(options: argparse.Namespace) -> lg.Game:
    """The game, if it is one that this can learn. Raises ValueError."""
    for path in options.load:
        lg.load(path)
    game = lg.make(options.game)
    if game.players != 2 or game.type.information != "perfect":
        kind = f"{game.players} players, {game.type.information} information"
        raise ValueError(f"game: expected two players who know everything, not {game.config!r} ({kind})")
    return game


def integer(least: int, most: int = 2**31 - 1) -> Callable[[str], int]:
    """For argparse: integers in least ... most."""

    def number(text: str) -> int:
        digits = text.replace("_", "")
        if not digits.isdecimal() or not least <= int(digits) <= most:
            raise argparse.ArgumentTypeError(f"expected an integer in {least} ... {most}, not {text!r}")
        return int(digits)

    return number


def amount(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not number >= 0:
        raise argparse.ArgumentTypeError(f"expected a number of at least 0, not {text!r}")
    return number


def device(text: str) -> torch.device:
    try:
        torch.zeros(1, device=text).item()
    except (RuntimeError, AssertionError, ImportError):
        raise argparse.ArgumentTypeError(f"expected cpu, or a device that PyTorch has here, not {text!r}") from None
    return torch.device(text)


def interval(text: str) -> float:
    if amount(text) == 0:
        raise argparse.ArgumentTypeError(f"expected a number above 0, not {text!r}")
    return float(text)


def program(text: str) -> str:
    try:
        words = shlex.split(text)
    except ValueError:
        words = []
    if not words or not shutil.which(words[0]):
        raise argparse.ArgumentTypeError(f"expected the command of a program, not {text!r}")
    return text


def parse_arguments(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("game", help="a name, or a configuration such as 'connect_four(columns=6)'")
    add("--load", action="append", default=[], metavar="FILE", help="a game from a file, see docs/your-own-game.md")
    add("--minutes", type=amount, default=20, help="of training, without evaluations (default 20)")
    add("--rounds", type=integer(1), default=10**9, help="of training, if --minutes are not over before")
    add("--out", type=Path, default=Path("runs/alphazero"), help="folder of results (default runs/alphazero)")
    begin = parser.add_mutually_exclusive_group()
    begin.add_argument("--resume", action="store_true", help="go on from the checkpoint in the folder")
    begin.add_argument("--anew", action="store_true", help="replace the training in the folder, if there is one")
    add("--seed", type=integer(0), default=1)
    add("--threads", type=integer(1, 64), default=1)
    add("--device", type=device, default="cpu", help="where the network is, such as cuda (default cpu)")
    add = parser.add_argument_group("self-play").add_argument
    add("--games", type=integer(1, 2**16), default=128, help="abreast, and the rows of a call of the network (default 128)")
    add("--simulations", type=integer(1), default=32, help="for each decision (default 32)")
    add("--policy", choices=("gumbel", "puct"), default="gumbel", help="of the search (default gumbel)")
    add("--noise", type=amount, default=0.25, help="of puct at the root (default 0.25); gumbel has its own")
    add("--opening", type=integer(0), default=0, metavar="DECISIONS",
        help="at random before each game, at most: needed where good play leads to nothing but ties (default 0)")
    add("--drawn", type=integer(1), default=12, metavar="DECISIONS",
        help="at the beginning of a game, drawn from what the search would play; later ones are its best (default 12)")
    add = parser.add_argument_group("learning").add_argument
    add("--width", type=integer(1, 2**16), default=32, help="filters of a convolution (default 32)")
    add("--blocks", type=integer(0), default=3, help="of two convolutions each (default 3)")
    add("--memory", type=integer(1, 10**8), default=100_000, help="positions to learn from, the last ones (default 100000)")
    add("--reuse", type=integer(1), default=4, help="how often each is learned from, on average (default 4)")
    add = parser.add_argument_group("evaluation").add_argument
    add("--every", type=interval, default=math.inf, metavar="MINUTES", help="(default: at the end alone)")
    add("--evaluate", type=integer(0, 2**20), default=0, metavar="GAMES", help="against each of --against (default 0)")
    add("--against", nargs="+", default=["mcts(simulations=1000)"], metavar="PLAYER",
        help="(default mcts(simulations=1000))")
    add("--play", type=integer(0), default=100, help="its own simulations in them; 0: the network alone (default 100)")
    add("--solver", type=program, metavar="COMMAND", help="says which of its decisions in them are perfect: see ask()")
    add("--solve", type=integer(1), default=300, metavar="DECISIONS", help="that are drawn for it (default 300)")
    add("--solve-after", type=integer(0), default=8, metavar="DECISIONS", help="of a game, the earliest of them (default 8)")
    return parser.parse_args(words)  # fmt: skip


# What may be another when a training goes on; the rest is part of it.
FREE = ("minutes", "rounds", "device", "out", "resume", "anew", "every", "evaluate", "against", "play", "solve",
        "solve_after", "solver")  # fmt: skip


def check(options: argparse.Namespace, checkpoint: Path) -> None:
    """Raises ValueError where something would be wrong only after the training."""
    game = game_of(options)
    if options.evaluate:  # rather than after the training
        for opponent in options.against:
            lg.Player(opponent).in_seat(game, 0)
    if options.solver:
        if not options.evaluate:
            raise ValueError("--solver: expected --evaluate as well")
        start = game.new()  # the last position of a random game is solved soon
        ask(options.solver, [start.rollout(limit=max(start.rollout()[1] - 1, 0))[0]])
    if checkpoint.exists() and not options.resume and not options.anew:
        raise ValueError(f"{checkpoint}: there is a training; --resume goes on with it, --anew replaces it")


def judged(trainer: Trainer) -> dict:
    """A line of strength.jsonl."""
    options = trainer.options
    minutes = {"minutes": round(trainer.seconds / 60, 2), "processor_minutes": round(trainer.worked / 60, 2)}
    found = {"round": trainer.round, **minutes, "play": options.play, "against": {}}
    decisions = []
    for opponent in options.against:
        found["against"][opponent], more = trainer.against(opponent)
        decisions += more
    if options.solver:
        found["solved"] = {"after": options.solve_after, **perfection(decisions, options.solve, options.solver)}
    return found


def evaluation(row: dict) -> tuple:
    """Which of the evaluations after a round a line of strength.jsonl is."""
    return row["round"], row["play"], sorted(row["against"]), row.get("solved", {}).get("after")


def read_lines(path: Path, rounds: int, key: Callable[[dict], tuple]) -> list[dict]:
    """Those up to a round, the first part of their `key`: what was written after the checkpoint is done again. Raises
    OSError, ValueError."""
    try:
        rows = [json.loads(line) for line in path.read_text().splitlines()]
        return [row for row in rows if key(row)[0] <= rounds]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ValueError(f"{path}: expected a line of JSON for each round ({error!r})") from error


def write_lines(path: Path, rows: list[dict]) -> None:
    beside = path.with_suffix(".new")
    beside.write_text("".join(json.dumps(row) + "\n" for row in rows))
    beside.replace(path)


def train(trainer: Trainer, curve: list[dict], strength: list[dict]) -> None:
    """To the end, with what is written meanwhile. Raises OSError, ValueError."""
    options, bar = trainer.options, tqdm(desc="rounds", initial=trainer.round, unit="", mininterval=5)
    every = 60 * options.every
    saved, due = trainer.seconds, every * (1 + trainer.seconds // every)
    while True:
        over = trainer.seconds >= 60 * options.minutes or trainer.round >= options.rounds
        judge = options.evaluate and (over or trainer.seconds >= due)
        if over or judge or trainer.seconds - saved >= SAVED:
            write_lines(options.out / "curve.jsonl", curve)
            write_lines(options.out / "strength.jsonl", strength)
            trainer.save(options.out / "checkpoint.pt")
            saved = trainer.seconds
        if judge:
            new = judged(trainer)
            strength = [row for row in strength if evaluation(row) != evaluation(new)] + [new]
            write_lines(options.out / "strength.jsonl", strength)
            due = every * (1 + trainer.seconds // every)
            tqdm.write(json.dumps(strength[-1]))
        if over:
            break
        curve.append(trainer.train_once())
        bar.update()
        shown = ("games", "policy_loss", "value_loss", "simulations")
        bar.set_postfix({name: curve[-1][name] for name in shown}, refresh=False)
    bar.close()


@contextmanager
def alone_in(folder: Path, resume: bool) -> Iterator[None]:
    """The folder of this training, while no other one may use it. Raises OSError, ValueError."""
    if not resume:
        folder.mkdir(parents=True, exist_ok=True)
    lock = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ValueError(f"{folder}: another training is using it") from None
        yield
    finally:
        os.close(lock)


def main() -> None:
    options = parse_arguments()
    torch.set_num_threads(options.threads)
    try:
        checkpoint = options.out / "checkpoint.pt"
        check(options, checkpoint)
        begun = None if options.resume else Trainer(options)
        with alone_in(options.out, options.resume):
            trainer = begun or Trainer.load(checkpoint, options)
            curve, strength = [], []
            if not begun:
                curve = read_lines(options.out / "curve.jsonl", trainer.round, lambda row: (row["round"],))
                strength = read_lines(options.out / "strength.jsonl", trainer.round, evaluation)
            train(trainer, curve, strength)
    except (ValueError, OSError, MemoryError) as error:
        sys.exit(f"error: {error}")
    except KeyboardInterrupt:
        sys.exit(130)  # the last checkpoint is whole
    rate, total = trainer.simulations / max(trainer.seconds, 1e-9), max(trainer.seconds, 1e-9)
    shares = ", ".join(f"{part} {seconds / total:.1%}" for part, seconds in trainer.clock.items())
    minutes = f"{trainer.seconds / 60:.1f} minutes"
    print(f"{trainer.round} rounds, {trainer.games} games, {trainer.positions} positions in {minutes}")
    print(f"of the time: {shares}; {rate:,.0f} simulations a second, learning included")


if __name__ == "__main__":
    main()
