package libgames;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.Test;
import org.junit.function.ThrowingRunnable;

/** Wrong arguments are refused with the right exception; nothing crashes. */
public class HostileTest {
  private static final int[] WILD = {Integer.MIN_VALUE, -2, 65536, Integer.MAX_VALUE};
  private final Game game = Game.of("alquerque");
  private final State state = game.newState(0);

  private static void isNull(ThrowingRunnable call) {
    assertThrows(NullPointerException.class, call);
  }

  private static void refused(ThrowingRunnable call) {
    assertThrows(IllegalArgumentException.class, call);
  }

  private static void closed(ThrowingRunnable call) {
    assertTrue(assertThrows(IllegalStateException.class, call).getMessage().endsWith("is closed"));
  }

  @Test
  public void nothing() {
    isNull(() -> Game.of(null));
    isNull(() -> Game.of("ontherun", null));
    isNull(() -> Game.load(null, "connect_four"));
    isNull(() -> Game.load(Settings.CONNECT_FOUR, null));
    isNull(() -> game.parse(null));
    isNull(() -> game.fromBytes(null));
    isNull(() -> game.parseAction(null));
    isNull(() -> game.takenFor(null));
    isNull(() -> state.apply((String) null));
    isNull(() -> state.rollout(null, 1));
    isNull(() -> state.moveText(null, state));
    isNull(() -> state.moveText(new int[] {0}, null));
    isNull(() -> Bot.of(null));
    isNull(() -> Bot.of("greedy").choose(null, new Rng(0)));
    isNull(() -> Bot.of("greedy").choose(state, null));
    isNull(() -> Batch.of(null, 1));
    isNull(() -> Search.of(null));
    isNull(() -> state.observation(0, "planes", null));
    refused(() -> state.observation(0, null));
    refused(() -> state.field(null));
  }

  @Test
  public void nothingForObjectsWithMemory() {
    try (Batch batch = Batch.of(game, 2).create(); Search search = Search.of(game).create()) {
      isNull(() -> batch.load(0, null));
      isNull(() -> batch.set(0, null, 0));
      isNull(() -> search.begin(null));
      isNull(() -> Search.of(game).rollout(null));
      isNull(() -> Batch.of(game, 1).with(Batch.Array.MASK, null));
      refused(() -> batch.buffer(null));
    }
  }

  @Test
  public void nothingForNativeFunctions() {
    byte[] bytes = state.bytes();
    isNull(() -> Native.lg_game_apply(game.handle(), null, 0, bytes));
    isNull(() -> Native.lg_game_apply(game.handle(), bytes, 0, null));
    isNull(() -> Native.lg_game_legal(game.handle(), bytes, null));
    isNull(() -> Native.lg_game_state_print(game.handle(), bytes, null));
    refused(() -> Native.lg_game_legal(game.handle(), bytes, new long[1]));
    refused(() -> Native.lg_rng_next(new byte[15]));
    refused(() -> Native.lg_alquerque_count(new byte[8]));
    refused(() -> Native.lg_alquerque_scores(bytes, new int[1]));
    refused(() -> Native.lg_game_apply(null, bytes, 0, bytes));
  }

  @Test
  public void numbersOutOfRange() {
    for (int wild : WILD) {
      refused(() -> state.apply(wild));
      refused(() -> state.forfeit(wild));
      refused(() -> state.observation(wild));
      refused(() -> state.resample(wild, 0));
      refused(() -> state.informationKey(wild));
      refused(() -> state.evaluate(wild));
      refused(() -> state.message(wild));
      refused(() -> state.news(wild));
      refused(() -> state.board(wild, false));
      refused(() -> state.picture(wild));
      refused(() -> state.symmetry(wild));
      refused(() -> state.moveText(new int[] {wild}, state));
      refused(() -> game.actionText(wild));
      refused(() -> game.seat(wild));
      assertTrue(state.explain(wild).isPresent());
    }
    refused(() -> state.rollout(new Rng(0), -1));
    refused(() -> state.moveText(new int[0], state));
    refused(() -> new Rng(0).below(0));
    refused(() -> state.observation(0, "photograph"));
    refused(() -> state.observation(0, "planes", new byte[440]));
    refused(() -> state.observation(0, "planes", new byte[442]));
    refused(() -> state.observation(2, "planes", new byte[441]));
    refused(() -> state.field("beauty"));
  }

  /** Any actions give a text or an exception. */
  @Test
  public void movesThatWereNotPlayed() {
    for (String name : Game.names()) {
      Game any = Game.of(name);
      Rng rng = new Rng(3);
      for (int i = 0; i < 200; i++) {
        State before = any.newState(i).rollout(rng, rng.below(60));
        State after = before.rollout(rng, rng.below(3));
        int[] actions = new int[1 + rng.below(300)];
        Arrays.setAll(actions, k -> rng.below(any.actions()));
        try {
          before.moveText(actions, after);
        } catch (IllegalArgumentException error) {
          continue;
        }
      }
    }
  }

