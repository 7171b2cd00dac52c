/* Block drop: positions as sets of blocks: the functions to begin and end play, and those seldom needed in between. */
#include "scene.h"

#include <string.h>

#include "core/bits.h"
#include "steps.h"

#define SIDE LG_BLOCKDROP_BLOCKS_SIDE
#define WITHIN(row, column) ((row) >= 0 && (row) < SIDE && (column) >= 0 && (column) < SIDE)
#define BIT(row, column) (WITHIN(row, column) ? (uint64_t)1 << ((SIDE * (row) + (column)) & 63) : 0)
#define RAY(row, column, down, right)                                                                     \
    {                                                                                                     \
        BIT(row + (down), column + (right)), BIT(row + 2 * (down), column + 2 * (right)),                 \
            BIT(row + 3 * (down), column + 3 * (right)), BIT(row + 4 * (down), column + 4 * (right)),     \
            BIT(row + 5 * (down), column + 5 * (right))                                                   \
    }
#define RAYS(row, column) \
    {RAY(row, column, -1, 0), RAY(row, column, 0, 1), RAY(row, column, 1, 0), RAY(row, column, 0, -1)}
#define ROW(row) RAYS(row, 0), RAYS(row, 1), RAYS(row, 2), RAYS(row, 3), RAYS(row, 4), RAYS(row, 5)
const uint64_t lg_i_blockdrop_rays[LG_BLOCKDROP_BLOCKS][4][LG_I_BLOCKDROP_RAY] = {ROW(0), ROW(1), ROW(2),
                                                                                  ROW(3), ROW(4), ROW(5)};

/* After the living have changed. */
static void blk_count(lg_i_blockdrop_scene *scene) {
    const lg_blockdrop *state = &scene->state;
    scene->living = 0;
    scene->under = 0;
    for (int i = 0; i < LG_BLOCKDROP_PLAYERS; i++) {
        const bool lives = state->row[i] >= 0;
        scene->block[i] = lg_i_blockdrop_block(state->row[i], state->column[i]);
        scene->living |= (unsigned)lives << i;
        scene->under |= (uint64_t)lives << scene->block[i];
    }
    scene->deciding = scene->living & ~(unsigned)state->stopped;
    scene->end = (scene->living & (scene->living - 1)) != 0 ? state->turn_limit : 0;
    scene->seen = 0;
}

void lg_i_blockdrop_scene_of(lg_i_blockdrop_scene *scene, const lg_blockdrop *state) {
    const uint64_t each = 0x0101010101010101u;
    scene->state = *state;
    scene->timed = scene->gone = 0;
    for (int first = 0; first < LG_BLOCKDROP_BLOCKS; first += 8) {
        uint64_t timers;
        memcpy(&timers, state->timers + first, sizeof timers);
        const uint64_t some = (((timers & 127 * each) + 127 * each) | timers) >> 7 & each, below = timers >> 7 & each;
        scene->timed |= lg_i_bits_gather(lg_i_bits_first_lowest(some)) << first;
        scene->gone |= lg_i_bits_gather(lg_i_bits_first_lowest(below)) << first;
    }
    scene->turn = state->turn;
    scene->back = state->rules == LG_BLOCKDROP_PAGE ? LG_BLOCKDROP_PAGE_RETURN : LG_BLOCKDROP_ENGINE_RETURN;
    scene->scheduled = false;
    blk_count(scene);
}

void lg_i_blockdrop_scene_schedule(lg_i_blockdrop_scene *scene) {
    if (scene->scheduled) return;
    memset(scene->changes, 0, sizeof scene->changes);
    for (uint64_t rest = scene->timed; rest != 0;) {
        const int block = lg_i_bits_take(&rest), timer = scene->state.timers[block];
        const unsigned turns = (unsigned)(timer < 0 ? -timer : timer) - 1;
        scene->changes[(scene->turn + turns) % LG_I_BLOCKDROP_TURNS] |= (uint64_t)1 << block;
    }
    scene->scheduled = true;
}

int lg_i_blockdrop_scene_timer(lg_i_blockdrop_scene *scene, int block) {
    unsigned turns = 0;
    if ((scene->timed >> block & 1) == 0) return 0;
    lg_i_blockdrop_scene_schedule(scene);
    while ((scene->changes[(scene->turn + turns) % LG_I_BLOCKDROP_TURNS] >> block & 1) == 0) turns++;
    return (scene->gone >> block & 1) != 0 ? -(int)turns - 1 : (int)turns + 1;
}

