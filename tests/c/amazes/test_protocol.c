/* Amazes: walks, looks, conversations and positions as text; every parse error with its exact place. */
#include "comb.h"
#include "games/amazes/protocol.h"
#include "games/amazes/squares.h"

#include <stdlib.h>

/* An error row: `right` is the text up to the place where the parser stops, `wrong` the rest. */
typedef struct mistake {
    const char *right, *wrong, *expected;
} mistake;

static const char *text_of(const mistake *row, size_t *length) {
    static char text[8192];
    *length = (size_t)snprintf(text, sizeof text, "%s%s", row->right, row->wrong);
    ck_assert_uint_lt(*length, sizeof text);
    return text;
}

static void check_mistake(const mistake *row, lg_status status, const lg_parse_error *error) {
    int32_t line = 1, column = 1;
    for (const char *at = row->right; *at != '\0'; at++, column++)
        if (*at == '\n') {
            line++;
            column = 0;
        }
    LG_REQUIRE(status == LG_E_PARSE, "%.20s: %s", row->wrong, lg_status_text(status));
    LG_REQUIRE(error->line == line && error->column == column, "%.20s: %d:%d, not %d:%d", row->wrong, error->line,
               error->column, line, column);
    ck_assert_str_eq(error->expected, row->expected);
}

/* The same for text that is too long for a message of the test library. */
static void require_text(const char *text, const char *expected) {
    size_t same = 0;
    while (text[same] != '\0' && text[same] == expected[same]) same++;
    LG_REQUIRE(text[same] == expected[same], "byte %zu: \"%.30s\", not \"%.30s\"", same, text + same, expected + same);
}

/* ---- walks ---- */

#define F16 "FFFFFFFFFFFFFFFF"
#define F64 F16 F16 F16 F16
#define F256 F64 F64 F64 F64
static const char LONGEST_WALK[] = F256;

static const mistake NO_WALKS[] = {
    {"", "", "F, T, L or R"},
    {"", "f", "F, T, L or R"},
    {"", " F", "F, T, L or R"},
    {"", "\n", "F, T, L or R"},
    {"", "\n\n", "F, T, L or R"},
    {"FT", "X", "F, T, L, R or the end of the line"},
    {"FTLR", " ", "F, T, L, R or the end of the line"},
    {"FTLR", "\n\n", "F, T, L, R or the end of the line"},
    {"FTLR", "N", "F, T, L, R or the end of the line"},
    {F256, "F", "the end of the line after 256 characters"},
    {F256, "\n\n", "the end of the line after 256 characters"},
};

START_TEST(test_no_walks) {
    lg_amazes state = comb_game("13 2 E", "13 25 E");
    const lg_amazes untouched = state;
    size_t length;
    lg_parse_error error;
    const char *text = text_of(&NO_WALKS[_i], &length);
    check_mistake(&NO_WALKS[_i], lg_amazes_play(&state, text, length, &state, &error), &error);
    ck_assert_int_eq(lg_amazes_play(&state, text, length, &state, NULL), LG_E_PARSE);
    ck_assert_mem_eq(&state, &untouched, sizeof state);
}
END_TEST

START_TEST(test_walks) {
    const lg_amazes state = comb_game("13 2 E", "13 25 E");
    lg_amazes after;
    ck_assert_int_eq(lg_amazes_play(&state, LONGEST_WALK, 256, &after, NULL), LG_OK);
    ck_assert_uint_eq(after.written[0], 256);
    ck_assert_int_eq(lg_amazes_play(&state, "FRTL\n", 5, &after, NULL), LG_OK);
    ck_assert_uint_eq(after.written[0], 4);
}
END_TEST

/* ---- conversations ---- */

#define N7 "NNNNNNN"
#define N21 N7 N7 N7
#define L6 "LLLLLL"

/* One line of a conversation: the messages to both programs, and the answer of the one to move; "." stands for the
 * jury's turn. `red` or `blue` NULL: nothing. */
typedef struct exchange {
    const char *red, *blue, *answer;
} exchange;

#define MOST_EXCHANGES 8
static const struct {
    const char *red, *blue; /* starts */
    int turns;
    exchange lines[MOST_EXCHANGES];
} CONVERSATIONS[] = {
    /* two turns each, and then silence: "You mustn't wait for a Quit" */
    {"13 13 E", "25 25 E", 2,
     {{"Start\n" N7 "NNNNNW\nW\n" N7 "NNNNBW\nW\n288\n", NULL, "F"},
      {NULL, "W\nW\n" N21 "NNRW\nW\n265\n", "TFF"},
      {N7 "NNNNW\nW\n" N7 "NNNNNBW\nW\n208\n", NULL, "TL"},
      {NULL, N7 N7 "NNNNNNRW\nW\nNNNW\nW\n225\n", "F\n"},
      {NULL, NULL, NULL}}},
    /* Red sees to the right of column 1, and to both sides of the loop */
    {"1 1 W", "25 25 E", 1,
     {{"Start\nW\nW\nNR" N21 "NW\n" L6 L6 L6 L6 "W\n1152\n", NULL, "T"},
      {NULL, "W\nW\n" N21 "NNRW\nW\n1105\n", "T"},
      {NULL, NULL, NULL}}},
    /* an offender gets "Quit" immediately and for good; the other one continues */
    {"13 2 E", "13 25 E", 2,
     {{"Start\n" N21 "NNW\nW\nBW\nW\n529\n", NULL, "What?"},
      {"Quit\n", "W\nW\n" N21 "NNBW\nW\n576\n", "T"},
      {"Quit\n", NULL, "."},
      {"Quit\n", N21 "NBW\nW\nNW\nW\n484\n", "FFFR"},
      {"Quit\n", NULL, NULL}}},
    /* both */
    /* after a meeting the distance is 0 */
    {"13 2 E", "13 25 E", 1,
     {{"Start\n" N21 "NNW\nW\nBW\nW\n529\n", NULL, F16 "FFFFFFF"},
      {NULL, "W\nW\n" N21 "NNBW\nW\n0\n", "T"},
      {NULL, NULL, NULL}}},
    {"13 2 E", "13 25 E", 1,
     {{"Start\n" N21 "NNW\nW\nBW\nW\n529\n", NULL, ""},
      {"Quit\n", "W\nW\n" N21 "NNBW\nW\n576\n", F256 "F"},
      {"Quit\n", "Quit\n", NULL}}},
};

