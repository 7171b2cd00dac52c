"""Bots at a table: their names, their use of time, and that they stop on request."""

import asyncio
import signal
import subprocess
import sys
import threading
import time

import libgames as lg
import numpy as np
import pytest
from libgames import arena
from libgames.arena import contests
from libgames.arena import players as seats
from libgames.arena.contests import TimeRules
from libgames.arena.players import BotPlayer, Timing, Turn, entrant, time_for_move, with_time
from libgames.arena.referee import Clock, Referee, Table
from table import SHORT, Scripted, start_of


def turn(game="alquerque", seconds=None, left=None):
    return Turn(lg.make(game).new(1), 0, "", 1, seconds, left)


def answer(player, asked):
    async def one():
        try:
            return await player.answer(asked)
        finally:
            await player.stop(False)

    return asyncio.run(one())


# ---- names ----


@pytest.mark.parametrize(
    ("text", "label", "config", "seconds", "is_timed"),
    [
        ("greedy", "greedy", "greedy", None, False),
        ("strong", "strong", "strong", None, True),
        ("best=strong", "best", "strong", None, True),
        ("strong(simulations=50)", "strong(simulations=50)", "strong(simulations=50)", None, False),
        ("weak=strong(simulations=50)", "weak", "strong(simulations=50)", None, False),
        ("strong(seconds=2)", "strong(seconds=2)", "strong", 2.0, False),
        ("m=mcts(policy=puct,seconds=0.5,rollout=greedy)", "m", "mcts(policy=puct,rollout=greedy)", 0.5, False),
        ("mcts(seconds=1.25,rollout=greedy)", "mcts(seconds=1.25,rollout=greedy)", "mcts(rollout=greedy)", 1.25, False),
        ("mcts(rollout=greedy,seconds=3)", "mcts(rollout=greedy,seconds=3)", "mcts(rollout=greedy)", 3.0, False),
        ("alphabeta(depth=3)", "alphabeta(depth=3)", "alphabeta(depth=3)", None, False),
    ],
)
def test_names(text, label, config, seconds, is_timed):
    who = entrant(text)
    player = who.make("1")
    assert isinstance(player, BotPlayer)
    assert (who.label, who.player, player.player) == (label, lg.Bot(config), lg.Bot(config))
    assert (player._seconds, player.is_timed, player.is_program) == (seconds, is_timed, False)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("strong(seconds=0)", "expected a number of seconds such as 0.5, above 0, at most 1000000000, not '0'"),
        ("strong(seconds=-1)", "expected a number of seconds such as 0.5, above 0, at most 1000000000, not '-1'"),
        ("strong(seconds=)", "expected a number of seconds such as 0.5, above 0, at most 1000000000, not ''"),
        ("strong(seconds=1e3)", "expected a number of seconds such as 0.5, above 0, at most 1000000000, not '1e3'"),
        ("strong(seconds=1,seconds=2)", r"'strong\(seconds=1,seconds=2\)': expected seconds once"),
        ("mcts(seconds=1,seconds=1)", r"'mcts\(seconds=1,seconds=1\)': expected seconds once"),
        ("mcts(seconds=1", r"'mcts\(seconds=1': expected '\)' at the end"),
        ("mcts(seconds=1)x", r"'mcts\(seconds=1\)x': expected '\)' at the end"),
        ("mcts(seconds=1,)", r"'mcts\(seconds=1,\)': expected a parameter before and after each comma"),
        ("mcts(,seconds=1)", r"'mcts\(,seconds=1\)': expected a parameter before and after each comma"),
        ("mcts(simulations=5,,seconds=1)", "expected a parameter before and after each comma"),
        ("greedy(seconds=1)", "greedy: it chooses immediately, so expected no seconds"),
        ("random(seconds=1)", "random: it chooses immediately, so expected no seconds"),
        ("net(seconds=1,temperature=50)", "net: it chooses immediately, so expected no seconds"),
        ("strong(simulatons=5)", "did you mean 'simulations'"),
        ("strong(simulations=5", "expected ',' or '.'"),
        ("strnog(simulations=5)", "'strnog.simulations=5.' is neither a player .human, random, greedy, mcts, "
                                  "alphabeta, strong, expert, net. nor a program that can be found; did you mean 'strong'"),
    ],
)
def test_names_that_are_refused(text, message):
    with pytest.raises(ValueError, match=message):
        entrant(text)


