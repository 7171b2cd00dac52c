/* Single slots saved, loaded, cloned, branched and started. */
#include "played.h"

static lg_batch_slot record_of(const arrays *a, int32_t slot) {
    lg_batch_slot record;
    ck_assert_int_eq(lg_batch_get(a->batch, slot, &record), LG_OK);
    return record;
}

/* A position's rows: the same in two slots, of one batch or of two. */
static void check_same_view(const arrays *a, size_t i, const arrays *b, size_t j) {
    const size_t actions = (size_t)a->game.actions;
    ck_assert(memcmp(arrays_state(a, i), arrays_state(b, j), a->game.state_size) == 0);
    ck_assert(memcmp((char *)a->to.observation + i * a->seen, (char *)b->to.observation + j * b->seen, a->seen) == 0);
    ck_assert(memcmp(a->to.mask + i * actions, b->to.mask + j * actions, actions) == 0);
    ck_assert_int_eq(a->to.player[i], b->to.player[j]);
    ck_assert_int_eq(a->to.terminated[i], b->to.terminated[j]);
    ck_assert_int_eq(a->to.truncated[i], b->to.truncated[j]);
    ck_assert_int_eq(a->to.status[i], b->to.status[j]);
    const lg_batch_slot one = record_of(a, (int32_t)i), other = record_of(b, (int32_t)j);
    ck_assert_mem_eq(&one, &other, sizeof one);
}

static void check_no_reward(const arrays *a, size_t i) {
    ck_assert(a->to.reward[i] == 0);
    for (size_t p = 0; p < (size_t)a->game.players; p++) ck_assert(a->to.rewards[i * (size_t)a->game.players + p] == 0);
}

/* The same actions in slot i of one batch and slot j of the other: the same future, rewards and new episodes
 * included. */
static void check_same_future(arrays *a, size_t i, arrays *b, size_t j, int32_t steps) {
    lg_rng rng = lg_rng_seed(11, 11);
    const size_t players = (size_t)a->game.players;
    for (int32_t step = 0; step < steps; step++) {
        arrays_play(a, &rng);
        if (b != a) arrays_play(b, &rng);
        b->actions[j] = a->actions[i];
        ck_assert_int_eq(lg_batch_step(a->batch, NULL, NULL), LG_OK);
        if (b != a) ck_assert_int_eq(lg_batch_step(b->batch, NULL, NULL), LG_OK);
        check_same_view(a, i, b, j);
        ck_assert(memcmp(a->to.rewards + i * players, b->to.rewards + j * players, players * sizeof(float)) == 0);
    }
}

/* ---- saving and loading ---- */

START_TEST(test_save_and_load) {
    lg_rng rng = lg_rng_seed(5, 5);
    arrays a = begun(GAMES[_i], against_random(GAMES[_i])), b = begun(GAMES[_i], a.config);
    const size_t size = lg_batch_saved_size(a.batch);
    void *saved = lg_test_malloc(size), *again = lg_test_malloc(size);
    ck_assert_uint_eq(size, sizeof(lg_batch_slot) + a.game.state_size);
    for (size_t i = 0; i < 4; i++) {
        const int32_t from = (int32_t)i, to = (int32_t)(SLOTS - 1 - i);
        play_steps(&a, &rng, 9);
        ck_assert_int_eq(lg_batch_save(a.batch, from, saved, size), LG_OK);
        arrays_clear(&b);
        ck_assert_int_eq(lg_batch_load(b.batch, to, saved, size), LG_OK);
        check_no_reward(&b, (size_t)to);
        ck_assert_int_eq(lg_batch_save(b.batch, to, again, size), LG_OK);
        ck_assert_mem_eq(saved, again, size);
        check_same_future(&a, i, &b, (size_t)to, 60);
    }
    free(saved);
    free(again);
    arrays_free(&a);
    arrays_free(&b);
}
END_TEST

/* A truncated game stays truncated in its new slot, and the following reset is the same. */
START_TEST(test_save_and_load_truncated) {
    lg_rng rng = lg_rng_seed(5, 5);
    lg_batch_config config = against_random(GAMES[_i]);
    config.step_limit = 4;
    config.autoreset = LG_AUTORESET_NEXT_STEP;
    arrays a = begun(GAMES[_i], config), b = begun(GAMES[_i], config);
    const size_t size = lg_batch_saved_size(a.batch);
    void *saved = lg_test_malloc(size);
    play_steps(&a, &rng, config.step_limit);
    size_t from = 0;
    while (from < SLOTS - 1 && a.to.truncated[from] == 0) from++;
    ck_assert_int_eq(record_of(&a, (int32_t)from).ended, LG_EPISODE_TRUNCATED);
    ck_assert_int_eq(lg_batch_save(a.batch, (int32_t)from, saved, size), LG_OK);
    arrays_clear(&b);
    ck_assert_int_eq(lg_batch_load(b.batch, 1, saved, size), LG_OK);
    ck_assert_int_eq(b.to.truncated[1], 1);
    ck_assert_int_eq(b.to.terminated[1], 0);
    check_same_view(&a, from, &b, 1);
    check_same_future(&a, from, &b, 1, 30);
    free(saved);
    arrays_free(&a);
    arrays_free(&b);
}
END_TEST

