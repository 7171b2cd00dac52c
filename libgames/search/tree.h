/* Internal: a search and its tree.
 *
 * The memory of the tree is an array of words of 8 bytes. It begins with the root and two nodes that stand for all
 * children without a node: those that no simulation has reached, and those with one visit whose values are stored in
 * brief (see lg_i_tree_brief_value), as most rollouts' are. They are followed by nodes of children and by families, in
 * the order in which they were made. A family describes the children of a node: a head; under Gumbel's policy the value
 * of its node; a bit for each child, whether it has been visited; a number for each, the place of its node, its values,
 * or without visits its action; its prior, unless all are equal; under UCT, if each simulation uses a different state,
 * the number of simulations in which it could be chosen, mostly one for all; and its action, in 8 bits where these
 * suffice, unless its number or its node contain it. So a child without a node takes 4 to 14 bytes. The head of a short
 * family, as most are, contains the bits of its children.
 *
 * A node refers to its family and to the family that contains it, a head to its node, and there are no other
 * references, so everything can be moved. A family that needs more room goes to the end. Room becomes free by moving
 * the remaining nodes and families towards the beginning; until then a hole takes what has just its size. */
#ifndef LG_I_TREE_H
#define LG_I_TREE_H

#include "core/bits.h"
#include "game/net.h"
#include "libgames/search.h"

/* A visited child, or the root. It has visits, leaves that are out, or a proven value, unless a simulation is
 * descending to it. */
typedef struct lg_i_tree_node {
    uint32_t visits;
    uint16_t out : 13;    /* leaves that are out below it */
    uint16_t is_head : 1; /* no: see lg_i_tree_head */
    uint16_t proven : 1;  /* `value` is the result, no longer a sum */
    uint16_t waiting : 1; /* its value and its children's priors have not arrived yet */
    uint16_t number; /* of the child in its family, from 0; its action if the family has no array of them */
    uint32_t owner;  /* the family that contains it; 0: the root, or no longer any */
    uint32_t family; /* word of its head; 0: no children */
    double value[]; /* for each player: sum over the visits, or the result */
} lg_i_tree_node;

/* The size and the form of a family. */
typedef struct lg_i_tree_shape {
    uint16_t last;  /* number of the last child, from 0 */
    uint16_t room;  /* number of the last child with room */
    uint16_t extra; /* if search->exact, the player to move; otherwise the number of the last of its first children */
    bool many;      /* counts of 32 bits */
    bool weighted;  /* each child has its own prior */
    bool listed;    /* there is an array of actions */
    bool alike;     /* all children could be chosen in the same simulations: one count of 16 bits for all */
} lg_i_tree_shape;

/* A short family lacks `fresh`, `many`, `weighted`, `last`, `room` and `extra`; see lg_i_tree_edges_of. */
typedef struct lg_i_tree_head {
    uint32_t owner; /* word of the node whose children these are */
    union {
        struct {
            uint16_t fresh : 10; /* the child with the largest prior of those without visits, from 1; 0: unknown, as it
                                  * stays if the number has more bits: each choice then looks for it */
            uint16_t many : 1;
            uint16_t weighted : 1;
            uint16_t listed : 1;   /* where simulations are counted all families are, and this says: not `alike` */
            uint16_t is_head : 1;  /* yes; in the place where a node says no */
            uint16_t is_short : 1; /* neither `many` nor `weighted`; `room` and `extra` are below LG_I_TREE_SHORT */
            uint16_t stays : 1;    /* in a tree that is being packed */
        };
        struct {
            uint16_t short_last : 4, short_room : 4, short_extra : 4;
        };
    };
    union {
        uint16_t last;
        uint8_t bits[2]; /* of a short family: the end of its head */
    };
    uint16_t room;
    uint16_t extra;
} lg_i_tree_head;

enum { LG_I_TREE_WORD = 8, LG_I_TREE_LINE = 64 /* bytes of a line of the cache */,
       LG_I_TREE_NO_FRESH = 0x3FF /* in `fresh`: there is none */,
       LG_I_TREE_HOLES = 48, LG_I_TREE_SHORT = 16 /* children */ };

