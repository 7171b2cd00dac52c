/* Expansion and resampling: the results of many actions and states in one call. */
#include "played.h"

enum { PAIRS = 300 };

/* Room for PAIRS results, filled with SENTINEL. */
typedef struct results {
    lg_batch_expansion to;
    int32_t parents[PAIRS], actions[PAIRS];
} results;

static void *space_for(size_t rows, size_t size) {
    return memset(lg_test_malloc(rows * size), SENTINEL, rows * size);
}

static results *results_make(const arrays *a) {
    results *r = lg_test_calloc(1, sizeof *r);
    const size_t players = (size_t)a->game.players;
    r->to.count = PAIRS;
    r->to.actions = r->actions;
    r->to.parents = r->parents;
    r->to.after = space_for(PAIRS, a->game.state_size);
    r->to.status = space_for(PAIRS, sizeof(int32_t));
    r->to.player = space_for(PAIRS, sizeof(int32_t));
    r->to.observation = space_for(PAIRS, a->seen);
    r->to.mask = space_for(PAIRS, (size_t)a->game.actions);
    r->to.scores = space_for(PAIRS, players * sizeof(int32_t));
    r->to.outcome = space_for(PAIRS, players * sizeof(float));
    return r;
}

static void results_free(results *r) {
    void *const all[] = {r->to.after, r->to.status, r->to.player, r->to.observation, r->to.mask, r->to.scores,
                         r->to.outcome};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) free(all[i]);
    free(r);
}

/* Pair k of the results compared with lg_game_apply and its relatives. */
static void check_pair(const arrays *a, const results *r, const void *states, size_t count, size_t k) {
    const lg_game *game = &a->game;
    const size_t size = game->state_size, players = (size_t)game->players;
    uint64_t mask[LG_MAX_MASK_WORDS];
    int32_t scores[LG_MAX_PLAYERS];
    float outcome[LG_MAX_PLAYERS];
    char *after = lg_test_malloc(size), *seen = lg_test_malloc(a->seen);
    const bool known = r->parents[k] >= 0 && (size_t)r->parents[k] < count;
    const char *before = known ? (const char *)states + (size_t)r->parents[k] * size : NULL;
    const lg_status status = known ? lg_game_apply(game, before, r->actions[k], after) : LG_E_ARGUMENT;
    LG_REQUIRE(r->to.status[k] == (int32_t)status, "pair %zu: status %d, not %d", k, r->to.status[k], (int)status);
    if (status != LG_OK) {
        const bool left_alone = untouched(r->to.after, k, size) && untouched(r->to.player, k, 4) &&
                                untouched(r->to.observation, k, a->seen) &&
                                untouched(r->to.mask, k, (size_t)game->actions) &&
                                untouched(r->to.scores, k, 4 * players) && untouched(r->to.outcome, k, 4 * players);
        LG_REQUIRE(left_alone, "pair %zu failed, but its rows are written", k);
    } else {
        const int32_t player = lg_game_player(game, after), viewer = player < 0 ? lg_game_player(game, before) : player;
        LG_REQUIRE(memcmp((char *)r->to.after + k * size, after, size) == 0, "pair %zu: state", k);
        LG_REQUIRE(r->to.player[k] == player, "pair %zu: player %d, not %d", k, r->to.player[k], player);
        (void)lg_game_observe(game, after, viewer, a->config.observation, seen, a->seen);
        LG_REQUIRE(memcmp((char *)r->to.observation + k * a->seen, seen, a->seen) == 0, "pair %zu: observation", k);
        (void)lg_game_legal(game, after, mask);
        for (int32_t i = 0; i < game->actions; i++)
            LG_REQUIRE(r->to.mask[k * (size_t)game->actions + (size_t)i] == (mask[i / 64] >> i % 64 & 1),
                       "pair %zu: mask", k);
        (void)lg_game_scores(game, after, scores);
        (void)lg_game_outcome(game, after, outcome);
        LG_REQUIRE(memcmp(r->to.scores + k * players, scores, players * sizeof *scores) == 0, "pair %zu: scores", k);
        LG_REQUIRE(memcmp(r->to.outcome + k * players, outcome, players * sizeof *outcome) == 0,
                   "pair %zu: outcome", k);
    }
    free(after);
    free(seen);
}

