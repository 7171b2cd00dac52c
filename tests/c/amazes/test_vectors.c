/* Amazes: whole games written by another implementation, replayed exactly; damaged copies of them, which must be
 * noticed; and the published mazes. */
#include "../tests.h"
#include "games/amazes/squares.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- replay ---- */

static const char *const COLOURS[2] = {"red", "blue"};

/* The lines of an array, each with its LF. */
static void join(char *text, size_t capacity, const cJSON *lines) {
    size_t length = 0;
    const cJSON *line;
    text[0] = '\0';
    cJSON_ArrayForEach(line, lines)
        length += (size_t)snprintf(text + length, capacity - length, "%s\n", line->valuestring);
    ck_assert_uint_lt(length, capacity);
}

static int item(const cJSON *array, int index) {
    const cJSON *number = cJSON_GetArrayItem(array, index);
    ck_assert_msg(cJSON_IsNumber(number), "item %d of an array is not a number", index);
    return number->valueint;
}

static const char *set_up(const cJSON *setup, lg_amazes *state) {
    char maze[4096], text[8192];
    lg_amazes_edges walls;
    lg_amazes_place start[2];
    lg_parse_error error;
    bool has_start = false;
    const cJSON *red = lg_vectors_get(setup, "red"), *blue = lg_vectors_get(setup, "blue");
    join(maze, sizeof maze, lg_vectors_get(setup, "maze"));
    const int length = snprintf(text, sizeof text, "%d %d %s\n%d %d %s\n%s", item(red, 0), item(red, 1),
                                cJSON_GetArrayItem(red, 2)->valuestring, item(blue, 0), item(blue, 1),
                                cJSON_GetArrayItem(blue, 2)->valuestring, maze);
    if (lg_amazes_maze_parse(text, (size_t)length, &walls, start, &has_start, &error) != LG_OK || !has_start)
        return lg_vectors_differ("setup, %d:%d: expected %s", error.line, error.column, error.expected);
    if (lg_amazes_start(&walls, start, lg_vectors_int(setup, "turn_limit"), state) == LG_OK) return NULL;
    return "the setup is refused";
}

static const char *compare_number(const char *what, int here, int expected) {
    return here == expected ? NULL : lg_vectors_differ("%s %d, not %d", what, here, expected);
}

static const char *compare_pair(const char *what, int red, int blue, const cJSON *expected) {
    if (red == item(expected, 0) && blue == item(expected, 1) && cJSON_GetArraySize(expected) == 2) return NULL;
    return lg_vectors_differ("%s %d %d, not %d %d", what, red, blue, item(expected, 0), item(expected, 1));
}

static const char *compare_text(const char *what, const char *here, const char *expected) {
    size_t same = 0;
    while (here[same] != '\0' && here[same] == expected[same]) same++;
    if (here[same] == expected[same]) return NULL;
    return lg_vectors_differ("%s, byte %zu: \"%.20s\", not \"%.20s\"", what, same, here + same, expected + same);
}

/* The look before it is applied, as a function gives it and as the message that the player reads. */
static const char *compare_look(const cJSON *turn, const lg_amazes *state, int player) {
    char expected[256], text[LG_AMAZES_MESSAGE_TEXT + 64], message[LG_AMAZES_MESSAGE_TEXT + 64];
    size_t length;
    lg_amazes_sight sight;
    join(expected, sizeof expected - 16, lg_vectors_get(turn, "look"));
    (void)sprintf(expected + strlen(expected), "%d\n", lg_vectors_int(turn, "distance"));
    ck_assert_int_eq(lg_amazes_see(&state->maze, &state->place[player], &state->place[1 - player], &sight), LG_OK);
    ck_assert_int_eq(lg_amazes_sight_print(&sight, text, sizeof text, &length), LG_OK);
    const char *difference = compare_text("look", text, expected);
    if (difference != NULL) return difference;
    ck_assert_int_eq(lg_amazes_message(state, player, message, sizeof message, &length), LG_OK);
    if ((state->offenders >> player & 1) != 0) return compare_text("message", message, "Quit\n");
    if (state->turn > 0) return compare_text("message", message, expected);
    const char *rest = strncmp(message, "Start\n", 6) == 0 ? message + 6 : message;
    return rest == message ? "the first message has no Start" : compare_text("message", rest, expected);
}

static const char *compare_knowledge(const cJSON *turn, const lg_amazes_knowledge *known) {
    static char expected[4096], here[4096];
    size_t length;
    const char *difference = compare_number("squares", lg_amazes_square_count(known), lg_vectors_int(turn, "squares"));
    if (difference == NULL)
        difference = compare_number("walls", lg_amazes_edge_count(&known->walls), lg_vectors_int(turn, "walls"));
    if (difference == NULL)
        difference =
            compare_number("openings", lg_amazes_edge_count(&known->openings), lg_vectors_int(turn, "openings"));
    const cJSON *map = cJSON_GetObjectItemCaseSensitive(turn, "known");
    if (difference != NULL || map == NULL) return difference;
    join(expected, sizeof expected, map);
    ck_assert_int_eq(lg_amazes_known_print(known, here, sizeof here, &length), LG_OK);
    return compare_text("known", here, expected);
}

