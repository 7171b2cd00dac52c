/* Batches compared with single games: a slow and literal account of every slot, written with lg_game_* alone, must
 * agree with every row that reset and step write, for all games, modes and numbers of threads. */
#include "arrays.h"

#include <stdlib.h>
#include <string.h>

/* ---- one slot, literally ---- */

typedef struct single {
    void *state;
    uint64_t seed, chain, episode;
    lg_rng rng;
    int32_t rotation, steps, player, rewarded[LG_MAX_PLAYERS];
    bool terminated, truncated, forfeited;
} single;

typedef struct row {
    int32_t status, player;
    bool terminated, truncated, has_end;
    float rewards[LG_MAX_PLAYERS], reward;
    uint8_t *seen, *mask, *end_seen, *end_mask;
    int32_t end_player;
} row;

typedef struct model {
    arrays a;
    single *singles;
    row expected;
    lg_rng rng;
    int32_t failed, ended, begun;
} model;

static const lg_bot *who_plays(const model *m, const single *s, int32_t seat) {
    for (int32_t entry = 0; entry < m->a.game.players; entry++)
        if ((entry + s->rotation) % m->a.game.players == seat) return &m->a.config.player[entry];
    ck_abort_msg("seat %d is empty", seat);
    return NULL;
}

static void let_players_play(const model *m, single *s) {
    for (int32_t seat; (seat = lg_game_player(&m->a.game, s->state)) >= 0;) {
        int32_t action;
        const lg_bot *player = who_plays(m, s, seat);
        if (player->kind == LG_BATCH_LEARNER) {
            s->player = seat;
            return;
        }
        size_t size;
        ck_assert_int_eq(lg_bot_size(&m->a.game, player, &size), LG_OK);
        void *memory = malloc(size);
        ck_assert_int_eq(lg_bot_choose(&m->a.game, player, s->state, &s->rng, memory, size, NULL, NULL, &action),
                         LG_OK);
        free(memory);
        ck_assert_int_eq(lg_game_apply(&m->a.game, s->state, action, s->state), LG_OK);
    }
    s->terminated = true;
}

static void begin(const model *m, single *s) {
    ck_assert_int_eq(lg_game_new(&m->a.game, s->seed, s->state), LG_OK);
    s->rng = lg_rng_seed(s->seed, LG_BATCH_STREAM);
    s->rotation = m->a.config.rotation;
    const int32_t players = m->a.game.players;
    if (m->a.config.seating == LG_BATCH_SEATS_RANDOM) s->rotation = (int32_t)lg_rng_below(&s->rng, (uint32_t)players);
    if (m->a.config.seating == LG_BATCH_SEATS_BY_SLOT) s->rotation = (int32_t)(s - m->singles) % players;
    s->steps = 0;
    s->terminated = s->truncated = s->forfeited = false;
    ck_assert_int_eq(lg_game_scores(&m->a.game, s->state, s->rewarded), LG_OK);
    let_players_play(m, s);
    LG_REQUIRE(!s->terminated, "no game ends before a learner's decision");
}

static void begin_next(const model *m, single *s) {
    s->seed = lg_splitmix64(&s->chain);
    s->episode++;
    begin(m, s);
}

static void look(const model *m, const single *s, uint8_t *seen, uint8_t *mask) {
    uint64_t bits[LG_MAX_MASK_WORDS];
    const lg_game *game = &m->a.game;
    ck_assert_int_eq(lg_game_observe(game, s->state, s->player, m->a.config.observation, seen, m->a.seen), LG_OK);
    (void)lg_game_legal(game, s->state, bits);
    for (int32_t i = 0; i < game->actions; i++) mask[i] = bits[i / 64] >> i % 64 & 1;
    if (s->terminated && !s->forfeited && m->a.config.autoreset == LG_AUTORESET_NEXT_STEP)
        memset(mask, 1, (size_t)game->actions);
}

