/* Games by other authors, by the example of Connect Four: any facts in the table, any numbers of a configuration, any
 * strings, and functions that break their contracts. Unusable tables are refused, and lg_game_check survives lies; it
 * finds nothing in the library's own games. The first byte chooses. */
#include "../../examples/games/connect_four.c"

#include "fuzz.h"

#include <libgames/check.h>

static bytes *lies;  /* a byte for each call of the functions below: 0, or no byte left, means the truth */
static bool plays; /* nothing is validated, so states stay those of the true game */
static bytes *facts; /* the numbers of a configuration; NULL: the true ones */

/* ---- the game, with doubts ---- */

static void doubtful_configure(lg_game *game) {
    configure(game);
    while (facts != NULL && facts->left > 0) {
        const int32_t number = take_int(facts) >> take(facts) % 32;
        switch (take(facts) % 10) {
        case 0: game->players = number; break;
        case 1: game->actions = number; break;
        case 2: game->symmetries = number; break;
        case 3: game->longest = number; break;
        case 4: game->observations = number; break;
        case 5: game->state_size = (size_t)number; break;
        case 6: game->shared_size = (size_t)number; break;
        case 7: game->clock.total = number; break;
        case 8: game->observation[0].shape[take(facts) % LG_MAX_DIMS] = number; break;
        default: game->observation[0].dims = number;
        }
    }
}

static int32_t doubtful(int32_t truth) {
    const uint8_t lie = take(lies);
    return lie < 128 ? truth : lie < 250 ? lie % 8 - 2 : take_int(lies);
}

static lg_status doubtful_validate(const lg_game *game, const void *state) {
    return take(lies) % 64 == 63 ? LG_E_STATE : validate(game, state);
}

static int32_t doubtful_player(const lg_game *game, const void *state) {
    return doubtful(player(game, state));
}

static int32_t doubtful_legal(const lg_game *game, const void *state, uint64_t *mask) {
    const int32_t count = legal(game, state, mask);
    if (take(lies) >= 192) mask[0] ^= (uint64_t)take(lies) << take(lies) % 56;
    return doubtful(count);
}

static lg_status doubtful_apply(const lg_game *game, const void *before, int32_t action, void *after) {
    lg_status status = apply(game, before, action, after);
    if (!plays && take(lies) >= 240) ((uint8_t *)after)[take(lies) % sizeof(connect_four)] ^= take(lies);
    if (take(lies) >= 240) status = (lg_status)(take(lies) % 9 - 7);
    return status;
}

static void doubtful_outcome(const lg_game *game, const void *state, float *values) {
    outcome(game, state, values);
    if (take(lies) < 192) return;
    const int32_t bits = take_int(lies);
    memcpy(values, &bits, sizeof bits);
}

static void doubtful_action_print(const lg_game *game, int32_t action, lg_writer *writer) {
    lg_number_print(game, doubtful(action), writer);
}

static lg_status doubtful_action_parse(const lg_game *game, const char *text, size_t length, int32_t *action,
                                       lg_parse_error *error) {
    const lg_status status = lg_number_parse(game, text, length, action, error);
    if (status == LG_OK) *action = doubtful(*action);
    return status;
}

static void doubtful_state_print(const lg_game *game, const void *state, lg_writer *writer) {
    state_print(game, state, writer);
    for (int32_t more = take(lies) / 250; more > 0; more--) lg_put(writer, (char)take(lies));
}

static const char *doubtful_explain(const lg_game *game, const void *state, int32_t action) {
    return take(lies) >= 224 ? NULL : explain(game, state, action);
}

static int32_t doubtful_mirror(const lg_game *game, int32_t symmetry, int32_t action) {
    return doubtful(mirror_action(game, symmetry, action));
}

static int32_t doubtful_greedy(const lg_game *game, const void *state, lg_rng *rng) {
    return doubtful(greedy(game, state, rng));
}

static int32_t doubtful_play_greedy(const lg_game *game, void *state, uint32_t players, int64_t most, lg_rng *rng) {
    int32_t seat = player(game, state);
    for (; seat >= 0 && (players >> seat & 1) != 0 && most > 0; most--, seat = player(game, state))
        if (doubtful_apply(game, state, greedy(game, state, rng), state) != LG_OK) break;
    return doubtful(seat);
}

