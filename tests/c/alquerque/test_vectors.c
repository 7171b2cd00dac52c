/* Alquerque: whole games written by another implementation, replayed exactly; and damaged copies of them, which must
 * be noticed. */
#include "positions.h"
#include "games/alquerque/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- replay ---- */

static void add_board(char *text, const cJSON *board) {
    const cJSON *row;
    cJSON_ArrayForEach(row, board) {
        int empty = 0;
        for (const char *c = row->valuestring;; c++) {
            if (*c == '.') {
                empty++;
                continue;
            }
            if (empty > 0) text += sprintf(text, "%d", empty);
            empty = 0;
            if (*c == '\0') break;
            *text++ = *c;
        }
        *text++ = row->next != NULL ? '/' : '\0';
    }
}

static const char *move_or_dash(const cJSON *previous, const char *side) {
    const cJSON *move = lg_vectors_get(previous, side);
    return cJSON_IsNull(move) ? "-" : move->valuestring;
}

static const char *set_up(const cJSON *setup, lg_alquerque *state) {
    char board[128], text[512];
    lg_parse_error error;
    const cJSON *previous = lg_vectors_get(setup, "previous");
    const bool white = strcmp(lg_vectors_text(setup, "to_move"), "white") == 0;
    add_board(board, lg_vectors_get(setup, "board"));
    const int length = snprintf(text, sizeof text, "%s %c %d %s %s -", board, white ? 'w' : 'b',
                                lg_vectors_int(setup, "ply"), move_or_dash(previous, "white"),
                                move_or_dash(previous, "black"));
    if (lg_alquerque_parse(text, (size_t)length, state, &error) == LG_OK) return NULL;
    return lg_vectors_differ("setup \"%s\", column %d: expected %s", text, error.column, error.expected);
}

static const char *compare_board(const cJSON *board, const lg_alquerque *state) {
    int row = 6;
    const cJSON *line;
    cJSON_ArrayForEach(line, board) {
        for (int column = 0; column < 7; column++) {
            const int point = 8 * row + column;
            const char here = (state->pieces[0] >> point & 1) != 0   ? 'w'
                              : (state->pieces[1] >> point & 1) != 0 ? 'b'
                                                                     : '.';
            if (here != line->valuestring[column])
                return lg_vectors_differ("%c%c is '%c', not '%c'", 'a' + column, '1' + row, here,
                                         line->valuestring[column]);
        }
        row--;
    }
    return row == -1 ? NULL : lg_vectors_differ("the board has %d rows", 6 - row);
}

typedef char move_text[LG_ALQUERQUE_MOVE_TEXT + 1];

static int by_text(const void *a, const void *b) {
    return strcmp((const char *)a, (const char *)b);
}

static const char *compare_texts(const cJSON *legal, const move_text *texts, size_t count) {
    size_t i = 0;
    const cJSON *expected;
    if ((size_t)cJSON_GetArraySize(legal) != count)
        return lg_vectors_differ("%zu legal moves, not %d", count, cJSON_GetArraySize(legal));
    cJSON_ArrayForEach(expected, legal) {
        if (strcmp(texts[i], expected->valuestring) != 0)
            return lg_vectors_differ("legal move %zu is %s, not %s", i, texts[i], expected->valuestring);
        i++;
    }
    return NULL;
}

static const char *compare_legal(const cJSON *legal, const lg_alquerque *state) {
    size_t count = (size_t)lg_alquerque_count(state), length;
    lg_alquerque_move *moves = lg_test_malloc((count + 1) * sizeof *moves);
    move_text *texts = lg_test_malloc((count + 1) * sizeof *texts);
    ck_assert_uint_eq(list_of(state, moves, count + 1), count);
    for (size_t i = 0; i < count; i++)
        ck_assert_int_eq(lg_alquerque_move_print(&moves[i], texts[i], sizeof texts[i], &length), LG_OK);
    qsort(texts, count, sizeof *texts, by_text);
    const char *difference = compare_texts(legal, (const move_text *)texts, count);
    free(texts);
    free(moves);
    return difference;
}

static const char *replay_turn(const cJSON *turn, lg_alquerque *state) {
    lg_parse_error error;
    const char *move = lg_vectors_text(turn, "move");
    const char *difference = compare_legal(lg_vectors_get(turn, "legal"), state);
    if (difference != NULL) return difference;
    if (lg_alquerque_play(state, move, strlen(move), state, &error) != LG_OK)
        return lg_vectors_differ("%s is refused: %s", move, error.expected);
    return compare_board(lg_vectors_get(turn, "board"), state);
}

