"""Replays: written line by line, read with every transition checked, with clear errors."""

import io
import json
import re
import zlib
from pathlib import Path
from random import Random

import libgames as lg
import pytest
from libgames import arena
from libgames.arena import replays
from libgames.arena.contests import TimeRules
from libgames.arena.referee import Foul, Move, Named, Table, TakenBack
from libgames.arena.replays import ReplayError, Writer
from table import Scripted, Undo, crashed, late, play, random_players, start_of


def record(start, players, **fields):
    """The replay of a game as text, and the game's report."""
    events = []
    report = play(start, players, events.append, seed=3, time=TimeRules(total=30), **fields)
    return replays.text_of(report.table, events, report.state), report


def read(text):
    return replays.read(io.BytesIO(text.encode()))


@pytest.fixture(params=lg.games())
def game(request):
    start = start_of(request.param)
    return record(start, random_players(start.game.players))


def test_round_trip(game):
    text, report = game
    replay = read(text)
    assert replay.state == report.state and replay.table == report.table
    assert len(replay.moves) == report.moves and replay.library == lg.__version__
    assert replays.text_of(replay.table, replay.events, replay.state) == text


def test_same_seed_same_game(game):
    text, report = game
    again, _ = record(report.table.start, random_players(report.table.start.game.players))
    assert [line.split()[4:] for line in again.splitlines()] == [line.split()[4:] for line in text.splitlines()]


def crc(text):
    return f"{zlib.crc32(text):08x}"


def test_alquerque_to_the_letter():
    checks = (
        crc(b"bbbbbbb/bbbbbbb/bbbbbbb/bbbwwww/ww1wwww/wwwwwww/wwwwwww b 1 c3-d4 - -"),
        crc(b"bbbbbbb/bbbbbbb/bbbb1bb/bbb1www/wwbwwww/wwwwwww/wwwwwww w 2 c3-d4 e5*c3 -"),
        crc(b"bbbbbbb/bbbbbbb/bbbb1bb/bbb1www/wwbwwww/wwwwwww/wwwwwww w 2 c3-d4 e5*c3 - forfeit:w"),
    )
    text, _ = record(start_of("alquerque"), [Scripted("c3-d4", late()), Scripted("e5*c3")])
    assert text == (
        "libgames-replay 1\n"
        f"library {lg.__version__}\n"
        "game alquerque\n"
        "rules 1\n"
        "seed 3\n"
        'seat 0 "label 0"\n'
        'seat 1 "label 1"\n'
        "time first=- answer=- total=30\n"
        "start bbbbbbb/bbbbbbb/bbbbbbb/bbb1www/wwwwwww/wwwwwww/wwwwwww w 0 - - -\n"
        f"move 1 0 0.250000 {checks[0]} c3-d4\n"
        f"move 2 1 0.250000 {checks[1]} e5*c3\n"
        f'foul 3 0 29.750000 {checks[2]} "time-out" "used up its 30 s for the whole game" ""\n'
        'end 0 12 "illegal"\n'
    )


def test_the_page_shows_a_replay():
    page = (Path(__file__).parents[2] / "docs/arena.md").read_text()
    text = re.search(r"```text\n(libgames-replay.*?)```", page, re.DOTALL)[1]
    assert read(text).state.scores == (0, 12)


@pytest.mark.parametrize(
    "seconds, text",
    [(30, "30"), (0.25, "0.25"), (1e6, "1e+06"), (1234567, "1234567"), (0.1 + 0.2, "0.30000000000000004"),
     (10**9, "1e+09"), (999999999.5, "999999999.5"), (1 / 7000, "0.00014285714285714287"), (1e-300, "1e-300"),
     (1e100, "1e+100"), (None, "-")],
)  # fmt: skip
def test_limits_are_read_as_they_were(seconds, text):
    start = lg.make("alquerque").new()
    table = Table(start, ("a", "b"), 1, TimeRules(total=seconds))
    assert f"time first=- answer=- total={text}" in replays.header(table)
    assert read(replays.text_of(table, [], start)).table.time == table.time


def test_every_kind_of_event():
    answers = ["python\n", "U", crashed()]
    start = start_of("snakecore")
    text, report = record(start, [Scripted("Boa \u00e4\n", *"U" * 20), Scripted(*answers), Scripted("x" * 33)])
    replay = read(text)
    assert [type(event) for event in replay.events[:6]] == [Named, Named, Foul, Move, Move, Move]
    assert replay.events[0].name == "Boa \u00e4" and replay.events[2].number == 0
    assert replays.text_of(replay.table, replay.events, replay.state) == text
    assert report.finished and len(report.fouls) == 2


def test_moves_taken_back():
    start = start_of("alquerque")
    players = [Scripted("c3-d4", Undo(), "e3-d4", crashed()), *random_players(1)]
    players[0].is_program = False
    players[0].can_undo = True
    text, report = record(start, players)
    replay = read(text)
    assert [event for event in replay.events if isinstance(event, TakenBack)][0].moves == 2
    assert [move.text for move in replay.moves][0] == "e3-d4" and len(replay.moves) == report.moves == 2
    assert replay.state == report.state


