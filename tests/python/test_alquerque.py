"""The functions of Alquerque alone, and its rules from Python."""

import contextlib
import gc
import itertools
import math
import pickle
import subprocess
import sys
import time

import libgames as lg
import numpy as np
import pytest
from libgames import alquerque
from libgames._files import KeptFile

GAME = lg.make("alquerque")
START = "bbbbbbb/bbbbbbb/bbbbbbb/bbb1www/wwwwwww/wwwwwww/wwwwwww w 0 - - -"

# One white piece with 8,068,238 legal chains, the longest of which takes all 24 black ones.
MILLIONS = "1b1b1b1/1b1bbb1/5b1/bbbbbbb/3b1bw/1bbbbbb/5b1 w 0 - - -"
LONGEST = "g3*g5*e5*e7*g7*e5*g3*g1*e1*e3*e5*c3*e3*g3*e1*c3*c1*a3*a5*c3*c5*e7*c7*a7*c5"

# White has jumped d4*f6 and must continue.
CHAIN = "bbbbbbb/bbbbbwb/bbbb1bb/bb2w2/wwwwwww/wwwwwww/wwwwwww w 6 - f6-g5 d4*f6"

# Positions with result, contest points and White's outcome.
RESULTS = [
    (START, "ongoing", (0, 0), 0),
    (CHAIN, "ongoing", (0, 0), 0),
    ("7/7/7/7/7/6b/w6 w 0 - - - forfeit:w", "illegal", (0, 12), -1),
    ("7/7/7/7/7/6b/w6 w 0 - - - forfeit:b", "illegal", (12, 0), 1),
    ("7/7/7/7/7/7/w6 b 121 - - -", "no pieces", (12, 0), 1),
    ("7/7/7/7/7/6b/7 w 200 - - -", "no pieces", (0, 12), -1),
    ("7/7/7/7/7/6b/www4 w 200 - - -", "ply limit", (6, 4), 2 / 12),
    ("7/7/7/7/bbbbbbb/7/wwwwwww w 200 - - -", "ply limit", (0, 0), 0),
    ("7/7/7/7/b1b4/bb5/wbb4 w 10 - - -", "no moves", (0, 12), -1),
    ("7/7/7/7/b1b4/bb5/wbb4 w 200 - - -", "ply limit", (1, 6), -5 / 12),
    ("7/7/7/7/4w1w/5ww/4wwb b 11 - - -", "no moves", (12, 0), 1),
]


def play(moves, state=None):
    state = state or GAME.new()
    for move in moves.split():
        state = state.apply(move)
    return state


# ---- moves ----

PUBLISHED = [
    (
        "c3-d4 e5*c3 b2*d4 b4*b2 a1*c3 a5-b4 a3*a5 a6*a4",
        "c3*a5",
        "incomplete capture: the piece can capture again and must",
    ),
    (
        "e4-d4 c4*e4 f4*d4 b4-c4 d4*b4 a4*c4 g4-f4 a5-a4 a3*a5 a6*a4 f4-g4 a4-a3 a2*a4 a7-a6 g4-f4 a6-a5 a4*a6 b5-a5",
        "a6-a7",
        "a capture is possible, and capturing is compulsory",
    ),
]


@pytest.mark.parametrize("moves, rejected, reason", PUBLISHED, ids=["incomplete", "step"])
def test_published_games(moves, rejected, reason):
    state = GAME.new()
    for number, move in enumerate(moves.split()):
        assert state.player == number % 2
        assert move in state.legal_moves
        state = state.apply(move)
    assert rejected not in state.legal_moves
    with pytest.raises(lg.IllegalMove) as raised:
        state.apply(rejected)
    assert str(raised.value) == reason
    assert state.forfeit(state.player).scores == (0, 12)


