/* Games from shared objects: files that are refused, and examples/games/connect_four.c compared with a slow
 * implementation. */
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- files ---- */

#ifdef _WIN32
#define NO_FILE "found" /* not found, could not be found */
#else
#define NO_FILE "No such file"
#endif

START_TEST(test_files_that_are_refused) {
    static const struct {
        const char *path, *parts[3]; /* a phrase that the problem must contain */
    } ROWS[] = {
        {LG_TESTS_MODULES "/missing.so", {"missing.so", "can't be loaded", NO_FILE}},
        {__FILE__ "/missing.so", {"can't be loaded"}},
        {LG_TESTS_TEXT_FILE, {"meson.build", "can't be loaded"}},
        {"", {"can't be loaded"}},
        {"./", {"can't be loaded"}},
        {LG_TESTS_MODULES "/no_export.so", {"no_export.so", "lg_game_export", "LG_EXPORT_GAME"}},
        {LG_TESTS_MODULES "/no_table.so", {"no_table.so", "lg_game_export"}},
        {LG_TESTS_MODULES "/other_version.so", {"other_version.so", "version 9 ", "version 3:"}},
        {LG_TESTS_MODULES "/half_table.so", {"half_table.so", "a required function is NULL"}},
    };
    ck_assert_uint_eq(LG_GAME_ABI, 3); /* otherwise the row of other_version needs other numbers */
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        char problem[LG_LOAD_PROBLEM] = "";
        const lg_game_type *const before = lg_game_type_at(0), *type = before;
        ck_assert_int_eq(lg_game_load(ROWS[i].path, &type, problem, sizeof problem), LG_E_ARGUMENT);
        ck_assert_ptr_eq(type, before);
        ck_assert_msg(strncmp(problem, ROWS[i].path, strlen(ROWS[i].path)) == 0, "%s", problem);
        for (size_t k = 0; k < 3 && ROWS[i].parts[k] != NULL; k++)
            ck_assert_msg(strstr(problem, ROWS[i].parts[k]) != NULL, "\"%s\" is not in: %s", ROWS[i].parts[k], problem);
    }
}
END_TEST

START_TEST(test_missing_arguments) {
    const lg_game_type *type = NULL;
    char problem[LG_LOAD_PROBLEM] = "";
    ck_assert_int_eq(lg_game_load(NULL, &type, problem, sizeof problem), LG_E_ARGUMENT);
    ck_assert_str_ne(problem, "");
    ck_assert_int_eq(lg_game_load(LG_TESTS_CONNECT_FOUR, NULL, problem, sizeof problem), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_load(LG_TESTS_CONNECT_FOUR, &type, NULL, 1), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_load(LG_TESTS_MODULES "/missing.so", &type, NULL, 0), LG_E_ARGUMENT);
    ck_assert_ptr_null(type);
    ck_assert_int_eq(lg_game_load(LG_TESTS_CONNECT_FOUR, &type, NULL, 0), LG_OK);
    ck_assert_ptr_nonnull(type);
}
END_TEST

START_TEST(test_problem_is_cut_off) {
    const lg_game_type *type = NULL;
    char whole[LG_LOAD_PROBLEM] = "", part[8] = "1234567";
    (void)lg_game_load("./missing.so", &type, whole, sizeof whole);
    ck_assert_int_eq(lg_game_load("./missing.so", &type, part, sizeof part - 1), LG_E_ARGUMENT);
    ck_assert_uint_eq(strlen(part), 6);
    ck_assert(strncmp(part, whole, 6) == 0);
    ck_assert_int_eq(part[7], '\0');
}
END_TEST

/* No search in the folders of the system, where dlopen would find the C library. */
START_TEST(test_path_without_a_slash_is_a_file_here) {
    const lg_game_type *type = NULL, *again = NULL;
    char problem[LG_LOAD_PROBLEM] = "", before[4096], name[300];
    ck_assert_ptr_nonnull(getcwd(before, sizeof before));
    ck_assert_int_eq(chdir(LG_TESTS_GAMES), 0);
    ck_assert_int_eq(lg_game_load("connect_four.so", &type, problem, sizeof problem), LG_OK);
    ck_assert_int_eq(lg_game_load("./connect_four.so", &again, problem, sizeof problem), LG_OK);
    ck_assert_ptr_eq(type, again);
    ck_assert_int_eq(lg_game_load("libc.so.6", &type, problem, sizeof problem), LG_E_ARGUMENT);
    ck_assert_msg(strstr(problem, NO_FILE) != NULL, "%s", problem);
    memset(name, 'n', sizeof name - 1); /* longer than any name */
    name[sizeof name - 1] = '\0';
    ck_assert_int_eq(lg_game_load(name, &type, problem, sizeof problem), LG_E_ARGUMENT);
    ck_assert_ptr_eq(type, again);
    ck_assert_int_eq(chdir(before), 0);
}
END_TEST

