/* On the Run: maps. connect.txt there and back with each error's place, its consequences, the promises of the
 * contest's page one by one, and maps from a seed. */
#include "positions.h"
#include "games/ontherun/map.h"

#include <stdlib.h>

/* ---- connect.txt ---- */

static const struct {
    const char *why, *text, *printed;
} TEXTS[] = {
    {"the page's example", PAGE_MAP, PAGE_MAP},
    {"by type, then city, the smaller label first", "5\nP 5-1\nT 3-2\nC 4-2\nC 5-1\nC 1-2\nEND\n",
     "5\nC 1-2\nC 1-5\nC 2-4\nT 2-3\nP 1-5\nEND\n"},
    {"given twice, also the other way round", "5\nC 1-2\nC 2-1\nC 1-2\nEND\n", "5\nC 1-2\nEND\n"},
    {"one pair by all types", "5\nC 1-2\nT 1-2\nP 1-2\nEND\n", "5\nC 1-2\nT 1-2\nP 1-2\nEND\n"},
    {"no connection at all", "5\nEND\n", "5\nEND\n"},
    {"END without a line end", "5\nEND", "5\nEND\n"},
    {"text after END is ignored", "5\nC 1-2\nEND\n100 200 1\nC 7-7\n\0\377", "5\nC 1-2\nEND\n"},
    {"lines that end with CR and LF", "5\r\nC 1-2\r\nEND\r\n", "5\nC 1-2\nEND\n"},
    {"a byte order mark, empty lines, and remarks",
     "\xEF\xBB\xBF# five\r\n \t\n5\t# cities\n\nC 1-2 # 3-4\r\n #C 3-4\n\nEND # the end", "5\nC 1-2\nEND\n"},
    {"two hundred cities", "200\nC 1-200\nEND\n", "200\nC 1-200\nEND\n"},
};

START_TEST(test_texts) {
    const lg_ontherun_map *map = map_of(TEXTS[_i].text);
    const size_t size = strlen(TEXTS[_i].printed);
    char text[512];
    size_t length = 0;
    ck_assert_int_eq(lg_i_ontherun_map_validate(map), LG_OK);
    ck_assert_int_eq(lg_ontherun_map_print(map, text, sizeof text, &length), LG_OK);
    ck_assert_msg(strcmp(text, TEXTS[_i].printed) == 0, "%s: %s", TEXTS[_i].why, text);
    ck_assert_uint_eq(length, size);
    memset(text, '#', sizeof text);
    ck_assert_int_eq(lg_ontherun_map_print(map, text, size, &length), LG_E_SPACE);
    ck_assert_uint_eq(length, size);
    ck_assert_int_eq(text[0], '#');
}
END_TEST

#define NUMBER   "the number of cities, 5 to 200"
#define LETTER   "'C', 'T', 'P' or the line 'END'"
#define LABEL    "a city of the map"
#define LINE_END "the end of the line"

