/* A search from its configuration to the next root. */
#include "search/tree.h"

#include "game/calls.h"
#include "game/drive.h"
#include "core/numbers.h"
#include "search/team.h"

enum { DEFAULT_DEPTH = 1024 };

lg_search_config lg_search_default(int64_t simulations) {
    lg_search_config config;
    memset(&config, 0, sizeof config);
    config.simulations = simulations;
    config.nodes = simulations < 64 ? 1024 : simulations > 1 << 18 ? 1 << 22 : 16 * simulations;
    config.solver = 1;
    config.exploration = 1.4f;
    config.rollout = LG_BOT_RANDOM;
    config.cutoff = -1;
    config.samples = -1;
    config.noise_alpha = 0.3f;
    config.considered = 16;
    config.visit_scale = 50;
    config.value_scale = 1;
    config.leaves = 1;
    config.virtual_loss = 1;
    config.from_default = 1;
    config.threads = 1;
    return config;
}

/* ---- configuration and memory ---- */

static bool search_is_possible(const lg_game *game, const lg_search_config *config) {
    if (game == NULL || config == NULL || config->from_default != 1) return false;
#define IN_RANGE(member, least, most) && lg_i_numbers_is_within((double)config->member, least, most)
    if (!(true LG_SEARCH_RANGES(IN_RANGE))) return false;
#undef IN_RANGE
    lg_i_net net;
    if (config->net == 0) return true;
    const bool whole = config->weights != NULL; /* lg_game_check checks the game's own functions */
    return config->evaluator == NULL && config->weights_size >= 0 &&
           lg_i_net_open_bytes(game, config->weights, (size_t)config->weights_size, whole, &net) == NULL;
}

/* Levels below the root, at least 1. No path has more nodes than the tree. */
static int32_t depth_of(const lg_game *game, const lg_search_config *config) {
    int64_t depth = config->depth > 0 ? config->depth : DEFAULT_DEPTH;
    if (depth > game->longest) depth = game->longest;
    if (depth > config->nodes) depth = config->nodes;
    return depth < 1 ? 1 : (int32_t)depth;
}

/* Takes `count` elements of the memory; search->size SIZE_MAX means that this machine has no addresses for them. */
static void *lay(lg_search *search, char *memory, size_t count, size_t size) {
    if (size != 0 && count > (SIZE_MAX - 8 - search->size) / size) {
        search->size = SIZE_MAX - 8;
        return NULL;
    }
    void *at = memory == NULL ? NULL : memory + search->size;
    search->size += lg_i_bits_rounded_up(count * size);
    return at;
}

/* The nodes begin at a line of the cache, wherever in one the memory begins. */
static char *lay_nodes(lg_search *search, char *memory) {
    char *spare = lay(search, memory, 1, LG_I_TREE_LINE - 8);
    (void)lay(search, memory, (size_t)search->words + search->view, LG_I_TREE_WORD);
    return memory == NULL ? NULL : lg_i_tree_line_in(spare);
}

/* Tree `which` of a search with several; each has its part of the memory and of the budget. */
static lg_search_config config_of_tree(const lg_search *search, int32_t which) {
    const int64_t simulations = search->config.simulations, trees = search->trees;
    lg_search_config config = search->config;
    config.threads = 1;
    if (search->config.net != 0) config.evaluator = NULL; /* each tree calls the network with separate memory */
    config.nodes = search->config.nodes / trees > 0 ? search->config.nodes / trees : 1;
    config.simulations = simulations / trees + (which < simulations % trees);
    return config;
}

static size_t mate_size(const lg_search *search) {
    const lg_search_config config = config_of_tree(search, 1);
    const size_t size = lg_search_size(search->game, &config);
    return size == 0 ? SIZE_MAX / 2 : size;
}

/* Lays everything out after the search itself; without memory only computes search->size. `net` is read if there is a
 * network. */
