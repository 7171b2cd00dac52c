/* Block drop: positions as text, one line. */
#include "libgames/blockdrop.h"

#include "protocol.h"
#include "steps.h"

#define PLAYERS LG_BLOCKDROP_PLAYERS

static const char *const BLK_POSITION_RULES[] = {"page", "engine"};

/* ---- writing ---- */

void lg_i_blockdrop_put_position(lg_writer *writer, const void *object) {
    const lg_blockdrop *state = (const lg_blockdrop *)object;
    lg_put_text(writer, BLK_POSITION_RULES[state->rules]);
    lg_put(writer, ' ');
    lg_put_int(writer, state->turn);
    lg_put(writer, '/');
    lg_put_int(writer, state->turn_limit);
    lg_put(writer, ' ');
    lg_i_blockdrop_put_timers(writer, state, ",/ ");
    for (int i = 0; i < PLAYERS; i++) {
        lg_i_blockdrop_put_player(writer, state, i, ',', false);
        lg_put(writer, ' ');
    }
    if (state->stopped == 0) lg_put(writer, '-');
    for (int i = 0; i < PLAYERS; i++)
        if ((state->stopped >> i & 1) != 0) lg_put_int(writer, i);
}

lg_status lg_blockdrop_print(const lg_blockdrop *state, char *buffer, size_t capacity, size_t *length) {
    return lg_i_write(lg_blockdrop_validate(state) == LG_OK, lg_i_blockdrop_put_position, state, buffer, capacity,
                      length);
}

/* ---- reading ---- */

static lg_status read_rules(lg_reader *reader, lg_blockdrop *state) {
    if (lg_accept_word(reader, "page ")) state->rules = LG_BLOCKDROP_PAGE;
    else if (lg_accept_word(reader, "engine ")) state->rules = LG_BLOCKDROP_ENGINE;
    else return lg_expected(reader, "the rule set, 'page' or 'engine', and a blank");
    return LG_OK;
}

static lg_status blk_read_turn(lg_reader *reader, lg_blockdrop *state) {
    const size_t at = reader->at;
    int64_t turn = 0, limit = 0;
    lg_status status = lg_read_int(reader, 0, LG_BLOCKDROP_MAX_TURN_LIMIT, "the turn, 0 to 32767", &turn);
    if (status == LG_OK) status = lg_i_blockdrop_read_separator(reader, '/');
    if (status == LG_OK)
        status = lg_read_int(reader, 1, LG_BLOCKDROP_MAX_TURN_LIMIT, "the turn limit, 1 to 32767", &limit);
    if (status != LG_OK) return status;
    if (turn > limit) return lg_expected_at(reader, at, "a turn that is not past the turn limit");
    state->turn = (uint16_t)turn;
    state->turn_limit = (uint16_t)limit;
    return lg_i_blockdrop_read_separator(reader, ' ');
}

static lg_status read_stopped(lg_reader *reader, lg_blockdrop *state) {
    if (lg_accept(reader, '-')) return lg_read_end(reader, "the end of the position");
    for (int least = 0; least == 0 || reader->at < reader->length;) {
        const int player = lg_peek(reader) - '0';
        if (player < least || player >= PLAYERS || !lg_i_blockdrop_is_alive(state, player))
            return lg_expected(reader, least == 0 ? "'-', or a living player that was stopped"
                                                    : "the next living player that was stopped, or the end");
        state->stopped |= (uint8_t)(1u << player);
        least = player + 1;
        reader->at++;
    }
    return LG_OK;
}

lg_status lg_i_blockdrop_parse(const char *text, size_t length, lg_blockdrop *state, lg_parse_error *error) {
    if (text == NULL || state == NULL) return LG_E_ARGUMENT;
    lg_reader reader = lg_reader_on(text, length, error);
    lg_blockdrop parsed = lg_i_blockdrop_nobody(LG_BLOCKDROP_PAGE, LG_BLOCKDROP_TURN_LIMIT);
    lg_status status = read_rules(&reader, &parsed);
    if (status == LG_OK) status = blk_read_turn(&reader, &parsed);
    if (status == LG_OK) status = lg_i_blockdrop_read_timers(&reader, &parsed, ",/ ");
    for (int i = 0; i < PLAYERS && status == LG_OK; i++) {
        status = lg_i_blockdrop_read_player(&reader, &parsed, i, ',', false);
        if (status == LG_OK) status = lg_i_blockdrop_read_separator(&reader, ' ');
    }
    if (status == LG_OK) status = read_stopped(&reader, &parsed);
    if (status == LG_OK) *state = parsed;
    return status;
}
