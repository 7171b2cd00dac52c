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

/* Whether a player could stand on a stable block at this square, other than its own block. Where no opponent is `near`
 * the square, none needs to be looked at. */
static bool is_exit(const lg_blockdrop *state, int player, int row, int column, bool near) {
    if (row < 0 || row >= SIDE || column < 0 || column >= SIDE) return false;
    if (state->timers[lg_i_blockdrop_block(row, column)] != 0) return false;
    for (int i = 1; near && i < PLAYERS; i++) {
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

/* The square outside the block, on its side in direction `side`, next to the square of this rank along the side. */
static void look_outside(const lg_blockdrop *state, int player, int side, int rank, int nearest, exits *found) {
    const int top = state->row[player] / 3 * 3, left = state->column[player] / 3 * 3;
    const int row = LG_I_BLOCKDROP_ROW_STEP[side] == 0 ? top + rank : top + 1 + 2 * LG_I_BLOCKDROP_ROW_STEP[side];
    const int column =
        LG_I_BLOCKDROP_COLUMN_STEP[side] == 0 ? left + rank : left + 1 + 2 * LG_I_BLOCKDROP_COLUMN_STEP[side];
    const int steps =
        lg_i_bits_magnitude(row - state->row[player]) + lg_i_bits_magnitude(column - state->column[player]);
    if (steps < found->steps && is_exit(state, player, row, column, nearest <= LG_BLOCKDROP_NEAR + steps))
        found->steps = steps;
}

/* From the squares to the nearest opponent. Mostly one step leads off the block, in one direction or two. */
static exits blk_exits_of(const lg_blockdrop *state, int player, int nearest) {
    const int row = state->row[player], column = state->column[player], down = row % 3 - 1, right = column % 3 - 1;
    const bool near = nearest <= LG_BLOCKDROP_NEAR + 1;
    exits found = {1, 0};
    if (down != 0) found.count += is_exit(state, player, row + down, column, near);
    if (right != 0) found.count += is_exit(state, player, row, column + right, near);
    if (found.count > 0) return found;
    found.steps = BLK_FAR;
    for (int side = 0; side < 4; side++)
        for (int rank = 0; rank < 3; rank++) look_outside(state, player, side, rank, nearest, &found);
    return found;
}

/* The turns until the block under `player` has dropped, if `other` attacks it as soon as it can; 0: not from where it
 * stands. */
static int turns_to_drop(const lg_blockdrop *state, int player, int other) {
    const int rows = state->row[player] / 3 - state->row[other] / 3;
    const int columns = state->column[player] / 3 - state->column[other] / 3;
    if ((rows == 0) == (columns == 0)) return 0;
    int direction = rows < 0 ? LG_BLOCKDROP_UP : LG_BLOCKDROP_DOWN;
    if (rows == 0) direction = columns < 0 ? LG_BLOCKDROP_LEFT : LG_BLOCKDROP_RIGHT;
    const int own = state->stun[other] + (state->facing[other] != direction);
    return ((other - state->turn) & 3) + PLAYERS * own + LG_BLOCKDROP_DELAY * lg_i_bits_magnitude(rows + columns);
}

/* The player's turns, except missed ones, within this number of turns. */
static int own_turns(const lg_blockdrop *state, int player, int turns) {
    const int first = (player - state->turn) & 3;
    return (turns - first + PLAYERS - 1) / PLAYERS - state->stun[player];
}

/* The player's turns until the worst attack of a living opponent has made its block drop; *nearest receives the squares
 * to the nearest one. Both at most SIDE * SIDE. */
static int least_turns(const lg_blockdrop *state, int player, int *nearest) {
    int least = *nearest = SIDE * SIDE;
    for (int i = 1; i < PLAYERS; i++) {
        const int other = (player + i) & 3;
        if (state->row[other] < 0) continue;
        const int distance = lg_i_bits_magnitude(state->row[other] - state->row[player]) +
                             lg_i_bits_magnitude(state->column[other] - state->column[player]);
        const int turns = turns_to_drop(state, player, other), own = own_turns(state, player, turns);
        if (distance < *nearest) *nearest = distance;
        if (turns > 0 && own < least) least = own;
    }
    return least;
}

/* ---- weights ---- */

/* The weight of a player who need not fall. */
static int blk_weight_of(const lg_blockdrop *state, int player, int timer, int room) {
    int weight = SAFE - CRAMPED * (LG_I_BLOCKDROP_ROOM - room) / 2 - STUNNED * state->stun[player];
    if (timer > 0) {
        weight -= HURRIED;
    } else {
        int nearest;
        const int turns = least_turns(state, player, &nearest);
        const exits ways = blk_exits_of(state, player, nearest);
        const int spare = turns - ways.steps; /* below 0: the player falls */
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
    bool known = false; /* the outlook, which is needed on blocks that are counting down only */
    for (int i = 0; i < PLAYERS; i++) {
        if (position->row[i] < 0) continue;
        const int timer = lg_i_blockdrop_timer(position, i);
        if (timer != 0 && !known) lg_i_blockdrop_outlook(position, &outlook);
        known |= timer != 0;
        const int room = timer == 0 ? LG_I_BLOCKDROP_ROOM : lg_i_blockdrop_room(position, i, &outlook);
        if (room == 0) falls[i] = lg_i_blockdrop_fall(position, i, &outlook);
        else safe++;
        weights[i] = room == 0 ? falls[i] * DOOMED / 4 : blk_weight_of(position, i, timer, room);
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