static int64_t doubtful_play_random(const lg_game *game, void *state, int64_t most, lg_rng *rng) {
    int32_t made = 0;
    for (; made < most && player(game, state) >= 0; made++)
        if (doubtful_apply(game, state, (int32_t)lg_rng_below(rng, (uint32_t)game->actions), state) != LG_OK) break;
    return doubtful(made);
}

static void doubtful_board(const lg_game *game, const void *state, int32_t viewer, bool colour, lg_writer *writer) {
    board(game, state, viewer, colour, writer);
    for (int32_t more = take(lies) / 250; more > 0; more--) lg_put(writer, (char)take(lies));
}

/* A picture from the remaining bytes. */
static void doubtful_draw(const lg_game *game, const void *state, int32_t viewer, const lg_draw_options *options,
                          lg_writer *writer) {
    (void)game, (void)state, (void)viewer, (void)options;
    for (int32_t more = take(lies); more > 0 && lies->left > 0; more--) lg_put(writer, (char)take(lies));
}

static void doubtful_resample(const lg_game *game, const void *before, int32_t player_of, lg_rng *rng, void *after) {
    (void)player_of;
    memmove(after, before, game->state_size);
    const int32_t count = lg_game_legal(game, before, (uint64_t[1]){0});
    if (take(lies) >= 128 && count > 0) (void)lg_rollout(game, before, take(lies) % 4, rng, after, NULL, NULL, NULL);
}

static uint64_t doubtful_key(const lg_game *game, const void *state, int32_t player_of) {
    (void)player_of;
    return take(lies) >= 192 ? take(lies) : lg_hash(state, game->state_size);
}

/* The rooms of the game, to be changed. */
static lg_game_texts words;
static lg_game_people people;
static lg_game_learners learners;
static lg_game_bots players;
static lg_game_speed speed;

static lg_game_type own_type(void) {
    lg_game_type type = CONNECT_FOUR;
    words = *type.texts, people = *type.people, learners = *type.learners, players = *type.bots;
    speed = (lg_game_speed){.play_greedy = NULL};
    type.texts = &words, type.people = &people, type.learners = &learners, type.bots = &players, type.speed = &speed;
    return type;
}

static lg_game_type doubtful_type(void) {
    lg_game_type type = own_type();
    type.rules.configure = doubtful_configure;
    type.rules.validate = doubtful_validate;
    type.rules.player = doubtful_player;
    type.rules.legal = doubtful_legal;
    type.rules.apply = doubtful_apply;
    type.rules.outcome = doubtful_outcome;
    type.rules.action_print = doubtful_action_print;
    type.rules.action_parse = doubtful_action_parse;
    type.rules.state_print = doubtful_state_print;
    words.explain = doubtful_explain;
    learners.symmetry_action = doubtful_mirror;
    players.greedy = doubtful_greedy;
    people.board = doubtful_board;
    return type;
}

/* ---- uses of it ---- */

/* A small check ends, with a finding or none. */
static const char *check(const lg_game *game, uint64_t seed) {
    enum { ROOM = 1 << 16 };
    const lg_check_config config = {1, 1, 12, seed, 512};
    static uint64_t memory[ROOM];
    static lg_check_report report;
    const size_t size = lg_check_size(game, &config);
    REQUIRE(size > 0 && size <= sizeof memory);
    const lg_status status = lg_game_check(game, &config, memory, size, &report);
    REQUIRE(status == LG_OK || status == LG_E_SPACE);
    return status == LG_OK ? report.finding.contract : NULL;
}

/* All play ends, even in games that break their contracts: it either reports the violation or keeps its promises. */
static void require_word(lg_status status) {
    REQUIRE(status == LG_OK || status == LG_E_OVER || status == LG_E_BROKEN);
}

static void roll(const lg_game *game, uint64_t seed) {
    enum { COUNT = 3 };
    float outcomes[2 * COUNT];
    int64_t lengths[COUNT];
    double moves, decisions;
    connect_four state, after;
    lg_rng rng = lg_rng_seed(seed, 0);
    require_word(lg_rollouts(game, seed, COUNT, &state, outcomes, lengths, NULL, NULL));
    for (int32_t i = 0; i < COUNT; i++) REQUIRE(lengths[i] >= -1 && lengths[i] <= game->longest);
    new_game(game, seed, &state);
    require_word(lg_rollout_left(game, &state, 0, 2, &rng, &after, &moves, &decisions));
}

