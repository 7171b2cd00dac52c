"""The page of training results: it is resumable, and names the games played."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
sys.path.insert(0, str(BENCHMARKS))
import training  # noqa: E402


def run(monkeypatch, out, *words):
    usual = ["--games", "snakecore(rounds=10)", "--opponents", "random", "--minutes", "1", "--steps", "16384"]
    rest = ["--threads", "1", "--evaluate", "8", "--against", "random", "greedy", "--out", out, "--work", out / "work"]
    monkeypatch.setattr(sys, "argv", ["training.py", *usual, *map(str, rest), *words])
    training.main()
    return [json.loads(line) for line in (out / "training.jsonl").read_text().splitlines()]


def test_runs_are_added_and_none_is_done_twice(monkeypatch, tmp_path, capfd):
    first = run(monkeypatch, tmp_path, "--seeds", "1")
    assert run(monkeypatch, tmp_path, "--seeds", "1") == first
    both = run(monkeypatch, tmp_path, "--seeds", "1", "2")
    assert both[:1] == first and [entry["seed"] for entry in both] == [1, 2]
    assert capfd.readouterr().out.count("run 1 of") == 1
    page = (tmp_path / "training.md").read_text()
    assert "## snakecore(rounds=10)\n" in page and "\n| random | 1, 2 | 16,384; 16,384 |" in page
    for number, opponent in enumerate(("random", "greedy")):
        seeds = [entry["strength"][number] for entry in both]
        assert [sum(counts) for strength in seeds for counts in strength["seats"]] == [4] * 4
        for seat in range(2):
            wins, own = [strength["seats"][seat][0] for strength in seeds], [strength["scores"][seat] for strength in seeds]
            row = next(line for line in page.splitlines() if line.startswith(f"| random | {opponent} | player {seat} |"))
            each = f"{training.share(wins[0], 4)}<br>{training.share(wins[1], 4)}"
            assert f"| {training.share(sum(wins), 8)} |" in row
            assert row.endswith(f"| {(own[0][0] + own[1][0]) / 2:.1f} : {(own[0][1] + own[1][1]) / 2:.1f} | {each} |")
    baseline = both[0]["baseline"]
    assert [sum(counts) for counts in baseline["seats"]] == [1000, 1000] and baseline["scores"][0] == baseline["scores"][1][::-1]
    assert (tmp_path / "training-snakecore-rounds-10.png").stat().st_size > 0


def test_other_settings_of_the_trainer_are_another_run(monkeypatch, tmp_path):
    """8 games in parallel, instead of 128, until it has seen 16,384 decisions."""
    usual, other = ([], ["--trainer", "--envs 8 --minibatch 64"])
    for words in (usual, other, usual, other):
        runs = run(monkeypatch, tmp_path, "--seeds", "1", *words)
    assert [entry["trainer"] for entry in runs] == ["", "--envs 8 --minibatch 64"]
    tables = [len(table.read_text().splitlines()) - 1 for table in sorted(tmp_path.glob("work/*/curve.csv"))]
    assert tables == [4, 64]  # updates, each after 32 decisions of every game
    page = (tmp_path / "training.md").read_text()
    for name in ("random", "random, --envs 8 --minibatch 64"):
        assert f"\n| {name} | 1 | 16,384 |" in page and f"\n| {name} | greedy | player 0 |" in page


def test_the_usual_minutes_are_the_same_run_as_when_they_are_named():
    unnamed, named = (vars(training.parse_arguments(words)) for words in ([], ["--minutes", "10"]))
    assert training.key(unnamed) == training.key(named)


COUNTS = {"opponent": "greedy", "seats": [[1, 0, 0], [0, 0, 1]], "scores": [[1, 0.5], [0.5, 1]]}
LINE = json.dumps({"game": "snakecore", "opponents": "random", "seed": 1, "steps": 1, "minutes": 1.0, "evaluate": 0,
                   "against": [], "curve": [[1, 1.0, 0, 0]], "strength": [], "threads": 1, "baseline": COUNTS}) + "\n"  # fmt: skip


def read(file):
    lines = training.read_results(file)
    lines.close()
    return lines.results


def test_a_line_that_was_broken_off_is_dropped(tmp_path):
    file = tmp_path / "training.jsonl"
    for end in ("", LINE[:1], LINE[:2], LINE[:40], LINE[: LINE.index("}") + 1], LINE[:-2]):
        file.write_text(LINE + end)
        assert read(file) == [json.loads(LINE)]
        assert file.read_text() == LINE


def test_a_last_line_without_its_end_is_kept_if_it_is_whole(tmp_path):
    file, other = tmp_path / "training.jsonl", LINE.replace('"seed": 1', '"seed": 2')
    file.write_text(LINE + other[:-1])
    assert read(file) == [json.loads(LINE), json.loads(other)]
    assert file.read_text() == LINE + other


@pytest.mark.parametrize(
    "text, message",
    [
        ("[1]\n", "line 1: expected a run as JSON"),
        (LINE + LINE[:40] + "\n" + LINE, "line 2: expected a run as JSON"),
        pytest.param("[" * 100_000 + "\n", "line 1: expected a run as JSON", id="deep"),
        ('{"game": "snakecore"}\n', "line 1: expected a run with its opponents"),
        ('{"game": "snakecore"}', "line 1: expected a run with its opponents"),
        (LINE.replace('"snakecore"', '"snakecor"'), "line 1: .* did you mean 'snakecore'"),
        (LINE.replace("[]", "5", 1), "line 1: expected a run with its against"),
        (LINE.replace("[1, 1.0, 0, 0]", "1"), "line 1: expected a run with its curve"),
        (LINE.replace("[1, 1.0, 0, 0]", "[1, 1.0, 0]"), "line 1: expected a run with its curve"),
        (LINE.replace("1.0, 0, 0]", "1.0, NaN, 0]"), "line 1: expected a run with its curve"),
        (LINE.replace('"seed": 1', '"seed": true'), "line 1: expected a run with its seed"),
        (LINE.replace("[0, 0, 1]", "[0, 0, 1], [0, 0, 1]"), "line 1: expected counts and scores of 2 seats"),
        (LINE.replace('"seed": 1', '"seed": 1, "seat": 2'), "line 1: expected a run with its seat and network"),
        (LINE.replace('"seed": 1', '"seed": 1, "seat": true'), "line 1: expected a run with its seat and network"),
        (LINE.replace('"seed": 1', '"seed": 1, "trainer": null'), "line 1: expected a run with its trainer"),
        (LINE.replace("[1, 0, 0]", "[1, -1, 0]"), "line 1: expected a run with its baseline"),
        ("notes without a line's end", "line 1: expected a run as JSON"),
        (LINE + "notes", "line 2: expected a run as JSON"),
    ],
)
def test_a_file_of_another_kind_is_left_alone(tmp_path, text, message):
    file = tmp_path / "training.jsonl"
    file.write_text(text)
    with pytest.raises(ValueError, match=f"training.jsonl, {message}"):
        read(file)
    assert file.read_text() == text


def test_equal_runs_count_once():
    first, second = json.loads(LINE), json.loads(LINE.replace('"threads": 1', '"threads": 2'))
    assert training.different([first, second]) == [second]


@pytest.mark.parametrize(
    "words, message",
    [
        (["--games", "snakecore(players=1)"], "expected a game with at least 2 seats"),
        (["--games", "snakecor"], "did you mean 'snakecore'"),
        (["--opponents", "gredy"], "did you mean 'greedy'"),
        (["--against", "random", "self"], "not 'self'"),
        (["--minutes", "nan"], "expected a number of minutes above 0, not 'nan'"),
        (["--threads", "0"], "expected an integer in 1 ... 64, not '0'"),
        (["--seeds", "1", "-1"], "expected an integer in 0 ... 2147483647, not '-1'"),
        (["--evaluate", "0", "--export"], "expected games of an evaluation"),
        (["--games", "blockdrop", "ontherun", "--export"], "--export: ontherun: expected a network of layers or columns"),
        (["--games", "amazes(actions=walk)", "--network", "layers", "--export"], "one of the forms scaled, one_hot"),
        (["--trainer=--envs 0"], "ppo.py: error: argument --envs: expected an integer in 1 ... 1048576, not '0'"),
        (["--trainer=--envs 8 blockdrop"], "ppo.py: error: unrecognized arguments: blockdrop"),
        (["--trainer=--envs 8 --seed 5"], "--trainer: expected no --seed, which is given to the trainer for each run"),
        (["--trainer=--steps 2000000"], "--trainer: expected no --steps, which is given to the trainer for each run"),
        (["--trainer=--opp greedy"], "--trainer: expected no --opponents, which is given to the trainer for each run"),
        (["--trainer=--resume"], "--trainer: expected no --resume, which"),
        (["--trainer=--rewards 'shaped"], "--trainer: expected options as in a shell (No closing quotation)"),
    ],
)
def test_wrong_words(capsys, words, message):
    with pytest.raises(SystemExit):
        training.parse_arguments(words)
    assert message in capsys.readouterr().err


def command(out, *words):
    usual = ["--games", "snakecore", "--opponents", "random", "--threads", "1", "--out", out, "--work", out / "work"]
    return [sys.executable, BENCHMARKS / "training.py", *map(str, usual), *words]


def test_a_training_ends_with_the_command(tmp_path):
    """A signal ends both; while they run, another one leaves their results and their checkpoint alone."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    process = subprocess.Popen(command(tmp_path, "--seeds", "1"), **pipes, start_new_session=True)
    until = time.monotonic() + 120
    while time.monotonic() < until and not list(tmp_path.glob("work/*/checkpoint.pt")):
        time.sleep(0.1)
    for out, message in ((tmp_path, "training.jsonl: another training is writing to it"),
                         (tmp_path / "other", "another training is using it")):  # fmt: skip
        words = command(out, "--seeds", "1", "--work", str(tmp_path / "work"))
        done = subprocess.run(words, **pipes, timeout=120)
        assert done.returncode == 1 and message in done.stdout, done.stdout
    process.send_signal(signal.SIGTERM)
    output, _ = process.communicate(timeout=60)  # every holder of the pipe has ended
    assert process.returncode == 143 and "Traceback" not in output, output
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


