/* Alquerque: the rules on bitboards. A row takes eight bits, the eighth always empty, so one shift moves every piece
 * one point along a line, and nothing wraps around an edge. */
#include "libgames/alquerque.h"

#include <string.h>

#include "core/bits.h"
#include "core/symmetry.h"
#include "lines.h"
#include "rules.h"

#define NO_POINT LG_ALQUERQUE_NO_POINT

static int opposite(int direction) {
    return direction ^ 4;
}

static bool is_point(int point) {
    return point >= 0 && point < 64 && (LG_I_ALQUERQUE_BOARD >> point & 1) != 0;
}

/* The point `distance` lines away from `point`, or -1 when no such line leads there. */
static int along(int point, int direction, int distance) {
    if ((direction & 1) != 0 && (LG_I_ALQUERQUE_CROSSES >> point & 1) == 0) return -1;
    for (int i = 0; i < distance; i++) {
        point += LG_I_ALQUERQUE_STEP[direction];
        if (!is_point(point)) return -1;
    }
    return point;
}

/* ---- moves as data ---- */

static int leg(const lg_alquerque_move *move, int number) {
    if (number < 21) return (int)(move->path >> 3 * number & 7);
    return move->path_high >> 3 * (number - 21) & 7;
}

static int legs(const lg_alquerque_move *move) {
    return move->jumps == 0 ? 1 : move->jumps;
}

/* Follows the lines of the board; -1 when the move leaves them or has spare bits set. */
static int trace(const lg_alquerque_move *move) {
    if (!is_point(move->from) || move->jumps > LG_ALQUERQUE_MAX_JUMPS || move->reserved != 0) return -1;
    const int count = legs(move);
    const int low = count < 21 ? count : 21;
    if (low < 21 && move->path >> 3 * low != 0) return -1;
    if (low == 21 && move->path >> 63 != 0) return -1;
    if (move->path_high >> 3 * (count - low) != 0) return -1;
    int point = move->from;
    for (int i = 0; i < count && point >= 0; i++) point = along(point, leg(move, i), move->jumps == 0 ? 1 : 2);
    return point;
}

int32_t lg_i_alquerque_points(const lg_alquerque_move *move, uint8_t points[LG_ALQUERQUE_MAX_JUMPS + 1]) {
    if (trace(move) < 0) return 0;
    const int count = legs(move), distance = move->jumps == 0 ? 1 : 2;
    points[0] = move->from;
    for (int i = 0; i < count; i++) points[i + 1] = (uint8_t)(points[i] + distance * LG_I_ALQUERQUE_STEP[leg(move, i)]);
    return count + 1;
}

bool lg_i_alquerque_move_make(const uint8_t *points, int32_t count, bool capture, lg_alquerque_move *move) {
    if (count < 2 || count > LG_ALQUERQUE_MAX_JUMPS + 1 || (!capture && count != 2)) return false;
    lg_alquerque_move made = lg_i_alquerque_no_move();
    made.from = points[0];
    if (!is_point(points[0])) return false;
    for (int i = 0; i + 1 < count; i++) {
        int direction = 0;
        while (direction < 8 && along(points[i], direction, capture ? 2 : 1) != points[i + 1]) direction++;
        if (direction == 8) return false;
        if (capture) lg_i_alquerque_add_jump(&made, direction);
        else made.path = (uint64_t)direction;
    }
    *move = made;
    return true;
}

static bool is_no_move(const lg_alquerque_move *move) {
    const lg_alquerque_move none = lg_i_alquerque_no_move();
    return memcmp(move, &none, sizeof none) == 0;
}

/* ---- where moves start ---- */

static uint64_t all_jumps(uint64_t own, uint64_t enemy, uint64_t empty, uint64_t origins[8]) {
    uint64_t any = 0;
#define JUMPS(d) any |= origins[d] = lg_i_alquerque_jumps_towards(own, enemy, empty, d);
    LG_I_ALQUERQUE_EACH_DIRECTION(JUMPS)
#undef JUMPS
    return any;
}

