"""AlphaZero: it accepts the games that it can learn, resumes to the last digit, learns, and finds perfect decisions."""

import argparse
import importlib
import itertools
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import libgames as lg
import numpy as np
import pytest
import torch
from conftest import load_example

ROOT = Path(__file__).resolve().parents[2]
SMALL = "connect_four(columns=4,rows=4,connect=3)"


@pytest.fixture(scope="module")
def example():
    torch.set_num_threads(1)
    return load_example("alphazero", "training")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """With connect_four.so, and the solver of the same name."""
    made, source = tmp_path_factory.mktemp("compiled"), ROOT / "examples/games/connect_four.c"
    shared = ["-shared", "-fPIC", "-I", lg.get_include(), source, "-o", made / "connect_four.so"]
    for words in (shared, [ROOT / "benchmarks/solve_connect_four.c", "-o", made / "solver"]):
        subprocess.run(["cc", "-O2", *map(str, words)], check=True, timeout=120)
    lg.load(made / "connect_four.so")
    return made


def options(example, game, *words):
    usual = ("--games", "16", "--simulations", "8", "--width", "8", "--blocks", "1")
    return example.parse_arguments([game, *usual, *map(str, words)])


def test_openings(example):
    """Up to this number of random decisions, each number equally likely; none without the option."""
    trainer = example.Trainer(options(example, "alquerque", "--opening", 3))
    plies = np.bincount(trainer.new_games(400, trainer.random)["ply"])
    assert len(plies) == 4 and plies.min() > 70
    assert not example.Trainer(options(example, "alquerque")).states["ply"].any()


def test_no_game_begins_at_its_end(example):
    trainer = example.Trainer(options(example, "snakecore(size=8,rounds=2)", "--opening", 9))
    assert not any(trainer.state(row).is_over for row in trainer.new_games(100, trainer.random))


@pytest.mark.parametrize("game", ["blockdrop", "amazes", "ontherun"])
def test_refuses_other_games(example, game):
    with pytest.raises(ValueError, match=f"expected two players with perfect information, not '{game}"):
        example.Trainer(options(example, game))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--resume"], "No such file"),
        (["--evaluate", "2", "--against", "gredy"], "did you mean 'greedy'"),
        (["--solver", "cat"], "--evaluate"),
        (["--endings", "-1"], "expected an integer in 0 ... 1048576, not '-1'"),
        (["--minutes", "ten"], "expected a number in 0 ... inf, not 'ten'"),
        (["--resume", "--anew"], "not allowed with"),
        (["--evaluate", "2", "--solver", "no-such-program"], "expected the command of a program, not 'no-such-program'"),
        (["--evaluate", "2", "--solver", ""], "expected the command of a program"),
        (["--evaluate", "2", "--solver", "'"], "expected the command of a program"),
        (["--evaluate", "-2"], "expected an integer in 0 ... 1048576, not '-2'"),
        (["--play", "-2"], "expected an integer in 0 ... 2147483647, not '-2'"),
        (["--games", "0"], "expected an integer in 1 ... 65536, not '0'"),
        (["--opening", "-1"], "expected an integer in 0 ... 2147483647, not '-1'"),
        (["--memory", "1000000000000000"], "expected an integer in 1 ... 100000000"),
        (["--minutes", "nan"], "expected a number in 0 ... inf, not 'nan'"),
        (["--every", "0"], "expected a number above 0, not '0'"),
        (["--out", "/dev/null/folder"], "Not a directory"),
        (["--opponents", "gredy"], "did you mean 'greedy'"),
        (["--lessons", "9", "--teacher", "strong"], "--teacher: expected a search such as mcts(cutoff=0), not 'strong'"),
        (["--observation", "planes"], "planes: expected an observation in one of the forms scaled, one_hot"),
        (["--network", "columns"], "--network: expected layers, since one_hot has no column for each action"),
        (["--start", "no-such.bin"], "--start: [Errno 2] No such file or directory: 'no-such.bin'"),
        (["--start", __file__], "--start: evaluator: expected the bytes of a network that was made for alquerque"),
        (["--start", "net", "--width", "64"], "--start: expected layers of the shapes [(64, 441), (64, 64), (393, 64)], not"),
        (["--start", "net", "--evaluator", "torch"], "--start: expected --evaluator net"),
        (["--discount", "2"], "expected a number in 0 ... 1, not '2'"),
        (["--evaluator", "torch", "--discount", "1"], "--discount: expected --evaluator net"),
    ],
)
def test_wrong_words(example, tmp_path, monkeypatch, capsys, words, message):
    monkeypatch.setattr(sys, "argv", ["alphazero.py", "alquerque", "--out", str(tmp_path / "out"), *words])
    with pytest.raises(SystemExit) as error:
        example.main()
    assert message in f"{error.value} {capsys.readouterr().err}" and not (tmp_path / "out").exists()


