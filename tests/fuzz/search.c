/* BatchSearch: any configuration, calls in any order, answers of any bits. */
#include "fuzz.h"
#include "search/team.h"

enum { CALLS = 12, ROWS = 16, FEW_SEARCHES = 3, MOST_SEARCHES = 20 };

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
    config.opponent_model = (float)(config.seed % 4) / 2; /* from the same byte: the seeds of the corpus stay valid */
    config.net = config.seed / 4 % 8 == 1;
    config.policy = take(input) % 5 - 1;
    config.full = take(input) % 5 - 1;
    config.depth = take(input) % 34 - 1;
    config.solver = take(input) % 4 - 1;
    config.exploration = take_number(input);
    config.rollout = take(input) % 4 - 1;
    config.cutoff = take(input) % 12 - 2;
    config.greedy_prior = take_number(input) / 8;
    config.noise = take_number(input) / 8;
    config.noise_alpha = take_number(input);
    config.considered = take(input) % 20;
    config.visit_scale = take_number(input);
    config.value_scale = take_number(input);
    config.leaves = take(input) % 10 - 1;
    config.virtual_loss = take(input) % 4 - 1;
    return config;
}

/* Properties of the results of every search that has begun. */
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

/* A view into the tree along a line of the search. */
static void look_deeper(const lg_game *game, const lg_search *search, const void *root) {
    static lg_search_child children[ROWS];
    int32_t line[8];
    const int32_t length = lg_search_line(search, line, 8);
    REQUIRE(memcmp(lg_search_state(search), root, game->state_size) == 0);
    for (int32_t depth = 0; depth <= length; depth++) {
        const int32_t count = lg_search_children(search, line, depth, children, ROWS);
        REQUIRE(count >= 0 && count <= ROWS);
        for (int32_t i = 0; i < count; i++)
            REQUIRE(children[i].action >= 0 && children[i].action < game->actions && children[i].visits >= 0);
        for (int32_t i = 1; i < count; i++) REQUIRE(children[i].visits <= children[i - 1].visits);
    }
}

/* Some searches of one game, and the results at their roots. */
typedef struct table {
    const lg_game *game;
    lg_i_team *team;
    int32_t count;
    lg_search *searches[MOST_SEARCHES];
    void *roots[MOST_SEARCHES];
} table;

/* Leaves in arrays with exactly their number of rows, and answers of any bits. */
static void exchange(bytes *input, const table *t) {
    static float values[ROWS * LG_MAX_PLAYERS], priors[ROWS * LG_ONTHERUN_ACTIONS];
    int32_t player[ROWS], search[ROWS];
    const lg_game *game = t->game;
    const int32_t rows = take(input) % (ROWS + 2) - 1, some = rows > 0 ? rows : 0;
    const uint8_t wanted = take(input);
    lg_search_leaves leaves = {.capacity = rows, .encoding = wanted % 2 == 0 ? 0 : game->observations - 1,
                               .values = values, .priors = (wanted & 2) != 0 ? NULL : priors};
    void *states = malloc((size_t)(some + 1) * game->state_size), *mask = malloc((size_t)((some + 1) * game->actions));
    void *seen = malloc((size_t)(some + 1) * lg_space_size(&game->observation[leaves.encoding]));
    if ((wanted & 4) == 0) leaves.states = states;
    if ((wanted & 8) == 0) leaves.mask = mask;
    if ((wanted & 16) == 0) leaves.observation = seen;
    if ((wanted & 32) == 0) leaves.player = player;
    if ((wanted & 64) == 0) leaves.search = search;
    if (lg_i_team_collect(t->team, t->searches, t->count, &leaves) == LG_OK) {
        REQUIRE(leaves.count >= 0 && leaves.count <= leaves.capacity);
        for (int32_t i = 0; i < leaves.count; i++) {
            REQUIRE(leaves.player == NULL || (player[i] >= 0 && player[i] < game->players));
            REQUIRE(leaves.search == NULL || (search[i] >= 0 && search[i] < t->count));
            REQUIRE(leaves.states == NULL || lg_game_validate(game, (char *)states + (size_t)i * game->state_size,
                                                              game->state_size) == LG_OK);
        }
        for (int32_t i = 0; i < leaves.count * game->players; i++) values[i] = take_float(input);
        for (int32_t i = 0; i < 16; i++) priors[take(input) % (ROWS * game->actions)] = take_float(input);
        if (take(input) % 8 != 0) REQUIRE(lg_i_team_receive(t->team, t->searches, t->count, &leaves) == LG_OK);
    }
    free(states);
    free(mask);
    free(seen);
}

