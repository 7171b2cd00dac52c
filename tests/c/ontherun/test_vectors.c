/* On the Run: whole games written by another implementation, replayed exactly; and damaged copies of them, which must
 * be noticed. */
#include "../tests.h"
#include "games/ontherun/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- replay ---- */

/* The game as seen by all, and by the detectives. */
typedef struct replayed {
    lg_ontherun_map map;
    lg_ontherun state, concealed;
} replayed;

static const char *set_up(const cJSON *setup, replayed *game) {
    lg_parse_error error;
    const char *text = lg_vectors_text(setup, "map");
    lg_ontherun_start(&game->state);
    game->concealed = game->state;
    if (lg_ontherun_map_parse(text, strlen(text), &game->map, &error) == LG_OK) return NULL;
    return lg_vectors_differ("map, line %d, column %d: expected %s", error.line, error.column, error.expected);
}

static int by_text(const void *a, const void *b) {
    return strcmp((const char *)a, (const char *)b);
}

static const char *compare_fugitive_moves(const cJSON *legal, const replayed *game) {
    char texts[LG_ONTHERUN_ACTIONS][16];
    size_t count = 0, i = 0;
    for (int type = 0; type < LG_ONTHERUN_TYPES; type++) {
        lg_ontherun_set cities;
        (void)lg_ontherun_targets(&game->map, &game->state, type, &cities);
        for (int city = 1; city <= game->map.cities; city++)
            if ((cities.word[city / 64] >> city % 64 & 1) != 0)
                (void)snprintf(texts[count++], sizeof texts[0], "%c %d", "CTP"[type], city);
    }
    qsort(texts, count, sizeof texts[0], by_text);
    if ((size_t)cJSON_GetArraySize(legal) != count)
        return lg_vectors_differ("%zu legal moves, not %d", count, cJSON_GetArraySize(legal));
    const cJSON *expected;
    cJSON_ArrayForEach(expected, legal) {
        if (strcmp(texts[i], expected->valuestring) != 0)
            return lg_vectors_differ("legal move %zu is %s, not %s", i, texts[i], expected->valuestring);
        i++;
    }
    return NULL;
}

static const char *compare_joint_moves(const cJSON *legal, const replayed *game) {
    lg_ontherun_joints joints;
    int32_t city[LG_ONTHERUN_TEAM];
    int listed = 0;
    const int count = (int)lg_ontherun_joint_count(&game->map, &game->state);
    if (count != legal->valueint) return lg_vectors_differ("%d joint moves, not %d", count, legal->valueint);
    lg_ontherun_joints_begin(&game->map, &game->state, &joints);
    while (lg_ontherun_joints_next(&joints, city)) {
        if (lg_i_ontherun_explain_detectives(&game->map, &game->state, city) != NULL) return "an illegal move is listed";
        listed++;
    }
    return listed == count ? NULL : lg_vectors_differ("%d joint moves are listed, not %d", listed, count);
}

static const char *compare_possible(const cJSON *possible, const replayed *game) {
    const bool ran_into = lg_ontherun_result_of(&game->state) == LG_ONTHERUN_RAN_INTO;
    lg_ontherun_set expected = {{0, 0, 0, 0}};
    const cJSON *city;
    if (cJSON_IsNull(possible) != ran_into) return "the possible cities are null only when it ran into a detective";
    cJSON_ArrayForEach(city, possible) expected.word[city->valueint / 64] |= (uint64_t)1 << city->valueint % 64;
    for (int i = 1; i <= game->map.cities; i++) {
        const bool here = (game->state.possible.word[i / 64] >> i % 64 & 1) != 0;
        const bool there = (expected.word[i / 64] >> i % 64 & 1) != 0;
        if (here != there) return lg_vectors_differ("city %d is %s", i, here ? "possible" : "not possible");
    }
    return NULL;
}

/* The library's message to the detectives' program must end with the vectors' line. */
static const char *compare_told(const cJSON *told, const replayed *game) {
    char text[64], expected[64];
    size_t length;
    ck_assert_int_eq(lg_ontherun_message(&game->map, &game->state, LG_ONTHERUN_DETECTIVES, text, sizeof text, &length),
                     LG_OK);
    const int before = game->state.turn == 1 ? snprintf(expected, sizeof expected, "%d\n", game->state.known) : 0;
    const char *rest = cJSON_IsNull(told) ? "Quit" : told->valuestring;
    (void)snprintf(expected + before, sizeof expected - (size_t)before, "%s\n%s", rest,
                   !cJSON_IsNull(told) && lg_ontherun_result_of(&game->state) != LG_ONTHERUN_ONGOING ? "Quit\n" : "");
    if (strcmp(text, expected) == 0) return NULL;
    return lg_vectors_differ("the detectives read \"%s\", not \"%s\"", text, expected);
}

