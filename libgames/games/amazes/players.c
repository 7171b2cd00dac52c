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
    LEAST = CHARACTER * LG_AMAZES_WALK + 1, /* every value is above -LEAST */
    ENOUGH = 10 /* squares that it compares, and all others no further away than the last of them */
};

/* What the choices of a turn rest on, and the best square so far of one choice. */
typedef struct plan {
    const lg_amazes_knowledge *known;
    const lg_amazes_place *start;
    lg_i_frame frame;        /* that begins there */
    lg_i_ways ways;          /* that it knows */
    lg_amazes_edges unknown;
    lg_i_rows looks, meetings; /* squares that promise something */
    int32_t chance;       /* what each of the meetings is worth */
    int foe_count;        /* places where the opponent can be, also outside the maze */
    lg_i_rows valued;          /* squares whose worth is known, without the way to them */
    int32_t worth[LG_AMAZES_SQUARES];
    lg_amazes_place place; /* where the walk stands */
    uint64_t draw;         /* decides between equals */
    int compared, square, steps;
    uint64_t merit;        /* of the best square: 16 bits for its value above the least, 48 between equals */
    lg_i_rows rings[LG_AMAZES_WALK + 1]; /* squares by their distance, as far as they were looked for */
} plan;

static void step_on(lg_amazes_place *place, int side) {
    place->row = (uint8_t)(place->row + lg_i_down(side));
    place->column = (uint8_t)(place->column + lg_i_right(side));
    place->facing = (uint8_t)side;
}

bool lg_i_amazes_follow(const lg_amazes *state, int mover, lg_amazes_place *place) {
    lg_amazes_place at = *place;
    for (int i = 0; i < state->walk_length; i++) {
        const int side = lg_i_turned(at.facing, state->walk[i]);
        if (lg_i_edge(&state->known[mover].openings, at.row, at.column, side) == 0) return false;
        step_on(&at, side);
    }
    *place = at;
    return true;
}

/* ---- what promises something ---- */

/* Squares with unknown edges, and those next to them. */
static void find_looks(plan *p) {
    const lg_amazes_edges *open = &p->known->openings, *walls = &p->known->walls;
    uint32_t edges[SIDE + 2];
    for (int row = 0; row <= SIDE; row++) p->unknown.h[row] = ~(open->h[row] | walls->h[row]) & ALL;
    for (int row = 0; row < SIDE; row++) p->unknown.v[row] = ~(open->v[row] | walls->v[row]);
    edges[0] = edges[SIDE + 1] = 0;
    for (int row = 0; row < SIDE; row++)
        edges[row + 1] = (p->unknown.h[row] | p->unknown.h[row + 1] | p->unknown.v[row] | p->unknown.v[row] >> 1) & ALL;
    for (int row = 0; row < SIDE; row++) {
        const uint32_t here = edges[row + 1];
        const uint32_t across = (edges[row] & open->h[row]) | (edges[row + 2] & open->h[row + 1]);
        p->looks.row[row] = here | across | (here << 1 & open->v[row]) | (here & open->v[row]) >> 1;
    }
    for (int row = SIDE; row < LG_I_ROWS; row++) p->looks.row[row] = 0;
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
        rows |= known->squares[row] != 0 ? 1u << row : 0;
        columns |= known->squares[row];
    }
    return (extent){range_of(rows), range_of(columns)};
}

static bool knows_all(const lg_amazes_knowledge *known) {
    uint32_t all = ALL;
    for (int row = 0; row < SIDE; row++) all &= known->squares[row];
    return all == ALL;
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
        if (lg_i_inside(row, column)) p->meetings.row[row] |= 1u << column;
        p->foe_count++;
    }
}

/* Where the opponent can be, by its distance at the last look. */
static void find_meetings(const lg_amazes *state, int mover, plan *p) {
    const lg_amazes_place *from = &state->place[mover];
    const int distance = lg_i_squared_distance(from, &state->place[1 - mover]);
    const extent extent = extent_of(p->known);
    p->foe_count = 0;
    memset(&p->meetings, 0, sizeof p->meetings);
    int right = SIDE - 1, excess = right * right - distance;
    while (excess > 0) excess -= 2 * right-- - 1;
    for (int down = 0; down <= right && distance > 0; down++) { /* an eighth of the circle */
        if (excess == 0) mark_around(from, &extent, down, right, p);
        if (excess == 0 && down < right) mark_around(from, &extent, right, down, p);
        excess += 2 * down + 1;
        const int over = excess > 0;
        excess -= over * (2 * right - 1);
        right -= over;
    }
    const int32_t prize = knows_all(p->known) ? VICTORY : MEETING;
    p->chance = prize / (p->foe_count > 0 ? p->foe_count : 1);
}

/* ---- the choice ---- */

/* What a square promises: the same for all characters of a turn. */
static int32_t worth_of(plan *p, int row, int column) {
    int32_t *worth = &p->worth[SIDE * row + column];
    if ((p->valued.row[row] >> column & 1) != 0) return *worth;
    p->valued.row[row] |= 1u << column;
    *worth = (p->looks.row[row] >> column & 1) != 0 ? UNKNOWN * look_from(p, row, column) : 0;
    if ((p->meetings.row[row] >> column & 1) != 0) *worth += p->chance;
    return *worth;
}

/* Compares a square. Equal ones are told apart in the player's frame: in the maze's own order, the choice would tell
 * how the frame lies. */
