/** Games and positions in the address, behind the #: a link is a position.
 *
 * game=CONFIGURATION     the game, by itself: a new one
 * seed=7                 of its start
 * shared=...             what its positions share, such as an own map, compressed
 * position=TEXT          the start, where it does not come from a seed
 * seats=you;strong       who plays: you, person, or a built-in player; left out: as the page has it
 * moves=...              those so far, compressed
 * move=12                the position that is shown
 * view=1                 as far as this player knows it; all: what each of them knows
 *
 * A page with a replay inside has move and view alone. */
import { Course } from "./course.mjs";
import { squeezed, unsqueezed } from "./words.mjs";

const LONGEST = 6000; // letters of moves in an address; a longer game is the position that is shown

export function readAddress(hash) {
  return Object.fromEntries(new URLSearchParams(hash.replace(/^#/, "")));
}

/** Those characters stay readable that an address may have behind the #. */
function encode(fields) {
  const escaped = (text) => encodeURIComponent(text).replace(/%(?:28|29|2C|3B|3D|2F|3A|40)/g, decodeURIComponent);
  return `#${Object.entries(fields).map(([key, value]) => `${key}=${escaped(String(value)).replaceAll("&", "%26")}`).join("&")}`;
}

/** Whether the seed alone makes the start: a replay may have both a seed and a start of its own. */
function isFromSeed({ seed, game, start }) {
  return seed !== null && BigInt.asUintN(64, BigInt(seed)) === BigInt(seed) && game.new(seed).equals(start);
}

/** The address of a position of a game. `seats` are texts, `view` null for everything. */
export async function addressOf(course, now, { seats = null, view = null, inside = false } = {}) {
  const fields = {};
  if (!inside) {
    fields.game = course.game.config;
    if (course.game.shared !== null) fields.shared = await squeezed(course.game.shared);
    if (seats !== null) fields.seats = seats.join(";");
    const moves = course.steps.map((step) => (step.foul ? `!${step.seat}` : step.text)).join("\n");
    const packed = moves === "" ? "" : await squeezed(moves);
    if (packed.length > LONGEST) {
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

/** The game that an address names, or null. Throws an Error that says what is wrong with it. */
export async function courseOf(library, fields) {
  if (fields.game === undefined) return null;
  const game = library.make(fields.game, {}, fields.shared === undefined ? null : await unsqueezed(fields.shared));
  if (fields.seed !== undefined && !/^[0-9]{1,20}$/.test(fields.seed)) throw new Error(`seed: expected a number, not ${fields.seed}`);
  const seed = fields.position !== undefined ? null : BigInt(fields.seed ?? 0);
  const course = new Course(seed === null ? game.parse(fields.position) : game.new(seed), { seed, time: null });
  const moves = fields.moves === undefined ? [] : (await unsqueezed(fields.moves)).split("\n");
  for (const text of moves) {
    if (text.startsWith("!")) course.addFoul(Number(text.slice(1)), "forfeit", "gave up the game");
    else course.addMove(text);
  }
  return course;
}