@pytest.mark.parametrize(
    "position, move, reason",
    [
        (START, "a1-a2", "the point moved to is not empty"),
        (START, "c5-d4", "the piece belongs to the other player"),
        (START, "d4-c4", "there is no piece on the point moved from"),
        (START, "b2*d4", "a piece may not jump over one of its own side"),
        (START, "d3*d5", "there is no enemy piece to jump over"),
        (START, "a3*a5", "the point behind the jumped piece is not empty"),
        ("7/7/7/7/7/b6/w6 w 11 - - -", "a1-b1", "a capture is possible, and capturing is compulsory"),
        (
            "7/7/7/b6/7/7/1w5 w 12 b2-b1 - -",
            "b1-b2",
            "a piece may not go straight back to the point it left in this player's previous turn",
        ),
        ("7/7/7/3b3/7/1b5/w3w2 w 0 - - -", "a1*c3", "incomplete capture: the piece can capture again and must"),
        ("7/7/7/3b3/7/1b5/w3w2 w 0 - - -", "a1*c3*e5*e7", "the chain continues after its last capture"),
        (CHAIN, "a1-a2", "another piece must continue its chain"),
    ],
)
def test_reasons_of_illegal_moves(position, move, reason):
    state = GAME.parse(position)
    with pytest.raises(lg.IllegalMove) as raised:
        state.apply(move)
    assert str(raised.value) == reason
    assert str(state) == position


@pytest.mark.parametrize(
    "text, column, expected",
    [
        ("", 1, "a column letter, a to g"),
        ("C3-d4", 1, "a column letter, a to g"),
        ("h1-g1", 1, "a column letter, a to g"),
        ("c8-c7", 2, "a row digit, 1 to 7"),
        ("c3", 3, "'-' (a step) or '*' (a capture)"),
        ("c3d4", 3, "'-' (a step) or '*' (a capture)"),
        ("c3-", 4, "a column letter, a to g"),
        ("c3-d", 5, "a row digit, 1 to 7"),
        ("c3-d5", 4, "a neighbouring point along a line"),
        ("c3-c3", 4, "a neighbouring point along a line"),
        ("b3-c4", 4, "a neighbouring point along a line"),
        ("c3*d4", 4, "a point two away along a line"),
        ("c3*e5*f6", 7, "a point two away along a line"),
        ("c3*e5*", 7, "a column letter, a to g"),
        ("c3-d4-e5", 6, "the end of the move"),
        ("c3-d4 ", 6, "the end of the move"),
        ("c3-d4\n\n", 6, "the end of the move"),
        ("c3*e5 ", 6, "'*' or the end of the move"),
        ("*".join(["a1", "c1"] * 13), 76, "the end of the chain after 24 captures"),
    ],
)
def test_texts_that_are_no_moves(text, column, expected):
    with pytest.raises(lg.ParseError) as raised:
        GAME.new().apply(text)
    assert (raised.value.line, raised.value.column, raised.value.expected) == (1, column, expected)


def test_a_move_may_end_its_line():
    assert play("c3-d4") == GAME.new().apply("c3-d4\n") == GAME.new().apply("c3-d4\r\n")


def test_actions_are_points_and_directions():
    names = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    for action in range(392):
        point, direction = divmod(action, 8)
        row, column = divmod(point, 7)
        assert GAME.action_text(action) == "abcdefg"[column] + str(row + 1) + names[direction]
    state = GAME.new()
    assert GAME.num_actions == 392
    assert state.apply(GAME.parse_action("c3NE")) == state.apply("c3-d4")
    assert [GAME.action_text(action) for action in state.legal_actions] == ["c3NE", "d3N", "e3NW", "e4W"]


def test_whole_turns_are_their_decisions():
    state = play("e4-d4 c4*e4 f4*d4 g5-f4 g4*e4 f6-g5")
    assert list(state.legal_moves) == ["d4*f6*f4"]
    middle = state.apply(GAME.parse_action("d4NE"))
    assert str(middle) == CHAIN and middle == GAME.parse(CHAIN)
    assert middle.player == state.player == 0
    assert list(middle.legal_moves) == ["f6*f4"]
    assert middle.apply(GAME.parse_action("f6S")) == middle.apply("f6*f4") == state.apply("d4*f6*f4")
    assert middle.apply("f6*f4").player == 1


def test_every_action_outside_the_mask_is_illegal():
    for state in (GAME.new(), GAME.parse(CHAIN), GAME.parse(MILLIONS)):
        for action in set(range(392)) - set(state.legal_actions):
            with pytest.raises(lg.IllegalMove):
                state.apply(action)


