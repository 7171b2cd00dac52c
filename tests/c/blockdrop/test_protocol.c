/* Block drop: answers, messages and positions as text; every parse error with its exact place. */
#include "../tests.h"
#include "games/blockdrop/protocol.h"

#include <string.h>

#define COUNT(rows) ((int)(sizeof(rows) / sizeof(rows)[0]))

#define Z "0,0,0,0,0,0"
#define STABLE Z "/" Z "/" Z "/" Z "/" Z "/" Z
#define POSITION "page 0/1000 " STABLE " 9,9,U,0 0,0,R,0 0,17,L,0 17,17,D,0 -"

static lg_blockdrop parse(const char *text) {
    lg_blockdrop state;
    lg_parse_error error = {0, 0, ""};
    LG_REQUIRE(lg_i_blockdrop_parse(text, strlen(text), &state, &error) == LG_OK, "%s: column %d: %s", text,
               error.column, error.expected);
    return state;
}

/* An error row: the text, cut or not, and the place and the reason of the parser's error. */
typedef struct mistake {
    const char *text;
    int32_t line, column;
    const char *expected;
} mistake;

static void check_mistake(const mistake *row, lg_status status, const lg_parse_error *error) {
    ck_assert_msg(status == LG_E_PARSE, "%s: %s", row->text, lg_status_text(status));
    ck_assert_msg(error->line == row->line && error->column == row->column, "%s: %d:%d", row->text, error->line,
                  error->column);
    ck_assert_str_eq(error->expected, row->expected);
}

/* ---- answers ---- */

static const struct {
    const char *text;
    size_t length;
    char action;
} WORDS[] = {
    {"U", 1, 'U'},       {"R", 1, 'R'},        {"D", 1, 'D'},      {"L", 1, 'L'},         {"A", 1, 'A'},
    {"N", 1, 'N'},       {"U\n", 2, 'U'},      {"U\r\n", 3, 'U'},  {"  A\t \n", 6, 'A'},  {"R U\n", 4, 'R'},
    {"R\tU", 3, 'R'},    {"L\nU\n", 4, 'L'},   {"", 0, 'N'},       {"\n", 1, 'N'},        {" \t\r\n", 4, 'N'},
    {"\nU\n", 3, 'N'},   {"u", 1, 'N'},        {"UU", 2, 'N'},     {"U,", 2, 'N'},        {"-U", 2, 'N'},
    {"READY", 5, 'N'},   {"X U", 3, 'N'},      {"U\0", 2, 'U'},    {"\0U", 2, 'U'},       {"\377", 1, 'N'},
    {"A", 0, 'N'},       {"\xC2\xA0U", 3, 'N'},
};

START_TEST(test_words) {
    const int32_t action = lg_i_blockdrop_word(WORDS[_i].text, WORDS[_i].length);
    ck_assert_msg("URDLAN"[action] == WORDS[_i].action, "\"%s\" is %d", WORDS[_i].text, action);
}
END_TEST

START_TEST(test_answers) {
    lg_blockdrop state = parse(POSITION), expected = state;
    ck_assert_int_eq(lg_blockdrop_play(&state, " R please\n", 10, &state), LG_OK);
    ck_assert_int_eq(lg_blockdrop_apply(&expected, LG_BLOCKDROP_RIGHT, &expected), LG_OK);
    ck_assert_mem_eq(&state, &expected, sizeof state);
    ck_assert_int_eq(lg_blockdrop_play(&state, NULL, 0, &state), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_blockdrop_play(NULL, "R", 1, &state), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_blockdrop_play(&state, "R", 1, NULL), LG_E_ARGUMENT);
    ck_assert_mem_eq(&state, &expected, sizeof state);
}
END_TEST

