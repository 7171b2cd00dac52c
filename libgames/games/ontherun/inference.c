/* On the Run: what the detectives know. Routes that agree with the record, and full states drawn from them. */
#include "libgames/ontherun.h"

#include <string.h>

#include "rules.h"

#define TEAM LG_ONTHERUN_TEAM

lg_status lg_ontherun_conceal(const lg_ontherun *before, lg_ontherun *after) {
    if (before == NULL || after == NULL) return LG_E_ARGUMENT;
    if (after != before) *after = *before;
    after->fugitive = 0;
    return LG_OK;
}

static void clear_team(uint64_t routes[], const uint8_t team[TEAM]) {
    for (int i = 0; i < TEAM; i++) routes[team[i]] = 0;
}

static void extend_routes(const lg_ontherun_map *map, int type, uint64_t routes[]) {
    uint64_t longer[LG_ONTHERUN_MAX_CITIES + 1];
    memset(longer, 0, sizeof longer);
    for (int city = 1; city <= map->cities; city++) {
        if (routes[city] == 0) continue;
        for (int i = map->first[type][city]; i < map->first[type][city + 1]; i++)
            longer[map->neighbour[type][i]] += routes[city];
    }
    memcpy(routes, longer, sizeof longer);
}

uint64_t lg_ontherun_routes(const lg_ontherun_map *map, const lg_ontherun *state,
                            uint64_t routes[LG_ONTHERUN_MAX_CITIES + 1]) {
    int32_t past;
    uint64_t sum = 0;
    const int32_t moves = lg_ontherun_record(state, &past);
    memset(routes, 0, (LG_ONTHERUN_MAX_CITIES + 1) * sizeof routes[0]);
    if (lg_i_set_empty(&state->possible)) return 0;
    routes[state->known] = 1;
    for (int i = 0; i < moves; i++) {
        extend_routes(map, state->type[i] - 1, routes);
        clear_team(routes, i < past ? state->past[i] : state->detective);
        if (i < past) clear_team(routes, i + 1 < past ? state->past[i + 1] : state->detective);
    }
    for (int city = 1; city <= map->cities; city++) sum += routes[city];
    return sum;
}

static int draw_city(const lg_ontherun *state, lg_rng *rng) {
    lg_ontherun_set left = state->possible;
    int city = lg_i_set_take(&left);
    for (uint32_t rank = lg_rng_below(rng, (uint32_t)lg_i_set_count(&left) + 1); rank > 0; rank--)
        city = lg_i_set_take(&left);
    return city;
}

/* The city where a route ends that is drawn uniformly. */
static int draw_route(const lg_ontherun_map *map, const lg_ontherun *state, lg_rng *rng) {
    uint64_t routes[LG_ONTHERUN_MAX_CITIES + 1];
    uint64_t rank = lg_rng_below(rng, (uint32_t)lg_ontherun_routes(map, state, routes));
    int city = 1;
    for (; rank >= routes[city]; city++) rank -= routes[city];
    return city;
}

lg_status lg_ontherun_sample(const lg_ontherun_map *map, const lg_ontherun *before, lg_ontherun_weight weight,
                             lg_rng *rng, lg_ontherun *after) {
    if (map == NULL || before == NULL || rng == NULL || after == NULL) return LG_E_ARGUMENT;
    if (weight != LG_ONTHERUN_BY_CITY && weight != LG_ONTHERUN_BY_ROUTE) return LG_E_ARGUMENT;
    if (lg_i_is_over(before)) return LG_E_OVER;
    int city = 0;
    if (before->turn > 0) {
        if (lg_i_set_empty(&before->possible)) return LG_E_ARGUMENT;
        city = weight == LG_ONTHERUN_BY_CITY ? draw_city(before, rng) : draw_route(map, before, rng);
    }
    if (after != before) *after = *before;
    after->fugitive = (uint8_t)city;
    return LG_OK;
}
