/* Functions for libgames.js in addition to the library's: facts as JSON, games and searches in their own memory, and
 * options as numbers. A function that makes something gives LG_E_SPACE when there is no memory for it. */
#include <libgames/libgames.h>
#include <stdlib.h>
#include <string.h>

#define WEB(name) __attribute__((export_name(#name))) lg_status name

/* ---- games: the library's own, and those that this build adds ---- */

#ifdef LG_WEB_GAMES
#define LG_WEB_GAME(name) const lg_game_type *name(void);
LG_WEB_GAMES
#undef LG_WEB_GAME
#else
#define LG_WEB_GAMES
#endif

#define MOST_TYPES 256

static int32_t list_types(const lg_game_type **types) {
    int32_t count = 0;
    while (count < lg_game_type_count()) types[count] = lg_game_type_at(count), count++;
#define LG_WEB_GAME(name) \
    if (lg_game_type_problem(name()) == NULL) types[count++] = name();
    LG_WEB_GAMES
#undef LG_WEB_GAME
    return count;
}

/* A configured game with its shared object; `shared` may be NULL. */
WEB(lg_web_make)(const char *text, size_t length, const char *shared, size_t shared_length, lg_game **made,
                 lg_parse_error *error) {
    const lg_game_type *types[MOST_TYPES];
    const int32_t count = list_types(types);
    lg_game *game = (lg_game *)calloc(1, sizeof *game);
    if (game == NULL) return LG_E_SPACE;
    lg_status status = lg_game_configure_one(types, count, text, length, game, error);
    void *memory = status == LG_OK && game->shared_size > 0 ? malloc(game->shared_size) : NULL;
    if (status == LG_OK && game->shared_size > 0 && memory == NULL) status = LG_E_SPACE;
    else if (status == LG_OK && shared == NULL) status = lg_game_prepare(game, memory, game->shared_size);
    else if (status == LG_OK)
        status = lg_game_prepare_parse(game, shared, shared_length, memory, game->shared_size, error);
    if (status == LG_OK) {
        *made = game;
    } else {
        free(memory);
        free(game);
    }
    return status;
}

__attribute__((export_name("lg_web_free_game"))) void lg_web_free_game(lg_game *game) {
    free((void *)game->shared);
    free(game);
}

/* ---- facts as JSON ---- */

static void put_string(lg_writer *writer, const char *text) {
    if (text == NULL) {
        lg_put_text(writer, "null");
        return;
    }
    lg_put(writer, '"');
    for (; *text != '\0'; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') lg_put(writer, '\\');
        if (c >= ' ') lg_put(writer, *text);
        else {
            lg_put_text(writer, c < 16 ? "\\u000" : "\\u001");
            lg_put(writer, "0123456789abcdef"[c & 15]);
        }
    }
    lg_put(writer, '"');
}

/* The name of a member, after a comma unless it is the first one. */
static void put_name(lg_writer *writer, const char *name) {
    lg_put_text(writer, *name == '{' ? "" : ",");
    if (*name == '{') lg_put(writer, *name++);
    put_string(writer, name);
    lg_put(writer, ':');
}

static void put_text_member(lg_writer *writer, const char *name, const char *text) {
    put_name(writer, name);
    put_string(writer, text);
}

static void put_number_member(lg_writer *writer, const char *name, int64_t number) {
    put_name(writer, name);
    lg_put_int(writer, number);
}

static void put_numbers_member(lg_writer *writer, const char *name, const int32_t *numbers, int32_t count) {
    put_name(writer, name);
    lg_put(writer, '[');
    for (int32_t i = 0; i < count; i++) {
        lg_put_text(writer, i > 0 ? "," : "");
        lg_put_int(writer, numbers[i]);
    }
    lg_put(writer, ']');
}

static void put_params(lg_writer *writer, const lg_param *params, int32_t count) {
    put_name(writer, "parameters");
    lg_put(writer, '[');
    for (int32_t i = 0; i < count; i++) {
        const lg_param *param = &params[i];
        lg_put_text(writer, i > 0 ? "," : "");
        put_text_member(writer, "{name", param->name);
        put_number_member(writer, "minimum", param->minimum);
        put_number_member(writer, "maximum", param->maximum);
        put_number_member(writer, "default", param->initial);
        put_name(writer, "words");
        lg_put(writer, '[');
        for (int32_t k = 0; param->words != NULL && k <= param->maximum; k++) {
            lg_put_text(writer, k > 0 ? "," : "");
            put_string(writer, param->words[k]);
        }
        lg_put(writer, ']');
        put_text_member(writer, "meaning", param->meaning);
        lg_put(writer, '}');
    }
    lg_put(writer, ']');
}

