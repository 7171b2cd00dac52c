"""Makes the networks of the bot `net` from checkpoints of ppo.py, or of alphazero.py, which have values: whole numbers,
at most 500 KB for a game.

    script/net runs/alquerque                         a folder with a checkpoint.pt, or several: one for each game
    script/net runs/mine/checkpoint.pt --out mine.bin for another game or configuration script/net --show how the
    networks of the library were made script/net --rest alquerque the elements at rest in the library's network, found
    again script/net --values alquerque --out mine.bin the same network, with values of positions for searches

Without --out it replaces libgames/games/NAME/net.bin, which the next build of the library includes. libgames/game/net.h
describes the file. The checkpoint's scale of the inputs becomes part of the weights. Inputs that do not vary in games
of the network against itself become part of the biases; if the network would be too large, so do the least important
ones. Finally it counts the positions of these games in which the whole numbers choose the same action as the
checkpoint's network.
"""

import argparse
import importlib.util
import struct
import sys
import zlib
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import libgames as lg
import numpy as np
from common import whole
from libgames._files import check_file, write_file

ROOT = Path(__file__).resolve().parents[1]
TRAINERS = ROOT / "examples/training"
NETS = ROOT / "libgames/games"

MOST_BYTES = 500_000
ONE = 4096  # inputs and activations are in such parts
STEPS = 256  # the activation is tabled in such steps,
ENTRIES = 1024  # of them
LOGIT = 65536
LAYERS = 6
MOST = 2**31 - 1
FORMS = ("scaled", "one_hot")  # from 1 on, as in lg_form
KINDS = ("layers", "columns")  # networks of ppo.py that can be exported


# ---- the network of a checkpoint ----


def trainer_module(name: str = "ppo") -> ModuleType:
    file = TRAINERS / f"{name}.py"
    if name in sys.modules and sys.modules[name].__file__ == str(file):
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, file)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def read(path: Path):
    """The trainer of a checkpoint. Raises OSError, ValueError."""
    reasons = []
    for name, kind in (("ppo", "Trainer"), ("alphazero", "Exported")):
        try:
            return getattr(trainer_module(name), kind).read(path)[0]
        except ValueError as error:
            reasons.append(str(error).partition(f"{name}.py ")[2])
    raise ValueError(f"{path}: expected a checkpoint of ppo.py, or of alphazero.py with --evaluator net {reasons[0]}")


def check(game: lg.Game, network: str, words: str):
    """The view of the observations of a network that can be exported. Raises ValueError for others."""
    view = game.view(words)
    if network not in KINDS:
        raise ValueError("expected a network of layers or columns (ppo.py --network layers, or columns)")
    if not 1 <= view.form <= len(FORMS):
        raise ValueError(f"{words}: expected an observation in one of the forms {', '.join(FORMS)}")
    return view


class Network(NamedTuple):
    """Layers of numbers; the first one takes the observation unchanged."""

    weights: list[np.ndarray]  # each [units, units before]
    biases: list[np.ndarray]
    activation: np.ndarray  # of 0, 1/256, ...


def network_of(player, shape: tuple[int, ...], columns: int) -> Network:
    """The policy's layers. The scale of its inputs is found by calling the function that applies it."""
    import torch
    from torch import nn

    linear = [layer for layer in player.body if isinstance(layer, nn.Linear)] + [player.policy]
    seen = []
    hook = player.body.register_forward_pre_hook(lambda _, inputs: seen.append(inputs[0]))
    ends = torch.stack([torch.zeros(shape), torch.ones(shape)])
    with torch.no_grad():
        player(ends, torch.ones(2, player.policy.out_features * columns, dtype=torch.bool))
    hook.remove()
    at_0, *_, at_1 = seen[0].flatten(1).double().numpy()
    between = [layer for layer in player.body if not isinstance(layer, (nn.Linear, nn.Flatten))]
    if len(between) != len(linear) - 1 or len({type(layer) for layer in between}) != 1:
        raise ValueError("expected layers with the same activation between them")
    weights = [layer.weight.detach().double().numpy() for layer in linear]
    biases = [layer.bias.detach().double().numpy() for layer in linear]
    biases[0] = biases[0] + weights[0] @ at_0
    weights[0] = weights[0] * (at_1 - at_0)
    steps = torch.arange(ENTRIES).double() / STEPS
    with torch.no_grad():
        activation, mirrored, last = between[0](steps), between[0](-steps), between[0](1e6 * torch.ones(1).double())
    if not torch.allclose(activation, -mirrored) or (last - activation[-1]).abs() > 0.01 or activation.abs().max() > 7:
        raise ValueError(f"expected an odd activation that is level from 4 on, not {between[0]}")
    return Network(weights, biases, activation.numpy())


