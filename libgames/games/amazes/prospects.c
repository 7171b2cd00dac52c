/* Amazes: the squares that are promising for a player. */
#include "prospects.h"

#include <string.h>

bool lg_i_amazes_knows_all(const lg_amazes_knowledge *known) {
    uint32_t all = LG_I_AMAZES_ALL;
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++) all &= known->squares[row];
    return all == LG_I_AMAZES_ALL;
}

static void prospects_find_looks(lg_i_amazes_prospects *p) {
    const lg_amazes_edges *open = &p->known->openings, *walls = &p->known->walls;
    uint32_t edges[LG_I_AMAZES_SIDE + 2];
    for (int row = 0; row <= LG_I_AMAZES_SIDE; row++)
        p->unknown.h[row] = ~(open->h[row] | walls->h[row]) & LG_I_AMAZES_ALL;
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++) p->unknown.v[row] = ~(open->v[row] | walls->v[row]);
    edges[0] = edges[LG_I_AMAZES_SIDE + 1] = 0;
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++)
        edges[row + 1] =
            (p->unknown.h[row] | p->unknown.h[row + 1] | p->unknown.v[row] | p->unknown.v[row] >> 1) & LG_I_AMAZES_ALL;
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++) {
        const uint32_t here = edges[row + 1];
        const uint32_t across = (edges[row] & open->h[row]) | (edges[row + 2] & open->h[row + 1]);
        p->looks.row[row] = here | across | (here << 1 & open->v[row]) | (here & open->v[row]) >> 1;
    }
    for (int row = LG_I_AMAZES_SIDE; row < LG_I_AMAZES_ROWS; row++) p->looks.row[row] = 0;
}

static int unknown_edges(const lg_amazes_edges *unknown, int row, int column) {
    return (int)((unknown->h[row] >> column & 1) + (unknown->h[row + 1] >> column & 1) +
                 (unknown->v[row] >> column & 1) + (unknown->v[row] >> (column + 1) & 1));
}

/* The squares that a look along a row shows, as far as openings are known. */
static uint32_t seen_along(const lg_amazes_edges *openings, int row, int column) {
    const uint32_t east = ~(openings->v[row] >> (column + 1)); /* bit i: no way on after i squares */
    const uint32_t west = ~(openings->v[row] << (31 - column));
    const int first = column - 31 + lg_i_bits_highest(west), last = column + lg_i_bits_lowest(east);
    return (2u << last) - (1u << first);
}

/* The number of promising edges of a row's squares. */
static int32_t promise_along(const lg_i_amazes_prospects *p, int row, uint32_t squares) {
    const lg_amazes_edges *unknown = &p->unknown;
    return lg_i_bits_count(unknown->h[row] & squares) + lg_i_bits_count(unknown->h[row + 1] & squares) +
           lg_i_bits_count(unknown->v[row] & squares) + lg_i_bits_count(unknown->v[row] >> 1 & squares);
}

int32_t lg_i_amazes_edges_shown(const lg_i_amazes_prospects *p, int row, int column) {
    const lg_amazes_edges *openings = &p->known->openings;
    int32_t count = promise_along(p, row, seen_along(openings, row, column));
    for (int r = row; (openings->h[r] >> column & 1) != 0; r--) count += unknown_edges(&p->unknown, r - 1, column);
    for (int r = row; (openings->h[r + 1] >> column & 1) != 0; r++) count += unknown_edges(&p->unknown, r + 1, column);
    return count;
}

/* The first and the last row or column that the maze, which is 25 wide, can have as far as the player knows.
 */
typedef struct range {
    int first, last;
} range;

static range range_of(uint32_t lines) {
    return (range){lg_i_bits_highest(lines) - LG_I_AMAZES_SIDE + 1, lg_i_bits_lowest(lines) + LG_I_AMAZES_SIDE - 1};
}

typedef struct prospects_extent {
    range rows, columns;
} prospects_extent;

static prospects_extent extent_of(const lg_amazes_knowledge *known) {
    uint32_t rows = 0, columns = 0;
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++) {
        rows |= known->squares[row] != 0 ? 1u << row : 0;
        columns |= known->squares[row];
    }
    return (prospects_extent){range_of(rows), range_of(columns)};
}

static bool amz_lies_in(const prospects_extent *extent, int row, int column) {
    return row >= extent->rows.first && row <= extent->rows.last && column >= extent->columns.first &&
           column <= extent->columns.last;
}

/* Marks the squares `down` rows and `right` columns away in all directions, and counts the places that the player must
 * consider, including those outside the maze. */
static void mark_around(const lg_amazes_place *from, const prospects_extent *extent, int down, int right,
                        lg_i_amazes_prospects *p) {
    for (int corner = 0; corner < 4; corner++) {
        const int row = corner < 2 ? from->row + down : from->row - down;
        const int column = (corner & 1) == 0 ? from->column + right : from->column - right;
        const bool again = (down == 0 && corner > 1) || (right == 0 && (corner & 1) != 0);
        if (again || !amz_lies_in(extent, row, column)) continue;
        if (lg_i_amazes_inside(row, column)) p->meetings.row[row] |= 1u << column;
        p->places++;
    }
}

/* Where the opponent can be, by its distance at the last look. */
static void find_meetings(const lg_amazes *state, int mover, lg_i_amazes_prospects *p) {
    const lg_amazes_place *from = &state->place[mover];
    const int distance = lg_i_amazes_squared_distance(from, &state->place[1 - mover]);
    const prospects_extent extent = extent_of(p->known);
    p->places = 0;
    memset(&p->meetings, 0, sizeof p->meetings);
    int right = LG_I_AMAZES_SIDE - 1, excess = right * right - distance;
    while (excess > 0) excess -= 2 * right-- - 1;
    for (int down = 0; down <= right && distance > 0; down++) { /* an eighth of the circle */
        if (excess == 0) mark_around(from, &extent, down, right, p);
        if (excess == 0 && down < right) mark_around(from, &extent, right, down, p);
        excess += 2 * down + 1;
        const int over = excess > 0;
        excess -= over * (2 * right - 1);
        right -= over;
    }
}

void lg_i_amazes_find_prospects(const lg_amazes *state, int mover, lg_i_amazes_prospects *p) {
    p->known = &state->known[mover];
    prospects_find_looks(p);
    find_meetings(state, mover, p);
}
