/* Amazes: mazes and maps as drawings. A drawing has a corner in every even line and column, squares in the odd
 * ones, and edges between them. */
#include <string.h>

#include "libgames/text.h"
#include "squares.h"

#define LINES 51

static const char MAPS_FACINGS[5] = "NESW";

/* ---- maze files ---- */

static lg_status read_start(lg_reader *reader, lg_amazes_place *place) {
    int64_t row, column;
    lg_status status = lg_read_int(reader, 1, LG_I_AMAZES_SIDE, "a row, 1 to 25", &row);
    if (status == LG_OK && !lg_accept(reader, ' ')) status = lg_expected(reader, "one blank after the row");
    if (status == LG_OK) status = lg_read_int(reader, 1, LG_I_AMAZES_SIDE, "a column, 1 to 25", &column);
    if (status == LG_OK && !lg_accept(reader, ' ')) status = lg_expected(reader, "one blank after the column");
    if (status != LG_OK) return status;
    const int c = lg_peek(reader);
    const char *facing = c > 0 ? strchr(MAPS_FACINGS, c) : NULL;
    if (facing == NULL) return lg_expected(reader, "a facing: N, E, S or W");
    reader->at++;
    memset(place, 0, sizeof *place);
    place->row = (uint8_t)(row - 1);
    place->column = (uint8_t)(column - 1);
    place->facing = (uint8_t)(facing - MAPS_FACINGS);
    return LG_OK;
}

/* With a comment before it. */
static lg_status amz_read_end_of_line(lg_reader *reader) {
    lg_skip_remark(reader);
    return lg_read_line_end(reader);
}

/* One byte of the drawing. The rim may only be wall. */
static lg_status read_drawn(lg_reader *reader, int line, int column, lg_amazes_edges *walls) {
    const bool upright = (line & 1) != 0, edge = upright != ((column & 1) != 0);
    const char wall = upright ? '|' : '-';
    if (!edge) {
        if (lg_accept(reader, upright ? ' ' : '+')) return LG_OK;
        return lg_expected(reader, upright ? "a blank: a square" : "'+': a corner");
    }
    if (lg_accept(reader, wall)) {
        if (upright) walls->v[line / 2] |= 1u << column / 2;
        else walls->h[line / 2] |= 1u << column / 2;
        return LG_OK;
    }
    const int across = upright ? column : line;
    if (across == 0 || across == LINES - 1)
        return lg_expected(reader, upright ? "'|': the outer edge is all wall" : "'-': the outer edge is all wall");
    if (lg_accept(reader, ' ')) return LG_OK;
    return lg_expected(reader, upright ? "'|' (a wall) or a blank (an opening)"
                                         : "'-' (a wall) or a blank (an opening)");
}

static lg_status read_drawing(lg_reader *reader, lg_amazes_edges *walls) {
    memset(walls, 0, sizeof *walls);
    for (int line = 0; line < LINES; line++) {
        const lg_status status = line > 0 ? amz_read_end_of_line(reader) : LG_OK;
        if (status != LG_OK) return status;
        for (int column = 0; column < LINES; column++) {
            const lg_status drawn = read_drawn(reader, line, column, walls);
            if (drawn != LG_OK) return drawn;
        }
    }
    lg_skip_remark(reader);
    if (lg_accept_line_end(reader)) lg_skip_remarks(reader);
    return lg_read_end(reader, "the end of the text");
}

/* A flaw of a drawn maze, in terms of the drawing: the square, or the corner above and left of it. */
static lg_status report_flaw(const lg_reader *reader, const lg_i_amazes_flaw *flaw, size_t drawing) {
    const bool corner = strstr(flaw->reason, "corner") != NULL;
    size_t at = drawing;
    for (int line = 2 * flaw->row + !corner; line > 0; at++) line -= reader->text[at] == '\n';
    at += (size_t)(2 * flaw->column + !corner);
    return lg_expected_at(reader, at, corner ? "a corner that touches a wall" : "a square that can be reached");
}

