package libgames;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.Test;

/** Many trees, and leaves that are valued outside. */
public class BatchSearchTest {
  private static final int TREES = 5;

  private static List<State> roots(Game game) {
    return IntStream.range(0, TREES).mapToObj(game::newState).toList();
  }

  /** Values every leaf with the game's own evaluation, and checks all rows. */
  private static void value(BatchSearch searches, int rows) {
    Game game = searches.tree(0).state().get().game();
    Space space = game.observations().get(0);
    ByteBuffer states = searches.buffer(BatchSearch.Array.STATES);
    FloatBuffer values = searches.values();
    FloatBuffer priors = searches.priors();
    for (int row = 0; row < rows; row++) {
      byte[] bytes = new byte[game.stateSize()];
      states.get(row * bytes.length, bytes);
      State state = game.fromBytes(bytes);
      int player = searches.player().get(row);
      assertEquals(state.player(), player);
      assertTrue(row == 0 || searches.search().get(row - 1) <= searches.search().get(row));
      assertEquals(state.observation(player), searches.observation().slice(row * space.size(), space.size()));
      byte[] mask = new byte[game.actions()];
      searches.mask().get(row * mask.length, mask);
      int[] legal = IntStream.range(0, mask.length).filter(action -> mask[action] == 1).toArray();
      assertArrayEquals(state.legalActions(), legal);
      for (int seat = 0; seat < game.players(); seat++) {
        values.put(row * game.players() + seat, state.evaluate(seat));
      }
      for (int action = 0; action < game.actions(); action++) {
        priors.put(row * game.actions() + action, 0.25f);
      }
    }
  }

  /** Priors from outside become those of the tree, for legal actions only. */
  @Test
  public void priorsDecide() {
    Game game = Game.of("alquerque");
    State state = game.newState(0);
    int favourite = state.legalActions()[1];
    Search.Settings one = Search.of(game).simulations(50).policy(Search.Policy.PUCT);
    try (BatchSearch searches = BatchSearch.of(one, 1).create()) {
      searches.begin(List.of(state));
      for (int rows = searches.collect(); rows > 0; rows = searches.collect()) {
        searches.priors().put(favourite, 1);
        searches.receive();
      }
      assertEquals(favourite, searches.tree(0).best());
      assertEquals(1, searches.tree(0).priors()[favourite], 0);
      assertEquals(0, searches.tree(0).values()[favourite][0], 0);
    }
  }

  @Test
  public void leavesThatAreLeftOut() {
    Game game = Game.of("blockdrop");
    Search.Settings one = Search.of(game).simulations(64).policy(Search.Policy.PUCT).leaves(8).virtualLoss(2);
    BatchSearch.Settings settings = BatchSearch.of(one, 3).observation("compact");
    for (BatchSearch.Array array : List.of(BatchSearch.Array.OBSERVATION, BatchSearch.Array.MASK, BatchSearch.Array.PRIORS)) {
      settings.without(array);
    }
    try (BatchSearch searches = settings.create()) {
      assertEquals(3 * 8, searches.player().capacity());
      assertThrows(IllegalArgumentException.class, searches::priors);
      searches.begin(Collections.nCopies(3, game.newState(4)));
      int rows = searches.collect();
      assertTrue(rows >= 3);
      assertThrows(IllegalArgumentException.class, searches::collect);
      assertThrows(IllegalArgumentException.class, searches::run);
      searches.receive();
      assertThrows(IllegalArgumentException.class, () -> {
        searches.collect();
        searches.tree(1).begin(game.newState(1)); // forgets its leaves
        searches.receive();
      });
    }
  }

  @Test
  public void rolloutsOnThreads() {
    Game game = Game.of("ontherun");
    Search.Settings one = Search.of(game).simulations(200).seed(3);
    try (BatchSearch two = BatchSearch.of(one.leaves(0), TREES).threads(2).create(); Search alone = one.create()) {
      two.begin(roots(game));
      two.run();
      for (int i = 0; i < TREES; i++) {
        alone.seed(3 + i);
        alone.begin(game.newState(i));
        alone.run();
        assertArrayEquals(alone.visits(), two.tree(i).visits());
      }
      int action = two.tree(2).best();
      two.tree(2).advance(action);
      assertEquals(game.newState(2).apply(action), two.tree(2).state().get());
      two.run(Duration.ofDays(1));
      assertEquals(200, two.tree(2).statistics().simulations());
    }
  }

  @Test
  public void leavesOfEveryGame() {
    for (String name : Game.names()) {
      Game game = Game.of(name);
      Search.Settings one = Search.of(game).leaves(2);
      try (BatchSearch searches = BatchSearch.of(one, TREES).threads(2).with(BatchSearch.Array.STATES).create()) {
        searches.begin(roots(game));
        for (int i = 0; i < 10; i++) {
          value(searches, searches.collect());
          searches.receive();
        }
      }
    }
  }
}