  @Test
  public void texts() {
    ParseException error = assertThrows(ParseException.class, () -> Game.of("alquerque(size=7)"));
    assertEquals(1, error.line());
    assertEquals(11, error.column());
    assertEquals("the name of a parameter of this game", error.expected());
    assertEquals("line 1, column 11: expected the name of a parameter of this game", error.getMessage());
    error = assertThrows(ParseException.class, () -> Game.of("ontherun(cities=5)", "5\nC 1-2\nX 1-3\n"));
    assertEquals(3, error.line());
    refused(() -> Game.of("alquerque", "map"));
    for (String text : List.of("", "\0", "\n", "é", "\ud83d\ude00", "\ud800", "x".repeat(100000))) {
      assertThrows(ParseException.class, () -> Game.of(text));
      assertThrows(ParseException.class, () -> game.parse(text));
      assertThrows(ParseException.class, () -> game.parseAction(text));
      assertThrows(ParseException.class, () -> state.apply(text));
    }
    IllegalMoveException illegal = assertThrows(IllegalMoveException.class, () -> state.apply("a1-a2"));
    assertTrue(illegal.getMessage(), illegal.getMessage().length() > 10);
    assertEquals(1, assertThrows(ParseException.class, () -> Bot.of("nobody")).column());
  }

  @Test
  public void actionsThatAreNotLegal() {
    int illegal = 0;
    while (state.explain(illegal).isEmpty()) {
      illegal++;
    }
    int action = illegal;
    IllegalMoveException error = assertThrows(IllegalMoveException.class, () -> state.apply(action));
    assertEquals(state.explain(action).get(), error.getMessage());
  }

  @Test
  public void bytesThatAreNoState() {
    byte[] bytes = state.bytes();
    for (int size : new int[] {0, 1, bytes.length - 1, bytes.length + 1, 100000}) {
      assertThrows(StateException.class, () -> game.fromBytes(Arrays.copyOf(bytes, size)));
    }
    bytes[0] ^= 1;
    byte[] broken = bytes.clone();
    Arrays.fill(broken, (byte) 0xFF);
    assertThrows(StateException.class, () -> game.fromBytes(broken));
    assertEquals(game.newState(0), state); // what bytes() gave was a copy
  }

  @Test
  public void statesOfOtherGames() {
    State other = Game.of("amazes").newState(0);
    assertThrows(StateException.class, () -> state.moveText(new int[] {0}, other));
    try (Batch batch = Batch.of(game, 2).create(); Search search = Search.of(game).create()) {
      batch.reset();
      assertThrows(StateException.class, () -> batch.set(0, other, 0));
      assertThrows(StateException.class, () -> search.begin(other));
      search.begin(state);
      assertThrows(StateException.class, () -> search.advance(state.legalActions()[0], other));
    }
  }

  @Test
  public void games() {
    refused(() -> Game.load(Path.of("/no/such/file.so"), "connect_four"));
    String odd = "/no/g\ud83d\ude00.so"; // beyond 16 bits, where JNI's own texts are no UTF-8
    Exception missing = assertThrows(IllegalArgumentException.class, () -> Native.lg_game_load(Text.bytes(odd + "\0")));
    assertTrue(missing.getMessage(), missing.getMessage().contains(odd));
    refused(() -> Game.load(Settings.ROOT.resolve("README.md"), "connect_four"));
    assertThrows(ParseException.class, () -> Game.load(Settings.CONNECT_FOUR, "alquerque"));
    assertThrows(ParseException.class, () -> Game.load(Settings.CONNECT_FOUR, "connect_four(columns=9)"));
    refused(game::sharedText);
  }

  @Test
  public void endOfTheMoves() {
    State over = state.rollout(new Rng(1), game.longest());
    assertThrows(NoSuchElementException.class, () -> over.legalMoves().next());
    assertThrows(GameOverException.class, () -> over.apply("a1-a2"));
    assertThrows(GameOverException.class, () -> Bot.of("random").choose(over, new Rng(0)));
    try (Search search = Search.of(game).create()) {
      search.begin(over);
      search.run();
      assertThrows(GameOverException.class, search::best);
    }
  }

