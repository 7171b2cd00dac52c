/* Internal: a search and its tree.
 *
 * The memory of the tree is an array of slots of one size. Slot 0 is the root. The children of a node stand side by
 * side in a family: a slot that is its head, then one slot a child. A node knows its family, a head knows the node that it
 * belongs to, and nothing else points anywhere, so families can be moved. New families go to the end; room becomes
 * free by moving the families that stay towards the beginning. */
#ifndef LG_I_TREE_H
#define LG_I_TREE_H

#include "core/bits.h"
#include "game/net.h"
#include "libgames/search.h"

/* A child, or the root. */
typedef struct lg_i_tree_node {
    uint32_t visits;
    uint32_t family; /* slot of its head; 0: no children */
    float prior;
    uint16_t action;
    uint16_t out : 14;    /* leaves on the way through it that are out */
    uint16_t proven : 1;  /* `value` is the result, no longer a sum */
    uint16_t waiting : 1; /* its value and its children's priors have not come yet */
    double value[]; /* a player: sum over the visits, or the result; behind them see lg_i_tree_available */
} lg_i_tree_node;

typedef struct lg_i_tree_head {
    uint32_t owner;  /* slot of the node whose children follow */
    uint32_t count;  /* children */
    uint32_t room;   /* slots for children */
    int32_t player;  /* to move, where that is certain */
    float value;     /* of the node for that player, as its leaf was valued */
    uint32_t stays;  /* in a tree that is being packed */
} lg_i_tree_head;

LG_STATIC_ASSERT(sizeof(lg_i_tree_head) <= sizeof(lg_i_tree_node) + sizeof(double), "a head fits in a slot");
LG_STATIC_ASSERT(LG_SEARCH_MAX_LEAVES < 1 << 14, "leaves that are out can be counted");

/* A node on the way of a simulation, and what was done there: the action that was taken, and the one that the policy
 * chose (see lg_i_tree_choice). */
