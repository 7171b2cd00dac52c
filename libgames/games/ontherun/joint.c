/* On the Run: joint moves of four detectives: choices that can be completed, the number of joint moves, and a list of
 * them. */
#include "libgames/ontherun.h"

#include <string.h>

#include "joint.h"
#include "map.h"

#define TEAM LG_ONTHERUN_TEAM

/* ---- detectives' cities ---- */

int lg_i_ontherun_next_detective(const lg_ontherun *state) {
    int next = 0;
    while (next < TEAM && state->choice[next] != 0) next++;
    return next;
}

/* One detective's cities, ignoring choices and the other detectives. */
static lg_ontherun_set ways(const lg_ontherun_map *map, const lg_ontherun *state, int detective) {
    if (state->phase == LG_ONTHERUN_PLACE_DETECTIVES) return lg_i_ontherun_set_all(map->cities);
    return map->joined[LG_ONTHERUN_ANY][state->detective[detective]];
}

/* The same, but after it has chosen only its choice. */
static lg_ontherun_set otr_option(const lg_ontherun_map *map, const lg_ontherun *state, int detective) {
    if (state->choice[detective] == 0) return ways(map, state, detective);
    lg_ontherun_set chosen = lg_i_ontherun_set_none();
    lg_i_ontherun_set_add(&chosen, state->choice[detective]);
    return chosen;
}

/* The number of a detective's cities without the chosen ones. */
static int count_ways(const lg_ontherun_map *map, const lg_ontherun *state, int detective, int next) {
    const int from = state->detective[detective];
    int count = lg_i_ontherun_degree(map, LG_ONTHERUN_ANY, from);
    for (int i = 0; i < next; i++)
        count -= lg_i_ontherun_set_has(&map->joined[LG_ONTHERUN_ANY][from], state->choice[i]);
    return count;
}

/* Hall's condition for the detectives after the next one: k of them need k cities; where they have exactly k, the next
 * one must leave them all alone. A detective with more cities than the number of such detectives always finds one.
 * Returns whether any city was taken out. */
static bool leave_room(const lg_ontherun_map *map, const lg_ontherun *state, int next, lg_ontherun_set *cities) {
    int size[TEAM] = {0, 0, 0, 0}, cramped = 0;
    bool changed = false;
    for (int i = next + 1; i < TEAM; i++) {
        size[i] = count_ways(map, state, i, next);
        cramped |= (size[i] < TEAM - next) << i;
    }
    const int most_needed = lg_i_bits_count((uint64_t)cramped);
    for (int i = next + 1; cramped != 0 && i < TEAM; i++)
        if (size[i] > most_needed) cramped &= ~(1 << i); /* enough for any group */
    for (int group = cramped; group != 0; group = (group - 1) & cramped) {
        lg_ontherun_set together = lg_i_ontherun_set_none();
        int needed = 0, most = 0;
        for (int i = next + 1; i < TEAM; i++) {
            if ((group >> i & 1) == 0) continue;
            lg_i_ontherun_set_join(&together, &map->joined[LG_ONTHERUN_ANY][state->detective[i]]);
            most = size[i] > most ? size[i] : most;
            needed++;
        }
        if (most > needed) continue; /* one alone has more cities than all of them need */
        for (int i = 0; i < next; i++) lg_i_ontherun_set_remove(&together, state->choice[i]);
        const int there = lg_i_ontherun_set_count(&together);
        if (there < needed) *cities = lg_i_ontherun_set_none();
        if (there == needed) lg_i_ontherun_set_subtract(cities, &together);
        changed = changed || there <= needed;
    }
    return changed;
}

int lg_i_ontherun_completable(const lg_ontherun_map *map, const lg_ontherun *state, int next, lg_ontherun_set *cities) {
    const bool placing = state->phase == LG_ONTHERUN_PLACE_DETECTIVES; /* every map has room for four */
    int count = placing ? map->cities : lg_i_ontherun_degree(map, LG_ONTHERUN_ANY, state->detective[next]);
    *cities = ways(map, state, next);
    for (int i = 0; i < next; i++) {
        count -= lg_i_ontherun_set_has(cities, state->choice[i]);
        lg_i_ontherun_set_remove(cities, state->choice[i]);
    }
    return !placing && leave_room(map, state, next, cities) ? lg_i_ontherun_set_count(cities) : count;
}

