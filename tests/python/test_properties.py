"""Properties of all games that Hypothesis tries to break: random configurations, positions of random play, and strings,
bytes and numbers from outside.

The same examples every time; `pytest --hypothesis-profile=explore tests/python/test_properties.py` looks for others.
"""

import copy
import pickle
import struct

import hypothesis.strategies as st
import libgames as lg
import numpy as np
import pytest
from hypothesis import given

# Parameters that make games small, so that much happens in few actions: lowest and highest value.
SMALL = {
    "amazes": {"turns": (1, 6)},
    "blockdrop": {"turns": (1, 60)},
    "ontherun": {"cities": (5, 40), "map": (0, 2**31 - 1)},
    "snakecore": {"size": (8, 12), "players": (1, 8), "walls": (0, 8), "reactors": (0, 3), "ordinary": (0, 20),
                  "energy": (0, 8), "rounds": (1, 30), "radius": (3, 12)},
}
WITH_CHANCE = {"snakecore"}  # draws of a turn do not turn with the board

SEEDS = st.integers(0, 2**64 - 1)
INTEGERS = st.integers() | st.sampled_from([-1, 0, 1, 2**31 - 1, 2**31, -(2**31) - 1, 2**63, 2**64 - 1, 2**64, 10**40])

all_games = pytest.mark.parametrize("name", lg.games())


# ---- strategies ----


@st.composite
def configured(draw, name):
    """A game of this name, small more often than not."""
    game_type = lg.make(name).type
    values = {}
    for parameter in game_type.parameters:
        if parameter.name in SMALL.get(name, {}):
            values[parameter.name] = draw(st.integers(*SMALL.get(name, {})[parameter.name]))
        elif parameter.words:
            values[parameter.name] = draw(st.sampled_from(parameter.words))
    return lg.make(name, **values)


@st.composite
def positions(draw, name):
    """A position of random play, often at or near the end of a game."""
    game = draw(configured(name))
    length = draw(st.integers(0, 40) | st.integers(0, 1000))
    return game.new(draw(SEEDS)).rollout(draw(SEEDS), length)[0]


def number_at(text, start):
    """The end of the run of digits that begins at `start`."""
    end = start
    while end < len(text) and text[end].isdigit():
        end += 1
    return end


@st.composite
def damaged_texts(draw, text, other):
    """A text that is like `text`: cut, repeated, mixed with `other`, with other letters or other numbers."""
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 4)))
        what = draw(st.integers(0, 6))
        if what == 0:
            text = text[:start] + text[end:]
        elif what == 1:
            text = text[:start] + draw(st.text(max_size=3)) + text[start:]
        elif what == 2:
            text = text[:start] + draw(st.sampled_from("0123456789-+*/,.:; \n\r\t\0abwURDLNESWCTPé")) + text[end:]
        elif what == 3:
            text = text[:end] + text[start:]
        elif what == 4:
            text = text[:start] + other[draw(st.integers(0, len(other))) :]
        elif what == 5:
            number = str(draw(st.integers(-2, 1001) | st.integers(-(2**70), 2**70)))
            text = text[:start] + number + text[number_at(text, start) :]
        else:
            text = text[:start]
    return text


@st.composite
def damaged_bytes(draw, data, other):
    """Bytes that are like `data`: some bytes, bits or numbers changed, mixed with `other`, seldom of another length."""
    data = bytearray(data)
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(data) - 1))
        what = draw(st.integers(0, 4))
        if what == 0:
            data[at] = draw(st.integers(0, 255))
        elif what == 1:
            data[at] ^= 1 << draw(st.integers(0, 7))
        elif what == 2:
            end = draw(st.integers(at, len(data)))
            data[at:end] = other[at:end]
        elif what == 3:
            at -= at % 4
            data[at : at + 4] = struct.pack("=i", draw(st.sampled_from([-1, 0, 1, 2**31 - 1, -(2**31)])))
        else:
            at -= at % 2
            data[at : at + 2] = struct.pack("=H", draw(st.integers(0, 2**16 - 1)))
    if draw(st.integers(0, 19)) == 0:
        data = data[: draw(st.integers(0, len(data)))] + draw(st.binary(max_size=9))
    return bytes(data)


# ---- properties ----


def check_identity(state):
    """Text, bytes, copies: the same state again."""
    game = state.game
    for same in (game.parse(str(state)), game.from_bytes(bytes(state)), copy.deepcopy(state),
                 pickle.loads(pickle.dumps(state))):
        assert same == state and hash(same) == hash(state) and same.key == state.key
        assert bytes(same) == bytes(state) and str(same) == str(state)


