/* Alquerque: protocol. */
#include "../tests.h"

START_TEST(test_protocol) {
    lg_alquerque state, parsed;
    char text[LG_ALQUERQUE_POSITION_TEXT + 1];
    size_t length;
    lg_alquerque_start(&state);
    ck_assert_int_eq(lg_alquerque_print(&state, text, sizeof text, &length), LG_OK);
    ck_assert_str_eq(text, "bbbbbbb/bbbbbbb/bbbbbbb/bbb1www/wwwwwww/wwwwwww/wwwwwww w 0 - - -");
    ck_assert_int_eq(lg_alquerque_parse(text, length, &parsed, NULL), LG_OK);
    ck_assert_mem_eq(&parsed, &state, sizeof state);
}
END_TEST

Suite *lg_test_alquerque_protocol(void) {
    Suite *suite = suite_create("alquerque protocol");
    TCase *tests = tcase_create("protocol");
    tcase_add_test(tests, test_protocol);
    suite_add_tcase(suite, tests);
    return suite;
}
