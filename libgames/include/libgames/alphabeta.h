/* Alpha-beta search for games of two players with perfect information and without chance in play.
 *
 *     const lg_alphabeta_config config = lg_alphabeta_default();
 *     memory = malloc(lg_alphabeta_size(&game, &config));
 *     lg_alphabeta_create(&game, &config, memory, size, &search);
 *     lg_alphabeta_run(search, state, &(lg_alphabeta_limits){.depth = 12, .nodes = 1000000}, &result);
 *     lg_game_apply(&game, state, result.action, state);
 *
 * Iterative deepening with principal variation search (Marsland and Campbell, "Parallel search of strongly ordered game
 * trees", 1982), a transposition table (Greenblatt et al. 1967), and actions ordered by the table, by two killers a
 * level (Akl and Newborn 1977) and by the history of cutoffs (Schaeffer 1989). If a game has no `evaluate`, undecided
 * positions have the value 0.
 *
 * Values are for the player to move at the root, -1 ... 1: half the difference of the two outcomes where the game ends,
 * an estimate where the search stopped earlier. They are multiples of 2^-20. Of two wins (outcome 1) the one after
 * fewer decisions is preferred, of two losses the one after more.
 *
 * Depth is counted in whole contest moves: a decision after which the same move is still under way (lg_game_in_move)
 * costs none. When the depth is used up and a position is not quiet, all its legal actions are still searched, without
 * depth. A node is one decision played.
 *
 * The same calls on a fresh search give the same results, for every compiler and optimisation level. There is no clock,
 * and nothing is allocated: a bot that has to stop in time does so in `stop`. Only one thread at a time may use a
 * search; different searches are independent. */
#ifndef LIBGAMES_ALPHABETA_H
#define LIBGAMES_ALPHABETA_H

#include "libgames/game.h"

LG_BEGIN

#define LG_ALPHABETA_MAX_DEPTH 255             /* whole moves; the table holds depths in a byte */
#define LG_ALPHABETA_MAX_LEVELS 1024           /* decisions from the root; each takes up to 0.6 KiB of stack */
#define LG_ALPHABETA_MAX_TABLE ((int64_t)1 << 37) /* bytes: 2^31 places of 64 */
#define LG_ALPHABETA_PV 64                     /* the most actions of a principal variation that are kept */

/* The numbers that are fixed when a search is made. */
typedef struct lg_alphabeta_config {
    int64_t table;      /* bytes of the transposition table, 0 (none) ... LG_ALPHABETA_MAX_TABLE; rounded down to 64 */
    int32_t levels;     /* the most decisions of a line, which then ends in an estimate, 1 ...
                         * LG_ALPHABETA_MAX_LEVELS */
    int32_t quiescence; /* the most whole moves beyond the depth while positions are not quiet, 0 ...
                         * LG_ALPHABETA_MAX_DEPTH */
    uint64_t seed;      /* of the noise: another seed gives another game of equal strength */
    float noise;        /* each position's estimate is off by a fixed random value up to this, 0 (none) ... 1 */
} lg_alphabeta_config;

/* RANGE(member, least, most) for every number of a configuration but the seed, and for every limit that is not 0. The
 * library checks them, and bindings name them in their messages. */
#define LG_ALPHABETA_RANGES(RANGE) \
    RANGE(table, 0, LG_ALPHABETA_MAX_TABLE) \
    RANGE(levels, 1, LG_ALPHABETA_MAX_LEVELS) \
    RANGE(quiescence, 0, LG_ALPHABETA_MAX_DEPTH) \
    RANGE(noise, 0, 1)
#define LG_ALPHABETA_LIMITS(RANGE) \
    RANGE(depth, 1, LG_ALPHABETA_MAX_DEPTH) \
    RANGE(nodes, 1, INT64_MAX)

