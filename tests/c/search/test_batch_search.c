/* Many searches as one object: each has the same result as alone. */
#include "search/helpers.h"

#include <stdlib.h>
#include <string.h>

enum { COUNT = 5, LEAVES = 3 };

/* A set of COUNT searches, its arrays, and the same searches alone. */
typedef struct many {
    lg_game game;
    void *shared, *memory;
    lg_search_config config;
    lg_batch_search *all;
    lg_search *alone[COUNT];
    lg_search_leaves leaves;
    float *values, *priors;
    char *roots;
} many;

static many many_make(const char *text, int32_t policy, int32_t threads, int32_t leaves) {
    many m = {.config = lg_search_default(100)};
    LG_REQUIRE(lg_game_make(text, strlen(text), &m.game, NULL) == LG_OK, "%s", text);
    m.shared = malloc(m.game.shared_size + 8);
    LG_REQUIRE(lg_game_prepare(&m.game, m.shared, m.game.shared_size) == LG_OK, "%s", text);
    m.config.policy = policy;
    m.config.leaves = leaves;
    m.config.seed = UINT64_MAX - 1; /* seeds continue from 0 */
    const size_t rows = COUNT * LEAVES, actions = (size_t)m.game.actions;
    m.values = calloc(rows * (size_t)m.game.players, sizeof(float));
    m.priors = calloc(rows * actions, sizeof(float));
    m.leaves = (lg_search_leaves){
        .capacity = COUNT * LEAVES, .search = calloc(rows, 4), .player = calloc(rows, 4),
        .states = calloc(rows, m.game.state_size), .values = m.values, .priors = m.priors,
    };
    const size_t size = lg_batch_search_size(&m.game, &m.config, COUNT, threads);
    m.memory = malloc(size);
    ck_assert_int_eq(lg_batch_search_create(&m.game, &m.config, COUNT, threads, &m.leaves, m.memory, size, &m.all), LG_OK);
    lg_search_config config = m.config;
    for (int i = 0; i < COUNT; i++, config.seed++) m.alone[i] = search_make(&m.game, &config);
    m.roots = calloc(COUNT, m.game.state_size);
    for (int i = 0; i < COUNT; i++)
        ck_assert_int_eq(lg_game_new(&m.game, (uint64_t)i, m.roots + (size_t)i * m.game.state_size), LG_OK);
    return m;
}

static void many_free(many *m) {
    lg_batch_search_destroy(m->all);
    for (int i = 0; i < COUNT; i++) search_free(m->alone[i]);
    void *const memory[] = {m->shared, m->memory, m->leaves.search, m->leaves.player, m->leaves.states, m->values,
                            m->priors, m->roots};
    for (size_t i = 0; i < sizeof memory / sizeof memory[0]; i++) free(memory[i]);
}

static const void *root(const many *m, int i) {
    return m->roots + (size_t)i * m->game.state_size;
}

/* All results equal those of the searches alone. */
static void check_same(const many *m) {
    const size_t actions = (size_t)m->game.actions, players = (size_t)m->game.players;
    int32_t best[COUNT];
    int64_t simulations[COUNT];
    int64_t *visits = malloc(COUNT * actions * sizeof *visits), *own = malloc(actions * sizeof *own);
    float *values = malloc(COUNT * actions * players * sizeof *values), *own_values = malloc(actions * players * 4);
    float *means = malloc(COUNT * players * sizeof *means);
    const lg_search_actions arrays = {.visits = visits, .values = values};
    const lg_search_actions own_arrays = {.visits = own, .values = own_values};
    ck_assert_int_eq(lg_batch_search_root(m->all, &arrays), LG_OK);
    ck_assert_int_eq(lg_batch_search_best(m->all, best), LG_OK);
    ck_assert_int_eq(lg_batch_search_means(m->all, simulations, means), LG_OK);
    ck_assert_int_eq(lg_batch_search_means(m->all, NULL, NULL), LG_OK);
    for (int i = 0; i < COUNT; i++) {
        const lg_search_statistics known = search_statistics(m->alone[i]);
        ck_assert_uint_eq(search_digest(lg_batch_search_at(m->all, i), &m->game), search_digest(m->alone[i], &m->game));
        ck_assert_int_eq(lg_search_root(m->alone[i], &own_arrays), LG_OK);
        ck_assert_mem_eq(visits + (size_t)i * actions, own, actions * sizeof *own);
        ck_assert_mem_eq(values + (size_t)i * actions * players, own_values, actions * players * 4);
        const bool over = lg_game_player(&m->game, lg_search_state(m->alone[i])) < 0;
        ck_assert_int_eq(best[i], over ? -1 : search_best(m->alone[i]));
        ck_assert_int_eq(simulations[i], known.simulations);
        ck_assert_mem_eq(means + (size_t)i * players, known.values, players * sizeof *means);
    }
    free(visits);
    free(own);
    free(values);
    free(own_values);
    free(means);
}

