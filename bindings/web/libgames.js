// Games, players and search of libgames in WebAssembly. libgames.d.ts contains the declarations; docs/web.md explains
// them.
//
// States are bytes of JavaScript's own; a call copies them into WebAssembly's memory and its result out of it.
// Arguments are read and checked first, since reading them may run code of the page; C gets nothing unchecked. Games
// and searches own memory of WebAssembly: a FinalizationRegistry frees it, or free() does.

// ---- errors ----

export class ParseError extends Error {
  constructor(message, line, column, expected) {
    super(message);
    Object.assign(this, { line, column, expected });
  }
}
export class IllegalMove extends Error {}
export class GameOver extends Error {}
export class StateError extends Error {}
export class Unsupported extends Error {}
export class BrokenGame extends Error {}
export class UsageError extends Error {}
for (const kind of [ParseError, IllegalMove, GameOver, StateError, Unsupported, BrokenGame, UsageError]) {
  Object.defineProperty(kind.prototype, "name", { value: kind.name });
}

const OK = 0, ILLEGAL = 2, OVER = 3, PARSE = 4, STATE = 5, SPACE = 6, UNSUPPORTED = 7, BROKEN = 8;

// Throws the error for a status. `details` are more precise messages by status; for ILLEGAL it may be the library's.
function check(status, details = {}) {
  if (status === OK) return;
  const detail = details[status];
  if (status === ILLEGAL) throw new IllegalMove(detail ?? "the rules do not allow this move or action here");
  if (status === OVER) throw new GameOver(detail ?? "the game is over: no move or action is possible");
  if (status === STATE) throw new StateError(detail ?? "the bytes are not a state of the game");
  if (status === UNSUPPORTED) throw new Unsupported(detail ?? "the game has no such function");
  if (status === BROKEN) throw new BrokenGame("the game breaks its own rules: its author should run `libgames check`");
  if (status === SPACE) throw new RangeError(detail ?? "expected a size for which there is memory");
  throw new RangeError(detail ?? "an argument is out of range");
}

// ---- arguments ----

const MOST_SHOWN = 60;

// A given value, never long. Reads nothing that could run code of the page.
function shown(given) {
  if (typeof given === "function") return "a function";
  if (typeof given === "object" && given !== null) return ArrayBuffer.isView(given) ? "an array" : "an object";
  const text = typeof given === "string" ? JSON.stringify(given.slice(0, MOST_SHOWN)) : String(given);
  return text.length <= MOST_SHOWN ? text : `${text.slice(0, MOST_SHOWN - 3)}...`;
}

function isInteger(name, value, what = "an integer") {
  if (typeof value !== "number" || !Number.isInteger(value)) {
    throw new TypeError(`${name}: expected ${what}, not ${shown(value)}`);
  }
}

function integer(name, value, low, high) {
  isInteger(name, value);
  if (!(value >= low && value <= high)) {
    throw new RangeError(`${name}: expected an integer in ${low} ... ${high}, not ${shown(value)}`);
  }
  return value;
}

function fraction(name, value, low, high) {
  if (typeof value !== "number") throw new TypeError(`${name}: expected a number, not ${shown(value)}`);
  if (!(value >= low && value <= high)) {
    throw new RangeError(`${name}: expected a number in ${low} ... ${high}, not ${shown(value)}`);
  }
  return value;
}

function seedOf(value) {
  if (typeof value !== "bigint") isInteger("seed", value);
  const seed = BigInt(value);
  const exact = typeof value === "bigint" || Number.isSafeInteger(value);
  if (exact && seed >= 0n && seed < 2n ** 64n) return seed;
  const end = exact ? "" : "; a number this large must be a bigint";
  throw new RangeError(`seed: expected an integer in 0 ... 2**64 - 1, not ${shown(value)}${end}`);
}

const MOST_LETTERS = 2 ** 20; // of a text: WebAssembly's memory grows for it and never shrinks

function string(name, value) {
  if (typeof value !== "string") throw new TypeError(`${name}: expected a string, not ${shown(value)}`);
  if (value.length <= MOST_LETTERS) return value;
  throw new RangeError(`${name}: expected a string of at most ${MOST_LETTERS} letters, not ${value.length}`);
}

function wordOf(name, value, words) {
  const index = typeof value === "string" ? words.indexOf(value) : -1;
  if (index >= 0) return index;
  throw new RangeError(`${name}: expected one of ${words.join(", ")}, not ${shown(value)}`);
}

function flag(name, value) {
  if (typeof value !== "boolean") throw new TypeError(`${name}: expected true or false, not ${shown(value)}`);
  return value;
}

// The names of an object's members, its class included: all that can be listed, and those that are known. Members of
// every object are left out, also those that a page has added.
function namesIn(given, known) {
  const names = new Set();
  for (const name in given) names.add(name);
  for (const name of known) if (name in given) names.add(name);
  return [...names].filter((name) => Object.hasOwn(given, name) || !(name in Object.prototype));
}

// The options of a call by name. Each is read once; those that are undefined count as missing.
function optionsOf(what, given, known) {
  const options = Object.create(null);
  if (given === undefined || given === null) return options;
  if (typeof given !== "object") throw new TypeError(`${what}: expected an object, not ${shown(given)}`);
  for (const name of namesIn(given, known)) {
    if (!known.includes(name)) {
      throw new TypeError(`${what}: expected options among ${known.join(", ")}, not ${shown(name)}`);
    }
    const value = given[name];
    if (value !== undefined) options[name] = value;
  }
  return options;
}

// The items of something like an array, each read by `read`.
function listOf(name, given, most, read) {
  if (typeof given !== "object" || given === null) {
    throw new TypeError(`${name}: expected an array, not ${shown(given)}`);
  }
  const count = integer(`${name}.length`, given.length, 0, most);
  return Array.from({ length: count }, (_, i) => read(given[i]));
}

const MOST_LISTED = 2 ** 20; // actions of a line: more than in any game of the library

// ---- the module in memory ----

const PIECE = 4096; // rollouts whose results are stored at a time

const encoder = new TextEncoder();
const decoder = new TextDecoder();

// Memory that grows on demand, at one place in WebAssembly's memory.
class Room {
  constructor(core, size) {
    this.core = core;
    this.size = 0;
    this.at = 0;
    this.need(size);
  }

  need(size) {
    if (size <= this.size) return this.at;
    const wanted = Math.max(size, 2 * this.size);
    const at = this.core.allocate(wanted);
    if (this.at) this.core.c.free(this.at);
    [this.at, this.size] = [at, wanted];
    return at;
  }
}

