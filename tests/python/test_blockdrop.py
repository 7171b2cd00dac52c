"""The functions of Block drop alone, and its rules from Python."""

import json
from random import Random

import libgames as lg
import numpy as np
import pytest
from libgames import blockdrop

GAME = lg.make("blockdrop")
PLACES = [(9, 9, "U"), (0, 0, "R"), (0, 17, "L"), (17, 17, "D")]
ZEROS = "/".join(["0,0,0,0,0,0"] * 6)
CORNERS = "0,0,R,0 0,17,L,0 17,17,D,0 -"


def position(players=f"9,9,U,0 {CORNERS}", turns="0/1000", rules="page", **rows):
    """A position text: row3="..." gives the fourth row of timers, all others are stable."""
    timers = ZEROS.split("/")
    for name, row in rows.items():
        timers[int(name.removeprefix("row"))] = row
    return f"{rules} {turns} {'/'.join(timers)} {players}"


def parse(text):
    rules, turns = text.split()[:2]
    return lg.make("blockdrop", rules=rules, turns=turns.split("/")[1]).parse(text)


def play(state, answers):
    """One turn an answer, as a referee plays them."""
    for answer in answers:
        state = blockdrop.play(state, answer)
    return state


# ---- the start ----


def test_start():
    assert str(blockdrop.start(PLACES)) == position()
    engine = blockdrop.start(tuple(map(list, PLACES)), "engine", np.int16(50))
    assert engine.game == lg.make("blockdrop", rules="engine", turns=50)
    assert str(engine) == position(turns="0/50", rules="engine")
    assert blockdrop.start(PLACES, turns=7, rules="engine").game.parameters == {"rules": "engine", "turns": 7}
    assert blockdrop.start([(9, 9, "U"), (9, 13, "U"), *PLACES[2:]]).player == 0  # 4 apart


@pytest.mark.parametrize(
    "players, error",
    [
        (PLACES[:3], "four players"),
        ([*PLACES, (17, 0, "U")], "four players"),
        ([], "four players"),
        ([(9, 9, "U"), (9, 12, "U"), *PLACES[2:]], "more than 3 apart"),
        ([(9, 9, "U"), (7, 10, "U"), *PLACES[2:]], "more than 3 apart"),
        ([*PLACES[:3], (9, 9, "U")], "more than 3 apart"),
        ([(-1, 9, "U"), *PLACES[1:]], "row and column in 0 ... 17"),
        ([(9, 18, "U"), *PLACES[1:]], "row and column in 0 ... 17"),
        ([(10**30, 9, "U"), *PLACES[1:]], "row and column in 0 ... 17"),
        ([(9, 9, "N"), *PLACES[1:]], "one of U R D L"),
        ([(9, 9, "UR"), *PLACES[1:]], "one of U R D L"),
        ([(9, 9, ""), *PLACES[1:]], "one of U R D L"),
        ([(9, 9, 0), *PLACES[1:]], "one of U R D L"),
        ([(9, 9, "U,2 0,0,R"), *PLACES[2:]], "one of U R D L"),
        ([(9, 9), *PLACES[1:]], "one of U R D L"),
        ([(9, 9, "U", 0), *PLACES[1:]], "one of U R D L"),
    ],
)
def test_places_where_no_game_starts(players, error):
    with pytest.raises(ValueError, match=error):
        blockdrop.start(players)


@pytest.mark.parametrize("players", [None, 1, [1, 2, 3, 4], [(9.0, 9, "U"), *PLACES[1:]], [("9", 9, "U"), *PLACES[1:]]])
def test_places_of_wrong_types(players):
    with pytest.raises(TypeError):
        blockdrop.start(players)


@pytest.mark.parametrize(
    "options", [{"rules": "Page"}, {"rules": "page,turns=5"}, {"turns": 0}, {"turns": 32768}, {"turns": -1},
                {"turns": 10**30}]
)
def test_starts_of_unknown_configurations(options):
    with pytest.raises(lg.ParseError):
        blockdrop.start(PLACES, **options)


@pytest.mark.parametrize("options", [{"rules": None}, {"turns": None}, {"turns": 7.0}])
def test_configurations_of_wrong_types(options):
    with pytest.raises(TypeError, match="^(rules|turns): expected an integer or a str, not (None|7.0)$"):
        blockdrop.start(PLACES, **options)


# ---- single turns ----


