/* Internal: bit operations on 64-bit words, and the marker for constant tables. CUDA's names for three of them are here
 * too, so that the rules compile for a GPU as they are. */
#ifndef LG_I_BITS_H
#define LG_I_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define LG_I_BITS_TABLE static const

/* The problem of a state: a field, and the reason. The module for pages must be small: it omits the words, and the
 * functions that check are compiled for size. */
#ifdef LG_I_BITS_NO_REASONS
#define LG_I_BITS_WRONG(text) "the bytes are not a state of this game"
#define LG_I_BITS_SMALL __attribute__((minsize))
#else
#define LG_I_BITS_WRONG(text) text
#define LG_I_BITS_SMALL
#endif

static inline int lg_i_bits_count(uint64_t bits) {
#if defined(__CUDACC_RTC__)
    return __popcll(bits);
#else
    return __builtin_popcountll(bits);
#endif
}

static inline int lg_i_bits_magnitude(int number) {
    return number < 0 ? -number : number;
}

/* Index of the lowest set bit; bits must not be 0. */
static inline int lg_i_bits_lowest(uint64_t bits) {
#if defined(__CUDACC_RTC__)
    return __ffsll((long long)bits) - 1;
#else
    return __builtin_ctzll(bits);
#endif
}

/* Index of the highest set bit; bits must not be 0. */
static inline int lg_i_bits_highest(uint64_t bits) {
#if defined(__CUDACC_RTC__)
    return 63 - __clzll((long long)bits);
#else
    return 63 - __builtin_clzll(bits);
#endif
}

/* Index of the lowest set bit, which is cleared; *bits must not be 0. */
static inline int lg_i_bits_take(uint64_t *bits) {
    const int index = lg_i_bits_lowest(*bits);
    *bits &= *bits - 1;
    return index;
}

/* Bits of sets that have any number of words, such as masks. */
static inline bool lg_i_bits_has_bit(const uint64_t *words, int32_t bit) {
    return (words[bit >> 6] >> (bit & 63) & 1) != 0;
}

static inline void lg_i_bits_set_bit(uint64_t *words, int32_t bit) {
    words[bit >> 6] |= (uint64_t)1 << (bit & 63);
}

/* Whether the caller's memory is given and suitably aligned for the library's data. */
static inline bool lg_i_bits_is_aligned(const void *memory) {
    return memory != NULL && (uintptr_t)memory % 8 == 0;
}

/* The smallest multiple of 8 that is not less: room for this number of bytes before aligned data. */
static inline size_t lg_i_bits_rounded_up(size_t size) {
    return (size + 7) / 8 * 8;
}

/* bits << by, or >> -by when by is negative; -63 <= by <= 63. */
static inline uint64_t lg_i_bits_shift(uint64_t bits, int by) {
    return by >= 0 ? bits << by : bits >> -by;
}

/* Spreads the low eight bits to eight bytes of 0 or 1, bit 0 in the lowest byte. */
static inline uint64_t lg_i_bits_spread(uint64_t byte) {
    const uint64_t each = (byte & 255u) * 0x0101010101010101u & 0x8040201008040201u;
    return (each + 0x7F7F7F7F7F7F7F7Fu) >> 7 & 0x0101010101010101u;
}

/* Converts between eight bytes as they are in memory and a word whose lowest byte is the first one. */
static inline uint64_t lg_i_bits_first_lowest(uint64_t bytes) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return __builtin_bswap64(bytes);
#else
    return bytes;
#endif
}

/* Writes the low eight bits to memory as eight bytes: out[i] = bit i. */
static inline void lg_i_bits_put_bits(uint8_t *out, uint64_t byte) {
    const uint64_t bytes = lg_i_bits_first_lowest(lg_i_bits_spread(byte));
    memcpy(out, &bytes, sizeof bytes);
}

/* All 64 bits as bytes of 0 or 255, sixteen to a vector, where a vector's bytes can be shuffled: each byte of the word
 * is repeated eight times, and each copy keeps its own bit. */
#if defined(__has_builtin) && (defined(__SSSE3__) || (defined(__aarch64__) && !defined(__AARCH64EB__)))
#if __has_builtin(__builtin_shufflevector)
#define LG_I_BITS_BYTE_VECTORS
typedef uint8_t lg_i_bits_bytes __attribute__((vector_size(16)));
typedef uint64_t lg_i_bits_words __attribute__((vector_size(16)));
static inline void lg_i_bits_spread_word(lg_i_bits_bytes out[4], uint64_t word) {
    const lg_i_bits_bytes own = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const lg_i_bits_bytes all = (lg_i_bits_bytes)(lg_i_bits_words){word, word};
    const lg_i_bits_bytes parts[4] = {
        __builtin_shufflevector(all, all, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1),
        __builtin_shufflevector(all, all, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3),
        __builtin_shufflevector(all, all, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5),
        __builtin_shufflevector(all, all, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7),
    };
    for (int i = 0; i < 4; i++) out[i] = (lg_i_bits_bytes)((parts[i] & own) == own);
}
#endif
#endif

