/* Alquerque for searches: the probable value of a position, and a key of everything that matters for the rest of the
 * game. */
#include "libgames/alquerque.h"

#include <string.h>
#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#endif

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
 * It draws the same action for the same random number as lg_mask_select, but makes no mask: it keeps the empty
 * neighbours of all points from decision to decision. */

typedef uint64_t alq_pair __attribute__((vector_size(16)));

/* Eight rows of the board, of which the last is empty. Byte c + 1 of a row describes column c, which leaves room for a
 * column before the first: bit d says that the next point in direction d is empty. */
typedef struct alq_near {
    alq_pair rows[4];
} alq_near;

/* What changes in row `r` when a point becomes empty or occupied: from the column before it to the column after it, the
 * direction of the point from each neighbour. The same in the points of every second row. */
#define ALQ_IN(r, row, column, below, at, above)                                                                       \
    ((uint64_t)((r) == (row) - 1 ? (below) : (r) == (row) ? (at) : (r) == (row) + 1 ? (above) : 0) << 8 * (column))
#define ALQ_PAIR(r, ...) {ALQ_IN(r, __VA_ARGS__), ALQ_IN(r + 1, __VA_ARGS__)}
#define ALQ_POINT(...)                                                                                                 \
    {{ALQ_PAIR(0, __VA_ARGS__), ALQ_PAIR(2, __VA_ARGS__), ALQ_PAIR(4, __VA_ARGS__), ALQ_PAIR(6, __VA_ARGS__)}}
#define ALQ_CROSS(row, column) ALQ_POINT(row, column, 0x800102, 0x400004, 0x201008)
#define ALQ_OTHER(row, column) ALQ_POINT(row, column, 0x000100, 0x400004, 0x001000)
#define ALQ_ROW(row, EVEN, ODD)                                                                                        \
    EVEN(row, 0), ODD(row, 1), EVEN(row, 2), ODD(row, 3), EVEN(row, 4), ODD(row, 5), EVEN(row, 6), {{{0, 0}}}
LG_I_BITS_TABLE alq_near ALQ_CHANGES[8 * LG_ALQUERQUE_SIDE] = {
    ALQ_ROW(0, ALQ_CROSS, ALQ_OTHER), ALQ_ROW(1, ALQ_OTHER, ALQ_CROSS), ALQ_ROW(2, ALQ_CROSS, ALQ_OTHER),
    ALQ_ROW(3, ALQ_OTHER, ALQ_CROSS), ALQ_ROW(4, ALQ_CROSS, ALQ_OTHER), ALQ_ROW(5, ALQ_OTHER, ALQ_CROSS),
    ALQ_ROW(6, ALQ_CROSS, ALQ_OTHER),
};

static inline void alq_toggle(alq_near *near, int point) {
    for (int i = 0; i < 4; i++) near->rows[i] ^= ALQ_CHANGES[point].rows[i];
}

/* The steps of the pieces, row by row. */
static inline void alq_steps(const alq_near *near, uint64_t own, uint64_t rows[8]) {
#if defined(LG_I_BITS_BYTE_VECTORS)
    lg_i_bits_bytes pieces[4];
    lg_i_bits_spread_word(pieces, own << 1);
    for (int i = 0; i < 4; i++) {
        const alq_pair steps = near->rows[i] & (alq_pair)pieces[i];
        memcpy(rows + 2 * i, &steps, sizeof steps);
    }
#else
    for (int row = 0; row < 8; row++)
        rows[row] = near->rows[row / 2][row % 2] & lg_i_bits_spread(own << 1 >> 8 * row) * 255;
#endif
}

/* LG_I_ALQUERQUE_STEP from a register. */
static inline int alq_step(int direction) {
    return (int8_t)(0x07FFF7F8F9010908u >> 8 * direction);
}

/* The step straight back: 64 times the row plus the bit in it; 0, a bit of no column, if there is none. */
static inline int alq_step_back(int target, int direction) {
    return 8 * target + 8 + (direction ^ 4);
}

/* Some of these bits, of which the lowest is the one that has `rank` bits below it. */
typedef uint64_t alq_from(uint64_t bits, unsigned rank);

static inline uint64_t alq_from_next(uint64_t bits, unsigned rank) {
    for (; rank > 0; rank--) bits &= bits - 1;
    return bits;
}