START_TEST(test_a_good_file) {
    const lg_game_type *type = lg_tests_connect_four();
    ck_assert_ptr_eq(type, lg_tests_connect_four());
    ck_assert_str_eq(type->name, "connect_four");
    ck_assert_ptr_null(lg_game_type_problem(type));
    lg_game game;
    ck_assert_int_eq(lg_game_make("connect_four", 12, &game, NULL), LG_E_PARSE); /* the registry does not change */
}
END_TEST

/* ---- connect four: the slow implementation ---- */

typedef struct slow_four {
    int columns, rows, connect, moves;
    char cell[8][7]; /* by column and row from below: 0, 'x' or 'o' */
    char winner;
} slow_four;

static int slow_height(const slow_four *slow, int column) {
    int height = 0;
    while (height < slow->rows && slow->cell[column][height] != 0) height++;
    return height;
}

static bool slow_same(const slow_four *slow, int column, int row, int right, int up, char stone) {
    for (int i = 0; i < slow->connect; i++, column += right, row += up) {
        if (column < 0 || column >= slow->columns || row < 0 || row >= slow->rows) return false;
        if (slow->cell[column][row] != stone) return false;
    }
    return true;
}

enum { UP, RIGHT, RISING, FALLING, DIRECTIONS };

/* Counts in lines[] the directions in which `stone` has won. */
static bool slow_won(const slow_four *slow, char stone, int lines[DIRECTIONS]) {
    static const int RIGHTS[] = {0, 1, 1, 1}, UPS[] = {1, 0, 1, -1};
    bool won = false;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        bool found = false;
        for (int column = 0; column < slow->columns; column++)
            for (int row = 0; row < slow->rows; row++)
                found |= slow_same(slow, column, row, RIGHTS[direction], UPS[direction], stone);
        lines[direction] += found;
        won |= found;
    }
    return won;
}

static void slow_drop(slow_four *slow, int column, int lines[DIRECTIONS]) {
    const char stone = slow->moves % 2 == 0 ? 'x' : 'o';
    slow->cell[column][slow_height(slow, column)] = stone;
    slow->moves++;
    if (slow_won(slow, stone, lines)) slow->winner = stone;
}

static bool slow_over(const slow_four *slow) {
    return slow->winner != 0 || slow->moves == slow->columns * slow->rows;
}

static void compare(const lg_game *game, const void *state, const slow_four *slow) {
    uint64_t mask[1], expected = 0;
    char text[80] = "", board[200];
    size_t length, at = 0;
    float outcome[2];
    for (int column = 0; column < slow->columns; column++) {
        if (!slow_over(slow) && slow_height(slow, column) < slow->rows) expected |= (uint64_t)1 << column;
        if (column > 0) text[at++] = '/';
        for (int row = 0; row < slow_height(slow, column); row++) text[at++] = slow->cell[column][row];
    }
    const int32_t count = lg_game_legal(game, state, mask);
    LG_REQUIRE(mask[0] == expected && count == __builtin_popcountll(expected), "other columns are open: %s", text);
    LG_REQUIRE(lg_game_player(game, state) == (slow_over(slow) ? -1 : slow->moves % 2), "another player: %s", text);
    LG_REQUIRE(lg_game_state_print(game, state, board, sizeof board, &length) == LG_OK, "no text");
    LG_REQUIRE(strcmp(text, board) == 0, "%s is written %s", text, board);
    LG_REQUIRE(lg_game_outcome(game, state, outcome) == LG_OK, "no outcome");
    const float of_x = slow->winner == 'x' ? 1 : slow->winner == 'o' ? -1 : 0;
    LG_REQUIRE(outcome[0] == of_x && outcome[1] == -of_x, "%g and %g: %s", (double)outcome[0], (double)outcome[1], text);
    const char *result = lg_game_result(game, state);
    LG_REQUIRE(strcmp(result, !slow_over(slow)       ? "ongoing"
                              : slow->winner == 'x' ? "X has won"
                              : slow->winner == 'o' ? "O has won"
                                                    : "draw") == 0, "%s: %s", result, text);
}