static void put_type(lg_writer *writer, const lg_game_type *type) {
    static const char *const INFORMATION[] = {"perfect", "hidden"}, *const CHANCE[] = {"none", "start", "play"};
    put_text_member(writer, "{name", type->name);
    put_text_member(writer, "title", type->title);
    put_text_member(writer, "id", type->id);
    put_number_member(writer, "version", type->version);
    put_text_member(writer, "information", INFORMATION[type->information]);
    put_text_member(writer, "chance", CHANCE[type->chance]);
    put_params(writer, type->params, type->param_count);
    put_text_member(writer, "help", type->help);
    lg_put(writer, '}');
}

static void put_library(lg_writer *writer, const void *unused) {
    const lg_game_type *types[MOST_TYPES];
    const int32_t count = list_types(types);
    (void)unused;
    put_text_member(writer, "{version", lg_version());
    put_name(writer, "games");
    for (int32_t i = 0; i < count; i++) {
        lg_put(writer, i == 0 ? '[' : ',');
        put_type(writer, types[i]);
    }
    lg_put(writer, ']');
    put_name(writer, "bots");
    for (int32_t i = 0; i < lg_bot_type_count(); i++) {
        const lg_bot_type *type = lg_bot_type_at(i);
        lg_put(writer, i == 0 ? '[' : ',');
        put_text_member(writer, "{name", type->name);
        put_text_member(writer, "meaning", type->meaning);
        put_params(writer, type->params, type->param_count);
        lg_put(writer, '}');
    }
    lg_put_text(writer, "]}");
}

/* The version, and the facts common to all configurations of games and bots. */
WEB(lg_web_library)(char *buffer, size_t capacity, size_t *length) {
    return lg_write(put_library, "", buffer, capacity, length);
}

static void put_spaces(lg_writer *writer, const lg_game *game) {
    static const char *const DTYPES[] = {"uint8", "int16", "int32"};
    put_name(writer, "spaces");
    lg_put(writer, '[');
    for (int32_t i = 0; i < game->observations; i++) {
        const lg_space *space = &game->observation[i];
        lg_put_text(writer, i > 0 ? "," : "");
        put_text_member(writer, "{name", space->name);
        put_text_member(writer, "dtype", DTYPES[space->dtype]);
        put_numbers_member(writer, "shape", space->shape, space->dims);
        put_number_member(writer, "low", space->low);
        put_number_member(writer, "high", space->high);
        lg_put(writer, '}');
    }
    lg_put(writer, ']');
}

static void put_fields(lg_writer *writer, const lg_game *game) {
    lg_field fields[LG_MAX_FIELDS];
    const int32_t count = lg_game_fields(game, fields);
    put_name(writer, "fields");
    lg_put(writer, '[');
    for (int32_t i = 0; i < count; i++) {
        lg_put_text(writer, i > 0 ? "," : "");
        put_text_member(writer, "{name", fields[i].name);
        put_number_member(writer, "parent", fields[i].parent);
        put_number_member(writer, "type", fields[i].type);
        put_number_member(writer, "offset", fields[i].offset);
        put_number_member(writer, "size", fields[i].size);
        put_numbers_member(writer, "shape", fields[i].shape, fields[i].dims);
        lg_put(writer, '}');
    }
    lg_put(writer, ']');
}

static void put_game(lg_writer *writer, const void *object) {
    const lg_game *game = (const lg_game *)object;
    const int32_t clock[] = {game->clock.first, game->clock.answer, game->clock.total};
    put_text_member(writer, "{name", game->type->name);
    put_numbers_member(writer, "parameters", game->params, game->type->param_count);
    put_number_member(writer, "players", game->players);
    put_number_member(writer, "actions", game->actions);
    put_number_member(writer, "symmetries", game->symmetries);
    put_number_member(writer, "longest", game->longest);
    put_number_member(writer, "size", (int64_t)game->state_size);
    put_spaces(writer, game);
    put_name(writer, "seats");
    for (int32_t i = 0; i < game->players; i++) {
        lg_put(writer, i == 0 ? '[' : ',');
        put_string(writer, lg_game_seat(game, i));
    }
    lg_put(writer, ']');
    put_text_member(writer, "shared", game->type->shared_file);
    put_text_member(writer, "opening", game->type->opening);
    put_numbers_member(writer, "clock", clock, 3);
    put_fields(writer, game);
    lg_put(writer, '}');
}