START_TEST(test_ready) {
    ck_assert_int_eq(lg_i_blockdrop_ready_parse("READY", 5, NULL), LG_OK);
    ck_assert_int_eq(lg_i_blockdrop_ready_parse("READY\n", 6, NULL), LG_OK);
    ck_assert_int_eq(lg_i_blockdrop_ready_parse("READY\r\n", 7, NULL), LG_OK);
}
END_TEST

static const mistake NOT_READY[] = {
    {"", 1, 1, "'READY'"},
    {"\n", 1, 1, "'READY'"},
    {"ready\n", 1, 1, "'READY'"},
    {"READ", 1, 1, "'READY'"},
    {" READY", 1, 1, "'READY'"},
    {"READY \n", 1, 6, "the end of the line after 'READY'"},
    {"READY\n\n", 1, 6, "the end of the line after 'READY'"},
};

START_TEST(test_not_ready) {
    lg_parse_error error;
    const char *text = NOT_READY[_i].text;
    check_mistake(&NOT_READY[_i], lg_i_blockdrop_ready_parse(text, strlen(text), &error), &error);
}
END_TEST

/* P8: the published engine trims each line and reads on; where it does, the error is after the line. */
static const struct {
    const char *text;
    int32_t line, column; /* of the error; 0 for none */
} ENGINE_OPENINGS[] = {
    {"READY", 0, 0},      {"READY\r\n", 0, 0},  {"READY \n", 0, 0},         {" \t\001READY\v\r\n", 0, 0},
    {"", 1, 1},           {"\n", 2, 1},         {"ready\n", 2, 1},          {"my bot 1.0\n", 2, 1},
    {"READY now\n", 2, 1}, {"READ", 1, 5},        {"\302\240READY\n", 2, 1}, {"READY\nU\n", 3, 1},
};

START_TEST(test_engine_openings) {
    const char *const text = ENGINE_OPENINGS[_i].text;
    const int32_t line = ENGINE_OPENINGS[_i].line, column = ENGINE_OPENINGS[_i].column;
    lg_game game;
    lg_parse_error error = {0, 0, NULL};
    size_t name = 99;
    ck_assert_int_eq(lg_game_make("blockdrop(rules=engine)", 23, &game, NULL), LG_OK);
    const lg_status status = lg_game_opening_parse(&game, text, strlen(text), &name, &error);
    ck_assert_int_eq(status, line == 0 ? LG_OK : LG_E_PARSE);
    ck_assert_uint_eq(name, line == 0 ? 0 : 99);
    ck_assert_msg(error.line == line && error.column == column, "%s: %d:%d", text, error.line, error.column);
    if (line != 0) ck_assert_str_eq(error.expected, "a line 'READY'");
    ck_assert_int_eq(lg_game_make("blockdrop", 9, &game, NULL), LG_OK);
    const lg_status strict = lg_game_opening_parse(&game, text, strlen(text), &name, &error);
    ck_assert_int_eq(strict, _i < 2 ? LG_OK : LG_E_PARSE);
    if (strict != LG_OK) ck_assert_int_eq(error.line, 1);
}
END_TEST

/* ---- messages ---- */

#define ZEROS "0 0 0 0 0 0\n"

static const struct {
    const char *position;
    int32_t player;
    const char *message;
} MESSAGES[] = {
    {"page 4/1000 0,3,7,11,15,19/-20,0,0,0,0,-1/" Z "/" Z "/" Z "/" Z " 9,9,U,0 0,17,R,2 -1,-1,L,1 17,17,D,0 -", 0,
     "0\n4\n0 3 7 11 15 19\n-20 0 0 0 0 -1\n" ZEROS ZEROS ZEROS ZEROS
     "9 9 U 0\n0 17 R 2\n-1 -1 L 1\n17 17 D 0\nEOD\n"},
    {"engine 5/1000 0,3,7,11,15,19/-19,0,0,0,0,-1/" Z "/" Z "/" Z "/" Z " 9,9,U,0 0,17,R,2 -1,-1,L,1 17,16,D,0 -", 1,
     "1\n5\n0 3 7 11 15 19\n-19 0 0 0 0 -1\n" ZEROS ZEROS ZEROS ZEROS
     "9 9 U 0\n17 0 R 2\n-1 -1 L 1\n16 17 D 0\nEOD\n"},
};

