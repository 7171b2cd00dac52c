/* SnakeCore's baseline bot: protects itself if it could be bitten, bites if it can, and otherwise takes the shortest
 * way to a block, or, with its share of blocks or little time left, to a reactor. */
#include "libgames/snakecore.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "core/bits.h"
#include "game/calls.h"
#include "layout.h"
#include "libgames/author.h"
#include "rooms.h"

#define SIZE LG_SNAKECORE_MAX_SIZE

enum {
    USUAL = 20,              /* cells in a row; for this size compilers compute the rows' positions */
    SNK_PLAYERS_FAR = 10000, /* steps to a cell that can't be reached */
    HURRY = 2,               /* turns to spare when the body is brought to a reactor in the last rounds */
    SNK_LAST = 4             /* the longest way, in sizes of the field */
};

/* ---- cells as bits ---- */

/* Rows are stored in pairs of words. Each word contains as many rows as fit, in places side by side with an empty bit
 * between them, which takes the bits shifted out of a row; rows of 64 cells need none. The first words contain places
 * 0, 2, 4 ..., the second words places 1, 3, 5 ... Consecutive rows of the field are in the same place of consecutive
 * pairs, and continue in the next place. So the rows above and below all rows of a pair are in the neighbouring
 * pairs. */
typedef uint64_t pair __attribute__((vector_size(16)));

/* The last pair, shifted by a place, is repeated before the first, and the first after the last. */
typedef struct snk_cells {
    pair rows[SIZE / 2 + 2];
} snk_cells;

typedef struct grid {
    int size, pairs; /* rows; pairs, without the one before and the one after */
    int stride;      /* bits from place to place in a word */
} grid;

static inline grid grid_of(int size) {
    const int stride = size < 63 ? size + 1 : 64, places = 2 * (64 / stride);
    return (grid){size, (size + places - 1) / places, stride};
}

/* Makes the pair before the first one and the one after the last. A stride can be 64 bits, too many for one shift. */
static inline void join_places(grid grid, snk_cells *set) {
    const pair first = set->rows[1], last = set->rows[grid.pairs];
    const pair down = last << 1 << (grid.stride - 1), up = first >> 1 >> (grid.stride - 1);
    set->rows[0] = (pair){down[1], last[0]};
    set->rows[grid.pairs + 1] = (pair){first[1], up[0]};
}

/* ---- the content of the field ---- */

/* Open are the cells that a python can enter: empty ones, free blocks, and its tail. */
typedef struct sights {
    snk_cells blocks, reactors, open;
} sights;

/* This added, as signed bytes, to codes makes reactors 125 and free blocks 126 and 127, the greatest of all. */
enum { TO_MOST = INT8_MAX - LG_SNAKECORE_ENERGY, REACTOR_SUM = LG_SNAKECORE_REACTOR + TO_MOST };

/* Which of 8, 16 or 32 codes are free blocks, and which reactors. */
static inline void snk_look_at(const uint8_t *codes, int count, uint64_t *blocks, uint64_t *reactors) {
    *blocks = *reactors = 0;
#if defined(__SSE2__)
    const __m128i most = _mm_set1_epi8(TO_MOST), reactor = _mm_set1_epi8(REACTOR_SUM);
    for (int i = 0; i + 16 <= count; i += 16) {
        const __m128i sums = _mm_add_epi8(_mm_loadu_si128((const __m128i *)(const void *)(codes + i)), most);
        *blocks |= (uint64_t)(unsigned)_mm_movemask_epi8(_mm_cmpgt_epi8(sums, reactor)) << i;
        *reactors |= (uint64_t)(unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(sums, reactor)) << i;
    }
    if (count >= 16) return;
#endif
    for (int i = 0; i < count; i += 8) {
        uint8_t block[8], reactor[8];
        for (int k = 0; k < 8; k++) {
            block[k] = (uint8_t)(LG_SNAKECORE_ENERGY - codes[i + k]) <= LG_SNAKECORE_ENERGY - LG_SNAKECORE_ORDINARY;
            reactor[k] = codes[i + k] == LG_SNAKECORE_REACTOR;
        }
        *blocks |= lg_i_bits_take_bits(block) << i;
        *reactors |= lg_i_bits_take_bits(reactor) << i;
    }
}

/* The rows of one word, of which y is the first. Each is looked at in two parts, which overlap. */
static inline void look_along(const lg_snakecore *state, grid grid, int y, int part, uint64_t found[3]) {
    const int rest = grid.size - part;
    found[0] = found[1] = found[2] = 0;
    for (int shift = 0; y < grid.size; y += 2 * grid.pairs, shift += grid.stride) {
        const uint8_t *codes = lg_i_snakecore_cells(state) + y * grid.size;
        uint64_t left[2], right[2];
        snk_look_at(codes, part, &left[0], &left[1]);
        snk_look_at(codes + rest, part, &right[0], &right[1]);
        found[0] |= (left[0] | right[0] << rest) << shift;
        found[1] |= (left[1] | right[1] << rest) << shift;
        found[2] |= state->data[y] << shift;
    }
}