def test_longest_chain():
    state = GAME.parse(MILLIONS)
    after = state.apply(LONGEST)
    assert str(after) == f"7/7/2w4/7/7/7/7 b 1 {LONGEST} - -"
    assert (after.result, after.scores) == ("no pieces", (12, 0))
    points = LONGEST.split("*")
    for start, end in itertools.pairwise(points):
        assert state.player == 0
        direction = ("S", "", "N")[(end[1] > start[1]) - (end[1] < start[1]) + 1]
        direction += ("W", "", "E")[(end[0] > start[0]) - (end[0] < start[0]) + 1]
        state = state.apply(GAME.parse_action(start + direction))
    assert state == after


# ---- all moves ----


def test_legal_moves():
    assert sorted(GAME.new().legal_moves) == ["c3-d4", "d3-d4", "e3-d4", "e4-d4"]
    assert list(GAME.new().forfeit(0).legal_moves) == []
    moves = alquerque.legal_moves(GAME.new())
    first = next(moves)
    assert [first, *moves] == list(alquerque.legal_moves(GAME.new()))
    assert next(moves, None) is None


def test_legal_moves_come_one_at_a_time():
    state = GAME.parse(MILLIONS)
    begin = time.perf_counter()
    moves = list(itertools.islice(state.legal_moves, 100))
    middle = time.perf_counter()
    count = alquerque.count_moves(state)
    whole = time.perf_counter() - middle
    assert count == 8068238 and len(set(moves)) == 100
    assert middle - begin < whole / 4
    assert all(state.apply(move).player != 0 for move in moves)


