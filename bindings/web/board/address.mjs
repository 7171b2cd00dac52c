/** Games and positions in the address, after the #: a link is a position.
 *
 * game=CONFIGURATION     the game, by itself: a new one
 * seed=7                 of its start
 * shared=... the object that its positions share, such as a map, compressed position=TEXT the start, where it does not
 * come from a seed seats=you;strong who plays: you, person, or a bot; left out: as the page has it moves=... those so
 * far, compressed move=12 the position that is shown view=1 as far as this player knows it; all: the views of all
 *
 * A page with a replay inside uses only move and view. */
import { Course } from "./course.mjs";
import { shortened, squeezed, unsqueezed } from "./words.mjs";

const LONGEST = 6000; // letters of moves in an address; a longer game is the position that is shown
const PLACE = ["move", "view"];
const FIELDS = ["game", "seed", "shared", "position", "seats", "moves", ...PLACE];

/** The fields of an address; none where it names an element of the page, such as #board. Throws an Error if it has
 * other fields than it may. */
export function readAddress(hash, inside = false) {
  const text = hash.replace(/^#/, ""), known = inside ? PLACE : FIELDS;
  if (!/[=&]/.test(text)) return {};
  const fields = Object.fromEntries(new URLSearchParams(text));
  const other = Object.keys(fields).find((name) => !known.includes(name));
  if (other !== undefined) throw new Error(`expected fields among ${known.join(", ")}, not ${shortened(other)}`);
  if (!inside && fields.game === undefined) throw new Error("expected the field game");
  return fields;
}

/** Throws an Error if the fields name no position of this course, or no player's view. */
export function checkPlace(course, { move, view }) {
  const { length } = course, { players } = course.game;
  if (move !== undefined && !(/^[0-9]{1,9}$/.test(move) && Number(move) <= length))
    throw new Error(`move: expected a number in 0 ... ${length}, not ${shortened(move)}`);
  if (view !== undefined && view !== "all" && !(/^[0-9]{1,2}$/.test(view) && Number(view) < players))
    throw new Error(`view: expected all or a seat in 0 ... ${players - 1}, not ${shortened(view)}`);
}

/** Characters that an address may contain after the # stay readable. */
function encode(fields) {
  const escaped = (text) => encodeURIComponent(text).replace(/%(?:28|29|2C|3B|3D|2F|3A|40)/g, decodeURIComponent);
  return `#${Object.entries(fields).map(([key, value]) => `${key}=${escaped(String(value)).replaceAll("&", "%26")}`).join("&")}`;
}

/** Whether the start follows from the seed: a replay may contain both a seed and another start. */
function isFromSeed({ seed, game, start }) {
  return seed !== null && BigInt.asUintN(64, BigInt(seed)) === BigInt(seed) && game.new(seed).equals(start);
}

/** The address of a position of a game. `seats` are strings, `view` null for everything. */
export async function addressOf(course, now, { seats = null, view = null, inside = false } = {}) {
  const fields = {};
  if (!inside) {
    fields.game = course.game.config;
    if (course.game.shared !== null) fields.shared = await squeezed(course.game.shared);
    if (fields.shared === null) return "#"; // there is no link to it
    if (seats !== null) fields.seats = seats.join(";");
    const moves = course.steps.map((step) => (step.foul ? `!${step.seat}` : step.text)).join("\n");
    const packed = moves === "" ? "" : await squeezed(moves);
    if (packed === null || packed.length > LONGEST) {
      return encode({ ...fields, position: String(course.stateAt(now)) });
    }
    if (isFromSeed(course)) fields.seed = course.seed;
    else fields.position = String(course.start);
    if (packed !== "") fields.moves = packed;
  }
  if (inside || now !== course.length) fields.move = now;
  if (view !== null) fields.view = view;
  return encode(fields);
}

/** The value of a field; errors name the field. */
async function valueOf(field, work) {
  try {
    return await work();
  } catch (error) {
    throw new Error(error.message.startsWith(`${field}: `) ? error.message : `${field}: ${error.message}`);
  }
}

/** A move or an offence of an address. */
function addStep(course, text, number) {
  if (course.isOver) throw new Error(`expected ${number - 1} of them, since the game is over then`);
  const seat = /^!([0-9]{1,2})$/.exec(text)?.[1];
  try {
    if (seat === undefined) course.addMove(text);
    else course.addFoul(Number(seat), "forfeit", "gave up the game");
  } catch (error) {
    throw new Error(`move ${number}, ${shortened(text)}: ${error.message.replace(/^line 1, /, "")}`);
  }
}

/** The game of an address, or null. Throws an Error with the reason. */
export async function courseOf(library, fields) {
  if (fields.game === undefined) return null;
  const { seed: digits, position } = fields;
  const unpacked = (name) => (fields[name] === undefined ? null : valueOf(name, () => unsqueezed(fields[name])));
  const shared = await unpacked("shared"), moves = await unpacked("moves");
  const game = await valueOf(shared === null ? "game" : "game and shared", () => library.make(fields.game, {}, shared));
  if (digits !== undefined && !/^[0-9]{1,20}$/.test(digits))
    throw new Error(`seed: expected a number, not ${shortened(digits)}`);
  const seed = position !== undefined ? null : BigInt(digits ?? 0);
  const start = seed === null ? await valueOf("position", () => game.parse(position))
    : await valueOf("seed", () => game.new(seed));
  const course = new Course(start, { seed, time: null });
  await valueOf("moves", () => moves?.split("\n").forEach((text, index) => addStep(course, text, index + 1)));
  checkPlace(course, fields);
  return course;
}
