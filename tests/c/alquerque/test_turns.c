/* Alquerque: all whole turns of a position, however many there are. */
#include "positions.h"
#include "games/alquerque/rules.h"

#include <stdlib.h>

/* A hill climb over random boards found these; White's one piece against 24. */
#define MILLIONS "1b1b1b1/1b1bbb1/5b1/bbbbbbb/3b1bw/1bbbbbb/5b1 w 0 - - -"
#define MILLIONS_COUNT 8068238
#define LONGEST "g3*g5*e5*e7*g7*e5*g3*g1*e1*e3*e5*c3*e3*g3*e1*c3*c1*a3*a5*c3*c5*e7*c7*a7*c5"

/* The order that the enumeration promises: direction of the first leg, point, then depth first; so every move is
 * greater than the one before it, and none comes twice. */
static int compare(const lg_alquerque_move *a, const lg_alquerque_move *b) {
    const int first = (int)(a->path & 7) - (int)(b->path & 7);
    if (first != 0) return first;
    if (a->from != b->from) return a->from - b->from;
    for (int i = 0;; i++) {
        if (i >= a->jumps || i >= b->jumps) return a->jumps - b->jumps;
        const int leg_a = (int)(i < 21 ? a->path >> 3 * i & 7 : a->path_high >> 3 * (i - 21) & 7);
        const int leg_b = (int)(i < 21 ? b->path >> 3 * i & 7 : b->path_high >> 3 * (i - 21) & 7);
        if (leg_a != leg_b) return leg_a - leg_b;
    }
}

typedef struct census {
    uint64_t count;
    int longest;
    lg_alquerque_move longest_move;
} census;

static census enumerate(const lg_alquerque *state) {
    census c = {0, -1, {0, 0, 0, 0, 0}};
    lg_alquerque_moves all;
    lg_alquerque_move move = {0, 0, 0, 0, 0}, before = move;
    lg_alquerque_moves_begin(state, &all);
    for (; lg_alquerque_moves_next(&all, &move); before = move) {
        LG_REQUIRE(c.count == 0 || compare(&before, &move) < 0, "move %llu is not after the one before it",
                   (unsigned long long)c.count);
        c.count++;
        if (move.jumps <= c.longest) continue;
        c.longest = move.jumps;
        c.longest_move = move;
    }
    before = move;
    LG_REQUIRE(!lg_alquerque_moves_next(&all, &move), "a move after the last");
    LG_REQUIRE(memcmp(&before, &move, sizeof move) == 0, "a move is written after the last");
    return c;
}

START_TEST(test_enumeration_along_random_games) {
    lg_rng rng = lg_rng_seed(1, 0);
    for (int games = 0; games < 100; games++) {
        lg_alquerque state;
        lg_alquerque_start(&state);
        while (lg_alquerque_result_of(&state) == LG_ALQUERQUE_ONGOING) {
            lg_alquerque_move moves[1000];
            LG_REQUIRE(enumerate(&state).count == lg_alquerque_count(&state), "count and enumeration differ");
            const size_t count = list_of(&state, moves, 1000);
            LG_REQUIRE(count < 1000, "%zu moves", count);
            const lg_alquerque_move *move = &moves[lg_rng_below(&rng, (uint32_t)count)];
            LG_REQUIRE(lg_alquerque_apply(&state, move, &state) == LG_OK, "a listed move is refused");
        }
        LG_REQUIRE(enumerate(&state).count == 0 && lg_alquerque_count(&state) == 0, "moves after the end");
    }
}
END_TEST

START_TEST(test_millions_of_moves) {
    const lg_alquerque state = position_of(MILLIONS);
    const census c = enumerate(&state);
    ck_assert_uint_eq(lg_alquerque_count(&state), MILLIONS_COUNT);
    ck_assert_uint_eq(c.count, MILLIONS_COUNT);
    ck_assert_int_eq(c.longest, 24);
}
END_TEST

START_TEST(test_the_longest_chain) {
    const lg_alquerque before = position_of(MILLIONS);
    lg_alquerque after = before, decided = before;
    char text[LG_ALQUERQUE_MOVE_TEXT + 1];
    size_t length;
    uint8_t points[LG_ALQUERQUE_MAX_JUMPS + 1];
    const lg_alquerque_move move = move_of(LONGEST);
    ck_assert_int_eq(move.jumps, LG_ALQUERQUE_MAX_JUMPS);
    ck_assert_int_eq(lg_i_alquerque_points(&move, points), 25);
    ck_assert_int_eq(lg_alquerque_move_print(&move, text, sizeof text, &length), LG_OK);
    ck_assert_str_eq(text, LONGEST);
    ck_assert_uint_eq(length, LG_ALQUERQUE_MOVE_TEXT);
    ck_assert_int_eq(lg_alquerque_apply(&before, &move, &after), LG_OK);
    expect_position(&after, "7/7/2w4/7/7/7/7 b 1 " LONGEST " - -", "after 24 captures");
    ck_assert_int_eq(lg_alquerque_result_of(&after), LG_ALQUERQUE_NO_PIECES);
    for (int i = 0; i < 24; i++) {
        int32_t direction = 0;
        while (direction < 8 && points[i] + 2 * (int[]){8, 9, 1, -7, -8, -9, -1, 7}[direction] != points[i + 1])
            direction++;
        ck_assert_int_eq(lg_alquerque_validate(&decided), LG_OK);
        ck_assert_int_eq(lg_i_alquerque_decide(&decided, points[i], direction, &decided), LG_OK);
    }
    ck_assert_mem_eq(&decided, &after, sizeof after);
}
END_TEST

START_TEST(test_enumeration_in_a_chain) {
    const lg_alquerque state = position_of("7/7/1b1b3/7/wb3b1/5w1/6b w 0 - - a1*a3");
    lg_alquerque_move moves[4];
    ck_assert_uint_eq(list_of(&state, moves, 4), 1);
    const lg_alquerque_move expected = move_of("a3*c3");
    ck_assert_mem_eq(&moves[0], &expected, sizeof expected);
}
END_TEST

START_TEST(test_perft_of_little_depth) {
    const lg_alquerque start = position_of(START_TEXT), over = position_of("7/7/7/7/7/6b/w2w3 w 200 - - -");
    for (int bulk = 0; bulk < 2; bulk++) {
        ck_assert_uint_eq(lg_alquerque_perft(&start, 0, bulk != 0), 1);
        ck_assert_uint_eq(lg_alquerque_perft(&start, -1, bulk != 0), 1);
        ck_assert_uint_eq(lg_alquerque_perft(&start, 1, bulk != 0), 4);
        ck_assert_uint_eq(lg_alquerque_perft(&over, 0, bulk != 0), 1);
        ck_assert_uint_eq(lg_alquerque_perft(&over, 1, bulk != 0), 0);
        ck_assert_uint_eq(lg_alquerque_perft(&over, 200, bulk != 0), 0);
    }
}
END_TEST

Suite *lg_test_alquerque_turns(void) {
    Suite *suite = suite_create("alquerque turns");
    TCase *tests = tcase_create("turns");
    tcase_add_test(tests, test_enumeration_along_random_games);
    tcase_add_test(tests, test_enumeration_in_a_chain);
    if (LG_TESTS_SLOWER == 1) tcase_add_test(tests, test_millions_of_moves);
    tcase_add_test(tests, test_the_longest_chain);
    if (LG_TESTS_SLOWER == 1)    tcase_add_test(tests, test_perft_of_little_depth);
    suite_add_tcase(suite, tests);
    return suite;
}
