/* The batch: many games of one configuration, reset and stepped into the caller's buffers. Every slot is on its own:
 * what one holds depends on its seeds and actions alone, so threads may take slots in any order. */
#include "libgames/batch.h"

#include <stdatomic.h>
#include <string.h>

#include "batch/slots.h"
#include "core/bits.h"
#include "game/calls.h"
#include "game/choose.h"

/* ---- configuration and memory ---- */

lg_batch_config lg_batch_default(int32_t games) {
    lg_batch_config config;
    memset(&config, 0, sizeof config);
    config.games = games;
    config.threads = 1;
    for (int i = 0; i < LG_MAX_PLAYERS; i++) config.player[i].kind = LG_BATCH_LEARNER;
    return config;
}

static size_t rounded_up(size_t size) {
    return (size + 7) / 8 * 8;
}

static bool has_learner(const lg_game *game, const lg_batch_config *config) {
    int learners = 0;
    for (int32_t i = 0; i < game->players; i++) learners += config->player[i].kind == LG_BATCH_LEARNER;
    return learners > 0;
}

/* Where a thread lets built-in players think: *size is the most that one of them needs. */
static bool have_room(const lg_game *game, const lg_batch_config *config, size_t *size) {
    *size = 0;
    for (int32_t i = 0; i < game->players; i++) {
        size_t needed = 0;
        if (config->player[i].kind == LG_BATCH_LEARNER) continue;
        if (lg_player_size(game, &config->player[i], &needed) != LG_OK) return false;
        if (rounded_up(needed) > *size) *size = rounded_up(needed);
    }
    return *size <= SIZE_MAX / 2 / LG_MAX_THREADS;
}

static bool is_possible(const lg_game *game, const lg_batch_config *config) {
    return game != NULL && config != NULL && config->games >= 1 && config->games <= LG_BATCH_MAX_GAMES &&
           config->threads >= 1 && config->threads <= LG_MAX_THREADS &&
           config->autoreset >= LG_AUTORESET_NEXT_STEP && config->autoreset <= LG_AUTORESET_DISABLED &&
           (config->reward == LG_BATCH_OUTCOME || config->reward == LG_BATCH_SCORE) && config->observation >= 0 &&
           config->observation < game->observations && config->step_limit >= 0 &&
           (config->random_seats == 0 || config->random_seats == 1) && has_learner(game, config);
}

size_t lg_batch_size(const lg_game *game, const lg_batch_config *config) {
    size_t desk;
    if (!is_possible(game, config) || !have_room(game, config, &desk)) return 0;
    return rounded_up(sizeof(lg_batch)) + (size_t)config->games * sizeof(lg_batch_slot) + game->state_size +
           rounded_up(lg_i_pool_size()) + sizeof(uint64_t) + (size_t)config->threads * desk;
}

static bool is_aligned(const void *memory) {
    return memory != NULL && (uintptr_t)memory % 8 == 0;
}

lg_status lg_batch_create(const lg_game *game, const lg_batch_config *config, const lg_batch_buffers *buffers,
                          void *memory, size_t size, lg_batch **batch) {
    const size_t needed = lg_batch_size(game, config);
    if (needed == 0 || buffers == NULL || batch == NULL) return LG_E_ARGUMENT;
    if (!is_aligned(memory) || size < needed) return LG_E_ARGUMENT;
    if (!is_aligned(buffers->states) || buffers->actions == NULL) return LG_E_ARGUMENT;
    char *at = (char *)memory;
    lg_batch *made = (lg_batch *)memory;
    memset(made, 0, sizeof *made);
    made->game = *game;
    made->config = *config;
    made->buffers = *buffers;
    made->observation_size = lg_space_size(&game->observation[config->observation]);
    for (int32_t i = 0; i < game->players; i++) made->has_players |= config->player[i].kind != LG_BATCH_LEARNER;
    (void)have_room(game, config, &made->desk_size);
    at += rounded_up(sizeof *made);
    made->slots = (lg_batch_slot *)(void *)at;
    at += (size_t)config->games * sizeof(lg_batch_slot);
    made->scratch = (uint64_t *)(void *)at;
    at += game->state_size;
    memset(made->slots, 0, (size_t)config->games * sizeof(lg_batch_slot));
    for (int32_t i = 0; i < config->games; i++) made->slots[i].seed = config->seed + (uint64_t)i;
    made->free_desks = (_Atomic uint64_t *)(void *)(at + rounded_up(lg_i_pool_size()));
    made->desks = (char *)(made->free_desks + 1);
    atomic_init(made->free_desks, UINT64_MAX >> (LG_MAX_THREADS - config->threads));
    made->pool = lg_i_pool_start(at, config->threads);
    if (made->pool == NULL) return LG_E_ARGUMENT;
    *batch = made;
    return LG_OK;
}

