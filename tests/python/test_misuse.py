"""Wrong arguments to everything that is public: an error of the right kind, in the library's own words."""

import inspect
import math
import re
import subprocess
import sys

import libgames as lg
import numpy as np
import pytest
from libgames._words import shown

WRONG = [None, -1, 2**64, 10**5000, 0.5, float("nan"), "", "junk", "\ud800", b"\xff", (), [1, 2], {}, object(), [None],
         np.array([1, 2]), np.array(["a", "b"]), [np.array([1, 2])]]
FOREIGN = re.compile(
    "has no attribute|too large to convert|out of bounds|not subscriptable|not iterable|object is not callable|"
    "unsupported operand|must be real number|cannot be interpreted|unhashable|not supported between|unpack|"
    "expected str, bytes or os.PathLike|has no len|could not convert|not all arguments|Exceeds the|truth value|only 0-dim|"
    "inhomogeneous|broadcast"
)


PRIVATE = {  # of the library, where modules import it
    "KeptFile", "checked", "counted", "integer", "listed", "memory", "one_of", "parse_error", "saying", "shown",
    "write_file", "written", "yes_or_no",
}  # fmt: skip


def subjects():
    game = lg.make("alquerque")
    state = game.new()
    envs = lg.vector.make("alquerque", 3, seed=1)
    envs.reset()
    search = lg.Search("alquerque", 10)
    search(state)
    searches = lg.BatchSearch("alquerque", 2, 5)
    searches.begin([state, state])
    alphabeta = lg.AlphaBeta("alquerque", depth=1)
    alphabeta(state)
    hidden = lg.make("ontherun(cities=20)").new()
    rooms = (lg.alquerque, lg.amazes, lg.blockdrop, lg.ontherun, lg.snakecore)
    things = {"lg": lg, "game": game, "state": state, "hidden": hidden, "envs": envs, "search": search}
    things |= {"searches": searches, "alphabeta": alphabeta, "player": lg.Bot("greedy")}
    return things | {room.__name__: room for room in rooms}


def functions():
    """Every public function and method, with right arguments in addition to the wrong ones."""
    left_out = {"close", "render", "get_include", "for_each_type", "seed", "np_random"}
    for name, subject in subjects().items():
        for attribute in dir(subject):
            if attribute.startswith("_") or attribute in left_out:
                continue
            if isinstance(inspect.getattr_static(subject, attribute, None), property):
                continue
            value = getattr(subject, attribute, None)
            module = getattr(value, "__module__", None) or ""
            if not callable(value) or not module.startswith("libgames") or attribute in ("did_you_mean", *PRIVATE):
                continue
            if inspect.isclass(value) and issubclass(value, tuple | Exception):
                continue
            yield f"{name}.{attribute}", value
    for name in ("search", "alphabeta"):
        yield name, subjects()[name]


