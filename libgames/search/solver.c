/* Results that are certain, handed up the tree (M. H. M. Winands, Y. Bjornsson, J. Saito, "Monte-Carlo Tree Search
 * Solver", 2008), for any number of players. */
#include "search/tree.h"

static bool are_equal(const lg_search *search, const lg_i_tree_node *a, const lg_i_tree_node *b) {
    for (int32_t p = 0; p < search->game.players; p++)
        if (a->value[p] < b->value[p] || a->value[p] > b->value[p]) return false;
    return true;
}

/* The child whose result is that of the node; NULL while that is not certain. With three players and more, a choice
 * between equals may decide what the others get. */
static const lg_i_tree_node *decisive_child(const lg_search *search, uint32_t family) {
    const lg_i_tree_head *head = lg_i_tree_head_at(search, family);
    const int32_t player = head->player;
    const lg_i_tree_node *best = NULL;
    bool open = false, tied = false;
    for (uint32_t i = 1; i <= head->count; i++) {
        const lg_i_tree_node *child = lg_i_tree_node_at(search, family + i);
        if (child->proven == 0) {
            open = true;
        } else if (best == NULL || child->value[player] > best->value[player]) {
            best = child;
            tied = false;
        } else if (child->value[player] >= best->value[player]) {
            tied |= !are_equal(search, child, best);
        }
    }
    if (search->game.players > 2) return open || tied ? NULL : best;
    return best != NULL && (!open || best->value[player] >= 1) ? best : NULL;
}

static void set_result(const lg_search *search, lg_i_tree_node *node, const double *result) {
    memcpy(node->value, result, (size_t)search->game.players * sizeof *result);
    node->proven = 1;
}

void lg_i_tree_prove(lg_search *search) {
    set_result(search, lg_i_tree_node_at(search, search->steps[search->length].slot), search->values);
    for (uint32_t i = search->length; i-- > 0;) {
        lg_i_tree_node *node = lg_i_tree_node_at(search, search->steps[i].slot);
        const lg_i_tree_node *child = decisive_child(search, node->family);
        if (child == NULL) return;
        set_result(search, node, child->value);
    }
}
