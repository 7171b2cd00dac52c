"""Tree search: results, many searches with leaves that are valued outside, threads, interruptions, misuse."""

import copy
import hashlib
import os
import pickle
import signal
import threading
import time
import warnings
from pathlib import Path

import libgames as lg
import numpy as np
import pytest
from stepping import SHORT

POLICIES = ("uct", "puct", "gumbel")
SMALL = ["alquerque", "amazes(turns=10)", "blockdrop", "ontherun(cities=9,map=2007)", "snakecore(size=8,rounds=20)"]


@pytest.fixture(params=SMALL)
def start(request):
    """A state of every game with a choice of actions."""
    return lg.make(request.param).new(seed=3).rollout(seed=1, limit=3)[0]


def digest(result):
    parts = (result.visits, result.values, result.priors, result.policy, result.proven)
    return hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest()[:16]


def network(leaves):
    """Values and priors that depend on nothing but the row: (values [rows, 2], priors)."""
    sums = leaves.observation.reshape(len(leaves), -1).astype(np.int64) @ np.arange(
        1, 1 + leaves.observation[0].size
    )
    value = (sums % 201 - 100) / 100
    priors = (sums[:, None] * np.arange(7, 7 + leaves.mask.shape[1]) % 13).astype(np.float32)
    return np.stack([value, -value], axis=1), priors


def ask_and_tell(searches, states, seeds=None):
    searches.begin(states, seeds)
    while leaves := searches.collect():
        searches.receive(*network(leaves))


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickle.dumps])
def test_searches_are_not_copied(copied):
    """Two objects with one tree would both believe that they own it."""
    for search in (lg.Search("alquerque"), lg.BatchSearch("alquerque", 2), lg.AlphaBeta("alquerque")):
        with pytest.raises(TypeError, match=f"a {type(search).__name__} can't be copied or pickled: make another one"):
            copied(search)


# ---- one search ----


@pytest.mark.parametrize("policy", POLICIES)
def test_a_result_is_whole(start, policy):
    search = lg.Search(start.game, simulations=120, seed=1, policy=policy)
    result = search(start)
    legal = start.action_mask.astype(bool)
    assert result.state == start and result.best in start.legal_actions
    assert (result.visits[~legal] == 0).all() and (result.policy[~legal] == 0).all()
    assert result.visits.sum() <= result.statistics.simulations <= 120
    assert result.statistics.proven or result.statistics.simulations == 120
    assert np.isclose(result.policy.sum(), 1, atol=1e-3) and np.isclose(result.priors.sum(), 1, atol=1e-3)
    assert result.values.shape == (start.game.num_actions, start.game.players) and (abs(result.values) <= 1).all()
    assert result.pv[0] == result.best and result.statistics.depth >= len(result.pv) >= 1
    assert result.actions[0] == result.best and sorted(result.actions) == list(start.legal_actions)
    assert result.statistics.mean_depth <= result.statistics.depth and result.statistics.nodes <= 120 * 16 + 1024
    assert digest(search(start)) == digest(result) == digest(search.result)
    assert digest(lg.Search(start.game, 120, seed=1, policy=policy)(start)) == digest(result)


def test_golden():
    """The same on every machine; changes only with the algorithm, as the digests in C."""
    state = lg.make("alquerque").new().rollout(seed=3, limit=20)[0]
    found = [digest(lg.Search("alquerque", 300, seed=5, policy=policy)(state)) for policy in POLICIES]
    assert found == GOLDEN


GOLDEN = ["4c68542c8649950e", "0f3fc920e0d60b71", "e873044ad261aa25"]


def test_seeds_and_budgets_matter():
    state = lg.make("alquerque").new().rollout(seed=3, limit=20)[0]
    search = lg.Search("alquerque", 200, seed=1)
    first = digest(search(state))
    assert digest(search(state, seed=2)) != first and digest(search(state, seed=1)) == first
    search.set_simulations(100)
    assert search(state).statistics.simulations == 100


def test_options_reach_the_search():
    game = lg.make("alquerque")
    state = game.new().rollout(seed=3, limit=20)[0]
    plain = digest(lg.Search(game, 200)(state))
    for options in (
        {"exploration": 0.3}, {"rollout": "greedy"}, {"cutoff": 4}, {"depth": 1}, {"nodes": 50}, {"policy": "puct"},
        {"opponent_model": 1},
    ):
        assert digest(lg.Search(game, 200, **options)(state)) != plain, options
    hidden = lg.make("amazes(turns=8)").new(3)
    anew, few, own, same = (
        digest(lg.Search(hidden.game, 200, cutoff=3, **options)(hidden))
        for options in ({"samples": 0}, {"samples": 2}, {"samples": None}, {})
    )
    assert own == same and len({anew, few, own}) == 3
    noisy = lg.Search(game, 200, policy="puct", noise=0.5, noise_alpha=0.1)(state)
    assert noisy.priors.max() > 2 / len(state.legal_actions)
    assert lg.Search(game, 200, depth=1)(state).statistics.depth == 1
    assert lg.Search(game, 200, nodes=60, full="stop")(state).statistics.simulations < 200
    little = lg.Search(game, 2000, nodes=300)
    with pytest.warns(UserWarning, match="memory of the search was full"):
        assert little(state).statistics.refused > 100
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert little(state).statistics.refused > 100  # reported only once
        assert lg.Search(game, 2000)(state).statistics.refused == 0
    kept, dropped = (lg.Search(game, 2000, nodes=300, full=full)(state).statistics for full in ("keep", "drop"))
    assert kept.full and kept.dropped == 0 and dropped.dropped > 0 and dropped.simulations == 2000
    assert (lg.Search(game, 40, policy="gumbel", considered=2)(state).visits > 0).sum() == 2


