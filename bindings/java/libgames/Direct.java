package libgames;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Buffers outside Java's heap, which native code fills. */
final class Direct {
  private Direct() {}

  /** A size in bytes, if it is possible for a buffer. */
  static int size(Object name, long bytes) {
    if (bytes > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(name + ": more than 2 GiB; take fewer rows, or leave it out");
    }
    return (int) bytes;
  }

  static ByteBuffer of(Object name, long bytes) {
    return ByteBuffer.allocateDirect(size(name, bytes));
  }

  /** Whether two direct buffers, from their beginnings, have a byte in common. */
  static boolean overlap(ByteBuffer one, ByteBuffer other) {
    return Native.overlap(one, one.capacity(), other, other.capacity());
  }

  /** The whole of a buffer, with an independent position, in the machine's byte order. */
  static ByteBuffer view(ByteBuffer buffer) {
    return buffer.duplicate().clear().order(ByteOrder.nativeOrder());
  }
}
