/* For authors of games: everything that a game in one file needs. The library's own games are written with the same.
 * All of it is in headers, so that such a file is compiled without linking the library:
 *
 *     cc -O2 -shared -fPIC -I... my_game.c -o my_game.so
 *
 * Text is read and written as in libgames/text.h, chance drawn as in libgames/rng.h, bytes hashed as in
 * libgames/hash.h, boards coloured as in libgames/style.h. docs/adding-a-game.md goes through a whole game. */
#ifndef LIBGAMES_AUTHOR_H
#define LIBGAMES_AUTHOR_H

#include "libgames/game.h"
#include "libgames/style.h"

LG_BEGIN

/* ---- a file that is loaded --------------------------------------------------------------------- */

/* What a shared object with a game exports, once: the game's table.
 *
 *     LG_EXPORT_GAME(MY_GAME)          static const lg_game_type MY_GAME = {.abi = LG_GAME_ABI, ...}; */
#define LG_EXPORT_GAME(type)                            \
    LG_API const lg_game_type *lg_game_export(void);    \
    LG_API const lg_game_type *lg_game_export(void) {   \
        return &(type);                                 \
    }

/* ---- the fields of a state --------------------------------------------------------------------- */

/* A row of the table for lg_game_type.fields: a member of `record`, by itself and as an array of `count`, or of
 * `rows` x `columns`; `parent` as in lg_field. */
#define LG_MEMBER_SIZE(record, member) ((int32_t)sizeof(((record *)NULL)->member))
#define LG_FIELD(record, parent, member, type) \
    {#member, parent, type, (int32_t)offsetof(record, member), LG_MEMBER_SIZE(record, member), 0, {1, 1}}
#define LG_FIELD_ARRAY(record, parent, member, type, count) \
    {#member, parent, type, (int32_t)offsetof(record, member), LG_MEMBER_SIZE(record, member) / (count), 1, {count, 1}}
#define LG_FIELD_TABLE(record, parent, member, type, rows, columns)                                        \
    {#member, parent, type, (int32_t)offsetof(record, member),                                             \
     LG_MEMBER_SIZE(record, member) / ((rows) * (columns)), 2, {rows, columns}}

/* ---- the best of several choices --------------------------------------------------------------- */

/* The best of what was offered so far; of equal ones each is equally likely. Begins as {0, 0, 0}. */
typedef struct lg_best {
    int32_t choice, value;
    uint32_t equal; /* how many share the value; 0 before the first offer */
} lg_best;

/* Offers a choice; draws one number when it equals the best. */
static inline void lg_best_offer(lg_best *best, int32_t choice, int32_t value, lg_rng *rng) {
    if (best->equal > 0 && value < best->value) return;
    best->equal = best->equal > 0 && value == best->value ? best->equal + 1 : 1;
    best->value = value;
    if (best->equal == 1 || lg_rng_below(rng, best->equal) == 0) best->choice = choice;
}

LG_END

#endif
