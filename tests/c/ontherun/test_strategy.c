/* On the Run: values of positions, the choices of `greedy`, and its strength. */
#include "hunts.h"
#include "positions.h"

#include "../walk.h"

#include <stdlib.h>

/* A road from 1 to 14, with a short train at its end. */
#define ROAD_MAP                                                                                                       \
    "14\nC 1-2\nC 2-3\nC 3-4\nC 4-5\nC 5-6\nC 6-7\nC 7-8\nC 8-9\nC 9-10\nC 10-11\nC 11-12\nC 12-13\nC 13-14\n"         \
    "T 12-13\nT 12-14\nEND\n"

static lg_game game_on(const char *text, lg_ontherun_map *map) {
    lg_game game;
    char name[32];
    *map = *map_of(text);
    (void)snprintf(name, sizeof name, "ontherun(cities=%d)", (int)map->cities);
    LG_REQUIRE(lg_game_make(name, strlen(name), &game, NULL) == LG_OK, "%s", name);
    LG_REQUIRE(lg_game_prepare_parse(&game, text, strlen(text), map, sizeof *map, NULL) == LG_OK, "%s", text);
    return game;
}

/* ---- values of positions ---- */

static const struct {
    const char *rule, *map, *better, *worse; /* for the detectives */
} ORDER[] = {
    {"a fugitive in a dead end", ROAD_MAP, "1 f 2 2:4,5,6,7 -", "1 f 9 9:4,5,6,7 -"},
    {"both of its ways barred", ROAD_MAP, "1 f 9 9:4,5,7,11 -", "1 f 9 9:4,5,6,7 -"},
    {"an arrest early on", ROAD_MAP, "6 f 9 9:4,5,6,7 -", "11 f 9 9:4,5,6,7 -"},
    {"any time left, late", ROAD_MAP, "41 f 9 9:4,5,6,7 -", "46 f 9 9:4,5,6,7 -"},
    {"a detective next to it, to move", ROAD_MAP, "5 d 9 C9:5,6,7,8 -", "5 d 9 C9:4,5,6,7 -"},
    {"a detective sent to its city", ROAD_MAP, "5 d 9 C9:8,3,5,7 9", "5 d 9 C9:8,3,5,7 7"},
    {"a detective sent after it", ROAD_MAP, "5 d 9 C9:6,3,2,1 7", "5 d 9 C9:6,3,2,1 5"},
    {"its city known", ROAD_MAP, "5 d 9 C9:3,4,5,6 -", "4 d 9 9:2,3,4,5/C/3,4,5,6/C/4,5,6,7/C/3,4,5,6/C -"},
};

static float worth(const lg_game *game, const lg_ontherun *state, int32_t player) {
    float value = 0;
    bool quiet;
    LG_REQUIRE(lg_game_evaluate(game, state, player, &value, &quiet) == LG_OK, "no value");
    return value;
}

START_TEST(test_order) {
    lg_ontherun_map map;
    const lg_game game = game_on(ORDER[_i].map, &map);
    const lg_ontherun better = position_of(&map, ORDER[_i].better), worse = position_of(&map, ORDER[_i].worse);
    const float more = worth(&game, &better, LG_ONTHERUN_DETECTIVES),
                less = worth(&game, &worse, LG_ONTHERUN_DETECTIVES);
    ck_assert_msg(more > less, "%s: %g, not above %g", ORDER[_i].rule, (double)more, (double)less);
    ck_assert_float_eq(worth(&game, &better, LG_ONTHERUN_FUGITIVE), -more);
}
END_TEST

/* ---- the choices of `greedy` ---- */

static const struct {
    const char *rule, *map, *before, *action; /* its text, or the beginning of it */
} CHOICES[] = {
    {"a detective arrests a fugitive whose city is known", ROAD_MAP, "5 d 9 C9:8,3,5,7 -", "C 9"},
    {"a detective bars the way out", ROAD_MAP, "5 d 9 C9:11,3,5,7 -", "C 10"},
    {"detectives follow", ROAD_MAP, "5 d 9 C9:6,3,2,1 -", "C 7"},
    {"the fugitive starts where it has room", ROAD_MAP, "0 f - -:8,9,10,11 -", "C 7"},
    {"the fugitive does not run into a detective", ROAD_MAP, "1 f 3 3:4,5,6,7 -", "C 2"},
    {"the fugitive goes where it has room", ROAD_MAP, "1 f 9 9:4,5,6,7 -", "C 10"},
    {"by the type that leaves more cities possible", ROAD_MAP, "1 f 12 12:4,5,6,11 -", "T"},
};

