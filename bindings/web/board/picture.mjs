/** The picture of a position, which the library draws: clicks, drags and keys on it, and zoom. It knows no game:
 * elements with data-action stand for actions, and those with data-from belong to the element with that data-place. */
import { icon, make, makeSvg } from "./words.mjs";

const ARROWS = { ArrowUp: [0, -1, "up"], ArrowRight: [1, 0, "right"], ArrowDown: [0, 1, "down"], ArrowLeft: [-1, 0, "left"] };
const DRAG = 6; // pixels until a press becomes a drag
const LARGEST = 8; // zoom

/** The middle of an element, in pixels of the window. */
function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

export class Picture {
  /** `act(number)` plays an action; `say(word)` one of up, right, down and left, or "" for the end of the input, and
   * returns whether that meant anything; `type(letter)` gets the other letters. */
  constructor(place, { act, say, type }) {
    this.act = act;
    this.say = say;
    this.type = type;
    this.sheet = make("div", { class: "sheet" });
    this.larger = make("button", { type: "button", id: "larger", "aria-label": "Zoom in", title: "Zoom in (+)", click: () => this.zoomBy(1.5) },
      icon("M9 4h2v5h5v2h-5v5H9v-5H4V9h5z"));
    this.smaller = make("button", { type: "button", id: "smaller", "aria-label": "Zoom out", title: "Zoom out (−)",
      click: () => this.zoomBy(1 / 1.5) }, icon("M4 9h12v2H4z"));
    this.place = place;
    place.append(this.sheet);
    this.playable = false;
    this.zoom = 1;
    this.centre = null;
    this.picked = null;
    this.cursor = null;
    this.fingers = new Map();
    this.listen();
  }

  listen() {
    const { place, sheet } = this;
    sheet.addEventListener("click", (event) => this.click(event));
    sheet.addEventListener("pointerdown", (event) => this.press(event));
    sheet.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"]) sheet.addEventListener(end, (event) => this.release(event));
    sheet.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    place.addEventListener("keydown", (event) => this.key(event));
    place.addEventListener("focusout", () => this.point(null));
  }

  /** Shows an SVG. `playable`: its actions may be played. */
  show(text, playable) {
    const before = this.actions(), kept = this.picked, was = this.cursor?.dataset;
    this.sheet.innerHTML = text;
    this.svg = this.sheet.querySelector("svg");
    this.box = this.svg.viewBox.baseVal;
    this.box = [this.box.width, this.box.height];
    this.svg.removeAttribute("width");
    this.svg.removeAttribute("height");
    this.place.style.setProperty("--shape", `${this.box[0]} / ${this.box[1]}`);
    this.playable = playable;
    this.place.classList.toggle("playable", playable);
    this.place.setAttribute("aria-label", `${this.caption}. Board: arrow keys, letters and Enter make a move.`);
    this.cursor = null;
    const froms = this.froms(), same = this.actions() === before; // drawn anew, as during a search
    this.pick(froms.size === 1 ? [...froms][0] : same && froms.has(kept) ? kept : null);
    const again = ({ dataset }) => dataset.place === was.place && dataset.action === was.action;
    if (same && was) this.point(this.stops().find(again) ?? null);
    if (this.ghost) this.svg.append(this.ghost);
    this.applyZoom();
  }

  get caption() {
    return this.svg.querySelector("title").textContent;
  }

  // ---- pieces and targets ----

  /** The actions that can be played in the picture, as a string. */
  actions() {
    return [...(this.svg?.querySelectorAll("[data-action]") ?? [])].map(({ dataset }) => dataset.action).join();
  }

  froms() {
    return new Set([...this.svg.querySelectorAll("[data-from]")].map((element) => element.dataset.from));
  }

  /** Shows the actions of one place only; null: of none, as a hint of the pieces that can move. */
  pick(from) {
    this.picked = from;
    for (const element of this.svg.querySelectorAll("[data-from]")) {
      element.classList.toggle("away", from !== null && element.dataset.from !== from);
      element.classList.toggle("far", from === null);
    }
    const froms = this.froms();
    for (const element of this.svg.querySelectorAll("[data-place]")) {
      element.classList.toggle("picked", element.dataset.place === from);
      element.classList.toggle("movable", this.playable && froms.has(element.dataset.place));
    }
  }

