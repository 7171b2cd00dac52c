/* Amazes: valid mazes and starts, maze files, and the mazes that are drawn. */
#include "figures.h"
#include "games/amazes/squares.h"

#include <stdio.h>
#include <string.h>

#define ALL 0x1FFFFFFu

static lg_amazes_edges drawn_maze(uint64_t seed) {
    lg_amazes_edges walls;
    lg_rng rng = lg_rng_seed(seed, 0);
    ck_assert_int_eq(lg_amazes_maze_generate(&rng, &walls), LG_OK);
    return walls;
}

/* ---- validity ---- */

/* R2 to R4: a change to a valid maze, and the flaw that is found. */
static void open_left(lg_amazes_edges *walls) { walls->v[7] &= ~1u; }
static void open_right(lg_amazes_edges *walls) { walls->v[24] &= ~(1u << 25); }
static void open_top(lg_amazes_edges *walls) { walls->h[0] &= ~(1u << 3); }
static void open_bottom(lg_amazes_edges *walls) { walls->h[25] &= ~(1u << 24); }
static void set_spare_level(lg_amazes_edges *walls) { walls->h[4] |= 1u << 25; }
static void set_spare_upright(lg_amazes_edges *walls) { walls->v[5] |= 1u << 26; }
static void set_reserved(lg_amazes_edges *walls) { walls->reserved = 1; }

static void close_square(lg_amazes_edges *walls) {
    walls->h[9] |= 1u << 11;
    walls->h[10] |= 1u << 11;
    walls->v[9] |= 3u << 11;
}

static void close_first_square(lg_amazes_edges *walls) {
    walls->h[1] |= 1u;
    walls->v[0] |= 2u;
}

static void clear_corner(lg_amazes_edges *walls) {
    walls->v[5] &= ~(1u << 8);
    walls->v[6] &= ~(1u << 8);
    walls->h[6] &= ~(3u << 7);
}

static const struct {
    void (*change)(lg_amazes_edges *walls);
    int row, column;
    const char *reason;
} FLAWS[] = {
    {open_left, 7, 0, "the outer edge is not all wall"},
    {open_right, 24, 24, "the outer edge is not all wall"},
    {open_top, 0, 3, "the outer edge is not all wall"},
    {open_bottom, 24, 24, "the outer edge is not all wall"},
    {set_spare_level, 4, 24, "bits beyond the maze are set"},
    {set_spare_upright, 5, 24, "bits beyond the maze are set"},
    {set_reserved, 0, 0, "bits beyond the maze are set"},
    {close_square, 9, 11, "the square is not reachable from the first one"},
    {close_first_square, 0, 1, "the square is not reachable from the first one"},
    {clear_corner, 6, 8, "the corner touches no wall"},
};

START_TEST(test_flaws) {
    lg_amazes_edges walls = drawn_maze(1);
    lg_i_amazes_flaw flaw = {-1, -1, NULL};
    ck_assert_int_eq(lg_i_amazes_maze_check(&walls, &flaw), LG_OK);
    ck_assert_ptr_null(flaw.reason);
    FLAWS[_i].change(&walls);
    ck_assert_int_eq(lg_i_amazes_maze_check(&walls, &flaw), LG_E_STATE);
    ck_assert_str_eq(flaw.reason, FLAWS[_i].reason);
    ck_assert_int_eq(flaw.row, FLAWS[_i].row);
    ck_assert_int_eq(flaw.column, FLAWS[_i].column);
    ck_assert_int_eq(lg_i_amazes_maze_check(&walls, NULL), LG_E_STATE);
    char text[16];
    size_t length = 7;
    ck_assert_int_eq(lg_amazes_maze_print(&walls, NULL, text, sizeof text, &length), LG_E_ARGUMENT);
    ck_assert_uint_eq(length, 7);
}
END_TEST

