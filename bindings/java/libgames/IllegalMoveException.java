package libgames;

/** The rules do not allow this move or action here; the message gives the reason. */
public final class IllegalMoveException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  IllegalMoveException(String message) {
    super(message);
  }
}
