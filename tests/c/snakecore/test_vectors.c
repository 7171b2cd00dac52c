/* SnakeCore: whole games written by another implementation, replayed exactly; and damaged copies of them, which must
 * be noticed. */
#include "../tests.h"
#include "games/snakecore/protocol.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- setup: a position text made from the vector ---- */

static char *add_row(char *text, const char *row) {
    int empty = 0;
    for (;; row++) {
        if (*row == '.') {
            empty++;
            continue;
        }
        if (empty > 0) text += sprintf(text, "%d", empty);
        empty = 0;
        if (*row == '\0') return text;
        *text++ = *row;
    }
}

static int coordinate(const cJSON *cell, int axis) {
    return cJSON_GetArrayItem(cell, axis)->valueint;
}

static char *add_python(char *text, const cJSON *python, int score) {
    const cJSON *head = lg_vectors_get(python, "cells")->child;
    text += sprintf(text, " %d:%d:%d,%d:", score, lg_vectors_int(python, "protection"), coordinate(head, 0),
                    coordinate(head, 1));
    if (head->next == NULL) *text++ = '-';
    for (const cJSON *cell = head; cell->next != NULL; cell = cell->next) {
        const int dx = coordinate(cell->next, 0) - coordinate(cell, 0);
        const int dy = coordinate(cell->next, 1) - coordinate(cell, 1);
        *text++ = dy < 0 ? 'U' : dy > 0 ? 'D' : dx < 0 ? 'L' : 'R';
    }
    *text = '\0';
    return text;
}

static const char *set_up(const cJSON *setup, lg_snakecore *state) {
    static char text[LG_SNAKECORE_POSITION_TEXT + 1];
    lg_parse_error error;
    const cJSON *field = lg_vectors_get(setup, "field"), *row, *python;
    const cJSON *score = lg_vectors_get(setup, "scores")->child;
    char *end = text + sprintf(text, "%d ", cJSON_GetArraySize(field));
    cJSON_ArrayForEach(row, field) {
        end = add_row(end, row->valuestring);
        *end++ = row->next != NULL ? '/' : ' ';
    }
    end += sprintf(end, "%d %d/%d 0000000000000000:0000000000000001", lg_vectors_int(setup, "to_move"),
                   lg_vectors_int(setup, "round"), lg_vectors_int(setup, "rounds"));
    cJSON_ArrayForEach(python, lg_vectors_get(setup, "pythons")) {
        end = add_python(end, python, score->valueint);
        score = score->next;
    }
    if (lg_snakecore_parse(text, (size_t)(end - text), state, &error) == LG_OK) return NULL;
    return lg_vectors_differ("setup \"%s\", column %d: expected %s", text, error.column, error.expected);
}

/* ---- turns ---- */

static const char *compare_scores(const cJSON *scores, const lg_snakecore *state) {
    int player = 0;
    const cJSON *score;
    if (cJSON_GetArraySize(scores) != state->players) return "another number of scores";
    cJSON_ArrayForEach(score, scores) {
        const int here = state->python[player].score;
        if (here != score->valueint) return lg_vectors_differ("score %d is %d, not %d", player, here, score->valueint);
        player++;
    }
    return NULL;
}

/* The request is the state's, and a program that reads it sees the same. */
static const char *compare_request(const char *request, const lg_snakecore *state) {
    static char text[LG_SNAKECORE_REQUEST_TEXT + 1];
    static lg_snakecore read;
    lg_snakecore_message_kind told = LG_SNAKECORE_MESSAGE_NAME;
    lg_parse_error error = {0, 0, NULL};
    size_t length;
    ck_assert_int_eq(lg_snakecore_request(state, text, sizeof text, &length), LG_OK);
    text[length - 1] = '\0';
    if (strcmp(text, request) != 0) return lg_vectors_differ("the request is\n%s\nnot\n%s", text, request);
    if (lg_snakecore_message_parse(request, strlen(request), state->to_move, 10, 0, &told, &read, &error) != LG_OK)
        return lg_vectors_differ("the request is refused at %d:%d: %s", error.line, error.column, error.expected);
    ck_assert_int_eq(told, LG_SNAKECORE_MESSAGE_ACTION);
    ck_assert_int_eq(lg_snakecore_validate(&read, sizeof read), LG_OK);
    ck_assert_int_eq(lg_snakecore_request(&read, text, sizeof text, &length), LG_OK);
    text[length - 1] = '\0';
    return strcmp(text, request) == 0 ? NULL : lg_vectors_differ("read and written again the request is\n%s", text);
}

