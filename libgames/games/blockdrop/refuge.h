/* Internal: whether a player of Block drop gets off the blocks that are counting down. */
#ifndef LG_I_BLOCKDROP_REFUGE_H
#define LG_I_BLOCKDROP_REFUGE_H

#include "libgames/blockdrop.h"

enum { LG_I_ROOM = 30 }; /* squares beyond these are not counted */

/* The timer under a living player. */
static inline int lg_i_blockdrop_timer(const lg_blockdrop *state, int player) {
    return state->timers[LG_BLOCKDROP_BLOCKS_SIDE * (state->row[player] / 3) + state->column[player] / 3];
}

/* On how many squares, up to LG_I_ROOM, a living player can stand when all timers that run now have run out, if nobody
 * attacks again and nobody is in its way; 0: it is bound to fall. Who stands on a block that is not counting down has
 * room enough. */
int lg_i_blockdrop_room(const lg_blockdrop *state, int player);

/* For a living player without room: the turns after which it falls at the latest. */
int lg_i_blockdrop_fall(const lg_blockdrop *state, int player);

#endif
