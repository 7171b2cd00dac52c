/* Amazes: the possible positions and orientations, in the maze, of a player that knows only its own map. The map is
 * turned and shifted as a whole, so the rules of inference find the same on it as before: only those on outer edges
 * depend on its position. A map with squares in all columns, or with a whole outer edge, fits in only one place in that
 * direction. */
#include <string.h>

#include "hidden.h"

/* The extent of a map: its first and last row and column, and the number of its walls on the four lines around them. */
typedef struct placement_extent {
    int top, bottom, left, right;
    int walls[4]; /* N E S W */
} placement_extent;

/* A map in one orientation, and the places where it can't be: bit c of row r stands for an extent that begins there. */
typedef struct lie {
    lg_amazes_place start, place;
    placement_extent size;
    uint32_t refused[LG_I_AMAZES_SIDE];
    uint64_t rows[LG_I_AMAZES_SIDE], sum; /* of the weights of its placements, row by row and together */
} lie;

/* Further terms of a placement's weight. */
typedef struct chances {
    const lg_i_amazes_rings *rings;
    bool far_starts;
} chances;

/* ---- turning and shifting ---- */

/* Transposes a matrix of 32 words of 32 bits (H. S. Warren, "Hacker's Delight", 7-3). */
static void transpose(uint32_t words[32]) {
    uint32_t keep = 0x0000FFFFu;
    for (int size = 16; size != 0; size >>= 1, keep ^= keep << size)
        for (int i = 0; i < 32; i = (i + size + 1) & ~size) {
            const uint32_t swap = (words[i] >> size ^ words[i + size]) & keep;
            words[i + size] ^= swap;
            words[i] ^= swap << size;
        }
}

/* Bit c of row r becomes bit `rows` - 1 - r of row c. */
static void turn_rows(const uint32_t *from, int rows, uint32_t *to, int to_rows) {
    uint32_t words[32];
    memset(words, 0, sizeof words);
    for (int row = 0; row < rows; row++) words[rows - 1 - row] = from[row];
    transpose(words);
    memcpy(to, words, (size_t)to_rows * sizeof *to);
}

static void turn_edges(lg_amazes_edges *edges) {
    lg_amazes_edges turned;
    turn_rows(edges->h, LG_I_AMAZES_SIDE + 1, turned.v, LG_I_AMAZES_SIDE);
    turn_rows(edges->v, LG_I_AMAZES_SIDE, turned.h, LG_I_AMAZES_SIDE + 1);
    turned.reserved = 0;
    *edges = turned;
}

static void turn_place(lg_amazes_place *place) {
    const uint8_t row = place->row;
    place->row = place->column;
    place->column = (uint8_t)(LG_I_AMAZES_SIDE - 1 - row);
    place->facing = (uint8_t)lg_i_amazes_turned(place->facing, 1);
}

/* A quarter turn clockwise, as in turn_lie. */
static void turn_knowledge(lg_amazes_knowledge *known) {
    turn_rows(known->squares, LG_I_AMAZES_SIDE, known->squares, LG_I_AMAZES_SIDE);
    turn_rows(known->dead_ends, LG_I_AMAZES_SIDE, known->dead_ends, LG_I_AMAZES_SIDE);
    turn_edges(&known->walls);
    turn_edges(&known->openings);
}

static void turn_lie(lie *l) {
    const placement_extent old = l->size;
    turn_place(&l->start);
    turn_place(&l->place);
    l->size.top = old.left;
    l->size.bottom = old.right;
    l->size.left = LG_I_AMAZES_SIDE - 1 - old.bottom;
    l->size.right = LG_I_AMAZES_SIDE - 1 - old.top;
    for (int side = 0; side < 4; side++) l->size.walls[lg_i_amazes_turned(side, 1)] = old.walls[side];
}

static void shift_rows(uint32_t *rows, int count, int down, int right) {
    uint32_t shifted[LG_I_AMAZES_SIDE + 1];
    memset(shifted, 0, sizeof shifted);
    for (int row = 0; row < count; row++)
        if (rows[row] != 0) shifted[row + down] = (uint32_t)lg_i_bits_shift(rows[row], right);
    memcpy(rows, shifted, (size_t)count * sizeof *rows);
}

static void shift_place(lg_amazes_place *place, int down, int right) {
    place->row = (uint8_t)(place->row + down);
    place->column = (uint8_t)(place->column + right);
}