@pytest.mark.parametrize(
    "answer, action",
    [("U", "U"), ("R\n", "R"), ("  D please\r\n", "D"), ("L\nU\n", "L"), ("A", "A"), ("N", "N"), ("", "N"),
     ("\nU", "N"), ("u", "N"), ("UU", "N"), ("U\0", "U"), ("\0U", "U"), ("é", "N"), ("\N{NO-BREAK SPACE}U", "N"),
     ("READY", "N"), ("X" * 100_000, "N")],
)
def test_answers(answer, action):
    state = blockdrop.start(PLACES)
    expected = state.apply(GAME.parse_action(action))
    assert blockdrop.play(state, answer) == blockdrop.play(state, answer.encode()) == state.apply(answer) == expected
    assert str(state) == position()


def test_a_turn_is_a_turn_also_of_the_fallen():
    """State.apply continues to the next decision, blockdrop.play does not."""
    state = parse(position(f"-1,-1,U,1 {CORNERS}", turns="3/1000", row2="9,-9,0,0,0,0"))
    assert state.player == 3
    turn = blockdrop.play(state, "U")
    assert str(turn) == position("-1,-1,U,1 0,0,R,0 0,17,L,0 16,17,U,0 -", turns="4/1000", row2="8,-8,0,0,0,0")
    assert turn.player == 0 and turn.legal_actions == (5,)
    assert blockdrop.play(turn, "A") == state.apply("U")
    assert state.apply("U").player == 1


def test_turns_of_a_finished_game():
    for text in (position(turns="7/7"), position("9,9,U,0 -1,-1,R,0 -1,-1,L,0 -1,-1,D,0 -")):
        state = parse(text)
        for answer in ("U", "N", "", "junk"):
            with pytest.raises(lg.GameOver):
                blockdrop.play(state, answer)
        assert str(state) == text


def test_answers_of_wrong_types():
    state = blockdrop.start(PLACES)
    for wrong in (None, 0, ["U"], bytearray(b"U")):
        with pytest.raises(TypeError, match="^text: expected str or bytes, not "):
            blockdrop.play(state, wrong)
    with pytest.raises(ValueError, match="^text: expected no lone surrogates, not "):
        blockdrop.play(state, "\ud800")


@pytest.mark.parametrize("rules, away", [("page", 20), ("engine", 19)])
def test_a_block_drops_and_comes_back(rules, away):
    """A neighbour block attacked in turn 0: its timer at the beginning of each later turn."""
    state = blockdrop.start([(9, 0, "R"), *PLACES[1:]], rules)
    seen = []
    for turn in range(28):
        state = blockdrop.play(state, "A" if turn == 0 else "N")
        seen.append(blockdrop.blocks(state)[3][1])
    assert seen == [3, 2, 1, *range(-away, 0), *[0] * (25 - away)]


def test_forfeit_stops_a_program():
    state = blockdrop.start(PLACES).forfeit(2)
    assert str(state) == position(f"9,9,U,0 {CORNERS[:-1]}2")
    after = state.apply("U").apply("R")
    assert (after.player, after.fields["turn"]) == (3, 3)
    assert after.apply("N").apply("N").apply("N").message(2) == ""
    last = after.forfeit(0).forfeit(1).forfeit(3)  # no player is left to decide
    assert (last.is_over, last.result) == (True, "turn limit")


# ---- messages ----


def test_message():
    rows = {"row0": "0,3,7,11,15,19", "row1": "-19,0,0,0,0,-1"}
    players = "9,9,U,0 0,17,R,2 -1,-1,L,1 17,16,D,0 -"
    timers = "0 3 7 11 15 19\n-19 0 0 0 0 -1\n" + "0 0 0 0 0 0\n" * 4
    page = parse(position(players, turns="5/1000", **rows))
    engine = parse(position(players, turns="5/1000", rules="engine", **rows))
    assert page.message(1) == f"1\n5\n{timers}9 9 U 0\n0 17 R 2\n-1 -1 L 1\n17 16 D 0\nEOD\n"
    assert engine.message(1) == f"1\n5\n{timers}9 9 U 0\n17 0 R 2\n-1 -1 L 1\n16 17 D 0\nEOD\n"
    assert [page.message(player) for player in (0, 2, 3)] == ["", "", ""]


