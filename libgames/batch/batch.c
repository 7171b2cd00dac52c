/* The batch: many games of one configuration, reset and stepped into given buffers. Every slot is independent: its
 * content depends only on its seeds and actions, so threads may take slots in any order. */
#include "libgames/batch.h"

#include <stdatomic.h>
#include <string.h>

#include "batch/slots.h"
#include "core/bits.h"
#include "game/drive.h"

/* ---- configuration and memory ---- */

lg_batch_config lg_batch_default(int32_t games) {
    lg_batch_config config;
    memset(&config, 0, sizeof config);
    config.games = games;
    config.threads = 1;
    config.discount = 1;
    config.variants = 1;
    config.from_default = 1;
    for (int i = 0; i < LG_MAX_PLAYERS; i++) config.player[i].kind = LG_BATCH_LEARNER;
    return config;
}

static bool has_learner(const lg_game *game, const lg_batch_config *config) {
    int learners = 0;
    for (int32_t i = 0; i < game->players; i++) learners += config->player[i].kind == LG_BATCH_LEARNER;
    return learners > 0;
}

/* The bots' scratch memory: *size is the most that one of them needs. */
static bool have_room(const lg_game *game, const lg_batch_config *config, size_t *size) {
    *size = 0;
    for (int32_t i = 0; i < game->players; i++) {
        size_t needed = 0;
        if (config->player[i].kind == LG_BATCH_LEARNER || config->player[i].kind == LG_BATCH_ASKED) continue;
        if (lg_bot_size(game, &config->player[i], &needed) != LG_OK) return false;
        if (lg_i_bits_rounded_up(needed) > *size) *size = lg_i_bits_rounded_up(needed);
    }
    return *size <= SIZE_MAX / 2 / LG_MAX_THREADS;
}

static bool batch_is_possible(const lg_game *game, const lg_batch_config *config) {
    return game != NULL && config != NULL && config->from_default == 1 && config->games >= 1 &&
           config->games <= LG_BATCH_MAX_GAMES &&
           config->threads >= 1 && config->threads <= LG_MAX_THREADS &&
           config->autoreset >= LG_AUTORESET_NEXT_STEP && config->autoreset <= LG_AUTORESET_DISABLED &&
           config->reward >= LG_BATCH_OUTCOME && config->reward <= LG_BATCH_SHAPED && config->discount >= 0 &&
           config->discount <= 1 && (config->masks == LG_BATCH_BYTES || config->masks == LG_BATCH_BITS) &&
           (config->illegal == LG_BATCH_REFUSED || config->illegal == LG_BATCH_LOSES) &&
           config->variants >= 1 && config->variants <= LG_BATCH_MAX_VARIANTS &&
           (config->variant_choice == LG_BATCH_BY_SLOT || config->variant_choice == LG_BATCH_BY_EPISODE) &&
           config->step_limit >= 0 && config->seating >= LG_BATCH_SEATS_FIXED &&
           config->seating <= LG_BATCH_SEATS_BY_SLOT && config->rotation >= 0 && config->rotation < game->players &&
           has_learner(game, config);
}

static lg_view view_of(const lg_batch_config *config) {
    return (lg_view){config->observation, config->form, config->canonical};
}

/* A thread's working memory: first the memory of bots, then the memory to make views in. */
static bool have_desk(const lg_game *game, const lg_batch_config *config, size_t *thought, size_t *desk) {
    const lg_view view = view_of(config);
    lg_space space;
    if (!have_room(game, config, thought) || lg_game_view_space(game, &view, &space) != LG_OK) return false;
    *desk = *thought + lg_game_view_scratch(game, &view);
    return *desk <= SIZE_MAX / 2 / LG_MAX_THREADS;
}

/* Assigns the seats for this rotation. */
static void seat_players(lg_batch *batch, int32_t rotation) {
    lg_i_batch_seats *seats = &batch->seats[rotation];
    for (int32_t i = 0; i < batch->game.players; i++) {
        const int32_t kind = batch->config.player[i].kind;
        const uint32_t seat = (uint32_t)1 << (i + rotation) % batch->game.players;
        batch->has_players |= kind != LG_BATCH_LEARNER;
        if (kind == LG_BATCH_LEARNER) seats->learners |= seat;
        if (kind == LG_BATCH_LEARNER || kind == LG_BATCH_ASKED) seats->asked |= seat;
        else if (!lg_i_drive_is_simple(kind)) seats->thinking |= seat;
        else if (kind == LG_BOT_GREEDY && lg_i_game_bots(&batch->game)->greedy != NULL) seats->greedy |= seat;
    }
}

