"""The functions of On the Run alone, and its rules from Python."""

import itertools
import pickle
from collections import Counter
from random import Random

import libgames as lg
import numpy as np
import pytest
from libgames import ontherun
from helpers import PAGE_MAP

# City 1 in the middle of four others; city 6 alone.
STAR_MAP = "6\nC 1-2\nC 1-3\nC 1-4\nC 1-5\nEND\n"

# The fugitive's island 1 ... 6, the detectives' ring 7 ... 10.
ISLANDS_MAP = (
    "10\nC 1-2\nC 1-3\nC 1-4\nC 2-5\nC 3-5\nC 4-5\nC 4-6\nC 7-8\nC 8-9\nC 9-10\nC 10-7\nEND\n"
)

GAME = ontherun.on_map(PAGE_MAP)
FOUR_MOVES = "3:1,2,5,8/C/2,1,8,5/C/1,2,5,8/C/2,1,8,5/C/1,2,5,8"

NOT_GAMES = (None, "ontherun", lg.make("alquerque"), GAME.new())
NOT_STATES = (None, "0 d - - -", b"", GAME, lg.make("alquerque").new())


def play(*answers, game=GAME):
    state = game.new()
    for answer in answers:
        state = state.apply(answer)
    return state


def neighbours(text, kinds="CTP"):
    """{city: cities one move away}, read from connect.txt once more."""
    first, *lines = text.split("END")[0].split("\n")
    near = {city: set() for city in range(1, int(first) + 1)}
    for kind, pair in (line.split() for line in lines if line):
        a, b = map(int, pair.split("-"))
        if kind in kinds:
            near[a].add(b)
            near[b].add(a)
    return near


def walks(near, start):
    """{city: fewest moves from start}."""
    moves, edge = {start: 0}, [start]
    while edge:
        edge = [city for city in set().union(*(near[city] for city in edge)) if city not in moves]
        moves |= dict.fromkeys(edge, max(moves.values()) + 1)
    return moves


# ---- maps ----


def test_a_map_of_ones_own():
    assert (GAME.config, GAME.parameters["cities"], GAME.num_actions) == ("ontherun(cities=8)", 8, 600)
    assert GAME.shared == GAME.shared_text == PAGE_MAP
    assert ontherun.places(GAME) == ontherun.places(ontherun.on_map(PAGE_MAP)) and len(set(ontherun.places(GAME))) == 8
    assert ontherun.broken_promises(GAME) == []
    assert ontherun.connections(GAME) == [
        (kind, *map(int, pair.split("-"))) for kind, pair in (line.split() for line in PAGE_MAP.splitlines()[1:-1])
    ]
    mixed = ontherun.on_map("8\r\nP 4-1\r\nC 2-1\r\nC 1-2\r\nEND\r\nand more")
    assert mixed.shared_text == "8\nC 1-2\nP 1-4\nEND\n"
    assert GAME == ontherun.on_map(PAGE_MAP) == lg.Game("ontherun(cities=8)", PAGE_MAP)
    assert GAME != mixed and GAME != lg.make("ontherun", cities=8)


def test_the_map_as_c_has_it():
    """From struct lg_ontherun_map: the cities, and the pairs that are joined."""
    data = GAME.shared_bytes
    assert len(data) == 348_976 and np.frombuffer(data[:4], np.int32) == 8
    joined = np.frombuffer(data[24 : 24 + 4 * 201 * 32], np.uint8).reshape(4, 201, 32)
    ways, cities = ontherun.adjacency(GAME)[:, :8, :8], slice(1, 9)
    assert ways.any() and np.array_equal(np.unpackbits(joined, axis=2, bitorder="little")[:3, cities, cities], ways)
    assert lg.make("alquerque").shared_bytes is None


def test_states_keep_their_map():
    state = play("6\n5\n2\n1", "6", "C 7")
    for again in (pickle.loads(pickle.dumps(state)), GAME.parse(str(state)), GAME.from_bytes(bytes(state))):
        assert again == state
        assert again.game.shared_text == PAGE_MAP
        assert again.apply("7\n8\n1\n5").is_over
    assert state != lg.make("ontherun", cities=8).new()


