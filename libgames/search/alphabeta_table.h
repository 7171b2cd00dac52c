/* Internal: the transposition table of alpha-beta. */
#ifndef LG_I_ALPHABETA_TABLE_H
#define LG_I_ALPHABETA_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The relation of a value to the position's true one at that depth. 0 marks an unused entry. */
enum { LG_I_ALPHABETA_LOWER = 1, LG_I_ALPHABETA_UPPER = 2, LG_I_ALPHABETA_EXACT = 3 };

#define LG_I_ALPHABETA_GENERATIONS 32
#define LG_I_ALPHABETA_NEAR                                                                                            \
    32 /* results of the least depth share a part of the table that is small enough to stay in the cache */

typedef struct lg_i_alphabeta_entry {
    uint64_t key;
    int32_t value;       /* wins count from this position, not from the root */
    uint16_t action;     /* the best one */
    uint8_t depth;       /* whole moves */
    uint8_t bound : 2;
    uint8_t proven : 1;  /* the bound holds whatever the depth */
    uint8_t generation : 5;
} lg_i_alphabeta_entry;

typedef struct lg_i_alphabeta_place {
    lg_i_alphabeta_entry entries[4];
} lg_i_alphabeta_place;

typedef struct lg_i_alphabeta_table {
    lg_i_alphabeta_place *places; /* aligned to 64 bytes, a cache line */
    uint32_t count;               /* 0: no table */
    uint32_t generation;
} lg_i_alphabeta_table;

static inline lg_i_alphabeta_place *lg_i_alphabeta_place_of(const lg_i_alphabeta_table *table, uint64_t key,
                                                            int32_t depth) {
    const uint64_t range = depth > 1 ? table->count : (table->count + LG_I_ALPHABETA_NEAR - 1) / LG_I_ALPHABETA_NEAR;
    return &table->places[(key >> 32) * range >> 32];
}

/* Starts to fetch what lg_i_alphabeta_table_find will read. */
static inline void lg_i_alphabeta_table_prefetch(const lg_i_alphabeta_table *table, uint64_t key, int32_t depth) {
    if (table->count > 0) __builtin_prefetch(lg_i_alphabeta_place_of(table, key, depth));
}

/* The entry for this position, NULL when there is none. */
static inline const lg_i_alphabeta_entry *lg_i_alphabeta_table_find(const lg_i_alphabeta_table *table, uint64_t key,
                                                                    int32_t depth) {
    if (table->count == 0) return NULL;
    const lg_i_alphabeta_place *place = lg_i_alphabeta_place_of(table, key, depth);
    for (int i = 0; i < 4; i++)
        if (place->entries[i].key == key && place->entries[i].bound != 0) return &place->entries[i];
    return NULL;
}

/* The value of keeping an entry. */
static inline int lg_i_alphabeta_entry_worth(const lg_i_alphabeta_table *table, const lg_i_alphabeta_entry *entry) {
    if (entry->bound == 0) return -1;
    return entry->depth + (entry->generation == table->generation ? 256 : 0);
}

/* A proven exact value is not replaced by a lesser one for the same position. */
static inline void lg_i_alphabeta_table_put(const lg_i_alphabeta_table *table, const lg_i_alphabeta_entry *entry) {
    if (table->count == 0) return;
    lg_i_alphabeta_place *place = lg_i_alphabeta_place_of(table, entry->key, entry->depth);
    lg_i_alphabeta_entry *victim = &place->entries[0];
    for (int i = 0; i < 4; i++) {
        lg_i_alphabeta_entry *other = &place->entries[i];
        if (other->bound != 0 && other->key == entry->key) {
            if (other->proven != 0 && other->bound == LG_I_ALPHABETA_EXACT) return;
            victim = other;
            break;
        }
        if (lg_i_alphabeta_entry_worth(table, other) < lg_i_alphabeta_entry_worth(table, victim)) victim = other;
    }
    *victim = *entry;
    victim->generation = (uint8_t)(table->generation % LG_I_ALPHABETA_GENERATIONS);
}

#endif
