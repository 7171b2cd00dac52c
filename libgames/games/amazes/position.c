/* Amazes: positions as text, one line. */
#include <string.h>

#include "protocol.h"
#include "squares.h"

/* ---- writing ---- */

static const char AMZ_POSITION_FACINGS[5] = "NESW";

/* Letters of a square and the two edges above and left of it. */
static const char MAZE_SQUARE[5] = ".-|+";
static const char UNKNOWN_SQUARE[5] = ".abc";
static const char KNOWN_SQUARE[5] = "defg";
#define DEAD_END 'x'

static void amz_position_put_maze(lg_writer *writer, const lg_amazes_edges *walls) {
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++) {
        if (row > 0) lg_put(writer, '/');
        for (int column = 0; column < LG_I_AMAZES_SIDE; column++)
            lg_put(writer, MAZE_SQUARE[(walls->h[row] >> column & 1) | (walls->v[row] >> column & 1) << 1]);
    }
}

/* One of the letters, or '.' for unknown. Row and column 25 contain edges only. */
static char knowledge_letter(const lg_amazes_knowledge *known, int row, int column) {
    uint32_t edges = (known->walls.h[row] | known->openings.h[row]) >> column & 1;
    if (row == LG_I_AMAZES_SIDE) return UNKNOWN_SQUARE[edges];
    edges |= ((known->walls.v[row] | known->openings.v[row]) >> column & 1) << 1;
    if (column == LG_I_AMAZES_SIDE) return UNKNOWN_SQUARE[edges];
    if ((known->dead_ends[row] >> column & 1) != 0) return DEAD_END;
    return (known->squares[row] >> column & 1) != 0 ? KNOWN_SQUARE[edges] : UNKNOWN_SQUARE[edges];
}

static void put_knowledge(lg_writer *writer, const lg_amazes_knowledge *known) {
    for (int row = 0; row <= LG_I_AMAZES_SIDE; row++) {
        int unknown = 0;
        if (row > 0) lg_put(writer, '/');
        for (int column = 0; column <= LG_I_AMAZES_SIDE; column++) {
            const char letter = knowledge_letter(known, row, column);
            if (letter == '.') {
                unknown++;
                continue;
            }
            if (unknown > 0) lg_put_int(writer, unknown);
            unknown = 0;
            lg_put(writer, letter);
        }
        if (unknown > 0) lg_put_int(writer, unknown);
    }
}

static void put_place(lg_writer *writer, const lg_amazes_place *place) {
    lg_put(writer, ' ');
    lg_put_int(writer, place->row + 1);
    lg_put(writer, ',');
    lg_put_int(writer, place->column + 1);
    lg_put(writer, ',');
    lg_put(writer, AMZ_POSITION_FACINGS[place->facing]);
}

static void put_pair(lg_writer *writer, char before, int64_t red, char between, int64_t blue) {
    lg_put(writer, before);
    lg_put_int(writer, red);
    lg_put(writer, between);
    lg_put_int(writer, blue);
}

static void put_flags(lg_writer *writer, const lg_amazes *state) {
    lg_put(writer, ' ');
    if (state->looked != 0) lg_put(writer, 'l');
    if ((state->offenders & 1) != 0) lg_put(writer, 'r');
    if ((state->offenders & 2) != 0) lg_put(writer, 'b');
    if (state->sudden_death != 0) lg_put(writer, state->sudden_death == 1 ? 'R' : 'B');
    if (state->looked == 0 && state->offenders == 0 && state->sudden_death == 0) lg_put(writer, '-');
}

void lg_i_amazes_put_position(lg_writer *writer, const void *object) {
    const lg_amazes *state = (const lg_amazes *)object;
    const lg_i_amazes_walk walk = {state->walk, state->walk_length};
    amz_position_put_maze(writer, &state->maze);
    for (int player = 0; player < 2; player++) {
        lg_put(writer, ' ');
        put_knowledge(writer, &state->known[player]);
    }
    for (int player = 0; player < 2; player++) put_place(writer, &state->start[player]);
    for (int player = 0; player < 2; player++) put_place(writer, &state->place[player]);
    put_pair(writer, ' ', state->turn, '/', state->turn_limit);
    put_pair(writer, ' ', state->written[0], ',', state->written[1]);
    put_pair(writer, ' ', state->first[0], ',', state->first[1]);
    put_pair(writer, ' ', state->meetings[0], ',', state->meetings[1]);
    put_flags(writer, state);
    lg_put(writer, ' ');
    if (walk.count == 0) lg_put(writer, '-');
    lg_i_amazes_put_walk(writer, &walk);
}

lg_status lg_i_amazes_print(const lg_amazes *state, char *buffer, size_t capacity, size_t *length) {
    return lg_i_write(lg_amazes_validate(state) == LG_OK, lg_i_amazes_put_position, state, buffer, capacity, length);
}

/* ---- reading ---- */

