package libgames;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameter;
import org.junit.runners.Parameterized.Parameters;

/** The trees of the C tests, with the same digests: also with leaves that are valued outside. */
@RunWith(Parameterized.class)
public class GoldenSearchTest {
  private static final Pattern GAME = Pattern.compile("(?m)^    \"([a-z]+(?:\\(.*?\\))?)\",$");
  private static final Pattern DIGEST = Pattern.compile("0x([0-9A-F]{16})u");
  private static final int KINDS = 4;

  @Parameters(name = "{0}")
  public static List<Object[]> rows() throws IOException {
    String source = Files.readString(Settings.ROOT.resolve("tests/c/search/test_trees.c"));
    List<String> games = GAME.matcher(source).results().map(found -> found.group(1)).toList();
    List<Long> digests =
        DIGEST.matcher(source).results().map(found -> Long.parseUnsignedLong(found.group(1), 16)).toList();
    assertEquals(games.size() * KINDS, digests.size());
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < games.size(); i++) {
      rows.add(new Object[] {games.get(i), digests.subList(KINDS * i, KINDS * i + KINDS)});
    }
    return rows;
  }

  @Parameter(0)
  public String configuration;

  @Parameter(1)
  public List<Long> digests;

  private State state() {
    Rng rng = new Rng(2008);
    State state = Game.of(configuration).newState(3);
    for (int i = 0; i < 12 && !state.isOver(); i++) {
      int[] legal = state.legalActions();
      state = state.apply(legal[rng.below(legal.length)]);
    }
    return state;
  }

  private static Search.Settings settings(State state, Search.Policy policy) {
    return Search.of(state.game()).simulations(300).seed(5).policy(policy);
  }

  private static long hash(Object numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(1 << 20).order(ByteOrder.nativeOrder());
    if (numbers instanceof long[]) {
      bytes.asLongBuffer().put((long[]) numbers);
      bytes.limit(Long.BYTES * ((long[]) numbers).length);
    } else if (numbers instanceof float[]) {
      bytes.asFloatBuffer().put((float[]) numbers);
      bytes.limit(Float.BYTES * ((float[]) numbers).length);
    } else {
      for (boolean flag : (boolean[]) numbers) {
        bytes.put((byte) (flag ? 1 : 0));
      }
      bytes.flip();
    }
    byte[] part = new byte[bytes.limit()];
    bytes.get(0, part);
    return Native.lg_hash(part);
  }

  private static float[] joined(float[][] rows) {
    float[] all = new float[rows.length * rows[0].length];
    for (int i = 0; i < all.length; i++) {
      all[i] = rows[i / rows[0].length][i % rows[0].length];
    }
    return all;
  }

  /** As search_digest of tests/c/search/helpers.c. */
  private static long digest(Search search) {
    Search.Statistics now = search.statistics();
    float[] values = new float[Native.LG_MAX_PLAYERS];
    System.arraycopy(now.values(), 0, values, 0, now.values().length);
    return hash(new long[] {hash(search.visits()), hash(joined(search.values())), hash(search.priors()),
        hash(search.policy()), hash(search.proven()), hash(values), now.simulations(),
        Math.round(now.meanDepth() * now.simulations())});
  }

  private void compare(int kind, Search.Settings settings) {
    try (Search search = settings.create()) {
      search.begin(state());
      search.run();
      assertEquals((long) digests.get(kind), digest(search));
    }
  }

  @Test
  public void searches() {
    State state = state();
    compare(0, settings(state, Search.Policy.UCT));
    compare(1, settings(state, Search.Policy.PUCT).noise(0.25f, 0.3f));
    compare(3, settings(state, Search.Policy.UCT).rollout(Bot.of("greedy")).depth(2));
  }

  /** As search_evaluator of tests/c/search/helpers.c; of the priors of actions that are not legal nothing may come. */
  private static void value(BatchSearch searches, Game game, int row) {
    byte[] state = new byte[game.stateSize()];
    byte[] mask = new byte[game.actions()];
    searches.buffer(BatchSearch.Array.STATES).get(row * state.length, state);
    searches.mask().get(row * mask.length, mask);
    int player = searches.player().get(row);
    long[] seed = {Native.lg_hash(state)};
    float[] values = new float[game.players()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) Long.remainderUnsigned(Native.lg_splitmix64(seed), 2001) / 1000 - 1;
    }
    if (values.length == 2) {
      values[1 - player] = -values[player];
    }
    searches.values().put(row * values.length, values);
    for (int action = 0; action < mask.length; action++) {
      float prior = mask[action] == 0 ? 1000 : (float) (1 + Long.remainderUnsigned(Native.lg_splitmix64(seed), 100)) / 7;
      searches.priors().put(row * mask.length + action, prior);
    }
  }

  @Test
  public void leavesThatAreValuedOutside() {
    State state = state();
    Search.Settings one = settings(state, Search.Policy.GUMBEL);
    try (BatchSearch searches = BatchSearch.of(one, 2).threads(2).with(BatchSearch.Array.STATES).create()) {
      searches.begin(List.of(state, state));
      for (int rows = searches.collect(); rows > 0; rows = searches.collect()) {
        for (int row = 0; row < rows; row++) {
          value(searches, state.game(), row);
        }
        searches.receive();
      }
      assertEquals((long) digests.get(2), digest(searches.tree(0)));
    }
  }
}
