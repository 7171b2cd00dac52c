/* Games of n in a row on small boards, for tests of searches: noughts and crosses, connect four, and one in which
 * each move is two stones. */
#ifndef LG_TESTS_SEARCH_ROWS_H
#define LG_TESTS_SEARCH_ROWS_H

#include "../tests.h"

/* A position: bit width * row + column, row 0 at the bottom. Whose turn it is follows from the number of stones. */
typedef struct rows_state {
    uint32_t stones[2];
} rows_state;

/* rows(width=3,height=3,length=3,drop=0,twice=0): `drop`, stones fall to the bottom of a column; `twice`, each move but
 * the first, which is one stone, is two. */
extern const lg_game_type rows_game;

/* The game of a configuration. */
lg_game rows_make(const char *configuration);

#endif
