/* Amazes: where in the maze, and which way round, a player may be that knows its own map only. The map is turned and
 * shifted as a whole, so what the rules of inference find on it stays what it was: none of them but those on outer
 * edges depends on where it lies. A map that has squares in all columns, or a whole outer edge, fits in one place
 * only in that direction. */
#include <string.h>

#include "hidden.h"

/* How much of the maze a map takes up: its first and last row and column, and how many walls it has on the four lines
 * around them. */
typedef struct extent {
    int top, bottom, left, right;
    int walls[4]; /* N E S W */
} extent;

/* A map, one way round, and where it can't lie: bit c of row r when its extent begins there. */
typedef struct map {
    lg_amazes_knowledge known;
    lg_amazes_place start, place;
    extent size;
    const lg_i_rings *rings;
    bool far_starts;
    uint32_t refused[SIDE];
} map;

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
    turn_rows(edges->h, SIDE + 1, turned.v, SIDE);
    turn_rows(edges->v, SIDE, turned.h, SIDE + 1);
    turned.reserved = 0;
    *edges = turned;
}

static void turn_place(lg_amazes_place *place) {
    const uint8_t row = place->row;
    place->row = place->column;
    place->column = (uint8_t)(SIDE - 1 - row);
    place->facing = (uint8_t)lg_i_turned(place->facing, 1);
}

/* A quarter turn clockwise. */
static void turn_map(map *m) {
    const extent old = m->size;
    turn_rows(m->known.squares, SIDE, m->known.squares, SIDE);
    turn_rows(m->known.dead_ends, SIDE, m->known.dead_ends, SIDE);
    turn_edges(&m->known.walls);
    turn_edges(&m->known.openings);
    turn_place(&m->start);
    turn_place(&m->place);
    m->size.top = old.left;
    m->size.bottom = old.right;
    m->size.left = SIDE - 1 - old.bottom;
    m->size.right = SIDE - 1 - old.top;
    for (int side = 0; side < 4; side++) m->size.walls[lg_i_turned(side, 1)] = old.walls[side];
}

static void shift_rows(uint32_t *rows, int count, int down, int right) {
    uint32_t shifted[SIDE + 1];
    memset(shifted, 0, sizeof shifted);
    for (int row = 0; row < count; row++)
        if (rows[row] != 0) shifted[row + down] = (uint32_t)lg_i_shift(rows[row], right);
    memcpy(rows, shifted, (size_t)count * sizeof *rows);
}

static void shift_place(lg_amazes_place *place, int down, int right) {
    place->row = (uint8_t)(place->row + down);
    place->column = (uint8_t)(place->column + right);
}

static void shift_map(map *m, int down, int right) {
    lg_amazes_knowledge *known = &m->known;
    shift_rows(known->squares, SIDE, down, right);
    shift_rows(known->dead_ends, SIDE, down, right);
    shift_rows(known->walls.h, SIDE + 1, down, right);
    shift_rows(known->walls.v, SIDE, down, right);
    shift_rows(known->openings.h, SIDE + 1, down, right);
    shift_rows(known->openings.v, SIDE, down, right);
    shift_place(&m->start, down, right);
    shift_place(&m->place, down, right);
}

void lg_i_amazes_move_knowledge(const lg_amazes_place *from, const lg_amazes_place *to, lg_amazes_knowledge *known) {
    map m;
    memset(&m, 0, sizeof m);
    m.known = *known;
    m.start = *from;
    while (m.start.facing != to->facing) turn_map(&m);
    shift_map(&m, to->row - m.start.row, to->column - m.start.column);
    *known = m.known;
}

/* ---- extents ---- */

static void stretch(int *first, int *last, int from, int to) {
    if (from < *first) *first = from;
    if (to > *last) *last = to;
}

/* What must stay inside the maze: squares that are discovered or on either side of an opening, the start and the
 * square behind it, and walls, of which one side may lie outside. */
static void measure_rows(const lg_amazes_knowledge *known, extent *size, uint32_t *columns, uint32_t *upright) {
    const lg_amazes_edges *openings = &known->openings, *walls = &known->walls;
    for (int row = 0; row <= SIDE; row++) {
        if (walls->h[row] != 0) stretch(&size->top, &size->bottom, row, row - 1);
        *columns |= walls->h[row];
        if (row == SIDE) break;
        const uint32_t squares = known->squares[row] | openings->h[row] | openings->h[row + 1] | openings->v[row] |
                                 openings->v[row] >> 1;
        if ((squares | walls->v[row]) != 0) stretch(&size->top, &size->bottom, row, row);
        *columns |= squares;
        *upright |= walls->v[row];
    }
}

