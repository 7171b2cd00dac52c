/* Many searches by several threads. */
#include "search/team.h"

#include "search/tree.h"

#include <stdatomic.h>

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

/* ---- the trees of one search ---- */

typedef struct team_trees {
    lg_search *search;
    const lg_i_pool *pool; /* NULL: one thread does everything */
    lg_search_stop *stop;
    void *context;
    int64_t simulations; /* most of them in each */
    _Atomic bool ended;
} team_trees;

typedef struct team_tree {
    team_trees *all;
    int64_t left; /* simulations that may still begin */
} team_tree;

/* Whatever ends one tree ends all: the caller's function, which only its own thread calls. */
static bool is_ended(team_trees *all) {
    if (atomic_load_explicit(&all->ended, memory_order_relaxed)) return true;
    if (all->stop == NULL || (all->pool != NULL && !lg_i_pool_is_caller(all->pool))) return false;
    if (all->stop(all->context, all->search)) atomic_store(&all->ended, true);
    return atomic_load(&all->ended);
}

static bool is_spent(void *context, const lg_search *search) {
    team_tree *own = context;
    (void)search;
    return own->left-- <= 0 || is_ended(own->all);
}

static void run_trees(void *context, int32_t first, int32_t count) {
    team_trees *all = context;
    for (int32_t i = first; i < first + count; i++) {
        team_tree own = {all, all->simulations};
        lg_search *tree = lg_i_tree_of(all->search, i);
        lg_i_tree_run(tree, is_spent, &own);
        if (tree->broken) atomic_store(&all->ended, true);
    }
}

/* The caller's thread continues to call it while it waits for others. */
static void keep_asking(void *context) {
    (void)is_ended(context);
}

void lg_i_team_run_trees(lg_i_team *team, lg_search *search, int64_t simulations, lg_search_stop *stop,
                         void *context) {
    lg_i_team *own = NULL;
    if (search->trees == 1 && simulations == INT64_MAX) {
        lg_i_tree_run(search, stop, context);
        return;
    }
    team_trees all = {search, NULL, stop, context, simulations, false};
    if (team == NULL && search->trees > 1 && lg_i_team_create(search->trees, search->team, &own)) {
        team = own;
        lg_i_pool_while_waiting(own->pool, keep_asking);
    }
    if (team != NULL) all.pool = team->pool;
    if (search->trees > 1) lg_i_tree_statistics(search, search->seen);
    search->running = search->trees > 1;
    lg_i_team_run(team, run_trees, &all, search->trees);
    lg_i_team_destroy(own);
    search->running = false;
    for (int32_t i = 1; i < search->trees; i++) search->broken |= lg_i_tree_of(search, i)->broken;
    lg_i_team_view(search);
}

bool lg_i_team_is_done(const lg_search *search) {
    for (int32_t i = 0; i < search->trees; i++)
        if (!lg_i_tree_is_done(lg_i_tree_of(search, i))) return false;
    return true;
}

/* ---- combined results ---- */

static uint32_t most_children(const lg_search *search) {
    return (uint32_t)search->game->actions;
}

static lg_i_tree_shape view_shape(const lg_search *search) {
    const uint16_t last = (uint16_t)(most_children(search) - 1);
    return (lg_i_tree_shape){last, last, 0, false, true, true, false};
}

/* The root, its family, the nodes of all its children. */
uint32_t lg_i_team_view_words(const lg_search *search) {
    const lg_i_tree_shape shape = view_shape(search);
    return (1 + most_children(search)) * search->stride + lg_i_tree_words(search, &shape);
}

/* `brief` as in lg_i_tree_edges, 0 if the node has its values. */
static void team_add(lg_search *search, lg_i_tree_node *to, const lg_i_tree_node *from, uint32_t brief) {
    const int32_t players = search->game->players;
    to->visits = from->visits > UINT32_MAX - to->visits ? UINT32_MAX : to->visits + from->visits;
    if (to->proven != 0) return;
    for (int32_t p = 0; p < players; p++) {
        const double value = from->value[p] + lg_i_tree_brief_value(brief, players, p);
        to->value[p] = from->proven != 0 ? value : to->value[p] + value;
    }
    to->proven = from->proven;
}

