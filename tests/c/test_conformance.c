/* Every registered game through the same properties. */
#include "tests.h"

START_TEST(test_every_type_has_a_name) {
    ck_assert_int_gt(lg_game_type_count(), 0);
    ck_assert_ptr_null(lg_game_type_at(lg_game_type_count()));
    for (int32_t i = 0; i < lg_game_type_count(); i++) ck_assert_str_ne(lg_game_type_at(i)->name, "");
}
END_TEST

Suite *lg_test_conformance(void) {
    Suite *suite = suite_create("conformance");
    TCase *tests = tcase_create("conformance");
    tcase_add_test(tests, test_every_type_has_a_name);
    suite_add_tcase(suite, tests);
    return suite;
}
