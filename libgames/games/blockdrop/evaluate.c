/* Block drop for searches: the probable value of a position. Each player's weight is its relative chance to be the last
 * one standing. It counts
 *
 *   who falls: a player who can't get off the blocks that are counting down has next to no chance, less the sooner it
 *   falls; when all must fall, the one who falls last wins;
 *   the squares that are left to a player on such a block, and own turns still to be missed;
 *   how many steps lead off a stable block, and how few are needed: who stands in the middle of one needs two;
 *   attacks: whether an opponent could make the block drop before the player has left it, or just when it has. */
#include "libgames/blockdrop.h"

#include <string.h>

#include "refuge.h"
#include "rooms.h"
#include "steps.h"

#define PLAYERS LG_BLOCKDROP_PLAYERS
#define SIDE LG_BLOCKDROP_SIDE
#define BLOCKS LG_BLOCKDROP_BLOCKS_SIDE

/* Chosen by games against the bots. */
enum {
    BLK_UNIT = 1 << 15,
    SAFE = 256,     /* the weight of a player without any of these */
    HURRIED = 30,   /* less on a block that is counting down, */
    CRAMPED = 5,    /* and half of this for each square that is missing from LG_I_BLOCKDROP_ROOM */
    STUNNED = 40,   /* less for each turn to be missed */
    BLK_STEP = 20,  /* less for each step needed to leave the block, more for each that leaves it immediately */
    BLK_FAR = 4,    /* steps: at most this many count */
    HIT = 64,       /* in 256ths: of the weight, where an attack could not be escaped */
    NARROW = 230,   /* the same if it could, but without a turn to spare */
    STOPPED = 8,    /* the share of the weight of a program that has ended */
    BLK_LEAST = 16, /* the least weight of a player who need not fall, */
    DOOMED = 3,     /* a quarter of this for each turn until a player falls; where all must fall, */
    BLK_LAST = 256, /* the weight of the one who falls last, and of the others */
    EARLIER = 8,
    LATE = 64 /* turns before the limit when draws begin to count */
};

/* ---- attacks ---- */

static bool is_stable(const lg_blockdrop *state, int block_row, int block_column) {
    return block_row >= 0 && block_row < BLOCKS && block_column >= 0 && block_column < BLOCKS &&
           state->timers[BLOCKS * block_row + block_column] == 0;
}

/* Whether no opponent is too near to this square, so many steps from the player. Mostly the `nearest`, by its distance
 * from the player, is too far away to matter. */
static bool is_free(const lg_blockdrop *state, int player, int row, int column, int steps, int nearest) {
    for (int i = 1; nearest <= LG_BLOCKDROP_NEAR + steps && i < PLAYERS; i++) {
        const int other = (player + i) & 3;
        const int distance =
            lg_i_bits_magnitude(state->row[other] - row) + lg_i_bits_magnitude(state->column[other] - column);
        if (distance <= LG_BLOCKDROP_NEAR && state->row[other] >= 0) return false;
    }
    return true;
}

/* The ways off the block on which a player stands. */
typedef struct exits {
    int steps; /* to the nearest square outside, at most BLK_FAR */
    int count; /* of those that are one step away */
} exits;

/* The squares outside the block on its side in direction `side`, all in one other block. */
static void look_outside(const lg_blockdrop *state, int player, int side, int nearest, exits *found) {
    const int row = state->row[player], column = state->column[player], y = row % 3 - 1, x = column % 3 - 1;
    const int down = LG_I_BLOCKDROP_ROW_STEP[side], right = LG_I_BLOCKDROP_COLUMN_STEP[side];
    const int away = 2 - down * y - right * x, along = right == 0 ? x : y;
    if (away >= found->steps || !is_stable(state, row / 3 + down, column / 3 + right)) return;
    for (int aside = -1 - along; aside <= 1 - along; aside++) {
        const int steps = away + lg_i_bits_magnitude(aside);
        const int to = row + (right == 0 ? away * down : aside), there = column + (right == 0 ? aside : away * right);
        if (steps < found->steps && is_free(state, player, to, there, steps, nearest)) found->steps = steps;
    }
}

/* With the squares to the nearest opponent. Mostly one step leads off the block, in one direction or two. */
static exits blk_exits_of(const lg_blockdrop *state, int player, int nearest) {
    const int row = state->row[player], column = state->column[player], down = row % 3 - 1, right = column % 3 - 1;
    exits found = {BLK_FAR, 0};
    if (down != 0 && is_stable(state, row / 3 + down, column / 3))
        found.count += is_free(state, player, row + down, column, 1, nearest);
    if (right != 0 && is_stable(state, row / 3, column / 3 + right))
        found.count += is_free(state, player, row, column + right, 1, nearest);
    if (found.count > 0) found.steps = 1;
    for (int side = 0; side < 4 && found.count == 0; side++) look_outside(state, player, side, nearest, &found);
    return found;
}

/* What living opponents mean for a player: the squares to the nearest one, and its own turns, except missed ones, until
 * the worst attack has made its block drop. Both are at most SIDE * SIDE. */
typedef struct blk_threat {
    int nearest, turns;
} blk_threat;

/* `other` attacks the block under `player` as soon as it can; its own block is so many rows or columns of blocks before
 * that one. */