static void shift_knowledge(lg_amazes_knowledge *known, int down, int right) {
    shift_rows(known->squares, LG_I_AMAZES_SIDE, down, right);
    shift_rows(known->dead_ends, LG_I_AMAZES_SIDE, down, right);
    shift_rows(known->walls.h, LG_I_AMAZES_SIDE + 1, down, right);
    shift_rows(known->walls.v, LG_I_AMAZES_SIDE, down, right);
    shift_rows(known->openings.h, LG_I_AMAZES_SIDE + 1, down, right);
    shift_rows(known->openings.v, LG_I_AMAZES_SIDE, down, right);
}

void lg_i_amazes_move_knowledge(const lg_amazes_place *from, const lg_amazes_place *to, lg_amazes_knowledge *known) {
    lg_amazes_place place = *from;
    for (; place.facing != to->facing; turn_place(&place)) turn_knowledge(known);
    shift_knowledge(known, to->row - place.row, to->column - place.column);
}

/* ---- extents ---- */

static void stretch(int *first, int *last, int from, int to) {
    if (from < *first) *first = from;
    if (to > *last) *last = to;
}

/* Everything that must stay inside the maze: squares that are discovered or on either side of an opening, the start and
 * the square behind it, and at least one side of each wall. */
static void measure_rows(const lg_amazes_knowledge *known, placement_extent *size, uint32_t *columns,
                         uint32_t *upright) {
    const lg_amazes_edges *openings = &known->openings, *walls = &known->walls;
    for (int row = 0; row <= LG_I_AMAZES_SIDE; row++) {
        if (walls->h[row] != 0) stretch(&size->top, &size->bottom, row, row - 1);
        *columns |= walls->h[row];
        if (row == LG_I_AMAZES_SIDE) break;
        const uint32_t squares = known->squares[row] | openings->h[row] | openings->h[row + 1] | openings->v[row] |
                                 openings->v[row] >> 1;
        if ((squares | walls->v[row]) != 0) stretch(&size->top, &size->bottom, row, row);
        *columns |= squares;
        *upright |= walls->v[row];
    }
}

static placement_extent placement_measure(const lg_amazes_knowledge *known, const lg_amazes_place *start) {
    const int behind = lg_i_amazes_turned(start->facing, 2);
    const int row = start->row + lg_i_amazes_down(behind), column = start->column + lg_i_amazes_right(behind);
    placement_extent size = {start->row, start->row, start->column, start->column, {0, 0, 0, 0}};
    uint32_t columns = 1u << column, upright = 0;
    stretch(&size.top, &size.bottom, row, row);
    measure_rows(known, &size, &columns, &upright);
    stretch(&size.left, &size.right, lg_i_bits_lowest(columns), lg_i_bits_highest(columns));
    if (upright != 0) stretch(&size.left, &size.right, lg_i_bits_lowest(upright), lg_i_bits_highest(upright) - 1);
    size.walls[LG_I_AMAZES_NORTH] = lg_i_bits_count(known->walls.h[size.top]);
    size.walls[LG_I_AMAZES_SOUTH] = lg_i_bits_count(known->walls.h[size.bottom + 1]);
    for (int i = 0; i < LG_I_AMAZES_SIDE; i++) {
        size.walls[LG_I_AMAZES_WEST] += (int)(known->walls.v[i] >> size.left & 1);
        size.walls[LG_I_AMAZES_EAST] += (int)(known->walls.v[i] >> (size.right + 1) & 1);
    }
    return size;
}

/* ---- weights ---- */

/* The number of squares where the opponent may begin, by row; the rows below follow from the symmetry of the square.
 * MIRRORED is a row of 25 by its first 13. */
#define MIRRORED(a, b, c, d, e, f, g, h, i, j, k, l, m)                                                                \
    { a, b, c, d, e, f, g, h, i, j, k, l, m, l, k, j, i, h, g, f, e, d, c, b, a }
