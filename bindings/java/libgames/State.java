package libgames;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/**
 * A position of a game. It never changes: moves give new states. Equal positions of equal games are equal states.
 *
 * <p>A state is the whole truth, as a referee sees it; a player may know only its observations and messages.
 */
public final class State {
  /** The stream of a seed that chooses hidden information, as in batches. */
  private static final long SAMPLING = Native.LG_BATCH_SAMPLING_STREAM;

  private final Game game;
  private final byte[] data;

  State(Game game, byte[] data) {
    this.game = game;
    this.data = data;
  }

  /** The game that this is a position of. */
  public Game game() {
    return game;
  }

  /** The state's bytes, a copy; {@link Game#fromBytes} reads them. Their order is the machine's. */
  public byte[] bytes() {
    return data.clone();
  }

  byte[] data() {
    return data;
  }

  // ---- players and actions ----

  /** The player to move, 0 ... players - 1; -1 when the game is over. It may be the same player several times in a
   * row. */
  public int player() {
    return Native.lg_game_player(game.handle(), data);
  }

  /** Whether the game is over. */
  public boolean isOver() {
    return player() < 0;
  }

  /**
   * The mask of legal actions: action {@code a} is bit {@code a % 64} of word {@code a / 64}.
   *
   * <p>C: lg_game_legal
   */
  public long[] legalMask() {
    long[] mask = new long[(game.actions() + 63) / 64];
    Native.lg_game_legal(game.handle(), data, mask);
    return mask;
  }

  /** The legal actions in ascending order; none when the game is over. */
  public int[] legalActions() {
    long[] mask = new long[(game.actions() + 63) / 64];
    int[] actions = new int[Native.lg_game_legal(game.handle(), data, mask)];
    int count = 0;
    for (int word = 0; word < mask.length; word++) {
      for (long bits = mask[word]; bits != 0; bits &= bits - 1) {
        actions[count++] = 64 * word + Long.numberOfTrailingZeros(bits);
      }
    }
    return actions;
  }

  /** Why an action is not legal here; empty when it is. */
  public Optional<String> explain(int action) {
    return Optional.ofNullable(Native.lg_game_explain(game.handle(), data, action));
  }

  /** Whether the player to move has made some decisions of its contest move already. */
  public boolean inMove() {
    return Native.lg_game_in_move(game.handle(), data);
  }

  /**
   * The legal whole moves as the contest's programs write them, found one after the other: in some positions there are
   * millions, in Amazes many more.
   */
  public Iterator<String> legalMoves() {
    return new Moves(this);
  }

  // ---- playing ----

  /**
   * The state after one action of the player to move.
   *
   * <p>C: lg_game_apply
   *
   * @throws IllegalArgumentException for an action outside 0 ... actions - 1
   * @throws IllegalMoveException for an action that is not legal; the message gives the reason
   * @throws GameOverException when the game is over
   */
  public State apply(int action) {
    byte[] after = game.room();
    try {
      Native.lg_game_apply(game.handle(), data, action, after);
    } catch (IllegalMoveException error) {
      String reason = Native.lg_game_explain(game.handle(), data, action);
      throw reason == null ? error : new IllegalMoveException(reason);
    }
    return new State(game, after);
  }

  /**
   * The state after a whole move as the contest's programs write it: "a1*c1*c3"; in the middle of a move, after the
   * rest of it. The lines of a move may also be separated by slashes.
   *
   * <p>C: lg_game_play
   *
   * @throws ParseException for a text that is no move
   * @throws IllegalMoveException for a move that is not legal; the message gives the reason
   * @throws GameOverException when the game is over
   */
  public State apply(String move) {
    byte[] after = game.room();
    try {
      Native.lg_game_play(game.handle(), data, Text.bytes(move), after);
    } catch (ParseException error) {
      throw game.isAction(move) ? error.saying("\"" + move + "\" is an action, which Game.parseAction reads") : error;
    }
    return new State(game, after);
  }

  /**
   * The state after the contest's penalty for a player whose program broke the rules.
   *
   * <p>C: lg_game_forfeit
   *
   * @throws GameOverException when the game is over
   */
  public State forfeit(int player) {
    byte[] after = game.room();
    Native.lg_game_forfeit(game.handle(), data, Errors.index("player", player, game.players()), after);
    return new State(game, after);
  }

  /**
   * Random legal actions to the end of the game, or until {@code limit} actions are played. The generator moves on.
   *
   * <p>C: lg_rollout
   *
   * @throws CancellationException when the thread is interrupted; the generator is then as it was
   */
  public State rollout(Rng rng, long limit) {
    byte[] after = game.room();
    byte[] generator = rng.state().clone();
    Native.lg_rollout(game.handle(), data, limit, generator, after, null, Patience.endless());
    Patience.check("the rollout");
    System.arraycopy(generator, 0, rng.state(), 0, generator.length);
    return new State(game, after);
  }

  // ---- results ----

  /** The contest's score of each player so far. */
  public int[] scores() {
    int[] scores = new int[game.players()];
    Native.lg_game_scores(game.handle(), data, scores);
    return scores;
  }