static void consider_attack(const lg_blockdrop *state, int player, int other, int rows, int columns,
                            blk_threat *threat) {
    int direction = rows < 0 ? LG_BLOCKDROP_UP : LG_BLOCKDROP_DOWN;
    if (rows == 0) direction = columns < 0 ? LG_BLOCKDROP_LEFT : LG_BLOCKDROP_RIGHT;
    const int missed = state->stun[other] + (state->facing[other] != direction);
    const int turns = ((other - state->turn) & 3) + PLAYERS * missed +
                      LG_BLOCKDROP_DELAY * lg_i_bits_magnitude(rows + columns);
    const int first = (player - state->turn) & 3, own = (turns - first + PLAYERS - 1) / PLAYERS - state->stun[player];
    if (own < threat->turns) threat->turns = own;
}

static void consider_pair(const lg_blockdrop *state, int a, int b, blk_threat threats[PLAYERS]) {
    const int rows = state->row[a] / 3 - state->row[b] / 3, columns = state->column[a] / 3 - state->column[b] / 3;
    const int distance = lg_i_bits_magnitude(state->row[a] - state->row[b]) +
                         lg_i_bits_magnitude(state->column[a] - state->column[b]);
    if (distance < threats[a].nearest) threats[a].nearest = distance;
    if (distance < threats[b].nearest) threats[b].nearest = distance;
    if ((rows == 0) == (columns == 0)) return; /* no attack reaches the other's block */
    consider_attack(state, a, b, rows, columns, &threats[a]);
    consider_attack(state, b, a, -rows, -columns, &threats[b]);
}

static void find_threats(const lg_blockdrop *state, blk_threat threats[PLAYERS]) {
    for (int a = 0; a < PLAYERS; a++) {
        threats[a] = (blk_threat){SIDE * SIDE, SIDE * SIDE};
        for (int b = 0; b < a; b++)
            if (state->row[a] >= 0 && state->row[b] >= 0) consider_pair(state, a, b, threats);
    }
}

/* ---- weights ---- */

/* The weight of a player who need not fall. */
static int blk_weight_of(const lg_blockdrop *state, int player, int timer, int room, const blk_threat *threat) {
    int weight = SAFE - CRAMPED * (LG_I_BLOCKDROP_ROOM - room) / 2 - STUNNED * state->stun[player];
    if (timer > 0) {
        weight -= HURRIED;
    } else {
        const exits ways = blk_exits_of(state, player, threat->nearest);
        const int spare = threat->turns - ways.steps; /* below 0: the player falls */
        weight += BLK_STEP * (ways.count - ways.steps);
        if (spare <= 0) weight = weight * (spare < 0 ? HIT : NARROW) / 256;
    }
    if ((state->stopped >> player & 1) != 0) weight /= STOPPED;
    return weight > BLK_LEAST ? weight : BLK_LEAST;
}

/* The weights of players who must fall, from the turns until they do, if no other player is left: the last one wins. If
 * several are last, all players draw. */
static void weigh_last(const int *falls, int *weights) {
    int last = 0, lasts = 0;
    for (int i = 0; i < PLAYERS; i++) last = falls[i] > last ? falls[i] : last;
    for (int i = 0; i < PLAYERS; i++) lasts += falls[i] == last;
    for (int i = 0; i < PLAYERS && lasts == 1; i++)
        if (falls[i] > 0) weights[i] = falls[i] == last ? BLK_LAST : EARLIER;
}

/* A fallen player has lost a win, also at the end: if all others survive until the draw at the turn limit, the outcome
 * does not distinguish falling from staying, so this potential does not preserve optimal play. */
int32_t lg_i_blockdrop_potential(const lg_game *game, const void *state, int32_t player) {
    (void)game;
    return lg_i_blockdrop_is_alive((const lg_blockdrop *)state, player) ? 0 : -LG_POTENTIAL_ONE;
}

float lg_i_blockdrop_evaluate(const lg_game *game, const void *state, int32_t player) {
    (void)game;
    const lg_blockdrop *position = (const lg_blockdrop *)state;
    int weights[PLAYERS] = {0}, falls[PLAYERS] = {0}, safe = 0, sum = 0;
    lg_i_blockdrop_prospect outlook;
    blk_threat threats[PLAYERS];
    find_threats(position, threats);
    bool known = false; /* the outlook, which is needed on blocks that are counting down only */
    for (int i = 0; i < PLAYERS; i++) {
        if (position->row[i] < 0) continue;
        const int timer = lg_i_blockdrop_timer(position, i);
        if (timer != 0 && !known) lg_i_blockdrop_outlook(position, &outlook);
        known |= timer != 0;
        const int room = timer == 0 ? LG_I_BLOCKDROP_ROOM : lg_i_blockdrop_room(position, i, &outlook);
        if (room == 0) falls[i] = lg_i_blockdrop_fall(position, i, &outlook);
        else safe++;
        weights[i] = room == 0 ? falls[i] * DOOMED / 4 : blk_weight_of(position, i, timer, room, &threats[i]);
    }
    if (safe == 0) {
        memset(weights, 0, sizeof weights);
        weigh_last(falls, weights);
    }
    for (int i = 0; i < PLAYERS; i++) sum += weights[i];
    if (sum == 0) return 0;
    int32_t value = (2 * weights[player] - sum) * BLK_UNIT / sum;
    const int32_t left = position->turn_limit - position->turn;
    if (left < LATE) value = value * left / LATE;
    return (float)value / (float)BLK_UNIT;
}
