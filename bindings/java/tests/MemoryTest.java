package libgames;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.Test;

/** Nothing grows, threads do not disturb each other, and the garbage collector frees nothing that is in use. */
public class MemoryTest {
  private static final long PAGE = 4096;
  private static final int STEPS = Integer.getInteger("libgames.steps", 1_000_000);

  /** The memory of this process in use by the system's count. */
  private static long resident() throws IOException {
    return Long.parseLong(Files.readString(Path.of("/proc/self/statm")).split(" ")[1]) * PAGE;
  }

  private static void steps(Game game, int count) {
    Rng rng = new Rng(1);
    State state = game.newState(1);
    long[] mask = state.legalMask();
    for (int i = 0; i < count; i++) {
      int[] legal = state.legalActions();
      state = legal.length == 0 ? game.newState(i) : state.apply(legal[rng.below(legal.length)]);
      if (i % 64 == 0) {
        state.toString();
        state.observation(0);
        try {
          state.apply(state.player() < 0 ? 0 : game.actions() - 1);
        } catch (IllegalMoveException | GameOverException error) {
          continue;
        }
      }
    }
    assertTrue(mask.length > 0);
  }

  @Test
  public void stepsDoNotGrow() throws IOException {
    Game small = Game.of("alquerque");
    Game large = Game.of("snakecore(size=64)"); // states that do not go over the stack
    assertTrue(large.stateSize() > 2048);
    steps(small, STEPS / 5);
    steps(large, STEPS / 50);
    System.gc();
    long before = resident();
    steps(small, STEPS);
    steps(large, STEPS / 50);
    System.gc();
    assertTrue("grew by " + (resident() - before) + " bytes", resident() - before < 24 << 20);
  }

  /** Objects that are not closed are freed by the collector. */
  @Test
  public void forgottenObjectsAreFreed() throws IOException, InterruptedException {
    Game game = Game.of("alquerque");
    long before = resident();
    for (int i = 0; i < 400; i++) {
      Search search = Search.of(game).simulations(100).nodes(40_000).create(); // 1.6 MB
      search.begin(game.newState(i));
      search.run();
      Batch.of(game, 32).create().reset();
      Game.of("ontherun(map=" + i + ")");
      if (i % 20 == 19) {
        System.gc();
        Thread.sleep(5); // the cleaner's turn
      }
    }
    System.gc();
    assertTrue("grew by " + (resident() - before) + " bytes", resident() - before < 200 << 20);
  }

  /** Batches that are never closed, stepped while the collector runs, on the same game from several threads. */
  @Test
  public void collectionsWhileBatchesRun() throws InterruptedException, ExecutionException {
    Game game = Game.of("snakecore(rounds=20)");
    AtomicBoolean done = new AtomicBoolean();
    Thread collector = new Thread(() -> {
      while (!done.get()) {
        System.gc();
      }
    });
    collector.start();
    ExecutorService pool = Executors.newFixedThreadPool(3);
    List<Future<Long>> results = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      results.add(pool.submit(() -> batches(game)));
    }
    for (Future<Long> result : results) {
      assertEquals(results.get(0).get(), result.get());
    }
    done.set(true);
    collector.join();
    pool.shutdown();
  }

  private static long batches(Game game) {
    long sum = 0;
    for (int i = 0; i < 6; i++) {
      Batch batch = Batch.of(game, 64).threads(2).player(1, Bot.of("greedy")).seed(i).create();
      batch.reset();
      Rng rng = new Rng(i);
      for (int step = 0; step < 20; step++) {
        BatchTest.choose(batch, game.actions(), rng);
        batch.step();
        sum = 31 * sum + batch.state(step).hash() + Game.of("ontherun(map=7)").newState(0).hash();
      }
    }
    return sum;
  }

  /** Another thread closes an object in use: the call ends first, and the next one is refused. */
  @Test
  public void closedByAnotherThread() throws InterruptedException {
    Game game = Game.of("amazes");
    for (int i = 0; i < 10; i++) {
      Search search = Search.of(game).simulations(1_000_000_000).nodes(10000).create();
      Batch batch = Batch.of(game, 32).threads(2).create();
      search.begin(game.newState(i));
      batch.reset();
      List<Thread> threads = List.of(new Thread(() -> untilClosed(search::run)), new Thread(() -> untilClosed(batch::step)));
      threads.forEach(Thread::start);
      Thread.sleep(3 * i);
      search.close();
      batch.close();
      for (Thread thread : threads) {
        thread.join();
      }
    }
  }

  private static void untilClosed(Runnable call) {
    try {
      for (;;) {
        call.run();
      }
    } catch (IllegalStateException error) {
      assertTrue(error.getMessage().endsWith("is closed"));
    }
  }

  @Test
  public void threadsPlayTheSameGames() throws InterruptedException, ExecutionException {
    Game game = Game.of("ontherun");
    ExecutorService pool = Executors.newFixedThreadPool(4);
    List<Future<State>> ends = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      ends.add(pool.submit(() -> {
        State state = game.newState(1);
        Rng rng = new Rng(9);
        while (!state.isOver()) {
          state = state.apply(Bot.of("greedy").choose(state, rng));
        }
        return state;
      }));
    }
    for (Future<State> end : ends) {
      assertEquals(ends.get(0).get(), end.get());
    }
    pool.shutdown();
  }
}
