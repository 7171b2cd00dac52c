/* Internal: the functions of Block drop's table that have a file of their own. */
#ifndef LG_I_BLOCKDROP_PARTS_H
#define LG_I_BLOCKDROP_PARTS_H

#include "game/parts.h"
#include "libgames/blockdrop.h"

LG_I_PARTS(blockdrop);

/* Fills in game->observation, for `configure`. */
void lg_i_blockdrop_spaces(lg_game *game);

#endif
