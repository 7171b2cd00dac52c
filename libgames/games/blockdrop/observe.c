/* Block drop: what a player sees, as integers and in planes. The viewer comes first, then the others in the order of
 * their turns. */
#include "libgames/blockdrop.h"

#include <string.h>

#include "parts.h"


#define PLAYERS LG_BLOCKDROP_PLAYERS
#define SIDE LG_BLOCKDROP_SIDE
#define BLOCKS LG_BLOCKDROP_BLOCKS_SIDE
#define PLANE (SIDE * SIDE)

enum { COMPACT, AS_PLANES }; /* observations */

/* Places in the compact observation: timers, then row, column, facing and stun of each player. */
enum {
    FIRST_PLAYER = LG_BLOCKDROP_BLOCKS,
    WAIT = FIRST_PLAYER + 4 * PLAYERS,
    TURN,
    TURN_LIMIT,
    COMPACT_SIZE
};

/* Planes of the other, each 18 x 18, row 0 first. */
enum {
    DROPS,
    RETURNS,
    FIRST_SQUARE,
    FIRST_FACING = FIRST_SQUARE + PLAYERS,
    STUN = FIRST_FACING + 4,
    WAITS,
    LEFT,
    PLANES
};

void lg_i_blockdrop_spaces(lg_game *game) {
    game->observations = 2;
    game->observation[COMPACT] = (lg_space){
        "compact", LG_I16, 1, {COMPACT_SIZE, 1, 1, 1}, -LG_BLOCKDROP_PAGE_RETURN, LG_BLOCKDROP_MAX_TURN_LIMIT};
    game->observation[AS_PLANES] = (lg_space){"planes", LG_U8, 3, {PLANES, SIDE, SIDE, 1}, 0, UINT8_MAX};
}

/* Turns until the viewer's own next turn, 0 when it is to act. */
static int wait_of(const lg_blockdrop *state, int32_t viewer) {
    return (viewer - state->turn) & 3;
}

static void observe_compact(const lg_blockdrop *state, int32_t viewer, int16_t *out) {
    for (int i = 0; i < LG_BLOCKDROP_BLOCKS; i++) out[i] = state->timers[i];
    for (int i = 0; i < PLAYERS; i++) {
        const int32_t seen = (viewer + i) & 3;
        int16_t *fields = out + FIRST_PLAYER + 4 * i;
        fields[0] = state->row[seen];
        fields[1] = state->column[seen];
        fields[2] = state->facing[seen];
        fields[3] = state->stun[seen];
    }
    out[WAIT] = (int16_t)wait_of(state, viewer);
    out[TURN] = (int16_t)state->turn;
    out[TURN_LIMIT] = (int16_t)state->turn_limit;
}

/* Each block's value on its nine squares. Four bytes are written at a time; the next block, or the copy, drops
 * the fourth. */
static void put_blocks(uint8_t *plane, const lg_blockdrop *state, int sign) {
    for (int block_row = 0; block_row < BLOCKS; block_row++) {
        uint8_t line[SIDE + 1];
        for (int block = 0; block < BLOCKS; block++) {
            const int value = sign * state->timers[BLOCKS * block_row + block];
            const uint32_t four = (uint32_t)(value > 0 ? value : 0) * 0x01010101u;
            memcpy(line + 3 * block, &four, sizeof four);
        }
        for (int row = 0; row < 3; row++, plane += SIDE) memcpy(plane, line, SIDE);
    }
}

static void observe_planes(const lg_blockdrop *state, int32_t viewer, uint8_t *out) {
    const int left = state->turn_limit - state->turn;
    put_blocks(out + DROPS * PLANE, state, 1);
    put_blocks(out + RETURNS * PLANE, state, -1);
    memset(out + FIRST_SQUARE * PLANE, 0, (WAITS - FIRST_SQUARE) * PLANE);
    for (int i = 0; i < PLAYERS; i++) {
        const int32_t seen = (viewer + i) & 3;
        if (!lg_blockdrop_alive(state, seen)) continue;
        uint8_t *square = out + SIDE * state->row[seen] + state->column[seen];
        square[(FIRST_SQUARE + i) * PLANE] = 1;
        square[(FIRST_FACING + state->facing[seen]) * PLANE] = 1;
        square[STUN * PLANE] = state->stun[seen];
    }
    memset(out + WAITS * PLANE, wait_of(state, viewer), PLANE);
    memset(out + LEFT * PLANE, left < UINT8_MAX ? left : UINT8_MAX, PLANE);
}

void lg_i_blockdrop_observe(const lg_game *game, const void *state, int32_t viewer, int32_t which, void *out) {
    (void)game;
    if (which == COMPACT) observe_compact((const lg_blockdrop *)state, viewer, (int16_t *)out);
    else observe_planes((const lg_blockdrop *)state, viewer, (uint8_t *)out);
}

/* ---- symmetries ---- */

static void map_compact(int32_t symmetry, const int16_t *from, int16_t *to) {
    memcpy(to, from, COMPACT_SIZE * sizeof *to);
    for (int i = 0; i < LG_BLOCKDROP_BLOCKS; i++)
        to[lg_blockdrop_symmetry_cell(symmetry, BLOCKS, i / BLOCKS, i % BLOCKS)] = from[i];
    for (int i = 0; i < PLAYERS; i++) {
        const int16_t *fields = from + FIRST_PLAYER + 4 * i;
        int16_t *mapped = to + FIRST_PLAYER + 4 * i;
        mapped[2] = (int16_t)lg_blockdrop_symmetry_action(symmetry, fields[2]);
        if (fields[0] < 0) continue;
        const int32_t square = lg_blockdrop_symmetry_cell(symmetry, SIDE, fields[0], fields[1]);
        mapped[0] = (int16_t)(square / SIDE);
        mapped[1] = (int16_t)(square % SIDE);
    }
}

static int mapped_plane(int32_t symmetry, int plane) {
    const int facing = plane - FIRST_FACING;
    if (facing < 0 || facing > 3) return plane;
    return FIRST_FACING + lg_blockdrop_symmetry_action(symmetry, facing);
}

static void map_planes(int32_t symmetry, const uint8_t *from, uint8_t *to) {
    for (int plane = 0; plane < PLANES; plane++) {
        uint8_t *mapped = to + mapped_plane(symmetry, plane) * PLANE;
        for (int row = 0; row < SIDE; row++)
            for (int column = 0; column < SIDE; column++)
                mapped[lg_blockdrop_symmetry_cell(symmetry, SIDE, row, column)] = *from++;
    }
}

void lg_i_blockdrop_symmetry_observation(const lg_game *game, int32_t symmetry, int32_t which, const void *before,
                                         void *after) {
    (void)game;
    if (which == COMPACT) map_compact(symmetry, (const int16_t *)before, (int16_t *)after);
    else map_planes(symmetry, (const uint8_t *)before, (uint8_t *)after);
}
