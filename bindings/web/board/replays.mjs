/** Replays as the arena writes and reads them, in the format of docs/arena.md. Lines may come one by one, so that a
 * game can be watched while it is played. */
import { Course, answerOf } from "./course.mjs";
import { json, shortened } from "./words.mjs";

const FORMAT = 1;
const MAGIC = "libgames-replay";

export class ReplayError extends Error {
  constructor(line, text) {
    super(`line ${line}: ${text}`);
    this.name = "ReplayError";
    this.line = line;
    this.course = null; // the part read before that line
  }
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** The checksum of a position in a replay: CRC-32 of its text. */
export function check(state) {
  let sum = 0xffffffff;
  for (const byte of new TextEncoder().encode(String(state))) sum = TABLE[(sum ^ byte) & 255] ^ (sum >>> 8);
  return ((sum ^ 0xffffffff) >>> 0).toString(16).padStart(8, "0");
}

// ---- writing ----

function quoted(text) {
  return /^[!#-~]([ !#-~]*[!#-~])?$/.test(text) ? text : json(text);
}

function limit(seconds) {
  return seconds === null ? "-" : String(Number(seconds.toPrecision(6)));
}

/** The text of a whole replay. */
export function write(course, version) {
  const { game, time } = course;
  const lines = [`${MAGIC} ${FORMAT}`, `library ${version}`, `game ${game.config}`, `rules ${game.type.version}`];
  if (course.seed !== null) lines.push(`seed ${course.seed}`);
  course.labels.forEach((label, seat) => lines.push(`seat ${seat} ${json(label)}`));
  lines.push(`time first=${limit(time.first)} answer=${limit(time.answer)} total=${limit(time.total)}`);
  if (game.shared !== null) lines.push(`shared ${json(game.shared)}`);
  lines.push(`start ${quoted(String(course.start))}`);
  for (const [seat, name] of course.names) lines.push(`name ${seat} ${json(name)}`);
  let moves = 0;
  course.steps.forEach((step, index) => {
    const after = check(course.stateAt(index + 1)), seconds = step.seconds.toFixed(6);
    if (step.foul) {
      const texts = [step.foul.kind, step.foul.text, step.foul.stderr].map(json).join(" ");
      lines.push(`foul ${step.number ?? moves + 1} ${step.seat} ${seconds} ${after} ${texts}`);
    } else {
      moves += 1;
      const remark = step.remark === null ? "" : ` ${json(step.remark)}`;
      lines.push(`move ${moves} ${step.seat} ${seconds} ${after} ${quoted(step.text)}${remark}`);
    }
  });
  lines.push(`end ${course.last.scores.join(" ")} ${json(course.result)}`, "");
  return lines.join("\n");
}

// ---- reading ----

const NUMBER = "(0|[1-9][0-9]*)";
const EVENT = `${NUMBER} ${NUMBER} ([0-9]+\\.[0-9]+) ([0-9a-f]{8})`;
const JSON_TEXT = '"(?:[^"\\\\]|\\\\.)*"';
const TEXT = `(${JSON_TEXT})`;
const LONGEST = 1e9; // seconds of a move
const SECONDS = "(-|[0-9]+(?:\\.[0-9]+)?(?:e[-+][0-9]+)?)";

const whole = (form) => new RegExp(`^(?:${form})$`);

/** Name, form, and handler; a name in brackets may be left out, `seat` comes several times. */
const HEADER = [
  [MAGIC, whole(`${MAGIC} ${NUMBER}`), "setFormat"],
  ["library", whole("library ([\\w.()=,-]+)"), "setLibrary"],
  ["game", whole("game ([\\w.()=,-]+)"), "setGame"],
  ["rules", whole(`rules ${NUMBER}`), "setRules"],
  ["[seed]", whole(`seed ${NUMBER}`), "setSeed"],
  ["seat", whole(`seat ${NUMBER} ${TEXT}`), "addSeat"],
  ["time", whole(`time first=${SECONDS} answer=${SECONDS} total=${SECONDS}`), "setTime"],
  ["[shared]", whole(`shared ${TEXT}`), "setShared"],
  ["start", whole("start (.+)"), "start"],
];

const EVENTS = [
  [whole(`move ${EVENT} ([^"]+?|${JSON_TEXT})(?: ${TEXT})?`), "move"],
  [whole(`foul ${EVENT} ${TEXT} ${TEXT} ${TEXT}`), "foul"],
  [whole(`undo ${NUMBER} ([0-9a-f]{8})`), "undo"],
  [whole(`name ${NUMBER} ${TEXT}`), "name"],
  [whole(`end ((?:-?[0-9]+ )+)${TEXT}`), "end"],
];

/** Takes line after line, and plays them. */
export class Reader {
  constructor(library) {
    this.lg = library;
    this.number = 0;
    this.step = 0; // of the header
    this.course = null;
    this.ended = false;
    this.seed = null;
    this.labels = [];
    this.shared = null;
    this.moves = 0;
  }

  error(text) {
    return new ReplayError(this.number, text);
  }

  get expected() {
    return this.step < HEADER.length ? `the line \`${HEADER[this.step][0]}\`` : "a move, or the line `end`";
  }

  line(text) {
    this.number += 1;
    if (text.startsWith("#") || (this.ended && text.trim() === "")) return; // from a person
    if (this.ended) throw this.error("expected nothing after the line `end`");
    if (this.step < HEADER.length) this.head(text);
    else this.event(text);
  }

  head(text) {
    for (; ; this.step++) {
      const [name, form, use] = HEADER[this.step], found = form.exec(text);
      if (found) {
        this[use](...found.slice(1));
        if (name !== "seat") this.step += 1;
        return;
      }
      if (!name.startsWith("[") && !(name === "seat" && this.labels.length > 0))
        throw this.error(`expected ${this.expected} of a replay, not ${shortened(text)}`);
    }
  }

  setFormat(text) {
    if (Number(text) !== FORMAT) throw this.error(`this page reads format ${FORMAT} of replays, not ${text}`);
  }

  setLibrary(text) {
    this.library = text;
  }

  setGame(text) {
    const name = text.split("(")[0];
    if (!this.lg.games.includes(name))
      throw this.error(`this page has no game ${name}; loaded games are shown by \`libgames show --load\``);
    this.config = text;
  }

  setRules(text) {
    this.rules = Number(text);
  }

  setSeed(text) {
    this.seed = BigInt(text);
  }

  addSeat(seat, label) {
    if (Number(seat) !== this.labels.length) throw this.error(`expected seat ${this.labels.length}`);
    this.labels.push(this.string(label));
  }

  setTime(...values) {
    const [first, answer, total] = values.map((value) => (value === "-" ? null : this.seconds(value, Number.MAX_VALUE)));
    this.time = { first, answer, total };
  }

  setShared(text) {
    this.shared = this.string(text);
  }

  start(text) {
    let start;
    try {
      start = this.lg.make(this.config, {}, this.shared).parse(this.unquoted(text));
    } catch (error) {
      if (error instanceof ReplayError) throw error;
      throw this.error(`the game or its start can't be read: ${error.message}`);
    }
    const seats = start.game.players;
    if (this.labels.length !== seats) throw this.error(`expected ${seats} seats before this line, not ${this.labels.length}`);
    const { seed, labels, time, library } = this;
    this.course = new Course(start, { seed, labels, time, library });
  }

  // ---- events ----

  event(text) {
    for (const [form, use] of EVENTS) {
      const found = form.exec(text);
      if (found) return this[use](...found.slice(1));
    }
    throw this.error(`expected a move, foul, undo, name or end, not ${shortened(text)}`);
  }

  move(number, seat, seconds, checked, text, remark) {
    const { course } = this;
    if (course.isOver) throw this.error("a move after the end of the game");
    this.same("number of the move", Number(number), this.moves + 1);
    this.same("seat that moves", Number(seat), course.last.player);
    text = this.unquoted(text);
    let after;
    try {
      after = course.last.apply(answerOf(course.last, text));
    } catch (error) {
      throw this.error(`move ${number}, ${text}: the library does not allow it: ${error.message}`);
    }
    this.checked(after, checked, `after move ${number}, ${text}`);
    this.moves += 1;
    remark = remark === undefined ? null : this.string(remark);
    course.add({ seat: Number(seat), text, seconds: this.seconds(seconds), actions: null, remark }, after);
  }

  foul(number, seat, seconds, checked, ...texts) {
    const { course } = this;
    if (course.loser !== null) throw this.error("an offence after the end of the game");
    const [kind, text, stderr] = texts.map((one) => this.string(one));
    course.addFoul(this.seat(seat), kind, text, { seconds: this.seconds(seconds), stderr, number: Number(number) });
    this.checked(course.last, checked, `after the offence of seat ${seat}`);
  }

  undo(moves, checked) {
    const { course } = this, count = Number(moves);
    if (course.loser !== null) throw this.error("moves taken back after the end of the game");
    if (!(count > 0 && count <= course.length))
      throw this.error(`expected 1 ... ${course.length} moves to take back, not ${moves}`);
    this.moves -= count;
    course.cut(course.length - count);
    this.checked(course.last, checked, `after taking back ${moves} moves`);
  }

  name(seat, name) {
    this.course.names.set(this.seat(seat), this.string(name));
  }

  end(scores, result) {
    this.same("scores", scores.trim(), this.course.last.scores.join(" "));
    this.same("result", this.string(result), this.course.result);
    this.ended = true;
  }

  seat(text) {
    if (Number(text) >= this.course.labels.length) throw this.error(`there is no seat ${text}`);
    return Number(text);
  }

  checked(state, told, when) {
    const version = state.game.type.version;
    const hint = version === this.rules ? "" : `; it was made with version ${this.rules} of the rules, this is ${version}`;
    this.same(`check of the position ${when}`, told, check(state), hint);
  }

  same(what, told, truth, hint = "") {
    if (told === truth) return;
    throw this.error(`the first difference: ${what} is ${told} in the replay, ${truth} by the library${hint}`);
  }

  seconds(text, most = LONGEST) {
    const seconds = Number(text);
    if (seconds > most) throw this.error(`expected at most ${most} seconds, not ${text}`);
    return seconds;
  }

  unquoted(text) {
    return text.startsWith('"') ? this.string(text) : text;
  }

  string(text) {
    try {
      const decoded = JSON.parse(text);
      encodeURIComponent(decoded); // halves of surrogate pairs can't be
      return decoded;
    } catch {
      throw this.error(`expected a JSON string, not ${shortened(text)}`);
    }
  }
}

/** The course of a replay. In a ReplayError `course` is the part read before it. */
export function read(library, text) {
  const reader = new Reader(library);
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  try {
    for (let end; (end = text.indexOf("\n", at)) >= 0; at = end + 1)
      reader.line(text.slice(at, end).replace(/\r$/, ""));
    reader.number += 1;
    const rest = text.slice(at);
    if (rest !== "" && !rest.startsWith("#") && !(reader.ended && rest.trim() === ""))
      throw reader.error("the replay is cut off in the middle of this line");
    if (!reader.ended) throw reader.error(`the replay is cut off here: expected ${reader.expected}`);
  } catch (error) {
    if (error instanceof ReplayError) error.course = reader.course;
    throw error;
  }
  return reader.course;
}