static void check_message(const lg_amazes *state, int32_t player, const char *expected) {
    char text[LG_AMAZES_MESSAGE_TEXT + 1];
    size_t length;
    ck_assert_int_eq(lg_amazes_message(state, player, text, sizeof text, &length), LG_OK);
    ck_assert_str_eq(text, expected != NULL ? expected : "");
    ck_assert_uint_eq(length, strlen(text));
    if (length > 0) ck_assert_int_eq(lg_amazes_message(state, player, text, length, &length), LG_E_SPACE);
    ck_assert_uint_eq(length, strlen(text));
}

static void answer(lg_amazes *state, const char *text) {
    if (strcmp(text, ".") != 0) {
        if (lg_amazes_play(state, text, strlen(text), state, NULL) == LG_OK) return;
        ck_assert_int_eq(lg_amazes_forfeit(state, lg_amazes_player(state), state), LG_OK);
    }
    ck_assert_int_eq(lg_amazes_jury(state, state), LG_OK);
}

START_TEST(test_conversations) {
    const lg_amazes_edges walls = comb();
    const lg_amazes_place start[2] = {place_of(CONVERSATIONS[_i].red), place_of(CONVERSATIONS[_i].blue)};
    lg_amazes state;
    ck_assert_int_eq(lg_amazes_start(&walls, start, CONVERSATIONS[_i].turns, &state), LG_OK);
    for (const exchange *line = CONVERSATIONS[_i].lines;; line++) {
        check_message(&state, 0, line->red);
        check_message(&state, 1, line->blue);
        if (line->answer == NULL) break;
        answer(&state, line->answer);
    }
    ck_assert_int_eq(lg_amazes_result_of(&state), LG_AMAZES_AT_TURN_LIMIT);
}
END_TEST

/* The picture shows the number of turns begun. */
static void check_caption(const lg_amazes *state, const char *caption) {
    char config[32];
    lg_game game;
    size_t size;
    const int length = snprintf(config, sizeof config, "amazes(turns=%d)", (int)state->turn_limit);
    ck_assert_int_eq(lg_game_make(config, (size_t)length, &game, NULL), LG_OK);
    ck_assert_int_eq(lg_game_draw(&game, state, -1, NULL, NULL, 0, &size), LG_E_SPACE);
    char *text = malloc(size + 1);
    ck_assert_int_eq(lg_game_draw(&game, state, -1, NULL, text, size + 1, &size), LG_OK);
    ck_assert(strstr(text, caption) != NULL);
    free(text);
}

/* After sudden death the other one waits for a look and gets "Quit", unless it has had its last turn. */
START_TEST(test_quit_after_sudden_death) {
    for (int killer = 0; killer < 2; killer++)
        for (int last = 0; last < 2; last++) {
            lg_amazes state = comb_game(killer == 0 ? "13 2 E" : "13 25 E", killer == 0 ? "13 25 E" : "13 2 E");
            state.turn_limit = (uint16_t)(last ? 1 : 2);
            if (killer == 1) answer(&state, "T");
            state.known[killer] = all_of(&state.maze);
            state.first[killer] = (uint16_t)(LG_AMAZES_SQUARES - state.first[0]);
            state.looked = 1;
            answer(&state, killer == 0 ? F16 "FFFFFFF" : F16 "FFFFFF");
            ck_assert_int_eq(lg_amazes_result_of(&state), LG_AMAZES_SUDDEN_DEATH);
            ck_assert_int_eq(lg_amazes_validate(&state), LG_OK);
            check_caption(&state, last ? "turn 1 of 1, over: sudden death" : "turn 1 of 2, over: sudden death");
            check_message(&state, 1 - killer, killer == 1 && last ? NULL : "Quit\n");
            check_message(&state, killer, last ? NULL : "Quit\n");
            static char text[LG_AMAZES_POSITION_TEXT + 1];
            size_t length;
            lg_amazes same;
            ck_assert_int_eq(lg_i_amazes_print(&state, text, sizeof text, &length), LG_OK);
            ck_assert_msg(strstr(text, killer == 0 ? " R " : " B ") != NULL, "%s", text);
            ck_assert_int_eq(lg_i_amazes_parse(text, length, &same, NULL), LG_OK);
            ck_assert_mem_eq(&same, &state, sizeof state);
        }
}
END_TEST