size_t lg_batch_size(const lg_game *game, const lg_batch_config *config) {
    size_t thought, desk;
    if (!batch_is_possible(game, config) || !have_desk(game, config, &thought, &desk)) return 0;
    return lg_i_bits_rounded_up(sizeof(lg_batch)) + (size_t)config->games * sizeof(lg_batch_slot) + game->state_size +
           (size_t)(config->variants - 1) * lg_i_bits_rounded_up(sizeof(lg_game)) +
           lg_i_bits_rounded_up(lg_i_pool_size()) + sizeof(uint64_t) + (size_t)config->threads * desk;
}

lg_status lg_batch_create(const lg_game *game, const lg_batch_config *config, const lg_batch_buffers *buffers,
                          void *memory, size_t size, lg_batch **batch) {
    const size_t needed = lg_batch_size(game, config);
    if (needed == 0 || buffers == NULL || batch == NULL) return LG_E_ARGUMENT;
    if (!lg_i_game_is_prepared(game)) return LG_E_ARGUMENT;
    if (!lg_i_bits_is_aligned(memory) || size < needed) return LG_E_ARGUMENT;
    if (!lg_i_bits_is_aligned(buffers->states) || buffers->actions == NULL) return LG_E_ARGUMENT;
    if (buffers->final_states != NULL && !lg_i_bits_is_aligned(buffers->final_states)) return LG_E_ARGUMENT;
    char *at = (char *)memory;
    lg_batch *made = (lg_batch *)memory;
    memset(made, 0, sizeof *made);
    made->game = *game;
    made->config = *config;
    made->buffers = *buffers;
    made->view = view_of(config);
    made->most_steps = (int32_t)lg_i_game_longest(game);
    if (config->step_limit > 0 && config->step_limit < made->most_steps) made->most_steps = config->step_limit;
    lg_space space;
    (void)lg_game_view_space(game, &made->view, &space);
    made->observation_size = lg_space_size(&space);
    made->mask_size = (size_t)(config->masks == LG_BATCH_BITS ? (game->actions + 7) / 8 : game->actions);
    for (int32_t i = 0; i < game->players; i++) seat_players(made, i);
    (void)have_desk(game, config, &made->thought_size, &made->desk_size);
    at += lg_i_bits_rounded_up(sizeof *made);
    made->slots = (lg_batch_slot *)(void *)at;
    at += (size_t)config->games * sizeof(lg_batch_slot);
    made->scratch = (uint64_t *)(void *)at;
    at += game->state_size;
    made->variants = (lg_game *)(void *)at;
    memset(at, 0, (size_t)(config->variants - 1) * sizeof(lg_game));
    at += (size_t)(config->variants - 1) * lg_i_bits_rounded_up(sizeof(lg_game));
    memset(made->slots, 0, (size_t)config->games * sizeof(lg_batch_slot));
    made->free_desks = (_Atomic uint64_t *)(void *)(at + lg_i_bits_rounded_up(lg_i_pool_size()));
    made->desks = (char *)(made->free_desks + 1);
    atomic_init(made->free_desks, UINT64_MAX >> (LG_MAX_THREADS - config->threads));
    made->pool = lg_i_pool_start(at, config->threads);
    if (made->pool == NULL) return LG_E_ARGUMENT;
    *batch = made;
    return LG_OK;
}

static bool batch_same_space(const lg_space *a, const lg_space *b) {
    return a->dtype == b->dtype && memcmp(a->shape, b->shape, sizeof a->shape) == 0;
}

static bool same_spaces(const lg_game *a, const lg_game *b) {
    for (int32_t i = 0; i < a->observations; i++)
        if (!batch_same_space(&a->observation[i], &b->observation[i])) return false;
    return true;
}

