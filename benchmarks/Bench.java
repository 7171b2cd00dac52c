import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import libgames.Batch;
import libgames.Game;
import libgames.Rng;
import libgames.Space;
import libgames.State;

/**
 * The speed of single states and batches from Java.
 *
 * <p>{@code java -cp libgames.jar Bench.java [seconds [game]]}
 *
 * <p>As bench.py for single states and bench_batch for batches: each number is the best of three rounds of this many
 * seconds (default 1) after one round to warm up. Only the steps of a batch are timed. With a game: its batches of
 * several sizes, in the columns of bench_batch, and single states with mask and observation.
 */
public class Bench {
  private static final int ROUNDS = 3;
  private static final int POSITIONS = 2000;
  private static final int GAMES = 1024;
  private static final int[] SIZES = {1, 64, GAMES, 16384};
  private static final int THREADS = 2;
  private static final long MOST_MEMORY = 600 << 20; // bytes of observations; larger batches are left out
  private static double seconds = 1;
  private static long seed;
  private static long kept; // a sum of all results, so that none is optimised away

  /** The units and nanoseconds of a part of the work. */
  private interface Timed {
    long[] run();
  }

  private static double bestRate(Timed work) {
    double best = 0;
    for (int round = 0; round <= ROUNDS; round++) {
      long units = 0;
      long time = 0;
      while (time < seconds * 1e9 || units == 0) {
        long[] part = work.run();
        units += part[0];
        time += part[1];
      }
      best = round > 0 ? Math.max(best, units * 1e9 / time) : 0;
    }
    return best;
  }

  private static Timed timed(LongSupplier work) {
    return () -> {
      long begin = System.nanoTime();
      long units = work.getAsLong();
      return new long[] {units, System.nanoTime() - begin};
    };
  }

  private static void row(String what, Timed work) {
    double rate = bestRate(work);
    System.out.printf("| %-60s | %10.3f M | %9.1f |%n", what, rate * 1e-6, 1e9 / rate);
  }

  private static void singleStates(Game game) {
    List<State> states = new ArrayList<>();
    List<Integer> actions = new ArrayList<>();
    Rng rng = new Rng(1);
    State state = game.newState(0);
    while (states.size() < POSITIONS) {
      state = state.isOver() ? game.newState(states.size()) : state;
      int[] legal = state.legalActions();
      states.add(state);
      actions.add(legal[rng.below(legal.length)]);
      state = state.apply(actions.get(actions.size() - 1));
    }
    row(game + ": state.apply(action)", timed(() -> {
      for (int i = 0; i < POSITIONS; i++) {
        kept += states.get(i).apply(actions.get(i)).game().players();
      }
      return POSITIONS;
    }));
    row(game + ": state.legalActions()", timed(() -> {
      for (State one : states) {
        kept += one.legalActions().length;
      }
      return POSITIONS;
    }));
    row(game + ": state.observation(player)", timed(() -> {
      for (State one : states) {
        kept += one.observation(0).get(0);
      }
      return POSITIONS;
    }));
    row(game + ": random play, legalActions, apply", timed(() -> {
      long decisions = 0;
      for (int seed = 0; seed < 20; seed++) {
        State now = game.newState(seed);
        for (int[] legal = now.legalActions(); legal.length > 0; legal = now.legalActions()) {
          now = now.apply(legal[rng.below(legal.length)]);
          decisions++;
        }
      }
      return decisions;
    }));
  }

  /** Decisions a second of a batch, whose steps alone are timed; its actions are chosen as bench_batch chooses them. */
  private static Timed steps(Batch batch) {
    batch.reset();
    return () -> {
      batch.sample(seed++);
      long begin = System.nanoTime();
      Batch.Report report = batch.step();
      return new long[] {batch.games() - report.begun(), System.nanoTime() - begin};
    };
  }

  private static Batch batch(Game game, Space space, int games, int threads) {
    return Batch.of(game, games).observation(space.name()).without(Batch.Array.REWARDS).threads(threads).create();
  }

  /** One state after the other: apply, mask, observation. */
  private static Timed single(Game game, Space space) {
    Rng rng = new Rng(1);
    State[] at = {game.newState(0)};
    return () -> {
      State state = at[0].isOver() ? game.newState(seed++) : at[0];
      int[] legal = state.legalActions();
      int action = legal[rng.below(legal.length)];
      long begin = System.nanoTime();
      state = state.apply(action);
      kept += state.legalMask()[0] + state.observation(Math.max(0, state.player()), space.name()).get(0);
      at[0] = state;
      return new long[] {1, System.nanoTime() - begin};
    };
  }

  /** A row for each encoding, in the columns of bench_batch. */
  private static void table(Game game) {
    System.out.printf("| %-42s | %7s |", "M agent steps a second; games x threads", "single");
    for (int threads = 1; threads <= THREADS; threads++) {
      for (int games : SIZES) {
        System.out.printf(" %5d x %d |", games, threads);
      }
    }
    System.out.printf("%n|%s|%s:|%s%n", "-".repeat(44), "-".repeat(8), "----------:|".repeat(THREADS * SIZES.length));
    for (Space space : game.observations()) {
      String name = game + ", \"" + space.name() + "\" (" + space.size() + " bytes)";
      System.out.printf("| %-42s | %7.3f |", name, bestRate(single(game, space)) * 1e-6);
      for (int threads = 1; threads <= THREADS; threads++) {
        for (int games : SIZES) {
          if ((long) games * space.size() > MOST_MEMORY) {
            System.out.printf(" %9s |", "");
            continue;
          }
          try (Batch batch = batch(game, space, games, threads)) {
            System.out.printf(" %9.3f |", bestRate(steps(batch)) * 1e-6);
          }
        }
      }
      System.out.println();
    }
  }

  private static void rows() {
    System.out.printf("| %-60s | %-12s | %9s |%n|%s|%s|%s:|%n", "what", "per second", "ns each", "-".repeat(62),
        "-".repeat(14), "-".repeat(10));
    for (String name : Game.names()) {
      Game game = Game.of(name);
      singleStates(game);
      for (Space space : game.observations()) {
        try (Batch batch = batch(game, space, GAMES, 1)) {
          row(game + ", " + space.name() + ": batch of " + GAMES + ", decisions", steps(batch));
        }
      }
    }
  }

  public static void main(String[] arguments) {
    seconds = arguments.length > 0 ? Double.parseDouble(arguments[0]) : 1;
    System.out.printf("Java %s, best of %d rounds of %s s%n%n", System.getProperty("java.version"), ROUNDS,
        arguments.length > 0 ? arguments[0] : "1");
    if (arguments.length > 1) {
      table(Game.of(arguments[1]));
    } else {
      rows();
    }
    if (kept == 42) {
      System.out.println();
    }
  }
}
