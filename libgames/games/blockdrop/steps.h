/* Internal: where steps of Block drop lead, the blocks under squares, and turns of a game. */
#ifndef LG_I_BLOCKDROP_STEPS_H
#define LG_I_BLOCKDROP_STEPS_H

#include "core/bits.h"
#include "libgames/blockdrop.h"

/* One square further in direction U R D L, in rows and in columns. */
LG_I_BITS_TABLE int8_t LG_I_BLOCKDROP_ROW_STEP[4] = {-1, 0, 1, 0};
LG_I_BITS_TABLE int8_t LG_I_BLOCKDROP_COLUMN_STEP[4] = {0, 1, 0, -1};

/* The block of a square; 0 for the fallen, whose square is -1, -1. */
static inline int lg_i_blockdrop_block(int row, int column) {
    return LG_BLOCKDROP_BLOCKS_SIDE * (row / 3) + column / 3;
}

/* Whether this rule set and this turn limit are valid. */
static inline bool lg_i_blockdrop_is_configuration(int32_t rules, int32_t turn_limit) {
    return (rules == LG_BLOCKDROP_PAGE || rules == LG_BLOCKDROP_ENGINE) && turn_limit >= 1 &&
           turn_limit <= LG_BLOCKDROP_MAX_TURN_LIMIT;
}

/* Whether the player has not fallen. */
static inline bool lg_i_blockdrop_is_alive(const lg_blockdrop *state, int player) {
    return state->row[player] >= 0;
}

/* Why this action is not carried out here: a constant sentence; NULL if lg_blockdrop_legal contains it. */
const char *lg_i_blockdrop_explain(const lg_blockdrop *state, int32_t action);

/* lg_blockdrop_apply and lg_i_blockdrop_advance in one: the turns of fallen players pass immediately. */
lg_status lg_i_blockdrop_play_on(const lg_blockdrop *before, int32_t action, lg_blockdrop *after);

/* Whether the action of the player whose turn it is counts: it is alive, not stopped and not stunned. */
bool lg_i_blockdrop_acts(const lg_blockdrop *state);

/* Plays the turns of fallen and stopped players until a player has a decision to make, or the game is over. At most
 * turn_limit turns, and at most 3 while a player is left to decide. */
void lg_i_blockdrop_advance(const lg_blockdrop *before, lg_blockdrop *after);

/* The first wrong field of a state, and the reason; NULL for a valid state. */
const char *lg_i_blockdrop_problem(const lg_blockdrop *state);

/* "A program that is late or gone is stopped for good: its player does N from then on." Nothing to do for a fallen
 * player. LG_E_OVER. */
lg_status lg_i_blockdrop_forfeit(const lg_blockdrop *before, int32_t player, lg_blockdrop *after);

#endif
