package libgames;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import org.junit.Test;

/** Batches play the same games as single states. */
public class BatchTest {
  private static final int GAMES = 8;

  /** Writes a legal action for each slot, chosen with the generator. */
  static void choose(Batch batch, int width, Rng rng) {
    ByteBuffer mask = batch.mask();
    IntBuffer actions = batch.actions();
    for (int slot = 0; slot < batch.games(); slot++) {
      int count = 0;
      for (int action = 0; action < width; action++) {
        count += mask.get(slot * width + action);
      }
      int rank = rng.below(Math.max(1, count));
      int action = 0;
      for (; action < width - 1 && (mask.get(slot * width + action) == 0 || rank-- > 0); action++) {
        continue;
      }
      actions.put(slot, action);
    }
  }

  @Test
  public void rowsAreThoseOfSingleGames() {
    for (String name : Game.names()) {
      Game game = Game.of(name);
      try (Batch batch = Batch.of(game, GAMES).autoreset(Batch.Autoreset.DISABLED).seed(5).threads(2).create()) {
        Rng rng = new Rng(1);
        State[] states = new State[GAMES];
        for (int slot = 0; slot < GAMES; slot++) {
          states[slot] = game.newState(5 + slot);
        }
        assertEquals(new Batch.Report(0, 0, GAMES), batch.reset());
        for (int step = 0; step < 60; step++) {
          compare(batch, states);
          choose(batch, game.actions(), rng);
          IntBuffer actions = batch.actions();
          batch.step();
          for (int slot = 0; slot < GAMES; slot++) {
            states[slot] = states[slot].isOver() ? states[slot] : states[slot].apply(actions.get(slot));
          }
        }
      }
    }
  }

  private static void compare(Batch batch, State[] states) {
    Game game = states[0].game();
    Space space = game.observations().get(0);
    for (int slot = 0; slot < GAMES; slot++) {
      State state = states[slot];
      assertEquals(state, batch.state(slot));
      assertEquals(state.isOver() ? 1 : 0, batch.terminated().get(slot));
      if (!state.isOver()) {
        assertEquals(state.player(), batch.player().get(slot));
        ByteBuffer row = batch.observation().slice(slot * space.size(), space.size());
        assertEquals(state.observation(state.player()), row);
        for (int action : state.legalActions()) {
          assertEquals(1, batch.mask().get(slot * game.actions() + action));
        }
      }
    }
  }

  @Test
  public void sampledActionsAreLegalAndOfTheSeed() {
    for (String name : Game.names()) {
      Game game = Game.of(name);
      try (Batch batch = Batch.of(game, GAMES).autoreset(Batch.Autoreset.DISABLED).seed(3).create()) {
        batch.reset();
        for (int step = 0; step < 200; step++) {
          batch.sample(step);
          int[] sampled = numbers(batch.actions());
          for (int slot = 0; slot < GAMES; slot++) {
            boolean over = batch.terminated().get(slot) == 1;
            assertEquals(over ? 0 : 1, batch.mask().get(slot * game.actions() + sampled[slot]));
            assertTrue(!over || sampled[slot] == 0);
          }
          batch.sample(step);
          assertArrayEquals(sampled, numbers(batch.actions()));
          int over = 0;
          for (int slot = 0; slot < GAMES; slot++) {
            over += batch.terminated().get(slot);
          }
          assertEquals(over, batch.step().failed());
        }
      }
    }
  }

  @Test
  public void sampledActionsAreEquallyLikely() {
    Game game = Game.of("snakecore");
    try (Batch batch = Batch.of(game, 1).create()) {
      batch.reset();
      int[] legal = batch.state(0).legalActions();
      int[] count = new int[game.actions()];
      for (int seed = 0; seed < 3000; seed++) {
        batch.sample(seed);
        count[batch.actions().get(0)]++;
      }
      assertTrue(legal.length > 1);
      for (int action : legal) {
        assertEquals(3000.0 / legal.length, count[action], 150);
      }
    }
  }

