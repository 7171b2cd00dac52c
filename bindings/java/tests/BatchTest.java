package libgames;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
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
    try (Batch batch = Batch.of(game, 3).player(1, Bot.of("greedy")).create()) {
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

  /** An opponent's actions from outside: the games of single states, and nothing but the learner's own actions counts. */
  @Test
  public void opponents() {
    Game game = Game.of("alquerque");
    Bot greedy = Bot.of("greedy");
    try (Batch batch = Batch.of(game, GAMES).player(0, greedy).opponent(0).stepLimit(30)
        .autoreset(Batch.Autoreset.DISABLED).create()) {
      batch.reset();
      Rng rng = new Rng(3);
      State[] states = IntStream.range(0, GAMES).mapToObj(game::newState).toArray(State[]::new);
      int[] learned = new int[GAMES];
      boolean[] which = new boolean[GAMES];
      for (boolean going = true; going;) {
        going = false;
        for (int slot = 0; slot < GAMES; slot++) {
          which[slot] = batch.terminated().get(slot) == 0 && batch.truncated().get(slot) == 0;
          if (!which[slot]) {
            continue;
          }
          going = true;
          int seat = states[slot].player();
          assertEquals(states[slot], batch.state(slot));
          assertEquals(seat, batch.player().get(slot));
          int action = greedy.choose(states[slot], rng);
          batch.actions().put(slot, action);
          states[slot] = states[slot].apply(action);
          learned[slot] += seat;
        }
        batch.step(which);
      }
      for (int slot = 0; slot < GAMES; slot++) {
        assertEquals(states[slot].isOver() ? 1 : 0, batch.terminated().get(slot));
        assertTrue(states[slot].isOver() || learned[slot] == 30);
        assertEquals(states[slot].outcome()[1], batch.reward().get(slot), 0);
      }
    }
    assertThrows(IllegalArgumentException.class, () -> Batch.of(game, 1).opponent(2));
    assertThrows(IllegalArgumentException.class, () -> Batch.of(game, 1).opponent(0).opponent(1).create());
  }

  /** The seats of the only learner, which alone makes decisions. */
  @Test
  public void seats() {
    Game game = Game.of("blockdrop(turns=40)");
    for (Batch.Seating seating : Batch.Seating.values()) {
      Batch.Settings settings = Batch.of(game, 64).seating(seating).rotation(2);
      for (int seat = 1; seat < 4; seat++) {
        settings.player(seat, Bot.of("greedy"));
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

  private static final List<String> VIEWS = List.of("", "scaled", "one_hot", "canonical", "one_hot+canonical");

  /** In each view the rows equal the views of states; masks of bits equal those of bytes; canonical ones are turned. */
  @Test
  public void views() {
    for (String name : Game.names()) {
      Game game = Game.of(name);
      for (String words : VIEWS) {
        Batch.Settings settings = Batch.of(game, GAMES).observation(words).seed(5);
        try (Batch batch = settings.create(); Batch bits = settings.masks(Batch.Masks.BITS).create()) {
          assertEquals(game.observation(words), batch.space());
          assertEquals(words.contains("scaled") || words.contains("one_hot"), batch.space().floats());
          batch.reset();
          bits.reset();
          for (int step = 0; step < 20; step++) {
            int size = batch.space().size();
            for (int slot = 0; slot < GAMES; slot++) {
              int player = batch.player().get(slot);
              ByteBuffer row = batch.observation().slice(slot * size, size);
              assertEquals(words, batch.state(slot).observation(player, words), row);
              int width = (game.actions() + 7) / 8;
              for (int action = 0; action < game.actions(); action++) {
                int bit = bits.mask().get(slot * width + action / 8) >> action % 8 & 1;
                assertEquals(batch.mask().get(slot * game.actions() + action), bit);
              }
            }
            batch.sample(step);
            bits.actions().put(batch.actions());
            assertEquals(batch.step(), bits.step());
          }
          assertThrows(IllegalArgumentException.class, () -> bits.sample(1));
        }
      }
      for (String wrong : new String[] {"junk", "+", "scaled+one_hot", "scaled+scaled", "canonical+canonical", "plain"}) {
        assertThrows(wrong, IllegalArgumentException.class, () -> Batch.of(game, 1).observation(wrong));
        assertThrows(wrong, IllegalArgumentException.class, () -> game.newState(1).observation(0, wrong));
      }
    }
    assertEquals(List.of(3485), Game.of("snakecore").observation("window+one_hot").shape()); // as in Python
    State start = Game.of("alquerque").newState(1);
    assertNotEquals(start.observation(1, ""), start.observation(1, "canonical"));
  }

  /** The same actions with and without a same-step reset: the former's final arrays are the latter's last ones. */
  @Test
  public void finalArraysAreThoseOfTheEnd() {
    Game game = Game.of("snakecore(rounds=12)");
    try (Batch batch = Batch.of(game, GAMES).autoreset(Batch.Autoreset.SAME_STEP).create();
        Batch other = Batch.of(game, GAMES).autoreset(Batch.Autoreset.DISABLED).create()) {
      batch.reset();
      other.reset();
      assertThrows(IllegalArgumentException.class, () -> other.buffer(Batch.Array.FINAL_STATES));
      int ended = 0;
      while (ended < GAMES) {
        other.sample(ended);
        boolean[] ongoing = new boolean[GAMES];
        for (int slot = 0; slot < GAMES; slot++) {
          ongoing[slot] = other.terminated().get(slot) == 0;
          batch.actions().put(slot, other.actions().get(slot));
        }
        other.step(ongoing);
        batch.step(ongoing);
        for (int slot = 0; slot < GAMES; slot++) {
          if (ongoing[slot] && batch.terminated().get(slot) == 1) {
            ended++;
            int start = slot * game.stateSize();
            byte[] end = new byte[game.stateSize()];
            batch.buffer(Batch.Array.FINAL_STATES).get(start, end);
            assertEquals(other.state(slot), game.fromBytes(end));
            assertEquals(0, batch.buffer(Batch.Array.FINAL_VARIANT).getInt(4 * slot));
            int size = batch.space().size();
            assertEquals(other.observation().slice(slot * size, size),
                batch.buffer(Batch.Array.FINAL_OBSERVATION).slice(slot * size, size));
            assertTrue(!batch.state(slot).isOver());
          }
        }
      }
    }
  }

  /** Shaped rewards of a whole game add up to its outcome where nothing is discounted: start and end are worth 0. */
  @Test
  public void shapedRewards() {
    Game game = Game.of("alquerque");
    double[] discounted = new double[2];
    for (float discount : new float[] {1, 0.5f}) {
      try (Batch batch = Batch.of(game, GAMES).autoreset(Batch.Autoreset.DISABLED).rewards(Batch.Rewards.SHAPED)
          .discount(discount).create()) {
        batch.reset();
        double[] sums = new double[GAMES * 2];
        int shaped = 0;
        for (int ended = 0, step = 0; ended < GAMES; step++) {
          boolean[] ongoing = new boolean[GAMES];
          for (int slot = 0; slot < GAMES; slot++) {
            ongoing[slot] = batch.terminated().get(slot) == 0;
          }
          batch.sample(step);
          ended += batch.step(ongoing).ended();
          for (int i = 0; i < sums.length; i++) {
            sums[i] += ongoing[i / 2] ? batch.rewards().get(i) : 0;
            shaped += batch.rewards().get(i) != 0 ? 1 : 0;
          }
        }
        assertTrue(shaped > 4 * GAMES);
        for (int i = 0; i < sums.length; i++) {
          boolean equal = Math.abs(sums[i] - batch.state(i / 2).outcome()[i % 2]) < 1e-4;
          assertTrue(equal || discount < 1);
          discounted[discount < 1 ? 1 : 0] += equal ? 0 : 1;
        }
      }
    }
    assertTrue(discounted[0] == 0 && discounted[1] > 0);
    for (float wrong : new float[] {-0.1f, 1.1f, Float.NaN}) {
      assertThrows(IllegalArgumentException.class, () -> Batch.of(game, 1).discount(wrong));
    }
  }

  @Test
  public void seatsAreInTheirArray() {
    Game game = Game.of("blockdrop(turns=40)");
    try (Batch batch = Batch.of(game, 16).seating(Batch.Seating.BY_SLOT).create()) {
      batch.reset();
      for (int slot = 0; slot < 16; slot++) {
        for (int entry = 0; entry < 4; entry++) {
          assertEquals((entry + slot) % 4, batch.seats().get(slot * 4 + entry));
        }
      }
    }
  }

  /** Games on other maps, by slot and by episode. */
  @Test
  public void variants() {
    List<Game> maps = IntStream.range(0, 3)
        .mapToObj(i -> Game.of("ontherun(cities=" + (20 + 5 * i) + ",map=" + (i + 1) + ",max_cities=30)")).toList();
    for (Batch.VariantChoice choice : Batch.VariantChoice.values()) {
      try (Batch batch = Batch.of(maps.get(0), 12).variants(maps.get(1), maps.get(2)).variantChoice(choice)
          .autoreset(Batch.Autoreset.SAME_STEP).seed(13).create()) {
        batch.reset();
        int[] met = new int[12];
        for (int step = 0; step < 60; step++) {
          for (int slot = 0; slot < 12; slot++) {
            int variant = batch.variant().get(slot);
            met[slot] |= 1 << variant;
            assertEquals(maps.get(variant), batch.state(slot).game());
            assertTrue(choice != Batch.VariantChoice.BY_SLOT || variant == slot % 3);
          }
          batch.sample(step);
          batch.step();
        }
        boolean several = IntStream.of(met).anyMatch(bits -> Integer.bitCount(bits) > 1);
        assertEquals(choice == Batch.VariantChoice.BY_EPISODE, several);
        int first = batch.variant().get(0);
        State other = maps.get((first + 1) % 3).newState(1);
        assertThrows(StateException.class, () -> batch.set(0, other, 1));
        batch.set(0, maps.get(first).newState(1), 1);
        assertEquals(maps.get(first).newState(1), batch.state(0));
      }
    }
    Batch.Settings unlike = Batch.of(maps.get(0), 2).variants(Game.of("alquerque"));
    assertThrows(IllegalArgumentException.class, unlike::create);
    Game[] many = Collections.nCopies(256, maps.get(0)).toArray(new Game[0]);
    assertThrows(IllegalArgumentException.class, () -> Batch.of(maps.get(0), 2).variants(many));
  }
}