static void run_alone(const many *m) {
    for (int i = 0; i < COUNT; i++) ck_assert_int_eq(lg_search_run(m->alone[i], NULL, NULL), LG_OK);
}

static void run(const many *m) {
    int32_t going = COUNT;
    for (int parts = 0; going > 0; parts++) {
        ck_assert_int_lt(parts, 100);
        ck_assert_int_eq(lg_batch_search_run(m->all, 7, &going), LG_OK);
    }
}

/* ---- tests ---- */

/* Seeds that follow each other, a run in parts, a step on, other seeds for some. */
START_TEST(test_rollouts) {
    many m = many_make(search_games[_i / 2], LG_SEARCH_UCT, 1 + 2 * (_i % 2), 0);
    const uint64_t seeds[COUNT] = {5, 6, 7, 8, 9};
    const uint8_t odd[COUNT] = {0, 1, 0, 1, 0};
    int32_t actions[COUNT];
    ck_assert_int_eq(lg_batch_search_begin(m.all, m.roots, NULL, NULL, NULL), LG_OK);
    for (int i = 0; i < COUNT; i++) ck_assert_int_eq(lg_search_begin(m.alone[i], root(&m, i)), LG_OK);
    run(&m);
    run_alone(&m);
    check_same(&m);
    ck_assert_int_eq(lg_batch_search_best(m.all, actions), LG_OK);
    ck_assert_int_eq(lg_batch_search_advance(m.all, actions, NULL, NULL, NULL), LG_OK);
    for (int i = 0; i < COUNT; i++) ck_assert_int_eq(lg_search_advance(m.alone[i], actions[i], NULL), LG_OK);
    ck_assert_int_eq(lg_batch_search_set_simulations(m.all, 60), LG_OK);
    for (int i = 0; i < COUNT; i++) ck_assert_int_eq(lg_search_set_simulations(m.alone[i], 60), LG_OK);
    run(&m);
    run_alone(&m);
    check_same(&m);
    ck_assert_int_eq(lg_batch_search_begin(m.all, m.roots, seeds, odd, NULL), LG_OK);
    for (int i = 1; i < COUNT; i += 2) {
        ck_assert_int_eq(lg_search_set_seed(m.alone[i], seeds[i]), LG_OK);
        ck_assert_int_eq(lg_search_begin(m.alone[i], root(&m, i)), LG_OK);
    }
    run(&m);
    run_alone(&m);
    check_same(&m);
    many_free(&m);
}
END_TEST

static void answer(const many *m, int32_t rows) {
    uint64_t *mask = malloc((size_t)LG_MASK_WORDS(m->game.actions) * sizeof *mask);
    for (int32_t row = 0; row < rows; row++) {
        const void *state = (const char *)m->leaves.states + (size_t)row * m->game.state_size;
        (void)lg_game_legal(&m->game, state, mask);
        search_evaluator(NULL, &m->game, state, m->leaves.player[row], mask, m->values + row * m->game.players,
                         m->priors + (size_t)row * (size_t)m->game.actions);
    }
    free(mask);
}

