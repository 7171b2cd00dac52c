/* Amazes: valid mazes, and random ones. */
#include <string.h>

#include "squares.h"

/* ---- validity ---- */

static lg_status flawed(lg_i_amazes_flaw *flaw, int row, int column, const char *reason) {
    if (flaw != NULL) {
        flaw->row = row;
        flaw->column = column;
        flaw->reason = reason;
    }
    return LG_E_STATE;
}

static lg_status check_rim(const lg_amazes_edges *walls, lg_i_amazes_flaw *flaw) {
    const char *const open = "the outer edge is not all wall", *const spare = "bits beyond the maze are set";
    if (walls->reserved != 0) return flawed(flaw, 0, 0, spare);
    for (int row = 0; row <= LG_I_AMAZES_SIDE; row++) {
        if ((walls->h[row] & ~LG_I_AMAZES_ALL) != 0) return flawed(flaw, row, LG_I_AMAZES_SIDE - 1, spare);
        if (row < LG_I_AMAZES_SIDE && (walls->v[row] & ~(LG_I_AMAZES_ALL | LG_I_AMAZES_RIM)) != 0)
            return flawed(flaw, row, LG_I_AMAZES_SIDE - 1, spare);
    }
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++) {
        const uint32_t ends = ~walls->v[row] & LG_I_AMAZES_RIM;
        if (ends != 0) return flawed(flaw, row, (ends & 1) != 0 ? 0 : LG_I_AMAZES_SIDE - 1, open);
    }
    if (walls->h[0] != LG_I_AMAZES_ALL) return flawed(flaw, 0, lg_i_bits_lowest(~walls->h[0]), open);
    if (walls->h[LG_I_AMAZES_SIDE] != LG_I_AMAZES_ALL)
        return flawed(flaw, LG_I_AMAZES_SIDE - 1, lg_i_bits_lowest(~walls->h[LG_I_AMAZES_SIDE]), open);
    return LG_OK;
}

/* All squares of a row that are reachable inside it from the given ones. */
static uint32_t flood_row(uint32_t row, uint32_t walls) {
    const uint32_t open = ~walls & LG_I_AMAZES_INNER;
    uint32_t last;
    do {
        last = row;
        row |= (row << 1 & open) | (row & open) >> 1;
    } while (row != last);
    return row;
}

static void flood(const lg_amazes_edges *walls, uint32_t reached[LG_I_AMAZES_SIDE]) {
    bool grows = true;
    memset(reached, 0, LG_I_AMAZES_SIDE * sizeof reached[0]);
    reached[0] = 1;
    for (bool down = true; grows; down = !down) {
        grows = false;
        for (int i = 0; i < LG_I_AMAZES_SIDE; i++) {
            const int row = down ? i : LG_I_AMAZES_SIDE - 1 - i;
            uint32_t now = reached[row];
            if (row > 0) now |= reached[row - 1] & ~walls->h[row];
            if (row < LG_I_AMAZES_SIDE - 1) now |= reached[row + 1] & ~walls->h[row + 1];
            now = flood_row(now, walls->v[row]);
            grows |= now != reached[row];
            reached[row] = now;
        }
    }
}

bool lg_i_amazes_is_joined(const lg_amazes_edges *walls) {
    uint32_t reached[LG_I_AMAZES_SIDE], all = LG_I_AMAZES_ALL;
    flood(walls, reached);
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++) all &= reached[row];
    return all == LG_I_AMAZES_ALL;
}

lg_status lg_i_amazes_maze_check(const lg_amazes_edges *walls, lg_i_amazes_flaw *flaw) {
    uint32_t reached[LG_I_AMAZES_SIDE];
    if (walls == NULL) return LG_E_STATE;
    const lg_status status = check_rim(walls, flaw);
    if (status != LG_OK) return status;
    flood(walls, reached);
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++)
        if (reached[row] != LG_I_AMAZES_ALL)
            return flawed(flaw, row, lg_i_bits_lowest(~reached[row]), "the square is not reachable from the first one");
    for (int line = 1; line < LG_I_AMAZES_SIDE; line++) {
        const uint32_t touched = walls->v[line - 1] | walls->v[line] | walls->h[line] | walls->h[line] << 1;
        if ((~touched & LG_I_AMAZES_INNER) != 0)
            return flawed(flaw, line, lg_i_bits_lowest(~touched & LG_I_AMAZES_INNER), "the corner touches no wall");
    }
    return LG_OK;
}

