package libgames;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.Test;

/** Searches find the best moves, with the same results each time, and stop when they should. */
public class SearchTest {
  private static long[] visits(State state, long seed) {
    try (Search search = Search.of(state.game()).simulations(300).seed(seed).create()) {
      search.begin(state);
      search.run();
      assertTrue(state.explain(search.best()).isEmpty());
      assertEquals(300, search.statistics().simulations());
      return search.visits();
    }
  }

  @Test
  public void sameSeedSameTreeInEveryGame() {
    for (String name : Game.names()) {
      State state = Game.of(name).newState(3);
      long[] visits = visits(state, 1);
      assertArrayEquals(visits, visits(state, 1));
      assertTrue(LongStream.of(visits).sum() >= 299);
    }
  }

  @Test
  public void findsTheWin() {
    Game game = Game.load(Settings.CONNECT_FOUR, "connect_four");
    State state = game.newState(0);
    for (int i = 0; i < 3; i++) {
      state = state.apply(3).apply(0);
    }
    try (Search search = Search.of(game).simulations(2000).create()) {
      search.begin(state);
      search.run();
      assertEquals(3, search.best());
      assertEquals(3, search.line()[0]);
      assertTrue(search.proven()[3]);
      assertTrue(search.statistics().proven());
      assertEquals(1, search.values()[3][0], 0);
      assertEquals(1, search.statistics().values()[0], 0);
      float sum = 0;
      for (float share : search.policy()) {
        sum += share;
      }
      assertEquals(1, sum, 1e-5);
    }
  }

  @Test
  public void theTreeStaysAfterAMove() {
    Game game = Game.of("alquerque");
    try (Search search = Search.of(game).simulations(500).create()) {
      search.begin(game.newState(0));
      search.run();
      int action = search.best();
      search.advance(action);
      long kept = search.statistics().nodes();
      assertTrue(kept > 1);
      search.run();
      State after = game.newState(0).apply(action);
      assertTrue(after.explain(search.best()).isEmpty());
      search.advance(search.best(), after.apply(search.best()));
    }
  }

  @Test
  public void timeAndInterruptsEndARun() {
    Game game = Game.of("amazes");
    try (Search search = Search.of(game).simulations(2_000_000_000).nodes(10000).create()) {
      search.begin(game.newState(0));
      long begin = System.nanoTime();
      search.run(Duration.ofMillis(100));
      assertTrue(System.nanoTime() - begin < 30_000_000_000L);
      long done = search.statistics().simulations();
      assertTrue(done > 0);
      Thread.currentThread().interrupt();
      search.run();
      assertTrue(Thread.interrupted());
      assertEquals(done, search.statistics().simulations());
    }
  }

  @Test
  public void theTreeCanBeLookedInto() {
    Game game = Game.of("alquerque");
    try (Search search = Search.of(game).simulations(300).policy(Search.Policy.PUCT).greedyPrior(0.5f).create()) {
      assertTrue(search.state().isEmpty());
      search.begin(game.newState(0));
      search.run();
      assertEquals(game.newState(0), search.state().get());
      List<Search.Child> all = search.children(Integer.MAX_VALUE);
      assertEquals(game.newState(0).legalActions().length, all.size());
      for (Search.Child child : all) {
        assertEquals(search.visits()[child.action()], child.visits());
        assertEquals(search.priors()[child.action()], child.prior(), 0);
        assertArrayEquals(search.values()[child.action()], child.values(), 0);
      }
      assertEquals(1, all.stream().filter(child -> child.prior() > 0.5f).count());
      assertEquals(1, search.children(1, search.line()[0]).size());
      assertEquals(0, search.children(0).size());
      assertEquals(0, search.children(9, -1).size());
      assertTrue(search.statistics().meanDepth() > 1);
    }
  }