/* The detectives' knowledge, kept up to date from their messages alone. */
static const char *follow(const cJSON *told, replayed *game) {
    lg_ontherun_message_kind kind;
    int32_t type = 0, city = 0;
    if (cJSON_IsNull(told)) return NULL;
    ck_assert_int_eq(lg_ontherun_message_parse(told->valuestring, strlen(told->valuestring), &kind, &type, &city, NULL),
                     LG_OK);
    if (lg_ontherun_move_concealed(&game->map, &game->concealed, type, city, &game->concealed) != LG_OK)
        return lg_vectors_differ("%s can't be heard", told->valuestring);
    return NULL;
}

static const char *compare_pictures(const replayed *game) {
    lg_ontherun concealed;
    if (lg_ontherun_validate(&game->map, &game->state) != LG_OK) return "the state is called invalid";
    if (lg_ontherun_result_of(&game->state) == LG_ONTHERUN_RAN_INTO || lg_ontherun_result_of(&game->state) == LG_ONTHERUN_CAUGHT)
        return NULL;
    ck_assert_int_eq(lg_ontherun_conceal(&game->state, &concealed), LG_OK);
    return memcmp(&concealed, &game->concealed, sizeof concealed) == 0 ? NULL : "the detectives' picture differs";
}

static const char *play(const char *answer, replayed *game) {
    lg_parse_error error;
    const size_t length = strlen(answer);
    if (lg_ontherun_play(&game->map, &game->state, answer, length, &game->state, &error) == LG_OK) return NULL;
    return lg_vectors_differ("%s is refused: %s", answer, error.expected);
}

static const char *replay_fugitive(const cJSON *turn, const cJSON *move, replayed *game) {
    char start[16];
    const char *difference;
    if (cJSON_IsNumber(move)) {
        (void)snprintf(start, sizeof start, "%d", move->valueint);
        if ((difference = play(start, game)) != NULL) return difference;
        ck_assert_int_eq(lg_ontherun_conceal(&game->state, &game->concealed), LG_OK);
        return NULL;
    }
    const cJSON *told = lg_vectors_get(turn, "told");
    if ((difference = compare_fugitive_moves(lg_vectors_get(turn, "legal"), game)) != NULL) return difference;
    if ((difference = play(move->valuestring, game)) != NULL) return difference;
    if ((difference = compare_told(told, game)) != NULL) return difference;
    if ((difference = follow(told, game)) != NULL) return difference;
    return compare_possible(lg_vectors_get(turn, "possible"), game);
}

static const char *replay_detectives(const cJSON *turn, const cJSON *cities, replayed *game) {
    char lines[LG_ONTHERUN_LINES_TEXT + 1];
    int32_t city[LG_ONTHERUN_TEAM];
    const bool start = game->state.turn == 0;
    const char *difference;
    if (cJSON_GetArraySize(cities) != LG_ONTHERUN_TEAM) return "there are not four detectives";
    for (int i = 0; i < LG_ONTHERUN_TEAM; i++) city[i] = cJSON_GetArrayItem(cities, i)->valueint;
    (void)snprintf(lines, sizeof lines, "%d\n%d\n%d\n%d\n", city[0], city[1], city[2], city[3]);
    if (!start && (difference = compare_joint_moves(lg_vectors_get(turn, "legal"), game)) != NULL) return difference;
    if ((difference = play(lines, game)) != NULL) return difference;
    if (start) {
        game->concealed = game->state;
        return NULL;
    }
    ck_assert_int_eq(lg_ontherun_move_detectives(&game->map, &game->concealed, city, &game->concealed), LG_OK);
    return compare_possible(lg_vectors_get(turn, "possible"), game);
}

static const char *replay_turn(const cJSON *turn, replayed *game) {
    const cJSON *fugitive = cJSON_GetObjectItemCaseSensitive(turn, "fugitive");
    const char *difference = fugitive != NULL ? replay_fugitive(turn, fugitive, game)
                                              : replay_detectives(turn, lg_vectors_get(turn, "detectives"), game);
    return difference != NULL ? difference : compare_pictures(game);
}

