/* Text for people and their input: help with input, prompts and news, typed lines, the help of a game. */
#include "scenes.h"

/* ---- hints ---- */

/* In memory of exactly the length that is measured, for a sanitizer; to be freed. */
static char *hint_of(const lg_game *game, const void *state) {
    size_t length = 0;
    ck_assert_int_eq(lg_game_input_help(game, state, NULL, 0, &length), LG_E_SPACE);
    char *text = malloc(length + 1);
    ck_assert_int_eq(lg_game_input_help(game, state, text, length + 1, &length), LG_OK);
    return text;
}

static const struct {
    position position;
    const char *hint;
} HINTS[] = {
    {AMAZES_START, "1 to 256 of F (forward) L (left) R (right) T (back); each turns that way and takes a step; "
                   "or N E S W, up, right, down and left on your map"},
    {{"amazes(turns=1,actions=walk)",
      COMB RED_LOOKED UNKNOWN " 1,3,E 20,20,W 1,3,E 20,20,W 0/1 0,0 29,0 0,0 l -", NULL},
     "x and y of a square that you can reach by a known way, such as -3,12: x to the right, y ahead of the start"},
    {AMAZES_OVER, ""},
    {PAGE("0 d - - -"), "four different cities, 1 to 8"},
    {PAGE("0 f - -:6,5,2,1 -"), "a city, 1 to 8"},
    {PAGE("2 f 3 6:6,5,2,1/C/8,1,5,4 -"),
     "you in 3: car 4 6; train 2 4 8\ndetective 1 in 8: car 5 6; train 1 3\n"
     "detective 2 in 1: car 2 5; train 8; plane 4\ndetective 3 in 5: car 1 2 8\n"
     "detective 4 in 4: car 3 7; train 3; plane 1"},
    {PAGE("2 d 2 6:6,5,2,1/C/8,1,5,4/T -"),
     "detective 1 in 8: car 5 6; train 1 3\ndetective 2 in 1: car 2 5; train 8; plane 4\ndetective 3 in 5: car 1 2 8\n"
     "detective 4 in 4: car 3 7; train 3; plane 1"},
    {PAGE("2 d 2 6:6,5,2,1/C/8,1,5,4/T 3,2"),
     "detective 1 in 8 goes to 3\ndetective 2 in 1 goes to 2\ndetective 3 in 5: car 1 2 8\n"
     "detective 4 in 4: car 3 7; train 3; plane 1"},
    {PAGE("2 d 2 6:6,5,2,1/C/8,1,5,4/T/3,2,1,7 - caught"), ""},
    {PAGE("1 d 3 6:6,5,2,1/C - forfeit:d"), ""},
    {PAGE("0 d - - - forfeit:d"), ""},
};

START_TEST(test_hints) {
    scene s = scene_begin(&HINTS[_i].position);
    char *hint = hint_of(&s.game, s.state);
    ck_assert_str_eq(hint, HINTS[_i].hint);
    free(hint);
    scene_end(&s);
}
END_TEST

/* ---- prompts and news ---- */

