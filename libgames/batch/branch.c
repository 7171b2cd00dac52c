/* Single slots of a batch: saved, loaded, cloned, branched, started anywhere; and expansion of many states at once. */
#include "libgames/batch.h"

#include <stdatomic.h>
#include <string.h>

#include "batch/slots.h"
#include "game/calls.h"

/* ---- single slots ---- */

static bool is_slot(const lg_batch *batch, int32_t slot) {
    return batch != NULL && batch->begun && slot >= 0 && slot < batch->config.games;
}

lg_status lg_batch_get(const lg_batch *batch, int32_t slot, lg_batch_slot *record) {
    if (!is_slot(batch, slot) || record == NULL) return LG_E_ARGUMENT;
    *record = batch->slots[slot];
    return LG_OK;
}

size_t lg_batch_saved_size(const lg_batch *batch) {
    return batch == NULL ? 0 : sizeof(lg_batch_slot) + batch->game.state_size;
}

lg_status lg_batch_save(const lg_batch *batch, int32_t slot, void *bytes, size_t size) {
    if (!is_slot(batch, slot) || bytes == NULL || size != lg_batch_saved_size(batch)) return LG_E_ARGUMENT;
    memcpy(bytes, &batch->slots[slot], sizeof(lg_batch_slot));
    memcpy((char *)bytes + sizeof(lg_batch_slot), lg_i_state_of(batch, slot), batch->game.state_size);
    return LG_OK;
}

/* Whether the record fits a valid state: who is asked is a learner, and to move unless the game is over. */
static bool is_sound(const lg_batch *batch, const lg_batch_slot *slot, const void *state) {
    const int32_t seat = batch->game.type->player(&batch->game, state), last = batch->game.players - 1;
    if ((slot->rng.increment & 1) == 0 || slot->steps < 0 || slot->ended > LG_EPISODE_TRUNCATED || slot->reserved != 0) return false;
    if (slot->rotation > (batch->config.random_seats != 0 ? last : 0)) return false;
    if (slot->player < 0 || slot->player > last || !lg_i_is_learner(batch, slot, slot->player)) return false;
    return slot->ended == LG_EPISODE_TERMINATED ? seat < 0 : seat == slot->player;
}

lg_status lg_batch_load(lg_batch *batch, int32_t slot, const void *bytes, size_t size) {
    lg_batch_slot record;
    if (!is_slot(batch, slot) || bytes == NULL || size != lg_batch_saved_size(batch)) return LG_E_ARGUMENT;
    memcpy(&record, bytes, sizeof record);
    memcpy(batch->scratch, (const char *)bytes + sizeof record, batch->game.state_size);
    if (batch->game.type->validate(&batch->game, batch->scratch) != LG_OK) return LG_E_STATE;
    if (!is_sound(batch, &record, batch->scratch)) return LG_E_STATE;
    batch->slots[slot] = record;
    memcpy(lg_i_state_of(batch, slot), batch->scratch, batch->game.state_size);
    lg_i_slot_show(batch, slot);
    return LG_OK;
}

lg_status lg_batch_clone(lg_batch *batch, int32_t from, int32_t to) {
    if (!is_slot(batch, from) || !is_slot(batch, to)) return LG_E_ARGUMENT;
    batch->slots[to] = batch->slots[from];
    memmove(lg_i_state_of(batch, to), lg_i_state_of(batch, from), batch->game.state_size);
    lg_i_slot_show(batch, to);
    return LG_OK;
}

lg_status lg_batch_branch(lg_batch *batch, int32_t from, int32_t to, uint64_t seed) {
    const lg_status status = lg_batch_clone(batch, from, to);
    if (status != LG_OK) return status;
    batch->slots[to].rng = lg_rng_seed(seed, LG_BATCH_STREAM);
    batch->slots[to].seeds = seed;
    return LG_OK;
}

lg_status lg_batch_set(lg_batch *batch, int32_t slot, const void *state, size_t size, uint64_t seed) {
    lg_batch_slot record;
    if (!is_slot(batch, slot) || state == NULL) return LG_E_ARGUMENT;
    if (size != batch->game.state_size) return LG_E_STATE;
    memcpy(batch->scratch, state, size);
    if (batch->game.type->validate(&batch->game, batch->scratch) != LG_OK) return LG_E_STATE;
    memset(&record, 0, sizeof record);
    record.seed = seed;
    record.seeds = seed;
    lg_i_episode_begin(batch, &record, seed, batch->scratch);
    if (record.ended != LG_EPISODE_ONGOING) return LG_E_OVER;
    batch->slots[slot] = record;
    memcpy(lg_i_state_of(batch, slot), batch->scratch, size);
    lg_i_slot_show(batch, slot);
    return LG_OK;
}

/* ---- expansion ---- */

typedef struct expanding {
    const lg_batch *batch;
    const lg_batch_expansion *arrays;
    const char *states;
    int32_t state_count;
    _Atomic int32_t failed;
} expanding;

