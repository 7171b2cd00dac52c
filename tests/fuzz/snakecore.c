/* libFuzzer target for the functions of SnakeCore beyond the uniform interface: positions, requests, names and answers
 * as text, any bytes as states, turns with given cells, generated fields. The first byte chooses. */
#include "fuzz.h"
#include "games/snakecore/layout.h"
#include "games/snakecore/protocol.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_TURNS = 300 };

static bool same(const lg_snakecore *a, const lg_snakecore *b) {
    return lg_snakecore_bytes(a) == lg_snakecore_bytes(b) && memcmp(a, b, lg_snakecore_bytes(a)) == 0;
}

/* A request of a valid state contains the field, bodies and counters: read again, it gives the same request. */
static void check_request(const lg_snakecore *state) {
    static char text[LG_SNAKECORE_REQUEST_TEXT + 1], again[LG_SNAKECORE_REQUEST_TEXT + 1];
    static lg_snakecore told;
    lg_snakecore_message_kind kind;
    size_t length, written;
    for (int32_t player = 0; player < state->players; player++)
        REQUIRE(lg_i_snakecore_message(state, player, text, sizeof text, &length) == LG_OK);
    const lg_status status = lg_snakecore_request(state, text, sizeof text, &length);
    REQUIRE(status == (lg_snakecore_result_of(state) ? LG_E_OVER : LG_OK));
    if (status != LG_OK) return;
    REQUIRE(lg_snakecore_message_parse(text, length, state->to_move, state->rounds, 1, &kind, &told, NULL) == LG_OK);
    REQUIRE(kind == LG_SNAKECORE_MESSAGE_ACTION && lg_snakecore_validate(&told, sizeof told) == LG_OK);
    REQUIRE(lg_snakecore_request(&told, again, sizeof again, &written) == LG_OK);
    REQUIRE(written == length && memcmp(text, again, length) == 0);
}

/* Every action does what the mask and the effects promise. */
static void check_actions(const lg_snakecore *state) {
    static lg_snakecore after, waited;
    const bool over = lg_snakecore_result_of(state) != LG_SNAKECORE_ONGOING;
    const uint32_t legal = lg_snakecore_legal(state);
    REQUIRE((legal == 0) == over && legal < 1u << LG_SNAKECORE_ACTIONS);
    REQUIRE(lg_snakecore_apply(state, LG_SNAKECORE_NONE, &waited) == (over ? LG_E_OVER : LG_OK));
    for (int32_t action = 0; action < LG_SNAKECORE_ACTIONS && !over; action++) {
        const lg_snakecore_effect effect = lg_snakecore_effect_of(state, action);
        REQUIRE((legal >> action & 1) == (effect < LG_SNAKECORE_OFF_FIELD));
        REQUIRE(lg_snakecore_apply(state, action, &after) == LG_OK);
        REQUIRE(lg_snakecore_validate(&after, lg_snakecore_bytes(&after)) == LG_OK);
        if (effect >= LG_SNAKECORE_OFF_FIELD) REQUIRE(same(&after, &waited));
        REQUIRE(lg_i_snakecore_effect_text(effect) != NULL);
    }
}

static void check_state(const lg_snakecore *state) {
    static char text[LG_SNAKECORE_POSITION_TEXT + 1];
    static lg_snakecore again;
    size_t length;
    REQUIRE(lg_snakecore_print(state, text, sizeof text, &length) == LG_OK);
    REQUIRE(lg_snakecore_parse(text, length, &again, NULL) == LG_OK && same(state, &again));
    check_request(state);
    check_actions(state);
}

/* ---- text ---- */

/* Accepted text is written in its only form. */
static void position_text(const char *text, size_t length) {
    static lg_snakecore state;
    static char again[LG_SNAKECORE_POSITION_TEXT + 1];
    lg_parse_error error;
    size_t written;
    if (lg_snakecore_parse(text, length, &state, &error) != LG_OK) {
        require_place(&error, length);
        return;
    }
    REQUIRE(lg_snakecore_print(&state, again, sizeof again, &written) == LG_OK);
    REQUIRE(written == length && memcmp(text, again, length) == 0);
    check_state(&state);
}