/* R6 and R7. */
START_TEST(test_starts) {
    const lg_amazes_edges walls = drawn_maze(2);
    lg_i_amazes_flaw flaw = {-1, -1, NULL};
    lg_amazes_place start[2] = {{0, 0, 0, 0}, {0, 24, 0, 0}};
    int behind[2] = {0, 0};
    for (int player = 0; player < 2; player++) { /* face away from the way out */
        while (lg_amazes_edge(&walls, 0, start[player].column, behind[player])) behind[player]++;
        start[player].facing = (uint8_t)((behind[player] + 2) % 4);
    }
    ck_assert_int_eq(lg_i_amazes_starts_check(&walls, start, &flaw), LG_OK);
    for (int player = 0; player < 2; player++) {
        lg_amazes_place wrong[2] = {start[0], start[1]};
        wrong[player].facing = 2; /* the top is behind */
        ck_assert_int_eq(lg_i_amazes_starts_check(&walls, wrong, &flaw), LG_E_STATE);
        ck_assert_str_eq(flaw.reason, "there is a wall behind the start");
        ck_assert_int_eq(flaw.column, start[player].column);
        wrong[player] = start[player];
        for (int field = 0; field < 4; field++) {
            wrong[player] = start[player];
            if (field == 0) wrong[player].row = 25;
            if (field == 1) wrong[player].column = 25;
            if (field == 2) wrong[player].facing = 4;
            if (field == 3) wrong[player].reserved = 1;
            ck_assert_int_eq(lg_i_amazes_starts_check(&walls, wrong, &flaw), LG_E_STATE);
            ck_assert_str_eq(flaw.reason, "a start is not a square with a facing");
        }
    }
    ck_assert_int_eq(lg_i_amazes_starts_check(NULL, start, NULL), LG_E_STATE);
    ck_assert_int_eq(lg_i_amazes_starts_check(&walls, NULL, NULL), LG_E_STATE);
}
END_TEST

/* R6: at every squared distance. */
START_TEST(test_start_distance) {
    const lg_amazes_edges walls = drawn_maze(3);
    lg_i_amazes_flaw flaw = {-1, -1, NULL};
    for (int square = 0; square < LG_AMAZES_SQUARES; square++) {
        lg_amazes_place start[2] = {{3, 4, 0, 0}, {(uint8_t)(square / 25), (uint8_t)(square % 25), 0, 0}};
        for (int player = 0; player < 2; player++)
            while (lg_amazes_edge(&walls, start[player].row, start[player].column, (start[player].facing + 2) % 4))
                start[player].facing++;
        const int rows = square / 25 - 3, columns = square % 25 - 4;
        const bool far_enough = rows * rows + columns * columns >= 288;
        ck_assert_int_eq(lg_i_amazes_starts_check(&walls, start, &flaw), far_enough ? LG_OK : LG_E_STATE);
        if (!far_enough) ck_assert_str_eq(flaw.reason, "the squared distance of the starts is under 288");
    }
}
END_TEST

/* ---- drawing ---- */

/* R5: each figure agrees with the contest's ten mazes within 5%. */
START_TEST(test_drawn_mazes_look_like_those_of_the_contest) {
    static const double EXITS[5] = {0, 142, 276, 171, 37}, CORNERS[5] = {0, 254, 225, 84, 13};
    const int mazes = 1000;
    figures all;
    memset(&all, 0, sizeof all);
    lg_rng rng = lg_rng_seed(2010, 0);
    for (int i = 0; i < mazes; i++) {
        lg_amazes_edges walls;
        ck_assert_int_eq(lg_amazes_maze_generate(&rng, &walls), LG_OK);
        LG_REQUIRE(lg_i_amazes_maze_check(&walls, NULL) == LG_OK, "maze %d is not valid", i);
        count(&walls, &all);
    }
    for (int i = 0; i < 5; i++) {
        const double exits = all.exits[i] / mazes, corners = all.corners[i] / mazes;
        LG_REQUIRE(exits >= 0.95 * EXITS[i] && exits <= 1.05 * EXITS[i], "%.1f squares with %d exits", exits, i);
        LG_REQUIRE(corners >= 0.95 * CORNERS[i] && corners <= 1.05 * CORNERS[i], "%.1f corners with %d", corners, i);
    }
    for (int i = 0; i < 4; i++) ck_assert(all.walls[i] > 200 && all.walls[i] < 300);
}
END_TEST