static void search_lay_out(lg_search *search, char *memory, const lg_i_net *net) {
    const lg_search_config *config = &search->config;
    const size_t actions = (size_t)search->game->actions, state = search->game->state_size;
    const size_t mask = sizeof(uint64_t) * LG_MASK_WORDS(actions), depth = (size_t)config->depth;
    const size_t gumbel = config->policy == LG_SEARCH_GUMBEL ? actions : 0;
    const size_t leaves = config->leaves > 1 ? (size_t)config->leaves : 1;
    search->size = 0;
    (void)lay(search, memory, 1, sizeof *search);
    lg_game *game = lay(search, memory, 1, sizeof *game);
    search->root = lay(search, memory, 1, state);
    search->samples = lay(search, memory, (size_t)search->config.samples, state);
    search->leaf = lay(search, memory, leaves, sizeof *search->leaf);
    search->leaf_states = lay(search, memory, leaves, state);
    search->leaf_masks = lay(search, memory, leaves, mask);
    search->allowed = lay(search, memory, search->exact ? 0 : 1, mask);
    search->leaf_steps = lay(search, memory, leaves * (depth + 1), sizeof *search->leaf_steps);
    search->nodes = lay_nodes(search, memory);
    search->weights = lay(search, memory, actions, sizeof *search->weights);
    search->priors = lay(search, memory, config->evaluator != NULL ? actions : 0, sizeof *search->priors);
    search->gumbel = lay(search, memory, gumbel, sizeof *search->gumbel);
    search->tried = lay(search, memory, gumbel, sizeof *search->tried);
    search->net = lay(search, memory, config->net ? 1 : 0, sizeof *search->net);
    if (config->net && memory != NULL) *search->net = *net;
    search->net_memory = lay(search, memory, config->net ? lg_i_net_room(search->game, net) : 0, 1);
    search->logits = lay(search, memory, config->net ? actions : 0, sizeof *search->logits);
    if (game != NULL) {
        *game = *search->game;
        search->game = game;
    }
    search->mates = NULL;
    if (search->trees == 1) return;
    search->seen = lay(search, memory, 1, sizeof *search->seen);
    search->team = lay(search, memory, 1, lg_i_team_size());
    search->mates = lay(search, memory, (size_t)search->trees - 1, mate_size(search));
}

size_t lg_search_node_size(const lg_game *game) {
    if (game == NULL) return 0;
    return sizeof(lg_i_tree_node) + (size_t)game->players * sizeof(double);
}

/* The number of samples kept for a root: by default the game's number; none if there is nothing to sample. */
static int32_t samples_of(const lg_game *game, const lg_search_config *config) {
    if (lg_i_game_is_exact(game)) return 0;
    return config->samples >= 0 ? config->samples : lg_i_game_bots(game)->samples;
}

/* Words of memory for nodes, including those that stand for others: at most as many as can be numbered together with
 * those of a view. */
static uint32_t words_of(int64_t nodes, uint32_t stride) {
    const int64_t most = LG_I_TREE_BRIEF - ((int64_t)1 << 22);
    return (uint32_t)(nodes < most / stride - 2 ? nodes < 1 ? 3 : nodes + 2 : most / stride) * stride;
}

static void search_prepare(const lg_game *game, const lg_search_config *config, lg_search *search, lg_i_net *net) {
    memset(search, 0, sizeof *search);
    search->game = game;
    search->config = *config;
    search->config.depth = depth_of(game, config);
    search->config.samples = samples_of(game, config);
    search->stride = (uint32_t)(lg_search_node_size(game) / LG_I_TREE_WORD);
    search->trees = config->policy == LG_SEARCH_GUMBEL ? 1 : config->threads;
    search->words = words_of(config->nodes / search->trees, search->stride);
    search->wide = game->actions > UINT8_MAX + 1;
    search->exact = lg_i_game_is_exact(game);
    search->counts = !search->exact && config->policy == LG_SEARCH_UCT;
    search->valued = config->policy == LG_SEARCH_GUMBEL;
    if (search->trees > 1) search->view = lg_i_team_view_words(search);
    search->solves = search->exact && config->solver != 0;
    if (config->net == 0) return;
    (void)lg_i_net_open_bytes(game, config->weights, (size_t)config->weights_size, false, net);
    search->config.evaluator = lg_i_tree_ask_net;
    search->config.context = search;
}

size_t lg_search_size(const lg_game *game, const lg_search_config *config) {
    lg_search search;
    lg_i_net net;
    if (!search_is_possible(game, config)) return 0;
    search_prepare(game, config, &search, &net);
    search_lay_out(&search, NULL, &net);
    return search.size >= SIZE_MAX - 8 ? 0 : search.size;
}

lg_status lg_search_create(const lg_game *game, const lg_search_config *config, void *memory, size_t size,
                           lg_search **search) {
    const size_t needed = lg_search_size(game, config);
    if (search == NULL || !lg_i_bits_is_aligned(memory) || needed == 0 || size < needed) return LG_E_ARGUMENT;
    if (!lg_i_game_is_prepared(game)) return LG_E_ARGUMENT;
    lg_search *made = memory;
    lg_i_net net;
    search_prepare(game, config, made, &net);
    search_lay_out(made, memory, &net);
    for (int32_t i = 1; i < made->trees; i++) {
        const lg_search_config own = config_of_tree(made, i);
        const size_t room = mate_size(made);
        lg_search *mate = NULL;
        (void)lg_search_create(game, &own, made->mates + (size_t)(i - 1) * room, room, &mate);
        mate->stream = (uint64_t)i << 32;
        if (i == 1) made->mate_size = room;
    }
    *search = made;
    return LG_OK;
}

/* The budget of this tree. */
static void set_budget(lg_search *search) {
    search->budget = search->trees > 1 ? config_of_tree(search, 0).simulations : search->config.simulations;
}

/* ---- roots ---- */

