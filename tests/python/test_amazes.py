"""The functions of Amazes alone, and its rules from Python."""

import os
import re
from pathlib import Path
from random import Random

import libgames as lg
import numpy as np
import pytest
from libgames import amazes

GAME = lg.make("amazes")
WALKS = lg.make("amazes", actions="walk")

# A comb: each row is a corridor from edge to edge, all are joined in column 1; one more opening makes a loop of six
# squares at the upper left.
EDGE = "+-" * 25 + "+"
CORRIDOR = "|" + " " * 49 + "|"
BETWEEN = "+ " + "+-" * 24 + "+"
LOOP = "+ +-+ " + "+-" * 22 + "+"
COMB = "\n".join([EDGE, CORRIDOR, LOOP, CORRIDOR, *[BETWEEN, CORRIDOR] * 23, EDGE]) + "\n"


def comb(red="13 13 E", blue="25 25 E"):
    return f"{red}\n{blue}\n{COMB}"


def begin(red="13 13 E", blue="25 25 E", turns=150):
    return amazes.Position(comb(red, blue), turns)


def play(position, answers):
    """One turn an answer; "." is the jury's, and "!" an offence before it."""
    for answer in answers.split():
        if answer == "!":
            position = position.forfeit(position.player)
        position = position.jury() if answer in "!." else position.play(answer)
    return position


def wandered(seed, turns, game=GAME):
    """A state after random moves of twenty characters."""
    rng = Random(seed)
    state = game.new(seed)
    for _ in range(turns):
        state = state.apply("".join(rng.choice("FFFRTL") for _ in range(20)))
    return state


# ---- positions of the contest ----


def test_start():
    position = begin()
    assert (position.player, position.looked, position.result) == (amazes.RED, False, "ongoing")
    assert position.places == ((13, 13, "E"), (25, 25, "E"))
    assert position.places[1].facing == "E"
    assert (position.points, position.scores, position.first, position.offenders) == ((0, 0), (0, 0), (0, 0), ())
    assert position.counts(0) == position.counts(1) == amazes.Counts(0, 0, 0, 0)
    assert amazes.Position(comb().encode()).places == position.places
    assert amazes.Position(comb().replace("\n", "\r\n")).places == position.places


def test_a_turn_in_its_parts():
    position = begin()
    assert position.sight(0) == ["N" * 12 + "W", "W", "N" * 11 + "BW", "W", "288"]
    assert position.message(0) == "Start\n" + "\n".join(position.sight(0)) + "\n"
    assert position.message(1) == ""
    looked = position.begin_turn()
    assert looked.looked and not position.looked
    assert looked.counts(0) == (27, 98, 26, 0)  # 48 walls of the corridor, and the two outer edges
    assert looked.points == (54, 0)
    walked = looked.play("FFR")
    assert walked.places[0] == (13, 15, "E")
    assert (walked.player, walked.looked, walked.points) == (amazes.BLUE, False, (51, 0))
    assert position.play("FFR").places == walked.places and position.points == (0, 0)
    assert walked.message(0) == "" and walked.message(1).startswith("W\nW\n")


@pytest.mark.parametrize(
    "red, blue, answers, places, points",
    [
        ("13 1 N", "25 25 E", "F", ((12, 1, "N"), (25, 25, "E")), (145, 0)),
        ("13 1 N", "25 25 E", "L", ((14, 1, "S"), (25, 25, "E")), (145, 0)),  # a bump, then the extra T
        ("1 1 N", "25 25 E", "RFRRFR", ((2, 1, "S"), (25, 25, "E")), (142, 0)),  # around the loop
        ("13 13 E", "25 25 E", "FRFFFF", ((13, 14, "E"), (25, 25, "E")), (48, 0)),
        ("13 2 E", "13 25 E", "F" * 23, ((13, 25, "E"), (13, 25, "E")), (131, 0)),  # a meeting
        ("13 2 E", "13 25 E", "F T" + "F" * 20 + " FT", ((13, 4, "E"), (13, 4, "W")), (151, 6)),
        ("13 2 E", "13 25 E", "F T" + "F" * 20 + " FF", ((13, 5, "E"), (13, 4, "W")), (51, 6)),  # passing through
        ("13 13 E", "25 25 E", "! T .", ((13, 13, "E"), (25, 24, "W")), (52, 51)),
    ],
)
def test_turns(red, blue, answers, places, points):
    position = play(begin(red, blue), answers)
    assert (position.places, position.points) == (places, points)


