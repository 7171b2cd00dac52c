/* Alquerque once more: slow and literal, on an array of characters, with moves as text. Shares no line with the
 * library, so that both can agree only by being right (or by the same misreading of the rules). Its arguments are
 * trusted. */
#ifndef LG_TESTS_ALQUERQUE_REFERENCE_H
#define LG_TESTS_ALQUERQUE_REFERENCE_H

#include <stddef.h>
#include <stdint.h>

#define SLOW_ALQUERQUE_MOVE 80      /* room for a move's text */
#define SLOW_ALQUERQUE_POSITION 320 /* room for a position's text */

typedef struct slow_alquerque {
    char board[7][7];                     /* [row][column], row 1 and column a first: 'w', 'b' or '.' */
    char to_move;                         /* 'w' or 'b' */
    char offender;                        /* 'w', 'b' or 0 */
    int ply;                              /* turns played */
    char last[2][SLOW_ALQUERQUE_MOVE];    /* White's and Black's own preceding move, or "" */
    char chain[SLOW_ALQUERQUE_MOVE];      /* the chain in progress, or "" */
} slow_alquerque;

/* Moves as text, in memory that grows; start with all zeros, free `texts` at the end. */
typedef struct slow_alquerque_list {
    char (*texts)[SLOW_ALQUERQUE_MOVE];
    size_t count, capacity;
} slow_alquerque_list;

/* The library's position text, "bbbbbbb/.../wwwwwww w 0 - - -". */
void slow_alquerque_read(slow_alquerque *position, const char *text);
void slow_alquerque_write(const slow_alquerque *position, char text[SLOW_ALQUERQUE_POSITION]);

/* All legal whole turns, sorted. */
void slow_alquerque_legal(const slow_alquerque *position, slow_alquerque_list *list);

/* Plays one of them. */
void slow_alquerque_play(slow_alquerque *position, const char *move);

/* "ongoing", "illegal", "no pieces", "ply limit" or "no moves"; and the contest's points. */
const char *slow_alquerque_result(const slow_alquerque *position);
void slow_alquerque_score(const slow_alquerque *position, int score[2]);

/* Leaves of the game tree, each of them played. */
uint64_t slow_alquerque_perft(const slow_alquerque *position, int depth);

#endif
