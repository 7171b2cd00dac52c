/* Internal: work on many searches, shared by a team. */
#ifndef LG_I_TEAM_H
#define LG_I_TEAM_H

#include "libgames/search.h"

#include "core/pool.h"

/* A few threads that share the searches of a call; NULL means the caller's thread alone. Searches never influence each
 * other: results do not depend on the number of threads. */
typedef struct lg_i_team lg_i_team;

/* Bytes of a team. */
size_t lg_i_team_size(void);

/* Starts threads - 1 threads in this memory, in addition to the caller's; false if the system has no more threads. */
bool lg_i_team_create(int32_t threads, void *memory, lg_i_team **team);

/* Ends the threads. NULL is allowed. */
void lg_i_team_destroy(lg_i_team *team);

/* lg_search_run_some, lg_search_collect and lg_search_receive with a team. */
lg_status lg_i_team_run_some(lg_i_team *team, lg_search *const *searches, int32_t count, int64_t simulations,
                             int32_t *going);
lg_status lg_i_team_collect(lg_i_team *team, lg_search *const *searches, int32_t count, lg_search_leaves *leaves);
lg_status lg_i_team_receive(lg_i_team *team, lg_search *const *searches, int32_t count,
                            const lg_search_leaves *leaves);

/* Runs the trees of a search, at most `simulations` in each; `stop` as in lg_search_run, and only without a team: the
 * search then starts and ends threads itself. */
void lg_i_team_run_trees(lg_i_team *team, lg_search *search, int64_t simulations, lg_search_stop *stop,
                         void *context);

/* Whether nothing remains to be searched in any of them. */
bool lg_i_team_is_done(const lg_search *search);

/* Combines the results of a search's trees for the root, in lg_i_team_view_words words. */
void lg_i_team_view(lg_search *search);
uint32_t lg_i_team_view_words(const lg_search *search);

/* Does items 0 ... count-1 of a job; without a team on this thread. */
void lg_i_team_run(lg_i_team *team, lg_i_pool_work *work, void *job, int32_t count);

#endif
