/* Proven results, passed up the tree (M. H. M. Winands, Y. Bjornsson, J. Saito, "Monte-Carlo Tree Search Solver",
 * 2008), for any number of players. */
#include "search/tree.h"

#include "core/numbers.h"
#include "game/calls.h"

void lg_i_tree_set_outcome(lg_search *search) {
    float outcome[LG_MAX_PLAYERS] = {0};
    search->game->type->rules.outcome(search->game, search->state, outcome);
    for (int32_t p = 0; p < search->game->players; p++) search->values[p] = lg_i_numbers_value(outcome[p]);
}

static bool are_equal(const lg_search *search, const lg_i_tree_node *a, const lg_i_tree_node *b) {
    for (int32_t p = 0; p < search->game->players; p++)
        if (a->value[p] < b->value[p] || a->value[p] > b->value[p]) return false;
    return true;
}

/* The child whose result is the node's; NULL while that is not certain. With three or more players, a choice between
 * equal values may decide the outcomes of the others. */
static lg_i_tree_node *decisive_child(const lg_search *search, uint32_t family) {
    const uint32_t player = lg_i_tree_edges_of(search, lg_i_tree_head_at(search, family)).extra;
    const lg_i_tree_node *best = NULL;
    bool open = false, tied = false;
    for (lg_i_tree_walk walk = lg_i_tree_walk_of(search, family); lg_i_tree_next(&walk);) {
        const lg_i_tree_node *child = walk.child;
        if (child->proven == 0) {
            open = true;
        } else if (best == NULL || child->value[player] > best->value[player]) {
            best = child;
            tied = false;
        } else if (child->value[player] >= best->value[player]) {
            tied |= !are_equal(search, child, best);
        }
    }
    if (best == NULL || (search->game->players > 2 ? open || tied : open && best->value[player] < 1)) return NULL;
    return (lg_i_tree_node *)(uintptr_t)best;
}

static void set_result(const lg_search *search, lg_i_tree_node *node, const double *result) {
    memcpy(node->value, result, (size_t)search->game->players * sizeof *result);
    node->proven = 1;
}

void lg_i_tree_prove(lg_search *search) {
    lg_i_tree_settle(search, false);
    set_result(search, lg_i_tree_node_at(search, search->steps[search->length].slot), search->values);
    for (uint32_t i = search->length; i-- > 0;) {
        lg_i_tree_node *node = lg_i_tree_node_at(search, search->steps[i].slot);
        const lg_i_tree_node *child = decisive_child(search, node->family);
        if (child == NULL) return;
        set_result(search, node, child->value);
    }
}

/* ---- results known in advance ---- */

#define LATEST 1000 /* moves: beyond them all wins are alike */
#define SOONER (1 / (double)((int64_t)1 << 40)) /* which a float does not show */

/* The value of a win in `moves` moves, the higher the sooner; all are above the win of a game without such
 * knowledge. */
static double solver_win_in(int32_t moves) {
    return 1 + SOONER * (double)(LATEST - (moves < LATEST ? moves : LATEST));
}

bool lg_i_tree_set_known(lg_search *search, int32_t player) {
    float drawn;
    const int32_t moves = search->exact ? lg_i_game_known(search->game, search->state, &drawn) : 0;
    if (moves == 0 || moves == LG_KNOWN_DRAWN) return false;
    const int32_t winner = moves > 0 ? player : 1 - player;
    search->values[winner] = solver_win_in(moves > 0 ? moves : -moves);
    search->values[1 - winner] = -search->values[winner];
    return true;
}

void lg_i_tree_prove_known(lg_search *search) {
    const lg_game *game = search->game;
    const uint32_t family = lg_i_tree_node_at(search, 0)->family;
    if (!lg_i_game_has_known(game) || !search->solves || family == 0) return;
    for (lg_i_tree_walk walk = lg_i_tree_walk_of(search, family); lg_i_tree_next(&walk);) {
        if (game->type->rules.apply(game, search->root, walk.action, search->state) != LG_OK) continue;
        const int32_t player = lg_i_game_seat(game, search->state);
        if (player < 0) lg_i_tree_set_outcome(search);
        else if (!lg_i_tree_set_known(search, player)) continue;
        for (int32_t p = 0; player < 0 && p < 2; p++)
            if (search->values[p] >= 1 || search->values[p] <= -1) search->values[p] *= solver_win_in(0);
        const uint32_t slot = lg_i_tree_visit(search, family, &walk.edges, walk.number - 1);
        if (slot != 0) set_result(search, lg_i_tree_node_at(search, slot), search->values);
    }
    memcpy(search->state, search->root, game->state_size);
    lg_i_tree_node *best = decisive_child(search, family);
    if (best == NULL) return;
    best->visits = 1; /* the root's only one: nothing is left to be searched */
    set_result(search, lg_i_tree_node_at(search, 0), best->value);
}
