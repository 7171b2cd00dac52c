/* On the Run: maps. Lists and distances, connect.txt, and the promises of the rules page. */
#include "libgames/ontherun.h"

#include <string.h>

#include "map.h"

#define CITIES LG_ONTHERUN_MAX_CITIES
#define TYPES LG_ONTHERUN_TYPES
#define ANY LG_ONTHERUN_ANY

/* ---- data that follows from the connections ---- */

/* The fewest moves from one city to every other: breadth first, a whole ring of cities at a time. */
static void otr_measure(const lg_ontherun_set joined[], int from, uint8_t row[CITIES + 1]) {
    lg_ontherun_set seen = lg_i_ontherun_set_none(), ring = lg_i_ontherun_set_none();
    memset(row, LG_ONTHERUN_FAR, CITIES + 1);
    if (from == 0) return;
    lg_i_ontherun_set_add(&ring, from);
    for (uint8_t distance = 0; !lg_i_ontherun_set_empty(&ring); distance++) {
        lg_ontherun_set next = lg_i_ontherun_set_none();
        lg_i_ontherun_set_join(&seen, &ring);
        for (int city = lg_i_ontherun_set_take(&ring); city != 0; city = lg_i_ontherun_set_take(&ring)) {
            row[city] = distance;
            lg_i_ontherun_set_join(&next, &joined[city]);
        }
        lg_i_ontherun_set_subtract(&next, &seen);
        ring = next;
    }
}

/* Lists a city's neighbours in ascending order; returns their number. */
static int map_list_neighbours(lg_ontherun_set joined, uint8_t list[]) {
    int count = 0;
    for (int city = lg_i_ontherun_set_take(&joined); city != 0; city = lg_i_ontherun_set_take(&joined))
        list[count++] = (uint8_t)city;
    return count;
}

static void build_lists(lg_ontherun_map *map, int type) {
    int at = 0;
    for (int city = 0; city <= CITIES; city++) {
        map->first[type][city] = (uint16_t)at;
        at += map_list_neighbours(map->joined[type][city], &map->neighbour[type][at]);
    }
    map->first[type][CITIES + 1] = (uint16_t)at;
    map->connections[type] = at / 2;
}

void lg_i_ontherun_map_build(const lg_i_ontherun_roads *roads, lg_ontherun_map *map) {
    memset(map, 0, sizeof *map);
    map->cities = roads->cities;
    memcpy(map->joined, roads->joined, sizeof roads->joined);
    for (int type = 0; type < TYPES; type++)
        for (int city = 1; city <= CITIES; city++)
            lg_i_ontherun_set_join(&map->joined[ANY][city], &map->joined[type][city]);
    for (int type = 0; type <= ANY; type++) {
        build_lists(map, type);
        for (int city = 0; city <= CITIES; city++) otr_measure(map->joined[type], city, map->distance[type][city]);
    }
}

/* ---- checks ---- */

static bool valid_joined(const lg_ontherun_map *map, int type) {
    const lg_ontherun_set all = lg_i_ontherun_set_all(map->cities);
    for (int city = 0; city <= CITIES; city++) {
        lg_ontherun_set left = map->joined[type][city];
        const lg_ontherun_set inside = lg_i_ontherun_set_meet(&left, &all);
        if (memcmp(&left, &inside, sizeof left) != 0 || lg_i_ontherun_set_has(&left, city)) return false;
        if (!lg_i_ontherun_set_has(&all, city) && !lg_i_ontherun_set_empty(&left)) return false;
        for (int other = lg_i_ontherun_set_take(&left); other != 0; other = lg_i_ontherun_set_take(&left))
            if (!lg_i_ontherun_set_has(&map->joined[type][other], city)) return false;
    }
    return true;
}

static bool valid_any(const lg_ontherun_map *map) {
    for (int city = 0; city <= CITIES; city++) {
        lg_ontherun_set any = lg_i_ontherun_set_none();
        for (int type = 0; type < TYPES; type++) lg_i_ontherun_set_join(&any, &map->joined[type][city]);
        if (memcmp(&any, &map->joined[ANY][city], sizeof any) != 0) return false;
    }
    return true;
}