def test_offences():
    position = begin()
    for wrong, column in [("", 1), ("X", 1), ("FFx", 3), ("F F", 2), ("F" * 257, 257), ("F\n\n", 2)]:
        with pytest.raises(lg.ParseError) as raised:
            position.play(wrong)
        assert (raised.value.line, raised.value.column) == (1, column)
    out = position.forfeit(amazes.RED)
    assert (out.offenders, out.player, out.message(0)) == ((amazes.RED,), amazes.RED, "Quit\n")
    with pytest.raises(lg.IllegalMove, match="the jury plays for this player"):
        out.play("F")
    with pytest.raises(lg.IllegalMove, match="the jury does not play"):
        position.jury()
    with pytest.raises(lg.IllegalMove, match="looked already"):
        position.begin_turn().begin_turn()
    assert play(out, ". T .").points == (52, 51)
    assert play(out, ". T .").scores == (0, 51)


def test_the_end():
    position = play(begin(turns=1), "F T")
    assert (position.player, position.result, position.message(0), position.message(1)) == (None, "turns", "", "")
    for action in (position.begin_turn, position.jury, lambda: position.play("T"), lambda: position.forfeit(0)):
        with pytest.raises(lg.GameOver):
            action()
    assert position.state().is_over


def test_state_of_a_position():
    state = begin().state()
    assert state == GAME.from_bytes(bytes(state)) == amazes.start(comb())
    assert amazes.counts(state, 0).squares == 27  # it has looked
    assert begin(turns=5).state().game.parameters == {"actions": "steps", "turns": 5}
    offended = begin().forfeit(amazes.RED).state()
    assert offended.player == amazes.BLUE and offended.points == (53, 52)  # both looks, the jury's T


def test_positions_are_immutable():
    position = begin()
    assert position == begin() != position.begin_turn() and hash(position) == hash(begin()) and position != 5
    for change in (lambda: setattr(position, "_data", b""), lambda: delattr(position, "_data")):
        with pytest.raises(AttributeError, match="immutable"):
            change()
    assert position == begin()


# ---- mazes as text ----


@pytest.mark.parametrize(
    "text, line, column, expected",
    [
        ("", 1, 1, "'+': a corner"),
        (COMB, 1, 1, "Red's and Blue's start before the maze"),
        (comb(red="26 1 N"), 1, 1, "a row, 1 to 25"),
        (comb(red="13 13 e"), 1, 7, "a facing: N, E, S or W"),
        (comb(red="13 13 N"), 1, 7, "a facing with an opening behind it"),
        (comb(blue="13 13 E"), 2, 1, "a start at a squared distance of 288 or more"),
        (comb().replace(EDGE, EDGE.replace("-", " ", 1), 1), 3, 2, "'-': the outer edge is all wall"),
        (comb().replace(BETWEEN, EDGE, 1), 8, 2, "a square that can be reached"),
        (comb().replace(LOOP, "+ + " + "+-" * 23 + "+"), 5, 3, "a corner that touches a wall"),
        (comb() + "\n+\n", 55, 1, "the end of the text"),
    ],
)
def test_texts_that_are_no_mazes(text, line, column, expected):
    with pytest.raises(lg.ParseError) as raised:
        amazes.Position(text)
    assert (raised.value.line, raised.value.column, raised.value.expected) == (line, column, expected)