/* In most turns nothing changes, otherwise usually one block. */
void lg_i_blockdrop_scene_write(const lg_i_blockdrop_scene *scene, lg_blockdrop *state) {
    uint64_t turns = 0;
    for (unsigned i = 0; i < LG_BLOCKDROP_PAGE_RETURN; i++)
        turns |= (uint64_t)(scene->changes[(scene->turn + i) % LG_I_BLOCKDROP_TURNS] != 0) << i;
    *state = scene->state;
    state->turn = (uint16_t)scene->turn;
    memset(state->timers, 0, sizeof state->timers);
    while (turns != 0) {
        const int until = lg_i_bits_take(&turns), timer = until + 1;
        uint64_t blocks = scene->changes[(scene->turn + (unsigned)until) % LG_I_BLOCKDROP_TURNS];
        do {
            const int block = lg_i_bits_take(&blocks);
            state->timers[block] = (int8_t)((scene->gone >> block & 1) != 0 ? -timer : timer);
        } while (blocks != 0);
    }
}

void lg_i_blockdrop_scene_outlook(lg_i_blockdrop_scene *scene, lg_i_blockdrop_prospect *outlook) {
    lg_i_blockdrop_scene_schedule(scene);
    uint64_t stands = LG_I_BLOCKDROP_ALL_BLOCKS & ~scene->gone;
    const uint64_t drops = scene->changes[scene->turn % LG_I_BLOCKDROP_TURNS] & stands;
    for (unsigned turns = 0; turns <= LG_I_BLOCKDROP_PROSPECT; turns++)
        outlook->stands[turns] = stands ^= scene->changes[(scene->turn + turns) % LG_I_BLOCKDROP_TURNS];
    for (unsigned turns = scene->back; turns <= LG_I_BLOCKDROP_PROSPECT; turns++) outlook->stands[turns] ^= drops;
}

void lg_i_blockdrop_scene_outlook_attacked(lg_i_blockdrop_scene *scene, int player, lg_i_blockdrop_prospect *outlook) {
    const uint64_t *ray = lg_i_blockdrop_scene_ray(scene, player), open = ~scene->timed;
    uint64_t marked = 0;
    lg_i_blockdrop_scene_outlook(scene, outlook);
    for (unsigned n = 1; n <= LG_I_BLOCKDROP_RAY; n++) {
        const unsigned first = LG_BLOCKDROP_DELAY * n - 1;
        const unsigned end = n < LG_I_BLOCKDROP_RAY ? first + LG_BLOCKDROP_DELAY : LG_I_BLOCKDROP_PROSPECT + 1;
        marked |= ray[n - 1] & open;
        for (unsigned turns = first; turns < end; turns++) outlook->stands[turns] &= ~marked;
    }
}

void lg_i_blockdrop_scene_step(lg_i_blockdrop_scene *scene, int player, int direction) {
    lg_blockdrop *state = &scene->state;
    state->row[player] = (int8_t)(state->row[player] + LG_I_BLOCKDROP_ROW_STEP[direction]);
    state->column[player] = (int8_t)(state->column[player] + LG_I_BLOCKDROP_COLUMN_STEP[direction]);
    const int block = lg_i_blockdrop_block(state->row[player], state->column[player]);
    scene->seen = 0;
    if (block == scene->block[player]) return;
    scene->block[player] = block;
    scene->under = 0;
    for (int i = 0; i < LG_BLOCKDROP_PLAYERS; i++)
        scene->under |= (uint64_t)(scene->living >> i & 1) << scene->block[i];
}

void lg_i_blockdrop_scene_drop(lg_i_blockdrop_scene *scene, uint64_t drops) {
    for (int i = 0; i < LG_BLOCKDROP_PLAYERS; i++) {
        if ((scene->living >> i & 1) == 0 || (drops >> scene->block[i] & 1) == 0) continue;
        scene->state.row[i] = scene->state.column[i] = -1;
        scene->state.stopped &= (uint8_t)~(1u << i);
    }
    blk_count(scene);
}
