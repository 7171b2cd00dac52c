/* Choosing among the children of a node: UCT and PUCT. */
#include "search/tree.h"

#include "core/numbers.h"
#include "game/calls.h"

#include <math.h>

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

/* The numbers on which the scores of a node's children depend. */
typedef struct basis {
    lg_i_tree_head *head;
    const lg_i_tree_edges *edges;
    const uint64_t *allowed;
    int32_t player, players, virtual_loss;
    bool known;         /* no child without a node */
    double exploration; /* PUCT: with the square root of the node's visits */
    double unknown;     /* the value of a child without visits */
    double most;        /* PUCT: the bonus of a child without visits, unless they have their own priors */
    /* UCT: the logarithm of the node's visits; if children have their own numbers in their place (lg_i_tree_edges), the
     * logarithm for the child before, which is usually the same. */
    double log_n;
    uint32_t number;
} basis;

/* The bonus of child i, from 0; `visits` are those with leaves that are out. */
typedef double bonus_of(basis *of, uint32_t i, double visits);

/* Each leaf that is out counts as this number of lost visits. */
static int64_t losses(const lg_i_tree_node *node, int32_t virtual_loss) {
    return (int64_t)node->out * virtual_loss;
}

static double visits_of(const lg_i_tree_node *node, int32_t virtual_loss) {
    return (double)(node->visits + losses(node, virtual_loss));
}

/* The mean value of child i and its bonus; `some`: the number is not 0. */
static inline double score_of(basis *of, uint32_t i, double sum, int64_t number, bool some, bonus_of *bonus) {
    const double visits = (double)number;
    return (some || number > 0 ? sum / visits : of->unknown) + bonus(of, i, visits);
}

/* The best child if some are proven. */
static lg_i_tree_choice choose_open(const lg_search *search, uint32_t family, basis *of, bonus_of *bonus) {
    lg_i_tree_ranking ranking = {0, 0, 0, 0, 0};
    for (lg_i_tree_walk walk = lg_i_tree_walk_of(search, family); lg_i_tree_next(&walk);) {
        const lg_i_tree_node *child = walk.child;
        const uint32_t i = walk.number - 1;
        if (!lg_i_tree_allows(of->allowed, walk.number) || (of->known && walk.slot == 0)) continue;
        const int64_t lost = losses(child, of->virtual_loss);
        const double sum = walk.brief != 0 ? lg_i_tree_walk_mean(&walk, of->player) : child->value[of->player];
        if (lg_i_tree_is_lost(child, of->player)) ranking.lost = walk.number;
        else if (child->proven == 0)
            lg_i_tree_rank(&ranking, walk.number, false,
                           score_of(of, i, sum - (double)lost, child->visits + lost, false, bonus));
        else
            lg_i_tree_rank(&ranking, walk.number, true,
                           child->value[of->player] + bonus(of, i, visits_of(child, of->virtual_loss)));
    }
    return lg_i_tree_ranked(&ranking);
}

/* The children among 64 from this number on, restricted to `allowed`. */
static inline uint64_t children_from(const basis *of, uint32_t first, bool allowed) {
    const uint64_t all = lg_i_tree_all(of->edges, first);
    return allowed && of->allowed != NULL ? all & of->allowed[first / 64] : all;
}

/* The first of the children without visits that have the largest prior. Restricted to `allowed`. */
static uint32_t largest_fresh(basis of, bool allowed) {
    float prior = -1;
    uint32_t best = 0;
    for (uint32_t first = 0; first <= of.edges->last; first += 64)
        for (uint64_t bits = children_from(&of, first, allowed) & ~lg_i_tree_visited(of.edges, first); bits != 0;) {
            const uint32_t i = first + (uint32_t)lg_i_bits_take(&bits);
            best = of.edges->prior[i] > prior ? i + 1 : best;
            prior = of.edges->prior[i] > prior ? of.edges->prior[i] : prior;
        }
    return best;
}

/* The one of the allowed children without visits whose score is best: they differ only in their priors. The head stores
 * the one of all children, which is worthwhile if mostly all are allowed, or there are many. */
