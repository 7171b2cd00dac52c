/* The memory of a tree: families made, widened, moved together, dropped. See tree.h. */
#include "search/tree.h"

void lg_i_tree_clear(lg_search *search) {
    memset(search->nodes, 0, search->stride);
    search->used = 1;
    search->garbage = 0;
    search->full = false;
}

/* A head with room for so many children at the end; 0: there is no room. */
static uint32_t tree_take(lg_search *search, uint32_t owner, uint32_t room) {
    if ((int64_t)search->used + 1 + room > search->config.nodes) {
        search->full = true;
        return 0;
    }
    const uint32_t at = search->used;
    *lg_i_tree_head_at(search, at) = (lg_i_tree_head){.owner = owner, .room = room, .player = -1};
    search->used += 1 + room;
    return at;
}

/* Appends children for the actions in the mask: `more`, for which there is room. A faulty game has another number, or
 * in the last word bits that are no actions. */
static void append(lg_search *search, uint32_t family, const uint64_t *mask, uint32_t more, float prior) {
    const int32_t last = search->game.actions - 1;
    const size_t stride = search->stride;
    lg_i_tree_head *head = lg_i_tree_head_at(search, family);
    char *const first = (char *)lg_i_tree_node_at(search, family + 1 + head->count), *const end = first + more * stride;
    char *child = first;
    memset(first, 0, more * stride);
    for (int32_t word = 0; word <= last / 64; word++) {
        uint64_t bits = mask[word];
        if (word == last / 64) bits &= UINT64_MAX >> (63 - last % 64);
        for (; bits != 0 && child < end; child += stride) {
            lg_i_tree_node *node = (lg_i_tree_node *)(void *)child;
            node->action = (uint16_t)(64 * word + lg_i_bits_take(&bits));
            node->prior = prior;
        }
        if (bits != 0) search->broken = true;
    }
    head->count += (uint32_t)((size_t)(child - first) / stride);
    if (child < end) search->broken = true;
}

bool lg_i_tree_expand(lg_search *search, uint32_t slot, const uint64_t *mask, int32_t count, int32_t player) {
    const uint32_t family = tree_take(search, slot, (uint32_t)count);
    if (family == 0) return false;
    append(search, family, mask, (uint32_t)count, 1 / (float)count);
    lg_i_tree_head *head = lg_i_tree_head_at(search, family);
    head->player = player;
    lg_i_tree_node *node = lg_i_tree_node_at(search, slot);
    head->value = (float)lg_i_tree_mean(node, player);
    node->family = family;
    return true;
}

/* The family of a node with room for `more` children, moved to where that is; 0: there is no room. */
static uint32_t make_wider(lg_search *search, uint32_t slot, uint32_t more) {
    lg_i_tree_node *node = lg_i_tree_node_at(search, slot);
    const lg_i_tree_head *head = lg_i_tree_head_at(search, node->family);
    const uint32_t wanted = head->count + more, spare = wanted / 2;
    if (wanted <= head->room) return node->family;
    const uint32_t family = tree_take(search, slot, wanted + spare);
    if (family == 0) return 0;
    lg_i_tree_head *wider = lg_i_tree_head_at(search, family);
    memcpy(lg_i_tree_node_at(search, family + 1), lg_i_tree_node_at(search, node->family + 1),
           head->count * search->stride);
    wider->count = head->count;
    wider->player = head->player;
    wider->value = head->value;
    for (uint32_t i = 1; i <= wider->count; i++) {
        const uint32_t below = lg_i_tree_node_at(search, family + i)->family;
        if (below != 0) lg_i_tree_head_at(search, below)->owner = family + i;
    }
    search->garbage += 1 + head->room;
    search->moves++;
    node->family = family;
    return family;
}