def test_mazes():
    assert amazes.check_maze(COMB) == (24 * 24 - 1, False)
    assert amazes.check_maze(comb()) == (24 * 24 - 1, True)
    assert amazes.maze(begin().state()) == comb()
    for seed in range(20):
        text = amazes.maze(GAME.new(seed))
        walls, has_starts = amazes.check_maze(text)
        assert 522 <= walls <= 525 and has_starts
        assert amazes.start(text) == GAME.new(seed)
    drawn = amazes.start(COMB, seed=3)
    assert drawn == amazes.start(COMB, seed=3) != amazes.start(COMB, seed=4)
    assert amazes.maze(drawn).endswith(COMB)
    with pytest.raises(lg.ParseError):
        amazes.check_maze(COMB[1:])
    with pytest.raises(lg.ParseError):
        amazes.start(COMB[1:])


# ---- a player's knowledge ----


def test_known():
    state = begin().state()
    lines = amazes.known(state, amazes.RED)
    assert lines == begin().begin_turn().known(amazes.RED)
    assert [len(line) for line in lines] == [51] * 51
    assert lines[25] == CORRIDOR and lines[24] == lines[26] == BETWEEN
    assert lines[23] == "| " + "?" * 48 + "|" and lines[21] == "|" + "?" * 49 + "|"
    assert amazes.known(state, amazes.BLUE) == ["+?" * 25 + "+", "?" * 51] * 25 + ["+?" * 25 + "+"]


def test_view_is_the_players_own():
    """The page's example: its map does not depend on the orientation of the maze."""
    state = GAME.new(34518)
    assert state.message(amazes.RED) == "Start\nW\nW\nLLBNW\nW\n340\n"
    expected = [
        "+?+?+?+",
        "???????",
        "+?+-+?+",
        "??|^|??",
        "+?+ +?+",
        "??|   ?",
        "+?+ +-+",
        "??|   ?",
        "+?+ +-+",
        "?     ?",
        "+?+ +?+",
        "??| |??",
        "+?+-+?+",
        "???????",
        "+?+?+?+",
    ]
    for symmetry in range(4):
        assert amazes.view(state.symmetry(symmetry), amazes.RED).splitlines() == expected
    mirrored = amazes.view(state.symmetry(4), amazes.RED).splitlines()
    assert mirrored == [line[::-1] for line in expected]
    assert amazes.view(state, amazes.BLUE).splitlines() == ["+?+", "?^?", "+?+"]


def test_counts_agree_with_the_map():
    for seed in range(5):
        state = wandered(seed, 30)
        for player in (amazes.RED, amazes.BLUE):
            lines = amazes.known(state, player)
            squares = [line[1::2] for line in lines[1::2]]
            edges = [line[1::2] for line in lines[0::2]] + [line[0::2] for line in lines[1::2]]
            count = amazes.counts(state, player)
            assert count.squares == sum(row.count(" ") + row.count("x") for row in squares)
            assert count.dead_ends == sum(row.count("x") for row in squares)
            assert count.walls == sum(row.count("-") + row.count("|") for row in edges)
            assert count.openings == sum(row.count(" ") for row in edges)


def test_ways():
    state = begin("1 1 N", "25 25 E").state()
    assert amazes.way(state, amazes.RED, 1, 1) == ""
    assert amazes.way(state, amazes.RED, 1, 3) == "RF"
    assert amazes.way(state, amazes.RED, 3, 2) == "TFL"
    assert amazes.way(state, amazes.RED, 3, 3) is None
    assert amazes.way(state, amazes.BLUE, 25, 25) == ""
    for seed in range(3):
        state = wandered(seed, 20)
        player = state.player
        row, column, _ = amazes.places(state)[player]
        for target in [(r, c) for r in range(1, 26, 3) for c in range(1, 26, 3)]:
            way = amazes.way(state, player, *target)
            if way and target != (row, column):
                assert amazes.places(state.apply(way))[player][:2] == target


