/* Block drop: the published engine's replays, written, read, and refused with the exact place of every mistake. */
#include "../tests.h"
#include "games/blockdrop/protocol.h"

#include <string.h>

#define COUNT(rows) ((int)(sizeof(rows) / sizeof(rows)[0]))

#define Z "0,0,0,0,0,0"
#define BOARD Z "/" Z "/" Z "/" Z "/" Z "/" Z " 9,9,U,0 0,0,R,0 0,17,L,0 17,17,D,0 -"

static lg_blockdrop parse(const char *text) {
    lg_blockdrop state;
    ck_assert_int_eq(lg_i_blockdrop_parse(text, strlen(text), &state, NULL), LG_OK);
    return state;
}

#define INITIAL "[[\"9\", \"9\", \"R\"], [\"17\", \"10\", \"L\"], [\"0\", \"0\", \"D\"], [\"0\", \"17\", \"U\"]]"
/* Three turns of nothing. */
#define N3 "\"N\", \"N\", \"N\""
#define REPLAY(winner, commands) \
    "{\"log\": [], \"winner\": " winner ", \"replay\": {\"initial\": " INITIAL ", \"commands\": [" commands "]}}"

static lg_blockdrop replay_start(int32_t turn_limit) {
    static const lg_blockdrop_place PLACES[4] = {{9, 9, 1}, {10, 17, 3}, {0, 0, 2}, {17, 0, 0}};
    lg_blockdrop state;
    ck_assert_int_eq(lg_blockdrop_start(LG_BLOCKDROP_ENGINE, turn_limit, PLACES, &state), LG_OK);
    return state;
}

static const struct {
    const char *actions; /* the players' answers */
    const char *text;
    const char *read; /* the actions as they come back */
} REPLAYS[] = {
    {"", REPLAY("-1", ""), ""},
    {"URDL", REPLAY("-1", "\"U\", \"R\", \"D\", \"L\""), "URDL"},
    /* player 0 is stunned in turns 4 and 8; player 1, two blocks away, falls in turn 7 and repeats its last letter */
    {"ALNNUNNNDRNN",
     REPLAY("-1", "\"A\", \"L\", " N3 ", " N3 ", " N3 ", \"N\""),
     "ALNNNNNNNNNN"},
    {"ANNNNUNNNRNN",
     REPLAY("-1", "\"A\", " N3 ", \"N\", \"U\", " N3 ", \"U\", \"N\", \"N\""),
     "ANNNNUNNNNNN"},
};

static size_t letters_to_actions(const char *letters, uint8_t *actions) {
    size_t count = 0;
    for (; letters[count] != '\0'; count++) actions[count] = (uint8_t)lg_i_blockdrop_word(letters + count, 1);
    return count;
}

START_TEST(test_replays) {
    uint8_t actions[16], expected[16], read[16];
    char text[LG_BLOCKDROP_REPLAY_TEXT(16) + 1];
    size_t length, count = letters_to_actions(REPLAYS[_i].actions, actions);
    const lg_blockdrop start = replay_start(1000);
    lg_blockdrop again;
    ck_assert_int_eq(lg_blockdrop_replay_print(&start, actions, count, text, sizeof text, &length), LG_OK);
    ck_assert_str_eq(text, REPLAYS[_i].text);
    ck_assert_uint_eq(length, strlen(text));
    ck_assert_int_eq(lg_blockdrop_replay_print(&start, actions, count, text, length, &length), LG_E_SPACE);
    ck_assert_uint_eq(length, strlen(text));
    ck_assert_int_eq(lg_blockdrop_replay_parse(text, length, 1000, &again, read, 16, &count, NULL), LG_OK);
    ck_assert_mem_eq(&again, &start, sizeof start);
    ck_assert_uint_eq(count, letters_to_actions(REPLAYS[_i].read, expected));
    ck_assert_mem_eq(read, expected, count);
}
END_TEST

/* Any order of members and any white space; commands after the end are left out. */
static const struct {
    const char *text;
    int32_t turn_limit;
    const char *read;
} FORMS[] = {
    {" {\"replay\":{\"commands\":[\"U\",\"A\"],\"initial\":" INITIAL "},\"winner\":-1,\"log\":[]}\n", 1000, "UA"},
    {"\t{ \"winner\" : -1 ,\r\n \"replay\" : { \"initial\" : " INITIAL " , \"commands\" : [ ] } , \"log\" : [ ] } ",
     1000, ""},
    {REPLAY("-1", "\"U\", \"R\", \"D\", \"L\""), 2, "UR"},
    {REPLAY("-1", "\"U\", \"R\", \"D\", \"L\""), 4, "URDL"},
};

