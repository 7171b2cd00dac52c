/** The course of a game: how it began, the moves and offences since, and the position after each of them. */

/** Bytes of positions that are kept; of longer games only every 32nd position is, and the others are played again. */
const KEPT_BYTES = 1 << 26;
const STRIDE = 32;

/** An answer of several lines has `/` between them in replays. */
export function answerOf(state, move) {
  return state.answerLines > 1 ? move.replaceAll("/", "\n") : move;
}

/** The move that a replay contains for some decisions. */
export function moveOf(before, actions, after) {
  const text = before.game.moveText(before, actions, after);
  return before.answerLines > 1 ? text.split("\n").join("/") : text;
}

/** The contest's penalty for an offence: the position after it, and whether the game ends there because it defines no
 * forfeit. */
export function forfeited(state, seat) {
  if (state.isOver) return { after: state, lost: false };
  try {
    return { after: state.forfeit(seat), lost: false };
  } catch (error) {
    if (error.name !== "Unsupported") throw error;
    return { after: state, lost: true };
  }
}

export function movesIn(steps) {
  return steps.filter((step) => !step.foul).length;
}

export class Course {
  /** A game that has not begun. Times are seconds, null for no limit. */
  constructor(start, { seed = null, labels = null, time = null, library = null } = {}) {
    this.game = start.game;
    this.start = start;
    this.seed = seed;
    this.labels = [...(labels ?? start.game.seats)];
    this.time = { first: null, answer: null, total: null, ...(time ?? {}) };
    this.library = library;
    this.names = new Map();
    this.steps = [];
    this.loser = null; // the seat that lost by an offence which no position can show
    this.states = [start];
    this.last = start;
  }

  /** Moves and offences; positions are numbered from 0 (the start) to this. */
  get length() {
    return this.steps.length;
  }

  /** The moves that led to a position. Offences lead to positions, but are not moves. */
  movesAt(number = this.length) {
    return movesIn(this.steps.slice(0, number));
  }

  get isOver() {
    return this.last.isOver || this.loser !== null;
  }

  get result() {
    return this.loser === null ? this.last.result : "illegal";
  }

  /** The result of each seat in -1 ... 1; a loser by offence has -1, and the others share 1. */
  get outcome() {
    if (this.loser === null) return [...this.last.outcome];
    return this.labels.map((_, seat) => (seat === this.loser ? -1 : 1 / (this.labels.length - 1)));
  }

  /** Adds a move {seat, text, seconds, actions, remark} or an offence {seat, seconds, foul}, with its result. */
  add(step, after) {
    this.steps.push(step);
    if (step.foul?.lost) this.loser = step.seat;
    this.last = after;
    this.states.push(after);
    const gone = this.length - Math.max(STRIDE, Math.floor(KEPT_BYTES / this.game.stateSize));
    if (gone > 0 && gone % STRIDE !== 0) this.states[gone] = undefined;
  }

  addMove(text, { seconds = 0, actions = null, remark = null } = {}) {
    const before = this.last;
    this.add({ seat: before.player, text, seconds, actions, remark }, before.apply(answerOf(before, text)));
  }

  addFoul(seat, kind, text, { seconds = 0, stderr = "", number = null } = {}) {
    const { after, lost } = forfeited(this.last, seat);
    this.add({ seat, seconds, number, foul: { kind, text, stderr, lost } }, after);
  }

  stateAt(number) {
    if (this.states[number] === undefined) {
      const step = this.steps[number - 1], before = this.stateAt(number - 1);
      return step.foul ? forfeited(before, step.seat).after : before.apply(answerOf(before, step.text));
    }
    return this.states[number];
  }

  /** Drops the steps after a position, and returns them so that `restore` can bring them back. */
  cut(number) {
    const gone = { number, steps: this.steps.splice(number), states: this.states.splice(number + 1), loser: this.loser };
    this.loser = null;
    this.last = this.states[number] = this.stateAt(number);
    return gone;
  }

  restore(gone) {
    this.cut(gone.number);
    this.steps.push(...gone.steps);
    this.states.push(...gone.states);
    this.loser = gone.loser;
    this.last = this.stateAt(this.length);
  }

  /** Seconds that each seat has used before a position. */
  used(number = this.length) {
    const sums = this.labels.map(() => 0);
    for (const step of this.steps.slice(0, number)) sums[step.seat] += step.seconds;
    return sums;
  }
}
