/* Batches: any configuration, calls in any order, saved slots with any bytes changed. Every slot always contains a
 * state of the game, a failed call changes nothing, and each mask agrees with its state. */
#include "fuzz.h"
#include "game/view.h"

static const char *const PLAYERS[] = {"random", "greedy", "mcts(simulations=2,cutoff=1)", "alphabeta(depth=1,nodes=9)"};
enum {
    PLAYER_COUNT = sizeof PLAYERS / sizeof PLAYERS[0],
    SLOTS = 5,
    CALLS = 16,
    PAIRS = 4
};

/* The caller's side of a batch. */
typedef struct table {
    lg_game game;
    lg_batch_config config;
    lg_batch *batch;
    lg_batch_buffers to;
    int32_t actions[SLOTS], status[SLOTS], player[SLOTS], final_player[SLOTS];
    uint8_t terminated[SLOTS], truncated[SLOTS];
    float reward[SLOTS], rewards[SLOTS * LG_MAX_PLAYERS];
    uint8_t *states, *before, *mask, *seen, *saved;
    size_t saved_size;
} table;

/* Mostly possible. */
static lg_batch_config take_config(bytes *input, const lg_game *game) {
    lg_batch_config config = lg_batch_default(1 + take(input) % SLOTS);
    config.threads = 1 + (take(input) % 16 == 0);
    config.autoreset = take(input) % 4 - (take(input) % 16 == 0);
    config.reward = take(input) % 2 + (take(input) % 16 == 0);
    config.observation = take(input) % game->observations + (take(input) % 16 == 0);
    config.step_limit = take(input) % 32 - 1;
    const uint8_t seating = take(input);
    config.seating = seating < 128 ? seating % 2 : 2; /* the corpus has small bytes */
    config.rotation = seating > 200 ? seating % 4 : 0;
    config.seed = take(input);
    config.form = take(input) % 3 + (take(input) % 16 == 15);
    config.canonical = take(input) % 2;
    config.masks = take(input) % 2;
    config.discount = (float)take(input) / 250;
    config.variants = 1 + (take(input) % 8 == 7);
    config.variant_choice = take(input) % 2;
    for (int32_t seat = 0; seat < game->players; seat++) {
        const uint8_t kind = take(input);
        if (kind % 2 == 0) continue; /* a learner */
        const char *text = PLAYERS[kind / 2 % PLAYER_COUNT];
        (void)lg_bot_configure(game, text, strlen(text), &config.player[seat], NULL);
    }
    return config;
}

static bool make(table *t, bytes *input) {
    t->game = *game_of(take(input) % GAME_COUNT);
    t->config = take_config(input, &t->game);
    const size_t size = lg_batch_size(&t->game, &t->config), actions = (size_t)t->game.actions;
    if (size == 0) return false;
    const lg_view view = {t->config.observation, t->config.form, t->config.canonical};
    lg_space space;
    REQUIRE(lg_game_view_space(&t->game, &view, &space) == LG_OK);
    const size_t seen = lg_space_size(&space);
    const uint8_t left_out = take(input);
    t->states = malloc(SLOTS * t->game.state_size);
    t->before = malloc(SLOTS * t->game.state_size);
    t->mask = malloc(SLOTS * actions);
    t->seen = malloc(2 * SLOTS * seen);
    t->to = (lg_batch_buffers){
        .states = t->states,
        .actions = t->actions,
        .observation = (left_out & 1) != 0 ? NULL : t->seen,
        .mask = t->mask,
        .rewards = (left_out & 2) != 0 ? NULL : t->rewards,
        .reward = (left_out & 4) != 0 ? NULL : t->reward,
        .player = t->player,
        .terminated = t->terminated,
        .truncated = t->truncated,
        .status = t->status,
        .final_observation = (left_out & 8) != 0 ? NULL : t->seen + SLOTS * seen,
        .final_player = t->final_player,
    };
    void *memory = malloc(size);
    REQUIRE(lg_batch_create(&t->game, &t->config, &t->to, memory, size, &t->batch) == LG_OK);
    REQUIRE(lg_batch_step(t->batch, NULL, NULL) == LG_E_ARGUMENT);
    if (t->config.variants > 1) REQUIRE(lg_batch_add(t->batch, 1, &t->game) == LG_OK);
    REQUIRE(lg_batch_reset(t->batch, NULL, NULL, NULL) == LG_OK);
    t->saved_size = lg_batch_saved_size(t->batch);
    t->saved = malloc(t->saved_size);
    REQUIRE(lg_batch_save(t->batch, 0, t->saved, t->saved_size) == LG_OK);
    return true;
}

static bool is_marked(const table *t, size_t slot, size_t action) {
    const size_t actions = (size_t)t->game.actions;
    if (t->config.masks == LG_BATCH_BYTES) return t->mask[slot * actions + action] != 0;
    return (t->mask[slot * ((actions + 7) / 8) + action / 8] >> action % 8 & 1) != 0;
}