/* There are no further messages while a player writes its walk. */
START_TEST(test_silence_during_a_walk) {
    lg_amazes state = comb_game("13 13 E", "25 25 E");
    ck_assert_int_eq(lg_amazes_begin_turn(&state, &state), LG_OK);
    check_message(&state, 0, "Start\n" N7 "NNNNNW\nW\n" N7 "NNNNBW\nW\n288\n");
    ck_assert_int_eq(lg_i_amazes_step(&state, 0, &state), LG_OK);
    check_message(&state, 0, NULL);
    check_message(&state, 1, NULL);
}
END_TEST

START_TEST(test_messages_are_read) {
    lg_amazes_sight sight, seen;
    lg_amazes_message_kind told;
    char text[LG_AMAZES_MESSAGE_TEXT + 1];
    size_t length;
    const lg_amazes state = comb_game("1 1 W", "25 25 E");
    ck_assert_int_eq(lg_amazes_see(&state.maze, &state.place[0], &state.place[1], &seen), LG_OK);
    ck_assert_int_eq(lg_amazes_message(&state, 0, text, sizeof text, &length), LG_OK);
    ck_assert_uint_eq(length, LG_AMAZES_MESSAGE_TEXT); /* the longest there is */
    for (size_t from = 0; from <= 6; from += 6) {
        memset(&sight, 0xA5, sizeof sight);
        ck_assert_int_eq(lg_amazes_message_parse(text + from, length - from, &told, &sight, NULL), LG_OK);
        ck_assert_int_eq(told, from == 0 ? LG_AMAZES_MESSAGE_START : LG_AMAZES_MESSAGE_LOOK);
        ck_assert_mem_eq(&sight, &seen, sizeof sight);
    }
    ck_assert_int_eq(lg_amazes_message_parse("W\r\nW\r\nW\r\nW\r\n0\r\n", 15, &told, &sight, NULL), LG_OK);
    ck_assert(sight.length[0] == 0 && sight.length[3] == 0 && sight.distance == 0);
    static const char LINES[] = "Start\r\nW\r\nW\r\nBLW\r\nW\r\n288\r\n";
    ck_assert_int_eq(lg_amazes_message_parse(LINES, strlen(LINES), &told, &sight, NULL), LG_OK);
    ck_assert_int_eq(told, LG_AMAZES_MESSAGE_START);
    ck_assert_int_eq(lg_amazes_message_parse("Quit\r\n", 6, &told, &sight, NULL), LG_OK);
    ck_assert_int_eq(told, LG_AMAZES_MESSAGE_QUIT);
    sight = seen;
    ck_assert_int_eq(lg_amazes_message_parse("Quit\n", 5, &told, &sight, NULL), LG_OK);
    ck_assert_int_eq(told, LG_AMAZES_MESSAGE_QUIT);
    ck_assert_mem_eq(&sight, &seen, sizeof sight);
    ck_assert_int_eq(lg_amazes_sight_print(&sight, text, sizeof text, &length), LG_OK);
    ck_assert_str_eq(text, "W\nW\nNR" N21 "NW\n" L6 L6 L6 L6 "W\n1152\n");
    sight.length[2] = 25;
    ck_assert_int_eq(lg_amazes_sight_print(&sight, text, sizeof text, &length), LG_E_ARGUMENT);
    sight = seen;
    sight.sides[2][0] = 4;
    ck_assert_int_eq(lg_amazes_sight_print(&sight, text, sizeof text, &length), LG_E_ARGUMENT);
    sight = seen;
    sight.distance = -1;
    ck_assert_int_eq(lg_amazes_sight_print(&sight, text, sizeof text, &length), LG_E_ARGUMENT);
    sight.distance = 1153;
    ck_assert_int_eq(lg_amazes_sight_print(&sight, text, sizeof text, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_sight_print(NULL, text, sizeof text, &length), LG_E_ARGUMENT);
}
END_TEST

static const mistake NO_MESSAGES[] = {
    {"", "", "B, L, R, N or W"},
    {"", "quit", "B, L, R, N or W"},
    {"", "start\n", "B, L, R, N or W"},
    {"Quit", " ", "the end of the message"},
    {"Quit", "W", "the end of the message"},
    {"Start", "W\n", "the end of the line"},
    {"Start", " \n", "the end of the line"},
    {"Start\n", "Quit\n", "B, L, R, N or W"},
    {"BL", "\n", "B, L, R, N or W"},
    {"BL", "F", "B, L, R, N or W"},
    {"BLW", "B\n", "the end of the line"},
    {"BLW", " \n", "the end of the line"},
    {"BLW\n", "\n", "B, L, R, N or W"},
    {"BLW\nW\n" N21 "NNN", "N", "'W' after 24 squares"},
    {"BLW\nW\nW\nRNW", "\n", "the end of the line"},
    {"BLW\nW\nW\nRNW\n", "-1", "a squared distance, 0 to 1152"},
    {"BLW\nW\nW\nRNW\n", "01", "a squared distance, 0 to 1152"},
    {"BLW\nW\nW\nRNW\n", "1153", "a squared distance, 0 to 1152"},
    {"BLW\nW\nW\nRNW\n", "W\n", "a squared distance, 0 to 1152"},
    {"BLW\nW\nW\nRNW\n1152", " ", "the end of the message"},
    {"BLW\nW\nW\nRNW\n1152", "\n\n", "the end of the message"},
    {"Start\r\nW\nW\nW\nW\n288", "\r", "the end of the message"},
};

START_TEST(test_no_messages) {
    lg_amazes_sight sight, untouched;
    lg_amazes_message_kind told = LG_AMAZES_MESSAGE_START;
    lg_parse_error error;
    size_t length;
    const char *text = text_of(&NO_MESSAGES[_i], &length);
    memset(&sight, 0xA5, sizeof sight);
    untouched = sight;
    check_mistake(&NO_MESSAGES[_i], lg_amazes_message_parse(text, length, &told, &sight, &error), &error);
    ck_assert_mem_eq(&sight, &untouched, sizeof sight);
    ck_assert_int_eq(told, LG_AMAZES_MESSAGE_START);
    ck_assert_int_eq(lg_amazes_message_parse(text, length, &told, &sight, NULL), LG_E_PARSE);
}
END_TEST

/* ---- answers ---- */

/* After two characters of an unfinished walk. */
static const mistake NO_ANSWERS[] = {
    {"", "X", "F, T, L, R or the end of the line"},
    {"F", "x\n", "F, T, L, R or the end of the line"},
    {"F", "\n\n", "F, T, L, R or the end of the line"},
    {F64 F64 F64 F16 F16 F16 "FFFFFFFFFFFFFF", "F\n", "the end of the line after 256 characters"},
};

START_TEST(test_answers) {
    lg_amazes state = comb_game("13 13 E", "25 25 E"), walking, after, untouched;
    lg_parse_error error;
    size_t length;
    ck_assert_int_eq(lg_amazes_begin_turn(&state, &walking), LG_OK);
    for (int i = 0; i < 2; i++) ck_assert_int_eq(lg_i_amazes_step(&walking, 0, &walking), LG_OK);
    memset(&untouched, 0xA5, sizeof untouched);
    after = untouched;
    for (int i = 0; i < COUNT(NO_ANSWERS); i++) {
        const char *text = text_of(&NO_ANSWERS[i], &length);
        check_mistake(&NO_ANSWERS[i], lg_amazes_play(&walking, text, length, &after, &error), &error);
    }
    ck_assert_int_eq(lg_amazes_play(&state, "\r\n", 2, &after, &error), LG_E_PARSE);
    ck_assert(error.line == 1 && error.column == 1);
    ck_assert_int_eq(lg_amazes_play(NULL, "F", 1, &after, &error), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_play(&state, NULL, 0, &after, &error), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_play(&state, "F", 1, NULL, &error), LG_E_ARGUMENT);
    ck_assert_mem_eq(&after, &untouched, sizeof after);
    lg_amazes whole;
    ck_assert_int_eq(lg_amazes_play(&state, "FFT\r\n", 5, &whole, NULL), LG_OK);
    ck_assert_int_eq(lg_amazes_play(&walking, "T", 1, &after, NULL), LG_OK); /* the rest of the same */
    ck_assert_mem_eq(&after, &whole, sizeof after);
    ck_assert_int_eq(lg_amazes_play(&walking, "\n", 1, &after, NULL), LG_OK); /* nothing more */
    ck_assert_int_eq(lg_amazes_play(&state, "FF", 2, &whole, NULL), LG_OK);
    ck_assert_mem_eq(&after, &whole, sizeof after);
    ck_assert_int_eq(lg_amazes_forfeit(&state, 0, &state), LG_OK);
    ck_assert_int_eq(lg_amazes_play(&state, "F", 1, &state, &error), LG_E_ILLEGAL);
    ck_assert_str_eq(error.expected, "nothing: the jury plays for this player");
}
END_TEST

/* ---- positions ---- */

#define D8 "--------"
#define ROW "/|" D8 D8 D8
#define ROWS ROW ROW ROW ROW ROW ROW
#define MAZE "+" D8 D8 D8 "/|-.------" D8 D8 ROWS ROWS ROWS ROW ROW ROW ROW ROW
#define NONE5 "/26/26/26/26/26"
#define NONE "26" NONE5 NONE5 NONE5 NONE5 NONE5
#define G8 "gggggggg"
#define A8 "aaaaaaaa"
#define B5 "b24b/b24b/b24b/b24b/b24b/"
#define SEEN13 B5 B5 "b24b/f24b/g" G8 G8 G8 "b/g" A8 A8 A8 "b/" B5 B5 "b24b/26"
#define STARTS " 13,13,E 25,25,E"
#define START MAZE " " NONE " " NONE STARTS STARTS " 0/150 0,0 0,0 0,0 - -"
#define MOVED MAZE " " SEEN13 " " NONE STARTS " 13,14,E 25,25,E"

static const char FIRST[] = START;
static const char *const POSITIONS[] = {
    FIRST,
    MAZE " " NONE " " NONE STARTS STARTS " 0/1 0,0 0,0 0,0 rb -",
    MAZE " " SEEN13 " " NONE STARTS STARTS " 0/150 0,0 27,0 0,0 l -",
    MAZE " " SEEN13 " " NONE STARTS STARTS " 0/150 0,0 27,0 0,0 lb FRTL",
    MAZE " " SEEN13 " " NONE STARTS STARTS " 0/150 0,0 27,0 0,0 lb " F256,
    MOVED " 1/150 1,0 27,0 0,0 - -",
    MOVED " 1/150 256,0 27,0 1,0 r -",
};

START_TEST(test_positions) {
    const char *text = POSITIONS[_i];
    char printed[LG_AMAZES_POSITION_TEXT + 1];
    lg_amazes state;
    size_t length;
    lg_parse_error error = {0, 0, ""};
    const lg_status status = lg_i_amazes_parse(text, strlen(text), &state, &error);
    LG_REQUIRE(status == LG_OK, "column %d: %s", error.column, error.expected);
    ck_assert_int_eq(lg_amazes_validate(&state), LG_OK);
    ck_assert_int_eq(lg_i_amazes_print(&state, printed, sizeof printed, &length), LG_OK);
    require_text(printed, text);
    ck_assert_uint_eq(length, strlen(text));
    ck_assert_int_eq(lg_i_amazes_print(&state, printed, length, &length), LG_E_SPACE);
    ck_assert_uint_eq(length, strlen(text));
}
END_TEST

START_TEST(test_positions_of_a_game) {
    lg_amazes state = comb_game("13 13 E", "25 25 E"), parsed;
    lg_rng rng = lg_rng_seed(3, 3);
    char text[LG_AMAZES_POSITION_TEXT + 1], again[LG_AMAZES_POSITION_TEXT + 1];
    size_t length;
    ck_assert_int_eq(lg_i_amazes_print(&state, text, sizeof text, &length), LG_OK);
    require_text(text, FIRST);
    ck_assert_int_eq(lg_amazes_new(77, LG_AMAZES_TURNS, &state), LG_OK);
    while (lg_amazes_player(&state) >= 0) { /* each part of a turn by itself */
        const uint32_t part = lg_rng_below(&rng, 40);
        if (state.looked == 0) ck_assert_int_eq(lg_amazes_begin_turn(&state, &state), LG_OK);
        else if (part == 0 && state.walk_length > 0) ck_assert_int_eq(lg_i_amazes_end_turn(&state, &state), LG_OK);
        else (void)lg_i_amazes_step(&state, (int32_t)part % 4, &state);
        if (part % 20 != 0) continue;
        ck_assert_int_eq(lg_i_amazes_print(&state, text, sizeof text, &length), LG_OK);
        ck_assert_int_eq(lg_i_amazes_parse(text, length, &parsed, NULL), LG_OK);
        ck_assert_mem_eq(&parsed, &state, sizeof state);
        ck_assert_int_eq(lg_i_amazes_print(&parsed, again, sizeof again, &length), LG_OK);
        require_text(again, text);
    }
}
END_TEST

/* All is known, all numbers are as long as they can be. */
START_TEST(test_longest_position) {
    lg_amazes state = comb_game("13 13 E", "25 25 E");
    char text[LG_AMAZES_POSITION_TEXT + 1];
    size_t length;
    state.known[0] = state.known[1] = all_of(&state.maze);
    state.first[0] = 313;
    state.first[1] = 312;
    state.turn = 298;
    state.written[0] = state.written[1] = 256 * 149;
    state.meetings[0] = state.meetings[1] = 149;
    state.looked = 1;
    state.offenders = 2;
    state.walk_length = LG_AMAZES_WALK;
    ck_assert_int_eq(lg_i_amazes_print(&state, text, sizeof text, &length), LG_OK);
    ck_assert_uint_eq(length, LG_AMAZES_POSITION_TEXT);
}
END_TEST

static const mistake NO_POSITIONS[] = {
    {"", "", "a square: '.', '-', '|' or '+'"},
    {"+--", "x", "a square: '.', '-', '|' or '+'"},
    {"+" D8 D8 D8, "-/", "'/' after 25 squares of a row"},
    {"+" D8 D8 D8 "/|" D8 D8 "-------", "/", "a square: '.', '-', '|' or '+'"},
    {MAZE, "/", "one blank between fields"},
    {MAZE " ", "", "the knowledge of a square: a number or one of a to g and x that is possible here"},
    {MAZE " ", "0/", "the knowledge of a square: a number or one of a to g and x that is possible here"},
    {MAZE " ", "27/", "a count of unknown squares that fits the row"},
    {MAZE " ", "012/", "the knowledge of a square: a number or one of a to g and x that is possible here"},
    {MAZE " 1", "\xFF", "the knowledge of a square: a number or one of a to g and x that is possible here"},
    {MAZE " 25", "/", "the knowledge of a square: a number or one of a to g and x that is possible here"},
    {MAZE " 1b1", ".", "the knowledge of a square: a number or one of a to g and x that is possible here"},
    {MAZE " 2", "h", "the knowledge of a square: a number or one of a to g and x that is possible here"},
    {MAZE " 25", "x", "the knowledge of a square: a number or one of a to g and x that is possible here"},
    {MAZE " 25", "a", "the knowledge of a square: a number or one of a to g and x that is possible here"},
    {MAZE " 25", "d", "the knowledge of a square: a number or one of a to g and x that is possible here"},
    {MAZE " 26" NONE5 NONE5 NONE5 NONE5 "/26/26/26/26/", "b25",
     "the knowledge of a square: a number or one of a to g and x that is possible here"},
    {MAZE " 26", "a", "'/' after 26 places of a row"},
    {MAZE " " NONE, "/26", "one blank between fields"},
    {MAZE " " NONE " " NONE, "\n", "one blank between fields"},
    {MAZE " " NONE " " NONE " ", "26,13,E", "a row, 1 to 25"},
    {MAZE " " NONE " " NONE " 13,", "0,E", "a column, 1 to 25"},
    {MAZE " " NONE " " NONE " 13", " 13 E", "',' after the row"},
    {MAZE " " NONE " " NONE " 13,13", "E", "',' after the column"},
    {MAZE " " NONE " " NONE " 13,13,", "e", "a facing: N, E, S or W"},
    {MAZE " " NONE " " NONE " 13,13,E ", "x", "a row, 1 to 25"},
    {MAZE " " NONE " " NONE " ", "13,13,E 14,25,E",
     "starts at a squared distance of 288 or more, openings behind them"},
    {MAZE " " NONE " " NONE " ", "13,13,N 25,25,E",
     "starts at a squared distance of 288 or more, openings behind them"},
    {MAZE " " NONE " " NONE STARTS, "/", "one blank between fields"},
    {MAZE " " NONE " " NONE STARTS STARTS " ", "301/150", "a number of turns"},
    {MAZE " " NONE " " NONE STARTS STARTS " 0", ",150", "'/'"},
    {MAZE " " NONE " " NONE STARTS STARTS " 0/150 ", "38401,0", "a number of characters"},
    {MAZE " " NONE " " NONE STARTS STARTS " 0/150 0", "/0", "','"},
    {MAZE " " NONE " " NONE STARTS STARTS " 0/150 0,0 ", "626,0", "a number of squares"},
    {MAZE " " NONE " " NONE STARTS STARTS " 0/150 0,0 0,0 0,", "151", "a number of meetings"},
    {MAZE " " NONE " " NONE STARTS STARTS " 0/150 0,0 0,0 0,0 ", "x -",
     "flags, letters of 'lrbRB' in that order, or '-'"},
    {MAZE " " NONE " " NONE STARTS STARTS " 0/150 0,0 0,0 0,0 b", "r -", "a flag or one blank between fields"},
    {MAZE " " NONE " " NONE STARTS STARTS " 0/150 0,0 0,0 0,0 -", "r -", "a flag or one blank between fields"},
    {MAZE " " NONE " " NONE STARTS STARTS " 0/150 0,0 0,0 0,0 - ", "", "a walk of F, T, L and R, or '-'"},
    {MAZE " " NONE " " NONE STARTS STARTS " 0/150 0,0 0,0 0,0 - ", "f", "a walk of F, T, L and R, or '-'"},
    {MAZE " " NONE " " NONE STARTS STARTS " 0/150 0,0 0,0 0,0 - -", "\n", "the end of the position"},
    {MAZE " " NONE " " NONE STARTS STARTS " 0/150 0,0 0,0 0,0 l F", "x", "the end of the position"},
    {"", MAZE " " NONE " " NONE STARTS STARTS " 0/150 0,0 0,0 0,0 l -", "fields that agree with each other"},
    {"", MAZE " " SEEN13 " " NONE STARTS STARTS " 0/150 0,0 26,0 0,0 l -", "fields that agree with each other"},
    {"", MOVED " 1/150 1,0 27,0 0,0 - F", "fields that agree with each other"},
};

START_TEST(test_no_positions) {
    lg_amazes state, untouched;
    lg_parse_error error;
    size_t length;
    const char *text = text_of(&NO_POSITIONS[_i], &length);
    memset(&untouched, 0xA5, sizeof untouched);
    state = untouched;
    check_mistake(&NO_POSITIONS[_i], lg_i_amazes_parse(text, length, &state, &error), &error);
    ck_assert_mem_eq(&state, &untouched, sizeof state);
    ck_assert_int_eq(lg_i_amazes_parse(text, length, &state, NULL), LG_E_PARSE);
}
END_TEST

/* The flaw of an invalid maze is reported at its place. */
START_TEST(test_mazes_of_positions) {
    static const char EXPECTED[] = "a valid maze: a walled rim, no square cut off, a wall at every corner";
    static const struct {
        int at; /* a change of this byte */
        char change;
        int column; /* makes the error here, 0 for none */
    } ROWS_OF[] = {{0, '|', 1}, {12, '.', 13}, {5 * 26, '-', 5 * 26 + 1}, {3 * 26, '+', 3 * 26 + 1},
                   {7 * 26 + 9, '+', 7 * 26 + 10}, {2 * 26 + 1, '.', 2 * 26 + 2}, {1 * 26 + 2, '-', 0}};
    for (int i = 0; i < COUNT(ROWS_OF); i++) {
        char text[sizeof FIRST];
        lg_amazes state;
        lg_parse_error error = {0, 0, NULL};
        (void)strcpy(text, FIRST);
        text[ROWS_OF[i].at] = ROWS_OF[i].change;
        const lg_status status = lg_i_amazes_parse(text, strlen(text), &state, &error);
        LG_REQUIRE(status == (ROWS_OF[i].column == 0 ? LG_OK : LG_E_PARSE), "row %d", i);
        LG_REQUIRE(error.column == ROWS_OF[i].column, "row %d: column %d", i, error.column);
        if (status != LG_OK) ck_assert_str_eq(error.expected, EXPECTED);
    }
}
END_TEST

/* ---- maps ---- */

START_TEST(test_maps) {
    lg_amazes state = comb_game("13 13 E", "25 25 E");
    char text[LG_AMAZES_VIEW_TEXT + 1], maze[LG_AMAZES_MAZE_TEXT + 1];
    size_t length;
    ck_assert_int_eq(lg_amazes_view_print(&state, 0, text, sizeof text, &length), LG_OK);
    ck_assert_str_eq(text, "+?+\n?^?\n+?+\n");
    state.known[0] = all_of(&state.maze);
    state.first[0] = LG_AMAZES_SQUARES;
    state.looked = 1;
    ck_assert_int_eq(lg_amazes_view_print(&state, 0, text, sizeof text, &length), LG_OK);
    ck_assert_uint_eq(length, LG_AMAZES_VIEW_TEXT); /* the maze and one cell more on every side */
    ck_assert_int_eq(lg_amazes_view_print(&state, 0, text, length, &length), LG_E_SPACE);
    ck_assert_int_eq(lg_amazes_known_print(&state.known[0], text, sizeof text, &length), LG_OK);
    ck_assert_int_eq(lg_amazes_maze_print(&state.maze, NULL, maze, sizeof maze, &length), LG_OK);
    require_text(text, maze);
    ck_assert_int_eq(lg_amazes_known_print(&state.known[0], text, length, &length), LG_E_SPACE);
    ck_assert_int_eq(lg_amazes_known_print(NULL, text, sizeof text, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_view_print(&state, 2, text, sizeof text, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_view_print(NULL, 0, text, sizeof text, &length), LG_E_ARGUMENT);
    state.reserved[0] = 1;
    ck_assert_int_eq(lg_amazes_view_print(&state, 0, text, sizeof text, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_i_amazes_print(&state, text, sizeof text, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_message(&state, 0, text, sizeof text, &length), LG_E_ARGUMENT);
}
END_TEST

/* ---- the same through the uniform interface ---- */

static lg_game game_of(const char *text) {
    lg_game game;
    ck_assert_int_eq(lg_game_make(text, strlen(text), &game, NULL), LG_OK);
    return game;
}

/* Looks and the jury's turns that are due are played; turns of another configuration are refused. */
START_TEST(test_positions_of_a_configuration) {
    const lg_game whole = game_of("amazes"), one = game_of("amazes(turns=1)"), walks = game_of("amazes(actions=walk)");
    lg_amazes state, expected = comb_game("13 13 E", "25 25 E");
    lg_parse_error error;
    ck_assert_int_eq(lg_game_state_parse(&whole, FIRST, strlen(FIRST), &state, NULL), LG_OK);
    ck_assert_int_eq(lg_amazes_begin_turn(&expected, &expected), LG_OK);
    ck_assert_mem_eq(&state, &expected, sizeof state);
    ck_assert_int_eq(lg_game_state_parse(&one, FIRST, strlen(FIRST), &state, &error), LG_E_PARSE);
    ck_assert(error.line == 1 && error.column == 1);
    ck_assert_str_eq(error.expected, "a position that fits the parameters of the game");
    ck_assert_mem_eq(&state, &expected, sizeof state);
    ck_assert_int_eq(lg_game_state_parse(&one, POSITIONS[1], strlen(POSITIONS[1]), &state, NULL), LG_OK);
    ck_assert_int_eq(lg_amazes_result_of(&state), LG_AMAZES_AT_TURN_LIMIT); /* two offenders */
    ck_assert_int_eq(lg_game_state_parse(&walks, POSITIONS[2], strlen(POSITIONS[2]), &state, NULL), LG_OK);
    ck_assert_int_eq(lg_game_state_parse(&walks, POSITIONS[3], strlen(POSITIONS[3]), &state, NULL), LG_E_PARSE);
}
END_TEST

static const struct {
    const char *game, *text;
    int32_t action; /* or -1: an error in this column */
    int32_t column;
    const char *expected;
} ACTIONS[] = {
    {"amazes", "F", 0, 0, NULL},
    {"amazes", "R", 1, 0, NULL},
    {"amazes", "T", 2, 0, NULL},
    {"amazes", "L", 3, 0, NULL},
    {"amazes", "end", 4, 0, NULL},
    {"amazes", "", -1, 1, "F, R, T, L or end"},
    {"amazes", "E", -1, 1, "F, R, T, L or end"},
    {"amazes", "en", -1, 1, "F, R, T, L or end"},
    {"amazes", "FF", -1, 2, "the end of the action"},
    {"amazes", "end ", -1, 4, "the end of the action"},
    {"amazes(actions=walk)", "0,0", 1200, 0, NULL},
    {"amazes(actions=walk)", "-24,24", 0, 0, NULL},
    {"amazes(actions=walk)", "24,24", 48, 0, NULL},
    {"amazes(actions=walk)", "24,-24", 2400, 0, NULL},
    {"amazes(actions=walk)", "3,-4", 49 * 28 + 27, 0, NULL},
    {"amazes(actions=walk)", "25,0", -1, 1, "x, -24 to 24"},
    {"amazes(actions=walk)", "F", -1, 1, "x, -24 to 24"},
    {"amazes(actions=walk)", "3 4", -1, 2, "','"},
    {"amazes(actions=walk)", "3,-25", -1, 3, "y, -24 to 24"},
    {"amazes(actions=walk)", "3,4,5", -1, 4, "the end of the action"},
};

START_TEST(test_actions) {
    const lg_game game = game_of(ACTIONS[_i].game);
    int32_t action = 7777;
    char text[16];
    size_t length;
    lg_parse_error error;
    const char *from = ACTIONS[_i].text;
    const lg_status status = lg_game_action_parse(&game, from, strlen(from), &action, &error);
    if (ACTIONS[_i].action < 0) {
        ck_assert_int_eq(status, LG_E_PARSE);
        ck_assert(error.line == 1 && error.column == ACTIONS[_i].column);
        ck_assert_str_eq(error.expected, ACTIONS[_i].expected);
        ck_assert_int_eq(action, 7777);
        return;
    }
    ck_assert_int_eq(status, LG_OK);
    ck_assert_int_eq(action, ACTIONS[_i].action);
    ck_assert_int_eq(lg_game_action_print(&game, action, text, sizeof text, &length), LG_OK);
    ck_assert_str_eq(text, from);
}
END_TEST

/* A whole move, played in either configuration; then the next player has looked. */
START_TEST(test_play) {
    static const char *const GAMES[] = {"amazes", "amazes(actions=walk)"};
    const lg_game game = game_of(GAMES[_i]);
    lg_amazes state, expected;
    lg_parse_error error;
    ck_assert_int_eq(lg_game_state_parse(&game, FIRST, strlen(FIRST), &state, NULL), LG_OK);
    ck_assert_int_eq(lg_amazes_play(&state, "TFFR", 4, &expected, NULL), LG_OK);
    ck_assert_int_eq(lg_amazes_begin_turn(&expected, &expected), LG_OK);
    const lg_amazes untouched = state;
    ck_assert_int_eq(lg_game_play(&game, &state, "TFFX", 4, &state, &error), LG_E_PARSE);
    ck_assert_int_eq(error.column, 4);
    ck_assert_mem_eq(&state, &untouched, sizeof state);
    ck_assert_int_eq(lg_game_play(&game, &state, "TFFR\n", 5, &state, &error), LG_OK);
    ck_assert_mem_eq(&state, &expected, sizeof state);
}
END_TEST

START_TEST(test_arguments) {
    const lg_amazes state = comb_game("13 13 E", "25 25 E");
    lg_amazes parsed;
    lg_amazes_sight sight;
    lg_amazes_message_kind told;
    char text[8];
    size_t length = 99;
    ck_assert_int_eq(lg_i_amazes_print(NULL, text, 8, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_i_amazes_print(&state, NULL, 8, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_i_amazes_print(&state, text, 8, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_message(NULL, 0, text, 8, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_message(&state, -1, text, 8, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_message(&state, 2, text, 8, &length), LG_E_ARGUMENT);
    ck_assert_uint_eq(length, 99);
    ck_assert_int_eq(lg_i_amazes_parse(NULL, 0, &parsed, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_i_amazes_parse(FIRST, strlen(FIRST), NULL, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_message_parse(NULL, 0, &told, &sight, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_message_parse("Quit", 4, NULL, &sight, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_amazes_message_parse("Quit", 4, &told, NULL, NULL), LG_E_ARGUMENT);
}
END_TEST

Suite *lg_test_amazes_protocol(void) {
    Suite *suite = suite_create("amazes protocol");
    TCase *tests = tcase_create("protocol");
    tcase_add_loop_test(tests, test_no_walks, 0, COUNT(NO_WALKS));
    tcase_add_test(tests, test_walks);
    tcase_add_loop_test(tests, test_conversations, 0, COUNT(CONVERSATIONS));
    tcase_add_test(tests, test_quit_after_sudden_death);
    tcase_add_test(tests, test_silence_during_a_walk);
    tcase_add_test(tests, test_messages_are_read);
    tcase_add_loop_test(tests, test_no_messages, 0, COUNT(NO_MESSAGES));
    tcase_add_test(tests, test_answers);
    tcase_add_loop_test(tests, test_positions, 0, COUNT(POSITIONS));
    tcase_add_test(tests, test_positions_of_a_game);
    tcase_add_test(tests, test_longest_position);
    tcase_add_loop_test(tests, test_no_positions, 0, COUNT(NO_POSITIONS));
    tcase_add_test(tests, test_mazes_of_positions);
    tcase_add_test(tests, test_maps);
    tcase_add_test(tests, test_positions_of_a_configuration);
    tcase_add_loop_test(tests, test_actions, 0, COUNT(ACTIONS));
    tcase_add_loop_test(tests, test_play, 0, 2);
    tcase_add_test(tests, test_arguments);
    suite_add_tcase(suite, tests);
    return suite;
}
