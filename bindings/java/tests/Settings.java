package libgames;

import java.nio.file.Path;

/** Paths and settings, given by the runner as system properties. */
final class Settings {
  /** The root of the repository. */
  static final Path ROOT = Path.of(System.getProperty("libgames.root"));
  /** A game in a separate file. */
  static final Path CONNECT_FOUR = Path.of(System.getProperty("libgames.connect_four"));
  /** The factor by which long tests are longer than usual. */
  static final int TIMES = Integer.parseInt(System.getenv().getOrDefault("LIBGAMES_TESTS_TIMES", "1"));

  private Settings() {}

  static Game game(String configuration) {
    return configuration.startsWith("connect_four") ? Game.load(CONNECT_FOUR, configuration) : Game.of(configuration);
  }
}