/* The answer of the program, or the jury's action in its place. */
static const char *play(const char *move, lg_amazes *state, int player) {
    lg_parse_error error = {0, 0, NULL};
    const lg_amazes before = *state;
    const lg_status status = lg_amazes_play(state, move, strlen(move), state, &error);
    if (status == LG_OK) return NULL;
    if (error.line != 1 || error.column < 1 || error.expected == NULL) return "an offence is not explained";
    if (memcmp(&before, state, sizeof before) != 0) return "an offence changes the state";
    if ((state->offenders >> player & 1) == 0) {
        if (status != LG_E_PARSE) return lg_vectors_differ("an offence gives \"%s\"", lg_status_text(status));
        ck_assert_int_eq(lg_amazes_forfeit(state, player, state), LG_OK);
    } else if (status != LG_E_ILLEGAL) {
        return lg_vectors_differ("an offender's answer gives \"%s\"", lg_status_text(status));
    }
    return lg_amazes_jury(state, state) == LG_OK ? NULL : "the jury's turn is refused";
}

static const char *compare_place(const cJSON *turn, const lg_amazes *state, int player) {
    const lg_amazes_place *place = &state->place[player];
    const cJSON *expected = lg_vectors_get(turn, COLOURS[player]);
    const char facing = "NESW"[place->facing], *other = cJSON_GetArrayItem(expected, 2)->valuestring;
    if (place->row + 1 == item(expected, 0) && place->column + 1 == item(expected, 1) && facing == other[0])
        return NULL;
    return lg_vectors_differ("%s at %d,%d,%c, not %d,%d,%s", COLOURS[player], place->row + 1, place->column + 1, facing,
                             item(expected, 0), item(expected, 1), other);
}

static const char *compare_counts(const cJSON *turn, const lg_amazes *state) {
    int32_t points[2];
    lg_amazes_points(state, points);
    const char *difference = compare_pair("points", points[0], points[1], lg_vectors_get(turn, "points"));
    if (difference == NULL)
        difference = compare_pair("discovered", lg_amazes_square_count(&state->known[0]),
                                  lg_amazes_square_count(&state->known[1]), lg_vectors_get(turn, "discovered"));
    if (difference != NULL) return difference;
    return compare_pair("first", state->first[0], state->first[1], lg_vectors_get(turn, "first"));
}

static const char *replay_turn(const cJSON *turn, lg_amazes *state) {
    const int player = lg_amazes_player(state);
    if (player < 0) return "the game is over before its last turn";
    const char *difference = compare_text("player", COLOURS[player], lg_vectors_text(turn, "player"));
    if (difference == NULL) difference = compare_look(turn, state, player);
    if (difference != NULL) return difference;
    ck_assert_int_eq(lg_amazes_begin_turn(state, state), LG_OK);
    difference = compare_knowledge(turn, &state->known[player]);
    if (difference == NULL) difference = play(lg_vectors_text(turn, "move"), state, player);
    for (int i = 0; i < 2 && difference == NULL; i++) difference = compare_place(turn, state, i);
    if (difference == NULL) difference = compare_counts(turn, state);
    if (difference == NULL && lg_amazes_validate(state) != LG_OK) difference = "the state is called invalid";
    return difference;
}

/* Offenders as the vectors list them. */
static const char *compare_offences(const cJSON *offenders, const lg_amazes *state) {
    unsigned expected = 0;
    const cJSON *colour;
    cJSON_ArrayForEach(colour, offenders) expected |= strcmp(colour->valuestring, "red") == 0 ? 1 : 2;
    return compare_number("offenders", state->offenders, (int)expected);
}

static const char *replay(const cJSON *line) {
    lg_amazes state;
    const cJSON *turn, *turns = lg_vectors_get(line, "turns"), *result = lg_vectors_get(line, "result");
    const char *difference = set_up(lg_vectors_get(line, "setup"), &state);
    int number = 0;
    if (difference != NULL) return difference;
    cJSON_ArrayForEach(turn, turns) {
        number++;
        if ((difference = replay_turn(turn, &state)) == NULL) continue;
        char text[256];
        (void)snprintf(text, sizeof text, "%s", difference);
        return lg_vectors_differ("turn %d: %s", number, text);
    }
    int32_t score[2];
    lg_amazes_scores(&state, score);
    const char *reason = lg_i_amazes_result_text(lg_amazes_result_of(&state));
    difference = compare_text("result", reason, lg_vectors_text(result, "reason"));
    if (difference == NULL) difference = compare_pair("score", score[0], score[1], lg_vectors_get(result, "score"));
    return difference == NULL ? compare_offences(lg_vectors_get(result, "offence"), &state) : difference;
}

START_TEST(test_vectors) {
    char message[4096] = "";
    const int games = lg_vectors_replay(lg_vectors_folder(), "amazes", replay, message, sizeof message);
    ck_assert_msg(games > 0, "%s", message);
}
END_TEST

/* ---- damage ---- */

