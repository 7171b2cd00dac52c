/* Amazes: the observation "ways", for small networks: what the player could work out of its map about each of the next
 * characters. */
#include "ways.h"

#include <string.h>

#include "prospects.h"

enum {
    AHEAD = 2,     /* behind an unknown edge straight ahead there may be more than one square to be seen */
    STANDSTILL = 7 /* what a turn costs before its first step, in characters */
};

static int is_discovered(const lg_amazes_knowledge *known, int row, int column) {
    return lg_i_inside(row, column) ? (int)(known->squares[row] >> column & 1) : 0;
}

/* A square that is not discovered counts the more the more of its neighbours are: what is left alone costs a turn of its
 * own. */
static int worth_of(const lg_amazes_knowledge *known, int row, int column) {
    if (is_discovered(known, row, column)) return 0;
    int worth = 1;
    for (int side = 0; side < 4; side++)
        worth += is_discovered(known, row + lg_i_down(side), column + lg_i_right(side));
    return worth;
}

static bool is_unknown(const lg_amazes_knowledge *known, int row, int column, int side) {
    return (lg_i_edge(&known->openings, row, column, side) | lg_i_edge(&known->walls, row, column, side)) == 0;
}

/* What a square behind this edge is worth, if a look can show it. What lies outside the maze the player can't tell from
 * other squares. */
static int behind(const lg_amazes_knowledge *known, int row, int column, int side) {
    if (!is_unknown(known, row, column, side)) return 0;
    return worth_of(known, row + lg_i_down(side), column + lg_i_right(side));
}

/* What a look from here can show: the squares behind the unknown edges of those that it passes. */
static int shown_from(const lg_amazes_knowledge *known, int row, int column) {
    int shown = 0;
    for (int side = 0; side < 4; side++) {
        int r = row, c = column;
        while (lg_i_edge(&known->openings, r, c, side) != 0) {
            r += lg_i_down(side);
            c += lg_i_right(side);
            shown += behind(known, r, c, side ^ 1) + behind(known, r, c, side ^ 3);
        }
        shown += AHEAD * behind(known, r, c, side);
    }
    return shown;
}

/* 1, 2, 3 or 4, 5 ... 8 steps and so on. */
static int band_of(int steps) {
    const int band = steps == 1 ? 0 : 1 + lg_i_highest((uint32_t)steps - 1);
    return band < LG_I_WAYS_BANDS ? band : LG_I_WAYS_BANDS - 1;
}

/* Of a square over there: what a look shows, and how far it is. */
static void compare(int shown, int steps, int written, int16_t *side) {
    int16_t *most = &side[LG_I_WAYS_SHOWN + band_of(steps)];
    const int cost = STANDSTILL + written;
    if (shown > *most) *most = (int16_t)shown;
    if (shown * (cost + side[LG_I_WAYS_STEPS]) <= side[LG_I_WAYS_BEST] * (cost + steps)) return;
    side[LG_I_WAYS_BEST] = (int16_t)shown;
    side[LG_I_WAYS_STEPS] = (int16_t)steps;
}

/* Ring by ring over known ways from the next square, not back over this one. */
static void look_beyond(const lg_i_prospects *prospects, const lg_i_ways *ways, const lg_amazes_place *here, int facing,
                        int written, int16_t *side) {
    const int row = here->row + lg_i_down(facing), column = here->column + lg_i_right(facing);
    lg_i_rows rings[2], fresh, all;
    uint32_t found = 1u << row;
    memset(&all, 0xFF, sizeof all);
    lg_i_begin_rings(row, column, &rings[1], &fresh);
    fresh.row[here->row] &= ~(1u << here->column);
    for (int steps = 1; steps <= LG_AMAZES_WALK - written && found != 0; steps++) {
        const lg_i_rows *ring = &rings[steps & 1];
        while (found != 0) {
            const int r = lg_i_lowest(found);
            found &= found - 1;
            for (uint64_t squares = ring->row[r]; squares != 0;) {
                const int shown = shown_from(prospects->known, r, lg_i_take(&squares));
                if (shown > 0) compare(shown, steps, written, side);
            }
            const bool met = (ring->row[r] & prospects->meetings.row[r]) != 0;
            if (met && side[LG_I_WAYS_MEETING] == 0) side[LG_I_WAYS_MEETING] = (int16_t)steps;
        }
        (void)lg_i_widen(ways, ring, &fresh, &rings[~steps & 1], &all, &found);
    }
}

