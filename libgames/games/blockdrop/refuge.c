/* Block drop: the squares that a player can reach while blocks drop under it, for the bot and searches. */
#include "refuge.h"

#include <string.h>

#include "core/bits.h"

#define PLAYERS LG_BLOCKDROP_PLAYERS
#define BLOCKS LG_BLOCKDROP_BLOCKS_SIDE

enum { REFUGE_OWN_TURNS = 5 }; /* of a player until the last timer, at most LG_BLOCKDROP_MAX_TIMER, has run out */

/* The squares of a row of blocks are a word: column c of its row r is bit 18 r + c. */
#define IN_ROWS(columns) ((uint64_t)(columns) | (uint64_t)(columns) << 18 | (uint64_t)(columns) << 36)
#define FIRST_COLUMN IN_ROWS(1)
#define LAST_COLUMN IN_ROWS(1 << 17)

typedef struct blk_squares {
    uint64_t row[BLOCKS];
} blk_squares;

/* The squares of six blocks in a row, bit b for block b. */
#define BLOCK(blocks, b) ((blocks) >> (b) & 1) << 3 * (b)
#define ROW(blocks)                                                                                              \
    IN_ROWS(7 * (BLOCK(blocks, 0) | BLOCK(blocks, 1) | BLOCK(blocks, 2) | BLOCK(blocks, 3) | BLOCK(blocks, 4) | \
                 BLOCK(blocks, 5)))
#define ROWS(blocks)                                                                                            \
    ROW(blocks), ROW(blocks + 1), ROW(blocks + 2), ROW(blocks + 3), ROW(blocks + 4), ROW(blocks + 5),           \
        ROW(blocks + 6), ROW(blocks + 7)
LG_I_BITS_TABLE uint64_t BLK_SQUARES[1 << BLOCKS] = {ROWS(0),  ROWS(8),  ROWS(16), ROWS(24),
                                                     ROWS(32), ROWS(40), ROWS(48), ROWS(56)};

static uint64_t squares_of(uint64_t blocks, int row) {
    return BLK_SQUARES[blocks >> BLOCKS * row & 63];
}

/* Few blocks have a timer: each is listed under the turn in which it drops or is back. */
void lg_i_blockdrop_outlook(const lg_blockdrop *state, lg_i_blockdrop_prospect *outlook) {
    uint64_t stands = ((uint64_t)1 << LG_BLOCKDROP_BLOCKS) - 1, *const changes = outlook->stands;
    memset(outlook, 0, sizeof *outlook);
    for (int first = 0; first < LG_BLOCKDROP_BLOCKS; first += 8) {
        uint64_t timers;
        memcpy(&timers, state->timers + first, sizeof timers);
        for (timers = lg_i_bits_first_lowest(timers); timers != 0;) {
            const int at = lg_i_bits_lowest(timers) & ~7;
            const int timer = (int8_t)(timers >> at & 255), size = timer < 0 ? -timer : timer;
            const uint64_t block = (uint64_t)1 << (first + at / 8);
            if (timer < 0) stands &= ~block;
            if (size <= LG_I_BLOCKDROP_PROSPECT) changes[size] |= block;
            timers &= ~((uint64_t)255 << at);
        }
    }
    for (int turns = 0; turns <= LG_I_BLOCKDROP_PROSPECT; turns++) outlook->stands[turns] = stands ^= changes[turns];
}

static blk_squares blk_standing(uint64_t blocks) {
    blk_squares set;
    for (int b = 0; b < BLOCKS; b++) set.row[b] = squares_of(blocks, b);
    return set;
}

/* The blocks reached, where blocks stand; false: none. */
static bool blk_keep(blk_squares *set, const blk_squares *stand) {
    uint64_t any = 0;
    for (int b = 0; b < BLOCKS; b++) any |= set->row[b] &= stand->row[b];
    return any != 0;
}

/* One step in every direction, or none, to where blocks stand. */
static void blk_spread(blk_squares *set, const blk_squares *stand) {
    uint64_t above = 0;
    for (int b = 0; b < BLOCKS; b++) {
        const uint64_t old = set->row[b], below = b + 1 < BLOCKS ? set->row[b + 1] : 0;
        const uint64_t sides = (old & ~LAST_COLUMN) << 1 | (old & ~FIRST_COLUMN) >> 1;
        set->row[b] = (old | sides | old << 18 | old >> 18 | above >> 36 | below << 36) & stand->row[b];
        above = old;
    }
}

