/* Choosing among the children of a node: UCT and PUCT. */
#include "search/tree.h"

#include "core/numbers.h"

#include <math.h>

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

/* What the scores of a node's children depend on. */
typedef struct basis {
    const uint64_t *mask;
    int32_t player, virtual_loss;
    double exploration; /* PUCT: with the square root of the node's visits */
    double unknown;     /* the value of a child without visits */
    /* UCT: the logarithm of the node's visits; where a child has a number of its own in their place (see
     * lg_i_tree_available), that of the child before, which mostly has the same. */
    double log_n;
    size_t available;
    uint32_t number;
} basis;

/* A child's bonus; `visits` are those with leaves that are out. */
typedef double bonus_of(const lg_i_tree_node *child, basis *of, double visits);

/* Each leaf that is out counts as so many visits, and they have lost. */
static int64_t losses(const lg_i_tree_node *node, int32_t virtual_loss) {
    return (int64_t)node->out * virtual_loss;
}

static double visits_of(const lg_i_tree_node *node, int32_t virtual_loss) {
    return (double)(node->visits + losses(node, virtual_loss));
}

/* The mean value of a child and its bonus. Which children have visits can't be foreseen, so there is no branch on it. */
static inline double score_of(const lg_i_tree_node *child, basis *of, int64_t lost, bonus_of *bonus) {
    const double visits = (double)(child->visits + lost), none = (double)(visits <= 0);
    const double mean = (child->value[of->player] - (double)lost + none * of->unknown) / (visits + none);
    return mean + bonus(child, of, visits);
}

/* The best child where some are proven. */
static lg_i_tree_choice choose_open(const lg_search *search, uint32_t family, basis *of, bonus_of *bonus) {
    const uint32_t last = family + lg_i_tree_head_at(search, family)->count;
    lg_i_tree_ranking ranking = {0, 0, 0, 0, 0};
    for (uint32_t at = family + 1; at <= last; at++) {
        const lg_i_tree_node *child = lg_i_tree_node_at(search, at);
        if (!lg_i_tree_allows(of->mask, child)) continue;
        if (lg_i_tree_is_lost(child, of->player)) ranking.lost = at;
        else if (child->proven == 0)
            lg_i_tree_rank(&ranking, at, false, score_of(child, of, losses(child, of->virtual_loss), bonus));
        else
            lg_i_tree_rank(&ranking, at, true,
                           child->value[of->player] + bonus(child, of, visits_of(child, of->virtual_loss)));
    }
    return lg_i_tree_ranked(&ranking);
}

/* The first of the best children; `out`: leaves may be. Which child that is can't be foreseen either. */
static inline lg_i_tree_choice choose_among(const lg_search *search, uint32_t family, basis *of, bonus_of *bonus,
                                            bool out) {
    const uint32_t count = lg_i_tree_head_at(search, family)->count;
    const char *at = (const char *)lg_i_tree_node_at(search, family + 1);
    const size_t stride = search->stride;
    double most = -INFINITY;
    uint32_t best = 0, proven = 0;
    for (uint32_t i = 1; i <= count; i++, at += stride) {
        const lg_i_tree_node *child = (const lg_i_tree_node *)(const void *)at;
        if (!lg_i_tree_allows(of->mask, child)) continue;
        const double score = score_of(child, of, out ? losses(child, of->virtual_loss) : 0, bonus);
        const uint32_t better = score > most ? ~(uint32_t)0 : 0;
        best ^= (best ^ i) & better;
        most = score > most ? score : most;
        proven |= child->proven;
    }
    if (proven != 0) return choose_open(search, family, of, bonus);
    const uint32_t slot = best == 0 ? 0 : family + best;
    return (lg_i_tree_choice){slot, slot};
}

static inline lg_i_tree_choice select_choose(const lg_search *search, uint32_t family, basis *of, bonus_of *bonus) {
    return search->out == 0 ? choose_among(search, family, of, bonus, false)
                            : choose_among(search, family, of, bonus, true);
}

