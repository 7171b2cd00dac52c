/* SnakeCore: actions and the contest's messages as text, and what positions have in common with them. */
#include "libgames/snakecore.h"

#include <string.h>

#include "layout.h"
#include "protocol.h"

/* ---- actions ---- */

void lg_i_snakecore_put_action(lg_writer *writer, const void *object) {
    lg_put(writer, LG_I_SNAKECORE_LETTERS[*(const int32_t *)object]);
}

int lg_i_snakecore_accept_letter(lg_reader *reader, int count) {
    for (int i = 0; i < count; i++)
        if (lg_accept(reader, LG_I_SNAKECORE_LETTERS[i])) return i;
    return -1;
}

lg_status lg_i_snakecore_action_parse(const char *text, size_t length, int32_t *action, lg_parse_error *error) {
    lg_reader reader = lg_reader_on(text, length, error);
    const int parsed = lg_i_snakecore_accept_letter(&reader, LG_SNAKECORE_ACTIONS);
    if (parsed < 0) return lg_expected(&reader, "an action: U, L, D, R, N or A");
    const lg_status status = lg_read_end(&reader, "the end after one letter");
    if (status == LG_OK) *action = parsed;
    return status;
}

/* ---- fields and bodies, in positions and requests ---- */

lg_status lg_i_snakecore_note_cell(const lg_reader *reader, lg_i_snakecore_sketch *field, int index, int letter) {
    static const char *const CODES = ".WRbe"; /* in the order of the codes */
    const char *found = letter > 0 && letter < 128 ? strchr(CODES, letter) : NULL;
    field->head[index] = letter == 'p';
    field->codes[index] = found != NULL ? (uint8_t)(found - CODES) : LG_SNAKECORE_EMPTY;
    if (letter == 'p' && field->heads++ == LG_SNAKECORE_MAX_PLAYERS) return lg_expected(reader, "at most 8 heads");
    return LG_OK;
}

void lg_i_snakecore_put_pair(lg_writer *writer, int64_t a, char between, int64_t b) {
    lg_put_int(writer, a);
    lg_put(writer, between);
    lg_put_int(writer, b);
}

lg_status lg_i_snakecore_read_number(lg_reader *reader, int low, int high, const char *expected, int *number) {
    int64_t value = 0;
    const lg_status status = lg_read_int(reader, low, high, expected, &value);
    if (status == LG_OK) *number = (int)value;
    return status;
}

lg_status lg_i_snakecore_read_size(lg_reader *reader, int *size) {
    return lg_i_snakecore_read_number(reader, LG_SNAKECORE_MIN_SIZE, LG_SNAKECORE_MAX_SIZE,
                                      "the size of the field, 8 to 64", size);
}

/* "x y" or "x,y". */
static lg_status read_cell(lg_reader *reader, int size, char between, lg_snakecore_cell *cell) {
    int x = 0, y = 0;
    lg_status status = lg_i_snakecore_read_number(reader, 0, size - 1, "a column x on the field", &x);
    if (status == LG_OK && between == ' ') status = lg_read_blank(reader);
    else if (status == LG_OK && !lg_accept(reader, between)) status = lg_expected(reader, "','");
    if (status != LG_OK) return status;
    status = lg_i_snakecore_read_number(reader, 0, size - 1, "a row y on the field", &y);
    cell->x = (uint8_t)x;
    cell->y = (uint8_t)y;
    return status;
}

lg_status lg_i_snakecore_read_head(lg_reader *reader, lg_i_snakecore_sketch *field, int player, char between,
                                   lg_snakecore *state) {
    lg_snakecore_cell cell;
    const size_t at = reader->at;
    const lg_status status = read_cell(reader, field->size, between, &cell);
    if (status != LG_OK) return status;
    bool *head = &field->head[cell.y * field->size + cell.x];
    if (!*head) return lg_expected_at(reader, at, "a cell of the field with a head that belongs to no other python");
    *head = false;
    lg_i_snakecore_put_head(state, player, cell);
    return LG_OK;
}

/* ---- names ---- */

