/** Games that a program on this machine plays, as they run: `libgames serve` sends the lines of their replays, the
 * table, and the standard error of programs. */
import { Reader } from "./replays.mjs";
import { PictureReader } from "./stored.mjs";
import { make, outside, scoreText, visible, visibleLines } from "./words.mjs";

const at = (id) => document.getElementById(id);
const SHOWN = 12; // games in the list
const PAUSE = 100; // milliseconds between two checks for new events

export class Live {
  /** `source` is the address that sends the events. */
  constructor(page, source) {
    this.page = page;
    this.games = new Map();
    this.watching = true;
    this.follow = true; // the newest game is shown when it begins
    this.shown = null;
    this.table = make("ol", { class: "standings", "aria-label": "Standings" });
    this.choice = make("select", { id: "live-game", "aria-label": "Game",
      change: () => this.choose(Number(this.choice.value)) });
    this.newest = make("input", { type: "checkbox", checked: true, change: () => (this.follow = this.newest.checked) });
    this.logs = make("div");
    at("games-list").hidden = false;
    at("games-list").append(make("div", { class: "row" }, at("games-list-title"),
      make("label", { class: "switch" }, this.newest, "Follow")),
      this.choice, this.table,
      make("details", {}, make("summary", {}, "Standard error"), this.logs));
    this.stream = new EventSource(source);
    for (const kind of ["line", "picture", "standings", "stderr", "over"])
      this.stream.addEventListener(kind, ({ data }) => this[kind](JSON.parse(data)));
    this.stream.onopen = () => { // also after a broken connection: all earlier events come again
      this.games.clear();
      this.shown = null;
      page.calm();
    };
    this.stream.onerror = () => page.notice("The connection to the match is lost.");
  }

  entry(game) {
    if (!this.games.has(game))
      this.games.set(game, { reader: new Reader(this.page.lg), drawn: null, stderr: [], failed: false });
    return this.games.get(game);
  }

  /** The position after the next line of a game that the page may not know. */
  picture({ game, ...content }) {
    const entry = this.entry(game);
    entry.drawn ??= new PictureReader();
    entry.drawn.picture(content);
  }

  /** A line of a game's replay. If the page can't read it by its own rules, it shows the pictures, if there
   * are any. */
  line({ game, line }) {
    const entry = this.entry(game);
    entry.drawn?.line(line);
    if (entry.failed) return;
    try {
      if (entry.reader !== entry.drawn) entry.reader.line(line);
    } catch (error) {
      entry.failed = entry.drawn === null;
      if (entry.failed) return this.page.notice(`Game ${game}: ${error.message}`);
      entry.reader = entry.drawn;
    }
    this.timer ??= setTimeout(() => this.update(), PAUSE);
  }

  /** Shows the news since the last time: programs may play faster than a page can draw. */
  update() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.list();
    const numbers = this.begun();
    if (!this.watching || numbers.length === 0) return;
    const newest = Math.max(...numbers), shown = this.games.get(this.shown)?.reader;
    if (shown === undefined || (this.follow && shown.ended && newest > this.shown)) this.choose(newest);
    else if (shown.course !== this.page.course) this.choose(this.shown);
    else this.page.changed();
  }

  /** The games whose start is known. */
  begun() {
    return [...this.games.keys()].filter((number) => this.games.get(number).reader.course !== null);
  }

  list() {
    const words = (number) => {
      const { reader } = this.games.get(number);
      const state = reader.ended ? scoreText(reader.course.last.scores) : "running";
      return `Game ${number}: ${reader.course.labels.map(visible).join(" – ")} (${state})`;
    };
    const numbers = this.begun().sort((one, other) => other - one).slice(0, SHOWN), names = numbers.map(words);
    if (this.listed === names.join("\n")) return;
    this.listed = names.join("\n");
    this.choice.replaceChildren(...numbers.map((value, index) =>
      make("option", { value, selected: value === this.shown }, names[index])));
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

  /** The table as a list, whose lines break where the page is narrow. */
  standings({ columns, rows }) {
    const number = (cell, index) => make("span", {}, `${columns[index + 1]} `, make("b", {}, visible(cell)));
    this.table.replaceChildren(...rows.map(([player, ...cells]) =>
      make("li", {}, make("strong", {}, outside(player)),
        make("div", {}, ...cells.flatMap((cell, index) => [number(cell, index), " "])))));
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
    this.logs.replaceChildren(...(logs.length > 0 ? logs : [make("p", { class: "empty" }, "No output.")]));
  }

  over({ text }) {
    this.stream.close();
    this.update();
    this.page.notice(text, null, "calm");
  }
}
