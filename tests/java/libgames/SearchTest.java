package libgames;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.Test;

/** Searches find what is there, alike each time, and stop when they should. */
public class SearchTest {
  private static long[] visits(State state, long seed) {
    try (Search search = Search.of(state.game()).simulations(300).seed(seed).create()) {
      search.begin(state);
      search.run();
      assertTrue(state.explain(search.best()).isEmpty());
      assertEquals(300, search.statistics().simulations());
      return search.visits();
    }
  }

  @Test
  public void sameSeedSameTreeInEveryGame() {
    for (String name : Game.names()) {
      State state = Game.of(name).newState(3);
      long[] visits = visits(state, 1);
      assertArrayEquals(visits, visits(state, 1));
      assertTrue(LongStream.of(visits).sum() >= 299);
    }
  }

  @Test
  public void findsTheWin() {
    Game game = Game.load(Settings.CONNECT_FOUR, "connect_four");
    State state = game.newState(0);
    for (int i = 0; i < 3; i++) {
      state = state.apply(3).apply(0);
    }
    try (Search search = Search.of(game).simulations(2000).create()) {
      search.begin(state);
      search.run();
      assertEquals(3, search.best());
      assertEquals(3, search.line()[0]);
      assertTrue(search.proven()[3]);
      assertTrue(search.statistics().proven());
      assertEquals(1, search.values()[3][0], 0);
      assertEquals(1, search.statistics().values()[0], 0);
      float sum = 0;
      for (float share : search.policy()) {
        sum += share;
      }
      assertEquals(1, sum, 1e-5);
    }
  }

  @Test
  public void theTreeStaysAfterAMove() {
    Game game = Game.of("alquerque");
    try (Search search = Search.of(game).simulations(500).create()) {
      search.begin(game.newState(0));
      search.run();
      int action = search.best();
      search.advance(action);
      long kept = search.statistics().nodes();
      assertTrue(kept > 1);
      search.run();
      State after = game.newState(0).apply(action);
      assertTrue(after.explain(search.best()).isEmpty());
      search.advance(search.best(), after.apply(search.best()));
    }
  }

  @Test
  public void timeAndInterruptsEndARun() {
    Game game = Game.of("amazes");
    try (Search search = Search.of(game).simulations(2_000_000_000).nodes(10000).create()) {
      search.begin(game.newState(0));
      long begin = System.nanoTime();
      search.run(Duration.ofMillis(100));
      assertTrue(System.nanoTime() - begin < 30_000_000_000L);
      long done = search.statistics().simulations();
      assertTrue(done > 0);
      Thread.currentThread().interrupt();
      search.run();
      assertTrue(Thread.interrupted());
      assertEquals(done, search.statistics().simulations());
    }
  }

  @Test
  public void builtInPlayers() {
    assertTrue(Player.names().containsAll(Arrays.asList("random", "greedy")));
    for (String name : Player.names()) {
      Player player = Player.of(name);
      assertEquals(player, Player.of(player.toString()));
      State state = Game.of("snakecore").newState(1);
      int action = player.choose(state, new Rng(4));
      assertEquals(action, player.choose(state, new Rng(4)));
      assertTrue(state.explain(action).isEmpty());
    }
    assertFalse(Player.of("random").equals(Player.of("greedy")));
  }
}