  /** Each option has the effect of the C library's: it changes the tree, and a value out of its range is refused. */
  @Test
  public void options() {
    Game game = Game.of("alquerque");
    State state = game.newState(0);
    List<UnaryOperator<Search.Settings>> others = List.of(one -> one.seed(2), one -> one.policy(Search.Policy.UCT),
        one -> one.exploration(3), one -> one.rollout(Bot.of("greedy")), one -> one.cutoff(3), one -> one.greedyPrior(0.9f),
        one -> one.opponentModel(0.7f),
        one -> one.noise(0.5f, 0.3f), one -> one.depth(2), one -> one.nodes(60),
        one -> one.policy(Search.Policy.GUMBEL), one -> one.policy(Search.Policy.GUMBEL).considered(2),
        one -> one.policy(Search.Policy.GUMBEL).scales(1, 0.1f));
    Set<String> trees = new HashSet<>();
    for (UnaryOperator<Search.Settings> other : others) {
      try (Search search = other.apply(Search.of(game).simulations(200).policy(Search.Policy.PUCT)).create()) {
        search.begin(state);
        search.run();
        trees.add(Arrays.toString(search.visits()) + Arrays.toString(search.policy()));
      }
    }
    assertEquals(others.size(), trees.size());
    trees.clear();
    Game hidden = Game.of("amazes(turns=8)");
    for (int samples : new int[] {-1, 0, 2, 16}) {
      try (Search search = Search.of(hidden).simulations(300).cutoff(3).samples(samples).create()) {
        search.begin(hidden.newState(3));
        search.run();
        trees.add(Arrays.toString(search.visits()) + Arrays.toString(search.policy()));
      }
    }
    assertEquals(3, trees.size()); // 16 are its own
    assertThrows(IllegalArgumentException.class, () -> Search.of(hidden).samples(1025).create());
  }

  /** Printed lines of a search can be applied, and lead where its decisions do; in random positions, also within
   * moves. */
  @Test
  public void wholeMoves() {
    for (String config : List.of("alquerque", "amazes(turns=9)", "amazes(turns=9,actions=walk)", "blockdrop",
        "ontherun(cities=30)", "snakecore(size=12,players=3)")) {
      Game game = Game.of(config);
      try (Search search = Search.of(game).simulations(150).rollout(Bot.of("greedy")).cutoff(4).seed(3).create()) {
        for (int seed = 0; seed < 12; seed++) {
          State state = game.newState(seed).rollout(new Rng(seed), 5L * seed % 37);
          if (state.isOver()) {
            continue;
          }
          search.begin(state);
          search.run();
          assertEquals(search.bestMove(), search.moves().get(0));
          assertTrue(search.lineText().startsWith(game.seat(state.player())));
          State at = state;
          State decided = state;
          int[] line = search.line();
          int done = 0;
          for (String move : search.moves()) {
            do {
              decided = done < line.length ? decided.apply(line[done++]) : null;
            } while (decided != null && decided.inMove() && done < line.length);
            assertEquals(at.apply(move), at.apply(move.replace('\n', '/')));
            at = at.apply(move);
            if (decided == null || decided.inMove()) {
              assertTrue(search.lineText().endsWith(" ..."));
              break;
            }
            assertEquals(decided, at);
          }
        }
      }
    }
  }

  @Test
  public void linesAndDecisions() {
    Game game = Game.of("alquerque");
    State state = game.newState(0);
    int[] line = {game.parseAction("c3NE"), game.parseAction("e5SW")};
    assertEquals("White c3-d4, Black e5*c3", state.lineText(line));
    assertEquals(List.of("c3-d4", "e5*c3"), state.movesOf(line));
    assertEquals("c3-d4", state.completed(line));
    assertEquals("c3-d4", state.decisionText(line[0]));
    assertEquals("", state.lineText());
    assertThrows(IllegalMoveException.class, () -> state.lineText(0));
    assertThrows(IllegalMoveException.class, () -> state.movesOf(0));
    assertThrows(IllegalMoveException.class, () -> state.completed(0));
    assertThrows(IllegalArgumentException.class, () -> state.completed());
    assertThrows(IllegalArgumentException.class, () -> state.lineText(392));
    assertThrows(IllegalArgumentException.class, () -> state.decisionText(-1));
    assertTrue(assertThrows(ParseException.class, () -> state.apply("e4W")).getMessage()
        .endsWith("\"e4W\" is an action, which Game.parseAction reads"));
    assertTrue(assertThrows(ParseException.class, () -> game.parseAction("c3-d4")).getMessage()
        .endsWith("\"c3-d4\" is a whole move, which State.apply reads"));
    try (AlphaBeta search = AlphaBeta.of(game).create()) {
      AlphaBeta.Result found = search.run(state, 3);
      assertEquals(found.bestMove(), found.moves().get(0));
      State at = state;
      for (String move : found.moves()) {
        at = at.apply(move);
      }
      assertTrue(found.lineText().startsWith("White " + found.bestMove() + ", Black "));
    }
  }