/* The first line of the library's own vectors whose id ends with this. */
static void line_with(const char *id, char *line, int capacity) {
    char path[4096], needle[128];
    (void)snprintf(path, sizeof path, "%s/amazes.jsonl", LG_TESTS_VECTORS);
    (void)snprintf(needle, sizeof needle, "%s\"", id);
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    do ck_assert_ptr_nonnull(fgets(line, capacity, file));
    while (strstr(line, needle) == NULL);
    ck_assert_int_eq(fclose(file), 0);
}

/* With the id of a game in place of its text. */
static const lg_vectors_damage DAMAGES[] = {
    {"one-turn-maze03", "\"distance\":", "\"distance\":1", "turn 2: look, byte "},
    {"one-turn-maze03", "\"look\":[\"", "\"look\":[\"B", "turn 2: look, byte 1"},
    {"one-turn-maze03", "\"squares\":", "\"squares\":9", "turn 2: squares "},
    {"one-turn-maze03", "\"walls\":", "\"walls\":9", "turn 2: walls "},
    {"one-turn-maze03", "\"openings\":", "\"openings\":9", "turn 2: openings "},
    {"one-turn-maze03", "\"known\":[\"+?", "\"known\":[\"+-", "turn 2: known, byte 1"},
    {"one-turn-maze03", "\"move\":\"", "\"move\":\"T", "turn 2: "},
    {"one-turn-maze03", "\"move\":\"", "\"move\":\"x", "turn 2: "},
    {"one-turn-maze03", "\"points\":[", "\"points\":[1", "turn 2: points "},
    {"one-turn-maze03", "\"discovered\":[", "\"discovered\":[1", "turn 2: discovered "},
    {"one-turn-maze03", "\"first\":[", "\"first\":[1", "turn 2: first "},
    {"one-turn-maze03", "\"player\":\"red\"", "\"player\":\"blue\"", "turn 1: player, byte 0"},
    {"one-turn-maze03", "\"turn_limit\":1", "\"turn_limit\":2", "result, byte 0: \"ongoing\", not \"turns\""},
    {"one-turn-maze03", "\"turn_limit\":1", "\"turn_limit\":151", "the setup is refused"},
    {"one-turn-maze03", "\"score\":[6,10]", "\"score\":[6,11]", "score 6 10, not 6 11"},
    {"one-turn-maze03", "\"offence\":[]", "\"offence\":[\"blue\"]", "offenders 0, not 2"},
    {"one-turn-maze03", "\"reason\":\"turns\"", "\"reason\":\"sudden death\"", "result, byte 0"},
    {"one-turn-maze03", "\"red\":[19,13,\"S\"],\"blue\":[2", "\"red\":[19,13,\"S\"],\"blue\":[18", "setup, 2:"},
    {"one-turn-maze03", "\"maze\":[\"+-+-", "\"maze\":[\"+-+ ", "setup, 3:4: expected '-': the outer edge is all wall"},
    {"first-turn-catch-new", "\"turn_limit\":2", "\"turn_limit\":1", "turn 3: the game is over before its last turn"},
    {"offence-at-once-new", "\"move\":\"X\"", "\"move\":\"TF\"", "turn 1: "},
};

START_TEST(test_damaged_copies_are_reported) {
    static char whole[1 << 18];
    char message[4096] = "";
    lg_vectors_damage damage = DAMAGES[_i];
    line_with(damage.text, whole, sizeof whole);
    damage.text = whole;
    const int games = lg_vectors_replay_text("amazes.jsonl", whole, "amazes", replay, message, sizeof message);
    ck_assert_msg(games == 1, "%s", message);
    lg_vectors_expect_noticed(&damage, "amazes", replay);
}
END_TEST

/* ---- the published mazes ---- */

START_TEST(test_published_mazes) {
    char path[4096], text[4096], again[4096];
    size_t length;
    lg_amazes_edges walls;
    lg_parse_error error;
    (void)snprintf(path, sizeof path, "%s/maze%02d.txt", LG_TESTS_MAZES, _i);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "no file %s", path);
    const size_t size = fread(text, 1, sizeof text, file);
    ck_assert_int_eq(fclose(file), 0);
    const lg_status status = lg_amazes_maze_parse(text, size, &walls, NULL, NULL, &error);
    ck_assert_msg(status == LG_OK, "%s:%d:%d: expected %s", path, error.line, error.column, error.expected);
    ck_assert_int_eq(lg_i_amazes_maze_check(&walls, NULL), LG_OK);
    ck_assert_int_eq(lg_amazes_maze_print(&walls, NULL, again, sizeof again, &length), LG_OK);
    ck_assert_uint_eq(length, size);
    ck_assert_mem_eq(again, text, size);
}
END_TEST

Suite *lg_test_amazes_vectors(void) {
    Suite *suite = suite_create("amazes vectors");
    TCase *tests = tcase_create("vectors");
    tcase_add_test(tests, test_vectors);
    tcase_add_loop_test(tests, test_damaged_copies_are_reported, 0, (int)(sizeof DAMAGES / sizeof DAMAGES[0]));
    tcase_add_loop_test(tests, test_published_mazes, 1, 5);
    suite_add_tcase(suite, tests);
    return suite;
}
