/** Elements, strings and numbers for people. Strings reach the page only as text, never as HTML. */

/** An element: attributes by name; a function is a listener, `true` an attribute without a value, null none. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value !== null && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

export function makeSvg(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** A picture for a button, of one path in 20 x 20. */
export function icon(path) {
  return makeSvg("svg", { viewBox: "0 0 20 20", class: "icon", "aria-hidden": "true" }, makeSvg("path", { d: path }));
}

/** Characters that are invisible, or that change the order of others: control characters, marks and overrides of the
 * direction of writing, line and paragraph separators, letters without width, private and lone surrogates. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/** A string from outside, with everything invisible in it made visible. */
export function visible(text) {
  return String(text).replace(UNSEEN, (letter) => `\\u{${letter.codePointAt(0).toString(16)}}`);
}

/** The same for a string of several lines. */
export function visibleLines(text) {
  return text.replaceAll("\t", "    ").split("\n").map(visible).join("\n");
}

/** The same as a separate element, so that its writing direction stays inside. */
export function outside(text) {
  return make("bdi", {}, visibleLines(String(text)));
}

/** 75 as 1:15, and below ten seconds 4.2. */
export function clockText(seconds) {
  if (seconds < 9.95) return seconds.toFixed(1);
  const whole = Math.round(seconds), rest = String(whole % 60).padStart(2, "0");
  if (whole < 3600) return `${Math.floor(whole / 60)}:${rest}`;
  return `${Math.floor(whole / 3600)}:${String(Math.floor(whole / 60) % 60).padStart(2, "0")}:${rest}`;
}

/** A duration in words: 0.2 ms, 1.4 s, 2 min 5 s. */
export function duration(seconds) {
  if (seconds < 1) return `${Number((1000 * seconds).toPrecision(2))} ms`;
  if (seconds < 60) return `${Number(seconds.toPrecision(2))} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** 1 move, 2 moves */
export function counted(number, what) {
  return `${number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;
}

/** a, b and c */
export function listed(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** 12–0, with a true minus. */
export function scoreText(scores) {
  return scores.map((score) => String(score).replace("-", "−")).join("–");
}

export function signed(value, digits = 2) {
  const text = Math.abs(value).toFixed(digits);
  return (value < 0 && Number(text) !== 0 ? "−" : Number(text) === 0 ? "" : "+") + text;
}

/** A JSON string of ASCII alone. */
export function json(text) {
  return JSON.stringify(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A string from outside in an error, never long. */
export function shortened(text) {
  return json(text.length <= 60 ? text : `${text.slice(0, 57)}...`);
}

const PACKED = "expected text compressed by this page", DAMAGED = `${PACKED}, not a damaged one`;

/** Bytes as text that an address can hold, and back. */
export function packed64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function unpacked64(text) {
  const letters = text.replaceAll("-", "+").replaceAll("_", "/").trim();
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(letters) || letters.replaceAll("=", "").length % 4 === 1)
    throw new Error(`${PACKED}, not ${shortened(text)}`);
  return Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
}

const LONGEST = 2 ** 20; // bytes of a compressed text in an address
const LARGEST = 5e8; // bytes of the page's content: about the greatest length of a string
const PART = 4096; // compressed bytes given to a stream in one piece, which expand to at most a thousand times as many

/** The output of a stream for these bytes. A few bytes may stand for gigabytes: no more than `most` are made. */
async function through(bytes, stream, most = Infinity) {
  let at = 0, size = 0;
  const source = new ReadableStream({ pull: (to) => {
    if (at < bytes.length) to.enqueue(bytes.slice(at, at += PART));
    else to.close();
  } }, { highWaterMark: 0 });
  const parts = [], reader = source.pipeThrough(stream).getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => { throw new Error(DAMAGED); });
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (size > most) {
      reader.cancel().catch(() => {});
      throw new Error(`expected at most ${most} bytes when it is unpacked, not more`);
    }
    parts.push(value);
  }
}

/** Null for a text that is too long to be unpacked again. */
export async function squeezed(text) {
  const bytes = new TextEncoder().encode(text);
  return bytes.length > LONGEST ? null : packed64(await through(bytes, new CompressionStream("deflate-raw")));
}

export async function unsqueezed(text) {
  const bytes = await through(unpacked64(text), new DecompressionStream("deflate-raw"), LONGEST);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error(DAMAGED);
  }
}

/** The bytes that an element of the page holds, compressed with gzip, in base 64; null where it holds none. */
export async function held(id) {
  const text = document.getElementById(id)?.textContent.trim();
  return text ? through(unpacked64(text), new DecompressionStream("gzip"), LARGEST) : null;
}