START_TEST(test_messages) {
    const lg_blockdrop state = parse(MESSAGES[_i].position);
    char text[LG_BLOCKDROP_MESSAGE_TEXT + 1];
    size_t length;
    lg_blockdrop read;
    ck_assert_int_eq(lg_blockdrop_message(&state, MESSAGES[_i].player, text, sizeof text, &length), LG_OK);
    ck_assert_str_eq(text, MESSAGES[_i].message);
    ck_assert_uint_eq(length, strlen(text));
    ck_assert_int_eq(lg_blockdrop_message_parse(text, length, state.rules, 1000, &read, NULL), LG_OK);
    ck_assert_mem_eq(&read, &state, sizeof state);
    ck_assert_int_eq(lg_blockdrop_message_parse(text, length - 1, state.rules, 1000, &read, NULL), LG_OK);
    char lines[2 * LG_BLOCKDROP_MESSAGE_TEXT];
    memset(&read, 0x55, sizeof read);
    length = lg_test_with_crs(text, lines);
    ck_assert_int_eq(lg_blockdrop_message_parse(lines, length, state.rules, 1000, &read, NULL), LG_OK);
    length = strlen(text);
    ck_assert_mem_eq(&read, &state, sizeof state);
    ck_assert_int_eq(lg_blockdrop_message(&state, MESSAGES[_i].player, text, length, &length), LG_E_SPACE);
    ck_assert_uint_eq(length, strlen(MESSAGES[_i].message));
    for (int32_t player = 0; player < LG_BLOCKDROP_PLAYERS; player++) { /* the others read nothing */
        if (player == MESSAGES[_i].player) continue;
        ck_assert_int_eq(lg_blockdrop_message(&state, player, text, sizeof text, &length), LG_OK);
        ck_assert_str_eq(text, "");
    }
}
END_TEST

static const char *const SILENCES[] = {
    "page 0/1000 " STABLE " -1,-1,U,0 0,0,R,0 0,17,L,0 17,17,D,0 -",      /* the fallen */
    "page 0/1000 " STABLE " 9,9,U,0 0,0,R,0 0,17,L,0 17,17,D,0 0",        /* the stopped */
    "page 7/7 " STABLE " 9,9,U,0 0,0,R,0 0,17,L,0 17,17,D,0 -",           /* after the turn limit */
    "page 4/1000 " STABLE " 9,9,U,0 -1,-1,R,0 -1,-1,L,0 -1,-1,D,0 -",     /* after a win */
};

START_TEST(test_silences) {
    const lg_blockdrop state = parse(SILENCES[_i]);
    char text[2] = "?";
    size_t length = 1;
    ck_assert_int_eq(lg_blockdrop_message(&state, state.turn % 4, text, sizeof text, &length), LG_OK);
    ck_assert_str_eq(text, "");
    ck_assert_uint_eq(length, 0);
}
END_TEST

#define ROWS ZEROS ZEROS ZEROS ZEROS ZEROS ZEROS
#define OTHERS "0 0 R 0\n0 17 L 0\n17 17 D 0\n"
#define LATER "a turn below the turn limit that is this player's: T mod 4 is its id"
#define STANDS "a player on a standing block, more than 3 from the players before it, or -1 and -1"

