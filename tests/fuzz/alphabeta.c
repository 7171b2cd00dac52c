/* Alpha-beta: any configuration, any limits, from any reachable position, repeatedly. With any input the action is
 * legal, and no limit is exceeded. */
#include "fuzz.h"

enum { CALLS = 8 };

static bool is_enough(void *context, const lg_alphabeta_result *result) {
    REQUIRE(result->nodes >= 0 && result->depth >= 0);
    return --*(int *)context < 0;
}

/* Mostly possible. */
static lg_alphabeta_config take_config(bytes *input) {
    lg_alphabeta_config config = lg_alphabeta_default();
    config.table = 64 * (int64_t)take(input) - (take(input) % 32 == 31);
    config.levels = 1 + take(input) % 80 - (take(input) % 32 == 31);
    config.quiescence = take(input) % 8 - (take(input) % 32 == 31);
    config.seed = take(input);
    config.noise = (float)take(input) / 200;
    return config;
}

static void look(const lg_game *game, const void *state, const lg_alphabeta_limits *limits,
                 const lg_alphabeta_result *of) {
    REQUIRE(lg_game_explain(game, state, of->action) == NULL);
    REQUIRE(of->value >= -1.001f && of->value <= 1.001f && (of->nodes <= limits->nodes || limits->nodes == 0));
    REQUIRE(of->depth >= 0 && of->depth <= LG_ALPHABETA_MAX_DEPTH);
    REQUIRE(of->pv_length >= 0 && of->pv_length <= LG_ALPHABETA_PV && (of->pv_length == 0 || of->pv[0] == of->action));
}

static void call(bytes *input, const lg_game *game, lg_alphabeta *search, void *state) {
    lg_alphabeta_result result;
    int patience = take(input) % 8;
    lg_alphabeta_limits limits = {take(input) % 6 - (take(input) % 32 == 31), 8 * (int64_t)take(input), NULL, NULL};
    const uint8_t what = take(input);
    if (what % 2 == 1) {
        limits.stop = is_enough;
        limits.context = &patience;
    }
    if (what >= 200) REQUIRE(lg_alphabeta_clear(search) == LG_OK);
    const lg_status status = lg_alphabeta_run(search, state, &limits, &result);
    const bool endless = limits.depth == 0 && limits.nodes == 0 && limits.stop == NULL;
    if (limits.depth < 0 || endless) REQUIRE(status == LG_E_ARGUMENT);
    else REQUIRE(status == (lg_game_player(game, state) < 0 ? LG_E_OVER : LG_OK));
    if (status != LG_OK) return;
    look(game, state, &limits, &result);
    if (what < 100) REQUIRE(lg_game_apply(game, state, result.action, state) == LG_OK);
    else play_some(input, game, state, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bytes input = {data, size};
    const lg_game *game = game_of(take(&input) % 8 == 7 ? any_game(take(&input)) : 0); /* mostly Alquerque */
    const lg_alphabeta_config config = take_config(&input);
    const size_t needed = lg_alphabeta_size(game, &config);
    void *memory = malloc(needed > 0 ? needed : 64), *state = malloc(game->state_size);
    lg_alphabeta *search = NULL;
    const lg_status status = lg_alphabeta_create(game, &config, memory, needed > 0 ? needed : 64, &search);
    REQUIRE((status == LG_OK) == (needed > 0));
    REQUIRE(lg_game_new(game, 1, state) == LG_OK);
    play_some(&input, game, state, NULL);
    for (int i = 0; i < CALLS && input.left > 0 && status == LG_OK; i++) call(&input, game, search, state);
    free(state);
    free(memory);
    return 0;
}
