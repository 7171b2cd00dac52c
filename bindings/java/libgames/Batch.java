package libgames;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;

/**
 * Many games of one configuration, stepped by one call into direct buffers, without a copy.
 *
 * <pre>{@code
 * try (Batch batch = Batch.of(game, 1024).player(1, Bot.of("greedy")).threads(2).create()) {
 *   ByteBuffer mask = batch.mask();
 *   IntBuffer actions = batch.actions();
 *   batch.reset();
 *   for (;;) {
 *     choose(mask, actions);  // or batch.sample(seed++): any legal ones
 *     batch.step();
 *   }
 * }
 * }</pre>
 *
 * <p>A place in the batch is a slot; every array contains one row for each. Slots never influence each other, and
 * results do not depend on the number of threads. The methods of a batch wait for each other; {@link #close} ends its
 * threads and gives its memory back. The buffers are Java's own and stay readable.
 */
public final class Batch implements AutoCloseable {
  /** The arrays of a batch, each contiguous with one row for each slot, in the machine's byte order. */
  public enum Array {
    /** bytes: the games themselves, stateSize each; for reading only. */
    STATES(1, lg_batch_buffers::setStates),
    /** 32-bit integers: the action of the player to move; read by {@link Batch#step}. */
    ACTIONS(4, lg_batch_buffers::setActions),
    /** what {@link #PLAYER} may know: an observation in the form of {@link Settings#observation}. */
    OBSERVATION(1, lg_batch_buffers::setObservation),
    /** bytes, one for each action: 1 for legal; or bits, see {@link Masks}. */
    MASK(1, lg_batch_buffers::setMask),
    /** floats, one for each player, by seat. */
    REWARDS(4, lg_batch_buffers::setRewards),
    /** floats: the reward of {@link #PLAYER}; after a same-step reset, of FINAL_PLAYER. */
    REWARD(4, lg_batch_buffers::setReward),
    /** 32-bit integers: the player to move, always a learner; when the game is over the last learner to move. */
    PLAYER(4, lg_batch_buffers::setPlayer),
    /** bytes: 1 when the game is over. */
    TERMINATED(1, lg_batch_buffers::setTerminated),
    /** bytes: 1 when the step limit is reached and the game is not over. */
    TRUNCATED(1, lg_batch_buffers::setTruncated),
    /** 32-bit integers: 0, or why this slot was not stepped: 1 no such action, 2 not legal, 3 the game is over. */
    STATUS(4, lg_batch_buffers::setStatus),
    /** with a same-step reset, if an episode has ended in this step: its last observation. */
    FINAL_OBSERVATION(1, lg_batch_buffers::setFinal_observation),
    /** the same for the mask. */
    FINAL_MASK(1, lg_batch_buffers::setFinal_mask),
    /** the same for the player; -1 if an episode that had ended earlier has only begun again. */
    FINAL_PLAYER(4, lg_batch_buffers::setFinal_player),
    /** bytes: the same for the game, at its end. */
    FINAL_STATES(1, lg_batch_buffers::setFinal_states),
    /** 32-bit integers, one for each player: the seat in this episode of the player configured for seat k. */
    SEATS(4, lg_batch_buffers::setSeats),
    /** 32-bit integers: the game of this episode, see {@link Settings#variants}; 0 is the batch's own. */
    VARIANT(4, lg_batch_buffers::setVariant),
    /** with a same-step reset, if an episode has ended in this step: the game of that episode. */
    FINAL_VARIANT(4, lg_batch_buffers::setFinal_variant);

    private final int element;
    private final BiConsumer<lg_batch_buffers, Buffer> setter;

    Array(int element, BiConsumer<lg_batch_buffers, Buffer> setter) {
      this.element = element;
      this.setter = setter;
    }

    private boolean isFinal() {
      return name().startsWith("FINAL_");
    }

    private long row(Game game, Space space, Masks masks) {
      switch (this) {
        case STATES:
        case FINAL_STATES:
          return game.stateSize();
        case OBSERVATION:
        case FINAL_OBSERVATION:
          return space.size();
        case MASK:
        case FINAL_MASK:
          return masks == Masks.BITS ? (game.actions() + Byte.SIZE - 1) / Byte.SIZE : game.actions();
        case REWARDS:
        case SEATS:
          return (long) element * game.players();
        default:
          return element;
      }
    }
  }