def test_arguments_refused_by_the_trainer(tmp_path):
    done = subprocess.run(command(tmp_path, "--network", "maze"), capture_output=True, text=True, timeout=120)
    assert done.returncode == 2, done
    assert "error: --network: snakecore: maze: expected amazes(actions=walk)" in done.stderr
    assert not list(tmp_path.iterdir())


def test_roles_are_learned_one_by_one():
    """A network that plays detectives learns nothing about the fugitive; in self-play one network plays both."""
    made = training.lg.make("ontherun")
    assert training.seats_of("ontherun", "greedy", None) == [0, 1]
    for others in (("ontherun", "self", None), ("ontherun", "greedy", "layers"), ("snakecore(players=3)", "greedy", None)):
        assert training.seats_of(*others) == ["random"]
    runs = [{"opponents": "greedy", "seat": 1, "network": None},
            {"opponents": "greedy", "seat": "random", "network": "layers"},
            {"opponents": "self", "trainer": "--envs 8"}]  # fmt: skip
    names = ["greedy, as Fugitive", "greedy, network of layers", "self, --envs 8"]
    assert [training.trained_as(made, run) for run in runs] == names
    entries = [{"opponent": "greedy", "seats": [[0, 0, 0], [3, 0, 1]], "scores": [[0, 0], [15.5, 4.5]]}]
    assert [row.split(" | ")[1] for row in training.rows_of(made.seats, "x", entries)] == ["Fugitive"]


