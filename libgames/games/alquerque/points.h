/* Internal: points of the board, which count 8 a row inside the rules and 7 a row in actions and planes, and of a tie. */
#ifndef LG_I_ALQUERQUE_POINTS_H
#define LG_I_ALQUERQUE_POINTS_H

static inline int lg_i_alquerque_dense(int point) {
    return point - (point >> 3);
}

static inline int lg_i_alquerque_sparse(int index) {
    return index + index / 7;
}

/* What the other side of one with so many pieces gets after a tie. */
static inline int lg_i_alquerque_tie_points(int pieces) {
    return pieces < 7 ? 7 - pieces : 0;
}

#endif