static uint64_t all_steps(uint64_t own, uint64_t empty, uint64_t origins[8]) {
    uint64_t any = 0;
#define STEPS(d) any |= origins[d] = lg_i_alquerque_steps_towards(own, empty, d);
    LG_I_ALQUERQUE_EACH_DIRECTION(STEPS)
#undef STEPS
    return any;
}

/* The directions in which the piece on `point` can jump, a bitset. */
static unsigned jump_options(int point, uint64_t enemy, uint64_t empty) {
    unsigned options = 0;
    const unsigned lines = (LG_I_ALQUERQUE_CROSSES >> point & 1) != 0 ? 255u : 0x55u;
#define OPTION(d)                                                                                                      \
    options |= (unsigned)(lg_i_alquerque_jumps_towards(lg_i_alquerque_bit(point), enemy, empty, d) != 0) << d;
    LG_I_ALQUERQUE_EACH_DIRECTION(OPTION)
#undef OPTION
    return options & lines;
}

/* "It is prohibited to move a piece back to the space it occupied in the previous turn." Only a step can be
 * taken back: a jump moves by two. Returns the bit of this piece, or 0. */
static uint64_t forbid_return(const lg_alquerque *state, uint64_t origins[8]) {
    const lg_alquerque_move *last = &state->last[state->to_move];
    if (last->jumps != 0 || last->from == NO_POINT) return 0;
    const int direction = leg(last, 0);
    const uint64_t piece = lg_i_alquerque_bit(last->from + LG_I_ALQUERQUE_STEP[direction]);
    origins[opposite(direction)] &= ~piece;
    return piece;
}

int32_t lg_i_alquerque_origins(const lg_alquerque *state, uint64_t origins[8]) {
    const uint64_t own = state->pieces[state->to_move];
    const uint64_t enemy = state->pieces[1 - state->to_move];
    const uint64_t empty = LG_I_ALQUERQUE_BOARD & ~(own | enemy);
    const bool chain = state->jumper != NO_POINT;
    if (!chain && (state->ply >= LG_ALQUERQUE_PLY_LIMIT || state->forfeit != 0)) {
        memset(origins, 0, 8 * sizeof origins[0]);
        return 0;
    }
    if (all_jumps(chain ? lg_i_alquerque_bit(state->jumper) : own, enemy, empty, origins) != 0) return 2;
    uint64_t any = all_steps(own, empty, origins);
    const uint64_t piece = forbid_return(state, origins);
    if ((any & ~piece) != 0) return 1; /* without reading again what was just written */
    any = 0;
    for (int d = 0; d < 8; d++) any |= origins[d];
    return any != 0;
}

static uint16_t *add_decisions(uint16_t *next, uint64_t origins, int direction) {
    while (origins != 0) *next++ = (uint16_t)(8 * lg_i_alquerque_dense(lg_i_bits_take(&origins)) + direction);
    return next;
}

int32_t lg_i_alquerque_list(const lg_alquerque *state, uint16_t *decisions) {
    const uint64_t own = state->pieces[state->to_move], enemy = state->pieces[1 - state->to_move];
    const uint64_t empty = LG_I_ALQUERQUE_BOARD & ~(own | enemy);
    const uint64_t jumpers = state->jumper != NO_POINT ? lg_i_alquerque_bit(state->jumper) : own;
    uint16_t *next = decisions;
    uint64_t origins[8];
#define ADD_JUMPS(d) next = add_decisions(next, lg_i_alquerque_jumps_towards(jumpers, enemy, empty, d), d);
    LG_I_ALQUERQUE_EACH_DIRECTION(ADD_JUMPS)
#undef ADD_JUMPS
    if (next != decisions) return (int32_t)(next - decisions);
    (void)all_steps(own, empty, origins);
    (void)forbid_return(state, origins);
#define ADD_STEPS(d) next = add_decisions(next, origins[d], d);
    LG_I_ALQUERQUE_EACH_DIRECTION(ADD_STEPS)
#undef ADD_STEPS
    return (int32_t)(next - decisions);
}

/* ---- start, checks, end ---- */