@pytest.mark.parametrize("policy", POLICIES)
def test_several_trees_of_one_root(start, policy):
    """They share the budget; the same number finds the same result, with the visits of one tree."""
    search = lg.Search(start.game, 121, policy=policy, threads=2, cutoff=20)
    result = search(start)
    assert digest(result) == digest(search(start))
    assert result.statistics.proven or 119 <= result.visits.sum() <= 121
    alone = lg.Search(start.game, 121, policy=policy, cutoff=20)(start)
    assert (digest(alone) == digest(result)) == (policy == "gumbel")
    assert search(start, seconds=0.01).best in start.legal_actions
    with pytest.raises(ValueError, match="threads: expected an integer in 1 ... 64"):
        lg.Search(start.game, threads=65)


def test_it_wins_and_proves():
    """In a won ending of Alquerque the win is found and proven; without the solver it is only found."""
    game = lg.make("alquerque")
    won = game.parse("7/7/7/3b3/3w3/7/7 w 0 - - -")
    result = lg.Search(game, 200, seed=1)(won)
    assert result.statistics.proven and result.statistics.values == (1, -1)
    assert won.apply(result.best).outcome == (1, -1)
    assert result.proven[result.best] and "proven" in str(result)
    assert not lg.Search(game, 200, seed=1, solver=False)(won).proven.any()
    assert lg.AlphaBeta(game)(won, depth=3).value == 1


def test_advance_keeps_the_tree():
    game = lg.make("alquerque")
    search = lg.Search(game, 400, seed=1)
    result = search(game.new())
    below = {node.action: node.visits for node in search.children(result.pv[:1])}
    search.advance(result.best)
    assert search.state == game.new().apply(result.best)
    assert {node.action: node.visits for node in search.children()} == below and sum(below.values()) > 0
    assert search.result.statistics.simulations == 0
    assert search.run().statistics.simulations == 400 and search.result.visits.sum() > 400
    other = game.new(5).rollout(seed=9, limit=7)[0]
    search.advance(search.state.legal_actions[0], other)
    assert search.state == other and search.children() == ()


def test_advance_to_a_root_proven_by_dropped_children():
    game = lg.make("alquerque")
    search = lg.Search(game, 400, nodes=24, full="drop", seed=2)
    search(game.parse("7/3b1w1/7/7/7/7/7 w 194 f7-f6 d7-d6 -"))
    for _ in range(4):
        search.advance(search.result.best)
        search.run()
    assert str(search.state) == "6w/7/4b2/7/7/7/7 w 198 g6-g7 d5-e5 -"
    assert [child.action for child in search.children()] and search.result.policy.sum() == pytest.approx(1)
    assert game.action_text(search.result.best) == "g7W"  # g7SW loses


@pytest.mark.parametrize("full", ["keep", "drop", "stop"])
@pytest.mark.parametrize("nodes", [40, 55, 80, 120])
def test_advance_without_room_for_the_root(nodes, full):
    """198 or 199 actions are legal afterwards: all are children, or none."""
    game = lg.make("ontherun")
    search = lg.Search(game, 100, nodes=nodes, full=full, policy="puct", seed=6, cutoff=2)
    for before, action, after in (("1 d 132 196:101,72,90,150/C -", 58, "0 d - - 43"),
                                  ("4 d 178 70:124,82,184,59/C/154,198,68,101/P/112,156,184,59/P/154,82,68,193/P -", 29,
                                   "0 d - - 179")):  # fmt: skip
        search(game.parse(before))
        search.advance(action, game.parse(after))
        for _ in range(3):
            result = search.run()
            assert len(search.children()) in (0, search.state.action_mask.sum())
            assert result.priors.sum() == pytest.approx(1.0 if search.children() else 0.0, abs=1e-5)
            search.set_simulations(400)


def test_advance_to_the_end_where_chance_plays():
    game = lg.make("snakecore(size=8)")
    search = lg.Search(game, 200, cutoff=5, seed=1)
    search(game.new(1))
    search.advance(search.result.best, game.new(1).rollout(seed=1)[0])
    assert search.state.is_over and search.children() == () and search.result.statistics.nodes == 1


def test_hidden_information_stays_hidden():
    """Facts hidden from the player to move change nothing: same key, same seed, same search."""
    game = lg.make("ontherun")
    search, differ = lg.Search(game, 60, seed=4), 0
    for seed in range(12):
        state = game.new(seed).rollout(seed=seed, limit=11)[0]
        if state.is_over:
            continue
        sample = state.resample(state.player, seed=seed + 100)
        differ += sample != state
        assert sample.information_key(state.player) == state.information_key(state.player)
        assert digest(search(sample)) == digest(search(state))
    assert differ > 3


def test_children_and_tree():
    game = lg.make("alquerque")
    search = lg.Search(game, 500, seed=2)
    result = search(game.new().rollout(seed=3, limit=20)[0])
    nodes = search.children()
    assert [node.visits for node in nodes] == sorted(result.visits[result.visits > 0].tolist(), reverse=True)
    for node in nodes:
        assert node.visits == result.visits[node.action] and np.allclose(node.values, result.values[node.action])
    assert [node[:5] for node in result.tree] == [node[:5] for node in nodes[:3]]
    assert [node[:5] for node in result.tree[0].children] == [
        node[:5] for node in search.children([result.tree[0].action], most=3)
    ]
    assert search.children([nodes[0].action, 391]) == () == search.children(most=0) == search.children([0] * 2000)
    with pytest.raises(ValueError, match="line: expected an integer in 0 ... 391, not 392"):
        search.children([392])


def test_a_finished_game():
    game = lg.make("alquerque")
    over = game.new().rollout(seed=3)[0]
    result = lg.Search(game, 100)(over)
    assert result.best is None and result.pv == () == result.tree and result.statistics.values == over.outcome
    assert not result.visits.any() and result.statistics.simulations == 0 and str(result)
    with pytest.raises(lg.GameOver):
        lg.AlphaBeta(game)(over, depth=2)


