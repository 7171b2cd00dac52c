/* SnakeCore: actions, answers, names and requests as text; every parse error with its exact place. */
#include "../tests.h"
#include "positions.h"
#include "games/snakecore/protocol.h"

#include <stdio.h>
#include <string.h>

#define COUNT(rows) ((int)(sizeof(rows) / sizeof(rows)[0]))

/* ---- actions and answers ---- */

#define ACTION "an action: U, L, D, R, N or A"
#define ONE_LETTER "the end after one letter"

START_TEST(test_actions) {
    for (int32_t action = 0; action < LG_SNAKECORE_ACTIONS; action++) {
        int32_t parsed = -1;
        ck_assert_int_eq(lg_i_snakecore_action_parse(&"ULDRNA"[action], 1, &parsed, NULL), LG_OK);
        ck_assert_int_eq(parsed, action);
    }
}
END_TEST

/* P5: one line with one letter; the end of the line may be missing. */
static const struct {
    const char *text, *action;
} ANSWERS[] = {{"U", "U"}, {"L\n", "L"}, {"D\r\n", "D"}, {"R", "R"}, {"N\n", "N"}, {"A\n", "A"}};

START_TEST(test_answers) {
    const lg_snakecore before = parse(AT("8/8/8/2ppe3/8/8/8/8", "0 0/9", "0:3:3,3:R 0:0:2,3:-"));
    static lg_snakecore state, expected;
    int32_t action;
    ck_assert_int_eq(lg_i_snakecore_action_parse(ANSWERS[_i].action, 1, &action, NULL), LG_OK);
    ck_assert_int_eq(lg_snakecore_apply(&before, action, &expected), LG_OK);
    ck_assert_int_eq(lg_snakecore_play(&before, ANSWERS[_i].text, strlen(ANSWERS[_i].text), &state, NULL), LG_OK);
    ck_assert_mem_eq(&state, &expected, lg_snakecore_bytes(&state));
}
END_TEST

static const mistake JUNK[] = {
    {"", 1, 1, ACTION}, {"\n", 1, 1, ACTION}, {"\r\n", 1, 1, ACTION},
    {"u", 1, 1, ACTION}, {" U", 1, 1, ACTION}, {"X\n", 1, 1, ACTION},
    {"\377", 1, 1, ACTION}, {"0", 1, 1, ACTION}, {"UP\n", 1, 2, ONE_LETTER},
    {"U \n", 1, 2, ONE_LETTER}, {"U\n\n", 1, 2, ONE_LETTER}, {"U\nL\n", 1, 2, ONE_LETTER},
    {"U\r\r\n", 1, 2, ONE_LETTER}, {"U\r", 1, 2, ONE_LETTER}, {"\nU\n", 1, 1, ACTION},
    {"getName", 1, 1, ACTION},
};

START_TEST(test_junk) {
    const lg_snakecore before = parse(AT("8/8/8/3p4/8/8/8/8", "0 0/9", "0:3:3,3:-"));
    static lg_snakecore state, untouched;
    lg_parse_error error;
    const char *text = JUNK[_i].text;
    memset(&state, 0x55, sizeof state);
    memset(&untouched, 0x55, sizeof untouched);
    check_mistake(&JUNK[_i], lg_snakecore_play(&before, text, strlen(text), &state, &error), &error);
    ck_assert_int_eq(lg_snakecore_play(&before, text, strlen(text), &state, NULL), LG_E_PARSE);
    ck_assert_mem_eq(&state, &untouched, sizeof state);
}
END_TEST

START_TEST(test_a_zero_byte_is_junk) {
    int32_t action = 77;
    lg_parse_error error;
    const mistake first = {"", 1, 1, ACTION}, second = {"U", 1, 2, ONE_LETTER};
    check_mistake(&first, lg_i_snakecore_action_parse("\0U", 2, &action, &error), &error);
    check_mistake(&second, lg_i_snakecore_action_parse("U\0", 2, &action, &error), &error);
    ck_assert_int_eq(action, 77);
}
END_TEST

