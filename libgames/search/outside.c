/* Leaves valued outside: handed out as rows of arrays over many searches, and taken back. */
#include "search/tree.h"

#include "game/calls.h"
#include "search/numbers.h"
#include "search/team.h"

typedef struct exchange {
    lg_search *const *searches;
    const lg_search_leaves *leaves;
} exchange;

static size_t mask_words(const lg_search *search) {
    return (size_t)LG_MASK_WORDS(search->game.actions);
}

static char *state_of(const lg_search *search, uint32_t leaf) {
    return search->leaf_states + (size_t)leaf * search->game.state_size;
}

static uint64_t *mask_of(const lg_search *search, uint32_t leaf) {
    return search->leaf_masks + (size_t)leaf * mask_words(search);
}

static uint16_t *line_of(const lg_search *search, uint32_t leaf) {
    return search->leaf_lines + 2 * (size_t)leaf * (size_t)search->config.depth;
}

/* Starts to fetch what the searches after this one will read first: with thousands of them nothing is in the cache. */
static void fetch_next(lg_search *const *searches, int32_t i, int32_t count) {
    if (i + 2 < count)
        for (size_t at = 0; at < sizeof(lg_search); at += 64) __builtin_prefetch((const char *)searches[i + 2] + at);
    if (i + 1 >= count) return;
    const lg_search *next = searches[i + 1];
    __builtin_prefetch(next->nodes);
    for (size_t at = 0; at < next->game.state_size && at < 512; at += 64) __builtin_prefetch(next->root + at);
}

/* ---- handing out ---- */

/* The simulation has come to a leaf: keeps what is needed when its value comes. */
static void keep_leaf(lg_search *search) {
    const uint32_t leaf = search->out++, slot = search->path[search->length];
    search->leaf[leaf] = (lg_i_leaf){search->length, search->mover, search->legal};
    memcpy(state_of(search, leaf), search->state, search->game.state_size);
    memcpy(mask_of(search, leaf), search->mask, mask_words(search) * sizeof *search->mask);
    memcpy(line_of(search, leaf), search->line, search->length * sizeof *search->line);
    memcpy(line_of(search, leaf) + search->config.depth, search->credit, search->length * sizeof *search->credit);
    lg_i_node_at(search, slot)->waiting = 1;
    for (uint32_t i = 0; i <= search->length; i++) lg_i_node_at(search, search->path[i])->out++;
}

/* Simulations until `search->first_row`, the most leaves that there are rows for, are out. Gumbel's plan takes back the
 * step of a simulation that came to nothing. */
static void collect(lg_search *search) {
    const uint32_t most = search->first_row;
    while (search->out < most && !lg_i_is_done(search)) {
        if (search->simulations + search->out >= search->config.simulations) return;
        if (search->full || search->garbage > 0) lg_i_tree_make_room(search);
        const int32_t candidates = search->candidates, turn = search->turn, rounds = search->rounds;
        const uint32_t round = search->round;
        const lg_i_end end = lg_i_descend(search, true);
        if (end == LG_I_END_KNOWN) lg_i_back_up(search);
        if (end == LG_I_END_LEAF) keep_leaf(search);
        if (end != LG_I_END_WAITING) continue;
        search->candidates = candidates;
        search->turn = turn;
        search->rounds = rounds;
        search->round = round;
        if (search->config.policy == LG_SEARCH_GUMBEL && search->length > 0) search->tried[search->credit[0]]--;
        return;
    }
}

static void collect_leaves(void *context, int32_t first, int32_t count) {
    const exchange *task = context;
    for (int32_t i = first; i < first + count; i++) collect(task->searches[i]);
}

/* Fills the rows of a search. */
static void show(const lg_search *search, int32_t number, const lg_search_leaves *to) {
    const lg_game *game = &search->game;
    const size_t actions = (size_t)game->actions, seen = lg_space_size(&game->observation[to->encoding]);
    for (uint32_t i = 0; i < search->out; i++) {
        const size_t row = (size_t)search->first_row + i;
        const char *state = state_of(search, i);
        if (to->search != NULL) to->search[row] = number;
        if (to->player != NULL) to->player[row] = search->leaf[i].player;
        if (to->states != NULL) memcpy((char *)to->states + row * game->state_size, state, game->state_size);
        if (to->mask != NULL) lg_mask_bytes(mask_of(search, i), game->actions, to->mask + row * actions);
        if (to->observation != NULL)
            lg_i_observe(game, state, search->leaf[i].player, to->encoding, (char *)to->observation + row * seen);
    }
}

static void show_leaves(void *context, int32_t first, int32_t count) {
    const exchange *task = context;
    for (int32_t i = first; i < first + count; i++) show(task->searches[i], i, task->leaves);
}

static bool are_alike(const lg_game *a, const lg_game *b) {
    return a->type == b->type && memcmp(a->params, b->params, sizeof a->params) == 0;
}

static bool are_searches(lg_search *const *searches, int32_t count) {
    if (count < 0 || (searches == NULL && count > 0)) return false;
    for (int32_t i = 0; i < count; i++)
        if (searches[i] == NULL || !searches[i]->begun || !are_alike(&searches[i]->game, &searches[0]->game))
            return false;
    return true;
}