  @Test
  public void searches() {
    refused(() -> Search.of(game).nodes(-1).create());
    for (int wild : WILD) {
      refused(() -> Search.of(game).greedyPrior(wild).create());
      refused(() -> Search.of(game).opponentModel(wild).create());
      refused(() -> Search.of(game).noise(0.5f, wild).create());
      refused(() -> Search.of(game).scales(wild, 1).create());
      refused(() -> Search.of(game).depth(wild).create());
      refused(() -> Search.of(game).exploration(-1).create());
      refused(() -> Search.of(game).exploration(Float.NaN).create());
      refused(() -> Search.of(game).policy(Search.Policy.GUMBEL).considered(wild == 65536 ? 0 : wild).create());
    }
    refused(() -> Search.of(game).simulations(-1).create());
    Search search = Search.of(game).simulations(100).create();
    refused(search::run);
    refused(search::best);
    refused(search::visits);
    refused(search::statistics);
    refused(() -> search.advance(0));
    assertEquals(0, search.line().length);
    search.begin(state);
    refused(() -> search.advance(-1));
    refused(() -> search.children(-1));
    isNull(() -> search.children(1, null));
    refused(() -> search.simulations(-1));
    search.close();
    search.close();
    closed(search::run);
    closed(search::best);
    closed(search::visits);
    closed(search::line);
    closed(search::statistics);
    closed(search::state);
    closed(search::priors);
    closed(() -> search.children(1));
    closed(() -> search.begin(state));
    closed(() -> search.advance(0));
    closed(() -> search.seed(0));
    closed(() -> search.simulations(1));
  }

  @Test
  public void manySearches() {
    Search.Settings one = Search.of(game).simulations(20);
    isNull(() -> BatchSearch.of(null, 1));
    refused(() -> BatchSearch.of(one, 1).observation(null));
    isNull(() -> BatchSearch.of(one, 1).with(null));
    refused(() -> BatchSearch.of(one, 1).without(BatchSearch.Array.VALUES));
    refused(() -> BatchSearch.of(one.leaves(4096), 65536).create()); // arrays of more than 2 GiB
    for (int wild : new int[] {Integer.MIN_VALUE, -1, 0, 65537}) {
      refused(() -> BatchSearch.of(one, wild));
      refused(() -> BatchSearch.of(one.leaves(1), 1).threads(wild).create());
      refused(() -> BatchSearch.of(one.leaves(wild == 0 ? 4097 : wild), 1).create());
    }
    BatchSearch searches = BatchSearch.of(one.leaves(1), 2).create();
    refused(searches::collect);
    refused(searches::receive);
    refused(searches::run);
    refused(() -> searches.tree(2));
    refused(() -> searches.begin(List.of(state)));
    isNull(() -> searches.begin(Arrays.asList(state, null)));
    refused(() -> searches.buffer(BatchSearch.Array.STATES));
    refused(() -> searches.begin(List.of(state, Game.of("amazes").newState(0))));
    assertTrue(searches.tree(0).state().isEmpty()); // nothing was done
    searches.begin(List.of(state, state));
    assertEquals(2, searches.collect());
    searches.values().put(0, Float.NaN).put(1, Float.POSITIVE_INFINITY).put(2, -1e30f);
    searches.priors().put(0, Float.NaN).put(1, Float.POSITIVE_INFINITY).put(2, -1e30f);
    searches.receive();
    refused(searches::receive);
    Search tree = searches.tree(1);
    tree.close();
    searches.close();
    closed(searches::collect);
    closed(searches::receive);
    closed(searches::run);
    closed(tree::best);
    closed(tree::state);
    closed(() -> searches.tree(0).begin(state));
    assertEquals(2, searches.player().capacity()); // the buffers stay
  }

  @Test
  public void alphaBeta() {
    isNull(() -> AlphaBeta.of(null));
    for (String name : List.of("amazes", "snakecore", "ontherun", "blockdrop")) {
      assertThrows(UnsupportedOperationException.class, () -> AlphaBeta.of(Game.of(name)).create());
    }
    for (int wild : WILD) {
      refused(() -> AlphaBeta.of(game).levels(wild).create());
      refused(() -> AlphaBeta.of(game).quiescence(wild).create());
      refused(() -> AlphaBeta.of(game).noise(wild).create());
      refused(() -> AlphaBeta.of(game).table(wild < 0 ? wild : Long.MAX_VALUE).create());
    }
    AlphaBeta search = AlphaBeta.of(game).create();
    for (int wild : WILD) {
      refused(() -> search.run(state, wild));
    }
    refused(() -> search.run(state, 3, -1));
    isNull(() -> search.run(null, 3));
    isNull(() -> search.run(state, null));
    refused(() -> search.run(Game.of("blockdrop").newState(0), 3));
    assertThrows(GameOverException.class, () -> search.run(state.rollout(new Rng(1), game.longest()), 3));
    assertTrue(state.explain(search.run(state, Duration.ofSeconds(Long.MIN_VALUE)).best()).isEmpty());
    search.close();
    search.close();
    closed(() -> search.run(state, 3));
    closed(search::clear);
  }

