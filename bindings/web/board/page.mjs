/** The page: a game as shown, and the controls. */
import { load } from "../libgames.js";
import { addressOf, checkPlace, courseOf, readAddress } from "./address.mjs";
import { Analysis } from "./analysis.mjs";
import { Course, moveOf } from "./course.mjs";
import { Live } from "./live.mjs";
import { MoveList } from "./moves.mjs";
import { USUAL, askGame, askPlayer, isPerson, newSeed, sitterName, sitterSelect, usualSeats } from "./newgame.mjs";
import { Picture } from "./picture.mjs";
import { read, write } from "./replays.mjs";
import { storedCourse } from "./stored.mjs";
import { Table } from "./table.mjs";
import { Thinker } from "./thinker.mjs";
import { clockText, counted, duration, held, icon, listed, make, makeSvg, outside, scoreText, visible } from "./words.mjs";

const at = (id) => document.getElementById(id);
const LISTED = 200; // legal moves
const LARGEST = 1e8; // bytes of a replay that is opened
const NOTICED = 6000; // milliseconds that a notice without an action stays
const ICONS = {
  first: "M4 4h2.5v12H4zM16 4v12l-8.5-6z", back: "M14 4v12l-8.5-6z", next: "M6 4v12l8.5-6z",
  last: "M13.5 4H16v12h-2.5zM4 4v12l8.5-6z",
  play: "M5 3v14l12-7z", pause: "M5 4h3.5v12H5zM11.5 4H15v12h-3.5z",
};
/** Ends whose name is no answer to how it ended. */
const ENDS = new Map([["won", ""], ["over", ""], ["turns", "All turns are used up. "]]);
const THEMES = ["auto", "light", "dark", "contrast"];

class Page {
  constructor(library, module, program) {
    this.lg = library;
    this.now = 0;
    this.view = undefined; // the chosen view: a seat, null for everything, "all"; undefined: none was chosen
    this.seen = null; // the person whose position may be on the screen, where several share it
    this.timer = null;
    this.inside = false; // a replay came with the page
    this.heat = null;
    this.hinted = null;
    this.hinter = new Thinker(program, module);
    this.analysis = new Analysis(new Thinker(program, module), new Thinker(program, module), {
      go: (number) => this.go(number), changed: () => this.drawBoard(),
    });
    this.table = new Table(new Thinker(program, module), {
      changed: () => this.changed(), ticked: () => this.showTimes(), failed: (text) => this.notice(text),
    });
    this.picture = new Picture(at("board"), {
      act: (action) => this.play([action]), say: (word) => this.say(word), type: (letter) => this.letter(letter),
    });
    this.list = new MoveList(at("moves"), (number) => this.go(number));
    at("help").open = matchMedia("(min-width: 1280px)").matches;
    this.makeHead();
    this.makeControls();
    this.makeTyping();
    this.listen();
    this.setTheme(localStore("theme") ?? "auto");
  }

  get course() {
    return this.table.course;
  }

  get hidden() {
    return this.course.game.type.information === "hidden";
  }

  // ---- fixed parts ----

  makeHead() {
    at("games").append(...this.lg.games.map((name) => make("button", { type: "button", "data-game": name,
      click: () => this.newGame(name) }, shortTitle(this.lg.gameType(name)))));
    const tool = (id, label, title, click) => make("button", { type: "button", id, title, click }, label);
    this.file = make("input", { type: "file", hidden: true, "aria-label": "Replay",
      change: () => this.openFile(this.file.files[0]) });
    this.theme = make("select", { "aria-label": "Colours", title: "Colours",
      change: () => this.setTheme(this.theme.value) },
      ...["Auto", "Light", "Dark", "Contrast"].map((name, index) => make("option", { value: THEMES[index] }, name)));
    at("tools").append(
      tool("new", "New game", "New game …", () => this.ask()),
      tool("open", "Open", "Open a replay of the arena", () => this.file.click()),
      tool("save", "Save", "Save the game as a replay", () => this.save()),
      tool("link", "Link", "Copy a link to this position", () => this.copyLink()),
      this.theme, this.file);
  }