LG_STATIC_ASSERT(sizeof(lg_i_tree_head) == 3 * sizeof(uint32_t), "arrays come right behind");
LG_STATIC_ASSERT(offsetof(lg_i_tree_head, room) == 2 * sizeof(uint32_t), "as they do behind a short head");
LG_STATIC_ASSERT(LG_MAX_PLAYERS <= LG_I_TREE_SHORT, "a player fits in four bits");
LG_STATIC_ASSERT(LG_MAX_ACTIONS - 1 <= UINT16_MAX, "children can be numbered");
LG_STATIC_ASSERT(LG_SEARCH_MAX_LEAVES < 1 << 13, "leaves that are out can be counted");

/* A node on the path of a simulation, with the action taken there, and the one that the policy chose (see
 * lg_i_tree_choice). A leaf without a node, as most are until their value is known, is the node that stands for those
 * without visits, and `action` is its number among its siblings, from 0. */
typedef struct lg_i_tree_step {
    uint32_t slot; /* of the node: its word */
    uint16_t action, credit;
} lg_i_tree_step;

/* A leaf that is out. */
typedef struct lg_i_tree_leaf {
    uint32_t length; /* actions from the root to it */
    uint32_t moves;  /* search->moves when it went out */
    int32_t player;
    int32_t count; /* legal actions */
} lg_i_tree_leaf;

/* Gumbel's plan: each of `candidates` actions has been tried `round` times, `turn` of them once more; `rounds` are left
 * before they are halved. */
typedef struct lg_i_tree_plan {
    int32_t candidates, turn, rounds;
    uint32_t round;
} lg_i_tree_plan;

/* In collections of leaves over many searches the lines of the cache with these members are fetched ahead: those before
 * `values`, the first values, and what is said below. */
struct lg_search {
    bool begun;
    bool exact;  /* a node is one state: perfect information and no chance in play */
    bool solves; /* with the solver */
    bool full;   /* there was no room */
    bool broken; /* the game has violated its contract */
    bool rolling; /* a rollout was stopped, from the leaf that `steps` lead to */
    bool counts;  /* the numbers of simulations in which children could be chosen */
    bool valued;  /* heads are followed by the value of their node as a leaf */
    int32_t player; /* to move at the root; -1: the game is over */
    uint32_t out, first_row; /* leaves; the row of the first, in the last collection */
    int32_t trees;           /* see below */
    int64_t budget;         /* config.simulations, or this tree's part of them */
    uint32_t words, used, garbage; /* of memory; of them taken; of these, by nothing any more */
    uint32_t moves;         /* the number of times that families have been moved */
    uint32_t deepest;
    uint32_t wide;          /* 1: numbers of actions need 16 bits, not 8 */
    int64_t simulations, levels;
    int64_t entered; /* simulations of this root that have begun */
    lg_rng rng;
    /* In the caller's memory. */
    char *nodes;
    uint32_t stride;       /* words of a node */
    int32_t kept;          /* the samples that simulations use in rotation */
    char *root;            /* a state */
    lg_i_tree_leaf *leaf;  /* config.leaves of them, at least one, each with its state, mask and steps */
    char *leaf_states;
    uint64_t *leaf_masks;
    lg_i_tree_step *leaf_steps;
    /* The simulation under way. Its state, mask and steps stay in place if its leaf goes out. */
    char *state;
    uint64_t *mask;         /* of the state */
    uint64_t *allowed;      /* if states of a node differ: the children of this one, by number */
    lg_i_tree_step *steps;  /* depth + 1 of them */
    uint32_t length;        /* of the path: steps[length] is the node that it has reached */
    int32_t mover, legal; /* there: the player to move, and the number of its actions */
    lg_i_tree_plan plan, before; /* Gumbel's; what it was when the simulation began */
    const lg_game *game; /* a copy in the caller's memory, one for all searches of a batch */
    double values[LG_MAX_PLAYERS];
    char *samples;  /* config.samples of them: states that the root's player can't distinguish */
    int64_t rolled; /* decisions of the stopped rollout */
    /* In the caller's memory, too. */
    double *weights;  /* actions: scratch of Gumbel's policy */
    float *priors;    /* actions: an evaluator's */
    float *gumbel;    /* actions: noise at the root */
    uint32_t *tried;  /* actions: visits in Gumbel's plan */
    size_t size;      /* bytes of all */
    lg_search_config config; /* fetched ahead from its policy on */
    /* If there are several `trees` (lg_search_config.threads): the others, and the combined results for the root, in
     * `view` words behind those of the tree: a node and its family. */
    bool viewed;      /* results are those of the view */
    bool running;     /* so there are none, and the statistics are the last ones `seen` */
    lg_search_statistics *seen;
    uint32_t view;
    uint64_t stream;  /* of the generator, added to LG_SEARCH_STREAM */
    char *mates;
    size_t mate_size;
    void *team;       /* memory for one */
    uint32_t holes[LG_I_TREE_HOLES]; /* by size in words, the latest one of that size; each refers to the next */
    int64_t dropped;  /* words */
    int64_t refused;  /* the number of times that there was no room */
    /* Of a network as evaluator; see lg_i_net_evaluate. */
    lg_i_net *net;
    void *net_memory;
    int64_t *logits;
};

