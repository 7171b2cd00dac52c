/* Alquerque: rules. */
#include "../tests.h"

START_TEST(test_rules) {
    lg_alquerque state;
    lg_alquerque_start(&state);
    ck_assert_uint_eq(lg_alquerque_count(&state), 4);
}
END_TEST

Suite *lg_test_alquerque_rules(void) {
    Suite *suite = suite_create("alquerque rules");
    TCase *tests = tcase_create("rules");
    tcase_add_test(tests, test_rules);
    suite_add_tcase(suite, tests);
    return suite;
}
