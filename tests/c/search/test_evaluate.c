/* The values of positions for searches: tests that are the same for all games, and rows of a better and a worse
 * position. */
#include "search/helpers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const WALKS[] = {
    "alquerque",
    "blockdrop(turns=120)",
    "blockdrop(rules=engine,turns=100)",
    "snakecore(rounds=30)",
    "snakecore(size=9,players=3,rounds=20)",
    "snakecore(size=8,players=8,walls=0,rounds=8)",
    "snakecore(size=8,players=1,rounds=40)",
};

static float value_of(const lg_game *game, const void *state, int32_t player) {
    float value;
    ck_assert_int_eq(lg_game_evaluate(game, state, player, &value, NULL), LG_OK);
    return value;
}

/* Values are in range, opposite for two players, and the same for all symmetric positions. */
static void check_values(walk *w) {
    float sum = 0;
    if (lg_game_player(&w->game, w->state) < 0) return;
    for (int32_t player = 0; player < w->game.players; player++) {
        const float value = value_of(&w->game, w->state, player);
        LG_REQUIRE(w->game.type->bots->evaluate(&w->game, w->state, player) == value, "%g is out of range",
                   (double)value);
        sum += value;
        for (int32_t i = 1; i < w->game.symmetries; i++) {
            ck_assert_int_eq(lg_game_symmetry_state(&w->game, i, w->state, w->other), LG_OK);
            const float other = value_of(&w->game, w->other, player);
            LG_REQUIRE(other == value, "symmetry %d: %g, not %g", i, (double)other, (double)value);
        }
    }
    LG_REQUIRE(w->game.players != 2 || sum == 0.0f, "two players have %g together", (double)sum);
}

START_TEST(test_values) {
    walk_all(WALKS[_i], 4, check_values);
}
END_TEST

/* Values are estimates of the outcome: the sum over all players is the sum of outcomes after a win. */
START_TEST(test_sums) {
    static const struct {
        const char *game;
        float sum;
    } GAMES[] = {{"blockdrop(turns=30000)", -2}, {"snakecore(players=5)", 0}};
    walk w = walk_begin(GAMES[_i].game);
    for (walk_start(&w, 3); lg_game_player(&w.game, w.state) >= 0; walk_step(&w)) {
        float sum = 0;
        for (int32_t player = 0; player < w.game.players; player++) sum += value_of(&w.game, w.state, player);
        const float error = sum - GAMES[_i].sum;
        LG_REQUIRE((error < 0.001f && error > -0.001f) || sum == 0.0f, "together %g", (double)sum);
    }
    walk_end(&w);
}
END_TEST

/* ---- better and worse ---- */

#define PAGE "page 8/1000 "
#define NONE "0,0,0,0,0,0"
#define STABLE NONE "/" NONE "/" NONE "/" NONE "/" NONE "/" NONE
#define UNDER(timer) NONE "/0," timer ",0,0,0,0/" NONE "/" NONE "/" NONE "/" NONE /* the block of rows 3-5, columns 3-5 */
#define AWAY "17,17,R,0 0,17,R,0 17,0,L,0"

#define FIELD "snakecore(size=8,walls=0,reactors=1,ordinary=3,energy=1,rounds=100)"
#define SEEDED "0000000000000001:0000000000000001"