def test_no_simulation():
    result = lg.Search("snakecore", 0)(lg.make("snakecore").new())
    assert result.best in result.state.legal_actions and result.statistics.simulations == 0


def test_a_loaded_game(heaps):
    """It has hidden information and chance in play."""
    state = heaps.new(seed=5)
    result = lg.Search(heaps, 200, seed=1)(state)
    assert result.best in state.legal_actions and result.statistics.simulations == 200
    searches = lg.BatchSearch(heaps, 4, 50, policy="puct", leaves=2)
    searches.begin([heaps.new(seed) for seed in range(4)])
    while leaves := searches.collect():
        searches.receive(np.zeros((len(leaves), heaps.players)))
    assert (searches.simulations == 50).all()
    with pytest.raises(ValueError, match="game: expected two players, no hidden information"):
        lg.AlphaBeta(heaps)


def test_text():
    game = lg.make("alquerque")
    text = str(lg.Search(game, 300, seed=1)(game.parse("7/7/7/3b3/3w3/7/7 w 0 - - -")))
    assert text.splitlines()[0].split() == ["action", "visits", "White", "Black", "prior"]
    assert "principal variation: White d3*d5" in text and "best move: d3*d5" in text and "(proven)" in text and "1 simulation, " in text.splitlines()[-1]


# ---- many searches ----


def states_of(game, count):
    return [game.new(seed).rollout(seed=seed, limit=2)[0] for seed in range(count)]


@pytest.mark.parametrize("threads", [1, 3])
def test_rollouts_are_those_of_single_searches(start, threads):
    states = states_of(start.game, 5)
    searches = lg.BatchSearch(start.game, 5, 60, seed=10, threads=threads)
    searches.begin(states)
    assert searches.run()
    for i, state in enumerate(states):
        alone = lg.Search(start.game, 60, seed=10 + i)(state)
        assert digest(searches[i]) == digest(alone) and searches.best()[i] == alone.best
        assert (searches.visits[i] == alone.visits).all() and (searches.policy[i] == alone.policy).all()
        assert (searches.values[i] == alone.values).all() and (searches.priors[i] == alone.priors).all()
        assert np.allclose(searches.root_values[i], alone.statistics.values)
    assert len(searches) == 5 and searches.state(4) == states[4]
    assert [digest(result) for result in searches] == [digest(searches[i]) for i in range(5)]


@pytest.mark.parametrize("policy", POLICIES)
def test_leaves_outside_do_not_depend_on_company(policy):
    """Neither the other trees nor the threads change the results with one leaf at a time."""
    game = lg.make("ontherun(cities=9,map=2007)")
    states = states_of(game, 40)
    together = lg.BatchSearch(game, 40, 50, seed=3, policy=policy, noise=0.25)
    shared = lg.BatchSearch(game, 40, 50, seed=3, policy=policy, noise=0.25, threads=3)
    ask_and_tell(together, states)
    ask_and_tell(shared, states)
    assert (together.simulations == 50).all()
    for i in range(0, 40, 8):
        alone = lg.BatchSearch(game, 1, 50, seed=3 + i, policy=policy, noise=0.25)
        ask_and_tell(alone, states[i : i + 1])
        assert digest(alone[0]) == digest(together[i]) == digest(shared[i])


def test_leaves_agree_with_their_states():
    game = lg.make("alquerque")
    searches = lg.BatchSearch(game, 8, 30, policy="puct", leaves=4, arrays=("states", "observation", "mask", "search"))
    searches.begin(states_of(game, 8))
    seen = 0
    while leaves := searches.collect():
        assert len(leaves) <= 32 and (np.diff(leaves.search) >= 0).all()
        for row in range(len(leaves)):
            state = game.from_bytes(leaves.states[row].tobytes())
            assert state.player == leaves.player[row] and (state.action_mask == leaves.mask[row]).all()
            assert (state.observation() == leaves.observation[row]).all()
        seen += len(leaves)
        values, priors = network(leaves)
        leaves.values[:], leaves.priors[:] = values, priors
        searches.receive(leaves.values, leaves.priors)
    assert seen > 8 * 20
    assert lg.BatchSearch(game, 2, arrays=())._leaves.mask is None


def test_one_value_a_row_is_that_of_the_player_to_move():
    game = lg.make("alquerque")
    states, found = states_of(game, 6), []
    for flat in (False, True):
        searches = lg.BatchSearch(game, 6, 40, policy="puct")
        searches.begin(states)
        while leaves := searches.collect():
            values, priors = network(leaves)
            searches.receive(values[np.arange(len(leaves)), leaves.player] if flat else values, priors)
        found.append([digest(result) for result in searches])
    assert found[0] == found[1]


def test_priors_steer():
    game = lg.make("alquerque")
    liked = game.new().legal_actions[-1]
    searches = lg.BatchSearch(game, 1, 50, policy="puct")
    searches.begin([game.new()])
    while leaves := searches.collect():
        priors = np.zeros((len(leaves), game.num_actions))
        priors[:, liked] = 1
        searches.receive(np.zeros(len(leaves)), priors)
    assert searches.best()[0] == liked and searches.priors[0, liked] == 1