/* Slots that were saved take the place of the first reset: all have begun when each was loaded, in any order. */
START_TEST(test_loaded_instead_of_reset) {
    lg_rng rng = lg_rng_seed(8, 8);
    lg_batch_config config = against_random("snakecore(size=8,rounds=30)");
    config.variants = 2;
    arrays a = arrays_make("snakecore(size=8,rounds=30)", config);
    arrays b = arrays_make("snakecore(size=8,rounds=30)", config);
    const size_t size = lg_batch_saved_size(a.batch);
    char *saved = lg_test_malloc(size);
    ck_assert_int_eq(lg_batch_add(a.batch, 1, &a.game), LG_OK);
    ck_assert_int_eq(lg_batch_reset(a.batch, NULL, NULL, NULL), LG_OK);
    play_steps(&a, &rng, 40);
    for (int32_t i = 0; i < SLOTS; i++) {
        const int32_t slot = (i + 2) % SLOTS; /* not the first one first */
        lg_batch_slot record;
        ck_assert_int_eq(lg_batch_save(a.batch, slot, saved, size), LG_OK);
        if (i == 0) ck_assert_int_eq(lg_batch_load(b.batch, slot, saved, size), LG_E_ARGUMENT); /* no variant 1 */
        if (i == 0) ck_assert_int_eq(lg_batch_add(b.batch, 1, &b.game), LG_OK);
        ck_assert_int_eq(lg_batch_get(b.batch, slot, &record), LG_E_ARGUMENT);
        ck_assert_int_eq(lg_batch_step(b.batch, NULL, NULL), LG_E_ARGUMENT);
        ck_assert_int_eq(lg_batch_load(b.batch, slot, saved, size), LG_OK);
    }
    for (int32_t i = 0; i < SLOTS; i++) {
        const lg_batch_slot one = record_of(&a, i), other = record_of(&b, i);
        ck_assert_mem_eq(&one, &other, sizeof one);
        ck_assert(memcmp(arrays_state(&a, (size_t)i), arrays_state(&b, (size_t)i), a.game.state_size) == 0);
    }
    check_same_future(&a, 3, &b, 3, 90);
    free(saved);
    arrays_free(&a);
    arrays_free(&b);
}
END_TEST

/* Damaged bytes are refused, and the slot is unchanged; or they are a slot that can be continued. */
START_TEST(test_damaged_slots) {
    lg_rng rng = lg_rng_seed(6, 6);
    arrays a = begun(GAMES[_i], against_random(GAMES[_i]));
    const size_t size = lg_batch_saved_size(a.batch);
    uint8_t *saved = lg_test_malloc(size);
    int refused = 0, taken = 0;
    for (int32_t round = 0; round < 3000 / lg_tests_part(); round++) {
        play_steps(&a, &rng, round % 8 == 0);
        ck_assert_int_eq(lg_batch_save(a.batch, 0, saved, size), LG_OK);
        const size_t place = lg_rng_below(&rng, 2) == 0 ? lg_rng_below(&rng, sizeof(lg_batch_slot))
                                                        : lg_rng_below(&rng, (uint32_t)size);
        saved[place] ^= (uint8_t)(1 + lg_rng_below(&rng, 255));
        arrays_clear(&a);
        const uint64_t before = arrays_hash(&a);
        const lg_status status = lg_batch_load(a.batch, 0, saved, size);
        if (status != LG_OK) {
            ck_assert_int_eq(status, LG_E_STATE);
            ck_assert_uint_eq(arrays_hash(&a), before);
            refused++;
        } else {
            ck_assert_int_ge(a.to.player[0], 0);
            taken++;
        }
    }
    ck_assert(refused > 0 && taken > 0);
    free(saved);
    arrays_free(&a);
}
END_TEST

static void spoil(arrays *a, const lg_batch_slot *record, const void *state) {
    const size_t size = lg_batch_saved_size(a->batch);
    char *saved = lg_test_malloc(size);
    memcpy(saved, record, sizeof *record);
    memcpy(saved + sizeof *record, state, a->game.state_size);
    ck_assert_int_eq(lg_batch_load(a->batch, 0, saved, size), LG_E_STATE);
    free(saved);
}