static inline uint32_t best_fresh(const basis *of) {
    if (of->allowed != NULL && of->edges->last < 64) return largest_fresh(*of, true);
    if (of->head->fresh == 0) {
        const uint32_t best = largest_fresh(*of, false);
        of->head->fresh = best == 0 ? LG_I_TREE_NO_FRESH : best < LG_I_TREE_NO_FRESH ? best & LG_I_TREE_NO_FRESH : 0;
        if (of->head->fresh == 0) return largest_fresh(*of, true);
    }
    const uint32_t known = of->head->fresh;
    if (known == LG_I_TREE_NO_FRESH) return 0;
    return lg_i_tree_allows(of->allowed, known) ? known : largest_fresh(*of, true);
}

/* The first of the best children; `few`: there are few; `out`: leaves may be out; `nodes`: only one with a node, since
 * there is no room for others. */
static inline lg_i_tree_choice choose_among(lg_search *search, uint32_t family, basis *of, bonus_of *bonus, bool few,
                                            bool out, bool nodes) {
    double most = -INFINITY, most_known = -INFINITY;
    uint32_t best = 0, known = 0, fresh = 0;
    for (uint32_t first = 0; first <= of->edges->last; first += 64) {
        const uint64_t some = children_from(of, first, true), visited = lg_i_tree_visited(of->edges, first);
        if (fresh == 0 && (some & ~visited) != 0) fresh = first + (uint32_t)lg_i_bits_lowest(some & ~visited) + 1;
        for (uint64_t bits = some & visited; bits != 0;) {
            const uint32_t i = first + (uint32_t)lg_i_bits_take(&bits);
            const uint32_t to = of->edges->to[i];
            const bool brief = (to & LG_I_TREE_BRIEF) != 0;
            int64_t number = 1;
            double sum;
            if (brief) {
                sum = lg_i_tree_brief_value(to, of->players, of->player);
            } else {
                const lg_i_tree_node *child = lg_i_tree_node_at(search, to);
                if (child->proven != 0) {
                    basis copy = *of; /* so that the other one stays in registers */
                    return choose_open(search, family, &copy, bonus);
                }
                const int64_t lost = out ? losses(child, of->virtual_loss) : 0;
                number = child->visits + lost;
                sum = child->value[of->player] - (double)lost;
            }
            const double score = score_of(of, i, sum, number, !out, bonus);
            if (few) { /* which one is best can't be foreseen: no branch */
                best ^= (best ^ (i + 1)) & (score > most ? ~(uint32_t)0 : 0);
                most = score > most ? score : most;
            } else if (score > most) {
                best = i + 1;
                most = score;
            }
            if (!nodes || brief || score <= most_known) continue;
            known = i + 1;
            most_known = score;
        }
    }
    if (of->edges->prior != NULL && of->exploration > 0) fresh = best_fresh(of);
    const double other = fresh == 0 ? -INFINITY : of->unknown + bonus(of, fresh - 1, 0);
    if (fresh > 0 && (other > most || (other >= most && fresh < best))) best = fresh;
    if (!nodes) return (lg_i_tree_choice){best, best};
    search->refused += !of->known && best != known;
    return (lg_i_tree_choice){known, known};
}

static inline lg_i_tree_choice select_choose(lg_search *search, uint32_t family, basis *of, bonus_of *bonus) {
    if (of->known || lg_i_tree_is_tight(search)) {
        basis copy = *of;
        return choose_among(search, family, &copy, bonus, false, true, true);
    }
    if (of->edges->last >= 64) return choose_among(search, family, of, bonus, false, true, false);
    return search->out == 0 ? choose_among(search, family, of, bonus, true, false, false)
                            : choose_among(search, family, of, bonus, true, true, false);
}

/* ---- UCT ---- */

static inline double uct_bonus(basis *of, uint32_t i, double visits) {
    const uint32_t number = lg_i_tree_available(of->edges, i);
    if (number != of->number) {
        of->number = number;
        of->log_n = lg_i_numbers_log((double)number);
    }
    return visits > 0 ? of->exploration * sqrt(of->log_n / visits) : 0;
}

/* The allowed children among 64 that no simulation has reached. Children of the root that are proven beforehand have
 * nodes without visits: of these, losses need no simulation. */
