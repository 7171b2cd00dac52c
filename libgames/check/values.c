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
        LG_I_CHECK_HOLD(w, outcome[i] >= -1 && outcome[i] <= 1, "outcome", "for player %d it is %g", i,
                        (double)outcome[i]);
        LG_I_CHECK_HOLD(w, memcmp(&outcome[i], &again[i], sizeof outcome[i]) == 0, "outcome",
                        "for player %d it is different the second time", i);
    }
    LG_I_CHECK_HOLD(w, outcome[players] == 77, "outcome", "it writes more than %d values", players);
    return lg_i_check_clean(w, "outcome");
}

static bool check_numbers(lg_i_walk *w, const char *what,
                          lg_status (*of)(const lg_game *game, const void *state, int32_t *numbers)) {
    int32_t numbers[LG_MAX_PLAYERS + 1], again[LG_MAX_PLAYERS + 1];
    const size_t players = (size_t)w->game->players;
    memset(numbers, LG_I_CHECK_SENTINEL, sizeof numbers);
    memset(again, LG_I_CHECK_OTHER_SENTINEL, sizeof again);
    const int32_t sentinel = numbers[players];
    (void)of(w->game, w->state, numbers);
    (void)of(w->game, w->state, again);
    LG_I_CHECK_HOLD(w, memcmp(numbers, again, players * sizeof *numbers) == 0, what,
                    "they differ the second time, or not every one is written");
    LG_I_CHECK_HOLD(w, numbers[players] == sentinel, what, "it writes more than %zu values", players);
    return lg_i_check_clean(w, what);
}

bool lg_i_check_scores(lg_i_walk *w) {
    const char *result = lg_game_result(w->game, w->state);
    LG_I_CHECK_HOLD(w, result != NULL && result[0] != '\0', "result", "there are no words for it");
    LG_I_CHECK_HOLD(w, strcmp(result, lg_game_result(w->game, w->state)) == 0, "result",
                    "it differs the second time");
    return check_numbers(w, "scores", lg_game_scores) && check_numbers(w, "points", lg_game_points) && check_outcome(w);
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

static bool values_lies_in(const lg_space *space, const void *values, size_t size, size_t *at) {
    if (space->dtype == LG_U8) return in_range_u8(space, values, size, at);
    if (space->dtype == LG_I16) return in_range_i16(space, values, size / 2, at);
    return in_range_i32(space, values, size / 4, at);
}

/* ---- for learners ---- */

static int32_t element_of(const lg_space *space, const void *values, size_t at) {
    if (space->dtype == LG_U8) return ((const uint8_t *)values)[at];
    return space->dtype == LG_I16 ? ((const int16_t *)values)[at] : ((const int32_t *)values)[at];
}

/* The parts of an encoding; the observation must contain no categories outside their ranges. */
static bool check_parts(lg_i_walk *w, int32_t which, const void *values, size_t elements) {
    const lg_space *space = &w->game->observation[which];
    lg_part parts[LG_MAX_PARTS + 1];
    const int32_t count = lg_game_parts(w->game, which, parts);
    size_t at = 0;
    LG_I_CHECK_HOLD(w, count >= 1 && count <= LG_MAX_PARTS, "parts", "\"%s\" has %d of them, not 1 to %d", space->name,
                    count, LG_MAX_PARTS);
    for (int32_t i = 0; i < count; i++) {
        const lg_part *part = &parts[i];
        const bool good = part->count >= 1 && (part->categories == 0 ? part->size >= 1 : part->categories >= 2);
        LG_I_CHECK_HOLD(w, good && (size_t)part->count <= elements - at, "parts",
                        "part %d of \"%s\" has %d elements, %d categories, size %d", i, space->name, part->count,
                        part->categories, part->size);
        for (const size_t end = at + (size_t)part->count; at < end; at++) {
            const int32_t value = element_of(space, values, at);
            LG_I_CHECK_HOLD(w, part->categories == 0 || (value >= 0 && value < part->categories), "parts",
                            "element %zu of \"%s\" is %d, which is none of %d categories", at, space->name, value,
                            part->categories);
        }
    }
    LG_I_CHECK_HOLD(w, at == elements, "parts", "the parts of \"%s\" have %zu elements, not %zu", space->name, at,
                    elements);
    return true;
}

/* A position's data for learners: the same twice, in range, and independent of facts that the player does not know. */
bool lg_i_check_views(lg_i_walk *w) {
    const lg_game_learners *learners = lg_i_game_learners(w->game);
    for (int32_t player = 0; player < w->game->players; player++) {
        const int32_t symmetry = learners->canonical != NULL ? learners->canonical(w->game, w->state, player) : 0;
        LG_I_CHECK_HOLD(w, symmetry >= 0 && symmetry < w->game->symmetries, "canonical",
                        "for player %d it is symmetry %d", player, symmetry);
        const int32_t potential = learners->potential != NULL ? learners->potential(w->game, w->state, player) : 0;
        LG_I_CHECK_HOLD(w, potential >= -LG_MAX_POTENTIAL && potential <= LG_MAX_POTENTIAL, "potential",
                        "for player %d it is %d", player, potential);
        LG_I_CHECK_HOLD(w, learners->potential == NULL || potential == learners->potential(w->game, w->state, player),
                        "potential", "for player %d it is different the second time", player);
    }
    return lg_i_check_clean(w, "canonical");
}

static bool check_observation(lg_i_walk *w, int32_t player, int32_t which) {
    const lg_space *space = &w->game->observation[which];
    const size_t size = lg_space_size(space);
    size_t at;
    memset(w->seen, LG_I_CHECK_SENTINEL,
           size + LG_I_CHECK_GUARD); /* the largest observation, or a smaller one before its guard */
    memset(w->seen_again, LG_I_CHECK_OTHER_SENTINEL, size);
    (void)lg_game_observe(w->game, w->state, player, which, w->seen, size);
    (void)lg_game_observe(w->game, w->state, player, which, w->seen_again, size);
    LG_I_CHECK_HOLD(w, memcmp(w->seen, w->seen_again, size) == 0, "observe",
                    "\"%s\" of player %d differs the second time, or not every byte is written", space->name,
                    player);
    LG_I_CHECK_HOLD(w, values_lies_in(space, w->seen, size, &at), "observe",
                    "element %zu of \"%s\" of player %d is not in %d ... %d", at, space->name, player, space->low,
                    space->high);
    for (size_t i = size; i < size + LG_I_CHECK_GUARD; i++)
        LG_I_CHECK_HOLD(w, ((const uint8_t *)w->seen)[i] == LG_I_CHECK_SENTINEL, "observe",
                        "it writes more than the %zu bytes of \"%s\"", size, space->name);
    return check_parts(w, which, w->seen, size / (space->dtype == LG_U8 ? 1 : space->dtype == LG_I16 ? 2 : 4));
}

bool lg_i_check_observations(lg_i_walk *w) {
    for (int32_t which = 0; which < w->game->observations; which++)
        for (int32_t player = 0; player < w->game->players; player++)
            if (!check_observation(w, player, which)) return false;
    return lg_i_check_clean(w, "observe");
}
