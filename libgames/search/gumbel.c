/* Gumbel's policy (I. Danihelka, A. Guez, J. Schrittwieser, D. Silver, "Policy improvement by planning with Gumbel",
 * 2022): sequential halving at the root, below it the child that is furthest behind the improved policy. */
#include "search/tree.h"

#include "core/numbers.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

/* The least prior, since 0 has no logarithm. */
#define LEAST_PRIOR 1e-12

static double prior_of(const lg_i_tree_walk *walk) {
    return (double)walk->prior > LEAST_PRIOR ? (double)walk->prior : LEAST_PRIOR;
}

/* ---- values of children without visits, and the improved policy ---- */

/* The numbers on which the improved policy of a node's children depends. */
typedef struct gumbel_basis {
    int32_t player;
    double scale;
    double mixed; /* the value of a child without visits */
    double tried; /* visits and leaves that are out, of all allowed children */
    double prior, logarithm; /* of the child before, which often has the same */
} gumbel_basis;

/* The mixed value is the paper's v_mix: the node's value mixed with the values of its visited children, weighted by
 * their priors. */
static gumbel_basis gumbel_basis_of(const lg_search *search, uint32_t family, int32_t player,
                                    const uint64_t *allowed) {
    const double own = (double)*lg_i_tree_valued(lg_i_tree_head_at(search, family));
    double visits = 0, out = 0, priors = 0, sum = 0;
    uint32_t most = 0;
    for (lg_i_tree_walk walk = lg_i_tree_walk_of(search, family); lg_i_tree_next_visited(&walk);) {
        if (walk.child->visits > most) most = walk.child->visits;
        if (!lg_i_tree_allows(allowed, walk.number)) continue;
        out += (double)walk.child->out;
        if (walk.child->visits == 0) continue;
        visits += walk.child->visits;
        priors += prior_of(&walk);
        sum += prior_of(&walk) * lg_i_tree_walk_mean(&walk, player);
    }
    const double scale = ((double)search->config.visit_scale + most) * (double)search->config.value_scale;
    const double mixed = visits > 0 ? (own + visits / priors * sum) / (1 + visits) : own;
    return (gumbel_basis){player, scale, mixed, visits + out, 1, 0};
}

/* The logit with the value added; the improved policy is their softmax. Leaves that are out count as lost. */
static double improved_logit(const lg_i_tree_walk *walk, gumbel_basis *of) {
    const lg_search *search = walk->search;
    const lg_i_tree_node *child = walk->child;
    const double lost = child->proven != 0 ? 0 : (double)child->out * search->config.virtual_loss;
    const double visits = (double)child->visits, prior = prior_of(walk);
    const double known = child->visits > 0 ? lg_i_tree_walk_mean(walk, of->player) : of->mixed;
    const double value = lost > 0 ? (known * visits - lost) / (visits + lost) : known;
    if (prior < of->prior || prior > of->prior) of->logarithm = lg_i_numbers_log(prior);
    of->prior = prior;
    return of->logarithm + of->scale * (value + 1) / 2;
}

/* Sets search->weights to the improved policy: one for each allowed child, in their order. */
static void gumbel_weigh(const lg_search *search, uint32_t family, gumbel_basis *of, const uint64_t *allowed) {
    uint32_t count = 0;
    double most = -1e300, sum = 0;
    for (lg_i_tree_walk walk = lg_i_tree_walk_of(search, family); lg_i_tree_next(&walk);) {
        if (!lg_i_tree_allows(allowed, walk.number)) continue;
        const double weight = improved_logit(&walk, of);
        search->weights[count++] = weight;
        if (weight > most) most = weight;
    }
    for (uint32_t i = 0; i < count; i++) search->weights[i] -= most;
    lg_i_numbers_exps(search->weights, count);
    for (uint32_t i = 0; i < count; i++) sum += search->weights[i];
    for (uint32_t i = 0; i < count; i++) search->weights[i] /= sum;
}

void lg_i_gumbel_policy(const lg_search *search) {
    const uint32_t family = lg_i_tree_node_at(search, 0)->family;
    gumbel_basis of = gumbel_basis_of(search, family, search->player, NULL);
    gumbel_weigh(search, family, &of, NULL);
}

