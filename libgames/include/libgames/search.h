/* Searching: rollouts, and Monte Carlo tree search on any game.
 *
 *     lg_search_config config = lg_search_default(1000);                      1000 simulations
 *     size_t size = lg_search_size(&game, &config);
 *     lg_search_create(&game, &config, malloc(size), size, &search);
 *     lg_search_begin(search, state);
 *     lg_search_run(search, NULL, NULL);
 *     lg_search_best(search, &action);
 *
 * A search is one tree. It grows from one state, the root, by simulations: each descends the tree by a policy, adds a
 * leaf, gets a value for it, and adds this value to all nodes on its path. Values are vectors with an entry in -1 ... 1
 * for each player, so games may have any number of players, and the same player may decide several times in a row.
 *
 * A node stands for the actions that lead to it from the root. With perfect information and no chance in play that is
 * one state. Otherwise each simulation uses a different state: everything that the player to move at the root does not
 * know is sampled (lg_game_resample), as is future chance; in each node only the actions that are legal in that state
 * count. With hidden information this is single-observer information set search (P. Cowling, E. Powley, D. Whitehouse,
 * "Information Set Monte Carlo Tree Search", 2012), with chance it is open-loop search. Two states that the player at
 * the root can't distinguish give the same search from the same seed, provided that the game's resample chooses the
 * same from both.
 *
 * The library allocates nothing: lg_search_size gives the memory that a search needs, which is fixed when it is made.
 * There is no clock: a search ends after a number of simulations or nodes, or when the caller's function stops it. The
 * same game, state, seed and configuration give the same tree with every compiler, optimisation level and machine; the
 * values compared in a choice are computed only with additions, multiplications, divisions and square roots.
 *
 * Unless a comment says otherwise, functions return LG_E_ARGUMENT for a NULL pointer, for a number outside its range
 * and, except for lg_search_begin, for a search that has not begun; outputs are then untouched. Only one thread at a
 * time may use a search, even to read results; different searches are independent. */
#ifndef LIBGAMES_SEARCH_H
#define LIBGAMES_SEARCH_H

#include "libgames/game.h"
#include "libgames/choose.h"

#define LG_SEARCH_MAX_NODES 2147483647 /* 2^31 - 1: nodes are numbered with 32 bits */
#define LG_SEARCH_MAX_SIMULATIONS 2147483647 /* 2^31 - 1 of one root: visits are counted with 32 bits */
#define LG_SEARCH_MAX_DEPTH 65535      /* levels of a tree */
#define LG_SEARCH_MAX_LEAVES 4096      /* leaves of one tree that wait for values at a time */
#define LG_SEARCH_RESAMPLE 32       /* simulations from one new sample to the next */
#define LG_ROLLOUT_STREAM 1            /* of the generator of lg_rollouts: lg_rng_seed(seed, 1) */
#define LG_SEARCH_STREAM 4             /* of a search's generator: lg_rng_seed(seed, 4) */

LG_BEGIN

/* ---- rollouts ---------------------------------------------------------------------------------- */

/* A rollout: uniformly random legal actions from `before` to the end of the game, or until `limit` actions
 * are played (limit >= 0), or `stop` (may be NULL), called after every 4096 of them, returns true. *after is the last
 * state, *actions (may be NULL) the number of actions, and *rng has advanced. LG_E_ARGUMENT; LG_E_BROKEN: *after and
 * *actions are then from before the game violated its contract. Each action costs one lg_game_legal and one
 * lg_game_apply. */
LG_API lg_status lg_rollout(const lg_game *game, const void *before, int64_t limit, lg_rng *rng, void *after,
                            int64_t *actions, lg_stop *stop, void *context);