/* Values of every field of the record that are impossible in this configuration. */
START_TEST(test_records_that_are_refused) {
    lg_batch_config config = lg_batch_default(SLOTS);
    config.player[1].kind = LG_BOT_GREEDY;
    arrays a = begun("snakecore(size=8,rounds=3)", config);
    const lg_batch_slot good = record_of(&a, 0);
    lg_batch_slot bad = good;
    bad.rng.increment ^= 1, spoil(&a, &bad, arrays_state(&a, 0)), bad = good;
    bad.steps = -1, spoil(&a, &bad, arrays_state(&a, 0)), bad = good;
    bad.player = 1, spoil(&a, &bad, arrays_state(&a, 0)), bad = good;
    bad.player = -1, spoil(&a, &bad, arrays_state(&a, 0)), bad = good;
    bad.player = 2, spoil(&a, &bad, arrays_state(&a, 0)), bad = good;
    bad.rotation = 1, spoil(&a, &bad, arrays_state(&a, 0)), bad = good;
    bad.ended = 1, spoil(&a, &bad, arrays_state(&a, 0)), bad = good;
    bad.ended = 4, spoil(&a, &bad, arrays_state(&a, 0)), bad = good;
    bad.rewarded[0] = 1, spoil(&a, &bad, arrays_state(&a, 0)), bad = good; /* no reward but the outcome */
    bad.variant = 1, spoil(&a, &bad, arrays_state(&a, 0));
    lg_rng rng = lg_rng_seed(1, 1);
    play_steps(&a, &rng, 3); /* three rounds: the game is over */
    ck_assert_int_eq(a.to.terminated[0], 1);
    bad = record_of(&a, 0);
    ck_assert_int_eq(bad.ended, 1);
    bad.ended = 0, spoil(&a, &bad, arrays_state(&a, 0));
    bad.ended = 2, spoil(&a, &bad, arrays_state(&a, 0));
    arrays_free(&a);
}
END_TEST

/* A finished game has a last player as well, with learners in all seats. */
START_TEST(test_records_without_a_player_to_move) {
    arrays a = begun("snakecore(size=8,rounds=1)", lg_batch_default(SLOTS));
    lg_rng rng = lg_rng_seed(1, 1);
    play_steps(&a, &rng, 2);
    lg_batch_slot bad = record_of(&a, 0);
    ck_assert_int_eq(bad.ended, LG_EPISODE_TERMINATED);
    bad.player = -1, spoil(&a, &bad, arrays_state(&a, 0));
    bad.player = 2, spoil(&a, &bad, arrays_state(&a, 0));
    arrays_free(&a);
}
END_TEST

/* With scores players can have been rewarded for anything, with potentials for no more than those; others for
 * nothing. */
START_TEST(test_rewards_that_are_refused) {
    lg_batch_config config = lg_batch_default(SLOTS);
    config.player[1].kind = LG_BOT_GREEDY;
    config.reward = LG_BATCH_SCORE;
    for (int shaped = 0; shaped < 2; shaped++) {
        arrays a = begun("snakecore(size=8,rounds=3)", config);
        const lg_batch_slot good = record_of(&a, 0);
        lg_batch_slot bad = good;
        bad.rewarded[2] = 7, spoil(&a, &bad, arrays_state(&a, 0)), bad = good;
        bad.rewarded[LG_MAX_PLAYERS - 1] = -1, spoil(&a, &bad, arrays_state(&a, 0));
        if (shaped == 1) {
            bad = good, bad.rewarded[1] = LG_MAX_POTENTIAL + 1, spoil(&a, &bad, arrays_state(&a, 0));
            bad = good, bad.rewarded[0] = INT32_MIN, spoil(&a, &bad, arrays_state(&a, 0));
        }
        arrays_free(&a);
        config.reward = LG_BATCH_SHAPED;
    }
}
END_TEST