bool lg_i_tree_widen(lg_search *search, uint32_t slot, const uint64_t *mask, int32_t count) {
    uint64_t missing[LG_MAX_MASK_WORDS];
    const uint32_t family = lg_i_tree_node_at(search, slot)->family;
    const lg_i_tree_head *head = lg_i_tree_head_at(search, family);
    uint32_t more = (uint32_t)count;
    for (uint32_t i = 1; i <= head->count; i++)
        more -= lg_i_bits_has_bit(mask, lg_i_tree_node_at(search, family + i)->action);
    if (more == 0) return true;
    if (more > (uint32_t)count) search->broken = true; /* a faulty game says that it has fewer */
    const uint32_t wider = search->broken ? 0 : make_wider(search, slot, more);
    if (wider == 0) return false;
    memcpy(missing, mask, (size_t)LG_MASK_WORDS(search->game.actions) * sizeof *mask);
    head = lg_i_tree_head_at(search, wider);
    for (uint32_t i = 1; i <= head->count; i++) {
        const uint32_t action = lg_i_tree_node_at(search, wider + i)->action;
        missing[action / 64] &= ~((uint64_t)1 << action % 64);
    }
    append(search, wider, missing, more, 1 / (float)count);
    return true;
}

bool lg_i_tree_keep(lg_search *search, uint32_t slot, const uint64_t *mask) {
    const uint32_t family = lg_i_tree_node_at(search, slot)->family;
    if (family == 0) return true;
    lg_i_tree_head *head = lg_i_tree_head_at(search, family);
    uint32_t kept = 0;
    for (uint32_t i = 1; i <= head->count; i++) {
        const lg_i_tree_node *child = lg_i_tree_node_at(search, family + i);
        if (!lg_i_bits_has_bit(mask, child->action) || ++kept == i) continue;
        memcpy(lg_i_tree_node_at(search, family + kept), child, search->stride);
        if (child->family != 0) lg_i_tree_head_at(search, child->family)->owner = family + kept;
    }
    head->count = kept;
    return kept > 0;
}

void lg_i_tree_share(lg_search *search) {
    const uint32_t family = lg_i_tree_node_at(search, 0)->family, count = lg_i_tree_head_at(search, family)->count;
    float sum = 0;
    for (uint32_t i = 1; i <= count; i++) sum += lg_i_tree_node_at(search, family + i)->prior;
    if (sum > 0.999f && sum < 1.001f) return;
    for (uint32_t i = 1; i <= count; i++) {
        lg_i_tree_node *child = lg_i_tree_node_at(search, family + i);
        child->prior = sum > 0 ? child->prior / sum : 1 / (float)count;
    }
}

uint32_t lg_i_tree_child(const lg_search *search, uint32_t slot, uint32_t action) {
    const uint32_t family = lg_i_tree_node_at(search, slot)->family;
    if (family == 0) return 0;
    const uint32_t count = lg_i_tree_head_at(search, family)->count;
    for (uint32_t i = 1; i <= count; i++)
        if (lg_i_tree_node_at(search, family + i)->action == action) return family + i;
    return 0;
}

/* ---- packing ---- */

/* Marks the families below the root whose owners have at least so many visits. A family mostly lies behind that of its
 * owner, so that one pass finds all; one that was moved when it grew may need another. */
static void tree_mark(lg_search *search, uint32_t least) {
    for (uint32_t at = 1; at < search->used; at += 1 + lg_i_tree_head_at(search, at)->room)
        lg_i_tree_head_at(search, at)->stays = 0;
    const uint32_t first = lg_i_tree_node_at(search, 0)->family;
    if (first == 0) return;
    lg_i_tree_head_at(search, first)->stays = 1;
    for (bool again = true; again;) {
        again = false;
        for (uint32_t at = 1; at < search->used; at += 1 + lg_i_tree_head_at(search, at)->room) {
            const lg_i_tree_head *head = lg_i_tree_head_at(search, at);
            for (uint32_t i = 1; i <= head->count && head->stays != 0; i++) {
                const lg_i_tree_node *child = lg_i_tree_node_at(search, at + i);
                if (child->family == 0 || child->visits < least || lg_i_tree_head_at(search, child->family)->stays != 0)
                    continue;
                lg_i_tree_head_at(search, child->family)->stays = 1;
                again |= child->family < at;
            }
        }
    }
}

