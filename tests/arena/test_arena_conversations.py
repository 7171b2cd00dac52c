"""The messages to each program and their times, to the letter: short games written out, and all games of the vectors.

The expected messages are made here from the contests' rules, not by the library.
"""

import re

import libgames as lg
import pytest
import replay
from libgames.arena import contests
from libgames.arena.contests import TimeRules
from helpers import PAGE_MAP
from replay.alquerque import position
from table import Scripted, crashed, late, play


def heard(start, *scripts):
    """The messages to every player in a game with these answers."""
    players = [Scripted(*script) for script in scripts]
    play(start, players, time=contests.time_rules(start.game))
    return [player.heard for player in players]


# ---- Alquerque ----


def alquerque(position):
    return contests.setup("alquerque", 0, position)


def test_alquerque_illegal_move_ends_it_for_both():
    white, black = heard(lg.make("alquerque").new(), ["c3-d4", "b2*d4"], ["e5*c3", "a5-a4"])
    assert white == ["Start\n", "e5*c3\n", "Quit\n"]
    assert black == ["c3-d4\n", "b2*d4\n", "Quit\n"]


@pytest.mark.parametrize("offence", [late(), crashed(), "c3-d5", "", "C3-D4", "c3-d4 ", "c3*e5"])
def test_alquerque_every_offence_is_the_same(offence):
    assert heard(lg.make("alquerque").new(), [offence], []) == [["Start\n", "Quit\n"], ["Quit\n"]]


def test_alquerque_winner_stops_by_itself():
    start = alquerque("7/7/7/7/7/1b5/w6 w 10 - c3-b2 -")
    assert heard(start, ["a1*c3"], []) == [["c3-b2\n"], ["Quit\n"]]


def test_alquerque_a_tie_is_not_announced():
    start = alquerque("b6/7/7/7/7/7/6w b 199 g2-g1 - -")
    assert heard(start, [], ["a7-a6"]) == [[], ["g2-g1\n"]]


# ---- Amazes ----


LOOK = r"([BLRN]{0,24}W\n){4}(0|[1-9]\d*)\n"


def test_amazes_start_quit_and_the_end():
    """Red reads `Start` once, an offender `Quit`, and no player anything after the last turn."""
    red, blue = heard(lg.make("amazes", turns=3).new(1), ["F", "T", "FF"], ["F", "X"])
    assert [bool(re.fullmatch("Start\n" + LOOK, text)) for text in red] == [True, False, False]
    assert all(re.fullmatch(LOOK, text) for text in [*red[1:], *blue[:2]])
    assert len(red) == 3 and blue[2:] == ["Quit\n"]
    red, blue = heard(lg.make("amazes", turns=3).new(1), [crashed()], ["F"] * 3)
    assert red[1:] == ["Quit\n"] and all(re.fullmatch(LOOK, text) for text in blue) and len(blue) == 3


# ---- Block drop ----


@pytest.mark.parametrize(
    "rules, squares",
    [("page", "2 5 U 0\n9 9 R 0\n17 0 D 0\n0 17 L 0\n"), ("engine", "5 2 U 0\n9 9 R 0\n0 17 D 0\n17 0 L 0\n")],
)
def test_blockdrop_message(rules, squares):
    start = lg.blockdrop.start([(2, 5, "U"), (9, 9, "R"), (17, 0, "D"), (0, 17, "L")], rules, turns=3)
    blocks = "0 0 0 0 0 0\n" * 6
    everybody = heard(start, ["READY\n", "N"], ["READY", "A"], ["READY\r\n", "N"], ["READY\n"])
    assert everybody[0] == ["", f"0\n0\n{blocks}{squares}EOD\n"]
    attacked = blocks[: 12 * 3] + "0 0 0 0 3 7\n" + blocks[12 * 4 :]
    assert everybody[2] == ["", f"2\n2\n{attacked}{squares.replace('R 0', 'R 2')}EOD\n"]
    assert everybody[3] == [""]  # the game is over before its first turn