  /** The longest of all times is no error, and neither is one before now. */
  @Test
  public void times() {
    try (Search search = Search.of(game).simulations(10).create()) {
      search.begin(state);
      search.run(Duration.ofSeconds(Long.MIN_VALUE));
      assertEquals(0, search.statistics().simulations());
      search.run(Duration.ofSeconds(Long.MAX_VALUE));
      assertEquals(10, search.statistics().simulations());
      isNull(() -> search.run(null));
    }
  }

  @Test
  public void batches() {
    for (int wild : new int[] {Integer.MIN_VALUE, -1, 0, 1 << 25}) {
      refused(() -> Batch.of(game, wild));
      refused(() -> Batch.of(game, 2).threads(wild).create());
    }
    refused(() -> Batch.of(game, 2).player(2, null));
    refused(() -> Batch.of(game, 2).player(0, Bot.of("random")).player(1, Bot.of("random")).create());
    refused(() -> Batch.of(game, 2).stepLimit(-1).create());
    refused(() -> Batch.of(game, 2).observation("photograph"));
    refused(() -> Batch.of(game, 2).without(Batch.Array.ACTIONS));
    refused(() -> Batch.of(game, 1 << 24).create()); // observations of more than 2 GiB
    try (Batch batch = Batch.of(game, 2).without(Batch.Array.MASK).create()) {
      refused(batch::mask);
      refused(batch::step);
      refused(() -> batch.state(-1));
      batch.reset();
      refused(() -> batch.reset(new boolean[1], null));
      refused(() -> batch.reset(null, new long[3]));
      refused(() -> batch.step(new boolean[3]));
      refused(() -> batch.state(2));
      refused(() -> batch.save(2));
      refused(() -> batch.copy(0, 2));
      refused(() -> batch.branch(-1, 0, 1));
      refused(() -> batch.set(2, state, 0));
      refused(() -> batch.load(2, batch.save(0)));
      assertThrows(StateException.class, () -> batch.load(0, new byte[0]));
      assertThrows(StateException.class, () -> batch.load(0, new byte[batch.save(0).length]));
    }
  }

  @Test
  public void wildActionsInBatches() {
    try (Batch batch = Batch.of(game, 4).create()) {
      batch.reset();
      batch.actions().put(0, Integer.MIN_VALUE).put(1, -1).put(2, game.actions()).put(3, Integer.MAX_VALUE);
      assertEquals(4, batch.step().failed());
      assertEquals(game.newState(2), batch.state(2));
    }
  }

  @Test
  public void buffersThatDoNotFit() {
    int size = 2 * game.actions();
    Batch.Settings settings = Batch.of(game, 2);
    for (ByteBuffer buffer : new ByteBuffer[] {ByteBuffer.allocate(size), ByteBuffer.allocateDirect(size - 1),
        ByteBuffer.allocateDirect(size + 1), ByteBuffer.allocateDirect(size).asReadOnlyBuffer(),
        ByteBuffer.allocateDirect(size + 1).position(1)}) {
      refused(() -> settings.with(Batch.Array.MASK, buffer).create());
    }
    refused(() -> settings.with(Batch.Array.STATES, ByteBuffer.allocateDirect(2 * game.stateSize())));
    ByteBuffer fits = ByteBuffer.allocateDirect(size);
    settings.with(Batch.Array.MASK, fits).with(Batch.Array.TERMINATED, fits.duplicate().position(size - 2));
    refused(settings::create);
    settings.with(Batch.Array.TERMINATED, ByteBuffer.allocateDirect(2));
    try (Batch batch = settings.with(Batch.Array.MASK, fits).create()) {
      batch.reset();
      assertEquals(state.legalActions().length, count(fits));
      assertThrows(java.nio.ReadOnlyBufferException.class, () -> batch.buffer(Batch.Array.STATES).put(0, (byte) 1));
    }
  }

  private int count(ByteBuffer mask) {
    int count = 0;
    for (int action = 0; action < game.actions(); action++) {
      count += mask.get(action);
    }
    return count;
  }

  @Test
  public void closedBatches() {
    Batch batch = Batch.of(game, 2).threads(2).create();
    batch.reset();
    byte[] saved = batch.save(0);
    batch.close();
    batch.close();
    closed(batch::reset);
    closed(batch::step);
    closed(() -> batch.save(0));
    closed(() -> batch.load(0, saved));
    closed(() -> batch.copy(0, 1));
    closed(() -> batch.branch(0, 1, 2));
    closed(() -> batch.set(0, state, 0));
    closed(() -> batch.state(0));
    assertEquals(2 * game.actions(), batch.mask().remaining()); // the buffers stay
  }
}
