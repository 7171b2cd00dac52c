"""Work on a Ray cluster of several nodes: the same results as on one machine, even if nodes and workers die."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import libgames as lg
import pytest
import ray
from libgames import arena, cluster
from libgames.cluster import nodes as cluster_nodes

ROOT = Path(__file__).parents[3]
GAME = "blockdrop(turns=50)"
PATIENT = ["--first", "60", "--answer", "60", "--total", "600"]  # a busy machine must not make a difference


def slowly(count, nodes, folder):
    """Counts one by one, slowly; the sum, and the node of each number. The folder gets a file for each node that has
    begun."""

    def work(first, number):
        node = ray.get_runtime_context().get_node_id()
        time.sleep(0.1)
        (folder / node).touch()
        return {"sum": first, "where": {node: 1}}

    return cluster.tally(work, count, cluster=nodes)


@pytest.fixture
def small_chunks(monkeypatch):
    monkeypatch.setattr("libgames.cluster.sums.Pace.size", lambda pace, left: 1)


# ---- before there is a cluster ----


def test_no_cluster(tmp_path, monkeypatch):
    """Neither one that runs nor, as a crash leaves it, the address of one that does not run any more."""
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    for address in ("auto", "127.0.0.1:1"):
        begin = time.monotonic()
        with pytest.raises(cluster.ClusterError, match="Could not find any running Ray|no Ray cluster answers there"):
            cluster.connect(address)
        assert time.monotonic() - begin < 20
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    with pytest.raises(cluster.ClusterError, match=":1: no Ray cluster answers there"):
        cluster.connect("auto")
    assert not ray.is_initialized()


# ---- the same as here ----


def test_rollouts_are_those_of_one_machine(nodes, monkeypatch):
    def wins(outcomes, lengths):
        return {"wins": (outcomes > 0).sum(axis=0).astype(int), "squares": int((lengths**2).sum())}

    monkeypatch.setattr("libgames.cluster.sums.SECONDS", 0.02)
    assert len(nodes.nodes()) == 2
    found = cluster.rollouts(GAME, 3000, 7, reduce=wins, cluster=nodes)
    alone = cluster.rollouts(GAME, 3000, 7, reduce=wins)
    assert (found.lengths, found.outcomes) == (alone.lengths, alone.outcomes)
    assert found.own["wins"].tolist() == alone.own["wins"].tolist() and found.own["squares"] == alone.own["squares"]


def test_all_nodes_work(nodes, small_chunks, tmp_path):
    found = slowly(30, nodes, tmp_path)
    assert found["sum"] == sum(range(30)) and set(nodes.nodes()) == set(found["where"])


def test_positions_in_order(nodes):
    states = [lg.make("alquerque").new().rollout(seed, seed)[0] for seed in range(20)]
    found = list(cluster.analyse(states, {"simulations": 50, "seed": 3}, cluster=nodes))
    assert [one.state for one in found] == states
    assert [one.visits.tolist() for one in found] == [lg.Search(one.state.game, 50, seed=3)(one.state).visits.tolist() for one in found]


def test_self_play(nodes):
    def train(where):
        return cluster.self_play(lambda weights, seed: (weights, seed), lambda learner, games: [*learner, games], [],
                                 weights=len, rounds=4, chunks=3, cluster=where)  # fmt: skip

    assert train(nodes) == train(None)


GAMES = "snakecore(size=8,walls=0,ordinary=20,energy=1,rounds=8)"


def small_network():
    """A network of one layer, made here so that it is sent with the work."""
    import numpy as np

    def network(weights, observations, masks):
        seen = observations.reshape(len(observations), -1) / 6
        return np.tanh(seen @ weights[0]), np.exp(np.minimum(seen @ weights[1], 20))

    rng, game = np.random.default_rng(1), lg.make(GAMES)
    inputs = int(np.prod(game.observation_spaces[0].shape))
    return network, [rng.normal(0, 0.1, inputs), rng.normal(0, 0.1, (inputs, game.num_actions))]


@pytest.mark.parametrize("kind", [cluster.SearchedGames, cluster.DrawnGames])
def test_both_trainings(kind, nodes, tmp_path):
    """AlphaZero and PPO with weights sent to the workers, from a checkpoint on and without one, and how strong that is."""
    network, weights = small_network()
    play = kind(GAMES, network, games=4, **({"simulations": 8} if kind is cluster.SearchedGames else {}))

    def learn(weights, games):
        value, policy = weights
        for rows in games:
            value = value + 0.01 * rows.observations.mean(axis=0).ravel()
        return [value, policy]

    def train(rounds, where, **options):
        return cluster.self_play(play, learn, weights, weights=list, rounds=rounds, chunks=3, cluster=where, **options)

    train(2, nodes, resume=tmp_path / "kept")
    found, alone = train(4, nodes, resume=tmp_path / "kept"), train(4, None)
    assert all((one == other).all() for one, other in zip(found, alone, strict=True)) and (found[0] != weights[0]).any()
    strength = [cluster.evaluate(GAMES, network, found, "greedy", count=12, simulations=4, cluster=where) for where in (nodes, None)]
    assert strength[0] == strength[1] and sum(strength[0][:3]) == 12


def test_errors_of_the_work_come_through(nodes):
    def fails(first, count):
        raise ZeroDivisionError("there")

    with pytest.raises(ZeroDivisionError, match="there"):
        cluster.tally(fails, 10, cluster=nodes)


# ---- deaths ----


def test_a_worker_that_is_killed(nodes, small_chunks, tmp_path):
    """As the system does when memory runs out."""
    mark = tmp_path / "mark"

    def once(first, count):
        if first == 3:
            try:
                mark.touch(exist_ok=False)
            except FileExistsError:
                pass
            else:
                os.kill(os.getpid(), signal.SIGKILL)
        return count

    assert cluster.tally(once, 10, cluster=nodes) == 10 and mark.exists()


def test_a_node_that_comes_and_dies(machines, nodes, small_chunks, tmp_path):
    """It is killed in the middle; nothing that was finished is lost, and nothing counts twice."""
    third = machines.add_node(num_cpus=1)
    killed = threading.Event()

    def kill():
        until = time.monotonic() + 120
        while not (tmp_path / third.node_id).exists() and time.monotonic() < until:
            time.sleep(0.05)
        machines.remove_node(third, allow_graceful=False)
        killed.set()

    threading.Thread(target=kill).start()
    found, count = slowly(100, nodes, tmp_path), 100
    assert killed.wait(120)
    assert found["sum"] == sum(range(count)) and sum(found["where"].values()) == count
    assert 0 < found["where"].get(third.node_id, 0) < count / 2


DRIVER = """
import sys
from libgames import cluster

