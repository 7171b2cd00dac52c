/* Alquerque for searches: what a position is probably worth, and a key of all that matters for the rest of the game. */
#include "libgames/alquerque.h"

#include "lines.h"
#include "parts.h"

#define NO_POINT LG_ALQUERQUE_NO_POINT
#define RIM 0x007F41414141417Fu    /* points on which no piece can be jumped over but along the rim */
#define CENTRE 0x0000001C1C1C0000u /* the 3 x 3 points in the middle */

/* Learnt by benchmarks/alquerque_weights.c: its last line. A value of ONE stands half-way to a sure win. */
enum { ONE = 1024, LATE = 64 /* plies before the limit from which on a tie comes into view */ };
static const int32_t WEIGHTS[LG_I_ALQUERQUE_FEATURES] = {84, -9, -60, -1, -19, 1, 5, -2};

typedef struct sides {
    uint64_t own, enemy, empty;
} sides;

static sides sides_of(const lg_alquerque *state) {
    const uint64_t own = state->pieces[state->to_move], enemy = state->pieces[1 - state->to_move];
    return (sides){own, enemy, LG_I_BOARD & ~(own | enemy)};
}

/* Steps of the side to move less those of the other, and the jumps that the other could make. */
static void look_around(sides s, int32_t *steps, int32_t *threats) {
    int mobility = 0, jumps = 0;
#define LOOK(d)                                                                                  \
    mobility += lg_i_count(lg_i_steps_towards(s.own, s.empty, d)) -                              \
                lg_i_count(lg_i_steps_towards(s.enemy, s.empty, d));                             \
    jumps += lg_i_count(lg_i_jumps_towards(s.enemy, s.own, s.empty, d));
    LG_I_EACH_DIRECTION(LOOK)
#undef LOOK
    *steps = mobility;
    *threats = jumps;
}

/* Pieces that could be jumped over along a row or column if an enemy came near: nothing stands on either side. */
static int loose(uint64_t own, uint64_t empty) {
    return lg_i_count(own & empty << 1 & empty >> 1) + lg_i_count(own & empty << 8 & empty >> 8);
}

/* Material: a piece more counts for more where there are few. */
static int lead(sides s) {
    const int own = lg_i_count(s.own), enemy = lg_i_count(s.enemy);
    return 64 * (own - enemy) / (own + enemy);
}

/* The points that the other side gets after a tie. */
static int points(int pieces) {
    return pieces < 7 ? 7 - pieces : 0;
}

void lg_i_alquerque_features(const lg_alquerque *state, int32_t features[LG_I_ALQUERQUE_FEATURES]) {
    const sides s = sides_of(state);
    features[0] = lead(s);
    look_around(s, &features[1], &features[2]);
    features[3] = lg_i_count(s.own & RIM) - lg_i_count(s.enemy & RIM);
    features[4] = lg_i_count(s.own & CENTRE) - lg_i_count(s.enemy & CENTRE);
    features[5] = lg_i_count(s.own & LG_I_CROSSES) - lg_i_count(s.enemy & LG_I_CROSSES);
    features[6] = loose(s.enemy, s.empty) - loose(s.own, s.empty);
    features[7] = 1;
}

/* The weighted sum of the features that count here: in the middle of captures material alone, until they are played out. */
static int32_t weigh(const lg_alquerque *state, bool quiet) {
    int32_t features[LG_I_ALQUERQUE_FEATURES], sum = 0;
    if (!quiet) return WEIGHTS[0] * lead(sides_of(state));
    lg_i_alquerque_features(state, features);
    for (int i = 0; i < LG_I_ALQUERQUE_FEATURES; i++) sum += WEIGHTS[i] * features[i];
    return sum;
}

/* x / (1 + |x|) of the sum in units of ONE; towards the ply limit more and more the outcome of a tie. */
int32_t lg_i_alquerque_value(const lg_alquerque *state, int32_t sum) {
    const int32_t value = sum * LG_I_ALQUERQUE_SURE / (ONE + (sum < 0 ? -sum : sum));
    const int32_t left = LG_ALQUERQUE_PLY_LIMIT - state->ply;
    if (left >= LATE) return value;
    const sides s = sides_of(state);
    const int32_t tie = (points(lg_i_count(s.enemy)) - points(lg_i_count(s.own))) * LG_I_ALQUERQUE_SURE / 12;
    return (value * left + tie * (LATE - left)) / LATE;
}

float lg_i_alquerque_evaluate(const lg_game *game, const void *state, int32_t player, bool *quiet) {
    (void)game;
    const lg_alquerque *position = (const lg_alquerque *)state;
    const sides s = sides_of(position);
    *quiet = position->jumper == NO_POINT && lg_i_jumpers(s.own, s.enemy, s.empty) == 0;
    const int32_t value = lg_i_alquerque_value(position, weigh(position, *quiet));
    return (float)(player == position->to_move ? value : -value) / (float)LG_I_ALQUERQUE_SURE;
}

/* 1 + the point to which the side's piece may not go straight back now or in its next turn; 0: nothing is forbidden. */
static uint64_t forbidden(const lg_alquerque *state, int side) {
    const lg_alquerque_move *last = &state->last[side];
    if (last->jumps != 0 || last->from == NO_POINT) return 0;
    const int at = last->from + LG_I_STEP[last->path & 7];
    return (state->pieces[side] >> at & 1) != 0 ? 8u * last->from + (last->path & 7) + 1 : 0;
}

static uint64_t mixed(uint64_t x) {
    x *= 0x9E3779B97F4A7C15u;
    x ^= x >> 32;
    x *= 0xD6E8FEB86659FD93u;
    return x ^ x >> 32;
}

/* Of the last moves only a step matters that could be taken back. */
uint64_t lg_i_alquerque_position_key(const lg_game *game, const void *state) {
    (void)game;
    const lg_alquerque *position = (const lg_alquerque *)state;
    const uint64_t rest = (uint64_t)position->ply << 32 | (uint64_t)position->jumper << 24 |
                          (uint64_t)position->forfeit << 20 | (uint64_t)position->to_move << 19;
    const uint64_t returns = forbidden(position, 0) << 48 | forbidden(position, 1);
    return mixed(mixed(mixed(position->pieces[0]) ^ position->pieces[1]) ^ (rest | returns));
}
