/* Alquerque: reference. */
#include "../tests.h"

START_TEST(test_reference) {
    lg_alquerque state;
    lg_alquerque_start(&state);
    ck_assert_uint_eq(lg_alquerque_perft(&state, 4, true), lg_alquerque_perft(&state, 4, false));
}
END_TEST

Suite *lg_test_alquerque_reference(void) {
    Suite *suite = suite_create("alquerque reference");
    TCase *tests = tcase_create("reference");
    tcase_add_test(tests, test_reference);
    suite_add_tcase(suite, tests);
    return suite;
}