@pytest.mark.parametrize(
    "text, line, column, expected",
    [
        ("", 1, 1, "the number of cities, 5 to 200"),
        ("four\nEND\n", 1, 1, "the number of cities, 5 to 200"),
        ("4\nEND\n", 1, 1, "the number of cities, 5 to 200"),
        ("201\nEND\n", 1, 1, "the number of cities, 5 to 200"),
        ("08\nEND\n", 1, 1, "the number of cities, 5 to 200"),
        ("9" * 5000, 1, 1, "the number of cities, 5 to 200"),
        ("\u0668\nEND\n", 1, 1, "the number of cities, 5 to 200"),
        ("8 \nEND\n", 1, 2, "the end of the line"),
        ("8\n", 2, 1, "'C', 'T', 'P' or the line 'END'"),
        ("8\nB 1-2\nEND\n", 2, 1, "'C', 'T', 'P' or the line 'END'"),
        ("8\nC 1-2\nC1-3\nEND\n", 3, 2, "one blank after the type"),
        ("8\nC 1-2\nC 9-1\nEND\n", 3, 3, "a city of the map"),
        ("8\nC 1-2\nC 1 2\nEND\n", 3, 4, "'-' between the two cities"),
        ("8\nC 1-2\nC 3-3\nEND\n", 3, 5, "another city than the first one"),
        ("8\nC 1-2\nC 3-4 \nEND\n", 3, 6, "the end of the line"),
    ],
)
def test_texts_that_are_no_maps(text, line, column, expected):
    with pytest.raises(lg.ParseError) as raised:
        ontherun.on_map(text)
    assert (raised.value.line, raised.value.column, raised.value.expected) == (line, column, expected)


@pytest.mark.parametrize(
    "text, broken",
    [
        (PAGE_MAP, []),
        ("5\nC 1-2\nC 2-3\nC 3-4\nC 4-5\nEND\n", ["every city has at least two car connections"]),
        (
            "5\nC 1-2\nC 1-3\nC 1-4\nC 1-5\nC 2-3\nC 2-4\nC 2-5\nC 3-4\nC 3-5\nC 4-5\nEND\n",
            ["the graph of the car connections is planar"],
        ),
        (
            "6\nC 1-2\nC 2-3\nC 3-1\nC 4-5\nC 5-6\nC 6-4\nP 1-4\nEND\n",
            [
                "every city can be reached from every other one by car",
                "every city with a plane connection has a train connection",
            ],
        ),
    ],
)
def test_broken_promises(text, broken):
    assert ontherun.broken_promises(ontherun.on_map(text)) == broken


def test_maps_from_a_seed():
    texts = set()
    for cities, seed in ((5, 0), (5, 1), (60, 0), (200, 0), (200, 2**31 - 1)):
        game = lg.make("ontherun", cities=cities, map=seed)
        assert ontherun.broken_promises(game) == []
        places = ontherun.places(game)
        assert len(set(places)) == cities
        assert all(0 <= x <= 1000 and 0 <= y <= 700 for x, y in places)
        again = lg.make("ontherun", cities=cities, map=seed)
        assert (again.shared_text, ontherun.places(again)) == (game.shared_text, places)
        texts.add(game.shared_text)
    assert len(texts) == 5


@pytest.mark.parametrize("game", [GAME, ontherun.on_map(STAR_MAP), lg.make("ontherun", cities=40)])
def test_distances(game):
    for kind, kinds in (("any", "CTP"), ("C", "C"), ("T", "T"), ("P", "P")):
        near = neighbours(game.shared_text, kinds)
        for start in near:
            moves = walks(near, start)
            assert {end: ontherun.distance(game, start, end, kind) for end in near} == {
                end: moves.get(end) for end in near
            }
    assert ontherun.distance(game, np.int8(1), 2) == ontherun.distance(game, 1, 2)


def test_distances_that_are_refused():
    for start, end in ((0, 1), (1, 0), (9, 1), (1, 9), (-1, 1), (10**30, 1)):
        with pytest.raises(ValueError, match="start"):
            ontherun.distance(GAME, start, end)
    for start in (None, 1.0, "1", [1]):
        with pytest.raises(TypeError, match="start"):
            ontherun.distance(GAME, start, 1)
    for kind in (None, "", "c", "CT", "ANY", 0, b"C"):
        with pytest.raises(ValueError, match="kind"):
            ontherun.distance(GAME, 1, 2, kind)


# ---- the hunt ----


