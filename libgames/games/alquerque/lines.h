/* Internal: the lines of the board, and where steps and jumps along them begin. */
#ifndef LG_I_ALQUERQUE_LINES_H
#define LG_I_ALQUERQUE_LINES_H

#include "core/bits.h"

#define LG_I_BOARD 0x007F7F7F7F7F7F7Fu
/* Points with diagonals: column + row even. */
#define LG_I_CROSSES 0x00552A552A552A55u

/* One point further in direction N NE E SE S SW W NW. */
LG_I_TABLE int8_t LG_I_STEP[8] = {8, 9, 1, -7, -8, -9, -1, 7};

/* The eight directions spelled out, so that every shift is by a constant. */
#define LG_I_EACH_DIRECTION(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7)

static inline uint64_t lg_i_jumps_towards(uint64_t own, uint64_t enemy, uint64_t empty, int d) {
    const uint64_t starts = own & lg_i_shift(enemy & lg_i_shift(empty, -LG_I_STEP[d]), -LG_I_STEP[d]);
    return (d & 1) != 0 ? starts & LG_I_CROSSES : starts;
}

static inline uint64_t lg_i_steps_towards(uint64_t own, uint64_t empty, int d) {
    const uint64_t starts = own & lg_i_shift(empty, -LG_I_STEP[d]);
    return (d & 1) != 0 ? starts & LG_I_CROSSES : starts;
}

/* The pieces that can jump at all. */
static inline uint64_t lg_i_jumpers(uint64_t own, uint64_t enemy, uint64_t empty) {
    uint64_t any = 0;
#define LG_I_JUMPS(d) any |= lg_i_jumps_towards(own, enemy, empty, d);
    LG_I_EACH_DIRECTION(LG_I_JUMPS)
#undef LG_I_JUMPS
    return any;
}

/* The pieces that have an empty neighbour along a line. */
static inline uint64_t lg_i_steppers(uint64_t own, uint64_t empty) {
    uint64_t any = 0;
#define LG_I_STEPS(d) any |= lg_i_steps_towards(own, empty, d);
    LG_I_EACH_DIRECTION(LG_I_STEPS)
#undef LG_I_STEPS
    return any;
}

#endif
