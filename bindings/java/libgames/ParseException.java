package libgames;

/** A text does not follow its grammar; with the place of the error, and the expected text. */
public final class ParseException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;
  private final int line;
  private final int column;
  private final String expected;

  ParseException(int line, int column, String expected) {
    this(line, column, expected, "");
  }

  private ParseException(int line, int column, String expected, String more) {
    super("line " + line + ", column " + column + ": expected " + expected + more);
    this.line = line;
    this.column = column;
    this.expected = expected;
  }

  /** The same with a longer message. */
  ParseException saying(String more) {
    return new ParseException(line, column, expected, "; " + more);
  }

  /** The line of the first byte that can't be right; 1 for the first line. */
  public int line() {
    return line;
  }

  /** Its column, counted in bytes of UTF-8; 1 for the first one. */
  public int column() {
    return column;
  }

  /** The expected text, in a few words. */
  public String expected() {
    return expected;
  }
}
