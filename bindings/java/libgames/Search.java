package libgames;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;

/**
 * Monte Carlo tree search on any game, also with hidden information and chance.
 *
 * <pre>{@code
 * try (Search search = Search.of(game).simulations(2000).create()) {
 *   search.begin(state);
 *   search.run();
 *   state = state.apply(search.best());
 * }
 * }</pre>
 *
 * <p>The same game, state, seed and configuration give the same tree on every machine. A search has memory of its own,
 * which {@link #close} gives back. Its methods wait for each other, so threads may share one, but it is no faster then.
 */
public final class Search implements AutoCloseable {
  /** Simulations between two looks at the clock and at interruptions: a few milliseconds. */
  private static final long AT_ONCE = 100;

  /** Of a principal variation: as deep as a tree is, unless it was made deeper. */
  private static final int LONGEST_LINE = 1024;

  private final Game game;
  private final Handle handle;
  private ByteBuffer[] arrays;

  /** Which child a simulation goes to. */
  public enum Policy {
    /** The largest mean and bonus for few visits. */
    UCT(Native.LG_SEARCH_UCT),
    /** The same with priors. */
    PUCT(Native.LG_SEARCH_PUCT),
    /** Sequential halving at the root; plans the whole budget. */
    GUMBEL(Native.LG_SEARCH_GUMBEL);

    private final int number;

    Policy(int number) {
      this.number = number;
    }
  }

  /** What happens when the memory for nodes is full. */
  public enum Full {
    /** Search goes on in the tree as it is. */
    KEEP(Native.LG_SEARCH_FULL_KEEP),
    /** What was visited least is dropped. */
    DROP(Native.LG_SEARCH_FULL_DROP),
    /** The search ends. */
    STOP(Native.LG_SEARCH_FULL_STOP);

    private final int number;

    Full(int number) {
      this.number = number;
    }
  }

  /**
   * How a search will be. Each setter returns the same object.
   *
   * <p>C: lg_search_default
   */
  public static final class Settings {
    private final Game game;
    private long simulations = 1000;
    private long nodes;
    private long seed;
    private Policy policy = Policy.UCT;
    private Full full = Full.KEEP;
    private int depth;
    private boolean solver = true;
    private Float exploration;
    private Player rollout = Player.of("random");
    private int cutoff = -1;
    private int considered = 16;

    private Settings(Game game) {
      this.game = game;
    }

    /** The budget of one root. */
    public Settings simulations(long count) {
      simulations = count;
      return this;
    }

    /** Memory, in nodes; 0 (as at first): 16 for each simulation, within limits. */
    public Settings nodes(long count) {
      nodes = count;
      return this;
    }

    /** The seed of all that is random in the search. */
    public Settings seed(long value) {
      seed = value;
      return this;
    }

    /** Which child a simulation goes to; at first UCT. */
    public Settings policy(Policy value) {
      policy = Objects.requireNonNull(value, "policy");
      return this;
    }

    /** What happens when the memory for nodes is full; at first KEEP. */
    public Settings full(Full value) {
      full = Objects.requireNonNull(value, "full");
      return this;
    }

    /** Levels below the root; 0 (as at first): as many as a game can have, at most 1024. */
    public Settings depth(int levels) {
      depth = levels;
      return this;
    }

    /** Whether results that are certain are kept as such, where that is possible; at first true. */
    public Settings solver(boolean on) {
      solver = on;
      return this;
    }

    /** c of UCT and PUCT, 0 ... 1000; at first 1.4. */
    public Settings exploration(float c) {
      exploration = c;
      return this;
    }

    /** Who plays in rollouts, "random" or "greedy"; at first "random". */
    public Settings rollout(Player player) {
      rollout = Objects.requireNonNull(player, "rollout");
      return this;
    }

    /**
     * After so many decisions of a rollout the game's own evaluation takes the place of the result; -1 (as at first):
     * never.
     */
    public Settings cutoff(int decisions) {
      cutoff = decisions;
      return this;
    }

    /** Actions at the root that Gumbel's policy considers; at first 16. */
    public Settings considered(int actions) {
      considered = actions;
      return this;
    }

    /**
     * A search like this, with memory of its own.
     *
     * @throws IllegalArgumentException when it is not possible for this game
     */
    public Search create() {
      return new Search(this);
    }

    private lg_search_config config() {
      lg_search_config config = Native.lg_search_default(simulations);
      if (nodes != 0) {
        config.setNodes(nodes);
      }
      config.setSeed(seed);
      config.setPolicy(policy.number);
      config.setFull(full.number);
      config.setDepth(depth);
      config.setSolver(solver && !game.isHidden() && !game.hasChanceInPlay() ? 1 : 0);
      if (exploration != null) {
        config.setExploration(exploration);
      }
      config.setRollout(rollout.kind());
      config.setCutoff(cutoff);
      config.setConsidered(considered);
      return config;
    }
  }

  /** The settings of a search on a game: UCT with 1000 simulations, until others are chosen. */
  public static Settings of(Game game) {
    return new Settings(Objects.requireNonNull(game, "game"));
  }

  private Search(Settings settings) {
    game = settings.game;
    lg_search_config config = settings.config();
    try {
      long size = Native.lg_search_size(game.handle(), config);
      if (size == 0) {
        throw new IllegalArgumentException("this configuration of a search is not possible for " + game);
      }
      handle = new Handle(this, "search", size,
          (memory, room) -> Native.lg_search_create(game.handle(), config, memory, room), address -> {}, game.handle());
    } finally {
      config.delete();
    }
  }