static void check_slots(const table *t) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    const size_t actions = (size_t)t->game.actions;
    for (int32_t i = 0; i < t->config.games; i++) {
        lg_batch_slot slot;
        const uint8_t *state = t->states + (size_t)i * t->game.state_size;
        REQUIRE(lg_game_validate(&t->game, state, t->game.state_size) == LG_OK);
        REQUIRE(lg_batch_get(t->batch, i, &slot) == LG_OK && slot.player == t->player[i]);
        const int32_t player = lg_game_player(&t->game, state), count = lg_game_legal(&t->game, state, mask);
        REQUIRE((player < 0) == (slot.ended == LG_EPISODE_TERMINATED) && (player < 0 || player == slot.player));
        if (slot.ended == LG_EPISODE_TERMINATED) continue;
        const lg_view view = {t->config.observation, t->config.form, t->config.canonical};
        REQUIRE(count > 0);
        lg_i_view_legal(&t->game, &view, state, mask);
        for (size_t a = 0; a < actions; a++) REQUIRE(is_marked(t, (size_t)i, a) == (mask[a / 64] >> a % 64 & 1));
    }
}

/* Mostly legal actions, for some slots or all. */
static void step(table *t, bytes *input) {
    uint8_t which[SLOTS];
    uint64_t mask[LG_MAX_MASK_WORDS];
    lg_batch_report report;
    for (int32_t i = 0; i < t->config.games; i++) {
        const int32_t count = lg_game_legal(&t->game, t->states + (size_t)i * t->game.state_size, mask);
        const uint8_t byte = take(input);
        which[i] = byte % 8 != 0;
        t->actions[i] = byte % 16 == 1 || count <= 0
                            ? take_int(input)
                            : lg_mask_select(mask, t->game.actions, (uint32_t)(byte % count));
    }
    REQUIRE(lg_batch_step(t->batch, take(input) % 2 == 0 ? NULL : which, &report) == LG_OK);
    REQUIRE(report.failed >= 0 && report.failed <= t->config.games && report.ended <= t->config.games);
}

/* A saved slot, some of its bytes changed, is loaded or refused. */
static void load(table *t, bytes *input) {
    uint8_t *bytes_of = malloc(t->saved_size);
    const int32_t slot = take(input) % t->config.games;
    memcpy(bytes_of, t->saved, t->saved_size);
    for (int changes = take(input) % 4; changes > 0; changes--) {
        const size_t at = (size_t)(take(input) + 256 * take(input)) % t->saved_size;
        bytes_of[at] = take(input);
    }
    memcpy(t->before, t->states, (size_t)t->config.games * t->game.state_size);
    const lg_status status = lg_batch_load(t->batch, slot, bytes_of, t->saved_size);
    REQUIRE(status == LG_OK || status == LG_E_STATE);
    if (status != LG_OK) REQUIRE(memcmp(t->before, t->states, (size_t)t->config.games * t->game.state_size) == 0);
    else REQUIRE(lg_batch_save(t->batch, slot, t->saved, t->saved_size) == LG_OK);
    free(bytes_of);
}

static void set(table *t, bytes *input) {
    uint8_t *state = calloc(1, t->game.state_size);
    REQUIRE(lg_game_new(&t->game, take(input), state) == LG_OK);
    if (take(input) % 2 == 0) state[take(input) % t->game.state_size] = take(input);
    const lg_status status = lg_batch_set(t->batch, take(input) % t->config.games, state, t->game.state_size, 1);
    REQUIRE(status == LG_OK || status == LG_E_STATE || status == LG_E_OVER);
    free(state);
}

static void copy(table *t, bytes *input) {
    const int32_t from = take(input) % (t->config.games + 1), to = take(input) % (t->config.games + 1);
    const bool inside = from < t->config.games && to < t->config.games;
    const uint8_t how = take(input);
    const lg_status status = how % 2 == 0 ? lg_batch_clone(t->batch, from, to) : lg_batch_branch(t->batch, from, to, how);
    REQUIRE(status == (inside ? LG_OK : LG_E_ARGUMENT));
}

