/* On the Run: hidden information drawn anew, and a key of a player's knowledge. */
#include "libgames/ontherun.h"

#include <string.h>

#include "rules.h"
#include "libgames/hash.h"
#include "map.h"

#define TEAM LG_ONTHERUN_TEAM

/* ---- the fugitive's city, for the detectives ---- */

static int draw_city(const lg_ontherun_set *cities, lg_rng *rng) {
    return lg_i_ontherun_set_select(cities, lg_rng_below(rng, (uint32_t)lg_i_ontherun_set_count(cities)));
}

/* The end of a route that is drawn uniformly; `moves`, the number of moves in the record, is at least 1. The routes
 * without their last move are counted by city, and each continues to all cities that are joined and not barred. */
static int draw_route(const lg_ontherun_map *map, const lg_ontherun *state, int moves, lg_rng *rng) {
    uint64_t routes[LG_ONTHERUN_MAX_CITIES + 1], sum = 0;
    const lg_ontherun_set *joined = map->joined[state->type[moves - 1] - 1];
    const lg_ontherun_set barred = lg_i_ontherun_barred(state, moves - 1);
    const lg_ontherun_set from = lg_i_ontherun_follow_record(map, state, moves - 1, routes);
    lg_ontherun_set left = from, ends;
    for (int city = lg_i_ontherun_set_take(&left); city != 0; city = lg_i_ontherun_set_take(&left)) {
        ends = joined[city];
        lg_i_ontherun_set_subtract(&ends, &barred);
        routes[city] *= (uint64_t)lg_i_ontherun_set_count(&ends);
        sum += routes[city];
    }
    uint32_t rank = lg_rng_below(rng, (uint32_t)sum);
    left = from;
    int last = lg_i_ontherun_set_take(&left);
    for (; rank >= routes[last]; last = lg_i_ontherun_set_take(&left)) rank -= (uint32_t)routes[last];
    ends = joined[last];
    lg_i_ontherun_set_subtract(&ends, &barred);
    return lg_i_ontherun_set_select(&ends, rank % (uint32_t)lg_i_ontherun_set_count(&ends));
}

static lg_status redraw_city(const lg_ontherun_map *map, const lg_ontherun *before, lg_ontherun_weight weight,
                             lg_rng *rng, lg_ontherun *after) {
    const int32_t moves = lg_i_ontherun_record(before, NULL);
    int city = 0;
    if (before->turn > 0) {
        if (lg_i_ontherun_set_empty(&before->possible)) return LG_E_ARGUMENT;
        const bool by_city = weight == LG_ONTHERUN_BY_CITY || moves < 2; /* after one move there is one route to each */
        city = by_city ? draw_city(&before->possible, rng) : draw_route(map, before, moves, rng);
    }
    if (after != before) *after = *before;
    after->fugitive = (uint8_t)city;
    return LG_OK;
}

/* ---- the detectives' choices, for the fugitive ---- */

static int draw_way(const lg_ontherun_map *map, const lg_ontherun *state, int detective, lg_rng *rng) {
    if (state->phase == LG_ONTHERUN_PLACE_DETECTIVES) return 1 + (int)lg_rng_below(rng, (uint32_t)map->cities);
    const int from = state->detective[detective], first = map->first[LG_ONTHERUN_ANY][from];
    const uint32_t ways = (uint32_t)lg_i_ontherun_degree(map, LG_ONTHERUN_ANY, from);
    return map->neighbour[LG_ONTHERUN_ANY][first + (int)lg_rng_below(rng, ways)];
}

/* A joint move, each equally likely: four cities again and again until they differ. That takes at most 24 draws on
 * average: of the lists with one element of each set, where the sets have s1 <= s2 <= s3 <= s4 elements, the lists
 * without repetition are, if there are any, at least the product of max(1, si - i + 1) (P. A. Ostrand, "Systems of
 * distinct representatives II", 1970). */
static void draw_joint_move(const lg_ontherun_map *map, const lg_ontherun *state, lg_rng *rng, uint8_t city[TEAM]) {
    bool differ;
    do {
        differ = true;
        for (int i = 0; i < TEAM; i++) {
            city[i] = (uint8_t)draw_way(map, state, i, rng);
            for (int j = 0; j < i; j++) differ = differ && city[i] != city[j];
        }
    } while (!differ);
}

static lg_status redraw_choices(const lg_ontherun_map *map, const lg_ontherun *before, lg_rng *rng,
                                lg_ontherun *after) {
    const int chosen = lg_i_ontherun_next_detective(before);
    lg_ontherun drawn = *before;
    if (before->turn > 0 && before->fugitive == 0) return LG_E_ARGUMENT;
    if (chosen > 0) {
        uint8_t city[TEAM];
        memset(drawn.choice, 0, TEAM);
        if (!lg_i_ontherun_has_joint_move(map, &drawn)) return LG_E_ARGUMENT;
        draw_joint_move(map, &drawn, rng, city);
        memcpy(drawn.choice, city, (size_t)chosen);
    }
    *after = drawn;
    return LG_OK;
}

/* ---- both ---- */

static bool otr_is_player(int32_t player) {
    return player == LG_ONTHERUN_DETECTIVES || player == LG_ONTHERUN_FUGITIVE;
}

lg_status lg_ontherun_resample(const lg_ontherun_map *map, const lg_ontherun *before, int32_t player,
                               lg_ontherun_weight weight, lg_rng *rng, lg_ontherun *after) {
    if (map == NULL || before == NULL || rng == NULL || after == NULL || !otr_is_player(player) ||
        (weight != LG_ONTHERUN_BY_CITY && weight != LG_ONTHERUN_BY_ROUTE))
        return LG_E_ARGUMENT;
    if (lg_i_ontherun_is_over(before)) return LG_E_OVER;
    if (player == LG_ONTHERUN_FUGITIVE) return redraw_choices(map, before, rng, after);
    return redraw_city(map, before, weight, rng, after);
}

uint64_t lg_i_ontherun_information(const lg_ontherun *state, int32_t player) {
    struct {
        lg_ontherun known;
        int64_t player;
    } view;
    view.known = *state;
    view.player = player;
    if (player == LG_ONTHERUN_DETECTIVES) view.known.fugitive = 0;
    else memset(view.known.choice, 0, TEAM);
    return lg_hash(&view, sizeof view);
}