def test_a_training_that_is_evaluated_again_counts_once(tmp_path, monkeypatch):
    """With more games the first ones would come twice; parts of the first evaluation alone remain."""
    monkeypatch.setattr(training, "plot", lambda *_: None)
    few = {"opponent": "random", "seats": [[3, 0, 1], [2, 0, 2]], "scores": [[1, 0], [1, 0]]}
    many = {**few, "seats": [[30, 0, 10], [20, 0, 20]]}
    run = {**json.loads(LINE), "evaluate": 8, "against": ["random", "greedy"], "strength": [few, COUNTS]}
    runs = [run, {**run, "seed": 2}, {**run, "evaluate": 80, "against": ["random"], "strength": [many]}]
    assert len(training.different(runs)) == 3
    training.write_page(tmp_path, runs)
    page = (tmp_path / "training.md").read_text()
    assert "\n| random | 1, 2 |" in page and f"\n| random | greedy | player 0 | {training.share(2, 2)} " in page
    each = f"{training.share(30, 40)}<br>{training.share(3, 4)}"
    assert re.search(rf"\n\| random \| random \| player 0 \| {re.escape(training.share(33, 44))} .*\| {re.escape(each)} \|\n", page)


def test_of_a_training_made_again_the_last_network_counts():
    """The new network has not met the old one's opponents."""
    first = {**json.loads(LINE), "strength": [{**COUNTS, "opponent": "random"}, COUNTS]}
    last = {**first, "curve": [[2, 1.0, 0, 0]], "evaluate": 8, "strength": [COUNTS]}
    assert training.evaluated([first, last]) == [last]


