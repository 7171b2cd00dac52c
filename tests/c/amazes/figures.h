/* The figures by which mazes are compared. */
#ifndef LG_TESTS_AMAZES_FIGURES_H
#define LG_TESTS_AMAZES_FIGURES_H

#include "../tests.h"

/* Squares by exits, interior corners by walls, mazes by interior walls: 522 ... 525. */
typedef struct figures {
    double exits[5], corners[5], walls[4];
} figures;

static inline void count(const lg_amazes_edges *walls, figures *f) {
    const int interior = lg_amazes_edge_count(walls) - 100;
    LG_REQUIRE(interior >= 522 && interior <= 525, "a maze has %d walls", interior);
    f->walls[interior - 522]++;
    for (int row = 0; row < 25; row++)
        for (int column = 0; column < 25; column++) {
            int exits = 4;
            for (int side = 0; side < 4; side++) exits -= lg_amazes_edge(walls, row, column, side);
            f->exits[exits]++;
            if (row == 0 || column == 0) continue;
            f->corners[lg_amazes_edge(walls, row, column, 0) + lg_amazes_edge(walls, row, column, 3) +
                       lg_amazes_edge(walls, row - 1, column - 1, 1) + lg_amazes_edge(walls, row - 1, column - 1, 2)]++;
        }
}

#endif