  /** Marks an action, or none (null), such as the one that a list points to. */
  mark(action) {
    for (const element of this.svg.querySelectorAll("[data-action]"))
      element.classList.toggle("marked", element.dataset.action === String(action));
  }

  /** The action or the place that a point of the window shows. */
  at(x, y) {
    for (const element of document.elementsFromPoint(x, y)) {
      const found = element.closest?.("[data-action]:not(.away, .far), [data-place].movable");
      if (found && this.svg.contains(found)) return found;
    }
    return null;
  }

  choose(element) {
    if (element?.dataset.action !== undefined) this.act(Number(element.dataset.action));
    else if (element) this.pick(element.dataset.place === this.picked ? null : element.dataset.place);
    else this.pick(null);
  }

  click(event) {
    if (!this.playable || this.dragged) return;
    this.choose(this.at(event.clientX, event.clientY));
  }

  // ---- drags: a piece, or the whole picture when it is enlarged; two fingers zoom ----

  press(event) {
    this.dragged = false;
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    const found = this.playable && this.fingers.size === 1 ? this.at(event.clientX, event.clientY) : null;
    this.start = { x: event.clientX, y: event.clientY, place: found?.dataset.place, centre: this.centre };
    if (this.fingers.size === 2) this.spread = this.distance();
  }

  distance() {
    const [[x, y], [u, v]] = this.fingers.values();
    return Math.hypot(x - u, y - v);
  }

  between() {
    const [[x, y], [u, v]] = this.fingers.values();
    return [(x + u) / 2, (y + v) / 2];
  }

