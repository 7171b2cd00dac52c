"""Trains players of any game from its rules alone, AlphaZero's way: with checkpoints, a learning curve, and evaluations
against players and by a solver. C plays the games with a small network (lg.SelfPlay), which PyTorch trains; with
--evaluator torch it is the loop of examples/python/train_alphazero.py, whose network is larger.

    python alphazero.py alquerque --opening 100 --minutes 20 --evaluate 100 --out runs/alquerque
    python alphazero.py connect_four --load ./connect_four.so --minutes 20 --evaluator torch --out runs/connect_four
    python alphazero.py alquerque --opening 100 --minutes 40 --evaluate 100 --out runs/alquerque --resume

The folder gets curve.jsonl (a line for each round), strength.jsonl (a line for each evaluation) and checkpoint.pt;
`--resume` continues from there, to the last digit as if it had never stopped, on the same machine with the same number
of threads and no GPU. Needs the extra: pip install '.[train]' in a clone.
"""

import argparse
import functools
import itertools
import json
import math
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import libgames as lg
import numpy as np
import torch
from torch import nn
from tqdm import tqdm

ROOT = Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / folder) for folder in ("examples/training", "examples/python", "benchmarks")]
import nets  # noqa: E402
import runs  # noqa: E402
import train_alphazero  # noqa: E402
from runs import amount, integer  # noqa: E402
from train_alphazero import OUTCOME  # noqa: E402

SAVED = 30.0  # seconds between checkpoints


class Timed:
    """An object whose work is timed: its methods and properties."""

    def __init__(self, other: Any, timed: Callable):
        self._other, self._timed = other, timed

    def __getattr__(self, name: str) -> Any:
        with self._timed():
            found = getattr(self._other, name)
        return self._timed()(found) if callable(found) else found


