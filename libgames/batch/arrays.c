/* Many states in one call, apart from the slots: expand, resample, observe, choose, transform, check. */
#include "libgames/batch.h"

#include <stdatomic.h>
#include <string.h>

#include "batch/slots.h"
#include "core/bits.h"
#include "game/calls.h"

/* ---- the states of a call ---- */

typedef struct items items;

/* The work on item k, for this state of this game. */
typedef lg_status item_work(const items *task, int32_t k, const lg_game *game, const void *state);

struct items {
    const lg_batch *batch;
    const void *arrays; /* of the call */
    item_work *work;
    const char *states; /* NULL: the batch's own */
    const int32_t *variants, *parents;
    int32_t state_count, check;
    int32_t *status;
    _Atomic int32_t failed;
};

static bool is_count(int32_t count) {
    return count >= 0 && count <= LG_BATCH_MAX_GAMES;
}

static bool is_array(const void *states, int32_t count) {
    return count == 0 || lg_i_bits_is_aligned(states);
}

/* Whether two arrays, of these numbers of bytes, do not overlap. */
static bool are_apart(const void *array, uint64_t size, const void *other, uint64_t other_size) {
    const uint64_t at = (uint64_t)(uintptr_t)array, from = (uint64_t)(uintptr_t)other;
    return array == NULL || other == NULL || at + size <= from || from + other_size <= at;
}

/* Whether `count` states may be written to `after`: apart from the states that are read, or each to its own place. */
static bool arrays_may_write(const items *task, const void *after, int32_t count) {
    const bool own = task->states == NULL;
    const uint64_t size = task->batch->game.state_size;
    const int32_t rows = own ? task->batch->config.games : task->state_count;
    if (!own && task->parents == NULL && after == task->states) return true;
    return are_apart(after, (uint64_t)count * size, own ? task->batch->buffers.states : task->states,
                     (uint64_t)(rows > 0 ? rows : 0) * size);
}

static lg_status arrays_work_on(const items *task, int32_t k) {
    const lg_batch *batch = task->batch;
    const bool own = task->states == NULL;
    const int32_t parent = task->parents != NULL ? task->parents[k] : k;
    if (parent < 0 || parent >= (own ? batch->config.games : task->state_count)) return LG_E_ARGUMENT;
    if (own) return task->work(task, k, lg_i_batch_game_of(batch, parent), lg_i_batch_state_of(batch, parent));
    const int32_t variant = task->variants != NULL ? task->variants[parent] : 0;
    if (variant < 0 || variant >= batch->config.variants) return LG_E_ARGUMENT;
    const lg_game *game = lg_i_batch_variant(batch, variant);
    if (game->type == NULL) return LG_E_ARGUMENT; /* it was not added */
    const char *state = task->states + (size_t)parent * game->state_size;
    if (task->check != 0 && game->type->rules.validate(game, state) != LG_OK) return LG_E_STATE;
    return task->work(task, k, game, state);
}

static void work_on_items(void *context, int32_t first, int32_t count) {
    items *task = (items *)context;
    int32_t failed = 0;
    for (int32_t k = first; k < first + count; k++) {
        const lg_status status = arrays_work_on(task, k);
        if (task->status != NULL) task->status[k] = (int32_t)status;
        failed += status != LG_OK;
    }
    if (failed > 0) (void)atomic_fetch_add_explicit(&task->failed, failed, memory_order_relaxed);
}

/* The common members of all such calls, and the function for each item. */
#define ITEMS(batch, arrays, work)                                                                         \
    {(batch), (arrays), (work), (const char *)(arrays)->states, (arrays)->variants, (arrays)->parents,     \
     (arrays)->state_count, (arrays)->check, (arrays)->status, 0}