@pytest.mark.parametrize(
    ("name", "answer", "others"),
    [
        ("alquerque", "c3-d4", [" c3-d4", "c3-d4 ", "C3-D4", "c3-d4\n", "c3xd4", "\ufeffc3-d4"]),
        ("amazes", "FT", [" FT", "FT ", "ft", "FT\t", "F T"]),
        ("ontherun", "6\n5\n2\n1", [" 6\n5\n2\n1", "6\n5\n2\n1 ", "06\n5\n2\n1", "+6\n5\n2\n1", "6\n5\n2\n1\n#"]),
        ("snakecore(players=1)", "U", [" U", "U ", "u", "UU", "U\t"]),
    ],
)
def test_answers_are_read_to_the_letter(name, answer, others):
    """The table of docs/arena.md: one line end is taken off, LF or CR LF, and no more."""
    state = contests.setup(name, 1)
    for end in ("", "\n", "\r\n"):
        text = answer.replace("\n", end or "\n") + end
        assert contests.answer(state, text).after == contests.answer(state, answer).after
    for other in others:
        with pytest.raises((lg.ParseError, lg.IllegalMove)):
            contests.answer(state, other + "\n")


def test_answers_of_blockdrop_are_trimmed():
    state = contests.setup("blockdrop(rules=engine)", 1)
    up, nothing = (contests.answer(state, letter).after for letter in "AN")
    assert up != nothing
    for answer in ("A", " A", "A ", "\tA\r\n", "A junk\n", "\0A\v", "A\tx"):
        assert contests.answer(state, answer).after == up
    for answer in ("", "\n", "a", "AA", "\ufeffA", "x A"):
        assert contests.answer(state, answer).after == nothing


@pytest.mark.parametrize("opening", ["READY ", "ready", "", "READ", late(), crashed()])
def test_blockdrop_a_program_without_ready_gets_no_requests(opening):
    start = lg.blockdrop.start([(2, 5, "U"), (9, 9, "R"), (17, 0, "D"), (0, 17, "L")], turns=8)
    everybody = heard(start, ["READY", "N", "N"], [opening], ["READY", "N", "N"], ["READY", "N", "N"])
    assert everybody[1] == [""] and [len(told) for told in everybody] == [3, 1, 3, 3]


# ---- On the Run ----


def test_ontherun_from_the_first_word_to_the_arrest():
    start = contests.setup("ontherun", 0, PAGE_MAP)
    detectives, fugitive = heard(start, ["6\n5\n2\n1", "7\n8\n3\n5", "4\n6\n2\n1"], ["3", "C 4", "P 1"])
    assert detectives == ["Detectives\n", "3\nC\n", "P\n", "Quit\n"]
    assert fugitive == ["Fugitive\n6\n5\n2\n1\n", "", "7\n8\n3\n5\n", "4\n6\n2\n1\nQuit\n"]


def test_ontherun_offences_before_the_first_turn():
    start = contests.setup("ontherun", 0, PAGE_MAP)
    assert heard(start, [crashed()], []) == [["Detectives\n", "Quit\n"], ["Fugitive\nQuit\n"]]
    assert heard(start, ["1\n2\n3\n4"], ["9"]) == [["Detectives\n", "Quit\n"], ["Fugitive\n1\n2\n3\n4\n", "Quit\n"]]
    assert heard(start, ["1\n2\n3\n4"], ["8", "C 1"]) == [
        ["Detectives\n", "8\nQuit\n"],
        ["Fugitive\n1\n2\n3\n4\n", "", "Quit\n"],
    ]


# ---- SnakeCore ----

FIELD = "8 1e6/8/2b5/8/4W3/8/8/p6p 0 0/2 0000000000000000:0000000000000001 0:0:0,7:- 0:3:7,7:-"


def request(*lines):
    rows = [".e......", "........", "..b.....", "........", "....W...", "........"]
    return "\n".join(["getAction", "8", *rows, *lines, ""])


def test_snakecore_names_and_actions():
    start = contests.setup("snakecore", 0, FIELD)
    one, two = heard(start, ["Monty\n", "U", "N"], ["\xe4" * 16, "L", "D"])
    assert one == [
        "getName\n",
        request("........", "p......p", "0 1 0 7", "3 1 7 7"),
        request("p.......", "......p.", "0 1 0 6", "2 1 6 7"),
    ]
    assert two == [
        "getName\n",
        request("p.......", ".......p", "2 1 7 7", "0 1 0 6"),
        request("p.......", "......p.", "1 1 6 7", "0 1 0 6"),
    ]


@pytest.mark.parametrize("name", ["x" * 33, "a\tb", "\xe4" * 17, late(), crashed()])
def test_snakecore_a_name_that_is_not_taken(name):
    start = contests.setup("snakecore", 0, FIELD)
    one, two = heard(start, ["a", "N", "N"], [name])
    assert len(one) == 3 and two == ["getName\n"]