static bool valid_lists(const lg_ontherun_map *map, int type) {
    uint8_t list[CITIES];
    int at = 0;
    for (int city = 0; city <= CITIES; city++) {
        const int count = map_list_neighbours(map->joined[type][city], list);
        if (map->first[type][city] != at || memcmp(&map->neighbour[type][at], list, (size_t)count) != 0) return false;
        at += count;
    }
    if (map->first[type][CITIES + 1] != at || map->connections[type] != at / 2) return false;
    while (at < LG_ONTHERUN_LIST)
        if (map->neighbour[type][at++] != 0) return false;
    return true;
}

static bool valid_distances(const lg_ontherun_map *map, int type) {
    uint8_t row[CITIES + 1];
    for (int city = 0; city <= CITIES; city++) {
        otr_measure(map->joined[type], city, row);
        if (memcmp(map->distance[type][city], row, sizeof row) != 0) return false;
    }
    return true;
}

static bool valid_drawing(const lg_ontherun_map *map) {
    if (map->drawn != 0 && map->drawn != 1) return false;
    for (int city = 0; city <= CITIES; city++) {
        const int x = map->x[city], y = map->y[city];
        const bool drawn = map->drawn == 1 && city >= 1 && city <= map->cities;
        if (drawn ? x < 0 || x > LG_ONTHERUN_WIDTH || y < 0 || y > LG_ONTHERUN_HEIGHT : x != 0 || y != 0) return false;
    }
    return true;
}

lg_status lg_i_ontherun_map_validate(const lg_ontherun_map *map) {
    if (map == NULL) return LG_E_ARGUMENT;
    if (map->cities < LG_ONTHERUN_MIN_CITIES || map->cities > CITIES) return LG_E_STATE;
    for (int type = 0; type < TYPES; type++)
        if (!valid_joined(map, type)) return LG_E_STATE;
    if (!valid_any(map)) return LG_E_STATE;
    for (int type = 0; type <= ANY; type++)
        if (!valid_lists(map, type) || !valid_distances(map, type)) return LG_E_STATE;
    return valid_drawing(map) ? LG_OK : LG_E_STATE;
}

/* Whether every city with a connection of `type` has one of `other`, too. */
static bool is_subset(const lg_ontherun_map *map, int type, int other) {
    for (int city = 1; city <= map->cities; city++)
        if (!lg_i_ontherun_set_empty(&map->joined[type][city]) && lg_i_ontherun_set_empty(&map->joined[other][city]))
            return false;
    return true;
}

uint32_t lg_ontherun_map_check(const lg_ontherun_map *map) {
    uint32_t broken = 0;
    for (int city = 1; city <= map->cities; city++) {
        if (map->distance[LG_ONTHERUN_CAR][1][city] == LG_ONTHERUN_FAR) broken |= LG_ONTHERUN_CAR_CONNECTED;
        if (lg_i_ontherun_set_count(&map->joined[LG_ONTHERUN_CAR][city]) < 2) broken |= LG_ONTHERUN_TWO_CARS;
    }
    if (!lg_i_ontherun_planar(map, LG_ONTHERUN_CAR)) broken |= LG_ONTHERUN_CAR_PLANAR;
    if (!lg_i_ontherun_planar(map, LG_ONTHERUN_TRAIN)) broken |= LG_ONTHERUN_TRAIN_PLANAR;
    if (!lg_i_ontherun_planar(map, LG_ONTHERUN_PLANE)) broken |= LG_ONTHERUN_PLANE_PLANAR;
    if (!is_subset(map, LG_ONTHERUN_TRAIN, LG_ONTHERUN_CAR)) broken |= LG_ONTHERUN_TRAIN_BY_CAR;
    if (!is_subset(map, LG_ONTHERUN_PLANE, LG_ONTHERUN_TRAIN)) broken |= LG_ONTHERUN_PLANE_BY_TRAIN;
    return broken;
}

const char *lg_ontherun_promise_text(uint32_t promise) {
    switch (promise) {
    case LG_ONTHERUN_CAR_CONNECTED: return "every city can be reached from every other one by car";
    case LG_ONTHERUN_TWO_CARS: return "every city has at least two car connections";
    case LG_ONTHERUN_CAR_PLANAR: return "the graph of the car connections is planar";
    case LG_ONTHERUN_TRAIN_PLANAR: return "the graph of the train connections is planar";
    case LG_ONTHERUN_PLANE_PLANAR: return "the graph of the plane connections is planar";
    case LG_ONTHERUN_TRAIN_BY_CAR: return "every city with a train connection has a car connection";
    case LG_ONTHERUN_PLANE_BY_TRAIN: return "every city with a plane connection has a train connection";
    default: return "unknown promise";
    }
}

