"""The bot `net`: the library's choices, against the same network computed by NumPy; and the places where it can be
named."""

import struct
from pathlib import Path

import libgames as lg
import numpy as np
import pytest
from helpers import NIM, compiled

NETS = Path(__file__).resolve().parents[2] / "libgames/games"
GAMES = lg.games()


class Net:
    """A net.bin as defined in libgames/game/net.h, read and computed literally, in integers."""

    def __init__(self, name: str, config: str | None = None):
        data = (NETS / name / "net.bin").read_bytes()
        magic, version, size, _, self.version, form, canonical, inputs, rows, layers = struct.unpack_from("<4s9I", data)
        assert (magic, version, size) == (b"LGNT", 3, len(data)) and len(data) <= 500_000
        widths, self.shifts = struct.unpack_from("<6I", data, 40)[:layers], struct.unpack_from("<6I", data, 64)[:layers]
        words = [data[92:124].rstrip(b"\0").decode(), ["", "scaled", "one_hot"][form], "canonical" * canonical]
        self.words = "+".join(word for word in words if word)
        self.plain = "+".join(word for word in (words[0], words[2]) if word)
        values, rest = struct.unpack_from("<2I", data, 124)
        at = 132 + -(-struct.unpack_from("<I", data, 88)[0] // 4) * 4

        def section(kind: str, *shape: int) -> np.ndarray:
            nonlocal at
            numbers = np.frombuffer(data, kind, int(np.prod(shape)), at).reshape(shape).astype(np.int64)
            at += -(-int(np.prod(shape)) * np.dtype(kind).itemsize // 4) * 4
            return numbers

        game = lg.make(config or name)
        space = game.view(words[0]).space
        kind = space.dtype.newbyteorder("<").str
        self.rest, self.used = (section(kind, rest // space.dtype.itemsize) for _ in range(2))
        self.units = widths[-1] - values
        self.columns = game.num_actions // self.units
        self.parts, self.opens = game.parts(words[0]), form == 2
        self.activation, self.rows = section("u1", 3, 16), section("<u2", inputs)
        self.gains = section("<i4", rows)
        wide = [-(-width // 32) * 32 for width in widths[:-1]] + [widths[-1]]
        low, high = section("u1", 2, wide[0])
        self.biases, self.multipliers = [(low + 256 * high + 2**15) % 2**16 - 2**15], [None]
        for number, width in enumerate(wide[1:], 1):
            self.biases.append(section("<i4", width))
            self.multipliers.append(section("<i4" if number == layers - 1 else "<i2", width))
        self.weights = [section("i1", rows, wide[0])]
        for before, width in zip(wide[:-2], wide[1:-1], strict=True):
            blocks = section("i1", width // 32, before // 4, 32, 4)
            self.weights.append(blocks.transpose(0, 2, 1, 3).reshape(width, before))
        self.weights.append(section("i1", widths[-1], wide[-2]))
        assert at == len(data)

    def apart(self, elements: np.ndarray) -> np.ndarray:
        """The differences of the inputs of each column from their values at rest, in 2^14ths."""
        made, begin = [], 0
        for count, categories, size in ((count // self.columns, *of) for count, *of in self.parts):
            now, rest, used = (part[begin : begin + count] for part in (elements, self.rest[:, None], self.used[:, None]))
            begin += count
            if self.opens and categories:
                place = np.where((now >= 0) & (now < categories), now, rest)
                made += [(place == category) * (now != rest) * (used != 0) * 2**14 for category in range(categories)]
            else:
                size = categories - 1 if categories else size
                made.append(rounded((now.clip(-size, size) - rest) * (2**46 // size), 32) * (used != 0) * (now != rest))
        return np.concatenate(made)

    def activated(self, values: np.ndarray) -> np.ndarray:
        sizes = np.minimum(np.abs(values), 2047)
        low, high, slopes = self.activation[:, sizes // 128]
        made = np.minimum(low + 256 * high + slopes * (sizes % 128) // 8, 127 * 128)
        return rounded(np.sign(values) * made + 127 * 128, 8)

    def logits(self, observation: np.ndarray) -> np.ndarray:
        """Of all actions, from the elements of a plain observation; for each column where it has several."""
        apart = self.apart(observation.reshape(len(self.rest), self.columns).astype(np.int64))
        used = np.flatnonzero((self.rows > 0) & (apart != 0).any(1))
        at = self.rows[used] - 1
        times = rounded(apart[used] * self.gains[at, None], 22)
        assert np.abs(times).max(initial=0) < 2**15
        sums = self.biases[0] + rounded(times[:, :, None] * self.weights[0][at, None], 7).sum(0)
        assert np.abs(sums).max() < 2**15  # so that none was clipped
        values = self.activated((sums << self.shifts[0]).clip(-(2**15), 2**15 - 1))
        for number in range(1, len(self.weights)):
            sums = values @ self.weights[number].T + self.biases[number]
            assert np.abs(sums).max() < 2**31
            if number == len(self.weights) - 1:
                return rounded(sums * self.multipliers[number], self.shifts[number])[:, : self.units].T.ravel()
            sums = (sums >> self.shifts[number]).clip(-(2**15), 2**15 - 1)
            values = self.activated(rounded(sums * self.multipliers[number], 15))
        raise AssertionError("there is no last layer")


def rounded(numbers: np.ndarray, shift: int) -> np.ndarray:
    """Divided by 2^shift, to the nearest, halves up."""
    return (numbers + 2 ** (shift - 1)) >> shift


@pytest.mark.parametrize("name", GAMES)
def test_it_chooses_what_numpy_computes(name):
    game, net, random = lg.make(name), Net(name), np.random.default_rng(1)
    assert net.version == game.type.version
    envs = lg.vector.make(game, 2, opponents=None, observation=net.words, autoreset="same_step", seed=3, full_state=True)
    _, infos = envs.reset()
    seen = set()
    for number in range(150):
        states = [envs.state(slot) for slot in range(2)]
        logits = [net.logits(state.observation(name=net.plain)) for state in states]
        masked = np.where(infos["action_mask"].astype(bool), logits, -(2**62))
        expected = masked.argmax(1)  # the first of equal ones
        np.testing.assert_array_equal(envs.choose("net", seed=number), expected)
        for state, action in zip(states, expected, strict=True):  # as the game numbers them
            symmetry = state.canonical(state.player) if "canonical" in net.words else 0
            assert game.symmetry_action(symmetry, state.choose("net")) == action
        seen.update(expected.tolist())
        actions = np.where(random.random(2) < 0.3, envs.sample(), expected)
        _, _, _, _, infos = envs.step(actions)
    assert len(seen) > 1


# ---- places where it can be named ----


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
def test_it_has_learned(name):
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


def test_strong_searches_with_a_network_that_has_values():
    """SnakeCore's network values positions of two players. With more players it only chooses, and `strong` uses
    rollouts."""
    two, three, strong = lg.make("snakecore"), lg.make("snakecore(players=3)"), lg.Bot("strong(simulations=20)")
    assert [strong.in_seat(game, 0).parameters["evaluator"] for game in (two, three)] == ["net", "rollouts"]
    state, network = three.new(1), (NETS / "snakecore/net.bin").read_bytes()
    for bot in ("net", "mcts(evaluator=net,policy=puct,simulations=8)", "strong(simulations=8)"):
        assert state.choose(bot) in state.legal_actions
    assert sum(lg.Search(two, 8, policy="puct", evaluator=network)(two.new(1)).visits) > 0
    with pytest.raises(ValueError, match=r"expected the bytes of a network that was made for snakecore\(players=3\)"):
        lg.Search(three, 8, policy="puct", evaluator=network)
