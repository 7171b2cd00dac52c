"""A game in a separate file, compiled and loaded: everything that works for the library's games works for it."""

import contextlib
import copy
import io
import multiprocessing
import os
import pickle
import random
import subprocess
import sys
import warnings

import gymnasium
import libgames as lg
import libgames.gymnasium
import libgames.pettingzoo
import numpy as np
import pytest
import pyspiel
from gymnasium.utils.env_checker import check_env
from libgames import pictures
from libgames.openspiel import load_game
from helpers import KUHN_POKER, NIM, compiled
from open_spiel.python.algorithms import mcts
from pettingzoo.test import api_test, seed_test


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return compiled(tmp_path_factory.mktemp("games"))


@pytest.fixture(scope="module")
def kind(path):
    return lg.load(path)


@pytest.fixture
def nim(kind):
    return lg.make("nim(stones=30)")


def played(game, seed, actions=2**31):
    """A state after at most this many random actions."""
    return game.new().rollout(seed, actions)[0]


# ---- states ----


def test_the_type_equals_the_table(kind, path):
    assert kind == ("nim", "Nim with one heap", "Nim", 1, "perfect", "none", kind.parameters, str(path), None)
    assert [(p.name, p.minimum, p.maximum, p.default) for p in kind.parameters] == [("stones", 1, 1000, 15)]
    assert "nim" in lg.games()[5:] and lg.game_type("nim") is kind


def test_play(nim):
    """The rules, and the defaults for everything that the table leaves out."""
    state = nim.new()
    assert (nim.players, nim.num_actions, nim.longest, nim.parameters) == (2, 3, 30, {"stones": 30})
    assert nim.seats == ("player 0", "player 1") and nim.observation_spaces[0].name == "state"
    while not state.is_over:
        stones = int(str(state).split()[0])
        assert state.legal_actions == tuple(range(min(3, stones)))
        assert nim.parse(str(state)) == state == nim.from_bytes(bytes(state))
        assert state.observation().tobytes() == bytes(state) and state.board == str(state)
        assert list(state.legal_moves) == [nim.action_text(action) for action in state.legal_actions]
        state = state.apply("2" if stones > 1 else "1")
    assert str(state) == "0 1" and state.outcome == (1, -1) and state.scores == (1, 0) and state.result == "over"
    with pytest.raises(lg.GameOver):
        state.apply(0)
    with pytest.raises(lg.IllegalMove):
        nim.parse("2 0").apply(2)
    with pytest.raises(lg.ParseError):
        nim.parse("31 0")
    assert nim.parse("30 1").fields.dtype.names == ("bytes",)


def test_nothing_is_hidden(nim):
    """So a sample is the state itself, and the key is the hash of its bytes."""
    state = played(nim, 3, 4)
    for player in range(2):
        assert state.resample(player, 7) == state.reseed(7) == state and state.information_key(player) == state.key


def test_rollouts_and_players(nim):
    outcomes, lengths = nim.rollouts(500, seed=1)
    assert (outcomes.sum(axis=1) == 0).all() and lengths.min() >= 10 and lengths.max() <= 30
    for player in set(lg.bots()) - {"net"}:
        assert nim.new().choose(player, seed=2) in range(3)
    with pytest.raises(ValueError, match="^net: it plays only a game that has a network, and so not nim"):
        nim.new().choose("net")


def test_pictures(nim):
    """In letters; notebooks, arrays of pixels and animations work."""
    state = nim.parse("27 1")
    shown = state._repr_mimebundle_()
    assert shown["text/plain"] == "27 1" and ">27 1</text>" in shown["image/svg+xml"]
    assert "player 1 to move" in shown["image/svg+xml"] and ">over</text>" in pictures.svg(nim.parse("0 1"))
    assert pictures.rgb_array(state)[:47].min() < 100, "there is ink above the caption"
    assert [name for name, _ in pictures.players(state)] == ["player 0", "player 1"]
    assert not pictures.has_secrets(state)


# ---- batches and adapters ----