/* ---- names: P3 ---- */

#define TEN "0123456789"

static const struct {
    const char *text;
    size_t length;
} NAMES[] = {
    {"Python", 6},
    {"Python\n", 6},
    {"Python\r\n", 6},
    {"", 0},
    {"\n", 0},
    {" a b ", 5},
    {"\xD0\x9F\xD0\xB8\xD1\x82\xD0\xBE\xD0\xBD\n", 10},
    {"\x7F\x80\xFF", 3},
    {TEN TEN TEN "12", 32},
    {TEN TEN TEN "12\n", 32},
    {TEN TEN TEN "12\r\n", 32},
};

START_TEST(test_names) {
    size_t length = 77;
    const char *text = NAMES[_i].text;
    ck_assert_int_eq(lg_i_snakecore_name_parse(text, strlen(text), &length, NULL), LG_OK);
    ck_assert_uint_eq(length, NAMES[_i].length);
}
END_TEST

static const mistake NO_NAMES[] = {
    {TEN TEN TEN "123", 1, 33, "the end of the name after 32 bytes"},
    {TEN TEN TEN "123\n", 1, 33, "the end of the name after 32 bytes"},
    {TEN TEN TEN "12\n\n", 1, 33, "the end of the name after 32 bytes"},
    {"a\x1F", 1, 2, "a byte of 0x20 or more"},
    {"a\tb\n", 1, 2, "a byte of 0x20 or more"},
    {"a\nb\n", 1, 2, "a byte of 0x20 or more"},
    {"a\n\n", 1, 2, "a byte of 0x20 or more"},
    {"a\r", 1, 2, "a byte of 0x20 or more"},
    {"\r\r\n", 1, 1, "a byte of 0x20 or more"},
};

START_TEST(test_no_names) {
    size_t length = 77;
    lg_parse_error error;
    const char *text = NO_NAMES[_i].text;
    check_mistake(&NO_NAMES[_i], lg_i_snakecore_name_parse(text, strlen(text), &length, &error), &error);
    ck_assert_int_eq(lg_i_snakecore_name_parse(text, strlen(text), &length, NULL), LG_E_PARSE);
    ck_assert_int_eq(lg_i_snakecore_name_parse("a\0b", 3, &length, NULL), LG_E_PARSE);
    ck_assert_uint_eq(length, 77);
}
END_TEST

/* ---- requests: P4 ---- */

#define L "........\n"

/* The message for the player to move, and the position that a program knows afterwards. */
static const struct {
    const char *position, *request, *known;
} REQUESTS[] = {
    {AT("W6R/1pbe4/8/3p4/3b4/8/2p2e2/b7", "1 3/9", "3:5:1,1:RR 4:0:3,3:D 7:2:2,6:-!"),
     "getAction\n8\nW......R\n.pbe....\n" L "...p....\n...b....\n" L "..p..e..\nb.......\n"
     "0 2 3 3 3 4\n2 1 2 6\n5 3 1 1 2 1 3 1\n",
     AT("W6R/1pbe4/8/3p4/3b4/8/2p2e2/b7", "1 0/9", "0:5:1,1:RR 0:0:3,3:D 0:2:2,6:-")},
    /* an activator reads 9 at its next turn, the others read 10 before it */
    {AT("p7/8/8/8/8/8/8/7p", "0 0/9", "0:10:0,0:- 0:10:7,7:-"),
     "getAction\n8\np.......\n" L L L L L L ".......p\n9 1 0 0\n10 1 7 7\n",
     AT("p7/8/8/8/8/8/8/7p", "0 0/9", "0:10:0,0:- 0:10:7,7:-")},
    /* a counter of 1 has fallen: the program knows the same game */
    {AT("p7/8/8/8/8/8/8/7p", "1 0/9", "0:1:0,0:- 0:1:7,7:-"),
     "getAction\n8\np.......\n" L L L L L L ".......p\n0 1 7 7\n1 1 0 0\n",
     AT("p7/8/8/8/8/8/8/7p", "1 0/9", "0:1:0,0:- 0:0:7,7:-")},
    {AT("8/8/8/3p4/8/8/8/8", "0 8/9", "0:1000000000:3,3:-"),
     "getAction\n8\n" L L L "...p....\n" L L L L "999999999 1 3 3\n",
     AT("8/8/8/3p4/8/8/8/8", "0 0/9", "0:1000000000:3,3:-")},
    {AT("pp6/8/8/8/8/8/8/8", "0 0/9", "0:0:0,0:- 0:1000000000:1,0:-"),
     "getAction\n8\npp......\n" L L L L L L L "0 1 0 0\n1000000000 1 1 0\n",
     AT("pp6/8/8/8/8/8/8/8", "0 0/9", "0:0:0,0:- 0:1000000000:1,0:-")},
};