lg_status lg_i_amazes_starts_check(const lg_amazes_edges *walls, const lg_amazes_place start[2],
                                   lg_i_amazes_flaw *flaw) {
    if (walls == NULL || start == NULL) return LG_E_STATE;
    for (int player = 0; player < 2; player++) {
        const lg_amazes_place *place = &start[player];
        if (!lg_i_amazes_is_place(place)) return flawed(flaw, 0, 0, "a start is not a square with a facing");
        if (lg_i_amazes_edge(walls, place->row, place->column, lg_i_amazes_turned(place->facing, 2)) != 0)
            return flawed(flaw, place->row, place->column, "there is a wall behind the start");
    }
    if (lg_i_amazes_squared_distance(&start[0], &start[1]) < LG_AMAZES_START_DISTANCE)
        return flawed(flaw, start[1].row, start[1].column, "the squared distance of the starts is under 288");
    return LG_OK;
}

/* ---- drawing ---- */

/* Interior walls of the contest's mazes: 522 ... 525. */
#define FEWEST_WALLS 522
#define INTERIOR_EDGES 1200
#define RIM_EDGES 100

/* Squares in lines of 32. Interior edges as numbers: twice the square below or to the right, and 1 more when it is the
 * edge above that. */
#define LINE 32
#define SPOTS (LINE * LG_I_AMAZES_SIDE)

/* An edge, the edge above or left of a square. */
typedef struct inner_edge {
    int row, column, level;
} inner_edge;

static inner_edge edge_of(int number) {
    const inner_edge edge = {number / (2 * LINE), number / 2 % LINE, number & 1};
    return edge;
}

static void open_edge(lg_amazes_edges *walls, int number) {
    const inner_edge edge = edge_of(number);
    uint32_t *const lines = edge.level ? walls->h : walls->v; /* which of them can't be predicted: no branch */
    lines[edge.row] &= ~(1u << edge.column);
}

/* How many walls meet in the corner above and left of a square; those on the rim keep two in any case. */
static int walls_at_corner(const lg_amazes_edges *walls, int row, int column) {
    if (row % LG_I_AMAZES_SIDE == 0 || column % LG_I_AMAZES_SIDE == 0) return 3;
    const uint32_t level = walls->h[row] >> (column - 1);
    return (int)((walls->v[row - 1] >> column & 1) + (walls->v[row] >> column & 1) + (level & 1) + (level >> 1 & 1));
}

static int amz_exits_of(const lg_amazes_edges *walls, int row, int column) {
    const uint32_t upright = walls->v[row] >> column;
    return 4 - (int)((walls->h[row] >> column & 1) + (walls->h[row + 1] >> column & 1) + (upright & 1) +
                     (upright >> 1 & 1));
}

/* Of the corners at the two ends of a wall, the one with fewer walls (0) or with more (1). */
static void count_at_ends(const lg_amazes_edges *walls, const inner_edge *edge, int count[2]) {
    const int one = walls_at_corner(walls, edge->row, edge->column);
    const int other = walls_at_corner(walls, edge->row + !edge->level, edge->column + edge->level);
    count[one > other] = one;
    count[one <= other] = other;
}

/* Is a wall at a corner of three or more on a square with three exits? Opening such walls more often than others
 * brings corners and exits as near to the contest's mazes as a few percent. */
static bool is_at_three_exits(const lg_amazes_edges *walls, const inner_edge *edge) {
    return amz_exits_of(walls, edge->row, edge->column) == 3 ||
           amz_exits_of(walls, edge->row - edge->level, edge->column - !edge->level) == 3;
}

/* Squares of the maze that are already joined: each square's part, the next square of this part in a cycle, and the
 * sizes of parts. */
typedef struct partition {
    uint16_t part[SPOTS], next[SPOTS], size[SPOTS];
    int parts;
} partition;

static void take_apart(partition *p) {
    for (int i = 0; i < SPOTS; i++) {
        p->part[i] = p->next[i] = (uint16_t)i;
        p->size[i] = 1;
    }
    p->parts = LG_AMAZES_SQUARES;
}

/* Joins the parts on both sides of an edge; false if they are the same part. The squares of the smaller part are
 * relabelled, which is faster here than trees, whose many short ways up can't be predicted. Sizes can't be predicted
 * either: ROUND squares are relabelled at a time, which is enough for most parts, and relabelling some twice changes
 * nothing. */