/* The facts of a configured game. */
WEB(lg_web_describe)(const lg_game *game, char *buffer, size_t capacity, size_t *length) {
    return lg_write(put_game, game, buffer, capacity, length);
}

/* ---- states ---- */

WEB(lg_web_draw)(const lg_game *game, const void *state, int32_t viewer, const void *before, const int32_t *last,
                 int32_t last_count, bool legal, int32_t theme, int32_t size, const uint32_t *heat, char *buffer,
                 size_t capacity, size_t *length) {
    const lg_draw_options options = {.before = before, .last = last, .last_count = last_count, .legal = legal,
                                     .theme = (lg_theme)theme, .size = size, .heat = heat};
    return lg_game_draw(game, state, viewer, &options, buffer, capacity, length);
}

/* Seeds use the same streams as in Python and Java. */
WEB(lg_web_resample)(const lg_game *game, const void *before, int32_t player, uint64_t seed, void *after) {
    lg_rng rng = lg_rng_seed(seed, LG_BATCH_SAMPLING_STREAM);
    return lg_game_resample(game, before, player, &rng, after);
}

WEB(lg_web_reseed)(const lg_game *game, const void *before, uint64_t seed, void *after) {
    lg_rng rng = lg_rng_seed(seed, LG_BATCH_SAMPLING_STREAM);
    return lg_game_reseed(game, before, &rng, after);
}

WEB(lg_web_rollout)(const lg_game *game, const void *before, int64_t limit, uint64_t seed, void *after,
                    int64_t *actions) {
    lg_rng rng = lg_rng_seed(seed, 0);
    return lg_rollout(game, before, limit, &rng, after, actions, NULL, NULL);
}

/* `count` games from seeds seed, seed + 1, ...: outcomes[count][players] and lengths[count]. */
WEB(lg_web_rollouts)(const lg_game *game, uint64_t seed, int32_t count, void *state, float *outcomes,
                     int64_t *lengths) {
    return lg_rollouts(game, seed, count, state, outcomes, lengths, NULL, NULL);
}

/* ---- ending a call: the page decides ---- */

__attribute__((import_module("libgames"), import_name("stop"))) extern bool
lg_web_stop(const lg_alphabeta_result *result);

static bool stops_player(void *context) {
    (void)context;
    return lg_web_stop(NULL);
}

static bool stops_alphabeta(void *context, const lg_alphabeta_result *result) {
    (void)context;
    return lg_web_stop(result);
}

static bool stops_search(void *context, const lg_search *search) {
    int64_t *left = (int64_t *)context;
    (void)search;
    return (*left)-- == 0 || lg_web_stop(NULL);
}

/* ---- players ---- */

/* The state is copied: the page may use the library during this call. */
WEB(lg_web_choose)(const lg_game *game, const lg_bot *player, const void *state, uint64_t seed, bool asks,
                   int32_t *action) {
    size_t size = 0;
    lg_rng rng = lg_bot_rng(game, player, state, seed);
    const lg_bot chosen = *player;
    lg_status status = lg_bot_size(game, player, &size);
    if (status != LG_OK) return status;
    char *memory = size > SIZE_MAX - 8 - game->state_size ? NULL : (char *)malloc(size + 8 + game->state_size);
    if (memory == NULL) return LG_E_SPACE;
    char *copy = memory + (size + 7) / 8 * 8;
    memcpy(copy, state, game->state_size);
    int32_t found = 0;
    status = lg_bot_choose(game, &chosen, copy, &rng, memory, size, asks ? stops_player : NULL, NULL, &found);
    if (status == LG_OK) *action = found;
    free(memory);
    return status;
}

/* ---- Monte Carlo tree search ---- */

/* In the order of libgames.js; NaN stands for the default. */
enum { SIMULATIONS, NODES, POLICY, FULL, DEPTH, SOLVER, EXPLORATION, ROLLOUT, CUTOFF, SAMPLES, GREEDY_PRIOR,
       OPPONENT_MODEL, NOISE, NOISE_ALPHA, CONSIDERED, VISIT_SCALE, VALUE_SCALE };

