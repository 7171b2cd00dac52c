/* Single slots of a batch: saved, loaded, cloned, branched, set to any state. */
#include "libgames/batch.h"

#include <string.h>

#include "batch/slots.h"

static bool branch_has_place(const lg_batch *batch, int32_t slot) {
    return batch != NULL && slot >= 0 && slot < batch->config.games;
}

static bool is_slot(const lg_batch *batch, int32_t slot) {
    return branch_has_place(batch, slot) && batch->begun;
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
    memcpy((char *)bytes + sizeof(lg_batch_slot), lg_i_batch_state_of(batch, slot), batch->game.state_size);
    return LG_OK;
}

/* Whether an episode can have had this number of steps: it reaches the limit exactly if the limit has ended it, or if
 * it waits for an opponent's answer before it ends. */
static bool can_have_had(const lg_batch *batch, const lg_game *game, const lg_batch_slot *slot, bool waits) {
    const int32_t limit = batch->config.step_limit, steps = slot->steps;
    if (slot->ended == LG_EPISODE_TRUNCATED) return limit > 0 && steps == limit;
    const bool goes_on = slot->ended == LG_EPISODE_ONGOING && !waits;
    return steps >= 0 && steps <= game->longest - goes_on && steps <= INT32_MAX - goes_on &&
           (limit == 0 || steps <= limit - goes_on);
}

/* Whether players can have been rewarded these amounts: 0 with outcomes, any score, or a potential. */
static bool can_be_rewarded(const lg_batch *batch, const int32_t *rewarded) {
    const int32_t reward = batch->config.reward;
    for (int32_t p = 0; p < LG_MAX_PLAYERS; p++) {
        if (rewarded[p] == 0) continue;
        if (p >= batch->game.players || reward == LG_BATCH_OUTCOME) return false;
        const bool fits = rewarded[p] >= -LG_MAX_POTENTIAL && rewarded[p] <= LG_MAX_POTENTIAL;
        if (reward == LG_BATCH_SHAPED && !fits) return false;
    }
    return true;
}

/* Whether the record fits a valid state: its player is a learner, and to move unless the game is over. */
static bool branch_is_sound(const lg_batch *batch, const lg_batch_slot *slot, const void *state) {
    const lg_game *game = lg_i_batch_variant(batch, slot->variant);
    const int32_t seat = game->type->rules.player(game, state), last = game->players - 1;
    if ((slot->rng.increment & 1) == 0 || slot->ended > LG_EPISODE_FORFEITED) return false;
    if (slot->ended == LG_EPISODE_FORFEITED && batch->config.illegal != LG_BATCH_LOSES) return false;
    const bool is_fixed = batch->config.seating == LG_BATCH_SEATS_FIXED;
    if (is_fixed ? slot->rotation != batch->config.rotation : slot->rotation > last) return false;
    const bool waits = lg_i_batch_awaited(batch, slot, state) >= 0;
    if (!can_have_had(batch, game, slot, waits) || !can_be_rewarded(batch, slot->rewarded)) return false;
    if (slot->player < 0 || slot->player > last || !lg_i_batch_is_learner(batch, slot, slot->player)) return false;
    if (slot->ended == LG_EPISODE_BROKEN) return true;
    return slot->ended == LG_EPISODE_TERMINATED ? seat < 0 : waits || seat == slot->player;
}

lg_status lg_batch_load(lg_batch *batch, int32_t slot, const void *bytes, size_t size) {
    lg_batch_slot record;
    if (!branch_has_place(batch, slot) || !lg_i_batch_is_complete(batch) || bytes == NULL) return LG_E_ARGUMENT;
    if (size != lg_batch_saved_size(batch)) return LG_E_STATE;
    memcpy(&record, bytes, sizeof record);
    memcpy(batch->scratch, (const char *)bytes + sizeof record, batch->game.state_size);
    if (record.variant >= batch->config.variants) return LG_E_STATE;
    const lg_game *game = lg_i_batch_variant(batch, record.variant);
    if (game->type->rules.validate(game, batch->scratch) != LG_OK) return LG_E_STATE;
    if (!branch_is_sound(batch, &record, batch->scratch)) return LG_E_STATE;
    batch->slots[slot] = record;
    memcpy(lg_i_batch_state_of(batch, slot), batch->scratch, batch->game.state_size);
    lg_i_batch_slot_show(batch, slot);
    batch->complete = true;
    if (!batch->begun) lg_i_batch_look_whether_all_began(batch);
    return LG_OK;
}

lg_status lg_batch_clone(lg_batch *batch, int32_t from, int32_t to) {
    if (!is_slot(batch, from) || !is_slot(batch, to)) return LG_E_ARGUMENT;
    batch->slots[to] = batch->slots[from];
    memmove(lg_i_batch_state_of(batch, to), lg_i_batch_state_of(batch, from), batch->game.state_size);
    lg_i_batch_slot_show(batch, to);
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
    const lg_game *game = lg_i_batch_game_of(batch, slot);
    if (game->type->rules.validate(game, batch->scratch) != LG_OK) return LG_E_STATE;
    memset(&record, 0, sizeof record);
    record.seed = seed;
    record.seeds = seed;
    record.variant = batch->slots[slot].variant;
    lg_i_batch_take_seats(batch, slot, &record, seed);
    lg_i_batch_episode_begin(batch, &record, batch->scratch);
    if (record.ended != LG_EPISODE_ONGOING) return record.ended == LG_EPISODE_BROKEN ? LG_E_BROKEN : LG_E_OVER;
    batch->slots[slot] = record;
    memcpy(lg_i_batch_state_of(batch, slot), batch->scratch, size);
    lg_i_batch_slot_show(batch, slot);
    return LG_OK;
}
