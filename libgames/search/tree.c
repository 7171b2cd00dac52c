/* The memory of a tree: families made, widened, moved together, dropped. See tree.h. */
#include "search/tree.h"

/* Behind the root and the nodes that stand for others. */
static uint32_t tree_first(const lg_search *search) {
    return 3 * search->stride;
}

void lg_i_tree_clear(lg_search *search) {
    memset(search->nodes, 0, 3 * (size_t)search->stride * LG_I_TREE_WORD);
    lg_i_tree_node_at(search, 2 * search->stride)->visits = 1;
    search->used = tree_first(search);
    search->garbage = 0;
    search->full = false;
    memset(search->holes, 0, sizeof search->holes);
}

/* The word of the next hole of the same size; 0: there is none. */
static uint32_t *next_hole(const lg_search *search, uint32_t at) {
    return (uint32_t *)(void *)(search->nodes + (size_t)at * LG_I_TREE_WORD) + 3;
}

/* Takes `words` words in a hole or at the end; 0: there is no room. */
static uint32_t tree_take(lg_search *search, uint32_t words) {
    const uint32_t at = search->used, hole = search->garbage > 0 && words < LG_I_TREE_HOLES ? search->holes[words] : 0;
    if (hole != 0) {
        search->holes[words] = *next_hole(search, hole);
        search->garbage -= words;
        return hole;
    }
    if (search->words - at < words) {
        search->full = true;
        search->refused++;
        return 0;
    }
    search->used += words;
    return at;
}

/* Gives back a node or family to which nothing refers any longer, and whose children have none. */
static void tree_free(lg_search *search, uint32_t at, uint32_t words) {
    if (at + words == search->used) {
        search->used = at;
        return;
    }
    search->garbage += words;
    if (words >= LG_I_TREE_HOLES) return;
    *next_hole(search, at) = search->holes[words];
    search->holes[words] = at;
}

/* Makes the head of a family. Its bits are not yet clear, unless it is short. */
static void set_head(lg_i_tree_head *head, uint32_t owner, const lg_i_tree_shape *shape) {
    const lg_i_tree_shape made = *shape; /* so that the compiler writes bit-fields together */
    head->owner = owner;
    if (lg_i_tree_is_short(&made)) {
        head->short_last = made.last & 15u;
        head->short_room = made.room & 15u;
        head->short_extra = made.extra & 15u;
        head->listed = made.listed && !made.alike;
        head->is_head = head->is_short = 1;
        head->stays = 0;
        head->last = 0;
        return;
    }
    head->fresh = 0;
    head->many = made.many;
    head->weighted = made.weighted;
    head->listed = made.listed && !made.alike;
    head->is_head = 1;
    head->is_short = head->stays = 0;
    head->last = made.last;
    head->room = made.room;
    head->extra = made.extra;
}

/* Ends a family after this child, for which it has room. */
static void set_last(lg_i_tree_head *head, uint32_t last) {
    if (head->is_short != 0) head->short_last = last & 15u;
    else head->last = (uint16_t)last;
}

/* Makes a family of this shape, without visited children. */
static inline lg_i_tree_edges begin(const lg_search *search, uint32_t at, uint32_t owner,
                                    const lg_i_tree_shape *shape) {
    lg_i_tree_head *head = lg_i_tree_head_at(search, at);
    const bool is_short = lg_i_tree_is_short(shape);
    const lg_i_tree_edges edges = lg_i_tree_edges_as(search, head, is_short, shape);
    set_head(head, owner, shape);
    if (!is_short) memset(edges.visited, 0, (size_t)(shape->room / 32 + 1) * 4);
    return edges;
}

void lg_i_tree_begin_family(const lg_search *search, uint32_t at, uint32_t owner, const lg_i_tree_shape *shape) {
    (void)begin(search, at, owner, shape);
}

