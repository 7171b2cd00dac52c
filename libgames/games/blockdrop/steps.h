/* Internal: where steps of Block drop lead. */
#ifndef LG_I_BLOCKDROP_STEPS_H
#define LG_I_BLOCKDROP_STEPS_H

#include "core/bits.h"
#include "libgames/blockdrop.h"

/* One square further in direction U R D L, in rows and in columns. */
LG_I_TABLE int8_t LG_I_ROW_STEP[4] = {-1, 0, 1, 0};
LG_I_TABLE int8_t LG_I_COLUMN_STEP[4] = {0, 1, 0, -1};

/* Whether a step of the living player whose turn it is would not be cancelled. */
bool lg_i_blockdrop_steps(const lg_blockdrop *state, int32_t direction);

#endif