def test_no_requests_after_the_end_or_a_fall():
    fallen = parse(position(f"-1,-1,U,0 {CORNERS}"))
    over = parse(position(turns="8/8"))
    for state in (fallen, over):
        assert [state.message(player) for player in range(4)] == [""] * 4


def test_messages_without_a_receiver():
    state = blockdrop.start(PLACES)
    for player in (-1, 4, 2**31, 10**30):
        with pytest.raises(ValueError, match="player"):
            state.message(player)
    for player in (None, "0", 1.0):
        with pytest.raises(TypeError, match="player"):
            state.message(player)


# ---- results ----

ENDS = [
    (position(), "ongoing", None, (0, 0, 0, 0)),
    (position(turns="999/1000"), "ongoing", None, (0, 0, 0, 0)),
    (position(turns="1000/1000"), "turn limit", None, (0, 0, 0, 0)),
    (position("-1,-1,U,0 -1,-1,R,0 9,9,L,0 17,17,D,0 -"), "ongoing", None, (0, 0, 0, 0)),
    (position("-1,-1,U,0 -1,-1,R,0 9,9,L,0 -1,-1,D,0 -"), "won", 2, (-1, -1, 1, -1)),
    (position("-1,-1,U,0 -1,-1,R,0 9,9,L,0 -1,-1,D,0 2", turns="1000/1000"), "won", 2, (-1, -1, 1, -1)),
    (position("-1,-1,U,0 -1,-1,R,0 -1,-1,L,0 -1,-1,D,0 -"), "nobody left", None, (0, 0, 0, 0)),
    (position("-1,-1,U,0 -1,-1,R,0 -1,-1,L,0 -1,-1,D,0 -", turns="5/5"), "nobody left", None, (0, 0, 0, 0)),
]


@pytest.mark.parametrize("text, result, winner, outcome", ENDS)
def test_results(text, result, winner, outcome):
    state = parse(text)
    assert state.result == result
    assert blockdrop.winner(state) == winner
    assert state.is_over == (result != "ongoing")
    assert state.outcome == outcome
    assert state.scores == tuple(int(player == winner) for player in range(4))


def test_the_last_two_fall_together():
    both = parse(position("9,9,U,0 11,11,R,0 -1,-1,L,0 -1,-1,D,0 -", row3="0,0,0,1,0,0"))
    assert blockdrop.play(both, "N").result == "nobody left"
    saved = parse(position("11,11,R,0 9,9,U,0 -1,-1,L,0 -1,-1,D,0 -", row3="0,0,0,1,0,0"))
    assert blockdrop.winner(blockdrop.play(saved, "D")) == 0


def test_blocks_and_players():
    text = position("9,9,U,2 -1,-1,R,1 0,17,L,0 17,16,D,0 -", row0="0,3,7,11,15,19", row5="-20,0,0,0,-1,0")
    assert blockdrop.blocks(parse(text)) == [[0, 3, 7, 11, 15, 19], *[[0] * 6] * 4, [-20, 0, 0, 0, -1, 0]]
    assert blockdrop.players(parse(text)) == [(9, 9, "U", 2), (-1, -1, "R", 1), (0, 17, "L", 0), (17, 16, "D", 0)]


# ---- the mask: actions that would be carried out ----


@pytest.mark.parametrize(
    "text, legal, reason",
    [
        (position(), "URDLAN", None),
        (position(f"0,9,U,0 {CORNERS}"), "RDLAN", "the step would leave the board"),
        (position(f"0,9,R,0 {CORNERS}"), "URDLAN", None),  # U is cancelled but turns
        (position(f"8,8,D,0 {CORNERS}", row3="0,0,-5,0,0,0"), "URLAN", "the step would be onto a dropped block"),
        (position(f"8,8,D,0 {CORNERS}", row3="0,0,5,0,0,0"), "URDLAN", None),
        (position("9,9,L,0 9,5,L,0 17,17,D,0 0,0,R,0 -"), "URDAN", "the step would be to within 3 of another player"),
        (position(f"9,9,U,1 {CORNERS}"), "N", "the player has attacked and misses this turn"),
        (position(f"-1,-1,U,0 {CORNERS}"), "N", "the player whose turn it is has fallen"),
        (position(f"9,9,U,0 {CORNERS[:-1]}0"), "N", "the player whose turn it is was stopped"),
        (position(turns="7/7"), "", "the game is over"),
    ],
)
def test_masks(text, legal, reason):
    state = parse(text)
    assert "".join(state.legal_moves) == legal
    assert list(state.legal_moves) == [state.game.action_text(action) for action in state.legal_actions]
    for action in range(6):
        explained = state.explain(action)
        assert (explained is None) == (action in state.legal_actions)
        assert explained is None or explained.startswith(reason)
        if not state.is_over and explained is not None:  # accepted all the same, and nothing happens
            assert state.apply(action) == state.apply("N")