/* The rows of a pair that was played; `mover` is who played it. */
static void show_pair(const expanding *todo, int32_t k, const void *after, int32_t mover) {
    const lg_batch_expansion *a = todo->arrays;
    const lg_game *game = &todo->batch->game;
    const size_t row = (size_t)k, players = (size_t)game->players;
    const int32_t player = game->type->player(game, after);
    if (a->player != NULL) a->player[k] = player;
    if (a->observation != NULL)
        lg_i_observe(game, after, player < 0 ? mover : player, todo->batch->config.observation,
                            (char *)a->observation + row * todo->batch->observation_size);
    if (a->mask != NULL) lg_i_mask_row(game, after, a->mask + row * (size_t)game->actions);
    if (a->scores != NULL) lg_i_scores(game, after, a->scores + row * players);
    if (a->outcome != NULL) (void)lg_game_outcome(game, after, a->outcome + row * players);
}

static lg_status expand_pair(const expanding *todo, int32_t k) {
    const lg_batch_expansion *a = todo->arrays;
    const lg_game *game = &todo->batch->game;
    const int32_t parent = a->parents != NULL ? a->parents[k] : k, action = a->actions[k];
    if (parent < 0 || parent >= todo->state_count || action < 0 || action >= game->actions) return LG_E_ARGUMENT;
    const void *before = todo->states + (size_t)parent * game->state_size;
    void *after = (char *)a->after + (size_t)k * game->state_size;
    const int32_t mover = game->type->player(game, before);
    const lg_status status = game->type->apply(game, before, action, after);
    if (status == LG_OK) show_pair(todo, k, after, mover);
    return status;
}

static void expand_pairs(void *context, int32_t first, int32_t count) {
    expanding *todo = (expanding *)context;
    int32_t failed = 0;
    for (int32_t k = first; k < first + count; k++) {
        const lg_status status = expand_pair(todo, k);
        if (todo->arrays->status != NULL) todo->arrays->status[k] = (int32_t)status;
        failed += status != LG_OK;
    }
    if (failed > 0) (void)atomic_fetch_add_explicit(&todo->failed, failed, memory_order_relaxed);
}

static bool is_count(int32_t count) {
    return count >= 0 && count <= LG_BATCH_MAX_GAMES;
}

static bool is_array(const void *states, int32_t count) {
    return count == 0 || (states != NULL && (uintptr_t)states % 8 == 0);
}

lg_status lg_batch_expand(lg_batch *batch, const lg_batch_expansion *expansion, int32_t *failed) {
    if (batch == NULL || expansion == NULL || !is_count(expansion->count)) return LG_E_ARGUMENT;
    if (!is_array(expansion->after, expansion->count) || (expansion->actions == NULL && expansion->count > 0))
        return LG_E_ARGUMENT;
    expanding todo = {.batch = batch, .arrays = expansion};
    if (expansion->states == NULL) {
        if (!batch->begun) return LG_E_ARGUMENT;
        todo.states = (const char *)batch->buffers.states;
        todo.state_count = batch->config.games;
    } else {
        if (!is_count(expansion->state_count) || !is_array(expansion->states, 1)) return LG_E_ARGUMENT;
        todo.states = (const char *)expansion->states;
        todo.state_count = expansion->state_count;
    }
    atomic_init(&todo.failed, 0);
    lg_i_pool_run(batch->pool, expand_pairs, &todo, expansion->count, LG_I_GRAIN);
    if (failed != NULL) *failed = atomic_load(&todo.failed);
    return LG_OK;
}

/* ---- checking states ---- */

typedef struct checking {
    const lg_game *game;
    const char *states;
    _Atomic int32_t first; /* the lowest number of a wrong one so far */
} checking;

static void check_states(void *context, int32_t first, int32_t count) {
    checking *todo = (checking *)context;
    for (int32_t i = first; i < first + count; i++) {
        int32_t lowest = atomic_load_explicit(&todo->first, memory_order_relaxed);
        if (i >= lowest) return;
        const void *state = todo->states + (size_t)i * todo->game->state_size;
        if (todo->game->type->validate(todo->game, state) == LG_OK) continue;
        while (i < lowest && !atomic_compare_exchange_weak_explicit(&todo->first, &lowest, i, memory_order_relaxed,
                                                                    memory_order_relaxed))
            continue;
        return;
    }
}

lg_status lg_batch_validate(lg_batch *batch, int32_t count, const void *states, int32_t *first) {
    if (batch == NULL || !is_count(count) || !is_array(states, count)) return LG_E_ARGUMENT;
    checking todo = {.game = &batch->game, .states = (const char *)states};
    atomic_init(&todo.first, count);
    lg_i_pool_run(batch->pool, check_states, &todo, count, LG_I_GRAIN);
    const int32_t lowest = atomic_load(&todo.first);
    if (lowest == count) return LG_OK;
    if (first != NULL) *first = lowest;
    return LG_E_STATE;
}
