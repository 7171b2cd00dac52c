/* The threads of a batch, and the absence of allocations. */
#define _GNU_SOURCE /* pthread_setattr_default_np */
#include <pthread.h>
#ifndef _WIN32
#include <sys/wait.h>
#endif
#include <time.h>
#include <unistd.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "played.h"

#ifndef _WIN32
/* A forked child lacks the threads: it works alone, and ends. */
START_TEST(test_fork) {
    lg_batch_config config = lg_batch_default(200);
    config.threads = 3;
    arrays a = begun("snakecore(size=8)", config);
    lg_rng rng = lg_rng_seed(2, 2);
    play_steps(&a, &rng, 20);
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    play_steps(&a, &rng, 20);
    const uint64_t hash = arrays_hash(&a);
    if (child == 0) {
        lg_batch_destroy(a.batch);
        _exit((int)(hash & 127));
    }
    int status = 0;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), (int)(hash & 127));
    arrays_free(&a);
}
END_TEST
#endif

/* Sleeping threads are woken, and end on request. */
START_TEST(test_sleeping_threads) {
    lg_batch_config config = lg_batch_default(500);
    lg_rng rng = lg_rng_seed(2, 2), same = rng;
    arrays one = begun("blockdrop", config);
    config.threads = 4;
    arrays four = begun("blockdrop", config);
    for (int32_t i = 0; i < 40; i++) {
        const struct timespec pause = {0, i % 4 == 0 ? 2000000 : 0};
        (void)nanosleep(&pause, NULL);
        play_steps(&one, &rng, 3);
        play_steps(&four, &same, 3);
        ck_assert_uint_eq(arrays_hash(&one), arrays_hash(&four));
    }
    arrays_free(&one);
    arrays_free(&four);
    for (int32_t i = 0; i < 30; i++) { /* destroyed immediately */
        arrays a = arrays_make("blockdrop", config);
        arrays_free(&a);
    }
}
END_TEST

/* Interrupts the batch, until the current step has ended. */
static void *hurry(void *batch) {
    const struct timespec pause = {0, 20000000};
    (void)nanosleep(&pause, NULL);
    lg_batch_interrupt((lg_batch *)batch, true);
    return NULL;
}

/* A step in which players would think for years ends, with legal choices; a slot saved before can be loaded. */
START_TEST(test_hurry) {
    lg_batch_config config = lg_batch_default(SLOTS);
    lg_game game = make_game("alquerque");
    lg_rng rng = lg_rng_seed(2, 2);
    pthread_t other;
    config.threads = 2;
    const char *const text = "mcts(simulations=2000000000,nodes=64)";
    ck_assert_int_eq(lg_bot_configure(&game, text, strlen(text), &config.player[1], NULL), LG_OK);
    arrays a = begun("alquerque", config);
    const size_t size = lg_batch_saved_size(a.batch);
    char *saved = malloc(SLOTS * size), *again = malloc(size);
    lg_batch_interrupt(NULL, true);
    for (int32_t i = 0; i < SLOTS; i++)
        ck_assert_int_eq(lg_batch_save(a.batch, i, saved + (size_t)i * size, size), LG_OK);
    arrays_play(&a, &rng);
    ck_assert_int_eq(pthread_create(&other, NULL, hurry, a.batch), 0);
    ck_assert_int_eq(lg_batch_step(a.batch, NULL, NULL), LG_OK);
    ck_assert_int_eq(pthread_join(other, NULL), 0);
    for (size_t i = 0; i < SLOTS; i++)
        ck_assert_int_eq(lg_game_validate(&a.game, arrays_state(&a, i), a.game.state_size), LG_OK);
    lg_batch_interrupt(a.batch, false);
    for (int32_t i = 0; i < SLOTS; i++) {
        ck_assert_int_eq(lg_batch_load(a.batch, i, saved + (size_t)i * size, size), LG_OK);
        ck_assert_int_eq(lg_batch_save(a.batch, i, again, size), LG_OK);
        ck_assert(memcmp(again, saved + (size_t)i * size, size) == 0);
    }
    free(saved);
    free(again);
    free((void *)(uintptr_t)game.shared);
    arrays_free(&a);
}
END_TEST

static pthread_t caller;
static _Atomic int by_others;

/* The caller waits for the other threads, ten seconds at most. */
static int32_t noted_legal(const lg_game *game, const void *state, uint64_t *mask) {
    const struct timespec pause = {0, 1000000};
    if (!pthread_equal(pthread_self(), caller)) by_others++;
    else
        for (int i = 0; i < 10000 && by_others < 100; i++) (void)nanosleep(&pause, NULL);
    return lg_blockdrop_game.rules.legal(game, state, mask);
}