def test_self_play():
    """Whole games on kept trees; a game that is over begins anew in its own tree."""
    game = lg.make("blockdrop")
    searches = lg.BatchSearch(game, 3, 20, policy="gumbel", considered=4)
    states, ended = [game.new(seed) for seed in range(3)], 0
    searches.begin(states, seeds=[7, 8, 9])
    for step in range(400):
        while leaves := searches.collect():
            searches.receive(np.zeros((len(leaves), 4)))
        actions = searches.best()
        searches.advance(actions)
        states = [state.apply(int(action)) for state, action in zip(states, actions, strict=True)]
        assert [searches.state(i) for i in range(3)] == states
        over = np.array([state.is_over for state in states])
        ended += over.sum()
        if over.any():
            states = [game.new(100 + step + i) if over[i] else state for i, state in enumerate(states)]
            searches.begin(states, seeds=step, which=over)
    assert ended > 0


def test_advance_is_all_or_nothing():
    game = lg.make("alquerque")
    searches = lg.BatchSearch(game, 3, 20)
    start, over = game.new(), game.new().rollout(seed=3)[0]
    searches.begin([start, start, over])
    legal = start.legal_actions[0]
    for actions, error, text in (
        ([legal, 0, 0], lg.IllegalMove, "search 1, action 0"),
        ([legal, legal, 0], lg.GameOver, "search 2, action 0"),
        ([legal, 392, 0], ValueError, "search 1, action 392"),
        ([2**40, legal, 0], ValueError, f"search 0, action {2**40}"),
    ):
        with pytest.raises(error, match=text):
            searches.advance(actions)
        assert searches.state(0) == start
    searches.advance([legal, 0, 0], which=np.array([True, False, False]))
    assert searches.state(0) == start.apply(legal) and searches.state(1) == start


@pytest.mark.parametrize("kind", [np.uint8, np.uint64, np.int8, np.bool_, np.float32, np.float64, int, bool])
def test_values_of_any_numbers_are_negated_for_the_other_player(kind):
    searches = lg.BatchSearch("alquerque", 1, 1, policy="puct")
    searches.begin([searches.game.new()])
    searches.collect()
    searches.receive(np.array([1], kind))
    assert searches.root_values.tolist() == [[1, -1]]


@pytest.mark.parametrize("wrong", [["1"], [b"1"], [1j], [None], np.array([1], "m8[s]")])
def test_values_and_priors_that_are_no_numbers(wrong):
    searches = lg.BatchSearch("alquerque", 1, 1, policy="puct")
    searches.begin([searches.game.new()])
    searches.collect()
    with pytest.raises(TypeError, match="^values: expected numbers, not "):
        searches.receive(wrong)
    with pytest.raises(TypeError, match="^priors: expected numbers, not "):
        searches.receive([1], [wrong * 392 if isinstance(wrong, list) else wrong])
    searches.receive([1])
    assert searches.root_values.tolist() == [[1, -1]]


# ---- alpha-beta ----


def test_alphabeta():
    game = lg.make("alquerque")
    state = game.new().rollout(seed=3, limit=20)[0]
    search = lg.AlphaBeta(game, depth=5, table=1 << 18)
    result = search(state)
    assert result.depth == 5 and result.best == result.pv[0] in state.legal_actions and -1 <= result.value <= 1
    after = state
    for action in result.pv:
        after = after.apply(action)
    search.clear()
    assert search(state) == result == search.result
    assert search(state).nodes < result.nodes  # from the table
    search.clear()
    assert search(state, nodes=500).nodes <= 500
    assert f"best move: {result.best_move}" in str(result) and f"{result.nodes:,} nodes" in str(result)


def test_noise_makes_games_differ():
    game = lg.make("alquerque")
    first = [lg.AlphaBeta(game, depth=2, noise=0.03, seed=seed)(game.new()) for seed in range(12)]
    again = lg.AlphaBeta(game, depth=2, noise=0.03, seed=np.uint64(3))(game.new())
    assert again.best == first[3].best and again.value == first[3].value
    assert len({result.best for result in first}) > 2
    with pytest.raises(TypeError, match="noise: expected a number in 0 ... 1, not 'much'"):
        lg.AlphaBeta(game, noise="much")


def test_alphabeta_takes_its_time():
    game = lg.make("alquerque")
    begin = time.perf_counter()
    result = lg.AlphaBeta(game)(game.new(), seconds=0.2)
    assert 0.1 < time.perf_counter() - begin < 5 and 0 < result.depth < 255


# ---- time, interruptions, threads ----


def test_a_run_takes_its_time():
    game = lg.make("snakecore")
    search = lg.Search(game, 2**31 - 1, nodes=10_000)
    search.begin(game.new())
    begin = time.perf_counter()
    first = search.run(seconds=0.1).statistics.simulations
    assert 0.05 < time.perf_counter() - begin < 5 and 0 < first < 2**31 - 1
    assert search.run(seconds=0.1).statistics.simulations > first
    searches = lg.BatchSearch(game, 2, 2**31 - 1, nodes=10_000)
    searches.begin([game.new(), game.new()])
    assert not searches.run(seconds=0.05)


def interrupted(call):
    """Ctrl-C after 0.3 seconds; the seconds until the call ended."""
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    begin = time.perf_counter()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        call()
    return time.perf_counter() - begin


def test_ctrl_c_ends_a_search():
    game = lg.make("amazes")
    search = lg.Search(game, 2**31 - 1, nodes=10_000)
    assert interrupted(lambda: search(game.new())) < 5
    found = search.result.statistics.simulations
    assert 0 < found < 2**31 - 1 and search.run(seconds=0.05).statistics.simulations > found


def test_ctrl_c_ends_alphabeta():
    game = lg.make("alquerque")
    search = lg.AlphaBeta(game)
    with pytest.raises(ValueError, match="expected a search first"):
        _ = search.result
    assert interrupted(lambda: search(game.new(), depth=255)) < 5
    assert search.result.depth > 0 and search.result.best in game.new().legal_actions


def test_others_run_meanwhile(ticks_during):
    game = lg.make("alquerque")
    search, other = lg.Search(game, 2**31 - 1, nodes=10_000), lg.AlphaBeta(game)
    assert ticks_during(lambda: search(game.new(), seconds=0.5)) > 20
    assert ticks_during(lambda: other(game.new(), seconds=0.5)) > 20


