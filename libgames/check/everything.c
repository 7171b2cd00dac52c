/* All checks of a state, those first without which others are not safe. */
#include "check/walk.h"

bool lg_i_check_everything(lg_i_walk *w) {
    w->report->states++;
    return lg_i_check_turn(w) && lg_i_check_position(w) && lg_i_check_reserved(w) && lg_i_check_actions(w) &&
           lg_i_check_scores(w) && lg_i_check_observations(w) && lg_i_check_views(w) && lg_i_check_forfeits(w) &&
           lg_i_check_drawings(w) && lg_i_check_pictures(w) &&
           lg_i_check_typed(w) && lg_i_check_messages(w) && lg_i_check_choice(w) && lg_i_check_searches(w) &&
           lg_i_check_symmetries(w) && lg_i_check_chance(w) && lg_i_check_outcomes(w) &&
           lg_i_check_resample(w);
}
