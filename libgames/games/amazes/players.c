/* Amazes' baseline player: it goes, over ways that it knows, to one of the nearest squares that promise something: a look
 * at edges that it does not know, or a meeting. Written one character at a time, it comes to the same kind of walk. */
#include <string.h>

#include "libgames/author.h"
#include "parts.h"
#include "squares.h"

/* Values in half points. */
enum {
    CHARACTER = 2, /* a character costs one point */
    UNKNOWN = 12,  /* an edge to be seen: what is behind it, and what comes after that */
    MEETING = 2 * LG_AMAZES_MEETING,
    VICTORY = 2 * LG_AMAZES_SCORE, /* sudden death */
    ENOUGH = 10                    /* squares that it compares, and all others no further away than the last of them */
};

typedef struct rows {
    uint32_t row[SIDE + 2]; /* with an empty one above and below */
} rows;

/* What a choice rests on, and the best square so far. */
typedef struct plan {
    const lg_amazes_knowledge *known;
    const lg_amazes_place *start;
    lg_i_frame frame; /* that begins there */
    lg_amazes_place place; /* where the walk stands */
    lg_amazes_edges unknown;
    rows looks, meetings; /* squares that promise something */
    int32_t chance;       /* what each of the meetings is worth */
    int foe_count;        /* places where the opponent can be, also outside the maze */
    uint64_t draw;        /* decides between equals */
    int compared, square, steps;
    int32_t value;
    uint64_t rank;
    rows rings[LG_AMAZES_WALK + 1]; /* squares by their distance, as far as they were looked for */
} plan;

bool lg_i_amazes_follow(const lg_amazes *state, int mover, lg_amazes_place *place) {
    const lg_amazes_knowledge *known = &state->known[mover];
    for (int i = 0; i < state->walk_length; i++) {
        const int side = lg_i_turned(place->facing, state->walk[i]);
        if (lg_i_edge(&known->openings, place->row, place->column, side) == 0) return false;
        place->row = (uint8_t)(place->row + lg_i_down(side));
        place->column = (uint8_t)(place->column + lg_i_right(side));
        place->facing = (uint8_t)side;
    }
    return true;
}

/* ---- what promises something ---- */

/* Squares with unknown edges, and those next to them. */
static void find_looks(plan *p) {
    const lg_amazes_edges *open = &p->known->openings, *walls = &p->known->walls;
    rows edges;
    p->looks.row[0] = p->looks.row[SIDE + 1] = 0;
    for (int row = 0; row <= SIDE; row++) p->unknown.h[row] = ~(open->h[row] | walls->h[row]) & ALL;
    for (int row = 0; row < SIDE; row++) p->unknown.v[row] = ~(open->v[row] | walls->v[row]);
    edges.row[0] = edges.row[SIDE + 1] = 0;
    for (int row = 0; row < SIDE; row++)
        edges.row[row + 1] =
            (p->unknown.h[row] | p->unknown.h[row + 1] | p->unknown.v[row] | p->unknown.v[row] >> 1) & ALL;
    for (int row = 0; row < SIDE; row++) {
        const uint32_t here = edges.row[row + 1];
        const uint32_t across = (edges.row[row] & open->h[row]) | (edges.row[row + 2] & open->h[row + 1]);
        p->looks.row[row + 1] = here | across | (here << 1 & open->v[row]) | (here & open->v[row]) >> 1;
    }
}

static int unknown_edges(const lg_amazes_edges *unknown, int row, int column) {
    return (int)((unknown->h[row] >> column & 1) + (unknown->h[row + 1] >> column & 1) +
                 (unknown->v[row] >> column & 1) + (unknown->v[row] >> (column + 1) & 1));
}

/* The squares that a look along a row shows, as far as known openings let it pass. */
static uint32_t seen_along(const lg_amazes_edges *openings, int row, int column) {
    const uint32_t east = ~(openings->v[row] >> (column + 1)); /* bit i: no way on after i squares */
    const uint32_t west = ~(openings->v[row] << (31 - column));
    const int first = column - 31 + lg_i_highest(west), last = column + lg_i_lowest(east);
    return (2u << last) - (1u << first);
}

