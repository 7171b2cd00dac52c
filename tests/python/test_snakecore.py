"""The functions of SnakeCore alone, and its rules from Python."""

import pickle
from random import Random

import libgames as lg
import numpy as np
import pytest
from libgames import snakecore

GENERATOR = "0000000000000000:0000000000000001"


def position(rows, turn, pythons):
    """The text of a position with 8 x 8 cells."""
    return f"8 {rows} {turn} {GENERATOR} {pythons}"


# Python 0 next to a block of python 1, a reactor above it; python 1 disqualified.
MEETING = position("8/3R4/2bp4/1pebe3/8/8/8/e6W", "0 3/9", "12:0:3,2:L 7:5:1,3:RRR!")
REQUEST = """getAction
8
........
...R....
..bp....
.pebe...
........
........
........
e......W
0 2 3 2 2 2
5 4 1 3 2 3 3 3 4 3
"""


def play(state, letters, *cells):
    """One turn a letter, as a referee plays them; cells are taken as blocks come back."""
    cells = iter(cells)
    for letter in letters:
        count = snakecore.spawns(state, state.game.parse_action(letter))
        state = snakecore.apply_at(state, letter, [next(cells) for _ in range(count)])
    assert next(cells, None) is None
    return state


def random_states(seed, turns=400, **parameters):
    """States of a game in which all players like blocks and bites."""
    random, game = Random(seed), lg.make("snakecore", **parameters)
    state = game.new(seed=seed)
    for _ in range(turns):
        yield state
        if state.is_over:
            return
        choices = [random.choice(state.legal_actions) for _ in range(3)]
        state = max((state.apply(choice) for choice in choices), key=lambda after: sum(map(len, bodies(after))))


def clock(state):
    """(player to move, rounds finished, rounds in all)."""
    return tuple(int(state.fields[name]) for name in ("to_move", "round", "rounds"))


def bodies(state):
    return [python.cells[1:] for python in snakecore.pythons(state)]


# ---- positions ----


def test_parse():
    state = snakecore.parse(MEETING)
    assert str(state) == MEETING
    assert snakecore.parse(MEETING.encode()) == state
    assert state.game.parameters == {
        "size": 8,
        "players": 2,
        "walls": 0,
        "reactors": 0,
        "ordinary": 2,
        "energy": 3,
        "rounds": 9,
        "radius": 8,
    }
    assert state.game.parse(MEETING) == state == pickle.loads(pickle.dumps(state))
    assert (state.player, state.scores) == (0, (12, 7))


@pytest.mark.parametrize(
    "text, column, expected",
    [
        ("", 1, "the size of the field, 8 to 64"),
        ("7 ", 1, "the size of the field, 8 to 64"),
        (MEETING.replace("R4", "R5"), 7, "one of W R b e p or a count of empty cells that fits the row"),
        (MEETING.replace("3/9", "10/9"), 33, "at most as many finished rounds as there are rounds"),
        (MEETING.replace(":L ", ":R "), 80, "a block next to the one before it that is in no body yet"),
        (MEETING + "!", 94, "the end after the last python"),
    ],
)
def test_texts_that_are_no_positions(text, column, expected):
    with pytest.raises(lg.ParseError) as raised:
        snakecore.parse(text)
    assert (raised.value.line, raised.value.column, raised.value.expected) == (1, column, expected)


def test_a_position_of_another_configuration():
    game = lg.make("snakecore")
    with pytest.raises(lg.ParseError, match="the configuration's size, players, blocks of each type and rounds"):
        game.parse(MEETING)


def test_reading():
    state = snakecore.parse(MEETING)
    assert snakecore.field(state) == REQUEST.splitlines()[2:10]
    assert clock(state) == (0, 3, 9)
    first, second = snakecore.pythons(state)
    assert first == (12, 0, [(3, 2), (2, 2)], "b", False)
    assert second == snakecore.Python(7, 5, [(1, 3), (2, 3), (3, 3), (4, 3)], "ebe", True)
    assert second.blocks == "ebe" and second.disqualified
    assert list(state.legal_moves) == ["U", "L", "R", "N"]