START_TEST(test_requests) {
    const lg_snakecore state = parse(REQUESTS[_i].position);
    const char *request = REQUESTS[_i].request;
    char text[LG_SNAKECORE_REQUEST_TEXT + 1];
    size_t length = 0;
    ck_assert_int_eq(lg_snakecore_request(&state, text, sizeof text, &length), LG_OK);
    ck_assert_str_eq(text, request);
    ck_assert_uint_eq(length, strlen(request));
    ck_assert_int_eq(lg_snakecore_request(&state, text, length, &length), LG_E_SPACE);
    ck_assert_uint_eq(length, strlen(request));
    for (int32_t player = 0; player < state.players; player++) { /* the others read nothing */
        ck_assert_int_eq(lg_i_snakecore_message(&state, player, text, sizeof text, &length), LG_OK);
        ck_assert_str_eq(text, player == state.to_move ? request : "");
    }
}
END_TEST

START_TEST(test_requests_read) {
    const char *request = REQUESTS[_i].request;
    lg_snakecore known = parse(REQUESTS[_i].known);
    for (size_t cut = 0; cut < 2; cut++) { /* with and without the last LF */
        static lg_snakecore state;
        lg_snakecore_message_kind told = LG_SNAKECORE_MESSAGE_NAME;
        memset(&state, 0x55, sizeof state);
        ck_assert_int_eq(lg_snakecore_message_parse(request, strlen(request) - cut, known.to_move, 9, 2008, &told,
                                                    &state, NULL), LG_OK);
        known.rng = lg_rng_seed(2008, 0);
        ck_assert_int_eq(told, LG_SNAKECORE_MESSAGE_ACTION);
        ck_assert_mem_eq(&state, &known, lg_snakecore_bytes(&known));
        static char lines[8192];
        memset(&state, 0x55, sizeof state);
        const size_t length = lg_test_with_crs(request, lines) - 2 * cut;
        ck_assert_int_eq(lg_snakecore_message_parse(lines, length, known.to_move, 9, 2008, &told, &state, NULL), LG_OK);
        ck_assert_mem_eq(&state, &known, lg_snakecore_bytes(&known));
    }
}
END_TEST

/* "Anything else is an empty cell." */
START_TEST(test_other_letters) {
    static lg_snakecore state;
    lg_snakecore_message_kind told;
    static const char TEXT[] = "getAction\n8\np.#w\t \377_\nWRbeBEPr\n" L L L L L L "0 1 0 0\n";
    lg_snakecore known = parse(AT("p7/WRbe4/8/8/8/8/8/8", "0 0/9", "0:0:0,0:-"));
    known.rng = lg_rng_seed(1, 0);
    ck_assert_int_eq(lg_snakecore_message_parse(TEXT, strlen(TEXT), 0, 9, 1, &told, &state, NULL), LG_OK);
    ck_assert_mem_eq(&state, &known, lg_snakecore_bytes(&known));
}
END_TEST

