/* Internal: the functions of SnakeCore's table that have a file of their own; see lg_game_type. */
#ifndef LG_I_SNAKECORE_PARTS_H
#define LG_I_SNAKECORE_PARTS_H

#include "libgames/game.h"
#include "libgames/snakecore.h"

int32_t lg_i_snakecore_greedy(const lg_game *game, const void *state, lg_rng *rng);

#endif