static bool amz_join(partition *p, int number) {
    enum { ROUND = 4 };
    const int one = number / 2, other = one - ((number & 1) != 0 ? LINE : 1);
    const uint16_t one_part = p->part[one], other_part = p->part[other];
    if (one_part == other_part) return false;
    const int one_size = p->size[one_part], other_size = p->size[other_part];
    const int small = one_size <= other_size ? one : other, large = one ^ other ^ small;
    const uint16_t part = one_size <= other_size ? other_part : one_part, after = p->next[small];
    p->size[part] = (uint16_t)(one_size + other_size);
    int left = one_size <= other_size ? one_size : other_size;
    for (int i = small; left > 0; left -= ROUND)
        for (int k = 0; k < ROUND; k++, i = p->next[i]) p->part[i] = part;
    p->next[small] = p->next[large];
    p->next[large] = after;
    p->parts--;
    return true;
}

/* Joins the squares that known openings lead to from one of them; each is still a part by itself. Breadth first without
 * branches: behind a wall, `to` is `from`, which has been reached. */
static void join_reached(partition *p, const lg_amazes_edges *openings, int square) {
    uint16_t queue[LG_AMAZES_SQUARES + 1];
    int count = 1;
    queue[0] = (uint16_t)square;
    for (int i = 0; i < count; i++) {
        const int from = queue[i], row = from / LINE, column = from % LINE;
        const uint32_t upright = openings->v[row] >> column;
        const uint32_t open[4] = {openings->h[row] >> column, upright >> 1, openings->h[row + 1] >> column, upright};
        for (int side = 0; side < 4; side++) {
            const int to = from + (LINE * lg_i_amazes_down(side) + lg_i_amazes_right(side)) * (int)(open[side] & 1);
            queue[count] = (uint16_t)to;
            count += p->part[to] != square;
            p->part[to] = (uint16_t)square;
        }
    }
    queue[count] = (uint16_t)square;
    for (int i = 0; i < count; i++) p->next[queue[i]] = queue[i + 1];
    p->size[square] = (uint16_t)count;
    p->parts -= count - 1;
}

/* Joins squares that known openings join. */
static void join_known(partition *p, const lg_amazes_edges *openings) {
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++)
        for (uint64_t bits = (openings->h[row + 1] | openings->v[row] >> 1) & LG_I_AMAZES_ALL; bits != 0;) {
            const int square = LINE * row + lg_i_bits_take(&bits);
            if (p->part[square] == square && p->size[square] == 1) join_reached(p, openings, square);
        }
}

/* The numbers of the interior edges in a set, in order. Returns how many. */
static int amz_list_edges(const lg_amazes_edges *set, uint16_t edges[INTERIOR_EDGES]) {
    int count = 0;
    for (int line = 1; line < LG_I_AMAZES_SIDE; line++)
        for (uint64_t bits = set->h[line] & LG_I_AMAZES_ALL; bits != 0;)
            edges[count++] = (uint16_t)(2 * (LINE * line + lg_i_bits_take(&bits)) + 1);
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++)
        for (uint64_t bits = set->v[row] & LG_I_AMAZES_INNER; bits != 0;)
            edges[count++] = (uint16_t)(2 * (LINE * row + lg_i_bits_take(&bits)));
    return count;
}

/* All edges that are not in a set. */
static lg_amazes_edges amz_others(const lg_amazes_edges *set) {
    lg_amazes_edges rest;
    for (int line = 0; line <= LG_I_AMAZES_SIDE; line++) rest.h[line] = ~set->h[line] & LG_I_AMAZES_ALL;
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++) rest.v[row] = ~set->v[row] & (LG_I_AMAZES_ALL | LG_I_AMAZES_RIM);
    rest.reserved = 0;
    return rest;
}

static int list_unknown(const lg_amazes_edges *walls, const lg_amazes_edges *openings,
                        uint16_t edges[INTERIOR_EDGES]) {
    lg_amazes_edges unknown = amz_others(openings);
    for (int line = 0; line <= LG_I_AMAZES_SIDE; line++) unknown.h[line] &= ~walls->h[line];
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++) unknown.v[row] &= ~walls->v[row];
    return amz_list_edges(&unknown, edges);
}

static void amz_shuffle(lg_rng *rng, uint16_t *edges, int count) {
    for (int i = count - 1; i > 0; i--) {
        const uint32_t other = lg_rng_below(rng, (uint32_t)i + 1);
        const uint16_t edge = edges[i];
        edges[i] = edges[other];
        edges[other] = edge;
    }
}