@pytest.mark.parametrize("rewards", ["outcome", "scores"])
def test_batches(nim, rewards):
    """Action by action what State.apply plays; the default scores are rewards as well."""
    envs = lg.vector.make(nim, 5, opponents=None, rewards=rewards, autoreset="disabled", seed=2, threads=2)
    observations, _ = envs.reset()
    states = [nim.new()] * 5
    while not all(state.is_over for state in states):
        active = np.array([not state.is_over for state in states])
        assert all(np.array_equal(observations[slot], states[slot].observation()) for slot in np.flatnonzero(active))
        actions = envs.sample()
        envs.illegal = "mark"  # those that are over
        observations, _, terminated, _, infos = envs.step(actions)
        for slot in np.flatnonzero(active):
            before, states[slot] = states[slot], states[slot].apply(int(actions[slot]))
            expected = states[slot].outcome if rewards == "outcome" else np.subtract(states[slot].scores, before.scores)
            assert infos["rewards"][slot].tolist() == list(expected) and terminated[slot] == states[slot].is_over
    children = envs.expand([0, 1, 2], states=[nim.parse("2 0")] * 3)
    assert children.status.tolist() == [0, 0, 2] and children.player.tolist()[:2] == [1, -1]


def test_batches_with_opponents(nim):
    envs = lg.vector.make(nim, 64, opponents="greedy", seat=1, autoreset="same_step", seed=3)
    envs.reset()
    ends = sum(int(envs.step(envs.sample())[2].sum()) for _ in range(50))
    assert ends > 64 and (envs.states["bytes"][:, 4] == 1).all(), "always the learner in seat 1 is to move"
    with pytest.raises(TypeError, match=r"sead: .* nim: stones \(1 ... 1000\)"):
        lg.vector.make("nim", 2, sead=1)


def test_samples_of_batches(nim):
    envs = lg.vector.make(nim, 8, opponents=None, seed=4)
    envs.reset()
    envs.step(envs.sample())
    samples = envs.resample()
    assert samples.states.tobytes() == envs.states.tobytes() and not samples.status.any()
    assert samples.information_key.tolist() == [envs.state(slot).key for slot in range(8)]


def test_gymnasium(kind):
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message="game 0, action")
        check_env(gymnasium.make("libgames/Nim-v0").unwrapped)
    env = gymnasium.make("libgames/Nim-v0", stones=9, opponents="random", render_mode="ansi")
    env.reset(seed=1)
    assert env.unwrapped.game == lg.make("nim", stones=9) and env.render() == env.unwrapped.state.board
    envs = gymnasium.make_vec("libgames/Nim-v0", num_envs=3, stones=9)
    assert isinstance(envs.unwrapped, lg.vector.VectorEnv)


def test_pettingzoo(kind):
    from libgames.pettingzoo import nim_v0

    assert "nim_v0" in dir(lg.pettingzoo) and repr(nim_v0) == "libgames.pettingzoo.nim_v0"
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        for about_dictionaries in ("Observation is not a NumPy", "Observation space for each agent probably should"):
            warnings.filterwarnings("ignore", message=about_dictionaries)
        warnings.filterwarnings("ignore", message="Observation numpy array is all zeros")  # "0 0", the end
        api_test(nim_v0.env(), num_cycles=100)
    seed_test(nim_v0.env, num_cycles=50)


ORDERS = {
    "loaded first": "import libgames as lg; lg.load(PATH); import libgames.gymnasium, libgames.pettingzoo",
    "loaded last": "import libgames as lg, libgames.gymnasium, libgames.pettingzoo; lg.load(PATH); lg.load(PATH)",
}
USE = """
import gymnasium, pettingzoo
from libgames.pettingzoo import nim_v0
assert gymnasium.make("libgames/Nim-v0").unwrapped.game == nim_v0.env().game == lg.make("nim")
assert pettingzoo.make("aec", "libgames/nim_v0").game == lg.make("nim")
"""


@pytest.mark.parametrize("order", ORDERS)
def test_adapters_know_games_loaded_before_and_after(path, order):
    program = ORDERS[order].replace("PATH", repr(str(path))) + USE
    subprocess.run([sys.executable, "-W", "error", "-c", program], check=True, timeout=120)


