/* A player of random games through the uniform interface. */
#ifndef LG_BENCH_PLAY_H
#define LG_BENCH_PLAY_H

#include "rows.h"

typedef struct bench_player {
    lg_game game;
    lg_rng rng;
    uint64_t seed; /* of the next game */
    void *state, *clone, *seen;
    uint8_t *bytes;
    void *middles; /* states in the middle of games */
} bench_player;

bench_player bench_player_make(const char *configuration);
void bench_player_free(bench_player *p);

/* One game of random decisions, and how many they were. What else is done at every decision: expand the mask to bytes,
 * observe, clone. */
uint64_t bench_play(bench_player *p, bool bytes, bool observe, bool clone);

/* The rows that every game has. */
void bench_play_rows(const char *configuration);

#endif