/* Each contains a better and a worse position for player 0. */
static const struct {
    const char *what, *game, *better, *worse;
} ROWS[] = {
    {"a stable block", "blockdrop", PAGE STABLE " 4,5,R,0 " AWAY " -", PAGE UNDER("3") " 4,5,R,0 " AWAY " -"},
    {"a way off", "blockdrop", PAGE UNDER("3") " 4,5,R,0 " AWAY " -", PAGE UNDER("3") " 4,4,R,0 " AWAY " -"},
    {"to fall later", "blockdrop", PAGE UNDER("4") " 4,4,R,0 " AWAY " -", PAGE UNDER("1") " 4,4,R,0 " AWAY " -"},
    {"no turn to miss", "blockdrop", PAGE STABLE " 4,5,R,0 " AWAY " -", PAGE STABLE " 4,5,R,2 " AWAY " -"},
    {"a corner of its block", "blockdrop", PAGE STABLE " 3,3,R,0 " AWAY " -", PAGE STABLE " 4,4,R,0 " AWAY " -"},
    {"two ways off", "blockdrop", PAGE STABLE " 3,3,R,0 " AWAY " -", PAGE STABLE " 4,3,R,0 " AWAY " -"},
    {"room on a block that drops", "blockdrop", PAGE UNDER("8") " 4,5,R,0 " AWAY " -",
     PAGE "0,-15,-15,0,0,0/-15,8,4,0,0,0/0,-15,0,0,0,0/" NONE "/" NONE "/" NONE " 4,5,R,0 " AWAY " -"},
    {"an attack from a line that faces elsewhere", "blockdrop",
     PAGE STABLE " 4,4,R,0 4,8,R,0 0,17,R,0 17,0,L,0 -", PAGE STABLE " 4,4,R,0 4,8,L,0 0,17,R,0 17,0,L,0 -"},
    {"an attacker that misses turns", "blockdrop",
     PAGE STABLE " 4,4,R,0 4,8,L,2 0,17,R,0 17,0,L,0 -", PAGE STABLE " 4,4,R,0 4,8,L,0 0,17,R,0 17,0,L,0 -"},
    {"an opponent that must fall", "blockdrop",
     PAGE UNDER("2") " 17,17,R,0 4,4,R,0 0,17,R,0 17,0,L,0 -", PAGE STABLE " 17,17,R,0 4,4,R,0 0,17,R,0 17,0,L,0 -"},
    {"an opponent that has fallen", "blockdrop",
     PAGE STABLE " 17,17,R,0 -1,-1,R,0 0,17,R,0 17,0,L,0 -", PAGE STABLE " 17,17,R,0 4,4,R,0 0,17,R,0 17,0,L,0 -"},
    {"an opponent that is gone", "blockdrop",
     PAGE STABLE " 17,17,R,0 4,4,R,0 0,17,R,0 17,0,L,0 1", PAGE STABLE " 17,17,R,0 4,4,R,0 0,17,R,0 17,0,L,0 -"},
    {"to fall last", "blockdrop",
     PAGE "2,0,0,0,0,0/0,3,0,0,0,0/" NONE "/" NONE "/" NONE "/" NONE " 4,4,R,0 1,1,R,0 -1,-1,R,0 -1,-1,L,0 -",
     PAGE "3,0,0,0,0,0/0,3,0,0,0,0/" NONE "/" NONE "/" NONE "/" NONE " 4,4,R,0 1,1,R,0 -1,-1,R,0 -1,-1,L,0 -"},
    {"a draw rather than to fall first", "blockdrop",
     PAGE "3,0,0,0,0,0/0,3,0,0,0,0/" NONE "/" NONE "/" NONE "/" NONE " 4,4,R,0 1,1,R,0 -1,-1,R,0 -1,-1,L,0 -",
     PAGE "3,0,0,0,0,0/0,2,0,0,0,0/" NONE "/" NONE "/" NONE "/" NONE " 4,4,R,0 1,1,R,0 -1,-1,R,0 -1,-1,L,0 -"},
    {"the draw that is near", "blockdrop",
     "page 996/1000 " UNDER("2") " 4,4,R,0 " AWAY " -", PAGE UNDER("2") " 4,4,R,0 " AWAY " -"},
    {"a point", FIELD, "8 8/1pebb3/8/8/5p2/3b4/8/7R 0 3/100 " SEEDED " 1:0:1,1:RRR 0:0:5,4:-",
     "8 8/1pebb3/8/8/5p2/3b4/8/7R 0 3/100 " SEEDED " 0:0:1,1:RRR 0:0:5,4:-"},
    {"no point of the other", FIELD, "8 8/1pebb3/8/8/5p2/3b4/8/7R 0 3/100 " SEEDED " 1:0:1,1:RRR 0:0:5,4:-",
     "8 8/1pebb3/8/8/5p2/3b4/8/7R 0 3/100 " SEEDED " 1:0:1,1:RRR 1:0:5,4:-"},
    {"a block more", FIELD, "8 8/1pebb3/8/8/5p2/3b4/8/7R 0 3/100 " SEEDED " 0:0:1,1:RRR 0:0:5,4:-",
     "8 8/1pebb3/8/8/5p2/3b4/8/7R 0 3/100 " SEEDED " 0:0:1,1:RR 0:0:5,4:-"},
    {"an energy block", FIELD, "8 8/1pebb3/8/8/5p2/3b4/8/7R 0 3/100 " SEEDED " 0:0:1,1:RRR 0:0:5,4:-",
     "8 8/1pbbb3/8/8/5p2/3e4/8/7R 0 3/100 " SEEDED " 0:0:1,1:RRR 0:0:5,4:-"},
    {"a lead when the end is near", FIELD, "8 8/1pebb3/8/8/5p2/3b4/8/7R 0 95/100 " SEEDED " 9:0:1,1:RRR 0:0:5,4:-",
     "8 8/1pebb3/8/8/5p2/3b4/8/7R 0 3/100 " SEEDED " 9:0:1,1:RRR 0:0:5,4:-"},
    {"an opponent that is out", FIELD, "8 8/1pebb3/8/8/4bp2/8/8/7R 0 3/100 " SEEDED " 9:0:1,1:RRR 0:0:5,4:L!",
     "8 8/1pebb3/8/8/4bp2/8/8/7R 0 3/100 " SEEDED " 9:0:1,1:RRR 0:0:5,4:L"},
};