def test_openspiel(kind):
    """Random play, and OpenSpiel's tree search, which finds that three stones win immediately."""
    game, rng = load_game("nim(stones=12)", seed=1), random.Random(1)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    assert sum(state.returns()) == 0 and len(state.history()) <= game.max_game_length() == 12
    facts = game.get_type()
    assert (facts.short_name, facts.long_name) == ("nim", "Nim with one heap")
    assert facts.information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert facts.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    numbers = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 60, mcts.RandomRolloutEvaluator(1, numbers), random_state=numbers)
    assert game.action_to_string(0, bot.step(game.new_initial_state("3 0"))) == "3"
    assert game.action_to_string(0, bot.step(game.new_initial_state("6 1"))) == "2"


# ---- other processes ----


def again(packed, actions):
    """In a fresh process: the unpickled object, after some more steps."""
    game, state, envs, env = pickle.loads(packed)
    assert "nim" in lg.games()
    for _ in range(actions):
        envs.step(envs.sample())
    env.step(0)
    return repr(game), str(state), envs.states.tobytes(), str(env.unwrapped.state)


def test_pickles_load_the_file_in_other_processes(nim):
    state, envs = played(nim, 5, 6), lg.vector.make(nim, 4, seed=6)
    env = libgames.gymnasium.GameEnv(nim, seat=0)
    envs.reset()
    env.reset(seed=1)
    packed = pickle.dumps((nim, state, envs, env))
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        there = pool.apply(again, (packed, 7))
    assert there == again(packed, 7) and there[:2] == (repr(nim), str(state))


def test_copies(nim):
    state = played(nim, 7, 5)
    for twin in (copy.copy(nim), copy.deepcopy(nim), pickle.loads(pickle.dumps(nim))):
        assert twin == nim and hash(twin) == hash(nim) and twin.type is nim.type
    for other in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert other == state and other.apply(0) == state.apply(0)
    assert eval(repr(state), {"libgames": lg}) == state


# ---- files ----


def test_paths_of_any_kind(kind, path, monkeypatch):
    monkeypatch.chdir(path.parent)
    for same in (path, str(path), os.fsencode(path), "nim.so", os.path.join(".", "nim.so")):
        assert lg.load(same) is kind
    for wrong in (None, 7, ["nim.so"]):
        with pytest.raises(TypeError):
            lg.load(wrong)


def test_paths_that_are_not_utf_8(tmp_path):
    """Nor is a long path that the refusal cuts off in the middle of a letter."""
    kind = lg.load(compiled(tmp_path, "odd", renamed("odd")))
    folder = os.fsencode(tmp_path)
    os.symlink(kind.path, folder + b"/\xff.so")
    assert lg.load(folder + b"/\xff.so") is kind
    with pytest.raises(ValueError, match="can't be loaded"):
        lg.load(folder + b"/\xfe.so")
    for shift in range(2):
        with pytest.raises(ValueError, match="can't be loaded|/é"):
            lg.load("/" + "x" * shift + "/é" * 400)


def test_a_path_does_not_end_at_a_zero_byte(path):
    with pytest.raises(ValueError, match="null"):
        lg.load(f"{path}\0.txt")


def test_sources_must_be_compiled_first():
    with pytest.raises(ValueError, match="nim.c: expected a shared object, made of this file by a compiler"):
        lg.load("nim.c")


def test_pipes_are_not_opened(tmp_path):
    """Which would wait for a writer."""
    os.mkfifo(tmp_path / "pipe.so")
    code = f"import libgames as lg; lg.load({str(tmp_path / 'pipe.so')!r})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert "it is no file" in done.stderr


def test_a_refusal_without_a_place(tmp_path):
    """A game that refuses a text, but does not give the place."""
    source = renamed("silent")
    source = source.replace(".state_parse = state_parse", ".state_parse = silent")
    silent = (
        "static lg_status silent(const lg_game *game, const char *text, size_t length, void *state,\n"
        "                        lg_parse_error *error) {\n"
        "    (void)game, (void)text, (void)length, (void)state, (void)error;\n    return LG_E_PARSE;\n}\n"
    )
    table = "static const lg_game_type"
    lg.load(compiled(tmp_path, "silent", source.replace(table, silent + table)))
    with pytest.raises(lg.ParseError, match="line 1, column 1: expected a position"):
        lg.make("silent").parse("1 0")


