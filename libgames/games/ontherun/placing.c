/* On the Run: coordinates for the cities of a map that was read from its text. */
#include "libgames/ontherun.h"

#include <math.h>
#include <string.h>

#include "map.h"

#define CITIES LG_ONTHERUN_MAX_CITIES

enum {
    OTR_UNIT = 16,             /* of the places below in one of the picture */
    OTR_ROUNDS = 20,           /* of bringing cities to their distances */
    OTR_STEP = 64 * OTR_UNIT,  /* the wanted length of a connection, before all is scaled */
    OTR_APART = 24 * OTR_UNIT, /* between any two cities, so that their labels can be read */
    PUSHES = 200,              /* of pushing them apart, at most */
    UNREACHABLE = 12 /* steps to a city that no way leads to */
};

typedef struct placing_layout {
    const lg_ontherun_map *map;
    int32_t x[CITIES + 1], y[CITIES + 1];
} placing_layout;

/* Steps from city to city: by car, where possible. */
static int32_t steps_between(const lg_ontherun_map *map, int a, int b) {
    if (map->distance[LG_ONTHERUN_CAR][a][b] != LG_ONTHERUN_FAR) return map->distance[LG_ONTHERUN_CAR][a][b];
    const int32_t any = map->distance[LG_ONTHERUN_ANY][a][b];
    return any != LG_ONTHERUN_FAR ? any : UNREACHABLE;
}

/* Integers only, so every compiler gives the same results. */
static int32_t otr_root_of(int64_t square) {
    return (int32_t)sqrt((double)square);
}

static int32_t length_between(const placing_layout *l, int a, int b) {
    const int64_t right = l->x[a] - l->x[b], down = l->y[a] - l->y[b];
    return otr_root_of(right * right + down * down);
}

/* The city for which the sum of steps from one city and the least from another is largest. */
static int farthest(const lg_ontherun_map *map, int from, int from_too) {
    int best = 1;
    int32_t most = -1;
    for (int city = 1; city <= map->cities; city++) {
        const int32_t one = steps_between(map, from, city), other = steps_between(map, from_too, city);
        const int32_t steps = one < other ? one : other;
        if (steps > most) best = city, most = steps;
    }
    return best;
}

/* Each axis leads from one distant city to another: a city's position on it follows from its steps to both. */
static void otr_begin(placing_layout *l) {
    const int east = farthest(l->map, 1, 1), west = farthest(l->map, east, east), north = farthest(l->map, east, west),
              south = farthest(l->map, north, north);
    for (int city = 1; city <= l->map->cities; city++) {
        l->x[city] =
            OTR_STEP / 2 * (steps_between(l->map, west, city) - steps_between(l->map, east, city)) + 37 * city % 101;
        l->y[city] =
            OTR_STEP / 2 * (steps_between(l->map, north, city) - steps_between(l->map, south, city)) + 53 * city % 103;
    }
}

/* Moves a city to the mean of the positions at the right distance from each other city; nearer cities count more. */
static void settle(placing_layout *l, int city) {
    int64_t x = 0, y = 0, weights = 0;
    for (int other = 1; other <= l->map->cities; other++) {
        if (other == city) continue;
        const int32_t steps = steps_between(l->map, city, other), length = length_between(l, city, other) + 1;
        const int32_t weight = 65536 / (steps * steps), stretch = 256 * OTR_STEP * steps / length;
        x += weight * (l->x[other] + (int64_t)stretch * (l->x[city] - l->x[other]) / 256);
        y += weight * (l->y[other] + (int64_t)stretch * (l->y[city] - l->y[other]) / 256);
        weights += weight;
    }
    l->x[city] = (int32_t)(x / weights);
    l->y[city] = (int32_t)(y / weights);
}

/* Stretches the places of one axis so that they fill 0 ... `size`. */
static void fit(int32_t *places, int cities, int32_t size) {
    int32_t least = places[1], most = places[1];
    for (int city = 1; city <= cities; city++) {
        least = places[city] < least ? places[city] : least;
        most = places[city] > most ? places[city] : most;
    }
    for (int city = 1; city <= cities && most > least; city++)
        places[city] = (int32_t)((int64_t)(places[city] - least) * size / (most - least));
}

static int32_t clamp(int32_t value, int32_t most) {
    return value < 0 ? 0 : value > most ? most : value;
}

/* Pushes two cities apart that are too near; false if they are not. */
static bool push(placing_layout *l, int a, int b) {
    const int32_t length = length_between(l, a, b), lacks = (OTR_APART - length) / 2 + 1;
    if (length >= OTR_APART) return false;
    const int32_t right = length > 0 ? l->x[a] - l->x[b] : a, down = length > 0 ? l->y[a] - l->y[b] : b;
    const int32_t scale = length > 0 ? length : a + b, aside = lacks * right / scale, along = lacks * down / scale;
    l->x[a] = clamp(l->x[a] + aside, LG_ONTHERUN_WIDTH * OTR_UNIT);
    l->y[a] = clamp(l->y[a] + along, LG_ONTHERUN_HEIGHT * OTR_UNIT);
    l->x[b] = clamp(l->x[b] - aside, LG_ONTHERUN_WIDTH * OTR_UNIT);
    l->y[b] = clamp(l->y[b] - along, LG_ONTHERUN_HEIGHT * OTR_UNIT);
    return true;
}

static bool push_all(placing_layout *l) {
    bool pushed = false;
    for (int a = 2; a <= l->map->cities; a++)
        for (int b = 1; b < a; b++) pushed = push(l, a, b) || pushed;
    return pushed;
}

void lg_i_ontherun_map_lay_out(lg_ontherun_map *map) {
    placing_layout l;
    memset(&l, 0, sizeof l);
    l.map = map;
    otr_begin(&l);
    for (int round = 0; round < OTR_ROUNDS; round++)
        for (int city = 1; city <= map->cities; city++) settle(&l, city);
    fit(l.x, map->cities, LG_ONTHERUN_WIDTH * OTR_UNIT);
    fit(l.y, map->cities, LG_ONTHERUN_HEIGHT * OTR_UNIT);
    for (int pushes = 0; pushes < PUSHES && push_all(&l);) pushes++;
    for (int city = 1; city <= map->cities; city++) {
        map->x[city] = (int16_t)clamp(l.x[city] / OTR_UNIT, LG_ONTHERUN_WIDTH);
        map->y[city] = (int16_t)clamp(l.y[city] / OTR_UNIT, LG_ONTHERUN_HEIGHT);
    }
    map->drawn = 1;
}
