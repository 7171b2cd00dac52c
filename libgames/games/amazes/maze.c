/* Amazes: what a valid maze is, and how one is drawn. */
#include <string.h>

#include "squares.h"

/* ---- validity ---- */

static lg_status flawed(lg_amazes_flaw *flaw, int row, int column, const char *reason) {
    if (flaw != NULL) {
        flaw->row = row;
        flaw->column = column;
        flaw->reason = reason;
    }
    return LG_E_STATE;
}

static lg_status check_rim(const lg_amazes_edges *walls, lg_amazes_flaw *flaw) {
    const char *const open = "the outer edge is not all wall", *const spare = "bits beyond the maze are set";
    if (walls->reserved != 0) return flawed(flaw, 0, 0, spare);
    for (int row = 0; row <= SIDE; row++) {
        if ((walls->h[row] & ~ALL) != 0) return flawed(flaw, row, SIDE - 1, spare);
        if (row < SIDE && (walls->v[row] & ~(ALL | RIM)) != 0) return flawed(flaw, row, SIDE - 1, spare);
    }
    for (int row = 0; row < SIDE; row++) {
        const uint32_t ends = ~walls->v[row] & RIM;
        if (ends != 0) return flawed(flaw, row, (ends & 1) != 0 ? 0 : SIDE - 1, open);
    }
    if (walls->h[0] != ALL) return flawed(flaw, 0, lg_i_lowest(~walls->h[0]), open);
    if (walls->h[SIDE] != ALL) return flawed(flaw, SIDE - 1, lg_i_lowest(~walls->h[SIDE]), open);
    return LG_OK;
}

/* All squares of a row that are reachable inside it from the given ones. */
static uint32_t flood_row(uint32_t row, uint32_t walls) {
    const uint32_t open = ~walls & INNER;
    uint32_t last;
    do {
        last = row;
        row |= (row << 1 & open) | (row & open) >> 1;
    } while (row != last);
    return row;
}

static void flood(const lg_amazes_edges *walls, uint32_t reached[SIDE]) {
    bool grows = true;
    memset(reached, 0, SIDE * sizeof reached[0]);
    reached[0] = 1;
    for (bool down = true; grows; down = !down) {
        grows = false;
        for (int i = 0; i < SIDE; i++) {
            const int row = down ? i : SIDE - 1 - i;
            uint32_t now = reached[row];
            if (row > 0) now |= reached[row - 1] & ~walls->h[row];
            if (row < SIDE - 1) now |= reached[row + 1] & ~walls->h[row + 1];
            now = flood_row(now, walls->v[row]);
            grows |= now != reached[row];
            reached[row] = now;
        }
    }
}

lg_status lg_amazes_maze_check(const lg_amazes_edges *walls, lg_amazes_flaw *flaw) {
    uint32_t reached[SIDE];
    if (walls == NULL) return LG_E_ARGUMENT;
    const lg_status status = check_rim(walls, flaw);
    if (status != LG_OK) return status;
    flood(walls, reached);
    for (int row = 0; row < SIDE; row++)
        if (reached[row] != ALL)
            return flawed(flaw, row, lg_i_lowest(~reached[row]), "the square is not reachable from the first one");
    for (int line = 1; line < SIDE; line++) {
        const uint32_t touched = walls->v[line - 1] | walls->v[line] | walls->h[line] | walls->h[line] << 1;
        if ((~touched & INNER) != 0)
            return flawed(flaw, line, lg_i_lowest(~touched & INNER), "the corner touches no wall");
    }
    return LG_OK;
}

static int squared_distance(const lg_amazes_place *a, const lg_amazes_place *b) {
    const int rows = a->row - b->row, columns = a->column - b->column;
    return rows * rows + columns * columns;
}

lg_status lg_amazes_starts_check(const lg_amazes_edges *walls, const lg_amazes_place start[2], lg_amazes_flaw *flaw) {
    if (walls == NULL || start == NULL) return LG_E_ARGUMENT;
    for (int player = 0; player < 2; player++) {
        const lg_amazes_place *place = &start[player];
        if (!lg_i_is_place(place)) return flawed(flaw, 0, 0, "a start is not a square and a facing");
        if (lg_i_edge(walls, place->row, place->column, lg_i_turned(place->facing, 2)) != 0)
            return flawed(flaw, place->row, place->column, "there is a wall behind the start");
    }
    if (squared_distance(&start[0], &start[1]) < LG_AMAZES_START_DISTANCE)
        return flawed(flaw, start[1].row, start[1].column, "the squared distance of the starts is under 288");
    return LG_OK;
}

