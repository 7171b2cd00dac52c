/* libFuzzer target for the functions of block drop beyond the uniform interface: positions, messages, replays and
 * answers as text, single turns, players that are stopped. The first byte chooses. */
#include "fuzz.h"
#include "games/blockdrop/protocol.h"
#include "games/blockdrop/steps.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MOST_TURNS 1000 /* of a replay */

/* The message of a valid state contains all of it except the stopped players. */
static void check_message(const lg_blockdrop *state) {
    char text[LG_BLOCKDROP_MESSAGE_TEXT + 1];
    size_t length;
    lg_blockdrop told, expected = *state;
    expected.stopped = 0;
    for (int32_t player = 0; player < LG_BLOCKDROP_PLAYERS; player++) {
        REQUIRE(lg_blockdrop_message(state, player, text, sizeof text, &length) == LG_OK);
        if (length == 0) continue;
        REQUIRE(lg_blockdrop_message_parse(text, length, state->rules, state->turn_limit, &told, NULL) == LG_OK);
        REQUIRE(memcmp(&told, &expected, sizeof told) == 0);
    }
}

static void check_actions(const lg_blockdrop *state) {
    const bool over = lg_blockdrop_result_of(state) != LG_BLOCKDROP_ONGOING;
    const uint32_t legal = lg_blockdrop_legal(state);
    lg_blockdrop after, waited;
    REQUIRE((legal == 0) == over && legal < 1u << LG_BLOCKDROP_ACTIONS);
    const lg_status status = lg_blockdrop_apply(state, LG_BLOCKDROP_NOTHING, &waited);
    REQUIRE(status == (over ? LG_E_OVER : LG_OK));
    for (int32_t action = 0; action < LG_BLOCKDROP_ACTIONS && !over; action++) {
        const bool carried_out = (legal >> action & 1) != 0;
        REQUIRE((lg_i_blockdrop_explain(state, action) == NULL) == carried_out);
        REQUIRE(lg_blockdrop_apply(state, action, &after) == LG_OK && lg_blockdrop_validate(&after) == LG_OK);
        if (!carried_out) REQUIRE(memcmp(&after, &waited, sizeof after) == 0);
    }
}

static void check_state(const lg_blockdrop *state) {
    char text[LG_BLOCKDROP_POSITION_TEXT + 1];
    size_t length;
    lg_blockdrop same;
    REQUIRE(lg_blockdrop_print(state, text, sizeof text, &length) == LG_OK);
    REQUIRE(lg_i_blockdrop_parse(text, length, &same, NULL) == LG_OK && memcmp(state, &same, sizeof same) == 0);
    check_message(state);
    check_actions(state);
}

/* ---- inputs by their first byte ---- */

/* Accepted input is printed in its only form. */
static void position_text(const char *text, size_t length) {
    lg_blockdrop state;
    lg_parse_error error;
    char again[LG_BLOCKDROP_POSITION_TEXT + 1];
    size_t written;
    if (lg_i_blockdrop_parse(text, length, &state, &error) != LG_OK) {
        require_place(&error, length);
        return;
    }
    REQUIRE(lg_blockdrop_print(&state, again, sizeof again, &written) == LG_OK);
    REQUIRE(written == length && memcmp(text, again, length) == 0);
    check_state(&state);
}

/* The same, except for the last line's end, and for a CR before the end of any line. */
static void message_text(const char *text, size_t length, int32_t rules) {
    lg_blockdrop state;
    lg_parse_error error;
    char again[LG_BLOCKDROP_MESSAGE_TEXT + 1];
    size_t written;
    if (lg_blockdrop_message_parse(text, length, rules, LG_BLOCKDROP_TURN_LIMIT, &state, &error) != LG_OK) {
        require_place(&error, length);
        return;
    }
    REQUIRE(lg_blockdrop_message(&state, state.turn % 4, again, sizeof again, &written) == LG_OK);
    size_t at = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\r' && i + 1 < length && text[i + 1] == '\n') continue;
        REQUIRE(at < written && text[i] == again[at]);
        at++;
    }
    REQUIRE(at == written || at + 1 == written);
    check_state(&state);
}

/* Printed and read again, a replay is the same game. */
static void replay_text(const char *text, size_t length) {
    static char again[LG_BLOCKDROP_REPLAY_TEXT(MOST_TURNS) + 1];
    static uint8_t actions[MOST_TURNS], same_actions[MOST_TURNS];
    lg_blockdrop start, same;
    lg_parse_error error;
    size_t count, written;
    const lg_status status = lg_blockdrop_replay_parse(text, length, MOST_TURNS, &start, actions, MOST_TURNS, &count,
                                                       &error);
    if (status != LG_OK) {
        REQUIRE(status == LG_E_PARSE);
        require_place(&error, length);
        return;
    }
    REQUIRE(lg_blockdrop_validate(&start) == LG_OK);
    REQUIRE(lg_blockdrop_replay_print(&start, actions, count, again, sizeof again, &written) == LG_OK);
    REQUIRE(lg_blockdrop_replay_parse(again, written, MOST_TURNS, &same, same_actions, count, &written, NULL) == LG_OK);
    REQUIRE(memcmp(&start, &same, sizeof start) == 0 && written == count);
    REQUIRE(memcmp(actions, same_actions, count) == 0);
}

static void answer_text(const char *text, size_t length) {
    lg_parse_error error;
    const int32_t action = lg_i_blockdrop_word(text, length);
    REQUIRE(action >= 0 && action < LG_BLOCKDROP_ACTIONS);
    lg_blockdrop state;
    lg_rng rng = lg_rng_seed(length, 0);
    REQUIRE(lg_blockdrop_new(LG_BLOCKDROP_PAGE, 9, &rng, &state) == LG_OK);
    REQUIRE(lg_blockdrop_play(&state, text, length, &state) == LG_OK && state.turn == 1);
    if (lg_i_blockdrop_ready_parse(text, length, &error) == LG_OK) REQUIRE(action == LG_BLOCKDROP_NOTHING);
    else require_place(&error, length);
}

/* Any bytes as a state; if it is valid, a turn or a stop for each remaining byte. */
static void raw_state(bytes *input) {
    lg_blockdrop state, skipped;
    take_into(input, &state, sizeof state);
    if (lg_blockdrop_validate(&state) != LG_OK) return;
    check_state(&state);
    lg_i_blockdrop_advance(&state, &skipped);
    REQUIRE(lg_blockdrop_validate(&skipped) == LG_OK);
    while (input->left > 0) {
        const uint8_t what = take(input);
        const int32_t number = what % 8 == 7 ? take_int(input) : what % 7;
        const lg_status status = what < 16 ? lg_i_blockdrop_forfeit(&state, what % 4, &state)
                                           : lg_blockdrop_apply(&state, number, &state);
        REQUIRE(status == LG_OK || status == LG_E_ARGUMENT || status == LG_E_OVER);
        REQUIRE(lg_blockdrop_validate(&state) == LG_OK);
    }
    check_state(&state);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bytes input = {data, size};
    const uint8_t kind = take(&input) % 6;
    if (kind == 5) {
        raw_state(&input);
        return 0;
    }
    size_t length;
    char *text = take_text(&input, &length);
    if (kind == 0) position_text(text, length);
    else if (kind == 1) message_text(text, length, LG_BLOCKDROP_PAGE);
    else if (kind == 2) message_text(text, length, LG_BLOCKDROP_ENGINE);
    else if (kind == 3) replay_text(text, length);
    else answer_text(text, length);
    free(text);
    return 0;
}