/* The node of the view for a child, which usually has the same number there; `count` children have been found, and of
 * these `before` in other trees. */
static lg_i_tree_node *view_child(const lg_search *search, const lg_i_tree_edges *edges, const lg_i_tree_walk *from,
                                  uint32_t before, uint32_t *count) {
    const uint32_t hint = from->number - 1;
    const uint32_t first = search->words + search->view - most_children(search) * search->stride;
    for (uint32_t k = 0; k <= before; k++) {
        const uint32_t i = k == 0 ? hint : k - 1;
        lg_i_tree_node *node = lg_i_tree_node_at(search, first + i * search->stride);
        if (i < before && lg_i_tree_listed(search, edges, i) == from->action) return node;
    }
    const uint32_t i = (*count)++;
    edges->to[i] = first + i * search->stride;
    edges->visited[i / 8] |= (uint8_t)(1u << i % 8);
    edges->prior[i] = from->prior;
    lg_i_tree_list(search, edges, i, from->action);
    lg_i_tree_node *node = lg_i_tree_node_at(search, edges->to[i]);
    memset(node, 0, (size_t)search->stride * LG_I_TREE_WORD);
    return node;
}

void lg_i_team_view(lg_search *search) {
    if (search->trees == 1) return;
    const uint32_t family = search->words + search->stride;
    lg_i_tree_node *root = lg_i_tree_node_at(search, search->words);
    lg_i_tree_head *head = lg_i_tree_head_at(search, family);
    uint32_t count = 0;
    memset(root, 0, (size_t)search->stride * LG_I_TREE_WORD);
    const lg_i_tree_shape shape = view_shape(search);
    lg_i_tree_begin_family(search, family, 0, &shape);
    const lg_i_tree_edges edges = lg_i_tree_edges_of(search, head);
    for (int32_t i = 0; i < search->trees; i++) {
        const lg_search *tree = lg_i_tree_of(search, i);
        const uint32_t before = count;
        team_add(search, root, lg_i_tree_node_at(tree, 0), 0);
        for (lg_i_tree_walk walk = lg_i_tree_walk_of(tree, lg_i_tree_node_at(tree, 0)->family); lg_i_tree_next(&walk);)
            team_add(search, view_child(search, &edges, &walk, before, &count), walk.child, walk.brief);
    }
    if (count > 0) head->last = (uint16_t)(count - 1); /* it is not short */
    root->family = count > 0 ? family : 0;
    search->viewed = true;
}

/* ---- many searches ---- */

typedef struct running {
    lg_search *const *searches;
    int64_t simulations; /* most of them in each */
} running;

static void run_searches(void *context, int32_t first, int32_t count) {
    const running *task = context;
    for (int32_t i = first; i < first + count; i++)
        lg_i_team_run_trees(NULL, task->searches[i], task->simulations, NULL, NULL);
}

/* LG_E_BROKEN if the game of one of them has violated its contract. */
static lg_status team_status_of(lg_search *const *searches, int32_t count) {
    bool broken = false;
    for (int32_t i = 0; i < count; i++) broken |= searches[i]->broken;
    return broken ? LG_E_BROKEN : LG_OK;
}

lg_status lg_i_team_run_some(lg_i_team *team, lg_search *const *searches, int32_t count, int64_t simulations,
                             int32_t *going) {
    if (count < 0 || (searches == NULL && count > 0) || simulations < 0) return LG_E_ARGUMENT;
    for (int32_t i = 0; i < count; i++)
        if (searches[i] == NULL || !searches[i]->begun || searches[i]->out > 0) return LG_E_ARGUMENT;
    running task = {searches, simulations};
    if (count == 1 && team != NULL) lg_i_team_run_trees(team, searches[0], simulations, NULL, NULL);
    else lg_i_team_run(team, run_searches, &task, count);
    int32_t left = 0;
    for (int32_t i = 0; i < count; i++) left += !lg_i_team_is_done(searches[i]);
    if (going != NULL) *going = left;
    return team_status_of(searches, count);
}

lg_status lg_search_run_some(lg_search *const *searches, int32_t count, int64_t simulations, int32_t *going) {
    return lg_i_team_run_some(NULL, searches, count, simulations, going);
}