static lg_i_tree_shape shape_of(const lg_i_tree_edges *edges) {
    return (lg_i_tree_shape){(uint16_t)edges->last, (uint16_t)edges->room, (uint16_t)edges->extra,
                             edges->available != NULL, edges->prior != NULL, edges->action != NULL,
                             lg_i_tree_are_alike(edges)};
}

static bool has_node(const lg_i_tree_edges *edges, uint32_t i) {
    return lg_i_tree_has(edges, i) && (edges->to[i] & LG_I_TREE_BRIEF) == 0;
}

/* Copies a family's arrays, to another or an earlier place, where the bits of further children are clear. */
static void copy_edges(const lg_search *search, const lg_i_tree_edges *from, const lg_i_tree_edges *to, float prior) {
    const uint32_t count = from->last + 1;
    memmove(to->visited, from->visited, (count + 7) / 8);
    memmove(to->to, from->to, count * sizeof *to->to);
    if (to->prior != NULL && from->prior != NULL) memmove(to->prior, from->prior, count * sizeof *to->prior);
    else for (uint32_t i = 0; to->prior != NULL && i < count; i++) to->prior[i] = prior;
    for (uint32_t i = 0; to->available != NULL && i < count; i++) to->available[i] = lg_i_tree_available(from, i);
    for (uint32_t i = 0; to->few != NULL && i < count; i++) to->few[i & to->each] = from->few[i & from->each];
    if (to->action != NULL) memmove(to->action, from->action, (size_t)count << search->wide);
}

/* Whether counts might soon need more than 16 bits. */
static bool needs_many(const lg_search *search, const lg_i_tree_node *node) {
    return search->counts && node->visits >= UINT16_MAX / 2;
}

/* Updates the references to a family that was moved. */
static void tree_tell(const lg_search *search, uint32_t at, const lg_i_tree_edges *edges) {
    lg_i_tree_node_at(search, lg_i_tree_head_at(search, at)->owner)->family = at;
    for (uint32_t i = 0; i <= edges->last; i++)
        if (has_node(edges, i)) lg_i_tree_node_at(search, edges->to[i])->owner = at;
}

/* Moves the family of a node to where there is room for this number of children, weighted if so wanted, with a count
 * for each, and large ones for many visits. `edges` follow it. False if there is no room. */
static bool make_wider(lg_search *search, uint32_t slot, lg_i_tree_edges *edges, uint32_t room, bool weighted) {
    const lg_i_tree_node *node = lg_i_tree_node_at(search, slot);
    const uint32_t before = node->family;
    const lg_i_tree_edges from = *edges;
    const lg_i_tree_shape old = shape_of(edges);
    lg_i_tree_shape shape = old;
    shape.room = (uint16_t)(room - 1);
    shape.weighted = weighted;
    shape.alike = false;
    shape.many |= needs_many(search, node);
    const uint32_t at = tree_take(search, lg_i_tree_words(search, &shape));
    if (at == 0) return false;
    *edges = begin(search, at, slot, &shape);
    if (search->valued)
        *lg_i_tree_valued(lg_i_tree_head_at(search, at)) = *lg_i_tree_valued(lg_i_tree_head_at(search, before));
    copy_edges(search, &from, edges, lg_i_tree_equal_prior(search, &from));
    tree_tell(search, at, edges);
    tree_free(search, before, lg_i_tree_words(search, &old));
    return true;
}

/* ---- children ---- */

static void set_visited(const lg_i_tree_edges *edges, uint32_t i, bool visited) {
    const uint32_t bit = (uint32_t)1 << i % 8, rest = edges->visited[i / 8] & ~bit;
    edges->visited[i / 8] = (uint8_t)(visited ? rest | bit : rest);
}

static inline void append_one(const lg_search *search, const lg_i_tree_edges *edges, uint32_t i, uint32_t action) {
    if (edges->action != NULL) lg_i_tree_list(search, edges, i, action);
    else edges->to[i] = action;
}

/* Numbers `more` children from `known` on for the actions in the mask. The mask of a faulty game may contain another
 * number of actions, or bits in the last word that are no actions. Returns the number of all children. */
