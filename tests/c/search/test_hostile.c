/* Wrong arguments, empty budgets, finished roots, and games and evaluators that violate their contracts. */
#include "search/helpers.h"
#include "search/lines.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* ---- configurations ---- */

static void refuse(const lg_game *game, const lg_search_config *config) {
    lg_search *search = NULL;
    uint64_t memory[4096];
    ck_assert_uint_eq(lg_search_size(game, config), 0);
    ck_assert_int_eq(lg_search_create(game, config, memory, sizeof memory, &search), LG_E_ARGUMENT);
    ck_assert_ptr_null(search);
}

#define REFUSE(change)                                  \
    do {                                                \
        lg_search_config config = lg_search_default(9); \
        change;                                         \
        refuse(&game, &config);                         \
    } while (0)

START_TEST(test_configurations) {
    const lg_game game = lines_make("lines");
    REFUSE(config.simulations = -1);
    REFUSE(config.simulations = (int64_t)LG_SEARCH_MAX_SIMULATIONS + 1);
    REFUSE(config.nodes = 0);
    REFUSE(config.nodes = (int64_t)LG_SEARCH_MAX_NODES + 1);
    REFUSE(config.policy = 3);
    REFUSE(config.policy = -1);
    REFUSE(config.full = 3);
    REFUSE(config.depth = -1);
    REFUSE(config.depth = LG_SEARCH_MAX_DEPTH + 1);
    REFUSE(config.solver = 2);
    REFUSE(config.exploration = -1);
    REFUSE(config.exploration = NAN);
    REFUSE(config.rollout = LG_BOT_MCTS);
    REFUSE(config.cutoff = -2);
    REFUSE(config.samples = -2);
    REFUSE(config.samples = LG_MAX_SAMPLES + 1);
    REFUSE(config.greedy_prior = -0.1f);
    REFUSE(config.opponent_model = 1.1f);
    REFUSE(config.noise = 1.5f);
    REFUSE(config.noise_alpha = 0);
    REFUSE(config.considered = 0);
    REFUSE(config.visit_scale = INFINITY);
    REFUSE(config.value_scale = -1);
    REFUSE(config.leaves = LG_SEARCH_MAX_LEAVES + 1);
    REFUSE(config.virtual_loss = -1);
    REFUSE(config.from_default = 0);
    /* Members that were never set: no exploration, immediate estimates, no certain results. */
    REFUSE(config = ((lg_search_config){.simulations = 9, .nodes = 1024, .noise_alpha = 1, .considered = 1}));
    const lg_search_config config = lg_search_default(9);
    refuse(NULL, &config);
    refuse(&game, NULL);
    ck_assert_uint_eq(lg_search_node_size(NULL), 0);
    ck_assert_uint_eq(lg_search_node_size(&game), 32);
    lg_game hidden;
    ck_assert_int_eq(lg_game_make("ontherun", 8, &hidden, NULL), LG_OK);
    ck_assert_uint_eq(lg_search_node_size(&hidden), 32);
}
END_TEST

START_TEST(test_create) {
    const lg_game game = lines_make("lines");
    const lg_search_config config = lg_search_default(9);
    const size_t size = lg_search_size(&game, &config);
    char *memory = malloc(size + 8);
    lg_search *search = NULL;
    ck_assert_int_eq(lg_search_create(&game, &config, memory, size - 1, &search), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_search_create(&game, &config, memory + 4, size, &search), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_search_create(&game, &config, NULL, size, &search), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_search_create(&game, &config, memory, size, NULL), LG_E_ARGUMENT);
    ck_assert_ptr_null(search);
    free(memory);
    lg_game bare; /* without its map */
    ck_assert_int_eq(lg_game_make("ontherun", 8, &bare, NULL), LG_OK);
    const size_t room = lg_search_size(&bare, &config);
    memory = malloc(room);
    ck_assert_int_eq(lg_search_create(&bare, &config, memory, room, &search), LG_E_ARGUMENT);
    ck_assert_ptr_null(search);
    free(memory);
}
END_TEST

