/* Amazes' bot `expert`. It aims to discover all squares and then to end a turn on the opponent: sudden death. To
 * estimate where the next look shows most, it draws mazes that it can't distinguish from the true one. It plays like
 * `greedy` if the turns left are too few for all squares, and once it has discovered them. */
#include <string.h>

#include "game/calls.h"
#include "hidden.h"
#include "libgames/author.h"
#include "rooms.h"

enum {
    NONE = -1,                 /* not looked from yet; no square, no side */
    AMZ_EXPERT_STANDSTILL = 7, /* the cost of a turn before its first step, in characters */
    HUNT = 8,                  /* turns kept for the hunt */
    PACE = 5,                  /* squares that a turn discovers, approximately */
    AT_LEAST = 16,             /* mazes before it may be stopped: after fewer, the end of a walk would be arbitrary */
    ZERO = 1024 /* much less than any square seen: if no look shows anything, the nearest square decides */
};

/* The possible ends of a turn, and what looks from them showed in all mazes so far. There are five for each square:
 * itself, and one more step on each side through an unknown edge, which may be a wall. */
typedef struct survey {
    const lg_amazes *state; /* with nothing written in this turn */
    int mover;
    uint32_t wanted[LG_I_AMAZES_SIDE];  /* squares where the turn may end */
    int16_t steps[LG_AMAZES_SQUARES];   /* of the whole turn to each square */
    uint8_t unknown[LG_AMAZES_SQUARES]; /* its edges that are not known, bit s for side s */
    uint64_t shown[LG_AMAZES_SQUARES][5];
} survey;

/* ---- where to look from ---- */

/* Squares from which a look shows an unknown edge: squares with such an edge, and all that a corridor joins to them. */
static void amz_expert_find_looks(const lg_amazes_knowledge *known, uint32_t looks[LG_I_AMAZES_SIDE]) {
    const lg_amazes_edges *open = &known->openings, *walls = &known->walls;
    uint32_t level[LG_I_AMAZES_SIDE];
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++) {
        const uint32_t upright = ~(open->v[row] | walls->v[row]);
        looks[row] =
            (~(open->h[row] | walls->h[row]) | ~(open->h[row + 1] | walls->h[row + 1]) | upright | upright >> 1) &
            LG_I_AMAZES_ALL;
        level[row] = looks[row];
        for (uint32_t before = 0; before != level[row];) {
            before = level[row];
            level[row] |= (before << 1 & open->v[row]) | (before & open->v[row]) >> 1;
        }
    }
    for (int row = 1; row < LG_I_AMAZES_SIDE; row++) looks[row] |= looks[row - 1] & open->h[row];
    for (int row = LG_I_AMAZES_SIDE - 1; row > 0; row--) looks[row - 1] |= looks[row] & open->h[row];
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++) looks[row] |= level[row];
}

static uint8_t unknown_sides(const lg_amazes_knowledge *known, int row, int column) {
    unsigned sides = 0;
    for (int side = 0; side < 4; side++) {
        const uint32_t is_known =
            lg_i_amazes_edge(&known->openings, row, column, side) | lg_i_amazes_edge(&known->walls, row, column, side);
        sides |= (is_known ^ 1) << side;
    }
    return (uint8_t)sides;
}

/* Squares to which the walk so far is the beginning of a shortest way. */
static void amz_expert_begin(const lg_amazes *state, int mover, const lg_amazes_place *here, int written, survey *s) {
    const lg_amazes_knowledge *known = &state->known[mover];
    const lg_amazes_place *start = &state->place[mover];
    int16_t left[LG_AMAZES_SQUARES];
    uint32_t looks[LG_I_AMAZES_SIDE];
    memset(s, 0, sizeof *s);
    s->state = state;
    s->mover = mover;
    (void)lg_amazes_distances(known, start->row, start->column, s->steps);
    (void)lg_amazes_distances(known, here->row, here->column, left);
    amz_expert_find_looks(known, looks);
    for (int square = 0; square < LG_AMAZES_SQUARES; square++) {
        const int row = square / LG_I_AMAZES_SIDE, column = square % LG_I_AMAZES_SIDE;
        const bool leads_there = left[square] >= 0 && s->steps[square] == written + left[square];
        if (!leads_there || s->steps[square] > LG_AMAZES_WALK || (looks[row] >> column & 1) == 0) continue;
        s->wanted[row] |= 1u << column;
        s->unknown[square] = unknown_sides(known, row, column);
    }
}

