"""libgames.js in a browser: its memory, and arguments of every kind that is wrong."""

import re

import libgames as lg
import pytest
import tasks
from conftest import SITE, answer

FACE = (tasks.ROOT / "bindings/web/libgames.d.ts").read_text()

# Possible arguments of a page: all of them are wrong in their places below, unless the test states otherwise.
JUNK = """[undefined, null, NaN, Infinity, -Infinity, -1, 0.5, 2**31, 2**32, 2**53, -(2**53), 1e300, -0.5, 10n, -1n, 2n**70n,
    true, "", "x", "\\u0000", "\\ud800", "é".repeat(3000), "9".repeat(70000), Symbol("s"), [], [1], {}, { length: 3 },
    { length: -1 }, { length: 2**40 }, { length: NaN }, new Uint8Array(3), new Float64Array(2), () => 1, new Date(NaN),
    Object.create(null), { valueOf() { throw new Error("asked"); } }, { toString: null }, new Proxy({}, {}), lg,
    { get length() { throw new URIError("a getter"); } }, lg.make("blockdrop"), lg.make("blockdrop").new(),
    lg.bot("greedy"), freed, new libgames.Search(lg.make("blockdrop"))]"""

CALLS = """{
    make: (a, b, c) => lg.make(a, b, c), makeNamed: (a, b) => lg.make("snakecore", { size: a, rounds: b }),
    shared: (a) => lg.make("ontherun", {}, a), gameType: (a) => lg.gameType(a), botType: (a) => lg.botType(a),
    player: (a, b) => lg.bot(a, b), inSeat: (a, b) => lg.bot("strong").inSeat(a, b),
    new: (a) => game.new(a), parse: (a) => game.parse(a), fromBytes: (a) => game.fromBytes(a),
    actionText: (a) => game.actionText(a), parseAction: (a) => game.parseAction(a),
    moveText: (a, b, c) => game.moveText(a, b, c), moveText2: (a) => game.moveText(state, a, state),
    takenFor: (a) => game.takenFor(a), openingName: (a) => game.openingName(a),
    symmetryAction: (a, b) => game.symmetryAction(a, b), rollouts: (a, b) => game.rollouts(a === 10n ? a : [a], b),
    decisionText: (a) => state.decisionText(a), line: (a) => state.line(a), lineText: (a) => state.lineText(a),
    movesOf: (a) => state.movesOf(a), completed: (a) => state.completed(a),
    apply: (a) => state.apply(a), typed: (a) => state.typed(a), explain: (a) => state.explain(a),
    forfeit: (a) => state.forfeit(a), board: (a) => state.board(a), draw: (a) => state.draw(a),
    drawOptions: (a, b) => state.draw({ viewer: a, before: b }), drawLast: (a) => state.draw({ last: a }),
    drawHeat: (a, b) => state.draw({ heat: a, theme: b }), drawSize: (a, b) => state.draw({ size: a, legal: b }),
    message: (a) => state.message(a), news: (a) => state.news(a), observation: (a, b) => state.observation(a, b),
    informationKey: (a) => state.information_key(a), resample: (a, b) => state.resample(a, b), reseed: (a) => state.reseed(a),
    symmetry: (a) => state.symmetry(a), evaluate: (a) => state.evaluate(a), choose: (a, b, c) => state.choose(a, b, c),
    rollout: (a, b) => state.rollout(a, typeof b === "number" && b > 100 ? -1 : b),
    Search: (a, b) => new libgames.Search(a, b), begin: (a, b) => search.begin(a, b), run: (a, b) => search.run(a, b),
    advance: (a, b) => search.advance(a, b), setSimulations: (a) => search.setSimulations(a === 2**31 ? -1 : a),
    children: (a, b) => search.children(a, b), AlphaBeta: (a, b) => new libgames.AlphaBeta(a, b),
    alphabeta: (a, b) => alphabeta.run(a, b), limits: (a, b) => alphabeta.run(state, { depth: a, nodes: b }),
    stop: (a, b) => search.run(state, { stop: a, seconds: b }), ...options,
    freed: () => freed.run(state), freedResult: () => freed.result, freedBegin: () => freed.begin(state),
    constructGame: (a) => new libgames.Game(a), constructState: (a) => new libgames.State(a),
    stolen: (a) => libgames.State.prototype.apply.call(a, 0), stolen2: (a) => libgames.Search.prototype.run.call(a),
    equals: (a) => state.equals(a), equals2: (a) => game.equals(a),
}"""

