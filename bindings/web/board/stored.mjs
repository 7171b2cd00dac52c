/** A game that this page has pictures of, but not the rules: it was loaded from a file where the page or the pictures
 * come from. Its course can be viewed like any other's, but can't be continued or searched. */
import { Course } from "./course.mjs";

const THEMES = { light: 1, dark: 2, contrast: 3 };

class StoredState {
  constructor(game, key, { news, ...facts }) {
    Object.assign(this, { game, key }, facts);
    this.isOver = this.player === null;
    this.told = news;
  }

  /** The pictures are stored in light colours, without the style that all of them share. */
  draw({ viewer = null, theme = "light" } = {}) {
    const picture = this.pictures[viewer === null ? 0 : viewer + 1], at = picture.indexOf("</title>\n") + 9;
    if (at < 9 || picture.includes("<style>")) return picture;
    return picture.slice(0, at).replace("theme1", `theme${THEMES[theme]}`) + this.game.styles[theme]
      + picture.slice(at);
  }

  news(seat) {
    return this.told[seat] ?? "";
  }
}

/** Takes the arena's reports of such a game one by one, and the lines of its replay, which are saved. */
export class PictureReader {
  constructor() {
    this.course = null;
    this.ended = false;
    this.text = "";
    this.count = 0;
  }

  line(text) {
    this.text += `${text}\n`;
  }

  picture(told) {
    const { course } = this;
    if (course === null) this.begin(told);
    else if (told.named) course.names.set(...told.named);
    else if (told.back) course.cut(course.length - told.back);
    else if (told.step) course.add(told.step, this.state(course.game, told.state));
    else this.ended = told.over;
  }

  begin({ name, config, title, information, help, seats, styles, state, labels, seed, time, library }) {
    const reader = this, type = { name, title, information, help, parameters: [], version: 0 };
    const game = { name, config, type, seats, styles, players: seats.length, shared: null, stateSize: 1,
      get stored() { return reader.text; } };
    const start = this.state(game, state);
    this.course = new Course(start, { seed: seed === null ? null : BigInt(seed), labels, time, library });
  }

  state(game, facts) {
    this.count += 1;
    return new StoredState(game, this.count, facts);
  }
}

/** The course of a game stored by `libgames show --html`; `text` is its replay. */
export function storedCourse(entries, text) {
  const reader = new PictureReader();
  for (const entry of entries) reader.picture(entry);
  reader.text = text;
  return reader.course;
}