def test_two_threads_on_one_search():
    game = lg.make("alquerque")
    state = game.new()
    search, other = lg.Search(game, 2**31 - 1, nodes=10_000), lg.AlphaBeta(game)
    for run, look in (
        (lambda: search(state, seconds=0.5), lambda: search.result),
        (lambda: other(state, seconds=0.5), other.clear),
    ):
        thread = threading.Thread(target=run)
        thread.start()
        time.sleep(0.1)
        with pytest.raises(RuntimeError, match="in use by another thread"):
            look()
        thread.join()
        look()


# ---- misuse ----


@pytest.mark.parametrize(
    "options, text",
    [
        ({"simulations": -1}, "simulations: expected an integer in 0 ... 2147483647, not -1"),
        ({"nodes": 0}, "nodes: expected an integer in 1 ... 2147483647, not 0"),
        ({"policy": "best"}, "policy: expected one of 'uct', 'puct', 'gumbel', not 'best'"),
        ({"full": 1}, "full: expected one of 'keep', 'drop', 'stop', not 1"),
        ({"rollout": "strong"}, "rollout: expected one of 'random', 'greedy', not 'strong'"),
        ({"depth": 65536}, "depth: expected an integer in 0 ... 65535, not 65536"),
        ({"cutoff": -2}, "cutoff: expected an integer in -1 ... 2147483647, not -2"),
        ({"samples": 1025}, "samples: expected an integer in -1 ... 1024, not 1025"),
        ({"exploration": float("nan")}, "exploration: expected a number in 0 ... 1000, not nan"),
        ({"exploration": 10**400}, "exploration: expected a number in 0 ... 1000, not an integer of about 401 digits"),
        ({"noise": 1.5}, "noise: expected a number in 0 ... 1, not 1.5"),
        ({"noise_alpha": 0}, "noise_alpha: expected a number in 0.001 ... 1000, not 0"),
        ({"considered": 0}, "considered: expected an integer in 1 ... 65536, not 0"),
        ({"visit_scale": -1}, "visit_scale: expected a number in 0 ... 1000, not -1"),
        ({"seed": -1}, "seed: expected an integer in 0 ... 2\\*\\*64 - 1, not -1"),
    ],
)
def test_values_out_of_range(options, text):
    with pytest.raises(ValueError, match=text):
        lg.Search("alquerque", **options)


@pytest.mark.parametrize(
    "options, text",
    [
        ({"simulations": 1.5}, "simulations: expected an integer, not 1.5"),
        ({"exploration": "c"}, "exploration: expected a number, not 'c'"),
        ({"temperature": 1}, "temperature: expected an option of the search \\(policy, nodes, "),
        ({"leaves": 4}, "leaves: expected an option"),
    ],
)
def test_options_of_the_wrong_type(options, text):
    with pytest.raises(TypeError, match=text):
        lg.Search("alquerque", **options)


def test_memory_of_many_is_taken_as_they_grow():
    def resident():
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    before = resident()
    searches = lg.BatchSearch("alquerque", 1024, simulations=1000)  # of 0.5 GiB
    assert resident() - before < 64 << 20
    searches.begin([lg.make("alquerque").new()] * 1024)
    assert resident() - before < 64 << 20


def test_many_searches_misused():
    game = lg.make("alquerque")
    for arguments, text in (
        ({"count": 0}, "count: expected an integer in 1 ... 65536, not 0"),
        ({"leaves": 4097}, "leaves: expected an integer in 0 ... 4096, not 4097"),
        ({"threads": 0}, "threads: expected an integer in 1 ..."),
        ({"observation": "bits"}, "observation: expected one of"),
        ({"arrays": ["masks"]}, "arrays: expected one of 'states', 'observation', 'mask', 'player', 'search'"),
        ({"virtual_loss": 1001}, "virtual_loss: expected an integer in 0 ... 1000, not 1001"),
    ):
        with pytest.raises(ValueError, match=text):
            lg.BatchSearch(game, **{"count": 2, **arguments})
    with pytest.raises(MemoryError, match="nodes: no memory for 65536 x"):
        lg.BatchSearch(game, 65536, nodes=2**31 - 1)


def test_calls_at_the_wrong_time():
    game = lg.make("alquerque")
    searches = lg.BatchSearch(game, 2, 20, policy="puct")
    for call in (searches.run, searches.collect, searches.best, lambda: searches.visits, lambda: searches[0]):
        with pytest.raises(ValueError, match="expected searches that have begun"):
            call()
    searches.begin([game.new()] * 2)
    leaves = searches.collect()
    for call in (searches.run, searches.collect):
        with pytest.raises(ValueError, match="no leaves that wait"):
            call()
    with pytest.raises(ValueError, match="which: expected all searches while leaves wait"):
        searches.begin([game.new()] * 2, which=np.array([True, False]))
    for values in (np.zeros((2, 3)), np.zeros(3), np.zeros((1, 2)), 0.0):
        with pytest.raises(ValueError, match=r"values: expected an array of shape \(2, 2\)"):
            searches.receive(values)
    with pytest.raises(TypeError, match="values: expected numbers"):
        searches.receive(np.array([["a", "b"]] * 2))
    with pytest.raises(ValueError, match=r"priors: expected an array of shape \(2, 392\)"):
        searches.receive(leaves.values, np.zeros(392))
    searches.receive(np.full((2, 2), np.nan), np.full((2, 392), -np.inf))
    leaves = searches.collect()
    searches.begin([game.new()] * 2)  # they are forgotten
    with pytest.raises(ValueError, match=r"values: expected an array of shape \(0, 2\)"):
        searches.receive(leaves.values)
    with pytest.raises(ValueError, match="expected leaves that were collected"):
        searches.receive(np.zeros((0, 2)))
    assert len(searches.collect()) == 2
    with pytest.raises(IndexError):
        searches[2]
    with pytest.raises(ValueError, match="index: expected an integer in 0 ... 1, not 2"):
        searches.state(2)


