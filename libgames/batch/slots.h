/* Internal: what batch.c (stepping) and branch.c (single slots, expansion) share. */
#ifndef LG_I_SLOTS_H
#define LG_I_SLOTS_H

#include "libgames/batch.h"

#include <stdatomic.h>

#include "core/pool.h"

struct lg_batch {
    lg_game game;
    lg_batch_config config;
    lg_batch_buffers buffers;
    size_t observation_size;
    bool has_players;    /* built-in ones */
    size_t desk_size;    /* bytes that they think in; 0 when none searches */
    char *desks;         /* one for each thread */
    _Atomic uint64_t *free_desks; /* bit i: nobody thinks at desk i */
    bool begun;       /* every slot has an episode */
    lg_i_pool *pool;
    lg_batch_slot *slots; /* N */
    uint64_t *scratch;    /* one state */
};

static inline void *lg_i_state_of(const lg_batch *batch, int32_t slot) {
    return (char *)batch->buffers.states + (size_t)slot * batch->game.state_size;
}

/* Slots of which a thread takes at least so many at a time. */
#define LG_I_GRAIN 16

/* Seats, built-in players and rewards of an episode that begins in a state: fills the record but for its seeds, plays
 * until a learner is to move. `seed` is the episode's. */
void lg_i_episode_begin(const lg_batch *batch, lg_batch_slot *slot, uint64_t seed, void *state);

/* Whether entry `config.player` for a seat is a learner. */
bool lg_i_is_learner(const lg_batch *batch, const lg_batch_slot *slot, int32_t seat);

/* Writes all rows of a slot, with rewards of 0. */
void lg_i_slot_show(const lg_batch *batch, int32_t slot);

/* A legal-action mask as bytes. */
void lg_i_mask_row(const lg_game *game, const void *state, uint8_t *row);

#endif
