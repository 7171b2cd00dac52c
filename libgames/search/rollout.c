/* Rollouts on the uniform interface. */
#include "libgames/search.h"

#include <string.h>

lg_status lg_rollout(const lg_game *game, const void *before, int64_t limit, lg_rng *rng, void *after,
                     int64_t *actions) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    if (game == NULL || before == NULL || rng == NULL || after == NULL || limit < 0) return LG_E_ARGUMENT;
    if (after != before) memcpy(after, before, game->state_size);
    int64_t played = 0;
    for (; played < limit; played++) {
        const int32_t count = game->type->legal(game, after, mask);
        if (count == 0) break;
        const int32_t action = lg_mask_select(mask, game->actions, lg_rng_below(rng, (uint32_t)count));
        (void)game->type->apply(game, after, action, after);
    }
    if (actions != NULL) *actions = played;
    return LG_OK;
}