/* The rejected answer, and its consequence in the contest. */
static const char *replay_offence(const cJSON *result, replayed *game) {
    lg_parse_error error = {0, 0, NULL};
    const cJSON *move = lg_vectors_get(result, "move");
    const char *by = lg_vectors_text(result, "by");
    const lg_ontherun before = game->state;
    const int offender = strcmp(by, "fugitive") == 0 ? LG_ONTHERUN_FUGITIVE : LG_ONTHERUN_DETECTIVES;
    if (cJSON_IsNull(move)) {
        if (game->state.result != LG_ONTHERUN_FORFEIT) return "there is a joint move";
    } else {
        const char *text = move->valuestring;
        const lg_status status =
            lg_ontherun_play(&game->map, &game->state, text, strlen(text), &game->state, &error);
        if (status != LG_E_ILLEGAL && status != LG_E_PARSE)
            return lg_vectors_differ("the offence %s gives \"%s\"", text, lg_status_text(status));
        if (error.line < 1 || error.column < 1 || error.expected == NULL)
            return lg_vectors_differ("the offence %s is not explained", text);
        if (memcmp(&before, &game->state, sizeof before) != 0)
            return lg_vectors_differ("the offence %s changes the state", text);
        const bool detectives = before.phase == LG_ONTHERUN_PLACE_DETECTIVES ||
                                before.phase == LG_ONTHERUN_MOVE_DETECTIVES;
        const int asked = detectives ? LG_ONTHERUN_DETECTIVES : LG_ONTHERUN_FUGITIVE;
        ck_assert_int_eq(lg_i_ontherun_forfeit(&before, asked, &game->state), LG_OK);
    }
    return game->state.offender == offender ? NULL : lg_vectors_differ("the offender is not \"%s\"", by);
}

static const char *compare_score(const cJSON *score, const lg_ontherun *state) {
    int32_t points[2];
    lg_ontherun_scores(state, points);
    if (cJSON_IsNull(score))
        return lg_ontherun_result_of(state) == LG_ONTHERUN_ONGOING && points[0] == 0 && points[1] == 0
                   ? NULL
                   : lg_vectors_differ("score %d-%d, not null", points[0], points[1]);
    const int detectives = cJSON_GetArrayItem(score, 0)->valueint, fugitive = cJSON_GetArrayItem(score, 1)->valueint;
    if (points[0] == detectives && points[1] == fugitive) return NULL;
    return lg_vectors_differ("score %d-%d, not %d-%d", points[0], points[1], detectives, fugitive);
}

static const char *replay_game(const cJSON *line, replayed *game) {
    const cJSON *turn, *result = lg_vectors_get(line, "result");
    const char *reason = lg_vectors_text(result, "reason");
    const char *difference = set_up(lg_vectors_get(line, "setup"), game);
    if (difference != NULL) return difference;
    cJSON_ArrayForEach(turn, lg_vectors_get(line, "turns")) {
        if (lg_ontherun_result_of(&game->state) != LG_ONTHERUN_ONGOING) return "the game is over before its last turn";
        if ((difference = replay_turn(turn, game)) != NULL) return difference;
    }
    if (strcmp(reason, "illegal") == 0) difference = replay_offence(result, game);
    if (difference != NULL) return difference;
    const char *here = lg_ontherun_result_text(lg_ontherun_result_of(&game->state));
    if (strcmp(here, reason) != 0) return lg_vectors_differ("the result is \"%s\", not \"%s\"", here, reason);
    return compare_score(lg_vectors_get(result, "score"), &game->state);
}

static const char *replay(const cJSON *line) {
    replayed *game = lg_test_malloc(sizeof *game);
    const char *difference = replay_game(line, game);
    free(game);
    return difference;
}

START_TEST(test_vectors) {
    char message[4096] = "";
    const int games = lg_vectors_replay(lg_vectors_folder(), "ontherun", replay, message, sizeof message);
    ck_assert_msg(games > 0, "%s", message);
}
END_TEST

/* ---- damage ---- */

#define MAP                                                                                 \
    "\"8\\nC 1-2\\nC 1-5\\nC 2-5\\nC 3-4\\nC 3-6\\nC 4-7\\nC 5-8\\nC 6-7\\nC 6-8\\n" \
    "T 1-8\\nT 2-3\\nT 3-4\\nT 3-8\\nP 1-4\\nEND\\n\""