void lg_alquerque_start(lg_alquerque *state) {
    memset(state, 0, sizeof *state);
    state->pieces[LG_ALQUERQUE_WHITE] = 0x00000000707F7F7Fu;
    state->pieces[LG_ALQUERQUE_BLACK] = 0x007F7F7F07000000u;
    state->last[0] = lg_i_alquerque_no_move();
    state->last[1] = lg_i_alquerque_no_move();
    state->jumper = NO_POINT;
}

LG_I_BITS_SMALL static const char *problem_of_chain(const lg_alquerque *state) {
    const lg_alquerque_move *chain = &state->last[state->to_move];
    if (is_no_move(chain) || chain->jumps == 0 || trace(chain) != state->jumper)
        return LG_I_BITS_WRONG("jumper: expected the point that the chain in `last` of the player to move has "
                               "reached, or 255");
    if (state->ply >= LG_ALQUERQUE_PLY_LIMIT || state->forfeit != 0)
        return LG_I_BITS_WRONG("jumper: expected 255, since the game is over");
    if ((state->pieces[state->to_move] >> state->jumper & 1) == 0)
        return LG_I_BITS_WRONG("jumper: expected a point with a piece of the player to move, or 255");
    const uint64_t enemy = state->pieces[1 - state->to_move];
    if (chain->jumps + lg_i_bits_count(enemy) > LG_ALQUERQUE_PIECES) /* each jump took one */
        return LG_I_BITS_WRONG("last: the chain has taken more pieces than are missing");
    if (jump_options(state->jumper, enemy, lg_i_alquerque_empty_points(state)) == 0)
        return LG_I_BITS_WRONG("jumper: expected 255, since this piece can't capture again");
    return NULL;
}

LG_I_BITS_SMALL const char *lg_i_alquerque_problem(const lg_alquerque *state) {
    if (state == NULL) return LG_I_BITS_WRONG("expected a state, not NULL");
    const uint64_t white = state->pieces[0], black = state->pieces[1];
    if (((white | black) & ~LG_I_ALQUERQUE_BOARD) != 0)
        return LG_I_BITS_WRONG("pieces: expected bits of points of the board only");
    if ((white & black) != 0) return LG_I_BITS_WRONG("pieces: expected no point with pieces of both sides");
    if (lg_i_bits_count(white) > LG_ALQUERQUE_PIECES || lg_i_bits_count(black) > LG_ALQUERQUE_PIECES)
        return LG_I_BITS_WRONG("pieces: expected at most 24 of each side");
    if (state->to_move > 1) return LG_I_BITS_WRONG("to_move: expected 0 or 1");
    if (state->ply > LG_ALQUERQUE_PLY_LIMIT) return LG_I_BITS_WRONG("ply: expected 0 ... 200");
    if (state->forfeit > 2) return LG_I_BITS_WRONG("forfeit: expected 0, 1 or 2");
    if (state->reserved[0] != 0 || state->reserved[1] != 0 || state->reserved[2] != 0)
        return LG_I_BITS_WRONG("reserved: expected 0");
    if (state->pieces[1 - state->to_move] == 0)
        return LG_I_BITS_WRONG("pieces: expected some of the player who is not to move");
    for (int side = 0; side < 2; side++) {
        const lg_alquerque_move *last = &state->last[side];
        if (!is_no_move(last) && trace(last) < 0)
            return LG_I_BITS_WRONG("last: expected moves along the lines of the board, or no move (from 255, "
                                   "all others 0)");
    }
    return state->jumper == NO_POINT ? NULL : problem_of_chain(state);
}

lg_status lg_alquerque_validate(const lg_alquerque *state) {
    if (state == NULL) return LG_E_ARGUMENT;
    return lg_i_alquerque_problem(state) == NULL ? LG_OK : LG_E_STATE;
}

/* Whether a piece other than the one that may not go straight back can step: then there is a legal move, a step or,
 * where one is possible, a capture. */
static bool steps_freely(const lg_alquerque *state) {
    const lg_alquerque_move *last = &state->last[state->to_move];
    uint64_t own = state->pieces[state->to_move];
    if (last->jumps == 0 && last->from != NO_POINT)
        own &= ~lg_i_alquerque_bit(last->from + LG_I_ALQUERQUE_STEP[leg(last, 0)]);
    return lg_i_alquerque_steppers(own, lg_i_alquerque_empty_points(state)) != 0;
}