def test_whole_games_of_random_actions():
    """Outside the mask nothing happens; inside it something does, unless the player falls in this turn anyway."""
    random = Random(2015)
    for seed in range(5):
        state = GAME.new(seed)
        while not state.is_over:
            nothing = state.apply("N")
            falls = blockdrop.players(nothing)[state.player][0] < 0
            for action in range(5):
                happens = state.apply(action) != nothing
                assert happens == (action in state.legal_actions) or (falls and not happens)
            state = state.apply(random.randrange(6))


def test_random_play_is_pinned():
    outcomes, lengths = GAME.rollouts(5, seed=0)
    assert [outcome.index(1) if 1 in outcome else None for outcome in outcomes.tolist()] == [0, 1, 3, 2, None]
    assert lengths.tolist() == [447, 303, 113, 455, 621]


# ---- observations, as docs/games/blockdrop.md numbers them ----

SEEN = position("9,10,U,0 -1,-1,R,1 0,17,L,2 17,16,D,0 -", turns="6/300", row0="0,0,0,0,0,19", row5="-20,0,0,0,0,0")


def test_compact_observation():
    expected = {
        0: [9, 10, 0, 0, -1, -1, 1, 1, 0, 17, 3, 2, 17, 16, 2, 0, 2, 6, 300],
        1: [-1, -1, 1, 1, 0, 17, 3, 2, 17, 16, 2, 0, 9, 10, 0, 0, 3, 6, 300],
        2: [0, 17, 3, 2, 17, 16, 2, 0, 9, 10, 0, 0, -1, -1, 1, 1, 0, 6, 300],
        3: [17, 16, 2, 0, 9, 10, 0, 0, -1, -1, 1, 1, 0, 17, 3, 2, 1, 6, 300],
    }
    state = parse(SEEN)
    for player, rest in expected.items():
        seen = state.observation(player)
        assert seen.dtype == np.int16 and seen.shape == (55,)
        assert seen[:36].tolist() == [0, 0, 0, 0, 0, 19, *[0] * 24, -20, 0, 0, 0, 0, 0]
        assert seen[36:].tolist() == rest
    assert np.array_equal(state.observation(), state.observation(2))


def test_planes():
    expected = np.zeros((13, 18, 18), np.uint8)
    expected[0, 0:3, 15:18] = 19
    expected[1, 15:18, 0:3] = 20
    expected[2, 0, 17] = expected[9, 0, 17] = 1  # the observer, facing L
    expected[10, 0, 17] = 2
    expected[3, 17, 16] = expected[8, 17, 16] = 1
    expected[4, 9, 10] = expected[6, 9, 10] = 1  # the next has fallen
    expected[11] = 0
    expected[12] = 255
    state = parse(SEEN)
    assert np.array_equal(state.observation(2, "planes"), expected)
    for player, turns in ((0, 2), (1, 3), (3, 1)):
        seen = state.observation(player, "planes")
        assert (seen[11] == turns).all()
        assert np.array_equal(seen[2:6], np.roll(expected[2:6], 2 - player, axis=0))
        assert np.array_equal(seen[[0, 1, 6, 7, 8, 9, 10, 12]], expected[[0, 1, 6, 7, 8, 9, 10, 12]])
    assert (parse(SEEN.replace("6/300", "50/300")).observation(0, "planes")[12] == 250).all()


def test_who_was_stopped_is_not_seen():
    state = parse(SEEN)
    for name in ("compact", "planes"):
        for player in range(4):
            told = parse(SEEN[:-1] + "03").observation(player, name)
            assert np.array_equal(state.observation(player, name), told)


# ---- the published engine's replays ----

ENGINE = [(9, 9, "R"), (10, 17, "L"), (0, 0, "D"), (17, 0, "U")]


