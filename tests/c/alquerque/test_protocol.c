/* Alquerque: moves, positions and the contest's messages as text; each error with its exact place. */
#include "positions.h"
#include "games/alquerque/protocol.h"

#include <stdlib.h>

#define COUNT(table) ((int)(sizeof(table) / sizeof(table)[0]))

#define COLUMN "a column letter, a to g"
#define ROW "a row digit, 1 to 7"
#define SIGN "'-' (a step) or '*' (a capture)"
#define NEIGHBOUR "a neighbouring point along a line"
#define TWO_AWAY "a point two away along a line"
#define STEP_END "the end of the move"
#define CHAIN_END "'*' or the end of the move"

/* 12 times there and back. */
#define CHAIN_OF_24 "a1*a3*a1*a3*a1*a3*a1*a3*a1*a3*a1*a3*a1*a3*a1*a3*a1*a3*a1*a3*a1*a3*a1*a3*a1"

/* A text in memory of exactly its length, so that a sanitizer sees a byte too far. The caller frees it. */
static char *exactly(const char *text, size_t length) {
    char *copy = lg_test_malloc(length > 0 ? length : 1);
    memcpy(copy, text, length);
    return copy;
}

/* ---- moves ---- */

static const char *const MOVES[] = {"c3-d4",    "b1-b2",          "g7-f6",    "a1-a2", "e5*c3",
                                    "a1*c1*c3", "c3*e3*e5*c5*c3", CHAIN_OF_24};

START_TEST(test_moves_there_and_back) {
    const size_t length = strlen(MOVES[_i]);
    char *exact = exactly(MOVES[_i], length), *buffer = malloc(length + 1);
    lg_alquerque_move move;
    size_t written = 0;
    ck_assert_int_eq(lg_alquerque_move_parse(exact, length, &move, NULL), LG_OK);
    ck_assert_int_eq(lg_alquerque_move_print(&move, buffer, length + 1, &written), LG_OK);
    ck_assert_str_eq(buffer, MOVES[_i]);
    ck_assert_uint_eq(written, length);
    for (size_t capacity = 0; capacity <= length; capacity++) {
        memset(buffer, '#', length + 1);
        written = 0;
        ck_assert_int_eq(lg_alquerque_move_print(&move, buffer, capacity, &written), LG_E_SPACE);
        ck_assert_uint_eq(written, length);
        for (size_t i = 0; i <= length; i++) ck_assert_int_eq(buffer[i], '#');
    }
    free(exact);
    free(buffer);
}
END_TEST

static const struct {
    const char *text;
    size_t length;
    int32_t line, column;
    const char *expected;
} BAD_MOVES[] = {
    {"", 0, 1, 1, COLUMN},
    {"\0", 1, 1, 1, COLUMN},
    {"\n", 1, 1, 1, COLUMN},
    {" c3-d4", 6, 1, 1, COLUMN},
    {"C3-d4", 5, 1, 1, COLUMN},
    {"h3-d4", 5, 1, 1, COLUMN},
    {"33-d4", 5, 1, 1, COLUMN},
    {"\303\2433-d4", 6, 1, 1, COLUMN},
    {"c", 1, 1, 2, ROW},
    {"cc3-d4", 6, 1, 2, ROW},
    {"c0-d4", 5, 1, 2, ROW},
    {"c8-d4", 5, 1, 2, ROW},
    {"c\0003-d4", 6, 1, 2, ROW},
    {"c3", 2, 1, 3, SIGN},
    {"c3d4", 4, 1, 3, SIGN},
    {"c3 -d4", 6, 1, 3, SIGN},
    {"c3xe5", 5, 1, 3, SIGN},
    {"c33-d4", 6, 1, 3, SIGN},
    {"c3\n-d4", 6, 1, 3, SIGN},
    {"c3\0-d4", 6, 1, 3, SIGN},
    {"c3-", 3, 1, 4, COLUMN},
    {"c3--d4", 6, 1, 4, COLUMN},
    {"c3- d4", 6, 1, 4, COLUMN},
    {"c3-d", 4, 1, 5, ROW},
    {"c3-d9", 5, 1, 5, ROW},
    {"c3-c3", 5, 1, 4, NEIGHBOUR},
    {"c3-e5", 5, 1, 4, NEIGHBOUR},
    {"b1-a2", 5, 1, 4, NEIGHBOUR},
    {"a1-g7", 5, 1, 4, NEIGHBOUR},
    {"c3*d4", 5, 1, 4, TWO_AWAY},
    {"c3*c3", 5, 1, 4, TWO_AWAY},
    {"b1*d3", 5, 1, 4, TWO_AWAY},
    {"a1*c1*d1", 8, 1, 7, TWO_AWAY},
    {"a1*c1*c1", 8, 1, 7, TWO_AWAY},
    {"a1*c1*h1", 8, 1, 7, COLUMN},
    {"a1*c1*", 6, 1, 7, COLUMN},
    {"c3-d4 ", 6, 1, 6, STEP_END},
    {"c3-d4\n", 6, 1, 6, STEP_END},
    {"c3-d4\0", 6, 1, 6, STEP_END},
    {"c3-d4-e5", 8, 1, 6, STEP_END},
    {"c3-d4*f6", 8, 1, 6, STEP_END},
    {"a1*c1-d1", 8, 1, 6, CHAIN_END},
    {"a1*c1c3", 7, 1, 6, CHAIN_END},
    {"a1*c1\0", 6, 1, 6, CHAIN_END},
    {CHAIN_OF_24 "*a3", 77, 1, 76, "the end of the chain after 24 captures"},
};

