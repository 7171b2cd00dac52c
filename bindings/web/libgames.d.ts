/** Games, bots and search of libgames in WebAssembly: see docs/web.md.
 *
 *     import { load } from "./libgames.js";
 *     const lg = await load();
 *     let state = lg.make("snakecore", { players: 4 }).new(7);
 *     while (!state.isOver) state = state.apply(state.choose("greedy"));
 *
 * A call with a wrong argument throws an error that names the expected values, and changes nothing: TypeError for a
 * wrong type, RangeError for a number out of range or an unknown name, and the classes below. */

/** A text does not follow its grammar. */
export class ParseError extends Error {
  /** 1 for the first line. */
  readonly line: number;
  /** 1 for the first byte (of UTF-8) of the line. */
  readonly column: number;
  /** The expected text. */
  readonly expected: string;
}

/** The rules do not allow this move or action; the message gives the reason. */
export class IllegalMove extends Error {}

/** The game is over: no move or action is possible. */
export class GameOver extends Error {}

/** Bytes that are not a state of the game, or a state of another game. */
export class StateError extends Error {}

/** The game can't do this, or the bot or search can't play it; the message names the requirement. */
export class Unsupported extends Error {}

/** A game from outside breaks its own rules, such as by refusing a legal action. */
export class BrokenGame extends Error {}

/** A search that can't be used in this way now: it was freed, has no root yet, or is running. */
export class UsageError extends Error {}

/** A seed: an integer in 0 ... 2**64 - 1. Numbers above Number.MAX_SAFE_INTEGER must be a bigint. */
export type Seed = number | bigint;

/** "auto" is light, and dark where the reader prefers dark pages. */
export type Theme = "auto" | "light" | "dark" | "contrast";

/** One parameter of a configuration: an integer in minimum ... maximum, or one of `words`. */
export interface Parameter {
  readonly name: string;
  /** For words the first index, 0. */
  readonly minimum: number;
  /** Included; for words the last index. */
  readonly maximum: number;
  /** The value if the configuration leaves it out. */
  readonly default: number | string;
  /** Empty for an integer. */
  readonly words: readonly string[];
  /** One line. */
  readonly meaning: string;
}

/** A game before it is configured: the facts shared by all its configurations. */
export interface GameType {
  /** As in configurations. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  readonly id: string;
  /** Rises when rules, actions or observations change. */
  readonly version: number;
  /** "hidden": players do not know everything. */
  readonly information: "perfect" | "hidden";
  /** "start": the start is random; "play": so are results of actions. */
  readonly chance: "none" | "start" | "play";
  readonly parameters: readonly Parameter[];
  /** For people: the goal, the rules and an example of a move in about five lines. */
  readonly help: string | null;
}

/** A bot before it is configured. */
export interface BotType {
  readonly name: string;
  /** One line. */
  readonly meaning: string;
  readonly parameters: readonly Parameter[];
}

/** A configured bot, made by Library.bot. Immutable. */
export interface Bot {
  readonly name: string;
  /** The shortest configuration: "mcts(simulations=200)". */
  readonly config: string;
  /** The value of each parameter, by name. */
  readonly parameters: Readonly<Record<string, number | string>>;
  /** The bot that plays in this seat: for "strong" the bot that it stands for there, otherwise this one. Throws
   * Unsupported. */
  inSeat(game: Game, seat: number): Bot;
  toString(): string;
}

/** The time limits of a contest program, in seconds; null is no limit. */
export interface Clock {
  /** For its first line, if the contest has a separate limit. */
  readonly first: number | null;
  readonly answer: number | null;
  /** For all answers in a game. */
  readonly total: number | null;
}

/** The array that an observation fills, in C order; every element lies in low ... high. */
export interface Space {
  readonly name: string;
  readonly dtype: "uint8" | "int16" | "int32";
  readonly shape: readonly number[];
  readonly low: number;
  readonly high: number;
}

