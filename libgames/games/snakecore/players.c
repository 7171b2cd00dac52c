/* SnakeCore's baseline player: bites what it can, else takes the shortest way to a block while there is time, and then
 * to a reactor. */
#include "libgames/snakecore.h"

#include <string.h>

#include "core/bits.h"
#include "libgames/author.h"
#include "parts.h"
#include "layout.h"

#define SIZE LG_SNAKECORE_MAX_SIZE

enum {
    FAR = 10000, /* steps to what can't be reached */
    FULL = 16,   /* blocks that are carried to a reactor without looking for more */
    HURRY = 2    /* turns to spare when the body is brought to a reactor in the last rounds */
};

/* Cells as a bitset for each row. */
typedef struct cells {
    uint64_t row[SIZE];
} cells;

/* The cells with codes low ... high. */
static cells cells_with(const lg_snakecore *state, int low, int high) {
    const uint8_t *codes = lg_i_cells(state);
    cells set = {{0}};
    for (int y = 0; y < state->size; y++) {
        uint64_t row = 0;
        for (int x = 0; x < state->size; x++) row |= (uint64_t)(codes[x] >= low && codes[x] <= high) << x;
        set.row[y] = row;
        codes += state->size;
    }
    return set;
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

/* The fewest steps from the head to a goal over `open` cells, and the directions in which such ways begin. */
static int steps_to(const lg_snakecore *state, const cells *goals, const cells *open, lg_snakecore_cell head,
                    unsigned *directions) {
    cells reached = *goals;
    bool grows = true;
    for (int steps = 1; grows; steps++) {
        *directions = directions_into(state, &reached, head);
        if (*directions != 0) return steps;
        uint64_t above = 0;
        grows = false;
        for (int y = 0; y < state->size; y++) {
            const uint64_t old = reached.row[y], below = y + 1 < state->size ? reached.row[y + 1] : 0;
            reached.row[y] |= (old << 1 | old >> 1 | above | below) & open->row[y];
            grows |= reached.row[y] != old;
            above = old;
        }
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

int32_t lg_i_snakecore_greedy(const lg_game *game, const void *state, lg_rng *rng) {
    (void)game;
    const lg_snakecore *position = (const lg_snakecore *)state;
    const lg_snakecore_python *python = &position->python[position->to_move];
    unsigned to_block, to_reactor;
    if ((position->disqualified >> position->to_move & 1) != 0) return LG_SNAKECORE_NONE;
    const int32_t bite = best_bite(position, rng);
    if (bite >= 0) return bite;
    const cells blocks = cells_with(position, LG_SNAKECORE_ORDINARY, LG_SNAKECORE_ENERGY);
    const cells reactors = cells_with(position, LG_SNAKECORE_REACTOR, LG_SNAKECORE_REACTOR);
    cells open = blocks;
    for (int y = 0; y < position->size; y++) open.row[y] |= position->data[y];
    open.row[python->tail.y] |= (uint64_t)1 << python->tail.x;
    const int block = steps_to(position, &blocks, &open, python->head, &to_block);
    const int reactor = steps_to(position, &reactors, &open, python->head, &to_reactor);
    const bool late = block + reactor + HURRY > position->rounds - position->round;
    if (python->length > 0 && reactor < FAR && (python->length >= FULL || late)) return any_of(to_reactor, rng);
    if (block < FAR) return any_of(to_block, rng);
    if (python->length > 0 && reactor < FAR) return any_of(to_reactor, rng);
    const unsigned legal = lg_snakecore_legal(position);
    return any_of(legal, rng);
}
