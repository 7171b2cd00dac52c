/* Alquerque: which bytes are a state, and the symmetries of states. */
#include "positions.h"

/* ---- validate ---- */

static void expect_status(const lg_alquerque *state, lg_status expected, const char *what) {
    const lg_status status = lg_alquerque_validate(state);
    ck_assert_msg(status == expected, "%s: %s", what, lg_status_text(status));
}

#define POINT(column, row) ((uint64_t)1 << (8 * ((row)-1) + (column) - 'a'))

/* Changes one thing in a copy of `good` and validates it. */
#define EXPECT(expected, what, change) \
    do {                               \
        lg_alquerque s = good;         \
        change;                        \
        expect_status(&s, expected, what); \
    } while (0)

START_TEST(test_validate_boards) {
    const lg_alquerque good = position_of("b6/7/7/7/7/7/6w w 5 g2-g1 a6-a7 -");
    expect_status(&good, LG_OK, "the good position");
    ck_assert_int_eq(lg_alquerque_validate(NULL), LG_E_ARGUMENT);
    EXPECT(LG_E_STATE, "an eighth column", s.pieces[0] |= (uint64_t)1 << 7);
    EXPECT(LG_E_STATE, "an eighth row", s.pieces[1] |= (uint64_t)1 << 56);
    EXPECT(LG_E_STATE, "both colours on a point", s.pieces[0] |= s.pieces[1]);
    EXPECT(LG_E_STATE, "no opponent", s.pieces[1] = 0);
    EXPECT(LG_OK, "the side to move without pieces", s.pieces[0] = 0);
    EXPECT(LG_E_STATE, "an empty board", s.pieces[0] = s.pieces[1] = 0);
    EXPECT(LG_OK, "24 pieces", s.pieces[0] = 0x707F7F7F);
    EXPECT(LG_E_STATE, "25 white pieces", s.pieces[0] = 0x787F7F7F);
    EXPECT(LG_E_STATE, "25 black pieces", (s.pieces[0] = 0, s.pieces[1] = 0x787F7F7F));
    EXPECT(LG_E_STATE, "all 49 points", s.pieces[0] = 0x007F7F7F7F7F7F7F & ~s.pieces[1]);
}
END_TEST

START_TEST(test_validate_numbers) {
    const lg_alquerque good = position_of("b6/7/7/7/7/7/6w w 5 g2-g1 a6-a7 -");
    EXPECT(LG_OK, "Black to move", s.to_move = 1);
    EXPECT(LG_E_STATE, "side 2", s.to_move = 2);
    EXPECT(LG_E_STATE, "side 255", s.to_move = 255);
    EXPECT(LG_OK, "ply 200", s.ply = 200);
    EXPECT(LG_E_STATE, "ply 201", s.ply = 201);
    EXPECT(LG_E_STATE, "ply 65535", s.ply = 65535);
    EXPECT(LG_OK, "forfeit 2", s.forfeit = 2);
    EXPECT(LG_E_STATE, "forfeit 3", s.forfeit = 3);
    for (int i = 0; i < 3; i++) EXPECT(LG_E_STATE, "reserved", s.reserved[i] = 1);
}
END_TEST

START_TEST(test_validate_last_moves) {
    const lg_alquerque good = position_of("b6/7/7/7/7/7/6w w 5 g2-g1 a6-a7 -");
    EXPECT(LG_E_STATE, "from the eighth column", s.last[0].from = 7);
    EXPECT(LG_E_STATE, "from outside", s.last[1].from = 64);
    EXPECT(LG_E_STATE, "to outside", (s.last[0].from = 0, s.last[0].path = 4));
    EXPECT(LG_E_STATE, "not along lines", (s.last[0].from = 1, s.last[0].path = 1));
    EXPECT(LG_E_STATE, "spare bits in path", s.last[0].path |= 8);
    EXPECT(LG_E_STATE, "spare bits in path_high", s.last[0].path_high = 1);
    EXPECT(LG_E_STATE, "25 jumps", s.last[0].jumps = 25);
    EXPECT(LG_E_STATE, "reserved", s.last[0].reserved = 1);
    EXPECT(LG_E_STATE, "no move with a path", s.last[0].from = LG_ALQUERQUE_NO_POINT);
    EXPECT(LG_OK, "no move",
           (memset(&s.last[0], 0, sizeof s.last[0]), s.last[0].from = LG_ALQUERQUE_NO_POINT));
}
END_TEST

START_TEST(test_validate_chains) {
    const lg_alquerque good = position_of("7/7/7/1b5/w6/7/6b w 5 - b3-b4 a1*a3");
    expect_status(&good, LG_OK, "the good chain");
    EXPECT(LG_OK, "no chain", s.jumper = LG_ALQUERQUE_NO_POINT);
    EXPECT(LG_E_STATE, "another jumper", s.jumper = 17);
    EXPECT(LG_E_STATE, "a jumper outside", s.jumper = 64);
    EXPECT(LG_E_STATE, "the jumper's point is empty", s.pieces[0] = POINT('a', 2));
    EXPECT(LG_E_STATE, "the jumper is an enemy", (s.pieces[0] = 0, s.pieces[1] |= POINT('a', 3)));
    EXPECT(LG_E_STATE, "nothing to capture", s.pieces[1] = POINT('g', 1));
    EXPECT(LG_E_STATE, "at the ply limit", s.ply = 200);
    EXPECT(LG_E_STATE, "after an offence", s.forfeit = 1);
    EXPECT(LG_E_STATE, "a step as chain", s.last[0] = move_of("a2-a3"));
    EXPECT(LG_E_STATE, "no chain at all", s.last[0] = s.last[1]);
    EXPECT(LG_E_STATE, "the opponent's chain", s.to_move = 1);
    EXPECT(LG_E_STATE, "24 captures and two pieces left",
           s.last[0] = move_of("a3*a1*a3*a1*a3*a1*a3*a1*a3*a1*a3*a1*a3*a1*a3*a1*a3*a1*a3*a1*a3*a1*a3*a1*a3"));
    EXPECT(LG_OK, "22 captures and two pieces left",
           s.last[0] = move_of("a3*a1*a3*a1*a3*a1*a3*a1*a3*a1*a3*a1*a3*a1*a3*a1*a3*a1*a3*a1*a3*a1*a3"));
}
END_TEST

