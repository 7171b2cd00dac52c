"""Networks of the bot `net` from checkpoints: they choose the same actions, with any scale of the inputs."""

import importlib.util
import shlex
import sys
from pathlib import Path

import libgames as lg
import numpy as np
import pytest
import torch

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "benchmarks"), str(ROOT / "tests/python")]
import nets  # noqa: E402
import training  # noqa: E402

SMALL = "snakecore(size=8,rounds=10,walls=4,ordinary=10,energy=3)"


@pytest.fixture(scope="module")
def example():
    torch.set_num_threads(1)
    return nets.trainer_module()


@pytest.fixture(scope="module")
def reference():
    """The class Net of tests/python, which computes a net.bin literally; that module has the same name as this one."""
    spec = importlib.util.spec_from_file_location("python_test_nets", ROOT / "tests/python/test_nets.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def trained(example, game, updates=2, **changed):
    words = ["--envs", "16", "--seed", "1", "--threads", "1", "--opponents", "greedy"]
    words += ["--network", "layers"] if game == SMALL else []
    words += ["--network", "columns"] if game.startswith("ontherun") else []
    options = example.parse_arguments([game, *words])
    vars(options).update(changed)
    trainer = example.Trainer(options)
    for _ in range(updates):
        trainer.train_once()
    return trainer


def share(data):
    """The share of positions in which a network, by its text, chooses as its checkpoint."""
    length = int.from_bytes(data[88:92], "little")
    text = data[132 : 132 + length].decode()
    return float(text.rpartition(" chooses as the checkpoint in ")[2].partition("%")[0]) / 100


@pytest.mark.parametrize("game", [SMALL, "alquerque", "blockdrop(turns=50)", "amazes(turns=9)", "ontherun(cities=30,max_cities=32)"])
def test_it_chooses_as_the_checkpoint(example, reference, tmp_path, monkeypatch, capsys, game):
    trainer = trained(example, game)
    trainer.save(tmp_path / "checkpoint.pt")
    name = trainer.envs.game.name
    (tmp_path / name).mkdir()
    monkeypatch.setattr(nets, "NETS", tmp_path)
    monkeypatch.setattr(reference, "NETS", tmp_path)
    nets.main([str(tmp_path), "--positions", "2000", "--command", "a command"])
    data = (tmp_path / name / "net.bin").read_bytes()
    assert f"{name}/net.bin: {len(data)} bytes" in capsys.readouterr().out
    assert len(data) <= nets.MOST_BYTES and share(data) > 0.9
    nets.main(["--show"])
    shown = capsys.readouterr().out
    assert shown.startswith(f"{name}, {len(data)} bytes: a command: {trainer.steps} decisions in ")
    assert "opponents='greedy'" in shown
    # The numbers counted are those in the file.
    seen, masks, wanted = nets.positions(trainer, 64, seed=7)
    net = reference.Net(name, trainer.envs.game.config)
    parts = nets.column_parts(trainer.envs.game, net.words, net.columns)
    elements = nets.elements_seen(nets.by_columns(seen, net.columns), parts, net.opens, np.dtype(int))
    elements = elements.reshape(len(seen), net.columns, -1).swapaxes(1, 2)
    logits = np.where(masks, [net.logits(one) for one in elements], -(2**62))
    assert ((logits.argmax(1) == wanted) | (masks.sum(1) == 1)).mean() > 0.9


def test_any_scale_of_the_inputs(example):
    """The transform before the first layer is read from the network, so it may change; a linear one is exact in the
    weights."""
    trainer = trained(example, SMALL, updates=1)

    class Other(example.Layers):
        def forward(self, observations, masks):
            hidden = self.body((observations - self.mean) / self.variance.clamp(min=0.01).sqrt() * 1.5 + 0.25)
            logits = self.policy(hidden).masked_fill(~masks, -1e9)
            return torch.distributions.Categorical(logits=logits, validate_args=False), self.value(hidden).squeeze(-1)

    player = Other(trainer.envs.game, trainer.observations.shape[1:])
    player.load_state_dict(trainer.player.state_dict())
    with torch.no_grad():  # choices that differ
        player.policy.weight.mul_(100)
    trainer.player = player
    network = nets.network_of(player, trainer.observations.shape[1:], 1)
    seen, masks, wanted = nets.positions(trainer, 500, seed=1)
    values = seen.astype(float)
    for weights, bias in zip(network.weights[:-1], network.biases[:-1], strict=True):
        values = np.tanh(values @ weights.T + bias)
    logits = values @ network.weights[-1].T + network.biases[-1]
    with torch.no_grad():
        choice, _ = player(torch.from_numpy(seen).float(), torch.ones(masks.shape, dtype=torch.bool))
    same = choice.logits.double().numpy()
    assert np.abs((logits - logits.mean(1, keepdims=True)) - (same - same.mean(1, keepdims=True))).max() < 1e-3
    assert share(nets.export(trainer, 2000, 1)[0]) > 0.97


def test_inputs_that_matter_least_are_left_out(example, monkeypatch):
    trainer = trained(example, "blockdrop(turns=50)")
    whole, _ = nets.export(trainer, 1000, 1)
    monkeypatch.setattr(nets, "MOST_BYTES", len(whole) - 20_000)
    smaller, line = nets.export(trainer, 1000, 1)
    assert len(whole) - 21_000 < len(smaller) <= len(whole) - 20_000 and share(smaller) > 0.5
    rows = [int.from_bytes(data[32:36], "little") for data in (smaller, whole)]
    assert rows[0] < rows[1] and str(len(smaller)) in line


def test_networks_that_cannot_be_exported(example, capsys):
    with pytest.raises(ValueError, match="planes: expected an observation in one of the forms scaled, one_hot"):
        nets.export(trained(example, SMALL, updates=0, observation="planes"), 100, 1)
    with pytest.raises(ValueError, match=r"expected a network of layers or columns \(ppo.py --network layers, or columns\)"):
        nets.export(trained(example, "ontherun(cities=30)", updates=0, network="graph"), 100, 1)
    trainer = trained(example, SMALL, updates=0)
    trainer.player.body[2] = torch.nn.ReLU()
    with pytest.raises(ValueError, match="the same activation between them"):
        nets.export(trainer, 100, 1)
    trainer.player.body[4] = torch.nn.ReLU()
    with pytest.raises(ValueError, match="expected an odd activation up to 1 that is level from 4 on, not ReLU"):
        nets.export(trainer, 100, 1)
    for words in ([], ["one", "two", "--out", "net.bin"]):
        with pytest.raises(SystemExit):
            nets.main(words)
        assert "expected" in capsys.readouterr().err


def test_errors_of_the_command(example, tmp_path, monkeypatch, capsys):
    """One line each, and the network that was there stays."""
    monkeypatch.setattr(nets, "NETS", tmp_path)
    (tmp_path / "snakecore").mkdir()
    net, checkpoint = tmp_path / "snakecore/net.bin", tmp_path / "checkpoint.pt"
    net.write_bytes(b"the old one")
    trained(example, SMALL, updates=0, observation="planes").save(checkpoint)
    (tmp_path / "notes.pt").write_text("notes")
    (tmp_path / "half.pt").write_bytes(checkpoint.read_bytes()[:1000])
    torch.save({"trainer": 5}, tmp_path / "other.pt")
    for words, message in (
        ([checkpoint, "--positions", "0"], "expected an integer in 1 ... 10000000, not '0'"),
        ([checkpoint, "--seed", "-1"], "expected an integer in 0 ... 4611686018427387904, not '-1'"),
        ([tmp_path / "nowhere"], "nowhere"),
        ([tmp_path / "snakecore"], "snakecore/checkpoint.pt"),
        ([tmp_path / "notes.pt"], "notes.pt: expected a checkpoint of ppo.py"),
        ([tmp_path / "half.pt"], "half.pt: expected a checkpoint of ppo.py"),
        ([tmp_path / "other.pt"], "other.pt: expected a checkpoint of ppo.py"),
        ([checkpoint, "--out", tmp_path / "none/net.bin"], "none/net.bin"),
        ([checkpoint], "error: planes: expected an observation in one of the forms scaled, one_hot"),
    ):
        with pytest.raises(SystemExit) as error:
            nets.main(list(map(str, words)))
        assert message in f"{error.value} {capsys.readouterr().err}"
    assert net.read_bytes() == b"the old one" and len(list(tmp_path.iterdir())) == 5


@pytest.mark.parametrize("game", ["alquerque", "blockdrop(turns=40)", "ontherun(cities=30,max_cities=32)"])
def test_networks_of_alphazero(tmp_path, monkeypatch, capsys, game):
    """Its statements about the integers are true, and the bot plays with these integers."""
    alphazero = nets.trainer_module("alphazero")
    words = [game, "--games", "8", "--simulations", "8", "--width", "16", "--opening", "20", "--rounds", "2"]
    monkeypatch.setattr(sys, "argv", ["alphazero.py", *words, "--out", str(tmp_path)])
    alphazero.main()
    out = tmp_path / "mine.bin"
    nets.main([str(tmp_path), "--out", str(out), "--command", "a command", "--positions", "300"])
    made = lg.make(game)
    net, _, text = nets.unpacked(out.read_bytes(), made)
    assert text.startswith("a command: alphazero.py, 16 games, ") and net.values == (1 if made.players == 2 else 4)
    assert float(text.partition(" as the checkpoint in ")[2].partition("%")[0]) > 90
    assert float(text.partition(" differ by ")[2].partition(" ")[0]) < 0.02
    assert text.partition("; ")[2] in capsys.readouterr().out
    lg.Search(made, 10, policy="puct", evaluator=out.read_bytes())(made.new())
    if game == "alquerque":  # the program of the page, which plays with it
        page = (ROOT / "docs/learning.md").read_text(encoding="utf-8")
        (block,) = (block for block in page.split("```py\n") if 'Path("alquerque.bin")' in block)
        (tmp_path / "alquerque.bin").write_bytes(out.read_bytes())
        monkeypatch.chdir(tmp_path)
        own = {}
        exec(block.partition("```")[0].replace("400", "4").replace('"mcts"', '"random"'), own)
        assert own["state"].is_over


def test_two_checkpoints_of_a_game(example, tmp_path, monkeypatch, capsys):
    """The second one would replace the network of the first one."""
    monkeypatch.setattr(nets, "NETS", tmp_path)
    (tmp_path / "snakecore").mkdir()
    for name, updates in (("one.pt", 0), ("two.pt", 1)):
        trained(example, SMALL, updates=updates).save(tmp_path / name)
    with pytest.raises(SystemExit) as error:
        nets.main([str(tmp_path / "one.pt"), str(tmp_path / "two.pt"), "--positions", "64"])
    assert "two.pt: expected one checkpoint for each game; " in str(error.value) and "one.pt" in str(error.value)
    assert "0 decisions in " in nets.text_of(tmp_path / "snakecore/net.bin")


def test_the_best_run_becomes_the_network(monkeypatch, tmp_path, capfd):
    (tmp_path / "snakecore").mkdir()
    monkeypatch.setattr(nets, "NETS", tmp_path)
    words = ["--games", SMALL, "--opponents", "random", "--seeds", "1", "2", "--minutes", "1", "--steps", "8192"]
    words += ["--threads", "1", "--evaluate", "8", "--against", "random", "--network", "layers"]
    words += ["--out", tmp_path, "--work", tmp_path / "work"]
    monkeypatch.setattr(sys, "argv", ["training.py", *map(str, words), "--export"])
    training.main()
    runs = list(map(training.run_of, (tmp_path / "training.jsonl").read_text().splitlines()))
    best = max(runs, key=training.points)
    assert 0 <= training.points(best) <= 1
    text = nets.text_of(tmp_path / "snakecore/net.bin")
    made = shlex.split(text.partition(": ")[0])  # as a shell reads it: the game has brackets in its name
    again = training.parse_arguments(made[1:])
    assert made[0] == "script/train" and again.export and again.threads == 1
    assert [training.trained(run) for run in training.runs_of(again)] == [training.trained(best)]
    monkeypatch.setattr(sys, "argv", ["training.py", "--export", "--evaluate", "0"])
    with pytest.raises(SystemExit):
        training.main()
    assert "expected games of an evaluation" in capfd.readouterr().err


def test_values_of_positions(tmp_path, capsys):
    """A network with values is the same player and predicts the results of other games, and searches can use it."""
    out = tmp_path / "values.bin"
    nets.main(["--values", "alquerque", "--games", "128", "--out", str(out)])
    assert float(capsys.readouterr().out.partition("without them, and ")[2].partition(" by rounding")[0]) < 0.01
    game, plain = lg.make("alquerque"), (nets.NETS / "alquerque/net.bin").read_bytes()
    net, _, text = nets.unpacked(out.read_bytes(), game)
    before, _, _ = nets.unpacked(plain, game)
    assert net.values == 1 and "values of 128 games" in text
    np.testing.assert_array_equal(net.weights[-1][:-1], before.weights[-1])
    state = game.new().rollout(1, 20)[0]
    results = [lg.Search(game, 50, policy="puct", evaluator=data)(state) for data in (out.read_bytes(), plain)]
    np.testing.assert_allclose(results[0].priors, results[1].priors, atol=0.01)
    searches = [lg.Search(game, 1, policy="puct", evaluator=data) for data in (out.read_bytes(), plain)]
    states = [game.new().rollout(seed, 30)[0] for seed in range(100)]  # where the game's own evaluation knows much
    values = [[search(state).statistics.values[0] for state in states if not state.is_over] for search in searches]
    assert np.corrcoef(values)[0, 1] > 0.4
