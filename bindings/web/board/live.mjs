/** Games that a program on this machine plays, as they run: `libgames serve` sends the lines of their replays, the table,
 * and what programs write to their standard error. */
import { Reader } from "./replays.mjs";
import { PictureReader } from "./stored.mjs";
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
    for (const kind of ["line", "picture", "standings", "stderr", "over"]) this.stream.addEventListener(kind, ({ data }) => this[kind](JSON.parse(data)));
    this.stream.onerror = () => page.notice("The match has no connection any more.");
  }

  entry(game) {
    if (!this.games.has(game)) this.games.set(game, { reader: new Reader(this.page.lg), drawn: null, stderr: [], failed: false });
    return this.games.get(game);
  }

  /** Of a game that the page may not know: what its next line leads to. */
  picture({ game, ...content }) {
    const entry = this.entry(game);
    entry.drawn ??= new PictureReader();
    entry.drawn.picture(content);
  }

  /** A line of a game's replay. If the page can't read it by its own rules, it shows the pictures, where there are any. */
  line({ game, line }) {
    const entry = this.entry(game), before = entry.reader.course;
    entry.drawn?.line(line);
    if (entry.failed) return;
    try {
      if (entry.reader !== entry.drawn) entry.reader.line(line);
    } catch (error) {
      entry.failed = entry.drawn === null;
      if (entry.failed) return this.page.notice(`Game ${game}: ${error.message}`);
      entry.reader = entry.drawn;
    }
    const { course, ended } = entry.reader;
    if (course !== before) {
      this.list();
      if (this.watching && (this.shown === null || this.shown === game || (this.follow && this.games.get(this.shown).reader.ended)))
        this.choose(game);
    } else if (course !== null && this.watching && this.shown === game) this.page.changed();
    if (ended) this.list();
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