  move(event) {
    if (!this.fingers.has(event.pointerId)) return;
    if (event.buttons === 0) return this.release(event); // it ended outside
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.fingers.size === 2) {
      const now = this.distance();
      this.zoomBy(now / this.spread, this.between());
      this.spread = now;
      this.dragged = true;
      return;
    }
    const right = event.clientX - this.start.x, down = event.clientY - this.start.y;
    if (!this.dragged && Math.hypot(right, down) < DRAG) return;
    if (this.start.place !== undefined) this.dragPiece(right, down);
    else if (this.zoom > 1) this.pan(right, down);
    else return;
    if (!this.dragged) this.sheet.setPointerCapture(event.pointerId);
    this.dragged = true;
  }

  dragPiece(right, down) {
    if (this.picked !== this.start.place) this.pick(this.start.place);
    const piece = this.svg.querySelector(`[data-place="${CSS.escape(this.start.place)}"]`);
    if (!this.ghost) {
      this.ghost = piece.cloneNode(true);
      delete this.ghost.dataset.place;
      this.ghost.setAttribute("class", "ghost");
      this.svg.append(this.ghost);
      piece.classList.add("lifted");
    }
    const scale = this.box[0] / this.zoom / this.svg.getBoundingClientRect().width;
    this.ghost.setAttribute("transform", `translate(${right * scale} ${down * scale})`);
  }

  pan(right, down) {
    const scale = this.box[0] / this.zoom / this.svg.getBoundingClientRect().width;
    const [x, y] = this.start.centre ?? this.box.map((side) => side / 2);
    this.centre = [x - right * scale, y - down * scale];
    this.applyZoom();
  }

  release(event) {
    this.fingers.delete(event.pointerId);
    if (this.fingers.size === 1) { // the other one continues from its place
      const [[x, y]] = this.fingers.values();
      this.start = { x, y, centre: this.centre };
    }
    if (!this.ghost) return;
    this.ghost.remove();
    this.ghost = null;
    this.svg.querySelector(".lifted")?.classList.remove("lifted");
    const target = this.at(event.clientX, event.clientY);
    if (event.type === "pointerup" && target?.dataset.action !== undefined) this.choose(target);
  }

  // ---- zoom ----

  /** `still` is a point of the window that stays where it is; without it, the middle of the picture does. */
  zoomBy(factor, still = null) {
    const before = this.zoom;
    this.zoom = Math.min(LARGEST, Math.max(1, this.zoom * factor));
    if (this.zoom < 1.05) this.zoom = 1;
    if (still !== null) {
      const frame = this.svg.getBoundingClientRect(), centre = this.centre ?? this.box.map((side) => side / 2);
      const aside = [(still[0] - frame.left) / frame.width - 0.5, (still[1] - frame.top) / frame.height - 0.5];
      this.centre = centre.map((middle, axis) => middle + aside[axis] * this.box[axis] * (1 / before - 1 / this.zoom));
    }
    this.applyZoom();
  }

  applyZoom() {
    const [width, height] = this.box, { zoom } = this;
    const view = [width / zoom, height / zoom];
    const centre = this.centre ?? [width / 2, height / 2];
    const corner = [0, 1].map((axis) => Math.min(this.box[axis] - view[axis], Math.max(0, centre[axis] - view[axis] / 2)));
    this.centre = zoom === 1 ? null : [corner[0] + view[0] / 2, corner[1] + view[1] / 2];
    this.svg.setAttribute("viewBox", `${corner[0]} ${corner[1]} ${view[0]} ${view[1]}`);
    this.svg.classList.toggle("zoom1", zoom >= 2 && zoom < 4);
    this.svg.classList.toggle("zoom2", zoom >= 4);
    this.place.classList.toggle("zoomed", zoom > 1);
    this.smaller.disabled = zoom === 1;
    this.larger.disabled = zoom === LARGEST;
  }

  /** Zooms with Ctrl, which pinching a touchpad also sends; otherwise the page scrolls. */
  wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.zoomBy(event.deltaY < 0 ? 1.2 : 1 / 1.2, [event.clientX, event.clientY]);
  }

  // ---- keys ----

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "+" || event.key === "-") this.zoomBy(event.key === "+" ? 1.5 : 1 / 1.5);
    else if (!this.playable || !this.playKey(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  playKey(key) {
    if (key in ARROWS) return (this.cursor === null && this.picked === null && this.say(ARROWS[key][2])) || this.step(ARROWS[key]);
    if (key === "Enter" && this.cursor !== null) this.enter();
    else if (key === "Enter") return this.say("");
    else if (key === "Escape") this.leave();
    else if (/^[\p{L}\p{N}]$/u.test(key)) this.type(key);
    else return false;
    return true;
  }

  /** The things that the cursor can stand on: pieces that can move, or targets. */
  stops() {
    const pieces = [...this.svg.querySelectorAll(".movable")];
    const targets = [...this.svg.querySelectorAll("[data-action]:not(.away, .far)")];
    return this.picked === null && pieces.length > 0 ? pieces : targets;
  }

  /** The cursor goes to the nearest of them in a direction. */
  step([right, down]) {
    const stops = this.stops();
    if (stops.length === 0) return false;
    const start = this.cursor ?? this.svg.querySelector(".picked");
    const [x, y] = start ? middle(start) : middle(this.svg);
    let best = null, least = Infinity;
    for (const stop of stops) {
      const [u, v] = middle(stop), ahead = (u - x) * right + (v - y) * down;
      const aside = Math.abs((u - x) * down) + Math.abs((v - y) * right), cost = ahead + 2 * aside;
      if (stop !== start && ahead > 1 && cost < least) [best, least] = [stop, cost];
    }
    // From the middle of the board it goes to the nearest one in any direction.
    if (best === null && start === null) best = stops[0];
    this.point(best ?? this.cursor);
    return true;
  }

  /** Draws the cursor around an element; null: none. */
  point(element) {
    this.svg?.querySelector(".cursor")?.remove();
    this.cursor = element;
    if (element === null) return;
    const box = element.getBBox(), radius = Math.max(box.width, box.height) / 2 + 4;
    this.svg.append(makeSvg("circle", { class: "cursor", cx: box.x + box.width / 2, cy: box.y + box.height / 2, r: radius }));
  }

  enter() {
    const at = this.cursor;
    this.choose(at);
    if (at.isConnected) this.point(at.dataset.place === undefined ? null : at);
    if (this.picked !== null && this.picked === at.dataset.place) this.point(null);
  }

  leave() {
    this.pick(null);
    this.point(null);
  }
}