static const struct {
    position position;
    const char *prompt, *news[2];
} TOLD[] = {
    {ALQUERQUE_START, "your step, such as d3-d4", {"", ""}},
    {ALQUERQUE("7/7/7/7/7/1b5/w6 w 10 - - -"), "your capture, such as a1*c3", {"", ""}},
    {ALQUERQUE_CHAIN, "the piece on a1 captures on, to", {"", ""}},
    {ALQUERQUE_OVER, "", {"", ""}},
    {AMAZES_START, "turn 1 of 1, your walk, such as FFR",
     {"The other player is about 25 squares away in a straight line (squared distance 650)", ""}},
    {AMAZES_MIDDLE, "turn 1 of 1, your walk, such as FFR",
     {"", "The other player is about 24 squares away in a straight line (squared distance 586)"}},
    {AMAZES_OVER, "", {"", ""}},
    {BLOCKDROP_START, "at row 3, column 6, facing up; U R D L, A attack, N nothing", {"", ""}},
    {BLOCKDROP("page 42/1000 " STABLE " 3,6,U,0 -1,-1,D,1 1,17,L,2 16,11,R,0 -"),
     "at row 1, column 17, facing left; stunned: only N, nothing", {"", ""}},
    {BLOCKDROP_WON, "", {"", ""}},
    {PAGE("0 d - - -"), "detective 1, the city to begin in", {"", ""}},
    {PAGE("0 f - -:6,5,2,1 -"), "the city to begin in", {"", "The detectives are in 6 5 2 1"}},
    {PAGE("1 d 3 6:6,5,2,1/C -"), "detective 1, from 6 to a city",
     {"The fugitive began in 6\nThe fugitive went by car", ""}},
    {PAGE("2 f 3 6:6,5,2,1/C/8,1,5,4 -"), "from 3, by C, T or P to a city", {"", "The detectives are in 8 1 5 4"}},
    {PAGE("2 d 2 6:6,5,2,1/C/8,1,5,4/T -"), "detective 1, from 8 to a city", {"The fugitive went by train", ""}},
    {PAGE("2 d 2 6:6,5,2,1/C/8,1,5,4/T 3,2"), "detective 3, from 5 to a city", {"", ""}},
    {PAGE("1 d 3 6:6,5,2,1/C - forfeit:d"), "", {"", ""}},
    {SNAKECORE_START, "head at column 0, row 0; U L D R, N nothing", {"", ""}},
    {SNAKECORE_MIDDLE, "head at column 3, row 3; U L D R, N nothing", {"", ""}},
    {SNAKECORE(PYTHONS, "0 3/9", "3:5:1,1:RR 4:0:3,3:D 7:2:2,6:-!"),
     "head at column 1, row 1; U L D R, A protection, N nothing", {"", ""}},
    {SNAKECORE_OVER, "", {"", ""}},
};

START_TEST(test_prompts_and_news) {
    scene s = scene_begin(&TOLD[_i].position);
    char text[200];
    size_t length;
    ck_assert_int_eq(lg_game_prompt(&s.game, s.state, text, sizeof text, &length), LG_OK);
    ck_assert_str_eq(text, TOLD[_i].prompt);
    for (int32_t player = 0; player < 2; player++) {
        ck_assert_int_eq(lg_game_news(&s.game, s.state, player, text, sizeof text, &length), LG_OK);
        ck_assert_str_eq(text, TOLD[_i].news[player]);
    }
    ck_assert_int_eq(lg_game_news(&s.game, s.state, s.game.players, text, sizeof text, &length), LG_E_ARGUMENT);
    scene_end(&s);
}
END_TEST

/* ---- input of people ---- */