static inline uint32_t append(lg_search *search, uint32_t family, const lg_i_tree_edges *edges, const uint64_t *mask,
                              uint32_t known, uint32_t more) {
    const uint32_t last = (uint32_t)search->game->actions - 1, end = known + more;
    uint32_t at = known;
    for (uint32_t word = 0; word <= last / 64; word++) {
        uint64_t bits = mask[word];
        if (word == last / 64) bits &= UINT64_MAX >> (63 - last % 64);
        if (bits == 0) continue;
        const uint32_t some = (uint32_t)lg_i_bits_count(bits), room = end - at;
        if (some > room) search->broken = true;
        for (uint32_t left = some < room ? some : room; left > 0; left--)
            append_one(search, edges, at++, 64 * word + (uint32_t)lg_i_bits_take(&bits));
    }
    if (at < end) search->broken = true;
    if (at == 0) append_one(search, edges, at++, 0); /* a family has a child */
    if (edges->available != NULL) memset(edges->available + known, 0, (at - known) * sizeof *edges->available);
    for (uint32_t i = known; edges->few != NULL && i < at; i++) edges->few[i & edges->each] = 0;
    if (at < end || known > 0) set_last(lg_i_tree_head_at(search, family), at - 1);
    return at;
}

/* Of the allowed children, all after the first `known` ones: the mask contains their actions. */
static void allow(const lg_search *search, uint32_t known, uint32_t count) {
    for (uint32_t first = known & ~63u; first < count && !search->exact; first += 64) {
        const uint64_t before = first < known ? ((uint64_t)1 << (known - first)) - 1 : 0;
        search->allowed[first / 64] |= ~before;
    }
}

bool lg_i_tree_expand(lg_search *search, uint32_t slot, const uint64_t *mask, int32_t count, int32_t player,
                      bool weighted, bool listed) {
    lg_i_tree_node *node = lg_i_tree_node_at(search, slot);
    const uint16_t last = (uint16_t)(count - 1), extra = search->exact ? (uint16_t)player : last;
    const bool many = needs_many(search, node);
    const bool small = last < search->words / 8; /* so that its copy with a count for each child finds room, too */
    const lg_i_tree_shape shape = {last, last, extra, many, weighted, listed || !search->exact,
                                   search->counts && !many && small};
    const uint32_t family = tree_take(search, lg_i_tree_words(search, &shape));
    if (family == 0) return false;
    const lg_i_tree_edges edges = begin(search, family, slot, &shape);
    const uint32_t end = append(search, family, &edges, mask, 0, (uint32_t)count); /* of a faulty game another number */
    if (search->valued) *lg_i_tree_valued(lg_i_tree_head_at(search, family)) = (float)lg_i_tree_mean(node, player);
    for (uint32_t i = 0; weighted && i < end; i++) edges.prior[i] = 1 / (float)count;
    allow(search, 0, end);
    node->family = family;
    return true;
}

/* Whether the actions of the 64 children from this number on follow one another. */
static bool is_row(const lg_search *search, const lg_i_tree_edges *edges, uint32_t first) {
    uint16_t action[64];
    uint32_t differ = 0;
    if (search->wide == 0) return false;
    memcpy(action, edges->action + 2 * (size_t)first, sizeof action);
    for (uint32_t i = 0; i < 64; i++) differ |= action[i] ^ (action[0] + i);
    return differ == 0;
}

/* The actions of which children, at most 64 from this number on, the mask contains. */
static inline uint64_t allowed_of(const lg_search *search, const lg_i_tree_edges *edges, uint32_t first,
                                  const uint64_t *mask) {
    const uint32_t left = edges->last - first, end = first + (left < 63 ? left + 1 : 64);
    uint64_t bits = 0;
    if (search->wide == 0)
        for (uint32_t i = end; i-- > first;) bits += bits + lg_i_bits_has_bit(mask, edges->action[i]);
    else
        for (uint32_t i = end; i-- > first;)
            bits += bits + lg_i_bits_has_bit(mask, (int32_t)lg_i_tree_listed(search, edges, i));
    return bits;
}

