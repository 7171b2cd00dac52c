/* On the Run: sets of cities against the slow, literal implementation, in more than a million turns of random games. */
#include "../tests.h"
#include "reference.h"
#include "games/ontherun/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- maps ---- */

typedef struct pair {
    lg_ontherun_map map;
    slow_ontherun_map slow_map;
    lg_ontherun fast;
    slow_ontherun slow;
    lg_rng rng;
    char text[20000];
} pair;

/* Any connections at all: promises broken, cities alone, many ways between two. */
static void wild_map(pair *p, uint32_t most_cities) {
    const uint32_t cities = 5 + lg_rng_below(&p->rng, most_cities - 4);
    int length = snprintf(p->text, sizeof p->text, "%u\n", (unsigned)cities);
    for (int type = 0; type < 3; type++) {
        const uint32_t edges = lg_rng_below(&p->rng, 2 * cities);
        for (uint32_t i = 0; i < edges; i++) {
            const uint32_t a = lg_rng_below(&p->rng, cities), b = lg_rng_below(&p->rng, cities - 1);
            length += snprintf(p->text + length, sizeof p->text - (size_t)length, "%c %u-%u\n", "CTP"[type],
                               (unsigned)a + 1, (unsigned)(b + (b >= a)) + 1);
        }
    }
    (void)snprintf(p->text + length, sizeof p->text - (size_t)length, "END\n");
    LG_REQUIRE(lg_ontherun_map_parse(p->text, strlen(p->text), &p->map, NULL) == LG_OK, "%s", p->text);
}

static void proper_map(pair *p, uint32_t most_cities) {
    size_t length;
    const int32_t cities = (int32_t)(5 + lg_rng_below(&p->rng, most_cities - 4));
    LG_REQUIRE(lg_ontherun_map_generate(cities, lg_rng_next(&p->rng), &p->map) == LG_OK, "no map");
    LG_REQUIRE(lg_ontherun_map_print(&p->map, p->text, sizeof p->text, &length) == LG_OK, "no text");
}

/* ---- comparing ---- */

static bool has(const lg_ontherun_set *set, int city) { return (set->word[city / 64] >> city % 64 & 1) != 0; }

static void fail_at(const pair *p, const char *what) {
    char position[LG_ONTHERUN_POSITION_TEXT + 1] = "";
    size_t length;
    (void)lg_ontherun_print(&p->map, &p->fast, position, sizeof position, &length);
    ck_abort_msg("%s: %s\n%s", what, position, p->text);
}

static void compare_possible(const pair *p) {
    bool possible[201];
    slow_ontherun_possible(&p->slow, possible);
    for (int city = 0; city <= 200; city++) {
        const bool here = strcmp(p->slow.result, "ran into detective") != 0 && possible[city];
        if (has(&p->fast.possible, city) != here) fail_at(p, "the possible cities differ");
    }
}

static void compare_results(const pair *p) {
    int32_t fast[2];
    int slow[2];
    if (strcmp(lg_ontherun_result_text(lg_ontherun_result_of(&p->fast)), p->slow.result) != 0) fail_at(p, "results differ");
    lg_ontherun_scores(&p->fast, fast);
    slow_ontherun_score(&p->slow, slow);
    if (fast[0] != slow[0] || fast[1] != slow[1]) fail_at(p, "the scores differ");
    if (lg_ontherun_validate(&p->map, &p->fast) != LG_OK) fail_at(p, "a reached state is called invalid");
}

static void compare_routes(const pair *p) {
    uint64_t fast[201], slow[201], sum = 0;
    if (slow_ontherun_over(&p->slow)) return;
    const uint64_t said = lg_ontherun_routes(&p->map, &p->fast, fast);
    slow_ontherun_routes(&p->slow, slow);
    if (memcmp(fast, slow, sizeof fast) != 0) fail_at(p, "the routes differ");
    for (int city = 1; city <= 200; city++) sum += slow[city];
    if (said != sum) fail_at(p, "the sum of the routes differs");
}