def test_a_training_that_diverges_ends(example):
    trainer = example.Trainer(options(example, "snakecore(size=8,rounds=5)"))
    trainer.train_once()
    trainer.memory.values[:] = np.nan
    with pytest.raises(ValueError, match=r"^the training has diverged in round 1: its gradient is nan$"):
        trainer.learn()


@pytest.mark.parametrize("game", ["alquerque", "blockdrop(turns=8)", "ontherun(cities=20)", "amazes(turns=2)",
                                  "snakecore(size=8,rounds=5,players=3)", "connect_four"])
def test_c_plays_every_game_with_the_network(example, folder, game):
    """In integers that agree with PyTorch in every position."""
    trainer = example.Exported(options(example, game, "--opening", 4, "--drawn", 6, "--positions", 200))
    first, second = trainer.train_once(), trainer.train_once()
    assert 0 < first["positions"] < second["positions"] == len(trainer.memory) == trainer.memory.count
    assert second["games"] == trainer.next == 32 and second["simulations"] > 0 and second["length"] > 1
    states = trainer.memory.states[:64]
    seen, how = trainer.view.observe(states=states), {"policy": "puct", "evaluator": trainer.exported(), "leaves": 0}
    priors, values = trainer.judge(seen)[::-1]
    searches = lg.BatchSearch(trainer.game, 64, 1, solver=False, **how)
    searches.begin(states)
    searches.run()
    assert np.abs(searches.priors - priors).max() < 0.01
    player = [trainer.state(row).player for row in states]
    for seat in range(values.shape[1]):
        shown = searches.root_values[range(64), (np.array(player) + seat) % trainer.game.players]
        assert np.abs(shown - values[:, seat]).max() < 0.01


@pytest.mark.parametrize("game", lg.games())
def test_training_starts_from_a_network(example, game):
    """The library's chooses as it does there, and learns what is legal, also where its actions are canonical."""
    trainer = example.Exported(options(example, game, "--start", "net", "--width", 128, "--simulations", 4))
    states = [trainer.game.new(seed).rollout(seed, 3 + seed)[0] for seed in range(90)]
    states = [state for state in states if not state.is_over and len(state.legal_actions) > 1]
    chosen = trainer.rate(trainer.rows(states))[0].argmax(1).tolist()
    known = [state.choose("net") for state in states]
    assert len(states) > 40 and sum(map(int.__eq__, chosen, known)) >= len(states) - 1
    row = trainer.train_once()
    assert row["positions"] > 100 and row["policy_loss"] < 10  # an illegal action costs a billion


def test_values_of_c_are_those_of_who_moves_and_the_others(example):
    """Results count less, the earlier a position is."""
    trainer = example.Exported(options(example, "blockdrop(turns=8)", "--discount", 0.5))
    trainer.left, trainer.pace = 16, 0.001
    trainer.play_alone(example.runs.Stop())
    found, memory = trainer.searches.positions, trainer.memory
    for row in range(len(found)):
        left = found.decision[found.numbers == found.numbers[row]].max() - found.decision[row]
        wanted = (found.outcomes[row] * 0.5**left + found.values[row]) / 2
        assert memory.values[row].tolist() == pytest.approx(np.roll(wanted, -found.player[row]).tolist(), abs=1e-6)
    assert (memory.states[: len(found)] == found.states).all() and len(np.unique(found.player)) == 4


