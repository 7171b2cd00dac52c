/* Leaves valued outside: handed out as rows of arrays over many searches, and taken back. */
#include "search/tree.h"

#include "game/calls.h"
#include "core/numbers.h"
#include "search/team.h"

typedef struct outside_exchange {
    lg_search *const *searches;
    const lg_search_leaves *leaves;
    size_t seen; /* bytes of an observation */
    bool many;   /* the searches don't stay in the cache */
} outside_exchange;

/* ---- fetching ahead ---- */

/* When the turn of one of thousands of trees comes, it is not in the cache, and each level of a tree is found only when
 * the one above has been read. So simulations in several trees descend in step, a level of each in rotation, and the
 * data needed next are fetched meanwhile. */
enum { ABREAST = 8, AHEAD = 16, MANY = 256, MOST_FETCHED = 1024, MOST_LEVELS = 64 };

/* Bytes of a search that are read constantly. */
#define FACTS offsetof(lg_search, values[2])
#define CONFIG_FACTS (sizeof(lg_search_config) - offsetof(lg_search_config, policy))

static void fetch(const void *from, size_t bytes) {
    for (size_t at = 0; at < bytes; at += LG_I_TREE_LINE)
        __builtin_prefetch((const void *)((uintptr_t)from + at), 0, 2); /* into the second level */
}

/* A node, which may lie in two lines: it is needed soon. */
static void fetch_node(const lg_search *search, uint32_t slot) {
    __builtin_prefetch(lg_i_tree_node_at(search, slot));
    __builtin_prefetch(lg_i_tree_node_at(search, slot + search->stride - 1));
}

/* The game of a search that is none of a batch. */
static const lg_game *own_game(const lg_search *search) {
    return (const lg_game *)(const void *)(search + 1);
}

/* A search itself, and what a simulation needs besides the tree: the root's state and its own one, if it `begins`, and
 * its leaf, mask and path. Searches of a batch are laid out alike; for others the places are guesses, which do no
 * harm. */
static void fetch_search(const lg_search *search, const lg_search *like, bool begins) {
    const uintptr_t moved = (uintptr_t)search - (uintptr_t)like;
    const size_t state = like->game->state_size < MOST_FETCHED ? like->game->state_size : MOST_FETCHED;
    const size_t words = (size_t)LG_MASK_WORDS(like->game->actions);
    fetch(search, FACTS);
    fetch(&search->config.policy, CONFIG_FACTS);
    if (like->game == own_game(like)) fetch(own_game(search), offsetof(lg_game, shared_size)); /* up to what is rare */
    if (begins) fetch((const void *)((uintptr_t)like->root + moved), state);
    if (begins) fetch((const void *)((uintptr_t)like->leaf_states + moved), state);
    fetch((const void *)((uintptr_t)like->leaf + moved), sizeof *like->leaf);
    fetch((const void *)((uintptr_t)like->leaf_masks + moved), words * sizeof *like->mask);
    fetch((const void *)((uintptr_t)like->leaf_steps + moved), LG_I_TREE_LINE);
}

/* The nodes of the children of the node that the simulation has reached. */
static void fetch_children(const lg_search *search) {
    const uint32_t family = lg_i_tree_node_at(search, search->steps[search->length].slot)->family;
    if (family == 0) return;
    const lg_i_tree_edges edges = lg_i_tree_edges_of(search, lg_i_tree_head_at(search, family));
    for (uint32_t first = 0; first <= edges.last; first += 64)
        for (uint64_t bits = lg_i_tree_all(&edges, first) & lg_i_tree_visited(&edges, first); bits != 0;) {
            const uint32_t slot = edges.to[first + (uint32_t)lg_i_bits_take(&bits)];
            if ((slot & LG_I_TREE_BRIEF) == 0) fetch_node(search, slot);
        }
}

/* ---- handing out ---- */

/* The simulation has reached a leaf, whose place in memory it has used from the beginning. */
static void keep_leaf(lg_search *search) {
    search->leaf[search->out++] = (lg_i_tree_leaf){search->length, search->moves, search->mover, search->legal};
    lg_i_tree_node_at(search, search->steps[search->length].slot)->waiting = 1;
    for (uint32_t i = 0; i <= search->length; i++) lg_i_tree_node_at(search, search->steps[i].slot)->out++;
}

/* Begins another simulation, unless `search->first_row` leaves, the most for which there are rows, are out. */
static bool begins(lg_search *search, bool many) {
    if (search->out >= search->first_row || lg_i_tree_is_done(search)) return false;
    if (search->simulations + search->out >= search->budget) return false;
    if (search->rolling) lg_i_tree_take_back(search);
    if (search->full || search->garbage > 0) lg_i_tree_make_room(search);
    lg_i_tree_enter(search);
    if (many) fetch_children(search);
    return true;
}

/* Descends a level, and begins the next simulation if this one ends there; false if there is none. */
static bool goes_on(lg_search *search, bool many) {
    switch (lg_i_tree_go_down(search, true, false)) {
    case LG_I_TREE_END_NONE:
        if (many) fetch_children(search);
        return true;
    case LG_I_TREE_END_KNOWN: lg_i_tree_back_up(search); return begins(search, many);
    case LG_I_TREE_END_LEAF: keep_leaf(search); return begins(search, many);
    default: lg_i_tree_take_back(search); return false;
    }
}