LG_STATIC_ASSERT(sizeof(void *) < 8 || offsetof(lg_search, config.policy) % LG_I_TREE_LINE == 0, "no line is wasted");

/* Where size counts, the larger ones of these are functions, of which the linker keeps one. */
#ifdef __OPTIMIZE_SIZE__
#define LG_I_TREE_INLINE __attribute__((noinline, weak))
#else
#define LG_I_TREE_INLINE static inline
#endif

static inline lg_i_tree_node *lg_i_tree_node_at(const lg_search *search, uint32_t slot) {
    return (lg_i_tree_node *)(void *)(search->nodes + (size_t)slot * LG_I_TREE_WORD);
}

static inline lg_i_tree_head *lg_i_tree_head_at(const lg_search *search, uint32_t family) {
    return (lg_i_tree_head *)(void *)(search->nodes + (size_t)family * LG_I_TREE_WORD);
}

/* Short families have no priors. */
LG_I_TREE_INLINE void lg_i_tree_forget_fresh(lg_i_tree_head *head) {
    if (head->is_short == 0) head->fresh = 0;
}

/* The first line of the cache that begins in this memory, at most LG_I_TREE_LINE - 1 bytes after its beginning. */
static inline char *lg_i_tree_line_in(char *memory) {
    return memory + (LG_I_TREE_LINE - (uintptr_t)memory % LG_I_TREE_LINE) % LG_I_TREE_LINE;
}

/* Whether there is room for a node. */
static inline bool lg_i_tree_has_place(const lg_search *search) {
    return search->words - search->used >= search->stride ||
           (search->garbage > 0 && search->holes[search->stride] != 0);
}

/* Whether there is none, which has been noticed. */
static inline bool lg_i_tree_is_tight(const lg_search *search) {
    return search->full && !lg_i_tree_has_place(search);
}

/* Words in use, without the nodes that stand for others. */
static inline uint32_t lg_i_tree_taken(const lg_search *search) {
    return search->used - 2 * search->stride;
}

static inline bool lg_i_tree_is_short(const lg_i_tree_shape *shape) {
    return shape->room < LG_I_TREE_SHORT && shape->extra < LG_I_TREE_SHORT && !shape->many && !shape->weighted;
}

/* Words of a family of this shape. */
LG_I_TREE_INLINE uint32_t lg_i_tree_words(const lg_search *search, const lg_i_tree_shape *shape) {
    const uint32_t room = (uint32_t)shape->room + 1, count = !search->counts ? 0 : shape->many ? 4 : 2;
    const uint32_t listed = shape->listed ? 1 + search->wide : 0;
    const uint32_t each = 4 + 4u * shape->weighted + listed + (shape->alike ? 0 : count);
    const uint32_t head = lg_i_tree_is_short(shape) ? 8 : 12 + (room + 31) / 32 * 4;
    return (head + 4u * search->valued + room * each + 2u * shape->alike + 7) / 8;
}

