/* The choices of simple bots by number; see libgames/choose.h. */
#include "game/drive.h"

static int32_t choose_random(const lg_game *game, const void *state, lg_rng *rng) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    const int32_t count = game->type->rules.legal(game, state, mask);
    return lg_mask_select(mask, game->actions, lg_rng_below(rng, (uint32_t)count));
}

int32_t lg_i_drive_choose(const lg_game *game, const void *state, int32_t player, lg_rng *rng) {
    const lg_game_bots *own = lg_i_game_bots(game);
    const bool random = player == LG_BOT_RANDOM || own->greedy == NULL;
    const int32_t action = random ? choose_random(game, state, rng) : own->greedy(game, state, rng);
    return lg_i_game_is_action(game, action) ? action : -1;
}

lg_status lg_game_choose(const lg_game *game, const void *state, int32_t bot, lg_rng *rng, int32_t *action) {
    if (game == NULL || state == NULL || rng == NULL || action == NULL) return LG_E_ARGUMENT;
    if (!lg_i_drive_is_simple(bot)) return LG_E_ARGUMENT;
    const int32_t seat = lg_i_game_seat(game, state);
    if (seat < 0) return seat == LG_I_GAME_NOBODY ? LG_E_BROKEN : LG_E_OVER;
    const int32_t chosen = lg_i_drive_choose(game, state, bot, rng);
    if (chosen < 0) return LG_E_BROKEN;
    *action = chosen;
    return LG_OK;
}
