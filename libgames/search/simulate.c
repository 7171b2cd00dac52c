/* One simulation: down the tree, and its value up again. */
#include "search/tree.h"

#include "game/drive.h"
#include "core/numbers.h"

bool lg_i_tree_is_done(const lg_search *search) {
    const lg_i_tree_node *root = lg_i_tree_node_at(search, 0);
    if (search->player < 0 || search->broken || search->simulations >= search->budget) return true;
    if (search->full && search->config.full == LG_SEARCH_FULL_STOP) return true;
    return root->proven != 0 || root->visits >= 2 * (uint32_t)LG_SEARCH_MAX_SIMULATIONS;
}

/* Gumbel's plan takes its step back. */
void lg_i_tree_take_back(lg_search *search) {
    const lg_i_tree_step *step = &search->steps[search->length];
    const lg_i_tree_node *node = lg_i_tree_node_at(search, step->slot);
    const bool made = search->length > 0 && step->slot != search->stride;
    if (made && node->visits == 0 && node->out == 0) lg_i_tree_unvisit(search, step->slot);
    search->rolling = false;
    search->plan = search->before;
    if (search->config.policy == LG_SEARCH_GUMBEL && search->length > 0) search->tried[search->steps[0].credit]--;
}

/* The root as far as the player to move there knows it: a new sample, or a kept one. */
static void simulate_sample(lg_search *search) {
    const lg_game *game = search->game;
    const int64_t number = search->entered++, budget = search->budget / 16;
    if (number == 0) { /* which later changes of the budget do not affect */
        const int64_t wanted = budget > 4 ? budget : 4;
        search->kept = wanted < search->config.samples ? (int32_t)wanted : search->config.samples;
    }
    const int64_t kept = search->kept;
    if (kept == 0) {
        lg_i_game_resample(game, search->root, search->player, &search->rng, search->state);
        return;
    }
    const bool anew = number < kept || number % LG_SEARCH_RESAMPLE == 0;
    const int64_t which = number < kept || !anew ? number % kept : number / LG_SEARCH_RESAMPLE % kept;
    void *sample = search->samples + (size_t)which * game->state_size;
    if (anew) lg_i_game_resample(game, search->root, search->player, &search->rng, sample);
    else lg_i_game_reseed(game, sample, &search->rng, sample);
    memcpy(search->state, sample, game->state_size);
}

/* Its state is the root as far as the player to move there knows it. */
void lg_i_tree_enter(lg_search *search) {
    const lg_game *game = search->game;
    if (search->rolling) lg_i_tree_take_back(search);
    lg_i_tree_use_leaf(search, search->out);
    if (search->exact) memcpy(search->state, search->root, game->state_size);
    else simulate_sample(search);
    search->length = 0;
    search->steps[0].slot = 0;
    search->before = search->plan;
}

/* The values of a state at which the simulation ends. */
static lg_i_tree_end take_outcome(lg_search *search) {
    lg_i_tree_set_outcome(search);
    if (search->solves) lg_i_tree_prove(search);
    return LG_I_TREE_END_KNOWN;
}

/* Whether the result of a state before the end is known, so that it need not be searched. */
static bool take_known(lg_search *search) {
    if (!lg_i_tree_set_known(search, search->mover)) return false;
    if (search->solves) lg_i_tree_prove(search);
    return true;
}

static lg_i_tree_end take_result(lg_search *search, const lg_i_tree_node *node) {
    memcpy(search->values, node->value, (size_t)search->game->players * sizeof *search->values);
    return LG_I_TREE_END_KNOWN;
}

static lg_i_tree_end simulate_give_up(lg_search *search) {
    search->broken = true;
    return LG_I_TREE_END_BROKEN;
}

/* Determines the player to move and, until the game is over, the legal actions; false if the game is faulty. */
static bool simulate_look(lg_search *search) {
    const lg_game *game = search->game;
    search->mover = lg_i_game_seat(game, search->state);
    if (search->mover < 0) return search->mover != LG_I_GAME_NOBODY;
    search->legal = game->type->rules.legal(game, search->state, search->mask);
    return search->legal > 0 && search->legal <= game->actions;
}