/* Any parents, actions and players over the batch's own states. */
static void look_ahead(table *t, bytes *input) {
    int32_t parents[PAIRS], actions[PAIRS], players[PAIRS], status[PAIRS], scores[PAIRS * LG_MAX_PLAYERS], failed;
    uint64_t keys[PAIRS];
    uint8_t *after = calloc(PAIRS, t->game.state_size);
    for (int i = 0; i < PAIRS; i++) {
        parents[i] = take(input) % (t->config.games + (take(input) % 32 == 0));
        actions[i] = take(input) % 16 == 0 ? take_int(input) : take(input) % t->game.actions;
        players[i] = take(input) % (t->game.players + 1) - (take(input) % 16 == 0);
    }
    const lg_batch_expansion expansion = {.count = PAIRS, .parents = parents, .actions = actions, .after = after,
                                          .status = status, .scores = scores};
    if (lg_batch_expand(t->batch, &expansion, &failed) == LG_OK)
        for (int i = 0; i < PAIRS; i++)
            REQUIRE(status[i] != LG_OK || lg_game_validate(&t->game, after + (size_t)i * t->game.state_size,
                                                           t->game.state_size) == LG_OK);
    const lg_batch_sampling sampling = {.count = PAIRS, .parents = parents, .players = players, .seed = take(input),
                                        .after = after, .keys = keys, .status = status};
    if (lg_batch_resample(t->batch, &sampling, &failed) == LG_OK && failed == 0)
        for (int i = 0; i < PAIRS; i++)
            REQUIRE(lg_game_validate(&t->game, after + (size_t)i * t->game.state_size, t->game.state_size) == LG_OK);
    free(after);
}

/* Observations and choices in the batch's states, and these transformed. */
static void look_around(table *t, bytes *input) {
    int32_t parents[PAIRS], numbers[PAIRS], images[PAIRS], status[PAIRS], failed;
    const lg_view view = {t->config.observation, t->config.form, t->config.canonical};
    lg_space space;
    REQUIRE(lg_game_view_space(&t->game, &view, &space) == LG_OK);
    const size_t policy = PAIRS * (size_t)t->game.actions * sizeof(float);
    float *policies = calloc(1, policy), *turned = calloc(1, policy);
    void *seen = malloc(PAIRS * lg_space_size(&space)), *after = malloc(PAIRS * t->game.state_size);
    uint8_t *mask = malloc((size_t)(PAIRS * t->game.actions));
    for (int i = 0; i < PAIRS; i++) {
        parents[i] = take(input) % (t->config.games + (take(input) % 32 == 0));
        numbers[i] = take(input) % (t->game.players + 1) - (take(input) % 16 == 0);
    }
    const lg_batch_observations looks = {.count = PAIRS, .parents = parents, .players = take(input) % 2 == 0 ? NULL : numbers,
                                  .observation = seen, .mask = mask, .status = status};
    (void)lg_batch_observe(t->batch, &looks, &failed);
    for (int i = 0; i < PAIRS; i++) numbers[i] = take(input) % (t->game.symmetries + (take(input) % 16 == 0));
    const lg_batch_transforms turns = {.count = PAIRS, .parents = parents, .symmetries = numbers, .after = after,
                                  .actions = numbers, .images = images, .policies = policies, .transformed = turned,
                                  .status = status};
    if (lg_batch_transform(t->batch, &turns, &failed) == LG_OK && failed == 0)
        for (int i = 0; i < PAIRS; i++) REQUIRE(images[i] >= 0 && images[i] < t->game.actions);
    lg_bot player;
    const char *text = PLAYERS[take(input) % PLAYER_COUNT];
    const bool playable = lg_bot_configure(&t->game, text, strlen(text), &player, NULL) == LG_OK;
    const size_t size = playable ? lg_batch_choose_size(t->batch, &player) : 0;
    void *memory = malloc(size + 8);
    const lg_batch_choices choices = {.count = PAIRS, .parents = parents, .seed = take(input), .actions = images,
                                      .status = status};
    if (playable && lg_batch_choose(t->batch, &player, &choices, memory, size, &failed) == LG_OK)
        for (int i = 0; i < PAIRS; i++) REQUIRE(status[i] != LG_OK || (images[i] >= 0 && images[i] < t->game.actions));
    free(memory);
    free(mask);
    free(after);
    free(seen);
    free(turned);
    free(policies);
}

static void call(table *t, bytes *input) {
    uint8_t which[SLOTS];
    switch (take(input) % 8) {
    case 0:
        for (int i = 0; i < SLOTS; i++) which[i] = take(input) % 2;
        REQUIRE(lg_batch_reset(t->batch, which, NULL, NULL) == LG_OK);
        break;
    case 1: load(t, input); break;
    case 2: set(t, input); break;
    case 3: copy(t, input); break;
    case 4: look_ahead(t, input); break;
    case 5: look_around(t, input); break;
    default: step(t, input);
    }
    check_slots(t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static table zero;
    bytes input = {data, size};
    table t = zero;
    if (!make(&t, &input)) return 0;
    void *memory = t.batch; /* a batch is at the beginning of its memory */
    for (int i = 0; i < CALLS && input.left > 0; i++) call(&t, &input);
    lg_batch_destroy(t.batch);
    void *const all[] = {memory, t.states, t.before, t.mask, t.seen, t.saved};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) free(all[i]);
    return 0;
}
