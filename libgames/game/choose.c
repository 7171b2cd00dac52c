/* Simple players by number; see libgames/choose.h. */
#include "game/choose.h"

static int32_t choose_random(const lg_game *game, const void *state, lg_rng *rng) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    const int32_t count = game->type->legal(game, state, mask);
    return lg_mask_select(mask, game->actions, lg_rng_below(rng, (uint32_t)count));
}

int32_t lg_i_choose(const lg_game *game, const void *state, int32_t player, lg_rng *rng) {
    const bool random = player == LG_PLAYER_RANDOM || game->type->greedy == NULL;
    return random ? choose_random(game, state, rng) : game->type->greedy(game, state, rng);
}

lg_status lg_game_choose(const lg_game *game, const void *state, int32_t player, lg_rng *rng, int32_t *action) {
    if (game == NULL || state == NULL || rng == NULL || action == NULL) return LG_E_ARGUMENT;
    if (!lg_i_is_simple(player)) return LG_E_ARGUMENT;
    if (game->type->player(game, state) < 0) return LG_E_OVER;
    *action = lg_i_choose(game, state, player, rng);
    return LG_OK;
}