/* Leaves valued outside come in the arrays that were given at first. */
START_TEST(test_leaves) {
    for (int priors = 0; priors < 2; priors++) {
        many m = many_make(search_games[_i], LG_SEARCH_PUCT, 2, LEAVES);
        ck_assert_int_eq(lg_batch_search_begin(m.all, m.roots, NULL, NULL, NULL), LG_OK);
        for (int32_t rows = 1; rows > 0;) {
            ck_assert_int_eq(lg_batch_search_collect(m.all, &rows), LG_OK);
            answer(&m, rows);
            ck_assert_int_eq(lg_batch_search_receive(m.all, priors != 0), LG_OK);
            ck_assert_int_eq(lg_batch_search_receive(m.all, priors != 0), rows > 0 ? LG_E_ARGUMENT : LG_OK);
        }
        for (int i = 0; i < COUNT; i++) { /* each in the arrays for itself */
            lg_search_leaves leaves = m.leaves;
            leaves.priors = priors ? leaves.priors : NULL;
            ck_assert_int_eq(lg_search_begin(m.alone[i], root(&m, i)), LG_OK);
            do {
                ck_assert_int_eq(lg_search_collect(&m.alone[i], 1, &leaves), LG_OK);
                answer(&m, leaves.count);
                ck_assert_int_eq(lg_search_receive(&m.alone[i], 1, &leaves), LG_OK);
            } while (leaves.count > 0);
        }
        check_same(&m);
        many_free(&m);
    }
}
END_TEST

