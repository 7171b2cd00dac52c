/** A game that this page has pictures of, but not the rules: it was loaded from a file where the page was written. Its
 * course is looked at like any other's; nobody can play on, and nothing can be searched. */
import { Course } from "./course.mjs";

const THEMES = { light: 1, dark: 2, contrast: 3 };

class StoredState {
  constructor(game, number, { player, scores, points, outcome, news, pictures }, result) {
    Object.assign(this, { game, key: number, player, scores, points, outcome, result });
    this.isOver = player === null;
    this.told = news;
    this.pictures = pictures;
  }

  /** The pictures are stored in light colours, without the style that all of them share. */
  draw({ viewer = null, theme = "light" } = {}) {
    const picture = this.pictures[viewer === null ? 0 : viewer + 1], at = picture.indexOf("</title>\n") + 9;
    if (at < 9 || picture.includes("<style>")) return picture;
    return picture.slice(0, at).replace("theme1", `theme${THEMES[theme]}`) + this.game.styles[theme] + picture.slice(at);
  }

  news(seat) {
    return this.told[seat] ?? "";
  }
}

/** The course of what `libgames show --html` has stored; `text` is the replay that it was made of. */
export function storedCourse(facts, text) {
  const { name, config, title, information, help, seats, labels, seed, time, library } = facts;
  const type = { name, title, information, help, parameters: [], version: 0 };
  const game = { name, config, type, seats, players: seats.length, shared: null, stateSize: 1, styles: facts.styles, stored: text };
  const states = facts.states.map((state, number) => new StoredState(game, number, state, facts.result));
  const course = new Course(states[0], { seed: seed === null ? null : BigInt(seed), labels, time, library });
  course.names = new Map(facts.names);
  facts.steps.forEach((step, index) => course.add(step, states[index + 1]));
  return course;
}
