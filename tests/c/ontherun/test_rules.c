/* On the Run: one row for each sentence of the rules; then tests that do not fit a row. */
#include "positions.h"
#include "games/ontherun/rules.h"

#include <stdlib.h>

#define NO_CITY             "there is no such city"
#define STAY_FUGITIVE       "the fugitive may not stay in its city"
#define STAY                "a detective may not stay in its city"
#define NOT_JOINED_FUGITIVE "no connection leads from the fugitive's city to that city"
#define NOT_JOINED          "no connection leads from the detective's city to that city"
#define WRONG_TYPE          "that city can't be reached by this type of connection"
#define SAME_CITY           "two detectives may not end in the same city"

/* ---- answers that are legal ---- */

static const struct {
    const char *rule, *map, *before, *answer, *after;
} LEGAL[] = {
    {"R7 the detectives choose four cities", PAGE_MAP, "0 d - - -", "6\n5\n2\n1", "0 f - -:6,5,2,1 -"},
    {"R8 the fugitive chooses any city", PAGE_MAP, "0 f - -:6,5,2,1 -", "8", "1 f 8 8:6,5,2,1 -"},
    {"R9 a detective's city is allowed and no arrest", PAGE_MAP, "0 f - -:6,5,2,1 -", "6", "1 f 6 6:6,5,2,1 -"},
    {"R13 the fugitive moves by car", PAGE_MAP, "1 f 6 6:6,5,2,1 -", "C 3", "1 d 3 6:6,5,2,1/C -"},
    {"R13 by train", PAGE_MAP, "1 f 8 8:6,5,2,1 -", "T 3", "1 d 3 8:6,5,2,1/T -"},
    {"R13 by plane", PAGE_MAP, "1 f 1 1:6,5,2,8 -", "P 4", "1 d 4 1:6,5,2,8/P -"},
    {"R2 connections lead both ways", PAGE_MAP, "1 f 4 4:6,5,2,8 -", "P 1", "1 d 1 4:6,5,2,8/P -"},
    {"R3 the same pair by two types: one", PAGE_MAP, "1 f 3 3:6,5,2,8 -", "C 4", "1 d 4 3:6,5,2,8/C -"},
    {"R3 the same pair by two types: other", PAGE_MAP, "1 f 3 3:6,5,2,8 -", "T 4", "1 d 4 3:6,5,2,8/T -"},
    {"R17 a move in one line, as replays have it", PAGE_MAP, "1 d 7 6:1,5,2,3/C -", "4/8/1/6",
     "2 f 7 6:1,5,2,3/C/4,8,1,6 -"},
    {"R17 detectives move along any connection", PAGE_MAP, "1 d 7 6:1,5,2,3/C -", "4\n8\n1\n6",
     "2 f 7 6:1,5,2,3/C/4,8,1,6 -"},
    {"R19 swapping is legal", PAGE_MAP, "1 d 7 6:6,5,2,1/C -", "8\n1\n3\n5", "2 f 7 6:6,5,2,1/C/8,1,3,5 -"},
    {"R19 all may swap", PAGE_MAP, "1 d 7 6:1,2,5,8/C -", "2\n1\n8\n5", "2 f 7 6:1,2,5,8/C/2,1,8,5 -"},
    {"R19 entering a city that another one leaves", PAGE_MAP, "1 d 7 6:6,5,2,1/C -", "8\n2\n1\n4",
     "2 f 7 6:6,5,2,1/C/8,2,1,4 -"},
    {"R16 the fifth turn announces the city", PAGE_MAP, "5 f 3 " FOUR_MOVES " -", "C 4", "5 d 4 C4:1,2,5,8 -"},
    {"R16 by its type, too", PAGE_MAP, "5 f 3 " FOUR_MOVES " -", "T 4", "5 d 4 T4:1,2,5,8 -"},
    {"R16 so does the tenth", PAGE_MAP, "10 f 7 " FOUR_MOVES " -", "C 4", "10 d 4 C4:1,2,5,8 -"},
    {"R16 the fourth does not", PAGE_MAP, "4 f 4 3:2,1,8,5/C/1,2,5,8/C/2,1,8,5/C/1,2,5,8 -", "C 7",
     "4 d 7 3:2,1,8,5/C/1,2,5,8/C/2,1,8,5/C/1,2,5,8/C -"},
    {"R30 after an announcement a new record begins", PAGE_MAP, "5 d 4 C4:1,2,5,8 -", "2\n1\n8\n5",
     "6 f 4 4:2,1,8,5 -"},
    {"R17 choices made before are kept to", PAGE_MAP, "1 d 7 6:6,5,2,1/C 8,2", "8\n2\n1\n4",
     "2 f 7 6:6,5,2,1/C/8,2,1,4 -"},
    {"R17 they may be left out", PAGE_MAP, "1 d 7 6:6,5,2,1/C 8,2", "1\n4", "2 f 7 6:6,5,2,1/C/8,2,1,4 -"},
    {"P9 CR and LF belong to the line", PAGE_MAP, "1 f 6 6:6,5,2,1 -", "C 3\r\n", "1 d 3 6:6,5,2,1/C -"},
    {"P9 to each of the four, too", PAGE_MAP, "0 d - - -", "6\r\n5\n2\r\n1\r\n", "0 f - -:6,5,2,1 -"},
};

