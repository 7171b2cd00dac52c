/* Amazes' baseline bot: it walks along known ways to one of the nearest promising squares: those where a look may show
 * unknown edges, or where the players may meet. It writes such a walk one character at a time. */
#include <string.h>

#include "libgames/author.h"
#include "prospects.h"
#include "rooms.h"

/* Values in half points. */
enum {
    CHARACTER = 2,            /* a character costs one point */
    AMZ_PLAYERS_UNKNOWN = 12, /* an edge to be seen: the square behind it, and those after that */
    AMZ_PLAYERS_MEETING = 2 * LG_AMAZES_MEETING,
    VICTORY = 2 * LG_AMAZES_SCORE,              /* sudden death */
    AMZ_LEAST = CHARACTER * LG_AMAZES_WALK + 1, /* every value is above -AMZ_LEAST */
    ENOUGH = 10 /* squares that it compares, plus all others that are no further away than the last of them */
};

/* The basis of a turn's choices, and the best square so far of one choice. */
typedef struct plan {
    const lg_amazes_place *start;
    lg_i_amazes_frame frame;     /* that begins there */
    lg_i_amazes_ways ways;       /* that it knows */
    lg_i_amazes_prospects sight; /* squares that promise something */
    int32_t chance;              /* the value of each meeting */
    lg_i_amazes_rows valued;     /* squares whose value is known, without the way to them */
    int32_t worth[LG_AMAZES_SQUARES];
    lg_amazes_place place; /* where the walk stands */
    uint64_t draw;         /* decides between equals */
    int compared, square, steps;
    uint64_t merit;        /* of the best square: 16 bits for its value above the least, 48 between equals */
    lg_i_amazes_rows rings[LG_AMAZES_WALK + 1]; /* squares by their distance, as far as they were searched */
} plan;

static void step_on(lg_amazes_place *place, int side) {
    place->row = (uint8_t)(place->row + lg_i_amazes_down(side));
    place->column = (uint8_t)(place->column + lg_i_amazes_right(side));
    place->facing = (uint8_t)side;
}

bool lg_i_amazes_follow(const lg_amazes *state, int mover, lg_amazes_place *place) {
    lg_amazes_place at = *place;
    for (int i = 0; i < state->walk_length; i++) {
        const int side = lg_i_amazes_turned(at.facing, state->walk[i]);
        if (lg_i_amazes_edge(&state->known[mover].openings, at.row, at.column, side) == 0) return false;
        step_on(&at, side);
    }
    *place = at;
    return true;
}

/* ---- the choice ---- */

/* The value of a square, which is the same for all characters of a turn. */
static int32_t amz_players_worth_of(plan *p, int row, int column) {
    int32_t *worth = &p->worth[LG_I_AMAZES_SIDE * row + column];
    if ((p->valued.row[row] >> column & 1) != 0) return *worth;
    p->valued.row[row] |= 1u << column;
    *worth = (p->sight.looks.row[row] >> column & 1) != 0
                 ? AMZ_PLAYERS_UNKNOWN * lg_i_amazes_edges_shown(&p->sight, row, column)
                 : 0;
    if ((p->sight.meetings.row[row] >> column & 1) != 0) *worth += p->chance;
    return *worth;
}

/* Compares a square. Ties are broken in the player's frame: in the maze's own order, the choice would reveal the
 * orientation of the frame. */
static void amz_players_compare(plan *p, int row, int column, int steps) {
    const int32_t value = amz_players_worth_of(p, row, column) - CHARACTER * steps;
    const uint64_t cell = (uint64_t)(p->frame.origin + row * p->frame.down + column * p->frame.right);
    const uint64_t rank = (p->draw ^ cell) * 0x9E3779B97F4A7C15u >> 16;
    const uint64_t merit = (uint64_t)(value + AMZ_LEAST) << 48 | rank;
    p->compared++;
    if (merit <= p->merit) return;
    p->merit = merit;
    p->square = LG_I_AMAZES_SIDE * row + column;
    p->steps = steps;
}

static int32_t best_value(const plan *p) {
    return (int32_t)(p->merit >> 48) - AMZ_LEAST;
}

/* The rows with wanted squares are given as bits. */
static void compare_ring(plan *p, const lg_i_amazes_rows *wanted, uint64_t found, int steps) {
    while (found != 0) {
        const int row = lg_i_bits_take(&found);
        for (uint64_t squares = p->rings[steps].row[row] & wanted->row[row]; squares != 0;)
            amz_players_compare(p, row, lg_i_bits_take(&squares), steps);
    }
}

/* Ring by ring from the place, until there is enough to choose from and no meeting is worth a longer way. A turn
 * without a step can't end where it began; at least one square is always compared. */
static void amz_search(plan *p, int written) {
    const lg_i_amazes_rows *looks = &p->sight.looks, *meetings = &p->sight.meetings;
    lg_i_amazes_rows fresh, wanted;
    lg_i_amazes_begin_rings(p->place.row, p->place.column, &p->rings[0], &fresh);
    for (int row = 0; row < LG_I_AMAZES_ROWS; row++)
        wanted.row[row] = written > 0 ? looks->row[row] | meetings->row[row] : UINT32_MAX;
    if (written > 0) amz_players_compare(p, p->place.row, p->place.column, 0);
    for (int steps = 1; steps <= LG_AMAZES_WALK - written; steps++) {
        const bool enough = p->compared >= ENOUGH;
        uint32_t found;
        if (enough && p->chance - CHARACTER * steps <= best_value(p)) return;
        if (!lg_i_amazes_widen(&p->ways, &p->rings[steps - 1], &fresh, &p->rings[steps], &wanted, &found)) return;
        if (found != 0) compare_ring(p, &wanted, found, steps);
        if (steps > 1 && !enough) continue;
        for (int row = 0; row < LG_I_AMAZES_ROWS; row++)
            wanted.row[row] = meetings->row[row] | (enough ? 0 : looks->row[row]);
    }
}