  makeControls() {
    const button = (id, label, keys, click) =>
      make("button", { type: "button", id, title: `${label} (${keys})`, "aria-label": label, click }, icon(ICONS[id]));
    this.slider = make("input", { type: "range", id: "slider", min: 0, value: 0, "aria-label": "Move",
      input: () => this.go(Number(this.slider.value)) });
    this.count = make("span", { class: "count" });
    this.speed = make("select", { id: "speed", "aria-label": "Speed", title: "Speed", change: () => this.setSpeed() },
      ...[[1, "1 a second"], [3, "3 a second"], [10, "10 a second"], [40, "40 a second"]].map(([value, name]) =>
        make("option", { value, selected: value === 3 }, name)));
    this.viewer = make("select", { id: "view", "aria-label": "Who looks", title: "Who looks",
      change: () => this.setView(this.viewer.value) });
    this.goOnButton = make("button", { type: "button", id: "go-on", class: "wide", click: () => this.goOn() },
      "Continue from here");
    at("controls").append(
      button("first", "To the start", "Home", () => this.go(0)),
      button("back", "One move back", "←", () => this.go(this.now - 1)),
      button("play", "Play", "Space", () => this.togglePlay()),
      button("next", "One move forward", "→", () => this.go(this.now + 1)),
      button("last", "To the end", "End", () => this.go(this.course.length)),
      this.slider, this.count, this.speed, this.picture.smaller, this.picture.larger, this.viewer, this.goOnButton);
  }

  makeTyping() {
    this.input = make("input", { id: "move-text", "aria-label": "Your move", spellcheck: "false",
      autocapitalize: "off" });
    this.undoButton = make("button", { type: "button", id: "undo", title: "Take back", click: () => this.undo() },
      "Undo");
    this.hintButton = make("button", { type: "button", id: "hint", title: "What would the strong bot do?",
      click: () => this.hint() }, "Hint");
    this.resign = make("button", { type: "button", id: "resign", click: () => this.giveUp() }, "Give up");
    at("typing").append(this.input, make("button", { class: "main", id: "send" }, "Play"), this.undoButton,
      this.hintButton, this.resign);
    at("typing").addEventListener("submit", (event) => {
      event.preventDefault();
      this.type(this.input.value);
    });
  }

  listen() {
    document.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("hashchange", () => this.followAddress());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.setTheme(this.theme.value));
    new ResizeObserver(() => this.resized()).observe(at("stage"));
    const over = (event, shown) => {
      if (event.dataTransfer && !event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      at("drop").hidden = !shown;
    };
    window.addEventListener("dragover", (event) => over(event, true));
    window.addEventListener("dragleave", (event) => event.relatedTarget === null && over(event, false));
    window.addEventListener("drop", (event) => {
      over(event, false);
      this.openFile(event.dataTransfer.files[0]);
    });
    at("legal").addEventListener("toggle", () => this.showLegal());
  }

  // ---- games begin ----

  /** `seats` null: the game is only viewed; its end or its start is shown first. */
  begin(course, seats, now = course.length) {
    this.stopPlay();
    if (!this.live?.watching) this.calm(); // there the next game begins by itself: the notice may not have been read
    this.now = now;
    this.view = undefined;
    this.seen = null;
    this.heat = this.hinted = null;
    const { game } = course;
    at("title").textContent = game.type.title;
    document.title = `${shortTitle(game.type)} – libgames`;
    for (const button of at("games").children) {
      if (button.dataset.game === game.name) button.setAttribute("aria-current", "page");
      else button.removeAttribute("aria-current");
    }
    at("help").hidden = !game.type.help;
    at("help").querySelector("p").textContent = game.type.help ?? "";
    this.table.course = null; // nothing of the game before is shown from here on
    this.list.begin(game.seats);
    this.analysis.begin(course);
    this.table.begin(course, seats);
    if (this.table.personMoves) at("board").focus({ preventScroll: true });
  }

  newGame(name, seed = newSeed()) {
    this.inside = false;
    this.live?.leave();
    const game = this.lg.make(name), start = game.new(BigInt(seed));
    this.begin(new Course(start, { seed: BigInt(seed) }), usualSeats(game));
  }

  async ask() {
    const { time } = this.course, game = this.course.game.stored === undefined ? this.course.game
      : this.lg.make(this.lg.games[0]);
    const made = await askGame(at("dialog"), this.lg,
      { config: game.config, time, seats: this.table.seats ?? usualSeats(game) });
    if (made === null) return;
    this.inside = false;
    this.live?.leave();
    this.begin(made.course, made.seats);
  }

