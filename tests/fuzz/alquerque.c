/* libFuzzer target for what Alquerque has beyond the uniform interface: moves, positions and messages as text, moves as
 * bytes, whole turns. The first byte chooses. */
#include "fuzz.h"
#include "games/alquerque/rules.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MOST_TURNS 2000 /* of a position are looked at: there may be millions */

static void check_move_text(const lg_alquerque_move *move) {
    char text[LG_ALQUERQUE_MOVE_TEXT + 1];
    uint8_t points[LG_ALQUERQUE_MAX_JUMPS + 1];
    size_t length;
    lg_alquerque_move same;
    REQUIRE(lg_alquerque_move_print(move, text, sizeof text, &length) == LG_OK);
    REQUIRE(lg_alquerque_move_parse(text, length, &same, NULL) == LG_OK && memcmp(move, &same, sizeof same) == 0);
    const int32_t count = lg_i_alquerque_points(move, points);
    REQUIRE(lg_i_alquerque_move_make(points, count, move->jumps > 0, &same));
    REQUIRE(memcmp(move, &same, sizeof same) == 0);
}

/* Explained exactly when it is not played; the state after it is valid. */
static void try_move(const lg_alquerque *state, const lg_alquerque_move *move) {
    lg_alquerque after;
    const bool legal = lg_i_alquerque_explain(state, move) == NULL;
    const lg_status status = lg_alquerque_apply(state, move, &after);
    REQUIRE((status == LG_OK) == legal);
    if (legal) REQUIRE(lg_alquerque_validate(&after) == LG_OK);
}

static void check_turns(const lg_alquerque *state) {
    lg_alquerque_moves all;
    lg_alquerque_move move;
    uint64_t count = 0;
    lg_alquerque_moves_begin(state, &all);
    while (count < MOST_TURNS && lg_alquerque_moves_next(&all, &move)) {
        REQUIRE(lg_i_alquerque_explain(state, &move) == NULL);
        try_move(state, &move);
        check_move_text(&move);
        count++;
    }
    if (count < MOST_TURNS)
        REQUIRE(lg_alquerque_count(state) == count && lg_alquerque_perft(state, 1, count % 2 == 0) == count);
    REQUIRE((count > 0) == (lg_alquerque_result_of(state) == LG_ALQUERQUE_ONGOING));
}

static void check_state(const lg_alquerque *state) {
    char text[LG_ALQUERQUE_POSITION_TEXT + 1];
    size_t length;
    lg_alquerque same;
    REQUIRE(lg_alquerque_print(state, text, sizeof text, &length) == LG_OK);
    REQUIRE(lg_alquerque_parse(text, length, &same, NULL) == LG_OK && memcmp(state, &same, sizeof same) == 0);
    lg_alquerque_swap(state, &same);
    REQUIRE(lg_alquerque_validate(&same) == LG_OK);
    for (int32_t player = 0; player < 2; player++)
        REQUIRE(lg_alquerque_message(state, player, text, sizeof text, &length) == LG_OK);
    check_turns(state);
}

/* ---- what the first byte chooses ---- */

static void move_text(const char *text, size_t length) {
    lg_alquerque_move move;
    lg_parse_error error;
    if (lg_alquerque_move_parse(text, length, &move, &error) == LG_OK) check_move_text(&move);
    else require_place(&error, length);
}

/* What is accepted is written the only way there is. */
static void position_text(const char *text, size_t length) {
    lg_alquerque state;
    lg_parse_error error;
    char again[LG_ALQUERQUE_POSITION_TEXT + 1];
    size_t written;
    if (lg_alquerque_parse(text, length, &state, &error) != LG_OK) {
        require_place(&error, length);
        return;
    }
    REQUIRE(lg_alquerque_print(&state, again, sizeof again, &written) == LG_OK);
    REQUIRE(written == length && memcmp(text, again, length) == 0);
    check_state(&state);
}

static void message_text(const char *text, size_t length) {
    lg_alquerque_message_kind told;
    lg_alquerque_move move;
    lg_parse_error error;
    if (lg_alquerque_message_parse(text, length, &told, &move, &error) != LG_OK) require_place(&error, length);
    else if (told == LG_ALQUERQUE_MESSAGE_MOVE) check_move_text(&move);
}

static void raw_state_and_moves(bytes *input) {
    lg_alquerque state, after;
    lg_alquerque_move move;
    take_into(input, &state, sizeof state);
    if (lg_alquerque_validate(&state) != LG_OK) return;
    check_state(&state);
    while (input->left > 0) {
        take_into(input, &move, sizeof move);
        try_move(&state, &move);
        const int32_t point = lg_i_alquerque_sparse(take(input) % LG_ALQUERQUE_POINTS), direction = take(input) % 8;
        if (lg_i_alquerque_decide(&state, point, direction, &after) != LG_OK) continue;
        REQUIRE(lg_alquerque_validate(&after) == LG_OK);
        state = after;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bytes input = {data, size};
    const uint8_t kind = take(&input) % 4;
    if (kind == 3) {
        raw_state_and_moves(&input);
        return 0;
    }
    size_t length;
    char *text = take_text(&input, &length);
    if (kind == 0) move_text(text, length);
    else if (kind == 1) position_text(text, length);
    else message_text(text, length);
    free(text);
    return 0;
}
