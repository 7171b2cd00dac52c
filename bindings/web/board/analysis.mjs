/** A search's results for the shown position, and charts over the game. It uses the knowledge of the player to move, so
 * with hidden information a viewer sees its results only at the viewer's turns. */
import { Chart } from "./chart.mjs";
import { counted, make, scoreText, signed, visible } from "./words.mjs";

const BUDGETS = { shown: 100000, each: 150 }; // simulations for the position that is shown, and for each of the game
const POINTS = 400; // of a chart
const TABLES = 5; // pieces of the largest tables of endings that there are

const at = (id) => document.getElementById(id);

export class Analysis {
  /** One thinker for the position that is shown, one for all positions of the game. */
  constructor(thinker, valuer, { go, changed }) {
    this.thinker = thinker;
    this.valuer = valuer;
    this.changed = changed;
    this.budgets = BUDGETS;
    this.on = false;
    this.state = null;
    this.found = null;
    this.kind = null; // of the chart; null: one with data
    const toggle = (name, label, change) =>
      make("label", { class: "switch" }, (this[name] = make("input", { type: "checkbox", id: name, change })), label);
    this.lines = make("ol");
    this.bar = make("span");
    this.note = make("p", { class: "note" });
    const head = make("div", { class: "row" }, at("analysis-title"),
      toggle("engine", "Engine", () => this.turn(this.engine.checked)));
    this.body = make("div", { hidden: true }, make("div", { class: "bar" }, this.bar), this.lines, this.note,
      toggle("heatmap", "Visits on the board", () => changed()));
    this.heatmap.checked = true;
    this.off = make("p", { class: "empty" });
    this.known = make("p", { class: "note", id: "known", hidden: true });
    at("analysis").append(head, this.known, this.body, this.off);
    this.tabs = make("div", { class: "tabs", role: "group", "aria-label": "Chart" },
      ...[["scores", "Scores"], ["values", "Evaluation"]].map(([kind, name]) =>
      make("button", { type: "button", "data-kind": kind, "aria-pressed": "false", click: () => this.choose(kind) },
        name)));
    this.explained = make("p", { class: "note" });
    at("charts").append(make("div", { class: "row" }, at("charts-title"), this.tabs));
    this.chart = new Chart(at("charts"), go);
    at("charts").append(this.explained);
  }

  begin(course) {
    this.course = course;
    this.values = []; // by number of the position, each for the state that stood there
    this.state = null;
    this.thinker.stop();
    this.valuer.stop();
    const known = course.game.stored === undefined;
    if (!known && this.on) this.engine.click();
    this.engine.disabled = !known;
    this.off.textContent = known ? "Turn the engine on to see its choice and its reasons."
      : "This page contains pictures of the game, not its rules: the engine can't play it.";
  }

  turn(on) {
    this.on = on;
    this.body.hidden = !on;
    this.off.hidden = on;
    this.state = null;
    if (!on) {
      this.thinker.stop();
      this.valuer.stop();
    }
    this.show(this.view);
    this.changed();
  }

  choose(kind) {
    this.kind = kind;
    this.showChart();
  }

  /** The visits of this state's actions for the board, or null. */
  heat(state) {
    return this.on && this.heatmap.checked && this.found && this.state === state ? this.found.visits : null;
  }

  /** `view` describes the page: {now, state, actions, viewer, seats, blind}. */
  show(view) {
    this.view = view;
    this.lookUp();
    if (this.on) this.think();
    this.showLines();
    this.showChart();
  }

  get secret() {
    const { viewer } = this.view;
    return this.course.game.type.information === "hidden" && viewer !== null && viewer !== "all";
  }

  /** The result of tables of endings for the position shown, if a program with such tables serves the page. */
  async lookUp() {
    const { state } = this.view, { endings } = document.documentElement.dataset;
    if (this.looked === state) return;
    this.looked = state;
    this.known.hidden = true;
    if (endings === undefined || this.course.game.type.name !== "alquerque" || state.player === null) return;
    const position = String(state);
    if (position.split(" ", 1)[0].match(/[wb]/g).length > TABLES) return;
    const answer = await fetch(`${endings}?${encodeURIComponent(position)}`).then((found) => found.json(), () => null);
    if (answer === null || this.looked !== state) return;
    this.known.textContent = `${answer.text}: ${answer.moves.join(", ")}`;
    this.known.hidden = false;
  }

  // ---- the position that is shown ----

  allowed(state) {
    return !this.view.blind && state.player !== null && (!this.secret || state.player === this.view.viewer);
  }

  think() {
    const { state } = this.view, { game } = this.course;
    if (!this.allowed(state)) {
      this.thinker.stop();
      this.state = this.found = null;
    } else if (this.state !== state) {
      this.state = state;
      this.found = null;
      this.problem = "";
      this.ask(this.thinker, { kind: "analyse", config: game.config, shared: game.shared, state: state.bytes,
        simulations: this.budgets.shown }, (found) => {
        if (this.state !== state) return;
        this.found = found;
        this.showLines();
        this.changed();
      });
    }
    this.valueAll();
  }

  ask(thinker, task, heard) {
    thinker.ask(task, heard).catch((error) => this.fail(error));
  }

  /** The reason for the end of a search replaces its results. */
  fail(error) {
    this.problem = error.message;
    this.showLines();
  }