def test_a_player_that_can_not_play_the_game():
    with pytest.raises(ValueError, match="alphabeta: it plays only a game of two players .* and so not blockdrop"):
        arena.conditions("blockdrop", ["alphabeta", "greedy"])


# ---- games ----


@pytest.mark.parametrize("name", SHORT)
def test_matches_do_not_depend_on_other_matches(name):
    players = ["strong(simulations=2)", "mcts(simulations=3,cutoff=2)"]
    if lg.make(SHORT[name]).players > 2:
        players += ["random", "greedy"][: lg.make(SHORT[name]).players - 2]
    tables = []
    for jobs in (1, 3):
        lines = arena.match(SHORT[name], players, games=2, jobs=jobs, seed=3)
        tables.append([(line.score, line.wins, line.draws, line.fouls) for line in lines])
    assert tables[0] == tables[1] and all(fouls == 0 for *_, fouls in tables[0])


def test_games_and_players_as_objects():
    game, players = lg.make("amazes(turns=3)"), ["greedy", "mcts(simulations=3,cutoff=2)"]
    own = [lg.Bot(player) for player in players]
    ends = {str(arena.play(*what, seed=4).state) for what in ((game.config, players), (game, own), (game, [players[0], own[1]]))}
    assert len(ends) == 1
    for wrong in (5, None, b"amazes"):
        with pytest.raises(TypeError, match="game: expected a configuration or a libgames.Game, not"):
            arena.play(wrong, players)
        with pytest.raises(TypeError, match=r"players: expected strings, functions, libgames\.Policy or libgames\.Bot, not"):
            arena.play(game, ["random", wrong])
    with pytest.raises(ValueError, match="game: expected one without its own map"):
        arena.play(lg.ontherun.on_map(lg.make("ontherun(cities=9,map=1)").shared_text), players)


def test_the_contests_clock():
    report = arena.play("ontherun(cities=20)", ["strong", "strong(simulations=20)"], seed=1, time={"total": 1.0})
    assert report.finished and not report.fouls
    assert 0.05 < report.clocks[0].total <= 1.0
    assert report.clocks[1].total > 0


def test_the_limit_of_an_answer():
    """The first line of a program has a separate limit; a bot answers only with moves."""
    others = ["greedy", "greedy", "greedy"]
    report = arena.play("blockdrop(turns=12)", ["strong", *others], time={"first": 9, "answer": 0.4})
    assert report.finished and not report.fouls
    assert 0.1 < report.clocks[0].slowest <= 0.4


def test_without_a_clock_strong_plays_as_outside_the_arena(monkeypatch):
    asked = []

    def think(self, state, player, seconds):
        asked.append((player.config, seconds))
        return 0

    monkeypatch.setattr(BotPlayer, "_think", think)
    monkeypatch.setattr(seats.contests, "decide", lambda state, choose: str(choose(state)))
    assert answer(BotPlayer(lg.Bot("strong"), 1, None, True), turn())[0] == "0"
    assert asked == [("strong", float("inf"))]


def test_who_is_late_has_lost(monkeypatch):
    monkeypatch.setattr(seats, "time_for_move", lambda *_: 0.3)
    report = arena.play("alquerque", ["strong", "greedy"], time={"total": 0.1})
    assert [(foul.seat, foul.kind) for foul in report.fouls] == [(0, "time-out")]
    assert report.scores == (0, 12)


def test_who_has_no_clock_is_never_late():
    report = arena.play("ontherun(cities=5)", ["mcts(simulations=30)", "greedy"], time={"total": 1e-9, "answer": 1e-9})
    assert report.finished and not report.fouls


# ---- time ----


def test_seconds_of_a_move():
    for text in ("strong(seconds=0.15)", "alphabeta(seconds=0.15)", "mcts(seconds=0.15,nodes=5000)"):
        begin, seconds = time.perf_counter(), answer(entrant(text).make("1"), turn())[1]
        assert seconds < 1.0 and time.perf_counter() - begin > 0.1, text  # `seconds` leave out when the machine was busy
    assert answer(entrant("mcts(seconds=30,simulations=50)").make("1"), turn())[1] < 5


def test_all_decisions_of_a_move_share_its_time():
    begin, seconds = time.perf_counter(), answer(entrant("mcts(seconds=0.3)").make("1"), turn("ontherun"))[1]
    assert seconds < 1.2 and time.perf_counter() - begin > 0.15