def attempts(function):
    """Argument lists with one wrong argument after the other; those before it are left as they are by default."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except ValueError:
        return
    kinds = inspect.Parameter
    several = (kinds.VAR_POSITIONAL, kinds.VAR_KEYWORD)
    needed = [one for one in parameters if one.default is kinds.empty and one.kind not in several]
    for wrong in WRONG:
        yield [wrong] * len(needed), {}
        for one in parameters:
            if one.kind in (kinds.KEYWORD_ONLY, kinds.POSITIONAL_OR_KEYWORD) and one not in needed:
                yield [wrong] * len(needed), {one.name: wrong}


def told(arguments, named, error):
    given = ", ".join([*map(shown, arguments), *(f"{name}={shown(value)}" for name, value in named.items())])
    return f"({given}): {type(error).__name__}: {error}"


@pytest.mark.parametrize("name, function", list(functions()), ids=lambda value: value if isinstance(value, str) else "")
def test_wrong_arguments(name, function):
    found = []
    for arguments, named in attempts(function):
        try:
            result = function(*arguments, **named)
            if inspect.isgenerator(result):
                next(result, None)
        except (TypeError, ValueError, IndexError, MemoryError) as error:
            message = str(error)
            if FOREIGN.search(message) or not message:
                found.append(told(arguments, named, error))
        except Exception as error:
            found.append(told(arguments, named, error))
    assert not found, f"{name} " + "\n".join(found)


# ---- refused calls change nothing ----

THREE = np.array([True, False, True])


def made_envs():
    envs = lg.vector.make("alquerque", 3, seed=1, opponents=None, autoreset="same_step")
    envs.reset()
    return envs


def made_searches():
    """With leaves that wait for values."""
    searches = lg.BatchSearch("alquerque", 3, 20, leaves=2)
    searches.begin([searches.game.new()] * 3)
    searches.receive(np.zeros((len(searches.collect()), 2)))
    searches.collect()
    return searches


def made_search():
    search = lg.Search("alquerque", 20)
    search(search.game.new())
    return search


def made_alphabeta():
    alphabeta = lg.AlphaBeta("alquerque", depth=2)
    alphabeta(alphabeta.game.new())
    return alphabeta


def first_legal(envs):
    return envs.action_mask.argmax(axis=1)


def values_for(searches):
    rows = len(searches._leaves)
    return {"values": np.full((rows, 2), 0.25), "priors": np.full((rows, searches.game.num_actions), 0.5)}


def begun(searches):
    if len(searches._leaves):
        searches.receive(np.zeros((len(searches._leaves), 2)))
    return [searches.state(i) for i in range(3)]


def items(envs):
    return {"parents": [2, 1, 0], "states": [envs.game.new()] * 3, "variants": [0, 0, 0]}


def filled(result):
    for array in result:
        array.view(np.uint8)[...] = 7
    return result


def after_best(search):
    return search.state.apply(search.result.best)


MAKERS = {"envs": made_envs, "searches": made_searches, "search": made_search, "alphabeta": made_alphabeta,
          "game": lambda: lg.make("alquerque"), "state": lambda: lg.make("alquerque").new()}
#: Good arguments of every method with several: made anew for each call.
GOOD = {
    "envs.branch": lambda it: {"source": 0, "target": 1, "seed": 5},
    "envs.choose": lambda it: {"bot": "greedy", "seed": 3, **items(it)},
    "envs.clone": lambda it: {"source": 0, "target": 1},
    "envs.expand": lambda it: {"actions": first_legal(it), "out": filled(it.expand(first_legal(it))), **items(it)},
    "envs.load": lambda it: {"slot": 1, "saved": it.save(0)},
    "envs.observe": lambda it: {"seats": [0, 1, 0], **items(it)},
    "envs.resample": lambda it: {"players": [0, 1, 0], "seed": 4, "out": filled(it.resample()), **items(it)},
    "envs.reset": lambda it: {"seed": [1, 2, None], "options": {"reset_mask": THREE.copy()}},
    "envs.set_state": lambda it: {"slot": 2, "state": it.game.new(), "seed": 4},
    "envs.step": lambda it: {"actions": first_legal(it), "which": THREE.copy()},
    "envs.transform": lambda it: {"symmetries": [0, 1, 0], "actions": [8, 9, 10],
                             "policies": np.ones((3, it.game.num_actions), np.float32), **items(it)},
    "searches.advance": lambda it: {"states": [state.apply(state.legal_actions[0]) for state in begun(it)],
                                    "actions": [it.state(i).legal_actions[0] for i in range(3)], "which": THREE.copy()},
    "searches.begin": lambda it: {"states": begun(it), "seeds": [4, 5, 6], "which": THREE.copy()},
    "searches.receive": lambda it: values_for(it),
    "search.__call__": lambda it: {"state": after_best(it), "seed": 8, "seconds": 5.0},
    "search.advance": lambda it: {"action": it.result.best, "state": after_best(it)},
    "search.begin": lambda it: {"state": after_best(it), "seed": 9},
    "search.children": lambda it: {"line": [it.result.best], "most": 2},
    "alphabeta.__call__": lambda it: {"state": it.game.new().apply(it.result.best), "depth": 1, "nodes": 50, "seconds": 9.0},
    "game.check": lambda it: {"playthroughs": 1, "decisions": 5, "seed": 3},
    "game.move_text": lambda it: {"before": it.new(), "actions": [it.new().legal_actions[0]],
                                  "after": it.new().apply(it.new().legal_actions[0])},
    "game.rollouts": lambda it: {"count": 2, "seed": 3},
    "game.symmetry_action": lambda it: {"symmetry": 1, "action": 3},
    "state.apply_drawn": lambda it: {"action": it.legal_actions[0], "drawn": []},
    "state.board_for": lambda it: {"viewer": 0, "colour": True},
    "state.chance_outcomes": lambda it: {"action": it.legal_actions[0], "drawn": []},
    "state.choose": lambda it: {"bot": "random", "seed": 2, "seconds": 4.0},
    "state.draw": lambda it: {"viewer": 1, "before": it, "last": [3], "legal": True, "theme": "dark", "size": 99,
                              "heat": np.ones(it.game.num_actions)},
    "state.observation": lambda it: {"player": 1, "name": "planes", "out": it.observation(1, "planes") + 1},
    "state.resample": lambda it: {"player": 1, "seed": 2},
    "state.rollout": lambda it: {"seed": 2, "limit": 3},
}
BAD = [*WRONG[-3:], None, -1, 3, 2**64, 0.5, "junk", b"junk", (), [1, 2], {}, object(),
       ["junk"] * 3, [10**6] * 3, [-1] * 3, [None] * 3,
       {"reset_mask": THREE[:2]}, THREE[:2], np.zeros((9, 9)), np.ones(3), np.ones(4, np.int64), np.full(3, "x"), math.nan,
       np.frombuffer(2 * bytes(lg.make("alquerque").new()) + bytes(range(56)), lg.make("alquerque").state_dtype),
       [lg.make("blockdrop").new()] * 3, lg.make("blockdrop").new(), lg.make("alquerque").new()]
HARMLESS = {"state.draw.legal"}  # every accepted value has a meaning


def methods_of_several():
    for name, make in MAKERS.items():
        kind = type(make())
        for attribute in (name for name in dir(kind) if not name.startswith("_") or name == "__call__"):
            value = getattr(kind, attribute)
            module = getattr(value, "__module__", None) or getattr(value, "__objclass__", kind).__module__  # of C
            if callable(value) and module.startswith("libgames") and attribute not in ("close", "__init__"):
                if len(inspect.signature(value).parameters) > 2:
                    yield f"{name}.{attribute}"


def seen(value):
    """Everything that a caller sees of an argument or an object, in a form that can be compared."""
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, value.tobytes() if value.dtype != object else repr(value)
    if isinstance(value, dict):
        return [(key, seen(one)) for key, one in value.items()]
    if isinstance(value, list | tuple):
        return [seen(one) for one in value]
    if isinstance(value, lg.vector.VectorEnv):
        return seen(value._buffers), [(value.slot(i), value.save(i)) for i in range(3)], seen(value.current())
    if isinstance(value, lg.BatchSearch):
        roots = [value.state(i) for i in range(3)]
        kept = {name: getattr(value._leaves, name) for name in value._leaves.__slots__}
        shares = (value.visits, value.values, value.priors, value.proven, value.simulations, value.root_values)
        return seen(value._buffers), roots, seen(kept), seen(shares)
    if isinstance(value, lg.Search):
        return value.state, str(value.result)
    if isinstance(value, lg.AlphaBeta):
        return value.result
    return value if isinstance(value, int | str | bytes | lg.State | lg.Game) else id(value)


def test_every_method_of_several_arguments_is_here():
    assert set(methods_of_several()) == GOOD.keys()


@pytest.mark.parametrize("name", GOOD)
def test_refused_calls_change_nothing(name):
    """All arguments are checked before any is used: with one bad argument, in each place, nothing has changed."""
    kind, attribute = name.split(".")
    refused, subject = set(), None
    for place in GOOD[name](MAKERS[kind]()):
        for bad in BAD:
            subject = subject or MAKERS[kind]()
            arguments = GOOD[name](subject) | {place: bad}
            before = seen(subject), seen(arguments)
            try:
                getattr(subject, attribute)(**arguments)
                subject = None  # it was no bad one
            except (TypeError, ValueError) as error:
                refused.add(place)
                assert not FOREIGN.search(str(error)), f"{place}={shown(bad)}: {error}"
                if hasattr(error, "slots"):  # the action of a game was refused, and the others were stepped
                    subject = None
                    continue
                assert (seen(subject), seen(arguments)) == before, f"{place}={shown(bad)}"
    assert refused == set(GOOD[name](MAKERS[kind]()))
    subject = MAKERS[kind]()
    getattr(subject, attribute)(**GOOD[name](subject))  # and they are good ones


def test_a_step_or_a_sample_that_is_refused():
    """Before a reset, with a mask that was written to, and after the end."""
    envs, twin = (lg.vector.make("alquerque", 3, seed=1, opponents=None) for _ in range(2))
    with pytest.raises(ValueError, match="reset"):
        envs.step([9, 9, 9], THREE)
    assert not envs.actions.any()
    envs.reset()
    twin.reset()
    mask = envs.action_mask.copy()
    envs.action_mask[:] = 0
    with pytest.raises(ValueError, match="action_mask"):
        envs.sample()
    envs.action_mask[:] = mask
    assert envs.sample().tolist() == twin.sample().tolist()
    envs.close()
    with pytest.raises(ValueError, match="the batch is closed"):
        envs.step([9, 9, 9], THREE)
    assert not envs.actions.any()


def test_a_mask_that_is_one_of_the_arrays():
    """The arrays that a step writes."""
    for kind in ("terminated", "status"):
        results = []
        for own in (True, False):
            envs = lg.vector.make("blockdrop(turns=5)", 3, seed=1, opponents=None, autoreset="same_step")
            envs.reset()
            array = envs._buffers[kind].view(np.uint8)[:3].view(bool)
            array[:] = THREE
            _, rewards, *_ = envs.step(envs.action_mask.argmax(axis=1), array if own else THREE)
            results.append((rewards.tolist(), [envs.slot(i).steps for i in range(3)]))
        assert results[0] == results[1]


OPTIONS = {
    "make": (lg.make, ["snakecore"], ["size", "players"]),
    "Game": (lg.Game, ["ontherun(cities=20)"], []),
    "Bot": (lg.Bot, ["mcts"], ["simulations", "rollout"]),
    "Search": (lg.Search, ["alquerque"], lg.search.Options.__annotations__),
    "BatchSearch": (lg.BatchSearch, ["alquerque", 2], lg.search.Options.__annotations__),
    "SelfPlay": (lg.SelfPlay, ["alquerque"], lg.search.Options.__annotations__),
    "AlphaBeta": (lg.AlphaBeta, ["alquerque"], []),
    "vector.make": (lg.vector.make, ["snakecore"], ["size"]),
    "gymnasium.GameEnv": (lg.gymnasium.GameEnv, ["snakecore"], inspect.getfullargspec(lg.vector.make).kwonlyargs),
    "pettingzoo.GameEnv": (lg.pettingzoo.GameEnv, ["alquerque"], []),
    "pettingzoo.env": (lg.pettingzoo.snakecore_v0.env, [], ["size"]),
    "openspiel.load_game": (lg.openspiel.load_game, ["snakecore"], []),
}


@pytest.mark.parametrize("name", OPTIONS)
def test_wrong_options(name, tmp_path, monkeypatch):
    """One after the other, with all others right: errors in the library's own words."""
    monkeypatch.chdir(tmp_path)
    make, arguments, more = OPTIONS[name]
    found, refused = [], set()
    named = [one.name for one in inspect.signature(make).parameters.values() if one.kind is not one.VAR_KEYWORD]
    for option in dict.fromkeys([*named[len(arguments) :], *more]):
        for wrong in [*WRONG, {"a": np.array([1, 2])}]:
            try:
                make(*arguments, **{option: wrong})
            except (TypeError, ValueError, MemoryError, OSError) as error:
                refused.add(option)
                if FOREIGN.search(str(error)) or not str(error):
                    found.append(told(arguments, {option: wrong}, error))
            except Exception as error:
                found.append(told(arguments, {option: wrong}, error))
    assert not found and refused, f"{name} " + "\n".join(found)


