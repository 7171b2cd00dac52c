/* Rows of the table: how much work is done in a second. */
#ifndef LG_BENCH_ROWS_H
#define LG_BENCH_ROWS_H

#include <libgames/libgames.h>

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Keeps the compiler from leaving out work whose result nobody reads. */
extern volatile uint64_t bench_sink;

/* Prints the head of the table. From now on each round of a row takes so many seconds. */
void bench_head(double seconds);

/* `work` does a part of the work (at most a second) and returns how many units that was. Prints units per second. */
void bench_row(const char *name, const char *unit, uint64_t (*work)(void *context), void *context);

/* The rows that only one game or search has, each's in its own file. */
void bench_search(void);
void bench_alphabeta(void);
void bench_alquerque(void);
void bench_amazes(void);
void bench_blockdrop(void);
void bench_ontherun(void);
void bench_snakecore(void);

#endif
