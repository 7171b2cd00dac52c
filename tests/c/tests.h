/* The common part of all C tests: the suites that main.c runs, and the reader of conformance vectors. */
#ifndef LG_TESTS_H
#define LG_TESTS_H

#include <check.h>
#include <cjson/cJSON.h>
#include <libgames/libgames.h>
#include <string.h>

/* Check writes the place of every assertion that holds to a file, which takes longer than most of them. */
#define _mark_point(file, line) ((void)0)

/* Every suite, a line a game: tests/c/GAME/test_NAME.c makes GAME_NAME. golden is in test_conformance.c. */
#ifdef LG_TESTS_THREADS /* tests for the thread sanitizer: everything with threads */
#define LG_TESTS_SUITES(SUITE) SUITE(alquerque_endings) SUITE(batch_expand) SUITE(batch_learners) SUITE(batch_steps) \
    SUITE(batch_threads) SUITE(search_outside) SUITE(search_batch) SUITE(search_trees) SUITE(self_play)
#define LG_TESTS_LONG_SUITES(SUITE)
enum { LG_TESTS_THREADS_ALONE = 1 };
#else
enum { LG_TESTS_THREADS_ALONE = 0 };
/* Those that need the rules of a game and the uniform interface. */
#define LG_TESTS_RULES(SUITE) \
    SUITE(alquerque_rules) SUITE(alquerque_states) SUITE(alquerque_protocol) SUITE(alquerque_vectors) \
    SUITE(amazes_inference) SUITE(amazes_mazes) SUITE(amazes_turns) SUITE(amazes_states) SUITE(amazes_vectors) \
    SUITE(blockdrop_rules) SUITE(blockdrop_protocol) SUITE(blockdrop_replays) SUITE(blockdrop_observations) \
    SUITE(blockdrop_vectors) SUITE(ontherun_rules) SUITE(ontherun_map) SUITE(ontherun_protocol) \
    SUITE(ontherun_vectors) SUITE(snakecore_rules) SUITE(snakecore_bodies) SUITE(snakecore_setup) \
    SUITE(snakecore_states) SUITE(snakecore_positions) SUITE(snakecore_protocol) SUITE(snakecore_vectors)
#ifdef LG_TESTS_RULES_ALONE
#define LG_TESTS_SUITES LG_TESTS_RULES
#define LG_TESTS_LONG_SUITES(SUITE)
#else
#define LG_TESTS_SUITES(SUITE) \
    SUITE(base) SUITE(boards) SUITE(check_broken) SUITE(check_tables) SUITE(fields) SUITE(golden) SUITE(people) \
    SUITE(pictures) SUITE(bots_nets) SUITE(batch_arguments) SUITE(batch_threads) SUITE(views) \
    SUITE(search_evaluate) SUITE(search_hostile) SUITE(search_rollouts) SUITE(search_batch) \
    SUITE(amazes_protocol) LG_TESTS_RULES(SUITE)
/* Comparisons with slow implementations, whole games, many searches: without them `--quick` takes seconds. */
#define LG_TESTS_LONG_SUITES(SUITE) \
    SUITE(check) SUITE(conformance) SUITE(hidden) SUITE(load) SUITE(bots) SUITE(bots_configured) \
    SUITE(promises) SUITE(batch_expand) SUITE(batch_learners) SUITE(batch_slots) SUITE(batch_steps) \
    SUITE(search_alphabeta) SUITE(search_endings) SUITE(search_exact) SUITE(search_hidden) SUITE(search_little) \
    SUITE(search_outside) SUITE(search_trees) SUITE(self_play) SUITE(alquerque_endings) SUITE(alquerque_turns) \
    SUITE(alquerque_reference) SUITE(amazes_helpers) SUITE(amazes_resample) SUITE(amazes_reference) SUITE(amazes_strategy) SUITE(blockdrop_reference) \
    SUITE(ontherun_inference) SUITE(ontherun_resample) SUITE(ontherun_planarity) SUITE(ontherun_reference) \
    SUITE(ontherun_strategy) SUITE(snakecore_reference)
#endif
#endif

#define LG_TESTS_DECLARE(name) Suite *lg_test_##name(void);
LG_TESTS_SUITES(LG_TESTS_DECLARE)
LG_TESTS_LONG_SUITES(LG_TESTS_DECLARE)

/* Copies `text` with a CR before each LF into `lines`, at most twice as long; returns the length. */
static inline size_t lg_test_with_crs(const char *text, char *lines) {
    size_t length = 0;
    for (; *text != '\0'; text++) {
        if (*text == '\n') lines[length++] = '\r';
        lines[length++] = *text;
    }
    return length;
}