HOSTILE = """() => {
    const game = lg.make("alquerque"), state = game.new(1), search = new libgames.Search(game, { simulations: 5 });
    const alphabeta = new libgames.AlphaBeta(game, { nodes: 100, table: 0 });
    const freed = new libgames.Search(game);
    freed.free();
    search.begin(state);
    const names = ["simulations", "seed", "policy", "nodes", "full", "depth", "solver", "exploration", "rollout", "cutoff",
        "samples", "greedy_prior", "opponentModel", "noise", "noiseAlpha", "considered", "visitScale", "valueScale"];
    const options = Object.fromEntries(names.map((name) => (
        ["option " + name, (a) => new libgames.Search(game, { [name]: a }).free()])));
    const junk = %s, calls = %s;
    const wrong = [], right = {}, before = [state.key, String(state), String(game.new(1)), [...state.legalActions].join()];
    const known = ["ParseError", "IllegalMove", "GameOver", "StateError", "Unsupported", "UsageError", "TypeError", "RangeError",
        "URIError"];
    const attempt = (name, ...given) => {
        try {
            calls[name](...given);
            right[name] = (right[name] ?? 0) + 1;
        } catch (error) {
            if (!known.includes(error?.name) || !error.message || error instanceof WebAssembly.RuntimeError) {
                wrong.push(`${name}: ${error}`);
            }
        }
        search.begin(state);
        const now = [state.key, String(state), String(game.new(1)), [...state.legalActions].join()];
        if (now.join() !== before.join()) wrong.push(`${name} changes something`);
    };
    for (const name of Object.keys(calls)) {
        for (const one of junk) {
            attempt(name, one);
            attempt(name, state, one);
            attempt(name, one, state);
            attempt(name, 0, one);
            attempt(name, "greedy", 0, one);
        }
    }
    return [wrong, right];
}"""


def test_hostile_arguments(page):
    wrong, right = page.evaluate(HOSTILE % (JUNK, CALLS))
    assert not wrong, "\n".join(wrong[:20])
    assert right["new"] > 0 and right["board"] > 0
    never = {"freed", "freedResult", "freedBegin", "constructGame", "constructState", "fromBytes", "gameType"}
    assert not never & set(right), right


MESSAGES = {
    'lg.make("chess")': ("RangeError", 'game: expected one of alquerque, .*, not "chess"'),
    'lg.make("snakecore(size=3)")': ("ParseError", "line 1, column 16: expected cells along each side of the field, 8 to 64"),
    'lg.make("snakecore", { size: 8.5 })': ("TypeError", "size: expected an integer or a string, not 8.5"),
    'lg.make("snakecore", {size: "24,players=3"})': ("RangeError", 'size: expected one value, not "24,players=3"'),
    'lg.make("alquerque", {}, "x")': ("RangeError", "expected no shared text.*"),
    "state.apply(0)": ("IllegalMove", "no line, no empty point, .*"),
    "state.apply(NaN)": ("TypeError", "action: expected an integer, not NaN"),
    "state.apply(2**53)": ("RangeError", r"action: expected an integer in 0 \.\.\. 391, not 9007199254740992"),
    'state.apply("c3-c4 ")': ("ParseError", "line 1, column 6: .*"),
    'state.apply("a1-a2")': ("IllegalMove", ".+"),
    'state.typed("c3 d4 e5")': ("IllegalMove", 'the move is complete before "e5"'),
    "state.forfeit(0).apply(0)": ("GameOver", "the game is over.*"),
    "game.fromBytes(new Uint8Array(game.stateSize).fill(255))": ("StateError", "the bytes are not a state of the game"),
    "game.new(2**60)": ("RangeError", "seed: .* must be a bigint"),
    'state.draw({ themes: "dark" })': ("TypeError", 'draw: expected options among viewer, .*, not "themes"'),
    'lg.make("amazes").new().choose("alphabeta")': ("Unsupported", "alphabeta: it plays only a game of two players.*"),
    'state.choose("net")': ("Unsupported", "net: it plays only a game that has a network.*"),
    'state.choose("mcts(nodes=2147483647)")': ("RangeError|Unsupported", ".*no memory for this bot"),
    "new libgames.Search(game, { nodes: 2**31 - 1 })": ("RangeError", "nodes: .*memory.*"),
    "new libgames.Search(game).run()": ("UsageError", "the search has no root.*"),
    'new libgames.Search(game).begin(lg.make("amazes").new())': ("StateError", "state: expected a state of alquerque, .*"),
    'new libgames.AlphaBeta(lg.make("amazes"))': ("Unsupported", "game: expected two players, .*, not amazes"),
    "new libgames.AlphaBeta(game).run(state)": ("RangeError", "limits: expected one: .*"),
    "new libgames.AlphaBeta(game, { table: 2**32 })": ("RangeError", "table: .*memory.*"),
}