def test_replay():
    start = blockdrop.start(ENGINE, "engine")
    text = blockdrop.to_replay(start, "ALNNUNNNDRNN")
    assert json.loads(text) == {
        "log": [],
        "winner": -1,
        "replay": {
            "initial": [["9", "9", "R"], ["17", "10", "L"], ["0", "0", "D"], ["0", "17", "U"]],
            "commands": list("ALNNNNNNNNNN"),  # player 0 is stunned; player 1 falls in turn 7 and repeats its N
        },
    }
    assert blockdrop.from_replay(text) == (start, "ALNNNNNNNNNN")
    assert blockdrop.from_replay(json.dumps(json.loads(text), indent=1).encode()) == (start, "ALNNNNNNNNNN")
    shorter = blockdrop.start(ENGINE, "engine", 2)
    assert blockdrop.from_replay(text, turns=np.int8(2)) == (shorter, "AL")


def test_replays_of_whole_games():
    random = Random(1)
    game = lg.make("blockdrop", rules="engine", turns=300)
    winners = set()
    for seed in range(40):
        start = state = game.new(seed)
        letters = ""
        while not state.is_over:
            letter = random.choice("URDLAN")
            state, letters = blockdrop.play(state, letter), letters + letter
        text = blockdrop.to_replay(start, letters)
        file = json.loads(text)
        winner = blockdrop.winner(state)
        assert file["winner"] == (-1 if winner is None else winner)
        file["replay"]["commands"] += ["A", "U", "N"]  # the engine continues with no player alive
        again, carried_out = blockdrop.from_replay(json.dumps(file), 300)
        assert again == start and len(carried_out) == len(letters)
        assert play(start, carried_out) == state
        assert blockdrop.to_replay(start, carried_out) == text
        winners.add(winner)
    assert winners >= {0, 1, 2, 3}


def test_replays_that_can_not_be_written():
    start = blockdrop.start(ENGINE, "engine", 3)
    assert len(json.loads(blockdrop.to_replay(start, "URD"))["replay"]["commands"]) == 3
    with pytest.raises(lg.GameOver):
        blockdrop.to_replay(start, "URDL")
    for wrong in ("X", "u", "UR DL", "é", "\ud800", "U\0"):
        with pytest.raises(ValueError, match="only U R D L A N"):
            blockdrop.to_replay(start, wrong)
    for wrong in (None, 1, b"U", ["U"]):
        with pytest.raises(TypeError, match="letters: expected str"):
            blockdrop.to_replay(start, wrong)
    for state in (blockdrop.start(ENGINE), blockdrop.play(start, "U"), start.forfeit(0)):
        with pytest.raises(ValueError, match="a game's start under the rules `engine`"):
            blockdrop.to_replay(state, "U")


@pytest.mark.parametrize(
    "damage, line, column, expected",
    [
        (lambda text: "", 1, 1, "'{'"),
        (lambda text: text + " x", 1, 142, "the end of the replay"),
        (lambda text: text.replace("-1", "4"), 1, 23, "the winner, -1 to 3"),
        (lambda text: text.replace("-1", "0"), 1, 23, "the winner that the commands give, -1 for none"),
        (lambda text: text.replace('"log": [], ', ""), 1, 129, "',' and the members that are missing"),
        (lambda text: text.replace('[["9"', '[["18"'), 1, 52, "a column, 0 to 17"),
        (lambda text: text.replace('["17", "10"', '["9", "12"'), 1, 67,
         "a place more than 3 from those of the players before it"),
        (lambda text: text.replace(', "replay"', ',\n"replay"').replace('"A"', '"X"'), 2, 110,
         "a command: U R D L A N"),
    ],
)
def test_texts_that_are_no_replays(damage, line, column, expected):
    text = damage(blockdrop.to_replay(blockdrop.start(ENGINE, "engine"), "A"))
    for given in (text, text.encode()):
        with pytest.raises(lg.ParseError) as raised:
            blockdrop.from_replay(given)
        assert (raised.value.line, raised.value.column, raised.value.expected) == (line, column, expected)


def test_replays_from_wrong_arguments():
    text = blockdrop.to_replay(blockdrop.start(ENGINE, "engine"), "A")
    for turns in (0, -1, 32768, 2**31, 10**30):
        with pytest.raises(ValueError, match="turns"):
            blockdrop.from_replay(text, turns)
    for turns in (None, "7", 7.0):
        with pytest.raises(TypeError, match="turns"):
            blockdrop.from_replay(text, turns)
    for wrong in (None, 1, [text], json.loads(text)):
        with pytest.raises(TypeError, match="^text: expected str or bytes, not "):
            blockdrop.from_replay(wrong)