def test_states_are_checked():
    game, other = lg.make("alquerque"), lg.make("snakecore")
    searches = lg.BatchSearch(game, 2, 20)
    with pytest.raises(TypeError, match="state: expected a state of"):
        searches.begin([game.new(), other.new()])
    with pytest.raises(ValueError, match="states: expected 2, one for each search, not 1"):
        searches.begin([game.new()])
    junk = np.full((2, game.state_size), 255, np.uint8).view(game.state_dtype)[:, 0]
    with pytest.raises(lg.StateError, match="row 0 is not a state"):
        searches.begin(junk)
    searches.begin([game.new()] * 2)
    with pytest.raises(lg.StateError, match="row 0 is not a state"):
        searches.advance([game.new().legal_actions[0]] * 2, junk)
    with pytest.raises(ValueError, match="seeds: expected an integer in 0"):
        searches.begin([game.new()] * 2, -1)
    with pytest.raises(ValueError, match="seeds: expected 2, not 3"):
        searches.begin([game.new()] * 2, [1, 2, 3])
    with pytest.raises(TypeError, match="seeds: expected an integer, or one for each search, not '12'"):
        searches.begin([game.new()] * 2, "12")
    searches.begin([game.new()] * 2, np.array(1))
    with pytest.raises(TypeError, match="which: expected a NumPy array of bool"):
        searches.begin([game.new()] * 2, which=[True, False])
    of_names = lg.BatchSearch(game, 2, 20, arrays=iter(["observation", "mask"]))
    of_names.begin([game.new()] * 2)
    assert of_names.collect().mask.any()
    with pytest.raises(ValueError, match="which: expected a buffer of 2 elements, not 1"):
        searches.begin([game.new()] * 2, which=np.array([True]))
    search = lg.Search(game)
    with pytest.raises(TypeError, match="state: expected a state of"):
        search(other.new())
    with pytest.raises(ValueError, match="seconds: expected None or a number above 0, not 0"):
        search(game.new(), seconds=0)
    search.begin(game.new())
    with pytest.raises(lg.IllegalMove, match="action 0: "):
        search.advance(0)


def test_alphabeta_misused():
    game = lg.make("alquerque")
    for options, text in (
        ({"table": -1}, "table: expected an integer in 0 ... 137438953472, not -1"),
        ({"levels": 0}, "levels: expected an integer in 1 ... 1024, not 0"),
        ({"quiescence": 256}, "quiescence: expected an integer in 0 ... 255, not 256"),
        ({"noise": 1.5}, "noise: expected a number in 0 ... 1, not 1.5"),
        ({"noise": float("nan")}, "noise: expected a number in 0 ... 1, not nan"),
        ({"noise": 10**400}, "noise: expected a number in 0 ... 1, not an integer of about 401 digits"),
        ({"seed": -1}, "seed: expected an integer in 0 ... 18446744073709551615, not -1"),
    ):
        with pytest.raises(ValueError, match=text):
            lg.AlphaBeta(game, **options)
    for name in ("amazes", "blockdrop", "ontherun", "snakecore"):
        with pytest.raises(ValueError, match=f"two players, no hidden information and no chance in play, not {name}"):
            lg.AlphaBeta(name)
    search = lg.AlphaBeta(game)
    with pytest.raises(ValueError, match="expected a limit: depth, nodes or seconds"):
        search(game.new())
    for depth in (0, 256):
        with pytest.raises(ValueError, match=f"depth: expected an integer in 1 ... 255, not {depth}"):
            search(game.new(), depth=depth)
    for nodes in (0, -1):
        with pytest.raises(ValueError, match=f"nodes: expected an integer in 1 ... .*, not {nodes}"):
            search(game.new(), nodes=nodes)
    with pytest.raises(TypeError, match="state: expected a state of"):
        search(lg.make("snakecore").new(), depth=1)


def test_a_seed_is_for_one_search():
    """Without one it is the search's own again, after any other seed."""
    state = lg.make("alquerque").new().rollout(3, 10)[0]
    search = lg.Search("alquerque", simulations=60, cutoff=4, seed=5)
    first, other, again = search(state), search(state, seed=9), search(state)
    assert (first.values == again.values).all() and (first.values != other.values).any()
    many = lg.BatchSearch("alquerque", 2, seed=7, leaves=0, simulations=60, cutoff=4)
    many.begin([state, state], seeds=100)
    many.run()
    many.begin([state, state])
    many.run()
    alone = lg.Search("alquerque", simulations=60, cutoff=4, seed=8)(state)
    assert (many.visits[1] == alone.visits).all()


@pytest.mark.parametrize("name", ["seed", "exploration", "nodes", "greedy_prior"])
def test_none_is_no_number(name):
    with pytest.raises(TypeError, match=f"{name}: expected a number, not None"):
        lg.Search("alquerque", 50, **{name: None})
    with pytest.raises(TypeError, match=f"{name}: expected a number, not None"):
        lg.BatchSearch("alquerque", 2, 50, **{name: None})


# ---- whole moves ----


POSITIONS = ("alquerque", "amazes(turns=9)", "amazes(turns=9,actions=walk)", "blockdrop", "ontherun(cities=30)",
             "snakecore(size=12,players=3)")  # fmt: skip


