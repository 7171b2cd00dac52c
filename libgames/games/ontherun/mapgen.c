/* On the Run: maps from a seed. Cities are scattered evenly; each type of connection gets a network of straight lines
 * that do not cross, so that its graph is planar by construction. Integers only: same seed, same map, everywhere. */
#include "libgames/ontherun.h"

#include <string.h>

#include "map.h"

#define CITIES LG_ONTHERUN_MAX_CITIES
#define TYPES LG_ONTHERUN_TYPES
#define EDGES (3 * CITIES)
#define NEAREST 10   /* most connections of one type of a city */
#define CANDIDATES 8 /* places tried for each city; the one farthest from all others wins */
#define MAP_STREAM 0x6D6170u /* "map": distinguishes this use of a seed from others */

/* Cities in the order in which they were scattered: the first k of them are spread evenly, too. */
typedef struct mapgen_layout {
    int cities;
    int x[CITIES], y[CITIES];
} mapgen_layout;

/* The connections of one type among the first `members` cities of a layout. */
typedef struct network {
    int members, edges;
    int from[EDGES], to[EDGES];
    int degree[CITIES];
} network;

/* ---- places ---- */

static int squared(const mapgen_layout *l, int a, int b) {
    const int dx = l->x[a] - l->x[b], dy = l->y[a] - l->y[b];
    return dx * dx + dy * dy;
}

/* Squared distance from a city to the nearest one before it. */
static int room(const mapgen_layout *l, int city) {
    int least = INT32_MAX;
    for (int other = 0; other < city; other++) {
        const int here = squared(l, city, other);
        if (here < least) least = here;
    }
    return least;
}

static void scatter(mapgen_layout *l, int cities, lg_rng *rng) {
    l->cities = cities;
    for (int city = 0; city < cities; city++) {
        int best = -1, x = 0, y = 0;
        for (int i = 0; i < CANDIDATES; i++) {
            l->x[city] = (int)lg_rng_below(rng, LG_ONTHERUN_WIDTH + 1);
            l->y[city] = (int)lg_rng_below(rng, LG_ONTHERUN_HEIGHT + 1);
            const int here = room(l, city);
            if (here <= best) continue;
            best = here;
            x = l->x[city];
            y = l->y[city];
        }
        l->x[city] = x;
        l->y[city] = y;
    }
}

/* ---- lines ---- */

/* On which side of the line from a to b city c lies: positive, negative, or 0 on the line. */
static int otr_side(const mapgen_layout *l, int a, int b, int c) {
    return (l->x[b] - l->x[a]) * (l->y[c] - l->y[a]) - (l->y[b] - l->y[a]) * (l->x[c] - l->x[a]);
}

static bool apart(int a, int b, int c, int d) {
    return (a > b ? a : b) < (c < d ? c : d) || (c > d ? c : d) < (a < b ? a : b);
}

static bool same_sign(int a, int b) {
    return (a > 0 && b > 0) || (a < 0 && b < 0);
}

/* Whether lines a-b and a-c leave a in the same direction, so that one covers the other. */
static bool overlap(const mapgen_layout *l, int a, int b, int c) {
    const int along = (l->x[b] - l->x[a]) * (l->x[c] - l->x[a]) + (l->y[b] - l->y[a]) * (l->y[c] - l->y[a]);
    return otr_side(l, a, b, c) == 0 && along > 0;
}

/* Whether lines a-b and c-d have a point in common other than a common end. */
static bool cross(const mapgen_layout *l, int a, int b, int c, int d) {
    if (apart(l->x[a], l->x[b], l->x[c], l->x[d]) || apart(l->y[a], l->y[b], l->y[c], l->y[d])) return false;
    if (a == c) return overlap(l, a, b, d);
    if (a == d) return overlap(l, a, b, c);
    if (b == c) return overlap(l, b, a, d);
    if (b == d) return overlap(l, b, a, c);
    return !same_sign(otr_side(l, a, b, c), otr_side(l, a, b, d)) &&
           !same_sign(otr_side(l, c, d, a), otr_side(l, c, d, b));
}

