package libgames;

import java.lang.ref.Cleaner;
import java.util.function.LongConsumer;

/**
 * A native object with its own memory. Every call holds its lock, so that nothing is freed during a call, neither by
 * another thread, which waits for the lock, nor by the garbage collector, for which a locked object is in use.
 */
final class Handle {
  static final Cleaner CLEANER = Cleaner.create();

  private final String name;
  private final Memory memory;
  private final Cleaner.Cleanable cleanable;

  /** Makes an object in new memory. It keeps the objects that the native one uses: games, buffers. */
  Handle(String name, long size, Maker maker, LongConsumer destroy, Object... kept) {
    this.name = name;
    memory = new Memory(allocate(size), destroy, kept);
    try {
      memory.object = maker.make(memory.address, size);
    } catch (RuntimeException | Error error) {
      Native.free(memory.address);
      throw error;
    }
    cleanable = CLEANER.register(this, memory);
  }

  /** Makes the object in this memory and returns its address. */
  interface Maker {
    long make(long memory, long size);
  }

  /** Frees the memory, once: it does not refer to the handle, which would otherwise stay in use for ever. */
  private static final class Memory implements Runnable {
    private final long address;
    private final LongConsumer destroy;
    private final Object[] kept;
    private long object;

    private Memory(long address, LongConsumer destroy, Object[] kept) {
      this.address = address;
      this.destroy = destroy;
      this.kept = kept;
    }

    @Override
    public void run() {
      destroy.accept(object);
      Native.free(address);
      object = 0;
    }
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
    if (memory.object == 0) {
      throw new IllegalStateException("this " + name + " is closed");
    }
    return memory.object;
  }

  synchronized void close() {
    cleanable.clean();
  }
}