void lg_i_amazes_observe_ways(const lg_amazes *state, int32_t viewer, int16_t *numbers) {
    const lg_amazes_knowledge *known = &state->known[viewer];
    const int written = state->walk_length;
    lg_amazes_place here = state->place[viewer];
    lg_i_prospects prospects;
    lg_i_ways ways;
    memset(numbers, 0, LG_I_WAYS_SIZE * sizeof *numbers);
    lg_i_amazes_find_prospects(state, viewer, &prospects);
    numbers[LG_I_WAYS_PLACES] = (int16_t)prospects.places;
    numbers[LG_I_WAYS_SQUARES] = (int16_t)lg_amazes_square_count(known);
    numbers[LG_I_WAYS_LEFT] = (int16_t)(state->turn_limit - state->turn / 2);
    numbers[LG_I_WAYS_WRITTEN] = (int16_t)written;
    numbers[LG_I_WAYS_LOST] = !lg_i_amazes_follow(state, viewer, &here);
    if (numbers[LG_I_WAYS_LOST] != 0) return;
    lg_i_find_ways(&known->openings, &ways);
    for (int step = 0; step < 4; step++) {
        const int facing = lg_i_turned(here.facing, step);
        int16_t *side = &numbers[LG_I_WAYS_EACH * step];
        side[LG_I_WAYS_OPEN] = (int16_t)lg_i_edge(&known->openings, here.row, here.column, facing);
        side[LG_I_WAYS_WALL] = (int16_t)lg_i_edge(&known->walls, here.row, here.column, facing);
        if (side[LG_I_WAYS_OPEN] != 0) look_beyond(&prospects, &ways, &here, facing, written, side);
        else side[LG_I_WAYS_SHOWN] = (int16_t)behind(known, here.row, here.column, facing);
    }
    numbers[LG_I_WAYS_HERE] = (int16_t)shown_from(known, here.row, here.column);
    numbers[LG_I_WAYS_MET] = (int16_t)(prospects.meetings.row[here.row] >> here.column & 1);
}

int32_t lg_i_amazes_ways_parts(lg_part *parts) {
    enum { SHOWN = 64, FAR = 128 };
    int32_t count = 0;
    for (int side = 0; side < 4; side++) {
        parts[count++] = (lg_part){LG_I_WAYS_MEETING, 0, 1};
        parts[count++] = (lg_part){1, 0, FAR};
        parts[count++] = (lg_part){1, 0, SHOWN};
        parts[count++] = (lg_part){1, 0, FAR};
        parts[count++] = (lg_part){LG_I_WAYS_BANDS, 0, SHOWN};
    }
    parts[count++] = (lg_part){1, 0, SHOWN};
    parts[count++] = (lg_part){2, 0, 1};
    parts[count++] = (lg_part){1, 0, SHOWN};
    parts[count++] = (lg_part){1, 0, LG_AMAZES_SQUARES};
    parts[count++] = (lg_part){1, 0, LG_AMAZES_TURNS};
    parts[count++] = (lg_part){1, 0, LG_AMAZES_WALK};
    return count;
}

/* Right and left change places. */
void lg_i_amazes_mirror_ways(const int16_t *from, int16_t *to) {
    memcpy(to, from, LG_I_WAYS_SIZE * sizeof *to);
    memcpy(to + LG_I_WAYS_EACH, from + 3 * LG_I_WAYS_EACH, LG_I_WAYS_EACH * sizeof *to);
    memcpy(to + 3 * LG_I_WAYS_EACH, from + LG_I_WAYS_EACH, LG_I_WAYS_EACH * sizeof *to);
}
