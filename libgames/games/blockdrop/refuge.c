/* Block drop: the squares that a player can reach while blocks drop under it, for the built-in player and searches. */
#include "refuge.h"

#include "core/bits.h"

#define PLAYERS LG_BLOCKDROP_PLAYERS
#define BLOCKS LG_BLOCKDROP_BLOCKS_SIDE

enum { OWN_TURNS = 5 }; /* of a player before the last timer, at most LG_BLOCKDROP_MAX_TIMER, has run out */

/* The squares of a row of blocks are a word: column c of its row r is bit 18 r + c. */
#define IN_ROWS(columns) ((uint64_t)(columns) | (uint64_t)(columns) << 18 | (uint64_t)(columns) << 36)
#define FIRST_COLUMN IN_ROWS(1)
#define LAST_COLUMN IN_ROWS(1 << 17)
#define ALL IN_ROWS((1 << 18) - 1)

typedef struct squares {
    uint64_t row[BLOCKS];
} squares;

/* The squares of six blocks in a row, bit b for block b. */
static uint64_t squares_of(uint64_t blocks) {
    const uint64_t firsts = (blocks & 1) | (blocks & 2) << 2 | (blocks & 4) << 4 | (blocks & 8) << 6 |
                            (blocks & 16) << 8 | (blocks & 32) << 10;
    return IN_ROWS(firsts * 7);
}

/* The blocks that stand after `turns` more turns, a bit for each: those that drop later, and those that are back. */
static uint64_t standing(const lg_blockdrop *state, int turns) {
    uint8_t stands[40];
    uint64_t blocks = 0;
    const int8_t limit = (int8_t)turns;
    for (int i = 0; i < 40; i++) {
        const int8_t timer = state->timers[i], size = (int8_t)(timer < 0 ? -timer : timer);
        stands[i] = (uint8_t)((size <= limit) ^ (timer > 0));
    }
    for (int i = 0; i < 5; i++) blocks |= lg_i_take_bits(stands + 8 * i) << 8 * i;
    return blocks;
}

static bool keep(squares *set, uint64_t blocks) {
    uint64_t any = 0;
    for (int b = 0; b < BLOCKS; b++) any |= set->row[b] &= squares_of(blocks >> BLOCKS * b & 63);
    return any != 0;
}

/* One step in every direction, or none. */
static void spread(squares *set) {
    uint64_t above = 0;
    for (int b = 0; b < BLOCKS; b++) {
        const uint64_t old = set->row[b], below = b + 1 < BLOCKS ? set->row[b + 1] : 0;
        const uint64_t sides = (old & ~LAST_COLUMN) << 1 | (old & ~FIRST_COLUMN) >> 1;
        set->row[b] = (old | sides | old << 18 | old >> 18 | above >> 36 | below << 36) & ALL;
        above = old;
    }
}

static squares square_of(const lg_blockdrop *state, int player) {
    squares set = {{0}};
    set.row[state->row[player] / 3] = (uint64_t)1 << (18 * (state->row[player] % 3) + state->column[player]);
    return set;
}

/* The turns before the player's own turn of this number. */
static int turns_to(const lg_blockdrop *state, int player, int own) {
    return ((player - state->turn) & 3) + PLAYERS * own;
}

/* Moves what is reached on to the player's own turn of this number, and through it; false when nothing is left, and
 * `reach` is then what was left before. */
static bool survives(const lg_blockdrop *state, int player, int own, squares *reach) {
    const uint64_t blocks = standing(state, turns_to(state, player, own));
    squares next = *reach;
    if (!keep(&next, blocks)) return false;
    if (own >= state->stun[player]) {
        spread(&next);
        (void)keep(&next, blocks);
    }
    *reach = next;
    return true;
}


int lg_i_blockdrop_room(const lg_blockdrop *state, int player) {
    if (lg_i_blockdrop_timer(state, player) == 0) return LG_I_ROOM;
    squares reach = square_of(state, player);
    int room = 0;
    for (int own = 0; own < OWN_TURNS; own++)
        if (!survives(state, player, own, &reach)) return 0;
    (void)keep(&reach, standing(state, turns_to(state, player, OWN_TURNS - 1) + 1));
    for (int b = 0; b < BLOCKS; b++) room += lg_i_count(reach.row[b]);
    return room < LG_I_ROOM ? room : LG_I_ROOM;
}

int lg_i_blockdrop_fall(const lg_blockdrop *state, int player) {
    squares reach = square_of(state, player);
    int last = 0;
    for (int own = 0; own < OWN_TURNS && survives(state, player, own, &reach); own++) {}
    for (int block = 0; block < LG_BLOCKDROP_BLOCKS; block++)
        if ((reach.row[block / BLOCKS] & squares_of((uint64_t)1 << block % BLOCKS)) != 0 && state->timers[block] > last)
            last = state->timers[block];
    return last;
}
