import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import libgames.Batch;
import libgames.Game;
import libgames.Rng;
import libgames.Space;
import libgames.State;

/**
 * How fast single states and batches are from Java.
 *
 * <p>{@code java -cp libgames.jar Bench.java [seconds]}
 *
 * <p>As bench.py for single states and bench_batch for batches: each row for so many seconds (default 1) in each of five
 * rounds, after one round to warm up; the best round counts. What is timed of a batch is its step alone.
 */
public class Bench {
  private static final int ROUNDS = 5;
  private static final int POSITIONS = 2000;
  private static final int GAMES = 1024;
  private static double seconds = 1;
  private static long kept; // of what is computed, so that none of it is left out

  /** Units and nanoseconds of a part of the work. */
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

  private static void batches(Game game, Space space) {
    int width = game.actions();
    try (Batch batch = Batch.of(game, GAMES).observation(space.name()).without(Batch.Array.REWARDS).create()) {
      ByteBuffer mask = batch.mask();
      IntBuffer actions = batch.actions();
      Rng rng = new Rng(2);
      batch.reset();
      row(game + ", " + space.name() + ": batch of " + GAMES + ", decisions", () -> {
        for (int slot = 0; slot < GAMES; slot++) {
          int from = rng.below(width);
          int action = from;
          while (mask.get(slot * width + action) == 0 && (action = (action + 1) % width) != from) {
            continue;
          }
          actions.put(slot, action);
        }
        long begin = System.nanoTime();
        Batch.Report report = batch.step();
        return new long[] {GAMES - report.begun(), System.nanoTime() - begin};
      });
    }
  }

  public static void main(String[] arguments) {
    seconds = arguments.length > 0 ? Double.parseDouble(arguments[0]) : 1;
    System.out.printf("Java %s, one thread, best of %d rounds of %s s%n%n", System.getProperty("java.version"), ROUNDS,
        arguments.length > 0 ? arguments[0] : "1");
    System.out.printf("| %-60s | %-12s | %9s |%n|%s|%s|%s:|%n", "what", "per second", "ns each", "-".repeat(62),
        "-".repeat(14), "-".repeat(10));
    for (String name : Game.names()) {
      Game game = Game.of(name);
      singleStates(game);
      game.observations().forEach(space -> batches(game, space));
    }
    if (kept == 42) {
      System.out.println();
    }
  }
}