lg_alquerque_result lg_alquerque_result_of(const lg_alquerque *state) {
    uint64_t origins[8];
    if (state->forfeit != 0) return LG_ALQUERQUE_FORFEIT;
    if (state->pieces[state->to_move] == 0) return LG_ALQUERQUE_NO_PIECES;
    if (state->ply >= LG_ALQUERQUE_PLY_LIMIT) return LG_ALQUERQUE_AT_PLY_LIMIT;
    if (steps_freely(state)) return LG_ALQUERQUE_ONGOING; /* soon found, in nearly all positions */
    return lg_i_alquerque_origins(state, origins) == 0 ? LG_ALQUERQUE_NO_MOVES : LG_ALQUERQUE_ONGOING;
}

const char *lg_alquerque_result_text(lg_alquerque_result result) {
    switch (result) {
    case LG_ALQUERQUE_ONGOING: return "ongoing";
    case LG_ALQUERQUE_FORFEIT: return "illegal";
    case LG_ALQUERQUE_NO_PIECES: return "no pieces";
    case LG_ALQUERQUE_AT_PLY_LIMIT: return "ply limit";
    case LG_ALQUERQUE_NO_MOVES: return "no moves";
    }
    return "unknown result";
}

void lg_alquerque_scores(const lg_alquerque *state, int32_t score[2]) {
    const lg_alquerque_result result = lg_alquerque_result_of(state);
    score[0] = score[1] = 0;
    if (result == LG_ALQUERQUE_ONGOING) return;
    if (result == LG_ALQUERQUE_AT_PLY_LIMIT) {
        for (int side = 0; side < 2; side++)
            score[side] = lg_i_alquerque_tie_points(lg_i_bits_count(state->pieces[1 - side]));
        return;
    }
    const int loser = result == LG_ALQUERQUE_FORFEIT ? state->forfeit - 1 : state->to_move;
    score[1 - loser] = 12;
}

/* ---- transitions ---- */

/* A whole turn. */
static void play_move(lg_alquerque *state, const lg_alquerque_move *move) {
    int point = move->from;
    if (move->jumps == 0) lg_i_alquerque_play_step(state, point, leg(move, 0));
    for (int i = 0; i < move->jumps; i++) {
        (void)lg_i_alquerque_play_jump(state, point, leg(move, i));
        point += 2 * LG_I_ALQUERQUE_STEP[leg(move, i)];
    }
}

/* The points where a line in this direction begins or goes on. */
static uint64_t on_lines(int direction) {
    return (direction & 1) != 0 ? LG_I_ALQUERQUE_CROSSES : LG_I_ALQUERQUE_BOARD;
}

/* Bit 0 tells whether the point is one of these. Points next to those of the board may lie outside 0 ... 63: modulo 64
 * they are no points of the board either. */
static uint64_t is_among(uint64_t points, int point) {
    return points >> (point & 63);
}

static bool can_jump(const lg_alquerque *state, int point, int direction) {
    const uint64_t mover =
        state->jumper != NO_POINT ? lg_i_alquerque_bit(state->jumper) : state->pieces[state->to_move];
    const uint64_t enemy = state->pieces[1 - state->to_move], empty = lg_i_alquerque_empty_points(state);
    const int over = point + LG_I_ALQUERQUE_STEP[direction], target = over + LG_I_ALQUERQUE_STEP[direction];
    return (is_among(mover & on_lines(direction), point) & is_among(enemy, over) & is_among(empty, target) & 1) != 0;
}

/* A step, when nothing can be captured. */
static bool can_step(const lg_alquerque *state, int point, int direction) {
    const lg_alquerque_move *last = &state->last[state->to_move];
    const uint64_t own = state->pieces[state->to_move], empty = lg_i_alquerque_empty_points(state);
    const int target = point + LG_I_ALQUERQUE_STEP[direction];
    if (state->jumper != NO_POINT || (is_among(own & on_lines(direction), point) & is_among(empty, target) & 1) == 0)
        return false;
    if (last->jumps == 0 && last->from == target && leg(last, 0) == opposite(direction))
        return false;
    return lg_i_alquerque_jumped(own, state->pieces[1 - state->to_move], empty) == 0;
}