  /** The points behind the scores, before any limits that the contest sets for the final score. */
  public int[] points() {
    int[] points = new int[game.players()];
    Native.lg_game_points(game.handle(), data, points);
    return points;
  }

  /** The result of each player in -1 ... 1; all 0 until the game is over. */
  public float[] outcome() {
    float[] outcome = new float[game.players()];
    Native.lg_game_outcome(game.handle(), data, outcome);
    return outcome;
  }

  /** The state or the end of the game in a few words. */
  public String result() {
    return Native.lg_game_result(game.handle(), data);
  }

  /**
   * A heuristic value of the position for a player, -1 ... 1; at the end of the game the outcome.
   *
   * <p>C: lg_game_evaluate
   */
  public float evaluate(int player) {
    float[] value = new float[1];
    Native.lg_game_evaluate(game.handle(), data, Errors.index("player", player, game.players()), value, null);
    return value[0];
  }

  // ---- players' knowledge ----

  /**
   * The observation of a player, as numbers in the machine's byte order: the array of {@link Game#observation} in C
   * order.
   *
   * <p>C: lg_game_view
   *
   * @param words as there: the name of one of {@link Game#observations}, and its form
   */
  public ByteBuffer observation(int player, String words) {
    byte[] numbers = new byte[game.view(words).space().size()];
    observation(player, words, numbers);
    return ByteBuffer.wrap(numbers).order(ByteOrder.nativeOrder());
  }

  /**
   * The same, written into an array of this size that is there already: Java takes longer to make a large array than
   * the library to fill it.
   *
   * @param numbers of length {@link Space#size}
   * @throws IllegalArgumentException for an array of another size
   */
  public void observation(int player, String words, byte[] numbers) {
    View view = game.view(words);
    int size = view.space().size();
    if (numbers.length != size) {
      throw new IllegalArgumentException("numbers: expected " + size + " bytes, not " + numbers.length);
    }
    Errors.index("player", player, game.players());
    if (view.isPlain()) {
      Native.lg_game_observe(game.handle(), data, player, view.encoding(), numbers);
      return;
    }
    lg_view chosen = view.inC();
    long memory = Handle.allocate(Native.lg_game_view_scratch(game.handle(), chosen) + 1);
    try {
      Native.lg_game_view(game.handle(), chosen, data, player, memory, numbers);
    } finally {
      Native.free(memory);
      chosen.delete();
    }
  }

  /** The same in the game's first encoding. */
  public ByteBuffer observation(int player) {
    return observation(player, "");
  }

  /**
   * A state that a player can't distinguish from this one.
   *
   * <p>C: lg_game_resample
   */
  public State resample(int player, long seed) {
    byte[] after = game.room();
    Errors.index("player", player, game.players());
    Native.lg_game_resample(game.handle(), data, player, Native.lg_rng_seed(seed, SAMPLING), after);
    return new State(game, after);
  }

  /**
   * The same state with other future chance.
   *
   * <p>C: lg_game_reseed
   */
  public State reseed(long seed) {
    byte[] after = game.room();
    Native.lg_game_reseed(game.handle(), data, Native.lg_rng_seed(seed, SAMPLING), after);
    return new State(game, after);
  }

  /**
   * A key of a player's knowledge.
   *
   * <p>C: lg_game_information_key
   */
  public long informationKey(int player) {
    return Native.lg_game_information_key(game.handle(), data, Errors.index("player", player, game.players()));
  }

  /**
   * A key of the position.
   *
   * <p>C: lg_game_position_key
   */
  public long positionKey() {
    return Native.lg_game_position_key(game.handle(), data);
  }

  /** XXH64 of the state's bytes. */
  public long hash() {
    return Native.lg_game_hash(game.handle(), data);
  }

  /**
   * The numbers in a member of the struct that a state is in C, in C order: {@code field("round")}; with structs inside
   * it, {@code field("python.length")} contains one for each python.
   *
   * @throws IllegalArgumentException for an unknown name; the message lists all names
   */
  public long[] field(String name) {
    return game.field(name).read(data);
  }

  /**
   * The position as one of the game's symmetries maps it.
   *
   * <p>C: lg_game_symmetry_state
   */
  public State symmetry(int symmetry) {
    byte[] after = game.room();
    Native.lg_game_symmetry_state(game.handle(), Errors.index("symmetry", symmetry, game.symmetries()), data, after);
    return new State(game, after);
  }

  // ---- text ----

  /** The message for the program of a player now, line ends included; often empty. */
  public String message(int player) {
    Errors.index("player", player, game.players());
    return Text.of(room -> Native.lg_game_message(game.handle(), data, player, room));
  }

  /** The number of lines that the contest's program of the player to move answers. */
  public int answerLines() {
    return Native.lg_game_answer_lines(game.handle(), data);
  }

  /**
   * The whole move as a program writes it, which {@link #apply(String)} reads: its actions led from here to {@code
   * after}. In the middle of a move it is the rest of it.
   *
   * <p>C: lg_game_move_print
   */
  public String moveText(int[] actions, State after) {
    if (actions.length == 0) {
      throw new IllegalArgumentException("actions: expected at least one");
    }
    checkAll(actions);
    byte[] end = game.dataOf(after);
    return Text.of(room -> Native.lg_game_move_print(game.handle(), data, actions, actions.length, end, room));
  }

