/** A chart of numbers over the game: axes, a line for each player, events, and the position that is shown. */
import { make, makeSvg, scoreText } from "./words.mjs";

const [HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [170, 38, 10, 10, 24];
const DASHES = ["", "6 3", "2 3", "8 3 2 3", "1 4", "10 4", "4 2", "12 3 3 3"]; // lines differ in more than colour

/** About `count` round numbers that cover low ... high. */
export function ticks(low, high, count) {
  const rough = (high - low) / count, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough);
  const all = [];
  for (let at = Math.ceil(low / step - 1e-9); at * step <= high + 1e-9; at++)
    all.push(Number((at * step).toPrecision(6)));
  return all;
}

export class Chart {
  constructor(place, go) {
    this.go = go;
    this.svg = makeSvg("svg", { class: "chart", height: HEIGHT, role: "img" });
    this.key = make("ul", { class: "key" });
    place.append(this.svg, this.key);
    this.svg.addEventListener("click", (event) => this.go(this.number(event)));
    new ResizeObserver(() => this.data && this.draw()).observe(this.svg);
  }

  number(event) {
    const box = this.svg.getBoundingClientRect(),
      part = (event.clientX - box.left - LEFT) / (this.width - LEFT - RIGHT);
    return Math.max(0, Math.min(this.data.last, Math.round(part * this.data.last)));
  }

  /** `series[seat]` is a list of [number of the position, value]; `moves(number)` the number of moves that led there;
   * `events` [number, words]; `range` [low, high] or null for that of the values; `last` the number of the last
   * position; `names` and `title` are words, and so are the `notes` after the values of seats in the position that is
   * shown. */
  show(data) {
    this.data = data;
    this.draw();
  }

  draw() {
    const { series, range, last, names, title, events, now, moves } = this.data;
    this.width = Math.max(200, this.svg.getBoundingClientRect().width);
    const values = series.flat().map(([, value]) => value);
    let [low, high] = range ?? [Math.min(0, ...values), Math.max(1, ...values)];
    if (low === high) high = low + 1;
    const x = (number) => LEFT + ((this.width - LEFT - RIGHT) * number) / Math.max(1, last);
    const y = (value) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - (value - low) / (high - low));
    const parts = [makeSvg("title", {}, `${title}: ${this.summary()}`)];
    for (const value of ticks(low, high, 4)) {
      parts.push(makeSvg("path", { class: value === 0 ? "zero" : "grid",
        d: `M${LEFT} ${y(value)}H${this.width - RIGHT}` }));
      parts.push(makeSvg("text", { x: LEFT - 6, y: y(value) + 4, class: "y" }, String(value).replace("-", "−")));
    }
    for (const number of ticks(0, Math.max(1, last), Math.min(5, Math.max(1, last))).filter(Number.isInteger))
      parts.push(makeSvg("text", { x: x(number), y: HEIGHT - 7, class: "x" }, String(moves(number))));
    for (const [number, words] of events)
      parts.push(makeSvg("path", { class: "event", d: `M${x(number)} ${TOP}V${HEIGHT - BOTTOM}` },
        makeSvg("title", {}, words)));
    series.forEach((points, seat) => {
      if (points.length === 0) return;
      const line = points.map(([number, value]) => `${x(number).toFixed(1)} ${y(value).toFixed(1)}`).join("L");
      const path = points.length > 1 ? `M${line}` : `M${line}h.1`;
      parts.push(makeSvg("path", { class: `series seat${seat % 8}`, d: path, "stroke-dasharray": DASHES[seat % 8] }));
    });
    parts.push(makeSvg("path", { class: "now", d: `M${x(now)} ${TOP - 4}V${HEIGHT - BOTTOM}` }));
    this.svg.setAttribute("viewBox", `0 0 ${this.width} ${HEIGHT}`);
    this.svg.replaceChildren(...parts);
    this.key.replaceChildren(...names.map((name, seat) => {
      const sample = makeSvg("svg", { viewBox: "0 0 24 8", "aria-hidden": "true" },
        makeSvg("path", { class: `series seat${seat % 8}`, d: "M0 4H24", "stroke-dasharray": DASHES[seat % 8] }));
      return make("li", {}, sample, `${name} ${this.reading(seat)}`);
    }));
  }

  summary() {
    return this.data.names.map((name, seat) => `${name} ${this.reading(seat) || "not known"}`).join(", ");
  }

  /** The value of a seat in the position that is shown, or "" if there is none. */
  reading(seat) {
    const { series, now, notes } = this.data, found = series[seat]?.findLast(([number]) => number <= now);
    return found ? scoreText([Number(found[1].toFixed(2))]) + (notes[seat] ?? "") : "";
  }
}
