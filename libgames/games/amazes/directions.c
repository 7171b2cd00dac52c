/* Amazes: the observation "directions", for small networks: facts that the player could derive from its map about each
 * of the next characters. */
#include "rooms.h"

#include <string.h>

#include "prospects.h"

/* Its numbers: for each side of the square to which the walk written so far leads, in the order F R T L, the facts in
 * that direction; then facts that do not depend on the side. */
enum {
    AMZ_WAYS_OPEN,    /* 1: known to be open */
    AMZ_WAYS_WALL,    /* 1: known to be wall */
    AMZ_WAYS_MEETING, /* 256 / steps to the nearest square on that side where the opponent can be; 0: none */
    NEAREST,          /* 1: no such square is nearer on another side */
    MERIT,     /* the most that a look shows from a square on that side, in hundredths for each character of the turn */
    LEADS,     /* 1: no other side, nor (if the turn may end) this square, offers more */
    AMZ_SHOWN, /* the most that a look shows from a square on that side after 1 step, 2, 3 or 4, 5 ... 8, ... */
    BANDS = 7,
    AMZ_EACH = AMZ_SHOWN + BANDS, /* numbers of a side */
    HERE = 4 * AMZ_EACH,          /* the view from here, */
    HERE_MERIT,                   /* and in hundredths for each character; */
    HERE_LEADS,                   /* 1: the turn may end, and that is as much as on any side */
    MET,                          /* 1: the opponent can be here; 0 also after a meeting, at distance 0 */
    LOST,             /* 1: the walk leads where the player knows no way; then all numbers before this are 0 */
    AMZ_PLACES,       /* where the opponent can be: how many squares; 0 after a meeting */
    SQUARES,          /* discovered so far */
    AMZ_WAYS_LEFT,    /* turns, this one included */
    AMZ_WAYS_WRITTEN, /* characters in this turn */
    AMZ_NUMBERS
};
LG_STATIC_ASSERT((int)AMZ_NUMBERS == (int)LG_I_AMAZES_WAYS, "the declared number");

enum {
    AMZ_AHEAD = 2,          /* an unknown edge straight ahead may hide more than one square */
    AMZ_WAYS_STANDSTILL = 7 /* the cost of a turn before its first step, in characters */
};

static int is_discovered(const lg_amazes_knowledge *known, int row, int column) {
    return lg_i_amazes_inside(row, column) ? (int)(known->squares[row] >> column & 1) : 0;
}

/* An undiscovered square counts more with more discovered neighbours: an isolated one costs a separate turn. */
static int amz_directions_worth_of(const lg_amazes_knowledge *known, int row, int column) {
    if (is_discovered(known, row, column)) return 0;
    int worth = 1;
    for (int side = 0; side < 4; side++)
        worth += is_discovered(known, row + lg_i_amazes_down(side), column + lg_i_amazes_right(side));
    return worth;
}

/* The value of a square behind this edge, if a look can show it. The player can't tell the outside of the maze from
 * other squares. */
static int amz_behind(const lg_i_amazes_prospects *prospects, int row, int column, int side) {
    if (lg_i_amazes_edge(&prospects->unknown, row, column, side) == 0) return 0;
    return amz_directions_worth_of(prospects->known, row + lg_i_amazes_down(side), column + lg_i_amazes_right(side));
}

/* The new squares that looks from each square show: those behind the unknown edges of the squares that they pass. */
typedef struct amz_looks {
    const lg_i_amazes_prospects *prospects;
    lg_i_amazes_rows wanted; /* squares with such looks, and those where the opponent can be */
    int16_t shown[LG_AMAZES_SIDE][LG_AMAZES_SIDE];
} amz_looks;

static void show_from(amz_looks *looks, int row, int column, int worth) {
    looks->shown[row][column] = (int16_t)(looks->shown[row][column] + worth);
    looks->wanted.row[row] |= 1u << column;
}

/* From all squares to this side, as far as known openings lead straight ahead. */
static void show_along(amz_looks *looks, int row, int column, int side, int worth) {
    while (lg_i_amazes_edge(&looks->prospects->known->openings, row, column, side) != 0) {
        row += lg_i_amazes_down(side);
        column += lg_i_amazes_right(side);
        show_from(looks, row, column, worth);
    }
}

