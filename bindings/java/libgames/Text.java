package libgames;

import java.nio.charset.StandardCharsets;

/** Strings as the C library reads and writes them: bytes of UTF-8. */
final class Text {
  private Text() {}

  /** Writes a text and a NUL where there is room for both; returns the text's length. */
  interface Writer {
    long write(byte[] room);
  }

  /** A text that the library gives: called by the native code. */
  static String of(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static String of(Writer writer) {
    byte[] room = new byte[512];
    int length = (int) writer.write(room);
    if (length >= room.length) {
      room = new byte[length + 1];
      writer.write(room);
    }
    return new String(room, 0, length, StandardCharsets.UTF_8);
  }
}