static void reward_players(model *m, single *s) {
    int32_t scores[LG_MAX_PLAYERS];
    row *r = &m->expected;
    const bool over = s->terminated || s->truncated;
    for (int32_t p = 0; s->forfeited && p < m->a.game.players; p++)
        r->rewards[p] = p == s->player ? -1 : 1 / (float)(m->a.game.players - 1);
    if (m->a.config.reward == LG_BATCH_OUTCOME) {
        if (s->forfeited) return;
        ck_assert_int_eq(lg_game_outcome(&m->a.game, s->state, r->rewards), LG_OK);
        return;
    }
    ck_assert_int_eq(lg_game_scores(&m->a.game, s->state, scores), LG_OK);
    for (int32_t p = 0; p < m->a.game.players; p++) {
        if (!over && p != s->player) continue;
        r->rewards[p] += (float)(scores[p] - s->rewarded[p]);
        s->rewarded[p] = scores[p];
    }
}

static void play_action(model *m, single *s, int32_t action) {
    row *r = &m->expected;
    r->status = (int32_t)lg_game_apply(&m->a.game, s->state, action, s->state);
    s->forfeited = r->status != LG_OK && m->a.config.illegal == LG_BATCH_LOSES;
    if (r->status != LG_OK && !s->forfeited) return;
    s->steps++;
    if (s->forfeited) s->terminated = true;
    else let_players_play(m, s);
    s->truncated = !s->terminated && s->steps == m->a.config.step_limit;
    reward_players(m, s);
}

/* The expected rows of a slot after a step. */
static void step_single(model *m, single *s, int32_t action) {
    row *r = &m->expected;
    memset(r->rewards, 0, sizeof r->rewards);
    r->status = LG_OK;
    r->has_end = false;
    if (s->terminated || s->truncated) {
        if (m->a.config.autoreset == LG_AUTORESET_DISABLED) r->status = LG_E_OVER;
        else begin_next(m, s);
        m->begun += r->status == LG_OK;
    } else {
        play_action(m, s, action);
        m->ended += s->terminated || s->truncated;
    }
    m->failed += r->status != LG_OK;
    r->terminated = s->terminated;
    r->truncated = s->truncated;
    r->reward = r->rewards[s->player];
    if ((s->terminated || s->truncated) && m->a.config.autoreset == LG_AUTORESET_SAME_STEP) {
        r->has_end = true;
        r->end_player = s->player;
        look(m, s, r->end_seen, r->end_mask);
        begin_next(m, s);
        m->begun++;
    }
    r->player = s->player;
    look(m, s, r->seen, r->mask);
}

static void reset_single(model *m, single *s) {
    row *r = &m->expected;
    memset(r->rewards, 0, sizeof r->rewards);
    r->reward = 0;
    r->status = LG_OK;
    r->has_end = r->terminated = r->truncated = false;
    r->player = s->player;
    m->begun++;
    look(m, s, r->seen, r->mask);
}

/* ---- comparing ---- */

static void check_untouched_end(const model *m, size_t i) {
    const lg_batch_buffers *to = &m->a.to;
    LG_REQUIRE(untouched(to->final_observation, i, m->a.seen) && untouched(to->final_player, i, sizeof(int32_t)) &&
                   untouched(to->final_mask, i, (size_t)m->a.game.actions),
               "slot %zu: final rows without an end", i);
}

static void check_left_out(const model *m, size_t i) {
    const lg_batch_buffers *to = &m->a.to;
    const size_t players = (size_t)m->a.game.players;
    LG_REQUIRE(untouched(to->observation, i, m->a.seen) && untouched(to->mask, i, (size_t)m->a.game.actions) &&
                   untouched(to->rewards, i, players * sizeof(float)) && untouched(to->reward, i, sizeof(float)) &&
                   untouched(to->player, i, sizeof(int32_t)) && untouched(to->terminated, i, 1) &&
                   untouched(to->truncated, i, 1) && untouched(to->status, i, sizeof(int32_t)),
               "slot %zu was left out, but its rows are written", i);
    check_untouched_end(m, i);
}

