/* Positions from text and back, for the tests of Alquerque. */
#ifndef LG_TESTS_ALQUERQUE_POSITIONS_H
#define LG_TESTS_ALQUERQUE_POSITIONS_H

#include "../tests.h"

#include <string.h>

#define START_TEXT "bbbbbbb/bbbbbbb/bbbbbbb/bbb1www/wwwwwww/wwwwwww/wwwwwww w 0 - - -"

static inline lg_alquerque position_of(const char *text) {
    lg_alquerque state;
    lg_parse_error error;
    LG_REQUIRE(lg_alquerque_parse(text, strlen(text), &state, &error) == LG_OK, "\"%s\", column %d: expected %s", text,
               error.column, error.expected);
    return state;
}

static inline lg_alquerque_move move_of(const char *text) {
    lg_alquerque_move move;
    lg_parse_error error;
    LG_REQUIRE(lg_alquerque_move_parse(text, strlen(text), &move, &error) == LG_OK, "\"%s\", column %d: expected %s",
               text, error.column, error.expected);
    return move;
}

/* All legal turns, at most `most`, and their number. */
static inline size_t list_of(const lg_alquerque *state, lg_alquerque_move *moves, size_t most) {
    lg_alquerque_moves all;
    size_t count = 0;
    lg_alquerque_moves_begin(state, &all);
    while (count < most && lg_alquerque_moves_next(&all, &moves[count])) count++;
    return count;
}

static inline void expect_position(const lg_alquerque *state, const char *expected, const char *what) {
    char text[LG_ALQUERQUE_POSITION_TEXT + 1];
    size_t length;
    ck_assert_msg(lg_alquerque_print(state, text, sizeof text, &length) == LG_OK, "%s: can't be printed", what);
    ck_assert_msg(strcmp(text, expected) == 0, "%s: %s, not %s", what, text, expected);
}

#endif