/* The arrays of a family, and the numbers of its shape. */
typedef struct lg_i_tree_edges {
    uint32_t last, room, extra;
    uint8_t *visited;    /* bits of the visited children, and of those about to be */
    uint32_t *to;        /* of a visited child, the slot of its node or the brief form of its values; of another one the
                          * action, if there is no array of them */
    float *prior;        /* NULL: lg_i_tree_equal_prior for all */
    uint32_t *available; /* NULL where that is not counted, or in `few` */
    uint16_t *few;       /* that of child i is few[i & each] */
    uint32_t each;       /* 0: all children have the same */
    uint8_t *action;     /* see lg_i_tree_listed. NULL: if visited that of the node, which then is never brief */
} lg_i_tree_edges;

/* The actions of families that have an array of them, in 8 or 16 bits. */
static inline uint32_t lg_i_tree_listed(const lg_search *search, const lg_i_tree_edges *edges, uint32_t i) {
    uint16_t both;
    if (search->wide == 0) return edges->action[i];
    memcpy(&both, edges->action + 2 * (size_t)i, sizeof both);
    return both;
}

static inline void lg_i_tree_list(const lg_search *search, const lg_i_tree_edges *edges, uint32_t i, uint32_t action) {
    const uint16_t both = (uint16_t)action;
    if (search->wide == 0) edges->action[i] = (uint8_t)action;
    else memcpy(edges->action + 2 * (size_t)i, &both, sizeof both);
}

/* The highest bit, which no slot has, marks the brief form of the values of a single visit. With two players these must
 * be opposite, and the rest is the first one's float without the bit that is set only from 2 on; with one player it is
 * the same. With more players all must be -1, 0 or 1, in two bits each. */
#define LG_I_TREE_BRIEF ((uint32_t)1 << 31)

/* A player's value from it; 0 from a slot. */
LG_I_TREE_INLINE double lg_i_tree_brief_value(uint32_t to, int32_t players, int32_t player) {
    const uint32_t brief = (uint32_t)-(int32_t)(to >> 31) & to;
    if (players > 2) return (double)(int32_t)((brief >> 2 * player & 1) - (brief >> 2 * player & 2));
    const uint32_t sign = (brief << 1 ^ (uint32_t)player << 31) & 0x80000000, bits = sign | (brief & 0x3FFFFFFF);
    float value;
    memcpy(&value, &bits, sizeof value);
    return 0 + (double)value; /* -0 is 0 */
}

/* The value of a node for the player to move, as its leaf was valued; with Gumbel's policy. */
static inline float *lg_i_tree_valued(const lg_i_tree_head *head) {
    return (float *)(uintptr_t)((const uint32_t *)(const void *)head + (head->is_short != 0 ? 2 : 3));
}

/* Those of a family of this shape. */
static inline lg_i_tree_edges lg_i_tree_edges_as(const lg_search *search, const lg_i_tree_head *head, bool is_short,
                                                 const lg_i_tree_shape *shape) {
    const uint32_t room = (uint32_t)shape->room + 1;
    const uint32_t *behind = (const uint32_t *)(const void *)head + (is_short ? 2 : 3);
    uint32_t *next = (uint32_t *)(uintptr_t)behind + search->valued;
    lg_i_tree_edges edges = {shape->last, shape->room, shape->extra, (uint8_t *)(uintptr_t)head->bits, next, NULL, NULL,
                             NULL, 0, NULL};
    if (!is_short) {
        edges.visited = (uint8_t *)next;
        edges.to = next += shape->room / 32 + 1;
    }
    next += room;
    if (shape->weighted) {
        edges.prior = (float *)(void *)next;
        next += room;
    }
    if (shape->listed || search->counts) edges.action = (uint8_t *)next;
    if (!search->counts) return edges;
    edges.each = shape->alike ? 0 : ~(uint32_t)0;
    if (shape->many) edges.available = next;
    else edges.few = (uint16_t *)(void *)next;
    edges.action += shape->many ? 4 * room : shape->alike ? 2 : 2 * room;
    return edges;
}

