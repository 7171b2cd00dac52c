/* Alquerque: positions as text, one line of six fields and a seventh after a forfeit. */
#include "libgames/alquerque.h"

#include "protocol.h"
#include "rules.h"

#define NO_POINT LG_ALQUERQUE_NO_POINT

/* ---- writing ---- */

static void alq_position_put_board(lg_writer *writer, const lg_alquerque *state) {
    for (int row = 6; row >= 0; row--) {
        int empty = 0;
        for (int column = 0; column < 7; column++) {
            const int white = (int)(state->pieces[0] >> (8 * row + column) & 1);
            const int black = (int)(state->pieces[1] >> (8 * row + column) & 1);
            if (!white && !black) {
                empty++;
                continue;
            }
            if (empty > 0) lg_put_int(writer, empty);
            empty = 0;
            lg_put(writer, white ? 'w' : 'b');
        }
        if (empty > 0) lg_put_int(writer, empty);
        if (row > 0) lg_put(writer, '/');
    }
}

static void put_move_or_dash(lg_writer *writer, const lg_alquerque_move *move, bool dash) {
    lg_put(writer, ' ');
    if (dash || move->from == NO_POINT) lg_put(writer, '-');
    else lg_i_alquerque_put_move(writer, move);
}

void lg_i_alquerque_put_position(lg_writer *writer, const void *object) {
    const lg_alquerque *state = (const lg_alquerque *)object;
    const bool chain = state->jumper != NO_POINT;
    alq_position_put_board(writer, state);
    lg_put(writer, ' ');
    lg_put(writer, "wb"[state->to_move]);
    lg_put(writer, ' ');
    lg_put_int(writer, state->ply);
    for (int side = 0; side < 2; side++)
        put_move_or_dash(writer, &state->last[side], chain && side == state->to_move);
    put_move_or_dash(writer, &state->last[state->to_move], !chain);
    if (state->forfeit != 0) lg_put_text(writer, state->forfeit == 1 ? " forfeit:w" : " forfeit:b");
}

lg_status lg_alquerque_print(const lg_alquerque *state, char *buffer, size_t capacity, size_t *length) {
    return lg_i_write(lg_alquerque_validate(state) == LG_OK, lg_i_alquerque_put_position, state, buffer, capacity,
                      length);
}

/* ---- reading ---- */

static lg_status read_board(lg_reader *reader, uint64_t pieces[2]) {
    int pieces_left[2] = {LG_ALQUERQUE_PIECES, LG_ALQUERQUE_PIECES};
    pieces[0] = pieces[1] = 0;
    for (int row = 6; row >= 0; row--) {
        int column = 0;
        bool after_digit = false;
        while (column < 7) {
            const int c = lg_peek(reader);
            const bool digit = c >= '1' && c <= '7' - column;
            if (!(c == 'w' || c == 'b' || (digit && !after_digit)))
                return lg_expected(reader, after_digit ? "'w' or 'b'"
                                                         : "'w', 'b' or a count of empty points that fits the row");
            if (digit) {
                column += c - '0';
            } else {
                const int side = c == 'b';
                if (pieces_left[side]-- == 0) return lg_expected(reader, "at most 24 pieces of a side");
                pieces[side] |= (uint64_t)1 << (8 * row + column);
                column++;
            }
            after_digit = digit;
            reader->at++;
        }
        if (row > 0 && !lg_accept(reader, '/')) return lg_expected(reader, "'/' after 7 points of a row");
    }
    return LG_OK;
}

static lg_status read_move_or_dash(lg_reader *reader, lg_alquerque_move *move) {
    const lg_status status = lg_read_blank(reader);
    if (status != LG_OK) return status;
    if (lg_accept(reader, '-')) return LG_OK;
    return lg_i_alquerque_read_move(reader, move);
}

static lg_status read_side_and_ply(lg_reader *reader, lg_alquerque *state) {
    int64_t ply;
    lg_status status = lg_read_blank(reader);
    if (status != LG_OK) return status;
    if (lg_accept(reader, 'b')) state->to_move = LG_ALQUERQUE_BLACK;
    else if (!lg_accept(reader, 'w')) return lg_expected(reader, "the side to move, 'w' or 'b'");
    if (state->pieces[1 - state->to_move] == 0)
        return lg_expected_at(reader, reader->at - 1, "a side to move whose opponent has pieces");
    if ((status = lg_read_blank(reader)) != LG_OK) return status;
    status = lg_read_int(reader, 0, LG_ALQUERQUE_PLY_LIMIT, "the ply, 0 to 200", &ply);
    if (status == LG_OK) state->ply = (uint16_t)ply;
    return status;
}

static lg_status read_chain(lg_reader *reader, lg_alquerque *state) {
    lg_alquerque_move chain;
    uint8_t points[LG_ALQUERQUE_MAX_JUMPS + 1];
    const size_t at = reader->at + 1;
    chain.from = NO_POINT;
    const lg_status status = read_move_or_dash(reader, &chain);
    if (status != LG_OK || chain.from == NO_POINT) return status;
    if (state->last[state->to_move].from != NO_POINT)
        return lg_expected_at(reader, at, "'-', or '-' as the last move of the side with a chain in progress");
    state->last[state->to_move] = chain;
    state->jumper = points[lg_i_alquerque_points(&chain, points) - 1];
    if (lg_alquerque_validate(state) != LG_OK)
        return lg_expected_at(reader, at, "'-', or a chain whose piece stands at its end and can capture again");
    return LG_OK;
}

static lg_status read_forfeit(lg_reader *reader, lg_alquerque *state) {
    if (reader->at == reader->length) return LG_OK;
    if (!lg_accept_word(reader, " forfeit:")) return lg_expected(reader, "the end or ' forfeit:w' or ' forfeit:b'");
    if (state->jumper != NO_POINT) return lg_expected_at(reader, reader->at - 9, "the end after a chain in progress");
    if (lg_accept(reader, 'w')) state->forfeit = 1;
    else if (lg_accept(reader, 'b')) state->forfeit = 2;
    else return lg_expected(reader, "'w' or 'b'");
    return lg_read_end(reader, "the end of the position");
}

lg_status lg_alquerque_parse(const char *text, size_t length, lg_alquerque *state, lg_parse_error *error) {
    if (text == NULL || state == NULL) return LG_E_ARGUMENT;
    lg_reader reader = lg_reader_on(text, length, error);
    lg_alquerque parsed;
    lg_alquerque_start(&parsed);
    lg_status status = read_board(&reader, parsed.pieces);
    if (status == LG_OK) status = read_side_and_ply(&reader, &parsed);
    if (status == LG_OK) status = read_move_or_dash(&reader, &parsed.last[LG_ALQUERQUE_WHITE]);
    if (status == LG_OK) status = read_move_or_dash(&reader, &parsed.last[LG_ALQUERQUE_BLACK]);
    if (status == LG_OK) status = read_chain(&reader, &parsed);
    if (status == LG_OK) status = read_forfeit(&reader, &parsed);
    if (status == LG_OK) *state = parsed;
    return status;
}