def test_lines_are_written_immediately(tmp_path):
    """After each event, the file contains the game so far: a crash loses nothing."""
    path = tmp_path / "game.replay"
    start = start_of("ontherun")
    with path.open("w") as file:
        writer = Writer(file, Table(start, ("a", "b"), 3, TimeRules()))
        sizes = []

        def note(event):
            writer.event(event)
            with pytest.raises(ReplayError) as caught:
                replays.load(path)
            sizes.append(len(caught.value.replay.moves))
            assert caught.value.replay.state == event.after

        writer.end(play(start, random_players(2), note))
    assert sizes == list(range(1, len(sizes) + 1)) and replays.load(path).state.is_over


# ---- damaged ones ----


@pytest.fixture(scope="module")
def whole():
    return record(start_of("alquerque"), random_players(2))[0].splitlines(keepends=True)


def problem(lines):
    with pytest.raises(ReplayError) as caught:
        read("".join(lines))
    return caught.value


def test_cut_off_after_every_line(whole):
    for count in range(len(whole)):
        error = problem(whole[:count])
        assert error.line == count + 1 and "cut off here" in str(error)
        assert (error.replay is None) == (count < 9)
        assert error.replay is None or len(error.replay.moves) == count - 9


def test_cut_off_inside_every_line(whole):
    for count, line in enumerate(whole, start=1):
        error = problem([*whole[: count - 1], line[: len(line) // 2]])
        assert str(error) == f"line {count}: the replay is cut off in the middle of this line"


def edited(lines, number, old, new):
    assert old in lines[number - 1]
    return [*lines[: number - 1], lines[number - 1].replace(old, new, 1), *lines[number:]]


@pytest.mark.parametrize(
    "number, old, new, message",
    [
        (1, "replay 1", "replay 2", "this library reads format 1 of replays, not 2"),
        (1, "libgames-", "", "expected the line `libgames-replay` of a replay, not 'replay 1'"),
        (2, "library", "librarian", "expected the line `library` of a replay, not "),
        (
            3,
            "alquerque",
            "alquerqe",
            "not 'alquerqe'; did you mean 'alquerque'? A game from a separate file must be loaded first: --load FILE",
        ),
        (4, "rules 1", "rules one", "expected the line `rules` of a replay"),
        (5, "seed 3", "seed -3", "expected the line `seat` of a replay, not 'seed -3'"),
        (6, "seat 0", "seat 1", "expected seat 0"),
        (7, '"label 1"', '"label 1', "expected the line `time` of a replay"),
        (7, "label 1", "label \\x", "expected a JSON string"),
        (8, "total=30", "total=much", "expected the line `time` of a replay"),
        (8, "total=30", "total=1e+999", "expected at most 1.7976931348623157e+308 seconds, not 1e+999"),
        (9, "w 0 - - -", "w 0 - -", "the game or its start can't be read: line 1, column 64: expected"),
        (9, "start", "begin", "expected the line `start` of a replay"),
        (10, "move 1", "move 2", "the first difference: number of the move is 2 in the replay, 1 by the library"),
        (10, "move 1 0", "move 1 1", "the first difference: seat that moves is 1 in the replay, 0 by the library"),
        (10, " 0.", " 999999999999999.99", "expected at most 1000000000 seconds, not 999999999999999.99"),
        (11, "move", "moves", "expected a move, foul, undo, name or end, not 'moves 2 1"),
        (12, "\n", "-\n", "the library does not allow it"),
        (13, "\n", " 7\n", "the library does not allow it"),
        (14, "\n", ' "remark\n', "expected a move, foul, undo, name or end"),
        (-1, "end ", "end 1", "the first difference: scores is"),
        (-1, '"no ', '"more ', "the first difference: result is more pieces in the replay, no pieces by the library"),
        (-1, "\n", "\nmove\n", "expected nothing after the line `end`"),
    ],
)
def test_a_line_is_changed(whole, number, old, new, message):
    number = number % (len(whole) + 1)
    error = problem(edited(whole, number, old, new))
    assert error.line == number + ("\nmove" in new), error
    assert message in str(error)


def test_another_check(whole):
    digits = whole[14].split()[4]
    error = problem(edited(whole, 15, digits, "00000000"))
    assert str(error) == (
        f"line 15: the first difference: check of the position after move 6, {whole[14].split()[5]} is 00000000 in the "
        f"replay, {digits} by the library"
    )
    assert len(error.replay.moves) == 5


def test_another_version_of_the_rules(whole):
    lines = edited(edited(whole, 4, "rules 1", "rules 7"), 15, whole[14].split()[4], "00000000")
    assert str(problem(lines)).endswith("it was made with version 7 of the rules, this is 1")


def test_additions_by_hand(whole):
    """A byte order mark, remarks, and empty lines at the end."""
    lines = ["\ufeff# mine\r\n", *whole[:4], "#\n", *whole[4:12], "# a mistake?\n", *whole[12:], "\n", " \r\n", "# end\n"]
    for end in ("", "\t", "# end"):
        replay = read("".join([*lines, end]))
        assert [move.text for move in replay.moves] == [move.text for move in read("".join(whole)).moves]
    assert problem([*lines[:-4], "#\n"]).line == len(whole) + 4
    assert problem([*whole[:12], "\n", *whole[12:]]).line == 13
    assert "expected nothing after" in str(problem([*lines, "more\n"]))
    assert "in the middle of this line" in str(problem([*whole[:12], " "]))


def test_lines_missing_or_twice(whole):
    assert problem([*whole[:11], *whole[12:]]).line == 12
    assert problem([*whole[:12], *whole[11:]]).line == 13
    assert problem([*whole[:8], *whole[9:]]).line == 9
    assert problem(whole[9:]).line == 1


def test_offences_and_undo_out_of_place(whole):
    foul = 'foul 3 5 0.0 00000000 "a" "b" ""\n'
    assert "there is no seat 5" in str(problem([*whole[:11], foul]))
    assert "there is no seat 2" in str(problem([*whole[:11], 'name 2 "a"\n']))
    assert "expected a JSON string" in str(problem([*whole[:11], 'name 1 "\\ud800"\n']))
    assert "expected 1 ... 2 moves to take back, not 3" in str(problem([*whole[:11], "undo 3 00000000\n"]))
    assert "check of the position after taking back 1 move" in str(problem([*whole[:11], "undo 1 00000000\n"]))
    assert "a move after the end of the game" in str(problem([*whole[:-1], whole[-2]]))


@pytest.mark.parametrize(
    "junk", [b"", b"\n", b"\0\xff\n", b"{}\n", b"x" * 100_000 + b"\n", json.dumps([1]).encode() + b"\n"]
)
def test_junk(junk):
    with pytest.raises(ReplayError, match="line 1: ") as caught:
        replays.read(io.BytesIO(junk))
    assert len(str(caught.value)) < 200 and caught.value.replay is None


@pytest.mark.parametrize("name", lg.games())
def test_random_damage_is_an_error_or_none(name):
    """Reading any bytes raises ReplayError or nothing."""
    rng = Random(2008)
    opening = {"snakecore": ["a name"], "blockdrop": ["READY"]}.get(name, [])
    start = start_of(name)
    text, _ = record(start, [Scripted(*opening, crashed()), *random_players(start.game.players - 1)])
    data = "".join(text.splitlines(keepends=True)[:40]).encode()
    for _ in range(200):
        damaged = bytearray(data)
        for _ in range(rng.randint(1, 3)):
            place, other = rng.randrange(len(damaged)), rng.randrange(len(damaged))
            damaged[place : place + rng.randint(0, 5)] = rng.choice(
                [rng.randbytes(2), b"", damaged[other : other + 40]]
            )
        try:
            replays.read(io.BytesIO(bytes(damaged)))
        except ReplayError as error:
            assert 1 <= error.line <= damaged.count(b"\n") + 2 and len(str(error)) < 2000


# ---- games that are played from Python ----


@pytest.mark.parametrize("config", [*lg.games(), "amazes(actions=walk)"])
def test_a_record(config, tmp_path):
    """Actions and whole moves in any order, also within moves, give a replay of the whole moves."""
    game, file = lg.make(config), tmp_path / "mine.replay"
    record = arena.Record(game.new(3), [f"player {seat}" for seat in range(game.players)], seed=3)
    states = [record.state]
    for number in range(60):
        if record.state.is_over:
            break
        if number % 3 == 1:
            states.append(record.play(next(iter(record.state.legal_moves))))
        else:
            after = record.play(record.state.choose("greedy", number), remark="a guess" if number == 5 else None)
            states += [] if after.in_move else [after]
        assert record.state.in_move or record.state == states[-1]
        assert replays.read(io.BytesIO(record.text.encode())).state == states[-1]
    record.save(file)
    kept = arena.load(file)
    assert [move.after for move in kept.moves] == states[1:] and len(states) > 3
    assert kept.table == record.table and [move.number for move in kept.moves] == list(range(1, len(states)))


def test_a_record_begins_anywhere():
    """Also in the middle of a move."""
    start = lg.make("ontherun(cities=30)").new(1)
    middle = start.apply(start.legal_actions[0])
    record = arena.Record(middle)
    record.play(next(iter(middle.legal_moves)))
    assert replays.read(io.BytesIO(record.text.encode())).state == record.state and record.state.player == 1


def test_a_record_refuses():
    state = lg.make("alquerque").new()
    record = arena.Record(state)
    for wrong, error in (("c3-d5", lg.ParseError), ("c3-c4", lg.IllegalMove), (392, ValueError), (None, TypeError)):
        with pytest.raises(error):
            record.play(wrong)
        assert record.state == state and record.events == []
    with pytest.raises(TypeError, match="start: expected a state, not 'alquerque'"):
        arena.Record("alquerque")
    with pytest.raises(ValueError, match="players: expected 2 names"):
        arena.Record(state, ["one"])
    with pytest.raises(ValueError, match="seed: expected an integer"):
        arena.Record(state, seed=-1)