  /** The reset after the end of an episode, with Gymnasium's names. */
  public enum Autoreset {
    /** The next step ignores the action, begins a new episode, and gives reward 0. */
    NEXT_STEP(Native.LG_AUTORESET_NEXT_STEP),
    /** The same step begins a new episode; the end is in the FINAL_ arrays. */
    SAME_STEP(Native.LG_AUTORESET_SAME_STEP),
    /** Nothing until a reset. */
    DISABLED(Native.LG_AUTORESET_DISABLED);

    private final int number;

    Autoreset(int number) {
      this.number = number;
    }
  }

  /** The source of the rewards. */
  public enum Rewards {
    /** Each player's outcome at the end of the game, 0 before. */
    OUTCOME(Native.LG_BATCH_OUTCOME),
    /** The change of a player's score since its last decision. */
    SCORE(Native.LG_BATCH_SCORE),
    /** Outcomes, and the change of the position's value since the player's last decision; {@link Settings#discount}. */
    SHAPED(Native.LG_BATCH_SHAPED);

    private final int number;

    Rewards(int number) {
      this.number = number;
    }
  }

  /** The form of masks of legal actions. */
  public enum Masks {
    /** A byte for each action, 0 or 1. */
    BYTES(Native.LG_BATCH_BYTES),
    /** (actions + 7) / 8 bytes: action a is bit a % 8 of byte a / 8. */
    BITS(Native.LG_BATCH_BITS);

    private final int number;

    Masks(int number) {
      this.number = number;
    }
  }

  /** The game of an episode, if there are several. */
  public enum VariantChoice {
    /** Slot i always plays game i modulo their number. */
    BY_SLOT(Native.LG_BATCH_BY_SLOT),
    /** Each episode plays a random one, all equally likely. */
    BY_EPISODE(Native.LG_BATCH_BY_EPISODE);

    private final int number;

    VariantChoice(int number) {
      this.number = number;
    }
  }

  /** By how many seats players are shifted from the seats that they were configured for. */
  public enum Seating {
    /** By {@link Settings#rotation}. */
    FIXED(Native.LG_BATCH_SEATS_FIXED),
    /** By a random number in each episode. */
    RANDOM(Native.LG_BATCH_SEATS_RANDOM),
    /** In slot i always by i, divided by the number of games, modulo the players, so that seats are evenly
     * distributed. */
    BY_SLOT(Native.LG_BATCH_SEATS_BY_SLOT);

    private final int number;

    Seating(int number) {
      this.number = number;
    }
  }

  /**
   * The result of a call, in numbers of slots.
   *
   * @param failed slots whose status is not 0
   * @param ended episodes that ended in this call
   * @param begun episodes that began in this call
   */
  public record Report(int failed, int ended, int begun) {}

  /** Numbers of a lg_batch_report. */
  private static final int REPORT = 3;

  private final Game game;
  private final int games;
  private final List<Game> variants;
  private final Space space;
  private final Masks masks;
  private final Map<Array, ByteBuffer> buffers;
  private final Handle handle;
  private ByteBuffer sampled; // by sample(), which holds the handle's lock

  /** The settings of a batch. Each setter returns the same object. */
  public static final class Settings {
    private final Game game;
    private final int games;
    private int threads = 1;
    private Autoreset autoreset = Autoreset.NEXT_STEP;
    private Rewards rewards = Rewards.OUTCOME;
    private float discount = 1;
    private Masks masks = Masks.BYTES;
    private List<Game> variants = List.of();
    private VariantChoice variantChoice = VariantChoice.BY_SLOT;
    private View view;
    private boolean illegalLoses;
    private int stepLimit;
    private final Bot[] players;
    private final boolean[] opponents;
    private Seating seating = Seating.FIXED;
    private int rotation;
    private long seed;
    private final Map<Array, ByteBuffer> given = new EnumMap<>(Array.class);

