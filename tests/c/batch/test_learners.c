/* A batch's features for learners, compared with single games: views, masks of bits, shaped rewards, variants, seats,
 * final states, and the calls over many states. */
#include "arrays.h"
#include "game/view.h"

#include <stdlib.h>
#include <string.h>

static const char *const GAMES[] = {"alquerque", "amazes(turns=3)", "blockdrop(turns=60)",
                                    "ontherun(cities=20,map=5,max_cities=24)", "snakecore(players=3,rounds=40)"};
enum { GAME_COUNT = sizeof GAMES / sizeof GAMES[0], SLOTS = 24, VARIANTS = 3 };

/* A batch whose arrays have the sizes for its view. */
typedef struct bed {
    lg_game games[VARIANTS];
    lg_batch_config config;
    lg_batch_buffers to;
    lg_view view;
    lg_batch *batch;
    size_t seen, row;
    int32_t *actions;
    void *memory, *scratch;
    lg_rng rng;
} bed;

static bed bed_make(const char *const texts[VARIANTS], lg_batch_config config) {
    bed b = {.config = config, .view = {config.observation, config.form, config.canonical}, .rng = lg_rng_seed(5, 5)};
    lg_space space;
    for (int32_t i = 0; i < config.variants; i++) b.games[i] = make_game(texts[i]);
    const lg_game *game = &b.games[0];
    ck_assert_int_eq(lg_game_view_space(game, &b.view, &space), LG_OK);
    b.seen = lg_space_size(&space);
    b.row = (size_t)(config.masks == LG_BATCH_BITS ? (game->actions + 7) / 8 : game->actions);
    b.scratch = malloc(lg_game_view_scratch(game, &b.view) + 8);
    b.actions = calloc(SLOTS, sizeof *b.actions);
    b.to.actions = b.actions;
    b.to.states = malloc(SLOTS * game->state_size);
    b.to.observation = malloc(SLOTS * b.seen);
    b.to.mask = malloc(SLOTS * b.row);
    b.to.rewards = malloc(SLOTS * (size_t)game->players * sizeof(float));
    b.to.player = malloc(SLOTS * sizeof(int32_t));
    b.to.terminated = malloc(SLOTS);
    b.to.final_states = malloc(SLOTS * game->state_size);
    b.to.seats = malloc(SLOTS * (size_t)game->players * sizeof(int32_t));
    b.to.variant = malloc(SLOTS * sizeof(int32_t));
    b.to.final_variant = malloc(SLOTS * sizeof(int32_t));
    const size_t size = lg_batch_size(game, &config);
    b.memory = malloc(size);
    ck_assert_uint_gt(size, 0);
    ck_assert_int_eq(lg_batch_create(game, &config, &b.to, b.memory, size, &b.batch), LG_OK);
    for (int32_t i = 1; i < config.variants; i++) {
        ck_assert_int_eq(lg_batch_reset(b.batch, NULL, NULL, NULL), LG_E_ARGUMENT);
        ck_assert_int_eq(lg_batch_add(b.batch, i, &b.games[i]), LG_OK);
    }
    ck_assert_int_eq(lg_batch_reset(b.batch, NULL, NULL, NULL), LG_OK);
    return b;
}

static void bed_free(bed *b) {
    lg_batch_destroy(b->batch);
    for (int32_t i = 0; i < b->config.variants; i++) free((void *)(uintptr_t)b->games[i].shared);
    void *const all[] = {b->actions, b->to.states, b->to.observation, b->to.mask, b->to.rewards, b->to.player,
                         b->to.terminated, b->to.final_states, b->to.seats, b->to.variant, b->to.final_variant,
                         b->memory, b->scratch};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) free(all[i]);
}

static void *state_in(const bed *b, int32_t slot) {
    return (char *)b->to.states + (size_t)slot * b->games[0].state_size;
}

static const lg_game *game_in(const bed *b, int32_t slot) {
    lg_batch_slot record;
    ck_assert_int_eq(lg_batch_get(b->batch, slot, &record), LG_OK);
    ck_assert_int_lt(record.variant, b->config.variants);
    return &b->games[record.variant];
}

static bool in_row(const bed *b, const uint8_t *row, int32_t action) {
    return b->config.masks == LG_BATCH_BITS ? row[action / 8] >> action % 8 & 1 : row[action] == 1;
}

/* A row's observation and mask agree with the view; `player` -1: no player, with a mask of 0s. */
static void check_rows(const bed *b, const lg_game *game, const void *state, int32_t player, const void *seen,
                       const uint8_t *row) {
    uint64_t mask[LG_MAX_MASK_WORDS];
    void *expected = malloc(b->seen);
    ck_assert_int_eq(lg_game_view(game, &b->view, state, player, b->scratch, expected, b->seen), LG_OK);
    ck_assert_mem_eq(seen, expected, b->seen);
    free(expected);
    lg_i_view_legal(game, &b->view, state, mask);
    if (lg_game_player(game, state) != player) memset(mask, 0, sizeof mask);
    for (int32_t i = 0; i < game->actions; i++)
        LG_REQUIRE(in_row(b, row, i) == (mask[i / 64] >> i % 64 & 1), "mask of action %d", i);
}

