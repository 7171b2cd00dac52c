package libgames;

/** The game is over: no move is possible. */
public final class GameOverException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  GameOverException(String message) {
    super(message);
  }
}