/* All legal actions of random slots, a few wrong ones between them. */
static int32_t draw_pairs(const arrays *a, results *r, lg_rng *rng) {
    for (size_t k = 0; k < PAIRS; k++) {
        r->parents[k] = (int32_t)lg_rng_below(rng, SLOTS);
        r->actions[k] = arrays_legal(a, (size_t)r->parents[k], rng);
        if (k % 37 == 5) r->parents[k] = k % 2 == 0 ? -1 : SLOTS;
        if (k % 41 == 6) r->actions[k] = k % 2 == 0 ? -1 : a->game.actions;
        if (k % 43 == 7) r->actions[k] = (int32_t)lg_rng_below(rng, (uint32_t)a->game.actions);
    }
    return PAIRS;
}

START_TEST(test_expand) {
    lg_batch_config config = against_random(GAMES[_i / 3]);
    config.threads = 1 + _i % 3;
    if (LG_TESTS_THREADS_ALONE && config.threads == 1) return;
    config.autoreset = LG_AUTORESET_DISABLED;
    arrays a = begun(GAMES[_i / 3], config);
    lg_rng rng = lg_rng_seed(13, 13);
    const size_t bytes = SLOTS * a.game.state_size;
    void *copy = lg_test_malloc(bytes);
    for (int32_t round = 0; round < 4; round++) {
        play_steps(&a, &rng, 25 * round); /* the last ones: some games are over */
        memcpy(copy, a.to.states, bytes);
        for (int own = 0; own < 2; own++) {
            results *r = results_make(&a);
            int32_t failed = -1, wrong = 0;
            (void)draw_pairs(&a, r, &rng);
            r->to.states = own ? NULL : copy;
            r->to.state_count = own ? -7 : SLOTS;
            const uint64_t before = arrays_hash(&a);
            ck_assert_int_eq(lg_batch_expand(a.batch, &r->to, &failed), LG_OK);
            ck_assert_uint_eq(arrays_hash(&a), before);
            for (size_t k = 0; k < PAIRS; k++) {
                check_pair(&a, r, copy, SLOTS, k);
                wrong += r->to.status[k] != LG_OK;
            }
            ck_assert_int_eq(failed, wrong);
            ck_assert_int_gt(wrong, 0);
            results_free(r);
        }
    }
    free(copy);
    arrays_free(&a);
}
END_TEST

/* The last action of a game: no player is to move, and the observation is for the player who played it. */
START_TEST(test_expand_to_the_end) {
    arrays a = begun(GAMES[_i], against_random(GAMES[_i]));
    lg_rng rng = lg_rng_seed(14, 14);
    uint64_t *states = lg_test_calloc(SLOTS, a.game.state_size);
    results *r = results_make(&a);
    int movers = 0;
    for (int32_t k = 0; k < SLOTS; k++) {
        char *state = (char *)states + (size_t)k * a.game.state_size, *after = lg_test_malloc(a.game.state_size);
        (void)lg_game_new(&a.game, (uint64_t)k, state);
        for (;;) {
            (void)lg_game_choose(&a.game, state, LG_BOT_RANDOM, &rng, &r->actions[k]);
            (void)lg_game_apply(&a.game, state, r->actions[k], after);
            if (lg_game_player(&a.game, after) < 0) break;
            memcpy(state, after, a.game.state_size);
        }
        movers |= 1 << lg_game_player(&a.game, state);
        r->parents[k] = k;
        free(after);
    }
    r->to.count = r->to.state_count = SLOTS;
    r->to.states = states;
    ck_assert_int_eq(lg_batch_expand(a.batch, &r->to, NULL), LG_OK);
    for (size_t k = 0; k < SLOTS; k++) {
        check_pair(&a, r, states, SLOTS, k);
        ck_assert_int_eq(r->to.player[k], -1);
    }
    ck_assert_msg(movers != 1, "the first player always moves last");
    free(states);
    results_free(r);
    arrays_free(&a);
}
END_TEST

