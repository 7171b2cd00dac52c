/* Internal: the cities that the fugitive would reach before any detective. */
#ifndef LG_I_ONTHERUN_TERRITORY_H
#define LG_I_ONTHERUN_TERRITORY_H

#include "sets.h"

/* Sixteen cities at a time: GNU vectors, which compilers split for processors without such instructions. Comparisons
 * give -1 where true. */
typedef uint8_t lg_i_ontherun_bytes __attribute__((vector_size(16)));
typedef int8_t lg_i_ontherun_signed __attribute__((vector_size(16)));
typedef uint16_t lg_i_ontherun_pairs __attribute__((vector_size(16)));
typedef uint64_t lg_i_ontherun_words __attribute__((vector_size(16)));

enum {
    LG_I_ONTHERUN_VECTORS = (LG_ONTHERUN_MAX_CITIES + 15) / 16, /* the last one is half full */
    /* fugitives that can be counted together: each adds at most this much to a byte */
    LG_I_ONTHERUN_TOGETHER = 255 / LG_I_ONTHERUN_VECTORS
};
LG_STATIC_ASSERT(16 * LG_I_ONTHERUN_VECTORS == LG_ONTHERUN_MAX_CITIES + 8, "half full");

/* Vector i of the distances of a city; 0 where there is none. */
static inline lg_i_ontherun_bytes lg_i_ontherun_distances(const lg_ontherun_map *map, int city, int i) {
    const uint8_t *distance = &map->distance[LG_ONTHERUN_ANY][city][1 + 16 * i];
    lg_i_ontherun_bytes all;
    uint64_t half;
    if (i < LG_I_ONTHERUN_VECTORS - 1) {
        memcpy(&all, distance, sizeof all);
        return all;
    }
    memcpy(&half, distance, sizeof half);
    return (lg_i_ontherun_bytes)(lg_i_ontherun_words){half, 0};
}

/* Minus 128, since processors compare signed bytes. */
static inline lg_i_ontherun_signed lg_i_ontherun_ordered(lg_i_ontherun_bytes bytes) {
    return (lg_i_ontherun_signed)(bytes ^ 128);
}

/* The smaller of each two: one instruction, which GCC finds for the loop, at -O2 from version 12 on, and Clang for the
 * masks. */
static inline lg_i_ontherun_bytes lg_i_ontherun_fewer(lg_i_ontherun_bytes a, lg_i_ontherun_bytes b) {
#if __GNUC__ >= 12
    for (int i = 0; i < 16; i++) a[i] = a[i] < b[i] ? a[i] : b[i];
    return a;
#else
    const lg_i_ontherun_bytes fewer = (lg_i_ontherun_bytes)(a < b);
    return (a & fewer) | (b & ~fewer);
#endif
}

static inline int32_t lg_i_ontherun_sum(lg_i_ontherun_bytes bytes) {
    const lg_i_ontherun_pairs pairs = (lg_i_ontherun_pairs)bytes;
    const lg_i_ontherun_words sums = (lg_i_ontherun_words)((pairs & 255) + (pairs >> 8));
    return (int32_t)((sums[0] + sums[1]) * 0x0001000100010001u >> 48);
}

/* ---- detectives that wait for the fugitive ---- */

/* The moves of the nearest detective to each city, as lg_i_ontherun_ordered gives them. */
typedef struct lg_i_ontherun_guard_set {
    lg_i_ontherun_signed moves[LG_I_ONTHERUN_VECTORS];
} lg_i_ontherun_guard_set;

static inline lg_i_ontherun_guard_set lg_i_ontherun_no_guards(void) {
    lg_i_ontherun_guard_set guards;
    memset(&guards, LG_ONTHERUN_FAR - 128, sizeof guards);
    return guards;
}

static inline void lg_i_ontherun_guard_from(const lg_ontherun_map *map, int from, lg_i_ontherun_guard_set *guards) {
    for (int i = 0; i < LG_I_ONTHERUN_VECTORS; i++) {
        const lg_i_ontherun_signed moves = lg_i_ontherun_ordered(lg_i_ontherun_distances(map, from, i)),
                                   fewer = moves < guards->moves[i];
        guards->moves[i] = (moves & fewer) | (guards->moves[i] & ~fewer);
    }
}

/* The same when the detectives move before the fugitive does. */
static inline void lg_i_ontherun_guards_ahead(lg_i_ontherun_guard_set *guards) {
    for (int i = 0; i < LG_I_ONTHERUN_VECTORS; i++) guards->moves[i] += guards->moves[i] > INT8_MIN;
}

