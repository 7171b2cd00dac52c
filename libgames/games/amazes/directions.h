/* Internal: the observation "directions" of Amazes. */
#ifndef LG_I_AMAZES_WAYS_H
#define LG_I_AMAZES_WAYS_H

#include "libgames/table.h"
#include "squares.h"

enum { LG_I_AMAZES_WAYS = 61 }; /* numbers */

void lg_i_amazes_observe_directions(const lg_amazes *state, int32_t viewer, int16_t *ways);
int32_t lg_i_amazes_directions_parts(lg_part *parts);
void lg_i_amazes_mirror_directions(const int16_t *from, int16_t *to);

#endif
