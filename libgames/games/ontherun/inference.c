/* On the Run: the detectives' knowledge, and the routes that agree with it. */
#include "libgames/ontherun.h"

#include <string.h>

#include "rules.h"

lg_status lg_ontherun_conceal(const lg_ontherun *before, lg_ontherun *after) {
    if (before == NULL || after == NULL) return LG_E_ARGUMENT;
    if (after != before) *after = *before;
    after->fugitive = 0;
    return LG_OK;
}

/* Every route to a city of `from` continues by move i of the record. */
static lg_ontherun_set extend_routes(const lg_ontherun_map *map, const lg_ontherun *state, int i, lg_ontherun_set from,
                                     const uint64_t routes[], uint64_t longer[]) {
    const int type = state->type[i] - 1;
    const lg_ontherun_set barred = lg_i_ontherun_barred(state, i);
    lg_ontherun_set to = lg_i_ontherun_set_none();
    memset(longer, 0, (size_t)(map->cities + 1) * sizeof longer[0]);
    for (int city = lg_i_ontherun_set_take(&from); city != 0; city = lg_i_ontherun_set_take(&from)) {
        lg_i_ontherun_set_join(&to, &map->joined[type][city]);
        for (int j = map->first[type][city]; j < map->first[type][city + 1]; j++)
            longer[map->neighbour[type][j]] += routes[city];
    }
    lg_i_ontherun_set_subtract(&to, &barred);
    return to;
}

lg_ontherun_set lg_i_ontherun_follow_record(const lg_ontherun_map *map, const lg_ontherun *state, int moves,
                                            uint64_t routes[LG_ONTHERUN_MAX_CITIES + 1]) {
    uint64_t other[LG_ONTHERUN_MAX_CITIES + 1], *shorter = moves % 2 == 0 ? routes : other;
    lg_ontherun_set cities = lg_i_ontherun_set_none();
    lg_i_ontherun_set_add(&cities, state->known);
    shorter[state->known] = 1;
    for (int i = 0; i < moves; i++) {
        uint64_t *longer = shorter == routes ? other : routes;
        cities = extend_routes(map, state, i, cities, shorter, longer);
        shorter = longer;
    }
    return cities;
}

uint64_t lg_ontherun_routes(const lg_ontherun_map *map, const lg_ontherun *state,
                            uint64_t routes[LG_ONTHERUN_MAX_CITIES + 1]) {
    uint64_t counted[LG_ONTHERUN_MAX_CITIES + 1], sum = 0;
    memset(routes, 0, (LG_ONTHERUN_MAX_CITIES + 1) * sizeof routes[0]);
    if (lg_i_ontherun_set_empty(&state->possible)) return 0;
    lg_ontherun_set cities = lg_i_ontherun_follow_record(map, state, lg_i_ontherun_record(state, NULL), counted);
    for (int city = lg_i_ontherun_set_take(&cities); city != 0; city = lg_i_ontherun_set_take(&cities)) {
        routes[city] = counted[city];
        sum += counted[city];
    }
    return sum;
}
