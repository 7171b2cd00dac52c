/* Alpha-beta search for games of two players without chance in play, in which both players know everything.
 *
 *     const lg_alphabeta_config config = lg_alphabeta_default();
 *     memory = malloc(lg_alphabeta_size(&game, &config));
 *     lg_alphabeta_create(&game, &config, memory, size, &search);
 *     lg_alphabeta_run(search, state, &(lg_alphabeta_limits){.depth = 12, .nodes = 1000000}, &result);
 *     lg_game_apply(&game, state, result.action, state);
 *
 * Iterative deepening with principal variation search (Marsland and Campbell, "Parallel search of strongly ordered game
 * trees", 1982), a transposition table (Greenblatt et al. 1967), and actions ordered by the table, by two killers a
 * level (Akl and Newborn 1977) and by the history of cutoffs (Schaeffer 1989). Where a game has no `evaluate`, what is
 * not decided within the depth has the value 0.
 *
 * Values are for the player to move at the root, -1 ... 1: half the difference of the two outcomes where the game ends,
 * an estimate where the search stopped before it. They are held in steps of 2^-20. Of two wins (outcome 1) the one
 * after fewer decisions is preferred, of two losses the one after more.
 *
 * Depth is counted in whole contest moves: a decision after which the same move is still under way (lg_game_in_move)
 * costs none. Where the depth is used up and a position is not quiet, all its legal actions are still looked at,
 * without depth. A node is one decision played.
 *
 * The same calls on a fresh search give the same results, for every compiler and optimisation level. There is no clock
 * in here, and nothing is allocated: a referee or bot that has to stop in time does so in `stop`. One search is for one
 * thread at a time; different ones know nothing of each other. */
#ifndef LIBGAMES_ALPHABETA_H
#define LIBGAMES_ALPHABETA_H

#include "libgames/game.h"

LG_BEGIN

#define LG_ALPHABETA_MAX_DEPTH 255             /* whole moves; the table holds depths in a byte */
#define LG_ALPHABETA_MAX_LEVELS 1024           /* decisions from the root; each takes up to 0.6 KiB of stack */
#define LG_ALPHABETA_MAX_TABLE ((int64_t)1 << 37) /* bytes: 2^31 places of 64 */
#define LG_ALPHABETA_PV 64                     /* most actions of a principal variation that are kept */

/* What is fixed when a search is made. */
typedef struct lg_alphabeta_config {
    int64_t table;      /* bytes of the transposition table, 0 (none) ... LG_ALPHABETA_MAX_TABLE; rounded down to 64 */
    int32_t levels;     /* a line longer than this many decisions ends in an estimate, 1 ... LG_ALPHABETA_MAX_LEVELS */
    int32_t quiescence; /* most whole moves beyond the depth while positions are not quiet, 0 ...
                           LG_ALPHABETA_MAX_DEPTH */
    uint64_t seed;      /* of the noise: another seed, another game of like strength */
    float noise;        /* each position's estimate is off by a fixed random value up to this, 0 (none) ... 1 */
} lg_alphabeta_config;

/* RANGE(member, least, most) for every number of a configuration but the seed, and for those of limits that are given.
 * The library checks them, and bindings name them in their messages. */
#define LG_ALPHABETA_RANGES(RANGE) \
    RANGE(table, 0, LG_ALPHABETA_MAX_TABLE) \
    RANGE(levels, 1, LG_ALPHABETA_MAX_LEVELS) \
    RANGE(quiescence, 0, LG_ALPHABETA_MAX_DEPTH) \
    RANGE(noise, 0, 1)
#define LG_ALPHABETA_LIMITS(RANGE) \
    RANGE(depth, 1, LG_ALPHABETA_MAX_DEPTH) \
    RANGE(nodes, 1, INT64_MAX)

