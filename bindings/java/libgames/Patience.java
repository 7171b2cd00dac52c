package libgames;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.LongUnaryOperator;

/** When a call that may take long ends: when its time is up, or when its thread is interrupted. */
final class Patience implements BooleanSupplier {
  private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);
  /** The approximate largest number of nanoseconds between two checks of the clock and of interrupts, unless a single
   * simulation takes longer. */
  private static final long PART = 5_000_000;

  private final boolean limited;
  private final long end;

  private Patience(boolean limited, long end) {
    this.limited = limited;
    this.end = end;
  }

  static Patience endless() {
    return new Patience(false, 0);
  }

  /** From now on. */
  static Patience of(Duration time) {
    long nanos = time.compareTo(LONGEST) > 0 ? Long.MAX_VALUE : time.isNegative() ? 0 : time.toNanos();
    return new Patience(nanos < Long.MAX_VALUE, System.nanoTime() + nanos);
  }

  /** Throws when the thread is interrupted; the interrupt stays set. */
  static void check(String what) {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancellationException("interrupted before " + what + " was complete");
    }
  }

  /** Calls with the number of simulations that may begin, until the time is up or the call returns that nothing is left
   * to do. */
  void share(LongUnaryOperator search) {
    long simulations = getAsBoolean() ? 0 : 1;
    long going;
    do {
      long begin = System.nanoTime();
      going = search.applyAsLong(simulations);
      long took = System.nanoTime() - begin;
      simulations = took < PART / 2 ? simulations * 2 : took <= PART ? simulations : Math.max(1, simulations / 2);
    } while (going > 0 && !getAsBoolean());
  }

  /** Whether it has ended. */
  @Override
  public boolean getAsBoolean() {
    return Thread.currentThread().isInterrupted() || limited && System.nanoTime() - end >= 0;
  }
}
