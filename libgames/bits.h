/* Internal: bit operations on 64-bit words, and the marker for constant tables. Everything the rules need to
 * stay in the common subset of C and CUDA C++ is here, so that a GPU build changes this file only. */
#ifndef LG_I_BITS_H
#define LG_I_BITS_H

#include <stdint.h>

#define LG_I_TABLE static const

static inline int lg_i_count(uint64_t bits) {
    return __builtin_popcountll(bits);
}

/* Index of the lowest set bit; bits must not be 0. */
static inline int lg_i_lowest(uint64_t bits) {
    return __builtin_ctzll(bits);
}

/* Index of the lowest set bit, which is cleared; *bits must not be 0. */
static inline int lg_i_take(uint64_t *bits) {
    const int index = lg_i_lowest(*bits);
    *bits &= *bits - 1;
    return index;
}

/* bits << by, or >> -by when by is negative; -63 <= by <= 63. */
static inline uint64_t lg_i_shift(uint64_t bits, int by) {
    return by >= 0 ? bits << by : bits >> -by;
}

/* The low eight bits as eight bytes of 0 or 1, bit 0 in the lowest byte. */
static inline uint64_t lg_i_spread(uint64_t byte) {
    const uint64_t each = (byte & 255u) * 0x0101010101010101u & 0x8040201008040201u;
    return (each + 0x7F7F7F7F7F7F7F7Fu) >> 7 & 0x0101010101010101u;
}

#endif
