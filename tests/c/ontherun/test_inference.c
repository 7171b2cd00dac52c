/* On the Run: the detectives' knowledge, and never more. */
#include "hunts.h"
#include "positions.h"
#include "games/ontherun/rules.h"

#include <stdlib.h>

/* The fugitive's island 1 ... 6, the detectives' ring 7 ... 10. By car twice from 1: to 1 and 5 by three routes each,
 * to 6 by one. */
#define ISLANDS_MAP                                                                                                    \
    "10\nC 1-2\nC 1-3\nC 1-4\nC 2-5\nC 3-5\nC 4-5\nC 4-6\nC 7-8\nC 8-9\nC 9-10\nC 10-7\n"                              \
    "END\n"
#define TWICE_BY_CAR "2 d 5 1:7,8,9,10/C/8,9,10,7/C -"

/* ---- where the fugitive can be ---- */

static const struct {
    const char *rule, *position, *cities;
} POSSIBLE[] = {
    {"nothing before its start", "0 f - -:6,5,2,1 -", ""},
    {"R28 it starts as {start}", "1 f 6 6:8,5,2,1 -", "6"},
    {"R28 also in a detective's city", "1 f 6 6:6,5,2,1 -", "6"},
    {"R29 then its neighbours by that type", "1 d 7 6:6,5,2,1/C -", "3 7 8"},
    {"R29 by that type alone", "1 d 2 3:6,5,7,1/T -", "2 4 8"},
    {"R29 less the cities where detectives stand", "1 d 7 6:8,5,2,1/C -", "3 7"},
    {"R31 after their move less those where they stand then", "2 f 3 6:6,5,2,1/C/8,2,1,4 -", "3 7"},
    {"R31 those that they left do not come back", "2 f 3 6:8,5,2,1/C/6,2,1,4 -", "3 7"},
    {"R29 the neighbours of the whole set", "2 d 6 6:6,5,2,1/C/8,2,1,4/C -", "6"},
    {"R29 back to where it came from", "2 d 3 3:1,2,5,8/C/2,1,8,5/C -", "3 7"},
    {"R29 after four moves", "5 f 3 " FOUR_MOVES " -", "3 7"},
    {"R30 an announcement makes it {city}", "5 d 4 C4:1,2,5,8 -", "4"},
    {"R31 which stays when they miss it", "6 f 4 4:2,1,8,5 -", "4"},
    {"R31 and goes when they catch it", "5 d 4 4:4,1,2,5 - caught", ""},
    {"R31 others may stay when they catch it", "1 d 7 6:6,5,2,1/C/7,8,1,5 - caught", "3"},
    {"R29 none when it ran into a detective", "1 f 8 6:8,5,2,1 - ran-into", ""},
};

START_TEST(test_possible_cities) {
    const lg_ontherun_map *map = map_of(PAGE_MAP);
    const lg_ontherun state = position_of(map, POSSIBLE[_i].position);
    ck_assert_msg(strcmp(cities_text(&state.possible), POSSIBLE[_i].cities) == 0, "%s: %s", POSSIBLE[_i].rule,
                  cities_text(&state.possible));
}
END_TEST

static const struct {
    const char *map, *position, *routes; /* city:routes */
    uint64_t sum;
} ROUTES[] = {
    {ISLANDS_MAP, TWICE_BY_CAR, "1:3 5:3 6:1", 7},   {ISLANDS_MAP, "0 f - -:7,8,9,10 -", "", 0},
    {ISLANDS_MAP, "1 f 1 1:7,8,9,10 -", "1:1", 1},   {PAGE_MAP, "5 f 3 " FOUR_MOVES " -", "3:8 7:8", 16},
    {PAGE_MAP, "5 d 4 C4:1,2,5,8 -", "4:1", 1},      {PAGE_MAP, "5 d 4 4:4,1,2,5 - caught", "", 0},
    {PAGE_MAP, "1 f 8 6:8,5,2,1 - ran-into", "", 0},
};

START_TEST(test_routes) {
    const lg_ontherun_map *map = map_of(ROUTES[_i].map);
    const lg_ontherun state = position_of(map, ROUTES[_i].position);
    uint64_t routes[LG_ONTHERUN_MAX_CITIES + 1];
    char text[256] = "";
    size_t length = 0;
    ck_assert_uint_eq(lg_ontherun_routes(map, &state, routes), ROUTES[_i].sum);
    for (int city = 0; city <= LG_ONTHERUN_MAX_CITIES; city++)
        if (routes[city] > 0)
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%d:%d", length > 0 ? " " : "", city,
                                       (int)routes[city]);
    ck_assert_str_eq(text, ROUTES[_i].routes);
}
END_TEST