/* A principal variation, and what the search says of its root. Plain data without padding. */
typedef struct lg_alphabeta_result {
    int64_t nodes;      /* decisions played */
    int64_t hits;       /* positions that the table settled */
    float value;        /* of the root, for the player to move there */
    int32_t action;     /* the best: always a legal one; pv[0] where pv_length is not 0 */
    int32_t depth;      /* of the last iteration that was finished, in whole moves; 0: none was */
    int32_t deepest;    /* decisions of the longest line that was looked at */
    int32_t proven;     /* 1: the value is the exact outcome under best play, whatever the depth; 0: it rests on an
                           estimate */
    int32_t end;        /* decisions to the win or loss along the principal variation; 0: none is in sight */
    int32_t pv_length;  /* 0 ... LG_ALPHABETA_PV; shorter than the depth where the table settled the rest */
    int32_t reserved;   /* 0 */
    int32_t pv[LG_ALPHABETA_PV]; /* best play of both players, from the root; unused entries 0 */
} lg_alphabeta_result;

LG_STATIC_ASSERT(sizeof(lg_alphabeta_result) == 48 + 4 * LG_ALPHABETA_PV, "no hidden padding");

/* When a search ends: at whatever comes first, and in any case when the root is proven. There must be one: a depth, a
 * number of nodes, or `stop`. */
typedef struct lg_alphabeta_limits {
    int32_t depth; /* whole moves, 1 ... LG_ALPHABETA_MAX_DEPTH; 0: no limit, so LG_ALPHABETA_MAX_DEPTH */
    int64_t nodes; /* decisions played, at least 1; never exceeded. 0: no limit */
    /* Asked at first, after each iteration and every 4096 nodes; true ends the search. *result is what is known so far.
     * May be NULL. It must not use the search. */
    bool (*stop)(void *context, const lg_alphabeta_result *result);
    void *context;
} lg_alphabeta_limits;

/* A search in the caller's memory: an opaque object, not to be moved or copied. */
typedef struct lg_alphabeta lg_alphabeta;

/* A table of 16 MiB, 256 levels, 64 moves of quiescence, no noise. */
LG_API lg_alphabeta_config lg_alphabeta_default(void);

/* Bytes that a search takes: the table, and for each level a state and 2 bytes an action (Alquerque: 0.8 KiB). 0 when
 * lg_alphabeta_create would give an error for this game and configuration. */
LG_API size_t lg_alphabeta_size(const lg_game *game, const lg_alphabeta_config *config);

/* Makes a search in `memory`: `size` bytes aligned to 8, kept as long as the search is used, as is game->shared; *game
 * and *config are copied. LG_E_UNSUPPORTED: the game does not have two players, hides something or has chance in play;
 * LG_E_ARGUMENT: a number out of range, memory that is not aligned, or a search that this machine has no addresses for;
 * LG_E_SPACE: memory smaller than lg_alphabeta_size. Cost: clears the memory. */
LG_API lg_status lg_alphabeta_create(const lg_game *game, const lg_alphabeta_config *config, void *memory, size_t size,
                                  lg_alphabeta **search);

/* Forgets what earlier runs have learnt: the next one is as on a fresh search. Cost: clears the table. */
LG_API lg_status lg_alphabeta_clear(lg_alphabeta *search);

/* Searches from `state`. What was learnt stays in the table for the next run, which makes a search faster after each
 * move of a game; lg_alphabeta_clear forgets it. With a budget too small for any look, the first legal action
 * and an estimate. LG_E_ARGUMENT, LG_E_OVER; LG_E_BROKEN: the result is then what was found before.
 *
 * When an iteration is cut short, the best action that it has found counts, which is never one that it has found worse
 * than the last iteration's.
 *
 * The table: places of four entries, found by lg_game_position_key, of which 64 bits are compared. A new result
 * replaces the one for the same position, else one of an earlier run, else the one of the least depth. Keys hold all
 * that matters for the rest of the game, so that positions of different plies before a ply limit are different ones.
 * Results of depth 1, the most by far, share the first 32nd of the places, which stays in a processor's cache. */
LG_API lg_status lg_alphabeta_run(lg_alphabeta *search, const void *state, const lg_alphabeta_limits *limits,
                                  lg_alphabeta_result *result);

LG_END

#endif
