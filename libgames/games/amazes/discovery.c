/* Amazes: a player's view, its discoveries by looking and walking, and inference. */
#include <string.h>

#include "squares.h"

/* Row 1 ... 24 for lines of interior corners, bit r for the line above row r. */
#define LINES LG_I_AMAZES_INNER

/* ---- seeing ---- */

static int corridor(const lg_amazes_edges *walls, const lg_amazes_place *place, int side, uint8_t *sides) {
    int row = place->row, column = place->column, length = 0;
    while (lg_i_amazes_edge(walls, row, column, side) == 0) {
        row += lg_i_amazes_down(side);
        column += lg_i_amazes_right(side);
        const uint32_t left = lg_i_amazes_edge(walls, row, column, (side + 3) & 3) ^ 1;
        const uint32_t right = lg_i_amazes_edge(walls, row, column, (side + 1) & 3) ^ 1;
        sides[length++] = (uint8_t)(left | right << 1);
    }
    return length;
}

static bool has_rim(const lg_amazes_edges *walls) {
    uint32_t ends = LG_I_AMAZES_RIM;
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++) ends &= walls->v[row];
    return ends == LG_I_AMAZES_RIM && walls->h[0] == LG_I_AMAZES_ALL && walls->h[LG_I_AMAZES_SIDE] == LG_I_AMAZES_ALL;
}

/* A place in a maze whose rim is closed. */
static bool amz_stands_in(const lg_amazes_edges *walls, const lg_amazes_place *place) {
    return walls != NULL && place != NULL && lg_i_amazes_is_place(place) && has_rim(walls);
}

lg_status lg_amazes_see(const lg_amazes_edges *walls, const lg_amazes_place *place, const lg_amazes_place *opponent,
                        lg_amazes_sight *sight) {
    lg_amazes_sight seen;
    if (sight == NULL || !amz_stands_in(walls, place) || opponent == NULL || !lg_i_amazes_is_place(opponent))
        return LG_E_ARGUMENT;
    memset(&seen, 0, sizeof seen);
    for (int i = 0; i < 4; i++)
        seen.length[i] = (uint8_t)corridor(walls, place, lg_i_amazes_turned(place->facing, i), seen.sides[i]);
    seen.distance = lg_i_amazes_squared_distance(place, opponent);
    *sight = seen;
    return LG_OK;
}

/* ---- discovering everything in view ---- */

/* The squares of row `row` between two walls around `column`. */
static uint32_t visible_row(const lg_amazes_edges *walls, int row, int column) {
    const int last = column + lg_i_bits_lowest(walls->v[row] >> (column + 1));
    const int first = lg_i_bits_highest(walls->v[row] & ((2u << column) - 1));
    return (2u << last) - (1u << first);
}

/* The horizontal edges on line `line` above or below the given squares. */
static void see_level(const lg_amazes_edges *walls, int line, uint32_t squares, lg_amazes_knowledge *known) {
    known->walls.h[line] |= walls->h[line] & squares;
    known->openings.h[line] |= ~walls->h[line] & squares;
}

/* The vertical edges left and right of the given squares. */
static void see_upright(const lg_amazes_edges *walls, int row, uint32_t squares, lg_amazes_knowledge *known) {
    const uint32_t edges = squares | squares << 1;
    known->walls.v[row] |= walls->v[row] & edges;
    known->openings.v[row] |= ~walls->v[row] & edges;
}

static void see_along_row(const lg_amazes_edges *walls, int row, int column, lg_amazes_knowledge *known) {
    const uint32_t squares = visible_row(walls, row, column);
    known->squares[row] |= squares;
    see_level(walls, row, squares, known);
    see_level(walls, row + 1, squares, known);
    see_upright(walls, row, squares, known);
    if (row > 0) known->squares[row - 1] |= squares & ~walls->h[row];
    if (row < LG_I_AMAZES_SIDE - 1) known->squares[row + 1] |= squares & ~walls->h[row + 1];
}

static void see_along_column(const lg_amazes_edges *walls, int row, int column, lg_amazes_knowledge *known) {
    const uint32_t square = 1u << column;
    while ((walls->h[row] & square) == 0) row--;
    see_level(walls, row, square, known);
    for (;; row++) {
        const uint32_t open = ~walls->v[row];
        known->squares[row] |= square | (open & square) >> 1 | (open & square << 1);
        see_upright(walls, row, square, known);
        see_level(walls, row + 1, square, known);
        if ((walls->h[row + 1] & square) != 0) return;
    }
}