static lg_search_config config_of(const double *options, uint64_t seed) {
    lg_search_config config = lg_search_default((int64_t)options[SIMULATIONS]);
    struct { int32_t *member; int option; } integers[] = {
        {&config.policy, POLICY}, {&config.full, FULL}, {&config.depth, DEPTH}, {&config.solver, SOLVER},
        {&config.rollout, ROLLOUT}, {&config.cutoff, CUTOFF}, {&config.samples, SAMPLES},
        {&config.considered, CONSIDERED},
    };
    struct { float *member; int option; } fractions[] = {
        {&config.exploration, EXPLORATION}, {&config.greedy_prior, GREEDY_PRIOR}, {&config.opponent_model, OPPONENT_MODEL},
        {&config.noise, NOISE}, {&config.noise_alpha, NOISE_ALPHA}, {&config.visit_scale, VISIT_SCALE},
        {&config.value_scale, VALUE_SCALE},
    };
    for (size_t i = 0; i < sizeof integers / sizeof integers[0]; i++) {
        const double given = options[integers[i].option];
        if (given == given) *integers[i].member = (int32_t)given;
    }
    for (size_t i = 0; i < sizeof fractions / sizeof fractions[0]; i++) {
        const double given = options[fractions[i].option];
        if (given == given) *fractions[i].member = (float)given;
    }
    if (options[NODES] == options[NODES]) config.nodes = (int64_t)options[NODES];
    config.seed = seed;
    config.leaves = 0;
    return config;
}

/* made[0] is the memory, which free() takes, made[1] the search in it. */
WEB(lg_web_search)(const lg_game *game, const double *options, uint64_t seed, void **made) {
    const lg_search_config config = config_of(options, seed);
    const size_t size = lg_search_size(game, &config);
    void *memory = size == 0 ? NULL : malloc(size);
    lg_search *search = NULL;
    if (memory == NULL) return LG_E_SPACE;
    const lg_status status = lg_search_create(game, &config, memory, size, &search);
    made[0] = memory;
    made[1] = search;
    if (status != LG_OK) free(memory);
    return status;
}

/* At most this many further simulations. */
WEB(lg_web_search_run)(lg_search *search, int64_t simulations, bool asks) {
    if (asks) return lg_search_run(search, stops_search, &simulations);
    return lg_search_run_some(&search, 1, simulations, NULL);
}

/* simulations, nodes, dropped, levels, depth, bytes, proven, full, and whether it is done; then a value a player. */
WEB(lg_web_search_statistics)(lg_search *search, int32_t players, double *numbers) {
    lg_search_statistics found;
    int32_t going = 0;
    lg_status status = lg_search_statistics_of(search, &found);
    if (status == LG_OK) status = lg_search_run_some(&search, 1, 0, &going);
    if (status != LG_OK) return status;
    const double list[] = {(double)found.simulations, (double)found.nodes, (double)found.dropped,
                           (double)found.levels, found.depth, (double)found.bytes, found.proven, found.full,
                           going == 0};
    memcpy(numbers, list, sizeof list);
    for (int32_t i = 0; i < players; i++) numbers[sizeof list / sizeof list[0] + (size_t)i] = (double)found.values[i];
    return LG_OK;
}

/* The arrays of lg_search_root. */
WEB(lg_web_search_root)(const lg_search *search, int64_t *visits, float *values, float *priors, float *policy,
                        uint8_t *proven) {
    const lg_search_actions actions = {visits, values, priors, policy, proven};
    return lg_search_root(search, &actions);
}

/* ---- alpha-beta ---- */

/* As lg_web_search. */
WEB(lg_web_alphabeta)(const lg_game *game, int64_t table, int32_t levels, int32_t quiescence, uint64_t seed,
                      double noise, void **made) {
    lg_alphabeta_config config = lg_alphabeta_default(), least = config;
    config.table = table;
    config.levels = levels;
    config.quiescence = quiescence;
    config.seed = seed;
    config.noise = (float)noise;
    least.table = 0;
    least.levels = 1;
    if (lg_alphabeta_size(game, &least) == 0) return LG_E_UNSUPPORTED;
    const size_t size = lg_alphabeta_size(game, &config);
    void *memory = size == 0 ? NULL : malloc(size);
    lg_alphabeta *search = NULL;
    if (memory == NULL) return LG_E_SPACE;
    const lg_status status = lg_alphabeta_create(game, &config, memory, size, &search);
    made[0] = memory;
    made[1] = search;
    if (status != LG_OK) free(memory);
    return status;
}

WEB(lg_web_alphabeta_run)(lg_alphabeta *search, const lg_game *game, const void *state, int32_t depth, int64_t nodes,
                          bool asks, lg_alphabeta_result *result) {
    const lg_alphabeta_limits limits = {depth, nodes, asks ? stops_alphabeta : NULL, NULL};
    lg_alphabeta_result found;
    void *copy = malloc(game->state_size);
    if (copy == NULL) return LG_E_SPACE;
    memcpy(copy, state, game->state_size);
    const lg_status status = lg_alphabeta_run(search, copy, &limits, &found);
    if (status == LG_OK) *result = found;
    free(copy);
    return status;
}
