/* SnakeCore: generated fields. The field is cut into tiles of 2 x 2 cells, and a tile gets at most one wall
 * or reactor, at a place that leaves open the ways to the tile before it and the tile above it. The three other cells
 * of a tile are connected, so the whole field is connected, without any search; and two of them are neighbours of the
 * obstacle that no other obstacle can take, so a reactor keeps one of them free. */
#include "libgames/snakecore.h"

#include <string.h>

#include "layout.h"

#define MAX_TILES (LG_SNAKECORE_MAX_CELLS / 4)
#define NO_OBSTACLE 4 /* places of a tile: 2 * lower + right */
#define CANDIDATES 8  /* cells that are drawn for a head, of which the one farthest from the others is taken */

/* A field in the making. */
typedef struct maker {
    const lg_snakecore_setup *setup;
    lg_rng rng;
    uint8_t codes[LG_SNAKECORE_MAX_CELLS];
    uint8_t kept[LG_SNAKECORE_MAX_CELLS]; /* 1: stays empty, a reactor's free neighbour */
    lg_snakecore_cell heads[LG_SNAKECORE_MAX_PLAYERS];
    int count;                                        /* cells that may still be drawn: the first ones of */
    lg_snakecore_cell free[LG_SNAKECORE_MAX_CELLS + 1]; /* (one more, which may be written) */
    uint16_t place[LG_SNAKECORE_MAX_CELLS];           /* the position of each cell among them */
} maker;

const char *lg_i_snakecore_setup_problem(const lg_snakecore_setup *setup) {
    if (setup == NULL) return "a setup";
    const int32_t size = setup->size, players = setup->players;
    if (size < LG_SNAKECORE_MIN_SIZE || size > LG_SNAKECORE_MAX_SIZE) return "a size of 8 to 64";
    if (players < 1 || players > LG_SNAKECORE_MAX_PLAYERS) return "1 to 8 players";
    if (setup->rounds < 1 || setup->rounds > LG_SNAKECORE_MAX_ROUNDS) return "1 to 10000 rounds";
    if (setup->walls < 0 || setup->reactors < 0 || setup->ordinary < 0 || setup->energy < 0)
        return "no negative numbers of walls, reactors and blocks";
    const int32_t tiles = (size / 2) * (size / 2);
    if (setup->walls > tiles || setup->reactors > tiles || setup->walls + setup->reactors > tiles)
        return "walls and reactors together at most (size / 2) squared";
    const int32_t room = size * size - setup->walls - 2 * setup->reactors; /* each reactor keeps one cell free */
    if (room < 5 * players) return "fewer walls and reactors, so that heads can stand apart";
    if (setup->ordinary > room || setup->energy > room || setup->ordinary + setup->energy > room - players)
        return "at most as many blocks as fit next to walls, reactors, their free neighbours and heads";
    return NULL;
}

/* ---- walls and reactors ---- */

static int snk_draw(maker *m, int bound) {
    return (int)lg_rng_below(&m->rng, (uint32_t)bound);
}

/* For each tile 0 (nothing), WALL or REACTOR, every arrangement with the same chance. */
static void deal_obstacles(maker *m, uint8_t *tiles, int count) {
    const int obstacles = m->setup->walls + m->setup->reactors;
    uint16_t order[MAX_TILES];
    memset(tiles, 0, (size_t)count);
    for (int i = 0; i < count; i++) order[i] = (uint16_t)i;
    for (int i = 0; i < obstacles; i++) {
        const int chosen = i + snk_draw(m, count - i);
        const uint16_t tile = order[chosen];
        order[chosen] = order[i];
        tiles[tile] = i < m->setup->reactors ? LG_SNAKECORE_REACTOR : LG_SNAKECORE_WALL;
    }
}

/* Two tiles side by side are cut off when each has its obstacle at the common edge, in different rows; the same for
 * tiles above each other. The lower right place never touches either edge, so one place always fits. */
static bool place_fits(int place, int left, int above) {
    const bool cut_left = (place & 1) == 0 && left != NO_OBSTACLE && (left & 1) == 1 && (left & 2) != (place & 2);
    const bool cut_above = (place & 2) == 0 && above != NO_OBSTACLE && (above & 2) == 2 && (above & 1) != (place & 1);
    return !cut_left && !cut_above;
}

static int draw_place(maker *m, int left, int above) {
    int places[4], count = 0;
    for (int place = 0; place < 4; place++)
        if (place_fits(place, left, above)) places[count++] = place;
    return places[snk_draw(m, count)];
}

static void put_obstacle(maker *m, int x, int y, int place, int code) {
    const int size = m->setup->size;
    m->codes[(y + (place >> 1)) * size + x + (place & 1)] = (uint8_t)code;
    if (code != LG_SNAKECORE_REACTOR) return;
    const int beside = place ^ (1 + snk_draw(m, 2)); /* the other column or the other row of the tile */
    m->kept[(y + (beside >> 1)) * size + x + (beside & 1)] = 1;
}

