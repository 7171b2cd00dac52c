"""The bot `net`: the library's choices, against the same network computed by NumPy; where it can be named."""

import struct
from pathlib import Path

import libgames as lg
import numpy as np
import pytest
from helpers import NIM, compiled

NETS = Path(__file__).resolve().parents[2] / "libgames/games"
GAMES = lg.games()


class Net:
    """A net.bin as defined in libgames/game/net.h, read and computed literally, in whole numbers."""

    def __init__(self, name: str):
        data = (NETS / name / "net.bin").read_bytes()
        magic, version, size, _, self.version, form, canonical, inputs, rows, layers = struct.unpack_from("<4s9I", data)
        assert (magic, version, size) == (b"LGNT", 2, len(data)) and len(data) <= 500_000
        widths, self.shifts = struct.unpack_from("<6I", data, 40)[:layers], struct.unpack_from("<6I", data, 64)[:layers]
        words = [data[92:124].rstrip(b"\0").decode(), ["", "scaled", "one_hot"][form], "canonical" * canonical]
        self.words = "+".join(word for word in words if word)
        values, rest = struct.unpack_from("<2I", data, 124)
        assert values == 0
        at = 132 + -(-struct.unpack_from("<I", data, 88)[0] // 4) * 4

        def section(kind: str, *shape: int) -> np.ndarray:
            nonlocal at
            numbers = np.frombuffer(data, kind, int(np.prod(shape)), at).reshape(shape).astype(np.int64)
            at += -(-int(np.prod(shape)) * np.dtype(kind).itemsize // 4) * 4
            return numbers

        game = lg.make(name)
        space = game.view(words[0]).space
        self.rest = section(space.dtype.newbyteorder("<").str, rest // space.dtype.itemsize)
        columns = game.num_actions // widths[-1]
        parts = [(count // columns, *of) for count, *of in game.parts(words[0])]
        self.usual = seen_of(self.rest, parts, form == 2)[:, None].astype(np.float64) * 8192
        self.activation, self.rows = section("<i2", 1024), section("<u2", inputs)
        self.gains = section("<i4", rows)
        self.numbers = [(section("<i4", width), section("<i4", width)) for width in widths]
        self.weights = [section("i1", rows, widths[0]).T]
        self.weights += [section("i1", *shape) for shape in zip(widths[1:], widths[:-1])]
        assert at == len(data)

    def logits(self, observation: np.ndarray) -> np.ndarray:
        """Of all actions; column by column where the observation has several."""
        parts = observation.reshape(len(self.rows), -1).astype(np.float64) * 8192
        used = self.rows > 0
        values = np.zeros((len(self.gains), parts.shape[1]), np.int64)
        values[self.rows[used] - 1] = round_away(parts.astype(np.int64), 1)[used]
        usual = np.zeros_like(self.gains)[:, None]
        usual[self.rows[used] - 1] = round_away(self.usual.astype(np.int64), 1)[used]
        values = round_away(values * self.gains[:, None], 12) - round_away(usual * self.gains[:, None], 12)
        for layer, (weights, (multipliers, biases)) in enumerate(zip(self.weights, self.numbers, strict=True)):
            sums = weights @ values + biases[:, None]
            assert np.abs(sums).max() < 2**31 and np.abs(multipliers).max() < 2**31
            results = round_away(sums * multipliers[:, None], self.shifts[layer])
            values = np.where(results < 0, -1, 1) * self.activation[np.minimum(np.abs(results), 1023)]
        return results.ravel()


def seen_of(elements: np.ndarray, parts, one_hot: bool) -> np.ndarray:
    """A column of an observation as the network sees it."""
    seen = []
    for count, categories, size in parts:
        part, elements = elements[:count], elements[count:]
        if one_hot and categories:
            seen += [value == category for category in range(categories) for value in part]
        else:
            scaled = part.astype(np.float32) / np.float32(categories - 1 if categories else size)
            seen += np.clip(scaled, -1, 1).tolist()
    return np.array(seen, np.float32)


def round_away(numbers: np.ndarray, shift: int) -> np.ndarray:
    """Divided by 2^shift, to the nearest, halves away from 0."""
    return np.sign(numbers) * ((np.abs(numbers) + 2 ** (shift - 1)) >> shift)


@pytest.mark.parametrize("name", GAMES)
def test_it_chooses_what_numpy_computes(name):
    game, net, random = lg.make(name), Net(name), np.random.default_rng(1)
    assert net.version == game.type.version
    envs = lg.vector.make(game, 2, opponents=None, observation=net.words, autoreset="same_step", seed=3, full_state=True)
    observations, infos = envs.reset()
    seen = set()
    for number in range(150):
        logits = [net.logits(observation) for observation in observations]
        masked = np.where(infos["action_mask"].astype(bool), logits, -(2**62))
        expected = masked.argmax(1)  # the first of equal ones
        np.testing.assert_array_equal(envs.choose("net", seed=number), expected)
        for slot, action in enumerate(expected):  # as the game numbers them
            state = envs.state(slot)
            symmetry = state.canonical(state.player) if "canonical" in net.words else 0
            assert game.symmetry_action(symmetry, state.choose("net")) == action
        seen.update(expected.tolist())
        actions = np.where(random.random(2) < 0.3, envs.sample(), expected)
        observations, _, _, _, infos = envs.step(actions)
    assert len(seen) > 1


# ---- where it can be named ----


@pytest.mark.parametrize("name", GAMES)
def test_the_same_everywhere(name):
    """The choice of a state, of a batch with threads, and of an opponent."""
    game = lg.make(name)
    envs = lg.vector.make(game, 40, opponents="net", seed=2, threads=2, full_state=True)
    alone = lg.vector.make(game, 40, opponents=["net"] * (game.players - 1), seed=2)
    envs.reset()
    alone.reset()
    for number in range(5):
        chosen = envs.choose("net", seed=number)
        states = [envs.state(slot) for slot in range(40)]
        assert [-1 if state.is_over else state.choose("net") for state in states] == chosen.tolist()
        chosen = np.maximum(chosen, 0)
        results = [one.step(chosen) for one in (envs, alone)]
        np.testing.assert_array_equal(results[0][0], results[1][0])


def test_a_temperature_makes_games_differ():
    start = lg.make("alquerque").new()
    assert {start.choose("net", seed=seed) for seed in range(20)} == {start.choose("net")}
    assert len({start.choose("net(temperature=1000)", seed=seed) for seed in range(40)}) > 1


@pytest.mark.parametrize("name", GAMES)
def test_it_has_learnt(name):
    """Against random players it wins many more games than it loses, in every seat."""
    game = lg.make(name)
    envs = lg.vector.make(game, 40, opponents="random", seat="slot", autoreset="disabled", seed=5)
    envs.reset()
    seats, going, outcomes = envs.seats[:, 0].copy(), np.ones(40, bool), np.zeros(40)
    while going.any():
        _, rewards, terminated, _, _ = envs.step(np.maximum(envs.choose("net"), 0), going)
        outcomes[going & terminated] = rewards[going & terminated]
        going &= ~terminated
    for seat in range(game.players):
        assert np.sign(outcomes[seats == seat]).mean() >= 0.3


def test_games_without_one(tmp_path):
    source = NIM.replace('"nim"', '"untrained"').replace('"Nim"', '"Untrained"')
    nim, other = lg.load(compiled(tmp_path, "untrained", source)).name, "a configuration that its network was made for"
    for game, words in ((nim, "a game that has a network"), ("amazes(actions=walk)", other)):
        game = lg.make(game)
        message = f"net: it plays only {words}, and so not {game.config}"
        for refused in (lambda game=game: game.new().choose("net"), lambda game=game: lg.Bot("net").in_seat(game, 0),
                        lambda game=game: lg.vector.make(game, 2, opponents="net")):  # fmt: skip
            with pytest.raises(ValueError) as refusal:
                refused()
            assert str(refusal.value).endswith(message)