class Trainer(runs.Trainer, train_alphazero.Learner):
    """Games, network, memory, and their progress."""

    PROGRAM = "alphazero.py"
    FREE = ("minutes", "rounds", "device", "out", "resume", "anew", "every", "evaluate", "against", "play", "solve",
            "solve_after", "solver", "endings")  # fmt: skip

    def __init__(self, options: argparse.Namespace):
        self.clock = dict.fromkeys(("search", "network", "learning", "rest"), 0.0)
        self.positions = self.simulations = 0
        self.worked = 0.0  # seconds of CPU time, of all threads together
        super().__init__(game_of(options), options)

    def bind(self) -> None:
        super().bind()
        options = self.options
        if options.policy == "puct":  # gumbel has noise of its own
            self.searches = self.trees(options.games, options.simulations, policy="puct", noise=options.noise)
        timed = functools.partial(self.timed, "search")
        self.view, self.searches = Timed(self.view, timed), Timed(self.searches, timed)

    def __getstate__(self) -> dict:
        return {name: value for name, value in vars(self).items() if name not in ("view", "searches")}

    @classmethod
    def load(cls, path: Path, options: argparse.Namespace) -> "Trainer":
        trainer = super().load(path, options)
        trainer.bind()
        return trainer

    def trees(self, count: int, simulations: int, **how: Any) -> lg.BatchSearch:
        how |= {"threads": self.options.threads, "arrays": ("states",)}
        return lg.BatchSearch(self.game, count, simulations, **how)

    @contextmanager
    def timed(self, part: str):
        begin = time.perf_counter()
        yield
        self.clock[part] += time.perf_counter() - begin

    @property
    def seconds(self) -> float:
        return sum(self.clock.values())

    def judge(self, seen: tuple) -> tuple[np.ndarray, np.ndarray]:
        with self.timed("network"):
            return super().judge(seen)

    def think(self, searches: lg.BatchSearch) -> None:
        super().think(searches)
        if searches is self.searches:
            self.simulations += int(searches.simulations.sum())

    def state(self, row: np.ndarray) -> lg.State:
        return self.game.from_bytes(row.tobytes())

    def players(self, states: np.ndarray) -> np.ndarray:
        return np.array([-1 if (state := self.state(row)).is_over else state.player for row in states], int)

    def train_once(self) -> dict:
        """Plays a round of games and learns from them. Returns a line of the curve."""
        before, thought = dict(self.clock), self.simulations
        begin, worked = time.perf_counter(), time.process_time()
        lengths = self.play()
        played = time.perf_counter()
        self.clock["rest"] += played - begin - (self.seconds - sum(before.values()))
        clock = dict(self.clock)
        losses = [round(loss, 4) for loss in self.learn()] if len(self.memory) else (None, None)
        self.clock = clock | {"learning": clock["learning"] + time.perf_counter() - played}
        self.positions += self.fresh
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

    def choose(self, states: np.ndarray, seed: int) -> np.ndarray:
        """Its action in each of these states, by a search of --play simulations; 0: the network's likeliest action."""
        if self.options.play == 0:
            seen = self.view.observe(states=states)
            with torch.inference_mode():
                return self.ask(seen)[0].argmax(1).cpu().numpy()
        return self.think_in(states, seed).best()

    def think_in(self, states: np.ndarray, seed: int) -> lg.BatchSearch:
        searches = self.trees(len(states), self.options.play, policy="puct")
        searches.begin(states, seeds=seed)
        self.think(searches)
        return searches

    def against(self, opponent: str) -> tuple[list[int], list[tuple[lg.State, int]]]:
        """Wins, draws and losses, and its decisions after the first --solve-after of a game. Games begin with two
        random decisions; each beginning is played from all seats, with the opponent in the others."""
        games, decisions, clock, every = self.options.evaluate, [], dict(self.clock), self.game.players
        states = self.rows([self.game.new(i // every).rollout(i // every, 2)[0] for i in range(games)])
        seats, outcomes, players = np.arange(games) % every, np.zeros(games), self.players(states)
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
        self.clock = clock  # this was no training
        return [int((outcomes > 0).sum()), int((outcomes == 0).sum()), int((outcomes < 0).sum())], decisions

    def endings(self) -> dict:
        """How well it plays Alquerque's endings of two and three pieces, whose tables are made in a second."""
        tables, rng, clock = lg.alquerque.endings(), np.random.default_rng(1), dict(self.clock)
        states = [tables.draw(self.game, 2 + number % 2, rng) for number in range(self.options.endings)]
        score = tables.measure(lambda asked: self.choose(self.rows(asked), seed=1), states)
        self.clock = clock
        return score._asdict()


class Layers(nn.Module):
    """Two layers, then logits of all actions and values of players: a network that C can compute in whole numbers."""

    def __init__(self, inputs: int, width: int, actions: int, values: int):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh())
        self.head = nn.Linear(width, actions + values)
        nn.init.zeros_(self.head.weight)  # nothing is known at first

    def forward(self, observations: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        logits, values = self.head(self.body(observations.flatten(1))).tensor_split([masks.shape[1]], 1)
        return logits.masked_fill(~masks, -1e9), values.tanh()


class Exported(Trainer):
    """The games are played in C, by the network in whole numbers: any game, also with hidden information, chance or
    more than two players. A round is a group of games. Values are for the player to move and then for the others in
    order; with two players the first is enough."""

    def __init__(self, options: argparse.Namespace):
        self.clock = dict.fromkeys(("search", "network", "learning", "rest"), 0.0)
        self.positions = self.simulations = self.fresh = self.round = self.games = self.next = 0
        self.worked = 0.0
        self.game, self.options, self.random = game_of(options), options, np.random.default_rng(options.seed)
        torch.manual_seed(options.seed)
        game, view = self.game, self.game.view("one_hot")
        heads = 1 if game.players == 2 else game.players
        self.network = Layers(math.prod(view.space.shape), options.width, game.num_actions, heads).to(options.device)
        self.optimiser = torch.optim.AdamW(self.network.parameters(), train_alphazero.LEARNING_RATE, weight_decay=1e-4)
        self.memory = train_alphazero.Memory(game, options.memory)
        self.memory.values = np.zeros((options.memory, heads), np.float32)
        self.bind()

    def bind(self) -> None:
        options, how = self.options, {"observation": "one_hot", "autoreset": "disabled", "full_state": True}
        view = lg.vector.make(self.game, 1, opponents=None, threads=options.threads, **how)
        self.view = Timed(view, functools.partial(self.timed, "search"))
        how = {"opening": options.opening, "drawn": options.drawn, "seed": options.seed, "policy": options.policy}
        if options.policy == "puct":  # gumbel has noise of its own
            how["noise"] = options.noise
        self.searches = lg.SelfPlay(
            self.game, options.games, options.simulations, threads=options.threads, first=self.next, value_scale=0.2,
            evaluator=self.exported(), **how,
        )  # fmt: skip

    def exported(self) -> bytes:
        """The network as C computes it; the most frequent values of elements are taken from the last positions."""
        layers = [self.network.body[0], self.network.body[2], self.network.head]
        weights, biases = ([getattr(layer, name).detach().double().cpu().numpy() for layer in layers]
                           for name in ("weight", "bias"))  # fmt: skip
        network = nets.Network(weights, biases, np.tanh(np.arange(nets.ENTRIES) / nets.STEPS))
        view, inputs = self.game.view("one_hot"), weights[0].shape[1]
        space = self.game.observation_spaces[view.encoding]
        parts = self.game.parts(space.name)
        whole = nets.in_whole_numbers(network, np.ones(inputs, bool), np.zeros(inputs), parts, one_hot=True)
        whole = whole._replace(values=self.memory.values.shape[1])
        if rows := min(len(self.memory), 1000):
            seen = self.view.observe(states=self.memory.states[:rows]).observation.reshape(rows, -1)
            whole = nets.with_rest(whole, nets.elements_seen(seen, parts, True, space.dtype), parts, one_hot=True)
        return nets.packed(whole, self.game, view, f"alphazero.py, {self.round} rounds")

    def play(self) -> list[int]:
        """Plays a group of games. Returns their lengths."""
        with self.timed("search"):
            found = self.searches.run()
        self.next, self.fresh = self.searches.next, len(found)
        self.games += found.games
        self.simulations += found.simulations
        order = (found.player[:, None] + np.arange(self.memory.values.shape[1])) % self.game.players
        values = OUTCOME * found.outcomes + (1 - OUTCOME) * found.values
        memory, rows = self.memory, (self.memory.count + np.arange(len(found))) % self.options.memory
        memory.states[rows], memory.policies[rows] = found.states, found.policies
        memory.values[rows] = np.take_along_axis(values, order, 1)
        memory.count += len(found)
        return np.unique(found.numbers, return_counts=True)[1].tolist()

    def learn(self) -> tuple[float, float]:
        losses = super().learn()
        self.searches.use(self.exported())
        return losses

    def think_in(self, states: np.ndarray, seed: int) -> lg.BatchSearch:
        searches = self.trees(len(states), self.options.play, policy="puct", evaluator=self.exported(), leaves=0)
        searches.begin(states, seeds=seed)
        searches.run()
        return searches


def perfection(decisions: list[tuple[lg.State, int]], count: int, command: str) -> dict:
    """Draws --solve of these decisions at random and counts the perfect ones, whose values are the highest with best
    play to the end: among all of them, and among those where the values of actions differ."""
    drawn = [decisions[i] for i in np.random.default_rng(1).permutation(len(decisions))[:count]]
    found = {"decisions": len(drawn), "perfect": 0, "risky": 0, "perfect_of_risky": 0}
    for (_, action), worth in zip(drawn, ask(command, [state for state, _ in drawn]), strict=True):
        best, is_risky = worth[action] == max(worth.values()), min(worth.values()) < max(worth.values())
        found["perfect"] += best
        found["risky"] += is_risky
        found["perfect_of_risky"] += best and is_risky
    return found


def ask(command: str, states: list[lg.State]) -> list[dict[int, float]]:
    """The value of each legal action for the player to move, from a program that reads positions, a line each, and
    writes the values of all actions, a line for each position, with any word for an illegal one. Raises ValueError."""
    words, text = shlex.split(command), "".join(f"{state}\n" for state in states)
    try:
        answers = subprocess.run(words, input=text, capture_output=True, text=True, check=True).stdout.splitlines()
        rows = zip(states, map(str.split, answers), strict=True)
        return [{action: float(answer[action]) for action in state.legal_actions} for state, answer in rows]
    except (OSError, ValueError, IndexError, subprocess.SubprocessError) as error:
        raise ValueError(f"--solver: expected the values of all actions, a line for each position ({error})") from error


def game_of(options: argparse.Namespace) -> lg.Game:
    """Raises ValueError."""
    for path in options.load:
        lg.load(path)
    return lg.make(options.game)


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
    runs.add_usual(parser, threads=1, folder="runs/alphazero")
    add = parser.add_argument_group("self-play").add_argument
    add("--evaluator", choices=("net", "torch"), default="net", help="net (default): two layers, which PyTorch trains "
        "and C computes in whole numbers; torch: convolutions, for two players with perfect information")
    add("--games", type=integer(1, 2**16), help="of a round that C plays (default 64), or abreast, the rows of a call "
        "of the network (torch, default 128)")
    add("--simulations", type=integer(1), default=32, help="for each decision (default 32)")
    add("--policy", choices=("gumbel", "puct"), default="gumbel", help="of the search (default gumbel)")
    add("--noise", type=amount, default=0.25, help="of puct at the root (default 0.25); gumbel adds its own")
    add("--opening", type=integer(0), default=0, metavar="DECISIONS",
        help="at random before each game, at most: needed where good play only leads to ties (default 0)")
    add("--drawn", type=integer(1), default=12, metavar="DECISIONS",
        help="at the beginning of a game, drawn from the search's policy; later ones are its best (default 12)")
    add = parser.add_argument_group("learning").add_argument
    add("--width", type=integer(1, 2**16),
        help="units of a layer (at most 1024, default 128), or filters of a convolution (torch, default 32)")
    add("--blocks", type=integer(0), default=3, help="of two convolutions each (torch; default 3)")
    add("--memory", type=integer(1, 10**8), default=100_000, help="last positions to learn from (default 100,000)")
    add("--reuse", type=integer(1), default=4, help="number of times that each is used, on average (default 4)")
    add = parser.add_argument_group("evaluation").add_argument
    add("--every", type=interval, default=math.inf, metavar="MINUTES", help="(default: only at the end)")
    add("--evaluate", type=integer(0, 2**20), default=0, metavar="GAMES", help="against each of --against (default 0)")
    add("--against", nargs="+", default=["mcts(simulations=1000)"], metavar="PLAYER",
        help="(default mcts(simulations=1000))")
    add("--play", type=integer(0), default=100, help="its simulations in them; 0: the network alone (default 100)")
    add("--endings", type=integer(0, 2**20), default=0, metavar="POSITIONS",
        help="of alquerque in which it decides: shares of kept values and of won endings that it wins (default 0)")
    add("--solver", type=program, metavar="COMMAND", help="finds which of its decisions in them are perfect: see ask()")
    add("--solve", type=integer(1), default=300, metavar="DECISIONS", help="that are drawn for it (default 300)")
    add("--solve-after", type=integer(0), default=8, metavar="DECISIONS", help="of a game, the earliest (default 8)")
    options = parser.parse_args(words)  # fmt: skip
    usual = {"net": (64, 128), "torch": (128, 32)}[options.evaluator]
    for name, value in zip(("games", "width"), usual, strict=True):
        if getattr(options, name) is None:
            setattr(options, name, value)
    if options.evaluator == "net" and options.width > 1024:
        parser.error("--width: expected at most 1024 with --evaluator net")
    return options


def check(options: argparse.Namespace) -> None:
    """Raises ValueError for errors that would otherwise appear only after the training."""
    game = game_of(options)
    if options.endings and game.name != "alquerque":
        raise ValueError(f"--endings: expected alquerque, whose endings have tables, not {game.config}")
    if options.evaluate:  # rather than after the training
        for opponent in options.against:
            lg.Bot(opponent).in_seat(game, 0)
    if options.solver:
        if not options.evaluate:
            raise ValueError("--solver: expected --evaluate as well")
        start = game.new()  # the last position of a random game is solved soon
        ask(options.solver, [start.rollout(limit=max(start.rollout()[1] - 1, 0))[0]])


def judged(trainer: Trainer) -> dict:
    """A line of strength.jsonl."""
    options = trainer.options
    minutes = {"minutes": round(trainer.seconds / 60, 2), "processor_minutes": round(trainer.worked / 60, 2)}
    found = {"round": trainer.round, **minutes, "play": options.play, "against": {}}
    decisions = []
    for opponent in options.against if options.evaluate else []:
        found["against"][opponent], more = trainer.against(opponent)
        decisions += more
    if options.endings:
        found["endings"] = trainer.endings()
    if options.solver:
        found["solved"] = {"after": options.solve_after, **perfection(decisions, options.solve, options.solver)}
    return found


def evaluation(row: dict) -> tuple:
    """Identifies the evaluation of a line of strength.jsonl."""
    return (row["round"], row["play"], sorted(row["against"]), row.get("solved", {}).get("after"),
            row.get("endings", {}).get("decisions"))


def read_lines(path: Path, rounds: int, key: Callable[[dict], tuple]) -> list[dict]:
    """The lines up to a round, the first part of their `key`: later ones than the checkpoint are made again. Raises
    OSError, ValueError."""
    try:
        rows = [json.loads(line) for line in path.read_text().splitlines()]
        return [row for row in rows if key(row)[0] <= rounds]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ValueError(f"{path}: expected a line of JSON for each round ({error!r})") from error


def write_lines(path: Path, rows: list[dict]) -> None:
    runs.replace(path, "".join(json.dumps(row) + "\n" for row in rows).encode())


def train(trainer: Trainer, curve: list[dict], strength: list[dict]) -> None:
    """Trains to the end and writes the results. Raises OSError, ValueError."""
    options, bar = trainer.options, tqdm(desc="rounds", initial=trainer.round, unit="", mininterval=5)
    every = 60 * options.every
    saved, due = trainer.seconds, every * (1 + trainer.seconds // every)
    while True:
        over = trainer.seconds >= 60 * options.minutes or trainer.round >= options.rounds
        judge = (options.evaluate or options.endings) and (over or trainer.seconds >= due)
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


def main() -> None:
    options = parse_arguments()
    torch.set_num_threads(options.threads)
    try:
        check(options)
        with (Exported if options.evaluator == "net" else Trainer).at_work(options) as trainer:
            curve, strength = [], []
            if options.resume:
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