START_TEST(test_moves_that_are_rejected) {
    const size_t length = BAD_MOVES[_i].length;
    char *text = exactly(BAD_MOVES[_i].text, length);
    lg_alquerque_move move, same;
    lg_parse_error error = {0, 0, NULL};
    memset(&move, 0xA5, sizeof move);
    same = move;
    ck_assert_int_eq(lg_alquerque_move_parse(text, length, &move, NULL), LG_E_PARSE);
    ck_assert_int_eq(lg_alquerque_move_parse(text, length, &move, &error), LG_E_PARSE);
    ck_assert_msg(error.line == BAD_MOVES[_i].line && error.column == BAD_MOVES[_i].column &&
                      strcmp(error.expected, BAD_MOVES[_i].expected) == 0,
                  "\"%s\": %d:%d %s", BAD_MOVES[_i].text, error.line, error.column, error.expected);
    ck_assert_mem_eq(&move, &same, sizeof move);
    free(text);
}
END_TEST

START_TEST(test_missing_arguments) {
    char buffer[512];
    size_t length;
    lg_alquerque state = position_of(START_TEXT);
    lg_alquerque_move move = move_of("c3-d4"), none = state.last[0];
    lg_alquerque_message_kind told;
    const lg_status results[] = {
        lg_alquerque_move_parse(NULL, 0, &move, NULL),
        lg_alquerque_move_parse("c3-d4", 5, NULL, NULL),
        lg_alquerque_move_print(NULL, buffer, sizeof buffer, &length),
        lg_alquerque_move_print(&none, buffer, sizeof buffer, &length),
        lg_alquerque_move_print(&move, NULL, sizeof buffer, &length),
        lg_alquerque_move_print(&move, buffer, sizeof buffer, NULL),
        lg_alquerque_parse(NULL, 0, &state, NULL),
        lg_alquerque_parse("", 0, NULL, NULL),
        lg_alquerque_print(NULL, buffer, sizeof buffer, &length),
        lg_alquerque_print(&state, NULL, sizeof buffer, &length),
        lg_alquerque_print(&state, buffer, sizeof buffer, NULL),
        lg_i_alquerque_message(NULL, 0, buffer, sizeof buffer, &length),
        lg_i_alquerque_message(&state, -1, buffer, sizeof buffer, &length),
        lg_i_alquerque_message(&state, 2, buffer, sizeof buffer, &length),
        lg_i_alquerque_message(&state, 0, NULL, sizeof buffer, &length),
        lg_i_alquerque_message(&state, 0, buffer, sizeof buffer, NULL),
        lg_alquerque_message_parse(NULL, 0, &told, &move, NULL),
        lg_alquerque_message_parse("Quit", 4, NULL, &move, NULL),
        lg_alquerque_message_parse("Quit", 4, &told, NULL, NULL),
        lg_alquerque_play(NULL, "c3-d4", 5, &state, NULL),
        lg_alquerque_play(&state, NULL, 5, &state, NULL),
        lg_alquerque_play(&state, "c3-d4", 5, NULL, NULL),
    };
    for (int i = 0; i < COUNT(results); i++)
        ck_assert_msg(results[i] == LG_E_ARGUMENT, "call %d gave %d", i, (int)results[i]);
    state.to_move = 2;
    ck_assert_int_eq(lg_alquerque_print(&state, buffer, sizeof buffer, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_i_alquerque_message(&state, 0, buffer, sizeof buffer, &length), LG_E_ARGUMENT);
}
END_TEST

/* ---- positions ---- */

static const char *const POSITIONS[] = {
    START_TEXT,
    "b6/7/7/7/7/7/6w b 200 g2-g1 a6-a7 -",
    "7/7/7/7/7/7/w5b b 7 - - -",
    "7/7/7/7/7/7/6b w 7 - - -",
    "1b1w1b1/w1b1w1b/7/7/7/7/7 w 12 e5*c3*c1 - -",
    "7/7/7/1b5/w6/7/6b w 5 - b3-b4 a1*a3",
    "7/7/7/1w5/b6/7/6w b 199 b3-b4 - a1*a3",
    "b6/7/7/7/7/7/6w w 0 - - - forfeit:w",
    "b6/7/7/7/7/7/6w b 0 - - - forfeit:b",
    "wwwwwww/wwwwwww/wwwwwww/www1bbb/bbbbbbb/bbbbbbb/bbbbbbb b 200 " CHAIN_OF_24 " " CHAIN_OF_24 " - forfeit:b",
};

START_TEST(test_positions_there_and_back) {
    const size_t length = strlen(POSITIONS[_i]);
    char *exact = exactly(POSITIONS[_i], length), *buffer = malloc(length + 1);
    lg_alquerque state, again;
    lg_parse_error error;
    size_t written = 0;
    memset(&state, 0xA5, sizeof state);
    memset(&again, 0x5A, sizeof again);
    ck_assert_msg(lg_alquerque_parse(exact, length, &state, &error) == LG_OK, "%d %s", error.column, error.expected);
    ck_assert_int_eq(lg_alquerque_parse(exact, length, &again, NULL), LG_OK);
    ck_assert_mem_eq(&state, &again, sizeof state);
    ck_assert_int_eq(lg_alquerque_validate(&state), LG_OK);
    ck_assert_int_eq(lg_alquerque_print(&state, buffer, length + 1, &written), LG_OK);
    ck_assert_str_eq(buffer, POSITIONS[_i]);
    ck_assert_uint_eq(written, length);
    ck_assert_uint_le(written, LG_ALQUERQUE_POSITION_TEXT);
    memset(buffer, '#', length + 1);
    ck_assert_int_eq(lg_alquerque_print(&state, buffer, length, &written), LG_E_SPACE);
    ck_assert_uint_eq(written, length);
    for (size_t i = 0; i <= length; i++) ck_assert_int_eq(buffer[i], '#');
    free(exact);
    free(buffer);
}
END_TEST

START_TEST(test_longest_position) {
    ck_assert_uint_eq(strlen(POSITIONS[COUNT(POSITIONS) - 1]), LG_ALQUERQUE_POSITION_TEXT);
    ck_assert_uint_eq(strlen(CHAIN_OF_24), LG_ALQUERQUE_MOVE_TEXT);
}
END_TEST

#define POINT "'w', 'b' or a count of empty points that fits the row"
#define SLASH "'/' after 7 points of a row"
#define MANY "at most 24 pieces of a side"
#define BLANK "one blank between fields"
#define SIDE "the side to move, 'w' or 'b'"
#define PLY "the ply, 0 to 200"
#define CHAIN "'-', or a chain whose piece stands at its end and can capture again"
#define END "the end or ' forfeit:w' or ' forfeit:b'"
#define SMALL "b6/7/7/7/7/7/6w"
#define JUMP "7/7/7/1b5/w6/7/6b w"

static const struct {
    const char *text;
    int32_t column;
    const char *expected;
} BAD_POSITIONS[] = {
    {"", 1, POINT},
    {" ", 1, POINT},
    {"\n", 1, POINT},
    {"0", 1, POINT},
    {"8/7/7/7/7/7/7 w 0 - - -", 1, POINT},
    {"W6/7/7/7/7/7/6b w 0 - - -", 1, POINT},
    {".......", 1, POINT},
    {"w7/7/7/7/7/7/6b w 0 - - -", 2, POINT},
    {"wwwwwww", 8, SLASH},
    {"7", 2, SLASH},
    {"wwwwwwww/7/7/7/7/7/6b w 0 - - -", 8, SLASH},
    {"77/7/7/7/7/7/6b w 0 - - -", 2, SLASH},
    {"wwwwww/7/7/7/7/7/6b w 0 - - -", 7, POINT},
    {"34/7/7/7/7/7/6b w 0 - - -", 2, "'w' or 'b'"},
    {"3/7/7/7/7/7/6b w 0 - - -", 2, "'w' or 'b'"},
    {"7/7/7/7/7/7 w 0 - - -", 12, SLASH},
    {"7/7/7/7/7/7/7/7 w 0 - - -", 14, BLANK},
    {"wwwwwww/wwwwwww/wwwwwww/wwww3/7/7/6b w 0 - - -", 28, MANY},
    {"bbbbbbb/bbbbbbb/bbbbbbb/bbb3w/bbbbbbb/7/6b w 0 - - -", 31, MANY},
    {"wwwwwww/wwwwwww/wwwwwww/wwwbwww/bbbbbbb/bbbbbbb/bbbbbbb w 0 - - -", 29, MANY},
    {"wwwwwww/wwwwwww/wwwwwww/www1bbb/bbbbbbb/bbbbbbb/bbbbbbbb w 0 - - -", 56, BLANK},
    {SMALL, 16, BLANK},
    {SMALL "  w 0 - - -", 17, SIDE},
    {SMALL "\tw 0 - - -", 16, BLANK},
    {SMALL " ", 17, SIDE},
    {SMALL " W 0 - - -", 17, SIDE},
    {SMALL " white 0 - - -", 18, BLANK},
    {"7/7/7/7/7/7/7 w 0 - - -", 15, "a side to move whose opponent has pieces"},
    {"7/7/7/7/7/7/6w w 0 - - -", 16, "a side to move whose opponent has pieces"},
    {"7/7/7/7/7/7/6b b 0 - - -", 16, "a side to move whose opponent has pieces"},
    {SMALL " w", 18, BLANK},
    {SMALL " w ", 19, PLY},
    {SMALL " w - - - -", 19, PLY},
    {SMALL " w -1 - - -", 19, PLY},
    {SMALL " w -0 - - -", 19, PLY},
    {SMALL " w +1 - - -", 19, PLY},
    {SMALL " w 01 - - -", 19, PLY},
    {SMALL " w 201 - - -", 19, PLY},
    {SMALL " w 4294967296 - - -", 19, PLY},
    {SMALL " w 18446744073709551616 - - -", 19, PLY},
    {SMALL " w 99999999999999999999999999999999999999 - - -", 19, PLY},
    {SMALL " w 1.5 - - -", 20, BLANK},
    {SMALL " w 0", 20, BLANK},
    {SMALL " w 0 ", 21, COLUMN},
    {SMALL " w 0 -", 22, BLANK},
    {SMALL " w 0 - -", 24, BLANK},
    {SMALL " w 0 - - ", 25, COLUMN},
    {SMALL " w 0 x - -", 21, COLUMN},
    {SMALL " w 0 null - -", 21, COLUMN},
    {SMALL " w 0 c3 - -", 23, SIGN},
    {SMALL " w 0 c3-e5 - -", 24, NEIGHBOUR},
    {SMALL " w 0 c3*d4 - -", 24, TWO_AWAY},
    {SMALL " w 0 c3-d4-e5 - -", 26, BLANK},
    {SMALL " w 0 - c3-c9 -", 27, ROW},
    {SMALL " w 0 - - x", 25, COLUMN},
    {SMALL " w 0 - - c3-d4", 25, CHAIN},
    {SMALL " w 0 - - a1*a3", 25, CHAIN},
    {SMALL " w 0 - - -x", 26, END},
    {SMALL " w 0 - - - ", 26, END},
    {SMALL " w 0 - - -\n", 26, END},
    {SMALL " w 0 - - - forfeit", 26, END},
    {SMALL " w 0 - - - forfeit:", 35, "'w' or 'b'"},
    {SMALL " w 0 - - - forfeit:x", 35, "'w' or 'b'"},
    {SMALL " w 0 - - - forfeit:w ", 36, "the end of the position"},
    {SMALL " w 0 - - - forfeit:w\n", 36, "the end of the position"},
    {JUMP " 5 a1-a2 - a1*a3", 31, "'-', or '-' as the last move of the side with a chain in progress"},
    {JUMP " 5 - - a3*a5", 27, CHAIN},
    {JUMP " 200 - - a1*a3", 29, CHAIN},
    {"7/7/7/1b5/w6/7/6w b 5 - - a1*a3", 27, CHAIN},
    {"7/7/7/7/w6/7/6b w 5 - - a1*a3", 25, CHAIN},
    {JUMP " 5 - - " CHAIN_OF_24 "*a3", 102, "the end of the chain after 24 captures"},
    {JUMP " 5 - - a1*a3 forfeit:w", 32, "the end after a chain in progress"},
};

static void expect_bad_position(const char *text, size_t length, int32_t line, int32_t column, const char *expected) {
    char *exact = exactly(text, length);
    lg_alquerque state, same;
    lg_parse_error error = {0, 0, NULL};
    memset(&state, 0xA5, sizeof state);
    same = state;
    ck_assert_int_eq(lg_alquerque_parse(exact, length, &state, NULL), LG_E_PARSE);
    ck_assert_int_eq(lg_alquerque_parse(exact, length, &state, &error), LG_E_PARSE);
    ck_assert_msg(error.line == line && error.column == column && strcmp(error.expected, expected) == 0,
                  "\"%s\": %d:%d %s", text, error.line, error.column, error.expected);
    ck_assert_mem_eq(&state, &same, sizeof state);
    free(exact);
}

START_TEST(test_positions_that_are_rejected) {
    const char *text = BAD_POSITIONS[_i].text;
    expect_bad_position(text, strlen(text), 1, BAD_POSITIONS[_i].column, BAD_POSITIONS[_i].expected);
}
END_TEST

START_TEST(test_positions_with_nul_and_line_ends) {
    expect_bad_position(SMALL " w 0 - - -\0", 26, 1, 26, END);
    expect_bad_position("b6/7/\0/7/7/7/6w w 0 - - -", 25, 1, 6, POINT);
    expect_bad_position(SMALL "\0w 0 - - -", 25, 1, 16, BLANK);
    expect_bad_position("b6/\n7/7/7/7/7/6w w 0 - - -", 26, 1, 4, POINT);
    expect_bad_position("b6/7/7/7/7/7/6w w 0 - -\n-", 25, 1, 24, BLANK);
}
END_TEST

/* Every beginning of a position is either refused or itself a position. */
START_TEST(test_beginnings_of_a_position) {
    static const char TEXT[] = "7/7/7/1b5/w6/7/6b w 15 - b3-b4 a1*a3";
    for (size_t length = 0; length < sizeof TEXT - 1; length++) {
        char *exact = exactly(TEXT, length);
        lg_alquerque state;
        lg_parse_error error;
        ck_assert_int_eq(lg_alquerque_parse(exact, length, &state, &error), LG_E_PARSE);
        ck_assert_int_le(error.column, (int32_t)length + 1);
        free(exact);
    }
}
END_TEST

/* ---- messages ---- */

static const struct {
    const char *when, *position, *white, *black;
} MESSAGES[] = {
    {"the start", START_TEXT, "Start\n", ""},
    {"a step", "7/7/7/3w3/7/7/6b b 1 c3-d4 - -", "", "c3-d4\n"},
    {"a capture", "7/7/7/7/2b4/7/w6 w 2 c3-d4 e5*c3 -", "e5*c3\n", ""},
    {"a chain", "7/7/2w4/7/7/7/6b b 1 a1*a3*c5 g2-g1 -", "", "a1*a3*c5\n"},
    {"the longest chain", "7/7/2w4/7/7/7/6b b 1 " CHAIN_OF_24 " - -", "", CHAIN_OF_24 "\n"},
    {"in the middle of a chain", "7/7/7/1b5/w6/7/6b w 5 - b3-b4 a1*a3", "", ""},
    {"Black begins a setup", "7/7/7/3w3/7/7/6b b 0 - - -", "", "Start\n"},
    {"White's offence", "b6/7/7/7/7/7/6w w 5 g2-g1 - - forfeit:w", "Quit\n", "Quit\n"},
    {"Black's offence", "b6/7/7/7/7/7/6w b 5 g2-g1 - - forfeit:b", "Quit\n", "Quit\n"},
    {"White has no pieces", "7/7/7/7/7/7/6b w 7 g2-g1 g3*g1 -", "Quit\n", ""},
    {"Black has no pieces", "7/7/7/7/7/7/6w b 7 g3*g1 g1-g2 -", "", "Quit\n"},
    {"White has no move", "7/7/7/7/b1b4/bb5/wbb4 w 198 - - -", "Quit\n", ""},
    {"Black has no move", "7/7/7/7/w1w4/ww5/bww4 b 3 - - -", "", "Quit\n"},
    {"a tie", "b6/7/7/7/7/7/6w w 200 g2-g1 a6-a7 -", "", ""},
    {"White has no move at the ply limit", "7/7/7/7/b1b4/bb5/wbb4 w 200 - - -", "", ""},
    {"White has no pieces at the ply limit", "7/7/7/7/7/7/6b w 200 g2-g1 g3*g1 -", "Quit\n", ""},
};

START_TEST(test_messages) {
    const lg_alquerque state = position_of(MESSAGES[_i].position);
    for (int32_t player = 0; player < 2; player++) {
        const char *expected = player == 0 ? MESSAGES[_i].white : MESSAGES[_i].black;
        char text[LG_ALQUERQUE_MOVE_TEXT + 2];
        size_t length = 99, needed = 99;
        ck_assert_int_eq(lg_i_alquerque_message(&state, player, text, sizeof text, &length), LG_OK);
        ck_assert_msg(strcmp(text, expected) == 0, "%s: player %d reads \"%s\"", MESSAGES[_i].when, player, text);
        ck_assert_uint_eq(length, strlen(expected));
        memset(text, '#', sizeof text);
        ck_assert_int_eq(lg_i_alquerque_message(&state, player, text, length, &needed), LG_E_SPACE);
        ck_assert_uint_eq(needed, length);
        for (size_t i = 0; i < sizeof text; i++) ck_assert_int_eq(text[i], '#');
    }
}
END_TEST

static const struct {
    const char *text;
    lg_alquerque_message_kind told;
    const char *move;
} TOLD[] = {
    {"Start", LG_ALQUERQUE_MESSAGE_START, NULL},        {"Start\n", LG_ALQUERQUE_MESSAGE_START, NULL},
    {"Start\r\n", LG_ALQUERQUE_MESSAGE_START, NULL},    {"Quit", LG_ALQUERQUE_MESSAGE_QUIT, NULL},
    {"Quit\n", LG_ALQUERQUE_MESSAGE_QUIT, NULL},        {"Quit\r\n", LG_ALQUERQUE_MESSAGE_QUIT, NULL},
    {"c3-d4", LG_ALQUERQUE_MESSAGE_MOVE, "c3-d4"},      {"c3-d4\n", LG_ALQUERQUE_MESSAGE_MOVE, "c3-d4"},
    {"c3-d4\r\n", LG_ALQUERQUE_MESSAGE_MOVE, "c3-d4"},  {"a1*c1*c3\n", LG_ALQUERQUE_MESSAGE_MOVE, "a1*c1*c3"},
    {CHAIN_OF_24 "\n", LG_ALQUERQUE_MESSAGE_MOVE, CHAIN_OF_24},
};

START_TEST(test_messages_understood) {
    const size_t length = strlen(TOLD[_i].text);
    char *exact = exactly(TOLD[_i].text, length);
    lg_alquerque_message_kind told = (lg_alquerque_message_kind)99;
    lg_alquerque_move move, expected;
    memset(&move, 0xA5, sizeof move);
    expected = move;
    ck_assert_int_eq(lg_alquerque_message_parse(exact, length, &told, &move, NULL), LG_OK);
    ck_assert_int_eq(told, TOLD[_i].told);
    if (TOLD[_i].move != NULL) expected = move_of(TOLD[_i].move);
    ck_assert_mem_eq(&move, &expected, sizeof move);
    free(exact);
}
END_TEST

#define MESSAGE "'Start', 'Quit' or a move"

static const struct {
    const char *text;
    size_t length;
    int32_t column;
    const char *expected;
} BAD_MESSAGES[] = {
    {"", 0, 1, MESSAGE},
    {"\n", 1, 1, MESSAGE},
    {"\r\n", 2, 1, MESSAGE},
    {"start", 5, 1, MESSAGE},
    {"Start ", 6, 1, MESSAGE},
    {"Start\0", 6, 1, MESSAGE},
    {"Start\n\n", 7, 1, MESSAGE},
    {"QUIT\n", 5, 1, MESSAGE},
    {"Quit\r", 5, 1, MESSAGE},
    {" c3-d4", 6, 1, MESSAGE},
    {"c3-d4\r", 6, 6, STEP_END},
    {"c3-d4\n\n", 7, 6, STEP_END},
    {"c3-d5\n", 6, 4, NEIGHBOUR},
    {"a1*c1*c1\r\n", 10, 7, TWO_AWAY},
};

START_TEST(test_messages_that_are_rejected) {
    char *exact = exactly(BAD_MESSAGES[_i].text, BAD_MESSAGES[_i].length);
    lg_alquerque_message_kind told = (lg_alquerque_message_kind)99;
    lg_alquerque_move move, same;
    lg_parse_error error = {0, 0, NULL};
    memset(&move, 0xA5, sizeof move);
    same = move;
    ck_assert_int_eq(lg_alquerque_message_parse(exact, BAD_MESSAGES[_i].length, &told, &move, &error), LG_E_PARSE);
    ck_assert_int_eq(error.line, 1);
    ck_assert_int_eq(error.column, BAD_MESSAGES[_i].column);
    ck_assert_str_eq(error.expected, BAD_MESSAGES[_i].expected);
    ck_assert_int_eq((int)told, 99);
    ck_assert_mem_eq(&move, &same, sizeof move);
    free(exact);
}
END_TEST

/* ---- answers ---- */

START_TEST(test_line_ends_of_answers) {
    static const char *const ANSWERS[] = {"c3-d4", "c3-d4\n", "c3-d4\r\n"};
    const lg_alquerque start = position_of(START_TEXT);
    for (int i = 0; i < COUNT(ANSWERS); i++) {
        lg_alquerque after = start;
        ck_assert_int_eq(lg_alquerque_play(&start, ANSWERS[i], strlen(ANSWERS[i]), &after, NULL), LG_OK);
        expect_position(&after, "bbbbbbb/bbbbbbb/bbbbbbb/bbbwwww/ww1wwww/wwwwwww/wwwwwww b 1 c3-d4 - -", ANSWERS[i]);
    }
}
END_TEST

static const struct {
    const char *answer;
    size_t length;
    lg_status status;
    int32_t column;
    const char *expected;
} BAD_ANSWERS[] = {
    {"", 0, LG_E_PARSE, 1, COLUMN},
    {"\n", 1, LG_E_PARSE, 1, COLUMN},
    {"Start", 5, LG_E_PARSE, 1, COLUMN},
    {"c3-d4\r", 6, LG_E_PARSE, 6, STEP_END},
    {"c3-d4\r\r\n", 8, LG_E_PARSE, 6, STEP_END},
    {"c3-d4\n\n", 7, LG_E_PARSE, 6, STEP_END},
    {"c3-d4 \n", 7, LG_E_PARSE, 6, STEP_END},
    {"c3-d4\0\n", 7, LG_E_PARSE, 6, STEP_END},
    {"d3-e4", 5, LG_E_PARSE, 4, NEIGHBOUR},
    {"a1-a2\n", 6, LG_E_ILLEGAL, 1, "the point moved to is not empty"},
    {"d5-d4\n", 6, LG_E_ILLEGAL, 1, "the piece belongs to the other player"},
    {"c3*e5\n", 6, LG_E_ILLEGAL, 1, "there is no enemy piece to jump over"},
};

START_TEST(test_answers_that_are_rejected) {
    const lg_alquerque start = position_of(START_TEXT);
    lg_alquerque after = start;
    lg_parse_error error = {0, 0, NULL};
    const char *text = BAD_ANSWERS[_i].answer;
    ck_assert_int_eq(lg_alquerque_play(&start, text, BAD_ANSWERS[_i].length, &after, NULL), BAD_ANSWERS[_i].status);
    ck_assert_int_eq(lg_alquerque_play(&start, text, BAD_ANSWERS[_i].length, &after, &error), BAD_ANSWERS[_i].status);
    ck_assert_int_eq(error.line, 1);
    ck_assert_int_eq(error.column, BAD_ANSWERS[_i].column);
    ck_assert_str_eq(error.expected, BAD_ANSWERS[_i].expected);
    ck_assert_mem_eq(&after, &start, sizeof start);
}
END_TEST

START_TEST(test_junk_after_the_end) {
    static const char OVER[] = "7/7/7/7/7/6b/w6 w 200 - - -";
    lg_alquerque over, after;
    lg_parse_error error = {0, 0, NULL};
    ck_assert_int_eq(lg_alquerque_parse(OVER, strlen(OVER), &over, NULL), LG_OK);
    after = over;
    ck_assert_int_eq(lg_alquerque_play(&over, "junk", 4, &after, &error), LG_E_OVER);
    ck_assert_ptr_null(error.expected);
    ck_assert_mem_eq(&after, &over, sizeof over);
}
END_TEST

/* ---- actions of the uniform interface ---- */

static const struct {
    const char *text;
    int32_t column;
    const char *expected;
} BAD_ACTIONS[] = {
    {"h1N", 1, COLUMN},
    {"A1N", 1, COLUMN},
    {"a", 2, ROW},
    {"a8N", 2, ROW},
    {"a1", 3, "a direction: N NE E SE S SW W NW"},
    {"a1n", 3, "a direction: N NE E SE S SW W NW"},
    {"a1NN", 3, "a direction: N NE E SE S SW W NW"},
    {"a1NE ", 3, "a direction: N NE E SE S SW W NW"},
    {"a1-NE", 3, "a direction: N NE E SE S SW W NW"},
};

START_TEST(test_actions_that_are_rejected) {
    lg_game game;
    lg_parse_error error = {0, 0, NULL};
    int32_t action = -7;
    const char *text = BAD_ACTIONS[_i].text;
    ck_assert_int_eq(lg_game_make("alquerque", 9, &game, NULL), LG_OK);
    ck_assert_int_eq(lg_game_action_parse(&game, text, strlen(text), &action, &error), LG_E_PARSE);
    ck_assert_int_eq(error.line, 1);
    ck_assert_int_eq(error.column, BAD_ACTIONS[_i].column);
    ck_assert_str_eq(error.expected, BAD_ACTIONS[_i].expected);
    ck_assert_int_eq(action, -7);
}
END_TEST

START_TEST(test_actions_as_text) {
    static const struct {
        const char *text;
        int32_t action;
    } ROWS[] = {{"a1N", 0}, {"a1NW", 7}, {"b1N", 8}, {"g1N", 48}, {"a2N", 56}, {"c3NE", 129}, {"g7NW", 391}};
    lg_game game;
    ck_assert_int_eq(lg_game_make("alquerque", 9, &game, NULL), LG_OK);
    for (int i = 0; i < COUNT(ROWS); i++) {
        int32_t action = -7;
        ck_assert_int_eq(lg_game_action_parse(&game, ROWS[i].text, strlen(ROWS[i].text), &action, NULL), LG_OK);
        ck_assert_int_eq(action, ROWS[i].action);
    }
}
END_TEST

Suite *lg_test_alquerque_protocol(void) {
    Suite *suite = suite_create("alquerque protocol");
    TCase *tests = tcase_create("protocol");
    tcase_add_loop_test(tests, test_moves_there_and_back, 0, COUNT(MOVES));
    tcase_add_loop_test(tests, test_moves_that_are_rejected, 0, COUNT(BAD_MOVES));
    tcase_add_test(tests, test_missing_arguments);
    tcase_add_loop_test(tests, test_positions_there_and_back, 0, COUNT(POSITIONS));
    tcase_add_test(tests, test_longest_position);
    tcase_add_loop_test(tests, test_positions_that_are_rejected, 0, COUNT(BAD_POSITIONS));
    tcase_add_test(tests, test_positions_with_nul_and_line_ends);
    tcase_add_test(tests, test_beginnings_of_a_position);
    tcase_add_loop_test(tests, test_messages, 0, COUNT(MESSAGES));
    tcase_add_loop_test(tests, test_messages_understood, 0, COUNT(TOLD));
    tcase_add_loop_test(tests, test_messages_that_are_rejected, 0, COUNT(BAD_MESSAGES));
    tcase_add_test(tests, test_line_ends_of_answers);
    tcase_add_loop_test(tests, test_answers_that_are_rejected, 0, COUNT(BAD_ANSWERS));
    tcase_add_test(tests, test_junk_after_the_end);
    tcase_add_test(tests, test_actions_as_text);
    tcase_add_loop_test(tests, test_actions_that_are_rejected, 0, COUNT(BAD_ACTIONS));
    suite_add_tcase(suite, tests);
    return suite;
}