LG_I_TREE_INLINE lg_i_tree_edges lg_i_tree_edges_of(const lg_search *search, const lg_i_tree_head *head) {
    const bool is_short = head->is_short != 0, listed = head->listed != 0, alike = !listed;
    const lg_i_tree_shape shape =
        is_short ? (lg_i_tree_shape){head->short_last, head->short_room, head->short_extra, 0, 0, listed, alike}
                 : (lg_i_tree_shape){head->last, head->room, head->extra, head->many, head->weighted, listed, alike};
    return lg_i_tree_edges_as(search, head, is_short, &shape);
}

/* The prior of each child of a family that is not weighted. */
LG_I_TREE_INLINE float lg_i_tree_equal_prior(const lg_search *search, const lg_i_tree_edges *edges) {
    return 1 / (float)((search->exact ? edges->last : edges->extra) + 1);
}

/* Those of the family of a node that has one. */
LG_I_TREE_INLINE lg_i_tree_edges lg_i_tree_edges_at(const lg_search *search, uint32_t slot) {
    return lg_i_tree_edges_of(search, lg_i_tree_head_at(search, lg_i_tree_node_at(search, slot)->family));
}

/* Whether the children have one count. */
static inline bool lg_i_tree_are_alike(const lg_i_tree_edges *edges) {
    return edges->few != NULL && edges->each == 0;
}

/* The number of simulations in which child i could be chosen; 0 where that is not counted. */
LG_I_TREE_INLINE uint32_t lg_i_tree_available(const lg_i_tree_edges *edges, uint32_t i) {
    if (edges->few != NULL) return edges->few[i & edges->each];
    return edges->available != NULL ? edges->available[i] : 0;
}

static inline bool lg_i_tree_has(const lg_i_tree_edges *edges, uint32_t i) {
    return (edges->visited[i / 8] >> i % 8 & 1) != 0;
}

/* The visited children among 64 from this number on; other bits may be anything. */
static inline uint64_t lg_i_tree_visited(const lg_i_tree_edges *edges, uint32_t first) {
    uint64_t bytes;
    memcpy(&bytes, edges->visited + first / 8, sizeof bytes);
    return lg_i_bits_first_lowest(bytes);
}

/* All children among 64 from this number on. */
static inline uint64_t lg_i_tree_all(const lg_i_tree_edges *edges, uint32_t first) {
    const uint32_t left = edges->last - first;
    return left < 63 ? ((uint64_t)2 << left) - 1 : UINT64_MAX;
}

/* The node of a child, or the one that stands for it. Which it is can't be foreseen: no branch. */
LG_I_TREE_INLINE const lg_i_tree_node *lg_i_tree_at(const lg_search *search, const lg_i_tree_edges *edges, uint32_t i) {
    const uint32_t visited = 0u - lg_i_tree_has(edges, i), to = edges->to[i] & visited, brief = 0u - (to >> 31);
    const uint32_t other = search->stride << (brief & 1);
    return lg_i_tree_node_at(search, (to & ~brief) | (other & (~visited | brief)));
}

/* The action of a child without visits. */
static inline uint32_t lg_i_tree_new_action(const lg_search *search, const lg_i_tree_edges *edges, uint32_t i) {
    return edges->action != NULL ? lg_i_tree_listed(search, edges, i) : edges->to[i];
}

LG_I_TREE_INLINE uint16_t lg_i_tree_action(const lg_search *search, const lg_i_tree_edges *edges, uint32_t i) {
    if (edges->action != NULL) return (uint16_t)lg_i_tree_listed(search, edges, i);
    const uint32_t visited = 0u - lg_i_tree_has(edges, i);
    return (uint16_t)(lg_i_tree_at(search, edges, i)->number | (edges->to[i] & ~visited));
}

/* The children of a node in their order:
 *
 *     for (lg_i_tree_walk walk = lg_i_tree_walk_of(search, family); lg_i_tree_next(&walk);) ... walk.child ... */
typedef struct lg_i_tree_walk {
    const lg_search *search;
    lg_i_tree_edges edges;
    uint32_t count;
    float all; /* the prior of each, unless they have their own */
    uint32_t number; /* of the child, from 1 */
    uint32_t slot;   /* of its node; 0: it has none */
    uint32_t brief;  /* of its values; 0: it has a node, or no visits */
    uint16_t action;
    float prior;
    const lg_i_tree_node *child; /* its node, or the one that stands for it, without its values */
} lg_i_tree_walk;

