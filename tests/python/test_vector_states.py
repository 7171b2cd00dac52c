"""The vector environment over states: games that start from one, many together, samples; and random actions."""

import copy
import pickle
import threading

import libgames as lg
import numpy as np
import pytest
from stepping import equal, trace


def test_start_from_a_state(game, middle, last):
    envs = lg.vector.make(game, 2, opponents=None, seed=26)
    envs.reset()
    envs.set_state(1, middle, seed=4)
    observations, infos = envs.current()
    assert envs.state(1) == middle and infos["player"][1] == middle.player
    assert np.array_equal(observations[1], middle.observation())
    with pytest.raises(lg.GameOver):
        envs.set_state(1, last)
    with pytest.raises(TypeError, match="state"):
        envs.set_state(1, lg.make("alquerque" if game.name != "alquerque" else "blockdrop").new())


def test_expand(short):
    """Many states x many actions, as State.apply plays them, and the games stay as they are."""
    envs = lg.vector.make(short, 4, opponents=None, seed=27, threads=2, full_state=True)
    trace(envs, 6)
    game, before = envs.game, envs.states.tobytes()
    pairs = [(slot, action) for slot in range(4) for action in range(game.num_actions)]
    parents, actions = np.array(pairs).T
    result = envs.expand(actions, parents)
    assert envs.states.tobytes() == before
    for number, (slot, action) in enumerate(pairs[:: max(1, len(pairs) // 200)]):
        number *= max(1, len(pairs) // 200)
        state = envs.state(slot)
        try:
            after = state.apply(action)
        except lg.IllegalMove:
            assert result.status[number] == 2
            continue
        assert result.status[number] == 0 and result.states[number].tobytes() == bytes(after)
        assert result.player[number] == (-1 if after.is_over else after.player)
        assert np.array_equal(result.action_mask[number], after.action_mask)
        assert result.scores[number].tolist() == list(after.scores)
        assert result.outcome[number].tolist() == np.float32(after.outcome).tolist()
        seat = state.player if after.is_over else after.player
        assert np.array_equal(result.observation[number], after.observation(seat))
    slots, chosen = [2, 0], envs.sample()[[2, 0]]
    for states in ([envs.state(slot) for slot in slots], envs.states[slots]):
        given = envs.expand(chosen, states=states)
        assert [row.tobytes() for row in given.states] == [
            bytes(envs.state(slot).apply(int(action))) for slot, action in zip(slots, chosen, strict=True)
        ]
    grandchildren = envs.expand([0] * len(given.states), states=given.states)
    assert len(grandchildren.states) == 2 and envs.states.tobytes() == before
    for wrong in (np.zeros(4, np.uint8), np.zeros((2, game.state_size), np.uint8), ["x"]):
        with pytest.raises((TypeError, ValueError)):
            envs.expand([0], states=wrong)


def test_resample(short):
    """Sample k is drawn as by State.resample from seed + k, and the games stay as they are, for any number of
    threads."""
    envs = lg.vector.make(short, 40, opponents=None, seed=41, full_state=True)
    trace(envs, 12)
    game, before, players = envs.game, envs.states.tobytes(), np.arange(100) % envs.game.players
    parents = np.arange(100) * 7 % 40
    result, own = envs.resample(players, parents, seed=9), envs.resample(seed=9)
    assert envs.states.tobytes() == before
    assert result.states.dtype == game.state_dtype and result.information_key.dtype == np.uint64
    for number, (player, parent) in enumerate(zip(players, parents, strict=True)):
        state, sample = envs.state(parent), game.from_bytes(result.states[number].tobytes())
        assert sample == state.resample(player, 9 + number) and result.status[number] == 0
        assert result.information_key[number] == state.information_key(player) == sample.information_key(player)
        for space in game.observation_spaces:
            assert np.array_equal(sample.observation(player, space.name), state.observation(player, space.name))
    for slot in range(40):
        state = envs.state(slot)
        if state.is_over:
            assert own.status[slot] == 3 and not own.information_key[slot] and not any(own.states[slot].tobytes())
        else:
            assert own.states[slot].tobytes() == bytes(state.resample(state.player, 9 + slot))
            assert own.information_key[slot] == state.information_key(state.player)
    for threads in (2, 3):
        twin = lg.vector.make(short, 40, opponents=None, seed=41, threads=threads)
        trace(twin, 12)
        assert equal(twin.resample(players, parents, seed=9), result) and equal(twin.resample(seed=9), own)
    for states in (envs.states[parents], [envs.state(parent) for parent in parents]):
        assert equal(envs.resample(players, states=states, seed=9), result)
    assert equal(envs.resample(seed=10).information_key, own.information_key)
    again = envs.resample(players, states=result.states, seed=9)
    assert equal(again, result), "draws depend on the player's knowledge, not on the true state"


def test_samples_of_finished_games(game, last):
    """No player is to move in them: the player whose knowledge counts must then be given."""
    envs = lg.vector.make(game, 2)
    result = envs.resample(states=[last, game.new()], seed=1)
    assert result.status.tolist() == [3, 0] and not any(result.states[0].tobytes()) and result.information_key[0] == 0
    said = envs.resample([0, 1], states=[last, last], seed=1)
    assert said.status.tolist() == [0, 0]
    assert [row.tobytes() for row in said.states] == [bytes(last.resample(player, 1 + player)) for player in (0, 1)]


def test_wrong_samples():
    envs = lg.vector.make("ontherun", 4, opponents=None, seed=42, full_state=True)
    with pytest.raises(ValueError, match="reset"):
        envs.resample()
    envs.reset()
    before, states = envs.states.tobytes(), [envs.state(0)] * 3
    wrong = envs.resample([0, -1, 2, 2**40, 1], parents=[0, 0, 0, 0, 3])
    assert wrong.status.tolist() == [0, 1, 1, 1, 0] and not wrong.information_key[1:4].any()
    assert not np.frombuffer(wrong.states[1:4].tobytes(), np.uint8).any()
    assert envs.resample(parents=[0, 4, -1, 2**32]).status.tolist() == [0, 1, 1, 1]
    assert envs.resample(states=states, parents=[2, 3]).status.tolist() == [0, 1]
    assert all(len(rows) == 0 for rows in envs.resample([], states=[]))
    for arguments, error, match in (
        ({"players": [0, 1], "parents": [0]}, ValueError, "parents"),
        ({"players": [[0], [1]]}, ValueError, "players"),
        ({"players": 0}, ValueError, "players"),
        ({"players": [0.0]}, TypeError, "players"),
        ({"players": ["0"]}, TypeError, "players"),
        ({"parents": [None]}, TypeError, "parents"),
        ({"parents": [True]}, TypeError, "parents"),
        ({"states": ["x"]}, TypeError, None),
        ({"states": np.zeros(72, np.uint8)}, TypeError, "states"),
        ({"states": np.full(2 * 9, 2**64 - 1, np.uint64).view(envs.game.state_dtype)}, lg.StateError, "row 0"),
        ({"states": [lg.make("alquerque").new()]}, TypeError, "expected a state of"),
        ({"seed": -1}, ValueError, "seed"),
        ({"seed": 2**64}, ValueError, "seed"),
        ({"seed": 1.5}, TypeError, None),
    ):
        with pytest.raises(error, match=match):
            envs.resample(**arguments)
    assert envs.states.tobytes() == before


def test_states_of_another_game_are_refused():
    """Their bytes can still be valid, such as with another city."""
    envs = lg.vector.make("ontherun", 1, seed=0)
    for other in (lg.make("ontherun(map=1)").new(), envs.game.state_size, bytes(envs.game.new())):
        with pytest.raises(TypeError, match="expected a state of"):
            envs.expand([0], states=[other])
        with pytest.raises(TypeError, match="expected a state of"):
            envs.resample([0], states=[other])


@pytest.mark.parametrize("value", [-1, 2, 127, -128])
def test_nothing_is_drawn_from_a_mask_that_was_written_to(value):
    for change in (lambda mask: mask.__setitem__((7, -1), value), lambda mask: mask.__setitem__(7, 0)):
        envs = lg.vector.make("alquerque", 50, seed=0, copy=False)
        _, infos = envs.reset()
        change(infos["action_mask"])
        for sample in (envs.sample, envs.action_space.sample):
            with pytest.raises(ValueError, match="action_mask: expected 0 and 1, and a legal action, in row 7: it was wr"):
                sample()


def test_no_call_runs_during_a_step():
    """Whatever uses the batch, also in several steps, refuses to while another thread does."""
    envs = lg.vector.make("alquerque", 4, seed=1)
    envs.reset()
    state, saved = envs.state(0), envs.save(0)
    calls = {
        "reset": envs.reset, "step": lambda: envs.step([0] * 4), "render": envs.render, "close": envs.close,
        "sample": envs.sample, "space": envs.action_space.sample, "state": lambda: envs.state(0),
        "slot": lambda: envs.slot(0), "save": lambda: envs.save(0), "load": lambda: envs.load(0, saved),
        "clone": lambda: envs.clone(0, 1), "branch": lambda: envs.branch(0, 1, 5),
        "set_state": lambda: envs.set_state(0, state), "current": envs.current, "expand": lambda: envs.expand([0] * 4),
        "resample": envs.resample, "observe": envs.observe, "choose": lambda: envs.choose("greedy"),
        "transform": lambda: envs.transform(0), "copy": lambda: copy.copy(envs), "pickle": lambda: pickle.dumps(envs),
        **{
            name: lambda name=name: getattr(envs, name)
            for name in ("actions", "states", "action_mask", "status", "seats", "variant")
        },
    }  # fmt: skip
    own = [kind for kind in lg.vector.VectorEnv.__mro__ if kind.__module__.startswith("libgames")]
    public = {name for kind in own for name in vars(kind) if not name.startswith("_")}
    known = {"num_envs", "same_step", "closed", "observation_space", "single_observation_space", "single_action_space"}
    assert public - known - {"action_space"} == set(calls) - {"space", "copy", "pickle"}
    told, entered, leave = {}, threading.Event(), threading.Event()

    def hold():
        with envs._use:
            entered.set()
            leave.wait(20)

    holder = threading.Thread(target=hold)
    holder.start()
    entered.wait(20)
    for name, call in calls.items():
        try:
            call()
        except RuntimeError as error:
            told[name] = str(error)
    leave.set()
    holder.join()
    assert told == dict.fromkeys(calls, "the batch is in use by another thread")
    again = pickle.loads(pickle.dumps(envs))
    assert again._use is not envs._use and (again.action_space.sample() >= 0).all()


@pytest.mark.parametrize("threads", [1, 3])
def test_steps_in_parts_are_the_same(threads):
    """Slow steps are made in parts, with checks for signals between them: as if each game were alone."""
    given = {"opponents": "mcts(simulations=600)", "seat": 0}
    envs = lg.vector.make("alquerque", 9, seed=3, threads=threads, **given)
    alone = [lg.vector.make("alquerque", 1, seed=3 + slot, **given) for slot in range(9)]
    seen = [envs.reset(), *(one.reset() for one in alone)]
    for _ in range(2):
        actions = [infos["action_mask"].argmax(1) for _, infos in seen]
        steps = [one.step(chosen) for one, chosen in zip((envs, *alone), actions, strict=True)]
        assert (steps[0][0] == np.concatenate([step[0] for step in steps[1:]])).all()
        seen = [(step[0], step[-1]) for step in steps]
    assert all(envs.slot(slot).steps == 2 for slot in range(9))
    mask = np.arange(9) % 2 == 0
    envs.reset(seed=[50 + slot for slot in range(9)], options={"reset_mask": mask})
    assert [envs.slot(slot).seed for slot in range(9)] == [50 + slot if slot % 2 == 0 else 3 + slot for slot in range(9)]


def test_a_million_samples_reach_every_city():
    """On the Run: the fugitive is drawn from just the cities where it can be, each equally often."""
    game = lg.make("ontherun")
    state = next(state for state in hunts(game) if len(lg.ontherun.hunt(state).possible) > 4 and state.player == 0)
    samples = lg.vector.make(game, 1, threads=2).resample(
        np.zeros(10**6, np.int32), np.zeros(10**6, np.int32), states=[state], seed=2**64 - 5
    )
    assert not samples.status.any() and (samples.information_key == state.information_key(0)).all()
    cities, counts = np.unique(samples.states["fugitive"], return_counts=True)
    possible = lg.ontherun.hunt(state).possible
    assert cities.tolist() == list(possible)
    assert np.abs(counts * len(cities) / 10**6 - 1).max() < 0.02


def hunts(game):
    """All states of some random hunts."""
    for seed in range(100):
        state = game.new()
        while not state.is_over:
            yield state
            state = state.apply(state.choose("random", seed))


def test_wrong_numbers_for_expand():
    envs = lg.vector.make("snakecore", 2, opponents=None, seed=43)
    envs.reset()
    assert envs.expand([2**32, 0], parents=[0, 2**32]).status.tolist() == [1, 1]
    for actions, error in (([0.0], TypeError), ([[0]], ValueError), (0, ValueError), (["U"], TypeError)):
        with pytest.raises(error, match="actions"):
            envs.expand(actions)


def test_random_actions_are_legal_and_spread():
    envs = lg.vector.make("alquerque", 2000, seed=28, opponents=None)
    envs.reset()
    for _ in range(3):
        actions = envs.sample()
        assert envs.action_mask[np.arange(2000), actions].all()
        envs.step(actions)
    envs.set_state(0, envs.game.new().apply("e3-d4"))
    for slot in range(1, 2000):
        envs.clone(0, slot)
    legal = np.flatnonzero(envs.action_mask[0])
    counts = np.bincount(np.concatenate([envs.sample() for _ in range(10)]), minlength=392)
    assert len(legal) == 3 and counts[legal].sum() == 20000
    assert (np.abs(counts[legal] - 20000 / 3) < 400).all()  # six sigma
    assert not np.array_equal(envs.sample(), envs.sample())


@pytest.mark.parametrize("seed, error", [(None, TypeError), (1.5, TypeError), (-1, ValueError), (2**64, ValueError)])
def test_samples_take_a_seed(seed, error):
    envs = lg.vector.make("ontherun", 2, opponents=None, seed=0)
    envs.reset()
    with pytest.raises(error, match="seed: expected an integer"):
        envs.resample(seed=seed)


def test_arrays_at_odd_addresses():
    """NumPy has such arrays; C reads none."""
    def odd(values, kind):
        array = np.ndarray(np.shape(values), kind, np.zeros(np.size(values) * np.dtype(kind).itemsize + 1, np.uint8), 1)
        array[...] = values
        assert not array.flags.aligned
        return array

    envs = lg.vector.make("alquerque", 2, opponents=None, seed=0)
    envs.reset()
    actions = envs.sample()
    expected, found = envs.expand(actions), envs.expand(odd(actions, np.int32))
    assert all(np.array_equal(one, other) for one, other in zip(expected, found, strict=True))
    policies = np.full((2, envs.game.num_actions), 0.5, np.float32)
    assert np.array_equal(envs.transform(1, policies=odd(policies, np.float32)).policies, envs.transform(1, policies=policies).policies)


# ---- opponents that are functions ----


def last_action(state):
    return state.legal_actions[-1]


def last_of_rows(observations, masks):
    return [np.flatnonzero(mask)[-1] for mask in masks]


def by_hand(state, learner):
    """The position in which the learner is to move next, or the end."""
    while not state.is_over and state.player != learner:
        state = state.apply(last_action(state))
    return state


@pytest.mark.parametrize("name", lg.games())
@pytest.mark.parametrize("autoreset", ["next_step", "same_step", "disabled"])
def test_a_function_as_opponent(name, autoreset):
    """Each game compared with one played by hand: states, ends and rewards of the learner."""
    options = {"max_episode_steps": 25, "seed": 5, "seat": "random", "full_state": True, "rewards": "scores"}
    envs = lg.vector.make(name, 6, opponents=last_action, autoreset=autoreset, **options)
    envs.reset()
    learners = envs.seats[:, 0].copy()
    states = [by_hand(envs.game.new(5 + slot), learners[slot]) for slot in range(6)]
    assert [envs.state(slot) for slot in range(6)] == states
    before = [state.scores[seat] for state, seat in zip(map(envs.game.new, range(5, 11)), learners, strict=True)]
    for step in range(1, 26):
        actions = envs.sample()
        _, rewards, terminated, truncated, infos = envs.step(actions)
        over = terminated | truncated
        for slot, seat in enumerate(learners):
            if states[slot] is None:
                continue
            states[slot] = by_hand(states[slot].apply(actions[slot]), seat)
            assert over[slot] == (states[slot].is_over or step == 25) and truncated[slot] == (not states[slot].is_over) * over[slot]
            assert rewards[slot] == states[slot].scores[seat] - before[slot]
            before[slot] = states[slot].scores[seat]
            assert (infos["final_info"]["player"] if over[slot] and autoreset == "same_step" else infos["player"])[slot] == seat
            if not (over[slot] and autoreset == "same_step"):
                assert envs.state(slot) == states[slot] and envs.slot(slot).steps == step
            if over[slot]:
                states[slot] = None
        if all(state is None for state in states) or (autoreset == "disabled" and over.any()):
            break
    assert (envs.action_mask.any(axis=1) | over).all()


@pytest.mark.parametrize("observation", [None, "canonical", "one_hot+canonical", "dict"])
@pytest.mark.parametrize("opponent", [
    lg.Policy(last_action), lg.Policy(lambda states: list(map(last_action, states)), many=True),
    lg.Policy(lambda state: next(state.legal_moves) if not state.in_move else state.legal_actions[0]),
])  # fmt: skip
def test_all_ways_to_ask_are_the_same(opponent, observation):
    """A function's view does not depend on the environment's own observation."""
    plain = lg.vector.make("alquerque", 8, opponents=opponent, seed=2, autoreset="same_step")
    envs = lg.vector.make("alquerque", 8, opponents=opponent, seed=2, autoreset="same_step", observation=observation)
    plain.reset()
    envs.reset()
    for _ in range(60):
        actions = plain.sample()
        for slot, action in enumerate(actions.tolist()):
            state = plain.state(slot)
            turned = "canonical" in (observation or "")
            envs.actions[slot] = envs.game.symmetry_actions(state.canonical(state.player))[action] if turned else action
        chosen = envs.actions.copy()
        plain.step(actions)
        envs.step(envs.actions)
        assert np.array_equal(envs.actions, chosen)
        assert [envs.state(slot) for slot in range(8)] == [plain.state(slot) for slot in range(8)]


def test_one_call_for_all_games_that_wait():
    counts, same = [], []

    def rows(observations, masks):
        assert masks.dtype == np.bool_ and masks.any(axis=1).all() and len(observations) == len(masks)
        counts.append(len(masks))
        return last_of_rows(observations, masks)

    def other(observations, masks):
        same.append(len(masks))
        return np.array(last_of_rows(observations, masks))

    envs = lg.vector.make("alquerque", 64, opponents=lg.Policy(rows, observation="canonical"), observation="canonical", seat=0)
    twin = lg.vector.make("alquerque", 64, opponents=lg.Policy(other, observation="canonical"), mask="bits", seat=0)
    for one in (envs, twin):
        one.reset(seed=1)
    for _ in range(5):
        actions = twin.sample()
        twin.step(actions)
        envs.step(actions)  # seat 0 is not turned
    assert counts == same and max(counts) == 64 and len(counts) < 20
    assert [envs.state(slot) for slot in range(64)] == [twin.state(slot) for slot in range(64)]


@pytest.mark.parametrize(
    ("opponent", "error", "message"),
    [
        (lambda state: None, TypeError, "^player function: expected a legal action, an integer, or a whole move"),
        (lambda state: 391, lg.IllegalMove, r"^player function: expected a legal action, not 391 \(g7NW\): "),
        (lambda state: 1 // 0, ZeroDivisionError, "division"),
        (lg.Policy(lambda seen, masks: [400] * len(masks), name="net", observation=""), ValueError,
         "^player net: expected a legal action, .* not 400"),
        (lg.Policy(lambda seen, masks: [0], name="net", observation=""), TypeError, "^player net: expected a list or array of 4"),
    ],
)  # fmt: skip
def test_a_wrong_answer_changes_nothing(opponent, error, message):
    wrong = []

    def mostly(*given):
        if wrong:
            return opponent.function(*given) if isinstance(opponent, lg.Policy) else opponent(*given)
        return last_of_rows(*given) if len(given) == 2 else last_action(*given)

    form = opponent.observation if isinstance(opponent, lg.Policy) else None
    name = opponent.name if isinstance(opponent, lg.Policy) else "function"
    envs = lg.vector.make("alquerque", 4, opponents=lg.Policy(mostly, name=name, observation=form), seed=3, seat=0)
    envs.reset()
    before, twin_actions = [envs.save(slot) for slot in range(4)], envs.sample()
    wrong.append(1)
    with pytest.raises(error, match=message):
        envs.step(twin_actions)
    assert [envs.save(slot) for slot in range(4)] == before
    wrong.clear()
    envs.step(twin_actions)
    assert all(envs.slot(slot).steps == 1 for slot in range(4))


def test_functions_as_some_of_the_opponents(tmp_path):
    envs = lg.vector.make("blockdrop", 4, opponents=[last_action, "greedy", "learner"], seed=1, turns=30)
    envs.reset()
    for _ in range(40):
        assert ((envs.current()[1]["player"] == envs.seats[:, 0]) | (envs.current()[1]["player"] == envs.seats[:, 3])).all()
        envs.step(envs.sample())
    again = pickle.loads(pickle.dumps(envs))
    actions = envs.sample()
    assert np.array_equal(envs.step(actions)[0], again.step(actions)[0])
    envs.set_state(0, envs.game.new(9))
    assert envs.current()[1]["player"][0] in envs.seats[0][[0, 3]]
    with pytest.raises(TypeError, match="^opponents: expected a player, or one for each other seat, not 3$"):
        lg.vector.make("alquerque", opponents=3)
    with pytest.raises(ValueError, match="^observation: expected one of planes"):
        lg.vector.make("alquerque", opponents=lg.Policy(last_of_rows, observation="plane"))


def test_one_call_for_all_seats_of_a_function():
    counts = []

    def rows(observations, masks):
        counts.append(len(masks))
        return last_of_rows(observations, masks)

    envs = lg.vector.make("snakecore(players=4,size=12)", 8, opponents=lg.Policy(rows, observation=""), seat="slot", seed=1)
    envs.reset()
    assert counts == [6, 4, 2]  # in turns of the seats 0, 1 and 2, before the learners in seats 1, 2 and 3
    listed = lg.vector.make("blockdrop", 4, opponents=[last_action, "greedy", last_action], seed=1)
    assert len(set(map(id, listed._policies.values()))) == 1


@pytest.mark.parametrize("observation", [None, "canonical"])
def test_a_function_chooses_for_many_states(observation):
    calls = []

    def rows(observations, masks):
        calls.append(len(masks))
        return last_of_rows(observations, masks)

    envs = lg.vector.make("alquerque", 16, opponents=None, observation=observation, autoreset="disabled", illegal="mark", seed=2)
    envs.reset()
    for _ in range(120):
        envs.step(envs.sample())
    rows_of = lg.Policy(rows, observation=observation or "")
    over = np.array([envs.state(slot).is_over for slot in range(16)])
    assert 0 < over.sum() < 16
    mask = envs.current()[1]["action_mask"]
    expected = np.where(over, -1, mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1))
    assert np.array_equal(envs.choose(rows_of), expected) and calls == [16 - over.sum()]
    states = [envs.state(slot) for slot in range(16)]
    assert np.array_equal(envs.choose(rows_of, states), expected)
    assert envs.choose(rows_of, states, [-1, 3, 16, 3]).tolist() == [-1, expected[3], -1, expected[3]]
    assert np.array_equal(envs.choose(lambda state: state.choose("greedy", 5), states) >= 0, ~over)
    if observation is None:
        greedy = [-1 if state.is_over else state.choose("greedy", 5) for state in states]
        assert envs.choose(lambda state: state.choose("greedy", 5), states).tolist() == greedy
    assert envs.choose(rows_of, [], []).size == 0


def test_functions_that_choose_for_many_states_see_only_players_knowledge():
    seen = []
    envs = lg.vector.make("ontherun", 2, opponents=None, seed=3)
    envs.reset()
    envs.choose(lambda state: seen.append(state) or state.legal_actions[0])
    truth = lg.vector.make("ontherun", 2, opponents=None, seed=3, full_state=True)
    truth.reset()
    states = [truth.state(slot) for slot in range(2)]
    assert [one.information_key(one.player) for one in seen] == [one.information_key(one.player) for one in states]
    whole = lg.Policy(lambda state: seen.append(state) or state.legal_actions[0], full_state=True)
    with pytest.raises(ValueError, match="^bot: the games' states contain facts that players do not know"):
        envs.choose(whole)
    truth.choose(whole)
    assert seen[2:] == states
    with pytest.raises(lg.IllegalMove, match="^player function: expected a legal action, not"):
        truth.choose(lambda state: int(np.flatnonzero(state.action_mask == 0)[0]))


def test_a_function_chooses_in_variants():
    envs = lg.vector.make("ontherun(map=1)", 2, variants=["ontherun(map=2)"], opponents=None, seed=3, full_state=True)
    envs.reset()
    maps = []
    own = lg.Policy(lambda state: maps.append(state.game.parameters["map"]) or state.legal_actions[0], full_state=True)
    first = envs.choose(own)
    states = [envs.state(0), envs.state(1)]
    assert maps == [1, 2] and np.array_equal(envs.choose(own, states, variants=[0, 1]), first)
    with pytest.raises(lg.StateError, match="^variants: expected integers in 0 ... 1, not 2 in row 1$"):
        envs.choose(own, np.array([bytes(one) for one in states]).view(envs.game.state_dtype), variants=[0, 2])