static void request_text(const char *text, size_t length, int32_t player) {
    static lg_snakecore state;
    lg_snakecore_message_kind told;
    lg_parse_error error;
    if (lg_snakecore_message_parse(text, length, player, 10, 1, &told, &state, &error) != LG_OK) {
        require_place(&error, length);
        return;
    }
    if (told == LG_SNAKECORE_MESSAGE_NAME) return;
    REQUIRE(lg_snakecore_validate(&state, sizeof state) == LG_OK && state.to_move == player);
    check_state(&state);
}

static void answer_text(const char *text, size_t length) {
    static const lg_snakecore_setup SETUP = {8, 2, 4, 2, 10, 5, 9};
    static lg_snakecore state;
    lg_parse_error error;
    size_t name;
    if (lg_i_snakecore_name_parse(text, length, &name, &error) == LG_OK) REQUIRE(name <= LG_SNAKECORE_NAME);
    else require_place(&error, length);
    REQUIRE(lg_snakecore_new(&SETUP, 1, &state) == LG_OK);
    if (lg_snakecore_play(&state, text, length, &state, &error) == LG_OK) REQUIRE(state.to_move == 1);
    else require_place(&error, length);
}

/* ---- turns ---- */

/* An action for each byte that is left, and cells from more of them where blocks come back; high bytes do something
 * else. */
static void play(bytes *input, lg_snakecore *state) {
    static lg_snakecore_cell cells[LG_SNAKECORE_MAX_CELLS];
    for (int turn = 0; turn < MOST_TURNS && input->left > 0; turn++) {
        const uint8_t what = take(input);
        const int32_t action = what % 16 == 15 ? take_int(input) : what % 16 % 6;
        lg_status status;
        if (what >= 240) {
            status = lg_snakecore_forfeit(state, action, state);
        } else if (what >= 160) {
            const int32_t count = lg_snakecore_spawns(state, action) - (what % 32 == 0);
            for (int32_t i = 0; i < count; i++) {
                cells[i].x = take(input);
                cells[i].y = take(input);
            }
            status = lg_snakecore_apply_at(state, action, cells, count, state);
        } else {
            status = lg_snakecore_apply(state, action, state);
        }
        REQUIRE(status == LG_OK || status == LG_E_ARGUMENT || status == LG_E_OVER);
        if (turn % 16 == 0) REQUIRE(lg_snakecore_validate(state, lg_snakecore_bytes(state)) == LG_OK);
    }
    REQUIRE(lg_snakecore_validate(state, lg_snakecore_bytes(state)) == LG_OK);
    check_state(state);
}

/* Any bytes as a state, in memory of exactly their number. */
static void raw_state(bytes *input) {
    static lg_snakecore state;
    const size_t size = 8 * ((size_t)take(input) << 8 | take(input));
    if (size > sizeof state) return;
    lg_snakecore *bytes_given = malloc(size > 0 ? size : 1);
    take_into(input, bytes_given, size);
    const bool valid = lg_snakecore_validate(bytes_given, size) == LG_OK;
    if (valid) {
        REQUIRE(lg_snakecore_bytes(bytes_given) <= size);
        lg_i_snakecore_copy(bytes_given, &state);
        check_actions(bytes_given);
    }
    free(bytes_given);
    if (valid) play(input, &state);
}

static void generated_state(bytes *input) {
    static lg_snakecore state;
    lg_snakecore_setup setup;
    setup.size = take(input);
    setup.players = take(input);
    setup.walls = take_int(input) >> 16;
    setup.reactors = take_int(input) >> 16;
    setup.ordinary = take_int(input) >> 16;
    setup.energy = take_int(input) >> 16;
    setup.rounds = take(input);
    const uint64_t seed = take(input);
    const lg_status status = lg_snakecore_new(&setup, seed, &state);
    REQUIRE((status == LG_OK) == (lg_i_snakecore_setup_problem(&setup) == NULL));
    if (status != LG_OK) return;
    REQUIRE(lg_snakecore_validate(&state, sizeof state) == LG_OK);
    play(input, &state);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bytes input = {data, size};
    const uint8_t kind = take(&input) % 5;
    if (kind == 3 || kind == 4) {
        if (kind == 3) raw_state(&input);
        else generated_state(&input);
        return 0;
    }
    const int32_t player = kind == 1 ? take(&input) % 8 : 0;
    size_t length;
    char *text = take_text(&input, &length);
    if (kind == 0) position_text(text, length);
    else if (kind == 1) request_text(text, length, player);
    else answer_text(text, length);
    free(text);
    return 0;
}
