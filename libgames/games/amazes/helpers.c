/* Amazes: ways and distances over known openings, a player's own frame and map, symmetries. */
#include <string.h>

#include "core/symmetry.h"
#include "rings.h"

#define REACH LG_AMAZES_REACH
#define FRAME LG_AMAZES_FRAME

/* ---- ways ---- */

/* Breadth first over discovered openings. */
static void helpers_measure(const lg_amazes_knowledge *known, int square, int16_t distances[LG_AMAZES_SQUARES]) {
    lg_i_amazes_ways ways;
    lg_i_amazes_rows rings[2], fresh, all;
    uint32_t found = 1u << square / LG_I_AMAZES_SIDE;
    lg_i_amazes_find_ways(&known->openings, &ways);
    lg_i_amazes_begin_rings(square / LG_I_AMAZES_SIDE, square % LG_I_AMAZES_SIDE, &rings[0], &fresh);
    memset(&all, 0xFF, sizeof all);
    memset(distances, 0xFF, LG_AMAZES_SQUARES * sizeof distances[0]); /* -1 */
    for (int distance = 0; found != 0; distance++) {
        const lg_i_amazes_rows *ring = &rings[distance & 1];
        for (uint64_t rows = found; rows != 0;) {
            const int row = lg_i_bits_take(&rows);
            uint64_t squares = ring->row[row];
            do distances[LG_I_AMAZES_SIDE * row + lg_i_bits_take(&squares)] = (int16_t)distance;
            while (squares != 0);
        }
        (void)lg_i_amazes_widen(&ways, ring, &fresh, &rings[~distance & 1], &all, &found);
    }
}

/* An opening in the rim would lead out of the maze. */
static bool is_closed(const lg_amazes_knowledge *known) {
    uint32_t open = (known->openings.h[0] | known->openings.h[LG_I_AMAZES_SIDE]) & LG_I_AMAZES_ALL;
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++) open |= known->openings.v[row] & LG_I_AMAZES_RIM;
    return open == 0;
}

/* A square of a maze, with what can be known of it. */
static bool leads_to(const lg_amazes_knowledge *known, int32_t row, int32_t column) {
    return known != NULL && lg_i_amazes_inside(row, column) && is_closed(known);
}

lg_status lg_amazes_distances(const lg_amazes_knowledge *known, int32_t row, int32_t column,
                              int16_t distances[LG_AMAZES_SQUARES]) {
    if (distances == NULL || !leads_to(known, row, column)) return LG_E_ARGUMENT;
    helpers_measure(known, LG_I_AMAZES_SIDE * row + column, distances);
    return LG_OK;
}

/* The distance from a square to the nearest wanted one; -1: there is no known way of at most this many steps. Squares
 * that it has not reached stay fresh. Level d % 3, if levels are given, gets the squares at distance d: neighbouring
 * distances are in different levels. */
static int amz_spread(const lg_amazes_edges *openings, int row, int column, int steps, const lg_i_amazes_rows *wanted,
                      lg_i_amazes_rows *fresh, lg_i_amazes_rows levels[3]) {
    lg_i_amazes_ways ways;
    lg_i_amazes_rows rings[2];
    uint32_t found = wanted->row[row] >> column & 1;
    int distance = 0;
    lg_i_amazes_find_ways(openings, &ways);
    lg_i_amazes_begin_rings(row, column, &rings[0], fresh);
    for (; found == 0; distance++) {
        const lg_i_amazes_rows *ring = &rings[distance & 1];
        for (int i = 0; levels != NULL && i < LG_I_AMAZES_FOURS; i++) levels[distance % 3].part[i] |= ring->part[i];
        if (distance == steps || !lg_i_amazes_widen(&ways, ring, fresh, &rings[~distance & 1], wanted, &found))
            return -1;
    }
    return distance;
}

void lg_i_amazes_reach(const lg_amazes_edges *openings, const lg_amazes_place *from, int steps,
                       uint32_t rows[LG_I_AMAZES_SIDE]) {
    LG_I_BITS_TABLE lg_i_amazes_rows NONE = {{0}};
    lg_i_amazes_rows fresh;
    (void)amz_spread(openings, from->row, from->column, steps, &NONE, &fresh, NULL);
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++) rows[row] = LG_I_AMAZES_ALL & ~fresh.row[row];
    rows[from->row] &= ~(1u << from->column);
}

