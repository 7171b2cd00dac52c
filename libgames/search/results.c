/* The results of a search. */
#include "search/tree.h"

#include "game/calls.h"
#include "core/numbers.h"

/* ---- the best child ---- */

/* Whether `a` comes before `b` in the order of children that are not proven; values count only if the player is
 * known. */
static bool is_before(const lg_i_tree_walk *a, const lg_i_tree_walk *b, int32_t player) {
    if (a->child->visits != b->child->visits) return a->child->visits > b->child->visits;
    const double value = player < 0 ? 0 : lg_i_tree_walk_mean(a, player);
    const double other = player < 0 ? 0 : lg_i_tree_walk_mean(b, player);
    if (value < other || value > other) return value > other;
    if (a->prior < b->prior || a->prior > b->prior) return a->prior > b->prior;
    return a->action < b->action;
}

static bool is_proven_before(const lg_i_tree_walk *a, const lg_i_tree_walk *b, int32_t player) {
    const double value = a->child->value[player], other = b->child->value[player];
    return value < other || value > other ? value > other : is_before(a, b, player);
}

/* The better of the best open child and the best proven one; either may be missing: number 0. */
static lg_i_tree_walk better(const lg_i_tree_walk *open, const lg_i_tree_walk *proven, int32_t player) {
    if (open->number == 0 || proven->number == 0) return open->number == 0 ? *proven : *open;
    const double value = proven->child->value[player];
    const bool wins = value >= 1 || open->child->visits == 0 || value >= lg_i_tree_walk_mean(open, player);
    return value > -1 && wins ? *proven : *open;
}

/* The child that `player` (-1: unknown) should play. */
static lg_i_tree_walk best_child(const lg_search *search, uint32_t slot, int32_t player) {
    const uint32_t family = lg_i_tree_node_at(search, slot)->family;
    const uint32_t plan = slot == 0 && family != 0 && search->plan.candidates > 0 ? lg_i_gumbel_best(search) : 0;
    lg_i_tree_walk open = lg_i_tree_walk_of(search, 0), proven = open, planned = open;
    for (lg_i_tree_walk walk = lg_i_tree_walk_of(search, family); lg_i_tree_next(&walk);) {
        if (walk.child->proven == 0 && (open.number == 0 || is_before(&walk, &open, player))) open = walk;
        if (walk.child->proven != 0 && (proven.number == 0 || is_proven_before(&walk, &proven, player))) proven = walk;
        if (walk.number == plan && walk.child->proven == 0) planned = walk;
    }
    return better(planned.number != 0 ? &planned : &open, &proven, player);
}

lg_status lg_search_best(const lg_search *search, int32_t *action) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    if (search == NULL || action == NULL || !lg_i_tree_has_results(search)) return LG_E_ARGUMENT;
    if (search->player < 0) return search->broken ? LG_E_BROKEN : LG_E_OVER;
    const lg_i_tree_walk best = best_child(search, lg_i_tree_root(search), search->player);
    if (best.number == 0) {
        if (lg_i_game_legal(search->game, search->root, mask) < 0) return LG_E_BROKEN;
        *action = lg_mask_select(mask, search->game->actions, 0);
    } else {
        *action = best.action;
    }
    return LG_OK;
}

/* The player to move in a node, if it is known. */
static int32_t player_below(const lg_search *search, uint32_t family) {
    if (family == 0 || !search->exact) return -1;
    return (int32_t)lg_i_tree_edges_of(search, lg_i_tree_head_at(search, family)).extra;
}

/* The tree in which an action of the root has the most visits. */
static const lg_search *tree_with(const lg_search *search, uint32_t action) {
    const lg_search *best = search;
    uint32_t most = 0;
    for (int32_t i = 0; i < search->trees; i++) {
        const lg_search *tree = lg_i_tree_of(search, i);
        const uint32_t slot = lg_i_tree_child(tree, 0, action);
        if (slot == 0 || lg_i_tree_node_at(tree, slot)->visits <= most) continue;
        most = lg_i_tree_node_at(tree, slot)->visits;
        best = tree;
    }
    return best;
}

int32_t lg_search_line(const lg_search *search, int32_t *actions, int32_t capacity) {
    if (search == NULL || actions == NULL || !lg_i_tree_has_results(search) || search->player < 0) return 0;
    int32_t count = 0;
    lg_i_tree_walk child = best_child(search, lg_i_tree_root(search), search->player);
    if (search->viewed && child.number != 0 && capacity > 0) {
        const lg_search *tree = tree_with(search, child.action);
        const uint32_t slot = lg_i_tree_child(tree, 0, child.action);
        if (child.child->visits == 0) return 0;
        actions[count++] = child.action;
        if (slot == 0) return count;
        search = tree;
        child = best_child(search, slot, player_below(search, lg_i_tree_node_at(search, slot)->family));
    }
    while (child.number != 0 && child.child->visits > 0 && count < capacity) {
        const uint32_t family = child.child->family;
        actions[count++] = child.action;
        if (child.slot == 0) return count; /* it has no children */
        child = best_child(search, child.slot, player_below(search, family));
    }
    return count;
}

/* ---- the root ---- */

static void clear(const lg_search *search, const lg_search_actions *to) {
    const size_t actions = (size_t)search->game->actions, players = (size_t)search->game->players;
    if (to->visits != NULL) memset(to->visits, 0, actions * sizeof *to->visits);
    if (to->values != NULL) memset(to->values, 0, actions * players * sizeof *to->values);
    if (to->priors != NULL) memset(to->priors, 0, actions * sizeof *to->priors);
    if (to->policy != NULL) memset(to->policy, 0, actions * sizeof *to->policy);
    if (to->proven != NULL) memset(to->proven, 0, actions);
}