static lg_search *grown(const lg_game *game, uint64_t seed, int32_t leaves, lg_search_config *config) {
    lg_search *search = NULL;
    connect_four state;
    *config = lg_search_default(24);
    config->policy = (int32_t)(seed % 3);
    config->rollout = (int32_t)(seed / 3 % 2);
    config->greedy_prior = seed / 6 % 2 != 0 ? 0.5f : 0;
    config->opponent_model = config->greedy_prior;
    config->cutoff = (int32_t)(seed / 12 % 4) - 1;
    config->full = (int32_t)(seed / 48 % 3);
    config->nodes = 40;
    config->leaves = leaves;
    const size_t size = lg_search_size(game, config);
    REQUIRE(lg_search_create(game, config, malloc(size), size, &search) == LG_OK);
    new_game(game, seed, &state);
    REQUIRE(lg_search_begin(search, &state) == LG_OK);
    return search;
}

static void look(lg_search *search, const lg_game *game) {
    int64_t visits[8];
    int32_t action = 0, line[8];
    lg_search_child children[8];
    lg_search_statistics found;
    REQUIRE(lg_search_root(search, &(lg_search_actions){.visits = visits}) == LG_OK);
    REQUIRE(lg_search_statistics_of(search, &found) == LG_OK && found.simulations >= 0);
    REQUIRE(lg_search_line(search, line, 8) <= 8 && lg_search_children(search, NULL, 0, children, 8) <= 8);
    const lg_status status = lg_search_best(search, &action);
    require_word(status);
    REQUIRE(action >= 0 && action < game->actions);
}

static void search(const lg_game *game, uint64_t seed) {
    lg_search_config config;
    lg_search *search = grown(game, seed, 1, &config);
    for (int32_t i = 0; i < 4; i++) {
        int32_t action = 0;
        require_word(lg_search_run(search, NULL, NULL));
        look(search, game);
        (void)lg_search_best(search, &action);
        if (lg_search_advance(search, action, NULL) != LG_OK) break;
    }
    free(search);
}

static void outside(const lg_game *game, uint64_t seed) {
    enum { ROWS = 4 };
    float values[2 * ROWS] = {0.25f, -0.25f, 0, 0, -1, 1, 0.5f, 0.5f}, priors[ROWS * 8] = {0.5f};
    uint8_t mask[ROWS * 8];
    char seen[ROWS * 64];
    lg_search_config config;
    lg_search *search = grown(game, seed, ROWS, &config);
    lg_search_leaves leaves = {.capacity = ROWS, .mask = mask, .values = values, .priors = priors};
    if (lg_space_size(&game->observation[0]) <= 64) leaves.observation = seen;
    for (int32_t i = 0; i < 30; i++) {
        require_word(lg_search_collect(&search, 1, &leaves));
        if (leaves.count == 0) break;
        REQUIRE(lg_search_receive(&search, 1, &leaves) == LG_OK);
    }
    look(search, game);
    free(search);
}

static void choose(const lg_game *game, uint64_t seed) {
    static const char *const PLAYERS[] = {"random", "greedy", "mcts(simulations=5)", "expert", "strong(simulations=3)",
                                          "alphabeta(depth=3,nodes=200,table=1)"};
    const char *text = PLAYERS[seed % 6];
    lg_bot who;
    size_t size = 0;
    connect_four state;
    lg_rng rng = lg_rng_seed(seed, 0);
    if (lg_bot_configure(game, text, strlen(text), &who, NULL) != LG_OK) return;
    REQUIRE(lg_bot_size(game, &who, &size) == LG_OK);
    void *memory = malloc(size + 1);
    new_game(game, seed, &state);
    for (int32_t i = 0; i < 14; i++) {
        int32_t action = -1;
        const lg_status status = lg_bot_choose(game, &who, &state, &rng, memory, size, NULL, NULL, &action);
        require_word(status);
        if (status != LG_OK) break;
        REQUIRE(action >= 0 && action < game->actions);
        if (lg_game_apply(game, &state, action, &state) != LG_OK) break;
    }
    free(memory);
}