def test_hunt():
    start = GAME.new()
    assert ontherun.hunt(start) == (0, "place detectives", 0, [0, 0, 0, 0], [])
    placed = start.apply("6\n5\n2\n1")
    assert ontherun.hunt(placed) == (0, "place fugitive", 0, [6, 5, 2, 1], [])
    hidden = placed.apply("6")
    assert ontherun.hunt(hidden) == (1, "move fugitive", 6, [6, 5, 2, 1], [6])
    moved = hidden.apply("C 7")
    assert ontherun.hunt(moved) == (1, "move detectives", 7, [6, 5, 2, 1], [3, 7, 8])
    caught = moved.apply("7\n8\n1\n5\n")
    assert ontherun.hunt(caught) == (1, "move detectives", 7, [7, 8, 1, 5], [3])


RESULTS = [
    ("1 f 8 6:8,5,2,1 - ran-into", "ran into detective", (20, 0)),
    ("5 f 8 " + FOUR_MOVES + " - ran-into", "ran into detective", (20, 0)),
    ("6 f 1 4:2,1,8,5 - ran-into", "ran into detective", (19, 1)),
    ("50 f 8 " + FOUR_MOVES + " - ran-into", "ran into detective", (11, 9)),
    ("1 d 7 6:6,5,2,1/C/7,8,1,5 - caught", "caught", (20, 0)),
    ("5 d 4 4:4,1,2,5 - caught", "caught", (19, 1)),
    ("50 d 4 4:4,1,2,5 - caught", "caught", (10, 10)),
    ("50 d 4 4:2,1,8,5 - escaped", "escaped", (0, 20)),
    ("0 d - - - forfeit:d", "illegal", (0, 20)),
    ("1 f 6 6:6,5,2,1 - forfeit:f", "illegal", (20, 0)),
    ("1 f 6 6:6,5,2,1 -", "ongoing", (0, 0)),
]


@pytest.mark.parametrize("text, result, scores", RESULTS, ids=[text for text, _, _ in RESULTS])
def test_results(text, result, scores):
    state = GAME.parse(text)
    assert (state.result, state.scores) == (result, scores)
    assert state.is_over == (result != "ongoing")
    assert state.outcome == pytest.approx(((scores[0] - scores[1]) / 20, (scores[1] - scores[0]) / 20))


@pytest.mark.parametrize(
    "text, answer, reason",
    [
        ("0 d - - -", "6\n5\n2\n6", "two detectives may not end in the same city"),
        ("0 d - - -", "6\n5\n2\n9", "there is no such city"),
        ("0 f - -:6,5,2,1 -", "9", "there is no such city"),
        ("1 f 6 6:6,5,2,1 -", "C 6", "the fugitive may not stay in its city"),
        ("1 f 6 6:6,5,2,1 -", "C 2", "no connection leads from the fugitive's city to that city"),
        ("1 f 6 6:6,5,2,1 -", "T 3", "that city can't be reached by this type of connection"),
        ("1 d 7 6:6,5,2,1/C -", "6\n8\n3\n4", "a detective may not stay in its city"),
        ("1 d 7 6:6,5,2,1/C -", "8\n3\n1\n4", "no connection leads from the detective's city to that city"),
        ("1 d 7 6:6,5,2,1/C -", "8\n8\n3\n4", "two detectives may not end in the same city"),
    ],
)
def test_reasons_of_illegal_answers(text, answer, reason):
    state = GAME.parse(text)
    with pytest.raises(lg.IllegalMove) as raised:
        state.apply(answer)
    assert str(raised.value) == reason
    assert str(state) == text
    assert state.forfeit(state.player).scores == ((0, 20), (20, 0))[state.player]


@pytest.mark.parametrize(
    "text, answer, line, column, expected",
    [
        ("0 d - - -", "6\n5\n2", 3, 2, "the end of the line"),
        ("0 d - - -", "6\n5\n2\n", 4, 1, "a city, 1 to 200"),
        ("0 d - - -", "6\n5\n2\n1\n3", 5, 1, "the end after four lines"),
        ("0 d - - -", "6\n05\n2\n1", 2, 1, "a city, 1 to 200"),
        ("0 f - -:6,5,2,1 -", "C 6", 1, 1, "a city, 1 to 200"),
        ("1 f 6 6:6,5,2,1 -", "C  3", 1, 3, "a city, 1 to 200"),
        ("1 f 6 6:6,5,2,1 -", "C 3 ", 1, 4, "the end of the move"),
        ("1 f 6 6:6,5,2,1 -", "c 3", 1, 1, "'C', 'T' or 'P'"),
        ("1 f 6 6:6,5,2,1 -", "", 1, 1, "'C', 'T' or 'P'"),
    ],
)
def test_answers_that_are_none(text, answer, line, column, expected):
    with pytest.raises(lg.ParseError) as raised:
        GAME.parse(text).apply(answer)
    assert (raised.value.line, raised.value.column, raised.value.expected) == (line, column, expected)


