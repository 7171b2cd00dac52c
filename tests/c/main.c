/* Runs every suite, those whose name contains the first argument, or with --quick and --long one half of them. TAP on
 * request: CK_TAP_LOG_FILE_NAME=-. */
#include "tests.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define QUICK(name) {#name, lg_test_##name, true},
#define LONG(name) {#name, lg_test_##name, false},

static const struct {
    const char *name;
    Suite *(*make)(void);
    bool quick;
} SUITES[] = {LG_TESTS_SUITES(QUICK) LG_TESTS_LONG_SUITES(LONG)};

/* Seconds after which a test counts as hung: far more than any takes on a busy machine, or an emulated one. */
enum { LIMIT = 1200 };

static int times(void) {
    const char *text = getenv("LIBGAMES_TESTS_TIMES");
    const long factor = text == NULL ? 1 : strtol(text, NULL, 10);
    return (int)(factor < 1 ? 1 : factor > 1000 ? 1000 : factor);
}

int lg_tests_part(void) {
    return LG_TESTS_SLOWER > 1 ? LG_TESTS_SLOWER : times() > 1 ? 1 : 3;
}

int lg_tests_amount(int normal) {
    return normal / lg_tests_part() * times();
}

int lg_tests_depth(int deepest) {
    return deepest - (LG_TESTS_SLOWER > 1) - (times() == 1);
}

static bool is_chosen(size_t suite, const char *word) {
    if (strcmp(word, "--quick") == 0) return SUITES[suite].quick;
    if (strcmp(word, "--long") == 0) return !SUITES[suite].quick;
    return strstr(SUITES[suite].name, word) != NULL;
}

void *lg_test_malloc(size_t size) {
    void *memory = malloc(size > 0 ? size : 1);
    if (memory == NULL) abort();
    return memory;
}

void *lg_test_calloc(size_t count, size_t size) {
    void *memory = calloc(count > 0 ? count : 1, size);
    if (memory == NULL) abort();
    return memory;
}

static lg_game game_of(const char *name) {
    lg_game game;
    ck_assert_int_eq(lg_game_make(name, strlen(name), &game, NULL), LG_OK);
    return game;
}

void lg_tests_turn(const char *game, const void *before, int32_t symmetry, void *after) {
    const lg_game made = game_of(game);
    ck_assert_int_eq(lg_game_symmetry_state(&made, symmetry, before, after), LG_OK);
}

int32_t lg_tests_turned_action(const char *game, int32_t symmetry, int32_t action) {
    const lg_game made = game_of(game);
    int32_t turned = -1;
    ck_assert_int_eq(lg_game_symmetry_action(&made, symmetry, action, &turned), LG_OK);
    return turned;
}

/* Check's own limit is four seconds. Without fork, as on Windows, there is no limit. */
static void set_limit(void) {
#ifndef _WIN32
    char limit[16];
    (void)snprintf(limit, sizeof limit, "%d", LIMIT * times());
    (void)setenv("CK_DEFAULT_TIMEOUT", limit, 0);
#endif
}

int main(int argc, char **argv) {
    const char *word = argc > 1 ? argv[1] : "";
    set_limit();
    SRunner *runner = srunner_create(NULL);
    int chosen = 0;
    for (size_t i = 0; i < sizeof SUITES / sizeof SUITES[0]; i++) {
        if (!is_chosen(i, word)) continue;
        srunner_add_suite(runner, SUITES[i].make());
        chosen++;
    }
    if (chosen == 0) (void)fprintf(stderr, "no suite's name contains \"%s\"\n", word);
    srunner_run_all(runner, CK_ENV);
    const int failed = chosen == 0 || srunner_ntests_failed(runner) > 0;
    srunner_free(runner);
    return failed;
}
