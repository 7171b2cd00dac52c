/* Self-play: whole games of a search against itself, on all cores, as positions to learn from.
 *
 *     lg_search_config search = lg_search_default(100);
 *     search.policy = LG_SEARCH_GUMBEL;
 *     search.net = 1;                                          the network is search.weights, or the game's
 *     lg_self_play_config config = lg_self_play_default(64);   64 games at a time
 *     lg_self_play_positions rows = {.capacity = 100000, .states = states, .policies = policies, .outcomes = outcomes};
 *     size_t size = lg_self_play_size(&game, &search, &config);
 *     lg_self_play_create(&game, &search, &config, &rows, malloc(size), size, &play);
 *     lg_self_play_run(play, 20000, NULL, NULL, &report);      report.positions rows are filled
 *     lg_self_play_destroy(play);
 *
 * Games are numbered. Each is determined by its number, the configurations and the seed alone; other games, the number
 * of threads and the division into calls do not matter. So config.first = report.next continues the self-play
 * elsewhere.
 *
 * Games are played in groups of config.games. All games of a group are played to their ends before the first of them is
 * handed out; they are handed out whole, in the order of their numbers, and the next group begins after the last of
 * them. So short games do not come first, and a learner that uses everything handed out between two calls sees games of
 * every length as often as they are played.
 *
 * The trees of a game stay from one decision to the next, as far as lg_search_advance keeps them. */
#ifndef LIBGAMES_SELF_PLAY_H
#define LIBGAMES_SELF_PLAY_H

#include "libgames/search.h"

#define LG_SELF_PLAY_MAX_GAMES 65536     /* of a group */
#define LG_SELF_PLAY_MAX_POSITIONS 65536 /* of a game that are kept */
#define LG_SELF_PLAY_STREAM 5            /* of a game's openings and draws: lg_rng_seed(its seed, 5) */

LG_BEGIN

typedef struct lg_self_play_config {
    int32_t games;       /* of a group */
    int32_t threads;     /* 1 ... LG_MAX_THREADS, the caller's own included */
    int32_t opening;     /* a game begins with 0 ... opening random decisions, each number equally likely; with none if
                          * they would end it. They make no positions */
    int32_t drawn;       /* the number of decisions after the opening that are drawn from the policy; later ones are
                          * lg_search_best */
    int32_t positions;   /* the most that are kept of a game; of a longer game a random choice, each position equally
                          * likely */
    float temperature;   /* of the draws, 0.05 ... 100: the policy's shares to the power of 1 / temperature */
    float resign;        /* a player whose mean value is less resigns and loses, -1 (never) ... 1. For two players */
    float played_on;     /* the share of games without resignation, 0 ... 1: they show how often it is wrong */
    int64_t first;       /* number of the first game */
    /* The seed of game n is output n (from 0) of SplitMix64 from this seed; it begins as lg_game_new of it. The seed of
     * the search's configuration is ignored. */
    uint64_t seed;
    int32_t from_default; /* 1: made by lg_self_play_default; no other value is possible */
} lg_self_play_config;

/* RANGE(member, least, most) for every number of a configuration but the seed and `from_default`. */
#define LG_SELF_PLAY_RANGES(RANGE) \
    RANGE(games, 1, LG_SELF_PLAY_MAX_GAMES) \
    RANGE(threads, 1, LG_MAX_THREADS) \
    RANGE(opening, 0, INT32_MAX) \
    RANGE(drawn, 0, INT32_MAX) \
    RANGE(positions, 1, LG_SELF_PLAY_MAX_POSITIONS) \
    RANGE(temperature, 0.05, 100) \
    RANGE(resign, -1, 1) \
    RANGE(played_on, 0, 1) \
    RANGE(first, 0, 9007199254740992) /* 2^53 */

/* One thread, no opening, 12 decisions drawn at temperature 1, 512 positions of a game, no resignation, played_on 0.1,
 * seed 0. */
LG_API lg_self_play_config lg_self_play_default(int32_t games);

/* The caller's arrays: a row for each position; rows of one game are adjacent. Any may be NULL. */
typedef struct lg_self_play_positions {
    int32_t capacity;  /* rows: at least the number that is kept of a game */
    void *states;      /* capacity x state_size bytes, before the decision */
    int32_t *player;   /* to move */
    int32_t *actions;  /* the action played */
    float *policies;   /* capacity x actions, the target: `policy` of lg_search_root, or 1 for the best action if that
                        * is proven */
    float *values;     /* capacity x players: the mean of the search's simulations */
    float *outcomes;   /* capacity x players: the result of the game */
    int64_t *numbers;  /* of the game */
    int32_t *decision; /* of the game, from 0, including the opening. Ascending, unless some were left out */
} lg_self_play_positions;

/* The games that a call of lg_self_play_run has handed out. */
typedef struct lg_self_play_report {
    int64_t next;        /* number of the first game that was not handed out */
    int64_t games;
    int64_t decisions;   /* in these games, without openings */
    int64_t simulations; /* in these games */
    int64_t resigned;    /* games that ended by resignation, */
    int64_t played_on;   /* and games that would have; */
    int64_t mistaken;    /* of the latter, games that the player did not lose */
    int32_t positions;   /* rows that are filled */
    bool stopped;
} lg_self_play_report;

typedef struct lg_self_play lg_self_play;

/* Its size in bytes, including trees and positions of games under way. 0 if a configuration is not possible for this
 * game, or on this machine. `leaves` and `threads` of the search are ignored; search->evaluator is called by several
 * threads. */
LG_API size_t lg_self_play_size(const lg_game *game, const lg_search_config *search, const lg_self_play_config *config);

/* Makes it in the caller's memory (aligned to 8 and kept until lg_self_play_destroy, like the arrays, the network and
 * the game's shared object; the structs are copied). LG_E_ARGUMENT also for a game that is not prepared, for arrays
 * with too few rows, and if the system has no more threads. */
LG_API lg_status lg_self_play_create(const lg_game *game, const lg_search_config *search,
                                     const lg_self_play_config *config, const lg_self_play_positions *rows,
                                     void *memory, size_t size, lg_self_play **play);

/* Ends the threads. NULL is allowed. */
LG_API void lg_self_play_destroy(lg_self_play *play);

/* Plays groups to their ends until at least `least` (1 ... capacity) rows are filled. It returns earlier, and the next
 * call continues there, if a game does not fit into the remaining rows, or if `stop` (may be NULL) returns true; this
 * thread calls it every few thousand simulations. LG_E_ARGUMENT. LG_E_BROKEN: the next game violates its contract, or
 * ends before any decision. It is skipped, and nothing is handed out: the call before has handed out all earlier
 * games. */
LG_API lg_status lg_self_play_run(lg_self_play *play, int32_t least, lg_stop *stop, void *context,
                                  lg_self_play_report *report);

LG_END

#endif