static void amz_players_begin(const lg_amazes *state, int mover, plan *p) {
    const lg_amazes_knowledge *known = &state->known[mover];
    p->start = &state->start[mover];
    p->frame = lg_i_amazes_frame_of(p->start);
    p->place = state->place[mover];
    memset(&p->valued, 0, sizeof p->valued);
    lg_i_amazes_find_ways(&known->openings, &p->ways);
    lg_i_amazes_find_prospects(state, mover, &p->sight);
    p->chance =
        (lg_i_amazes_knows_all(known) ? VICTORY : AMZ_PLAYERS_MEETING) / (p->sight.places > 0 ? p->sight.places : 1);
}

static void amz_choose(plan *p, int written, lg_rng *rng) {
    p->draw = lg_rng_next(rng);
    p->compared = 0;
    p->merit = 0;
    amz_search(p, written);
}

/* The first side, in the player's frame, on which a square has a neighbour in the last ring. */
static int side_back(const plan *p, int row, int column, const lg_i_amazes_rows *ring) {
    const uint32_t *squares = ring->row, here = squares[row], upright = p->ways.left.row[row];
    const uint32_t north = p->ways.above.row[row] & squares[row - (row > 0)];
    const uint32_t south = p->ways.below.row[row] & squares[row + 1];
    const uint32_t east = (upright & here) >> 1, west = upright & here << 1;
    const uint32_t sides = (north >> column & 1) | (east >> column & 1) << 1 | (south >> column & 1) << 2 |
                           (west >> column & 1) << 3;
    const int facing = p->start->facing;
    return lg_i_amazes_turned(facing, lg_i_bits_lowest((sides | sides << 4) >> facing));
}

/* The side of the first step on the way to the chosen square, found backwards from ring to ring. */
static int first_side(const plan *p) {
    int row = p->square / LG_I_AMAZES_SIDE, column = p->square % LG_I_AMAZES_SIDE;
    for (int steps = p->steps;; steps--) {
        const int side = side_back(p, row, column, &p->rings[steps - 1]);
        if (steps == 1) return side ^ 2;
        row += lg_i_amazes_down(side);
        column += lg_i_amazes_right(side);
    }
}

/* The next character: the first step of the way to the best square, or the end of the turn when it stands there. */
static int32_t amz_players_next_step(plan *p, int written, lg_rng *rng) {
    amz_choose(p, written, rng);
    return p->steps == 0 ? LG_AMAZES_END : (first_side(p) - p->place.facing) & 3;
}

int32_t lg_i_amazes_greedy(const lg_game *game, const void *state, lg_rng *rng) {
    const lg_amazes *position = (const lg_amazes *)state;
    const int mover = lg_amazes_player(position);
    plan p;
    amz_players_begin(position, mover, &p);
    if (game->actions == LG_AMAZES_STEP_ACTIONS) {
        if (!lg_i_amazes_follow(position, mover, &p.place)) return LG_AMAZES_END;
        return amz_players_next_step(&p, position->walk_length, rng);
    }
    amz_choose(&p, 0, rng);
    return lg_i_amazes_cell(p.start, p.square / LG_I_AMAZES_SIDE, p.square % LG_I_AMAZES_SIDE);
}

/* ---- many decisions ---- */

/* At most this many characters of a turn, and its end. The knowledge, and so the value of squares, is the same for all
 * of them. Returns how many decisions these were. */
static int64_t play_turn(const lg_game *game, lg_amazes *state, int mover, int64_t most, lg_rng *rng) {
    int32_t action = LG_AMAZES_END;
    int64_t played = 0;
    plan p;
    amz_players_begin(state, mover, &p);
    const bool knows = lg_i_amazes_follow(state, mover, &p.place);
    while (played++ < most && knows && (action = amz_players_next_step(&p, state->walk_length, rng)) != LG_AMAZES_END) {
        state->walk[state->walk_length++] = (uint8_t)action;
        step_on(&p.place, lg_i_amazes_turned(p.place.facing, action));
    }
    if (played <= most) (void)game->type->rules.apply(game, state, LG_AMAZES_END, state);
    return played;
}

static int32_t amz_play_greedy(const lg_game *game, void *state, uint32_t players, int64_t most, lg_rng *rng) {
    lg_amazes *position = (lg_amazes *)state;
    int32_t mover;
    while ((mover = lg_amazes_player(position)) >= 0 && (players >> mover & 1) != 0 && most > 0) {
        if (game->actions == LG_AMAZES_STEP_ACTIONS) most -= play_turn(game, position, mover, most, rng);
        else (void)game->type->rules.apply(game, state, lg_i_amazes_greedy(game, state, rng), state), most--;
    }
    return mover;
}

static bool amz_quiet(const lg_game *game, const void *state) {
    (void)game;
    return ((const lg_amazes *)state)->walk_length == 0;
}

const lg_game_speed lg_i_amazes_speed = {
    .quiet = amz_quiet, .play_greedy = amz_play_greedy,
};