/* Without parents pair k refers to state k, and may be played in place; all but actions and states may be left out. */
START_TEST(test_expand_in_place) {
    arrays a = begun(GAMES[_i], against_random(GAMES[_i]));
    lg_rng rng = lg_rng_seed(13, 13);
    results *r = results_make(&a);
    for (size_t k = 0; k < SLOTS; k++) r->parents[k] = (int32_t)k, r->actions[k] = arrays_legal(&a, k, &rng);
    r->to.count = SLOTS;
    ck_assert_int_eq(lg_batch_expand(a.batch, &r->to, NULL), LG_OK);
    uint64_t *states = lg_test_malloc(SLOTS * a.game.state_size);
    memcpy(states, a.to.states, SLOTS * a.game.state_size);
    const lg_batch_expansion in_place = {
        .count = SLOTS, .state_count = SLOTS, .states = states, .actions = r->actions, .after = states};
    ck_assert_int_eq(lg_batch_expand(a.batch, &in_place, NULL), LG_OK);
    ck_assert(memcmp(states, r->to.after, SLOTS * a.game.state_size) == 0);
    free(states);
    results_free(r);
    arrays_free(&a);
}
END_TEST

START_TEST(test_expand_arguments) {
    arrays a = arrays_make("alquerque", lg_batch_default(SLOTS));
    uint64_t states[2 * 7], after[2 * 7];
    int32_t actions[2] = {0, 0}, failed = 5;
    lg_batch_expansion good = {.count = 2, .state_count = 2, .states = states, .actions = actions, .after = after};
    lg_batch_expansion e = good;
    lg_alquerque_start((lg_alquerque *)(void *)states);
    lg_alquerque_start((lg_alquerque *)(void *)(states + 7));
    ck_assert_int_eq(lg_batch_expand(a.batch, &e, &failed), LG_OK);
    ck_assert_int_eq(failed, 2);
    e.states = NULL;
    ck_assert_int_eq(lg_batch_expand(a.batch, &e, &failed), LG_E_ARGUMENT); /* no slot has an episode */
    e = good, e.count = 0, e.after = NULL, e.actions = NULL;
    ck_assert_int_eq(lg_batch_expand(a.batch, &e, &failed), LG_OK);
    ck_assert_int_eq(failed, 0);
    const lg_batch_expansion wrong[] = {
        {.count = -1, .state_count = 2, .states = states, .actions = actions, .after = after},
        {.count = LG_BATCH_MAX_GAMES + 1, .state_count = 2, .states = states, .actions = actions, .after = after},
        {.count = 2, .state_count = -1, .states = states, .actions = actions, .after = after},
        {.count = 2, .state_count = LG_BATCH_MAX_GAMES + 1, .states = states, .actions = actions, .after = after},
        {.count = 2, .state_count = 2, .states = (char *)states + 4, .actions = actions, .after = after},
        {.count = 2, .state_count = 2, .states = states, .actions = actions, .after = (char *)after + 4},
        {.count = 2, .state_count = 2, .states = states, .actions = actions, .after = NULL},
        {.count = 2, .state_count = 2, .states = states, .actions = NULL, .after = after},
    };
    failed = 5;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        ck_assert_int_eq(lg_batch_expand(a.batch, &wrong[i], &failed), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_expand(NULL, &good, &failed), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_expand(a.batch, NULL, &failed), LG_E_ARGUMENT);
    ck_assert_int_eq(failed, 5);
    arrays_free(&a);
}
END_TEST

/* Samples of slots and of states, compared with lg_game_resample and lg_game_information_key, with wrong players and
 * states. */