/* There is no message for a program that is out, or when the game is over. */
START_TEST(test_silences) {
    const lg_snakecore out = parse(AT("p7/8/8/8/8/8/8/8", "0 0/9", "0:0:0,0:-!"));
    const lg_snakecore over = parse(AT("p7/8/8/8/8/8/8/8", "0 9/9", "0:0:0,0:-"));
    char text[] = "?";
    size_t length = 1;
    ck_assert_int_eq(lg_i_snakecore_message(&out, 0, text, sizeof text, &length), LG_OK);
    ck_assert_uint_eq(length, 0);
    ck_assert_str_eq(text, "");
    length = 1;
    ck_assert_int_eq(lg_i_snakecore_message(&over, 0, text, sizeof text, &length), LG_OK);
    ck_assert_uint_eq(length, 0);
    ck_assert_int_eq(lg_snakecore_request(&over, text, sizeof text, &length), LG_E_OVER);
    ck_assert_int_eq(lg_snakecore_play(&over, "U", 1, NULL, NULL), LG_E_ARGUMENT);
}
END_TEST

/* P2 */
START_TEST(test_get_name) {
    static lg_snakecore state, untouched;
    memset(&state, 0x55, sizeof state);
    memset(&untouched, 0x55, sizeof untouched);
    for (size_t cut = 0; cut < 2; cut++) {
        lg_snakecore_message_kind told = LG_SNAKECORE_MESSAGE_ACTION;
        const size_t length = strlen(LG_SNAKECORE_GET_NAME) - cut;
        ck_assert_int_eq(lg_snakecore_message_parse(LG_SNAKECORE_GET_NAME, length, 0, 9, 1, &told, &state, NULL),
                         LG_OK);
        ck_assert_int_eq(told, LG_SNAKECORE_MESSAGE_NAME);
    }
    ck_assert_mem_eq(&state, &untouched, sizeof state);
}
END_TEST

#define KIND "'getName' or 'getAction', alone on its line"
#define ONE "getAction\n8\np.......\n" L L L L L L L
#define BOTH "getAction\n8\npp......\n" L L L L L L L
#define SNAKE "getAction\n8\npbb.....\n..b.....\n" L L L L L L