/* Gives the node that the simulation has reached children for the actions of its state, if the tree grows; false if it
 * does not. */
static bool grow(lg_search *search, uint32_t slot, bool outside, lg_i_tree_edges *edges) {
    const lg_i_tree_node *node = lg_i_tree_node_at(search, slot);
    const bool guided = search->config.greedy_prior > 0;
    if (node->family != 0) {
        *edges = lg_i_tree_edges_at(search, slot);
        const uint32_t known = edges->last + 1;
        (void)lg_i_tree_widen(search, slot, edges, search->mask, search->legal);
        if (!guided || outside) return true;
        lg_i_tree_guide(search, slot, known);
    } else {
        if (search->length >= lg_i_game_longest(search->game)) search->broken = true;
        if (outside || search->length >= (uint32_t)search->config.depth || (slot != 0 && node->visits == 0)) return false;
        const bool weighted = guided || lg_i_tree_is_noisy(search, slot);
        if (!lg_i_tree_expand(search, slot, search->mask, search->legal, search->mover, weighted, true)) return false;
        if (guided) lg_i_tree_guide(search, slot, 0);
        if (slot == 0) (void)lg_i_tree_add_noise(search);
        if (slot == 0) lg_i_tree_prove_known(search);
    }
    *edges = lg_i_tree_edges_at(search, slot);
    return true;
}

/* The next child: the policy's, or for some decisions of the others the one that greedy chooses. */
static inline lg_i_tree_choice simulate_choose(lg_search *search, uint32_t slot, const lg_i_tree_edges *edges,
                                               int32_t player) {
    const double share = (double)search->config.opponent_model;
    if (share > 0 && player != search->player && (double)lg_rng_next(&search->rng) < share * 4294967296.0) {
        const int32_t action = lg_i_drive_choose(search->game, search->state, LG_BOT_GREEDY, &search->rng);
        const uint32_t family = lg_i_tree_node_at(search, slot)->family;
        for (lg_i_tree_walk walk = lg_i_tree_walk_of(search, family); lg_i_tree_next(&walk);)
            if (walk.action == action) return (lg_i_tree_choice){walk.number, walk.number};
    }
    return lg_i_tree_select_child(search, slot, edges, player, search->exact ? NULL : search->allowed, false);
}

/* The slot of the next child, with the actions of its step. Without room for a new node it is an existing one; 0: there
 * is none. If the leaf's value will be known soon, it gets no node before. */
static inline uint32_t simulate_step(lg_search *search, lg_i_tree_step *step, const lg_i_tree_edges *edges,
                                     int32_t player, bool soon) {
    lg_i_tree_choice choice = simulate_choose(search, step->slot, edges, player);
    const uint32_t i = choice.child - 1;
    if (choice.child == 0) return 0;
    uint32_t slot = edges->to[i];
    const bool visited = lg_i_tree_has(edges, i), known = visited && (slot & LG_I_TREE_BRIEF) == 0;
    const uint32_t action = known && edges->action == NULL ? lg_i_tree_node_at(search, slot)->number : slot;
    step->action = (uint16_t)(edges->action != NULL ? lg_i_tree_listed(search, edges, i) : action);
    step->credit = step->action;
    if (!visited && soon && lg_i_tree_has_place(search)) {
        step[1].action = (uint16_t)i;
        slot = search->stride;
    } else if (!known) {
        slot = lg_i_tree_visit(search, lg_i_tree_node_at(search, step->slot)->family, edges, i);
    }
    if (choice.child != choice.credit) step->credit = lg_i_tree_action(search, edges, choice.credit - 1);
    if (slot != 0) return slot;
    choice = lg_i_tree_select_child(search, step->slot, edges, player, search->exact ? NULL : search->allowed, true);
    if (choice.child == 0) return 0;
    step->action = lg_i_tree_action(search, edges, choice.child - 1);
    if (search->config.policy != LG_SEARCH_GUMBEL || step->slot != 0)
        step->credit = lg_i_tree_action(search, edges, choice.credit - 1);
    return edges->to[choice.child - 1];
}

