"""The vector environment refuses wrong actions, settings and resets."""

import pickle

import libgames as lg
import numpy as np
import pytest
from stepping import equal


def test_wrong_actions_mark_just_their_games():
    envs = lg.vector.make("alquerque", 5, seed=12, illegal="mark")
    twin = lg.vector.make("alquerque", 5, seed=12)
    envs.reset()
    twin.reset()
    actions = envs.sample()
    before = [envs.save(slot) for slot in range(5)]
    seen, _ = envs.current()
    wrong = actions.astype(np.int64)
    wrong[1], wrong[2], wrong[4] = np.flatnonzero(envs.action_mask[1] == 0)[0], 392, 2**32 + int(actions[4])
    observations, rewards, terminated, _, infos = envs.step(wrong)
    twin.step(actions)
    assert infos["status"].tolist() == [0, 2, 1, 0, 1] == envs.status.tolist()
    for slot in range(5):
        assert envs.save(slot) == (before[slot] if slot in (1, 2, 4) else twin.save(slot))
    assert np.array_equal(observations[[1, 2, 4]], seen[[1, 2, 4]])
    assert not rewards[[1, 2, 4]].any() and not terminated.any()
    assert "status" not in envs.step(envs.sample())[4]


@pytest.mark.parametrize("autoreset", ["next_step", "same_step", "disabled"])
@pytest.mark.parametrize("name", ["alquerque", "blockdrop(turns=9)"])
def test_a_wrong_action_loses(name, autoreset):
    """Its episode ends where it was chosen; the others continue as without it."""
    envs = lg.vector.make(name, 4, seed=12, illegal="lose", autoreset=autoreset)
    twin = lg.vector.make(name, 4, seed=12, autoreset=autoreset)
    observations, infos = envs.reset()
    twin.reset()
    players, seat, actions = envs.game.players, int(infos["player"][1]), envs.sample().astype(np.int64)
    before, wrong = envs.state(1), actions.copy()
    wrong[1], wrong[3] = envs.game.num_actions, -1
    seen, rewards, terminated, truncated, infos = envs.step(wrong)
    twin.step(actions)
    assert infos["status"].tolist() == [0, 1, 0, 1] and terminated.tolist() == [False, True] * 2 and not truncated.any()
    assert rewards.tolist() == [0, -1, 0, -1] and infos["rewards"][1, seat] == -1
    others = np.delete(infos["rewards"][1], seat)
    assert len(others) == players - 1 and others == pytest.approx(1 / (players - 1))
    for slot in (0, 2):
        assert envs.save(slot) == twin.save(slot)
    if autoreset == "same_step":
        assert np.array_equal(infos["final_obs"][1], observations[1]) and infos["_final_obs"].tolist() == [False, True] * 2
        assert infos["final_states"][1] == before.fields and envs.slot(1).steps == 0
    else:
        assert np.array_equal(seen[1], observations[1]) and envs.state(1) == before and envs.slot(1).steps == 1
        copy = pickle.loads(pickle.dumps(envs))
        refusing = lg.vector.make(name, 4, seed=12, autoreset=autoreset)
        refusing.reset()
        with pytest.raises(lg.StateError):
            refusing.load(1, envs.save(1))
        assert copy.save(1) == envs.save(1)
    if autoreset == "disabled":
        assert envs.step(envs.sample())[4]["status"].tolist() == [0, 3, 0, 3]


@pytest.mark.parametrize(("action", "error"), [(0, lg.IllegalMove), (-1, ValueError), (392, ValueError), (2**31, ValueError)])
def test_wrong_actions_raise(action, error):
    envs = lg.vector.make("alquerque", 3, seed=13)
    envs.reset()
    assert not envs.action_mask[1, 0]
    actions = envs.sample().astype(np.int64)
    actions[1] = action
    with pytest.raises(error, match=r"game 1, action .*\(1 game has such") as raised:
        envs.step(actions)
    assert raised.value.slots.tolist() == [1]
    assert [envs.slot(slot).steps for slot in range(3)] == [1, 0, 1]
    warned = lg.vector.make("alquerque", 3, seed=13, illegal="warn")
    warned.reset()
    with pytest.warns(UserWarning, match="game 1"):
        warned.step(actions)


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        ([0, 0], ValueError),
        ([[0], [0], [0]], ValueError),
        (0, ValueError),
        ([0.0, 0.0, 0.0], TypeError),
        (["0", "0", "0"], TypeError),
        ([True, True, True], TypeError),
        (None, ValueError),
        ([None] * 3, TypeError),
        (np.zeros(3, np.complex64), TypeError),
        (np.zeros((3, 1), np.int32), ValueError),
    ],
)
def test_wrong_arrays_of_actions_raise_before_anything_happens(actions, error):
    envs = lg.vector.make("snakecore", 3, seed=14)
    envs.reset()
    before = [envs.save(slot) for slot in range(3)]
    with pytest.raises(error, match="actions"):
        envs.step(actions)
    assert [envs.save(slot) for slot in range(3)] == before


