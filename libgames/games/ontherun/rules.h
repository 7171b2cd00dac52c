/* Internal: what the rules offer to the parts above them. */
#ifndef LG_I_ONTHERUN_RULES_H
#define LG_I_ONTHERUN_RULES_H

#include "joint.h"

/* Where the fugitive was not after its move i of the record: the detectives' cities then, and those that they went to
 * next, if they have. */
lg_ontherun_set lg_i_ontherun_barred(const lg_ontherun *state, int i);

/* Where the fugitive can be, from the record alone: what the moves keep up to date in `possible`. */
lg_ontherun_set lg_i_ontherun_derive_possible(const lg_ontherun_map *map, const lg_ontherun *state);

/* The city where `viewer` knows the fugitive to be, 0 where it does not. Until the game is over the detectives know what
 * follows from the moves. */
int lg_i_ontherun_seen(const lg_ontherun *state, int32_t viewer);

#endif
