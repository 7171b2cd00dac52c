"""Errors for newcomers: the given value, the known values, and a probable correction."""

import re
import subprocess
import sys

import gymnasium
import libgames as lg
import libgames.pictures.page
import numpy as np
import pytest

SIZES = "size (8 ... 64), players (1 ... 8), walls (0 ... 1024), "
NO_FILE = "No such file or directory" if sys.platform != "win32" else r"\w"  # Windows uses other words
SMALL = "5\nC 1-2\nC 2-3\nC 3-4\nC 4-5\nC 1-5\nEND\n"
HUGE = 10**5000
START = lg.make("alquerque").new()
STARTED = lg.vector.make("alquerque", 4, opponents="greedy", seed=0)
STARTED.reset()
SPIEL = lg.openspiel.load_game("alquerque").new_initial_state()


def vectors(**options):
    return lg.vector.make("snakecore", 2, **options)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ---- Python ----


@pytest.mark.parametrize(
    "call, error, message",
    [
        # games
        (lambda: lg.make("chess"), lg.ParseError, r"^game: expected one of alquerque, .*snakecore.*, not 'chess'"),
        (lambda: lg.make("Alquerque"), lg.ParseError, r"not 'Alquerque'; did you mean 'alquerque'\?$"),
        (lambda: lg.make("On the Run"), lg.ParseError, r"did you mean 'ontherun'\?$"),
        (lambda: lg.make("x" * 10_000), lg.ParseError, r"^.{0,300}xxx\.\.\. \(10002 characters\)$"),
        (lambda: lg.make("alqerque(size=3)"), lg.ParseError, r"not 'alqerque'; did you mean 'alquerque'\?$"),
        (lambda: lg.make(7), TypeError, "^name: expected the name of a game, a str, not 7$"),
        (lambda: lg.Game("amaze"), lg.ParseError, r"did you mean 'amazes'\?$"),
        (lambda: lg.game_type("block drop"), ValueError, r"not 'block drop'; did you mean 'blockdrop'\?$"),
        (lambda: lg.vector.make("chess"), lg.ParseError, "^game: expected one of"),
        (lambda: lg.openspiel.load_game("Chess"), lg.ParseError, "^game: expected one of"),
        (lambda: lg.pettingzoo.Snakecore_v0, AttributeError, r"alquerque_v0, .*; did you mean 'snakecore_v0'\?$"),
        (lambda: lg.gymnasium and gymnasium.make("libgames/Snakecore-v0"), gymnasium.error.NameNotFound, "Did you mean: `SnakeCore`"),
        # parameters and their values
        (
            lambda: lg.make("snakecore", sise=3),
            lg.ParseError,
            rf"^parameter of snakecore: expected one of {re.escape(SIZES)}.*, not 'sise'; did you mean 'size'\?$",
        ),
        (lambda: lg.make("snakecore(size=8,plyers=2)"), lg.ParseError, r"not 'plyers'; did you mean 'players'\?$"),
        (lambda: lg.openspiel.load_game("snakecore", {"sise": 3}), lg.ParseError, r"did you mean 'size'\?$"),
        (lambda: lg.make("alquerque", size=3), lg.ParseError, "^alquerque: expected .* without parameters"),
        (lambda: lg.make("snakecore", size=3), lg.ParseError, "^size: expected cells along each side .*, 8 to 64, not 3$"),
        (lambda: lg.make("snakecore(players=2,size=)"), lg.ParseError, "^size: expected .*, 8 to 64, not nothing$"),
        (lambda: lg.make("snakecore", size=HUGE), lg.ParseError, "not an integer of about 5001 digits$"),
        (lambda: lg.alquerque.rows([HUGE]), TypeError, "not a list with a number of thousands of digits$"),
        (lambda: vectors(autoreset=HUGE), ValueError, "^autoreset: .* not an integer of about 5001 digits$"),
        (lambda: SPIEL.undo_action(HUGE, HUGE), ValueError, "^the last action was not an integer of about 5001 digits of"),
        (lambda: SPIEL.information_state_string(HUGE), ValueError, "^player: expected"),
        (lambda: lg.make("snakecore", size=8.5), TypeError, "^size: expected an integer or a str, not 8.5$"),
        (lambda: lg.make("blockdrop", rules="pages"), lg.ParseError, r"^rules: .*not 'pages'; did you mean 'page'\?$"),
        (lambda: lg.make("snakecore", walls=1024), lg.ParseError, r"^'snakecore\(walls=1024\)': expected walls and"),
        (lambda: lg.make("snakecore(size=8"), lg.ParseError, r"^'snakecore\(size=8', column 17: expected ',' or '\)'$"),
        (lambda: lg.ontherun.on_map("5", "rout"), lg.ParseError, r"^resample: .*not 'rout'; did you mean 'route'\?$"),
        (lambda: lg.Game("ontherun", "junk"), lg.ParseError, "^line 1, column 1: expected the number of cities"),
        # keywords
        (lambda: vectors(sise=3), TypeError, rf"^sise: .*{re.escape(SIZES)}.*; did you mean 'size'\?$"),
        (lambda: vectors(oponents="greedy"), TypeError, r"did you mean 'opponents'\?$"),
        (lambda: lg.vector.make("alquerque", size=3), TypeError, "or a parameter of alquerque: it has none$"),
        (lambda: lg.gymnasium.GameEnv("snakecore", num_envs=2), TypeError, "^num_envs: not an option of a single game; "),
        (lambda: lg.gymnasium.GameEnv("snakecore", autoreset="x"), TypeError, "^autoreset: not an option of a single"),
        (lambda: lg.gymnasium.GameEnv("snakecore", sise=3), TypeError, r"did you mean 'size'\?$"),
        (lambda: lg.pettingzoo.amazes_v0.env(render="ansi"), TypeError, r"did you mean 'render_mode'\?$"),
        # players
        (lambda: START.choose("minimax"), lg.ParseError, "^bot: expected one of random, greedy, mcts, alphabeta, strong, expert, net, not 'minimax'$"),
        (lambda: START.choose("Greedy"), lg.ParseError, r"did you mean 'greedy'\?$"),
        (lambda: START.choose(7), TypeError, "^bot: expected one of random, greedy, mcts, alphabeta, strong, expert, net, not 7$"),
        (lambda: START.choose(seed=-1), ValueError, "^seed: "),
        (lambda: vectors(opponents="gredy"), lg.ParseError, r"^opponents: .*random, greedy, .*did you mean 'greedy'\?$"),
        # slots and variants
        (lambda: STARTED.state(9), ValueError, r"^slot: expected an integer in 0 \.\.\. 3, not 9$"),
        (lambda: STARTED.slot(-1), ValueError, r"^slot: expected an integer in 0 \.\.\. 3, not -1$"),
        (lambda: STARTED.save(4), ValueError, r"^slot: expected an integer in 0 \.\.\. 3, not 4$"),
        (lambda: STARTED.load(4, STARTED.save(3)), ValueError, r"^slot: expected an integer in 0 \.\.\. 3, not 4$"),
        (lambda: STARTED.set_state(4, START), ValueError, r"^slot: expected an integer in 0 \.\.\. 3, not 4$"),
        (lambda: STARTED.clone(4, 0), ValueError, r"^source: expected an integer in 0 \.\.\. 3, not 4$"),
        (lambda: STARTED.branch(0, 4, 0), ValueError, r"^target: expected an integer in 0 \.\.\. 3, not 4$"),
        (lambda: STARTED.load(3, b"x"), lg.StateError, r"^saved: expected the \d+ bytes of a saved slot, not 1$"),
        (lambda: STARTED.load(3, b"\xff" * len(STARTED.save(3))), lg.StateError, "^saved: expected the bytes of a slot of a batch"),
        (
            lambda: lg.vector.make("alquerque", 4, variants=["alquerque", lg.make("blockdrop")]),
            ValueError,
            r"^variants\[1\]: expected a game like the first, where the number of actions is 392, not 6$",
        ),
        # options
        (lambda: START.observation(name="plane"), ValueError, r"^observation: .*did you mean 'planes'\?$"),
        (lambda: vectors(rewards="score"), ValueError, r"^rewards: .*'outcome', 'scores', .*did you mean 'scores'\?$"),
        (lambda: vectors(autoreset="same"), ValueError, r"did you mean 'same_step'\?$"),
        (lambda: vectors(seat="randon"), TypeError, "^seat: expected 'random', 'slot' or an integer, not 'randon'$"),
        (lambda: lg.pettingzoo.amazes_v0.env(render_mode="asci"), ValueError, r"did you mean 'ansi'\?$"),
        (lambda: lg.pettingzoo.amazes_v0.env(rewards="score"), ValueError, r"did you mean 'scores'\?$"),
        (lambda: lg.openspiel.load_game("amazes", rewards="score"), ValueError, r"did you mean 'scores'\?$"),
        (lambda: lg.ontherun.distance(lg.make("ontherun"), 1, 2, "X"), ValueError, "^kind: .*'C', 'T', 'P', 'any', not"),
        *(
            (lambda limit=limit: vectors(max_episode_steps=limit), error, "^max_episode_steps: expected None or an integer")
            for limit, error in (
                (0, ValueError), (False, ValueError), (-1, ValueError), (2**31, ValueError),
                ("", TypeError), ([], TypeError), (np.array([]), TypeError), (np.zeros(2), TypeError),
            )
        ),
        (lambda: vectors(seat=np.array([0, 1])), TypeError, "^seat: expected 'random', 'slot' or an integer, not array"),
        (lambda: vectors(discount=np.ones(2)), TypeError, r"^discount: expected a number in 0 \.\.\. 1, not array"),
        (lambda: vectors(discount="1"), TypeError, r"^discount: expected a number in 0 \.\.\. 1, not '1'"),
        (lambda: vectors(rewards=np.ones(2)), ValueError, "^rewards: expected one of 'outcome', .*, not array"),
        (lambda: vectors(rewards=np.array(["shaped"])), ValueError, "^rewards: expected one of 'outcome', .*, not array"),
        (lambda: vectors().reset(seed=b"abc"), TypeError, "^seed: expected None, an integer, or .* each game, not b'abc'$"),
        (lambda: vectors().reset(seed="x"), TypeError, "^seed: expected None, an integer, or .* each game, not 'x'$"),
        (lambda: vectors().reset(seed=np.array(0.5)), TypeError, "^seed: expected an integer, not array"),
        # numbers of any length
        (lambda: lg.make("alquerque").new(10**4000), ValueError, "^seed: .*, not an integer of about 4001 digits$"),
        (lambda: START.apply(10**4000), ValueError, "^action: .*, not an integer of about 4001 digits$"),
        (lambda: START.board_for(HUGE), ValueError, "^viewer: expected None or .*, not an integer of about 5001 digits$"),
        (lambda: lg.make("alquerque").rollouts(HUGE), ValueError, "^count: .*, not an integer of about 5001 digits$"),
        (lambda: lg.alquerque.perft(START, HUGE), ValueError, "^depth: .*, not an integer of about 5001 digits$"),
        (lambda: lg.vector.make("amazes", HUGE), ValueError, "^num_envs: .*, not an integer of about 5001 digits$"),
        (lambda: lg.vector.make("amazes", "4"), TypeError, "^num_envs: expected an integer, not '4'$"),
        (lambda: vectors(threads=HUGE), ValueError, "^threads: .* in 1 ... 64, not an integer of about 5001 digits$"),
        (lambda: vectors(seed=HUGE), ValueError, "^seed: .*, not an integer of about 5001 digits$"),
        (lambda: vectors(seat=HUGE), ValueError, "^seat: expected 'random', 'slot' or .*, not an integer of about 5001 digits$"),
        (lambda: vectors().reset(seed=[HUGE, 1]), ValueError, "^seed: .*, not an integer of about 5001 digits$"),
        (lambda: lg.pictures.png(START, zoom=HUGE), ValueError, "^zoom: .*, not an integer of about 5001 digits$"),
        # things of the wrong kind are not printed in full
        (lambda: lg.alquerque.perft(lg.make("snakecore").new(), 1), TypeError, r"^.{0,150}\.\.\. \(\d+ characters\)$"),
        (lambda: lg.pictures.svg(3), TypeError, "^state: expected a state of libgames, not 3$"),
        (lambda: START.draw(theme="drak"), ValueError, "^theme: expected one of 'auto', .*; did you mean 'dark'\\?$"),
        (lambda: START.draw(size=5), ValueError, "^size: expected 0 or an integer in 16 ... 16384, not 5$"),
        (lambda: START.draw(heat=[1, 2]), ValueError, "^heat: expected 392 finite numbers of at least 0"),
        (lambda: START.draw(heat=[-1] * 392), ValueError, "^heat: expected 392 finite numbers of at least 0"),
        (lambda: START.draw(last=[392]), ValueError, "^last: expected an integer in 0 ... 391, not 392"),
        (lambda: START.draw(before=lg.make("amazes").new()), ValueError, "^before: expected a state of alquerque, not "),
        # files and modules
        (lambda: lg.load("no_such.so"), ValueError, rf"[/\\]no_such\.so: it can't be loaded: .*{NO_FILE}$"),
        (lambda: lg.pictures.gif("a.gif", START), TypeError, "^states: expected a sequence, not "),
        (lambda: lg.pictures.page.replay_page(None), TypeError, "^replay: expected text or bytes, not None$"),
        (lambda: lg.pictures.page.replay_page("\ud800"), ValueError, "^replay: expected no lone surrogates, not "),
        (lambda: lg.pictures.page.replay_page("", title=3), TypeError, "^title: expected a text, not 3$"),
        (lambda: lg.pictures.page.live_page(3), TypeError, "^events: expected an address, not 3$"),
        (lambda: START.draw(legal="x"), ValueError, "^legal: expected one of True, False, not 'x'$"),
        (lambda: START.draw(heat=[1j] * 392), ValueError, "^heat: expected 392 finite numbers of at least 0"),
        (lambda: lg.AlphaBeta("alquerque", levels=None), TypeError, "^levels: expected an integer, not None$"),
        (lambda: lg.load(""), ValueError, "^path: expected the path of a file, not ''$"),
        (lambda: lg.pictures.gif("no/such.gif", [START]), FileNotFoundError, "there is no such folder: 'no/such.gif'"),
        (lambda: lg.gymnasum, AttributeError, r"has no attribute 'gymnasum'; did you mean 'gymnasium'\?$"),
    ],
)
def test_wrong_calls(call, error, message):
    with pytest.raises(error) as raised:
        call()
    assert re.search(message, str(raised.value)), str(raised.value)
    assert type(raised.value) is error or error is OSError