@pytest.mark.parametrize("answer", ["u", "", "UU", " U", "X", late(), crashed()])
def test_snakecore_a_disqualified_program_gets_no_more_requests(answer):
    start = contests.setup("snakecore", 0, FIELD)
    one, two = heard(start, ["a", "N", "N"], ["b", answer])
    assert len(one) == 3 and len(two) == 2 and two[1].startswith("getAction\n")


# ---- clocks ----


def limits(start, *scripts):
    """The seconds given for each answer."""
    given = []

    class Timed(Scripted):
        async def answer(self, turn):
            given.append((turn.seat, turn.seconds))
            return await super().answer(turn)

    play(start, [Timed(*script) for script in scripts], time=contests.time_rules(start.game))
    return given


def test_whole_game_budgets_are_used_up():
    alquerque_start, ontherun_start = lg.make("alquerque").new(), contests.setup("ontherun", 0, PAGE_MAP)
    assert limits(alquerque_start, ["c3-d4", "b2*d4"], ["e5*c3", "?"]) == [(0, 30), (1, 30), (0, 29.75), (1, 29.75)]
    assert limits(ontherun_start, ["6\n5\n2\n1", "?"], ["3", "C 4"]) == [(0, 5), (1, 5), (1, 4.75), (0, 4.75)]
    assert limits(lg.make("amazes", turns=1).new(1), ["F"], ["F"]) == [(0, 30), (1, 30)]


def test_limits_of_each_answer():
    start = contests.setup("snakecore", 0, FIELD)
    assert limits(start, ["a", "N", "N"], ["b", "N", "N"]) == [(0, 15), (1, 15), (0, 1), (1, 1), (0, 1), (1, 1)]
    places = [(2, 5, "U"), (9, 9, "R"), (17, 0, "D"), (0, 17, "L")]
    for rules, answer in (("page", 1), ("engine", 0.1)):
        start = lg.blockdrop.start(places, rules, turns=4)
        given = limits(start, *[["READY", "N"]] * 4)
        assert given == [(seat, 1) for seat in range(4)] + [(seat, answer) for seat in range(4)]


def test_the_total_of_a_contest_with_both_kinds():
    rules = TimeRules(first=15, answer=1, total=2)
    seen = []

    class Timed(Scripted):
        async def answer(self, turn):
            seen.append(turn.seconds)
            text, _ = await super().answer(turn)
            return text, 0.75

    start = contests.setup("snakecore", 0, FIELD)
    report = play(start, [Timed("a", "N", late()), Scripted("b", "N", "N")], time=rules)
    assert seen == [2, 1, 0.5]
    assert [foul.text for foul in report.fouls] == ["used up its 2 s for the whole game"]
    assert report.clocks[0].total == 2


# ---- the vectors: whole games of every kind ----


def alquerque_game(line):
    setup, result = line["setup"], line["result"]
    mover = ("white", "black").index(setup["to_move"])
    told, scripts = [[], []], [[], []]
    last = [setup["previous"]["white"], setup["previous"]["black"]]
    moves = [turn["move"] for turn in line["turns"]] + ([result["move"]] if result["reason"] == "illegal" else [])
    for move in moves:
        told[mover].append((last[1 - mover] or "Start") + "\n")
        scripts[mover].append(move)
        last[mover] = move
        mover = 1 - mover
    if result["reason"] == "ongoing":
        told[mover].append(last[1 - mover] + "\n")  # it got a request, and the vector ends
    for player in range(2):
        lost = result["reason"] in ("no pieces", "no moves") and player == mover
        told[player] += ["Quit\n"] if lost or result["reason"] == "illegal" else []
    return contests.setup("alquerque", 0, position(setup)), scripts, told


def amazes_game(line):
    setup = line["setup"]
    text = "\n".join([*(" ".join(map(str, setup[colour])) for colour in ("red", "blue")), *setup["maze"], ""])
    told, scripts, out, turns = [[], []], [[], []], set(), [0, 0]
    for number, turn in enumerate(line["turns"]):
        player = ("red", "blue").index(turn["player"])
        turns[player] += 1
        if player in out:
            continue
        told[player].append("\n".join(["Start"] * (number == 0) + [*turn["look"], str(turn["distance"]), ""]))
        scripts[player].append(turn["move"])
        if not (1 <= len(turn["move"]) <= 256 and set(turn["move"]) <= set("FTLR")):
            told[player].append("Quit\n")
            out.add(player)
    if line["result"]["reason"] == "sudden death":
        for player in {0, 1} - out:
            told[player] += ["Quit\n"] if turns[player] < setup["turn_limit"] else []
    return lg.amazes.start(text, setup["turn_limit"]), scripts, told