START_TEST(test_legal_answers) {
    const lg_ontherun_map *map = map_of(LEGAL[_i].map);
    const lg_ontherun before = position_of(map, LEGAL[_i].before);
    lg_ontherun after = before;
    lg_parse_error error = {0, 0, ""};
    const char *answer = LEGAL[_i].answer;
    ck_assert_msg(lg_ontherun_play(map, &before, answer, strlen(answer), &after, &error) == LG_OK, "%s: %s",
                  LEGAL[_i].rule, error.expected);
    expect_position(map, &after, LEGAL[_i].after, LEGAL[_i].rule);
    expect_position(map, &before, LEGAL[_i].before, "the input");
    ck_assert_int_eq(lg_ontherun_validate(map, &after), LG_OK);
    lg_ontherun in_place = before;
    ck_assert_int_eq(lg_ontherun_play(map, &in_place, answer, strlen(answer), &in_place, NULL), LG_OK);
    ck_assert_mem_eq(&in_place, &after, sizeof after);
}
END_TEST

/* ---- answers that are not ---- */

static const struct {
    const char *rule, *map, *before, *answer;
    lg_status status;
    int32_t line, column;
    const char *reason;
} ILLEGAL[] = {
    {"R7 starts are distinct", PAGE_MAP, "0 d - - -", "6\n5\n2\n6", LG_E_ILLEGAL, 1, 1, SAME_CITY},
    {"R7 starts are on the map", PAGE_MAP, "0 d - - -", "6\n5\n9\n1", LG_E_ILLEGAL, 1, 1, NO_CITY},
    {"P7 three lines are too few", PAGE_MAP, "0 d - - -", "6\n5\n2", LG_E_PARSE, 3, 2, "the end of the line"},
    {"P7 also with their LF", PAGE_MAP, "0 d - - -", "6\n5\n2\n", LG_E_PARSE, 4, 1, "a city, 1 to 200"},
    {"P7 five are too many", PAGE_MAP, "0 d - - -", "6\n5\n2\n1\n3", LG_E_PARSE, 5, 1, "the end after four lines"},
    {"P7 so is an empty fifth", PAGE_MAP, "0 d - - -", "6\n5\n2\n1\n\n", LG_E_PARSE, 5, 1, "the end after four lines"},
    {"P9 nothing but the number", PAGE_MAP, "0 d - - -", "6\n5 \n2\n1", LG_E_PARSE, 2, 2, "the end of the line"},
    {"P9 not even a type", PAGE_MAP, "0 d - - -", "6\nC 5\n2\n1", LG_E_PARSE, 2, 1, "a city, 1 to 200"},
    {"P9 no leading zero in the four lines", PAGE_MAP, "0 d - - -", "6\n05\n2\n1", LG_E_PARSE, 2, 1, "a city, 1 to 200"},
    {"P9 no empty line among them", PAGE_MAP, "0 d - - -", "6\n\n2\n1", LG_E_PARSE, 2, 1, "a city, 1 to 200"},
    {"P9 one CR only", PAGE_MAP, "1 d 7 6:6,5,2,1/C -", "8\r\r\n2\n1\n4", LG_E_PARSE, 1, 2, "the end of the line"},
    {"P9 no leading zero in the start", PAGE_MAP, "0 f - -:6,5,2,1 -", "08", LG_E_PARSE, 1, 1, "a city, 1 to 200"},
    {"P9 one line", PAGE_MAP, "0 f - -:6,5,2,1 -", "8\n\n", LG_E_PARSE, 1, 2, "the end of the city"},
    {"R8 the fugitive starts on the map", PAGE_MAP, "0 f - -:6,5,2,1 -", "9", LG_E_ILLEGAL, 1, 1, NO_CITY},
    {"P9 without a type", PAGE_MAP, "0 f - -:6,5,2,1 -", "C 8", LG_E_PARSE, 1, 1, "a city, 1 to 200"},
    {"R13 not joined at all", PAGE_MAP, "1 f 6 6:6,5,2,1 -", "C 2", LG_E_ILLEGAL, 1, 1, NOT_JOINED_FUGITIVE},
    {"R13 joined by another type", PAGE_MAP, "1 f 6 6:6,5,2,1 -", "T 3", LG_E_ILLEGAL, 1, 1, WRONG_TYPE},
    {"R13 also into a detective's city", PAGE_MAP, "1 f 8 8:6,5,2,1 -", "C 1", LG_E_ILLEGAL, 1, 1, WRONG_TYPE},
    {"R13 the fugitive may not stay", PAGE_MAP, "1 f 6 6:6,5,2,1 -", "C 6", LG_E_ILLEGAL, 1, 1, STAY_FUGITIVE},
    {"R13 no such city", PAGE_MAP, "1 f 6 6:6,5,2,1 -", "C 9", LG_E_ILLEGAL, 1, 1, NO_CITY},
    {"P9 no city over 200", PAGE_MAP, "1 f 6 6:6,5,2,1 -", "C 201", LG_E_PARSE, 1, 3, "a city, 1 to 200"},
    {"P9 256 + 3 is not 3", PAGE_MAP, "1 f 6 6:6,5,2,1 -", "C 259", LG_E_PARSE, 1, 3, "a city, 1 to 200"},
    {"P9 2^64 + 3 is not 3", PAGE_MAP, "1 f 6 6:6,5,2,1 -", "C 18446744073709551619", LG_E_PARSE, 1, 3,
     "a city, 1 to 200"},
    {"P9 one blank", PAGE_MAP, "1 f 6 6:6,5,2,1 -", "C  3", LG_E_PARSE, 1, 3, "a city, 1 to 200"},
    {"P9 a blank, no comma", PAGE_MAP, "1 f 6 6:6,5,2,1 -", "C,3", LG_E_PARSE, 1, 2, "one blank after the type"},
    {"P9 no leading zero", PAGE_MAP, "1 f 6 6:6,5,2,1 -", "C 03", LG_E_PARSE, 1, 3, "a city, 1 to 200"},
    {"P9 no sign", PAGE_MAP, "1 f 6 6:6,5,2,1 -", "C +3", LG_E_PARSE, 1, 3, "a city, 1 to 200"},
    {"P9 no blank before", PAGE_MAP, "1 f 6 6:6,5,2,1 -", " C 3", LG_E_PARSE, 1, 1, "'C', 'T' or 'P'"},
    {"P9 no blank after", PAGE_MAP, "1 f 6 6:6,5,2,1 -", "C 3 ", LG_E_PARSE, 1, 4, "the end of the move"},
    {"P9 upper case", PAGE_MAP, "1 f 6 6:6,5,2,1 -", "c 3", LG_E_PARSE, 1, 1, "'C', 'T' or 'P'"},
    {"P9 a lone CR is no line end", PAGE_MAP, "1 f 6 6:6,5,2,1 -", "C 3\r", LG_E_PARSE, 1, 4, "the end of the move"},
    {"P9 nothing at all", PAGE_MAP, "1 f 6 6:6,5,2,1 -", "", LG_E_PARSE, 1, 1, "'C', 'T' or 'P'"},
    {"R17 a detective may not stay", PAGE_MAP, "1 d 7 6:6,5,2,1/C -", "6\n8\n3\n4", LG_E_ILLEGAL, 1, 1, STAY},
    {"R17 nor the last one", PAGE_MAP, "1 d 7 6:6,5,2,1/C -", "8\n2\n3\n1", LG_E_ILLEGAL, 1, 1, STAY},
    {"R17 each along a connection", PAGE_MAP, "1 d 7 6:6,5,2,1/C -", "8\n3\n1\n4", LG_E_ILLEGAL, 1, 1, NOT_JOINED},
    {"R17 also when another one would arrest", PAGE_MAP, "1 d 7 6:6,5,2,1/C -", "7\n3\n1\n4", LG_E_ILLEGAL, 1, 1,
     NOT_JOINED},
    {"R18 final cities differ", PAGE_MAP, "1 d 7 6:6,5,2,1/C -", "8\n8\n3\n4", LG_E_ILLEGAL, 1, 1, SAME_CITY},
    {"R17 detectives' cities are on the map", PAGE_MAP, "1 d 7 6:6,5,2,1/C -", "8\n9\n3\n4", LG_E_ILLEGAL, 1, 1,
     NO_CITY},
    {"R17 a choice can't be taken back", PAGE_MAP, "1 d 7 6:6,5,2,1/C 3", "8\n2\n1\n4", LG_E_ILLEGAL, 1, 1,
     "the detective was sent to another city before"},
    {"R22 after an arrest: no answer", PAGE_MAP, "1 f 5 8:6,5,2,1 - ran-into", "C 1", LG_E_OVER, 0, 0, NULL},
    {"R22 after an escape: no answer", PAGE_MAP, "50 d 4 4:2,1,8,5 - escaped", "C 3", LG_E_OVER, 0, 0, NULL},
    {"P9 junk after the end", PAGE_MAP, "1 f 5 8:6,5,2,1 - ran-into", "hello", LG_E_OVER, 0, 0, NULL},
    {"R26 after an offence: no answer", PAGE_MAP, "0 d - - - forfeit:d", "6\n5\n2\n1", LG_E_OVER, 0, 0, NULL},
};

