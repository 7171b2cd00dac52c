/** Searching in a separate thread, so that the page stays responsive: the thread's side, and the page's. */
import { Search, load } from "../libgames.js";

// ---- the thread ----

const SLICE = 0.08; // seconds without listening
const NODES = 1 << 18; // most of the tree that analysis grows
const LINE = 8; // decisions of a line
const LINES = 3;

const pause = () => new Promise((resolve) => setTimeout(resolve));

/** The game's strong search, if it has a tree; otherwise one that values leaves by the game's own evaluation after a
 * few more decisions. */
function searchOptions(lg, game, seat, simulations) {
  const strong = lg.bot("strong").inSeat(game, seat);
  const base = { simulations, nodes: Math.min(NODES, 16 * simulations), full: "drop", seed: 1 };
  if (strong.name !== "mcts") return { ...base, rollout: "greedy", cutoff: 4 };
  const { policy, exploration, solver, rollout, cutoff, greedy_prior, opponent_model, depth } = strong.parameters;
  return {
    ...base,
    rollout,
    depth,
    policy: policy === "gumbel" ? "puct" : policy, // which plans for a budget that is known
    exploration: exploration / 100,
    solver: solver === "on",
    cutoff: cutoff < 0 ? null : cutoff,
    greedyPrior: greedy_prior / 100,
    opponentModel: opponent_model / 100,
  };
}

/** The best actions, each with the most likely line after it. */
function linesOf(state, search, { actions, pv, visits, values, proven }) {
  const { players } = state.game;
  return actions.slice(0, LINES).map((action, rank) => {
    const line = rank === 0 && pv.length > 0 ? pv.slice(0, LINE) : [action];
    for (let next; line.length < LINE && (next = search.children(line, 1)[0]) && next.visits > 1; ) line.push(next.action);
    const value = values[action * players + state.player];
    return { action, visits: visits[action], value, proven: proven[action] !== 0, moves: state.line(line) };
  });
}

/** Answers tasks one at a time; called in the thread. */
export function serve() {
  let lg = null, game = null, current = null;
  const stateOf = ({ config, shared, state }) => {
    if (game === null || game.config !== config || game.shared !== shared) game = lg.make(config, {}, shared);
    return game.fromBytes(state);
  };

  const tasks = {
    /** The decisions of a whole move. */
    choose(task) {
      let state = stateOf(task);
      const actions = [], player = lg.bot(task.player);
      do {
        actions.push(state.choose(player, task.seed + actions.length));
        state = state.apply(actions.at(-1));
      } while (state.inMove);
      return { actions };
    },

    /** The best moves, sent repeatedly until the budget is used up. */
    async analyse(task, tell) {
      const state = stateOf(task), search = new Search(game, searchOptions(lg, game, state.player, task.simulations));
      const began = performance.now();
      search.begin(state);
      try {
        do {
          const result = search.run(null, { seconds: SLICE });
          const seconds = (performance.now() - began) / 1000, { visits, statistics } = result;
          tell({ visits, statistics, seconds, lines: linesOf(state, search, result), done: search.done });
          await pause();
        } while (current === task && !search.done);
      } finally {
        search.free();
      }
      return {};
    },

    /** The values of many positions, sent one by one. */
    async value(task, tell) {
      for (const { number, bytes } of task.positions) {
        const state = stateOf({ ...task, state: bytes });
        if (state.isOver) {
          tell({ number, values: [...state.outcome] });
          continue;
        }
        const search = new Search(game, searchOptions(lg, game, state.player, task.simulations));
        tell({ number, values: [...search.run(state).statistics.values] });
        search.free();
        await pause();
        if (current !== task) break;
      }
      return {};
    },
  };

  let ready = null;
  self.onmessage = async ({ data: task }) => {
    if (task.module) {
      ready = load(task.module).then((library) => (lg = library));
      return;
    }
    current = task.stop ? null : task;
    if (task.stop) return;
    await ready;
    const tell = (part) => self.postMessage({ id: task.id, part });
    try {
      self.postMessage({ id: task.id, end: await tasks[task.kind](task, tell) });
    } catch (error) {
      self.postMessage({ id: task.id, error: error.message });
    }
  };
}

// ---- the page ----

/** A thread for one task at a time. */
export class Thinker {
  /** `program` is the address of a script that calls serve(); `module` the library, compiled. */
  constructor(program, module) {
    this.program = program;
    this.module = module;
    this.worker = null;
    this.task = null;
    this.count = 0;
  }

  /** Gives the task to the thread, in place of one that it may have. `heard` is called with each part of the answer;
   * the promise is for its end, and never settled for a task that another one replaces. */
  ask(task, heard = () => {}) {
    this.stop();
    this.start();
    this.count += 1;
    return new Promise((resolve, reject) => {
      this.task = { ...task, id: this.count };
      this.settle = { resolve, reject, heard };
      this.worker.postMessage(this.task);
    });
  }

  start() {
    if (this.worker !== null) return;
    this.worker = new Worker(this.program);
    this.worker.postMessage({ module: this.module });
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => this.hear({ id: this.task?.id, error: event.message || "the thread has ended" });
  }

  hear({ id, part, end, error }) {
    if (id !== this.task?.id) return; // of a task that was stopped
    if (part !== undefined) return this.settle.heard(part);
    this.task = null;
    if (error === undefined) this.settle.resolve(end);
    else this.settle.reject(new Error(error));
  }

  /** A choice can't be interrupted: its thread ends, and the next task gets a new one. */
  stop() {
    if (this.task === null) return;
    if (this.task.kind === "choose") {
      this.worker.terminate();
      this.worker = null;
    } else {
      this.worker.postMessage({ stop: true });
    }
    this.task = null;
  }

  get busy() {
    return this.task !== null;
  }
}
