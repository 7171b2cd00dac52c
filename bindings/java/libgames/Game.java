package libgames;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * A configured game: makes states. Immutable, for any number of threads; equal configurations are equal games.
 *
 * <pre>{@code
 * State state = Game.of("snakecore(size=24,players=4)").newState(7);
 * while (!state.isOver()) {
 *   state = state.apply(state.legalActions()[0]);
 * }
 * }</pre>
 *
 * <p>The native part of a game is freed when nothing uses it any more.
 */
public final class Game {
  private static final int MOST_ROLLOUTS = 1 << 20; // of one call: their results are in memory

  private final lg_game handle;
  private final String configuration;
  private final String given;
  private final lg_game_type type;
  private final int players;
  private final int actions;
  private final int stateSize;
  private final List<Space> observations;
  private final Map<String, View> views = new ConcurrentHashMap<>();
  private volatile Map<String, Fields.Place> fields;

  private Game(lg_game handle, String given) {
    this.handle = handle;
    this.given = given;
    configuration = Text.of(room -> Native.lg_game_print(handle, room));
    type = handle.getType();
    players = handle.getPlayers();
    actions = handle.getActions();
    stateSize = (int) handle.getState_size();
    observations = IntStream.range(0, handle.getObservations()).mapToObj(i -> Space.of(handle.space(i))).toList();
  }

  // ---- making games ----

  /** The names of the library's games. */
  public static List<String> names() {
    return IntStream.range(0, Native.lg_game_type_count()).mapToObj(i -> Native.lg_game_type_at(i).getName()).toList();
  }

  /**
   * A game by its configuration: {@code "name"} or {@code "name(key=value,key=value)"}.
   *
   * <p>C: lg_game_make
   *
   * @throws ParseException for an unknown name, parameter or value
   */
  public static Game of(String configuration) {
    return make(configuration, null, null);
  }

  /**
   * The same with the text of its shared object: On the Run's {@code connect.txt}.
   *
   * @throws ParseException for one of the two texts
   * @throws IllegalArgumentException for a game whose states share nothing
   */
  public static Game of(String configuration, String shared) {
    return make(configuration, Objects.requireNonNull(shared, "shared"), null);
  }

  /**
   * A game from a shared object. Its code runs in this process: load only files that you trust.
   *
   * <p>C: lg_game_load
   *
   * @throws ParseException for an unknown parameter or value
   * @throws IllegalArgumentException when the file can't be used; the message gives the reason
   */
  public static Game load(Path file, String configuration) {
    long loaded = Native.lg_game_load(Text.bytes(file.toAbsolutePath() + "\0"));
    return make(configuration, null, new lg_game_type(loaded, false));
  }

  private static Game make(String configuration, String shared, lg_game_type type) {
    byte[] text = Text.bytes(configuration);
    lg_game handle = new lg_game();
    long memory = 0;
    try {
      if (type == null) {
        Native.lg_game_make(text, handle);
      } else {
        Native.lg_game_configure(type, text, handle);
      }
      long size = handle.getShared_size();
      memory = size > 0 ? Handle.allocate(size) : 0;
      if (shared == null) {
        Native.lg_game_prepare(handle, memory, size);
      } else {
        Native.lg_game_prepare_parse(handle, Text.bytes(shared), memory, size);
      }
      lg_game kept = cleaned(handle, memory);
      memory = 0;
      return new Game(kept, shared);
    } catch (RuntimeException | Error error) {
      handle.delete();
      Native.free(memory);
      throw error;
    }
  }

  /** The same, freed with its shared object when nothing uses it any more: native calls hold it as an argument. */
  private static lg_game cleaned(lg_game handle, long memory) {
    long pointer = lg_game.swigRelease(handle);
    lg_game kept = new lg_game(pointer, false);
    Handle.CLEANER.register(kept, () -> {
      NativeJNI.delete_lg_game(pointer);
      Native.free(memory);
    });
    return kept;
  }

  // ---- facts ----

  /** The game's name in configurations. */
  public String name() {
    return type.getName();
  }

  /** For people: "Alquerque 7x7 (CodeCup 2008)". */
  public String title() {
    return type.getTitle();
  }