/* 8 times the point plus the direction of a step other than the one back; -1 if there is none. */
static inline int alq_draw_step(const alq_near *near, uint64_t own, int back, alq_from *from, lg_rng *rng) {
    const uint64_t each = 0x0101010101010101u;
    uint64_t rows[8], pairs[4];
    alq_steps(near, own, rows);
    for (int i = 0; i < 4; i++)
        pairs[i] = (uint64_t)lg_i_bits_count(rows[2 * i]) | (uint64_t)lg_i_bits_count(rows[2 * i + 1]) << 8;
    /* Each includes the rows below: at most 120, one for each line. The step back, which takes longest, comes last. */
    uint64_t sums = (pairs[0] | pairs[1] << 16 | pairs[2] << 32 | pairs[3] << 48) * each;
    sums -= (rows[back >> 6] >> (back & 63) & 1) * each << 8 * (back >> 6);
    if (sums >> 56 == 0) return -1;
    const unsigned rank = lg_rng_below(rng, (uint32_t)(sums >> 56));
    const int row = lg_i_bits_count_up_to(sums, rank);
    const uint64_t steps = rows[row] & ~((uint64_t)(row == back >> 6) << (back & 63));
    return 64 * row + lg_i_bits_lowest(from(steps, rank - (unsigned)(sums << 8 >> 8 * row & 255))) - 8;
}

/* The points jumped over, as in lg_i_alquerque_jumped: to N and S, E and W, NE and SW, NW and SE. */
typedef struct alq_jumps {
    alq_pair over[4];
    uint64_t all;
} alq_jumps;

static inline alq_jumps alq_jumps_of(uint64_t movers, uint64_t enemy, uint64_t empty) {
    const alq_pair one = {movers, empty}, other = {empty, movers}, taken = {enemy, enemy};
    const alq_pair crosses = one & LG_I_ALQUERQUE_CROSSES, ends = other & LG_I_ALQUERQUE_CROSSES;
    alq_jumps jumps = {{one << 8 & other >> 8 & taken, one << 1 & other >> 1 & taken,
                        crosses << 9 & ends >> 9 & taken, crosses << 7 & ends >> 7 & taken}, 0};
    const alq_pair all = jumps.over[0] | jumps.over[1] | jumps.over[2] | jumps.over[3];
    jumps.all = all[0] | all[1];
    return jumps;
}

/* The direction of the jump if there is only one, otherwise -1. With one jump the sum of all words is the point jumped
 * over. */
static inline int alq_only_jump(const alq_jumps *jumps) {
    const alq_pair *over = jumps->over;
    const alq_pair sums = over[0] + over[1] + over[2] + over[3];
    if (sums[0] + sums[1] != jumps->all || (jumps->all & (jumps->all - 1)) != 0) return -1;
    const alq_pair odd = over[2] | over[3], aside = over[1] | over[3], most = over[0] | over[1] | over[2];
    return ((odd[0] | odd[1]) != 0) | ((aside[0] | aside[1]) != 0) << 1 | ((most[1] | over[3][0]) != 0) << 2;
}

/* The same as alq_draw_step for jumps, of which there is at least one: few, so it goes through their points. */
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