START_TEST(test_forms_of_replays) {
    uint8_t expected[8], read[8];
    lg_blockdrop start;
    const lg_blockdrop same = replay_start(FORMS[_i].turn_limit);
    size_t count = 99, wanted = letters_to_actions(FORMS[_i].read, expected);
    const char *text = FORMS[_i].text;
    const size_t length = strlen(text);
    ck_assert_int_eq(lg_blockdrop_replay_parse(text, length, FORMS[_i].turn_limit, &start, read, 8, &count, NULL),
                     LG_OK);
    ck_assert_uint_eq(count, wanted);
    ck_assert_mem_eq(read, expected, count);
    ck_assert_mem_eq(&start, &same, sizeof start);
}
END_TEST

#define LOG "{\"log\": [], "
#define WINNER LOG "\"winner\": -1, "
#define INITIALLY WINNER "\"replay\": {\"initial\": "
#define COMMANDS INITIALLY INITIAL ", \"commands\": ["

static const struct {
    const char *text;
    int32_t line, column;
    const char *expected;
} NO_REPLAYS[] = {
    {"", 1, 1, "'{'"},
    {"[]", 1, 1, "'{'"},
    {"{}", 1, 2, "'\"log\"', '\"winner\"' or '\"replay\"', each once"},
    {"{log: []}", 1, 2, "'\"log\"', '\"winner\"' or '\"replay\"', each once"},
    {"{\"log\" []}", 1, 8, "':'"},
    {"{\"log\": {}}", 1, 9, "'[', the empty log"},
    {"{\"log\":\n [1]}", 2, 3, "']', the end of the empty log"},
    {"{\"log\": []}", 1, 11, "',' and the members that are missing"},
    {"{\"log\": [],\n\"log\": []}", 2, 1, "'\"log\"', '\"winner\"' or '\"replay\"', each once"},
    {WINNER "\"winner\": 1}", 1, 27, "'\"log\"', '\"winner\"' or '\"replay\"', each once"},
    {LOG "\"replay\": {\"initial\": " INITIAL ", \"commands\": []}, \"replay\": {}}", 1, 125,
     "'\"log\"', '\"winner\"' or '\"replay\"', each once"},
    {INITIALLY INITIAL ", \"initial\": []", 1, 122, "'\"initial\"' or '\"commands\"', each once"},
    {WINNER "\"replay\": {\"commands\": [], \"commands\": []", 1, 54, "'\"initial\"' or '\"commands\"', each once"},
    {LOG "\"winner\": 4}", 1, 23, "the winner, -1 to 3"},
    {LOG "\"winner\": \"1\"}", 1, 23, "the winner, -1 to 3"},
    {WINNER "\"replay\": []", 1, 37, "'{'"},
    {WINNER "\"replay\": {\"log\"", 1, 38, "'\"initial\"' or '\"commands\"', each once"},
    {INITIALLY "{", 1, 49, "'[', the players' places"},
    {INITIALLY "[\"9\"", 1, 50, "'[', a player's column, row and facing"},
    {INITIALLY "[[9", 1, 51, "'\"'"},
    {INITIALLY "[[\"18\"", 1, 52, "a column, 0 to 17"},
    {INITIALLY "[[\"-1\"", 1, 52, "a column, 0 to 17"},
    {INITIALLY "[[\"9 \"", 1, 53, "'\"'"},
    {INITIALLY "[[\"9\" \"9\"", 1, 55, "','"},
    {INITIALLY "[[\"9\", \"\"", 1, 57, "a row, 0 to 17"},
    {INITIALLY "[[\"9\", \"9\"]", 1, 59, "','"},
    {INITIALLY "[[\"9\", \"9\", \"N\"]", 1, 62, "a facing: U R D L"},
    {INITIALLY "[[\"9\", \"9\", \"UP\"]", 1, 63, "'\"'"},
    {INITIALLY "[[\"9\", \"9\", \"U\", 0]", 1, 64, "']'"},
    {INITIALLY "[[\"9\", \"9\", \"U\"]]", 1, 65, "','"},
    {INITIALLY "[[\"9\", \"9\", \"U\"], [\"9\", \"6\", \"U\"]]", 1, 67,
     "a place more than 3 from those of the players before it"},
    {INITIALLY INITIAL "}", 1, 120, "',' and the members that are missing"},
    {INITIALLY "[[\"9\", \"9\", \"R\"], [\"17\", \"10\", \"L\"], [\"0\", \"0\", \"D\"], [\"0\", \"17\", \"U\"], []]",
     1, 119, "']'"},
    {COMMANDS "U]", 1, 135, "'\"'"},
    {COMMANDS "\"\"]", 1, 136, "a command: U R D L A N"},
    {COMMANDS "\"X\"]", 1, 136, "a command: U R D L A N"},
    {COMMANDS "\"UP\"]", 1, 137, "'\"'"},
    {COMMANDS "\"U\" \"U\"]", 1, 139, "',' or ']'"},
    {COMMANDS "\"U\",]", 1, 139, "'\"'"},
    {COMMANDS "\"U\"", 1, 138, "',' or ']'"},
    {COMMANDS "\"U\"]}", 1, 140, "'}'"},
    {COMMANDS "\"U\"], \"log\": []}", 1, 139, "'}'"},
    {COMMANDS "\"U\"]}} x", 1, 142, "the end of the replay"},
    {REPLAY("0", "\"U\""), 1, 23, "the winner that the commands give, -1 for none"},
    {"{\"replay\": {\"commands\": [], \"initial\": " INITIAL "},\n\"log\": [],\n \"winner\": 3}", 3, 12,
     "the winner that the commands give, -1 for none"},
};

