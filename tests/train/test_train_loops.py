"""The recurrent example: its observations, its memory, which is limited to the present game, and its learning. The
TorchRL example: the games in its wrapper and collector, and its learning."""

import re
import sys
from pathlib import Path

import libgames as lg
import numpy as np
import pytest
import torch
from conftest import load_example
from torchrl.envs.utils import check_env_specs


@pytest.fixture(scope="module")
def example():
    torch.set_num_threads(1)
    return load_example("train_recurrent")


@pytest.fixture(scope="module")
def torchrl_example():
    torch.set_num_threads(1)
    return load_example("train_torchrl")


def options(example, *words):
    return example.parse_arguments([*map(str, words), "--seed", "1", "--threads", "1"])


def test_nothing_is_told_twice(example):
    """The detectives see the fugitive's city only if it was announced since their last answer, the type to
    be answered, and nothing of earlier types; their own cities are the same as in `cities_observed`."""
    envs = lg.vector.make("ontherun(cities=30,max_cities=30)", 64, opponents="greedy", seat=0, observation="cities_observed", seed=1,
                          autoreset="disabled", full_state=True)
    plain, _ = envs.reset()
    announced = earlier = 0
    for _ in range(60):
        heard = example.told(envs.observe(0)[0] / np.array(50.0))
        for game in range(64):
            state = envs.state(game)
            if state.is_over:
                continue
            told, seen = heard[game], plain[game]
            turn = int(seen[example.TURN, 0])
            known = np.flatnonzero(seen[example.LAST_KNOWN])
            if turn == 1 or (turn and turn % 5 == 0):
                assert np.flatnonzero(told[example.LAST_KNOWN]).tolist() == known.tolist() and len(known) == 1
                if turn > 1:
                    announced += 1
                    assert known[0] == envs.states["fugitive"][game] - 1
            else:
                assert not told[example.LAST_KNOWN].any()
            earlier += seen[example.TYPES].any()
            assert not told[example.TYPES].any()
            rest = np.ones(22, bool)
            rest[[example.LAST_KNOWN, *range(22)[example.TYPES]]] = False
            assert np.allclose(told[rest] * 50, seen[rest])
        plain, _, terminated, _, _ = envs.step(envs.sample(), ~finished(envs))
        if finished(envs).all():
            break
    assert announced > 50 and earlier > 50


def finished(envs):
    return np.array([envs.state(game).is_over for game in range(envs.num_envs)])


@pytest.mark.parametrize("memory", ["gru", "none"])
def test_memory_is_of_the_game_at_hand(example, memory):
    """Step by step while playing, or all together while learning, the player is the same; a new game remembers nothing
    of the one before it, and without memory no step remembers another."""
    trainer = example.Trainer(options(example, "--memory", memory, "--envs", 16))
    before = trainer.state
    rollout = trainer.play()
    assert rollout["first"][1:].any()
    inputs = [rollout[name] for name in ("seen", "masks", "first")]
    with torch.no_grad():
        choice, value, after = trainer.player(*inputs, before)
    assert torch.allclose(value, rollout["values"], atol=1e-5) and torch.allclose(after, trainer.state, atol=1e-5)
    assert torch.allclose(choice.log_prob(rollout["actions"]), rollout["chances"], atol=1e-4)
    assert rollout["masks"].gather(2, rollout["actions"][..., None]).all()
    changed = [entry.clone() for entry in inputs]
    changed[0][5] += 1  # another observation in step 5 of all games
    with torch.no_grad():
        _, other, _ = trainer.player(*changed, before)
    differs = (other - value).abs() > 1e-6
    assert differs[5].all() and not differs[:5].any()
    begun = inputs[2][6:].cumsum(0) > 0
    assert not differs[6:][begun].any()
    assert differs[6].any() == (memory == "gru")
    assert memory == "gru" or not differs[6:].any()


def test_advantages_end_with_the_game(example):
    """By definition, forwards: the sum of discounted surprises up to the end of the game or of the rollout."""
    trainer = example.Trainer(options(example, "--envs", 8))
    rollout = trainer.play()
    found = trainer.advantages(rollout)
    _, last, _ = trainer.ask(trainer.seen, trainer.masks, trainer.first, trainer.state)
    values = torch.cat([rollout["values"], last[None]])
    for game in range(8):
        for t in range(0, example.ROLLOUT, 7):
            total, weight = 0.0, 1.0
            for later in range(t, example.ROLLOUT):
                over = bool(rollout["over"][later, game])
                following = 0.0 if over else values[later + 1, game]
                surprise = rollout["rewards"][later, game] + example.DISCOUNT * following - values[later, game]
                total += weight * float(surprise)
                weight *= example.DISCOUNT * example.TRACE
                if over:
                    break
            assert float(found[t, game]) == pytest.approx(total, abs=1e-4)


def test_it_learns(example):
    """Against the greedy fugitive the mean outcome rises by four standard errors at least."""
    trainer = example.Trainer(options(example, "--envs", 64))
    before = trainer.evaluate(1000)
    for _ in range(25):
        trainer.train_once()
    after = trainer.evaluate(1000)
    error = np.sqrt((before.var() + after.var()) / 1000)
    assert after.mean() > before.mean() + 4 * error, (before.mean(), after.mean(), error)


