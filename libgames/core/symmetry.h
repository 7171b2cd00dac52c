/* Internal: the eight symmetries of a square board. Symmetry s is a mirror left to right if s >= 4, then s & 3
 * quarter turns clockwise. In the common subset of C and CUDA C++. */
#ifndef LG_I_SYMMETRY_H
#define LG_I_SYMMETRY_H

#include <stdint.h>

/* Moves a cell of a board with `side` cells in a row. Rows count from the top. */
static inline void lg_i_symmetry_cell(int symmetry, int side, int *row, int *column) {
    if (symmetry >= 4) *column = side - 1 - *column;
    for (int turn = symmetry & 3; turn > 0; turn--) {
        const int turned = side - 1 - *row;
        *row = *column;
        *column = turned;
    }
}

/* A board of bytes, cell by cell along a line. `to` is not `from`. */
static inline void lg_i_symmetry_board(int symmetry, int side, const uint8_t *from, uint8_t *to) {
    int row[3] = {0, 0, 1}, column[3] = {0, 1, 0}, at[3];
    for (int i = 0; i < 3; i++) {
        lg_i_symmetry_cell(symmetry, side, &row[i], &column[i]);
        at[i] = side * row[i] + column[i];
    }
    const int right = at[1] - at[0], down = at[2] - at[0];
    for (int r = 0; r < side; r++)
        for (int c = 0; c < side; c++) to[at[0] + r * down + c * right] = from[side * r + c];
}

/* Turns a direction, one of `around` (4 or 8) that count clockwise from up. */
static inline int lg_i_symmetry_direction(int symmetry, int around, int direction) {
    if (symmetry >= 4) direction = around - direction;
    return (direction + around / 4 * symmetry) & (around - 1);
}

#endif
