// A program that uses the declarations as pages do. The compiler checks it as strictly as it can, and its output runs
// in a browser. Where an error is expected, a line without one is an error.
import {
  AlphaBeta, GameOver, IllegalMove, ParseError, Search, StateError, Unsupported, UsageError, load,
} from "./libgames.js";
import type {
  AlphaBetaOptions, AlphaBetaResult, Clock, DrawOptions, Game, GameType, Library, Limits, Node, Parameter, Bot,
  BotType, Result, SearchOptions, Seed, Space, State, Statistics, Theme,
} from "./libgames.js";

type Rows = Array<string | number | boolean | bigint | null>;

function thrown(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ParseError) return `${error.line}:${error.column} ${error.expected}`;
    for (const kind of [IllegalMove, GameOver, StateError, Unsupported, UsageError, RangeError, TypeError])
      if (error instanceof kind) return kind.name;
    throw error;
  }
  return "";
}

function ofGame(lg: Library, seed: Seed): Rows {
  const type: GameType = lg.gameType("snakecore"), parameters: readonly Parameter[] = type.parameters;
  const game: Game = lg.make("snakecore", { size: 12, players: 2 }), clock: Clock = game.clock;
  const spaces: readonly Space[] = game.observationSpaces, { outcomes, lengths } = game.rollouts(3, seed);
  const information: "perfect" | "hidden" = type.information;
  const rows: Rows = [lg.version, lg.games.length, lg.memoryBytes > 0, type.title, type.help, information, parameters.length];
  rows.push(game.config, game.name, game.players, game.numActions, game.longest, game.stateSize, game.opening, clock.total);
  rows.push(spaces[0]!.name, spaces[0]!.dtype, outcomes.length, lengths.length, game.actionText(0), game.shared, game.sharedText);
  rows.push(game.equals(lg.make(String(game))), game.parse(String(game.new(seed))).equals(game.new(seed)));
  // @ts-expect-error: a seed is no text
  rows.push(thrown(() => game.new("7")));
  // @ts-expect-error: a game can't be changed
  rows.push(thrown(() => { game.players = 3; }));
  return rows;
}

function ofState(lg: Library): Rows {
  const game = lg.make("alquerque"), state: State = game.new(), theme: Theme = "dark", player: number | null = state.player;
  const after = state.apply("c3-d4"), options: DrawOptions = { viewer: null, before: state, legal: true, theme, size: 400 };
  const { actions, state: typed } = state.typed("c3 d4"), observation: Uint8Array | Int16Array | Int32Array = state.observation();
  const rows: Rows = [player, state.isOver, state.inMove, state.result, state.prompt, state.inputHelp, state.key, state.positionKey];
  rows.push([...state.legalMoves].length, state.legalActions.length, state.actionMask.length, state.scores[0] ?? null, state.points.length);
  rows.push(typed.equals(after), game.moveText(state, actions, after), observation.length, after.draw(options).length > 1000);
  rows.push(state.explain(0), state.evaluate(0), state.informationKey(0), state.rollout(7).actions, state.news(0), state.board(null));
  rows.push(game.fromBytes(state.bytes).equals(state), state.resample(0, 1n).equals(state), state.symmetry(0).equals(state));
  rows.push(Object.keys(state.fields).length, state.forfeit(0).outcome[0] ?? null, state.reseed().message(0));
  rows.push(thrown(() => state.apply("a1-a1")), thrown(() => state.apply(0)), thrown(() => game.fromBytes(new Uint8Array(3))));
  // @ts-expect-error: the player to move may be null
  const mover: number = state.player;
  // @ts-expect-error: no such theme
  rows.push(mover, thrown(() => state.draw({ theme: "sepia" })));
  return rows;
}

function ofSearch(lg: Library): Rows {
  const kind: BotType = lg.botType("mcts"), player: Bot = lg.bot("mcts", { simulations: 20 });
  const state = lg.make("blockdrop").new(3n), limits: Limits = { seconds: 60, stop: () => false };
  const options: SearchOptions = { simulations: 60, seed: 2n, policy: "puct", rollout: "greedy", cutoff: null };
  const search = new Search(state.game, options);
  const rows: Rows = [kind.meaning, player.config, player.inSeat(state.game, 0).name, state.choose(player, 1, limits)];
  search.begin(state);
  const result: Result = search.run(null, { ...limits, simulations: 30 }), statistics: Statistics = result.statistics;
  const children: Node[] = search.children([], 2), best = result.best;
  rows.push(search.done, statistics.simulations, statistics.values.length, result.visits.length, result.pv.length > 0, children.length);
  if (best !== null) search.advance(best);
  rows.push(search.state.key, search.result.actions.length);
  search.setSimulations(5);
  search.free();
  rows.push(thrown(() => search.run()));
  // @ts-expect-error: the best action is null when the game is over
  rows.push(best + 1);
  return rows;
}

function ofAlphaBeta(lg: Library): Rows {
  const options: AlphaBetaOptions = { depth: 3, table: 1 << 20 }, search = new AlphaBeta(lg.make("alquerque"), options);
  const found: AlphaBetaResult = search.run(lg.make("alquerque").new(), { nodes: 1000 });
  search.clear();
  search.free();
  // @ts-expect-error: alpha-beta has no visits
  const visits: unknown = found.visits;
  return [found.best, found.value, found.depth, found.nodes, found.proven, found.pv.length, visits === undefined];
}

export async function run(): Promise<Rows> {
  const lg: Library = await load();
  return [...ofGame(lg, 5), ...ofState(lg), ...ofSearch(lg), ...ofAlphaBeta(lg)];
}
