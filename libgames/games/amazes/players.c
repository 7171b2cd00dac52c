/* Amazes' baseline player: goes, over ways that it knows, to the square from which the next look should be worth most
 * for the characters that the way costs; or to where the opponent may be. Written one character at a time, it comes to
 * the same walk, since every step makes the best square one step nearer than all others. */
#include <string.h>

#include "libgames/author.h"
#include "parts.h"
#include "squares.h"

#define CELLS LG_AMAZES_CELLS

/* Values in half points. */
enum {
    CHARACTER = 2, /* a character costs one point */
    UNKNOWN = 12,  /* an edge to be seen: what is behind it, and what comes after that */
    MEETING = 2 * LG_AMAZES_MEETING,
    VICTORY = 2 * LG_AMAZES_SCORE /* sudden death */
};

/* Where the walk written so far leads over known openings; `blocked` when it does not end there for sure. */
static bool follow(const lg_amazes *state, int mover, lg_amazes_place *place) {
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

/* Unknown edges of each square. */
static void count_unknown(const lg_amazes_knowledge *known, uint8_t unknown[LG_AMAZES_SQUARES]) {
    for (int row = 0; row < SIDE; row++) {
        const uint32_t above = ~(known->openings.h[row] | known->walls.h[row]);
        const uint32_t below = ~(known->openings.h[row + 1] | known->walls.h[row + 1]);
        const uint32_t left = ~(known->openings.v[row] | known->walls.v[row]), right = left >> 1;
        for (int column = 0; column < SIDE; column++)
            unknown[SIDE * row + column] = (uint8_t)((above >> column & 1) + (below >> column & 1) +
                                                     (left >> column & 1) + (right >> column & 1));
    }
}

/* Goes through the squares from `first` on, `step` (1 or -1) at a time, and adds to each what a look towards the one
 * `next` further shows: unknown edges of all squares up to the first edge that is not among `openings` (bit c of a
 * row's word: an opening on that side of column c). */
static void add_corridors(const uint32_t openings[SIDE], int first, int step, int next,
                          const uint8_t unknown[LG_AMAZES_SQUARES], int16_t looks[LG_AMAZES_SQUARES]) {
    int16_t beyond[LG_AMAZES_SQUARES];
    int square = first;
    for (int i = 0; i < LG_AMAZES_SQUARES; i++, square += step) {
        const bool open = (openings[square / SIDE] >> square % SIDE & 1) != 0;
        beyond[square] = open ? (int16_t)(unknown[square + next] + beyond[square + next]) : 0;
        looks[square] = (int16_t)(looks[square] + beyond[square]);
    }
}

/* How many unknown edges a look from each square shows, as far as known openings let it pass: the square's own and
 * those of all squares of its four corridors. */
static void measure_looks(const lg_amazes_knowledge *known, int16_t looks[LG_AMAZES_SQUARES]) {
    uint8_t unknown[LG_AMAZES_SQUARES];
    uint32_t right[SIDE];
    count_unknown(known, unknown);
    for (int square = 0; square < LG_AMAZES_SQUARES; square++) looks[square] = unknown[square];
    for (int row = 0; row < SIDE; row++) right[row] = known->openings.v[row] >> 1;
    add_corridors(known->openings.h, 0, 1, -SIDE, unknown, looks);
    add_corridors(known->openings.v, 0, 1, -1, unknown, looks);
    add_corridors(known->openings.h + 1, LG_AMAZES_SQUARES - 1, -1, SIDE, unknown, looks);
    add_corridors(right, LG_AMAZES_SQUARES - 1, -1, 1, unknown, looks);
}

/* At how many cells of its frame the opponent can be, by the distance alone; at least 1. */
static int32_t cells_at(const lg_amazes_place *start, const lg_amazes_place *place, int32_t distance) {
    const int32_t cell = lg_amazes_cell(start, place->row, place->column);
    const int row = cell / LG_AMAZES_FRAME, column = cell % LG_AMAZES_FRAME;
    int32_t count = 0;
    for (int r = 0; r < LG_AMAZES_FRAME; r++) {
        const int rest = distance - (r - row) * (r - row);
        int c = 0;
        while (c * c < rest) c++;
        if (c * c != rest) continue;
        count += (column + c < LG_AMAZES_FRAME) + (c > 0 && column >= c);
    }
    return count > 0 ? count : 1;
}

static int32_t squared_distance(const lg_amazes_place *from, int row, int column) {
    return (from->row - row) * (from->row - row) + (from->column - column) * (from->column - column);
}

/* How to go through the maze in the order of a player's frame: in the maze's own order, which of several equal squares is
 * chosen would tell how the frame lies. */
typedef struct order {
    int first, outer, inner; /* a square, and the steps from square to square */
} order;

static order order_of(const lg_amazes_place *start) {
    const lg_i_frame frame = lg_i_frame_of(start);
    const int row = frame.down > 0 ? SIDE : -SIDE, column = frame.right > 0 ? 1 : -1;
    const bool upright = frame.right == 1 || frame.right == -1;
    const int first = (row > 0 ? 0 : SIDE * (SIDE - 1)) + (column > 0 ? 0 : SIDE - 1);
    return upright ? (order){first, row, column} : (order){first, column, row};
}

/* The square to end the turn on, seen from `place`; the own one only when `may_stay`. -1 when there is none. */
static int best_square(const lg_amazes *state, int mover, const lg_amazes_place *place, bool may_stay, lg_rng *rng) {
    int16_t distances[LG_AMAZES_SQUARES], looks[LG_AMAZES_SQUARES];
    lg_best best = {-1, 0, 0};
    const lg_amazes_knowledge *known = &state->known[mover];
    const lg_amazes_place *begun = &state->place[mover];
    const int32_t distance = squared_distance(begun, state->place[1 - mover].row, state->place[1 - mover].column);
    const int32_t prize = lg_amazes_square_count(known) == LG_AMAZES_SQUARES ? VICTORY : MEETING;
    const int32_t chance = prize / cells_at(&state->start[mover], begun, distance);
    (void)lg_amazes_distances(known, place->row, place->column, distances);
    measure_looks(known, looks);
    const order by = order_of(&state->start[mover]);
    for (int i = 0; i < LG_AMAZES_SQUARES; i++) {
        const int square = by.first + i / SIDE * by.outer + i % SIDE * by.inner;
        const int steps = distances[square];
        if (steps < (may_stay ? 0 : 1) || steps > LG_AMAZES_WALK - state->walk_length) continue;
        int32_t value = UNKNOWN * looks[square] - CHARACTER * steps;
        if (squared_distance(begun, square / SIDE, square % SIDE) == distance) value += chance;
        lg_best_offer(&best, square, value, rng);
    }
    return best.choice;
}

/* The next character: the first step of the way to the best square, or the end of the turn when it stands there. */
static int32_t next_step(const lg_amazes *state, int mover, lg_rng *rng) {
    uint8_t steps[LG_AMAZES_SQUARES];
    int32_t count;
    lg_amazes_place place = state->place[mover];
    if (!follow(state, mover, &place)) return LG_AMAZES_END;
    const int square = best_square(state, mover, &place, state->walk_length > 0, rng);
    if (square < 0) return state->walk_length > 0 ? LG_AMAZES_END : 0;
    (void)lg_amazes_way(&state->known[mover], &place, square / SIDE, square % SIDE, steps, LG_AMAZES_SQUARES, &count);
    return count > 0 ? steps[0] : LG_AMAZES_END;
}

int32_t lg_i_amazes_greedy(const lg_game *game, const void *state, lg_rng *rng) {
    const lg_amazes *position = (const lg_amazes *)state;
    const int mover = lg_amazes_player(position);
    if (game->actions == LG_AMAZES_STEP_ACTIONS) return next_step(position, mover, rng);
    const int square = best_square(position, mover, &position->place[mover], false, rng);
    return lg_amazes_cell(&position->start[mover], square / SIDE, square % SIDE);
}