    private Settings(Game game, int games) {
      this.game = Objects.requireNonNull(game, "game");
      this.games = games;
      players = new Bot[game.players()];
      opponents = new boolean[players.length];
      view = game.view("");
      for (Array array : Array.values()) {
        if (!array.isFinal()) {
          given.put(array, null);
        }
      }
    }

    /** Threads that share the work, including the calling thread: 1 ... 64; at first 1. */
    public Settings threads(int count) {
      threads = count;
      return this;
    }

    /** The reset after the end of an episode; at first NEXT_STEP. SAME_STEP adds the FINAL_ arrays. */
    public Settings autoreset(Autoreset value) {
      autoreset = Objects.requireNonNull(value, "autoreset");
      if (value == Autoreset.SAME_STEP) {
        for (Array array : Array.values()) {
          if (array.isFinal()) {
            given.putIfAbsent(array, null);
          }
        }
      }
      return this;
    }

    /** The source of the rewards; at first OUTCOME. */
    public Settings rewards(Rewards value) {
      rewards = Objects.requireNonNull(value, "rewards");
      return this;
    }

    /** With SHAPED rewards: the factor of a position's value one decision later, 0 ... 1; at first 1. */
    public Settings discount(float value) {
      if (!(value >= 0 && value <= 1)) {
        throw new IllegalArgumentException("discount: expected 0 ... 1, not " + value);
      }
      discount = value;
      return this;
    }

    /** The form of observations, as in {@link Game#observation}; at first the game's first encoding. */
    public Settings observation(String words) {
      view = game.view(words);
      return this;
    }

    /** The form of masks; at first BYTES. */
    public Settings masks(Masks value) {
      masks = Objects.requireNonNull(value, "masks");
      return this;
    }

    /**
     * Further games for episodes, numbered from 1: they may differ from the batch's own only in their shared object,
     * such as the map of On the Run, and in no size.
     *
     * <p>C: lg_batch_add
     */
    public Settings variants(Game... games) {
      if (games.length >= Native.LG_BATCH_MAX_VARIANTS) {
        throw new IllegalArgumentException("variants: expected fewer than " + Native.LG_BATCH_MAX_VARIANTS + ", not "
            + games.length);
      }
      variants = List.of(games);
      return this;
    }

    /** The choice of an episode's game; at first BY_SLOT. */
    public Settings variantChoice(VariantChoice value) {
      variantChoice = Objects.requireNonNull(value, "variantChoice");
      return this;
    }

    /** Whether an impossible action ends its episode, with -1 for the player that chose it; at first it is only
     * refused. */
    public Settings illegalLoses(boolean loses) {
      illegalLoses = loses;
      return this;
    }

    /** An episode is truncated after this many steps; 0 (as at first): never. */
    public Settings stepLimit(int steps) {
      stepLimit = steps;
      return this;
    }

    /** A bot for a seat; null: a learner, whose actions come from outside, as for all seats at first. */
    public Settings player(int seat, Bot bot) {
      players[Errors.index("seat", seat, players.length)] = bot;
      opponents[seat] = false;
      return this;
    }

    /**
     * An opponent for a seat whose actions come from outside, such as from another network. When it is to move, its
     * slot waits: {@link Batch#player} is its seat, and the next {@link Batch#step(boolean[])} of the slot takes its
     * action. That is a part of the learner's step, or of the reset: it counts as no step, and rewards are written when
     * a learner is to move or the episode ends.
     *
     * <p>C: LG_BATCH_ASKED
     */
    public Settings opponent(int seat) {
      player(seat, null);
      opponents[seat] = true;
      return this;
    }

    /** The rotation of the seats; at first FIXED. */
    public Settings seating(Seating value) {
      seating = Objects.requireNonNull(value, "seating");
      return this;
    }

    /** With FIXED seats: by how many seats all players are shifted; at first 0. */
    public Settings rotation(int seats) {
      rotation = Errors.index("rotation", seats, players.length);
      return this;
    }

    /** Slot i is seeded with seed + i; at first 0. */
    public Settings seed(long value) {
      seed = value;
      return this;
    }

    /** Leaves an array out, which saves the time to fill it. STATES and ACTIONS are needed. */
    public Settings without(Array array) {
      if (array == Array.STATES || array == Array.ACTIONS) {
        throw new IllegalArgumentException(array + " is needed");
      }
      given.remove(array);
      return this;
    }