void lg_batch_destroy(lg_batch *batch) {
    if (batch != NULL) lg_i_pool_stop(batch->pool);
}

/* ---- rows ---- */

void lg_i_mask_row(const lg_game *game, const void *state, uint8_t *row) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    (void)game->type->legal(game, state, mask);
    lg_mask_bytes(mask, game->actions, row);
}

/* What step and reset show of a position: after the end of a game whose next action is ignored, every action is
 * accepted, so the mask is all 1 (a policy without any choice would not be a distribution); else all 0. */
static void show_position(const lg_batch *batch, const lg_batch_slot *slot, const void *state, void *observation,
                          uint8_t *mask) {
    const lg_game *game = &batch->game;
    if (observation != NULL) lg_i_observe(game, state, slot->player, batch->config.observation, observation);
    if (mask == NULL) return;
    const bool ignored = batch->config.autoreset == LG_AUTORESET_NEXT_STEP;
    if (slot->ended == LG_EPISODE_TERMINATED) memset(mask, ignored, (size_t)game->actions);
    else lg_i_mask_row(game, state, mask);
}

static void *row_of(void *rows, int32_t slot, size_t size) {
    return rows != NULL ? (char *)rows + (size_t)slot * size : NULL;
}

static uint8_t *mask_row_of(uint8_t *masks, const lg_batch *batch, int32_t slot) {
    return (uint8_t *)row_of(masks, slot, (size_t)batch->game.actions);
}

static void show_slot(const lg_batch *batch, int32_t i) {
    const lg_batch_buffers *b = &batch->buffers;
    show_position(batch, &batch->slots[i], lg_i_state_of(batch, i),
                  row_of(b->observation, i, batch->observation_size), mask_row_of(b->mask, batch, i));
    if (b->player != NULL) b->player[i] = batch->slots[i].player;
}

static void show_end(const lg_batch *batch, int32_t i) {
    const lg_batch_buffers *b = &batch->buffers;
    show_position(batch, &batch->slots[i], lg_i_state_of(batch, i),
                  row_of(b->final_observation, i, batch->observation_size), mask_row_of(b->final_mask, batch, i));
    if (b->final_player != NULL) b->final_player[i] = batch->slots[i].player;
}

static void show_ended(const lg_batch *batch, int32_t i, int ended) {
    if (batch->buffers.terminated != NULL) batch->buffers.terminated[i] = ended == LG_EPISODE_TERMINATED;
    if (batch->buffers.truncated != NULL) batch->buffers.truncated[i] = ended == LG_EPISODE_TRUNCATED;
}

static void show_status(const lg_batch *batch, int32_t i, lg_status status) {
    if (batch->buffers.status != NULL) batch->buffers.status[i] = (int32_t)status;
}

static void show_no_rewards(const lg_batch *batch, int32_t i) {
    const size_t players = (size_t)batch->game.players;
    if (batch->buffers.rewards != NULL)
        memset(batch->buffers.rewards + (size_t)i * players, 0, players * sizeof(float));
    if (batch->buffers.reward != NULL) batch->buffers.reward[i] = 0;
}

void lg_i_slot_show(const lg_batch *batch, int32_t slot) {
    show_status(batch, slot, LG_OK);
    show_no_rewards(batch, slot);
    show_ended(batch, slot, batch->slots[slot].ended);
    show_slot(batch, slot);
}

/* ---- rewards ---- */

/* Rewards at the end of an episode: everybody gets what is still due. */
static void reward_all(const lg_batch *batch, lg_batch_slot *slot, const void *state, float *rewards) {
    const lg_game *game = &batch->game;
    int32_t scores[LG_MAX_PLAYERS];
    if (batch->config.reward == LG_BATCH_OUTCOME) {
        if (slot->ended == LG_EPISODE_TERMINATED) game->type->outcome(game, state, rewards);
        return;
    }
    lg_i_scores(game, state, scores);
    for (int32_t p = 0; p < game->players; p++) rewards[p] = (float)((int64_t)scores[p] - slot->rewarded[p]);
}

/* Score rewards while the episode goes on: the player who is asked now gets the change of its score since the last
 * time. */