def slow(first, count):
    import time
    time.sleep(0.1)
    return {"sum": sum(range(first, first + count))}

cluster.sums.Pace.size = lambda pace, left: 1
cluster.sums._SAVED = 0.2
print(cluster.tally(slow, 60, cluster=sys.argv[1], resume=sys.argv[2])["sum"])
"""


def driver(machines, path, **options):
    return subprocess.Popen([sys.executable, "-c", DRIVER, machines.address, path], stdout=subprocess.PIPE, **options)


def counted(path):
    """The amount in the file of a driver."""
    try:
        return sum(end - first for first, end in json.loads(path.read_text())["ranges"])
    except FileNotFoundError:
        return 0


def test_a_killed_driver_continues(machines, tmp_path):
    path = tmp_path / "kept"
    for number, enough in ((signal.SIGKILL, 5), (signal.SIGINT, 20)):
        process = driver(machines, path, stderr=subprocess.DEVNULL)
        until = time.monotonic() + 90
        while counted(path) < enough and time.monotonic() < until:
            time.sleep(0.05)
        process.send_signal(number)
        process.communicate(timeout=60)
        assert process.returncode == -number and enough <= counted(path) < 60
    last = driver(machines, path)
    assert last.communicate(timeout=90)[0].split()[-1] == b"1770" and counted(path) == 60


# ---- errors ----


def test_a_node_that_differs(machines, monkeypatch):
    real = cluster_nodes._looking
    monkeypatch.setattr(lg, "__version__", "0.1.0")
    monkeypatch.setattr(cluster_nodes, "_looking", lambda: real())
    with pytest.raises(cluster.ClusterError, match=r"node [\d.]+ \(\w+\): libgames is \S+, here 0.1.0"):
        cluster.connect(machines.address)


def test_modules_that_are_not_there(nodes):
    with pytest.raises(cluster.ClusterError, match="No module named 'test_ray'.*folder"):
        cluster.tally(write, 10, cluster=nodes)


# ---- the arena ----


def write(path, text):
    path.write_text(text)
    path.chmod(0o755)


def libgames(folder, *words):
    done = subprocess.run([sys.executable, "-m", "libgames", *words], cwd=folder, capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout + done.stderr


def table(path):
    """Without times."""
    lines = [line.split(",") for line in path.read_text().splitlines()]
    slowest = lines[0].index("slowest")
    return [[cell for number, cell in enumerate(line) if number != slowest] for line in lines]


def test_a_tournament_with_programs_that_are_sent(machines, tmp_path):
    """The table and the replays equal this machine's; the program is in the folder, with a file that it reads."""
    here = tmp_path / "here"
    here.mkdir()
    bot = (ROOT / "examples/python/bots/alquerque.py").read_text()
    write(here / "bot.py", f"#!{sys.executable}\nopen('beside.txt').read()\n{bot}")
    (here / "beside.txt").write_text("there")
    words = ["tournament", "alquerque", "greedy", "./bot.py", "--games", "2", *PATIENT, "--csv"]
    status, output = libgames(here, *words, tmp_path / "one.csv", "--save", tmp_path / "one")
    assert status == 0, output
    status, output = libgames(here, *words, tmp_path / "many.csv", "--save", tmp_path / "many", "--cluster", machines.address)
    assert status == 0, output
    assert table(tmp_path / "many.csv") == table(tmp_path / "one.csv")
    names = [[path.name for path in sorted((tmp_path / folder).iterdir())] for folder in ("one", "many")]
    assert names[0] == names[1] and len(names[0]) == 2
    for name in names[0]:
        replays = [arena.load(tmp_path / folder / name) for folder in ("one", "many")]
        assert replays[0].state == replays[1].state


def test_no_node_has_the_interpreter(machines, tmp_path):
    write(tmp_path / "bot", "#!/no/such/interpreter\n")
    status, output = libgames(tmp_path, "match", "alquerque", "./bot", "random", "--games", "2", "--cluster", machines.address)
    assert status == 1 and re.search(r"no node can do it: .*\./bot needs /no/such/interpreter", " ".join(output.split())), output