def test_draw():
    state = begin().state()
    board = state.board.splitlines()
    assert board[25] == "|" + "." * 1 + " ." * 11 + " r" + " ." * 12 + "|"
    assert board[23][1] == board[27][1] == "." and board[49][49] == "b"
    assert board[51] == "Red: 54 points, 27 squares discovered"
    assert board[52:] == ["Blue: 0 points, 0 squares discovered", "Red to move"]
    after = state.apply("T")
    assert after.board.splitlines()[49][1:50:2] == ":" * 24 + "b"
    assert play(begin(turns=1), "F T").state().board.splitlines()[-1] == "over"
    own = state.board_for(amazes.RED).splitlines()
    assert own[:-2] == amazes.view(state, amazes.RED).splitlines()
    assert own[-2:] == ["Red: 27 squares discovered", "Red to move"]


# ---- the uniform interface ----


def test_actions():
    assert GAME.num_actions == 5 and WALKS.num_actions == 49 * 49
    assert [GAME.action_text(action) for action in range(5)] == ["F", "R", "T", "L", "end"]
    for cell in range(0, 2401, 7):
        row, column = divmod(cell, 49)
        assert WALKS.action_text(cell) == f"{column - 24},{24 - row}"
        assert WALKS.parse_action(WALKS.action_text(cell)) == cell


def test_a_move_is_its_characters():
    state = begin().state()
    assert state.legal_actions == (0, 1, 2, 3)
    with pytest.raises(lg.IllegalMove, match="a move has at least one character"):
        state.apply(4)
    walking = state.apply(0).apply(1)
    assert walking.legal_actions == (0, 1, 2, 3, 4) and walking.player == amazes.RED
    assert walking.points == (52, 0) and amazes.places(walking) == amazes.places(state)
    assert walking.apply(4) == state.apply("FR") == state.apply("FR\n")
    assert walking.apply("R") == state.apply("FRR")
    full = state
    for _ in range(256):
        full = full.apply(2)
    assert full.legal_actions == (4,) and list(full.legal_moves) == [""]
    assert full.apply("") == full.apply(4)
    with pytest.raises(lg.IllegalMove, match="256 characters"):
        full.apply(0)
    assert list(state.legal_moves) == list(WALKS.new().legal_moves) == list("FTLR")
    assert list(state.forfeit(0).forfeit(1).legal_moves) == []


def test_walking_gives_nothing_away():
    """Two mazes that differ in a wall that no player has seen, one character after the other."""
    state = amazes.start(comb())
    other = amazes.start(comb().replace(LOOP, BETWEEN))
    assert state != other
    for action in [2, *[0] * 11, 1, *[0] * 9, 3]:
        for name in ("planes", "look"):
            assert np.array_equal(state.observation(name=name), other.observation(name=name))
        assert state.legal_actions == other.legal_actions
        state, other = state.apply(action), other.apply(action)


def test_walks_to_cells():
    state = amazes.start(comb())
    walks = WALKS.from_bytes(bytes(state))
    cells = [WALKS.action_text(action) for action in walks.legal_actions]
    assert len(cells) == 26 and "0,0" not in cells and "0,12" in cells and "-1,-12" in cells and "1,-12" in cells
    assert walks.apply(WALKS.parse_action("0,3")) == WALKS.from_bytes(bytes(state.apply("FFF")))
    assert walks.apply(WALKS.parse_action("1,-12")) == WALKS.from_bytes(bytes(state.apply("T" + "F" * 11 + "L")))
    for cell in ("0,0", "0,13", "2,2", "24,24"):
        with pytest.raises(lg.IllegalMove) as raised:
            walks.apply(WALKS.parse_action(cell))
        assert str(raised.value) == (
            "the player is on that square" if cell == "0,0" else "no known way leads to that square"
        )


def cell(x, y):
    return 24 - y, 24 + x


