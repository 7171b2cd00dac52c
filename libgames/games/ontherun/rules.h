/* Internal: functions of the rules for the parts above them. */
#ifndef LG_I_ONTHERUN_RULES_H
#define LG_I_ONTHERUN_RULES_H

#include "joint.h"

/* The number of the fugitive's moves since its city was known, 0 ... 4; *past (may be NULL) receives the number of
 * entries of `past` in use. */
int32_t lg_i_ontherun_record(const lg_ontherun *state, int32_t *past);

/* Cities where the fugitive was not after its move i of the record: the detectives' cities then, and their next cities
 * if they have moved. */
lg_ontherun_set lg_i_ontherun_barred(const lg_ontherun *state, int i);

/* The fugitive's possible cities, from the record alone: the set that moves keep up to date in `possible`. */
lg_ontherun_set lg_i_ontherun_derive_possible(const lg_ontherun_map *map, const lg_ontherun *state);

/* The city where `viewer` knows the fugitive to be, 0 where it does not. Until the game is over the detectives know
 * its consequences. */
int lg_i_ontherun_seen(const lg_ontherun *state, int32_t viewer);

/* The reason why these four cities are, or this move is, illegal: a constant sentence; NULL if legal. */
const char *lg_i_ontherun_explain_detectives(const lg_ontherun_map *map, const lg_ontherun *state,
                                             const int32_t city[LG_ONTHERUN_TEAM]);
const char *lg_i_ontherun_explain_fugitive(const lg_ontherun_map *map, const lg_ontherun *state, int32_t type,
                                           int32_t city);

/* The same for the next detective's city. */
const char *lg_i_ontherun_explain_choice(const lg_ontherun_map *map, const lg_ontherun *state, int32_t city);

/* A 64-bit key of the knowledge of `player`: equal for all states on a map that it can't distinguish, with any history,
 * and different if anything that it sees differs. That includes the record, which determines how likely each possible
 * city is. Resampling never changes it. It also works for games that are over. */
uint64_t lg_i_ontherun_information(const lg_ontherun *state, int32_t player);

/* The first wrong field of a state, and the reason; NULL for a valid state. */
const char *lg_i_ontherun_problem(const lg_ontherun_map *map, const lg_ontherun *state);

/* The offender's opponent wins 20-0. LG_E_OVER. */
lg_status lg_i_ontherun_forfeit(const lg_ontherun *before, int32_t offender, lg_ontherun *after);

/* The fugitive's possible cities after the first `moves` moves of the record, and in `routes` the number of routes to
 * each of these; the other entries are undefined. */
lg_ontherun_set lg_i_ontherun_follow_record(const lg_ontherun_map *map, const lg_ontherun *state, int moves,
                                            uint64_t routes[LG_ONTHERUN_MAX_CITIES + 1]);

#endif
