/* Choosing among the children of a node: UCT and PUCT. */
#include "search/tree.h"

#include "search/numbers.h"

#include <math.h>

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

/* Visits, with those of leaves that are out. */
static double visits_of(const lg_search *search, const lg_i_node *node) {
    return (double)node->visits + (double)node->out * search->config.virtual_loss;
}

/* The mean value of a node with `visits` above 0 of them, where each leaf that is out has lost. */
static double value_of(const lg_search *search, const lg_i_node *node, int32_t player, double visits) {
    if (node->proven != 0) return node->value[player];
    return (node->value[player] - (double)node->out * search->config.virtual_loss) / visits;
}

/* ---- UCT ---- */

/* The child of this rank among the allowed ones that have no visits. */
static uint32_t fresh_child(const lg_search *search, uint32_t family, const uint64_t *mask, uint32_t rank) {
    const uint32_t last = family + lg_i_head_at(search, family)->count;
    for (uint32_t at = family + 1; at <= last; at++) {
        const lg_i_node *child = lg_i_node_at(search, at);
        if (child->visits + child->out > 0) continue;
        if (mask != NULL && !lg_i_in_mask(mask, child->action)) continue;
        if (rank-- == 0) return at;
    }
    return 0;
}

static lg_i_choice select_uct(lg_search *search, uint32_t slot, int32_t player, const uint64_t *mask) {
    const lg_i_node *node = lg_i_node_at(search, slot);
    const uint32_t family = node->family, last = family + lg_i_head_at(search, family)->count;
    const double all = visits_of(search, node), c = (double)search->config.exploration;
    const double log_all = search->exact && all > 1 ? lg_i_log(all) : 0;
    lg_i_ranking ranking = {0, 0, 0, 0, 0};
    uint32_t fresh = 0;
    for (uint32_t at = family + 1; at <= last; at++) {
        lg_i_node *child = lg_i_node_at(search, at);
        if (mask != NULL && !lg_i_in_mask(mask, child->action)) continue;
        child->available++;
        if (lg_i_is_lost(child, player)) {
            ranking.lost = at;
            continue;
        }
        const double visits = visits_of(search, child);
        if (child->visits + child->out == 0) fresh++;
        if (fresh > 0) continue;
        const double log_n = search->exact ? log_all : lg_i_log((double)child->available);
        const double bonus = visits > 0 ? c * sqrt(log_n / visits) : 0;
        lg_i_rank(&ranking, at, child->proven != 0, value_of(search, child, player, visits > 0 ? visits : 1) + bonus);
    }
    if (fresh == 0) return lg_i_ranked(&ranking);
    const uint32_t child = fresh_child(search, family, mask, lg_rng_below(&search->rng, fresh));
    return (lg_i_choice){child, child};
}

/* ---- PUCT ---- */

static lg_i_choice select_puct(lg_search *search, uint32_t slot, int32_t player, const uint64_t *mask) {
    const lg_i_node *node = lg_i_node_at(search, slot);
    const uint32_t family = node->family, last = family + lg_i_head_at(search, family)->count;
    const double scale = (double)search->config.exploration * sqrt(visits_of(search, node));
    const double unknown = lg_i_mean(node, player);
    lg_i_ranking ranking = {0, 0, 0, 0, 0};
    for (uint32_t at = family + 1; at <= last; at++) {
        const lg_i_node *child = lg_i_node_at(search, at);
        if (mask != NULL && !lg_i_in_mask(mask, child->action)) continue;
        if (lg_i_is_lost(child, player)) {
            ranking.lost = at;
            continue;
        }
        const double visits = visits_of(search, child);
        const double value = visits > 0 ? value_of(search, child, player, visits) : unknown;
        lg_i_rank(&ranking, at, child->proven != 0, value + scale * (double)child->prior / (1 + visits));
    }
    return lg_i_ranked(&ranking);
}

lg_i_choice lg_i_select_child(lg_search *search, uint32_t slot, int32_t player, const uint64_t *mask) {
    switch (search->config.policy) {
    case LG_SEARCH_PUCT: return select_puct(search, slot, player, mask);
    case LG_SEARCH_GUMBEL:
        return slot == 0 ? lg_i_gumbel_root(search) : lg_i_gumbel_inner(search, slot, player, mask);
    default: return select_uct(search, slot, player, mask);
    }
}