/* Determines which children the mask allows; returns their number. */
static uint32_t note_allowed(const lg_search *search, const lg_i_tree_edges *edges, const uint64_t *mask) {
    uint32_t sum = 0;
    for (uint32_t first = 0; first <= edges->last; first += 64) {
        uint64_t bits;
        if (edges->last - first >= 63 && is_row(search, edges, first)) {
            const uint32_t action = lg_i_tree_listed(search, edges, first), word = action / 64, low = action % 64;
            bits = mask[word] >> low;
            if (low > 0) bits |= mask[word + 1] << (64 - low);
        } else {
            bits = allowed_of(search, edges, first, mask);
        }
        search->allowed[first / 64] = bits;
        sum += (uint32_t)lg_i_bits_count(bits);
    }
    return sum;
}

/* Adds `more` children for the actions in the mask that have none. */
static bool add_children(lg_search *search, uint32_t slot, lg_i_tree_edges *edges, const uint64_t *mask, uint32_t more,
                         float prior) {
    uint64_t missing[LG_MAX_MASK_WORDS];
    const uint32_t known = edges->last + 1, most = (uint32_t)search->game->actions;
    const uint32_t wanted = known + more, room = wanted + wanted / 4;
    const float equal = lg_i_tree_equal_prior(search, edges);
    const bool weighted = edges->prior != NULL || prior < equal || prior > equal;
    if ((wanted > edges->room + 1 || weighted != (edges->prior != NULL) || lg_i_tree_are_alike(edges)) &&
        !make_wider(search, slot, edges, room < most ? room : most, weighted))
        return false;
    const uint32_t family = lg_i_tree_node_at(search, slot)->family;
    memcpy(missing, mask, (size_t)LG_MASK_WORDS(search->game->actions) * sizeof *mask);
    for (uint32_t i = 0; i < known; i++) {
        const uint32_t action = lg_i_tree_listed(search, edges, i);
        missing[action / 64] &= ~((uint64_t)1 << action % 64);
    }
    edges->last = append(search, family, edges, missing, known, more) - 1; /* of a faulty game fewer than wanted */
    lg_i_tree_forget_fresh(lg_i_tree_head_at(search, family));
    for (uint32_t i = known; i <= edges->last && weighted; i++) edges->prior[i] = prior;
    allow(search, known, edges->last + 1);
    return true;
}

/* lg_i_tree_widen where something may have to change: the mask allows this number of children. */
__attribute__((noinline)) static bool widen(lg_search *search, uint32_t slot, lg_i_tree_edges *edges,
                                            const uint64_t *mask, uint32_t count, uint32_t allowed) {
    if (needs_many(search, lg_i_tree_node_at(search, slot)) && edges->available == NULL)
        (void)make_wider(search, slot, edges, edges->room + 1, edges->prior != NULL);
    if (allowed == count) {
        if (allowed <= edges->last && lg_i_tree_are_alike(edges)) /* without room they stay so */
            (void)make_wider(search, slot, edges, edges->room + 1, edges->prior != NULL);
        return true;
    }
    if (allowed > count) search->broken = true; /* a faulty game reports fewer */
    return !search->broken && add_children(search, slot, edges, mask, count - allowed, 1 / (float)count);
}

bool lg_i_tree_widen(lg_search *search, uint32_t slot, lg_i_tree_edges *edges, const uint64_t *mask, int32_t count) {
    uint32_t allowed;
    if (edges->last < 64) {
        search->allowed[0] = allowed_of(search, edges, 0, mask);
        allowed = (uint32_t)lg_i_bits_count(search->allowed[0]);
    } else {
        allowed = note_allowed(search, edges, mask);
    }
    const bool same = (uint32_t)count > edges->last || !lg_i_tree_are_alike(edges);
    const bool few = edges->few == NULL || !needs_many(search, lg_i_tree_node_at(search, slot));
    return (allowed == (uint32_t)count && same && few) ||
           widen(search, slot, edges, mask, (uint32_t)count, allowed);
}