  goOn() {
    const number = this.now, seats = [...(this.table.seats ?? usualSeats(this.course.game).map(() => USUAL))];
    if (this.table.seats === null) seats[this.course.stateAt(number).player] = "you";
    this.inside = false;
    this.live?.leave();
    this.stopPlay();
    this.view = undefined;
    const { course } = this;
    this.analysis.begin(course);
    this.table.goOn(number, seats);
    const { gone } = this.table;
    if (gone.steps.length === 0) return;
    this.notice(`You continue from move ${course.movesAt(number)}.`, ["Restore the later moves", () => {
      course.restore(gone);
      this.begin(course, this.table.seats, course.length);
    }]);
  }

  // ---- files and links ----

  async openFile(file) {
    if (!file) return;
    if (file.size > LARGEST)
      return this.notice(`${file.name}: expected a replay of at most ${LARGEST} bytes, not ${file.size}`);
    let text;
    try {
      text = await file.text();
    } catch {
      return this.notice(`${file.name}: can't be read; it may have been moved or changed since it was chosen`);
    } finally {
      this.file.value = "";
    }
    this.openText(text, file.name);
  }

  /** A replay, shown from its start. An error in it is reported, and the part before it is shown. `stored` are pictures
   * of it, for a game that this page does not know. */
  openText(text, name, stored = null) {
    let course, problem = null;
    try {
      course = read(this.lg, text);
    } catch (error) {
      if (error.name !== "ReplayError") throw error;
      course = stored === null ? error.course : storedCourse(stored, text);
      problem = stored === null ? error.message : null;
    }
    if (course !== null) {
      this.live?.leave();
      this.begin(course, null, 0);
    }
    if (problem !== null) this.problem(`${name}: ${problem}`);
  }

  /** Reports an error in opening. A page that shows nothing yet then shows a new game. */
  problem(text, name = this.lg.games[0]) {
    if (!this.course) this.newGame(this.lg.games.includes(name) ? name : this.lg.games[0]);
    this.notice(text);
  }

