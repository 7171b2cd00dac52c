/* Amazes: discoveries by looking, and each rule of inference alone and in cascades; one row, one sentence of
 * docs/games/amazes-rules.md. */
#include "../tests.h"
#include "games/amazes/squares.h"

#include <stdio.h>
#include <string.h>

/* ---- drawings of a part of a map ---- */

/* A part of a map as lg_amazes_known_print draws it, lines apart by LF, its upper left square at this place; the rest
 * is unknown. */
#define PATCH_ROW 10
#define PATCH_COLUMN 7

static void draw_edge(lg_amazes_knowledge *known, char c, int line, int column) {
    const bool upright = (line & 1) != 0;
    uint32_t *const walls = upright ? &known->walls.v[line / 2] : &known->walls.h[line / 2];
    uint32_t *const openings = upright ? &known->openings.v[line / 2] : &known->openings.h[line / 2];
    if (c == (upright ? '|' : '-')) *walls |= 1u << column / 2;
    else if (c == ' ') *openings |= 1u << column / 2;
    else ck_assert_msg(c == '?', "'%c' for an edge", c);
}

static void draw_square(lg_amazes_knowledge *known, char c, int row, int column) {
    if (c == 'x') known->dead_ends[row] |= 1u << column;
    if (c == 'x' || c == ' ') known->squares[row] |= 1u << column;
    else ck_assert_msg(c == '?', "'%c' for a square", c);
}

static lg_amazes_knowledge draw(const char *patch) {
    lg_amazes_knowledge known;
    memset(&known, 0, sizeof known);
    int line = 2 * PATCH_ROW, column = 2 * PATCH_COLUMN;
    for (; *patch != '\0'; patch++, column++) {
        if (*patch == '\n') {
            line++;
            column = 2 * PATCH_COLUMN - 1;
        } else if ((line & 1) != (column & 1)) {
            draw_edge(&known, *patch, line, column);
        } else if ((line & 1) != 0) {
            draw_square(&known, *patch, line / 2, column / 2);
        } else {
            ck_assert_int_eq(*patch, '+');
        }
    }
    return known;
}

/* One line of a map as it is drawn. */
static const char *drawn(const lg_amazes_knowledge *known, int line) {
    static char lines[2][52];
    static int next;
    char text[LG_AMAZES_MAZE_TEXT + 1];
    size_t length;
    next ^= 1;
    ck_assert_int_eq(lg_amazes_known_print(known, text, sizeof text, &length), LG_OK);
    (void)snprintf(lines[next], sizeof lines[next], "%s", text + 52 * line);
    return lines[next];
}

static void require_same(const char *what, const lg_amazes_knowledge *here, const lg_amazes_knowledge *expected) {
    if (memcmp(here, expected, sizeof *here) == 0) return;
    for (int line = 0; line < 51; line++)
        LG_REQUIRE(strcmp(drawn(here, line), drawn(expected, line)) == 0, "%s: line %d is\n%s\nnot\n%s", what, line,
                   drawn(here, line), drawn(expected, line));
    ck_abort_msg("%s: the same drawing, but other bytes", what);
}

/* ---- dead ends and corners ---- */

