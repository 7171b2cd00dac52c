/* Internal: a search and its tree.
 *
 * The memory of the tree is an array of slots of one size. Slot 0 is the root. The children of a node stand side by
 * side in a family: a slot that is its head, then one slot a child. A node knows its family, a head knows the node that it
 * belongs to, and nothing else points anywhere, so families can be moved. New families go to the end; room becomes
 * free by moving the families that stay towards the beginning. */
#ifndef LG_I_TREE_H
#define LG_I_TREE_H

#include "libgames/search.h"

/* A child, or the root. */
typedef struct lg_i_node {
    uint32_t visits;
    uint32_t family;    /* slot of its head; 0: no children */
    uint32_t available; /* simulations in which it could be chosen, where that depends on their states */
    float prior;
    uint16_t action;
    uint16_t out;    /* leaves on the way through it that are out */
    uint8_t proven;  /* `value` is the result, no longer a sum */
    uint8_t waiting; /* its value and its children's priors have not come yet */
    uint16_t reserved;
    double value[]; /* a player: sum over the visits, or the result */
} lg_i_node;

typedef struct lg_i_head {
    uint32_t owner;  /* slot of the node whose children follow */
    uint32_t count;  /* children */
    uint32_t room;   /* slots for children */
    int32_t player;  /* to move, where that is certain */
    float value;     /* of the node for that player, as its leaf was valued */
    uint32_t stays;  /* in a tree that is being packed */
} lg_i_head;

/* A leaf that is out. */
typedef struct lg_i_leaf {
    uint32_t length; /* actions from the root to it */
    int32_t player;
    int32_t count; /* legal actions */
} lg_i_leaf;

struct lg_search {
    lg_game game;
    lg_search_config config;
    lg_rng rng;
    size_t size, stride; /* bytes of all; of a slot */
    bool begun;
    bool exact;  /* a node is one state: perfect information and no chance in play */
    bool solves; /* with the solver */
    bool full;   /* there was no room */
    int32_t player; /* to move at the root; -1: the game is over */
    uint32_t deepest;
    uint32_t used, garbage; /* slots that families have taken; of them, those of no family any more */
    int64_t simulations, levels, dropped;
    uint32_t out, first_row; /* leaves; the row of the first, in the last collection */
    /* Gumbel's plan: each of `candidates` actions has been tried `round` times, `turn` of them once more; `rounds` are
     * left before they are halved. */
    int32_t candidates, turn, rounds;
    uint32_t round;
    /* The simulation under way. */
    uint32_t length;
    int32_t mover, legal; /* at its leaf: the player to move, and how many actions it has */
    double values[LG_MAX_PLAYERS];
    /* Further on in the caller's memory. */
    char *root;          /* a state */
    char *state;         /* of the simulation */
    uint64_t *mask;      /* of the state */
    double *weights;     /* actions: scratch of Gumbel's policy */
    float *priors;       /* actions: an evaluator's */
    float *gumbel;       /* actions: noise at the root */
    uint32_t *tried;     /* actions: visits in Gumbel's plan */
    uint32_t *path;      /* depth + 1 slots */
    uint16_t *line;      /* depth actions */
    uint16_t *credit;    /* depth actions: see lg_i_choice */
    lg_i_leaf *leaf;     /* config.leaves of them, each with its state, mask and line */
    char *leaf_states;
    uint64_t *leaf_masks;
    uint16_t *leaf_lines; /* each with its credit behind it */
    char *nodes;
};

static inline lg_i_node *lg_i_node_at(const lg_search *search, uint32_t slot) {
    return (lg_i_node *)(void *)(search->nodes + (size_t)slot * search->stride);
}

static inline lg_i_head *lg_i_head_at(const lg_search *search, uint32_t slot) {
    return (lg_i_head *)(void *)(search->nodes + (size_t)slot * search->stride);
}

/* A node's mean value for a player; 0 without visits. */
static inline double lg_i_mean(const lg_i_node *node, int32_t player) {
    if (node->proven != 0) return node->value[player];
    return node->visits == 0 ? 0 : node->value[player] / (double)node->visits;
}

static inline bool lg_i_in_mask(const uint64_t *mask, uint32_t action) {
    return (mask[action / 64] >> action % 64 & 1) != 0;
}

/* ---- tree.c ---- */

/* Nothing but a root without visits. */
void lg_i_tree_clear(lg_search *search);

/* Gives a node children for the actions in the mask, with equal priors. False when there is no room. */
bool lg_i_tree_expand(lg_search *search, uint32_t slot, const uint64_t *mask, int32_t count, int32_t player);

