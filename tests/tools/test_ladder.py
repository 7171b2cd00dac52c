"""The ladder of bots: it continues where it was, and its page lists the games played."""

import dataclasses
import gzip
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import libgames as lg
import numpy as np
import pytest
from click.testing import CliRunner
from libgames.arena import rating, replays

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
sys.path.append(str(BENCHMARKS))  # the processes that play import it as well
import facts  # noqa: E402
import ladder  # noqa: E402

ONE, TWO = "mcts(simulations=2)", "strong(simulations=3)"
DROP, BOARD = "blockdrop(turns=250)", "alquerque"


def run(folder, *arguments, games=(BOARD,), players=("random", "greedy"), count=4, jobs=1, status=0):
    """The output of the command; its exit status must be this one."""
    words = [*arguments, "--folder", folder, "--games", count, "--jobs", jobs]
    words += [word for game in games for word in ("--game", game)]
    words += [word for player in players for word in ("--player", player)]
    result = CliRunner().invoke(ladder.main, list(map(str, words)))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    assert result.exit_code == status, result.output
    return result.output


def results(folder):
    """The results, without times."""
    lines = (folder / "results.jsonl").read_text().splitlines()
    read = [dataclasses.replace(ladder.result_of(line), seconds=()) for line in lines]
    return sorted(read, key=lambda result: result.task)


def page(folder):
    """The page, without times and its folder."""
    text = (folder / "ladder.md").read_text()
    assert f" --folder {folder}\n" in text  # the command that continues it
    return re.sub(r"[\d.e+-]+ ms", "ms", text.replace(f" --folder {folder}", ""))


def result(seats, outcome, game=BOARD, seed=1, scores=None):
    task = ladder.Task(game, 1, tuple(seats), tuple(seats), seed)
    return ladder.Result(task, outcome, scores or (0,) * len(seats), (2,) * len(seats), (0.5,) * len(seats), 0, "over")


# ---- the whole command ----


def test_resuming_and_jobs_change_nothing(tmp_path):
    games, players = (BOARD, DROP), ("random", ONE)
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    assert "12 of 12 games" in run(whole, games=games, players=players, count=3)
    run(parts, games=games[:1], players=players, count=2)
    before = (parts / "results.jsonl").read_bytes()
    run(parts, games=games, players=players, count=3, jobs=2)
    assert (parts / "results.jsonl").read_bytes().startswith(before)
    assert results(parts) == results(whole) and len(results(whole)) == 4 + 8
    assert page(parts) == page(whole)


def test_functions_take_part(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    Path("ladder_bots.py").write_text("def first(state):\n    return state.legal_actions[0]\n")
    run(tmp_path, players=("ladder_bots:first", "strong(simulations=3)"))
    played = results(tmp_path)
    assert {result.task.plays[result.task.seats.index("ladder_bots:first")] for result in played} == {"ladder_bots:first"}
    assert all(result.fouls == 0 for result in played) and "| 1 `ladder_bots:first` |" in page(tmp_path)
    assert "AttributeError" in run(tmp_path, players=("ladder_bots:frist", "random"), status=2)


def test_a_game_with_two_names_is_one(tmp_path):
    assert "2 of 2 games" in run(tmp_path, games=("snakecore(size=8,rounds=2)", "snakecore(rounds=2,size=8,players=2)"),
                                 players=("random", "greedy"), count=2)  # fmt: skip


def test_pairs_that_were_played_more_often_count_with_all_their_games(tmp_path):
    run(tmp_path, count=6)
    run(tmp_path, players=("random", "greedy", ONE), count=2)
    assert len(results(tmp_path)) == 6 + 2 + 2
    assert "10 games, 2 … 6 of each pair" in page(tmp_path)
    run(tmp_path, count=2)
    assert "6 games, 6 of each pair" in page(tmp_path)


def test_replays_can_be_opened(tmp_path):
    run(tmp_path, games=[DROP], players=["random", TWO], count=8)
    played = results(tmp_path)
    files = {tmp_path / result.task.replay(): result for result in played}
    assert set(files) == set(tmp_path.glob("replays/**/*.*")) and len(files) == 8
    for file, result in files.items():
        replay = replays.load(file)
        labels = tuple(re.sub(r" \(\d+\)$", "", label) for label in replay.table.labels)  # equal players are told apart
        assert labels == result.task.seats and replay.table.seed == result.task.seed
        assert (replay.state.scores, replay.state.outcome) == (result.scores, result.outcome)
        assert sum(result.moves) == len(replay.moves)


def test_a_torn_line_is_played_again(tmp_path):
    run(tmp_path)
    file = tmp_path / "results.jsonl"
    whole, lines = results(tmp_path), file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:-1]) + lines[-1][:40])
    assert "4 of 4 games" in run(tmp_path)
    assert results(tmp_path) == whole
    file.write_text(lines[0] + lines[1][:40] + "\n" + lines[2])
    assert "results.jsonl, line 2: " in run(tmp_path, status=2)


