/* The report of lg_game_check on the heaps, or on a game made of them. */
#ifndef LG_TESTS_REPORT_H
#define LG_TESTS_REPORT_H

#include <stdlib.h>

#include "heaps.h"
#include "tests.h"

static inline lg_check_report heaps_check(const lg_game_type *type, const lg_check_config *config) {
    lg_game game;
    lg_check_report report;
    heaps_limit limit;
    ck_assert_int_eq(lg_game_configure(type, "heaps", 5, &game, NULL), LG_OK);
    ck_assert_int_eq(lg_game_prepare(&game, &limit, sizeof limit), LG_OK);
    const size_t size = lg_check_size(&game, config);
    void *memory = malloc(size);
    ck_assert_int_eq(lg_game_check(&game, config, memory, size, &report), LG_OK);
    free(memory);
    return report;
}

#endif