/* ---- one maze ---- */

/* A maze that may be the true one, with the results of looks from its squares. */
typedef struct vision {
    lg_amazes maze;
    const lg_amazes_knowledge *known;
    int turned;                       /* quarter turns from the true one to it */
    int16_t shown[LG_AMAZES_SQUARES]; /* NONE: not looked from yet */
    lg_amazes_knowledge seen;         /* scratch */
} vision;

/* New squares count, and more with fewer new neighbours: an isolated one costs a separate turn. */
static int amz_expert_worth_of(const uint32_t seen[LG_I_AMAZES_SIDE], const uint32_t before[LG_I_AMAZES_SIDE]) {
    int worth = 0;
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++) {
        const uint32_t fresh = seen[row] & ~before[row];
        if (fresh == 0) continue;
        worth += lg_i_bits_count(fresh) + lg_i_bits_count(fresh & before[row] << 1) +
                 lg_i_bits_count(fresh & before[row] >> 1);
        if (row > 0) worth += lg_i_bits_count(fresh & before[row - 1]);
        if (row < LG_I_AMAZES_SIDE - 1) worth += lg_i_bits_count(fresh & before[row + 1]);
    }
    return worth;
}

static int look_from(vision *v, int square) {
    if (v->shown[square] != NONE) return v->shown[square];
    const lg_amazes_place place = {(uint8_t)(square / LG_I_AMAZES_SIDE), (uint8_t)(square % LG_I_AMAZES_SIDE), 0, 0};
    memset(v->seen.squares, 0, sizeof v->seen.squares);
    lg_i_amazes_discover(&v->maze.maze, &place, &v->seen);
    return v->shown[square] = (int16_t)amz_expert_worth_of(v->seen.squares, v->known->squares);
}

/* The view after a step on this side of the true maze: from the player's square if there is a wall. */
static int amz_expert_look_beyond(vision *v, int square, int side) {
    const int there = (side + v->turned) & 3;
    if (lg_i_amazes_edge(&v->maze.maze, square / LG_I_AMAZES_SIDE, square % LG_I_AMAZES_SIDE, there) != 0)
        return look_from(v, square);
    return look_from(v, square + LG_I_AMAZES_SIDE * lg_i_amazes_down(there) + lg_i_amazes_right(there));
}

static void imagine(survey *s, lg_rng *rng, vision *v) {
    const lg_amazes_place *start = &s->state->start[s->mover], *imagined = &v->maze.start[s->mover];
    lg_i_amazes_draw_maze(s->state, s->mover, rng, &v->maze);
    v->known = &v->maze.known[s->mover];
    v->turned = (imagined->facing - start->facing) & 3;
    memset(v->shown, NONE, sizeof v->shown);
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++)
        for (uint64_t left = s->wanted[row]; left != 0;) {
            const int column = lg_i_bits_take(&left), square = LG_I_AMAZES_SIDE * row + column;
            const int there = lg_i_amazes_square(imagined, lg_i_amazes_cell(start, row, column));
            s->shown[square][4] += (uint64_t)look_from(v, there);
            for (uint64_t sides = s->unknown[square]; sides != 0;) {
                const int side = lg_i_bits_take(&sides);
                s->shown[square][side] += (uint64_t)amz_expert_look_beyond(v, there, side);
            }
        }
}

/* ---- the choice ---- */

/* The end of a turn: a square, and a step on a side or NONE. */
typedef struct goal {
    int square, side;
    uint64_t worth, length, rank;
} goal;

/* The view for the length of the walk. Ties are broken in the player's frame. */
static bool amz_is_better(const goal *a, const goal *b) {
    const uint64_t one = a->worth * b->length, other = b->worth * a->length;
    return one != other ? one > other : a->rank > b->rank;
}

static void amz_expert_compare(const survey *s, int square, int end, uint64_t key, goal *best) {
    const lg_amazes_place *start = &s->state->start[s->mover];
    const bool tries = end < 4;
    const int steps = s->steps[square] + tries;
    if (steps == 0 || steps > LG_AMAZES_WALK) return;
    goal it;
    it.square = square;
    it.side = tries ? end : NONE;
    it.worth = ZERO * s->shown[square][end] + 1;
    it.length = (uint64_t)(AMZ_EXPERT_STANDSTILL + steps);
    const int cell = lg_i_amazes_cell(start, square / LG_I_AMAZES_SIDE, square % LG_I_AMAZES_SIDE);
    const int side = tries ? (end - start->facing) & 3 : 4;
    it.rank = (key ^ (uint64_t)(5 * cell + side)) * 0x9E3779B97F4A7C15u >> 16;
    if (best->square == NONE || amz_is_better(&it, best)) *best = it;
}