def test_runs_of_other_lengths_are_told_apart(monkeypatch, tmp_path):
    """In the tables and in the plot; the number of threads, which does not distinguish runs, is given for each."""
    made, labels = training.lg.make("snakecore"), []
    run = {**json.loads(LINE), "curve": [[1, 1.0, 0, 0], [2, 2.0, 0, 1]], "strength": [COUNTS]}
    runs = [run, {**run, "seed": 2, "threads": 4}]
    assert list(training.groups_of(made, runs)) == ["random"]
    runs += [{**run, "minutes": 60.0}, {**run, "steps": 5000}]
    text = "\n".join(training.section("snakecore", runs, COUNTS))
    for limits, seeds, threads in (("1 min, 1", "1, 2", "1, 4"), ("60 min, 1", "1", "1"), ("1 min, 5,000", "1", "1")):
        name = f"random, {limits} decisions"
        assert re.search(rf"^\| {name} \| {seeds} \| .* \| {threads} \|$", text, re.MULTILINE)
        assert f"\n| {name} | greedy |" in text
    monkeypatch.setattr(training.pyplot.Figure, "savefig", lambda figure, *_, **__: labels.extend(
        text.get_text() for text in figure.legends[0].get_texts()))  # fmt: skip
    training.plot(made, runs, tmp_path / "plot.png")
    names = ("1 min, 1 decision, 2 seeds", "60 min, 1 decision, 1 seed", "1 min, 5,000 decisions, 1 seed")
    assert labels == [f"wins against random, {name}" for name in names]


def test_an_interrupted_run_continues(monkeypatch, tmp_path):
    command = training.TRAINER, {"game": "snakecore(rounds=10)", "opponents": "random", "seed": 1, "minutes": 1}
    whole = {**command[1], "steps": 16384, "evaluate": 0, "against": ["random"]}
    half = training.train({**whole, "steps": 8192}, tmp_path, 1)
    folder = next(tmp_path.iterdir())
    folder.rename(folder.with_name(folder.name.replace("8192", "16384")))
    assert training.train(whole, tmp_path, 1)["curve"][: len(half["curve"])] == half["curve"]


def test_intervals():
    """Wilson's, as published for 10 of 20 and none of 10."""
    assert training.interval(10, 20) == pytest.approx((0.2993, 0.7007), abs=1e-4)
    assert training.interval(0, 10) == pytest.approx((0, 0.2775), abs=1e-4)
    assert training.interval(0, 0) == (0, 1)


def test_all_seeds_together_and_each_have_an_interval():
    entries = [{"seats": [[9, 0, 1]], "scores": [[5, 2]]}, {"seats": [[10, 0, 0]], "scores": [[7, 3]]}]
    (line,) = training.rows_of(["White"], "self | greedy", entries)
    each = "90.0% (59.6 to 98.2)<br>100.0% (72.2 to 100.0)"
    wanted = f"| self | greedy | White | 95.0% (76.4 to 99.1) | 0.0% | 5.0% | 6.0 : 2.5 | {each} |"
    assert line.replace("\N{NO-BREAK SPACE}", " ") == wanted


def test_curves_go_as_far_as_the_longest_training(monkeypatch, tmp_path):
    made, lines = training.lg.make("snakecore"), []
    run = {**json.loads(LINE), "strength": []}
    short, long = {**run, "curve": [[0, 0.0, 0, 0.0], [10, 1.0, 0, 1.0]]}, {**run, "curve": [[0, 0.0, 0, 0.0], [20, 2.0, 0, 0.5]]}
    monkeypatch.setattr(training.pyplot.Figure, "savefig", lambda figure, *_, **__: lines.extend(figure.axes[0].lines))
    training.plot(made, [short, {**long, "seed": 2}], tmp_path / "plot.png")
    (line,) = lines
    steps, wins = line.get_data()
    last = (steps <= 10).nonzero()[0][-1]
    assert steps[-1] == 20 and wins[-1] == 0.25  # means of the last updates
    assert wins[last] == pytest.approx((0.5 + 0.125) / 2, abs=0.01) and wins[last + 1] == pytest.approx(0.125, abs=0.01)


def test_the_published_commands_make_the_published_runs(monkeypatch):
    monkeypatch.setattr(training, "check", lambda *_: None)  # some need a GPU
    results = training.ROOT / "benchmarks/results"
    runs = [training.run_of(line) for line in (results / "training.jsonl").read_text().splitlines()]
    lines = training.commands(runs)
    assert all(f"\n{line}\n" in (results / "training.md").read_text() for line in lines)
    made = [run for line in lines for run in training.runs_of(training.parse_arguments(shlex.split(line)[1:]))]
    assert {training.key(run) for run in made} == {training.key(run) for run in runs}