/* The shares of the root's children in the policy, by their order, in search->weights. */
static void results_weigh(const lg_search *search, uint32_t family) {
    uint32_t count = 0;
    double sum = 0;
    if (search->config.policy == LG_SEARCH_GUMBEL) {
        lg_i_gumbel_policy(search);
        return;
    }
    for (lg_i_tree_walk walk = lg_i_tree_walk_of(search, family); lg_i_tree_next(&walk);)
        sum += search->weights[count++] = walk.child->visits;
    for (uint32_t i = 0; i < count; i++) search->weights[i] = sum > 0 ? search->weights[i] / sum : 1.0 / count;
}

lg_status lg_search_root(const lg_search *search, const lg_search_actions *actions) {
    if (search == NULL || actions == NULL || !lg_i_tree_has_results(search)) return LG_E_ARGUMENT;
    const uint32_t family = lg_i_tree_node_at(search, lg_i_tree_root(search))->family;
    const size_t players = (size_t)search->game->players;
    clear(search, actions);
    if (family == 0 || search->player < 0) return LG_OK;
    results_weigh(search, family);
    for (lg_i_tree_walk walk = lg_i_tree_walk_of(search, family); lg_i_tree_next(&walk);) {
        const lg_i_tree_node *child = walk.child;
        const size_t at = walk.action;
        if (actions->visits != NULL) actions->visits[at] = child->visits;
        if (actions->priors != NULL) actions->priors[at] = walk.prior;
        if (actions->policy != NULL) actions->policy[at] = (float)search->weights[walk.number - 1];
        if (actions->proven != NULL) actions->proven[at] = child->proven;
        for (size_t p = 0; p < players && actions->values != NULL; p++)
            actions->values[at * players + p] = (float)lg_i_tree_walk_mean(&walk, (int32_t)p);
    }
    return LG_OK;
}

/* The number of nodes that this number of words corresponds to. */
static int64_t in_nodes(const lg_search *search, int64_t words) {
    return (words + search->stride - 1) / search->stride;
}

/* The statistics of all trees of a search. */
void lg_i_tree_statistics(const lg_search *search, lg_search_statistics *statistics) {
    const lg_i_tree_node *root = lg_i_tree_node_at(search, lg_i_tree_root(search));
    lg_search_statistics found;
    memset(&found, 0, sizeof found);
    for (int32_t i = 0; i < search->trees; i++) {
        const lg_search *tree = lg_i_tree_of(search, i);
        found.simulations += tree->simulations;
        found.nodes += in_nodes(tree, lg_i_tree_taken(tree));
        found.dropped += in_nodes(tree, tree->dropped);
        found.levels += tree->levels;
        found.refused += tree->refused;
        found.full |= tree->full;
        if ((int32_t)tree->deepest > found.depth) found.depth = (int32_t)tree->deepest;
    }
    found.out = (int32_t)search->out;
    found.bytes = search->size;
    found.proven = root->proven != 0 || search->player == -1;
    if (search->player < 0) (void)lg_game_outcome(search->game, search->root, found.values);
    else for (int32_t p = 0; p < search->game->players; p++) found.values[p] = (float)lg_i_tree_mean(root, p);
    *statistics = found;
}

lg_status lg_search_statistics_of(const lg_search *search, lg_search_statistics *statistics) {
    if (search == NULL || statistics == NULL || !search->begun) return LG_E_ARGUMENT;
    if (search->running) *statistics = *search->seen;
    else lg_i_tree_statistics(search, statistics);
    return LG_OK;
}

/* ---- looking into the tree ---- */

/* The child after `previous` in the order of visits; number 0 stands before the first one, and for none. */
static lg_i_tree_walk next_child(const lg_search *search, uint32_t family, const lg_i_tree_walk *previous) {
    lg_i_tree_walk next = lg_i_tree_walk_of(search, 0);
    for (lg_i_tree_walk walk = lg_i_tree_walk_of(search, family); lg_i_tree_next(&walk);) {
        if (previous->number != 0 && !is_before(previous, &walk, -1)) continue;
        if (next.number == 0 || is_before(&walk, &next, -1)) next = walk;
    }
    return next;
}

static lg_search_child describe(const lg_search *search, const lg_i_tree_walk *walk) {
    const lg_i_tree_node *node = walk->child;
    lg_search_child child = {
        .visits = node->visits, .action = walk->action, .proven = node->proven, .prior = walk->prior};
    for (int32_t p = 0; p < search->game->players; p++) child.values[p] = (float)lg_i_tree_walk_mean(walk, p);
    return child;
}

int32_t lg_search_children(const lg_search *search, const int32_t *line, int32_t length, lg_search_child *children,
                           int32_t capacity) {
    if (search == NULL || children == NULL || (line == NULL && length > 0) || length < 0 ||
        !lg_i_tree_has_results(search))
        return 0;
    uint32_t slot = length > 0 ? 0 : lg_i_tree_root(search);
    if (length > 0 && search->viewed && line[0] >= 0) search = tree_with(search, (uint32_t)line[0]);
    for (int32_t i = 0; i < length; i++) {
        slot = line[i] < 0 ? 0 : lg_i_tree_child(search, slot, (uint32_t)line[i]);
        if (slot == 0) return 0;
    }
    const uint32_t family = lg_i_tree_node_at(search, slot)->family;
    lg_i_tree_walk child = lg_i_tree_walk_of(search, 0);
    int32_t count = 0;
    while (count < capacity && (child = next_child(search, family, &child)).number != 0)
        children[count++] = describe(search, &child);
    return count;
}

const void *lg_search_state(const lg_search *search) {
    return search != NULL && lg_i_tree_has_results(search) ? search->root : NULL;
}
