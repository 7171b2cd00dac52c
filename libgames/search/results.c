/* What a search has found. */
#include "search/tree.h"

#include "game/calls.h"
#include "core/numbers.h"

/* ---- the best child ---- */

/* Whether the order of children that are not proven has `a` before `b`; by its value only where a player is known. */
static bool is_before(const lg_i_tree_node *a, const lg_i_tree_node *b, int32_t player) {
    if (a->visits != b->visits) return a->visits > b->visits;
    const double value = player < 0 ? 0 : lg_i_tree_mean(a, player), other = player < 0 ? 0 : lg_i_tree_mean(b, player);
    if (value < other || value > other) return value > other;
    if (a->prior < b->prior || a->prior > b->prior) return a->prior > b->prior;
    return a->action < b->action;
}

static bool is_proven_before(const lg_i_tree_node *a, const lg_i_tree_node *b, int32_t player) {
    const double value = a->value[player], other = b->value[player];
    return value < other || value > other ? value > other : is_before(a, b, player);
}

/* The better of the best open child and the best proven one; either may be missing. */
static const lg_i_tree_node *better(const lg_i_tree_node *open, const lg_i_tree_node *proven, int32_t player) {
    if (open == NULL || proven == NULL) return open == NULL ? proven : open;
    const double value = proven->value[player];
    return value > -1 && (value >= 1 || open->visits == 0 || value >= lg_i_tree_mean(open, player)) ? proven : open;
}

/* The child to be played by `player`, -1 where it is not known; NULL without children. */
static const lg_i_tree_node *best_child(const lg_search *search, uint32_t slot, int32_t player) {
    const uint32_t family = lg_i_tree_node_at(search, slot)->family;
    const lg_i_tree_node *open = NULL, *proven = NULL;
    if (family == 0) return NULL;
    const uint32_t count = lg_i_tree_head_at(search, family)->count;
    for (uint32_t i = 1; i <= count; i++) {
        const lg_i_tree_node *child = lg_i_tree_node_at(search, family + i);
        if (child->proven == 0 && (open == NULL || is_before(child, open, player))) open = child;
        if (child->proven != 0 && (proven == NULL || is_proven_before(child, proven, player))) proven = child;
    }
    const uint32_t planned = slot == 0 && open != NULL && search->plan.candidates > 0 ? lg_i_gumbel_best(search) : 0;
    if (planned != 0 && lg_i_tree_node_at(search, planned)->proven == 0) open = lg_i_tree_node_at(search, planned);
    return better(open, proven, player);
}

lg_status lg_search_best(const lg_search *search, int32_t *action) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    if (search == NULL || action == NULL || !search->begun) return LG_E_ARGUMENT;
    if (search->player < 0) return search->broken ? LG_E_BROKEN : LG_E_OVER;
    const lg_i_tree_node *best = best_child(search, 0, search->player);
    if (best == NULL) {
        if (lg_i_game_legal(&search->game, search->root, mask) < 0) return LG_E_BROKEN;
        *action = lg_mask_select(mask, search->game.actions, 0);
    } else {
        *action = best->action;
    }
    return LG_OK;
}

int32_t lg_search_line(const lg_search *search, int32_t *actions, int32_t capacity) {
    if (search == NULL || actions == NULL || !search->begun || search->player < 0) return 0;
    int32_t count = 0;
    const lg_i_tree_node *node = best_child(search, 0, search->player);
    while (node != NULL && node->visits > 0 && count < capacity) {
        const uint32_t slot = (uint32_t)((size_t)((const char *)node - search->nodes) / search->stride);
        actions[count++] = node->action;
        const int32_t player =
            node->family != 0 && search->exact ? lg_i_tree_head_at(search, node->family)->player : -1;
        node = best_child(search, slot, player);
    }
    return count;
}

/* ---- the root ---- */

static void clear(const lg_search *search, const lg_search_actions *to) {
    const size_t actions = (size_t)search->game.actions, players = (size_t)search->game.players;
    if (to->visits != NULL) memset(to->visits, 0, actions * sizeof *to->visits);
    if (to->values != NULL) memset(to->values, 0, actions * players * sizeof *to->values);
    if (to->priors != NULL) memset(to->priors, 0, actions * sizeof *to->priors);
    if (to->policy != NULL) memset(to->policy, 0, actions * sizeof *to->policy);
    if (to->proven != NULL) memset(to->proven, 0, actions);
}

