/* Scores, outcomes, the words for a result, and observations. */
#include "check/walk.h"

static bool check_outcome(lg_i_walk *w) {
    float outcome[LG_MAX_PLAYERS + 1], again[LG_MAX_PLAYERS + 1];
    const int32_t players = w->game->players;
    for (int32_t i = 0; i <= LG_MAX_PLAYERS; i++) {
        outcome[i] = 77;
        again[i] = 78;
    }
    (void)lg_game_outcome(w->game, w->state, outcome);
    (void)lg_game_outcome(w->game, w->state, again);
    for (int32_t i = 0; i < players; i++) {
        LG_I_HOLD(w, outcome[i] >= -1 && outcome[i] <= 1, "outcome", "that of player %d is %g", i, (double)outcome[i]);
        LG_I_HOLD(w, memcmp(&outcome[i], &again[i], sizeof outcome[i]) == 0, "outcome",
                  "that of player %d is another one the second time", i);
    }
    LG_I_HOLD(w, outcome[players] == 77, "outcome", "it writes more than %d values", players);
    return lg_i_clean(w, "outcome");
}

bool lg_i_check_scores(lg_i_walk *w) {
    int32_t scores[LG_MAX_PLAYERS + 1], again[LG_MAX_PLAYERS + 1];
    const size_t players = (size_t)w->game->players;
    memset(scores, LG_I_SENTINEL, sizeof scores);
    memset(again, LG_I_OTHER_SENTINEL, sizeof again);
    const int32_t sentinel = scores[players];
    (void)lg_game_scores(w->game, w->state, scores);
    (void)lg_game_scores(w->game, w->state, again);
    LG_I_HOLD(w, memcmp(scores, again, players * sizeof *scores) == 0, "scores",
              "they are others the second time, or not every one is written");
    LG_I_HOLD(w, scores[players] == sentinel, "scores", "it writes more than %zu values", players);
    const char *result = lg_game_result(w->game, w->state);
    LG_I_HOLD(w, result != NULL && result[0] != '\0', "result", "there are no words for it");
    LG_I_HOLD(w, strcmp(result, lg_game_result(w->game, w->state)) == 0, "result", "it is another one the second time");
    return lg_i_clean(w, "scores") && check_outcome(w);
}

/* ---- observations ---- */

static bool in_range_u8(const lg_space *space, const void *values, size_t count, size_t *at) {
    for (*at = 0; *at < count; (*at)++) {
        const int32_t value = ((const uint8_t *)values)[*at];
        if (value < space->low || value > space->high) return false;
    }
    return true;
}

static bool in_range_i16(const lg_space *space, const void *values, size_t count, size_t *at) {
    for (*at = 0; *at < count; (*at)++) {
        const int32_t value = ((const int16_t *)values)[*at];
        if (value < space->low || value > space->high) return false;
    }
    return true;
}

static bool in_range_i32(const lg_space *space, const void *values, size_t count, size_t *at) {
    for (*at = 0; *at < count; (*at)++) {
        const int32_t value = ((const int32_t *)values)[*at];
        if (value < space->low || value > space->high) return false;
    }
    return true;
}

static bool lies_in(const lg_space *space, const void *values, size_t size, size_t *at) {
    if (space->dtype == LG_U8) return in_range_u8(space, values, size, at);
    if (space->dtype == LG_I16) return in_range_i16(space, values, size / 2, at);
    return in_range_i32(space, values, size / 4, at);
}

static bool check_observation(lg_i_walk *w, int32_t player, int32_t which) {
    const lg_space *space = &w->game->observation[which];
    const size_t size = lg_space_size(space);
    size_t at;
    memset(w->seen, LG_I_SENTINEL, size + LG_I_GUARD); /* the largest observation, or a smaller one before its guard */
    memset(w->seen_again, LG_I_OTHER_SENTINEL, size);
    (void)lg_game_observe(w->game, w->state, player, which, w->seen, size);
    (void)lg_game_observe(w->game, w->state, player, which, w->seen_again, size);
    LG_I_HOLD(w, memcmp(w->seen, w->seen_again, size) == 0, "observe",
              "\"%s\" of player %d is another one the second time, or not every byte is written", space->name, player);
    LG_I_HOLD(w, lies_in(space, w->seen, size, &at), "observe",
              "element %zu of \"%s\" of player %d is not in %d ... %d", at, space->name, player, space->low,
              space->high);
    for (size_t i = size; i < size + LG_I_GUARD; i++)
        LG_I_HOLD(w, ((const uint8_t *)w->seen)[i] == LG_I_SENTINEL, "observe",
                  "it writes more than the %zu bytes of \"%s\"", size, space->name);
    return true;
}

bool lg_i_check_observations(lg_i_walk *w) {
    for (int32_t which = 0; which < w->game->observations; which++)
        for (int32_t player = 0; player < w->game->players; player++)
            if (!check_observation(w, player, which)) return false;
    return lg_i_clean(w, "observe");
}
