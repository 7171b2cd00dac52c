/* Searches: any configuration, calls in any order, answers of any bits. */
#include "fuzz.h"

static const char *const GAMES[] = {"alquerque", "amazes(turns=2)", "blockdrop(rules=engine,turns=8)",
                                    "ontherun(cities=9,map=1)", "snakecore(size=8,players=3,rounds=3)"};
enum { GAME_COUNT = sizeof GAMES / sizeof GAMES[0], CALLS = 12, ROWS = 16 };

static lg_game games[GAME_COUNT];

static const lg_game *game_of(int which) {
    lg_game *game = &games[which];
    if (game->type != NULL) return game;
    REQUIRE(lg_game_make(GAMES[which], strlen(GAMES[which]), game, NULL) == LG_OK);
    if (game->shared_size > 0)
        REQUIRE(lg_game_prepare(game, malloc(game->shared_size), game->shared_size) == LG_OK);
    return game;
}

static float take_float(bytes *input) {
    const int32_t bits = take_int(input);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Mostly possible, now and then any bits. */
static float take_number(bytes *input) {
    const uint8_t byte = take(input);
    return byte < 250 ? (float)byte / 16 : take_float(input);
}

static lg_search_config take_config(bytes *input) {
    lg_search_config config = lg_search_default(take(input) % 24);
    config.nodes = 1 + 4 * (int64_t)take(input);
    config.seed = take(input);
    config.policy = take(input) % 5 - 1;
    config.full = take(input) % 5 - 1;
    config.depth = take(input) % 34 - 1;
    config.solver = take(input) % 4 - 1;
    config.exploration = take_number(input);
    config.rollout = take(input) % 4 - 1;
    config.cutoff = take(input) % 12 - 2;
    config.guide = take_number(input) / 8;
    config.noise = take_number(input) / 8;
    config.noise_alpha = take_number(input);
    config.considered = take(input) % 20;
    config.visit_scale = take_number(input);
    config.value_scale = take_number(input);
    config.leaves = take(input) % 10 - 1;
    config.virtual_loss = take(input) % 4 - 1;
    return config;
}

static void play_some(bytes *input, const lg_game *game, void *state) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    for (int left = take(input) % 32; left > 0; left--) {
        const int32_t count = lg_game_legal(game, state, mask);
        if (count <= 0) return;
        const int32_t action = lg_mask_select(mask, game->actions, (uint32_t)(take(input) % count));
        REQUIRE(lg_game_apply(game, state, action, state) == LG_OK);
    }
}

/* What holds of the results of every search that has begun. */
static void look_at(const lg_game *game, const lg_search *search, const void *root) {
    static int64_t visits[LG_ONTHERUN_ACTIONS];
    static float policy[LG_ONTHERUN_ACTIONS];
    const lg_search_actions actions = {.visits = visits, .policy = policy};
    lg_search_statistics statistics;
    uint64_t mask[LG_MAX_MASK_WORDS];
    int32_t best = -1, line[8];
    const int32_t count = lg_game_legal(game, root, mask);
    REQUIRE(lg_search_root(search, &actions) == LG_OK);
    REQUIRE(lg_search_statistics_of(search, &statistics) == LG_OK);
    REQUIRE(statistics.nodes >= 1 && statistics.simulations >= 0 && lg_search_line(search, line, 8) <= 8);
    for (int32_t player = 0; player < game->players; player++)
        REQUIRE(statistics.values[player] >= -1.001f && statistics.values[player] <= 1.001f);
    for (int32_t action = 0; action < game->actions; action++) {
        const bool legal = count > 0 && (mask[action / 64] >> action % 64 & 1) != 0;
        REQUIRE(visits[action] >= 0 && policy[action] >= 0 && policy[action] <= 1.001f);
        REQUIRE(legal || visits[action] == 0);
    }
    REQUIRE(lg_search_best(search, &best) == (count > 0 ? LG_OK : LG_E_OVER));
    REQUIRE(count <= 0 || (best >= 0 && best < game->actions && (mask[best / 64] >> best % 64 & 1) != 0));
}

static void exchange(bytes *input, const lg_game *game, lg_search *search) {
    static float values[ROWS * LG_MAX_PLAYERS], priors[ROWS * LG_ONTHERUN_ACTIONS];
    lg_search_leaves leaves = {.capacity = take(input) % (ROWS + 2) - 1, .values = values, .priors = priors};
    if (lg_search_collect(NULL, &search, 1, &leaves) != LG_OK) return;
    REQUIRE(leaves.count >= 0 && leaves.count <= leaves.capacity);
    for (int32_t i = 0; i < leaves.count * game->players; i++) values[i] = take_float(input);
    for (int32_t i = 0; i < 64; i++) priors[take(input) % (ROWS * game->actions)] = take_float(input);
    if (take(input) % 8 != 0) REQUIRE(lg_search_receive(NULL, &search, 1, &leaves) == LG_OK);
}

static void call(bytes *input, const lg_game *game, lg_search *search, void *root) {
    switch (take(input) % 6) {
    case 0:
        REQUIRE(lg_game_new(game, take(input), root) == LG_OK);
        play_some(input, game, root);
        REQUIRE(lg_search_begin(search, root) == LG_OK);
        break;
    case 1: (void)lg_search_run(search, NULL, NULL); break;
    case 2: {
        int32_t action = take_int(input);
        if (take(input) % 4 != 0) (void)lg_search_best(search, &action);
        if (lg_search_advance(search, action, NULL) == LG_OK)
            REQUIRE(lg_game_apply(game, root, action, root) == LG_OK);
        break;
    }
    case 3: exchange(input, game, search); break;
    case 4: (void)lg_search_set_simulations(search, take_int(input) % 24); break;
    default: (void)lg_search_set_seed(search, take(input)); break;
    }
    look_at(game, search, root);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bytes input = {data, size};
    const lg_game *game = game_of(take(&input) % GAME_COUNT);
    const lg_search_config config = take_config(&input);
    const size_t needed = lg_search_size(game, &config);
    void *memory = malloc(needed > 0 ? needed : 64), *root = calloc(1, game->state_size);
    lg_search *search = NULL;
    const lg_status status = lg_search_create(game, &config, memory, needed > 0 ? needed : 64, &search);
    REQUIRE((status == LG_OK) == (needed > 0));
    if (status == LG_OK && lg_game_new(game, 1, root) == LG_OK && lg_search_begin(search, root) == LG_OK)
        for (int i = 0; i < CALLS && input.left > 0; i++) call(&input, game, search, root);
    free(root);
    free(memory);
    return 0;
}