static inline lg_i_tree_end simulate_level(lg_search *search, bool outside) {
    const lg_game *game = search->game;
    lg_i_tree_step *step = &search->steps[search->length];
    const lg_i_tree_node *node = lg_i_tree_node_at(search, step->slot);
    lg_i_tree_edges edges;
    if (node->proven != 0) return take_result(search, node);
    if (node->waiting != 0) return LG_I_TREE_END_WAITING;
    const bool known = search->exact && node->family != 0;
    if (known) {
        edges = lg_i_tree_edges_at(search, step->slot);
        search->mover = (int32_t)edges.extra;
    } else {
        if (!simulate_look(search)) return simulate_give_up(search);
        if (search->mover < 0) return take_outcome(search);
        if (search->exact && search->length > 0 && take_known(search)) return LG_I_TREE_END_KNOWN;
        if (!grow(search, step->slot, outside, &edges))
            return search->broken ? LG_I_TREE_END_BROKEN : LG_I_TREE_END_LEAF;
        if (search->broken) return LG_I_TREE_END_BROKEN;
        if (node->proven != 0) return take_result(search, node); /* since it has children, which are known */
    }
    const uint32_t child = simulate_step(search, step, &edges, search->mover, !outside);
    if (child == 0) return known && !simulate_look(search) ? simulate_give_up(search) : LG_I_TREE_END_LEAF;
    __builtin_prefetch(lg_i_tree_head_at(search, lg_i_tree_node_at(search, child)->family)); /* in time for its turn */
    if (game->type->rules.apply(game, search->state, step->action, search->state) != LG_OK)
        return simulate_give_up(search);
    search->length++;
    step[1].slot = child;
    return LG_I_TREE_END_NONE;
}

/* Called from two places, so that the compiler makes one function of all that a level needs. */
__attribute__((noinline)) lg_i_tree_end lg_i_tree_go_down(lg_search *search, bool outside, bool on) {
    lg_i_tree_end end;
    do end = simulate_level(search, outside);
    while (on && end == LG_I_TREE_END_NONE);
    return end;
}

/* From this node of the path upwards the value of a proven child counts, if the policy chose one. */
static void take_credit(lg_search *search, const lg_i_tree_step *step) {
    const uint32_t slot = lg_i_tree_child(search, step->slot, step->credit);
    lg_i_tree_node *child = lg_i_tree_node_at(search, slot);
    if (slot == 0 || child->proven == 0) return;
    child->visits++;
    memcpy(search->values, child->value, (size_t)search->game->players * sizeof *search->values);
}

void lg_i_tree_back_up(lg_search *search) {
    const bool had_node = search->steps[search->length].slot != search->stride;
    lg_i_tree_settle(search, true);
    for (uint32_t i = search->length + (search->steps[search->length].slot != search->stride); i-- > 0;) {
        const lg_i_tree_step *step = &search->steps[i];
        lg_i_tree_node *node = lg_i_tree_node_at(search, step->slot);
        if (i < search->length && step->credit != step->action) take_credit(search, step);
        node->visits++;
        if (node->proven != 0) continue;
        for (int32_t p = 0; p < search->game->players; p++) node->value[p] += search->values[p];
        if (had_node && i == search->length && i > 0) lg_i_tree_shorten(search, step->slot);
    }
    search->simulations++;
    search->levels += search->length;
    if (search->length > search->deepest) search->deepest = search->length;
}

void lg_i_tree_run(lg_search *search, lg_search_stop *stop, void *context) {
    while (!lg_i_tree_is_done(search)) {
        lg_i_tree_end end = search->rolling ? LG_I_TREE_END_LEAF : LG_I_TREE_END_NONE;
        if (!search->rolling) {
            if (stop != NULL && stop(context, search)) return;
            if (search->full || search->garbage > 0) lg_i_tree_make_room(search);
            lg_i_tree_enter(search);
        }
        if (end == LG_I_TREE_END_NONE) end = lg_i_tree_go_down(search, search->config.evaluator != NULL, true);
        if (end == LG_I_TREE_END_BROKEN || (end == LG_I_TREE_END_LEAF && !lg_i_tree_leaf_value(search, stop, context)))
            return;
        lg_i_tree_back_up(search);
    }
}
