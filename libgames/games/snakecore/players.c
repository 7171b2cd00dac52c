/* SnakeCore's baseline player: protects itself where it could be bitten, bites what it can, else takes the shortest way
 * to a block until it has its share of them or time is short, and then to a reactor. */
#include "libgames/snakecore.h"

#include <string.h>

#include "core/bits.h"
#include "libgames/author.h"
#include "parts.h"
#include "layout.h"

#define SIZE LG_SNAKECORE_MAX_SIZE

enum {
    FAR = 10000, /* steps to what can't be reached */
    HURRY = 2,   /* turns to spare when the body is brought to a reactor in the last rounds */
    LAST = 4     /* these are at most so many times the field's size; no way is longer */
};

/* Cells as a bitset for each row. */
typedef struct cells {
    uint64_t row[SIZE];
} cells;

/* The rows of a set given as one bit for each cell, in reading order. */
static void take_rows(const lg_snakecore *state, const uint64_t *bits, cells *set) {
    const unsigned size = state->size;
    const uint64_t row = ~(uint64_t)0 >> (64 - size);
    for (unsigned y = 0, at = 0; y < size; y++, at += size) {
        const uint64_t low = bits[at >> 6] >> (at & 63), high = bits[(at >> 6) + 1] << 1 << (63 - (at & 63));
        set->row[y] = (low | high) & row;
    }
}

/* The cells with codes low ... low + more. In two loops, of which compilers turn the first into vector instructions. */
static void cells_with(const lg_snakecore *state, int low, int more, cells *set) {
    const uint8_t *codes = lg_i_cells(state), first = (uint8_t)low, others = (uint8_t)more;
    const int area = state->size * state->size, words = (area + 63) >> 6;
    uint8_t chosen[SIZE * SIZE];
    uint64_t bits[SIZE + 1];
    for (int i = 0; i < area; i++) chosen[i] = (uint8_t)(codes[i] - first) <= others;
    for (int i = area; i < 64 * words; i++) chosen[i] = 0;
    for (int i = 0; i < words; i++) {
        bits[i] = 0;
        for (int k = 0; k < 8; k++) bits[i] |= lg_i_take_bits(chosen + 64 * i + 8 * k) << 8 * k;
    }
    bits[words] = 0;
    take_rows(state, bits, set);
}

/* Directions (bit d for direction d) from a cell into a set. */
static unsigned directions_into(const lg_snakecore *state, const cells *set, lg_snakecore_cell cell) {
    unsigned directions = 0;
    for (int d = 0; d < 4; d++) {
        const int x = cell.x + LG_I_DX[d], y = cell.y + LG_I_DY[d];
        if (lg_i_on_field(state, x, y)) directions |= (unsigned)(set->row[y] >> x & 1) << d;
    }
    return directions;
}

/* The fewest steps from the head to a goal over `open` cells, and the directions in which such ways begin. `reached` holds
 * the goals and is overwritten. */
static int steps_to(const lg_snakecore *state, cells *reached, const cells *open, lg_snakecore_cell head,
                    unsigned *directions) {
    const int size = state->size;
    bool grows = true;
    for (int steps = 1; grows; steps++) {
        *directions = directions_into(state, reached, head);
        if (*directions != 0) return steps;
        uint64_t old[SIZE + 2], change = 0;
        old[0] = old[size + 1] = 0;
        memcpy(old + 1, reached->row, (size_t)size * sizeof *old);
        for (int y = 0; y < size; y++) {
            const uint64_t here = old[y + 1];
            const uint64_t next = here | ((here << 1 | here >> 1 | old[y] | old[y + 2]) & open->row[y]);
            change |= next ^ here;
            reached->row[y] = next;
        }
        grows = change != 0;
    }
    return FAR;
}

/* The bite that scores most, or -1. */
static int32_t best_bite(const lg_snakecore *state, lg_rng *rng) {
    lg_best best = {-1, 0, 0};
    for (int d = 0; d < 4; d++) {
        lg_snakecore after;
        if (lg_snakecore_effect_of(state, d) != LG_SNAKECORE_BITE) continue;
        (void)lg_snakecore_apply(state, d, &after);
        lg_best_offer(&best, d, after.python[state->to_move].score, rng);
    }
    return best.choice;
}

static int32_t any_of(unsigned directions, lg_rng *rng) {
    return lg_i_select(directions, lg_rng_below(rng, (uint32_t)lg_i_count(directions)));
}

/* Whether another head is next to the body but its tail, and an energy block would help. */
static bool could_be_bitten(const lg_snakecore *state) {
    const int own = state->to_move;
    const lg_snakecore_python *python = &state->python[own];
    if (python->energy == 0 || lg_i_protection(state, own) > 0) return false;
    for (int other = 0; other < state->players; other++) {
        if (other == own || (state->disqualified >> other & 1) != 0) continue;
        const lg_snakecore_cell head = state->python[other].head;
        for (int d = 0; d < 4; d++) {
            const int x = head.x + LG_I_DX[d], y = head.y + LG_I_DY[d];
            const bool tail = x == python->tail.x && y == python->tail.y;
            if (!tail && lg_snakecore_at(state, x, y) == LG_SNAKECORE_BODY + own) return true;
        }
    }
    return false;
}

/* A way that begins a shortest one to a block or, with blocks enough, to a reactor; 0: there is none. */
static unsigned way(const lg_snakecore *state) {
    const lg_snakecore_python *python = &state->python[state->to_move];
    const int left = state->rounds - state->round, share = (state->ordinary + state->energy) / state->players;
    unsigned to_block = 0, to_reactor = 0;
    cells blocks, reactors, open;
    cells_with(state, LG_SNAKECORE_ORDINARY, 1, &blocks);
    for (int y = 0; y < state->size; y++) open.row[y] = blocks.row[y] | state->data[y];
    open.row[python->tail.y] |= (uint64_t)1 << python->tail.x;
    const int block = steps_to(state, &blocks, &open, python->head, &to_block);
    const bool enough = python->length >= share || block == FAR;
    if (python->length > 0 && (enough || left < block + LAST * state->size)) {
        cells_with(state, LG_SNAKECORE_REACTOR, 0, &reactors);
        const int reactor = steps_to(state, &reactors, &open, python->head, &to_reactor);
        if (reactor < FAR && (enough || block + reactor + HURRY > left)) return to_reactor;
    }
    return to_block;
}

int32_t lg_i_snakecore_greedy(const lg_game *game, const void *state, lg_rng *rng) {
    (void)game;
    const lg_snakecore *position = (const lg_snakecore *)state;
    if ((position->disqualified >> position->to_move & 1) != 0) return LG_SNAKECORE_NONE;
    if (could_be_bitten(position)) return LG_SNAKECORE_ACTIVATE;
    const int32_t bite = best_bite(position, rng);
    if (bite >= 0) return bite;
    const unsigned directions = way(position);
    return any_of(directions != 0 ? directions : lg_snakecore_legal(position), rng);
}

/* Chosen by games against greedy. */
const char *lg_i_snakecore_strong(const lg_game *game, int32_t player) {
    (void)game, (void)player;
    return "mcts(policy=puct,exploration=30,rollout=greedy,cutoff=20,guide=50)";
}