static const struct {
    position position;
    const char *line, *read; /* the actions, a blank after each, and why there are no more, but for the end */
} TYPED[] = {
    {ALQUERQUE_START, "c3-d4", "c3NE "},
    {ALQUERQUE_START, " C3 d4 ", "c3NE "},
    {ALQUERQUE_START, "c3d4,", "c3NE "},
    {ALQUERQUE_START, "e3 - D4", "e3NW "},
    {ALQUERQUE_START, "c3 ne", "c3NE "},
    {ALQUERQUE_START, "e4W\n", "e4W "},
    {ALQUERQUE_START, "c3-e5", "there is no piece to capture between these points"},
    {ALQUERQUE_START, "c3-d5", "4: a point one or two away in a straight line"},
    {ALQUERQUE_START, "c3-c3", "4: a point one or two away in a straight line"},
    {ALQUERQUE_START, "b2-e5", "4: a point one or two away in a straight line"},
    {ALQUERQUE_START, "c3-c4", "no line, no empty point, or only the way straight back lies in that direction"},
    {ALQUERQUE_START, "c5-d4", "the player to move has no piece there"},
    {ALQUERQUE_START, "h3-d4", "1: a point, a1 to g7"},
    {ALQUERQUE_START, "c8-d4", "2: a row digit, 1 to 7"},
    {ALQUERQUE_START, "c3", "3: a point, a1 to g7"},
    {ALQUERQUE_START, "", "1: a point, a1 to g7"},
    {ALQUERQUE("7/7/7/7/7/1b5/w6 w 10 - - -"), "a1 x c3", "a1NE "},
    {ALQUERQUE("7/7/7/7/7/1b5/w6 w 10 - - -"), "a1-b2",
     "capturing is compulsory: a capture ends on the point behind the piece that it takes"},
    {ALQUERQUE("7/7/7/3b3/7/1b5/w6 w 10 - - -"), "A1:C3:E5", "a1NE c3NE "},
    {ALQUERQUE("7/7/7/3b3/7/1b5/w6 w 10 - - -"), "a1c3", "a1NE 5: a point, a1 to g7"},
    {ALQUERQUE_CHAIN, "c1", "capturing is compulsory, and this is not a possible capture"},
    {AMAZES_START, "ffR,t L", "F F R T L end "},
    {AMAZES_START, "forward back LEFT right", "F T L R end "},
    {AMAZES_START, "n", "F end "},
    {AMAZES_START, "up east down w", "F R R R end "},
    {AMAZES_START, "end", "a move has at least one character"},
    {AMAZES_START, "fx", "F 2: F, R, T or L, or N, E, S or W"},
    {AMAZES_START, "", "1: F, R, T or L, or N, E, S or W"},
    {AMAZES_WALKS, " 0 , 1 ", "0,1 "},
    {AMAZES_WALKS, "1,-25", "3: y, -24 to 24"},
    {AMAZES_WALKS, "  x", "3: x, -24 to 24"},
    {BLOCKDROP_START, "Right", "R "},
    {BLOCKDROP_START, "north ,", "U "},
    {BLOCKDROP_START, "n", "N "},
    {BLOCKDROP_START, "jump", "1: U, R, D or L (a step), A (an attack) or N (nothing)"},
    {BLOCKDROP_START, "uu", "1: U, R, D or L (a step), A (an attack) or N (nothing)"},
    {PAGE("0 d - - -"), "1, 2/3 4", "C 1 C 2 C 3 C 4 "},
    {PAGE("0 d - - -"), "city 1 1", "C 1 two detectives may not end in the same city"},
    {PAGE("0 d - - -"), "1 2", "C 1 C 2 4: a city, 1 to 200"},
    {PAGE("0 d - - -"), "nine", "1: a city, 1 to 200"},
    {PAGE("0 f - -:6,5,2,1 -"), "t 3", "only a moving fugitive names a type"},
    {PAGE("2 f 3 6:6,5,2,1/C/8,1,5,4 -"), "t 2", "T 2 "},
    {PAGE("2 f 3 6:6,5,2,1/C/8,1,5,4 -"), "by train to 2", "T 2 "},
    {PAGE("2 f 3 6:6,5,2,1/C/8,1,5,4 -"), "2 TRAIN", "T 2 "},
    {PAGE("2 f 3 6:6,5,2,1/C/8,1,5,4 -"), "t2", "T 2 "},
    {PAGE("2 f 3 6:6,5,2,1/C/8,1,5,4 -"), "2", "T 2 "},
    {PAGE("2 f 3 6:6,5,2,1/C/8,1,5,4 -"), "car 4", "C 4 "},
    {PAGE("2 f 3 6:6,5,2,1/C/8,1,5,4 -"), "train 4", "T 4 "},
    {PAGE("1 f 1 1:6,5,2,8 -"), "4 plane", "P 4 "},
    {PAGE("1 f 1 1:6,5,2,8 -"), "p4", "P 4 "},
    {PAGE("2 f 3 6:6,5,2,1/C/8,1,5,4 -"), "4",
     "several kinds of connection lead there: expected one of them, such as T 12"},
    {PAGE("2 f 3 6:6,5,2,1/C/8,1,5,4 -"), "7", "no connection leads from the fugitive's city to that city"},
    {PAGE("2 f 3 6:6,5,2,1/C/8,1,5,4 -"), "p 4", "that city can't be reached by this type of connection"},
    {PAGE("2 f 3 6:6,5,2,1/C/8,1,5,4 -"), "t", "2: C, T or P and a city, or a city, 1 to 200"},
    {PAGE("2 d 2 6:6,5,2,1/C/8,1,5,4/T -"), "3", "C 3 2: a city, 1 to 200"},
    {SNAKECORE_START, "South", "D "},
    {SNAKECORE_START, "A", "the body holds no energy block"},
    {SNAKECORE_START, "x", "1: U, L, D or R (a step), A (protection) or N (nothing)"},
    {SNAKECORE_OVER, "n", "over"},
};