  /** For people: the goal, the rules and an example of a move in about five lines. */
  public Optional<String> help() {
    return Optional.ofNullable(type.getHelp());
  }

  /** Rises when the rules, actions or observations of the game change. */
  public int version() {
    return type.getVersion();
  }

  /** Whether players do not know everything. */
  public boolean isHidden() {
    return type.getInformation() == Native.LG_INFORMATION_HIDDEN;
  }

  /** Whether the start of a game is random. */
  public boolean hasChanceAtStart() {
    return type.getChance() != Native.LG_CHANCE_NONE;
  }

  /** Whether actions have random results. */
  public boolean hasChanceInPlay() {
    return type.getChance() == Native.LG_CHANCE_PLAY;
  }

  /** The parameters of its configurations. */
  public List<Parameter> parameters() {
    return IntStream.range(0, type.getParam_count()).mapToObj(i -> Parameter.of(type.param(i))).toList();
  }

  /** The value of each parameter, by name; for words the index. */
  public Map<String, Integer> values() {
    int[] values = handle.getParams();
    Map<String, Integer> all = new LinkedHashMap<>();
    parameters().forEach(parameter -> all.put(parameter.name(), values[all.size()]));
    return all;
  }

  /** The number of players. */
  public int players() {
    return players;
  }

  /** The name of the player in a seat: "White", or "player 3" for a seat without a name. */
  public String seat(int player) {
    String name = Native.lg_game_seat(handle, Errors.index("player", player, players));
    return name != null ? name : "player " + player;
  }

  /** The size of the action space: actions are 0 ... actions() - 1. */
  public int actions() {
    return actions;
  }

  /** The largest number of decisions in a game. */
  public long longest() {
    return handle.getLongest();
  }

  /** The bytes of a state. */
  public int stateSize() {
    return stateSize;
  }

  /** The number of symmetries. Symmetry 0 is the identity. */
  public int symmetries() {
    return handle.getSymmetries();
  }

  /** The ways to encode a player's knowledge. The first is the default. */
  public List<Space> observations() {
    return observations;
  }

  /**
   * The array of an observation in another form: {@code "window+one_hot+canonical"}, words joined by {@code +}, the
   * same for states and batches.
   *
   * <p>At most one is the name of an encoding; the default is the first. {@code canonical}: turned so that it looks the
   * same from every seat; in batches actions and masks are turned too. {@code scaled}: floats in -1 ... 1. {@code
   * one_hot}: the same, with categories as one-hots.
   *
   * @throws IllegalArgumentException for other words
   */
  public Space observation(String words) {
    return view(words).space();
  }

  /** The message that every program reads before the game and answers with a line. */
  public Optional<String> opening() {
    return Optional.ofNullable(type.getOpening());
  }

  /** The file in which the contest hands out the shared object. */
  public Optional<String> sharedFile() {
    return Optional.ofNullable(type.getShared_file());
  }

  /**
   * The text of the object that all states share.
   *
   * <p>C: lg_game_shared_print
   *
   * @throws IllegalArgumentException for a game whose states share nothing
   */
  public String sharedText() {
    return Text.of(room -> Native.lg_game_shared_print(handle, room));
  }

  // ---- states ----

  /**
   * The start of a game.
   *
   * <p>C: lg_game_new
   */
  public State newState(long seed) {
    byte[] state = room();
    Native.lg_game_new(handle, seed, state);
    return new State(this, state);
  }

  /**
   * The results of random games.
   *
   * @param outcomes -1 ... 1, for each game the outcomes of all players: [game * players + player]
   * @param lengths the number of actions of each game
   */
  public record Rollouts(float[] outcomes, long[] lengths) {}

  /**
   * Games of uniformly random legal actions from {@code newState(seed)}, {@code newState(seed + 1)} and so on: the same
   * ones as in C and Python.
   *
   * <p>C: lg_rollouts
   *
   * @param count 0 ... 1048576
   * @throws CancellationException when the thread is interrupted
   */
  public Rollouts rollouts(int count, long seed) {
    if (count < 0 || count > MOST_ROLLOUTS) {
      throw new IllegalArgumentException("count: expected 0 ... " + MOST_ROLLOUTS + ", not " + count);
    }
    float[] outcomes = new float[count * players];
    long[] lengths = new long[count];
    Native.lg_rollouts(handle, seed, count, room(), outcomes, lengths, Patience.endless());
    Patience.check("the rollouts");
    return new Rollouts(outcomes, lengths);
  }

