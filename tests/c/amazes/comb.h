/* The maze for the tests of Amazes: results can be computed by hand. */
#ifndef LG_TESTS_AMAZES_COMB_H
#define LG_TESTS_AMAZES_COMB_H

#include "../tests.h"
#include "games/amazes/squares.h"

#include <stdio.h>
#include <string.h>

#define COUNT(rows) ((int)(sizeof(rows) / sizeof(rows)[0]))

/* A comb: each row is one corridor from edge to edge, all are joined in column 1. One more opening, between rows 1
 * and 2 in column 3, makes a loop of six squares. */
static inline lg_amazes_edges comb(void) {
    lg_amazes_edges walls;
    memset(&walls, 0, sizeof walls);
    walls.h[0] = walls.h[25] = 0x1FFFFFFu;
    for (int line = 1; line < 25; line++) walls.h[line] = 0x1FFFFFEu;
    for (int row = 0; row < 25; row++) walls.v[row] = 0x2000001u;
    walls.h[1] &= ~4u;
    ck_assert_int_eq(lg_i_amazes_maze_check(&walls, NULL), LG_OK);
    return walls;
}

/* A place as in a maze file: "10 1 N". */
static inline lg_amazes_place place_of(const char *text) {
    int row, column;
    char facing;
    ck_assert_int_eq(sscanf(text, "%d %d %c", &row, &column, &facing), 3);
    const lg_amazes_place place = {(uint8_t)(row - 1), (uint8_t)(column - 1),
                                   (uint8_t)(strchr("NESW", facing) - "NESW"), 0};
    return place;
}

static inline lg_amazes comb_game(const char *red, const char *blue) {
    const lg_amazes_edges walls = comb();
    const lg_amazes_place start[2] = {place_of(red), place_of(blue)};
    lg_amazes state;
    LG_REQUIRE(lg_amazes_start(&walls, start, LG_AMAZES_TURNS, &state) == LG_OK, "no start at %s and %s", red, blue);
    return state;
}

/* The knowledge of everything in a maze. */
static inline lg_amazes_knowledge all_of(const lg_amazes_edges *maze) {
    lg_amazes_knowledge known;
    memset(&known, 0, sizeof known);
    known.walls = *maze;
    for (int row = 0; row < 25; row++) {
        known.squares[row] = 0x1FFFFFFu;
        known.openings.h[row] = ~maze->h[row] & 0x1FFFFFFu;
        known.openings.v[row] = ~maze->v[row] & 0x1FFFFFFu;
    }
    return known;
}

#endif
