/* Internal: the player to move, and the possible cities of the detectives. Used by the rules. */
#ifndef LG_I_ONTHERUN_JOINT_H
#define LG_I_ONTHERUN_JOINT_H

#include "sets.h"

static inline bool lg_i_ontherun_is_over(const lg_ontherun *state) {
    return state->result != LG_ONTHERUN_ONGOING;
}

static inline bool lg_i_ontherun_detectives_turn(const lg_ontherun *state) {
    return state->phase == LG_ONTHERUN_PLACE_DETECTIVES || state->phase == LG_ONTHERUN_MOVE_DETECTIVES;
}

/* The first detective without a choice, 0 ... 4. */
int lg_i_ontherun_next_detective(const lg_ontherun *state);

/* The cities for detective `next`, the first one without a choice, that leave different cities for all detectives after
 * it, and their number. The phase must be one of the detectives'. */
int lg_i_ontherun_completable(const lg_ontherun_map *map, const lg_ontherun *state, int next, lg_ontherun_set *cities);

bool lg_i_ontherun_has_joint_move(const lg_ontherun_map *map, const lg_ontherun *state);

#endif