static void check_record(const model *m, size_t i) {
    const single *s = &m->singles[i];
    lg_batch_slot record;
    (void)lg_batch_get(m->a.batch, (int32_t)i, &record);
    const bool same = record.seed == s->seed && record.episode == s->episode && record.steps == s->steps &&
                      record.player == s->player && record.rotation == s->rotation &&
                      record.ended == (s->forfeited ? 4 : s->terminated ? 1 : s->truncated ? 2 : 0);
    LG_REQUIRE(same && record.rng.state == s->rng.state && record.seeds == s->chain, "slot %zu: record", i);
}

static void check_row(const model *m, size_t i) {
    const lg_batch_buffers *to = &m->a.to;
    const row *r = &m->expected;
    const size_t players = (size_t)m->a.game.players, actions = (size_t)m->a.game.actions;
    LG_REQUIRE(memcmp(arrays_state(&m->a, i), m->singles[i].state, m->a.game.state_size) == 0, "slot %zu: state", i);
    LG_REQUIRE(to->status[i] == r->status, "slot %zu: status %d, not %d", i, to->status[i], r->status);
    LG_REQUIRE(to->player[i] == r->player, "slot %zu: player %d, not %d", i, to->player[i], r->player);
    LG_REQUIRE(to->terminated[i] == r->terminated, "slot %zu: terminated %d", i, to->terminated[i]);
    LG_REQUIRE(to->truncated[i] == r->truncated, "slot %zu: truncated %d", i, to->truncated[i]);
    LG_REQUIRE(to->reward[i] == r->reward, "slot %zu: reward %g, not %g", i, (double)to->reward[i], (double)r->reward);
    for (size_t p = 0; p < players; p++)
        LG_REQUIRE(to->rewards[i * players + p] == r->rewards[p], "slot %zu: reward %g of player %zu, not %g", i,
                   (double)to->rewards[i * players + p], p, (double)r->rewards[p]);
    LG_REQUIRE(memcmp((char *)to->observation + i * m->a.seen, r->seen, m->a.seen) == 0, "slot %zu: observation", i);
    LG_REQUIRE(memcmp(to->mask + i * actions, r->mask, actions) == 0, "slot %zu: mask", i);
    check_record(m, i);
    if (!r->has_end) {
        check_untouched_end(m, i);
        return;
    }
    LG_REQUIRE(to->final_player[i] == r->end_player, "slot %zu: final player %d", i, to->final_player[i]);
    LG_REQUIRE(memcmp((char *)to->final_observation + i * m->a.seen, r->end_seen, m->a.seen) == 0,
               "slot %zu: final observation", i);
    LG_REQUIRE(memcmp(to->final_mask + i * actions, r->end_mask, actions) == 0, "slot %zu: final mask", i);
}

static void check_report(model *m, const lg_batch_report *report) {
    LG_REQUIRE(report->failed == m->failed && report->ended == m->ended && report->begun == m->begun,
               "reported %d failed %d ended %d begun, not %d %d %d", report->failed, report->ended, report->begun,
               m->failed, m->ended, m->begun);
    m->failed = m->ended = m->begun = 0;
}

/* ---- a long mixture of steps and resets ---- */

static model model_make(const char *text, lg_batch_config config) {
    model m = {.a = arrays_make(text, config), .rng = lg_rng_seed(7, 7)};
    m.singles = calloc(m.a.games, sizeof *m.singles);
    for (size_t i = 0; i < m.a.games; i++) {
        m.singles[i].state = malloc(m.a.game.state_size);
        m.singles[i].seed = m.singles[i].chain = config.seed + i;
    }
    m.expected.seen = malloc(m.a.seen);
    m.expected.end_seen = malloc(m.a.seen);
    m.expected.mask = malloc((size_t)m.a.game.actions);
    m.expected.end_mask = malloc((size_t)m.a.game.actions);
    return m;
}

static void model_free(model *m) {
    for (size_t i = 0; i < m->a.games; i++) free(m->singles[i].state);
    free(m->singles);
    free(m->expected.seen);
    free(m->expected.end_seen);
    free(m->expected.mask);
    free(m->expected.end_mask);
    arrays_free(&m->a);
}