/* The consequences of a junk answer: it is refused, the player disqualified, its turn passed. */
static const char *replay_offence(const char *answer, lg_snakecore *state) {
    lg_parse_error error = {0, 0, NULL};
    const lg_snakecore before = *state;
    const lg_status status = lg_snakecore_play(state, answer, strlen(answer), state, &error);
    if (status != LG_E_PARSE) return lg_vectors_differ("the answer \"%s\" gives %s", answer, lg_status_text(status));
    if (error.line != 1 || error.column < 1 || error.expected == NULL) return "the offence is not explained";
    if (memcmp(&before, state, lg_snakecore_bytes(state)) != 0) return "the offence changes the state";
    ck_assert_int_eq(lg_snakecore_forfeit(state, state->to_move, state), LG_OK);
    return NULL;
}

static const char *play(const cJSON *turn, lg_snakecore *state) {
    lg_snakecore_cell cells[LG_SNAKECORE_MAX_CELLS];
    const cJSON *spawns = lg_vectors_get(turn, "spawns"), *spawn;
    const char *answer = lg_vectors_text(turn, "action"), *difference = NULL;
    int32_t action = LG_SNAKECORE_NONE, count = 0;
    if (lg_i_snakecore_action_parse(answer, strlen(answer), &action, NULL) != LG_OK)
        difference = replay_offence(answer, state);
    if (difference != NULL) return difference;
    cJSON_ArrayForEach(spawn, spawns) {
        cells[count].x = (uint8_t)coordinate(spawn, 0);
        cells[count++].y = (uint8_t)coordinate(spawn, 1);
    }
    if (lg_snakecore_spawns(state, action) != count)
        return lg_vectors_differ("%d blocks come back, not %d", lg_snakecore_spawns(state, action), count);
    if (lg_snakecore_apply_at(state, action, cells, count, state) != LG_OK)
        return lg_vectors_differ("\"%s\" with %d cells is refused", answer, count);
    return lg_snakecore_validate(state, sizeof *state) == LG_OK ? NULL : "the state is not valid any more";
}

static const char *replay_turn(const cJSON *turn, lg_snakecore *state) {
    const char *difference = NULL;
    if (lg_vectors_int(turn, "player") != state->to_move) difference = "another player is to move";
    if (difference == NULL) difference = compare_request(lg_vectors_text(turn, "request"), state);
    if (difference == NULL) difference = play(turn, state);
    return difference != NULL ? difference : compare_scores(lg_vectors_get(turn, "scores"), state);
}

/* ---- results ---- */

static const char *compare_field(const cJSON *field, const lg_snakecore *state) {
    char here[LG_SNAKECORE_MAX_CELLS];
    const cJSON *row;
    int y = 0;
    lg_snakecore_field(state, here);
    if (cJSON_GetArraySize(field) != state->size) return "the field has another size";
    cJSON_ArrayForEach(row, field) {
        const char *line = here + y * state->size, *expected = row->valuestring;
        if (strlen(expected) != state->size || memcmp(line, expected, state->size) != 0)
            return lg_vectors_differ("row %d is %.*s, not %s", y, state->size, line, expected);
        y++;
    }
    return NULL;
}