/* Whether the batch has enough room for this game: for its rows and for searches. */
static bool has_room_for(const lg_batch *batch, const lg_game *game) {
    lg_space own, space;
    size_t thought, desk;
    return lg_game_view_space(&batch->game, &batch->view, &own) == LG_OK &&
           lg_game_view_space(game, &batch->view, &space) == LG_OK && batch_same_space(&own, &space) &&
           have_desk(game, &batch->config, &thought, &desk) && thought <= batch->thought_size &&
           desk <= batch->desk_size;
}

lg_status lg_batch_add(lg_batch *batch, int32_t variant, const lg_game *game) {
    if (batch == NULL || game == NULL || batch->complete || !lg_i_game_is_prepared(game)) return LG_E_ARGUMENT;
    if (variant < 1 || variant >= batch->config.variants) return LG_E_ARGUMENT;
    const lg_game *first = &batch->game;
    if (game->type != first->type || game->players != first->players || game->actions != first->actions ||
        game->state_size != first->state_size || game->observations != first->observations ||
        game->symmetries != first->symmetries || game->longest != first->longest || !same_spaces(game, first) ||
        !has_room_for(batch, game))
        return LG_E_ARGUMENT;
    batch->variants[variant - 1] = *game;
    return LG_OK;
}

void lg_batch_destroy(lg_batch *batch) {
    if (batch != NULL) lg_i_pool_stop(batch->pool);
}

/* ---- rows ---- */

static void show_observation(const lg_batch *batch, const lg_game *game, const void *state, int32_t player,
                             void *row) {
    if (batch->desk_size == batch->thought_size) { /* this view needs no working memory */
        lg_i_view(game, &batch->view, state, player, NULL, row);
        return;
    }
    const int desk = lg_i_batch_take_place(batch->free_desks);
    lg_i_view(game, &batch->view, state, player, batch->desks + (size_t)desk * batch->desk_size + batch->thought_size,
              row);
    lg_i_batch_leave_place(batch->free_desks, desk);
}

static void show_mask(const lg_batch *batch, const lg_game *game, const void *state, uint8_t *row) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    lg_i_view_legal(game, &batch->view, state, mask);
    if (batch->config.masks == LG_BATCH_BYTES) {
        lg_mask_bytes(mask, game->actions, row);
        return;
    }
    for (size_t i = 0; i < batch->mask_size; i++) row[i] = (uint8_t)(mask[i / 8] >> 8 * (i % 8));
}

/* Marks all actions as legal, or none. */
static void fill_mask(const lg_batch *batch, bool legal, uint8_t *row) {
    const int32_t last = batch->game.actions % 8;
    const bool bits = batch->config.masks == LG_BATCH_BITS;
    memset(row, legal ? bits ? 0xFF : 1 : 0, batch->mask_size);
    if (bits && last != 0) row[batch->mask_size - 1] &= (uint8_t)((1u << last) - 1);
}

void lg_i_batch_show(const lg_batch *batch, const lg_game *game, const void *state, int32_t player, void *observation,
                     uint8_t *mask) {
    if (observation != NULL) show_observation(batch, game, state, player, observation);
    if (mask == NULL) return;
    if (game->type->rules.player(game, state) == player) show_mask(batch, game, state, mask);
    else fill_mask(batch, false, mask);
}

/* The current or last player to decide: the learner, or the opponent whose action is awaited. */
static inline int32_t batch_viewer_of(const lg_batch *batch, const lg_batch_slot *slot, const void *state) {
    const int32_t awaited = lg_i_batch_awaited(batch, slot, state);
    return awaited >= 0 ? awaited : slot->player;
}

/* Fills the rows of a position for step and reset: after the end of a game whose next action is ignored, every action
 * is accepted, so the mask is all 1 (a policy without any choice would not be a distribution); otherwise all 0. */
static inline void show_position(const lg_batch *batch, const lg_batch_slot *slot, const void *state, void *observation,
                          uint8_t *mask) {
    const lg_game *game = lg_i_batch_variant(batch, slot->variant);
    const bool over = slot->ended == LG_EPISODE_TERMINATED || slot->ended == LG_EPISODE_BROKEN;
    if (observation != NULL) show_observation(batch, game, state, batch_viewer_of(batch, slot, state), observation);
    if (mask == NULL) return;
    if (over) fill_mask(batch, batch->config.autoreset == LG_AUTORESET_NEXT_STEP, mask);
    else show_mask(batch, game, state, mask);
}