/* The square behind an edge is shown to looks that pass the edge, and counts more for those that end at it. */
static void show_behind(amz_looks *looks, int row, int column, int side) {
    const int worth = amz_behind(looks->prospects, row, column, side);
    show_along(looks, row, column, side ^ 1, worth);
    show_along(looks, row, column, side ^ 3, worth);
    show_along(looks, row, column, side ^ 2, AMZ_AHEAD * worth);
    show_from(looks, row, column, AMZ_AHEAD * worth);
}

/* Only from squares that known ways may reach to squares that are not discovered. */
static void find_shown(const lg_i_amazes_prospects *prospects, amz_looks *looks) {
    const lg_amazes_edges *unknown = &prospects->unknown, *open = &prospects->known->openings;
    const uint32_t *squares = prospects->known->squares;
    looks->prospects = prospects;
    looks->wanted = prospects->meetings;
    memset(looks->shown, 0, sizeof looks->shown);
    for (int row = 0; row < LG_AMAZES_SIDE; row++) {
        const uint32_t above = row > 0 ? squares[row - 1] : 0, below = row + 1 < LG_AMAZES_SIDE ? squares[row + 1] : 0;
        const uint32_t here = squares[row] | open->h[row] | open->h[row + 1] | open->v[row] | open->v[row] >> 1;
        const uint32_t sides[4] = {unknown->h[row] & ~above, unknown->v[row] >> 1 & ~(squares[row] >> 1),
                                   unknown->h[row + 1] & ~below, unknown->v[row] & ~(squares[row] << 1)};
        for (int side = 0; side < 4; side++)
            for (uint64_t left = sides[side] & here & LG_I_AMAZES_ALL; left != 0;)
                show_behind(looks, row, lg_i_bits_take(&left), side);
    }
}

/* 1, 2, 3 or 4, 5 ... 8 steps and so on. */
static int band_of(int steps) {
    const int band = steps == 1 ? 0 : 1 + lg_i_bits_highest((uint32_t)steps - 1);
    return band < BANDS ? band : BANDS - 1;
}

static int16_t merit_of(int shown, int characters) {
    return (int16_t)(100 * shown / (AMZ_WAYS_STANDSTILL + characters));
}

/* The value of a look from the best square on that side at this number of steps. */
static void amz_directions_compare(int shown, int steps, int written, int16_t *side) {
    int16_t *most = &side[AMZ_SHOWN + band_of(steps)];
    const int16_t merit = merit_of(shown, written + steps);
    if (shown > *most) *most = (int16_t)shown;
    if (merit > side[MERIT]) side[MERIT] = merit;
}

/* Ring by ring along known ways from the next square, without returning over this one. */
static void amz_directions_look_beyond(const amz_looks *looks, const lg_i_amazes_ways *ways,
                                       const lg_amazes_place *here, int facing, int written, int16_t *side,
                                       int *meeting) {
    const int row = here->row + lg_i_amazes_down(facing), column = here->column + lg_i_amazes_right(facing);
    lg_i_amazes_rows rings[2], fresh;
    uint32_t found = 1u << row;
    bool any = true;
    lg_i_amazes_begin_rings(row, column, &rings[1], &fresh);
    fresh.row[here->row] &= ~(1u << here->column);
    for (int steps = 1; steps <= LG_AMAZES_WALK - written && any; steps++) {
        const lg_i_amazes_rows *ring = &rings[steps & 1];
        int best = 0;
        for (; found != 0; found &= found - 1) {
            const int r = lg_i_bits_lowest(found);
            if (*meeting == 0 && (ring->row[r] & looks->prospects->meetings.row[r]) != 0) *meeting = steps;
            for (uint64_t squares = ring->row[r] & looks->wanted.row[r]; squares != 0;) {
                const int shown = looks->shown[r][lg_i_bits_take(&squares)];
                best = shown > best ? shown : best;
            }
        }
        if (best > 0) amz_directions_compare(best, steps, written, side);
        any = lg_i_amazes_widen(ways, ring, &fresh, &rings[~steps & 1], &looks->wanted, &found);
    }
}

/* By the steps to the nearest one on each side, 0 for none. */
static void put_meetings(const int meeting[4], int16_t *numbers) {
    int nearest = 0;
    for (int step = 0; step < 4; step++)
        if (meeting[step] > 0 && (nearest == 0 || meeting[step] < nearest)) nearest = meeting[step];
    for (int step = 0; step < 4; step++) {
        if (meeting[step] == 0) continue;
        numbers[AMZ_EACH * step + AMZ_WAYS_MEETING] = (int16_t)(LG_AMAZES_WALK / meeting[step]);
        numbers[AMZ_EACH * step + NEAREST] = meeting[step] == nearest;
    }
}

