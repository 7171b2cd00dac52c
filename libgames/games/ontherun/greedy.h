/* Internal: features of the baseline bots. */
#ifndef LG_I_ONTHERUN_GREEDY_H
#define LG_I_ONTHERUN_GREEDY_H

#include "territory.h"

/* All detectives but the next one, at their destinations or present cities. */
lg_i_ontherun_guard_set lg_i_ontherun_others(const lg_ontherun_map *map, const lg_ontherun *state, int next);

/* All detectives, who move once more before the fugitive does: after its move it is their turn. */
lg_i_ontherun_guard_set lg_i_ontherun_guards(const lg_ontherun_map *map, const lg_ontherun *state);

/* The cities where the fugitive can be after a move by `type`, as known to all. */
lg_ontherun_set lg_i_ontherun_spread(const lg_ontherun_map *map, const lg_ontherun *state, int type);

/* Cities that a detective can reach in one move. */
lg_ontherun_set lg_i_ontherun_in_reach(const lg_ontherun_map *map, const lg_ontherun *state);

#endif
