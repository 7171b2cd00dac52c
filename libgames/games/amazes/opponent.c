/* Amazes: draws an opponent that a player can't see: somewhere at the known distance, after the known number of turns,
 * with the discoveries of a path that it may have taken. */
#include <string.h>

#include "hidden.h"

/* Steps of an imagined turn: 2 ... 5. */
#define FEWEST_STEPS 2
#define STEP_CHOICES 4

/* The largest distance of an opponent from its start, in steps a turn. If no square is near enough, the nearest is
 * used. */
#define STEPS_AWAY 8

/* An opponent on its way. */
typedef struct trip {
    lg_rng *rng;
    const lg_amazes_edges *maze;
    const int16_t *left; /* for every square: steps to where the path must end; 0 if it may end anywhere */
    lg_amazes_place place;
    lg_amazes_knowledge known;
    uint32_t trodden[LG_I_AMAZES_SIDE]; /* squares it has been on */
    int steps;                          /* still to be made */
} trip;

/* ---- its start and its place ---- */

static int amz_root_of(int square) {
    int root = 0;
    while ((root + 1) * (root + 1) <= square) root++;
    return root;
}

/* The columns of a row that may contain its start. */
static uint32_t far_columns(const lg_amazes_place *start, int row) {
    const int rows = row - start->row, rest = LG_AMAZES_START_DISTANCE - 1 - rows * rows;
    if (rest < 0) return LG_I_AMAZES_ALL;
    const int near = amz_root_of(rest);
    const int first = start->column > near ? start->column - near : 0;
    const int last = start->column + near < LG_I_AMAZES_SIDE - 1 ? start->column + near : LG_I_AMAZES_SIDE - 1;
    return LG_I_AMAZES_ALL & ~((2u << last) - (1u << first));
}

static lg_amazes_place place_on(int square) {
    const lg_amazes_place place = {(uint8_t)(square / LG_I_AMAZES_SIDE), (uint8_t)(square % LG_I_AMAZES_SIDE), 0, 0};
    return place;
}

/* A random square at this distance. */
static int draw_on_ring(lg_rng *rng, const lg_amazes_place *centre, int distance) {
    uint16_t squares[LG_AMAZES_SQUARES];
    int count = 0;
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++) {
        const int rows = row - centre->row, rest = distance - rows * rows;
        const int columns = rest < 0 ? 0 : amz_root_of(rest);
        if (columns * columns != rest) continue;
        if (centre->column >= columns) squares[count++] = (uint16_t)(LG_I_AMAZES_SIDE * row + centre->column - columns);
        if (columns > 0 && centre->column + columns < LG_I_AMAZES_SIDE)
            squares[count++] = (uint16_t)(LG_I_AMAZES_SIDE * row + centre->column + columns);
    }
    return squares[lg_rng_below(rng, (uint32_t)count)];
}

/* A random square among those where it may have begun that are near enough to where it must end. */
static int draw_start(lg_rng *rng, const lg_amazes_place *other, const int16_t left[LG_AMAZES_SQUARES], int most) {
    uint16_t squares[LG_AMAZES_SQUARES];
    int all = 0, count = 0, fewest = INT16_MAX;
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++)
        for (uint64_t far = far_columns(other, row); far != 0;) {
            const int square = LG_I_AMAZES_SIDE * row + lg_i_bits_take(&far);
            if (left[square] < fewest) fewest = left[square];
            squares[all++] = (uint16_t)square;
        }
    for (int i = 0; i < all; i++)
        if (left[squares[i]] <= most || left[squares[i]] == fewest) squares[count++] = squares[i];
    return squares[lg_rng_below(rng, (uint32_t)count)];
}

/* Steps from every square to one of them. */
static void measure_ways(const lg_amazes_edges *maze, int square, int16_t left[LG_AMAZES_SQUARES]) {
    lg_amazes_knowledge all;
    memset(&all, 0, sizeof all);
    for (int line = 1; line < LG_I_AMAZES_SIDE; line++) all.openings.h[line] = ~maze->h[line] & LG_I_AMAZES_ALL;
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++) all.openings.v[row] = ~maze->v[row] & LG_I_AMAZES_INNER;
    (void)lg_amazes_distances(&all, square / LG_I_AMAZES_SIDE, square % LG_I_AMAZES_SIDE, left);
}

/* ---- the path between them ---- */

static bool has_arrived(const trip *t) {
    return t->steps < 2 && t->left[LG_I_AMAZES_SIDE * t->place.row + t->place.column] == 0;
}

/* Open sides: only those that lead nearer to the end if there is no time for detours, otherwise those that do not lead
 * back, preferably to squares where it has not been. Without branches, since open sides can't be predicted. */
static unsigned good_sides(const trip *t) {
    const int row = t->place.row, column = t->place.column, square = LG_I_AMAZES_SIDE * row + column;
    const uint32_t upright = t->maze->v[row] >> column;
    const uint32_t walls[4] = {t->maze->h[row] >> column, upright >> 1, t->maze->h[row + 1] >> column, upright};
    const int here = t->left[square];
    unsigned open = 0, nearer = 0, fresh = 0;
    for (int side = 0; side < 4; side++) {
        const int is_open = (int)(~walls[side] & 1);
        const int down = is_open * lg_i_amazes_down(side), right = is_open * lg_i_amazes_right(side);
        open |= (unsigned)is_open << side;
        nearer |= (unsigned)(t->left[square + LG_I_AMAZES_SIDE * down + right] < here) << side;
        fresh |= (~t->trodden[row + down] >> (column + right) & 1) << side;
    }
    if (t->steps < here + 2) return nearer;
    if (fresh != 0) return fresh;
    const unsigned back = 1u << lg_i_amazes_turned(t->place.facing, 2);
    return open != back ? open & ~back : open;
}