/* `count` (at least 0) rollouts to the end: number i from lg_game_new with seed + i, played with the generator
 * lg_rng_seed(seed + i, LG_ROLLOUT_STREAM). Writes the outcomes, count x players, and the number of actions of each.
 * *after is the end of the last one. `stop` is called as in lg_rollout; the rollout that it stops, and all later ones,
 * have the length -1 and no outcomes. LG_E_ARGUMENT; LG_E_BROKEN: the same holds from the rollout in which the game
 * violated its contract. */
LG_API lg_status lg_rollouts(const lg_game *game, uint64_t seed, int64_t count, void *after, float *outcomes,
                             int64_t *lengths, lg_stop *stop, void *context);

/* The remaining work of `player`: the mean numbers of contest moves and of decisions that it makes in `games` (at least
 * 1) rollouts to the end, each from a state that it can't distinguish from this one. Programs with a clock divide their
 * time by it. *rng has advanced, and *after, which is not *before, is the end of the last rollout. LG_E_ARGUMENT,
 * LG_E_BROKEN. */
LG_API lg_status lg_rollout_left(const lg_game *game, const void *before, int32_t player, int32_t games, lg_rng *rng,
                                 void *after, double *moves, double *decisions);

/* ---- configuration ----------------------------------------------------------------------------- */

/* The rule by which a simulation chooses a child. Q is a child's mean value for the player to move, n its visits, N the
 * visits of all children together, P its prior. */
typedef enum lg_search_policy {
    /* The largest Q + c sqrt(ln N / n); each child once before any twice, in random order (L. Kocsis, C. Szepesvari,
     * "Bandit based Monte-Carlo Planning", 2006). Where the legal actions depend on the simulation's state, N counts
     * the simulations in which the child could be chosen. */
    LG_SEARCH_UCT = 0,
    /* The largest Q + c P sqrt(N) / (1 + n); a child without visits counts with its parent's Q (D. Silver et al.,
     * "Mastering the game of Go without human knowledge", 2017). */
    LG_SEARCH_PUCT = 1,
    /* At the root sequential halving over `considered` actions that the Gumbel top-k trick chooses, below it the
     * child that is furthest behind the improved policy (I. Danihelka et al., "Policy improvement by planning with
     * Gumbel", 2022). Plans the whole budget, so config.simulations must be the number that will be run. */
    LG_SEARCH_GUMBEL = 2
} lg_search_policy;

/* The behaviour when the memory for nodes is full. */
typedef enum lg_search_full {
    LG_SEARCH_FULL_KEEP = 0, /* the search continues in the tree as it is, which no longer grows */
    LG_SEARCH_FULL_DROP = 1, /* the least visited nodes are dropped, down to half of the memory, and may grow again */
    LG_SEARCH_FULL_STOP = 2  /* the search ends: a budget of nodes */
} lg_search_full;

/* Values a leaf, a state where `player` is to move and the actions in `mask` are legal: writes game->players values in
 * -1 ... 1 and game->actions priors, of which only the priors of legal actions are read. Priors need not add up to 1;
 * negative and non-finite ones count as 0, and if all are 0 they count as equal. The same state must always give the
 * same result. */
typedef void lg_search_evaluator(void *context, const lg_game *game, const void *state, int32_t player,
                                 const uint64_t *mask, float *values, float *priors);

