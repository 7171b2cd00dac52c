/* Alquerque: help and prompts for people, and typed input. */
#include "game/calls.h"
#include "libgames/author.h"
#include "lines.h"
#include "protocol.h"
#include "rooms.h"
#include "rules.h"

#define SIDE LG_ALQUERQUE_SIDE
#define NO_POINT LG_ALQUERQUE_NO_POINT

const char lg_i_alquerque_help[] =
    "Goal: take all of the other side's pieces, or leave it without a move. A tie comes after 100 moves each.\n"
    "A step goes along a line to a neighbouring empty point, in any direction: c3-d4.\n"
    "A capture jumps along a line over an enemy piece to the empty point behind it: c3*e5. Capturing is compulsory.\n"
    "A piece that can capture again continues in the same move: c3*e5*e3. You may also type the jumps one by one.\n"
    "A step may not take back the step that the same piece made in your last turn.";

/* A step or a jump: "c3-d4", "e5*c3". */
static void put_leg(lg_writer *writer, int point, int direction, int32_t distance) {
    lg_i_alquerque_put_point(writer, point);
    lg_put(writer, distance == 2 ? '*' : '-');
    lg_i_alquerque_put_point(writer, point + distance * LG_I_ALQUERQUE_STEP[direction]);
}

static void alq_decision(const lg_game *game, const void *state, int32_t action, lg_writer *writer) {
    uint64_t origins[8];
    (void)game;
    const int32_t distance = lg_i_alquerque_origins((const lg_alquerque *)state, origins);
    put_leg(writer, lg_i_alquerque_sparse(action >> 3), action & 7, distance);
}

/* One of the moves that are possible, as an example. */
static void alq_put_start(lg_writer *writer, const lg_alquerque *state) {
    uint64_t origins[8];
    const int32_t kind = lg_i_alquerque_origins(state, origins);
    lg_put_text(writer, kind == 2 ? "your capture, such as " : "your step, such as ");
    for (int direction = 0; direction < 8; direction++)
        for (int point = 0; point < 8 * SIDE && kind != 0; point++) {
            if ((origins[direction] >> point & 1) == 0) continue;
            put_leg(writer, point, direction, kind);
            return;
        }
}

static void alq_prompt(const lg_game *game, const void *state, lg_writer *writer) {
    const lg_alquerque *position = (const lg_alquerque *)state;
    (void)game;
    if (lg_alquerque_result_of(position) != LG_ALQUERQUE_ONGOING) return;
    if (position->jumper == NO_POINT) {
        alq_put_start(writer, position);
        return;
    }
    lg_put_text(writer, "the piece on ");
    lg_i_alquerque_put_point(writer, position->jumper);
    lg_put_text(writer, " captures on, to");
}

/* ---- typed input: two points with anything between them, or a point and a direction ---- */

/* The distance of two points on a straight line, and its direction; 0 if no line joins them. */
static int alq_distance_of(int from, int to, int *direction) {
    for (*direction = 0; *direction < 8; (*direction)++) {
        int point = from + LG_I_ALQUERQUE_STEP[*direction], distance = 1;
        for (; point >= 0 && (LG_I_ALQUERQUE_BOARD >> point & 1) != 0; distance++) {
            if (point == to) return distance;
            point += LG_I_ALQUERQUE_STEP[*direction];
        }
    }
    return 0;
}

/* A step goes to a neighbouring point and a capture to the one after it; the action does not contain the length. */
static lg_status check_distance(const lg_alquerque *state, lg_reader *reader, int from, int direction, int distance) {
    uint64_t origins[8];
    const int32_t kind = lg_i_alquerque_origins(state, origins);
    if ((origins[direction] >> from & 1) == 0 || distance == kind) return LG_OK;
    return lg_refuse(kind == 2 ? "capturing is compulsory: a capture ends on the point behind the piece that it takes"
                               : "there is no piece to capture between these points", reader->error);
}

/* Reads the target of a move, after the point where it begins. */
static lg_status read_target(const lg_alquerque *state, lg_reader *reader, int from, int *direction) {
    static const lg_word DIRECTIONS[] = {{"n", 0}, {"ne", 1}, {"e", 2}, {"se", 3},
                                         {"s", 4}, {"sw", 5}, {"w", 6}, {"nw", 7}};
    const size_t start = reader->at;
    int32_t named;
    int to;
    const int second = start + 1 < reader->length ? reader->text[start + 1] : -1; /* e4 is a point, e a direction */
    if ((second < '1' || second > '7') && lg_accept_typed(reader, DIRECTIONS, 8, &named)) {
        *direction = named;
        return LG_OK;
    }
    const lg_status status = lg_i_alquerque_read_point(reader, true, &to);
    if (status != LG_OK) return status;
    const int distance = alq_distance_of(from, to, direction);
    if (distance == 0 || distance > 2)
        return lg_expected_at(reader, start, "a point one or two away in a straight line");
    return check_distance(state, reader, from, *direction, distance);
}

/* In a chain the jumping piece may be named again, or left out. */
static lg_status alq_typed(const lg_game *game, const void *state, lg_reader *reader, int32_t *action) {
    static const char BETWEEN[] = "-*xX:>";
    const lg_alquerque *position = (const lg_alquerque *)state;
    int from = position->jumper, direction = 0;
    (void)game;
    lg_skip_gaps(reader, from == NO_POINT ? "" : BETWEEN);
    lg_reader ahead = *reader;
    ahead.error = NULL;
    int named = NO_POINT;
    const lg_status status = lg_i_alquerque_read_point(&ahead, true, &named);
    if (from == NO_POINT && status != LG_OK) return lg_i_alquerque_read_point(reader, true, &named);
    if (from == NO_POINT || named == from) {
        from = named;
        reader->at = ahead.at;
        lg_skip_gaps(reader, BETWEEN);
    }
    const lg_status read = read_target(position, reader, from, &direction);
    if (read == LG_OK) *action = 8 * lg_i_alquerque_dense(from) + direction;
    return read;
}

const lg_game_people lg_i_alquerque_people = {
    .board = lg_i_alquerque_board, .draw = LG_I_GAME_DRAW(alquerque), .prompt = alq_prompt, .typed = alq_typed,
    .decision = alq_decision,
};
