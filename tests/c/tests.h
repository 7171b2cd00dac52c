/* What every C test shares: the suites that main.c runs, and the reader of conformance vectors. */
#ifndef LG_TESTS_H
#define LG_TESTS_H

#include <check.h>
#include <cjson/cJSON.h>
#include <libgames/libgames.h>

/* One line a suite, in the order of the files. */
Suite *lg_test_base(void);
Suite *lg_test_conformance(void);
Suite *lg_test_alquerque_rules(void);
Suite *lg_test_alquerque_turns(void);
Suite *lg_test_alquerque_states(void);
Suite *lg_test_alquerque_protocol(void);
Suite *lg_test_alquerque_reference(void);
Suite *lg_test_alquerque_vectors(void);
Suite *lg_test_blockdrop_rules(void);
Suite *lg_test_blockdrop_protocol(void);
Suite *lg_test_blockdrop_replays(void);
Suite *lg_test_blockdrop_reference(void);
Suite *lg_test_blockdrop_vectors(void);
Suite *lg_test_snakecore_vectors(void);
Suite *lg_test_ontherun_reference(void);
Suite *lg_test_ontherun_vectors(void);
Suite *lg_test_amazes_vectors(void);

/* ck_assert_msg without its message to the parent process for every success: for loops of millions. */
#define LG_REQUIRE(condition, ...)                     \
    do {                                               \
        if (!(condition)) ck_abort_msg(__VA_ARGS__);   \
    } while (0)

/* 1, or 10 in builds with sanitizers, which are that much slower: what a long test divides its work by. */
#if defined(__SANITIZE_ADDRESS__)
#define LG_TESTS_SLOWER 10
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define LG_TESTS_SLOWER 10
#endif
#endif
#ifndef LG_TESTS_SLOWER
#define LG_TESTS_SLOWER 1
#endif

/* ---- vectors.c: whole games as data; README in tests/vectors ---- */

/* The folder: the environment's LIBGAMES_VECTORS, else the one beside the tests. */
const char *lg_vectors_folder(void);

/* Runs `replay` on every game in folder/<game>*.jsonl and returns how many there were. `replay` returns NULL, or what
 * differs; the first difference is printed to `message` with file, line and id, and the result is -1. A folder
 * that is missing or has no line for the game, a line that is not JSON or of another game: also -1. */
int lg_vectors_replay(const char *folder, const char *game, const char *(*replay)(const cJSON *line), char *message,
                      size_t capacity);

/* The members of an object that the vectors promise; the test fails when one is missing. */
const cJSON *lg_vectors_get(const cJSON *object, const char *name);
const char *lg_vectors_text(const cJSON *object, const char *name);
int lg_vectors_int(const cJSON *object, const char *name);

/* A formatted difference, valid until the next call: for use as the result of `replay`. */
const char *lg_vectors_differ(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
