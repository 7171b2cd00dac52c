/* Many states at once, apart from the slots: expanded, sampled, keyed, checked. */
#include "libgames/batch.h"

#include <stdatomic.h>
#include <string.h>

#include "batch/slots.h"
#include "game/calls.h"

/* ---- the states that a call goes over ---- */

typedef struct state_pool {
    const char *states;
    size_t state_size;
    int32_t count;
    const int32_t *parents;
} state_pool;

static bool is_count(int32_t count) {
    return count >= 0 && count <= LG_BATCH_MAX_GAMES;
}

static bool is_array(const void *states, int32_t count) {
    return count == 0 || (states != NULL && (uintptr_t)states % 8 == 0);
}

/* The caller's states, or with NULL the batch's own. */
static bool open_states(const lg_batch *batch, const void *states, int32_t count, const int32_t *parents,
                        state_pool *pool) {
    pool->state_size = batch->game.state_size;
    pool->parents = parents;
    pool->states = (const char *)(states != NULL ? states : batch->buffers.states);
    pool->count = states != NULL ? count : batch->config.games;
    return states != NULL ? is_count(count) && is_array(states, 1) : batch->begun;
}

/* The state of item k, NULL when there is none. */
static const void *state_of(const state_pool *pool, int32_t k) {
    const int32_t parent = pool->parents != NULL ? pool->parents[k] : k;
    return parent >= 0 && parent < pool->count ? pool->states + (size_t)parent * pool->state_size : NULL;
}

/* ---- expansion ---- */

typedef struct expanding {
    const lg_batch *batch;
    const lg_batch_expansion *arrays;
    state_pool from;
    _Atomic int32_t failed;
} expanding;

/* The rows of a pair that was played; `mover` is who played it. */
static void show_pair(const expanding *task, int32_t k, const void *after, int32_t mover) {
    const lg_batch_expansion *a = task->arrays;
    const lg_game *game = &task->batch->game;
    const size_t row = (size_t)k, players = (size_t)game->players;
    const int32_t player = game->type->player(game, after);
    if (a->player != NULL) a->player[k] = player;
    if (a->observation != NULL)
        lg_i_observe(game, after, player < 0 ? mover : player, task->batch->config.observation,
                            (char *)a->observation + row * task->batch->observation_size);
    if (a->mask != NULL) lg_i_mask_row(game, after, a->mask + row * (size_t)game->actions);
    if (a->scores != NULL) lg_i_scores(game, after, a->scores + row * players);
    if (a->outcome != NULL) (void)lg_game_outcome(game, after, a->outcome + row * players);
}

static lg_status expand_pair(const expanding *task, int32_t k) {
    const lg_batch_expansion *a = task->arrays;
    const lg_game *game = &task->batch->game;
    const void *before = state_of(&task->from, k);
    const int32_t action = a->actions[k];
    if (before == NULL || action < 0 || action >= game->actions) return LG_E_ARGUMENT;
    void *after = (char *)a->after + (size_t)k * game->state_size;
    const int32_t mover = game->type->player(game, before);
    const lg_status status = game->type->apply(game, before, action, after);
    if (status == LG_OK) show_pair(task, k, after, mover);
    return status;
}

static void expand_pairs(void *context, int32_t first, int32_t count) {
    expanding *task = (expanding *)context;
    int32_t failed = 0;
    for (int32_t k = first; k < first + count; k++) {
        const lg_status status = expand_pair(task, k);
        if (task->arrays->status != NULL) task->arrays->status[k] = (int32_t)status;
        failed += status != LG_OK;
    }
    if (failed > 0) (void)atomic_fetch_add_explicit(&task->failed, failed, memory_order_relaxed);
}

lg_status lg_batch_expand(lg_batch *batch, const lg_batch_expansion *expansion, int32_t *failed) {
    if (batch == NULL || expansion == NULL || !is_count(expansion->count)) return LG_E_ARGUMENT;
    if (!is_array(expansion->after, expansion->count) || (expansion->actions == NULL && expansion->count > 0))
        return LG_E_ARGUMENT;
    expanding task = {.batch = batch, .arrays = expansion};
    if (!open_states(batch, expansion->states, expansion->state_count, expansion->parents, &task.from))
        return LG_E_ARGUMENT;
    atomic_init(&task.failed, 0);
    lg_i_pool_run(batch->pool, expand_pairs, &task, expansion->count, LG_I_GRAIN);
    if (failed != NULL) *failed = atomic_load(&task.failed);
    return LG_OK;
}