START_TEST(test_choices) {
    lg_ontherun_map map;
    const lg_game game = game_on(CHOICES[_i].map, &map);
    const lg_ontherun before = position_of(&map, CHOICES[_i].before);
    lg_rng rng = lg_rng_seed(1, 1);
    int32_t action = -1;
    char text[16];
    size_t length;
    ck_assert_int_eq(lg_game_choose(&game, &before, LG_BOT_GREEDY, &rng, &action), LG_OK);
    ck_assert_int_eq(lg_game_action_print(&game, action, text, sizeof text, &length), LG_OK);
    ck_assert_msg(strncmp(text, CHOICES[_i].action, strlen(CHOICES[_i].action)) == 0, "%s: %s, not %s",
                  CHOICES[_i].rule, text, CHOICES[_i].action);
}
END_TEST

/* ---- strength ---- */

/* Ten lines: the next detective goes nearest to a possible city that no other one is sent to. */
static int32_t go_nearest(const lg_game *game, const lg_ontherun *state, lg_rng *rng) {
    const lg_ontherun_map *map = game->shared;
    lg_ontherun_set choices;
    int32_t best = 0, fewest = INT32_MAX;
    if (state->turn == 0) {
        LG_REQUIRE(lg_game_choose(game, state, LG_BOT_GREEDY, rng, &best) == LG_OK, "no start");
        return best;
    }
    (void)lg_ontherun_choices(map, state, &choices);
    for (int city = 1; city <= map->cities; city++)
        for (int end = 1; end <= map->cities && has_city(&choices, city); end++) {
            const bool taken = memchr(state->choice, end, LG_ONTHERUN_TEAM) != NULL;
            const int32_t steps = map->distance[LG_ONTHERUN_ANY][city][end];
            if (!has_city(&state->possible, end) || taken || steps >= fewest) continue;
            fewest = steps;
            best = city - 1;
        }
    return best > 0 || fewest < INT32_MAX ? best : lg_mask_select(choices.word, 256, 0) - 1;
}

/* The first of the joint moves that bring them nearest to all possible cities. */
static int32_t go_together(const lg_game *game, const lg_ontherun *state, lg_rng *rng) {
    const lg_ontherun_map *map = game->shared;
    lg_ontherun_joints joints;
    int32_t city[LG_ONTHERUN_TEAM], best = 0, least = INT32_MAX, next = 0;
    if (state->turn == 0) {
        LG_REQUIRE(lg_game_choose(game, state, LG_BOT_GREEDY, rng, &best) == LG_OK, "no start");
        return best;
    }
    while (state->choice[next] != 0) next++;
    lg_ontherun_joints_begin(map, state, &joints);
    while (lg_ontherun_joints_next(&joints, city)) {
        int32_t sum = 0;
        for (int to = 1; to <= map->cities; to++) {
            int32_t nearest = LG_ONTHERUN_FAR;
            for (int i = 0; i < LG_ONTHERUN_TEAM && has_city(&state->possible, to); i++)
                if (map->distance[LG_ONTHERUN_ANY][city[i]][to] < nearest)
                    nearest = map->distance[LG_ONTHERUN_ANY][city[i]][to];
            if (nearest < LG_ONTHERUN_FAR) sum += nearest;
        }
        if (sum >= least) continue;
        least = sum;
        best = city[next] - 1;
    }
    return best;
}

static const char *const NEAREST = "nearest", *const TOGETHER = "together";

static int32_t chosen_by(const char *who, walk *w, lg_stop *stop, void *context) {
    lg_bot player;
    int32_t action = -1;
    if (who == NEAREST) return go_nearest(&w->game, w->state, &w->rng);
    if (who == TOGETHER) return go_together(&w->game, w->state, &w->rng);
    LG_REQUIRE(lg_bot_configure(&w->game, who, strlen(who), &player, NULL) == LG_OK, "%s", who);
    LG_REQUIRE(lg_bot_choose(&w->game, &player, w->state, &w->rng, NULL, 0, stop, context, &action) == LG_OK,
               "no choice");
    return action;
}

/* The detectives' mean outcome of a hunt on each of some maps. */
static double hunts(int32_t count, const char *detectives, const char *fugitive) {
    double sum = 0;
    for (int32_t i = 0; i < count; i++) {
        char name[40];
        float outcome[2];
        (void)snprintf(name, sizeof name, "ontherun(map=%d)", (int)i);
        walk w = walk_begin(name);
        walk_start(&w, 1);
        for (int32_t player; (player = lg_game_player(&w.game, w.state)) >= 0;) {
            const int32_t action =
                chosen_by(player == LG_ONTHERUN_DETECTIVES ? detectives : fugitive, &w, NULL, NULL);
            LG_REQUIRE(lg_game_apply(&w.game, w.state, action, w.state) == LG_OK, "%d", (int)action);
        }
        (void)lg_game_outcome(&w.game, w.state, outcome);
        sum += (double)outcome[LG_ONTHERUN_DETECTIVES] / count;
        walk_end(&w);
    }
    return sum;
}

