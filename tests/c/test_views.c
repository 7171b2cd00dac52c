/* Views: forms, canonical observations and actions, parts and potentials, each compared with a slow and literal
 * account. */
#include "tests.h"
#include "walk.h"
#include "game/view.h"

#include <stdlib.h>
#include <string.h>

static const char *const GAMES[] = {"alquerque", "amazes(turns=5)", "amazes(actions=walk,turns=5)", "blockdrop(turns=120)",
                                    "ontherun(cities=30,map=3,max_cities=40)", "snakecore(players=3,rounds=60)"};
enum { GAME_COUNT = sizeof GAMES / sizeof GAMES[0] };

static float element(const lg_space *space, const void *seen, int32_t i) {
    if (space->dtype == LG_U8) return (float)((const uint8_t *)seen)[i];
    return space->dtype == LG_I16 ? (float)((const int16_t *)seen)[i] : (float)((const int32_t *)seen)[i];
}

/* The observation of a view, in memory of exactly the promised size. */
static void *shown(const walk *w, const lg_view *view, int32_t player, lg_space *space) {
    ck_assert_int_eq(lg_game_view_space(&w->game, view, space), LG_OK);
    const size_t size = lg_space_size(space), scratch = lg_game_view_scratch(&w->game, view);
    void *seen = memset(lg_test_malloc(size), SENTINEL, size), *memory = scratch > 0 ? lg_test_malloc(scratch) : NULL;
    ck_assert_int_eq(lg_game_view(&w->game, view, w->state, player, memory, seen, size), LG_OK);
    free(memory);
    return seen;
}

static float clamped(float value) {
    return value < -1 ? -1 : value > 1 ? 1 : value;
}

static void compare_forms(const walk *w, int32_t which, int32_t player) {
    const lg_view plain = {which, LG_FORM_PLAIN, 0}, scaled = {which, LG_FORM_SCALED, 0};
    const lg_view hot = {which, LG_FORM_ONE_HOT, 0};
    lg_space space, scaled_space, hot_space;
    lg_part parts[LG_MAX_PARTS];
    void *seen = shown(w, &plain, player, &space);
    float *numbers = shown(w, &scaled, player, &scaled_space), *hots = shown(w, &hot, player, &hot_space), *at = hots;
    int32_t i = 0;
    ck_assert(scaled_space.dtype == LG_F32 && memcmp(scaled_space.shape, space.shape, sizeof space.shape) == 0);
    const int32_t count = lg_game_parts(&w->game, which, parts);
    for (int32_t p = 0; p < count; p++) {
        const lg_part *part = &parts[p];
        const int32_t kinds = part->categories, size = kinds > 0 ? kinds - 1 : part->size;
        for (int32_t k = 0; k < part->count; k++) {
            const float value = element(&space, seen, i + k);
            LG_REQUIRE(numbers[i + k] == clamped(value / (float)size), "scaled element %d", i + k);
            LG_REQUIRE(kinds > 0 || at[k] == numbers[i + k], "number %d among one-hots", i + k);
            for (int32_t kind = 0; kind < kinds; kind++)
                LG_REQUIRE(at[part->count * kind + k] == (float)(value == (float)kind), "one-hot of element %d", i + k);
        }
        i += part->count;
        at += part->count * (kinds > 0 ? kinds : 1);
    }
    ck_assert_uint_eq((size_t)((char *)at - (char *)hots), lg_space_size(&hot_space));
    free(seen);
    free(numbers);
    free(hots);
}

static void visit_forms(walk *w) {
    for (int32_t which = 0; which < w->game.observations; which++)
        for (int32_t player = 0; player < w->game.players; player++) compare_forms(w, which, player);
}

START_TEST(test_forms) {
    walk_all(GAMES[_i], lg_tests_amount(3), visit_forms);
}
END_TEST