static lg_batch_config learners(int i) {
    lg_batch_config config = lg_batch_default(SLOTS);
    config.form = LG_FORM_ONE_HOT;
    config.canonical = 1;
    config.masks = i % 2 == 0 ? LG_BATCH_BITS : LG_BATCH_BYTES;
    config.autoreset = LG_AUTORESET_SAME_STEP;
    config.reward = LG_BATCH_SHAPED;
    config.discount = 0.75f;
    config.threads = 1 + i % 3;
    return config;
}

/* A legal action as the view numbers them. */
static int32_t legal_in(bed *b, int32_t slot) {
    const uint8_t *row = b->to.mask + (size_t)slot * b->row;
    const int32_t actions = b->games[0].actions;
    int32_t action = (int32_t)lg_rng_below(&b->rng, (uint32_t)actions);
    while (!in_row(b, row, action)) action = (action + 1) % actions;
    return action;
}

/* ---- steps: the sum of every player's rewards is its outcomes and the discounted change of its potential ---- */

typedef struct account {
    int32_t rewarded[LG_MAX_PLAYERS];
    void *before;
    int32_t player;
} account;

static void begin_account(const lg_game *game, const void *state, account *one) {
    for (int32_t p = 0; p < game->players; p++)
        ck_assert_int_eq(lg_game_potential(game, state, p, &one->rewarded[p]), LG_OK);
}

static void check_rewards(const bed *b, const lg_game *game, const void *after, bool over, int32_t asked,
                          const float *rewards, account *one) {
    float outcome[LG_MAX_PLAYERS];
    ck_assert_int_eq(lg_game_outcome(game, after, outcome), LG_OK);
    for (int32_t p = 0; p < game->players; p++) {
        int32_t now;
        float expected = 0;
        ck_assert_int_eq(lg_game_potential(game, after, p, &now), LG_OK);
        if (over || p == asked) {
            expected = outcome[p] + (float)(((double)b->config.discount * now - one->rewarded[p]) / 65536);
            one->rewarded[p] = now;
        }
        LG_REQUIRE(rewards[p] == expected, "player %d got %g, not %g", p, (double)rewards[p], (double)expected);
    }
}

static void step_and_check(bed *b, account *accounts, int *ended) {
    const lg_game *game = &b->games[0];
    const size_t size = game->state_size, players = (size_t)game->players;
    for (int32_t i = 0; i < SLOTS; i++) {
        b->actions[i] = legal_in(b, i);
        memcpy(accounts[i].before, state_in(b, i), size);
    }
    ck_assert_int_eq(lg_batch_step(b->batch, NULL, NULL), LG_OK);
    for (int32_t i = 0; i < SLOTS; i++) {
        int32_t action;
        void *after = accounts[i].before;
        action = lg_i_view_action(game, &b->view, after, b->actions[i]);
        ck_assert_int_eq(lg_game_apply(game, after, action, after), LG_OK);
        const bool over = lg_game_player(game, after) < 0;
        ck_assert_int_eq(over, b->to.terminated[i]);
        ck_assert_mem_eq(after, over ? (char *)b->to.final_states + (size_t)i * size : state_in(b, i), size);
        check_rewards(b, game, after, over, b->to.player[i], b->to.rewards + (size_t)i * players, &accounts[i]);
        check_rows(b, game, state_in(b, i), b->to.player[i], (char *)b->to.observation + (size_t)i * b->seen,
                   b->to.mask + (size_t)i * b->row);
        if (over) begin_account(game, state_in(b, i), &accounts[i]);
        *ended += over;
    }
}

START_TEST(test_steps) {
    bed b = bed_make(&GAMES[_i], learners(_i));
    account accounts[SLOTS];
    int ended = 0;
    for (int32_t i = 0; i < SLOTS; i++) {
        accounts[i].before = malloc(b.games[0].state_size);
        begin_account(&b.games[0], state_in(&b, i), &accounts[i]);
    }
    const int steps = lg_tests_amount(450);
    for (int step = 0; step < steps; step++) step_and_check(&b, accounts, &ended);
    ck_assert(ended > 0 || b.games[0].longest > steps);
    for (int32_t i = 0; i < SLOTS; i++) free(accounts[i].before);
    bed_free(&b);
}
END_TEST

