/* On the Run's baseline players. Both look at the cities that the fugitive would reach before any detective, its
 * territory: the fugitive goes where it is large, and the detectives where it is small, over all cities where the
 * fugitive can be. */
#include "libgames/ontherun.h"

#include "greedy.h"
#include "libgames/author.h"
#include "rooms.h"
#include "rules.h"

#define TEAM LG_ONTHERUN_TEAM

enum {
    OTR_PLACES = 16, /* start cities that are compared, and assumed cities of the fugitive; all would take far longer */
    OTR_DANGER = 1000, /* certain arrest by a detective who knows the fugitive's city */
    ARREST = 100000,
    OTR_PLAYERS_CITY = 10, /* a city of the territory */
    FREEDOM = 2            /* one more city where the fugitive can be */
};

/* ---- detectives ---- */

/* Keeps some of many cities, drawn one by one. */
static lg_ontherun_set otr_some_of(const lg_ontherun_set *cities, int32_t count, lg_rng *rng) {
    lg_ontherun_set some = lg_i_ontherun_set_none();
    for (int i = 0; i < OTR_PLACES; i++)
        lg_i_ontherun_set_add(&some, lg_i_ontherun_set_select(cities, lg_rng_below(rng, (uint32_t)count)));
    return some;
}

lg_i_ontherun_guard_set lg_i_ontherun_others(const lg_ontherun_map *map, const lg_ontherun *state, int next) {
    lg_i_ontherun_guard_set guards = lg_i_ontherun_no_guards();
    for (int i = 0; i < TEAM; i++) {
        const int city = i < next ? state->choice[i] : state->detective[i];
        if (i != next && city != 0) lg_i_ontherun_guard_from(map, city, &guards);
    }
    return guards;
}

LG_STATIC_ASSERT((int)OTR_PLACES <= (int)LG_I_ONTHERUN_TOGETHER, "their territories are added up in bytes");

/* At the start, when any city may be chosen: OTR_PLACES of them, by the territories of fugitives in as many. */
static int32_t choose_place(const lg_ontherun_map *map, const lg_ontherun *state, lg_rng *rng) {
    lg_best best = {0, 0, 0};
    lg_i_ontherun_guard_set guards[OTR_PLACES];
    lg_i_ontherun_bytes territory[OTR_PLACES];
    int city[OTR_PLACES], count = 0;
    lg_ontherun_set choices;
    const int32_t places = lg_ontherun_choices(map, state, &choices);
    const lg_ontherun_set all = lg_i_ontherun_set_all(map->cities);
    lg_ontherun_set targets = otr_some_of(&all, map->cities, rng);
    if (places > OTR_PLACES) choices = otr_some_of(&choices, places, rng);
    const lg_i_ontherun_guard_set others = lg_i_ontherun_others(map, state, lg_i_ontherun_next_detective(state));
    for (; !lg_i_ontherun_set_empty(&choices); count++) {
        city[count] = lg_i_ontherun_set_take(&choices);
        guards[count] = others;
        lg_i_ontherun_guard_from(map, city[count], &guards[count]);
        territory[count] = (lg_i_ontherun_bytes){0};
    }
    for (int from = lg_i_ontherun_set_take(&targets); from != 0; from = lg_i_ontherun_set_take(&targets))
        lg_i_ontherun_add_territories(map, guards, count, from, territory);
    for (int i = 0; i < count; i++) lg_best_offer(&best, city[i], -lg_i_ontherun_sum(territory[i]), rng);
    return best.choice - 1;
}

/* The neighbours of a city in the set. They are unpredictable, so there is no branch on them. */
static void otr_players_list_neighbours(const lg_ontherun_map *map, int city, const lg_ontherun_set *set,
                                        uint8_t list[]) {
    const uint16_t *first = &map->first[LG_ONTHERUN_ANY][city];
    for (int i = first[0], count = 0; i < first[1]; i++) {
        list[count] = map->neighbour[LG_ONTHERUN_ANY][i];
        count += lg_i_ontherun_set_has(set, list[count]);
    }
}

/* Later: by the territory taken. Cities that every choice takes, or none, make no difference and are not counted. */
static int32_t choose_detective(const lg_ontherun_map *map, const lg_ontherun *state, lg_rng *rng) {
    lg_best best = {0, 0, 0};
    lg_i_ontherun_stakes stakes;
    uint8_t city[LG_ONTHERUN_MAX_CITIES];
    int32_t taken[LG_ONTHERUN_MAX_CITIES];
    lg_ontherun_set choices, targets = state->possible;
    const int next = lg_i_ontherun_next_detective(state), from = state->detective[next];
    const lg_i_ontherun_guard_set others = lg_i_ontherun_others(map, state, next);
    const int32_t count = lg_ontherun_choices(map, state, &choices);
    otr_players_list_neighbours(map, from, &choices, city);
    for (int i = 0; i < count; i++) taken[i] = 0;
    while (!lg_i_ontherun_set_empty(&targets))
        if (lg_i_ontherun_stake(map, from, &others, &targets, &stakes))
            for (int i = 0; i < count; i++) taken[i] += lg_i_ontherun_taken(map, from, city[i], &stakes);
    for (int i = 0; i < count; i++) lg_best_offer(&best, city[i], taken[i], rng);
    return best.choice - 1;
}

