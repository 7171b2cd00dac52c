/* Internal: which cities the fugitive would reach before any detective. */
#ifndef LG_I_ONTHERUN_TERRITORY_H
#define LG_I_ONTHERUN_TERRITORY_H

#include "sets.h"

/* How many moves the nearest detective needs to each city; 0 in entry 0. */
typedef struct lg_i_guards {
    uint8_t steps[LG_ONTHERUN_MAX_CITIES + 1];
} lg_i_guards;

static inline lg_i_guards lg_i_no_guards(void) {
    lg_i_guards guards;
    guards.steps[0] = 0;
    for (int city = 1; city <= LG_ONTHERUN_MAX_CITIES; city++) guards.steps[city] = LG_ONTHERUN_FAR;
    return guards;
}

static inline void lg_i_guard_from(const lg_ontherun_map *map, int from, lg_i_guards *guards) {
    const uint8_t *distance = map->distance[LG_ONTHERUN_ANY][from];
    for (int city = 1; city <= map->cities; city++)
        guards->steps[city] = distance[city] < guards->steps[city] ? distance[city] : guards->steps[city];
}

/* The same when the detectives move before the fugitive does. */
static inline void lg_i_guards_ahead(lg_i_guards *guards) {
    for (int city = 1; city <= LG_ONTHERUN_MAX_CITIES; city++)
        guards->steps[city] = (uint8_t)(guards->steps[city] - (guards->steps[city] > 0));
}

/* How many cities a fugitive in `from`, which moves first, reaches in fewer moves than any detective. */
static inline int32_t lg_i_territory(const lg_ontherun_map *map, const lg_i_guards *guards, int from) {
    const uint8_t *distance = map->distance[LG_ONTHERUN_ANY][from];
    uint8_t count = 0;
    for (int city = 1; city <= map->cities; city++) count = (uint8_t)(count + (distance[city] < guards->steps[city]));
    return count;
}

#endif