def test_members_of_nothing():
    """Nothing crashes in the native module either."""
    native = lg._native
    for name in (name for name in dir(native) if name.endswith("_get") and name != "lg_batch_get"):
        with pytest.raises((TypeError, ValueError)):
            getattr(native, name)(None)
    for which in (-1, 99):
        with pytest.raises(ValueError):
            native.lg_game_space(lg.make("alquerque")._handle, which)


@pytest.mark.parametrize("game", ["alquerque", "ontherun"])
def test_numbers_that_are_too_large_stay_wrong(game):
    """Nothing is cut off at 32 bits, and no fraction is taken for an integer."""
    envs = lg.vector.make(game, 3, seed=1, opponents=None, full_state=True)
    envs.reset()
    actions = envs.sample().astype(np.int64)
    for wrong in (2**32, -(2**32), 2**63 - 1):
        assert envs.expand(actions + wrong if wrong < 2**40 else [wrong] * 3).status.all()
        parents = np.arange(3) + wrong if wrong < 2**40 else np.full(3, wrong)
        assert envs.expand(actions, parents).status.all() and envs.resample(parents=parents).status.all()
    fractions = actions + 0.9
    for call in (lambda: envs.expand(fractions), lambda: envs.expand(actions, fractions), lambda: envs.step(fractions)):
        with pytest.raises(TypeError, match="expected integers, not float64"):
            call()