/* ---- the detectives' own picture ---- */

static const struct {
    const char *why, *map, *before;
    int32_t type, city;
    lg_status status;
    const char *after;
} LAST_TYPE[] = {
    {"a type", PAGE_MAP, "1 f - 6:6,5,2,1 -", 0, 0, LG_OK, "1 d - 6:6,5,2,1/C -"},
    {"an announcement", PAGE_MAP, "5 f - " FOUR_MOVES " -", 0, 4, LG_OK, "5 d - C4:1,2,5,8 -"},
    {"no joint move", STAR_MAP, "1 f - 2:2,3,4,5 -", 0, 0, LG_OK, "1 d - 2:2,3,4,5/C - forfeit:d"},
    {"no joint move, by another type", PAIRS_MAP, "1 f - 2:1,4,5,6 -", 1, 0, LG_OK, "1 d - 2:1,4,5,6/T - forfeit:d"},
    {"a type that leads nowhere", PAGE_MAP, "1 f - 6:6,5,2,1 -", 1, 0, LG_E_ILLEGAL, NULL},
    {"a type that leads to detectives alone", PAGE_MAP, "1 f - 1:8,5,2,6 -", 1, 0, LG_E_ILLEGAL, NULL},
    {"a city in an ordinary turn", PAGE_MAP, "1 f - 6:6,5,2,1 -", 0, 3, LG_E_ILLEGAL, NULL},
    {"no city in an announcement turn", PAGE_MAP, "5 f - " FOUR_MOVES " -", 0, 0, LG_E_ILLEGAL, NULL},
    {"a city that no route leads to", PAGE_MAP, "5 f - " FOUR_MOVES " -", 0, 3, LG_E_ILLEGAL, NULL},
    {"a detective's city", PAGE_MAP, "5 f - " FOUR_MOVES " -", 1, 8, LG_E_ILLEGAL, NULL},
    {"a city off the map", PAGE_MAP, "5 f - " FOUR_MOVES " -", 0, 9, LG_E_ILLEGAL, NULL},
    {"a wild city", PAGE_MAP, "5 f - " FOUR_MOVES " -", 0, 256 + 4, LG_E_ILLEGAL, NULL},
    {"a wilder city", PAGE_MAP, "5 f - " FOUR_MOVES " -", 0, INT32_MIN, LG_E_ILLEGAL, NULL},
    {"the detectives' turn", PAGE_MAP, "1 d - 6:6,5,2,1/C -", 0, 0, LG_E_ILLEGAL, NULL},
    {"before its start", PAGE_MAP, "0 f - -:6,5,2,1 -", 0, 0, LG_E_ILLEGAL, NULL},
    {"after the end", PAGE_MAP, "1 d - 6:6,5,2,1/C - forfeit:d", 0, 0, LG_E_OVER, NULL},
    {"a state with the city", PAGE_MAP, "1 f 6 6:6,5,2,1 -", 0, 0, LG_E_ARGUMENT, NULL},
    {"no type", PAGE_MAP, "1 f - 6:6,5,2,1 -", 3, 0, LG_E_ARGUMENT, NULL},
    {"no type either", PAGE_MAP, "1 f - 6:6,5,2,1 -", -1, 0, LG_E_ARGUMENT, NULL},
};

START_TEST(test_hearing) {
    const lg_ontherun_map *map = map_of(LAST_TYPE[_i].map);
    const lg_ontherun before = position_of(map, LAST_TYPE[_i].before);
    lg_ontherun after = before;
    ck_assert_msg(lg_ontherun_move_concealed(map, &before, LAST_TYPE[_i].type, LAST_TYPE[_i].city, &after) == LAST_TYPE[_i].status, "%s",
                  LAST_TYPE[_i].why);
    expect_position(map, &after, LAST_TYPE[_i].after != NULL ? LAST_TYPE[_i].after : LAST_TYPE[_i].before, LAST_TYPE[_i].why);
}
END_TEST

