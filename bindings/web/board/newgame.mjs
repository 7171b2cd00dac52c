/** The dialog for a new game: which one, its parameters, seed, seats, and clock. */
import { Course } from "./course.mjs";
import { make } from "./words.mjs";

/** Who may sit in a seat: a string and its label. `you` and `person` are people at this page. */
export const SITTERS = [
  ["you", "You"],
  ["person", "Another person"],
  ["random", "Random"],
  ["greedy", "Greedy"],
  ["expert", "Expert"],
  ["strong(simulations=50)", "Strong, quick"],
  ["strong(simulations=300)", "Strong"],
  ["strong(simulations=2000)", "Strong, slow"],
];

export const USUAL = "strong(simulations=300)";

export function isPerson(seat) {
  return seat === "you" || seat === "person";
}

export function sitterName(seat) {
  return SITTERS.find(([text]) => text === seat)?.[1] ?? seat;
}

/** The default players of a new game: you in the first seat, and opponents that answer fast. */
export function usualSeats(game) {
  const others = game.players > 2 ? "greedy" : USUAL;
  return game.seats.map((_, seat) => (seat === 0 ? "you" : others));
}

/** A list of sitters as a select; a sitter that is not in the list becomes its last entry. */
export function sitterSelect(seat, label, change) {
  const known = SITTERS.some(([text]) => text === seat);
  const select = make("select", { "aria-label": label, change: () => change(select.value) },
    ...SITTERS.map(([text, name]) => make("option", { value: text, selected: text === seat }, name)),
    ...(known ? [] : [make("option", { value: seat, selected: true }, seat)]),
    make("option", { value: "other" }, "Other …"));
  return select;
}

/** Asks for a bot as a text. Resolves to its configuration, or null. */
export function askPlayer(dialog, library, game, seat) {
  const known = library.bots.map((name) => library.botType(name));
  const input = make("input", { id: "player-text", value: "mcts(simulations=500)", spellcheck: "false" });
  const wrong = make("p", { class: "wrong", role: "alert", hidden: true });
  const help = make("ul", {}, ...known.map(({ name, meaning, parameters }) => make("li", {}, make("b", {}, name), `: ${meaning}`,
    parameters.length === 0 ? "" : make("small", {}, ` (${parameters.map((one) => one.name).join(", ")})`))));
  return new Promise((resolve) => {
    const form = make("form", { method: "dialog", submit: (event) => {
      try {
        const player = library.bot(input.value.trim());
        player.inSeat(game, seat);
        resolve(player.config);
      } catch (error) {
        event.preventDefault();
        wrong.textContent = error.message;
        wrong.hidden = false;
      }
    } },
    make("h2", { id: "dialog-title" }, `Who plays ${game.seats[seat]}?`),
    make("div", { class: "fields" }, make("label", { for: "player-text" }, "Bot"), input), wrong, help,
    make("div", { class: "buttons" }, make("button", { type: "button", click: () => dialog.close() }, "Cancel"),
      make("button", { class: "main" }, "Choose this player")));
    dialog.addEventListener("close", () => resolve(null), { once: true });
    dialog.replaceChildren(form);
    dialog.showModal();
  });
}