static const struct {
    const char *what, *before, *after;
} INFERENCES[] = {
    /* R19: three walls */
    {"three walls, open to the south", "+-+\n|?|\n+?+", "+-+\n|x|\n+ +"},
    {"three walls, open to the west", "+-+\n??|\n+-+", "+-+\n x|\n+-+"},
    {"three walls, open to the north", "+?+\n|?|\n+-+", "+ +\n|x|\n+-+"},
    {"three walls, open to the east", "+-+\n|??\n+-+", "+-+\n|x \n+-+"},
    {"three walls, the opening is known already", "+-+\n|?|\n+ +", "+-+\n|x|\n+ +"},
    {"two walls are too few", "+-+\n|??\n+?+", "+-+\n|??\n+?+"},
    {"two walls and an opening are too few", "+-+\n|??\n+ +", "+-+\n|??\n+ +"},
    {"three walls of a discovered square: no dead end", "+-+\n| |\n+?+", "+-+\n| |\n+?+"},
    {"an opening to a discovered square is no opening to a dead end", "+-+-+\n|?  ?\n+?+?+", "+-+-+\n|?  ?\n+?+?+"},
    {"nor is it in the west", "+-+-+\n?  ?|\n+?+?+", "+-+-+\n?  ?|\n+?+?+"},
    {"nor in the north", "+?+\n? ?\n+ +\n|?|\n+?+", "+?+\n? ?\n+ +\n|?|\n+?+"},
    {"nor in the south", "+?+\n|?|\n+ +\n? ?\n+?+", "+?+\n|?|\n+ +\n? ?\n+?+"},
    /* R20: two walls and one opening to a dead-end square */
    {"two walls and a dead end to the east", "+-+-+\n?? x|\n+-+-+", "+-+-+\n x x|\n+-+-+"},
    {"two walls and a dead end to the north", "+-+\n|x|\n+ +\n|?|\n+?+", "+-+\n|x|\n+ +\n|x|\n+ +"},
    {"two walls, a dead end to the south and a bend", "+-+\n|??\n+ +\n|x|\n+-+", "+-+\n|x \n+ +\n|x|\n+-+"},
    {"two walls and a dead end to the west", "+-+-+\n|x ??\n+-+-+", "+-+-+\n|x x \n+-+-+"},
    {"one wall and a dead end are too few", "+-+-+\n|x ??\n+-+?+", "+-+-+\n|x ??\n+-+?+"},
    {"a discovered square next to a dead end is none", "+-+-+\n|x  ?\n+-+-+", "+-+-+\n|x  ?\n+-+-+"},
    {"an unknown edge to a dead end does not count", "+-+-+\n|x???\n+-+-+", "+-+-+\n|x???\n+-+-+"},
    /* R21: one wall and two openings to dead-end squares */
    {"one wall and dead ends on both sides", "+-+-+-+\n|x ? x|\n+-+?+-+", "+-+-+-+\n|x x x|\n+-+ +-+"},
    {"one wall, dead ends to the west and north",
     "+?+-+\n??|x|\n+-+ +\n|x ?|\n+-+?+", "+?+-+\n??|x|\n+-+ +\n|x x|\n+-+ +"},
    {"two dead ends without a wall are too few",
     "+?+-+\n??|x|\n+-+ +\n|x ??\n+-+?+", "+?+-+\n??|x|\n+-+ +\n|x ??\n+-+?+"},
    /* R22: three openings to dead-end squares */
    {"dead ends on three sides",
     "+?+-+?+\n??|x|??\n+-+ +-+\n|x ? x|\n+-+?+-+", "+?+-+?+\n??|x|??\n+-+ +-+\n|x x x|\n+-+ +-+"},
    {"dead ends on three sides, the fourth to the north",
     "+-+?+-+\n|x ? x|\n+-+ +-+\n??|x|??\n+?+-+?+", "+-+ +-+\n|x x x|\n+-+ +-+\n??|x|??\n+?+-+?+"},
    /* R28: cascades of these */
    {"a corridor of dead ends", "+-+-+-+-+\n????????|\n+-+-+-+-+", "+-+-+-+-+\n x x x x|\n+-+-+-+-+"},
    {"a corridor with a bend",
     "+?+-+\n????|\n+?+?+\n??|?|\n+?+?+\n??|?|\n+?+-+", "+?+-+\n?? x|\n+?+ +\n??|x|\n+?+ +\n??|x|\n+?+-+"},
    {"a fork of dead ends", "+-+-+-+-+\n|???????|\n+-+?+-+-+\n??|?|????\n+?+?+?+?+",
     "+-+-+-+-+\n|x x x x|\n+-+ +-+-+\n??|x|????\n+?+ +?+?+"},
    /* R24: corners */
    {"the wall above a corner", "+?+?+\n?????\n+ + +\n?? ??\n+?+?+", "+?+?+\n??|??\n+ + +\n?? ??\n+?+?+"},
    {"the wall below a corner", "+?+?+\n?? ??\n+ + +\n?????\n+?+?+", "+?+?+\n?? ??\n+ + +\n??|??\n+?+?+"},
    {"the wall left of a corner", "+?+?+\n?? ??\n+?+ +\n?? ??\n+?+?+", "+?+?+\n?? ??\n+-+ +\n?? ??\n+?+?+"},
    {"the wall right of a corner", "+?+?+\n?? ??\n+ +?+\n?? ??\n+?+?+", "+?+?+\n?? ??\n+ +-+\n?? ??\n+?+?+"},
    {"two openings at a corner are too few", "+?+?+\n?? ??\n+?+?+\n?? ??\n+?+?+", "+?+?+\n?? ??\n+?+?+\n?? ??\n+?+?+"},
    {"two corners of one edge",
     "+?+?+?+\n?? ????\n+ + + +\n?? ? ??\n+?+?+?+", "+?+?+?+\n?? ?|??\n+ + + +\n?? ? ??\n+?+?+?+"},
    /* R28 with corners */
    {"the wall of a corner closes a dead end",
     "+?+-+\n????|\n+ + +\n?? ??\n+?+?+", "+?+-+\n??|x|\n+ + +\n?? ??\n+?+?+"},
    {"the opening of a dead end completes a corner",
     "+-+?+\n|? x?\n+?+ +\n?????\n+?+?+", "+-+?+\n|x x?\n+ + +\n??|??\n+?+?+"},
};