static void *row_of(void *rows, int32_t slot, size_t size) {
    return rows != NULL ? (char *)rows + (size_t)slot * size : NULL;
}

static uint8_t *mask_row_of(uint8_t *masks, const lg_batch *batch, int32_t slot) {
    return (uint8_t *)row_of(masks, slot, batch->mask_size);
}

static void show_slot(const lg_batch *batch, int32_t i) {
    const lg_batch_buffers *b = &batch->buffers;
    show_position(batch, &batch->slots[i], lg_i_batch_state_of(batch, i),
                  row_of(b->observation, i, batch->observation_size), mask_row_of(b->mask, batch, i));
    if (b->player != NULL) b->player[i] = batch_viewer_of(batch, &batch->slots[i], lg_i_batch_state_of(batch, i));
    const int32_t players = batch->game.players;
    for (int32_t k = 0; b->seats != NULL && k < players; k++)
        b->seats[i * players + k] = (k + batch->slots[i].rotation) % players;
    if (b->variant != NULL) b->variant[i] = batch->slots[i].variant;
}

static void show_end(const lg_batch *batch, int32_t i) {
    const lg_batch_buffers *b = &batch->buffers;
    show_position(batch, &batch->slots[i], lg_i_batch_state_of(batch, i),
                  row_of(b->final_observation, i, batch->observation_size), mask_row_of(b->final_mask, batch, i));
    if (b->final_player != NULL) b->final_player[i] = batch->slots[i].player;
    if (b->final_variant != NULL) b->final_variant[i] = batch->slots[i].variant;
    void *state = row_of(b->final_states, i, batch->game.state_size);
    if (state != NULL) memcpy(state, lg_i_batch_state_of(batch, i), batch->game.state_size);
}

/* An episode that begins as terminated has no end to show. */
static void show_no_end(const lg_batch *batch, int32_t i) {
    if (batch->buffers.final_player != NULL) batch->buffers.final_player[i] = -1;
}

/* Flags of many slots share a cache line, for which threads would compete if they wrote unchanged values. */
static void set_flag(uint8_t *flags, int32_t i, bool flag) {
    if (flags != NULL && flags[i] != flag) flags[i] = flag;
}

static void show_ended(const lg_batch *batch, int32_t i, int ended) {
    set_flag(batch->buffers.terminated, i, ended == LG_EPISODE_TERMINATED || ended == LG_EPISODE_FORFEITED);
    set_flag(batch->buffers.truncated, i, ended == LG_EPISODE_TRUNCATED || ended == LG_EPISODE_BROKEN);
}

static void show_status(const lg_batch *batch, int32_t i, lg_status status) {
    if (batch->buffers.status != NULL && batch->buffers.status[i] != (int32_t)status)
        batch->buffers.status[i] = (int32_t)status;
}

/* The status of an episode that has not been stepped again. */
static lg_status status_of(const lg_batch_slot *slot) {
    return slot->ended == LG_EPISODE_BROKEN ? LG_E_BROKEN : LG_OK;
}

static void show_no_rewards(const lg_batch *batch, int32_t i) {
    const size_t players = (size_t)batch->game.players;
    if (batch->buffers.rewards != NULL)
        memset(batch->buffers.rewards + (size_t)i * players, 0, players * sizeof(float));
    if (batch->buffers.reward != NULL) batch->buffers.reward[i] = 0;
}

void lg_i_batch_slot_show(const lg_batch *batch, int32_t slot) {
    show_status(batch, slot, status_of(&batch->slots[slot]));
    show_no_rewards(batch, slot);
    show_ended(batch, slot, batch->slots[slot].ended);
    show_slot(batch, slot);
}

/* ---- rewards ---- */

/* Players' scores or potentials so far; potentials only for `player`, or for all if it is -1. */
static void batch_standing(const lg_batch *batch, const lg_game *game, const void *state, int32_t player,
                           int32_t *all) {
    if (batch->config.reward == LG_BATCH_SCORE) lg_i_game_scores(game, state, all);
    for (int32_t p = 0; batch->config.reward == LG_BATCH_SHAPED && p < game->players; p++)
        if (player < 0 || player == p) all[p] = lg_i_view_potential(game, state, p);
}