/* The canonical view is the view of the mapped state, with the actions mapped as well. */
static void visit_canonical(walk *w) {
    int32_t symmetry, mapped;
    lg_space space;
    uint64_t mask[LG_MAX_MASK_WORDS];
    if (w->player < 0) return;
    for (int32_t which = 0; which < w->game.observations; which++) {
        const lg_view turned = {which, LG_FORM_ONE_HOT, 1}, plain = {which, LG_FORM_ONE_HOT, 0};
        ck_assert_int_eq(lg_game_canonical(&w->game, w->state, w->player, &symmetry), LG_OK);
        void *seen = shown(w, &turned, w->player, &space), *before = w->state;
        ck_assert_int_eq(lg_game_symmetry_state(&w->game, symmetry, w->state, w->other), LG_OK);
        w->state = w->other;
        void *like = shown(w, &plain, w->player, &space);
        w->state = before;
        ck_assert_mem_eq(seen, like, lg_space_size(&space));
        free(seen);
        free(like);
    }
    const lg_view view = {0, LG_FORM_PLAIN, 1};
    lg_i_view_legal(&w->game, &view, w->state, mask);
    for (int32_t action = 0; action < w->game.actions; action++) {
        ck_assert_int_eq(lg_game_symmetry_action(&w->game, symmetry, action, &mapped), LG_OK);
        LG_REQUIRE(walk_is_legal(mask, mapped) == walk_is_legal(w->mask, action), "action %d", action);
        int32_t back = -1;
        back = lg_i_view_action(&w->game, &view, w->state, mapped);
        LG_REQUIRE(back == action, "action %d comes back as %d", action, back);
    }
}

START_TEST(test_canonical) {
    walk_all(GAMES[_i], lg_tests_amount(3), visit_canonical);
}
END_TEST

/* In a canonical position the mover's pieces, head or facing are in a fixed place; other games have no such form. */
static void visit_sameness(walk *w) {
    int32_t symmetry;
    if (w->player < 0) return;
    for (int32_t player = 0; player < w->game.players; player++) {
        ck_assert_int_eq(lg_game_canonical(&w->game, w->state, player, &symmetry), LG_OK);
        ck_assert_int_eq(lg_game_symmetry_state(&w->game, symmetry, w->state, w->other), LG_OK);
        if (w->game.type->learners->canonical == NULL) ck_assert_int_eq(symmetry, 0);
        if (strcmp(w->game.type->name, "alquerque") == 0) ck_assert_int_eq(symmetry, player == 0 ? 0 : 2);
        if (strcmp(w->game.type->name, "blockdrop") == 0)
            ck_assert_int_eq(((const lg_blockdrop *)w->other)->facing[player], LG_BLOCKDROP_UP);
        if (strcmp(w->game.type->name, "snakecore") != 0) continue;
        const lg_snakecore *turned = (const lg_snakecore *)w->other;
        const lg_snakecore_cell head = turned->python[player].head;
        lg_snakecore_cell bodies[LG_SNAKECORE_MAX_CELLS];
        const int32_t length = lg_snakecore_body(turned, player, bodies, NULL);
        if (length == 0) ck_assert_int_eq(symmetry, 0);
        else ck_assert(bodies[0].x == head.x && bodies[0].y == head.y + 1);
    }
}

START_TEST(test_sameness) {
    walk_all(GAMES[_i], lg_tests_amount(3), visit_sameness);
}
END_TEST

/* In sixteenths of a point: three quarters of the body's score now, half a point for each of its blocks, and an
 * eighth more for energy. */
static int snakecore_points(const lg_snakecore *state, int player, bool over) {
    const lg_snakecore_python *python = &state->python[player];
    if (over || (state->disqualified >> player & 1) != 0) return 16 * python->score;
    return 16 * python->score + 6 * python->length * (python->length + 1) + 8 * python->length + 2 * python->energy;
}