@pytest.mark.parametrize("number", [-1, 392, 2**31, 2**33, -(2**40), 2**63, 2**63 + 1, -(2**63) - 1, 2**70])
@pytest.mark.parametrize("alone", [True, False])
def test_errors_show_actions_as_given(number, alone):
    given = [number] if alone else [number, 1]
    envs = lg.vector.make("alquerque", len(given), opponents=None, seed=1)
    envs.reset()
    kinds = [given, tuple(given), np.array(given, object)]
    fitting = [kind for kind in (np.int64, np.uint64) if np.iinfo(kind).min <= number <= np.iinfo(kind).max]
    kinds += [np.array(given, kind) for kind in fitting]
    for actions in kinds:
        with pytest.raises(ValueError, match=f"^game 0, action {number}: the action is outside the action space"):
            envs.step(actions)
        assert envs.expand(actions, [0] * len(given)).status[0] != 0
    searches = lg.BatchSearch(envs.game, len(given))
    searches.begin([envs.game.new()] * len(given))
    for actions in kinds:
        with pytest.raises(ValueError, match=rf"action {number}: the action is outside the action space"):
            searches.advance(actions)


def test_an_action_of_thousands_of_digits():
    envs = lg.vector.make("alquerque", 1, opponents=None)
    envs.reset()
    with pytest.raises(ValueError, match="^game 0, action an integer of about 1506 digits: "):
        envs.step([2**5000])