lg_status lg_i_alquerque_decide(const lg_alquerque *before, int32_t point, int32_t direction, lg_alquerque *after) {
    if (before->ply >= LG_ALQUERQUE_PLY_LIMIT || before->forfeit != 0) return LG_E_OVER;
    if (can_jump(before, point, direction)) {
        if (after != before) *after = *before;
        (void)lg_i_alquerque_play_jump(after, point, direction);
        return LG_OK;
    }
    if (can_step(before, point, direction)) {
        if (after != before) *after = *before;
        lg_i_alquerque_play_step(after, point, direction);
        return LG_OK;
    }
    return lg_alquerque_result_of(before) == LG_ALQUERQUE_ONGOING ? LG_E_ILLEGAL : LG_E_OVER;
}

static const char *explain_step(const lg_alquerque *state, const lg_alquerque_move *move, int32_t kind,
                                const uint64_t origins[8]) {
    const int direction = leg(move, 0);
    const int target = move->from + LG_I_ALQUERQUE_STEP[direction];
    if (kind == 2) return "a capture is possible, and capturing is compulsory";
    if ((lg_i_alquerque_empty_points(state) >> target & 1) == 0) return "the point moved to is not empty";
    if ((origins[direction] >> move->from & 1) == 0)
        return "a piece may not go straight back to the point it left in this player's previous turn";
    return NULL;
}

static const char *explain_chain(const lg_alquerque *state, const lg_alquerque_move *move) {
    const uint64_t own = state->pieces[state->to_move] & ~lg_i_alquerque_bit(move->from);
    uint64_t enemy = state->pieces[1 - state->to_move];
    int point = move->from;
    for (int i = 0; i < move->jumps; i++) {
        const int direction = leg(move, i), over = point + LG_I_ALQUERQUE_STEP[direction],
                  target = over + LG_I_ALQUERQUE_STEP[direction];
        if (i > 0 && jump_options(point, enemy, LG_I_ALQUERQUE_BOARD & ~(own | enemy)) == 0)
            return "the chain continues after its last capture";
        if ((own >> over & 1) != 0) return "a piece may not jump over one of its own side";
        if ((enemy >> over & 1) == 0) return "there is no enemy piece to jump over";
        if (((own | enemy) >> target & 1) != 0) return "the point behind the jumped piece is not empty";
        enemy &= ~lg_i_alquerque_bit(over);
        point = target;
    }
    if (jump_options(point, enemy, LG_I_ALQUERQUE_BOARD & ~(own | enemy)) != 0)
        return "incomplete capture: the piece can capture again and must";
    return NULL;
}

const char *lg_i_alquerque_explain(const lg_alquerque *state, const lg_alquerque_move *move) {
    uint64_t origins[8];
    if (trace(move) < 0) return "the move does not follow the lines of the board";
    const int32_t kind = lg_i_alquerque_origins(state, origins);
    if (kind == 0) return "the game is over";
    if (state->jumper != NO_POINT && move->from != state->jumper) return "another piece must continue its chain";
    if ((state->pieces[1 - state->to_move] >> move->from & 1) != 0) return "the piece belongs to the other player";
    if ((state->pieces[state->to_move] >> move->from & 1) == 0) return "there is no piece on the point moved from";
    return move->jumps == 0 ? explain_step(state, move, kind, origins) : explain_chain(state, move);
}

lg_status lg_alquerque_apply(const lg_alquerque *before, const lg_alquerque_move *move, lg_alquerque *after) {
    if (before == NULL || move == NULL || after == NULL || trace(move) < 0) return LG_E_ARGUMENT;
    if (lg_alquerque_result_of(before) != LG_ALQUERQUE_ONGOING) return LG_E_OVER;
    if (lg_i_alquerque_explain(before, move) != NULL) return LG_E_ILLEGAL;
    const lg_alquerque_move played = *move; /* `move` may lie inside *after */
    if (after != before) *after = *before;
    play_move(after, &played);
    return LG_OK;
}

