/* Searches of small games against their solution by brute force: every position that can come up. */
#include "search/helpers.h"
#include "search/lines.h"

#include <stdlib.h>
#include <string.h>

typedef struct board {
    const char *text;
    int positions; /* reachable positions: a published number for known games */
    int every; /* every n-th position is searched */
} board;

static const board BOARDS[] = {
    {"lines", 5478, 1},
    {"lines(columns=4,drop=yes)", 0, 1},
    {"lines(columns=4,rows=4,connect=4,drop=yes)", 161029, 211},
    {"lines(columns=4,rows=2,turn=2)", 0, 1},
    {"lines(players=1)", 0, 1},
};

/* Calls `check` for one in `every` positions that are not over. */
static int over_all(const lines_solution *solution, int every, void (*check)(lg_search *, const lines_solution *,
                                                                            const lines_result *),
                    lg_search *search) {
    int checked = 0, seen = 0;
    for (int32_t i = 0; i < solution->room; i++) {
        const lines_result *result = &solution->results[i];
        if (!result->used || lg_game_player(&solution->game, &result->state) < 0) continue;
        if (seen++ % (every * lg_tests_part()) != 0) continue;
        check(search, solution, result);
        checked++;
    }
    return checked;
}

/* Playing the best action leads to the position's value. */
static void check_best(const lg_search *search, const lines_solution *solution, const lines_result *result) {
    const int32_t mover = lg_game_player(&solution->game, &result->state), best = search_best(search);
    lines next;
    LG_REQUIRE(lg_game_apply(&solution->game, &result->state, best, &next) == LG_OK, "best is %d", best);
    const float value = lines_find(solution, &next)->value[mover];
    LG_REQUIRE(value >= result->value[mover], "%d is worth %g, not %g", best, (double)value,
               (double)result->value[mover]);
}

static void check_solved(lg_search *search, const lines_solution *solution, const lines_result *result) {
    search_state(search, &result->state);
    const lg_search_statistics s = search_statistics(search);
    LG_REQUIRE(s.proven, "not proven by %d simulations", (int)s.simulations);
    for (int32_t p = 0; p < solution->game.players; p++)
        LG_REQUIRE(!(s.values[p] < result->value[p]) && !(s.values[p] > result->value[p]), "player %d: %g, not %g", p,
                   (double)s.values[p], (double)result->value[p]);
    check_best(search, solution, result);
    search_check(search, &solution->game, &result->state);
}

/* With the solver every policy proves every position. */
START_TEST(test_solver) {
    const board *b = &BOARDS[_i / 3];
    lines_solution solution = lines_solve(b->text);
    lg_search_config config = lg_search_default(200000);
    config.policy = _i % 3;
    config.nodes = 400000;
    lg_search *search = search_make(&solution.game, &config);
    if (b->positions > 0) ck_assert_int_eq(solution.count, b->positions);
    const int every = b->every * (config.policy == LG_SEARCH_UCT ? 1 : 5);
    ck_assert_int_gt(over_all(&solution, every, check_solved, search), 20 / lg_tests_part());
    search_free(search);
    lines_free(&solution);
}
END_TEST

static int wrong;

static void check_found(lg_search *search, const lines_solution *solution, const lines_result *result) {
    const int32_t mover = lg_game_player(&solution->game, &result->state);
    lines next;
    search_state(search, &result->state);
    LG_REQUIRE(!search_statistics(search).proven, "proven");
    LG_REQUIRE(lg_game_apply(&solution->game, &result->state, search_best(search), &next) == LG_OK, "best");
    wrong += lines_find(solution, &next)->value[mover] < result->value[mover];
}

/* Without it the best action is still right; Gumbel's, which is drawn, is hardly ever wrong. */
START_TEST(test_no_solver) {
    lines_solution solution = lines_solve("lines");
    lg_search_config config = lg_search_default(5000);
    config.policy = _i;
    config.solver = 0;
    lg_search *search = search_make(&solution.game, &config);
    wrong = 0;
    const int checked = over_all(&solution, 9, check_found, search);
    ck_assert_int_gt(checked, 400 / lg_tests_part());
    ck_assert_msg(wrong <= (_i == LG_SEARCH_GUMBEL ? checked / 33 : 0), "%d of %d are wrong", wrong, checked);
    search_free(search);
    lines_free(&solution);
}
END_TEST