LINE = result(("random", "greedy"), (1, -1)).line()


@pytest.mark.parametrize("text", ["notes without a line's end", LINE + "notes", LINE + "notes\n", '{"a": 1}', "\n"])
def test_a_file_of_another_kind_is_left_alone(tmp_path, text):
    file = tmp_path / "results.jsonl"
    file.write_text(text)
    number = text.count("\n", 0, -1) + 1
    assert f"results.jsonl, line {number}: expected a result as JSON" in " ".join(run(tmp_path, status=2).split())
    assert file.read_text() == text


def test_a_last_line_without_its_end_is_kept_if_it_is_whole(tmp_path):
    file = tmp_path / "results.jsonl"
    file.write_text(LINE + LINE.replace('"seed": 1', '"seed": 2').strip())
    store = ladder.Store(tmp_path)
    store.add(ladder.result_of(LINE.replace('"seed": 1', '"seed": 3')))
    store.close()
    assert [ladder.result_of(line).task.seed for line in file.read_text().splitlines()] == [1, 2, 3]


def pack(folder):
    """The packed form that is kept for the site's page."""
    file = folder / "results.jsonl"
    file.with_name("results.jsonl.gz").write_bytes(gzip.compress(file.read_bytes()))
    file.unlink()


def test_packed_results_can_be_continued(tmp_path):
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    run(whole, count=6)
    run(parts, count=2)
    pack(parts)
    packed = parts / "results.jsonl.gz"
    before = packed.read_bytes()
    assert "2 of 2 games: " + str(packed) in run(parts, count=2)
    assert packed.read_bytes() == before  # nothing was played
    run(parts, count=4)
    lines = gzip.decompress(packed.read_bytes())
    assert lines.startswith(gzip.decompress(before)) and lines.count(b"\n") == 4 and results(parts) == []
    (parts / "results.jsonl").write_bytes(lines.splitlines(keepends=True)[-1])  # as if packing had been broken off
    assert "6 of 6 games" in run(parts, count=6)
    (parts / "results.jsonl").write_bytes(gzip.decompress(packed.read_bytes()))
    assert results(parts) == results(whole) and page(parts) == page(whole)


def test_a_run_that_was_killed_before_it_packed_loses_nothing(tmp_path):
    run(tmp_path, count=2)
    pack(tmp_path)
    store = ladder.Store(tmp_path)
    store.add(result(("random", "greedy"), (1, -1), seed=2))
    store.close()
    store = ladder.Store(tmp_path)
    assert sorted(task.seed for task in store.results) == [1, 1, 2]
    store.pack()
    store.close()
    assert gzip.decompress((tmp_path / "results.jsonl.gz").read_bytes()).count(b"\n") == 3 and results(tmp_path) == []


@pytest.mark.parametrize(
    "packed, message",
    [
        (LINE.encode(), "results.jsonl.gz: expected a file that gzip has packed"),
        (gzip.compress(LINE.encode() * 9)[:-9], "results.jsonl.gz: expected a file that gzip has packed"),
        (gzip.compress(bytes(10_001)), "results.jsonl.gz: expected at most 10000 bytes when unpacked, not more"),
        (gzip.compress(LINE.encode() + b"notes\n"), "results.jsonl.gz, line 2: expected a result as JSON"),
    ],
    ids=["plain", "cut", "large", "notes"],
)
def test_a_packed_file_of_another_kind_is_left_alone(tmp_path, packed, message, monkeypatch):
    monkeypatch.setattr("common.LARGEST", 10_000)
    (tmp_path / "results.jsonl.gz").write_bytes(packed)
    assert message in " ".join(run(tmp_path, status=2).split())
    assert (tmp_path / "results.jsonl.gz").read_bytes() == packed and results(tmp_path) == []