lg_status lg_i_snakecore_name_parse(const char *text, size_t length, size_t *name_length, lg_parse_error *error) {
    lg_reader reader = lg_reader_on(text, lg_line_length(text, length), error);
    for (; reader.at < reader.length; reader.at++) {
        if (reader.at == LG_SNAKECORE_NAME) return lg_expected(&reader, "the end of the name after 32 bytes");
        if (lg_peek(&reader) < 0x20) return lg_expected(&reader, "a byte of 0x20 or more");
    }
    *name_length = reader.length;
    return LG_OK;
}

/* ---- requests: writing ---- */

static void put_request_python(lg_writer *writer, const lg_snakecore *state, int player) {
    lg_snakecore_cell cells[LG_SNAKECORE_MAX_CELLS];
    const lg_snakecore_python *python = &state->python[player];
    const int32_t length = lg_snakecore_body(state, player, cells, NULL);
    lg_i_snakecore_put_pair(writer, lg_i_snakecore_protection(state, player), ' ', length + 1);
    lg_put(writer, ' ');
    lg_i_snakecore_put_pair(writer, python->head.x, ' ', python->head.y);
    for (int32_t i = 0; i < length; i++) {
        lg_put(writer, ' ');
        lg_i_snakecore_put_pair(writer, cells[i].x, ' ', cells[i].y);
    }
    lg_put(writer, '\n');
}

static void put_request(lg_writer *writer, const void *object) {
    const lg_snakecore *state = (const lg_snakecore *)object;
    const int size = state->size;
    char field[LG_SNAKECORE_MAX_CELLS];
    lg_snakecore_field(state, field);
    lg_put_text(writer, "getAction\n");
    lg_put_int(writer, size);
    lg_put(writer, '\n');
    for (int y = 0; y < size; y++) {
        for (int x = 0; x < size; x++) lg_put(writer, field[y * size + x]);
        lg_put(writer, '\n');
    }
    for (int i = 0; i < state->players; i++) put_request_python(writer, state, (state->to_move + i) % state->players);
}

lg_status lg_snakecore_request(const lg_snakecore *state, char *buffer, size_t capacity, size_t *length) {
    if (lg_snakecore_validate(state, sizeof *state) != LG_OK) return LG_E_ARGUMENT;
    if (lg_i_snakecore_over(state)) return LG_E_OVER;
    return lg_write(put_request, state, buffer, capacity, length);
}

void lg_i_snakecore_put_message(lg_writer *writer, const lg_snakecore *state, int32_t player) {
    const bool out = (state->disqualified >> player & 1) != 0;
    if (player == state->to_move && !out && !lg_i_snakecore_over(state)) put_request(writer, state);
}

typedef struct snk_to_player {
    const lg_snakecore *state;
    int32_t player;
} snk_to_player;

static void snk_put_to(lg_writer *writer, const void *object) {
    const snk_to_player *to = (const snk_to_player *)object;
    lg_i_snakecore_put_message(writer, to->state, to->player);
}

lg_status lg_i_snakecore_message(const lg_snakecore *state, int32_t player, char *buffer, size_t capacity,
                                 size_t *length) {
    const bool valid = lg_snakecore_validate(state, sizeof *state) == LG_OK;
    const snk_to_player to = {state, player};
    return lg_i_write(valid && player >= 0 && player < state->players, snk_put_to, &to, buffer, capacity, length);
}

/* ---- requests: reading ---- */

/* "Anything else is an empty cell." */
static lg_status read_lines(lg_reader *reader, lg_i_snakecore_sketch *field) {
    for (int y = 0; y < field->size; y++) {
        for (int x = 0; x < field->size; x++) {
            lg_reader ahead = *reader;
            if (lg_peek(reader) < 0 || lg_accept_line_end(&ahead))
                return lg_expected(reader, "as many characters as the field is wide");
            const lg_status status = lg_i_snakecore_note_cell(reader, field, y * field->size + x, lg_peek(reader));
            if (status != LG_OK) return status;
            reader->at++;
        }
        const lg_status status = lg_read_line_end(reader);
        if (status != LG_OK) return status;
    }
    return field->heads > 0 ? LG_OK : lg_expected(reader, "a field with a head");
}