def test_position_texts_of_several_lines(tmp_path):
    """OpenSpiel's serialized states keep them apart from the actions."""
    source = renamed("tall").replace("lg_put(writer, ' ');", "lg_put(writer, '\\n');")
    lg.load(compiled(tmp_path, "tall", source.replace("lg_accept(&reader, ' ')", "lg_accept(&reader, '\\n')")))
    game = load_game("tall")
    state = game.new_initial_state()
    state.apply_action(1)
    again = game.deserialize_state(state.serialize())
    assert "\n" in str(state.position) and again.position == state.position and again.history() == [1]


def renamed(name):
    return NIM.replace('.name = "nim"', f'.name = "{name}"').replace('.id = "Nim"', f'.id = "{name.title()}"')


def refused(path, match):
    """The file is refused with a sentence that names it, and nothing is known of it afterwards."""
    before = lg.games(), set(gymnasium.registry), dir(lg.pettingzoo)
    with pytest.raises(ValueError, match=match) as raised:
        lg.load(path)
    assert str(path) in str(raised.value)
    assert (lg.games(), set(gymnasium.registry), dir(lg.pettingzoo)) == before


def test_no_such_file(tmp_path):
    refused(tmp_path / "no_such.so", "can't be loaded: .*No such file")


def test_not_a_library(tmp_path):
    (tmp_path / "text.so").write_text("no game", encoding="utf-8")
    refused(tmp_path / "text.so", "can't be loaded")
    refused(tmp_path, "can't be loaded")


def test_a_library_without_a_game(tmp_path):
    refused(compiled(tmp_path, "none", "int nothing;\n"), "lg_game_export is missing")


@pytest.mark.parametrize(
    ("old", "new", "match"),
    [
        (".abi = LG_GAME_ABI", ".abi = LG_GAME_ABI + 1", "version .* of the interface, .*: compile it again"),
        ('.id = "Nim"', '.id = "Nim-v0"', "`id` must have"),
        ('.id = "Nim"', '.id = ""', "`id` must have"),
        ('.name = "nim"', '.name = "Nim"', "`name` must have"),
        (".apply = apply, ", "", "required function"),
        ("LG_INFORMATION_PERFECT", "LG_INFORMATION_HIDDEN", "hidden information needs"),
        ('.name = "nim"', '.name = "alquerque"', "a game with its name alquerque.* already"),
        ('.id = "Nim"', '.id = "Alquerque"', ".* or its id Alquerque, already"),
    ],
)
def test_tables_that_are_refused(kind, tmp_path, old, new, match):
    source = NIM.replace('.name = "nim"', '.name = "other"').replace('.id = "Nim"', '.id = "Other"')
    source = (source if old in source else NIM).replace(old, new)
    assert new in source or not new
    refused(compiled(tmp_path, "wrong", source), match)


def test_the_same_name_twice(kind, tmp_path):
    refused(compiled(tmp_path, "twin"), "a game with its name nim, or its id Nim, already")
    assert lg.make("nim").new() and lg.game_type("nim") is kind


# ---- a short game with hidden information ----


def test_the_check_finds_nothing_in_kuhn_poker(kuhn):
    """Its games are so short that in many of them each sample equals the original state."""
    checked = lg.make("kuhn_poker").check(playthroughs=3000)
    assert checked.finding is None and checked.playthroughs == 3000


def test_the_check_finds_a_resample_that_never_changes_anything(tmp_path):
    """As above, where it is true."""
    source = KUHN_POKER.replace('"kuhn_poker"', '"open_poker"').replace('"KuhnPoker"', '"OpenPoker"')
    sampled, kept = "memcpy(after, &other, sizeof other);", "memcpy(after, before, sizeof other);"
    never = source.replace(sampled, kept)
    assert never != source
    lg.load(compiled(tmp_path, "open_poker", never))
    finding = lg.make("open_poker").check(playthroughs=3000).finding
    assert finding is not None and finding.contract == "resample" and "always returns the given state" in finding.text


