/* Internal: work on many searches, shared by a team. */
#ifndef LG_I_TEAM_H
#define LG_I_TEAM_H

#include "libgames/search.h"

#include "core/pool.h"

/* Does items 0 ... count-1 of a job; without a team on this thread. */
void lg_i_team_run(lg_search_team *team, lg_i_pool_work *work, void *job, int32_t count);

#endif
