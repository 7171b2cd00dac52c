/* SnakeCore: positions as text, and the exact place of every error in them. */
#include "../tests.h"
#include "positions.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define COUNT(rows) ((int)(sizeof(rows) / sizeof(rows)[0]))

static const char *const POSITIONS[] = {
    AT("8/8/8/3p4/8/8/8/8", "0 0/1", "0:0:3,3:-"),
    AT("WRbep3/8/8/8/8/8/8/8", "0 10000/10000", "1000000000:1000000000:4,0:-!"),
    AT("pppppppp/8/8/8/8/8/8/W7", "7 0/1",
       "0:0:7,0:- 0:0:6,0:- 0:0:5,0:- 0:0:4,0:- 0:0:3,0:-! 0:0:2,0:- 0:0:1,0:- 0:0:0,0:-"),
    AT("8/1ebb4/1bpb4/1eee4/3pb3/8/8/8", "1 3/9", "7:1:2,2:UL 3:0:3,4:ULLU"),
    "8 8/1ebb4/1bpb4/1eee4/3pb3/8/8/8 1 3/9 853c49e6748fea9b:da3e39cb94b95bdb 7:1:2,2:ULDDRRU! 3:0:3,4:R",
    "9 9/9/9/9/4p4/9/9/9/W7R 0 0/200 ffffffffffffffff:ffffffffffffffff 0:0:4,4:-",
    "12 12/12/12/12/5bp5/12/12/12/10e1/12/12/b10b 0 0/200 0000000000000000:0000000000000001 0:0:6,4:L",
};

START_TEST(test_positions) {
    const char *text = POSITIONS[_i];
    const lg_snakecore state = parse(text);
    char printed[LG_SNAKECORE_POSITION_TEXT + 1];
    size_t length;
    ck_assert_int_eq(lg_snakecore_validate(&state, sizeof state), LG_OK);
    ck_assert_int_eq(lg_snakecore_print(&state, printed, sizeof printed, &length), LG_OK);
    ck_assert_str_eq(printed, text);
    ck_assert_uint_eq(length, strlen(text));
    ck_assert_int_eq(lg_snakecore_print(&state, printed, length, &length), LG_E_SPACE);
    ck_assert_uint_eq(length, strlen(text));
}
END_TEST

/* The longest texts: no cell of the largest field is empty, eight bodies, long numbers. One way through all cells,
 * column by column, is cut so that every head stands on a row and a column of two digits. */
static void write_longest(char *text, const char *turn) {
    static const int CUTS[9] = {0, 1010, 2020, 3030, 3243, 3456, 3669, 3882, 4096};
    char field[64 * 64 + 1], pythons[LG_SNAKECORE_POSITION_TEXT] = "", *end = pythons;
    memset(field, 'b', sizeof field);
    for (int i = 0; i < 8; i++) {
        const bool backwards = i == 0 || i == 5;
        const int step = backwards ? -1 : 1, cells = CUTS[i + 1] - CUTS[i];
        int x = 0, y = 0;
        for (int j = 0, at = backwards ? CUTS[i + 1] - 1 : CUTS[i]; j < cells; j++, at += step) {
            const int column = at / 64, row = column % 2 == 0 ? at % 64 : 63 - at % 64;
            if (j == 0) {
                end += sprintf(end, " 1000000000:1000000000:%d,%d:", column, row);
                field[row * 64 + column] = 'p';
            } else {
                *end++ = row < y ? 'U' : row > y ? 'D' : column < x ? 'L' : 'R';
            }
            x = column;
            y = row;
        }
        *end++ = '!';
    }
    *end = '\0';
    text += sprintf(text, "64 ");
    for (int y = 0; y < 64; y++) text += sprintf(text, "%.64s%s", field + 64 * y, y < 63 ? "/" : " ");
    (void)sprintf(text, "%s ffffffffffffffff:ffffffffffffffff%s", turn, pythons);
}

START_TEST(test_longest_texts) {
    static char text[2 * LG_SNAKECORE_POSITION_TEXT], request[LG_SNAKECORE_REQUEST_TEXT + 1];
    static lg_snakecore same;
    size_t length;
    lg_snakecore_message_kind told;
    write_longest(text, "0 10000/10000");
    ck_assert_uint_eq(strlen(text), LG_SNAKECORE_POSITION_TEXT);
    lg_snakecore state = parse(text);
    ck_assert_str_eq(print(&state), text);
    write_longest(text, "7 9999/10000");
    state = parse(text);
    ck_assert_int_eq(lg_snakecore_request(&state, request, sizeof request, &length), LG_OK);
    ck_assert_uint_eq(length, LG_SNAKECORE_REQUEST_TEXT);
    ck_assert_int_eq(lg_snakecore_message_parse(request, length, 7, 10000, 1, &told, &same, NULL), LG_OK);
    ck_assert_mem_eq((const uint8_t *)&same + offsetof(lg_snakecore, data),
                     (const uint8_t *)&state + offsetof(lg_snakecore, data),
                     lg_snakecore_bytes(&state) - offsetof(lg_snakecore, data));
}
END_TEST