static lg_status check_parsed_starts(const lg_reader *reader, const lg_amazes_edges *walls,
                                     const lg_amazes_place start[2], const size_t facing_at[2]) {
    for (int player = 0; player < 2; player++)
        if (lg_amazes_edge(walls, start[player].row, start[player].column, lg_i_amazes_turned(start[player].facing, 2)))
            return lg_expected_at(reader, facing_at[player], "a facing with an opening behind it");
    if (lg_i_amazes_starts_check(walls, start, NULL) == LG_OK) return LG_OK;
    return lg_expected_at(reader, facing_at[0] + 2, "a start at a squared distance of 288 or more");
}

lg_status lg_amazes_maze_parse(const char *text, size_t length, lg_amazes_edges *walls, lg_amazes_place start[2],
                               bool *has_start, lg_parse_error *error) {
    lg_amazes_edges drawn;
    lg_amazes_place place[2];
    lg_i_amazes_flaw flaw;
    size_t facing_at[2] = {0, 0};
    if (text == NULL || walls == NULL || (start != NULL && has_start == NULL)) return LG_E_ARGUMENT;
    lg_reader reader = lg_reader_on(text, length, error);
    lg_skip_remarks(&reader);
    const int first = lg_peek(&reader);
    const bool starts = first >= '0' && first <= '9';
    lg_status status = LG_OK;
    for (int player = 0; starts && player < 2 && status == LG_OK; player++) {
        status = read_start(&reader, &place[player]);
        facing_at[player] = reader.at - 1;
        if (status == LG_OK) status = amz_read_end_of_line(&reader);
        if (status == LG_OK) lg_skip_remarks(&reader);
    }
    const size_t drawing = reader.at;
    if (status == LG_OK) status = read_drawing(&reader, &drawn);
    if (status != LG_OK) return status;
    if (lg_i_amazes_maze_check(&drawn, &flaw) != LG_OK) return report_flaw(&reader, &flaw, drawing);
    if (starts) status = check_parsed_starts(&reader, &drawn, place, facing_at);
    if (status != LG_OK) return status;
    *walls = drawn;
    if (has_start != NULL) *has_start = starts;
    if (starts && start != NULL) memcpy(start, place, sizeof place);
    return LG_OK;
}

typedef struct drawing {
    const lg_amazes_edges *walls;
    const lg_amazes_place *start;       /* NULL for none */
    const lg_amazes_knowledge *known;   /* NULL for a maze itself */
} drawing;

static void amz_put_start(lg_writer *writer, const lg_amazes_place *place) {
    lg_put_int(writer, place->row + 1);
    lg_put(writer, ' ');
    lg_put_int(writer, place->column + 1);
    lg_put(writer, ' ');
    lg_put(writer, MAPS_FACINGS[place->facing]);
    lg_put(writer, '\n');
}

static char drawn_edge(const drawing *map, int line, int column) {
    const bool upright = (line & 1) != 0;
    const int row = line / 2, bit = column / 2;
    const uint32_t wall = upright ? map->walls->v[row] : map->walls->h[row];
    if ((wall >> bit & 1) != 0) return upright ? '|' : '-';
    if (map->known == NULL) return ' ';
    const uint32_t open = upright ? map->known->openings.v[row] : map->known->openings.h[row];
    return (open >> bit & 1) != 0 ? ' ' : '?';
}

static char drawn_square(const drawing *map, int row, int column) {
    if (map->known == NULL) return ' ';
    if ((map->known->dead_ends[row] >> column & 1) != 0) return 'x';
    return (map->known->squares[row] >> column & 1) != 0 ? ' ' : '?';
}

static void put_drawing(lg_writer *writer, const void *object) {
    const drawing *map = (const drawing *)object;
    for (int player = 0; map->start != NULL && player < 2; player++) amz_put_start(writer, &map->start[player]);
    for (int line = 0; line < LINES; line++) {
        for (int column = 0; column < LINES; column++) {
            const bool odd_line = (line & 1) != 0, odd_column = (column & 1) != 0;
            if (odd_line != odd_column) lg_put(writer, drawn_edge(map, line, column));
            else lg_put(writer, odd_line ? drawn_square(map, line / 2, column / 2) : '+');
        }
        lg_put(writer, '\n');
    }
}