/** The loaded library. Several may be loaded; a game of one does not work with another. */
export interface Library {
  /** "0.2.0" */
  readonly version: string;
  /** The names of all games. */
  readonly games: readonly string[];
  /** The names of the bots: random, greedy, mcts, alphabeta, strong, expert, net. */
  readonly bots: readonly string[];
  /** Current size of the library's memory in bytes. It grows as needed and never shrinks. */
  readonly memoryBytes: number;
  gameType(name: string): GameType;
  botType(name: string): BotType;
  /** A configured game, by name and parameters or by a whole configuration: make("snakecore(size=24)"). `shared` is the
   * text of the object that all states share, for games with one: On the Run's connect.txt. Throws ParseError;
   * RangeError for an unknown name. */
  make(config: string, parameters?: Readonly<Record<string, number | string>>, shared?: string | null): Game;
  /** A configured bot: bot("mcts", { simulations: 200 }). Throws ParseError. */
  bot(config: string, parameters?: Readonly<Record<string, number | string>>): Bot;
}

/** Loads the library. `source` is libgames.wasm: an address, its bytes, a response, or a compiled module (such as one
 * from another thread); the default is the file in the folder of libgames.js. */
export function load(
  source?: string | URL | ArrayBuffer | ArrayBufferView | Response | Promise<Response> | WebAssembly.Module,
): Promise<Library>;

/** A configured game: makes states. Immutable. */
export class Game {
  private constructor();
  readonly library: Library;
  readonly type: GameType;
  /** As in configurations. */
  readonly name: string;
  /** The whole configuration as text, which make() takes. */
  readonly config: string;
  /** The given text of the shared object; null if it comes from the configuration. */
  readonly shared: string | null;
  /** The value of each parameter, by name. */
  readonly parameters: Readonly<Record<string, number | string>>;
  /** The number of players. */
  readonly players: number;
  /** The names of the seats. */
  readonly seats: readonly string[];
  /** Actions are 0 ... numActions - 1. */
  readonly numActions: number;
  readonly numSymmetries: number;
  /** The largest number of decisions in a game. */
  readonly longest: number;
  /** The bytes of a state. */
  readonly stateSize: number;
  /** The ways to encode a player's knowledge. The first is the default. */
  readonly observationSpaces: readonly Space[];
  readonly clock: Clock;
  /** The message that every program reads before the game and answers with one line; null if there is none. */
  readonly opening: string | null;
  /** The contest's file name for the shared object, or null. */
  readonly sharedFile: string | null;
  /** The text of the shared object; null for a game whose states share nothing. */
  readonly sharedText: string | null;

  /** The start of a game. All chance comes from `seed`, by default 0. */
  new(seed?: Seed): State;
  /** The state of a position text (String(state)). Throws ParseError. */
  parse(text: string): State;
  /** The state with these bytes (state.bytes), which are copied. Throws StateError. */
  fromBytes(bytes: Uint8Array): State;
  /** An action as text; the same in every state. */
  actionText(action: number): string;
  /** The action named by a text. Throws ParseError. */
  parseAction(text: string): number;
  /** A whole contest move as a program writes it, which State.apply reads: `actions` led from `before` to `after`. In
   * the middle of a move it is the rest of it. */
  moveText(before: State, actions: ArrayLike<number>, after: State): string;
  /** The move for which the contest takes a program's answer, if it does not refuse answers that it can't read;
   * otherwise null. */
  takenFor(answer: string): string | null;
  /** The name that a program gives itself in its answer to `opening`; often empty. Throws ParseError, in line 2 if the
   * contest ignores such a line and reads the next one; Unsupported. */
  openingName(line: string): string;
  /** The image of an action under symmetry 0 ... numSymmetries - 1. */
  symmetryAction(symmetry: number, action: number): number;
  /** `count` games of random actions from new(seed), new(seed + 1), ...: the outcome of each player in each game, and
   * the number of actions. */
  rollouts(count: number, seed?: Seed): { outcomes: Float32Array; lengths: Float64Array };
  /** Whether the other is the same configuration, with equal shared text. */
  equals(other: unknown): boolean;
  /** The configuration. */
  toString(): string;
}

/** The content of a picture. */
export interface DrawOptions {
  /** As far as this player may know it; null (the default) knows everything. */
  viewer?: number | null;
  /** An earlier state: changes since then are marked. */
  before?: State | null;
  /** The actions that led from there to the state, if known. */
  last?: ArrayLike<number>;
  /** The legal actions too, as elements with data-action (and data-from for actions of a piece with data-place). */
  legal?: boolean;
  /** A weight of at least 0 for each action, such as a search's visits. */
  heat?: ArrayLike<number> | null;
  theme?: Theme;
  /** The width in pixels, 16 ... 16384; 0 is the natural size. */
  size?: number;
}