/* Writes all 64 bits to memory as bytes: out[i] = bit i. */
static inline void lg_i_bits_put_word(uint8_t *out, uint64_t word) {
#if defined(LG_I_BITS_BYTE_VECTORS)
    lg_i_bits_bytes all[4];
    lg_i_bits_spread_word(all, word);
    for (int i = 0; i < 4; i++) {
        const lg_i_bits_bytes bits = all[i] & 1;
        memcpy(out + 16 * i, &bits, sizeof bits);
    }
#else
    for (int i = 0; i < 8; i++) lg_i_bits_put_bits(out + 8 * i, word >> 8 * i);
#endif
}

/* Eight bytes of 0 or 1 as bits, the lowest byte as bit 0. */
static inline uint64_t lg_i_bits_gather(uint64_t bytes) {
    return bytes * 0x0102040810204080u >> 56;
}

/* The same read from memory: bit i = in[i]. */
static inline uint64_t lg_i_bits_take_bits(const uint8_t *in) {
    uint64_t bytes;
    memcpy(&bytes, in, sizeof bytes);
    return lg_i_bits_gather(lg_i_bits_first_lowest(bytes));
}

/* How many of the eight bytes of `sums` (each 0 ... 127) are at most `limit` (0 ... 127). */
static inline int lg_i_bits_count_up_to(uint64_t sums, unsigned limit) {
    return lg_i_bits_count(((limit * 0x0101010101010101u | 0x8080808080808080u) - sums) & 0x8080808080808080u);
}

/* Index of the set bit of the low eight that has `rank` set bits below it; there must be more than `rank`. */
static inline int lg_i_bits_select_in_byte(uint64_t byte, unsigned rank) {
    return lg_i_bits_count_up_to(lg_i_bits_spread(byte) * 0x0101010101010101u, rank);
}

/* The same in all 64 bits. No branches: running sums of the bits in each byte find the byte, the same within the byte
 * finds the bit (S. Vigna, "Broadword implementation of rank/select queries", 2008). */
static inline int lg_i_bits_select(uint64_t bits, unsigned rank) {
    uint64_t sums = bits - (bits >> 1 & 0x5555555555555555u);
    sums = (sums & 0x3333333333333333u) + (sums >> 2 & 0x3333333333333333u);
    sums = ((sums + (sums >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u;
    const int shift = 8 * lg_i_bits_count_up_to(sums, rank);
    const unsigned left = rank - (unsigned)((sums << 8) >> shift & 255u);
    return shift + lg_i_bits_select_in_byte(bits >> shift, left);
}

/* Exchanges the high half of blocks of `low` with the low half of blocks of `high`. */
static inline void lg_i_bits_swap_blocks(uint64_t *low, uint64_t *high, int bits, uint64_t keep) {
    const uint64_t swap = (*low >> bits ^ *high) & keep;
    *high ^= swap;
    *low ^= swap << bits;
}

/* Transposes an 8 x 8 matrix of bits: bit 8r + c becomes bit 8c + r. */
static inline uint64_t lg_i_bits_transpose_bits(uint64_t x) {
    uint64_t swap = (x ^ x >> 28) & 0x00000000F0F0F0F0u;
    x ^= swap ^ swap << 28;
    swap = (x ^ x >> 14) & 0x0000CCCC0000CCCCu;
    x ^= swap ^ swap << 14;
    swap = (x ^ x >> 7) & 0x00AA00AA00AA00AAu;
    return x ^ swap ^ swap << 7;
}

/* Transposes a matrix of 8 words of 64 bits: bit 8r + c of words[d] becomes bit 8c + d of words[r]. Bytes first, then
 * the bits of each word, by swapping blocks (H. S. Warren, "Hacker's Delight", 7-3). */
static inline void lg_i_bits_transpose(uint64_t words[8]) {
    for (int i = 0; i < 4; i++) lg_i_bits_swap_blocks(&words[i], &words[i + 4], 32, 0x00000000FFFFFFFFu);
    for (int i = 0; i < 2; i++) {
        lg_i_bits_swap_blocks(&words[i], &words[i + 2], 16, 0x0000FFFF0000FFFFu);
        lg_i_bits_swap_blocks(&words[i + 4], &words[i + 6], 16, 0x0000FFFF0000FFFFu);
    }
    for (int i = 0; i < 8; i += 2) lg_i_bits_swap_blocks(&words[i], &words[i + 1], 8, 0x00FF00FF00FF00FFu);
    for (int i = 0; i < 8; i++) words[i] = lg_i_bits_transpose_bits(words[i]);
}

#endif