/* How many edges that promise something the squares of a row have. */
static int32_t promise_along(const plan *p, int row, uint32_t squares) {
    const lg_amazes_edges *unknown = &p->unknown;
    return lg_i_count(unknown->h[row] & squares) + lg_i_count(unknown->h[row + 1] & squares) +
           lg_i_count(unknown->v[row] & squares) + lg_i_count(unknown->v[row] >> 1 & squares);
}

/* The same of all squares that a look from a square shows. */
static int32_t look_from(const plan *p, int row, int column) {
    const lg_amazes_edges *openings = &p->known->openings;
    int32_t count = promise_along(p, row, seen_along(openings, row, column));
    for (int r = row; (openings->h[r] >> column & 1) != 0; r--) count += unknown_edges(&p->unknown, r - 1, column);
    for (int r = row; (openings->h[r + 1] >> column & 1) != 0; r++) count += unknown_edges(&p->unknown, r + 1, column);
    return count;
}

/* The first of the rows or columns that the maze can have, as far as the player can know, and the last: it is 25 wide.
 */
typedef struct range {
    int first, last;
} range;

static range range_of(uint32_t lines) {
    return (range){lg_i_highest(lines) - SIDE + 1, lg_i_lowest(lines) + SIDE - 1};
}

typedef struct extent {
    range rows, columns;
} extent;

static extent extent_of(const lg_amazes_knowledge *known) {
    uint32_t rows = 0, columns = 0;
    for (int row = 0; row < SIDE; row++) {
        rows |= (uint32_t)(known->squares[row] != 0) << row;
        columns |= known->squares[row];
    }
    return (extent){range_of(rows), range_of(columns)};
}

static bool lies_in(const extent *extent, int row, int column) {
    return row >= extent->rows.first && row <= extent->rows.last && column >= extent->columns.first &&
           column <= extent->columns.last;
}

/* Marks the squares `down` rows and `right` columns away in all directions, and adds the places that the player must
 * reckon with, also outside the maze. */
static void mark_around(const lg_amazes_place *from, const extent *extent, int down, int right, plan *p) {
    for (int corner = 0; corner < 4; corner++) {
        const int row = corner < 2 ? from->row + down : from->row - down;
        const int column = (corner & 1) == 0 ? from->column + right : from->column - right;
        const bool again = (down == 0 && corner > 1) || (right == 0 && (corner & 1) != 0);
        if (again || !lies_in(extent, row, column)) continue;
        if (lg_i_inside(row, column)) p->meetings.row[row + 1] |= 1u << column;
        p->foe_count++;
    }
}

/* Where the opponent can be, by its distance at the last look. */
static void find_meetings(const lg_amazes *state, int mover, plan *p) {
    const lg_amazes_place *from = &state->place[mover], *other = &state->place[1 - mover];
    const int distance = (from->row - other->row) * (from->row - other->row) +
                         (from->column - other->column) * (from->column - other->column);
    const extent extent = extent_of(p->known);
    p->foe_count = 0;
    memset(&p->meetings, 0, sizeof p->meetings);
    for (int down = 0, right = SIDE - 1; down * down <= distance && distance > 0; down++) {
        while (right * right > distance - down * down) right--;
        if (down * down + right * right == distance) mark_around(from, &extent, down, right, p);
    }
    const int32_t prize = lg_amazes_square_count(p->known) == LG_AMAZES_SQUARES ? VICTORY : MEETING;
    p->chance = prize / (p->foe_count > 0 ? p->foe_count : 1);
}

/* ---- the choice ---- */

/* Compares a square. Equal ones are told apart in the player's frame: in the maze's own order, the choice would tell
 * how the frame lies. */
static void compare(plan *p, int row, int column, int steps) {
    int32_t value = -CHARACTER * steps;
    if ((p->looks.row[row + 1] >> column & 1) != 0) value += UNKNOWN * look_from(p, row, column);
    if ((p->meetings.row[row + 1] >> column & 1) != 0) value += p->chance;
    if (p->compared++ > 0 && value < p->value) return;
    const uint64_t cell = (uint64_t)(p->frame.origin + row * p->frame.down + column * p->frame.right);
    const uint64_t rank = (p->draw ^ cell) * 0x9E3779B97F4A7C15u >> 16;
    if (p->compared > 1 && value == p->value && rank <= p->rank) return;
    p->square = SIDE * row + column;
    p->steps = steps;
    p->value = value;
    p->rank = rank;
}