/* A node that is no longer a child, but may have children. */
static void tree_forget(lg_search *search, lg_i_tree_node *node) {
    node->owner = node->family = 0;
    search->garbage += search->stride;
}

bool lg_i_tree_keep(lg_search *search, uint32_t slot, const uint64_t *mask) {
    const uint32_t family = lg_i_tree_node_at(search, slot)->family;
    uint32_t kept = 0;
    if (family == 0) return true;
    for (lg_i_tree_walk walk = lg_i_tree_walk_of(search, family); lg_i_tree_next(&walk);) {
        const lg_i_tree_edges *edges = &walk.edges;
        const uint32_t i = walk.number - 1;
        if (!lg_i_bits_has_bit(mask, walk.action)) {
            if (walk.slot != 0) tree_forget(search, lg_i_tree_node_at(search, walk.slot));
            continue;
        }
        if (walk.slot != 0) lg_i_tree_node_at(search, walk.slot)->number = (uint16_t)kept;
        edges->to[kept] = edges->to[i];
        set_visited(edges, kept, (walk.slot | walk.brief) != 0);
        if (edges->prior != NULL) edges->prior[kept] = edges->prior[i];
        if (edges->available != NULL) edges->available[kept] = edges->available[i];
        if (edges->few != NULL) edges->few[kept & edges->each] = edges->few[i & edges->each];
        lg_i_tree_list(search, edges, kept, walk.action);
        kept++;
    }
    const lg_i_tree_edges edges = lg_i_tree_edges_of(search, lg_i_tree_head_at(search, family));
    for (uint32_t i = kept; i <= edges.last; i++) set_visited(&edges, i, false);
    if (kept > 0) set_last(lg_i_tree_head_at(search, family), kept - 1);
    lg_i_tree_forget_fresh(lg_i_tree_head_at(search, family));
    return kept > 0;
}

bool lg_i_tree_weigh(lg_search *search, uint32_t slot) {
    lg_i_tree_edges edges = lg_i_tree_edges_at(search, slot);
    lg_i_tree_forget_fresh(lg_i_tree_head_at(search, lg_i_tree_node_at(search, slot)->family));
    return edges.prior != NULL || make_wider(search, slot, &edges, edges.room + 1, true);
}

bool lg_i_tree_share(lg_search *search) {
    float sum = 0;
    for (lg_i_tree_walk walk = lg_i_tree_walk_of(search, lg_i_tree_node_at(search, 0)->family); lg_i_tree_next(&walk);)
        sum += walk.prior;
    if (sum > 0.999f && sum < 1.001f) return true;
    if (!lg_i_tree_weigh(search, 0)) return false;
    for (lg_i_tree_walk walk = lg_i_tree_walk_of(search, lg_i_tree_node_at(search, 0)->family); lg_i_tree_next(&walk);)
        walk.edges.prior[walk.number - 1] = sum > 0 ? walk.prior / sum : 1 / (float)walk.count;
    return true;
}

lg_i_tree_walk lg_i_tree_find(const lg_search *search, uint32_t slot, uint32_t action) {
    const uint32_t family = lg_i_tree_node_at(search, slot)->family;
    for (lg_i_tree_walk walk = lg_i_tree_walk_of(search, family); lg_i_tree_next(&walk);)
        if (walk.action == action) return walk;
    return lg_i_tree_walk_of(search, 0);
}

uint32_t lg_i_tree_child(const lg_search *search, uint32_t slot, uint32_t action) {
    return lg_i_tree_find(search, slot, action).slot;
}

/* ---- nodes ---- */