@pytest.mark.parametrize(
    "own, other, message",
    [
        (LINE, "[1]", "expected a result as JSON"),
        pytest.param(LINE, "[" * 100_000, "expected a result as JSON", id="deep"),
        ('"rules"', '"rule"', "expected a result as JSON, with game, rules, "),
        ('"fouls": 0', '"fouls": 0, "more": 0', "expected a result as JSON, with game, rules, "),
        (f'"{BOARD}"', "5", "game: expected a text"),
        ('"fouls": 0', '"fouls": true', "fouls: expected an integer"),
        ('"seed": 1', '"seed": 1e3', "seed: expected an integer"),
        ('"seed": 1', f'"seed": {2**64}', "seed: expected an integer"),
        ('"seats": ["random"', '"seats": [["random"]', "seats: expected texts"),
        ('"seats": ["random", "greedy"]', '"seats": 5', "seats: expected texts, one for each seat"),
        ('"plays": ["random", "greedy"]', '"plays": ["random"]', "plays: expected texts, one for each seat"),
        ('"outcome": [1, -1]', '"outcome": [1]', "outcome: expected numbers, one for each seat"),
        ('"outcome": [1, -1]', '"outcome": [NaN, NaN]', "outcome: expected numbers"),
        ('"outcome": [1, -1]', '"outcome": [1, -1.5]', "outcome: expected numbers in -1 ... 1"),
        ('"scores": [0, 0]', '"scores": [0, "0"]', "scores: expected integers"),
        ('"scores": [0, 0]', '"scores": [0, 0.5]', "scores: expected integers, one for each seat"),
        ('"seconds": [0.5', '"seconds": [1e999', "seconds: expected numbers"),
    ],
)
def test_lines_that_are_no_results(own, other, message):
    assert LINE.count(own) == 1
    with pytest.raises(ValueError, match=re.escape(message)):
        ladder.result_of(LINE.replace(own, other).strip())


@pytest.mark.parametrize(("player", "earlier"), [(TWO, "mcts(simulations=77)"), ("net", "net 01234567")])
def test_results_of_another_strong_or_network_do_not_count(tmp_path, player, earlier):
    run(tmp_path, players=["random", player], count=2)
    file = tmp_path / "results.jsonl"
    stood = ladder.stands_for(player, lg.make(BOARD), 0)
    assert f'"{stood}"' in file.read_text() and stood != player
    file.write_text(file.read_text().replace(f'"{stood}"', f'"{earlier}"'))
    run(tmp_path, players=["random", player], count=2)
    assert len(results(tmp_path)) == 4 and "\n2 games, 2 of each pair" in page(tmp_path)


