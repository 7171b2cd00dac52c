/* XXH64 (Collet, xxHash specification 0.1.1): four lanes over stripes of 32 bytes, then the tail, then an avalanche.
 * Words are read little-endian, so the value for given bytes is the same on every machine. */
#ifndef LIBGAMES_HASH_H
#define LIBGAMES_HASH_H

#include <string.h>

#include "libgames/base.h"

LG_BEGIN

#define LG_I_HASH_PRIME_1 0x9E3779B185EBCA87u
#define LG_I_HASH_PRIME_2 0xC2B2AE3D27D4EB4Fu
#define LG_I_HASH_PRIME_3 0x165667B19E3779F9u
#define LG_I_HASH_PRIME_4 0x85EBCA77C2B2AE63u
#define LG_I_HASH_PRIME_5 0x27D4EB2F165667C5u

static inline uint64_t lg_i_hash_rotate(uint64_t x, int bits) {
    return (x << bits) | (x >> (64 - bits));
}

/* Four or eight bytes as a little-endian number. */
static inline uint64_t lg_i_hash_word(const uint8_t *p, int bytes) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t value = 0;
    memcpy(&value, p, (size_t)bytes);
    return value;
#else
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++) value |= (uint64_t)p[i] << (8 * i);
    return value;
#endif
}

static inline uint64_t lg_i_hash_lane(uint64_t accumulator, uint64_t input) {
    return lg_i_hash_rotate(accumulator + input * LG_I_HASH_PRIME_2, 31) * LG_I_HASH_PRIME_1;
}

/* The 64-bit XXH64 of `size` bytes with seed 0. The bytes of a state are its identity, so use this to compare
 * or index states. NULL is allowed with size 0. O(size), about 10 GB/s for long inputs. */
static inline uint64_t lg_hash(const void *bytes, size_t size) {
    const uint8_t *p = (const uint8_t *)bytes;
    size_t left = size;
    uint64_t h = LG_I_HASH_PRIME_5;
    if (size >= 32) {
        uint64_t a = LG_I_HASH_PRIME_1 + LG_I_HASH_PRIME_2, b = LG_I_HASH_PRIME_2, c = 0, d = 0 - LG_I_HASH_PRIME_1;
        for (; left >= 32; left -= 32, p += 32) {
            a = lg_i_hash_lane(a, lg_i_hash_word(p, 8));
            b = lg_i_hash_lane(b, lg_i_hash_word(p + 8, 8));
            c = lg_i_hash_lane(c, lg_i_hash_word(p + 16, 8));
            d = lg_i_hash_lane(d, lg_i_hash_word(p + 24, 8));
        }
        h = lg_i_hash_rotate(a, 1) + lg_i_hash_rotate(b, 7) + lg_i_hash_rotate(c, 12) + lg_i_hash_rotate(d, 18);
        h = (h ^ lg_i_hash_lane(0, a)) * LG_I_HASH_PRIME_1 + LG_I_HASH_PRIME_4;
        h = (h ^ lg_i_hash_lane(0, b)) * LG_I_HASH_PRIME_1 + LG_I_HASH_PRIME_4;
        h = (h ^ lg_i_hash_lane(0, c)) * LG_I_HASH_PRIME_1 + LG_I_HASH_PRIME_4;
        h = (h ^ lg_i_hash_lane(0, d)) * LG_I_HASH_PRIME_1 + LG_I_HASH_PRIME_4;
    }
    h += (uint64_t)size;
    for (; left >= 8; left -= 8, p += 8)
        h = lg_i_hash_rotate(h ^ lg_i_hash_lane(0, lg_i_hash_word(p, 8)), 27) * LG_I_HASH_PRIME_1 + LG_I_HASH_PRIME_4;
    if (left >= 4) {
        h = lg_i_hash_rotate(h ^ lg_i_hash_word(p, 4) * LG_I_HASH_PRIME_1, 23) * LG_I_HASH_PRIME_2 + LG_I_HASH_PRIME_3;
        left -= 4;
        p += 4;
    }
    for (; left > 0; left--, p++) h = lg_i_hash_rotate(h ^ (uint64_t)*p * LG_I_HASH_PRIME_5, 11) * LG_I_HASH_PRIME_1;
    h = (h ^ h >> 33) * LG_I_HASH_PRIME_2;
    h = (h ^ h >> 29) * LG_I_HASH_PRIME_3;
    return h ^ h >> 32;
}

LG_END

#endif
