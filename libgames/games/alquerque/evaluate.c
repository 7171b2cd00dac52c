/* Alquerque for searches: the probable value of a position, and a key of everything that matters for the rest of the
 * game. */
#include "libgames/alquerque.h"

#include <string.h>

#include "features.h"
#include "rooms.h"
#include "rules.h"

#define NO_POINT LG_ALQUERQUE_NO_POINT

/* Chosen by matches of benchmarks/alquerque_weights.c. */
static const int32_t ALQ_WEIGHTS[LG_I_ALQUERQUE_FEATURES] = {12, 20, -20, 10};

enum {
    ALQ_FEW = 7,    /* pieces of both sides together */
    ALQ_FAR = 8,    /* the weight of a step away then */
    ALQ_MIDDLE = 27 /* d4 */
};

/* How many steps of a king in chess are between two points. */
static int alq_apart(int a, int b) {
    const int columns = a % 8 - b % 8, rows = a / 8 - b / 8;
    const int aside = columns < 0 ? -columns : columns, ahead = rows < 0 ? -rows : rows;
    return aside > ahead ? aside : ahead;
}

/* The distances of pieces from the middle, and of each piece from the nearest enemy piece. */
static int32_t alq_far(uint64_t pieces, uint64_t enemy) {
    int32_t sum = 0;
    while (pieces != 0) {
        const int point = lg_i_bits_take(&pieces);
        int nearest = LG_ALQUERQUE_SIDE;
        for (uint64_t left = enemy; left != 0;) {
            const int apart = alq_apart(point, lg_i_bits_take(&left));
            if (apart < nearest) nearest = apart;
        }
        sum += nearest + alq_apart(point, ALQ_MIDDLE);
    }
    return sum;
}

/* The weighted sum of the features. When few pieces are left, the side with more of them wins by approaching the enemy
 * in the middle, as the tables of endings show; on the rim, where pieces are better placed earlier, they would stay
 * until the limit. */
static int32_t alq_weigh(const lg_alquerque *state) {
    int32_t features[LG_I_ALQUERQUE_FEATURES], sum = 0;
    const lg_i_alquerque_sides s = lg_i_alquerque_sides_of(state);
    lg_i_alquerque_features(state, features);
    if (features[0] != 0 && lg_i_bits_count(s.own | s.enemy) <= ALQ_FEW) {
        sum = ALQ_WEIGHTS[0] * features[0];
        return features[0] > 0 ? sum - ALQ_FAR * alq_far(s.own, s.enemy) : sum + ALQ_FAR * alq_far(s.enemy, s.own);
    }
    for (int i = 0; i < LG_I_ALQUERQUE_FEATURES; i++) sum += ALQ_WEIGHTS[i] * features[i];
    return sum;
}

float lg_i_alquerque_evaluate(const lg_game *game, const void *state, int32_t player) {
    (void)game;
    const lg_alquerque *position = (const lg_alquerque *)state;
    const int32_t value = lg_i_alquerque_value(position, alq_weigh(position));
    return (float)(player == position->to_move ? value : -value) / (float)LG_I_ALQUERQUE_SURE;
}

/* A twentieth of a win for each piece more, rounded to LG_POTENTIAL_ONE-ths. */
int32_t lg_i_alquerque_potential(const lg_game *game, const void *state, int32_t player) {
    (void)game;
    const lg_alquerque *position = (const lg_alquerque *)state;
    if (lg_alquerque_result_of(position) != LG_ALQUERQUE_ONGOING) return 0;
    return (lg_i_bits_count(position->pieces[player]) - lg_i_bits_count(position->pieces[1 - player])) *
           (LG_POTENTIAL_ONE / 20);
}

static bool alq_quiet(const lg_game *game, const void *state) {
    (void)game;
    const lg_alquerque *position = (const lg_alquerque *)state;
    const lg_i_alquerque_sides s = lg_i_alquerque_sides_of(position);
    return position->jumper == NO_POINT && lg_i_alquerque_jumped(s.own, s.enemy, s.empty) == 0;
}