static inline void look_over(const lg_snakecore *state, grid grid, int part, bool reactors, sights *seen) {
    for (int word = 0, y = 0; word < 2; word++)
        for (int i = 1; i <= grid.pairs; i++, y++) {
            uint64_t found[3];
            look_along(state, grid, y, part, found);
            seen->blocks.rows[i][word] = found[0];
            if (reactors) seen->reactors.rows[i][word] = found[1];
            seen->open.rows[i][word] = found[0] | found[2];
        }
}

static void snk_players_look(const lg_snakecore *state, grid grid, bool reactors, sights *seen) {
    const lg_snakecore_cell tail = state->python[state->to_move].tail;
    const int place = tail.y / grid.pairs;
    if (grid.size == USUAL && !reactors) look_over(state, grid_of(USUAL), 16, false, seen);
    else if (grid.size == USUAL) look_over(state, grid_of(USUAL), 16, true, seen);
    else if (grid.size < 16) look_over(state, grid, 8, reactors, seen);
    else look_over(state, grid, grid.size < 32 ? 16 : 32, reactors, seen);
    seen->open.rows[1 + tail.y % grid.pairs][place & 1] |= (uint64_t)1 << ((place >> 1) * grid.stride + tail.x);
}

/* ---- ways ---- */

/* Extends the reached cells by one step; false if that reaches no new ones. */
static inline bool snk_spread(grid grid, snk_cells *reached, const snk_cells *open) {
    pair above = reached->rows[0], here = reached->rows[1], more = {0, 0};
    for (int i = 1; i <= grid.pairs; i++) {
        const pair below = reached->rows[i + 1];
        const pair next = here | ((here << 1 | here >> 1 | above | below) & open->rows[i]);
        more |= next ^ here;
        reached->rows[i] = next;
        above = here;
        here = below;
    }
    return (more[0] | more[1]) != 0;
}

static inline int steps_in(grid grid, snk_cells *reached, const snk_cells *open, lg_snakecore_cell head,
                           unsigned *directions) {
    const int place = head.y / grid.pairs, word = place & 1, bit = (place >> 1) * grid.stride + head.x;
    const pair *above = reached->rows + head.y % grid.pairs;
    int steps = 0;
    do {
        steps++;
        join_places(grid, reached);
        const uint64_t up = above[0][word], down = above[2][word];
        const uint64_t left = above[1][word] << 1, right = above[1][word] >> 1;
        if (((up | left | down | right) >> bit & 1) != 0) {
            *directions = (unsigned)((up >> bit & 1) << LG_SNAKECORE_UP | (left >> bit & 1) << LG_SNAKECORE_LEFT |
                                     (down >> bit & 1) << LG_SNAKECORE_DOWN | (right >> bit & 1) << LG_SNAKECORE_RIGHT);
            return steps;
        }
    } while (snk_spread(grid, reached, open));
    return SNK_PLAYERS_FAR;
}

/* The fewest steps from the head to a goal over `open` cells, and the directions in which such ways begin. `reached`
 * holds the goals and is overwritten. */
static int steps_to(grid grid, snk_cells *reached, const snk_cells *open, lg_snakecore_cell head,
                    unsigned *directions) {
    if (grid.size == USUAL) return steps_in(grid_of(USUAL), reached, open, head, directions);
    return steps_in(grid, reached, open, head, directions);
}

/* ---- the player ---- */

/* The codes of a cell's neighbours, in the order of directions; walls outside the field. */
static void codes_beside(const lg_snakecore *state, lg_snakecore_cell cell, uint8_t codes[4]) {
    const int size = state->size;
    const uint8_t *code = lg_i_snakecore_cells(state) + lg_i_snakecore_index(state, cell);
    codes[LG_SNAKECORE_UP] = cell.y > 0 ? code[-size] : LG_SNAKECORE_WALL;
    codes[LG_SNAKECORE_LEFT] = cell.x > 0 ? code[-1] : LG_SNAKECORE_WALL;
    codes[LG_SNAKECORE_DOWN] = cell.y < size - 1 ? code[size] : LG_SNAKECORE_WALL;
    codes[LG_SNAKECORE_RIGHT] = cell.x < size - 1 ? code[1] : LG_SNAKECORE_WALL;
}

