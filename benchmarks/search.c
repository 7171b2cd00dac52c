/* Tree search compared with plain rollouts from the same state. */

#include "rows.h"

enum { SIMULATIONS = 2000, TREES = 1024, LEAVES = 4 };

typedef struct bench_tree {
    bench_player player;
    lg_search *searches[TREES];
    int trees;
    lg_search_leaves leaves;
    float *values;
} bench_tree;

static lg_search *make_search(const lg_game *game, const lg_search_config *config) {
    lg_search *search = NULL;
    const size_t size = lg_search_size(game, config);
    if (lg_search_create(game, config, malloc(size), size, &search) != LG_OK) exit(1);
    return search;
}

static uint64_t run_rollouts(void *context) {
    bench_tree *tree = context;
    bench_player *p = &tree->player;
    for (int i = 0; i < SIMULATIONS; i++)
        (void)lg_rollout(&p->game, p->state, INT64_MAX, &p->rng, p->clone, NULL, NULL, NULL);
    return SIMULATIONS;
}

static uint64_t run_search(void *context) {
    bench_tree *tree = context;
    if (lg_search_begin(tree->searches[0], tree->player.state) != LG_OK) exit(1);
    if (lg_search_run(tree->searches[0], NULL, NULL) != LG_OK) exit(1);
    return SIMULATIONS;
}

/* Leaves that are handed out and taken back, all of value 0. */
static uint64_t run_outside(void *context) {
    bench_tree *tree = context;
    uint64_t leaves = 0;
    for (int i = 0; i < tree->trees; i++)
        if (lg_search_begin(tree->searches[i], tree->player.state) != LG_OK) exit(1);
    for (;;) {
        if (lg_search_collect(tree->searches, tree->trees, &tree->leaves) != LG_OK) exit(1);
        if (tree->leaves.count == 0) return leaves;
        leaves += (uint64_t)tree->leaves.count;
        if (lg_search_receive(tree->searches, tree->trees, &tree->leaves) != LG_OK) exit(1);
    }
}

static void row(bench_tree *tree, const char *configuration, const char *what, const char *unit,
                uint64_t (*work)(void *)) {
    char name[160];
    (void)snprintf(name, sizeof name, "%s: %s", configuration, what);
    bench_row(name, unit, work, tree);
}

static void bench_outside(bench_tree *tree, const char *configuration, int trees, int simulations, int leaves) {
    const lg_game *game = &tree->player.game;
    const size_t rows = (size_t)trees * (size_t)leaves;
    lg_search_config config = lg_search_default(simulations);
    char name[80];
    config.policy = LG_SEARCH_PUCT;
    config.leaves = leaves;
    tree->trees = trees;
    for (int i = 0; i < trees; i++) {
        config.seed = (uint64_t)i;
        tree->searches[i] = make_search(game, &config);
    }
    tree->values = calloc(rows * (size_t)game->players, sizeof *tree->values);
    tree->leaves = (lg_search_leaves){
        .capacity = (int32_t)rows,
        .observation = malloc(rows * lg_space_size(&game->observation[0])),
        .mask = malloc(rows * (size_t)game->actions),
        .values = tree->values,
    };
    (void)snprintf(name, sizeof name, "PUCT, %d trees, leaves outside", trees);
    row(tree, configuration, name, "leaves", run_outside);
    for (int i = 0; i < trees; i++) free(tree->searches[i]);
    free(tree->leaves.observation);
    free(tree->leaves.mask);
    free(tree->values);
}

/* Bytes of memory used by a search for each simulation. */
static void bench_memory(const bench_tree *tree, const char *configuration, const char *what) {
    lg_search_statistics now;
    char name[80];
    if (lg_search_statistics_of(tree->searches[0], &now) != LG_OK) exit(1);
    const double bytes = (double)now.nodes * (double)lg_search_node_size(&tree->player.game) / (double)now.simulations;
    (void)snprintf(name, sizeof name, "%s: %s, memory of a simulation", configuration, what);
    printf("| %-55s | %10.0f   %-9s | %9s |\n", name, bytes, "bytes", "");
}

static void bench_tree_rows(const char *configuration) {
    bench_tree tree = {.player = bench_player_make(configuration)};
    lg_search_config config = lg_search_default(SIMULATIONS);
    (void)lg_game_new(&tree.player.game, 1, tree.player.state);
    row(&tree, configuration, "yardstick: rollouts", "rollouts", run_rollouts);
    for (config.policy = LG_SEARCH_UCT; config.policy <= LG_SEARCH_GUMBEL; config.policy++) {
        static const char *const NAMES[] = {"UCT, random rollouts", "PUCT, random rollouts", "Gumbel, random rollouts"};
        tree.searches[0] = make_search(&tree.player.game, &config);
        row(&tree, configuration, NAMES[config.policy], "simulations", run_search);
        if (config.policy != LG_SEARCH_GUMBEL) bench_memory(&tree, configuration, config.policy == 0 ? "UCT" : "PUCT");
        free(tree.searches[0]);
    }
    config.policy = LG_SEARCH_UCT;
    config.threads = 2;
    tree.searches[0] = make_search(&tree.player.game, &config);
    row(&tree, configuration, "UCT, random rollouts, 2 threads", "simulations", run_search);
    free(tree.searches[0]);
    config.threads = 1;
    config.policy = LG_SEARCH_PUCT;
    config.net = 1;
    if (lg_search_size(&tree.player.game, &config) > 0) {
        tree.searches[0] = make_search(&tree.player.game, &config);
        row(&tree, configuration, "PUCT, network", "simulations", run_search);
        free(tree.searches[0]);
    }
    bench_outside(&tree, configuration, 64, 400, LEAVES);
    bench_outside(&tree, configuration, TREES, 100, 1);
    bench_player_free(&tree.player);
}

void bench_search(void) {
    for (int32_t i = 0; i < lg_game_type_count(); i++) bench_tree_rows(lg_game_type_at(i)->name);
}