def ends(group):
    """Whether no process of this group is left, or soon none."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_keeps_the_finished_games(tmp_path, number):
    words = ["--game", "snakecore", "--player", "random", "--player", "mcts(simulations=5)", "--games", "100000"]
    command = [sys.executable, BENCHMARKS / "ladder.py", *words, "--jobs", "2", "--folder", tmp_path]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    process = subprocess.Popen(command, **pipes, text=True, start_new_session=True)
    file, until = tmp_path / "results.jsonl", time.monotonic() + 60
    while time.monotonic() < until and not (file.exists() and file.read_bytes().count(b"\n") >= 2):
        time.sleep(0.05)
    if number == signal.SIGINT:
        os.killpg(process.pid, number)  # as a terminal does
    else:
        process.send_signal(number)
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 130 and "Traceback" not in output, output
    count = int(re.search(r"(\d+) of 100000 games", output)[1])
    assert count == len(results(tmp_path)) >= 2
    assert ends(process.pid)


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"players": ["random"]}, "expected at least two players"),
        ({"players": ["mcts", "mcts(simulations=1000)"]}, "all different"),
        ({"players": ["random", "gredy"]}, "did you mean 'greedy'"),
        ({"players": ["random", "strong(seconds=1)"]}, "seconds"),
        ({"players": ["random", "alphabeta"], "games": [DROP]}, "alphabeta"),
        ({"games": ["alquerk"]}, "did you mean 'alquerque'"),
        ({"games": ["snakecore(players=1)"]}, "at least 2 seats"),
    ],
)
def test_errors(tmp_path, arguments, message):
    assert message in run(tmp_path, **arguments, status=2)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "name", ["results.jsonl", "results.jsonl.gz", "replays/new.md", "replays/../results.jsonl", "page.png"]
)
def test_a_page_replaces_nothing_else(tmp_path, name):
    run(tmp_path, count=2)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert "--page: expected" in run(tmp_path, "--page", tmp_path / name, count=2, status=2)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("name", ["results.jsonl", "ladder.png", "ladder.md"])
def test_a_folder_where_a_file_is_to_be(tmp_path, name):
    (tmp_path / name).mkdir()
    assert f"{tmp_path / name}: " in run(tmp_path, count=2, status=1)


def test_results_that_are_a_device(tmp_path):
    (tmp_path / "results.jsonl").symlink_to("/dev/zero")
    assert "results.jsonl: expected a file, not a device or pipe" in run(tmp_path, status=2)


def test_a_page_on_a_full_disk(tmp_path):
    assert "/dev/full: No space left on device" in run(tmp_path, "--page", "/dev/full", count=2, status=1)
    assert len(results(tmp_path)) == 2 and not Path("/dev/full.png").exists()


@pytest.mark.parametrize("words", [{"jobs": 1025}, {"count": 100_001}, {"jobs": 0}, {"count": 0}])
def test_numbers_out_of_range(tmp_path, words):
    assert "is not in the range 1<=x<=" in run(tmp_path, **words, status=2)


def test_two_ladders_do_not_share_a_folder(tmp_path):
    store = ladder.Store(tmp_path)
    assert "another ladder is writing to it" in run(tmp_path, status=2)
    store.close()
    run(tmp_path, count=2)


# ---- pairings ----


def test_seatings():
    assert ladder.seatings("a", "b", 2) == [("a", "b"), ("b", "a")]
    assert ladder.seatings("a", "b", 3) == [tuple(text) for text in ("abb", "bab", "bba", "baa", "aba", "aab")]


def test_a_task_is_the_same_whatever_else_is_played():
    few = ladder.tasks([DROP], ["random", ONE], 8, 5)
    many = ladder.tasks([BOARD, DROP], ["greedy", "random", ONE], 20, 5)
    assert set(few) < set(many) and len({task.replay() for task in many}) == len(many) == 3 * 20 + 3 * 24
    assert {task.seed for task in few} == {5}


def test_each_setup_has_its_own_map():
    task = ladder.tasks(["ontherun(cities=30)"], ["random", "greedy"], 1, 5)[0]
    recipe, pairing = ladder.game_of(task)
    assert recipe.conditions().setup(pairing.seed).game.config == "ontherun(cities=30,map=5)"


def test_players_are_named_with_their_simulations():
    assert ladder.explicit("strong") == "strong(simulations=1000)"
    assert ladder.explicit("mcts(rollout=greedy)") == "mcts(simulations=1000,rollout=greedy)"
    assert ladder.explicit("mcts(simulations=5,rollout=greedy)") == "mcts(simulations=5,rollout=greedy)"
    assert ladder.explicit("alphabeta(depth=3)") == "alphabeta(depth=3)" and ladder.explicit("greedy") == "greedy"
    assert ladder.effort("mcts(simulations=5,rollout=greedy)") == ("mcts(rollout=greedy)", 5)
    assert ladder.effort(TWO) == ("strong", 3) and ladder.effort("greedy") is None


# ---- figures ----


def test_networks_play_where_there_are_some():
    assert set(ladder.usual([BOARD, "blockdrop", "snakecore(size=30)"])) == {*ladder.PLAYERS, *ladder.LEARNED}
    assert ladder.usual([BOARD, "amazes(actions=walk)"]) == ladder.PLAYERS


def test_interval():
    """Setups that are all alike leave the effect of the two added ones; differences within a setup do not matter."""
    low, high = rating.interval([(0.5, 0.5)] * 98)
    assert (low, high) == pytest.approx((0.5 - 0.01393, 0.5 + 0.01393), abs=1e-5)  # 1.96 * sqrt(0.5 / 99) / 10
    assert rating.interval([(1.0, 0.0)] * 98) == pytest.approx((low, high))
    assert rating.interval([(1, 1)] * 98) == pytest.approx((0.9704, 1), abs=1e-4)
    assert rating.interval([(0, 0)] * 98) == pytest.approx((0, 0.0296), abs=1e-4)
    # For games that are setups by themselves, the normal approximation for 8 + 1 in 10 + 2.
    share = 9 / 12
    half = 1.96 * (share * (1 - share) / 11) ** 0.5
    assert rating.interval([(1,)] * 8 + [(0,)] * 2) == pytest.approx((share - half, min(1, share + half)))
    # An interrupted setup counts with its finished games.
    assert rating.interval([(1, 0), (1,)]) == pytest.approx(rating.interval([(0.5, 0.5), (1,)]))


def test_points_of_a_game_of_four():
    """A player that beats two of three others, and ties with none, gets two thirds of the point; the others share the
    rest."""
    standings = ladder.Standings(DROP, ["a", "b"], [result("bbab", (-1.0, 0.0, 0.5, 1.0), DROP)])
    assert standings.against["a", "b"].total == pytest.approx(2 / 3)
    assert standings.against["b", "a"].total == pytest.approx(1 / 3)
    assert standings.against["a", "b"].games == 1 == standings.from_seat["a", "b", 2].games
    assert standings.counts() == "1"


def test_games_of_four_count_once():
    """Three meetings in one game make no smaller interval than one game of two players."""
    four = ladder.Standings(DROP, ["a", "b"], [result("abbb", (0.0,) * 4, DROP)] * 10)
    two = ladder.Standings(BOARD, ["a", "b"], [result("ab", (0.0, 0.0))] * 10)
    assert four.elo[0].error == pytest.approx(two.elo[0].error)


def test_leads():
    """Own score less the mean of the opponents' scores, game by game."""
    results = [
        result(sitting, (0.0,) * 4, DROP, setup, scores)
        for sitting, setup, scores in (
            ("bbab", 1, (1, 2, 8, 0)), ("abbb", 1, (6, 3, 3, 0)),
            ("bbab", 2, (1, 1, 3, 1)), ("abbb", 2, (1, 0, 0, 0)),
            ("bbab", 3, (0, 0, 9, 0)),  # not from all seatings: left out
        )
    ]  # fmt: skip
    standings = ladder.Standings(DROP, ["a", "b"], results)
    assert standings.lead["a", "b"].each() == [5.5, 1.5] == [-one for one in standings.lead["b", "a"].each()]
    assert str(standings.lead["a", "b"]) == "+3.50 ± 25.41"  # 12.706 * 2.83 / sqrt(2)
    assert standings.lead_from["a", "b", 2].each() == [7, 2, 9] and standings.lead_from["a", "b", 0].each() == [4, 1]
    assert str(standings.lead_from["b", "a", 0]) == "–"