/* 1 + the point to which the side's piece may not go straight back now or in its next turn; 0: nothing is forbidden. */
static uint64_t forbidden(const lg_alquerque *state, int side) {
    const lg_alquerque_move *last = &state->last[side];
    if (last->jumps != 0 || last->from == NO_POINT) return 0;
    const int at = last->from + LG_I_ALQUERQUE_STEP[last->path & 7];
    return (state->pieces[side] >> at & 1) != 0 ? 8u * last->from + (last->path & 7) + 1 : 0;
}

static uint64_t alq_mixed(uint64_t x) {
    x *= 0x9E3779B97F4A7C15u;
    x ^= x >> 32;
    x *= 0xD6E8FEB86659FD93u;
    return x ^ x >> 32;
}

/* Only a step that could be taken back matters in the last moves. */
static uint64_t alq_position_key(const lg_game *game, const void *state) {
    (void)game;
    const lg_alquerque *position = (const lg_alquerque *)state;
    const uint64_t rest = (uint64_t)position->ply << 32 | (uint64_t)position->jumper << 24 |
                          (uint64_t)position->forfeit << 20 | (uint64_t)position->to_move << 19;
    const uint64_t returns = forbidden(position, 0) << 48 | forbidden(position, 1);
    return alq_mixed(alq_mixed(alq_mixed(position->pieces[0]) ^ position->pieces[1]) ^ (rest | returns));
}

static int32_t alq_list_legal(const lg_game *game, const void *state, uint16_t *actions) {
    (void)game;
    return lg_i_alquerque_list((const lg_alquerque *)state, actions);
}

static void alq_apply_legal(const lg_game *game, const void *before, int32_t action, void *after, lg_turn *turn) {
    (void)game;
    const lg_i_alquerque_standing next = lg_i_alquerque_follow(
        (const lg_alquerque *)before, lg_i_alquerque_sparse(action >> 3), action & 7, (lg_alquerque *)after);
    turn->player = next.player;
    turn->in_move = next.in_chain;
    turn->quiet = next.quiet;
}

/* ---- random play ----
 *
 * It draws the same action for the same random number as lg_mask_select, but makes no mask: it keeps the words that
 * make up the rows of a mask from decision to decision, since a step changes only six of them. */

/* A row: byte c + 1 describes column c, which leaves room for a column before the first. */
typedef struct alq_row {
    uint64_t near;      /* bit d: the next point in direction d is empty */
    uint64_t pieces[2]; /* all bits: a piece of the side stands there */
} alq_row;

#define ALQ_ROWS (LG_ALQUERQUE_SIDE + 2) /* counted from 1, so that all have two neighbours */

/* The changes of `near` in the rows below, at and above a point, from the column before it to the column after it, when
 * the point becomes empty or occupied: the direction of the point from each of them; and the point's bit in `pieces`.
 * The same in every second row. */
#define ALQ_POINT(column, below, above)                                                                                \
    {(uint64_t)(below) << 8 * (column), (uint64_t)0x400004 << 8 * (column), (uint64_t)(above) << 8 * (column),         \
     (uint64_t)0xFF00 << 8 * (column)}
#define ALQ_CROSS(column) ALQ_POINT(column, 0x800102, 0x201008)
#define ALQ_OTHER(column) ALQ_POINT(column, 0x000100, 0x001000)
LG_I_BITS_TABLE uint64_t ALQ_CHANGES[16][4] = {
    ALQ_CROSS(0), ALQ_OTHER(1), ALQ_CROSS(2), ALQ_OTHER(3), ALQ_CROSS(4), ALQ_OTHER(5), ALQ_CROSS(6), {0, 0, 0, 0},
    ALQ_OTHER(0), ALQ_CROSS(1), ALQ_OTHER(2), ALQ_CROSS(3), ALQ_OTHER(4), ALQ_CROSS(5), ALQ_OTHER(6), {0, 0, 0, 0},
};