static blk_squares square_of(const lg_i_blockdrop_refugee *refugee) {
    blk_squares set = {{0}};
    set.row[refugee->row / 3] = (uint64_t)1 << (18 * (refugee->row % 3) + refugee->column);
    return set;
}

static lg_i_blockdrop_refugee refugee_of(const lg_blockdrop *state, int player) {
    return (lg_i_blockdrop_refugee){state->row[player], state->column[player], (player - state->turn) & 3,
                                    state->stun[player]};
}

/* Advances the reached squares to the player's own turn of this number and through it; false if none are left, and
 * `reach` then contains the previous squares. */
static bool survives(const lg_i_blockdrop_refugee *refugee, const lg_i_blockdrop_prospect *outlook, int own,
                     blk_squares *reach) {
    const blk_squares stand = blk_standing(outlook->stands[refugee->turns + PLAYERS * own]);
    blk_squares next = *reach;
    if (!blk_keep(&next, &stand)) return false;
    if (own >= refugee->stun) blk_spread(&next, &stand);
    *reach = next;
    return true;
}

/* ---- the room alone ---- */

/* In its own turns a player gets at most two rows of blocks up or down: the five around it. */
enum { REFUGE_AROUND = 5, OWN_ROW = 2 };

/* The rows around a row of blocks, as if it were row OWN_ROW; there is nothing beyond the board. */
static uint64_t rows_around(uint64_t blocks, int row) {
    return blocks << BLOCKS * OWN_ROW >> BLOCKS * row;
}

/* Advances through an own turn, in rows first ... last; the squares before it are not at their edge. */
static inline void live(uint64_t set[REFUGE_AROUND], uint64_t blocks, bool steps, int first, int last) {
    uint64_t stand[REFUGE_AROUND], above = 0;
    for (int b = first; b <= last; b++) {
        stand[b] = squares_of(blocks, b);
        set[b] &= stand[b];
    }
    for (int b = first; steps && b <= last; b++) {
        const uint64_t old = set[b], below = b < last ? set[b + 1] : 0;
        const uint64_t sides = (old & ~LAST_COLUMN) << 1 | (old & ~FIRST_COLUMN) >> 1;
        set[b] = (old | sides | old << 18 | old >> 18 | above >> 36 | below << 36) & stand[b];
        above = old;
    }
}

/* A fallen player is nowhere, and stays there. Three steps lead at most to a row of blocks next to the first. */
int lg_i_blockdrop_escape(const lg_i_blockdrop_refugee *refugee, const lg_i_blockdrop_prospect *outlook) {
    const uint64_t *stands = outlook->stands + refugee->turns;
    const int row = refugee->row / 3;
    uint64_t set[REFUGE_AROUND] = {0};
    int room = 0;
    set[OWN_ROW] = (uint64_t)1 << (18 * (refugee->row % 3) + refugee->column);
    for (int own = 0; own < 3; own++)
        live(set, rows_around(stands[PLAYERS * own], row), own >= refugee->stun, OWN_ROW - 1, OWN_ROW + 1);
    for (int own = 3; own < REFUGE_OWN_TURNS; own++)
        live(set, rows_around(stands[PLAYERS * own], row), own >= refugee->stun, 0, REFUGE_AROUND - 1);
    live(set, rows_around(stands[PLAYERS * (REFUGE_OWN_TURNS - 1) + 1], row), false, 0, REFUGE_AROUND - 1);
    for (int b = 0; b < REFUGE_AROUND; b++) room += lg_i_bits_count(set[b]);
    return room < LG_I_BLOCKDROP_ROOM ? room : LG_I_BLOCKDROP_ROOM;
}

int lg_i_blockdrop_room(const lg_blockdrop *state, int player, const lg_i_blockdrop_prospect *outlook) {
    if (lg_i_blockdrop_timer(state, player) == 0) return LG_I_BLOCKDROP_ROOM;
    const lg_i_blockdrop_refugee refugee = refugee_of(state, player);
    return lg_i_blockdrop_escape(&refugee, outlook);
}

int lg_i_blockdrop_fall(const lg_blockdrop *state, int player, const lg_i_blockdrop_prospect *outlook) {
    const lg_i_blockdrop_refugee refugee = refugee_of(state, player);
    blk_squares reach = square_of(&refugee);
    int last = 0;
    for (int own = 0; own < REFUGE_OWN_TURNS && survives(&refugee, outlook, own, &reach); own++) {}
    for (int block = 0; block < LG_BLOCKDROP_BLOCKS; block++)
        if ((reach.row[block / BLOCKS] & BLK_SQUARES[1 << block % BLOCKS]) != 0 && state->timers[block] > last)
            last = state->timers[block];
    return last;
}
