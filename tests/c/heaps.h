/* A small game with every feature: hidden information, chance, moves of several decisions, a symmetry, a shared object,
 * text. Two players in turn take one to three stones, one at a time, from two heaps; the player that takes the last one
 * wins. Each player has a secret number, and gets a random point now and then. */
#ifndef LG_TESTS_HEAPS_H
#define LG_TESTS_HEAPS_H

#include <libgames/author.h>

typedef struct heaps {
    lg_rng rng;       /* of the points to come; 0 without chance in play */
    uint8_t heap[2];
    uint8_t secret[2];
    uint8_t luck[2];  /* points */
    uint8_t turn;     /* moves made: turn % 2 is to move */
    uint8_t taken;    /* stones taken in this move */
    uint8_t forfeit;  /* 1 + the player who gave up, or 0 */
    uint8_t reserved[7];
} heaps;

/* The shared object. */
typedef struct heaps_limit {
    int64_t stones; /* most that are taken in a move */
} heaps_limit;

enum { HEAPS_STOP = 2, HEAPS_ACTIONS };

/* The whole game, and a variant without secrets and chance in play, in which playing and mapping commute. */
extern const lg_game_type HEAPS, OPEN_HEAPS;

static inline bool heaps_over(const heaps *state) {
    return state->forfeit != 0 || state->heap[0] + state->heap[1] == 0;
}

#endif