# ---- positions ----


@pytest.mark.parametrize(
    "text, column, expected",
    [
        ("", 1, "the rule set, 'page' or 'engine', and a blank"),
        (position(rules="engine"), 1, "the rule set of this configuration"),
        (position(turns="0/999"), 8, "the turn limit of this configuration"),
        (position(turns="1001/1000"), 6, "a turn that is not past the turn limit"),
        (position(row0="20,0,0,0,0,0"), 13, "a timer, -20 to 19"),
        (position(f"9,18,U,0 {CORNERS}"), 87, "a column, -1 to 17"),
        (position(f"9,9,U,3 {CORNERS}"), 91, "a stun, 0 to 2"),
        (position(f"-1,9,U,0 {CORNERS}"), 85,
         "a player on a standing block, more than 3 from the players before it, or -1 and -1"),
        (position() + "\n", 121, "the end of the position"),
    ],
)
def test_texts_that_are_no_positions(text, column, expected):
    with pytest.raises(lg.ParseError) as raised:
        GAME.parse(text)
    assert (raised.value.line, raised.value.column, raised.value.expected) == (1, column, expected)


def test_bytes_that_are_no_positions():
    data = bytes(blockdrop.start(PLACES))
    assert len(data) == 64
    for offset, value in (
        (0, 20), (39, 1), (21, 255), (40, 18), (40, 255), (48, 4), (52, 3), (60, 2), (61, 16), (63, 1),
    ):
        with pytest.raises(lg.StateError, match="not a state"):
            GAME.from_bytes(data[:offset] + bytes([value]) + data[offset + 1 :])


# ---- the floor as text ----


def test_draw():
    text = position("9,0,R,2 2,4,L,0 -1,-1,D,1 17,17,D,0 -", turns="5/1000", row3="0,-20,4,8,12,16")
    assert parse(text).board == """\
                 11 111 111
    012 345 678 901 234 567
   +-----------------------+
 0 |... ... ... ... ... ...|
 1 |... ... ... ... ... ...|     0   0   0   0   0   0
 2 |... .1. ... ... ... ...|
   |                       |
 3 |... ... ... ... ... ...|
 4 |... ... ... ... ... ...|     0   0   0   0   0   0
 5 |... ... ... ... ... ...|
   |                       |
 6 |... ... ... ... ... ...|
 7 |... ... ... ... ... ...|     0   0   0   0   0   0
 8 |... ... ... ... ... ...|
   |                       |
 9 |0..     ~~~ ~~~ ~~~ ~~~|
10 |...     ~~~ ~~~ ~~~ ~~~|     0 -20   4   8  12  16
11 |...     ~~~ ~~~ ~~~ ~~~|
   |                       |
12 |... ... ... ... ... ...|
13 |... ... ... ... ... ...|     0   0   0   0   0   0
14 |... ... ... ... ... ...|
   |                       |
15 |... ... ... ... ... ...|
16 |... ... ... ... ... ...|     0   0   0   0   0   0
17 |... ... ... ... ... ..3|
   +-----------------------+
player 0: row 9, column 0, facing R, stun 2
player 1: row 2, column 4, facing L, stun 0
player 2: fallen
player 3: row 17, column 17, facing D, stun 0
player 1 to move"""


@pytest.mark.parametrize("text, result, winner", [end[:3] for end in ENDS])
def test_the_board_ends_with_the_stage_of_the_game(text, result, winner):
    last = parse(text).board.splitlines()[-1]
    expected = {"ongoing": f"player {parse(text).player} to move", "won": f"over: won by player {winner}"}
    assert last == expected.get(result, f"over: {result}")


# ---- wrong arguments ----

FUNCTIONS = {
    "play": lambda state: blockdrop.play(state, "U"),
    "winner": blockdrop.winner,
    "blocks": blockdrop.blocks,
    "players": blockdrop.players,
    "to_replay": lambda state: blockdrop.to_replay(state, ""),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_wrong_states(name):
    other = lg.make("alquerque").new()
    for wrong in (None, 1, "", position(), bytes(blockdrop.start(PLACES)), GAME, [GAME.new()], object(), other):
        with pytest.raises(TypeError, match="expected a state of blockdrop"):
            FUNCTIONS[name](wrong)
    with pytest.raises(TypeError):
        FUNCTIONS[name]()