uint32_t lg_i_tree_visit(lg_search *search, uint32_t family, const lg_i_tree_edges *edges, uint32_t i) {
    const uint32_t to = edges->to[i], visited = lg_i_tree_has(edges, i), brief = to & (0u - visited);
    const int32_t players = search->game->players;
    if (visited != 0 && (brief & LG_I_TREE_BRIEF) == 0) return brief;
    const uint32_t slot = tree_take(search, search->stride);
    if (slot == 0) return 0;
    lg_i_tree_node *node = lg_i_tree_node_at(search, slot);
    *node = (lg_i_tree_node){.visits = visited, .number = (uint16_t)(edges->action == NULL ? to : i), .owner = family};
    for (int32_t p = 0; p < players; p++) node->value[p] = brief == 0 ? 0 : lg_i_tree_brief_value(brief, players, p);
    edges->to[i] = slot;
    if (visited != 0) return slot;
    set_visited(edges, i, true);
    lg_i_tree_forget_fresh(lg_i_tree_head_at(search, family));
    return slot;
}

/* The number of a node in its family, from 0. */
static uint32_t tree_number_of(const lg_i_tree_edges *edges, const lg_i_tree_node *node, uint32_t slot) {
    uint32_t i = edges->action != NULL ? node->number : 0;
    while (edges->to[i] != slot || !lg_i_tree_has(edges, i)) i++;
    return i;
}

/* The brief form of search->values; 0: they have none. */
static uint32_t brief_of(const lg_search *search) {
    const int32_t players = search->game->players;
    const float value = (float)search->values[0];
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits = bits >> 31 << 30 | (bits & 0x3FFFFFFF);
    if (players > 2) bits = 0;
    for (int32_t p = 0; p < players && players > 2; p++) bits |= ((uint32_t)(int32_t)search->values[p] & 3) << 2 * p;
    bits |= LG_I_TREE_BRIEF;
    for (int32_t p = 0; p < players; p++) {
        const double known = lg_i_tree_brief_value(bits, players, p);
        if (known < search->values[p] || known > search->values[p]) return 0;
    }
    return bits;
}

/* Stores search->values as those of child i, which has a single visit, if it needs no node. */
static inline bool note(const lg_search *search, uint32_t family, uint32_t i) {
    lg_i_tree_head *head = lg_i_tree_head_at(search, family);
    const lg_i_tree_edges edges = lg_i_tree_edges_of(search, head);
    const uint32_t brief = edges.action != NULL ? brief_of(search) : 0;
    if (brief == 0) return false;
    edges.to[i] = brief;
    set_visited(&edges, i, true);
    lg_i_tree_forget_fresh(head);
    return true;
}

/* Gives a leaf its node. Not inlined, since most do without. */
__attribute__((noinline)) static void make_leaf(lg_search *search, lg_i_tree_step *leaf, uint32_t family) {
    const lg_i_tree_edges edges = lg_i_tree_edges_of(search, lg_i_tree_head_at(search, family));
    leaf->slot = lg_i_tree_visit(search, family, &edges, leaf->action);
}

void lg_i_tree_settle(lg_search *search, bool briefly) {
    lg_i_tree_step *leaf = &search->steps[search->length];
    if (leaf->slot != search->stride) return;
    const uint32_t family = lg_i_tree_node_at(search, leaf[-1].slot)->family;
    if (!briefly || !note(search, family, leaf->action)) make_leaf(search, leaf, family);
}

void lg_i_tree_shorten(lg_search *search, uint32_t slot) {
    lg_i_tree_node *node = lg_i_tree_node_at(search, slot);
    if (node->visits != 1 || node->family + node->out + node->proven != 0) return;
    if (!note(search, node->owner, node->number)) return;
    node->owner = 0;
    tree_free(search, slot, search->stride);
}

void lg_i_tree_unvisit(lg_search *search, uint32_t slot) {
    lg_i_tree_node *node = lg_i_tree_node_at(search, slot);
    lg_i_tree_head *head = lg_i_tree_head_at(search, node->owner);
    const lg_i_tree_edges edges = lg_i_tree_edges_of(search, head);
    const uint32_t i = tree_number_of(&edges, node, slot);
    lg_i_tree_forget_fresh(head);
    edges.to[i] = node->number; /* the action, unless there is an array of them */
    set_visited(&edges, i, false);
    node->owner = 0;
    tree_free(search, slot, search->stride);
}

