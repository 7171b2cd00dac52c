package libgames;

/** The rules do not allow this move or action here; the message says why. */
public final class IllegalMoveException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  IllegalMoveException(String message) {
    super(message);
  }
}