static void find_leaders(int16_t *numbers) {
    int most = numbers[AMZ_WAYS_WRITTEN] > 0 ? numbers[HERE_MERIT] : 0;
    for (int i = MERIT; i < HERE; i += AMZ_EACH) most = numbers[i] > most ? numbers[i] : most;
    for (int i = 0; i < HERE; i += AMZ_EACH) numbers[i + LEADS] = most > 0 && numbers[i + MERIT] == most;
    numbers[HERE_LEADS] = most > 0 && numbers[AMZ_WAYS_WRITTEN] > 0 && numbers[HERE_MERIT] == most;
}

void lg_i_amazes_observe_directions(const lg_amazes *state, int32_t viewer, int16_t *numbers) {
    const lg_amazes_knowledge *known = &state->known[viewer];
    const int written = state->walk_length;
    int meeting[4] = {0, 0, 0, 0};
    lg_amazes_place here = state->place[viewer];
    lg_i_amazes_prospects prospects;
    lg_i_amazes_ways ways;
    amz_looks looks;
    memset(numbers, 0, AMZ_NUMBERS * sizeof *numbers);
    lg_i_amazes_find_prospects(state, viewer, &prospects);
    numbers[AMZ_PLACES] = (int16_t)prospects.places;
    numbers[SQUARES] = (int16_t)lg_amazes_square_count(known);
    numbers[AMZ_WAYS_LEFT] = (int16_t)(state->turn_limit - state->turn / 2);
    numbers[AMZ_WAYS_WRITTEN] = (int16_t)written;
    numbers[LOST] = !lg_i_amazes_follow(state, viewer, &here);
    if (numbers[LOST] != 0) return;
    lg_i_amazes_find_ways(&known->openings, &ways);
    find_shown(&prospects, &looks);
    for (int step = 0; step < 4; step++) {
        const int facing = lg_i_amazes_turned(here.facing, step);
        int16_t *side = &numbers[AMZ_EACH * step];
        side[AMZ_WAYS_OPEN] = (int16_t)lg_i_amazes_edge(&known->openings, here.row, here.column, facing);
        side[AMZ_WAYS_WALL] = (int16_t)lg_i_amazes_edge(&known->walls, here.row, here.column, facing);
        if (side[AMZ_WAYS_OPEN] != 0)
            amz_directions_look_beyond(&looks, &ways, &here, facing, written, side, &meeting[step]);
        else side[AMZ_SHOWN] = (int16_t)amz_behind(&prospects, here.row, here.column, facing);
    }
    put_meetings(meeting, numbers);
    numbers[HERE] = looks.shown[here.row][here.column];
    numbers[HERE_MERIT] = merit_of(numbers[HERE], written);
    find_leaders(numbers);
    numbers[MET] = (int16_t)(prospects.meetings.row[here.row] >> here.column & 1);
}

int32_t lg_i_amazes_directions_parts(lg_part *parts) {
    enum { MOST_SHOWN = 64, MOST_MERIT = 256, MANY = 32 };
    int32_t count = 0;
    for (int side = 0; side < 4; side++) {
        parts[count++] = (lg_part){AMZ_WAYS_MEETING, 0, 1};
        parts[count++] = (lg_part){1, 0, LG_AMAZES_WALK};
        parts[count++] = (lg_part){1, 0, 1};
        parts[count++] = (lg_part){1, 0, MOST_MERIT};
        parts[count++] = (lg_part){1, 0, 1};
        parts[count++] = (lg_part){BANDS, 0, MOST_SHOWN};
    }
    parts[count++] = (lg_part){1, 0, MOST_SHOWN};
    parts[count++] = (lg_part){1, 0, MOST_MERIT};
    parts[count++] = (lg_part){3, 0, 1};
    parts[count++] = (lg_part){1, 0, MANY};
    parts[count++] = (lg_part){1, 0, LG_AMAZES_SQUARES};
    parts[count++] = (lg_part){1, 0, LG_AMAZES_TURNS};
    parts[count++] = (lg_part){1, 0, LG_AMAZES_WALK};
    return count;
}

/* Right and left change places. */
void lg_i_amazes_mirror_directions(const int16_t *from, int16_t *to) {
    memcpy(to, from, AMZ_NUMBERS * sizeof *to);
    memcpy(to + AMZ_EACH, from + 3 * AMZ_EACH, AMZ_EACH * sizeof *to);
    memcpy(to + 3 * AMZ_EACH, from + AMZ_EACH, AMZ_EACH * sizeof *to);
}
