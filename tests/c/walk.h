/* A walk through random playthroughs of one configuration, for tests of single games and for checks that lg_game_check
 * leaves out. */
#ifndef LG_TESTS_WALK_H
#define LG_TESTS_WALK_H

#include "tests.h"

/* Every buffer has exactly the documented size, so that a sanitizer sees a byte too far. */
typedef struct walk {
    lg_game game;
    lg_rng rng;
    int32_t player, count;          /* of `state`: whose turn, how many legal actions */
    void *shared, *state;   /* where the walk stands */
    void *other;            /* for the checks */
    uint64_t *mask;         /* of `state` */
    size_t words;           /* of a mask */
} walk;

#define SENTINEL 0xA5

walk walk_begin(const char *configuration);
void walk_end(walk *w);

bool walk_same(const walk *w, const void *a, const void *b);
void walk_copy(const walk *w, void *to, const void *from);

bool walk_is_legal(const uint64_t *mask, int32_t action);

/* Updates the walk's knowledge of `state`: to be called after each change of it. */
void walk_look(walk *w);

/* Go to the start of a game, and one random legal action further. */
void walk_start(walk *w, uint64_t seed);
void walk_step(walk *w);

/* Calls `visit` on every state of this number of playthroughs, fewer in slower builds, the last states included; now
 * and then a player forfeits in a copy, so that these states are visited as well. */
void walk_all(const char *configuration, int32_t playthroughs, void (*visit)(walk *w));

#endif
