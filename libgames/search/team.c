/* Many searches by several threads. */
#include "search/team.h"

#include "search/tree.h"

struct lg_i_team {
    lg_i_pool *pool;
};

size_t lg_i_team_size(void) {
    return sizeof(lg_i_team) + lg_i_pool_size();
}

bool lg_i_team_create(int32_t threads, void *memory, lg_i_team **team) {
    *team = memory;
    (*team)->pool = lg_i_pool_start(*team + 1, threads);
    return (*team)->pool != NULL;
}

void lg_i_team_destroy(lg_i_team *team) {
    if (team != NULL) lg_i_pool_stop(team->pool);
}

void lg_i_team_run(lg_i_team *team, lg_i_pool_work *work, void *job, int32_t count) {
    if (team != NULL) lg_i_pool_run(team->pool, work, job, count, 1);
    else work(job, 0, count);
}

typedef struct running {
    lg_search *const *searches;
    int64_t simulations; /* most of them in each */
} running;

/* `context` counts how many simulations may still begin. */
static bool is_spent(void *context, const lg_search *search) {
    int64_t *left = context;
    (void)search;
    return (*left)-- == 0;
}

static void run_searches(void *context, int32_t first, int32_t count) {
    const running *task = context;
    for (int32_t i = first; i < first + count; i++) {
        int64_t left = task->simulations;
        lg_i_tree_run(task->searches[i], is_spent, &left);
    }
}

lg_status lg_i_team_run_some(lg_i_team *team, lg_search *const *searches, int32_t count, int64_t simulations,
                             int32_t *going) {
    if (count < 0 || (searches == NULL && count > 0) || simulations < 0) return LG_E_ARGUMENT;
    for (int32_t i = 0; i < count; i++)
        if (searches[i] == NULL || !searches[i]->begun || searches[i]->out > 0) return LG_E_ARGUMENT;
    running task = {searches, simulations};
    lg_i_team_run(team, run_searches, &task, count);
    int32_t left = 0;
    for (int32_t i = 0; i < count; i++) left += !lg_i_tree_is_done(searches[i]);
    if (going != NULL) *going = left;
    return lg_i_tree_status_of(searches, count);
}

lg_status lg_search_run_some(lg_search *const *searches, int32_t count, int64_t simulations, int32_t *going) {
    return lg_i_team_run_some(NULL, searches, count, simulations, going);
}
