/* On the Run: four detectives at once. Which choices can be completed, how many joint moves there are, and all of
 * them. */
#include "libgames/ontherun.h"

#include <string.h>

#include "rules.h"

#define TEAM LG_ONTHERUN_TEAM

/* ---- where detectives can go ---- */

int lg_i_next_detective(const lg_ontherun *state) {
    int next = 0;
    while (next < TEAM && state->choice[next] != 0) next++;
    return next;
}

/* One detective's cities, choices and the other detectives left aside. */
static lg_ontherun_set ways(const lg_ontherun_map *map, const lg_ontherun *state, int detective) {
    if (state->phase == LG_ONTHERUN_PLACE_DETECTIVES) return lg_i_set_all(map->cities);
    return map->joined[LG_ONTHERUN_ANY][state->detective[detective]];
}

/* The same; its choice alone once it has one. */
static lg_ontherun_set option(const lg_ontherun_map *map, const lg_ontherun *state, int detective) {
    if (state->choice[detective] == 0) return ways(map, state, detective);
    lg_ontherun_set chosen = lg_i_set_none();
    lg_i_set_add(&chosen, state->choice[detective]);
    return chosen;
}

/* Hall's condition for the detectives after the next one, one subset at a time: k of them need k cities; where they
 * have exactly k, the next one must leave them all alone. */
static void leave_room(lg_ontherun_set *cities, const lg_ontherun_set later[], int count) {
    int size[TEAM], small = 0;
    for (int i = 0; i < count; i++) {
        size[i] = lg_i_set_count(&later[i]);
        small |= (size[i] <= count) << i;
    }
    for (int subset = 1; subset < 1 << count; subset++) {
        if ((subset & ~small) != 0) continue; /* one alone has more cities than all of them need */
        lg_ontherun_set together = lg_i_set_none();
        for (int i = 0; i < count; i++)
            if ((subset >> i & 1) != 0) lg_i_set_join(&together, &later[i]);
        const int needed = lg_i_count((uint64_t)subset), there = lg_i_set_count(&together);
        if (there < needed) *cities = lg_i_set_none();
        if (there == needed) lg_i_set_subtract(cities, &together);
    }
}

lg_ontherun_set lg_i_completable(const lg_ontherun_map *map, const lg_ontherun *state, int next) {
    lg_ontherun_set later[TEAM];
    lg_ontherun_set cities = ways(map, state, next);
    int count = 0;
    for (int i = 0; i < next; i++) lg_i_set_remove(&cities, state->choice[i]);
    if (state->phase == LG_ONTHERUN_PLACE_DETECTIVES) return cities; /* every map has room for four */
    for (int i = next + 1; i < TEAM; i++, count++) {
        later[count] = ways(map, state, i);
        for (int j = 0; j < next; j++) lg_i_set_remove(&later[count], state->choice[j]);
    }
    leave_room(&cities, later, count);
    return cities;
}

bool lg_i_has_joint_move(const lg_ontherun_map *map, const lg_ontherun *state) {
    const lg_ontherun_set cities = lg_i_completable(map, state, lg_i_next_detective(state));
    return !lg_i_set_empty(&cities);
}

int32_t lg_ontherun_choices(const lg_ontherun_map *map, const lg_ontherun *state, lg_ontherun_set *cities) {
    *cities = lg_i_set_none();
    if (lg_i_is_over(state) || !lg_i_detectives_turn(state)) return 0;
    *cities = lg_i_completable(map, state, lg_i_next_detective(state));
    return lg_i_set_count(cities);
}

/* ---- all joint moves ---- */

/* Lists of four different elements of A0 ... A3: the sum over all ways to set members equal, with Moebius' signs
 * 1 (none), -1 (a pair), 1 (two pairs), 2 (three), -6 (four). */
uint64_t lg_ontherun_joint_count(const lg_ontherun_map *map, const lg_ontherun *state) {
    if (lg_i_is_over(state) || !lg_i_detectives_turn(state)) return 0;
    lg_ontherun_set a[TEAM];
    int64_t size[TEAM], pair[TEAM][TEAM], all = 0;
    for (int i = 0; i < TEAM; i++) {
        a[i] = option(map, state, i);
        size[i] = lg_i_set_count(&a[i]);
    }
    for (int i = 0; i < TEAM; i++)
        for (int j = i + 1; j < TEAM; j++) {
            const lg_ontherun_set both = lg_i_set_meet(&a[i], &a[j]);
            pair[i][j] = lg_i_set_count(&both);
        }
    all += size[0] * size[1] * size[2] * size[3];
    all -= pair[0][1] * size[2] * size[3] + pair[0][2] * size[1] * size[3] + pair[0][3] * size[1] * size[2];
    all -= pair[1][2] * size[0] * size[3] + pair[1][3] * size[0] * size[2] + pair[2][3] * size[0] * size[1];
    all += pair[0][1] * pair[2][3] + pair[0][2] * pair[1][3] + pair[0][3] * pair[1][2];
    const lg_ontherun_set first = lg_i_set_meet(&a[0], &a[1]), last = lg_i_set_meet(&a[2], &a[3]);
    const lg_ontherun_set triple[TEAM] = {lg_i_set_meet(&a[1], &last), lg_i_set_meet(&a[0], &last),
                                          lg_i_set_meet(&first, &a[3]), lg_i_set_meet(&first, &a[2])};
    for (int i = 0; i < TEAM; i++) all += 2 * size[i] * lg_i_set_count(&triple[i]);
    const lg_ontherun_set four = lg_i_set_meet(&first, &last);
    return (uint64_t)(all - 6 * lg_i_set_count(&four));
}

void lg_ontherun_joints_begin(const lg_ontherun_map *map, const lg_ontherun *state, lg_ontherun_joints *joints) {
    memset(joints, 0, sizeof *joints);
    joints->depth = -1;
    if (lg_i_is_over(state) || !lg_i_detectives_turn(state)) return;
    for (int i = 0; i < TEAM; i++) joints->option[i] = option(map, state, i);
    joints->left[0] = joints->option[0];
    joints->depth = 0;
}

bool lg_ontherun_joints_next(lg_ontherun_joints *joints, int32_t city[TEAM]) {
    while (joints->depth >= 0) {
        const int depth = joints->depth;
        const int next = lg_i_set_take(&joints->left[depth]);
        joints->city[depth] = next;
        if (next == 0) {
            joints->depth--;
        } else if (depth == TEAM - 1) {
            for (int i = 0; i < TEAM; i++) city[i] = joints->city[i];
            return true;
        } else {
            joints->depth++;
            joints->left[depth + 1] = joints->option[depth + 1];
            for (int i = 0; i <= depth; i++) lg_i_set_remove(&joints->left[depth + 1], joints->city[i]);
        }
    }
    return false;
}
