import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import libgames.Game;
import libgames.Search;
import libgames.State;

/**
 * A contest program for Block drop (the rules {@code page}): searches the consequences of each of its actions.
 *
 * <p>Writes "READY", then answers each message with one letter. An argument is the number of simulations.
 */
public class BlockDrop {
  private static final Game GAME = Game.of("blockdrop(turns=32767)");

  /** The position in a message: the id, T, six lines of timers, four lines of players. */
  private static State read(List<String> message) {
    List<String> rows = new ArrayList<>();
    List<String> players = new ArrayList<>();
    for (String line : message.subList(2, 8)) {
      rows.add(line.trim().replaceAll("\\s+", ","));
    }
    for (String line : message.subList(8, 12)) {
      players.add(line.trim().replaceAll("\\s+", ","));
    }
    String turn = message.get(1).trim() + "/32767";
    return GAME.parse(String.join(" ", "page", turn, String.join("/", rows), String.join(" ", players), "-"));
  }

  public static void main(String[] arguments) throws IOException {
    long simulations = arguments.length > 0 ? Long.parseLong(arguments[0]) : 2000;
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    try (Search search = Search.of(GAME).simulations(simulations).cutoff(40).create()) {
      System.out.println("READY");
      List<String> message = new ArrayList<>();
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (!line.equals("EOD")) {
          message.add(line);
          continue;
        }
        search.begin(read(message));
        search.run();
        System.out.println(GAME.actionText(search.best()));
        message.clear();
      }
    }
  }
}