def by_columns(observations: np.ndarray, columns: int) -> np.ndarray:
    """[positions, inputs x columns] as the network's inputs, [positions x columns, inputs]."""
    return observations.reshape(len(observations), -1, columns).swapaxes(1, 2).reshape(len(observations) * columns, -1)


# ---- whole numbers ----


class Whole(NamedTuple):
    """A network in whole numbers, as libgames/game/net.h describes it."""

    rows: np.ndarray  # of each input, from 1 on; 0: none
    gains: np.ndarray
    multipliers: list[np.ndarray]
    biases: list[np.ndarray]
    shifts: list[int]
    weights: list[np.ndarray]  # int8: [rows, units], then [units, units before]
    activation: np.ndarray
    values: int = 0  # units of the last layer behind the actions
    rest: np.ndarray | None = None  # the most frequent value of each element of a column; None: 0, no category


def multiplier(factor: np.ndarray) -> tuple[np.ndarray, int]:
    """Whole numbers and a shift that represent these factors."""
    shift = int(np.clip(np.floor(np.log2(MOST / factor.max())), 1, 62))
    return np.rint(factor * 2.0**shift).astype(np.int64), shift


def most_at_once(gains: np.ndarray, parts: Sequence[tuple[int, int, int]], one_hot: bool) -> float:
    """The largest sum of gains of inputs: of an element's categories one counts."""
    total, first = 0.0, 0
    for count, categories, _ in parts:
        planes = categories if one_hot and categories else 1
        total += gains[first : first + count * planes].reshape(planes, count).max(0).sum()
        first += count * planes
    return total


def in_whole_numbers(network: Network, keep: np.ndarray, at_rest: np.ndarray, parts: Sequence, one_hot: bool) -> Whole:
    """`keep` are the inputs with rows; the others count as their values `at_rest`."""
    first = network.weights[0]
    bias = network.biases[0] + first[:, ~keep] @ at_rest[~keep]
    gains = np.where(keep, np.abs(first).max(0), 0) / 127
    bits = int(np.floor(np.log2(MOST / (127.5 * most_at_once(gains, parts, one_hot) + np.abs(bias).max() + 1e-9))))
    gains = np.rint(gains * 2.0**bits).astype(np.int64)
    keep = gains > 0
    weights = np.rint(first[:, keep] * 2.0**bits / gains[keep]).clip(-127, 127).T
    scale, shift = multiplier(np.full(len(bias), STEPS / 2.0**bits))
    result = Whole(np.cumsum(keep) * keep, gains[keep], [scale], [np.rint(bias * 2.0**bits).astype(np.int64)], [shift],
                   [weights.astype(np.int8)], np.rint(network.activation * ONE).astype(np.int64))  # fmt: skip
    for number in range(1, len(network.weights)):
        weights, bias = network.weights[number], network.biases[number]
        unit = np.abs(weights).max(1).clip(1e-9) / 127
        scale, shift = multiplier(unit / ONE * (LOGIT if number == len(network.weights) - 1 else STEPS))
        result.weights.append(np.rint(weights / unit[:, None]).astype(np.int8))
        result.biases.append(np.rint(bias / unit * ONE).clip(-MOST / 2, MOST / 2).astype(np.int64))
        result.multipliers.append(scale)
        result.shifts.append(shift)
    return result