/* The first step of F R T L to a square of a level. */
static int step_to(const lg_amazes_edges *openings, const lg_i_amazes_rows *level, const lg_amazes_place *place) {
    int step = 0;
    for (; step < 3; step++) {
        const int side = lg_i_amazes_turned(place->facing, step);
        const int row = place->row + lg_i_amazes_down(side), column = place->column + lg_i_amazes_right(side);
        if (lg_i_amazes_edge(openings, place->row, place->column, side) != 0 && (level->row[row] >> column & 1) != 0)
            break;
    }
    return step;
}

lg_status lg_amazes_way(const lg_amazes_knowledge *known, const lg_amazes_place *place, int32_t row, int32_t column,
                        uint8_t *steps, int32_t capacity, int32_t *count) {
    lg_i_amazes_rows wanted, fresh, levels[3];
    if (place == NULL || count == NULL || capacity < 0 || (steps == NULL && capacity > 0) ||
        !lg_i_amazes_is_place(place) || !leads_to(known, row, column))
        return LG_E_ARGUMENT;
    memset(&wanted, 0, sizeof wanted);
    memset(levels, 0, sizeof levels);
    wanted.row[place->row] = 1u << place->column;
    const int length = amz_spread(&known->openings, row, column, LG_AMAZES_SQUARES, &wanted, &fresh, levels);
    if (length < 0) return LG_E_ILLEGAL;
    *count = length;
    if (length > capacity) return LG_E_SPACE;
    lg_amazes_place at = *place;
    for (int i = 0; i < length; i++) {
        const int step = step_to(&known->openings, &levels[(length - i - 1) % 3], &at);
        steps[i] = (uint8_t)step;
        at.facing = (uint8_t)lg_i_amazes_turned(at.facing, step);
        at.row = (uint8_t)(at.row + lg_i_amazes_down(at.facing));
        at.column = (uint8_t)(at.column + lg_i_amazes_right(at.facing));
    }
    return LG_OK;
}

/* ---- the frame ---- */

int32_t lg_i_amazes_cell(const lg_amazes_place *start, int32_t row, int32_t column) {
    if (!lg_i_amazes_inside(row, column)) return -1;
    const lg_i_amazes_frame frame = lg_i_amazes_frame_of(start);
    return frame.origin + row * frame.down + column * frame.right;
}

int32_t lg_i_amazes_square(const lg_amazes_place *start, int32_t cell) {
    if (cell < 0 || cell >= LG_AMAZES_CELLS) return -1;
    const int ahead = REACH - cell / FRAME, right = cell % FRAME - REACH;
    const int to_right = lg_i_amazes_turned(start->facing, 1);
    const int row = start->row + ahead * lg_i_amazes_down(start->facing) + right * lg_i_amazes_down(to_right);
    const int column = start->column + ahead * lg_i_amazes_right(start->facing) + right * lg_i_amazes_right(to_right);
    return lg_i_amazes_inside(row, column) ? LG_I_AMAZES_SIDE * row + column : -1;
}

lg_i_amazes_frame lg_i_amazes_frame_of(const lg_amazes_place *start) {
    /* The cells one row down and one column to the right in the maze, by the facing that is "up". */
    LG_I_BITS_TABLE int8_t DOWN[4] = {FRAME, 1, -FRAME, -1};
    LG_I_BITS_TABLE int8_t RIGHT[4] = {1, -FRAME, -1, FRAME};
    lg_i_amazes_frame frame;
    frame.down = DOWN[start->facing];
    frame.right = RIGHT[start->facing];
    frame.origin = FRAME * REACH + REACH - start->row * frame.down - start->column * frame.right;
    return frame;
}

static void mark_squares(uint16_t *cells, const lg_i_amazes_frame *frame, const uint32_t rows[LG_I_AMAZES_SIDE],
                         unsigned flag) {
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++)
        for (uint64_t bits = rows[row]; bits != 0;) {
            const int cell = frame->origin + row * frame->down + lg_i_bits_take(&bits) * frame->right;
            cells[cell] = (uint16_t)(cells[cell] | flag);
        }
}

/* Marks an edge in both of its cells. A wall of the rim is also marked outside the maze, so that it looks like all
 * other walls; only a cell beyond the frame is left out, and then the player knows its own position anyway. */
