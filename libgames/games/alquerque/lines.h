/* Internal: points and lines of the board, where steps and jumps along them begin, and the points of a tie. */
#ifndef LG_I_ALQUERQUE_LINES_H
#define LG_I_ALQUERQUE_LINES_H

#include "core/bits.h"

#define LG_I_ALQUERQUE_BOARD 0x007F7F7F7F7F7F7Fu
/* Points with diagonals: column + row even. */
#define LG_I_ALQUERQUE_CROSSES 0x00552A552A552A55u

/* Points count 8 a row inside the rules, and 7 a row in actions and planes. */
static inline int lg_i_alquerque_dense(int point) {
    return point - (point >> 3);
}

static inline int lg_i_alquerque_sparse(int index) {
    return index + index / 7;
}

/* The score after a tie for the opponent of a side with this number of pieces. */
static inline int lg_i_alquerque_tie_points(int pieces) {
    return pieces < 7 ? 7 - pieces : 0;
}

/* One point further in direction N NE E SE S SW W NW. */
LG_I_BITS_TABLE int8_t LG_I_ALQUERQUE_STEP[8] = {8, 9, 1, -7, -8, -9, -1, 7};

/* The eight directions spelled out, so that every shift is by a constant. */
#define LG_I_ALQUERQUE_EACH_DIRECTION(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7)

static inline uint64_t lg_i_alquerque_jumps_towards(uint64_t own, uint64_t enemy, uint64_t empty, int d) {
    const uint64_t starts =
        own & lg_i_bits_shift(enemy & lg_i_bits_shift(empty, -LG_I_ALQUERQUE_STEP[d]), -LG_I_ALQUERQUE_STEP[d]);
    return (d & 1) != 0 ? starts & LG_I_ALQUERQUE_CROSSES : starts;
}

static inline uint64_t lg_i_alquerque_steps_towards(uint64_t own, uint64_t empty, int d) {
    const uint64_t starts = own & lg_i_bits_shift(empty, -LG_I_ALQUERQUE_STEP[d]);
    return (d & 1) != 0 ? starts & LG_I_ALQUERQUE_CROSSES : starts;
}

/* The enemy pieces that can be jumped over: between an own piece and an empty point of a line. All points of a diagonal
 * are crosses. */
static inline uint64_t lg_i_alquerque_jumped(uint64_t own, uint64_t enemy, uint64_t empty) {
    const uint64_t crosses = own & LG_I_ALQUERQUE_CROSSES;
    uint64_t over = (own << 8 & empty >> 8) | (own >> 8 & empty << 8);
    over |= (own << 1 & empty >> 1) | (own >> 1 & empty << 1);
    over |= (crosses << 9 & empty >> 9) | (crosses >> 9 & empty << 9);
    over |= (crosses << 7 & empty >> 7) | (crosses >> 7 & empty << 7);
    return enemy & over;
}

/* The points next to these along a line, including some outside the board. */
static inline uint64_t lg_i_alquerque_beside(uint64_t points) {
    const uint64_t crosses = points & LG_I_ALQUERQUE_CROSSES;
    const uint64_t straight = points << 8 | points >> 8 | points << 1 | points >> 1;
    return straight | crosses << 9 | crosses >> 9 | crosses << 7 | crosses >> 7;
}

/* Whether a side certainly has a step: if there are two empty points next to its pieces, one of them is reached by a
 * step other than straight back. */
static inline bool lg_i_alquerque_has_step(uint64_t own, uint64_t empty) {
    const uint64_t near = lg_i_alquerque_beside(own) & empty;
    return (near & (near - 1)) != 0;
}

/* The pieces with an empty neighbour along a line. */
static inline uint64_t lg_i_alquerque_steppers(uint64_t own, uint64_t empty) {
    return own & lg_i_alquerque_beside(empty);
}

#endif