START_TEST(test_drawn_starts) {
    int facings[4] = {0, 0, 0, 0}, rows[25] = {0};
    for (uint64_t seed = 0; seed < 1000; seed++) {
        lg_amazes state, again;
        ck_assert_int_eq(lg_amazes_new(seed, 150, &state), LG_OK);
        ck_assert_int_eq(lg_amazes_new(seed, 150, &again), LG_OK);
        LG_REQUIRE(memcmp(&state, &again, sizeof state) == 0, "seed %d gives two games", (int)seed);
        LG_REQUIRE(lg_i_amazes_starts_check(&state.maze, state.start, NULL) == LG_OK, "seed %d", (int)seed);
        for (int player = 0; player < 2; player++) {
            facings[state.start[player].facing]++;
            rows[state.start[player].row]++;
        }
    }
    for (int i = 0; i < 4; i++) ck_assert_int_gt(facings[i], 400);
    for (int i = 0; i < 25; i++) ck_assert_int_gt(rows[i], 20);
}
END_TEST

START_TEST(test_arguments) {
    lg_amazes_edges walls = drawn_maze(4), closed = walls;
    lg_rng rng = lg_rng_seed(1, 1);
    lg_amazes_place start[2];
    memset(start, 0x55, sizeof start);
    ck_assert_int_eq(lg_i_amazes_maze_check(NULL, NULL), LG_E_STATE);
    ck_assert_int_eq(lg_amazes_maze_generate(NULL, &walls), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_maze_generate(&rng, NULL), LG_E_ARGUMENT);
    close_square(&closed);
    ck_assert_int_eq(lg_amazes_starts_generate(&rng, &closed, start), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_starts_generate(&rng, NULL, start), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_starts_generate(NULL, &walls, start), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_starts_generate(&rng, &walls, NULL), LG_E_ARGUMENT);
    ck_assert_uint_eq(start[0].row, 0x55);
    ck_assert(!lg_amazes_edge(&walls, -1, 0, 0) && !lg_amazes_edge(&walls, 25, 0, 0));
    ck_assert(!lg_amazes_edge(&walls, 0, -1, 0) && !lg_amazes_edge(&walls, 0, 25, 0));
    ck_assert(!lg_amazes_edge(&walls, 0, 0, -1) && !lg_amazes_edge(&walls, 0, 0, 4));
    ck_assert(lg_amazes_edge(&walls, 0, 0, 0) && lg_amazes_edge(&walls, 24, 24, 1));
}
END_TEST

/* ---- maze files ---- */

/* A valid file with starts in lines 1 and 2 and the drawing from line 3. */
static size_t file_text(char text[LG_AMAZES_MAZE_TEXT + 64]) {
    lg_amazes state;
    size_t length;
    ck_assert_int_eq(lg_amazes_new(11, 150, &state), LG_OK);
    ck_assert_int_eq(lg_amazes_maze_print(&state.maze, state.start, text, LG_AMAZES_MAZE_TEXT + 1, &length), LG_OK);
    return length;
}

static lg_status parse(const char *text, size_t length, lg_parse_error *error) {
    lg_amazes_edges walls, untouched;
    lg_amazes_place start[2];
    bool has_start;
    memset(&walls, 0xA5, sizeof walls);
    memset(&untouched, 0xA5, sizeof untouched);
    const lg_status status = lg_amazes_maze_parse(text, length, &walls, start, &has_start, error);
    if (status != LG_OK) ck_assert_mem_eq(&walls, &untouched, sizeof walls);
    return status;
}

