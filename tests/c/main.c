/* Runs every suite, or those whose name contains the first argument. TAP on request: CK_TAP_LOG_FILE_NAME=-. */
#include "tests.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    Suite *(*make)(void);
} SUITES[] = {
    {"base", lg_test_base},
    {"conformance", lg_test_conformance},
    {"alquerque rules", lg_test_alquerque_rules},
    {"alquerque turns", lg_test_alquerque_turns},
    {"alquerque states", lg_test_alquerque_states},
    {"alquerque protocol", lg_test_alquerque_protocol},
    {"alquerque reference", lg_test_alquerque_reference},
    {"alquerque vectors", lg_test_alquerque_vectors},
    {"blockdrop rules", lg_test_blockdrop_rules},
    {"blockdrop protocol", lg_test_blockdrop_protocol},
    {"blockdrop replays", lg_test_blockdrop_replays},
    {"blockdrop reference", lg_test_blockdrop_reference},
    {"blockdrop vectors", lg_test_blockdrop_vectors},
    {"snakecore vectors", lg_test_snakecore_vectors},
    {"ontherun reference", lg_test_ontherun_reference},
    {"ontherun vectors", lg_test_ontherun_vectors},
    {"amazes vectors", lg_test_amazes_vectors},
};

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