/* A game's table to be changed, with its own rooms: lg_tests_vary(&variant, &HEAPS) copies the table of the heaps. */
typedef struct lg_tests_variant {
    lg_game_type type;
    lg_game_texts texts;
    lg_game_people people;
    lg_game_contest contest;
    lg_game_learners learners;
    lg_game_bots players;
    lg_game_speed speed;
} lg_tests_variant;

static inline void lg_tests_vary(lg_tests_variant *variant, const lg_game_type *type) {
    memset(variant, 0, sizeof *variant);
    variant->type = *type;
    if (type->texts != NULL) variant->texts = *type->texts;
    if (type->people != NULL) variant->people = *type->people;
    if (type->contest != NULL) variant->contest = *type->contest;
    if (type->learners != NULL) variant->learners = *type->learners;
    if (type->bots != NULL) variant->players = *type->bots;
    if (type->speed != NULL) variant->speed = *type->speed;
    variant->type.texts = &variant->texts;
    variant->type.people = &variant->people;
    variant->type.contest = &variant->contest;
    variant->type.learners = &variant->learners;
    variant->type.bots = &variant->players;
    variant->type.speed = &variant->speed;
}

/* The image of a state, possibly in place, and of an action, under a symmetry of the game of this name. */
void lg_tests_turn(const char *game, const void *before, int32_t symmetry, void *after);
int32_t lg_tests_turned_action(const char *game, int32_t symmetry, int32_t action);

/* malloc and calloc for tests, which need not check the result: without memory the test ends. */
void *lg_test_malloc(size_t size);
void *lg_test_calloc(size_t count, size_t size);

/* ck_assert_msg without its message to the parent process for every success: for loops of millions. */
#define LG_REQUIRE(condition, ...)                     \
    do {                                               \
        if (!(condition)) ck_abort_msg(__VA_ARGS__);   \
    } while (0)

/* 1, or more in builds with sanitizers, which are slower; races between threads show in few steps. */
#ifdef LG_TESTS_THREADS
#define LG_TESTS_SLOWER 30
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define LG_TESTS_SLOWER 10
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define LG_TESTS_SLOWER 10
#endif
#endif
#ifndef LG_TESTS_SLOWER
#define LG_TESTS_SLOWER 1
#endif

/* The divisor of the work of a long test: LG_TESTS_SLOWER in slower builds, 3 in others, 1 there with
 * LIBGAMES_TESTS_TIMES above 1. */
int lg_tests_part(void);

/* The amount to compare with a slow implementation: a part of `normal`, times the factor LIBGAMES_TESTS_TIMES of the
 * environment (1 ... 1000). */
int lg_tests_amount(int normal);

/* The depth of a search for which `deepest` takes seconds: `deepest` with LIBGAMES_TESTS_TIMES above 1, otherwise one
 * level less; in slower builds one less again. */
int lg_tests_depth(int deepest);

/* The game of examples/games/connect_four.c, loaded from its shared object. */
const lg_game_type *lg_tests_connect_four(void);

/* ---- vectors.c: whole games as data; README in tests/vectors ---- */

/* The folder: the environment's LIBGAMES_VECTORS, or the build's folder into which tests/vectors is unpacked. */
const char *lg_vectors_folder(void);

/* Runs `replay` on every game in folder/<game>*.jsonl and returns how many there were. `replay` returns NULL, or what
 * differs; the first difference is printed to `message` with file, line and id, and the result is -1. A folder
 * that is missing or has no line for the game, a line that is not JSON or of another game: also -1. */
int lg_vectors_replay(const char *folder, const char *game, const char *(*replay)(const cJSON *line), char *message,
                      size_t capacity);

/* Replays a folder that contains only one file of this name and text. */
int lg_vectors_replay_text(const char *name, const char *text, const char *game,
                           const char *(*replay)(const cJSON *line), char *message, size_t capacity);

/* In the text of one game the last occurrence of `part` becomes `other`; the error must then contain `message`. */
typedef struct lg_vectors_damage {
    const char *text, *part, *other, *message;
} lg_vectors_damage;

void lg_vectors_expect_noticed(const lg_vectors_damage *damage, const char *game,
                               const char *(*replay)(const cJSON *line));

/* The members of an object that the vectors promise; the test fails when one is missing. */
const cJSON *lg_vectors_get(const cJSON *object, const char *name);
const char *lg_vectors_text(const cJSON *object, const char *name);
int lg_vectors_int(const cJSON *object, const char *name);

/* A formatted difference, valid until the next call: for use as the result of `replay`. */
const char *lg_vectors_differ(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
