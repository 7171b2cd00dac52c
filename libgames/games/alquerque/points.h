/* Internal: points count 8 a row inside the rules and 7 a row in actions and planes. */
#ifndef LG_I_ALQUERQUE_POINTS_H
#define LG_I_ALQUERQUE_POINTS_H

static inline int lg_i_alquerque_dense(int point) {
    return point - (point >> 3);
}

static inline int lg_i_alquerque_sparse(int index) {
    return index + index / 7;
}

#endif