/* Adds to each of `count` sums the number of cities that a fugitive in `from`, which moves first, reaches in fewer
 * moves than any of those guards; none if a guard is in `from`. */
static inline void lg_i_ontherun_add_territories(const lg_ontherun_map *map, const lg_i_ontherun_guard_set guards[],
                                                 int count, int from, lg_i_ontherun_bytes sum[]) {
    lg_i_ontherun_signed moves[LG_I_ONTHERUN_VECTORS];
    for (int i = 0; i < LG_I_ONTHERUN_VECTORS; i++)
        moves[i] = lg_i_ontherun_ordered(lg_i_ontherun_distances(map, from, i));
    for (int j = 0; j < count; j++)
        for (int i = 0; i < LG_I_ONTHERUN_VECTORS; i++) sum[j] -= (lg_i_ontherun_bytes)(moves[i] < guards[j].moves[i]);
}

static inline int32_t lg_i_ontherun_territory(const lg_ontherun_map *map, const lg_i_ontherun_guard_set *guards,
                                              int from) {
    lg_i_ontherun_bytes sum = {0};
    lg_i_ontherun_add_territories(map, guards, 1, from, &sum);
    return lg_i_ontherun_sum(sum);
}

/* ---- a detective that moves ---- */

/* The territory that a detective's next move can take. Its distance from each city changes by at most one, so this
 * concerns fugitives that are as far from the city or one move nearer, and that no other detective stops. For each
 * city: how many of them lose it (minus 256) to a detective that is as far from it after its move, and to a nearer
 * one. */
typedef struct lg_i_ontherun_stakes {
    lg_i_ontherun_bytes same[LG_I_ONTHERUN_VECTORS], nearer[LG_I_ONTHERUN_VECTORS];
} lg_i_ontherun_stakes;

/* Removes up to LG_I_ONTHERUN_TOGETHER of the fugitives from their set. Returns whether any city can be taken. */
static inline bool lg_i_ontherun_stake(const lg_ontherun_map *map, int detective, const lg_i_ontherun_guard_set *others,
                                       lg_ontherun_set *fugitives, lg_i_ontherun_stakes *stakes) {
    lg_i_ontherun_bytes any = {0};
    for (int i = 0; i < LG_I_ONTHERUN_VECTORS; i++) stakes->same[i] = stakes->nearer[i] = any;
    for (int city, count = 0; count < LG_I_ONTHERUN_TOGETHER && (city = lg_i_ontherun_set_take(fugitives)) != 0;
         count++)
        for (int i = 0; i < LG_I_ONTHERUN_VECTORS; i++) {
            const lg_i_ontherun_bytes own = lg_i_ontherun_distances(map, detective, i),
                                      its = lg_i_ontherun_distances(map, city, i);
            stakes->same[i] += (lg_i_ontherun_bytes)(its == own);
            stakes->nearer[i] += (lg_i_ontherun_bytes)(its == own - 1);
        }
    for (int i = 0; i < LG_I_ONTHERUN_VECTORS; i++) {
        const lg_i_ontherun_bytes own = lg_i_ontherun_distances(map, detective, i);
        stakes->same[i] &= (lg_i_ontherun_bytes)(lg_i_ontherun_ordered(own) < others->moves[i]);
        stakes->nearer[i] &= (lg_i_ontherun_bytes)(lg_i_ontherun_ordered(own - 1) < others->moves[i]);
        any |= stakes->nearer[i] += stakes->same[i];
    }
    return (((lg_i_ontherun_words)any)[0] | ((lg_i_ontherun_words)any)[1]) != 0;
}

/* The part of it that a move to this city takes. */
static inline int32_t lg_i_ontherun_taken(const lg_ontherun_map *map, int detective, int to,
                                          const lg_i_ontherun_stakes *stakes) {
    lg_i_ontherun_bytes taken = {0};
    for (int i = 0; i < LG_I_ONTHERUN_VECTORS; i++) {
        const lg_i_ontherun_bytes own = lg_i_ontherun_distances(map, detective, i),
                                  then = lg_i_ontherun_distances(map, to, i);
        const lg_i_ontherun_bytes same = (lg_i_ontherun_bytes)(then == own),
                                  nearer = (lg_i_ontherun_bytes)(then == own - 1);
        taken -= (same & stakes->same[i]) + (nearer & stakes->nearer[i]);
    }
    return lg_i_ontherun_sum(taken);
}

#endif
