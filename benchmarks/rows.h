/* Rows of the table: how much work is done in a second. */
#ifndef LG_BENCH_ROWS_H
#define LG_BENCH_ROWS_H

#include <libgames/libgames.h>

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Keeps the compiler from leaving out work whose result is not read. */
extern volatile uint64_t bench_sink;

/* Prints the head of the table. From now on each round of a row takes `seconds` seconds. */
void bench_head(double seconds);

/* `work` does a part of the work (at most a second) and returns how many units that was. Prints units per second. */
void bench_row(const char *name, const char *unit, uint64_t (*work)(void *context), void *context);

/* The rows of single games and of searches, in their own files. */
void bench_search(void);
void bench_alphabeta(void);
void bench_alquerque(void);
void bench_amazes(void);
void bench_blockdrop(void);
void bench_ontherun(void);
void bench_snakecore(void);

/* A player of random games through the uniform interface. */
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

/* One game of random decisions, and how many they were. Further work at every decision: expand the mask to bytes,
 * observe, clone. */
uint64_t bench_play(bench_player *p, bool bytes, bool observe, bool clone);

/* The rows of every game. */
void bench_play_rows(const char *configuration);

#endif