static lg_status go_over(lg_batch *batch, items *task, int32_t count, int32_t grain, int32_t *failed) {
    const bool own = task->states == NULL;
    if (task->check < 0 || task->check > 1) return LG_E_ARGUMENT;
    if (own ? !batch->begun : !is_count(task->state_count) || !is_array(task->states, 1)) return LG_E_ARGUMENT;
    atomic_init(&task->failed, 0);
    lg_i_pool_run(batch->pool, work_on_items, task, count, grain);
    if (failed != NULL) *failed = atomic_load(&task->failed);
    return LG_OK;
}

/* The player to move, or the requested one; below 0 with *status set if there is none. */
static int32_t arrays_viewer_of(const lg_game *game, const void *state, const int32_t *players, int32_t k,
                                lg_status *status) {
    const int32_t player = players != NULL ? lg_i_game_as_seat(game, players[k]) : lg_i_game_seat(game, state);
    *status = player >= 0                  ? LG_OK
              : players != NULL            ? LG_E_ARGUMENT
              : player == LG_I_GAME_NOBODY ? LG_E_BROKEN
                                           : LG_E_OVER;
    return player;
}

/* ---- expansion ---- */

/* The rows of a pair that was played; `mover` is who played it. */
static lg_status show_pair(const items *task, int32_t k, const lg_game *game, const void *after, int32_t mover) {
    const lg_batch_expansion *a = (const lg_batch_expansion *)task->arrays;
    const lg_batch *batch = task->batch;
    const size_t row = (size_t)k, players = (size_t)game->players;
    const int32_t player = lg_i_game_seat(game, after);
    if (player == LG_I_GAME_NOBODY) return LG_E_BROKEN;
    if (a->player != NULL) a->player[k] = player;
    void *observation = a->observation == NULL ? NULL : (char *)a->observation + row * batch->observation_size;
    lg_i_batch_show(batch, game, after, player < 0 ? mover : player, observation,
                    a->mask == NULL ? NULL : a->mask + row * batch->mask_size);
    if (a->scores != NULL) lg_i_game_scores(game, after, a->scores + row * players);
    if (a->outcome != NULL) (void)lg_game_outcome(game, after, a->outcome + row * players);
    return LG_OK;
}

static lg_status expand_pair(const items *task, int32_t k, const lg_game *game, const void *before) {
    const lg_batch_expansion *a = (const lg_batch_expansion *)task->arrays;
    const int32_t action = a->actions[k];
    lg_status status;
    if (!lg_i_game_is_action(game, action)) return LG_E_ARGUMENT;
    void *after = (char *)a->after + (size_t)k * game->state_size;
    const int32_t mover = arrays_viewer_of(game, before, NULL, k, &status);
    if (mover < 0) return status;
    const int32_t played = lg_i_view_action(game, &task->batch->view, before, action);
    status = game->type->rules.apply(game, before, played, after);
    return status == LG_OK ? show_pair(task, k, game, after, mover) : status;
}

lg_status lg_batch_expand(lg_batch *batch, const lg_batch_expansion *expansion, int32_t *failed) {
    if (batch == NULL || expansion == NULL || !is_count(expansion->count)) return LG_E_ARGUMENT;
    if (!is_array(expansion->after, expansion->count) || (expansion->actions == NULL && expansion->count > 0))
        return LG_E_ARGUMENT;
    items task = ITEMS(batch, expansion, expand_pair);
    if (!arrays_may_write(&task, expansion->after, expansion->count)) return LG_E_ARGUMENT;
    return go_over(batch, &task, expansion->count, LG_I_BATCH_GRAIN, failed);
}

/* ---- hidden information ---- */

static lg_status sample_state(const items *task, int32_t k, const lg_game *game, const void *before) {
    const lg_batch_sampling *a = (const lg_batch_sampling *)task->arrays;
    lg_status status;
    const int32_t player = arrays_viewer_of(game, before, a->players, k, &status);
    if (status != LG_OK) return status;
    if (a->keys != NULL) a->keys[k] = lg_i_game_information(game, before, player);
    if (a->after == NULL) return LG_OK;
    lg_rng rng = lg_rng_seed(a->seed + (uint64_t)k, LG_BATCH_SAMPLING_STREAM);
    lg_i_game_resample(game, before, player, &rng, (char *)a->after + (size_t)k * game->state_size);
    return LG_OK;
}

