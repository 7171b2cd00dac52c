package libgames;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameter;
import org.junit.runners.Parameterized.Parameters;

/** Random games of every configuration that the C tests walk through, and the same golden hashes. */
@RunWith(Parameterized.class)
public class ConformanceTest {
  private static final Pattern ROW = Pattern.compile("\\{\"([a-z_]+(?:\\(.*?\\))?)\", \\d+,\\s*0x([0-9A-F]{16})u[,}]");

  @Parameters(name = "{0}")
  public static List<Object[]> configurations() throws IOException {
    String source = Files.readString(Settings.ROOT.resolve("tests/c/test_conformance.c"));
    List<Object[]> rows = ROW.matcher(source).results()
        .map(row -> new Object[] {row.group(1), Long.parseUnsignedLong(row.group(2), 16)}).toList();
    assertTrue(rows.size() >= 13);
    return rows;
  }

  @Parameter(0)
  public String configuration;

  @Parameter(1)
  public long golden;

  private static int random(Rng rng, int[] actions) {
    return actions[rng.below(actions.length)];
  }

  @Test
  public void goldenPlaythroughs() {
    Game game = Settings.game(configuration);
    Rng rng = new Rng(2008);
    long hash = 0;
    for (int seed = 0; seed < 3; seed++) {
      State state = game.newState(seed);
      for (;;) {
        String link = String.format("%016x%s", hash, state);
        hash = Native.lg_hash(link.getBytes(StandardCharsets.UTF_8));
        if (state.isOver()) {
          break;
        }
        state = state.apply(random(rng, state.legalActions()));
      }
    }
    assertEquals(golden, hash);
  }

  @Test
  public void everyStateKeepsTheContracts() {
    Game game = Settings.game(configuration);
    Rng rng = new Rng(1);
    State state = game.newState(1);
    assertEquals(state, game.newState(1));
    for (int i = 0; i < 150 && !state.isOver(); i++) {
      look(state, rng);
      byte[] before = state.bytes();
      State after = state.apply(random(rng, state.legalActions()));
      assertArrayEquals(before, state.bytes());
      assertNotEquals(state, after);
      state = after;
    }
    State end = state.rollout(rng, game.longest());
    assertTrue(end.isOver());
    assertEquals(-1, end.player());
    assertEquals(0, end.legalActions().length);
    for (int action = 0; action < Math.min(game.actions(), 50); action++) {
      int refused = action;
      assertThrows(GameOverException.class, () -> end.apply(refused));
    }
    assertThrows(GameOverException.class, () -> end.forfeit(0));
  }

  @Test
  public void whatIsHiddenAndWhatIsRandom() {
    Game game = Settings.game(configuration);
    assertEquals(!game.newState(1).equals(game.newState(2)), game.hasChanceAtStart());
    assertEquals(game.name().equals("snakecore"), game.hasChanceInPlay());
    assertEquals(List.of("amazes", "ontherun").contains(game.name()), game.isHidden());
  }

  private static void look(State state, Rng rng) {
    Game game = state.game();
    assertEquals(state, game.parse(state.toString()));
    assertEquals(state, game.fromBytes(state.bytes()));
    assertEquals(state.hashCode(), game.fromBytes(state.bytes()).hashCode());
    int[] legal = state.legalActions();
    for (int sample = 0; sample < 20; sample++) {
      int action = rng.below(game.actions());
      boolean listed = Arrays.binarySearch(legal, action) >= 0;
      assertEquals(listed, state.explain(action).isEmpty());
      assertEquals(listed, (state.legalMask()[action / 64] >> action % 64 & 1) == 1);
      if (listed) {
        assertEquals(game, state.apply(action).game());
      }
      assertEquals(action, game.parseAction(game.actionText(action)));
    }
    for (int player = 0; player < game.players(); player++) {
      players(state, player);
    }
    assertEquals(game.players(), state.scores().length);
    assertEquals(game.players(), state.points().length);
    assertArrayEquals(new float[game.players()], state.outcome(), 0);
    assertFalse(state.board().isEmpty());
    assertTrue(state.picture(state.player()).startsWith("<svg"));
    assertFalse(state.result().isEmpty());
  }

  private static void players(State state, int player) {
    Game game = state.game();
    State other = state.resample(player, 7);
    for (Space space : game.observations()) {
      byte[] numbers = new byte[space.size()];
      state.observation(player, space.name(), numbers);
      assertEquals(ByteBuffer.wrap(numbers), state.observation(player, space.name()));
      assertEquals(state.observation(player, space.name()), other.observation(player, space.name()));
    }
    assertEquals(state.informationKey(player), other.informationKey(player));
    assertEquals(state.message(player), other.message(player));
    assertEquals(other, state.resample(player, 7));
    assertTrue(Math.abs(state.evaluate(player)) <= 1);
  }
}