/* The counter of the player to move was shown after its fall at the start of this turn. */
static lg_status read_request_python(lg_reader *reader, lg_i_snakecore_sketch *field, int player, lg_snakecore *state) {
    const int most = LG_SNAKECORE_MAX_COUNTER - (player == state->to_move);
    int protection = 0, length = 0;
    lg_status status = lg_i_snakecore_read_number(reader, 0, most, "a protection counter", &protection);
    if (status == LG_OK) status = lg_read_blank(reader);
    if (status == LG_OK)
        status = lg_i_snakecore_read_number(reader, 1, LG_SNAKECORE_MAX_CELLS, "a length of at least 1", &length);
    if (status == LG_OK) status = lg_read_blank(reader);
    if (status == LG_OK) status = lg_i_snakecore_read_head(reader, field, player, ' ', state);
    for (int i = 1; i < length && status == LG_OK; i++) {
        lg_snakecore_cell cell = {0, 0};
        if ((status = lg_read_blank(reader)) != LG_OK) return status;
        const size_t at = reader->at;
        status = read_cell(reader, field->size, ' ', &cell);
        if (status == LG_OK && !lg_i_snakecore_append(state, player, cell))
            return lg_expected_at(reader, at, LG_I_SNAKECORE_CHAIN);
    }
    state->python[player].protection = protection + (player == state->to_move && protection > 0);
    return status;
}

/* The part after "getAction" and its line end. */
static lg_status read_request(lg_reader *reader, int32_t player, lg_snakecore *state) {
    lg_i_snakecore_sketch field = {.size = 0};
    lg_status status = lg_i_snakecore_read_size(reader, &field.size);
    if (status == LG_OK) status = lg_read_line_end(reader);
    if (status == LG_OK) status = read_lines(reader, &field);
    if (status != LG_OK) return status;
    if (player >= field.heads) return lg_expected(reader, "more pythons than the number of the player");
    lg_i_snakecore_lay(field.codes, field.size, field.heads, state);
    state->to_move = (uint8_t)player;
    for (int i = 0; i < field.heads && status == LG_OK; i++) {
        status = read_request_python(reader, &field, (player + i) % field.heads, state);
        if (status == LG_OK && (i + 1 < field.heads || reader->at < reader->length)) status = lg_read_line_end(reader);
    }
    return status == LG_OK ? lg_read_end(reader, "the end after the last python") : status;
}

lg_status lg_snakecore_message_parse(const char *text, size_t length, int32_t player, int32_t rounds, uint64_t seed,
                                     lg_snakecore_message_kind *kind, lg_snakecore *state, lg_parse_error *error) {
    if (text == NULL || kind == NULL || state == NULL || player < 0 || player >= LG_SNAKECORE_MAX_PLAYERS ||
        rounds < 1 || rounds > LG_SNAKECORE_MAX_ROUNDS)
        return LG_E_ARGUMENT;
    lg_reader reader = lg_reader_on(text, length, error);
    lg_snakecore parsed;
    const bool name = lg_accept_word(&reader, "getName"), action = !name && lg_accept_word(&reader, "getAction");
    const bool alone = lg_accept_line_end(&reader) || (name && reader.at == length);
    if (!alone || (!name && !action))
        return lg_expected_at(&reader, 0, "'getName' or 'getAction', alone on its line");
    if (name) {
        const lg_status status = lg_read_end(&reader, "the end after 'getName'");
        if (status == LG_OK) *kind = LG_SNAKECORE_MESSAGE_NAME;
        return status;
    }
    const lg_status status = read_request(&reader, player, &parsed);
    if (status != LG_OK) return status;
    parsed.rounds = (uint16_t)rounds;
    parsed.rng = lg_rng_seed(seed, 0);
    lg_i_snakecore_copy(&parsed, state);
    *kind = LG_SNAKECORE_MESSAGE_ACTION;
    return LG_OK;
}

/* ---- answers ---- */

lg_status lg_snakecore_play(const lg_snakecore *before, const char *text, size_t length, lg_snakecore *after,
                            lg_parse_error *error) {
    int32_t action = LG_SNAKECORE_NONE;
    if (before == NULL || text == NULL || after == NULL) return LG_E_ARGUMENT;
    if (lg_i_snakecore_over(before)) return LG_E_OVER;
    const lg_status status = lg_i_snakecore_action_parse(text, lg_line_length(text, length), &action, error);
    return status == LG_OK ? lg_snakecore_apply(before, action, after) : status;
}