START_TEST(test_resample) {
    lg_batch_config config = against_random(GAMES[_i]);
    config.threads = 1 + _i % 3;
    config.autoreset = LG_AUTORESET_DISABLED;
    arrays a = begun(GAMES[_i], config);
    lg_rng rng = lg_rng_seed(15, 15);
    const size_t size = a.game.state_size;
    play_steps(&a, &rng, 30);
    uint64_t *states = lg_test_malloc(SLOTS * size), *after = lg_test_malloc(PAIRS * size), *expected = lg_test_malloc(size), keys[PAIRS];
    memcpy(states, a.to.states, SLOTS * size);
    int32_t parents[PAIRS], players[PAIRS], status[PAIRS];
    for (int part = 0; part < 4; part++) { /* own slots or states; the player to move or a given one */
        const bool own = part % 2 == 0, given = part >= 2;
        int32_t failed = -1, wrong = 0;
        for (int32_t k = 0; k < PAIRS; k++) {
            parents[k] = k % 37 == 5 ? k % 2 == 0 ? -1 : SLOTS : (int32_t)lg_rng_below(&rng, SLOTS);
            players[k] = k % 41 == 6 ? k % 2 == 0 ? -1 : a.game.players : k % a.game.players;
        }
        memset(after, SENTINEL, PAIRS * size);
        memset(keys, SENTINEL, sizeof keys);
        const lg_batch_sampling to = {.count = PAIRS, .state_count = SLOTS, .states = own ? NULL : states,
                                      .parents = parents, .seed = 70, .players = given ? players : NULL,
                                      .after = after, .keys = keys, .status = status};
        const uint64_t before = arrays_hash(&a);
        ck_assert_int_eq(lg_batch_resample(a.batch, &to, &failed), LG_OK);
        ck_assert_uint_eq(arrays_hash(&a), before);
        for (int32_t k = 0; k < PAIRS; k++) {
            const bool known = parents[k] >= 0 && parents[k] < SLOTS;
            const void *state = known ? (char *)states + (size_t)parents[k] * size : NULL;
            const int32_t mover = known ? lg_game_player(&a.game, state) : 0, player = given ? players[k] : mover;
            lg_rng own_rng = lg_rng_seed(70 + (uint64_t)k, 3);
            uint64_t key = 0;
            const lg_status found = !known                  ? LG_E_ARGUMENT
                                    : !given && mover < 0   ? LG_E_OVER
                                    : lg_game_information_key(&a.game, state, player, &key);
            LG_REQUIRE(status[k] == (int32_t)found, "sample %d: %d, not %d", k, status[k], (int)found);
            wrong += found != LG_OK;
            if (found != LG_OK) {
                LG_REQUIRE(untouched(after, (size_t)k, size) && untouched(keys, (size_t)k, 8), "sample %d", k);
                continue;
            }
            ck_assert_int_eq(lg_game_resample(&a.game, state, player, &own_rng, expected), LG_OK);
            LG_REQUIRE(memcmp((char *)after + (size_t)k * size, expected, size) == 0, "sample %d", k);
            LG_REQUIRE(keys[k] == key, "the key of sample %d", k);
        }
        ck_assert_int_eq(failed, wrong);
        ck_assert_int_gt(wrong, 0);
    }
    free(states);
    free(after);
    free(expected);
    arrays_free(&a);
}
END_TEST

START_TEST(test_resample_arguments) {
    arrays a = begun("alquerque", lg_batch_default(SLOTS));
    int32_t failed = 5;
    uint64_t keys[2], after[2 * 7];
    const lg_batch_sampling only_keys = {.count = 2, .keys = keys}, none = {.count = 0};
    ck_assert_int_eq(lg_batch_resample(a.batch, &only_keys, &failed), LG_OK);
    ck_assert_int_eq(failed, 0);
    uint64_t key;
    ck_assert_int_eq(lg_game_information_key(&a.game, arrays_state(&a, 1), 0, &key), LG_OK);
    ck_assert_uint_eq(keys[1], key);
    ck_assert_int_eq(lg_batch_resample(a.batch, &none, &failed), LG_OK);
    const lg_batch_sampling wrong[] = {{.count = -1, .after = after},
                                       {.count = LG_BATCH_MAX_GAMES + 1, .after = after},
                                       {.count = 1, .after = (char *)after + 4}};
    failed = 5;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        ck_assert_int_eq(lg_batch_resample(a.batch, &wrong[i], &failed), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_resample(NULL, &none, &failed), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_resample(a.batch, NULL, &failed), LG_E_ARGUMENT);
    ck_assert_int_eq(failed, 5);
    arrays_free(&a);
}
END_TEST

Suite *lg_test_batch_expand(void) {
    Suite *suite = suite_create("batch_expand");
    TCase *tests = tcase_create("batch_expand");
    tcase_add_loop_test(tests, test_expand, 0, 3 * GAME_COUNT);
    tcase_add_loop_test(tests, test_expand_to_the_end, 0, GAME_COUNT);
    tcase_add_loop_test(tests, test_expand_in_place, 0, GAME_COUNT);
    tcase_add_test(tests, test_expand_arguments);
    tcase_add_loop_test(tests, test_resample, 0, GAME_COUNT);
    tcase_add_test(tests, test_resample_arguments);
    suite_add_tcase(suite, tests);
    return suite;
}