static void call(bytes *input, const table *t) {
    const lg_game *game = t->game;
    const int32_t which = take(input) % t->count;
    lg_search *search = t->searches[which];
    void *root = t->roots[which];
    int32_t action, going;
    uint8_t most;
    switch (take(input) % 8) {
    case 0:
        REQUIRE(lg_game_new(game, take(input), root) == LG_OK);
        play_some(input, game, root, NULL);
        REQUIRE(lg_search_begin(search, root) == LG_OK);
        break;
    case 1: (void)lg_search_run(search, NULL, NULL); break;
    case 2:
        action = take_int(input);
        if (take(input) % 4 != 0) (void)lg_search_best(search, &action);
        if (lg_search_advance(search, action, NULL) == LG_OK)
            REQUIRE(lg_game_apply(game, root, action, root) == LG_OK);
        break;
    case 3:
    case 4: exchange(input, t); break;
    case 5: (void)lg_search_set_simulations(search, take_int(input) % 24); break;
    case 6:
        most = take(input);
        if (lg_i_team_run_some(t->team, t->searches, t->count, most == 255 ? INT64_MAX : most % 8, &going) == LG_OK)
            REQUIRE(going >= 0 && going <= t->count);
        break;
    default: (void)lg_search_set_seed(search, take(input)); break;
    }
    look_at(game, search, root);
    look_deeper(game, search, root);
}

/* Values and priors that the state decides, of any bits. */
static void evaluate(void *context, const lg_game *game, const void *state, int32_t player, const uint64_t *mask,
                     float *values, float *priors) {
    (void)context, (void)player, (void)mask;
    uint32_t bits = (uint32_t)lg_hash(state, game->state_size);
    for (int32_t i = 0; i < game->players + game->actions; i++, bits = bits * 1664525u + 1013904223u)
        memcpy(i < game->players ? values + i : priors + i - game->players, &bits, sizeof bits);
}

/* Searches with different seeds, and now and then a second thread or a function that values leaves.
 * False for a configuration that is refused. */
static bool set_up(table *t, bytes *input, void *memory[MOST_SEARCHES + 1]) {
    t->game = game_of(take(input) % GAME_COUNT);
    lg_search_config config = take_config(input);
    const size_t team = lg_i_team_size();
    const uint8_t count = take(input);
    t->count = count < 252 ? 1 + count % FEW_SEARCHES : MOST_SEARCHES;
    memory[MOST_SEARCHES] = malloc(team);
    const uint8_t more = take(input);
    if (more >= 192) config.evaluator = evaluate;
    const size_t needed = lg_search_size(t->game, &config);
    if (more % 32 == 31)
        REQUIRE(lg_i_team_create(2, memory[MOST_SEARCHES], &t->team));
    bool made = true;
    for (int32_t i = 0; i < t->count; i++, config.seed++) {
        memory[i] = malloc(needed > 0 ? needed : 64);
        t->roots[i] = malloc(t->game->state_size);
        const size_t size = needed > 0 ? needed : 64;
        const lg_status status = lg_search_create(t->game, &config, memory[i], size, &t->searches[i]);
        REQUIRE((status == LG_OK) == (needed > 0));
        REQUIRE(lg_game_new(t->game, 1, t->roots[i]) == LG_OK);
        made = made && status == LG_OK && lg_search_begin(t->searches[i], t->roots[i]) == LG_OK;
    }
    return made;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const table zero;
    bytes input = {data, size};
    table t = zero;
    void *memory[MOST_SEARCHES + 1] = {NULL};
    if (set_up(&t, &input, memory))
        for (int i = 0; i < CALLS && input.left > 0; i++) call(&input, &t);
    lg_i_team_destroy(t.team);
    for (int32_t i = 0; i <= MOST_SEARCHES; i++) free(memory[i]);
    for (int32_t i = 0; i < t.count; i++) free(t.roots[i]);
    return 0;
}