LG_I_BITS_TABLE uint16_t FAR[13][LG_I_AMAZES_SIDE] = {
    MIRRORED(387, 370, 353, 336, 319, 302, 286, 270, 255, 246, 240, 237, 236),
    MIRRORED(370, 352, 334, 316, 298, 280, 263, 246, 230, 221, 215, 212, 211),
    MIRRORED(353, 334, 315, 296, 277, 258, 240, 222, 205, 196, 190, 187, 186),
    MIRRORED(336, 316, 296, 276, 256, 236, 217, 198, 180, 171, 165, 162, 161),
    MIRRORED(319, 298, 277, 256, 235, 214, 194, 174, 155, 146, 140, 137, 136),
    MIRRORED(302, 280, 258, 236, 214, 192, 171, 150, 130, 121, 115, 112, 111),
    MIRRORED(286, 263, 240, 217, 194, 171, 149, 127, 106, 96, 90, 87, 86),
    MIRRORED(270, 246, 222, 198, 174, 150, 127, 104, 82, 71, 65, 62, 61),
    MIRRORED(255, 230, 205, 180, 155, 130, 106, 82, 59, 47, 40, 37, 36),
    MIRRORED(246, 221, 196, 171, 146, 121, 96, 71, 47, 34, 26, 23, 22),
    MIRRORED(240, 215, 190, 165, 140, 115, 90, 65, 40, 26, 17, 13, 12),
    MIRRORED(237, 212, 187, 162, 137, 112, 87, 62, 37, 23, 13, 8, 6),
    MIRRORED(236, 211, 186, 161, 136, 111, 86, 61, 36, 22, 12, 6, 4),
};

/* Squares from which the opponent may begin anywhere. */
LG_I_BITS_TABLE uint16_t ONE[LG_I_AMAZES_SIDE] = MIRRORED(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1);
#undef MIRRORED

lg_i_amazes_rings lg_i_amazes_rings_of(int distance) {
    lg_i_amazes_rings rings;
    memset(&rings, distance == LG_I_AMAZES_ANY_DISTANCE, sizeof rings);
    for (int down = 0, right = LG_I_AMAZES_SIDE - 1; down < LG_I_AMAZES_SIDE && distance >= 0; down++) {
        while (right > 0 && down * down + right * right > distance) right--;
        if (down * down + right * right != distance) continue;
        for (int row = 0; row < LG_I_AMAZES_SIDE; row++) {
            const int rows = (row >= down) + (down > 0 && row + down < LG_I_AMAZES_SIDE);
            for (int column = 0; column < LG_I_AMAZES_SIDE; column++) {
                const int columns = (column >= right) + (right > 0 && column + right < LG_I_AMAZES_SIDE);
                rings.count[row][column] = (uint8_t)(rings.count[row][column] + rows * columns);
            }
        }
    }
    return rings;
}

/* A wall on the outer edge is certain, while one inside might have been an opening: each known wall on the outer edge
 * makes a placement (8/3) times as likely. Walls come in rows, so this is a little more than the 1200/523 for a single
 * wall: it was chosen so that sampled starts are as frequent at each distance from the edge as drawn ones. In 64ths; no
 * more than these keep sums of weights in 64 bits. */
#define MOST_WALLS 16
LG_I_BITS_TABLE uint32_t ODDS[MOST_WALLS + 1] = {
    64,     171,     455,     1214,    3236,     8630,     23014,     61371,     163655,
    436414, 1163770, 3103388, 8275700, 22068534, 58849425, 156931801, 418484802,
};

/* The range of placements: the possible shifts of the map. */
typedef struct amz_span {
    int rows, columns;
} amz_span;

static amz_span span_of(const placement_extent *size) {
    const amz_span all = {LG_I_AMAZES_SIDE - (size->bottom - size->top), LG_I_AMAZES_SIDE - (size->right - size->left)};
    return all;
}

/* A row of placements: for each, the number of squares where the opponent can be and where it may begin; and the odds
 * of placements inside, at the left end and at the right end. */
typedef struct amz_weights {
    const uint8_t *counts;
    const uint16_t *starts;
    uint32_t inside, left, right;
} amz_weights;

static uint32_t odds(int walls) {
    return ODDS[walls < MOST_WALLS ? walls : MOST_WALLS];
}

static amz_weights weights_of(const lie *l, const chances *c, int row) {
    const placement_extent *size = &l->size;
    const int start = l->start.row + row - size->top, last = span_of(size).columns - 1;
    int walls = row == 0 ? size->walls[LG_I_AMAZES_NORTH] : 0;
    if (size->bottom - size->top + row == LG_I_AMAZES_SIDE - 1) walls += size->walls[LG_I_AMAZES_SOUTH];
    amz_weights w;
    w.counts = &c->rings->count[l->place.row + row - size->top][l->place.column - size->left];
    w.starts =
        c->far_starts ? &FAR[start < 13 ? start : LG_I_AMAZES_SIDE - 1 - start][l->start.column - size->left] : ONE;
    w.inside = odds(walls);
    w.left = odds(walls + size->walls[LG_I_AMAZES_WEST] + (last == 0 ? size->walls[LG_I_AMAZES_EAST] : 0));
    w.right = odds(walls + size->walls[LG_I_AMAZES_EAST]);
    return w;
}

