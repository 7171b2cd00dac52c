/* SnakeCore: positions as text, one line. */
#include "libgames/snakecore.h"

#include <string.h>

#include "layout.h"
#include "protocol.h"

/* ---- writing ---- */

static void put_rows(lg_writer *writer, const lg_snakecore *state, const char *field) {
    for (int y = 0; y < state->size; y++) {
        int empty = 0;
        for (int x = 0; x < state->size; x++) {
            const char letter = field[y * state->size + x];
            if (letter == '.') {
                empty++;
                continue;
            }
            if (empty > 0) lg_put_int(writer, empty);
            empty = 0;
            lg_put(writer, letter);
        }
        if (empty > 0) lg_put_int(writer, empty);
        lg_put(writer, y + 1 < state->size ? '/' : ' ');
    }
}

static void put_hexadecimal(lg_writer *writer, uint64_t value) {
    for (int shift = 60; shift >= 0; shift -= 4) lg_put(writer, "0123456789abcdef"[value >> shift & 15]);
}

/* From the head to the tail, a letter for each block. Cells store directions towards the head, so the letters are their
 * opposites, last cell first. */
static void snk_position_put_way(lg_writer *writer, const lg_snakecore *state, int player) {
    lg_snakecore_cell cells[LG_SNAKECORE_MAX_CELLS];
    const int32_t length = lg_snakecore_body(state, player, cells, NULL);
    for (int32_t i = 0; i < length; i++) {
        const int ahead = lg_i_snakecore_ahead(lg_i_snakecore_cells(state)[lg_i_snakecore_index(state, cells[i])]);
        lg_put(writer, LG_I_SNAKECORE_LETTERS[ahead ^ 2]);
    }
    if (length == 0) lg_put(writer, '-');
}

static void snk_position_put_python(lg_writer *writer, const lg_snakecore *state, int player) {
    const lg_snakecore_python *python = &state->python[player];
    lg_i_snakecore_put_pair(writer, python->score, ':', python->protection);
    lg_put(writer, ':');
    lg_i_snakecore_put_pair(writer, python->head.x, ',', python->head.y);
    lg_put(writer, ':');
    snk_position_put_way(writer, state, player);
    if ((state->disqualified >> player & 1) != 0) lg_put(writer, '!');
}

void lg_i_snakecore_put_position(lg_writer *writer, const void *object) {
    const lg_snakecore *state = (const lg_snakecore *)object;
    char field[LG_SNAKECORE_MAX_CELLS];
    lg_snakecore_field(state, field);
    lg_put_int(writer, state->size);
    lg_put(writer, ' ');
    put_rows(writer, state, field);
    lg_put_int(writer, state->to_move);
    lg_put(writer, ' ');
    lg_i_snakecore_put_pair(writer, state->round, '/', state->rounds);
    lg_put(writer, ' ');
    put_hexadecimal(writer, state->rng.state);
    lg_put(writer, ':');
    put_hexadecimal(writer, state->rng.increment);
    for (int player = 0; player < state->players; player++) {
        lg_put(writer, ' ');
        snk_position_put_python(writer, state, player);
    }
}

lg_status lg_snakecore_print(const lg_snakecore *state, char *buffer, size_t capacity, size_t *length) {
    return lg_i_write(lg_snakecore_validate(state, sizeof *state) == LG_OK, lg_i_snakecore_put_position, state, buffer,
                      capacity, length);
}

/* ---- reading ---- */

static lg_status read_row(lg_reader *reader, lg_i_snakecore_sketch *field, int y) {
    const char *const expected = "one of W R b e p or a count of empty cells that fits the row";
    bool after_number = false;
    for (int x = 0; x < field->size;) {
        const int letter = lg_peek(reader);
        int count = 1;
        if (letter >= '0' && letter <= '9' && !after_number) {
            const lg_status status = lg_i_snakecore_read_number(reader, 1, field->size - x, expected, &count);
            if (status != LG_OK) return status;
            for (int i = 0; i < count; i++) (void)lg_i_snakecore_note_cell(reader, field, y * field->size + x + i, '.');
            after_number = true;
        } else {
            if (letter <= 0 || strchr("WRbep", letter) == NULL) return lg_expected(reader, expected);
            const lg_status status = lg_i_snakecore_note_cell(reader, field, y * field->size + x, letter);
            if (status != LG_OK) return status;
            reader->at++;
            after_number = false;
        }
        x += count;
    }
    return LG_OK;
}

static lg_status read_rows(lg_reader *reader, lg_i_snakecore_sketch *field) {
    for (int y = 0; y < field->size; y++) {
        const lg_status status = read_row(reader, field, y);
        if (status != LG_OK) return status;
        if (y + 1 < field->size && !lg_accept(reader, '/')) return lg_expected(reader, "'/' after a whole row");
    }
    return field->heads > 0 ? LG_OK : lg_expected(reader, "a field with a head");
}

static lg_status read_hexadecimal(lg_reader *reader, uint64_t *value) {
    uint64_t read = 0;
    for (int i = 0; i < 16; i++) {
        const int c = lg_peek(reader);
        const bool digit = c >= '0' && c <= '9';
        if (!digit && (c < 'a' || c > 'f')) return lg_expected(reader, "16 hexadecimal digits, 0-9 a-f");
        read = read << 4 | (uint64_t)(digit ? c - '0' : c - 'a' + 10);
        reader->at++;
    }
    *value = read;
    return LG_OK;
}