@pytest.mark.parametrize("call", MESSAGES)
def test_messages(call, page):
    kind, message = page.evaluate("""(call) => {
        const game = lg.make("alquerque"), state = game.new();
        try { eval(call); } catch (error) { return [error.name, error.message]; }
        return ["nothing", ""];
    }""", call)
    expected = MESSAGES[call]
    assert re.fullmatch(expected[0], kind) and re.fullmatch(expected[1], message), (kind, message)


def test_stops(page):
    assert page.evaluate("""() => {
        const game = lg.make("alquerque"), state = game.new(), search = new libgames.Search(game, { simulations: 1e6 });
        const found = [], thrown = (call) => { try { call(); return "nothing"; } catch (error) { return error.message; } };
        let asked = 0;
        found.push(search.run(state, { stop: () => ++asked > 40 }).statistics.simulations, search.done);
        found.push(thrown(() => search.run(state, { stop: () => { throw new Error("mine"); } })));
        found.push(thrown(() => search.run(state, { stop: () => { search.free(); return true; } })));
        found.push(thrown(() => search.run(state, { stop: () => { search.run(); return true; } })));
        let inner = 0;  // the library may be used, and other searches may run and be stopped
        search.run(state, { stop: () => {
            inner += new libgames.Search(game, { simulations: 9 }).run(state, { stop: () => false }).statistics.simulations;
            return inner > 20;
        } });
        found.push(inner);
        found.push(thrown(() => state.choose("strong", 0, { stop: () => { throw new Error("mine too"); } })));
        const endless = () => endless() + 1;
        found.push(thrown(() => state.choose("mcts", 0, { stop: endless })) !== "nothing");
        const alphabeta = new libgames.AlphaBeta(game, { table: 2 ** 16 });
        found.push(alphabeta.run(state, { stop: ({ depth }) => depth >= 3 }).depth);
        const begin = performance.now();
        search.run(state, { seconds: 0.05 });
        alphabeta.run(state, { seconds: 0.05 });
        state.choose("mcts(simulations=100000000,nodes=1000)", 0, { seconds: 0.05 });
        found.push(performance.now() - begin > 100, String(state) === String(game.new()));
        return found;
    }""") == [40, False, "mine", "the search is running: expected the call to end before the next one",
              "the search is running: expected the call to end before the next one", 27, "mine too", True, 3, True, True]


