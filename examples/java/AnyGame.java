import libgames.Game;
import libgames.ParseException;
import libgames.Rng;
import libgames.State;

/**
 * Plays one random game of any kind and prints every decision: the same games as examples/c/any_game.c.
 *
 * <p>{@code java -cp libgames.jar AnyGame.java [configuration [seed]]}
 */
public class AnyGame {
  public static void main(String[] arguments) {
    String configuration = arguments.length > 0 ? arguments[0] : "alquerque";
    long seed = arguments.length > 1 ? Long.parseUnsignedLong(arguments[1]) : 1;
    Game game;
    try {
      game = Game.of(configuration);
    } catch (ParseException error) {
      System.err.printf("%s%n%" + error.column() + "s here was expected: %s%n", configuration, "^", error.expected());
      System.exit(2);
      return;
    }
    Rng rng = new Rng(seed, 1); // the players' choices: another stream than the game's own chance
    State state = game.newState(seed);
    while (!state.isOver()) {
      int[] legal = state.legalActions();
      int action = legal[rng.below(legal.length)];
      System.out.printf("player %d plays %s, one of %d%n", state.player(), game.actionText(action), legal.length);
      state = state.apply(action);
    }
    System.out.println(state);
    System.out.print("scores:");
    for (int score : state.scores()) {
      System.out.print(" " + score);
    }
    System.out.println();
  }
}
