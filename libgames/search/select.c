/* Choosing among the children of a node: UCT and PUCT. */
#include "search/tree.h"

#include "search/numbers.h"

#include <math.h>

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

/* What the scores of a node's children depend on. */
typedef struct basis {
    const uint64_t *mask;
    int32_t player, virtual_loss;
    double exploration; /* PUCT: with the square root of the node's visits */
    double unknown;     /* PUCT: the value of a child without visits */
    double log_all;     /* UCT: the logarithm of the node's visits, where it is the same for all children */
    bool exact;
} basis;

/* Visits, with those of leaves that are out, each of which has lost. */
static double visits_of(const lg_i_node *node, int32_t virtual_loss) {
    return (double)(node->visits + (int64_t)node->out * virtual_loss);
}

/* The mean value of a child with so many visits; `unknown` without any. No branch: which children have visits can't be
 * foreseen. */
static double value_of(const lg_i_node *child, const basis *of, double visits, double unknown) {
    const double none = (double)(visits <= 0), lost = (double)((int64_t)child->out * of->virtual_loss);
    return (child->value[of->player] - lost + none * unknown) / (visits + none);
}

/* ---- the best child ---- */

typedef double part_of_score(const lg_i_node *child, const basis *of, double visits);

static const lg_i_node *next_node(const lg_search *search, const lg_i_node *node) {
    return (const lg_i_node *)(const void *)((const char *)node + search->stride);
}

static bool is_allowed(const lg_i_node *child, const basis *of) {
    return of->mask == NULL || lg_i_in_mask(of->mask, child->action);
}

/* Where some are proven. */
static lg_i_choice choose_open(const lg_search *search, uint32_t family, const basis *of, part_of_score *value,
                               part_of_score *bonus) {
    const uint32_t last = family + lg_i_head_at(search, family)->count;
    lg_i_ranking ranking = {0, 0, 0, 0, 0};
    for (uint32_t at = family + 1; at <= last; at++) {
        const lg_i_node *child = lg_i_node_at(search, at);
        if (!is_allowed(child, of)) continue;
        if (lg_i_is_lost(child, of->player)) {
            ranking.lost = at;
            continue;
        }
        const double visits = visits_of(child, of->virtual_loss);
        const double mean = child->proven != 0 ? child->value[of->player] : value(child, of, visits);
        lg_i_rank(&ranking, at, child->proven != 0, mean + bonus(child, of, visits));
    }
    return lg_i_ranked(&ranking);
}

/* The first of the best ones. Which that is can't be foreseen either. */
static inline lg_i_choice choose(const lg_search *search, uint32_t family, const basis *of, part_of_score *value,
                                 part_of_score *bonus) {
    const uint32_t count = lg_i_head_at(search, family)->count;
    const lg_i_node *child = lg_i_node_at(search, family + 1);
    double most = -INFINITY;
    uint32_t best = 0, proven = 0;
    for (uint32_t i = 1; i <= count; i++, child = next_node(search, child)) {
        if (!is_allowed(child, of)) continue;
        const double visits = visits_of(child, of->virtual_loss);
        const double score = value(child, of, visits) + bonus(child, of, visits);
        const uint32_t better = score > most ? ~(uint32_t)0 : 0;
        best ^= (best ^ i) & better;
        most = score > most ? score : most;
        proven |= child->proven;
    }
    if (proven != 0) return choose_open(search, family, of, value, bonus);
    const uint32_t slot = best == 0 ? 0 : family + best;
    return (lg_i_choice){slot, slot};
}

/* ---- UCT ---- */

static inline double uct_value(const lg_i_node *child, const basis *of, double visits) {
    return value_of(child, of, visits, 0);
}

static inline double uct_bonus(const lg_i_node *child, const basis *of, double visits) {
    const double log_n = of->exact ? of->log_all : lg_i_log((double)child->available);
    return visits > 0 ? of->exploration * sqrt(log_n / visits) : 0;
}

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

/* Counts the allowed children without visits. */
static uint32_t count_fresh(lg_search *search, uint32_t family, const uint64_t *mask, int32_t player) {
    const uint32_t last = family + lg_i_head_at(search, family)->count;
    uint32_t fresh = 0;
    for (uint32_t at = family + 1; at <= last; at++) {
        lg_i_node *child = lg_i_node_at(search, at);
        if (mask != NULL && !lg_i_in_mask(mask, child->action)) continue;
        child->available++;
        fresh += child->visits + child->out == 0 && !lg_i_is_lost(child, player);
    }
    return fresh;
}

static lg_i_choice select_uct(lg_search *search, uint32_t slot, int32_t player, const uint64_t *mask) {
    const lg_i_node *node = lg_i_node_at(search, slot);
    const uint32_t fresh = count_fresh(search, node->family, mask, player);
    if (fresh > 0) {
        const uint32_t child = fresh_child(search, node->family, mask, lg_rng_below(&search->rng, fresh));
        return (lg_i_choice){child, child};
    }
    const int32_t virtual_loss = search->config.virtual_loss;
    const double all = visits_of(node, virtual_loss), log_all = search->exact && all > 1 ? lg_i_log(all) : 0;
    const basis of = {mask, player, virtual_loss, (double)search->config.exploration, 0, log_all, search->exact};
    return choose(search, node->family, &of, uct_value, uct_bonus);
}

/* ---- PUCT ---- */

static inline double puct_value(const lg_i_node *child, const basis *of, double visits) {
    return value_of(child, of, visits, of->unknown);
}

static inline double puct_bonus(const lg_i_node *child, const basis *of, double visits) {
    return of->exploration * (double)child->prior / (1 + visits);
}

static lg_i_choice select_puct(const lg_search *search, uint32_t slot, int32_t player, const uint64_t *mask) {
    const lg_i_node *node = lg_i_node_at(search, slot);
    const int32_t virtual_loss = search->config.virtual_loss;
    const double exploration = (double)search->config.exploration * sqrt(visits_of(node, virtual_loss));
    const basis of = {mask, player, virtual_loss, exploration, lg_i_mean(node, player), 0, search->exact};
    return choose(search, node->family, &of, puct_value, puct_bonus);
}

lg_i_choice lg_i_select_child(lg_search *search, uint32_t slot, int32_t player, const uint64_t *mask) {
    switch (search->config.policy) {
    case LG_SEARCH_PUCT: return select_puct(search, slot, player, mask);
    case LG_SEARCH_GUMBEL:
        return slot == 0 ? lg_i_gumbel_root(search) : lg_i_gumbel_inner(search, slot, player, mask);
    default: return select_uct(search, slot, player, mask);
    }
}