static void compare_ring(plan *p, const rows *wanted, int steps) {
    const uint32_t *ring = p->rings[steps].row;
    for (int row = 0; row < SIDE; row++)
        for (uint64_t squares = ring[row + 1] & wanted->row[row + 1]; squares != 0;)
            compare(p, row, lg_i_take(&squares), steps);
}

/* Ring by ring from the place, until there is enough to choose from and no meeting is worth a longer way. A turn that
 * has no step yet can't end where it began; some square is always compared. */
static void search(plan *p, int written) {
    uint32_t reached[SIDE] = {0};
    rows wanted = {{0}};
    memset(&p->rings[0], 0, sizeof p->rings[0]);
    reached[p->place.row] = p->rings[0].row[p->place.row + 1] = 1u << p->place.column;
    for (int row = 0; row < SIDE + 2; row++)
        wanted.row[row] = written > 0 ? p->looks.row[row] | p->meetings.row[row] : UINT32_MAX;
    if (written > 0) compare(p, p->place.row, p->place.column, 0);
    for (int steps = 1; steps <= LG_AMAZES_WALK - written; steps++) {
        const uint32_t *ring = p->rings[steps].row;
        const bool enough = p->compared >= ENOUGH;
        uint32_t any = 0, found = 0;
        if (enough && p->chance - CHARACTER * steps <= p->value) return;
        lg_i_widen(&p->known->openings, p->rings[steps - 1].row, reached, p->rings[steps].row);
        for (int row = 0; row < SIDE + 2; row++) {
            any |= ring[row];
            found |= ring[row] & wanted.row[row];
        }
        if (any == 0) return;
        if (found != 0) compare_ring(p, &wanted, steps);
        if (steps > 1 && !enough) continue;
        for (int row = 0; row < SIDE + 2; row++)
            wanted.row[row] = p->meetings.row[row] | (enough ? 0 : p->looks.row[row]);
    }
}

static void choose(const lg_amazes *state, int mover, lg_rng *rng, plan *p) {
    p->known = &state->known[mover];
    p->start = &state->start[mover];
    p->frame = lg_i_frame_of(p->start);
    p->draw = lg_rng_next(rng);
    p->compared = 0;
    find_looks(p);
    find_meetings(state, mover, p);
    search(p, state->walk_length);
}

/* The side on which a square has one of the last ring, the first one in the player's frame. */
static int side_back(const plan *p, int row, int column, const rows *ring) {
    int side = p->start->facing;
    while (lg_i_edge(&p->known->openings, row, column, side) == 0 ||
           (ring->row[row + lg_i_down(side) + 1] >> (column + lg_i_right(side)) & 1) == 0)
        side = lg_i_turned(side, 1);
    return side;
}

/* The side to go to first on the way to the chosen square: back from ring to ring. */
static int first_side(const plan *p) {
    int row = p->square / SIDE, column = p->square % SIDE;
    for (int steps = p->steps;; steps--) {
        const int side = side_back(p, row, column, &p->rings[steps - 1]);
        if (steps == 1) return side ^ 2;
        row += lg_i_down(side);
        column += lg_i_right(side);
    }
}

/* The next character: the first step of the way to the best square, or the end of the turn when it stands there. */
static int32_t next_step(const lg_amazes *state, int mover, lg_rng *rng) {
    plan p;
    p.place = state->place[mover];
    if (!lg_i_amazes_follow(state, mover, &p.place)) return LG_AMAZES_END;
    choose(state, mover, rng, &p);
    return p.steps == 0 ? LG_AMAZES_END : (first_side(&p) - p.place.facing) & 3;
}

int32_t lg_i_amazes_greedy(const lg_game *game, const void *state, lg_rng *rng) {
    const lg_amazes *position = (const lg_amazes *)state;
    const int mover = lg_amazes_player(position);
    if (game->actions == LG_AMAZES_STEP_ACTIONS) return next_step(position, mover, rng);
    plan p;
    p.place = position->place[mover];
    choose(position, mover, rng, &p);
    return lg_amazes_cell(p.start, p.square / SIDE, p.square % SIDE);
}
