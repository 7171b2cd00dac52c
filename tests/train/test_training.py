"""The page of what training comes to: it goes on where it was, and says what was played."""

import json
import sys
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
            assert f"| {sum(wins) / 8:.1%} (" in row and f"| {wins[0] / 4:.1%}, {wins[1] / 4:.1%} |" in row
            assert row.endswith(f"| {(own[0][0] + own[1][0]) / 2:.1f} : {(own[0][1] + own[1][1]) / 2:.1f} |")
    par = both[0]["par"]
    assert [sum(counts) for counts in par["seats"]] == [1000, 1000] and par["scores"][0] == par["scores"][1][::-1]
    assert (tmp_path / "training-snakecore-rounds-10.png").stat().st_size > 0


def test_the_usual_minutes_are_the_same_run_as_when_they_are_named():
    unnamed, named = (vars(training.parse_arguments(words)) for words in ([], ["--minutes", "10"]))
    assert training.key(unnamed) == training.key(named)


LINE = json.dumps({"game": "snakecore", "opponents": "random", "seed": 1, "steps": 1, "minutes": 1.0, "evaluate": 0,
                   "against": [], "curve": [], "strength": [], "threads": 1, "par": {}}) + "\n"  # fmt: skip


def test_a_line_that_was_broken_off_is_dropped(tmp_path):
    file = tmp_path / "training.jsonl"
    for end in ("", LINE[:1], LINE[:40], LINE[:-1]):
        file.write_text(LINE + end)
        assert training.read_results(file) == [json.loads(LINE)]
        assert file.read_text() == LINE


@pytest.mark.parametrize(
    "text, message",
    [
        ("[1]\n", "line 1: expected a run as JSON"),
        (LINE + LINE[:40] + "\n" + LINE, "line 2: expected a run as JSON"),
        pytest.param("[" * 100_000 + "\n", "line 1: expected a run as JSON", id="deep"),
        ('{"game": "snakecore"}\n', "line 1: expected a run with its opponents"),
        (LINE.replace("[]", "5", 1), "line 1: expected a run with its against"),
        ("notes without a line's end", "line 1: expected a run as JSON"),
        (LINE + "notes", "line 2: expected a run as JSON"),
    ],
)
def test_a_file_of_another_kind_is_left_alone(tmp_path, text, message):
    file = tmp_path / "training.jsonl"
    file.write_text(text)
    with pytest.raises(ValueError, match=f"training.jsonl, {message}"):
        training.read_results(file)
    assert file.read_text() == text


def test_roles_are_learnt_one_by_one():
    """Who plays detectives learns nothing about being the fugitive; in self-play one network does both."""
    made = training.lg.make("ontherun")
    assert training.seats_of("ontherun", "greedy", None) == [0, 1]
    for others in (("ontherun", "self", None), ("ontherun", "greedy", "layers"), ("snakecore(players=3)", "greedy", None)):
        assert training.seats_of(*others) == ["random"]
    runs = [{"opponents": "greedy", "seat": 1, "network": None},
            {"opponents": "greedy", "seat": "random", "network": "layers"}]  # fmt: skip
    assert [training.trained_as(made, run) for run in runs] == ["greedy, as Fugitive", "greedy, network of layers"]
    entries = [{"opponent": "greedy", "seats": [[0, 0, 0], [3, 0, 1]], "scores": [[0, 0], [15.5, 4.5]]}]
    assert [row.split(" | ")[1] for row in training.rows_of(made.seats, "x", entries)] == ["Fugitive"]


def test_an_interrupted_run_goes_on(monkeypatch, tmp_path):
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