def rounded(product: np.ndarray, shift: int) -> np.ndarray:
    """Divided by 2^shift, halves away from 0."""
    return np.sign(product) * ((np.abs(product) + (1 << (shift - 1))) >> shift)


def first_values(net: Whole, seen: np.ndarray) -> np.ndarray:
    """The number of times that each input's row is added, for inputs [positions, inputs]."""
    seen = seen[:, net.rows > 0].astype(np.float64)
    return rounded((np.sign(seen) * np.floor(np.abs(seen) * ONE + 0.5)).astype(np.int64) * net.gains, 12)


def view_of(elements: np.ndarray, parts: Sequence[tuple[int, int, int]], one_hot: bool) -> np.ndarray:
    """A column of an observation in the form of a network's inputs."""
    made, first = [], 0
    for count, categories, size in parts:
        part = elements[first : first + count].astype(np.int64)
        first += count
        if one_hot and categories:
            made.append((np.arange(categories)[:, None] == part).astype(np.float32).ravel())
        else:
            scale = np.float32(categories - 1 if categories else size)
            made.append(np.clip(part.astype(np.float32) / scale, -1, 1))
    return np.concatenate(made)


def elements_seen(seen: np.ndarray, parts: Sequence[tuple[int, int, int]], one_hot: bool, kind: np.dtype) -> np.ndarray:
    """The elements that give these inputs, [positions, elements of a column]: the inverse of view_of."""
    made, first = [], 0
    for count, categories, size in parts:
        opens = one_hot and categories > 0
        planes = categories if opens else 1
        part = seen[:, first : first + count * planes].reshape(len(seen), planes, count)
        first += count * planes
        scale = categories - 1 if categories else size
        made.append(part.argmax(1) if opens else np.rint(part[:, 0].astype(np.float64) * scale))
    return np.concatenate(made, 1).astype(kind)


def with_rest(net: Whole, elements: np.ndarray, parts: Sequence[tuple[int, int, int]], one_hot: bool) -> Whole:
    """The same network, starting from the most frequent value of each element: it adds rows only for other values. The
    values are found in `elements` [positions, elements of a column]; `parts` are the parts of a column."""
    low, high = int(elements.min()), int(elements.max())
    counts = np.stack([(elements == value).sum(0) for value in range(low, high + 1)])
    rest = (counts.argmax(0) + low).astype(elements.dtype)

    def sums(elements: np.ndarray | None) -> np.ndarray:
        if elements is None:
            return np.zeros(len(net.biases[0]), np.int64)
        return (first_values(net, view_of(elements, parts, one_hot)[None]) @ net.weights[0].astype(np.int64))[0]

    bias = net.biases[0] + sums(rest) - sums(net.rest)
    return net._replace(rest=rest, biases=[(bias + 2**31) % 2**32 - 2**31, *net.biases[1:]])


def activated(net: Whole, values: np.ndarray) -> np.ndarray:
    return np.sign(values) * net.activation[np.minimum(np.abs(values), ENTRIES - 1)]


def whole_layers(net: Whole, observations: np.ndarray, columns: int = 1) -> list[np.ndarray]:
    """The outputs of each layer of a network without elements at rest, [positions x columns, units], as in the library.
    Sums are below 2^53, so floating point adds them exactly."""
    values, layers = first_values(net, by_columns(observations, columns)), []
    for number, weights in enumerate(net.weights):
        sums = values.astype(np.float64) @ (weights if number == 0 else weights.T).astype(np.float64)
        values = rounded((sums.astype(np.int64) + net.biases[number]) * net.multipliers[number], net.shifts[number])
        if number < len(net.weights) - 1:
            values = activated(net, values)
        layers.append(values)
    return layers


