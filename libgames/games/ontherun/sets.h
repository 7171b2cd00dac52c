/* Internal: sets of cities as four words, and the letters of the types. In the common subset of C and CUDA C++. */
#ifndef LG_I_ONTHERUN_SETS_H
#define LG_I_ONTHERUN_SETS_H

#include "libgames/ontherun.h"

#include "core/bits.h"

#define LG_I_ONTHERUN_WORDS LG_ONTHERUN_WORDS

static inline char lg_i_ontherun_type_letter(int type) {
    return "CTP"[type];
}

static inline lg_ontherun_set lg_i_ontherun_set_none(void) {
    lg_ontherun_set set = {{0, 0, 0, 0}};
    return set;
}

static inline bool lg_i_ontherun_set_has(const lg_ontherun_set *set, int city) {
    return (set->word[city >> 6] >> (city & 63) & 1) != 0;
}

static inline void lg_i_ontherun_set_add(lg_ontherun_set *set, int city) {
    set->word[city >> 6] |= (uint64_t)1 << (city & 63);
}

static inline void lg_i_ontherun_set_remove(lg_ontherun_set *set, int city) {
    set->word[city >> 6] &= ~((uint64_t)1 << (city & 63));
}

/* Cities 1 ... count. */
static inline lg_ontherun_set lg_i_ontherun_set_all(int count) {
    lg_ontherun_set set = lg_i_ontherun_set_none();
    for (int word = 0; word < LG_I_ONTHERUN_WORDS; word++) {
        const int left = count + 1 - 64 * word;
        if (left >= 64) set.word[word] = ~(uint64_t)0;
        else if (left > 0) set.word[word] = ((uint64_t)1 << left) - 1;
    }
    set.word[0] &= ~(uint64_t)1;
    return set;
}

static inline int lg_i_ontherun_set_count(const lg_ontherun_set *set) {
    int count = 0;
    for (int word = 0; word < LG_I_ONTHERUN_WORDS; word++) count += lg_i_bits_count(set->word[word]);
    return count;
}

static inline bool lg_i_ontherun_set_empty(const lg_ontherun_set *set) {
    return (set->word[0] | set->word[1] | set->word[2] | set->word[3]) == 0;
}

static inline void lg_i_ontherun_set_join(lg_ontherun_set *set, const lg_ontherun_set *other) {
    for (int word = 0; word < LG_I_ONTHERUN_WORDS; word++) set->word[word] |= other->word[word];
}

static inline void lg_i_ontherun_set_subtract(lg_ontherun_set *set, const lg_ontherun_set *other) {
    for (int word = 0; word < LG_I_ONTHERUN_WORDS; word++) set->word[word] &= ~other->word[word];
}

static inline lg_ontherun_set lg_i_ontherun_set_meet(const lg_ontherun_set *a, const lg_ontherun_set *b) {
    lg_ontherun_set both;
    for (int word = 0; word < LG_I_ONTHERUN_WORDS; word++) both.word[word] = a->word[word] & b->word[word];
    return both;
}

/* The city that has `rank` smaller ones in the set; there must be more than `rank`. */
static inline int lg_i_ontherun_set_select(const lg_ontherun_set *set, uint32_t rank) {
    int word = 0;
    for (uint32_t count; (count = (uint32_t)lg_i_bits_count(set->word[word])) <= rank; word++) rank -= count;
    return 64 * word + lg_i_bits_select(set->word[word], rank);
}

/* Removes and returns the smallest city of the set; 0 if the set is empty. */
static inline int lg_i_ontherun_set_take(lg_ontherun_set *set) {
    for (int word = 0; word < LG_I_ONTHERUN_WORDS; word++)
        if (set->word[word] != 0) return 64 * word + lg_i_bits_take(&set->word[word]);
    return 0;
}

#endif