/* The shares of the root's children in the policy, by their order, in search->weights. */
static void results_weigh(const lg_search *search) {
    const uint32_t family = lg_i_tree_node_at(search, 0)->family, count = lg_i_tree_head_at(search, family)->count;
    double sum = 0;
    if (search->config.policy == LG_SEARCH_GUMBEL) {
        lg_i_gumbel_policy(search, 0, search->player, NULL);
        return;
    }
    for (uint32_t i = 0; i < count; i++) sum += search->weights[i] = lg_i_tree_node_at(search, family + 1 + i)->visits;
    for (uint32_t i = 0; i < count; i++) search->weights[i] = sum > 0 ? search->weights[i] / sum : 1.0 / count;
}

lg_status lg_search_root(const lg_search *search, const lg_search_actions *actions) {
    if (search == NULL || actions == NULL || !search->begun) return LG_E_ARGUMENT;
    const uint32_t family = lg_i_tree_node_at(search, 0)->family;
    const size_t players = (size_t)search->game.players;
    clear(search, actions);
    if (family == 0 || search->player < 0) return LG_OK;
    results_weigh(search);
    for (uint32_t i = 1; i <= lg_i_tree_head_at(search, family)->count; i++) {
        const lg_i_tree_node *child = lg_i_tree_node_at(search, family + i);
        const size_t at = child->action;
        if (actions->visits != NULL) actions->visits[at] = child->visits;
        if (actions->priors != NULL) actions->priors[at] = child->prior;
        if (actions->policy != NULL) actions->policy[at] = (float)search->weights[i - 1];
        if (actions->proven != NULL) actions->proven[at] = child->proven;
        for (size_t p = 0; p < players && actions->values != NULL; p++)
            actions->values[at * players + p] = (float)lg_i_tree_mean(child, (int32_t)p);
    }
    return LG_OK;
}

lg_status lg_search_statistics_of(const lg_search *search, lg_search_statistics *statistics) {
    if (search == NULL || statistics == NULL || !search->begun) return LG_E_ARGUMENT;
    const lg_i_tree_node *root = lg_i_tree_node_at(search, 0);
    lg_search_statistics found = {
        .simulations = search->simulations,
        .nodes = search->used,
        .dropped = search->dropped,
        .levels = search->levels,
        .depth = (int32_t)search->deepest,
        .out = (int32_t)search->out,
        .bytes = search->size,
        .proven = root->proven != 0 || search->player == -1,
        .full = search->full,
    };
    if (search->player < 0) (void)lg_game_outcome(&search->game, search->root, found.values);
    else for (int32_t p = 0; p < search->game.players; p++) found.values[p] = (float)lg_i_tree_mean(root, p);
    *statistics = found;
    return LG_OK;
}

/* ---- looking into the tree ---- */

/* The child that comes after `previous` in the order of visits; NULL: the first one, or none. */
static const lg_i_tree_node *next_child(const lg_search *search, uint32_t family, const lg_i_tree_node *previous) {
    const uint32_t count = lg_i_tree_head_at(search, family)->count;
    const lg_i_tree_node *next = NULL;
    for (uint32_t i = 1; i <= count; i++) {
        const lg_i_tree_node *child = lg_i_tree_node_at(search, family + i);
        if (previous != NULL && !is_before(previous, child, -1)) continue;
        if (next == NULL || is_before(child, next, -1)) next = child;
    }
    return next;
}

static lg_search_child describe(const lg_search *search, const lg_i_tree_node *node) {
    lg_search_child child = {
        .visits = node->visits, .action = node->action, .proven = node->proven, .prior = node->prior};
    for (int32_t p = 0; p < search->game.players; p++) child.values[p] = (float)lg_i_tree_mean(node, p);
    return child;
}

int32_t lg_search_children(const lg_search *search, const int32_t *line, int32_t length, lg_search_child *children,
                           int32_t capacity) {
    uint32_t slot = 0;
    if (search == NULL || children == NULL || (line == NULL && length > 0) || length < 0 || !search->begun)
        return 0;
    for (int32_t i = 0; i < length; i++) {
        slot = line[i] < 0 ? 0 : lg_i_tree_child(search, slot, (uint32_t)line[i]);
        if (slot == 0) return 0;
    }
    const uint32_t family = lg_i_tree_node_at(search, slot)->family;
    const lg_i_tree_node *node = NULL;
    int32_t count = 0;
    while (family != 0 && count < capacity && (node = next_child(search, family, node)) != NULL)
        children[count++] = describe(search, node);
    return count;
}

const void *lg_search_state(const lg_search *search) {
    return search != NULL && search->begun ? search->root : NULL;
}