typedef struct lg_search_config {
    int64_t simulations; /* the budget of one root, 0 ... LG_SEARCH_MAX_SIMULATIONS */
    int64_t nodes;       /* memory, in nodes (lg_search_node_size): one for the root and for each visited child, mostly
                          * from its second visit on; other children take 4 to 14 bytes; a tree uses at most 16 GiB */
    uint64_t seed;
    int32_t policy;      /* lg_search_policy */
    int32_t full;        /* lg_search_full */
    int32_t depth;       /* levels below the root, 1 ... LG_SEARCH_MAX_DEPTH; 0: the largest number that a game can
                          * reach, at most 1024. 1 is flat search: bandits on the root's actions alone */
    int32_t solver;      /* 1: proven results are kept (see lg_search_root). 0: they are not. Only with perfect
                          * information and no chance in play */
    float exploration;   /* c of UCT and PUCT, 0 ... 1000 */
    /* Without an evaluator a leaf is valued by a rollout. */
    int32_t rollout;     /* the bot that plays it: LG_BOT_RANDOM or LG_BOT_GREEDY */
    int32_t cutoff;      /* after this number of decisions the game's evaluation takes the place of the result, once the
                          * position is quiet; -1: never. A game without an evaluation gives 0 */
    /* With hidden information or chance in play a simulation begins in a sampled state. Where sampling takes long, this
     * number of them is kept for a root, but no more than a sixteenth of the budget, or 4 if that is more: the first
     * simulations sample them, later ones use them in rotation, and every LG_SEARCH_RESAMPLE-th simulation replaces one
     * by a new sample. Future chance is different each time. 0: each simulation samples its own state. -1: the number
     * that the game prefers. */
    int32_t samples;
    lg_search_evaluator *evaluator; /* NULL: rollouts, or the network */
    void *context;                  /* handed to it */
    /* 1: a network is the only evaluator. Its priors are the probabilities of the bot `net` at temperature 1; values
     * are computed by the network, or by the game's evaluation if the network does not value this number of players. It
     * sees only what the player to move may know. The policy should then be PUCT or Gumbel. */
    int32_t net;
    const void *weights; /* the network's bytes, unchanged as long as the search; NULL: the game's network */
    int64_t weights_size;
    /* Without an evaluator: the share of the priors that goes to the action which LG_BOT_GREEDY would choose; all
     * actions share the rest equally. For PUCT and Gumbel. */
    float greedy_prior;         /* 0 (all priors are equal) ... 1 */
    /* The share of the other players' decisions in the tree that LG_BOT_GREEDY makes instead of the policy. At 0 the
     * others are assumed to play as well as the search, which then takes no risks in the hope of their mistakes. */
    float opponent_model; /* 0 ... 1 */
    /* The noise of PUCT at the root: priors become (1 - noise) P + noise D, with D drawn from
     * Dirichlet(noise_alpha). */
    float noise;         /* 0 (none) ... 1 */
    float noise_alpha;   /* 0.001 ... 1000 */
    /* Gumbel. */
    int32_t considered;  /* actions at the root, 1 ... LG_MAX_ACTIONS */
    float visit_scale;   /* the weight of a value against a prior: (visit_scale + most visits) value_scale Q, */
    float value_scale;   /* Q in 0 ... 1; each 0 ... 1000 */
    /* Leaves valued outside (lg_search_collect). */
    int32_t leaves;       /* the largest number that may be out at a time, 0 ... LG_SEARCH_MAX_LEAVES */
    int32_t virtual_loss; /* the lost visits as which each counts on its path until its value arrives, 0 ... 1000 */
    /* 1: made by lg_search_default; no other value is possible. Members left at zero would mean a search without
     * exploration, whose leaves are estimates from the start, and which keeps no proven result. */
    int32_t from_default;
    /* The number of trees of the same root that grow at the same time, each on its own thread with its share of the
     * budget and of the memory, 1 ... LG_MAX_THREADS. Results combine all trees: visits and values are added, and below
     * the root's children the tree with the most visits there counts. The same number gives the same results; if the
     * system has no more threads, the caller's thread does everything. Each thread calls the evaluator, which must
     * allow that. Gumbel plans its budget in one tree and uses one thread. */
    int32_t threads;
} lg_search_config;

/* RANGE(member, least, most) for every number of a configuration but the seed. The library checks them, and bindings
 * name them in their messages. */