/* The rejected answer, and its consequence in the contest. */
static const char *replay_offence(const char *move, lg_alquerque *state) {
    lg_parse_error error = {0, 0, NULL};
    const lg_alquerque before = *state;
    const lg_status status = lg_alquerque_play(state, move, strlen(move), state, &error);
    if (status != LG_E_ILLEGAL && status != LG_E_PARSE)
        return lg_vectors_differ("the offence %s gives \"%s\"", move, lg_status_text(status));
    if (error.line != 1 || error.column < 1 || error.expected == NULL)
        return lg_vectors_differ("the offence %s is not explained", move);
    if (memcmp(&before, state, sizeof before) != 0) return lg_vectors_differ("the offence %s changes the state", move);
    return lg_i_alquerque_forfeit(state, state->to_move, state) == LG_OK ? NULL : "the forfeit is refused";
}

static const char *compare_score(const cJSON *score, const lg_alquerque *state) {
    int32_t points[2];
    lg_alquerque_scores(state, points);
    if (cJSON_IsNull(score))
        return lg_alquerque_result_of(state) == LG_ALQUERQUE_ONGOING && points[0] == 0 && points[1] == 0
                   ? NULL
                   : lg_vectors_differ("score %d-%d, not null", points[0], points[1]);
    const int white = cJSON_GetArrayItem(score, 0)->valueint, black = cJSON_GetArrayItem(score, 1)->valueint;
    if (points[0] == white && points[1] == black) return NULL;
    return lg_vectors_differ("score %d-%d, not %d-%d", points[0], points[1], white, black);
}

static const char *replay(const cJSON *line) {
    lg_alquerque state;
    const cJSON *turn, *result = lg_vectors_get(line, "result");
    const char *reason = lg_vectors_text(result, "reason");
    const char *difference = set_up(lg_vectors_get(line, "setup"), &state);
    if (difference != NULL) return difference;
    cJSON_ArrayForEach(turn, lg_vectors_get(line, "turns")) {
        if (lg_alquerque_result_of(&state) != LG_ALQUERQUE_ONGOING) return "the game is over before its last turn";
        if ((difference = replay_turn(turn, &state)) != NULL) return difference;
    }
    if (strcmp(reason, "illegal") == 0) difference = replay_offence(lg_vectors_text(result, "move"), &state);
    if (difference != NULL) return difference;
    const char *here = lg_alquerque_result_text(lg_alquerque_result_of(&state));
    if (strcmp(here, reason) != 0) return lg_vectors_differ("the result is \"%s\", not \"%s\"", here, reason);
    return compare_score(lg_vectors_get(result, "score"), &state);
}

START_TEST(test_vectors) {
    char message[4096] = "";
    const int games = lg_vectors_replay(lg_vectors_folder(), "alquerque", replay, message, sizeof message);
    ck_assert_msg(games > 0, "%s", message);
}
END_TEST

/* ---- damage ---- */

/* Four turns, a tie at the ply limit: small, whole, and every part of it can be damaged. */
static const char WHOLE[] =
    "{\"game\":\"alquerque\",\"id\":\"whole\",\"setup\":{\"board\":[\"b......\",\".......\",\".......\",\".......\","
    "\".......\",\".......\",\"......w\"],\"to_move\":\"white\",\"ply\":198,\"previous\":{\"white\":\"g2-g1\","
    "\"black\":null}},\"turns\":[{\"legal\":[\"g1-f1\",\"g1-f2\"],\"move\":\"g1-f1\","
    "\"board\":[\"b......\",\".......\",\".......\",\".......\",\".......\",\".......\",\".....w.\"]},"
    "{\"legal\":[\"a7-a6\",\"a7-b6\",\"a7-b7\"],\"move\":\"a7-b6\","
    "\"board\":[\".......\",\".b.....\",\".......\",\".......\",\".......\",\".......\",\".....w.\"]}],\"result\":{\"reason\":\"ply limit\",\"score\":[6,6]}}\n";

static const char OFFENCE[] =
    "{\"game\":\"alquerque\",\"id\":\"offence\",\"setup\":{\"board\":[\"b......\",\".......\",\".......\",\".......\","
    "\".......\",\".......\",\"......w\"],\"to_move\":\"white\",\"ply\":0,\"previous\":{\"white\":\"g2-g1\","
    "\"black\":null}},\"turns\":[],\"result\":{\"reason\":\"illegal\",\"move\":\"g1-g2\",\"score\":[0,12]}}\n";

static int replay_copy(const char *name, const char *text, char message[4096]) {
    return lg_vectors_replay_text(name, text, "alquerque", replay, message, 4096);
}