LG_I_TREE_INLINE lg_i_tree_walk lg_i_tree_walk_of(const lg_search *search, uint32_t family) {
    if (family == 0) return (lg_i_tree_walk){.search = search};
    const lg_i_tree_edges edges = lg_i_tree_edges_of(search, lg_i_tree_head_at(search, family));
    const float all = lg_i_tree_equal_prior(search, &edges);
    return (lg_i_tree_walk){.search = search, .edges = edges, .count = edges.last + 1, .all = all};
}

LG_I_TREE_INLINE bool lg_i_tree_next(lg_i_tree_walk *walk) {
    if (walk->number == walk->count) return false;
    const uint32_t to = lg_i_tree_has(&walk->edges, walk->number) ? walk->edges.to[walk->number] : 0;
    const uint32_t other = walk->search->stride << (to >> 31);
    walk->brief = (to & LG_I_TREE_BRIEF) != 0 ? to : 0;
    walk->slot = to ^ walk->brief;
    walk->child = lg_i_tree_node_at(walk->search, walk->slot != 0 ? walk->slot : other);
    walk->action = lg_i_tree_action(walk->search, &walk->edges, walk->number);
    walk->prior = walk->edges.prior != NULL ? walk->edges.prior[walk->number] : walk->all;
    walk->number++;
    return true;
}

/* The same, without children that no simulation has reached. */
static inline bool lg_i_tree_next_visited(lg_i_tree_walk *walk) {
    while (walk->number < walk->count && !lg_i_tree_has(&walk->edges, walk->number)) walk->number++;
    return lg_i_tree_next(walk);
}

/* One of the trees of a search; 0 is its own. */
static inline lg_search *lg_i_tree_of(const lg_search *search, int32_t which) {
    if (which == 0) return (lg_search *)(uintptr_t)search;
    return (lg_search *)(void *)(search->mates + (size_t)(which - 1) * search->mate_size);
}

static inline bool lg_i_tree_has_results(const lg_search *search) {
    return search->begun && !search->running;
}

/* The statistics of all of them together. */
void lg_i_tree_statistics(const lg_search *search, lg_search_statistics *statistics);

/* The slot of the root, as results see it. */
static inline uint32_t lg_i_tree_root(const lg_search *search) {
    return search->viewed ? search->words : 0;
}

/* The mean value of a node for a player; 0 without visits. */
LG_I_TREE_INLINE double lg_i_tree_mean(const lg_i_tree_node *node, int32_t player) {
    if (node->proven != 0) return node->value[player];
    return node->visits == 0 ? 0 : node->value[player] / (double)node->visits;
}

LG_I_TREE_INLINE double lg_i_tree_walk_mean(const lg_i_tree_walk *walk, int32_t player) {
    if (walk->brief != 0) return lg_i_tree_brief_value(walk->brief, walk->search->game->players, player);
    return lg_i_tree_mean(walk->child, player);
}

/* Whether search->allowed contains this child, from 1; NULL contains all. */
static inline bool lg_i_tree_allows(const uint64_t *allowed, uint32_t number) {
    return allowed == NULL || lg_i_bits_has_bit(allowed, (int32_t)number - 1);
}

/* Makes the simulation of leaf `number` the one under way. */
LG_I_TREE_INLINE void lg_i_tree_use_leaf(lg_search *search, uint32_t number) {
    search->state = search->leaf_states + (size_t)number * search->game->state_size;
    search->mask = search->leaf_masks + (size_t)number * (size_t)LG_MASK_WORDS(search->game->actions);
    search->steps = search->leaf_steps + (size_t)number * ((size_t)search->config.depth + 1);
}

/* ---- tree.c ---- */

/* Makes a family of this shape, without visited children, at a place with room for it. */
void lg_i_tree_begin_family(const lg_search *search, uint32_t at, uint32_t owner, const lg_i_tree_shape *shape);

/* Nothing but a root without visits. */
void lg_i_tree_clear(lg_search *search);

