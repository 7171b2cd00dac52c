/* Alquerque: observations, in nine planes. */
#include "libgames/alquerque.h"

#include <string.h>

#include "core/bits.h"
#include "libgames/author.h"
#include "lines.h"
#include "rooms.h"
#include "rules.h"

#define NO_POINT LG_ALQUERQUE_NO_POINT
#define PLANE LG_ALQUERQUE_POINTS

/* Planes of the observation, each 7 x 7, row 1 first. */
enum {
    ALQ_OWN, ENEMY, JUMPER, OWN_RETURN_FROM, OWN_RETURN_TO, ENEMY_RETURN_FROM, ENEMY_RETURN_TO, ALQ_TO_MOVE, PLY,
    ALQ_PLANES
};

void lg_i_alquerque_spaces(lg_game *game) {
    game->observations = 1;
    game->observation[0] = (lg_space){"planes", LG_U8, 3, {ALQ_PLANES, 7, 7, 1}, 0, LG_ALQUERQUE_PLY_LIMIT};
}

/* Also writes 15 bytes behind the plane, which are those of the next one. First, rows of eight bits become rows of
 * seven: in pairs, fours, and all. */
static void put_plane(uint8_t *plane, uint64_t board) {
    board = (board & 0x007F007F007F007Fu) | (board >> 1 & 0x3F803F803F803F80u);
    board = (board & 0x00003FFF00003FFFu) | (board >> 2 & 0x0FFFC0000FFFC000u);
    lg_i_bits_put_word(plane, (board & 0x0FFFFFFFu) | board >> 32 << 28);
}

/* The step that `side` may not take back in its next turn, as long as the piece still stands. */
static void put_return(uint8_t *planes, const lg_alquerque *state, int side, int from_plane, int to_plane) {
    const lg_alquerque_move *last = &state->last[side];
    if (last->from == NO_POINT || last->jumps != 0) return;
    const int at = last->from + LG_I_ALQUERQUE_STEP[last->path & 7];
    if ((state->pieces[side] >> at & 1) == 0) return;
    planes[from_plane * PLANE + lg_i_alquerque_dense(at)] = 1;
    planes[to_plane * PLANE + lg_i_alquerque_dense(last->from)] = 1;
}

static void alq_observe(const lg_game *game, const void *state, int32_t viewer, int32_t which, void *out) {
    (void)game, (void)which;
    const lg_alquerque *position = (const lg_alquerque *)state;
    uint8_t *planes = (uint8_t *)out;
    put_plane(planes + ALQ_OWN * PLANE, position->pieces[viewer]);
    put_plane(planes + ENEMY * PLANE, position->pieces[1 - viewer]);
    for (int plane = JUMPER; plane < ALQ_TO_MOVE; plane++) memset(planes + plane * PLANE, 0, PLANE);
    if (position->jumper != NO_POINT) planes[JUMPER * PLANE + lg_i_alquerque_dense(position->jumper)] = 1;
    put_return(planes, position, viewer, OWN_RETURN_FROM, OWN_RETURN_TO);
    put_return(planes, position, 1 - viewer, ENEMY_RETURN_FROM, ENEMY_RETURN_TO);
    memset(planes + ALQ_TO_MOVE * PLANE, position->to_move == viewer, PLANE);
    memset(planes + PLY * PLANE, position->ply, PLANE);
}

static int32_t alq_parts(const lg_game *game, int32_t which, lg_part *parts) {
    (void)game, (void)which;
    parts[0] = (lg_part){PLY * PLANE, 0, 1};
    parts[1] = (lg_part){PLANE, 0, LG_ALQUERQUE_PLY_LIMIT};
    return 2;
}

enum { HALF_TURN = 2 };

/* Turns the board by 180 degrees for Black, so its pieces, too, begin on the lower rows. */
static int32_t alq_canonical(const lg_game *game, const void *state, int32_t player) {
    (void)game, (void)state;
    return player == LG_ALQUERQUE_BLACK ? HALF_TURN : 0;
}

static int32_t alq_symmetry_action(const lg_game *game, int32_t symmetry, int32_t action) {
    (void)game;
    if (symmetry == HALF_TURN) return 8 * (PLANE - 1 - (action >> 3)) + ((action + 4) & 7);
    const int32_t point = lg_i_alquerque_symmetry_point(symmetry, lg_i_alquerque_sparse(action >> 3));
    return 8 * lg_i_alquerque_dense(point) + lg_i_alquerque_symmetry_direction(symmetry, action & 7);
}

static void alq_symmetry_observation(const lg_game *game, int32_t symmetry, int32_t which, const void *before,
                                     void *after) {
    (void)game, (void)which;
    const uint8_t *from = (const uint8_t *)before;
    uint8_t *to = (uint8_t *)after;
    for (int plane = 0; plane < ALQ_PLANES && symmetry == HALF_TURN; plane++, from += PLANE, to += PLANE) {
        for (int i = 0; i < PLANE - 1; i += 8) { /* backwards, eight at a time */
            uint64_t eight;
            memcpy(&eight, from + i, sizeof eight);
            const uint64_t turned = __builtin_bswap64(eight);
            memcpy(to + PLANE - 8 - i, &turned, sizeof turned);
        }
        to[0] = from[PLANE - 1];
    }
    for (int index = 0; index < PLANE && symmetry != HALF_TURN; index++) {
        const int mapped = alq_symmetry_action(NULL, symmetry, 8 * index) >> 3;
        for (int plane = 0; plane < ALQ_PLANES; plane++) to[plane * PLANE + mapped] = from[plane * PLANE + index];
    }
}

static void alq_symmetry_state(const lg_game *game, int32_t symmetry, const void *before, void *after) {
    (void)game;
    lg_i_alquerque_symmetry((const lg_alquerque *)before, symmetry, (lg_alquerque *)after);
}

/* ---- the state's layout ---- */

static int32_t alq_fields(const lg_game *game, lg_field *out) {
    enum { STATE = -1, LAST = 1 };
    static const lg_field TABLE[] = {
        LG_FIELD_ARRAY(lg_alquerque, STATE, pieces, LG_FIELD_U64, 2),
        LG_FIELD_ARRAY(lg_alquerque, STATE, last, LG_FIELD_STRUCT, 2),
        LG_FIELD(lg_alquerque_move, LAST, path, LG_FIELD_U64),
        LG_FIELD(lg_alquerque_move, LAST, path_high, LG_FIELD_U16),
        LG_FIELD(lg_alquerque_move, LAST, from, LG_FIELD_U8),
        LG_FIELD(lg_alquerque_move, LAST, jumps, LG_FIELD_U8),
        LG_FIELD(lg_alquerque_move, LAST, reserved, LG_FIELD_U32),
        LG_FIELD(lg_alquerque, STATE, ply, LG_FIELD_U16),
        LG_FIELD(lg_alquerque, STATE, to_move, LG_FIELD_U8),
        LG_FIELD(lg_alquerque, STATE, jumper, LG_FIELD_U8),
        LG_FIELD(lg_alquerque, STATE, forfeit, LG_FIELD_U8),
        LG_FIELD_ARRAY(lg_alquerque, STATE, reserved, LG_FIELD_U8, 3),
    };
    (void)game;
    return lg_copy_fields(out, TABLE, sizeof TABLE);
}

const lg_game_learners lg_i_alquerque_learners = {
    .observe = alq_observe, .parts = alq_parts, .symmetry_action = alq_symmetry_action,
    .symmetry_state = alq_symmetry_state, .symmetry_observation = alq_symmetry_observation, .canonical = alq_canonical,
    .potential = lg_i_alquerque_potential,
    .fields = alq_fields,
};