def test_actions_are_types_and_cities():
    for action in range(600):
        assert GAME.action_text(action) == f"{'CTP'[action // 200]} {action % 200 + 1}"
        assert GAME.parse_action(GAME.action_text(action)) == action
    assert GAME.parse_action("12") == 11
    state = GAME.new()
    for city in (6, 5, 2, 1):
        assert state.player == ontherun.DETECTIVES
        state = state.apply(city - 1)
    assert state == play("6\n5\n2\n1") and state.player == ontherun.FUGITIVE
    assert state.apply(5).apply(GAME.parse_action("C 7")) == play("6\n5\n2\n1", "6", "C 7")


# ---- joint moves ----


def test_joint_moves():
    state = play("6\n5\n2\n1", "6", "C 7")
    near = neighbours(PAGE_MAP)
    expected = [
        cities for cities in itertools.product(*(sorted(near[city]) for city in (6, 5, 2, 1))) if len(set(cities)) == 4
    ]
    assert list(ontherun.joint_moves(state)) == expected
    assert ontherun.count_joint_moves(state) == len(expected) == 46
    assert list(state.legal_moves) == ["\n".join(map(str, cities)) for cities in expected]
    assert {cities[0] - 1 for cities in expected} == set(state.legal_actions)
    sent = state.apply(expected[0][0] - 1)
    assert list(ontherun.joint_moves(sent)) == [cities for cities in expected if cities[0] == expected[0][0]]
    for move in state.legal_moves:
        assert ontherun.hunt(state.apply(move)).detectives == [*map(int, move.split())]


def test_joint_moves_come_one_at_a_time():
    state = lg.make("ontherun").new()
    assert ontherun.count_joint_moves(state) == 200 * 199 * 198 * 197
    assert list(itertools.islice(ontherun.joint_moves(state), 2)) == [(1, 2, 3, 4), (1, 2, 3, 5)]
    assert next(state.legal_moves) == "1\n2\n3\n4"
    for other in (play("6\n5\n2\n1"), play("6\n5\n2\n1", "6"), GAME.new().forfeit(0)):
        assert ontherun.count_joint_moves(other) == 0
        assert list(ontherun.joint_moves(other)) == []


def test_detectives_without_a_joint_move_lose():
    state = play("2\n3\n4\n5", "2", "C 1", game=ontherun.on_map(STAR_MAP))
    assert (state.result, state.scores) == ("illegal", (0, 20))
    assert state.message(ontherun.DETECTIVES) == "2\nC\nQuit\n"


def test_legal_moves_of_the_fugitive():
    placed = play("6\n5\n2\n1")
    assert list(placed.legal_moves) == ["1", "2", "3", "4", "5", "6", "7", "8"]
    assert list(placed.apply("3").legal_moves) == ["C 4", "C 6", "T 2", "T 4", "T 8"]
    assert list(placed.forfeit(1).legal_moves) == []


# ---- messages ----


def test_messages():
    script = [("6\n5\n2\n1\n", "6\n"), ("C 7\n", "8\n2\n1\n4\n"), ("C 6\n", "6\n3\n5\n7\n")]
    state, read = GAME.new(), ["", ""]
    for answer in itertools.chain(*script):
        assert state.message(1 - state.player) == ""
        read[state.player] += state.message(state.player)
        state = state.apply(answer)
    assert state.is_over
    assert read[0] + state.message(0) == "Detectives\n6\nC\nC\nQuit\n"
    assert read[1] + state.message(1) == "Fugitive\n6\n5\n2\n1\n8\n2\n1\n4\n6\n3\n5\n7\nQuit\n"
    announced = GAME.parse("5 d 4 C4:1,2,5,8 -")
    assert announced.message(0) == "C 4\n"
    escaped = GAME.parse("50 d 4 4:2,1,8,5 - escaped")
    assert [escaped.message(player) for player in (0, 1)] == ["", ""]


# ---- the detectives' knowledge ----


