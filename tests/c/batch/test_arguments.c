/* Every wrong argument of a batch, and the arrays that may be missing. */
#include <math.h>

#include "played.h"

START_TEST(test_default_configuration) {
    const lg_batch_config config = lg_batch_default(12);
    ck_assert(config.games == 12 && config.threads == 1 && config.autoreset == LG_AUTORESET_NEXT_STEP);
    ck_assert(config.reward == LG_BATCH_OUTCOME && config.observation == 0 && config.step_limit == 0);
    ck_assert(config.seating == LG_BATCH_SEATS_FIXED && config.seed == 0);
    for (int i = 0; i < LG_MAX_PLAYERS; i++) ck_assert_int_eq(config.player[i].kind, LG_BATCH_LEARNER);
}
END_TEST

START_TEST(test_configurations_that_are_refused) {
    const lg_game game = make_game("alquerque");
    lg_batch_config config = lg_batch_default(12);
    ck_assert_uint_gt(lg_batch_size(&game, &config), 12 * sizeof(lg_batch_slot));
    ck_assert_uint_eq(lg_batch_size(NULL, &config), 0);
    ck_assert_uint_eq(lg_batch_size(&game, NULL), 0);
    const struct {
        size_t offset;
        int32_t wrong;
    } ROWS[] = {
        {offsetof(lg_batch_config, games), 0},       {offsetof(lg_batch_config, games), -1},
        {offsetof(lg_batch_config, games), LG_BATCH_MAX_GAMES + 1},
        {offsetof(lg_batch_config, threads), 0},     {offsetof(lg_batch_config, threads), LG_MAX_THREADS + 1},
        {offsetof(lg_batch_config, autoreset), -1},  {offsetof(lg_batch_config, autoreset), 3},
        {offsetof(lg_batch_config, reward), -1},     {offsetof(lg_batch_config, reward), 3},
        {offsetof(lg_batch_config, form), -1},       {offsetof(lg_batch_config, form), 3},
        {offsetof(lg_batch_config, canonical), -1},  {offsetof(lg_batch_config, canonical), 2},
        {offsetof(lg_batch_config, masks), -1},      {offsetof(lg_batch_config, masks), 2},
        {offsetof(lg_batch_config, variants), 0},    {offsetof(lg_batch_config, variants), LG_BATCH_MAX_VARIANTS + 1},
        {offsetof(lg_batch_config, variant_choice), -1}, {offsetof(lg_batch_config, variant_choice), 2},
        {offsetof(lg_batch_config, discount), (int32_t)0xBF800000 /* -1 */},
        {offsetof(lg_batch_config, discount), 0x3F800001 /* a little above 1 */},
        {offsetof(lg_batch_config, discount), 0x7FC00000 /* no number */},
        {offsetof(lg_batch_config, observation), -1}, {offsetof(lg_batch_config, observation), 1},
        {offsetof(lg_batch_config, step_limit), -1}, {offsetof(lg_batch_config, player), -3},
        {offsetof(lg_batch_config, player[1]), 7},  {offsetof(lg_batch_config, seating), -1},
        {offsetof(lg_batch_config, seating), 3},
        {offsetof(lg_batch_config, rotation), -1},  {offsetof(lg_batch_config, rotation), 2},
        {offsetof(lg_batch_config, from_default), 0}, {offsetof(lg_batch_config, from_default), -1},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        config = lg_batch_default(12);
        memcpy((char *)&config + ROWS[i].offset, &ROWS[i].wrong, sizeof ROWS[i].wrong);
        ck_assert_msg(lg_batch_size(&game, &config) == 0, "row %zu is accepted", i);
    }
    /* Members left at 0: an opponent at random, and shaped rewards without later potentials. */
    config = (lg_batch_config){.games = 12, .threads = 1, .variants = 1, .reward = LG_BATCH_SHAPED};
    config.player[0].kind = LG_BATCH_LEARNER;
    ck_assert_uint_eq(lg_batch_size(&game, &config), 0);
    config = lg_batch_default(12);
    config.player[0].kind = config.player[1].kind = LG_BOT_RANDOM;
    ck_assert_uint_eq(lg_batch_size(&game, &config), 0);
    config.player[2].kind = LG_BATCH_LEARNER; /* a seat that this game lacks */
    ck_assert_uint_eq(lg_batch_size(&game, &config), 0);
    config = lg_batch_default(12);
    config.player[1].kind = LG_BOT_MCTS; /* without any simulations */
    ck_assert_uint_eq(lg_batch_size(&game, &config), 0);
}
END_TEST