def test_few_setups_make_wide_leads():
    """Student's t from a table, and the share of such intervals that contain the true lead."""
    table = {1: 12.706, 2: 4.303, 4: 2.776, 5: 2.571, 9: 2.262, 24: 2.064, 99: 1.984}
    assert [ladder.student(freedom) for freedom in table] == pytest.approx(list(table.values()), rel=0.01)
    random = np.random.default_rng(1)
    for setups in (2, 3, 6, 25):
        leads = random.normal(size=(20_000, setups))
        half = ladder.student(setups - 1) * leads.std(axis=1, ddof=1) / setups**0.5
        assert (abs(leads.mean(axis=1)) <= half).mean() == pytest.approx(0.95, abs=0.006)


def test_elo_by_seats():
    """The first player always wins, so the seats differ and the players do not."""
    results = [result(pair, (1.0, -1.0)) for pair in ("ab", "ba", "ac", "ca", "bc", "cb")] * 10
    standings = ladder.Standings(BOARD, ["a", "b", "c"], results)
    assert [one.elo for one in standings.elo] == pytest.approx([0, 0, 0], abs=1e-6)
    for first, second in standings.elo_from:
        assert first.elo == pytest.approx(-second.elo) and first.elo > 200


def test_claims():
    players = ["random", "greedy", "strong(simulations=100)", "strong(simulations=20)", "mcts(simulations=3)"]
    assert ladder.claims(players) == [
        ("strong(simulations=100)", "strong(simulations=20)"),
        ("strong(simulations=20)", "greedy"),
        ("strong(simulations=100)", "greedy"),
    ]


