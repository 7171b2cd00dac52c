/* Block drop: observations, as integers and in planes. The viewer comes first, then the others in the order of their
 * turns. */
#include "libgames/blockdrop.h"

#include <string.h>

#include "core/symmetry.h"
#include "libgames/author.h"
#include "rooms.h"
#include "steps.h"


#define PLAYERS LG_BLOCKDROP_PLAYERS
#define SIDE LG_BLOCKDROP_SIDE
#define BLOCKS LG_BLOCKDROP_BLOCKS_SIDE
#define PLANE (SIDE * SIDE)

enum { BLK_COMPACT, BLK_AS_PLANES, RELATIVE }; /* observations */

/* Offsets in the compact observation: timers, then row, column, facing and stun of each player. */
enum {
    FIRST_PLAYER = LG_BLOCKDROP_BLOCKS,
    WAIT = FIRST_PLAYER + 4 * PLAYERS,
    BLK_TURN,
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
    BLK_OBSERVE_LEFT,
    BLK_PLANES
};

/* Offsets in the relative observation: the blocks around the viewer's, which is in the middle; then the viewer, and the
 * other three players. All are categories except the last. */
enum {
    BLK_OBSERVE_AROUND = 2 * BLOCKS - 1, /* blocks in a row */
    ITS_SQUARE = BLK_OBSERVE_AROUND * BLK_OBSERVE_AROUND,
    ITS_FACING,
    ITS_STUN,
    FIRST_OTHER,
    ITS_WAIT = FIRST_OTHER + 4 * (PLAYERS - 1),
    BLK_TURNS_LEFT,
    RELATIVE_SIZE
};

/* Its categories. Blocks: off the board, stable, dropping after k own turns, back after k own turns. */
enum {
    OFF_BOARD,
    STABLE,
    DROPPING,
    BLK_OBSERVE_OWN_TURNS = 6, /* k is 0 ... 5 */
    RETURNING = DROPPING + BLK_OBSERVE_OWN_TURNS,
    BLOCK_KINDS = RETURNING + BLK_OBSERVE_OWN_TURNS,
    NO_SQUARE = 9,            /* of the block's nine: the viewer has fallen */
    BLK_APART = 2 * SIDE - 1, /* differences of rows or columns, from -17 on */
    NOT_THERE = BLK_APART     /* one of both has fallen */
};

void lg_i_blockdrop_spaces(lg_game *game) {
    game->observations = 3;
    game->observation[BLK_COMPACT] = (lg_space){
        "compact", LG_I16, 1, {COMPACT_SIZE, 1, 1, 1}, -LG_BLOCKDROP_PAGE_RETURN, LG_BLOCKDROP_MAX_TURN_LIMIT};
    game->observation[BLK_AS_PLANES] = (lg_space){"planes", LG_U8, 3, {BLK_PLANES, SIDE, SIDE, 1}, 0, UINT8_MAX};
    game->observation[RELATIVE] = (lg_space){"relative", LG_U8, 1, {RELATIVE_SIZE, 1, 1, 1}, 0, UINT8_MAX};
}

/* Turns until the viewer's own next turn, 0 when it is to act. */
static int wait_of(const lg_blockdrop *state, int32_t viewer) {
    return (viewer - state->turn) & 3;
}

static void blk_observe_compact(const lg_blockdrop *state, int32_t viewer, int16_t *out) {
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
    out[BLK_TURN] = (int16_t)state->turn;
    out[TURN_LIMIT] = (int16_t)state->turn_limit;
}

/* Each block's value on its nine squares. Four bytes are written at a time; the next block, or the copy, drops
 * the fourth. */