#define LG_SEARCH_RANGES(RANGE) \
    RANGE(simulations, 0, LG_SEARCH_MAX_SIMULATIONS) \
    RANGE(nodes, 1, LG_SEARCH_MAX_NODES) \
    RANGE(policy, LG_SEARCH_UCT, LG_SEARCH_GUMBEL) \
    RANGE(full, LG_SEARCH_FULL_KEEP, LG_SEARCH_FULL_STOP) \
    RANGE(depth, 0, LG_SEARCH_MAX_DEPTH) \
    RANGE(solver, 0, 1) \
    RANGE(exploration, 0, 1000) \
    RANGE(rollout, LG_BOT_RANDOM, LG_BOT_GREEDY) \
    RANGE(cutoff, -1, INT32_MAX) \
    RANGE(samples, -1, LG_MAX_SAMPLES) \
    RANGE(greedy_prior, 0, 1) \
    RANGE(opponent_model, 0, 1) \
    RANGE(noise, 0, 1) \
    RANGE(noise_alpha, 0.001, 1000) \
    RANGE(considered, 1, LG_MAX_ACTIONS) \
    RANGE(visit_scale, 0, 1000) \
    RANGE(value_scale, 0, 1000) \
    RANGE(leaves, 0, LG_SEARCH_MAX_LEAVES) \
    RANGE(virtual_loss, 0, 1000) \
    RANGE(net, 0, 1) \
    RANGE(threads, 1, LG_MAX_THREADS)

/* UCT with c = 1.4, random rollouts to the end, the solver, 16 nodes a simulation (at least 1024, at most 2^22), seed
 * 0, the game's own samples; alpha 0.3, 16 considered actions, scales 50 and 1, one leaf, one virtual loss, one
 * thread. */
LG_API lg_search_config lg_search_default(int64_t simulations);

typedef struct lg_search lg_search;

/* ---- one search -------------------------------------------------------------------------------- */

/* Bytes of one node: 16 and 8 a player. 0 without a game. */
LG_API size_t lg_search_node_size(const lg_game *game);

/* The size of a search in bytes; 0 if the configuration is not possible for this game, or on this machine. */
LG_API size_t lg_search_size(const lg_game *game, const lg_search_config *config);

/* Makes a search in the caller's memory (aligned to 8, kept as long as it is used, like the game's shared object; *game
 * and *config are copied). Nothing needs to be destroyed. LG_E_ARGUMENT: a pointer or alignment is wrong, `size` is too
 * small, the configuration is not possible, or the game not prepared. Touches only the memory of its own data, not of
 * the nodes. */
LG_API lg_status lg_search_create(const lg_game *game, const lg_search_config *config, void *memory, size_t size,
                                  lg_search **search);

/* Begins an empty tree with this root; the generator starts from `seed` (config.seed at first). `state` is copied and
 * must be valid. It may be the end of a game: then nothing is searched. */
LG_API lg_status lg_search_begin(lg_search *search, const void *state);

/* The seed of the following calls of lg_search_begin; the budget of this root and of the following ones. */
LG_API lg_status lg_search_set_seed(lg_search *search, uint64_t seed);
LG_API lg_status lg_search_set_simulations(lg_search *search, int64_t simulations);

/* Called before each simulation, and after every 4096 decisions of a rollout, which the next run continues: true ends
 * the run. It may call all lg_search_ functions that return results. With several threads it is called on the caller's
 * thread alone, before each of that thread's simulations and while it waits, and true ends all trees;
 * lg_search_statistics_of then gives the numbers at the beginning of the run, and the other functions for results
 * answer as they do before lg_search_begin. */
typedef bool lg_search_stop(void *context, const lg_search *search);

/* Runs simulations until the root has had config.simulations of them, its value is proven, the memory is full under
 * LG_SEARCH_FULL_STOP (each of several trees separately), or `stop` (may be NULL) returns true; may be called again.
 * LG_E_ARGUMENT also while leaves are out; LG_E_BROKEN: this root can't be searched further, as after
 * lg_search_run_some and lg_search_collect, and earlier results stay. Cost: a simulation takes one apply for each level
 * (and one legal, with chance in play or hidden information), and the leaf. */