def test_efforts():
    effort = with_time(lg.Bot("mcts(rollout=greedy)"), 2.0)
    assert effort == lg.Bot("mcts(rollout=greedy,simulations=1000000)")
    assert with_time(lg.Bot("mcts(simulations=50)"), 2.0) == lg.Bot("mcts(simulations=50)")
    assert with_time(lg.Bot("alphabeta"), 2.0) == lg.Bot("alphabeta(depth=255)")
    assert with_time(lg.Bot("strong"), 1e9) == lg.Bot("strong(simulations=2147483647)")


@pytest.mark.parametrize(
    ("seconds", "total", "moves"), [(30.0, 30.0, 60), (5.0, 5.0, 50), (30.0, 30.0, 150), (1.0, 120.0, 200)]
)
@pytest.mark.parametrize("wrong", [0.3, 1.0, 3.0])
def test_time_lasts(seconds, total, moves, wrong):
    """Even if there are many more moves, or fewer, than estimated, and each takes a little longer than reported."""
    left, used = total, []
    for move in range(moves):
        limit = min(seconds, left)
        used.append(time_for_move(limit, left, total, wrong * (moves - move)))
        assert used[-1] + 0.002 <= limit
        left -= used[-1] + 0.002
    assert left > 0.02 * total
    if wrong == 1.0:
        assert left < 0.2 * total or max(used) > 0.59 * seconds