static float value_of_text(walk *w, const char *text) {
    lg_parse_error error;
    LG_REQUIRE(lg_game_state_parse(&w->game, text, strlen(text), w->state, &error) == LG_OK, "%s: column %d: expected %s",
               text, error.column, error.expected);
    return value_of(&w->game, w->state, 0);
}

START_TEST(test_better_positions) {
    walk w = walk_begin(ROWS[_i].game);
    const float better = value_of_text(&w, ROWS[_i].better), worse = value_of_text(&w, ROWS[_i].worse);
    LG_REQUIRE(better > worse, "%s: %g is not above %g", ROWS[_i].what, (double)better, (double)worse);
    walk_end(&w);
}
END_TEST

/* A body of n blocks is worth three quarters of the n (n + 1) / 2 points that it is on its way to, and half a point a
 * block: three blocks are as much as six points. */
START_TEST(test_bodies_in_points) {
    static const struct {
        const char *three, *none; /* of the pythons with three blocks and with none */
        int sign;
    } ROWS[] = {{"0", "6", 0}, {"0", "7", -1}, {"0", "5", 1}, {"9", "15", 0}};
    walk w = walk_begin(FIELD);
    for (int i = 0; i < 4; i++) {
        char text[200];
        snprintf(text, sizeof text, "8 8/1pbbb3/8/8/5p2/3e4/8/7R 0 3/100 " SEEDED " %s:0:1,1:RRR %s:0:5,4:-",
                 ROWS[i].three, ROWS[i].none);
        const float value = value_of_text(&w, text);
        const int sign = (value > 0) - (value < 0);
        LG_REQUIRE(sign == ROWS[i].sign, "%s: %g", text, (double)value);
    }
    walk_end(&w);
}
END_TEST