START_TEST(test_not_begun) {
    const lg_game game = lines_make("lines");
    const lg_search_config config = lg_search_default(9);
    const lg_search_actions actions = {.visits = NULL};
    lg_search *search = search_make(&game, &config);
    lg_search_statistics statistics;
    int32_t action = 77;
    ck_assert_int_eq(lg_search_run(search, NULL, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_search_run(NULL, NULL, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_search_run_some(&search, 1, INT64_MAX, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_search_run_some(NULL, 1, INT64_MAX, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_search_run_some(NULL, 0, INT64_MAX, NULL), LG_OK);
    ck_assert_int_eq(lg_search_advance(search, 0, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_search_best(search, &action), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_search_root(search, &actions), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_search_statistics_of(search, &statistics), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_search_line(search, &action, 1), 0);
    ck_assert_int_eq(lg_search_begin(search, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_search_begin(NULL, &action), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_search_set_simulations(search, -1), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_search_set_seed(NULL, 0), LG_E_ARGUMENT);
    ck_assert_int_eq(action, 77);
    search_free(search);
}
END_TEST

/* ---- budgets and roots ---- */

START_TEST(test_no_budget) {
    walk w = walk_begin("alquerque");
    const lg_search_config config = lg_search_default(0);
    lg_search *search = search_make(&w.game, &config);
    walk_start(&w, 1);
    search_state(search, w.state);
    search_check(search, &w.game, w.state);
    ck_assert_int_eq(search_statistics(search).simulations, 0);
    ck_assert_int_eq(lg_search_line(search, (int32_t[4]){0}, 4), 0);
    ck_assert_int_eq(lg_search_set_simulations(search, 5), LG_OK);
    ck_assert_int_eq(lg_search_run(search, NULL, NULL), LG_OK);
    ck_assert_int_eq(search_statistics(search).simulations, 5);
    ck_assert_int_eq(lg_search_advance(search, -1, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_search_advance(search, w.game.actions, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_search_advance(search, 0, NULL), LG_E_ILLEGAL);
    ck_assert_int_eq(search_statistics(search).simulations, 5);
    search_free(search);
    walk_end(&w);
}
END_TEST

static bool stop_at(void *context, const lg_search *search) {
    return search_statistics(search).simulations == *(const int64_t *)context;
}

START_TEST(test_stop) {
    walk w = walk_begin("alquerque");
    const lg_search_config config = lg_search_default(90);
    lg_search *search = search_make(&w.game, &config), *whole = search_make(&w.game, &config);
    int64_t at = 17;
    walk_start(&w, 1);
    search_state(whole, w.state);
    ck_assert_int_eq(lg_search_begin(search, w.state), LG_OK);
    ck_assert_int_eq(lg_search_run(search, stop_at, &at), LG_OK);
    ck_assert_int_eq(search_statistics(search).simulations, 17);
    ck_assert_int_eq(lg_search_run(search, NULL, NULL), LG_OK);
    ck_assert_uint_eq(search_digest(search, &w.game), search_digest(whole, &w.game));
    search_free(search);
    search_free(whole);
    walk_end(&w);
}
END_TEST

/* A finished root, and one with a single action. */
START_TEST(test_ends) {
    const lg_game game = lines_make("lines");
    const lines over = {{0x007, 0x018, 0}, 5, 1}, last = {{0x0A5, 0x05A, 0}, 8, 0};
    for (int32_t policy = 0; policy < 3; policy++) {
        lg_search_config config = lg_search_default(50);
        config.policy = policy;
        lg_search *search = search_make(&game, &config);
        search_state(search, &over);
        search_check(search, &game, &over);
        ck_assert(search_statistics(search).proven && search_statistics(search).simulations == 0);
        ck_assert_float_eq(search_statistics(search).values[0], 1);
        ck_assert_int_eq(lg_search_advance(search, 0, NULL), LG_E_OVER);
        search_state(search, &last);
        search_check(search, &game, &last);
        ck_assert_int_eq(search_best(search), 8);
        ck_assert(search_statistics(search).proven);
        ck_assert_int_eq(lg_search_advance(search, 8, NULL), LG_OK);
        ck_assert_int_eq(lg_search_run(search, NULL, NULL), LG_OK);
        search_free(search);
    }
}
END_TEST

/* ---- evaluators that violate their contract ---- */

static void lie(void *context, const lg_game *game, const void *state, int32_t player, const uint64_t *mask,
                float *values, float *priors) {
    const float bad[] = {NAN, INFINITY, -INFINITY, 1e30f, -7};
    const uint64_t at = lg_hash(state, game->state_size);
    (void)mask;
    for (int32_t p = 0; p < game->players; p++) values[p] = bad[(at + (uint64_t)p) % 5];
    for (int32_t a = 0; a < game->actions; a++)
        priors[a] = *(int *)context == 0   ? bad[(at + (uint64_t)a + (uint64_t)player) % 5]
                    : *(int *)context == 1 ? 0
                                           : 3e38f;
}

START_TEST(test_lying_evaluator) {
    walk w = walk_begin("alquerque");
    lg_search_config config = lg_search_default(100);
    int how = _i / 3;
    config.policy = _i % 3;
    config.evaluator = lie;
    config.context = &how;
    config.noise = 1;
    lg_search *search = search_make(&w.game, &config);
    walk_start(&w, 1);
    search_state(search, w.state);
    search_check(search, &w.game, w.state);
    search_free(search);
    walk_end(&w);
}
END_TEST

static void say(void *context, const lg_game *game, const void *state, int32_t player, const uint64_t *mask,
                float *values, float *priors) {
    (void)state, (void)player, (void)mask;
    for (int32_t p = 0; p < game->players; p++) values[p] = *(const float *)context;
    for (int32_t a = 0; a < game->actions; a++) priors[a] = 1;
}

/* Values outside -1 ... 1 count as the nearest end of this range, and NaN as 0. */
START_TEST(test_values_out_of_range) {
    static const struct {
        float said, counted;
    } ROWS[] = {{0.25f, 0.25f}, {1, 1},         {-1, -1},      {1.25f, 1}, {7, 1},   {-1.25f, -1},
                {-7, -1},       {INFINITY, 1}, {-INFINITY, -1}, {3e38f, 1}, {NAN, 0}};
    walk w = walk_begin("alquerque");
    walk_start(&w, 1);
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        float said = ROWS[i].said;
        float *values = calloc((size_t)w.game.actions * 2, sizeof *values);
        lg_search_config config = lg_search_default(2);
        config.policy = LG_SEARCH_PUCT;
        config.evaluator = say;
        config.context = &said;
        lg_search *search = search_make(&w.game, &config);
        search_state(search, w.state);
        const int32_t best = search_best(search); /* the visited one */
        ck_assert_int_eq(lg_search_root(search, &(lg_search_actions){.values = values}), LG_OK);
        for (int32_t p = 0; p < 2; p++)
            ck_assert_msg(fabsf(values[2 * best + p] - ROWS[i].counted) < 1e-6f, "%g counts as %g", (double)said,
                          (double)values[2 * best + p]);
        search_free(search);
        free(values);
    }
    walk_end(&w);
}
END_TEST

/* ---- games that violate their contract ---- */

enum { LIE_COUNT, LIE_MASK, LIE_PLAYER, LIE_APPLY, LIE_OUTCOME, LIE_END, LIE_MUCH, LIES };
static int game_lie;

static int32_t lying_legal(const lg_game *game, const void *state, uint64_t *mask) {
    const int32_t count = lines_type.rules.legal(game, state, mask);
    const lines *now = state;
    if (now->moves < 2) return count;
    if (game_lie == LIE_COUNT) return count > 1 ? count - 1 : count;
    if (game_lie == LIE_MUCH) return count + 5;
    if (game_lie == LIE_MASK) mask[0] = 0;
    return count;
}

static int32_t lying_player(const lg_game *game, const void *state) {
    const lines *now = state;
    return game_lie == LIE_PLAYER && now->moves == 4 ? 15 : lines_type.rules.player(game, state);
}

static lg_status lying_apply(const lg_game *game, const void *before, int32_t action, void *after) {
    const lines *now = before;
    if (game_lie == LIE_APPLY && now->moves >= 2 && action % 2 == 0) return LG_E_ILLEGAL;
    if (game_lie == LIE_END && now->moves == 6) {
        memcpy(after, before, sizeof *now);
        return LG_OK;
    }
    return lines_type.rules.apply(game, before, action, after);
}

static void lying_outcome(const lg_game *game, const void *state, float *outcome) {
    lines_type.rules.outcome(game, state, outcome);
    for (int32_t p = 0; p < game->players && game_lie == LIE_OUTCOME; p++) outcome[p] = p == 0 ? NAN : 1e20f;
}

static bool lying_quiet(const lg_game *game, const void *state) {
    (void)game;
    (void)state;
    return game_lie % 2 == 0;
}

static float lying_evaluate(const lg_game *game, const void *state, int32_t player) {
    (void)game;
    (void)state;
    return player == 0 ? NAN : -1e9f;
}

START_TEST(test_lying_game) {
    lg_tests_variant variant;
    lg_tests_vary(&variant, &lines_type);
    lg_game game;
    const lines start = {{0, 0, 0}, 0, 0};
    variant.type.rules.legal = lying_legal;
    variant.type.rules.player = lying_player;
    variant.type.rules.apply = lying_apply;
    variant.type.rules.outcome = lying_outcome;
    variant.players.evaluate = lying_evaluate;
    variant.speed.quiet = lying_quiet;
    if (_i % 2 == 1) variant.type.chance = LG_CHANCE_PLAY;
    ck_assert_int_eq(lg_game_configure(&lines_type, "lines", 5, &game, NULL), LG_OK);
    game.type = &variant.type;
    for (game_lie = 0; game_lie < LIES; game_lie++) {
        lg_search_config config = lg_search_default(500);
        config.policy = _i / 4;
        config.cutoff = _i % 4 < 2 ? 1 : -1;
        lg_search *search = search_make(&game, &config);
        ck_assert_int_eq(lg_search_begin(search, &start), LG_OK);
        const lg_status status = lg_search_run(search, NULL, NULL);
        const lg_search_statistics s = search_statistics(search);
        LG_REQUIRE(status == (game_lie == LIE_OUTCOME ? LG_OK : LG_E_BROKEN), "lie %d: status %d", game_lie, (int)status);
        LG_REQUIRE(status == lg_search_run(search, NULL, NULL), "lie %d: another status the second time", game_lie);
        LG_REQUIRE(s.simulations == 500 || s.proven || status != LG_OK, "lie %d: %d", game_lie, (int)s.simulations);
        for (int32_t p = 0; p < 2; p++) LG_REQUIRE(s.values[p] >= -1 && s.values[p] <= 1, "lie %d", game_lie);
        LG_REQUIRE(search_best(search) >= 0, "lie %d", game_lie);
        LG_REQUIRE(game_lie != LIE_PLAYER || s.depth <= 4, "the game continues with player 15: depth %d", s.depth);
        search_free(search);
    }
}
END_TEST

static pthread_t game_starter;

static bool never(void *context, const lg_search *search) {
    (void)context;
    (void)search;
    return false;
}

/* Violates its contract on other threads than the one that started the search. */
static lg_status treacherous_apply(const lg_game *game, const void *before, int32_t action, void *after) {
    if (pthread_equal(game_starter, pthread_self()) == 0) return LG_E_ILLEGAL;
    return lines_type.rules.apply(game, before, action, after);
}

/* Several trees of one root end when one of them finds a violation of the game's contract, long before their budget is
 * spent, even if a function may end the search. */
START_TEST(test_lying_to_one_tree) {
    lg_tests_variant variant;
    lg_tests_vary(&variant, &lines_type);
    lg_game game;
    const lines start = {{0, 0, 0}, 0, 0};
    variant.type.rules.apply = treacherous_apply;
    ck_assert_int_eq(lg_game_configure(&lines_type, "lines", 5, &game, NULL), LG_OK);
    game.type = &variant.type;
    game_starter = pthread_self();
    lg_search_config config = lg_search_default(LG_SEARCH_MAX_SIMULATIONS);
    config.nodes = 3000;
    config.solver = 0;
    config.threads = 2;
    lg_search *search = search_make(&game, &config);
    ck_assert_int_eq(lg_search_begin(search, &start), LG_OK);
    ck_assert_int_eq(lg_search_run(search, _i == 0 ? NULL : never, NULL), LG_E_BROKEN);
    ck_assert_int_lt(search_statistics(search).simulations, LG_SEARCH_MAX_SIMULATIONS);
    ck_assert_int_eq(lg_search_run(search, NULL, NULL), LG_E_BROKEN);
    search_free(search);
}
END_TEST

Suite *lg_test_search_hostile(void) {
    Suite *suite = suite_create("search_hostile");
    TCase *tests = tcase_create("hostile");
    tcase_add_test(tests, test_configurations);
    tcase_add_test(tests, test_create);
    tcase_add_test(tests, test_not_begun);
    tcase_add_test(tests, test_no_budget);
    tcase_add_test(tests, test_stop);
    tcase_add_test(tests, test_ends);
    tcase_add_loop_test(tests, test_lying_evaluator, 0, 9);
    tcase_add_test(tests, test_values_out_of_range);
    tcase_add_loop_test(tests, test_lying_game, 0, 12);
    tcase_add_loop_test(tests, test_lying_to_one_tree, 0, 2);
    suite_add_tcase(suite, tests);
    return suite;
}