/* Mostly a legal action; now and then an illegal one, or a number that is no action. */
static int32_t any_action(model *m, size_t slot) {
    static const int32_t WILD[] = {-1, INT32_MIN, INT32_MAX};
    const uint32_t kind = lg_rng_below(&m->rng, 24);
    if (kind < 3) return WILD[kind];
    if (kind == 3) return m->a.game.actions;
    if (kind == 4) return (int32_t)lg_rng_below(&m->rng, (uint32_t)m->a.game.actions);
    return arrays_legal(&m->a, slot, &m->rng);
}

static void check_step(model *m, const uint8_t *which) {
    lg_batch_report report;
    for (size_t i = 0; i < m->a.games; i++) m->a.actions[i] = any_action(m, i);
    arrays_clear(&m->a);
    ck_assert_int_eq(lg_batch_step(m->a.batch, which, &report), LG_OK);
    for (size_t i = 0; i < m->a.games; i++) {
        if (which != NULL && which[i] == 0) {
            check_left_out(m, i);
            continue;
        }
        step_single(m, &m->singles[i], m->a.actions[i]);
        check_row(m, i);
    }
    check_report(m, &report);
}

static void check_reset(model *m, const uint8_t *which, const uint64_t *seeds, bool first) {
    lg_batch_report report;
    arrays_clear(&m->a);
    ck_assert_int_eq(lg_batch_reset(m->a.batch, which, seeds, &report), LG_OK);
    for (size_t i = 0; i < m->a.games; i++) {
        single *s = &m->singles[i];
        if (which != NULL && which[i] == 0) {
            check_left_out(m, i);
            continue;
        }
        if (seeds != NULL) s->seed = s->chain = seeds[i];
        if (seeds != NULL) s->episode = 0;
        if (seeds != NULL || first) begin(m, s);
        else begin_next(m, s);
        reset_single(m, s);
        check_row(m, i);
    }
    check_report(m, &report);
}

static void check_all(const char *text, lg_batch_config config, int32_t steps) {
    model m = model_make(text, config);
    uint8_t *which = lg_test_malloc(m.a.games);
    uint64_t *seeds = lg_test_malloc(m.a.games * sizeof *seeds);
    check_reset(&m, NULL, NULL, true);
    for (int32_t step = 0; step < steps; step++) {
        const uint32_t kind = lg_rng_below(&m.rng, 16);
        for (size_t i = 0; i < m.a.games; i++) {
            which[i] = (uint8_t)(lg_rng_below(&m.rng, 4) * 85);
            seeds[i] = lg_rng_next(&m.rng);
        }
        if (kind == 0) check_reset(&m, which, seeds, false);
        else if (kind == 1) check_reset(&m, which, NULL, false);
        else if (kind < 5) check_step(&m, which);
        else check_step(&m, NULL);
    }
    check_reset(&m, NULL, seeds, false);
    check_reset(&m, NULL, NULL, false);
    free(which);
    free(seeds);
    model_free(&m);
}

/* ---- every game ---- */

typedef struct setup {
    const char *text;
    int32_t steps, step_limit, observation, reward, seating;
    const char *player[LG_MAX_PLAYERS];
} setup;

#define LEARNER NULL
#define FURTHER 10 /* seatings from here on: fixed, with this rotation after it */
#define RANDOM "random"
#define GREEDY "greedy"