LG_API lg_status lg_search_run(lg_search *search, lg_search_stop *stop, void *context);

/* Moves the root by one action: the subtree below it stays, everything else is dropped, and the budget begins again.
 * `after` is the actual state (valid), or NULL for the result of lg_game_apply on the root. With hidden information the
 * tree stays only if the same player is to move again, since it was built from that player's knowledge; without it and
 * without chance in play only if `after` equals the result of lg_game_apply. Subtrees of actions that are not legal in
 * the new root are dropped, and the whole tree if there is no room for children of the root, or if the root was proven
 * by children that have been dropped. Leaves that are out are forgotten. LG_E_ILLEGAL, LG_E_OVER as lg_game_apply.
 * Cost: O(nodes x actions of a position). */
LG_API lg_status lg_search_advance(lg_search *search, int32_t action, const void *after);

/* ---- results ----------------------------------------------------------------------------------- */

/* Arrays of lg_search_root, by action: game->actions entries, `values` with one for each player. Any may be NULL.
 * Entries of illegal actions are 0, and all are 0 if the tree has no room for the root's children. */
typedef struct lg_search_actions {
    int64_t *visits;
    float *values;  /* means; exact when proven; 0 without visits */
    float *priors;  /* add up to 1, or to 0 while the root has no children; they include the noise, if there is any */
    float *policy;  /* the target of a learner: shares of visits, equal ones without any, or Gumbel's improved
                     policy. Adds up to 1, or to 0 while the root has no children */
    uint8_t *proven; /* 1: `values` is the result with best play */
} lg_search_actions;

/* The results of the search for the root's actions. A value is proven when all continuations have been searched to the
 * end, or enough of them that the player to move can't do better. With one or two players best play is certain; the
 * gain of one of two players is assumed to be the loss of the other. With more players a value is proven only if no
 * player has a choice between equal values. A proven child is never searched again: a certain loss is not chosen; if
 * the policy chooses any other proven child, the value of this child counts for the simulation from there upwards, and
 * the simulation goes to the best of the other children. */
LG_API lg_status lg_search_root(const lg_search *search, const lg_search_actions *actions);

/* The action to play: the most visited one that is not proven (ties: the larger mean, then the larger prior, then the
 * smaller number), with Gumbel the last one left; but the best proven one if it is no loss and its value is at least
 * the mean of that action. Always legal, even without a simulation. LG_E_OVER, LG_E_BROKEN. */
LG_API lg_status lg_search_best(const lg_search *search, int32_t *action);

/* The principal variation: the best action at the root, then the best ones below it by the same rule, as long as there
 * are visits. Writes at most `capacity` actions and returns their number; 0 for a search that has not begun. */
LG_API int32_t lg_search_line(const lg_search *search, int32_t *actions, int32_t capacity);

typedef struct lg_search_statistics {
    int64_t simulations; /* of this root */
    int64_t nodes;       /* of config.nodes, the number in use */
    int64_t dropped;     /* nodes that were dropped for others since lg_search_begin */
    int64_t levels;      /* the sum of the depths of all simulations of this root: their mean is levels / simulations */
    int32_t depth;       /* of the deepest of them */
    int32_t out;         /* leaves that are out */
    size_t bytes;        /* lg_search_size */
    bool proven;         /* `values` is the result with best play */
    bool full;           /* the memory has been full: under LG_SEARCH_FULL_KEEP the tree grows no further */
    float values[LG_MAX_PLAYERS]; /* mean of all simulations through the root; the outcome when the game is over */
    int64_t refused; /* the number of times since lg_search_begin that there was no room for a node or for children */
} lg_search_statistics;

LG_API lg_status lg_search_statistics_of(const lg_search *search, lg_search_statistics *statistics);