/* ---- the fugitive ---- */

lg_i_ontherun_guard_set lg_i_ontherun_guards(const lg_ontherun_map *map, const lg_ontherun *state) {
    lg_i_ontherun_guard_set guards = lg_i_ontherun_no_guards();
    for (int i = 0; i < TEAM; i++)
        if (state->detective[i] != 0) lg_i_ontherun_guard_from(map, state->detective[i], &guards);
    lg_i_ontherun_guards_ahead(&guards);
    return guards;
}

/* A start without any connection would lose the game, unless there are no others. */
static int32_t choose_start(const lg_ontherun_map *map, const lg_ontherun *state, lg_rng *rng) {
    lg_best best = {0, 0, 0};
    lg_i_ontherun_guard_set guards = lg_i_ontherun_no_guards();
    for (int i = 0; i < TEAM; i++) lg_i_ontherun_guard_from(map, state->detective[i], &guards);
    for (int city = 1; city <= map->cities; city++)
        if (map->connections[LG_ONTHERUN_ANY] == 0 || !lg_i_ontherun_set_empty(&map->joined[LG_ONTHERUN_ANY][city]))
            lg_best_offer(&best, city, lg_i_ontherun_territory(map, &guards, city), rng);
    return best.choice - 1;
}

lg_ontherun_set lg_i_ontherun_spread(const lg_ontherun_map *map, const lg_ontherun *state, int type) {
    lg_ontherun_set left = state->possible, spread_out = lg_i_ontherun_set_none();
    for (int city = lg_i_ontherun_set_take(&left); city != 0; city = lg_i_ontherun_set_take(&left))
        lg_i_ontherun_set_join(&spread_out, &map->joined[type][city]);
    for (int i = 0; i < TEAM; i++) lg_i_ontherun_set_remove(&spread_out, state->detective[i]);
    return spread_out;
}

lg_ontherun_set lg_i_ontherun_in_reach(const lg_ontherun_map *map, const lg_ontherun *state) {
    lg_ontherun_set cities = lg_i_ontherun_set_none();
    for (int i = 0; i < TEAM; i++) lg_i_ontherun_set_join(&cities, &map->joined[LG_ONTHERUN_ANY][state->detective[i]]);
    return cities;
}

static bool stands_in(const lg_ontherun *state, int city) {
    for (int i = 0; i < TEAM; i++)
        if (state->detective[i] == city) return true;
    return false;
}

/* The more possible cities the detectives can reach, the less likely they go to the fugitive's own. */
static int32_t choose_move(const lg_ontherun_map *map, const lg_ontherun *state, int32_t room, lg_rng *rng) {
    lg_best best = {0, 0, 0};
    const bool announced = state->turn % LG_ONTHERUN_ROUND == 0;
    const lg_i_ontherun_guard_set guards = lg_i_ontherun_guards(map, state);
    const lg_ontherun_set reach = lg_i_ontherun_in_reach(map, state);
    for (int type = 0; type < LG_ONTHERUN_TYPES; type++) {
        lg_ontherun_set cities;
        if (lg_ontherun_targets(map, state, type, &cities) == 0) continue;
        const lg_ontherun_set after = lg_i_ontherun_spread(map, state, type),
                              reached = lg_i_ontherun_set_meet(&after, &reach);
        const int32_t possible = announced ? 1 : lg_i_ontherun_set_count(&after);
        const int32_t suspects = announced ? 1 : lg_i_ontherun_set_count(&reached);
        for (int city = lg_i_ontherun_set_take(&cities); city != 0; city = lg_i_ontherun_set_take(&cities)) {
            int32_t value = FREEDOM * possible;
            if (stands_in(state, city)) value -= ARREST;
            else if (lg_i_ontherun_set_has(&reach, city)) value -= OTR_DANGER / suspects;
            else value += OTR_PLAYERS_CITY * lg_i_ontherun_territory(map, &guards, city); /* 0 in the others */
            lg_best_offer(&best, room * type + city - 1, value, rng);
        }
    }
    return best.choice;
}

int32_t lg_i_ontherun_greedy(const lg_game *game, const void *state, lg_rng *rng) {
    const lg_ontherun_map *map = lg_i_ontherun_map_of(game);
    const lg_ontherun *position = (const lg_ontherun *)state;
    if (position->phase == LG_ONTHERUN_PLACE_DETECTIVES) return choose_place(map, position, rng);
    if (position->phase == LG_ONTHERUN_MOVE_DETECTIVES) return choose_detective(map, position, rng);
    if (position->phase == LG_ONTHERUN_PLACE_FUGITIVE) return choose_start(map, position, rng);
    return choose_move(map, position, lg_i_ontherun_room(game), rng);
}