/* ---- drawing ---- */

/* Interior edges as numbers: 0 ... 599 horizontal ones (row 1 + n / 25), 600 ... 1199 vertical ones. Corners are
 * numbered in 26 lines of 26. */
#define LEVEL_EDGES 600
#define INTERIOR_EDGES 1200
#define CORNERS 676

/* Interior walls of the contest's mazes: 522 ... 525. A spanning tree leaves 576. */
#define TREE_WALLS 576
#define TREE_OPENINGS 624
#define FEWEST_WALLS 522

/* A maze while it is drawn: how many exits each square has, and how many walls meet in each corner. */
typedef struct draft {
    lg_amazes_edges walls;
    uint8_t exits[LG_AMAZES_SQUARES];
    uint8_t corner[CORNERS];
} draft;

/* The squares above and below an edge, or left and right of it, and the corners at its two ends. */
typedef struct edge_ends {
    int square[2], corner[2];
} edge_ends;

static edge_ends ends_of(int edge) {
    const bool level = edge < LEVEL_EDGES;
    const int row = level ? edge / SIDE : (edge - LEVEL_EDGES) / (SIDE - 1);
    const int column = level ? edge % SIDE : (edge - LEVEL_EDGES) % (SIDE - 1);
    edge_ends at;
    at.square[0] = SIDE * row + column;
    at.square[1] = at.square[0] + (level ? SIDE : 1);
    at.corner[0] = (SIDE + 1) * (row + level) + column + !level;
    at.corner[1] = at.corner[0] + (level ? 1 : SIDE + 1);
    return at;
}

static void close_all(draft *d) {
    memset(d, 0, sizeof *d);
    for (int row = 0; row <= SIDE; row++) d->walls.h[row] = ALL;
    for (int row = 0; row < SIDE; row++) d->walls.v[row] = ALL | RIM;
    memset(d->corner, 4, sizeof d->corner); /* on the rim too many by one: there two walls stay in any case */
}

static void open_edge(draft *d, int edge, const edge_ends *at) {
    const int row = at->square[1] / SIDE, column = at->square[1] % SIDE;
    if (edge < LEVEL_EDGES) d->walls.h[row] &= ~(1u << column);
    else d->walls.v[row] &= ~(1u << column);
    for (int i = 0; i < 2; i++) {
        d->exits[at->square[i]]++;
        d->corner[at->corner[i]]--;
    }
}

/* Would both ends of this wall still touch another one? */
static bool is_spare(const draft *d, const edge_ends *at) {
    return d->corner[at->corner[0]] > 1 && d->corner[at->corner[1]] > 1;
}

/* Is this a wall at a corner of three or more, on a square with three exits? Opening such walls more often than others
 * brings corners and exits as near to the contest's mazes as a few percent. */
static bool is_preferred(const draft *d, const edge_ends *at) {
    return (d->corner[at->corner[0]] > 2 || d->corner[at->corner[1]] > 2) &&
           (d->exits[at->square[0]] == 3 || d->exits[at->square[1]] == 3);
}

/* Parts of the maze that are joined already: the parent of a square, or in a root the size of its part as a negative
 * number. */
static int root(int16_t *parent, int square) {
    while (parent[square] >= 0) {
        const int above = parent[square];
        if (parent[above] >= 0) parent[square] = parent[above];
        square = above;
    }
    return square;
}

/* Joins the parts of two squares; false when they are one already. */
static bool join(int16_t *parent, const int square[2]) {
    int large = root(parent, square[0]), small = root(parent, square[1]);
    if (large == small) return false;
    if (parent[small] < parent[large]) {
        const int other = small;
        small = large;
        large = other;
    }
    parent[large] = (int16_t)(parent[large] + parent[small]);
    parent[small] = (int16_t)large;
    return true;
}

