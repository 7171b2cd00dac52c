package libgames;

/** Bytes are not a state of the game, or a state is one of another game. */
public final class StateException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  StateException(String message) {
    super(message);
  }
}