static bool otr_fits(const mapgen_layout *l, const network *net, int a, int b) {
    for (int i = 0; i < net->edges; i++) {
        const int c = net->from[i], d = net->to[i];
        if ((a == c && b == d) || (a == d && b == c) || cross(l, a, b, c, d)) return false;
    }
    return true;
}

/* ---- networks ---- */

static void otr_join(network *net, int a, int b) {
    net->from[net->edges] = a;
    net->to[net->edges++] = b;
    net->degree[a]++;
    net->degree[b]++;
}

/* The shortest tree that joins all members (Prim): its lines never cross. */
static void otr_span(const mapgen_layout *l, network *net) {
    int near[CITIES], distance[CITIES];
    for (int city = 1; city < net->members; city++) {
        near[city] = 0;
        distance[city] = squared(l, city, 0);
    }
    for (int left = net->members - 1; left > 0; left--) {
        int next = 0;
        for (int city = 1; city < net->members; city++)
            if (distance[city] >= 0 && (next == 0 || distance[city] < distance[next])) next = city;
        otr_join(net, near[next], next);
        distance[next] = -1;
        for (int city = 1; city < net->members; city++) {
            const int here = squared(l, city, next);
            if (here >= distance[city]) continue;
            near[city] = next;
            distance[city] = here;
        }
    }
}

/* Sorts by halving gaps, ascending. */
static void mapgen_sort(uint64_t values[], int count) {
    for (int gap = count / 2; gap > 0; gap /= 2)
        for (int i = gap; i < count; i++) {
            const uint64_t value = values[i];
            int place = i;
            for (; place >= gap && values[place - gap] > value; place -= gap) values[place] = values[place - gap];
            values[place] = value;
        }
}

/* A pair of cities as one number that sorts by length, then by city. */
static uint64_t pair_key(const mapgen_layout *l, int a, int b) {
    return (uint64_t)squared(l, a, b) << 16 | (uint64_t)a << 8 | (uint64_t)b;
}

/* Pairs of a city and one of its nearest neighbours, by length. */
static int list_pairs(const mapgen_layout *l, const network *net, uint64_t pairs[]) {
    int count = 0;
    for (int a = 0; a < net->members; a++) {
        uint64_t *nearest = &pairs[count];
        int found = 0;
        nearest[NEAREST - 1] = UINT64_MAX; /* until all are found */
        for (int b = 0; b < net->members; b++) {
            const uint64_t key = pair_key(l, a, b);
            if (a == b || key > nearest[NEAREST - 1]) continue;
            int place = found < NEAREST ? found++ : NEAREST - 1;
            for (; place > 0 && nearest[place - 1] > key; place--) nearest[place] = nearest[place - 1];
            nearest[place] = key;
        }
        count += found;
    }
    mapgen_sort(pairs, count);
    return count;
}

/* A tree, then short lines: first where a city has fewer than `least`, then at random until there are `wanted`. */
static void build_network(const mapgen_layout *l, int members, int least, int wanted, lg_rng *rng, network *net) {
    uint64_t pairs[CITIES * NEAREST];
    memset(net, 0, sizeof *net);
    net->members = members;
    otr_span(l, net);
    const int count = list_pairs(l, net, pairs);
    for (int i = 0; i < count; i++) {
        const int a = (int)(pairs[i] >> 8 & 255), b = (int)(pairs[i] & 255);
        if ((net->degree[a] < least || net->degree[b] < least) && otr_fits(l, net, a, b)) otr_join(net, a, b);
    }
    for (int i = 0; i < count && net->edges < wanted; i++) {
        const int a = (int)(pairs[i] >> 8 & 255), b = (int)(pairs[i] & 255);
        if (lg_rng_below(rng, 2) == 0 && otr_fits(l, net, a, b)) otr_join(net, a, b);
    }
}

/* ---- requirements of a map ---- */

static bool has_two_each(const network *net) {
    for (int city = 0; city < net->members; city++)
        if (net->degree[city] < 2) return false;
    return true;
}

/* Sum of squared lengths. */
static int64_t otr_total(const mapgen_layout *l, const network *net) {
    int64_t sum = 0;
    for (int i = 0; i < net->edges; i++) sum += squared(l, net->from[i], net->to[i]);
    return sum;
}

static bool is_shorter(const mapgen_layout *l, const network *a, const network *b) {
    return otr_total(l, a) * b->edges < otr_total(l, b) * a->edges;
}

