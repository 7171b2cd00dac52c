/* Alquerque: moves and the contest's messages as text. */
#include "libgames/alquerque.h"

#include <string.h>

#include "libgames/author.h"
#include "protocol.h"
#include "rules.h"

#define NO_POINT LG_ALQUERQUE_NO_POINT

/* ---- moves: "c3-d4", "a1*c1*c3" ---- */

void lg_i_alquerque_put_point(lg_writer *writer, int point) {
    lg_put(writer, (char)('a' + (point & 7)));
    lg_put(writer, (char)('1' + (point >> 3)));
}

void lg_i_alquerque_put_rest(lg_writer *writer, const lg_alquerque_move *move, int32_t done) {
    uint8_t points[LG_ALQUERQUE_MAX_JUMPS + 1];
    const int32_t count = lg_i_alquerque_points(move, points);
    for (int32_t i = done; i < count; i++) {
        if (i > done) lg_put(writer, move->jumps == 0 ? '-' : '*');
        lg_i_alquerque_put_point(writer, points[i]);
    }
}

void lg_i_alquerque_put_move(lg_writer *writer, const void *object) {
    lg_i_alquerque_put_rest(writer, (const lg_alquerque_move *)object, 0);
}

lg_status lg_alquerque_move_print(const lg_alquerque_move *move, char *buffer, size_t capacity, size_t *length) {
    uint8_t points[LG_ALQUERQUE_MAX_JUMPS + 1];
    return lg_i_write(move != NULL && lg_i_alquerque_points(move, points) > 0, lg_i_alquerque_put_move, move, buffer,
                      capacity, length);
}

lg_status lg_i_alquerque_read_point(lg_reader *reader, bool typed, int *point) {
    const int letter = lg_peek(reader), column = (typed ? lg_small(letter) : letter) - 'a';
    if (column < 0 || column >= LG_ALQUERQUE_SIDE)
        return lg_expected(reader, typed ? "a point, a1 to g7" : "a column letter, a to g");
    reader->at++;
    const int row = lg_peek(reader) - '1';
    if (row < 0 || row >= LG_ALQUERQUE_SIDE) return lg_expected(reader, "a row digit, 1 to 7");
    reader->at++;
    *point = 8 * row + column;
    return LG_OK;
}

lg_status lg_i_alquerque_read_move(lg_reader *reader, lg_alquerque_move *move) {
    uint8_t points[LG_ALQUERQUE_MAX_JUMPS + 1];
    int point;
    lg_status status = lg_i_alquerque_read_point(reader, false, &point);
    if (status != LG_OK) return status;
    points[0] = (uint8_t)point;
    const bool capture = lg_accept(reader, '*');
    if (!capture && !lg_accept(reader, '-')) return lg_expected(reader, "'-' (a step) or '*' (a capture)");
    int32_t count = 1;
    do {
        const size_t at = reader->at;
        if (count > LG_ALQUERQUE_MAX_JUMPS) return lg_expected(reader, "the end of the chain after 24 captures");
        if ((status = lg_i_alquerque_read_point(reader, false, &point)) != LG_OK) return status;
        points[count++] = (uint8_t)point;
        if (!lg_i_alquerque_move_make(points, count, capture, move))
            return lg_expected_at(reader, at,
                                    capture ? "a point two away along a line" : "a neighbouring point along a line");
    } while (capture && lg_accept(reader, '*'));
    return LG_OK;
}

lg_status lg_alquerque_move_parse(const char *text, size_t length, lg_alquerque_move *move, lg_parse_error *error) {
    if (text == NULL || move == NULL) return LG_E_ARGUMENT;
    lg_reader reader = lg_reader_on(text, length, error);
    lg_alquerque_move parsed;
    lg_status status = lg_i_alquerque_read_move(&reader, &parsed);
    if (status == LG_OK)
        status = lg_read_end(&reader, parsed.jumps == 0 ? "the end of the move" : "'*' or the end of the move");
    if (status == LG_OK) *move = parsed;
    return status;
}

/* ---- the contest's conversation ---- */

/* "Quit goes to both after an illegal move; after a game won over the board to the loser only; after a tie
 * to nobody." */
static bool alq_gets_quit(const lg_alquerque *state, lg_alquerque_result result, int32_t player) {
    if (result == LG_ALQUERQUE_FORFEIT) return true;
    return result != LG_ALQUERQUE_AT_PLY_LIMIT && player == state->to_move;
}

void lg_i_alquerque_put_message(lg_writer *writer, const lg_alquerque *state, int32_t player) {
    const lg_alquerque_result result = lg_alquerque_result_of(state);
    if (result != LG_ALQUERQUE_ONGOING) {
        if (alq_gets_quit(state, result, player)) lg_put_text(writer, "Quit\n");
    } else if (player == state->to_move && state->jumper == NO_POINT) {
        const lg_alquerque_move *last = &state->last[1 - player];
        if (last->from == NO_POINT) lg_put_text(writer, "Start");
        else lg_i_alquerque_put_move(writer, last);
        lg_put(writer, '\n');
    }
}

typedef struct alq_to_player {
    const lg_alquerque *state;
    int32_t player;
} alq_to_player;

static void alq_put_to(lg_writer *writer, const void *object) {
    const alq_to_player *to = (const alq_to_player *)object;
    lg_i_alquerque_put_message(writer, to->state, to->player);
}

lg_status lg_i_alquerque_message(const lg_alquerque *state, int32_t player, char *buffer, size_t capacity,
                               size_t *length) {
    const alq_to_player to = {state, player};
    return lg_i_write(lg_alquerque_validate(state) == LG_OK && (player == 0 || player == 1), alq_put_to, &to, buffer,
                      capacity, length);
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
    return status == LG_E_ILLEGAL ? lg_refuse(lg_i_alquerque_explain(before, &move), error) : status;
}
