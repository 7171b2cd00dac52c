/** A game that is played at this page: whose turn it is, the decisions of a move under way, clocks, bots. */
import { moveOf } from "./course.mjs";
import { isPerson } from "./newgame.mjs";

const PAUSE = 350; // least milliseconds of a bot's move, so that it can be followed
const TICK = 200;

export class Table {
  /** `thinker` chooses for bots. `changed()` is called when anything is different, `ticked()` as clocks run,
   * `failed(text)` when a player can't choose. */
  constructor(thinker, { changed, ticked, failed }) {
    this.thinker = thinker;
    this.changed = changed;
    this.ticked = ticked;
    this.failed = failed;
    this.course = null;
    this.seats = null; // null: the game is only viewed
    this.turn = 0; // counts the events that end a player's thinking
    this.pace = PAUSE;
    setInterval(() => this.tick(), TICK);
  }

  /** Begins with a course; `seats` are strings, or null for a game that is only viewed. */
  begin(course, seats) {
    this.course = course;
    this.seats = seats;
    this.gone = null;
    this.paused = false;
    course.labels = seats === null ? course.labels : seats.map((seat) => (isPerson(seat) ? "human" : seat));
    this.next();
  }

  get people() {
    return (this.seats ?? []).flatMap((seat, index) => (isPerson(seat) ? [index] : []));
  }

  /** The position with the decisions of the move under way. */
  get state() {
    return this.actions.length > 0 ? this.after : this.course.last;
  }

  get mover() {
    return this.course.isOver ? null : this.course.last.player;
  }

  get personMoves() {
    return this.seats !== null && this.mover !== null && isPerson(this.seats[this.mover]);
  }

  get thinking() {
    return this.seats !== null && this.mover !== null && !this.personMoves && !this.paused;
  }

  /** The player to move begins to think. */
  next() {
    this.turn += 1;
    this.actions = [];
    this.after = null;
    this.began = performance.now();
    this.thinker.stop();
    this.changed();
    if (this.thinking) this.choose();
  }

  async choose() {
    const { course, turn, mover } = this, { game } = course, state = course.last;
    try {
      const task = { kind: "choose", config: game.config, shared: game.shared, state: state.bytes, player: this.seats[mover] };
      const seed = (Number((course.seed ?? 0n) % 1000003n) * 100003 + course.length * 64 + mover) % 2 ** 50;
      const { actions } = await this.thinker.ask({ ...task, seed });
      const spent = performance.now() - this.began;
      if (spent < this.pace) await new Promise((resolve) => setTimeout(resolve, this.pace - spent));
      if (turn !== this.turn) return;
      this.finish(actions, spent / 1000);
    } catch (error) {
      if (turn !== this.turn) return;
      this.paused = true;
      this.failed(`${this.seats[mover]} can't play: ${error.message}`);
      this.changed();
    }
  }

  /** A whole move. */
  finish(actions, seconds) {
    const before = this.course.last;
    let after = before;
    for (const action of actions) after = after.apply(action);
    this.course.add({ seat: before.player, text: moveOf(before, actions, after), seconds, actions: [...actions], remark: null }, after);
    this.gone = null;
    this.next();
  }

  /** Decisions of the person to move. */
  play(actions) {
    let state = this.state;
    for (const action of actions) state = state.apply(action);
    this.actions.push(...actions);
    this.after = state;
    if (state.inMove) this.changed();
    else this.finish(this.actions, (performance.now() - this.began) / 1000);
  }

  get canUndo() {
    return this.seats !== null && (this.actions.length > 0 || this.lastPersonal() >= 0);
  }

  /** The last position in which a person was to move; -1: none. */
  lastPersonal() {
    for (let number = this.course.length - 1; number >= 0; number--)
      if (this.people.includes(this.course.stateAt(number).player)) return number;
    return -1;
  }

  /** Takes back a decision, or all moves back to the last one of a person. */
  undo() {
    this.paused = false;
    if (this.actions.length > 0) {
      const kept = this.actions.slice(0, -1);
      this.actions = [];
      this.after = null;
      if (kept.length > 0) this.play(kept);
      else this.changed();
    } else if (this.canUndo) {
      this.course.cut(this.lastPersonal());
      this.next();
    }
  }

  /** Continues from an earlier position; the later moves can be restored. */
  goOn(number, seats) {
    if (this.seats === null) this.course.loser = null;
    const gone = this.course.cut(number);
    this.begin(this.course, seats);
    this.gone = gone;
  }

  giveUp() {
    this.offend(this.people.includes(this.mover) ? this.mover : this.people[0], "forfeit", "gave up the game");
  }

  offend(seat, kind, text) {
    this.course.addFoul(seat, kind, text, { seconds: this.personMoves ? (performance.now() - this.began) / 1000 : 0 });
    this.next();
  }

  setSeat(seat, text) {
    this.paused = false;
    this.seats[seat] = text;
    this.course.labels[seat] = isPerson(text) ? "human" : text;
    if (this.mover === seat) this.next();
    else this.changed();
  }

  pause(paused) {
    this.paused = paused;
    this.next();
  }

  // ---- clocks ----

  /** Seconds that each seat has used, the turn under way included. */
  used() {
    const sums = this.course.used();
    if (this.seats !== null && this.mover !== null && !this.paused) sums[this.mover] += (performance.now() - this.began) / 1000;
    return sums;
  }

  tick() {
    if (this.course === null || this.seats === null || this.mover === null) return;
    const { total } = this.course.time;
    if (total !== null && this.personMoves && this.used()[this.mover] > total)
      this.offend(this.mover, "time-out", `used up its ${total} s for the whole game`);
    else this.ticked();
  }
}