static void note(char *read, const char *text, const char *after) {
    strcat(read, text);
    strcat(read, after);
}

/* All decisions of a line, up to the first that can't be made. */
static void read_line(scene *s, const char *line, char *read) {
    size_t at = 0, length;
    const size_t end = strlen(line);
    do {
        int32_t action;
        char text[80];
        lg_parse_error error = {0, 0, ""};
        const lg_status status = lg_game_typed(&s->game, s->state, line, end, &at, &action, &error);
        snprintf(text, sizeof text, "%d: ", error.column);
        if (status == LG_E_OVER) note(read, "over", "");
        if (status == LG_E_PARSE) note(read, text, error.expected);
        if (status == LG_E_ILLEGAL) note(read, error.expected, "");
        if (status != LG_OK) return;
        ck_assert_int_eq(lg_game_action_print(&s->game, action, text, sizeof text, &length), LG_OK);
        note(read, text, " ");
        ck_assert_int_eq(lg_game_apply(&s->game, s->state, action, s->state), LG_OK);
    } while (at < end || lg_game_in_move(&s->game, s->state));
}

START_TEST(test_typed) {
    scene s = scene_begin(&TYPED[_i].position);
    char read[400] = "";
    read_line(&s, TYPED[_i].line, read);
    ck_assert_msg(strcmp(read, TYPED[_i].read) == 0, "%s is read as \"%s\"", TYPED[_i].line, read);
    scene_end(&s);
}
END_TEST

/* A game without its own function: the text of an action in any case, and blanks around it. */
START_TEST(test_typed_by_default) {
    lg_tests_variant variant;
    lg_tests_vary(&variant, &lg_alquerque_game);
    lg_game game;
    lg_alquerque state;
    lg_parse_error error;
    int32_t action = -1;
    size_t at = 0;
    variant.people.typed = NULL;
    ck_assert_int_eq(lg_game_configure(&variant.type, "alquerque", 9, &game, NULL), LG_OK);
    ck_assert_int_eq(lg_game_new(&game, 0, &state), LG_OK);
    ck_assert_int_eq(lg_game_typed(&game, &state, "  C3nE ", 7, &at, &action, &error), LG_OK);
    ck_assert_int_eq(action, 8 * (7 * 2 + 2) + 1);
    ck_assert_uint_eq(at, 7);
    at = 2;
    ck_assert_int_eq(lg_game_typed(&game, &state, "  C4NE", 6, &at, &action, &error), LG_E_ILLEGAL);
    ck_assert_int_eq(lg_game_typed(&game, &state, "  c9", 4, &at, &action, &error), LG_E_PARSE);
    ck_assert_int_eq(error.column, 4);
    at = 0;
    ck_assert_int_eq(lg_game_typed(&game, &state, "D3N", 3, &at, &action, &error), LG_OK);
    ck_assert_int_eq(action, 8 * (7 * 2 + 3));
    at = 0;
    ck_assert_int_eq(lg_game_typed(&game, &state, "x3N", 3, &at, &action, &error), LG_E_PARSE);
    ck_assert_uint_eq(at, 0);
    at = 5;
    ck_assert_int_eq(lg_game_typed(&game, &state, "  c9", 4, &at, &action, &error), LG_E_ARGUMENT);
}
END_TEST