void lg_i_amazes_discover(const lg_amazes_edges *walls, const lg_amazes_place *place, lg_amazes_knowledge *known) {
    see_along_row(walls, place->row, place->column, known);
    see_along_column(walls, place->row, place->column, known);
}

lg_status lg_amazes_discover(const lg_amazes_edges *walls, const lg_amazes_place *place,
                             const lg_amazes_knowledge *before, lg_amazes_knowledge *after) {
    if (before == NULL || after == NULL || !amz_stands_in(walls, place)) return LG_E_ARGUMENT;
    if (after != before) *after = *before;
    lg_i_amazes_discover(walls, place, after);
    return LG_OK;
}

/* ---- inference ---- */

/* "A square not yet discovered with w discovered walls and d discovered openings to dead-end squares, w + d = 3,
 * becomes discovered and a dead-end square; its fourth edge is an opening, and discovered." The terms of this sum on
 * the four sides of one row of squares, and the squares where they add up to three. */
typedef struct dead_end_row {
    uint32_t north, south, west, east, found;
} dead_end_row;

static inline dead_end_row look_for_dead_ends(const lg_amazes_knowledge *known, int row, uint32_t above,
                                              uint32_t below) {
    const lg_amazes_edges *walls = &known->walls, *openings = &known->openings;
    const uint32_t dead = known->dead_ends[row];
    dead_end_row at;
    at.north = walls->h[row] | (openings->h[row] & above);
    at.south = walls->h[row + 1] | (openings->h[row + 1] & below);
    at.west = walls->v[row] | (openings->v[row] & dead << 1);
    at.east = (walls->v[row] | (openings->v[row] & dead)) >> 1;
    at.found = lg_i_amazes_three(at.north, at.south, at.west, at.east) & ~known->squares[row] & LG_I_AMAZES_ALL;
    return at;
}

/* One row; true if there was one. */
static bool find_dead_ends(lg_amazes_knowledge *known, int row) {
    const dead_end_row at = look_for_dead_ends(known, row, row > 0 ? known->dead_ends[row - 1] : 0,
                                               row < LG_I_AMAZES_SIDE - 1 ? known->dead_ends[row + 1] : 0);
    if (at.found == 0) return false;
    known->squares[row] |= at.found;
    known->dead_ends[row] |= at.found;
    known->openings.h[row] |= at.found & ~at.north;
    known->openings.h[row + 1] |= at.found & ~at.south;
    known->openings.v[row] |= (at.found & ~at.west) | (at.found & ~at.east) << 1;
    return true;
}

/* "An interior corner with three discovered openings: its fourth edge is a discovered wall." The new walls at the
 * corners above one row. */
typedef struct corner_line {
    uint32_t up, down, level;
} corner_line;

static inline corner_line look_for_corner_walls(const lg_amazes_knowledge *known, int line) {
    const lg_amazes_edges *walls = &known->walls;
    const uint32_t up = known->openings.v[line - 1], down = known->openings.v[line];
    const uint32_t right = known->openings.h[line], left = right << 1;
    const uint32_t three = lg_i_amazes_three(up, down, left, right) & LG_I_AMAZES_INNER;
    corner_line found;
    found.up = three & ~up & ~walls->v[line - 1];
    found.down = three & ~down & ~walls->v[line];
    found.level = ((three & ~right) | (three & ~left) >> 1) & ~walls->h[line];
    return found;
}

/* One line; true if a wall is new. */
static bool find_corner_walls(lg_amazes_knowledge *known, int line) {
    const corner_line found = look_for_corner_walls(known, line);
    if ((found.up | found.down | found.level) == 0) return false;
    known->walls.v[line - 1] |= found.up;
    known->walls.v[line] |= found.down;
    known->walls.h[line] |= found.level;
    return true;
}

/* "The player knows of at least one square in each of the 25 columns: all walls of the left and right outer edges are
 * discovered. The same for rows, top and bottom. The 25 walls of one outer edge are discovered: so are the 25
 * opposite." Returns the rows whose walls are new. */