/* An action that is not legal in the view changes nothing, even if the same number is legal in the game itself. */
START_TEST(test_illegal_action_of_a_view) {
    bed b = bed_make(&GAMES[0], learners(0));
    lg_batch_report report;
    for (int32_t i = 0; i < SLOTS; i++) b.actions[i] = legal_in(&b, i);
    ck_assert_int_eq(lg_batch_step(b.batch, NULL, NULL), LG_OK); /* Black's turn: half a turn of the board */
    for (int32_t i = 0; i < SLOTS; i++)
        for (b.actions[i] = 0; in_row(&b, b.to.mask + (size_t)i * b.row, b.actions[i]); b.actions[i]++) continue;
    ck_assert_int_eq(lg_batch_step(b.batch, NULL, &report), LG_OK);
    ck_assert_int_eq(report.failed, SLOTS);
    bed_free(&b);
}
END_TEST

/* ---- asked opponents: with a bot's answers, all rows are as with that bot ---- */

typedef struct asking {
    arrays own, twin; /* with greedy opponents; with asked opponents, which answer as greedy does */
    lg_rng rng[SLOTS];
    uint64_t seed[SLOTS];
    int waited;
} asking;

static bool is_asked(const asking *all, const lg_batch_slot *record, int32_t seat) {
    const int32_t players = all->twin.game.players;
    return all->twin.config.player[(seat - record->rotation + players) % players].kind == LG_BATCH_ASKED;
}

/* The answer of a slot that waits, checked as far as that goes without the other batch; whether it waits. */
static bool answer_in(asking *all, size_t i) {
    arrays *a = &all->twin;
    lg_batch_slot record;
    const int32_t slot = (int32_t)i, player = lg_game_player(&a->game, arrays_state(a, i));
    ck_assert_int_eq(lg_batch_get(a->batch, slot, &record), LG_OK);
    if (record.ended != LG_EPISODE_ONGOING || !is_asked(all, &record, player)) return false;
    if (record.seed != all->seed[i]) all->rng[i] = record.rng;
    all->seed[i] = record.seed;
    ck_assert_int_eq(a->to.player[i], player);
    ck_assert(!is_asked(all, &record, record.player));
    ck_assert(record.steps == 0 || (!a->to.terminated[i] && !a->to.truncated[i] && a->to.reward[i] == 0));
    ck_assert_int_eq(lg_game_choose(&a->game, arrays_state(a, i), LG_BOT_GREEDY, &all->rng[i], &a->actions[i]),
                     LG_OK);
    ck_assert_int_eq(a->to.mask[i * (size_t)a->game.actions + (size_t)a->actions[i]], 1);
    if (record.steps == 0) return true;
    char *saved = malloc(lg_batch_saved_size(a->batch));
    ck_assert_int_eq(lg_batch_save(a->batch, slot, saved, lg_batch_saved_size(a->batch)), LG_OK);
    ck_assert_int_eq(lg_batch_load(a->batch, slot, saved, lg_batch_saved_size(a->batch)), LG_OK);
    record.player = (int8_t)player;
    memcpy(saved, &record, sizeof record);
    ck_assert_int_eq(lg_batch_load(a->batch, slot, saved, lg_batch_saved_size(a->batch)), LG_E_STATE);
    free(saved);
    return true;
}

static void answer_all(asking *all) {
    arrays *a = &all->twin;
    for (;;) {
        uint8_t which[SLOTS] = {0};
        int waiting = 0;
        lg_batch_report report;
        for (size_t i = 0; i < SLOTS; i++) waiting += which[i] = answer_in(all, i);
        all->waited += waiting;
        if (waiting == 0) return;
        ck_assert_int_eq(lg_batch_step(a->batch, which, &report), LG_OK);
        ck_assert_int_eq(report.failed, 0);
    }
}

/* In a slot that waits, an impossible answer changes only the status. */
static void refuse_in(asking *all, size_t i) {
    arrays *a = &all->twin;
    uint8_t which[SLOTS] = {0};
    const lg_rng rng = all->rng[i];
    const uint64_t seed = all->seed[i];
    if (!answer_in(all, i)) return;
    all->rng[i] = rng, all->seed[i] = seed; /* it has not answered yet */
    which[i] = 1;
    const int32_t status = a->to.status[i];
    const uint64_t before = arrays_hash(a);
    a->actions[i] = a->game.actions;
    ck_assert_int_eq(lg_batch_step(a->batch, which, NULL), LG_OK);
    ck_assert_int_eq(a->to.status[i], LG_E_ARGUMENT);
    a->to.status[i] = status;
    ck_assert_uint_eq(arrays_hash(a), before);
}

