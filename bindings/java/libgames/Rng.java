package libgames;

/**
 * A generator of random numbers, PCG32: the same seed gives the same numbers on every machine and in every language of
 * the library. Not for several threads at a time.
 */
public final class Rng {
  private final byte[] state;

  private Rng(byte[] state) {
    this.state = state;
  }

  /**
   * Stream 0 of a seed.
   *
   * @param seed any 64 bits
   */
  public Rng(long seed) {
    this(seed, 0);
  }

  /**
   * The library's own seeding: any two seeds, even neighbouring ones, start unrelated sequences.
   *
   * @param seed any 64 bits
   * @param stream makes several uses of one seed independent
   */
  public Rng(long seed, long stream) {
    this(Native.lg_rng_seed(seed, stream));
  }

  static Rng of(byte[] state) {
    return new Rng(state);
  }

  /** A generator that continues like this one. */
  public Rng copy() {
    return new Rng(state.clone());
  }

  /** The next 32 random bits. */
  public int next() {
    return Native.lg_rng_next(state);
  }

  /**
   * Uniform in 0 ... bound - 1, without bias.
   *
   * @throws IllegalArgumentException for a bound below 1
   */
  public int below(int bound) {
    if (bound < 1) {
      throw new IllegalArgumentException("bound: expected at least 1, not " + bound);
    }
    return Native.lg_rng_below(state, bound);
  }

  byte[] state() {
    return state;
  }
}
