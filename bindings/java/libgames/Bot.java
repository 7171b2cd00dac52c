package libgames;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A bot, configured like a game: an opponent, and a measure of strength, for every game.
 * Immutable, for any number of threads.
 */
public final class Bot {
  private final byte[] data;

  private Bot(byte[] data) {
    this.data = data;
  }

  /** The names of all kinds of bots: "random", "greedy", "mcts", "alphabeta", "strong", "expert", "net". */
  public static List<String> names() {
    return IntStream.range(0, Native.lg_bot_type_count()).mapToObj(i -> Native.lg_bot_type_at(i).getName())
        .toList();
  }

  /**
   * The bot of a configuration: {@code "greedy"}, {@code "mcts(simulations=200,rollout=greedy)"}.
   *
   * <p>C: lg_bot_configure
   *
   * @throws ParseException for an unknown name, parameter or value
   */
  public static Bot of(String configuration) {
    byte[] data = new byte[Integer.BYTES * (1 + Native.LG_MAX_PARAMS)];
    Native.lg_bot_configure(null, Text.bytes(configuration), data);
    return new Bot(data);
  }

  /**
   * The action that it chooses for the player to move: always a legal one. The generator advances. An interrupt of the
   * thread ends the choice early, with the best action found so far, and stays set.
   *
   * <p>C: lg_bot_choose
   *
   * @throws GameOverException when the game is over
   * @throws UnsupportedOperationException when it can't play this game
   */
  public int choose(State state, Rng rng) {
    return choose(state, rng, Patience.endless());
  }

  /**
   * The same with chance from a seed, which is enough for a whole game: it gives other numbers in each state. The same
   * action as {@code state.choose(player, seed)} in Python.
   *
   * <p>C: lg_bot_rng
   */
  public int choose(State state, long seed) {
    return choose(state, Rng.of(Native.lg_bot_rng(state.game().handle(), data, state.data(), seed)));
  }

  /** The same, but after about this time with the best action found so far. */
  public int choose(State state, Rng rng, Duration time) {
    return choose(state, rng, Patience.of(time));
  }

  private int choose(State state, Rng rng, Patience patience) {
    lg_game game = state.game().handle();
    byte[] generator = rng.state();
    long size = Native.lg_bot_size(game, data);
    long memory = size > 0 ? Handle.allocate(size) : 0;
    try {
      return (int) Native.lg_bot_choose(game, data, state.data(), generator, memory, size, patience);
    } finally {
      Native.free(memory);
    }
  }

  /** The kind, one of LG_BOT_..., with which a lg_bot begins. */
  int kind() {
    return ByteBuffer.wrap(data).order(ByteOrder.nativeOrder()).getInt(0);
  }

  byte[] data() {
    return data;
  }

  /** The shortest configuration that makes this bot again. */
  @Override
  public String toString() {
    return Text.of(room -> Native.lg_bot_print(data, room));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bot && Arrays.equals(((Bot) other).data, data);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(data);
  }
}
