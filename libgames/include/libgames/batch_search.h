/* Many searches of one game as one object: their memory, their threads, and one call for all of them.
 *
 *     size_t size = lg_batch_search_size(&game, &config, 1024, 2);
 *     lg_batch_search_create(&game, &config, 1024, 2, &leaves, malloc(size), size, &searches);
 *     lg_batch_search_begin(searches, roots, NULL, NULL, NULL);
 *     while (lg_batch_search_collect(searches, &rows) == LG_OK && rows > 0) {
 *         network(rows, observation, mask, values, priors);
 *         lg_batch_search_receive(searches, true);
 *     }
 *     lg_batch_search_best(searches, actions);
 *     lg_batch_search_destroy(searches);
 *
 * libgames/search.h describes searches. They never influence each other: each gives the same results as it would alone,
 * for any number of searches and threads.
 *
 * Arrays have a row for each search. `which` selects the searches of a call: those with 0 stay as they are, whatever
 * their rows contain; NULL: all. `statuses` (may be NULL) receives the status of each row; if one of them is not LG_OK,
 * nothing is done, and the first such status is returned.
 *
 * Functions return LG_E_ARGUMENT for a NULL pointer, for a number outside its range and, except for
 * lg_batch_search_begin, if a search has not begun; outputs and searches are then untouched. */
#ifndef LIBGAMES_BATCH_SEARCH_H
#define LIBGAMES_BATCH_SEARCH_H

#include "libgames/search.h"

#define LG_BATCH_SEARCH_MAX 65536 /* searches of one object, 2^16: their numbers and leaves fit 32 bits */

LG_BEGIN

typedef struct lg_batch_search lg_batch_search;

/* The size in bytes of `count` (1 ... LG_BATCH_SEARCH_MAX) searches with this number of threads (1 ... LG_MAX_THREADS),
 * including the caller's. A single search uses the number of threads in its configuration, if that is larger (Gumbel
 * grows one tree and uses `threads`), or fewer if the system has no more. 0 if a number or the configuration is not
 * possible for this game, or on this machine. */
LG_API size_t lg_batch_search_size(const lg_game *game, const lg_search_config *config, int32_t count, int32_t threads);

/* Makes them in the caller's memory, aligned to 8; the seed of search i is config->seed + i. `leaves` (NULL: leaves are
 * never valued outside) contains the arrays that lg_batch_search_collect fills and lg_batch_search_receive reads, with
 * their capacity and encoding; the arrays are kept, *leaves is copied. LG_E_ARGUMENT also for a game that is not
 * prepared, and if the system has no more threads. */
LG_API lg_status lg_batch_search_create(const lg_game *game, const lg_search_config *config, int32_t count, int32_t threads,
                                    const lg_search_leaves *leaves, void *memory, size_t size, lg_batch_search **searches);

/* Ends the threads, also those of a single search, before its memory is freed. NULL is allowed. */
LG_API void lg_batch_search_destroy(lg_batch_search *searches);

/* Search `index`, for functions on one search, such as its tree and its statistics. NULL if there is none. */
LG_API lg_search *lg_batch_search_at(lg_batch_search *searches, int32_t index);

/* Begins empty trees with these roots, count x state_size bytes, which are checked: LG_E_STATE. `seeds` are the seeds
 * of the searches until the next begin; NULL: config->seed + i for search i. LG_E_ARGUMENT also for some of the
 * searches while leaves of any are out: the rows of the others would move. */
LG_API lg_status lg_batch_search_begin(lg_batch_search *searches, const void *roots, const uint64_t *seeds, const uint8_t *which,
                                   int32_t *statuses);

/* The budget of every root from now on. */
LG_API lg_status lg_batch_search_set_simulations(lg_batch_search *searches, int64_t simulations);

/* lg_search_advance by one action each; `states` (NULL: the results of lg_game_apply) are the actual states, and are
 * checked: LG_E_STATE. LG_E_ILLEGAL, LG_E_OVER. LG_E_ARGUMENT as in lg_batch_search_begin. */
LG_API lg_status lg_batch_search_advance(lg_batch_search *searches, const int32_t *actions, const void *states,
                                     const uint8_t *which, int32_t *statuses);

/* Runs at most `simulations` more in each tree of each search; *going (may be NULL) is the number of searches that are
 * not done afterwards. LG_E_ARGUMENT also while leaves are out; LG_E_BROKEN as lg_search_run_some. */
LG_API lg_status lg_batch_search_run(lg_batch_search *searches, int64_t simulations, int32_t *going);

/* lg_search_collect into the arrays of lg_batch_search_create, and lg_search_receive from them. *rows is the number of
 * rows filled: 0 exactly when all searches are done. Without `priors` all actions are equally likely. LG_E_BROKEN as
 * lg_search_collect; LG_E_ARGUMENT also for rows that were already received, or forgotten by lg_batch_search_begin or
 * lg_batch_search_advance. */
LG_API lg_status lg_batch_search_collect(lg_batch_search *searches, int32_t *rows);
LG_API lg_status lg_batch_search_receive(lg_batch_search *searches, bool priors);

/* The action to play in each root; -1 where the game is over. */
LG_API lg_status lg_batch_search_best(const lg_batch_search *searches, int32_t *best);

/* lg_search_root of each: arrays of count x actions, values of count x actions x players. */
LG_API lg_status lg_batch_search_root(const lg_batch_search *searches, const lg_search_actions *actions);

/* The simulations of each root, and their mean for each player (count x players); each may be NULL. */
LG_API lg_status lg_batch_search_means(const lg_batch_search *searches, int64_t *simulations, float *values);

LG_END

#endif