/* Player to move, rounds, generator, one blank before each. */
static lg_status snk_read_turn(lg_reader *reader, lg_snakecore *state) {
    int to_move = 0, round = 0, rounds = 0;
    lg_status status = lg_read_blank(reader);
    const size_t player_at = reader->at;
    if (status == LG_OK)
        status = lg_i_snakecore_read_number(reader, 0, state->players - 1, "the player to move", &to_move);
    if (status == LG_OK) status = lg_read_blank(reader);
    const size_t round_at = reader->at;
    if (status == LG_OK)
        status = lg_i_snakecore_read_number(reader, 0, LG_SNAKECORE_MAX_ROUNDS, "the rounds finished", &round);
    if (status == LG_OK && !lg_accept(reader, '/')) status = lg_expected(reader, "'/'");
    if (status == LG_OK)
        status = lg_i_snakecore_read_number(reader, 1, LG_SNAKECORE_MAX_ROUNDS, "the number of rounds", &rounds);
    if (status == LG_OK) status = lg_read_blank(reader);
    if (status == LG_OK) status = read_hexadecimal(reader, &state->rng.state);
    if (status == LG_OK && !lg_accept(reader, ':')) status = lg_expected(reader, "':'");
    if (status == LG_OK) status = read_hexadecimal(reader, &state->rng.increment);
    if (status != LG_OK) return status;
    if ((state->rng.increment & 1) == 0) return lg_expected_at(reader, reader->at - 1, "an odd increment");
    if (round > rounds) return lg_expected_at(reader, round_at, "at most as many finished rounds as there are rounds");
    if (round == rounds && to_move != 0) return lg_expected_at(reader, player_at, "0: the game is over");
    state->to_move = (uint8_t)to_move;
    state->round = (uint16_t)round;
    state->rounds = (uint16_t)rounds;
    return LG_OK;
}

static lg_status read_way(lg_reader *reader, int player, lg_snakecore *state) {
    if (lg_accept(reader, '-')) return LG_OK;
    do {
        const size_t at = reader->at;
        const int direction = lg_i_snakecore_accept_letter(reader, 4);
        if (direction < 0) return lg_expected(reader, "a direction: U, L, D or R");
        const lg_snakecore_cell from = state->python[player].tail;
        const int x = from.x + LG_I_SNAKECORE_DX[direction], y = from.y + LG_I_SNAKECORE_DY[direction];
        if (!lg_i_snakecore_on_field(state, x, y) ||
            !lg_i_snakecore_append(state, player, lg_i_snakecore_next(from, direction)))
            return lg_expected_at(reader, at, LG_I_SNAKECORE_CHAIN);
    } while (lg_peek(reader) != ' ' && lg_peek(reader) != '!' && lg_peek(reader) >= 0);
    return LG_OK;
}

static lg_status read_python(lg_reader *reader, lg_i_snakecore_sketch *field, int player, lg_snakecore *state) {
    int score = 0, protection = 0;
    lg_status status = lg_read_blank(reader);
    if (status == LG_OK) status = lg_i_snakecore_read_number(reader, 0, LG_SNAKECORE_MAX_COUNTER, "a score", &score);
    if (status == LG_OK && !lg_accept(reader, ':')) status = lg_expected(reader, "':'");
    if (status == LG_OK)
        status = lg_i_snakecore_read_number(reader, 0, LG_SNAKECORE_MAX_COUNTER, "a protection counter", &protection);
    if (status == LG_OK && !lg_accept(reader, ':')) status = lg_expected(reader, "':'");
    if (status == LG_OK) status = lg_i_snakecore_read_head(reader, field, player, ',', state);
    if (status == LG_OK && !lg_accept(reader, ':')) status = lg_expected(reader, "':'");
    if (status == LG_OK) status = read_way(reader, player, state);
    if (status != LG_OK) return status;
    state->python[player].score = score;
    state->python[player].protection = protection;
    if (lg_accept(reader, '!')) state->disqualified |= (uint8_t)(1u << player);
    return LG_OK;
}

lg_status lg_snakecore_parse(const char *text, size_t length, lg_snakecore *state, lg_parse_error *error) {
    if (text == NULL || state == NULL) return LG_E_ARGUMENT;
    lg_reader reader = lg_reader_on(text, length, error);
    lg_i_snakecore_sketch field = {.size = 0};
    lg_snakecore parsed;
    lg_status status = lg_i_snakecore_read_size(&reader, &field.size);
    if (status == LG_OK) status = lg_read_blank(&reader);
    if (status == LG_OK) status = read_rows(&reader, &field);
    if (status != LG_OK) return status;
    lg_i_snakecore_lay(field.codes, field.size, field.heads, &parsed);
    status = snk_read_turn(&reader, &parsed);
    for (int player = 0; player < field.heads && status == LG_OK; player++)
        status = read_python(&reader, &field, player, &parsed);
    if (status == LG_OK) status = lg_read_end(&reader, "the end after the last python");
    if (status == LG_OK) lg_i_snakecore_copy(&parsed, state);
    return status;
}