static goal amz_best_of(const survey *s, bool tries, uint64_t key) {
    goal best = {NONE, NONE, 0, 1, 0};
    for (int row = 0; row < LG_I_AMAZES_SIDE; row++)
        for (uint64_t left = s->wanted[row]; left != 0;) {
            const int square = LG_I_AMAZES_SIDE * row + lg_i_bits_take(&left);
            amz_expert_compare(s, square, 4, key, &best);
            for (uint64_t sides = tries ? s->unknown[square] : 0; sides != 0;)
                amz_expert_compare(s, square, lg_i_bits_take(&sides), key, &best);
        }
    return best;
}

/* All mazes follow from the player's knowledge at the start of the turn: each character keeps the same goal. */
static goal amz_think(const lg_amazes *state, int mover, const lg_amazes_place *here, bool tries,
                      const lg_effort *effort) {
    lg_amazes begun = *state;
    survey s;
    vision v;
    begun.walk_length = 0;
    memset(begun.walk, 0, sizeof begun.walk);
    const uint64_t key = lg_i_amazes_information(&begun, mover);
    lg_rng rng = lg_rng_seed(key, 0);
    amz_expert_begin(&begun, mover, here, state->walk_length, &s);
    memset(&v.seen, 0, sizeof v.seen);
    for (int32_t i = 0; i < effort->simulations; i++) {
        if (effort->stop != NULL && i >= AT_LEAST && effort->stop(effort->context)) break;
        imagine(&s, &rng, &v);
    }
    return amz_best_of(&s, tries, key);
}

/* Whether enough turns are left for all undiscovered squares and for the hunt. */
static bool has_time(const lg_amazes *state, int mover) {
    const int missing = LG_AMAZES_SQUARES - lg_amazes_square_count(&state->known[mover]);
    return missing > 0 && missing / PACE + HUNT <= state->turn_limit - lg_i_amazes_turns_of(state, mover);
}

/* The next character, or the end of the turn; NONE when no goal is left and nothing is written. */
static int32_t amz_expert_next_step(const lg_amazes *state, int mover, const lg_effort *effort) {
    uint8_t steps[LG_AMAZES_WALK];
    int32_t count;
    lg_amazes_place here = state->place[mover];
    if (!lg_i_amazes_follow(state, mover, &here)) return LG_AMAZES_END;
    const goal best = amz_think(state, mover, &here, true, effort);
    const int row = best.square / LG_I_AMAZES_SIDE, column = best.square % LG_I_AMAZES_SIDE;
    if (best.square == NONE) return state->walk_length > 0 ? LG_AMAZES_END : NONE;
    (void)lg_amazes_way(&state->known[mover], &here, row, column, steps, LG_AMAZES_WALK, &count);
    if (count > 0) return steps[0];
    return best.side == NONE ? LG_AMAZES_END : (best.side - here.facing) & 3;
}

static int32_t amz_expert(const lg_game *game, const void *state, const lg_effort *effort, lg_rng *rng) {
    const lg_amazes *position = (const lg_amazes *)state;
    const int mover = lg_amazes_player(position);
    if (!has_time(position, mover)) return lg_i_amazes_greedy(game, state, rng);
    if (game->actions == LG_AMAZES_STEP_ACTIONS) {
        const int32_t step = amz_expert_next_step(position, mover, effort);
        return step == NONE ? lg_i_amazes_greedy(game, state, rng) : step;
    }
    const goal best = amz_think(position, mover, &position->place[mover], false, effort);
    if (best.square == NONE) return lg_i_amazes_greedy(game, state, rng);
    return lg_i_amazes_cell(&position->start[mover], best.square / LG_I_AMAZES_SIDE, best.square % LG_I_AMAZES_SIDE);
}

static const char *amz_strong(const lg_game *game, int32_t player) {
    (void)game, (void)player;
    return "expert(simulations=30)";
}

const lg_game_bots lg_i_amazes_bots = {
    .greedy = lg_i_amazes_greedy, .expert = amz_expert, .evaluate = lg_i_amazes_evaluate, .strong = amz_strong,
    .cutoff = 100, .samples = 16, .net = LG_I_GAME_NET(amazes),
};