def test_stop_answers_with_true_false_or_nothing(page):
    """Any other answer is refused: of an async function it was a promise, which ended the call with nothing found."""
    answers = ["Promise.resolve(false)", "1", "0", '"false"', "null", "{}", "[]", "() => false", "Promise.resolve(true)"]
    found = page.evaluate("""(answers) => {
        const game = lg.make("alquerque"), state = game.new(), search = new libgames.Search(game, { simulations: 300 });
        const alphabeta = new libgames.AlphaBeta(game, { table: 2 ** 16 });
        const calls = {
            search: (stop) => search.run(state, { stop }),
            choose: (stop) => state.choose("mcts(simulations=300)", 0, { stop }),
            alphabeta: (stop) => alphabeta.run(state, { stop, depth: 4 }),
        };
        const thrown = (call, stop) => { try { call(stop); return "nothing"; } catch (error) { return String(error); } };
        const found = {};
        for (const [name, call] of Object.entries(calls)) {
            found[name] = answers.map((answer) => thrown(call, () => eval(`(${answer})`)));
            found[name].push(...[async () => false, () => {}, () => false].map((stop) => thrown(call, stop)));
        }
        return [found, search.run(state, { stop: () => {} }).statistics.simulations];
    }""", answers)
    expected = r"TypeError: stop: expected it to return true, false or nothing, not (an object|a function|[01]|\"false\"|null)"
    for problems in found[0].values():
        assert all(re.fullmatch(expected, problem) for problem in problems[:10]) and problems[10:] == ["nothing", "nothing"]
    assert found[1] == 300


def test_options_may_be_inherited(page):
    """They were ignored silently. A member that a page has added to all objects is no option."""
    assert page.evaluate("""() => {
        class Limits { #count = 7; get simulations() { return this.#count; } }
        class Snake { get size() { return 9; } }
        const game = lg.make("alquerque"), state = game.new(), search = new libgames.Search(game, { simulations: 50 });
        const count = (limits) => search.run(state, limits).statistics.simulations;
        const thrown = (call) => { try { call(); return "nothing"; } catch (error) { return error.message; } };
        const found = [
            count(Object.create({ simulations: 5 })), count(new Limits()), count(Object.create({ simulations: undefined })),
            new libgames.Search(game, Object.create({ simulations: 11 })).run(state).statistics.simulations,
            lg.make("snakecore", new Snake()).config, lg.make("snakecore", Object.create({ size: 9 })).config,
            lg.bot("mcts", Object.create({ simulations: 3 })).config,
            state.draw(Object.create({ size: 320 })) === state.draw({ size: 320 }),
            thrown(() => count(Object.create({ sims: 5 }))).startsWith("limits: expected options among simulations"),
            thrown(() => lg.make("snakecore", Object.create({ sizes: 9 }))) !== "nothing",
        ];
        Object.assign(Object.prototype, { simulations: 2, size: 9, depth: 1, other: 1 });
        try {
            found.push(count({}), lg.make("snakecore", {}).config, count({ simulations: 4 }),
                new libgames.Search(game, { simulations: 20 }).run(state).statistics.depth > 1);
        } finally {
            for (const name of ["simulations", "size", "depth", "other"]) delete Object.prototype[name];
        }
        return found;
    }""") == [5, 7, 50, 11, "snakecore(size=9)", "snakecore(size=9)", "mcts(simulations=3)", True, True, True, 50, "snakecore",
              4, True]


def test_deep_alphabeta(page):
    """As deep as it can be: the stack has room for it."""
    assert page.evaluate("""() => lg.games.filter((name) => lg.gameType(name).information === "perfect").map((name) => {
        const game = lg.make(name);
        try {
            const search = new libgames.AlphaBeta(game, { levels: 1024, quiescence: 255, table: 2 ** 16 });
            return search.run(game.new(), { depth: 255, nodes: 30000 }).nodes > 0;
        } catch (error) { return error.name === "Unsupported"; }
    })""").count(True) >= 3


# ---- memory ----


def test_memory_does_not_grow(page):
    """A hundred thousand steps with text and pictures, and thousands of searches, in the memory of the first ones."""
    grown = page.evaluate("""() => {
        const work = (steps, searches) => {
            for (const name of ["alquerque", "ontherun"]) {
                const game = lg.make(name);
                for (let state = game.new(1), i = 0; i < steps; i++) {
                    const legal = state.legalActions;
                    state = legal.length === 0 ? game.new(i) : state.apply(legal[i % legal.length]);
                    if (i % 100 === 0) [String(state), state.draw({ legal: true }), state.observation(), state.board()];
                }
                for (let i = 0; i < searches; i++) {
                    const search = new libgames.Search(game, { simulations: 2, nodes: 20000 });
                    search.run(game.new(i));
                    search.free();
                    game.new(i).choose("mcts(simulations=2,nodes=20000)");
                }
            }
        };
        work(500, 3);
        const before = lg.memoryBytes;
        work(50000, 500);
        return lg.memoryBytes - before;
    }""")
    assert grown == 0