/* ---- what a player does not know ---- */

typedef struct sampling {
    const lg_batch *batch;
    const lg_batch_sampling *arrays;
    state_pool from;
    _Atomic int32_t failed;
} sampling;

static lg_status sample_state(const sampling *task, int32_t k) {
    const lg_batch_sampling *a = task->arrays;
    const lg_game *game = &task->batch->game;
    const void *before = state_of(&task->from, k);
    if (before == NULL) return LG_E_ARGUMENT;
    const int32_t player = a->players != NULL ? a->players[k] : game->type->player(game, before);
    if (player < 0) return a->players != NULL ? LG_E_ARGUMENT : LG_E_OVER;
    if (player >= game->players) return LG_E_ARGUMENT;
    if (a->keys != NULL) a->keys[k] = lg_i_information(game, before, player);
    if (a->after == NULL) return LG_OK;
    lg_rng rng = lg_rng_seed(a->seed + (uint64_t)k, LG_BATCH_SAMPLING_STREAM);
    lg_i_resample(game, before, player, &rng, (char *)a->after + (size_t)k * game->state_size);
    return LG_OK;
}

static void sample_states(void *context, int32_t first, int32_t count) {
    sampling *task = (sampling *)context;
    int32_t failed = 0;
    for (int32_t k = first; k < first + count; k++) {
        const lg_status status = sample_state(task, k);
        if (task->arrays->status != NULL) task->arrays->status[k] = (int32_t)status;
        failed += status != LG_OK;
    }
    if (failed > 0) (void)atomic_fetch_add_explicit(&task->failed, failed, memory_order_relaxed);
}

lg_status lg_batch_resample(lg_batch *batch, const lg_batch_sampling *arrays, int32_t *failed) {
    if (batch == NULL || arrays == NULL || !is_count(arrays->count)) return LG_E_ARGUMENT;
    if (arrays->after != NULL && !is_array(arrays->after, arrays->count)) return LG_E_ARGUMENT;
    sampling task = {.batch = batch, .arrays = arrays};
    if (!open_states(batch, arrays->states, arrays->state_count, arrays->parents, &task.from)) return LG_E_ARGUMENT;
    atomic_init(&task.failed, 0);
    lg_i_pool_run(batch->pool, sample_states, &task, arrays->count, LG_I_GRAIN);
    if (failed != NULL) *failed = atomic_load(&task.failed);
    return LG_OK;
}

/* ---- checking states ---- */

typedef struct checking {
    const lg_game *game;
    const char *states;
    _Atomic int32_t first; /* the lowest number of a wrong one so far */
} checking;

static void check_states(void *context, int32_t first, int32_t count) {
    checking *task = (checking *)context;
    for (int32_t i = first; i < first + count; i++) {
        int32_t lowest = atomic_load_explicit(&task->first, memory_order_relaxed);
        if (i >= lowest) return;
        const void *state = task->states + (size_t)i * task->game->state_size;
        if (task->game->type->validate(task->game, state) == LG_OK) continue;
        while (i < lowest && !atomic_compare_exchange_weak_explicit(&task->first, &lowest, i, memory_order_relaxed,
                                                                    memory_order_relaxed))
            continue;
        return;
    }
}

lg_status lg_batch_validate(lg_batch *batch, int32_t count, const void *states, int32_t *first) {
    if (batch == NULL || !is_count(count) || !is_array(states, count)) return LG_E_ARGUMENT;
    checking task = {.game = &batch->game, .states = (const char *)states};
    atomic_init(&task.first, count);
    lg_i_pool_run(batch->pool, check_states, &task, count, LG_I_GRAIN);
    const int32_t lowest = atomic_load(&task.first);
    if (lowest == count) return LG_OK;
    if (first != NULL) *first = lowest;
    return LG_E_STATE;
}
