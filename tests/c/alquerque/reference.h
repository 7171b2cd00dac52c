/* Alquerque once more: slow, literal, on an array of characters, with moves as texts. Shares nothing with the
 * library, so that both can only agree by being right (or by the same misreading of the rules). */
#ifndef LG_TESTS_ALQUERQUE_REFERENCE_H
#define LG_TESTS_ALQUERQUE_REFERENCE_H

/* board[row][column], row 0 and column 0 first: 'w', 'b' or '.'. */
void reference_start(char board[7][7]);

#endif
