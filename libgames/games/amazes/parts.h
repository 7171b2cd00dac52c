/* Internal: the functions of Amazes's table that have a file of their own. */
#ifndef LG_I_AMAZES_PARTS_H
#define LG_I_AMAZES_PARTS_H

#include "game/parts.h"
#include "libgames/amazes.h"

LG_I_PARTS(amazes);

/* Fills in game->observation, for `configure`. */
void lg_i_amazes_spaces(lg_game *game);

#endif
