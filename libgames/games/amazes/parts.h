/* Internal: the functions of Amazes's table that have a file of their own; see lg_game_type. */
#ifndef LG_I_AMAZES_PARTS_H
#define LG_I_AMAZES_PARTS_H

#include "libgames/game.h"
#include "libgames/amazes.h"

int32_t lg_i_amazes_greedy(const lg_game *game, const void *state, lg_rng *rng);

#endif