static const mistake NO_REQUESTS[] = {
    {"", 1, 1, KIND},
    {"getNam", 1, 1, KIND},
    {"getName \n", 1, 1, KIND},
    {"getNames", 1, 1, KIND},
    {"getname\n", 1, 1, KIND},
    {"getAction", 1, 1, KIND},
    {"getAction\r8\n", 1, 1, KIND},
    {"getName\n\n", 2, 1, "the end after 'getName'"},
    {"getAction\n", 2, 1, "the size of the field, 8 to 64"},
    {"getAction\n7\n", 2, 1, "the size of the field, 8 to 64"},
    {"getAction\n65\n", 2, 1, "the size of the field, 8 to 64"},
    {"getAction\n08\n", 2, 1, "the size of the field, 8 to 64"},
    {"getAction\n8", 2, 2, "the end of the line"},
    {"getAction\n8 \n", 2, 2, "the end of the line"},
    {"getAction\n8\n.......\n", 3, 8, "as many characters as the field is wide"},
    {"getAction\n8\n.........\n", 3, 9, "the end of the line"},
    {"getAction\n8\n........\r", 3, 9, "the end of the line"},
    {"getAction\n8\n.......\r\n", 3, 8, "as many characters as the field is wide"},
    {"getAction\n8\n" L "...", 4, 4, "as many characters as the field is wide"},
    {"getAction\n8\n" L L L L L L L "........", 10, 9, "the end of the line"},
    {"getAction\n8\n" L L L L L L L L, 11, 1, "a field with a head"},
    {"getAction\n8\npppppppp\n.p......\n", 4, 2, "at most 8 heads"},
    {ONE, 11, 1, "a protection counter"},
    {ONE "-1 1 0 0\n", 11, 1, "a protection counter"},
    {ONE "1000000000 1 0 0\n", 11, 1, "a protection counter"},
    {BOTH "0 1 0 0\n1000000001 1 1 0\n", 12, 1, "a protection counter"},
    {ONE "0\n", 11, 2, "one blank between fields"},
    {ONE "0 0 0 0\n", 11, 3, "a length of at least 1"},
    {ONE "0 4097 0 0\n", 11, 3, "a length of at least 1"},
    {ONE "0 1\n", 11, 4, "one blank between fields"},
    {ONE "0 1  0 0\n", 11, 5, "a column x on the field"},
    {ONE "0 1 8 0\n", 11, 5, "a column x on the field"},
    {ONE "0 1 0\n", 11, 6, "one blank between fields"},
    {ONE "0 1 0,0\n", 11, 6, "one blank between fields"},
    {ONE "0 1 0 8\n", 11, 7, "a row y on the field"},
    {ONE "0 1 1 0\n", 11, 5, HEAD},
    {BOTH "0 1 0 0\n0 1 0 0\n", 12, 5, HEAD},
    {ONE "0 2 0 0\n", 11, 8, "one blank between fields"},
    {ONE "0 2 0 0 0 1\n", 11, 9, CHAIN},
    {SNAKE "0 2 0 0 0 0\n", 11, 9, CHAIN},
    {SNAKE "0 2 0 0 2 0\n", 11, 9, CHAIN},
    {SNAKE "0 4 0 0 1 0 2 0 1 0\n", 11, 17, CHAIN},
    {SNAKE "0 4 0 0 1 0 2 0 2 2\n", 11, 17, CHAIN},
    {SNAKE "0 3 0 0 1 0 2 0 2 1\n", 11, 16, "the end of the line"},
    {ONE "0 1 0 0 0 0\n", 11, 8, "the end of the line"},
    {ONE "0 1 0 0\n\n", 12, 1, "the end after the last python"},
    {ONE "0 1 0 0\n0 1 0 0\n", 12, 1, "the end after the last python"},
    {BOTH "0 1 0 0", 11, 8, "the end of the line"},
    {BOTH "0 1 0 0\n", 12, 1, "a protection counter"},
};

START_TEST(test_no_requests) {
    static lg_snakecore state, untouched;
    lg_snakecore_message_kind told = (lg_snakecore_message_kind)77;
    lg_parse_error error;
    const char *text = NO_REQUESTS[_i].text;
    const size_t length = strlen(text);
    memset(&state, 0x55, sizeof state);
    memset(&untouched, 0x55, sizeof untouched);
    const lg_status status = lg_snakecore_message_parse(text, length, 0, 9, 1, &told, &state, &error);
    check_mistake(&NO_REQUESTS[_i], status, &error);
    ck_assert_int_eq(lg_snakecore_message_parse(text, length, 0, 9, 1, &told, &state, NULL), LG_E_PARSE);
    ck_assert_mem_eq(&state, &untouched, sizeof state);
    ck_assert_int_eq((int)told, 77);
}
END_TEST

START_TEST(test_too_few_pythons) {
    static lg_snakecore state;
    lg_snakecore_message_kind told;
    lg_parse_error error;
    const mistake row = {ONE "0 1 0 0\n", 11, 1, "more pythons than the number of the player"};
    check_mistake(&row, lg_snakecore_message_parse(row.text, strlen(row.text), 1, 9, 1, &told, &state, &error), &error);
}
END_TEST

/* ---- arguments ---- */

