/* Internal: choosing for arguments that are known to be good. */
#ifndef LG_I_PLAYERS_H
#define LG_I_PLAYERS_H

#include "libgames/players.h"

/* lg_game_choose in a game that is not over. */
int32_t lg_i_choose(const lg_game *game, const void *state, int32_t player, lg_rng *rng);

#endif
