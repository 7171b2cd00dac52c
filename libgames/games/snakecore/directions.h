/* Internal: the observation "directions" of SnakeCore. */
#ifndef LG_I_SNAKECORE_WAYS_H
#define LG_I_SNAKECORE_WAYS_H

#include "libgames/table.h"
#include "libgames/snakecore.h"

enum { LG_I_SNAKECORE_WAYS = 45 }; /* numbers, from 0 to 255, before those of the last row of the window */

void lg_i_snakecore_observe_directions(const lg_snakecore *state, int32_t viewer, uint8_t *ways);
int32_t lg_i_snakecore_directions_parts(lg_part *parts);
void lg_i_snakecore_turn_directions(int32_t symmetry, const uint8_t *from, uint8_t *to);

#endif
