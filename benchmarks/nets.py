"""Makes the networks of the bot `net` from checkpoints of ppo.py, or of alphazero.py (then with values): integers, at
most 500 KB for a game.

    script/net runs/alquerque                         a folder with a checkpoint.pt, or several: one for each game
    script/net runs/mine/checkpoint.pt --out mine.bin for another game or configuration
    script/net --show                                 how the networks of the library were made
    script/net --rest alquerque                       the elements at rest in the library's network, found again
    script/net --values alquerque --out mine.bin      the same network, with values of positions for searches

Without --out it replaces libgames/games/NAME/net.bin, which the next build of the library includes. libgames/game/net.h
describes the file. The checkpoint's scale of the inputs becomes part of the weights. Inputs that do not vary in games
of the network against itself become part of the biases; if the network would be too large, so do the least important
ones. Finally it counts the positions of these games in which the integers choose the same action as the checkpoint's
network.
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
FORMAT = 3
ONE = 2**14  # the number 1 in inputs,
HALF = 63.5  # in activations,
WHOLE = 127 * 128  # in activations before rounding,
STEPS = 512  # and in arguments of the activation
GROUP = 258  # the largest sum of the weights of four units
PIECES, PIECE = 16, 128  # of the activation, and the steps of each piece
ENTRIES = 1024  # of a table of the activation, up to 4
SAMPLE = 4096  # positions in which the largest sums are found
BLOCK = 32  # units that are computed together
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
    activation: np.ndarray  # of 0, 1/256, ... up to 4


def network_of(player, shape: tuple[int, ...], columns: int) -> Network:
    """The policy's layers. The scale of the inputs is found by calling the function that applies it."""
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
    steps = torch.arange(ENTRIES).double() / (ENTRIES // 4)
    with torch.no_grad():
        activation, mirrored, last = between[0](steps), between[0](-steps), between[0](1e6 * torch.ones(1).double())
    if not torch.allclose(activation, -mirrored) or (last - activation[-1]).abs() > 0.01 or activation.abs().max() > 1:
        raise ValueError(f"expected an odd activation up to 1 that is level from 4 on, not {between[0]}")
    return Network(weights, biases, activation.numpy())


def by_columns(observations: np.ndarray, columns: int) -> np.ndarray:
    """[positions, inputs x columns] as the network's inputs, [positions x columns, inputs]."""
    return observations.reshape(len(observations), -1, columns).swapaxes(1, 2).reshape(len(observations) * columns, -1)


# ---- integers ----


class Whole(NamedTuple):
    """A network in integers, as libgames/game/net.h describes it, without the units that pad its layers."""

    rows: np.ndarray  # of each input, from 1 on; 0: none
    gains: np.ndarray
    multipliers: list[np.ndarray]  # none for the first layer
    biases: list[np.ndarray]
    shifts: list[int]
    weights: list[np.ndarray]  # int8: [rows, units], then [units, units before]
    activation: np.ndarray  # the start of each piece, and then its slope
    rest: np.ndarray  # the most frequent value of each element of a column
    values: int = 0  # units of the last layer after the actions


def multiplier(factor: np.ndarray) -> tuple[np.ndarray, int]:
    """Integers and a shift that represent these factors."""
    shift = int(np.clip(np.floor(np.log2(MOST / factor.max())), 1, 62))
    return np.rint(factor * 2.0**shift).astype(np.int64), shift


def in_pieces(activation: np.ndarray) -> np.ndarray:
    """The straight pieces that are nearest to an activation."""
    values = activation.reshape(PIECES, -1) * WHOLE
    at = np.arange(values.shape[1]) * (PIECE / values.shape[1])
    slopes = ((values - values.mean(1, keepdims=True)) @ (at - at.mean()) / ((at - at.mean()) ** 2).sum() * 8).round()
    slopes = slopes.clip(0, 255)
    begins = (values - slopes[:, None] * at / 8).mean(1).round()
    return np.concatenate([begins.clip(0, 65535), slopes]).astype(np.int64)


def each_part(parts: Sequence[tuple[int, int, int]], one_hot: bool):
    """For each part of a column: its elements and its inputs, as slices; planes of categories, 0 for numbers, and
    the size of these."""
    first = begin = 0
    for count, categories, size in parts:
        planes = categories if one_hot and categories else 0
        inputs = count * max(planes, 1)
        largest = max(categories - 1 if categories else size, 1)
        yield slice(first, first + count), slice(begin, begin + inputs), planes, largest
        first, begin = first + count, begin + inputs


def differences(elements: np.ndarray, rest: np.ndarray, parts: Sequence, one_hot: bool) -> np.ndarray:
    """The differences of the inputs of elements [positions, elements of a column] from their values at rest, in
    2^14ths. An element without a category takes the input of its category at rest."""
    made = []
    for which, _, planes, size in each_part(parts, one_hot):
        now, before = elements[:, which], rest[which]
        if planes:
            place = np.where((now >= 0) & (now < planes), now, before)
            category = np.arange(planes)[:, None]
            made.append((((place[:, None] == category) & (now != before)[:, None]) * ONE).reshape(len(now), -1))
        else:
            made.append(((now.astype(np.int64).clip(-size, size) - before) * (2**46 // size) + 2**31) >> 32)
    return np.concatenate(made, 1)


def categories_at_rest(rest: np.ndarray, parts: Sequence, one_hot: bool) -> np.ndarray:
    """The inputs that are categories of elements at rest."""
    made = []
    for which, inputs, planes, _ in each_part(parts, one_hot):
        made.append((np.arange(planes)[:, None] == rest[which]).ravel() if planes else np.zeros(len(rest[which]), bool))
    return np.concatenate(made)


def groups(weights: np.ndarray) -> np.ndarray:
    """The sums of weights that are added up in 16 bits, [units, groups of two, of eight units before]."""
    weights = filled(weights, 1)
    return weights.reshape(len(weights), -1, 2, 2, 2).sum((2, 4))


def usual(elements: np.ndarray) -> np.ndarray:
    """The most frequent value of each element."""
    low, high = int(elements.min()), int(elements.max())
    counts = np.stack([(elements == value).sum(0) for value in range(low, high + 1)])
    return (counts.argmax(0) + low).astype(elements.dtype)


def in_whole_numbers(network: Network, keep: np.ndarray, at_rest: np.ndarray, elements: np.ndarray, parts: Sequence,
                     one_hot: bool) -> Whole:  # fmt: skip
    """`keep` are the inputs with rows; the others count as their values `at_rest`. From `elements` [positions, elements
    of a column] come the values at rest, and planes of numbers that are all equal and change together, such as the
    turn; each of these gets one row."""
    first, rest = np.where(keep, network.weights[0], 0), usual(elements)
    bias = network.biases[0] + network.weights[0][:, ~keep] @ at_rest[~keep]
    rows, limit, bound = np.zeros_like(first), np.ones(len(keep)), 0.0
    for which, inputs, planes, size in each_part(parts, one_hot):
        now, before, weights = elements[:, which], rest[which].astype(int), first[:, inputs]
        count = len(before)
        if planes:
            weights = weights.reshape(-1, planes, count)
            known = (before >= 0) & (before < planes)
            usually = np.where(known, weights[:, before.clip(0, planes - 1), np.arange(count)], 0)
            bias = bias + usually.sum(1)
            made = np.where(keep[inputs].reshape(planes, count), weights - usually[:, None], 0)
            never = known & ((now >= 0) & (now < planes)).all(0)  # it always has a category
            made[:, before[known], np.flatnonzero(known)] = np.where(never, 0, -usually)[:, known]
            bound = bound + np.abs(made).max(1).sum(1)
            made = made.reshape(len(made), -1)
        else:
            made = weights
            rest[which] = before.clip(-size, size)
            bias = bias + made @ (rest[which] / size)
            if count > 1 and (now == now[:, :1]).all() and now.min() < now.max():
                made = np.column_stack([made.sum(1), np.zeros((len(made), count - 1))])
            limit[inputs] = 1 if elements.dtype.kind == "u" else 2
            bound = bound + (np.abs(made) * limit[inputs]).sum(1)
        rows[:, inputs] = made
    largest = np.abs(rows).max(0)
    apart = differences(elements[:SAMPLE], rest, parts, one_hot).astype(np.float32) / ONE
    found = 2 * np.abs(apart @ rows.T.astype(np.float32) + bias).max()  # it clips the others
    most = max(found, (bound + np.abs(bias)).max() / 8, (largest * limit).max() * 128 / 127) * STEPS / 2.0**15
    shift = max(0, int(np.ceil(np.log2(most * 1.01 + 1e-9))))
    steps = STEPS / 2.0**shift
    gains = np.rint(largest * steps * 128 / 127 * 256).astype(np.int64)
    has = gains > 0
    weights = np.rint(rows[:, has] * steps * 128 * 256 / gains[has]).clip(-127, 127).T
    result = Whole(np.cumsum(has) * has, gains[has], [np.zeros(0, int)], [np.rint(bias * steps).astype(np.int64)],
                   [shift], [weights.astype(np.int8)], in_pieces(network.activation), rest)  # fmt: skip
    for number in range(1, len(network.weights)):
        weights, bias = network.weights[number], network.biases[number]
        unit = np.abs(weights).max(1).clip(1e-9) / 127
        if number == len(network.weights) - 1:
            scale, shift = multiplier(unit / HALF * LOGIT)
            half = 0
        else:
            unit = np.maximum(unit, groups(np.abs(weights)).max((1, 2)) / (GROUP - 3))  # minus the effect of rounding
            unit = np.maximum(unit, unit.max() / 16)
            factor = unit / HALF * STEPS
            shift = int(np.clip(np.floor(np.log2(0.9999 / factor.max())), 0, 30))
            scale, half = np.rint(factor * 2.0**shift * 2**15).clip(0, 2**15 - 1).astype(np.int64), 2**shift // 2
        weights = np.rint(weights / unit[:, None]).astype(np.int8)
        bias = bias / unit * HALF - weights.sum(1, dtype=int) * HALF
        result.weights.append(weights)
        result.biases.append((np.rint(bias.clip(-MOST / 2, MOST / 2)) + half).astype(np.int64))
        result.multipliers.append(scale)
        result.shifts.append(shift)
    return result


def in_numbers(net: Whole, parts: Sequence, one_hot: bool) -> tuple[Network, np.ndarray]:
    """The layers that such a network computes, and its inputs with rows."""
    has, first = net.rows > 0, np.zeros((len(net.biases[0]), len(net.rows)))
    step = 2.0 ** net.shifts[0] / STEPS
    first[:, has] = (net.weights[0].T * (net.gains / 128 / 256 * step))[:, net.rows[has] - 1]
    bias, taken = net.biases[0] * step, np.zeros(len(net.rows), bool)
    for which, inputs, planes, size in each_part(parts, one_hot):
        before = net.rest[which].astype(int)
        if planes:
            known = np.flatnonzero((before >= 0) & (before < planes))
            at = inputs.start + before[known] * len(before) + known
            taken[at] = True
            for place, column in zip(at, known, strict=True):  # the row takes the category's weights away
                away = first[:, place].copy()
                every = slice(inputs.start + column, inputs.stop, len(before))
                first[:, every] -= np.where(has[every] | (np.arange(planes) == before[column]), away[:, None], 0)
                first[:, place] = -away
                bias += away
        else:
            bias = bias - first[:, inputs] @ (before / size)
    weights, biases = [first], [bias]
    for number in range(1, len(net.weights)):
        last = number == len(net.weights) - 1
        scale = net.multipliers[number] / 2.0 ** net.shifts[number]
        unit = scale * HALF / LOGIT if last else scale / 2**15 * HALF / STEPS
        half = 0 if last else 2 ** net.shifts[number] // 2
        weights.append(net.weights[number] * unit[:, None])
        biases.append((net.biases[number] - half) * unit / HALF + weights[-1].sum(1))
    return Network(weights, biases, values_of(net, np.arange(ENTRIES) * (STEPS * 4 // ENTRIES)) / WHOLE), has | taken


def nearest(product: np.ndarray, shift: int) -> np.ndarray:
    """Divided by 2^shift, halves up."""
    return (product + (1 << (shift - 1))) >> shift


def first_sums(net: Whole, apart: np.ndarray) -> np.ndarray:
    """The sums of the first layer for these differences of inputs, [positions, inputs]."""
    times = nearest(apart[:, net.rows > 0] * net.gains, 22).clip(1 - 2**15, 2**15 - 1)
    sums = np.repeat(net.biases[0][None], len(apart), 0)
    for row, weights in enumerate(net.weights[0].astype(np.int64)):
        used = np.flatnonzero(times[:, row])
        sums[used] += nearest(times[used, row, None] * weights, 7)
    return sums.clip(-(2**15), 2**15 - 1)


def values_of(net: Whole, values: np.ndarray) -> np.ndarray:
    """The activation before it is rounded."""
    sizes = np.minimum(np.abs(values), PIECES * PIECE - 1)
    begins, slopes = (part[sizes // PIECE] for part in np.split(net.activation, 2))
    return np.sign(values) * np.minimum((begins + (slopes * (sizes % PIECE) >> 3)) % 2**16, WHOLE)


def activated(net: Whole, values: np.ndarray) -> np.ndarray:
    """Activations from 0 to 127."""
    return (values_of(net, values) + WHOLE + 128) >> 8


def whole_layers(net: Whole, elements: np.ndarray, parts: Sequence, one_hot: bool) -> list[np.ndarray]:
    """The outputs of each layer for elements [positions x columns, elements of a column], as in the library."""
    sums = first_sums(net, differences(elements, net.rest, parts, one_hot))
    layers = [activated(net, (sums << net.shifts[0]).clip(-(2**15), 2**15 - 1))]
    for number, weights in enumerate(net.weights[1:], 1):
        sums = (layers[-1].astype(np.float64) @ weights.T.astype(np.float64)).astype(np.int64) + net.biases[number]
        if number == len(net.weights) - 1:
            layers.append(nearest(sums * net.multipliers[number], net.shifts[number]))
        else:
            values = (sums >> net.shifts[number]).clip(-(2**15), 2**15 - 1)
            layers.append(activated(net, nearest(values * net.multipliers[number], 15)))
    return layers


def elements_seen(seen: np.ndarray, parts: Sequence[tuple[int, int, int]], one_hot: bool, kind: np.dtype) -> np.ndarray:
    """The elements that give these inputs, [positions, elements of a column]."""
    made = []
    for _, inputs, planes, size in each_part(parts, one_hot):
        part = seen[:, inputs]
        if planes:
            part = part.reshape(len(seen), planes, -1)
            made.append(np.where(part.any(1), part.argmax(1), planes))
        else:
            made.append(np.rint(part.astype(np.float64) * size))
    return np.concatenate(made, 1).astype(kind)


def whole_logits(net: Whole, elements: np.ndarray, parts: Sequence, one_hot: bool, columns: int = 1) -> np.ndarray:
    logits = whole_layers(net, elements, parts, one_hot)[-1]
    return logits.reshape(len(logits) // columns, columns, -1).swapaxes(1, 2).reshape(len(logits) // columns, -1)


def filled(numbers: np.ndarray, *axes: int) -> np.ndarray:
    """Padded with zeros along these axes to a whole number of blocks of units."""
    return np.pad(numbers, [(0, -size % BLOCK if axis in axes else 0) for axis, size in enumerate(numbers.shape)])


def in_blocks(weights: np.ndarray) -> np.ndarray:
    """Of a hidden layer: for each block of units and each four units before, the weights of each unit of the block."""
    return weights.reshape(-1, BLOCK, weights.shape[1] // 4, 4).swapaxes(1, 2)


def packed(net: Whole, game: lg.Game, view, text: str) -> bytes:
    """The bytes of libgames/game/net.h."""

    def section(numbers: np.ndarray | bytes, kind: str = "") -> bytes:
        data = numbers if isinstance(numbers, bytes) else np.ascontiguousarray(numbers).astype(kind).tobytes()
        return data + bytes(-len(data) % 4)

    layers, name = len(net.weights), game.observation_spaces[view.encoding].name
    columns = game.num_actions // (len(net.biases[-1]) - net.values)
    used = np.zeros(len(net.rest), bool)
    for which, inputs, _, _ in each_part(column_parts(game, name, columns), FORMS[view.form - 1] == "one_hot"):
        used[which] = (net.rows[inputs].reshape(-1, which.stop - which.start) > 0).any(0)
    widths = [len(bias) for bias in net.biases] + [0] * (LAYERS - layers)
    note, kind = text.encode(), net.rest.dtype.newbyteorder("<")
    numbers = (game.type.version, view.form, int(view.canonical), len(net.rows), len(net.gains), layers, *widths,
               *net.shifts, *[0] * (LAYERS - layers), len(note))  # fmt: skip
    head = struct.pack("<19I32s2I", *numbers, name.encode(), net.values, net.rest.nbytes)
    begins, slopes = np.split(net.activation, 2)
    body = [section(note), section(net.rest, kind), section((-used.astype(np.int64)), kind)]
    body += [section(np.concatenate([begins & 255, begins >> 8, slopes]), "u1")]
    body += [section(net.rows, "<u2"), section(net.gains, "<i4")]
    bias = filled(net.biases[0], 0)
    body.append(section(np.concatenate([bias & 255, bias >> 8 & 255]), "u1"))
    for number in range(1, layers - 1):
        body += [section(filled(net.biases[number], 0), "<i4"), section(filled(net.multipliers[number], 0), "<i2")]
    body += [section(net.biases[-1], "<i4"), section(net.multipliers[-1], "<i4")]
    body.append(section(filled(net.weights[0], 1), "i1"))
    body += [section(in_blocks(filled(weights, 0, 1)), "i1") for weights in net.weights[1:-1]]
    data = head + b"".join([*body, section(filled(net.weights[-1], 1), "i1")])
    return struct.pack("<4s3I", b"LGNT", FORMAT, 16 + len(data), zlib.adler32(data)) + data


def observation_of(data: bytes) -> str:
    """The words of the observation in the network of such bytes."""
    form, canonical = struct.unpack_from("<2I", data, 20)
    name = data[92:124].rstrip(b"\0").decode()
    return "+".join([name, FORMS[form - 1], *["canonical"] * canonical])


def unpacked(data: bytes, game: lg.Game) -> tuple[Whole, str, str]:
    """The network of such bytes, its observation in words, and its text. Raises ValueError for another format."""
    if data[:8] != struct.pack("<4sI", b"LGNT", FORMAT):
        raise ValueError(f"expected a network of format {FORMAT}, made anew of its checkpoint by script/net")
    inputs, rows, layers = struct.unpack_from("<3I", data, 28)
    widths, shifts = struct.unpack_from("<6I", data, 40)[:layers], struct.unpack_from("<6I", data, 64)[:layers]
    (length,), words, at = struct.unpack_from("<I", data, 88), observation_of(data), 132
    name = words.partition("+")[0]
    values, size = struct.unpack_from("<2I", data, 124)
    wide = [width + -width % BLOCK for width in widths[:-1]]

    def section(kind: str, *shape: int) -> np.ndarray:
        nonlocal at
        numbers = np.frombuffer(data, kind, int(np.prod(shape)), at).reshape(shape)
        at += -(-numbers.nbytes // 4) * 4
        return numbers.astype(np.int64) if kind != "i1" else numbers

    text = section("u1", length).astype(np.uint8).tobytes().decode()
    kind = game.view(name).space.dtype
    rest = [section(kind.newbyteorder("<").str, size // kind.itemsize) for _ in range(2)][0].astype(kind)
    low, high, slopes = section("u1", 3, PIECES)
    places, gains = section("<u2", inputs), section("<i4", rows)
    low_bias, high_bias = section("u1", 2, wide[0])
    biases = [((low_bias | high_bias << 8) + 2**15) % 2**16 - 2**15]
    multipliers = [np.zeros(0, int)]
    for width in wide[1:]:
        biases.append(section("<i4", width))
        multipliers.append(section("<i2", width))
    biases.append(section("<i4", widths[-1]))
    multipliers.append(section("<i4", widths[-1]))
    weights = [section("i1", rows, wide[0])]
    for before, width in zip(wide, wide[1:], strict=False):
        weights.append(section("i1", width // BLOCK, before // 4, BLOCK, 4).swapaxes(1, 2).reshape(width, before))
    weights.append(section("i1", widths[-1], wide[-1]))
    weights[0] = weights[0][:, : widths[0]]
    for number in range(1, layers):
        weights[number] = weights[number][: widths[number], : widths[number - 1]]
    biases, multipliers = ([part[:width] for part, width in zip(every, widths, strict=True)]
                           for every in (biases, multipliers))  # fmt: skip
    activation = np.concatenate([low | high << 8, slopes])
    return Whole(places, gains, multipliers, biases, list(shifts), weights, activation, rest, values), words, text


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
    parts, one_hot = column_parts(game, words, columns), "one_hot" in words
    network, keep = in_numbers(net, parts, one_hot)
    again = in_whole_numbers(network, keep, np.zeros(len(keep)), np.concatenate(seen), parts, one_hot)
    return packed(again._replace(values=net.values), game, game.view(words), text)


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
    parts, one_hot = column_parts(game, words, columns), "one_hot" in words
    elements = elements_seen(by_columns(found.observations, columns), parts, one_hot, net.rest.dtype)
    elements = elements.reshape(len(found.masks), -1, len(net.rest))
    hidden = np.concatenate([
        means(whole_layers(net, part.reshape(-1, len(net.rest)), parts, one_hot)[-2], mask, columns)
        for part, mask in in_turn(elements, found.masks)
    ])  # fmt: skip
    kept, test = found.numbers % 10 != 0, found.numbers % 10 == 0
    for head in range(heads):
        made.append(fitted(hidden[kept] / HALF - 1, found.outcomes[kept, head]))
    weights = np.array([weight for weight, _ in made])
    unit = np.abs(weights).max(1).clip(1e-9) / 127
    shift = net.shifts[-1]
    old = net.multipliers[-1][:actions] / 2.0**shift
    scale, shift = multiplier(np.concatenate([old, unit / HALF * LOGIT]))
    rows = np.rint(weights / unit[:, None]).astype(np.int8)
    biases = np.array([bias for _, bias in made]) / unit * HALF - rows.sum(1, dtype=int) * HALF
    biases = np.rint(biases).astype(np.int64)
    net = net._replace(
        values=heads,
        weights=[*net.weights[:-1], np.concatenate([net.weights[-1][:actions], rows])],
        biases=[*net.biases[:-1], np.concatenate([net.biases[-1][:actions], biases])],
        multipliers=[*net.multipliers[:-1], scale],
        shifts=[*net.shifts[:-1], shift],
    )
    exact = np.tanh((hidden[test] / HALF - 1) @ weights.T + [bias for _, bias in made])
    sums = np.rint(hidden[test]).astype(np.int64) @ rows.T.astype(np.int64) + biases
    whole = np.tanh(nearest(sums * scale[actions:], shift) / LOGIT)
    wrong, without = (((value - found.outcomes[test, :heads]) ** 2).mean() for value in (whole, 0))
    line = f"values of {count} games: in others an error of {wrong:.3f} in the mean square, {without:.3f} without them, "
    line += f"and {np.abs(whole - exact).mean():.4f} by rounding"
    return packed(net, game, game.view(words), f"{text.partition('; values of')[0]}; {line}"), line


def in_turn(*arrays: np.ndarray):
    """Chunks of about a thousand rows of each."""
    return zip(*(np.array_split(one, len(one) // 1024 + 1) for one in arrays), strict=True)


def means(hidden: np.ndarray, masks: np.ndarray, columns: int) -> np.ndarray:
    """The mean over columns with a legal action."""
    open_ = masks.reshape(len(masks), -1, columns).any(1)
    return (hidden.reshape(len(masks), columns, -1) * open_[:, :, None]).sum(1) / open_.sum(1)[:, None]


def kept(network: Network, seen: np.ndarray, room: int, free: np.ndarray) -> np.ndarray:
    """The inputs that vary; if they are too many, those that change the first layer most. The `free` ones, categories
    at rest, need no room."""
    weight = np.where(seen.min(0) < seen.max(0), seen.std(0) * np.linalg.norm(network.weights[0], axis=0), 0)
    keep = weight > 0
    keep[np.argsort(-weight * ~free, kind="stable")[room:]] = False
    return keep | ((weight > 0) & free)


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
    wide = [*(size + -size % BLOCK for size in sizes[:-1]), sizes[-1]]
    fixed = 300 + 2 * sum(many for many, *_ in parts) * kind.itemsize + len(note.encode())
    fixed += 2 * rows.shape[1] + 6 * sum(wide) + 2 * wide[-1]
    fixed += sum(before * width for before, width in zip(wide, wide[1:], strict=False))
    elements = elements_seen(rows, parts, one_hot, kind)
    free = categories_at_rest(usual(elements), parts, one_hot)
    keep = kept(network, rows, (MOST_BYTES - fixed) // (wide[0] + 4), free)
    net = in_whole_numbers(network, keep, rows.mean(0), elements, parts, one_hot)
    elements = elements.reshape(len(masks), columns, -1)
    same = np.concatenate([
        np.where(mask, whole_logits(net, part.reshape(len(mask) * columns, -1), parts, one_hot, columns), -(2**62))
        .argmax(1) == best
        for part, mask, best in in_turn(elements, masks, wanted)
    ])  # fmt: skip
    open_ = masks.sum(1) > 1
    share = f"chooses as the checkpoint in {same[open_].mean():.2%} of {open_.sum()} positions"
    data = packed(net, game, view, f"{note}; {share}")
    if len(data) > MOST_BYTES:
        raise ValueError(f"{len(data)} bytes are more than {MOST_BYTES}")
    return data, f"{len(data)} bytes, {len(net.gains)} of {len(net.rows)} inputs; {share}"


def export_learned(trainer, count: int, seed: int, command: str = "") -> tuple[bytes, str]:
    """The same for alphazero.py, in positions of its last games. C computes the numbers compared."""
    game, memory = trainer.game, trainer.memory
    trainer.bind()
    if not len(memory):
        raise ValueError("expected a checkpoint after at least one round")
    rows = np.random.default_rng(seed).permutation(len(memory))[:count]
    net, same, wrong, many = trainer.exported(), [], [], memory.values.shape[1]
    for states in np.array_split(memory.states[rows], len(rows) // 500 + 1):
        seen, (logits, values) = trainer.view.observe(states=states), trainer.rate(states)
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
    (length,) = struct.unpack_from("<I", data, 88)
    return data[132 : 132 + length].decode()


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
            is_learned = hasattr(trainer, "memory")
            game = trainer.game if is_learned else trainer.envs.game
            out = options.out or NETS / game.name / "net.bin"
            if made.setdefault(out, path) is not path:
                raise ValueError(f"{path}: expected one checkpoint for each game; {out} was made of {made[out]}")
            check_file(out)
            made_so = export_learned if is_learned else export
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
