package libgames;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A built-in player: every game has them, as opponents and as a measure for other players. Immutable, for any number of
 * threads.
 */
public final class Player {
  private final String name;
  private final int number;

  private Player(String name, int number) {
    this.name = name;
    this.number = number;
  }

  /** The names of all built-in players: "random", "greedy". */
  public static List<String> names() {
    return IntStream.range(0, Native.lg_player_count()).mapToObj(Native::lg_player_name).toList();
  }

  /**
   * The player that a text names.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static Player of(String text) {
    int number = Native.lg_player_find(Text.bytes(text));
    if (number < 0) {
      throw new IllegalArgumentException("player: expected one of " + String.join(", ", names()) + ", not " + text);
    }
    return new Player(text, number);
  }

  /**
   * The action that it chooses for the player to move: always a legal one. The generator moves on.
   *
   * <p>C: lg_game_choose
   *
   * @throws GameOverException when the game is over
   */
  public int choose(State state, Rng rng) {
    return (int) Native.lg_game_choose(state.game().handle(), state.data(), number, rng.state());
  }

  int number() {
    return number;
  }

  @Override
  public String toString() {
    return name;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Player && ((Player) other).number == number;
  }

  @Override
  public int hashCode() {
    return number;
  }
}