def test_the_command_of_a_page_is_for_a_shell():
    folder, page = Path("$HOME/a `b`"), Path('c"d.md')
    text = ladder._command([DROP], ["random", ONE], 4, 2, folder, page)
    assert shlex.split(text) == ["script/ladder", "--game", DROP, "--player", "random", "--player", ONE, "--games", "4",
                                 "--seed", "2", "--folder", str(folder), "--page", str(page)]  # fmt: skip
    echoed = subprocess.run(["sh", "-c", f"printf '%s\n' {text}"], capture_output=True, text=True).stdout
    assert echoed.splitlines() == shlex.split(text)


def test_page(tmp_path):
    results = [result(("greedy", TWO), (1.0, -1.0), BOARD, setup, (12, 0)) for setup in range(7)]
    results += [result((TWO, "greedy"), (1.0, -1.0), BOARD, setup, (6, 2)) for setup in range(3)]
    standings = ladder.Standings(BOARD, ["greedy", TWO, ONE], results)
    text = ladder.page([standings], "script/ladder --games 10", "ladder.png")
    assert ", from 10 games. " in text and "\nscript/ladder --games 10\n" in text
    assert "\n10 games, 0 … 10 of each pair; 0 offences.\n" in text
    plain = text.replace("\u00a0", " ")
    assert f"| 1 `greedy` |  | 70% (43–88) | – |\n| 2 `{TWO}` | 30% (12–57) |  | – |" in plain
    assert f"| `{TWO}` over `greedy` | 30% (12–57) | 100% (41–100) | 0% (0–33) |" in plain
    assert f"| `{TWO}` over `greedy` | −4.00 ± 0.00 | +4.00 ± 0.00 | −12.00 ± 0.00 |" in text
    assert re.search(r"\| `greedy` \| \+\d+ ± \d+ \| .* \| 250 ms \|", text) and "| – |\n" in text
    assert "![Elo against simulations](ladder.png)" in text
    ladder.draw([standings], tmp_path / "ladder.png")
    assert (tmp_path / "ladder.png").read_bytes().startswith(b"\x89PNG")


# ---- statistics of play ----


def sums_of(values):
    return [int(values.sum()), int((values**2).sum()), int(values.min()), int(values.max())]


def part(decisions, legal, wins=(1, 2, 3), scores=((1, 1, 0, 1), (2, 4, 0, 2)), most=9):
    """As benchmarks/facts.c prints it, of games with these decisions and legal actions."""
    games, products = len(decisions), int((decisions * legal).sum())
    return {"game": BOARD, "bot": "random", "first": 1, "games": games, "decisions": sums_of(decisions), "turns": sums_of(decisions),
            "legal": [*sums_of(legal)[:2], products, most], "wins": list(wins), "scores": list(map(list, scores))}