  @Test
  public void alphaBeta() {
    Game game = Game.load(Settings.CONNECT_FOUR, "connect_four");
    State state = game.newState(0);
    for (int i = 0; i < 3; i++) {
      state = state.apply(3).apply(0);
    }
    try (AlphaBeta search = AlphaBeta.of(game).table(1 << 20).levels(100).quiescence(3).create()) {
      AlphaBeta.Result found = search.run(state, 5);
      assertEquals(3, found.best());
      assertEquals(1, found.value(), 0);
      assertTrue(found.proven());
      assertEquals(1, found.end());
      assertArrayEquals(new int[] {3}, found.line());
      assertEquals(10, search.run(game.newState(0), 99, 10).nodes());
      assertThrows(IllegalArgumentException.class, () -> search.run(game.newState(0), 0));
    }
  }

  @Test
  public void alphaBetaTakesItsTime() {
    Game game = Game.of("alquerque");
    State state = game.newState(0);
    try (AlphaBeta search = AlphaBeta.of(game).create(); AlphaBeta other = AlphaBeta.of(game).noise(0.5f).seed(1).create()) {
      AlphaBeta.Result found = search.run(state, 6);
      assertEquals(6, found.depth());
      assertTrue(search.run(state, 6).hits() > 0); // it has learned
      search.clear();
      assertEquals(found.nodes(), search.run(state, 6).nodes());
      assertTrue(found.value() != other.run(state, 6).value());
      long begin = System.nanoTime();
      assertTrue(search.run(state, Duration.ofMillis(50)).nodes() > 0);
      assertTrue(System.nanoTime() - begin < 30_000_000_000L);
      Thread.currentThread().interrupt();
      assertTrue(state.explain(search.run(state, 255).best()).isEmpty());
      assertTrue(Thread.interrupted());
    }
  }

  private static void interruptSoon() {
    Thread main = Thread.currentThread();
    new Thread(() -> {
      for (long until = System.nanoTime() + 50_000_000; System.nanoTime() < until;) {
        Thread.onSpinWait();
      }
      main.interrupt();
    }).start();
  }

  /** Rollouts and whole moves, also in their middle; the interrupt stays set, and arguments are unchanged. */
  @Test
  public void interruptsEndRolloutsAndMoves() {
    for (String config : new String[] {"amazes", "alquerque"}) {
      Game game = Game.of(config);
      State state = game.newState(1);
      Rng rng = new Rng(5, 0), same = new Rng(5, 0);
      State end = state.rollout(new Rng(7, Native.LG_ROLLOUT_STREAM), Long.MAX_VALUE);
      Game.Rollouts one = Game.of(config).rollouts(1, 7);
      State seventh = game.newState(7).rollout(new Rng(7, Native.LG_ROLLOUT_STREAM), Long.MAX_VALUE);
      assertEquals(seventh.outcome()[0], one.outcomes()[0], 0);
      assertTrue(end.isOver() && one.lengths()[0] > 0);
      assertEquals(seventh, game.newState(7).rollout(new Rng(7, Native.LG_ROLLOUT_STREAM), one.lengths()[0]));
      Iterator<String> moves = state.legalMoves();
      Thread.currentThread().interrupt();
      assertThrows(CancellationException.class, () -> state.rollout(rng, Long.MAX_VALUE));
      assertThrows(CancellationException.class, () -> game.rollouts(3, 1));
      assertThrows(CancellationException.class, moves::next);
      assertTrue(Thread.interrupted());
      assertEquals(state.rollout(same, 50), state.rollout(rng, 50));
      assertEquals(state.legalMoves().next(), moves.next());
      interruptSoon();
      assertThrows(CancellationException.class, () -> {
        for (;;) {
          state.rollout(rng, Long.MAX_VALUE);
        }
      });
      assertTrue(Thread.interrupted());
    }
  }

  /** A player that is stopped still returns an action. */
  @Test
  public void playersTakeTheirTime() {
    State state = Game.of("alquerque").newState(0);
    Bot slow = Bot.of("mcts(simulations=1000000)");
    long begin = System.nanoTime();
    assertTrue(state.explain(slow.choose(state, new Rng(1), Duration.ofMillis(30))).isEmpty());
    Thread.currentThread().interrupt();
    assertTrue(state.explain(slow.choose(state, new Rng(1))).isEmpty());
    assertTrue(Thread.interrupted());
    assertTrue(System.nanoTime() - begin < 30_000_000_000L);
    assertThrows(NullPointerException.class, () -> slow.choose(state, new Rng(1), null));
  }