START_TEST(test_inference) {
    lg_amazes_knowledge before = draw(INFERENCES[_i].before), after;
    const lg_amazes_knowledge expected = draw(INFERENCES[_i].after);
    ck_assert_int_eq(lg_amazes_infer(&before, &after), LG_OK);
    require_same(INFERENCES[_i].what, &after, &expected);
    ck_assert_int_eq(lg_amazes_infer(&before, &before), LG_OK);
    require_same(INFERENCES[_i].what, &before, &expected);
}
END_TEST

/* ---- outer edges ---- */

#define ALL 0x1FFFFFFu

static lg_amazes_knowledge nothing(void) {
    lg_amazes_knowledge known;
    memset(&known, 0, sizeof known);
    return known;
}

static void discover_sides(lg_amazes_knowledge *known) {
    for (int row = 0; row < 25; row++) known->walls.v[row] |= 1u | 1u << 25;
}

static void discover_top_and_bottom(lg_amazes_knowledge *known) {
    known->walls.h[0] = known->walls.h[25] = ALL;
}

static void require_inferred(const char *what, const lg_amazes_knowledge *known, const lg_amazes_knowledge *expected) {
    lg_amazes_knowledge inferred;
    ck_assert_int_eq(lg_amazes_infer(known, &inferred), LG_OK);
    require_same(what, &inferred, expected);
}

/* R25: 24 columns give no information; the 25th may be known from a square, or from an opening of a square on any
 * side. */
START_TEST(test_all_columns) {
    lg_amazes_knowledge most = nothing();
    for (int column = 0; column < 25; column++)
        if (column != _i) most.squares[3 + column % 5] |= 1u << column;
    require_inferred("24 columns", &most, &most);
    for (int kind = 0; kind < 4; kind++) {
        lg_amazes_knowledge all = most;
        if (kind == 0) all.squares[20] |= 1u << _i;
        if (kind == 1) all.openings.h[20] |= 1u << _i;
        if (kind == 2) all.openings.v[20] |= _i == 0 ? 2u : 1u << _i;
        if (kind == 3) all.openings.v[20] |= _i == 24 ? 1u << 24 : 2u << _i;
        lg_amazes_knowledge expected = all;
        discover_sides(&expected);
        require_inferred("25 columns", &all, &expected);
    }
}
END_TEST