def test_reading_agrees_with_the_text():
    for state in random_states(4, size=11, players=4, ordinary=30, energy=20, rounds=60):
        rows, pythons = snakecore.field(state), snakecore.pythons(state)
        assert [len(row) for row in rows] == [11] * 11
        assert sum(row.count("b") for row in rows) == 30 and sum(row.count("e") for row in rows) == 20
        for python in pythons:
            letters = [rows[y][x] for x, y in python.cells]
            assert "".join(letters) == "p" + python.blocks
            for (x, y), (to_x, to_y) in zip(python.cells, python.cells[1:], strict=False):
                assert abs(x - to_x) + abs(y - to_y) == 1
        assert tuple(python.score for python in pythons) == state.scores
        assert clock(state)[0] == (0 if state.is_over else state.player)


# ---- turns ----


def test_given_cells():
    state = snakecore.parse(MEETING)
    assert [snakecore.spawns(state, action) for action in range(6)] == [1, 0, 0, 0, 0, 0]
    after = snakecore.apply_at(state, "U", [(7, 0)])
    assert str(after) == position("7b/3R4/3p4/1pebe3/8/8/8/e6W", "1 3/9", "13:0:3,2:- 7:5:1,3:RRR!")
    for same in (0, np.int8(0), "U"):
        for cells in ([(7, 0)], ((7, 0),), [[7, 0]], np.array([[7, 0]])):
            assert snakecore.apply_at(state, same, cells) == after
    assert snakecore.apply_at(state, 4) == snakecore.apply_at(state, "N", ())


@pytest.mark.parametrize(
    "action, cells",
    [
        ("U", []),
        ("U", [(7, 0), (6, 0)]),
        ("U", [(3, 2)]),  # the head
        ("U", [(3, 1)]),  # the reactor
        ("U", [(0, 7)]),  # a block
        ("U", [(7, 7)]),  # the wall
        ("U", [(2, 3)]),  # another body
        ("U", [(8, 0)]),
        ("U", [(-1, 0)]),
        ("U", [(0, 255)]),
        ("U", [(0, 256)]),
        ("U", [(7, 0)] * 5000),
        ("N", [(7, 0)]),
        (6, []),
        (-1, []),
        (10**30, []),
        ("U", [(10**30, 0)]),
        ("U", [(0, -(10**30))]),
    ],
)
def test_given_cells_that_are_refused(action, cells):
    state = snakecore.parse(MEETING)
    with pytest.raises(ValueError):
        snakecore.apply_at(state, action, cells)
    assert str(state) == MEETING


@pytest.mark.parametrize("cells", [None, 7, [7], [(7,)], [(7, 0, 0)], [("7", "0")], [(7.0, 0.0)], [None], "70"])
def test_cells_that_are_none(cells):
    with pytest.raises((TypeError, ValueError)):
        snakecore.apply_at(snakecore.parse(MEETING), "U", cells)


def test_drawn_and_given_cells_agree():
    """apply_at gets the draws of apply: the same result except for the generator."""
    seen = 0
    for state in random_states(5, size=9, players=3, walls=5, reactors=6, ordinary=20, energy=10, rounds=100):
        for action in state.legal_actions:
            count = snakecore.spawns(state, action)
            after = state.apply(action)
            if count != 1:
                continue
            # the cell where a block is now, and none was: or the one it was on before
            seen += 1
            python = snakecore.pythons(state)[state.player]
            old, new = snakecore.field(state), snakecore.field(after)
            places = [(x, y) for y in range(9) for x in range(9) if old[y][x] not in "be" and new[y][x] in "be"]
            cells = places or [python.cells[-1]]
            given = snakecore.apply_at(state, action, cells)
            assert snakecore.field(given) == new and snakecore.pythons(given) == snakecore.pythons(after)
    assert seen > 20


def test_the_game_is_over():
    state = snakecore.parse(position("p7/8/8/8/8/8/8/8", "0 9/9", "5:0:0,0:-"))
    assert state.is_over and list(state.legal_moves) == []
    assert snakecore.spawns(state, 0) == 0
    assert state.message(0) == ""
    for call in (
        lambda: snakecore.apply_at(state, "N"),
        lambda: snakecore.forfeit(state, 0),
        lambda: snakecore.request(state),
        lambda: state.apply("N"),
    ):
        with pytest.raises(lg.GameOver):
            call()