static lg_status expect(lg_reader *reader, char c, const char *expected) {
    return lg_accept(reader, c) ? LG_OK : lg_expected(reader, expected);
}

static lg_status read_maze(lg_reader *reader, lg_amazes_edges *walls) {
    lg_i_amazes_flaw flaw;
    const size_t start = reader->at;
    memset(walls, 0, sizeof *walls);
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++) {
        if (row > 0 && !lg_accept(reader, '/')) return lg_expected(reader, "'/' after 25 squares of a row");
        for (int column = 0; column < LG_I_AMAZES_SIDE; column++) {
            const int edges = lg_i_amazes_take_one_of(reader, MAZE_SQUARE);
            if (edges < 0) return lg_expected(reader, "a square: '.', '-', '|' or '+'");
            walls->h[row] |= (uint32_t)(edges & 1) << column;
            walls->v[row] |= (uint32_t)(edges >> 1) << column;
        }
        walls->v[row] |= 1u << LG_I_AMAZES_SIDE;
    }
    walls->h[LG_I_AMAZES_SIDE] = LG_I_AMAZES_ALL;
    if (lg_i_amazes_maze_check(walls, &flaw) == LG_OK) return LG_OK;
    const size_t at = start + (size_t)((LG_I_AMAZES_SIDE + 1) * flaw.row + flaw.column);
    return lg_expected_at(reader, at, "a valid maze: a walled rim, no square cut off, a wall at every corner");
}

static void know_edge(const lg_amazes_edges *maze, lg_amazes_knowledge *known, int row, int column, int side) {
    if (lg_i_amazes_edge(maze, row, column, side) != 0) lg_i_amazes_set_edge(&known->walls, row, column, side);
    else lg_i_amazes_set_edge(&known->openings, row, column, side);
}

/* Knowledge of one square by its letter; false for a letter that can't stand there. */
static bool know_square(const lg_amazes_edges *maze, lg_amazes_knowledge *known, int row, int column, int c) {
    const char *unknown = strchr(UNKNOWN_SQUARE + 1, c), *square = strchr(KNOWN_SQUARE, c);
    const int edges = unknown != NULL  ? (int)(unknown - UNKNOWN_SQUARE)
                      : square != NULL ? (int)(square - KNOWN_SQUARE)
                                       : 3;
    if (unknown == NULL && square == NULL && c != DEAD_END) return false;
    if ((row == LG_I_AMAZES_SIDE || column == LG_I_AMAZES_SIDE) && unknown == NULL) return false;
    if ((edges & 1) != 0) {
        if (column == LG_I_AMAZES_SIDE) return false;
        if (row < LG_I_AMAZES_SIDE) know_edge(maze, known, row, column, LG_I_AMAZES_NORTH);
        else know_edge(maze, known, row - 1, column, LG_I_AMAZES_SOUTH);
    }
    if ((edges & 2) != 0) {
        if (row == LG_I_AMAZES_SIDE) return false;
        if (column < LG_I_AMAZES_SIDE) know_edge(maze, known, row, column, LG_I_AMAZES_WEST);
        else know_edge(maze, known, row, column - 1, LG_I_AMAZES_EAST);
    }
    if (unknown == NULL) known->squares[row] |= 1u << column;
    if (c == DEAD_END) known->dead_ends[row] |= 1u << column;
    return true;
}

static lg_status read_known_row(lg_reader *reader, const lg_amazes_edges *maze, lg_amazes_knowledge *known,
                                int row) {
    for (int column = 0; column <= LG_I_AMAZES_SIDE;) {
        const int c = lg_peek(reader);
        if (c >= '1' && c <= '9') {
            int64_t unknown;
            const char *const expected = "a count of unknown squares that fits the row";
            const lg_status status = lg_read_int(reader, 1, LG_I_AMAZES_SIDE + 1 - column, expected, &unknown);
            if (status != LG_OK) return status;
            column += (int)unknown;
            continue;
        }
        if (c <= 0 || !know_square(maze, known, row, column, c))
            return lg_expected(reader,
                                 "the knowledge of a square: a number or one of a to g and x that is possible here");
        reader->at++;
        column++;
    }
    return LG_OK;
}

static lg_status read_knowledge(lg_reader *reader, const lg_amazes_edges *maze, lg_amazes_knowledge *known) {
    for (int row = 0; row <= LG_I_AMAZES_SIDE; row++) {
        if (row > 0 && !lg_accept(reader, '/')) return lg_expected(reader, "'/' after 26 places of a row");
        const lg_status status = read_known_row(reader, maze, known, row);
        if (status != LG_OK) return status;
    }
    return LG_OK;
}

