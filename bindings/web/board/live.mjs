/** Games that a program on this machine plays, as they run: `libgames serve` sends the lines of their replays, the table,
 * and what programs write to their standard error. */
import { Reader } from "./replays.mjs";
import { make, outside, visible, visibleLines } from "./words.mjs";

const at = (id) => document.getElementById(id);
const SHOWN = 12; // games in the list

export class Live {
  /** `source` is the address that sends the events. */
  constructor(page, source) {
    this.page = page;
    this.games = new Map();
    this.watching = true;
    this.follow = true; // the newest game is shown when it begins
    this.shown = null;
    this.table = make("table", { class: "standings" });
    this.choice = make("select", { id: "live-game", "aria-label": "Game", change: () => this.choose(Number(this.choice.value)) });
    this.logs = make("div");
    at("games-list").hidden = false;
    at("games-list").append(make("div", { class: "row" }, at("games-list-title"),
      make("label", { class: "switch" }, this.newest = make("input", { type: "checkbox", checked: true, change: () => (this.follow = this.newest.checked) }), "Follow")),
      this.choice, this.table, make("details", {}, make("summary", {}, "Standard error"), this.logs));
    this.stream = new EventSource(source);
    for (const kind of ["line", "standings", "stderr", "over"]) this.stream.addEventListener(kind, ({ data }) => this[kind](JSON.parse(data)));
    this.stream.onerror = () => page.notice("The match has no connection any more.");
  }

  /** A line of a game's replay. */
  line({ game, line }) {
    if (!this.games.has(game)) this.games.set(game, { reader: new Reader(this.page.lg), stderr: [], failed: false });
    const entry = this.games.get(game);
    if (entry.failed) return;
    const known = entry.reader.course !== null;
    try {
      entry.reader.line(line);
    } catch (error) {
      entry.failed = true;
      this.page.notice(`Game ${game}: ${error.message}`);
      return;
    }
    if (!known && entry.reader.course !== null) {
      this.list();
      if (this.watching && (this.shown === null || (this.follow && this.games.get(this.shown).reader.ended))) this.choose(game);
    } else if (known && this.watching && this.shown === game) this.page.changed();
    if (entry.reader.ended) this.list();
  }

  list() {
    const numbers = [...this.games.keys()].sort((one, other) => other - one);
    const words = (number) => {
      const { reader } = this.games.get(number);
      const state = reader.ended ? reader.course.last.scores.join("–") : "running";
      return `Game ${number}: ${(reader.course?.labels ?? []).map(visible).join(" – ")} (${state})`;
    };
    this.choice.replaceChildren(...numbers.slice(0, SHOWN).map((number) => make("option", { value: number, selected: number === this.shown }, words(number))));
  }

  choose(number) {
    this.shown = number;
    this.watching = true;
    const { course } = this.games.get(number).reader;
    this.page.begin(course, null, course.length);
    this.choice.value = number;
    this.showLogs();
  }

  /** The page shows something else. */
  leave() {
    this.watching = false;
  }

  standings({ columns, rows }) {
    const row = (cells, name) => make("tr", {}, ...cells.map((cell, index) => make(name, name === "th" ? { scope: "col" } : {}, index === 0 ? outside(cell) : visible(cell))));
    this.table.replaceChildren(make("thead", {}, row(columns, "th")), make("tbody", {}, ...rows.map((cells) => row(cells, "td"))));
  }

  stderr({ game, seat, text }) {
    const entry = this.games.get(game);
    if (!entry) return;
    entry.stderr[seat] = text;
    if (this.shown === game) this.showLogs();
  }

  showLogs() {
    const { stderr, reader } = this.games.get(this.shown), { labels } = reader.course;
    const logs = labels.flatMap((label, seat) => (stderr[seat] ? [make("p", { class: "empty" }, outside(label)),
      make("pre", { class: "stderr", tabindex: "0" }, visibleLines(stderr[seat]))] : []));
    this.logs.replaceChildren(...(logs.length > 0 ? logs : [make("p", { class: "empty" }, "Nothing was written.")]));
  }

  over({ text }) {
    this.stream.close();
    this.page.notice(text, null, true);
  }
}