  /**
   * The state that a position text describes: {@code game.parse(state.toString()).equals(state)}.
   *
   * <p>C: lg_game_state_parse
   *
   * @throws ParseException with the first byte that can't be right
   */
  public State parse(String text) {
    byte[] state = room();
    Native.lg_game_state_parse(handle, Text.bytes(text), state);
    return new State(this, state);
  }

  /**
   * The state with these bytes, which are copied.
   *
   * <p>C: lg_game_state_problem
   *
   * @throws StateException when they are not a state
   */
  public State fromBytes(byte[] bytes) {
    byte[] state = bytes.clone();
    String problem = Native.lg_game_state_problem(handle, state);
    if (problem != null) {
      throw new StateException("not a state of " + this + ": " + problem);
    }
    return new State(this, state);
  }

  // ---- actions ----

  /**
   * An action as text, different for every action.
   *
   * <p>C: lg_game_action_print
   */
  public String actionText(int action) {
    Errors.index("action", action, actions);
    return Text.of(room -> Native.lg_game_action_print(handle, action, room));
  }

  /**
   * The action that a text names.
   *
   * <p>C: lg_game_action_parse
   *
   * @throws ParseException if there is none; the message notes whether the text is a whole move
   */
  public int parseAction(String text) {
    try {
      return (int) Native.lg_game_action_parse(handle, Text.bytes(text));
    } catch (ParseException error) {
      throw isMove(text) ? error.saying("\"" + text + "\" is a whole move, which State.apply reads") : error;
    }
  }

  boolean isAction(String text) {
    try {
      Native.lg_game_action_parse(handle, Text.bytes(text));
    } catch (ParseException error) {
      return false;
    }
    return true;
  }

  /** Whether a text is a move as programs write it, legal or not. */
  private boolean isMove(String text) {
    try {
      newState(0).apply(text);
    } catch (ParseException error) {
      return false;
    } catch (IllegalMoveException | GameOverException error) {
      return true;
    }
    return true;
  }

  /**
   * The move that a program's answer counts as, in a contest that accepts answers that it can't read.
   *
   * <p>C: lg_game_taken_for
   */
  public Optional<String> takenFor(String answer) {
    return Optional.ofNullable(Native.lg_game_taken_for(handle, Text.bytes(answer)));
  }

  // ---- for the classes of this package ----

  lg_game handle() {
    return handle;
  }

  byte[] room() {
    return new byte[stateSize];
  }

  /** The bytes of a state of this game: native functions trust them. */
  byte[] dataOf(State state) {
    if (!equals(state.game())) {
      throw new StateException("expected a state of " + this + ", not of " + state.game());
    }
    return state.data();
  }

  View view(String words) {
    if (words == null) {
      throw new IllegalArgumentException("observation: expected words, not null");
    }
    return views.computeIfAbsent(words, given -> View.of(this, given));
  }

  int observationNumber(String encoding) {
    for (int i = 0; i < observations.size(); i++) {
      if (observations.get(i).name().equals(encoding)) {
        return i;
      }
    }
    String known = String.join(", ", observations.stream().map(Space::name).toList());
    throw new IllegalArgumentException("encoding: expected one of " + known + ", not " + encoding);
  }

  Fields.Place field(String name) {
    if (fields == null) {
      fields = Fields.of(handle);
    }
    Fields.Place place = fields.get(name);
    if (place == null) {
      throw new IllegalArgumentException("field: expected one of " + fields.keySet() + ", not " + name);
    }
    return place;
  }

  /** The shortest configuration that makes this game again. */
  @Override
  public String toString() {
    return configuration;
  }

  @Override
  public boolean equals(Object other) {
    return this == other || other instanceof Game && ((Game) other).configuration.equals(configuration)
        && Objects.equals(((Game) other).given, given)
        && lg_game_type.getCPtr(type) == lg_game_type.getCPtr(((Game) other).type);
  }

  @Override
  public int hashCode() {
    return configuration.hashCode();
  }
}