static lg_status amz_read_place(lg_reader *reader, lg_amazes_place *place) {
    int64_t row, column;
    lg_status status = lg_read_blank(reader);
    if (status == LG_OK) status = lg_read_int(reader, 1, LG_I_AMAZES_SIDE, "a row, 1 to 25", &row);
    if (status == LG_OK) status = expect(reader, ',', "',' after the row");
    if (status == LG_OK) status = lg_read_int(reader, 1, LG_I_AMAZES_SIDE, "a column, 1 to 25", &column);
    if (status == LG_OK) status = expect(reader, ',', "',' after the column");
    if (status != LG_OK) return status;
    const int facing = lg_i_amazes_take_one_of(reader, AMZ_POSITION_FACINGS);
    if (facing < 0) return lg_expected(reader, "a facing: N, E, S or W");
    place->row = (uint8_t)(row - 1);
    place->column = (uint8_t)(column - 1);
    place->facing = (uint8_t)facing;
    return LG_OK;
}

static lg_status read_pair(lg_reader *reader, int64_t low, int64_t high, char between, const char *expected,
                           int64_t pair[2]) {
    lg_status status = lg_read_blank(reader);
    if (status == LG_OK) status = lg_read_int(reader, low, high, expected, &pair[0]);
    if (status == LG_OK) status = expect(reader, between, between == '/' ? "'/'" : "','");
    if (status == LG_OK) status = lg_read_int(reader, low, high, expected, &pair[1]);
    return status;
}

static lg_status read_counters(lg_reader *reader, lg_amazes *state) {
    int64_t turn[2], written[2], first[2], meetings[2];
    lg_status status = read_pair(reader, 0, 2 * LG_AMAZES_TURNS, '/', "a number of turns", turn);
    if (status == LG_OK)
        status = read_pair(reader, 0, LG_AMAZES_WALK * LG_AMAZES_TURNS, ',', "a number of characters", written);
    if (status == LG_OK) status = read_pair(reader, 0, LG_AMAZES_SQUARES, ',', "a number of squares", first);
    if (status == LG_OK) status = read_pair(reader, 0, LG_AMAZES_TURNS, ',', "a number of meetings", meetings);
    if (status != LG_OK) return status;
    state->turn = (uint16_t)turn[0];
    state->turn_limit = (uint16_t)turn[1];
    for (int player = 0; player < 2; player++) {
        state->written[player] = (uint32_t)written[player];
        state->first[player] = (uint16_t)first[player];
        state->meetings[player] = (uint16_t)meetings[player];
    }
    return LG_OK;
}

static lg_status read_flags(lg_reader *reader, lg_amazes *state) {
    const lg_status status = lg_read_blank(reader);
    if (status != LG_OK || lg_accept(reader, '-')) return status;
    const size_t start = reader->at;
    state->looked = lg_accept(reader, 'l');
    if (lg_accept(reader, 'r')) state->offenders |= 1;
    if (lg_accept(reader, 'b')) state->offenders |= 2;
    const int killer = lg_i_amazes_take_one_of(reader, "RB");
    state->sudden_death = (uint8_t)(killer + 1);
    return reader->at > start ? LG_OK : lg_expected(reader, "flags, letters of 'lrbRB' in that order, or '-'");
}

static lg_status read_unfinished(lg_reader *reader, lg_amazes *state) {
    const lg_status status = expect(reader, ' ', "a flag or one blank between fields");
    if (status != LG_OK) return status;
    if (!lg_accept(reader, '-')) {
        state->walk_length = (uint16_t)lg_i_amazes_read_steps(reader, state->walk, LG_AMAZES_WALK);
        if (state->walk_length == 0) return lg_expected(reader, "a walk of F, T, L and R, or '-'");
    }
    return lg_read_end(reader, "the end of the position");
}

lg_status lg_i_amazes_parse(const char *text, size_t length, lg_amazes *state, lg_parse_error *error) {
    lg_amazes parsed;
    if (text == NULL || state == NULL) return LG_E_ARGUMENT;
    lg_reader reader = lg_reader_on(text, length, error);
    memset(&parsed, 0, sizeof parsed);
    lg_status status = read_maze(&reader, &parsed.maze);
    for (int player = 0; player < 2 && status == LG_OK; player++) {
        status = lg_read_blank(&reader);
        if (status == LG_OK) status = read_knowledge(&reader, &parsed.maze, &parsed.known[player]);
    }
    const size_t places = reader.at + 1;
    for (int player = 0; player < 2 && status == LG_OK; player++)
        status = amz_read_place(&reader, &parsed.start[player]);
    if (status == LG_OK && lg_i_amazes_starts_check(&parsed.maze, parsed.start, NULL) != LG_OK)
        status = lg_expected_at(&reader, places, "starts at a squared distance of 288 or more, openings behind them");
    for (int player = 0; player < 2 && status == LG_OK; player++)
        status = amz_read_place(&reader, &parsed.place[player]);
    if (status == LG_OK) status = read_counters(&reader, &parsed);
    if (status == LG_OK) status = read_flags(&reader, &parsed);
    if (status == LG_OK) status = read_unfinished(&reader, &parsed);
    if (status != LG_OK) return status;
    if (lg_amazes_validate(&parsed) != LG_OK) return lg_expected_at(&reader, 0, "fields that agree with each other");
    *state = parsed;
    return LG_OK;
}