def test_too_many_variants():
    envs = lg.vector.make("alquerque", 300, variants=["alquerque"] * 255)
    assert len(envs.variants) == 255
    with pytest.raises(ValueError, match="^variants: expected at most 255 in addition to the first game, not 256$"):
        lg.vector.make("alquerque", variants=["alquerque"] * 256)


def test_leaves_of_rollouts_are_not_collected():
    searches = lg.BatchSearch("alquerque", 2, leaves=0)
    searches.begin([searches.game.new()] * 2)
    with pytest.raises(ValueError, match=r"^leaves: expected an integer in 1 \.\.\. 4096 for collect\(\), not 0"):
        searches.collect()
    assert searches.run()


class Odd:
    """Can't be compared, nor printed."""

    __hash__ = None

    def __eq__(self, other):
        raise OSError("it can't be compared")

    def __repr__(self):
        raise OSError("it can't be printed")


@pytest.mark.parametrize("value, told", [("off", "'off'"), (2, "2"), (None, "None"), ([], r"\[\]"),
                                         (np.array([1, 2]), r"array\(\[1, 2\]\)"),
                                         (Odd(), "a Odd that can't be printed")])
def test_options_that_are_true_or_false(value, told):
    vector = lg.vector.make
    for name, make in (("solver", lg.Search), ("full_state", vector), ("copy", vector), ("debug", vector)):
        with pytest.raises(ValueError, match=f"^{name}: expected one of True, False, not {told}$"):
            make("alquerque", **{name: value})
        for good in (True, np.True_, 1, False):
            make("alquerque", **{name: good})


