/* Leaves valued by the caller: by a function, or handed out in arrays and taken back. */
#include "search/helpers.h"
#include "search/lines.h"
#include "search/team.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the arrays ---- */

typedef struct net {
    const lg_game *game;
    lg_search_leaves leaves;
    float *values, *priors;
} net;

static net net_make(const lg_game *game, int32_t capacity) {
    const size_t rows = (size_t)capacity, actions = (size_t)game->actions;
    net n = {.game = game};
    n.values = malloc(rows * (size_t)game->players * sizeof(float));
    n.priors = malloc(rows * actions * sizeof(float));
    n.leaves = (lg_search_leaves){
        .capacity = capacity,
        .search = malloc(rows * sizeof(int32_t)),
        .player = malloc(rows * sizeof(int32_t)),
        .states = malloc(rows * game->state_size),
        .observation = malloc(rows * lg_space_size(&game->observation[0])),
        .mask = malloc(rows * actions),
        .values = n.values,
        .priors = n.priors,
    };
    return n;
}

static void net_free(net *n) {
    void *const memory[] = {n->values, n->priors, n->leaves.search, n->leaves.player,
                            n->leaves.states, n->leaves.observation, n->leaves.mask};
    for (size_t i = 0; i < sizeof memory / sizeof memory[0]; i++) free(memory[i]);
}

static const void *net_state(const net *n, int32_t row) {
    return (const char *)n->leaves.states + (size_t)row * n->game->state_size;
}

/* The rows match the states. */
static void check_row(const net *n, int32_t row, const uint64_t *mask) {
    const size_t size = lg_space_size(&n->game->observation[0]), actions = (size_t)n->game->actions;
    void *seen = malloc(size);
    uint8_t *bytes = malloc(actions);
    const void *state = net_state(n, row);
    LG_REQUIRE(n->leaves.player[row] == lg_game_player(n->game, state), "player %d", n->leaves.player[row]);
    lg_mask_bytes(mask, n->game->actions, bytes);
    LG_REQUIRE(memcmp(bytes, n->leaves.mask + (size_t)row * actions, actions) == 0, "mask of row %d", row);
    LG_REQUIRE(lg_game_observe(n->game, state, n->leaves.player[row], 0, seen, size) == LG_OK, "row %d", row);
    LG_REQUIRE(memcmp(seen, (const char *)n->leaves.observation + (size_t)row * size, size) == 0, "row %d", row);
    free(seen);
    free(bytes);
}

static void net_answer(net *n) {
    uint64_t *mask = malloc((size_t)LG_MASK_WORDS(n->game->actions) * sizeof *mask);
    for (int32_t row = 0; row < n->leaves.count; row++) {
        const void *state = net_state(n, row);
        LG_REQUIRE(lg_game_validate(n->game, state, n->game->state_size) == LG_OK, "state of row %d", row);
        LG_REQUIRE(lg_game_legal(n->game, state, mask) > 0, "row %d is over", row);
        check_row(n, row, mask);
        search_evaluator(NULL, n->game, state, n->leaves.player[row], mask, n->values + row * n->game->players,
                         n->priors + (size_t)row * (size_t)n->game->actions);
    }
    free(mask);
}

/* Collects and answers until all searches are done; returns the number of leaves. */
static int64_t net_run(net *n, lg_i_team *team, lg_search **searches, int32_t count) {
    int64_t leaves = 0;
    for (;;) {
        LG_REQUIRE(lg_i_team_collect(team, searches, count, &n->leaves) == LG_OK, "collect");
        if (n->leaves.count == 0) return leaves;
        leaves += n->leaves.count;
        for (int32_t i = 1; i < n->leaves.count; i++)
            LG_REQUIRE(n->leaves.search[i] >= n->leaves.search[i - 1], "order of the searches");
        net_answer(n);
        LG_REQUIRE(lg_i_team_receive(team, searches, count, &n->leaves) == LG_OK, "receive");
    }
}

static lg_search_config config_of(int32_t policy) {
    lg_search_config config = lg_search_default(200);
    config.policy = policy;
    config.noise = 0.25f;
    config.seed = 9;
    return config;
}

/* ---- one leaf at a time is the same as a function ---- */

START_TEST(test_same) {
    walk w = walk_begin(search_games[_i / 3]);
    lg_search_config config = config_of(_i % 3);
    int64_t calls = 0;
    walk_start(&w, 3);
    for (int i = 0; i < 3; i++) walk_step(&w);
    config.evaluator = search_evaluator;
    config.context = &calls;
    lg_search *inside = search_make(&w.game, &config);
    config.evaluator = NULL;
    lg_search *outside = search_make(&w.game, &config);
    net n = net_make(&w.game, 1);
    search_state(inside, w.state);
    search_check(inside, &w.game, w.state);
    ck_assert_int_eq(lg_search_begin(outside, w.state), LG_OK);
    ck_assert_int_eq(net_run(&n, NULL, &outside, 1), calls);
    search_check(outside, &w.game, w.state);
    ck_assert_int_eq(search_statistics(inside).simulations, 200);
    ck_assert_uint_eq(search_digest(inside, &w.game), search_digest(outside, &w.game));
    net_free(&n);
    search_free(inside);
    search_free(outside);
    walk_end(&w);
}
END_TEST

