/* On the Run: observations in planes of cities. */
#include "planes.h"

#include <string.h>

#include "rules.h"

uint8_t *lg_i_ontherun_plane(const lg_i_ontherun_planes *planes, int plane) {
    return planes->out + (plane - planes->first) * planes->room;
}

void lg_i_ontherun_plane_mark(const lg_i_ontherun_planes *planes, int plane, int city) {
    if (city != 0) lg_i_ontherun_plane(planes, plane)[city - 1] = 1;
}

void lg_i_ontherun_plane_mark_all(const lg_i_ontherun_planes *planes, int plane, lg_ontherun_set cities) {
    for (int city = lg_i_ontherun_set_take(&cities); city != 0; city = lg_i_ontherun_set_take(&cities))
        lg_i_ontherun_plane_mark(planes, plane, city);
}

void lg_i_ontherun_plane_fill(const lg_i_ontherun_planes *planes, int plane, int value) {
    memset(lg_i_ontherun_plane(planes, plane), value, (size_t)planes->filled);
}

int lg_i_ontherun_sent_next(const lg_ontherun *state, int32_t viewer) {
    const bool sends =
        !lg_i_ontherun_is_over(state) && lg_i_ontherun_detectives_turn(state) && viewer == LG_ONTHERUN_DETECTIVES;
    return sends ? lg_i_ontherun_next_detective(state) : -1;
}

int lg_i_ontherun_moves_from(const lg_ontherun *state, int32_t viewer) {
    const int next = lg_i_ontherun_sent_next(state, viewer);
    if (next >= 0) return state->detective[next];
    const bool moves = state->phase == LG_ONTHERUN_MOVE_FUGITIVE && viewer == LG_ONTHERUN_FUGITIVE;
    return moves && !lg_i_ontherun_is_over(state) ? state->fugitive : 0;
}