static lg_game make(const char *configuration) {
    lg_game game;
    lg_parse_error error = {0, 0, ""};
    const lg_status status = lg_game_configure(lg_tests_connect_four(), configuration, strlen(configuration), &game, &error);
    ck_assert_msg(status == LG_OK, "%s: %s", configuration, error.expected);
    return game;
}

static void play_beside(const lg_game *game, lg_rng *rng, int lines[DIRECTIONS], int *draws) {
    uint64_t state[3], mask[1];
    slow_four slow = {game->params[0], game->params[1], game->params[2], 0, {{0}}, 0};
    ck_assert_uint_eq(game->state_size, sizeof state);
    (void)lg_game_new(game, 0, state);
    for (int32_t count; compare(game, state, &slow), (count = lg_game_legal(game, state, mask)) > 0;) {
        const int32_t column = lg_mask_select(mask, game->actions, lg_rng_below(rng, (uint32_t)count));
        LG_REQUIRE(lg_game_apply(game, state, column, state) == LG_OK, "column %d is refused", column);
        slow_drop(&slow, column, lines);
    }
    *draws += slow.winner == 0;
}

static const char *const SIZES[] = {
    "connect_four",
    "connect_four(columns=5,rows=4)",
    "connect_four(columns=8,rows=7)",
    "connect_four(columns=8,rows=7,connect=3)",
    "connect_four(columns=4,rows=7)",
    "connect_four(columns=8,rows=4,connect=5)",
};

#define SIZE_COUNT ((int)(sizeof SIZES / sizeof SIZES[0]))

START_TEST(test_random_games_against_the_slow_implementation) {
    const lg_game game = make(SIZES[_i]);
    lg_rng rng = lg_rng_seed((uint64_t)_i, 4);
    int lines[DIRECTIONS] = {0}, draws = 0;
    const int games = lg_tests_amount(10000);
    for (int i = 0; i < games; i++) play_beside(&game, &rng, lines, &draws);
    for (int direction = 0; direction < DIRECTIONS; direction++)
        if (game.params[1] >= game.params[2]) ck_assert_msg(lines[direction] > 0, "no line in direction %d", direction);
    ck_assert(draws > 0 || game.params[2] == 3 || game.params[1] == 7);
}
END_TEST

/* ---- connect four: its rules and text by hand ---- */

static void play_all(const lg_game *game, const char *columns, void *state) {
    (void)lg_game_new(game, 0, state);
    for (; *columns != '\0'; columns++)
        ck_assert_int_eq(lg_game_play(game, state, columns, 1, state, NULL), LG_OK);
}

START_TEST(test_lines_and_ends) {
    static const struct {
        const char *configuration, *columns, *result;
    } ROWS[] = {
        {"connect_four", "1212121", "X has won"},
        {"connect_four", "121212", "ongoing"},
        {"connect_four", "1122334", "X has won"},
        {"connect_four", "7766554", "X has won"},
        {"connect_four", "31212121", "O has won"},
        {"connect_four", "12233434474", "X has won"},  /* rising */
        {"connect_four", "76655454414", "X has won"},  /* falling */
        {"connect_four", "1111112", "ongoing"},
        {"connect_four", "2222221111113", "ongoing"},  /* no line from the top of a column into the next one */
        {"connect_four(columns=2,rows=2,connect=2)", "112", "X has won"},
        {"connect_four(columns=2,rows=2,connect=3)", "1122", "draw"},
        {"connect_four(columns=8,rows=7)", "8787878", "X has won"},
        {"connect_four(columns=8,rows=7)", "88888881", "ongoing"},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        uint64_t state[3];
        const lg_game game = make(ROWS[i].configuration);
        play_all(&game, ROWS[i].columns, state);
        ck_assert_msg(strcmp(lg_game_result(&game, state), ROWS[i].result) == 0, "%s", ROWS[i].columns);
    }
}
END_TEST