static uint64_t amz_weight(const amz_weights *w, int column, int last) {
    const uint32_t here = column == 0 ? w->left : column == last ? w->right : w->inside;
    return (uint64_t)((uint32_t)w->counts[column] * w->starts[column]) * here;
}

static uint64_t sum_row(const amz_weights *w, int columns) {
    uint32_t inside = 0;
    for (int column = 1; column < columns - 1; column++) inside += (uint32_t)w->counts[column] * w->starts[column];
    const uint64_t sum = (uint64_t)inside * w->inside + amz_weight(w, 0, columns - 1);
    return columns > 1 ? sum + amz_weight(w, columns - 1, columns - 1) : sum;
}

static void sum_rows(const chances *c, lie *l) {
    const amz_span all = span_of(&l->size);
    l->sum = 0;
    for (int row = 0; row < all.rows; row++) {
        const amz_weights w = weights_of(l, c, row);
        l->rows[row] = sum_row(&w, all.columns);
        l->sum += l->rows[row];
    }
}

/* ---- drawing ---- */

/* The placement on whose weight a number below the sum of all weights falls, and that weight. */
static uint64_t find_placement(const lie *l, const chances *c, uint64_t number, int *row, int *column) {
    for (*row = 0; number >= l->rows[*row]; ++*row) number -= l->rows[*row];
    const amz_weights w = weights_of(l, c, *row);
    for (*column = 0;; ++*column) {
        const bool refused = (l->refused[*row] >> *column & 1) != 0;
        const uint64_t here = refused ? 0 : amz_weight(&w, *column, span_of(&l->size).columns - 1);
        if (number < here) return here;
        number -= here;
    }
}

static uint64_t draw_below(lg_rng *rng, uint64_t bound) {
    uint64_t number;
    do {
        number = (uint64_t)lg_rng_next(rng) << 32;
        number |= lg_rng_next(rng);
    } while (number >= UINT64_MAX - UINT64_MAX % bound);
    return number % bound;
}

/* Whether all squares can be reachable with the known walls in this place: together with the outer edge they may cut
 * some off. */
static bool amz_is_joined(lg_amazes_edges walls) {
    walls.h[0] = walls.h[LG_I_AMAZES_SIDE] = LG_I_AMAZES_ALL;
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++) walls.v[row] |= LG_I_AMAZES_RIM;
    return lg_i_amazes_is_joined(&walls);
}

/* The map in each orientation, indexed by the facing of its start: the draws must not depend on its orientation in
 * `state`. Returns the sum of all weights. */
static uint64_t turn_all(const lg_amazes *state, int player, const chances *c, lie turned[4]) {
    uint64_t sum = 0;
    lie l;
    memset(&l, 0, sizeof l);
    l.start = state->start[player];
    l.place = state->place[player];
    l.size = placement_measure(&state->known[player], &l.start);
    for (int i = 0; i < 4; i++, turn_lie(&l)) {
        sum_rows(c, &l);
        sum += l.sum;
        turned[l.start.facing] = l;
    }
    return sum;
}

void lg_i_amazes_draw_placement(lg_rng *rng, int player, const lg_i_amazes_rings *rings, bool far_starts,
                                lg_amazes *state) {
    const chances c = {rings, far_starts};
    lie turned[4];
    uint64_t sum = turn_all(state, player, &c, turned);
    for (;;) {
        lie *from = turned;
        uint64_t number = draw_below(rng, sum);
        int row, column;
        for (; number >= from->sum; from++) number -= from->sum;
        const uint64_t here = find_placement(from, &c, number, &row, &column);
        lg_amazes_place start = from->start, place = from->place;
        lg_amazes_knowledge known = state->known[player];
        shift_place(&start, row - from->size.top, column - from->size.left);
        shift_place(&place, row - from->size.top, column - from->size.left);
        lg_i_amazes_move_knowledge(&state->start[player], &start, &known);
        if (amz_is_joined(known.walls)) {
            state->known[player] = known;
            state->start[player] = start;
            state->place[player] = place;
            return;
        }
        from->refused[row] |= 1u << column;
        from->rows[row] -= here;
        from->sum -= here;
        sum -= here;
    }
}