/* ---- symmetries ---- */

START_TEST(test_symmetries_of_points_and_directions) {
    static const struct {
        char a1[3], b1[3];
        int32_t north, north_east;
    } ROWS[8] = {
        {"a1", "b1", 0, 1}, {"a7", "a6", 2, 3}, {"g7", "f7", 4, 5}, {"g1", "g2", 6, 7},
        {"g1", "f1", 0, 7}, {"a1", "a2", 2, 1}, {"a7", "b7", 4, 3}, {"g7", "g6", 6, 5},
    };
    for (int32_t i = 0; i < 8; i++) {
        const char *a1 = ROWS[i].a1, *b1 = ROWS[i].b1;
        const int32_t north = ROWS[i].north, north_east = ROWS[i].north_east;
        ck_assert_int_eq(lg_tests_turned_action("alquerque", i, 0), 8 * (7 * (a1[1] - '1') + a1[0] - 'a') + north);
        ck_assert_int_eq(lg_tests_turned_action("alquerque", i, 9), 8 * (7 * (b1[1] - '1') + b1[0] - 'a') + north_east);
        ck_assert_int_eq(lg_tests_turned_action("alquerque", i, 8 * 24), 8 * 24 + north);
    }
}
END_TEST

START_TEST(test_symmetries_of_a_state) {
    static const char *const IMAGES[8] = {
        "b6/7/7/1b5/w6/7/5w1 w 3 - a6-a7 a1*a3",    "2w3b/3b3/7/7/7/w6/7 w 3 - f7-g7 a7*c7",
        "1w5/7/6w/5b1/7/7/6b w 3 - g2-g1 g7*g5",    "7/6w/7/7/7/3b3/b3w2 w 3 - b1-a1 g1*e1",
        "6b/7/7/5b1/6w/7/1w5 w 3 - g6-g7 g1*g3",    "7/w6/7/7/7/3b3/2w3b w 3 - f1-g1 a1*c1",
        "5w1/7/w6/1b5/7/7/b6 w 3 - a2-a1 a7*a5",    "b3w2/3b3/7/7/7/6w/7 w 3 - b7-a7 g7*e7",
    };
    const lg_alquerque state = position_of(IMAGES[0]);
    for (int32_t i = 0; i < LG_ALQUERQUE_SYMMETRIES; i++) {
        lg_alquerque image = state;
        lg_tests_turn("alquerque", &image, i, &image);
        expect_position(&image, IMAGES[i], "image");
        ck_assert_uint_eq(lg_alquerque_perft(&image, 3, true), lg_alquerque_perft(&state, 3, true));
    }
}
END_TEST

static const struct {
    const char *before, *after;
} SWAPS[] = {
    {START_TEXT, "bbbbbbb/bbbbbbb/bbbbbbb/bbb1www/wwwwwww/wwwwwww/wwwwwww b 0 - - -"},
    {"b6/7/7/1b5/w6/7/5w1 w 3 - a6-a7 a1*a3", "1b5/7/6b/5w1/7/7/6w b 3 g2-g1 - g7*g5"},
    {"b6/7/7/7/7/7/6w w 7 g2-g1 a6-a7 - forfeit:w", "b6/7/7/7/7/7/6w b 7 g2-g1 a6-a7 - forfeit:b"},
    {"bb5/7/7/7/7/7/5ww b 200 g2-g1 b6-b7 -", "bb5/7/7/7/7/7/5ww w 200 f2-f1 a6-a7 -"},
};

START_TEST(test_swap) {
    const lg_alquerque before = position_of(SWAPS[_i].before);
    lg_alquerque after = before;
    int32_t score[2], swapped[2];
    lg_alquerque_swap(&after, &after);
    expect_position(&after, SWAPS[_i].after, "swapped");
    ck_assert_int_eq(lg_alquerque_result_of(&after), lg_alquerque_result_of(&before));
    ck_assert_uint_eq(lg_alquerque_perft(&after, 4, true), lg_alquerque_perft(&before, 4, true));
    lg_alquerque_scores(&before, score);
    lg_alquerque_scores(&after, swapped);
    ck_assert(score[0] == swapped[1] && score[1] == swapped[0]);
    lg_alquerque_swap(&after, &after);
    expect_position(&after, SWAPS[_i].before, "swapped twice");
}
END_TEST

Suite *lg_test_alquerque_states(void) {
    Suite *suite = suite_create("alquerque states");
    TCase *validate = tcase_create("validate"), *symmetries = tcase_create("symmetries");
    tcase_add_test(validate, test_validate_boards);
    tcase_add_test(validate, test_validate_numbers);
    tcase_add_test(validate, test_validate_last_moves);
    tcase_add_test(validate, test_validate_chains);
    tcase_add_test(symmetries, test_symmetries_of_points_and_directions);
    tcase_add_test(symmetries, test_symmetries_of_a_state);
    tcase_add_loop_test(symmetries, test_swap, 0, (int)(sizeof SWAPS / sizeof SWAPS[0]));
    suite_add_tcase(suite, validate);
    suite_add_tcase(suite, symmetries);
    return suite;
}