/* ---- connect.txt ---- */

/* With a comment before it, and lines of comments after it. */
static lg_status otr_read_end_of_line(lg_reader *reader) {
    lg_skip_remark(reader);
    const lg_status status = lg_read_line_end(reader);
    if (status == LG_OK) lg_skip_remarks(reader);
    return status;
}

static lg_status read_connection(lg_reader *reader, lg_i_ontherun_roads *roads) {
    int64_t a, b;
    int type = 0;
    while (type < TYPES && !lg_accept(reader, lg_i_ontherun_type_letter(type))) type++;
    if (type == TYPES) return lg_expected(reader, "'C', 'T', 'P' or the line 'END'");
    if (!lg_accept(reader, ' ')) return lg_expected(reader, "one blank after the type");
    lg_status status = lg_read_int(reader, 1, roads->cities, "a city of the map", &a);
    if (status != LG_OK) return status;
    if (!lg_accept(reader, '-')) return lg_expected(reader, "'-' between the two cities");
    const size_t second = reader->at;
    if ((status = lg_read_int(reader, 1, roads->cities, "a city of the map", &b)) != LG_OK) return status;
    if (a == b) return lg_expected_at(reader, second, "another city than the first one");
    lg_i_ontherun_roads_join(roads, type, (int)a, (int)b);
    return otr_read_end_of_line(reader);
}

static bool accept_end(lg_reader *reader) {
    const size_t start = reader->at;
    const bool word = lg_accept_word(reader, "END");
    lg_skip_remark(reader);
    if (word && (lg_peek(reader) < 0 || lg_accept_line_end(reader))) return true;
    reader->at = start;
    return false;
}

lg_status lg_ontherun_map_parse(const char *text, size_t length, lg_ontherun_map *map, lg_parse_error *error) {
    if (text == NULL || map == NULL) return LG_E_ARGUMENT;
    lg_reader reader = lg_reader_on(text, length, error);
    lg_i_ontherun_roads roads;
    int64_t cities;
    memset(&roads, 0, sizeof roads);
    lg_skip_remarks(&reader);
    lg_status status =
        lg_read_int(&reader, LG_ONTHERUN_MIN_CITIES, CITIES, "the number of cities, 5 to 200", &cities);
    if (status == LG_OK) status = otr_read_end_of_line(&reader);
    if (status != LG_OK) return status;
    roads.cities = (int32_t)cities;
    while (!accept_end(&reader))
        if ((status = read_connection(&reader, &roads)) != LG_OK) return status;
    lg_i_ontherun_map_build(&roads, map);
    return LG_OK;
}

void lg_i_ontherun_put_map(lg_writer *writer, const void *object) {
    const lg_ontherun_map *map = (const lg_ontherun_map *)object;
    lg_put_int(writer, map->cities);
    lg_put(writer, '\n');
    for (int type = 0; type < TYPES; type++)
        for (int city = 1; city <= map->cities; city++)
            for (int i = map->first[type][city]; i < map->first[type][city + 1]; i++) {
                if (map->neighbour[type][i] < city) continue;
                lg_put(writer, lg_i_ontherun_type_letter(type));
                lg_put(writer, ' ');
                lg_put_int(writer, city);
                lg_put(writer, '-');
                lg_put_int(writer, map->neighbour[type][i]);
                lg_put(writer, '\n');
            }
    lg_put_text(writer, "END\n");
}

lg_status lg_ontherun_map_print(const lg_ontherun_map *map, char *buffer, size_t capacity, size_t *length) {
    return lg_i_write(map != NULL, lg_i_ontherun_put_map, map, buffer, capacity, length);
}

int32_t lg_ontherun_distance(const lg_ontherun_map *map, int32_t type, int32_t from, int32_t to) {
    if (map == NULL || type < 0 || type > LG_ONTHERUN_ANY || !lg_i_ontherun_is_city(map, from) ||
        !lg_i_ontherun_is_city(map, to))
        return -1;
    const int32_t moves = map->distance[type][from][to];
    return moves == LG_ONTHERUN_FAR ? -1 : moves;
}

lg_status lg_ontherun_map_place(const lg_ontherun_map *map, int32_t city, int32_t place[2]) {
    if (map == NULL || place == NULL || !lg_i_ontherun_is_city(map, city)) return LG_E_ARGUMENT;
    place[0] = map->x[city];
    place[1] = map->y[city];
    return LG_OK;
}