@pytest.mark.parametrize("game", ["blockdrop(turns=8)", "ontherun(cities=20)", "snakecore(size=8,rounds=5)"])
def test_games_against_a_bot(example, game):
    """Its own decisions are learned, in all seats in rotation; of the bot's decisions only the values."""
    trainer = example.Exported(options(example, game, "--opponents", "greedy", "--drawn", 3, "--positions", 200))
    row = trainer.train_once()
    every, memory = trainer.game.players, trainer.memory
    assert row["games"] == trainer.next == 16
    assert row["positions"] == len(memory) == pytest.approx(row["length"] * 16, abs=0.1)
    own = memory.policies[: len(memory)].any(1)
    players = trainer.players(memory.states[: len(memory)])
    assert 0 < own.mean() < 1 and set(players[own]) == set(players[~own]) == set(range(every))
    assert np.abs(memory.policies[: len(memory)][own].astype(float).sum(1) - 1).max() < 0.01
    other = example.Exported(options(example, game, "--opponents", "greedy", "--drawn", 3, "--positions", 200))
    other.train_once()
    assert (other.memory.states == memory.states).all() and (other.memory.values == memory.values).all()


def test_lessons(example):
    """The first games are those of another search, without the network; then it plays."""
    teacher = "mcts(cutoff=0,policy=puct,exploration=50,solver=off)"
    assert example.search_of(teacher) == {
        "policy": "puct", "exploration": 0.5, "depth": 0, "solver": False, "rollout": "random", "cutoff": 0,
        "greedy_prior": 0, "opponent_model": 0, "considered": 16, "visit_scale": 50, "value_scale": 1,
        "full": "keep", "evaluator": "rollouts"}  # fmt: skip
    trainer = example.Exported(options(example, "alquerque", "--lessons", 20, "--teacher", teacher, "--opening", 90))
    trainer.train_once()
    assert trainer.search() == example.search_of(teacher)
    trainer.train_once()
    assert trainer.next == 32 and trainer.search()["evaluator"] == trainer.exported()
    how = {"opening": 90, "seed": 1, "drawn": 12, "positions": 64}
    taught = lg.SelfPlay("alquerque", 20, 8, **how, **example.search_of(teacher)).run()
    assert (trainer.memory.states[: len(taught)] == taught.states).all()


@pytest.mark.parametrize("policy", ["gumbel", "puct"])
@pytest.mark.parametrize("game", ["alquerque", "snakecore(size=8,rounds=5)", "connect_four"])
def test_two_rounds(example, folder, game, policy):
    trainer = example.Trainer(options(example, game, "--policy", policy, "--memory", 100))
    rows = trainer.train_once(), trainer.train_once()
    assert [row["positions"] for row in rows] == [256, 512]
    assert all(0 < row["search_share"] < 1 and row["simulations"] > 0 for row in rows)
    assert len(trainer.memory) == min(trainer.memory.count, 100)
    assert (rows[1]["policy_loss"] is None) == (rows[1]["games"] == 0)
    assert rows[1]["games"] > 0 or game == "alquerque"


def test_values_are_those_of_who_moves(example, folder):
    """A player that can win immediately does, and its position has the value of a win; a move earlier it is a loss."""
    trainer = example.Trainer(options(example, SMALL, "--drawn", 1, "--simulations", 32, "--games", 64))
    trainer.train_once()
    memory, values = trainer.memory, {True: [], False: []}
    for row, value in zip(memory.states[: len(memory)], memory.values, strict=False):
        state = trainer.state(row)
        values[any(state.apply(action).outcome[state.player] == 1 for action in state.legal_actions)].append(value)
    assert min(values[True]) > 0.9 and min(values[False]) < -0.9 and len(values[True]) > 20


@pytest.mark.parametrize("evaluator", ["net", "torch"])
def test_resuming_changes_nothing(example, folder, tmp_path, monkeypatch, evaluator):
    def run(*words):
        usual = ["alphazero.py", SMALL, "--evaluator", evaluator]
        usual += ["--games", "16", "--simulations", "8", "--width", "8", "--every", "0.0001"]
        usual += ["--evaluate", "4", "--against", "random", "--play", "4"]
        monkeypatch.setattr(sys, "argv", [*usual, *map(str, words)])
        example.main()

    whole, halves = tmp_path / "whole", tmp_path / "halves"
    run("--rounds", 6, "--out", whole)
    run("--rounds", 3, "--out", halves)
    with (halves / "curve.jsonl").open("a") as file:
        file.write('{"round": 4, "written": "after the checkpoint"}\n')
    run("--rounds", 6, "--out", halves, "--resume")
    for name, count in (("curve.jsonl", 6), ("strength.jsonl", 6)):
        assert lines(whole / name) == lines(halves / name) and len(lines(whole / name)) == count


