"""A vector environment for learners: forms, rewards, seats, buffers, parts of a step, many states."""

import pickle

import libgames as lg
import numpy as np
import pytest
from libgames._arrays import aligned

SHORT = {
    "alquerque": "alquerque",
    "amazes": "amazes(turns=2)",
    "blockdrop": "blockdrop(turns=40)",
    "ontherun": "ontherun(cities=20,max_cities=24)",
    "snakecore": "snakecore(players=3,rounds=20)",
}
FORMS = ["canonical", "scaled", "one_hot", "canonical+one_hot"]


@pytest.fixture(params=SHORT)
def short(request):
    """A configuration of every game whose games end soon."""
    return SHORT[request.param]


def played(envs, steps):
    envs.reset()
    for _ in range(steps):
        result = envs.step(envs.sample())
    return result


def perm(state):
    """The number of each action of the game in the canonical view of the player to move."""
    return state.game.symmetry_actions(state.canonical(state.player))


# ---- forms ----


@pytest.mark.parametrize("form", FORMS)
def test_observations_are_those_of_states(short, form):
    """In every encoding and form, masks too, and actions are taken as they are shown."""
    for space in lg.make(short).observation_spaces:
        envs = lg.vector.make(short, 4, opponents=None, observation=f"{space.name}+{form}", seed=3)
        observations, infos = envs.reset()
        for _ in range(12):
            assert observations.dtype == envs.view.space.dtype and observations.shape[1:] == envs.view.space.shape
            before = [envs.state(slot) for slot in range(4)]
            if any(state.is_over for state in before):
                break
            for slot, state in enumerate(before):
                assert np.array_equal(observations[slot], state.observation(state.player, f"{space.name}+{form}"))
                mask = np.zeros_like(state.action_mask)
                mask[perm(state) if "canonical" in form else slice(None)] = state.action_mask
                assert np.array_equal(infos["action_mask"][slot], mask)
            actions = envs.sample()
            observations, _, _, _, infos = envs.step(actions)
            for slot, state in enumerate(before):
                action = int(np.argmax(perm(state) == actions[slot])) if "canonical" in form else int(actions[slot])
                assert envs.state(slot) == state.apply(action)


def test_one_hots():
    """A literal account of SnakeCore's window: twelve planes of its cells, then six numbers."""
    state = played_state("snakecore", 60)
    seen, plain = state.observation(0, "window+one_hot"), state.observation(0, "window")
    planes = seen[: 12 * 289].reshape(12, 17, 17)
    assert np.array_equal(planes, plain[:17] == np.arange(12)[:, None, None])
    assert seen[3468:3474].tolist() == np.float32(
        np.minimum(plain[17, :6] / np.float32([20, 16, 8, 200, 1, 255]), 1)
    ).tolist()
    assert not seen[3474:].any()
    assert sum(count * max(kinds, 1) for count, kinds, _ in state.game.parts("window")) == 3485


def played_state(game, decisions):
    state, rng = lg.make(game).new(seed=4), np.random.default_rng(1)
    for _ in range(decisions):
        state = state.apply(rng.choice(state.legal_actions))
    return state


def test_canonical_positions_are_the_same_from_both_seats():
    """Alquerque turned by half with the colours changed: the other player sees the same as the first."""
    state = played_state("alquerque", 0)
    seen = state.observation(0, "canonical")[:2]
    assert np.array_equal(seen, state.observation(1, "canonical")[:2])
    assert not np.array_equal(seen, state.observation(1)[:2])