def whole_logits(net: Whole, observations: np.ndarray, columns: int = 1) -> np.ndarray:
    logits = whole_layers(net, observations, columns)[-1]
    return logits.reshape(len(observations), columns, -1).swapaxes(1, 2).reshape(len(observations), -1)


def packed(net: Whole, game: lg.Game, view, text: str) -> bytes:
    """The bytes of libgames/game/net.h."""

    def section(numbers: np.ndarray | bytes, kind: str = "") -> bytes:
        data = numbers if isinstance(numbers, bytes) else np.ascontiguousarray(numbers).astype(kind).tobytes()
        return data + bytes(-len(data) % 4)

    layers = len(net.weights)
    widths = [len(bias) for bias in net.biases] + [0] * (LAYERS - layers)
    note = text.encode()
    numbers = (game.type.version, view.form, int(view.canonical), len(net.rows), len(net.gains), layers, *widths,
               *net.shifts, *[0] * (LAYERS - layers), len(note))  # fmt: skip
    name = game.observation_spaces[view.encoding].name.encode()
    rest = b"" if net.rest is None else net.rest.astype(net.rest.dtype.newbyteorder("<")).tobytes()
    head = struct.pack("<19I32s2I", *numbers, name, net.values, len(rest))
    body = [section(note), section(rest), section(net.activation, "<i2"), section(net.rows, "<u2")]
    body.append(section(net.gains, "<i4"))
    for scale, bias in zip(net.multipliers, net.biases, strict=True):
        body += [section(scale, "<i4"), section(bias, "<i4")]
    data = head + b"".join(body + [section(weights, "i1") for weights in net.weights])
    return struct.pack("<4s3I", b"LGNT", 2, 16 + len(data), zlib.adler32(data)) + data