lg_status lg_amazes_maze_print(const lg_amazes_edges *walls, const lg_amazes_place start[2], char *buffer,
                               size_t capacity, size_t *length) {
    const bool fits = lg_i_amazes_maze_check(walls, NULL) == LG_OK &&
                      (start == NULL || lg_i_amazes_starts_check(walls, start, NULL) == LG_OK);
    const drawing map = {walls, start, NULL};
    return lg_i_write(fits, put_drawing, &map, buffer, capacity, length);
}

lg_status lg_amazes_known_print(const lg_amazes_knowledge *known, char *buffer, size_t capacity, size_t *length) {
    const drawing map = {known != NULL ? &known->walls : NULL, NULL, known};
    return lg_i_write(known != NULL, put_drawing, &map, buffer, capacity, length);
}

/* ---- a player's own map ---- */

typedef struct own_map {
    uint16_t cells[LG_AMAZES_CELLS];
    int top, bottom, left, right; /* of the known part, in rows and columns of cells */
    int player_cell, player_facing;
} own_map;

static void find_borders(own_map *map) {
    map->top = map->left = LG_AMAZES_FRAME;
    map->bottom = map->right = -1;
    for (int cell = 0; cell < LG_AMAZES_CELLS; cell++) {
        const int row = cell / LG_AMAZES_FRAME, column = cell % LG_AMAZES_FRAME;
        if (map->cells[cell] == 0 && cell != map->player_cell) continue;
        if (row < map->top) map->top = row;
        if (row > map->bottom) map->bottom = row;
        if (column < map->left) map->left = column;
        if (column > map->right) map->right = column;
    }
}

/* The edge on a side of a cell, as a wall, a blank or `?`; cells outside the map know nothing. */
static char maps_own_edge(const own_map *map, int row, int column, int side) {
    if (row < map->top || row > map->bottom || column < map->left || column > map->right) return '?';
    const unsigned cell = map->cells[LG_AMAZES_FRAME * row + column];
    if ((cell & LG_I_AMAZES_CELL_WALL << side) != 0) return (side & 1) != 0 ? '|' : '-';
    return (cell & LG_I_AMAZES_CELL_OPENING << side) != 0 ? ' ' : '?';
}

static char own_square(const own_map *map, int row, int column) {
    const int cell = LG_AMAZES_FRAME * row + column;
    if (cell == map->player_cell) return "^>v<"[map->player_facing];
    if ((map->cells[cell] & LG_I_AMAZES_CELL_DEAD_END) != 0) return 'x';
    return (map->cells[cell] & LG_I_AMAZES_CELL_DISCOVERED) != 0 ? ' ' : '?';
}

/* Edges on the line above (or left of) a cell also belong to the cell before it: either cell may be in the maze. */
static char own_between(const own_map *map, int row, int column, int side) {
    const char here = maps_own_edge(map, row, column, side);
    return here != '?' ? here
                       : maps_own_edge(map, row + lg_i_amazes_down(side), column + lg_i_amazes_right(side), side ^ 2);
}

static void put_own_map(lg_writer *writer, const void *object) {
    const own_map *map = (const own_map *)object;
    for (int row = map->top; row <= map->bottom + 1; row++) {
        for (int column = map->left; column <= map->right; column++) {
            lg_put(writer, '+');
            lg_put(writer, own_between(map, row, column, LG_I_AMAZES_NORTH));
        }
        lg_put_text(writer, "+\n");
        for (int column = map->left; row <= map->bottom && column <= map->right + 1; column++) {
            lg_put(writer, own_between(map, row, column, LG_I_AMAZES_WEST));
            lg_put(writer, column <= map->right ? own_square(map, row, column) : '\n');
        }
    }
}

lg_status lg_amazes_view_print(const lg_amazes *state, int32_t player, char *buffer, size_t capacity,
                               size_t *length) {
    own_map map;
    if (lg_amazes_validate(state) != LG_OK || player < 0 || player > 1) return LG_E_ARGUMENT;
    const lg_amazes_place *start = &state->start[player], *place = &state->place[player];
    lg_i_amazes_view(state, player, map.cells);
    map.player_cell = lg_i_amazes_cell(start, place->row, place->column);
    map.player_facing = (place->facing - start->facing) & 3;
    find_borders(&map);
    return lg_write(put_own_map, &map, buffer, capacity, length);
}