static int32_t outside_some_of(int32_t left) {
    return left < ABREAST ? left : ABREAST;
}

/* Collects from the next ABREAST searches, and fetches the first data of those after them. */
static void collect_some(lg_search *const *searches, int32_t count, bool many) {
    const int32_t some = outside_some_of(count);
    uint32_t going = 0;
    for (int32_t i = ABREAST; i < count && i < 2 * ABREAST; i++) fetch(searches[i]->nodes, 3 * LG_I_TREE_LINE);
    for (int32_t i = 2 * ABREAST; i < count && i < 3 * ABREAST; i++) fetch_search(searches[i], searches[0], true);
    for (int32_t i = 0; i < some; i++) going |= (uint32_t)begins(searches[i], many) << i;
    while (going != 0)
        for (uint64_t left = going; left != 0;) {
            const int i = lg_i_bits_take(&left);
            if (!goes_on(searches[i], many)) going &= ~(1u << i);
        }
}

static void collect_leaves(void *context, int32_t first, int32_t count) {
    const outside_exchange *task = context;
    for (int32_t i = 0; i < count; i += ABREAST) collect_some(task->searches + first + i, count - i, task->many);
}

/* Fills the rows of a search; an observation takes `seen` bytes. */
static void show(lg_search *search, int32_t number, size_t seen, const lg_search_leaves *to) {
    const lg_game *game = search->game;
    const size_t actions = (size_t)game->actions;
    for (uint32_t i = 0; i < search->out; i++) {
        const size_t row = (size_t)search->first_row + i;
        lg_i_tree_use_leaf(search, i);
        const char *state = search->state;
        if (to->search != NULL) to->search[row] = number;
        if (to->player != NULL) to->player[row] = search->leaf[i].player;
        if (to->states != NULL) memcpy((char *)to->states + row * game->state_size, state, game->state_size);
        if (to->mask != NULL) lg_mask_bytes(search->mask, game->actions, to->mask + row * actions);
        if (to->observation != NULL)
            lg_i_game_observe(game, state, search->leaf[i].player, to->encoding, (char *)to->observation + row * seen);
    }
}

static void show_leaves(void *context, int32_t first, int32_t count) {
    const outside_exchange *task = context;
    for (int32_t i = first; i < first + count; i++) show(task->searches[i], i, task->seen, task->leaves);
}

static bool are_alike(const lg_game *a, const lg_game *b) {
    bool alike = a->type == b->type;
    for (int32_t i = 0; alike && i < a->type->param_count; i++) alike = a->params[i] == b->params[i];
    return alike;
}

static bool is_one(const lg_search *search) {
    return search->begun && search->trees == 1;
}

/* Whether these are searches of one game, as those of a batch are. */
static bool are_searches(lg_search *const *searches, int32_t count, const lg_search_leaves *leaves) {
    bool good = leaves != NULL && count >= 0 && (searches != NULL || count == 0);
    for (int32_t i = 0; good && i < count; i++)
        good = searches[i] != NULL && are_alike(searches[i]->game, searches[0]->game);
    return good;
}

/* Sets the most leaves that each search may hand out; false when one of them can't. */
static bool share_rows(lg_search *const *searches, int32_t count, int32_t capacity) {
    int64_t wanted = 0;
    for (int32_t i = 0; i < count; i++) {
        if (i + AHEAD < count) {
            fetch(searches[i + AHEAD], 1);
            fetch(&searches[i + AHEAD]->config.leaves, 1);
        }
        if (!is_one(searches[i]) || searches[i]->out > 0 || searches[i]->config.leaves < 1) return false;
        searches[i]->first_row = (uint32_t)searches[i]->config.leaves;
        wanted += searches[i]->config.leaves;
    }
    uint32_t left = (uint32_t)capacity;
    for (int32_t i = 0; i < count && wanted > capacity; i++) {
        uint32_t *most = &searches[i]->first_row;
        if (lg_i_tree_is_done(searches[i])) *most = 0;
        else if (*most > left) *most = left;
        left -= *most;
    }
    return true;
}

/* Gives the new leaves the rows from this one on; returns their number. */
static uint32_t number_rows(lg_search *const *searches, int32_t count, uint32_t first, bool *broken) {
    uint32_t rows = 0;
    for (int32_t i = 0; i < count; i++) {
        searches[i]->first_row = first + rows;
        rows += searches[i]->out;
        *broken |= searches[i]->broken;
    }
    return rows;
}