static const setup SETUPS[] = {
    {"alquerque", 150, 0, 0, LG_BATCH_OUTCOME, 0, {LEARNER, LEARNER}},
    {"alquerque", 100, 30, 0, LG_BATCH_SCORE, 1, {LEARNER, RANDOM}},
    {"alquerque", 60, 0, 0, LG_BATCH_OUTCOME, 0, {GREEDY, LEARNER}},
    {"alquerque", 6, 20, 0, LG_BATCH_OUTCOME, 1, {LEARNER, "alphabeta(depth=2,nodes=60,table=2)"}},
    {"amazes(turns=4)", 60, 0, 1, LG_BATCH_SCORE, 0, {LEARNER, LEARNER}},
    {"amazes(turns=4)", 40, 17, 1, LG_BATCH_OUTCOME, 1, {LEARNER, RANDOM}},
    {"amazes(actions=walk,turns=5)", 20, 0, 0, LG_BATCH_SCORE, 1, {LEARNER, GREEDY}},
    {"blockdrop", 120, 0, 0, LG_BATCH_OUTCOME, 0, {LEARNER, LEARNER, LEARNER, LEARNER}},
    {"blockdrop(rules=engine)", 60, 0, 1, LG_BATCH_SCORE, 1, {LEARNER, RANDOM, RANDOM, RANDOM}},
    {"blockdrop(turns=40)", 60, 8, 0, LG_BATCH_OUTCOME, 1, {LEARNER, LEARNER, GREEDY, RANDOM}},
    {"ontherun", 60, 0, 1, LG_BATCH_OUTCOME, 0, {LEARNER, LEARNER}},
    {"ontherun(cities=30,map=3)", 60, 0, 1, LG_BATCH_SCORE, 0, {RANDOM, LEARNER}},
    {"ontherun(cities=30,map=3)", 40, 25, 0, LG_BATCH_SCORE, 2, {LEARNER, GREEDY}},
    {"ontherun(cities=30,map=3)", 12, 0, 0, LG_BATCH_SCORE, 1, {LEARNER, "mcts(simulations=3,cutoff=2)"}},
    {"snakecore(size=8,rounds=20)", 100, 0, 1, LG_BATCH_SCORE, 0, {LEARNER, LEARNER}},
    {"snakecore(size=9,players=1,rounds=30)", 60, 0, 0, LG_BATCH_SCORE, 1, {LEARNER}},
    {"snakecore(size=10,players=5,rounds=12)", 40, 0, 1, LG_BATCH_SCORE, 2, {LEARNER, GREEDY, LEARNER, RANDOM, GREEDY}},
    {"snakecore(size=10,players=8,rounds=15)", 40, 11, 1, LG_BATCH_OUTCOME, 0,
     {RANDOM, RANDOM, RANDOM, RANDOM, RANDOM, RANDOM, RANDOM, LEARNER}},
    {"snakecore(size=8,players=4,rounds=4)", 6, 0, 1, LG_BATCH_SCORE, 1,
     {LEARNER, "strong(simulations=2)", GREEDY, "mcts(simulations=3,cutoff=0,nodes=20)"}},
    {"alquerque", 60, 0, 0, LG_BATCH_OUTCOME, FURTHER + 1, {LEARNER, RANDOM}},
    {"blockdrop(turns=40)", 60, 8, 0, LG_BATCH_OUTCOME, FURTHER + 3, {LEARNER, LEARNER, GREEDY, RANDOM}},
};

#define SETUP_COUNT ((int)(sizeof SETUPS / sizeof SETUPS[0]))

static lg_batch_config config_of(const setup *s, int32_t games) {
    lg_batch_config config = lg_batch_default(games);
    config.step_limit = s->step_limit;
    config.observation = s->observation;
    config.reward = s->reward;
    config.seating = s->seating >= FURTHER ? LG_BATCH_SEATS_FIXED : s->seating;
    config.rotation = s->seating >= FURTHER ? s->seating - FURTHER : 0;
    config.seed = 1000;
    for (int i = 0; i < LG_MAX_PLAYERS; i++)
        if (s->player[i] != LEARNER)
            ck_assert_int_eq(lg_bot_configure(NULL, s->player[i], strlen(s->player[i]), &config.player[i], NULL),
                             LG_OK);
    return config;
}

START_TEST(test_against_single_games) {
    const setup *s = &SETUPS[_i / 3];
    lg_batch_config config = config_of(s, 40);
    config.autoreset = _i % 3;
    for (config.threads = LG_TESTS_THREADS_ALONE ? 2 : 1; config.threads <= 3; config.threads++) {
        config.illegal = config.threads == 2 ? LG_BATCH_LOSES : LG_BATCH_REFUSED;
        if (LG_TESTS_SLOWER > 1 && config.threads != 1 + _i / 3 % 3) continue; /* each number in a third of the games */
        check_all(s->text, config, s->steps / lg_tests_part() + 4);
    }
}
END_TEST

