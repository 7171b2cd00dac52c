package libgames;

import java.nio.file.Path;

/** Where things are, as the runner says with system properties. */
final class Settings {
  /** The root of the repository. */
  static final Path ROOT = Path.of(System.getProperty("libgames.root"));
  /** A game in a file of its own. */
  static final Path CONNECT_FOUR = Path.of(System.getProperty("libgames.connect_four"));

  private Settings() {}

  static Game game(String configuration) {
    return configuration.startsWith("connect_four") ? Game.load(CONNECT_FOUR, configuration) : Game.of(configuration);
  }
}