def check_action(state, action):
    """An action number of any kind: carried out, or refused with a documented error. The state stays as it is."""
    before, game = bytes(state), state.game
    legal = action in state.legal_actions
    try:
        after = state.apply(action)
    except lg.GameOver:
        assert state.is_over and 0 <= action < game.num_actions
    except lg.IllegalMove as error:
        assert not legal and not state.is_over and str(error) == state.explain(action)
    except ValueError:
        assert not 0 <= action < game.num_actions
    else:
        assert game.from_bytes(bytes(after)) == after == state.apply(action) and not state.is_over
        assert legal or state.explain(action)
    if 0 <= action < game.num_actions:
        assert legal == (state.explain(action) is None)
    assert bytes(state) == before


def check_values(state):
    """Who is to move, scores, outcome, mask and observations: all in their ranges."""
    game = state.game
    actions = state.legal_actions
    assert state.is_over == (state.player is None) == (not actions)
    assert state.is_over or 0 <= state.player < game.players
    assert np.flatnonzero(state.action_mask).tolist() == list(actions)
    assert len(state.scores) == len(state.outcome) == game.players
    assert all(-1 <= outcome <= 1 for outcome in state.outcome)
    assert state.is_over or not any(state.outcome)
    for space in game.observation_spaces:
        for player in range(game.players):
            seen = state.observation(player, space.name)
            assert seen.dtype == space.dtype and seen.shape == space.shape
            assert space.low <= seen.min() and seen.max() <= space.high


def check_everything(state):
    """Also for states from outside."""
    check_identity(state)
    check_values(state)
    assert state.board
    for action in state.legal_actions[:3]:
        check_action(state, action)
    for player in range(state.game.players):
        assert state.board_for(player)
        if not state.is_over:
            check_values(state.forfeit(player))
    check_values(state.rollout(seed=1, limit=5)[0])


# ---- configurations ----


@all_games
@given(data=st.data())
def test_configurations(name, data):
    game = data.draw(configured(name))
    for same in (lg.make(game.config), lg.make(name, **game.parameters), pickle.loads(pickle.dumps(game))):
        assert same == game and hash(same) == hash(game) and same.config == game.config
        assert same.parameters == game.parameters and same.observation_spaces == game.observation_spaces
    seed = data.draw(SEEDS)
    assert game.new(seed) == lg.make(game.config).new(seed)


@all_games
@given(data=st.data())
def test_parameters_of_any_value(name, data):
    """Made with just these values, or refused as a text."""
    parameters = lg.make(name).type.parameters
    values = {parameter.name: data.draw(INTEGERS | st.text(max_size=5) | st.sampled_from(parameter.words or [""]))
              for parameter in parameters if data.draw(st.booleans())}
    try:
        game = lg.make(name, **values)
    except lg.ParseError as error:
        assert error.line >= 1 and error.column >= 1 and error.expected
    else:
        assert {key: str(game.parameters[key]) for key in values} == {key: str(value) for key, value in values.items()}


@all_games
@given(data=st.data())
def test_texts_as_configurations(name, data):
    """Made, or refused with a place."""
    text = data.draw(damaged_texts(data.draw(configured(name)).config, "(a=1,b=c)") | st.text(max_size=20))
    try:
        game = lg.make(text)
    except lg.ParseError as error:
        assert error.line >= 1 and error.column >= 1 and error.expected
    else:
        assert lg.make(game.config) == game


# ---- positions of play ----


@all_games
@given(data=st.data())
def test_positions(name, data):
    check_everything(data.draw(positions(name)))


@all_games
@given(data=st.data())
def test_playthroughs(name, data):
    """From any position on to the end, by actions and by moves of the contest; played again, it is the same."""
    state = first = data.draw(positions(name))
    played = []
    for step in range(30):
        if state.is_over:
            break
        if step % 3 == 2:
            move = next(iter(state.legal_moves))
        else:
            move = data.draw(st.sampled_from(state.legal_actions))
        played.append(move)
        state = state.apply(move)
        check_identity(state)
    for move in played:
        first = first.apply(move)
    assert first == state
    last, actions = state.rollout(seed=len(played))
    assert last.is_over and (actions == 0) == state.is_over
    check_values(last)


@all_games
@given(data=st.data())
def test_rollouts(name, data):
    """Many games in one call are the same games as one by one."""
    game = data.draw(configured(name))
    seed, count = data.draw(st.integers(0, 2**63)), data.draw(st.integers(0, 3))
    outcomes, lengths = game.rollouts(count, seed)
    again = game.rollouts(count, seed)
    assert outcomes.shape == (count, game.players) and lengths.shape == (count,)
    assert np.array_equal(outcomes, again[0]) and np.array_equal(lengths, again[1])
    for number in range(count):
        one_outcome, one_length = game.rollouts(1, seed + number)
        assert np.array_equal(one_outcome[0], outcomes[number]) and one_length[0] == lengths[number]