static extent measure(const lg_amazes_knowledge *known, const lg_amazes_place *start) {
    const int behind = lg_i_turned(start->facing, 2);
    const int row = start->row + lg_i_down(behind), column = start->column + lg_i_right(behind);
    extent size = {start->row, start->row, start->column, start->column, {0, 0, 0, 0}};
    uint32_t columns = 1u << column, upright = 0;
    stretch(&size.top, &size.bottom, row, row);
    measure_rows(known, &size, &columns, &upright);
    stretch(&size.left, &size.right, lg_i_lowest(columns), lg_i_highest(columns));
    if (upright != 0) stretch(&size.left, &size.right, lg_i_lowest(upright), lg_i_highest(upright) - 1);
    size.walls[LG_I_NORTH] = lg_i_count(known->walls.h[size.top]);
    size.walls[LG_I_SOUTH] = lg_i_count(known->walls.h[size.bottom + 1]);
    for (int i = 0; i < SIDE; i++) {
        size.walls[LG_I_WEST] += (int)(known->walls.v[i] >> size.left & 1);
        size.walls[LG_I_EAST] += (int)(known->walls.v[i] >> (size.right + 1) & 1);
    }
    return size;
}

/* ---- weights ---- */

/* At how many squares the opponent may begin; the rest of the table follows from the symmetries of the square. */
LG_I_TABLE uint16_t FAR[13][13] = {
    {387, 370, 353, 336, 319, 302, 286, 270, 255, 246, 240, 237, 236},
    {370, 352, 334, 316, 298, 280, 263, 246, 230, 221, 215, 212, 211},
    {353, 334, 315, 296, 277, 258, 240, 222, 205, 196, 190, 187, 186},
    {336, 316, 296, 276, 256, 236, 217, 198, 180, 171, 165, 162, 161},
    {319, 298, 277, 256, 235, 214, 194, 174, 155, 146, 140, 137, 136},
    {302, 280, 258, 236, 214, 192, 171, 150, 130, 121, 115, 112, 111},
    {286, 263, 240, 217, 194, 171, 149, 127, 106, 96, 90, 87, 86},
    {270, 246, 222, 198, 174, 150, 127, 104, 82, 71, 65, 62, 61},
    {255, 230, 205, 180, 155, 130, 106, 82, 59, 47, 40, 37, 36},
    {246, 221, 196, 171, 146, 121, 96, 71, 47, 34, 26, 23, 22},
    {240, 215, 190, 165, 140, 115, 90, 65, 40, 26, 17, 13, 12},
    {237, 212, 187, 162, 137, 112, 87, 62, 37, 23, 13, 8, 6},
    {236, 211, 186, 161, 136, 111, 86, 61, 36, 22, 12, 6, 4},
};

static uint32_t far_squares(int row, int column) {
    return FAR[row < 13 ? row : SIDE - 1 - row][column < 13 ? column : SIDE - 1 - column];
}

lg_i_rings lg_i_rings_of(int distance) {
    lg_i_rings rings;
    memset(&rings, distance == LG_I_ANY_DISTANCE, sizeof rings);
    for (int down = 0, right = SIDE - 1; down < SIDE && distance >= 0; down++) {
        while (right > 0 && down * down + right * right > distance) right--;
        if (down * down + right * right != distance) continue;
        for (int row = 0; row < SIDE; row++) {
            const int rows = (row >= down) + (down > 0 && row + down < SIDE);
            for (int column = 0; column < SIDE; column++) {
                const int columns = (column >= right) + (right > 0 && column + right < SIDE);
                rings.count[row][column] = (uint8_t)(rings.count[row][column] + rows * columns);
            }
        }
    }
    return rings;
}

/* A wall on the outer edge had to be there, one inside might have been an opening: each known wall that comes to lie on
 * the outer edge makes a placement (8/3) times as likely. Walls come in rows, so it is a little more than the
 * 1200/523 of a wall alone: chosen so that starts are met as often at each distance from the edge as they are drawn.
 * In 64ths; no more than these keep sums of weights in 64 bits. */