/* ---- decisions and lines of play ---- */

static const struct {
    position position;
    const char *action, *words;
} DECISIONS[] = {
    {ALQUERQUE_START, "c3NE", "c3-d4"},
    {ALQUERQUE_START, "c3N", "c3N"}, /* not legal */
    {ALQUERQUE("7/7/7/3b3/7/1b5/w6 w 10 - - -"), "a1NE", "a1*c3"},
    {ALQUERQUE_OVER, "c3N", "c3N"},
    {AMAZES_START, "F", "F"},
    {AMAZES_WALKS, "0,1", "F"},
    {AMAZES_WALKS, "9,9", "9,9"},
    {BLOCKDROP_START, "R", "R"},
    {PAGE("0 d - - -"), "7", "detective 1: 7"},
    {PAGE("0 f - -:6,5,2,1 -"), "7", "7"},
    {PAGE("2 f 3 6:6,5,2,1/C/8,1,5,4 -"), "T 2", "T 2"},
    {PAGE("2 d 2 6:6,5,2,1/C/8,1,5,4/T -"), "3", "detective 1: 8-3 by train"},
    {PAGE("2 d 2 6:6,5,2,1/C/8,1,5,4/T 3"), "4", "detective 2: 1-4 by plane"},
    {PAGE("2 d 2 6:6,5,2,1/C/8,1,5,4/T 6,2,1"), "3", "detective 4: 4-3 by car or train"},
    {SNAKECORE_START, "D", "D"},
};