static const struct {
    const char *text;
    int32_t line, column;
    const char *expected;
} ERRORS[] = {
    {"", 1, 1, NUMBER},
    {"\n", 2, 1, NUMBER},
    {"\xEF\xBB\xBF\n4\nEND\n", 2, 1, NUMBER},
    {"\xEF\xBB\xBF\xEF\xBB\xBF" "8\nEND\n", 1, 4, NUMBER},
    {"8\n\xEF\xBB\xBF" "C 1-2\nEND\n", 2, 1, LETTER},
    {"# 8", 1, 4, NUMBER},
    {"4\nEND\n", 1, 1, NUMBER},
    {"201\nEND\n", 1, 1, NUMBER},
    {"08\nEND\n", 1, 1, NUMBER},
    {"+8\nEND\n", 1, 1, NUMBER},
    {"-8\nEND\n", 1, 1, NUMBER},
    {"18446744073709551624\nEND\n", 1, 1, NUMBER},
    {" 8\nEND\n", 1, 1, NUMBER},
    {"n = 8\nEND\n", 1, 1, NUMBER},
    {"8", 1, 2, LINE_END},
    {"8 \nEND\n", 1, 2, LINE_END},
    {"8\rEND\n", 1, 2, LINE_END},
    {"8 cities\nEND\n", 1, 2, LINE_END},
    {"8\n", 2, 1, LETTER},
    {"8\n\n# cars\n \t\nX 1-2\nEND\n", 5, 1, LETTER},
    {"8\nC 1-2 # END", 2, 12, LINE_END},
    {"8\nEND x # x\n", 2, 1, LETTER},
    {"8\nc 1-2\nEND\n", 2, 1, LETTER},
    {"8\nB 1-2\nEND\n", 2, 1, LETTER},
    {"8\n C 1-2\nEND\n", 2, 1, LETTER},
    {"8\nend\n", 2, 1, LETTER},
    {"8\nEND.\n", 2, 1, LETTER},
    {"8\nENDING\n", 2, 1, LETTER},
    {"8\nEND \n", 2, 1, LETTER},
    {"8\nC1-2\nEND\n", 2, 2, "one blank after the type"},
    {"8\nC\t1-2\nEND\n", 2, 2, "one blank after the type"},
    {"8\nC\nEND\n", 2, 2, "one blank after the type"},
    {"8\nC  1-2\nEND\n", 2, 3, LABEL},
    {"8\nC 0-2\nEND\n", 2, 3, LABEL},
    {"8\nC 9-2\nEND\n", 2, 3, LABEL},
    {"8\nC 01-2\nEND\n", 2, 3, LABEL},
    {"8\nC 257-2\nEND\n", 2, 3, LABEL},
    {"8\nC -1-2\nEND\n", 2, 3, LABEL},
    {"8\nC a-2\nEND\n", 2, 3, LABEL},
    {"8\nC 1 2\nEND\n", 2, 4, "'-' between the two cities"},
    {"8\nC 1\nEND\n", 2, 4, "'-' between the two cities"},
    {"8\nC 1 - 2\nEND\n", 2, 4, "'-' between the two cities"},
    {"8\nC 1-9\nEND\n", 2, 5, LABEL},
    {"8\nC 1-0\nEND\n", 2, 5, LABEL},
    {"8\nC 1--2\nEND\n", 2, 5, LABEL},
    {"8\nC 1-\nEND\n", 2, 5, LABEL},
    {"8\nC 3-3\nEND\n", 2, 5, "another city than the first one"},
    {"8\nC 1-2 \nEND\n", 2, 6, LINE_END},
    {"8\nC 1-2 C 2-3\nEND\n", 2, 6, LINE_END},
    {"8\nC 1-2END\n", 2, 6, LINE_END},
    {"8\nC 1-2", 2, 6, LINE_END},
    {"8\nC 1-2\n", 3, 1, LETTER},
    {"8\nC 1-2\nT 3-4\nP 4-44\nEND\n", 4, 5, LABEL},
    {"8\r\nC 1-2\r\nT 3-x\r\nEND\r\n", 3, 5, LABEL},
    {"150\nC 149-150\nC 150-151\nEND\n", 3, 7, LABEL},
};

START_TEST(test_errors) {
    const size_t length = strlen(ERRORS[_i].text);
    char *exact = lg_test_malloc(length > 0 ? length : 1); /* so that a sanitizer sees a byte too far */
    lg_parse_error error = {0, 0, NULL};
    lg_ontherun_map *map = lg_test_malloc(sizeof *map), *untouched = lg_test_malloc(sizeof *map);
    memcpy(exact, ERRORS[_i].text, length);
    memset(map, 0xA5, sizeof *map);
    memset(untouched, 0xA5, sizeof *map);
    ck_assert_msg(lg_ontherun_map_parse(exact, length, map, &error) == LG_E_PARSE, "%s", ERRORS[_i].text);
    ck_assert_msg(error.line == ERRORS[_i].line && error.column == ERRORS[_i].column, "%s: %d:%d", ERRORS[_i].text,
                  error.line, error.column);
    ck_assert_str_eq(error.expected, ERRORS[_i].expected);
    ck_assert_int_eq(memcmp(map, untouched, sizeof *map), 0);
    ck_assert_int_eq(lg_ontherun_map_parse(exact, length, map, NULL), LG_E_PARSE);
    free(exact);
    free(map);
    free(untouched);
}
END_TEST