/* Moves a family that stays to slot `to`, not behind where it is. */
static void tree_move(lg_search *search, uint32_t from, uint32_t to) {
    const lg_i_tree_head *old = lg_i_tree_head_at(search, from);
    const uint32_t count = old->count;
    lg_i_tree_node_at(search, old->owner)->family = to;
    memmove(lg_i_tree_head_at(search, to), old, (1 + (size_t)count) * search->stride);
    lg_i_tree_head_at(search, to)->room = count;
    for (uint32_t i = 1; i <= count; i++) {
        const lg_i_tree_node *child = lg_i_tree_node_at(search, to + i);
        if (child->family != 0) lg_i_tree_head_at(search, child->family)->owner = to + i;
    }
}

/* Makes nodes forget families that go. Before anything is moved: the head of such a family is soon written over. */
static void cut(lg_search *search) {
    for (uint32_t at = 1; at < search->used; at += 1 + lg_i_tree_head_at(search, at)->room) {
        const lg_i_tree_head *head = lg_i_tree_head_at(search, at);
        for (uint32_t i = 1; i <= head->count && head->stays != 0; i++) {
            lg_i_tree_node *child = lg_i_tree_node_at(search, at + i);
            if (child->family != 0 && lg_i_tree_head_at(search, child->family)->stays == 0) child->family = 0;
        }
    }
}

static void pack(lg_search *search, uint32_t least) {
    uint32_t to = 1;
    tree_mark(search, least);
    cut(search);
    for (uint32_t at = 1, next; at < search->used; at = next) {
        next = at + 1 + lg_i_tree_head_at(search, at)->room;
        if (lg_i_tree_head_at(search, at)->stays == 0) continue;
        tree_move(search, at, to);
        to += 1 + lg_i_tree_head_at(search, to)->room;
    }
    search->used = to;
    search->garbage = 0;
    search->moves++;
    search->full = false;
}

void lg_i_tree_reroot(lg_search *search, uint32_t slot) {
    lg_i_tree_node *root = lg_i_tree_node_at(search, 0);
    if (slot == 0) memset(root, 0, search->stride);
    else memcpy(root, lg_i_tree_node_at(search, slot), search->stride);
    if (root->family != 0) lg_i_tree_head_at(search, root->family)->owner = 0;
    pack(search, 0);
    root->out = root->waiting = 0;
    for (uint32_t at = 1; at < search->used; at += 1 + lg_i_tree_head_at(search, at)->room)
        for (uint32_t i = 1; i <= lg_i_tree_head_at(search, at)->count; i++)
            lg_i_tree_node_at(search, at + i)->out = lg_i_tree_node_at(search, at + i)->waiting = 0;
}

/* ---- dropping ---- */

/* The smallest power of two such that the families of nodes with as many visits take at most half of the memory. */
static uint32_t least_visits(const lg_search *search) {
    int64_t slots[33] = {0};
    for (uint32_t at = 1; at < search->used; at += 1 + lg_i_tree_head_at(search, at)->room) {
        const lg_i_tree_head *head = lg_i_tree_head_at(search, at);
        const uint32_t visits = lg_i_tree_node_at(search, head->owner)->visits;
        slots[head->owner == 0 ? 32 : visits == 0 ? 0 : lg_i_bits_highest(visits)] += 1 + (int64_t)head->count;
    }
    int64_t sum = slots[32];
    int power = 32;
    while (power > 0 && sum + slots[power - 1] <= search->config.nodes / 2) sum += slots[--power];
    return power == 32 ? UINT32_MAX : (uint32_t)1 << power;
}

/* Packing goes over the whole tree, so it waits until there is much to win. */
void lg_i_tree_make_room(lg_search *search) {
    if (search->garbage > search->config.nodes / 8) pack(search, 0);
    if (!search->full || search->config.full != LG_SEARCH_FULL_DROP || search->used <= search->config.nodes / 2) return;
    if (search->garbage > 0) pack(search, 0);
    const uint32_t before = search->used;
    pack(search, least_visits(search));
    search->dropped += before - search->used;
}