def blockdrop_game(line):
    setup = line["setup"]
    start = lg.blockdrop.start([tuple(player) for player in setup["players"]], setup["rules"], setup["turn_limit"])
    told, scripts = [[""] for _ in range(4)], [["READY"] for _ in range(4)]
    blocks, players = [[0] * 6] * 6, [[*player, 0] for player in setup["players"]]
    for number, turn in enumerate(line["turns"]):
        asked = number % 4
        if players[asked][0] >= 0:
            rows = [" ".join(map(str, row)) for row in blocks]
            order = (0, 1) if setup["rules"] == "page" else (1, 0)
            squares = [" ".join(map(str, [*(player[i] for i in order), *player[2:]])) for player in players]
            told[asked].append("\n".join([str(asked), str(number), *rows, *squares, "EOD", ""]))
            scripts[asked].append(turn["action"])
        blocks, players = turn["blocks"], turn["players"]
    return start, scripts, told


def ontherun_game(line):
    """Players: 0 the detectives, 1 the fugitive. `news` are the messages that a player has not read yet."""
    told, scripts, result = [[], []], [[], []], line["result"]
    news = ["Detectives\n", "Fugitive\n"]

    def ask(player, *answer):
        told[player].append(news[player])
        scripts[player] += answer
        news[player] = ""

    player = 0
    for number, entry in enumerate(line["turns"]):
        if player == 0:
            ask(0, "\n".join(map(str, entry["detectives"])))
            news[1] += scripts[0][-1] + "\n"
        else:
            ask(1, str(entry["fugitive"]))
            heard = scripts[1][-1] if number == 1 else entry["told"]
            news[0] += "" if heard is None else heard + "\n"
        player = 1 if player == 0 or number == 1 else 0
    if result["reason"] == "ongoing":
        ask(player)
    if result["reason"] == "illegal":
        if result["move"] is not None:
            ask(player, result["move"])
        told[0].append(news[0] + "Quit\n")
        told[1].append(news[1] + "Quit\n")
    if result["reason"] in ("caught", "ran into detective"):
        told[0].append(news[0] + "Quit\n")  # in turn 1 it has not been told the start
        told[1].append(("" if len(scripts[1]) > 50 else news[1]) + "Quit\n")
    return contests.setup("ontherun", 0, line["setup"]["map"]), scripts, told


GAMES = {
    "alquerque": alquerque_game,
    "amazes": amazes_game,
    "blockdrop": blockdrop_game,
    "ontherun": ontherun_game,
}


def can_be_played(vector):
    """Excludes vectors that begin after the end of a game, or stop before it, since the next message is in no
    vector."""
    line, result = vector.line, vector.line["result"]
    if vector.game == "alquerque":
        return bool(line["turns"]) or result["reason"] in ("illegal", "ongoing")
    return vector.game == "ontherun" or result.get("over", result.get("reason")) not in (False, "ongoing")


VECTORS = [vector for vector in replay.read(replay.folder()) if vector.game in GAMES and can_be_played(vector)]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)
def test_vector(vector):
    start, scripts, told = GAMES[vector.game](vector.line)
    players = [Scripted(*script) for script in scripts]
    play(start, players)
    assert [player.heard for player in players] == told
    assert not any(player.answers for player in players)


# ---- games that begin in a position ----


def test_players_who_are_out_get_no_requests():
    """Block drop's fallen and stopped players and SnakeCore's disqualified ones, also when it is their turn there."""
    stable = "/".join(["0,0,0,0,0,0"] * 6)
    for players in ("-1,-1,U,0 0,0,R,0 0,17,L,0 17,17,D,0 -", "9,9,U,0 0,0,R,0 0,17,L,0 17,17,D,0 0"):
        start = contests.setup("blockdrop(turns=8)", 0, f"page 0/8 {stable} {players}")
        assert start.player == 1
        everybody = heard(start, *([["READY", *["N"] * 2]] * 4))
        assert len(everybody[0]) == 1 and all(len(told) == 3 for told in everybody[1:3])
    field = "8 p7/8/8/8/8/8/8/7p 0 0/2 0000000000000000:0000000000000001 0:3:0,0:-! 0:0:7,7:-"
    start = contests.setup("snakecore", 0, field)
    assert start.player == 1
    one, two = heard(start, ["a"], ["b", "N", "N"])
    assert one == ["getName\n"] and len(two) == 3