/* Against a bot, or learners alone. */
static void batch(const lg_game *game, uint64_t seed) {
    enum { SLOTS = 2 };
    static const char *const PLAYERS[] = {"random", "greedy", "mcts(simulations=3)"};
    connect_four states[SLOTS];
    int32_t actions[SLOTS], statuses[SLOTS], failed = 0;
    uint8_t mask[SLOTS * 8], truncated[SLOTS];
    lg_batch_config config = lg_batch_default(SLOTS);
    const char *text = PLAYERS[seed % 3];
    config.autoreset = (int32_t)(seed / 3 % 3);
    config.reward = (int32_t)(seed / 9 % 3);
    config.canonical = (int32_t)(seed / 27 % 2);
    config.masks = (int32_t)(seed / 54 % 2);
    config.seating = (int32_t)(seed / 108 % 3);
    config.observation = 0;
    if (seed % 5 != 0)
        REQUIRE(lg_bot_configure(game, text, strlen(text), &config.player[seed % 2], NULL) == LG_OK);
    void *seen = malloc(SLOTS * lg_space_size(&game->observation[0]));
    float rewards[2 * SLOTS], reward[SLOTS];
    const lg_batch_buffers buffers = {.states = states, .actions = actions, .observation = seen, .mask = mask,
                                      .rewards = rewards, .reward = reward, .truncated = truncated, .status = statuses};
    const size_t size = lg_batch_size(game, &config);
    void *memory = malloc(size);
    lg_batch *made = NULL;
    REQUIRE(size > 0 && lg_batch_create(game, &config, &buffers, memory, size, &made) == LG_OK);
    REQUIRE(lg_batch_reset(made, NULL, NULL, NULL) == LG_OK);
    for (int32_t i = 0; i < 20; i++) {
        for (int32_t k = 0; k < SLOTS; k++) {
            lg_batch_slot slot;
            actions[k] = (i + k) % game->actions;
            REQUIRE(lg_batch_get(made, k, &slot) == LG_OK && slot.player >= 0 && slot.player < game->players);
            REQUIRE(statuses[k] != LG_E_BROKEN || truncated[k] == 1);
        }
        REQUIRE(lg_batch_step(made, NULL, NULL) == LG_OK);
    }
    connect_four after[SLOTS];
    const lg_batch_expansion pairs = {.count = SLOTS, .actions = actions, .after = after, .mask = mask,
                                      .observation = seen, .status = statuses};
    REQUIRE(lg_batch_expand(made, &pairs, &failed) == LG_OK && failed <= SLOTS);
    lg_batch_destroy(made);
    free(memory);
    free(seen);
}

/* The game in which everything may be a lie, and some things are. */
static void with_lies(bytes *input, void (*const use)(const lg_game *, uint64_t)) {
    lg_game_type type = doubtful_type();
    lg_game game;
    const uint64_t seed = take(input);
    const uint8_t more = take(input);
    if (use != NULL && (more & 8) != 0) speed.play_greedy = doubtful_play_greedy;
    if (use != NULL && (more & 16) != 0) speed.play_random = doubtful_play_random;
    if ((more & 1) != 0) people.draw = doubtful_draw;
    if ((more & 2) != 0) {
        type.information = LG_INFORMATION_HIDDEN;
        type.rules.resample = doubtful_resample;
        type.rules.information_key = doubtful_key;
    }
    if ((more & 4) != 0) {
        type.rules.validate = validate;
        type.rules.player = player;
        type.rules.legal = legal;
        type.rules.apply = apply;
        type.rules.state_print = state_print;
    }
    REQUIRE(lg_game_configure(&type, "connect_four(columns=4,rows=3,connect=3)", 40, &game, NULL) == LG_OK);
    const bool honest = input->left == 0;
    lies = input;
    plays = use != NULL;
    if (plays) {
        use(&game, seed + 256 * (uint64_t)(more >> 4));
        return;
    }
    REQUIRE(!honest || (more & 3) != 0 || check(&game, seed) == NULL);
    if (!honest) (void)check(&game, seed);
}

static void with_numbers(bytes *input) {
    const lg_game_type type = doubtful_type();
    lg_game game;
    lg_parse_error error = {0, 0, NULL};
    facts = input;
    const lg_status status = lg_game_configure(&type, "connect_four", 12, &game, &error);
    facts = NULL;
    REQUIRE(status == LG_OK || (status == LG_E_ARGUMENT && error.expected != NULL));
    if (status != LG_OK) return;
    REQUIRE(game.players >= 1 && game.players <= LG_MAX_PLAYERS && game.actions >= 1 && game.actions <= LG_MAX_ACTIONS);
    REQUIRE(game.state_size >= 8 && game.state_size <= LG_MAX_STATE_SIZE && game.shared_size == 0 && game.longest >= 1);
    for (int32_t i = 0; i < game.observations; i++) REQUIRE(lg_space_size(&game.observation[i]) > 0);
}

/* A string that stays until the next input, now and then NULL. */
static const char *take_string(bytes *input, char room[48]) {
    const uint8_t length = take(input);
    take_into(input, room, length % 40);
    room[length % 40] = '\0';
    return length >= 240 ? NULL : room;
}