lg_i_tree_choice lg_i_gumbel_inner(lg_search *search, uint32_t slot, int32_t player, const uint64_t *allowed,
                                   bool known) {
    const uint32_t family = lg_i_tree_node_at(search, slot)->family;
    gumbel_basis of = gumbel_basis_of(search, family, player, allowed);
    lg_i_tree_ranking ranking = {0, 0, 0, 0, 0};
    const double *weight = search->weights;
    gumbel_weigh(search, family, &of, allowed);
    for (lg_i_tree_walk walk = lg_i_tree_walk_of(search, family); lg_i_tree_next(&walk);) {
        if (!lg_i_tree_allows(allowed, walk.number)) continue;
        const double tried = (double)walk.child->visits + (double)walk.child->out;
        const double score = *weight++ - tried / (1 + of.tried);
        if (known && walk.slot == 0) continue;
        if (lg_i_tree_is_lost(walk.child, player)) ranking.lost = walk.number;
        else lg_i_tree_rank(&ranking, walk.number, walk.child->proven != 0, score);
    }
    return lg_i_tree_ranked(&ranking);
}

/* ---- the root's plan ---- */

/* The number of the root's actions that are candidates at first. */
static int32_t gumbel_considered(const lg_search *search) {
    const int32_t legal = (int32_t)lg_i_tree_edges_at(search, 0).last + 1;
    return search->config.considered < legal ? search->config.considered : legal;
}

/* The number of tries of each candidate before they are halved: each halving gets an equal part of the budget. */
static int32_t rounds_of(const lg_search *search) {
    int32_t halvings = 0;
    while (((int64_t)1 << halvings) < gumbel_considered(search)) halvings++;
    if (halvings == 0) return INT32_MAX;
    const int64_t rounds = search->config.simulations / ((int64_t)halvings * search->plan.candidates);
    return rounds < 1 ? 1 : (int32_t)rounds;
}

void lg_i_gumbel_begin(lg_search *search) {
    if (search->config.policy != LG_SEARCH_GUMBEL) return;
    for (int32_t i = 0; i < search->game->actions; i++) search->gumbel[i] = (float)lg_i_numbers_gumbel(&search->rng);
    memset(search->tried, 0, (size_t)search->game->actions * sizeof *search->tried);
    search->plan.candidates = 0;
    search->plan.turn = 0;
    search->plan.round = 0;
}

/* The children of the root that have been tried this number of times, by noise, prior and value. */
static lg_i_tree_ranking rank_tried(const lg_search *search, uint32_t tried) {
    const uint32_t family = lg_i_tree_node_at(search, 0)->family;
    gumbel_basis of = gumbel_basis_of(search, family, search->player, NULL);
    lg_i_tree_ranking ranking = {0, 0, 0, 0, 0};
    for (lg_i_tree_walk walk = lg_i_tree_walk_of(search, family); lg_i_tree_next(&walk);) {
        if (search->tried[walk.action] != tried) continue;
        const double score = improved_logit(&walk, &of) + (double)search->gumbel[walk.action];
        lg_i_tree_rank(&ranking, walk.number, walk.child->proven != 0, score);
    }
    return ranking;
}

/* After a turn: the next round, after the last one the next half. */
static void turn_over(lg_search *search) {
    lg_i_tree_plan *plan = &search->plan;
    if (++plan->turn < plan->candidates) return;
    plan->turn = 0;
    plan->round++;
    if (--plan->rounds > 0) return;
    if (plan->candidates > 1) plan->candidates = plan->candidates / 2 < 2 ? 2 : plan->candidates / 2;
    plan->rounds = rounds_of(search);
}

/* The plan chooses the child; if it is proven, the simulation itself goes where it would go below the root. */
lg_i_tree_choice lg_i_gumbel_root(lg_search *search) {
    if (search->plan.candidates == 0) {
        search->plan.candidates = gumbel_considered(search);
        search->plan.rounds = rounds_of(search);
    }
    const lg_i_tree_ranking ranking = rank_tried(search, search->plan.round);
    const uint32_t credit = ranking.all;
    if (credit == 0) return (lg_i_tree_choice){0, 0};
    const lg_i_tree_head *head = lg_i_tree_head_at(search, lg_i_tree_node_at(search, 0)->family);
    const lg_i_tree_edges edges = lg_i_tree_edges_of(search, head);
    search->tried[lg_i_tree_action(search, &edges, credit - 1)]++;
    turn_over(search);
    if (ranking.open == credit) return (lg_i_tree_choice){credit, credit};
    return (lg_i_tree_choice){lg_i_gumbel_inner(search, 0, search->player, NULL, false).child, credit};
}

uint32_t lg_i_gumbel_best(const lg_search *search) {
    uint32_t most = 0;
    for (lg_i_tree_walk walk = lg_i_tree_walk_of(search, lg_i_tree_node_at(search, 0)->family); lg_i_tree_next(&walk);)
        if (search->tried[walk.action] > most) most = search->tried[walk.action];
    return rank_tried(search, most).all;
}
