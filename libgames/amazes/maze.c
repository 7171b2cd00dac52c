/* Amazes: what a valid maze is, and how one is drawn. */
#include <string.h>

#include "board.h"

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

/* Interior edges as numbers: 0 ... 599 horizontal ones (row 1 + n / 25), 600 ... 1199 vertical ones. */
#define LEVEL_EDGES 600
#define INTERIOR_EDGES 1200

/* Interior walls of the contest's mazes: 522 ... 525. A spanning tree leaves 576. */
#define TREE_WALLS 576
#define FEWEST_WALLS 522

static void edge_squares(int edge, int *square, int *other) {
    if (edge < LEVEL_EDGES) {
        *other = edge;
        *square = edge + SIDE;
    } else {
        const int row = (edge - LEVEL_EDGES) / (SIDE - 1), column = (edge - LEVEL_EDGES) % (SIDE - 1);
        *other = SIDE * row + column;
        *square = *other + 1;
    }
}

/* Opens the edge above (or left of) the higher-numbered one of its two squares. */
static void open_edge(lg_amazes_edges *walls, int edge) {
    int square, other;
    edge_squares(edge, &square, &other);
    if (edge < LEVEL_EDGES) walls->h[square / SIDE] &= ~(1u << square % SIDE);
    else walls->v[square / SIDE] &= ~(1u << square % SIDE);
}

/* Walls that meet in corner (line, c): the upper left one of square (line, c). */
static int corner_walls(const lg_amazes_edges *walls, int line, int c) {
    int count = 0;
    if (line > 0) count += (int)(walls->v[line - 1] >> c & 1);
    if (line < SIDE) count += (int)(walls->v[line] >> c & 1);
    if (c > 0) count += (int)(walls->h[line] >> (c - 1) & 1);
    if (c < SIDE) count += (int)(walls->h[line] >> c & 1);
    return count;
}

/* How many walls meet in the two ends of an edge. */
static void end_walls(const lg_amazes_edges *walls, int edge, int count[2]) {
    int square, other;
    edge_squares(edge, &square, &other);
    const int line = square / SIDE, c = square % SIDE;
    const bool level = edge < LEVEL_EDGES;
    count[0] = corner_walls(walls, line, c);
    count[1] = corner_walls(walls, line + !level, c + level);
}

/* Would both ends of this wall still touch another one? Corners on the rim always do. */
static bool is_spare(const lg_amazes_edges *walls, int edge) {
    int count[2];
    end_walls(walls, edge, count);
    return count[0] > 1 && count[1] > 1;
}

static int exits(const lg_amazes_edges *walls, int square) {
    int count = 4;
    for (int side = 0; side < 4; side++) count -= (int)lg_i_edge(walls, square / SIDE, square % SIDE, side);
    return count;
}

/* Is this a wall at a corner of three or more, on a square with three exits? Opening such walls more often than others
 * brings corners and exits as near to the contest's mazes as a few percent. */
static bool is_preferred(const lg_amazes_edges *walls, int edge) {
    int count[2], square, other;
    end_walls(walls, edge, count);
    edge_squares(edge, &square, &other);
    return (count[0] > 2 || count[1] > 2) && (exits(walls, square) == 3 || exits(walls, other) == 3);
}

static int root(uint16_t *parent, int square) {
    while (parent[square] != square) {
        parent[square] = parent[parent[square]];
        square = parent[square];
    }
    return square;
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

static void close_all(lg_amazes_edges *walls) {
    memset(walls, 0, sizeof *walls);
    for (int row = 0; row <= SIDE; row++) walls->h[row] = ALL;
    for (int row = 0; row < SIDE; row++) walls->v[row] = ALL | RIM;
}

/* Opens the edges that join two parts, in the order given; the others are left at the front of the list. Returns
 * their number. A tree has no cycle, so no corner loses all of its walls. */
static int grow_tree(lg_amazes_edges *walls, uint16_t edges[INTERIOR_EDGES]) {
    uint16_t parent[LG_AMAZES_SQUARES];
    int left = 0, square, other;
    for (int i = 0; i < LG_AMAZES_SQUARES; i++) parent[i] = (uint16_t)i;
    for (int i = 0; i < INTERIOR_EDGES; i++) {
        edge_squares(edges[i], &square, &other);
        square = root(parent, square);
        other = root(parent, other);
        if (square == other) {
            edges[left++] = edges[i];
            continue;
        }
        parent[square] = (uint16_t)other;
        open_edge(walls, edges[i]);
    }
    return left;
}

/* Opens so many more walls of the list, pass after pass: preferred ones at once, others half of the time. */
static void open_more(lg_rng *rng, lg_amazes_edges *walls, uint16_t *edges, int count, int openings) {
    for (int left = count; openings > 0 && left > 0; count = left) {
        left = 0;
        for (int i = 0; i < count && openings > 0; i++) {
            if (!is_spare(walls, edges[i])) continue;
            if (is_preferred(walls, edges[i]) || lg_rng_below(rng, 2) == 0) {
                open_edge(walls, edges[i]);
                openings--;
            } else {
                edges[left++] = edges[i];
            }
        }
    }
}

lg_status lg_amazes_maze_draw(lg_rng *rng, lg_amazes_edges *walls) {
    uint16_t edges[INTERIOR_EDGES];
    lg_amazes_edges drawn;
    if (rng == NULL || walls == NULL) return LG_E_ARGUMENT;
    shuffle(rng, edges, INTERIOR_EDGES);
    close_all(&drawn);
    const int left = grow_tree(&drawn, edges);
    open_more(rng, &drawn, edges, left, TREE_WALLS - FEWEST_WALLS - (int)lg_rng_below(rng, 4));
    *walls = drawn;
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

lg_status lg_amazes_starts_draw(lg_rng *rng, const lg_amazes_edges *walls, lg_amazes_place start[2]) {
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
