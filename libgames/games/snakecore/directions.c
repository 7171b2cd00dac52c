/* SnakeCore: the observation "directions", for small networks: facts that the player could derive from the field about
 * each direction. */
#include "rooms.h"

#include <string.h>

#include "layout.h"

/* For each direction U L D R the facts in that direction, then facts that do not depend on it. Steps are steps of the
 * head over empty cells, free blocks and the own tail, not back over its own cell. Nearness is 255 / steps, so 0 beyond
 * 255 steps and if there is none. */
enum {
    SNK_OPEN,                  /* 1: a python can continue from the next cell */
    SNK_POINTS,                /* that going there scores immediately: by a bite, or in a reactor */
    SNK_DIRECTIONS_BLOCK,            /* how near the nearest free block is; */
    ENERGY,                    /* energy block; */
    REACTOR,                   /* reactor; */
    PREY,                      /* block of another body that can be bitten; */
    RIVAL,                     /* and other head */
    SNK_NEAR,                  /* free blocks within 4 steps; */
    SNK_DIRECTIONS_FAR,              /* within 8 */
    SNK_ROOM,                  /* cells within 8 steps */
    SNK_EACH,                  /* numbers of a direction */
    SNK_DANGER = 4 * SNK_EACH, /* cells from the nearest other head to an own block that it could bite, */
    LOSS,                      /* and how many blocks that bite would take at most; both 0: there is none */
    SNK_LONGEST,               /* blocks in the longest other body, */
    CHARGE,                    /* energy blocks in that, */
    SNK_DIRECTIONS_SHIELD,           /* and its protection counter */
    SNK_NUMBERS
};
LG_STATIC_ASSERT((int)SNK_NUMBERS == (int)LG_I_SNAKECORE_WAYS, "the declared number");

enum { FEW_STEPS = 4, MORE_STEPS = 8 };

static bool is_tail(const lg_snakecore *state, int player, int index) {
    return state->python[player].length > 0 && lg_i_snakecore_index(state, state->python[player].tail) == index;
}

/* The owner of a block that others can bite; -1 for any other cell. */
static int bitable(const lg_snakecore *state, int index) {
    const int code = lg_i_snakecore_cells(state)[index];
    if (code < LG_SNAKECORE_BODY) return -1;
    const int owner = lg_i_snakecore_owner(code);
    return lg_i_snakecore_protection(state, owner) > 0 || is_tail(state, owner, index) ? -1 : owner;
}

/* The number of blocks that a bite here takes: this one and those behind it. */
static int bitten(const lg_snakecore *state, int owner, int index) {
    lg_snakecore_cell cell = state->python[owner].tail;
    int count = 1;
    for (; lg_i_snakecore_index(state, cell) != index; count++)
        cell = lg_i_snakecore_next(
            cell, lg_i_snakecore_ahead(lg_i_snakecore_cells(state)[lg_i_snakecore_index(state, cell)]));
    return count;
}

/* The cells of each kind of thing, a word for each row of the field; first the kinds whose nearest cell is noted. */
typedef struct snk_things {
    uint64_t near[5][LG_SNAKECORE_MAX_SIZE]; /* SNK_DIRECTIONS_BLOCK ... RIVAL */
    uint64_t way[LG_SNAKECORE_MAX_SIZE];     /* where a python can continue */
    bool any[5];
} snk_things;

static void find_things(const lg_snakecore *state, int viewer, snk_things *things) {
    memset(things, 0, sizeof *things);
    for (int y = 0; y < state->size; y++) {
        uint64_t taken = ~state->data[y] & UINT64_MAX >> (64 - state->size);
        things->way[y] = state->data[y];
        while (taken != 0) {
            const int x = lg_i_bits_take(&taken), index = y * state->size + x;
            const int code = lg_i_snakecore_cells(state)[index];
            const uint64_t bit = (uint64_t)1 << x;
            if (code == LG_SNAKECORE_WALL) continue;
            if (code == LG_SNAKECORE_REACTOR) {
                things->near[REACTOR - SNK_DIRECTIONS_BLOCK][y] |= bit;
            } else if (code >= LG_SNAKECORE_HEAD && code < LG_SNAKECORE_BODY) {
                things->near[RIVAL - SNK_DIRECTIONS_BLOCK][y] |= bit; /* the own head counts as reached */
            } else if (code >= LG_SNAKECORE_BODY &&
                       !(lg_i_snakecore_owner(code) == viewer && is_tail(state, viewer, index))) {
                const int owner = bitable(state, index);
                if (owner >= 0 && owner != viewer) things->near[PREY - SNK_DIRECTIONS_BLOCK][y] |= bit;
            } else {
                things->way[y] |= bit;
                if (code == LG_SNAKECORE_ORDINARY || code == LG_SNAKECORE_ENERGY) things->near[0][y] |= bit;
                if (code == LG_SNAKECORE_ENERGY) things->near[ENERGY - SNK_DIRECTIONS_BLOCK][y] |= bit;
            }
        }
        for (int thing = 0; thing < 5; thing++) things->any[thing] |= things->near[thing][y] != 0;
    }
}

