/* Internal: the routes that agree with what the detectives know. */
#ifndef LG_I_ONTHERUN_INFERENCE_H
#define LG_I_ONTHERUN_INFERENCE_H

#include "rules.h"

/* Where the fugitive can have been after the first `moves` moves of the record, and in `routes` by how many routes it
 * can have come to each of these cities; what the other entries hold is undefined. */
lg_ontherun_set lg_i_ontherun_follow_record(const lg_ontherun_map *map, const lg_ontherun *state, int moves,
                                            uint64_t routes[LG_ONTHERUN_MAX_CITIES + 1]);

#endif