/* An unfinished episode has room for another step, and an episode ended by the limit has used all of them. */
START_TEST(test_steps_that_are_refused) {
    lg_batch_config config = lg_batch_default(SLOTS);
    config.player[1].kind = LG_BOT_GREEDY;
    config.step_limit = 2;
    arrays a = begun("snakecore(size=8,rounds=3)", config);
    lg_batch_slot bad = record_of(&a, 0);
    ck_assert_int_eq(bad.steps, 0);
    bad.steps = 2, spoil(&a, &bad, arrays_state(&a, 0));
    bad.steps = INT32_MAX, spoil(&a, &bad, arrays_state(&a, 0));
    bad.steps = 1, bad.ended = LG_EPISODE_TRUNCATED, spoil(&a, &bad, arrays_state(&a, 0));
    bad.steps = 3, spoil(&a, &bad, arrays_state(&a, 0));
    arrays_free(&a);

    config.step_limit = 0; /* the game's own length is one: three rounds of two players */
    a = begun("snakecore(size=8,rounds=3)", config);
    bad = record_of(&a, 0);
    ck_assert_int_eq(a.game.longest, 6);
    bad.steps = 6, spoil(&a, &bad, arrays_state(&a, 0));
    bad.steps = 2, bad.ended = LG_EPISODE_TRUNCATED, spoil(&a, &bad, arrays_state(&a, 0));
    arrays_free(&a);
}
END_TEST

/* Drawn seats are seats of the game, and taken over; a record whose learner sits elsewhere is refused. */
START_TEST(test_records_of_drawn_seats) {
    lg_batch_config config = lg_batch_default(SLOTS);
    config.seating = LG_BATCH_SEATS_RANDOM;
    config.player[1].kind = config.player[2].kind = config.player[3].kind = LG_BOT_RANDOM;
    arrays a = begun("blockdrop", config);
    bool seen[LG_BLOCKDROP_PLAYERS] = {false};
    for (int32_t i = 0; i < SLOTS; i++) {
        const lg_batch_slot good = record_of(&a, i);
        lg_batch_slot bad = good;
        ck_assert_int_eq(good.player, good.rotation);
        seen[good.rotation] = true;
        for (int other = 0; other < 256; other++) {
            bad.rotation = (uint8_t)other;
            if (other != good.rotation) spoil(&a, &bad, arrays_state(&a, (size_t)i));
        }
    }
    for (int seat = 0; seat < LG_BLOCKDROP_PLAYERS; seat++) ck_assert_msg(seen[seat], "seat %d is empty", seat);
    arrays_free(&a);
}
END_TEST

/* If seats are not drawn, none may be, even if learners sit in all of them. */
START_TEST(test_records_of_seats_that_are_not_drawn) {
    arrays a = begun("blockdrop", lg_batch_default(SLOTS));
    lg_batch_slot bad = record_of(&a, 0);
    for (int other = 1; other < 256; other++) {
        bad.rotation = (uint8_t)other;
        spoil(&a, &bad, arrays_state(&a, 0));
    }
    arrays_free(&a);
}
END_TEST

/* ---- cloning and branching ---- */

START_TEST(test_clone) {
    lg_rng rng = lg_rng_seed(8, 8);
    arrays a = begun(GAMES[_i], against_random(GAMES[_i]));
    play_steps(&a, &rng, 7);
    arrays_clear(&a);
    ck_assert_int_eq(lg_batch_clone(a.batch, 2, 9), LG_OK);
    check_no_reward(&a, 9);
    ck_assert_int_eq(lg_batch_clone(a.batch, 2, 2), LG_OK);
    check_same_view(&a, 2, &a, 9);
    check_same_future(&a, 2, &a, 9, 100);
    arrays_free(&a);
}
END_TEST

START_TEST(test_branch) {
    lg_rng rng = lg_rng_seed(8, 8);
    arrays a = begun(GAMES[_i], against_random(GAMES[_i]));
    int different = 0;
    play_steps(&a, &rng, 7);
    for (int32_t to = 1; to < SLOTS; to++) ck_assert_int_eq(lg_batch_branch(a.batch, 0, to, (uint64_t)to), LG_OK);
    for (size_t to = 1; to < SLOTS; to++) {
        const lg_batch_slot one = record_of(&a, 0), other = record_of(&a, (int32_t)to);
        ck_assert(memcmp(arrays_state(&a, 0), arrays_state(&a, to), a.game.state_size) == 0);
        ck_assert(one.steps == other.steps && one.seed == other.seed && one.player == other.player);
        ck_assert(other.rng.state != one.rng.state && other.seeds == to);
        ck_assert_int_eq(a.to.player[to], one.player);
    }
    for (int32_t step = 0; step < 30; step++) {
        const int32_t action = arrays_legal(&a, 0, &rng);
        arrays_play(&a, &rng);
        for (size_t to = 0; to < SLOTS; to++) a.actions[to] = action;
        ck_assert_int_eq(lg_batch_step(a.batch, NULL, NULL), LG_OK);
        for (size_t to = 1; to < SLOTS; to++)
            different += memcmp(arrays_state(&a, 0), arrays_state(&a, to), a.game.state_size) != 0;
    }
    ck_assert_msg(different > 0, "random players do the same in all branches");
    arrays_free(&a);
}
END_TEST