/* Its size includes memory for players that search, once for each thread. */
START_TEST(test_size_with_players_that_search) {
    const lg_game game = make_game("alquerque");
    lg_batch_config config = lg_batch_default(12);
    const size_t without = lg_batch_size(&game, &config);
    size_t one, other;
    ck_assert_int_eq(lg_bot_configure(&game, "mcts(nodes=500)", 15, &config.player[1], NULL), LG_OK);
    ck_assert_int_eq(lg_bot_size(&game, &config.player[1], &one), LG_OK);
    for (config.threads = 1; config.threads <= LG_MAX_THREADS; config.threads++)
        ck_assert_uint_eq(lg_batch_size(&game, &config), without + (size_t)config.threads * ((one + 7) / 8 * 8));
    config.threads = 3;
    config.player[0].kind = LG_BOT_GREEDY;
    config.player[1].kind = LG_BATCH_LEARNER;
    ck_assert_uint_eq(lg_batch_size(&game, &config), without);
    const lg_game hidden = make_game("amazes");
    ck_assert_int_eq(lg_bot_configure(NULL, "alphabeta", 9, &config.player[0], NULL), LG_OK);
    ck_assert_int_eq(lg_bot_size(&game, &config.player[0], &other), LG_OK);
    ck_assert_uint_gt(lg_batch_size(&game, &config), without + 3 * other - 1);
    ck_assert_uint_eq(lg_batch_size(&hidden, &config), 0);
}
END_TEST

START_TEST(test_create_arguments) {
    const lg_game game = make_game("alquerque");
    lg_batch_config config = lg_batch_default(12), wrong = lg_batch_default(0);
    uint64_t states[12 * 7];
    int32_t actions[12];
    const size_t size = lg_batch_size(&game, &config);
    char *memory = malloc(size + 8);
    lg_batch *batch = NULL;
    const lg_batch_buffers good = {.states = states, .actions = actions};
    lg_batch_buffers bad = good;
    ck_assert_int_eq(lg_batch_create(NULL, &config, &good, memory, size, &batch), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_create(&game, NULL, &good, memory, size, &batch), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_create(&game, &wrong, &good, memory, size, &batch), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_create(&game, &config, NULL, memory, size, &batch), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_create(&game, &config, &good, NULL, size, &batch), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_create(&game, &config, &good, memory, size - 1, &batch), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_create(&game, &config, &good, memory + 4, size, &batch), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_create(&game, &config, &good, memory, size, NULL), LG_E_ARGUMENT);
    bad.actions = NULL;
    ck_assert_int_eq(lg_batch_create(&game, &config, &bad, memory, size, &batch), LG_E_ARGUMENT);
    bad = good, bad.states = NULL;
    ck_assert_int_eq(lg_batch_create(&game, &config, &bad, memory, size, &batch), LG_E_ARGUMENT);
    bad.states = (char *)states + 4;
    ck_assert_int_eq(lg_batch_create(&game, &config, &bad, memory, size, &batch), LG_E_ARGUMENT);
    ck_assert_ptr_null(batch);
    ck_assert_int_eq(lg_batch_create(&game, &config, &good, memory, size, &batch), LG_OK);
    lg_batch_destroy(batch);
    lg_batch_destroy(NULL);
    free(memory);
}
END_TEST

