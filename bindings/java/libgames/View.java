package libgames;

import java.util.Arrays;
import java.util.List;

/** The form of an observation, as chosen by words; see {@link Game#observation}. */
record View(int encoding, int form, boolean isCanonical, Space space) {
  private static final List<String> FORMS = List.of("plain", "scaled", "one_hot"); // by their numbers in C

  static View of(Game game, String words) {
    List<String> encodings = game.observations().stream().map(Space::name).toList();
    int encoding = -1;
    int form = 0;
    boolean canonical = false;
    for (String word : words.isEmpty() ? List.<String>of() : Arrays.asList(words.split("\\+", -1))) {
      if (encoding < 0 && encodings.contains(word)) {
        encoding = encodings.indexOf(word);
      } else if (form == 0 && FORMS.indexOf(word) > 0) {
        form = FORMS.indexOf(word);
      } else if (!canonical && word.equals("canonical")) {
        canonical = true;
      } else {
        throw new IllegalArgumentException("observation: expected at most one of " + String.join(", ", encodings)
            + ", at most one of scaled, one_hot, and canonical, joined by +, not " + words);
      }
    }
    View view = new View(Math.max(0, encoding), form, canonical, null);
    lg_space space = new lg_space();
    lg_view chosen = view.inC();
    try {
      Native.lg_game_view_space(game.handle(), chosen, space);
      return new View(view.encoding, form, canonical, Space.of(space));
    } finally {
      chosen.delete();
      space.delete();
    }
  }

  /** For one call, after which it is to be deleted. */
  lg_view inC() {
    lg_view view = new lg_view();
    view.setObservation(encoding);
    view.setForm(form);
    view.setCanonical(isCanonical ? 1 : 0);
    return view;
  }

  /** Whether it is an encoding as it is. */
  boolean isPlain() {
    return form == 0 && !isCanonical;
  }
}