/* R26: the same for rows. */
START_TEST(test_all_rows) {
    lg_amazes_knowledge most = nothing();
    for (int row = 0; row < 25; row++)
        if (row != _i) most.squares[row] |= 1u << (3 + row % 5);
    require_inferred("24 rows", &most, &most);
    for (int kind = 0; kind < 4; kind++) {
        lg_amazes_knowledge all = most;
        if (kind == 0) all.squares[_i] |= 1u << 20;
        if (kind == 1) all.openings.v[_i] |= 1u << 20;
        if (kind == 2) all.openings.h[_i == 0 ? 1 : _i] |= 1u << 20;
        if (kind == 3) all.openings.h[_i == 24 ? 24 : _i + 1] |= 1u << 20;
        lg_amazes_knowledge expected = all;
        discover_top_and_bottom(&expected);
        require_inferred("25 rows", &all, &expected);
    }
}
END_TEST

/* R27: 24 walls of an outer edge give no information, 25 determine the opposite edge. */
START_TEST(test_opposite_edges) {
    for (int side = 0; side < 4; side++) {
        lg_amazes_knowledge known = nothing();
        for (int i = 0; i < 25; i++) {
            if (i == _i) continue;
            if ((side & 1) == 0) known.walls.h[side == 0 ? 0 : 25] |= 1u << i;
            else known.walls.v[i] |= side == 3 ? 1u : 1u << 25;
        }
        require_inferred("24 walls", &known, &known);
        if ((side & 1) == 0) known.walls.h[side == 0 ? 0 : 25] = ALL;
        else known.walls.v[_i] |= side == 3 ? 1u : 1u << 25;
        lg_amazes_knowledge expected = known;
        if ((side & 1) == 0) discover_top_and_bottom(&expected);
        else discover_sides(&expected);
        require_inferred("25 walls", &known, &expected);
    }
}
END_TEST

/* R28 with all of them, after the example of the contest's page: all rows are known of, so the top is wall; that makes
 * dead ends, the way out of them leads to the last column; so the left edge is wall, and makes one more. */
START_TEST(test_cascade_over_outer_edges) {
    lg_amazes_knowledge known = nothing();
    for (int row = 0; row < 25; row++) known.squares[row] = 1u << 12;
    known.squares[12] = 0x1FFF000u;
    known.walls.h[1] = 0xFFEu; /* below columns 1 ... 11 of the first row */
    known.walls.v[0] = 1u << 5;
    lg_amazes_knowledge expected = known;
    discover_sides(&expected);
    discover_top_and_bottom(&expected);
    expected.squares[0] = 0x1FFFu;
    expected.dead_ends[0] = 0xFFFu;
    expected.openings.v[0] = 0x1FDEu; /* columns 0 ... 12, but for the wall left of column 5 */
    expected.openings.h[1] = 1u;
    require_inferred("the cascade", &known, &expected);
    known.squares[12] = 0x0FFF000u; /* without the last column it stops before the first */
    lg_amazes_knowledge less = expected;
    discover_top_and_bottom(&less);
    for (int row = 0; row < 25; row++) less.walls.v[row] &= 1u << 5;
    less.squares[12] = known.squares[12];
    less.squares[0] &= ~1u;
    less.dead_ends[0] &= ~1u;
    less.openings.h[1] = 0;
    require_inferred("without the last column", &known, &less);
}
END_TEST

/* ---- looking ---- */