def lines(path):
    clock = ("simulations", "search_share", "seconds", "processor", "minutes", "processor_minutes")
    rows = map(json.loads, path.read_text().splitlines())
    return [{name: value for name, value in row.items() if name not in clock} for row in rows]


@pytest.mark.parametrize("kind", [("--games", 240), ("--games", 64, "--opponents", "greedy")])
def test_interruptions_cost_little_and_change_nothing(example, tmp_path, kind):
    """Real signals in the middle of rounds that take longer than a checkpoint may be old: a killed training continues
    from pieces of its round, a training that gets a signal from its last decision; and the numbers equal an
    uninterrupted run's."""
    assert example.SAVED + example.PIECE <= 25  # 30 seconds are promised, and a checkpoint takes some of them
    code = "import sys; sys.path.insert(0, sys.argv.pop(1)); import alphazero; "
    code += "alphazero.SAVED, alphazero.PIECE = 0.5, 0.5; alphazero.main()"

    def run(folder, *more):
        words = ["alquerque", "--simulations", 8, "--width", 8, "--rounds", 2, "--opening", 60, "--memory", 9000]
        command = [sys.executable, "-c", code, str(ROOT / "examples/training"), *words, *kind, *more, "--out", folder]
        return subprocess.Popen(list(map(str, command)), stderr=subprocess.PIPE, text=True)

    whole, halves = tmp_path / "whole", tmp_path / "halves"
    assert run(whole).wait(600) == 0
    checkpoint, stood = halves / "checkpoint.pt", []
    for number, code_ in ((signal.SIGKILL, -9), (signal.SIGTERM, 143), (signal.SIGKILL, -9), (signal.SIGINT, 130)):
        before = checkpoint.stat().st_mtime_ns if checkpoint.exists() else 0
        process, waited = run(halves, *(["--resume"] if before else [])), time.monotonic() + 120
        while not checkpoint.exists() or checkpoint.stat().st_mtime_ns == before:
            assert process.poll() is None and time.monotonic() < waited
            time.sleep(0.05)
        time.sleep(0.4)
        os.kill(process.pid, number)
        stopped = time.time()
        assert process.wait(60) == code_
        assert number == signal.SIGKILL or "saved; --resume continues from here" in process.stderr.read()
        assert stopped - checkpoint.stat().st_mtime < 5
        trainer, _ = example.Exported.read(checkpoint)
        stood.append((trainer.round, trainer.next, -trainer.steps_left, trainer.is_between_rounds))
    assert sorted(stood) == stood and len(set(stood)) == 4 and not all(between for *_, between in stood)
    assert run(halves, "--resume").wait(600) == 0
    assert lines(whole / "curve.jsonl") == lines(halves / "curve.jsonl") and len(lines(whole / "curve.jsonl")) == 2
    ends = [example.Exported.read(folder / "checkpoint.pt")[0] for folder in (whole, halves)]
    for end in ends:
        end.bind()
    assert ends[0].exported() == ends[1].exported()


def test_a_signal_breaks_off_what_begins_anew(example):
    """Nothing has changed then; another signal breaks off all."""
    trainer = example.Exported(options(example, "alquerque", "--games", 64, "--simulations", 10**6))
    with example.runs.Stop() as stop:
        timer = subprocess.Popen(["sh", "-c", f"sleep 1; kill -TERM {os.getpid()}"])
        assert trainer.work(stop) is None and stop.signal == signal.SIGTERM
        timer.wait()
        assert (trainer.next, trainer.left, len(trainer.memory)) == (0, 64, 0)
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(5)
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL


