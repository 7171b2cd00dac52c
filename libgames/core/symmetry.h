/* Internal: the eight symmetries of a square board. Symmetry s is a mirror left to right if s >= 4, then s & 3
 * quarter turns clockwise. In the common subset of C and CUDA C++. */
#ifndef LG_I_SYMMETRY_H
#define LG_I_SYMMETRY_H

/* Moves a cell of a board with `side` cells in a row. Rows count from the top. */
static inline void lg_i_symmetry_cell(int symmetry, int side, int *row, int *column) {
    if (symmetry >= 4) *column = side - 1 - *column;
    for (int turn = symmetry & 3; turn > 0; turn--) {
        const int turned = side - 1 - *row;
        *row = *column;
        *column = turned;
    }
}

/* Turns a direction, one of `around` (4 or 8) that count clockwise from up. */
static inline int lg_i_symmetry_direction(int symmetry, int around, int direction) {
    if (symmetry >= 4) direction = around - direction;
    return (direction + around / 4 * symmetry) & (around - 1);
}

#endif