def test_protection_lasts_ten_own_turns():
    state = snakecore.parse(position("8/8/8/2ppe3/bbbee3/bbb5/8/8", "0 0/99", "0:0:3,3:RDLLLLDRR 0:0:2,3:-"))
    state = play(state, "A", (7, 7))
    for turn in range(1, 12):
        shown = snakecore.request(state).splitlines()
        assert shown[-1].split()[0] == str(max(0, 11 - turn))
        assert ("D" in state.legal_moves) == (turn > 10)
        state = play(state, "N")
        assert snakecore.request(state).splitlines()[10].split()[0] == str(max(0, 10 - turn))
        state = play(state, "N")


def test_forfeit():
    state = snakecore.parse(MEETING)
    out = snakecore.forfeit(state, np.int8(0))
    assert str(out) == MEETING.replace(":L ", ":L! ")
    assert list(out.legal_moves) == ["N"] and out.player == 0
    assert snakecore.spawns(out, 0) == 0
    assert snakecore.apply_at(out, "U") == snakecore.apply_at(out, "N")
    # the uniform interface skips turns without a decision: here until the end
    assert state.forfeit(0).is_over
    for player in (-1, 2, 10**30):
        with pytest.raises(ValueError):
            snakecore.forfeit(state, player)


# ---- messages ----


def test_request():
    state = snakecore.parse(MEETING)
    assert snakecore.request(state) == state.message(0) == REQUEST
    assert state.message(1) == ""
    other = snakecore.apply_at(state, "N")
    assert snakecore.request(other).splitlines()[-2:] == ["4 4 1 3 2 3 3 3 4 3", "0 2 3 2 2 2"]
    assert other.message(1) == ""  # disqualified
    for player in (-1, 2, 10**30):
        with pytest.raises(ValueError):
            state.message(player)


def test_read_request():
    state = snakecore.read_request(REQUEST, rounds=9)
    assert snakecore.request(state) == REQUEST
    assert snakecore.read_request(REQUEST.encode()[:-1], 0, np.int16(9)) == state
    assert (state.player, state.scores, clock(state)) == (0, (0, 0), (0, 0, 9))
    assert not any(python.disqualified for python in snakecore.pythons(state))
    assert snakecore.read_request(REQUEST).game.parameters["rounds"] == 200
    second = snakecore.read_request(REQUEST, player=1)
    assert second.player == 1 and snakecore.request(second) == REQUEST
    assert snakecore.read_request(REQUEST, seed=1) != snakecore.read_request(REQUEST, seed=2)
    assert snakecore.read_request(REQUEST, seed=2**64 - 1) == snakecore.read_request(REQUEST, seed=2**64 - 1)


def test_requests_of_whole_games_are_read_back():
    for state in random_states(6, size=10, players=3, ordinary=20, energy=10, rounds=30):
        if state.is_over:
            continue
        told = snakecore.read_request(snakecore.request(state), player=state.player, rounds=30)
        assert snakecore.request(told) == snakecore.request(state)
        assert told.legal_actions == state.legal_actions
        assert bodies(told) == bodies(state)


@pytest.mark.parametrize(
    "text, line, column, expected",
    [
        ("", 1, 1, "'getName' or 'getAction', alone on its line"),
        ("getName\n", 1, 1, "a getAction request"),
        (REQUEST.replace("\n8\n", "\n7\n", 1), 2, 1, "the size of the field, 8 to 64"),
        (REQUEST.replace("...R....", "...R..."), 4, 8, "as many characters as the field is wide"),
        (REQUEST.replace("2 2 2\n", "2 2 1\n"), 11, 9, "a block next to the one before it"),
        (REQUEST + "\n", 13, 1, "the end after the last python"),
    ],
)
def test_texts_that_are_no_requests(text, line, column, expected):
    with pytest.raises(lg.ParseError) as raised:
        snakecore.read_request(text)
    assert (raised.value.line, raised.value.column) == (line, column)
    assert raised.value.expected.startswith(expected)


