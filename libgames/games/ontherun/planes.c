/* On the Run: observations in planes of cities. */
#include "planes.h"

#include "libgames/game.h"
#include "rules.h"

void lg_i_ontherun_plane_mark_all(const lg_i_ontherun_planes *planes, int plane, lg_ontherun_set cities) {
    for (int word = 0; word + 1 < LG_I_ONTHERUN_WORDS; word++)
        cities.word[word] = cities.word[word] >> 1 | cities.word[word + 1] << 63;
    cities.word[LG_I_ONTHERUN_WORDS - 1] >>= 1;
    lg_mask_bytes(cities.word, planes->room, lg_i_ontherun_plane(planes, plane));
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