START_TEST(test_asked_opponents) {
    const int game = _i % GAME_COUNT, mode = _i / GAME_COUNT;
    lg_batch_config config = lg_batch_default(SLOTS);
    config.autoreset = mode % 3;
    config.reward = (mode + game) % 3;
    config.seating = LG_BATCH_SEATS_RANDOM;
    config.step_limit = mode == 0 ? 0 : 7;
    config.threads = 1 + mode;
    if (LG_TESTS_THREADS_ALONE && config.threads == 1) return;
    asking *all = calloc(1, sizeof *all);
    memset(all->seed, 0xFF, sizeof all->seed);
    for (int32_t i = 1; i < LG_MAX_PLAYERS; i++) config.player[i].kind = LG_BOT_GREEDY;
    config.player[2].kind = LG_BATCH_LEARNER;
    all->own = arrays_make(GAMES[game], config);
    for (int32_t i = 1; i < LG_MAX_PLAYERS; i++)
        if (i != 2) config.player[i].kind = LG_BATCH_ASKED;
    all->twin = arrays_make(GAMES[game], config);
    lg_rng rng = lg_rng_seed(3, (uint64_t)_i);
    ck_assert_int_eq(lg_batch_reset(all->own.batch, NULL, NULL, NULL), LG_OK);
    ck_assert_int_eq(lg_batch_reset(all->twin.batch, NULL, NULL, NULL), LG_OK);
    answer_all(all);
    const int steps = lg_tests_amount(120);
    for (int step = 0; step < steps; step++) {
        ck_assert_uint_eq(arrays_hash(&all->own), arrays_hash(&all->twin));
        arrays_clear(&all->own);
        arrays_clear(&all->twin);
        arrays_play(&all->own, &rng);
        memcpy(all->twin.actions, all->own.actions, SLOTS * sizeof *all->own.actions);
        ck_assert_int_eq(lg_batch_step(all->own.batch, NULL, NULL), LG_OK);
        ck_assert_int_eq(lg_batch_step(all->twin.batch, NULL, NULL), LG_OK);
        for (size_t i = 0; i < SLOTS; i++) refuse_in(all, i);
        answer_all(all);
        if (config.autoreset != LG_AUTORESET_DISABLED) continue;
        uint8_t over[SLOTS];
        for (size_t i = 0; i < SLOTS; i++) over[i] = all->own.to.terminated[i] | all->own.to.truncated[i];
        ck_assert_int_eq(lg_batch_reset(all->own.batch, over, NULL, NULL), LG_OK);
        ck_assert_int_eq(lg_batch_reset(all->twin.batch, over, NULL, NULL), LG_OK);
        answer_all(all);
    }
    ck_assert_int_gt(all->waited, 0);
    arrays_free(&all->own);
    arrays_free(&all->twin);
    free(all);
}
END_TEST

/* ---- seats ---- */

START_TEST(test_seats) {
    lg_batch_config config = lg_batch_default(SLOTS);
    config.player[1].kind = LG_BOT_RANDOM;
    config.player[2].kind = LG_BOT_GREEDY;
    config.seating = LG_BATCH_SEATS_RANDOM;
    config.autoreset = LG_AUTORESET_SAME_STEP;
    bed b = bed_make(&GAMES[2], config); /* Block drop, with two learners */
    bool seen[LG_BLOCKDROP_PLAYERS] = {false};
    for (int step = 0; step < 60; step++) {
        for (int32_t i = 0; i < SLOTS; i++) {
            lg_batch_slot record;
            const int32_t *seats = b.to.seats + 4 * i;
            ck_assert_int_eq(lg_batch_get(b.batch, i, &record), LG_OK);
            for (int32_t k = 0; k < 4; k++) ck_assert_int_eq(seats[k], (k + record.rotation) % 4);
            ck_assert(b.to.player[i] == seats[0] || b.to.player[i] == seats[3]);
            seen[seats[0]] = true;
            b.actions[i] = legal_in(&b, i);
        }
        ck_assert_int_eq(lg_batch_step(b.batch, NULL, NULL), LG_OK);
    }
    ck_assert(seen[0] && seen[1] && seen[2] && seen[3]);
    bed_free(&b);
}
END_TEST

/* ---- variants ---- */

static const char *const MAPS[VARIANTS] = {"ontherun(cities=20,map=1,max_cities=30)", "ontherun(cities=30,map=2,max_cities=30)",
                                           "ontherun(cities=25,map=3,max_cities=30)"};

/* Every game is played on the map of its variant, with bots as well: on the slot's own, or on one that is
 * drawn for each game. */