def test_read_request_refuses():
    for arguments in ({"player": -1}, {"player": 8}, {"rounds": 0}, {"rounds": 10001}, {"rounds": 10**30}):
        with pytest.raises(ValueError):
            snakecore.read_request(REQUEST, **arguments)
    for seed in (-1, 2**64):
        with pytest.raises((ValueError, OverflowError)):
            snakecore.read_request(REQUEST, seed=seed)
    for arguments in ({"player": "0"}, {"rounds": 9.0}, {"seed": None}):
        with pytest.raises(TypeError):
            snakecore.read_request(REQUEST, **arguments)
    with pytest.raises(lg.ParseError, match="more pythons"):
        snakecore.read_request(REQUEST, player=2)
    for wrong in (None, 1, [REQUEST], snakecore.parse(MEETING)):
        with pytest.raises(TypeError):
            snakecore.read_request(wrong)


def test_program_name():
    game = lg.make("snakecore")
    assert game.opening_name("Python\n") == game.opening_name("Python\r\n") == "Python"
    assert game.opening_name("x" * 32) == "x" * 32
    for wrong, column in (("x" * 33, 33), ("a\tb", 2), ("a\nb", 2), ("a\n\n", 2)):
        with pytest.raises(lg.ParseError) as raised:
            game.opening_name(wrong)
        assert raised.value.column == column


# ---- observations, as docs/games/snakecore.md numbers them ----

CONFIGURATIONS = [
    {"size": 8, "players": 1, "ordinary": 20, "energy": 10, "rounds": 40, "radius": 3},
    {"size": 9, "players": 3, "walls": 8, "reactors": 8, "ordinary": 20, "energy": 10, "rounds": 40, "radius": 5},
    {"size": 13, "players": 8, "ordinary": 50, "energy": 30, "rounds": 20, "radius": 9},
    {"size": 20, "players": 2, "ordinary": 100, "energy": 60, "rounds": 60, "radius": 40},
]


def protection_now(state, player):
    counter = snakecore.pythons(state)[player].protection
    return max(0, counter - 1) if player == state.player else counter


def expected_numbers(state, viewer):
    """Rounds left, the viewer's turn, its lead."""
    _, finished, rounds = clock(state)
    others = [score for player, score in enumerate(state.scores) if player != viewer]
    lead = 128 + state.scores[viewer] - max(others, default=0)
    return min(255, rounds - finished), int(state.player == viewer), min(255, max(0, lead))


def expected_planes(state, viewer):
    size, pythons = len(snakecore.field(state)), snakecore.pythons(state)
    planes = np.zeros((17, size, size), np.uint8)
    for y, row in enumerate(snakecore.field(state)):
        for x, letter in enumerate(row):
            if letter in "WRbe":
                planes["WRbe".index(letter), y, x] = 1
    for player, python in enumerate(pythons):
        others = 0 if player == viewer else 3
        for number, (x, y) in enumerate(python.cells):
            planes[(4 if number == 0 else 5) + others, y, x] = 1
            planes[10, y, x] = (player - viewer) % len(pythons) + 1
            planes[11, y, x] = min(number, 255)
            planes[12, y, x] = min(protection_now(state, player), 255)
            planes[13, y, x] = python.disqualified
        if python.blocks:
            x, y = python.cells[-1]
            planes[6 + others, y, x] = 1
    planes[15], planes[14], planes[16] = expected_numbers(state, viewer)
    return planes


def expected_window(state, viewer, radius):
    field, pythons = snakecore.field(state), snakecore.pythons(state)
    values = {(x, y): ".WRbe".find(letter) for y, row in enumerate(field) for x, letter in enumerate(row)}
    for player, python in enumerate(pythons):
        own, safe = player == viewer, protection_now(state, player) > 0
        for cell in python.cells[1:]:
            values[cell] = (9 if own else 6) + safe
        values[python.cells[-1]] = 11 if own else 7
        values[python.cells[0]] = 8 if own else 5
    head_x, head_y = pythons[viewer].cells[0]
    around = range(-radius, radius + 1)
    rows = [[values.get((head_x + dx, head_y + dy), 1) for dx in around] for dy in around]
    left, turn, lead = expected_numbers(state, viewer)
    blocks = pythons[viewer].blocks
    facts = [min(255, protection_now(state, viewer)), min(255, len(blocks)), blocks.count("e"), left, turn, lead]
    return np.array([*rows, facts + [0] * (2 * radius + 1 - 6)], np.uint8)