TEXTS = {
    "config": "lg.make(long)", "parameters": 'lg.make("snakecore", { size: long })', "config ": "lg.bot(long)",
    "shared": 'lg.make("ontherun", {}, long)', "player": "state.choose(long)", "text": "game.parse(long)",
    "text ": "game.parseAction(long)", "action": "state.apply(long)", "line": "state.typed(long)",
    "line ": "game.openingName(long)", "answer": "game.takenFor(long)",
}


def test_no_text_makes_the_memory_grow_for_ever(page):
    """WebAssembly's memory never shrinks: longer texts than any game has are refused before they are copied there."""
    grown, found, many = page.evaluate("""(texts) => {
        const game = lg.make("alquerque"), state = game.new(), before = lg.memoryBytes, found = {};
        for (const [name, call] of Object.entries(texts)) {
            for (const long of ["c".repeat(2 ** 20 + 1), "c".repeat(2 ** 28)]) {
                try { eval(call); } catch (error) { found[name] = `${error.name}: ${error.message}`; }
            }
        }
        const many = lg.make("alquerque").rollouts(10000, 2n ** 64n - 5n), few = game.rollouts(5003, 4091);
        const same = few.lengths.every((length, i) => length === many.lengths[4096 + i])
            && few.outcomes.every((outcome, i) => outcome === many.outcomes[2 * 4096 + i]);
        return [lg.memoryBytes - before, found, [same, many.lengths.length, many.outcomes.length]];
    }""", TEXTS)
    assert set(found) == set(TEXTS)
    for name, problem in found.items():
        expected = rf"RangeError: {name.strip()}: expected a string of at most 1048576 letters, not \d+"
        assert re.fullmatch(expected, problem), problem
    assert grown <= 2 * 2**20 and many == [True, 10000, 20000]


def test_unreferenced_objects_are_freed(page):
    """Searches and games without references, without free(): more than would fit."""
    grown = page.evaluate("""async () => {
        const game = lg.make("alquerque"), round = () => {
            for (let i = 0; i < 8; i++) new libgames.Search(game, { nodes: 100000 }).begin(game.new());
            for (let i = 0; i < 50; i++) lg.make("ontherun(cities=200)").new();
        };
        const collect = async () => {
            gc();
            for (let i = 0; i < 3; i++) await new Promise((done) => setTimeout(done));
        };
        round();
        await collect();
        const before = lg.memoryBytes;
        for (let i = 0; i < 12; i++) {
            round();
            await collect();
        }
        return lg.memoryBytes - before;
    }""")
    assert grown <= 40 * 2**20  # of 380 MB


# ---- the declarations ----


def declared(name):
    """The members that libgames.d.ts declares of a class or interface."""
    body = re.search(rf"^export (?:class|interface) {name} .*?\{{$(.*?)^\}}", FACE, re.M | re.S)[1]
    return set(re.findall(r"^  (?:readonly )?(\w+)(?=[?(:])", body, re.M)) - {"constructor"}


@pytest.mark.parametrize("name, made", [
    ("Library", "lg"), ("Game", 'lg.make("alquerque")'), ("State", 'lg.make("alquerque").new()'),
    ("Bot", 'lg.bot("greedy")'), ("Search", 'new libgames.Search(lg.make("alquerque"))'),
    ("AlphaBeta", 'new libgames.AlphaBeta(lg.make("alquerque"))'),
])
def test_members_are_those_that_are_declared(name, made, page):
    members = page.evaluate(f"""() => {{
        const made = {made}, names = [Object.keys(made), Object.getOwnPropertyNames(Object.getPrototypeOf(made))].flat();
        return names.filter((name) => name !== "constructor");
    }}""")
    assert set(members) == declared(name) | ({"toString"} if name == "Bot" else set())