START_TEST(test_undamaged_copies_pass) {
    char message[4096] = "", both[sizeof WHOLE + sizeof OFFENCE];
    (void)snprintf(both, sizeof both, "%s%s", WHOLE, OFFENCE);
    ck_assert_msg(replay_copy("alquerque.jsonl", WHOLE, message) == 1, "%s", message);
    ck_assert_msg(replay_copy("alquerque-more.jsonl", OFFENCE, message) == 1, "%s", message);
    ck_assert_msg(replay_copy("alquerque.jsonl", both, message) == 2, "%s", message);
}
END_TEST

static const lg_vectors_damage DAMAGES[] = {
    {WHOLE, "\".b.....\"", "\".bw....\"", "whole: c6 is '.', not 'w'"},
    {WHOLE, "\".....w.\"]},", "\"....w..\"]},", "whole: e1 is '.', not 'w'"},
    {WHOLE, ",\".....w.\"]}],", "]}],", "whole: the board has 6 rows"},
    {WHOLE, "\"a7-a6\",", "", "whole: 3 legal moves, not 2"},
    {WHOLE, "\"g1-f2\"]", "\"g1-f2\",\"g1-g2\"]", "whole: 2 legal moves, not 3"},
    {WHOLE, "\"a7-b7\"]", "\"a7-b8\"]", "whole: legal move 2 is a7-b7, not a7-b8"},
    {WHOLE, "\"a7-a6\",\"a7-b6\"", "\"a7-b6\",\"a7-a6\"", "whole: legal move 0 is a7-a6, not a7-b6"},
    {WHOLE, "\"move\":\"a7-b6\"", "\"move\":\"a7-c5\"", "whole: a7-c5 is refused: a neighbouring point along a line"},
    {WHOLE, "\"move\":\"a7-b6\"", "\"move\":\"a7-b7\"", "whole: b7 is 'b', not '.'"},
    {WHOLE, "[6,6]", "[6,5]", "whole: score 6-6, not 6-5"},
    {WHOLE, "[6,6]", "null", "whole: score 6-6, not null"},
    {WHOLE, "ply limit", "no moves", "whole: the result is \"ply limit\", not \"no moves\""},
    {WHOLE, "198", "199", "whole: the game is over before its last turn"},
    {WHOLE, "198", "197", "whole: the result is \"ongoing\", not \"ply limit\""},
    {WHOLE, "198", "201", "whole: setup"},
    {WHOLE, "\"white\":\"g2-g1\"", "\"white\":null", "whole: 3 legal moves, not 2"},
    {WHOLE, "\"alquerque\"", "\"draughts\"", "whole: unknown game \"draughts\""},
    {WHOLE, "}}\n", "}\n", "not a JSON object"},
    {WHOLE, "}}\n", "}}\n\n", "not a JSON object"},
    {OFFENCE, "\"move\":\"g1-g2\"", "\"move\":\"g1-f1\"", "offence: the offence g1-f1 gives \"no error\""},
    {OFFENCE, "[0,12]", "[12,0]", "offence: score 0-12, not 12-0"},
    {OFFENCE, "\"illegal\"", "\"ongoing\"", "offence: score 0-0, not 0-12"},
};

START_TEST(test_damaged_copies_are_reported) {
    lg_vectors_expect_noticed(&DAMAGES[_i], "alquerque", replay);
}
END_TEST

START_TEST(test_folders_without_games_are_reported) {
    char message[4096] = "";
    ck_assert_int_eq(lg_vectors_replay("/no such folder", "alquerque", replay, message, sizeof message), -1);
    ck_assert_str_eq(message, "no file /no such folder/alquerque*.jsonl");
    ck_assert_int_eq(replay_copy("alquerque.jsonl", "", message), -1);
    ck_assert_msg(strstr(message, "no game in ") == message, "%s", message);
    ck_assert_int_eq(replay_copy("amazes.jsonl", WHOLE, message), -1);
    ck_assert_msg(strstr(message, "no file ") == message, "%s", message);
}
END_TEST

Suite *lg_test_alquerque_vectors(void) {
    Suite *suite = suite_create("alquerque vectors");
    TCase *tests = tcase_create("vectors");
    tcase_add_test(tests, test_vectors);
    tcase_add_test(tests, test_undamaged_copies_pass);
    tcase_add_loop_test(tests, test_damaged_copies_are_reported, 0, (int)(sizeof DAMAGES / sizeof DAMAGES[0]));
    tcase_add_test(tests, test_folders_without_games_are_reported);
    suite_add_tcase(suite, tests);
    return suite;
}