/* A literal account of each game's potential. */
static void visit_potential(walk *w) {
    float value;
    for (int32_t player = 0; player < w->game.players; player++) {
        int32_t potential = 77, expected = 0;
        ck_assert_int_eq(lg_game_potential(&w->game, w->state, player, &potential), LG_OK);
        ck_assert_int_eq(lg_game_evaluate(&w->game, w->state, player, &value, NULL), LG_OK);
        if (strcmp(w->game.type->name, "alquerque") == 0) {
            const lg_alquerque *state = (const lg_alquerque *)w->state;
            for (int point = 0; point < 64 && w->player >= 0; point++)
                expected += 3276 * ((int)(state->pieces[player] >> point & 1) - (int)(state->pieces[1 - player] >> point & 1));
        } else if (strcmp(w->game.type->name, "blockdrop") == 0) {
            expected = ((const lg_blockdrop *)w->state)->row[player] < 0 ? -65536 : 0;
        } else if (strcmp(w->game.type->name, "snakecore") == 0) {
            const lg_snakecore *state = (const lg_snakecore *)w->state;
            int best = 0;
            for (int i = 0; i < state->players; i++)
                if (i != player && snakecore_points(state, i, w->player < 0) > best)
                    best = snakecore_points(state, i, w->player < 0);
            expected = 64 * (snakecore_points(state, player, w->player < 0) - 3 * best / 10);
            if (expected > 8 * 65536) expected = 8 * 65536;
            if (expected < -8 * 65536) expected = -8 * 65536;
        } else if (strcmp(w->game.type->name, "amazes") == 0) {
            const lg_amazes *state = (const lg_amazes *)w->state;
            int squares = state->meetings[player], written = (int)state->written[player];
            for (int i = 0; i < 625; i++) squares += (int)(state->known[player].squares[i / 25] >> i % 25 & 1);
            if (w->player == player) written += state->walk_length;
            expected = 512 * squares - 16 * written + 2 * 65536 * (state->sudden_death == player + 1);
            if (expected > 8 * 65536) expected = 8 * 65536;
            if (expected < -8 * 65536) expected = -8 * 65536;
        } else {
            expected = w->player < 0 ? 0 : (int32_t)(value * 65536);
        }
        ck_assert_int_eq(potential, expected);
    }
}

START_TEST(test_potential) {
    walk_all(GAMES[_i], lg_tests_amount(3), visit_potential);
}
END_TEST

START_TEST(test_arguments) {
    walk w = walk_begin("alquerque");
    const lg_view good = {0, LG_FORM_SCALED, 1};
    const lg_view bad[] = {{1, 0, 0}, {-1, 0, 0}, {0, 3, 0}, {0, -1, 0}, {0, 0, 2}, {0, 0, -1}};
    lg_space space = {"untouched", LG_U8, 1, {1, 1, 1, 1}, 0, 0};
    uint64_t scratch[4096];
    float seen[9 * 49];
    int32_t number = 77;
    lg_part parts[LG_MAX_PARTS];
    walk_start(&w, 1);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        ck_assert_int_eq(lg_game_view_space(&w.game, &bad[i], &space), LG_E_ARGUMENT);
        ck_assert_uint_eq(lg_game_view_scratch(&w.game, &bad[i]), 0);
        ck_assert_int_eq(lg_game_view(&w.game, &bad[i], w.state, 0, scratch, seen, sizeof seen), LG_E_ARGUMENT);
    }
    lg_game large = w.game; /* more bytes than an int32 counts */
    large.observation[0] = (lg_space){"large", LG_U8, 2, {32768, 32768, 1, 1}, 0, 1};
    ck_assert_int_eq(lg_game_view_space(&large, &good, &space), LG_E_ARGUMENT);
    ck_assert_str_eq(space.name, "untouched");
    ck_assert_int_eq(lg_game_view(&w.game, &good, w.state, 0, scratch, seen, sizeof seen), LG_OK);
    ck_assert_int_eq(lg_game_view(&w.game, &good, w.state, 0, NULL, seen, sizeof seen), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_view(&w.game, &good, w.state, 0, (char *)scratch + 4, seen, sizeof seen), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_view(&w.game, &good, w.state, 0, scratch, seen, sizeof seen - 4), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_view(&w.game, &good, w.state, 2, scratch, seen, sizeof seen), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_view(&w.game, &good, NULL, 0, scratch, seen, sizeof seen), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_canonical(&w.game, w.state, -1, &number), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_potential(&w.game, w.state, 2, &number), LG_E_ARGUMENT);
    ck_assert_int_eq(number, 77);
    ck_assert_int_eq(lg_game_parts(&w.game, 1, parts), 0);
    ck_assert_int_eq(lg_game_parts(&w.game, 0, NULL), 0);
    walk_end(&w);
}
END_TEST

Suite *lg_test_views(void) {
    Suite *suite = suite_create("views");
    TCase *tests = tcase_create("views");
    tcase_add_loop_test(tests, test_forms, 0, GAME_COUNT);
    tcase_add_loop_test(tests, test_canonical, 0, GAME_COUNT);
    tcase_add_loop_test(tests, test_sameness, 0, GAME_COUNT);
    tcase_add_loop_test(tests, test_potential, 0, GAME_COUNT);
    tcase_add_test(tests, test_arguments);
    suite_add_tcase(suite, tests);
    return suite;
}