/* Opens the edges that join two parts, in the order given; the others are left at the front of the list. Returns
 * their number. The squares around a corner with one wall are joined already, so no corner loses all of its walls. */
static int grow_tree(partition *p, lg_amazes_edges *walls, uint16_t *edges, int count) {
    int left = 0;
    for (int i = 0; i < count; i++) {
        if (p->parts > 1 && amz_join(p, edges[i])) open_edge(walls, edges[i]);
        else edges[left++] = edges[i];
    }
    return left;
}

/* Opens this many more walls of the list, pass after pass, if both ends still touch another one: preferred ones always,
 * others half of the time. */
static void open_more(lg_rng *rng, lg_amazes_edges *walls, uint16_t *edges, int count, int openings) {
    for (int left = count; openings > 0 && left > 0; count = left) {
        left = 0;
        for (int i = 0; i < count && openings > 0; i++) {
            const inner_edge edge = edge_of(edges[i]);
            int ends[2];
            count_at_ends(walls, &edge, ends);
            if (ends[0] < 2) continue;
            if ((ends[1] > 2 && is_at_three_exits(walls, &edge)) || lg_rng_below(rng, 2) == 0) {
                open_edge(walls, edges[i]);
                openings--;
            } else {
                edges[left++] = edges[i];
            }
        }
    }
}

void lg_i_amazes_complete(lg_rng *rng, const lg_amazes_edges *walls, const lg_amazes_edges *openings,
                          lg_amazes_edges *maze) {
    uint16_t edges[INTERIOR_EDGES];
    partition joined;
    lg_amazes_edges drawn = amz_others(openings);
    take_apart(&joined);
    join_known(&joined, openings);
    const int unknown = list_unknown(walls, openings, edges);
    amz_shuffle(rng, edges, unknown);
    const int left = grow_tree(&joined, &drawn, edges, unknown);
    const int wanted = FEWEST_WALLS + RIM_EDGES + (int)lg_rng_below(rng, 4);
    open_more(rng, &drawn, edges, left, lg_amazes_edge_count(&drawn) - wanted);
    *maze = drawn;
}

lg_status lg_amazes_maze_generate(lg_rng *rng, lg_amazes_edges *walls) {
    static const lg_amazes_edges NOTHING = {{0}, {0}, 0};
    if (rng == NULL || walls == NULL) return LG_E_ARGUMENT;
    lg_i_amazes_complete(rng, &NOTHING, &NOTHING, walls);
    return LG_OK;
}

static lg_amazes_place draw_square(lg_rng *rng) {
    lg_amazes_place place;
    const uint32_t square = lg_rng_below(rng, LG_AMAZES_SQUARES);
    place.row = (uint8_t)(square / LG_I_AMAZES_SIDE);
    place.column = (uint8_t)(square % LG_I_AMAZES_SIDE);
    place.facing = 0;
    place.reserved = 0;
    return place;
}

void lg_i_amazes_draw_facing(lg_rng *rng, const lg_amazes_edges *walls, lg_amazes_place *place) {
    do {
        place->facing = (uint8_t)lg_rng_below(rng, 4);
    } while (lg_i_amazes_edge(walls, place->row, place->column, lg_i_amazes_turned(place->facing, 2)) != 0);
}

lg_status lg_amazes_starts_generate(lg_rng *rng, const lg_amazes_edges *walls, lg_amazes_place start[2]) {
    if (rng == NULL || start == NULL || lg_i_amazes_maze_check(walls, NULL) != LG_OK) return LG_E_ARGUMENT;
    do {
        start[0] = draw_square(rng);
        start[1] = draw_square(rng);
    } while (lg_i_amazes_squared_distance(&start[0], &start[1]) < LG_AMAZES_START_DISTANCE);
    lg_i_amazes_draw_facing(rng, walls, &start[0]);
    lg_i_amazes_draw_facing(rng, walls, &start[1]);
    return LG_OK;
}

/* ---- counting ---- */

int32_t lg_amazes_edge_count(const lg_amazes_edges *edges) {
    int count = 0;
    for (int row = 0; row <= LG_I_AMAZES_SIDE; row++) count += lg_i_bits_count(edges->h[row]);
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++) count += lg_i_bits_count(edges->v[row]);
    return count;
}

bool lg_amazes_edge(const lg_amazes_edges *edges, int32_t row, int32_t column, int32_t side) {
    if (!lg_i_amazes_inside(row, column) || side < 0 || side > 3) return false;
    return lg_i_amazes_edge(edges, row, column, side) != 0;
}