static inline void alq_toggle(alq_row *rows, int point) {
    for (int i = 0; i < 3; i++) rows[(point >> 3) + i].near ^= ALQ_CHANGES[point & 15][i];
}

/* Places a piece on the point, or removes it. */
static inline void alq_toggle_piece(alq_row *rows, int side, int point) {
    alq_toggle(rows, point);
    rows[(point >> 3) + 1].pieces[side] ^= ALQ_CHANGES[point & 15][3];
}

static void alq_fill_rows(const lg_alquerque *state, alq_row rows[ALQ_ROWS]) {
    memset(rows, 0, ALQ_ROWS * sizeof *rows);
    for (uint64_t empty = lg_i_alquerque_empty_points(state); empty != 0;) alq_toggle(rows, lg_i_bits_take(&empty));
    for (int row = 0; row < LG_ALQUERQUE_SIDE; row++)
        for (int side = 0; side < 2; side++)
            rows[row + 1].pieces[side] = lg_i_bits_spread(state->pieces[side] >> 8 * row) * 255 << 8;
}

/* LG_I_ALQUERQUE_STEP from a register. */
static inline int alq_step(int direction) {
    return (int8_t)(0x07FFF7F8F9010908u >> 8 * direction);
}

/* The step straight back: 64 times the row plus the bit in it; 0, a bit of no column, if there is none. */
static inline int alq_step_back(int target, int direction) {
    return 8 * target + 8 + (direction ^ 4);
}

static inline uint64_t alq_steps(const alq_row *rows, int side, int row) {
    return rows[row + 1].near & rows[row + 1].pieces[side];
}

/* 8 times the point plus the direction of a step other than the one back; -1 if there is none. */
static inline int alq_draw_step(const alq_row *rows, int side, int back, lg_rng *rng) {
    uint64_t sums = 0;
    for (int row = 0; row < LG_ALQUERQUE_SIDE; row++)
        sums += (uint64_t)lg_i_bits_count(alq_steps(rows, side, row)) << 8 * row;
    sums -= (alq_steps(rows, side, back >> 6) >> (back & 63) & 1) << 8 * (back >> 6);
    sums *= 0x0101010101010101u; /* each includes the rows below: at most 120, one for each line */
    if (sums >> 56 == 0) return -1;
    const unsigned rank = lg_rng_below(rng, (uint32_t)(sums >> 56));
    const int row = lg_i_bits_count_up_to(sums, rank);
    uint64_t steps = alq_steps(rows, side, row) & ~((uint64_t)(row == back >> 6) << (back & 63));
    for (unsigned before = rank - (unsigned)(sums << 8 >> 8 * row & 255); before > 0; before--) steps &= steps - 1;
    return 64 * row + lg_i_bits_lowest(steps) - 8;
}

/* Whether one of the pieces can jump. As lg_i_alquerque_jumped, for both directions of a line at a time. */
static inline bool alq_captures(uint64_t movers, uint64_t enemy, uint64_t empty) {
    typedef uint64_t pair __attribute__((vector_size(16)));
    const pair one = {movers, empty}, other = {empty, movers};
    const pair crosses = one & LG_I_ALQUERQUE_CROSSES, ends = other & LG_I_ALQUERQUE_CROSSES;
    const pair over = (one << 8 & other >> 8) | (one << 1 & other >> 1) | (crosses << 9 & ends >> 9) |
                      (crosses << 7 & ends >> 7);
    return ((over[0] | over[1]) & enemy) != 0;
}

/* The same for jumps, of which there is at least one: few, so it goes through their points. */
static inline int alq_draw_jump(uint64_t movers, uint64_t enemy, uint64_t empty, lg_rng *rng) {
    uint64_t origins[8], points = 0;
    int count = 0;
#define JUMPS(d)                                                                                                       \
    origins[d] = lg_i_alquerque_jumps_towards(movers, enemy, empty, d);                                                \
    points |= origins[d];                                                                                              \
    count += lg_i_bits_count(origins[d]);
    LG_I_ALQUERQUE_EACH_DIRECTION(JUMPS)
#undef JUMPS
    for (uint32_t rank = lg_rng_below(rng, (uint32_t)count);; points &= points - 1) {
        const uint64_t point = points & -points;
        unsigned directions = 0;
#define DIRECTION(d) directions |= (unsigned)((origins[d] & point) != 0) << d;
        LG_I_ALQUERQUE_EACH_DIRECTION(DIRECTION)
#undef DIRECTION
        for (; directions != 0; directions &= directions - 1)
            if (rank-- == 0) return 8 * lg_i_bits_lowest(points) + lg_i_bits_lowest(directions);
    }
}

