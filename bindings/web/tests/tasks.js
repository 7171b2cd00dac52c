// The tasks of tasks.py in a browser. The page provides the module as `libgames`, and a loaded library as `lg`.

const SEED = 5;
const M = 2n ** 64n - 1n, W = 2n ** 32n - 1n;

function digest(numbers) {
  let sum = 0;
  numbers.forEach((number, i) => {
    sum = sum + Math.imul(i + 1, number) >>> 0;
  });
  return `${numbers.length}:${sum}`;
}

const ofText = (text) => digest(Array.from(text, (letter) => letter.codePointAt(0)));

function glance(state) {
  return [state.key.toString(16), state.player === null ? "None" : String(state.player), state.result,
    digest(state.scores), String(state.inMove), digest([...state.legalActions])];
}

function look(state, spaces) {
  const { game } = state, legal = state.legalActions, rows = [...glance(state), String(state)];
  const key = (after) => rows.push(after.key.toString(16));
  rows.push(ofText(state.prompt), ofText(state.inputHelp), ofText(state.draw()));
  rows.push(digest(state.outcome.map((outcome) => Math.round(outcome * 2 ** 20))), digest(state.points));
  for (let player = 0; player < game.players; player++) {
    for (const text of [state.message(player), state.news(player), state.board(player)]) rows.push(ofText(text));
    rows.push(ofText(state.draw({ viewer: player, legal: true })), state.informationKey(player).toString(16));
    for (const space of spaces) rows.push(digest([...state.observation(player, space)]));
    key(state.resample(player, SEED));
  }
  key(state.reseed(SEED));
  key(state.rollout(SEED).state);
  for (let symmetry = 0; symmetry < game.numSymmetries; symmetry++) key(state.symmetry(symmetry));
  for (const action of legal.slice(0, 3)) key(state.apply(action));
  for (let action = 0; action < game.numActions; action += 1 + Math.floor(game.numActions / 5)) {
    rows.push(state.explain(action) ?? "None");
  }
  return rows;
}

class Rng {
  constructor(seed) {
    let z = BigInt(seed) + 0x9E3779B97F4A7C15n & M;
    z = (z ^ z >> 30n) * 0xBF58476D1CE4E5B9n & M;
    z = (z ^ z >> 27n) * 0x94D049BB133111EBn & M;
    this.state = 0n;
    this.next();
    this.state = this.state + (z ^ z >> 31n) & M;
    this.next();
  }

  next() {
    const old = this.state, turn = old >> 59n, mixed = (old >> 18n ^ old) >> 27n & W;
    this.state = old * 6364136223846793005n + 1n & M;
    return (mixed >> turn | mixed << (32n - turn & 31n)) & W;
  }

  below(bound) {
    const size = BigInt(bound);
    let product = this.next() * size;
    if ((product & W) < size) while ((product & W) < (2n ** 32n - size) % size) product = this.next() * size;
    return Number(product >> 32n);
  }
}

// The position texts of three random games, one after the other.
function goldenTexts(config) {
  const game = lg.make(config), rng = new Rng(2008), texts = [];
  for (let seed = 0; seed < 3; seed++) {
    for (let state = game.new(seed); ;) {
      texts.push(String(state));
      const legal = state.legalActions;
      if (legal.length === 0) break;
      state = state.apply(legal[rng.below(legal.length)]);
    }
  }
  return texts;
}

// For vectors: positions, some of which are examined closely, and moves as text.
function vectors({ config, shared, texts, every, plays }) {
  const game = lg.make(config, {}, shared), spaces = game.observationSpaces.map((space) => space.name);
  const seen = texts.map((text, i) => {
    const state = game.parse(text);
    return i % every === 0 ? look(state, spaces) : glance(state);
  });
  const played = plays.map(([text, move]) => {
    try {
      return game.parse(text).apply(move).key.toString(16);
    } catch (error) {
      return error.name;
    }
  });
  return [seen, played];
}

const named = (options) => Object.fromEntries(Object.entries(options).map(([name, value]) => (
  [name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()), value])));

function searched({ config, options, seed, start, pieces }) {
  const game = lg.make(config), search = new libgames.Search(game, { ...named(options), seed });
  search.begin(game.new(start));
  while (pieces && !search.done) search.run(null, { simulations: 7 });
  const { best, visits, values, priors, policy, proven, pv, statistics } = search.run();
  search.free();
  const { simulations, nodes, dropped, depth } = statistics;
  return [best, pv, [visits, values, priors, policy, proven].map((array) => [...array]),
    [simulations, nodes, dropped, depth, statistics.proven, statistics.full, ...statistics.values]];
}

function alphabeta({ config, options, limits, start }) {
  const game = lg.make(config), search = new libgames.AlphaBeta(game, { ...limits, ...options });
  const { best, value, depth, deepest, nodes, hits, proven, end, pv, bestMove, pvMoves } = search.run(game.new(start));
  search.free();
  return [best, value, depth, deepest, nodes, hits, proven, end, pv, bestMove, pvMoves];
}