@pytest.mark.parametrize("config", POSITIONS)
def test_moves_are_those_of_the_decisions(config):
    """In random positions, also within moves: the printed moves can be applied, and lead to the same states as the
    decisions."""
    game, inside = lg.make(config), 0
    search = lg.Search(game, 200, seed=3, rollout="greedy", cutoff=4)
    for seed in range(40):
        state, _ = game.new(seed).rollout(seed, 3 * seed % 53)
        if state.is_over:
            continue
        result, inside = search(state), inside + state.in_move
        check_moves(result)
        after = state.apply(result.best)
        if not after.in_move:
            assert state.apply(result.best_move) == after
        assert result.best_move.replace("\n", "/") in str(result)
    assert inside > 0 or game.name in ("blockdrop", "snakecore") or "walk" in config


def check_moves(result):
    """The moves of a result are its decisions, as far as these go."""
    state, decisions = result.state, list(result.pv or (result.best,))
    assert result.pv_moves[0] == result.best_move
    hidden = state.game.type.information == "hidden"
    assert not hidden or len(result.pv_moves) == 1
    for move in result.pv_moves:
        after, begun = state.apply(move), state
        assert state.apply(move.replace("\n", "/")) == after
        while decisions:
            state = state.apply(decisions.pop(0))
            if not state.in_move:
                break
        if state.in_move:  # the search ended there, and greedy has continued
            assert move == begun.completed(result.pv) and result.pv_text.endswith(" ...")
        else:
            assert state == after
        state = after
    seats = result.state.game.seats
    assert result.pv_text.startswith(seats[result.state.player])


def test_moves_of_alphabeta():
    game, search = lg.make("alquerque"), lg.AlphaBeta("alquerque", depth=3)
    for seed in range(30):
        state, _ = game.new().rollout(seed, 4 * seed % 61)
        if not state.is_over:
            result = search(state)
            check_moves(result)
            assert f"best move: {result.best_move}" in str(result)
            named = result.pv_text.removesuffix(" ...").split(", ")
            assert [line.split()[1] for line in named][: len(result.pv_moves)] == list(result.pv_moves)


def test_a_search_that_ends_within_a_move():
    """The move is completed, and the bot that did so is named."""
    game = lg.make("ontherun(cities=30)")
    result = lg.Search(game, 3, seed=1)(game.new())
    assert len(result.pv) < 4 and result.pv_text.endswith(" ...") and len(result.pv_moves) == 1
    assert "completed by `greedy`" in str(result)
    after = game.new().apply(result.best_move)
    assert after.player == 1 and result.best_move.split("\n")[0] == str(result.best + 1)


def test_lines_of_games_without_moves_of_their_own():
    """In a game without moves, decisions take their place, and lines end with the game."""
    game = lg.make("snakecore(size=8,players=1,rounds=2)")
    state = game.new()
    assert state.line_text([3, 3, 3]) == "R, R" and state.moves_of([3, 3, 3]) == ("R", "R")
    assert state.line_text([]) == "" and state.moves_of([]) == ()


def test_lines_that_are_refused():
    game = lg.make("alquerque")
    state, legal, wrong = game.new(), game.new().legal_actions[0], game.parse_action("c3N")
    for call in (state.line_text, state.moves_of, state.completed):
        with pytest.raises(lg.IllegalMove, match="no line, no empty point"):
            call([wrong])
        with pytest.raises(ValueError, match="actions: expected an integer in 0 ... 391"):
            call([legal, 392])
        with pytest.raises(lg.GameOver):
            getattr(state.forfeit(0), call.__name__)([legal])
    with pytest.raises(ValueError, match="outside its range"):
        state.decision_text(392)
    assert state.decision_text(wrong) == "c3N"


# ---- networks as evaluators ----

NETS = Path(__file__).resolve().parents[2] / "libgames/games"


@pytest.mark.parametrize("name", lg.games())
def test_a_network_values_leaves(name):
    """The game's network, the same network as bytes, the player, and many searches on two threads."""
    game, how = lg.make(name), {"policy": "puct", "seed": 5}
    state = game.new(3).rollout(1, 6)[0]
    result = lg.Search(game, 60, evaluator="net", **how)(state)
    again = lg.Search(game, 60, evaluator=(NETS / name / "net.bin").read_bytes(), **how)(state)
    assert result.visits.tolist() == again.visits.tolist() and result.visits.sum() > 0
    priors = result.priors[list(state.legal_actions)]
    assert priors.sum() == pytest.approx(1) and (len(priors) == 1 or priors.max() > 1.01 * priors.min())
    assert state.choose("mcts(evaluator=net,policy=puct,simulations=60)", seed=1) in state.legal_actions
    many = lg.BatchSearch(game, 6, 60, evaluator="net", threads=2, **how)
    many.begin([state] * 6, seeds=5)
    many.run()
    assert many.visits[0].tolist() == result.visits.tolist()


def test_networks_that_can_not_be_used():
    data = (NETS / "alquerque/net.bin").read_bytes()
    damaged = data[:5000] + bytes([data[5000] ^ 1]) + data[5001:]
    for game, bad in (("blockdrop", data), ("alquerque", data[:-1]), ("alquerque", damaged), ("alquerque", b"")):
        with pytest.raises(ValueError, match=f"evaluator: expected the bytes of a network that was made for {game}"):
            lg.Search(game, evaluator=bad)
    other = r"it plays only a configuration that its network was made for, and so not amazes\("
    with pytest.raises(ValueError, match=other):
        lg.Search("amazes(actions=walk)", evaluator="net")
    with pytest.raises(ValueError, match="evaluator: expected one of 'rollouts', 'net', not 'nets'"):
        lg.Search("alquerque", evaluator="nets")


# ---- self-play ----


def rows_of(found):
    return [getattr(found, name).tobytes() for name in found.__slots__ if isinstance(getattr(found, name), np.ndarray)]