/* Gives a node children for the actions in the mask, with equal priors, which may change if `weighted`; `listed`: first
 * visits of these children may be brief. False if there is no room. */
bool lg_i_tree_expand(lg_search *search, uint32_t slot, const uint64_t *mask, int32_t count, int32_t player,
                      bool weighted, bool listed);

/* Adds children for the actions in the mask that have none, and determines which are allowed; also makes room for large
 * counts. `edges` are the node's, and follow its family. False if there is no room. */
bool lg_i_tree_widen(lg_search *search, uint32_t slot, lg_i_tree_edges *edges, const uint64_t *mask, int32_t count);

/* Removes the children that are not in the mask. Packing the tree drops their subtrees. False when none is left. */
bool lg_i_tree_keep(lg_search *search, uint32_t slot, const uint64_t *mask);

/* Gives each child of a node its own prior, which the caller sets. False if there is no room. */
bool lg_i_tree_weigh(lg_search *search, uint32_t slot);

/* Scales the priors of the root's children, at least one, so that they add up to 1. False if there is no room. */
bool lg_i_tree_share(lg_search *search);

/* The child to which an action leads, or number 0; the slot of its node, or 0. */
lg_i_tree_walk lg_i_tree_find(const lg_search *search, uint32_t slot, uint32_t action);
uint32_t lg_i_tree_child(const lg_search *search, uint32_t slot, uint32_t action);

/* Gives child i (from 0) of a family a node if it has none. Its slot; 0: there is no room. */
uint32_t lg_i_tree_visit(lg_search *search, uint32_t family, const lg_i_tree_edges *edges, uint32_t i);

/* Gives the leaf that the simulation has reached a node, if it has none, or if `briefly` and that suffices the brief
 * form of search->values. */
void lg_i_tree_settle(lg_search *search, bool briefly);

/* Takes the newest node again if it has a single visit and the brief form of its values, search->values, suffices. */
void lg_i_tree_shorten(lg_search *search, uint32_t slot);

/* Takes the node of a child that has no visits and no children. */
void lg_i_tree_unvisit(lg_search *search, uint32_t slot);

/* Makes the child the root; no leaves are out afterwards. With slot 0 the root is a new, empty node. */
void lg_i_tree_reroot(lg_search *search, uint32_t slot);

/* Makes room in a full tree if the configuration requires it, and where room was given up before. */
void lg_i_tree_make_room(lg_search *search);

/* ---- select.c ---- */

/* The child to which a simulation goes. When the policy chooses a proven child, its value counts for the node and those
 * above it, and the simulation goes to the best of the others, and changes only their values: so proven children are
 * not searched, count as much as the policy wants, and cost no simulation. */
typedef struct lg_i_tree_choice {
    uint32_t child;  /* numbers from 1; 0: there is none */
    uint32_t credit; /* the child that the policy chose: mostly the same */
} lg_i_tree_choice;

/* Chooses a child for the player to move; `edges` are the node's; `allowed` contains the children that the simulation's
 * state allows, NULL: all. `known`: only one with a node, as there is no room for others. */
lg_i_tree_choice lg_i_tree_select_child(lg_search *search, uint32_t slot, const lg_i_tree_edges *edges, int32_t player,
                                        const uint64_t *allowed, bool known);

/* Collects the children with their scores: the first of the best ones is chosen, a proven loss only if there is no
 * other child. */
typedef struct lg_i_tree_ranking {
    uint32_t all, open, lost; /* the best; the best that is not proven; a proven loss */
    double all_score, open_score;
} lg_i_tree_ranking;

static inline bool lg_i_tree_is_lost(const lg_i_tree_node *child, int32_t player) {
    return child->proven != 0 && child->value[player] <= -1;
}

LG_I_TREE_INLINE void lg_i_tree_rank(lg_i_tree_ranking *ranking, uint32_t number, bool proven, double score) {
    if (ranking->all == 0 || score > ranking->all_score) {
        ranking->all = number;
        ranking->all_score = score;
    }
    if (proven || (ranking->open != 0 && score <= ranking->open_score)) return;
    ranking->open = number;
    ranking->open_score = score;
}