def test_kuhn_poker(kuhn):
    """Every way to play it, and its value to the first player, in chips."""
    game, found = lg.make("kuhn_poker"), {}

    def walk(state):
        assert game.parse(str(state)) == state
        if state.is_over:
            found[str(state)] = state.scores
        for action in state.legal_actions:
            walk(state.apply(action))

    for cards in ("JQ", "JK", "QJ", "QK", "KJ", "KQ"):
        walk(game.parse(cards))
        higher = 1 if "JQK".index(cards[0]) > "JQK".index(cards[1]) else -1
        for moves, won in (("pp", higher), ("pbp", -1), ("pbb", 2 * higher), ("bp", 1), ("bb", 2 * higher)):
            assert found.pop(f"{cards} {moves}") == (won, -won)
    assert not found and {str(game.new(seed)) for seed in range(100)} == {"JQ", "JK", "QJ", "QK", "KJ", "KQ"}
    for wrong in ("", "JJ", "J", "JX", "JQ ", "JQp", "JQ x", "JQ ppp", "JQ pbpb", "JQ bb ", " JQ"):
        with pytest.raises(lg.ParseError):
            game.parse(wrong)
    search = lg.Search(game, 2000, seed=1)
    for position in ("JK p", "QK b"):
        assert search(game.parse(position)).best == 1
    assert search(game.parse("QJ b")).best == 0
    assert lg.make("kuhn_poker").new(1).typed("Bet")[0] == (1,)


def test_without_a_board_a_viewer_reads_its_numbers(kuhn):
    state = lg.make("kuhn_poker").parse("KJ p")
    assert [state.board_for(viewer) for viewer in (0, 1, None)] == ["waits\nnumbers: 2 1 0 0", "to move\nnumbers: 0 1 0 0", "KJ p"]
    assert state.apply("bet").apply("pass").board_for(1) == "over\nnumbers: 0 1 2 1"


# ---- games that violate their contract ----

LIES = {
    "refusing": ("if (next.stones == 0) return LG_E_OVER;", "if (next.stones < 9) return LG_E_ILLEGAL;"),
    "endless": ("next.stones -= (uint32_t)action + 1;", ""),
    "unbound": ("game->longest = game->params[0];", "game->longest = INT64_MAX;"),
    "seat99": ("return now->stones > 0 ?", "if (now->stones < 9) return 99;\n    return now->stones > 0 ?"),
}


@pytest.mark.parametrize("name", LIES)
def test_games_that_break_their_word(tmp_path, name):
    """Any code that continues such a game ends with an error that gives the reason."""
    source = NIM.replace('.name = "nim"', f'.name = "{name}"').replace('.id = "Nim"', f'.id = "{name.title()}"')
    for old, new in (LIES["endless"], LIES[name]) if name == "unbound" else (LIES[name],):
        assert old in source
        source = source.replace(old, new)
    lg.load(compiled(tmp_path, name, source))
    game = lg.make(name)
    state = game.new()
    envs = lg.vector.make(name, 3, opponents="mcts(simulations=20)", seat=0)
    search, searches = lg.Search(game, simulations=200), lg.BatchSearch(game, 2, simulations=50)
    search.begin(state)
    searches.begin([state, state])

    def step():
        envs.reset(seed=1)
        while True:
            envs.step(envs.sample())

    calls = [lambda: game.rollouts(5), search.run, searches.run, lg.SelfPlay(game, 3, 20).run,
             lambda: state.choose("mcts(simulations=50)"), step]
    for call in calls if name != "seat99" else calls[1:]:  # random games do not use the player to move
        with pytest.raises(lg.BrokenGame, match="breaks its own rules: its author should run `libgames check`"):
            call()
    if name in ("endless", "unbound"):
        with pytest.raises(lg.BrokenGame):
            state.rollout()
    assert state.rollout(1, 2)[1] == 2
    marks = lg.vector.make(name, 3, opponents="mcts(simulations=20)", seat=0, illegal="mark")
    marks.reset(seed=1)
    if marks.status.any():
        assert marks.status.tolist() == [8, 8, 8]
    for _ in range(20):
        *_, truncated, infos = marks.step(marks.sample())
        broken = infos.get("status", np.zeros(3)) == 8
        assert truncated[broken].all()
        if broken.any():
            return
    raise AssertionError("it was never broken")