@pytest.mark.parametrize("name", lg.games())
def test_self_play_is_of_its_seed_alone(name):
    """It does not depend on threads or the number of calls; and it can be continued elsewhere."""
    how = {"opening": 2, "positions": 6, "cutoff": 2, "rollout": "greedy"}
    game = SHORT[name]
    play = lg.SelfPlay(game, 4, 5, seed=8, **how)
    found = play.run(), rows_of(play.positions), rows_of(play.run())
    shared = lg.SelfPlay(game, 4, 5, seed=8, threads=3, **how)
    assert rows_of(shared.run()) == found[1] != rows_of(lg.SelfPlay(game, 4, 5, seed=9, **how).run())
    later = lg.SelfPlay(game, 2, 5, seed=8, first=shared.next, **how)
    first, second = rows_of(later.run()), rows_of(later.run())
    assert [a + b for a, b in zip(first, second, strict=True)] == found[2] and later.next == play.next == 8


def test_self_play_fills_arrays_in_place():
    game = lg.make("snakecore(size=8,players=3,rounds=6)")
    play = lg.SelfPlay(game, 8, 10, drawn=0, cutoff=3)
    found = play.run()
    assert np.shares_memory(found.states, play._buffers["states"])
    assert np.shares_memory(found.policies, play.positions.policies)
    assert len(found) == found.decisions == 8 * 18 and found.games == 8 and found.simulations > 0
    assert repr(found) == "<144 positions of 8 games>" and repr(play) == f"libgames.SelfPlay({game.config!r}, 8)"
    assert found.numbers.tolist() == sorted([*range(8)] * 18) and found.decision.tolist() == [*range(18)] * 8
    for row in range(0, 144, 18):
        state = game.from_bytes(found.states[row].tobytes())
        for i in range(row, row + 18):
            assert (state.player, found.states[i].tobytes()) == (found.player[i], bytes(state))
            assert found.policies[i].sum() == pytest.approx(1)
            assert set(np.flatnonzero(found.policies[i])) <= set(state.legal_actions)
            state = state.apply(int(found.actions[i]))
        assert state.is_over and (found.outcomes[row : row + 18] == state.outcome).all()
    many = lg.SelfPlay(game, 8, 10, drawn=0, cutoff=3, rows=400)
    assert len(many.run(200)) == 288 and many.next == 16
    assert rows_of(many.positions)[0].startswith(found.actions.tobytes())
    few = lg.SelfPlay(game, 8, 10, drawn=0, cutoff=3, rows=50)
    assert [len(few.run(50)) for _ in range(5)] == [36] * 5 and few.next == 10


def test_self_play_takes_another_network():
    """Games from then on are those that it would have played from the start."""
    data, how = (NETS / "alquerque/net.bin").read_bytes(), {"policy": "puct", "opening": 40}
    play = lg.SelfPlay("alquerque", 2, 4, cutoff=0, **how)
    other = lg.SelfPlay("alquerque", 2, 4, evaluator="net", **how)
    begun = rows_of(play.run())
    with pytest.raises(ValueError, match="evaluator: expected the bytes of a network that was made for alquerque"):
        play.use(data[:-1])
    with pytest.raises(TypeError, match="^evaluator: expected a name, not a function: searches call none"):
        play.use(lambda state: 0)
    play.use(data)
    assert begun != rows_of(other.run()) and rows_of(play.run()) == rows_of(other.run())
    play.use("rollouts")
    assert play.next == 4 and rows_of(play.run()) != rows_of(other.run())


def test_self_play_with_resignation():
    play = lg.SelfPlay("alquerque", 30, 4, resign=0.5, played_on=0.5, opening=20, cutoff=0)
    found = play.run()
    assert found.resigned + found.played_on == 30 and 5 < found.resigned < 25 and 0 < found.mistaken <= found.played_on
    last = [i for i in range(len(found)) if i + 1 == len(found) or found.numbers[i + 1] != found.numbers[i]]
    states = [lg.make("alquerque").from_bytes(found.states[i].tobytes()).apply(found.actions[i]) for i in last]
    given_up = [i for i, state in zip(last, states, strict=True) if not state.is_over]
    assert len(last) == 30 and 0 < len(given_up) <= found.resigned
    assert (found.outcomes[given_up, found.player[given_up]] == -1).all() and not found.outcomes[given_up].sum(1).any()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": 0}, "games: expected an integer in 1 ... 65536, not 0"),
        ({"threads": 65}, "threads: expected an integer in 1 ... 64, not 65"),
        ({"temperature": 0.01}, "temperature: expected a number in 0.05 ... 100, not 0.01"),
        ({"resign": -2}, "resign: expected a number in -1 ... 1, not -2"),
        ({"positions": 0}, "positions: expected an integer in 1 ... 65536, not 0"),
        ({"first": -1}, "first: expected an integer in 0 ... 9007199254740992, not -1"),
        ({"rows": 11}, "rows: expected an integer in 12 ... 2147483647, not 11"),
        ({"simulations": -1}, "simulations: expected an integer in 1 ... 2147483647, not -1"),
        ({"game": "blockdrop", "resign": -0.5}, "resign: expected -1, since blockdrop has 4 players, not two"),
        ({"nodes": 2**31 - 1, "games": 65536}, "games: no memory for [0-9]* bytes"),
        ({"evaluator": b"net"}, "evaluator: expected the bytes of a network that was made for alquerque"),
    ],
)
def test_self_play_names_the_wrong_option(arguments, message):
    with pytest.raises((ValueError, MemoryError), match="^" + message.replace("...", r"\.\.\.")):
        lg.SelfPlay(**{"game": "alquerque", "games": 2, "positions": 12, **arguments})
    with pytest.raises(ValueError, match=r"least: expected an integer in 1 ... 24, not 25"):
        lg.SelfPlay("alquerque", 2, positions=12).run(25)