/** Asks for a new game. Resolves to {course, seats}, or null. */
export function askGame(dialog, library, { config, seats, time }) {
  let game = library.make(config), sitting = [...seats];
  const values = () => Object.fromEntries(game.type.parameters.map(({ name }) => {
    const value = fields.elements[`parameter-${name}`].value;
    return [name, /^-?[0-9]+$/.test(value) ? Number(value) : value];
  }));
  const parameters = make("div", { class: "fields" }), places = make("div", { class: "fields both" });
  const rules = make("details", { class: "both" }, make("summary", {}, "Rules and size"), parameters);
  const wrong = make("p", { class: "wrong", role: "alert", hidden: true });
  const field = (label, input, why) => [make("label", { for: input.id }, label), input, ...(why ? [make("p", { class: "why" }, why)] : [])];

  function showParameters() {
    parameters.replaceChildren(...game.type.parameters.flatMap(({ name, minimum, maximum, words, meaning }) => {
      const id = `parameter-${name}`, value = game.parameters[name], change = refresh;
      const input = words.length > 0
        ? make("select", { id, name: id, change }, ...words.map((word) => make("option", { selected: word === value }, word)))
        : make("input", { id, name: id, change, type: "number", min: minimum, max: maximum, required: true, value });
      return field(name, input, meaning);
    }));
    rules.hidden = game.type.parameters.length === 0;
    rules.open = game.type.parameters.length < 4;
  }

  function showSeats() {
    places.replaceChildren(...game.seats.flatMap((name, seat) => {
      sitting[seat] ??= "greedy";
      const select = sitterSelect(sitting[seat], name, (value) => {
        if (value === "other") {
          const text = make("input", { id: `seat-${seat}`, value: "mcts(simulations=500)", "aria-label": `${name}: a bot`,
            change: () => (sitting[seat] = text.value.trim()) });
          sitting[seat] = text.value;
          select.replaceWith(text);
          text.focus();
        } else sitting[seat] = value;
      });
      select.id = `seat-${seat}`;
      return field(name, select);
    }));
    sitting.length = game.players;
  }

  function attempt(work) {
    try {
      wrong.hidden = true;
      return work();
    } catch (error) {
      wrong.textContent = error.message;
      wrong.hidden = false;
      return null;
    }
  }

  function refresh() {
    attempt(() => {
      const before = game.players;
      game = library.make(game.name, values());
      if (game.players !== before) showSeats();
    });
  }

  const choice = make("select", { id: "game-name", change: () => {
    game = library.make(choice.value);
    sitting = usualSeats(game);
    showParameters();
    showSeats();
  } }, ...library.games.map((name) => make("option", { value: name, selected: name === game.name }, library.gameType(name).title)));
  const seed = make("input", { id: "seed", inputmode: "numeric", pattern: "[0-9]{1,19}", required: true, value: newSeed() });
  const clock = make("input", { id: "clock", type: "number", min: 1, step: "any", value: time?.total ?? "", placeholder: "none" });
  const start = make("textarea", { id: "start", rows: 2, spellcheck: "false", placeholder: "from the seed" });
  const fields = make("form", { method: "dialog" },
    make("h2", { id: "dialog-title" }, "New game"),
    make("div", { class: "fields" }, ...field("Game", choice), places, rules,
      ...field("Seed", seed, "The same seed gives the same start."),
      ...field("Clock", clock,
        "Seconds of each person for the whole game; running out of time breaks the contest's rules."),
      ...field("Position", start, "The text of a position to begin with, instead of the seed.")),
    wrong,
    make("div", { class: "buttons" }, make("button", { type: "button", click: () => dialog.close() }, "Cancel"),
      make("button", { class: "main" }, "Start")));
  showParameters();
  showSeats();
  return new Promise((resolve) => {
    fields.addEventListener("submit", (event) => {
      const made = attempt(() => {
        const configured = library.make(game.name, values()), text = start.value.trim();
        for (const [seat, who] of sitting.entries()) if (!isPerson(who)) library.bot(who).inSeat(configured, seat);
        const limits = { first: null, answer: null, total: clock.value === "" ? null : Number(clock.value) };
        const begin = text === "" ? configured.new(BigInt(seed.value)) : configured.parse(text);
        return { course: new Course(begin, { seed: text === "" ? BigInt(seed.value) : null, time: limits }), seats: sitting };
      });
      if (made === null) event.preventDefault();
      else resolve(made);
    });
    dialog.addEventListener("close", () => resolve(null), { once: true });
    dialog.replaceChildren(fields);
    dialog.showModal();
  });
}

export function newSeed() {
  return String(crypto.getRandomValues(new Uint32Array(1))[0] % 1000000);
}