@pytest.mark.parametrize("parameters", CONFIGURATIONS, ids=lambda parameters: f"size {parameters['size']}")
def test_observations(parameters):
    for number, state in enumerate(random_states(7, turns=250, **parameters)):
        if number == 100:
            state = snakecore.forfeit(state, state.game.players - 1)
        viewer = number % state.game.players
        planes, window = (state.observation(viewer, which) for which in ("planes", "window"))
        assert np.array_equal(planes, expected_planes(state, viewer))
        assert np.array_equal(window, expected_window(state, viewer, parameters["radius"]))


def test_symmetries_commute_with_given_cells():
    for state in random_states(8, size=8, players=2, ordinary=12, energy=8, rounds=30):
        for symmetry in range(8):
            turned = state.symmetry(symmetry)
            for action in state.legal_actions:
                if snakecore.spawns(state, action) == 0:
                    mapped = state.game.symmetry_action(symmetry, action)
                    after = snakecore.apply_at(state, action)
                    assert snakecore.apply_at(turned, mapped) == after.symmetry(symmetry)


# ---- drawing ----


def test_draw():
    assert snakecore.parse(MEETING).board == (
        "   0 1 2 3 4 5 6 7\n"
        " 0 . . . . . . . .\n"
        " 1 . . . R . . . .\n"
        " 2 . . a 0 . . . .\n"
        " 3 . 1 C c C . . .\n"
        " 4 . . . . . . . .\n"
        " 5 . . . . . . . .\n"
        " 6 . . . . . . . .\n"
        " 7 e . . . . . . #\n"
        "player 0 (a): 12 points, length 1\n"
        "player 1 (c): 7 points, length 3, protected for 5, disqualified\n"
        "round 3 of 9, player 0 to move"
    )
    columns = lg.make("snakecore", size=12).new().board.splitlines()[:2]
    assert columns == ["                       1 1", "   0 1 2 3 4 5 6 7 8 9 0 1"]
    over = snakecore.parse(position("p7/8/8/8/8/8/8/8", "0 9/9", "5:0:0,0:-"))
    assert over.board.endswith("\nround 9 of 9, over")


# ---- wrong arguments ----

FUNCTIONS = {
    "request": snakecore.request,
    "spawns": lambda state: snakecore.spawns(state, 0),
    "apply_at": lambda state: snakecore.apply_at(state, 4),
    "forfeit": lambda state: snakecore.forfeit(state, 0),
    "field": snakecore.field,
    "pythons": snakecore.pythons,
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_wrong_states(name):
    state = snakecore.parse(MEETING)
    for wrong in (None, 1, "", MEETING, bytes(state), state.game, [state], lg.make("alquerque").new()):
        with pytest.raises(TypeError, match="expected a state of snakecore"):
            FUNCTIONS[name](wrong)


def test_wrong_texts():
    for function in (snakecore.parse, snakecore.read_request):
        for wrong in (None, 1, ["p"], object()):
            with pytest.raises(TypeError):
                function(wrong)


def test_wrong_numbers():
    state = snakecore.parse(MEETING)
    for wrong in (None, 1.0, "0", [0]):
        with pytest.raises(TypeError):
            snakecore.spawns(state, wrong)
        with pytest.raises(TypeError):
            snakecore.forfeit(state, wrong)
    for wrong in (None, 1.0, [0], b"U"):
        with pytest.raises(TypeError):
            snakecore.apply_at(state, wrong)
    for wrong in ("u", "UP", "", " U"):
        with pytest.raises(lg.ParseError):
            snakecore.apply_at(state, wrong)


@pytest.mark.parametrize("cells, error", [([5], TypeError), ([(1, 2, 3)], ValueError), ([None], TypeError)])
def test_arguments_that_are_no_cells(cells, error):
    state = lg.make("snakecore(size=8,players=2,walls=0,reactors=0)").new(1)
    with pytest.raises(error, match=r"cells: expected pairs \(x, y\)"):
        snakecore.apply_at(state, 0, cells)