/* ---- several leaves of one tree ---- */

/* Leaves of the first collection after 40 simulations. */
static int32_t spread(walk *w, int32_t policy, int32_t virtual_loss) {
    lg_search_config config = config_of(policy);
    config.leaves = 16;
    config.virtual_loss = virtual_loss;
    config.noise = 0;
    net n = net_make(&w->game, 16);
    lg_search *search = search_make(&w->game, &config);
    ck_assert_int_eq(lg_search_set_simulations(search, 40), LG_OK);
    ck_assert_int_eq(lg_search_begin(search, w->state), LG_OK);
    (void)net_run(&n, NULL, &search, 1);
    ck_assert_int_eq(lg_search_set_simulations(search, 1000), LG_OK);
    ck_assert_int_eq(lg_search_collect(&search, 1, &n.leaves), LG_OK);
    const int32_t count = n.leaves.count;
    for (int32_t i = 0; i < count; i++)
        for (int32_t k = 0; k < i; k++) ck_assert(!walk_same(w, net_state(&n, i), net_state(&n, k)));
    ck_assert_int_eq(search_statistics(search).out, count);
    ck_assert_int_eq(lg_search_run(search, NULL, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_search_collect(&search, 1, &n.leaves), LG_E_ARGUMENT);
    net_free(&n);
    search_free(search);
    return count;
}

START_TEST(test_virtual_loss) {
    walk w = walk_begin(search_games[0]);
    walk_start(&w, 3);
    for (int i = 0; i < 6; i++) walk_step(&w);
    const int32_t without = spread(&w, LG_SEARCH_PUCT, 0), with = spread(&w, LG_SEARCH_PUCT, 3);
    ck_assert_msg(with >= 2 * without && with >= 12, "%d leaves, %d without virtual loss", with, without);
    ck_assert_int_ge(spread(&w, LG_SEARCH_GUMBEL, 3), 2);
    walk_end(&w);
}
END_TEST

/* Gumbel's policy while leaves wait and no child has a value yet. Its scale then counts no visits: without
 * `visit_scale` the policy equals the priors, as it does without virtual losses. Otherwise a waiting leaf counts as
 * lost, and all other children count as the root. */
START_TEST(test_leaves_out_before_any_visit) {
    walk w = walk_begin(search_games[0]);
    walk_start(&w, 3);
    for (int i = 0; i < 6; i++) walk_step(&w);
    const int32_t actions = w.game.actions, legal = w.count;
    for (int32_t row = 0; row < 6; row++) {
        const int32_t scale = row % 3;
        lg_search_config config = config_of(LG_SEARCH_GUMBEL);
        config.leaves = 2;
        config.virtual_loss = row < 3;
        config.visit_scale = (float)scale;
        config.value_scale = 0.5f;
        net n = net_make(&w.game, 2);
        lg_search *search = search_make(&w.game, &config);
        float *policy = malloc((size_t)actions * sizeof *policy);
        const lg_search_actions shown = {.policy = policy};
        ck_assert_int_eq(lg_search_begin(search, w.state), LG_OK);
        ck_assert_int_eq(lg_search_collect(&search, 1, &n.leaves), LG_OK);
        ck_assert_int_eq(n.leaves.count, 1);
        n.values[w.player] = 0.5f, n.values[1 - w.player] = -0.5f;
        n.leaves.priors = NULL;
        ck_assert_int_eq(lg_search_receive(&search, 1, &n.leaves), LG_OK);
        ck_assert_int_eq(lg_search_collect(&search, 1, &n.leaves), LG_OK);
        ck_assert_int_eq(n.leaves.count, 2);
        ck_assert_int_eq(lg_search_root(search, &shown), LG_OK);
        const double other = row < 3 ? exp(0.5 * scale * 0.75) : 1; /* (0.5 + 1) / 2 */
        const double sum = 2 + (legal - 2) * other;
        int32_t lost = 0, others = 0;
        for (int32_t action = 0; action < actions; action++) {
            lost += fabs((double)policy[action] - 1 / sum) < 1e-6;
            others += fabs((double)policy[action] - other / sum) < 1e-6;
        }
        ck_assert_msg(scale == 0 || row >= 3 ? lost == legal : lost == 2 && others == legal - 2,
                      "row %d: %d lost, %d others of %d", row, lost, others, legal);
        free(policy);
        search_free(search);
        net_free(&n);
    }
    walk_end(&w);
}
END_TEST

/* ---- many trees, any number of threads ---- */

enum { ROOTS = 20 };

static uint64_t run_roots(walk *w, int32_t threads, int32_t policy, int32_t capacity, int32_t full) {
    lg_search *searches[ROOTS];
    lg_i_team *team = NULL;
    lg_search_config config = config_of(policy);
    uint64_t digests[ROOTS];
    void *memory = malloc(lg_i_team_size());
    net n = net_make(&w->game, capacity);
    config.leaves = 4;
    config.full = full;
    config.nodes = full == LG_SEARCH_FULL_DROP ? 300 : 20000;
    if (threads > 0) ck_assert(lg_i_team_create(threads, memory, &team));
    for (int i = 0; i < ROOTS; i++) {
        config.seed = (uint64_t)i;
        config.simulations = i == 3 ? 0 : 60 + 5 * i;
        searches[i] = search_make(&w->game, &config);
        walk_start(w, (uint64_t)i);
        ck_assert_int_eq(lg_search_begin(searches[i], w->state), LG_OK);
    }
    (void)net_run(&n, team, searches, ROOTS);
    for (int i = 0; i < ROOTS; i++) {
        ck_assert_int_eq(search_statistics(searches[i]).simulations, i == 3 ? 0 : 60 + 5 * i);
        digests[i] = search_digest(searches[i], &w->game);
        search_free(searches[i]);
    }
    lg_i_team_destroy(team);
    net_free(&n);
    free(memory);
    return lg_hash(digests, sizeof digests);
}

START_TEST(test_roots) {
    walk w = walk_begin(search_games[_i]);
    for (int32_t policy = 0; policy < 3; policy++) {
        if (LG_TESTS_SLOWER > 1 && policy != _i % 3) continue;
        const uint64_t digest = run_roots(&w, 0, policy, 4 * ROOTS, LG_SEARCH_FULL_KEEP);
        ck_assert_uint_eq(run_roots(&w, 3, policy, 4 * ROOTS, LG_SEARCH_FULL_KEEP), digest);
        ck_assert_uint_eq(run_roots(&w, 2, policy, 12, LG_SEARCH_FULL_KEEP), digest);
    }
    (void)run_roots(&w, 2, LG_SEARCH_PUCT, 50, LG_SEARCH_FULL_DROP);
    walk_end(&w);
}
END_TEST

/* Positions whose ends are near: many simulations need no value, and the solver ends them early. */
START_TEST(test_ends) {
    lines_solution solution = lines_solve("lines");
    lg_search_config config = lg_search_default(100000);
    config.leaves = 5;
    config.policy = LG_SEARCH_PUCT;
    net n = net_make(&solution.game, 5);
    lg_search *search = search_make(&solution.game, &config);
    int seen = 0;
    for (int32_t i = 0; i < solution.room; i++) {
        const lines_result *result = &solution.results[i];
        if (!result->used || result->state.moves < 4 || seen++ % 20 != 0) continue;
        ck_assert_int_eq(lg_search_begin(search, &result->state), LG_OK);
        (void)net_run(&n, NULL, &search, 1);
        ck_assert(search_statistics(search).proven);
        for (int p = 0; p < 2; p++) ck_assert_float_eq(search_statistics(search).values[p], result->value[p]);
    }
    net_free(&n);
    search_free(search);
    lines_free(&solution);
}
END_TEST

/* ---- misuse ---- */

START_TEST(test_arguments) {
    walk w = walk_begin(search_games[0]);
    lg_search_config config = config_of(1);
    lg_search *search = search_make(&w.game, &config), *none = NULL;
    net n = net_make(&w.game, 2);
    walk_start(&w, 1);
    ck_assert_int_eq(lg_search_collect(&search, 1, &n.leaves), LG_E_ARGUMENT); /* not begun */
    ck_assert_int_eq(lg_search_begin(search, w.state), LG_OK);
    ck_assert_int_eq(lg_search_collect(&search, 1, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_search_collect(NULL, 1, &n.leaves), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_search_collect(&none, 1, &n.leaves), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_search_collect(&search, -1, &n.leaves), LG_E_ARGUMENT);
    n.leaves.capacity = 0;
    ck_assert_int_eq(lg_search_collect(&search, 1, &n.leaves), LG_E_ARGUMENT);
    n.leaves.capacity = 2;
    n.leaves.encoding = w.game.observations;
    ck_assert_int_eq(lg_search_collect(&search, 1, &n.leaves), LG_E_ARGUMENT);
    n.leaves.encoding = 0;
    ck_assert_int_eq(lg_search_collect(NULL, 0, &n.leaves), LG_OK);
    ck_assert_int_eq(n.leaves.count, 0);
    ck_assert_int_eq(lg_search_collect(&search, 1, &n.leaves), LG_OK);
    ck_assert_int_eq(n.leaves.count, 1);
    n.leaves.count = 2;
    ck_assert_int_eq(lg_search_receive(&search, 1, &n.leaves), LG_E_ARGUMENT);
    n.leaves.count = 1;
    n.leaves.values = NULL;
    ck_assert_int_eq(lg_search_receive(&search, 1, &n.leaves), LG_E_ARGUMENT);
    n.leaves.values = n.values;
    n.leaves.priors = NULL;
    n.values[0] = n.values[1] = 0;
    ck_assert_int_eq(lg_search_receive(&search, 1, &n.leaves), LG_OK);
    ck_assert_int_eq(search_statistics(search).simulations, 1);
    search_check(search, &w.game, w.state);
    search_free(search);
    config.leaves = 0;
    search = search_make(&w.game, &config);
    ck_assert_int_eq(lg_search_begin(search, w.state), LG_OK);
    ck_assert_int_eq(lg_search_collect(&search, 1, &n.leaves), LG_E_ARGUMENT);
    search_free(search);
    net_free(&n);
    walk_end(&w);
}
END_TEST

/* Leaves that are out when the root changes are forgotten. */
START_TEST(test_forgotten) {
    walk w = walk_begin(search_games[_i]);
    lg_search_config config = config_of(LG_SEARCH_PUCT);
    config.leaves = 8;
    lg_search *search = search_make(&w.game, &config);
    net n = net_make(&w.game, 8);
    walk_start(&w, 1);
    ck_assert_int_eq(lg_search_begin(search, w.state), LG_OK);
    for (int round = 0; round < 20 && w.count > 0; round++) {
        for (int i = 0; i < 6; i++) {
            ck_assert_int_eq(lg_search_collect(&search, 1, &n.leaves), LG_OK);
            net_answer(&n);
            if (i == 5) break;
            ck_assert_int_eq(lg_search_receive(&search, 1, &n.leaves), LG_OK);
        }
        const int32_t best = search_best(search);
        ck_assert_int_eq(lg_search_advance(search, best, NULL), LG_OK);
        ck_assert_int_eq(search_statistics(search).out, 0);
        ck_assert_int_eq(lg_search_receive(&search, 1, &n.leaves), n.leaves.count == 0 ? LG_OK : LG_E_ARGUMENT);
        ck_assert_int_eq(lg_game_apply(&w.game, w.state, best, w.state), LG_OK);
        walk_look(&w);
        search_check(search, &w.game, w.state);
    }
    net_free(&n);
    search_free(search);
    walk_end(&w);
}
END_TEST

/* The fugitive's possible moves differ from sample to sample, so that nodes get more children while other leaves below
 * them are out, and lie elsewhere when these come back. All of it must still hold then. */
START_TEST(test_leaves_below_nodes_that_grow) {
    walk w = walk_begin("ontherun(cities=60,map=7)");
    lg_search_config config = config_of(LG_SEARCH_PUCT);
    config.leaves = 24;
    config.virtual_loss = 1;
    config.simulations = 600;
    lg_search *search = search_make(&w.game, &config);
    net n = net_make(&w.game, 24);
    for (uint64_t seed = 1; w.count == 0 || w.player != 0; seed++) {
        walk_start(&w, seed);
        for (int i = 0; w.count > 0 && (i < 24 || w.player != 0); i++) walk_step(&w);
    }
    ck_assert_int_eq(lg_search_begin(search, w.state), LG_OK);
    ck_assert_int_eq(net_run(&n, NULL, &search, 1) > 300, 1);
    ck_assert_int_eq(search_statistics(search).out, 0);
    ck_assert_int_eq(search_statistics(search).simulations, 600);
    search_check(search, &w.game, w.state);
    int64_t *visits = search_visits(search, &w.game);
    ck_assert_int_eq(search_sum(visits, &w.game), 600 - 1); /* the first one ends at the root */
    free(visits);
    net_free(&n);
    search_free(search);
    walk_end(&w);
}
END_TEST

Suite *lg_test_search_outside(void) {
    Suite *suite = suite_create("search_outside");
    TCase *tests = tcase_create("outside");
    tcase_add_loop_test(tests, test_same, 0, 3 * SEARCH_GAMES);
    tcase_add_test(tests, test_virtual_loss);
    tcase_add_test(tests, test_leaves_out_before_any_visit);
    tcase_add_loop_test(tests, test_roots, 0, SEARCH_GAMES);
    tcase_add_test(tests, test_ends);
    tcase_add_test(tests, test_arguments);
    tcase_add_loop_test(tests, test_forgotten, 0, SEARCH_GAMES - 1);
    tcase_add_test(tests, test_leaves_below_nodes_that_grow);
    suite_add_tcase(suite, tests);
    return suite;
}