lg_status lg_i_alquerque_forfeit(const lg_alquerque *before, int32_t offender, lg_alquerque *after) {
    if (lg_alquerque_result_of(before) != LG_ALQUERQUE_ONGOING) return LG_E_OVER;
    if (after != before) *after = *before;
    if (after->jumper != NO_POINT) { /* an unfinished chain is not a move */
        after->jumper = NO_POINT;
        after->last[after->to_move] = lg_i_alquerque_no_move();
    }
    after->forfeit = (uint8_t)(offender + 1);
    return LG_OK;
}

/* ---- all whole turns ---- */

void lg_alquerque_moves_begin(const lg_alquerque *state, lg_alquerque_moves *moves) {
    memset(moves, 0, sizeof *moves);
    moves->kind = (uint8_t)lg_i_alquerque_origins(state, moves->origins);
    moves->own = state->pieces[state->to_move];
    moves->enemy[0] = state->pieces[1 - state->to_move];
}

/* The next starting leg: by direction, then point. */
static bool next_origin(lg_alquerque_moves *moves, int *point) {
    while (moves->direction < 8 && moves->origins[moves->direction] == 0) moves->direction++;
    if (moves->direction == 8) return false;
    *point = lg_i_bits_take(&moves->origins[moves->direction]);
    return true;
}

/* Jumps from the current depth; the new depth's options are the piece's possible continuations. */
static void descend(lg_alquerque_moves *moves, int direction) {
    const int depth = moves->depth, over = moves->at[depth] + LG_I_ALQUERQUE_STEP[direction];
    const uint64_t own = moves->own & ~lg_i_alquerque_bit(moves->at[0]);
    const uint64_t enemy = moves->enemy[depth] & ~lg_i_alquerque_bit(over);
    moves->depth++;
    moves->at[depth + 1] = (uint8_t)(over + LG_I_ALQUERQUE_STEP[direction]);
    moves->enemy[depth + 1] = enemy;
    moves->options[depth + 1] =
        (uint8_t)jump_options(over + LG_I_ALQUERQUE_STEP[direction], enemy, LG_I_ALQUERQUE_BOARD & ~(own | enemy));
}

/* The next leaf of the tree of chains that starts with the current origin. */
static bool next_chain(lg_alquerque_moves *moves) {
    for (;;) {
        while (moves->options[moves->depth] == 0) {
            if (moves->depth == 0) return false;
            moves->depth--;
        }
        const int depth = moves->depth;
        const int direction = lg_i_bits_lowest(moves->options[depth]);
        moves->options[depth] &= (uint8_t)(moves->options[depth] - 1);
        moves->move.jumps = (uint8_t)depth;
        lg_i_alquerque_add_jump(&moves->move, direction);
        descend(moves, direction);
        if (moves->options[depth + 1] == 0) return true;
    }
}

/* Remains of longer chains from add_jump are cut off, so that equal moves have equal bytes. */
static lg_alquerque_move trimmed(lg_alquerque_move move) {
    if (move.jumps < 21) move.path &= lg_i_alquerque_bit(3 * move.jumps) - 1;
    move.path_high &= (uint16_t)(move.jumps > 21 ? (1u << 3 * (move.jumps - 21)) - 1 : 0);
    return move;
}

bool lg_alquerque_moves_next(lg_alquerque_moves *moves, lg_alquerque_move *move) {
    int point = 0;
    if (moves->kind == 1) {
        if (!next_origin(moves, &point)) return false;
        *move = lg_i_alquerque_first_leg(point, moves->direction, false);
        return true;
    }
    while (!next_chain(moves)) {
        if (!next_origin(moves, &point)) return false;
        moves->move = lg_i_alquerque_first_leg(point, 0, true);
        moves->at[0] = (uint8_t)point;
        moves->options[0] = (uint8_t)(1u << moves->direction);
    }
    *move = trimmed(moves->move);
    return true;
}

