package libgames;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Alpha-beta search for games of two players who know everything, without chance in play. It plays well only in games
 * with an evaluation.
 *
 * <pre>{@code
 * try (AlphaBeta search = AlphaBeta.of(Game.of("alquerque")).create()) {
 *   state = state.apply(search.run(state, Duration.ofSeconds(1)).bestMove());
 * }
 * }</pre>
 *
 * <p>The same calls on a new search give the same results on every machine, unless a clock or an interrupt ends them.
 * The content of the table stays for the next call. The methods wait for each other.
 */
public final class AlphaBeta implements AutoCloseable {
  private final Game game;
  private final Handle handle;

  /**
   * The settings of a search. Each setter returns the same object; {@link #create} reports impossible settings.
   *
   * <p>C: lg_alphabeta_default
   */
  public static final class Settings {
    private final Game game;
    private final List<Consumer<lg_alphabeta_config>> changes = new ArrayList<>();

    private Settings(Game game) {
      this.game = game;
    }

    private Settings change(Consumer<lg_alphabeta_config> setter) {
      changes.add(setter);
      return this;
    }

    /** Bytes of the transposition table, 0 (none) ... 137438953472, rounded down to 64; at first 16 MiB. */
    public Settings table(long bytes) {
      return change(config -> config.setTable(bytes));
    }

    /** A line longer than this many decisions ends in an estimate, 1 ... 1024; at first 256. */
    public Settings levels(int decisions) {
      return change(config -> config.setLevels(decisions));
    }

    /** Most whole moves beyond the depth while positions are not quiet, 0 ... 255; at first 64. */
    public Settings quiescence(int moves) {
      return change(config -> config.setQuiescence(moves));
    }

    /** Each position's estimate is off by a fixed random value up to this, 0 (none, as at first) ... 1. */
    public Settings noise(float most) {
      return change(config -> config.setNoise(most));
    }

    /** The seed of the noise: another seed gives different play of similar strength; at first 0. */
    public Settings seed(long value) {
      return change(config -> config.setSeed(value));
    }

    /**
     * A search with these settings and its own memory.
     *
     * @throws UnsupportedOperationException if the game does not have two players, or has hidden information or chance
     * in play
     * @throws IllegalArgumentException for a number out of range
     */
    public AlphaBeta create() {
      return new AlphaBeta(this);
    }
  }

  /** The settings of a search on a game. */
  public static Settings of(Game game) {
    return new Settings(Objects.requireNonNull(game, "game"));
  }

  private AlphaBeta(Settings settings) {
    game = settings.game;
    lg_alphabeta_config config = Native.lg_alphabeta_default();
    try {
      settings.changes.forEach(change -> change.accept(config));
      long size = Native.lg_alphabeta_size(game.handle(), config);
      handle = new Handle("search", Math.max(1, size), // if it is 0, the next call reports the reason
          (memory, room) -> Native.lg_alphabeta_create(game.handle(), config, memory, room), address -> {},
          game.handle());
    } finally {
      config.delete();
    }
  }

  /**
   * The result of an alpha-beta search.
   *
   * @param state the state that was searched
   * @param best the action to play, always a legal one
   * @param value for the player to move, -1 ... 1
   * @param depth whole moves that were searched to the end
   * @param deepest decisions of the longest line examined
   * @param nodes decisions played
   * @param hits positions that the table settled
   * @param proven whether the value is the result with best play; otherwise it depends on an estimate
   * @param end decisions to the win or loss; 0: none was found
   * @param line best play of both players from here, at most 64 actions; empty if no iteration was finished
   */
  public record Result(State state, int best, float value, int depth, int deepest, long nodes, long hits,
      boolean proven, int end, int[] line) {
    private static Result of(State state, lg_alphabeta_result found) {
      return new Result(state, found.getAction(), found.getValue(), found.getDepth(), found.getDeepest(),
          found.getNodes(), found.getHits(), found.getProven() != 0, found.getEnd(),
          Arrays.copyOf(found.getPv(), found.getPv_length()));
    }

    /**
     * The best whole move, which {@link State#apply(String)} reads; the bot "greedy" decides any part that the line
     * leaves open.
     */
    public String bestMove() {
      return state.completed(wholeLine());
    }

    /** The line in whole moves, of which the first is {@link #bestMove}. */
    public List<String> moves() {
      List<String> moves = new ArrayList<>(List.of(bestMove()));
      List<String> found = state.movesOf(wholeLine());
      moves.addAll(found.subList(Math.min(1, found.size()), found.size()));
      return List.copyOf(moves);
    }

    /** The line as text, see {@link State#lineText}. */
    public String lineText() {
      return state.lineText(line);
    }

    private int[] wholeLine() {
      return line.length > 0 ? line : new int[] {best};
    }
  }

  /**
   * Searches a state to this depth in whole moves. An interrupt of the thread ends it early and stays set.
   *
   * @param depth 1 ... 255
   * @throws GameOverException when the game is over
   * @throws StateException for a state of another game
   */
  public Result run(State state, int depth) {
    return run(state, depth, Long.MAX_VALUE);
  }

  /**
   * The same with a limit on the decisions played, at least 1.
   *
   * <p>C: lg_alphabeta_run
   */
  public Result run(State state, int depth, long nodes) {
    return run(state, depth, nodes, Patience.endless());
  }

  /** As deep as possible in about this time. */
  public Result run(State state, Duration time) {
    return run(state, Native.LG_ALPHABETA_MAX_DEPTH, Long.MAX_VALUE, Patience.of(time));
  }

  private Result run(State state, int depth, long nodes, Patience patience) {
    byte[] data = game.dataOf(state);
    lg_alphabeta_limits limits = new lg_alphabeta_limits();
    lg_alphabeta_result found = new lg_alphabeta_result();
    try {
      limits.setDepth(depth);
      limits.setNodes(nodes);
      synchronized (handle) {
        limits.run(handle.address(), data, patience, found);
      }
      return Result.of(state, found);
    } finally {
      limits.delete();
      found.delete();
    }
  }

  /**
   * Forgets everything from earlier calls: the next one behaves like the first call of a new search.
   *
   * <p>C: lg_alphabeta_clear
   */
  public void clear() {
    synchronized (handle) {
      Native.lg_alphabeta_clear(handle.address());
    }
  }

  /**
   * Gives the memory back; all other methods throw IllegalStateException from then on. It waits for a call in another
   * thread, which an interrupt of that thread ends. Closing again does nothing.
   */
  @Override
  public void close() {
    handle.close();
  }
}