/* The products are exact in double precision, so that every compiler gives the same. */
static float gain(const lg_batch *batch, int32_t before, int32_t now) {
    if (batch->config.reward == LG_BATCH_SCORE) return (float)((int64_t)now - before);
    return (float)(((double)batch->config.discount * now - before) / LG_POTENTIAL_ONE);
}

/* Rewards at the end of an episode: all players get the amounts still due. */
static void reward_all(const lg_batch *batch, lg_batch_slot *slot, const void *state, float *rewards) {
    const lg_game *game = lg_i_batch_variant(batch, slot->variant);
    int32_t now[LG_MAX_PLAYERS];
    if (batch->config.reward != LG_BATCH_SCORE && slot->ended == LG_EPISODE_TERMINATED)
        game->type->rules.outcome(game, state, rewards);
    for (int32_t p = 0; slot->ended == LG_EPISODE_FORFEITED && p < game->players; p++)
        rewards[p] = p == slot->player ? -1.0F : 1.0F / (float)(game->players - 1);
    if (batch->config.reward == LG_BATCH_OUTCOME) return;
    batch_standing(batch, game, state, -1, now);
    for (int32_t p = 0; p < game->players; p++) rewards[p] += gain(batch, slot->rewarded[p], now[p]);
}

/* Before the end of the episode, the player to decide gets the change since its last decision. */
static void reward_asked(const lg_batch *batch, lg_batch_slot *slot, const void *state, float *rewards) {
    int32_t now[LG_MAX_PLAYERS];
    const int32_t player = slot->player;
    batch_standing(batch, lg_i_batch_variant(batch, slot->variant), state, player, now);
    rewards[player] = gain(batch, slot->rewarded[player], now[player]);
    slot->rewarded[player] = now[player];
}

static void show_rewards(const lg_batch *batch, int32_t i) {
    const lg_batch_buffers *b = &batch->buffers;
    float rewards[LG_MAX_PLAYERS] = {0};
    lg_batch_slot *slot = &batch->slots[i];
    if (b->rewards == NULL && b->reward == NULL) return;
    if (slot->ended == LG_EPISODE_ONGOING && batch->config.reward == LG_BATCH_OUTCOME) {
        show_no_rewards(batch, i);
        return;
    }
    if (slot->ended != LG_EPISODE_ONGOING) reward_all(batch, slot, lg_i_batch_state_of(batch, i), rewards);
    else reward_asked(batch, slot, lg_i_batch_state_of(batch, i), rewards);
    if (b->reward != NULL) b->reward[i] = rewards[slot->player];
    if (b->rewards != NULL)
        memcpy(b->rewards + (size_t)i * (size_t)batch->game.players, rewards,
               (size_t)batch->game.players * sizeof(float));
}

/* ---- episodes ---- */

static const lg_bot *player_in(const lg_batch *batch, const lg_batch_slot *slot, int32_t seat) {
    const int32_t players = batch->game.players, entry = seat - slot->rotation;
    return &batch->config.player[entry < 0 ? entry + players : entry];
}

bool lg_i_batch_is_hurried(void *batch) {
    return atomic_load_explicit(&((lg_batch *)batch)->hurried, memory_order_relaxed);
}

void lg_batch_interrupt(lg_batch *batch, bool interrupt) {
    if (batch != NULL) atomic_store_explicit(&batch->hurried, interrupt, memory_order_relaxed);
}

/* Where a bot thinks. */
typedef struct batch_table {
    const lg_batch *batch;
    const lg_batch_slot *slot;
} batch_table;

static int32_t batch_think(void *context, const void *state, int32_t seat, lg_rng *rng) {
    const batch_table *at = (const batch_table *)context;
    const lg_batch *batch = at->batch;
    int32_t action = -1;
    const int desk = lg_i_batch_take_place(batch->free_desks);
    (void)lg_bot_choose(lg_i_batch_variant(batch, at->slot->variant), player_in(batch, at->slot, seat), state, rng,
                           batch->desks + (size_t)desk * batch->desk_size, batch->thought_size, lg_i_batch_is_hurried,
                           (void *)(uintptr_t)batch, &action);
    lg_i_batch_leave_place(batch->free_desks, desk);
    return action;
}

/* The player to move once the bots before the next learner or asked opponent have moved; -1 when the game is over,
 * LG_I_GAME_NOBODY when it has violated its contract. */