START_TEST(test_refusals) {
    uint64_t state[3];
    lg_parse_error error = {0, 0, NULL};
    const lg_game game = make("connect_four");
    play_all(&game, "111111", state);
    ck_assert_int_eq(lg_game_apply(&game, state, 0, state), LG_E_ILLEGAL);
    ck_assert_str_eq(lg_game_explain(&game, state, 0), "the column is full");
    ck_assert_ptr_null(lg_game_explain(&game, state, 1));
    ck_assert_int_eq(lg_game_play(&game, state, "1", 1, state, &error), LG_E_ILLEGAL);
    ck_assert_int_eq(lg_game_play(&game, state, "8", 1, state, &error), LG_E_PARSE);
    ck_assert_int_eq(error.column, 1);
    ck_assert_int_eq(lg_game_play(&game, state, "2x", 2, state, &error), LG_E_PARSE);
    ck_assert_int_eq(error.column, 2);
    ck_assert_int_eq(lg_game_forfeit(&game, state, 1, state), LG_OK);
    ck_assert_str_eq(lg_game_result(&game, state), "O gave up");
    ck_assert_int_eq(lg_game_apply(&game, state, 1, state), LG_E_OVER);
    ck_assert_int_eq(lg_game_forfeit(&game, state, 0, state), LG_E_OVER);
    ck_assert_str_eq(lg_game_explain(&game, state, 1), "the game is over");
    ck_assert_int_eq(lg_game_configure(game.type, "connect_four(rows=8)", 20, &(lg_game){0}, &error), LG_E_PARSE);
    ck_assert_int_eq(error.column, 19);
}
END_TEST

START_TEST(test_positions_that_are_refused) {
    static const struct {
        const char *text;
        int column;
    } ROWS[] = {
        {"", 1},               {"/////", 6},          {"///////", 7},        {"x/", 3},
        {"xoxoxox//////", 7},  {"o//////", 8},        {"xx//////", 9},       {"xxxx/ooo/o////", 15},
        {"//// //", 5},        {"////// ", 7},        {"////// x", 7},       {"////// XX", 9},
        {"////// X O", 9},     {"xxxx/ooo///// X", 14}, {"X//////", 1},      {"xxxx/oooo/////", 15},
    };
    const lg_game game = make("connect_four");
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        uint64_t state[3] = {1, 2, 3};
        lg_parse_error error = {0, 0, NULL};
        ck_assert_int_eq(lg_game_state_parse(&game, ROWS[i].text, strlen(ROWS[i].text), state, &error), LG_E_PARSE);
        ck_assert_msg(error.column == ROWS[i].column, "\"%s\": %d, %s", ROWS[i].text, error.column, error.expected);
        ck_assert(state[0] == 1 && state[1] == 2 && state[2] == 3);
    }
}
END_TEST

START_TEST(test_board) {
    static const char PLAIN[] = " . . .\n . o .\n o x x\n 1 2 3", COLOURED[] =
        " . . .\n . \033[33mo\033[0m .\n \033[33mo\033[0m \033[31mx\033[0m \033[31mx\033[0m\n 1 2 3";
    uint64_t state[3];
    char text[200];
    size_t length;
    const lg_game game = make("connect_four(columns=3,rows=3,connect=3)");
    play_all(&game, "2231", state);
    ck_assert_int_eq(lg_game_board(&game, state, -1, false, text, sizeof text, &length), LG_OK);
    ck_assert_str_eq(text, PLAIN);
    ck_assert_int_eq(lg_game_board(&game, state, 0, true, text, sizeof text, &length), LG_OK);
    ck_assert_str_eq(text, COLOURED);
}
END_TEST

