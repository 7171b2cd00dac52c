import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Arrays;
import libgames.Game;
import libgames.Search;
import libgames.State;

/**
 * A contest program for Alquerque: searches the tree of its moves.
 *
 * <p>Reads "Start" or the opponent's move, writes its own, until it reads "Quit" or the game is over. An argument is the
 * number of simulations for each decision.
 */
public class Alquerque {
  public static void main(String[] arguments) throws IOException {
    long simulations = arguments.length > 0 ? Long.parseLong(arguments[0]) : 2000;
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    Game game = Game.of("alquerque");
    State state = game.newState(0);
    try (Search search = Search.of(game).simulations(simulations).cutoff(12).create()) {
      for (String line = in.readLine(); line != null && !line.equals("Quit"); line = in.readLine()) {
        state = line.equals("Start") ? state : state.apply(line);
        if (state.isOver()) {
          continue;
        }
        State before = state;
        int[] actions = {};
        search.begin(state);
        do { // a chain of jumps is several decisions
          search.run();
          int action = search.best();
          actions = Arrays.copyOf(actions, actions.length + 1);
          actions[actions.length - 1] = action;
          state = state.apply(action);
          search.advance(action);
        } while (state.inMove());
        System.out.println(before.moveText(actions, state));
      }
    }
  }
}
