/* Hidden information changes no choice of a player. */
#include "search/helpers.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *configuration;
    int32_t playthroughs;
    bool keeps; /* a move can keep the tree and bring no news; each walk shows squares */
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
    LG_REQUIRE(lg_game_information_key(&w->game, w->state, w->player, &key) == LG_OK, "key");
    LG_REQUIRE(lg_game_information_key(&w->game, w->other, w->player, &other_key) == LG_OK, "key");
    LG_REQUIRE(key == other_key, "another key");
    different += !walk_same(w, w->state, w->other);
    search_state(search, w->state);
    const uint64_t digest = search_digest(search, &w->game);
    const int32_t best = search_best(search);
    search_state(search, w->other);
    LG_REQUIRE(search_best(search) == best, "%d, but %d with other hidden information", best, search_best(search));
    LG_REQUIRE(search_digest(search, &w->game) == digest, "another tree with other hidden information");
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

/* A search from a state that was resampled by hand also stays the same when it continues after its own move, if that
 * reveals nothing hidden to the player. */
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
        ck_assert_int_eq(lg_game_information_key(&w.game, w.state, player, &key), LG_OK);
        ck_assert_int_eq(lg_game_information_key(&w.game, w.other, player, &other_key), LG_OK);
        if (key != other_key) continue;
        ck_assert_uint_eq(search_digest(search, &w.game), search_digest(again, &w.game));
        ck_assert_int_eq(lg_search_run(search, NULL, NULL), LG_OK);
        ck_assert_int_eq(lg_search_run(again, NULL, NULL), LG_OK);
        ck_assert_uint_eq(search_digest(search, &w.game), search_digest(again, &w.game));
        kept += nodes > 1;
    }
    ck_assert_msg(kept >= 10 || !GAMES[_i].keeps, "%d searches continued with a tree", kept);
    search_free(search);
    search_free(again);
    walk_end(&w);
}
END_TEST

/* ---- samples that are kept ---- */

static const lg_game_type *own_type;
static int64_t sampled, reseeded;

static void count_resample(const lg_game *game, const void *before, int32_t player, lg_rng *rng, void *after) {
    sampled++;
    own_type->rules.resample(game, before, player, rng, after);
}

static void count_reseed(const lg_game *game, const void *before, lg_rng *rng, void *after) {
    reseeded++;
    own_type->rules.reseed(game, before, rng, after);
}

/* The number of states that a run samples. */
static int64_t samples_of(lg_search *made, int64_t simulations) {
    const int64_t before = sampled;
    ck_assert_int_eq(lg_search_set_simulations(made, simulations), LG_OK);
    ck_assert_int_eq(lg_search_run(made, NULL, NULL), LG_OK);
    return sampled - before;
}

/* The number of states sampled, in new trees and in continued ones, with every number of samples. A search without a
 * number uses the game's own; a budget that rises under way uses no sample that was never made. */
START_TEST(test_samples) {
    static const struct {
        int32_t own, asked, simulations, kept;
    } ROWS[] = {{0, -1, 320, 0}, {8, -1, 320, 8},   {8, 0, 320, 0},    {0, 5, 320, 5},   {8, 3, 320, 3},
                {0, 32, 320, 20}, {0, 32, 10, 4},   {1024, -1, 320, 20}, {0, 1, 320, 1}};
    walk w = walk_begin("amazes(turns=8)");
    lg_tests_variant variant;
    lg_tests_vary(&variant, w.game.type);
    own_type = w.game.type;
    variant.type.rules.resample = count_resample;
    variant.players.samples = ROWS[_i].own;
    lg_game game = w.game;
    game.type = &variant.type;
    lg_search_config config = lg_search_default(ROWS[_i].simulations);
    config.cutoff = 0;
    config.samples = ROWS[_i].asked;
    lg_search *made = search_make(&game, &config), *again = search_make(&game, &config);
    const int64_t n = config.simulations, kept = ROWS[_i].kept, times = LG_TESTS_SLOWER > 1 ? 10 : 40,
                  wanted = kept == 0 ? n : kept + (n - 1) / LG_SEARCH_RESAMPLE - (kept - 1) / LG_SEARCH_RESAMPLE;
    walk_start(&w, 3);
    for (int i = 0; i < 4 && w.count > 0; i++) {
        ck_assert_int_eq(lg_search_begin(made, w.state), LG_OK);
        ck_assert_int_eq(samples_of(made, n), wanted);
        search_state(again, w.state);
        ck_assert_uint_eq(search_digest(made, &game), search_digest(again, &game));
        const int64_t more = (times * n - 1) / LG_SEARCH_RESAMPLE - (n - 1) / LG_SEARCH_RESAMPLE;
        ck_assert_int_eq(samples_of(made, times * n), kept == 0 ? (times - 1) * n : more);
        const int32_t best = search_best(made);
        ck_assert_int_eq(lg_search_advance(made, best, NULL), LG_OK);
        ck_assert_int_eq(samples_of(made, n), lg_game_player(&game, lg_search_state(made)) < 0 ? 0 : wanted);
        walk_step(&w);
    }
    search_free(made);
    search_free(again);
    const size_t size = lg_search_size(&game, &config);
    config.samples = 0;
    const size_t room = (size_t)(ROWS[_i].asked >= 0 ? ROWS[_i].asked : ROWS[_i].own);
    ck_assert_uint_eq(size, lg_search_size(&game, &config) + room * game.state_size);
    walk_end(&w);
}
END_TEST

/* Future chance differs each time, also in kept samples; a game without hidden information and chance keeps none. */
START_TEST(test_samples_and_chance) {
    walk w = walk_begin("snakecore(size=8,players=2,rounds=20)");
    lg_tests_variant variant;
    lg_tests_vary(&variant, w.game.type);
    own_type = w.game.type;
    variant.type.rules.reseed = count_reseed;
    lg_game game = w.game, exact;
    game.type = &variant.type;
    lg_search_config config = lg_search_default(200);
    config.samples = 10;
    lg_search *made = search_make(&game, &config);
    walk_start(&w, 3);
    reseeded = 0;
    search_state(made, w.state);
    ck_assert_int_eq(reseeded, 200);
    search_free(made);
    ck_assert_int_eq(lg_game_make("alquerque", 9, &exact, NULL), LG_OK);
    const size_t size = lg_search_size(&exact, &config);
    config.samples = 0;
    ck_assert_uint_eq(size, lg_search_size(&exact, &config));
    walk_end(&w);
}
END_TEST

Suite *lg_test_search_hidden(void) {
    Suite *suite = suite_create("search_hidden");
    TCase *tests = tcase_create("hidden");
    tcase_add_loop_test(tests, test_choice, 0, 3 * GAME_COUNT);
    tcase_add_loop_test(tests, test_no_leak_after_moves, 0, GAME_COUNT);
    tcase_add_loop_test(tests, test_samples, 0, 9);
    tcase_add_test(tests, test_samples_and_chance);
    suite_add_tcase(suite, tests);
    return suite;
}