/* Adds children for the actions in the mask that have none. False when there is no room. */
bool lg_i_tree_widen(lg_search *search, uint32_t slot, const uint64_t *mask, int32_t count);

/* The child for an action; 0: none. */
uint32_t lg_i_tree_child(const lg_search *search, uint32_t slot, uint32_t action);

/* The child becomes the root; nothing is out any more. With slot 0 the root has a new, empty node. */
void lg_i_tree_reroot(lg_search *search, uint32_t slot);

/* Makes room in a full tree if the configuration says so, and where room was given up before. */
void lg_i_tree_make_room(lg_search *search);

/* ---- select.c ---- */

/* Where a simulation goes. When the policy chooses a child that is proven, that child's value counts for the node and
 * those above it, and the simulation goes to the best of the others, whose values alone it changes: so what is proven
 * is not searched, counts as much as the policy wants, and costs no simulation. */
typedef struct lg_i_choice {
    uint32_t child;  /* slots; 0: there is none */
    uint32_t credit; /* the child that the policy chose: mostly the same */
} lg_i_choice;

/* Chooses a child for the player to move; `mask` has the actions that the simulation's state allows, NULL for all. */
lg_i_choice lg_i_select_child(lg_search *search, uint32_t slot, int32_t player, const uint64_t *mask);

/* Collects the children with their scores: the first of the best ones is chosen. Losses that are proven only if there
 * is nothing else. */
typedef struct lg_i_ranking {
    uint32_t all, open, lost; /* the best; the best that is not proven; a proven loss */
    double all_score, open_score;
} lg_i_ranking;

static inline bool lg_i_is_lost(const lg_i_node *child, int32_t player) {
    return child->proven != 0 && child->value[player] <= -1;
}

static inline void lg_i_rank(lg_i_ranking *ranking, uint32_t slot, bool proven, double score) {
    if (ranking->all == 0 || score > ranking->all_score) {
        ranking->all = slot;
        ranking->all_score = score;
    }
    if (proven || (ranking->open != 0 && score <= ranking->open_score)) return;
    ranking->open = slot;
    ranking->open_score = score;
}

static inline lg_i_choice lg_i_ranked(const lg_i_ranking *ranking) {
    const uint32_t credit = ranking->all != 0 ? ranking->all : ranking->lost;
    return (lg_i_choice){ranking->open != 0 ? ranking->open : credit, credit};
}

/* ---- gumbel.c ---- */

/* Draws the noise and begins the plan of a root; without an effect under other policies. */
void lg_i_gumbel_begin(lg_search *search);

/* lg_i_select_child at the root and below it. */
lg_i_choice lg_i_gumbel_root(lg_search *search);
lg_i_choice lg_i_gumbel_inner(lg_search *search, uint32_t slot, int32_t player, const uint64_t *mask);

/* The improved policy of a node's children, in search->weights by their order; they add up to 1. */
void lg_i_gumbel_policy(const lg_search *search, uint32_t slot, int32_t player, const uint64_t *mask);

/* The child of the root that is to be played. */
uint32_t lg_i_gumbel_best(const lg_search *search);

/* ---- solver.c ---- */

/* The leaf of the path has the result search->values: proves it and whatever follows from it above. */
void lg_i_prove(lg_search *search);

/* ---- leaf.c ---- */

/* Plays on from search->state, or asks the evaluator, for search->values; with an evaluator the leaf gets children. */
void lg_i_leaf_value(lg_search *search);

/* Sets the priors of a node's children from an array by action; NULL: equal ones. With the noise at the root. */
void lg_i_set_priors(lg_search *search, uint32_t slot, const float *priors);

/* Sets them by the choice of the built-in player in search->state, which is that of the node. */
void lg_i_guide(lg_search *search, uint32_t slot);

/* Mixes the configured noise into the priors of the root's children, if it has any. */
void lg_i_add_noise(lg_search *search);

/* ---- simulate.c ---- */

/* How a simulation's way down ends. */
typedef enum lg_i_end {
    LG_I_END_KNOWN = 0,  /* search->values is its value */
    LG_I_END_LEAF = 1,   /* search->state is to be valued */
    LG_I_END_WAITING = 2 /* at a leaf that is out */
} lg_i_end;

/* Whether there is nothing to be searched any more. */
bool lg_i_is_done(const lg_search *search);

/* From the root down. `outside`: leaves get their children when their values come, not on a second visit. */
lg_i_end lg_i_descend(lg_search *search, bool outside);

/* Adds search->values to the nodes of the path. */
void lg_i_back_up(lg_search *search);

/* lg_search_run without checks. */
void lg_i_run(lg_search *search, lg_search_stop *stop, void *context);

#endif