/* Breadth first in one direction, all cells of a row together; as long as there is something to be noted. */
static void snk_directions_look(const lg_snakecore *state, int viewer, int direction, const snk_things *things,
                          uint8_t *side) {
    const lg_snakecore_cell head = state->python[viewer].head;
    const int size = state->size, x = head.x + LG_I_SNAKECORE_DX[direction], y = head.y + LG_I_SNAKECORE_DY[direction];
    const uint64_t width = UINT64_MAX >> (64 - size);
    uint64_t ring[LG_SNAKECORE_MAX_SIZE], fresh[LG_SNAKECORE_MAX_SIZE]; /* reached now; not yet reached */
    if (!lg_i_snakecore_on_field(state, x, y)) return;
    memset(ring, 0, sizeof ring);
    for (int row = 0; row < size; row++) fresh[row] = width;
    fresh[head.y] &= ~((uint64_t)1 << head.x);
    ring[y] = (uint64_t)1 << x;
    fresh[y] &= ~ring[y];
    int low = y, high = y, blocks = 0, room = 0;
    bool going = true;
    for (int steps = 1; going; steps++) {
        uint64_t met[5] = {0, 0, 0, 0, 0};
        for (int row = low; row <= high; row++) {
            for (int thing = 0; thing < 5; thing++) met[thing] |= ring[row] & things->near[thing][row];
            if (steps <= MORE_STEPS) blocks += lg_i_bits_count(ring[row] & things->near[0][row]);
            ring[row] &= things->way[row];
            if (steps <= MORE_STEPS) room += lg_i_bits_count(ring[row]);
        }
        if (steps == 1) side[SNK_OPEN] = ring[y] != 0;
        if (steps == FEW_STEPS) side[SNK_NEAR] = lg_i_snakecore_byte(blocks);
        going = steps < MORE_STEPS;
        for (int thing = 0; thing < 5; thing++) {
            if (met[thing] != 0 && side[SNK_DIRECTIONS_BLOCK + thing] == 0)
                side[SNK_DIRECTIONS_BLOCK + thing] = (uint8_t)(UINT8_MAX / steps);
            going |= things->any[thing] && side[SNK_DIRECTIONS_BLOCK + thing] == 0 && steps < UINT8_MAX;
        }
        if (!going) break;
        going = false;
        uint64_t above = 0; /* the row before as it was */
        const int from = low > 0 ? low - 1 : 0, to = high < size - 1 ? high + 1 : high;
        low = size, high = -1;
        for (int row = from; row <= to; row++) {
            const uint64_t own = ring[row], below = row + 1 < size ? ring[row + 1] : 0;
            const uint64_t next = (own << 1 | own >> 1 | above | below) & fresh[row];
            above = own;
            fresh[row] &= ~next;
            ring[row] = next;
            if (next == 0) continue;
            going = true;
            low = row < low ? row : low;
            high = row;
        }
        if (!going && steps < FEW_STEPS) side[SNK_NEAR] = lg_i_snakecore_byte(blocks);
    }
    side[SNK_DIRECTIONS_FAR] = lg_i_snakecore_byte(blocks);
    side[SNK_ROOM] = lg_i_snakecore_byte(room);
}