static void reward_asked(const lg_batch *batch, lg_batch_slot *slot, const void *state, float *rewards) {
    int32_t scores[LG_MAX_PLAYERS];
    lg_i_scores(&batch->game, state, scores);
    rewards[slot->player] = (float)((int64_t)scores[slot->player] - slot->rewarded[slot->player]);
    slot->rewarded[slot->player] = scores[slot->player];
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
    if (slot->ended != LG_EPISODE_ONGOING) reward_all(batch, slot, lg_i_state_of(batch, i), rewards);
    else reward_asked(batch, slot, lg_i_state_of(batch, i), rewards);
    if (b->reward != NULL) b->reward[i] = rewards[slot->player];
    if (b->rewards != NULL)
        memcpy(b->rewards + (size_t)i * (size_t)batch->game.players, rewards,
               (size_t)batch->game.players * sizeof(float));
}

/* ---- episodes ---- */

static const lg_player *player_in(const lg_batch *batch, const lg_batch_slot *slot, int32_t seat) {
    const int32_t players = batch->game.players, entry = seat - slot->rotation;
    return &batch->config.player[entry < 0 ? entry + players : entry];
}

bool lg_i_is_learner(const lg_batch *batch, const lg_batch_slot *slot, int32_t seat) {
    return player_in(batch, slot, seat)->kind == LG_BATCH_LEARNER;
}

/* There are as many desks as threads, so one is always free. */
static int take_desk(const lg_batch *batch) {
    uint64_t free = atomic_load(batch->free_desks);
    while (!atomic_compare_exchange_weak(batch->free_desks, &free, free & (free - 1))) continue;
    return lg_i_lowest(free);
}

static int32_t think(const lg_batch *batch, const lg_player *player, const void *state, lg_rng *rng) {
    int32_t action = 0;
    const int desk = take_desk(batch);
    (void)lg_player_choose(&batch->game, player, state, rng, batch->desks + (size_t)desk * batch->desk_size,
                           batch->desk_size, NULL, NULL, &action);
    (void)atomic_fetch_or(batch->free_desks, (uint64_t)1 << desk);
    return action;
}

/* The player to move once the built-in players before the next learner have moved; -1 when the game is over. */
static int32_t play_on(const lg_batch *batch, lg_batch_slot *slot, void *state) {
    const lg_game *game = &batch->game;
    int32_t seat = game->type->player(game, state);
    while (batch->has_players && seat >= 0) {
        const lg_player *player = player_in(batch, slot, seat);
        if (player->kind == LG_BATCH_LEARNER) break;
        const int32_t action = lg_i_is_simple(player->kind) ? lg_i_choose(game, state, player->kind, &slot->rng)
                                                            : think(batch, player, state, &slot->rng);
        (void)game->type->apply(game, state, action, state);
        seat = game->type->player(game, state);
    }
    return seat;
}

void lg_i_episode_begin(const lg_batch *batch, lg_batch_slot *slot, uint64_t seed, void *state) {
    const lg_game *game = &batch->game;
    slot->rng = lg_rng_seed(seed, LG_BATCH_STREAM);
    slot->rotation = batch->config.random_seats != 0 ? (uint8_t)lg_rng_below(&slot->rng, (uint32_t)game->players) : 0;
    slot->steps = 0;
    memset(slot->rewarded, 0, sizeof slot->rewarded);
    if (batch->config.reward == LG_BATCH_SCORE) lg_i_scores(game, state, slot->rewarded);
    int32_t seat = play_on(batch, slot, state);
    slot->ended = LG_EPISODE_ONGOING;
    if (seat < 0) slot->ended = LG_EPISODE_TERMINATED;
    for (; seat < 0 || !lg_i_is_learner(batch, slot, seat); seat++) continue; /* over at once: the first learner */
    slot->player = (int8_t)seat;
}

