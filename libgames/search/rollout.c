/* Rollouts on the uniform interface. */
#include "libgames/search.h"

#include "game/calls.h"

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

lg_status lg_rollouts(const lg_game *game, uint64_t seed, int64_t count, void *after, float *outcomes,
                      int64_t *lengths) {
    if (game == NULL || after == NULL || outcomes == NULL || lengths == NULL || count < 0) return LG_E_ARGUMENT;
    if (!lg_i_is_prepared(game)) return LG_E_ARGUMENT;
    for (int64_t i = 0; i < count; i++) {
        lg_rng rng = lg_rng_seed(seed + (uint64_t)i, LG_ROLLOUT_STREAM);
        (void)lg_game_new(game, seed + (uint64_t)i, after);
        (void)lg_rollout(game, after, INT64_MAX, &rng, after, &lengths[i]);
        (void)lg_game_outcome(game, after, outcomes + i * game->players);
    }
    return LG_OK;
}

/* Plays on at random, at most as long as a game can be, and counts what `player` does. */
static void count_turns(const lg_game *game, int32_t player, lg_rng *rng, void *state, double *moves,
                        double *decisions) {
    for (int64_t played = 0; played < game->longest; played++) {
        int64_t actions = 0;
        const bool own = lg_game_player(game, state) == player;
        (void)lg_rollout(game, state, 1, rng, state, &actions);
        if (actions == 0) return;
        *decisions += own;
        *moves += own && !(lg_game_player(game, state) == player && lg_game_in_move(game, state));
    }
}

lg_status lg_rollout_left(const lg_game *game, const void *before, int32_t player, int32_t games, lg_rng *rng,
                          void *after, double *moves, double *decisions) {
    double all_moves = 0, all_decisions = 0;
    if (game == NULL || before == NULL || rng == NULL || after == NULL || moves == NULL || decisions == NULL)
        return LG_E_ARGUMENT;
    if (player < 0 || player >= game->players || games < 1 || after == before) return LG_E_ARGUMENT;
    for (int32_t i = 0; i < games; i++) {
        (void)lg_game_resample(game, before, player, rng, after);
        count_turns(game, player, rng, after, &all_moves, &all_decisions);
    }
    *moves = all_moves / games;
    *decisions = all_decisions / games;
    return LG_OK;
}