static uint32_t find_rim(lg_amazes_knowledge *known) {
    const lg_amazes_edges *openings = &known->openings;
    lg_amazes_edges *walls = &known->walls;
    uint32_t columns = 0, ends = LG_I_AMAZES_RIM, rows = 0, changed = 0;
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++) {
        const uint32_t upright = openings->v[row];
        const uint32_t here = known->squares[row] | openings->h[row] | openings->h[row + 1] | upright | upright >> 1;
        columns |= here;
        rows += here != 0;
        ends &= walls->v[row];
    }
    if (ends != LG_I_AMAZES_RIM && ((columns & LG_I_AMAZES_ALL) == LG_I_AMAZES_ALL || ends != 0)) {
        for (int row = 0; row < LG_I_AMAZES_SIDE; row++) walls->v[row] |= LG_I_AMAZES_RIM;
        changed = LG_I_AMAZES_ALL;
    }
    const bool top = (~walls->h[0] & LG_I_AMAZES_ALL) == 0,
               bottom = (~walls->h[LG_I_AMAZES_SIDE] & LG_I_AMAZES_ALL) == 0;
    if (!(top && bottom) && (rows == LG_I_AMAZES_SIDE || top || bottom)) {
        walls->h[0] |= LG_I_AMAZES_ALL;
        walls->h[LG_I_AMAZES_SIDE] |= LG_I_AMAZES_ALL;
        changed |= 1u | 1u << (LG_I_AMAZES_SIDE - 1);
    }
    return changed;
}

/* The rows in which the first rule finds something, and the lines in which the second one does: all are examined
 * without a branch, since most find nothing. */
static uint32_t rows_with_dead_ends(const lg_amazes_knowledge *known) {
    uint32_t dead[LG_I_AMAZES_SIDE + 2], found[LG_I_AMAZES_SIDE], any = 0, rows = 0;
    dead[0] = dead[LG_I_AMAZES_SIDE + 1] = 0;
    memcpy(dead + 1, known->dead_ends, sizeof known->dead_ends);
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++) {
        found[row] = look_for_dead_ends(known, row, dead[row], dead[row + 2]).found;
        any |= found[row];
    }
    for (int row = 0; row < LG_I_AMAZES_SIDE && any != 0; row++) rows |= (uint32_t)(found[row] != 0) << row;
    return rows;
}

static uint32_t lines_with_corner_walls(const lg_amazes_knowledge *known) {
    uint32_t found[LG_I_AMAZES_SIDE], any = 0, lines = 0;
    for (int line = 1; line < LG_I_AMAZES_SIDE; line++) {
        const corner_line at = look_for_corner_walls(known, line);
        found[line] = at.up | at.down | at.level;
        any |= found[line];
    }
    for (int line = 1; line < LG_I_AMAZES_SIDE && any != 0; line++) lines |= (uint32_t)(found[line] != 0) << line;
    return lines;
}

/* Repeats the rules for the rows and lines that may have changed: a dead end affects its own row and both neighbours,
 * the walls of a corner the rows above and below it. The rules only add knowledge, so their order does not matter. */
void lg_i_amazes_infer(lg_amazes_knowledge *known) {
    uint64_t lines = lines_with_corner_walls(known), rows = rows_with_dead_ends(known);
    do {
        while ((rows | lines) != 0) {
            while (lines != 0) {
                const int line = lg_i_bits_take(&lines);
                if (find_corner_walls(known, line)) rows |= 3u << (line - 1);
            }
            while (rows != 0) {
                const int row = lg_i_bits_take(&rows);
                if (!find_dead_ends(known, row)) continue;
                rows |= (7u << row >> 1) & LG_I_AMAZES_ALL;
                lines |= 3u << row & LINES;
            }
        }
        rows = find_rim(known);
    } while (rows != 0);
}

lg_status lg_amazes_infer(const lg_amazes_knowledge *before, lg_amazes_knowledge *after) {
    if (before == NULL || after == NULL) return LG_E_ARGUMENT;
    if (after != before) *after = *before;
    lg_i_amazes_infer(after);
    return LG_OK;
}

/* ---- walking ---- */

int32_t lg_i_amazes_carry_out(const lg_amazes_edges *walls, const uint8_t *steps, int32_t count,
                              lg_amazes_place *place, lg_amazes_knowledge *known) {
    int row = place->row, column = place->column, facing = place->facing;
    int32_t walked = 0;
    for (; walked < count; walked++) {
        const int side = lg_i_amazes_turned(facing, steps[walked]);
        if (lg_i_amazes_edge(walls, row, column, side) != 0) break;
        lg_i_amazes_set_edge(&known->openings, row, column, side);
        facing = side;
        row += lg_i_amazes_down(side);
        column += lg_i_amazes_right(side);
        known->squares[row] |= 1u << column;
    }
    place->row = (uint8_t)row;
    place->column = (uint8_t)column;
    place->facing = (uint8_t)facing;
    return walked;
}

int32_t lg_amazes_square_count(const lg_amazes_knowledge *known) {
    int count = 0;
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++) count += lg_i_bits_count(known->squares[row]);
    return count;
}