    /**
     * Uses the given buffer for an array: from its position to its limit it must be of the right size, direct,
     * writable, in memory aligned to 8, and not overlap others. STATES are always the batch's own, since nothing else
     * may write them.
     */
    public Settings with(Array array, ByteBuffer buffer) {
      if (array == Array.STATES) {
        throw new IllegalArgumentException("STATES are the batch's own");
      }
      given.put(array, buffer.slice());
      return this;
    }

    /**
     * A batch with these settings.
     *
     * @throws IllegalArgumentException when the settings are not possible for this game, or a buffer does not fit
     */
    public Batch create() {
      return new Batch(this);
    }

    private lg_batch_config config() {
      lg_batch_config config = Native.lg_batch_default(games);
      config.setThreads(threads);
      config.setAutoreset(autoreset.number);
      config.setReward(rewards.number);
      config.setDiscount(discount);
      config.setObservation(view.encoding());
      config.setForm(view.form());
      config.setCanonical(view.isCanonical() ? 1 : 0);
      config.setMasks(masks.number);
      config.setVariants(1 + variants.size());
      config.setVariant_choice(variantChoice.number);
      config.setIllegal(illegalLoses ? Native.LG_BATCH_LOSES : Native.LG_BATCH_REFUSED);
      config.setStep_limit(stepLimit);
      ByteBuffer seats = ByteBuffer.wrap(config.getPlayer()).order(ByteOrder.nativeOrder());
      int one = seats.capacity() / Native.LG_MAX_PLAYERS;
      for (int i = 0; i < players.length; i++) {
        if (players[i] == null) {
          seats.putInt(i * one, opponents[i] ? Native.LG_BATCH_ASKED : Native.LG_BATCH_LEARNER);
        } else {
          seats.put(i * one, players[i].data());
        }
      }
      config.setPlayer(seats.array());
      config.setSeating(seating.number);
      config.setRotation(rotation);
      config.setSeed(seed);
      return config;
    }

    private Map<Array, ByteBuffer> buffers() {
      given.forEach((array, buffer) -> check(array, buffer, games * array.row(game, view.space(), masks)));
      given.forEach((array, buffer) -> given.forEach((other, another) -> {
        if (array.compareTo(other) < 0 && buffer != null && another != null && Direct.overlap(buffer, another)) {
          throw new IllegalArgumentException(array + " and " + other + ": expected buffers that do not overlap");
        }
      }));
      Map<Array, ByteBuffer> buffers = new EnumMap<>(given);
      buffers.replaceAll((array, buffer) -> buffer != null ? buffer
          : Direct.of(array, games * array.row(game, view.space(), masks)));
      return buffers;
    }

    private static void check(Array array, ByteBuffer buffer, long size) {
      Direct.size(array, size);
      if (buffer == null) {
        return;
      }
      if (!buffer.isDirect() || buffer.isReadOnly()) {
        throw new IllegalArgumentException(array + ": expected a direct buffer that is not read-only");
      }
      if (buffer.capacity() != size) {
        throw new IllegalArgumentException(array + ": expected " + size + " bytes, not " + buffer.capacity());
      }
      if (buffer.alignmentOffset(0, Long.BYTES) != 0) {
        throw new IllegalArgumentException(array + ": expected memory aligned to 8 bytes");
      }
    }
  }

  /**
   * The settings of a batch of this many games: one thread, learners in all seats, until others are chosen.
   *
   * <p>C: lg_batch_default
   */
  public static Settings of(Game game, int games) {
    if (games < 1 || games > Native.LG_BATCH_MAX_GAMES) {
      throw new IllegalArgumentException("games: expected 1 ... " + Native.LG_BATCH_MAX_GAMES + ", not " + games);
    }
    return new Settings(game, games);
  }