START_TEST(test_arguments) {
    const lg_ontherun_map *map = map_of(PAGE_MAP);
    lg_ontherun_map other = *map;
    char text[256] = "#";
    size_t length;
    ck_assert_int_eq(lg_ontherun_map_parse(NULL, 0, &other, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_ontherun_map_parse(PAGE_MAP, strlen(PAGE_MAP), NULL, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_ontherun_map_print(NULL, text, sizeof text, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_ontherun_map_print(map, text, sizeof text, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_i_ontherun_map_validate(NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_ontherun_map_generate(4, 0, &other), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_ontherun_map_generate(201, 0, &other), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_ontherun_map_generate(INT32_MIN, 0, &other), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_ontherun_map_generate(100, 0, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(memcmp(&other, map, sizeof other), 0);
    ck_assert_str_eq(text, "#");
}
END_TEST

/* Every city is joined to every other one by every type: the longest text, and the most neighbours. */
START_TEST(test_the_fullest_map) {
    char *text = lg_test_malloc(LG_ONTHERUN_MAP_TEXT + 1), *again = lg_test_malloc(LG_ONTHERUN_MAP_TEXT + 1);
    lg_ontherun_map *map = lg_test_malloc(sizeof *map);
    size_t length = (size_t)sprintf(text, "200\n"), written = 0;
    for (int type = 0; type < 3; type++)
        for (int a = 1; a <= 200; a++)
            for (int b = a + 1; b <= 200; b++)
                length += (size_t)sprintf(text + length, "%c %d-%d\n", "CTP"[type], a, b);
    length += (size_t)sprintf(text + length, "END\n");
    ck_assert_uint_eq(length, LG_ONTHERUN_MAP_TEXT);
    ck_assert_int_eq(lg_ontherun_map_parse(text, length, map, NULL), LG_OK);
    ck_assert_int_eq(lg_i_ontherun_map_validate(map), LG_OK);
    for (int type = 0; type < 4; type++) {
        ck_assert_int_eq(map->connections[type], 19900);
        ck_assert_uint_eq(map->first[type][201], LG_ONTHERUN_LIST);
    }
    ck_assert_int_eq(lg_ontherun_map_print(map, again, LG_ONTHERUN_MAP_TEXT + 1, &written), LG_OK);
    ck_assert_uint_eq(written, length);
    ck_assert_int_eq(memcmp(text, again, length + 1), 0);
    free(text);
    free(again);
    free(map);
}
END_TEST

/* ---- data that follows from the connections ---- */

START_TEST(test_lists) {
    static const char *const EXPECTED[4][9] = {
        {"", "2 5", "1 5", "4 6", "3 7", "1 2 8", "3 7 8", "4 6", "5 6"},
        {"", "8", "3", "2 4 8", "3", "", "", "", "1 3"},
        {"", "4", "", "", "1", "", "", "", ""},
        {"", "2 4 5 8", "1 3 5", "2 4 6 8", "1 3 7", "1 2 8", "3 7 8", "4 6", "1 3 5 6"},
    };
    static const int32_t CONNECTIONS[4] = {9, 4, 1, 13};
    const lg_ontherun_map *map = map_of(PAGE_MAP);
    for (int type = 0; type < 4; type++) {
        ck_assert_int_eq(map->connections[type], CONNECTIONS[type]);
        for (int city = 1; city <= 8; city++) {
            char list[64] = "";
            size_t length = 0;
            for (int i = map->first[type][city]; i < map->first[type][city + 1]; i++)
                length += (size_t)snprintf(list + length, sizeof list - length, "%s%d", length > 0 ? " " : "",
                                           map->neighbour[type][i]);
            ck_assert_str_eq(list, EXPECTED[type][city]);
            ck_assert_str_eq(cities_text(&map->joined[type][city]), EXPECTED[type][city]);
        }
    }
}
END_TEST

/* Distances once more, by Floyd and Warshall. */
static void check_distances(const lg_ontherun_map *map, int type) {
    static int way[201][201];
    for (int a = 1; a <= map->cities; a++)
        for (int b = 1; b <= map->cities; b++) way[a][b] = a == b ? 0 : has_city(&map->joined[type][a], b) ? 1 : 1000;
    for (int by = 1; by <= map->cities; by++)
        for (int a = 1; a <= map->cities; a++)
            for (int b = 1; b <= map->cities; b++)
                if (way[a][by] + way[by][b] < way[a][b]) way[a][b] = way[a][by] + way[by][b];
    for (int a = 1; a <= map->cities; a++)
        for (int b = 1; b <= map->cities; b++) {
            const int expected = way[a][b] < 1000 ? way[a][b] : LG_ONTHERUN_FAR;
            LG_REQUIRE(map->distance[type][a][b] == expected, "type %d, %d to %d: %d, not %d", type, a, b,
                       map->distance[type][a][b], expected);
        }
}

START_TEST(test_distances) {
    static lg_ontherun_map map;
    for (int type = 0; type < 4; type++) check_distances(map_of(PAGE_MAP), type);
    for (int type = 0; type < 4; type++) check_distances(map_of(NARROW_MAP), type);
    ck_assert_int_eq(lg_ontherun_map_generate(200, 5, &map), LG_OK);
    for (int type = 0; type < 4; type++) check_distances(&map, type);
    ck_assert_int_eq(map_of(NARROW_MAP)->distance[LG_ONTHERUN_CAR][1][7], LG_ONTHERUN_FAR);
    ck_assert_int_eq(map_of(NARROW_MAP)->distance[LG_ONTHERUN_ANY][4][7], 4);
}
END_TEST

START_TEST(test_looking_up) {
    const lg_ontherun_map *map = map_of(NARROW_MAP);
    int32_t place[2] = {-1, -1};
    ck_assert_int_eq(lg_ontherun_distance(map, LG_ONTHERUN_ANY, 4, 7), 4);
    ck_assert_int_eq(lg_ontherun_distance(map, LG_ONTHERUN_CAR, 1, 7), -1);
    ck_assert_int_eq(lg_ontherun_distance(map, LG_ONTHERUN_CAR, 2, 2), 0);
    ck_assert_int_eq(lg_ontherun_distance(map, LG_ONTHERUN_ANY, 0, 7), -1);
    ck_assert_int_eq(lg_ontherun_distance(map, LG_ONTHERUN_ANY, 4, map->cities + 1), -1);
    ck_assert_int_eq(lg_ontherun_distance(map, LG_ONTHERUN_ANY + 1, 4, 7), -1);
    ck_assert_int_eq(lg_ontherun_distance(map, -1, 4, 7), -1);
    ck_assert_int_eq(lg_ontherun_distance(NULL, LG_ONTHERUN_ANY, 4, 7), -1);
    static lg_ontherun_map drawn;
    ck_assert_int_eq(lg_ontherun_map_generate(50, 1, &drawn), LG_OK);
    ck_assert_int_eq(lg_ontherun_map_place(&drawn, 0, place), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_ontherun_map_place(&drawn, 51, place), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_ontherun_map_place(NULL, 1, place), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_ontherun_map_place(&drawn, 1, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(place[0], -1);
    ck_assert_int_eq(lg_ontherun_map_place(&drawn, 50, place), LG_OK);
    ck_assert_int_eq(place[0], drawn.x[50]);
    ck_assert_int_eq(place[1], drawn.y[50]);
}
END_TEST

#define AT(field) (offsetof(lg_ontherun_map, field))

/* A good map whose byte at `offset` grows by one is no longer a map. */
static const struct {
    const char *what;
    size_t offset;
} DAMAGES[] = {
    {"connections", AT(connections) + 4},
    {"drawn, but nothing is", AT(drawn) + 1},
    {"a city joined to itself", AT(joined) + 32 * 1},
    {"a way in one direction", AT(joined) + 32 * 6 + 1},
    {"a way to a city off the map", AT(joined) + 32 * 6 + 2},
    {"a way from a city off the map", AT(joined) + 32 * 9},
    {"a way from city 0", AT(joined)},
    {"all types together", AT(joined) + 3 * 32 * 201 + 32 * 3},
    {"where a list begins", AT(first) + 2 * 4},
    {"where the last list ends", AT(first) + 2 * 201},
    {"a neighbour", AT(neighbour)},
    {"a neighbour of the last type", AT(neighbour) + 3 * LG_ONTHERUN_LIST},
    {"behind the lists", AT(neighbour) + LG_ONTHERUN_LIST - 1},
    {"a distance", AT(distance) + 201 * 1 + 2},
    {"the distance from city 0", AT(distance) + 1},
    {"the distance to itself", AT(distance) + 201 * 8 + 8},
    {"coordinates of a map that is not drawn", AT(x) + 2},
    {"coordinates of city 0", AT(y)},
};

START_TEST(test_damaged_maps) {
    lg_ontherun_map *map = lg_test_malloc(sizeof *map);
    *map = *map_of(PAGE_MAP);
    ck_assert_int_eq(lg_i_ontherun_map_validate(map), LG_OK);
    uint8_t *const byte = (uint8_t *)map + DAMAGES[_i].offset;
    *byte = (uint8_t)(*byte + 1);
    ck_assert_msg(lg_i_ontherun_map_validate(map) == LG_E_STATE, "%s", DAMAGES[_i].what);
    free(map);
}
END_TEST

START_TEST(test_damaged_numbers) {
    lg_ontherun_map *map = lg_test_malloc(sizeof *map);
    ck_assert_int_eq(lg_ontherun_map_generate(50, 1, map), LG_OK);
    ck_assert_int_eq(lg_i_ontherun_map_validate(map), LG_OK);
    static const int32_t WILD[] = {INT32_MIN, -1, 0, 4, 49, 201, INT32_MAX};
    for (int i = 0; i < COUNT(WILD); i++) {
        map->cities = WILD[i];
        ck_assert_int_eq(lg_i_ontherun_map_validate(map), LG_E_STATE);
    }
    map->cities = 50;
    const int16_t x = map->x[50], y = map->y[50];
    map->x[50] = -1;
    ck_assert_int_eq(lg_i_ontherun_map_validate(map), LG_E_STATE);
    map->x[50] = LG_ONTHERUN_WIDTH + 1;
    ck_assert_int_eq(lg_i_ontherun_map_validate(map), LG_E_STATE);
    map->x[50] = x;
    map->y[50] = LG_ONTHERUN_HEIGHT + 1;
    ck_assert_int_eq(lg_i_ontherun_map_validate(map), LG_E_STATE);
    map->y[50] = y;
    map->x[51] = 1;
    ck_assert_int_eq(lg_i_ontherun_map_validate(map), LG_E_STATE);
    map->x[51] = 0;
    ck_assert_int_eq(lg_i_ontherun_map_validate(map), LG_OK);
    free(map);
}
END_TEST

/* ---- promises ---- */

#define RING(type) type " 1-2\n" type " 2-3\n" type " 3-4\n" type " 4-5\n" type " 5-6\n" type " 6-1\n"
#define FIVE(type)                                                                                                     \
    type " 1-2\n" type " 1-3\n" type " 1-4\n" type " 1-5\n" type " 2-3\n" type " 2-4\n" type " 2-5\n" type             \
         " 3-4\n" type " 3-5\n" type " 4-5\n"

static const struct {
    const char *why, *map;
    uint32_t broken;
} PROMISES[] = {
    {"the page's example keeps all", PAGE_MAP, 0},
    {"cars alone are enough", "6\n" RING("C") "END\n", 0},
    {"all types", "6\n" RING("C") "T 1-3\nT 3-5\nP 1-5\nEND\n", 0},
    {"connected by car: two islands", "6\nC 1-2\nC 2-3\nC 3-1\nC 4-5\nC 5-6\nC 6-4\nEND\n", LG_ONTHERUN_CAR_CONNECTED},
    {"a train between them does not help", "6\nC 1-2\nC 2-3\nC 3-1\nC 4-5\nC 5-6\nC 6-4\nT 3-4\nEND\n",
     LG_ONTHERUN_CAR_CONNECTED},
    {"two car connections: an open ring", "5\nC 1-2\nC 2-3\nC 3-4\nC 4-5\nEND\n", LG_ONTHERUN_TWO_CARS},
    {"one at a single city", "6\nC 1-2\nC 2-3\nC 3-4\nC 4-5\nC 5-1\nC 5-6\nEND\n", LG_ONTHERUN_TWO_CARS},
    {"the same one twice", "6\nC 1-2\nC 2-3\nC 3-4\nC 4-5\nC 5-1\nC 5-6\nC 6-5\nEND\n", LG_ONTHERUN_TWO_CARS},
    {"planar: cars", "6\n" RING("C") FIVE("C") "END\n", LG_ONTHERUN_CAR_PLANAR},
    {"planar: trains", "6\n" RING("C") FIVE("T") "END\n", LG_ONTHERUN_TRAIN_PLANAR},
    {"planar: planes", "6\n" RING("C") RING("T") FIVE("P") "END\n", LG_ONTHERUN_PLANE_PLANAR},
    {"each type by itself", "6\n" RING("C") "C 1-3\nC 1-4\nC 1-5\nT 2-4\nT 2-5\nT 3-5\nT 1-2\nEND\n", 0},
    {"planes where no train goes", "6\n" RING("C") "T 1-2\nT 2-3\nP 1-4\nEND\n", LG_ONTHERUN_PLANE_BY_TRAIN},
    /* not singly: every city must have cars */
    {"trains where no car goes", "7\n" RING("C") "T 1-7\nEND\n",
     LG_ONTHERUN_CAR_CONNECTED | LG_ONTHERUN_TWO_CARS | LG_ONTHERUN_TRAIN_BY_CAR},
    {"a train where no car goes, in the first city alone", "5\nC 2-3\nC 3-4\nC 4-5\nC 5-2\nT 1-2\nEND\n",
     LG_ONTHERUN_CAR_CONNECTED | LG_ONTHERUN_TWO_CARS | LG_ONTHERUN_TRAIN_BY_CAR},
    {"nothing at all", "5\nEND\n", LG_ONTHERUN_CAR_CONNECTED | LG_ONTHERUN_TWO_CARS},
    {"everything", "8\n" FIVE("C") FIVE("T") FIVE("P") "T 6-7\nP 6-8\nEND\n", LG_ONTHERUN_ALL_PROMISES},
};

START_TEST(test_promises) {
    const uint32_t broken = lg_ontherun_map_check(map_of(PROMISES[_i].map));
    ck_assert_msg(broken == PROMISES[_i].broken, "%s: %u", PROMISES[_i].why, (unsigned)broken);
}
END_TEST

START_TEST(test_promise_texts) {
    for (uint32_t bit = 1; bit < LG_ONTHERUN_ALL_PROMISES; bit *= 2)
        ck_assert_str_ne(lg_ontherun_promise_text(bit), "unknown promise");
    ck_assert_str_eq(lg_ontherun_promise_text(0), "unknown promise");
    ck_assert_str_eq(lg_ontherun_promise_text(3), "unknown promise");
    ck_assert_str_eq(lg_ontherun_promise_text(128), "unknown promise");
    ck_assert_str_eq(lg_ontherun_promise_text(LG_ONTHERUN_TWO_CARS), "every city has at least two car connections");
}
END_TEST

/* ---- maps from a seed ---- */

static bool crossing(const lg_ontherun_map *map, int a, int b, int c, int d) {
    const int64_t ax = map->x[a], ay = map->y[a], bx = map->x[b], by = map->y[b];
    const int64_t cx = map->x[c], cy = map->y[c], dx = map->x[d], dy = map->y[d];
    const int64_t c_side = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    const int64_t d_side = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax);
    const int64_t a_side = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx);
    const int64_t b_side = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx);
    return c_side * d_side < 0 && a_side * b_side < 0;
}

static int64_t squared_length(const lg_ontherun_map *map, int a, int b) {
    const int64_t dx = map->x[a] - map->x[b], dy = map->y[a] - map->y[b];
    return dx * dx + dy * dy;
}

/* Checks that no two connections of a type cross, and computes the mean of their squared lengths. */
static int64_t check_drawing(const lg_ontherun_map *map, int type) {
    static int from[600], to[600];
    int count = 0;
    int64_t sum = 0;
    for (int a = 1; a <= map->cities; a++)
        for (int b = a + 1; b <= map->cities; b++) {
            if (!has_city(&map->joined[type][a], b)) continue;
            LG_REQUIRE(count < COUNT(from), "too many connections for a planar graph");
            for (int i = 0; i < count; i++)
                LG_REQUIRE(!crossing(map, a, b, from[i], to[i]), "%d-%d crosses %d-%d", a, b, from[i], to[i]);
            from[count] = a;
            to[count++] = b;
            sum += squared_length(map, a, b);
        }
    LG_REQUIRE(count > 0 && count == map->connections[type], "%d connections of type %d", count, type);
    return sum / count;
}

static int cities_with(const lg_ontherun_map *map, int type) {
    int count = 0;
    for (int city = 1; city <= map->cities; city++) count += map->first[type][city] < map->first[type][city + 1];
    return count;
}

static void check_map(const lg_ontherun_map *map) {
    LG_REQUIRE(lg_i_ontherun_map_validate(map) == LG_OK, "a map that does not fit together");
    LG_REQUIRE(lg_ontherun_map_check(map) == 0, "promises are broken: %u", (unsigned)lg_ontherun_map_check(map));
    LG_REQUIRE(map->drawn == 1, "no coordinates");
    const int64_t cars = check_drawing(map, LG_ONTHERUN_CAR), trains = check_drawing(map, LG_ONTHERUN_TRAIN);
    const int64_t planes = check_drawing(map, LG_ONTHERUN_PLANE);
    LG_REQUIRE(cars < trains && trains < planes, "cars do not go the shortest ways, planes the longest");
    LG_REQUIRE(cities_with(map, LG_ONTHERUN_PLANE) <= (map->cities < 40 ? 2 : map->cities / 14), "many plane cities");
}

static bool can_move(const lg_ontherun_map *map, const int team[4]) {
    lg_ontherun state;
    lg_ontherun_set cities;
    lg_ontherun_start(&state);
    state.phase = LG_ONTHERUN_MOVE_DETECTIVES;
    for (int i = 0; i < 4; i++) state.detective[i] = (uint8_t)team[i];
    return lg_ontherun_choices(map, &state, &cities) > 0;
}

/* Wherever four detectives stand, they have a joint move: all lists of four cities on small maps, some on large ones.
 */
static void check_joint_moves(const lg_ontherun_map *map, lg_rng *rng) {
    const int n = map->cities;
    int team[4];
    for (int number = 0; number < (n <= 8 ? n * n * n * n : 1000); number++) {
        const int list = n <= 8 ? number : (int)lg_rng_below(rng, (uint32_t)(n * n * n * n));
        for (int i = 0, rest = list; i < 4; i++, rest /= n) team[i] = rest % n + 1;
        bool distinct = true;
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < i; j++) distinct = distinct && team[i] != team[j];
        LG_REQUIRE(!distinct || can_move(map, team), "no joint move: %d %d %d %d", team[0], team[1], team[2], team[3]);
    }
}

START_TEST(test_generated_maps) {
    lg_ontherun_map *map = lg_test_malloc(sizeof *map);
    lg_rng rng = lg_rng_seed(20, 0);
    for (int cities = LG_ONTHERUN_MIN_CITIES; cities <= LG_ONTHERUN_MAX_CITIES; cities += cities < 30 ? 1 : 10)
        for (uint64_t seed = 0; seed < (cities < 30 ? 30u : 3u); seed++) {
            LG_REQUIRE(lg_ontherun_map_generate(cities, seed, map) == LG_OK, "no map");
            LG_REQUIRE(map->cities == cities, "%d cities, not %d", map->cities, cities);
            check_map(map);
            check_joint_moves(map, &rng);
        }
    free(map);
}
END_TEST

START_TEST(test_same_seed_same_map) {
    lg_ontherun_map *map = lg_test_malloc(sizeof *map), *again = lg_test_malloc(sizeof *map);
    memset(again, 0xA5, sizeof *again);
    ck_assert_int_eq(lg_ontherun_map_generate(200, 42, map), LG_OK);
    ck_assert_int_eq(lg_ontherun_map_generate(200, 42, again), LG_OK);
    ck_assert_int_eq(memcmp(map, again, sizeof *map), 0);
    ck_assert_int_eq(lg_ontherun_map_generate(200, 43, again), LG_OK);
    ck_assert_int_ne(memcmp(map, again, sizeof *map), 0);
    free(map);
    free(again);
}
END_TEST

/* The same everywhere, for ever: text and coordinates. */
START_TEST(test_golden_maps) {
    static const struct {
        int32_t cities;
        uint64_t seed, golden;
    } ROWS[] = {{5, 0, 0xF43A49448E3F0171}, {60, 1, 0x259299D34A479BE9}, {200, 0, 0x9AE29EB83E47644B}};
    char *text = lg_test_malloc(LG_ONTHERUN_MAP_TEXT + 1);
    lg_ontherun_map *map = lg_test_malloc(sizeof *map);
    for (int i = 0; i < COUNT(ROWS); i++) {
        size_t length;
        ck_assert_int_eq(lg_ontherun_map_generate(ROWS[i].cities, ROWS[i].seed, map), LG_OK);
        ck_assert_int_eq(lg_ontherun_map_print(map, text, LG_ONTHERUN_MAP_TEXT + 1, &length), LG_OK);
        for (int city = 1; city <= map->cities; city++)
            length += (size_t)sprintf(text + length, "%d %d\n", map->x[city], map->y[city]);
        const uint64_t hash = lg_hash(text, length);
        ck_assert_msg(hash == ROWS[i].golden, "%d cities, seed %d: 0x%016llX", ROWS[i].cities, (int)ROWS[i].seed,
                      (unsigned long long)hash);
    }
    free(text);
    free(map);
}
END_TEST

Suite *lg_test_ontherun_map(void) {
    Suite *suite = suite_create("ontherun map");
    TCase *text = tcase_create("text"), *data = tcase_create("data"), *seeds = tcase_create("seeds");
    tcase_add_loop_test(text, test_texts, 0, COUNT(TEXTS));
    tcase_add_loop_test(text, test_errors, 0, COUNT(ERRORS));
    tcase_add_test(text, test_arguments);
    tcase_add_test(text, test_the_fullest_map);
    tcase_add_test(data, test_lists);
    tcase_add_test(data, test_distances);
    tcase_add_test(data, test_looking_up);
    tcase_add_loop_test(data, test_damaged_maps, 0, COUNT(DAMAGES));
    tcase_add_test(data, test_damaged_numbers);
    tcase_add_loop_test(data, test_promises, 0, COUNT(PROMISES));
    tcase_add_test(data, test_promise_texts);
    tcase_add_test(seeds, test_generated_maps);
    tcase_add_test(seeds, test_same_seed_same_map);
    tcase_add_test(seeds, test_golden_maps);
    suite_add_tcase(suite, text);
    suite_add_tcase(suite, data);
    suite_add_tcase(suite, seeds);
    return suite;
}