static lg_ontherun_set neighbours(const lg_i_ontherun_roads *roads, int city) {
    lg_ontherun_set all = lg_i_ontherun_set_none();
    for (int type = 0; type < TYPES; type++) lg_i_ontherun_set_join(&all, &roads->joined[type][city]);
    return all;
}

/* The number of cities without neighbours outside the set. */
static int enclosed(const lg_ontherun_set joined[], int cities, const lg_ontherun_set *set) {
    int count = 0;
    for (int city = 1; city <= cities; city++) {
        lg_ontherun_set outside = joined[city];
        lg_i_ontherun_set_subtract(&outside, set);
        count += lg_i_ontherun_set_empty(&outside);
    }
    return count;
}

/* Whether four detectives have a joint move wherever they stand: no three cities may have the same two neighbours and
 * no others, no four cities the same three (Hall). It is enough to compare pairs of such cities. */
static bool joint_move_everywhere(const lg_i_ontherun_roads *roads) {
    lg_ontherun_set joined[CITIES + 1];
    for (int city = 1; city <= roads->cities; city++) joined[city] = neighbours(roads, city);
    for (int a = 1; a <= roads->cities; a++)
        for (int b = 1; b < a; b++) {
            lg_ontherun_set both = joined[a];
            lg_i_ontherun_set_join(&both, &joined[b]);
            const int size = lg_i_ontherun_set_count(&both);
            if (size <= 3 && enclosed(joined, roads->cities, &both) > size) return false;
        }
    return true;
}

/* ---- a map ---- */

static void otr_shuffle(int label[], int cities, lg_rng *rng) {
    for (int i = 0; i < cities; i++) {
        const int j = (int)lg_rng_below(rng, (uint32_t)i + 1);
        label[i] = label[j];
        label[j] = i + 1;
    }
}

/* As many connections as the contest's example has for its cities, or a few more; two cities of five have trains,
 * one of fourteen has planes. */
static bool otr_draw(int cities, lg_rng *rng, mapgen_layout *l, network net[TYPES]) {
    const int stations = cities * 2 / 5 > 3 ? cities * 2 / 5 : 3;
    const int airports = cities / 14 > 2 ? cities / 14 : 2;
    scatter(l, cities, rng);
    build_network(l, cities, 2, cities * 7 / 5, rng, &net[LG_ONTHERUN_CAR]);
    build_network(l, stations, 1, stations * 4 / 3, rng, &net[LG_ONTHERUN_TRAIN]);
    build_network(l, airports, 1, airports * 4 / 3, rng, &net[LG_ONTHERUN_PLANE]);
    return has_two_each(&net[LG_ONTHERUN_CAR]) && is_shorter(l, &net[LG_ONTHERUN_CAR], &net[LG_ONTHERUN_TRAIN]) &&
           is_shorter(l, &net[LG_ONTHERUN_TRAIN], &net[LG_ONTHERUN_PLANE]);
}

lg_status lg_ontherun_map_generate(int32_t cities, uint64_t seed, lg_ontherun_map *map) {
    if (map == NULL || cities < LG_ONTHERUN_MIN_CITIES || cities > CITIES) return LG_E_ARGUMENT;
    lg_rng rng = lg_rng_seed(seed, MAP_STREAM);
    lg_i_ontherun_roads roads;
    mapgen_layout l;
    network net[TYPES];
    int label[CITIES];
    do {
        while (!otr_draw(cities, &rng, &l, net)) continue;
        otr_shuffle(label, cities, &rng);
        memset(&roads, 0, sizeof roads);
        roads.cities = cities;
        for (int type = 0; type < TYPES; type++)
            for (int i = 0; i < net[type].edges; i++)
                lg_i_ontherun_roads_join(&roads, type, label[net[type].from[i]], label[net[type].to[i]]);
    } while (!joint_move_everywhere(&roads));
    lg_i_ontherun_map_build(&roads, map);
    map->drawn = 1;
    for (int city = 0; city < cities; city++) {
        map->x[label[city]] = (int16_t)l.x[city];
        map->y[label[city]] = (int16_t)l.y[city];
    }
    return LG_OK;
}