static const char *compare_python(const cJSON *python, const lg_snakecore *state, int player) {
    lg_snakecore_cell cells[LG_SNAKECORE_MAX_CELLS];
    const cJSON *cell;
    int i = 0;
    cells[0] = state->python[player].head;
    const int count = 1 + lg_snakecore_body(state, player, cells + 1, NULL);
    if (state->python[player].protection != lg_vectors_int(python, "protection"))
        return lg_vectors_differ("protection of %d is %d", player, state->python[player].protection);
    if (cJSON_GetArraySize(lg_vectors_get(python, "cells")) != count)
        return lg_vectors_differ("python %d has %d cells", player, count);
    cJSON_ArrayForEach(cell, lg_vectors_get(python, "cells")) {
        if (coordinate(cell, 0) != cells[i].x || coordinate(cell, 1) != cells[i].y)
            return lg_vectors_differ("cell %d of python %d is %d,%d", i, player, cells[i].x, cells[i].y);
        i++;
    }
    return NULL;
}

static const char *compare_result(const cJSON *result, const lg_snakecore *state) {
    const char *difference = compare_scores(lg_vectors_get(result, "scores"), state);
    const cJSON *winner, *python, *pythons = lg_vectors_get(result, "pythons");
    uint32_t winners = 0;
    int player = 0;
    if (difference == NULL) difference = compare_field(lg_vectors_get(result, "field"), state);
    if (difference != NULL) return difference;
    if (cJSON_IsTrue(lg_vectors_get(result, "over")) != (lg_snakecore_result_of(state) != LG_SNAKECORE_ONGOING)) return "over is wrong";
    cJSON_ArrayForEach(winner, lg_vectors_get(result, "winners")) winners |= 1u << winner->valueint;
    if (winners != lg_snakecore_leaders(state)) return lg_vectors_differ("leaders %x", lg_snakecore_leaders(state));
    if (cJSON_GetArraySize(pythons) != state->players) return "another number of pythons";
    cJSON_ArrayForEach(python, pythons) {
        if ((difference = compare_python(python, state, player++)) != NULL) return difference;
    }
    return NULL;
}

static const char *replay(const cJSON *line) {
    static lg_snakecore state;
    const cJSON *turn;
    const char *difference = set_up(lg_vectors_get(line, "setup"), &state);
    int number = 0;
    if (difference != NULL) return difference;
    cJSON_ArrayForEach(turn, lg_vectors_get(line, "turns")) {
        if (lg_snakecore_result_of(&state)) return "the game is over before its last turn";
        difference = replay_turn(turn, &state);
        if (difference != NULL) {
            char text[2048];
            (void)snprintf(text, sizeof text, "%s", difference);
            return lg_vectors_differ("turn %d: %s", number, text);
        }
        number++;
    }
    return compare_result(lg_vectors_get(line, "result"), &state);
}

START_TEST(test_vectors) {
    char message[4096] = "";
    const int games = lg_vectors_replay(lg_vectors_folder(), "snakecore", replay, message, sizeof message);
    ck_assert_msg(games > 0, "%s", message);
}
END_TEST

/* ---- damage: each stated field of every game, changed a little ---- */