// The functions of the module, and the passing of arguments and results.
class Core {
  constructor(instance) {
    this.c = instance.exports;
    this.view();
    this.input = new Room(this, 1024); // a text that C reads
    this.more = new Room(this, 1024); // a second one, or an array
    this.output = new Room(this, 1 << 14); // a text that C writes
    this.mask = this.allocate(8192); // LG_MAX_MASK_WORDS
    this.small = this.allocate(1024); // a few numbers: a function's further outputs
    this.error = this.small + 512;
    this.slots = [new Room(this, 4096), new Room(this, 4096), new Room(this, 4096)];
    this.loaded = null; // the state whose bytes are in slots[0]
    this.asked = null; // the page's function that decides whether to stop
    this.registry = new FinalizationRegistry((free) => free());
  }

  // WebAssembly's memory moves when it grows.
  view() {
    if (this.bytes?.buffer === this.c.memory.buffer && this.bytes.length > 0) return this;
    this.bytes = new Uint8Array(this.c.memory.buffer);
    this.data = new DataView(this.c.memory.buffer);
    return this;
  }

  allocate(size, what = "this") {
    const at = size < 2 ** 32 - 64 ? this.c.malloc(size) >>> 0 : 0;
    if (at === 0) throw new RangeError(`${what}: no memory for ${size} bytes`);
    this.view();
    return at;
  }

  // The text into a room; the arguments (pointer, length) for C.
  put(room, text) {
    const capacity = 3 * text.length;
    const at = room.need(capacity + 1);
    return [at, encoder.encodeInto(text, this.view().bytes.subarray(at, at + capacity)).written];
  }

  putBytes(room, bytes) {
    const at = room.need(bytes.byteLength + 1);
    this.view().bytes.set(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), at);
    return at;
  }

  // The text that write(buffer, capacity, length) writes.
  text(write, details) {
    const { output, small } = this;
    let status = write(output.at, output.size, small);
    if (status === SPACE) {
      output.need(this.view().data.getUint32(small, true) + 1);
      status = write(output.at, output.size, small);
    }
    check(status, details);
    const length = this.view().data.getUint32(small, true);
    return decoder.decode(this.bytes.subarray(output.at, output.at + length));
  }

  // A constant text of C, or null.
  constant(at) {
    if (at === 0) return null;
    const { bytes } = this.view();
    return decoder.decode(bytes.subarray(at, bytes.indexOf(0, at)));
  }

  // Calls a function that reads a text: `call` gets the place for its error. `what` names the text.
  parse(call, what, details = {}) {
    this.view().bytes.fill(0, this.error, this.error + 12);
    const status = call(this.error);
    if (status === OK) return;
    const { data } = this.view();
    const expected = this.constant(data.getUint32(this.error + 8, true));
    if (status === PARSE) {
      const [line, column] = [data.getInt32(this.error, true), data.getInt32(this.error + 4, true)];
      const message = `line ${line}, column ${column}: expected ${expected ?? what}`;
      throw new ParseError(message, line, column, expected ?? what);
    }
    check(status, { [ILLEGAL]: expected, ...details, ...(details.expected?.(expected) ?? {}) });
  }

  // Puts a state into slots[0]; returns its place.
  load(state, bytes) {
    if (this.loaded !== state) {
      this.place(0, bytes);
      this.loaded = state;
    }
    return this.slots[0].at;
  }

  // The place of a slot with these bytes, or with room for a state of this size.
  place(slot, bytes, size = bytes.length) {
    if (slot === 0) this.loaded = null;
    const at = this.slots[slot].need(size);
    this.view().bytes.set(bytes, at);
    return at;
  }

  // slots[1] contains the state that most likely comes next.
  exchange(state) {
    [this.slots[0], this.slots[1]] = [this.slots[1], this.slots[0]];
    this.loaded = state;
  }

  // Runs a call that asks the page whether to stop, if the page provides a function: call(asks).
  guard(limits, call) {
    const { seconds, stop } = limits;
    if (seconds === undefined && stop === undefined) return call(false);
    const outer = this.asked, stack = this.c.__stack_pointer.value;
    const end = seconds === undefined ? Infinity : performance.now() + 1000 * seconds;
    const own = { end, stop, failed: false, error: undefined };
    this.asked = own;
    let status;
    try {
      status = call(true);
    } finally {
      this.asked = outer;
      this.c.__stack_pointer.value = stack;
    }
    if (own.failed) throw own.error;
    return status;
  }

  // Called by C meanwhile. An error of the page must not leave C's frames behind, so it waits.
  stop(found) {
    const own = this.asked;
    if (own === null || own.failed) return 1;
    try {
      if (performance.now() >= own.end) return 1;
      const { stop = () => false } = own, answer = stop(found);
      if (answer !== true && answer !== false && answer !== undefined) {
        throw new TypeError(`stop: expected it to return true, false or nothing, not ${shown(answer)}`);
      }
      return answer === true ? 1 : 0;
    } catch (error) {
      own.failed = true;
      own.error = error;
      return 1;
    }
  }
}

const LIMITS = ["seconds", "stop"];

function checkLimits({ seconds, stop }) {
  if (seconds !== undefined) {
    if (typeof seconds !== "number") throw new TypeError(`seconds: expected a number, not ${shown(seconds)}`);
    if (!(seconds > 0)) throw new RangeError(`seconds: expected a number above 0, not ${shown(seconds)}`);
  }
  if (stop !== undefined && typeof stop !== "function") {
    throw new TypeError(`stop: expected a function, not ${shown(stop)}`);
  }
}

const frozen = Object.freeze;

function parametersOf(entries) {
  return frozen(entries.map((entry) => frozen({
    ...entry,
    words: frozen(entry.words),
    default: entry.words.length > 0 ? entry.words[entry.default] : entry.default,
  })));
}

// The value of each parameter by name, from numbers.
function valuesOf(parameters, numbers) {
  const values = parameters.map(({ name, words }, i) => [name, words.length > 0 ? words[numbers[i]] : numbers[i]]);
  return frozen(Object.fromEntries(values));
}

// The text of a name with parameters; `types` are the known ones by name.
function configuration(name, parameters, types) {
  string("config", name);
  if (parameters === undefined || parameters === null) return name;
  if (typeof parameters !== "object") {
    throw new TypeError(`parameters: expected an object, not ${shown(parameters)}`);
  }
  const known = types.get(name.split("(", 1)[0])?.parameters.map((parameter) => parameter.name) ?? [];
  const all = namesIn(parameters, known).map((key) => [key, parameters[key]]);
  const entries = all.filter(([, value]) => value !== undefined);
  for (const [key, value] of entries) {
    if (typeof value !== "string") isInteger(key, value, "an integer or a string");
    if (/[(),=]/.test(`${key}${value}`)) throw new RangeError(`${key}: expected one value, not ${shown(value)}`);
  }
  if (entries.length === 0) return name;
  if (name.includes("(")) throw new RangeError("parameters: expected them either in the configuration or by name");
  return string("parameters", `${name}(${entries.map(([key, value]) => `${key}=${value}`).join(",")})`);
}

