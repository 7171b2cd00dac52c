"""Trains players of any game from its rules alone, as AlphaZero does, with checkpoints, a learning curve, and
evaluations against players and by a solver. C plays the games with a small network (lg.SelfPlay), which PyTorch trains;
with --evaluator torch it is the loop of examples/python/train_alphazero.py, whose network is larger.

    python alphazero.py alquerque --opening 120 --exploration 0.15 --minutes 20 --evaluate 100 --out runs/alquerque
    python alphazero.py connect_four --load ./connect_four.so --minutes 20 --evaluator torch --out runs/connect_four
    python alphazero.py alquerque --opening 120 --exploration 0.15 --minutes 40 --out runs/alquerque --resume

The folder gets curve.jsonl (a line for each round), strength.jsonl (a line for each evaluation) and checkpoint.pt;
`--resume` continues from there, with the same results as without a stop, to the last digit, on the same machine with
the same number of threads and no GPU. Ctrl-C and SIGTERM save and end. If the program is killed, less than half a
minute of training is lost, since rounds that C plays are saved in pieces; with --evaluator torch up to one round more.
Needs the extra: pip install '.[train]' in a clone.
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
from typing import Any, NamedTuple

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

SAVED = 15.0  # seconds between checkpoints, plus at most one piece of a round:
PIECE = 5.0  # seconds; a game is never divided
ABREAST = 16  # games against --opponents that make a piece


class Usual(NamedTuple):
    """A game's defaults for the default network."""

    observation: str = "one_hot"
    network: str = "layers"
    discount: float = 1.0
    positions: int = 512


USUAL = {
    "alquerque": Usual(discount=0.995, positions=64),
    "amazes": Usual("directions+scaled"),
    "blockdrop": Usual("relative+one_hot", discount=0.995, positions=64),
    "ontherun": Usual("destinations+scaled", "columns", positions=64),
    "snakecore": Usual("directions+scaled", positions=128),
}


class Timed:
    """An object whose methods and properties are timed."""

    def __init__(self, other: Any, timed: Callable):
        self._other, self._timed = other, timed

    def __getattr__(self, name: str) -> Any:
        with self._timed():
            found = getattr(self._other, name)
        return self._timed()(found) if callable(found) else found


class Canonical:
    """An environment whose observations and masks are canonical, and so are policies that are to be learned. Other
    actions have the game's numbers."""

    def __init__(self, view: lg.vector.VectorEnv, shown: lg.vector.VectorEnv):
        self._view, self._shown, self.observe = view, shown, shown.observe
        game = view.game
        self._images = np.stack([game.symmetry_actions(symmetry) for symmetry in range(game.num_symmetries)])

    def __getattr__(self, name: str) -> Any:
        return getattr(self._view, name)

    def images(self, states: np.ndarray) -> np.ndarray:
        """The canonical numbers of all actions in each state."""
        asked = (self._view.game.from_bytes(row.tobytes()) for row in states)
        return self._images[[state.canonical(state.player) for state in asked]]

    def transform(self, symmetries: np.ndarray, states: np.ndarray, policies: np.ndarray) -> Any:
        turned = self._view.transform(symmetries, states, policies=policies)
        canonical = np.zeros_like(policies)
        np.put_along_axis(canonical, self.images(turned.states), turned.policies, 1)
        return turned._replace(policies=canonical)