/* Replaces the byte at a line and a column, both from 1. */
static char *at(char *text, int line, int column) {
    for (; line > 1; line--) text = strchr(text, '\n') + 1;
    return text + column - 1;
}

static const struct {
    int line, column; /* of the change and, if others are not given, of the error */
    char change;
    int error_line, error_column;
    const char *expected;
} DAMAGES[] = {
    {1, 1, '0', 0, 0, "a row, 1 to 25"},
    {1, 1, '+', 1, 2, "'-': the outer edge is all wall"},
    {2, 1, 'x', 0, 0, "a row, 1 to 25"},
    {3, 1, '-', 0, 0, "'+': a corner"},
    {3, 2, ' ', 0, 0, "'-': the outer edge is all wall"},
    {3, 51, ' ', 0, 0, "'+': a corner"},
    {4, 1, ' ', 0, 0, "'|': the outer edge is all wall"},
    {4, 2, '+', 0, 0, "a blank: a square"},
    {4, 2, '\n', 0, 0, "a blank: a square"},
    {4, 3, '-', 0, 0, "'|' (a wall) or a blank (an opening)"},
    {4, 51, ' ', 0, 0, "'|': the outer edge is all wall"},
    {4, 52, ' ', 0, 0, "the end of the line"},
    {5, 2, '|', 0, 0, "'-' (a wall) or a blank (an opening)"},
    {53, 2, ' ', 0, 0, "'-': the outer edge is all wall"},
    {53, 52, 'x', 0, 0, "the end of the text"},
};

START_TEST(test_damaged_files) {
    char text[LG_AMAZES_MAZE_TEXT + 64];
    lg_parse_error error = {0, 0, NULL};
    const size_t length = file_text(text);
    ck_assert_int_eq(parse(text, length, &error), LG_OK);
    *at(text, DAMAGES[_i].line, DAMAGES[_i].column) = DAMAGES[_i].change;
    ck_assert_int_eq(parse(text, length, &error), LG_E_PARSE);
    ck_assert_str_eq(error.expected, DAMAGES[_i].expected);
    ck_assert_int_eq(error.line, DAMAGES[_i].error_line != 0 ? DAMAGES[_i].error_line : DAMAGES[_i].line);
    ck_assert_int_eq(error.column, DAMAGES[_i].error_column != 0 ? DAMAGES[_i].error_column : DAMAGES[_i].column);
}
END_TEST

/* Start lines before a drawing that stays as it is. */
static const struct {
    const char *starts;
    int line, column;
    const char *expected; /* NULL: all is well */
} START_LINES[] = {
    {"", 0, 0, NULL},
    {"26 1 N\n", 1, 1, "a row, 1 to 25"},
    {"01 1 N\n", 1, 1, "a row, 1 to 25"},
    {"9\n", 1, 2, "one blank after the row"},
    {"1,1,N\n", 1, 2, "one blank after the row"},
    {"1 0 N\n", 1, 3, "a column, 1 to 25"},
    {"1 12\n", 1, 5, "one blank after the column"},
    {"1 1 n\n", 1, 5, "a facing: N, E, S or W"},
    {"1 1 \n", 1, 5, "a facing: N, E, S or W"},
    {"1 1 N \n", 1, 6, "the end of the line"},
    {"1 1 N\n", 2, 1, "a row, 1 to 25"},
    {"1 1 S\n25 25 S\n", 1, 5, "a facing with an opening behind it"},
    {"1 1 S\r\n25 25 S\r\n", 1, 5, "a facing with an opening behind it"},
};

START_TEST(test_start_lines) {
    char file[LG_AMAZES_MAZE_TEXT + 64], text[LG_AMAZES_MAZE_TEXT + 128];
    lg_parse_error error = {0, 0, NULL};
    (void)file_text(file);
    const int length = snprintf(text, sizeof text, "%s%s", START_LINES[_i].starts, at(file, 3, 1));
    const lg_status status = parse(text, (size_t)length, &error);
    if (START_LINES[_i].expected == NULL) {
        ck_assert_int_eq(status, LG_OK);
        return;
    }
    ck_assert_int_eq(status, LG_E_PARSE);
    ck_assert_str_eq(error.expected, START_LINES[_i].expected);
    ck_assert_int_eq(error.line, START_LINES[_i].line);
    ck_assert_int_eq(error.column, START_LINES[_i].column);
}
END_TEST