static int64_t alq_play_random(const lg_game *game, void *state, int64_t most, lg_rng *rng) {
    (void)game;
    lg_alquerque *const position = (lg_alquerque *)state;
    lg_rng numbers = *rng;
    int side = position->to_move, ply = position->ply, jumper = position->jumper;
    uint64_t own = position->pieces[side], enemy = position->pieces[1 - side];
    uint64_t empty = LG_I_ALQUERQUE_BOARD & ~(own | enemy);
    int64_t played = 0;
    alq_row rows[ALQ_ROWS];
    int back[2];
    if (position->forfeit != 0) return 0;
    alq_fill_rows(position, rows);
    for (int i = 0; i < 2; i++) {
        const lg_alquerque_move *last = &position->last[i];
        const int direction = (int)(last->path & 7);
        const bool stepped = last->jumps == 0 && last->from != NO_POINT;
        back[i] = stepped ? alq_step_back(last->from + LG_I_ALQUERQUE_STEP[direction], direction) : 0;
    }
    for (; played < most && ply < LG_ALQUERQUE_PLY_LIMIT; played++) {
        if (jumper == NO_POINT && !alq_captures(own, enemy, empty)) {
            const int step = alq_draw_step(rows, side, back[side], &numbers);
            if (step < 0) break;
            const int point = step >> 3, direction = step & 7, target = point + alq_step(direction);
            alq_toggle_piece(rows, side, point);
            alq_toggle_piece(rows, side, target);
            const uint64_t change = lg_i_alquerque_bit(point) | lg_i_alquerque_bit(target);
            own ^= change;
            empty ^= change;
            position->last[side] = lg_i_alquerque_first_leg(point, direction, false);
            back[side] = alq_step_back(target, direction);
        } else {
            const uint64_t movers = jumper != NO_POINT ? lg_i_alquerque_bit(jumper) : own;
            const int jump = alq_draw_jump(movers, enemy, empty, &numbers);
            const int point = jump >> 3, direction = jump & 7, over = point + alq_step(direction),
                      target = over + alq_step(direction);
            alq_toggle_piece(rows, side, point);
            alq_toggle_piece(rows, side, target);
            alq_toggle_piece(rows, 1 - side, over);
            const uint64_t taken = lg_i_alquerque_bit(over),
                           change = lg_i_alquerque_bit(point) | lg_i_alquerque_bit(target);
            own ^= change;
            enemy ^= taken;
            empty ^= change ^ taken;
            if (jumper == NO_POINT) position->last[side] = lg_i_alquerque_first_leg(point, direction, true);
            else lg_i_alquerque_add_jump(&position->last[side], direction);
            back[side] = 0;
            jumper = target;
            if (alq_captures(lg_i_alquerque_bit(target), enemy, empty)) continue;
            jumper = NO_POINT;
        }
        const uint64_t next = enemy;
        enemy = own;
        own = next;
        side ^= 1;
        ply++;
    }
    position->pieces[side] = own;
    position->pieces[1 - side] = enemy;
    position->to_move = (uint8_t)side;
    position->ply = (uint16_t)ply;
    position->jumper = (uint8_t)jumper;
    *rng = numbers;
    return played;
}

const lg_game_speed lg_i_alquerque_speed = {
    .quiet = alq_quiet, .position_key = alq_position_key, .list_legal = alq_list_legal, .apply_legal = alq_apply_legal,
    .play_random = alq_play_random,
};
