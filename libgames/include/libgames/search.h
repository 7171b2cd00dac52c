/* What search and simulation need on top of the uniform interface. */
#ifndef LIBGAMES_SEARCH_H
#define LIBGAMES_SEARCH_H

#include "libgames/game.h"

LG_BEGIN

/* A rollout: uniformly random legal actions from `before` to the end of the game, or until `limit` actions
 * are played (limit >= 0). *after is the last state, *actions (may be NULL) how many were played, *rng where
 * the generator stands. LG_E_ARGUMENT. One lg_game_legal and one lg_game_apply an action. */
LG_API lg_status lg_rollout(const lg_game *game, const void *before, int64_t limit, lg_rng *rng, void *after,
                            int64_t *actions);

LG_END

#endif