/* A byte order mark, empty lines and comments have no effect; within the drawing a comment must follow a line. */
START_TEST(test_remarks_in_files) {
    char file[LG_AMAZES_MAZE_TEXT + 64], text[LG_AMAZES_MAZE_TEXT + 256];
    lg_amazes_edges walls, expected;
    lg_amazes_place start[2], places[2];
    lg_parse_error error = {0, 0, NULL};
    bool has_start = false;
    const size_t size = file_text(file);
    ck_assert_int_eq(lg_amazes_maze_parse(file, size, &expected, places, &has_start, NULL), LG_OK);
    const char *const second = at(file, 2, 1), *const drawing = at(file, 3, 1), *const row = at(file, 4, 1);
    int length = snprintf(text, sizeof text, "\xEF\xBB\xBF# red\r\n \n%.*s \t# red\n\n#\n%.*s\n%.*s# rim\n%s\n \n# done",
                          (int)(second - file) - 1, file, (int)(drawing - second), second, (int)(row - drawing) - 1,
                          drawing, row);
    ck_assert_int_eq(lg_amazes_maze_parse(text, (size_t)length, &walls, start, &has_start, NULL), LG_OK);
    ck_assert(has_start && memcmp(&walls, &expected, sizeof walls) == 0 && memcmp(start, places, sizeof start) == 0);
    length = snprintf(text, sizeof text, "%.*s# a line\n%s", (int)(row - file), file, row);
    ck_assert_int_eq(parse(text, (size_t)length, &error), LG_E_PARSE);
    ck_assert_msg(error.line == 4 && error.column == 1, "%d:%d", error.line, error.column);
    length = snprintf(text, sizeof text, "# turned round\n1 1 S # red\n25 25 S\n%s", drawing);
    ck_assert_int_eq(parse(text, (size_t)length, &error), LG_E_PARSE);
    ck_assert_msg(error.line == 2 && error.column == 5, "%d:%d", error.line, error.column);
}
END_TEST

/* Flaws of a drawing are reported at their place. */
START_TEST(test_flaws_of_files) {
    char text[LG_AMAZES_MAZE_TEXT + 64];
    lg_parse_error error = {0, 0, NULL};
    lg_amazes_edges walls;
    lg_amazes_place start[2] = {{9, 9, 9, 9}, {9, 9, 9, 9}};
    bool has_start = false;
    size_t length = file_text(text);
    memcpy(at(text, 4 + 18, 23), "|", 1); /* right of row 10, column 11 */
    memcpy(at(text, 4 + 18, 21), "|", 1);
    memcpy(at(text, 4 + 17, 22), "-", 1);
    memcpy(at(text, 4 + 19, 22), "-", 1);
    ck_assert_int_eq(parse(text, length, &error), LG_E_PARSE);
    ck_assert_str_eq(error.expected, "a square that can be reached");
    ck_assert_int_eq(error.line, 4 + 18);
    ck_assert_int_eq(error.column, 22);
    length = file_text(text);
    memcpy(at(text, 3 + 12, 16), " ", 1); /* around the corner below row 6, right of column 8 */
    memcpy(at(text, 3 + 12, 18), " ", 1);
    memcpy(at(text, 3 + 11, 17), " ", 1);
    memcpy(at(text, 3 + 13, 17), " ", 1);
    ck_assert_int_eq(parse(text, length, &error), LG_E_PARSE);
    ck_assert_str_eq(error.expected, "a corner that touches a wall");
    ck_assert_int_eq(error.line, 3 + 12);
    ck_assert_int_eq(error.column, 17);
    length = file_text(text); /* both on Red's square */
    const int line_length = (int)(strchr(text, '\n') - text) + 1;
    char twice[LG_AMAZES_MAZE_TEXT + 64];
    length = (size_t)snprintf(twice, sizeof twice, "%.*s%.*s%s", line_length, text, line_length, text, at(text, 3, 1));
    ck_assert_int_eq(lg_amazes_maze_parse(twice, length, &walls, start, &has_start, &error), LG_E_PARSE);
    ck_assert_str_eq(error.expected, "a start at a squared distance of 288 or more");
    ck_assert_int_eq(error.line, 2);
    ck_assert_int_eq(error.column, 1);
    ck_assert_int_eq(start[0].row, 9);
    ck_assert(!has_start);
}
END_TEST