static int32_t let_play(const lg_batch *batch, lg_batch_slot *slot, void *state, int32_t seat) {
    batch_table at = {batch, slot};
    lg_i_drive drive = lg_i_drive_of(lg_i_batch_variant(batch, slot->variant), seat, &slot->rng, NULL);
    drive.decide = batch_think;
    drive.context = &at;
    drive.asked = batch->seats[slot->rotation].asked;
    drive.greedy = batch->seats[slot->rotation].greedy;
    drive.thinking = batch->seats[slot->rotation].thinking;
    return lg_i_drive_on(&drive, state, INT64_MAX) == LG_OK ? drive.player : LG_I_GAME_NOBODY;
}

/* Continues to the next decision: its player, or the end of the episode. */
static void batch_play_on(const lg_batch *batch, lg_batch_slot *slot, void *state, int32_t seat) {
    if (seat >= 0 && !lg_i_drive_has_seat(batch->seats[slot->rotation].asked, seat))
        seat = let_play(batch, slot, state, seat);
    if (seat >= 0 && lg_i_batch_is_learner(batch, slot, seat)) slot->player = (int8_t)seat;
    else if (seat < 0) slot->ended = seat == LG_I_GAME_NOBODY ? LG_EPISODE_BROKEN : LG_EPISODE_TERMINATED;
}

void lg_i_batch_take_seats(const lg_batch *batch, int32_t i, lg_batch_slot *slot, uint64_t seed) {
    const uint32_t players = (uint32_t)batch->game.players;
    uint32_t rotation = (uint32_t)batch->config.rotation;
    slot->rng = lg_rng_seed(seed, LG_BATCH_STREAM);
    if (batch->config.seating == LG_BATCH_SEATS_RANDOM) rotation = lg_rng_below(&slot->rng, players);
    if (batch->config.seating == LG_BATCH_SEATS_BY_SLOT) rotation = (uint32_t)(i / batch->config.variants) % players;
    slot->rotation = (uint8_t)rotation;
}

void lg_i_batch_episode_begin(const lg_batch *batch, lg_batch_slot *slot, void *state) {
    slot->steps = 0;
    memset(slot->rewarded, 0, sizeof slot->rewarded);
    batch_standing(batch, lg_i_batch_variant(batch, slot->variant), state, -1, slot->rewarded);
    slot->ended = LG_EPISODE_ONGOING;
    slot->player = 0;
    while (!lg_i_batch_is_learner(batch, slot, slot->player)) slot->player++; /* the first one, if it is over
                                                                                 immediately */
    batch_play_on(batch, slot, state, lg_i_game_seat(lg_i_batch_variant(batch, slot->variant), state));
}

static void begin_episode(const lg_batch *batch, int32_t i) {
    lg_batch_slot *slot = &batch->slots[i];
    void *state = lg_i_batch_state_of(batch, i);
    const uint32_t variants = (uint32_t)batch->config.variants;
    lg_i_batch_take_seats(batch, i, slot, slot->seed);
    if (variants > 1 && batch->config.variant_choice == LG_BATCH_BY_EPISODE)
        slot->variant = (uint8_t)lg_rng_below(&slot->rng, variants);
    else slot->variant = (uint8_t)((uint32_t)i % variants);
    const lg_game *game = lg_i_batch_game_of(batch, i);
    game->type->rules.new_game(game, slot->seed, state);
    lg_i_batch_episode_begin(batch, slot, state);
}

static void begin_next_episode(const lg_batch *batch, int32_t i) {
    lg_batch_slot *slot = &batch->slots[i];
    slot->seed = lg_splitmix64(&slot->seeds);
    slot->episode++;
    begin_episode(batch, i);
}

/* ---- jobs over all slots ---- */

typedef struct job {
    const lg_batch *batch;
    const uint8_t *which;
    const uint64_t *seeds;
    _Atomic int32_t failed, ended, begun;
} job;

static void add_report(job *work, const lg_batch_report *report) {
    if (report->failed > 0) (void)atomic_fetch_add_explicit(&work->failed, report->failed, memory_order_relaxed);
    if (report->ended > 0) (void)atomic_fetch_add_explicit(&work->ended, report->ended, memory_order_relaxed);
    if (report->begun > 0) (void)atomic_fetch_add_explicit(&work->begun, report->begun, memory_order_relaxed);
}

