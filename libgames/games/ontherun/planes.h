/* Internal: observations in planes of cities, and the player that they show as the next to move. */
#ifndef LG_I_ONTHERUN_PLANES_H
#define LG_I_ONTHERUN_PLANES_H

#include <string.h>

#include "libgames/ontherun.h"

typedef struct lg_i_ontherun_planes {
    uint8_t *out;
    int32_t room;   /* cities in each */
    int32_t filled; /* number of cities, from the first, filled if all have the same value */
    int32_t first;  /* the plane that is written first */
} lg_i_ontherun_planes;

static inline uint8_t *lg_i_ontherun_plane(const lg_i_ontherun_planes *planes, int plane) {
    return planes->out + (plane - planes->first) * planes->room;
}

/* City 0 means no city. */
static inline void lg_i_ontherun_plane_mark(const lg_i_ontherun_planes *planes, int plane, int city) {
    if (city != 0) lg_i_ontherun_plane(planes, plane)[city - 1] = 1;
}

static inline void lg_i_ontherun_plane_fill(const lg_i_ontherun_planes *planes, int plane, int value) {
    memset(lg_i_ontherun_plane(planes, plane), value, (size_t)planes->filled);
}

/* Writes the whole plane, over what was marked. */
void lg_i_ontherun_plane_mark_all(const lg_i_ontherun_planes *planes, int plane, lg_ontherun_set cities);

/* The detective that the viewer sends next, -1 for none. */
int lg_i_ontherun_sent_next(const lg_ontherun *state, int32_t viewer);
/* The city of that detective, or of the viewer as a fugitive that is to move; 0 for none. */
int lg_i_ontherun_moves_from(const lg_ontherun *state, int32_t viewer);

#endif
