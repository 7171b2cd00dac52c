/* A batch with arrays of exactly the promised size, for tests. */
#ifndef LG_TESTS_ARRAYS_H
#define LG_TESTS_ARRAYS_H

#include "../tests.h"

#define SENTINEL 0xA5

typedef struct arrays {
    lg_game game;
    lg_batch_config config;
    lg_batch_buffers to; /* the batch's buffers */
    int32_t *actions;
    void *shared, *memory;
    lg_batch *batch;
    size_t games, seen; /* N; bytes of an observation */
} arrays;

/* A game by its configuration; the caller frees game.shared. */
lg_game make_game(const char *text);

/* A batch that is not reset yet. Every buffer is bound and filled with SENTINEL. */
arrays arrays_make(const char *text, lg_batch_config config);
void arrays_free(arrays *a);

/* Fills all outputs with SENTINEL, so that untouched rows can be recognised. */
void arrays_clear(arrays *a);

/* Whether a row of an array is still untouched. */
bool untouched(const void *rows, size_t row, size_t size);

/* The state in a slot. */
void *arrays_state(const arrays *a, size_t slot);

/* A legal action of the slot's player, drawn with *rng; 0 when its game is over. */
int32_t arrays_legal(const arrays *a, size_t slot, lg_rng *rng);

/* Sets legal actions in all slots. */
void arrays_play(arrays *a, lg_rng *rng);

/* A hash of all that is bound. */
uint64_t arrays_hash(const arrays *a);

#endif
