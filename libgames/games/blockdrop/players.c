/* Block drop's baseline player: tries each action, and looks how many squares it, and how many each opponent, could
 * still stand on when everything that is counting down has dropped. */
#include "libgames/blockdrop.h"

#include "core/bits.h"
#include "libgames/author.h"
#include "parts.h"

#define SIDE LG_BLOCKDROP_SIDE
#define PLAYERS LG_BLOCKDROP_PLAYERS
#define BLOCKS LG_BLOCKDROP_BLOCKS_SIDE

enum {
    OWN_TURNS = 5,  /* of a player before the last timer, at most LG_BLOCKDROP_MAX_TIMER, has run out */
    DEAD = 100000,  /* no square left for oneself */
    KILL = 10000,   /* none left for an opponent */
    ON_EDGE = 400,  /* an opponent stands on a block that is counting down; it may not notice */
    ENOUGH = 30,    /* squares in reach beyond these are worth nothing */
    AIMED = 40      /* facing an opponent that an attack would reach */
};

/* Squares as a bitset for each row. */
typedef struct squares {
    uint32_t row[SIDE];
} squares;

static int magnitude(int number) {
    return number < 0 ? -number : number;
}

/* The squares of blocks that stand after `turns` more turns. */
static squares standing(const lg_blockdrop *state, int turns) {
    squares result;
    for (int block_row = 0; block_row < BLOCKS; block_row++) {
        uint32_t line = 0;
        for (int block = 0; block < BLOCKS; block++) {
            const int timer = state->timers[BLOCKS * block_row + block];
            const int stands = timer > 0 ? timer > turns : -timer <= turns;
            line |= (stands != 0 ? 7u : 0u) << 3 * block;
        }
        for (int row = 0; row < 3; row++) result.row[3 * block_row + row] = line;
    }
    return result;
}

static void keep(squares *set, const squares *others) {
    for (int row = 0; row < SIDE; row++) set->row[row] &= others->row[row];
}

/* One step in every direction, or none. */
static void spread(squares *set) {
    uint32_t above = 0;
    for (int row = 0; row < SIDE; row++) {
        const uint32_t old = set->row[row], below = row + 1 < SIDE ? set->row[row + 1] : 0;
        set->row[row] = (old | old << 1 | old >> 1 | above | below) & ((1u << SIDE) - 1);
        above = old;
    }
}

static int timer_under(const lg_blockdrop *state, int player) {
    return state->timers[BLOCKS * (state->row[player] / 3) + state->column[player] / 3];
}

/* How many squares, up to ENOUGH, a living player can stand on when all timers that run now have run out; 0: it is
 * bound to fall. Nothing is counted for who stands on a block that is not counting down. Other players are not in the
 * way. */
static int refuge(const lg_blockdrop *state, int player) {
    squares reach = {{0}};
    int turns = (player - state->turn) & 3, count = 0;
    if (timer_under(state, player) == 0) return ENOUGH;
    reach.row[state->row[player]] = 1u << state->column[player];
    for (int own = 0; own < OWN_TURNS; own++, turns += PLAYERS) {
        squares floor = standing(state, turns);
        keep(&reach, &floor);
        if (own >= state->stun[player]) spread(&reach);
        keep(&reach, &floor);
        floor = standing(state, turns + 1);
        keep(&reach, &floor);
    }
    for (int row = 0; row < SIDE; row++) count += lg_i_count(reach.row[row]);
    return count < ENOUGH ? count : ENOUGH;
}

/* Whether an attack of `player` in the direction that it faces would set the timer under `other`. */
static bool is_aimed(const lg_blockdrop *state, int player, int other) {
    const int rows = state->row[other] / 3 - state->row[player] / 3;
    const int columns = state->column[other] / 3 - state->column[player] / 3;
    if (timer_under(state, other) != 0) return false;
    switch (state->facing[player]) {
    case LG_BLOCKDROP_UP: return columns == 0 && rows < 0;
    case LG_BLOCKDROP_RIGHT: return rows == 0 && columns > 0;
    case LG_BLOCKDROP_DOWN: return columns == 0 && rows > 0;
    default: return rows == 0 && columns < 0;
    }
}

/* What an opponent's situation is worth to `player`. */
static int32_t threat(const lg_blockdrop *state, int player, int other) {
    const int rows = state->row[other] - state->row[player], columns = state->column[other] - state->column[player];
    const int squares_left = refuge(state, other);
    int32_t value = -magnitude(rows) - magnitude(columns);
    if (squares_left == 0) return KILL;
    if (timer_under(state, other) > 0) value += ON_EDGE / timer_under(state, other);
    if (is_aimed(state, player, other)) value += AIMED;
    return value - squares_left;
}

/* What the position after its turn is worth to `player`. */
static int32_t value_of(const lg_blockdrop *state, int player) {
    if (!lg_blockdrop_alive(state, player)) return -DEAD;
    int32_t value = refuge(state, player);
    if (value == 0) value = -DEAD;
    for (int other = 0; other < PLAYERS; other++)
        if (other != player) value += lg_blockdrop_alive(state, other) ? threat(state, player, other) : KILL;
    return value;
}

int32_t lg_i_blockdrop_greedy(const lg_game *game, const void *state, lg_rng *rng) {
    (void)game;
    const lg_blockdrop *position = (const lg_blockdrop *)state;
    lg_best best = {0, 0, 0};
    for (uint64_t actions = lg_blockdrop_legal(position); actions != 0;) {
        lg_blockdrop after;
        const int32_t action = lg_i_take(&actions);
        (void)lg_blockdrop_apply(position, action, &after);
        lg_best_offer(&best, action, value_of(&after, position->turn & 3), rng);
    }
    return best.choice;
}