def test_arrays_that_overlap():
    one, size = np.zeros(64, np.int32), 4
    with pytest.raises(ValueError, match="^buffers: expected arrays apart from each other, unlike actions and player$"):
        lg.vector.make("alquerque", size, buffers={"actions": one[:4], "player": one[2:6]})
    envs = lg.vector.make("alquerque", size, opponents=None, buffers={"actions": one[:4], "player": one[4:8]})
    envs.reset()
    whole = envs.expand(envs.sample())
    out = whole._replace(status=one[16:20], player=one[18:22])
    with pytest.raises(ValueError, match="^out: expected arrays apart from each other, unlike status and player$"):
        envs.expand(envs.sample(), out=out)


def test_the_module_imported_again_raises_the_same_errors():
    program = """
import sys
import libgames as one
for name in [name for name in sys.modules if name.startswith("libgames")]:
    del sys.modules[name]
import libgames as two
for lg in (one, two):
    try:
        one.make("chess")
    except lg.ParseError as error:
        assert isinstance(error, one.Error) and isinstance(error, two.Error)
    try:
        two.make("alquerque").new().apply(0)
    except lg.IllegalMove:
        pass
states = [lg.make("alquerque").new() for lg in (one, two)]
assert one.State is not two.State and states[0] != states[1]
for lg, state in zip((one, two), states, strict=True):
    for again in (state.apply("c3-d4"), state.apply(action=state.legal_actions[0]), state.game.from_bytes(bytes(state))):
        assert type(again) is lg.State and again.game is state.game
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_sub_interpreters_are_refused():
    """In words, and whether they come before or after, the main interpreter's errors stay the same."""
    program = '''
try:
    import _xxsubinterpreters as interpreters
except ImportError:
    import _interpreters as interpreters
def try_in_another():
    for isolated in (False, True):
        try:
            other = interpreters.create(isolated=isolated)
        except TypeError:  # from Python 3.13 on
            other = interpreters.create("isolated" if isolated else "legacy")
        interpreters.run_string(other, "try:\\n import libgames\\nexcept ImportError as error:\\n print(error, flush=True)")
        interpreters.destroy(other)
try_in_another()
import libgames as lg
try_in_another()
for wrong, error in ((lambda: lg.make("chess"), lg.ParseError), (lambda: lg.make("alquerque").new(-1), ValueError)):
    try:
        wrong()
    except error:
        continue
    raise SystemExit("no error")
'''
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    own = "libgames: expected the main interpreter, not a sub-interpreter"
    assert len(lines) == 4 and lines[0].startswith(own) and lines[2].startswith(own)
    assert all(line.startswith(own) or "does not support loading in subinterpreters" in line for line in lines)


def test_a_thread_that_can_not_be_started_is_named():
    program = """
import resource
import libgames as lg
lg.vector.make("alquerque", 4)
most = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize() + 10**8
resource.setrlimit(resource.RLIMIT_AS, (most, most))
"""
    for call in ("lg.vector.make('alquerque', 4, threads=64)", "lg.BatchSearch('alquerque', 2, threads=64)",
                 "lg.SelfPlay('alquerque', 2, positions=9, nodes=9, threads=64)"):
        done = subprocess.run([sys.executable, "-c", program + call], capture_output=True, text=True)
        assert "ValueError: threads: the system has no more" in done.stderr, done.stderr