def test_exports_are_those_that_are_declared(page):
    exported = page.evaluate("() => Object.keys(libgames)")
    assert set(exported) == set(re.findall(r"^export (?:class|function) (\w+)", FACE, re.M))


# ---- docs/web.md ----

PAGE = (tasks.ROOT / "docs/web.md").read_text()


def code(language):
    return re.search(rf"^```{language}\n(.*?)^```", PAGE, re.M | re.S)[1]


def test_quick_start(page):
    opened = page.context.new_page()
    opened.route(SITE + "/**", answer)
    opened.route(SITE + "/quick.html", lambda route: route.fulfill(body=code("html"), content_type="text/html"))
    opened.goto(SITE + "/quick.html")
    opened.wait_for_selector("#picture svg")
    state = lg.make("blockdrop").new(7)
    while not state.is_over:
        state = state.apply(state.choose("greedy"))
    assert opened.title() == state.result != "ongoing"
    assert opened.locator("#picture").text_content() == re.sub(r"<[^>]*>", "", state.draw())
    opened.close()


def test_worker_on_the_page(page):
    done = page.evaluate("""async (text) => {
        const source = text.replace("./libgames.js", location.origin + "/libgames.js").replace("100_000", "2000");
        const worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })), { type: "module" });
        const state = lg.make("alquerque").new(), expected = new libgames.Search(state.game, { simulations: 2000 }).run(state);
        return await new Promise((done) => {
            worker.onerror = (event) => done(event.message);
            worker.onmessage = ({ data }) => {
                if (data.statistics.simulations === 2000) done(String(data.visits) === String(expected.visits));
            };
            worker.postMessage({ config: state.game.config, bytes: state.bytes }); // before it has loaded anything
        });
    }""", code("js"))
    assert done is True


# ---- loading ----


@pytest.mark.parametrize("source", [
    '"/libgames.wasm"', 'new URL("/libgames.wasm", location)', 'fetch("/libgames.wasm")', 'await fetch("/libgames.wasm")',
    'await (await fetch("/libgames.wasm")).arrayBuffer()',
    'new Uint8Array(await (await fetch("/libgames.wasm")).arrayBuffer())',
    'await WebAssembly.compileStreaming(fetch("/libgames.wasm"))',
])
def test_sources(source, page):
    assert page.evaluate(f"async () => (await libgames.load({source})).games.length") == 6


def test_sources_that_are_none(page):
    for source, kind in [('"/nothing.wasm"', "Error"), ("7", "TypeError"), ("new Uint8Array(3)", "CompileError")]:
        name = page.evaluate(f"() => libgames.load({source}).then(() => 'nothing', (error) => error.name)")
        assert name == kind
    mixed = page.evaluate("""async () => { const other = await libgames.load();
        try { lg.make("alquerque").new().choose(other.bot("greedy")); } catch (error) { return error.name; } }""")
    assert mixed == "TypeError"


def test_in_a_worker(page):
    """A search in pieces in a separate thread: the page can end it."""
    assert page.evaluate("""async () => {
        const text = `import { load, Search } from "${location.origin}/libgames.js";
            const lg = await load(), search = new Search(lg.make("alquerque"), { simulations: 1e9, nodes: 1000 });
            let ended = false;
            onmessage = () => { ended = true; };
            search.begin(lg.make("alquerque").new());
            while (!ended) {
                postMessage(search.run(null, { simulations: 50 }));
                await new Promise((done) => setTimeout(done));
            }
            postMessage("ended");`;
        const worker = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })), { type: "module" });
        const results = [];
        return await new Promise((done) => {
            worker.onerror = (event) => done(event.message);
            worker.onmessage = ({ data }) => {
                if (data === "ended") done(results.every((simulations, i) => simulations === 50 * (i + 1)));
                else if (results.push(data.statistics.simulations) === 3) worker.postMessage("end");
            };
        });
    }""") is True