/* The example of the contest's page: its corridor, found in the maze of a seed. R9 to R16, R24, R31, R36. */
START_TEST(test_the_look_of_the_page) {
    static const char SEEN[] = "W\nW\nLLBNW\nW\n340\n";
    static const char MAP[] = "+?+?+?+\n"
                              "???????\n"
                              "+?+-+?+\n"
                              "??|^|??\n"
                              "+?+ +?+\n"
                              "??|   ?\n"
                              "+?+ +-+\n"
                              "??|   ?\n"
                              "+?+ +-+\n"
                              "?     ?\n"
                              "+?+ +?+\n"
                              "??| |??\n"
                              "+?+-+?+\n"
                              "???????\n"
                              "+?+?+?+\n";
    char text[LG_AMAZES_VIEW_TEXT + 1];
    size_t length;
    int32_t points[2];
    lg_amazes state;
    lg_amazes_sight sight;
    ck_assert_int_eq(lg_amazes_new(34518, LG_AMAZES_TURNS, &state), LG_OK);
    ck_assert_int_eq(lg_amazes_see(&state.maze, &state.place[0], &state.place[1], &sight), LG_OK);
    ck_assert_int_eq(lg_amazes_sight_print(&sight, text, sizeof text, &length), LG_OK);
    ck_assert_str_eq(text, SEEN);
    ck_assert_int_eq(lg_amazes_begin_turn(&state, &state), LG_OK);
    ck_assert_int_eq(lg_amazes_view_print(&state, 0, text, sizeof text, &length), LG_OK);
    ck_assert_str_eq(text, MAP);
    ck_assert_int_eq(lg_amazes_square_count(&state.known[0]), 9);
    lg_amazes_points(&state, points);
    ck_assert_int_eq(points[0], 18);
    ck_assert_int_eq(points[1], 0);
    ck_assert_int_eq(lg_amazes_play(&state, "TFRFF", 5, &state, NULL), LG_OK);
    const int32_t cell = lg_i_amazes_cell(&state.start[0], state.place[0].row, state.place[0].column);
    ck_assert_int_eq(cell, 49 * (24 + 2) + 24);
    ck_assert_int_eq((state.place[0].facing - state.start[0].facing) & 3, 2);
    lg_amazes_points(&state, points);
    ck_assert_int_eq(points[0], 13);
}
END_TEST

/* The discoveries of a look do not depend on the facing, and are the same square by square as corridor by corridor. */
START_TEST(test_looks_in_every_facing) {
    lg_amazes state;
    lg_amazes_knowledge first, known;
    ck_assert_int_eq(lg_amazes_new(7, LG_AMAZES_TURNS, &state), LG_OK);
    for (int square = 0; square < LG_AMAZES_SQUARES; square++) {
        lg_amazes_place place = {(uint8_t)(square / 25), (uint8_t)(square % 25), 0, 0};
        const lg_amazes_knowledge before = nothing();
        lg_amazes_sight north, sight;
        (void)lg_amazes_see(&state.maze, &place, &state.place[1], &north);
        (void)lg_amazes_discover(&state.maze, &place, &before, &first);
        for (place.facing = 1; place.facing < 4; place.facing++) {
            (void)lg_amazes_see(&state.maze, &place, &state.place[1], &sight);
            (void)lg_amazes_discover(&state.maze, &place, &before, &known);
            require_same("another facing", &known, &first);
            for (int i = 0; i < 4; i++) {
                const int seen = (place.facing + i) % 4;
                ck_assert_uint_eq(sight.length[i], north.length[seen]);
                ck_assert_mem_eq(sight.sides[i], north.sides[seen], LG_AMAZES_CORRIDOR);
            }
        }
    }
}
END_TEST

Suite *lg_test_amazes_inference(void) {
    Suite *suite = suite_create("amazes inference");
    TCase *tests = tcase_create("inference");
    tcase_add_loop_test(tests, test_inference, 0, (int)(sizeof INFERENCES / sizeof INFERENCES[0]));
    tcase_add_loop_test(tests, test_all_columns, 0, 25);
    tcase_add_loop_test(tests, test_all_rows, 0, 25);
    tcase_add_loop_test(tests, test_opposite_edges, 0, 25);
    tcase_add_test(tests, test_cascade_over_outer_edges);
    tcase_add_test(tests, test_the_look_of_the_page);
    tcase_add_test(tests, test_looks_in_every_facing);
    suite_add_tcase(suite, tests);
    return suite;
}