START_TEST(test_illegal_answers) {
    const lg_ontherun_map *map = map_of(ILLEGAL[_i].map);
    const lg_ontherun before = position_of(map, ILLEGAL[_i].before);
    lg_ontherun after = before;
    lg_parse_error error = {0, 0, NULL};
    const char *answer = ILLEGAL[_i].answer, *reason = ILLEGAL[_i].reason;
    const lg_status status = lg_ontherun_play(map, &before, answer, strlen(answer), &after, &error);
    ck_assert_msg(status == ILLEGAL[_i].status, "%s: %s", ILLEGAL[_i].rule, lg_status_text(status));
    ck_assert_mem_eq(&after, &before, sizeof before);
    if (reason == NULL) ck_assert_ptr_null(error.expected);
    else ck_assert_msg(strcmp(error.expected, reason) == 0, "%s: %s", ILLEGAL[_i].rule, error.expected);
    ck_assert_int_eq(error.line, ILLEGAL[_i].line);
    ck_assert_msg(error.column == ILLEGAL[_i].column, "%s: column %d", ILLEGAL[_i].rule, error.column);
    ck_assert_int_eq(lg_ontherun_play(map, &before, answer, strlen(answer), &after, NULL), status);
}
END_TEST

/* ---- ends and scores ---- */