START_TEST(test_concealed_states) {
    static const int32_t MISS[4] = {2, 1, 8, 5}, CATCH[4] = {4, 1, 2, 5}, PERHAPS[4] = {7, 8, 1, 5};
    const lg_ontherun_map *map = map_of(PAGE_MAP);
    const lg_ontherun full = position_of(map, "5 d 4 C4:1,2,5,8 -");
    lg_ontherun state = full, after;
    lg_ontherun_set cities;
    ck_assert_int_eq(lg_ontherun_conceal(&state, &state), LG_OK);
    expect_position(map, &state, "5 d - C4:1,2,5,8 -", "concealed");
    ck_assert_int_eq(lg_ontherun_validate(map, &state), LG_OK);
    ck_assert_uint_eq(lg_ontherun_joint_count(map, &state), lg_ontherun_joint_count(map, &full));
    ck_assert_int_eq(lg_ontherun_move_detectives(map, &state, MISS, &after), LG_OK);
    expect_position(map, &after, "6 f - 4:2,1,8,5 -", "missed");
    ck_assert_int_eq(lg_ontherun_targets(map, &after, 0, &cities), 0);
    ck_assert_int_eq(lg_ontherun_move_fugitive(map, &after, 0, 3, &after), LG_E_ILLEGAL);
    ck_assert_str_eq(lg_i_ontherun_explain_fugitive(map, &after, 0, 3),
                     "the fugitive's city is not known in this state");
    ck_assert_int_eq(lg_ontherun_move_detectives(map, &state, CATCH, &after), LG_OK);
    expect_position(map, &after, "5 d - 4:4,1,2,5 - caught", "it could be nowhere else");
    state = position_of(map, "1 d - 6:6,5,2,1/C -");
    ck_assert_int_eq(lg_ontherun_move_detectives(map, &state, PERHAPS, &after), LG_OK);
    expect_position(map, &after, "2 f - 6:6,5,2,1/C/7,8,1,5 -", "it could be elsewhere");
    ck_assert_int_eq(lg_ontherun_conceal(NULL, &after), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_ontherun_conceal(&full, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_ontherun_move_concealed(NULL, &after, 0, 0, &after), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_ontherun_move_concealed(map, NULL, 0, 0, &after), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_ontherun_move_concealed(map, &after, 0, 0, NULL), LG_E_ARGUMENT);
}
END_TEST

/* ---- their view does not depend on hidden facts ---- */

/* The fugitive in any other possible city: a valid state that looks the same to the detectives but not to the
 * fugitive. */
static void check_hidden_city(const hunt *h) {
    uint64_t routes[LG_ONTHERUN_MAX_CITIES + 1];
    (void)lg_ontherun_routes(&h->map, &h->state, routes);
    for (int city = 1; city <= h->map.cities; city++) {
        lg_ontherun other = h->state;
        other.fugitive = (uint8_t)city;
        const bool possible = has_city(&h->state.possible, city);
        LG_REQUIRE((routes[city] > 0) == possible, "city %d has %d routes", city, (int)routes[city]);
        LG_REQUIRE((lg_ontherun_validate(&h->map, &other) == LG_OK) == possible, "city %d is judged wrongly", city);
        if (!possible || city == h->state.fugitive) continue;
        LG_REQUIRE(looks_the_same(h, &h->state, &other, LG_ONTHERUN_DETECTIVES), "the detectives see city %d", city);
        LG_REQUIRE(!looks_the_same(h, &h->state, &other, LG_ONTHERUN_FUGITIVE), "the fugitive does not see itself");
    }
}

/* Every move by `type` from every possible city: the detectives can distinguish two of them exactly when the cities are
 * announced. */
static void check_hidden_moves(const hunt *h, int32_t type) {
    lg_ontherun first = h->state, from = h->state, after;
    bool found = false;
    for (int city = 1; city <= h->map.cities; city++) {
        if (!has_city(&h->state.possible, city)) continue;
        from.fugitive = (uint8_t)city;
        for (int to = 1; to <= h->map.cities; to++) {
            if (lg_ontherun_move_fugitive(&h->map, &from, type, to, &after) != LG_OK) continue;
            if (lg_ontherun_result_of(&after) == LG_ONTHERUN_RAN_INTO) continue;
            if (!found) first = after;
            found = true;
            const bool told = h->state.turn % 5 == 0 && first.fugitive != to;
            LG_REQUIRE(looks_the_same(h, &first, &after, LG_ONTHERUN_DETECTIVES) == !told, "turn %d, %d and %d",
                       h->state.turn, first.fugitive, to);
        }
    }
}

START_TEST(test_the_hidden_city_stays_hidden) {
    hunt *h = lg_test_malloc(sizeof *h);
    int announcements = 0;
    h->rng = lg_rng_seed(7, 0);
    LG_REQUIRE(lg_game_make("ontherun(cities=24)", 19, &h->game, NULL) == LG_OK, "no game");
    for (int game = 0; game < 1000 / lg_tests_part(); game++) {
        LG_REQUIRE(lg_ontherun_map_generate(24, (uint64_t)game, &h->map) == LG_OK, "no map");
        h->game.shared = &h->map;
        LG_REQUIRE(lg_game_new(&h->game, 0, &h->state) == LG_OK, "no start");
        while (lg_ontherun_result_of(&h->state) == LG_ONTHERUN_ONGOING) {
            if (h->state.turn > 0) check_hidden_city(h);
            for (int32_t type = 0; type < 3 && h->state.phase == LG_ONTHERUN_MOVE_FUGITIVE; type++)
                check_hidden_moves(h, type);
            announcements += h->state.phase == LG_ONTHERUN_MOVE_FUGITIVE && h->state.turn % 5 == 0;
            step(h);
        }
    }
    ck_assert_int_ge(announcements, 1);
    free(h);
}
END_TEST

/* ---- where the player to move stands ---- */

static const struct {
    const char *position;
    int viewer, city;             /* 0: none, or hidden from the viewer */
    const char *cars, *trains, *planes; /* the cities joined to it */
} NEXT[] = {
    {"0 d - - -", LG_ONTHERUN_DETECTIVES, 0, "", "", ""},
    {"0 d - - 6,5", LG_ONTHERUN_DETECTIVES, 0, "", "", ""},
    {"0 f - -:6,5,2,1 -", LG_ONTHERUN_FUGITIVE, 0, "", "", ""},
    {"0 f - -:6,5,2,1 -", LG_ONTHERUN_DETECTIVES, 0, "", "", ""},
    {"1 f 8 8:6,5,2,1 -", LG_ONTHERUN_FUGITIVE, 8, "5 6", "1 3", ""},
    {"1 f 8 8:6,5,2,1 -", LG_ONTHERUN_DETECTIVES, 0, "", "", ""},
    {"1 d 3 6:6,5,2,1/C -", LG_ONTHERUN_DETECTIVES, 6, "3 7 8", "", ""},
    {"1 d 3 6:6,5,2,1/C 8,1", LG_ONTHERUN_DETECTIVES, 2, "1 5", "3", ""},
    {"1 d 7 6:1,5,2,3/C -", LG_ONTHERUN_DETECTIVES, 1, "2 5", "8", "4"},
    {"1 d 3 6:6,5,2,1/C 8,1", LG_ONTHERUN_FUGITIVE, 0, "", "", ""},
    {"1 f 8 6:8,5,2,1 - ran-into", LG_ONTHERUN_FUGITIVE, 0, "", "", ""},
    {"5 d 4 4:4,1,2,5 - caught", LG_ONTHERUN_DETECTIVES, 0, "", "", ""},
};

static const char *marked_cities(const uint8_t *plane) {
    lg_ontherun_set cities = {0};
    for (int city = 1; city <= 8; city++)
        if (plane[city - 1] != 0) cities.word[0] |= (uint64_t)1 << city;
    return cities_text(&cities);
}

/* Planes 13 to 16 of "cities", which are planes 11 to 14 of "cities_observed". */
START_TEST(test_where_the_player_to_move_stands) {
    static uint8_t cities[24][8], unaided[22][8];
    lg_game game;
    LG_REQUIRE(lg_game_make("ontherun(cities=8,max_cities=8)", 31, &game, NULL) == LG_OK, "no game");
    game.shared = map_of(PAGE_MAP);
    const lg_ontherun state = position_of(map_of(PAGE_MAP), NEXT[_i].position);
    const int32_t viewer = NEXT[_i].viewer;
    ck_assert_int_eq(lg_game_observe(&game, &state, viewer, 2, cities, sizeof cities), LG_OK);
    ck_assert_int_eq(lg_game_observe(&game, &state, viewer, 3, unaided, sizeof unaided), LG_OK);
    ck_assert_int_eq(atoi(marked_cities(cities[13])), NEXT[_i].city);
    ck_assert_str_eq(marked_cities(cities[14]), NEXT[_i].cars);
    ck_assert_str_eq(marked_cities(cities[15]), NEXT[_i].trains);
    ck_assert_str_eq(marked_cities(cities[16]), NEXT[_i].planes);
    ck_assert_int_eq(memcmp(cities[13], unaided[11], 4 * 8), 0);
}
END_TEST

Suite *lg_test_ontherun_inference(void) {
    Suite *suite = suite_create("ontherun inference");
    TCase *tables = tcase_create("tables"), *views = tcase_create("views");
    tcase_add_loop_test(tables, test_possible_cities, 0, COUNT(POSSIBLE));
    tcase_add_loop_test(tables, test_routes, 0, COUNT(ROUTES));
    tcase_add_loop_test(tables, test_hearing, 0, COUNT(LAST_TYPE));
    tcase_add_test(tables, test_concealed_states);
    tcase_add_loop_test(views, test_where_the_player_to_move_stands, 0, COUNT(NEXT));
    tcase_add_test(views, test_the_hidden_city_stays_hidden);
    suite_add_tcase(suite, tables);
    suite_add_tcase(suite, views);
    return suite;
}
