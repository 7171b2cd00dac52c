/* Internal: the functions of Block drop's table that have a file of their own; see lg_game_type. */
#ifndef LG_I_BLOCKDROP_PARTS_H
#define LG_I_BLOCKDROP_PARTS_H

#include "libgames/game.h"
#include "libgames/blockdrop.h"

int32_t lg_i_blockdrop_greedy(const lg_game *game, const void *state, lg_rng *rng);

#endif
