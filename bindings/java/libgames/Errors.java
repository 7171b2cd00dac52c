package libgames;

/** The exceptions for the statuses of the C library. */
final class Errors {
  private Errors() {}

  /** Called by the native code, with the status's own sentence or a better one. */
  static RuntimeException of(int status, String text, int line, int column) {
    if (status == Native.LG_E_ILLEGAL) {
      return new IllegalMoveException(text);
    }
    if (status == Native.LG_E_OVER) {
      return new GameOverException(text);
    }
    if (status == Native.LG_E_PARSE) {
      return new ParseException(line, column, text);
    }
    if (status == Native.LG_E_STATE) {
      return new StateException(text);
    }
    if (status == Native.LG_E_UNSUPPORTED) {
      return new UnsupportedOperationException(text);
    }
    if (status == Native.LG_E_BROKEN) {
      return new IllegalStateException(text);
    }
    return new IllegalArgumentException(text);
  }

  /** The value, if it is in 0 ... count - 1. */
  static int index(String name, int value, int count) {
    if (value < 0 || value >= count) {
      throw new IllegalArgumentException(name + ": expected 0 ... " + (count - 1) + ", not " + value);
    }
    return value;
  }
}