static void run_job(lg_batch *batch, lg_i_pool_work *work, const uint8_t *which, const uint64_t *seeds,
                    lg_batch_report *report) {
    job task = {.batch = batch, .which = which, .seeds = seeds};
    atomic_init(&task.failed, 0);
    atomic_init(&task.ended, 0);
    atomic_init(&task.begun, 0);
    lg_i_pool_run(batch->pool, work, &task, batch->config.games, batch->thought_size > 0 ? 1 : LG_I_BATCH_GRAIN);
    if (report == NULL) return;
    report->failed = atomic_load(&task.failed);
    report->ended = atomic_load(&task.ended);
    report->begun = atomic_load(&task.begun);
}

/* ---- reset ---- */

static void reset_slot(const lg_batch *batch, int32_t i, const uint64_t *seeds) {
    lg_batch_slot *slot = &batch->slots[i];
    if (seeds != NULL || !batch->begun) {
        slot->seed = seeds != NULL ? seeds[i] : batch->config.seed + (uint64_t)i;
        slot->seeds = slot->seed;
        slot->episode = 0;
        begin_episode(batch, i);
    } else {
        begin_next_episode(batch, i);
    }
    lg_i_batch_slot_show(batch, i);
}

static void reset_slots(void *context, int32_t first, int32_t count) {
    job *task = (job *)context;
    lg_batch_report report = {0, 0, 0};
    for (int32_t i = first; i < first + count; i++) {
        if (task->which != NULL && task->which[i] == 0) continue;
        reset_slot(task->batch, i, task->seeds);
        report.failed += status_of(&task->batch->slots[i]) != LG_OK;
        report.begun++;
    }
    add_report(task, &report);
}

bool lg_i_batch_is_complete(const lg_batch *batch) {
    for (int32_t i = 1; !batch->complete && i < batch->config.variants; i++)
        if (lg_i_batch_variant(batch, i)->type == NULL) return false;
    return true;
}

/* The increment of a generator that was seeded is odd. */
void lg_i_batch_look_whether_all_began(lg_batch *batch) {
    while (batch->first_new < batch->config.games && batch->slots[batch->first_new].rng.increment != 0)
        batch->first_new++;
    batch->begun = batch->first_new == batch->config.games;
}

lg_status lg_batch_reset(lg_batch *batch, const uint8_t *which, const uint64_t *seeds, lg_batch_report *report) {
    if (batch == NULL || !lg_i_batch_is_complete(batch)) return LG_E_ARGUMENT;
    batch->complete = true;
    run_job(batch, reset_slots, which, seeds, report);
    lg_i_batch_look_whether_all_began(batch);
    return LG_OK;
}

/* ---- step ---- */

/* Whether the game violates its contract by refusing this action: the action is legal, or no action is although the
 * game is not over. */
static bool is_broken(const lg_game *game, const void *state, int32_t action) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    return lg_i_game_legal(game, state, mask) == 0 || lg_i_bits_has_bit(mask, action);
}

/* The effect of an impossible action. */
static lg_status denied(const lg_batch *batch, lg_batch_slot *slot, bool answers, lg_status status) {
    if (status == LG_E_BROKEN) {
        slot->ended = LG_EPISODE_BROKEN;
    } else if (batch->config.illegal == LG_BATCH_LOSES && !answers) {
        slot->ended = LG_EPISODE_FORFEITED;
        slot->steps++;
    }
    return status;
}

/* An action of the slot's player, or with `answers` of the opponent for which it waited, and all that follows, up to
 * the next question or the end of the episode. */
static lg_status advance(const lg_batch *batch, int32_t i, bool answers) {
    const lg_game *game = lg_i_batch_game_of(batch, i);
    lg_batch_slot *slot = &batch->slots[i];
    void *state = lg_i_batch_state_of(batch, i);
    const int32_t action = batch->buffers.actions[i];
    if (action < 0 || action >= game->actions) return denied(batch, slot, answers, LG_E_ARGUMENT);
    const int32_t played = lg_i_view_action(game, &batch->view, state, action);
    const lg_status status = game->type->rules.apply(game, state, played, state);
    if (status != LG_OK) return denied(batch, slot, answers, is_broken(game, state, played) ? LG_E_BROKEN : status);
    const int32_t seat = lg_i_game_seat(game, state);
    if (seat < 0 || batch->has_players) batch_play_on(batch, slot, state, seat);
    else slot->player = (int8_t)seat;
    slot->steps += !answers;
    if (slot->steps >= batch->most_steps && slot->ended == LG_EPISODE_ONGOING &&
        lg_i_batch_awaited(batch, slot, state) < 0)
        slot->ended = slot->steps == batch->config.step_limit ? LG_EPISODE_TRUNCATED : LG_EPISODE_BROKEN;
    return status_of(slot);
}