  /**
   * A legal action in the words of the game, as a complete phrase: "detective 2: 59-82 by plane".
   *
   * <p>C: lg_game_decision_print
   */
  public String decisionText(int action) {
    Errors.index("action", action, game.actions());
    return Text.of(room -> Native.lg_game_decision_print(game.handle(), data, action, room));
  }

  /**
   * A line of play as whole moves with their players: "White e4-d4, Black d6-d5".
   *
   * <p>C: lg_game_line_print
   *
   * @param actions such as {@link Search#line} gives
   * @throws IllegalMoveException when the first one is not legal
   * @throws GameOverException when the game is over
   */
  public String lineText(int... actions) {
    checkAll(actions);
    if (actions.length > 0) {
      apply(actions[0]); // throws with the reason if it is not legal
    }
    long size = Native.lg_game_line_size(game.handle());
    long memory = Handle.allocate(size);
    try {
      return Text.of(
          room -> Native.lg_game_line_print(game.handle(), data, actions, actions.length, memory, size, room));
    } finally {
      Native.free(memory);
    }
  }

  /**
   * The whole moves of a line of play, each as {@link #apply(String)} reads it after the previous ones. The line ends
   * as in {@link #lineText}, without an incomplete move at its end.
   */
  public List<String> movesOf(int... actions) {
    checkAll(actions);
    List<String> moves = new ArrayList<>();
    boolean hidden = game.isHidden();
    State begun = this;
    State after = this;
    for (int from = 0, at = 0; at < actions.length && !(hidden && !moves.isEmpty()); ) {
      if (at > 0 && (after.isOver() || after.explain(actions[at]).isPresent())) {
        break;
      }
      after = after.apply(actions[at++]);
      if (!after.inMove()) {
        moves.add(begun.moveText(Arrays.copyOfRange(actions, from, at), after));
        from = at;
        begun = after;
      }
    }
    return List.copyOf(moves);
  }

  /**
   * The whole move that these actions, at least one, begin, as {@link #apply(String)} reads it. The bot "greedy"
   * decides any part that is missing, or not legal because of chance.
   */
  public String completed(int... actions) {
    checkAll(actions);
    Bot greedy = Bot.of("greedy");
    List<Integer> made = new ArrayList<>();
    State after = this;
    do {
      int at = made.size();
      boolean given = at < actions.length && (at == 0 || after.explain(actions[at]).isEmpty());
      if (at == 0 && !given) {
        throw new IllegalArgumentException("actions: expected at least one");
      }
      if (at > game.longest()) {
        throw new IllegalStateException(game + ": a move of " + at + " decisions does not end");
      }
      made.add(given ? actions[at] : greedy.choose(after, 0));
      after = after.apply(made.get(at));
    } while (after.inMove());
    return moveText(made.stream().mapToInt(Integer::intValue).toArray(), after);
  }

  private void checkAll(int[] actions) {
    for (int action : actions) {
      Errors.index("action", action, game.actions());
    }
  }

  /** The position as lines of text, with all information. */
  public String board() {
    return board(-1, false);
  }

  /**
   * The position as lines of text, as far as a player may know it.
   *
   * <p>C: lg_game_board
   *
   * @param viewer a player, or -1, which knows everything
   * @param colour with the sequences of a terminal for colours
   */
  public String board(int viewer, boolean colour) {
    Errors.index("viewer + 1", viewer + 1, game.players() + 1);
    return Text.of(room -> Native.lg_game_board(game.handle(), data, viewer, colour, room));
  }

  /** The position as a picture, an SVG document, with all information. */
  public String picture() {
    return picture(-1);
  }

  /**
   * The position as a picture, an SVG document, as far as a player may know it; -1 knows everything.
   *
   * <p>C: lg_game_draw
   */
  public String picture(int viewer) {
    Errors.index("viewer + 1", viewer + 1, game.players() + 1);
    return Text.of(room -> Native.lg_game_draw(game.handle(), data, viewer, null, room));
  }

  /** For people: a description of the possible input, beyond the text of actions; often empty. */
  public String inputHelp() {
    return Text.of(room -> Native.lg_game_input_help(game.handle(), data, room));
  }

  /** For people: the decision that is due; often empty. */
  public String prompt() {
    return Text.of(room -> Native.lg_game_prompt(game.handle(), data, room));
  }

  /** For people: news for a player at its turn about the others' moves, where it does not see them. */
  public String news(int player) {
    Errors.index("player", player, game.players());
    return Text.of(room -> Native.lg_game_news(game.handle(), data, player, room));
  }

  /** The position text, which {@link Game#parse} reads. */
  @Override
  public String toString() {
    return Text.of(room -> Native.lg_game_state_print(game.handle(), data, room));
  }

  @Override
  public boolean equals(Object other) {
    return this == other || other instanceof State && Arrays.equals(data, ((State) other).data)
        && game.equals(((State) other).game);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(data);
  }
}