/** A position: immutable. */
export class State {
  private constructor();
  readonly game: Game;
  /** A copy of the state's bytes, in little-endian order. */
  readonly bytes: Uint8Array;
  /** The player to move, null when the game is over. It may be the same player several times in a row. */
  readonly player: number | null;
  readonly isOver: boolean;
  /** All legal actions in ascending order; none when the game is over. */
  readonly legalActions: Int32Array;
  /** [numActions]: 1 for legal actions. */
  readonly actionMask: Uint8Array;
  /** The legal whole moves in the contest's notation, found one after the other: in some positions there are
   * millions. */
  readonly legalMoves: Iterable<string>;
  /** Whether the player to move has made some decisions of its contest move already. */
  readonly inMove: boolean;
  /** The state or the end of the game in a few words. */
  readonly result: string;
  /** The contest's score of each player so far. */
  readonly scores: readonly number[];
  /** The points behind the scores, before any limits that the contest sets for the final score. */
  readonly points: readonly number[];
  /** The result of each player in -1 ... 1; all 0 until the game is over. */
  readonly outcome: readonly number[];
  /** The number of lines that the contest's program of the player to move answers. */
  readonly answerLines: number;
  /** For people: a description of the possible input, if a list of legal moves does not help; otherwise "". */
  readonly inputHelp: string;
  /** For people: the decision that is due, in a few words; often "". */
  readonly prompt: string;
  /** XXH64 of the state's bytes. */
  readonly key: bigint;
  /** Equal for states with the same future. */
  readonly positionKey: bigint;
  /** The members of the struct that a state is in C, by name: numbers, arrays of them, structs as objects. */
  readonly fields: Readonly<Record<string, unknown>>;

  /** The state after an action (a number), or after a whole contest move (a string such as "a1*c1*c3"). Throws
   * IllegalMove (with the reason), GameOver, ParseError. */
  apply(action: number | string): State;
  /** A legal action on its own, in the game's words: "detective 2: 59-82 by plane". */
  decisionText(action: number): string;
  /** A line of play, such as a search's `pv`, as moves, each with its seat; `whole` is false for a move that is
   * incomplete at the end. With hidden information the line ends after the first move, with chance in play before an
   * action that is not legal. Throws IllegalMove, GameOver for the first action. */
  line(actions: ArrayLike<number>): { seat: number; name: string; text: string; whole: boolean }[];
  /** The same as a string: "White e4-d4, Black d6-d5". Lines of one move are separated by `/`, and " ..." follows an
   * incomplete move. */
  lineText(actions: ArrayLike<number>): string;
  /** The whole moves of the line, each as `apply` reads it. */
  movesOf(actions: ArrayLike<number>): string[];
  /** The whole move that these actions begin, as `apply` reads it. The bot "greedy" decides the rest of it. */
  completed(actions: ArrayLike<number>): string;
  /** Reads typed input, which may be less strict than a program's answer: the actions, and the state after them. A line
   * may be a whole move or its first decisions; the state is then `inMove`. Throws ParseError, IllegalMove,
   * GameOver. */
  typed(line: string): { actions: readonly number[]; state: State };
  /** The reason why an action is not legal here; null if it is. */
  explain(action: number): string | null;
  /** Applies the contest's penalty when this player's program breaks the rules. Throws GameOver, Unsupported. */
  forfeit(player: number): State;
  /** The position as lines of text, as far as a player may know it; null knows everything. */
  board(viewer?: number | null): string;
  /** The position as a picture, an SVG document. */
  draw(options?: DrawOptions): string;
  /** The message for the contest's program of `player` now, line ends included; often "". */
  message(player: number): string;
  /** For people: news for `player` at its turn about the others' moves, where it does not see them. */
  news(player: number): string;
  /** The observation of `player` (default: the player to move, or 0) in one of game.observationSpaces (default: the
   * first). */
  observation(player?: number | null, name?: string): Uint8Array | Int16Array | Int32Array;
  /** A key of the knowledge of `player`: equal for states that it can't distinguish in anything that still matters. */
  informationKey(player: number): bigint;
  /** A state that `player` can't distinguish from this one: everything that it does not know, future chance included,
   * is drawn anew. */
  resample(player: number, seed?: Seed): State;
  /** The same state with other future chance. */
  reseed(seed?: Seed): State;
  /** The image of this state under symmetry 0 ... game.numSymmetries - 1. */
  symmetry(symmetry: number): State;
  /** A heuristic value of the position for a player, -1 ... 1; at the end of the game the outcome. */
  evaluate(player: number): number;
  /** The action that a bot chooses from nothing but the knowledge of the player to move. With limits, which may end it
   * early, the action is not reproducible. Throws GameOver, ParseError, Unsupported. */
  choose(bot?: string | Bot, seed?: Seed, limits?: Limits): number;
  /** Random legal actions to the end, or `limit` of them. */
  rollout(seed?: Seed, limit?: number): { state: State; actions: number };
  /** Whether the other is the same position of the same game. */
  equals(other: unknown): boolean;
  /** The position text, which Game.parse reads. */
  toString(): string;
}