/* `answer` may be NULL: the position as it is. */
static const struct {
    const char *rule, *map, *before, *answer, *after, *result;
    int32_t detectives, fugitive, announcements;
} ENDS[] = {
    {"the start", PAGE_MAP, "0 d - - -", NULL, "0 d - - -", "ongoing", 0, 0, 0},
    {"R14 ran into one in turn 1", PAGE_MAP, "1 f 6 6:8,5,2,1 -", "C 8", "1 f 8 6:8,5,2,1 - ran-into",
     "ran into detective", 20, 0, 0},
    {"R23 in an announcement turn: not used", PAGE_MAP, "5 f 3 " FOUR_MOVES " -", "T 8",
     "5 f 8 " FOUR_MOVES " - ran-into", "ran into detective", 20, 0, 0},
    {"R23 in turn 6: one used", PAGE_MAP, "6 f 4 4:2,1,8,5 -", "P 1", "6 f 1 4:2,1,8,5 - ran-into",
     "ran into detective", 19, 1, 1},
    {"R23 in turn 50: nine used", PAGE_MAP, "50 f 3 " FOUR_MOVES " -", "T 8", "50 f 8 " FOUR_MOVES " - ran-into",
     "ran into detective", 11, 9, 9},
    {"R20 caught in turn 1", PAGE_MAP, "1 d 7 6:6,5,2,1/C -", "7\n8\n1\n5", "1 d 7 6:6,5,2,1/C/7,8,1,5 - caught",
     "caught", 20, 0, 0},
    {"R20 by the last detective", PAGE_MAP, "1 d 4 3:6,5,2,1/C -", "8\n2\n3\n4", "1 d 4 3:6,5,2,1/C/8,2,3,4 - caught",
     "caught", 20, 0, 0},
    {"R23 in an announcement turn: used", PAGE_MAP, "5 d 4 C4:1,2,5,8 -", "4\n1\n2\n5", "5 d 4 4:4,1,2,5 - caught",
     "caught", 19, 1, 1},
    {"R23 in turn 9: one used", PAGE_MAP, "9 d 7 3:2,1,8,5/C/1,2,5,8/C/2,1,8,5/C/1,2,6,8/C -", "2\n3\n7\n5",
     "9 d 7 3:2,1,8,5/C/1,2,5,8/C/2,1,8,5/C/1,2,6,8/C/2,3,7,5 - caught", "caught", 19, 1, 1},
    {"R23 in turn 50: all used", PAGE_MAP, "50 d 4 P4:1,2,5,8 -", "4\n1\n2\n5", "50 d 4 4:4,1,2,5 - caught", "caught",
     10, 10, 10},
    {"R23 in turn 49: nine used", PAGE_MAP, "49 d 7 3:2,1,8,5/C/1,2,5,8/C/2,1,8,5/C/1,2,6,8/C -", "2\n3\n7\n5",
     "49 d 7 3:2,1,8,5/C/1,2,5,8/C/2,1,8,5/C/1,2,6,8/C/2,3,7,5 - caught", "caught", 11, 9, 9},
    {"R25 not caught in 50 turns", PAGE_MAP, "50 d 4 C4:1,2,5,8 -", "2\n1\n8\n5", "50 d 4 4:2,1,8,5 - escaped",
     "escaped", 0, 20, 10},
    {"R22 not after 49", PAGE_MAP, "49 d 7 3:2,1,8,5/C/1,2,5,8/C/2,1,8,5/C/1,2,5,8/C -", "2\n1\n8\n5",
     "50 f 7 3:2,1,8,5/C/1,2,5,8/C/2,1,8,5/C/1,2,5,8/C/2,1,8,5 -", "ongoing", 0, 0, 9},
    {"R9 a start on a detective is no arrest", PAGE_MAP, "0 f - -:6,5,2,1 -", "6", "1 f 6 6:6,5,2,1 -", "ongoing", 0, 0,
     0},
    {"R14 coming back to one is", PAGE_MAP, "2 f 3 6:6,5,2,1/C/8,2,1,4 -", "C 4",
     "2 f 4 6:6,5,2,1/C/8,2,1,4 - ran-into", "ran into detective", 20, 0, 0},
    {"R21 four detectives without a joint move lose", STAR_MAP, "1 f 2 2:2,3,4,5 -", "C 1",
     "1 d 1 2:2,3,4,5/C - forfeit:d", "illegal", 0, 20, 0},
    {"R21 three with two cities, too", PAIRS_MAP, "1 f 2 2:1,4,5,6 -", "T 3", "1 d 3 2:1,4,5,6/T - forfeit:d",
     "illegal", 0, 20, 0},
    {"R21 an offence of the detectives", PAIRS_MAP, "1 f 2 2:6,1,4,5 -", "T 3", "1 d 3 2:6,1,4,5/T - forfeit:d",
     "illegal", 0, 20, 0},
    {"R14 but an arrest goes before", STAR_MAP, "1 f 1 1:2,3,4,5 -", "C 2", "1 f 2 1:2,3,4,5 - ran-into",
     "ran into detective", 20, 0, 0},
    {"R11 a fugitive without a connection loses", STAR_MAP, "0 f - -:2,3,4,5 -", "6", "1 f 6 6:2,3,4,5 - forfeit:f",
     "illegal", 20, 0, 0},
    {"R26 the detectives' offence", PAGE_MAP, "5 d 4 C4:1,2,5,8 - forfeit:d", NULL, "5 d 4 C4:1,2,5,8 - forfeit:d",
     "illegal", 0, 20, 1},
    {"R26 the fugitive's offence", PAGE_MAP, "6 f 4 4:2,1,8,5 - forfeit:f", NULL, "6 f 4 4:2,1,8,5 - forfeit:f",
     "illegal", 20, 0, 1},
};