/* ---- packing ---- */

/* The words of a family. */
static uint32_t words_at(const lg_search *search, uint32_t at) {
    const lg_i_tree_edges edges = lg_i_tree_edges_of(search, lg_i_tree_head_at(search, at));
    const lg_i_tree_shape shape = shape_of(&edges);
    return lg_i_tree_words(search, &shape);
}

/* The word after a family or a node. */
static uint32_t tree_next(const lg_search *search, uint32_t at) {
    const lg_i_tree_head *head = lg_i_tree_head_at(search, at);
    return at + (head->is_head != 0 ? words_at(search, at) : search->stride);
}

/* The next family from `at` on; search->used behind the last one. */
static uint32_t next_family(const lg_search *search, uint32_t at) {
    while (at < search->used && lg_i_tree_head_at(search, at)->is_head == 0) at += search->stride;
    return at;
}

/* Marks the families below the root whose nodes have at least this number of visits. A family usually follows that of
 * its owner, so that one pass finds nearly all; one that was moved when it grew may need another pass. */
static void tree_mark(lg_search *search, uint32_t least) {
    for (uint32_t at = tree_first(search); (at = next_family(search, at)) < search->used; at = tree_next(search, at))
        lg_i_tree_head_at(search, at)->stays = 0;
    for (bool again = true; again;) {
        again = false;
        for (uint32_t at = tree_first(search); (at = next_family(search, at)) < search->used;
             at = tree_next(search, at)) {
            lg_i_tree_head *head = lg_i_tree_head_at(search, at);
            const lg_i_tree_node *node = lg_i_tree_node_at(search, head->owner);
            const bool below = node->owner != 0 && node->visits >= least &&
                               lg_i_tree_head_at(search, node->owner)->stays != 0;
            if (head->stays != 0 || node->family != at || (head->owner != 0 && !below)) continue;
            head->stays = 1;
            again = true;
        }
    }
}

/* Removes references to families that are dropped, before anything is moved: the head of such a family is soon
 * overwritten. */
static void cut(const lg_search *search) {
    for (uint32_t at = tree_first(search); at < search->used; at = tree_next(search, at)) {
        lg_i_tree_node *node = lg_i_tree_node_at(search, at);
        if (node->is_head != 0 || node->owner == 0) continue;
        if (lg_i_tree_head_at(search, node->owner)->stays == 0) node->owner = 0;
        if (node->family != 0 && lg_i_tree_head_at(search, node->family)->stays == 0) node->family = 0;
    }
}

/* Moves a remaining node to word `to`, not after its own place. */
static void move_node(const lg_search *search, uint32_t from, uint32_t to) {
    const lg_i_tree_node *node = lg_i_tree_node_at(search, from);
    const lg_i_tree_edges edges = lg_i_tree_edges_of(search, lg_i_tree_head_at(search, node->owner));
    edges.to[tree_number_of(&edges, node, from)] = to;
    if (node->family != 0) lg_i_tree_head_at(search, node->family)->owner = to;
    memmove(lg_i_tree_node_at(search, to), node, (size_t)search->stride * LG_I_TREE_WORD);
}

/* Moves a remaining family, which then takes no more room than it needs. */
static void move_family(const lg_search *search, uint32_t from, uint32_t to) {
    const lg_i_tree_head head = *lg_i_tree_head_at(search, from);
    lg_i_tree_edges old = lg_i_tree_edges_of(search, lg_i_tree_head_at(search, from));
    lg_i_tree_shape shape = shape_of(&old);
    const float value = search->valued ? *lg_i_tree_valued(lg_i_tree_head_at(search, from)) : 0;
    if (head.is_short != 0) old.visited = (uint8_t *)(uintptr_t)head.bits;
    shape.room = shape.last;
    set_head(lg_i_tree_head_at(search, to), head.owner, &shape);
    const lg_i_tree_edges edges = lg_i_tree_edges_of(search, lg_i_tree_head_at(search, to));
    if (search->valued) *lg_i_tree_valued(lg_i_tree_head_at(search, to)) = value;
    copy_edges(search, &old, &edges, 0);
    tree_tell(search, to, &edges);
}

