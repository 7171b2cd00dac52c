/* Runs every suite, or those whose name contains the first argument. TAP on request: CK_TAP_LOG_FILE_NAME=-. */
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_AND_MAKE(name) {#name, lg_test_##name},

static const struct {
    const char *name;
    Suite *(*make)(void);
} SUITES[] = {LG_TESTS_SUITES(NAME_AND_MAKE)};

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

int main(int argc, char **argv) {
    SRunner *runner = srunner_create(NULL);
    int chosen = 0;
    for (size_t i = 0; i < sizeof SUITES / sizeof SUITES[0]; i++) {
        if (argc > 1 && strstr(SUITES[i].name, argv[1]) == NULL) continue;
        srunner_add_suite(runner, SUITES[i].make());
        chosen++;
    }
    if (chosen == 0) (void)fprintf(stderr, "no suite's name contains \"%s\"\n", argc > 1 ? argv[1] : "");
    srunner_run_all(runner, CK_ENV);
    const int failed = chosen == 0 || srunner_ntests_failed(runner) > 0;
    srunner_free(runner);
    return failed;
}