lg_status lg_batch_resample(lg_batch *batch, const lg_batch_sampling *arrays, int32_t *failed) {
    if (batch == NULL || arrays == NULL || !is_count(arrays->count)) return LG_E_ARGUMENT;
    if (arrays->after != NULL && !is_array(arrays->after, arrays->count)) return LG_E_ARGUMENT;
    items task = ITEMS(batch, arrays, sample_state);
    if (!arrays_may_write(&task, arrays->after, arrays->count)) return LG_E_ARGUMENT;
    return go_over(batch, &task, arrays->count, LG_I_BATCH_GRAIN, failed);
}

/* ---- observations of any player ---- */

static lg_status arrays_look_at(const items *task, int32_t k, const lg_game *game, const void *state) {
    const lg_batch_observations *a = (const lg_batch_observations *)task->arrays;
    const lg_batch *batch = task->batch;
    lg_status status;
    const int32_t player = arrays_viewer_of(game, state, a->players, k, &status);
    if (status != LG_OK) return status;
    lg_i_batch_show(batch, game, state, player,
                    a->observation == NULL ? NULL : (char *)a->observation + (size_t)k * batch->observation_size,
                    a->mask == NULL ? NULL : a->mask + (size_t)k * batch->mask_size);
    return LG_OK;
}

lg_status lg_batch_observe(lg_batch *batch, const lg_batch_observations *arrays, int32_t *failed) {
    if (batch == NULL || arrays == NULL || !is_count(arrays->count)) return LG_E_ARGUMENT;
    items task = ITEMS(batch, arrays, arrays_look_at);
    return go_over(batch, &task, arrays->count, LG_I_BATCH_GRAIN, failed);
}

/* ---- choices of bots ---- */

typedef struct choosing {
    items task; /* the first member */
    const lg_bot *bot;
    char *memory;
    size_t thought;
    _Atomic uint64_t free; /* bit i: part i of the memory is not in use */
} choosing;

enum { LEAST_THOUGHT = 8 }; /* for a bot that needs no memory, since 0 means one that can't play */

static size_t thought_of(const lg_batch *batch, const lg_bot *bot) {
    size_t size = 0;
    if (batch == NULL || bot == NULL) return 0;
    for (int32_t variant = 0; variant < batch->config.variants; variant++) {
        size_t needed = 0;
        if (lg_bot_size(lg_i_batch_variant(batch, variant), bot, &needed) != LG_OK) return 0;
        if (needed > size) size = needed;
    }
    return size <= SIZE_MAX / 2 / LG_MAX_THREADS ? lg_i_bits_rounded_up(size) + LEAST_THOUGHT : 0;
}

size_t lg_batch_choose_size(const lg_batch *batch, const lg_bot *bot) {
    return batch == NULL ? 0 : (size_t)batch->config.threads * thought_of(batch, bot);
}

/* As the view numbers it. */
static int32_t shown_action(const lg_batch *batch, const lg_game *game, const void *state, int32_t action) {
    if (batch->view.canonical == 0) return action;
    return lg_i_game_image(game, lg_i_view_canonical(game, state, game->type->rules.player(game, state)), action);
}