START_TEST(test_ends_and_scores) {
    const lg_ontherun_map *map = map_of(ENDS[_i].map);
    lg_ontherun state = position_of(map, ENDS[_i].before);
    const char *answer = ENDS[_i].answer;
    int32_t score[2] = {-1, -1};
    if (answer != NULL)
        ck_assert_msg(lg_ontherun_play(map, &state, answer, strlen(answer), &state, NULL) == LG_OK, "%s",
                      ENDS[_i].rule);
    expect_position(map, &state, ENDS[_i].after, ENDS[_i].rule);
    ck_assert_str_eq(lg_ontherun_result_text(lg_ontherun_result_of(&state)), ENDS[_i].result);
    lg_ontherun_scores(&state, score);
    ck_assert_msg(score[0] == ENDS[_i].detectives && score[1] == ENDS[_i].fugitive, "%s: %d-%d", ENDS[_i].rule,
                  score[0], score[1]);
}
END_TEST

START_TEST(test_result_texts) {
    ck_assert_str_eq(lg_ontherun_result_text((lg_ontherun_result)5), "unknown result");
    ck_assert_str_eq(lg_ontherun_result_text((lg_ontherun_result)-1), "unknown result");
}
END_TEST

/* ---- one detective after the other ---- */

START_TEST(test_a_choice_leaves_room_for_the_others) {
    const lg_ontherun_map *map = map_of(NARROW_MAP);
    lg_ontherun state = position_of(map, "1 d 7 3:1,4,5,6/T -");
    const lg_ontherun before = state;
    lg_ontherun_set cities;
    ck_assert_int_eq(lg_ontherun_choices(map, &state, &cities), 1);
    ck_assert_str_eq(cities_text(&cities), "3");
    ck_assert_uint_eq(lg_ontherun_joint_count(map, &state), 1);
    ck_assert_int_eq(lg_ontherun_decide(map, &state, 2, &state), LG_E_ILLEGAL);
    ck_assert_str_eq(lg_i_ontherun_explain_choice(map, &state, 2),
                     "the next detectives could not all go to different cities");
    ck_assert_mem_eq(&state, &before, sizeof state);
    static const int32_t ONLY[] = {3, 2, 6, 5};
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(lg_ontherun_choices(map, &state, &cities), 1);
        ck_assert_ptr_null(lg_i_ontherun_explain_choice(map, &state, ONLY[i]));
        ck_assert_int_eq(lg_ontherun_decide(map, &state, ONLY[i], &state), LG_OK);
    }
    expect_position(map, &state, "2 f 7 3:1,4,5,6/T/3,2,6,5 -", "after four choices");
    ck_assert_int_eq(lg_ontherun_choices(map, &state, &cities), 0);
    ck_assert_str_eq(cities_text(&cities), "");
}
END_TEST

