/* Amazes: sampling hidden information, and a key of a player's knowledge. */
#include <string.h>

#include "hidden.h"
#include "libgames/hash.h"

/* After this many turns an opponent may be anywhere, for any start; before, its place gives information about its
 * start. */
#define MIXED_TURNS 8

static bool is_mover(const lg_amazes *state, int32_t player) {
    return (state->turn & 1) == player;
}

/* The player's new knowledge in this turn. */
static int distance_seen(const lg_amazes *state, int32_t player) {
    const bool is_known = is_mover(state, player) && state->looked != 0;
    return is_known ? lg_i_amazes_squared_distance(&state->place[0], &state->place[1]) : LG_I_AMAZES_ANY_DISTANCE;
}

/* An opponent's unfinished walk is not known, nor is its offence. */
static void forget_opponent(lg_amazes *state, int32_t player) {
    state->offenders = (uint8_t)(state->offenders & 1 << player);
    if (is_mover(state, player)) return;
    memset(state->walk, 0, sizeof state->walk);
    state->walk_length = 0;
}

/* The openings known to a player: those that it has discovered, and the one behind its start. */
static lg_amazes_edges openings_of(const lg_amazes *state, int32_t player) {
    const lg_amazes_place *start = &state->start[player];
    lg_amazes_edges openings = state->known[player].openings;
    lg_i_amazes_set_edge(&openings, start->row, start->column, lg_i_amazes_turned(start->facing, 2));
    return openings;
}

/* A player's certain knowledge: its map, and its current view. A state that was reached in play already contains that,
 * but one from outside may not. */
static lg_amazes_knowledge certainties_of(const lg_amazes *state, int32_t player) {
    lg_amazes_knowledge known = state->known[player];
    if (is_mover(state, player) && state->looked != 0)
        lg_i_amazes_discover(&state->maze, &state->place[player], &known);
    return known;
}

void lg_i_amazes_draw_maze(const lg_amazes *before, int player, lg_rng *rng, lg_amazes *after) {
    if (after != before) *after = *before;
    const int distance = distance_seen(after, player), turns = lg_i_amazes_turns_of(after, 1 - player);
    const lg_i_amazes_rings rings = lg_i_amazes_rings_of(distance);
    const lg_amazes_place start = after->start[player];
    lg_amazes_knowledge known = after->known[player];
    forget_opponent(after, player);
    after->known[player] = certainties_of(after, player);
    const bool more = memcmp(&known, &after->known[player], sizeof known) != 0;
    lg_i_amazes_draw_placement(rng, player, &rings, distance == LG_I_AMAZES_ANY_DISTANCE || turns >= MIXED_TURNS,
                               after);
    const lg_amazes_edges openings = openings_of(after, player);
    lg_i_amazes_complete(rng, &after->known[player].walls, &openings, &after->maze);
    if (more) {
        lg_i_amazes_move_knowledge(&start, &after->start[player], &known);
        after->known[player] = known;
    }
}

lg_status lg_amazes_resample(const lg_amazes *before, int32_t player, lg_rng *rng, lg_amazes *after) {
    if (before == NULL || rng == NULL || after == NULL || player < 0 || player > 1) return LG_E_ARGUMENT;
    if (lg_amazes_result_of(before) != LG_AMAZES_ONGOING) {
        if (after != before) *after = *before;
        return LG_OK;
    }
    const int distance = distance_seen(before, player);
    lg_i_amazes_draw_maze(before, player, rng, after);
    lg_i_amazes_draw_opponent(rng, player, distance, after);
    return LG_OK;
}

/* ---- information ---- */

/* A player's knowledge, in its frame. No hidden padding: the bytes are hashed. */
typedef struct amz_information {
    uint32_t written;
    uint16_t cells[LG_AMAZES_CELLS];
    uint16_t cell, facing, distance, turn, turn_limit, meetings, walk_length; /* distance: 1 more, 0 when not known */
    uint8_t player, looked, offender, reserved;
    uint8_t walk[LG_AMAZES_WALK];
} amz_information;

LG_STATIC_ASSERT(sizeof(amz_information) == 4 + 2 * LG_AMAZES_CELLS + 14 + 4 + LG_AMAZES_WALK, "no hidden padding");

static void put_own_turn(const lg_amazes *state, int32_t player, amz_information *known) {
    known->distance = (uint16_t)(distance_seen(state, player) + 1);
    known->looked = state->looked;
    known->walk_length = state->walk_length;
    memcpy(known->walk, state->walk, sizeof known->walk);
}

uint64_t lg_i_amazes_information(const lg_amazes *state, int32_t player) {
    amz_information known;
    if (lg_amazes_result_of(state) != LG_AMAZES_ONGOING) return lg_hash(state, sizeof *state);
    const lg_amazes_place *start = &state->start[player], *place = &state->place[player];
    memset(&known, 0, sizeof known);
    lg_i_amazes_view(state, player, known.cells);
    known.written = state->written[player];
    known.cell = (uint16_t)lg_i_amazes_cell(start, place->row, place->column);
    known.facing = (uint16_t)((place->facing - start->facing) & 3);
    known.turn = state->turn;
    known.turn_limit = state->turn_limit;
    known.meetings = state->meetings[player];
    known.player = (uint8_t)player;
    known.offender = state->offenders >> player & 1;
    if (is_mover(state, player)) put_own_turn(state, player, &known);
    return lg_hash(&known, sizeof known);
}
