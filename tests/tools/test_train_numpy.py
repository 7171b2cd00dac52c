"""The example that learns: a short run of it improves by more than chance."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

EXAMPLE = Path(__file__).resolve().parents[2] / "examples/python/train_numpy.py"


@pytest.fixture(scope="module")
def example():
    spec = importlib.util.spec_from_file_location("train_numpy", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_learns(example):
    """120 updates, a few seconds: from one game in five to more than two in five; a standard error is 0.03 at most."""
    trainer = example.Trainer(seed=1)
    before = example.win_rate(trainer.player, games=300)
    for _ in range(120):
        trainer.update()
    after = example.win_rate(trainer.player, games=300)
    assert before < 0.3
    assert after > max(0.4, before + 0.15)


def test_no_updates_are_none(example, monkeypatch, capsys):
    monkeypatch.setattr(example, "win_rate", lambda *_, **__: 0.2)
    monkeypatch.setattr(example.Trainer, "update", lambda _: pytest.fail("an update"))
    monkeypatch.setattr("sys.argv", ["train_numpy.py", "--updates", "0"])
    example.main()
    assert capsys.readouterr().out.count("20.0% of 1000 games won") == 2


def test_gradients_are_those_of_the_loss(example):
    """By differences of the loss, computed from its parts, at weights slightly to both sides."""
    rng = np.random.default_rng(1)
    player, count = example.Player(7, 5, rng), 11
    player.weights = [weight.astype(np.float64) + rng.normal(0, 0.3, weight.shape) for weight in player.weights]
    seen, masks = rng.random((count, 7)), rng.random((count, 5)) < 0.7
    masks[:, 2] = True
    actions, advantages, returns = np.full(count, 2), rng.normal(size=count), rng.normal(size=count)

    def loss():
        _, chances, values = player.look(seen, masks)
        logs = np.log(np.maximum(chances, 1e-9))
        policy = -(advantages * logs[np.arange(count), actions]).mean()
        entropy = -(chances * logs).sum(axis=1).mean()
        return policy - example.ENTROPY * entropy + 0.25 * ((values - returns) ** 2).mean()

    hidden, chances, values = player.look(seen, masks)
    found = example.gradients(player, seen, hidden, chances, values, actions, advantages, returns)
    for weight, gradient in zip(player.weights, found, strict=True):
        for place in np.ndindex(weight.shape):
            kept = weight[place]
            sides = []
            for shift in (1e-5, -1e-5):
                weight[place] = kept + shift
                sides.append(loss())
            weight[place] = kept
            assert gradient[place] == pytest.approx((sides[0] - sides[1]) / 2e-5, abs=1e-5)
