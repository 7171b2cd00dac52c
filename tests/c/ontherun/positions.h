/* Maps and positions from text and back, for the tests of On the Run. */
#ifndef LG_TESTS_ONTHERUN_POSITIONS_H
#define LG_TESTS_ONTHERUN_POSITIONS_H

#include "../tests.h"
#include "games/ontherun/protocol.h"
#include "page_map.h"

#include <stdio.h>
#include <string.h>

#define COUNT(table) ((int)(sizeof(table) / sizeof(table)[0]))

/* City 1 in the middle of four others; city 6 alone. */
#define STAR_MAP "6\nC 1-2\nC 1-3\nC 1-4\nC 1-5\nEND\n"

/* 1, 4 and 5 lead only to 2 and 3. */
#define PAIRS_MAP "7\nC 1-2\nC 1-3\nC 4-2\nC 4-3\nC 5-2\nC 5-3\nC 6-7\nT 2-3\nEND\n"

/* 4 leads only to 2, and 1 to 2 and 3; 5 and 6 to each other; 3 and 7 by train. */
#define NARROW_MAP "7\nC 1-2\nC 1-3\nC 4-2\nC 5-6\nT 3-7\nEND\n"

/* Four moves of the fugitive from city 3, while the detectives swap to and fro; it can then be in 3 or 7. */
#define FOUR_MOVES "3:1,2,5,8/C/2,1,8,5/C/1,2,5,8/C/2,1,8,5/C/1,2,5,8"

static inline const lg_ontherun_map *map_of(const char *text) {
    static lg_ontherun_map map;
    lg_parse_error error;
    LG_REQUIRE(lg_ontherun_map_parse(text, strlen(text), &map, &error) == LG_OK, "line %d, column %d: expected %s",
               error.line, error.column, error.expected);
    return &map;
}

static inline lg_ontherun position_of(const lg_ontherun_map *map, const char *text) {
    lg_ontherun state;
    lg_parse_error error;
    LG_REQUIRE(lg_i_ontherun_parse(map, text, strlen(text), &state, &error) == LG_OK, "\"%s\", column %d: expected %s",
               text, error.column, error.expected);
    return state;
}

static inline void expect_position(const lg_ontherun_map *map, const lg_ontherun *state, const char *expected,
                                   const char *what) {
    char text[LG_ONTHERUN_POSITION_TEXT + 1];
    size_t length;
    ck_assert_msg(lg_ontherun_print(map, state, text, sizeof text, &length) == LG_OK, "%s: can't be printed", what);
    ck_assert_msg(strcmp(text, expected) == 0, "%s: %s, not %s", what, text, expected);
}

static inline bool has_city(const lg_ontherun_set *set, int city) {
    return (set->word[city / 64] >> city % 64 & 1) != 0;
}

/* "3 7" and the like: the cities of a set, ascending. */
static inline const char *cities_text(const lg_ontherun_set *set) {
    static char text[1024];
    size_t length = 0;
    text[0] = '\0';
    for (int city = 0; city < 256; city++)
        if (has_city(set, city))
            length += (size_t)snprintf(text + length, sizeof text - length, length == 0 ? "%d" : " %d", city);
    return text;
}

#endif
