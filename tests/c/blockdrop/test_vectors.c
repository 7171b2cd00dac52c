/* Block drop: every turn of the conformance vectors, and proof that a wrong vector is noticed. */
#include "../tests.h"

#include <string.h>

static const char LETTERS[] = "URDL";

static int number_at(const cJSON *list, int index) {
    return cJSON_GetArrayItem(list, index)->valueint;
}

static int facing_at(const cJSON *list, int index) {
    return (int)(strchr(LETTERS, cJSON_GetArrayItem(list, index)->valuestring[0]) - LETTERS);
}

static lg_status begin(const cJSON *setup, lg_blockdrop *state) {
    const cJSON *players = lg_vectors_get(setup, "players");
    const char *rules = lg_vectors_text(setup, "rules");
    lg_blockdrop_place places[LG_BLOCKDROP_PLAYERS];
    for (int i = 0; i < LG_BLOCKDROP_PLAYERS; i++) {
        const cJSON *player = cJSON_GetArrayItem(players, i);
        places[i].row = number_at(player, 0);
        places[i].column = number_at(player, 1);
        places[i].facing = facing_at(player, 2);
    }
    ck_assert(strcmp(rules, "page") == 0 || strcmp(rules, "engine") == 0);
    return lg_blockdrop_start(strcmp(rules, "page") == 0 ? LG_BLOCKDROP_PAGE : LG_BLOCKDROP_ENGINE,
                              lg_vectors_int(setup, "turn_limit"), places, state);
}

static const char *compare(const cJSON *turn, const lg_blockdrop *state) {
    const cJSON *blocks = lg_vectors_get(turn, "blocks"), *players = lg_vectors_get(turn, "players");
    for (int i = 0; i < LG_BLOCKDROP_BLOCKS; i++) {
        const int expected = number_at(cJSON_GetArrayItem(blocks, i / 6), i % 6);
        if (state->timers[i] != expected)
            return lg_vectors_differ("turn %d: timer of block %d is %d, not %d", state->turn, i, state->timers[i],
                                     expected);
    }
    for (int i = 0; i < LG_BLOCKDROP_PLAYERS; i++) {
        const cJSON *player = cJSON_GetArrayItem(players, i);
        if (state->row[i] != number_at(player, 0) || state->column[i] != number_at(player, 1) ||
            state->facing[i] != facing_at(player, 2) || state->stun[i] != number_at(player, 3))
            return lg_vectors_differ("turn %d: player %d is at %d %d %c %d", state->turn, i, state->row[i],
                                     state->column[i], LETTERS[state->facing[i]], state->stun[i]);
    }
    return NULL;
}

static const char *compare_result(const cJSON *result, const lg_blockdrop *state) {
    const cJSON *winner = lg_vectors_get(result, "winner");
    const bool over = lg_blockdrop_result_of(state) != LG_BLOCKDROP_ONGOING;
    if (lg_blockdrop_winner(state) != (cJSON_IsNull(winner) ? -1 : winner->valueint))
        return lg_vectors_differ("the winner is %d", lg_blockdrop_winner(state));
    if (over != (bool)cJSON_IsTrue(lg_vectors_get(result, "over"))) return lg_vectors_differ("over is %d", over);
    if (state->turn != lg_vectors_int(result, "turns")) return lg_vectors_differ("%d turns were played", state->turn);
    return NULL;
}

static const char *replay(const cJSON *line) {
    lg_blockdrop state;
    const cJSON *turn;
    if (begin(lg_vectors_get(line, "setup"), &state) != LG_OK) return "the setup was refused";
    cJSON_ArrayForEach(turn, lg_vectors_get(line, "turns")) {
        const char *word = lg_vectors_text(turn, "action");
        const lg_status status = lg_blockdrop_play(&state, word, strlen(word), &state);
        if (status != LG_OK) return lg_vectors_differ("turn %d: %s", state.turn, lg_status_text(status));
        const char *difference = compare(turn, &state);
        if (difference == NULL && lg_blockdrop_validate(&state) != LG_OK) difference = "a position is not valid";
        if (difference != NULL) return difference;
    }
    return compare_result(lg_vectors_get(line, "result"), &state);
}

START_TEST(test_vectors) {
    char message[4096] = "";
    const int games = lg_vectors_replay(lg_vectors_folder(), "blockdrop", replay, message, sizeof message);
    ck_assert_msg(games > 0, "%s", message);
}
END_TEST

/* ---- each statement of a vector, changed by one ---- */

static void change(cJSON *number) {
    cJSON_SetNumberHelper(number, number->valueint + 1);
}

static cJSON *last_turn(cJSON *line) {
    cJSON *turns = cJSON_GetObjectItem(line, "turns");
    return cJSON_GetArrayItem(turns, cJSON_GetArraySize(turns) - 1);
}

static void damage(cJSON *line, int which) {
    cJSON *turn = last_turn(line), *result = cJSON_GetObjectItem(line, "result");
    cJSON *player = cJSON_GetArrayItem(cJSON_GetObjectItem(turn, "players"), 2);
    const cJSON *blocks = cJSON_GetObjectItem(turn, "blocks");
    const bool over = cJSON_IsTrue(cJSON_GetObjectItem(result, "over")), up = facing_at(player, 2) == 0;
    if (which < 36) change(cJSON_GetArrayItem(cJSON_GetArrayItem(blocks, which / 6), which % 6));
    else if (which == 36) change(cJSON_GetArrayItem(player, 0));
    else if (which == 37) change(cJSON_GetArrayItem(player, 1));
    else if (which == 38) cJSON_ReplaceItemInArray(player, 2, cJSON_CreateString(up ? "R" : "U"));
    else if (which == 39) change(cJSON_GetArrayItem(player, 3));
    else if (which == 40) cJSON_ReplaceItemInObject(result, "winner", cJSON_CreateNumber(4));
    else if (which == 41) change(cJSON_GetObjectItem(result, "turns"));
    else cJSON_ReplaceItemInObject(result, "over", cJSON_CreateBool(!over));
}

/* Short games only, since each is replayed once for each damage. */
static const char *replay_damaged(const cJSON *line) {
    if (cJSON_GetArraySize(lg_vectors_get(line, "turns")) > 60) return NULL;
    for (int which = 0; which <= 42; which++) {
        cJSON *copy = cJSON_Duplicate(line, true);
        damage(copy, which);
        const bool noticed = replay(copy) != NULL;
        cJSON_Delete(copy);
        if (!noticed) return lg_vectors_differ("damage %d was not noticed", which);
    }
    return NULL;
}

START_TEST(test_damaged_vectors_fail) {
    char message[4096] = "";
    const int games = lg_vectors_replay(lg_vectors_folder(), "blockdrop", replay_damaged, message, sizeof message);
    ck_assert_msg(games > 0, "%s", message);
}
END_TEST

Suite *lg_test_blockdrop_vectors(void) {
    Suite *suite = suite_create("blockdrop vectors");
    TCase *tests = tcase_create("vectors");
    tcase_add_test(tests, test_vectors);
    tcase_add_test(tests, test_damaged_vectors_fail);
    suite_add_tcase(suite, tests);
    return suite;
}