START_TEST(test_no_replays) {
    lg_blockdrop start = replay_start(1000);
    const lg_blockdrop untouched = start;
    lg_parse_error error = {0, 0, ""};
    uint8_t action = 77;
    size_t count = 99;
    const char *text = NO_REPLAYS[_i].text;
    ck_assert_int_eq(lg_blockdrop_replay_parse(text, strlen(text), 1000, &start, &action, 1, &count, &error),
                     LG_E_PARSE);
    ck_assert_msg(error.line == NO_REPLAYS[_i].line && error.column == NO_REPLAYS[_i].column, "%s: %d:%d", text,
                  error.line, error.column);
    ck_assert_str_eq(error.expected, NO_REPLAYS[_i].expected);
    ck_assert_int_eq(lg_blockdrop_replay_parse(text, strlen(text), 1000, &start, &action, 1, &count, NULL), LG_E_PARSE);
    ck_assert_mem_eq(&start, &untouched, sizeof start);
    ck_assert(action == 77 && count == 99);
}
END_TEST

START_TEST(test_replay_without_space) {
    const char *text = REPLAYS[1].text;
    lg_blockdrop start = replay_start(77);
    const lg_blockdrop untouched = start;
    uint8_t actions[3] = {77, 77, 77};
    size_t count = 99;
    ck_assert_int_eq(lg_blockdrop_replay_parse(text, strlen(text), 1000, &start, actions, 3, &count, NULL), LG_E_SPACE);
    ck_assert_uint_eq(count, 4);
    ck_assert_mem_eq(&start, &untouched, sizeof start);
    ck_assert(actions[0] == 77 && actions[1] == 77 && actions[2] == 77);
    ck_assert_int_eq(lg_blockdrop_replay_parse(text, strlen(text), 1000, &start, NULL, 0, &count, NULL), LG_E_SPACE);
}
END_TEST