/* ---- UCT ---- */

static uint32_t *available_of(const lg_i_tree_node *child, size_t offset) {
    return (uint32_t *)((uintptr_t)child + offset);
}

static inline double uct_bonus(const lg_i_tree_node *child, basis *of, double visits) {
    const uint32_t number = of->available > 0 ? *available_of(child, of->available) : 0;
    if (number != of->number) {
        of->number = number;
        of->log_n = lg_i_numbers_log((double)number);
    }
    return visits > 0 ? of->exploration * sqrt(of->log_n / visits) : 0;
}

/* The child of this rank among the allowed ones that have no visits. */
static uint32_t fresh_child(const lg_search *search, uint32_t family, const uint64_t *mask, uint32_t rank) {
    const uint32_t last = family + lg_i_tree_head_at(search, family)->count;
    for (uint32_t at = family + 1; at <= last; at++) {
        const lg_i_tree_node *child = lg_i_tree_node_at(search, at);
        if (child->visits + child->out > 0) continue;
        if (!lg_i_tree_allows(mask, child)) continue;
        if (rank-- == 0) return at;
    }
    return 0;
}

/* Counts the allowed children without visits. */
static uint32_t count_fresh(lg_search *search, uint32_t family, const uint64_t *mask, int32_t player) {
    const uint32_t last = family + lg_i_tree_head_at(search, family)->count;
    uint32_t fresh = 0;
    for (uint32_t at = family + 1; at <= last; at++) {
        lg_i_tree_node *child = lg_i_tree_node_at(search, at);
        if (!lg_i_tree_allows(mask, child)) continue;
        if (!search->exact) ++*available_of(child, lg_i_tree_available(search));
        fresh += child->visits + child->out == 0 && !lg_i_tree_is_lost(child, player);
    }
    return fresh;
}

static lg_i_tree_choice select_uct(lg_search *search, uint32_t slot, int32_t player, const uint64_t *mask) {
    const lg_i_tree_node *node = lg_i_tree_node_at(search, slot);
    const uint32_t fresh = count_fresh(search, node->family, mask, player);
    if (fresh > 0) {
        const uint32_t child = fresh_child(search, node->family, mask, lg_rng_below(&search->rng, fresh));
        return (lg_i_tree_choice){child, child};
    }
    const int32_t virtual_loss = search->config.virtual_loss;
    basis of = {mask, player, virtual_loss, (double)search->config.exploration, 0, 0, 0, 0};
    const double all = visits_of(node, virtual_loss);
    if (!search->exact) of.available = lg_i_tree_available(search);
    else if (all > 1) of.log_n = lg_i_numbers_log(all);
    return select_choose(search, node->family, &of, uct_bonus);
}

/* ---- PUCT ---- */

static inline double puct_bonus(const lg_i_tree_node *child, basis *of, double visits) {
    return of->exploration * (double)child->prior / (1 + visits);
}

static lg_i_tree_choice select_puct(const lg_search *search, uint32_t slot, int32_t player, const uint64_t *mask) {
    const lg_i_tree_node *node = lg_i_tree_node_at(search, slot);
    const int32_t virtual_loss = search->config.virtual_loss;
    const double exploration = (double)search->config.exploration * sqrt(visits_of(node, virtual_loss));
    basis of = {mask, player, virtual_loss, exploration, lg_i_tree_mean(node, player), 0, 0, 0};
    return select_choose(search, node->family, &of, puct_bonus);
}

lg_i_tree_choice lg_i_tree_select_child(lg_search *search, uint32_t slot, int32_t player, const uint64_t *mask) {
    switch (search->config.policy) {
    case LG_SEARCH_PUCT: return select_puct(search, slot, player, mask);
    case LG_SEARCH_GUMBEL:
        return slot == 0 ? lg_i_gumbel_root(search) : lg_i_gumbel_inner(search, slot, player, mask);
    default: return select_uct(search, slot, player, mask);
    }
}
