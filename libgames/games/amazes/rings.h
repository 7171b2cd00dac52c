/* Internal: all squares by their distance from one, ring by ring. */
#ifndef LG_I_AMAZES_RINGS_H
#define LG_I_AMAZES_RINGS_H

#include "squares.h"

/* All rows of squares, also as vectors of four; those beyond the maze are empty. */
enum { LG_I_AMAZES_FOURS = (LG_I_AMAZES_SIDE + 3) / 4, LG_I_AMAZES_ROWS = 4 * LG_I_AMAZES_FOURS };
typedef uint32_t lg_i_amazes_four __attribute__((vector_size(16)));
typedef union lg_i_amazes_rows {
    uint32_t row[LG_I_AMAZES_ROWS];
    lg_i_amazes_four part[LG_I_AMAZES_FOURS];
} lg_i_amazes_rows;

/* Squares with an opening above, below or on the left; in the last, bit 25 of a row stands for the right side of
 * column 24. */
typedef struct lg_i_amazes_ways {
    lg_i_amazes_rows above, below, left;
} lg_i_amazes_ways;

static inline void lg_i_amazes_find_ways(const lg_amazes_edges *openings, lg_i_amazes_ways *ways) {
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++) {
        ways->above.row[row] = openings->h[row];
        ways->below.row[row] = openings->h[row + 1];
        ways->left.row[row] = openings->v[row];
    }
    for (int row = LG_I_AMAZES_SIDE; row < LG_I_AMAZES_ROWS; row++)
        ways->above.row[row] = ways->below.row[row] = ways->left.row[row] = 0;
}

/* The first ring, a single square, and all other squares, which are still to be reached. */
static inline void lg_i_amazes_begin_rings(int row, int column, lg_i_amazes_rows *ring, lg_i_amazes_rows *fresh) {
    memset(ring, 0, sizeof *ring);
    ring->row[row] = 1u << column;
    for (int r = 0; r < LG_I_AMAZES_ROWS; r++)
        fresh->row[r] = (r < LG_I_AMAZES_SIDE ? LG_I_AMAZES_ALL : 0) & ~ring->row[r];
}

/* The next ring: the fresh squares one step from a ring, always in all rows, since with vectors that is faster than
 * selecting rows. Bits of *found mark the rows with wanted squares. False if there are none. */
static inline bool lg_i_amazes_widen(const lg_i_amazes_ways *ways, const lg_i_amazes_rows *ring,
                                     lg_i_amazes_rows *fresh, lg_i_amazes_rows *next, const lg_i_amazes_rows *wanted,
                                     uint32_t *found) {
    const lg_i_amazes_four none = {0};
    lg_i_amazes_four before = none, here = ring->part[0], any = none, hits = none;
    for (int i = 0; i < LG_I_AMAZES_FOURS; i++) {
        const lg_i_amazes_four after = i + 1 < LG_I_AMAZES_FOURS ? ring->part[i + 1] : none,
                               upright = ways->left.part[i];
        const lg_i_amazes_four north = {before[3], here[0], here[1], here[2]},
                               south = {here[1], here[2], here[3], after[0]};
        const lg_i_amazes_four across = (north & ways->above.part[i]) | (south & ways->below.part[i]);
        const lg_i_amazes_four squares = (across | (here << 1 & upright) | (here & upright) >> 1) & fresh->part[i];
        next->part[i] = squares;
        fresh->part[i] ^= squares;
        any |= squares;
        hits |= (lg_i_amazes_four)((squares & wanted->part[i]) != 0) & (lg_i_amazes_four){1, 2, 4, 8} << 4 * i;
        before = here;
        here = after;
    }
    *found = hits[0] | hits[1] | hits[2] | hits[3];
    return (any[0] | any[1] | any[2] | any[3]) != 0;
}

#endif