/* Six cities, all joined: lists of four different cities in which no detective stays. */
START_TEST(test_joint_moves_are_counted) {
    const lg_ontherun_map *map = map_of("6\nC 1-2\nC 1-3\nC 1-4\nC 1-5\nC 1-6\nC 2-3\nC 2-4\nC 2-5\nC 2-6\nC 3-4\n"
                                        "C 3-5\nC 3-6\nC 4-5\nC 4-6\nC 5-6\nEND\n");
    const lg_ontherun state = position_of(map, "1 d 6 5:1,2,3,4/C -"), sent = position_of(map, "1 d 6 5:1,2,3,4/C 2");
    lg_ontherun_joints joints;
    int32_t city[4];
    int count = 0;
    ck_assert_uint_eq(lg_ontherun_joint_count(map, &state), 360 - 4 * 60 + 6 * 12 - 4 * 3 + 1);
    lg_ontherun_joints_begin(map, &state, &joints);
    for (; lg_ontherun_joints_next(&joints, city); count++)
        ck_assert_ptr_null(lg_i_ontherun_explain_detectives(map, &state, city));
    ck_assert_int_eq(count, 181);
    ck_assert(!lg_ontherun_joints_next(&joints, city));
    count = 0;
    lg_ontherun_joints_begin(map, &sent, &joints);
    for (; lg_ontherun_joints_next(&joints, city); count++) ck_assert_int_eq(city[0], 2);
    ck_assert_uint_eq(lg_ontherun_joint_count(map, &sent), (uint64_t)count);
    ck_assert_int_gt(count, 0);
}
END_TEST

START_TEST(test_choices_are_explained) {
    static const struct {
        const char *before;
        int32_t city;
        const char *reason;
    } ROWS[] = {
        {"1 d 7 6:6,5,2,1/C -", 6, STAY},
        {"1 d 7 6:6,5,2,1/C -", 5, NOT_JOINED},
        {"1 d 7 6:6,5,2,1/C -", 0, NO_CITY},
        {"1 d 7 6:6,5,2,1/C -", 9, NO_CITY},
        {"1 d 7 6:6,5,2,1/C 8", 8, SAME_CITY},
        {"1 d 7 6:6,5,2,1/C 8", 1, NULL},
        {"0 d - - 1,2", 2, SAME_CITY},
        {"0 d - - 1,2", 3, NULL},
        {"1 f 6 6:6,5,2,1 -", 3, "it is not the detectives' turn"},
        {"0 d - - - forfeit:f", 3, "the game is over"},
    };
    const lg_ontherun_map *map = map_of(PAGE_MAP);
    for (int i = 0; i < COUNT(ROWS); i++) {
        const lg_ontherun state = position_of(map, ROWS[i].before);
        lg_ontherun after = state;
        const char *reason = lg_i_ontherun_explain_choice(map, &state, ROWS[i].city);
        const lg_status status = lg_ontherun_decide(map, &state, ROWS[i].city, &after);
        ck_assert_msg((reason == NULL) == (ROWS[i].reason == NULL), "row %d: %s", i, reason);
        if (reason == NULL) continue;
        ck_assert_str_eq(reason, ROWS[i].reason);
        ck_assert_int_eq(status, state.result == LG_ONTHERUN_ONGOING ? LG_E_ILLEGAL : LG_E_OVER);
        ck_assert_mem_eq(&after, &state, sizeof state);
    }
}
END_TEST

START_TEST(test_moves_at_the_wrong_time) {
    static const int32_t TEAM_CITIES[4] = {7, 8, 1, 5};
    static const struct {
        const char *before;
        bool place, hide, run, chase;
    } ROWS[] = {{"0 d - - -", true, false, false, false},
                {"0 f - -:6,5,2,1 -", false, true, false, false},
                {"1 f 6 6:6,5,2,1 -", false, false, true, false},
                {"1 d 3 6:6,5,2,1/C -", false, false, false, true}};
    const lg_ontherun_map *map = map_of(PAGE_MAP);
    for (int i = 0; i < COUNT(ROWS); i++) {
        const lg_ontherun state = position_of(map, ROWS[i].before);
        lg_ontherun after;
        const lg_status refused = LG_E_ILLEGAL;
        ck_assert_int_eq(lg_ontherun_place_detectives(map, &state, TEAM_CITIES, &after),
                         ROWS[i].place ? LG_OK : refused);
        ck_assert_int_eq(lg_ontherun_place_fugitive(map, &state, 3, &after), ROWS[i].hide ? LG_OK : refused);
        ck_assert_int_eq(lg_ontherun_move_fugitive(map, &state, 0, 3, &after), ROWS[i].run ? LG_OK : refused);
        ck_assert_int_eq(lg_ontherun_move_detectives(map, &state, TEAM_CITIES, &after),
                         ROWS[i].chase ? LG_OK : refused);
        ck_assert_int_eq(lg_ontherun_decide(map, &state, 3, &after), ROWS[i].place || ROWS[i].chase ? LG_OK : refused);
    }
}
END_TEST

/* ---- forfeit and arguments ---- */

START_TEST(test_forfeit) {
    const lg_ontherun_map *map = map_of(PAGE_MAP);
    const lg_ontherun before = position_of(map, "1 d 7 6:6,5,2,1/C 8,2");
    lg_ontherun after = before;
    ck_assert_int_eq(lg_i_ontherun_forfeit(&before, LG_ONTHERUN_FUGITIVE, &after), LG_OK);
    expect_position(map, &after, "1 d 7 6:6,5,2,1/C - forfeit:f", "choices are dropped");
    ck_assert_int_eq(lg_i_ontherun_forfeit(&after, LG_ONTHERUN_DETECTIVES, &after), LG_E_OVER);
}
END_TEST