/* With three players a result is proven exactly if no choice between equals matters, and then equals max^n's. */
static void check_three(lg_search *search, const lines_solution *solution, const lines_result *result) {
    search_state(search, &result->state);
    const lg_search_statistics s = search_statistics(search);
    (void)solution;
    LG_REQUIRE(s.proven == result->certain, "proven: %d after %d", s.proven, (int)s.simulations);
    for (int32_t p = 0; p < 3 && s.proven; p++)
        LG_REQUIRE(!(s.values[p] < result->value[p]) && !(s.values[p] > result->value[p]), "player %d: %g", p,
                   (double)s.values[p]);
}

START_TEST(test_three_players) {
    lines_solution solution = lines_solve("lines(columns=4,rows=2,drop=yes,players=3)");
    const lg_search_config config = lg_search_default(20000);
    lg_search *search = search_make(&solution.game, &config);
    int certain = 0;
    for (int32_t i = 0; i < solution.room; i++) certain += solution.results[i].used && solution.results[i].certain;
    ck_assert_msg(certain > 1000 && certain < solution.count - 10, "%d of %d", certain, solution.count);
    ck_assert_int_gt(over_all(&solution, 1, check_three, search), 1000 / lg_tests_part());
    search_free(search);
    lines_free(&solution);
}
END_TEST

/* After each move of the best line the value is unchanged. */
START_TEST(test_play) {
    lines_solution solution = lines_solve(BOARDS[1].text);
    lines state = {{0, 0, 0}, 0, 0};
    const lg_search_config config = lg_search_default(200000);
    lg_search *search = search_make(&solution.game, &config);
    const float value = lines_find(&solution, &state)->value[0];
    search_state(search, &state);
    while (lg_game_player(&solution.game, &state) >= 0) {
        const int32_t best = search_best(search);
        ck_assert_int_eq(lg_game_apply(&solution.game, &state, best, &state), LG_OK);
        ck_assert_int_eq(lg_search_advance(search, best, NULL), LG_OK);
        ck_assert_int_eq(lg_search_run(search, NULL, NULL), LG_OK);
        ck_assert(search_statistics(search).proven);
        ck_assert_float_eq(search_statistics(search).values[0], value);
        ck_assert_float_eq(lines_find(&solution, &state)->value[0], value);
    }
    search_free(search);
    lines_free(&solution);
}
END_TEST

/* ---- evaluations instead of rollouts ---- */

static const lines_solution *known;

/* The truth, except for a sign of uncertainty. */
static bool quiet(const lg_game *game, const void *state) {
    (void)game;
    return ((const lines *)state)->moves % 2 == 0;
}

static float evaluate(const lg_game *game, const void *state, int32_t player) {
    const float value = lines_find(known, state)->value[player];
    return quiet(game, state) ? value / 2 : -value;
}

static void check_cut(lg_search *search, const lines_solution *solution, const lines_result *result) {
    search_state(search, &result->state);
    const int32_t mover = lg_game_player(&solution->game, &result->state);
    const float value = search_statistics(search).values[mover];
    LG_REQUIRE(value >= -1 && value <= 1, "value %g", (double)value);
    check_best(search, solution, result);
}

/* One level of search and an evaluation that is right where it calls itself quiet find the best action. */
START_TEST(test_cutoff) {
    lines_solution solution = lines_solve("lines");
    lg_tests_variant variant;
    lg_tests_vary(&variant, &lines_type);
    lg_game game = solution.game;
    variant.players.evaluate = evaluate;
    variant.speed.quiet = quiet;
    game.type = &variant.type;
    known = &solution;
    lg_search_config config = lg_search_default(600);
    config.cutoff = 0;
    config.depth = 1;
    config.solver = 0;
    lg_search *search = search_make(&game, &config);
    int seen = 0;
    for (int32_t i = 0; i < solution.room; i++) {
        const lines_result *result = &solution.results[i];
        const bool quiet_next = result->used && result->state.moves % 2 == 1;
        if (quiet_next && lg_game_player(&game, &result->state) >= 0 && seen++ % 4 == 0)
            check_cut(search, &solution, result);
    }
    ck_assert_int_gt(seen, 1000);
    search_free(search);
    lines_free(&solution);
}
END_TEST

Suite *lg_test_search_exact(void) {
    Suite *suite = suite_create("search_exact");
    TCase *tests = tcase_create("exact");
    tcase_add_loop_test(tests, test_solver, 0, 3 * (int)(sizeof BOARDS / sizeof BOARDS[0]));
    tcase_add_loop_test(tests, test_no_solver, 0, 3);
    tcase_add_test(tests, test_three_players);
    tcase_add_test(tests, test_play);
    tcase_add_test(tests, test_cutoff);
    suite_add_tcase(suite, tests);
    return suite;
}