START_TEST(test_observation) {
    static const uint8_t OF_O[3 * 2 * 3] = {1, 0, 0, 0, 1, 0, /**/ 0, 1, 1, 0, 0, 0, /**/ 0, 0, 0, 0, 0, 0};
    uint64_t state[3];
    uint8_t seen[sizeof OF_O];
    const lg_game game = make("connect_four(columns=3,rows=2,connect=3)");
    play_all(&game, "2231", state);
    ck_assert_int_eq(lg_game_observe(&game, state, 1, 0, seen, sizeof seen), LG_OK);
    ck_assert_mem_eq(seen, OF_O, sizeof seen);
    ck_assert_int_eq(lg_game_observe(&game, state, 0, 0, seen, sizeof seen), LG_OK);
    ck_assert_mem_eq(seen, OF_O + 6, 6);
    ck_assert_mem_eq(seen + 6, OF_O, 6);
    for (int i = 12; i < 18; i++) ck_assert_uint_eq(seen[i], 1);
}
END_TEST

START_TEST(test_mirror) {
    uint64_t state[3], image[3];
    char text[80];
    size_t length;
    int32_t action;
    const lg_game game = make("connect_four");
    ck_assert_int_eq(game.symmetries, 2);
    play_all(&game, "1123", state);
    ck_assert_int_eq(lg_game_symmetry_state(&game, 1, state, image), LG_OK);
    ck_assert_int_eq(lg_game_state_print(&game, image, text, sizeof text, &length), LG_OK);
    ck_assert_str_eq(text, "////o/x/xo");
    for (int32_t column = 0; column < 7; column++) {
        ck_assert_int_eq(lg_game_symmetry_action(&game, 1, column, &action), LG_OK);
        ck_assert_int_eq(action, 6 - column);
    }
}
END_TEST

START_TEST(test_greedy_wins_and_blocks) {
    static const struct {
        const char *columns, *answers;
    } ROWS[] = {{"121212", "1"}, {"1212127", "2"}, {"12131", "1"}, {"44556", "37"}, {"7767577", "4"}, {"172737", "4"}};
    const lg_game game = make("connect_four");
    lg_rng rng = lg_rng_seed(1, 1);
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        uint64_t state[3];
        int32_t action;
        play_all(&game, ROWS[i].columns, state);
        for (int k = 0; k < 100; k++) {
            ck_assert_int_eq(lg_game_choose(&game, state, LG_BOT_GREEDY, &rng, &action), LG_OK);
            LG_REQUIRE(strchr(ROWS[i].answers, '1' + action) != NULL, "%s: %d", ROWS[i].columns, action + 1);
        }
    }
}
END_TEST

/* Games that end earlier have no leaves. */
static int64_t leaves(const lg_game *game, const void *state, int depth) {
    uint64_t after[3], mask[1];
    int64_t sum = 0;
    const int32_t count = lg_game_legal(game, state, mask);
    if (depth == 1) return count;
    for (int32_t i = 0; i < count; i++) {
        (void)lg_game_apply(game, state, lg_mask_select(mask, game->actions, (uint32_t)i), after);
        sum += leaves(game, after, depth - 1);
    }
    return sum;
}

START_TEST(test_perft) {
    static const int64_t COUNTS[] = {7, 49, 343, 2401, 16807, 117649, 823536, 5673234, 39394572};
    const lg_game game = make("connect_four");
    uint64_t start[3];
    (void)lg_game_new(&game, 0, start);
    const int depths = LG_TESTS_SLOWER > 1 ? 7 : 9;
    for (int depth = 1; depth <= depths; depth++) ck_assert_int_eq(leaves(&game, start, depth), COUNTS[depth - 1]);
}
END_TEST

Suite *lg_test_load(void) {
    Suite *suite = suite_create("load");
    TCase *tests = tcase_create("load");
    tcase_add_test(tests, test_files_that_are_refused);
    tcase_add_test(tests, test_missing_arguments);
    tcase_add_test(tests, test_problem_is_cut_off);
    tcase_add_test(tests, test_path_without_a_slash_is_a_file_here);
    tcase_add_test(tests, test_a_good_file);
    tcase_add_loop_test(tests, test_random_games_against_the_slow_implementation, 0, SIZE_COUNT);
    tcase_add_test(tests, test_lines_and_ends);
    tcase_add_test(tests, test_refusals);
    tcase_add_test(tests, test_positions_that_are_refused);
    tcase_add_test(tests, test_board);
    tcase_add_test(tests, test_observation);
    tcase_add_test(tests, test_mirror);
    tcase_add_test(tests, test_greedy_wins_and_blocks);
    tcase_add_test(tests, test_perft);
    suite_add_tcase(suite, tests);
    return suite;
}