static uint64_t fresh_from(const lg_search *search, const basis *of, uint32_t first) {
    const uint64_t allowed = children_from(of, first, true), visited = lg_i_tree_visited(of->edges, first);
    uint64_t fresh = allowed & ~visited;
    if (of->head->owner != 0 || !search->solves || !lg_i_game_has_known(search->game)) return fresh;
    for (uint64_t bits = allowed & visited; bits != 0;) {
        const uint32_t i = (uint32_t)lg_i_bits_take(&bits);
        const lg_i_tree_node *child = lg_i_tree_at(search, of->edges, first + i);
        if (child->visits + child->out == 0 && !lg_i_tree_is_lost(child, of->player)) fresh |= (uint64_t)1 << i;
    }
    return fresh;
}

/* The number of all such children. Counts the simulations in which each child could be chosen. */
static uint32_t count_fresh(const lg_search *search, const basis *of) {
    const bool alike = lg_i_tree_are_alike(of->edges);
    uint32_t fresh = 0;
    if (alike && of->edges->few[0] < UINT16_MAX) of->edges->few[0]++;
    for (uint32_t first = 0; first <= of->edges->last; first += 64) {
        fresh += (uint32_t)lg_i_bits_count(fresh_from(search, of, first));
        for (uint64_t bits = search->counts && !alike ? children_from(of, first, true) : 0; bits != 0;) {
            const uint32_t i = first + (uint32_t)lg_i_bits_take(&bits);
            if (of->edges->available != NULL) of->edges->available[i]++;
            else if (of->edges->few[i] < UINT16_MAX) of->edges->few[i]++; /* more only where there was no room */
        }
    }
    return fresh;
}

/* The number of the child of this rank. */
static uint32_t fresh_child(const lg_search *search, const basis *of, uint32_t rank) {
    for (uint32_t first = 0;; first += 64) {
        const uint64_t fresh = fresh_from(search, of, first);
        const uint32_t count = (uint32_t)lg_i_bits_count(fresh);
        if (rank < count) return first + (uint32_t)lg_i_bits_select(fresh, rank) + 1;
        rank -= count;
    }
}

static inline lg_i_tree_choice select_uct(lg_search *search, const lg_i_tree_node *node, basis of) {
    const uint32_t fresh = of.known ? 0 : count_fresh(search, &of);
    if (fresh > 0) {
        const uint32_t child = fresh_child(search, &of, lg_rng_below(&search->rng, fresh));
        return (lg_i_tree_choice){child, child};
    }
    const double all = visits_of(node, of.virtual_loss);
    if (search->exact && all > 1) of.log_n = lg_i_numbers_log(all);
    return select_choose(search, node->family, &of, uct_bonus);
}

/* ---- PUCT ---- */

static inline double puct_bonus(basis *of, uint32_t i, double visits) {
    const double most = of->edges->prior != NULL ? of->exploration * (double)of->edges->prior[i] : of->most;
    return most / (1 + visits);
}

static inline lg_i_tree_choice select_puct(lg_search *search, const lg_i_tree_node *node, basis of) {
    of.exploration *= sqrt(visits_of(node, of.virtual_loss));
    of.unknown = lg_i_tree_mean(node, of.player);
    if (of.edges->prior == NULL) of.most = of.exploration * (double)lg_i_tree_equal_prior(search, of.edges);
    return select_choose(search, node->family, &of, puct_bonus);
}

lg_i_tree_choice lg_i_tree_select_child(lg_search *search, uint32_t slot, const lg_i_tree_edges *edges, int32_t player,
                                        const uint64_t *allowed, bool known) {
    if (search->config.policy == LG_SEARCH_GUMBEL)
        return slot == 0 && !known ? lg_i_gumbel_root(search) : lg_i_gumbel_inner(search, slot, player, allowed, known);
    const bool puct = search->config.policy == LG_SEARCH_PUCT;
    if (puct && edges->last == 0 && search->exact && !known && !search->full) return (lg_i_tree_choice){1, 1};
    const lg_i_tree_node *node = lg_i_tree_node_at(search, slot);
    const basis of = {lg_i_tree_head_at(search, node->family), edges, allowed, player, search->game->players,
                      search->config.virtual_loss, known, (double)search->config.exploration, 0, 0, 0, 0};
    return puct ? select_puct(search, node, of) : select_uct(search, node, of);
}