def test_the_flat_module_checks_its_arguments():
    """Objects are of their type and open, structs have known members of their type, arrays their size;
    anything else is an error."""
    native, game = lg._native, lg.make("alquerque")
    config = native.lg_batch_default(2)
    buffers = {"states": np.zeros((2, game.state_size), np.uint8), "actions": np.zeros(2, np.int32)}

    def create(changes, arrays=buffers, memory=None):
        room = np.empty(native.lg_batch_size(game._handle, config), np.uint8) if memory is None else memory
        return native.lg_batch_create(lg.make("alquerque")._handle, {**config, **changes}, arrays, room)

    settings = {"table": 0, "levels": 8}
    room = np.empty(native.lg_alphabeta_size(game._handle, settings), np.uint8)
    batch, search = create({}), native.lg_alphabeta_create(game._handle, settings, room)
    assert native.lg_batch_reset(batch, None, None) == (0, 0, 2), "the batch keeps its game and its memory"
    frozen = np.empty(10**6, np.uint8)
    frozen.flags.writeable = False
    for memory in (0, b"", bytes(10**6), frozen, np.empty(64, np.uint8), np.empty(10**6 + 1, np.uint8)[1:], np.empty(0)):
        with pytest.raises((TypeError, ValueError, BufferError)):
            create({}, memory=memory)
    for name in buffers:
        with pytest.raises(TypeError, match=f"^{name}: expected"):
            create({}, {**buffers, name: None})
    for wrong in (0, id(batch), None, b"", game._handle, search, native):
        for call in (lambda it: native.lg_batch_step(it, None), lambda it: native.lg_batch_get(it, 0), native.lg_batch_destroy):
            with pytest.raises((TypeError, ValueError)):
                call(wrong)
    for wrong in (0, id(search), None, batch, game._handle):
        with pytest.raises((TypeError, ValueError)):
            native.lg_alphabeta_clear(wrong)
    for changes in (
        {"games": 0}, {"games": 2**31}, {"games": 2.0}, {"threads": 0}, {"observation": 99}, {"discount": "1"},
        {"player": b""}, {"player": b"\xee" * len(config["player"])}, {"seed": -1}, {"seats": 1}, {"variants": 257},
    ):  # fmt: skip
        with pytest.raises((TypeError, ValueError)):
            create(changes)
    good = {"count": 2, "actions": buffers["actions"], "after": np.zeros((2, game.state_size), np.uint8)}
    assert native.lg_batch_expand(batch, good) in range(3)
    for changes in (
        {"count": 1}, {"count": -1}, {"count": 2**31 - 1}, {"states": good["after"]}, {"parents": np.zeros(3, np.int32)},
        {"after": np.zeros(7, np.uint8)}, {"after": bytes(2 * game.state_size)}, {"after": None}, {"actions": 5},
        {"after": np.zeros(2 * game.state_size + 1, np.uint8)[1:]}, {"outcome": np.zeros(3, np.float32)}, {"before": None},
    ):  # fmt: skip
        with pytest.raises((TypeError, ValueError)):
            native.lg_batch_expand(batch, {**good, **changes})
    for wrong in (None, [], 5):
        with pytest.raises(TypeError, match="expected a dict"):
            native.lg_batch_expand(batch, wrong)
    with pytest.raises(ValueError, match="variants|fit together"):
        native.lg_batch_add(batch, 1, game._handle)
    native.lg_batch_destroy(batch)
    with pytest.raises(ValueError, match="the batch is closed"):
        native.lg_batch_step(batch, None)


@pytest.mark.parametrize("call", [
    lambda envs, three: envs.slot(three), lambda envs, three: envs.save(three), lambda envs, three: envs.state(three),
    lambda envs, three: envs.load(three, envs.save(0)), lambda envs, three: envs.clone(0, three),
    lambda envs, three: envs.branch(0, 1, three), lambda envs, three: envs.set_state(0, envs.state(1), three),
])  # fmt: skip
def test_an_integer_that_closes_the_environment(call):
    class Closing:
        def __index__(self):
            envs.close()
            return 3

    envs = lg.vector.make("snakecore", 2000, seed=0, opponents=None)
    envs.reset()
    with pytest.raises(ValueError, match="^the batch is closed$"):
        call(envs, Closing())