static void pack(lg_search *search, uint32_t least) {
    uint32_t to = tree_first(search);
    tree_mark(search, least);
    cut(search);
    for (uint32_t at = to, next; at < search->used; at = next) {
        next = tree_next(search, at);
        if (lg_i_tree_head_at(search, at)->is_head != 0) {
            if (lg_i_tree_head_at(search, at)->stays == 0) continue;
            move_family(search, at, to);
        } else {
            if (lg_i_tree_node_at(search, at)->owner == 0) continue;
            move_node(search, at, to);
        }
        to = tree_next(search, to);
    }
    search->used = to;
    search->garbage = 0;
    memset(search->holes, 0, sizeof search->holes);
    search->moves++;
    search->full = false;
}

/* No leaves are out afterwards, and some nodes then have no content. */
void lg_i_tree_reroot(lg_search *search, uint32_t slot) {
    lg_i_tree_node *root = lg_i_tree_node_at(search, 0), *node = lg_i_tree_node_at(search, slot);
    if (slot == 0) memset(root, 0, (size_t)search->stride * LG_I_TREE_WORD);
    else memcpy(root, node, (size_t)search->stride * LG_I_TREE_WORD);
    root->owner = root->out = root->waiting = 0;
    if (slot != 0) node->family = 0;
    if (root->family != 0) lg_i_tree_head_at(search, root->family)->owner = 0;
    for (uint32_t at = tree_first(search), next; at < search->used; at = next) {
        next = tree_next(search, at);
        node = lg_i_tree_node_at(search, at);
        if (node->is_head != 0) continue;
        node->out = node->waiting = 0;
        if (node->owner != 0 && node->visits == 0 && node->proven == 0) lg_i_tree_unvisit(search, at);
    }
    pack(search, 0);
}

/* ---- dropping ---- */

static uint32_t nodes_of(const lg_search *search, const lg_i_tree_head *head) {
    const lg_i_tree_edges edges = lg_i_tree_edges_of(search, head);
    uint32_t sum = 0;
    for (uint32_t i = 0; i <= edges.last; i++) sum += has_node(&edges, i);
    return sum;
}

/* The smallest power of two such that the families of nodes with as many visits take at most half of the memory. */
static uint32_t least_visits(const lg_search *search) {
    int64_t words[33] = {0};
    for (uint32_t at = tree_first(search); (at = next_family(search, at)) < search->used; at = tree_next(search, at)) {
        const lg_i_tree_head *head = lg_i_tree_head_at(search, at);
        const uint32_t visits = lg_i_tree_node_at(search, head->owner)->visits;
        words[head->owner == 0 ? 32 : visits == 0 ? 0 : lg_i_bits_highest(visits)] +=
            words_at(search, at) + (int64_t)nodes_of(search, head) * search->stride;
    }
    int64_t sum = words[32];
    int power = 32;
    while (power > 0 && sum + words[power - 1] <= search->words / 2) sum += words[--power];
    return power == 32 ? UINT32_MAX : (uint32_t)1 << power;
}

/* Packing goes over the whole tree, so it waits until there is much to win. */
void lg_i_tree_make_room(lg_search *search) {
    const uint32_t taken = lg_i_tree_taken(search);
    const bool scarce = search->full || taken > search->words - search->words / 4;
    if (scarce && search->garbage > search->words / 8) pack(search, 0);
    if (!search->full || search->config.full != LG_SEARCH_FULL_DROP || taken <= search->words / 2) return;
    if (search->garbage > 0) pack(search, 0);
    const uint32_t before = lg_i_tree_taken(search);
    pack(search, least_visits(search));
    search->dropped += before - lg_i_tree_taken(search);
}