def test_relative_block_drop():
    """The blocks around the viewer's, computed literally, and the other players' places relative to its own."""
    state = played_state("blockdrop", 40)
    fields = state.fields
    for viewer in range(4):
        seen = state.observation(viewer, "relative")
        row, column = int(fields["row"][viewer]), int(fields["column"][viewer])
        if row < 0:
            continue
        wait = (viewer - int(fields["turn"])) % 4
        around = seen[:121].reshape(11, 11)
        for r in range(11):
            for c in range(11):
                block_row, block_column = row // 3 + r - 5, column // 3 + c - 5
                kind = 0
                if 0 <= block_row < 6 and 0 <= block_column < 6:
                    timer = int(fields["timers"].reshape(-1)[6 * block_row + block_column])
                    turns = max(0, -(-(abs(timer) - wait) // 4))
                    kind = 1 if timer == 0 else 2 + turns if timer > 0 else 8 + turns
                assert around[r, c] == kind
        assert seen[121] == 3 * (row % 3) + column % 3 and seen[122] == fields["facing"][viewer]
        for place in range(1, 4):
            other = (viewer + place) % 4
            there = fields["row"][other] >= 0
            expected = [fields["row"][other] - row + 17, fields["column"][other] - column + 17] if there else [35, 35]
            assert seen[124 + 4 * (place - 1) : 126 + 4 * (place - 1)].tolist() == expected


def test_dictionaries():
    options = {"observation": "window+dict", "autoreset": "same_step", "rounds": 4, "mask": "bits"}
    envs = lg.vector.make("snakecore", 3, seed=1, **options)
    observations, infos = envs.reset()
    assert envs.observation_space.contains(observations) and set(observations) == {"observation", "action_mask"}
    for _ in range(4):
        observations, _, _, _, infos = envs.step(envs.sample())
    assert observations["action_mask"].shape == infos["final_obs"]["action_mask"].shape == (3, 6)
    assert envs.single_observation_space.contains({name: rows[0] for name, rows in infos["final_obs"].items()})


@pytest.mark.parametrize(
    ("words", "match"),
    [
        ("windows", "one of planes, window, directions, canonical, scaled, one_hot, dict, not 'windows'; did you mean 'window'"),
        ("planes+window", "at most one of planes, window"),
        ("one_hot+scaled", "one of scaled, one_hot"),
        ("dict+dict", "at most one"),
        ("", "expected one of"),
        (3, "expected one of"),
    ],
)
def test_wrong_forms(words, match):
    with pytest.raises(ValueError, match=match.replace("+", r"\+")):
        lg.vector.make("snakecore", 1, observation=words)


def test_masks_of_bits(short):
    envs, twin = (lg.vector.make(short, 5, seed=6, mask=mask) for mask in ("bits", "bytes"))
    (_, infos), (_, expected) = envs.reset(), twin.reset()
    for _ in range(20):
        mask = np.unpackbits(infos["action_mask"], axis=1, count=envs.game.num_actions, bitorder="little")
        assert np.array_equal(mask, expected["action_mask"])
        actions = envs.sample()
        assert np.array_equal(actions, twin.sample()) and (mask[np.arange(5), actions] == 1).all()
        envs.action_space.seed(3)
        assert all(mask[slot, action] for slot, action in enumerate(envs.action_space.sample()))
        infos, expected = envs.step(actions)[4], twin.step(actions)[4]


# ---- rewards and seats ----


@pytest.mark.parametrize("discount", [1.0, 0.75])
def test_shaped_rewards_add_up(short, discount):
    """Over an episode without discount: the outcome and the change of the potential; with it, decision by decision."""
    envs = lg.vector.make(
        short, 4, opponents="greedy", rewards="shaped", discount=discount, autoreset="disabled", seed=7, seat=0
    )
    envs.reset()
    begin = potentials = np.array([envs.state(slot).potential(0) for slot in range(4)])
    total, ended = np.zeros(4), np.zeros(4, np.bool_)
    while not ended.all():
        rewards, terminated = envs.step(envs.sample(), ~ended)[1:3]
        now = np.array([envs.state(slot).potential(0) for slot in range(4)])
        outcome = np.array([envs.state(slot).outcome[0] for slot in range(4)])
        expected = np.where(ended, 0, discount * now - potentials + outcome)
        assert np.allclose(rewards, expected, atol=1e-6)
        total += rewards
        potentials, ended = now, terminated.copy()
    if discount == 1:
        assert np.allclose(total, outcome + now - begin, atol=1e-5)


def test_potentials():
    state = played_state("alquerque", 60)
    pieces = [bin(bits).count("1") for bits in state.fields["pieces"].tolist()]
    assert pieces[0] != pieces[1] and state.potential(0) == pytest.approx((pieces[0] - pieces[1]) / 20, rel=1e-3)
    assert state.potential(0) == -state.potential(1)
    fallen = next(one for one in walk("blockdrop") if (one.fields["row"] < 0).any() and not one.is_over)
    assert [fallen.potential(seat) for seat in range(4)] == [-float(row < 0) for row in fallen.fields["row"]]
    game = lg.make("snakecore(size=8,rounds=9)")
    opening = str(game.new(seed=1)).replace(" 0/9 ", " {}/9 ").replace(" 0:0:", " {}:0:")
    for own, other, played in ((40, 10, 0), (40, 10, 9)):
        now = game.parse(opening.format(played, own, other))
        assert now.scores == (own, other) and now.is_over == (played == 9)
        assert [now.potential(seat) for seat in range(2)] == [(own - 3) / 64, (other - 12) / 64]
    far = game.parse(opening.format(0, 10**6, 0))
    assert [far.potential(seat) for seat in range(2)] == [8, -8]  # at most as much as eight wins


def walk(game):
    state, rng = lg.make(game).new(seed=4), np.random.default_rng(1)
    while not state.is_over:
        yield state
        state = state.apply(rng.choice(state.legal_actions))


def test_the_reward_belongs_to_the_next_seat_to_move():
    """With several learners it is not the reward of the one that acted: infos contain the rewards of all seats, to learn
    from."""
    envs = lg.vector.make("snakecore", 64, opponents=None, rewards="scores", seed=8)
    _, infos = envs.reset()
    others = 0
    for _ in range(200):
        actor = infos["player"]
        _, rewards, _, _, infos = envs.step(envs.sample())
        assert np.array_equal(rewards, infos["rewards"][np.arange(64), infos["player"]])
        others += int((rewards[infos["player"] != actor] != 0).sum())
    assert others > 0


def test_mixed_learners():
    """Two learners side by side and two bots: only learners are to move, and the seats show the seating."""
    envs = lg.vector.make("blockdrop", 32, opponents=["learner", "greedy", "mcts(simulations=2)"], seed=9)
    _, infos = envs.reset()
    seen = set()
    for _ in range(30):
        assert np.array_equal(envs.seats, (envs.seats[:, :1] + np.arange(4)) % 4)
        asked = infos["player"][:, None]
        assert (envs.seats[:, :2] == asked).any(axis=1).all()
        seen |= set(np.flatnonzero((envs.seats[:, :2] == asked).any(axis=0)).tolist())
        infos = envs.step(envs.sample())[4]
    assert seen == {0, 1} and len(set(envs.seats[:, 0].tolist())) == 4
    with pytest.raises(ValueError, match="opponents: expected 3, not 2"):
        lg.vector.make("blockdrop", 1, opponents=["learner", "greedy"])
    with pytest.raises(ValueError, match="opponents: .*did you mean 'greedy'"):
        lg.vector.make("blockdrop", 1, opponents=["learner", "greedly", "greedy"])


# ---- parts of a step, final states ----


@pytest.mark.parametrize("mode", ["next_step", "same_step", "disabled"])
def test_steps_of_some_games(mode):
    envs = lg.vector.make("snakecore", 6, opponents=None, autoreset=mode, rounds=8, rewards="scores", seed=10)
    envs.reset()
    rng, ends = np.random.default_rng(2), np.zeros(6, int)
    for _ in range(40):
        which = rng.random(6) < 0.5
        if mode == "disabled":
            which &= np.array([envs.slot(slot).ended == 0 for slot in range(6)])
        if not which.any():
            continue
        before, actions = [envs.save(slot) for slot in range(6)], envs.sample()
        actions[~which] = -7
        was_over = envs._buffers["terminated"].copy()
        _, rewards, terminated, _, infos = envs.step(actions, which)
        assert [envs.save(slot) != saved for slot, saved in enumerate(before)] == which.tolist()
        assert not rewards[~which].any() and not infos["rewards"][~which].any()
        assert not infos.get("_final_obs", which)[~which].any()
        if mode == "same_step":
            assert not terminated[~which].any()
            ends += terminated
        else:
            assert np.array_equal(terminated[~which], was_over[~which])
    if mode == "same_step":
        assert ends.tolist() == [envs.slot(slot).episode for slot in range(6)] and ends.all()


def test_an_episode_that_was_over_when_it_began_stays_so_until_it_is_stepped():
    """Its row has no legal action, so without the flag `sample` takes the mask for one that was written to."""
    envs = lg.vector.make("blockdrop(turns=2)", 16, autoreset="same_step", seed=1)
    envs.reset()
    over = np.array([envs.slot(i).ended != 0 for i in range(16)])
    assert over.any() and not over.all()
    _, _, terminated, _, _ = envs.step(envs.sample(), ~over)
    assert terminated[over].all()
    _, _, terminated, _, _ = envs.step(envs.sample(), over)
    now_over = np.array([envs.slot(i).ended != 0 for i in range(16)])
    assert np.array_equal(terminated, now_over)


@pytest.mark.parametrize(
    ("which", "error"),
    [([True] * 4, TypeError), (np.ones(4, np.int8), TypeError), (np.ones(3, np.bool_), ValueError),
     (np.zeros(4, np.bool_), ValueError)],
)  # fmt: skip
def test_wrong_parts_of_a_step(which, error):
    envs = lg.vector.make("snakecore", 4)
    envs.reset()
    with pytest.raises(error, match="which: expected (a NumPy array of bool, not |shape .4,. and at least one True)"):
        envs.step(envs.sample(), which)


def test_final_states():
    envs = lg.vector.make("snakecore", 4, opponents=None, autoreset="same_step", rounds=3, seed=11)
    result = played(envs, 5)
    before, actions = [envs.state(slot) for slot in range(4)], envs.sample()
    assert "final_states" not in result[4]
    infos = envs.step(actions)[4]
    assert infos["_final_states"].all()
    assert [row.tobytes() for row in infos["final_states"]] == [
        bytes(state.apply(int(action))) for state, action in zip(before, actions, strict=True)
    ]


def test_an_episode_that_begins_as_terminated_has_no_end():
    """Its rows belong to no episode, or to an earlier one."""
    envs = lg.vector.make("blockdrop", 12, turns=2, autoreset="same_step", seed=0)
    envs.reset()
    shown = without = 0
    for _ in range(20):
        over = np.array([envs.slot(slot).ended for slot in range(12)]) == 1
        _, _, terminated, _, infos = envs.step(envs.sample())
        ended = infos.get("_final_obs", np.zeros(12, bool))
        assert np.array_equal(ended, terminated & ~over) and np.array_equal(ended, infos.get("_final_states", ended))
        for row in infos.get("final_states", np.zeros(12))[ended]:
            assert envs.game.from_bytes(row.tobytes()).is_over
        shown, without = shown + ended.sum(), without + (terminated & over).sum()
    assert shown and without


# ---- hidden information ----


@pytest.mark.parametrize("game", ["ontherun(cities=20)", "amazes(turns=2)"])
def test_the_full_state_must_be_requested(game):
    """Hidden information is in no array unless requested: not in states, expand, transform, nor final states."""
    envs = lg.vector.make(game, 4, opponents=None, autoreset="same_step", seed=12, max_episode_steps=40)
    envs.reset()
    actions = envs.sample()
    for call in (lambda: envs.states, lambda: envs.expand(actions), lambda: envs.transform(0)):
        with pytest.raises(ValueError, match="full_state=True"):
            call()
    assert not envs.expand(actions, states=envs.resample(seed=1).states).status.any()
    infos = {}
    while "final_obs" not in infos:
        infos = envs.step(envs.sample())[4]
    assert "final_states" not in infos
    alone = lg.vector.make(game, 8, opponents="greedy", seat="random", seed=12)
    alone.reset()
    mine, theirs = alone.seats[:, 0], alone.seats[:, 1]
    assert not alone.resample(mine).status.any() and not alone.observe(mine).status.any()
    for call in (alone.resample, alone.observe):
        with pytest.raises(ValueError, match=f": expected learners' seats, not {theirs[0]} in game 0, who knows what"):
            call(theirs)
        with pytest.raises(ValueError, match=f"not {theirs[5]} in game 5, .*full_state=True"):
            call(np.array([mine[3], theirs[5]]), parents=np.array([3, 5]))
        worlds = alone.resample().states
        assert not call(theirs, states=worlds).status.any()  # a learner may think about the others' knowledge
        assert call(np.array([9, 9]), parents=np.array([-1, 99])).status.all()
    told = lg.vector.make(game, 4, seed=12, full_state=True)
    told.reset()
    assert not told.resample(told.seats[:, 1]).status.any()
    told = lg.vector.make(game, 4, opponents=None, seed=12, full_state=True)
    told.reset()
    assert told.expand(told.sample()).status.tolist() == [0] * 4 and told.states.dtype == told.game.state_dtype


def test_the_fugitive_is_in_no_detectives_observation():
    """Two states that differ in the fugitive alone look the same to the detectives, in every encoding."""
    game = lg.make("ontherun(cities=30,max_cities=32)")
    state, rng = game.new(), np.random.default_rng(3)
    different = 0
    while not state.is_over:
        like = state.resample(0, int(rng.integers(1000)))
        different += like.fields["fugitive"] != state.fields["fugitive"]
        for space in game.observation_spaces:
            assert np.array_equal(state.observation(0, space.name), like.observation(0, space.name))
        state = state.apply(rng.choice(state.legal_actions))
    assert different > 5


# ---- On the Run ----


def test_room_for_cities():
    """Actions and planes have the requested size, and mean the same as with a size of 200."""
    little, large = lg.make("ontherun(cities=12,max_cities=14)"), lg.make("ontherun(cities=12)")
    assert little.num_actions == 42 and little.view("cities").space.shape == (24, 14)
    state, twin, rng = little.new(), large.new(), np.random.default_rng(4)
    while not state.is_over:
        assert [divmod(action, 14) for action in state.legal_actions] == [divmod(a, 200) for a in twin.legal_actions]
        for player in (0, 1):
            assert np.array_equal(state.observation(player, "cities"), twin.observation(player, "cities")[:, :14])
            assert np.array_equal(state.observation(player, "planes"), twin.observation(player, "planes"))
        rank = rng.integers(len(state.legal_actions))
        assert state.choose("greedy", 5) % 14 == twin.choose("greedy", 5) % 200
        action, like = state.legal_actions[rank], twin.legal_actions[rank]
        assert little.action_text(action) == large.action_text(like)
        assert little.parse_action(little.action_text(action)) == action
        state, twin = state.apply(action), twin.apply(like)
        assert bytes(state) == bytes(twin)
    with pytest.raises(lg.ParseError, match="max_cities of at least the number of cities"):
        lg.make("ontherun(cities=12,max_cities=11)")
    with pytest.raises(lg.ParseError, match="a city of at most max_cities"):
        little.parse_action("C 15")


def test_planes_of_cities():
    """A literal account of both encodings: with the routes as weights, and without inferences."""
    game = lg.make("ontherun(cities=25,max_cities=26)")
    state, rng = game.new(), np.random.default_rng(5)
    joined = {(kind, a, b) for kind, x, y in lg.ontherun.connections(game) for a, b in ((x, y), (y, x))}
    while not state.is_over:
        seen, unaided, fields = state.observation(1, "cities"), state.observation(1, "cities_observed"), state.fields
        assert np.array_equal(seen[2:], unaided)
        routes = lg.ontherun.routes(state)
        assert (np.flatnonzero(seen[0]) + 1).tolist() == sorted(routes) == (np.flatnonzero(seen[1]) + 1).tolist()
        for city, count in routes.items():
            assert seen[1, city - 1] == -(-count * 255 // max(routes.values()))
        assert seen[2].tolist() == [1] * 25 + [0]
        assert np.flatnonzero(seen[4]).tolist() == ([int(fields["fugitive"]) - 1] if fields["fugitive"] else [])
        assert not state.observation(0, "cities")[4].any() and not seen[9:13].any()
        if fields["phase"] == 2:
            city = int(fields["fugitive"])
            for number, kind in enumerate("CTP"):
                reached = [b - 1 for one, a, b in joined if one == kind and a == city]
                assert np.flatnonzero(seen[14 + number]).tolist() == sorted(reached)
        state = state.apply(rng.choice(state.legal_actions))


@pytest.mark.parametrize("vary", ["slot", "episode"])
def test_games_on_other_maps(vary):
    games = [lg.make(f"ontherun(cities={cities},map={seed},max_cities=30)") for cities, seed in ((20, 1), (25, 2), (30, 3))]
    envs = lg.vector.make(
        games[0], 12, variants=games[1:], vary=vary, seed=13, observation="cities", full_state=True, autoreset="same_step"
    )
    envs.reset()
    met, over = [set() for _ in range(12)], 0
    for _ in range(120):
        for slot in range(12):
            variant = envs.variant[slot]
            assert variant == envs.slot(slot).variant
            met[slot].add(variant)
            games[variant].from_bytes(envs.states[slot].tobytes())
            seen = envs.current()[0][slot, 2]
            assert seen.sum() == games[variant].parameters["cities"]
        before = envs.variant.copy()
        infos = envs.step(envs.sample())[4]
        if "final_info" in infos:
            ended = infos["final_info"]["_variant"]
            assert (infos["final_info"]["variant"][ended] == before[ended]).all() and ended.any()
            for variant, row in zip(before[ended], infos["final_states"][ended], strict=True):
                assert games[variant].from_bytes(row.tobytes()).is_over
            over += ended.sum()
    assert over
    assert met == [{slot % 3} for slot in range(12)] if vary == "slot" else all(len(one) > 1 for one in met)
    twin = pickle.loads(pickle.dumps(envs))
    assert [twin.slot(slot) for slot in range(12)] == [envs.slot(slot) for slot in range(12)]
    with pytest.raises(ValueError, match=r"^variants\[0\]: expected a game like the first, where "):
        lg.vector.make(games[0], 1, variants=["ontherun(cities=20)"])
    with pytest.raises(ValueError, match=r"^variants\[0\]: expected a game like the first, where "):
        lg.vector.make(games[0], 1, variants=["alquerque"])


def test_the_map_as_arrays():
    game = lg.make("ontherun(cities=25,map=2,max_cities=28)")
    edges, kinds = lg.ontherun.edges(game)
    assert edges.shape == (2, len(kinds)) and edges.dtype == np.int64
    listed = {("CTP"[kind], a + 1, b + 1) for (a, b), kind in zip(edges.T.tolist(), kinds.tolist(), strict=True)}
    assert listed == {(kind, a, b) for kind, x, y in lg.ontherun.connections(game) for a, b in ((x, y), (y, x))}
    adjacency = lg.ontherun.adjacency(game)
    assert adjacency.shape == (3, 28, 28) and adjacency.sum() == len(kinds) and (adjacency[kinds, *edges] == 1).all()


# ---- given arrays ----


def test_own_arrays():
    own = {
        "observation": np.zeros((4, 18, 17), np.uint8),
        "reward": np.zeros(4, np.float32),
        "terminated": np.zeros(4, np.uint8),
        "mask": np.zeros((4, 6), np.bool_),
    }
    envs = lg.vector.make("snakecore", 4, observation="window", buffers=own, copy=False, seed=14)
    twin = lg.vector.make("snakecore", 4, observation="window", seed=14)
    envs.reset()
    twin.reset()
    for _ in range(10):
        actions = twin.sample()
        observations, _, _, _, infos = envs.step(actions)
        expected = twin.step(actions)
        assert np.shares_memory(observations, own["observation"])
        assert np.array_equal(own["observation"], expected[0])
        assert np.array_equal(own["mask"], expected[4]["action_mask"])
    assert all(array.ctypes.data % 64 == 0 for array in twin._buffers.values())


class Tensor:
    """An array that shares its memory with NumPy, as tensors do."""

    def __init__(self, array):
        self.array = array

    def __array__(self, dtype=None, copy=None):
        return self.array


def test_own_tensors():
    array = np.zeros((2, 9, 7, 7), np.uint8)
    envs = lg.vector.make("alquerque", 2, buffers={"observation": Tensor(array)})
    observations, _ = envs.reset()
    assert np.array_equal(array, observations) and array.any()


READ_ONLY = np.zeros(4, np.float32)
READ_ONLY.flags.writeable = False


class Copies:
    """Contains an array, but hands out copies of it."""

    def __array__(self, dtype=None, copy=None):
        return np.zeros(4, np.float32)


class OnAGpu:
    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("use Tensor.cpu() first")


STATES = np.zeros(8, lg.make("snakecore").state_dtype)


def test_own_array_of_states():
    mine = aligned((4,), lg.make("snakecore").state_dtype)
    envs = lg.vector.make("snakecore", 4, buffers={"states": mine}, seed=3)
    envs.reset()
    assert np.shares_memory(mine, envs.states) and envs.state(2) == envs.game.from_bytes(mine[2].tobytes())


@pytest.mark.parametrize(
    ("buffers", "error", "match"),
    [
        ({"reward": Copies()}, TypeError, "hands out copies"),
        ({"reward": np.zeros(3, np.float32)}, ValueError, r"buffers\['reward'\]: .* float32 \[4\], not .* \[3\]"),
        ({"reward": np.zeros(4)}, TypeError, "not of float64"),
        ({"reward": np.zeros(8, np.float32)[::2]}, ValueError, "not one in another order, or a part of one"),
        ({"rewards": np.zeros((2, 4), np.float32).T}, ValueError, "not one in another order, or a part of one"),
        ({"reward": READ_ONLY}, ValueError, "read-only"),
        ({"reward": [0.0] * 4}, TypeError, "expected a writable"),
        ({"reward": np.zeros(17, np.uint8)[1:].view(np.float32)}, ValueError, "multiple of 8"),
        ({"rewards ": None}, ValueError, "buffers: expected one of .*did you mean 'rewards'"),
        ({"final_states": None}, ValueError, "buffers: expected final_states only with autoreset='same_step'"),
        ({"states": STATES[::2]}, ValueError, r"buffers\['states'\]: expected a C-contiguous array"),
        ({"states": STATES[:3]}, ValueError, r"buffers\['states'\]: .* not one of shape \[3, "),
        ({"reward": OnAGpu()}, TypeError, r"buffers\['reward'\]: expected a writable, .*: use Tensor.cpu\(\) first"),
        ([], TypeError, "buffers: expected a dict of arrays"),
    ],
)
def test_wrong_arrays(buffers, error, match):
    with pytest.raises(error, match=match):
        lg.vector.make("snakecore", 4, buffers=buffers)


# ---- many states ----


def test_expand_gathers_and_fills(short):
    """Rows of a pool by number, without a copy of it, into arrays that are there already."""
    envs = lg.vector.make(short, 8, opponents=None, seed=15, full_state=True)
    played(envs, 5)
    pool, parents = envs.states.copy(), np.array([7, 0, 7, 3])
    actions = envs.sample()[parents]
    fresh = envs.expand(actions, parents, pool)
    filled = envs.expand(actions, parents, pool, out=envs.expand(actions[::-1], parents[::-1], pool))
    assert all(np.array_equal(a, b) for a, b in zip(fresh[1:], filled[1:], strict=True))
    assert fresh.states.tobytes() == filled.states.tobytes() and not fresh.status.any()
    pool[5:6].view(np.uint8)[:] = 0x77  # no state, but unused
    assert not envs.expand(actions, parents, pool).status.any()
    with pytest.raises(lg.StateError, match="states: row 5 is not a state"):
        envs.expand(actions, [7, 5, 5, 3], pool)
    with pytest.raises(ValueError, match=r"out\.states: expected"):
        envs.expand(actions[:3], parents[:3], pool, out=fresh)
    with pytest.raises(TypeError, match="out: expected Expansion"):
        envs.expand(actions, parents, pool, out=envs.resample(seed=1))
    with pytest.raises(ValueError, match=r"out\.states: expected an array apart"):
        envs.expand(actions, parents, fresh.states, out=fresh)
    inside = np.zeros(len(pool) * envs.game.state_size // 8, np.uint64).view(np.uint8)
    rows = inside.view(envs.game.state_dtype)
    rows[:] = pool
    with pytest.raises(ValueError, match=r"out\.status: expected an array apart"):
        envs.expand(actions, parents, rows, out=fresh._replace(status=inside[:16].view(np.int32)))
    with pytest.raises(ValueError, match="parents: expected 4, not 3"):
        envs.expand(actions, parents[:3], pool)
    shared = lg.vector.make(short, 4, opponents=None, seed=15, copy=False, full_state=True)
    mask = shared.reset()[1]["action_mask"]
    with pytest.raises(ValueError, match=r"out\.action_mask: expected an array apart from the states and from those"):
        shared.expand([0] * 4, out=shared.expand([0] * 4)._replace(action_mask=mask))


def test_states_of_variants():
    """A list of states, each of a different map; the same as an array of them."""
    maps = [lg.make("ontherun", cities=cities, map=cities, max_cities=50) for cities in (40, 50)]
    envs = lg.vector.make(maps[0], 2, variants=maps[1:], opponents=None, seed=0, full_state=True)
    envs.reset()
    states = [envs.state(1), envs.state(0)]
    assert [state.game for state in states] == maps[::-1]
    array, variants = envs.states[::-1].copy(), [1, 0]
    for call in (envs.choose, envs.observe, envs.expand):
        before = {envs.choose: ("greedy",), envs.observe: (0,), envs.expand: ([3, 3],)}[call]
        listed = call(*before, states=states, variants=variants)
        expected = call(*before, states=array, variants=variants)
        assert all(np.array_equal(a, b) for a, b in zip(listed, expected, strict=True))
    with pytest.raises(TypeError, match=r"state: expected a state of libgames.make\('ontherun\(cities=40"):
        envs.choose("greedy", states, variants=[0, 1])
    with pytest.raises(ValueError, match="variants: expected 2, not 1"):
        envs.choose("greedy", states[1:] * 2, variants=[0])
    assert envs.choose("greedy", states[1:], variants=[7]).tolist() == [-1]


def test_observe(short):
    envs = lg.vector.make(short, 6, opponents=None, observation="canonical+scaled", seed=16)
    played(envs, 7)
    states = [envs.state(slot) for slot in range(6)]
    for seat in range(envs.game.players):
        looks = envs.observe(seat)
        for slot, state in enumerate(states):
            assert np.array_equal(looks.observation[slot], state.observation(seat, "canonical+scaled"))
            assert looks.action_mask[slot].any() == (state.player == seat)
    seats = np.arange(9) % envs.game.players
    looks = envs.observe(seats, states, parents=np.arange(9) % 6)
    expected = [states[k % 6].observation(seat, "canonical+scaled") for k, seat in enumerate(seats)]
    assert np.array_equal(looks.observation, expected)
    assert np.array_equal(envs.observe().observation, envs.current()[0])
    assert envs.observe([0, 99], states[:2]).status.tolist() == [0, 1]
    with pytest.raises(ValueError, match="seats: expected"):
        envs.observe(99)


def test_choose(short):
    envs = lg.vector.make(short, 5, opponents=None, seed=17)
    played(envs, 6)
    states = [envs.state(slot) for slot in range(5)]
    for player in ("greedy", "mcts(simulations=4)"):
        chosen = envs.choose(player, seed=3)
        assert all(action in state.legal_actions for action, state in zip(chosen.tolist(), states, strict=True))
        assert np.array_equal(chosen, envs.choose(player, states, seed=3))
    with pytest.raises(ValueError, match="^bot: expected one of .*did you mean 'greedy'"):
        envs.choose("gredy")


def test_turn(short):
    envs = lg.vector.make(short, 4, opponents=None, seed=18, full_state=True)
    played(envs, 6)
    game, states = envs.game, [envs.state(slot) for slot in range(4)]
    policies = np.random.default_rng(6).random((8, game.num_actions), np.float32)
    symmetries, parents = np.arange(8) % game.num_symmetries, np.arange(8) % 4
    turned = envs.transform(symmetries, parents=parents, actions=[1] * 8, policies=policies)
    for k, (symmetry, parent) in enumerate(zip(symmetries.tolist(), parents.tolist(), strict=True)):
        assert turned.states[k].tobytes() == bytes(states[parent].symmetry(symmetry))
        assert turned.actions[k] == game.symmetry_action(symmetry, 1)
        assert np.array_equal(turned.policies[k][game.symmetry_actions(symmetry)], policies[k])
    assert envs.transform(0).actions is None and envs.transform(0).states.tobytes() == envs.states.tobytes()
    with pytest.raises(ValueError, match="policies: expected an array of shape"):
        envs.transform(0, policies=policies)
    with pytest.raises(ValueError, match="actions: expected 4, not 2"):
        envs.transform(0, actions=[1, 2])
    with pytest.raises(ValueError, match="symmetries: expected"):
        envs.transform(game.num_symmetries)


def test_autoreset_mode_is_where_others_look():
    """TorchRL reads this attribute, which Gymnasium's own vector environments have."""
    for mode in ("next_step", "same_step", "disabled"):
        envs = lg.vector.make("alquerque", 1, autoreset=mode)
        assert envs.autoreset_mode is envs.metadata["autoreset_mode"] and envs.autoreset_mode.name == mode.upper()


def test_wrong_words():
    for options, match in (
        ({"mask": "words"}, "mask: expected one of 'bytes', 'bits', not 'words'"),
        ({"rewards": "shape"}, "rewards: expected one of 'outcome', 'scores', 'shaped'"),
        ({"discount": 0.5}, "discount: expected 1 without rewards='shaped'"),
        ({"rewards": "shaped", "discount": 1.5}, "discount: expected"),
        ({"vary": "game"}, "vary: expected one of 'slot', 'episode'"),
    ):
        with pytest.raises(ValueError, match=match):
            lg.vector.make("alquerque", 1, **options)
