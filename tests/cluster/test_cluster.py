"""Work in chunks gives the same results as without chunks, even after losses, delays and interruptions. The folder ray
tests Ray."""

import io
import itertools
import json
import math
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import libgames as lg
import numpy as np
import pytest
from click.testing import CliRunner
from libgames import arena, cluster
from libgames._files import KeptFile, alone_in
from libgames.arena import cli
from libgames.cluster import games as cluster_games
from libgames.cluster import nodes as cluster_nodes
from libgames.cluster import running, sums, workers

GAME, COUNT, SEED = "blockdrop(turns=20)", 500, 7
SIZE = sums.Pace.size


class Nodes(cluster.Local):
    """Several nodes, all threads of this process, on which things go wrong."""

    def __init__(self, cores, *, loses=lambda call: False, slow=()):
        super().__init__(4 * sum(cores.values()))  # so that a slow node keeps none of them from working
        self.cores, self.loses, self.slow = cores, loses, slow
        self.calls, self.most, self.under_way, self.end = 0, 0, 0, threading.Event()
        self.lost, self.where = set(), {}

    def nodes(self):
        return self.cores

    def name(self, node):
        return f"node {node}"

    def submit(self, node, function, common, item):
        self.calls += 1
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        wait = self.end.wait if node in self.slow else None
        ticket = super().submit(node, lambda *given: (wait and wait(30), function(*given))[1], common, item)
        self.where[ticket] = node
        if self.loses(self.calls):
            self.lost.add(ticket)
        return ticket

    def result(self, ticket):
        self.under_way -= 1
        if ticket in self.lost:
            raise cluster.Lost("it died")
        return super().result(ticket)

    def close(self):
        self.end.set()
        super().close()


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch):
    """Many chunks of little work, so that there is something to merge; as many however fast the machine is."""
    monkeypatch.setattr(sums.Pace, "size", lambda pace, left: min(left, 3))
    monkeypatch.setattr(running, "_GLANCE", 0.01)
    monkeypatch.setattr(running, "_LONGEST_REST", 0.1)


@pytest.fixture(scope="module")
def expected():
    """From the arrays of Game.rollouts."""
    outcomes, lengths = lg.make(GAME).rollouts(COUNT, SEED)
    return outcomes, lengths


def square(outcomes, lengths):
    return {"squares": int((lengths**2).sum()), "wins": (outcomes > 0).sum(axis=0)}


def agrees(found, expected):
    outcomes, lengths = expected
    assert found.games == COUNT and found.decisions == lengths.sum()
    assert found.lengths == dict(zip(*(part.tolist() for part in np.unique(lengths, return_counts=True)), strict=True))
    for seat, values in enumerate(outcomes.T):
        assert found.outcomes[seat] == {value: int((values == value).sum()) for value in np.unique(values).tolist()}
        assert found.mean_outcome(seat) == pytest.approx(values.mean(), abs=1e-6)
    assert found.own["squares"] == (lengths**2).sum() and (found.own["wins"] == (outcomes > 0).sum(axis=0)).all()
    return True


def test_results_finished_together_with_an_error_are_not_lost():
    """All of them end in the same moment, the second with an error."""

    class AllAtOnce(Nodes):
        def wait(self, tickets, seconds):
            return tickets if len(tickets) == 4 and all(ticket.done() for ticket in tickets) else []

    def work(common, item):
        if item == 1:
            raise RuntimeError("a fault")
        return item

    found = []
    with pytest.raises(RuntimeError, match="a fault"):
        for done in running.Run(AllAtOnce({"a": 4}), work, [running.Task(None, item) for item in range(4)]):
            found.append(done.item)
    assert sorted(found) == [0, 2, 3]


@pytest.mark.parametrize("jobs, error", [(0, ValueError), (-1, ValueError), (1.5, TypeError)])
def test_jobs(jobs, error):
    with pytest.raises(error, match="jobs: expected an integer"):
        cluster.connect(jobs=jobs)
    with pytest.raises(ValueError, match="jobs: expected None with an address"):
        cluster.connect("auto", jobs=4)


def test_one_tournament_at_a_time_keeps_replays_in_a_folder(tmp_path):
    with alone_in(tmp_path), pytest.raises(OSError, match="another match keeps its replays there"):
        cli._play_on(None, None, [], set(), tmp_path, lambda *done: None)


# ---- counting ----