/* All joint moves that the library lists: as many as it counts, in ascending order, every one legal. */
static void compare_list(const pair *p, long count) {
    lg_ontherun_joints joints;
    int32_t city[4], last[4] = {0, 0, 0, 0};
    long listed = 0;
    lg_ontherun_joints_begin(&p->map, &p->fast, &joints);
    for (; lg_ontherun_joints_next(&joints, city); listed++) {
        int order = 0;
        const int slow[4] = {city[0], city[1], city[2], city[3]};
        for (int i = 0; i < 4 && order == 0; i++) order = city[i] - last[i];
        if (order <= 0) fail_at(p, "the joint moves are not in ascending order");
        if (!slow_ontherun_may_chase(&p->slow, slow)) fail_at(p, "an illegal joint move is listed");
        memcpy(last, city, sizeof last);
    }
    if (listed != count) fail_at(p, "the number of joint moves listed differs");
}

/* ---- playing ---- */

/* A random member of the set; 0 when it is empty. */
static int any_of(pair *p, const lg_ontherun_set *set) {
    uint32_t count = 0;
    for (int city = 1; city <= p->map.cities; city++) count += has(set, city);
    uint32_t rank = lg_rng_below(&p->rng, count);
    for (int city = 1; city <= p->map.cities; city++)
        if (has(set, city) && rank-- == 0) return city;
    return 0;
}

/* One detective after the other, the mask compared with an enumeration. */
static void detectives_decide(pair *p, bool list) {
    int city[4] = {0, 0, 0, 0};
    for (int i = 0; i < 4; i++) {
        bool next[201];
        lg_ontherun_set fast;
        const long count = slow_ontherun_joint_moves(&p->slow, city, i, next);
        if ((long)lg_ontherun_joint_count(&p->map, &p->fast) != count) fail_at(p, "the number of joint moves differs");
        if (list) compare_list(p, count);
        (void)lg_ontherun_choices(&p->map, &p->fast, &fast);
        for (int c = 1; c <= 200; c++)
            if (has(&fast, c) != next[c]) fail_at(p, "the choices differ");
        city[i] = any_of(p, &fast);
        if (lg_ontherun_decide(&p->map, &p->fast, city[i], &p->fast) != LG_OK) fail_at(p, "a choice is refused");
    }
    if (p->slow.placed) slow_ontherun_chase(&p->slow, city);
    else slow_ontherun_place(&p->slow, city);
}

/* All four together: any four cities, mostly legal ones, accepted by both or by neither. */
static void detectives_answer(pair *p) {
    for (;;) {
        int32_t city[4];
        for (int i = 0; i < 4; i++) {
            const lg_ontherun_set *near = &p->map.joined[LG_ONTHERUN_ANY][p->fast.detective[i]];
            city[i] = lg_rng_below(&p->rng, 8) == 0 ? (int32_t)lg_rng_below(&p->rng, (uint32_t)p->map.cities + 3) - 1
                                                    : any_of(p, near);
        }
        const int slow[4] = {city[0], city[1], city[2], city[3]};
        const bool legal = slow_ontherun_may_chase(&p->slow, slow);
        const bool explained = lg_i_ontherun_explain_detectives(&p->map, &p->fast, city) != NULL;
        const lg_status status = lg_ontherun_move_detectives(&p->map, &p->fast, city, &p->fast);
        if (status != (legal ? LG_OK : LG_E_ILLEGAL)) fail_at(p, "four cities are judged differently");
        if (explained == legal) fail_at(p, "four cities are explained differently");
        if (!legal) continue;
        slow_ontherun_chase(&p->slow, slow);
        return;
    }
}

static bool meets_detective(const pair *p, int city) {
    const uint8_t *team = p->fast.detective;
    return team[0] == city || team[1] == city || team[2] == city || team[3] == city;
}

