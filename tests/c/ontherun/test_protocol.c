/* On the Run: both roles' conversations to the letter; moves, messages and positions as text, each error with its exact
 * place. */
#include "positions.h"
#include "games/ontherun/protocol.h"
#include "games/ontherun/rules.h"

#include <stdlib.h>

/* ---- conversations ---- */

typedef struct conversation {
    const lg_ontherun_map *map;
    lg_ontherun state;
    char read[2][4096]; /* all that each program has read */
} conversation;

static void tell(conversation *c, int32_t player) {
    const size_t at = strlen(c->read[player]);
    size_t length;
    ck_assert_int_eq(
        lg_ontherun_message(c->map, &c->state, player, c->read[player] + at, sizeof c->read[player] - at, &length),
        LG_OK);
    ck_assert_uint_eq(strlen(c->read[player] + at), length);
}

static int32_t to_move(const lg_ontherun *state) {
    const bool detectives = state->phase == LG_ONTHERUN_PLACE_DETECTIVES || state->phase == LG_ONTHERUN_MOVE_DETECTIVES;
    return detectives ? LG_ONTHERUN_DETECTIVES : LG_ONTHERUN_FUGITIVE;
}

static conversation begin(const lg_ontherun_map *map) {
    conversation c;
    c.map = map;
    c.read[0][0] = c.read[1][0] = '\0';
    lg_ontherun_start(&c.state);
    return c;
}

/* One program gets its message and answers; a wrong answer is an offence. At the end both get their messages. */
static void answer(conversation *c, const char *text) {
    const int32_t player = to_move(&c->state);
    char other[64];
    size_t length;
    ck_assert_int_eq(lg_ontherun_result_of(&c->state), LG_ONTHERUN_ONGOING);
    ck_assert_int_eq(lg_ontherun_message(c->map, &c->state, 1 - player, other, sizeof other, &length), LG_OK);
    ck_assert_str_eq(other, ""); /* it is not its turn */
    tell(c, player);
    if (lg_ontherun_play(c->map, &c->state, text, strlen(text), &c->state, NULL) != LG_OK)
        ck_assert_int_eq(lg_i_ontherun_forfeit(&c->state, player, &c->state), LG_OK);
    if (lg_ontherun_result_of(&c->state) == LG_ONTHERUN_ONGOING) return;
    tell(c, LG_ONTHERUN_DETECTIVES);
    tell(c, LG_ONTHERUN_FUGITIVE);
}

static const struct {
    const char *how, *map;
    const char *answers[8];
    const char *detectives, *fugitive, *result;
} CONVERSATIONS[] = {
    {"caught in turn 1",
     PAGE_MAP,
     {"6\n5\n2\n1\n", "6\n", "C 7\n", "7\n8\n1\n4\n"},
     "Detectives\n6\nC\nQuit\n",
     "Fugitive\n6\n5\n2\n1\n7\n8\n1\n4\nQuit\n",
     "caught"},
    {"caught in turn 2",
     PAGE_MAP,
     {"6\n5\n2\n1", "6", "C 7", "8\n2\n1\n4", "C 6", "6\n3\n5\n7"},
     "Detectives\n6\nC\nC\nQuit\n",
     "Fugitive\n6\n5\n2\n1\n8\n2\n1\n4\n6\n3\n5\n7\nQuit\n",
     "caught"},
    {"ran into a detective in turn 1",
     PAGE_MAP,
     {"8\n5\n2\n1", "6", "C 8"},
     "Detectives\n6\nQuit\n",
     "Fugitive\n8\n5\n2\n1\nQuit\n",
     "ran into detective"},
    {"ran into a detective in turn 2",
     PAGE_MAP,
     {"6\n5\n2\n1", "6", "C 7", "8\n2\n1\n4", "C 4"},
     "Detectives\n6\nC\nQuit\n",
     "Fugitive\n6\n5\n2\n1\n8\n2\n1\n4\nQuit\n",
     "ran into detective"},
    {"wrong starts", PAGE_MAP, {"6\n5\n2\n6"}, "Detectives\nQuit\n", "Fugitive\nQuit\n", "illegal"},
    {"a wrong start", PAGE_MAP, {"6\n5\n2\n1", "9"}, "Detectives\nQuit\n", "Fugitive\n6\n5\n2\n1\nQuit\n", "illegal"},
    {"a wrong move of the fugitive in turn 1",
     PAGE_MAP,
     {"6\n5\n2\n1", "6", "T 3"},
     "Detectives\n6\nQuit\n",
     "Fugitive\n6\n5\n2\n1\nQuit\n",
     "illegal"},
    {"a wrong move of the fugitive in turn 2",
     PAGE_MAP,
     {"6\n5\n2\n1", "6", "C 7", "8\n2\n1\n4", "C 7"},
     "Detectives\n6\nC\nQuit\n",
     "Fugitive\n6\n5\n2\n1\n8\n2\n1\n4\nQuit\n",
     "illegal"},
    {"a wrong move of the detectives",
     PAGE_MAP,
     {"6\n5\n2\n1", "6", "C 7", "8\n2\n1\n1"},
     "Detectives\n6\nC\nQuit\n",
     "Fugitive\n6\n5\n2\n1\nQuit\n",
     "illegal"},
    {"a start without a connection",
     STAR_MAP,
     {"2\n3\n4\n5", "6"},
     "Detectives\n6\nQuit\n",
     "Fugitive\n2\n3\n4\n5\nQuit\n",
     "illegal"},
    {"detectives without a joint move get no request",
     STAR_MAP,
     {"2\n3\n4\n5", "2", "C 1"},
     "Detectives\n2\nC\nQuit\n",
     "Fugitive\n2\n3\n4\n5\nQuit\n",
     "illegal"},
};

