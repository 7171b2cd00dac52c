/**
 * Exact engines of five programming-contest games: the rules, the legal moves, the scores, the knowledge of each
 * player, and the messages of contest programs.
 *
 * <p>{@link libgames.Game} makes a {@link libgames.State}; {@link libgames.Bot} and {@link libgames.Search} choose
 * moves; {@link libgames.Batch} plays thousands of games in parallel, {@link libgames.BatchSearch} grows as many search
 * trees. Errors are exceptions: {@link libgames.ParseException} with line and column, {@link
 * libgames.IllegalMoveException}, {@link libgames.GameOverException}, {@link libgames.StateException}; numbers out of
 * range and arrays of another size are IllegalArgumentException, closed objects IllegalStateException. Null is a
 * NullPointerException or, instead of a name, an IllegalArgumentException.
 */
package libgames;