def test_expectations_keep_the_words_of_c():
    with pytest.raises(lg.ParseError) as raised:
        lg.make("snakecore(size=8,sise=3)")
    assert (raised.value.line, raised.value.column) == (1, 18)
    assert raised.value.expected == "the name of a parameter of this game"


@pytest.mark.parametrize(
    "module, library, extra",
    [
        ("gymnasium", "gymnasium", "rl"),
        ("pettingzoo", "pettingzoo", "rl"),
        ("pettingzoo", "gymnasium", "rl"),
        ("sb3", "stable_baselines3", "train"),
    ],
)
def test_a_module_without_its_libraries_names_the_extra(module, library, extra):
    program = f"import sys; sys.modules['{library}'] = None; import libgames.{module}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stderr.endswith(
        f"ModuleNotFoundError: libgames.{module}: expected {library}, which `{lg.install_command(extra)}` installs\n"
    ), done.stderr


@pytest.mark.parametrize("library", ["resvg_py", "PIL", "matplotlib", "pyspiel"])
def test_a_library_that_is_wanted_later_is_named_too(library, monkeypatch):
    command = lg._install.pip("open-spiel") if library == "pyspiel" else lg.install_command("viz")
    lg.pictures._fonts.cache_clear()
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ImportError, match=re.escape(f"expected {library}, which `{command}` installs")):
        lg.openspiel.load_game("amazes").get_type() if library == "pyspiel" else lg.pictures.rgb_array(START)
    assert "<svg" in lg.pictures.svg(START)