START_TEST(test_variants) {
    const int32_t variants = 2 + _i / 2;
    lg_batch_config config = learners(_i);
    config.variants = variants;
    config.variant_choice = _i % 2;
    config.player[1].kind = LG_BOT_GREEDY;
    config.seating = LG_BATCH_SEATS_RANDOM;
    bed b = bed_make(MAPS, config);
    int32_t met[SLOTS][VARIANTS] = {{0}}, before[SLOTS], changed = 0, ended = 0;
    for (int step = 0; step < lg_tests_amount(300); step++) {
        for (int32_t i = 0; i < SLOTS; i++) {
            const lg_game *game = game_in(&b, i);
            ck_assert_int_eq(lg_game_validate(game, state_in(&b, i), game->state_size), LG_OK);
            check_rows(&b, game, state_in(&b, i), b.to.player[i], (char *)b.to.observation + (size_t)i * b.seen,
                       b.to.mask + (size_t)i * b.row);
            if (_i % 2 == LG_BATCH_BY_SLOT) ck_assert_ptr_eq(game, &b.games[i % variants]);
            before[i] = b.to.variant[i];
            ck_assert_ptr_eq(game, &b.games[before[i]]);
            met[i][before[i]]++;
            b.actions[i] = legal_in(&b, i);
        }
        ck_assert_int_eq(lg_batch_step(b.batch, NULL, NULL), LG_OK);
        for (int32_t i = 0; i < SLOTS; i++) {
            if (b.to.terminated[i]) ck_assert_int_eq(b.to.final_variant[i], before[i]);
            ended += b.to.terminated[i];
        }
    }
    ck_assert_int_gt(ended, 0);
    for (int32_t i = 0; i < SLOTS; i++) changed += met[i][i % variants] != met[i][0] + met[i][1] + met[i][2];
    ck_assert_int_eq(changed > SLOTS / 2, _i % 2 == LG_BATCH_BY_EPISODE);
    ck_assert_int_eq(changed > 0, _i % 2 == LG_BATCH_BY_EPISODE);
    lg_batch_slot record;
    const size_t size = lg_batch_saved_size(b.batch);
    void *saved = malloc(size);
    ck_assert_int_eq(lg_batch_save(b.batch, 0, saved, size), LG_OK);
    ck_assert_int_eq(lg_batch_load(b.batch, 1, saved, size), LG_OK);
    memcpy(&record, saved, sizeof record);
    record.variant = (uint8_t)variants;
    memcpy(saved, &record, sizeof record);
    ck_assert_int_eq(lg_batch_load(b.batch, 1, saved, size), LG_E_STATE);
    free(saved);
    bed_free(&b);
}
END_TEST

START_TEST(test_variants_that_are_refused) {
    lg_batch_config config = lg_batch_default(SLOTS);
    config.variants = 2;
    bed b = bed_make(MAPS, config);
    lg_game other = make_game("ontherun(cities=20,map=1)"), alquerque = make_game("alquerque");
    ck_assert_int_eq(lg_batch_add(b.batch, 1, &b.games[1]), LG_E_ARGUMENT); /* it has begun */
    lg_batch_destroy(b.batch);
    ck_assert_int_eq(lg_batch_create(&b.games[0], &config, &b.to, b.memory, lg_batch_size(&b.games[0], &config),
                                     &b.batch), LG_OK);
    ck_assert_int_eq(lg_batch_add(b.batch, 0, &b.games[1]), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_add(b.batch, 2, &b.games[1]), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_add(b.batch, 1, &other), LG_E_ARGUMENT); /* other actions */
    ck_assert_int_eq(lg_batch_add(b.batch, 1, &alquerque), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_add(b.batch, 1, NULL), LG_E_ARGUMENT);
    lg_game bare = b.games[1];
    bare.shared = NULL;
    ck_assert_int_eq(lg_batch_add(b.batch, 1, &bare), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_add(b.batch, 1, &b.games[1]), LG_OK);
    free((void *)(uintptr_t)other.shared);
    bed_free(&b);
}
END_TEST

/* ---- many states ---- */

enum { ITEMS = 3 * SLOTS };

static void play_some(bed *b, int steps) {
    for (int step = 0; step < steps; step++) {
        for (int32_t i = 0; i < SLOTS; i++) b->actions[i] = legal_in(b, i);
        ck_assert_int_eq(lg_batch_step(b->batch, NULL, NULL), LG_OK);
    }
}

START_TEST(test_observe) {
    bed b = bed_make(&GAMES[_i], learners(_i));
    const lg_game *game = &b.games[0];
    int32_t parents[ITEMS], players[ITEMS], status[ITEMS], failed = -1;
    play_some(&b, 9);
    for (int32_t k = 0; k < ITEMS; k++) {
        parents[k] = (7 * k) % SLOTS;
        players[k] = k % game->players;
    }
    parents[5] = SLOTS, players[6] = game->players, players[7] = -1;
    uint8_t *seen = malloc(ITEMS * b.seen), *mask = malloc(ITEMS * b.row);
    const lg_batch_observations looks = {.count = ITEMS, .parents = parents, .players = players, .observation = seen,
                                  .mask = mask, .status = status};
    ck_assert_int_eq(lg_batch_observe(b.batch, &looks, &failed), LG_OK);
    ck_assert_int_eq(failed, 3);
    for (int32_t k = 0; k < ITEMS; k++) {
        ck_assert_int_eq(status[k], k >= 5 && k <= 7 ? LG_E_ARGUMENT : LG_OK);
        if (status[k] == LG_OK)
            check_rows(&b, game, state_in(&b, parents[k]), players[k], seen + (size_t)k * b.seen,
                       mask + (size_t)k * b.row);
    }
    free(seen);
    free(mask);
    bed_free(&b);
}
END_TEST