  private Batch(Settings settings) {
    game = settings.game;
    games = settings.games;
    variants = settings.variants;
    space = settings.view.space();
    masks = settings.masks;
    buffers = settings.buffers();
    lg_batch_config config = settings.config();
    lg_batch_buffers rows = new lg_batch_buffers();
    buffers.forEach((array, buffer) -> array.setter.accept(rows, buffer));
    try {
      long size = Native.lg_batch_size(game.handle(), config);
      if (size == 0) {
        throw new IllegalArgumentException("this configuration of a batch is not possible for " + game);
      }
      handle = new Handle("batch", size,
          (memory, room) -> Native.lg_batch_create(game.handle(), config, rows, memory, room),
          Native::lg_batch_destroy, game.handle(), variants.stream().map(Game::handle).toList(), buffers);
    } finally {
      config.delete();
      rows.delete();
    }
    for (int i = 0; i < variants.size(); i++) {
      addVariant(1 + i, variants.get(i));
    }
  }

  private void addVariant(int number, Game variant) {
    try {
      Native.lg_batch_add(handle.address(), number, variant.handle());
    } catch (IllegalArgumentException error) {
      close();
      throw new IllegalArgumentException("variants: expected games that differ from " + game
          + " in nothing but what their states share, unlike " + variant, error);
    }
  }

  // ---- arrays ----

  /** The number of games. */
  public int games() {
    return games;
  }

  /**
   * An array, as a buffer with an independent position; read-only for STATES.
   *
   * @throws IllegalArgumentException for an array that was left out
   */
  public ByteBuffer buffer(Array array) {
    ByteBuffer buffer = buffers.get(array);
    if (buffer == null) {
      throw new IllegalArgumentException("this batch has no " + array);
    }
    return Direct.view(array == Array.STATES ? buffer.asReadOnlyBuffer() : buffer);
  }

  /** The array of an observation. */
  public Space space() {
    return space;
  }

  /** The actions, to be written before each step. */
  public IntBuffer actions() {
    return buffer(Array.ACTIONS).asIntBuffer();
  }

  /** The observations, as bytes in the machine's order. */
  public ByteBuffer observation() {
    return buffer(Array.OBSERVATION);
  }

  /** The masks, one byte for each action, or in the form chosen by {@link Masks}. */
  public ByteBuffer mask() {
    return buffer(Array.MASK);
  }

  /** The rewards of the players to move. */
  public FloatBuffer reward() {
    return buffer(Array.REWARD).asFloatBuffer();
  }

  /** The rewards of all players, by seat. */
  public FloatBuffer rewards() {
    return buffer(Array.REWARDS).asFloatBuffer();
  }

  /** The players to move. */
  public IntBuffer player() {
    return buffer(Array.PLAYER).asIntBuffer();
  }

  /** The seats of the players configured for seats 0, 1 and so on. */
  public IntBuffer seats() {
    return buffer(Array.SEATS).asIntBuffer();
  }

  /** The game of each episode: 0 is the batch's own, then follow {@link Settings#variants}. */
  public IntBuffer variant() {
    return buffer(Array.VARIANT).asIntBuffer();
  }

  /** 1 where a game is over. */
  public ByteBuffer terminated() {
    return buffer(Array.TERMINATED);
  }

  /** 1 where the step limit is reached. */
  public ByteBuffer truncated() {
    return buffer(Array.TRUNCATED);
  }

  /** The state of a slot, a copy. */
  public State state(int slot) {
    byte[] state = game.room();
    synchronized (handle) {
      handle.address();
      buffers.get(Array.STATES).get(Errors.index("slot", slot, games) * state.length, state);
      return gameOf(slot).fromBytes(state);
    }
  }

  /** The game of the episode in a slot; the handle's lock is held. */
  private Game gameOf(int slot) {
    int variant = variants.isEmpty() ? 0 : Native.variant_of(handle.address(), slot);
    return variant == 0 ? game : variants.get(variant - 1);
  }

  // ---- stepping ----

  /** Begins an episode in every slot. */
  public Report reset() {
    return reset(null, null);
  }

  /**
   * Begins an episode in some slots.
   *
   * <p>C: lg_batch_reset
   *
   * @param which one entry for each slot, or null for all
   * @param seeds one for each slot, or null: each slot's own next one
   */
  public Report reset(boolean[] which, long[] seeds) {
    byte[] chosen = chosen(which);
    if (seeds != null && seeds.length != games) {
      throw new IllegalArgumentException("seeds: expected " + games + " of them, not " + seeds.length);
    }
    int[] report = new int[REPORT];
    synchronized (handle) {
      Native.lg_batch_reset(handle.address(), chosen, seeds, report);
    }
    return new Report(report[0], report[1], report[2]);
  }