LG_I_TREE_INLINE lg_i_tree_choice lg_i_tree_ranked(const lg_i_tree_ranking *ranking) {
    const uint32_t credit = ranking->all != 0 ? ranking->all : ranking->lost;
    return (lg_i_tree_choice){ranking->open != 0 ? ranking->open : credit, credit};
}

/* ---- gumbel.c ---- */

/* Draws the noise and begins the plan of a root; without an effect under other policies. */
void lg_i_gumbel_begin(lg_search *search);

/* lg_i_tree_select_child at the root and below it. */
lg_i_tree_choice lg_i_gumbel_root(lg_search *search);
lg_i_tree_choice lg_i_gumbel_inner(lg_search *search, uint32_t slot, int32_t player, const uint64_t *allowed,
                                   bool known);

/* The improved policy of the root's children, in search->weights in their order; they add up to 1. */
void lg_i_gumbel_policy(const lg_search *search);

/* The number of the root's child to play. */
uint32_t lg_i_gumbel_best(const lg_search *search);

/* ---- solver.c ---- */

/* Sets search->values to the outcome of search->state, a game that is over. */
void lg_i_tree_set_outcome(lg_search *search);

/* search->values is the result of the node that the simulation has reached: proves it, and nodes above it as far as
 * this follows. */
void lg_i_tree_prove(lg_search *search);

/* Sets search->values to the known result of search->state (lg_game.known), in which `player` is to move, if that is a
 * win or a loss: a little more than 1 for sooner ones, so that of several the soonest is played. */
bool lg_i_tree_set_known(lg_search *search, int32_t player);

/* Proves those of the root's new children whose results are known. */
void lg_i_tree_prove_known(lg_search *search);

/* ---- leaf.c ---- */

/* Gives the leaf that the simulation has reached its children, for the actions in search->mask, if the tree grows. */
void lg_i_tree_open_leaf(lg_search *search, int32_t count, int32_t player, const float *priors);

/* A network as evaluator; the context is the search. */
void lg_i_tree_ask_net(void *context, const lg_game *game, const void *state, int32_t player, const uint64_t *mask,
                       float *values, float *priors);

/* Sets search->values by a rollout from search->state, or by the evaluator; with an evaluator the leaf gets children.
 * False if the rollout was stopped, or the game violates its contract. */
bool lg_i_tree_leaf_value(lg_search *search, lg_search_stop *stop, void *context);

/* Sets the priors of all but the first `known` children by greedy's choice in search->state, the node's. */
void lg_i_tree_guide(lg_search *search, uint32_t slot, uint32_t known);

/* Whether the priors of a node's children include noise: those of the root, if there is any. */
static inline bool lg_i_tree_is_noisy(const lg_search *search, uint32_t slot) {
    return slot == 0 && search->config.policy == LG_SEARCH_PUCT && search->config.noise > 0;
}

/* Mixes noise into these priors. False if there is no room. */
bool lg_i_tree_add_noise(lg_search *search);

/* ---- simulate.c ---- */

/* How a step of a simulation ends. */
typedef enum lg_i_tree_end {
    LG_I_TREE_END_NONE = 0,   /* a level further down */
    LG_I_TREE_END_KNOWN = 1,  /* search->values is its value */
    LG_I_TREE_END_LEAF = 2,   /* search->state needs a value */
    LG_I_TREE_END_WAITING = 3, /* at a leaf that is out */
    LG_I_TREE_END_BROKEN = 4   /* the game violates its contract */
} lg_i_tree_end;

/* Whether nothing remains to be searched. */
bool lg_i_tree_is_done(const lg_search *search);

/* Begins a simulation. */
void lg_i_tree_enter(lg_search *search);

/* Drops the simulation under way, without a result. */
void lg_i_tree_take_back(lg_search *search);

/* Descends one level, or `on` to the end. `outside`: leaves get their children when their values arrive, not on a
 * second visit. */
lg_i_tree_end lg_i_tree_go_down(lg_search *search, bool outside, bool on);

/* Adds search->values to the nodes of the path. */
void lg_i_tree_back_up(lg_search *search);

/* lg_search_run without checks. */
void lg_i_tree_run(lg_search *search, lg_search_stop *stop, void *context);

#endif
