/* On the Run for searches: when and whether the fugitive will probably be caught. */
#include "libgames/ontherun.h"

#include "joint.h"
#include "rooms.h"
#include "territory.h"

#define TEAM LG_ONTHERUN_TEAM

/* In sixteenths of a turn. Fitted to games of the baseline players. */
enum {
    OTR_EVALUATE_TURN = 16, WIDE = 14 * OTR_EVALUATE_TURN, UNCERTAIN = 5 * OTR_EVALUATE_TURN / 2,
    SOON = OTR_EVALUATE_TURN
};
enum { OTR_ONE = LG_I_ONTHERUN_ONE };

/* The number of cities that the fugitive reaches first, without its present one; 0 also when a detective is sent there.
 * Detectives who are still to move in this turn are a step ahead. */
static int32_t territory_of(const lg_ontherun_map *map, const lg_ontherun *state) {
    lg_i_ontherun_guard_set guards = lg_i_ontherun_no_guards();
    const bool chased = lg_i_ontherun_detectives_turn(state);
    if (state->fugitive == 0) return map->cities;
    for (int i = 0; i < TEAM; i++)
        if (state->choice[i] == 0) lg_i_ontherun_guard_from(map, state->detective[i], &guards);
    if (chased) lg_i_ontherun_guards_ahead(&guards);
    for (int i = 0; i < TEAM; i++) {
        if (state->choice[i] == state->fugitive) return 0;
        if (state->choice[i] != 0) lg_i_ontherun_guard_from(map, state->choice[i], &guards);
    }
    const int32_t count = lg_i_ontherun_territory(map, &guards, state->fugitive);
    return chased ? count : count - 1;
}

int32_t lg_i_ontherun_prospects(const lg_ontherun_map *map, const lg_ontherun *state) {
    const int32_t territory = territory_of(map, state);
    const int32_t others = state->turn > 0 ? lg_i_ontherun_set_count(&state->possible) - 1 : LG_ONTHERUN_MAX_CITIES;
    const int32_t needed = SOON + WIDE * territory / (territory + 2) + UNCERTAIN * others / (others + 4);
    const int32_t passed = OTR_EVALUATE_TURN * state->turn, left = OTR_EVALUATE_TURN * LG_ONTHERUN_TURNS - passed;
    const int32_t arrest = OTR_ONE - OTR_ONE * (passed + needed) / (OTR_EVALUATE_TURN * LG_ONTHERUN_TURNS);
    const int32_t late = OTR_ONE * needed / (needed + left), escape = late * late / OTR_ONE;
    return (arrest * (OTR_ONE - escape) - OTR_ONE * escape) / OTR_ONE;
}

float lg_i_ontherun_evaluate(const lg_game *game, const void *state, int32_t player) {
    const int32_t value =
        lg_i_ontherun_prospects(lg_i_ontherun_map_of(game), (const lg_ontherun *)state);
    return (float)(player == LG_ONTHERUN_DETECTIVES ? value : -value) / (float)OTR_ONE;
}