START_TEST(test_choose) {
    bed b = bed_make(&GAMES[_i], learners(_i));
    const lg_game *game = &b.games[0];
    const char *const TEXTS[] = {"greedy", "mcts(simulations=8)"};
    play_some(&b, 9);
    for (int t = 0; t < 2; t++) {
        lg_bot player;
        int32_t actions[SLOTS], status[SLOTS], expected, played, failed = -1;
        ck_assert_int_eq(lg_bot_configure(game, TEXTS[t], strlen(TEXTS[t]), &player, NULL), LG_OK);
        const size_t size = lg_batch_choose_size(b.batch, &player);
        void *memory = malloc(size);
        const lg_batch_choices choices = {.count = SLOTS, .seed = 11, .actions = actions, .status = status};
        ck_assert_int_eq(lg_batch_choose(b.batch, &player, &choices, memory, size - 1, NULL), LG_E_ARGUMENT);
        ck_assert_int_eq(lg_batch_choose(b.batch, &player, &choices, NULL, size, NULL), LG_E_ARGUMENT);
        ck_assert_int_eq(lg_batch_choose(b.batch, &player, NULL, memory, size, NULL), LG_E_ARGUMENT);
        ck_assert_int_eq(lg_batch_choose(b.batch, NULL, &choices, memory, size, NULL), LG_E_ARGUMENT);
        const lg_batch_choices negative = {.count = -1, .actions = actions}, nowhere = {.count = 1};
        ck_assert_int_eq(lg_batch_choose(b.batch, &player, &negative, memory, size, NULL), LG_E_ARGUMENT);
        ck_assert_int_eq(lg_batch_choose(b.batch, &player, &nowhere, memory, size, NULL), LG_E_ARGUMENT);
        ck_assert_int_eq(lg_batch_choose(b.batch, &player, &choices, memory, size, &failed), LG_OK);
        ck_assert_int_eq(failed, 0);
        for (int32_t k = 0; k < SLOTS; k++) {
            lg_rng rng = lg_rng_seed(11 + (uint64_t)k, LG_BATCH_CHOICE_STREAM);
            ck_assert_int_eq(lg_bot_choose(game, &player, state_in(&b, k), &rng, memory, size, NULL, NULL,
                                              &expected), LG_OK);
            played = lg_i_view_action(game, &b.view, state_in(&b, k), actions[k]);
            ck_assert_int_eq(played, expected);
        }
        free(memory);
    }
    bed_free(&b);
}
END_TEST

START_TEST(test_turn) {
    bed b = bed_make(&GAMES[_i], learners(_i));
    const lg_game *game = &b.games[0];
    const size_t size = game->state_size, width = (size_t)game->actions;
    int32_t symmetries[ITEMS], parents[ITEMS], actions[ITEMS], mapped[ITEMS], status[ITEMS], expected, failed = -1;
    float *policies = lg_test_malloc(ITEMS * width * sizeof *policies), *turned = lg_test_malloc(ITEMS * width * sizeof *turned);
    char *after = malloc(ITEMS * size), *one = malloc(size);
    play_some(&b, 5);
    for (int32_t k = 0; k < ITEMS; k++) {
        symmetries[k] = k % game->symmetries;
        parents[k] = (5 * k) % SLOTS;
        actions[k] = k % game->actions;
    }
    for (size_t i = 0; i < ITEMS * width; i++) policies[i] = (float)i;
    symmetries[3] = game->symmetries;
    const lg_batch_transforms turns = {.count = ITEMS, .parents = parents, .symmetries = symmetries, .after = after,
                                  .actions = actions, .images = mapped, .policies = policies, .transformed = turned,
                                  .status = status};
    ck_assert_int_eq(lg_batch_transform(b.batch, &turns, &failed), LG_OK);
    ck_assert_int_eq(failed, 1);
    ck_assert_int_eq(status[3], LG_E_ARGUMENT);
    for (int32_t k = 0; k < ITEMS; k++) {
        if (k == 3) continue;
        ck_assert_int_eq(lg_game_symmetry_state(game, symmetries[k], state_in(&b, parents[k]), one), LG_OK);
        ck_assert_mem_eq(after + (size_t)k * size, one, size);
        ck_assert_int_eq(lg_game_symmetry_action(game, symmetries[k], actions[k], &expected), LG_OK);
        ck_assert_int_eq(mapped[k], expected);
        for (int32_t i = 0; i < game->actions; i++) {
            ck_assert_int_eq(lg_game_symmetry_action(game, symmetries[k], i, &expected), LG_OK);
            LG_REQUIRE(turned[(size_t)k * width + (size_t)expected] == policies[(size_t)k * width + (size_t)i],
                       "policy %d", i);
        }
    }
    free(policies);
    free(turned);
    free(after);
    free(one);
    bed_free(&b);
}
END_TEST