START_TEST(test_round_trips) {
    char text[LG_AMAZES_MAZE_TEXT + 64], again[LG_AMAZES_MAZE_TEXT + 64], crlf[2 * LG_AMAZES_MAZE_TEXT];
    size_t written;
    bool has_start = false;
    lg_amazes_edges walls;
    lg_amazes_place start[2];
    const size_t length = file_text(text);
    ck_assert_int_eq(lg_amazes_maze_parse(text, length, &walls, start, &has_start, NULL), LG_OK);
    ck_assert(has_start);
    ck_assert_int_eq(lg_amazes_maze_print(&walls, start, again, sizeof again, &written), LG_OK);
    ck_assert_uint_eq(written, length);
    ck_assert_str_eq(again, text);
    ck_assert_int_eq(lg_amazes_maze_print(&walls, start, again, length, &written), LG_E_SPACE);
    ck_assert_uint_eq(written, length);
    ck_assert_int_eq(lg_amazes_maze_parse(text, length - 1, &walls, NULL, NULL, NULL), LG_OK); /* without the last LF */
    ck_assert_int_eq(lg_amazes_maze_parse(text, length - 2, &walls, NULL, NULL, NULL), LG_E_PARSE);
    size_t to = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\n') crlf[to++] = '\r';
        crlf[to++] = text[i];
    }
    memset(&walls, 0, sizeof walls);
    ck_assert_int_eq(lg_amazes_maze_parse(crlf, to, &walls, start, &has_start, NULL), LG_OK);
    ck_assert_int_eq(lg_amazes_maze_print(&walls, start, again, sizeof again, &written), LG_OK);
    ck_assert_str_eq(again, text);
    ck_assert_int_eq(lg_amazes_maze_parse(text, length, NULL, start, &has_start, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_maze_parse(NULL, length, &walls, start, &has_start, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_maze_parse(text, length, &walls, start, NULL, NULL), LG_E_ARGUMENT);
    start[0] = start[1];
    ck_assert_int_eq(lg_amazes_maze_print(&walls, start, again, sizeof again, &written), LG_E_ARGUMENT);
}
END_TEST

Suite *lg_test_amazes_mazes(void) {
    Suite *suite = suite_create("amazes mazes");
    TCase *tests = tcase_create("mazes");
    tcase_add_loop_test(tests, test_flaws, 0, (int)(sizeof FLAWS / sizeof FLAWS[0]));
    tcase_add_test(tests, test_starts);
    tcase_add_test(tests, test_start_distance);
    tcase_add_test(tests, test_drawn_mazes_look_like_those_of_the_contest);
    tcase_add_test(tests, test_drawn_starts);
    tcase_add_test(tests, test_arguments);
    tcase_add_loop_test(tests, test_damaged_files, 0, (int)(sizeof DAMAGES / sizeof DAMAGES[0]));
    tcase_add_loop_test(tests, test_start_lines, 0, (int)(sizeof START_LINES / sizeof START_LINES[0]));
    tcase_add_test(tests, test_remarks_in_files);
    tcase_add_test(tests, test_flaws_of_files);
    tcase_add_test(tests, test_round_trips);
    suite_add_tcase(suite, tests);
    return suite;
}