static void blk_put_blocks(uint8_t *plane, const lg_blockdrop *state, int sign) {
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

static void blk_observe_planes(const lg_blockdrop *state, int32_t viewer, uint8_t *out) {
    const int left = state->turn_limit - state->turn;
    blk_put_blocks(out + DROPS * PLANE, state, 1);
    blk_put_blocks(out + RETURNS * PLANE, state, -1);
    memset(out + FIRST_SQUARE * PLANE, 0, (WAITS - FIRST_SQUARE) * PLANE);
    for (int i = 0; i < PLAYERS; i++) {
        const int32_t seen = (viewer + i) & 3;
        if (!lg_i_blockdrop_is_alive(state, seen)) continue;
        uint8_t *square = out + SIDE * state->row[seen] + state->column[seen];
        square[(FIRST_SQUARE + i) * PLANE] = 1;
        square[(FIRST_FACING + state->facing[seen]) * PLANE] = 1;
        square[STUN * PLANE] = state->stun[seen];
    }
    memset(out + WAITS * PLANE, wait_of(state, viewer), PLANE);
    memset(out + BLK_OBSERVE_LEFT * PLANE, left < UINT8_MAX ? left : UINT8_MAX, PLANE);
}

/* Each block's timer in turns of the viewer, the first of which is `wait` turns away; in bytes and without
 * branches, for vectors of them. */
static void put_kinds(const lg_blockdrop *state, int wait, uint8_t kinds[sizeof state->timers]) {
    for (int i = 0; i < (int)sizeof state->timers; i++) {
        const int8_t timer = state->timers[i], size = (int8_t)(timer < 0 ? -timer : timer);
        const int8_t later = (int8_t)(size - wait + PLAYERS - 1);
        const uint8_t turns = (uint8_t)((uint8_t)(later > 0 ? later : 0) / PLAYERS);
        const uint8_t changing = (uint8_t)(turns + (timer < 0 ? RETURNING : DROPPING));
        kinds[i] = timer == 0 ? STABLE : changing;
    }
}

static void put_around(const lg_blockdrop *state, int32_t viewer, uint8_t *out) {
    uint8_t kinds[sizeof state->timers];
    memset(out, OFF_BOARD, BLK_OBSERVE_AROUND * BLK_OBSERVE_AROUND);
    if (!lg_i_blockdrop_is_alive(state, viewer)) return;
    const int top = BLOCKS - 1 - state->row[viewer] / 3, left = BLOCKS - 1 - state->column[viewer] / 3;
    put_kinds(state, wait_of(state, viewer), kinds);
    for (int row = 0; row < BLOCKS; row++)
        memcpy(out + BLK_OBSERVE_AROUND * (top + row) + left, kinds + BLOCKS * row, BLOCKS);
}

static void observe_relative(const lg_blockdrop *state, int32_t viewer, uint8_t *out) {
    const bool alive = lg_i_blockdrop_is_alive(state, viewer);
    const int left = state->turn_limit - state->turn;
    put_around(state, viewer, out);
    out[ITS_SQUARE] = (uint8_t)(alive ? 3 * (state->row[viewer] % 3) + state->column[viewer] % 3 : NO_SQUARE);
    out[ITS_FACING] = state->facing[viewer];
    out[ITS_STUN] = state->stun[viewer];
    for (int i = 1; i < PLAYERS; i++) {
        const int32_t seen = (viewer + i) & 3;
        const bool there = alive && lg_i_blockdrop_is_alive(state, seen);
        uint8_t *fields = out + FIRST_OTHER + 4 * (i - 1);
        fields[0] = (uint8_t)(there ? state->row[seen] - state->row[viewer] + SIDE - 1 : NOT_THERE);
        fields[1] = (uint8_t)(there ? state->column[seen] - state->column[viewer] + SIDE - 1 : NOT_THERE);
        fields[2] = state->facing[seen];
        fields[3] = state->stun[seen];
    }
    out[ITS_WAIT] = (uint8_t)wait_of(state, viewer);
    out[BLK_TURNS_LEFT] = (uint8_t)(left < UINT8_MAX ? left : UINT8_MAX);
}

static void blk_observe(const lg_game *game, const void *state, int32_t viewer, int32_t which, void *out) {
    (void)game;
    if (which == BLK_COMPACT) blk_observe_compact((const lg_blockdrop *)state, viewer, (int16_t *)out);
    else if (which == BLK_AS_PLANES) blk_observe_planes((const lg_blockdrop *)state, viewer, (uint8_t *)out);
    else observe_relative((const lg_blockdrop *)state, viewer, (uint8_t *)out);
}

/* ---- for learners ---- */

enum { MOST_STUN = LG_BLOCKDROP_STUN - 1 };

static int32_t blk_compact_parts(const lg_game *game, lg_part *parts) {
    int32_t count = 0;
    parts[count++] = (lg_part){FIRST_PLAYER, 0, LG_BLOCKDROP_PAGE_RETURN};
    for (int i = 0; i < PLAYERS; i++) {
        parts[count++] = (lg_part){2, 0, SIDE - 1};
        parts[count++] = (lg_part){1, 4, 0};
        parts[count++] = (lg_part){1, 0, MOST_STUN};
    }
    parts[count++] = (lg_part){1, PLAYERS, 0};
    parts[count++] = (lg_part){2, 0, (int32_t)game->longest};
    return count;
}

static int32_t blk_planes_parts(lg_part *parts) {
    parts[0] = (lg_part){PLANE, 0, LG_BLOCKDROP_MAX_TIMER};
    parts[1] = (lg_part){PLANE, 0, LG_BLOCKDROP_PAGE_RETURN};
    parts[2] = (lg_part){(STUN - FIRST_SQUARE) * PLANE, 0, 1};
    parts[3] = (lg_part){PLANE, 0, MOST_STUN};
    parts[4] = (lg_part){PLANE, 0, PLAYERS - 1};
    parts[5] = (lg_part){PLANE, 0, UINT8_MAX};
    return 6;
}

static int32_t relative_parts(lg_part *parts) {
    int32_t count = 0;
    parts[count++] = (lg_part){BLK_OBSERVE_AROUND * BLK_OBSERVE_AROUND, BLOCK_KINDS, 0};
    parts[count++] = (lg_part){1, NO_SQUARE + 1, 0};
    parts[count++] = (lg_part){1, 4, 0};
    parts[count++] = (lg_part){1, MOST_STUN + 1, 0};
    for (int i = 1; i < PLAYERS; i++) {
        parts[count++] = (lg_part){2, NOT_THERE + 1, 0};
        parts[count++] = (lg_part){1, 4, 0};
        parts[count++] = (lg_part){1, MOST_STUN + 1, 0};
    }
    parts[count++] = (lg_part){1, PLAYERS, 0};
    parts[count++] = (lg_part){1, 0, UINT8_MAX};
    return count;
}

static int32_t blk_parts(const lg_game *game, int32_t which, lg_part *parts) {
    if (which == BLK_COMPACT) return blk_compact_parts(game, parts);
    return which == BLK_AS_PLANES ? blk_planes_parts(parts) : relative_parts(parts);
}

/* The viewer faces up. */
static int32_t blk_canonical(const lg_game *game, const void *state, int32_t player) {
    (void)game;
    return (4 - ((const lg_blockdrop *)state)->facing[player]) & 3;
}

/* ---- symmetries ---- */

/* The image of the square (or block) at row, column of a board of `side` rows, as side * row + column. */
static int32_t blk_symmetry_cell(int32_t symmetry, int32_t side, int32_t row, int32_t column) {
    lg_i_symmetry_cell(symmetry, side, &row, &column);
    return side * row + column;
}

/* Directions turn with the board; attack and nothing stay. */
static int32_t blk_turned(int32_t symmetry, int32_t action) {
    return action > 3 ? action : lg_i_symmetry_direction(symmetry, 4, action);
}

static void map_compact(int32_t symmetry, const int16_t *from, int16_t *to) {
    memcpy(to, from, COMPACT_SIZE * sizeof *to);
    for (int i = 0; i < LG_BLOCKDROP_BLOCKS; i++)
        to[blk_symmetry_cell(symmetry, BLOCKS, i / BLOCKS, i % BLOCKS)] = from[i];
    for (int i = 0; i < PLAYERS; i++) {
        const int16_t *fields = from + FIRST_PLAYER + 4 * i;
        int16_t *mapped = to + FIRST_PLAYER + 4 * i;
        mapped[2] = (int16_t)blk_turned(symmetry, fields[2]);
        if (fields[0] < 0) continue;
        const int32_t square = blk_symmetry_cell(symmetry, SIDE, fields[0], fields[1]);
        mapped[0] = (int16_t)(square / SIDE);
        mapped[1] = (int16_t)(square % SIDE);
    }
}

static int mapped_plane(int32_t symmetry, int plane) {
    const int facing = plane - FIRST_FACING;
    if (facing < 0 || facing > 3) return plane;
    return FIRST_FACING + blk_turned(symmetry, facing);
}

static void map_planes(int32_t symmetry, const uint8_t *from, uint8_t *to) {
    for (int plane = 0; plane < BLK_PLANES; plane++) {
        lg_i_symmetry_board(symmetry, SIDE, from + plane * PLANE, to + mapped_plane(symmetry, plane) * PLANE);
    }
}

static void map_relative(int32_t symmetry, const uint8_t *from, uint8_t *to) {
    memcpy(to, from, RELATIVE_SIZE);
    lg_i_symmetry_board(symmetry, BLK_OBSERVE_AROUND, from, to);
    if (from[ITS_SQUARE] != NO_SQUARE)
        to[ITS_SQUARE] = (uint8_t)blk_symmetry_cell(symmetry, 3, from[ITS_SQUARE] / 3, from[ITS_SQUARE] % 3);
    to[ITS_FACING] = (uint8_t)blk_turned(symmetry, from[ITS_FACING]);
    for (int at = FIRST_OTHER; at < ITS_WAIT; at += 4) {
        to[at + 2] = (uint8_t)blk_turned(symmetry, from[at + 2]);
        if (from[at] == NOT_THERE) continue;
        const int32_t apart = blk_symmetry_cell(symmetry, BLK_APART, from[at], from[at + 1]);
        to[at] = (uint8_t)(apart / BLK_APART);
        to[at + 1] = (uint8_t)(apart % BLK_APART);
    }
}

static void blk_symmetry_observation(const lg_game *game, int32_t symmetry, int32_t which, const void *before,
                                     void *after) {
    (void)game;
    if (which == BLK_COMPACT) map_compact(symmetry, (const int16_t *)before, (int16_t *)after);
    else if (which == BLK_AS_PLANES) map_planes(symmetry, (const uint8_t *)before, (uint8_t *)after);
    else map_relative(symmetry, (const uint8_t *)before, (uint8_t *)after);
}

static int32_t blk_symmetry_action(const lg_game *game, int32_t symmetry, int32_t action) {
    (void)game;
    return blk_turned(symmetry, action);
}

static void blk_symmetry_state(const lg_game *game, int32_t symmetry, const void *before, void *after) {
    (void)game;
    const lg_blockdrop *from = (const lg_blockdrop *)before;
    lg_blockdrop mapped = *from;
    for (int i = 0; i < LG_BLOCKDROP_BLOCKS; i++)
        mapped.timers[blk_symmetry_cell(symmetry, BLOCKS, i / BLOCKS, i % BLOCKS)] = from->timers[i];
    for (int i = 0; i < PLAYERS; i++) {
        mapped.facing[i] = (uint8_t)blk_turned(symmetry, from->facing[i]);
        if (!lg_i_blockdrop_is_alive(from, i)) continue;
        const int32_t cell = blk_symmetry_cell(symmetry, SIDE, from->row[i], from->column[i]);
        mapped.row[i] = (int8_t)(cell / SIDE);
        mapped.column[i] = (int8_t)(cell % SIDE);
    }
    *(lg_blockdrop *)after = mapped;
}

/* ---- the state's layout ---- */

static int32_t blk_fields(const lg_game *game, lg_field *out) {
    enum { STATE = -1 };
    static const lg_field TABLE[] = {
        {"timers", STATE, LG_FIELD_I8, offsetof(lg_blockdrop, timers), 1, 2, {BLOCKS, BLOCKS}},
        {"spare", STATE, LG_FIELD_I8, offsetof(lg_blockdrop, timers) + LG_BLOCKDROP_BLOCKS, 1, 1, {4, 1}},
        LG_FIELD_ARRAY(lg_blockdrop, STATE, row, LG_FIELD_I8, PLAYERS),
        LG_FIELD_ARRAY(lg_blockdrop, STATE, column, LG_FIELD_I8, PLAYERS),
        LG_FIELD_ARRAY(lg_blockdrop, STATE, facing, LG_FIELD_U8, PLAYERS),
        LG_FIELD_ARRAY(lg_blockdrop, STATE, stun, LG_FIELD_U8, PLAYERS),
        LG_FIELD(lg_blockdrop, STATE, turn, LG_FIELD_U16),
        LG_FIELD(lg_blockdrop, STATE, turn_limit, LG_FIELD_U16),
        LG_FIELD(lg_blockdrop, STATE, rules, LG_FIELD_U8),
        LG_FIELD(lg_blockdrop, STATE, stopped, LG_FIELD_U8),
        LG_FIELD_ARRAY(lg_blockdrop, STATE, reserved, LG_FIELD_U8, 2),
    };
    (void)game;
    return lg_copy_fields(out, TABLE, sizeof TABLE);
}

const lg_game_learners lg_i_blockdrop_learners = {
    .observe = blk_observe, .parts = blk_parts, .symmetry_action = blk_symmetry_action,
    .symmetry_state = blk_symmetry_state, .symmetry_observation = blk_symmetry_observation, .canonical = blk_canonical,
    .potential = lg_i_blockdrop_potential,
    .fields = blk_fields,
};