START_TEST(test_conversations) {
    conversation c = begin(map_of(CONVERSATIONS[_i].map));
    for (int i = 0; CONVERSATIONS[_i].answers[i] != NULL; i++) answer(&c, CONVERSATIONS[_i].answers[i]);
    ck_assert_str_eq(lg_ontherun_result_text(lg_ontherun_result_of(&c.state)), CONVERSATIONS[_i].result);
    ck_assert_msg(strcmp(c.read[0], CONVERSATIONS[_i].detectives) == 0, "%s: %s", CONVERSATIONS[_i].how, c.read[0]);
    ck_assert_msg(strcmp(c.read[1], CONVERSATIONS[_i].fugitive) == 0, "%s: %s", CONVERSATIONS[_i].how, c.read[1]);
}
END_TEST

/* R26, P11: the messages to both after an offence of either, also of the one that is not to move. */
static const struct {
    const char *map, *position, *told[2]; /* detectives, fugitive */
} FORFEITS[] = {
    {STAR_MAP, "1 f 2 2:2,3,4,5 - forfeit:d", {"2\nQuit\n", "Quit\n"}}, /* no joint move, and no type was sent */
    {STAR_MAP, "1 d 1 2:2,3,4,5/C - forfeit:f", {"Quit\n", "Quit\n"}},
    {PAGE_MAP, "1 f 6 6:6,5,2,1 - forfeit:d", {"6\nQuit\n", "Quit\n"}},
    {PAGE_MAP, "2 f 7 6:6,5,2,1/C/8,2,1,4 - forfeit:d", {"Quit\n", "Quit\n"}},
    {PAGE_MAP, "1 d 7 6:6,5,2,1/C - forfeit:f", {"Quit\n", "Quit\n"}},
    {PAGE_MAP, "0 f - -:6,5,2,1 - forfeit:d", {"Quit\n", "Quit\n"}},
    {PAGE_MAP, "0 d - - - forfeit:f", {"Quit\n", "Fugitive\nQuit\n"}},
};

START_TEST(test_messages_after_offences) {
    const lg_ontherun_map *map = map_of(FORFEITS[_i].map);
    lg_ontherun state;
    const char *position = FORFEITS[_i].position;
    ck_assert_int_eq(lg_i_ontherun_parse(map, position, strlen(position), &state, NULL), LG_OK);
    for (int32_t player = 0; player < 2; player++) {
        char text[100];
        size_t length;
        ck_assert_int_eq(lg_ontherun_message(map, &state, player, text, sizeof text, &length), LG_OK);
        ck_assert_msg(strcmp(text, FORFEITS[_i].told[player]) == 0, "%s: %s", position, text);
    }
}
END_TEST