/** Limits that end a call before its budget is used up; the results so far are kept. */
export interface Limits {
  /** About this many seconds. */
  seconds?: number;
  /** Called regularly; true ends the call. Its errors are thrown by the call, after it has ended, and so is a TypeError
   * if it returns anything but true, false or nothing, such as the promise of an async function. */
  stop?: () => boolean | void;
}

/** Ranges and defaults are in docs/tree-search.md. */
export interface SearchOptions {
  /** The budget of each root, default 1000. */
  simulations?: number;
  seed?: Seed;
  /** "uct", "puct" (with priors) or "gumbel" (plans its whole budget; for few simulations). */
  policy?: "uct" | "puct" | "gumbel";
  /** Memory of the tree in nodes; default 16 a simulation, at least 1024, at most 2**22. */
  nodes?: number;
  /** The policy when it is full: "keep" the tree unchanged, "drop" the least visited nodes, or "stop". */
  full?: "keep" | "drop" | "stop";
  /** Levels of the tree below the root; 0: up to the longest game, at most 1024. */
  depth?: number;
  /** Whether proven results are recorded. */
  solver?: boolean;
  exploration?: number;
  /** The bot that plays from a leaf to the end. */
  rollout?: "random" | "greedy";
  /** The number of its decisions after which the game's evaluation replaces the result; null: never. */
  cutoff?: number | null;
  /** The number of sampled states that are kept and used in rotation, with hidden information; 0: none; null: the
   * game's default. */
  samples?: number | null;
  /** The share of the priors that goes to the action which greedy would choose. */
  greedyPrior?: number;
  /** The share of the other players' decisions in the tree that greedy makes. */
  opponentModel?: number;
  /** The share of Dirichlet noise in PUCT's priors at the root, and its parameter. */
  noise?: number;
  noiseAlpha?: number;
  /** Actions that Gumbel tries at the root, and its weight of values against priors. */
  considered?: number;
  visitScale?: number;
  valueScale?: number;
}

/** Figures of a search since its root was set. */
export interface Statistics {
  readonly simulations: number;
  /** Nodes in use. */
  readonly nodes: number;
  /** Nodes that were dropped for others. */
  readonly dropped: number;
  readonly meanDepth: number;
  /** The depth of the deepest simulation. */
  readonly depth: number;
  /** The memory of the search. */
  readonly bytes: number;
  /** `values` is the result with best play. */
  readonly proven: boolean;
  /** Whether the memory was full. */
  readonly full: boolean;
  /** The mean of all simulations for each player; the outcome when the game is over. */
  readonly values: readonly number[];
}

/** The result of a search at its root: plain data, which can be posted to another thread. Arrays are indexed by action
 * and are 0 for illegal actions. */
export interface Result {
  /** The action to play; null when the game is over. */
  readonly best: number | null;
  readonly visits: Float64Array;
  /** Mean values, -1 ... 1: values[action * players + player] is the value to `player` after `action`. */
  readonly values: Float32Array;
  readonly priors: Float32Array;
  /** The policy that a learner should play; adds up to 1, or to 0 without a simulation. */
  readonly policy: Float32Array;
  /** 1: the value is the result with best play. */
  readonly proven: Uint8Array;
  /** The legal actions: the best one first, then by visits, and by priors. */
  readonly actions: readonly number[];
  /** The principal variation. */
  readonly pv: readonly number[];
  /** The best whole move, which State.apply reads; `greedy` decides any part that the search left open. Null when the
   * game is over. */
  readonly bestMove: string | null;
  /** The principal variation in whole moves, the first being bestMove; with hidden information only that one. */
  readonly pvMoves: readonly string[];
  readonly statistics: Statistics;
}

