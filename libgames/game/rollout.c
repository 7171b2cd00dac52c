/* Rollouts on the uniform interface. */
#include "libgames/search.h"

#include "game/drive.h"

#include <string.h>

lg_status lg_rollout(const lg_game *game, const void *before, int64_t limit, lg_rng *rng, void *after,
                     int64_t *actions, lg_stop *stop, void *context) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    if (game == NULL || before == NULL || rng == NULL || after == NULL || limit < 0) return LG_E_ARGUMENT;
    if (after != before) memcpy(after, before, game->state_size);
    lg_i_drive drive = lg_i_drive_of(game, 0, rng, mask);
    drive.stop = stop;
    drive.context = context;
    const lg_status status = lg_i_drive_on(&drive, after, limit);
    if (actions != NULL) *actions = drive.played;
    return status;
}

lg_status lg_rollouts(const lg_game *game, uint64_t seed, int64_t count, void *after, float *outcomes,
                      int64_t *lengths, lg_stop *stop, void *context) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    lg_rng rng;
    if (game == NULL || after == NULL || outcomes == NULL || lengths == NULL || count < 0) return LG_E_ARGUMENT;
    if (!lg_i_game_is_prepared(game)) return LG_E_ARGUMENT;
    lg_i_drive drive = lg_i_drive_of(game, 0, &rng, mask);
    lg_status status = LG_OK;
    int64_t i = 0;
    drive.stop = stop;
    drive.context = context;
    for (; i < count; i++) {
        rng = lg_rng_seed(seed + (uint64_t)i, LG_ROLLOUT_STREAM);
        game->type->rules.new_game(game, seed + (uint64_t)i, after);
        drive.played = drive.count = 0;
        status = lg_i_drive_on(&drive, after, INT64_MAX);
        if (status != LG_OK || drive.stopped) break;
        lengths[i] = drive.played;
        game->type->rules.outcome(game, after, outcomes + i * game->players);
    }
    for (; i < count; i++) lengths[i] = -1;
    return status;
}

lg_status lg_rollout_left(const lg_game *game, const void *before, int32_t player, int32_t games, lg_rng *rng,
                          void *after, double *moves, double *decisions) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    int64_t all_moves = 0, all_decisions = 0;
    if (game == NULL || before == NULL || rng == NULL || after == NULL || moves == NULL || decisions == NULL)
        return LG_E_ARGUMENT;
    if (player < 0 || player >= game->players || games < 1 || after == before) return LG_E_ARGUMENT;
    for (int32_t i = 0; i < games; i++) {
        lg_i_drive drive = lg_i_drive_of(game, 0, rng, mask);
        lg_i_game_resample(game, before, player, rng, after);
        drive.player = lg_i_game_seat(game, after);
        do {
            drive.asked = (uint32_t)1 << player;
            lg_status status = lg_i_drive_on(&drive, after, INT64_MAX);
            if (status == LG_OK && drive.player == player) {
                drive.asked = 0;
                status = lg_i_drive_on(&drive, after, 1);
                all_decisions++;
                all_moves += !(drive.player == player && lg_game_in_move(game, after));
            }
            if (status != LG_OK) return status;
        } while (drive.player >= 0);
    }
    *moves = (double)all_moves / games;
    *decisions = (double)all_decisions / games;
    return LG_OK;
}