/* A field of odd size has one row and one column that belong to no tile, each at a drawn edge. */
static void put_obstacles(maker *m) {
    const int across = m->setup->size / 2, odd = m->setup->size & 1;
    const int left_edge = odd ? snk_draw(m, 2) : 0, upper_edge = odd ? snk_draw(m, 2) : 0;
    uint8_t tiles[MAX_TILES];
    int places[LG_SNAKECORE_MAX_SIZE / 2]; /* of the tiles above, replaced from left to right */
    deal_obstacles(m, tiles, across * across);
    for (int i = 0; i < across; i++) places[i] = NO_OBSTACLE;
    for (int row = 0; row < across; row++) {
        int left = NO_OBSTACLE;
        for (int column = 0; column < across; column++) {
            const int code = tiles[row * across + column];
            if (code == 0) {
                left = places[column] = NO_OBSTACLE;
                continue;
            }
            left = places[column] = draw_place(m, left, places[column]);
            put_obstacle(m, left_edge + 2 * column, upper_edge + 2 * row, left, code);
        }
    }
}

/* ---- heads and blocks ---- */

static int snk_distance(lg_snakecore_cell a, lg_snakecore_cell b) {
    return (a.x > b.x ? a.x - b.x : b.x - a.x) + (a.y > b.y ? a.y - b.y : b.y - a.y);
}

static int distance_to_heads(const maker *m, int heads, lg_snakecore_cell cell) {
    int nearest = 2 * LG_SNAKECORE_MAX_SIZE;
    for (int i = 0; i < heads; i++) {
        const int here = snk_distance(m->heads[i], cell);
        if (here < nearest) nearest = here;
    }
    return nearest;
}

/* The cells that may be filled come first in m->free, `count` of them; the others are not there. */
static void collect_free_cells(maker *m) {
    const int size = m->setup->size;
    m->count = 0;
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++) {
            const int index = y * size + x;
            const lg_snakecore_cell cell = {(uint8_t)x, (uint8_t)y};
            const bool is_free = m->codes[index] == LG_SNAKECORE_EMPTY && m->kept[index] == 0;
            m->place[index] = (uint16_t)(is_free ? m->count : LG_SNAKECORE_MAX_CELLS);
            m->free[m->count] = cell;
            m->count += is_free;
        }
}

static void snk_exchange(maker *m, int a, int b) {
    const lg_snakecore_cell first = m->free[a], second = m->free[b];
    m->free[a] = second;
    m->free[b] = first;
    m->place[second.y * m->setup->size + second.x] = (uint16_t)a;
    m->place[first.y * m->setup->size + first.x] = (uint16_t)b;
}

/* Takes a cell out of the first `count`; it stays directly after them. */
static void take_out(maker *m, int x, int y) {
    const int size = m->setup->size;
    if (x < 0 || x >= size || y < 0 || y >= size) return;
    const int place = m->place[y * size + x];
    if (place < m->count) snk_exchange(m, place, --m->count);
}

static lg_snakecore_cell draw_head(maker *m, int heads) {
    lg_snakecore_cell best = {0, 0};
    int farthest = -1;
    for (int i = 0; i < CANDIDATES; i++) {
        const lg_snakecore_cell cell = m->free[snk_draw(m, m->count)];
        const int here = distance_to_heads(m, heads, cell);
        if (here <= farthest) continue;
        farthest = here;
        best = cell;
    }
    return best;
}

/* A head and its four neighbours take at most five cells, so there is always a cell next to no other head. Afterwards
 * only the heads themselves are excluded: blocks may lie next to them. */
static void draw_heads(maker *m) {
    const int all = m->count;
    for (int head = 0; head < m->setup->players; head++) {
        const lg_snakecore_cell cell = m->heads[head] = draw_head(m, head);
        take_out(m, cell.x, cell.y);
        for (int direction = 0; direction < 4; direction++)
            take_out(m, cell.x + LG_I_SNAKECORE_DX[direction], cell.y + LG_I_SNAKECORE_DY[direction]);
    }
    m->count = all;
    for (int head = 0; head < m->setup->players; head++) take_out(m, m->heads[head].x, m->heads[head].y);
}

static void snk_put_blocks(maker *m) {
    const int blocks = m->setup->ordinary + m->setup->energy;
    for (int i = 0; i < blocks; i++) {
        const int chosen = i + snk_draw(m, m->count - i);
        const lg_snakecore_cell cell = m->free[chosen];
        m->free[chosen] = m->free[i];
        const int code = i < m->setup->ordinary ? LG_SNAKECORE_ORDINARY : LG_SNAKECORE_ENERGY;
        m->codes[cell.y * m->setup->size + cell.x] = (uint8_t)code;
    }
}

lg_status lg_snakecore_new(const lg_snakecore_setup *setup, uint64_t seed, lg_snakecore *state) {
    if (state == NULL || lg_i_snakecore_setup_problem(setup) != NULL) return LG_E_ARGUMENT;
    maker m;
    const size_t area = (size_t)(setup->size * setup->size);
    m.setup = setup;
    m.rng = lg_rng_seed(seed, 0);
    memset(m.codes, LG_SNAKECORE_EMPTY, area);
    memset(m.kept, 0, area);
    put_obstacles(&m);
    collect_free_cells(&m);
    draw_heads(&m);
    snk_put_blocks(&m);
    lg_i_snakecore_lay(m.codes, setup->size, setup->players, state);
    for (int player = 0; player < setup->players; player++) lg_i_snakecore_put_head(state, player, m.heads[player]);
    state->rounds = (uint16_t)setup->rounds;
    state->rng = m.rng;
    return LG_OK;
}