def test_the_same_as_in_one_go(expected):
    nodes = Nodes({"a": 1, "b": 2})
    assert agrees(cluster.rollouts(GAME, COUNT, SEED, reduce=square, cluster=nodes), expected)
    assert nodes.calls == -(-COUNT // 3) and nodes.most <= 6
    assert agrees(cluster.rollouts(lg.make(GAME), COUNT, SEED, reduce=square), expected)


def test_the_same_in_processes(expected, monkeypatch):
    monkeypatch.setattr(sums.Pace, "size", lambda pace, left: min(left, 40))
    with cluster.Local(2, processes=True) as nodes:
        assert agrees(cluster.rollouts(GAME, COUNT, SEED, reduce=square, cluster=nodes), expected)


def test_the_same_at_its_own_pace(expected, monkeypatch):
    monkeypatch.setattr(sums.Pace, "size", SIZE)
    monkeypatch.setattr(sums, "SECONDS", 1e-4)
    monkeypatch.setattr(sums, "_FIRST", 3)
    assert agrees(cluster.rollouts(GAME, COUNT, SEED, reduce=square, cluster=Nodes({"a": 1, "b": 2})), expected)


def test_lost_work_is_repeated(expected):
    nodes = Nodes({"a": 1, "b": 1}, loses=lambda call: call % 4 == 0)
    assert agrees(cluster.rollouts(GAME, COUNT, SEED, reduce=square, cluster=nodes), expected)
    assert len(nodes.lost) > 3


def test_a_node_that_goes_and_one_that_comes(expected):
    nodes = Nodes({"a": 1, "b": 1}, loses=lambda call: call in (11, 12))

    def change(call):
        if call == 11:
            nodes.cores = {"b": 1, "c": 2}
        return call in (11, 12)

    nodes.loses = change
    assert agrees(cluster.rollouts(GAME, COUNT, SEED, reduce=square, cluster=nodes), expected)
    assert {nodes.where[ticket] for ticket in list(nodes.where)[14:]} == {"b", "c"}


def test_a_slow_node_holds_nothing_up(expected, monkeypatch):
    monkeypatch.setattr(running, "_SHORTEST_SLOW", 0.05)
    nodes = Nodes({"fast": 1, "slow": 1}, slow=["slow"])
    begin = time.monotonic()
    assert agrees(cluster.rollouts(GAME, COUNT, SEED, reduce=square, cluster=nodes), expected)
    assert time.monotonic() - begin < 20
    nodes.close()


def test_a_task_that_always_dies_ends_the_run():
    with pytest.raises(cluster.ClusterError, match="lost 10 times, at last so: it died"):
        cluster.rollouts(GAME, COUNT, cluster=Nodes({str(node): 1 for node in range(20)}, loses=lambda call: True))


def test_a_process_that_dies_is_replaced(tmp_path):
    with cluster.Local(2, processes=True) as nodes:
        assert cluster.tally(Fatal(tmp_path / "mark"), 100, cluster=nodes) == 100
    assert (tmp_path / "mark").exists()


class Fatal:
    """Counts, but ends its process once, as the system does when memory runs out."""

    def __init__(self, mark):
        self.mark = mark

    def __call__(self, first, count):
        if first > 50:
            try:
                self.mark.touch(exist_ok=False)
            except FileExistsError:
                pass
            else:
                os.kill(os.getpid(), signal.SIGKILL)
        return count


def test_errors_of_the_work_come_through():
    def fails(first, count):
        raise ZeroDivisionError("there")

    with pytest.raises(ZeroDivisionError, match="there"):
        cluster.tally(fails, 10)


@pytest.mark.parametrize("value, error", [(0.5, TypeError), (np.ones(2), TypeError), ({"a": None}, TypeError),
                                          ({(1, 2): 3}, TypeError), ({float("nan"): 1}, TypeError), (np.array([2**63], np.uint64), OverflowError)])
def test_only_what_adds_up_exactly(value, error):
    with pytest.raises(error):
        cluster.tally(lambda first, count: value, 10)


class Unpicklable(Exception):
    def __init__(self, path, line):
        super().__init__(f"{path}:{line}")


def fails_elsewhere(first, count):
    raise Unpicklable("file", 2)


def test_an_error_that_pickle_cannot_make_again():
    with pytest.raises(RuntimeError, match="^Unpicklable: file:2$"), cluster.Local(1, processes=True) as nodes:
        cluster.tally(fails_elsewhere, 10, cluster=nodes)


def test_an_array_without_axes_is_a_number(tmp_path):
    assert cluster.tally(lambda first, count: np.array(count), 1000, resume=tmp_path / "kept") == 1000


def test_what_reduce_returns():
    with pytest.raises(TypeError, match="reduce: expected a mapping of names to integers"):
        cluster.rollouts(GAME, 5, reduce=lambda outcomes, lengths: int(lengths.sum()))


def test_sums():
    one = {"a": 1, "b": np.array([1, 2]), "c": {0.5: 1}}
    other = {"a": 2**70, "b": np.array([10, 20]), "c": {0.5: 2, 1.0: 3}, "d": 5}
    total = sums.add(sums.normal(one), sums.normal(other))
    assert (total["a"], total["b"].tolist(), total["c"], total["d"]) == (2**70 + 1, [11, 22], {0.5: 3, 1.0: 3}, 5)
    assert sums.normal({np.float32(0.5): np.int8(3), True: np.array([True, False])})[0.5] == 3
    with pytest.raises(OverflowError):
        sums.add(np.array([2**62]), np.array([2**62]))
    for wrong in (1, np.array([1]), np.array([[1, 2]])):
        with pytest.raises(ValueError, match="different forms"):
            sums.add(wrong, np.array([1, 2]))


def test_chunks_take_about_a_second(monkeypatch):
    monkeypatch.undo()
    pace = sums.Pace()
    assert pace.size(10) == 10 and pace.size(10**9) == 64
    pace.note(1000, 0.5)
    assert pace.size(10**9) == 2000
    pace.cores = 4
    assert pace.size(4000) == 500 and pace.size(100) == 100 and pace.size(8 * 300) == 300
    pace.cores = 10_000
    assert pace.size(10**10) == 100_000  # 50 seconds, so that 200 come in a second


# ---- broken off, and resumed ----


def broken_off(after, path, count=COUNT):
    """A count whose caller is interrupted after this number of chunks."""
    calls = itertools.count(1)

    def work(first, number):
        if next(calls) == after:
            os.kill(os.getpid(), signal.SIGINT)
        return counted(first, number)

    work.__qualname__ = "counted"
    with pytest.raises(KeyboardInterrupt):
        cluster.tally(work, count, cluster=Nodes({"a": 2}), resume=path)


def counted(first, number):
    return {"sum": sum(range(first, first + number)), "each": np.bincount(np.arange(first, first + number) % 5, minlength=5)}


def test_it_continues_where_it_was(tmp_path):
    path, asked = tmp_path / "kept", []
    broken_off(20, path)
    done = sums.Progress.load(path, json.loads(path.read_text())["what"], COUNT).done
    assert 3 * 12 <= done < COUNT  # without those that were under way

    def rest(first, number):
        asked.append((first, number))
        return counted(first, number)

    rest.__qualname__ = "counted"
    for count in (COUNT, COUNT, COUNT + 10):
        total = cluster.tally(rest, count, resume=path)
        assert total["sum"] == sum(range(count)) and total["each"].tolist() == [count // 5] * 5
    assert sum(number for _, number in asked) == COUNT - done + 10
    assert [entry.name for entry in tmp_path.iterdir()] == ["kept"]


def test_two_runs_do_not_keep_one_file(tmp_path):
    """The second one is refused, and the first one's results stay."""
    path = tmp_path / "kept"

    def meanwhile(first, number):
        for _ in range(2):  # before the first run has written anything more, and after that
            with pytest.raises(OSError, match="another run writes this file: '.*kept'"):
                cluster.tally(counted, 7, resume=path)
        return counted(first, number)

    meanwhile.__qualname__ = "counted"
    for count in (5, 70):
        assert cluster.tally(meanwhile, count, resume=path)["sum"] == sum(range(count))
    assert cluster.tally(counted, 90, resume=path)["sum"] == sum(range(90))

    def learn(learner, games):
        with pytest.raises(OSError, match="another run writes this file"):
            cluster.self_play(lambda weights, seed: seed, max, 0, weights=abs, rounds=1, resume=tmp_path / "learner")
        return learner + len(games)

    kept = {"weights": abs, "chunks": 2, "resume": tmp_path / "learner"}
    cluster.self_play(lambda weights, seed: seed, lambda learner, games: learner + 2, 0, rounds=1, **kept)
    assert cluster.self_play(lambda weights, seed: seed, learn, 0, rounds=3, **kept) == 6
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["kept", "learner"]


def test_two_runs_that_begin_together(tmp_path):
    with KeptFile(tmp_path / "kept") as one, KeptFile(tmp_path / "kept") as other:
        one.write("one")
        with pytest.raises(OSError, match="another run writes this file"):
            other.write("other")
        one.write("one more")
    with KeptFile(tmp_path / "kept") as third:
        third.write("third")
    assert [entry.read_text() for entry in tmp_path.iterdir()] == ["third"]


def test_a_file_of_something_else(tmp_path):
    path = tmp_path / "kept"
    cluster.rollouts(GAME, 20, resume=path)
    kept = path.read_bytes()
    assert cluster.rollouts(GAME, 20, resume=path) == cluster.rollouts(GAME, 20)
    for change, text in (({"seed": 1}, "seed is 0 there, 1 here"), ({"reduce": square}, "reduce is None there, 'square'"),
                         ({"game": "alquerque"}, "game is"), ({"count": 10}, "counted up to number 20")):
        with pytest.raises(ValueError, match=text):
            cluster.rollouts(**({"game": GAME, "count": 20, "resume": path} | change))
    for text in ("", "{}", "[1]", '{"what": {}, "ranges": 3}'):
        path.write_text(text)
        with pytest.raises(ValueError, match="not a file of counted games"):
            cluster.rollouts(GAME, 20, resume=path)
    path.write_bytes(kept)
    with pytest.raises(OSError):
        cluster.rollouts(GAME, 20, resume=tmp_path / "no" / "folder")


def test_the_identity_of_counted_work(tmp_path):
    """It is compared in the form that the file returns, which must be possible."""
    for count in (5, 9):
        found = cluster.tally(counted, count, resume=tmp_path / "kept", what={"sizes": (1, 2)})
        assert found["sum"] == sum(range(count))
    for wrong in ({"x": object()}, {"x": float("nan")}):
        with pytest.raises(TypeError, match="what: expected names with values that JSON can hold"):
            cluster.tally(counted, 5, resume=tmp_path / "other", what=wrong)
    assert not (tmp_path / "other").exists()


def test_a_file_of_another_map(tmp_path):
    """Two maps whose texts differ in a letter."""
    text = lg.make("ontherun(cities=8,map=3)").shared_text
    lines = text.splitlines(keepends=True)
    other = next(
        changed
        for number, line in reversed(list(enumerate(lines)))
        for old, new in (("C", "T"), ("T", "P"), ("P", "C"))
        if old in line and (changed := "".join([*lines[:number], line.replace(old, new, 1), *lines[number + 1 :]]))
    )
    cluster.rollouts(lg.ontherun.on_map(text), 5, resume=tmp_path / "kept")
    assert cluster.rollouts(lg.ontherun.on_map(text), 5, resume=tmp_path / "kept").games == 5
    with pytest.raises(ValueError, match="it counts something else: shared is"):
        cluster.rollouts(lg.ontherun.on_map(other), 9, resume=tmp_path / "kept")


@pytest.mark.parametrize(
    "place, key", [(("lengths",), -5), (("lengths",), 21), (("outcomes", 0), 57.0), (("outcomes", 0), 10**400)]
)
def test_a_file_with_impossible_sums(place, key, tmp_path):
    path = tmp_path / "kept"
    cluster.rollouts(GAME, 20, resume=path)
    kept = json.loads(path.read_text())
    sums = kept["sums"]
    for name in place:
        sums = sums["values"][sums["keys"].index(name)]
    sums["keys"][0] = key
    path.write_text(json.dumps(kept))
    with pytest.raises(ValueError, match="sums: they can't be those of 20 games"):
        cluster.rollouts(GAME, 20, resume=path)


@pytest.mark.parametrize(
    "change, text",
    [
        *(({"ranges": ranges}, "kept: not a file of counted games: ranges: expected ")
          for ranges in (5, [["a", "b"]], [[0]], [[0.0, 20.0]], [[False, True]], [[-1, 5]], [[5, 5]],
                         [[10, 20], [0, 10]], [[0, 15], [10, 20]], {}, None, "ab")),
        ({"sums": None}, "sums: None does not go with ranges"),
        ({"ranges": []}, "does not go with ranges \\[\\]"),
        ({"ranges": [[0, 19]]}, "they can't be those of 19 games"),
        *(({"sums": wrong}, "kept: not a file of counted games: ")
          for wrong in (3, "a", [1], 1.5, {"keys": [1], "values": []}, {"keys": [[]], "values": [1]}, {"array": [1]},
                        {"keys": ["a"], "values": [None]}, {"array": [2**70], "shape": [1]},
                        {"array": [0.5], "shape": [1]},
                        {"keys": ["lengths", "outcomes", "own"], "values": [1, 2, 3]})),
        ({"what": [1]}, "what: expected names and values"),
    ],
)  # fmt: skip
def test_a_damaged_file(change, text, tmp_path):
    path = tmp_path / "kept"
    cluster.rollouts(GAME, 20, resume=path)
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    for count in (20, 30):
        with pytest.raises(ValueError, match=text):
            cluster.rollouts(GAME, count, resume=path)


def test_a_file_that_is_nested_too_deeply(tmp_path):
    path = tmp_path / "kept"
    path.write_text("[" * 100_000)
    with pytest.raises(ValueError, match="kept: not a file of counted games: it is nested too deeply"):
        cluster.rollouts(GAME, 20, resume=path)


def test_sums_of_another_form(tmp_path):
    path = tmp_path / "kept"
    cluster.tally(counted, 10, resume=path)
    path.write_text(json.dumps({**json.loads(path.read_text()), "sums": 3}))
    with pytest.raises(ValueError, match="kept: its sums are not those of this work: results of different forms"):
        cluster.tally(counted, 20, resume=path)


# ---- positions ----


def positions(count):
    return [lg.make("alquerque").new().rollout(seed, seed % 30)[0] for seed in range(count)]


def test_positions_in_order():
    states = positions(40)
    nodes = Nodes({"a": 2, "b": 1}, loses=lambda call: call % 5 == 0)
    found = list(cluster.analyse(states, {"simulations": 20, "seed": 3}, cluster=nodes))
    assert [one.state for one in found] == states
    for state, one in zip(states, found, strict=True):
        alone = lg.Search(state.game, 20, seed=3)(state)
        assert (one.visits == alone.visits).all() and one.best == alone.best


def test_positions_are_taken_as_they_are_needed():
    taken = []

    def endless():
        for number in itertools.count():
            taken.append(number)
            yield number

    found = cluster.analyse(endless(), lambda number: -number, cluster=Nodes({"a": 2}))
    assert list(itertools.islice(found, 50)) == [-number for number in range(50)]
    found.close()
    assert len(taken) < 50 + 64 * 2 * 20


def test_signals_are_the_callers_own_between_results():
    """Also where two analyses take turns, whose handlers are put back in another order."""
    before = signal.getsignal(signal.SIGINT)
    pairs = zip(*(cluster.analyse(positions(3), {"simulations": 5}, cluster=Nodes({"a": 1})) for _ in range(2)))
    for _ in pairs:
        assert signal.getsignal(signal.SIGINT) is before
    assert signal.getsignal(signal.SIGINT) is before


def test_a_signal_that_is_ignored_stays_ignored():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with running.Stop() as stop:
            signal.raise_signal(signal.SIGHUP)
        assert not stop.asked and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


# ---- self-play ----


def played(weights, seed):
    return (weights, seed)


def learned(learner, games):
    time.sleep(0.001)
    return [*learner, games]


def train(rounds=6, **options):
    return cluster.self_play(played, learned, [], weights=len, rounds=rounds, chunks=3, **options)


@pytest.mark.parametrize("lag", [0, 1, 3])
def test_self_play(lag):
    """Each round has its seeds in order, and weights of the right number of rounds before."""
    expected = [[(max(0, number - lag), 5 + 3 * number + chunk) for chunk in range(3)] for number in range(6)]
    assert train(lag=lag, seed=5) == expected
    nodes = Nodes({"a": 2, "b": 1}, loses=lambda call: call % 4 == 0)
    assert train(lag=lag, seed=5, cluster=nodes) == expected


def test_self_play_continues_from_its_checkpoint(tmp_path):
    path = tmp_path / "kept"
    calls = itertools.count(1)

    def interrupted(learner, games):
        if next(calls) == 3:
            os.kill(os.getpid(), signal.SIGINT)
        return learned(learner, games)

    with pytest.raises(KeyboardInterrupt):
        cluster.self_play(played, interrupted, [], weights=len, rounds=6, chunks=3, resume=path)
    assert 3 <= len(pickle.loads(path.read_bytes())["learner"]) < 6
    assert train(resume=path) == train() == train(resume=path)
    assert train(rounds=8, resume=path) == train(rounds=8)
    with pytest.raises(ValueError, match="kept: it has 8 rounds, more than 7"):
        train(rounds=7, resume=path)
    with pytest.raises(ValueError, match="seed: expected seeds up to"):
        train(seed=2**64 - 1)
    with pytest.raises(ValueError, match="another training"):
        train(resume=path, seed=1)
    for junk in (b"nothing", b"cnosuchmod\nx\n.", b"cos\nnothere\n.", b"\x8c\x02\xff\xff.", b"\x80\xff", b"I99x\n."):
        path.write_bytes(junk)
        with pytest.raises(ValueError, match="kept: not a checkpoint: "):
            train(resume=path)
    settings = {"chunks": 3, "lag": 1, "seed": 0}
    for damage in ({"weights": []}, {"weights": None}, {"round": "x"}, {"round": -5}):
        path.write_bytes(pickle.dumps({"learner": [], "weights": [0, 0], "round": 0, "settings": settings} | damage))
        with pytest.raises(ValueError, match="kept: not a checkpoint: expected"):
            train(resume=path)
    for name, wrong in (("seed", 1.5), ("seed", -1), ("rounds", 0), ("lag", "x")):
        with pytest.raises((ValueError, TypeError), match=f"{name}: expected an integer"):
            train(**{name: wrong})


def played_until_12(weights, seed):
    if seed == 12:
        raise ArithmeticError("12 is too many")
    return played(weights, seed)


def test_an_error_costs_only_its_round(tmp_path):
    """The progress before an error of play() is kept; after one of learn() the learner may be half changed."""
    path, calls = tmp_path / "kept", itertools.count(1)
    options = {"weights": len, "rounds": 6, "chunks": 3, "lag": 0, "resume": path}
    with pytest.raises(ArithmeticError, match="12 is too many"):
        cluster.self_play(played_until_12, learned, [], **options)
    kept = path.read_bytes()
    assert pickle.loads(kept)["learner"] == train(rounds=4, lag=0)

    def half_learned(learner, games):
        learner.append("half")
        raise ArithmeticError(f"call {next(calls)}")

    with pytest.raises(ArithmeticError, match="call 1"):
        cluster.self_play(played, half_learned, [], **options)
    assert path.read_bytes() == kept
    assert train(lag=0, resume=path) == train(lag=0)


# ---- games for both trainings ----

TINY = "snakecore(size=8,walls=0,ordinary=20,energy=1,rounds=8)"


def linear(weights, observations, masks):
    """(values, chances) of a network of one layer."""
    seen = observations.reshape(len(observations), -1) / 6
    return np.tanh(seen @ weights[0]), np.exp(np.minimum(seen @ weights[1], 20))


def untrained(seed):
    game, rng = lg.make(TINY), np.random.default_rng(seed)
    inputs = math.prod(game.observation_spaces[0].shape)
    return [rng.normal(0, 0.1, inputs), rng.normal(0, 0.1, (inputs, game.num_actions))]


def fitted(weights, games):
    """A simplified step of either training."""
    value, policy = (weight.copy() for weight in weights)
    for rows in games:
        seen = rows.observations.reshape(len(rows.observations), -1) / 6
        values, chances = linear(weights, rows.observations, rows.masks)
        chances = np.where(rows.masks, chances, 0) / np.where(rows.masks, chances, 0).sum(axis=1, keepdims=True)
        if isinstance(rows, cluster.Positions):
            error, better = rows.outcomes - values, rows.policies - chances
        else:
            error = rows.advantages
            better = (np.eye(chances.shape[1])[rows.actions] - chances) * rows.advantages[:, None]
        value += 0.001 * seen.T @ error / len(seen)
        policy += 0.01 * seen.T @ better / len(seen)
    return [value, policy]


TRAININGS = {
    "AlphaZero": cluster.SearchedGames(TINY, linear, games=4, simulations=8, drawn=6),
    "PPO": cluster.DrawnGames(TINY, linear, games=4),
}


@pytest.mark.parametrize("play", TRAININGS.values(), ids=TRAININGS)
def test_both_trainings_are_the_same_anywhere_and_continue(play, tmp_path):
    def train(learn=fitted, **options):
        return cluster.self_play(play, learn, untrained(1), weights=list, rounds=4, chunks=2, seed=3, **options)

    calls = itertools.count(1)

    def interrupted(learner, games):
        if next(calls) == 2:
            os.kill(os.getpid(), signal.SIGINT)
        return fitted(learner, games)

    expected = train()
    nodes = Nodes({"a": 2, "b": 1}, loses=lambda call: call % 3 == 0)
    with pytest.raises(KeyboardInterrupt):
        train(interrupted, resume=tmp_path / "kept")
    for found in (train(cluster=nodes), train(resume=tmp_path / "kept")):
        assert all((one == other).all() for one, other in zip(found, expected, strict=True))
    assert not (expected[0] == untrained(1)[0]).all()


def test_searched_games_are_games():
    """Each row is the position after the best action of the row before, and the outcome is its player's."""
    rows = cluster.SearchedGames(TINY, linear, games=1, simulations=16, drawn=0, options={"noise": 0})(untrained(2), 5)
    state, movers = lg.make(TINY).new(5), []
    search = lg.BatchSearch(TINY, 1, 16, policy="puct")
    search.begin([state], seeds=np.random.default_rng(5).integers(2**63, size=1, dtype=np.uint64))
    while leaves := search.collect():
        search.receive(*linear(untrained(2), leaves.observation, leaves.mask))
    assert (rows.policies[0] == search.policy[0]).all()
    for observation, mask, policy in zip(rows.observations, rows.masks, rows.policies, strict=True):
        assert (observation == state.observation()).all() and (mask == state.action_mask).all()
        assert policy.sum() == pytest.approx(1) and not policy[~mask].any()
        movers.append(state.player)
        state = state.apply(int(policy.argmax()))
    assert state.is_over and rows.outcomes.tolist() == [state.outcome[mover] for mover in movers]


def test_drawn_games_are_games_with_advantages_by_seat():
    play = cluster.DrawnGames(TINY, linear, games=1, discount=0.9, trace=0.8)
    rows, state, seats = play(untrained(3), 8), lg.make(TINY).new(8), []
    for row in range(len(rows.actions)):
        assert (rows.observations[row] == state.observation()).all() and (rows.masks[row] == state.action_mask).all()
        value, chances = linear(untrained(3), rows.observations[row : row + 1], None)
        chances = np.where(rows.masks[row], chances[0], 0)
        assert rows.values[row] == pytest.approx(value[0], abs=1e-6)
        assert rows.logs[row] == pytest.approx(np.log(chances[rows.actions[row]] / chances.sum()), abs=1e-5)
        seats.append(state.player)
        state = state.apply(int(rows.actions[row]))
    assert state.is_over
    for seat in range(state.game.players):
        values, advantages = (column[np.array(seats) == seat].astype(float) for column in (rows.values, rows.advantages))
        after = [0.9 * value for value in values[1:]] + [state.outcome[seat]]
        surprises = np.array(after) - values
        for at in range(len(values)):  # the definition
            assert advantages[at] == pytest.approx(sum((0.9 * 0.8) ** k * one for k, one in enumerate(surprises[at:])), abs=1e-5)


@pytest.mark.parametrize("simulations", [0, 8])
def test_evaluation(simulations):
    """Against itself a network wins as much as it loses, since it plays each seat of each opening; and the games are
    the same wherever they are played."""
    weights, other = untrained(4), untrained(5)
    found = cluster.evaluate(TINY, linear, weights, other, count=24, simulations=simulations)
    again = cluster.evaluate(TINY, linear, other, weights, count=24, simulations=simulations, cluster=Nodes({"a": 1, "b": 2}))
    assert (found.won, found.drawn, found.lost) == (again.lost, again.drawn, again.won) and sum(found[:3]) == 24
    assert found.mean == -again.mean and found.margin == pytest.approx(again.margin) and again.margin > 0
    if simulations == 0:
        assert cluster.evaluate(TINY, linear, weights, weights, count=24).mean == 0
    chosen = lg.Policy(lambda states: [state.legal_actions[0] for state in states], many=True)
    assert cluster.evaluate(TINY, linear, chosen, chosen, count=24, simulations=simulations).mean == 0
    whole = workers._Contest("ontherun", linear, chosen, lg.Policy(lambda state: state.legal_actions[-1]), 0, 4, 1, {})
    parts = [whole(0, 3)["results"] + whole(3, 5)["results"], whole(0, 8)["results"]]
    assert parts[0].tolist() == parts[1].tolist()  # hidden information is drawn for each game, not for each part
    weak = cluster.evaluate(TINY, linear, weights, "random", count=40, simulations=simulations)
    strong = cluster.evaluate(TINY, linear, weights, "strong(simulations=300)", count=40, simulations=simulations)
    assert weak.mean > strong.mean


def test_an_evaluation_whose_games_end_alike_has_an_interval(monkeypatch):
    monkeypatch.setattr(workers, "tally", lambda *work, **where: {"results": [0, 3, 0], "sum": 0, "squares": 0})
    assert cluster.evaluate(TINY, linear, None, count=3) == (0, 3, 0, 0, pytest.approx(1.96 * math.sqrt(2) / 5, abs=1e-3))


@pytest.mark.parametrize("options", [{"max_episode_steps": 5}, {"rewards": "shaped"}, {"mask": "bits"}])
def test_drawn_games_go_to_their_ends(options):
    with pytest.raises(ValueError, match=f"options: expected none for {next(iter(options))}"):
        cluster.DrawnGames(TINY, linear, games=2, options=options)(untrained(3), 1)


# ---- games of the arena ----


BOT = Path(__file__).parents[2] / "examples/python/bots/alquerque.py"


def tournament(nodes, players, games=2):
    """The table and the games as the nodes play them, and as the arena does by itself."""
    recipe = cluster.Recipe("alquerque", tuple(players), fill=False)
    conditions = recipe.conditions()
    pairings = conditions.round_robin(games)
    run = cluster.play_all(nodes, ((recipe, pairing) for pairing in pairings))
    recorded = sorted((done.value for done in run), key=lambda one: one.played.pairing.number)
    return recorded, conditions, pairings


def test_a_tournament_is_that_of_the_arena():
    players = ["random", "greedy", f"bot={sys.executable} {BOT}"]
    recorded, conditions, pairings = tournament(Nodes({"a": 1, "b": 1}, loses=lambda call: call == 2), players)
    alone = []
    arena.run_through(arena.play_all(conditions, pairings, 1, alone.append))
    tables = []
    for played_games in ([one.played for one in recorded], alone):
        lines = arena.standings([entrant.label for entrant in conditions.entrants], played_games)
        tables.append([(line.label, line.games, line.wins, line.draws, line.score, line.fouls, line.rating) for line in lines])
    assert tables[0] == tables[1] and len(recorded) == 6
    for one in recorded:
        replay = arena.read(io.BytesIO(one.replay.encode()))
        assert replay.state == one.played.report.state and replay.table.labels == one.played.report.table.labels


def script(path, text):
    path.write_text(text)
    path.chmod(0o755)
    return str(path)


def test_a_program_missing_on_a_node_is_no_offence(tmp_path, monkeypatch):
    """A node on which nothing can be started is left out, and the others play."""
    bot = f"bot={sys.executable} {BOT}"
    there = threading.local()
    real = cluster_games.lacking

    class Poor(Nodes):
        def submit(self, node, function, common, item):
            def call(*given):
                there.node = node
                return function(*given)

            return super().submit(node, call, common, item)

    monkeypatch.setattr(cluster_games, "lacking", lambda player: "no python" if there.node == "poor" else real(player))
    nodes = Poor({"poor": 1, "rich": 1})
    recorded, _, pairings = tournament(nodes, [bot, "random"], 4)
    assert len(recorded) == len(pairings) and not any(one.played.report.fouls for one in recorded)
    with pytest.raises(cluster.ClusterError, match="no node can do it: node poor: no python"):
        tournament(Poor({"poor": 1}), [bot, "random"])


def test_a_node_with_less_memory_is_left_out(monkeypatch):
    def too_much(limits):
        raise ValueError(f"memory: expected less than {limits.memory}")

    recipe = cluster.Recipe("alquerque", ("random", "greedy"), limits=arena.Limits(memory=4096))
    pairings = recipe.conditions().match(2)
    monkeypatch.setattr(cluster_games, "check_limits", too_much)
    with pytest.raises(cluster.ClusterError, match="no node can do it: node a: memory: expected less than 4096"):
        list(cluster.play_all(Nodes({"a": 1}), ((recipe, pairing) for pairing in pairings)))


@pytest.mark.parametrize("text, reason", [
    ("#!/no/such/interpreter\n", "needs /no/such/interpreter"),
    ("#!/usr/bin/env -S LC_ALL=C no_such_interpreter -x\n", "needs no_such_interpreter"),
    ("#!/bin/sh\nexec no_such_program\n", "exit status 127"),
])  # fmt: skip
def test_programs_that_cannot_run(tmp_path, text, reason):
    bot = script(tmp_path / "bot", text)
    with pytest.raises(cluster.ClusterError, match=f"no node can do it: node a: .*{reason}"):
        tournament(Nodes({"a": 1}), [bot, "random"])


def test_requirements_of_programs(tmp_path):
    named = os.fsdecode(b"a\xff=no_such_program")
    assert cluster_games.lacking(named) == "no_such_program: there is none"
    assert cluster_games.lacking("greedy") is None and cluster_games.lacking("one=strong(seconds=2)") is None
    assert cluster_games.lacking(script(tmp_path / "good", "#!/usr/bin/env sh\n")) is None
    assert cluster_games.lacking("no_such_program -x 3") == "no_such_program: there is none"
    (tmp_path / "text").write_text("")
    assert cluster_games.lacking(f"{tmp_path}/text") == f"{tmp_path}/text: it may not be run"
    assert cluster_games.lacking("operator:neg") is None and cluster_games.program("operator:neg") is None
    assert cluster_games.lacking("operator:negg").startswith("'operator:negg': AttributeError: ")
    assert cluster_games.has_programs(["one=operator:neg"])
    assert cluster_games.has_programs(["greedy", "sh"]) and not cluster_games.has_programs(["one=greedy", "random"])


# ---- the command ----


def command(*words, status=0):
    result = CliRunner().invoke(cli.main, list(map(str, words)))
    assert result.exit_code == status, result.output
    return result.output


def test_the_command_counts(tmp_path, expected):
    outcomes, lengths = expected
    words = ["rollouts", GAME, COUNT, "--seed", SEED, "--resume", tmp_path / "kept", "--json", tmp_path / "facts.json"]
    output = command(*words, "--jobs", 2)
    assert f"{COUNT} games of {lg.make(GAME).config}, {lengths.sum():,} decisions" in output
    for seat, values in enumerate(outcomes.T):
        assert re.search(rf"player {seat} +{(values > 0).sum()} +{(values == 0).sum()} +{(values < 0).sum()} ", output)
    facts = json.loads((tmp_path / "facts.json").read_text())
    assert facts["decisions"] == lengths.sum() and dict(map(tuple, facts["outcomes"][0]))[0.0] == (outcomes[:, 0] == 0).sum()
    assert command(*words) == output
    assert "it counts something else: seed" in command("rollouts", GAME, COUNT, "--resume", tmp_path / "kept", status=2)


def test_the_command_is_broken_off(tmp_path):
    """Ctrl-C leaves a file, with which the same command continues."""
    path = tmp_path / "kept"
    words = [sys.executable, "-m", "libgames", "rollouts", "blockdrop", "100000000", "--jobs", "1", "--resume", path]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    until = time.monotonic() + 60
    while not path.exists() and time.monotonic() < until:
        time.sleep(0.05)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 130 and "interrupted; the counts are in" in output, output
    assert sums.Progress.load(path, json.loads(path.read_text())["what"], 100_000_000).done < 100_000_000


@pytest.mark.parametrize("words", [["rollouts", "alquerque", "10"], ["match", "alquerque", "random", "greedy"]])
def test_no_cluster_there(words, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    what = f"expected ray, which `{lg.install_command('ray')}` installs"
    assert what in command(*words, "--cluster", "auto", status=1)


# ---- addresses ----


def test_wrong_addresses():
    for address in ("nonsense", "host:", ":6379", "host:port"):
        with pytest.raises(cluster.ClusterError, match="expected the address of a Ray cluster"):
            cluster_nodes._reach(address)
    with pytest.raises(cluster.ClusterError, match="127.0.0.1:1: no Ray cluster answers there"):
        cluster_nodes._reach("127.0.0.1:1")


def test_differences():
    own = cluster_nodes._looking()()
    assert own["libgames"] == lg.__version__ and "alquerque 1" in own["games"]
    assert cluster_nodes.differences(own, own) == ""
    assert "Python is 3.9, here 3." in cluster_nodes.differences({**own, "Python": "3.9"}, own)
    assert cluster_nodes.differences({"libgames": "missing"}, {"libgames": "1"}) == "libgames is missing, here 1"


@pytest.mark.parametrize(
    "call, error, message",
    [
        (lambda: cluster.rollouts("alquerque", "10"), TypeError, "^count: expected an integer, not '10'$"),
        (lambda: cluster.rollouts("alquerque", 10, 2**64 - 5), ValueError, "^count: expected at most 5 games from seed "),
        (lambda: cluster.tally(None, 3), TypeError, "^work: expected a function, not None$"),
        (lambda: cluster.tally(len, 3, what=3), TypeError, "^what: expected names with values that JSON can hold, not 3: "),
        (lambda: cluster.tally(len, 3, what=np.zeros(2)), TypeError, "^what: expected names with .*is not a mapping"),
        (lambda: cluster.rollouts("alquerque", 2, resume=np.zeros(2)), TypeError, "^resume: expected the name of a file"),
        (lambda: cluster.tally(len, 3, cluster=3), TypeError, "^cluster: expected None, an address or what connect"),
        (lambda: cluster.analyse(3, {}), TypeError, "^positions: expected states, not 3$"),
        (lambda: cluster.analyse([lg.make("alquerque").new()], 3), TypeError, "^search: expected a function, not 3$"),
    ],
)
def test_wrong_calls(call, error, message):
    with pytest.raises(error) as raised:
        call()
    assert re.search(message, str(raised.value)), str(raised.value)
    assert type(raised.value) is error