def test_observations():
    """Both observations as docs/games/amazes.md numbers them."""
    state = begin().state().apply(0).apply(0).apply(3)  # FFL: two steps and a known wall
    planes, look = state.observation(name="planes"), state.observation(name="look")
    assert planes.shape == (19, 49, 49) and planes.dtype == np.uint8
    assert look.shape == (356,) and look.dtype == np.int16
    assert planes[0].sum() == 27 and planes[1].sum() == 0
    assert planes[0][cell(0, 12)] == planes[0][cell(1, -12)] == planes[0][cell(-1, -12)] == 1
    assert planes[2 + 1][cell(0, 5)] == planes[2 + 3][cell(0, 5)] == planes[2 + 0][cell(0, 12)] == 1
    assert planes[6 + 0][cell(0, 5)] == planes[6 + 2][cell(0, 5)] == 1 and planes[6 + 0][cell(0, 12)] == 0
    assert np.argwhere(planes[10]).tolist() == [[24, 24]]
    assert np.argwhere(planes[11:15]).tolist() == [[0, 22, 24]]
    assert sorted(np.argwhere(planes[15]).tolist()) == [[12, 12], [12, 36], [36, 12], [36, 36]]
    assert [set(plane.flat) for plane in planes[16:]] == [{3}, {150}, {1}]
    assert look[0:24].tolist() == [1] * 12 + [0] * 12
    assert look[24:48].tolist() == look[72:96].tolist() == [0] * 24
    assert look[48:72].tolist() == [1] * 11 + [4] + [0] * 12
    assert look[96:104].tolist() == [288, 1, 150, 3, 1, 1, 4, 0]
    assert not state.observation(amazes.BLUE, "planes").any() and not state.observation(amazes.BLUE, "look").any()


def test_scores_are_points_until_the_end():
    state = begin(turns=1).state().apply("FT" * 100)
    assert state.scores == state.points == (-146, 52)
    assert state.forfeit(amazes.BLUE).scores == (0, 0)
    end = state.apply("T")
    assert end.is_over and end.points == (-146, 51) and end.scores == (0, 51)
    assert end.outcome == pytest.approx((-0.051, 0.051))


def test_random_play_is_pinned():
    outcomes, lengths = lg.make("amazes", turns=5).rollouts(4, seed=0)
    assert lengths.tolist() == [80, 59, 54, 46]
    assert outcomes[:, 0].tolist() == pytest.approx([0.0, 0.03, 0.021, 0.028])


# ---- text and bytes that are not positions ----


@pytest.mark.parametrize(
    "field, text, column, expected",
    [
        (0, "x", 1, "a square: '.', '-', '|' or '+'"),
        (1, "27", 1, "a count of unknown squares that fits the row"),
        (3, "13,13", 6, "',' after the column"),
        (5, "0,13,E", 1, "a row, 1 to 25"),
        (7, "301/150", 1, "a number of turns"),
        (11, "x", 1, "flags, letters of 'lrbRB' in that order, or '-'"),
        (12, "f", 1, "a walk of F, T, L and R, or '-'"),
    ],
)
def test_texts_that_are_no_positions(field, text, column, expected):
    fields = str(begin().state()).split()
    assert GAME.parse(" ".join(fields)) == begin().state()
    start = len(" ".join([*fields[:field], ""])) if field else 0
    fields[field] = text
    with pytest.raises(lg.ParseError) as raised:
        GAME.parse(" ".join(fields))
    assert (raised.value.line, raised.value.column, raised.value.expected) == (1, start + column, expected)


def test_bytes_that_are_no_positions():
    good = np.frombuffer(bytes(begin().state()), np.uint8)
    assert good.size == 1744
    for at in (0, 207, 208, 308, 1440, 1446, 1448, 1456, 1464, 1472, 1480, 1487, 1743):
        wrong = good.copy()
        wrong[at] ^= 0x80
        with pytest.raises(lg.StateError, match="not a state"):
            GAME.from_bytes(wrong.tobytes())