static const mistake NO_MESSAGES[] = {
    {"", 1, 1, "the player's id, 0 to 3"},
    {"4\n4\n", 1, 1, "the player's id, 0 to 3"},
    {"0", 1, 2, "the end of the line"},
    {"0\r", 1, 2, "the end of the line"},
    {"0\r4\n", 1, 2, "the end of the line"},
    {"0\nT\n", 2, 1, LATER},
    {"0\n5\n", 2, 1, LATER},
    {"0\n1000\n", 2, 1, LATER},
    {"2\n1002\n", 2, 1, LATER},
    {"0\n4 \n", 2, 2, "the end of the line"},
    {"0\n4\n0 0 20 0 0 0\n", 3, 5, "a timer, -20 to 19"},
    {"0\n4\n" ZEROS "0 0 0 0 0 -21\n", 4, 11, "a timer, -20 to 19"},
    {"0\n4\n0 0\n", 3, 4, "one blank"},
    {"0\n4\n0,0\n", 3, 2, "one blank"},
    {"0\n4\n" ZEROS "0 0 0 0 0 0 0\n", 4, 12, "the end of the line"},
    {"0\n4\n" ROWS "x\n", 9, 1, "a row, -1 to 17"},
    {"0\n4\n" ROWS "18 9 U 0\n", 9, 1, "a row, -1 to 17"},
    {"0\n4\n" ROWS "9 -2 U 0\n", 9, 3, "a column, -1 to 17"},
    {"0\n4\n" ROWS "9 9 u 0\n", 9, 5, "a facing: U R D L"},
    {"0\n4\n" ROWS "9 9 A 0\n", 9, 5, "a facing: U R D L"},
    {"0\n4\n" ROWS "9 9 U 3\n", 9, 7, "a stun, 0 to 2"},
    {"0\n4\n" ROWS "9 9 U 0 \n", 9, 8, "the end of the line"},
    {"0\n4\n" ROWS "9 -1 U 0\n", 9, 1, STANDS},
    {"0\n4\n" ROWS "9 9 U 0\n8 11 U 0\n", 10, 1, STANDS},
    {"0\n4\n-1 0 0 0 0 0\n" ZEROS ZEROS ZEROS ZEROS ZEROS "9 9 U 0\n" OTHERS "EOD\n", 10, 1, STANDS},
    {"0\n4\n" ROWS "9 9 U 0\n0 0 R 0\n0 17 L 0\n", 12, 1, "a row, -1 to 17"},
    {"0\n4\n" ROWS "-1 -1 U 0\n" OTHERS "EOD\n", 13, 1, "players of a game that is not over, the reader alive"},
    {"0\n4\n" ROWS "9 9 U 0\n-1 -1 U 0\n-1 -1 U 0\n-1 -1 U 0\nEOD\n", 13, 1,
     "players of a game that is not over, the reader alive"},
    {"0\n4\n" ROWS "9 9 U 0\n" OTHERS "EO", 13, 1, "'EOD'"},
    {"0\n4\n" ROWS "9 9 U 0\n" OTHERS "EOD \n", 13, 4, "the end of the message after 'EOD'"},
    {"0\n4\n" ROWS "9 9 U 0\n" OTHERS "EOD\n\n", 14, 1, "the end of the message after 'EOD'"},
};

START_TEST(test_no_messages) {
    lg_blockdrop state = parse(POSITION);
    const lg_blockdrop untouched = state;
    lg_parse_error error;
    const char *text = NO_MESSAGES[_i].text;
    const lg_status status = lg_blockdrop_message_parse(text, strlen(text), LG_BLOCKDROP_PAGE, 1000, &state, &error);
    check_mistake(&NO_MESSAGES[_i], status, &error);
    ck_assert_mem_eq(&state, &untouched, sizeof state);
    ck_assert_int_eq(lg_blockdrop_message_parse(text, strlen(text), LG_BLOCKDROP_PAGE, 1000, &state, NULL), LG_E_PARSE);
}
END_TEST

/* Messages refused only by the engine's order and timers. */
static const mistake NO_ENGINE_MESSAGES[] = {
    {"0\n4\n0 0 -20 0 0 0\n", 3, 5, "a timer, -19 to 19"},
    {"0\n4\n" ROWS "18 9 U 0\n", 9, 1, "a column, -1 to 17"},
    {"0\n4\n" ROWS "9 18 U 0\n", 9, 3, "a row, -1 to 17"},
};