  /** In the middle of its only rollout a player asks whether to end; in the middle of thinking an interrupt ends it. */
  @Test
  public void interruptsEndPlayersInsideOneRollout() {
    Game game = Game.of("snakecore(size=64,players=8,rounds=10000)"); // for tens of thousands of decisions
    State state = game.newState(1);
    for (String rollout : new String[] {"greedy", "random"}) {
      Bot once = Bot.of("mcts(simulations=1,rollout=" + rollout + ")");
      long size = Native.lg_bot_size(game.handle(), once.data());
      long memory = Handle.allocate(size);
      for (int questions : new int[] {2, 3}) {
        int[] asked = {0};
        int action = (int) Native.lg_bot_choose(game.handle(), once.data(), state.data(), new Rng(1).state(), memory,
            size, () -> ++asked[0] == questions);
        assertTrue(state.explain(action).isEmpty());
        assertEquals(questions, asked[0]);
      }
      Native.free(memory);
    }
    for (String player : new String[] {"mcts(simulations=1000000000)", "mcts(simulations=1000000000,rollout=greedy)"}) {
      interruptSoon();
      assertTrue(state.explain(Bot.of(player).choose(state, new Rng(1))).isEmpty());
      assertTrue(Thread.interrupted());
    }
  }

  /** The longer simulations take, the fewer begin before a search checks the clock and interrupts. */
  @Test
  public void longSimulationsEndInTime() {
    List<Long> slow = new ArrayList<>(), quick = new ArrayList<>();
    Patience.endless().share(simulations -> {
      slow.add(simulations);
      for (long until = System.nanoTime() + 6_000_000; System.nanoTime() < until;) {
        Thread.onSpinWait();
      }
      return slow.size() < 5 ? 1 : 0;
    });
    assertEquals(Collections.nCopies(5, 1L), slow);
    Patience.endless().share(simulations -> {
      quick.add(simulations);
      return simulations < 100 ? 1 : 0; // some calls are slow on a busy machine, not all
    });
    assertEquals(1, (long) quick.get(0));
    Thread.currentThread().interrupt();
    Patience.endless().share(simulations -> {
      slow.add(simulations);
      return 1;
    });
    assertTrue(Thread.interrupted());
    assertEquals(List.of(1L, 1L, 1L, 1L, 1L, 0L), slow);
  }

  @Test
  public void builtInPlayers() {
    assertTrue(Bot.names().containsAll(Arrays.asList("random", "greedy")));
    for (String name : Bot.names()) {
      Bot player = Bot.of(name.equals("mcts") ? "mcts(simulations=50)" : name);
      assertEquals(player, Bot.of(player.toString()));
      State state = Game.of("snakecore").newState(1);
      if (name.equals("alphabeta")) {
        assertThrows(UnsupportedOperationException.class, () -> player.choose(state, new Rng(4)));
        continue;
      }
      int action = player.choose(state, new Rng(4));
      assertEquals(action, player.choose(state, new Rng(4)));
      assertTrue(state.explain(action).isEmpty());
    }
    assertFalse(Bot.of("random").equals(Bot.of("greedy")));
  }

  @Test
  public void rolloutsAreThoseOfTheOtherLanguages() {
    Game game = Game.of("alquerque");
    Game.Rollouts some = game.rollouts(5, 11);
    assertArrayEquals(new long[] {92, 124, 136, 96, 118}, some.lengths());
    assertArrayEquals(new float[] {-1, 1, -1, 1, -1, 1, -1, 1, -1, 1}, some.outcomes(), 0);
    Game.Rollouts more = game.rollouts(40, -20); // in several parts, and over the end of the seeds
    for (int i : new int[] {0, 15, 16, 31, 39}) {
      assertEquals(game.rollouts(1, -20 + i).lengths()[0], more.lengths()[i]);
    }
    assertEquals(0, game.rollouts(0, 1).lengths().length);
    assertThrows(IllegalArgumentException.class, () -> game.rollouts(-1, 1));
    assertThrows(IllegalArgumentException.class, () -> game.rollouts(Integer.MAX_VALUE, 1));
    Thread.currentThread().interrupt();
    assertThrows(CancellationException.class, () -> game.rollouts(100, 1));
    assertTrue(Thread.interrupted());
  }

  @Test
  public void aSeedServesForAWholeGame() {
    State state = Game.of("alquerque").newState(0);
    int[] greedy = IntStream.range(0, 6).map(seed -> Bot.of("greedy").choose(state, seed)).toArray();
    assertArrayEquals(new int[] {136, 129, 136, 206, 151, 136}, greedy);
    int[] searched = IntStream.range(0, 4).map(seed -> Bot.of("mcts(simulations=30)").choose(state, seed)).toArray();
    assertArrayEquals(new int[] {136, 129, 129, 206}, searched);
  }
}