#define MOST_WALLS 16
LG_I_TABLE uint32_t ODDS[MOST_WALLS + 1] = {
    64, 171, 455, 1214, 3236, 8630, 23014, 61371, 163655, 436414, 1163770, 3103388, 8275700, 22068534, 58849425,
    156931801, 418484802,
};

static uint64_t weight(const map *m, int down, int right) {
    const extent *size = &m->size;
    const int row = m->place.row + down, column = m->place.column + right;
    int walls = size->top + down == 0 ? size->walls[LG_I_NORTH] : 0;
    if (size->bottom + down == SIDE - 1) walls += size->walls[LG_I_SOUTH];
    if (size->left + right == 0) walls += size->walls[LG_I_WEST];
    if (size->right + right == SIDE - 1) walls += size->walls[LG_I_EAST];
    const uint32_t starts = m->far_starts ? far_squares(m->start.row + down, m->start.column + right) : 1;
    return (uint64_t)(m->rings->count[row][column] * starts) * ODDS[walls < MOST_WALLS ? walls : MOST_WALLS];
}

/* ---- drawing ---- */

/* Takes the weights of a map's placements off a number until it is below the next one, and shifts the map there; false
 * when the number is not below their sum, which is then off. */
static bool find_shift(const map *m, uint64_t *number, int *down, int *right) {
    const extent *size = &m->size;
    for (int row = 0; row <= SIDE - 1 - (size->bottom - size->top); row++)
        for (int column = 0; column <= SIDE - 1 - (size->right - size->left); column++) {
            if ((m->refused[row] >> column & 1) != 0) continue;
            *down = row - size->top;
            *right = column - size->left;
            const uint64_t here = weight(m, *down, *right);
            if (*number < here) return true;
            *number -= here;
        }
    return false;
}

static uint64_t sum_weights(const map turned[4]) {
    uint64_t rest = UINT64_MAX;
    int down, right;
    for (int facing = 0; facing < 4; facing++) (void)find_shift(&turned[facing], &rest, &down, &right);
    return UINT64_MAX - rest;
}

static uint64_t draw_below(lg_rng *rng, uint64_t bound) {
    uint64_t number;
    do {
        number = (uint64_t)lg_rng_next(rng) << 32;
        number |= lg_rng_next(rng);
    } while (number >= UINT64_MAX - UINT64_MAX % bound);
    return number % bound;
}

/* With the map in this place, can all squares be reachable? Known walls and the outer edge may cut some off. */
static bool is_joined(const map *m) {
    lg_amazes_edges walls = m->known.walls;
    walls.h[0] = walls.h[SIDE] = ALL;
    for (int row = 0; row < SIDE; row++) walls.v[row] |= RIM;
    return lg_i_amazes_is_joined(&walls);
}

/* The map as it lies in `state`, by the way that its start faces then: what is drawn must not depend on how it lies. */
static void turn_all(const lg_amazes *state, int player, const lg_i_rings *rings, bool far_starts, map turned[4]) {
    map m;
    m.known = state->known[player];
    m.start = state->start[player];
    m.place = state->place[player];
    m.size = measure(&m.known, &m.start);
    m.rings = rings;
    m.far_starts = far_starts;
    memset(m.refused, 0, sizeof m.refused);
    for (int i = 0; i < 4; i++) {
        turned[m.start.facing] = m;
        if (i < 3) turn_map(&m);
    }
}

void lg_i_amazes_draw_placement(lg_rng *rng, int player, const lg_i_rings *rings, bool far_starts, lg_amazes *state) {
    map turned[4], m;
    int down, right;
    turn_all(state, player, rings, far_starts, turned);
    uint64_t sum = sum_weights(turned);
    for (;;) {
        map *from = turned;
        uint64_t number = draw_below(rng, sum);
        while (!find_shift(from, &number, &down, &right)) from++;
        m = *from;
        shift_map(&m, down, right);
        if (is_joined(&m)) break;
        from->refused[from->size.top + down] |= 1u << (from->size.left + right);
        sum -= weight(from, down, right);
    }
    state->known[player] = m.known;
    state->start[player] = m.start;
    state->place[player] = m.place;
}