// ---- the library ----

const PRIVATE = Symbol("private"); // required to call the constructors
let coreOf, botBytes, gameAt, fieldsOf, bytesOf, newState;

function own(token) {
  if (token !== PRIVATE) throw new TypeError("expected the functions that make these objects: see libgames.d.ts");
}

class Library {
  #core;
  #games = new Map();
  #bots = new Map();

  static {
    coreOf = (library) => library.#core;
  }

  constructor(token, core) {
    own(token);
    this.#core = core;
    const { version, games, bots } = JSON.parse(core.text((...to) => core.c.lg_web_library(...to)));
    const keep = (types, type) => types.set(type.name, frozen({ ...type, parameters: parametersOf(type.parameters) }));
    for (const type of games) keep(this.#games, type);
    for (const type of bots) keep(this.#bots, type);
    this.version = version;
    this.games = frozen([...this.#games.keys()]);
    this.bots = frozen([...this.#bots.keys()]);
    frozen(this);
  }

  get memoryBytes() {
    return this.#core.c.memory.buffer.byteLength;
  }

  gameType(name) {
    wordOf("game", name, this.games);
    return this.#games.get(name);
  }

  botType(name) {
    wordOf("bot", name, this.bots);
    return this.#bots.get(name);
  }

  make(config, parameters, shared = null) {
    const text = configuration(config, parameters, this.#games);
    if (shared !== null) string("shared", shared);
    wordOf("game", text.split("(", 1)[0], this.games);
    return new Game(PRIVATE, this, text, shared);
  }

  bot(config, parameters) {
    const text = configuration(config, parameters, this.#bots);
    wordOf("bot", text.split("(", 1)[0], this.bots);
    return new Bot(PRIVATE, this, configureBot(this, 0, text));
  }
}

const BOT_SIZE = 84; // bytes of lg_bot

// The bytes of lg_bot for a configuration; the game's place may be 0.
function configureBot(library, game, text) {
  const core = coreOf(library);
  const [at, length] = core.put(core.input, text);
  core.parse((error) => core.c.lg_bot_configure(game, at, length, core.small, error), "a bot", {
    expected: (needed) => ({ [UNSUPPORTED]: `${text}: it plays only ${needed}` }),
  });
  return core.view().bytes.slice(core.small, core.small + BOT_SIZE);
}

class Bot {
  #library;
  #bytes;

  static {
    botBytes = (bot, library) => (#bytes in bot && bot.#library === library ? bot.#bytes : null);
  }

  constructor(token, library, bytes) {
    own(token);
    const core = coreOf(library);
    this.#library = library;
    this.#bytes = bytes;
    const numbers = new Int32Array(bytes.buffer);
    this.name = library.bots[numbers[0]];
    const at = core.putBytes(core.more, bytes);
    this.config = core.text((...to) => core.c.lg_bot_print(at, ...to));
    this.parameters = valuesOf(library.botType(this.name).parameters, numbers.subarray(1));
    frozen(this);
  }

  inSeat(game, seat) {
    const at = gameAt(game, this.#library);
    integer("seat", seat, 0, game.players - 1);
    configureBot(this.#library, at, this.config);
    const core = coreOf(this.#library);
    const from = core.putBytes(core.more, this.#bytes);
    check(core.c.lg_bot_in_seat(at, seat, from, core.small));
    return new Bot(PRIVATE, this.#library, core.view().bytes.slice(core.small, core.small + BOT_SIZE));
  }

  toString() {
    return this.config;
  }
}

async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  if (typeof source === "string" || source instanceof URL) source = fetch(source);
  const response = await source;
  if (typeof Response === "undefined" || !(response instanceof Response)) {
    throw new TypeError(`source: expected an address, bytes, a response or a module, not ${shown(source)}`);
  }
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

export async function load(source = new URL("libgames.wasm", import.meta.url)) {
  let core = null;
  const stop = (found) => core.stop(found);
  const instance = await WebAssembly.instantiate(await compiled(source), { libgames: { stop } });
  core = new Core(instance);
  return new Library(PRIVATE, core);
}

// ---- games ----

const SPACES = { uint8: Uint8Array, int16: Int16Array, int32: Int32Array };

export class Game {
  #library;
  #core;
  #at;
  #fields;

  static {
    // The place of a game's lg_game, if it is one of this library.
    gameAt = (game, library) => {
      if (typeof game !== "object" || game === null || !(#at in game)) {
        throw new TypeError(`game: expected a Game, not ${shown(game)}`);
      }
      if (game.#library !== library && library !== null) {
        throw new TypeError("game: expected one of the same loaded library");
      }
      return game.#at;
    };
    fieldsOf = (game, bytes) => structOf(game.#fields, -1, new DataView(bytes.buffer), 0);
  }

  constructor(token, library, text, shared) {
    own(token);
    const core = coreOf(library);
    const [at, length] = core.put(core.input, text);
    const [sharedAt, sharedLength] = shared === null ? [0, 0] : core.put(core.more, shared);
    core.parse((error) => core.c.lg_web_make(at, length, sharedAt, sharedLength, core.small, error), "a game", {
      expected: (needed) => ({
        [SPACE]: `${shown(text)}: no memory for its shared object`,
        1: needed ?? "expected no shared text: the states of this game share nothing",
      }),
    });
    const place = core.view().data.getUint32(core.small, true);
    core.registry.register(this, () => core.c.lg_web_free_game(place));
    this.#library = library;
    this.#core = core;
    this.#at = place;
    this.#describe(shared);
    frozen(this);
  }

  #describe(shared) {
    const core = this.#core, place = this.#at;
    const facts = JSON.parse(core.text((...to) => core.c.lg_web_describe(place, ...to)));
    const seconds = (milliseconds) => (milliseconds === 0 ? null : milliseconds / 1000);
    const [first, answer, total] = facts.clock.map(seconds);
    this.#fields = facts.fields;
    this.library = this.#library;
    this.name = facts.name;
    this.type = this.#library.gameType(facts.name);
    this.config = core.text((...to) => core.c.lg_game_print(place, ...to));
    this.shared = shared;
    this.parameters = valuesOf(this.type.parameters, facts.parameters);
    this.players = facts.players;
    this.seats = frozen(facts.seats.map((name, seat) => name ?? `player ${seat}`));
    this.numActions = facts.actions;
    this.numSymmetries = facts.symmetries;
    this.longest = facts.longest;
    this.stateSize = facts.size;
    this.observationSpaces = frozen(facts.spaces.map((space) => frozen({ ...space, shape: frozen(space.shape) })));
    this.clock = frozen({ first, answer, total });
    this.opening = facts.opening;
    this.sharedFile = facts.shared;
  }

  get sharedText() {
    const core = this.#core;
    return this.sharedFile === null ? null : core.text((...to) => core.c.lg_game_shared_print(this.#at, ...to));
  }

  // The state that `write` makes at the given place.
  #made(write, what, details) {
    const core = this.#core, at = core.slots[1].need(this.stateSize);
    core.parse((error) => write(at, error), what, details);
    return newState(this, at);
  }

  new(seed = 0) {
    const number = seedOf(seed);
    return this.#made((to) => this.#core.c.lg_game_new(this.#at, number, to), "a state");
  }

  parse(text) {
    const core = this.#core;
    const [at, length] = core.put(core.input, string("text", text));
    return this.#made((to, error) => core.c.lg_game_state_parse(this.#at, at, length, to, error), "a position");
  }

  fromBytes(bytes) {
    const core = this.#core;
    if (!(bytes instanceof Uint8Array)) throw new TypeError(`bytes: expected a Uint8Array, not ${shown(bytes)}`);
    const copy = new Uint8Array(bytes);
    if (copy.length !== this.stateSize) {
      throw new StateError(`expected ${this.stateSize} bytes of a state of ${this.name}, not ${copy.length}`);
    }
    return this.#made((to) => {
      core.view().bytes.set(copy, to);
      return core.c.lg_game_validate(this.#at, to, copy.length);
    }, "a state");
  }

  actionText(action) {
    integer("action", action, 0, this.numActions - 1);
    return this.#core.text((...to) => this.#core.c.lg_game_action_print(this.#at, action, ...to));
  }

  parseAction(text) {
    string("text", text);
    return naming(() => readAction(this, text), () => isMove(this.new(), text),
      `${shown(text)} is a whole move, which state.apply reads`);
  }

  moveText(before, actions, after) {
    const core = this.#core;
    const list = listOf("actions", actions, MOST_LISTED, (action) => integer("action", action, 0, this.numActions - 1));
    if (list.length === 0) throw new RangeError("actions: expected at least one");
    const [first, last] = [bytesOf(before, this), bytesOf(after, this)];
    const at = core.putBytes(core.more, new Int32Array(list));
    const [from, to] = [core.load(before, first), core.place(2, last)];
    return core.text((...out) => core.c.lg_game_move_print(this.#at, from, at, list.length, to, ...out));
  }

  takenFor(answer) {
    const core = this.#core;
    const [at, length] = core.put(core.input, string("answer", answer));
    return core.constant(core.c.lg_game_taken_for(this.#at, at, length));
  }

  openingName(line) {
    const core = this.#core;
    const [at, length] = core.put(core.input, string("line", line));
    core.parse((error) => core.c.lg_game_opening_parse(this.#at, at, length, core.small, error), "an answer");
    const size = core.view().data.getUint32(core.small, true);
    return decoder.decode(core.bytes.subarray(at, at + size));
  }

  symmetryAction(symmetry, action) {
    const core = this.#core;
    integer("symmetry", symmetry, 0, this.numSymmetries - 1);
    integer("action", action, 0, this.numActions - 1);
    check(core.c.lg_game_symmetry_action(this.#at, symmetry, action, core.small));
    return core.view().data.getInt32(core.small, true);
  }

  rollouts(count, seed = 0) {
    const core = this.#core;
    integer("count", count, 0, 2 ** 24);
    const number = seedOf(seed), { players } = this;
    const outcomes = new Float32Array(count * players), lengths = new Float64Array(count);
    for (let done = 0; done < count; done += PIECE) {
      const some = Math.min(PIECE, count - done), size = 4 * some * players;
      const at = core.more.need(size + 16 + 8 * some), lengthsAt = at + Math.ceil(size / 8) * 8;
      const scratch = core.slots[1].need(this.stateSize), from = BigInt.asUintN(64, number + BigInt(done));
      check(core.c.lg_web_rollouts(this.#at, from, some, scratch, at, lengthsAt));
      const { bytes } = core.view();
      outcomes.set(new Float32Array(bytes.slice(at, at + size).buffer), done * players);
      const found = new BigInt64Array(bytes.slice(lengthsAt, lengthsAt + 8 * some).buffer);
      lengths.set(Float64Array.from(found, Number), done);
    }
    return { outcomes, lengths };
  }

  equals(other) {
    if (this === other) return true;
    if (typeof other !== "object" || other === null || !(#at in other)) return false;
    return other.#library === this.#library && other.config === this.config && other.shared === this.shared;
  }

  toString() {
    return this.config;
  }
}

const FIELD_READERS = [
  null, "getUint8", "getInt8", "getUint16", "getInt16", "getUint32", "getInt32", "getBigUint64",
];

function structOf(fields, parent, data, base) {
  const found = {};
  fields.forEach((field, number) => {
    if (field.parent !== parent) return;
    const reader = FIELD_READERS[field.type];
    const item = (at) => (reader === null ? structOf(fields, number, data, at) : data[reader](at, true));
    const [rows, columns] = field.shape;
    const row = (at, count) => Array.from({ length: count }, (_, i) => item(at + i * field.size));
    const at = base + field.offset;
    if (rows === undefined) found[field.name] = item(at);
    else if (columns === undefined) found[field.name] = row(at, rows);
    else {
      const size = columns * field.size;
      found[field.name] = Array.from({ length: rows }, (_, i) => row(at + i * size, columns));
    }
  });
  return found;
}

// ---- states ----

const DRAW_OPTIONS = ["viewer", "before", "last", "legal", "heat", "theme", "size"];
const THEMES = ["auto", "light", "dark", "contrast"];
const LARGEST_PICTURE = 16384;

// A weight for each action as C takes it: only their ratios count.
function weightsOf(game, heat) {
  const weights = listOf("heat", heat, game.numActions, (weight) => fraction("heat", weight, 0, Number.MAX_VALUE));
  if (weights.length !== game.numActions) {
    throw new RangeError(`heat: expected ${game.numActions} numbers, one for each action, not ${weights.length}`);
  }
  const most = weights.reduce((a, b) => Math.max(a, b), 0);
  return Uint32Array.from(weights, (weight) => (most === 0 ? 0 : Math.ceil(weight / most * 1e6)));
}

export class State {
  #game;
  #bytes;
  #core;
  #gameAt;

  static {
    // The bytes of a state of this game.
    bytesOf = (state, game, name = "state") => {
      if (typeof state !== "object" || state === null || !(#bytes in state)) {
        throw new TypeError(`${name}: expected a State, not ${shown(state)}`);
      }
      if (state.#game !== game && !state.#game.equals(game)) {
        throw new StateError(`${name}: expected a state of ${game.config}, not of ${state.#game.config}`);
      }
      return state.#bytes;
    };
    // The state whose bytes C has written to the place, which is that of slots[1].
    newState = (game, at) => {
      const core = coreOf(game.library);
      const state = new State(PRIVATE, game, core.view().bytes.slice(at, at + game.stateSize));
      core.exchange(state);
      return state;
    };
  }

  constructor(token, game, bytes) {
    own(token);
    this.#game = game;
    this.#bytes = bytes;
    this.#core = coreOf(game.library);
    this.#gameAt = gameAt(game, null);
  }

  get game() {
    return this.#game;
  }

  get bytes() {
    return this.#bytes.slice();
  }

  // C's functions take the state's place as second argument, after the game's.
  #at() {
    return this.#core.load(this, this.#bytes);
  }

  #text(name, ...rest) {
    const at = this.#at();
    return this.#core.text((...to) => this.#core.c[name](this.#gameAt, at, ...rest, ...to));
  }

  // The state after `call`, which gets places for the state, the result and an error.
  #after(call, what, details) {
    const core = this.#core, from = this.#at(), to = core.slots[1].need(this.#bytes.length);
    core.parse((error) => call(from, to, error), what, details);
    return newState(this.#game, to);
  }

  get player() {
    const player = this.#core.c.lg_game_player(this.#gameAt, this.#at());
    return player < 0 ? null : player;
  }

  get isOver() {
    return this.player === null;
  }

  get legalActions() {
    const core = this.#core;
    const actions = new Int32Array(core.c.lg_game_legal(this.#gameAt, this.#at(), core.mask));
    const { data } = core.view();
    for (let word = 0, count = 0; count < actions.length; word++) {
      let bits = data.getUint32(core.mask + 4 * word, true);
      for (; bits !== 0; bits &= bits - 1) actions[count++] = 32 * word + 31 - Math.clz32(bits & -bits);
    }
    return actions;
  }

  get actionMask() {
    const mask = new Uint8Array(this.#game.numActions);
    for (const action of this.legalActions) mask[action] = 1;
    return mask;
  }

  get legalMoves() {
    const walk = function* (before, actions, after) {
      for (const action of after.legalActions) {
        const further = after.apply(action), all = [...actions, action];
        if (further.inMove) yield* walk(before, all, further);
        else yield before.game.moveText(before, all, further);
      }
    };
    return { [Symbol.iterator]: () => walk(this, [], this) };
  }

  decisionText(action) {
    this.#action(action);
    return this.#text("lg_game_decision_print", action);
  }

  line(actions) {
    const game = this.#game, { players, numActions, seats } = game, hidden = game.type.information === "hidden";
    const list = listOf("actions", actions, MOST_LISTED, (action) => integer("action", action, 0, numActions - 1));
    const moves = [];
    for (let at = 0, after = this; at < list.length && !(hidden && moves.length > 0); ) {
      const before = after, done = [];
      try {
        do {
          after = after.apply(list[at]);
          done.push(list[at++]);
        } while (after.inMove && at < list.length);
      } catch (error) {
        if (after === this || !(error instanceof IllegalMove || error instanceof GameOver)) throw error;
        at = list.length;
      }
      if (done.length === 0) break;
      const name = players === 1 ? "" : seats[before.player];
      moves.push({ seat: before.player, name, text: game.moveText(before, done, after), whole: !after.inMove });
    }
    return moves;
  }

  lineText(actions) {
    return this.line(actions).map(({ name, text, whole }) => (
      `${name}${name === "" ? "" : " "}${text.replaceAll("\n", "/")}${whole ? "" : " ..."}`)).join(", ");
  }

  movesOf(actions) {
    return this.line(actions).filter(({ whole }) => whole).map(({ text }) => text);
  }

  completed(actions) {
    const game = this.#game, done = [];
    const list = listOf("actions", actions, MOST_LISTED, (action) => integer("action", action, 0, game.numActions - 1));
    if (list.length === 0) throw new RangeError("actions: expected at least one");
    let after = this;
    for (let at = 0; at < list.length && (at === 0 || after.inMove); at++) {
      if (at > 0 && after.explain(list[at]) !== null) break;
      after = after.apply(list[at]);
      done.push(list[at]);
    }
    while (after.inMove) {
      if (done.length > game.longest) throw new BrokenGame(`a move of ${done.length} decisions does not end`);
      done.push(after.choose("greedy"));
      after = after.apply(done.at(-1));
    }
    return game.moveText(this, done, after);
  }

  get inMove() {
    return this.#core.c.lg_game_in_move(this.#gameAt, this.#at()) !== 0;
  }

  get result() {
    return this.#core.constant(this.#core.c.lg_game_result(this.#gameAt, this.#at()));
  }

  get scores() {
    return this.#numbers("lg_game_scores", "getInt32");
  }

  get points() {
    return this.#numbers("lg_game_points", "getInt32");
  }

  get outcome() {
    return this.#numbers("lg_game_outcome", "getFloat32");
  }

  get answerLines() {
    return this.#core.c.lg_game_answer_lines(this.#gameAt, this.#at());
  }

  get inputHelp() {
    return this.#text("lg_game_input_help");
  }

  get prompt() {
    return this.#text("lg_game_prompt");
  }

  get key() {
    return BigInt.asUintN(64, this.#core.c.lg_game_hash(this.#gameAt, this.#at()));
  }

  get positionKey() {
    return BigInt.asUintN(64, this.#core.c.lg_game_position_key(this.#gameAt, this.#at()));
  }

  get fields() {
    return fieldsOf(this.#game, this.#bytes);
  }

  #player(player) {
    return integer("player", player, 0, this.#game.players - 1);
  }

  /** A function's output for each player. */
  #numbers(name, reader) {
    const core = this.#core, { players } = this.#game;
    check(core.c[name](this.#gameAt, this.#at(), core.small));
    const { data } = core.view();
    return frozen(Array.from({ length: players }, (_, player) => data[reader](core.small + 4 * player, true)));
  }

  #viewer(viewer) {
    return viewer === null || viewer === undefined ? -1 : integer("viewer", viewer, 0, this.#game.players - 1);
  }

  #action(action) {
    return integer("action", action, 0, this.#game.numActions - 1);
  }

  apply(action) {
    const core = this.#core;
    if (typeof action === "string") {
      const [at, length] = core.put(core.input, string("action", action));
      const play = (from, to, error) => core.c.lg_game_play(this.#gameAt, from, at, length, to, error);
      return naming(() => this.#after(play, "a move"), () => isAction(this.#game, action),
        `${shown(action)} is an action, which game.parseAction reads`);
    }
    this.#action(action);
    return this.#after((from, to) => {
      const status = core.c.lg_game_apply(this.#gameAt, from, action, to);
      if (status === ILLEGAL) throw new IllegalMove(this.explain(action) ?? "the rules do not allow this action here");
      return status;
    }, "an action");
  }

  typed(line) {
    const core = this.#core, actions = [];
    const [at, length] = core.put(core.input, string("line", line));
    let state = this, read = 0;
    const next = () => {
      const from = state.#at();
      core.view().data.setUint32(core.small, read, true);
      core.parse(
        (error) => core.c.lg_game_typed(this.#gameAt, from, at, length, core.small, core.small + 8, error), "a move");
      const action = core.view().data.getInt32(core.small + 8, true);
      read = core.data.getUint32(core.small, true);
      actions.push(action);
      state = state.apply(action);
    };
    next();
    while (read < length) {
      if (!state.inMove) {
        const rest = decoder.decode(core.view().bytes.subarray(at + read, at + length));
        throw new IllegalMove(`the move is complete before ${shown(rest)}`);
      }
      next();
    }
    if (state.inMove) {
      try {
        next();
      } catch (error) {
        if (!(error instanceof ParseError)) throw error;
      }
    }
    return { actions: frozen(actions), state };
  }

  explain(action) {
    this.#action(action);
    return this.#core.constant(this.#core.c.lg_game_explain(this.#gameAt, this.#at(), action));
  }

  forfeit(player) {
    this.#player(player);
    return this.#after((from, to) => this.#core.c.lg_game_forfeit(this.#gameAt, from, player, to), "a state", {
      [UNSUPPORTED]: "the states of this game can't express a forfeit",
    });
  }

  board(viewer = null) {
    return this.#text("lg_game_board", this.#viewer(viewer), 0);
  }

  draw(options) {
    const core = this.#core, given = optionsOf("draw", options, DRAW_OPTIONS);
    const { before = null, last = [], legal = false, heat = null, theme = "auto", size = 0 } = given;
    const viewer = this.#viewer(given.viewer);
    const earlier = before === null ? null : bytesOf(before, this.#game, "before");
    const actions = new Int32Array(listOf("last", last, MOST_LISTED, (action) => this.#action(action)));
    flag("legal", legal);
    const weights = heat === null ? null : weightsOf(this.#game, heat);
    const number = wordOf("theme", theme, THEMES);
    if (size !== 0) integer("size", size, 16, LARGEST_PICTURE);
    const beforeAt = earlier === null ? 0 : core.place(2, earlier);
    const lastAt = core.putBytes(core.more, actions);
    const heatAt = weights === null ? 0 : core.putBytes(core.input, weights);
    const shownNow = [beforeAt, lastAt, actions.length, legal ? 1 : 0, number, size, heatAt];
    return this.#text("lg_web_draw", viewer, ...shownNow);
  }

  message(player) {
    return this.#text("lg_game_message", this.#player(player));
  }

  news(player) {
    return this.#text("lg_game_news", this.#player(player));
  }

  observation(player = null, name = undefined) {
    const core = this.#core, spaces = this.#game.observationSpaces;
    const which = name === undefined ? 0 : wordOf("observation", name, spaces.map((space) => space.name));
    const viewer = player === null ? this.player ?? 0 : this.#player(player);
    const Kind = SPACES[spaces[which].dtype];
    const size = spaces[which].shape.reduce((a, b) => a * b, 1) * Kind.BYTES_PER_ELEMENT;
    const at = core.output.need(size);
    check(core.c.lg_game_observe(this.#gameAt, this.#at(), viewer, which, at, size));
    return new Kind(core.view().bytes.slice(at, at + size).buffer);
  }

  informationKey(player) {
    const core = this.#core;
    this.#player(player);
    check(core.c.lg_game_information_key(this.#gameAt, this.#at(), player, core.small));
    return core.view().data.getBigUint64(core.small, true);
  }

  resample(player, seed = 0) {
    const number = seedOf(seed);
    this.#player(player);
    return this.#after((from, to) => this.#core.c.lg_web_resample(this.#gameAt, from, player, number, to), "a state");
  }

  reseed(seed = 0) {
    const number = seedOf(seed);
    return this.#after((from, to) => this.#core.c.lg_web_reseed(this.#gameAt, from, number, to), "a state");
  }

  symmetry(symmetry) {
    integer("symmetry", symmetry, 0, this.#game.numSymmetries - 1);
    return this.#after((from, to) => this.#core.c.lg_game_symmetry_state(this.#gameAt, symmetry, from, to), "a state");
  }

  evaluate(player) {
    const core = this.#core;
    this.#player(player);
    check(core.c.lg_game_evaluate(this.#gameAt, this.#at(), player, core.small, 0));
    return core.view().data.getFloat32(core.small, true);
  }

  choose(player = "greedy", seed = 0, limits = undefined) {
    const core = this.#core, { library } = this.#game;
    const number = seedOf(seed), given = optionsOf("limits", limits, LIMITS);
    checkLimits(given);
    const known = typeof player === "object" && player !== null ? botBytes(player, library) : null;
    if (known === null && typeof player !== "string") {
      throw new TypeError(`player: expected a Bot or its configuration, not ${shown(player)}`);
    }
    const text = known === null ? string("player", player) : player.config;
    const at = core.putBytes(core.more, configureBot(library, this.#gameAt, text));
    const from = this.#at();
    const status = core.guard(given, (asks) => core.c.lg_web_choose(
      this.#gameAt, at, from, number, asks ? 1 : 0, core.small));
    const problem = `${text}: no memory for this bot`;
    check(status, { [SPACE]: problem, [UNSUPPORTED]: problem });
    return core.view().data.getInt32(core.small, true);
  }

  rollout(seed = 0, limit = Number.MAX_SAFE_INTEGER) {
    const core = this.#core, number = seedOf(seed);
    integer("limit", limit, 0, Number.MAX_SAFE_INTEGER);
    const state = this.#after((from, to) => core.c.lg_web_rollout(
      this.#gameAt, from, BigInt(limit), number, to, core.small), "a state");
    return { state, actions: Number(core.view().data.getBigInt64(core.small, true)) };
  }

  equals(other) {
    if (this === other) return true;
    if (typeof other !== "object" || other === null || !(#bytes in other)) return false;
    return this.#game.equals(other.#game) && this.#bytes.every((byte, i) => byte === other.#bytes[i]);
  }

  toString() {
    return this.#text("lg_game_state_print");
  }
}

// Runs a call; an error of its grammar names the kind of text that `is` finds instead.
function naming(call, is, words) {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof ParseError) || !is()) throw error;
    throw new ParseError(`${error.message}; ${words}`, error.line, error.column, error.expected);
  }
}

function readAction(game, text) {
  const core = coreOf(game.library), [at, length] = core.put(core.input, text), place = gameAt(game, null);
  core.parse((error) => core.c.lg_game_action_parse(place, at, length, core.small, error), "an action");
  return core.view().data.getInt32(core.small, true);
}

function isAction(game, text) {
  try {
    readAction(game, text);
  } catch {
    return false;
  }
  return true;
}

// Whether a text looks like a move that programs or people write, legal or not.
function isMove(state, text) {
  return [(line) => state.apply(line), (line) => state.typed(line)].some((read) => {
    try {
      read(text);
    } catch (error) {
      return error instanceof IllegalMove || error instanceof GameOver;
    }
    return true;
  });
}

// The best decisions as whole moves, of which the first is the best one.
function movesFrom(state, best, pv) {
  if (best === null) return { bestMove: null, pvMoves: [] };
  const line = pv.length > 0 ? pv : [best], bestMove = state.completed(line);
  return { bestMove, pvMoves: [bestMove, ...state.movesOf(line).slice(1)] };
}

// ---- searches ----

const MOST_SIMULATIONS = 2 ** 31 - 1;
const POLICIES = ["uct", "puct", "gumbel"];
const FULL = ["keep", "drop", "stop"];
const SIMPLE = ["random", "greedy"];

// In the order of the options in glue.c; each gives the number of a value.
const SEARCH_OPTIONS = {
  simulations: (value) => integer("simulations", value, 0, MOST_SIMULATIONS),
  nodes: (value) => integer("nodes", value, 1, MOST_SIMULATIONS),
  policy: (value) => wordOf("policy", value, POLICIES),
  full: (value) => wordOf("full", value, FULL),
  depth: (value) => integer("depth", value, 0, 65535),
  solver: (value) => Number(flag("solver", value)),
  exploration: (value) => fraction("exploration", value, 0, 1000),
  rollout: (value) => wordOf("rollout", value, SIMPLE),
  cutoff: (value) => (value === null ? -1 : integer("cutoff", value, 0, MOST_SIMULATIONS)),
  samples: (value) => (value === null ? -1 : integer("samples", value, 0, 1024)),
  greedyPrior: (value) => fraction("greedy_prior", value, 0, 1),
  opponentModel: (value) => fraction("opponentModel", value, 0, 1),
  noise: (value) => fraction("noise", value, 0, 1),
  noiseAlpha: (value) => fraction("noiseAlpha", value, 0.001, 1000),
  considered: (value) => integer("considered", value, 1, 65536),
  visitScale: (value) => fraction("visitScale", value, 0, 1000),
  valueScale: (value) => fraction("valueScale", value, 0, 1000),
};

const CHILD_SIZE = 88; // bytes of lg_search_child
const MOST_LINE = 65535; // levels of a tree

// Memory in WebAssembly that belongs to one object, which can be used by one call at a time.
class Owned {
  #core;
  #memory;
  #at;
  #busy = false;

  // `make` gets the place for two pointers: the memory, and the object in it.
  constructor(core, holder, make) {
    make(core.small);
    const { data } = core.view();
    const memory = data.getUint32(core.small, true);
    this.#core = core;
    this.#memory = memory;
    this.#at = data.getUint32(core.small + 4, true);
    core.registry.register(holder, () => core.c.free(memory), this);
  }

  get at() {
    if (this.#busy) throw new UsageError("the search is running: expected the call to end before the next one");
    if (this.#memory === 0) throw new UsageError("the search was freed");
    return this.#at;
  }

  run(call) {
    const { at } = this;
    this.#busy = true;
    try {
      return call(at);
    } finally {
      this.#busy = false;
    }
  }

  free() {
    if (this.#memory === 0) return;
    void this.at;
    this.#core.registry.unregister(this);
    this.#core.c.free(this.#memory);
    this.#memory = 0;
  }
}

export class Search {
  #core;
  #game;
  #gameAt;
  #owned;
  #seed;
  #begun = false;

  constructor(game, options) {
    this.#gameAt = gameAt(game, null);
    const names = Object.keys(SEARCH_OPTIONS);
    const given = optionsOf("search", options, ["seed", ...names]);
    if (given.simulations === undefined) given.simulations = 1000;
    this.#seed = seedOf(given.seed ?? 0);
    const numbers = Float64Array.from(names, (name) => (name in given ? SEARCH_OPTIONS[name](given[name]) : NaN));
    const core = coreOf(game.library);
    this.#core = core;
    this.#game = game;
    this.#owned = new Owned(core, this, (made) => {
      const at = core.putBytes(core.more, numbers);
      check(core.c.lg_web_search(this.#gameAt, at, this.#seed, made), {
        [SPACE]: "nodes: expected a search for which there is memory: fewer simulations or nodes",
      });
    });
  }

  get game() {
    return this.#game;
  }

  // The place of a search that has begun.
  #at() {
    const { at } = this.#owned;
    if (!this.#begun) throw new UsageError("the search has no root: expected begin(state) first");
    return at;
  }

  get state() {
    const core = this.#core, from = core.c.lg_search_state(this.#at());
    const to = core.slots[1].need(this.#game.stateSize);
    core.view().bytes.copyWithin(to, from, from + this.#game.stateSize);
    return newState(this.#game, to);
  }

  begin(state, seed = undefined) {
    const number = seed === undefined ? this.#seed : seedOf(seed);
    const bytes = bytesOf(state, this.#game), { at } = this.#owned;
    const core = this.#core;
    core.c.lg_search_set_seed(at, number);
    check(core.c.lg_search_begin(at, core.load(state, bytes)));
    this.#begun = true;
  }

  run(state = null, limits = undefined) {
    const core = this.#core, given = optionsOf("limits", limits, ["simulations", ...LIMITS]);
    checkLimits(given);
    const { simulations = MOST_SIMULATIONS } = given;
    integer("simulations", simulations, 0, MOST_SIMULATIONS);
    if (state !== null) this.begin(state);
    this.#at();
    check(this.#owned.run((at) => core.guard(given, (asks) => (
      core.c.lg_web_search_run(at, BigInt(simulations), asks ? 1 : 0)))));
    return this.result;
  }

  advance(action, state = null) {
    const core = this.#core, at = this.#at();
    integer("action", action, 0, this.#game.numActions - 1);
    const bytes = state === null ? null : bytesOf(state, this.#game);
    const reason = core.constant(core.c.lg_game_explain(this.#gameAt, core.c.lg_search_state(at), action));
    const after = state === null ? 0 : core.load(state, bytes);
    const isOver = core.c.lg_game_player(this.#gameAt, core.c.lg_search_state(at)) < 0;
    if (reason !== null && !isOver) throw new IllegalMove(reason);
    check(core.c.lg_search_advance(at, action, after));
  }

  setSimulations(simulations) {
    integer("simulations", simulations, 0, MOST_SIMULATIONS);
    check(this.#core.c.lg_search_set_simulations(this.#owned.at, BigInt(simulations)));
  }

  #numbers() {
    const core = this.#core, { players } = this.#game;
    check(core.c.lg_web_search_statistics(this.#at(), players, core.small));
    const { data } = core.view();
    return Array.from({ length: 9 + players }, (_, i) => data.getFloat64(core.small + 8 * i, true));
  }

  get done() {
    return this.#numbers()[8] === 1;
  }

  #statistics() {
    const [simulations, nodes, dropped, levels, depth, bytes, proven, full, , ...values] = this.#numbers();
    return {
      simulations, nodes, dropped, meanDepth: levels / Math.max(1, simulations), depth, bytes,
      proven: proven === 1, full: full === 1, values,
    };
  }

  // The arrays of the root, by action.
  #root() {
    const core = this.#core, { numActions: actions, players } = this.#game;
    const [fractions, values] = [4 * actions, 4 * actions * players];
    const visitsAt = core.more.need(8 * actions + values + 2 * fractions + actions);
    const valuesAt = visitsAt + 8 * actions, priorsAt = valuesAt + values, policyAt = priorsAt + fractions;
    const provenAt = policyAt + fractions;
    check(core.c.lg_web_search_root(this.#at(), visitsAt, valuesAt, priorsAt, policyAt, provenAt));
    const { bytes } = core.view();
    const part = (at, size) => bytes.slice(at, at + size).buffer;
    return {
      visits: Float64Array.from(new BigInt64Array(part(visitsAt, 8 * actions)), Number),
      values: new Float32Array(part(valuesAt, values)),
      priors: new Float32Array(part(priorsAt, fractions)),
      policy: new Float32Array(part(policyAt, fractions)),
      proven: new Uint8Array(part(provenAt, actions)),
    };
  }

  get result() {
    const core = this.#core, at = this.#at();
    const status = core.c.lg_search_best(at, core.small);
    const best = status === OVER ? null : core.view().data.getInt32(core.small, true);
    const line = core.more.need(4 * MOST_LINE);
    const length = core.c.lg_search_line(at, line, MOST_LINE);
    const pv = Array.from(new Int32Array(core.view().bytes.slice(line, line + 4 * length).buffer));
    const root = this.#root(), { visits, priors } = root;
    const first = (action) => Number(action !== best);
    const actions = Array.from(this.state.legalActions).sort((a, b) => (
      first(a) - first(b) || visits[b] - visits[a] || priors[b] - priors[a] || a - b));
    return { best, ...root, actions, pv, ...movesFrom(this.state, best, pv), statistics: this.#statistics() };
  }

  children(line = [], most = MOST_SIMULATIONS) {
    const core = this.#core, { numActions, players } = this.#game;
    const actions = listOf("line", line, MOST_LINE, (action) => integer("line", action, 0, numActions - 1));
    integer("most", most, 0, MOST_SIMULATIONS);
    const at = this.#at();
    const lineAt = core.putBytes(core.more, new Int32Array(actions)), rows = Math.min(most, numActions);
    const first = core.output.need(CHILD_SIZE * rows + 1);
    const count = core.c.lg_search_children(at, lineAt, actions.length, first, rows);
    const { data } = core.view();
    return Array.from({ length: count }, (_, i) => {
      const child = first + CHILD_SIZE * i;
      return {
        action: data.getInt32(child + 8, true),
        visits: Number(data.getBigInt64(child, true)),
        values: Array.from({ length: players }, (__, player) => data.getFloat32(child + 16 + 4 * player, true)),
        prior: data.getFloat32(child + 80, true),
        proven: data.getInt32(child + 12, true) === 1,
      };
    });
  }

  free() {
    this.#owned.free();
  }
}

// ---- alpha-beta ----

const MOST_DEPTH = 255;
const LARGEST_TABLE = 2 ** 32;
const RESULT_PV = 48; // of lg_alphabeta_result: the offset of the principal variation

// The object for a lg_alphabeta_result.
function alphaBetaResult(core, at, state) {
  const { data } = core.view();
  const number = (offset) => data.getInt32(at + offset, true);
  const found = {
    best: number(20),
    value: data.getFloat32(at + 16, true),
    depth: number(24),
    deepest: number(28),
    nodes: Number(data.getBigInt64(at, true)),
    hits: Number(data.getBigInt64(at + 8, true)),
    proven: number(32) === 1,
    end: number(36),
    pv: Array.from({ length: number(40) }, (_, i) => number(RESULT_PV + 4 * i)),
  };
  return { ...found, ...movesFrom(state, found.best, found.pv) };
}

function limitsOfDepth({ depth = null, nodes = null }) {
  if (depth !== null) integer("depth", depth, 1, MOST_DEPTH);
  if (nodes !== null) integer("nodes", nodes, 1, Number.MAX_SAFE_INTEGER);
  return { depth, nodes };
}

export class AlphaBeta {
  #core;
  #game;
  #gameAt;
  #owned;
  #limits;

  constructor(game, options) {
    this.#gameAt = gameAt(game, null);
    const given = optionsOf("search", options, ["depth", "nodes", "table", "levels", "quiescence", "seed", "noise"]);
    const { table = 2 ** 24, levels = 256, quiescence = 64, noise = 0 } = given;
    const seed = seedOf(given.seed ?? 0);
    this.#limits = limitsOfDepth(given);
    integer("table", table, 0, LARGEST_TABLE);
    integer("levels", levels, 1, 1024);
    integer("quiescence", quiescence, 0, MOST_DEPTH);
    fraction("noise", noise, 0, 1);
    const core = coreOf(game.library);
    this.#core = core;
    this.#game = game;
    this.#owned = new Owned(core, this, (made) => check(
      core.c.lg_web_alphabeta(this.#gameAt, BigInt(table), levels, quiescence, seed, noise, made), {
        [SPACE]: "table: expected a size for which there is memory",
        [UNSUPPORTED]: `game: expected two players, no hidden information and no chance in play, not ${game.name}`,
      }));
  }

  get game() {
    return this.#game;
  }

  run(state, limits) {
    const core = this.#core, given = optionsOf("limits", limits, ["depth", "nodes", ...LIMITS]);
    checkLimits(given);
    const alone = ["depth", "nodes", ...LIMITS].every((name) => (given[name] ?? null) === null);
    const { depth, nodes } = alone ? this.#limits : limitsOfDepth(given);
    const { seconds, stop } = given;
    if (depth === null && nodes === null && seconds === undefined && stop === undefined) {
      throw new RangeError("limits: expected one: depth, nodes, seconds or stop");
    }
    const bytes = bytesOf(state, this.#game);
    if (state.isOver) throw new GameOver("the game is over: there is nothing to search");
    const asked = stop === undefined ? undefined : (found) => stop(alphaBetaResult(core, found, state));
    const budget = nodes === null ? 2n ** 63n - 1n : BigInt(nodes);
    check(this.#owned.run((at) => core.guard({ seconds, stop: asked }, (asks) => core.c.lg_web_alphabeta_run(
      at, this.#gameAt, core.load(state, bytes), depth ?? MOST_DEPTH, budget, asks ? 1 : 0, core.small))));
    return alphaBetaResult(core, core.small, state);
  }

  clear() {
    check(this.#core.c.lg_alphabeta_clear(this.#owned.at));
  }

  free() {
    this.#owned.free();
  }
}