/* All begin or continue, or none does; `which` excludes the others. */
START_TEST(test_all_or_none) {
    many m = many_make("alquerque", LG_SEARCH_UCT, 1, 1);
    const size_t size = m.game.state_size;
    const uint8_t not_two[COUNT] = {1, 1, 0, 1, 1};
    int32_t actions[COUNT] = {-1, -1, -1, -1, -1}, statuses[COUNT], rows;
    char *wrong = lg_test_malloc(COUNT * size);
    memcpy(wrong, m.roots, COUNT * size);
    memset(wrong + 2 * size, 0xFF, size);
    ck_assert_int_eq(lg_batch_search_best(m.all, actions), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_search_begin(m.all, wrong, NULL, NULL, statuses), LG_E_STATE);
    for (int i = 0; i < COUNT; i++) ck_assert_int_eq(statuses[i], i == 2 ? LG_E_STATE : LG_OK);
    for (int i = 0; i < COUNT; i++) ck_assert_ptr_null(lg_search_state(lg_batch_search_at(m.all, i)));
    ck_assert_int_eq(lg_batch_search_begin(m.all, wrong, NULL, not_two, statuses), LG_OK);
    ck_assert_ptr_null(lg_search_state(lg_batch_search_at(m.all, 2)));
    ck_assert_int_eq(lg_batch_search_advance(m.all, actions, NULL, NULL, statuses), LG_E_ARGUMENT);
    ck_assert_int_eq(statuses[2], LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_search_begin(m.all, m.roots, NULL, NULL, NULL), LG_OK);
    ck_assert_int_eq(lg_batch_search_run(m.all, INT64_MAX, NULL), LG_OK);
    ck_assert_int_eq(lg_batch_search_best(m.all, actions), LG_OK);

    const int32_t good = actions[3];
    actions[3] = 0;
    while (lg_game_explain(&m.game, root(&m, 3), actions[3]) == NULL) actions[3]++;
    ck_assert_int_eq(lg_batch_search_advance(m.all, actions, NULL, NULL, statuses), LG_E_ILLEGAL);
    for (int i = 0; i < COUNT; i++) ck_assert_int_eq(statuses[i], i == 3 ? LG_E_ILLEGAL : LG_OK);
    actions[3] = m.game.actions;
    ck_assert_int_eq(lg_batch_search_advance(m.all, actions, NULL, NULL, statuses), LG_E_ARGUMENT);
    actions[3] = good;
    ck_assert_int_eq(lg_batch_search_advance(m.all, actions, wrong, NULL, statuses), LG_E_STATE);
    for (int i = 0; i < COUNT; i++) ck_assert_mem_eq(lg_search_state(lg_batch_search_at(m.all, i)), root(&m, i), size);
    ck_assert_int_eq(lg_batch_search_advance(m.all, actions, wrong, not_two, statuses), LG_OK);
    for (int i = 0; i < COUNT; i++) ck_assert_mem_eq(lg_search_state(lg_batch_search_at(m.all, i)), root(&m, i), size);

    /* A part can't continue while leaves are out, but all can. */
    ck_assert_int_eq(lg_batch_search_begin(m.all, m.roots, NULL, NULL, NULL), LG_OK);
    ck_assert_int_eq(lg_batch_search_collect(m.all, &rows), LG_OK);
    ck_assert_int_eq(rows, COUNT);
    ck_assert_int_eq(lg_batch_search_begin(m.all, m.roots, NULL, not_two, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_search_advance(m.all, actions, NULL, not_two, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_search_run(m.all, 1, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_search_advance(m.all, actions, NULL, NULL, NULL), LG_OK);
    ck_assert_int_eq(lg_batch_search_receive(m.all, true), LG_E_ARGUMENT); /* forgotten */
    ck_assert_int_eq(lg_batch_search_run(m.all, 1, NULL), LG_OK);

    /* A game that is over goes no further. */
    while (lg_game_player(&m.game, m.roots) >= 0) {
        uint64_t mask[LG_MAX_MASK_WORDS];
        (void)lg_game_legal(&m.game, m.roots, mask);
        ck_assert_int_eq(lg_game_apply(&m.game, m.roots, lg_mask_select(mask, m.game.actions, 0), m.roots), LG_OK);
    }
    ck_assert_int_eq(lg_batch_search_begin(m.all, m.roots, NULL, NULL, NULL), LG_OK);
    ck_assert_int_eq(lg_batch_search_advance(m.all, actions, NULL, NULL, statuses), LG_E_OVER);
    ck_assert_int_eq(lg_batch_search_best(m.all, actions), LG_OK);
    ck_assert_int_eq(actions[0], -1);
    ck_assert_int_ne(actions[1], -1);
    free(wrong);
    many_free(&m);
}
END_TEST

/* Actions without effect by the rules are played, as by lg_search_advance. */
START_TEST(test_actions_that_do_nothing) {
    many m = many_make("snakecore(size=8)", LG_SEARCH_UCT, 1, 1);
    const uint8_t first[COUNT] = {1, 0, 0, 0, 0};
    int32_t actions[COUNT] = {0};
    ck_assert_int_eq(lg_batch_search_begin(m.all, m.roots, NULL, NULL, NULL), LG_OK);
    while (lg_game_explain(&m.game, m.roots, actions[0]) == NULL) actions[0]++;
    ck_assert_int_eq(lg_search_begin(m.alone[0], m.roots), LG_OK);
    ck_assert_int_eq(lg_search_advance(m.alone[0], actions[0], NULL), LG_OK);
    ck_assert_int_eq(lg_batch_search_advance(m.all, actions, NULL, first, NULL), LG_OK);
    ck_assert_mem_eq(lg_search_state(lg_batch_search_at(m.all, 0)), lg_search_state(m.alone[0]),
                     lg_snakecore_bytes((const lg_snakecore *)lg_search_state(m.alone[0])));
    many_free(&m);
}
END_TEST

/* A game whose map was not built can't be searched. */
START_TEST(test_games_that_are_not_prepared) {
    many m = many_make("ontherun(cities=9,map=2007)", LG_SEARCH_UCT, 2, 1);
    const size_t size = lg_batch_search_size(&m.game, &m.config, COUNT, 2);
    lg_batch_search *made = NULL;
    void *memory = malloc(size);
    lg_game bare = m.game;
    bare.shared = NULL;
    ck_assert_int_eq(lg_batch_search_create(&bare, &m.config, COUNT, 2, NULL, memory, size, &made), LG_E_ARGUMENT);
    ck_assert_ptr_null(made);
    free(memory);
    many_free(&m);
}
END_TEST

START_TEST(test_arguments) {
    many m = many_make("alquerque", LG_SEARCH_UCT, 2, 1);
    const lg_game *game = &m.game;
    const size_t size = lg_batch_search_size(game, &m.config, COUNT, 2);
    lg_search_config wrong = m.config;
    lg_search_leaves odd = m.leaves;
    lg_batch_search *made = NULL;
    int32_t rows = -5;
    void *memory = malloc(size + 8);
    wrong.nodes = 0;
    odd.encoding = game->observations;
    ck_assert_uint_eq(lg_batch_search_size(game, &m.config, 0, 1), 0);
    ck_assert_uint_eq(lg_batch_search_size(game, &m.config, LG_BATCH_SEARCH_MAX + 1, 1), 0);
    ck_assert_uint_eq(lg_batch_search_size(game, &m.config, 1, 0), 0);
    ck_assert_uint_eq(lg_batch_search_size(game, &m.config, 1, LG_MAX_THREADS + 1), 0);
    ck_assert_uint_eq(lg_batch_search_size(game, &wrong, 1, 1), 0);
    wrong.nodes = LG_SEARCH_MAX_NODES;
    ck_assert_uint_gt(lg_batch_search_size(game, &wrong, LG_BATCH_SEARCH_MAX, 1), (size_t)LG_BATCH_SEARCH_MAX << 31);
    ck_assert_int_eq(lg_batch_search_create(game, &m.config, COUNT, 2, &m.leaves, memory, size - 1, &made), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_search_create(game, &m.config, COUNT, 2, &odd, memory, size, &made), LG_E_ARGUMENT);
    odd.encoding = 0, odd.capacity = -1;
    ck_assert_int_eq(lg_batch_search_create(game, &m.config, COUNT, 2, &odd, memory, size, &made), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_search_create(game, &m.config, COUNT, 2, NULL, (char *)memory + 1, size, &made),
                     LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_search_create(game, &m.config, COUNT, 2, NULL, NULL, size, &made), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_search_create(NULL, &m.config, COUNT, 2, NULL, memory, size, &made), LG_E_ARGUMENT);
    ck_assert_ptr_null(made);
    ck_assert_int_eq(lg_batch_search_create(game, &m.config, COUNT, 2, NULL, memory, size, &made), LG_OK);
    ck_assert_ptr_null(lg_batch_search_at(made, -1));
    ck_assert_ptr_null(lg_batch_search_at(made, COUNT));
    ck_assert_ptr_null(lg_batch_search_at(NULL, 0));
    ck_assert_int_eq(lg_batch_search_run(made, 1, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_search_begin(made, NULL, NULL, NULL, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_search_begin(NULL, m.roots, NULL, NULL, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_search_begin(made, m.roots, NULL, NULL, NULL), LG_OK);
    ck_assert_int_eq(lg_batch_search_collect(made, &rows), LG_E_ARGUMENT); /* there are no arrays */
    ck_assert_int_eq(lg_batch_search_collect(NULL, &rows), LG_E_ARGUMENT);
    ck_assert_int_eq(rows, -5);
    ck_assert_int_eq(lg_batch_search_receive(NULL, true), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_search_run(made, -1, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_search_run(NULL, 1, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_search_advance(made, NULL, NULL, NULL, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_search_advance(NULL, &rows, NULL, NULL, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_search_set_simulations(made, -1), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_search_set_simulations(NULL, 1), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_search_best(made, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_search_best(NULL, &rows), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_search_root(made, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_search_means(NULL, NULL, NULL), LG_E_ARGUMENT);
    lg_batch_search_destroy(made);
    lg_batch_search_destroy(NULL);
    free(memory);
    many_free(&m);
}
END_TEST

Suite *lg_test_search_batch(void) {
    Suite *suite = suite_create("search_batch");
    TCase *tests = tcase_create("searches");
    tcase_add_loop_test(tests, test_rollouts, 0, 2 * SEARCH_GAMES);
    tcase_add_loop_test(tests, test_leaves, 0, SEARCH_GAMES);
    tcase_add_test(tests, test_all_or_none);
    tcase_add_test(tests, test_actions_that_do_nothing);
    tcase_add_test(tests, test_games_that_are_not_prepared);
    tcase_add_test(tests, test_arguments);
    suite_add_tcase(suite, tests);
    return suite;
}