/* Nothing but resets works until every slot was reset; no slot but 0 ... N-1 exists. */
START_TEST(test_order_and_slots) {
    arrays a = arrays_make("alquerque", lg_batch_default(SLOTS));
    const size_t size = lg_batch_saved_size(a.batch);
    uint8_t which[SLOTS] = {1};
    char *saved = malloc(size);
    lg_batch_slot record;
    const uint64_t before = arrays_hash(&a);
    ck_assert_uint_eq(lg_batch_saved_size(NULL), 0);
    for (int begun_yet = 0; begun_yet < 2; begun_yet++) {
        const int32_t wrong[] = {-1, SLOTS, INT32_MAX, INT32_MIN};
        for (size_t i = 0; i < 4; i++) {
            ck_assert_int_eq(lg_batch_get(a.batch, begun_yet ? wrong[i] : 0, &record), LG_E_ARGUMENT);
            ck_assert_int_eq(lg_batch_save(a.batch, begun_yet ? wrong[i] : 0, saved, size), LG_E_ARGUMENT);
            ck_assert_int_eq(lg_batch_load(a.batch, wrong[i], saved, size), LG_E_ARGUMENT);
            ck_assert_int_eq(lg_batch_clone(a.batch, begun_yet ? wrong[i] : 0, 0), LG_E_ARGUMENT);
            ck_assert_int_eq(lg_batch_clone(a.batch, 0, begun_yet ? wrong[i] : 0), LG_E_ARGUMENT);
            ck_assert_int_eq(lg_batch_branch(a.batch, 0, begun_yet ? wrong[i] : 0, 1), LG_E_ARGUMENT);
        }
        if (begun_yet) break;
        ck_assert_int_eq(lg_batch_step(a.batch, NULL, NULL), LG_E_ARGUMENT);
        ck_assert_uint_eq(arrays_hash(&a), before);
        ck_assert_int_eq(lg_batch_reset(a.batch, which, NULL, NULL), LG_OK);
        ck_assert_int_eq(lg_batch_step(a.batch, NULL, NULL), LG_E_ARGUMENT);
        ck_assert_int_eq(lg_batch_get(a.batch, 0, &record), LG_E_ARGUMENT);
        ck_assert_int_eq(lg_batch_reset(a.batch, NULL, NULL, NULL), LG_OK);
    }
    ck_assert_int_eq(lg_batch_save(a.batch, 0, saved, size - 1), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_save(a.batch, 0, NULL, size), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_load(a.batch, 0, saved, size - 1), LG_E_STATE);
    ck_assert_int_eq(lg_batch_load(a.batch, 0, NULL, size), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_get(a.batch, 0, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_get(NULL, 0, &record), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_step(NULL, NULL, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_reset(NULL, NULL, NULL, NULL), LG_E_ARGUMENT);
    free(saved);
    arrays_free(&a);
}
END_TEST

/* The first reset in parts, some of them twice, is the first reset. */
START_TEST(test_reset_in_parts) {
    lg_batch_config config = lg_batch_default(SLOTS);
    config.seed = 5;
    config.variants = 2;
    config.variant_choice = LG_BATCH_BY_EPISODE;
    config.player[1].kind = LG_BOT_RANDOM;
    config.seating = LG_BATCH_SEATS_RANDOM;
    arrays whole = arrays_make("blockdrop", config), parts = arrays_make("blockdrop", config);
    lg_batch_report report;
    ck_assert_int_eq(lg_batch_reset(parts.batch, NULL, NULL, NULL), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_add(whole.batch, 1, &whole.game), LG_OK);
    ck_assert_int_eq(lg_batch_add(parts.batch, 1, &parts.game), LG_OK);
    ck_assert_int_eq(lg_batch_reset(whole.batch, NULL, NULL, NULL), LG_OK);
    for (int32_t i = 0; i < SLOTS; i++) {
        uint8_t which[SLOTS] = {0};
        which[i] = which[i / 2] = 1;
        ck_assert_int_eq(lg_batch_step(parts.batch, NULL, NULL), LG_E_ARGUMENT);
        ck_assert_int_eq(lg_batch_reset(parts.batch, which, NULL, &report), LG_OK);
        ck_assert_int_eq(report.begun, i == 0 ? 1 : 2);
        ck_assert_int_eq(lg_batch_add(parts.batch, 1, &parts.game), LG_E_ARGUMENT);
    }
    ck_assert_uint_eq(arrays_hash(&parts), arrays_hash(&whole));
    lg_rng one = lg_rng_seed(1, 1), other = one;
    play_steps(&whole, &one, 50);
    play_steps(&parts, &other, 50);
    ck_assert_uint_eq(arrays_hash(&parts), arrays_hash(&whole));
    arrays_free(&whole);
    arrays_free(&parts);
}
END_TEST

/* Only states and actions are given, or one array of rewards in addition: the same games and rewards. */
static void play_beside(const char *text, lg_batch_config config, bool reward, bool rewards) {
    arrays full = begun(text, config), bare = arrays_make(text, config);
    lg_rng rng = lg_rng_seed(2, 2);
    const size_t size = lg_batch_size(&bare.game, &config), players = (size_t)full.game.players;
    float total = 0;
    lg_batch_destroy(bare.batch);
    const lg_batch_buffers buffers = {.states = bare.to.states,
                                      .actions = bare.actions,
                                      .reward = reward ? bare.to.reward : NULL,
                                      .rewards = rewards ? bare.to.rewards : NULL};
    ck_assert_int_eq(lg_batch_create(&bare.game, &config, &buffers, bare.memory, size, &bare.batch), LG_OK);
    ck_assert_int_eq(lg_batch_reset(bare.batch, NULL, NULL, NULL), LG_OK);
    for (int32_t step = 0; step < 60; step++) {
        play_steps(&full, &rng, 1);
        memcpy(bare.actions, full.actions, SLOTS * sizeof *bare.actions);
        ck_assert_int_eq(lg_batch_step(bare.batch, NULL, NULL), LG_OK);
        ck_assert(memcmp(full.to.states, bare.to.states, SLOTS * full.game.state_size) == 0);
        for (size_t i = 0; i < SLOTS; i++) total += fabsf(full.to.reward[i]);
        if (reward) ck_assert(memcmp(full.to.reward, bare.to.reward, SLOTS * sizeof(float)) == 0);
        if (rewards) ck_assert(memcmp(full.to.rewards, bare.to.rewards, SLOTS * players * sizeof(float)) == 0);
    }
    ck_assert(config.reward != LG_BATCH_SCORE || total > 0);
    arrays_free(&full);
    arrays_free(&bare);
}

START_TEST(test_few_outputs) {
    lg_batch_config config = against_random(GAMES[_i]);
    for (int32_t kind = LG_BATCH_OUTCOME; kind <= LG_BATCH_SCORE; kind++) {
        config.reward = kind;
        play_beside(GAMES[_i], config, false, false);
        play_beside(GAMES[_i], config, true, false);
        play_beside(GAMES[_i], config, false, true);
    }
}
END_TEST

Suite *lg_test_batch_arguments(void) {
    Suite *suite = suite_create("batch_arguments");
    TCase *tests = tcase_create("batch_arguments");
    tcase_add_test(tests, test_default_configuration);
    tcase_add_test(tests, test_configurations_that_are_refused);
    tcase_add_test(tests, test_size_with_players_that_search);
    tcase_add_test(tests, test_create_arguments);
    tcase_add_test(tests, test_order_and_slots);
    tcase_add_test(tests, test_reset_in_parts);
    tcase_add_loop_test(tests, test_few_outputs, 0, GAME_COUNT);
    suite_add_tcase(suite, tests);
    return suite;
}