@all_games
@given(data=st.data())
def test_symmetries(name, data):
    """Symmetries keep scores and legal actions, playing and mapping commute, and each can be undone."""
    state = data.draw(positions(name))
    game = state.game
    symmetry = data.draw(st.integers(0, game.num_symmetries - 1))
    image = state.symmetry(symmetry)
    check_identity(image)
    assert (image.player, image.scores, image.outcome) == (state.player, state.scores, state.outcome)
    mapped = {action: game.symmetry_action(symmetry, action) for action in state.legal_actions}
    assert image.legal_actions == tuple(sorted(mapped.values()))
    if name not in WITH_CHANCE:
        for action in state.legal_actions[:8]:
            assert state.apply(action).symmetry(symmetry) == image.apply(mapped[action])
    assert state in [image.symmetry(back) for back in range(game.num_symmetries)]
    assert state.symmetry(0) == state


# ---- numbers from outside ----


@all_games
@given(data=st.data())
def test_any_number_as_an_action(name, data):
    state = data.draw(positions(name))
    check_action(state, data.draw(st.integers(0, state.game.num_actions - 1)))
    check_action(state, data.draw(INTEGERS))


@all_games
@given(data=st.data())
def test_any_number_elsewhere(name, data):
    """A number in its range is taken, any other is a ValueError; the state stays as it is."""
    state = data.draw(positions(name))
    game, before = state.game, bytes(state)
    calls = {
        game.new: range(2**64),
        game.action_text: range(game.num_actions),
        lambda number: game.symmetry_action(number, 0): range(game.num_symmetries),
        lambda number: game.symmetry_action(0, number): range(game.num_actions),
        lambda number: game.rollouts(0, number): range(2**64),
        state.symmetry: range(game.num_symmetries),
        state.observation: range(game.players),
        state.draw: range(game.players),
        lambda number: state.rollout(number, 2): range(2**64),
    }
    for call, allowed in calls.items():
        number = data.draw(INTEGERS)
        if number in allowed:
            call(number)
        else:
            with pytest.raises(ValueError):
                call(number)
    number = data.draw(INTEGERS | st.integers(0, game.players - 1))
    try:
        check_values(state.forfeit(number))
    except lg.GameOver:
        assert state.is_over
    except ValueError:
        assert number not in range(game.players)
    assert bytes(state) == before


# ---- text from outside ----


@all_games
@given(data=st.data())
def test_texts_as_positions(name, data):
    """Refused with a place inside the text, or a position whose only text this is."""
    state, other = data.draw(positions(name)), data.draw(positions(name))
    text = data.draw(damaged_texts(str(state), str(other)) | st.text(max_size=30))
    lines = text.split("\n")
    try:
        parsed = state.game.parse(text)
    except lg.ParseError as error:
        assert error.expected and 1 <= error.line <= len(lines)
        assert 1 <= error.column <= len(lines[error.line - 1].encode()) + 1
    else:
        assert str(parsed) == text
        check_everything(parsed)


@all_games
@given(data=st.data())
def test_texts_as_moves(name, data):
    """A text is a move, or refused with a documented error. The state stays as it is."""
    state = data.draw(positions(name))
    before, game = bytes(state), state.game
    moves = [move for move, _ in zip(state.legal_moves, range(5))] or ["N"]
    text = data.draw(damaged_texts(data.draw(st.sampled_from(moves)), moves[0]) | st.text(max_size=10))
    try:
        after = state.apply(text)
    except (lg.ParseError, lg.IllegalMove, lg.GameOver) as error:
        assert str(error) and (state.is_over or not isinstance(error, lg.GameOver))
    else:
        check_identity(after)
    try:
        action = game.parse_action(text)
    except lg.ParseError as error:
        assert error.line == 1 and 1 <= error.column <= len(text.encode()) + 1 and error.expected
    else:
        assert game.parse_action(game.action_text(action)) == action
    assert bytes(state) == before


@all_games
@given(data=st.data())
def test_action_texts(name, data):
    game = data.draw(configured(name))
    action = data.draw(st.integers(0, game.num_actions - 1))
    assert game.parse_action(game.action_text(action)) == action


# ---- bytes from outside ----


@all_games
@given(data=st.data())
def test_bytes_as_states(name, data):
    """Refused as bytes of no state, or a state like any other."""
    state, other = data.draw(positions(name)), data.draw(positions(name))
    size = len(bytes(state))
    given_bytes = data.draw(damaged_bytes(bytes(state), bytes(other).ljust(size, b"\0")) | st.binary(max_size=size)
                            | st.binary(min_size=size, max_size=size))
    try:
        made = state.game.from_bytes(given_bytes)
    except lg.StateError as error:
        assert str(error)
    else:
        assert bytes(made) == given_bytes
        check_everything(made)