/** An action in the tree. */
export interface Node {
  readonly action: number;
  readonly visits: number;
  /** Its mean value for each player. */
  readonly values: readonly number[];
  readonly prior: number;
  /** The value is the result with best play. */
  readonly proven: boolean;
}

/** Monte Carlo tree search from one state. The same game, state, seed and options give the same result on every
 * machine, also when the search is done in pieces. */
export class Search {
  constructor(game: Game, options?: SearchOptions);
  readonly game: Game;
  /** The root. Throws before begin(). */
  readonly state: State;
  /** Whether the budget is used up, the root is proven, or the memory is full and `full` says "stop". */
  readonly done: boolean;
  /** The result so far. */
  readonly result: Result;
  /** Begins an empty tree with this root. Without a seed the search uses its own again. */
  begin(state: State, seed?: Seed): void;
  /** Searches until it is done or a limit is reached; may be called again to continue. `simulations`: at most this many
   * more, for a thread that must handle events in between. With a state, it begins there. */
  run(state?: State | null, limits?: Limits & { simulations?: number }): Result;
  /** Moves the root along an action: the tree below it stays, and the budget begins again. `state` is the actual state,
   * where chance or hidden information decides; default: root.apply(action). Throws IllegalMove, GameOver. */
  advance(action: number, state?: State | null): void;
  /** Sets the budget from now on. */
  setSimulations(simulations: number): void;
  /** A view into the tree: at most `most` actions after the actions of `line`, the most visited first. */
  children(line?: ArrayLike<number>, most?: number): Node[];
  /** Frees the memory; the search can't be used any more. Otherwise the memory is freed with the object. */
  free(): void;
}

export interface AlphaBetaOptions {
  /** Whole moves, 1 ... 255; null: as deep as the other limits allow. */
  depth?: number | null;
  /** Decisions played; null: no limit. */
  nodes?: number | null;
  /** Bytes of the transposition table, default 16 MiB. Its content stays for the next call, until clear(). */
  table?: number;
  /** A line longer than this many decisions ends in an estimate, 1 ... 1024; default 256. */
  levels?: number;
  /** The largest number of whole moves beyond the depth while positions are not quiet, 0 ... 255; default 64. */
  quiescence?: number;
  /** Each position's estimate is off by a fixed random value up to this, 0 (none, the default) ... 1; another seed
   * gives different play of similar strength. */
  noise?: number;
  seed?: Seed;
}

/** The result of an alpha-beta search: plain data. */
export interface AlphaBetaResult {
  readonly best: number;
  /** For the player to move, -1 ... 1. */
  readonly value: number;
  /** Whole moves that were searched to the end. */
  readonly depth: number;
  /** Decisions of the longest line examined. */
  readonly deepest: number;
  /** Decisions played. */
  readonly nodes: number;
  /** Positions settled by the table. */
  readonly hits: number;
  /** The value is the result with best play. */
  readonly proven: boolean;
  /** Decisions to the win or loss; 0: none was found. */
  readonly end: number;
  readonly pv: readonly number[];
  /** The best whole move, which State.apply reads; `greedy` decides any part that the search left open. */
  readonly bestMove: string;
  /** The principal variation in whole moves, the first being bestMove; with hidden information only that one. */
  readonly pvMoves: readonly string[];
}

/** Alpha-beta search for games of two players without hidden information or chance in play. Throws Unsupported for
 * others. */
export class AlphaBeta {
  constructor(game: Game, options?: AlphaBetaOptions);
  readonly game: Game;
  /** Searches a state until a limit is reached or its result is proven; at least one limit must be given, here or
   * before. `stop` gets the result so far. Throws GameOver. */
  run(
    state: State,
    limits?: {
      depth?: number | null;
      nodes?: number | null;
      seconds?: number;
      stop?: (found: AlphaBetaResult) => boolean | void;
    },
  ): AlphaBetaResult;
  /** Clears the table: the next call behaves like the first one of a new search. */
  clear(): void;
  /** Frees the memory; the search can't be used any more. Otherwise the memory is freed with the object. */
  free(): void;
}
