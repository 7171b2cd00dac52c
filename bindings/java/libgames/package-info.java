/**
 * Exact engines of five programming-contest games: the rules, the legal moves, the scores, what each player may know,
 * and the texts that contest programs exchange.
 *
 * <p>{@link libgames.Game} makes a {@link libgames.State}; {@link libgames.Player} and {@link libgames.Search} choose moves;
 * {@link libgames.Batch} plays thousands of games at once. Errors are exceptions: {@link libgames.ParseException} with line
 * and column, {@link libgames.IllegalMoveException}, {@link libgames.GameOverException}, {@link libgames.StateException};
 * numbers out of range are IllegalArgumentException, closed objects IllegalStateException.
 */
package libgames;
