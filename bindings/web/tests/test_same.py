"""libgames.wasm does what the native library does: in a separate runtime, and under libgames.js in a browser."""

import functools
import gzip
import os
import re

import libgames as lg
import pytest
from conftest import MODULE  # which also puts the modules of tests/python on the path
from standalone import Refused
from tasks import ROOT, Rng, glance, look

import replay
from helpers import amount

MOST_BYTES = 150_000  # of the module, compressed by gzip
ROWS = re.findall(r'\{"([a-z_]+(?:\(.*?\))?)", \d+,\s*0x([0-9A-F]{16})u[,}]', (ROOT / "tests/c/test_conformance.c").read_text())


def test_size():
    size = len(gzip.compress(MODULE.read_bytes(), 9))
    assert 50_000 < size <= MOST_BYTES


# ---- golden hashes ----


def golden(texts, xxh64):
    value = 0
    for text in texts:
        value = xxh64(f"{value:016x}{text}".encode())
    return value


def golden_texts(game):
    rng = Rng(2008)
    for seed in range(3):
        state = game.new(seed)
        while True:
            yield str(state)
            legal = state.legal_actions
            if not legal:
                break
            state = state.apply(legal[rng.below(len(legal))])


OWN = [name for name in lg.games() if lg.game_type(name).path is None]  # without those that a test has loaded


def test_there_are_golden_hashes():
    assert {config.partition("(")[0] for config, _ in ROWS} == {*OWN, "connect_four"} and len(ROWS) >= 13


@pytest.mark.parametrize("config, hash", ROWS, ids=[config for config, _ in ROWS])
def test_golden_hashes(config, hash, wasm, page, xxh64):
    assert golden(golden_texts(wasm.make(config)), xxh64) == int(hash, 16)
    assert golden(page.evaluate("config => goldenTexts(config)", config), xxh64) == int(hash, 16)


# ---- vectors ----

CLOSELY = 50  # every 50th state is examined closely