/* A step in a slot whose episode has ended before. */
static void step_ended(const lg_batch *batch, int32_t i, lg_batch_report *report) {
    const bool stays = batch->config.autoreset == LG_AUTORESET_DISABLED;
    if (!stays) {
        begin_next_episode(batch, i);
        report->begun++;
        report->failed += status_of(&batch->slots[i]) != LG_OK;
        if (batch->config.autoreset == LG_AUTORESET_SAME_STEP) show_no_end(batch, i);
    }
    lg_i_batch_slot_show(batch, i);
    if (!stays) return;
    show_status(batch, i, LG_E_OVER);
    report->failed++;
}

/* Shows an opponent's answer that was refused, or given before a learner has moved: the rows still show the end of the
 * previous episode. */
static void show_answered(const lg_batch *batch, int32_t i, lg_status status, lg_batch_report *report) {
    if (status != LG_OK) show_status(batch, i, status);
    if (batch->slots[i].ended != LG_EPISODE_ONGOING) show_ended(batch, i, batch->slots[i].ended);
    report->failed += status != LG_OK;
    show_slot(batch, i);
}

static void step_slot(const lg_batch *batch, int32_t i, lg_batch_report *report) {
    lg_batch_slot *slot = &batch->slots[i];
    if (slot->ended != LG_EPISODE_ONGOING) {
        step_ended(batch, i, report);
        return;
    }
    const bool answers = lg_i_batch_awaited(batch, slot, lg_i_batch_state_of(batch, i)) >= 0;
    const lg_status status = advance(batch, i, answers);
    if (answers && (slot->steps == 0 || (status != LG_OK && slot->ended == LG_EPISODE_ONGOING))) {
        show_answered(batch, i, status, report);
        return;
    }
    show_status(batch, i, status);
    show_ended(batch, i, slot->ended);
    const bool is_step = status == LG_OK || slot->ended == LG_EPISODE_FORFEITED;
    if (is_step && lg_i_batch_awaited(batch, slot, lg_i_batch_state_of(batch, i)) < 0) show_rewards(batch, i);
    else show_no_rewards(batch, i);
    report->failed += status != LG_OK;
    report->ended += slot->ended != LG_EPISODE_ONGOING;
    if (slot->ended != LG_EPISODE_ONGOING && batch->config.autoreset == LG_AUTORESET_SAME_STEP) {
        show_end(batch, i);
        begin_next_episode(batch, i);
        report->begun++;
    }
    show_slot(batch, i);
}

/* Large states are prefetched: with thousands of games they are far away in memory. */
enum { BATCH_AHEAD = 3, BATCH_LINE = 64, LARGE = 256, BATCH_MOST = 1024 };

static void fetch_state(const lg_batch *batch, int32_t i) {
    const size_t size = batch->game.state_size;
    if (size < LARGE || i >= batch->config.games) return;
    const char *state = (const char *)lg_i_batch_state_of(batch, i);
    for (size_t at = 0; at < size && at < BATCH_MOST; at += BATCH_LINE) __builtin_prefetch(state + at, 1);
}

static void step_slots(void *context, int32_t first, int32_t count) {
    job *task = (job *)context;
    lg_batch_report report = {0, 0, 0};
    for (int32_t i = first; i < first + count; i++) {
        fetch_state(task->batch, i + BATCH_AHEAD);
        if (task->which == NULL || task->which[i] != 0) step_slot(task->batch, i, &report);
    }
    add_report(task, &report);
}

lg_status lg_batch_step(lg_batch *batch, const uint8_t *which, lg_batch_report *report) {
    if (batch == NULL || !batch->begun) return LG_E_ARGUMENT;
    run_job(batch, step_slots, which, NULL, report);
    return LG_OK;
}