  // ---- searching ----

  /**
   * An empty tree with this root.
   *
   * @throws StateException for a state of another game
   */
  public void begin(State root) {
    byte[] data = game.dataOf(root);
    synchronized (handle) {
      Native.lg_search_begin(handle.address(), data);
    }
  }

  /** The seed of the next root. */
  public void seed(long seed) {
    synchronized (handle) {
      Native.lg_search_set_seed(handle.address(), seed);
    }
  }

  /** The budget of this root and the next ones. */
  public void simulations(long count) {
    synchronized (handle) {
      Native.lg_search_set_simulations(handle.address(), count);
    }
  }

  /**
   * Simulations until the root has had all of its budget, or its value is proven. An interrupt of the thread
   * ends it early and stays set.
   *
   * @throws IllegalArgumentException for a search without a root
   */
  public void run() {
    run(Long.MAX_VALUE);
  }

  /** The same, but at most for this time. */
  public void run(Duration time) {
    run(System.nanoTime() + time.toNanos());
  }

  private void run(long end) {
    boolean going = true;
    while (going && !Thread.currentThread().isInterrupted() && (end == Long.MAX_VALUE || System.nanoTime() - end < 0)) {
      synchronized (handle) {
        going = Native.lg_search_run_some(0, new long[] {handle.address()}, 1, AT_ONCE) > 0;
      }
    }
  }

  /**
   * The root after one action, and the part of the tree that is still of use.
   *
   * <p>C: lg_search_advance
   *
   * @param after the state that really came; may be null where it is that of {@link State#apply}
   */
  public void advance(int action, State after) {
    byte[] data = after == null ? null : game.dataOf(after);
    synchronized (handle) {
      Native.lg_search_advance(handle.address(), action, data);
    }
  }

  /** The same with the state of {@link State#apply}. */
  public void advance(int action) {
    advance(action, null);
  }

  // ---- results ----

  /**
   * The action to play.
   *
   * <p>C: lg_search_best
   *
   * @throws GameOverException when the root is a finished game
   */
  public int best() {
    synchronized (handle) {
      return (int) Native.lg_search_best(handle.address());
    }
  }

  /** The visits of each action at the root, 0 for those that are not legal. */
  public long[] visits() {
    long[] visits = new long[game.actions()];
    look(0).asLongBuffer().get(visits);
    return visits;
  }

  /** The mean values of each action at the root, one for each player in -1 ... 1; exact when they are proven. */
  public float[][] values() {
    float[][] values = new float[game.actions()][game.players()];
    FloatBuffer all = look(1).asFloatBuffer();
    for (float[] action : values) {
      all.get(action);
    }
    return values;
  }

  /** What a learner should play at the root: shares of visits, or Gumbel's improved policy; adds up to 1. */
  public float[] policy() {
    float[] policy = new float[game.actions()];
    look(2).asFloatBuffer().get(policy);
    return policy;
  }

  /** Whether the values of each action are the result with best play. */
  public boolean[] proven() {
    ByteBuffer bytes = look(3);
    boolean[] proven = new boolean[game.actions()];
    for (int i = 0; i < proven.length; i++) {
      proven[i] = bytes.get(i) != 0;
    }
    return proven;
  }

  /** One of the arrays of lg_search_actions, filled anew: a copy. */
  private ByteBuffer look(int which) {
    synchronized (handle) {
      long address = handle.address();
      if (arrays == null) {
        arrays = new ByteBuffer[] {direct(Long.BYTES), direct(Float.BYTES * game.players()), direct(Float.BYTES),
            direct(1)};
      }
      lg_search_actions actions = new lg_search_actions();
      try {
        actions.setVisits(arrays[0]);
        actions.setValues(arrays[1]);
        actions.setPolicy(arrays[2]);
        actions.setProven(arrays[3]);
        Native.lg_search_root(address, actions);
      } finally {
        actions.delete();
      }
      byte[] copy = new byte[arrays[which].capacity()];
      arrays[which].get(0, copy);
      return ByteBuffer.wrap(copy).order(ByteOrder.nativeOrder());
    }
  }

  private ByteBuffer direct(int bytes) {
    return ByteBuffer.allocateDirect(game.actions() * bytes).order(ByteOrder.nativeOrder());
  }

  /** The principal variation: the best action at the root, then the best ones below it. */
  public int[] line() {
    int[] actions = new int[LONGEST_LINE];
    synchronized (handle) {
      int length = Native.lg_search_line(handle.address(), actions, actions.length);
      return Arrays.copyOf(actions, length);
    }
  }

  /**
   * How a search stands.
   *
   * @param simulations of this root
   * @param nodes that are taken
   * @param depth of the deepest simulation
   * @param proven whether {@code values} is the result with best play
   * @param full whether there was no room for something
   * @param values the mean of all simulations, one for each player
   */
  public record Statistics(long simulations, long nodes, int depth, boolean proven, boolean full, float[] values) {}

  /** How the search stands. */
  public Statistics statistics() {
    lg_search_statistics now = new lg_search_statistics();
    try {
      synchronized (handle) {
        Native.lg_search_statistics_of(handle.address(), now);
      }
      return new Statistics(now.getSimulations(), now.getNodes(), now.getDepth(), now.getProven(), now.getFull(),
          Arrays.copyOf(now.getValues(), game.players()));
    } finally {
      now.delete();
    }
  }

  /** Gives the memory back; all other methods throw IllegalStateException from then on. Closing again does nothing. */
  @Override
  public void close() {
    handle.close();
  }
}