START_TEST(test_no_engine_messages) {
    lg_blockdrop state;
    lg_parse_error error;
    const char *text = NO_ENGINE_MESSAGES[_i].text;
    const lg_status status = lg_blockdrop_message_parse(text, strlen(text), LG_BLOCKDROP_ENGINE, 1000, &state, &error);
    check_mistake(&NO_ENGINE_MESSAGES[_i], status, &error);
}
END_TEST

/* ---- positions ---- */

static const char *const POSITIONS[] = {
    POSITION,
    "engine 0/1 " STABLE " 9,9,U,0 0,0,R,0 0,17,L,0 17,17,D,0 -",
    "engine 32767/32767 " STABLE " 9,9,U,2 0,0,R,1 0,17,L,0 17,17,D,0 0123",
    "page 77/1000 0,19,-20,-1,1,7/" Z "/" Z "/" Z "/" Z "/3,0,0,0,0,0 -1,-1,U,2 -1,-1,R,0 0,4,L,0 17,0,D,0 2",
    "page 77/1000 " STABLE " -1,-1,U,2 -1,-1,R,0 -1,-1,L,0 -1,-1,D,1 -",
    /* the longest: the players stand in opposite corners of two blocks */
    "engine 32767/32767 -19,-19,-19,-19,-19,-19/-19,-19,-19,-19,-19,-19/-19,-19,-19,-19,-19,-19/"
    "-19,-19,-19,-19,-19,-19/-19,-19,-19,-19,10,-19/-19,-19,-19,-19,-19,10 "
    "12,14,U,2 14,12,R,1 15,17,L,0 17,15,D,0 0123",
};

START_TEST(test_positions) {
    const char *text = POSITIONS[_i];
    const lg_blockdrop state = parse(text);
    char printed[LG_BLOCKDROP_POSITION_TEXT + 1];
    size_t length;
    ck_assert_int_eq(lg_blockdrop_print(&state, printed, sizeof printed, &length), LG_OK);
    ck_assert_str_eq(printed, text);
    ck_assert_uint_eq(length, strlen(text));
    ck_assert_int_eq(lg_blockdrop_print(&state, printed, length, &length), LG_E_SPACE);
    ck_assert_uint_eq(length, strlen(text));
    ck_assert_uint_le(length, LG_BLOCKDROP_POSITION_TEXT);
    if (_i == COUNT(POSITIONS) - 1) ck_assert_uint_eq(length, LG_BLOCKDROP_POSITION_TEXT);
}
END_TEST

#define START "page 0/1000 " STABLE " "
#define FOUR "9,9,U,0 0,0,R,0 0,17,L,0 17,17,D,0 "

