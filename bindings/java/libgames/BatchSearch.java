package libgames;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Many searches of one game, each with its own tree. A network values the leaves of all trees in one call. Without one,
 * {@link #run} grows them by rollouts on several threads.
 *
 * <pre>{@code
 * Search.Settings one = Search.of(game).simulations(200).policy(Search.Policy.PUCT);
 * try (BatchSearch searches = BatchSearch.of(one, 64).threads(2).create()) {
 *   searches.begin(states);
 *   for (int rows = searches.collect(); rows > 0; rows = searches.collect()) {
 *     network(rows, searches.observation(), searches.mask(), searches.values(), searches.priors());
 *     searches.receive();
 *   }
 *   int action = searches.tree(0).best();
 * }
 * }</pre>
 *
 * <p>Searches never influence each other: results depend neither on their number nor on the number of threads. The
 * leaves are in direct buffers, without a copy. Methods wait for each other; {@link #close} ends the threads and gives
 * the memory back, but the buffers are Java's own and stay readable.
 */
public final class BatchSearch implements AutoCloseable {
  /**
   * The arrays of leaves, each contiguous with a row for each leaf, in the machine's byte order. There is room for all
   * leaves of all trees; {@link #collect} returns the number of filled rows.
   */
  public enum Array {
    /** 32-bit integers: the number of the tree. Rows of one tree are adjacent, in the order of the trees. */
    SEARCH,
    /** 32-bit integers: the player to move. */
    PLAYER,
    /** bytes: the states, stateSize each. */
    STATES,
    /** what {@link #PLAYER} may know, an observation of the chosen encoding. */
    OBSERVATION,
    /** bytes, one for each action: 1 for legal. */
    MASK,
    /** floats, one for each player in -1 ... 1, by seat: written here, read by {@link BatchSearch#receive}. */
    VALUES,
    /** floats, one for each action, at least 0: written here as well. They need not add up to 1; only legal ones
     * count. */
    PRIORS;

    private long row(Game game, Space space) {
      switch (this) {
        case STATES:
          return game.stateSize();
        case OBSERVATION:
          return space.size();
        case MASK:
          return game.actions();
        case VALUES:
          return (long) Float.BYTES * game.players();
        case PRIORS:
          return (long) Float.BYTES * game.actions();
        default:
          return Integer.BYTES;
      }
    }
  }

  private final Game game;
  private final List<Search> trees;
  private final Map<Array, ByteBuffer> buffers = new EnumMap<>(Array.class);
  private final Handle handle;

  /** The settings of the searches. Each setter returns the same object. */
  public static final class Settings {
    private final Search.Settings one;
    private final int count;
    private final Game game;
    private final Set<Array> wanted = EnumSet.complementOf(EnumSet.of(Array.STATES));
    private int threads = 1;
    private String observation;

    private Settings(Search.Settings one, int count) {
      this.one = one;
      this.count = count;
      game = one.game();
      observation = game.observations().get(0).name();
    }

    /** Threads that share the work, including the calling thread: 1 ... 64; at first 1. */
    public Settings threads(int number) {
      threads = number;
      return this;
    }

    /** The encoding of observations, by name; at first the game's first one. */
    public Settings observation(String encoding) {
      game.observationNumber(encoding);
      observation = encoding;
      return this;
    }

    /** Fills an array that is not filled at first: STATES. */
    public Settings with(Array array) {
      wanted.add(array);
      return this;
    }

    /** Leaves an array out, which saves the time to fill it. Without PRIORS all priors are equal; VALUES are needed. */
    public Settings without(Array array) {
      if (array == Array.VALUES) {
        throw new IllegalArgumentException(array + " are needed");
      }
      wanted.remove(array);
      return this;
    }

    /**
     * Searches with these settings and their own memory.
     *
     * @throws IllegalArgumentException when the settings are not possible for this game
     */
    public BatchSearch create() {
      return new BatchSearch(this);
    }
  }

  /**
   * The settings of this many searches, each like {@code one}; search i uses its seed + i.
   *
   * @param count 1 ... 65536
   */
  public static Settings of(Search.Settings one, int count) {
    Objects.requireNonNull(one, "one");
    if (count < 1 || count > Native.LG_BATCH_SEARCH_MAX) {
      throw new IllegalArgumentException("count: expected 1 ... " + Native.LG_BATCH_SEARCH_MAX + ", not " + count);
    }
    return new Settings(one, count);
  }

  private BatchSearch(Settings settings) {
    game = settings.game;
    int count = settings.count;
    lg_search_config config = settings.one.config();
    lg_search_leaves leaves = null;
    try {
      settings.one.size(config);
      leaves = leaves(settings, count * config.getLeaves());
      lg_search_leaves arrays = leaves;
      long size = Native.lg_batch_search_size(game.handle(), config, count, settings.threads);
      if (size <= 0) {
        throw new IllegalArgumentException("threads: expected 1 ... " + Native.LG_MAX_THREADS + ", or fewer nodes");
      }
      handle = new Handle("search", size, (memory, room) ->
          Native.lg_batch_search_create(game.handle(), config, count, settings.threads, arrays, memory, room),
          Native::lg_batch_search_destroy, game.handle(), buffers);
    } finally {
      config.delete();
      if (leaves != null) {
        leaves.delete();
      }
    }
    long all = handle.address();
    trees = IntStream.range(0, count).mapToObj(i -> new Search(game, handle, Native.lg_batch_search_at(all, i)))
        .toList();
  }

  /** The arrays for C, with room for this many leaves: to be deleted. */
  private lg_search_leaves leaves(Settings settings, int capacity) {
    int encoding = game.observationNumber(settings.observation);
    Space space = game.observations().get(encoding);
    settings.wanted.forEach(array -> Direct.size(array, capacity * array.row(game, space)));
    for (Array array : settings.wanted) {
      buffers.put(array, Direct.of(array, capacity * array.row(game, space)));
    }
    lg_search_leaves leaves = new lg_search_leaves();
    leaves.setCapacity(capacity);
    leaves.setEncoding(encoding);
    leaves.setSearch(buffers.get(Array.SEARCH));
    leaves.setPlayer(buffers.get(Array.PLAYER));
    leaves.setStates(buffers.get(Array.STATES));
    leaves.setObservation(buffers.get(Array.OBSERVATION));
    leaves.setMask(buffers.get(Array.MASK));
    leaves.setValues(buffers.get(Array.VALUES));
    leaves.setPriors(buffers.get(Array.PRIORS));
    return leaves;
  }

  // ---- trees ----

  /** The number of trees. */
  public int count() {
    return trees.size();
  }

  /** One of the trees: to begin and advance it alone, and for its results. It is closed with all the others. */
  public Search tree(int number) {
    return trees.get(Errors.index("number", number, trees.size()));
  }

  /**
   * Empty trees with these roots, one for each; {@link Search#begin} begins one alone.
   *
   * @throws StateException for a state of another game
   */
  public void begin(List<State> roots) {
    if (roots.size() != trees.size()) {
      throw new IllegalArgumentException("roots: expected " + trees.size() + " states, not " + roots.size());
    }
    roots.forEach(game::dataOf); // all are checked before anything is done
    IntStream.range(0, trees.size()).forEach(i -> trees.get(i).begin(roots.get(i)));
  }

  // ---- leaves that are valued outside ----

  /**
   * Simulations in every tree until its leaves wait for a value, or it is done. Fills a row for each leaf; returns the
   * number of rows, 0 exactly when all trees are done.
   *
   * <p>C: lg_batch_search_collect
   *
   * @throws IllegalArgumentException when a tree has not begun, or leaves still wait for values
   */
  public int collect() {
    synchronized (handle) {
      return (int) Native.lg_batch_search_collect(handle.address());
    }
  }

  /**
   * Takes VALUES and PRIORS of all rows that {@link #collect} has filled. Values that are not numbers count as 0.
   *
   * <p>C: lg_batch_search_receive
   *
   * @throws IllegalArgumentException when other leaves than these wait for values
   */
  public void receive() {
    synchronized (handle) {
      Native.lg_batch_search_receive(handle.address(), buffers.containsKey(Array.PRIORS));
    }
  }

  /**
   * An array, as a buffer with an independent position.
   *
   * @throws IllegalArgumentException for an array that was left out
   */
  public ByteBuffer buffer(Array array) {
    ByteBuffer buffer = buffers.get(array);
    if (buffer == null) {
      throw new IllegalArgumentException("these searches have no " + array);
    }
    return Direct.view(buffer);
  }

  /** The numbers of the trees. */
  public IntBuffer search() {
    return buffer(Array.SEARCH).asIntBuffer();
  }

  /** The players to move. */
  public IntBuffer player() {
    return buffer(Array.PLAYER).asIntBuffer();
  }

  /** The observations, as bytes in the machine's order. */
  public ByteBuffer observation() {
    return buffer(Array.OBSERVATION);
  }

  /** The masks, one byte for each action. */
  public ByteBuffer mask() {
    return buffer(Array.MASK);
  }

  /** The values, to be written before {@link #receive}. */
  public FloatBuffer values() {
    return buffer(Array.VALUES).asFloatBuffer();
  }

  /** The priors, to be written before {@link #receive}. */
  public FloatBuffer priors() {
    return buffer(Array.PRIORS).asFloatBuffer();
  }

  // ---- rollouts ----

  /** All trees as {@link Search#run()} grows one, on all threads. */
  public void run() {
    run(Patience.endless());
  }

  /** The same, but at most for about this time. */
  public void run(Duration time) {
    run(Patience.of(time));
  }

  private void run(Patience patience) {
    patience.share(simulations -> {
      synchronized (handle) {
        return Native.lg_batch_search_run(handle.address(), simulations);
      }
    });
  }

  /** Ends the threads and frees the memory; only the buffers can be used afterwards. Closing again does nothing. */
  @Override
  public void close() {
    handle.close();
  }
}
