/** The list of moves: a table with a column for each player. A row begins with the number of its first move, and a seat
 * that moves again before the others have a turn begins a new one. One of its buttons can be reached by Tab, the others
 * by arrow keys. */
import { movesIn } from "./course.mjs";
import { make, outside, visible } from "./words.mjs";

export class MoveList {
  /** `go(number)` shows the position after that many moves. */
  constructor(place, go) {
    this.go = go;
    this.head = make("tr");
    this.body = make("tbody");
    this.table = make("table", { class: "moves" }, make("thead", {}, this.head), this.body);
    this.empty = make("p", { class: "empty" }, "No moves yet.");
    this.scroll = make("div", { class: "scroll" }, this.table, this.empty);
    place.append(this.scroll);
    this.table.addEventListener("click", ({ target }) => this.chosen(target));
    this.table.addEventListener("keydown", (event) => this.key(event));
    this.steps = [];
    this.buttons = [];
    this.now = 0;
  }

  /** The columns of a new game. */
  begin(seats) {
    this.seats = seats;
    this.head.replaceChildren(make("th", { scope: "col" }, make("span", { class: "unseen" }, "move")),
      ...seats.map((name) => make("th", { scope: "col", title: visible(name) }, outside(seats.length > 2 ? name.replace(/^player /, "") : name))));
    this.table.style.setProperty("--seats", seats.length);
    this.update([], () => null);
  }

  /** Shows these steps. `told(number)` is shown to the viewer in place of a step's move; null shows the move. The rows
   * of steps that were there before stay. */
  update(steps, told) {
    const texts = steps.map((step, index) => told(index + 1) ?? (step.foul ? step.foul.kind : step.text));
    let same = 0;
    while (same < texts.length && same < this.buttons.length && this.steps[same] === steps[same] &&
      this.texts[same] === texts[same]) same++;
    for (const button of this.buttons.splice(same)) button.replaceWith();
    this.rows().forEach((row) => row.querySelector("button") === null && row.remove());
    let moves = movesIn(steps.slice(0, same));
    for (let index = same; index < steps.length; index++) {
      moves += steps[index].foul ? 0 : 1;
      this.add(steps[index], index + 1, moves, texts[index], told(index + 1) !== null);
    }
    this.steps = [...steps];
    this.texts = texts;
    this.empty.hidden = steps.length > 0;
    this.table.hidden = steps.length === 0;
  }

  rows() {
    return [...this.body.rows];
  }

  add(step, number, moves, text, hidden) {
    let row = this.body.lastElementChild;
    if (row === null || Number(row.dataset.seat) >= step.seat) {
      row = make("tr", {}, make("th", { scope: "row" }, step.foul ? "" : String(moves)), ...this.seats.map(() => make("td")));
      this.body.append(row);
    }
    row.dataset.seat = step.seat;
    const kind = step.foul ? "foul" : hidden ? "told" : null;
    const button = make("button", { type: "button", class: kind, tabindex: "-1", "data-number": number,
      title: `${step.foul ? `After move ${moves}` : `Move ${moves}`}${step.remark ? `: ${visible(step.remark)}` : ""}` }, outside(text));
    if (step.remark) button.append(make("span", { class: "remark" }, "?"), make("span", { class: "unseen" }, visible(step.remark)));
    row.cells[step.seat + 1].append(button);
    this.buttons.push(button);
  }

  /** Marks the move that led to the position that is shown. */
  mark(now) {
    for (const button of [this.buttons[this.now - 1], this.marked]) {
      button?.removeAttribute("aria-current");
      button?.setAttribute("tabindex", "-1");
    }
    this.now = now;
    const button = (this.marked = this.buttons[now - 1]);
    (button ?? this.buttons[0])?.setAttribute("tabindex", "0");
    if (!button) {
      this.scroll.scrollTop = 0;
      return;
    }
    button.setAttribute("aria-current", "step");
    const box = button.getBoundingClientRect(), frame = this.scroll.getBoundingClientRect();
    if (box.top < frame.top + 30 || box.bottom > frame.bottom)
      this.scroll.scrollTop += box.top - frame.top - frame.height / 2;
  }

  chosen(target) {
    const button = target.closest("button");
    if (button) this.go(Number(button.dataset.number));
  }

  key(event) {
    const button = event.target.closest("button"), steps = { ArrowLeft: -1, ArrowRight: 1 };
    if (!button || event.ctrlKey || event.altKey || event.metaKey) return;
    const number = Number(button.dataset.number);
    const [row, column] = [button.closest("tr"), button.closest("td").cellIndex];
    const beside = { ArrowUp: row.previousElementSibling, ArrowDown: row.nextElementSibling }[event.key];
    const next = event.key in steps ? this.buttons[number - 1 + steps[event.key]]
      : (beside?.cells[column].querySelector("button") ?? beside?.querySelector("button"));
    if (!(event.key in steps) && !event.key.startsWith("Arrow")) return;
    event.preventDefault();
    event.stopPropagation();
    if (!next) return;
    this.go(Number(next.dataset.number));
    next.focus();
  }
}