def test_only_on_the_run(example, capsys):
    with pytest.raises(SystemExit):
        options(example, "blockdrop")
    assert "only On the Run has these observations" in capsys.readouterr().err


def test_without_tensorboard(example, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch.utils.tensorboard", None)
    what = f"expected TensorBoard, which `{lg.install_command('train')}` installs"
    with pytest.raises(SystemExit, match=re.escape(what)):
        example.open_board("folder")


def test_ctrl_c_leaves_the_curve_so_far(example, tmp_path, monkeypatch):
    rows = [{**dict.fromkeys(example.COLUMNS, ""), "steps": steps} for steps in (10, 20)]

    def train_once(trainer):
        if not rows:
            raise KeyboardInterrupt
        return rows.pop(0)

    monkeypatch.setattr(example.Trainer, "train_once", train_once)
    monkeypatch.setattr(sys, "argv", ["train_recurrent.py", "--envs", "4", "--evaluate", "4", "--out", str(tmp_path)])
    with pytest.raises(KeyboardInterrupt):
        example.main()
    assert [line.split(",")[0] for line in (tmp_path / "curve.csv").read_text().splitlines()] == ["steps", "10", "20"]
    with pytest.raises(KeyboardInterrupt):  # without a new one
        example.main()
    assert len((tmp_path / "curve.csv").read_text().splitlines()) == 3


def test_a_folder_that_can_not_be_is_refused_before_the_training(example, tmp_path, monkeypatch):
    monkeypatch.setattr(example, "Trainer", lambda _: pytest.fail("a training"))
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(sys, "argv", ["train_recurrent.py", "--out", str(tmp_path / "file")])
    with pytest.raises(FileExistsError):
        example.main()


# ---- TorchRL ----


def test_the_collector_plays_the_same_games(torchrl_example):
    """A twin that is stepped with the collected actions: the same observations, masks, rewards and ends, and new games
    after the ends."""
    chosen = options(torchrl_example, "snakecore(rounds=8)", "--observation", "window", "--rewards", "scores", "--envs", 4)
    batch = next(iter(torchrl_example.Trainer(chosen).collector))
    twin = torchrl_example.make_games(chosen, 4)
    seen, _ = twin.reset()
    # The specs were found out by a reset, which took the games' first seeds; the twin goes where the collector began.
    for _ in range(20):
        if np.array_equal(seen["observation"], batch["observation"][:, 0].numpy()):
            break
        seen, _ = twin.reset()
    ends = 0
    for t in range(torchrl_example.ROLLOUT):
        row = batch[:, t]
        assert np.array_equal(seen["observation"], row["observation"].numpy())
        assert np.array_equal(seen["action_mask"] == 1, row["action_mask"].numpy())
        assert row["action_mask"][torch.arange(4), row["action"]].all()
        seen, rewards, terminated, truncated, _ = twin.step(row["action"].numpy())
        assert np.array_equal(seen["observation"], row["next", "observation"].numpy())
        assert np.array_equal(rewards, row["next", "reward"][:, 0].numpy())
        assert np.array_equal(terminated, row["next", "terminated"][:, 0].numpy())
        assert np.array_equal(terminated | truncated, row["next", "done"][:, 0].numpy())
        if terminated.any():
            ends += terminated.sum()
            seen, _ = twin.reset(options={"reset_mask": terminated})
    assert ends >= 16


@pytest.mark.parametrize("game", lg.games())
def test_one_update_on_every_game(torchrl_example, game):
    """Only legal actions: the games would raise."""
    smallest = min(lg.make(game).observation_spaces, key=lambda space: np.prod(space.shape)).name
    chosen = options(torchrl_example, game, "--observation", smallest, "--rewards", "outcome", "--envs", 4, "--steps", 256)
    (row,) = torchrl_example.Trainer(chosen).updates()
    assert row["steps"] == 256 and row["entropy"] > 0 and np.isfinite(row["value_loss"])


def test_torchrl_learns(torchrl_example):
    """Alquerque against random players: from about half of the games to most of them. The standard error is 0.02."""
    chosen = options(torchrl_example, "alquerque", "--steps", 40_960)
    trainer = torchrl_example.Trainer(chosen)
    before = torchrl_example.evaluate(trainer.policy, chosen, 500)
    list(trainer.updates())
    after = torchrl_example.evaluate(trainer.policy, chosen, 500)
    assert 0.35 < before < 0.6 and after > 0.75


def test_torchrl_without_tensorboard(torchrl_example, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch.utils.tensorboard", None)
    what = f"expected TensorBoard, which `{lg.install_command('train')}` installs"
    with pytest.raises(SystemExit, match=re.escape(what)):
        torchrl_example.open_board("folder")


def test_the_page_shows_an_environment_as_torchrl_wants_it(capsys):
    page = (Path(__file__).resolve().parents[2] / "docs/frameworks.md").read_text()
    (code,) = (block for block in re.findall(r"```py\n(.*?)```", page, re.DOTALL) if "GymWrapper" in block)
    shown = {}
    exec(code, shown)
    assert re.fullmatch(r"tensor\(\d+\) games ended\n", capsys.readouterr().out)
    check_env_specs(shown["env"])
    shown["env"].rollout(30, break_when_any_done=False)  # legal actions without a policy as well, or the games raise