static void fugitive_moves(pair *p) {
    int types[600], cities[600], count = 0;
    for (int type = 0; type < 3; type++) {
        lg_ontherun_set fast;
        (void)lg_ontherun_targets(&p->map, &p->fast, type, &fast);
        for (int city = 1; city <= p->map.cities; city++) {
            if (has(&fast, city) != slow_ontherun_may_run(&p->slow, type, city))
                fail_at(p, "the fugitive's moves differ");
            if (!has(&fast, city)) continue;
            types[count] = type;
            cities[count++] = city;
        }
    }
    int move = (int)lg_rng_below(&p->rng, (uint32_t)count);
    for (int i = 0; i < 4 && meets_detective(p, cities[move]); i++) /* a careful fugitive: long games */
        move = (int)lg_rng_below(&p->rng, (uint32_t)count);
    if (lg_ontherun_move_fugitive(&p->map, &p->fast, types[move], cities[move], &p->fast) != LG_OK)
        fail_at(p, "the fugitive's move is refused");
    slow_ontherun_run(&p->slow, types[move], cities[move]);
}

static void begin(pair *p) {
    lg_ontherun_start(&p->fast);
    slow_ontherun_begin(&p->slow, &p->slow_map);
    if (p->map.cities <= 12 && lg_rng_below(&p->rng, 50) == 0) {
        detectives_decide(p, false);
    } else {
        int32_t city[4] = {0, 0, 0, 0};
        int slow[4] = {0, 0, 0, 0};
        do
            for (int i = 0; i < 4; i++) slow[i] = city[i] = 1 + (int32_t)lg_rng_below(&p->rng, (uint32_t)p->map.cities);
        while (lg_ontherun_place_detectives(&p->map, &p->fast, city, &p->fast) != LG_OK);
        slow_ontherun_place(&p->slow, slow);
    }
    const int start = 1 + (int)lg_rng_below(&p->rng, (uint32_t)p->map.cities);
    LG_REQUIRE(lg_ontherun_place_fugitive(&p->map, &p->fast, start, &p->fast) == LG_OK, "the start is refused");
    slow_ontherun_hide(&p->slow, start);
}

static void compare(const pair *p) {
    compare_possible(p);
    compare_results(p);
    compare_routes(p);
}

/* Returns the number of turns. */
static int play_game(pair *p) {
    begin(p);
    compare(p);
    while (!slow_ontherun_over(&p->slow)) {
        fugitive_moves(p);
        compare(p);
        if (slow_ontherun_over(&p->slow)) break;
        if (lg_rng_below(&p->rng, 3) == 0) detectives_decide(p, lg_rng_below(&p->rng, 8) == 0);
        else detectives_answer(p);
        compare(p);
    }
    return p->slow.turns;
}

static const struct {
    void (*make)(pair *p, uint32_t most_cities);
    uint32_t most_cities;
    int turns;
} KINDS[] = {
    {wild_map, 9, 150000}, {wild_map, 40, 20000},   {proper_map, 12, 100000},
    {proper_map, 60, 5000}, {proper_map, 200, 1000},
};

START_TEST(test_random_games) {
    pair *p = lg_test_malloc(sizeof *p);
    p->rng = lg_rng_seed(2007, (uint64_t)_i);
    for (int turns = 0; turns < lg_tests_amount(KINDS[_i].turns);) {
        KINDS[_i].make(p, KINDS[_i].most_cities);
        slow_ontherun_read_map(&p->slow_map, p->text);
        for (int game = 0; game < 100; game++) turns += play_game(p);
    }
    free(p);
}
END_TEST

Suite *lg_test_ontherun_reference(void) {
    Suite *suite = suite_create("ontherun reference");
    TCase *tests = tcase_create("reference");
    tcase_add_loop_test(tests, test_random_games, 0, (int)(sizeof KINDS / sizeof KINDS[0]));
    suite_add_tcase(suite, tests);
    return suite;
}