/* Arrays that must not overlap, in one block: one after the other is accepted, any overlap is refused. */
static void refuses_overlaps(const bed *b) {
    const size_t state = b->games[0].state_size, actions = (size_t)b->games[0].actions;
    int32_t symmetries[2] = {0}, parents[2] = {0, 1}, numbers[4] = {0}, played[2] = {0}, failed = 5;
    char *states = lg_test_calloc(4, state);
    float *policies = lg_test_calloc(4 * actions, sizeof *policies);
    for (size_t i = 0; i < 4; i++) memcpy(states + i * state, b->to.states, state);
    lg_batch_transforms turns = {.count = 2, .state_count = 2, .states = states, .symmetries = symmetries};
    lg_batch_expansion pairs = {.count = 2, .state_count = 2, .states = states, .actions = played};
    lg_batch_sampling samples = {.count = 2, .state_count = 2, .states = states};
    for (size_t i = 0; i < 3; i++) {
        const bool apart = i == 2;
        turns.after = pairs.after = samples.after = states + i * state;
        for (int with = 0; with < 2; with++) { /* parents, without which the same array is fine */
            const lg_status expected = apart || (i == 0 && with == 0) ? LG_OK : LG_E_ARGUMENT;
            turns.parents = pairs.parents = samples.parents = with != 0 ? parents : NULL;
            ck_assert_int_eq(lg_batch_transform(b->batch, &turns, &failed), expected);
            ck_assert_int_eq(lg_batch_resample(b->batch, &samples, &failed), expected);
            ck_assert_int_eq(lg_batch_expand(b->batch, &pairs, &failed), expected);
        }
        const lg_batch_transforms own = {.count = 2, .symmetries = symmetries, .after = (char *)b->to.states + i * state};
        ck_assert_int_eq(lg_batch_transform(b->batch, &own, &failed), LG_E_ARGUMENT); /* read-only states */
    }
    turns.after = NULL;
    for (size_t i = 0; i <= 2; i++) {
        turns.policies = policies;
        turns.transformed = policies + i * actions;
        ck_assert_int_eq(lg_batch_transform(b->batch, &turns, &failed), i == 2 ? LG_OK : LG_E_ARGUMENT);
        turns.policies = turns.transformed = NULL;
        turns.actions = numbers;
        turns.images = numbers + i;
        ck_assert_int_eq(lg_batch_transform(b->batch, &turns, &failed), i == 1 ? LG_E_ARGUMENT : LG_OK);
        turns.actions = turns.images = NULL;
    }
    free(policies);
    free(states);
}

/* What observing and turning refuse, with `failed` as it was. */
START_TEST(test_arguments_of_many_states) {
    bed b = bed_make(&GAMES[0], learners(0));
    int32_t players[1] = {0}, symmetries[1] = {0}, actions[1] = {0}, images[1], failed = 5;
    float policies[392] = {0}, turned[392];
    uint64_t after[2 * 7];
    const lg_batch_observations looks[] = {{.count = -1, .players = players},
                                    {.count = LG_BATCH_MAX_GAMES + 1, .players = players}};
    for (size_t i = 0; i < 2; i++)
        ck_assert_int_eq(lg_batch_observe(b.batch, &looks[i], &failed), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_observe(b.batch, NULL, &failed), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_observe(NULL, &(lg_batch_observations){.count = 0}, &failed), LG_E_ARGUMENT);
    const lg_batch_transforms turns[] = {{.count = -1, .symmetries = symmetries},
                                    {.count = LG_BATCH_MAX_GAMES + 1, .symmetries = symmetries},
                                    {.count = 1},
                                    {.count = 1, .symmetries = symmetries, .after = (char *)after + 4},
                                    {.count = 1, .symmetries = symmetries, .actions = actions},
                                    {.count = 1, .symmetries = symmetries, .images = images},
                                    {.count = 1, .symmetries = symmetries, .policies = policies},
                                    {.count = 1, .symmetries = symmetries, .transformed = turned}};
    for (size_t i = 0; i < sizeof turns / sizeof turns[0]; i++)
        ck_assert_int_eq(lg_batch_transform(b.batch, &turns[i], &failed), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_transform(b.batch, NULL, &failed), LG_E_ARGUMENT);
    refuses_overlaps(&b);
    ck_assert_int_eq(lg_batch_transform(NULL, &(lg_batch_transforms){.count = 0}, &failed), LG_E_ARGUMENT);
    ck_assert_int_eq(failed, 5);
    ck_assert_int_eq(lg_batch_transform(b.batch, &(lg_batch_transforms){.count = 0}, &failed), LG_OK);
    ck_assert_int_eq(failed, 0);
    bed_free(&b);
}
END_TEST