  showLines() {
    const { found, view } = this;
    if (!this.on) return;
    this.lines.replaceChildren();
    this.bar.style.width = "0";
    if (view.state.player === null) this.note.textContent = "The game is over.";
    else if (!this.allowed(view.state))
      this.note.textContent = "Other players' knowledge is secret: the engine thinks only at this player's turns.";
    else if (!found) this.note.textContent = this.problem || "Thinking …";
    if (!found) return;
    const { statistics, seconds, lines, visits } = found, mover = view.state.player;
    const all = visits.reduce((sum, one) => sum + one, 0);
    this.bar.style.width = `${50 + 50 * statistics.values[mover]}%`;
    this.lines.append(...lines.map(({ visits: own, value, proven, moves }) => {
      const words = moves.map(({ name, text, whole }) =>
        `${visible(name).replace(/^player /, "")} ${visible(text.replaceAll("\n", "/"))}${whole ? "" : " …"}`);
      const worth = proven ? (value > 0 ? "wins" : value < 0 ? "loses" : "draws") : signed(value);
      const share = all > 0 ? `${Math.round((100 * own) / all)}%` : "";
      return make("li", {}, make("b", { title: "Value for the player to move, −1 to +1" }, worth),
        make("span", { class: "share", title: "Share of visits" }, share),
        make("span", { class: "line" }, words.join(", ")));
    }));
    this.note.textContent = `${counted(statistics.simulations, "simulation")} in ${seconds.toFixed(1)} s, ` +
      `${counted(statistics.depth, "decision")} deep` + (statistics.proven ? "; the result is certain" : "");
  }

  // ---- the game ----

  /** Searches every position without a value; does nothing during such a search. */
  valueAll() {
    const { course } = this, { game } = course, positions = [];
    for (let number = 0; number <= course.length; number++) {
      const state = course.stateAt(number), known = this.values[number];
      if (known && known.key === state.key) continue;
      if (this.secret && state.player !== this.view.viewer && state.player !== null) continue;
      positions.push({ number, bytes: state.bytes, key: state.key });
      if (positions.length === POINTS) break;
    }
    if (positions.length === 0 || this.valuer.busy) return;
    const keys = new Map(positions.map(({ number, key }) => [number, key]));
    this.valuer.ask({ kind: "value", config: game.config, shared: game.shared, simulations: this.budgets.each,
      positions: positions.map(({ number, bytes }) => ({ number, bytes })) },
      ({ number, values }) => {
        if (course !== this.course) return;
        this.values[number] = { key: keys.get(number), values };
        this.redraw();
      }).then(() => course === this.course && this.on && this.valueAll(),
        (error) => this.fail(error));
  }

  /** Charts are drawn at most four times a second while values come in. */
  redraw() {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.showChart();
    }, 250);
  }

  /** The numbers of positions that a chart has points for. */
  numbers() {
    const { length } = this.course, stride = Math.max(1, Math.ceil(length / POINTS)), numbers = [];
    for (let number = 0; number < length; number += stride) numbers.push(number);
    return [...numbers, length];
  }

  scoreSeries() {
    if (this.secret) return this.course.game.seats.map(() => []);
    const states = this.numbers().map((number) => [number, this.course.stateAt(number).points]);
    return this.course.game.seats.map((_, seat) => states.map(([number, points]) => [number, points[seat]]));
  }

  /** The scores, if they differ from the points. */
  limited() {
    const { points, scores } = this.view.state;
    return scores.map((score, seat) => (this.secret || score === points[seat] ? "" : ` (score ${scoreText([score])})`));
  }

  valueSeries() {
    const { course } = this, { viewer } = this.view, all = course.game.seats;
    if (this.view.blind) return all.map(() => []);
    if (this.on)
      return all.map((_, seat) => (this.secret && seat !== viewer ? []
        : this.values.slice(0, course.length + 1).flatMap((known, number) =>
        known && (!this.secret || [viewer, null].includes(course.stateAt(number).player))
          ? [[number, known.values[seat]]] : [])));
    if (this.secret || course.game.stored !== undefined) return all.map(() => []);
    const states = this.numbers().map((number) => [number, course.stateAt(number)]);
    return all.map((_, seat) => states.map(([number, state]) => [number, state.evaluate(seat)]));
  }

  showChart() {
    if (!this.view) return;
    const { course, view } = this, scores = this.scoreSeries();
    const flat = scores.every((points) => new Set(points.slice(0, -1).map(([, score]) => score)).size < 2);
    const kind = this.kind ?? (flat ? "values" : "scores"), series = kind === "scores" ? scores : this.valueSeries();
    for (const tab of this.tabs.children) tab.setAttribute("aria-pressed", String(tab.dataset.kind === kind));
    const events = course.steps.flatMap((step, index) =>
      (step.foul ? [[index + 1, `${view.seats[step.seat]}: ${visible(step.foul.kind)}`]] : []));
    this.chart.show({ series, events, notes: kind === "scores" ? this.limited() : [],
      range: kind === "scores" ? null : [-1, 1], last: course.length, now: view.now, names: view.seats,
      moves: (number) => course.movesAt(number),
      title: kind === "scores" ? "Scores" : "Evaluation, from −1 (loses) to 1 (wins)" });
    const nothing = series.every((points) => points.length === 0);
    this.explained.textContent = nothing && this.secret
      ? (course.isOver ? "Not shown here: it would reveal hidden information." : "Secret until the game is over.")
      : nothing ? "This page can't evaluate positions of this game."
      : kind === "scores" ? "Contest score after each move." : this.on ? "By search, from −1 (loss) to 1 (win)."
        : "The game's evaluation without search, from −1 (loss) to 1 (win).";
  }
}
