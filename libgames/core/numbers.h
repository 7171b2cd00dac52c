/* Internal: logarithm and exponential with a fixed sequence of IEEE operations, and draws that use them, so that
 * choices are the same with every compiler and C library. */
#ifndef LG_I_NUMBERS_H
#define LG_I_NUMBERS_H

#include "libgames/rng.h"

/* Natural logarithm of a normal number above 0; relative error below 1e-12 away from 1. */
double lg_i_numbers_log(double x);

/* Replaces each x by e^x; 0 below -700, as for 700 above 700. Relative error below 1e-12. */
void lg_i_numbers_exps(double *x, uint32_t count);

/* From the standard Gumbel distribution. */
double lg_i_numbers_gumbel(lg_rng *rng);

/* The logarithm of a number drawn from Gamma(alpha, 1); the number itself may be too small to distinguish from 0. */
double lg_i_numbers_log_gamma(lg_rng *rng, double alpha);

/* A value from a user's or a game's function, clipped to -1 ... 1: 0 for NaN. */
static inline double lg_i_numbers_value(float value) {
    if (value >= -1 && value <= 1) return (double)value;
    return value > 1 ? 1 : value < -1 ? -1 : 0;
}

/* Whether a number is in a range of a configuration, such as those of LG_SEARCH_RANGES; NaN is in none. */
static inline bool lg_i_numbers_is_within(double value, double least, double most) {
    return value >= least && value <= most;
}

#endif