START_TEST(test_replay_arguments) {
    const char *text = REPLAYS[1].text;
    char buffer[LG_BLOCKDROP_REPLAY_TEXT(4) + 1];
    uint8_t actions[4] = {0, 0, 0, 6};
    size_t size = 99;
    lg_blockdrop start = replay_start(2);
    const lg_blockdrop page = parse("page 0/1000 " BOARD), later = parse("engine 1/1000 " BOARD);
    ck_assert_int_eq(lg_blockdrop_replay_print(&start, actions, 3, buffer, sizeof buffer, &size), LG_E_OVER);
    start.turn_limit = 1000;
    ck_assert_int_eq(lg_blockdrop_replay_print(&start, actions, 4, buffer, sizeof buffer, &size), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_blockdrop_replay_print(&page, actions, 1, buffer, sizeof buffer, &size), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_blockdrop_replay_print(&later, actions, 1, buffer, sizeof buffer, &size), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_blockdrop_replay_print(NULL, actions, 1, buffer, sizeof buffer, &size), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_blockdrop_replay_print(&start, NULL, 1, buffer, sizeof buffer, &size), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_blockdrop_replay_print(&start, actions, 1, buffer, sizeof buffer, NULL), LG_E_ARGUMENT);
    ck_assert_uint_eq(size, 99);
    ck_assert_int_eq(lg_blockdrop_replay_parse(NULL, 0, 1000, &start, actions, 4, &size, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_blockdrop_replay_parse(text, 1, 0, &start, actions, 4, &size, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_blockdrop_replay_parse(text, 1, 32768, &start, actions, 4, &size, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_blockdrop_replay_parse(text, 1, 1000, NULL, actions, 4, &size, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_blockdrop_replay_parse(text, 1, 1000, &start, NULL, 4, &size, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_blockdrop_replay_parse(text, 1, 1000, &start, actions, 4, NULL, NULL), LG_E_ARGUMENT);
}
END_TEST

/* Whole random games to the end and back; the engine's letters after the end and for fallen players mean nothing. */
START_TEST(test_replays_of_whole_games) {
    enum { LIMIT = 400 };
    static char text[LG_BLOCKDROP_REPLAY_TEXT(LIMIT) + 32], again[LG_BLOCKDROP_REPLAY_TEXT(LIMIT) + 1];
    uint8_t actions[LIMIT], read[LIMIT];
    lg_rng rng = lg_rng_seed(9, 0);
    int won = 0;
    for (int game = 0; game < 300; game++) {
        lg_blockdrop start, state, played;
        size_t count = 0, length, turns;
        ck_assert_int_eq(lg_blockdrop_new(LG_BLOCKDROP_ENGINE, LIMIT, &rng, &start), LG_OK);
        for (state = start; lg_blockdrop_result_of(&state) == LG_BLOCKDROP_ONGOING; count++) {
            actions[count] = (uint8_t)lg_rng_below(&rng, LG_BLOCKDROP_ACTIONS);
            ck_assert(lg_blockdrop_apply(&state, actions[count], &state) == LG_OK);
        }
        won += lg_blockdrop_winner(&state) >= 0;
        ck_assert_int_eq(lg_blockdrop_replay_print(&start, actions, count, text, sizeof text, &length), LG_OK);
        ck_assert_uint_le(length, LG_BLOCKDROP_REPLAY_TEXT(count));
        memcpy(text + length - 3, ", \"U\", \"A\"]}}", 14);
        ck_assert(lg_blockdrop_replay_parse(text, length + 10, LIMIT, &played, read, LIMIT, &turns, NULL) == LG_OK);
        ck_assert_uint_eq(turns, count);
        ck_assert_mem_eq(&played, &start, sizeof start);
        for (size_t i = 0; i < turns; i++) ck_assert(lg_blockdrop_apply(&played, read[i], &played) == LG_OK);
        ck_assert_mem_eq(&played, &state, sizeof state);
        ck_assert_int_eq(lg_blockdrop_replay_print(&start, read, turns, again, sizeof again, &turns), LG_OK);
        memcpy(text + length - 3, "]}}", 4);
        ck_assert_str_eq(again, text);
    }
    ck_assert(won > 30 && won < 300);
}
END_TEST

Suite *lg_test_blockdrop_replays(void) {
    Suite *suite = suite_create("blockdrop replays");
    TCase *tests = tcase_create("replays");
    tcase_add_loop_test(tests, test_replays, 0, COUNT(REPLAYS));
    tcase_add_loop_test(tests, test_forms_of_replays, 0, COUNT(FORMS));
    tcase_add_loop_test(tests, test_no_replays, 0, COUNT(NO_REPLAYS));
    tcase_add_test(tests, test_replay_without_space);
    tcase_add_test(tests, test_replay_arguments);
    tcase_add_test(tests, test_replays_of_whole_games);
    suite_add_tcase(suite, tests);
    return suite;
}
