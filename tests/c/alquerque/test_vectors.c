/* Alquerque: vectors. */
#include "../tests.h"

START_TEST(test_vectors) {
    char message[4096];
    ck_assert_int_eq(lg_vectors_replay("no such folder", "alquerque", NULL, message, sizeof message), -1);
}
END_TEST

Suite *lg_test_alquerque_vectors(void) {
    Suite *suite = suite_create("alquerque vectors");
    TCase *tests = tcase_create("vectors");
    tcase_add_test(tests, test_vectors);
    suite_add_tcase(suite, tests);
    return suite;
}