# ---- wrong arguments ----

OF_A_STATE = {
    "maze": amazes.maze,
    "places": amazes.places,
    "legal_moves": amazes.legal_moves,
    "view": lambda state: amazes.view(state, 0),
    "known": lambda state: amazes.known(state, 0),
    "counts": lambda state: amazes.counts(state, 0),
    "way": lambda state: amazes.way(state, 0, 1, 1),
}
OF_A_PLAYER = {
    "view": lambda player: amazes.view(GAME.new(), player),
    "known": lambda player: amazes.known(GAME.new(), player),
    "counts": lambda player: amazes.counts(GAME.new(), player),
    "way": lambda player: amazes.way(GAME.new(), player, 1, 1),
    "Position.sight": begin().sight,
    "Position.message": begin().message,
    "Position.counts": begin().counts,
    "Position.known": begin().known,
    "Position.forfeit": begin().forfeit,
}


@pytest.mark.parametrize("name", OF_A_STATE)
def test_wrong_states(name):
    for wrong in (None, 1, "", comb(), begin(), bytes(GAME.new()), GAME, [GAME.new()], lg.make("alquerque").new()):
        with pytest.raises(TypeError, match="expected a state of amazes"):
            OF_A_STATE[name](wrong)
    OF_A_STATE[name](GAME.new())
    OF_A_STATE[name](WALKS.new())


@pytest.mark.parametrize("name", OF_A_PLAYER)
def test_wrong_players(name):
    for wrong in (-1, 2, 10**30, -(10**30)):
        with pytest.raises(ValueError, match="player"):
            OF_A_PLAYER[name](wrong)
    for wrong in (None, 0.0, "0", "Red", [0]):
        with pytest.raises(TypeError, match="player: expected an integer, not"):
            OF_A_PLAYER[name](wrong)
    OF_A_PLAYER[name](np.int8(1))


def test_wrong_squares():
    state = begin().state()
    for row, column in ((0, 1), (26, 1), (1, 0), (1, 26), (-1, -1)):
        with pytest.raises(ValueError, match=r"(row|column): expected an integer in 1 \.\.\. 25"):
            amazes.way(state, amazes.RED, row, column)
    with pytest.raises(ValueError, match="row"):
        amazes.way(state, amazes.RED, 10**30, 1)
    for row, column in ((None, 1), (1, 1.0), ("1", 1)):
        with pytest.raises(TypeError):
            amazes.way(state, amazes.RED, row, column)
    assert amazes.way(state, amazes.RED, np.int8(13), np.uint8(14)) == "F"


def test_wrong_turns():
    for wrong in (0, 151, -1, 10**30):
        with pytest.raises(ValueError, match="turns: "):
            begin(turns=wrong)
    for wrong in (None, 1.0, "1"):
        with pytest.raises(TypeError, match="turns: "):
            begin(turns=wrong)


def test_wrong_texts():
    for wrong in (None, 1, [COMB], begin()):
        for function in (amazes.Position, amazes.check_maze, amazes.start, begin().play):
            with pytest.raises(TypeError):
                function(wrong)


def test_where_opponents_may_begin():
    """The numbers in the library, compared with a count of the squares at a squared distance of 288 or more."""
    root = Path(os.environ.get("LIBGAMES_TESTS_SOURCES", Path(__file__).parents[2]))
    source = (root / "libgames/games/amazes/placement.c").read_text()
    table = re.search(r"FAR\[13\]\[\w+\] = \{(.*?)\};", source, re.DOTALL)[1]
    rows = [[int(number) for number in row.split(",")] for row in re.findall(r"MIRRORED\((.*?)\)", table)]
    side = range(25)
    assert rows == [[sum((a - row) ** 2 + (b - column) ** 2 >= 288 for a in side for b in side) for column in range(13)]
                    for row in range(13)]