static cJSON *part(cJSON *object, const char *name) {
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

static void add_to(cJSON *number, int change) {
    cJSON_SetNumberValue(number, number->valueint + change);
}

/* A byte of the text that is not at its end. */
static void change_byte(cJSON *text) {
    char *byte = &text->valuestring[strlen(text->valuestring) / 2];
    *byte = *byte == '.' ? 'b' : *byte == '1' ? '2' : '1';
}

enum {
    TURN_PLAYER,
    TURN_REQUEST,
    TURN_SCORE,
    TURN_SPAWN_MORE,
    TURN_MISSING,
    SETUP_PROTECTION,
    SETUP_SCORE,
    SETUP_ROUND,
    RESULT_SCORE,
    RESULT_FIELD,
    RESULT_PROTECTION,
    RESULT_HEAD,
    RESULT_WINNERS,
    RESULT_OVER,
    DAMAGES
};

static int damage_kind; /* of the running test */

static void damage(cJSON *line, int kind) {
    cJSON *setup = part(line, "setup"), *turns = part(line, "turns"), *result = part(line, "result");
    const int chosen = cJSON_GetArraySize(turns) / 2;
    cJSON *turn = cJSON_GetArrayItem(turns, chosen), *spot;
    switch (kind) {
    case TURN_PLAYER: add_to(part(turn, "player"), 1); break;
    case TURN_REQUEST: change_byte(part(turn, "request")); break;
    case TURN_SCORE: add_to(part(turn, "scores")->child, 1); break;
    case TURN_SPAWN_MORE:
        spot = cJSON_CreateArray();
        cJSON_AddItemToArray(spot, cJSON_CreateNumber(0));
        cJSON_AddItemToArray(spot, cJSON_CreateNumber(0));
        cJSON_AddItemToArray(part(turn, "spawns"), spot);
        break;
    case TURN_MISSING: cJSON_DeleteItemFromArray(turns, chosen); break;
    case SETUP_PROTECTION: add_to(part(part(setup, "pythons")->child, "protection"), 50); break;
    case SETUP_SCORE: add_to(part(setup, "scores")->child, 1); break;
    case SETUP_ROUND: add_to(part(setup, "round"), cJSON_IsTrue(part(result, "over")) ? 1 : 100); break;
    case RESULT_SCORE: add_to(part(result, "scores")->child, -1); break;
    case RESULT_FIELD: change_byte(cJSON_GetArrayItem(part(result, "field"), 4)); break;
    case RESULT_PROTECTION: add_to(part(part(result, "pythons")->child, "protection"), 1); break;
    case RESULT_HEAD: add_to(part(part(result, "pythons")->child, "cells")->child->child, 1); break;
    case RESULT_WINNERS: cJSON_DeleteItemFromArray(part(result, "winners"), 0); break;
    default:
        cJSON_ReplaceItemInObjectCaseSensitive(result, "over", cJSON_CreateBool(!cJSON_IsTrue(part(result, "over"))));
    }
}

static const char *replay_damaged(const cJSON *line) {
    cJSON *copy = cJSON_Duplicate(line, true);
    damage(copy, damage_kind);
    const bool noticed = replay(copy) != NULL;
    cJSON_Delete(copy);
    return noticed ? NULL : lg_vectors_differ("damage %d is not noticed", damage_kind);
}

START_TEST(test_damaged_copies_are_noticed) {
    char message[4096] = "";
    damage_kind = _i;
    const int games = lg_vectors_replay(lg_vectors_folder(), "snakecore", replay_damaged, message, sizeof message);
    ck_assert_msg(games > 0, "%s", message);
}
END_TEST

/* Every spawn of every game, left out or put on the head: both refused. */
static const char *replay_without_spawn(const cJSON *line) {
    int count = 0;
    cJSON *copy = cJSON_Duplicate(line, true), *turn;
    const char *difference = NULL;
    cJSON_ArrayForEach(turn, part(copy, "turns")) {
        cJSON *spawns = part(turn, "spawns");
        if (cJSON_GetArraySize(spawns) == 0 || ++count > 5) continue;
        cJSON *taken = cJSON_DetachItemFromArray(spawns, 0);
        if (replay(copy) == NULL) difference = "a missing spawn is not noticed";
        cJSON_InsertItemInArray(spawns, 0, taken);
        const int x = coordinate(taken, 0);
        cJSON_SetNumberValue(taken->child, 64);
        if (replay(copy) == NULL) difference = "a spawn outside the field is not noticed";
        cJSON_SetNumberValue(taken->child, x);
    }
    if (replay(copy) != NULL) difference = "the repaired game differs";
    cJSON_Delete(copy);
    return difference;
}

START_TEST(test_damaged_spawns_are_noticed) {
    char message[4096] = "";
    const char *folder = lg_vectors_folder();
    const int games = lg_vectors_replay(folder, "snakecore", replay_without_spawn, message, sizeof message);
    ck_assert_msg(games > 0, "%s", message);
}
END_TEST

Suite *lg_test_snakecore_vectors(void) {
    Suite *suite = suite_create("snakecore vectors");
    TCase *tests = tcase_create("vectors");
    tcase_add_test(tests, test_vectors);
    if (LG_TESTS_SLOWER == 1) { /* they replay all games again and again */
        tcase_add_loop_test(tests, test_damaged_copies_are_noticed, 0, DAMAGES);
        tcase_add_test(tests, test_damaged_spawns_are_noticed);
    }
    suite_add_tcase(suite, tests);
    return suite;
}