static lg_status choose_in(const items *task, int32_t k, const lg_game *game, const void *state) {
    choosing *all = (choosing *)(void *)(uintptr_t)task; /* of which it is the first member */
    const lg_batch_choices *a = (const lg_batch_choices *)task->arrays;
    lg_rng rng = lg_rng_seed(a->seed + (uint64_t)k, LG_BATCH_CHOICE_STREAM);
    int32_t action;
    const int part = lg_i_batch_take_place(&all->free);
    const lg_status status =
        lg_bot_choose(game, all->bot, state, &rng, all->memory + (size_t)part * all->thought, all->thought,
                         lg_i_batch_is_hurried, (void *)(uintptr_t)task->batch, &action);
    lg_i_batch_leave_place(&all->free, part);
    if (status == LG_OK) a->actions[k] = shown_action(task->batch, game, state, action);
    return status;
}

lg_status lg_batch_choose(lg_batch *batch, const lg_bot *bot, const lg_batch_choices *arrays, void *memory,
                          size_t size, int32_t *failed) {
    const size_t needed = lg_batch_choose_size(batch, bot);
    if (needed == 0 || arrays == NULL || !is_count(arrays->count) || !is_array(memory, 1) || size < needed)
        return LG_E_ARGUMENT;
    if (arrays->actions == NULL && arrays->count > 0) return LG_E_ARGUMENT;
    choosing all = {.task = ITEMS(batch, arrays, choose_in), .bot = bot, .memory = (char *)memory};
    all.thought = thought_of(batch, bot);
    atomic_init(&all.free, UINT64_MAX >> (LG_MAX_THREADS - batch->config.threads));
    return go_over(batch, &all.task, arrays->count, all.thought > LEAST_THOUGHT ? 1 : LG_I_BATCH_GRAIN, failed);
}

/* ---- symmetries ---- */

static void turn_policy(const lg_game *game, int32_t symmetry, const float *from, float *to) {
    for (int32_t action = 0; action < game->actions; action++)
        to[lg_i_game_image(game, symmetry, action)] = from[action];
}

static lg_status turn_item(const items *task, int32_t k, const lg_game *game, const void *state) {
    const lg_batch_transforms *a = (const lg_batch_transforms *)task->arrays;
    const int32_t symmetry = a->symmetries[k];
    if (symmetry < 0 || symmetry >= game->symmetries) return LG_E_ARGUMENT;
    if (a->actions != NULL) {
        const lg_status status = lg_game_symmetry_action(game, symmetry, a->actions[k], &a->images[k]);
        if (status != LG_OK) return status;
    }
    if (a->policies != NULL)
        turn_policy(game, symmetry, a->policies + (size_t)k * (size_t)game->actions,
                    a->transformed + (size_t)k * (size_t)game->actions);
    if (a->after == NULL) return LG_OK;
    return lg_game_symmetry_state(game, symmetry, state, (char *)a->after + (size_t)k * game->state_size);
}

lg_status lg_batch_transform(lg_batch *batch, const lg_batch_transforms *arrays, int32_t *failed) {
    if (batch == NULL || arrays == NULL || !is_count(arrays->count)) return LG_E_ARGUMENT;
    if (arrays->symmetries == NULL && arrays->count > 0) return LG_E_ARGUMENT;
    if (arrays->after != NULL && !is_array(arrays->after, arrays->count)) return LG_E_ARGUMENT;
    if ((arrays->actions == NULL) != (arrays->images == NULL) ||
        (arrays->policies == NULL) != (arrays->transformed == NULL))
        return LG_E_ARGUMENT;
    items task = ITEMS(batch, arrays, turn_item);
    const uint64_t count = (uint64_t)arrays->count, numbers = sizeof(int32_t) * count;
    const uint64_t policies = sizeof(float) * count * (uint64_t)batch->game.actions;
    if (!arrays_may_write(&task, arrays->after, arrays->count)) return LG_E_ARGUMENT;
    if (!are_apart(arrays->policies, policies, arrays->transformed, policies)) return LG_E_ARGUMENT;
    if (arrays->images != arrays->actions && !are_apart(arrays->actions, numbers, arrays->images, numbers))
        return LG_E_ARGUMENT;
    return go_over(batch, &task, arrays->count, LG_I_BATCH_GRAIN, failed);
}
