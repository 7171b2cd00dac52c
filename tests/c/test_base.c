/* Status codes, version, hash, generators, configurations and masks. */
#include "tests.h"

START_TEST(test_hash_of_published_inputs) {
    ck_assert_uint_eq(lg_hash(NULL, 0), 0xEF46DB3751D8E999u);
    ck_assert_uint_eq(lg_hash("abc", 3), 0x44BC2CF5AD770999u);
}
END_TEST

Suite *lg_test_base(void) {
    Suite *suite = suite_create("base");
    TCase *tests = tcase_create("base");
    tcase_add_test(tests, test_hash_of_published_inputs);
    suite_add_tcase(suite, tests);
    return suite;
}