START_TEST(test_every_game_is_here) {
    int found = 0;
    for (int i = 0; i < SETUP_COUNT; i++)
        found += strncmp(SETUPS[i].text, lg_game_type_at(_i)->name, strlen(lg_game_type_at(_i)->name)) == 0;
    ck_assert_msg(found > 1, "%s", lg_game_type_at(_i)->name);
}
END_TEST

/* One game alone is a batch of one. */
START_TEST(test_batch_of_one) {
    lg_batch_config config = config_of(&SETUPS[_i], 1);
    config.threads = 1 + _i % 2;
    config.illegal = _i / 2 % 2;
    check_all(SETUPS[_i].text, config, SETUPS[_i].steps / lg_tests_part() + 8);
}
END_TEST

/* Long runs of steps by one, two and four threads give the same bytes everywhere. */
static uint64_t long_run(const setup *s, int32_t threads, int32_t steps) {
    lg_batch_config config = config_of(s, LG_TESTS_SLOWER > 1 ? 100 : 600);
    config.threads = threads;
    arrays a = arrays_make(s->text, config);
    lg_rng rng = lg_rng_seed(3, 3);
    uint64_t hash = 0;
    ck_assert_int_eq(lg_batch_reset(a.batch, NULL, NULL, NULL), LG_OK);
    for (int32_t step = 0; step < steps; step++) {
        arrays_play(&a, &rng);
        ck_assert_int_eq(lg_batch_step(a.batch, NULL, NULL), LG_OK);
        if (step % 16 == 0) hash = 31 * hash + arrays_hash(&a);
    }
    arrays_free(&a);
    return hash;
}

START_TEST(test_threads_change_nothing) {
    const setup *s = &SETUPS[_i];
    const int32_t steps = s->steps / lg_tests_part() / 2 + 9;
    const uint64_t one = long_run(s, 1, steps);
    for (int32_t threads = 2; threads <= 4; threads += 2)
        ck_assert_msg(long_run(s, threads, steps) == one, "%s with %d threads", s->text, threads);
}
END_TEST

/* Different seeds give different games, in the games whose start is drawn. */
START_TEST(test_seeds) {
    const setup *s = &SETUPS[_i];
    lg_batch_config config = config_of(s, 50);
    arrays a = arrays_make(s->text, config), b = arrays_make(s->text, config);
    uint64_t seeds[50];
    const size_t bytes = a.games * a.game.state_size;
    for (size_t i = 0; i < 50; i++) seeds[i] = config.seed + i;
    ck_assert_int_eq(lg_batch_reset(a.batch, NULL, NULL, NULL), LG_OK);
    ck_assert_int_eq(lg_batch_reset(b.batch, NULL, seeds, NULL), LG_OK);
    ck_assert_msg(memcmp(a.to.states, b.to.states, bytes) == 0, "config.seed + i are not the seeds");
    const bool drawn = strncmp(s->text, "alquerque", 9) != 0 && strncmp(s->text, "ontherun", 8) != 0;
    for (size_t i = 0; drawn && i < 50; i++)
        for (size_t j = 0; j < i; j++)
            ck_assert_msg(memcmp(arrays_state(&a, i), arrays_state(&a, j), a.game.state_size) != 0, "%zu %zu", i, j);
    ck_assert_int_eq(lg_batch_reset(b.batch, NULL, NULL, NULL), LG_OK);
    for (size_t i = 0; drawn && i < 50; i++)
        for (size_t j = 0; j < 50; j++)
            ck_assert_msg(memcmp(arrays_state(&a, i), arrays_state(&b, j), a.game.state_size) != 0, "%zu %zu", i, j);
    arrays_free(&a);
    arrays_free(&b);
}
END_TEST

