"""Every registered game through the properties of the uniform interface."""

import contextlib
import copy
import gc
import inspect
import itertools
import pickle
import re
import subprocess
import sys
import time
import types
import weakref
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import libgames as lg
import numpy as np
import pytest
from libgames.game import room

NOT_INTEGERS = (None, 1.0, 1j, "", "junk", "1", b"1", (1,), [1], np.float64(1), np.array([1, 2]), object())
HUGE = (2**31, 2**63, 2**64, 10**30, 10**5000)


def refuses(call, values, error):
    """Each value makes `call` raise this error, with a message."""
    for value in values:
        with pytest.raises(error) as raised:
            call(value)
        assert str(raised.value)


class Index:
    """An integer to any code that uses __index__."""

    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


def some(states, count):
    """About this number of the states, evenly spread, including the first."""
    return states[:: max(1, len(states) // count)]


def use(state):
    """Calls every member of a state, and checks the properties that hold for all games."""
    game = state.game
    assert game.from_bytes(bytes(state)) == state
    assert game.parse(str(state)) == state
    assert state.is_over == (state.player is None) == (not state.legal_actions)
    assert tuple(np.flatnonzero(state.action_mask)) == state.legal_actions
    assert len(state.scores) == len(state.outcome) == game.players
    assert all(-1 <= outcome <= 1 for outcome in state.outcome)
    assert state.board and 0 <= state.key < 2**64
    for player, space in itertools.product(range(game.players), game.observation_spaces):
        seen = state.observation(player, space.name)
        assert seen.dtype == space.dtype and seen.shape == space.shape
        assert space.low <= seen.min() and seen.max() <= space.high
    for move in itertools.islice(state.legal_moves, 5):
        assert state.apply(move) != state


# ---- games and configurations ----


def test_names_are_sorted():
    own = [name for name in lg.games() if lg.game_type(name).path is None]
    assert own and list(lg.games())[: len(own)] == sorted(own), "those that were loaded come last"


def test_configuration_round_trip(game):
    assert lg.make(game.config) == game == lg.make(game.name, **game.parameters)
    assert hash(lg.make(game.config)) == hash(game)
    assert eval(repr(game), {"libgames": lg}) == game
    assert game != game.config and game != None  # noqa: E711
    for again in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert again == game and again.new(seed=3) == game.new(seed=3)


def test_every_parameter_takes_its_range_and_no_more(game):
    for parameter in game.type.parameters:
        values = parameter.words or (parameter.minimum, parameter.maximum)
        for value in values:
            try:
                made = lg.make(game.name, **{parameter.name: value})
            except lg.ParseError as error:  # in its range, but not together with the other parameters' defaults
                assert error.column == len(game.name + "(")
                continue
            assert made.parameters == {**game.parameters, parameter.name: value} and lg.make(made.config) == made
        wrong = ("none of these", -1) if parameter.words else (parameter.minimum - 1, parameter.maximum + 1, "x", "")
        refuses(lambda value, name=parameter.name: lg.make(game.name, **{name: value}), wrong, lg.ParseError)


def test_description(game):
    assert game.type.name == game.name and game.type.title and game.type.version >= 1
    assert game.players >= 1 and game.num_actions >= 1 and game.num_symmetries >= 1
    assert game.state_size == len(bytes(game.new()))
    assert len({space.name for space in game.observation_spaces}) == len(game.observation_spaces) >= 1


@pytest.mark.parametrize("config", ["", "chess", "chess(size=3)", "Alquerque", " ", "(", "\0", "\n", "é", "x" * 10000])
def test_make_refuses_an_unknown_game(config):
    with pytest.raises(lg.ParseError) as raised:
        lg.make(config)
    assert (raised.value.line, raised.value.column, raised.value.expected) == (1, 1, "the name of a game")


def test_make_refuses_wrong_configurations(game):
    for tail in ("(", "()", "(no_such=1)", "(no_such", "(no_such=1", " ", ")", "\0", "\n", "(=)"):
        with pytest.raises(lg.ParseError) as raised:
            lg.make(game.name + tail)
        assert raised.value.line == 1 and len(game.name) < raised.value.column <= len(game.name + tail) + 1
    with pytest.raises(lg.ParseError):
        lg.make(game.name, no_such=1)
    with pytest.raises(ValueError, match="not both"):
        lg.make(game.name + "(a=1)", a=1)


def test_a_keyword_sets_one_parameter():
    with pytest.raises(lg.ParseError, match="policy: expected one value, not 'uct,simulations=3'") as raised:
        lg.Bot("mcts", depth=3, policy="uct,simulations=3")
    assert (raised.value.line, raised.value.column, raised.value.expected) == (1, 21, "one value")
    with pytest.raises(lg.ParseError, match="mcts: expected the name of a parameter, not 'simulations=5,nodes'"):
        lg.Bot("mcts", **{"simulations=5,nodes": 3})
    with pytest.raises(lg.ParseError, match=r"size: expected one value, not '24\)'"):
        lg.make("snakecore", size="24)")


def test_make_refuses_wrong_types():
    refuses(lg.make, (None, 1, b"alquerque", ["alquerque"]), TypeError)
    refuses(lg.Game, (None, 1, ["alquerque"]), TypeError)
    refuses(lg.make, ("\ud800",), ValueError)


# ---- identity ----


def test_state_is_immutable(middle):
    before = bytes(middle)
    for name in ("game", "_data", "player", "scores", "no_such_name"):
        with pytest.raises(AttributeError, match="immutable"):
            setattr(middle, name, None)
        with pytest.raises(AttributeError, match="immutable"):
            delattr(middle, name)
    assert not hasattr(middle, "__dict__")
    middle.action_mask[:] = 1
    middle.observation()[:] = 0
    assert bytes(middle) == before and np.flatnonzero(middle.action_mask).tolist() == list(middle.legal_actions)


def test_states_are_made_by_games_only():
    for arguments in ((), (b"",), (None, None)):
        with pytest.raises(TypeError):
            lg.State(*arguments)


def test_nothing_else_makes_a_state(middle):
    """No state exists without a game and its bytes: the functions in C rely on this."""
    kinds = [lg.State, type("Plain", (lg.State,), {}), type("Bare", (lg.State,), {"__slots__": ()}),
             type("Eager", (lg.State,), {"__init__": lambda self: None})]  # fmt: skip
    for kind in kinds:
        for make in (kind, lambda kind=kind: kind.__new__(kind), lambda kind=kind: lg.State.__new__(kind)):
            with pytest.raises(TypeError, match=r"^states are made by Game\.new, Game\.parse and Game\.from_bytes$"):
                make()
        with pytest.raises(TypeError, match="not safe"):
            object.__new__(kind)
    with pytest.raises(TypeError, match="layout"):
        object.__setattr__(middle, "__class__", kinds[1])
    turned = middle.game.from_bytes(bytes(middle))
    object.__setattr__(turned, "__class__", kinds[2])
    assert type(turned) is kinds[2] and turned == middle and str(turned) == str(middle)
    assert {type(turned.apply(action)) for action in turned.legal_actions} <= {lg.State}
    for wrong in ("__class__", "game"):
        with pytest.raises((AttributeError, TypeError)):
            object.__setattr__(middle, wrong, object)
    for kinds in ((lg.State, dict), (lg.Game, lg.State)):
        with pytest.raises(TypeError):
            type("Both", kinds, {})
    with pytest.raises(TypeError):  # as of an int or a tuple: the bytes are where they would be
        type("Wide", (lg.State,), {"__slots__": ("more",)})
    with pytest.raises(TypeError, match="weak reference"):
        weakref.ref(middle)
    assert lg.State.__mro__ == (lg.State, object) and sys.getsizeof(middle) >= middle.game.state_size


def test_methods_in_c_take_only_states(middle):
    game, view = middle.game, middle.game.view()
    for name, value in vars(lg.State).items():
        if type(value) in (types.MethodDescriptorType, types.GetSetDescriptorType, types.MemberDescriptorType,
                           types.WrapperDescriptorType):
            for wrong in (None, object(), bytes(middle), game, 5):
                with pytest.raises(TypeError):
                    value.__get__(wrong)() if callable(value) else value.__get__(wrong)
            if name.startswith("_") and callable(value):
                for given in ((), (1,), (1, 2), (1, 2, 3), (None,) * 4, (middle, b"", -1), ((), None), ((1,) * 5, 0)):
                    with contextlib.suppress(Exception):
                        value(middle, *given)
    views = [(99, 0, False, False, view.space), (0, 7, False, False, view.space), view[:4], list(view), (*view[:4], None)]
    views += [(*view[:4], ("", np.dtype(kind), shape, 0, 0)) for kind, shape in ((np.uint8, (2**20,)), (object, (1,)))]
    for wrong in (None, (), *views):
        with pytest.raises((TypeError, ValueError, IndexError, SystemError)):
            middle._observed(wrong, 0)
    for handle in (None, middle, lg._native.lg_game_type_get(game._handle)):
        with pytest.raises((TypeError, ValueError)):
            lg.State._of(SimpleNamespace(_handle=handle), bytes(middle))
    for data in (b"", bytes(middle)[1:], bytes(middle) + b"x", bytearray(bytes(middle)), None):
        with pytest.raises((TypeError, lg.StateError)):
            lg.State._of(game, data)
    other = lg.make("alquerque" if game.name != "alquerque" else "blockdrop").new()
    with pytest.raises((TypeError, lg.StateError)):
        lg._native.lg_game_result(game._handle, other)


def test_methods_in_c_look_like_those_in_python():
    """Its documentation and arguments; wrong arguments are refused in Python's words."""
    in_python = vars(lg.State._written)
    for name, value in in_python.items():
        own = vars(lg.State)[name]
        if own is not value and name not in ("__dict__", "__weakref__"):
            assert own.__doc__ == value.__doc__ and not isinstance(own, property | types.FunctionType), name
            if callable(value):
                kept = [inspect.signature(call).parameters.values() for call in (own, value)]
                assert [(one.name, one.default) for one in kept[0]] == [(one.name, one.default) for one in kept[1]]
    for value in vars(lg.State).values():
        code = getattr(getattr(value, "fget", value), "__code__", None)
        assert code is None or "NotImplementedError" not in code.co_names
    state = lg.make("alquerque").new()
    for call, words in (
        (lambda: state.apply(), "apply() missing 1 required positional argument: 'action'"),
        (lambda: state.apply(1, 2), "apply() takes 2 positional arguments but 3 were given"),
        (lambda: state.apply(129, action=129), "apply() got multiple values for argument 'action'"),
        (lambda: state.apply(move=129), "apply() got an unexpected keyword argument 'move'"),
        (lambda: state.observation(0, None, None, None), "takes from 1 to 4 positional arguments but 5 were given"),
        (lambda: state.observation(0, player=0), "observation() got multiple values for argument 'player'"),
        (lambda: state.observation(seat=0), "observation() got an unexpected keyword argument 'seat'"),
    ):
        with pytest.raises(TypeError, match=re.escape(words)):
            call()
    assert state.apply(action=129) == state.apply(129) == state.apply(Index(129))
    for given in ((0,), (0, "planes"), (0, "planes+canonical"), (0, "planes", state.observation(0))):
        names = dict(zip(("player", "name", "out"), given, strict=False))
        seen = state.observation(*given)
        assert (seen == state.observation(**dict(reversed(names.items())))).all()
        assert (seen == state.observation(names.pop("player"), **names)).all()


def test_states_of_many_sizes_take_turns():
    """A state may take the memory of a freed one, even of one that is freed while another is freed."""
    made = []

    class Own(lg.Game):
        def __del__(self):
            made.append(other.new(len(made)).apply(other.new().legal_actions[0]))

    other = lg.make("snakecore")
    games = [lg.make(name) for name in lg.games() if name != "nim"]
    walks = [[game.new(3)] for game in games]
    for turn in range(40):
        for walk in walks:
            state = walk[-1]
            if not state.is_over:
                walk.append(state.apply(state.legal_actions[turn % len(state.legal_actions)]))
        lone = Own("alquerque").new().apply("c3-d4")
        assert lone.player == 1
        del lone
    for walk in walks:
        for before, after in itertools.pairwise(walk):
            assert after in [before.apply(action) for action in before.legal_actions]
    assert len(made) == 40 and len({state.player for state in made}) == 1 == len(set(map(type, made)))


def test_cycles_of_states_and_games_are_collected():
    class Own(lg.Game):
        pass

    game = Own("alquerque")
    game.start = game.new().apply("c3-d4")
    game.again = [game.start, {game.start: game}]
    gone = weakref.ref(game)
    assert gc.is_tracked(game.start) and game in gc.get_referents(game.start)
    del game
    gc.collect()
    assert gone() is None


def test_states_leak_no_references(middle):
    game, legal = middle.game, middle.legal_actions

    def use_it():
        for action in (*legal, -1, 2**70, None, "junk", 1.5, object()):
            with contextlib.suppress(Exception):
                hash(middle.apply(action))
            with contextlib.suppress(Exception):
                middle.apply(action=action)
            with contextlib.suppress(Exception):
                middle.observation(action, out=action)
            with contextlib.suppress(Exception):
                lg.State._of(game, action)
        for name, value in vars(lg.State).items():
            if isinstance(value, types.GetSetDescriptorType):
                getattr(middle, name)
        _ = middle.observation(), middle.choose("random"), middle.fields, bytes(middle)
        assert middle == game.from_bytes(bytes(middle)) == pickle.loads(pickle.dumps(middle)) != game

    def kept():
        gc.collect()
        counted = (game, game._handle, lg.State, middle, np.uint8, np.dtype(np.uint8), game.view().space.shape)
        return [sys.getrefcount(one) for one in counted], len(gc.get_objects())

    for _ in range(3):
        use_it()
    before = kept()
    for _ in range(20):
        use_it()
    after = kept()
    assert all(abs(now - was) < 20 for was, now in zip(before[0], after[0], strict=True)), (before, after)
    assert after[1] - before[1] < 20


def test_threads_share_states(states):
    def walk(_):
        return [
            (hash(state), bytes(state), [state.apply(action) for action in state.legal_actions[:5]], state.observation(0).tobytes())
            for state in some(states, 40)
        ]

    with ThreadPoolExecutor(4) as pool:
        first, *others = pool.map(walk, range(8))
    assert all(other == first for other in others)


def test_equal_states(states, middle):
    for again in (middle.game.parse(str(middle)), middle.game.from_bytes(bytes(middle))):
        assert again == middle and not again != middle
        assert hash(again) == hash(middle) and again.key == middle.key
        assert len({again, middle}) == 1
    assert len(set(map(bytes, states))) == len(set(states)) == len({state.key for state in states})


def test_a_state_equals_nothing_else(states, middle):
    assert all(state != middle for state in states if state is not middle)
    for other in (None, bytes(middle), str(middle), middle.game, object(), np.zeros(1)):
        assert not np.any(middle == other)
    with pytest.raises(TypeError):
        assert middle < middle


def test_copies_continue_identically(middle):
    copies = [copy.copy(middle), copy.deepcopy(middle), copy.deepcopy([middle])[0]]
    copies += [pickle.loads(pickle.dumps(middle, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    for again in copies:
        assert again == middle and again.legal_actions == middle.legal_actions
        assert again.rollout(seed=5) == middle.rollout(seed=5)


def test_damaged_pickle(middle):
    make, (game, data) = middle.__reduce__()
    assert make(game, data) == middle
    with pytest.raises(lg.StateError):
        make(game, data[:-1])


def test_pickles_of_before(middle):
    """The format of pickled states is unchanged since states were written in Python; a truncated one is refused."""
    packed = (
        b"\x80\x02c__builtin__\ngetattr\nq\x00clibgames.game\nGame\nq\x01X\n\x00\x00\x00from_bytesq\x02\x86q\x03Rq\x04"
        b"clibgames.game\n_remake\nq\x05X\t\x00\x00\x00alquerqueq\x06NN\x87q\x07Rq\x08c_codecs\nencode\nq\tX:\x00\x00\x00"
        b"\x7f\x7f{x\x00\x00\x00\x00\x00\x00\x00\x07\x7f\x7f\x7f\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x12"
        b"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xc3\xbf\x00\x00\x00\x00\x00\x01\x00\x01\xc3\xbf"
        b"\x00\x00\x00\x00q\nX\x06\x00\x00\x00latin1q\x0b\x86q\x0cRq\r\x86q\x0eRq\x0f."
    )
    assert pickle.loads(packed) == lg.make("alquerque").new().apply("c3-d4")
    whole = pickle.dumps(middle)
    for length in {*range(0, len(whole), max(1, len(whole) // 50)), len(whole) - 1}:
        with pytest.raises((pickle.UnpicklingError, EOFError, ValueError, IndexError)):
            pickle.loads(whole[:length])


def test_apply_leaves_its_state_alone(states):
    for state, after in itertools.pairwise(states):
        before, text = bytes(state), str(state)
        for action in state.legal_actions:
            state.apply(action)
        assert bytes(state) == before and str(state) == text
        assert after in map(state.apply, state.legal_actions)


def test_same_seed_same_game(game):
    for seed in (0, 1, 2**32, 2**64 - 1, np.uint64(2**64 - 1), Index(3), True):
        assert game.new(seed) == game.new(seed)
        assert game.new(seed) == game.new(int(seed) if not isinstance(seed, Index) else 3)
    assert game.new() == game.new(seed=0)


# ---- text and bytes ----


def test_everything_works_on_every_state(states):
    for state in (*some(states, 200), states[-1]):
        use(state)


def test_everything_works_after_a_forfeit(states):
    for number, state in enumerate(some(states[:-1], 100)):
        use(state.forfeit(number % state.game.players))


def test_texts(middle):
    assert middle.game.parse(str(middle).encode()) == middle
    assert eval(repr(middle), {"libgames": lg}) == middle
    assert str(middle).isascii() and "\0" not in str(middle)


def test_parse_refuses(game, middle):
    text = str(middle)
    damaged = (text + "x", " " + text, text + "\0", "x" + text[1:], text * 2)
    for wrong in ("", " ", "\0", "junk", "é", "9" * 99999, *damaged):
        with pytest.raises(lg.ParseError) as raised:
            game.parse(wrong)
        error, lines = raised.value, wrong.encode().split(b"\n")
        assert 1 <= error.line <= len(lines) and 1 <= error.column <= len(lines[error.line - 1]) + 1
        assert error.expected and str(error) == f"line {error.line}, column {error.column}: expected {error.expected}"
    refuses(game.parse, (None, 1, 1.5, ["a"], bytearray(b"a"), middle), TypeError)
    refuses(game.parse, ("\ud800",), ValueError)


def test_from_bytes(middle):
    data, parse = bytes(middle), middle.game.from_bytes
    assert parse(bytearray(data)) == parse(memoryview(data)) == parse(np.frombuffer(data, np.uint8)) == middle
    assert parse(memoryview(bytes(byte for byte in data for _ in range(2)))[::2]) == middle
    ours = bytearray(data)
    state = parse(ours)
    ours[:] = bytes(len(ours))
    assert state == middle


def test_from_bytes_refuses(middle):
    data, parse = bytes(middle), middle.game.from_bytes
    refuses(parse, (b"", data[:-1], data + b"\0", data * 2, b"\xff" * len(data)), lg.StateError)
    refuses(parse, (None, 1, len(data), "text", str(middle), middle, [0] * len(data)), TypeError)


def test_damaged_bytes_are_refused_or_usable(states):
    random, refused = np.random.default_rng(7), 0
    for state in some(states, 50):
        data = np.frombuffer(bytes(state), np.uint8).copy()
        for _ in range(20):
            damaged = data.copy()
            damaged[random.integers(len(data), size=random.integers(1, 4))] ^= 1 << random.integers(8, dtype=np.uint8)
            try:
                again = state.game.from_bytes(damaged)
            except lg.StateError:
                refused += 1
                continue
            use(again)
    assert refused > 0


def test_random_bytes_are_refused_or_usable(game):
    random = np.random.default_rng(8)
    for _ in range(2000):
        try:
            state = game.from_bytes(random.bytes(game.state_size))
        except lg.StateError:
            continue
        use(state)


# ---- actions ----


def test_mask_explain_and_apply_agree(states):
    for state in some(states, 20):
        for action in range(state.game.num_actions):
            reason = state.explain(action)
            if action in state.legal_actions:
                assert reason is None and state.apply(action) != state
            else:
                assert reason
                check_refused_or_carried_out(state, action, reason)


def check_refused_or_carried_out(state, action, reason):
    """Where the rules turn an impossible action into "nothing happens", it is played."""
    try:
        use(state.apply(action))
    except lg.GameOver:
        assert state.is_over
    except lg.IllegalMove as error:
        assert str(error) == reason


def check_refused_or_taken(state, junk):
    """Some contests take any answer as a move, such as one that does nothing."""
    try:
        use(state.apply(junk))
    except lg.ParseError as error:
        assert error.line == 1 and 1 <= error.column <= len(junk.encode()) + 1 and error.expected


def test_legal_moves_are_playable(states):
    for state in (*some(states, 100), states[-1]):
        moves = list(itertools.islice(state.legal_moves, 1000))
        assert bool(moves) != state.is_over and len(set(moves)) == len(moves)
        for move in moves:
            assert isinstance(move, str) and state.apply(move) != state


def test_actions_of_any_integer_type(middle):
    action = middle.legal_actions[0]
    after = middle.apply(action)
    for same in (np.int32(action), np.uint16(action), np.array(action), np.int64(action), Index(action)):
        assert middle.apply(same) == after and middle.explain(same) is None
        assert middle.game.action_text(same) == middle.game.action_text(action)
    assert np.array_equal(middle.observation(False), middle.observation(0))


def test_apply_refuses(game, middle):
    before = bytes(middle)
    refuses(middle.apply, (-1, -(2**31), game.num_actions, game.num_actions + 1, -(10**30), *HUGE), ValueError)
    refuses(middle.apply, [value for value in NOT_INTEGERS if not isinstance(value, str)], TypeError)
    refuses(middle.apply, ("\ud800",), ValueError)
    for junk in ("", "\0", "junk", "1", "no move at all", "é", "x" * 100000):
        check_refused_or_taken(middle, junk)
    with pytest.raises(TypeError):
        middle.apply()
    assert bytes(middle) == before


def test_finished_game(game, last):
    before = bytes(last)
    assert last.is_over and last.player is None and last.legal_actions == ()
    assert not last.action_mask.any() and list(last.legal_moves) == []
    refuses(last.apply, (0, game.num_actions - 1, *range(0, game.num_actions, 7)), lg.GameOver)
    refuses(last.apply, ("", "junk"), lg.Error)
    refuses(last.apply, (-1, game.num_actions, *HUGE), ValueError)
    refuses(last.forfeit, range(game.players), lg.GameOver)
    assert all(last.explain(action) for action in range(game.num_actions))
    assert last.rollout() == (last, 0)
    assert bytes(last) == before


def test_action_texts(game):
    names = [game.action_text(action) for action in range(game.num_actions)]
    assert [game.parse_action(name) for name in names] == list(range(game.num_actions))
    assert [game.parse_action(name.encode()) for name in names] == list(range(game.num_actions))
    refuses(game.action_text, (-1, game.num_actions, *HUGE), ValueError)
    refuses(game.action_text, NOT_INTEGERS, TypeError)
    refuses(game.parse_action, ("", " ", "\0", "junk", "é", names[0] + " ", " " + names[0]), lg.ParseError)
    refuses(game.parse_action, (None, 0, 1.5, [names[0]]), TypeError)


def test_wrong_numbers_of_players_and_symmetries(game, middle):
    before = bytes(middle)
    wrong = (-1, -(10**30), *HUGE)
    refuses(middle.forfeit, (game.players, *wrong), ValueError)
    refuses(middle.observation, (game.players, *wrong), ValueError)
    refuses(middle.symmetry, (game.num_symmetries, *wrong), ValueError)
    refuses(lambda symmetry: game.symmetry_action(symmetry, 0), (game.num_symmetries, *wrong), ValueError)
    refuses(lambda action: game.symmetry_action(0, action), (game.num_actions, *wrong), ValueError)
    refuses(game.new, (-1, 2**64, -(10**30), 10**5000), ValueError)
    for call in (middle.forfeit, middle.symmetry, middle.explain, game.new):
        refuses(call, NOT_INTEGERS, TypeError)
    refuses(lambda symmetry: game.symmetry_action(symmetry, 0), NOT_INTEGERS, TypeError)
    refuses(middle.observation, [value for value in NOT_INTEGERS if value is not None], TypeError)
    refuses(game.view, (5, b"compact", np.array([1, 2]), ["compact"]), ValueError)
    assert bytes(middle) == before


def test_explain_outside_the_action_space(game, middle):
    assert middle.explain(-1) and middle.explain(game.num_actions)


# ---- bots ----


def test_players_choose_legal_actions(states):
    for player, state in itertools.product(("random", "greedy"), some(states[:-1], 100)):
        action = state.choose(player, seed=3)
        assert action in state.legal_actions and action == state.choose(player, seed=3)


def test_random_seeds_and_states_give_other_choices(game):
    """One seed for a whole game does not choose the same place in the list of actions again and again."""
    state, places = game.new(), set()
    assert len(state.legal_actions) == 1 or len({state.choose("random", seed) for seed in range(64)}) > 1
    while not state.is_over:
        places.add((state.legal_actions.index(state.choose("random")) + 0.5) / len(state.legal_actions) > 0.5)
        state = state.apply(state.choose("random"))
    assert places == {False, True}


def test_choose_refuses(middle, last):
    refuses(middle.choose, ("", "Greedy", "greedy ", "mcts()", "\0", "é"), ValueError)
    refuses(middle.choose, (None, 0, 1.5, ["greedy"]), TypeError)
    refuses(lambda seed: middle.choose("random", seed), (-1, 2**64, 10**5000), ValueError)
    refuses(lambda seed: middle.choose("random", seed), NOT_INTEGERS, TypeError)
    refuses(last.choose, ("random", "greedy", "mcts", "strong", "expert"), lg.GameOver)


# ---- observations ----


def test_observation_in_a_buffer_of_the_caller(game, states):
    for state, space in itertools.product(some(states, 20), game.observation_spaces):
        for player in range(game.players):
            out = np.full(space.shape, 77, space.dtype)
            expected = state.observation(player, space.name)
            assert state.observation(player, space.name, out=out) is out
            assert np.array_equal(out, expected)
            flat = state.observation(player, space.name, out=np.full(out.size, 78, space.dtype))
            assert np.array_equal(flat.reshape(space.shape), expected)


def test_observation_of_the_player_to_move(game, states, last):
    for state in some(states[:-1], 100):
        assert np.array_equal(state.observation(), state.observation(state.player, game.observation_spaces[0].name))
    assert np.array_equal(last.observation(), last.observation(0))


def test_observation_in_a_slice(game, middle):
    for space in game.observation_spaces:
        batch = np.full((3, *space.shape), 77, space.dtype)
        middle.observation(name=space.name, out=batch[1])
        assert np.array_equal(batch[1], middle.observation(name=space.name))
        assert (batch[0] == 77).all() and (batch[2] == 77).all()


def wrong_buffers(space):
    """Pairs of a buffer that does not fit the space, and its error."""
    size = int(np.prod(space.shape))
    read_only = np.zeros(space.shape, space.dtype)
    read_only.flags.writeable = False
    wrong_types = [dtype for dtype in "?bBhHiIlLqQefdFD" if np.dtype(dtype) != space.dtype]
    yield from ((np.zeros(space.shape, dtype), TypeError) for dtype in wrong_types)
    if space.dtype.itemsize > 1:
        yield np.zeros(space.shape, space.dtype.newbyteorder("S")), TypeError
    yield np.zeros(space.shape, "V1"), TypeError
    yield np.zeros(space.shape, "S1"), TypeError
    yield np.zeros(space.shape, "M8[s]"), TypeError
    yield np.zeros(space.shape, object), TypeError
    yield np.zeros(size - 1, space.dtype), ValueError
    yield np.zeros(size + 1, space.dtype), ValueError
    yield np.zeros((2, size), space.dtype), ValueError
    yield np.zeros(0, space.dtype), ValueError
    yield np.zeros((), space.dtype), ValueError
    yield np.zeros(2 * size, space.dtype)[::2], TypeError
    yield np.zeros(size, space.dtype)[::-1], TypeError
    yield np.broadcast_to(np.zeros(1, space.dtype), space.shape), TypeError
    yield read_only, TypeError
    yield bytes(size * space.dtype.itemsize), TypeError
    yield from ((other, TypeError) for other in ([0] * size, "text", 1, object(), space.dtype))
    if sum(length > 1 for length in space.shape) > 1:
        yield np.zeros(space.shape, space.dtype, order="F"), TypeError


def test_observation_refuses_wrong_buffers(game, middle):
    before = bytes(middle)
    for space in game.observation_spaces:
        for out, error in wrong_buffers(space):
            with pytest.raises(error, match="expected"):
                middle.observation(0, space.name, out=out)
            assert not isinstance(out, np.ndarray) or not out.astype(bool).any()
    assert bytes(middle) == before


def test_observation_refuses_unknown_names(middle):
    refuses(lambda name: middle.observation(0, name), ("", "no such name", 0, b"planes", ["planes"]), ValueError)


def test_buffers_are_released(game, middle):
    space = next(space for space in game.observation_spaces if space.dtype == np.uint8)
    out = bytearray(int(np.prod(space.shape)))
    middle.observation(0, space.name, out=out)
    assert bytes(out) == middle.observation(0, space.name).tobytes()
    out.append(0)
    with pytest.raises(ValueError):
        middle.observation(0, space.name, out=out)
    out.append(0)


# ---- drawing as text ----


def test_draw(middle):
    assert middle.board == middle.board_for() == middle.board_for(None) and "\n" in middle.board
    assert all("\n" in middle.board_for(player) for player in range(middle.game.players))
    refuses(middle.draw, (-1, middle.game.players, 2**64), ValueError)
    refuses(middle.draw, NOT_INTEGERS[1:], TypeError)


def test_the_board_keeps_the_fugitive_hidden_from_the_detectives():
    game, shown = lg.make("ontherun"), set()
    state = game.new(3)
    while not state.is_over:
        if len(lg.ontherun.hunt(state).possible) > 1:
            texts = {state.resample(lg.ontherun.DETECTIVES, seed).board_for(lg.ontherun.DETECTIVES) for seed in range(5)}
            assert texts == {state.board_for(lg.ontherun.DETECTIVES)}
        shown.add("hidden" in state.board_for(lg.ontherun.DETECTIVES))
        state = state.apply(state.legal_actions[len(state.legal_actions) // 2])
    assert shown == {True, False}


# ---- symmetries ----


def test_symmetries_permute_actions(game):
    for symmetry in range(game.num_symmetries):
        mapped = [game.symmetry_action(symmetry, action) for action in range(game.num_actions)]
        assert sorted(mapped) == list(range(game.num_actions))
    assert [game.symmetry_action(0, action) for action in range(game.num_actions)] == list(range(game.num_actions))


DRAWS_DURING_PLAY = ("snakecore",)  # a cell drawn from the generator is not the mirrored state's


def test_symmetries_commute_with_playing(game, states):
    for state in some(states, 20):
        assert state.symmetry(0) == state
        for symmetry in range(game.num_symmetries):
            mapped = state.symmetry(symmetry)
            assert mapped.player == state.player
            assert mapped.scores == state.scores and mapped.outcome == state.outcome
            actions = {game.symmetry_action(symmetry, action): action for action in state.legal_actions}
            assert tuple(sorted(actions)) == mapped.legal_actions
            for action, original in actions.items():
                after, expected = mapped.apply(action), state.apply(original).symmetry(symmetry)
                assert after.scores == expected.scores and after.player == expected.player
                assert after == expected or game.name in DRAWS_DURING_PLAY


# ---- rollouts ----


def test_rollout(middle):
    end, actions = middle.rollout(seed=3)
    assert end.is_over and actions > 0
    assert middle.rollout(seed=3) == (end, actions) == middle.rollout(3, limit=actions)
    assert len({middle.rollout(seed)[0] for seed in range(20)}) > 1
    assert middle.rollout(limit=0) == (middle, 0)
    step, played = middle.rollout(limit=1)
    assert played == 1 and step in map(middle.apply, middle.legal_actions)
    refuses(lambda limit: middle.rollout(limit=limit), (-1, 2**63, -(10**30)), ValueError)
    refuses(lambda limit: middle.rollout(limit=limit), NOT_INTEGERS, TypeError)
    refuses(middle.rollout, (-1, 2**64), ValueError)
    refuses(middle.rollout, NOT_INTEGERS, TypeError)


def test_rollouts(game):
    outcomes, lengths = game.rollouts(30, seed=5)
    assert outcomes.dtype == np.float32 and outcomes.shape == (30, game.players)
    assert lengths.dtype == np.int64 and lengths.shape == (30,) and lengths.min() > 0
    assert np.abs(outcomes).max() <= 1
    again, again_lengths = game.rollouts(np.int32(30), seed=np.uint64(5))
    assert np.array_equal(again, outcomes) and np.array_equal(again_lengths, lengths)
    other, other_lengths = game.rollouts(30, seed=1000)
    assert not (np.array_equal(other, outcomes) and np.array_equal(other_lengths, lengths))


def test_rollouts_count_their_seeds(game):
    outcomes, lengths = game.rollouts(10, seed=2**64 - 5)
    for i in range(10):
        outcome, length = game.rollouts(1, seed=(2**64 - 5 + i) % 2**64)
        assert np.array_equal(outcome[0], outcomes[i]) and length[0] == lengths[i]


def test_rollouts_of_strange_counts(game):
    outcomes, lengths = game.rollouts(0)
    assert outcomes.shape == (0, game.players) and lengths.shape == (0,)
    refuses(game.rollouts, (-1, -(10**30)), ValueError)
    refuses(game.rollouts, (2**60, 10**30), (ValueError, MemoryError))
    refuses(game.rollouts, NOT_INTEGERS, TypeError)
    refuses(lambda seed: game.rollouts(1, seed), (-1, 2**64, 10**30), ValueError)
    refuses(lambda seed: game.rollouts(1, seed), NOT_INTEGERS, TypeError)


# ---- threads and memory ----


def test_rollouts_release_the_gil(game, ticks_during):
    begin = time.perf_counter()
    game.rollouts(100)
    enough = max(100, round(100 * 0.5 / (time.perf_counter() - begin)))
    assert ticks_during(lambda: game.rollouts(enough)) > 10


def test_threads_share_states(states):
    def everything(_):
        return [
            (state.legal_actions, state.observation().tobytes(), str(state), state.key, state.rollout(seed=1)[0])
            for state in some(states, 20)
        ]

    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(everything, range(8)))
    assert results == [everything(None)] * 8


def errors(state, last):
    """Runs into one error of every kind."""
    game = state.game
    calls = [
        lambda: last.apply(0),
        lambda: last.forfeit(0),
        lambda: state.apply(-1),
        lambda: state.apply(None),
        lambda: game.parse("junk"),
        lambda: game.parse_action("junk"),
        lambda: game.from_bytes(b"junk"),
        lambda: game.from_bytes(b"\xff" * game.state_size),
        lambda: state.observation(out=np.zeros(1, np.float64)),
        lambda: state.observation(out=np.zeros(0, game.observation_spaces[0].dtype)),
        lambda: state.rollout(limit=-1),
        lambda: state.symmetry(-1),
        lambda: lg.make("junk"),
    ]
    for call in calls:
        with pytest.raises((TypeError, ValueError)):
            call()


def work(state, last):
    """Everything that allocates."""
    game = lg.make(state.game.config)
    for action in state.legal_actions:
        game.action_text(action)
        state.apply(action).legal_actions
    next(state.legal_moves)
    state.observation(), state.action_mask, state.scores, state.outcome, state.key, state.explain(0), state.board
    game.parse(str(state)), game.from_bytes(bytes(state))
    state.rollout(), state.forfeit(0), state.symmetry(0), game.rollouts(1)
    errors(state, last)


def test_no_objects_are_left_behind(middle, last):
    def blocks():
        gc.collect()
        before = sys.getallocatedblocks()
        for _ in range(6):
            work(middle, last)
        gc.collect()
        return sys.getallocatedblocks() - before

    blocks()  # fills caches
    assert min(blocks() for _ in range(3)) < 4


# Objects that the binding allocates itself are not counted by Python, but by glibc's malloc.
GROWTH = """
import ctypes, sys
import libgames as lg

class Mallinfo(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks",
                                                     "fsmblks", "uordblks", "fordblks", "keepcost")]

mallinfo = ctypes.CDLL(None).mallinfo2
mallinfo.restype = Mallinfo

def work(count):
    for _ in range(count):
        game = lg.make(sys.argv[1])
        state = game.new()
        next(state.legal_moves)
        state.rollout(limit=3)
    info = mallinfo()
    return info.uordblks + info.hblkhd

before = work(100)
print(work(300) - before)
"""


def test_process_does_not_grow(game):
    run = subprocess.run([sys.executable, "-c", GROWTH, game.config], capture_output=True, text=True, check=True)
    assert int(run.stdout) < 3_000  # bytes; 300 objects of the smallest size would be twice this


# ---- errors ----


def test_error_classes():
    for error in (lg.IllegalMove, lg.GameOver, lg.ParseError, lg.StateError):
        assert issubclass(error, lg.Error) and issubclass(error, ValueError)
        assert error.__module__ == "libgames" and error.__doc__


def test_errors_can_be_pickled(game):
    with pytest.raises(lg.ParseError) as raised:
        game.parse("junk")
    again = pickle.loads(pickle.dumps(raised.value))
    assert type(again) is lg.ParseError and vars(again) == vars(raised.value) and str(again) == str(raised.value)


def test_errors_leave_the_state_alone(middle, last):
    before, after = bytes(middle), bytes(last)
    errors(middle, last)
    assert bytes(middle) == before and bytes(last) == after
    use(middle)


def test_move_texts_of_states_of_another_game():
    game, other = lg.make("ontherun"), lg.make("ontherun(map=1)")
    state = game.new()
    for wrong in (other.new(), game.state_size, bytes(state), None):
        for before, after in ((wrong, state), (state, wrong)):
            with pytest.raises(TypeError, match="expected a state of"):
                game.move_text(before, [0], after)


def test_a_game_without_a_module_of_its_own():
    """A game of the library needs none; code that would use it works without."""

    def found(name, path=None, package="libgames"):
        return room(SimpleNamespace(name=name, type=SimpleNamespace(path=path)), package)

    assert found("alquerque") is lg.alquerque
    assert found("chess") is None and found("chess", package="libgames.pictures") is None
    assert found("alquerque", path="alquerque.so") is None


def test_an_error_of_the_callers_own_is_the_cause():
    class Broken:
        def __index__(self):
            raise KeyError("mine")

    with pytest.raises(TypeError, match="action: expected an integer") as raised:
        lg.make("alquerque").new().apply(Broken())
    assert isinstance(raised.value.__cause__, KeyError)
    with pytest.raises(TypeError) as raised:
        lg.make("alquerque").new().apply(None)
    assert raised.value.__cause__ is None


def test_the_other_notation_is_named():
    game = lg.make("alquerque")
    state = game.new()
    text = game.action_text(state.legal_actions[0])
    with pytest.raises(lg.ParseError, match=f"; '{text}' is an action, which game.parse_action reads$"):
        state.apply(text)
    for move in ("c3-d4", "e5*c3"):  # legal or not
        with pytest.raises(lg.ParseError, match=rf"; '{re.escape(move)}' is a whole move, which state.apply reads$"):
            game.parse_action(move)
    for read in (state.apply, game.parse_action):
        with pytest.raises(lg.ParseError) as error:
            read("zz")
        assert "which" not in str(error.value) and error.value.column == 1
