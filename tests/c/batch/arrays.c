/* A batch with its arrays; see arrays.h. */
#include "arrays.h"

#include <stdlib.h>
#include <string.h>

lg_game make_game(const char *text) {
    lg_game game;
    ck_assert_int_eq(lg_game_make(text, strlen(text), &game, NULL), LG_OK);
    if (game.shared_size > 0)
        ck_assert_int_eq(lg_game_prepare(&game, lg_test_malloc(game.shared_size), game.shared_size), LG_OK);
    return game;
}

static void *filled(size_t size) {
    return memset(lg_test_malloc(size), SENTINEL, size);
}

arrays arrays_make(const char *text, lg_batch_config config) {
    arrays a = {.game = make_game(text), .config = config, .games = (size_t)config.games};
    a.shared = (void *)(uintptr_t)a.game.shared;
    a.seen = lg_space_size(&a.game.observation[config.observation]);
    const size_t players = (size_t)a.game.players, actions = (size_t)a.game.actions;
    a.actions = filled(a.games * sizeof *a.actions);
    a.to.actions = a.actions;
    a.to.states = filled(a.games * a.game.state_size);
    a.to.observation = filled(a.games * a.seen);
    a.to.mask = filled(a.games * actions);
    a.to.rewards = filled(a.games * players * sizeof(float));
    a.to.reward = filled(a.games * sizeof(float));
    a.to.player = filled(a.games * sizeof(int32_t));
    a.to.terminated = filled(a.games);
    a.to.truncated = filled(a.games);
    a.to.status = filled(a.games * sizeof(int32_t));
    a.to.final_observation = filled(a.games * a.seen);
    a.to.final_mask = filled(a.games * actions);
    a.to.final_player = filled(a.games * sizeof(int32_t));
    const size_t size = lg_batch_size(&a.game, &config);
    LG_REQUIRE(size > 0, "%s: the configuration of the batch is refused", text);
    a.memory = filled(size);
    ck_assert_int_eq(lg_batch_create(&a.game, &config, &a.to, a.memory, size, &a.batch), LG_OK);
    return a;
}

void arrays_free(arrays *a) {
    lg_batch_destroy(a->batch);
    void *const all[] = {a->actions, a->to.states, a->to.observation, a->to.mask, a->to.rewards, a->to.reward,
                         a->to.player, a->to.terminated, a->to.truncated, a->to.status, a->to.final_observation,
                         a->to.final_mask, a->to.final_player, a->memory, a->shared};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) free(all[i]);
}

/* Calls `visit` on every output but the states. */
static void each_output(const arrays *a, void (*visit)(void *array, size_t size, void *context), void *context) {
    const size_t players = (size_t)a->game.players, actions = (size_t)a->game.actions;
    visit(a->to.observation, a->games * a->seen, context);
    visit(a->to.mask, a->games * actions, context);
    visit(a->to.rewards, a->games * players * sizeof(float), context);
    visit(a->to.reward, a->games * sizeof(float), context);
    visit(a->to.player, a->games * sizeof(int32_t), context);
    visit(a->to.terminated, a->games, context);
    visit(a->to.truncated, a->games, context);
    visit(a->to.status, a->games * sizeof(int32_t), context);
    visit(a->to.final_observation, a->games * a->seen, context);
    visit(a->to.final_mask, a->games * actions, context);
    visit(a->to.final_player, a->games * sizeof(int32_t), context);
}

static void clear(void *array, size_t size, void *context) {
    (void)context;
    memset(array, SENTINEL, size);
}

void arrays_clear(arrays *a) {
    each_output(a, clear, NULL);
}

/* Whether each byte equals the one before it: one call of memcmp, since sanitizers check each read of a loop. */
bool untouched(const void *rows, size_t row, size_t size) {
    const uint8_t *bytes = (const uint8_t *)rows + row * size;
    return size == 0 || (bytes[0] == SENTINEL && memcmp(bytes, bytes + 1, size - 1) == 0);
}

static void add_hash(void *array, size_t size, void *context) {
    uint64_t *hash = context;
    *hash = 31 * *hash + lg_hash(array, size);
}

uint64_t arrays_hash(const arrays *a) {
    uint64_t hash = lg_hash(a->to.states, a->games * a->game.state_size);
    each_output(a, add_hash, &hash);
    return hash;
}

void *arrays_state(const arrays *a, size_t slot) {
    return (char *)a->to.states + slot * a->game.state_size;
}

int32_t arrays_legal(const arrays *a, size_t slot, lg_rng *rng) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    const int32_t count = lg_game_legal(&a->game, arrays_state(a, slot), mask);
    return count == 0 ? 0 : lg_mask_select(mask, a->game.actions, lg_rng_below(rng, (uint32_t)count));
}

void arrays_play(arrays *a, lg_rng *rng) {
    for (size_t i = 0; i < a->games; i++) a->actions[i] = arrays_legal(a, i, rng);
}