/* Until all slots have begun, a slot without its own seed takes config.seed + i, whatever it had before. */
START_TEST(test_seeds_of_parts) {
    lg_batch_config config = lg_batch_default(2);
    config.seed = 5;
    arrays a = arrays_make("blockdrop", config), b = arrays_make("blockdrop", config);
    const uint64_t others[] = {99, 99};
    const uint8_t first[] = {1, 0};
    ck_assert_int_eq(lg_batch_reset(a.batch, first, others, NULL), LG_OK);
    ck_assert_int_eq(lg_batch_reset(a.batch, first, NULL, NULL), LG_OK);
    ck_assert_int_eq(lg_batch_reset(b.batch, NULL, NULL, NULL), LG_OK);
    ck_assert_mem_eq(arrays_state(&a, 0), arrays_state(&b, 0), a.game.state_size);
    arrays_free(&a);
    arrays_free(&b);
}
END_TEST

/* Drawn seats are about equally frequent. */
START_TEST(test_drawn_seats) {
    const setup *s = &SETUPS[8];
    lg_batch_config config = config_of(s, 4000);
    arrays a = arrays_make(s->text, config);
    int count[LG_BLOCKDROP_PLAYERS] = {0};
    ck_assert_int_eq(lg_batch_reset(a.batch, NULL, NULL, NULL), LG_OK);
    for (size_t i = 0; i < a.games; i++) count[a.to.player[i]]++;
    for (int seat = 0; seat < LG_BLOCKDROP_PLAYERS; seat++)
        ck_assert_msg(count[seat] > 900 && count[seat] < 1100, "seat %d: %d times of 4000", seat, count[seat]);
    arrays_free(&a);
}
END_TEST

/* An episode that is over before a learner's first decision begins as terminated, without `final_` rows. */
START_TEST(test_episodes_that_begin_as_terminated) {
    enum { GAMES = 12 };
    lg_batch_config config = lg_batch_default(GAMES);
    for (int i = 1; i < 4; i++) config.player[i].kind = LG_BOT_RANDOM;
    config.seating = LG_BATCH_SEATS_RANDOM;
    config.autoreset = LG_AUTORESET_SAME_STEP;
    arrays a = arrays_make("blockdrop(turns=2)", config);
    lg_rng rng = lg_rng_seed(3, 0);
    int shown = 0, without = 0;
    ck_assert_int_eq(lg_batch_reset(a.batch, NULL, NULL, NULL), LG_OK);
    for (int step = 0; step < 20; step++) {
        bool over[GAMES];
        for (int32_t i = 0; i < GAMES; i++) {
            lg_batch_slot record;
            ck_assert_int_eq(lg_batch_get(a.batch, i, &record), LG_OK);
            over[i] = record.ended != LG_EPISODE_ONGOING;
            a.actions[i] = over[i] ? 0 : arrays_legal(&a, (size_t)i, &rng);
        }
        arrays_clear(&a);
        ck_assert_int_eq(lg_batch_step(a.batch, NULL, NULL), LG_OK);
        for (size_t i = 0; i < GAMES; i++) {
            if (over[i]) {
                ck_assert_int_eq(a.to.final_player[i], -1);
                ck_assert(untouched(a.to.final_observation, i, a.seen));
                without += a.to.terminated[i];
            } else if (a.to.terminated[i] != 0) {
                ck_assert(a.to.final_player[i] >= 0 && !untouched(a.to.final_observation, i, a.seen));
                shown++;
            }
        }
    }
    ck_assert(shown > 0 && without > 0);
    arrays_free(&a);
}
END_TEST

Suite *lg_test_batch_steps(void) {
    Suite *suite = suite_create("batch_steps");
    TCase *tests = tcase_create("batch_steps");
    tcase_add_loop_test(tests, test_every_game_is_here, 0, lg_game_type_count());
    tcase_add_loop_test(tests, test_against_single_games, 0, 3 * SETUP_COUNT);
    tcase_add_loop_test(tests, test_batch_of_one, 0, SETUP_COUNT);
    tcase_add_loop_test(tests, test_threads_change_nothing, 0, SETUP_COUNT);
    tcase_add_loop_test(tests, test_seeds, 0, SETUP_COUNT);
    tcase_add_test(tests, test_seeds_of_parts);
    tcase_add_test(tests, test_drawn_seats);
    tcase_add_test(tests, test_episodes_that_begin_as_terminated);
    suite_add_tcase(suite, tests);
    return suite;
}