static void mark_edge(uint16_t *cells, const lg_amazes_place *start, int row, int column, int side, unsigned flag) {
    const lg_i_amazes_frame frame = lg_i_amazes_frame_of(start);
    for (int i = 0; i < 2; i++) {
        const int rows = row - start->row, columns = column - start->column;
        if (rows >= -REACH && rows <= REACH && columns >= -REACH && columns <= REACH) {
            const int cell = frame.origin + row * frame.down + column * frame.right;
            cells[cell] = (uint16_t)(cells[cell] | flag << ((side - start->facing) & 3));
        }
        row += lg_i_amazes_down(side);
        column += lg_i_amazes_right(side);
        side ^= 2;
    }
}

static void mark_edges(uint16_t *cells, const lg_amazes_place *start, const lg_amazes_edges *edges, unsigned flag) {
    for (int row = 0; row <= LG_I_AMAZES_SIDE; row++)
        for (uint64_t bits = edges->h[row]; bits != 0;)
            mark_edge(cells, start, row, lg_i_bits_take(&bits), LG_I_AMAZES_NORTH, flag);
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++)
        for (uint64_t bits = edges->v[row]; bits != 0;)
            mark_edge(cells, start, row, lg_i_bits_take(&bits), LG_I_AMAZES_WEST, flag);
}

void lg_i_amazes_view(const lg_amazes *state, int32_t player, uint16_t cells[LG_AMAZES_CELLS]) {
    const lg_amazes_knowledge *known = &state->known[player];
    const lg_amazes_place *start = &state->start[player];
    const lg_i_amazes_frame frame = lg_i_amazes_frame_of(start);
    memset(cells, 0, LG_AMAZES_CELLS * sizeof cells[0]);
    mark_squares(cells, &frame, known->squares, LG_I_AMAZES_CELL_DISCOVERED);
    mark_squares(cells, &frame, known->dead_ends, LG_I_AMAZES_CELL_DEAD_END);
    mark_edges(cells, start, &known->walls, LG_I_AMAZES_CELL_WALL);
    mark_edges(cells, start, &known->openings, LG_I_AMAZES_CELL_OPENING);
}

/* ---- symmetries ---- */

/* The images of a square and of a side of it under a symmetry. */
static void map_side(int symmetry, int *row, int *column, int *side) {
    lg_i_symmetry_cell(symmetry, LG_I_AMAZES_SIDE, row, column);
    *side = lg_i_symmetry_direction(symmetry, 4, *side);
}

static void map_squares(int symmetry, uint32_t squares[LG_I_AMAZES_SIDE]) {
    uint32_t mapped[LG_I_AMAZES_SIDE];
    memset(mapped, 0, sizeof mapped);
    for (int i = 0; i < LG_AMAZES_SQUARES; i++) {
        int row = i / LG_I_AMAZES_SIDE, column = i % LG_I_AMAZES_SIDE;
        const uint32_t bit = squares[row] >> column & 1;
        lg_i_symmetry_cell(symmetry, LG_I_AMAZES_SIDE, &row, &column);
        mapped[row] |= bit << column;
    }
    memcpy(squares, mapped, sizeof mapped);
}

static void map_edges(int symmetry, lg_amazes_edges *edges) {
    lg_amazes_edges mapped;
    memset(&mapped, 0, sizeof mapped);
    for (int i = 0; i < 4 * LG_AMAZES_SQUARES; i++) {
        int row = i / 4 / LG_I_AMAZES_SIDE, column = i / 4 % LG_I_AMAZES_SIDE, side = i % 4;
        if (lg_i_amazes_edge(edges, row, column, side) == 0) continue;
        map_side(symmetry, &row, &column, &side);
        lg_i_amazes_set_edge(&mapped, row, column, side);
    }
    *edges = mapped;
}

static void map_place(int symmetry, lg_amazes_place *place) {
    int row = place->row, column = place->column, facing = place->facing;
    map_side(symmetry, &row, &column, &facing);
    place->row = (uint8_t)row;
    place->column = (uint8_t)column;
    place->facing = (uint8_t)facing;
}

void lg_i_amazes_symmetry(const lg_amazes *before, int32_t symmetry, lg_amazes *after) {
    if (after != before) *after = *before;
    map_edges(symmetry, &after->maze);
    for (int player = 0; player < 2; player++) {
        lg_amazes_knowledge *known = &after->known[player];
        map_squares(symmetry, known->squares);
        map_squares(symmetry, known->dead_ends);
        map_edges(symmetry, &known->walls);
        map_edges(symmetry, &known->openings);
        map_place(symmetry, &after->start[player]);
        map_place(symmetry, &after->place[player]);
    }
    if (symmetry >= 4)
        for (int i = 0; i < after->walk_length; i++) after->walk[i] = (uint8_t)((4 - after->walk[i]) & 3);
}