__attribute__((always_inline)) static inline int64_t alq_play_by(alq_from *from, void *state, int64_t most,
                                                                  lg_rng *rng) {
    lg_alquerque *const position = (lg_alquerque *)state;
    lg_rng numbers = *rng;
    int side = position->to_move, ply = position->ply, jumper = position->jumper, backs[2];
    const int other = side ^ ply; /* the side to move is (other ^ ply) & 1 */
    uint64_t own = position->pieces[side], enemy = position->pieces[1 - side];
    uint64_t empty = LG_I_ALQUERQUE_BOARD & ~(own | enemy), movers = jumper == NO_POINT ? own : (uint64_t)1 << jumper;
    int64_t left = most;
    alq_near near = {{{0, 0}}};
    if (position->forfeit != 0) return 0;
    for (uint64_t points = empty; points != 0;) alq_toggle(&near, lg_i_bits_take(&points));
    for (int i = 0; i < 2; i++) {
        const lg_alquerque_move *last = &position->last[side ^ i];
        const int direction = (int)(last->path & 7);
        const bool stepped = last->jumps == 0 && last->from != NO_POINT;
        backs[i] = stepped ? alq_step_back(last->from + alq_step(direction), direction) : 0;
    }
    int back = backs[0], enemy_back = backs[1]; /* of the side to move and of the other one */
    for (;;) {
        const alq_jumps jumps = alq_jumps_of(movers, enemy, empty);
        /* A turn with a jump ends when its piece can't jump further. */
        const bool in_chain = jumper != NO_POINT, ends = in_chain && jumps.all == 0;
        if (!ends && (left <= 0 || ply >= LG_ALQUERQUE_PLY_LIMIT)) break;
        if (jumps.all != 0) {
            int point, direction = alq_only_jump(&jumps);
            if (direction >= 0) {
                point = lg_i_bits_lowest(jumps.all) - alq_step(direction);
                (void)lg_rng_below(&numbers, 1);
            } else {
                const int jump = alq_draw_jump(movers, enemy, empty, &numbers);
                point = jump >> 3;
                direction = jump & 7;
            }
            const int over = point + alq_step(direction), target = over + alq_step(direction);
            lg_alquerque_move *const last = &position->last[(other ^ ply) & 1];
            alq_toggle(&near, point);
            alq_toggle(&near, over);
            alq_toggle(&near, target);
            movers = lg_i_alquerque_bit(target);
            const uint64_t change = lg_i_alquerque_bit(point) | movers, taken = lg_i_alquerque_bit(over);
            own ^= change;
            enemy ^= taken;
            empty ^= change ^ taken;
            if (in_chain) lg_i_alquerque_add_jump(last, direction);
            else *last = lg_i_alquerque_first_leg(point, direction, true);
            back = 0;
            jumper = target;
            left--;
            continue;
        }
        if (!in_chain) {
            const int step = alq_draw_step(&near, own, back, from, &numbers);
            if (step < 0) break;
            const int point = step >> 3, direction = step & 7, target = point + alq_step(direction);
            alq_toggle(&near, point);
            alq_toggle(&near, target);
            const uint64_t change = lg_i_alquerque_bit(point) | lg_i_alquerque_bit(target);
            own ^= change;
            empty ^= change;
            back = alq_step_back(target, direction);
            left--;
        }
        const uint64_t pieces = own;
        own = movers = enemy;
        enemy = pieces;
        const int before = back;
        back = enemy_back;
        enemy_back = before;
        jumper = NO_POINT;
        ply++;
    }
    side = (other ^ ply) & 1;
    for (int i = 0; i < 2; i++) {
        const int step = (i == 0 ? back : enemy_back) - 8, direction = (step & 7) ^ 4;
        if (step < 0) continue;
        position->last[side ^ i] = lg_i_alquerque_first_leg((step >> 3) - alq_step(direction), direction, false);
    }
    position->pieces[side] = own;
    position->pieces[1 - side] = enemy;
    position->to_move = (uint8_t)side;
    position->ply = (uint16_t)ply;
    position->jumper = (uint8_t)jumper;
    *rng = numbers;
    return most - left;
}

int64_t lg_i_alquerque_play_anywhere(const lg_game *game, void *state, int64_t most, lg_rng *rng) {
    (void)game;
    return alq_play_by(alq_from_next, state, most, rng);
}

#if defined(__x86_64__) && defined(__GNUC__)
/* Of the loop in alq_from_next, a processor mostly guesses the end wrong. */
__attribute__((target("bmi2"))) static inline uint64_t alq_from_deposit(uint64_t bits, unsigned rank) {
    return _pdep_u64((uint64_t)1 << rank, bits);
}

__attribute__((target("bmi2"))) static int64_t alq_play_deposit(void *state, int64_t most, lg_rng *rng) {
    return alq_play_by(alq_from_deposit, state, most, rng);
}

/* AMD's processors before Zen 3, the first with vectors of VPCLMULQDQ, have a slow PDEP. */
static int64_t alq_play_random(const lg_game *game, void *state, int64_t most, lg_rng *rng) {
    if (__builtin_cpu_supports("bmi2") && (__builtin_cpu_is("intel") || __builtin_cpu_supports("vpclmulqdq")))
        return alq_play_deposit(state, most, rng);
    return lg_i_alquerque_play_anywhere(game, state, most, rng);
}
#else
#define alq_play_random lg_i_alquerque_play_anywhere
#endif

const lg_game_speed lg_i_alquerque_speed = {
    .quiet = alq_quiet, .position_key = alq_position_key, .list_legal = alq_list_legal, .apply_legal = alq_apply_legal,
    .play_random = alq_play_random,
};
