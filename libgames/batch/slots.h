/* Internal: the common part of batch.c (stepping), branch.c (single slots) and arrays.c (many states). */
#ifndef LG_I_SLOTS_H
#define LG_I_SLOTS_H

#include "libgames/batch.h"

#include <stdatomic.h>

#include "core/bits.h"
#include "core/pool.h"
#include "game/drive.h"
#include "game/view.h"

/* The seating, as sets of seats; the others play at random. `asked` includes the learners. */
typedef struct lg_i_batch_seats {
    uint32_t learners, asked, greedy, thinking;
} lg_i_batch_seats;

struct lg_batch {
    lg_game game;
    lg_batch_config config;
    lg_batch_buffers buffers;
    lg_view view;
    size_t observation_size, mask_size;
    int32_t most_steps;  /* of an episode: the step limit, or the game's longest */
    bool has_players;    /* built-in ones */
    lg_i_batch_seats seats[LG_MAX_PLAYERS]; /* by rotation */
    size_t thought_size; /* memory of a bot; 0 when none searches */
    size_t desk_size;    /* this, and the memory to make a view in */
    char *desks;         /* one for each thread */
    _Atomic uint64_t *free_desks; /* bit i: desk i is free */
    lg_game *variants;   /* variants 1 ... config.variants-1 */
    _Atomic bool hurried; /* bots that are thinking are to end */
    bool complete;       /* a slot has an episode, so no further variant can be added */
    bool begun;          /* every slot has one */
    int32_t first_new;   /* every slot before this one has one */
    lg_i_pool *pool;
    lg_batch_slot *slots; /* N */
    uint64_t *scratch;    /* one state */
};

/* Takes one of the free places, bits of a set. There are as many as threads, so there always is one. */
static inline int lg_i_batch_take_place(_Atomic uint64_t *free) {
    uint64_t places = atomic_load(free);
    while (!atomic_compare_exchange_weak(free, &places, places & (places - 1))) continue;
    return lg_i_bits_lowest(places);
}

static inline void lg_i_batch_leave_place(_Atomic uint64_t *free, int place) {
    (void)atomic_fetch_or(free, (uint64_t)1 << place);
}

static inline void *lg_i_batch_state_of(const lg_batch *batch, int32_t slot) {
    return (char *)batch->buffers.states + (size_t)slot * batch->game.state_size;
}

static inline const lg_game *lg_i_batch_variant(const lg_batch *batch, int32_t variant) {
    return variant == 0 ? &batch->game : &batch->variants[variant - 1];
}

static inline const lg_game *lg_i_batch_game_of(const lg_batch *batch, int32_t slot) {
    return lg_i_batch_variant(batch, batch->slots[slot].variant);
}

/* The smallest number of slots that a thread takes at a time. */
#define LG_I_BATCH_GRAIN 16

/* Whether all variants were added. */
bool lg_i_batch_is_complete(const lg_batch *batch);

/* Called after slots have received episodes: notes whether all slots have one now. */
void lg_i_batch_look_whether_all_began(lg_batch *batch);

/* Bots and rewards of an episode that begins in a state: fills the record, except its seeds, variant, seats and
 * generator, and plays until a learner is to move. */
void lg_i_batch_episode_begin(const lg_batch *batch, lg_batch_slot *slot, void *state);

/* The generator and the seats of an episode of slot i with this seed. */
void lg_i_batch_take_seats(const lg_batch *batch, int32_t i, lg_batch_slot *slot, uint64_t seed);

/* Whether bots of the batch that are thinking are to end. */
bool lg_i_batch_is_hurried(void *batch);

/* Whether the entry of config.player for a seat is a learner. */
static inline bool lg_i_batch_is_learner(const lg_batch *batch, const lg_batch_slot *slot, int32_t seat) {
    return lg_i_drive_has_seat(batch->seats[slot->rotation].learners, seat);
}

/* The seat of the opponent whose action this episode waits for; -1 where it waits for none. */
static inline int32_t lg_i_batch_awaited(const lg_batch *batch, const lg_batch_slot *slot, const void *state) {
    const lg_i_batch_seats *seats = &batch->seats[slot->rotation];
    if (slot->ended != LG_EPISODE_ONGOING || seats->asked == seats->learners) return -1;
    const int32_t seat = lg_i_game_seat(lg_i_batch_variant(batch, slot->variant), state);
    return seat >= 0 && lg_i_drive_has_seat(seats->asked & ~seats->learners, seat) ? seat : -1;
}

/* Writes all rows of a slot, with rewards of 0. */
void lg_i_batch_slot_show(const lg_batch *batch, int32_t slot);

/* The rows of a position for a player; each may be NULL. The mask is that of the player to move, or all 0. */
void lg_i_batch_show(const lg_batch *batch, const lg_game *game, const void *state, int32_t player, void *observation,
                     uint8_t *mask);

#endif