START_TEST(test_strength) {
    const int32_t count = lg_tests_amount(20);
    const double greedy = hunts(count, "greedy", "greedy"), nearest = hunts(count, NEAREST, "greedy");
    ck_assert_msg(greedy > nearest + 0.2, "greedy %g, nearest %g", greedy, nearest);
    ck_assert_msg(greedy > 0.65, "greedy %g", greedy);
}
END_TEST

/* ---- the player `expert` ---- */

/* As fugitive it is caught later than greedy by each kind of detectives that it expects, and as detectives it makes
 * arrests earlier than greedy. Of 200 maps: 0.79 and 0.51, 0.52 and -0.26, -0.43 and -0.98, 0.86 and 0.79. */
START_TEST(test_expert) {
    static const struct {
        const char *detectives, *fugitive, *than_detectives, *than_fugitive;
        double more;
    } CASES[] = {
        {"greedy", "greedy", "greedy", "expert(simulations=200)", 0.05},
        {NEAREST, "greedy", NEAREST, "expert(simulations=200)", 0.2},
        {TOGETHER, "greedy", TOGETHER, "expert(simulations=200)", 0.2},
        {"expert(simulations=200)", "greedy", "greedy", "greedy", 0},
    };
    const int32_t count = lg_tests_amount(30); /* few in slower builds, where only mistakes are looked for */
    const double high = hunts(count, CASES[_i].detectives, CASES[_i].fugitive);
    const double low = hunts(count, CASES[_i].than_detectives, CASES[_i].than_fugitive);
    ck_assert_msg(LG_TESTS_SLOWER > 1 || high > low + CASES[_i].more, "%s of %s: %g; %s of %s: %g",
                  CASES[_i].detectives, CASES[_i].fugitive, high, CASES[_i].than_detectives, CASES[_i].than_fugitive, low);
}
END_TEST

static bool stops(void *context) {
    return --*(int *)context < 0;
}

/* Stopped within the first round, it immediately chooses a legal action. */
START_TEST(test_expert_stopped) {
    walk w = walk_begin("ontherun(map=3)");
    walk_start(&w, 3);
    for (int i = 0; lg_game_player(&w.game, w.state) >= 0; i++) {
        int left = i % 4;
        const int32_t action = chosen_by("expert(simulations=2147483647)", &w, stops, &left);
        ck_assert_int_eq(left, w.count > 1 ? -1 : i % 4);
        ck_assert_int_eq(lg_game_apply(&w.game, w.state, action, w.state), LG_OK);
        w.count = lg_game_legal(&w.game, w.state, w.mask);
    }
    walk_end(&w);
}
END_TEST

/* With one legal action there is nothing to think about, and with few games it chooses as greedy does. */
START_TEST(test_expert_with_few) {
    lg_ontherun_map map;
    const lg_game game = game_on(ROAD_MAP, &map);
    lg_ontherun state = position_of(&map, "1 f 1 1:4,5,6,7 -");
    lg_rng rng = lg_rng_seed(1, 0);
    const lg_effort effort = {1, NULL, NULL};
    ck_assert_int_eq(game.type->bots->expert(&game, &state, &effort, &rng), 1); /* C 2 */
    state = position_of(&map, "1 f 9 9:4,5,6,7 -");
    for (int i = 0; i < 8; i++) {
        lg_rng same = rng;
        ck_assert_int_eq(game.type->bots->expert(&game, &state, &effort, &rng),
                         game.type->bots->greedy(&game, &state, &same));
    }
}
END_TEST

Suite *lg_test_ontherun_strategy(void) {
    Suite *suite = suite_create("ontherun_strategy");
    TCase *tests = tcase_create("ontherun_strategy");
    tcase_add_loop_test(tests, test_order, 0, COUNT(ORDER));
    tcase_add_loop_test(tests, test_choices, 0, COUNT(CHOICES));
    tcase_add_test(tests, test_strength);
    tcase_add_loop_test(tests, test_expert, 0, 4);
    tcase_add_test(tests, test_expert_stopped);
    tcase_add_test(tests, test_expert_with_few);
    suite_add_tcase(suite, tests);
    return suite;
}