/* In a batch of three threads the two others do a part of the work, even after they have slept. */
START_TEST(test_threads_work) {
    lg_game_type noted = lg_blockdrop_game;
    lg_batch_config config = lg_batch_default(600);
    config.threads = 3;
    arrays a = arrays_make("blockdrop", config);
    lg_batch_destroy(a.batch);
    noted.rules.legal = noted_legal;
    a.game.type = &noted;
    caller = pthread_self();
    const size_t size = lg_batch_size(&a.game, &config);
    ck_assert_int_eq(lg_batch_create(&a.game, &config, &a.to, a.memory, size, &a.batch), LG_OK);
    for (int i = 0; i < 3; i++) {
        const struct timespec pause = {0, 5000000};
        by_others = 0;
        ck_assert_int_eq(lg_batch_reset(a.batch, NULL, NULL, NULL), LG_OK);
        ck_assert_msg(by_others >= 100, "%d of 600 slots by other threads", by_others);
        (void)nanosleep(&pause, NULL);
    }
    arrays_free(&a);
}
END_TEST

#if defined(__GLIBC__)
/* If the system has no more threads, a batch of several is refused, and none is left over. */
START_TEST(test_no_more_threads) {
    lg_batch_config config = lg_batch_default(SLOTS);
    arrays a = arrays_make("blockdrop", config);
    pthread_attr_t normal, vast;
    lg_batch_destroy(a.batch);
    config.threads = 2;
    const size_t size = lg_batch_size(&a.game, &config);
    a.memory = realloc(a.memory, size);
    ck_assert(pthread_getattr_default_np(&normal) == 0 && pthread_attr_init(&vast) == 0);
    ck_assert_int_eq(pthread_attr_setstacksize(&vast, SIZE_MAX / 16 * 15), 0); /* no room for such a stack */
    ck_assert_int_eq(pthread_setattr_default_np(&vast), 0);
    lg_batch *batch = NULL;
    ck_assert_int_eq(lg_batch_create(&a.game, &config, &a.to, a.memory, size, &batch), LG_E_ARGUMENT);
    ck_assert_ptr_null(batch);
    ck_assert_int_eq(pthread_setattr_default_np(&normal), 0);
    ck_assert_int_eq(lg_batch_create(&a.game, &config, &a.to, a.memory, size, &a.batch), LG_OK);
    ck_assert_int_eq(lg_batch_reset(a.batch, NULL, NULL, NULL), LG_OK);
    arrays_free(&a);
}
END_TEST
#endif

#if defined(__GLIBC__) && LG_TESTS_SLOWER == 1
START_TEST(test_nothing_is_allocated) {
    lg_batch_config config = against_random(GAMES[_i]);
    config.threads = 2;
    arrays a = begun(GAMES[_i], config);
    lg_rng rng = lg_rng_seed(2, 2);
    play_steps(&a, &rng, 1);
    int32_t failed = 0; /* nothing is asserted between the counts: Check keeps the names of files on the heap */
    const struct mallinfo2 before = mallinfo2();
    for (int step = 0; step < 100; step++) {
        arrays_play(&a, &rng);
        failed += lg_batch_step(a.batch, NULL, NULL) != LG_OK;
    }
    failed += lg_batch_reset(a.batch, NULL, NULL, NULL) != LG_OK;
    failed += lg_batch_branch(a.batch, 0, 1, 5) != LG_OK;
    const struct mallinfo2 after = mallinfo2();
    ck_assert_int_eq(failed, 0);
    ck_assert_uint_eq(before.uordblks, after.uordblks);
    ck_assert_uint_eq(before.arena, after.arena);
    arrays_free(&a);
}
END_TEST
#endif

Suite *lg_test_batch_threads(void) {
    Suite *suite = suite_create("batch_threads");
    TCase *tests = tcase_create("batch_threads");
#ifndef _WIN32
    tcase_add_test(tests, test_fork);
#endif
    tcase_add_test(tests, test_sleeping_threads);
    tcase_add_test(tests, test_threads_work);
    tcase_add_test(tests, test_hurry);
#if defined(__GLIBC__)
    tcase_add_test(tests, test_no_more_threads);
#endif
#if defined(__GLIBC__) && LG_TESTS_SLOWER == 1
    tcase_add_loop_test(tests, test_nothing_is_allocated, 0, GAME_COUNT);
#endif
    suite_add_tcase(suite, tests);
    return suite;
}
