/* Shared by SnakeCore's tests: positions as text, and text that is no position. */
#ifndef LG_TESTS_SNAKECORE_POSITIONS_H
#define LG_TESTS_SNAKECORE_POSITIONS_H

#include "../tests.h"

#include <stddef.h>
#include <string.h>

/* A position of 8 x 8 cells; nothing is drawn from its generator. */
#define AT(rows, turn, pythons) "8 " rows " " turn " 0000000000000000:0000000000000001 " pythons

static inline lg_snakecore parse(const char *text) {
    static lg_snakecore state;
    lg_parse_error error = {0, 0, ""};
    LG_REQUIRE(lg_snakecore_parse(text, strlen(text), &state, &error) == LG_OK, "%s: column %d: %s", text,
               error.column, error.expected);
    return state;
}

static inline const char *print(const lg_snakecore *state) {
    static char text[LG_SNAKECORE_POSITION_TEXT + 1];
    size_t length;
    ck_assert_int_eq(lg_snakecore_print(state, text, sizeof text, &length), LG_OK);
    return text;
}

/* An error row: the text, and the place and the reason of the parser's error. */
typedef struct mistake {
    const char *text;
    int32_t line, column;
    const char *expected;
} mistake;

static inline void check_mistake(const mistake *row, lg_status status, const lg_parse_error *error) {
    ck_assert_msg(status == LG_E_PARSE, "%s: %s", row->text, lg_status_text(status));
    ck_assert_msg(error->line == row->line && error->column == row->column, "%s: %d:%d, %s", row->text, error->line,
                  error->column, error->expected);
    ck_assert_str_eq(error->expected, row->expected);
}

/* Expectations common to positions and requests. */
#define HEAD "a cell of the field with a head that belongs to no other python"
#define CHAIN "a block next to the one before it that is in no body yet"

#endif