static const char WHOLE[] =
    "{\"game\":\"ontherun\",\"id\":\"whole\",\"setup\":{\"map\":" MAP "},\"turns\":[{\"detectives\":[6,5,2,1]},"
    "{\"fugitive\":6},{\"fugitive\":\"C 3\",\"legal\":[\"C 3\",\"C 7\",\"C 8\"],\"told\":\"C\",\"possible\":[3,7,8]},"
    "{\"detectives\":[8,1,5,4],\"legal\":46,\"possible\":[3,7]},{\"fugitive\":\"T 8\",\"legal\":[\"C 4\",\"C 6\","
    "\"T 2\",\"T 4\",\"T 8\"],\"told\":null,\"possible\":null}],\"result\":{\"reason\":\"ran into detective\","
    "\"score\":[20,0]}}\n";

static const char OFFENCE[] =
    "{\"game\":\"ontherun\",\"id\":\"offence\",\"setup\":{\"map\":" MAP "},\"turns\":[{\"detectives\":[6,5,2,1]}],"
    "\"result\":{\"reason\":\"illegal\",\"by\":\"fugitive\",\"move\":\"9\",\"score\":[20,0]}}\n";

START_TEST(test_undamaged_copies_pass) {
    char message[4096] = "", both[sizeof WHOLE + sizeof OFFENCE];
    (void)snprintf(both, sizeof both, "%s%s", WHOLE, OFFENCE);
    const int games = lg_vectors_replay_text("ontherun.jsonl", both, "ontherun", replay, message, sizeof message);
    ck_assert_msg(games == 2, "%s", message);
}
END_TEST

static const lg_vectors_damage DAMAGES[] = {
    {WHOLE, "T 3-8", "T 3-9", "whole: map, line 14, column 5: expected a city of the map"},
    {WHOLE, "[6,5,2,1]", "[6,5,2,2]", "whole: 6\n5\n2\n2\n is refused: two detectives may not end in the same city"},
    {WHOLE, "[6,5,2,1]", "[6,5,2]", "whole: there are not four detectives"},
    {WHOLE, "[8,1,5,4]", "[8,1,5,6]", "whole: 8\n1\n5\n6\n is refused: no connection"},
    {WHOLE, "\"C 7\",", "", "whole: 3 legal moves, not 2"},
    {WHOLE, "\"C 7\",\"C 8\"", "\"C 8\",\"C 7\"", "whole: legal move 1 is C 7, not C 8"},
    {WHOLE, "46", "47", "whole: 46 joint moves, not 47"},
    {WHOLE, "[3,7,8]", "[3,8]", "whole: city 7 is possible"},
    {WHOLE, "[3,7]", "[3,7,8]", "whole: city 8 is not possible"},
    {WHOLE, "\"possible\":null", "\"possible\":[]", "whole: the possible cities are null only"},
    {WHOLE, "\"told\":\"C\"", "\"told\":\"T\"", "whole: the detectives read \"6\nC\n\", not \"6\nT\n\""},
    {WHOLE, "\"told\":null", "\"told\":\"T\"", "whole: the detectives read \"Quit\n\", not \"T\nQuit\n\""},
    {WHOLE, "\"C 3\",\"legal\"", "\"C 4\",\"legal\"", "whole: C 4 is refused: no connection"},
    {WHOLE, "ran into detective", "caught", "whole: the result is \"ran into detective\", not \"caught\""},
    {WHOLE, "[20,0]", "[19,1]", "whole: score 20-0, not 19-1"},
    {WHOLE, "[20,0]", "null", "whole: score 20-0, not null"},
    {WHOLE, "null}],", "null},{\"detectives\":[2,2,2,2]}],", "whole: the game is over before its last turn"},
    {WHOLE, "\"ontherun\"", "\"run\"", "whole: unknown game \"run\""},
    {OFFENCE, "\"9\"", "\"8\"", "offence: the offence 8 gives \"no error\""},
    {OFFENCE, "\"9\"", "null", "offence: there is a joint move"},
    {OFFENCE, "\"fugitive\"", "\"detectives\"", "offence: the offender is not \"detectives\""},
    {OFFENCE, "[20,0]", "[0,20]", "offence: score 20-0, not 0-20"},
};

START_TEST(test_damaged_copies_are_reported) {
    lg_vectors_expect_noticed(&DAMAGES[_i], "ontherun", replay);
}
END_TEST

Suite *lg_test_ontherun_vectors(void) {
    Suite *suite = suite_create("ontherun vectors");
    TCase *tests = tcase_create("vectors");
    tcase_add_test(tests, test_vectors);
    tcase_add_test(tests, test_undamaged_copies_pass);
    tcase_add_loop_test(tests, test_damaged_copies_are_reported, 0, (int)(sizeof DAMAGES / sizeof DAMAGES[0]));
    suite_add_tcase(suite, tests);
    return suite;
}
