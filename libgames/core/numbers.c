/* Logarithm, exponential and draws; see numbers.h. */
#include "core/numbers.h"

#include <math.h>

/* The compiler must not fuse a product and a sum into one operation with a single rounding. */
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

static const double INVERSE_ODD[] = {1, 1.0 / 3, 1.0 / 5, 1.0 / 7, 1.0 / 9, 1.0 / 11, 1.0 / 13, 1.0 / 15};

#define LN2 0.69314718055994530942
#define MANTISSA (((uint64_t)1 << 52) - 1)

/* A number and its bits. */
typedef union pun {
    double number;
    uint64_t bits;
} pun;

/* x = m 2^e with m in 1/sqrt(2) ... sqrt(2); ln m = 2 artanh((m - 1) / (m + 1)), by its series. */
double lg_i_numbers_log(double x) {
    const uint64_t bits = (pun){.number = x}.bits;
    int exponent = (int)(bits >> 52) - 1023;
    double m = (pun){.bits = (bits & MANTISSA) | (uint64_t)1023 << 52}.number;
    if (m > 1.41421356237309505) {
        m = m / 2;
        exponent++;
    }
    const double s = (m - 1) / (m + 1), square = s * s;
    double sum = 1.0 / 17;
    for (int i = 7; i >= 0; i--) sum = sum * square + INVERSE_ODD[i];
    return 2 * s * sum + exponent * LN2;
}

/* x = k ln 2 + r; 2^k from its bits, e^r by the series. Each of its divisions waits for the one before, but those of
 * several numbers don't wait for each other. Nothing is computed twice for a long row of equal numbers. */
void lg_i_numbers_exps(double *x, uint32_t count) {
#ifdef __OPTIMIZE_SIZE__
    enum { SOME = 1 };
#else
    enum { SOME = 8 };
#endif
    double power[SOME], r[SOME] = {0}, sum[SOME], before = NAN, found = 0;
    for (uint32_t first = 0, some; first < count; first += some) {
        double *const at = x + first;
        uint32_t equal = 0;
        some = count - first < SOME ? count - first : SOME;
        for (uint32_t i = 0; i < some && SOME > 1; i++) equal += at[i] <= before && at[i] >= before;
        for (uint32_t i = 0; i < some && equal == some; i++) at[i] = found;
        if (equal == some) continue;
        before = at[some - 1];
        for (uint32_t i = 0; i < some; i++) {
            const double of = at[i] > 700 ? 700 : at[i] < -700 ? -700 : at[i];
            const int64_t k = (int64_t)(of / LN2 + (of < 0 ? -0.5 : 0.5));
            r[i] = of - (double)k * LN2;
            power[i] = at[i] < -700 ? 0 : (pun){.bits = (uint64_t)(k + 1023) << 52}.number;
        }
        for (int i = 0; i < SOME; i++) sum[i] = 1;
        for (int k = 14; k >= 1; k--)
            for (int i = 0; i < SOME; i++) sum[i] = sum[i] * r[i] / k + 1;
        for (uint32_t i = 0; i < some; i++) at[i] = sum[i] * power[i];
        found = at[some - 1];
    }
}

/* Uniform, above 0 and below 1. */
static double numbers_draw(lg_rng *rng) {
    return ((double)lg_rng_next(rng) + 0.5) / 4294967296.0;
}

double lg_i_numbers_gumbel(lg_rng *rng) {
    return -lg_i_numbers_log(-lg_i_numbers_log(numbers_draw(rng)));
}

/* From the standard normal distribution: the polar method (G. Marsaglia, T. Bray, 1964). */
static double draw_normal(lg_rng *rng) {
    for (;;) {
        const double x = 2 * numbers_draw(rng) - 1, y = 2 * numbers_draw(rng) - 1, square = x * x + y * y;
        if (square < 1 && square > 1e-18) return x * sqrt(-2 * lg_i_numbers_log(square) / square);
    }
}

/* G. Marsaglia, W. W. Tsang, "A simple method for generating gamma variables", 2000; below 1 their
 * Gamma(alpha) = Gamma(alpha + 1) U^(1 / alpha). */
double lg_i_numbers_log_gamma(lg_rng *rng, double alpha) {
    const double boost = alpha < 1 ? lg_i_numbers_log(numbers_draw(rng)) / alpha : 0;
    const double d = (alpha < 1 ? alpha + 1 : alpha) - 1.0 / 3, c = 1 / sqrt(9 * d);
    for (;;) {
        const double x = draw_normal(rng), root = 1 + c * x, v = root * root * root;
        if (root > 0 && lg_i_numbers_log(numbers_draw(rng)) < x * x / 2 + d - d * v + d * lg_i_numbers_log(v))
            return lg_i_numbers_log(d * v) + boost;
    }
}
