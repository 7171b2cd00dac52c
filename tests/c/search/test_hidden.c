/* What a player does not know changes nothing that it chooses. */
#include "search/helpers.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *configuration;
    int32_t playthroughs;
    bool keeps; /* a move can leave its player with the tree and tell it nothing: each walk shows squares */
} GAMES[] = {
    {"amazes(turns=8)", 6, true},
    {"amazes(actions=walk,turns=6)", 16, false},
    {"ontherun(cities=60,map=3)", 80, true},
    {"ontherun", 12, true},
    {"snakecore(size=8,players=2,rounds=20)", 4, true},
};
#define GAME_COUNT ((int)(sizeof GAMES / sizeof GAMES[0]))

static lg_search *search;
static int different; /* resampled states that are other states */

static lg_search_config config_of(int policy) {
    lg_search_config config = lg_search_default(12);
    config.policy = policy;
    config.noise = 0.25f;
    config.cutoff = 30;
    config.nodes = 3000;
    return config;
}

/* The same knowledge and the same seed: the same search, in every number. */
static void check_choice(walk *w) {
    uint64_t key = 0, other_key = 0;
    if (w->count == 0) return;
    LG_REQUIRE(lg_game_resample(&w->game, w->state, w->player, &w->rng, w->other) == LG_OK, "resample");
    LG_REQUIRE(lg_game_information(&w->game, w->state, w->player, &key) == LG_OK, "key");
    LG_REQUIRE(lg_game_information(&w->game, w->other, w->player, &other_key) == LG_OK, "key");
    LG_REQUIRE(key == other_key, "another key");
    different += !walk_same(w, w->state, w->other);
    search_state(search, w->state);
    const uint64_t digest = search_digest(search, &w->game);
    const int32_t best = search_best(search);
    search_state(search, w->other);
    LG_REQUIRE(search_best(search) == best, "%d, but %d when what is hidden changes", best, search_best(search));
    LG_REQUIRE(search_digest(search, &w->game) == digest, "another tree when what is hidden changes");
}

START_TEST(test_choice) {
    const lg_search_config config = config_of(_i % 3);
    walk w = walk_begin(GAMES[_i / 3].configuration);
    search = search_make(&w.game, &config);
    different = 0;
    walk_all(GAMES[_i / 3].configuration, GAMES[_i / 3].playthroughs, check_choice);
    ck_assert_msg(different >= 100 / lg_tests_part(), "only %d other states", different);
    search_free(search);
    walk_end(&w);
}
END_TEST

/* A search from a state that was resampled by hand is no other either when it goes on after a move of its own, where
 * that told its player nothing of what is hidden. */
START_TEST(test_no_leak_after_moves) {
    walk w = walk_begin(GAMES[_i].configuration);
    lg_search_config config = config_of(0);
    config.simulations = 60;
    search = search_make(&w.game, &config);
    lg_search *again = search_make(&w.game, &config);
    int kept = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        walk_start(&w, seed);
        for (uint64_t i = 0; i < seed % 13 && w.count > 0; i++) walk_step(&w);
        if (w.count == 0) continue;
        ck_assert_int_eq(lg_game_resample(&w.game, w.state, w.player, &w.rng, w.other), LG_OK);
        search_state(search, w.state);
        search_state(again, w.other);
        const int32_t best = search_best(search), before = w.player;
        ck_assert_int_eq(search_best(again), best);
        ck_assert_int_eq(lg_search_advance(search, best, NULL), LG_OK);
        ck_assert_int_eq(lg_search_advance(again, best, NULL), LG_OK);
        ck_assert_int_eq(lg_game_apply(&w.game, w.state, best, w.state), LG_OK);
        ck_assert_int_eq(lg_game_apply(&w.game, w.other, best, w.other), LG_OK);
        const int32_t player = lg_game_player(&w.game, w.state);
        const int64_t nodes = search_statistics(search).nodes;
        ck_assert(nodes == 1 || player == before || w.game.type->information != LG_INFORMATION_HIDDEN);
        uint64_t key = 0, other_key = 0;
        if (player < 0 || lg_game_player(&w.game, w.other) != player) continue;
        ck_assert_int_eq(lg_game_information(&w.game, w.state, player, &key), LG_OK);
        ck_assert_int_eq(lg_game_information(&w.game, w.other, player, &other_key), LG_OK);
        if (key != other_key) continue;
        ck_assert_uint_eq(search_digest(search, &w.game), search_digest(again, &w.game));
        ck_assert_int_eq(lg_search_run(search, NULL, NULL), LG_OK);
        ck_assert_int_eq(lg_search_run(again, NULL, NULL), LG_OK);
        ck_assert_uint_eq(search_digest(search, &w.game), search_digest(again, &w.game));
        kept += nodes > 1;
    }
    ck_assert_msg(kept >= 10 || !GAMES[_i].keeps, "%d searches went on with a tree", kept);
    search_free(search);
    search_free(again);
    walk_end(&w);
}
END_TEST

Suite *lg_test_search_hidden(void) {
    Suite *suite = suite_create("search_hidden");
    TCase *tests = tcase_create("hidden");
    tcase_add_loop_test(tests, test_choice, 0, 3 * GAME_COUNT);
    tcase_add_loop_test(tests, test_no_leak_after_moves, 0, GAME_COUNT);
    suite_add_tcase(suite, tests);
    return suite;
}