def chosen(vectors):
    """One vector in six, unless the vectors differ from those of the native tests, or time does not matter."""
    return vectors if "LIBGAMES_VECTORS" in os.environ else vectors[:: max(1, 6 // amount(1))]


class Record:
    """The states and the moves as text that the replay of vectors meets, by game and shared text."""

    def __init__(self, patch):
        self.games = {}
        self.patch = patch
        for name in ("new", "parse", "from_bytes"):
            patch.setattr(lg.Game, name, self.making(getattr(lg.Game, name)))
        for owner in (lg.State, lg.amazes.Position):
            self.watch(owner, "apply" if owner is lg.State else "play")
        self.watch(lg.blockdrop, "play")
        self.watch(lg.snakecore, "apply_at")

    def of(self, game):
        return self.games.setdefault((game.config, game.shared), (game, {}, {}))

    def state(self, state):
        if isinstance(state, lg.State):
            self.of(state.game)[1].setdefault(bytes(state), state)
        return state

    def making(self, function):
        return lambda *given: self.state(function(*given))

    def watch(self, owner, name):
        """A function that plays a move in a state."""
        function = getattr(owner, name)

        def watched(state, move, *arguments):
            at = state.state() if isinstance(state, lg.amazes.Position) else state
            text = move if isinstance(move, str) else at.game.action_text(move)
            self.of(at.game)[2].setdefault((bytes(self.state(at)), text), (at, text))
            return self.state(function(state, move, *arguments))

        self.patch.setattr(owner, name, watched)


@functools.cache
def recorded(name):
    """The states of the game's vectors, which are replayed natively."""
    vectors = [vector for vector in replay.read(replay.folder()) if vector.game == name]
    with pytest.MonkeyPatch.context() as patch:
        record = Record(patch)
        for vector in chosen(vectors):
            replay.replay(vector)
    return [(game, list(states.values()), list(plays.values())) for game, states, plays in record.games.values()]


def after(state, move):
    """The key of the state after a move, or the kind of error."""
    try:
        return f"{state.apply(move).key:x}"
    except lg.Error as error:
        return type(error).__name__
    except Refused as refused:
        return {2: "IllegalMove", 3: "GameOver", 4: "ParseError"}[refused.args[0]]


def seen(states, spaces):
    return [look(state, spaces) if i % CLOSELY == 0 else glance(state) for i, state in enumerate(states)]


@pytest.mark.parametrize("name", OWN)
def test_positions_and_moves_of_vectors(name, wasm, page):
    compared = 0
    for game, states, plays in recorded(name):
        spaces = [space.name for space in game.observation_spaces]
        expected = [seen(states, spaces), [after(state, move) for state, move in plays]]
        other = wasm.make(game.config, game.shared)
        found = seen([other.parse(str(state)) for state in states], range(len(spaces)))
        assert found == expected[0]
        assert [after(other.parse(str(state)), move) for state, move in plays] == expected[1]
        task = {"config": game.config, "shared": game.shared, "texts": list(map(str, states)), "every": CLOSELY,
                "plays": [(str(state), move) for state, move in plays]}
        assert page.evaluate("task => vectors(task)", task) == expected
        compared += len(states) + len(plays)
    assert compared > 100


# ---- searches ----

SEARCHES = [
    {"simulations": 300},
    {"simulations": 200, "policy": "puct", "greedy_prior": 0.5, "rollout": "greedy", "cutoff": 6, "exploration": 1.25,
     "opponent_model": 0.5},
    {"simulations": 150, "policy": "puct", "noise": 0.25, "noise_alpha": 0.5, "nodes": 300, "full": "drop",
     "samples": 3},
    {"simulations": 64, "policy": "gumbel", "considered": 4, "visit_scale": 20.0, "value_scale": 0.5, "solver": False},
]
CONFIGS = ["alquerque", "amazes(turns=8)", "blockdrop", "connect_four", "ontherun(cities=30)", "snakecore(size=8)"]


def result_of(found, statistics):
    arrays = (found.visits, found.values, found.priors, found.policy, found.proven)
    return [found.best, list(found.pv), [array.ravel().astype(float).tolist() for array in arrays], statistics]


@pytest.mark.parametrize("options", SEARCHES, ids=lambda options: options.get("policy", "uct") + str(options["simulations"]))
@pytest.mark.parametrize("config", CONFIGS)
def test_batch_search(config, options, wasm, page, connect_four):
    native = lg.Search(config, seed=9, **options)(lg.make(config).new(3))
    done = native.statistics
    expected = result_of(native, [done.simulations, done.nodes, done.dropped, done.depth, done.proven, done.full, *done.values])
    game = wasm.make(config)
    found = game.search(options, 9, game.new(3))
    counts, values = found.statistics[:9], found.statistics[9:]
    assert result_of(found, [counts[i] for i in (0, 1, 2, 4, 6, 7)] + list(values)) == expected
    for pieces in (False, True):
        task = {"config": config, "options": options, "seed": 9, "start": 3, "pieces": pieces}
        assert page.evaluate("task => searched(task)", task) == expected


@pytest.mark.parametrize("config, noise", [("alquerque", 0), ("alquerque", 0.25), ("connect_four", 0)])
def test_alphabeta(config, noise, page, connect_four):
    native = lg.AlphaBeta(config, table=2**20, noise=noise, seed=9)(lg.make(config).new(), depth=6, nodes=20_000)
    names = ("best", "value", "depth", "deepest", "nodes", "hits", "proven", "end")
    expected = [*(getattr(native, name) for name in names), list(native.pv), native.best_move, list(native.pv_moves)]
    task = {"config": config, "options": {"table": 2**20, "noise": noise, "seed": 9}, "start": 0}
    task["limits"] = {"depth": 6, "nodes": 20_000}
    assert page.evaluate("task => alphabeta(task)", task) == expected


@pytest.mark.parametrize("config", CONFIGS)
def test_lines(config, page, connect_four):
    """Lines of play, decisions and the notes on the other notation."""
    state, line = lg.make(config).new(4).rollout(3, 4)[0], []
    after = state
    while not after.is_over and len(line) < 7:
        line.append(after.choose("random", len(line)))
        after = after.apply(line[-1])
    expected = [state.line_text(line), list(state.moves_of(line)), state.completed(line[:1]),
                [state.decision_text(action) for action in state.legal_actions[:9]],
                said(lambda: state.apply(state.game.action_text(line[0]))),
                said(lambda: state.game.parse_action(state.moves_of(line)[0]))]  # fmt: skip
    found = page.evaluate("""([config, line]) => {
        const { state } = lg.make(config).new(4).rollout(3, 4), { game } = state;
        const said = (call) => { try { call(); return "ok"; } catch ({ message }) { return message; } };
        return [state.lineText(line), state.movesOf(line), state.completed(line.slice(0, 1)),
            [...state.legalActions.slice(0, 9)].map((action) => state.decisionText(action)),
            said(() => state.apply(game.actionText(line[0]))), said(() => game.parseAction(state.movesOf(line)[0]))];
    }""", [config, line])
    plain = [text.replace("parse_action", "parseAction").replace("'", '"') for text in expected[4:]]
    assert found[:4] == expected[:4]
    assert [text.replace("'", '"') for text in found[4:]] == plain


def said(call):
    try:
        call()
    except lg.Error as error:
        return str(error)
    return "ok"


PLAYERS = ["random", "greedy", "mcts(simulations=60,policy=gumbel)", "strong(simulations=25)"]


def without_network(bot, state):
    """The bot behind `strong` where there are no networks."""
    return re.sub(",?evaluator=net", "", lg.Bot(bot).in_seat(state.game, state.player).config)


@pytest.mark.parametrize("config", CONFIGS)
def test_bots(config, wasm, page, connect_four):
    state, other = lg.make(config).new(4), wasm.make(config).new(4)
    expected = [state.choose(without_network(player, state), seed) for player in PLAYERS for seed in range(3)]
    assert [other.choose(player, seed) for player in PLAYERS for seed in range(3)] == expected
    assert page.evaluate("""([config, players]) => {
        const state = lg.make(config).new(4);
        return players.flatMap((player) => [0, 1, 2].map((seed) => state.choose(player, seed)));
    }""", [config, PLAYERS]) == expected


def test_rollouts(page):
    outcomes, lengths = lg.make("blockdrop").rollouts(20, 11)
    found = page.evaluate("""() => { const { outcomes, lengths } = lg.make("blockdrop").rollouts(20, 11n);
        return [[...outcomes], [...lengths]]; }""")
    assert found == [outcomes.ravel().tolist(), lengths.tolist()]