  /** One step in every slot. */
  public Report step() {
    return step(null);
  }

  /**
   * One step in some slots.
   *
   * <p>C: lg_batch_step
   *
   * @param which one entry for each slot, or null for all
   * @throws IllegalArgumentException before the first reset of all slots
   */
  public Report step(boolean[] which) {
    byte[] chosen = chosen(which);
    int[] report = new int[REPORT];
    synchronized (handle) {
      Native.lg_batch_step(handle.address(), chosen, report);
    }
    return new Report(report[0], report[1], report[2]);
  }

  /**
   * Writes a random legal action for each slot into {@link Array#ACTIONS}, all equally likely; 0 if an episode has
   * ended without one. The same seed and masks give the same actions.
   *
   * <p>C: lg_mask_sample
   *
   * @throws IllegalArgumentException where MASK or TERMINATED was left out, for masks of bits, before the first reset
   * of all slots, and for
   *     masks that were written to; then no action is written
   */
  public void sample(long seed) {
    ByteBuffer mask = buffer(Array.MASK);
    ByteBuffer ended = buffer(Array.TERMINATED);
    if (masks != Masks.BYTES) {
      throw new IllegalArgumentException("sample: expected masks of bytes");
    }
    synchronized (handle) {
      handle.address();
      if (sampled == null) {
        sampled = Direct.of("actions", (long) games * Integer.BYTES);
      }
      try {
        Native.lg_mask_sample(games, game.actions(), mask, ended, seed, sampled);
      } catch (IllegalArgumentException error) {
        throw new IllegalArgumentException("MASK: expected 0 and 1, and a legal action, in every slot", error);
      }
      buffers.get(Array.ACTIONS).put(0, sampled, 0, sampled.capacity());
    }
  }

  private byte[] chosen(boolean[] which) {
    if (which == null) {
      return null;
    }
    if (which.length != games) {
      throw new IllegalArgumentException("which: expected " + games + " entries, not " + which.length);
    }
    byte[] chosen = new byte[games];
    for (int i = 0; i < games; i++) {
      chosen[i] = (byte) (which[i] ? 1 : 0);
    }
    return chosen;
  }

  // ---- single slots ----

  /** A whole slot, as bytes that {@link #load} takes. */
  public byte[] save(int slot) {
    synchronized (handle) {
      byte[] bytes = new byte[(int) Native.lg_batch_saved_size(handle.address())];
      Native.lg_batch_save(handle.address(), slot, bytes);
      return bytes;
    }
  }

  /**
   * Puts a saved slot of a batch of the same game and configuration into a slot.
   *
   * @throws StateException when these are not the bytes of a slot
   */
  public void load(int slot, byte[] bytes) {
    synchronized (handle) {
      if (bytes.length != Native.lg_batch_saved_size(handle.address())) {
        throw new StateException("these are not the bytes of a saved slot of this batch");
      }
      Native.lg_batch_load(handle.address(), slot, bytes);
    }
  }

  /** Slot {@code to} becomes an exact copy of slot {@code from}: the same actions give the same future. */
  public void copy(int from, int to) {
    synchronized (handle) {
      Native.lg_batch_clone(handle.address(), from, to);
    }
  }

  /**
   * The same, but with another future.
   *
   * <p>C: lg_batch_branch
   */
  public void branch(int from, int to, long seed) {
    synchronized (handle) {
      Native.lg_batch_branch(handle.address(), from, to, seed);
    }
  }

  /**
   * Begins an episode in a slot from a given state.
   *
   * <p>C: lg_batch_set
   */
  public void set(int slot, State state, long seed) {
    synchronized (handle) {
      byte[] data = gameOf(Errors.index("slot", slot, games)).dataOf(state);
      Native.lg_batch_set(handle.address(), slot, data, seed);
    }
  }

  /** Ends the threads and frees the memory; only the buffers can be used afterwards. Closing again does nothing. */
  @Override
  public void close() {
    handle.close();
  }
}