static void begin_root(lg_search *search) {
    search->simulations = search->levels = 0;
    search->deepest = search->out = 0;
    search->entered = 0;
    lg_i_tree_use_leaf(search, 0);
    search->rolling = false;
    search->player = lg_i_game_seat(search->game, search->root);
    search->broken = search->player == LG_I_GAME_NOBODY;
    lg_i_gumbel_begin(search);
}

lg_status lg_search_begin(lg_search *search, const void *state) {
    if (search == NULL || state == NULL) return LG_E_ARGUMENT;
    memmove(search->root, state, search->game->state_size); /* it may be the root */
    search->rng = lg_rng_seed(search->config.seed, LG_SEARCH_STREAM + search->stream);
    search->dropped = search->refused = 0;
    lg_i_tree_clear(search);
    set_budget(search);
    begin_root(search);
    search->begun = true;
    for (int32_t i = 1; i < search->trees; i++) (void)lg_search_begin(lg_i_tree_of(search, i), search->root);
    lg_i_team_view(search);
    return LG_OK;
}

lg_status lg_search_set_seed(lg_search *search, uint64_t seed) {
    if (search == NULL) return LG_E_ARGUMENT;
    search->config.seed = seed;
    for (int32_t i = 1; i < search->trees; i++) (void)lg_search_set_seed(lg_i_tree_of(search, i), seed);
    return LG_OK;
}

lg_status lg_search_set_simulations(lg_search *search, int64_t simulations) {
    if (search == NULL || simulations < 0 || simulations > LG_SEARCH_MAX_SIMULATIONS) return LG_E_ARGUMENT;
    search->config.simulations = simulations;
    set_budget(search);
    for (int32_t i = 1; i < search->trees; i++)
        (void)lg_search_set_simulations(lg_i_tree_of(search, i), config_of_tree(search, i).simulations);
    return LG_OK;
}

/* Makes a node the root of the tree, or an empty one: for slot 0, for a node that was proven by children since dropped,
 * and if there is no room for children of the root. With hidden information or chance in play a node has children for
 * all actions that were legal in any of its states; now it gets those of its actual state. */
static void reroot(lg_search *search, uint32_t slot) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    const lg_game *game = search->game;
    const int32_t count = lg_i_game_seat(game, search->root) < 0 ? 0 : lg_i_game_legal(game, search->root, mask);
    const lg_i_tree_node *node = lg_i_tree_node_at(search, slot);
    const bool fits = search->exact ? count <= 0 || node->proven == 0 || node->family != 0
                                    : count > 0 && lg_i_tree_keep(search, slot, mask);
    lg_i_tree_reroot(search, fits ? slot : 0);
    if (search->exact || lg_i_tree_node_at(search, 0)->family == 0) return;
    lg_i_tree_edges edges = lg_i_tree_edges_at(search, 0);
    if (!lg_i_tree_widen(search, 0, &edges, mask, count) || !lg_i_tree_share(search)) lg_i_tree_reroot(search, 0);
}

/* The slot of the child to which an action leads; 0: it has no visits, or there is no room for its node. */
static uint32_t next_root(lg_search *search, uint32_t action) {
    const lg_i_tree_walk child = lg_i_tree_find(search, 0, action);
    if (child.brief == 0) return child.slot;
    return lg_i_tree_visit(search, lg_i_tree_node_at(search, 0)->family, &child.edges, child.number - 1);
}

lg_status lg_search_advance(lg_search *search, int32_t action, const void *after) {
    if (search == NULL || !search->begun) return LG_E_ARGUMENT;
    const lg_game *game = search->game;
    const lg_status status = lg_game_apply(game, search->root, action, search->state);
    if (status != LG_OK) return status;
    const int32_t before = search->player;
    bool stays = after == NULL || !search->exact || memcmp(after, search->state, game->state_size) == 0;
    memcpy(search->root, after != NULL ? after : search->state, game->state_size);
    if (game->type->information == LG_INFORMATION_HIDDEN)
        stays = game->type->rules.player(game, search->root) == before;
    reroot(search, stays ? next_root(search, (uint32_t)action) : 0);
    begin_root(search);
    if (!lg_i_tree_add_noise(search)) lg_i_tree_reroot(search, 0);
    for (int32_t i = 1; i < search->trees; i++)
        (void)lg_search_advance(lg_i_tree_of(search, i), action, search->root);
    lg_i_team_view(search);
    return LG_OK;
}

/* ---- running ---- */

static bool can_run(const lg_search *search) {
    return search != NULL && search->begun && search->out == 0;
}

lg_status lg_search_run(lg_search *search, lg_search_stop *stop, void *context) {
    if (!can_run(search)) return LG_E_ARGUMENT;
    lg_i_team_run_trees(NULL, search, INT64_MAX, stop, context);
    return search->broken ? LG_E_BROKEN : LG_OK;
}
