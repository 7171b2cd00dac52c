/* Internal: the layout of the variable part of a SnakeCore state, and functions that rules, setup and protocol
 * share. */
#ifndef LG_I_SNAKECORE_LAYOUT_H
#define LG_I_SNAKECORE_LAYOUT_H

#include "core/bits.h"
#include "core/symmetry.h"
#include "libgames/snakecore.h"

/* One cell further in direction U L D R. */
LG_I_BITS_TABLE int8_t LG_I_SNAKECORE_DX[4] = {0, -1, 0, 1};
LG_I_BITS_TABLE int8_t LG_I_SNAKECORE_DY[4] = {-1, 0, 1, 0};

/* Words of one body's types. */
static inline int lg_i_snakecore_type_words(const lg_snakecore *state) {
    return (state->ordinary + state->energy + 63) >> 6;
}

static inline uint64_t *lg_i_snakecore_rows(lg_snakecore *state) {
    return state->data;
}

static inline const uint8_t *lg_i_snakecore_cells(const lg_snakecore *state) {
    return (const uint8_t *)(state->data + state->size);
}

static inline uint8_t *lg_i_snakecore_cells_of(lg_snakecore *state) {
    return (uint8_t *)(state->data + state->size);
}

static inline int lg_i_snakecore_types_start(const lg_snakecore *state, int player) {
    return state->size + ((state->size * state->size + 7) >> 3) + player * lg_i_snakecore_type_words(state);
}

static inline const uint64_t *lg_i_snakecore_types(const lg_snakecore *state, int player) {
    return state->data + lg_i_snakecore_types_start(state, player);
}

static inline uint64_t *lg_i_snakecore_types_of(lg_snakecore *state, int player) {
    return state->data + lg_i_snakecore_types_start(state, player);
}

static inline int lg_i_snakecore_index(const lg_snakecore *state, lg_snakecore_cell cell) {
    return cell.y * state->size + cell.x;
}

static inline bool lg_i_snakecore_on_field(const lg_snakecore *state, int x, int y) {
    return x >= 0 && x < state->size && y >= 0 && y < state->size;
}

static inline bool lg_i_snakecore_same_cell(lg_snakecore_cell a, lg_snakecore_cell b) {
    return a.x == b.x && a.y == b.y;
}

/* The neighbour in a direction, which must be on the field. */
static inline lg_snakecore_cell lg_i_snakecore_next(lg_snakecore_cell cell, int direction) {
    const int x = cell.x + LG_I_SNAKECORE_DX[direction], y = cell.y + LG_I_SNAKECORE_DY[direction];
    const lg_snakecore_cell next = {(uint8_t)x, (uint8_t)y};
    return next;
}

/* Directions turn with the board, other actions stay. U L D R run anticlockwise. */
static inline int32_t lg_i_snakecore_turned(int32_t symmetry, int32_t action) {
    if (action >= LG_SNAKECORE_NONE) return action;
    return (4 - lg_i_symmetry_direction(symmetry, 4, 4 - action)) & 3;
}

/* The value for an observation. */
static inline uint8_t lg_i_snakecore_byte(int32_t number) {
    return (uint8_t)(number < 0 ? 0 : number < 255 ? number : 255);
}

static inline bool lg_i_snakecore_over(const lg_snakecore *state) {
    return state->round >= state->rounds;
}

/* "At the start of its own turn a player's protection counter, if positive, falls by one." States are between turns, so
 * the counter of the player to move has not yet fallen. */
static inline int32_t lg_i_snakecore_protection(const lg_snakecore *state, int player) {
    const int32_t counter = state->python[player].protection;
    return counter - (player == state->to_move && counter > 0 && !lg_i_snakecore_over(state));
}

/* The code of a cell with a block of this player's body. */
static inline uint8_t lg_i_snakecore_body_code(int player, int direction) {
    return (uint8_t)(LG_SNAKECORE_BODY + 16 * direction + player);
}

/* Such a code's player, its direction, and the code without the direction. */
static inline int lg_i_snakecore_owner(int code) {
    return code & 7;
}

static inline int lg_i_snakecore_ahead(int code) {
    return code >> 4 & 3;
}

static inline int lg_i_snakecore_undirected(int code) {
    return code & ~(3 << 4);
}

/* 1 when block `index`, counted from the tail, is an energy block. */
static inline int lg_i_snakecore_type_at(const uint64_t *types, int index) {
    return (int)(types[index >> 6] >> (index & 63) & 1);
}

/* ---- rules.c: the uniform interface's draws, with an action 0 ... 5 and a list that is not NULL ---- */

/* lg_snakecore_apply where its generator draws these cells. */
lg_status lg_i_snakecore_apply_drawn(const lg_snakecore *before, int32_t action, const lg_snakecore_cell *drawn,
                                     int32_t count, lg_snakecore *after);
/* The number of cells where the next block may come back after the first ones have come back on these cells: 0 if none
 * is left to come back, -1 if these cells are impossible. `rows` (LG_SNAKECORE_MAX_SIZE) gets the cells, as in
 * lg_snakecore.data, if there are any. */
int32_t lg_i_snakecore_open(const lg_snakecore *before, int32_t action, const lg_snakecore_cell *drawn, int32_t count,
                            uint64_t *rows);

/* ---- state.c: states made from a field and bodies ---- */

/* A state of these codes (EMPTY ... ENERGY, size * size of them), without heads; header fields that the field does not
 * determine are 0, except the generator's increment. */
void lg_i_snakecore_lay(const uint8_t *codes, int size, int players, lg_snakecore *state);
/* Puts a python's head on an empty cell. */
void lg_i_snakecore_put_head(lg_snakecore *state, int player, lg_snakecore_cell cell);
/* Makes a free block the new tail; false when the cell holds none or is not a neighbour of the tail. */
bool lg_i_snakecore_append(lg_snakecore *state, int player, lg_snakecore_cell cell);

/* A constant sentence for each effect, known or not. */
const char *lg_i_snakecore_effect_text(lg_snakecore_effect effect);

/* Copies the used bytes. */
void lg_i_snakecore_copy(const lg_snakecore *from, lg_snakecore *to);

/* NULL if such a game can be made, otherwise the expectation, a constant string. */
const char *lg_i_snakecore_setup_problem(const lg_snakecore_setup *setup);

/* Bytes of a state with this field and these numbers of players and blocks (both types together); 0 when out of
 * range. */
size_t lg_i_snakecore_size(int32_t size, int32_t players, int32_t blocks);

/* The first wrong field of a state, and the reason; NULL for a valid state. */
const char *lg_i_snakecore_problem(const lg_snakecore *state, size_t size);

/* The constant words of the result: "ongoing", "all rounds played". */
const char *lg_i_snakecore_result_text(lg_snakecore_result result);

#endif