def test_a_training_continues_only_with_the_same_options(example, tmp_path, monkeypatch):
    def run(*words):
        usual = ["alphazero.py", "alquerque", "--games", "4", "--simulations", "2", "--width", "8", "--rounds", "1"]
        monkeypatch.setattr(sys, "argv", [*usual, "--out", str(tmp_path), *words])
        example.main()

    def refuses(message, *words):
        before = {path: path.read_bytes() for path in tmp_path.iterdir()}
        with pytest.raises(SystemExit, match=message):
            run(*words, "--resume")
        assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before

    run()
    with pytest.raises(SystemExit, match="there is a training; --resume continues it, --anew replaces it"):
        run()
    refuses("^error: discount: this training has 0.995, not 0.5", "--discount", "0.5")
    with example.runs.alone_in(tmp_path, resume=True):
        refuses("another training is using it")
    refuses("^error: seed: this training has 1, not 2", "--seed", "2")
    kept = (tmp_path / "checkpoint.pt").read_bytes()
    for damaged in (b"", b"notes", kept[: len(kept) // 2], kept[:-100]):
        (tmp_path / "checkpoint.pt").write_bytes(damaged)
        refuses("checkpoint.pt: expected a checkpoint of alphazero.py")
    torch.save({"trainer": 5, "random": torch.get_rng_state()}, tmp_path / "checkpoint.pt")
    refuses("checkpoint.pt: expected a checkpoint of alphazero.py")
    (tmp_path / "checkpoint.pt").write_bytes(kept)
    damages = [b"notes\n", b"{}\n", b"[1]\n", b"\xff\n"]
    for name, more in (("curve.jsonl", []), ("strength.jsonl", [b'{"round": 1}\n'])):
        lines = (tmp_path / name).read_bytes()
        for damaged in damages + more:
            (tmp_path / name).write_bytes(damaged)
            refuses(f"{name}: expected a line of JSON for each round")
        (tmp_path / name).unlink()
        refuses(name)
        (tmp_path / name).write_bytes(lines)


if torch.cuda.is_available():

    def test_a_training_goes_from_a_gpu_to_a_processor(example, tmp_path, monkeypatch):
        words = ["alphazero.py", "alquerque", "--games", "4", "--simulations", "4", "--width", "8", "--reuse", "1"]
        words += ["--evaluate", "2", "--play", "2", "--against", "random", "--out", str(tmp_path), "--opening", "40"]
        for rounds, device, more in ((3, "cuda", ()), (6, "cpu", ("--resume",)), (9, "cuda", ("--resume",))):
            monkeypatch.setattr(sys, "argv", [*words, "--rounds", str(rounds), "--device", device, *more])
            example.main()
        assert len((tmp_path / "curve.jsonl").read_text().splitlines()) == 9


@pytest.mark.parametrize("evaluator", ["net", "torch"])
def test_play_in_endings_is_measured(example, tmp_path, monkeypatch, evaluator):
    words = ["alphazero.py", "alquerque", "--evaluator", evaluator]
    words += ["--games", "4", "--simulations", "2", "--width", "8", "--rounds", "1"]
    words += ["--endings", "12", "--out", str(tmp_path)]
    for play, more in ((0, ()), (4, ("--resume",))):
        monkeypatch.setattr(sys, "argv", [*words, "--play", str(play), *more])
        example.main()
    rows = [json.loads(line) for line in (tmp_path / "strength.jsonl").read_text().splitlines()]
    assert [(row["play"], row["against"]) for row in rows] == [(0, {}), (4, {})]
    for row in rows:
        score = row["endings"]
        assert score["decisions"] == 12 >= score["kept"] > 0 and score["won"] <= score["games"] < 12
    with pytest.raises(ValueError, match="^--endings: expected alquerque, whose endings have tables, not connect_four"):
        example.check(options(example, SMALL, "--endings", 2))


def test_a_solver_that_fails_costs_no_training(example, folder, tmp_path, monkeypatch):
    """Most are detected before it; one that fails later leaves the checkpoint."""
    out, once = tmp_path / "out", tmp_path / "once"
    once.write_text(f"#!/bin/sh\nmkdir {tmp_path}/asked && exec {folder}/solver\n")
    once.chmod(0o755)
    words = ["alphazero.py", "connect_four", "--games", "4", "--simulations", "2", "--width", "8", "--rounds", "1"]
    words += ["--evaluate", "2", "--play", "0", "--solve-after", "14", "--against", "random", "--out", str(out)]
    for program in ("true", "false", "cat", str(once)):
        assert not out.exists()
        monkeypatch.setattr(sys, "argv", [*words, "--solver", program])
        with pytest.raises(SystemExit, match="^error: --solver: expected the values of all actions"):
            example.main()
    assert len((out / "curve.jsonl").read_text().splitlines()) == 1
    monkeypatch.setattr(sys, "argv", [*words, "--resume"])
    example.main()
    assert len((out / "strength.jsonl").read_text().splitlines()) == 1


def test_evaluations_of_a_round_stand_side_by_side(example, folder, tmp_path, monkeypatch):
    """The same one made again takes the place of the old one."""
    words = ["alphazero.py", "connect_four", "--games", "4", "--simulations", "2", "--width", "8", "--rounds", "1"]
    words += ["--evaluate", "2", "--solver", str(folder / "solver"), "--out", str(tmp_path)]
    first, *others = [(0, 14, "random"), (0, 16, "random"), (2, 16, "random"), (0, 14, "greedy")]
    for play, after, opponent in (first, *others, first):
        more = ["--play", str(play), "--solve-after", str(after), "--against", opponent]
        monkeypatch.setattr(sys, "argv", [*words, *more, *(["--resume"] if (tmp_path / "checkpoint.pt").exists() else [])])
        example.main()
        rows = [json.loads(line) for line in (tmp_path / "strength.jsonl").read_text().splitlines()]
    assert [(row["play"], row["solved"]["after"], *row["against"]) for row in rows] == [*others, first]


@pytest.mark.parametrize("kind", ["Exported", "Trainer"])
def test_it_learns(example, folder, kind):
    """The network alone, before and after seconds, against random players, 200 games: far above chance."""
    words = "--games", 32, "--simulations", 16, "--width", 16, "--reuse", 16, "--evaluate", 200, "--play", 0
    trainer = getattr(example, kind)(options(example, SMALL, *words))
    before, _ = trainer.against("random")
    for _ in range(12):
        trainer.train_once()
    after, _ = trainer.against("random")
    assert after == trainer.against("random")[0] and sum(after) == 200
    assert after[0] >= before[0] + 25, (before, after)


def test_perfect_play(example, folder):
    """The solver agrees with alpha-beta, and perfect decisions have the highest value."""
    game, solver = lg.make("connect_four"), lg.AlphaBeta("connect_four")
    states = [game.new().rollout(seed, 22)[0] for seed in range(30)]
    states = [state for state in states if not state.is_over]
    found = example.ask(str(folder / "solver"), states)
    best, worst, risky = [], [], 0
    for state, worth in zip(states, found, strict=True):
        for action, value in worth.items():
            child = state.apply(action)
            assert value == (child.outcome[state.player] if child.is_over else -solver(child, depth=255).value)
        best.append((state, max(worth, key=worth.get)))
        worst.append((state, min(worth, key=worth.get)))
        risky += len(set(worth.values())) > 1
    count = len(states)
    assert 0 < risky < count
    full = {"decisions": count, "perfect": count, "risky": risky, "perfect_of_risky": risky}
    assert example.perfection(best, count, str(folder / "solver")) == full
    none = {"decisions": count, "perfect": count - risky, "risky": risky, "perfect_of_risky": 0}
    assert example.perfection(worst, count, str(folder / "solver")) == none


@pytest.mark.parametrize("line", ["//xo", "xxxx/ooo/////", "y//////", "xoxoxox//////", "oo//////"])
def test_solver_refuses_wrong_positions(folder, line):
    done = subprocess.run([folder / "solver"], input=line + "\n", capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "seven columns" in done.stderr


def benchmark(monkeypatch):
    """benchmarks/alphazero.py, which has the same name as the tool."""
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    monkeypatch.delitem(sys.modules, "alphazero", raising=False)
    return importlib.import_module("alphazero")


def test_the_plot_shows_all_shares(monkeypatch, tmp_path):
    """Low ones too; a share of no decisions is none, not 0%."""
    alphazero = benchmark(monkeypatch)
    shown = []
    monkeypatch.setattr(alphazero.pyplot.Figure, "savefig", lambda figure, *_, **__: shown.append(figure.axes[0]))
    rows = [{"round": number, "processor_minutes": number, "play": 0, "against": {alphazero.OPPONENT: [1, 0, 9]},
             "solved": {"decisions": 10, "perfect": 4, "risky": risky, "perfect_of_risky": risky // 4}}
            for number, risky in ((1, 8), (2, 0))]  # fmt: skip
    alphazero.plot(rows, tmp_path / "plot.png")
    perfect, risky = (line.get_ydata() for line in shown[0].lines)
    assert list(perfect) == [40, 40] and risky[0] == 25 and np.isnan(risky[1])
    assert shown[0].get_ylim()[0] <= 25


def test_a_curve_is_drawn_of_any_run(monkeypatch, tmp_path):
    alphazero = benchmark(monkeypatch)
    shown, rows = [], [{"processor_minutes": 3, "play": 400, "against": {"greedy": [2, 2, 0], "random": [4, 0, 0]}},
                       {"processor_minutes": 1, "play": 400, "against": {"greedy": [0, 2, 2]}}]  # fmt: skip
    monkeypatch.setattr(alphazero.pyplot.Figure, "savefig", lambda figure, *_, **__: shown.append(figure.axes[0]))
    (tmp_path / "strength.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert alphazero.draw_curve(tmp_path, tmp_path / "plot.png") == 3
    greedy, random = shown[0].containers
    assert greedy.get_label() == "400 simulations against greedy"
    np.testing.assert_allclose(greedy.lines[0].get_xydata(), [(1, 25), (3, 75)])
    np.testing.assert_allclose(random.lines[0].get_xydata(), [(3, 100)])
    for damaged in ("notes\n", "[1]\n", '{"play": 1, "processor_minutes": 1, "against": {"greedy": [0, 0, 0]}}\n'):
        (tmp_path / "strength.jsonl").write_text(damaged)
        with pytest.raises(ValueError, match="strength.jsonl: expected a line of JSON for each evaluation"):
            alphazero.draw_curve(tmp_path, tmp_path / "plot.png")


def test_evaluations_that_were_made_are_left_alone(monkeypatch, tmp_path):
    """Also evaluations that would now judge a later network than the one they name."""
    alphazero = benchmark(monkeypatch)
    asked, run = [], tmp_path / "connect_four"

    def running(words, check):
        if words[0] == "cc":
            return
        option = dict(itertools.pairwise(words))
        asked.append((option["--minutes"], option["--play"], "--resume" in words))
        run.mkdir(exist_ok=True)
        (run / "checkpoint.pt").touch()
        row = {"minutes": float(option["--minutes"]) + 0.05, "play": int(option["--play"]), "solved": {"after": 10}}
        with (run / "strength.jsonl").open("a") as file:
            file.write(json.dumps({**row, "against": {alphazero.OPPONENT: [1, 0, 0]}}) + "\n")

    monkeypatch.setattr(alphazero.subprocess, "run", running)
    options = {"work": tmp_path, "game": "connect_four", "opening": 8, "evaluate": 2, "solve": 10, "solve_after": 10}
    for minutes, play in (([10, 20], [0]), ([10, 20], [0]), ([10, 20, 30], [0, 100])):
        rows = alphazero.train(argparse.Namespace(minutes=minutes, play=play, **options))
    assert [f"{row['minutes']:.0f} {row['play']}" for row in rows] == ["10 0", "20 0", "10 100", "20 100", "30 0", "30 100"]
    assert asked[:2] == [("10", "0", False), ("20", "0", True)] and all(resumed for *_, resumed in asked[1:])
    with (run / "strength.jsonl").open("a") as file:
        file.write('{"minutes": 40.0, "play": 0, "against": {"random": [1, 0, 0]}}\n')
    assert len(alphazero.evaluations(run, argparse.Namespace(**options))) == 6
    monkeypatch.setattr(sys, "argv", ["alphazero.py", "--work", str(tmp_path)])
    for damaged in ("notes\n", "[1]\n", '{"solved": {"after": 10}}\n'):
        (run / "strength.jsonl").write_text(damaged)
        with pytest.raises(SystemExit, match="^error: .*strength.jsonl: expected a line of JSON for each evaluation"):
            alphazero.main()