/* For every set of sides: their number, and a list of them. */
static int draw_side(lg_rng *rng, unsigned sides) {
    LG_I_BITS_TABLE uint8_t COUNT[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    LG_I_BITS_TABLE uint8_t SIDES[16][4] = {
        {0, 0, 0, 0}, {0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {2, 0, 0, 0}, {0, 2, 0, 0}, {1, 2, 0, 0}, {0, 1, 2, 0},
        {3, 0, 0, 0}, {0, 3, 0, 0}, {1, 3, 0, 0}, {0, 1, 3, 0}, {2, 3, 0, 0}, {0, 2, 3, 0}, {1, 2, 3, 0}, {0, 1, 2, 3},
    };
    return SIDES[sides][COUNT[sides] > 1 ? lg_rng_below(rng, COUNT[sides]) : 0];
}

static void make_step(trip *t) {
    const int side = draw_side(t->rng, good_sides(t));
    const uint8_t step = (uint8_t)((side - t->place.facing) & 3);
    (void)lg_i_amazes_carry_out(t->maze, &step, 1, &t->place, &t->known);
    t->trodden[t->place.row] |= 1u << t->place.column;
    t->steps--;
}

/* Plays turns with a look and about the same number of steps each. Inference waits for the last look, since it only
 * adds knowledge. Returns the number of steps. */
static int travel(trip *t, int turns) {
    const int steps = t->steps;
    t->trodden[t->place.row] |= 1u << t->place.column;
    for (int turn = 1; turn <= turns; turn++) {
        const int rest = steps - steps * turn / turns;
        lg_i_amazes_discover(t->maze, &t->place, &t->known);
        if (turn == turns) lg_i_amazes_infer(&t->known);
        while (t->steps > rest && !has_arrived(t)) make_step(t);
    }
    return steps - t->steps;
}

/* ---- all of it ---- */

static int draw_steps(lg_rng *rng, int turns) {
    return FEWEST_STEPS * turns + (int)lg_rng_below(rng, (uint32_t)((STEP_CHOICES - 1) * turns) + 1);
}

/* At its start, with `left` set and all its steps before it. */
static trip opponent_begin(lg_rng *rng, const lg_amazes *state, int player, int distance,
                           int16_t left[LG_AMAZES_SQUARES]) {
    const int turns = lg_i_amazes_turns_of(state, 1 - player);
    trip t;
    int square = -1;
    memset(&t, 0, sizeof t);
    memset(left, 0, LG_AMAZES_SQUARES * sizeof left[0]);
    if (distance != LG_I_AMAZES_ANY_DISTANCE) square = draw_on_ring(rng, &state->place[player], distance);
    if (square >= 0 && turns > 0) measure_ways(&state->maze, square, left);
    if (square < 0 || turns > 0) square = draw_start(rng, &state->start[player], left, STEPS_AWAY * turns);
    if (turns > 0) t.steps = draw_steps(rng, turns);
    if (t.steps < left[square]) t.steps = left[square];
    t.rng = rng;
    t.maze = &state->maze;
    t.left = left;
    t.place = place_on(square);
    lg_i_amazes_draw_facing(rng, t.maze, &t.place);
    return t;
}

/* The first discoverer of a square that both have discovered is random. */
static void draw_firsts(lg_rng *rng, lg_amazes *state) {
    int first[2] = {0, 0};
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++) {
        const uint32_t red = state->known[0].squares[row], blue = state->known[1].squares[row];
        const uint32_t coins = (red & blue) != 0 ? lg_rng_next(rng) : 0;
        first[0] += lg_i_bits_count(red & (~blue | coins));
        first[1] += lg_i_bits_count(blue & (~red | ~coins));
    }
    for (int i = 0; i < 2; i++) state->first[i] = (uint16_t)first[i];
}

void lg_i_amazes_draw_opponent(lg_rng *rng, int player, int distance, lg_amazes *state) {
    int16_t left[LG_AMAZES_SQUARES];
    const int other = 1 - player, turns = lg_i_amazes_turns_of(state, other), most = LG_AMAZES_WALK * turns;
    const lg_amazes_place *own = &state->place[player];
    trip t = opponent_begin(rng, state, player, distance, left);
    state->start[other] = t.place;
    int steps = travel(&t, turns);
    if (distance == LG_I_AMAZES_ANY_DISTANCE && turns > 0 && t.place.row == own->row && t.place.column == own->column) {
        t.steps = 2;
        make_step(&t);
        steps++;
    }
    if (lg_i_amazes_looks_of(state, other) > turns) {
        lg_i_amazes_discover(t.maze, &t.place, &t.known);
        lg_i_amazes_infer(&t.known);
    }
    state->place[other] = t.place;
    state->known[other] = t.known;
    state->written[other] = (uint32_t)(steps < most ? steps : most);
    state->meetings[other] = distance == 0;
    draw_firsts(rng, state);
}