lg_status lg_i_team_collect(lg_i_team *team, lg_search *const *searches, int32_t count, lg_search_leaves *leaves) {
    if (leaves->capacity < 1) return LG_E_ARGUMENT;
    if (!share_rows(searches, count, leaves->capacity)) return LG_E_ARGUMENT;
    if (count > 0 && (leaves->encoding < 0 || leaves->encoding >= searches[0]->game->observations))
        return LG_E_ARGUMENT;
    outside_exchange task = {searches, leaves, 0, count >= MANY};
    uint32_t rows = 0;
    bool broken = false;
    if (count > 0) task.seen = lg_space_size(&searches[0]->game->observation[leaves->encoding]);
    if (team != NULL) lg_i_team_run(team, collect_leaves, &task, count);
    for (int32_t i = 0; i < count; i += ABREAST) {
        if (team == NULL) collect_some(searches + i, count - i, task.many);
        rows += number_rows(searches + i, outside_some_of(count - i), rows, &broken);
        if (team == NULL) show_leaves(&task, i, outside_some_of(count - i)); /* while all of it is in the cache */
    }
    if (team != NULL) lg_i_team_run(team, show_leaves, &task, count);
    leaves->count = (int32_t)rows;
    return broken ? LG_E_BROKEN : LG_OK;
}

/* ---- taking back ---- */

/* Follows the path to a leaf as far as it is still in the tree; true: to its end. */
static bool find_way(lg_search *search, uint32_t length) {
    for (search->length = 0; search->length < length; search->length++) {
        lg_i_tree_step *step = &search->steps[search->length];
        const uint32_t child = lg_i_tree_child(search, step->slot, step->action);
        if (child == 0) return false;
        step[1].slot = child;
    }
    return true;
}

/* Makes the simulation that led to a leaf the one under way; true if the leaf is still there. */
static bool go_back(lg_search *search, uint32_t leaf) {
    const lg_i_tree_leaf *known = &search->leaf[leaf];
    lg_i_tree_use_leaf(search, leaf);
    search->length = known->length;
    return known->moves == search->moves || find_way(search, known->length);
}

/* Gives the leaf that the simulation has reached its children, with their priors. */
static void open_leaf(lg_search *search, uint32_t leaf, const float *priors) {
    const lg_i_tree_leaf *known = &search->leaf[leaf];
    const uint32_t slot = search->steps[search->length].slot;
    lg_i_tree_node_at(search, slot)->waiting = 0;
    lg_i_tree_open_leaf(search, known->count, known->player, priors);
}

static void receive(lg_search *search, const lg_search_leaves *from) {
    const size_t players = (size_t)search->game->players, actions = (size_t)search->game->actions;
    for (uint32_t i = 0; i < search->out; i++) {
        const size_t row = (size_t)search->first_row + i;
        for (size_t p = 0; p < players; p++) search->values[p] = lg_i_numbers_value(from->values[row * players + p]);
        const bool whole = go_back(search, i);
        for (uint32_t k = 0; k <= search->length; k++) {
            lg_i_tree_node *node = lg_i_tree_node_at(search, search->steps[k].slot);
            if (node->out > 0) node->out--;
        }
        if (whole) open_leaf(search, i, from->priors == NULL ? NULL : from->priors + row * actions);
        lg_i_tree_back_up(search);
    }
    search->out = 0;
}

/* The nodes on the path to the first leaf, and the place of its children. */
static void fetch_way(const lg_search *search) {
    if (search->out == 0) return;
    const lg_i_tree_leaf *leaf = &search->leaf[0];
    for (uint32_t i = 0; i <= leaf->length && i < MOST_LEVELS; i++)
        fetch_node(search, search->leaf_steps[i].slot);
    fetch(lg_i_tree_node_at(search, search->used), (size_t)leaf->count * 8 + LG_I_TREE_LINE);
}

static void receive_leaves(void *context, int32_t first, int32_t count) {
    const outside_exchange *task = context;
    lg_search *const *searches = task->searches + first;
    for (int32_t i = 0; i < count; i++) {
        if (i + 2 * ABREAST < count) fetch_search(searches[i + 2 * ABREAST], searches[i], false);
        if (i + ABREAST < count) fetch_way(searches[i + ABREAST]);
        receive(searches[i], task->leaves);
    }
}

lg_status lg_i_team_receive(lg_i_team *team, lg_search *const *searches, int32_t count,
                            const lg_search_leaves *leaves) {
    uint32_t rows = 0;
    for (int32_t i = 0; i < count; i++) {
        if (i + AHEAD < count) fetch(searches[i + AHEAD], 1);
        if (!is_one(searches[i]) || (searches[i]->out > 0 && searches[i]->first_row != rows)) return LG_E_ARGUMENT;
        rows += searches[i]->out;
    }
    if (leaves->count < 0 || (uint32_t)leaves->count != rows) return LG_E_ARGUMENT;
    if (leaves->values == NULL && rows > 0) return LG_E_ARGUMENT;
    outside_exchange task = {searches, leaves, 0, count >= MANY};
    lg_i_team_run(team, receive_leaves, &task, count);
    return LG_OK;
}

lg_status lg_search_collect(lg_search *const *searches, int32_t count, lg_search_leaves *leaves) {
    return are_searches(searches, count, leaves) ? lg_i_team_collect(NULL, searches, count, leaves) : LG_E_ARGUMENT;
}

lg_status lg_search_receive(lg_search *const *searches, int32_t count, const lg_search_leaves *leaves) {
    return are_searches(searches, count, leaves) ? lg_i_team_receive(NULL, searches, count, leaves) : LG_E_ARGUMENT;
}
