/* What the benchmarks share: rows, and a player of random games. A game's own rows are in its own file. */
#ifndef LG_BENCH_H
#define LG_BENCH_H

#include <libgames/libgames.h>

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Keeps the compiler from leaving out work whose result nobody reads. */
extern volatile uint64_t bench_sink;

/* `work` does a part of the work (at most a second) and returns how many units that was. Prints units per second. */
void bench_row(const char *name, const char *unit, uint64_t (*work)(void *context), void *context);

/* ---- play.c: random play through the uniform interface ---- */

typedef struct bench_player {
    lg_game game;
    lg_rng rng;
    uint64_t seed; /* of the next game */
    void *state, *clone, *seen;
    uint8_t *bytes;
} bench_player;

bench_player bench_player_make(const char *configuration);
void bench_player_free(bench_player *p);

/* One game of random decisions, and how many they were. What else is done at every decision: expand the mask to bytes,
 * observe, clone. */
uint64_t bench_play(bench_player *p, bool bytes, bool observe, bool clone);

/* The rows that every game has. */
void bench_play_rows(const char *configuration);

/* ---- the rows that only one game has ---- */

void bench_alquerque(void);
void bench_amazes(void);
void bench_blockdrop(void);
void bench_ontherun(void);
void bench_snakecore(void);

#endif