static bool can_collect(lg_search *const *searches, int32_t count, const lg_search_leaves *leaves) {
    if (leaves == NULL || leaves->capacity < 1 || !are_searches(searches, count)) return false;
    for (int32_t i = 0; i < count; i++)
        if (searches[i]->out > 0 || searches[i]->config.leaves < 1) return false;
    return count == 0 || (leaves->encoding >= 0 && leaves->encoding < searches[0]->game.observations);
}

lg_status lg_search_collect(lg_search_team *team, lg_search *const *searches, int32_t count, lg_search_leaves *leaves) {
    if (!can_collect(searches, count, leaves)) return LG_E_ARGUMENT;
    exchange task = {searches, leaves};
    uint32_t left = (uint32_t)leaves->capacity, rows = 0;
    for (int32_t i = 0; i < count; i++) {
        const uint32_t wanted = lg_i_is_done(searches[i]) ? 0 : (uint32_t)searches[i]->config.leaves;
        searches[i]->first_row = wanted < left ? wanted : left;
        left -= searches[i]->first_row;
    }
    if (team != NULL) lg_i_team_run(team, collect_leaves, &task, count);
    for (int32_t i = 0; i < count; i++) {
        if (team == NULL) collect(searches[i]);
        searches[i]->first_row = rows;
        rows += searches[i]->out;
        if (team == NULL) show(searches[i], i, leaves); /* while all of it is in the cache */
        if (team == NULL) fetch_next(searches, i, count);
    }
    if (team != NULL) lg_i_team_run(team, show_leaves, &task, count);
    leaves->count = (int32_t)rows;
    return LG_OK;
}

/* ---- taking back ---- */

/* lg_i_tree_child, where the child mostly is in slot `hint`. */
static uint32_t child_at(const lg_search *search, uint32_t slot, uint32_t action, uint32_t hint) {
    const uint32_t family = lg_i_node_at(search, slot)->family;
    const bool is_child = family != 0 && hint > family && hint - family <= lg_i_head_at(search, family)->count;
    if (is_child && lg_i_node_at(search, hint)->action == action) return hint;
    return lg_i_tree_child(search, slot, action);
}

/* Makes the way to a leaf the path as far as the tree still has it; true: to its end. */
static bool find_path(lg_search *search, uint32_t leaf) {
    const uint16_t *line = line_of(search, leaf);
    memcpy(search->line, line, search->leaf[leaf].length * sizeof *line);
    memcpy(search->credit, line + search->config.depth, search->leaf[leaf].length * sizeof *line);
    search->path[0] = 0;
    for (search->length = 0; search->length < search->leaf[leaf].length; search->length++) {
        uint32_t *at = &search->path[search->length]; /* it still has the way of the leaf before, or of the last one */
        const uint32_t child = child_at(search, at[0], line[search->length], at[1]);
        if (child == 0) return false;
        at[1] = child;
    }
    return true;
}

/* Gives the leaf at the end of the path its children, with their priors. */
static void open_leaf(lg_search *search, uint32_t leaf, const float *priors) {
    const lg_i_leaf *known = &search->leaf[leaf];
    const uint32_t slot = search->path[search->length];
    lg_i_node_at(search, slot)->waiting = 0;
    if (search->length >= (uint32_t)search->config.depth || lg_i_node_at(search, slot)->family != 0) return;
    if (!lg_i_tree_expand(search, slot, mask_of(search, leaf), known->count, known->player)) return;
    lg_i_head_at(search, lg_i_node_at(search, slot)->family)->value = (float)search->values[known->player];
    lg_i_set_priors(search, slot, priors);
}

static void receive(lg_search *search, const lg_search_leaves *from) {
    const size_t players = (size_t)search->game.players, actions = (size_t)search->game.actions;
    for (uint32_t i = 0; i < search->out; i++) {
        const size_t row = (size_t)search->first_row + i;
        for (size_t p = 0; p < players; p++) search->values[p] = lg_i_value(from->values[row * players + p]);
        const bool whole = find_path(search, i);
        for (uint32_t k = 0; k <= search->length; k++) {
            lg_i_node *node = lg_i_node_at(search, search->path[k]);
            if (node->out > 0) node->out--;
        }
        if (whole) open_leaf(search, i, from->priors == NULL ? NULL : from->priors + row * actions);
        lg_i_back_up(search);
    }
    search->out = 0;
}

static void receive_leaves(void *context, int32_t first, int32_t count) {
    const exchange *task = context;
    for (int32_t i = first; i < first + count; i++) {
        receive(task->searches[i], task->leaves);
        fetch_next(task->searches, i, first + count);
    }
}

lg_status lg_search_receive(lg_search_team *team, lg_search *const *searches, int32_t count,
                            const lg_search_leaves *leaves) {
    uint32_t rows = 0;
    if (leaves == NULL || !are_searches(searches, count)) return LG_E_ARGUMENT;
    for (int32_t i = 0; i < count; i++) {
        if (searches[i]->out > 0 && searches[i]->first_row != rows) return LG_E_ARGUMENT;
        rows += searches[i]->out;
    }
    if (leaves->count < 0 || (uint32_t)leaves->count != rows) return LG_E_ARGUMENT;
    if (leaves->values == NULL && rows > 0) return LG_E_ARGUMENT;
    exchange task = {searches, leaves};
    lg_i_team_run(team, receive_leaves, &task, count);
    return LG_OK;
}
