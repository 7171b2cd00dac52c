/* Internal: functions of the rules for the parts above them: whole moves leg by leg, and the effect of a decision. That
 * is inline because searches apply a decision in every node: a further call would take 2 to 3% of their time. */
#ifndef LG_I_ALQUERQUE_RULES_H
#define LG_I_ALQUERQUE_RULES_H

#include <string.h>

#include "libgames/alquerque.h"
#include "lines.h"

static inline uint64_t lg_i_alquerque_bit(int point) {
    return (uint64_t)1 << point;
}

static inline uint64_t lg_i_alquerque_empty_points(const lg_alquerque *state) {
    return LG_I_ALQUERQUE_BOARD & ~(state->pieces[0] | state->pieces[1]);
}

/* ---- moves as data ---- */

static inline void lg_i_alquerque_set_leg(lg_alquerque_move *move, int number, int direction) {
    if (number < 21) {
        move->path = (move->path & ~((uint64_t)7 << 3 * number)) | (uint64_t)direction << 3 * number;
    } else {
        const int shift = 3 * (number - 21);
        move->path_high = (uint16_t)((move->path_high & ~(7u << shift)) | (unsigned)direction << shift);
    }
}

static inline lg_alquerque_move lg_i_alquerque_no_move(void) {
    lg_alquerque_move move;
    memset(&move, 0, sizeof move);
    move.from = LG_ALQUERQUE_NO_POINT;
    return move;
}

static inline lg_alquerque_move lg_i_alquerque_first_leg(int from, int direction, bool jump) {
    lg_alquerque_move move = lg_i_alquerque_no_move();
    move.from = (uint8_t)from;
    move.path = (uint64_t)direction;
    move.jumps = jump;
    return move;
}

static inline void lg_i_alquerque_add_jump(lg_alquerque_move *move, int direction) {
    lg_i_alquerque_set_leg(move, move->jumps, direction);
    move->jumps++;
}

/* ---- transitions; the caller has found the leg legal ---- */

static inline void lg_i_alquerque_end_turn(lg_alquerque *state) {
    state->jumper = LG_ALQUERQUE_NO_POINT;
    state->to_move ^= 1;
    state->ply++;
}

/* Moves the piece. */
static inline void lg_i_alquerque_play_step(lg_alquerque *state, int point, int direction) {
    state->pieces[state->to_move] ^=
        lg_i_alquerque_bit(point) | lg_i_alquerque_bit(point + LG_I_ALQUERQUE_STEP[direction]);
    state->last[state->to_move] = lg_i_alquerque_first_leg(point, direction, false);
    lg_i_alquerque_end_turn(state);
}

/* Moves the piece and takes the one jumped over; true while the chain must continue. */
static inline bool lg_i_alquerque_play_jump(lg_alquerque *state, int point, int direction) {
    const int side = state->to_move, target = point + 2 * LG_I_ALQUERQUE_STEP[direction];
    state->pieces[side] ^= lg_i_alquerque_bit(point) | lg_i_alquerque_bit(target);
    state->pieces[1 - side] ^= lg_i_alquerque_bit(point + LG_I_ALQUERQUE_STEP[direction]);
    if (state->jumper == LG_ALQUERQUE_NO_POINT) state->last[side] = lg_i_alquerque_first_leg(point, direction, true);
    else lg_i_alquerque_add_jump(&state->last[side], direction);
    if (lg_i_alquerque_jumped(lg_i_alquerque_bit(target), state->pieces[1 - side],
                              lg_i_alquerque_empty_points(state)) != 0) {
        state->jumper = (uint8_t)target;
        return true;
    }
    lg_i_alquerque_end_turn(state);
    return false;
}

/* The turn in a position: the player to move, or -1; before the end, whether a chain is in progress, and whether
 * nothing can be captured. */
typedef struct lg_i_alquerque_standing {
    int32_t player;
    bool in_chain, quiet;
} lg_i_alquerque_standing;

/* The position after a decision, and how it stands. `after` must not be `before`. */
static inline lg_i_alquerque_standing lg_i_alquerque_follow(const lg_alquerque *before, int point, int direction,
                                                            lg_alquerque *after) {
    *after = *before;
    const int side = after->to_move;
    const lg_i_alquerque_standing same_chain = {side, true, false};
    if ((after->pieces[1 - side] >> (point + LG_I_ALQUERQUE_STEP[direction]) & 1) == 0) {
        lg_i_alquerque_play_step(after, point, direction);
    } else if (lg_i_alquerque_play_jump(after, point, direction)) {
        return same_chain;
    }
    const uint64_t own = after->pieces[1 - side], enemy = after->pieces[side],
                   empty = LG_I_ALQUERQUE_BOARD & ~(own | enemy);
    const uint64_t jumped = lg_i_alquerque_jumped(own, enemy, empty);
    const bool steps = lg_i_alquerque_has_step(own, empty);
    const bool moves = after->ply < LG_ALQUERQUE_PLY_LIMIT && (steps || jumped != 0);
    const bool over = !moves && lg_alquerque_result_of(after) != LG_ALQUERQUE_ONGOING;
    const lg_i_alquerque_standing next = {over ? -1 : 1 - side, false, jumped == 0};
    return next;
}

/* The legal decisions before the end of the game, by direction, each 8 times the point, counted 7 a row, plus the
 * direction. Returns their number. */
int32_t lg_i_alquerque_list(const lg_alquerque *state, uint16_t *decisions);

/* Where moves start: bit p of origins[d] is set if the next decision of the side to move can be a step or jump of the
 * piece on p in direction d. Returns 0 (there is none), 1 (steps) or 2 (jumps: capturing is compulsory, and only the
 * jumping piece continues a chain). In a finished game there is none. */
int32_t lg_i_alquerque_origins(const lg_alquerque *state, uint64_t origins[8]);

/* One decision: the piece on `point` steps or jumps in direction 0 ... 7. While the chain must continue, it remains the
 * same side's turn. LG_E_ILLEGAL, LG_E_OVER. */
lg_status lg_i_alquerque_decide(const lg_alquerque *before, int32_t point, int32_t direction, lg_alquerque *after);

/* Why this whole turn is illegal here: a constant sentence; NULL when it is legal. */
const char *lg_i_alquerque_explain(const lg_alquerque *state, const lg_alquerque_move *move);

/* The images of points, directions and positions under a symmetry. */
int32_t lg_i_alquerque_symmetry_point(int32_t symmetry, int32_t point);
int32_t lg_i_alquerque_symmetry_direction(int32_t symmetry, int32_t direction);
void lg_i_alquerque_symmetry(const lg_alquerque *before, int32_t symmetry, lg_alquerque *after);

/* The points that a move visits, start and end included: 2 for a step, jumps + 1 for a chain. Returns
 * their number, or 0 when the move is not along lines or is "no move". */
int32_t lg_i_alquerque_points(const lg_alquerque_move *move, uint8_t points[LG_ALQUERQUE_MAX_JUMPS + 1]);

/* The move that visits these points (2 ... 25 of them; a step has 2); false when they are not along lines. */
bool lg_i_alquerque_move_make(const uint8_t *points, int32_t count, bool capture, lg_alquerque_move *move);

/* The first wrong field of a state, and the reason; NULL for a valid state. */
const char *lg_i_alquerque_problem(const lg_alquerque *state);

/* The offender's opponent wins 12-0. LG_E_OVER. */
lg_status lg_i_alquerque_forfeit(const lg_alquerque *before, int32_t offender, lg_alquerque *after);

#endif