def test_numbers_with_intervals():
    rng = np.random.default_rng(1)
    decisions = rng.integers(50, 150, 400)
    legal = decisions * 10 + rng.integers(-300, 300, 400)
    one = part(decisions, legal)
    half = 1.96 * decisions.std(ddof=1) / 20
    assert facts.mean(400, one["decisions"]) == facts.shown(decisions.mean(), half) == f"{decisions.mean():.1f} ± {half:.1f}"
    ratio = legal.sum() / decisions.sum()
    half = 1.96 * np.sqrt(((legal - ratio * decisions) ** 2).sum() / 399 / 400) / decisions.mean()
    assert facts.ratio(400, one["legal"], one["decisions"]) == facts.shown(ratio, half)
    assert (facts.shown(1234.5678, 0.0123), facts.shown(-3.21, 4.0), facts.shown(400.0, 0)) == (
        "1,234.568 ± 0.012", "−3.2 ± 4.0", "400")
    for count, games in ((0, 300), (300, 300), (57, 200), (1, 10_000_000)):
        share, low, high = (100 * value for value in lg.alquerque.EndingScore.share(count, games))
        found = [float(word) for word in re.findall(r"[\d.]+", facts.share(games, count))]
        assert found == pytest.approx([share, low, high], abs=0.05) and found[1] <= found[0] <= found[2]
    assert facts.share(10_000_000, 0).replace("\u00a0", " ") == "0.000000% (0.000000–0.000038)"


def test_parts_add_up():
    rng = np.random.default_rng(2)
    decisions, legal = rng.integers(1, 99, 60), rng.integers(1, 999, 60)
    parts = [part(decisions[at : at + 20], legal[at : at + 20], most=at) for at in (0, 20, 40)]
    whole = part(decisions, legal, wins=(3, 6, 9), scores=((3, 3, 0, 1), (6, 12, 0, 2)), most=40)
    assert facts.merged(parts) == whole and facts.merged(parts[:1]) == parts[0]


PLAYS = """#!{python}
import sys, libgames as lg
name, bot, first, count = sys.argv[1:]
open("calls", "a").write(first + " ")
lengths = lg.make(name).rollouts(int(count), int(first))[1].tolist()
sums = [sum(lengths), sum(n * n for n in lengths), min(lengths), max(lengths)]
import json
print(json.dumps(dict(games=int(count), decisions=sums, turns=sums, scores=[[0, 0, 0, 0]] * 2, legal=[*sums[:2], 5, 6], wins=[0, 0, int(count)])))
"""


def show_facts(*words, status=0):
    done = CliRunner().invoke(facts.main, [*words, "--program", "./plays", "--folder", "kept"])
    assert done.exit_code == status, done.output
    return done.output


def test_facts_are_written_into_a_page_and_continued(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("plays").write_text(PLAYS.format(python=sys.executable))
    Path("plays").chmod(0o755)
    Path("alquerque.md").write_text(f"# A\n\n## Scores\n\ns\n\n{facts.HEADING}\n\nold\n\n## The bot\n\nb\n")
    words = "--game", BOARD, "--pages", ".", "--bot", "mcts(simulations=2)"
    show_facts(*words, "100")
    show_facts(*words, "250")
    assert sorted(Path("calls").read_text().split()) == ["1", "101", "201"]
    text, mean = Path("alquerque.md").read_text(), lg.make(BOARD).rollouts(250, 1)[1].mean()
    assert text.startswith(f"# A\n\n## Scores\n\ns\n\n{facts.HEADING}\n\nEach") and text.endswith(" |\n\n## The bot\n\nb\n")
    assert "old" not in text and f"| decisions of a game, mean | {mean:.1f} ± " in text and "| games | 250 |" in text
    assert "\nscript/facts --game alquerque --bot 'mcts(simulations=2)' 250 --pages .\n" in text
    show_facts(*words, "250")
    assert Path("alquerque.md").read_text() == text and len(Path("calls").read_text().split()) == 3
    Path("alquerque.md").write_text("# A\n")
    assert "expected one section '## Statistics of play'" in show_facts(*words, "250", status=1)
    assert json.loads(Path("kept/facts.jsonl").read_text().splitlines()[0])["game"] == BOARD
    Path("kept/facts.jsonl").write_text('{"a": 1}\n')
    assert "facts.jsonl, line 1: expected a part as JSON" in show_facts(*words, "250", status=2)
    assert "all different" in show_facts("--bot", "random", "1", "--bot", "random", "2", status=2)


def test_a_program_that_fails_is_reported(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("plays").write_text("#!/bin/sh\necho no memory >&2\nexit 1\n")
    Path("plays").chmod(0o755)
    assert "Error: no memory\n" in show_facts("--game", BOARD, "--bot", "random", "1", status=1)
