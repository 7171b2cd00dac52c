/* Internal: choosing for arguments that are known to be good. */
#ifndef LG_I_CHOOSE_H
#define LG_I_CHOOSE_H

#include "libgames/choose.h"

/* Whether the number is that of a simple player. */
static inline bool lg_i_is_simple(int32_t player) {
    return player == LG_PLAYER_RANDOM || player == LG_PLAYER_GREEDY;
}

/* lg_game_choose in a game that is not over. */
int32_t lg_i_choose(const lg_game *game, const void *state, int32_t player, lg_rng *rng);

#endif