/* Chains that begin with the piece on `point`, whose own side's other pieces are `own`. */
static uint64_t count_chains(int point, unsigned options, uint64_t own, uint64_t enemy) {
    uint64_t count = 0;
    for (; options != 0; options &= options - 1) {
        const int direction = lg_i_bits_lowest(options), over = point + LG_I_ALQUERQUE_STEP[direction];
        const uint64_t left = enemy & ~lg_i_alquerque_bit(over);
        const unsigned next =
            jump_options(over + LG_I_ALQUERQUE_STEP[direction], left, LG_I_ALQUERQUE_BOARD & ~(own | left));
        count += next == 0 ? 1 : count_chains(over + LG_I_ALQUERQUE_STEP[direction], next, own, left);
    }
    return count;
}

uint64_t lg_alquerque_count(const lg_alquerque *state) {
    uint64_t origins[8], count = 0;
    const int32_t kind = lg_i_alquerque_origins(state, origins);
    if (kind == 1)
        for (int d = 0; d < 8; d++) count += (uint64_t)lg_i_bits_count(origins[d]);
    if (kind == 2)
        for (int d = 0; d < 8; d++)
            while (origins[d] != 0) {
                const int point = lg_i_bits_take(&origins[d]);
                count += count_chains(point, 1u << d, state->pieces[state->to_move] & ~lg_i_alquerque_bit(point),
                                      state->pieces[1 - state->to_move]);
            }
    return count;
}

uint64_t lg_alquerque_perft(const lg_alquerque *state, int32_t depth, bool bulk) {
    if (depth <= 0) return 1;
    if (bulk && depth == 1) return lg_alquerque_count(state);
    uint64_t leaves = 0;
    lg_alquerque_moves moves;
    lg_alquerque_move move;
    lg_alquerque_moves_begin(state, &moves);
    while (lg_alquerque_moves_next(&moves, &move)) {
        lg_alquerque after = *state;
        play_move(&after, &move);
        leaves += lg_alquerque_perft(&after, depth - 1, bulk);
    }
    return leaves;
}

/* ---- symmetries ---- */

int32_t lg_i_alquerque_symmetry_point(int32_t symmetry, int32_t point) {
    int row = 6 - (point >> 3), column = point & 7; /* points count from the bottom */
    lg_i_symmetry_cell(symmetry, 7, &row, &column);
    return 8 * (6 - row) + column;
}

int32_t lg_i_alquerque_symmetry_direction(int32_t symmetry, int32_t direction) {
    return lg_i_symmetry_direction(symmetry, 8, direction);
}

static uint64_t map_board(int symmetry, uint64_t board) {
    uint64_t mapped = 0;
    while (board != 0) mapped |= lg_i_alquerque_bit(lg_i_alquerque_symmetry_point(symmetry, lg_i_bits_take(&board)));
    return mapped;
}

static lg_alquerque_move map_move(int symmetry, const lg_alquerque_move *move) {
    lg_alquerque_move mapped = *move;
    if (move->from == NO_POINT) return mapped;
    mapped.from = (uint8_t)lg_i_alquerque_symmetry_point(symmetry, move->from);
    for (int i = 0; i < legs(move); i++)
        lg_i_alquerque_set_leg(&mapped, i, lg_i_alquerque_symmetry_direction(symmetry, leg(move, i)));
    return mapped;
}

void lg_i_alquerque_symmetry(const lg_alquerque *before, int32_t symmetry, lg_alquerque *after) {
    lg_alquerque mapped = *before;
    for (int side = 0; side < 2; side++) {
        mapped.pieces[side] = map_board(symmetry, before->pieces[side]);
        mapped.last[side] = map_move(symmetry, &before->last[side]);
    }
    if (before->jumper != NO_POINT) mapped.jumper = (uint8_t)lg_i_alquerque_symmetry_point(symmetry, before->jumper);
    *after = mapped;
}

void lg_alquerque_swap(const lg_alquerque *before, lg_alquerque *after) {
    lg_alquerque turned;
    lg_i_alquerque_symmetry(before, 2, &turned);
    lg_alquerque swapped = turned;
    for (int side = 0; side < 2; side++) {
        swapped.pieces[side] = turned.pieces[1 - side];
        swapped.last[side] = turned.last[1 - side];
    }
    swapped.to_move = (uint8_t)(1 - turned.to_move);
    if (turned.forfeit != 0) swapped.forfeit = (uint8_t)(3 - turned.forfeit);
    *after = swapped;
}