/* A principal variation, and the search's results for its root. Plain data without padding. */
typedef struct lg_alphabeta_result {
    int64_t nodes;      /* decisions played */
    int64_t hits;       /* positions that the table settled */
    float value;        /* of the root, for the player to move there */
    int32_t action;     /* the best: always a legal one; pv[0] where pv_length is not 0 */
    int32_t depth;      /* of the last finished iteration, in whole moves; 0: none was finished */
    int32_t deepest;    /* decisions of the longest line searched */
    int32_t proven;     /* 1: the value is the exact outcome under best play, whatever the depth; 0: it depends on an
                         * estimate */
    int32_t end;        /* decisions to the win or loss along the principal variation; 0: none was found */
    int32_t pv_length;  /* 0 ... LG_ALPHABETA_PV; shorter than the depth where the table settled the rest */
    int32_t reserved;   /* 0 */
    int32_t pv[LG_ALPHABETA_PV]; /* best play of both players, from the root; unused entries 0 */
} lg_alphabeta_result;

LG_STATIC_ASSERT(sizeof(lg_alphabeta_result) == 48 + 4 * LG_ALPHABETA_PV, "no hidden padding");

/* The limits of a search, which ends at the first of them, and always when the root is proven. At least one must be
 * given: a depth, a number of nodes, or `stop`. */
typedef struct lg_alphabeta_limits {
    int32_t depth; /* whole moves, 1 ... LG_ALPHABETA_MAX_DEPTH; 0: no limit, so LG_ALPHABETA_MAX_DEPTH */
    int64_t nodes; /* decisions played, at least 1; never exceeded. 0: no limit */
    /* Called at the beginning, after each iteration and every 4096 nodes; true ends the search. *result is the result
     * so far. May be NULL. It must not use the search. */
    bool (*stop)(void *context, const lg_alphabeta_result *result);
    void *context;
} lg_alphabeta_limits;

/* A search in the caller's memory: an opaque object, not to be moved or copied. */
typedef struct lg_alphabeta lg_alphabeta;

/* A table of 16 MiB, 256 levels, 64 moves of quiescence, no noise. */
LG_API lg_alphabeta_config lg_alphabeta_default(void);

/* The size of a search in bytes: the table, and for each level a state and 2 bytes for each action (Alquerque: 0.8
 * KiB). 0 if lg_alphabeta_create would return an error for this game and configuration. */
LG_API size_t lg_alphabeta_size(const lg_game *game, const lg_alphabeta_config *config);

/* Makes a search in `memory`: `size` bytes aligned to 8, kept as long as the search is used, as is game->shared; *game
 * and *config are copied. LG_E_UNSUPPORTED: the game does not have two players, or has hidden information or chance in
 * play; LG_E_ARGUMENT: a number out of range, memory that is not aligned, or a search that is too large for this
 * machine's address space; LG_E_SPACE: memory smaller than lg_alphabeta_size. Cost: clears the memory. */
LG_API lg_status lg_alphabeta_create(const lg_game *game, const lg_alphabeta_config *config, void *memory, size_t size,
                                  lg_alphabeta **search);

/* Forgets everything from earlier runs: the next one behaves like the first run of a new search. Cost: clears the
 * table. */
LG_API lg_status lg_alphabeta_clear(lg_alphabeta *search);

/* Searches from `state`. The table is kept for the next run, which makes searches after each move of a game faster;
 *lg_alphabeta_clear empties it. If the budget is too small for any search, the result is the first legal action and an
 *estimate. LG_E_ARGUMENT, LG_E_OVER; LG_E_BROKEN: the result is then that from before the violation.
 *
 * If an iteration is cut short, the best action that it has found counts; it is never one found to be worse than the
 * last iteration's.
 *
 * The table: places of four entries, found by lg_game_position_key, of which 64 bits are compared. A new result
 * replaces the one for the same position, otherwise one of an earlier run, otherwise the one of the least depth. Keys
 * contain everything that matters for the rest of the game, so with a ply limit positions at different plies differ.
 * Results of depth 1, by far the most, share the first 32nd of the places, which stays in a processor's cache. */
LG_API lg_status lg_alphabeta_run(lg_alphabeta *search, const void *state, const lg_alphabeta_limits *limits,
                                  lg_alphabeta_result *result);

LG_END

#endif