  @Test
  public void whatCanNotBeSampledLeavesTheActions() {
    Game game = Game.of("alquerque");
    try (Batch batch = Batch.of(game, 2).create()) {
      batch.actions().put(0, 5).put(1, 6);
      assertThrows(IllegalArgumentException.class, () -> batch.sample(1)); // before the first reset
      batch.reset();
      for (int action = 0; action < game.actions(); action++) {
        batch.mask().put(game.actions() + action, (byte) 2);
      }
      assertThrows(IllegalArgumentException.class, () -> batch.sample(1));
      assertArrayEquals(new int[] {5, 6}, numbers(batch.actions()));
    }
    try (Batch batch = Batch.of(game, 2).without(Batch.Array.MASK).create()) {
      batch.reset();
      assertThrows(IllegalArgumentException.class, () -> batch.sample(1));
    }
  }

  private static int[] numbers(IntBuffer buffer) {
    int[] numbers = new int[buffer.remaining()];
    buffer.get(numbers);
    return numbers;
  }

  @Test
  public void savedSlotsGoOnAlike() {
    Game game = Game.of("snakecore(rounds=30)");
    try (Batch batch = Batch.of(game, 3).player(1, Player.of("greedy")).create()) {
      batch.reset();
      for (int i = 0; i < 10; i++) {
        choose(batch, game.actions(), new Rng(i));
        batch.step();
      }
      byte[] saved = batch.save(0);
      batch.copy(0, 1);
      batch.branch(0, 2, 99);
      for (int i = 0; i < 12; i++) {
        for (int slot = 0; slot < 3; slot++) {
          batch.actions().put(slot, game.parseAction("N"));
        }
        batch.step();
      }
      State end = batch.state(0);
      assertEquals(end, batch.state(1));
      batch.load(2, saved);
      assertNotEquals(end, batch.state(2));
      batch.set(1, end, 3);
      assertEquals(end, batch.state(1));
    }
  }

  /** The seats of the only learner, of whom alone anything is asked. */
  @Test
  public void seats() {
    Game game = Game.of("blockdrop(turns=40)");
    for (Batch.Seating seating : Batch.Seating.values()) {
      Batch.Settings settings = Batch.of(game, 64).seating(seating).rotation(2);
      for (int seat = 1; seat < 4; seat++) {
        settings.player(seat, Player.of("greedy"));
      }
      try (Batch batch = settings.create()) {
        batch.reset();
        int[] counts = new int[4];
        for (int slot = 0; slot < 64; slot++) {
          int seat = batch.player().get(slot);
          counts[seat]++;
          assertTrue(seating != Batch.Seating.BY_SLOT || seat == slot % 4);
        }
        for (int seat = 0; seat < 4; seat++) {
          assertEquals(seating != Batch.Seating.FIXED || seat == 2, counts[seat] > 0);
        }
      }
    }
    assertThrows(IllegalArgumentException.class, () -> Batch.of(game, 1).rotation(4));
  }

  @Test
  public void rewardsAndEpisodes() {
    Game game = Game.of("blockdrop(turns=40)");
    try (Batch batch = Batch.of(game, 16).autoreset(Batch.Autoreset.SAME_STEP).stepLimit(7).create()) {
      batch.reset(null, new long[16]);
      int ended = 0;
      for (int i = 0; i < 50; i++) {
        choose(batch, game.actions(), new Rng(i));
        ended += batch.step().ended();
      }
      assertTrue(ended >= 16);
      assertEquals(16 * game.actions(), batch.buffer(Batch.Array.FINAL_MASK).remaining());
    }
    try (Batch batch = Batch.of(game, 2).create()) {
      assertEquals(new Batch.Report(0, 0, 2), batch.reset());
      assertEquals(new Batch.Report(0, 0, 1), batch.reset(new boolean[] {false, true}, null));
      assertEquals(game.newState(0), batch.state(0));
      assertNotEquals(game.newState(1), batch.state(1));
      assertArrayEquals(new float[4], new float[] {batch.reward().get(0), batch.reward().get(1), batch.rewards().get(0),
          batch.rewards().get(7)}, 0);
    }
  }
}