class Trainer(runs.Trainer, train_alphazero.Learner):
    """The games, the network, the memory, and their progress."""

    PROGRAM = "alphazero.py"
    FREE = ("minutes", "rounds", "device", "out", "resume", "anew", "every", "evaluate", "against", "play", "solve",
            "solve_after", "solver", "endings")  # fmt: skip

    def __init__(self, options: argparse.Namespace):
        self.clock = dict.fromkeys(("search", "network", "learning", "rest"), 0.0)
        self.positions = self.simulations = 0
        self.worked = 0.0  # seconds of CPU time of all threads
        super().__init__(game_of(options), options)

    def bind(self) -> None:
        super().bind()
        options = self.options
        if options.policy == "puct":  # gumbel draws its own noise
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
        how = {"exploration": self.options.exploration} | how
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
        while (row := self.work(runs.Stop())) is None:
            pass
        return row

    is_between_rounds = True

    def work(self, stop: runs.Stop) -> dict | None:
        """Does a part of a round, here a whole one. Returns a line of the curve at the end of a round, otherwise
        None."""
        before, thought = dict(self.clock), self.simulations
        begin, worked = time.perf_counter(), time.process_time()
        lengths = self.play()
        played = time.perf_counter()
        self.clock["rest"] += played - begin - (self.seconds - sum(before.values()))
        clock = dict(self.clock)
        losses = [round(loss, 4) for loss in self.learn()] if len(self.memory) else (None, None)
        self.clock = clock | {"learning": clock["learning"] + time.perf_counter() - played}
        self.worked += time.process_time() - worked
        return self.line(before, thought, lengths, losses)

    def line(self, before: dict, thought: int, lengths: list[int], losses: tuple) -> dict:
        """A line of the curve, at the end of a round."""
        self.positions += self.fresh
        self.round += 1
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
        """The trainer's action in each of these states, by a search of --play simulations; with 0 the network's
        likeliest."""
        if self.options.play == 0:
            return self.rate(states)[0].argmax(1)
        return self.think_in(states, seed).best()

    def rate(self, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The network's logits and values."""
        with torch.inference_mode():
            return tuple(found.cpu().numpy() for found in self.ask(self.view.observe(states=states)))

    def think_in(self, states: np.ndarray, seed: int) -> lg.BatchSearch:
        searches = self.trees(len(states), self.options.play, policy="puct")
        searches.begin(states, seeds=seed)
        self.think(searches)
        return searches

    def against(self, opponent: str) -> tuple[list[int], list[tuple[lg.State, int]]]:
        """Wins, draws and losses, and the trainer's decisions after the first --solve-after of each game. Games begin
        with two random decisions; each beginning is played from all seats, with the opponent in the others."""
        games, decisions, every = self.options.evaluate, [], self.game.players
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
        return [int((outcomes > 0).sum()), int((outcomes == 0).sum()), int((outcomes < 0).sum())], decisions

    def endings(self) -> dict:
        """Measures play in Alquerque's endings of two and three pieces, whose tables are made in a second."""
        tables, rng = lg.alquerque.endings(), np.random.default_rng(1)
        states = [tables.draw(self.game, 2 + number % 2, rng) for number in range(self.options.endings)]
        score = tables.measure(lambda asked: self.choose(self.rows(asked), seed=1), states)
        return score._asdict()


class Layers(nn.Module):
    """Two layers, then logits of all actions and values of players: a network that C can compute in integers. With
    columns the same layers see one column of the observation after the other, such as a city, and rate its actions; a
    value is the mean over the columns with legal actions."""

    def __init__(self, inputs: int, width: int, actions: int, values: int, columns: int = 1):
        super().__init__()
        self.units, self.columns = actions // columns, columns
        self.register_buffer("mean", torch.zeros(inputs))
        self.register_buffer("scale", torch.ones(inputs))
        self.body = nn.Sequential(nn.Linear(inputs, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh())
        self.head = nn.Linear(width, self.units + values)
        nn.init.zeros_(self.head.weight)  # all actions and values are equal at first

    def forward(self, observations: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        rows = len(masks)
        rated = masks.reshape(rows, self.units, self.columns).any(1)
        row, column = rated.nonzero(as_tuple=True)
        seen = observations.reshape(rows, -1, self.columns).transpose(1, 2)[row, column]
        found = self.head(self.body((seen - self.mean) * self.scale))
        logits = found.new_full((rows, self.columns, self.units), -1e9)
        logits[row, column] = found[:, : self.units]
        values = found.new_zeros(rows, found.shape[1] - self.units).index_add(0, row, found[:, self.units :])
        values = values / rated.sum(1, keepdim=True).clamp(min=1)
        return logits.transpose(1, 2).flatten(1).masked_fill(~masks, -1e9), values.tanh()


class Exported(Trainer):
    """Plays in C, with the network in integers: any game, also with hidden information, chance or more than two
    players. A round consists of games and of learning from them, done in parts. Values are for the player to move and
    then for the others in order; with two players the first one suffices."""

    def __init__(self, options: argparse.Namespace):
        self.clock = dict.fromkeys(("search", "network", "learning", "rest"), 0.0)
        self.positions = self.simulations = self.fresh = self.round = self.games = self.next = 0
        self.left = self.steps_left = 0  # in this round: games, and then steps of the optimiser
        self.before, self.thought, self.lengths, self.losses = dict(self.clock), 0, [], []  # of this round
        self.worked = self.pace = 0.0  # pace: seconds of a game
        self.playing = b""  # the network of this round's games, from exported()
        self.game, self.options, self.random = game_of(options), options, np.random.default_rng(options.seed)
        torch.manual_seed(options.seed)
        game, shape = self.game, self.game.view(options.observation).space.shape
        self.columns = shape[-1] if options.network == "columns" else 1
        heads = 1 if game.players == 2 else game.players
        inputs = math.prod(shape) // self.columns
        self.network = Layers(inputs, options.width, game.num_actions, heads, self.columns).to(options.device)
        if options.start:
            self.start_from(start_of(options))
        self.optimiser = torch.optim.AdamW(self.network.parameters(), train_alphazero.LEARNING_RATE, weight_decay=1e-4)
        self.memory = train_alphazero.Memory(game, options.memory)
        self.memory.values = np.zeros((options.memory, heads), np.float32)
        self.bind()

    def bind(self) -> None:
        options = self.options
        words = options.observation.split("+")
        plain = "+".join(word for word in words if word != "canonical")
        how = {"opponents": None, "autoreset": "disabled", "full_state": True, "threads": options.threads}
        view = lg.vector.make(self.game, 1, observation=plain, **how)
        if plain != options.observation:
            view = Canonical(view, lg.vector.make(self.game, 1, observation=options.observation, **how))
        self.view = Timed(view, functools.partial(self.timed, "search"))
        self.searches = None

    def start_from(self, data: bytes) -> None:
        """Takes the layers of such a network, and its values if it has any. Raises ValueError."""
        parts = nets.column_parts(self.game, self.options.observation, self.columns)
        one_hot, wanted = "one_hot" in self.options.observation, self.network.state_dict()
        network, _ = nets.in_numbers(nets.unpacked(data, self.game)[0], parts, one_hot)
        layers = ("body.0", "body.2", "head")
        shapes = [tuple(wanted[f"{layer}.weight"].shape) for layer in layers]
        found = [weights.shape for weights in network.weights]
        units = self.network.units  # of the last layer; those behind are values
        if [*found[:2], found[-1][1]] != [*shapes[:2], shapes[2][1]] or found[-1][0] not in (units, shapes[2][0]):
            raise ValueError(f"--start: expected layers of the shapes {shapes}, not {found}")
        for layer, weights, biases in zip(layers, network.weights, network.biases, strict=True):
            wanted[f"{layer}.weight"][: len(weights)] = torch.from_numpy(weights)
            wanted[f"{layer}.bias"][: len(biases)] = torch.from_numpy(biases)

    def rate(self, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """For the actions of the game, which those of the network may be symmetric to."""
        logits, values = super().rate(states)
        if self.game.view(self.options.observation).canonical:
            logits = np.take_along_axis(logits, self.view.images(states), 1)
        return logits, values

    def exported(self, note: str = "") -> bytes:
        """The network for C; the most frequent values of elements are taken from the last positions."""
        layers = [self.network.body[0], self.network.body[2], self.network.head]
        weights, biases = ([getattr(layer, name).detach().double().cpu().numpy() for layer in layers]
                           for name in ("weight", "bias"))  # fmt: skip
        mean, scale = (getattr(self.network, name).double().cpu().numpy() for name in ("mean", "scale"))
        weights[0] = weights[0] * scale
        biases[0] = biases[0] - weights[0] @ mean
        network = nets.Network(weights, biases, np.tanh(np.arange(nets.ENTRIES) * 4 / nets.ENTRIES))
        words, inputs = self.options.observation, weights[0].shape[1]
        view = self.game.view(words)
        parts, one_hot = nets.column_parts(self.game, words, self.columns), nets.FORMS[view.form - 1] == "one_hot"
        kind = self.game.view(self.game.observation_spaces[view.encoding].name).space.dtype
        elements = np.zeros((1, sum(many for many, *_ in parts)), kind)
        if rows := min(len(self.memory), -(-1000 // self.columns) + 10):
            seen = self.view.observe(states=self.memory.states[:rows]).observation.reshape(rows, -1)
            elements = nets.elements_seen(nets.by_columns(seen, self.columns), parts, one_hot, kind)
        every = np.ones(inputs, bool)
        whole = nets.in_whole_numbers(network, every, np.zeros(inputs), elements, parts, one_hot)
        whole = whole._replace(values=self.memory.values.shape[1])
        return nets.packed(whole, self.game, view, note or f"alphazero.py, {self.round} rounds")

    def settle(self) -> None:
        """Normalises the inputs by their mean and spread in the first positions, unless they are categories."""
        if self.options.start or nets.FORMS[self.game.view(self.options.observation).form - 1] == "one_hot":
            return
        rows = min(len(self.memory), -(-4000 // self.columns) + 10)
        seen = self.view.observe(states=self.memory.states[:rows]).observation.reshape(rows, -1)
        seen = torch.from_numpy(nets.by_columns(seen, self.columns).astype(np.float32))
        self.network.mean.copy_(seen.mean(0))
        self.network.scale.copy_(1 / seen.std(0).clamp(min=0.1))

    def search(self) -> dict:
        """The options of the search that plays the next game: the --teacher's in the first --lessons games, then the
        network's."""
        options = self.options
        if self.next < options.lessons:
            return search_of(options.teacher)
        self.playing = self.playing or self.exported()
        how = {"policy": options.policy, "value_scale": options.value_scale, "evaluator": self.playing}
        how |= {"opponent_model": options.opponent_model, "exploration": options.exploration}
        return how | ({"noise": options.noise} if options.policy == "puct" else {})  # gumbel draws its own noise

    @property
    def is_between_rounds(self) -> bool:
        return not self.left + self.steps_left

    def work(self, stop: runs.Stop) -> dict | None:
        """Does some seconds of a round: games, or steps of the optimiser. A game depends only on its number and the
        network, so the size of the parts makes no difference."""
        options, begin, worked = self.options, time.perf_counter(), time.process_time()
        if self.is_between_rounds:
            self.left, self.fresh, self.lengths, self.losses = options.games, 0, [], []
            self.before, self.thought = dict(self.clock), self.simulations
        if self.left:
            known = self.seconds
            if not (lengths := self.play_with(stop) if options.opponents else self.play_alone(stop)):
                return None
            self.left -= (games := len(lengths))
            self.lengths += lengths
            spent = time.perf_counter() - begin
            self.pace = spent / games
            self.clock["rest"] += spent - (self.seconds - known)
            if not self.left and not self.round:
                self.settle()
            if not self.left:
                self.steps_left = math.ceil(self.fresh * options.reuse / train_alphazero.BATCH)
        else:
            clock, self.playing = dict(self.clock), b""
            while self.steps_left and time.perf_counter() < begin + PIECE and not stop.signal:
                self.losses.append(self.step())
                self.steps_left -= 1
            self.clock = clock | {"learning": clock["learning"] + time.perf_counter() - begin}
        self.worked += time.process_time() - worked
        if not self.is_between_rounds:
            return None
        losses = [round(float(loss), 4) for loss in np.mean(self.losses, axis=0)]
        return self.line(self.before, self.thought, self.lengths, losses)

    def keep(self, states: np.ndarray, policies: np.ndarray, values: np.ndarray, player: np.ndarray) -> None:
        """`values` has a column for each player."""
        memory, rows = self.memory, (self.memory.count + np.arange(len(states))) % self.options.memory
        order = (player[:, None] + np.arange(memory.values.shape[1])) % self.game.players
        memory.states[rows], memory.policies[rows] = states, policies
        memory.values[rows] = np.take_along_axis(values, order, 1)
        memory.count += len(states)
        self.fresh += len(states)

    def worth(self, outcomes: np.ndarray, thought: np.ndarray, left: np.ndarray) -> np.ndarray:
        """The values to be learned, for positions `left` decisions before the end."""
        return OUTCOME * outcomes * (self.options.discount ** left)[:, None] + (1 - OUTCOME) * thought

    def play_alone(self, stop: runs.Stop) -> list[int]:
        """Plays some of the round's games. Returns their lengths, or none if a signal interrupted them; then nothing
        has changed."""
        options, most = self.options, self.left
        if self.next < options.lessons:
            most = min(most, options.lessons - self.next)  # the teacher plays no later game
        games = min(most, max(options.threads, round(PIECE / self.pace) if self.pace else 1))
        how = {"opening": options.opening, "drawn": options.drawn, "seed": options.seed, "threads": options.threads}
        how |= {"positions": options.positions, "first": self.next}
        found = None
        with stop.breaking(), self.timed("search"):
            self.searches = lg.SelfPlay(self.game, games, options.simulations, **how, **self.search())
            found = self.searches.run()
        if found is None:
            return []
        self.next = self.searches.next
        self.games += found.games
        self.simulations += found.simulations
        ends = np.unique(found.numbers)
        last = np.maximum.reduceat(found.decision, np.flatnonzero(np.diff(found.numbers, prepend=-1)))
        left = last[np.searchsorted(ends, found.numbers)] - found.decision
        self.keep(found.states, found.policies, self.worth(found.outcomes, found.values, left), found.player)
        return [found.decisions / games] * games  # only some of their positions are kept

    def play_with(self, stop: runs.Stop) -> list[int]:
        """The same for games with --opponents in all seats but one. Of their decisions only the values are learned."""
        found = None
        with stop.breaking():
            found = self.games_with()
        if found is None:
            return []
        *rows, lengths, thought = found
        self.keep(*rows)
        self.next += len(lengths)
        self.games += len(lengths)
        self.simulations += thought
        return lengths

    def games_with(self) -> tuple:
        """States, policies, values and players of some games, the games' lengths, and the number of simulations."""
        options, every, count = self.options, self.game.players, min(self.left, ABREAST)
        random = np.random.default_rng((options.seed, self.next))
        seats, played, thought = (self.next + np.arange(count)) % every, [], 0
        states = self.new_games(count, random)
        players, rows = self.players(states), np.arange(count)
        lengths, outcomes = np.zeros(count, int), np.zeros((count, every), np.float32)
        searches = None
        while (going := players >= 0).any():
            own = players == seats
            chosen, policies = np.zeros(count, int), np.zeros((count, self.game.num_actions), np.float32)
            values = np.full((count, every), np.nan, np.float32)
            seeds = random.integers(2**63, size=(2, count), dtype=np.uint64)
            if own.any():
                if begins := searches is None:
                    searches = self.trees(count, options.simulations, leaves=0, **self.search())
                searches.begin(states, seeds=seeds[0], which=None if begins else own)
                with self.timed("search"):
                    searches.run()
                    policies[own], values[own] = searches.policy[own], searches.root_values[own]
                    chosen[own], thought = searches.best()[own], thought + int(searches.simulations[own].sum())
                for row in np.flatnonzero(own & (lengths < options.drawn)):
                    chosen[row] = random.choice(self.game.num_actions, p=policies[row] / policies[row].sum())
            if (others := going & ~own).any():
                chosen[others] = self.view.choose(options.opponents, states[others], seed=int(seeds[1, 0]) % 2**62)
            played.append((rows[going], states[going].copy(), policies[going], values[going], players[going]))
            after = self.view.expand(chosen[going], states=states[going])
            lengths[going] += 1
            states[going], players[going] = after.states, after.player
            outcomes[going] = after.outcome
        game, states, policies, values, player = (np.concatenate(part) for part in zip(*played, strict=True))
        made = np.concatenate([np.full(len(part[0]), number) for number, part in enumerate(played)])
        values = np.where(np.isnan(values), outcomes[game], values)
        worth = self.worth(outcomes[game], values, lengths[game] - 1 - made)
        order = np.lexsort((random.random(len(game)) - 0.5 * policies.any(1), game))  # mostly its own decisions
        place = np.arange(len(game)) - np.searchsorted(game[order], game[order])
        kept = np.sort(order[place < options.positions])
        return states[kept], policies[kept], worth[kept], player[kept], lengths.tolist(), thought

    def think_in(self, states: np.ndarray, seed: int) -> lg.BatchSearch:
        searches = self.trees(len(states), self.options.play, policy="puct", evaluator=self.exported(), leaves=0)
        searches.begin(states, seeds=seed)
        searches.run()
        return searches


def search_of(text: str) -> dict:
    """The options of BatchSearch and SelfPlay for this bot, which must be mcts. Raises ValueError."""
    bot = lg.Bot(text)
    if bot.name != "mcts":
        raise ValueError(f"--teacher: expected a search such as mcts(cutoff=0), not {text!r}")
    own = ("simulations", "threads"), {"nodes": 0, "samples": -1, "cutoff": -1}  # these values leave it to the game
    found = {name: value for name, value in bot.parameters.items() if name not in own[0] and own[1].get(name) != value}
    for name in found.keys() & {"exploration", "greedy_prior", "opponent_model", "value_scale"}:
        found[name] /= 100
    found["solver"] = found["solver"] == "on"
    return found


def perfection(decisions: list[tuple[lg.State, int]], count: int, command: str) -> dict:
    """Draws --solve of these decisions at random and counts the perfect ones, whose values with best play to the end
    are the highest: among all of them, and among those where the values of actions differ."""
    drawn = [decisions[i] for i in np.random.default_rng(1).permutation(len(decisions))[:count]]
    found = {"decisions": len(drawn), "perfect": 0, "risky": 0, "perfect_of_risky": 0}
    for (_, action), worth in zip(drawn, ask(command, [state for state, _ in drawn]), strict=True):
        best, is_risky = worth[action] == max(worth.values()), min(worth.values()) < max(worth.values())
        found["perfect"] += best
        found["risky"] += is_risky
        found["perfect_of_risky"] += best and is_risky
    return found


def ask(command: str, states: list[lg.State]) -> list[dict[int, float]]:
    """The value of each legal action for the player to move, from a program that reads positions, one a line, and
    writes a line for each: the values of all actions, with any word for an illegal one. Raises ValueError."""
    words, text = shlex.split(command), "".join(f"{state}\n" for state in states)
    try:
        answers = subprocess.run(words, input=text, capture_output=True, text=True, check=True).stdout.splitlines()
        rows = zip(states, map(str.split, answers), strict=True)
        return [{action: float(answer[action]) for action in state.legal_actions} for state, answer in rows]
    except (OSError, ValueError, IndexError, subprocess.SubprocessError) as error:
        raise ValueError(f"--solver: expected the values of all actions, a line for each position ({error})") from error


def start_of(options: argparse.Namespace) -> bytes:
    """The network that --start names. Raises OSError, ValueError."""
    name = options.game.partition("(")[0]
    data = (nets.NETS / name / "net.bin" if options.start == "net" else Path(options.start)).read_bytes()
    lg.Search(game_of(options), 1, policy="puct", evaluator=data)  # or an error
    return data


def game_of(options: argparse.Namespace) -> lg.Game:
    """Raises ValueError."""
    for path in options.load:
        lg.load(path)
    return lg.make(options.game)


def interval(text: str) -> float:
    if amount(text) == 0:
        raise argparse.ArgumentTypeError(f"expected a number above 0, not {text!r}")
    return float(text)


def share(text: str) -> float:
    return amount(text, 1)


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
    add("--minutes", type=amount, default=20, help="length of the training, without evaluations (default 20)")
    add("--rounds", type=integer(1), default=10**9, help="rounds of training, unless --minutes end it before")
    runs.add_usual(parser, threads=1, folder="runs/alphazero")
    add = parser.add_argument_group("self-play").add_argument
    add("--evaluator", choices=("net", "torch"), default="net", help="net (default): two layers, which PyTorch trains "
        "and C computes in integers; torch: convolutions, for two players with perfect information")
    add("--games", type=integer(1, 2**16), help="games of a round (default 64); with torch: games in parallel, "
        "the rows of one call of the network (default 128)")
    add("--simulations", type=integer(1), default=32, help="simulations of a decision (default 32)")
    add("--policy", choices=("gumbel", "puct"), default="gumbel", help="policy of the search (default gumbel)")
    add("--value-scale", type=amount, default=0.2, help="weight of values against priors (gumbel; default 0.2)")
    add("--exploration", type=amount, help="c of puct, also in evaluations (default 0.3; torch 1.4): less where values "
        "are small because most games end in ties")
    add("--noise", type=amount, default=0.25, help="share of noise at the root (puct; default 0.25)")
    add("--opening", type=integer(0), default=0, metavar="DECISIONS",
        help="most random decisions before each game, needed where good play only leads to ties (default 0)")
    add("--drawn", type=integer(1), default=12, metavar="DECISIONS",
        help="first decisions of a game, drawn from the search's policy; later ones are its best (default 12)")
    add = parser.add_argument_group("self-play in C").add_argument
    add("--start", metavar="FILE", help="network to start from, as script/net writes it, or net: the library's (default: "
        "one that knows nothing)")
    add("--positions", type=integer(1, 2**16), help="most positions of a game to learn from (default: the game's)")
    add("--opponents", metavar="BOT", help="plays all seats but one of every game, in rotation (default: self-play)")
    add("--opponent-model", type=share, default=0.0, help="share of the others' decisions in the tree that greedy "
        "makes (default 0)")
    add("--lessons", type=integer(0), default=0, metavar="GAMES", help="first games, played by --teacher (default 0)")
    add("--teacher", default="mcts(cutoff=0,policy=gumbel)", metavar="BOT",
        help="a search (default mcts(cutoff=0,policy=gumbel), with the game's evaluation)")
    add = parser.add_argument_group("learning").add_argument
    add("--observation", help="input of the network (default: the game's, see USUAL in the file)")
    add("--network", choices=("layers", "columns"), help="columns: each column of the observation, such as a city, is "
        "rated separately (default: the game's)")
    add("--discount", type=share, help="factor of a game's result for each decision before its end "
        "(default: the game's, or 1)")
    add("--width", type=integer(1, 2**16),
        help="units of a layer (at most 1024, default 128), or filters of a convolution (torch, default 32)")
    add("--blocks", type=integer(0), default=3, help="blocks of two convolutions (torch; default 3)")
    add("--memory", type=integer(1, 10**8), default=100_000, help="last positions to learn from (default 100,000)")
    add("--reuse", type=integer(1), default=4, help="mean number of uses of a position (default 4)")
    add = parser.add_argument_group("evaluation").add_argument
    add("--every", type=interval, default=math.inf, metavar="MINUTES",
        help="time between evaluations (default: one at the end)")
    add("--evaluate", type=integer(0, 2**20), default=0, metavar="GAMES",
        help="games against each of --against (default 0)")
    add("--against", nargs="+", default=["mcts(simulations=1000)"], metavar="PLAYER",
        help="opponents (default mcts(simulations=1000))")
    add("--play", type=integer(0), default=100, help="the trainer's simulations; 0: the network alone (default 100)")
    add("--endings", type=integer(0, 2**20), default=0, metavar="POSITIONS",
        help="endings of alquerque to play: shares of values kept and of won positions won (default 0)")
    add("--solver", type=program, metavar="COMMAND", help="program that finds the perfect decisions: see ask()")
    add("--solve", type=integer(1), default=300, metavar="DECISIONS", help="decisions drawn for it (default 300)")
    add("--solve-after", type=integer(0), default=8, metavar="DECISIONS",
        help="first decisions of a game, left out (default 8)")
    options = parser.parse_args(words)  # fmt: skip
    usual = {"net": (64, 128, 0.3), "torch": (128, 32, 1.4)}[options.evaluator]
    for name, value in zip(("games", "width", "exploration"), usual, strict=True):
        if getattr(options, name) is None:
            setattr(options, name, value)
    if options.evaluator == "net" and options.width > 1024:
        parser.error("--width: expected at most 1024 with --evaluator net")
    if options.start and options.evaluator == "net" and not options.observation:
        try:
            options.observation = nets.observation_of(start_of(options))
        except (OSError, ValueError) as error:
            parser.error(f"--start: {error}")
    elif options.start and options.evaluator == "torch":
        parser.error("--start: expected --evaluator net")
    for name, value in USUAL.get(options.game.partition("(")[0], Usual())._asdict().items():
        if getattr(options, name) is None:
            setattr(options, name, value)
        elif options.evaluator == "torch":
            parser.error(f"--{name}: expected --evaluator net")
    return options


def check(options: argparse.Namespace) -> None:
    """Raises ValueError for errors that would otherwise appear only after the training."""
    game = game_of(options)
    if options.endings and game.name != "alquerque":
        raise ValueError(f"--endings: expected alquerque, whose endings have tables, not {game.config}")
    if options.evaluator == "net":
        view = nets.check(game, options.network, options.observation)
        if options.network == "columns" and (view.form != 1 or game.num_actions % view.space.shape[-1]):
            raise ValueError(f"--network: expected layers, since {options.observation} has no column for each action")
        if options.lessons:
            search_of(options.teacher)
        if options.opponents:
            lg.Bot(options.opponents).in_seat(game, 0)
    if options.evaluate:
        for opponent in options.against:
            lg.Bot(opponent).in_seat(game, 0)
    if options.solver:
        if not options.evaluate:
            raise ValueError("--solver: expected --evaluate as well")
        start = game.new()  # the last position of a random game is solved quickly
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
    """The lines up to this round, the first part of their `key`; lines later than the checkpoint are made again. Raises
    OSError, ValueError."""
    try:
        rows = [json.loads(line) for line in path.read_text().splitlines()]
        return [row for row in rows if key(row)[0] <= rounds]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ValueError(f"{path}: expected a line of JSON for each round ({error!r})") from error


def write_lines(path: Path, rows: list[dict]) -> None:
    runs.replace(path, "".join(json.dumps(row) + "\n" for row in rows).encode())


def train(trainer: Trainer, curve: list[dict], strength: list[dict], stop: runs.Stop) -> None:
    """Trains to the end or to the first signal, and writes the files meanwhile. Raises OSError, ValueError."""
    options, bar = trainer.options, tqdm(desc="rounds", initial=trainer.round, unit="", mininterval=5)
    every = 60 * options.every
    saved, due = time.monotonic(), every * (1 + trainer.seconds // every)
    while True:
        between, seconds = trainer.is_between_rounds, trainer.seconds
        over = between and (seconds >= 60 * options.minutes or trainer.round >= options.rounds)
        judge = between and (over or seconds >= due) and (options.evaluate or options.endings)
        if over or judge or stop.signal or time.monotonic() - saved >= SAVED:
            write_lines(options.out / "curve.jsonl", curve)
            write_lines(options.out / "strength.jsonl", strength)
            trainer.save(options.out / "checkpoint.pt")
            saved = time.monotonic()
        if stop.signal:
            break
        if judge:
            clock = dict(trainer.clock)
            with stop.breaking():
                new = judged(trainer)
                strength = [row for row in strength if evaluation(row) != evaluation(new)] + [new]
                write_lines(options.out / "strength.jsonl", strength)
                tqdm.write(json.dumps(strength[-1]))
            trainer.clock = clock  # evaluations do not count
            due = every * (1 + trainer.seconds // every)
            if stop.signal:
                continue
        if over:
            break
        if row := trainer.work(stop):
            curve.append(row)
            bar.update()
            shown = ("games", "policy_loss", "value_loss", "simulations")
            bar.set_postfix({name: row[name] for name in shown}, refresh=False)
    bar.close()


def main() -> None:
    options = parse_arguments()
    torch.set_num_threads(options.threads)
    try:
        check(options)
        with runs.Stop() as stop, (Exported if options.evaluator == "net" else Trainer).at_work(options) as trainer:
            curve, strength = [], []
            if options.resume:
                curve = read_lines(options.out / "curve.jsonl", trainer.round, lambda row: (row["round"],))
                strength = read_lines(options.out / "strength.jsonl", trainer.round, evaluation)
            train(trainer, curve, strength, stop)
    except (ValueError, OSError, MemoryError) as error:
        sys.exit(f"error: {error}")
    except KeyboardInterrupt:
        sys.exit(130)  # the last checkpoint is complete
    rate, total = trainer.simulations / max(trainer.seconds, 1e-9), max(trainer.seconds, 1e-9)
    if stop.signal:
        print("saved; --resume continues from here", file=sys.stderr)
        sys.exit(128 + stop.signal)
    shares = ", ".join(f"{part} {seconds / total:.1%}" for part, seconds in trainer.clock.items())
    minutes = f"{trainer.seconds / 60:.1f} minutes"
    print(f"{trainer.round} rounds, {trainer.games} games, {trainer.positions} positions in {minutes}")
    print(f"of the time: {shares}; {rate:,.0f} simulations a second, learning included")


if __name__ == "__main__":
    main()
