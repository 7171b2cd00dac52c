package libgames;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Monte Carlo tree search on any game, including games with hidden information and chance.
 *
 * <pre>{@code
 * try (Search search = Search.of(game).simulations(2000).create()) {
 *   search.begin(state);
 *   search.run();
 *   state = state.apply(search.bestMove());
 * }
 * }</pre>
 *
 * <p>The same game, state, seed and configuration give the same tree on every machine. A search owns memory, which
 * {@link #close} frees. Its methods wait for each other, so threads may share a search, but that makes it no faster.
 * {@link BatchSearch} grows many trees together, optionally with leaves that are valued outside.
 */
public final class Search implements AutoCloseable {
  /** Bytes of a lg_search_child. */
  private static final int CHILD = 24 + Float.BYTES * Native.LG_MAX_PLAYERS;

  private final Game game;
  private final Handle handle;
  private final long address;
  private State root;
  private ByteBuffer room;

  /** The rule by which simulations choose a child. */
  public enum Policy {
    /** The largest sum of mean and bonus for few visits. */
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

  /** The policy when the memory for nodes is full. */
  public enum Full {
    /** The search continues in the unchanged tree. */
    KEEP(Native.LG_SEARCH_FULL_KEEP),
    /** The least visited nodes are dropped. */
    DROP(Native.LG_SEARCH_FULL_DROP),
    /** The search ends. */
    STOP(Native.LG_SEARCH_FULL_STOP);

    private final int number;

    Full(int number) {
      this.number = number;
    }
  }

  /**
   * The settings of a search. Each setter returns the same object; {@link #create} reports impossible settings.
   *
   * <p>C: lg_search_default
   */
  public static final class Settings {
    private final Game game;
    private final List<Consumer<lg_search_config>> changes = new ArrayList<>();
    private long simulations = 1000;

    private Settings(Game game) {
      this.game = game;
    }

    private Settings change(Consumer<lg_search_config> setter) {
      changes.add(setter);
      return this;
    }

    /** The budget of one root, 0 ... 2147483647. */
    public Settings simulations(long count) {
      simulations = count;
      return this;
    }

    /** Memory, in nodes, 1 ... 2147483647; at first 16 for each simulation, at least 1024 and at most 4194304. */
    public Settings nodes(long count) {
      return change(config -> config.setNodes(count));
    }

    /** The seed of all random choices of the search; at first 0. */
    public Settings seed(long value) {
      return change(config -> config.setSeed(value));
    }

    /** The rule by which simulations choose a child; at first UCT. */
    public Settings policy(Policy value) {
      int number = Objects.requireNonNull(value, "policy").number;
      return change(config -> config.setPolicy(number));
    }

    /** The policy when the memory for nodes is full; at first KEEP. */
    public Settings full(Full value) {
      int number = Objects.requireNonNull(value, "full").number;
      return change(config -> config.setFull(number));
    }

    /** Levels below the root, 1 ... 65535; 0 (as at first): as many as the longest game, at most 1024. */
    public Settings depth(int levels) {
      return change(config -> config.setDepth(levels));
    }

    /** Whether proven results are kept, in games where nothing is hidden or random; at first true. */
    public Settings solver(boolean on) {
      return change(config -> config.setSolver(on ? 1 : 0));
    }

    /** c of UCT and PUCT, 0 ... 1000; at first 1.4. */
    public Settings exploration(float c) {
      return change(config -> config.setExploration(c));
    }

    /**
     * Whether the network of the game values leaves, instead of rollouts, and gives PUCT and Gumbel their priors; at first
     * false. Not possible for games without one.
     */
    public Settings net(boolean on) {
      return change(config -> config.setNet(on ? 1 : 0));
    }

    /** The bot that plays rollouts, "random" or "greedy"; at first "random". */
    public Settings rollout(Bot player) {
      int kind = player.kind();
      return change(config -> config.setRollout(kind));
    }

    /**
     * The number of decisions of a rollout after which the game's own evaluation replaces the result, once the position
     * is quiet; -1 (as at first): never. A game without an evaluation gives 0.
     */
    public Settings cutoff(int decisions) {
      return change(config -> config.setCutoff(decisions));
    }

    /**
     * With hidden information or chance in play: the number of sampled states that are kept for a root and used in
     * rotation, at most a sixteenth of the budget or 4. 0: each simulation samples its own; -1 (as at first): the
     * game's default.
     */
    public Settings samples(int count) {
      return change(config -> config.setSamples(count));
    }

    /**
     * The number of trees of the same root that grow at the same time, each on its own thread with its share of the
     * budget and of the memory, 1 (as at first) ... 64; results combine all trees. The same number gives the same
     * results. Gumbel uses one.
     */
    public Settings threads(int count) {
      return change(config -> config.setThreads(count));
    }

    /**
     * With rollouts, for PUCT and Gumbel: the share of the priors that goes to the action which the player "greedy"
     * would choose, 0 (as at first) ... 1; all actions share the rest equally.
     */
    public Settings greedyPrior(float share) {
      return change(config -> config.setGreedy_prior(share));
    }

    /**
     * The share of the other players' decisions in the tree that the player "greedy" makes instead of the policy, 0 (as
     * at first) ... 1. At 0 the others are assumed to play as well as the search, which then takes no risks in the hope
     * of their mistakes.
     */
    public Settings opponentModel(float share) {
      return change(config -> config.setOpponent_model(share));
    }

    /**
     * PUCT's noise at the root: priors become (1 - share) P + share D, D drawn from Dirichlet(alpha).
     *
     * @param share 0 (as at first) ... 1
     * @param alpha 0.001 ... 1000; at first 0.3
     */
    public Settings noise(float share, float alpha) {
      return change(config -> {
        config.setNoise(share);
        config.setNoise_alpha(alpha);
      });
    }

    /** Actions at the root that Gumbel's policy considers, 1 ... 65536; at first 16. */
    public Settings considered(int actions) {
      return change(config -> config.setConsidered(actions));
    }

    /**
     * The weight of a value Q in 0 ... 1 against a prior in Gumbel's policy: (visit + most visits) value Q.
     *
     * @param visit 0 ... 1000; at first 50
     * @param value 0 ... 1000; at first 1
     */
    public Settings scales(float visit, float value) {
      return change(config -> {
        config.setVisit_scale(visit);
        config.setValue_scale(value);
      });
    }

    /** For {@link BatchSearch}: the most leaves of a tree that wait for values at a time, 0 (rollouts only) ... 4096;
     * at first 1. */
    public Settings leaves(int count) {
      return change(config -> config.setLeaves(count));
    }

    /** The number of lost visits, 0 ... 1000, as which each leaf counts on its path until its value is received; at
     * first 1. */
    public Settings virtualLoss(int visits) {
      return change(config -> config.setVirtual_loss(visits));
    }

    /**
     * A search with these settings and its own memory.
     *
     * @throws IllegalArgumentException when it is not possible for this game
     */
    public Search create() {
      lg_search_config config = config();
      try {
        Handle handle = new Handle("search", size(config),
            (memory, room) -> Native.lg_search_create(game.handle(), config, memory, room), address -> {},
            game.handle());
        return new Search(game, handle, handle.address());
      } finally {
        config.delete();
      }
    }

    Game game() {
      return game;
    }

    lg_search_config config() {
      lg_search_config config = Native.lg_search_default(simulations);
      changes.forEach(change -> change.accept(config));
      return config;
    }

    /** The memory of a search. */
    long size(lg_search_config config) {
      long size = Native.lg_search_size(game.handle(), config);
      if (size <= 0) {
        throw new IllegalArgumentException("this configuration of a search is not possible for " + game);
      }
      return size;
    }
  }

  /** The settings of a search on a game: UCT with 1000 simulations, until others are chosen. */
  public static Settings of(Game game) {
    return new Settings(Objects.requireNonNull(game, "game"));
  }

  /** A search in the memory of a handle, which closes it. */
  Search(Game game, Handle handle, long address) {
    this.game = game;
    this.handle = handle;
    this.address = address;
  }

  /** For callers that hold the handle's lock. */
  private long address() {
    handle.address();
    return address;
  }

  // ---- searching ----

  /**
   * An empty tree with this root.
   *
   * <p>C: lg_search_begin
   *
   * @throws StateException for a state of another game
   */
  public void begin(State root) {
    byte[] data = game.dataOf(root);
    synchronized (handle) {
      Native.lg_search_begin(address(), data);
      this.root = root;
    }
  }

  /** The seed of the next root. */
  public void seed(long seed) {
    synchronized (handle) {
      Native.lg_search_set_seed(address(), seed);
    }
  }

  /** The budget of this root and the next ones. */
  public void simulations(long count) {
    synchronized (handle) {
      Native.lg_search_set_simulations(address(), count);
    }
  }

  /**
   * Runs simulations until the budget is used up, the root is proven, or the memory is full and the search ends then.
   * An interrupt of the thread ends it early and stays set.
   *
   * @throws IllegalArgumentException for a search without a root
   */
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
        return Native.lg_search_run_some(new long[] {address()}, 1, simulations);
      }
    });
  }

  /**
   * Moves the root by one action, and keeps the part of the tree that can still be used.
   *
   * <p>C: lg_search_advance
   *
   * @param after the actual state; may be null if it is the result of {@link State#apply}
   */
  public void advance(int action, State after) {
    byte[] data = after == null ? null : game.dataOf(after);
    synchronized (handle) {
      Native.lg_search_advance(address(), action, data);
      root = after == null ? root.apply(action) : after;
    }
  }

  /** The same with the state of {@link State#apply}. */
  public void advance(int action) {
    advance(action, null);
  }

  // ---- results ----

  /** The root; empty for a search that has not begun. */
  public Optional<State> state() {
    synchronized (handle) {
      address();
      return Optional.ofNullable(root);
    }
  }

  /**
   * The action to play.
   *
   * <p>C: lg_search_best
   *
   * @throws GameOverException when the root is a finished game
   */
  public int best() {
    synchronized (handle) {
      return (int) Native.lg_search_best(address());
    }
  }

  /**
   * The best whole move, which {@link State#apply(String)} reads; the bot "greedy" decides any part that the tree
   * leaves open.
   *
   * @throws GameOverException when the root is a finished game
   */
  public String bestMove() {
    synchronized (handle) {
      return root().completed(wholeLine());
    }
  }

  /**
   * The principal variation in whole moves, of which the first is {@link #bestMove}. With hidden information only that
   * one: the rest depends on facts that the player does not know.
   *
   * @throws GameOverException when the root is a finished game
   */
  public List<String> moves() {
    synchronized (handle) {
      List<String> moves = new ArrayList<>(List.of(bestMove()));
      List<String> found = root().movesOf(wholeLine());
      moves.addAll(found.subList(Math.min(1, found.size()), found.size()));
      return List.copyOf(moves);
    }
  }

  /** The principal variation as text, see {@link State#lineText}. */
  public String lineText() {
    synchronized (handle) {
      return root().lineText(line());
    }
  }

  private State root() {
    best(); // throws where there is no root, or nothing to play
    return root;
  }

  private int[] wholeLine() {
    int[] line = line();
    return line.length > 0 ? line : new int[] {best()};
  }

  /** The visits of each action at the root, 0 for those that are not legal. */
  public long[] visits() {
    long[] visits = new long[game.actions()];
    look(Long.BYTES, lg_search_actions::setVisits).asLongBuffer().get(visits);
    return visits;
  }

  /**
   * The mean values of each action at the root, one for each player in -1 ... 1; exact when they are proven, 0 without
   * visits.
   */
  public float[][] values() {
    float[][] values = new float[game.actions()][game.players()];
    FloatBuffer all = look(Float.BYTES * game.players(), lg_search_actions::setValues).asFloatBuffer();
    for (float[] action : values) {
      all.get(action);
    }
    return values;
  }

  /** The priors of each action at the root, with the noise if there is any; they add up to 1, or to 0 without a
   * simulation. */
  public float[] priors() {
    float[] priors = new float[game.actions()];
    look(Float.BYTES, lg_search_actions::setPriors).asFloatBuffer().get(priors);
    return priors;
  }

  /** The policy that a learner should play at the root: shares of visits, or Gumbel's improved policy; adds up to 1, or
   * to 0 without one. */
  public float[] policy() {
    float[] policy = new float[game.actions()];
    look(Float.BYTES, lg_search_actions::setPolicy).asFloatBuffer().get(policy);
    return policy;
  }

  /** Whether the values of each action are the result with best play. */
  public boolean[] proven() {
    ByteBuffer bytes = look(1, lg_search_actions::setProven);
    boolean[] proven = new boolean[game.actions()];
    for (int i = 0; i < proven.length; i++) {
      proven[i] = bytes.get(i) != 0;
    }
    return proven;
  }

  /** One of the arrays of lg_search_actions, with this number of bytes for each action: a copy. */
  private ByteBuffer look(int bytes, BiConsumer<lg_search_actions, Buffer> which) {
    byte[] copy = new byte[game.actions() * bytes];
    synchronized (handle) {
      if (room == null) {
        room = Direct.of("room", (long) game.actions() * Math.max(Long.BYTES, Float.BYTES * game.players()));
      }
      lg_search_actions actions = new lg_search_actions();
      try {
        which.accept(actions, room);
        Native.lg_search_root(address(), actions);
      } finally {
        actions.delete();
      }
      room.get(0, copy);
    }
    return ByteBuffer.wrap(copy).order(ByteOrder.nativeOrder());
  }

  /** The principal variation: the best action at the root, then the best ones below it, as far as there are visits. */
  public int[] line() {
    synchronized (handle) {
      int[] actions = new int[(int) Math.min(Native.LG_SEARCH_MAX_DEPTH, nodes())];
      return Arrays.copyOf(actions, Native.lg_search_line(address(), actions, actions.length));
    }
  }

  /** Nodes in use; each action of a line takes one. */
  private long nodes() {
    return root == null ? 0 : statistics().nodes();
  }

  /**
   * An action in the tree.
   *
   * @param action its number
   * @param visits how often it was tried
   * @param values the mean for each player; 0 without visits
   * @param prior its prior
   * @param proven whether {@code values} is the result with best play
   */
  public record Child(int action, long visits, float[] values, float prior, boolean proven) {
    private static Child read(ByteBuffer from, int players) {
      long visits = from.getLong();
      int action = from.getInt();
      boolean proven = from.getInt() != 0;
      float[] values = new float[Native.LG_MAX_PLAYERS];
      for (int i = 0; i < values.length; i++) {
        values[i] = from.getFloat();
      }
      float prior = from.getFloat();
      from.getInt();
      return new Child(action, visits, Arrays.copyOf(values, players), prior, proven);
    }
  }

  /**
   * A view into the tree: the actions after those of {@code line}, the most visited first. With hidden information or
   * chance in play they are those that were legal in any simulation.
   *
   * <p>C: lg_search_children
   *
   * @param most of them, at least 0
   * @param line from the root; empty for the root itself
   */
  public List<Child> children(int most, int... line) {
    if (most < 0) {
      throw new IllegalArgumentException("most: expected at least 0, not " + most);
    }
    int rows = Math.max(1, Math.min(most, game.actions()));
    byte[] bytes = new byte[rows * CHILD];
    int count;
    synchronized (handle) {
      count = Native.lg_search_children(address(), line, line.length, bytes, Math.min(most, rows));
    }
    ByteBuffer from = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    return IntStream.range(0, count).mapToObj(i -> Child.read(from, game.players())).toList();
  }

  /**
   * The statistics of a search.
   *
   * @param simulations of this root
   * @param nodes in use
   * @param dropped nodes that were dropped for others since the search began
   * @param meanDepth of the simulations
   * @param depth of the deepest simulation
   * @param bytes of the search's memory
   * @param proven whether {@code values} is the result with best play
   * @param full whether the memory has been full
   * @param values the mean of all simulations, one for each player; the outcome when the game is over
   * @param refused the number of times that there was no room since the search began
   */
  public record Statistics(long simulations, long nodes, long dropped, double meanDepth, int depth, long bytes,
      boolean proven, boolean full, float[] values, long refused) {
    private static Statistics of(lg_search_statistics now, int players) {
      return new Statistics(now.getSimulations(), now.getNodes(), now.getDropped(),
          (double) now.getLevels() / Math.max(1, now.getSimulations()), now.getDepth(), now.getBytes(), now.getProven(),
          now.getFull(), Arrays.copyOf(now.getValues(), players), now.getRefused());
    }
  }

  /** The statistics of the search. */
  public Statistics statistics() {
    lg_search_statistics now = new lg_search_statistics();
    try {
      synchronized (handle) {
        Native.lg_search_statistics_of(address(), now);
      }
      return Statistics.of(now, game.players());
    } finally {
      now.delete();
    }
  }

  /**
   * Gives the memory back; all other methods throw IllegalStateException from then on. Closing again does nothing. One
   * of {@link BatchSearch} closes all of them.
   */
  @Override
  public void close() {
    handle.close();
  }
}