def unpacked(data: bytes, game: lg.Game) -> tuple[Whole, str, str]:
    """The network of such bytes, of format 1 or 2, its observation in words, and its text."""
    (version,) = struct.unpack_from("<I", data, 4)
    form, canonical, inputs, rows, layers = struct.unpack_from("<5I", data, 20)
    widths, shifts = struct.unpack_from("<6I", data, 40)[:layers], struct.unpack_from("<6I", data, 64)[:layers]
    (length,), name = struct.unpack_from("<I", data, 88), data[92:124].rstrip(b"\0").decode()
    words, at = "+".join([name, FORMS[form - 1], *["canonical"] * canonical]), 124 if version == 1 else 132

    def section(kind: str, *shape: int) -> np.ndarray:
        nonlocal at
        numbers = np.frombuffer(data, kind, int(np.prod(shape)), at).reshape(shape)
        at += -(-numbers.nbytes // 4) * 4
        return numbers.astype(np.int64) if numbers.itemsize > 1 else numbers

    text = section("u1", length).tobytes().decode()
    rest, kind = None, game.view(name).space.dtype
    values, size = struct.unpack_from("<2I", data, 124) if version > 1 else (0, 0)
    if size:
        rest = section("u1", size).view(kind.newbyteorder("<")).astype(kind)
    activation, places, gains = section("<i2", 1024), section("<u2", inputs), section("<i4", rows)
    numbers = [(section("<i4", width), section("<i4", width)) for width in widths]
    weights = [section("i1", *shape) for shape in zip((rows, *widths[1:]), (widths[0], *widths[:-1]), strict=True)]
    multipliers, biases = ([pair[i] for pair in numbers] for i in (0, 1))
    return Whole(places, gains, multipliers, biases, list(shifts), weights, activation, values, rest), words, text


# ---- positions ----


def positions(trainer, count: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Observations [count, inputs], masks and choices in games of the network against itself; in half of the games half
    of the actions are random, in the others one of ten."""
    game, words = trainer.envs.game, trainer.options.observation
    envs = lg.vector.make(game, 64, opponents=None, observation=words, autoreset="same_step", seed=seed)
    random = np.random.default_rng(seed)
    chance = np.where(np.arange(64) % 2, 0.5, 0.1)
    seen, masks, choices = [], [], []
    observations, infos = envs.reset()
    for _ in range(-(-count // 64)):
        mask = infos["action_mask"].astype(bool)
        best = trainer.player.likeliest(observations, mask)
        for kept, row in ((seen, observations.reshape(64, -1)), (masks, mask), (choices, best)):
            kept.append(row)
        actions = np.where(random.random(64) < chance, envs.sample(), best)
        observations, _, _, _, infos = envs.step(actions)
    return np.concatenate(seen), np.concatenate(masks), np.concatenate(choices)


def elements_of(state: lg.State, words: str) -> np.ndarray:
    """[columns or 1, elements]: the observation of the player to move, unscaled."""
    return state.observation(name="+".join(word for word in words.split("+") if word not in FORMS))


def column_parts(game: lg.Game, words: str, columns: int) -> list[tuple[int, int, int]]:
    name = game.observation_spaces[game.view(words).encoding].name
    return [(many // columns, *rest) for many, *rest in game.parts(name)]


def rest_again(path: Path, game: lg.Game, count: int, seed: int) -> bytes:
    """The network of the library in a file, with the elements at rest that are usual in its games."""
    net, words, text = unpacked(path.read_bytes(), game)
    columns = game.num_actions // (len(net.biases[-1]) - net.values)
    envs = lg.vector.make(game, 64, opponents=None, observation=words, autoreset="same_step", seed=seed, full_state=True)
    random, seen = np.random.default_rng(seed), []
    envs.reset()
    for _ in range(-(-count // 64)):
        seen += [by_columns(elements_of(envs.state(slot), words)[None], columns) for slot in range(64)]
        envs.step(np.where(random.random(64) < 0.2, envs.sample(), envs.choose("net", seed=seed)))
    one_hot = "one_hot" in words
    net = with_rest(net, np.concatenate(seen), column_parts(game, words, columns), one_hot)
    return packed(net, game, game.view(words), text)


# ---- values ----


class Games(NamedTuple):
    """Positions of whole games, a row each: the observation of the player to move, its mask, and the outcomes for it
    and then for the players after it."""

    observations: np.ndarray
    masks: np.ndarray
    outcomes: np.ndarray
    numbers: np.ndarray  # of the games


def games_of(game: lg.Game, words: str, count: int, seed: int) -> Games:
    """From games of the bot `net` against itself, with occasional random actions."""
    envs = lg.vector.make(game, 64, opponents=None, observation=words, autoreset="disabled", seed=seed, full_state=True)
    random, kept = np.random.default_rng(seed), []
    for begun in range(0, count, 64):
        observations, infos = envs.reset(seed=seed + begun)
        going, rows = np.ones(64, bool), []
        while going.any():
            slots, mask = np.flatnonzero(going), infos["action_mask"].astype(bool)
            players = infos["player"][slots]
            rows.append((observations[slots].reshape(len(slots), -1).copy(), mask[slots], slots, players))
            actions = np.where(random.random(64) < 0.15, envs.sample(), envs.choose("net", seed=seed))
            observations, _, terminated, truncated, infos = envs.step(np.maximum(actions, 0), going)
            going &= ~(terminated | truncated)
        outcomes = np.array([envs.state(slot).outcome for slot in range(64)])
        for seen, mask, slots, players in rows:
            after = (players[:, None] + np.arange(game.players)) % game.players
            kept.append((seen, mask, outcomes[slots[:, None], after], begun + slots))
    return Games(*(np.concatenate(parts) for parts in zip(*kept, strict=True)))


def fitted(hidden: np.ndarray, outcomes: np.ndarray) -> tuple[np.ndarray, float]:
    """Weights and a bias whose hyperbolic tangent is nearest to the outcomes (Gauss-Newton, with a ridge)."""
    inputs = np.column_stack([hidden, np.ones(len(hidden))])
    weights, ridge = np.zeros(inputs.shape[1]), 1e-3 * len(inputs) * np.eye(inputs.shape[1])
    for _ in range(30):
        value = np.tanh(inputs @ weights)
        slopes = (1 - value**2)[:, None] * inputs
        step = np.linalg.solve(slopes.T @ slopes + ridge, slopes.T @ (outcomes - value) - ridge @ weights)
        weights = weights + step / max(1.0, 4 * np.abs(inputs @ step).max() / 10)
    return weights[:-1], float(weights[-1])


def with_values(path: Path, game: lg.Game, count: int, seed: int) -> tuple[bytes, str]:
    """The network of the library in a file, with values fitted to games of the network against itself; a tenth of these
    games tests them. One value for two players, whose outcomes are opposite, otherwise one for each."""
    net, words, text = unpacked(path.read_bytes(), game)
    columns, made = game.num_actions // (len(net.biases[-1]) - net.values), []
    actions = game.num_actions // columns
    found = games_of(game, words, count, seed)
    heads = 1 if game.players == 2 else game.players
    plain = net if net.rest is None else without_rest(net, column_parts(game, words, columns), "one_hot" in words)
    hidden = np.concatenate([
        means(whole_layers(plain, part, columns)[-2], mask, columns)
        for part, mask in zip(*(np.array_split(one, len(one) // 1024 + 1) for one in found[:2]), strict=True)
    ])  # fmt: skip
    kept, test = found.numbers % 10 != 0, found.numbers % 10 == 0
    for head in range(heads):
        made.append(fitted(hidden[kept] / ONE, found.outcomes[kept, head]))
    weights = np.array([weight for weight, _ in made])
    unit = np.abs(weights).max(1).clip(1e-9) / 127
    shift = net.shifts[-1]
    old = net.multipliers[-1][:actions] / 2.0**shift
    scale, shift = multiplier(np.concatenate([old, unit / ONE * LOGIT]))
    rows = np.rint(weights / unit[:, None]).astype(np.int8)
    biases = np.rint(np.array([bias for _, bias in made]) / unit * ONE).astype(np.int64)
    net = net._replace(
        values=heads,
        weights=[*net.weights[:-1], np.concatenate([net.weights[-1][:actions], rows])],
        biases=[*net.biases[:-1], np.concatenate([net.biases[-1][:actions], biases])],
        multipliers=[*net.multipliers[:-1], scale],
        shifts=[*net.shifts[:-1], shift],
    )
    exact = np.tanh(hidden[test] / ONE @ weights.T + [bias for _, bias in made])
    sums = np.rint(hidden[test]).astype(np.int64) @ rows.T.astype(np.int64) + biases
    whole = activated(net, rounded(rounded(sums * scale[actions:], shift), 8)) / ONE
    wrong, without = (((value - found.outcomes[test, :heads]) ** 2).mean() for value in (whole, 0))
    line = f"values of {count} games: in others an error of {wrong:.3f} in the mean square, {without:.3f} without them, "
    line += f"and {np.abs(whole - exact).mean():.4f} by rounding"
    return packed(net, game, game.view(words), f"{text.partition('; values of')[0]}; {line}"), line


def without_rest(net: Whole, parts: Sequence[tuple[int, int, int]], one_hot: bool) -> Whole:
    seen = first_values(net, view_of(net.rest, parts, one_hot)[None]) @ net.weights[0].astype(np.int64)
    bias = (net.biases[0] - seen[0] + 2**31) % 2**32 - 2**31
    return net._replace(rest=None, biases=[bias, *net.biases[1:]])


def means(hidden: np.ndarray, masks: np.ndarray, columns: int) -> np.ndarray:
    """Of columns with a legal action."""
    open_ = masks.reshape(len(masks), -1, columns).any(1)
    return (hidden.reshape(len(masks), columns, -1) * open_[:, :, None]).sum(1) / open_.sum(1)[:, None]


def kept(network: Network, seen: np.ndarray, room: int) -> np.ndarray:
    """The inputs that vary; if they are too many, those that change the first layer most."""
    weight = np.where(seen.min(0) < seen.max(0), seen.std(0) * np.linalg.norm(network.weights[0], axis=0), 0)
    keep = weight > 0
    if keep.sum() > room:
        keep[np.argsort(-weight, kind="stable")[room:]] = False
    return keep


def export(trainer, count: int, seed: int, command: str = "") -> tuple[bytes, str]:
    """The bytes of the network, and a line about it."""
    game, words = trainer.envs.game, trainer.options.observation
    view = check(game, trainer.options.network, words)
    columns = game.num_actions // trainer.player.policy.out_features
    network = network_of(trainer.player, trainer.observations.shape[1:], columns)
    parts = [(many // columns, *rest) for many, *rest in game.parts(game.observation_spaces[view.encoding].name)]
    seen, masks, wanted = positions(trainer, count, seed)
    rows = by_columns(seen, columns)
    note = f"{command}: " if command else ""
    note += f"{trainer.steps} decisions in {trainer.seconds:.0f} s of {trainer.envs!r}"
    sizes = [len(bias) for bias in network.biases]
    one_hot = FORMS[view.form - 1] == "one_hot"
    kind = game.view(game.observation_spaces[view.encoding].name).space.dtype
    fixed = 200 + sum(many for many, *_ in parts) * kind.itemsize + len(note.encode())
    fixed += 2 * ENTRIES + 2 * rows.shape[1] + 8 * sum(sizes)
    fixed += sum(weights.size + 4 for weights in network.weights[1:])
    keep = kept(network, rows, (MOST_BYTES - fixed) // (sizes[0] + 4))
    net = in_whole_numbers(network, keep, rows.mean(0), parts, one_hot)
    same = np.concatenate([
        np.where(mask, whole_logits(net, part, columns), -(2**62)).argmax(1) == best
        for part, mask, best in zip(*(np.array_split(one, len(one) // 1024 + 1) for one in (seen, masks, wanted)))
    ])  # fmt: skip
    open_ = masks.sum(1) > 1
    share = f"chooses as the checkpoint in {same[open_].mean():.2%} of {open_.sum()} positions"
    net = with_rest(net, elements_seen(rows, parts, one_hot, kind), parts, one_hot)
    data = packed(net, game, view, f"{note}; {share}")
    if len(data) > MOST_BYTES:
        raise ValueError(f"{len(data)} bytes are more than {MOST_BYTES}")
    return data, f"{len(data)} bytes, {len(net.gains)} of {len(net.rows)} inputs; {share}"


def export_learnt(trainer, count: int, seed: int, command: str = "") -> tuple[bytes, str]:
    """The same for alphazero.py, in positions of its last games. C computes the numbers compared."""
    import torch

    game, memory = trainer.game, trainer.memory
    trainer.bind()
    if not len(memory):
        raise ValueError("expected a checkpoint after at least one round")
    rows = np.random.default_rng(seed).permutation(len(memory))[:count]
    net, same, wrong, many = trainer.exported(), [], [], memory.values.shape[1]
    for states in np.array_split(memory.states[rows], len(rows) // 500 + 1):
        seen = trainer.view.observe(states=states)
        with torch.inference_mode():
            logits, values = (one.numpy() for one in trainer.ask(seen))
        search = lg.BatchSearch(game, len(states), 1, policy="puct", evaluator=net, leaves=0, solver=False)
        search.begin(states, seeds=seed)
        search.run()
        players = np.array([game.from_bytes(state.tobytes()).player for state in states])
        order = (players[:, None] + np.arange(many)) % game.players
        wrong.append(np.abs(np.take_along_axis(search.root_values, order, 1) - values).mean(1))
        same.append((search.priors.argmax(1) == logits.argmax(1))[seen.action_mask.sum(1) > 1])
    same, wrong = np.concatenate(same), np.concatenate(wrong).mean()
    share = f"chooses as the checkpoint in {same.mean():.2%} of {len(same)} positions; "
    share += f"values differ by {wrong:.4f} in the mean"
    note = f"{command}: " if command else ""
    note += f"alphazero.py, {trainer.games} games, {trainer.simulations} simulations "
    note += f"in {trainer.worked:.0f} s of CPU time"
    data = trainer.exported(f"{note}; {share}")
    if len(data) > MOST_BYTES:
        raise ValueError(f"{len(data)} bytes are more than {MOST_BYTES}: expected a smaller --width")
    return data, f"{len(data)} bytes; {share}"


# ---- commands ----


def text_of(path: Path) -> str:
    """How a network of the library was made."""
    data = path.read_bytes()
    (version,), (length,) = struct.unpack_from("<I", data, 4), struct.unpack_from("<I", data, 88)
    at = 124 if version == 1 else 132
    return data[at : at + length].decode()


def parse_arguments(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="script/net", description=__doc__.splitlines()[0])
    parser.add_argument("checkpoints", nargs="*", type=Path, help="folders of ppo.py or alphazero.py, or checkpoints")
    parser.add_argument("--out", type=Path, help="(default: libgames/games/NAME/net.bin)")
    parser.add_argument("--positions", type=whole(1, 10**7), default=20_000, help="that are compared (default 20 000)")
    parser.add_argument("--seed", type=whole(0, 2**62), default=1, help="of these positions")
    parser.add_argument("--command", default="", help="the checkpoint's configuration, for the network's text")
    parser.add_argument("--show", action="store_true", help="how the networks of the library were made")
    parser.add_argument("--values", choices=lg.games(), help="a game whose network gets values, fitted to --games "
                        "games of the network; goes to --out")  # fmt: skip
    parser.add_argument("--games", type=whole(64, 10**6), default=2048, help="for --values (default 2048)")
    parser.add_argument("--rest", action="append", choices=lg.games(), help="find a network's elements at rest again, "
                        "which make it faster; may be repeated")  # fmt: skip
    options = parser.parse_args(words)
    if options.out and len(options.checkpoints) + bool(options.values) != 1:
        parser.error("--out: expected one checkpoint")
    if not options.checkpoints and not options.show and not options.rest and not options.values:
        parser.error("expected a checkpoint, --rest, --values or --show")
    return options


def main(words: list[str] | None = None) -> None:
    options, made = parse_arguments(words), {}
    try:
        for path in options.checkpoints:
            trainer = read(path / "checkpoint.pt" if path.is_dir() else path)
            is_learnt = hasattr(trainer, "memory")
            game = trainer.game if is_learnt else trainer.envs.game
            out = options.out or NETS / game.name / "net.bin"
            if made.setdefault(out, path) is not path:
                raise ValueError(f"{path}: expected one checkpoint for each game; {out} was made of {made[out]}")
            check_file(out)
            made_so = export_learnt if is_learnt else export
            data, line = made_so(trainer, options.positions, options.seed, options.command)
            write_file(out, data)
            print(f"{out}: {line}", flush=True)
        if options.values:
            source = NETS / options.values / "net.bin"
            check_file(out := options.out or source)
            data, line = with_values(source, lg.make(options.values), options.games, options.seed)
            write_file(out, data)
            print(f"{out}: {len(data)} bytes; {line}", flush=True)
        for name in options.rest or []:
            out = NETS / name / "net.bin"
            check_file(out)
            write_file(out, data := rest_again(out, lg.make(name), options.positions, options.seed))
            print(f"{out}: {len(data)} bytes", flush=True)
    except (OSError, ValueError) as error:
        sys.exit(f"error: {error}")
    for path in sorted(NETS.glob("*/net.bin")) if options.show else []:
        print(f"{path.parent.name}, {path.stat().st_size} bytes: {text_of(path)}")


if __name__ == "__main__":
    main()