#define CELLS "one of W R b e p or a count of empty cells that fits the row"
#define DIGITS "16 hexadecimal digits, 0-9 a-f"
#define FIELD "8 p7/8/8/8/8/8/8/8"
#define GENERATOR " 0000000000000000:0000000000000001"
#define TURN FIELD " 0 0/9" GENERATOR
#define BODY "8 pbb5/2b5/8/8/8/8/8/8 0 0/9" GENERATOR

static const mistake NO_POSITIONS[] = {
    {"", 1, 1, "the size of the field, 8 to 64"},
    {"7 ", 1, 1, "the size of the field, 8 to 64"},
    {"65 ", 1, 1, "the size of the field, 8 to 64"},
    {"08 ", 1, 1, "the size of the field, 8 to 64"},
    {"8/", 1, 2, "one blank between fields"},
    {"8 ", 1, 3, CELLS},
    {"8 9/", 1, 3, CELLS},
    {"8 0p7/", 1, 3, CELLS},
    {"8 p07/", 1, 4, CELLS},
    {"8 p8/", 1, 4, CELLS},
    {"8 p43/", 1, 4, CELLS},
    {"8 p.6/", 1, 4, CELLS},
    {"8 P7/", 1, 3, CELLS},
    {"8 p6/", 1, 5, CELLS},
    {"8 3p4/WRbe4p/", 1, 12, "'/' after a whole row"},
    {"8 p7/8/8/8/8/8/8 ", 1, 17, "'/' after a whole row"},
    {"8 8/8/8/8/8/8/8/8", 1, 18, "a field with a head"},
    {"8 pppppppp/p7", 1, 12, "at most 8 heads"},
    {FIELD, 1, 19, "one blank between fields"},
    {FIELD "/", 1, 19, "one blank between fields"},
    {FIELD " ", 1, 20, "the player to move"},
    {FIELD " 1 ", 1, 20, "the player to move"},
    {FIELD " -1 ", 1, 20, "the player to move"},
    {FIELD " 0/", 1, 21, "one blank between fields"},
    {FIELD " 0 10001/", 1, 22, "the rounds finished"},
    {FIELD " 0 0 9", 1, 23, "'/'"},
    {FIELD " 0 0/0", 1, 24, "the number of rounds"},
    {FIELD " 0 0/10001", 1, 24, "the number of rounds"},
    {FIELD " 0 0/9\n", 1, 25, "one blank between fields"},
    {FIELD " 0 0/9 000000000000000", 1, 41, DIGITS},
    {FIELD " 0 0/9 00000000000000A0", 1, 40, DIGITS},
    {FIELD " 0 0/9 0000000000000000 ", 1, 42, "':'"},
    {FIELD " 0 0/9 0000000000000000:g", 1, 43, DIGITS},
    {FIELD " 0 0/9 0000000000000000:0000000000000002", 1, 58, "an odd increment"},
    {FIELD " 0 10/9" GENERATOR " ", 1, 22, "at most as many finished rounds as there are rounds"},
    {"8 pp6/8/8/8/8/8/8/8 1 9/9" GENERATOR " ", 1, 21, "0: the game is over"},
    {TURN, 1, 59, "one blank between fields"},
    {TURN " ", 1, 60, "a score"},
    {TURN " -1:0:0,0:-", 1, 60, "a score"},
    {TURN " 1000000001:0:0,0:-", 1, 60, "a score"},
    {TURN " 0 0:0,0:-", 1, 61, "':'"},
    {TURN " 0:x:0,0:-", 1, 62, "a protection counter"},
    {TURN " 0:1000000001:0,0:-", 1, 62, "a protection counter"},
    {TURN " 0:0,0,0:-", 1, 63, "':'"},
    {TURN " 0:0:8,0:-", 1, 64, "a column x on the field"},
    {TURN " 0:0:0 0:-", 1, 65, "','"},
    {TURN " 0:0:0,8:-", 1, 66, "a row y on the field"},
    {TURN " 0:0:1,0:-", 1, 64, HEAD},
    {TURN " 0:0:0,0-", 1, 67, "':'"},
    {TURN " 0:0:0,0:", 1, 68, "a direction: U, L, D or R"},
    {TURN " 0:0:0,0:!", 1, 68, "a direction: U, L, D or R"},
    {TURN " 0:0:0,0:N", 1, 68, "a direction: U, L, D or R"},
    {TURN " 0:0:0,0:U", 1, 68, CHAIN},
    {TURN " 0:0:0,0:R", 1, 68, CHAIN},
    {TURN " 0:0:0,0:-R", 1, 69, "the end after the last python"},
    {TURN " 0:0:0,0:-!!", 1, 70, "the end after the last python"},
    {TURN " 0:0:0,0:-\n", 1, 69, "the end after the last python"},
    {TURN " 0:0:0,0:- 0:0:0,0:-", 1, 69, "the end after the last python"},
    {BODY " 0:0:0,0:RRDD", 1, 75, CHAIN},
    {BODY " 0:0:0,0:RRL", 1, 74, CHAIN},
    {BODY " 0:0:0,0:RL", 1, 73, CHAIN},
    {BODY " 0:0:0,0:RRx", 1, 74, "a direction: U, L, D or R"},
    {"8 pp6/8/8/8/8/8/8/8 1 0/9" GENERATOR " 0:0:0,0:-", 1, 70, "one blank between fields"},
    {"8 pp6/8/8/8/8/8/8/8 1 0/9" GENERATOR " 0:0:0,0:- 0:0:0,0:-", 1, 75, HEAD},
};

