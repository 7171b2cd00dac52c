/* Internal: the evaluation's features, and their weights: for evaluate.c and for the tool that measures its weights. */
#ifndef LG_I_ALQUERQUE_FEATURES_H
#define LG_I_ALQUERQUE_FEATURES_H

#include "libgames/alquerque.h"
#include "lines.h"

#define LG_I_ALQUERQUE_FEATURES 4
#define LG_I_ALQUERQUE_SURE 16384                 /* the value of a sure win */
#define LG_I_ALQUERQUE_RIM 0x007F41414141417Fu    /* points where a piece can be jumped over only along the rim */
#define LG_I_ALQUERQUE_CENTRE 0x0000001C1C1C0000u /* the 3 x 3 points in the middle */

enum {
    LG_I_ALQUERQUE_ONE = 1024, /* a weighted sum that stands half-way to a sure win */
    LG_I_ALQUERQUE_LATE = 64   /* plies before the limit when ties begin to count */
};

typedef struct lg_i_alquerque_sides {
    uint64_t own, enemy, empty;
} lg_i_alquerque_sides;

static inline lg_i_alquerque_sides lg_i_alquerque_sides_of(const lg_alquerque *state) {
    const uint64_t own = state->pieces[state->to_move], enemy = state->pieces[1 - state->to_move];
    return (lg_i_alquerque_sides){own, enemy, LG_I_ALQUERQUE_BOARD & ~(own | enemy)};
}

/* Material: an extra piece counts for more when there are few pieces. */
static inline int32_t lg_i_alquerque_lead(lg_i_alquerque_sides s) {
    const int own = lg_i_bits_count(s.own), enemy = lg_i_bits_count(s.enemy);
    return (own - enemy) * (64 - own - enemy);
}

static inline int32_t lg_i_alquerque_more_on(lg_i_alquerque_sides s, uint64_t points) {
    return lg_i_bits_count(s.own & points) - lg_i_bits_count(s.enemy & points);
}

/* Each feature is the mover's value minus the other's, in a game that is not over. */
static inline void lg_i_alquerque_features(const lg_alquerque *state, int32_t features[LG_I_ALQUERQUE_FEATURES]) {
    const lg_i_alquerque_sides s = lg_i_alquerque_sides_of(state);
    features[0] = lg_i_alquerque_lead(s);
    features[1] = lg_i_alquerque_more_on(s, LG_I_ALQUERQUE_RIM);
    features[2] = lg_i_alquerque_more_on(s, LG_I_ALQUERQUE_CENTRE);
    features[3] = lg_i_alquerque_more_on(s, LG_I_ALQUERQUE_CROSSES);
}

/* The value for the mover, in LG_I_ALQUERQUE_SURE of a sure win, of features whose weighted sum this is. Larger sums
 * count less, so that the value stays below a win; towards the ply limit it becomes more and more the outcome of a
 * tie. */
static inline int32_t lg_i_alquerque_value(const lg_alquerque *state, int32_t sum) {
    const int32_t size = sum < 0 ? -sum : sum, more = size > LG_I_ALQUERQUE_ONE ? size - LG_I_ALQUERQUE_ONE : 0;
    const int32_t bent = LG_I_ALQUERQUE_SURE / 2 / LG_I_ALQUERQUE_ONE * (size - more) + more / 2,
                  value = sum < 0 ? -bent : bent;
    const int32_t left = LG_ALQUERQUE_PLY_LIMIT - state->ply;
    if (left >= LG_I_ALQUERQUE_LATE) return value;
    const lg_i_alquerque_sides s = lg_i_alquerque_sides_of(state);
    const int points =
        lg_i_alquerque_tie_points(lg_i_bits_count(s.enemy)) - lg_i_alquerque_tie_points(lg_i_bits_count(s.own));
    const int32_t tie = points * LG_I_ALQUERQUE_SURE / 12;
    return (value * left + tie * (LG_I_ALQUERQUE_LATE - left)) / LG_I_ALQUERQUE_LATE;
}

#endif
