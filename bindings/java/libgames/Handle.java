package libgames;

import java.lang.ref.Cleaner;
import java.util.function.LongConsumer;

/**
 * A native object with memory of its own. Whoever uses it holds its lock: so nothing is freed under a call, neither by
 * another thread nor by the garbage collector, whose cleaner takes the same lock.
 */
final class Handle implements Runnable {
  static final Cleaner CLEANER = Cleaner.create();

  private final String name;
  private final long memory;
  private final LongConsumer destroy;
  private final Object[] kept;
  private final Cleaner.Cleanable cleanable;
  private long address;

  /** Makes an object in new memory for its owner. It keeps what the native object uses: games, buffers. */
  Handle(Object owner, String name, long size, Maker maker, LongConsumer destroy, Object... kept) {
    this.name = name;
    this.destroy = destroy;
    this.kept = kept;
    memory = allocate(size);
    try {
      address = maker.make(memory, size);
    } catch (RuntimeException error) {
      Native.free(memory);
      throw error;
    }
    cleanable = CLEANER.register(owner, this);
  }

  /** Makes the object in this memory and returns its address. */
  interface Maker {
    long make(long memory, long size);
  }

  /** Memory of the system. */
  static long allocate(long size) {
    long memory = Native.malloc(size);
    if (memory == 0) {
      throw new OutOfMemoryError("libgames: no memory for " + size + " bytes");
    }
    return memory;
  }

  /** The address, for callers that hold the lock. */
  long address() {
    if (address == 0) {
      throw new IllegalStateException("this " + name + " is closed");
    }
    return address;
  }

  void close() {
    cleanable.clean();
  }

  @Override
  public synchronized void run() {
    destroy.accept(address);
    Native.free(memory);
    address = 0;
  }
}
