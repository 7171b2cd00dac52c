/* On the Run's baseline players. The detectives close in on all cities where the fugitive can be; the fugitive goes
 * where it is least likely to be met, and keeps away from the detectives. */
#include "libgames/ontherun.h"

#include "libgames/author.h"
#include "parts.h"
#include "rules.h"

#define TEAM LG_ONTHERUN_TEAM
#define FAR LG_ONTHERUN_FAR

enum {
    PLACES = 16,      /* start cities that are compared; all of them would take ten times as long as a move */
    CATCH = 64,       /* what it is worth to enter a city where the fugitive can be, in steps */
    DANGER = 100000,  /* certain arrest */
    STEP = 10,        /* one step of distance between the fugitive and the nearest detective */
    FREEDOM = 1       /* one more city where the fugitive can be */
};

/* Where detective i is going to be, as far as it is chosen. */
static int city_of(const lg_ontherun *state, int i) {
    return state->choice[i] != 0 ? state->choice[i] : state->detective[i];
}

/* Steps from each city of a set to the nearest detective that has been sent already. */
static void nearest(const lg_ontherun_map *map, const lg_ontherun *state, int sent, const lg_ontherun_set *cities,
                    uint8_t distances[LG_ONTHERUN_MAX_CITIES + 1]) {
    lg_ontherun_set left = *cities;
    for (int city = lg_i_set_take(&left); city != 0; city = lg_i_set_take(&left)) {
        distances[city] = FAR;
        for (int i = 0; i < sent; i++) {
            const uint8_t distance = map->distance[LG_ONTHERUN_ANY][city_of(state, i)][city];
            if (distance < distances[city]) distances[city] = distance;
        }
    }
}

/* What it costs to have a detective in `to` as well: steps to the nearest detective, summed over the set. */
static int32_t cost_of(const lg_ontherun_map *map, const lg_ontherun_set *cities,
                       const uint8_t distances[LG_ONTHERUN_MAX_CITIES + 1], int to) {
    lg_ontherun_set left = *cities;
    int32_t cost = 0;
    for (int city = lg_i_set_take(&left); city != 0; city = lg_i_set_take(&left)) {
        const uint8_t distance = map->distance[LG_ONTHERUN_ANY][to][city];
        const int steps = distance < distances[city] ? distance : distances[city];
        cost += steps > 0 ? steps : -CATCH;
    }
    return cost;
}

/* Keeps some of many cities, drawn one by one. */
static lg_ontherun_set some_of(const lg_ontherun_set *cities, int32_t count, lg_rng *rng) {
    lg_ontherun_set some = lg_i_set_none();
    for (int i = 0; i < PLACES; i++)
        lg_i_set_add(&some, lg_i_set_select(cities, lg_rng_below(rng, (uint32_t)count)));
    return some;
}

static int32_t choose_detective(const lg_ontherun_map *map, const lg_ontherun *state, lg_rng *rng) {
    uint8_t distances[LG_ONTHERUN_MAX_CITIES + 1];
    lg_best best = {0, 0, 0};
    lg_ontherun_set choices, targets = state->possible;
    const int32_t count = lg_ontherun_choices(map, state, &choices);
    if (state->phase == LG_ONTHERUN_PLACE_DETECTIVES) {
        targets = lg_i_set_all(map->cities);
        if (count > PLACES) choices = some_of(&choices, count, rng);
    }
    nearest(map, state, lg_i_next_detective(state), &targets, distances);
    for (int city = lg_i_set_take(&choices); city != 0; city = lg_i_set_take(&choices))
        lg_best_offer(&best, city, -cost_of(map, &targets, distances, city), rng);
    return best.choice - 1;
}

static int nearest_detective(const lg_ontherun_map *map, const lg_ontherun *state, int city) {
    int nearest_one = FAR;
    for (int i = 0; i < TEAM; i++) {
        const int distance = map->distance[LG_ONTHERUN_ANY][state->detective[i]][city];
        if (distance < nearest_one) nearest_one = distance;
    }
    return nearest_one;
}

static int32_t choose_start(const lg_ontherun_map *map, const lg_ontherun *state, lg_rng *rng) {
    lg_best best = {0, 0, 0};
    for (int city = 1; city <= map->cities; city++)
        if (map->connections[LG_ONTHERUN_ANY] == 0 || !lg_i_set_empty(&map->joined[LG_ONTHERUN_ANY][city]))
            lg_best_offer(&best, city, nearest_detective(map, state, city), rng);
    return best.choice - 1;
}

/* Where everybody knows that the fugitive can be after a move by `type`. */
static lg_ontherun_set spread(const lg_ontherun_map *map, const lg_ontherun *state, int type) {
    lg_ontherun_set left = state->possible, spread_out = lg_i_set_none();
    for (int city = lg_i_set_take(&left); city != 0; city = lg_i_set_take(&left))
        lg_i_set_join(&spread_out, &map->joined[type][city]);
    for (int i = 0; i < TEAM; i++) lg_i_set_remove(&spread_out, state->detective[i]);
    return spread_out;
}

static int32_t choose_move(const lg_ontherun_map *map, const lg_ontherun *state, lg_rng *rng) {
    lg_best best = {0, 0, 0};
    const bool announced = state->turn % LG_ONTHERUN_ROUND == 0;
    for (int type = 0; type < LG_ONTHERUN_TYPES; type++) {
        lg_ontherun_set cities;
        if (lg_ontherun_targets(map, state, type, &cities) == 0) continue;
        const lg_ontherun_set after = spread(map, state, type);
        const int32_t possible = announced ? 1 : lg_i_set_count(&after);
        for (int city = lg_i_set_take(&cities); city != 0; city = lg_i_set_take(&cities)) {
            const int distance = nearest_detective(map, state, city);
            int32_t value = STEP * distance + FREEDOM * possible;
            if (distance == 0) value -= 2 * DANGER;
            if (distance == 1) value -= DANGER / possible;
            lg_best_offer(&best, LG_ONTHERUN_MAX_CITIES * type + city - 1, value, rng);
        }
    }
    return best.choice;
}

int32_t lg_i_ontherun_greedy(const lg_game *game, const void *state, lg_rng *rng) {
    const lg_ontherun_map *map = (const lg_ontherun_map *)game->shared;
    const lg_ontherun *position = (const lg_ontherun *)state;
    if (lg_i_detectives_turn(position)) return choose_detective(map, position, rng);
    if (position->phase == LG_ONTHERUN_PLACE_FUGITIVE) return choose_start(map, position, rng);
    return choose_move(map, position, rng);
}