/* In odd turns from 3 to 4, in even ones back to 3; the detectives swap to and fro. */
static conversation after_turns(int turns) {
    conversation c = begin(map_of(PAGE_MAP));
    answer(&c, "1\n2\n5\n8\n");
    answer(&c, "3\n");
    for (int turn = 1; turn <= turns; turn++) {
        answer(&c, turn % 2 == 1 ? "C 4\n" : "T 3\n");
        answer(&c, turn % 2 == 1 ? "2\n1\n8\n5\n" : "1\n2\n5\n8\n");
    }
    return c;
}

/* Each program's messages up to its last answer, in turn 50. */
static void expect_fifty_turns(char detectives[2048], char fugitive[2048]) {
    size_t d = (size_t)sprintf(detectives, "Detectives\n3\n"), f = (size_t)sprintf(fugitive, "Fugitive\n1\n2\n5\n8\n");
    for (int turn = 1; turn <= 50; turn++) {
        d += (size_t)sprintf(detectives + d, "%c", turn % 2 == 1 ? 'C' : 'T');
        if (turn % 5 == 0) d += (size_t)sprintf(detectives + d, " %d", turn % 2 == 1 ? 4 : 3);
        d += (size_t)sprintf(detectives + d, "\n");
        if (turn < 50) f += (size_t)sprintf(fugitive + f, "%s", turn % 2 == 1 ? "2\n1\n8\n5\n" : "1\n2\n5\n8\n");
    }
}

static const struct {
    const char *last, *result, *end;
} TURN_50[] = {
    {"1\n2\n5\n8\n", "escaped", ""}, /* neither the four lines nor Quit */
    {"3\n2\n5\n8\n", "caught", "Quit\n"},
    {"1\n2\n5\n5\n", "illegal", "Quit\n"},
};

START_TEST(test_turn_50) {
    conversation c = after_turns(49);
    char detectives[2048], fugitive[2048];
    expect_fifty_turns(detectives, fugitive);
    answer(&c, "T 3\n");
    answer(&c, TURN_50[_i].last);
    ck_assert_str_eq(lg_ontherun_result_text(lg_ontherun_result_of(&c.state)), TURN_50[_i].result);
    ck_assert_str_eq(c.read[0], strcat(detectives, TURN_50[_i].end));
    ck_assert_str_eq(c.read[1], strcat(fugitive, TURN_50[_i].end));
}
END_TEST

/* P8: the last turn in which a caught fugitive still gets the detectives' cities. */
START_TEST(test_caught_in_turn_49) {
    conversation c = after_turns(48);
    const size_t before = strlen(c.read[1]);
    answer(&c, "C 4\n");
    answer(&c, "4\n1\n8\n5\n");
    ck_assert_str_eq(lg_ontherun_result_text(lg_ontherun_result_of(&c.state)), "caught");
    ck_assert_str_eq(c.read[0] + strlen(c.read[0]) - 9, "T\nC\nQuit\n");
    ck_assert_str_eq(c.read[1] + before, "1\n2\n5\n8\n4\n1\n8\n5\nQuit\n");
}
END_TEST

/* The detectives have read nothing of turn 50 when the fugitive runs into one of them. */
START_TEST(test_the_last_announcement_is_not_used) {
    conversation c = after_turns(49);
    const size_t before = strlen(c.read[0]);
    answer(&c, "P 1\n");
    ck_assert_str_eq(c.read[0] + before, "Quit\n");
    ck_assert_str_eq(c.read[1] + strlen(c.read[1]) - 13, "2\n1\n8\n5\nQuit\n");
}
END_TEST

START_TEST(test_messages_wait_for_all_four) {
    const lg_ontherun_map *map = map_of(PAGE_MAP);
    const lg_ontherun state = position_of(map, "1 d 7 6:6,5,2,1/C 8");
    char text[64];
    size_t length;
    for (int32_t player = 0; player < 2; player++) {
        ck_assert_int_eq(lg_ontherun_message(map, &state, player, text, sizeof text, &length), LG_OK);
        ck_assert_str_eq(text, "");
    }
}
END_TEST