typedef struct lg_i_tree_step {
    uint32_t slot;
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

/* In the order in which collections of leaves over many searches fetch it: up to the game's facts. */
struct lg_search {
    bool begun;
    bool exact;  /* a node is one state: perfect information and no chance in play */
    bool solves; /* with the solver */
    bool full;   /* there was no room */
    bool broken; /* the game has broken its word */
    bool rolling; /* a rollout was stopped, from the leaf that `steps` lead to */
    int32_t player; /* to move at the root; -1: the game is over */
    uint32_t out, first_row; /* leaves; the row of the first, in the last collection */
    uint32_t used, garbage; /* slots that families have taken; of them, those of no family any more */
    uint32_t moves;         /* how often families have been moved */
    uint32_t deepest;
    int64_t simulations, levels, rolled; /* decisions of the rollout that was stopped */
    int64_t entered, kept;  /* simulations of this root that have begun; the samples that they use in turn */
    lg_rng rng;
    /* In the caller's memory. */
    char *nodes;
    size_t stride;         /* bytes of a slot */
    char *root;            /* a state */
    char *samples;         /* config.samples of them: states as the root's player knows it */
    lg_i_tree_leaf *leaf;  /* config.leaves of them, at least one, each with its state, mask and steps */
    char *leaf_states;
    uint64_t *leaf_masks;
    lg_i_tree_step *leaf_steps;
    /* The simulation under way. Its state, mask and steps are where they stay if its leaf goes out. */
    char *state;
    uint64_t *mask;         /* of the state */
    lg_i_tree_step *steps;  /* depth + 1 of them */
    uint32_t length;        /* of the way: steps[length] is the node that it has come to */
    int32_t mover, legal; /* there: the player to move, and how many actions it has */
    lg_i_tree_plan plan, before; /* Gumbel's; what it was when the simulation began */
    double values[LG_MAX_PLAYERS];
    lg_search_config config;
    lg_game game;
    /* In the caller's memory, too. */
    double *weights;  /* actions: scratch of Gumbel's policy */
    float *priors;    /* actions: an evaluator's */
    float *gumbel;    /* actions: noise at the root */
    uint32_t *tried;  /* actions: visits in Gumbel's plan */
    size_t size;      /* bytes of all */
    int64_t dropped;
    /* Of a network that is the evaluator; see lg_i_net_evaluate. */
    lg_i_net net;
    void *net_memory;
    int64_t *logits;
};

static inline lg_i_tree_node *lg_i_tree_node_at(const lg_search *search, uint32_t slot) {
    return (lg_i_tree_node *)(void *)(search->nodes + (size_t)slot * search->stride);
}

static inline lg_i_tree_head *lg_i_tree_head_at(const lg_search *search, uint32_t slot) {
    return (lg_i_tree_head *)(void *)(search->nodes + (size_t)slot * search->stride);
}

/* Where a node has the number of simulations in which it could be chosen; only where that depends on their states. */
static inline size_t lg_i_tree_available(const lg_search *search) {
    return search->stride - sizeof(double);
}

/* A node's mean value for a player; 0 without visits. */
static inline double lg_i_tree_mean(const lg_i_tree_node *node, int32_t player) {
    if (node->proven != 0) return node->value[player];
    return node->visits == 0 ? 0 : node->value[player] / (double)node->visits;
}

/* Whether the mask, NULL for all actions, has the child's. */
static inline bool lg_i_tree_allows(const uint64_t *mask, const lg_i_tree_node *child) {
    return mask == NULL || lg_i_bits_has_bit(mask, child->action);
}

/* The simulation under way, or the one that is looked at again, is that of leaf `number`. */
static inline void lg_i_tree_use_leaf(lg_search *search, uint32_t number) {
    search->state = search->leaf_states + (size_t)number * search->game.state_size;
    search->mask = search->leaf_masks + (size_t)number * (size_t)LG_MASK_WORDS(search->game.actions);
    search->steps = search->leaf_steps + (size_t)number * ((size_t)search->config.depth + 1);
}

/* ---- tree.c ---- */

/* Nothing but a root without visits. */
void lg_i_tree_clear(lg_search *search);

/* Gives a node children for the actions in the mask, with equal priors. False when there is no room. */
bool lg_i_tree_expand(lg_search *search, uint32_t slot, const uint64_t *mask, int32_t count, int32_t player);

/* Adds children for the actions in the mask that have none. False when there is no room. */
bool lg_i_tree_widen(lg_search *search, uint32_t slot, const uint64_t *mask, int32_t count);

/* Takes the children out that are not in the mask. What was below them goes when the tree is packed. False when none is
 * left. */
bool lg_i_tree_keep(lg_search *search, uint32_t slot, const uint64_t *mask);

/* Makes the priors of the root's children, of which there are some, add up to 1. */
void lg_i_tree_share(lg_search *search);

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
typedef struct lg_i_tree_choice {
    uint32_t child;  /* slots; 0: there is none */
    uint32_t credit; /* the child that the policy chose: mostly the same */
} lg_i_tree_choice;

/* Chooses a child for the player to move; `mask` has the actions that the simulation's state allows, NULL for all. */
lg_i_tree_choice lg_i_tree_select_child(lg_search *search, uint32_t slot, int32_t player, const uint64_t *mask);

/* Collects the children with their scores: the first of the best ones is chosen. Losses that are proven only if there
 * is nothing else. */
typedef struct lg_i_tree_ranking {
    uint32_t all, open, lost; /* the best; the best that is not proven; a proven loss */
    double all_score, open_score;
} lg_i_tree_ranking;

static inline bool lg_i_tree_is_lost(const lg_i_tree_node *child, int32_t player) {
    return child->proven != 0 && child->value[player] <= -1;
}

static inline void lg_i_tree_rank(lg_i_tree_ranking *ranking, uint32_t slot, bool proven, double score) {
    if (ranking->all == 0 || score > ranking->all_score) {
        ranking->all = slot;
        ranking->all_score = score;
    }
    if (proven || (ranking->open != 0 && score <= ranking->open_score)) return;
    ranking->open = slot;
    ranking->open_score = score;
}

static inline lg_i_tree_choice lg_i_tree_ranked(const lg_i_tree_ranking *ranking) {
    const uint32_t credit = ranking->all != 0 ? ranking->all : ranking->lost;
    return (lg_i_tree_choice){ranking->open != 0 ? ranking->open : credit, credit};
}

/* ---- gumbel.c ---- */

/* Draws the noise and begins the plan of a root; without an effect under other policies. */
void lg_i_gumbel_begin(lg_search *search);

/* lg_i_tree_select_child at the root and below it. */
lg_i_tree_choice lg_i_gumbel_root(lg_search *search);
lg_i_tree_choice lg_i_gumbel_inner(lg_search *search, uint32_t slot, int32_t player, const uint64_t *mask);

/* The improved policy of a node's children, in search->weights by their order; they add up to 1. */
void lg_i_gumbel_policy(const lg_search *search, uint32_t slot, int32_t player, const uint64_t *mask);

/* The child of the root that is to be played. */
uint32_t lg_i_gumbel_best(const lg_search *search);

/* ---- solver.c ---- */

/* Sets search->values to the outcome of search->state, a game that is over. */
void lg_i_tree_set_outcome(lg_search *search);

/* search->values is the result of the node that the simulation has come to: proves it, and what follows above. */
void lg_i_tree_prove(lg_search *search);

/* Sets search->values to what is known of search->state (lg_game.known), in which `player` is to move, where that is a
 * win or a loss: a little more than 1 where it comes sooner, so that of several the soonest is played. */
bool lg_i_tree_set_known(lg_search *search, int32_t player);

/* Proves of the root's children, which have come just now, those of which it is known how they end. */
void lg_i_tree_prove_known(lg_search *search);

/* ---- leaf.c ---- */

/* Gives the leaf that the simulation has come to its children, for the actions in search->mask, where the tree grows. */
void lg_i_tree_open_leaf(lg_search *search, int32_t count, int32_t player, const float *priors);

/* A network as evaluator; the context is the search. */
void lg_i_tree_ask_net(void *context, const lg_game *game, const void *state, int32_t player, const uint64_t *mask,
                       float *values, float *priors);

/* Plays on from search->state, or asks the evaluator, for search->values; with an evaluator the leaf gets children.
 * False where the rollout was stopped, or the game breaks its word. */
bool lg_i_tree_leaf_value(lg_search *search, lg_search_stop *stop, void *context);

/* Sets the priors of a node's children from an array by action; NULL: equal ones. With the noise at the root. */
void lg_i_tree_set_priors(lg_search *search, uint32_t slot, const float *priors);

/* Sets those of all but the first `known` by the choice of the bot in search->state, the node's. */
void lg_i_tree_guide(lg_search *search, uint32_t slot, uint32_t known);

/* Mixes the configured noise into the priors of the root's children, if it has any. */
void lg_i_tree_add_noise(lg_search *search);

/* ---- simulate.c ---- */

/* How a step of a simulation ends. */
typedef enum lg_i_tree_end {
    LG_I_TREE_END_NONE = 0,   /* a level further down */
    LG_I_TREE_END_KNOWN = 1,  /* search->values is its value */
    LG_I_TREE_END_LEAF = 2,   /* search->state is to be valued */
    LG_I_TREE_END_WAITING = 3, /* at a leaf that is out */
    LG_I_TREE_END_BROKEN = 4   /* the game breaks its word */
} lg_i_tree_end;

/* Whether there is nothing to be searched any more. */
bool lg_i_tree_is_done(const lg_search *search);

/* Begins a simulation. */
void lg_i_tree_enter(lg_search *search);

/* Forgets the simulation under way, which came to nothing. */
void lg_i_tree_take_back(lg_search *search);

/* One level down. `outside`: leaves get their children when their values come, not on a second visit. */
lg_i_tree_end lg_i_tree_go_down(lg_search *search, bool outside);

/* Adds search->values to the nodes of the way. */
void lg_i_tree_back_up(lg_search *search);

/* lg_search_run without checks. */
void lg_i_tree_run(lg_search *search, lg_search_stop *stop, void *context);

/* LG_E_BROKEN if the game of one of them has broken its word. */
static inline lg_status lg_i_tree_status_of(lg_search *const *searches, int32_t count) {
    bool broken = false;
    for (int32_t i = 0; i < count; i++) broken |= searches[i]->broken;
    return broken ? LG_E_BROKEN : LG_OK;
}

#endif
