/* Internal: the functions of Alquerque's table that have a file of their own. */
#ifndef LG_I_ALQUERQUE_PARTS_H
#define LG_I_ALQUERQUE_PARTS_H

#include "game/parts.h"
#include "libgames/alquerque.h"

LG_I_PARTS(alquerque);

/* Fills in game->observation, for `configure`. */
void lg_i_alquerque_spaces(lg_game *game);

#endif