START_TEST(test_arguments) {
    const lg_snakecore state = parse(AT("8/8/8/3p4/8/8/8/8", "0 0/9", "0:0:3,3:-"));
    lg_snakecore bad = state, after = state;
    char text[8];
    size_t length = 99;
    int32_t action = 77;
    lg_snakecore_message_kind told;
    bad.reserved[0] = 1;
#define REFUSED(call) ck_assert_int_eq(call, LG_E_ARGUMENT)
    REFUSED(lg_snakecore_print(NULL, text, 8, &length));
    REFUSED(lg_snakecore_print(&bad, text, 8, &length));
    REFUSED(lg_snakecore_print(&state, NULL, 8, &length));
    REFUSED(lg_snakecore_print(&state, text, 8, NULL));
    REFUSED(lg_snakecore_parse(NULL, 0, &after, NULL));
    REFUSED(lg_snakecore_parse("8", 1, NULL, NULL));
    REFUSED(lg_snakecore_request(NULL, text, 8, &length));
    REFUSED(lg_snakecore_request(&bad, text, 8, &length));
    REFUSED(lg_snakecore_request(&state, NULL, 8, &length));
    REFUSED(lg_snakecore_request(&state, text, 8, NULL));
    REFUSED(lg_i_snakecore_message(NULL, 0, text, 8, &length));
    REFUSED(lg_i_snakecore_message(&bad, 0, text, 8, &length));
    REFUSED(lg_i_snakecore_message(&state, -1, text, 8, &length));
    REFUSED(lg_i_snakecore_message(&state, 1, text, 8, &length));
    REFUSED(lg_snakecore_message_parse(NULL, 0, 0, 9, 1, &told, &after, NULL));
    REFUSED(lg_snakecore_message_parse("getName", 7, 0, 9, 1, NULL, &after, NULL));
    REFUSED(lg_snakecore_message_parse("getName", 7, 0, 9, 1, &told, NULL, NULL));
    REFUSED(lg_snakecore_message_parse("getName", 7, -1, 9, 1, &told, &after, NULL));
    REFUSED(lg_snakecore_message_parse("getName", 7, 8, 9, 1, &told, &after, NULL));
    REFUSED(lg_snakecore_message_parse("getName", 7, 0, 0, 1, &told, &after, NULL));
    REFUSED(lg_snakecore_message_parse("getName", 7, 0, 10001, 1, &told, &after, NULL));
    REFUSED(lg_snakecore_play(NULL, "U", 1, &after, NULL));
    REFUSED(lg_snakecore_play(&state, NULL, 0, &after, NULL));
    REFUSED(lg_snakecore_play(&state, "U", 1, NULL, NULL));
#undef REFUSED
    ck_assert_uint_eq(length, 99);
    ck_assert_int_eq(action, 77);
    ck_assert_mem_eq(&after, &state, lg_snakecore_bytes(&state));
}
END_TEST

START_TEST(test_answers_after_the_end) {
    const lg_snakecore over = parse(AT("p7/8/8/8/8/8/8/8", "0 9/9", "0:0:0,0:-"));
    lg_snakecore after = over;
    ck_assert_int_eq(lg_snakecore_play(&over, "U", 1, &after, NULL), LG_E_OVER);
    ck_assert_int_eq(lg_snakecore_play(&over, "junk", 4, &after, NULL), LG_E_OVER);
}
END_TEST

Suite *lg_test_snakecore_protocol(void) {
    Suite *suite = suite_create("snakecore protocol");
    TCase *tests = tcase_create("protocol");
    tcase_add_test(tests, test_actions);
    tcase_add_loop_test(tests, test_answers, 0, COUNT(ANSWERS));
    tcase_add_loop_test(tests, test_junk, 0, COUNT(JUNK));
    tcase_add_test(tests, test_a_zero_byte_is_junk);
    tcase_add_loop_test(tests, test_names, 0, COUNT(NAMES));
    tcase_add_loop_test(tests, test_no_names, 0, COUNT(NO_NAMES));
    tcase_add_loop_test(tests, test_requests, 0, COUNT(REQUESTS));
    tcase_add_loop_test(tests, test_requests_read, 0, COUNT(REQUESTS));
    tcase_add_test(tests, test_other_letters);
    tcase_add_test(tests, test_silences);
    tcase_add_test(tests, test_get_name);
    tcase_add_loop_test(tests, test_no_requests, 0, COUNT(NO_REQUESTS));
    tcase_add_test(tests, test_too_few_pythons);
    tcase_add_test(tests, test_arguments);
    tcase_add_test(tests, test_answers_after_the_end);
    suite_add_tcase(suite, tests);
    return suite;
}