def test_actions_of_any_integer_type():
    results = []
    for kind in (np.int8, np.uint8, np.int16, np.int32, np.int64, np.uint64, list, "strided", "in place"):
        envs = lg.vector.make("snakecore", 4, seed=15)
        envs.reset()
        actions = np.array([0, 1, 2, 3])
        if kind == "in place":
            envs.actions[:] = actions
            actions = envs.actions
        elif kind == "strided":
            actions = np.repeat(actions, 2)[::2]
        else:
            actions = actions.tolist() if kind is list else actions.astype(kind)
        results.append(envs.step(actions))
    assert all(equal(results[0], result) for result in results)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"num_envs": 0}, ValueError),
        ({"num_envs": -1}, ValueError),
        ({"num_envs": 2**25}, ValueError),
        ({"num_envs": 2.0}, TypeError),
        ({"threads": 0}, ValueError),
        ({"threads": 65}, ValueError),
        ({"autoreset": "sometimes"}, ValueError),
        ({"rewards": "praise"}, ValueError),
        ({"observation": "x-rays"}, ValueError),
        ({"opponents": "grandmaster"}, ValueError),
        ({"opponents": ["random"] * 3}, ValueError),
        ({"opponents": 5}, TypeError),
        ({"opponents": b"random"}, TypeError),
        ({"variants": "snakecore"}, TypeError),
        ({"seat": 2}, ValueError),
        ({"seat": -1}, ValueError),
        ({"seat": "left"}, TypeError),
        ({"seed": -1}, ValueError),
        ({"seed": 2**64}, ValueError),
        ({"seed": 1.5}, TypeError),
        ({"max_episode_steps": -1}, ValueError),
        ({"illegal": "ignore"}, ValueError),
        ({"render_mode": "hologram"}, ValueError),
        ({"no_such_parameter": 1}, TypeError),
    ],
)
def test_wrong_settings(options, error):
    with pytest.raises(error) as raised:
        lg.vector.make("snakecore", **options)
    assert str(raised.value)


@pytest.mark.parametrize("game", ["snakecore", "snakecore(size=8)", lg.make("snakecore")], ids=repr)
def test_misspelt_options_are_named_with_those_that_exist(game):
    with pytest.raises(TypeError, match=r"^sead: .*\(opponents, seat, .*render_mode\) .* snakecore: size .*; did you mean 'seed'\?$"):
        lg.vector.make(game, 2, seed=1, sead=0)


def test_parameters_of_the_game_are_keywords_too():
    assert lg.vector.make("snakecore", size=8, num_envs=4).game == lg.make("snakecore", size=8)
    for configured in ("snakecore(players=3)", lg.make("snakecore", players=3)):
        with pytest.raises(ValueError, match="parameters"):
            lg.vector.make(configured, size=8)


def test_wrong_resets():
    envs = lg.vector.make("snakecore", 3, seed=16)
    with pytest.raises(ValueError, match="reset"):
        envs.step([0, 0, 0])
    for call in (lambda: envs.state(0), lambda: envs.save(0), envs.current, lambda: envs.slot(0)):
        with pytest.raises(ValueError, match="reset"):
            call()
    for seed, error in ((-1, ValueError), (2**64, ValueError), ([1, 2], ValueError), (1.5, TypeError), ("7", TypeError)):
        with pytest.raises(error):
            envs.reset(seed=seed)
    for mask, error in (([True] * 3, TypeError), (np.ones(3), TypeError), (np.ones(2, bool), ValueError)):
        with pytest.raises(error, match="reset_mask"):
            envs.reset(options={"reset_mask": mask})
    envs.reset()
    with pytest.raises(ValueError, match="reset_mask"):
        envs.reset(options={"reset_mask": np.zeros(3, bool)})
    for slot, error in ((-1, ValueError), (3, ValueError), (1.5, TypeError)):
        with pytest.raises(error):
            envs.state(slot)
        with pytest.raises(error):
            envs.save(slot)
