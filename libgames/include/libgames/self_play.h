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
 * Games are numbered. Each follows from its number, the configurations and the seed alone: not from other games, the
 * number of threads, or how many calls played it. So self-play goes on elsewhere with config.first = report.next.
 *
 * Games are played in groups of config.games. All games of a group are played to their ends before the first of them is
 * handed out; they are handed out whole, in the order of their numbers, and the next group begins when the last one
 * has been. So short games do not come first, and whoever learns between two calls from all that was handed out meets
 * games of every length as often as they are played.
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
    int32_t opening;     /* a game begins with 0 ... opening random decisions, each number equally likely; with none where
                          * they would end it. They are no positions */
    int32_t drawn;       /* so many decisions after these are drawn from the policy, the others are lg_search_best */
    int32_t positions;   /* of a game that are kept; of a longer one so many at random, each equally likely */
    float temperature;   /* of what is drawn, 0.05 ... 100: from shares of the policy to the power of 1 / temperature */
    float resign;        /* whose mean value is less gives up and loses, -1 (never) ... 1. For two players */
    float played_on;     /* the share of games in which nobody gives up, 0 ... 1: they show how often that is wrong */
    int64_t first;       /* number of the first game */
    /* Game n begins as lg_game_new of output n (from 0 on) of SplitMix64 from here, which is its seed. That of the
     * search's configuration is ignored. */
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

/* One thread, no opening, 12 decisions drawn at temperature 1, 512 positions of a game, nobody gives up, a tenth played
 * on, seed 0. */
LG_API lg_self_play_config lg_self_play_default(int32_t games);

/* The caller's arrays: a row for each position, those of one game together. Any may be NULL. */
typedef struct lg_self_play_positions {
    int32_t capacity;  /* rows: at least what is kept of a game */
    void *states;      /* capacity x state_size bytes, before the decision */
    int32_t *player;   /* to move */
    int32_t *actions;  /* what was played */
    float *policies;   /* capacity x actions, to be learned: lg_search_root's; 1 for the best where that is proven */
    float *values;     /* capacity x players: the mean of the search's simulations */
    float *outcomes;   /* capacity x players: the result of the game */
    int64_t *numbers;  /* of the game */
    int32_t *decision; /* of the game, from 0 on, the opening included. Ascending, but where not all were kept */
} lg_self_play_positions;

/* What a call of lg_self_play_run has handed out. */
typedef struct lg_self_play_report {
    int64_t next;        /* number of the first game that has not been */
    int64_t games;
    int64_t decisions;   /* in these games, without openings */
    int64_t simulations; /* in these games */
    int64_t resigned;    /* games that a player gave up, */
    int64_t played_on;   /* and those in which one would have; */
    int64_t mistaken;    /* of the latter, those that it did not lose */
    int32_t positions;   /* rows that are filled */
    bool stopped;
} lg_self_play_report;

typedef struct lg_self_play lg_self_play;

/* Bytes that it needs, trees and positions of games under way included. 0 when a configuration is not possible for
 * this game, or on this machine. `leaves` and `threads` of the search are ignored; an evaluator of the caller's is called by
 * several threads. */
LG_API size_t lg_self_play_size(const lg_game *game, const lg_search_config *search, const lg_self_play_config *config);

/* Makes it in the caller's memory (aligned to 8 and kept until lg_self_play_destroy, like the arrays, the network and
 * the game's shared object; the structs are copied). LG_E_ARGUMENT, also for a game that is not prepared, arrays with
 * too few rows, and when the system has no more threads. */
LG_API lg_status lg_self_play_create(const lg_game *game, const lg_search_config *search,
                                     const lg_self_play_config *config, const lg_self_play_positions *rows,
                                     void *memory, size_t size, lg_self_play **play);

/* Ends the threads. NULL is allowed. */
LG_API void lg_self_play_destroy(lg_self_play *play);

/* Plays groups to their ends until at least `least` (1 ... capacity) rows are filled. It returns earlier, and the next
 * call goes on there, when a game does not fit into the rows that are left, and when `stop` (may be NULL) says so. That
 * is asked by this thread, every few thousand simulations. LG_E_ARGUMENT. LG_E_BROKEN: the game to be handed out next
 * breaks its word, or ends before any decision. It is passed over, and nothing is handed out: games before it have been
 * by the call before. */
LG_API lg_status lg_self_play_run(lg_self_play *play, int32_t least, lg_stop *stop, void *context,
                                  lg_self_play_report *report);

LG_END

#endif
