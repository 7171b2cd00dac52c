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

/* Where the detectives are or will be, and 1 for each who is a step ahead, as still to move in this turn. */
typedef struct otr_chase {
    int city[TEAM];
    lg_i_ontherun_bytes ahead[TEAM];
} otr_chase;

/* Vector i of a detective's moves to the cities. */
static inline lg_i_ontherun_bytes moves_of(const lg_ontherun_map *map, const otr_chase *chase, int detective, int i) {
    const lg_i_ontherun_bytes moves = lg_i_ontherun_distances(map, chase->city[detective], i);
    return moves - lg_i_ontherun_fewer(moves, chase->ahead[detective]);
}

/* -1 for each city of vector i that a fugitive in `from` reaches first. */
static inline lg_i_ontherun_bytes reached_first(const lg_ontherun_map *map, const otr_chase *chase, int from, int i) {
    const lg_i_ontherun_bytes least =
        lg_i_ontherun_fewer(lg_i_ontherun_fewer(moves_of(map, chase, 0, i), moves_of(map, chase, 1, i)),
                            lg_i_ontherun_fewer(moves_of(map, chase, 2, i), moves_of(map, chase, 3, i)));
    const lg_i_ontherun_bytes own = lg_i_ontherun_distances(map, from, i);
    return (lg_i_ontherun_bytes)(lg_i_ontherun_ordered(own) < lg_i_ontherun_ordered(least));
}

/* The number of cities that the fugitive reaches first, without its present one; 0 also when a detective is sent
 * there. */
static int32_t territory_of(const lg_ontherun_map *map, const lg_ontherun *state) {
    const bool chased = lg_i_ontherun_detectives_turn(state);
    otr_chase chase = {{0}, {{0}}};
    if (state->fugitive == 0) return map->cities;
    for (int i = 0; i < TEAM; i++) {
        if (state->choice[i] == state->fugitive) return 0;
        chase.city[i] = state->choice[i] != 0 ? state->choice[i] : state->detective[i];
        chase.ahead[i] += (uint8_t)(chased && state->choice[i] == 0);
    }
    lg_i_ontherun_bytes reached = reached_first(map, &chase, state->fugitive, LG_I_ONTHERUN_VECTORS - 1);
    for (int i = 0; i < LG_I_ONTHERUN_VECTORS - 1; i++) reached += reached_first(map, &chase, state->fugitive, i);
    const int32_t count = lg_i_ontherun_sum(-reached);
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