static const mistake NO_POSITIONS[] = {
    {"", 1, 1, "the rule set, 'page' or 'engine', and a blank"},
    {"Page 0/1000", 1, 1, "the rule set, 'page' or 'engine', and a blank"},
    {"page", 1, 1, "the rule set, 'page' or 'engine', and a blank"},
    {"page 32768/32767", 1, 6, "the turn, 0 to 32767"},
    {"page 00/1000", 1, 6, "the turn, 0 to 32767"},
    {"page 0-1000", 1, 7, "'/'"},
    {"page 0/0", 1, 8, "the turn limit, 1 to 32767"},
    {"page 0/32768", 1, 8, "the turn limit, 1 to 32767"},
    {"page 8/7 ", 1, 6, "a turn that is not past the turn limit"},
    {"page 0/1000\n", 1, 12, "one blank"},
    {"page 0/1000 20,", 1, 13, "a timer, -20 to 19"},
    {"page 0/1000 0,-21,", 1, 15, "a timer, -20 to 19"},
    {"engine 0/1000 0,-20,", 1, 17, "a timer, -19 to 19"},
    {"page 0/1000 0,+1,", 1, 15, "a timer, -20 to 19"},
    {"page 0/1000 0/0", 1, 14, "','"},
    {"page 0/1000 0,0,0,0,0,0,0", 1, 24, "'/'"},
    {"page 0/1000 " STABLE "/0", 1, 84, "one blank"},
    {START "18,9,U,0 ", 1, 85, "a row, -1 to 17"},
    {START "9,18,U,0 ", 1, 87, "a column, -1 to 17"},
    {START "9 9,U,0 ", 1, 86, "','"},
    {START "9,9,N,0 ", 1, 89, "a facing: U R D L"},
    {START "9,9,U,3 ", 1, 91, "a stun, 0 to 2"},
    {START "9,9,U,0,", 1, 92, "one blank"},
    {START "-1,9,U,0 ", 1, 85, STANDS},
    {START "9,9,U,0 9,12,U,0 ", 1, 93, STANDS},
    {"page 0/1000 " Z "/" Z "/" Z "/" Z "/" Z "/0,0,0,0,0,-5 9,9,U,0 17,17,D,0 ", 1, 94, STANDS},
    {START "9,9,U,0 0,0,R,0 0,17,L,0 17,17,D,0", 1, 119, "one blank"},
    {START FOUR, 1, 120, "'-', or a living player that was stopped"},
    {START FOUR "x", 1, 120, "'-', or a living player that was stopped"},
    {START FOUR "4", 1, 120, "'-', or a living player that was stopped"},
    {START FOUR "-0", 1, 121, "the end of the position"},
    {START FOUR "11", 1, 121, "the next living player that was stopped, or the end"},
    {START FOUR "20", 1, 121, "the next living player that was stopped, or the end"},
    {START FOUR "2\n", 1, 121, "the next living player that was stopped, or the end"},
    {START "-1,-1,U,0 0,0,R,0 0,17,L,0 17,17,D,0 0", 1, 122, "'-', or a living player that was stopped"},
};

START_TEST(test_no_positions) {
    lg_blockdrop state = parse(POSITION);
    const lg_blockdrop untouched = state;
    lg_parse_error error;
    const char *text = NO_POSITIONS[_i].text;
    check_mistake(&NO_POSITIONS[_i], lg_i_blockdrop_parse(text, strlen(text), &state, &error), &error);
    ck_assert_mem_eq(&state, &untouched, sizeof state);
    ck_assert_int_eq(lg_i_blockdrop_parse(text, strlen(text), &state, NULL), LG_E_PARSE);
}
END_TEST

/* ---- the same through the uniform interface, which knows its configuration ---- */

static const mistake OTHER_CONFIGURATIONS[] = {
    {"engine 0/1000 " STABLE " " FOUR "-", 1, 1, "the rule set of this configuration"},
    {"page 0/999 " STABLE " " FOUR "-", 1, 8, "the turn limit of this configuration"},
    {"page 10/99 " STABLE " " FOUR "-", 1, 9, "the turn limit of this configuration"},
    {"page", 1, 1, "the rule set, 'page' or 'engine', and a blank"},
};

START_TEST(test_other_configurations) {
    lg_game game;
    lg_parse_error error;
    lg_blockdrop state = parse(POSITION);
    const lg_blockdrop untouched = state;
    const char *text = OTHER_CONFIGURATIONS[_i].text;
    ck_assert_int_eq(lg_game_make("blockdrop", 9, &game, NULL), LG_OK);
    check_mistake(&OTHER_CONFIGURATIONS[_i], lg_game_state_parse(&game, text, strlen(text), &state, &error), &error);
    ck_assert_mem_eq(&state, &untouched, sizeof state);
    if (lg_i_blockdrop_parse(text, strlen(text), &state, NULL) == LG_OK)
        ck_assert_int_eq(lg_game_validate(&game, &state, sizeof state), LG_E_STATE);
}
END_TEST