bool lg_i_ontherun_has_joint_move(const lg_ontherun_map *map, const lg_ontherun *state) {
    lg_ontherun_set cities;
    return lg_i_ontherun_completable(map, state, lg_i_ontherun_next_detective(state), &cities) > 0;
}

int32_t lg_ontherun_choices(const lg_ontherun_map *map, const lg_ontherun *state, lg_ontherun_set *cities) {
    *cities = lg_i_ontherun_set_none();
    if (lg_i_ontherun_is_over(state) || !lg_i_ontherun_detectives_turn(state)) return 0;
    return lg_i_ontherun_completable(map, state, lg_i_ontherun_next_detective(state), cities);
}

/* ---- all joint moves ---- */

/* The number of lists of four different elements of A0 ... A3: the sum over all ways to set members equal, with the
 * Moebius coefficients 1 (none), -1 (a pair), 1 (two pairs), 2 (three), -6 (four). */
uint64_t lg_ontherun_joint_count(const lg_ontherun_map *map, const lg_ontherun *state) {
    if (lg_i_ontherun_is_over(state) || !lg_i_ontherun_detectives_turn(state)) return 0;
    lg_ontherun_set a[TEAM];
    int64_t size[TEAM], pair[TEAM][TEAM], all = 0;
    for (int i = 0; i < TEAM; i++) {
        a[i] = otr_option(map, state, i);
        size[i] = lg_i_ontherun_set_count(&a[i]);
    }
    for (int i = 0; i < TEAM; i++)
        for (int j = i + 1; j < TEAM; j++) {
            const lg_ontherun_set both = lg_i_ontherun_set_meet(&a[i], &a[j]);
            pair[i][j] = lg_i_ontherun_set_count(&both);
        }
    all += size[0] * size[1] * size[2] * size[3];
    all -= pair[0][1] * size[2] * size[3] + pair[0][2] * size[1] * size[3] + pair[0][3] * size[1] * size[2];
    all -= pair[1][2] * size[0] * size[3] + pair[1][3] * size[0] * size[2] + pair[2][3] * size[0] * size[1];
    all += pair[0][1] * pair[2][3] + pair[0][2] * pair[1][3] + pair[0][3] * pair[1][2];
    const lg_ontherun_set first = lg_i_ontherun_set_meet(&a[0], &a[1]), last = lg_i_ontherun_set_meet(&a[2], &a[3]);
    const lg_ontherun_set triple[TEAM] = {lg_i_ontherun_set_meet(&a[1], &last), lg_i_ontherun_set_meet(&a[0], &last),
                                          lg_i_ontherun_set_meet(&first, &a[3]), lg_i_ontherun_set_meet(&first, &a[2])};
    for (int i = 0; i < TEAM; i++) all += 2 * size[i] * lg_i_ontherun_set_count(&triple[i]);
    const lg_ontherun_set four = lg_i_ontherun_set_meet(&first, &last);
    return (uint64_t)(all - 6 * lg_i_ontherun_set_count(&four));
}

void lg_ontherun_joints_begin(const lg_ontherun_map *map, const lg_ontherun *state, lg_ontherun_joints *joints) {
    memset(joints, 0, sizeof *joints);
    joints->depth = -1;
    if (lg_i_ontherun_is_over(state) || !lg_i_ontherun_detectives_turn(state)) return;
    for (int i = 0; i < TEAM; i++) joints->option[i] = otr_option(map, state, i);
    joints->left[0] = joints->option[0];
    joints->depth = 0;
}

bool lg_ontherun_joints_next(lg_ontherun_joints *joints, int32_t city[TEAM]) {
    while (joints->depth >= 0) {
        const int depth = joints->depth;
        const int next = lg_i_ontherun_set_take(&joints->left[depth]);
        joints->city[depth] = next;
        if (next == 0) {
            joints->depth--;
        } else if (depth == TEAM - 1) {
            for (int i = 0; i < TEAM; i++) city[i] = joints->city[i];
            return true;
        } else {
            joints->depth++;
            joints->left[depth + 1] = joints->option[depth + 1];
            for (int i = 0; i <= depth; i++) lg_i_ontherun_set_remove(&joints->left[depth + 1], joints->city[i]);
        }
    }
    return false;
}
