/* libFuzzer target for the functions of Alquerque beyond the uniform interface: moves, positions and messages as text,
 * moves as bytes, whole turns, tables of endings. The first byte chooses. */
#include "fuzz.h"
#include "games/alquerque/protocol.h"
#include "games/alquerque/rules.h"
#include "libgames/hash.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MOST_TURNS 2000 /* of a position are tested: there may be millions */

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

/* An action has an explanation exactly if it is refused; the state after it is valid. */
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
        REQUIRE(lg_i_alquerque_message(state, player, text, sizeof text, &length) == LG_OK);
    check_turns(state);
}

/* ---- inputs by their first byte ---- */

static void move_text(const char *text, size_t length) {
    lg_alquerque_move move;
    lg_parse_error error;
    if (lg_alquerque_move_parse(text, length, &move, &error) == LG_OK) check_move_text(&move);
    else require_place(&error, length);
}

/* Accepted input is printed in its only form. */
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

/* ---- tables of endings ---- */

static uint64_t tables[4096];
static size_t tables_size;

static void make_tables(void) {
    lg_alquerque_endings_progress progress = {.finished = false};
    memset(tables, 0, sizeof tables);
    while (!progress.finished)
        REQUIRE(lg_alquerque_endings_solve(2, tables, sizeof tables, 1, &progress) == LG_OK);
    tables_size = (size_t)progress.size;
}

/* The library's checksum of the tables' content. */
static void seal(uint8_t *all) {
    uint8_t head[64];
    memcpy(head, all, 56);
    for (int i = 0; i < 8; i++) head[56 + i] = (uint8_t)(lg_hash(all + 64, tables_size - 64) >> 8 * i);
    for (int i = 0; i < 8; i++) all[56 + i] = (uint8_t)(lg_hash(head, 64) >> 8 * i);
}

/* Bytes of the tables of two pieces are replaced. Damage is noticed unless the checksum is corrected; then accepted
 * tables give a result for every position, and nothing is read outside. */
static void damaged_tables(bytes *input) {
    if (tables_size == 0) make_tables();
    uint8_t *const copy = malloc(tables_size);
    lg_alquerque_endings endings;
    lg_parse_error error = {1, 1, NULL};
    lg_alquerque state;
    REQUIRE(copy != NULL);
    memcpy(copy, tables, tables_size);
    const bool sealed = take(input) % 2 == 0;
    take_into(input, &state, sizeof state);
    while (input->left > 0) {
        const uint32_t at = (uint32_t)take_int(input);
        copy[at % tables_size] = take(input);
    }
    const bool same = memcmp(copy, tables, tables_size) == 0;
    if (sealed) seal(copy);
    if (lg_alquerque_endings_open(copy, tables_size, &endings, &error) != LG_OK) {
        REQUIRE(!same && error.expected != NULL);
    } else {
        lg_alquerque_ending ending;
        REQUIRE(same || sealed);
        const lg_status status = lg_alquerque_endings_probe(&endings, copy, tables_size, &state, &ending);
        REQUIRE((status == LG_E_ARGUMENT) == (lg_alquerque_validate(&state) != LG_OK));
        if (status == LG_OK && ending.best.from != LG_ALQUERQUE_NO_POINT)
            REQUIRE(lg_i_alquerque_explain(&state, &ending.best) == NULL);
    }
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bytes input = {data, size};
    const uint8_t first = take(&input), kind = first % 4;
    if (kind == 3) {
        if (first >= 128) damaged_tables(&input);
        else raw_state_and_moves(&input);
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
