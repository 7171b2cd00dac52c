/* Internal: the observation "destinations" of On the Run. */
#ifndef LG_I_ONTHERUN_OUTLOOK_H
#define LG_I_ONTHERUN_OUTLOOK_H

#include "libgames/table.h"
#include "libgames/ontherun.h"

int32_t lg_i_ontherun_destinations_planes(void);
int32_t lg_i_ontherun_destinations_parts(int32_t room, lg_part *parts);

/* By how many routes the fugitive can have come to each city; the largest number becomes 255, and none of them 0. */
void lg_i_ontherun_put_routes(const lg_ontherun_map *map, const lg_ontherun *state, uint8_t *plane);

/* uint8 [planes, room]. */
void lg_i_ontherun_observe_destinations(const lg_ontherun_map *map, const lg_ontherun *state, int32_t viewer,
                                         int32_t room, uint8_t *planes);

#endif