def test_modules_come_when_they_are_wanted():
    """And not before: the import of the package takes no longer."""
    program = (
        "import sys, libgames as lg; late = 'arena gymnasium openspiel pettingzoo pictures vector'.split();"
        "assert not any(f'libgames.{name}' in sys.modules for name in late);"
        "assert not {'difflib', 'asyncio', 'gymnasium', 'PIL'} & set(sys.modules);"
        "assert all(getattr(lg, name).__name__ == f'libgames.{name}' for name in late);"
        "print(lg.arena.play('alquerque', ['random', 'random']).moves, len(lg.pictures.svg(lg.make('amazes').new())))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_legal_moves_can_be_read():
    moves = START.legal_moves
    assert repr(moves) == "<legal moves: 'd3-d4', 'c3-d4', 'e4-d4', 'e3-d4'>"
    assert next(moves) == "d3-d4" and repr(moves) == repr(START.legal_moves) and len(list(moves)) == 3
    many = repr(lg.make("ontherun").new().legal_moves)
    assert many.startswith(r"<legal moves: '1\n2\n3\n4', ") and many.endswith(", ...>") and len(many) < 500
    assert repr(START.forfeit(0).legal_moves) == "<legal moves: none>"


def test_representations():
    assert repr(vectors()) == "libgames.vector.make('snakecore', num_envs=2)"
    told = repr(vectors(opponents="greedy", autoreset="same_step", rewards="scores", size=8))
    assert told.startswith("libgames.vector.make('snakecore(size=8)', num_envs=2, ")
    assert eval(told, {"libgames": lg}).same_step
    assert repr(lg.gymnasium.GameEnv("amazes", opponents=None)).startswith("<libgames.gymnasium.GameEnv of libgames.v")
    assert repr(lg.ontherun.on_map(SMALL)) == rf"libgames.Game('ontherun(cities=5)', {SMALL!r})"
    env = lg.pettingzoo.amazes_v0.env()
    assert repr(env) == "<libgames.pettingzoo.GameEnv of libgames.make('amazes'): reset() first>"
    env.reset(seed=1)
    assert repr(env).endswith(f"{env.position.result}>")