/* ---- starting anywhere ---- */

START_TEST(test_start) {
    lg_batch_config config = lg_batch_default(SLOTS);
    config.step_limit = 5;
    arrays a = begun(GAMES[_i], config);
    lg_rng rng = lg_rng_seed(9, 9);
    const size_t size = a.game.state_size;
    void *state = lg_test_malloc(size), *later = lg_test_malloc(size);
    ck_assert_int_eq(lg_game_new(&a.game, 77, state), LG_OK);
    ck_assert_int_eq(lg_rollout(&a.game, state, 4, &rng, state, NULL, NULL, NULL), LG_OK);
    play_steps(&a, &rng, 3);
    arrays_clear(&a);
    ck_assert_int_eq(lg_batch_set(a.batch, 5, state, size, 123), LG_OK);
    ck_assert(memcmp(arrays_state(&a, 5), state, size) == 0);
    check_no_reward(&a, 5);
    const lg_batch_slot record = record_of(&a, 5);
    const lg_rng seeded = lg_rng_seed(123, LG_BATCH_STREAM);
    ck_assert(record.steps == 0 && record.episode == 0 && record.seed == 123 && record.ended == 0);
    ck_assert_uint_eq(record.seeds, 123); /* the next episode's seed follows from it */
    ck_assert_mem_eq(&record.rng, &seeded, sizeof seeded);
    ck_assert_int_eq(a.to.player[5], lg_game_player(&a.game, state));
    memcpy(later, state, size);
    ck_assert_int_eq(lg_rollout(&a.game, later, INT64_MAX, &rng, later, NULL, NULL, NULL), LG_OK);
    arrays_clear(&a);
    const uint64_t before = arrays_hash(&a);
    ck_assert_int_eq(lg_batch_set(a.batch, 5, later, size, 123), LG_E_OVER);
    ck_assert_int_eq(lg_batch_set(a.batch, 5, memset(later, 0x77, size), size, 123), LG_E_STATE);
    ck_assert_int_eq(lg_batch_set(a.batch, 5, state, size - 8, 123), LG_E_STATE);
    ck_assert_int_eq(lg_batch_set(a.batch, 5, NULL, size, 123), LG_E_ARGUMENT);
    ck_assert_int_eq(lg_batch_set(a.batch, SLOTS, state, size, 123), LG_E_ARGUMENT);
    ck_assert_uint_eq(arrays_hash(&a), before);
    free(state);
    free(later);
    arrays_free(&a);
}
END_TEST

/* Bots move first when it is their turn in the given state. */
START_TEST(test_start_before_a_built_in_player) {
    lg_batch_config config = lg_batch_default(SLOTS);
    config.player[0].kind = LG_BOT_RANDOM;
    arrays a = begun("alquerque", config);
    lg_alquerque state;
    lg_alquerque_start(&state);
    ck_assert_int_eq(lg_batch_set(a.batch, 3, &state, sizeof state, 1), LG_OK);
    ck_assert_int_eq(a.to.player[3], 1);
    ck_assert_int_eq(((lg_alquerque *)arrays_state(&a, 3))->ply, 1);
    ck_assert_int_eq(record_of(&a, 3).steps, 0);
    arrays_free(&a);
}
END_TEST

Suite *lg_test_batch_slots(void) {
    Suite *suite = suite_create("batch_slots");
    TCase *tests = tcase_create("batch_slots");
    tcase_add_loop_test(tests, test_save_and_load, 0, GAME_COUNT);
    tcase_add_loop_test(tests, test_save_and_load_truncated, 0, GAME_COUNT);
    tcase_add_loop_test(tests, test_damaged_slots, 0, GAME_COUNT);
    tcase_add_test(tests, test_loaded_instead_of_reset);
    tcase_add_test(tests, test_records_that_are_refused);
    tcase_add_test(tests, test_records_without_a_player_to_move);
    tcase_add_test(tests, test_rewards_that_are_refused);
    tcase_add_test(tests, test_steps_that_are_refused);
    tcase_add_test(tests, test_records_of_drawn_seats);
    tcase_add_test(tests, test_records_of_seats_that_are_not_drawn);
    tcase_add_loop_test(tests, test_clone, 0, GAME_COUNT);
    tcase_add_loop_test(tests, test_branch, 0, GAME_COUNT);
    tcase_add_loop_test(tests, test_start, 0, GAME_COUNT);
    tcase_add_test(tests, test_start_before_a_built_in_player);
    suite_add_tcase(suite, tests);
    return suite;
}