static void begin_episode(const lg_batch *batch, int32_t i) {
    lg_batch_slot *slot = &batch->slots[i];
    void *state = lg_i_state_of(batch, i);
    batch->game.type->new_game(&batch->game, slot->seed, state);
    lg_i_episode_begin(batch, slot, slot->seed, state);
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

static void run_job(lg_batch *batch, lg_i_work *work, const uint8_t *which, const uint64_t *seeds,
                    lg_batch_report *report) {
    job task = {.batch = batch, .which = which, .seeds = seeds};
    atomic_init(&task.failed, 0);
    atomic_init(&task.ended, 0);
    atomic_init(&task.begun, 0);
    lg_i_pool_run(batch->pool, work, &task, batch->config.games, batch->desk_size > 0 ? 1 : LG_I_GRAIN);
    if (report == NULL) return;
    report->failed = atomic_load(&task.failed);
    report->ended = atomic_load(&task.ended);
    report->begun = atomic_load(&task.begun);
}

/* ---- reset ---- */

static void reset_slot(const lg_batch *batch, int32_t i, const uint64_t *seeds) {
    lg_batch_slot *slot = &batch->slots[i];
    if (seeds != NULL || !batch->begun) {
        if (seeds != NULL) slot->seed = seeds[i];
        slot->seeds = slot->seed;
        slot->episode = 0;
        begin_episode(batch, i);
    } else {
        begin_next_episode(batch, i);
    }
    lg_i_slot_show(batch, i);
}

static void reset_slots(void *context, int32_t first, int32_t count) {
    job *task = (job *)context;
    lg_batch_report report = {0, 0, 0};
    for (int32_t i = first; i < first + count; i++) {
        if (task->which != NULL && task->which[i] == 0) continue;
        reset_slot(task->batch, i, task->seeds);
        report.begun++;
    }
    add_report(task, &report);
}

lg_status lg_batch_reset(lg_batch *batch, const uint8_t *which, const uint64_t *seeds, lg_batch_report *report) {
    if (batch == NULL || (which != NULL && !batch->begun)) return LG_E_ARGUMENT;
    run_job(batch, reset_slots, which, seeds, report);
    batch->begun = true;
    return LG_OK;
}

/* ---- step ---- */

/* An action of the slot's player and what follows, up to the next question or the end of the episode. */
static lg_status advance(const lg_batch *batch, int32_t i) {
    const lg_game *game = &batch->game;
    lg_batch_slot *slot = &batch->slots[i];
    void *state = lg_i_state_of(batch, i);
    const int32_t action = batch->buffers.actions[i];
    if (action < 0 || action >= game->actions) return LG_E_ARGUMENT;
    const lg_status status = game->type->apply(game, state, action, state);
    if (status != LG_OK) return status;
    const int32_t seat = play_on(batch, slot, state);
    slot->steps++;
    if (seat >= 0) slot->player = (int8_t)seat;
    if (seat < 0) slot->ended = LG_EPISODE_TERMINATED;
    else if (slot->steps == batch->config.step_limit) slot->ended = LG_EPISODE_TRUNCATED;
    return LG_OK;
}

/* A step in a slot whose episode has ended before. */
static void step_ended(const lg_batch *batch, int32_t i, lg_batch_report *report) {
    const bool stays = batch->config.autoreset == LG_AUTORESET_DISABLED;
    if (!stays) {
        begin_next_episode(batch, i);
        report->begun++;
    }
    lg_i_slot_show(batch, i);
    if (!stays) return;
    show_status(batch, i, LG_E_OVER);
    report->failed++;
}

static void step_slot(const lg_batch *batch, int32_t i, lg_batch_report *report) {
    lg_batch_slot *slot = &batch->slots[i];
    if (slot->ended != LG_EPISODE_ONGOING) {
        step_ended(batch, i, report);
        return;
    }
    const lg_status status = advance(batch, i);
    show_status(batch, i, status);
    show_ended(batch, i, slot->ended);
    if (status == LG_OK) show_rewards(batch, i);
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

/* Large states are asked for before they are needed: with thousands of games they come from far away. */
enum { AHEAD = 3, LINE = 64, LARGE = 256, MOST = 1024 };

static void fetch_state(const lg_batch *batch, int32_t i) {
    const size_t size = batch->game.state_size;
    if (size < LARGE || i >= batch->config.games) return;
    const char *state = (const char *)lg_i_state_of(batch, i);
    for (size_t at = 0; at < size && at < MOST; at += LINE) __builtin_prefetch(state + at, 1);
}

static void step_slots(void *context, int32_t first, int32_t count) {
    job *task = (job *)context;
    lg_batch_report report = {0, 0, 0};
    for (int32_t i = first; i < first + count; i++) {
        fetch_state(task->batch, i + AHEAD);
        if (task->which == NULL || task->which[i] != 0) step_slot(task->batch, i, &report);
    }
    add_report(task, &report);
}

lg_status lg_batch_step(lg_batch *batch, const uint8_t *which, lg_batch_report *report) {
    if (batch == NULL || !batch->begun) return LG_E_ARGUMENT;
    run_job(batch, step_slots, which, NULL, report);
    return LG_OK;
}
