/* Internal: whether a player of Block drop gets off the blocks that are counting down. */
#ifndef LG_I_BLOCKDROP_REFUGE_H
#define LG_I_BLOCKDROP_REFUGE_H

#include "libgames/blockdrop.h"
#include "steps.h"

enum {
    LG_I_BLOCKDROP_ROOM = 30,        /* more squares are not counted */
    LG_I_BLOCKDROP_PROSPECT = 20     /* turns after which all present timers have run out */
};

/* The blocks that stand after 0 ... LG_I_BLOCKDROP_PROSPECT more turns, a bit for each, if no player attacks again. */
typedef struct lg_i_blockdrop_prospect {
    uint64_t stands[LG_I_BLOCKDROP_PROSPECT + 1];
} lg_i_blockdrop_prospect;

/* The timer under a living player. */
static inline int lg_i_blockdrop_timer(const lg_blockdrop *state, int player) {
    return state->timers[lg_i_blockdrop_block(state->row[player], state->column[player])];
}

void lg_i_blockdrop_outlook(const lg_blockdrop *state, lg_i_blockdrop_prospect *outlook);

/* A living player to be examined. */
typedef struct lg_i_blockdrop_refugee {
    int row, column;
    int turns; /* before its next own one */
    int stun;
} lg_i_blockdrop_refugee;

/* The number of squares, up to LG_I_BLOCKDROP_ROOM, where it can stand when all present timers have run out, if no
 * player attacks again or is in its way; 0: it is bound to fall. */
int lg_i_blockdrop_escape(const lg_i_blockdrop_refugee *refugee, const lg_i_blockdrop_prospect *outlook);

/* The same for a living player. A player on a block that is not counting down has enough room, and needs no outlook. */
int lg_i_blockdrop_room(const lg_blockdrop *state, int player, const lg_i_blockdrop_prospect *outlook);

/* For a living player without room: the turns until it falls at the latest. */
int lg_i_blockdrop_fall(const lg_blockdrop *state, int player, const lg_i_blockdrop_prospect *outlook);

#endif