START_TEST(test_decisions) {
    scene s = scene_begin(&DECISIONS[_i].position);
    const char *name = DECISIONS[_i].action;
    char text[80];
    int32_t action;
    size_t length;
    ck_assert_int_eq(lg_game_action_parse(&s.game, name, strlen(name), &action, NULL), LG_OK);
    ck_assert_int_eq(lg_game_decision_print(&s.game, s.state, action, text, sizeof text, &length), LG_OK);
    ck_assert_str_eq(text, DECISIONS[_i].words);
    ck_assert_uint_eq(length, strlen(text));
    ck_assert_int_eq(lg_game_decision_print(&s.game, s.state, s.game.actions, text, 80, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_decision_print(&s.game, NULL, action, text, 80, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_decision_print(&s.game, s.state, action, text, length, &length), LG_E_SPACE);
    scene_end(&s);
}
END_TEST

#define HUNT PAGE("2 d 2 6:6,5,2,1/C/8,1,5,4/T -")

static const struct {
    position position;
    const char *actions, *line; /* the actions, separated by blanks if their text contains none */
} LINES[] = {
    {ALQUERQUE_START, "", ""},
    {ALQUERQUE_START, "c3NE", "White c3-d4"},
    {ALQUERQUE_START, "c3NE e5SW c3NE", "White c3-d4, Black e5*c3"},
    {ALQUERQUE("7/7/7/3b3/7/1b5/w6 w 10 - - -"), "a1NE", "White a1*c3 ..."},
    {ALQUERQUE("7/7/7/3b3/7/1b5/w6 w 10 - - -"), "a1NE c3NE", "White a1*c3*e5"},
    {ALQUERQUE_CHAIN, "a1N", "Black a1*a3"}, /* the rest of a chain */
    {AMAZES_START, "F F R end F end", "Red FFR"},
    {AMAZES_START, "F R", "Red FR ..."},
    {AMAZES_WALKS, "0,1 0,2", "Red F"},
    {BLOCKDROP_START, "R N U", "player 0 R, player 1 N, player 2 U"},
    {HUNT, "3 4 1 7 1", "Detectives 3/4/1/7"},
    {HUNT, "3 4", "Detectives 3/4 ..."},
    {PAGE("2 d 2 6:6,5,2,1/C/8,1,5,4/T 3"), "4 1 7", "Detectives 4/1/7"},
    {SNAKECORE_START, "D U N", "player 0 D, player 1 U, player 2 N"},
};

START_TEST(test_lines) {
    scene s = scene_begin(&LINES[_i].position);
    int32_t actions[9], count = 0;
    char text[200];
    size_t length;
    for (const char *at = LINES[_i].actions; *at != '\0'; at += strcspn(at, " "), at += *at == ' ')
        ck_assert_int_eq(lg_game_action_parse(&s.game, at, strcspn(at, " "), &actions[count++], NULL), LG_OK);
    const size_t size = lg_game_line_size(&s.game);
    char *memory = malloc(size);
    ck_assert_int_eq(lg_game_line_print(&s.game, s.state, actions, count, memory, size, text, sizeof text, &length),
                     LG_OK);
    ck_assert_str_eq(text, LINES[_i].line);
    ck_assert_uint_eq(length, strlen(text));
    ck_assert_int_eq(lg_game_line_print(&s.game, s.state, actions, count, memory, size, text, length, &length),
                     LG_E_SPACE);
    ck_assert_int_eq(lg_game_line_print(&s.game, s.state, actions, count, memory, size - 1, text, 200, &length),
                     LG_E_ARGUMENT);
    free(memory);
    scene_end(&s);
}
END_TEST

START_TEST(test_lines_that_are_refused) {
    const position over = ALQUERQUE_OVER, start = ALQUERQUE_START;
    const int32_t none[] = {0, 392};
    scene s = scene_begin(&start), ended = scene_begin(&over);
    char text[20];
    size_t length;
    void *memory = malloc(lg_game_line_size(&s.game));
    const size_t size = lg_game_line_size(&s.game);
    ck_assert_uint_eq(lg_game_line_size(NULL), 0);
    ck_assert_int_eq(lg_game_line_print(&s.game, s.state, none, 1, memory, size, text, 20, &length), LG_E_ILLEGAL);
    ck_assert_int_eq(lg_game_line_print(&s.game, ended.state, none, 1, memory, size, text, 20, &length), LG_E_OVER);
    ck_assert_int_eq(lg_game_line_print(&s.game, s.state, none, 2, memory, size, text, 20, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_line_print(&s.game, s.state, none, -1, memory, size, text, 20, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_line_print(&s.game, s.state, NULL, 1, memory, size, text, 20, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_line_print(&s.game, s.state, none, 0, NULL, size, text, 20, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_line_print(&s.game, NULL, none, 0, memory, size, text, 20, &length), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_game_line_print(NULL, s.state, none, 0, memory, size, text, 20, &length), LG_E_ARGUMENT);
    free(memory);
    scene_end(&s);
    scene_end(&ended);
}
END_TEST

START_TEST(test_help) {
    const char *help = lg_game_type_at(_i)->help;
    int lines = 1;
    ck_assert(help != NULL && help[strlen(help) - 1] != '\n');
    for (const char *c = help; *c != '\0'; c++) lines += *c == '\n';
    ck_assert_int_eq(lines, 5);
    ck_assert(strstr(help, "Goal: ") != NULL);
}
END_TEST

Suite *lg_test_people(void) {
    Suite *suite = suite_create("people");
    TCase *tests = tcase_create("people");
    tcase_add_loop_test(tests, test_hints, 0, COUNT(HINTS));
    tcase_add_loop_test(tests, test_prompts_and_news, 0, COUNT(TOLD));
    tcase_add_loop_test(tests, test_typed, 0, COUNT(TYPED));
    tcase_add_test(tests, test_typed_by_default);
    tcase_add_loop_test(tests, test_decisions, 0, COUNT(DECISIONS));
    tcase_add_loop_test(tests, test_lines, 0, COUNT(LINES));
    tcase_add_test(tests, test_lines_that_are_refused);
    tcase_add_loop_test(tests, test_help, 0, lg_game_type_count());
    suite_add_tcase(suite, tests);
    return suite;
}
