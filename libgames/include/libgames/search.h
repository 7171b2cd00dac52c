/* What searches and simulations need beyond the uniform interface. */
#ifndef LIBGAMES_SEARCH_H
#define LIBGAMES_SEARCH_H

#include "libgames/game.h"

LG_BEGIN

/* A rollout: uniformly random legal actions from `before` to the end of the game, or until `limit` actions
 * are played (limit >= 0). *after is the last state, *actions (may be NULL) the number of actions, and *rng
 * has moved on. LG_E_ARGUMENT. Each action costs one lg_game_legal and one lg_game_apply. */
LG_API lg_status lg_rollout(const lg_game *game, const void *before, int64_t limit, lg_rng *rng, void *after,
                            int64_t *actions);

LG_END

#endif