  save() {
    const text = this.course.game.stored ?? write(this.course, this.lg.version),
      address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    make("a", { href: address, download: `${this.course.game.name}-${this.course.seed ?? "position"}.replay` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  async updateAddress() {
    if (this.live?.watching) return;
    const view = this.view === undefined ? null : this.view;
    const { course, now } = this;
    const address = await addressOf(course, now, { seats: this.table.seats, view, inside: this.inside });
    if (course !== this.course || now !== this.now) return;
    this.address = address;
    history.replaceState(null, "", address);
  }

  async copyLink() {
    await this.updateAddress();
    try {
      await navigator.clipboard.writeText(location.href);
      this.notice("The link to this position is copied.", null, "brief");
    } catch {
      this.notice("The link to this position is in the address bar.", null, "brief");
    }
  }

  /** Opens the game in the address, if there is one. */
  async openAddress() {
    let fields = {};
    try {
      fields = readAddress(location.hash);
      const course = await courseOf(this.lg, fields);
      if (course === null) return;
      const seats = fields.seats === undefined ? usualSeats(course.game) : fields.seats.split(";");
      if (seats.length !== course.game.players)
        throw new Error(`seats: expected ${course.game.players}, not ${seats.length}`);
      for (const [seat, who] of seats.entries()) if (!isPerson(who)) this.lg.bot(who).inSeat(course.game, seat);
      this.inside = false;
      this.live?.leave();
      this.begin(course, seats);
      this.followFields(fields);
    } catch (error) {
      this.problem(`The link can't be opened: ${error.message}`, fields.game?.split("(")[0]);
    }
  }

  followFields({ move, view }) {
    if (move !== undefined) this.go(Number(move));
    if (view !== undefined) this.setView(view);
  }

  /** Shows the position and view that the address names in the page's replay. */
  followInside() {
    try {
      const fields = readAddress(location.hash, true);
      checkPlace(this.course, fields);
      this.followFields(fields);
    } catch (error) {
      this.notice(`The link can't be opened: ${error.message}`);
    }
  }

  followAddress() {
    if (location.hash === this.address) return;
    if (this.inside) this.followInside();
    else this.openAddress();
  }

  // ---- views ----

  /** The views that may be shown: seats, null for everything, "all" for all side by side. */
  views() {
    if (!this.hidden) return [null];
    const { people, mover } = this.table;
    if (people.length > 0 && !this.course.isOver) {
      if (people.length === 1) return people;
      if (people.includes(mover)) this.asked = mover;
      return [this.asked ?? people[0]];
    }
    return [null, ...this.course.labels.keys(), "all"];
  }

  /** The view that is shown. */
  get looks() {
    const views = this.views();
    return views.includes(this.view) ? this.view : views[0];
  }

  setView(text) {
    this.view = text === "all" ? "all" : /^[0-9]+$/.test(text) ? Number(text) : null;
    this.changed();
  }

  /** Two people in front of one screen: nothing is shown until the next one confirms. */
  get curtained() {
    return this.hidden && this.table.people.length > 1 && this.table.personMoves && this.seen !== this.table.mover;
  }

  /** The text shown to the viewer in place of a step's move; null: it sees the move. */
  told(number) {
    const viewer = this.looks, step = this.course.steps[number - 1];
    if (this.curtained && !step.foul) return "hidden";
    if (!this.hidden || viewer === null || viewer === "all" || step.seat === viewer || step.foul) return null;
    const after = this.course.stateAt(number);
    return (after.player === viewer && after.news(viewer)) || "hidden";
  }

  // ---- showing ----

  changed() {
    const { course } = this;
    if (course === null) return;
    const grown = this.known !== course || this.length !== course.length;
    if (grown && (this.known !== course || this.now >= this.length || this.now > course.length ||
      this.table.personMoves)) {
      if (this.known === course) this.now = course.length;
      this.heat = this.hinted = null;
    }
    this.known = course;
    this.length = course.length;
    this.list.update(course.steps, (number) => this.told(number));
    this.show();
  }

  show() {
    const { course } = this;
    this.showPlayers();
    this.showVerdict();
    this.drawBoard();
    this.showStatus();
    this.showControls();
    this.showLegal();
    this.list.mark(this.now);
    this.analysis.show({ now: this.now, state: this.shown(), actions: this.atEnd ? this.table.actions : [],
      viewer: this.looks,
      seats: this.seatNames(), blind: this.curtained });
    at("facts").textContent = [course.game.config, course.seed === null ? "" : `seed ${course.seed}`,
      this.table.seats === null && course.library ? `library ${course.library}` : ""].filter(Boolean).join(" · ");
    document.body.dataset.ready = "yes";
    clearTimeout(this.addressing);
    this.addressing = setTimeout(() => this.updateAddress(), 250);
  }

  get atEnd() {
    return this.now === this.course.length;
  }

  shown() {
    return this.atEnd ? this.table.state : this.course.stateAt(this.now);
  }

  get playable() {
    return this.atEnd && this.table.personMoves && !this.curtained &&
      (this.looks === null || this.looks === this.table.mover);
  }

  seatNames() {
    return this.course.game.seats.map(visible);
  }

  drawOptions() {
    const { course, now } = this;
    const partial = this.atEnd && this.table.actions.length > 0;
    const before = partial ? course.last : now > 0 ? course.stateAt(now - 1) : null;
    const last = partial ? this.table.actions : (course.steps[now - 1]?.actions ?? []);
    const width = Math.round(at("board").getBoundingClientRect().width / 20) * 20;
    return { before, last, theme: this.drawn, size: Math.max(200, width) };
  }

  drawBoard() {
    if (this.course === null) return;
    const viewer = this.looks, all = viewer === "all", { curtained } = this;
    this.picture.smaller.hidden = this.picture.larger.hidden = all || curtained;
    at("board").hidden = all || curtained;
    at("views").hidden = !all;
    at("curtain").hidden = !curtained;
    if (curtained) return this.drawCurtain();
    const state = this.shown(), options = this.drawOptions();
    if (all) {
      const pictures = [null, ...this.course.labels.keys()].map((seat) => {
        const figure = make("figure", {}, make("figcaption", {}, this.viewName(seat)));
        figure.insertAdjacentHTML("beforeend", state.draw({ ...options, viewer: seat, size: 400 }));
        return figure;
      });
      return at("views").replaceChildren(...pictures);
    }
    const heat = this.hinted !== null && this.hinted.state === state ? this.hinted.heat : this.analysis.heat(state);
    const { zoom, centre } = this.picture;
    this.picture.zoom = zoom;
    this.picture.centre = centre;
    this.picture.show(state.draw({ ...options, viewer, legal: this.playable, heat }), this.playable);
    this.fit();
  }

  /** The board is as wide as its shape allows; when that has changed its width, it is drawn again in letters that
   * fit. */
  fit() {
    const ratio = (this.picture.box[0] / this.picture.box[1]).toFixed(3), place = at("board");
    if (place.style.getPropertyValue("--ratio") === ratio) return;
    place.style.setProperty("--ratio", ratio);
    this.drawBoard();
  }

  drawCurtain() {
    const name = this.seatNames()[this.table.mover];
    at("curtain").replaceChildren(make("p", {}, `${name} to move`),
      make("p", { class: "empty" }, "No other player should look at the screen now."),
      make("button", { type: "button", class: "main", click: () => {
        this.seen = this.table.mover;
        this.changed();
        at("board").focus();
      } }, `I am ${name}`));
  }

  viewName(viewer) {
    return viewer === null ? "Everything" : viewer === "all" ? "Side by side" : `Seen by ${this.seatNames()[viewer]}`;
  }

  showPlayers() {
    const { course, table } = this, state = this.shown();
    const theme = `theme${{ light: 1, dark: 2, contrast: 3 }[this.drawn]}`;
    const secret = this.hidden && this.looks !== null && this.looks !== "all";
    this.showColours();
    at("players").replaceChildren(...course.game.seats.map((name, seat) => {
      const swatch = makeSvg("svg", { class: `swatch lg lg-${course.game.name} ${theme}`, viewBox: "0 0 20 20",
        "aria-hidden": "true" },
        makeSvg("circle", { class: `p${seat % 8} piece${seat}`, cx: 10, cy: 10, r: 9 }));
      const label = course.names.get(seat) ?? course.labels[seat];
      const who = table.seats === null ? outside(label) : this.seatSelect(seat);
      const turn = (this.atEnd ? course.isOver ? null : state.player : state.player) === seat;
      return make("li", { class: turn ? "turn" : null }, swatch,
        make("span", { class: "name", title: visible(name) }, outside(name)),
        make("span", { class: "score", title: secret ? "Scores reveal hidden information" : "Score" },
          secret ? "" : scoreText([state.scores[seat]])),
        make("span", { class: "who", title: visible(label) }, who),
        make("span", { class: "time", title: "Time used" }));
    }));
    this.showTimes();
  }

  /** The game's colours, which each of its pictures contains, for the list of players. */
  showColours() {
    const { start } = this.course, names = `${start.game.name} ${this.drawn}`;
    if (this.coloured === names) return;
    this.coloured = names;
    at("colours").innerHTML = /<style>[^]*?<\/style>/.exec(start.draw({ theme: this.drawn }))?.[0] ?? "";
  }

  seatSelect(seat) {
    const { seats } = this.table, { game } = this.course;
    return sitterSelect(seats[seat], `Who plays ${game.seats[seat]}`, async (value) => {
      const chosen = value === "other" ? await askPlayer(at("dialog"), this.lg, game, seat) : value;
      if (chosen === null) return this.showPlayers();
      try {
        if (!isPerson(chosen)) this.lg.bot(chosen).inSeat(game, seat);
        this.table.setSeat(seat, chosen);
      } catch (error) {
        this.notice(error.message);
        this.showPlayers();
      }
    });
  }

  showTimes() {
    if (this.course === null) return;
    const used = this.atEnd ? this.table.used() : this.course.used(this.now), { total } = this.course.time;
    [...at("players").querySelectorAll(".time")].forEach((place, seat) => {
      const limited = total !== null && (this.table.seats === null || isPerson(this.table.seats[seat]));
      const left = limited ? Math.max(0, total - used[seat]) : null;
      place.textContent = limited ? clockText(left) : used[seat] > 0 ? clockText(used[seat]) : "";
      place.title = limited ? "Time left" : "Time used";
      place.classList.toggle("low", limited && left < Math.min(10, total / 5));
    });
  }

  /** The result in words, when the end is shown. */
  showVerdict() {
    const { course } = this, place = at("verdict");
    place.hidden = !(course.isOver && this.atEnd);
    if (place.hidden) return;
    const scores = make("span", { class: "together" }, scoreText(course.last.scores));
    const count = course.movesAt();
    place.replaceChildren(this.verdict(), make("small", {}, ...this.reason(), "Score ", scores,
      ` after ${counted(count, "move")}.`));
  }

  /** Why a game is over: the offence that ended it, or the game's words for its end. */
  reason() {
    const { course } = this, { foul, seat } = course.steps.at(-1) ?? {};
    if (foul && (course.loser !== null || course.result === "illegal"))
      return [outside(`${this.seatNames()[seat]} ${this.reveals(seat) ? foul.text : `broke the rules: ${foul.kind}`}`),
        ". "];
    return [ENDS.get(course.result) ?? `How it ended: ${course.result}. `];
  }

  verdict() {
    const { outcome } = this.course, best = Math.max(...outcome);
    const winners = [...outcome.keys()].filter((seat) => outcome[seat] === best);
    if (outcome.length === 1) return `The game is over with ${counted(this.course.last.scores[0], "point")}`;
    if (winners.length === outcome.length) return "A draw";
    const names = winners.map((seat) => this.who(seat));
    if (winners.length === 1) return `${names[0]} won`;
    return `${listed(names)} won together`;
  }

  /** A seat in a sentence: "You", "Blue (greedy)". */
  who(seat) {
    const { seats } = this.table, name = this.seatNames()[seat];
    const label = this.course.labels[seat];
    if (seats === null) return label === name ? name : `${name} (${visible(label)})`;
    if (seats[seat] === "you" && this.table.people.length === 1) return "You";
    return isPerson(seats[seat]) ? name : `${name} (${sitterName(seats[seat])})`;
  }

  showStatus() {
    const place = at("status"), { table, course } = this, state = this.shown();
    const thinking = this.atEnd && table.thinking;
    place.classList.toggle("thinking", thinking);
    const parts = [];
    if (this.curtained) parts.push("");
    else if (!this.atEnd || table.seats === null) parts.push(this.stepText(this.now));
    else if (course.isOver) parts.push(make("b", {}, this.verdict()));
    else if (thinking) parts.push(`Thinking: ${this.who(state.player)}`);
    else if (table.personMoves)
      parts.push(make("b", {}, table.people.length === 1 ? "Your turn" : `${this.seatNames()[table.mover]}'s turn`),
        state.prompt ? `: ${state.prompt}` : "");
    else parts.push("Paused");
    if (this.hinted?.state === state)
      parts.push(make("span", { class: "news" }, `The strong bot would play ${this.hinted.text}.`));
    const news = this.playable && state.news(table.mover);
    if (news) parts.push(make("span", { class: "news" }, news));
    place.replaceChildren(...parts);
  }

  /** The move or offence that led to a position. */
  stepText(number) {
    if (number === 0) return "The start of the game";
    const step = this.course.steps[number - 1], name = this.seatNames()[step.seat], told = this.told(number);
    const behind = (text) => (text && this.reveals(step.seat) ? [" – ", outside(text)] : []);
    if (step.foul)
      return make("span", {}, make("b", {}, `${name}: ${visible(step.foul.kind)}`), ...behind(step.foul.text));
    const time = step.seconds > 0 ? ` (${duration(step.seconds)})` : "";
    return make("span", {}, `Move ${this.course.movesAt(number)}, ${name}: `, make("b", {}, outside(told ?? step.text)), time, ...behind(step.remark));
  }

  /** Whether the output of a seat's program may be shown. */
  reveals(seat) {
    return !this.hidden || this.looks === null || this.looks === "all" || this.looks === seat;
  }

  showControls() {
    const { course, now, table } = this, { length } = course;
    this.slider.max = length;
    this.slider.value = now;
    this.slider.setAttribute("aria-valuetext", `move ${course.movesAt(now)} of ${course.movesAt()}`);
    this.count.textContent = `${course.movesAt(now)} / ${course.movesAt()}`;
    at("first").disabled = at("back").disabled = now === 0;
    at("last").disabled = at("next").disabled = now === length;
    const running = this.timer !== null || (table.seats !== null && table.people.length === 0 && table.thinking);
    at("play").replaceChildren(icon(ICONS[running ? "pause" : "play"]));
    at("play").setAttribute("aria-label", running ? "Pause" : "Play");
    at("play").disabled = length === 0 && table.seats !== null && table.people.length > 0;
    this.goOnButton.hidden = (table.seats !== null && this.atEnd) || course.stateAt(now).isOver ||
      this.live?.watching || course.game.stored !== undefined;
    at("typing").hidden = table.seats === null || table.people.length === 0;
    const playing = this.playable;
    this.input.disabled = at("send").disabled = this.hintButton.disabled = !playing;
    this.undoButton.disabled = !table.canUndo;
    this.resign.disabled = course.isOver;
    this.input.placeholder = playing ? (this.shown().inputHelp.split("\n")[0] || this.shown().prompt || "your move") : "";
    const views = this.views(), names = views.map((viewer) => this.viewName(viewer));
    this.viewer.hidden = views.length < 2;
    if (this.viewNames !== names.join("\n"))
      this.viewer.replaceChildren(...views.map((viewer, index) =>
        make("option", { value: viewer === null ? "" : viewer }, names[index])));
    this.viewNames = names.join("\n");
    this.viewer.value = this.looks === null ? "" : String(this.looks);
  }

  /** Legal whole moves, or the decisions where there are too many of those. */
  showLegal() {
    const place = at("legal").querySelector("div");
    at("legal").hidden = !this.playable;
    if (!this.playable || !at("legal").open) return place.replaceChildren();
    const { state } = this.table, moves = [];
    if (!state.inMove) {
      for (const move of state.legalMoves) {
        moves.push(move);
        if (moves.length > LISTED) break;
      }
    }
    const decisions = moves.length === 0 || moves.length > LISTED;
    const entries = decisions ? [...state.legalActions].map((action) =>
      [state.decisionText(action), () => this.play([action]), action])
      : moves.map((move) => [move.replaceAll("\n", "/"), () => this.type(move), null]);
    place.replaceChildren(...entries.map(([text, click, action]) => make("button", { type: "button", click,
      mouseenter: () => this.picture.mark(action), mouseleave: () => this.picture.mark(null),
      focus: () => this.picture.mark(action), blur: () => this.picture.mark(null) }, text)));
  }

  // ---- playing ----

  play(actions) {
    if (!this.playable) return;
    this.complain("");
    this.input.value = "";
    this.hinted = null;
    this.table.play(actions);
  }

  /** A typed line, or a whole move of the list. */
  type(line) {
    if (!this.playable) return;
    try {
      this.play([...this.table.state.typed(line.trim()).actions]);
      at("board").focus({ preventScroll: true });
    } catch (error) {
      this.complain(capital(error.message.replace(/^line 1, /, "")));
    }
  }

  /** An arrow key on the board: the first decision that the word stands for, if there is one. */
  say(word) {
    try {
      const { actions } = this.table.state.typed(word);
      this.play(word === "" ? [...actions] : [actions[0]]);
      return true;
    } catch {
      return false;
    }
  }

  /** A letter on the board is played if it means a move; otherwise it begins the typed text. */
  letter(letter) {
    if (/\p{L}/u.test(letter) && this.input.value === "" && this.say(letter)) return;
    this.input.value += letter;
    this.input.focus();
  }

  complain(text) {
    at("complaint").hidden = text === "";
    at("complaint").textContent = text;
  }

  undo() {
    this.complain("");
    this.table.undo();
    at("board").focus({ preventScroll: true });
  }

  giveUp() {
    this.table.giveUp();
  }

  async hint() {
    const { state } = this.table, { game } = this.course;
    this.hintButton.disabled = true;
    const task = { kind: "choose", config: game.config, shared: game.shared, state: state.bytes,
      player: "strong(simulations=500)", seed: 1 };
    let actions;
    try {
      ({ actions } = await this.hinter.ask(task));
    } catch (error) {
      return this.notice(`There is no hint: ${error.message}`);
    }
    if (state !== this.table.state) return;
    const heat = new Uint32Array(game.numActions);
    heat[actions[0]] = 1;
    this.hinted = { state, heat, text: this.moveWith(actions) };
    this.show();
  }

  /** The move under way with these decisions, as the list of moves will show it. */
  moveWith(actions) {
    const { last } = this.course, all = [...this.table.actions, ...actions];
    return moveOf(last, all, all.reduce((state, action) => state.apply(action), last));
  }

  // ---- going through the game ----

  go(number) {
    this.now = Math.max(0, Math.min(this.course.length, number));
    this.show();
  }

  togglePlay() {
    const { table } = this;
    if (this.timer !== null) this.stopPlay();
    else if (table.seats !== null && table.people.length === 0 && this.atEnd && !this.course.isOver)
      table.pause(!table.paused);
    else this.startPlay();
    this.showControls();
  }

  setSpeed() {
    this.table.pace = 1000 / Number(this.speed.value);
    if (this.timer !== null) this.startPlay();
  }

  startPlay() {
    this.stopPlay();
    if (this.atEnd) this.go(0);
    this.timer = setInterval(() => {
      this.go(this.now + 1);
      if (!this.atEnd) return;
      this.stopPlay();
      this.showControls();
    }, 1000 / Number(this.speed.value));
  }

  stopPlay() {
    clearInterval(this.timer);
    this.timer = null;
  }

  key(event) {
    if (event.target.closest("input, select, textarea, dialog, summary") || event.ctrlKey || event.altKey ||
      event.metaKey || this.course === null) return;
    const step = (number) => () => {
      this.stopPlay();
      this.go(number);
    };
    const keys = { ArrowLeft: step(this.now - 1), ArrowRight: step(this.now + 1), Home: step(0),
      End: step(this.course.length) };
    if (event.key === " " && !event.target.closest("button")) keys[" "] = () => this.togglePlay();
    const use = keys[event.key];
    if (!use) return;
    event.preventDefault();
    use();
  }

  // ---- notices and colours ----

  /** `action` is [words, function]; `kind` is "calm" for a message that is not a problem, "brief" for one that also
   * need not stay. */
  notice(text, action = null, kind = "") {
    at("notice").hidden = false;
    clearTimeout(this.calming);
    if (kind === "brief") this.calming = setTimeout(() => this.calm(), NOTICED);
    at("notice").classList.toggle("calm", kind !== "" || action !== null);
    at("notice").replaceChildren(visible(text), ...(action ? [make("button", { type: "button", click: () => {
      this.calm();
      action[1]();
    } }, action[0])] : []), make("button", { type: "button", "aria-label": "Close", click: () => this.calm() }, "×"));
  }

  calm() {
    at("notice").hidden = true;
  }

  setTheme(theme) {
    const chosen = THEMES.includes(theme) ? theme : "auto";
    this.theme.value = chosen;
    localStore("theme", chosen);
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    this.drawn = chosen === "auto" ? (dark ? "dark" : "light") : chosen;
    document.documentElement.className = this.drawn;
    if (this.course) this.show();
  }

  /** The labels of a small picture are larger, so it is drawn again. */
  resized() {
    const { width } = at("stage").getBoundingClientRect();
    if (this.course === null || Math.abs(width - (this.width ?? 0)) < 20) return;
    this.width = width;
    this.drawBoard();
  }
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "Alquerque 7x7 (CodeCup 2008)" as "Alquerque". */
function shortTitle(type) {
  return type.title.replace(/ *\(.*\)$/, "").replace(/ \d+x\d+$/, "");
}

/** The browser's storage for this page, if available. */
function localStore(key, value) {
  try {
    if (value !== undefined) localStorage.setItem(`libgames-${key}`, value);
    return localStorage.getItem(`libgames-${key}`);
  } catch {
    return value ?? null;
  }
}

async function begin() {
  const bytes = await held("wasm"), module = await WebAssembly.compile(bytes), library = await load(module);
  const program = URL.createObjectURL(new Blob([at("program").textContent], { type: "text/javascript" }));
  const page = new Page(library, module, program), replay = await held("replay");
  window.libgames = page; // for use from the browser's console
  if (replay !== null) {
    page.inside = true;
    const stored = await held("stored");
    const text = (bytes) => new TextDecoder().decode(bytes);
    page.openText(text(replay), "This page's replay", stored && JSON.parse(text(stored)));
    if (page.inside) page.followInside();
  }
  if (at("live").textContent.trim() !== "") page.live = new Live(page, at("live").textContent.trim());
  if (!page.course && !page.live) await page.openAddress();
  if (!page.course && !page.live) page.newGame(library.games[0]);
}

export async function start() {
  try {
    await begin();
  } catch (error) {
    at("notice").hidden = false;
    at("notice").textContent = "The board can't start: this file is damaged, or this browser does not support it.";
    throw error;
  }
}