static void shuffle(lg_rng *rng, uint16_t *edges, int count) {
    for (int i = 0; i < count; i++) edges[i] = (uint16_t)i;
    for (int i = count - 1; i > 0; i--) {
        const uint32_t other = lg_rng_below(rng, (uint32_t)i + 1);
        const uint16_t edge = edges[i];
        edges[i] = edges[other];
        edges[other] = edge;
    }
}

/* Opens the edges that join two parts, in the order given; the others are left at the front of the list. Returns
 * their number. A tree has no cycle, so no corner loses all of its walls. */
static int grow_tree(draft *d, uint16_t edges[INTERIOR_EDGES]) {
    int16_t parent[LG_AMAZES_SQUARES];
    int left = 0, opened = 0;
    memset(parent, 0xFF, sizeof parent); /* -1 */
    for (int i = 0; i < INTERIOR_EDGES; i++) {
        const edge_ends at = ends_of(edges[i]);
        if (opened < TREE_OPENINGS && join(parent, at.square)) {
            open_edge(d, edges[i], &at);
            opened++;
        } else {
            edges[left++] = edges[i];
        }
    }
    return left;
}

/* Opens so many more walls of the list, pass after pass: preferred ones at once, others half of the time. */
static void open_more(lg_rng *rng, draft *d, uint16_t *edges, int count, int openings) {
    for (int left = count; openings > 0 && left > 0; count = left) {
        left = 0;
        for (int i = 0; i < count && openings > 0; i++) {
            const edge_ends at = ends_of(edges[i]);
            if (!is_spare(d, &at)) continue;
            if (is_preferred(d, &at) || lg_rng_below(rng, 2) == 0) {
                open_edge(d, edges[i], &at);
                openings--;
            } else {
                edges[left++] = edges[i];
            }
        }
    }
}

lg_status lg_amazes_maze_generate(lg_rng *rng, lg_amazes_edges *walls) {
    uint16_t edges[INTERIOR_EDGES];
    draft drawn;
    if (rng == NULL || walls == NULL) return LG_E_ARGUMENT;
    shuffle(rng, edges, INTERIOR_EDGES);
    close_all(&drawn);
    const int left = grow_tree(&drawn, edges);
    open_more(rng, &drawn, edges, left, TREE_WALLS - FEWEST_WALLS - (int)lg_rng_below(rng, 4));
    *walls = drawn.walls;
    return LG_OK;
}

static lg_amazes_place draw_square(lg_rng *rng) {
    lg_amazes_place place;
    const uint32_t square = lg_rng_below(rng, LG_AMAZES_SQUARES);
    place.row = (uint8_t)(square / SIDE);
    place.column = (uint8_t)(square % SIDE);
    place.facing = 0;
    place.reserved = 0;
    return place;
}

/* Turns the place to a random side, away from one that is open. */
static void draw_facing(lg_rng *rng, const lg_amazes_edges *walls, lg_amazes_place *place) {
    do {
        place->facing = (uint8_t)lg_rng_below(rng, 4);
    } while (lg_i_edge(walls, place->row, place->column, lg_i_turned(place->facing, 2)) != 0);
}

lg_status lg_amazes_starts_generate(lg_rng *rng, const lg_amazes_edges *walls, lg_amazes_place start[2]) {
    if (rng == NULL || start == NULL || lg_amazes_maze_check(walls, NULL) != LG_OK) return LG_E_ARGUMENT;
    do {
        start[0] = draw_square(rng);
        start[1] = draw_square(rng);
    } while (squared_distance(&start[0], &start[1]) < LG_AMAZES_START_DISTANCE);
    draw_facing(rng, walls, &start[0]);
    draw_facing(rng, walls, &start[1]);
    return LG_OK;
}

/* ---- counting ---- */

int32_t lg_amazes_edge_count(const lg_amazes_edges *edges) {
    int count = 0;
    for (int row = 0; row <= SIDE; row++) count += lg_i_count(edges->h[row]);
    for (int row = 0; row < SIDE; row++) count += lg_i_count(edges->v[row]);
    return count;
}

bool lg_amazes_edge(const lg_amazes_edges *edges, int32_t row, int32_t column, int32_t side) {
    if (!lg_i_inside(row, column) || side < 0 || side > 3) return false;
    return lg_i_edge(edges, row, column, side) != 0;
}