/* The bite with the highest score, from the codes next to the head, or -1. */
static int32_t best_bite(const lg_snakecore *state, const uint8_t codes[4], lg_rng *rng) {
    const int own = state->to_move;
    lg_best best = {-1, 0, 0};
    for (int d = 0; d < 4; d++) {
        lg_snakecore after;
        if (codes[d] < LG_SNAKECORE_BODY || lg_i_snakecore_owner(codes[d]) == own) continue;
        if (lg_snakecore_effect_of(state, d) != LG_SNAKECORE_BITE) continue;
        (void)lg_snakecore_apply(state, d, &after);
        lg_best_offer(&best, d, after.python[own].score, rng);
    }
    return best.choice;
}

static int32_t any_of(unsigned directions, lg_rng *rng) {
    return lg_i_bits_select_in_byte(directions, lg_rng_below(rng, (uint32_t)lg_i_bits_count(directions)));
}

/* Whether another head is next to the body, except its tail, and an energy block would help. */
static bool could_be_bitten(const lg_snakecore *state) {
    const int own = state->to_move;
    const lg_snakecore_python *python = &state->python[own];
    if (python->energy == 0 || lg_i_snakecore_protection(state, own) > 0) return false;
    for (int other = 0; other < state->players; other++) {
        if (other == own || (state->disqualified >> other & 1) != 0) continue;
        const lg_snakecore_cell head = state->python[other].head;
        uint8_t codes[4];
        codes_beside(state, head, codes);
        for (int d = 0; d < 4; d++) {
            if (lg_i_snakecore_undirected(codes[d]) != LG_SNAKECORE_BODY + own) continue;
            if (!lg_i_snakecore_same_cell(lg_i_snakecore_next(head, d), python->tail)) return true;
        }
    }
    return false;
}

/* A direction that begins a shortest way to a block or, with enough blocks, to a reactor; 0: there is none. Often a
 * block is next to the head. */
static unsigned way(const lg_snakecore *state, const uint8_t codes[4]) {
    const lg_snakecore_python *python = &state->python[state->to_move];
    const int left = state->rounds - state->round, share = (state->ordinary + state->energy) / state->players;
    const grid grid = grid_of(state->size);
    const bool full = python->length > 0 && python->length >= share;
    const bool late = python->length > 0 && left <= SNK_LAST * state->size;
    unsigned to_block = 0, to_reactor = 0;
    int block = SNK_PLAYERS_FAR, reactor = SNK_PLAYERS_FAR;
    sights seen;
    for (int d = 0; d < 4; d++)
        to_block |= (unsigned)(codes[d] == LG_SNAKECORE_ORDINARY || codes[d] == LG_SNAKECORE_ENERGY) << d;
    if (to_block != 0) block = 1;
    if (to_block != 0 && !full && !late) return to_block;
    snk_players_look(state, grid, full || late, &seen);
    if (to_block == 0 && !full) block = steps_to(grid, &seen.blocks, &seen.open, python->head, &to_block);
    if (full || (python->length > 0 && (block == SNK_PLAYERS_FAR || left < block + SNK_LAST * state->size))) {
        if (!full && !late) snk_players_look(state, grid, true, &seen);
        reactor = steps_to(grid, &seen.reactors, &seen.open, python->head, &to_reactor);
    }
    if (reactor < SNK_PLAYERS_FAR && (full || block == SNK_PLAYERS_FAR || block + reactor + HURRY > left))
        return to_reactor;
    if (to_block == 0 && full) (void)steps_to(grid, &seen.blocks, &seen.open, python->head, &to_block);
    return to_block;
}

static int32_t snk_greedy(const lg_game *game, const void *state, lg_rng *rng) {
    (void)game;
    const lg_snakecore *position = (const lg_snakecore *)state;
    uint8_t codes[4];
    if ((position->disqualified >> position->to_move & 1) != 0) return LG_SNAKECORE_NONE;
    if (could_be_bitten(position)) return LG_SNAKECORE_ACTIVATE;
    codes_beside(position, position->python[position->to_move].head, codes);
    const int32_t bite = best_bite(position, codes, rng);
    if (bite >= 0) return bite;
    const unsigned directions = way(position, codes);
    return any_of(directions != 0 ? directions : lg_snakecore_legal(position), rng);
}

/* Chosen by games against greedy; the network by games against the same bot without it (docs/learning.md). */
static const char *snk_strong(const lg_game *game, int32_t player) {
    (void)game, (void)player;
    return "mcts(policy=puct,exploration=30,rollout=greedy,cutoff=20,greedy_prior=50,evaluator=net)";
}

const lg_game_bots lg_i_snakecore_bots = {
    .greedy = snk_greedy, .evaluate = lg_i_snakecore_evaluate, .strong = snk_strong, .net = LG_I_GAME_NET(snakecore),
};
