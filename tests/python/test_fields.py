"""States as NumPy structured arrays: every byte belongs to a field, and the fields agree with other functions."""

import libgames as lg
import numpy as np
import pytest
from libgames import amazes, blockdrop, ontherun, snakecore


def bytes_of(dtype, start=0):
    """Where each byte of a dtype's fields lies, inner ones included."""
    for inner, offset in (field[:2] for field in dtype.fields.values()):
        element, shape = inner.subdtype or (inner, ())
        for number in range(int(np.prod(shape))):
            place = start + offset + number * element.itemsize
            yield from bytes_of(element, place) if element.fields else range(place, place + element.itemsize)


@pytest.mark.parametrize("config", [*lg.games(), "snakecore(size=64,players=8)", "snakecore(size=8,players=1)"])
def test_every_byte_has_one_field(config):
    game = lg.make(config)
    assert game.state_dtype.itemsize == game.state_size
    assert sorted(bytes_of(game.state_dtype)) == list(range(game.state_size))


def test_elements_are_where_their_size_says(game):
    """A number lies at a multiple of its size, as C wants it."""

    def check(dtype, start):
        for inner, offset in (field[:2] for field in dtype.fields.values()):
            element, _ = inner.subdtype or (inner, ())
            if element.fields:
                check(element, start + offset)
            else:
                assert (start + offset) % element.itemsize == 0

    check(game.state_dtype, 0)


def test_alquerque():
    state = lg.make("alquerque").new().apply("c3-d4")
    view = state.fields
    assert (view["ply"], view["to_move"], view["jumper"], view["forfeit"]) == (1, state.player, 255, 0)
    assert [int(side).bit_count() for side in view["pieces"]] == [24, 24]
    assert view["last"]["jumps"].tolist() == [0, 0] and view["last"]["from"][1] == 255


def test_amazes():
    state, _ = lg.make("amazes").new(seed=3).rollout(seed=3, limit=200)
    view = state.fields
    for player, place in enumerate(amazes.places(state)):
        row, column, facing, _ = view["place"][player]
        assert (row + 1, column + 1, "NESW"[facing]) == place
        squares = sum(int(row).bit_count() for row in view["known"]["squares"][player])
        assert squares == amazes.counts(state, player).squares
    assert view["turn_limit"] == 150 and view["turn"] % 2 == state.player and view["turn"] > 0


def test_blockdrop():
    state, _ = lg.make("blockdrop").new(seed=3).rollout(seed=3, limit=45)
    view = state.fields
    assert view["timers"].tolist() == blockdrop.blocks(state) and view["timers"].any()
    for player, (row, column, facing, stun) in enumerate(blockdrop.players(state)):
        assert (view["row"][player], view["column"][player], view["stun"][player]) == (row, column, stun)
        assert "URDL"[view["facing"][player]] == facing
    assert (view["turn_limit"], view["rules"]) == (1000, 0) and view["turn"] % 4 == state.player and view["turn"] > 4


def test_ontherun():
    state, _ = lg.make("ontherun").new().rollout(seed=3, limit=40)
    view, hunt = state.fields, ontherun.hunt(state)
    assert view["detective"].tolist() == list(hunt.detectives)
    assert (view["fugitive"], view["turn"]) == (hunt.fugitive, hunt.turn)
    bits = [64 * word + bit for word in range(4) for bit in range(64) if int(view["possible"][word]) >> bit & 1]
    assert bits == list(hunt.possible)
    assert view["past"].shape == (4, 4)


def test_snakecore():
    state, _ = lg.make("snakecore(size=12,players=3)").new(seed=3).rollout(seed=3, limit=50)
    view = state.fields
    assert (view["size"], view["players"], view["rounds"], view["to_move"]) == (12, 3, 200, state.player)
    for player, python in enumerate(snakecore.pythons(state)):
        assert tuple(view["python"]["head"][player]) == python.cells[0]
        assert view["python"]["length"][player] == len(python.blocks)
        assert view["python"]["score"][player] == python.score
        x, y = python.cells[0]
        assert view["cells"][y, x] == 8 + player
    assert view["rng"]["increment"] % 2 == 1
    empty = [[int(row) >> x & 1 for x in range(12)] for row in view["rows"]]
    assert (np.array(empty) == (view["cells"] == 0)).all()


def named_in(dtype, path):
    """Whether a path such as `python.head` leads to a field."""
    for name in path.split("."):
        if dtype is None or name not in (dtype.names or ()):
            return False
        dtype = dtype[name].subdtype[0] if dtype[name].subdtype else dtype[name]
    return True


@pytest.mark.parametrize("config", lg.games())
def test_errors_name_a_field(config):
    """For any wrong bit, the message begins with a field of the state, and names the expected value."""
    game, random, fields = lg.make(config), np.random.default_rng(5), set()
    for seed in range(40):
        data = np.frombuffer(bytes(game.new(seed).rollout(seed, 3 * seed)[0]), np.uint8).copy()
        for _ in range(60):
            damaged = data.copy()
            damaged[random.integers(len(data))] ^= 1 << random.integers(8)
            try:
                game.from_bytes(damaged.tobytes())
            except lg.StateError as error:
                field, reason = str(error).removeprefix(f"not a state of {config}: ").split(": ", 1)
                assert named_in(game.state_dtype, field) and reason.startswith("expected ") or field == "last", error
                fields.add(field)
    assert len(fields) > 6, fields


@pytest.mark.parametrize(
    "config, field, value, reason",
    [
        ("alquerque", "ply", 201, "expected 0 ... 200"),
        ("alquerque", "to_move", 2, "expected 0 or 1"),
        ("alquerque", "jumper", 3, "expected the point that the chain in `last` of the player to move has reached, or 255"),
        ("amazes", "turn", 301, "expected at most twice the turn_limit"),
        ("amazes", "looked", 2, "expected 0 or 1"),
        ("amazes", "turn_limit", 20, "expected the value of the configuration"),
        ("blockdrop", "stopped", 16, "expected 0 ... 15"),
        ("blockdrop", "facing", 4, "expected 0 ... 3"),
        ("ontherun", "phase", 4, "expected 0 ... 3"),
        ("ontherun", "known", 7, "expected 0 in this phase"),
        ("snakecore", "empty", 1, "expected the number of empty cells"),
        ("snakecore", "size", 21, "expected the value of the configuration"),
    ],
)
def test_a_field_that_is_edited(config, field, value, reason):
    game = lg.make(config)
    record = game.new(3).fields.copy()
    record[field] = value
    with pytest.raises(lg.StateError) as caught:
        game.from_bytes(record.tobytes())
    assert str(caught.value) == f"not a state of {config}: {field}: {reason}"