def test_routes():
    state = ontherun.on_map(ISLANDS_MAP).parse("2 d 5 1:7,8,9,10/C/8,9,10,7/C -")
    assert ontherun.hunt(state).possible == [1, 5, 6]
    assert ontherun.routes(state) == {1: 3, 5: 3, 6: 1}
    assert ontherun.routes(GAME.new()) == {}
    assert ontherun.routes(GAME.parse("1 f 8 6:8,5,2,1 - ran-into")) == {}


def test_samples():
    for weight, shares in (("city", {1: 1 / 3, 5: 1 / 3, 6: 1 / 3}), ("route", {1: 3 / 7, 5: 3 / 7, 6: 1 / 7})):
        game = ontherun.on_map(ISLANDS_MAP, resample=weight)
        state = game.parse("2 d 5 1:7,8,9,10/C/8,9,10,7/C -")
        assert game.parameters["resample"] == weight
        drawn = [state.resample(ontherun.DETECTIVES, seed) for seed in range(3000)]
        counts = Counter(ontherun.hunt(other).fugitive for other in drawn)
        assert counts.keys() == shares.keys()
        assert all(abs(counts[city] - 3000 * share) < 140 for city, share in shares.items())  # five sigma
        assert drawn == [other.resample(ontherun.DETECTIVES, seed) for seed, other in enumerate(drawn)]
    assert GAME.new().resample(ontherun.DETECTIVES, 7) == GAME.new()
    over = GAME.new().forfeit(0)
    assert over.resample(ontherun.DETECTIVES) == over
    with pytest.raises(lg.ParseError, match="city"):
        ontherun.on_map(ISLANDS_MAP, resample="train")


def test_the_hidden_city_stays_hidden():
    game = lg.make("ontherun", cities=40, map=5)
    random, differing = Random(1), 0
    for seed in range(3):
        state = game.new()
        while not state.is_over:
            other = state.resample(ontherun.DETECTIVES, seed)
            same = other == state
            differing += not same
            for space in game.observation_spaces:
                seen = [np.array_equal(state.observation(p, space.name), other.observation(p, space.name)) for p in (0, 1)]
                assert seen == [True, same]
            assert state.board_for(ontherun.DETECTIVES) == other.board_for(ontherun.DETECTIVES)
            assert state.message(ontherun.DETECTIVES) == other.message(ontherun.DETECTIVES)
            state = state.apply(random.choice(state.legal_actions))
    assert differing > 10


def test_drawings():
    state = play("6\n5\n2\n1", "6", "C 7")
    assert state.board.splitlines() == [
        "turn 1 of 50, to do: move detectives",
        "detectives: 6 5 2 1",
        "fugitive:   7",
        "possible:   3 cities: 3 7 8",
    ]
    assert state.board_for(ontherun.DETECTIVES) == state.board.replace("fugitive:   7", "fugitive:   hidden")
    assert state.board_for(ontherun.FUGITIVE) == state.board
    assert state.apply("7\n8\n1\n5").board.startswith("over in turn 1: caught, 20-0\n")
    assert GAME.parse("5 d 4 C4:1,2,5,8 -").board_for(ontherun.DETECTIVES).splitlines()[2] == "fugitive:   4"


# ---- refused input ----


def test_wrong_arguments():
    functions = (ontherun.connections, ontherun.broken_promises, ontherun.places, lambda game: ontherun.distance(game, 1, 2))
    for function, game in itertools.product(functions, NOT_GAMES):
        with pytest.raises(TypeError, match="game: expected a game of ontherun"):
            function(game)
    functions = (
        ontherun.hunt,
        ontherun.count_joint_moves,
        ontherun.joint_moves,
        ontherun.routes,
    )
    for function, state in itertools.product(functions, NOT_STATES):
        with pytest.raises(TypeError, match="state: expected a state of ontherun"):
            function(state)
    for text in (None, b"8\nEND\n", 8, ["8", "END"]):
        with pytest.raises(TypeError, match="text: expected a string"):
            ontherun.on_map(text)


def test_wrong_numbers():
    state = GAME.new()
    for player in (-1, 2, 2**31, -(10**30)):
        with pytest.raises(ValueError, match="player"):
            state.message(player)
    for cities in (4, 201, -1):
        with pytest.raises(lg.ParseError):
            lg.make("ontherun", cities=cities)


def test_random_play_is_pinned():
    outcomes, lengths = lg.make("ontherun", cities=60).rollouts(6, seed=0)
    assert (outcomes[:, 0] * 10).round().tolist() == [6, 10, 9, 9, 10, 9]
    assert lengths.tolist() == [125, 6, 35, 36, 20, 35]