START_TEST(test_no_positions) {
    static lg_snakecore state, untouched;
    lg_parse_error error;
    const char *text = NO_POSITIONS[_i].text;
    memset(&state, 0x55, sizeof state);
    memset(&untouched, 0x55, sizeof untouched);
    check_mistake(&NO_POSITIONS[_i], lg_snakecore_parse(text, strlen(text), &state, &error), &error);
    ck_assert_int_eq(lg_snakecore_parse(text, strlen(text), &state, NULL), LG_E_PARSE);
    ck_assert_mem_eq(&state, &untouched, sizeof state);
}
END_TEST

/* ---- the same through the uniform interface, which knows its configuration ---- */

#define CONFIGURATION "snakecore(size=8,players=1,walls=0,reactors=0,ordinary=1,energy=1,rounds=9)"
#define OTHERWISE "the configuration's size, players, blocks of each type and rounds"

static const mistake OTHER_CONFIGURATIONS[] = {
    {"9 pbe6/9/9/9/9/9/9/9/9 0 0/9" GENERATOR " 0:0:0,0:-", 1, 1, OTHERWISE},
    {AT("pbep4/8/8/8/8/8/8/8", "0 0/9", "0:0:0,0:- 0:0:3,0:-"), 1, 1, OTHERWISE},
    {AT("pbbe4/8/8/8/8/8/8/8", "0 0/9", "0:0:0,0:-"), 1, 1, OTHERWISE},
    {AT("pbb5/8/8/8/8/8/8/8", "0 0/9", "0:0:0,0:-"), 1, 1, OTHERWISE},
    {AT("pbe5/8/8/8/8/8/8/8", "0 0/8", "0:0:0,0:-"), 1, 1, OTHERWISE},
    {AT("pbe5/8/8/8/8/8/8/8", "0 0/9", "0:0:0,0:x"), 1, 70, "a direction: U, L, D or R"},
};

START_TEST(test_other_configurations) {
    static lg_snakecore state, untouched;
    lg_game game;
    lg_parse_error error;
    const char *text = OTHER_CONFIGURATIONS[_i].text;
    memset(&state, 0x55, sizeof state);
    memset(&untouched, 0x55, sizeof untouched);
    ck_assert_int_eq(lg_game_make(CONFIGURATION, strlen(CONFIGURATION), &game, NULL), LG_OK);
    check_mistake(&OTHER_CONFIGURATIONS[_i], lg_game_state_parse(&game, text, strlen(text), &state, &error), &error);
    ck_assert_mem_eq(&state, &untouched, sizeof state);
    if (lg_snakecore_parse(text, strlen(text), &state, NULL) == LG_OK)
        ck_assert_int_eq(lg_game_validate(&game, &state, game.state_size), LG_E_STATE);
}
END_TEST

/* Walls and reactors are not checked: a request shows any number of them. */
START_TEST(test_other_fields_of_a_configuration) {
    static lg_snakecore state;
    static const char TEXT[] = AT("pbeWWR2/8/8/8/8/8/8/8", "0 0/9", "0:0:0,0:-");
    lg_game game;
    ck_assert_int_eq(lg_game_make(CONFIGURATION, strlen(CONFIGURATION), &game, NULL), LG_OK);
    ck_assert_int_eq(lg_game_state_parse(&game, TEXT, strlen(TEXT), &state, NULL), LG_OK);
    ck_assert_int_eq(lg_game_play(&game, &state, "R\n", 2, &state, NULL), LG_OK);
    ck_assert_int_eq(state.python[0].length, 1);
}
END_TEST

Suite *lg_test_snakecore_positions(void) {
    Suite *suite = suite_create("snakecore positions");
    TCase *tests = tcase_create("positions");
    tcase_add_loop_test(tests, test_positions, 0, COUNT(POSITIONS));
    tcase_add_test(tests, test_longest_texts);
    tcase_add_loop_test(tests, test_no_positions, 0, COUNT(NO_POSITIONS));
    tcase_add_loop_test(tests, test_other_configurations, 0, COUNT(OTHER_CONFIGURATIONS));
    tcase_add_test(tests, test_other_fields_of_a_configuration);
    suite_add_tcase(suite, tests);
    return suite;
}