START_TEST(test_message_buffers) {
    const lg_ontherun_map *map = map_of(PAGE_MAP);
    const lg_ontherun state = position_of(map, "0 f - -:6,5,2,1 -");
    lg_ontherun broken = state;
    char text[18] = "#";
    size_t length = 0;
    ck_assert_int_eq(lg_ontherun_message(map, &state, 1, text, 17, &length), LG_E_SPACE);
    ck_assert_str_eq(text, "#");
    ck_assert_uint_eq(length, 17);
    ck_assert_int_eq(lg_ontherun_message(map, &state, 1, text, 18, &length), LG_OK);
    ck_assert_str_eq(text, "Fugitive\n6\n5\n2\n1\n");
    ck_assert_int_eq(lg_ontherun_message(map, &state, 2, text, sizeof text, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_ontherun_message(map, &state, -1, text, sizeof text, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_ontherun_message(NULL, &state, 1, text, sizeof text, &length), LG_E_ARGUMENT);
    broken.turn = 3;
    ck_assert_int_eq(lg_ontherun_message(map, &broken, 1, text, sizeof text, &length), LG_E_ARGUMENT);
}
END_TEST

/* ---- one line that a program reads ---- */

enum { NO = -7 };

static const struct {
    const char *text;
    lg_ontherun_message_kind told;
    int32_t type, city;
} LINES[] = {
    {"Fugitive\n", LG_ONTHERUN_MESSAGE_FUGITIVE, NO, NO},
    {"Detectives", LG_ONTHERUN_MESSAGE_DETECTIVES, NO, NO},
    {"Detectives\r\n", LG_ONTHERUN_MESSAGE_DETECTIVES, NO, NO},
    {"Quit\n", LG_ONTHERUN_MESSAGE_QUIT, NO, NO},
    {"7\n", LG_ONTHERUN_MESSAGE_CITY, NO, 7},
    {"200", LG_ONTHERUN_MESSAGE_CITY, NO, 200},
    {"C\n", LG_ONTHERUN_MESSAGE_TYPE, 0, NO},
    {"T", LG_ONTHERUN_MESSAGE_TYPE, 1, NO},
    {"P\r\n", LG_ONTHERUN_MESSAGE_TYPE, 2, NO},
    {"C 1\n", LG_ONTHERUN_MESSAGE_MOVE, 0, 1},
    {"T 12", LG_ONTHERUN_MESSAGE_MOVE, 1, 12},
    {"P 200\n", LG_ONTHERUN_MESSAGE_MOVE, 2, 200},
};

START_TEST(test_lines) {
    lg_ontherun_message_kind told = LG_ONTHERUN_MESSAGE_QUIT;
    int32_t type = NO, city = NO;
    const char *text = LINES[_i].text;
    ck_assert_int_eq(lg_ontherun_message_parse(text, strlen(text), &told, &type, &city, NULL), LG_OK);
    ck_assert_int_eq(told, LINES[_i].told);
    ck_assert_int_eq(type, LINES[_i].type);
    ck_assert_int_eq(city, LINES[_i].city);
}
END_TEST

/* The place and the reason of a parser's error; `length` 0 for all of the text. */
typedef struct mistake {
    const char *text;
    int32_t line, column;
    const char *expected;
    size_t length;
} mistake;

#define ANY_LINE "'Fugitive', 'Detectives', 'Quit', a city, a type, or a type and a city"
#define LABEL    "a city, 1 to 200"

static const mistake NO_LINES[] = {
    {"", 1, 1, ANY_LINE, 0},
    {"\n", 1, 1, ANY_LINE, 0},
    {"fugitive\n", 1, 1, ANY_LINE, 0},
    {"Fugitive \n", 1, 1, ANY_LINE, 0},
    {"Fugitives\n", 1, 1, ANY_LINE, 0},
    {"Detective\n", 1, 1, ANY_LINE, 0},
    {"Quit\n\n", 1, 1, ANY_LINE, 0},
    {"c", 1, 1, ANY_LINE, 0},
    {"-7", 1, 1, ANY_LINE, 0},
    {"\0", 1, 1, ANY_LINE, 1},
    {"0", 1, 1, LABEL, 0},
    {"201", 1, 1, LABEL, 0},
    {"07", 1, 1, LABEL, 0},
    {"7 ", 1, 2, "the end of the city", 0},
    {"7\n8\n", 1, 2, "the end of the city", 0},
    {"C ", 1, 3, LABEL, 0},
    {"C7", 1, 2, "one blank after the type", 0},
    {"CC", 1, 2, "one blank after the type", 0},
    {"C 0", 1, 3, LABEL, 0},
    {"C 201", 1, 3, LABEL, 0},
    {"C 7 ", 1, 4, "the end of the move", 0},
};

static size_t length_of(const mistake *row) { return row->length > 0 ? row->length : strlen(row->text); }

static void check_mistake(const mistake *row, lg_status status, const lg_parse_error *error) {
    ck_assert_msg(status == LG_E_PARSE, "\"%s\": %s", row->text, lg_status_text(status));
    ck_assert_msg(error->line == row->line && error->column == row->column, "\"%s\": %d:%d", row->text, error->line,
                  error->column);
    ck_assert_msg(strcmp(error->expected, row->expected) == 0, "\"%s\": %s", row->text, error->expected);
}

START_TEST(test_lines_that_are_none) {
    lg_ontherun_message_kind told = LG_ONTHERUN_MESSAGE_QUIT;
    lg_parse_error error;
    int32_t type = NO, city = NO;
    const mistake *row = &NO_LINES[_i];
    check_mistake(row, lg_ontherun_message_parse(row->text, length_of(row), &told, &type, &city, &error), &error);
    ck_assert(told == LG_ONTHERUN_MESSAGE_QUIT && type == NO && city == NO);
    ck_assert_int_eq(lg_ontherun_message_parse(row->text, length_of(row), &told, &type, &city, NULL), LG_E_PARSE);
}
END_TEST

/* ---- moves ---- */

START_TEST(test_every_move) {
    for (int32_t type = 0; type < 3; type++)
        for (int32_t city = 1; city <= 200; city++) {
            char text[16];
            int32_t read_type = NO, read_city = NO;
            const size_t length = (size_t)snprintf(text, sizeof text, "%c %d", "CTP"[type], (int)city);
            ck_assert_int_eq(lg_i_ontherun_move_parse(text, length, &read_type, &read_city, NULL), LG_OK);
            ck_assert(read_type == type && read_city == city);
            ck_assert_int_eq(lg_i_ontherun_city_parse(text + 2, length - 2, &read_city, NULL), LG_OK);
            ck_assert_int_eq(read_city, city);
        }
}
END_TEST

START_TEST(test_four_lines) {
    static const int32_t LONGEST[4] = {197, 198, 199, 200}, SHORT[4] = {1, 10, 100, 9};
    int32_t city[4] = {NO, NO, NO, NO};
    ck_assert_int_eq(lg_i_ontherun_lines_parse("197\n198\n199\n200\n", LG_ONTHERUN_LINES_TEXT, city, NULL), LG_OK);
    ck_assert_mem_eq(city, LONGEST, sizeof city);
    ck_assert_int_eq(lg_i_ontherun_lines_parse("1\n10\n100\n9", 10, city, NULL), LG_OK);
    ck_assert_mem_eq(city, SHORT, sizeof city);
}
END_TEST

START_TEST(test_moves_that_are_refused) {
    int32_t type = NO, city[4] = {NO, NO, NO, NO};
    ck_assert_int_eq(lg_i_ontherun_lines_parse("1\n2\n3\n", 6, city, NULL), LG_E_PARSE);
    ck_assert_int_eq(lg_i_ontherun_move_parse("C 7.", 4, &type, city, NULL), LG_E_PARSE);
    ck_assert_int_eq(lg_i_ontherun_city_parse("7.", 2, city, NULL), LG_E_PARSE);
    ck_assert(type == NO && city[0] == NO && city[1] == NO);
}
END_TEST

START_TEST(test_answer_arguments) {
    const lg_ontherun_map *map = map_of(PAGE_MAP);
    const lg_ontherun state = position_of(map, "1 f 6 6:6,5,2,1 -");
    lg_ontherun after = state;
    ck_assert_int_eq(lg_ontherun_play(NULL, &state, "C 3", 3, &after, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_ontherun_play(map, NULL, "C 3", 3, &after, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_ontherun_play(map, &state, NULL, 3, &after, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_ontherun_play(map, &state, "C 3", 3, NULL, NULL), LG_E_ARGUMENT);
    ck_assert_mem_eq(&after, &state, sizeof state);
}
END_TEST

/* ---- positions ---- */

/* Labels of three digits: the fugitive goes to and fro, the detectives round and back. */
#define LONG_MAP "200\nT 194-195\nT 196-197\nT 197-198\nT 198-199\nT 199-196\nEND\n"
#define LONGEST                                                                                                        \
    "50 f 195 195:196,197,198,199/T/197,198,199,196/T/196,197,198,199/T/197,198,199,196/T/196,197,198,199 - forfeit:f"

static const struct {
    const char *map, *text;
} POSITIONS[] = {
    {PAGE_MAP, "0 d - - -"},
    {PAGE_MAP, "0 d - - 1"},
    {PAGE_MAP, "0 d - - 8,7,6"},
    {PAGE_MAP, "0 d - - - forfeit:d"},
    {PAGE_MAP, "0 f - -:6,5,2,1 -"},
    {PAGE_MAP, "0 f - -:6,5,2,1 - forfeit:f"},
    {PAGE_MAP, "1 f 6 6:6,5,2,1 -"},
    {PAGE_MAP, "1 f - 6:6,5,2,1 -"},
    {PAGE_MAP, "1 f 8 6:8,5,2,1 - ran-into"},
    {PAGE_MAP, "1 f - 6:8,5,2,1 - ran-into"},
    {PAGE_MAP, "1 d 7 6:6,5,2,1/C -"},
    {PAGE_MAP, "1 d - 6:6,5,2,1/C -"},
    {PAGE_MAP, "1 d 7 6:6,5,2,1/C 8,2,1"},
    {PAGE_MAP, "1 d 7 6:6,5,2,1/C - forfeit:f"},
    {PAGE_MAP, "1 d 7 6:6,5,2,1/C/7,8,1,5 - caught"},
    {PAGE_MAP, "2 f 3 6:6,5,2,1/C/8,2,1,4 -"},
    {PAGE_MAP, "4 d 7 3:2,1,8,5/C/1,2,5,8/C/2,1,8,5/C/1,2,5,8/C -"},
    {PAGE_MAP, "5 f 3 " FOUR_MOVES " -"},
    {PAGE_MAP, "5 d 4 T4:1,2,5,8 -"},
    {PAGE_MAP, "5 d 4 4:4,1,2,5 - caught"},
    {PAGE_MAP, "6 f 4 4:2,1,8,5 -"},
    {PAGE_MAP, "50 d 4 4:2,1,8,5 - escaped"},
    {PAGE_MAP, "50 d - P4:1,2,5,8 2,1,8"},
    {STAR_MAP, "1 d 1 2:2,3,4,5/C - forfeit:d"},
    {STAR_MAP, "1 f 6 6:2,3,4,5 - forfeit:f"},
    {LONG_MAP, LONGEST},
};

START_TEST(test_positions) {
    const lg_ontherun_map *map = map_of(POSITIONS[_i].map);
    const char *text = POSITIONS[_i].text;
    const lg_ontherun state = position_of(map, text);
    char printed[LG_ONTHERUN_POSITION_TEXT + 1] = "#";
    size_t length = 0;
    ck_assert_int_eq(lg_ontherun_validate(map, &state), LG_OK);
    expect_position(map, &state, text, "there and back");
    ck_assert_int_eq(lg_ontherun_print(map, &state, printed, strlen(text), &length), LG_E_SPACE);
    ck_assert_uint_eq(length, strlen(text));
    ck_assert_str_eq(printed, "#");
}
END_TEST

START_TEST(test_the_longest_position) { ck_assert_uint_eq(strlen(LONGEST), LG_ONTHERUN_POSITION_TEXT); }
END_TEST

#define BLANK  "one blank between fields"
#define CITY   "a city of the map"
#define FITS   "a record that fits the turn, the player to move and the result"
#define LEAVES "a record that leaves the fugitive and the detectives a way"
#define HIDES  "a city where the fugitive can be, or '-'"
#define SENT   "a city that the detective can be sent to"
#define RESULT "'forfeit:d', 'forfeit:f', 'ran-into', 'caught' or 'escaped'"

static const mistake NO_POSITIONS[] = {
    {"", 1, 1, "the turn, 0 to 50", 0},
    {"51 f", 1, 1, "the turn, 0 to 50", 0},
    {"-1 f", 1, 1, "the turn, 0 to 50", 0},
    {"00 d - - -", 1, 1, "the turn, 0 to 50", 0},
    {" 0 d - - -", 1, 1, "the turn, 0 to 50", 0},
    {"0", 1, 2, BLANK, 0},
    {"0  d - - -", 1, 3, "the player to move, 'd' or 'f'", 0},
    {"0 D - - -", 1, 3, "the player to move, 'd' or 'f'", 0},
    {"0 d", 1, 4, BLANK, 0},
    {"0 d x - -", 1, 5, CITY, 0},
    {"0 d 9 - -", 1, 5, CITY, 0},
    {"0 d 1 - -", 1, 5, HIDES, 0},
    {"0 d -", 1, 6, BLANK, 0},
    {"0 d - 1 -", 1, 7, "'-': no detective is placed", 0},
    {"0 d - -\n-", 1, 8, BLANK, 0},
    {"0 d - - 9", 1, 9, CITY, 0},
    {"0 d - - 1,", 1, 11, CITY, 0},
    {"0 d - - 1,1", 1, 11, SENT, 0},
    {"0 d - - 1,2,3,4", 1, 14, "at most three choices", 0},
    {"0 d - - -\n", 1, 10, BLANK, 0},
    {"0 d - - - ", 1, 11, RESULT, 0},
    {"0 d - - - forfeit", 1, 11, RESULT, 0},
    {"0 d - - - forfeit:", 1, 19, "'d' or 'f'", 0},
    {"0 d - - - forfeit:d ", 1, 20, "the end of the position", 0},
    {"0 d - - - ran-into", 1, 7, LEAVES, 0},
    {"0 d - - 1 forfeit:d", 1, 9, SENT, 0},
    {"0 f - 6:6,5,2,1 -", 1, 7, "'-:' and the detectives' cities", 0},
    {"0 f - -6,5,2,1 -", 1, 8, "':' and the detectives' cities", 0},
    {"0 f - -:6,5,2 -", 1, 14, "',' and the next detective's city", 0},
    {"0 f - -:6,5,2,9 -", 1, 15, CITY, 0},
    {"0 f - -:6,5,2,6 -", 1, 15, "a city without another detective", 0},
    {"0 f - -:6,5,2,1,3 -", 1, 16, BLANK, 0},
    {"0 f - -:6,5,2,1/C -", 1, 16, BLANK, 0},
    {"0 f - -:6,5,2,1 3", 1, 17, SENT, 0},
    {"1 f 6 -:6,5,2,1 -", 1, 7, CITY, 0},
    {"1 f 7 6:6,5,2,1 -", 1, 5, HIDES, 0},
    {"1 f 6 6:6,5,2,1/X -", 1, 17, "'C', 'T' or 'P'", 0},
    {"1 f 6 6:6,5,2,1/C/6,8,1,4 -", 1, 19, "a city connected to the detective's city before", 0},
    {"2 f 6 6:6,5,2,1/C/8,2,1,1 -", 1, 25, "a city without another detective", 0},
    {"2 f 6 6:6,5,2,1/C/8,2,1,4 -", 1, 5, HIDES, 0},
    {"3 f 7 6:6,5,2,1/C/8,2,1,4 -", 1, 7, FITS, 0},
    {"2 d 7 6:6,5,2,1/C/8,2,1,4 -", 1, 7, FITS, 0},
    {"1 f 6 6:6,5,2,1/C -", 1, 7, FITS, 0},
    {"1 d 7 C6:6,5,2,1/C -", 1, 7, FITS, 0},
    {"5 d 4 4:1,2,5,8 -", 1, 7, FITS, 0},
    {"5 d 4 C4:4,1,2,5 - caught", 1, 7, FITS, 0},
    {"5 d 7 P7:1,2,5,8 -", 1, 7, LEAVES, 0},
    {"1 d 7 6:6,5,2,1/T -", 1, 7, LEAVES, 0},
    {"1 d 7 6:6,5,2,1/C/8,2,1,4 - escaped", 1, 7, LEAVES, 0},
    {"1 f 3 6:8,5,2,1 - ran-into", 1, 5, HIDES, 0},
    {"1 d 3 6:6,5,2,1/C/7,8,1,5 - caught", 1, 5, HIDES, 0},
    {"1 d 7 6:6,5,2,1/C 5", 1, 19, SENT, 0},
    {"1 d 7 6:6,5,2,1/C 8,8", 1, 21, SENT, 0},
    {"5 f 3 " FOUR_MOVES "/C -", 1, 56, BLANK, 0},
};

START_TEST(test_texts_that_are_no_positions) {
    const lg_ontherun_map *map = map_of(PAGE_MAP);
    const mistake *row = &NO_POSITIONS[_i];
    const size_t length = strlen(row->text);
    char *exact = lg_test_malloc(length > 0 ? length : 1); /* so that a sanitizer sees a byte too far */
    lg_ontherun state;
    lg_parse_error error;
    memcpy(exact, row->text, length);
    lg_ontherun_start(&state);
    const lg_ontherun untouched = state;
    check_mistake(row, lg_i_ontherun_parse(map, exact, length, &state, &error), &error);
    ck_assert_mem_eq(&state, &untouched, sizeof state);
    ck_assert_int_eq(lg_i_ontherun_parse(map, exact, length, &state, NULL), LG_E_PARSE);
    free(exact);
}
END_TEST

START_TEST(test_position_arguments) {
    const lg_ontherun_map *map = map_of(PAGE_MAP);
    lg_ontherun state = position_of(map, "1 f 6 6:6,5,2,1 -");
    const lg_ontherun untouched = state;
    char text[LG_ONTHERUN_POSITION_TEXT + 1] = "#";
    size_t length;
    ck_assert_int_eq(lg_i_ontherun_parse(NULL, "0 d - - -", 9, &state, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_i_ontherun_parse(map, NULL, 9, &state, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_i_ontherun_parse(map, "0 d - - -", 9, NULL, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_ontherun_print(NULL, &state, text, sizeof text, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_ontherun_print(map, NULL, text, sizeof text, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_ontherun_print(map, &state, text, sizeof text, NULL), LG_E_ARGUMENT);
    ck_assert_mem_eq(&state, &untouched, sizeof state);
    state.turn = 2;
    ck_assert_int_eq(lg_ontherun_print(map, &state, text, sizeof text, &length), LG_E_ARGUMENT);
    ck_assert_str_eq(text, "#");
}
END_TEST

Suite *lg_test_ontherun_protocol(void) {
    Suite *suite = suite_create("ontherun protocol");
    TCase *talk = tcase_create("conversations"), *moves = tcase_create("moves"), *positions = tcase_create("positions");
    tcase_add_loop_test(talk, test_conversations, 0, COUNT(CONVERSATIONS));
    tcase_add_loop_test(talk, test_messages_after_offences, 0, COUNT(FORFEITS));
    tcase_add_loop_test(talk, test_turn_50, 0, COUNT(TURN_50));
    tcase_add_test(talk, test_caught_in_turn_49);
    tcase_add_test(talk, test_the_last_announcement_is_not_used);
    tcase_add_test(talk, test_messages_wait_for_all_four);
    tcase_add_test(talk, test_message_buffers);
    tcase_add_loop_test(talk, test_lines, 0, COUNT(LINES));
    tcase_add_loop_test(talk, test_lines_that_are_none, 0, COUNT(NO_LINES));
    tcase_add_test(moves, test_every_move);
    tcase_add_test(moves, test_four_lines);
    tcase_add_test(moves, test_moves_that_are_refused);
    tcase_add_test(moves, test_answer_arguments);
    tcase_add_loop_test(positions, test_positions, 0, COUNT(POSITIONS));
    tcase_add_test(positions, test_the_longest_position);
    tcase_add_loop_test(positions, test_texts_that_are_no_positions, 0, COUNT(NO_POSITIONS));
    tcase_add_test(positions, test_position_arguments);
    suite_add_tcase(suite, talk);
    suite_add_tcase(suite, moves);
    suite_add_tcase(suite, positions);
    return suite;
}