static void compare(plan *p, int row, int column, int steps) {
    const int32_t value = worth_of(p, row, column) - CHARACTER * steps;
    const uint64_t cell = (uint64_t)(p->frame.origin + row * p->frame.down + column * p->frame.right);
    const uint64_t rank = (p->draw ^ cell) * 0x9E3779B97F4A7C15u >> 16;
    const uint64_t merit = (uint64_t)(value + LEAST) << 48 | rank;
    p->compared++;
    if (merit <= p->merit) return;
    p->merit = merit;
    p->square = SIDE * row + column;
    p->steps = steps;
}

static int32_t best_value(const plan *p) {
    return (int32_t)(p->merit >> 48) - LEAST;
}

/* The rows with wanted squares are bits. */
static void compare_ring(plan *p, const lg_i_rows *wanted, uint64_t found, int steps) {
    while (found != 0) {
        const int row = lg_i_take(&found);
        for (uint64_t squares = p->rings[steps].row[row] & wanted->row[row]; squares != 0;)
            compare(p, row, lg_i_take(&squares), steps);
    }
}

/* Ring by ring from the place, until there is enough to choose from and no meeting is worth a longer way. A turn that
 * has no step yet can't end where it began; some square is always compared. */
static void search(plan *p, int written) {
    lg_i_rows fresh, wanted;
    lg_i_begin_rings(p->place.row, p->place.column, &p->rings[0], &fresh);
    for (int row = 0; row < LG_I_ROWS; row++)
        wanted.row[row] = written > 0 ? p->looks.row[row] | p->meetings.row[row] : UINT32_MAX;
    if (written > 0) compare(p, p->place.row, p->place.column, 0);
    for (int steps = 1; steps <= LG_AMAZES_WALK - written; steps++) {
        const bool enough = p->compared >= ENOUGH;
        uint32_t found;
        if (enough && p->chance - CHARACTER * steps <= best_value(p)) return;
        if (!lg_i_widen(&p->ways, &p->rings[steps - 1], &fresh, &p->rings[steps], &wanted, &found)) return;
        if (found != 0) compare_ring(p, &wanted, found, steps);
        if (steps > 1 && !enough) continue;
        for (int row = 0; row < LG_I_ROWS; row++)
            wanted.row[row] = p->meetings.row[row] | (enough ? 0 : p->looks.row[row]);
    }
}

static void begin(const lg_amazes *state, int mover, plan *p) {
    p->known = &state->known[mover];
    p->start = &state->start[mover];
    p->frame = lg_i_frame_of(p->start);
    p->place = state->place[mover];
    memset(&p->valued, 0, sizeof p->valued);
    lg_i_find_ways(&p->known->openings, &p->ways);
    find_looks(p);
    find_meetings(state, mover, p);
}

static void choose(plan *p, int written, lg_rng *rng) {
    p->draw = lg_rng_next(rng);
    p->compared = 0;
    p->merit = 0;
    search(p, written);
}

/* The side on which a square has one of the last ring, the first one in the player's frame. */
static int side_back(const plan *p, int row, int column, const lg_i_rows *ring) {
    const uint32_t *squares = ring->row, here = squares[row], upright = p->ways.left.row[row];
    const uint32_t north = p->ways.above.row[row] & squares[row - (row > 0)];
    const uint32_t south = p->ways.below.row[row] & squares[row + 1];
    const uint32_t east = (upright & here) >> 1, west = upright & here << 1;
    const uint32_t sides = (north >> column & 1) | (east >> column & 1) << 1 | (south >> column & 1) << 2 |
                           (west >> column & 1) << 3;
    const int facing = p->start->facing;
    return lg_i_turned(facing, lg_i_lowest((sides | sides << 4) >> facing));
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
static int32_t next_step(plan *p, int written, lg_rng *rng) {
    choose(p, written, rng);
    return p->steps == 0 ? LG_AMAZES_END : (first_side(p) - p->place.facing) & 3;
}

int32_t lg_i_amazes_greedy(const lg_game *game, const void *state, lg_rng *rng) {
    const lg_amazes *position = (const lg_amazes *)state;
    const int mover = lg_amazes_player(position);
    plan p;
    begin(position, mover, &p);
    if (game->actions == LG_AMAZES_STEP_ACTIONS) {
        if (!lg_i_amazes_follow(position, mover, &p.place)) return LG_AMAZES_END;
        return next_step(&p, position->walk_length, rng);
    }
    choose(&p, 0, rng);
    return lg_amazes_cell(p.start, p.square / SIDE, p.square % SIDE);
}

/* ---- many decisions ---- */

/* At most so many characters of a turn, and its end. What is known, and so what squares promise, is the same for all.
 * Returns how many decisions these were. */
static int64_t play_turn(const lg_game *game, lg_amazes *state, int mover, int64_t most, lg_rng *rng) {
    int32_t action = LG_AMAZES_END;
    int64_t played = 0;
    plan p;
    begin(state, mover, &p);
    const bool knows = lg_i_amazes_follow(state, mover, &p.place);
    while (played++ < most && knows && (action = next_step(&p, state->walk_length, rng)) != LG_AMAZES_END) {
        state->walk[state->walk_length++] = (uint8_t)action;
        step_on(&p.place, lg_i_turned(p.place.facing, action));
    }
    if (played <= most) (void)game->type->apply(game, state, LG_AMAZES_END, state);
    return played;
}

int32_t lg_i_amazes_play_greedy(const lg_game *game, void *state, uint32_t players, int64_t most, lg_rng *rng) {
    lg_amazes *position = (lg_amazes *)state;
    int32_t mover;
    while ((mover = lg_amazes_player(position)) >= 0 && (players >> mover & 1) != 0 && most > 0) {
        if (game->actions == LG_AMAZES_STEP_ACTIONS) most -= play_turn(game, position, mover, most, rng);
        else (void)game->type->apply(game, state, lg_i_amazes_greedy(game, state, rng), state), most--;
    }
    return mover;
}