/* A state of a variant that was not added yet. */
START_TEST(test_states_of_a_variant_that_lacks) {
    lg_batch_config config = lg_batch_default(SLOTS);
    config.variants = 2;
    bed b = bed_make(MAPS, config);
    char *state = malloc(b.games[0].state_size);
    int32_t variant = 1, status = -1, failed = -1;
    const lg_batch_observations looks = {.count = 1, .state_count = 1, .states = state, .variants = &variant,
                                  .status = &status};
    lg_batch_destroy(b.batch);
    ck_assert_int_eq(lg_batch_create(&b.games[0], &config, &b.to, b.memory, lg_batch_size(&b.games[0], &config),
                                     &b.batch), LG_OK);
    ck_assert_int_eq(lg_game_new(&b.games[1], 0, state), LG_OK);
    ck_assert_int_eq(lg_batch_observe(b.batch, &looks, &failed), LG_OK);
    ck_assert(failed == 1 && status == LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_add(b.batch, 1, &b.games[1]), LG_OK);
    ck_assert_int_eq(lg_batch_observe(b.batch, &looks, &failed), LG_OK);
    ck_assert(failed == 0 && status == LG_OK);
    free(state);
    bed_free(&b);
}
END_TEST

/* With `check`, invalid states are found where they are used, and only there; validity depends on the variant. */
START_TEST(test_checked_states) {
    lg_batch_config config = lg_batch_default(SLOTS);
    config.variants = VARIANTS;
    bed b = bed_make(MAPS, config);
    const size_t size = b.games[0].state_size;
    char *states = malloc(4 * size), *after = malloc(3 * size);
    int32_t variants[] = {0, 1, 2, 0}, parents[] = {0, 1, 2}, actions[3], status[3], failed = -1;
    for (int32_t i = 0; i < 3; i++) {
        uint64_t mask[LG_MAX_MASK_WORDS];
        ck_assert_int_eq(lg_game_new(&b.games[i], 0, states + (size_t)i * size), LG_OK);
        const int32_t count = lg_game_legal(&b.games[i], states + (size_t)i * size, mask);
        actions[i] = lg_mask_select(mask, b.games[i].actions, (uint32_t)count - 1); /* the last city of the map */
    }
    memset(states + 3 * size, 0x77, size);
    lg_batch_expansion e = {.count = 3, .state_count = 4, .check = 1, .states = states, .variants = variants,
                            .parents = parents, .actions = actions, .after = after, .status = status};
    ck_assert_int_eq(lg_batch_expand(b.batch, &e, &failed), LG_OK);
    ck_assert_int_eq(failed, 0);
    ck_assert_int_ne(actions[0], actions[1]);
    parents[1] = 3;
    ck_assert_int_eq(lg_batch_expand(b.batch, &e, &failed), LG_OK);
    ck_assert(failed == 1 && status[1] == LG_E_STATE && status[0] == LG_OK && status[2] == LG_OK);
    parents[1] = 1, variants[1] = VARIANTS;
    ck_assert_int_eq(lg_batch_expand(b.batch, &e, &failed), LG_OK);
    ck_assert(failed == 1 && status[1] == LG_E_ARGUMENT);
    e.variants = NULL; /* a city that the first variant lacks */
    ck_assert_int_eq(lg_batch_expand(b.batch, &e, &failed), LG_OK);
    ck_assert(failed == 2 && status[0] == LG_OK && status[1] == LG_E_ILLEGAL && status[2] == LG_E_ILLEGAL);
    e.check = 2;
    ck_assert_int_eq(lg_batch_expand(b.batch, &e, &failed), LG_E_ARGUMENT);
    e.check = -1;
    ck_assert_int_eq(lg_batch_expand(b.batch, &e, &failed), LG_E_ARGUMENT);
    ck_assert_int_eq(failed, 2);
    free(states);
    free(after);
    bed_free(&b);
}
END_TEST

Suite *lg_test_batch_learners(void) {
    Suite *suite = suite_create("batch_learners");
    TCase *tests = tcase_create("batch_learners");
    tcase_add_loop_test(tests, test_steps, 0, GAME_COUNT);
    tcase_add_test(tests, test_illegal_action_of_a_view);
    tcase_add_loop_test(tests, test_asked_opponents, 0, 3 * GAME_COUNT);
    tcase_add_test(tests, test_seats);
    tcase_add_loop_test(tests, test_variants, 0, 2 * (VARIANTS - 1));
    tcase_add_test(tests, test_variants_that_are_refused);
    tcase_add_loop_test(tests, test_observe, 0, GAME_COUNT);
    tcase_add_loop_test(tests, test_choose, 0, GAME_COUNT);
    tcase_add_loop_test(tests, test_turn, 0, GAME_COUNT);
    tcase_add_test(tests, test_arguments_of_many_states);
    tcase_add_test(tests, test_states_of_a_variant_that_lacks);
    tcase_add_test(tests, test_checked_states);
    suite_add_tcase(suite, tests);
    return suite;
}