static int snk_points_of(const lg_snakecore *state, int viewer, int direction, const uint8_t *side) {
    const int length = state->python[viewer].length;
    const lg_snakecore_cell head = state->python[viewer].head;
    if (side[REACTOR] == UINT8_MAX) return length * (length + 1) / 2;
    if (side[PREY] != UINT8_MAX) return 0;
    const int index = lg_i_snakecore_index(state, lg_i_snakecore_next(head, direction));
    return bitten(state, lg_i_snakecore_owner(lg_i_snakecore_cells(state)[index]), index);
}

/* The cell from which an own block could be bitten soonest. Cells are counted regardless of obstacles. */
static void find_danger(const lg_snakecore *state, int viewer, uint8_t *ways) {
    const lg_snakecore_python *own = &state->python[viewer];
    int nearest = LG_SNAKECORE_MAX_CELLS, loss = 0;
    lg_snakecore_cell cell = own->tail;
    if (lg_i_snakecore_protection(state, viewer) > 0) return;
    for (int i = 1; i <= own->length; i++) {
        for (int other = 0; other < state->players && i > 1; other++) {
            const lg_snakecore_cell head = state->python[other].head;
            const int across = head.x - cell.x, down = head.y - cell.y;
            const int cells = (across < 0 ? -across : across) + (down < 0 ? -down : down);
            if (other == viewer || (state->disqualified >> other & 1) != 0 || cells > nearest) continue;
            nearest = cells;
            loss = i; /* the later block, the greater loss */
        }
        if (i < own->length)
            cell = lg_i_snakecore_next(
                cell, lg_i_snakecore_ahead(lg_i_snakecore_cells(state)[lg_i_snakecore_index(state, cell)]));
    }
    if (loss == 0) return;
    ways[SNK_DANGER] = lg_i_snakecore_byte(nearest);
    ways[LOSS] = lg_i_snakecore_byte(loss);
}

static void find_longest(const lg_snakecore *state, int viewer, uint8_t *ways) {
    int longest = -1;
    for (int other = 0; other < state->players; other++)
        if (other != viewer && (longest < 0 || state->python[other].length > state->python[longest].length))
            longest = other;
    if (longest < 0) return;
    ways[SNK_LONGEST] = lg_i_snakecore_byte(state->python[longest].length);
    ways[CHARGE] = lg_i_snakecore_byte(state->python[longest].energy);
    ways[SNK_DIRECTIONS_SHIELD] = lg_i_snakecore_byte(lg_i_snakecore_protection(state, longest));
}

void lg_i_snakecore_observe_directions(const lg_snakecore *state, int32_t viewer, uint8_t *ways) {
    snk_things things;
    find_things(state, viewer, &things);
    memset(ways, 0, SNK_NUMBERS);
    for (int direction = 0; direction < 4; direction++) {
        uint8_t *side = &ways[SNK_EACH * direction];
        snk_directions_look(state, viewer, direction, &things, side);
        side[SNK_POINTS] = lg_i_snakecore_byte(snk_points_of(state, viewer, direction, side));
    }
    find_danger(state, viewer, ways);
    find_longest(state, viewer, ways);
}

int32_t lg_i_snakecore_directions_parts(lg_part *parts) {
    enum { MANY = 32, BLOCKS = 16, CHARGES = 8, AROUND = 100 };
    int32_t count = 0;
    for (int direction = 0; direction < 4; direction++) {
        parts[count++] = (lg_part){1, 0, 1};
        parts[count++] = (lg_part){1, 0, MANY};
        parts[count++] = (lg_part){SNK_NEAR - SNK_DIRECTIONS_BLOCK, 0, UINT8_MAX};
        parts[count++] = (lg_part){SNK_ROOM - SNK_NEAR, 0, BLOCKS};
        parts[count++] = (lg_part){1, 0, AROUND};
    }
    parts[count++] = (lg_part){CHARGE - SNK_DANGER, 0, BLOCKS};
    parts[count++] = (lg_part){1, 0, CHARGES};
    parts[count++] = (lg_part){1, 0, 2 * LG_SNAKECORE_PROTECTION};
    return count;
}

void lg_i_snakecore_turn_directions(int32_t symmetry, const uint8_t *from, uint8_t *to) {
    memcpy(to, from, SNK_NUMBERS);
    for (int direction = 0; direction < 4; direction++)
        memcpy(to + SNK_EACH * lg_i_snakecore_turned(symmetry, direction), from + SNK_EACH * direction,
               SNK_EACH);
}
