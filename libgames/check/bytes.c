/* Bytes from outside are refused, or are as good as any other state. */
#include "check/walk.h"

static void change(lg_i_walk *w, uint8_t *bytes) {
    const uint32_t size = (uint32_t)w->game->state_size, kind = lg_rng_below(&w->rng, 8);
    if (kind == 0) {
        for (uint32_t i = 0; i < size; i++) bytes[i] = (uint8_t)lg_rng_next(&w->rng);
    } else if (kind == 1) { /* a part of an earlier state */
        const uint32_t at = lg_rng_below(&w->rng, size), count = lg_rng_below(&w->rng, size - at + 1);
        memcpy(bytes + at, (const uint8_t *)w->earlier + at, count);
    } else if (kind == 2) {
        for (uint32_t i = lg_rng_below(&w->rng, 3) + 1; i > 0; i--)
            bytes[lg_rng_below(&w->rng, size)] = (uint8_t)lg_rng_next(&w->rng);
    } else {
        for (uint32_t i = lg_rng_below(&w->rng, 3) + 1; i > 0; i--)
            bytes[lg_rng_below(&w->rng, size)] ^= (uint8_t)(1u << lg_rng_below(&w->rng, 8));
    }
}

/* All checks of a state; first the checks that make the others safe. */
bool lg_i_check_everything(lg_i_walk *w) {
    w->report->states++;
    return lg_i_check_turn(w) && lg_i_check_position(w) && lg_i_check_reserved(w) && lg_i_check_actions(w) &&
           lg_i_check_scores(w) && lg_i_check_observations(w) && lg_i_check_views(w) && lg_i_check_forfeits(w) &&
           lg_i_check_drawings(w) && lg_i_check_pictures(w) &&
           lg_i_check_typed(w) && lg_i_check_messages(w) && lg_i_check_choice(w) && lg_i_check_searches(w) &&
           lg_i_check_symmetries(w) && lg_i_check_chance(w) && lg_i_check_outcomes(w) &&
           lg_i_check_resample(w);
}

/* A state that `validate` accepts, and the next ones from it. */
static bool check_accepted(lg_i_walk *w, bool all) {
    lg_i_check_refresh(w);
    if (!(all ? lg_i_check_everything(w) : lg_i_check_turn(w))) return false;
    for (int32_t steps = 0; steps < 4 && w->count > 0; steps++) {
        const int32_t action = lg_mask_select(w->mask, w->game->actions, lg_rng_below(&w->rng, (uint32_t)w->count));
        const lg_status status = lg_game_apply(w->game, w->state, action, w->state);
        LG_I_CHECK_HOLD(w, status == LG_OK, "apply", "action %d is legal, but it gives status %d", action, (int)status);
        lg_i_check_refresh(w);
        if (!lg_i_check_turn(w)) return false;
    }
    return lg_i_check_position(w);
}

/* `problem` names a problem exactly for the bytes that `validate` refuses. */
static bool check_problem(lg_i_walk *w) {
    if (lg_i_game_texts(w->game)->problem == NULL) return true;
    const char *problem = lg_i_game_texts(w->game)->problem(w->game, w->state);
    const bool valid = lg_i_check_valid(w, w->state), named = problem != NULL && *problem != '\0';
    LG_I_CHECK_HOLD(w, named != valid, "problem", "it says \"%s\" of bytes that `validate` %s", named ? problem : "",
                    valid ? "accepts" : "refuses");
    return true;
}

bool lg_i_check_mutations(lg_i_walk *w) {
    const char *beside = w->beside;
    lg_i_check_copy(w, w->sound, w->state);
    w->beside = "with changed bytes apart from the playthrough";
    for (int32_t i = 0; i < w->config->mutations; i++) {
        lg_i_check_copy(w, w->state, w->sound);
        change(w, w->state);
        if (!check_problem(w)) return false;
        if (lg_i_check_valid(w, w->state) && !check_accepted(w, i % 8 == 0)) return false;
    }
    if (lg_rng_below(&w->rng, 10) == 0) lg_i_check_copy(w, w->earlier, w->sound);
    w->beside = beside;
    lg_i_check_copy(w, w->state, w->sound);
    lg_i_check_refresh(w);
    return true;
}