def test_time_of_decisions(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(seats.time, "perf_counter", lambda: now[0])
    timing, shares = Timing(4.0, 4.0), []
    for _ in range(6):
        shares.append(timing.next())
        now[0] += shares[-1]
    assert shares[0] == 1.0 and sum(shares) < 4.0 and all(share > 0 for share in shares)
    now[0] = 0.0
    assert Timing(4.0, 1.0).next() == 4.0


def test_clock_without_a_first_line():
    clock = Clock(TimeRules(first=15.0, answer=1.0, total=120.0))
    assert clock.limit() == 15.0
    clock.has_opened = True
    assert clock.limit() == 1.0


# ---- others, and signals ----


def test_other_tasks_run_while_a_player_thinks():
    async def listen():
        player = entrant("strong(seconds=0.4)").make("1")
        work = asyncio.create_task(player.answer(turn()))
        heard = 0
        while not work.done():
            await asyncio.sleep(0.01)
            heard += 1
        await player.stop(False)
        return heard

    assert asyncio.run(listen()) > 8


@pytest.mark.parametrize("text", ["strong(seconds=60)", "mcts(simulations=2147483647)", "alphabeta(depth=255)"])
def test_a_player_stops_when_its_game_is_cancelled(text):
    async def cancel():
        start = start_of("alquerque")
        referee = Referee(Table(start, ("a", "b")), [entrant(text).make("1"), Scripted()])
        work = asyncio.create_task(referee.play())
        await asyncio.sleep(0.2)
        begin = time.perf_counter()
        work.cancel()
        with pytest.raises(asyncio.CancelledError):
            await work
        return time.perf_counter() - begin

    assert asyncio.run(cancel()) < 3


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_end_the_command(number, tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-m", "libgames", "play", "alquerque", "greedy", "strong(seconds=100)"],
        stdout=subprocess.PIPE, text=True, cwd=tmp_path,
    )
    assert process.stdout.readline().startswith("seat 0")
    while not process.stdout.readline().startswith("   1"):
        pass
    time.sleep(0.3)
    begin = time.perf_counter()
    process.send_signal(number)
    process.stdout.read()
    assert process.wait() == 130 and time.perf_counter() - begin < 5


def test_several_think_in_parallel(monkeypatch):
    """More games than an event loop has threads, at most 32: no player waits for a thread while its clock runs."""
    together = threading.Barrier(33)

    def think(self, turn, begin):
        together.wait(60)
        return "a4-b4"

    async def play():
        made = [entrant("strong").make(str(seat)) for seat in range(together.parties)]
        try:
            return [text for text, _ in await asyncio.gather(*(player.answer(turn()) for player in made))]
        finally:
            for player in made:
                await player.stop(False)

    monkeypatch.setattr(BotPlayer, "_move", think)
    assert asyncio.run(play()) == ["a4-b4"] * together.parties


def test_decide_takes_whole_moves():
    state = lg.make("ontherun").new(1)
    assert len(contests.decide(state, lambda state: state.choose("mcts(simulations=5)")).split()) >= 4


# ---- functions as players ----


@pytest.fixture
def module(tmp_path, monkeypatch):
    """A module in the current folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "own_bots.py").write_text("""
import libgames as lg

def last(state):
    return state.legal_actions[-1]

class Kept:
    net = lg.Policy(lambda observations, masks: masks.argmax(axis=1), observation="")

number = 3
""")
    yield "own_bots"
    sys.modules.pop("own_bots", None)


def test_a_function_by_its_name(module):
    report = arena.play("alquerque", [f"{module}:last", f"net={module}:Kept.net"], seed=2)
    assert report.table.labels == ("own_bots:last", "net") and report.finished and not report.fouls
    here = [lambda state: state.legal_actions[-1], lambda state: state.legal_actions[0]]
    assert arena.play("alquerque", here, seed=2).state == report.state


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("own_bots:frist", "'own_bots:frist': AttributeError: module 'own_bots' has no attribute 'frist'"),
        ("own_bts:last", "'own_bts:last': ModuleNotFoundError: No module named 'own_bts'"),
        ("own_bots:number", "'own_bots:number': expected a function of a state or a libgames.Policy, not 3"),
        ("own_bots:Kept", "'own_bots:Kept': expected a function or an object, not the class Kept"),
        ("ends_at_once:last", "'ends_at_once:last': SystemExit: 0"),
    ],
)
def test_names_of_no_function(module, name, message, tmp_path):
    (tmp_path / "ends_at_once.py").write_text("import sys\nsys.exit(0)\n")
    with pytest.raises(ValueError, match=f"^{message}"):
        entrant(name)


def test_a_program_may_have_the_form_of_a_functions_name(module, tmp_path):
    (tmp_path / "own_bots:last").touch(0o755)
    assert entrant("own_bots:last").policy is None


def first_move(state):
    return next(state.legal_moves)


def test_a_function_plays_whole_moves_or_actions():
    greedy = lg.Policy(lambda state: state.choose("greedy", 5), name="mine")
    for game in SHORT:
        seats = lg.make(SHORT[game]).players
        reports = [arena.play(SHORT[game], [one] * seats, seed=4) for one in (first_move, greedy)]
        assert all(report.finished and not report.fouls for report in reports), game
        assert reports[0].table.labels == ("first_move",) * seats and reports[1].table.labels == ("mine",) * seats
        state = reports[0].table.start
        while not state.is_over:  # the same by hand, from the states that the function was given
            state = state.apply(next(state.legal_moves))
        assert reports[0].state == state, game


@pytest.mark.parametrize("game", list(SHORT))
@pytest.mark.parametrize("form", ["", "canonical", "one_hot+canonical", "dict"])
def test_a_policy_sees_what_environments_show(game, form):
    seen = []

    def last(observations, masks):
        assert len(observations) == len(masks) == 1
        seen.append((observations[0], masks[0]))
        return [np.flatnonzero(mask)[-1] for mask in masks]

    seats = lg.make(SHORT[game]).players
    report = arena.play(SHORT[game], [lg.Policy(last, observation=form)] * seats, seed=3)
    assert report.finished and not report.fouls
    envs = lg.vector.make(report.table.start.game, 1, opponents=None, observation=form or None, autoreset="disabled")
    observations, infos = envs.reset(options={"state": report.table.start})
    for observation, mask in seen:
        shown_now = observations["observation"] if form == "dict" else observations
        assert np.array_equal(shown_now[0], observation) and np.array_equal(infos["action_mask"][0], mask)
        observations, _, terminated, _, infos = envs.step([np.flatnonzero(mask)[-1]])
    assert terminated.all() and envs.state(0) == report.state


@pytest.mark.parametrize(
    ("function", "kind", "text"),
    [
        (lambda state: 1 // 0, "exception", "raised ZeroDivisionError: integer division or modulo by zero"),
        (lambda state: None, "wrong answer", "expected a legal action, an integer, or a whole move, a string, not None"),
        (lambda state: True, "wrong answer", "expected a legal action, an integer, or a whole move, a string, not True"),
        (lambda state: 0.5, "wrong answer", "expected a legal action, an integer, or a whole move, a string, not 0.5"),
        (lambda state: -1, "wrong answer", "actions are 0 ... 391, not -1"),
        (lambda state: 391, "illegal move", "expected a legal action, not 391 (g7NW): the player to move has no piece"),
        (lambda state: "c3-d9", "illegal move", "line 1, column 5: expected"),
        (lambda state: "a7-a6", "illegal move", "the piece belongs to the other player"),
    ],
)
def test_a_wrong_answer_of_a_function_is_an_offence(function, kind, text):
    report = arena.play("alquerque", [lg.Policy(function, name="bad"), "greedy"])
    assert report.finished and report.scores == (0, 12) and len(report.fouls) == 1
    foul = report.fouls[0]
    assert (foul.seat, foul.number, foul.kind) == (0, 1, kind) and text in foul.text
    assert ("ZeroDivisionError" in foul.stderr and "lambda" in foul.stderr) == (kind == "exception")


def test_tables_come_with_a_warning_of_functions_that_offend():
    with pytest.warns(RuntimeWarning) as found:
        arena.match("alquerque", [lg.Policy(lambda state: 1 // 0, name="bad"), lambda state: state.legal_actions[0]], games=4)
    division = "raised ZeroDivisionError: integer division or modulo by zero"
    assert [str(one.message) for one in found] == [f"player bad: {division} (game 1, turn 1)"]
    assert found[0].filename == __file__


@pytest.mark.parametrize("game", ["amazes", "ontherun", "snakecore"])
def test_a_function_sees_only_the_knowledge_of_its_seat(game):
    """Hidden differences between states do not reach the function, unless it requests the full state."""
    start = lg.make(SHORT[game]).new(seed=5)
    while start.resample(start.player, 1) == start:
        start = start.apply(start.choose("random", 3))
    seen = []
    honest = lg.Policy(lambda state: seen.append(state) or state.legal_actions[0])
    whole = lg.Policy(lambda state: seen.append(state) or state.legal_actions[0], full_state=True)
    others = [start.resample(start.player, seed) for seed in range(6)]
    assert len(set(others)) > 1
    for other in others:
        honest.answers([other], seed=9)
    assert len(set(seen)) == 1 and seen[0].information_key(start.player) == start.information_key(start.player)
    seen.clear()
    for other in others:
        whole.answers([other], seed=9)
    assert seen == others


def test_one_call_chooses_for_many_states():
    calls = []
    policy = lg.Policy(lambda states: calls.append(len(states)) or ["c3-d4" for _ in states], many=True)
    states = [lg.make("alquerque").new()] * 3
    assert policy.answers(states) == [states[0].typed("c3-d4")[0]] * 3 and calls == [3]
    for wrong in (lambda states: [1, 2], lambda states: 7, lambda states: "abc"):
        with pytest.raises(TypeError, match=r"^player function: expected a list or array of 3, one for each state, not"):
            lg.Policy(wrong, many=True).answers(states)


def test_functions_in_tournaments_and_one_at_a_time(tmp_path):
    busy = []

    def alone(state):
        busy.append(1)
        assert len(busy) == 1
        time.sleep(0.001)
        busy.pop()
        return state.legal_actions[0]

    lines = arena.tournament(SHORT["blockdrop"], [alone, first_move, "random"], games=4, jobs=4, replays=tmp_path)
    assert [line.label for line in lines] == ["alone", "first_move", "random"]
    assert [line.games for line in lines] == [8, 8, 8] and not any(line.fouls for line in lines)
    again = arena.tournament(SHORT["blockdrop"], [alone, first_move, "random"], games=4, replays=tmp_path, resume=True)
    assert [line.score for line in again] == [line.score for line in lines]


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"function": 3}, TypeError, "^function: expected a function, not 3$"),
        ({"function": first_move, "many": 2}, ValueError, "^many: expected one of True, False, not 2$"),
        ({"function": first_move, "name": 3}, TypeError, "^name: expected a str, not 3$"),
        ({"function": first_move, "observation": 3}, TypeError, "^observation: expected a str, not 3$"),
        ({"function": first_move, "observation": "", "many": True}, ValueError, "^observation: expected None with many"),
    ],
)
def test_wrong_policies(options, error, message):
    with pytest.raises(error, match=message):
        lg.Policy(**options)


def test_policies_that_do_not_fit():
    with pytest.raises(ValueError, match=r"^observation: expected one of planes,"):
        arena.match("alquerque", [lg.Policy(first_move, observation="plane"), "random"], games=2)
    with pytest.raises(TypeError, match=r"^players: expected a function or an object, not the class int$"):
        arena.play("alquerque", [int, "random"])
    with pytest.raises(TypeError, match=r"^players: expected a list of players, not <function first_move"):
        arena.play("alquerque", first_move)