def test_count_moves():
    state = GAME.new()
    while not state.is_over:
        moves = list(state.legal_moves)
        assert alquerque.count_moves(state) == len(moves) == len(set(moves)) == alquerque.perft(state, 1)
        state = state.apply(moves[len(moves) // 2])
    assert alquerque.count_moves(state) == 0
    assert alquerque.count_moves(GAME.parse(CHAIN)) == 1


PERFT = [
    (START, [1, 4, 6, 8, 20, 101, 382, 2013, 10828]),
    (CHAIN, [1, 1]),
    ("4b2/1b2w2/4b2/4w2/5b1/w2b3/7 b 53 - d7-e7 -", [1, 1, 6, 34, 247, 3822, 26162]),
    ("1b1b1b1/bbb1bbb/w2b3/b6/1b1b1b1/bb1bb1b/1b1b1b1 w 130 b4-a5 - -", [1, 2810, 41961, 232559]),
    ("4w2/7/1w5/w1w4/bw5/6w/5w1 b 149 g1-g2 b2-a3 -", [1, 2, 20, 100, 1090, 4566, 52114]),
    ("2b4/7/4b2/4wb1/6w/7/7 b 47 f5-e5 g5-f4 -", [1, 2, 6, 90, 331, 3995, 14632]),
    ("1bw2b1/1b2bbb/5b1/3b1b1/1b1b1b1/bbb3b/1b1bwb1 w 50 e2-e1 e7-f6 -", [1, 1587, 2650, 61320]),
    ("1b1b3/w1w3w/1w3w1/1w2w2/3ww1w/5wb/1b1b3 b 195 e5-e4 b3*b1 -", [1, 2, 42, 514, 13127, 107730, 0, 0]),
]


@pytest.mark.parametrize("position, leaves", PERFT, ids=[position for position, _ in PERFT])
def test_perft(position, leaves):
    state = GAME.parse(position)
    for depth, count in enumerate(leaves):
        assert alquerque.perft(state, depth) == alquerque.perft(state, depth, bulk=False) == count
    assert alquerque.perft(state, np.int8(2)) == alquerque.perft(state, 2)


def test_perft_of_a_finished_game():
    state = GAME.new().forfeit(0)
    assert [alquerque.perft(state, depth) for depth in (0, 1, 5, 6, 200)] == [1, 0, 0, 0, 0]


@pytest.mark.parametrize("state", [GAME.new(), GAME.new().forfeit(0)], ids=["start", "finished"])
def test_perft_refuses(state):
    for depth in (-1, 201, 10**6, -(10**30), 10**30):
        with pytest.raises(ValueError, match="depth"):
            alquerque.perft(state, depth)
    for depth in (None, 2.0, 6.0, "3", [1]):
        with pytest.raises(TypeError):
            alquerque.perft(state, depth)
    for bulk in (None, 2, "no", [1]):
        with pytest.raises(ValueError, match="bulk: expected one of True, False, not"):
            alquerque.perft(state, 2, bulk)


def test_long_counts_release_the_gil(ticks_during):
    state = GAME.parse(MILLIONS)
    assert ticks_during(lambda: alquerque.count_moves(state)) > 10
    assert ticks_during(lambda: alquerque.perft(state, 1)) > 10


# ---- results ----


@pytest.mark.parametrize("position, result, scores, outcome", RESULTS)
def test_results(position, result, scores, outcome):
    state = GAME.parse(position)
    assert state.result == result
    assert state.is_over == (result != "ongoing")
    assert state.scores == scores
    assert state.outcome == pytest.approx((outcome, -outcome))
    swapped = alquerque.swap(state)
    assert swapped.result == result
    assert swapped.scores == scores[::-1]


def test_forfeit():
    for state in (GAME.new(), GAME.parse(CHAIN)):
        for player in (0, 1):
            after = state.forfeit(player)
            assert after.result == "illegal"
            assert after.scores == ((0, 12), (12, 0))[player]
            assert str(after).endswith(f" - forfeit:{'wb'[player]}")
            assert GAME.parse(str(after)) == after


def test_random_play_is_pinned():
    outcomes, lengths = GAME.rollouts(6, seed=0)
    assert outcomes.tolist() == [[-1, 1], [-1, 1], [1, -1], [1, -1], [-1, 1], [-1, 1]]
    assert lengths.tolist() == [137, 199, 133, 112, 93, 74]


# ---- positions ----


@pytest.mark.parametrize(
    "text, column, expected",
    [
        ("7/7/7/7/7/7/7 w 0 - - -", 15, "a side to move whose opponent has pieces"),
        ("7/7/7/7/7/7/w6 w 0 - - -", 16, "a side to move whose opponent has pieces"),
        ("7/7/7/7/7/6b/w6 x 0 - - -", 17, "the side to move, 'w' or 'b'"),
        ("7/7/7/7/7/6b/w6 w 201 - - -", 19, "the ply, 0 to 200"),
        ("7/7/7/7/7/6b/w6 w -1 - - -", 19, "the ply, 0 to 200"),
        ("7/7/7/7/7/6b/w6 w 00 - - -", 19, "the ply, 0 to 200"),
        ("7/7/7/7/7/6b/w51 w 0 - - -", 16, "'w' or 'b'"),
        ("7/7/7/7/7/6b/w7 w 0 - - -", 15, "'w', 'b' or a count of empty points that fits the row"),
        ("7/7/7/7/7/6b w 0 - - -", 13, "'/' after 7 points of a row"),
        ("7/7/7/7/7/6b/w6  w 0 - - -", 17, "the side to move, 'w' or 'b'"),
        ("7/7/7/7/7/6b/w6\nw 0 - - -", 16, "one blank between fields"),
        ("7/7/7/7/7/6b/w6 w 0 a1-b3 - -", 24, "a neighbouring point along a line"),
        (
            "7/7/7/7/7/6b/w6 w 0 - - a1*c3",
            25,
            "'-', or a chain whose piece stands at its end and can capture again",
        ),
        ("7/7/7/7/7/6b/w6 w 0 - - - forfeit:x", 35, "'w' or 'b'"),
        (START + "\n", 66, "the end or ' forfeit:w' or ' forfeit:b'"),
        ("bbbbbbb/bbbbbbb/bbbbbbb/bbbbwww/wwwwwww/wwwwwww/wwwwwww w 0 - - -", 28, "at most 24 pieces of a side"),
        ("bbbbbbb/bbbbbbb/bbbbbbb/bbbwwww/wwwwwww/wwwwwww/wwwwwww w 0 - - -", 55, "at most 24 pieces of a side"),
    ],
)
def test_texts_that_are_no_positions(text, column, expected):
    with pytest.raises(lg.ParseError) as raised:
        GAME.parse(text)
    assert (raised.value.line, raised.value.column, raised.value.expected) == (1, column, expected)


def test_bytes_that_are_no_positions():
    words = np.frombuffer(bytes(GAME.new()), np.uint64)

    def damaged(word, value):
        copy = words.copy()
        copy[word] = value
        return copy.tobytes()

    assert GAME.from_bytes(damaged(0, words[0])) == GAME.new()
    for wrong in (
        damaged(0, words[0] | words[1]),  # both colours on 24 points, 48 white pieces
        damaged(0, words[0] ^ np.uint64(1 << 24 | 1)),  # both colours on a4
        damaged(0, words[0] | np.uint64(1 << 27)),  # 25 white pieces
        damaged(0, words[0] ^ np.uint64(1 << 7 | 1)),  # a piece outside the board
        damaged(1, 0),  # the side not to move has no pieces
        damaged(6, words[6] ^ np.uint64(1 << 63)),  # a spare bit
    ):
        with pytest.raises(lg.StateError, match="not a state"):
            GAME.from_bytes(wrong)


def test_swap():
    state = GAME.new()
    assert str(alquerque.swap(state)) == START.replace(" w ", " b ")
    while not state.is_over:
        swapped = alquerque.swap(state)
        assert alquerque.swap(swapped) == state
        assert swapped.player == 1 - state.player
        assert swapped.legal_actions == tuple(sorted(GAME.symmetry_action(2, a) for a in state.legal_actions))
        assert np.array_equal(swapped.observation(0)[:, ::-1, ::-1], state.observation(1))
        for action in state.legal_actions:
            assert alquerque.swap(state.apply(action)) == swapped.apply(GAME.symmetry_action(2, action))
        state = state.apply(state.legal_actions[-1])
    assert alquerque.swap(GAME.new().forfeit(0)) == alquerque.swap(GAME.new()).forfeit(1)


def test_observation():
    """Planes as docs/games/alquerque.md numbers them, rows from 1 and columns from a."""
    state = GAME.parse("7/7/3b3/7/1w5/7/6w b 9 b2-b3 d6-d5 -")
    white = np.zeros((9, 7, 7), np.uint8)
    white[0, 2, 1] = white[0, 0, 6] = 1  # b3 and g1
    white[1, 4, 3] = 1  # d5
    white[3, 2, 1] = white[4, 1, 1] = 1  # b3 not back to b2
    white[5, 4, 3] = white[6, 5, 3] = 1  # d5 not back to d6
    white[8] = 9
    assert np.array_equal(state.observation(0), white)
    black = white[[1, 0, 2, 5, 6, 3, 4, 7, 8]]
    black[7] = 1
    assert np.array_equal(state.observation(1), black) and np.array_equal(state.observation(), black)


def test_observation_of_a_chain():
    planes = GAME.parse(CHAIN).observation(0)
    assert np.argwhere(planes[2]).tolist() == [[5, 5]]
    assert (planes[7] == 1).all() and (GAME.parse(CHAIN).observation(1)[7] == 0).all()


# ---- the board as text ----


def test_draw():
    assert GAME.new().board == """\
7 b-b-b-b-b-b-b
  |\\|/|\\|/|\\|/|
6 b-b-b-b-b-b-b
  |/|\\|/|\\|/|\\|
5 b-b-b-b-b-b-b
  |\\|/|\\|/|\\|/|
4 b-b-b-+-w-w-w
  |/|\\|/|\\|/|\\|
3 w-w-w-w-w-w-w
  |\\|/|\\|/|\\|/|
2 w-w-w-w-w-w-w
  |/|\\|/|\\|/|\\|
1 w-w-w-w-w-w-w
  a b c d e f g
White to move"""


@pytest.mark.parametrize(
    "position, last_line",
    [
        ("7/7/7/b6/7/7/1w5 b 12 b2-b1 - -", "Black to move"),
        (CHAIN, "White to move"),
        ("7/7/7/7/7/6b/w6 w 0 - - - forfeit:w", "over: illegal, 0-12"),
        ("7/7/7/7/7/6b/www4 w 200 - - -", "over: ply limit, 6-4"),
    ],
)
def test_the_board_ends_with_the_stage_of_the_game(position, last_line):
    assert GAME.parse(position).board.splitlines()[-1] == last_line


def test_draw_shows_every_piece():
    board = GAME.parse("b5w/7/7/3b3/7/7/w5b b 12 - - -").board.splitlines()
    assert [board[row] for row in (0, 6, 12)] == ["7 b-+-+-+-+-+-w", "4 +-+-+-b-+-+-+", "1 w-+-+-+-+-+-b"]


# ---- the state's fields ----


def test_rows():
    assert alquerque.rows(GAME.new()) == ["bbbbbbb"] * 3 + ["bbb.www"] + ["wwwwwww"] * 3
    assert alquerque.rows(GAME.parse("b5w/7/7/3b3/7/7/w5b b 12 - - -")) == [
        "b.....w", ".......", ".......", "...b...", ".......", ".......", "w.....b"
    ]


def test_last_moves():
    """A step in each direction, the longest chain, and a chain in progress."""
    assert alquerque.last_moves(GAME.new()) == ("", "")
    for move in ("d4-d5", "d4-e5", "d4-e4", "d4-e3", "d4-d3", "d4-c3", "d4-c4", "d4-c5"):
        assert alquerque.last_moves(GAME.parse("b6/7/7/3w3/7/7/7 w 0 - - -").apply(move)) == (move, "")
    assert alquerque.last_moves(GAME.parse(MILLIONS).apply(LONGEST))[0] == LONGEST
    state = GAME.parse(CHAIN)
    assert alquerque.last_moves(state)[state.player] == str(state).split()[5]


# ---- wrong arguments ----

FUNCTIONS = {
    "legal_moves": alquerque.legal_moves,
    "count_moves": alquerque.count_moves,
    "perft": lambda state: alquerque.perft(state, 2),
    "swap": alquerque.swap,
    "rows": alquerque.rows,
    "last_moves": alquerque.last_moves,
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_wrong_states(name):
    for wrong in (None, 1, "", START, bytes(GAME.new()), GAME, [GAME.new()], object()):
        with pytest.raises(TypeError, match="expected a state of alquerque"):
            FUNCTIONS[name](wrong)
    with pytest.raises(TypeError):
        FUNCTIONS[name]()


# ---- endings ----


@pytest.fixture(scope="module")
def endings():
    return alquerque.Endings.solve(3, threads=2)


def test_values_of_endings(endings):
    assert endings.pieces == 3 and set(endings.counts) == {(1, 1), (1, 2), (2, 1)}
    counts = endings.counts[2, 1]
    assert counts[:5] == (55204, 52, 16, 29, 68) and sum(counts[:3]) == 55272
    longest = GAME.parse(counts.longest)
    assert endings.probe(longest) == ("won", 29, "b1-c1") and endings.best_moves(longest) == ["b1-c1"]
    assert str(endings.probe(longest)) == "won in 29 plies"
    needed = alquerque.Endings.needs(4)
    assert needed.size < needed.memory < 50_000_000 and needed.total > 0 and not needed.finished


def test_best_moves_play_an_ending_to_its_end(endings):
    state, plies = GAME.parse(endings.counts[1, 2].longest), 71
    while not state.is_over:
        ending = endings.probe(state)
        assert ending.plies == plies and ending.value == ("won" if plies % 2 else "lost")
        assert ending.best in endings.best_moves(state)
        state, plies = state.apply(ending.best), plies - 1
    assert plies == 0 and state.result == "no pieces"


def test_endings_at_the_ply_limit(endings):
    board = endings.counts[2, 1].longest.split(" ")[0]
    assert endings.probe(GAME.parse(f"{board} w 170 - - -")).value == "won"
    unknown = endings.probe(GAME.parse(f"{board} w 171 - - -"))
    assert unknown.value is None and str(unknown) == "won in 29 plies, which is ply 200: if by a capture"
    late = endings.probe(GAME.parse(f"{board} w 172 - - -"))
    assert late.value == "drawn" and str(late) == "drawn: it would be won in 29 plies, after the ply limit"
    last = GAME.parse(f"{board} w 199 - - -")
    assert endings.best_moves(last) == list(alquerque.legal_moves(last))
    drawn = GAME.parse("7/b6/7/7/7/7/3w3 w 0 - - -")
    assert endings.probe(drawn).plies is None and str(endings.probe(drawn)) == "drawn: neither side can win"


def test_endings_refuse(endings):
    assert endings.probe(GAME.new()) is None
    with pytest.raises(ValueError, match="expected at most 3 pieces"):
        endings.best_moves(GAME.new())
    with pytest.raises(lg.GameOver):
        endings.probe(GAME.parse("7/7/7/7/7/7/w6 b 121 - - -"))
    with pytest.raises(ValueError, match="pieces: expected an integer in 2 ... 5, not 6"):
        alquerque.Endings.solve(6)
    with pytest.raises(ValueError, match="threads: expected an integer in 1 ... 64, not 0"):
        alquerque.Endings.solve(3, threads=0)
    with pytest.raises(TypeError):
        endings.probe(lg.make("amazes").new())


def test_files_of_endings(endings, tmp_path):
    path = tmp_path / "alquerque-3.endings"
    endings.save(path)
    again = alquerque.Endings.load(path)
    assert again.counts == endings.counts
    state = GAME.parse(endings.counts[1, 1].longest)
    assert again.probe(state) == endings.probe(state)
    whole = path.read_bytes()
    for damaged, reason in [(b"", "the tables of `libgames endings alquerque`"), (whole[:-1], "cut off"),
                            (whole + b"x", "the end of the tables"), (whole[:9] + b"x" + whole[10:], "version 1"),
                            (whole[:5000] + b"x" + whole[5001:], "damaged")]:
        path.with_suffix(".wrong").write_bytes(damaged)
        with pytest.raises(lg.ParseError, match=reason):
            alquerque.Endings.load(path.with_suffix(".wrong"))


def test_searches_prove_the_values_of_tables(endings):
    """Values proven by alpha-beta agree with the tables, and so do the distances, which count jumps one by one."""
    rng, proven = np.random.default_rng(69), 0
    for _ in range(300):
        points = rng.choice(49, 3, replace=False)
        rows = np.full(49, "1")
        rows[points] = ["w", "w", "b"] if rng.integers(2) else ["w", "b", "b"]
        state = GAME.parse("/".join(alquerque._squeezed_row("".join(row)) for row in rows.reshape(7, 7)) + " w 0 - - -")
        found, ending = lg.AlphaBeta(GAME, depth=7)(state), endings.probe(state)
        if found.end:
            proven += 1
            assert ending.value == ("won" if found.value > 0 else "lost")
            assert found.end >= ending.plies and found.end - ending.plies <= 1
        else:
            assert ending.plies is None or ending.plies > 7
    assert proven > 30


LOST_IN_8 = "3w3/7/3b3/7/7/7/7 w 0 - - -"


def test_players_and_searches_of_a_game_look_at_tables(endings):
    game = lg.Game("alquerque", endings=endings)
    state = game.parse(endings.counts[2, 1].longest)
    found = lg.AlphaBeta(game, depth=1)(state)
    assert found.proven and found.end == 29 and found.best_move == "b1-c1"
    found = lg.Search(game, simulations=1)(state)
    assert found.statistics.proven and found.best_move == found.pv_moves[0] == "b1-c1"
    assert found.policy[found.best] == 1 and found.values[found.best].tolist() == [1, -1]
    for player in ("strong(simulations=1)", "mcts(simulations=2)"):
        plies = 29
        while not state.is_over:
            state, plies = state.apply(state.choose(player)), plies - 1
            assert state.is_over or endings.probe(state).plies == plies
        assert plies == 0
        state = game.parse(endings.counts[2, 1].longest)
    with pytest.raises(ValueError, match="endings: expected a game of alquerque"):
        lg.Game("amazes", endings=endings)


def test_games_with_tables_are_the_same_games(endings, tmp_path):
    endings.save(tmp_path / "tables")
    loaded = alquerque.Endings.load(tmp_path / "tables")
    for tables in (endings, loaded):
        game = lg.Game("alquerque", endings=tables)
        assert game == GAME and hash(game) == hash(GAME) and game.new() == GAME.new()
        assert repr(game) == "libgames.Game('alquerque', endings=<libgames.alquerque.Endings of up to 3 pieces>)"
        again = pickle.loads(pickle.dumps(game))
        del game, tables
        gc.collect()
        assert again == GAME and again.endings.counts == endings.counts
        state = again.parse(endings.counts[1, 2].longest)
        assert lg.AlphaBeta(again, depth=1)(state).end == 71
        search = lg.Search(again, simulations=3)
        del again, state
        gc.collect()
        assert search(GAME.parse(endings.counts[1, 2].longest)).statistics.proven
    assert len(pickle.dumps(loaded)) < 1000 < len(pickle.dumps(endings))


def test_small_tables_are_made_once(endings):
    assert alquerque.endings() is alquerque.endings() and alquerque.endings(2).pieces == 2
    assert alquerque.endings().counts == endings.counts
    assert endings.sentence(GAME.parse(LOST_IN_8)) == "Black wins in 8 plies"
    assert endings.sentence(GAME.parse(LOST_IN_8.replace("w 0", "b 0"))) == "White wins in 64 plies"
    assert endings.sentence(GAME.parse("7/b6/7/7/7/7/3w3 w 0 - - -")) == "drawn: neither side can win"
    assert endings.sentence(GAME.new()) is None


def test_endings_are_measured(endings):
    rng = np.random.default_rng(5)
    states = [endings.draw(GAME, 2 + number % 2, rng) for number in range(60)]
    again = [endings.draw(GAME, 2 + number % 2, rng) for rng in [np.random.default_rng(5)] for number in range(60)]
    assert states == again
    won = sum(endings.probe(state).value == "won" for state in states)
    for state in states:
        assert len({endings._value(state.apply(move)) for move in state.legal_moves}) > 1

    score = endings.measure(lambda asked: [state.choose("strong") for state in asked],
                            [lg.Game("alquerque", endings=endings).parse(str(state)) for state in states])
    assert score == (60, 60, won, won) and won > 20
    score = endings.measure(lambda asked: [state.choose("random", seed=1) for state in asked], states)
    assert score.decisions == 60 and 20 < score.kept < 55 and score.games == won and score.won < won / 4
    with pytest.raises(ValueError, match="pieces: expected an integer in 2 ... 3, not 4"):
        endings.draw(GAME, 4, rng)


def test_shares_have_intervals():
    share, low, high = alquerque.EndingScore.share(8, 10)
    assert share == 0.8 and low == pytest.approx(0.4902, abs=1e-4) and high == pytest.approx(0.9433, abs=1e-4)
    assert alquerque.EndingScore.share(0, 20)[1] == 0 and alquerque.EndingScore.share(20, 20)[2] == pytest.approx(1)
    assert math.isnan(alquerque.EndingScore.share(0, 0)[0])


def test_ctrl_c_ends_the_making_of_tables():
    def stop(progress):
        assert progress.done <= progress.total
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        alquerque.Endings.solve(4, progress=stop)


def test_the_making_of_tables_continues(endings, tmp_path):
    kept, count = tmp_path / "kept", 0

    def stop(progress):
        nonlocal count
        count += 1
        if count % 7 == 0:
            raise KeyboardInterrupt

    while True:
        try:
            made = alquerque.Endings.solve(3, threads=1, progress=stop, resume=kept)
            break
        except KeyboardInterrupt:
            assert kept.stat().st_size == alquerque.Endings.needs(3).size
    assert count > 50 and not kept.exists()
    assert made._bytes.tobytes() == endings._bytes.tobytes()


def test_after_a_kill_at_any_moment_the_work_can_be_continued(endings, tmp_path):
    code = ("import sys, libgames.alquerque as a; a._KEPT_EVERY = 0.0; print(flush=True); "
            f"a.Endings.solve(3, 1, resume={str(tmp_path / 'kept')!r}).save({str(tmp_path / 'made')!r})")
    for killed in range(1000):
        with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as process:
            process.stdout.readline()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(0.2 + 0.05 * killed)
            process.kill()
        if process.returncode == 0:
            break
    assert killed > 0 and (tmp_path / "made").read_bytes() == endings._bytes.tobytes()


def test_kept_parts_of_tables_are_checked(tmp_path):
    kept = tmp_path / "kept"

    def stop(progress):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        alquerque.Endings.solve(2, progress=stop, resume=kept)
    whole = kept.read_bytes()
    other = whole[:5000] + bytes([whole[5000] ^ 1]) + whole[5001:]
    for damaged in (b"", whole[:-1], whole + b"x", other, bytes(len(whole))):
        kept.write_bytes(damaged)
        with pytest.raises(ValueError, match="kept: expected unfinished tables of this number of pieces"):
            alquerque.Endings.solve(2, resume=kept)
        assert kept.read_bytes() == damaged
    kept.write_bytes(whole)
    with pytest.raises(ValueError, match="expected unfinished tables"):
        alquerque.Endings.solve(3, resume=kept)
    with KeptFile(kept), pytest.raises(OSError, match="another run writes this file"):
        alquerque.Endings.solve(2, resume=kept)
    assert alquerque.Endings.solve(2, resume=kept).pieces == 2 and not kept.exists()