static void with_facts(bytes *input) {
    static char texts[8][48];
    lg_game_type type = doubtful_type();
    lg_param params[LG_MAX_PARAMS];
    const uint8_t changed = take(input), none = take(input);
    for (int32_t i = 0; i < LG_MAX_PARAMS; i++) params[i] = PARAMS[i % 3];
    if ((changed & 1) != 0) type.name = take_string(input, texts[0]);
    if ((changed & 2) != 0) type.title = take_string(input, texts[1]);
    if ((changed & 4) != 0) type.id = take_string(input, texts[2]);
    if ((changed & 8) != 0) type.information = (lg_information)(take(input) % 4);
    if ((changed & 16) != 0) type.chance = (lg_chance)(take(input) % 4);
    if ((changed & 32) != 0) type.param_count = take(input) % 20 - 1;
    if ((changed & 64) != 0)
        params[3] = (lg_param){take_string(input, texts[3]), take_int(input), take_int(input), take_int(input), NULL,
                               take_string(input, texts[4])};
    if ((changed & 128) != 0) type.abi = take(input) % 3;
    type.params = take(input) == 255 ? NULL : params;
    if ((none & 1) != 0) type.rules.legal = NULL;
    if ((none & 2) != 0) learners.symmetry_state = NULL;
    if ((none & 4) != 0) learners.symmetry_observation = NULL;
    if ((none & 8) != 0) learners.observe = NULL;
    if ((none & 16) != 0) words.explain = NULL;
    if ((none & 32) != 0) players.greedy = NULL;
    if ((none & 64) != 0) people.board = NULL;
    if ((none & 128) != 0) learners.symmetry_action = NULL;
    size_t length;
    lg_game game;
    lg_parse_error error = {0, 0, NULL};
    const char *problem = lg_game_type_problem(&type);
    char *text = take_text(input, &length);
    const lg_status status = lg_game_configure(&type, text, length, &game, &error);
    if (problem != NULL) REQUIRE(status != LG_OK && error.expected != NULL);
    else if (status == LG_E_PARSE) require_place(&error, length);
    else REQUIRE(status == LG_OK || status == LG_E_ARGUMENT);
    if (status == LG_OK) (void)check(&game, 1); /* omitted parts have defaults, which may not fit the rest */
    free(text);
}

static bytes picture;

static void draw_given(const lg_game *game, const void *state, int32_t viewer, const lg_draw_options *options,
                       lg_writer *writer) {
    (void)game, (void)state, (void)viewer, (void)options;
    for (size_t i = 0; i < picture.left; i++) lg_put(writer, (char)picture.at[i]);
}

/* The same bytes as every picture of an otherwise sound game. */
static void with_picture(bytes *input) {
    lg_game_type type = own_type();
    lg_game game;
    people.draw = draw_given;
    picture = *input;
    REQUIRE(lg_game_configure(&type, "connect_four(columns=4,rows=3,connect=3)", 40, &game, NULL) == LG_OK);
    const char *contract = check(&game, 1);
    REQUIRE(contract == NULL || strcmp(contract, "draw") == 0);
}

/* The library's own games: nothing is found. */
static void of_library(bytes *input) {
    const lg_game *game = game_of(any_game(take(input)));
    lg_check_config config = lg_check_default();
    config.mutations = take(input) % 3;
    config.decisions = 1 + take(input) % 3;
    config.seed = take(input);
    config.text_size = 1 << 16;
    static lg_check_report report;
    const size_t size = lg_check_size(game, &config);
    REQUIRE(size > 0);
    void *memory = malloc(size);
    REQUIRE(lg_game_check(game, &config, memory, size, &report) == LG_OK && report.finding.contract == NULL);
    free(memory);
}

enum { USE_COUNT = 5 };
static void (*const USES[USE_COUNT])(const lg_game *, uint64_t) = {roll, search, outside, choose, batch};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bytes input = {data, size}, nothing = {NULL, 0};
    const uint8_t first = take(&input), kind = first % 3;
    lies = &nothing;
    if (first >= 252) (first % 2 == 0 ? with_picture : of_library)(&input);
    else if (first >= 240) with_lies(&input, USES[first % USE_COUNT]);
    else if (kind == 0) with_facts(&input);
    else if (kind == 1) with_numbers(&input);
    else with_lies(&input, NULL);
    return 0;
}