/* A child of a node. Plain data without padding. */
typedef struct lg_search_child {
    int64_t visits;
    int32_t action;
    int32_t proven; /* 1: `values` is the result with best play */
    float values[LG_MAX_PLAYERS]; /* means; 0 without visits */
    float prior;
    int32_t reserved; /* 0 */
} lg_search_child;

LG_STATIC_ASSERT(sizeof(lg_search_child) == 24 + 4 * LG_MAX_PLAYERS, "no hidden padding");

/* The children of the node to which the actions `line` lead from the root (no actions: the root itself), the most
 * visited first (ties: the larger prior, then the smaller number). Writes at most `capacity` children and returns their
 * number; 0 if the node has none, for a NULL pointer, a length below 0 and a search that has not begun. Below the root,
 * with hidden information or chance in play, they are the actions that were legal in any simulation. Cost: O(capacity x
 * children). */
LG_API int32_t lg_search_children(const lg_search *search, const int32_t *line, int32_t length,
                                  lg_search_child *children, int32_t capacity);

/* The state of the root; NULL for a search that has not begun. It belongs to the search, and is valid until the next
 * call that changes the search. */
LG_API const void *lg_search_state(const lg_search *search);

/* ---- leaves valued outside, and many searches --------------------------------------------------- */

/* lg_search_run for each of `count` different searches, with at most `simulations` (at least 0) more in each of its
 * trees: INT64_MAX runs them to the end, small numbers are for callers with a clock; a rollout counts once more for
 * every 4096 decisions. Many such calls grow the same trees as one. *going (may be NULL) is the number of searches that
 * are not done afterwards. Searches never influence each other; lg_batch_search distributes them over threads.
 * LG_E_ARGUMENT also if one of the searches can't run: then nothing is done. LG_E_BROKEN, after the others have run:
 * the game of one search violates its contract. */
LG_API lg_status lg_search_run_some(lg_search *const *searches, int32_t count, int64_t simulations, int32_t *going);

/* Leaves of many searches as arrays with a row for each leaf: rows of one search are adjacent, in the order of the
 * searches. The caller sets everything but `count`. Any array may be NULL, except `values` with lg_search_receive. */
typedef struct lg_search_leaves {
    int32_t capacity;    /* rows of the arrays, at least 1; config.leaves for each search are enough for all */
    int32_t encoding;    /* of `observation`, 0 ... game->observations-1 */
    int32_t count;       /* set by lg_search_collect: rows that are filled */
    int32_t *search;     /* the index of the search */
    int32_t *player;     /* the player to move */
    void *states;        /* capacity x state_size bytes */
    void *observation;   /* what `player` may know; aligned to an element */
    uint8_t *mask;       /* capacity x actions: 1 for legal */
    const float *values; /* the answer: capacity x players, -1 ... 1 */
    const float *priors; /* capacity x actions, as from a lg_search_evaluator; NULL: all equal */
} lg_search_leaves;

/* Runs simulations in every search until config.leaves of its leaves wait for a value, a simulation reaches a leaf that
 * is already waiting, or the search is done. Simulations that reach the end of a game need no value. leaves->count is 0
 * exactly when all searches are done. All searches must be of one game (shared objects may differ), use one thread and
 * config.leaves >= 1, and have no leaves out. If the capacity is small, later searches may have to wait. While leaves
 * are out, each counts as `virtual_loss` lost visits on its path, so that the next simulation takes another path.
 * LG_E_BROKEN, with all rows and their count: the game of one search violates its contract. */
LG_API lg_status lg_search_collect(lg_search *const *searches, int32_t count, lg_search_leaves *leaves);

/* Takes the values and priors of all leaves of the last lg_search_collect of the same searches, in the same rows. NaN
 * counts as 0. LG_E_ARGUMENT also if leaves->count is not the number of leaves out. */
LG_API lg_status lg_search_receive(lg_search *const *searches, int32_t count, const lg_search_leaves *leaves);

LG_END

#endif
