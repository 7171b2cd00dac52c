/* Internal: the functions of SnakeCore's table that have a file of their own. */
#ifndef LG_I_SNAKECORE_PARTS_H
#define LG_I_SNAKECORE_PARTS_H

#include "game/parts.h"
#include "libgames/snakecore.h"

LG_I_PARTS(snakecore);

/* Fills in game->observation, for `configure`. */
void lg_i_snakecore_spaces(lg_game *game, int32_t size, int32_t radius);

#endif