/* An action's text is strict, a played answer is not. */
START_TEST(test_play) {
    lg_game game;
    lg_parse_error error;
    int32_t action = 77;
    lg_blockdrop state = parse(POSITION), expected = state;
    ck_assert_int_eq(lg_game_make("blockdrop", 9, &game, NULL), LG_OK);
    ck_assert_int_eq(lg_game_action_parse(&game, "UU", 2, &action, &error), LG_E_PARSE);
    ck_assert_int_eq(error.column, 2);
    ck_assert_int_eq(lg_game_action_parse(&game, " U", 2, &action, &error), LG_E_PARSE);
    ck_assert_int_eq(error.column, 1);
    ck_assert_int_eq(action, 77);
    ck_assert_int_eq(lg_game_play(&game, &state, " junk\n", 6, &state, &error), LG_OK);
    ck_assert_int_eq(lg_game_apply(&game, &expected, LG_BLOCKDROP_NOTHING, &expected), LG_OK);
    ck_assert_mem_eq(&state, &expected, sizeof state);
}
END_TEST

/* ---- arguments ---- */

START_TEST(test_arguments) {
    lg_blockdrop state = parse(POSITION), bad = state;
    char text[8];
    size_t length = 99;
    bad.reserved[0] = 1;
    ck_assert_int_eq(lg_blockdrop_print(NULL, text, 8, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_blockdrop_print(&bad, text, 8, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_blockdrop_print(&state, NULL, 8, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_blockdrop_print(&state, text, 8, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_blockdrop_message(&bad, 0, text, 8, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_blockdrop_message(&state, -1, text, 8, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_blockdrop_message(&state, 4, text, 8, &length), LG_E_ARGUMENT);
    ck_assert_uint_eq(length, 99);
    ck_assert_int_eq(lg_i_blockdrop_parse(NULL, 0, &state, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_i_blockdrop_parse(POSITION, 1, NULL, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_blockdrop_message_parse(NULL, 0, 0, 1000, &state, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_blockdrop_message_parse("0", 1, 0, 1000, NULL, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_blockdrop_message_parse("0", 1, 2, 1000, &state, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_blockdrop_message_parse("0", 1, -1, 1000, &state, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_blockdrop_message_parse("0", 1, 0, 0, &state, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_blockdrop_message_parse("0", 1, 0, 32768, &state, NULL), LG_E_ARGUMENT);
}
END_TEST

Suite *lg_test_blockdrop_protocol(void) {
    Suite *suite = suite_create("blockdrop protocol");
    TCase *tests = tcase_create("protocol");
    tcase_add_loop_test(tests, test_words, 0, COUNT(WORDS));
    tcase_add_test(tests, test_answers);
    tcase_add_test(tests, test_ready);
    tcase_add_loop_test(tests, test_not_ready, 0, COUNT(NOT_READY));
    tcase_add_loop_test(tests, test_engine_openings, 0, COUNT(ENGINE_OPENINGS));
    tcase_add_loop_test(tests, test_messages, 0, COUNT(MESSAGES));
    tcase_add_loop_test(tests, test_silences, 0, COUNT(SILENCES));
    tcase_add_loop_test(tests, test_no_messages, 0, COUNT(NO_MESSAGES));
    tcase_add_loop_test(tests, test_no_engine_messages, 0, COUNT(NO_ENGINE_MESSAGES));
    tcase_add_loop_test(tests, test_positions, 0, COUNT(POSITIONS));
    tcase_add_loop_test(tests, test_no_positions, 0, COUNT(NO_POSITIONS));
    tcase_add_loop_test(tests, test_other_configurations, 0, COUNT(OTHER_CONFIGURATIONS));
    tcase_add_test(tests, test_play);
    tcase_add_test(tests, test_arguments);
    suite_add_tcase(suite, tests);
    return suite;
}