START_TEST(test_arguments) {
    static const int32_t CITIES[4] = {7, 8, 1, 5};
    const lg_ontherun_map *map = map_of(PAGE_MAP);
    const lg_ontherun run = position_of(map, "1 f 6 6:6,5,2,1 -");
    lg_ontherun after = run;
    ck_assert_int_eq(lg_ontherun_move_fugitive(NULL, &run, 0, 3, &after), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_ontherun_move_fugitive(map, NULL, 0, 3, &after), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_ontherun_move_fugitive(map, &run, 0, 3, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_ontherun_move_fugitive(map, &run, -1, 3, &after), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_ontherun_move_fugitive(map, &run, 3, 3, &after), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_ontherun_move_detectives(map, &run, NULL, &after), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_ontherun_move_detectives(NULL, &run, CITIES, &after), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_ontherun_place_detectives(map, NULL, CITIES, &after), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_ontherun_place_fugitive(map, &run, 3, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_ontherun_decide(map, &run, 3, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_ontherun_validate(NULL, &run), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_ontherun_validate(map, NULL), LG_E_ARGUMENT);
    ck_assert_str_eq(lg_i_ontherun_explain_fugitive(map, &run, 3, 3), "there is no such type of connection");
    ck_assert_mem_eq(&after, &run, sizeof run);
}
END_TEST

START_TEST(test_wild_cities_are_illegal) {
    static const int32_t WILD[] = {INT32_MIN, -1, 0, 9, 255, 256 + 3, INT32_MAX};
    const lg_ontherun_map *map = map_of(PAGE_MAP);
    const lg_ontherun hide = position_of(map, "0 f - -:6,5,2,1 -"), run = position_of(map, "1 f 6 6:6,5,2,1 -");
    const lg_ontherun chase = position_of(map, "1 d 3 6:6,5,2,1/C -");
    lg_ontherun after = run;
    for (int i = 0; i < COUNT(WILD); i++) {
        const int32_t cities[4] = {7, 8, WILD[i], 5};
        ck_assert_int_eq(lg_ontherun_place_fugitive(map, &hide, WILD[i], &after), LG_E_ILLEGAL);
        ck_assert_int_eq(lg_ontherun_move_fugitive(map, &run, 0, WILD[i], &after), LG_E_ILLEGAL);
        ck_assert_int_eq(lg_ontherun_move_detectives(map, &chase, cities, &after), LG_E_ILLEGAL);
        ck_assert_int_eq(lg_ontherun_decide(map, &chase, WILD[i], &after), LG_E_ILLEGAL);
    }
    ck_assert_mem_eq(&after, &run, sizeof run);
}
END_TEST

/* ---- validate ---- */

/* The byte at `offset` of a good state becomes `value`: no longer a state. */
#define AT(field) (offsetof(lg_ontherun, field))

static const struct {
    const char *why, *good;
    size_t offset;
    uint8_t value;
} INVALID[] = {
    {"phase", "0 d - - -", AT(phase), 4},
    {"result", "0 d - - -", AT(result), 5},
    {"an arrest while placing", "0 d - - -", AT(result), LG_ONTHERUN_CAUGHT},
    {"offender without an offence", "0 d - - -", AT(offender), 1},
    {"no such offender", "0 d - - - forfeit:d", AT(offender), 2},
    {"spare bytes", "0 d - - -", AT(reserved), 1},
    {"the last spare byte", "0 d - - -", AT(reserved) + 4, 1},
    {"a turn while placing", "0 d - - -", AT(turn), 1},
    {"a detective before its time", "0 d - - -", AT(detective), 1},
    {"a fugitive before its time", "0 f - -:6,5,2,1 -", AT(fugitive), 1},
    {"a known city before its time", "0 f - -:6,5,2,1 -", AT(known), 1},
    {"a possible city before its time", "0 f - -:6,5,2,1 -", AT(possible), 2},
    {"a type before its time", "0 f - -:6,5,2,1 -", AT(type), 1},
    {"a past before its time", "0 f - -:6,5,2,1 -", AT(past), 1},
    {"two in one city", "0 f - -:6,5,2,1 -", AT(detective), 5},
    {"a detective off the map", "0 f - -:6,5,2,1 -", AT(detective), 9},
    {"a detective nowhere", "0 f - -:6,5,2,1 -", AT(detective), 0},
    {"turn 51", "50 f 3 " FOUR_MOVES " -", AT(turn), 51},
    {"turn 0", "1 f 6 6:6,5,2,1 -", AT(turn), 0},
    {"a turn of another length of record", "2 f 7 6:6,5,2,1/C/8,2,1,4 -", AT(turn), 3},
    {"a fugitive where it can't be", "2 f 7 6:6,5,2,1/C/8,2,1,4 -", AT(fugitive), 6},
    {"a fugitive off the map", "2 f 7 6:6,5,2,1/C/8,2,1,4 -", AT(fugitive), 200},
    {"a possible city too many", "2 f 7 6:6,5,2,1/C/8,2,1,4 -", AT(possible), 0xFF},
    {"a known city off the map", "1 f 6 6:6,5,2,1 -", AT(known), 255},
    {"another known city", "2 f 7 6:6,5,2,1/C/8,2,1,4 -", AT(known), 1},
    {"a type that is none", "2 f 7 6:6,5,2,1/C/8,2,1,4 -", AT(type), 4},
    {"no type", "2 f 7 6:6,5,2,1/C/8,2,1,4 -", AT(type), 0},
    {"a type too many", "2 f 7 6:6,5,2,1/C/8,2,1,4 -", AT(type) + 1, 1},
    {"a way that does not exist", "2 f 7 6:6,5,2,1/C/8,2,1,4 -", AT(past), 4},
    {"a past off the map", "2 f 7 6:6,5,2,1/C/8,2,1,4 -", AT(past), 99},
    {"a past too many", "2 f 7 6:6,5,2,1/C/8,2,1,4 -", AT(past) + 4, 1},
    {"a last type at the wrong time", "2 f 7 6:6,5,2,1/C/8,2,1,4 -", AT(last_type), 1},
    {"no last type", "1 d 7 6:6,5,2,1/C -", AT(last_type), 0},
    {"a different last type", "1 d 7 6:6,5,2,1/C -", AT(last_type), 2},
    {"announced by a type that leads not there", "5 d 7 C7:1,2,5,8 -", AT(last_type), 3},
    {"a choice at the wrong time", "2 f 7 6:6,5,2,1/C/8,2,1,4 -", AT(choice), 3},
    {"a choice that can't be reached", "1 d 7 6:6,5,2,1/C -", AT(choice), 5},
    {"a choice off the map", "1 d 7 6:6,5,2,1/C -", AT(choice), 255},
    {"the second choice without the first", "1 d 7 6:6,5,2,1/C -", AT(choice) + 1, 8},
    {"an end in another phase", "1 d 7 6:6,5,2,1/C -", AT(result), LG_ONTHERUN_RAN_INTO},
    {"caught without moving", "1 f 6 6:6,5,2,1 -", AT(result), LG_ONTHERUN_CAUGHT},
    {"an escape too early", "1 d 7 6:6,5,2,1/C -", AT(result), LG_ONTHERUN_ESCAPED},
    {"ran into no detective", "1 f 8 6:8,5,2,1 - ran-into", AT(fugitive), 3},
    {"ran into one, and still possible somewhere", "1 f 8 6:8,5,2,1 - ran-into", AT(possible), 2},
    {"caught by no detective", "5 d 4 4:4,1,2,5 - caught", AT(fugitive), 3},
};

START_TEST(test_invalid_states) {
    const lg_ontherun_map *map = map_of(PAGE_MAP);
    lg_ontherun state = position_of(map, INVALID[_i].good);
    ck_assert_int_eq(lg_ontherun_validate(map, &state), LG_OK);
    uint8_t *byte = (uint8_t *)&state + INVALID[_i].offset;
    ck_assert_uint_ne(*byte, INVALID[_i].value);
    *byte = INVALID[_i].value;
    ck_assert_msg(lg_ontherun_validate(map, &state) == LG_E_STATE, "%s", INVALID[_i].why);
}
END_TEST

START_TEST(test_states_without_a_possible_move_are_invalid) {
    const lg_ontherun_map *star = map_of(STAR_MAP);
    lg_ontherun state = position_of(star, "1 d 1 2:2,3,4,5/C - forfeit:d");
    state.result = LG_ONTHERUN_ONGOING;
    ck_assert_int_eq(lg_ontherun_validate(star, &state), LG_E_STATE);
    state = position_of(star, "1 f 6 6:2,3,4,5 - forfeit:f");
    state.result = LG_ONTHERUN_ONGOING;
    state.offender = 0;
    ck_assert_int_eq(lg_ontherun_validate(star, &state), LG_E_STATE);
}
END_TEST

Suite *lg_test_ontherun_rules(void) {
    Suite *suite = suite_create("ontherun rules");
    TCase *tables = tcase_create("tables"), *data = tcase_create("data");
    tcase_add_loop_test(tables, test_legal_answers, 0, COUNT(LEGAL));
    tcase_add_loop_test(tables, test_illegal_answers, 0, COUNT(ILLEGAL));
    tcase_add_loop_test(tables, test_ends_and_scores, 0, COUNT(ENDS));
    tcase_add_test(tables, test_result_texts);
    tcase_add_test(tables, test_a_choice_leaves_room_for_the_others);
    tcase_add_test(tables, test_joint_moves_are_counted);
    tcase_add_test(tables, test_choices_are_explained);
    tcase_add_test(tables, test_moves_at_the_wrong_time);
    tcase_add_test(tables, test_forfeit);
    tcase_add_test(data, test_arguments);
    tcase_add_test(data, test_wild_cities_are_illegal);
    tcase_add_loop_test(data, test_invalid_states, 0, COUNT(INVALID));
    tcase_add_test(data, test_states_without_a_possible_move_are_invalid);
    suite_add_tcase(suite, tables);
    suite_add_tcase(suite, data);
    return suite;
}
