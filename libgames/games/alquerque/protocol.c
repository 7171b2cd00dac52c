/* Alquerque: moves, positions and the contest's messages as text. */
#include "libgames/alquerque.h"

#include <string.h>

#include "protocol.h"

#define NO_POINT LG_ALQUERQUE_NO_POINT

/* ---- moves: "c3-d4", "a1*c1*c3" ---- */

void lg_i_alquerque_put_move(lg_writer *writer, const void *object) {
    const lg_alquerque_move *move = (const lg_alquerque_move *)object;
    uint8_t points[LG_ALQUERQUE_MAX_JUMPS + 1];
    const int32_t count = lg_alquerque_points(move, points);
    for (int32_t i = 0; i < count; i++) {
        if (i > 0) lg_put(writer, move->jumps == 0 ? '-' : '*');
        lg_put(writer, (char)('a' + (points[i] & 7)));
        lg_put(writer, (char)('1' + (points[i] >> 3)));
    }
}

lg_status lg_alquerque_move_print(const lg_alquerque_move *move, char *buffer, size_t capacity, size_t *length) {
    uint8_t points[LG_ALQUERQUE_MAX_JUMPS + 1];
    if (move == NULL || lg_alquerque_points(move, points) == 0) return LG_E_ARGUMENT;
    return lg_write(lg_i_alquerque_put_move, move, buffer, capacity, length);
}

static lg_status read_point(lg_reader *reader, uint8_t *point) {
    const int column = lg_peek(reader);
    if (column < 'a' || column > 'g') return lg_expected(reader, "a column letter, a to g");
    reader->at++;
    const int row = lg_peek(reader);
    if (row < '1' || row > '7') return lg_expected(reader, "a row digit, 1 to 7");
    reader->at++;
    *point = (uint8_t)(8 * (row - '1') + (column - 'a'));
    return LG_OK;
}

/* A move up to the first byte that can't belong to it. */
static lg_status read_move(lg_reader *reader, lg_alquerque_move *move) {
    uint8_t points[LG_ALQUERQUE_MAX_JUMPS + 1];
    lg_status status = read_point(reader, &points[0]);
    if (status != LG_OK) return status;
    const bool capture = lg_accept(reader, '*');
    if (!capture && !lg_accept(reader, '-')) return lg_expected(reader, "'-' (a step) or '*' (a capture)");
    int32_t count = 1;
    do {
        const size_t at = reader->at;
        if (count > LG_ALQUERQUE_MAX_JUMPS) return lg_expected(reader, "the end of the chain after 24 captures");
        if ((status = read_point(reader, &points[count])) != LG_OK) return status;
        count++;
        if (lg_alquerque_move_make(points, count, capture, move) != LG_OK)
            return lg_expected_at(reader, at,
                                    capture ? "a point two away along a line" : "a neighbouring point along a line");
    } while (capture && lg_accept(reader, '*'));
    return LG_OK;
}

lg_status lg_alquerque_move_parse(const char *text, size_t length, lg_alquerque_move *move, lg_parse_error *error) {
    if (text == NULL || move == NULL) return LG_E_ARGUMENT;
    lg_reader reader = lg_reader_on(text, length, error);
    lg_alquerque_move parsed;
    lg_status status = read_move(&reader, &parsed);
    if (status == LG_OK)
        status = lg_read_end(&reader, parsed.jumps == 0 ? "the end of the move" : "'*' or the end of the move");
    if (status == LG_OK) *move = parsed;
    return status;
}

/* ---- positions ---- */

static void put_board(lg_writer *writer, const lg_alquerque *state) {
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
    put_board(writer, state);
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
    if (lg_alquerque_validate(state) != LG_OK) return LG_E_ARGUMENT;
    return lg_write(lg_i_alquerque_put_position, state, buffer, capacity, length);
}

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
    return read_move(reader, move);
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
    state->jumper = points[lg_alquerque_points(&chain, points) - 1];
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

/* ---- the contest's conversation ---- */

/* "Quit goes to both after an illegal move; after a game won over the board to the loser only; after a tie
 * to nobody." */
static bool gets_quit(const lg_alquerque *state, lg_alquerque_result result, int32_t player) {
    if (result == LG_ALQUERQUE_FORFEIT) return true;
    return result != LG_ALQUERQUE_AT_PLY_LIMIT && player == state->to_move;
}

void lg_i_alquerque_put_message(lg_writer *writer, const lg_alquerque *state, int32_t player) {
    const lg_alquerque_result result = lg_alquerque_result_of(state);
    if (result != LG_ALQUERQUE_ONGOING) {
        if (gets_quit(state, result, player)) lg_put_text(writer, "Quit\n");
    } else if (player == state->to_move && state->jumper == NO_POINT) {
        const lg_alquerque_move *last = &state->last[1 - player];
        if (last->from == NO_POINT) lg_put_text(writer, "Start");
        else lg_i_alquerque_put_move(writer, last);
        lg_put(writer, '\n');
    }
}

typedef struct to_player {
    const lg_alquerque *state;
    int32_t player;
} to_player;

static void put_to(lg_writer *writer, const void *object) {
    const to_player *to = (const to_player *)object;
    lg_i_alquerque_put_message(writer, to->state, to->player);
}

lg_status lg_alquerque_message(const lg_alquerque *state, int32_t player, char *buffer, size_t capacity,
                               size_t *length) {
    if (lg_alquerque_validate(state) != LG_OK || player < 0 || player > 1) return LG_E_ARGUMENT;
    const to_player to = {state, player};
    return lg_write(put_to, &to, buffer, capacity, length);
}

lg_status lg_alquerque_message_parse(const char *text, size_t length, lg_alquerque_message_kind *kind,
                                     lg_alquerque_move *move, lg_parse_error *error) {
    if (text == NULL || kind == NULL || move == NULL) return LG_E_ARGUMENT;
    length = lg_line_length(text, length);
    if (length == 5 && memcmp(text, "Start", 5) == 0) {
        *kind = LG_ALQUERQUE_MESSAGE_START;
        return LG_OK;
    }
    if (length == 4 && memcmp(text, "Quit", 4) == 0) {
        *kind = LG_ALQUERQUE_MESSAGE_QUIT;
        return LG_OK;
    }
    const int first = length > 0 ? (unsigned char)text[0] : -1;
    if (first < 'a' || first > 'g') {
        const lg_reader reader = lg_reader_on(text, length, error);
        return lg_expected(&reader, "'Start', 'Quit' or a move");
    }
    const lg_status status = lg_alquerque_move_parse(text, length, move, error);
    if (status == LG_OK) *kind = LG_ALQUERQUE_MESSAGE_MOVE;
    return status;
}

lg_status lg_alquerque_play(const lg_alquerque *before, const char *text, size_t length, lg_alquerque *after,
                              lg_parse_error *error) {
    if (before == NULL || text == NULL || after == NULL) return LG_E_ARGUMENT;
    lg_alquerque_move move;
    if (lg_alquerque_result_of(before) != LG_ALQUERQUE_ONGOING) return LG_E_OVER;
    lg_status status = lg_alquerque_move_parse(text, lg_line_length(text, length), &move, error);
    if (status == LG_OK) status = lg_alquerque_apply(before, &move, after);
    return status == LG_E_ILLEGAL ? lg_refuse(lg_alquerque_explain(before, &move), error) : status;
}