/* Half of the priors goes to greedy's choice: to attack the opponent that can't get away. */
START_TEST(test_guide) {
    walk w = walk_begin("blockdrop");
    lg_search_config config = lg_search_default(20);
    config.policy = LG_SEARCH_PUCT;
    config.greedy_prior = 0.5f;
    const size_t size = lg_search_size(&w.game, &config);
    void *memory = malloc(size);
    lg_search *search;
    float priors[LG_BLOCKDROP_ACTIONS];
    (void)value_of_text(&w, PAGE STABLE " 4,0,R,0 4,4,D,0 0,17,R,0 17,0,L,0 -");
    ck_assert_int_eq(lg_search_create(&w.game, &config, memory, size, &search), LG_OK);
    ck_assert_int_eq(lg_search_begin(search, w.state), LG_OK);
    ck_assert_int_eq(lg_search_run(search, NULL, NULL), LG_OK);
    ck_assert_int_eq(lg_search_root(search, &(lg_search_actions){.priors = priors}), LG_OK);
    for (int i = 0; i < LG_BLOCKDROP_ACTIONS; i++) {
        /* a step to the right would be cancelled */
        const float expected = i == LG_BLOCKDROP_RIGHT ? 0 : i == LG_BLOCKDROP_ATTACK ? 0.6f : 0.1f;
        const float error = priors[i] - expected;
        LG_REQUIRE(error < 1e-6f && error > -1e-6f, "action %d: %g", i, (double)priors[i]);
    }
    free(memory);
    walk_end(&w);
}
END_TEST

/* The detectives' last decision before the fugitive moves, from wherever it may be. */
static void go_to_last_detective(walk *w) {
    for (int64_t decisions = 20;; decisions++) {
        lg_rng rng = lg_rng_seed(1, 0);
        ck_assert_int_lt(decisions, 40);
        ck_assert_int_eq(lg_game_new(&w->game, 1, w->state), LG_OK);
        ck_assert_int_eq(lg_rollout(&w->game, w->state, decisions, &rng, w->state, NULL, NULL, NULL), LG_OK);
        const lg_ontherun *state = w->state;
        if (state->phase == LG_ONTHERUN_MOVE_DETECTIVES && state->choice[2] != 0 && state->choice[3] == 0) return;
    }
}

/* All of the priors goes to greedy's choice, also among actions that only later simulations find legal. */
START_TEST(test_guide_of_hidden) {
    walk w = walk_begin("ontherun(cities=30,map=1)");
    lg_search_config config = lg_search_default(400);
    config.policy = LG_SEARCH_PUCT;
    config.greedy_prior = 1;
    lg_search *search = search_make(&w.game, &config);
    lg_search_child first[64], answers[256];
    int most = 0;
    go_to_last_detective(&w);
    search_state(search, w.state);
    const int32_t actions = lg_search_children(search, NULL, 0, first, 64);
    for (int32_t i = 0; i < actions; i++) {
        const int32_t count = lg_search_children(search, &first[i].action, 1, answers, 256);
        int chosen = 0;
        for (int32_t k = 0; k < count; k++) {
            const float prior = answers[k].prior;
            LG_REQUIRE(prior <= 0 || prior >= 1, "answer %d to %d: %g", k, first[i].action, (double)prior);
            chosen += prior > 0;
        }
        if (chosen > most) most = chosen;
    }
    ck_assert_int_gt(most, 1); /* greedy's choices in several states */
    search_free(search);
    walk_end(&w);
}
END_TEST

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))

Suite *lg_test_search_evaluate(void) {
    Suite *suite = suite_create("search_evaluate");
    TCase *tests = tcase_create("evaluate");
    tcase_add_loop_test(tests, test_values, 0, COUNT(WALKS));
    tcase_add_loop_test(tests, test_sums, 0, 2);
    tcase_add_loop_test(tests, test_better_positions, 0, COUNT(ROWS));
    tcase_add_test(tests, test_bodies_in_points);
    tcase_add_test(tests, test_guide);
    tcase_add_test(tests, test_guide_of_hidden);
    suite_add_tcase(suite, tests);
    return suite;
}
